"""How Marshal judges a line of units: what it holds, what it can attack, and what the enemy can do to it
next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from grognard.core.hexes import members
from grognard.games.sword_beach.board import GRID, LAND, NEAR, crt_line, hexside
from grognard.games.sword_beach.combat import COUNTS_AS_ARMOR, COUNTS_AS_INFANTRY
from grognard.games.sword_beach.movement import reach_table
from grognard.games.sword_beach.pieces import (
    AIRBORNE,
    ALLIED,
    ATTACK,
    COMMANDO,
    ENEMY,
    GERMAN,
    MOBILE,
    OF_SIDE,
    SIDES,
)
from grognard.games.sword_beach.position import Combat, SwordBeach
from grognard.games.sword_beach.tables import BENEFIT
from grognard.games.sword_beach.verbs import zoc

from .craft import CAEN_NORTH, defender_in
from .fights import (
    WORTH,
    Results,
    Stakes,
    answer,
    fire,
    flak,
    heaviest,
    nameable,
    results,
    stakes,
    sum_of,
    value,
)
from .ground import Ground, Still, Weight, hex_value, posted, progress
from .rear import Roamers, exposed, room_ashore, still_at_sea, within_reach

ANY_NORTH = CAEN_NORTH.bit_length() - 1
LINES = {hex_: crt_line(hex_) for hex_ in members(LAND)}
RIVERS = {(a, b): kind for a in members(LAND) for b in members(NEAR[a] & LAND) if (kind := hexside(a, b))}
LOST = 200.0  # the last beachhead: sudden death (SB-13.0.a)
AFLOAT, AFLOAT_LATER = 8.0, 5.0  # a unit that cannot land when it is due; no room for those who come later
BARE, ALL_BARE = 6.0, 40.0  # a beachhead Germans can walk into, and if they all are
OPEN_DOOR, LAST_DOOR, A_WAY_OUT = (
    2.0,
    40.0,
    10.0,
)  # an unguarded beachhead in reach; if all are unguarded: all in reach, or not
LEAST = float("-inf")
CLEARLY = 1e-6  # so much below another worth is less, however the figures are rounded
MARKERS = 0.3  # of the thrift, for the markers any attack draws
Options = list[tuple[int, list[int]]]  # enemy hexes, each with the units that could attack it


class Blow(NamedTuple):
    """An attack somebody could make: what it is worth to him, where, with whom, with which markers and
    chances.
    """

    worth: float
    hex: int
    force: tuple[int, ...]
    fire: str
    chances: Results


class Temper(NamedTuple):
    """How the parts of a judgement are weighed."""

    ground: Weight
    blows: float = 1.0  # attacks of one's own that are to hand
    fear: float = 0.7  # attacks the enemy will have
    their_nerve: float = 0.0  # in those, how much its losses count to the enemy; 0: as much as one's own
    their_enough: float = 0.0  # what they must promise the enemy, where `their_nerve` is given
    their_grind: float = 0.0  # as `grind` of a weight, likewise
    hole: float = 0.8  # a northern hex of Caen anybody can walk into
    keep: float = 0.0  # the same as a part of `fear`, if that is more: what is left is surely lost
    beaches: float = 10.0  # a beachhead
    cut: float = 3.0  # an Allied unit that could be cut off from the beaches
    gap: float = 2.5  # a hex of the Orne's bank nobody watches, while something behind is in danger
    thin: float = 14.0  # a guard of the beaches that is wanting
    tries: float = 1.0  # first drafts of a plan that are made better, without a clock
    refuges: float = 0.0  # hexes towards home tried for each unit
    rests: float = 0.0  # hexes out of contact tried for a unit that is relieved in Caen
    hold: float = 0.0  # of its prize, a northern hex of Caen that is one's own, empty or not


class Judge:
    """Judges one position again and again while a plan is tried on it. Fights once weighed are remembered."""

    def __init__(self, state: SwordBeach, side: str, temper: Temper) -> None:
        self.state, self.side, self.enemy, self.temper = state, side, ENEMY[side], temper
        self.weight = temper.ground
        self.theirs = as_the_enemy(temper)
        self.fire = {one: heaviest(nameable(state, one)) for one in SIDES}
        self.answer = {one: answer(state, one) for one in SIDES}
        reading = state.options.mechanized_counts_as
        self.armor, self.foot = COUNTS_AS_ARMOR[reading], COUNTS_AS_INFANTRY[reading]
        self.roamers = Roamers(state) if side == ALLIED else None  # enemies stand still while a plan is made
        self.at_sea = still_at_sea(state) if side == ALLIED else (0, 0)
        self._blows: dict[object, Blow] = {}
        self._worths: dict[object, float] = {}
        self.still = Still(state, side, self.weight)  # so do they
        self.count = 0  # positions judged
        self.thorough = False

    def weight_of(self, side: str) -> Weight:
        """How an attack of a side is weighed: as that side weighs it."""
        return self.weight if side == self.side else self.theirs

    # -- one fight

    def blow(self, side: str, hex_: int, units: Sequence[int], free: int, near: bool) -> Blow:
        """The best attack on a hex with some of these units. `free`: hexes a beaten defender can step back
        into.
        """
        state = self.state
        defender = defender_in(state, hex_, ENEMY[side])
        flees = bool(NEAR[hex_] & free)
        key: object
        if near:
            units, at = one_of_each_stack(state, units), state.at
            key = (hex_, defender, flees, *units, -1, *[at[u] for u in units])
        else:
            key = (hex_, defender, flees, *units)
        found = self._blows.get(key)
        if found is None:
            found = self._blows[key] = self._weigh(side, hex_, defender, units, flees, near)
        return found

    def _weigh(
        self, side: str, hex_: int, defender: int, units: Sequence[int], flees: bool, near: bool
    ) -> Blow:
        state, weight = self.state, self.weight_of(side)
        prize = hex_value(state, side, hex_, weight)
        exact = self.thorough and near
        # of a northern hex, the first step of its defender is a part
        more = progress(state, hex_, weight) if side == ALLIED else 0.0
        at_stake = (
            stakes(state, hex_, defender, prize, more)
            if exact
            else quick_stakes(state, defender, prize, flees, more)
        )
        ours = self.fire[side]
        known = fire(state, side, ours, self.answer[ENEMY[side]], flak(state, side, hex_))
        best = Blow(-99.0, hex_, (), ours, {})
        for force in self.forces(side, units, near):
            line = self.line(hex_, force) if near else LINES[hex_]
            chances = results(line, sum_of(state, force, defender), self.shift(side, force), known)
            extra = posted(state, weight) if exact else 0.0
            worth = value(chances, at_stake, force, state, weight.nerve, extra) - MARKERS * weight.thrift
            if worth > best.worth:
                best = Blow(worth, hex_, force, ours, chances)
        return best

    def forces(self, side: str, units: Sequence[int], near: bool) -> Iterable[tuple[int, ...]]:
        """Which of these units to send: every combination if `thorough`, else a few sizes, the strongest
        first.
        """
        count = len(units)
        if self.thorough and near:
            return (force for size in range(1, count + 1) for force in combinations(units, size))
        sizes = {count, (count + 1) // 2, min(count, 3), min(count, 4)}
        return (self.mixed(units, size) if side == ALLIED else tuple(units[:size]) for size in sizes)

    def line(self, hex_: int, force: Sequence[int]) -> str:
        """FM-7.4.1, FM-7.4.2"""
        ground, at = LINES[hex_], self.state.at
        kinds = {RIVERS.get((at[unit], hex_)) for unit in force}
        if not kinds or None in kinds:
            return ground
        return max((ground, "bridge" if "bridge" in kinds else "river"), key=BENEFIT.__getitem__)

    def shift(self, side: str, force: Sequence[int]) -> int:
        """SB-11.2.8.a"""
        if side == GERMAN:
            return 0
        units = sum(1 << unit for unit in force)
        return 0 if units & self.armor and units & self.foot else -1

    def mixed(self, units: Sequence[int], size: int) -> tuple[int, ...]:
        """The strongest so many, but with infantry beside armour where both are there."""
        force = list(units[:size])
        if 1 < size < len(units):
            for kind in (self.armor, self.foot):
                if not any(kind >> u & 1 for u in force):
                    force[-1] = next((u for u in units[size:] if kind >> u & 1), force[-1])
        return tuple(force)

    # -- all fights of a turn

    def offensive(self, side: str, options: Options, near: bool) -> list[Blow]:
        """The attacks a side would make, each unit in one only: the best first, then what the others can
        still do.
        """
        free = self.free_of(side)
        found: list[Blow] = []
        open_ = [(self.blow(side, hex_, units, free, near), units) for hex_, units in options]
        enough = self.weight_of(side).enough
        while open_:
            best, _ = one = max(open_, key=lambda pair: pair[0].worth)
            if best.worth <= enough:
                break
            found.append(best)
            open_.remove(one)
            used = set(best.force)
            again = []
            for other, units in open_:
                if used.isdisjoint(units):
                    again.append((other, units))
                elif left := [unit for unit in units if unit not in used]:
                    again.append((self.blow(side, other.hex, left, free, near), left))
            open_ = again
        return found

    def best_offensive(self, options: Options) -> list[Blow]:
        """The set of attacks that is worth most together: any of them may come first, with all or some of its
        units.
        """
        sets = [self.offensive(self.side, options, True)]
        for hex_, units in options:
            for size in range(1, len(units)):
                chosen = self.mixed(units, size) if self.side == ALLIED else tuple(units[:size])
                first = self.blow(self.side, hex_, chosen, self.free_of(self.side), True)
                if first.worth <= self.weight.enough:
                    continue
                rest = [
                    (other, [u for u in all_ if u not in first.force])
                    for other, all_ in options
                    if other != hex_
                ]
                sets.append([first, *self.offensive(self.side, [one for one in rest if one[1]], True)])
        return max(sets, key=lambda blows: sum(one.worth for one in blows))

    def free_of(self, side: str) -> int:
        """Hexes without a side's units and zones: where its enemies can fall back."""
        state = self.state
        return state.land & ~state.occupied[side] & ~zoc(state, side)

    def at_hand(self, allowed: int = -1) -> Options:
        """Enemy hexes with the units that stand next to them and may attack."""
        state, side = self.state, self.side
        allowed &= ~state.fought & OF_SIDE[side]
        if mobile_phase(state):
            allowed &= MOBILE  # FM-4.1.8
        if state.turn == 1 and side == ALLIED:
            allowed &= COMMANDO
        found = []
        for hex_ in members(state.occupied[self.enemy] & GRID.near(state.occupied[side]) & ~state.attacked):
            units = [
                u
                for place in members(NEAR[hex_] & state.occupied[side])
                for u in members(state.here[place] & allowed)
            ]
            if units:
                units.sort(key=lambda u: (-ATTACK[u][state.steps[u]], u))
                found.append((hex_, units))
        return found

    def doomed(self, blow: Blow) -> int:
        """The defender, as a set, if he will rather fall than not."""
        unit = defender_in(self.state, blow.hex, self.enemy)
        chance = blow.chances.get("De", 0.0)
        if self.state.steps[unit] == 1:
            chance += blow.chances.get("D1", 0.0) + blow.chances.get("Ex", 0.0)
        return 1 << unit if chance > 0.5 else 0

    def coming(self, doomed: int = 0) -> tuple[Options, int]:
        """What the enemy can attack in his next turn, with whom; and all the hexes he can walk into."""
        state, enemy = self.state, self.enemy
        table = reach_table(state, self.side)
        ride = within_reach(state, self.roamers) if self.roamers is not None and self.roamers.number else 0
        ranges, all_ = [], 0
        for unit in members(
            OF_SIDE[enemy] & ~doomed & (state.on_map | state.waiting if enemy == GERMAN else state.on_map)
        ):
            at = state.at[unit]
            if state.turn == 0 or (
                state.turn == 1 and enemy == ALLIED and (AIRBORNE | state.landed) >> unit & 1
            ):
                continue
            # who moves twice may fight in the Mobile Combat Phase
            hexes = ride if MOBILE >> unit & 1 and ride else table.hexes(unit, at)
            all_ |= hexes
            ranges.append((ATTACK[unit][state.steps[unit]], unit, hexes | 1 << at if at >= 0 else hexes))
        ranges.sort(reverse=True)
        found = []
        for hex_ in members(state.occupied[self.side]):
            slots = NEAR[hex_] & state.land & ~state.occupied[self.side]
            units = [unit for _, unit, hexes in ranges if hexes & slots][: slots.bit_count()]
            if units:
                found.append((hex_, units))
        return found, all_

    # -- the whole

    def threat(self) -> Blow | None:
        """The attack of the enemy's next turn that is worth most to it, if any is worth its risk."""
        options, _ = self.coming()
        return max(self.offensive(self.enemy, options, False), key=lambda blow: blow.worth, default=None)

    def holes(self, reach: int) -> float:
        """What the enemy can simply walk into: Caen for both, the beaches for the German."""
        state, temper = self.state, self.temper
        hole = max(temper.hole, temper.keep * temper.fear)
        prize = hole * hex_value(state, self.side, ANY_NORTH, self.weight)
        if self.side == GERMAN:
            return prize * (CAEN_NORTH & ~state.occupied[GERMAN] & ~state.allied_cities & reach).bit_count()
        found = prize * (CAEN_NORTH & state.allied_cities & ~state.occupied[ALLIED] & reach).bit_count()
        bare = state.beachheads & ~state.occupied[ALLIED]
        if bare & reach:
            found += OPEN_DOOR
            if bare == state.beachheads:
                found += LAST_DOOR if not bare & ~reach else A_WAY_OUT
        return found

    def in_hand(self) -> float:
        """What the northern hexes of Caen that the side has are worth (SB-13.0.c): one that a unit has left
        stays its own until an enemy comes.
        """
        if not self.temper.hold:
            return 0.0
        ours = self.state.allied_cities if self.side == ALLIED else ~self.state.allied_cities
        prize = hex_value(self.state, self.side, ANY_NORTH, self.weight)
        return self.temper.hold * prize * (CAEN_NORTH & ours).bit_count()

    def exposure(self, more: int = 0) -> float:
        """What German mobile units could do behind the Allied line: walk into beaches, cut units off. `more`
        hexes are held too.
        """
        if self.roamers is None:
            return 0.0
        danger, temper = exposed(self.state, self.roamers, more), self.temper
        found = (
            temper.cut * danger.cut.bit_count()
            + BARE * danger.beaches.bit_count()
            + temper.gap * danger.gaps.bit_count()
            + temper.thin * danger.guards
        )
        if danger.beaches == self.state.beachheads:
            found += ALL_BARE
        return found * self.roamers.count

    def afloat(self) -> float:
        """What is lost by reinforcements that find no beach to land on."""
        soon, later = self.at_sea
        if not soon + later:
            return 0.0
        room = room_ashore(self.state)
        return AFLOAT * max(0, soon - room) + (AFLOAT_LATER if later and not room else 0.0)

    def worth(self, floor: float = LEAST) -> float:
        """A position in which the side has moved and is about to fight: higher is better for it. Where it can
        be seen early that this is less than `floor`, a figure between the two.
        """
        state = self.state
        key = (*state.at, state.landed, state.allied_cities, state.beachheads)
        found = self._worths.get(key)
        if found is None:
            found = self._worth(floor - CLEARLY)
            if found >= floor - CLEARLY:
                self._worths[key] = found
        return found

    def _worth(self, floor: float) -> float:
        """The parts that cost most time come last; all that is still to come then only takes away."""
        state, temper = self.state, self.temper
        self.count += 1
        ground = Ground(state, self.side, self.weight, self.still)
        found = sum(
            [ground.place(unit, state.at[unit]) for unit in members(OF_SIDE[self.side] & state.on_map)]
        )
        blows = self.offensive(self.side, self.at_hand(), True)
        found += temper.blows * sum([one.worth for one in blows])
        found += (1 if self.side == ALLIED else -1) * temper.beaches * state.beachheads.bit_count()
        if not state.beachheads:
            found -= (1 if self.side == ALLIED else -1) * LOST
        found += self.in_hand() - self.afloat()
        if found < floor:
            return found
        found -= self.exposure()
        if found < floor:
            return found
        threatened, reach = self.coming(sum([self.doomed(one) for one in blows]))
        found -= temper.fear * sum([one.worth for one in self.offensive(self.enemy, threatened, False)])
        return found - self.holes(reach)


