"""Task forces of the staff: which units go for which of the hexes that count, and who waits in reserve."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.choices import Choices
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.acting import MOVEMENT, shown_side
from grognard.games.beyond_the_rhine.campaign.board import GRID, closed_to
from grognard.games.beyond_the_rhine.campaign.modes import markers
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ALLIED,
    ATTACKERS,
    ENEMY,
    FIGHTERS,
    GERMAN,
    OF_SIDE,
    UNIT,
)
from grognard.games.beyond_the_rhine.campaign.position import Campaign, hexes_of
from grognard.games.beyond_the_rhine.campaign.verbs import holds
from grognard.games.beyond_the_rhine.campaign.victory import terms
from grognard.games.beyond_the_rhine.campaign.waters import TAKEN, banks, bridges_of
from grognard.games.beyond_the_rhine.campaign.zones import occupied

from .ground import distance, is_rear, is_rough, keys
from .manner import manner
from .rear import Proposal, of_kind

ODDS = 2.5  # own strength that is sent for each point of strength that holds a hex
LEAST = 8.0  # strength that is sent in any case
NEAR_KEY = 1  # hexes around a key whose enemies hold it
RESERVE_STRENGTH = 3  # the least strength of a unit that waits in reserve
RESERVE_NEAR = 5  # hexes to the enemy
Needs = list[tuple[int, float]]  # hexes with the strength that goes there


def open_keys(state: Campaign, side: str) -> set[int]:
    """The key hexes a side does not hold; of those closed to it none."""
    shut = closed_to(state.scenario, side, state.at_start)
    return {hex_ for hex_ in keys(state) if not (holds(state, side) | shut) >> hex_ & 1}


def strength(state: Campaign, side: str, hex_: int, radius: int) -> float:
    """The strength of a side around a hex."""
    near, total = GRID.within(1 << hex_, radius), 0.0
    for unit in members(state.on_map & OF_SIDE[side] & FIGHTERS):
        if near >> state.at[unit] & 1:
            total += shown_side(state, unit).strength
    return total


def share_out(state: Campaign) -> dict[int, int]:
    """The key each Allied unit goes for: every open key gets the nearest units until they are enough for it;
    units that are left over have no task and go for the nearest.
    """
    units = {u for u in members(state.on_map & OF_SIDE[ALLIED] & ATTACKERS) if not is_rear(u)}
    tasks: dict[int, int] = {}
    for key, needed in _bridgeheads(state) + _aims(state):
        for unit in sorted(units, key=lambda u: (distance(1 << key, state.at[u]), u)):
            if needed <= 0:
                break
            needed -= shown_side(state, unit).strength
            tasks[unit] = key
            units.discard(unit)
    return tasks


def _aims(state: Campaign) -> Needs:
    """The open keys, the nearest and dearest first."""
    mine = occupied(state, ALLIED)
    aims = sorted(open_keys(state, ALLIED), key=lambda k: (distance(mine, k) - keys(state)[k], k))
    return [(key, _needed(state, key)) for key in aims]


def _needed(state: Campaign, key: int) -> float:
    held = strength(state, GERMAN, key, NEAR_KEY)
    return max(LEAST, ODDS * held * (1.5 if is_rough(key) else 1.0))


def _bridgeheads(state: Campaign) -> Needs:
    """BTR-ocs.win.count: where a standing bridge counts while a unit is over it, some go over."""
    rule = terms(state).get("bridge_points")
    if not rule or "further" in rule:
        return []
    return [(banks(name)[1], LEAST) for name in bridges_of(state) if dict(state.bridges).get(name) == TAKEN]


# ---------------------------------------------------------------- reserves


def reserve(state: Campaign, actions: Choices, side: str, busy: frozenset[int]) -> Proposal:
    """Mobile units that no attack of this phase needs wait in reserve, and go where a hole has opened."""
    if state.phase != MOVEMENT:
        return None
    marked = hexes_of(state, state.reserve & OF_SIDE[side] & state.on_map)
    full = marked.bit_count() >= min(manner().reserves, markers(state, side))
    spare = list(_spare(state, actions, side, busy))
    for action in spare:
        if marked >> state.at[UNIT[action.unit]] & 1:
            return action, "it waits with the others in reserve"
    if full or not spare:
        return None
    best = max(spare, key=lambda a: (_waiting(state, spare, state.at[UNIT[a.unit]]), a.unit))
    return best, "a reserve goes through the hole that the attacks make"


def _waiting(state: Campaign, spare: list[verbs.Reserve], hex_: int) -> int:
    """The strength that one marker would hold in a hex."""
    units = [UNIT[a.unit] for a in spare]
    return sum(shown_side(state, u).strength for u in units if state.at[u] == hex_)


def _spare(state: Campaign, actions: Choices, side: str, busy: frozenset[int]) -> Iterator[verbs.Reserve]:
    enemy = occupied(state, ENEMY[side])
    for action in of_kind(state, actions, verbs.Reserve):
        unit = UNIT[action.unit]
        shown = shown_side(state, unit)
        if unit in busy or not ATTACKERS >> unit & 1 or shown.mobility == "leg" or state.exploit >> unit & 1:
            continue
        if shown.strength >= RESERVE_STRENGTH and distance(enemy, state.at[unit]) <= RESERVE_NEAR:
            yield action
