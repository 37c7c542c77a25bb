"""Plans for a movement phase: a place for every unit, tried together on a copy and made better as long as
there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from random import Random
from typing import NamedTuple

from grognard.core.hexes import OFF, Hex, members
from grognard.games.sword_beach.board import GRID, NEAR
from grognard.games.sword_beach.movement import reach_table
from grognard.games.sword_beach.pieces import ALLIED, ATTACK, DEFENSE, ENEMY, GERMAN
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.verbs import place

from .craft import CAEN_NORTH, distance
from .ground import Ground, Still
from .ideas import Idea
from .judgement import Judge, Temper
from .rear import BANK

Goals = dict[int, int]  # unit -> hex, OFF for one that is still to come
RELIEFS, MORE_RELIEFS = 4, 5  # units tried in the place of one that is relieved
# a unit that looks for a refuge: how much it fears, and where it looks
WARY, HOME = 1.0, {ALLIED: "beaches", GERMAN: "city"}
STAY = 0.2  # a move must gain more than this
MAX_BARS, BARS_TRIED, BARRERS_TRIED, SMALL = (
    4,
    4,
    2,
    1.0,
)  # of the search for posts that close the way to the beaches


THE_LINE = "the line as it stands"  # every unit begins where it is
THE_GROUND = "the ground"  # each unit to the hex that is worth most to it


class Plan(NamedTuple):
    worth: float
    goals: Goals
    idea: str
    stance: Idea | None = None  # how its turn is fought, if it came from an idea
    played: bool = False  # its worth comes from playing on, and not from the judgement alone


class Planner:
    """One phase of one side. Enemies stand still meanwhile, so where a unit can go does not depend on the
    others.
    """

    def __init__(
        self, state: SwordBeach, side: str, temper: Temper, rng: Random, more: Callable[[], bool]
    ) -> None:
        self.start, self.side, self.temper, self.rng, self.more = state, side, temper, rng, more
        table = reach_table(state, ENEMY[side])
        self.units = [unit for pick, unit, places in state.legal_actions().groups if pick is not None]
        self.reach = {unit: table.hexes(unit, state.at[unit]) for unit in self.units}
        self.after = state.copy()
        self.judge = Judge(self.after, side, temper)
        self.goals: Goals = {unit: state.at[unit] for unit in self.units}
        homeward = temper.ground._replace(aim=HOME[side], hit=0.0)
        wary = [homeward._replace(fear=fear) for fear in (WARY, 0.0)]
        self.homeward = [(weight, Still(state, side, weight)) for weight in wary]
        self.posts = GRID.spread(BANK) | GRID.within(
            state.beachheads, 2
        )  # from where the way to the beaches can be closed

    def ground(self) -> Ground:
        """The ground as the plan stands now."""
        return Ground(self.after, self.side, self.temper.ground, self.judge.still)

    # -- changing the plan

    def put(self, unit: int, hex_: int) -> None:
        if hex_ != self.goals[unit]:
            place(self.after, unit, Hex(hex_), "")
            self.goals[unit] = hex_

    def reset(self, goals: Goals) -> None:
        """Lays the plan out anew."""
        self.after._unwind(0)
        self.goals = {unit: self.start.at[unit] for unit in self.units}
        for unit, hex_ in goals.items():
            if hex_ != OFF:
                self.put(unit, hex_)

    def free(self, unit: int) -> int:
        return self.reach[unit] & ~self.after.occupied[self.side]

    # -- making plans

    def greedy(self) -> None:
        """Everybody to the best place by the ground alone, whoever gains most first.

        What a unit gained before others moved is taken for an upper bound, so that few are worked out again.
        """
        ground = self.ground()
        waiting = [(-self._gain(unit, ground)[0], unit) for unit in self.units]
        heapify(waiting)
        while waiting:
            bound, unit = heappop(waiting)
            gain, to = self._gain(unit, ground)
            if gain <= STAY:
                continue
            if waiting and -waiting[0][0] > gain + 1e-9 and gain < -bound:
                heappush(waiting, (-gain, unit))
                continue
            self.put(unit, to)
            ground = self.ground()

    def _gain(self, unit: int, ground: Ground) -> tuple[float, int]:
        """What a unit gains by going to the best place that is free, and where that is."""
        here = self.goals[unit]
        stay = ground.at(unit, here) if here != OFF else -99.0
        best, to = ground.best(unit, self.free(unit), stay + STAY)
        return (best - stay if to >= 0 else STAY), to

    def concentrate(self, target: int) -> None:
        """All who can, next to one enemy: the strongest first, each where the fewest others could go."""
        slots = NEAR[target] & self.after.land & ~self.after.occupied[ENEMY[self.side]]
        units = [unit for unit in self.units if (self.reach[unit] | 1 << max(self.start.at[unit], 0)) & slots]
        units.sort(key=lambda u: (-ATTACK[u][self.start.steps[u]], u))
        for unit in units:
            if self.goals[unit] != OFF and slots >> self.goals[unit] & 1:
                continue
            open_ = self.free(unit) & slots
            if open_:
                ground = self.ground()
                self.put(unit, max(members(open_), key=lambda hex_: ground.at(unit, hex_)))

    def bar(self, best: float) -> float:
        """Units put where they close the way to the beaches, as long as the whole gains by it."""
        for _ in range(MAX_BARS):
            now = self.judge.exposure()
            if now < SMALL or not self.more():
                break
            movers = [unit for unit in self.units if self.goals[unit] != OFF]
            open_ = 0
            for unit in movers:
                open_ |= self.free(unit)
            posts = sorted((self.judge.exposure(1 << hex_), hex_) for hex_ in members(open_ & self.posts))[
                :BARS_TRIED
            ]
            better = self._posted(movers, [hex_ for left, hex_ in posts if left < now - SMALL], best)
            if better <= best:
                break
            best = better
        return best

    def _posted(self, movers: list[int], posts: list[int], best: float) -> float:
        """The best of a few posts taken by the unit that is missed least where it stands."""
        ground, found = self.ground(), (best, -1, -1)
        for hex_ in posts:
            able = [unit for unit in movers if self.free(unit) >> hex_ & 1]
            able.sort(key=lambda unit: ground.at(unit, self.goals[unit]) - ground.at(unit, hex_))
            for unit in able[:BARRERS_TRIED]:
                mark = len(self.after.journal)
                place(self.after, unit, Hex(hex_), "")
                found = max(found, (self.judge.worth(found[0]), unit, hex_))
                self.after._unwind(mark)
        if found[1] >= 0:
            self.put(found[1], found[2])
        return found[0]

    def improve(self, best: float, choices: int) -> float:
        """One sweep: every unit tries its best other places."""
        order = list(self.units)
        self.rng.shuffle(order)
        ground = self.ground()
        for unit in order:
            now = self.goals[unit]
            here = self.start.at[unit]
            tries = ground.top(unit, self.free(unit), choices) + self.refuges(unit)
            if here != OFF and here != now and not self.after.occupied[self.side] >> here & 1:
                tries.append(here)
            keep = now
            for hex_ in tries:
                if not self.more():
                    break
                if self.temper.rests and hex_ != here and self.ties(unit, hex_):
                    continue
                mark = len(self.after.journal)
                place(self.after, unit, Hex(hex_), "")
                worth = self.judge.worth(best)
                self.after._unwind(mark)
                if worth > best + 1e-9:
                    best, keep = worth, hex_
            if keep != now:
                self.put(unit, keep)
                ground = self.ground()
            if not self.more():
                break
        return best

    def ties(self, unit: int, hex_: int) -> bool:
        """Whether a unit that goes to a hex would close a ring of units that take each other's places."""
        at, goals = self.start.at, self.goals
        moved = [other for other, to in goals.items() if other != unit and to != at[other] != OFF]
        left: Goals = {at[other]: goals[other] for other in moved}
        for _ in goals:
            if hex_ not in left:
                break
            hex_ = left[hex_]
        return hex_ == at[unit] != OFF

    def refuges(self, unit: int) -> list[int]:
        """Hexes towards home, for a wary unit and for one that only goes back: the ground alone would send it
        forward.
        """
        count = int(self.temper.refuges)
        if not count:
            return []
        grounds = [Ground(self.after, self.side, weight, still) for weight, still in self.homeward]
        return list(dict.fromkeys(hex_ for one in grounds for hex_ in one.top(unit, self.free(unit), count)))

    def relieve(self, best: float) -> float:
        """A northern hex of Caen changes hands: whoever is to stand there goes elsewhere, another comes
        in.
        """
        for hex_ in members(CAEN_NORTH & self.after.occupied[self.side]):
            inside = [unit for unit in self.units if self.goals[unit] == hex_]
            for unit in inside[:1]:
                best = self._exchange(unit, hex_, best)
        return best

    def _exchange(self, old: int, hex_: int, best: float) -> float:
        ground = self.ground()
        others = self._reliefs(old, hex_, ground)
        for to in self._ways_out(old, ground):
            for new in others:
                if not self.more() or self.start.at[new] == to:
                    continue
                mark, was = len(self.after.journal), dict(self.goals)
                self.put(old, to)
                self.put(new, hex_)
                worth = self.judge.worth(best)
                if worth > best + 1e-9:
                    return worth
                self.after._unwind(mark)
                self.goals = was
        return best

    def _reliefs(self, old: int, hex_: int, ground: Ground) -> list[int]:
        """Units that could take over a hex: the strongest in defense; with `rests`, those that have as many
        steps at least and are missed least where they stand.
        """
        steps = self.start.steps
        found = [u for u in self.units if u != old and self.reach[u] >> hex_ & 1 and self.start.at[u] != OFF]
        if not self.temper.rests:
            return sorted(found, key=lambda u: (-DEFENSE[u][steps[u]], u))[:RELIEFS]
        found = [u for u in found if steps[u] >= steps[old]]
        return sorted(found, key=lambda u: ground.at(u, self.goals[u]) - ground.at(u, hex_))[:MORE_RELIEFS]

    def _ways_out(self, unit: int, ground: Ground) -> list[int]:
        """Where a unit that is relieved may go: to the best hex, and to some out of contact near Caen."""
        quiet = members(self.free(unit) & ~self.judge.still.contact)
        quiet.sort(key=lambda hex_: (distance(CAEN_NORTH, hex_), -ground.at(unit, hex_)))
        found = ground.top(unit, self.free(unit), 1) + quiet[: int(self.temper.rests)]
        return list(dict.fromkeys(found))

    # -- the search

    def search(self, sweeps: int, choices: int, ideas: int = 2) -> list[Plan]:
        """Several ideas, the best so many made better in turn; the best first."""
        plans = [self._noted(THE_LINE)] if self.temper.refuges and OFF not in self.goals.values() else []
        self.greedy()
        base = dict(self.goals)
        plans.append(self._noted(THE_GROUND))
        for target in self.targets():
            if not self.more():
                break
            self.reset(base)
            self.concentrate(target)
            plans.append(self._noted(f"all against {self.after.grid.name[target]}"))
        plans.sort(key=lambda plan: -plan.worth)
        found = []
        for plan in plans[:ideas]:
            self.reset(plan.goals)
            worth = self.bar(plan.worth)
            for _ in range(sweeps):
                better = self.relieve(self.improve(worth, choices))
                if better <= worth or not self.more():
                    worth = better
                    break
                worth = better
            found.append(Plan(worth, unknotted(self.start.at, self.goals), plan.idea))
        return sorted([*found, *plans[ideas:]], key=lambda plan: -plan.worth)

    def consider(self, idea: Idea, choices: int, more: Callable[[], bool]) -> Plan:
        """The plan of an idea: made with its own weights, judged with the usual ones."""
        other = Planner(self.start, self.side, idea.adjust(self.temper), self.rng, more)
        other.greedy()
        worth = other.bar(other.judge.worth())
        if choices:
            other.relieve(other.improve(worth, choices))
        self.reset(other.goals)
        return Plan(self.judge.worth(), unknotted(self.start.at, other.goals), idea.words, idea)

    def _noted(self, idea: str) -> Plan:
        return Plan(self.judge.worth(), unknotted(self.start.at, self.goals), idea)

    def targets(self) -> list[int]:
        """Enemies some units can come next to, those of whom most is to be got first."""
        state, side = self.start, self.side
        found = []
        for hex_ in members(state.occupied[ENEMY[side]]):
            units = [
                u
                for u in self.units
                if (self.reach[u] | (1 << state.at[u] if state.at[u] >= 0 else 0)) & NEAR[hex_]
            ]
            if len(units) > 1:
                units.sort(key=lambda u: (-ATTACK[u][state.steps[u]], u))
                slots = NEAR[hex_] & state.land & ~state.occupied[ENEMY[side]]
                found.append((self.judge.blow(side, hex_, units[: slots.bit_count()], 0, False).worth, hex_))
        return [hex_ for worth, hex_ in sorted(found, reverse=True)[:6] if worth > 0]


def unknotted(start: Sequence[int], goals: Goals) -> Goals:
    """The plan without rings of units that would take each other's places: none could go first, and the same
    hexes are held if all stay.
    """
    found = dict(goals)
    leaving = {start[unit]: unit for unit, hex_ in goals.items() if start[unit] not in (OFF, hex_)}
    for first in list(leaving.values()):
        ring, unit = [first], leaving.get(found[first], -1)
        while unit >= 0 and unit not in ring:
            ring.append(unit)
            unit = leaving.get(found[unit], -1)
        if unit == first and len(ring) > 1:
            found |= {one: start[one] for one in ring}
    return found


def moves(state: SwordBeach, goals: Goals) -> Goals:
    """Those who have to move."""
    return {unit: hex_ for unit, hex_ in goals.items() if hex_ not in (state.at[unit], OFF)}