def as_the_enemy(temper: Temper) -> Weight:
    """How the enemy is taken to weigh its attacks. A careful side that takes the enemy for as careful as
    itself sees no threat in attacks that a bold enemy makes every turn.
    """
    if not temper.their_nerve:
        return temper.ground
    return temper.ground._replace(
        nerve=temper.their_nerve, enough=temper.their_enough, grind=temper.their_grind
    )


def mobile_phase(state: SwordBeach) -> bool:
    """Whether the next attacks are those of mobile units alone (FM-4.1.8)."""
    frame = state.stack[-1]
    return frame.mobile if isinstance(frame, Combat) else "mobile" in state.step.name


def one_of_each_stack(state: SwordBeach, units: Sequence[int]) -> Sequence[int]:
    """SB-11.2.4.d: one unit of a stack attacks a hex, the first of those given; the others attack
    elsewhere.
    """
    at = state.at
    places = {at[unit] for unit in units}
    if len(places) == len(units):
        return units
    return [unit for n, unit in enumerate(units) if at[unit] not in [at[other] for other in units[:n]]]


def quick_stakes(state: SwordBeach, defender: int, hex_: float, flees: bool, progress: float = 0.0) -> Stakes:
    """As `fights.stakes`, with a glance at the hexes around instead of the whole way back."""
    steps, worth = state.steps[defender], WORTH[defender]
    step, all_ = worth[steps] - worth[steps - 1] + (progress if steps == 2 else 0.0), worth[steps]
    flee = hex_ + (0.7 if flees else all_)
    back = min(flee, step) if steps == 2 else flee
    return Stakes(step, steps == 1, all_, (back, back), (True, True), hex_)


