"""Control, casualties and the end of the fight."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.hexes import Hexes, members

from ..board import GRID
from ..pieces import GERMAN, SIDES, US
from . import vehicles
from .forces import ADJECTIVE, ENEMY
from .position import BROKEN, MELEE, Firefight, fact
from .units import captives, has, in_bypass, in_hex, is_armed, is_good, kind, known, number, on_map


def in_building(state: Firefight, side: str, hex_: int) -> list[int]:
    """ASL-A26.14: the units of a side in a hex and on the upper level of its building."""
    found = in_hex(state, side, hex_)
    return found + in_hex(state, side, GRID.upper[hex_]) if hex_ in GRID.upper else found


def _holds(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-A26.11, ASL-A26.13, ASL-A26.15: an armed Good Order squad or half-squad there, not in bypass, and
    no armed enemy, hidden or not.
    """
    mine = any(_takes(state, u) for u in in_building(state, side, hex_))
    armed = any(vehicles.is_armed(state, v) for v in vehicles.in_hex(state, ENEMY[side], hex_))  # ASL-A26.12
    return mine and not armed and not _denied(state, ENEMY[side], hex_)


def update_control(state: Firefight) -> None:
    held = int(state.control)
    for hex_ in members(state.card.goals):
        if _holds(state, US, hex_):
            held |= 1 << hex_
        elif _holds(state, GERMAN, hex_):
            held &= ~(1 << hex_)
    if held != state.control:
        gained = GRID.names(held & ~state.control)
        lost = GRID.names(state.control & ~held)
        state.set(fact.control, Hexes(held), "ASL-A26.11")
        for who, names in (("US", gained), ("German", lost)):
            for name in names:
                state.note("ASL-A26.14", "the {} side controls {}", who, name, kind="control")


def mop_control(state: Firefight, hexes: Iterable[int]) -> None:
    """ASL-A12.153: a building that was mopped up belongs to who moves."""
    goals = state.card.goals & sum(1 << h for h in hexes)
    if state.card.is_mission:
        for hex_ in members(goals & ~state.held[number(state.mover)]):
            _take(state, number(state.mover), hex_, "ASL-A12.153")
        return
    held = state.control | goals if state.mover == US else state.control & ~goals
    if held != state.control:
        state.set(fact.control, Hexes(held), "ASL-A12.153")
        for name in GRID.names(goals):
            state.note("ASL-A12.153", "the {} side controls {}", ADJECTIVE[state.mover], name, kind="control")


# ---------------------------------------------------------------- control in a TM Scenario


def update_held(state: Firefight) -> None:
    """PHD-C2.CTRL, ASL-A26.11: a side takes a Tactical Location or intersection with an armed Good Order
    squad or half-squad where no armed enemy is, hidden or not.
    """
    for n, side in enumerate(SIDES):
        open_ = (state.card.goals | state.held[1 - n]) & ~state.held[n]
        for hex_ in sorted({GRID.ground_of(state.at[u]) for u in on_map(state, side) if _takes(state, u)}):
            if open_ >> hex_ & 1 and not _denied(state, ENEMY[side], hex_):
                _take(state, n, hex_, "PHD-C2.CTRL")


def _takes(state: Firefight, unit: int) -> bool:
    """ASL-A26.11: riders are not Infantry."""
    passes = in_bypass(state, unit) or vehicles.is_riding(state, unit)
    return not kind(state, unit).is_single and is_good(state, unit) and not passes


def _denied(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-A26.11: an armed enemy there, a heroic leader among them."""
    return any(is_armed(state, u) for u in in_building(state, side, hex_))


def _take(state: Firefight, n: int, hex_: int, clause: str) -> None:
    state.set_at(fact.held, n, Hexes(state.held[n] | 1 << hex_), clause)
    state.set_at(fact.held, 1 - n, Hexes(state.held[1 - n] & ~(1 << hex_)), clause)
    state.set(fact.control, state.held[number(US)], clause)
    state.note(clause, "the {} side controls {}", ADJECTIVE[SIDES[n]], GRID.name[hex_], kind="control")


def check_victory(state: Firefight) -> None:
    """FF-VC.2: with all buildings and fewer than 20 points against it the US side wins at once. Where units
    in a zone decide nothing is decided before the end.
    """
    if state.won or not state.turn or state.card.zone:
        return
    if state.card.is_mission:
        update_held(state)
        return
    update_control(state)
    if not state.card.goals & ~state.control and state.points[number(GERMAN)] < state.card.most_points:
        end(state, US)


def counts(state: Firefight, unit: int) -> bool:
    """FF-VC.1: unbroken units in the zone, no crews; FF-VC.3, FF-R11, FF-R12: those in Good Order; FF-VC.4:
    of them squads and half-squads.
    """
    at = state.at[unit]
    if at < 0 or not state.card.zone >> GRID.ground_of(at) & 1 or has(state, unit, BROKEN):
        return False
    if kind(state, unit).type == "crew" or vehicles.is_riding(state, unit):
        return False
    if state.card.squads_only and kind(state, unit).is_single:
        return False
    if has(state, unit, MELEE) and state.options.melee_counts_unbroken == "no":
        return False
    return is_good(state, unit) or not state.card.in_order


def zone_points(state: Firefight) -> int:
    """FF-VC.1, FF-VC.3, FF-VC.4: what the US units in the zone are worth, as far as a seat knows them."""
    own = state.viewer in (None, US)
    units = on_map(state, US) if own else known(state, GERMAN)
    infantry = sum(kind(state, unit).points for unit in units if counts(state, unit))
    return infantry + sum(_worth(state, v) for v in vehicles.on_map(state, US))


def _worth(state: Firefight, vehicle: int) -> int:
    """FF-VC.3: a vehicle in the zone that can move and whose gun works, with its crew."""
    fit = vehicles.can_drive(state, vehicle) and vehicles.has_gun(state, vehicle)
    there = state.card.zone >> state.vehicle_at[vehicle] & 1
    if state.card.clause != "FF-VC.3" or not fit or not there:
        return 0
    return vehicles.model(state, vehicle).points + int(vehicles.CREW["points"])


def judge_end(state: Firefight) -> str:
    """The winner after the last turn; FF-VC.1, FF-VC.5: prisoners are not among the points that bar the
    US win.
    """
    if not state.card.zone:
        return ENEMY[state.card.first_move]
    taken = sum(one.points for guard in on_map(state, GERMAN) for one in captives(state, guard))
    lost = state.points[number(GERMAN)] - taken
    barred = bool(state.card.most_points) and lost >= state.card.most_points
    return US if zone_points(state) >= state.card.least and not barred else GERMAN


def end(state: Firefight, winner: str) -> None:
    clause = state.card.clause
    state.set(fact.won, (winner, "victory", clause), clause)
    state.note(clause, "the {} side wins", "US" if winner == US else "German", kind="result")
    state.set(fact.stack, (), clause)
