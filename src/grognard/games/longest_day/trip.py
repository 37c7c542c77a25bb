"""TLD-S.3, S.4, S.16: how far a unit can go: everything a move of one unit depends on."""

from __future__ import annotations

from grognard.core.caching import once_a_position

from .arrivals import gates
from .board import LAND, LEAVE_ZOC
from .command import zone
from .days import NEVER
from .pieces import ALLIED, ALLOWANCE, ENEMY, ROAD_ONLY, SHY, SIDE
from .position import MINE, LongestDay
from .reach import Reach, one_step, search, trace_path


def hostile(state: LongestDay, side: str) -> int:
    """TLD-S.7, TLD-S.16: hexes the other side controls."""
    return LAND ^ state.control if side == ALLIED else state.control


def budget(state: LongestDay, unit: int, mechanized: bool) -> int:
    """Half points: halved without supply (TLD-B.3), and again in the Mechanized Movement Phase (TLD-S.3,
    S.12)."""
    whole = 2 * ALLOWANCE[unit]
    if state.short & MINE[unit]:
        whole //= 2
    return whole // 2 if mechanized else whole


def shut(state: LongestDay, unit: int) -> int:
    """Hexes closed to a unit: enemy combat units (supply units close nothing, TLD-B.8), and for HQs, guns and
    supply units enemy zones without a friend (TLD-S.4)."""
    enemy = ENEMY[SIDE[unit]]
    closed = state.held[enemy]
    if SHY & MINE[unit]:
        zones = zone(state, enemy)
        closed |= zones ^ zones & state.exerting[SIDE[unit]]
    return closed


class Trip:
    """Everything a move of one unit depends on."""

    __slots__ = (
        "_near",
        "_reach",
        "budget",
        "closed",
        "hostile",
        "no_entry",
        "road_only",
        "start",
        "starts",
        "stop",
    )

    def __init__(self, state: LongestDay, unit: int, mechanized: bool, heed_zoc: bool = True) -> None:
        side, mine = SIDE[unit], MINE[unit]
        foe = zone(state, ENEMY[side]) if heed_zoc else 0
        self.start = state.at[unit]
        self.closed = shut(state, unit) if heed_zoc and SHY & mine else state.held[ENEMY[side]]
        self.stop, self.hostile = foe, hostile(state, side)
        self.road_only = ROAD_ONLY & mine != 0
        self.budget = budget(state, unit, mechanized)
        self.no_entry = 0
        self._reach: Reach | None = None
        self._near = -1
        if self.start >= 0:
            self.starts: list[tuple[int, int]] = [(self.start, 0)]
            if foe >> self.start & 1:
                self.budget = max(0, self.budget - LEAVE_ZOC)
                self.no_entry = foe if mechanized else 0
        else:
            self.starts = [(h, cost if cost < NEVER else self.budget) for h, cost in gates(state, unit)]

    def hexes(self) -> int:
        """Where the unit can get to; one hex always (TLD-S.16)."""
        near, low = self.near()
        return near << low

    def near(self) -> tuple[int, int]:
        """The same moved down to where its search begins, and by how much."""
        if not self.starts:
            return 0, 0
        result = self._reach or self.reach()
        if self._near < 0:
            self._near = result.near
            if self.start >= 0:  # TLD-S.16
                self._near |= one_step(self.start, result, self.road_only, self.no_entry)
        return self._near, result.low

    def reach(self) -> Reach:
        if self._reach is None:
            self._reach = search(
                self.starts, self.budget, self.closed, self.stop, self.hostile, self.road_only, self.no_entry
            )
        return self._reach

    def path_to(self, goal: int) -> tuple[int, list[int]] | None:
        if not self.starts:
            return None
        reach = self.reach()
        result = trace_path(reach, self.starts, goal, self.budget, self.road_only, self.no_entry)
        if result is not None or self.start < 0 or goal < reach.low:
            return result
        beyond = one_step(self.start, reach, self.road_only, self.no_entry) >> goal - reach.low & 1
        return (self.budget, [goal]) if beyond else None


def reachable(state: LongestDay, unit: int, mechanized: bool) -> int:
    return trip_of(state, unit, mechanized).hexes()


@once_a_position
def trip_of(state: LongestDay, unit: int, mechanized: bool) -> Trip:
    """The trip of a unit, searched once in a position."""
    return Trip(state, unit, mechanized)
