"""SB-11.0 to SB-11.2.3: the German record, the amphibious and airborne landings, the raid and the beach assaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grognard.core.hexes import OFF, Hex, Hexes, members
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .arrivals import BEACHHEAD_MARKERS, SETUP_UNITS, full_beach, names, room_on_beach
from .board import GRID, NEAR, ZONE, landing_hazard
from .combat import FIRE, attacking, defending, hurts, lose, loss_choices, losses, nobody_chosen, only_defender
from .fire import attacker_names, attacker_support, defender_names, defender_support, drop_support, refuse_support
from .markers import fill_cups
from .pieces import AIRBORNE, ALLIED, COMMANDO, GERMAN, GLIDER, NAMES, OF_SIDE, SIDE
from .position import Assault, DropAttack, Landing, SwordBeach, Turn, fact
from .retreat import retreat
from .tables import EMPTY, LIMIT, THEIRS, minus, without
from .verbs import DIE, Lose, Roll, eliminate, hexes_of, occupy, place, reduce, units_at, units_in, zoc

AT_START = sum(1 << unit for unit in SETUP_UNITS)
RECORDED = AT_START & OF_SIDE[GERMAN]  # SB-11.1.1
AMPHIBIOUS = sum(1 << unit for unit, row in SETUP_UNITS.items() if row["zone"] == "sword_beach")


# ---------------------------------------------------------------- SB-11.0, SB-11.1.1: the hidden set-up


def area(state: SwordBeach, unit: int) -> int:
    """SB-11.1.1: where a unit may be recorded; SB-J1, SB-J32 and the boundary as agreed."""
    row = SETUP_UNITS.get(unit)
    if row is None or SIDE[unit] != GERMAN:
        return 0
    hexes: int = ZONE[row["zone"]] & ZONE["any_non_beach"] & state.land
    if row["clause"] == "SB-11.1.1.b" and not state.options.setup_21pz_in_caen:
        hexes &= ~ZONE["caen_all"]
    return hexes


def raid_hexes_open(state: SwordBeach, frame: Landing) -> int:
    """SB-J32"""
    return -1 if state.options.record_on_raid_hexes else ~ZONE["commando_landing"]


def recorded_units(state: SwordBeach) -> int:
    return sum(1 << unit for unit, _ in state.record)


def recorded_hexes(state: SwordBeach) -> int:
    return sum(1 << hex_ for hex_ in {hex_ for _, hex_ in state.record})


def _dry(state: SwordBeach, hex_: Hex) -> None:
    if not state.land >> hex_ & 1:
        raise ValueError("a hex nobody can stand in")  # met only where the rules are not enforced


def write_down(state: SwordBeach, frame: Landing, unit: int, hex_: Hex) -> None:
    """A unit stands in the record once: where a table lets it be written again, the later hex counts."""
    _dry(state, hex_)
    others = tuple(line for line in state.record if line[0] != unit)
    state.set(fact.record, (*others, (unit, hex_)), "SB-11.0.a")


def in_area(clause: str) -> Screen:
    """One screen for each of the three areas, so that a refusal cites the right one."""

    def mask(state: SwordBeach, frame: Landing) -> Callable[[int], int]:
        return lambda unit: area(state, unit) if SETUP_UNITS[unit]["clause"] == clause else -1

    words = {row["clause"]: row["where"] for row in SETUP_UNITS.values()}
    return Screen(clause, f"{{hex}} is outside the area of {{unit}}: {words[clause]}", mask, each=True)


RECORDING = Phase(
    clause="SB-11.0.a",
    name="german set-up",
    secret=True,
    side=GERMAN,
    picks=(
        Pick(
            verb=verbs.Record,
            names=NAMES,
            units=(
                Screen("SB-11.0.a", "{unit} is not one of the nine German units at start", lambda state, frame: RECORDED),
                Screen("SB-11.0.c", "{unit} is recorded, and the record cannot change", lambda state, frame: ~recorded_units(state)),
            ),
            hexes=(
                Screen("SB-11.0.b", "{hex} is a beach, at sea or out of play", lambda state, frame: ZONE["any_non_beach"] & state.land, implied=True),
                in_area("SB-11.1.1.a"),
                in_area("SB-11.1.1.b"),
                in_area("SB-11.1.1.c"),
                Screen("SB-J32", "no German may start in the raid hex {hex}", raid_hexes_open),
                Screen("SB-J32", "another unit is recorded in {hex}", lambda state, frame: ~recorded_hexes(state)),
            ),
            apply=write_down,
        ),
    ),
    must=lambda state, frame: Ruling("SB-11.0.a", f"{names(RECORDED & ~recorded_units(state))} must still be recorded"),
)

# ---------------------------------------------------------------- SB-11.2.1: beachheads and assault units


def put_marker(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    _dry(state, hex_)
    state.set(fact.beachheads, Hexes(state.beachheads | 1 << hex_), "SB-11.2.1.1.a")
    state.replace(replace(frame, markers=frame.markers + 1), "SB-11.2.1.1.b")


BEACHHEADS = Phase(
    clause="SB-11.2.1.1.a",
    name="beachhead markers",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Beachhead,
            units=(
                Screen("SB-11.2.1.1.c", "all beachhead markers are placed", lambda state, frame: frame.markers < BEACHHEAD_MARKERS),
            ),
            hexes=(
                Screen("SB-11.2.1.1.a", "{hex} is not a hex of Sword Beach", lambda state, frame: ZONE["sword_beach"] & state.land),
                Screen("SB-11.2.1.1.b", "{hex} has a marker already", lambda state, frame: ~state.beachheads),
            ),
            apply=put_marker,
            open=lambda state, frame, ready: True,
        ),
    ),
    must=lambda state, frame: None if state.beachheads else Ruling("SB-J33", "at least one beachhead marker must be placed"),
)


def put_ashore(state: SwordBeach, frame: Landing, unit: int, hex_: Hex) -> None:
    place(state, unit, hex_, "SB-11.2.1.2.a")
    state.set(fact.landed, state.landed | 1 << unit, "SB-11.2.1.2.e")


def _must_place(state: SwordBeach, frame: Landing) -> Ruling | None:
    if state.options.assault_units_may_wait:
        return None if state.landed else Ruling("SB-J33", "at least one unit must land")
    return Ruling("SB-J33", f"{names(AMPHIBIOUS & ~state.on_map)} must land while a beach has room")


ASSAULT_UNITS = Phase(
    clause="SB-11.2.1.2.a",
    name="amphibious landing",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Place,
            names=NAMES,
            units=(Screen("SB-11.2.1.2.a", "{unit} is not an assault unit waiting to land", lambda state, frame: AMPHIBIOUS & ~state.on_map),),
            hexes=(
                Screen("SB-11.2.1.2.a", "{hex} has no beachhead marker", lambda state, frame: state.beachheads, implied=True),
                Screen("SB-11.2.1.2.c", full_beach, lambda state, frame: room_on_beach(state, frame) | ~state.beachheads, implied=True),
                Screen("SB-11.2.1.2.c", full_beach, room_on_beach, last=True),
            ),
            apply=put_ashore,
        ),
    ),
    must=_must_place,
)


def overflow(state: SwordBeach, frame: Landing) -> None:
    state.set(fact.waiting, state.waiting | AMPHIBIOUS & ~state.on_map, "SB-11.2.1.2.b")


def clear_markers(state: SwordBeach, frame: Landing) -> None:
    state.set(fact.beachheads, Hexes(state.beachheads & state.occupied[ALLIED]), "SB-11.2.1.3")


# ---------------------------------------------------------------- SB-11.2.2: the drop


def put_drop_zone(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    state.set(fact.drop_zones, Hexes(state.drop_zones | 1 << hex_), "SB-11.2.2.1")


DROP_ZONE = Phase(
    clause="SB-11.2.2.1",
    name="drop zone",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Dropzone,
            units=(
                Screen("SB-J3", "the drop zone is marked", lambda state, frame: state.drop_zones.bit_count() < state.options.drop_zone_markers),
            ),
            hexes=(
                Screen(
                    "SB-11.2.2.1",
                    "{hex} cannot hold the drop zone: north of the 09xx row, east of the Orne, no beach, woods, sea or city",
                    lambda state, frame: ZONE["drop_zone_eligible"] & state.land,
                ),
                Screen("SB-11.2.2.1", "{hex} is marked already", lambda state, frame: ~state.drop_zones),
            ),
            apply=put_drop_zone,
            open=lambda state, frame, ready: True,
        ),
    ),
    must=lambda state, frame: None if state.drop_zones else Ruling("SB-11.2.2.1", "the drop zone must be marked"),
)


def near_drop_zone(state: SwordBeach, frame: Landing) -> int:
    return GRID.spread(state.drop_zones)


def designation(state: SwordBeach, frame: Landing) -> int:
    """SB-11.2.2.2, SB-J35: in the drop zone hex or next to it."""
    hexes: int = near_drop_zone(state, frame) & state.land
    if state.options.designation_terrain == "as_drop_zone":
        hexes &= ZONE["drop_zone_eligible"]
    return hexes


def designate(state: SwordBeach, frame: Landing, unit: int, hex_: Hex) -> None:
    _dry(state, hex_)
    state.set_at(fact.at, unit, hex_, "SB-11.2.2.2")


DESIGNATION = Phase(
    clause="SB-11.2.2.2",
    name="airborne designation",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Designate,
            names=NAMES,
            units=(Screen("SB-11.2.2.2", "{unit} is not an airborne unit waiting to drop", lambda state, frame: AIRBORNE & ~state.on_map),),
            hexes=(
                Screen("SB-11.2.2.2", "{hex} is not in or next to the drop zone", near_drop_zone, implied=True),
                Screen("SB-J35", "{unit} may not be meant to drop on the terrain of {hex}", designation, last=True),
                Screen("SB-11.2.2.2", "{hex} holds a unit; one unit a hex", lambda state, frame: ~state.occupied[ALLIED]),
            ),
            apply=designate,
        ),
    ),
    must=lambda state, frame: Ruling("SB-11.2.2.2", f"{names(AIRBORNE & ~state.on_map)} must be designated"),
)


def begin_drop(state: SwordBeach, frame: Landing) -> None:
    state.replace(replace(state.stack[-1], to_drop=tuple(members(AIRBORNE & state.on_map))), "SB-11.2.2.3.a")


def dropping(state: SwordBeach, frame: Landing) -> Outcomes:
    return DIE if frame.to_drop or frame.drifting >= 0 else NO_OUTCOME


def what_drop(state: SwordBeach, frame: Landing) -> str:
    return f"drift of {NAMES[frame.drifting]}" if frame.drifting >= 0 else f"drop of {NAMES[frame.to_drop[0]]}"


def drop(state: SwordBeach, frame: Landing, action: Roll) -> None:
    """SB-11.2.2.3: one unit's die, applied before the next unit's."""
    if frame.drifting >= 0:
        return drift(state, frame, action.face)
    unit, face = frame.to_drop[0], action.face
    drifting = -1
    if face == 1:
        (reduce if GLIDER >> unit & 1 else eliminate)(state, unit, "SB-11.2.2.3.b")
    elif face <= 3:
        reduce(state, unit, "SB-11.2.2.3.c")
        drifting = unit
    elif face <= 5:
        drifting = unit
    else:
        state.note("SB-11.2.2.3.e", "{} lands in {}", NAMES[unit], GRID.name[state.at[unit]])
    if drifting >= 0 and face > 3:
        state.note("SB-11.2.2.3.d", "{} drifts without loss", NAMES[unit])
    state.replace(replace(frame, to_drop=frame.to_drop[1:], drifting=drifting), "SB-11.2.2.3.a")
    return None


def drift(state: SwordBeach, frame: Landing, face: int) -> None:
    """SB-11.2.2.3.f: 1 west, then clockwise; off the map or out of bounds SB-J4."""
    unit = frame.drifting
    there = GRID.step(state.at[unit], face - 1)
    barred = there != OFF and not (state.land | ZONE_SEA) >> there & 1
    if there != OFF and not barred:
        state.set_at(fact.at, unit, there, "SB-11.2.2.3.f")
    elif state.options.drift_off_map == "eliminated":
        eliminate(state, unit, "SB-J4")
    else:
        state.note("SB-J4", "{} would drift off the map and lands in {}", NAMES[unit], GRID.name[state.at[unit]])
    state.replace(replace(frame, drifting=-1), "SB-11.2.2.3.f")


ZONE_SEA = sum(1 << h for h in GRID.name if landing_hazard(h) == "eliminate")


def terrain_losses(state: SwordBeach, frame: Landing) -> None:
    """SB-11.2.2.4.a, SB-11.2.2.4.b"""
    for unit in members(AIRBORNE & state.on_map):
        hazard = landing_hazard(state.at[unit])
        if hazard == "reduce":
            reduce(state, unit, "SB-11.2.2.4.a")
        elif hazard == "eliminate":
            eliminate(state, unit, "SB-11.2.2.4.b")


def terrain_first(state: SwordBeach, frame: Landing) -> bool:
    return state.options.drop_losses_first == "terrain"


def terrain_last(state: SwordBeach, frame: Landing) -> bool:
    return not terrain_first(state, frame)


def count_crowds(state: SwordBeach, frame: Landing) -> None:
    """SB-11.2.2.4.c, SB-J5: a loss for each unit above one; a stack that came by sea counts as one."""
    found = []
    for hex_ in members(hexes_of(state, AIRBORNE)):
        there = units_in(state, hex_, ALLIED)
        dropped = sum(AIRBORNE >> unit & 1 for unit in there)
        excess = dropped - (dropped == len(there))
        if excess:
            found.append((hex_, 1 if state.options.crowded_drop == "once" else excess))
    if found:
        state.replace(replace(state.stack[-1], crowded=tuple(found)), "SB-11.2.2.4.c")


def crowd(state: SwordBeach, frame: Landing) -> int:
    """The units among which the next loss falls; SB-J6."""
    if not frame.crowded:
        return 0
    units = units_at(state, OF_SIDE[ALLIED], 1 << frame.crowded[0][0])
    if state.options.uneven_pair == "full_unit":
        full = sum(1 << unit for unit in members(units) if state.steps[unit] == 2)
        return full or units
    return units


def lose_in_crowd(state: SwordBeach, frame: Landing, unit: int, _: Hex) -> None:
    reduce(state, unit, "SB-11.2.2.4.c")
    (hex_, due), *rest = frame.crowded
    left = ((hex_, due - 1),) if due > 1 and units_in(state, hex_, ALLIED) else ()
    state.replace(replace(frame, crowded=(*left, *rest)), "SB-11.2.2.4.c")


CROWDS = Phase(
    clause="SB-11.2.2.4.c",
    name="units in one hex",
    side=ALLIED,
    picks=(
        Pick(
            verb=Lose,
            names=NAMES,
            units=(Screen("SB-11.2.2.4.c", "{unit} is not among the units of which one must lose", crowd),),
            apply=lose_in_crowd,
            open=lambda state, frame, ready: True,
        ),
    ),
    must=lambda state, frame: Ruling("SB-11.2.2.4.c", "one of the units in the hex must be reduced"),
)


def reveal(state: SwordBeach, frame: Landing) -> None:
    """SB-11.2.2.5: the record becomes public; SB-11.2.3.2.h: no German stands on a beach."""
    for unit, hex_ in state.record:
        if state.steps[unit]:  # a lenient table may have written down one that has been lost since
            place(state, unit, hex_, "SB-11.2.2.5")
    state.set(fact.record, (), "SB-11.2.2.5")
    state.set(fact.hot_beaches, Hexes(state.beachheads & zoc(state, GERMAN)), "SB-J34")


# ---------------------------------------------------------------- SB-11.2.2.6: down on a German


def shared(state: SwordBeach, frame: Any) -> int:
    return state.occupied[ALLIED] & state.occupied[GERMAN]


def fight(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    """SB-11.2.2.6.b, SB-J8"""
    force = units_in(state, hex_, ALLIED)
    if state.options.pair_on_german == "one_by_one":
        force = force[:1]
    state.call(DropAttack(attacker=ALLIED, hex=hex_, attackers=tuple(force)), "SB-11.2.2.6.a")


FIGHTS = Phase(
    clause="SB-11.2.2.6.a",
    name="attacks of units down on a German",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Fight,
            units=(Screen("SB-11.2.2.6.a", "no Allied unit shares a hex with a German", lambda state, frame: int(bool(shared(state, frame)))),),
            hexes=(Screen("SB-11.2.2.6.a", "{hex} does not hold units of both sides", shared),),
            apply=fight,
            open=lambda state, frame, ready: True,
        ),
    ),
    must=lambda state, frame: Ruling("SB-11.2.2.6.a", "the attack must be made at once"),
)


def ignores_zoc(state: SwordBeach, frame: DropAttack) -> None:
    """SB-11.2.2.6.d, SB-11.2.2.6.e: no stiff resistance, and no ZOC in the way."""
    retreat(state, frame.defender, frame.hex, int(frame.result[1]), heed_zoc=False)


def still_there(state: SwordBeach, frame: DropAttack) -> bool:
    return bool(state.occupied[GERMAN] >> frame.hex & 1)


def swallowed(state: SwordBeach, frame: DropAttack) -> None:
    """SB-11.2.2.6.f"""
    for unit in frame.attackers:
        if state.steps[unit]:
            eliminate(state, unit, "SB-11.2.2.6.f")


DROP_ATTACK = (
    Auto(clause="SB-11.2.2.6.b", do=only_defender, due=nobody_chosen),
    Ask(
        clause="SB-11.2.2.6.c", name="one marker", side=attacking, choices=drop_support, apply=attacker_names,
        refuse=refuse_support(1, True),
    ),
    *FIRE,
    Auto(clause="FM-7.6.1", do=losses, due=hurts("D1", "Ex", "De", "A2", "Ae")),
    Ask(clause="FM-7.6.2", name="loss", side=attacking, choices=loss_choices, apply=lose),
    Auto(clause="SB-11.2.2.6.e", do=ignores_zoc, due=hurts("D2", "D3")),
    Auto(clause="SB-11.2.2.6.f", do=swallowed, due=still_there),
)  # fmt: skip


def flip_drop_zones(state: SwordBeach, frame: Landing) -> None:
    """SB-11.2.2.7.a; and what is left of the drop holds the hexes it stands in (SB-J30)."""
    state.set(fact.drop_supply, True, "SB-11.2.2.7.a")
    occupy(state, ALLIED, hexes_of(state, AIRBORNE))


# ---------------------------------------------------------------- SB-11.2.3.1: the raid


def raid_hexes(state: SwordBeach, frame: Landing) -> int:
    """SB-J31: a hex free of Germans must be taken if there is one."""
    hexes: int = ZONE["commando_landing"] & state.land
    free = hexes & ~state.occupied[GERMAN]
    return free if free and state.options.raid_avoids_germans else hexes


def commando_waits(state: SwordBeach, frame: Landing) -> int:
    (commando,) = members(COMMANDO)
    return int(not COMMANDO & state.on_map and state.steps[commando] > 0)


def go_ashore(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    _dry(state, hex_)
    (commando,) = members(COMMANDO)
    state.set_at(fact.at, commando, hex_, "SB-11.2.3.1.a")


RAID = Phase(
    clause="SB-11.2.3.1.a",
    name="commando raid",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Raid,
            units=(Screen("SB-11.2.3.1.a", "the commando has landed", commando_waits),),
            hexes=(
                Screen("SB-11.2.3.1.a", "{hex} is neither 1641 nor 1642", lambda state, frame: ZONE["commando_landing"], implied=True),
                Screen("SB-J31", "{hex} holds a German and the other raid hex does not", raid_hexes, last=True),
            ),
            apply=go_ashore,
            open=lambda state, frame, ready: True,
        ),
    ),
    once=True,
    must=lambda state, frame: Ruling("SB-11.2.3.1.a", "the raid must be made"),
)


def raiding(state: SwordBeach, frame: Landing) -> Outcomes:
    return DIE if COMMANDO & state.on_map and not frame.raid else NO_OUTCOME


def resolve_raid(state: SwordBeach, frame: Landing, action: Roll) -> None:
    (commando,) = members(COMMANDO)
    face = action.face
    state.replace(replace(frame, raid=face, step=frame.step + 1), "SB-11.2.3.1.a")
    if face == 1:
        eliminate(state, commando, "SB-11.2.3.1.b")
    elif face <= 3:
        reduce(state, commando, "SB-11.2.3.1.c")
    elif face <= 5:
        reduce(state, commando, "SB-11.2.3.1.d")
        lose_marker(state, 6, "SB-11.2.3.1.d")
    else:
        lose_marker(state, 10, "SB-11.2.3.1.e")


def lose_marker(state: SwordBeach, value: int, clause: str) -> None:
    """SB-11.1.5.g, SB-J9: one German marker of that value is out for good."""
    if state.cups[THEIRS][value]:
        state.set_at(fact.cups, THEIRS, without(state.cups[THEIRS], value), clause)
        state.set(fact.lost, minus(state.lost, without(EMPTY, value)), clause)


def commando_steps(*dice: int) -> Callable[[SwordBeach, Landing], Callable[[int], int]]:
    """SB-J10: after these dice, any passable neighbour that is free."""

    def mask(state: SwordBeach, frame: Landing) -> Callable[[int], int]:
        if frame.raid not in dice:
            return lambda unit: -1
        free = state.land & ~(state.occupied[GERMAN] | state.occupied[ALLIED])
        return lambda unit: NEAR[state.at[unit]] & free if state.at[unit] >= 0 else 0

    return mask


_TOO_FAR = "{hex} is more than one hex away from {unit}"


def raid_move(state: SwordBeach, frame: Landing, unit: int, hex_: Hex) -> None:
    place(state, unit, hex_, "SB-J10")


RAID_MOVE = Phase(
    clause="SB-J10",
    name="commando's one-hex move",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Move,
            names=NAMES,
            units=(
                Screen("SB-J10", "{unit} is not the commando", lambda state, frame: COMMANDO),
                Screen("SB-11.2.3.1.c", "{unit} cannot move after this raid", lambda state, frame: state.on_map if frame.raid >= 4 else 0),
            ),
            hexes=(
                Screen("FM-5.1.3", "{hex} is sea or out of play", lambda state, frame: state.land, implied=True),
                Screen("FM-5.1.2", "{hex} is enemy-occupied", lambda state, frame: ~state.occupied[GERMAN], implied=True),
                Screen("FM-5.3.1", "{hex} holds a friendly unit", lambda state, frame: ~state.occupied[ALLIED], implied=True),
                Screen("SB-11.2.3.1.d", _TOO_FAR, commando_steps(4, 5), last=True, each=True),
                Screen("SB-11.2.3.1.e", _TOO_FAR, commando_steps(6), last=True, each=True),
            ),
            apply=raid_move,
        ),
    ),
    once=True,
)


def stands(state: SwordBeach, frame: Landing) -> None:
    occupy(state, ALLIED, hexes_of(state, COMMANDO))


# ---------------------------------------------------------------- SB-11.2.3.2: beach assaults


def list_assaults(state: SwordBeach, frame: Landing) -> None:
    state.set(fact.unassaulted, state.beachheads, "SB-11.2.3.2.a")


def assault(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    """SB-11.2.3.2.a: every unit stacked there takes part, one that drifted in from the air included."""
    state.set(fact.unassaulted, Hexes(state.unassaulted & ~(1 << hex_)), "SB-J34")
    force = tuple(units_in(state, hex_, ALLIED))
    state.call(Assault(attacker=ALLIED, hex=hex_, attackers=force), "SB-11.2.3.2.a")


ASSAULTS = Phase(
    clause="SB-11.2.3.2.a",
    name="beach assaults",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Assault,
            units=(Screen("SB-11.2.3.2.a", "every beach has been assaulted", lambda state, frame: int(bool(state.unassaulted))),),
            hexes=(
                Screen("SB-11.2.3.2.a", "{hex} is no beach landing hex", lambda state, frame: state.beachheads, implied=True),
                Screen("SB-J34", "{hex} has no assault to come", lambda state, frame: state.unassaulted, last=True),
            ),
            apply=assault,
            open=lambda state, frame, ready: True,
        ),
    ),
    must=lambda state, frame: Ruling("SB-11.2.3.2.a", "every beach landing hex must be assaulted"),
)


def assault_losses(state: SwordBeach, frame: Assault) -> None:
    """SB-11.2.3.2.f, SB-J11"""
    if frame.result == "Ae":
        for unit in frame.attackers:
            eliminate(state, unit, "FM-7.6.1")
    elif state.options.beach_retreat == "reduces_all":
        for unit in frame.attackers:
            reduce(state, unit, "SB-11.2.3.2.f")


def beach_lost(state: SwordBeach, frame: Assault) -> bool:
    return not state.occupied[ALLIED] >> frame.hex & 1


def lose_beach(state: SwordBeach, frame: Assault) -> None:
    """SB-11.2.3.2.g"""
    state.set(fact.beachheads, Hexes(state.beachheads & ~(1 << frame.hex)), "SB-11.2.3.2.g")


ASSAULT = (
    Ask(
        clause="SB-11.2.3.2.b", name="Allied support fire", side=attacking, choices=attacker_support, apply=attacker_names,
        refuse=refuse_support(LIMIT, True),
    ),
    Ask(
        clause="SB-11.2.3.2.b", name="German support fire", side=defending, choices=defender_support, apply=defender_names,
        refuse=refuse_support(LIMIT, False),
    ),
    *FIRE,
    Auto(clause="SB-11.2.3.2.f", do=assault_losses, due=hurts("D2", "D3", "Ae")),
    Ask(clause="FM-7.6.2", name="loss", side=attacking, choices=loss_choices, apply=lose),
    Auto(clause="SB-11.2.3.2.g", do=lose_beach, due=beach_lost),
)  # fmt: skip


def begin(state: SwordBeach, frame: Landing) -> None:
    state.set(fact.turn, 1, "FM-4.1.1")
    state.set(fact.stack, (Turn(),), "FM-4.1.1")


LANDINGS = (  # SB-11.2.a: in this order, before GT 1
    RECORDING,
    Auto(clause="SB-J25", do=fill_cups),
    # SB-11.2.1 amphibious
    BEACHHEADS,
    ASSAULT_UNITS,
    Auto(clause="SB-11.2.1.2.b", do=overflow),
    Auto(clause="SB-11.2.1.3", do=clear_markers),
    # SB-11.2.2 airborne, steps 1 to 7
    DROP_ZONE,
    DESIGNATION,
    Auto(clause="SB-11.2.2.3.a", do=begin_drop),
    Chance(clause="SB-11.2.2.3.a", name="airborne drop", outcomes=dropping, apply=drop, about=what_drop),
    Auto(clause="SB-11.2.2.4.a", do=terrain_losses, due=terrain_first),
    Auto(clause="SB-11.2.2.4.c", do=count_crowds),
    CROWDS,
    Auto(clause="SB-11.2.2.4.a", do=terrain_losses, due=terrain_last),
    Auto(clause="SB-11.2.2.5", do=reveal),
    FIGHTS,
    Auto(clause="SB-11.2.2.7.a", do=flip_drop_zones),
    # SB-11.2.3 raid and assaults
    RAID,
    Chance(clause="SB-11.2.3.1.a", name="commando raid", outcomes=raiding, apply=resolve_raid, about=lambda state, frame: "the commando raid"),
    RAID_MOVE,
    Auto(clause="SB-J31", do=stands, due=lambda state, frame: COMMANDO & state.on_map and not shared(state, frame)),
    FIGHTS,
    Auto(clause="SB-11.2.3.2.a", do=list_assaults),
    ASSAULTS,
    Auto(clause="FM-4.1.1", do=begin),
)
