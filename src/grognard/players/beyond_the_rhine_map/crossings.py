"""The Rhine bridges as the staff sees them: raids that come from out of sight, and guards against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.core.caching import once_a_position
from grognard.core.choices import Choices
from grognard.core.hexes import Hex, members
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.acting import MOVEMENT, has_fuel, shown_side
from grognard.games.beyond_the_rhine.campaign.board import GRID, NEAR, overland
from grognard.games.beyond_the_rhine.campaign.bridges import PONTOONS, WATCHED
from grognard.games.beyond_the_rhine.campaign.movement import reach, reach_in
from grognard.games.beyond_the_rhine.campaign.odds import taken
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    COMBAT,
    GERMAN,
    MOVE,
    NAMES,
    OF_SIDE,
    PIECES,
)
from grognard.games.beyond_the_rhine.campaign.position import Battle, Campaign, fact, units_in
from grognard.games.beyond_the_rhine.campaign.strength import bars, sum_of
from grognard.games.beyond_the_rhine.campaign.supply import tokens_for
from grognard.games.beyond_the_rhine.campaign.verbs import capable, steps_left
from grognard.games.beyond_the_rhine.campaign.victory import last_turn, objectives, terms
from grognard.games.beyond_the_rhine.campaign.waters import BLOWN, banks, terrain_now, unchecked
from grognard.games.beyond_the_rhine.campaign.zones import occupied, unnegated
from grognard.games.beyond_the_rhine.fights import results
from grognard.games.beyond_the_rhine.series import OVERRUN_MP
from grognard.games.beyond_the_rhine.terrain import SIXTHS

from .ground import bares_a_key, is_rear, leaves_a_hole, room
from .rear import Proposal

WEAK = 2  # steps: more on a bridge are not overrun
CHANCE = 0.4  # the least chance that a raid gets onto the bridge
GUARD = 3  # steps that keep a raid off
FERRY = 3  # hexes: a bridging brigade so near comes in time


def ends(state: Campaign) -> list[int]:
    """Western ends of the bridges of which nothing is decided, while the Allies can still win one."""
    if not state.bridge_checks or "bridge_points" not in terms(state):
        return []
    return sorted({banks(name)[0] for name in unchecked(state)})


def _held_by(state: Campaign, hex_: int) -> int:
    """The German steps in a hex."""
    return sum(steps_left(state, u) for u in members(units_in(state, hex_, GERMAN)))


@once_a_position
def keep_off(state: Campaign, side: str) -> int:
    """BTR-ocs.bridge.blow-own: hexes from which the Germans would see the Allies coming and blow a bridge
    that is weakly held.
    """
    if side != ALLIED or state.turn > last_turn(state) - 2:
        return 0
    points = objectives(state)  # those are gone for in any case
    weak = [hex_ for hex_ in ends(state) if _held_by(state, hex_) <= WEAK and hex_ not in points]
    return GRID.within(sum(1 << hex_ for hex_ in weak), WATCHED) if weak else 0


# ---------------------------------------------------------------- the raid


class Raid(NamedTuple):
    """A unit that goes next to a bridge and overruns its guard, or onto it where no unit stands."""

    chance: float
    unit: int
    mode: str
    start: int  # the hex it overruns from, or the bridge itself
    bridge: int


def raid(state: Campaign, actions: Choices, side: str) -> Proposal:
    """BTR-ocs.bridge.check: the best raid of this moment, in all its steps: mode, fuel, move, overrun."""
    if side != ALLIED or state.phase != MOVEMENT or not ends(state):
        return None
    if (proposal := _go_on(state, actions)) is not None:
        return proposal
    for plan in sorted(_raids(state), key=lambda r: (-r.chance, r.unit, r.mode)):
        if (proposal := _next(state, actions, plan)) is not None:
            return proposal
    return None


def _go_on(state: Campaign, actions: Choices) -> Proposal:
    """A unit that has come next to a bridge overruns its guard."""
    for unit in members(state.group & capable(state)):
        for hex_ in ends(state):
            over = verbs.Overrun(NAMES[unit], GRID.name[hex_])
            if state.spent[unit] and NEAR[hex_] >> state.at[unit] & 1 and over in actions:
                return over, "the guard of the bridge is overrun before it can be blown"
    return None


def _next(state: Campaign, actions: Choices, plan: Raid) -> Proposal:
    name = NAMES[plan.unit]
    if state.mode[plan.unit] != plan.mode:
        turn = verbs.Mode(name)
        return (turn, f"{plan.mode} side up for a raid on a bridge") if turn in actions else None
    if not has_fuel(state, plan.unit):
        fuel = verbs.Fuel(name)
        return (fuel, "fuel for a raid on a bridge over the Rhine") if fuel in actions else None
    if plan.start == state.at[plan.unit]:
        over = verbs.Overrun(name, GRID.name[plan.bridge])
        return (over, f"{plan.chance:.0%} to get onto the bridge") if over in actions else None
    go = verbs.Move(name, GRID.name[plan.start])
    return (go, f"{plan.chance:.0%} to get onto the bridge before it is blown") if go in actions else None


def _raids(state: Campaign) -> Iterator[Raid]:
    able = capable(state) & OF_SIDE[ALLIED] & ~(state.done | state.reserve | state.stopped)
    for unit in members(able):
        if state.spent[unit] or state.dg >> unit & 1:
            continue
        modes = (COMBAT, MOVE) if not state.turned >> unit & 1 else (state.mode[unit],)
        for mode in modes:
            yield from _raids_of(state, unit, mode)


def _raids_of(state: Campaign, unit: int, mode: str) -> Iterator[Raid]:
    hexes = reach_in(state, unit, mode)
    for bridge in ends(state):
        held = _held_by(state, bridge)
        if not held and hexes >> bridge & 1:
            yield Raid(1.0, unit, mode, bridge, bridge)
        elif 0 < held <= WEAK and tokens_for(state, ALLIED, state.at[unit]) > steps_left(state, unit):
            for start in members((hexes | 1 << state.at[unit]) & NEAR[bridge]):
                chance = _chance(state, unit, mode, start, bridge)
                if chance >= CHANCE:
                    yield Raid(chance, unit, mode, start, bridge)


def _price(state: Campaign, unit: int, mode: str, start: int, bridge: int) -> int:
    """BTR-ocs.overrun.cost"""
    mobility = PIECES[unit].faces[mode].mobility
    step = overland(terrain_now(state), mobility, state.ground, start, bridge)
    return step + OVERRUN_MP * SIXTHS if step > 0 else 0


def _has_points(state: Campaign, unit: int, mode: str, start: int, bridge: int) -> bool:
    """Whether a unit that goes next to a bridge has the points of the overrun left."""
    shown, price = PIECES[unit].faces[mode], _price(state, unit, mode, start, bridge)
    if state.at[unit] == start:
        return 0 < price <= shown.allowance * SIXTHS
    stops = shown.mobility == "truck" and unnegated(state, ALLIED) >> start & 1
    return price > 0 and not stops and bool(reach_in(state, unit, mode, price) >> start & 1)


def _chance(state: Campaign, unit: int, mode: str, start: int, bridge: int) -> float:
    """The chance that the overrun leaves the bridge empty if its guard stands; 0: it has not the points."""
    if not _has_points(state, unit, mode, start, bridge):
        return 0.0
    ghost = state.copy()
    ghost.set_at(fact.at, unit, Hex(start), "BTR-ocs.move.order")
    ghost.set_at(fact.mode, unit, mode, "BTR-ocs.mode.choose")
    if bars(ghost, unit, bridge, overrun=True):
        return 0.0
    defenders = tuple(members(units_in(state, bridge, GERMAN)))
    frame = Battle(side=ALLIED, hex=bridge, attackers=(unit,), backed=defenders, overrun=True)
    return float(taken(results(sum_of(ghost, frame)), _held_by(state, bridge))[0])


# ---------------------------------------------------------------- over the river without a bridge


def ferry(state: Campaign, actions: Choices, side: str) -> Proposal:
    """BTR-game.1_10.pontoon: where a bridging brigade is near a blown bridge, Infantry goes over it, so that
    the brigade can lay its own.
    """
    if side != ALLIED or state.phase != MOVEMENT or "east_bank" not in terms(state):
        return None
    brigades = [state.at[u] for u in members(PONTOONS & state.on_map)]
    for name, what in state.bridges:
        west, east = banks(name)
        if what != BLOWN or units_in(state, east, ALLIED) or not _is_near(west, brigades):
            continue
        for unit in sorted(
            members(units_in(state, west, ALLIED)), key=lambda u: -shown_side(state, u).strength
        ):
            if (proposal := _over(state, actions, unit, east)) is not None:
                return proposal
    return None


def _over(state: Campaign, actions: Choices, unit: int, east: int) -> Proposal:
    """Combat Mode, in which Infantry goes on foot, then over."""
    why, turn = "a foothold over the Rhine, for a bridge to be laid", verbs.Mode(NAMES[unit])
    if state.mode[unit] == MOVE and reach_in(state, unit, COMBAT) >> east & 1 and turn in actions:
        return turn, why
    go = verbs.Move(NAMES[unit], GRID.name[east])
    return (go, why) if go in actions else None


def _is_near(west: int, brigades: Sequence[int]) -> bool:
    return any(GRID.within(1 << west, FERRY) >> at & 1 for at in brigades)


# ---------------------------------------------------------------- the guard


def guard(state: Campaign, actions: Choices, side: str) -> Proposal:
    """A unit that stands joins every weak guard of a bridge, and one stands behind every blown bridge."""
    if side != GERMAN or state.phase != MOVEMENT:
        return None
    for hex_, steps in [(hex_, GUARD) for hex_ in ends(state)] + [(hex_, 1) for hex_ in far_ends(state)]:
        if _held_by(state, hex_) >= steps:
            continue
        units = _guards(state, hex_)
        for unit in sorted(units, key=lambda u: (not has_fuel(state, u), shown_side(state, u).strength, u)):
            if (proposal := _stand(state, actions, unit, hex_)) is not None:
                return proposal
    return None


def far_ends(state: Campaign) -> list[int]:
    """BTR-game.1_10.pontoon: eastern ends of blown bridges to which the Allies are near: Infantry that
    crosses there opens the way for a bridge.
    """
    if "bridge_points" not in terms(state):
        return []
    allies = occupied(state, ALLIED)
    blown = [banks(name) for name, what in state.bridges if what == BLOWN]
    return sorted(east for west, east in blown if GRID.within(1 << west, FERRY) & allies)


def _guards(state: Campaign, hex_: int) -> Iterator[int]:
    posts = {*ends(state), *far_ends(state)}
    for unit in members(state.on_map & OF_SIDE[GERMAN] & ~(state.done | state.reserve)):
        if is_rear(unit) or state.spent[unit] or steps_left(state, unit) < 2 or state.at[unit] in posts:
            continue
        if leaves_a_hole(state, GERMAN, unit) or bares_a_key(state, GERMAN, unit):
            continue
        if reach(state, unit) >> hex_ & 1 and room(state, unit, hex_, GERMAN):
            yield unit


def _stand(state: Campaign, actions: Choices, unit: int, hex_: int) -> Proposal:
    if not has_fuel(state, unit):
        fuel = verbs.Fuel(NAMES[unit])
        return (fuel, "fuel for the guard of a bridge") if fuel in actions else None
    go = verbs.Move(NAMES[unit], GRID.name[hex_])
    return (go, "a guard for the bridge that a raid cannot overrun") if go in actions else None
