"""SB-11.2.2: the airborne landing, and the attack of units that drop on a German unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from msgspec.structs import replace

from grognard.core.after_combat import result_is
from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, Hexes, members, set_of
from grognard.core.procedure import (
    DIE,
    NO_OUTCOME,
    Ask,
    Auto,
    Outcomes,
    Phase,
    Pick,
    Screen,
    Step,
    open_if_any,
)
from grognard.core.ruling import Ruling

from . import verbs
from .arrivals import absent, names
from .board import GRID, KIND_OF, ZONE, landing_hazard
from .combat import FIRE, LOSS, attacking, losses, needs_defender, only_defender
from .fire import attacker_names, drop_support, refuse_support
from .pieces import AIRBORNE, ALLIED, GERMAN, GLIDER, LABEL, NAMES, OF_SIDE, UNIT, display_name, read
from .position import DropAttack, Landing, SwordBeach, fact
from .retreat import retreat
from .verbs import (
    Lose,
    Roll,
    eliminate,
    hexes_of,
    occupy,
    place,
    reduce,
    require_land_hex,
    units_at,
    units_in,
    zoc,
)

# ---------------------------------------------------------------- SB-11.2.2: the drop


class DropRow(TypedDict):
    """landing.toml: what the die of a unit that drops does."""

    rolls: list[int]
    loss: str
    drifts: bool
    clause: str


DROP = read("landing.toml")["drop"]
DROP_RESULT: dict[int, DropRow] = {face: row for row in DROP["result"] for face in row["rolls"]}


def put_drop_zone(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    state.add(fact.drop_zones, 1 << hex_, "SB-11.2.2.1")


def no_more_zones(state: SwordBeach, frame: Landing, _: int, hex_: int) -> str:
    count = state.options.drop_zone_markers
    return f"{'the drop zone marker is' if count == 1 else f'all {count} drop zone markers are'} placed"


def no_drop_zone(state: SwordBeach, frame: Landing, _: int, hex_: int) -> str:
    """SB-11.2.2.1: the one condition a hex fails: its terrain, its row, or its side of the Orne."""
    name, kind = GRID.name[hex_], KIND_OF[hex_]
    if kind in ("beach", "woods", "sea", "city"):
        return (
            f"{name} is {'an all-sea' if kind == 'sea' else f'a {kind}'} hex; the drop zone may not be in one"
        )
    if int(name[:2]) <= LAST_ROW:
        return f"{name} is not north of the {LAST_ROW:02}xx row"
    return f"{name} is not east of the Orne"


LAST_ROW = int(DROP["north_of_row"])  # SB-11.2.2.1
DROP_ZONE: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.2.1",
    name="drop zone",
    title="placing the drop zone marker",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Dropzone,
            units=(
                Screen(
                    "SB-J3",
                    no_more_zones,
                    lambda state, frame: state.drop_zones.bit_count() < state.options.drop_zone_markers,
                ),
            ),
            hexes=(
                Screen(
                    "SB-11.2.2.1", no_drop_zone, lambda state, frame: ZONE["drop_zone_eligible"] & state.land
                ),
                Screen("SB-11.2.2.1", "{hex} has a drop zone marker", lambda state, frame: ~state.drop_zones),
            ),
            apply=put_drop_zone,
            open=open_if_any,
        ),
    ),
    must=lambda state, frame: (
        None if state.drop_zones else Ruling("SB-11.2.2.1", "the drop zone marker must be placed")
    ),
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
    require_land_hex(state, hex_)
    state.set_at(fact.at, unit, hex_, "SB-11.2.2.2")


def not_dropping(state: SwordBeach, frame: Landing, unit: int, hex_: int) -> Ruling:
    """Why a unit does not drop: it is not airborne, it has dropped, or it is lost."""
    if not AIRBORNE >> unit & 1:
        return Ruling("SB-11.2.2.2", f"{LABEL[unit]} is not an airborne unit; those are {names(AIRBORNE)}")
    if state.at[unit] >= 0:
        return Ruling("SB-11.2.2.2", f"{LABEL[unit]} is placed, in {GRID.name[state.at[unit]]}")
    return absent(state, unit) or Ruling("SB-11.2.2.2", f"{LABEL[unit]} is not waiting to drop")


DESIGNATION: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.2.2",
    name="airborne designation",
    title="placing the airborne units",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Designate,
            names=NAMES,
            units=(
                Screen(
                    "SB-11.2.2.2",
                    not_dropping,
                    lambda state, frame: AIRBORNE & ~state.on_map,
                    decisive=True,
                ),
            ),
            hexes=(
                Screen(
                    "SB-11.2.2.2", "{hex} is not in or next to the drop zone", near_drop_zone, implied=True
                ),
                Screen(
                    "SB-J35", "the terrain of {hex} is closed to {unit}, as agreed", designation, last=True
                ),
                Screen(
                    "SB-11.2.2.2",
                    "{hex} holds a unit; only one may be placed in a hex",
                    lambda state, frame: ~state.occupied[ALLIED],
                ),
            ),
            apply=designate,
        ),
    ),
    must=lambda state, frame: Ruling("SB-11.2.2.2", f"{names(AIRBORNE & ~state.on_map)} must be placed"),
)


def begin_drop(state: SwordBeach, frame: Landing) -> None:
    state.update("SB-11.2.2.3.a", to_drop=tuple(members(AIRBORNE & state.on_map)))


def dropping(state: SwordBeach, frame: Landing) -> Outcomes:
    return DIE if frame.to_drop or frame.drifting >= 0 else NO_OUTCOME


def what_drop(state: SwordBeach, frame: Landing) -> str:
    return (
        f"the drift of {LABEL[frame.drifting]}"
        if frame.drifting >= 0
        else f"the drop of {LABEL[frame.to_drop[0]]}"
    )


def drop(state: SwordBeach, frame: Landing, action: Roll) -> None:
    """SB-11.2.2.3: one unit's die, applied before the next unit's."""
    if frame.drifting >= 0:
        return drift(state, frame, action.face)
    unit, row = frame.to_drop[0], DROP_RESULT[action.face]
    if row["loss"] == "eliminated" and not GLIDER >> unit & 1:
        eliminate(state, unit, row["clause"])
    elif row["loss"]:
        reduce(state, unit, row["clause"])
    elif row["drifts"]:
        state.note(row["clause"], "{} drifts without loss", LABEL[unit])
    else:
        state.note(row["clause"], "{} lands in {}", LABEL[unit], GRID.name[state.at[unit]])
    drifting = unit if row["drifts"] else -1
    state.replace(replace(frame, to_drop=frame.to_drop[1:], drifting=drifting), "SB-11.2.2.3.a")
    return None


def drift(state: SwordBeach, frame: Landing, face: int) -> None:
    """SB-11.2.2.3.f: 1 west, then clockwise; off the map or out of bounds SB-J4."""
    unit = frame.drifting
    goal = GRID.step(state.at[unit], face - 1)
    barred = goal != OFF and not (state.land | ZONE_SEA) >> goal & 1
    if goal != OFF and not barred:
        state.set_at(fact.at, unit, goal, "SB-11.2.2.3.f")
    elif state.options.drift_off_map == "eliminated":
        eliminate(state, unit, "SB-J4")
    else:
        state.note(
            "SB-J4", "{} would drift off the map and lands in {}", LABEL[unit], GRID.name[state.at[unit]]
        )
    state.replace(replace(frame, drifting=-1), "SB-11.2.2.3.f")


ZONE_SEA = set_of(h for h in GRID.name if landing_hazard(h) == "eliminate")


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
    crowds = []
    for hex_ in members(hexes_of(state, AIRBORNE)):
        units = units_in(state, hex_, ALLIED)
        dropped = sum(AIRBORNE >> unit & 1 for unit in units)
        excess = dropped - (dropped == len(units))
        if excess:
            crowds.append((hex_, 1 if state.options.crowded_drop == "once" else excess))
    if crowds:
        state.update("SB-11.2.2.4.c", crowded=tuple(crowds))


def crowd(state: SwordBeach, frame: Landing) -> int:
    """The units among which the next loss falls; SB-J6."""
    if not frame.crowded:
        return 0
    units = units_at(state, OF_SIDE[ALLIED], 1 << frame.crowded[0][0])
    if state.options.uneven_pair == "full_unit":
        full = set_of(unit for unit in members(units) if state.steps[unit] == 2)
        return full or units
    return units


def lose_in_crowd(state: SwordBeach, frame: Landing, unit: int, _: Hex) -> None:
    reduce(state, unit, "SB-11.2.2.4.c")
    (hex_, due), *rest = frame.crowded
    left = ((hex_, due - 1),) if due > 1 and units_in(state, hex_, ALLIED) else ()
    state.replace(replace(frame, crowded=(*left, *rest)), "SB-11.2.2.4.c")


CROWDS: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.2.4.c",
    name="units in one hex",
    title="loss of units in one hex",
    side=ALLIED,
    picks=(
        Pick(
            verb=Lose,
            names=NAMES,
            units=(
                Screen(
                    "SB-11.2.2.4.c", "{unit} does not share a hex with another unit that dropped there", crowd
                ),
            ),
            apply=lose_in_crowd,
            open=open_if_any,
        ),
    ),
    must=lambda state, frame: Ruling(
        "SB-11.2.2.4.c", f"one of the units in {GRID.name[frame.crowded[0][0]]} must be reduced"
    ),
)


def reveal(state: SwordBeach, frame: Landing) -> None:
    """SB-11.2.2.5: the record becomes public; SB-11.2.3.2.h: no German unit is on a beach."""
    for unit, hex_ in state.record:
        if state.steps[unit]:  # a lenient table may have set up a unit that has been eliminated since
            place(state, unit, hex_, "SB-11.2.2.5")
    state.set(fact.record, (), "SB-11.2.2.5")
    state.set(fact.hot_beaches, Hexes(state.beachheads & zoc(state, GERMAN)), "SB-J34")


# --------------------------------------------- SB-11.2.2.6: the attack of units that dropped on a German unit


def shared(state: SwordBeach, frame: object) -> int:
    return state.occupied[ALLIED] & state.occupied[GERMAN]


def fight(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    """SB-11.2.2.6.b, SB-J8"""
    alone = state.options.pair_on_german == "one_by_one"  # then the Allied player says who goes first
    force = () if alone else tuple(units_in(state, hex_, ALLIED))
    state.call(DropAttack(attacker=ALLIED, hex=hex_, attackers=force), "SB-11.2.2.6.a")


def who_goes_first(state: SwordBeach, frame: DropAttack) -> Sequence[Action]:
    """SB-J8, turned round: one unit attacks at a time."""
    return () if frame.attackers else [verbs.Join(NAMES[unit]) for unit in units_in(state, frame.hex, ALLIED)]


def goes_first(state: SwordBeach, frame: DropAttack, action: verbs.Join) -> None:
    state.update("SB-J8", attackers=(UNIT[action.unit],))


def refuse_first(state: SwordBeach, frame: DropAttack, action: verbs.Join) -> list[Ruling]:
    """SB-11.2.2.6.b: no unit of another hex takes part; SB-J8: who attacks is asked once."""
    if UNIT[action.unit] in units_in(state, frame.hex, ALLIED):
        return [Ruling("SB-J8", f"the units in {GRID.name[frame.hex]} attack together; none is named")]
    return [
        Ruling(
            "SB-11.2.2.6.b",
            f"{display_name(action.unit)} is not in {GRID.name[frame.hex]}; only the units in that hex take"
            " part",
        )
    ]


FIGHTS: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.2.6.a",
    name="attacks of units down on a German",
    title="attacks of units that dropped on a German unit",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Fight,
            units=(
                Screen(
                    "SB-11.2.2.6.a",
                    "no Allied unit shares a hex with a German unit",
                    lambda state, frame: int(bool(shared(state, frame))),
                ),
            ),
            hexes=(Screen("SB-11.2.2.6.a", "{hex} does not hold units of both sides", shared, last=True),),
            apply=fight,
            open=open_if_any,
        ),
    ),
    must=lambda state, frame: Ruling(
        "SB-11.2.2.6.a", f"the units in {' and '.join(GRID.names(shared(state, frame)))} must attack at once"
    ),
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


DROP_ATTACK: tuple[Step[SwordBeach, DropAttack], ...] = (
    Ask(
        clause="SB-J8",
        name="who attacks first",
        title="choice of the unit that attacks first",
        side=attacking,
        choices=who_goes_first,
        apply=goes_first,
        takes=(verbs.Join,),
        names=NAMES,
        refuse=refuse_first,
    ),
    Auto(clause="SB-11.2.2.6.b", do=only_defender, due=needs_defender),
    Ask(
        clause="SB-11.2.2.6.c",
        name="one marker",
        title="one support marker",
        side=attacking,
        choices=drop_support,
        apply=attacker_names,
        takes=(verbs.Support,),
        refuse=refuse_support(1, True),
    ),
    *FIRE,
    Auto(clause="FM-7.6.1", do=losses, due=result_is("D1", "Ex", "De", "A2", "Ae")),
    LOSS,
    Auto(clause="SB-11.2.2.6.e", do=ignores_zoc, due=result_is("D2", "D3")),
    Auto(clause="SB-11.2.2.6.f", do=swallowed, due=still_there),
)


def flip_drop_zones(state: SwordBeach, frame: Landing) -> None:
    """SB-11.2.2.7.a; and what is left of the drop holds the hexes it stands in (SB-J30)."""
    state.set(fact.drop_supply, True, "SB-11.2.2.7.a")
    occupy(state, ALLIED, hexes_of(state, AIRBORNE))
