"""What cannot be so in any fight, of a position written by hand: units off the map of the card, stacks that
no rule allows, riders on a vehicle that cannot carry them.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.ruling import Ruling

from ..board import DIRECTIONS, GRID
from ..pieces import SIDES
from . import riders, vehicles
from .forces import ADJECTIVE, BATTERIES, ENEMY, GUN_NAMES, GUN_SIDE, NAMES, SIDE, VEHICLE_NAMES, VEHICLE_SIDE
from .foxholes import PILLBOX, TRENCH
from .mission_areas import BARRAGE, RADIUS
from .observer import MODULE
from .obstacles import ROADBLOCK, WIRE
from .pillboxes import box_of, is_pillbox
from .position import BROKEN, MELEE, PIN, V_WRECK, Firefight
from .skirting import is_open
from .tables import GUNS, KINDS, SQUADS
from .terrain import BUILDINGS
from .units import everybody, excess, in_hex, is_good, name
from .verges import NONE, VERGES, hull_of

SIDE_OF = {row["id"]: row["side"] for row in SQUADS["mmc"]}
WORKS = {WIRE, TRENCH, *(f"{ROADBLOCK}{way}" for way in DIRECTIONS)}
MOST_OVER = 18  # squads over the limit: more than full Locations on all sides could bring by an advance

SHELL_FIGURES = 3  # of a fire for effect: FP, whole FP, and whether it hinders sight


def impossibilities(state: Firefight) -> list[Ruling]:
    """Everything in a position that no fight can come to."""
    if state.mover not in SIDES:
        return [Ruling("ASL-A.13", f"the side that moves is us or german, not {state.mover!r}")]
    strange = [*_weapons(state), *_prisoners(state), *_works(state), *_batteries(state), *_nobody(state)]
    return strange or [
        *_counters(state),
        *_numbers(state),
        *_places(state),
        *_stacks(state),
        *_vehicles(state),
        *_riders(state),
        *_pillboxes(state),
        *_standstill(state),
    ]


def _weapons(state: Firefight) -> Iterator[Ruling]:
    """ASL-A9: weapons are such as their side has; FF-O11: a Gun points at a hexspine."""
    for g, id_ in enumerate(state.gun_kind):
        if is_unknown(id_) or not id_:
            continue
        if (GUN_SIDE[g], id_) not in GUNS:
            yield Ruling("ASL-A9", f"{GUN_NAMES[g]}: {id_!r} is not a {ADJECTIVE[GUN_SIDE[g]]} weapon")
        if not 0 <= state.pointing[g] < 6:
            words = f"{GUN_NAMES[g]} points at a hexspine 0 to 5, not {state.pointing[g]}"
            yield Ruling("FF-O11", words)
        holder = state.holder[g]
        if not is_unknown(holder) and holder >= 0 and state.kind[holder] == "":
            yield Ruling("ASL-A4.44", f"{GUN_NAMES[g]} is held by {NAMES[holder]}, and there is no such unit")


def _prisoners(state: Firefight) -> Iterator[Ruling]:
    """ASL-A20.5: prisoners are units that there are; ASL-D3.4: so is an Armor Leader."""
    for unit, row in enumerate(state.captives):
        for id_ in () if is_unknown(row) else row.split():
            if id_ not in KINDS:
                yield Ruling("ASL-A20.5", f"{NAMES[unit]} guards {id_!r}, which is no unit of the firefight")
            elif SIDE_OF.get(id_, ENEMY[SIDE[unit]]) != ENEMY[SIDE[unit]]:
                yield Ruling("ASL-A20.5", f"{NAMES[unit]} guards {id_!r}, which is a unit of the same side")
    for vehicle, id_ in enumerate(state.commander):
        if not is_unknown(id_) and id_ and (id_ not in KINDS or not KINDS[id_].is_leader):
            yield Ruling("ASL-D3.4", f"{VEHICLE_NAMES[vehicle]}: {id_!r} is not an Armor Leader")


def _works(state: Firefight) -> Iterator[Ruling]:
    """ASL-B26, ASL-B27.5, ASL-B29: works are of kinds there are; ASL-B23.9: fortified is a building."""
    hidden = [row for rows in state.buried if not is_unknown(rows) for row in rows]
    for item, hex_ in (*state.works, *hidden):
        if item not in WORKS and not item.startswith(PILLBOX):
            yield Ruling("FF-IN", f"{item!r} in {GRID.name[hex_]} is no work of the firefight")
    for forts in (*state.fortified, *state.forts_found):
        for hex_ in () if is_unknown(forts) else members(forts & ~BUILDINGS):
            yield Ruling("ASL-B23.9", f"{GRID.name[hex_]} holds no building that could be fortified")


def _standstill(state: Firefight) -> Iterator[Ruling]:
    """FF-SEQ.1: the step a position stands at leaves its side something to decide."""
    if state.stack and state.to_move in SIDES and not state.legal_actions():
        yield Ruling("FF-SEQ.1", "there is nothing to decide in the step at which the position stands")


def _batteries(state: Firefight) -> Iterator[Ruling]:
    """ASL-C1.1, ASL-C1.7: a battery is of a module there is, and what its shells do is named."""
    for key, battery in enumerate(BATTERIES):
        id_, mission = state.module[key], state.mission[key]
        who = ADJECTIVE[battery]
        if not is_unknown(id_) and id_ and id_ not in MODULE:
            yield Ruling("ASL-C1.1", f"{id_!r} is no module of {who} artillery")
        if not is_unknown(mission) and mission not in ("", BARRAGE, *RADIUS):
            yield Ruling("ASL-C1.7", f"{mission!r} is no fire for effect of {who} artillery")
        elif mission == "" and state.shells[key]:
            yield Ruling("ASL-C1.7", f"{who} shells fall, and it is not said for what effect")
        if len(state.shells[key]) not in (0, SHELL_FIGURES):
            yield Ruling("ASL-C1.5", f"{who} shells have {SHELL_FIGURES} figures")


def _nobody(state: Firefight) -> Iterator[Ruling]:
    """ASL-A1.2, ASL-A7.308.none: what is on the map is a unit or a vehicle."""
    for names, kinds, places in (
        (NAMES, state.kind, state.at),
        (VEHICLE_NAMES, state.vehicle_kind, state.vehicle_at),
    ):
        for n, (kind, at) in enumerate(zip(kinds, places)):
            if not is_unknown(kind) and not is_unknown(at) and at >= 0 and not kind:
                yield Ruling("ASL-A1.2", f"{names[n]} is in {GRID.name[at]}, and it is not said what it is")


def _counters(state: Firefight) -> Iterator[Ruling]:
    """PHD-2.oob.ff: a side has its own squads, half-squads and crews."""
    for unit in everybody(state):
        id_ = state.kind[unit]
        if not is_unknown(id_) and SIDE_OF.get(id_, SIDE[unit]) != SIDE[unit]:
            yield Ruling("ASL-A1.2", f"{NAMES[unit]}: {id_} is no {ADJECTIVE[SIDE[unit]]} unit")


def _numbers(state: Firefight) -> Iterator[Ruling]:
    """FF-SEQ.2, ASL-A14, ASL-A26.22: a turn of the card, and no number below 0."""
    if state.turn < 0 or (state.turn > state.card.turns and not state.card.is_mission):
        yield Ruling("FF-SEQ.2", f"{state.scene} has turns 1 to {state.card.turns}, not {state.turn}")
    for words, clause, column in (
        ("the Sniper Activation Number", "ASL-A14", state.san),
        ("the number of Panzerfaust shots", "ASL-C13.311", state.fausts),
        ("the casualty points", "ASL-A26.22", state.points),
    ):
        for side, value in zip(SIDES, column, strict=True):
            if not is_unknown(value) and value < 0:
                yield Ruling(clause, f"{words} of the {ADJECTIVE[side]} side is {value}")


def _places(state: Firefight) -> Iterator[Ruling]:
    """FF-AREA: units and vehicles are within the area of the fight."""
    for unit in everybody(state):
        if state.at[unit] >= 0 and not state.card.places >> state.at[unit] & 1:
            at = GRID.name[state.at[unit]]
            yield Ruling("FF-AREA", f"{name(state, unit)} is in {at}, outside the area of {state.scene}")
    for vehicle, at_ in enumerate(state.vehicle_at):
        if at_ >= 0 and not state.card.area >> at_ & 1:
            words = (
                f"{vehicles.name(state, vehicle)} is in {GRID.name[at_]}, outside the area of {state.scene}"
            )
            yield Ruling("FF-AREA", words)


def _stacks(state: Firefight) -> Iterator[Ruling]:
    """ASL-A5.1: no hex takes so many units of a side."""
    for side in SIDES:
        for hex_ in sorted({state.at[u] for u in state.mustered[side] if state.at[u] >= 0}):
            over = excess(state, in_hex(state, side, hex_))
            if over > MOST_OVER:
                words = f"{ADJECTIVE[side]} units in {GRID.name[hex_]} are {over} squads over the limit"
                yield Ruling("ASL-A5.1", words)


def _vehicles(state: Firefight) -> Iterator[Ruling]:
    for vehicle, kind in enumerate(state.vehicle_kind):
        if is_unknown(kind) or not kind:
            continue
        if kind not in vehicles.MODEL:
            yield Ruling(
                "ASL-A7.308.none", f"{VEHICLE_NAMES[vehicle]}: {kind!r} is not a vehicle of the firefight"
            )
        for what, spine in (("hull", state.hull[vehicle]), ("turret", state.turret[vehicle])):
            if not 0 <= spine < 6:
                yield Ruling(
                    "FF-O11", f"{what} of {VEHICLE_NAMES[vehicle]} is a hexspine 0 to 5, not {spine}"
                )
        if (verge := state.verge[vehicle]) != NONE and not _may_sit(state, vehicle, verge):
            words = "is not on a clear hexside of woods or a building, with its hull along it"
            yield Ruling("ASL-D2.3", f"{VEHICLE_NAMES[vehicle]} {words}")


def _may_sit(state: Firefight, vehicle: int, verge: int) -> bool:
    at = state.vehicle_at[vehicle]
    if at < 0 or not 0 <= verge < VERGES or state.hull[vehicle] != hull_of(verge):
        return False
    return is_open(state, at, verge)


def _pillboxes(state: Firefight) -> Iterator[Ruling]:
    """ASL-B30: a pillbox is of a kind there is, and a foxhole of its hex says how many it holds."""
    own = [both for both in zip(state.buried, state.dug, strict=True) if not any(map(is_unknown, both))]
    hidden = [(row, dict(dug)) for rows, dug in own for row in rows]
    rows = [*((row, dict(state.foxholes)) for row in state.works), *hidden]
    for (item, hex_), holes in rows:
        if not item.startswith(PILLBOX):
            continue
        if not is_pillbox(item):
            yield Ruling("ASL-B30", f"{item} is not a pillbox such as pillbox.1+3+5.N-NE")
        elif holes.get(hex_) != box_of(item).squads:
            yield Ruling("ASL-B30", f"the pillbox in {GRID.name[hex_]} holds {box_of(item).squads} squads")


def _riders(state: Firefight) -> Iterator[Ruling]:
    """ASL-D6.2, ASL-D6.23: riders are unbroken units of the side, in the hex of a vehicle with a crew."""
    for vehicle in range(len(VEHICLE_NAMES)):
        aboard = vehicles.riders_of(state, vehicle)
        if aboard:
            yield from _aboard(state, vehicle, aboard)


def _aboard(state: Firefight, vehicle: int, aboard: tuple[int, ...]) -> Iterator[Ruling]:
    kind = vehicles.kind_of(state, vehicle)
    if kind not in vehicles.MODEL:
        yield Ruling(
            "ASL-D6.2", f"{VEHICLE_NAMES[vehicle]} is not a vehicle of this fight, and no unit rides it"
        )
        return
    who = vehicles.name(state, vehicle)
    on_map = state.vehicle_at[vehicle] >= 0
    if vehicles.has(state, vehicle, V_WRECK) or (on_map and not vehicles.is_manned(state, vehicle)):
        yield Ruling("ASL-D6.2", f"{who} has no crew that drives it, and no unit rides it")
    for unit in aboard:
        yield from _rider(state, vehicle, unit)
    known = [u for u in aboard if state.kind[u]]
    if len(known) == len(aboard) and not riders.has_room(state, vehicle, ()):
        weight = sum(riders.weight(state, u) for u in aboard)
        most = vehicles.model(state, vehicle).riders
        yield Ruling("ASL-D6.2", f"riders of {who} count {weight} portage points; it carries {most}")


def _rider(state: Firefight, vehicle: int, unit: int) -> Iterator[Ruling]:
    who = vehicles.name(state, vehicle)
    if SIDE[unit] != VEHICLE_SIDE[vehicle] or not state.kind[unit]:
        yield Ruling("ASL-D6.2", f"{NAMES[unit]} is not a unit of the side that could ride {who}")
        return
    if state.at[unit] != state.vehicle_at[vehicle]:
        yield Ruling("ASL-D6.2", f"{name(state, unit)} rides {who}, and is not in its hex")
    if state.flags[unit] & (BROKEN | PIN | MELEE) or not is_good(state, unit):
        words = f"{name(state, unit)} is broken, pinned or in Melee, and rides no vehicle"
        yield Ruling("ASL-D6.23", words)