class Share(NamedTuple):
    """What things add to the Allied chances (as log odds), fitted to games of Fusilier against itself with
    varied weights.
    """

    allied: float  # a point of Allied strength on the map
    allied_near: float  # the same within three hexes of northern Caen, on top
    german_far: float
    german_near: float
    held: float  # a northern hex of Caen
    allied_in: float  # a unit in one
    german_in: float
    all_four: float


SHARES = (
    (4, Share(0.028, 0.002, -0.006, -0.030, 0.00, 0.00, 0.00, 0.0)),
    (8, Share(0.022, 0.008, -0.010, -0.030, 0.05, 0.03, -0.08, 0.0)),
    (12, Share(0.015, 0.018, -0.010, -0.024, 0.20, 0.05, -0.22, 0.0)),
    (15, Share(0.020, 0.015, -0.010, -0.023, 0.24, 0.10, -0.20, 0.1)),
    (99, Share(0.020, 0.015, -0.014, -0.022, 0.26, 0.22, -0.20, 0.4)),
)
WON, BEACH, NO_BEACH, NO_GUARD = 7.0, 0.3, 6.0, 0.4
NEAR_CAEN = GRID.within(CAEN_NORTH, 3)


def balance(state: SwordBeach) -> float:
    """The whole position, after a turn, as the log odds that the Allied side wins (but for a constant)."""
    if state.won:
        return WON if state.won[0] == ALLIED else -WON
    share = next(share for turn, share in SHARES if state.turn <= turn)
    at, steps, found = state.at, state.steps, 0.0
    for unit in members(state.on_map):
        near, worth = NEAR_CAEN >> at[unit] & 1, WORTH[unit][steps[unit]]
        if OF_SIDE[ALLIED] >> unit & 1:
            found += worth * (share.allied + near * share.allied_near)
        else:
            found += worth * (share.german_near if near else share.german_far)
    held = (CAEN_NORTH & state.allied_cities).bit_count()
    allied, german = state.occupied[ALLIED], state.occupied[GERMAN]
    found += (
        held * share.held
        + (CAEN_NORTH & allied).bit_count() * share.allied_in
        + (CAEN_NORTH & german).bit_count() * share.german_in
    )
    found += share.all_four * (held == 4)
    if not state.beachheads:
        found -= NO_BEACH
    return found + BEACH * state.beachheads.bit_count() - (0.0 if state.beachheads & allied else NO_GUARD)
