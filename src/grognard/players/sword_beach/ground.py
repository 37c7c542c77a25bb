"""Where it is good to stand: the worth of a hex to a side, as the readable player sees it."""

from __future__ import annotations

from bisect import bisect_right, insort
from functools import lru_cache
from typing import NamedTuple

from grognard.core.hexes import members
from grognard.games.sword_beach.arrivals import ARRIVALS
from grognard.games.sword_beach.board import GRID, LAND, NEAR, crt_line
from grognard.games.sword_beach.odds import _faces, drawn, together
from grognard.games.sword_beach.pieces import (
    ALLIED,
    ATTACK,
    COMMANDO,
    DEFENSE,
    ENEMY,
    GERMAN,
    MOBILE,
    OF_SIDE,
)
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.supply import supplied
from grognard.games.sword_beach.tables import ALLOTMENT, BOUNDS, GUNS, THEIRS

from .aims import AIMS, INTRUDING, USUAL_AIM
from .craft import CAEN, CAEN_NORTH, FAR, distances
from .fights import WORTH

RING = GRID.near(CAEN_NORTH) & LAND & ~CAEN  # whoever stands here keeps the attacker away from Caen
GATES = GRID.near(CAEN_NORTH) & LAND & ~CAEN_NORTH  # from here northern Caen is attacked, and fed
OUTER = GRID.near(RING) & LAND & ~CAEN & ~RING
LINE_OF = {hex_: crt_line(hex_) for hex_ in members(LAND)}
LOWEST, HIGHEST = -15, 45
LEG_REACH, MOBILE_REACH = 4, 6  # from how far a unit threatens a hex, about


# who sits on a beach by land bars it (SB-J38)
LAST_LANDING = max(arrival.turn for arrival in ARRIVALS if arrival.side == ALLIED)
USUAL_PRIZES = tuple(6 * (1 + turn / 8) for turn in range(40))


class Weight(NamedTuple):
    """What things are worth to a player, in points of strength (a full brigade is about 13)."""

    near: float = 1.0  # a hex nearer to what is wanted
    post: float = 9.0  # standing in a northern hex of Caen
    ring: float = 3.0  # standing before it, as its defender
    take: float = 14.0  # entering one that is the enemy's
    beach: float = 5.0  # guarding a threatened beach, or taking one
    guard: float = 10.0  # the only guard of any beach
    hit: float = 1.0  # chances to attack
    fear: float = 0.5  # chances to be attacked
    supply: float = 6.0
    enough: float = 0.6  # what an attack must promise
    nerve: float = 1.0  # how much own losses count
    thrift: float = 1.0  # how dear markers are held
    prizes: tuple[float, ...] = USUAL_PRIZES  # a northern hex of Caen won or lost in a fight, by turn
    ahead: float = 0.0  # how much of that counts for where units stand
    raid: float = 0.0  # hexes by which a weakly guarded coast seems nearer to German mobile units than Caen
    riders: bool = False  # however the coast is guarded
    landing: float = 6.0  # a beachhead taken from the Allies, while there are others
    doom: float = 60.0  # the last of them (SB-13.0.a)
    nuisance: float = 0.0  # an enemy next to a beachhead driven away
    grind: float = (
        0.0  # of what a northern hex of Caen is worth, the part won with the first step of its defender
    )
    stay: float = 0.0  # of what a northern hex is worth, the part lost with a step of the own unit in it
    rations: float = (
        0.0  # how much of a northern hex is lost with a unit in it that will starve; 0: only `supply` counts
    )
    hunt: float = 0.0  # attack over its defense with which an intruder is hunted; 0: by every unit
    key: float = 0.0  # an enemy driven from a hex next to northern Caen; 0: as any other ground there
    home: bool = False  # a beaten army thinks of its beaches alone
    rough: bool = False  # fights are weighed with the heaviest support fire alone: for a look ahead
    aim: str = USUAL_AIM  # the hexes that are wanted, by their name in `aims.py`


USUAL = Weight()

# --------------------------------------------- what a difference of strength is worth, with the usual markers


@lru_cache(maxsize=64)
def prospects(line: str) -> tuple[tuple[float, float], ...]:
    """For every differential before markers: steps the defender loses and steps the attacker loses, two
    markers a side.
    """
    bounds, faces = BOUNDS[line], _faces(line)
    fire = together(drawn(ALLOTMENT[GUNS], 2), drawn(ALLOTMENT[THEIRS], 2), -1)
    whole = sum(fire.values())
    found = []
    for sum_ in range(LOWEST, HIGHEST + 1):
        hurt = cost = 0.0
        for value, ways in fire.items():
            for result, number in faces[bisect_right(bounds, sum_ + value)].items():
                chance = ways / whole * number / 6
                hurt += chance * HURT.get(result, 0.0)
                cost += chance * COST.get(result, 0.0)
        found.append((hurt, cost))
    return tuple(found)


HURT = {"De": 2.0, "D1": 1.0, "Ex": 1.0, "D2": 0.9, "D3": 1.0}
COST = {"A1": 1.0, "Ex": 1.0, "A2": 2.5, "Ae": 5.0}


def prospect(line: str, sum_: int) -> tuple[float, float]:
    return prospects(line)[min(max(sum_, LOWEST), HIGHEST) - LOWEST]


# ------------------------------------------------- fields: figures for every hex, from where the enemy stands


@lru_cache(maxsize=64)
def menace(enemies: tuple[tuple[int, int, bool], ...]) -> dict[int, int]:
    """For every hex, the attack strength of the three strongest enemies that could come next to it."""
    found: dict[int, list[int]] = {}
    for attack, hex_, mobile in enemies:  # the strongest first
        for place in members(GRID.within(1 << hex_, MOBILE_REACH if mobile else LEG_REACH) & LAND):
            there = found.setdefault(place, [])
            if len(there) < 3:
                there.append(attack)
    return {hex_: sum(strengths) for hex_, strengths in found.items()}


def enemies_of(state: SwordBeach, side: str) -> tuple[tuple[int, int, bool], ...]:
    at, steps = state.at, state.steps
    units = members(OF_SIDE[ENEMY[side]] & state.on_map)
    return tuple(sorted(((ATTACK[u][steps[u]], at[u], bool(MOBILE >> u & 1)) for u in units), reverse=True))


Ranks = dict[int, tuple[int, list[tuple[float, int]]]]  # by unit: hexes, and these in order of their worth


class Still:
    """What of the ground stays as it is while one side plans and its enemy stands still; with a memo of what
    has been worked out.
    """

    def __init__(self, state: SwordBeach, side: str, weight: Weight) -> None:
        self.beachheads = state.beachheads
        self.enemy = state.occupied[ENEMY[side]]
        self.contact = GRID.near(self.enemy)
        self.menace = menace(enemies_of(state, side))
        self.coast = (
            distances(state.beachheads)
            if side == GERMAN and weight.raid and (weight.riders or bare_coast(state))
            else None
        )
        self.danger = GRID.within(state.beachheads, 4) & self.enemy if side == ALLIED else 0
        self.intruders = self.enemy & GRID.within(state.beachheads, INTRUDING) if side == ALLIED else 0
        self.hunters = hunters(state, self.intruders, weight.hunt) if weight.hunt else -1
        self.prize = weight.ahead * weight.prizes[state.turn]
        self.risks: dict[tuple[int, int], float] = {}
        self.tables: dict[tuple[int, int], tuple[dict[tuple[int, int], float], Ranks]] = {}


class Ground:
    """The worth of hexes to one side now. Made once for a decision; cheap to ask for many hexes. `still`:
    that of an earlier one with the same weights, made since the enemy last moved or lost a step.
    """

    def __init__(
        self, state: SwordBeach, side: str, weight: Weight = USUAL, still: Still | None = None
    ) -> None:
        self.state, self.side, self.weight = state, side, weight
        if still is None or still.beachheads != state.beachheads:  # a German who walks into one takes it
            still = Still(state, side, weight)
        self.still = still
        self.enemy, self.contact, self.menace = still.enemy, still.contact, still.menace
        self.coast, self.danger, self.prize = still.coast, still.danger, still.prize
        self.wanted = self._wanted()
        self.far = self.others_far = distances(self.wanted)
        if still.hunters != -1 and self.wanted & still.intruders:
            self.others_far = distances(self.wanted & ~still.intruders or self._missing())
        self.fed = supplied(state) if side == ALLIED else 0
        # by unit and hex; where the hexes wanted and held are the same, so is what a place is worth by itself
        self.places, self.ranks = still.tables.setdefault((self.wanted, state.allied_cities), ({}, {}))
        self.awaited = bool(state.waiting & OF_SIDE[ALLIED]) or state.turn < LAST_LANDING
        self.guards = self._guards()
        self._hit: dict[int, tuple[int, str, float, int]] = {}

    def _wanted(self) -> int:
        state = self.state
        if self.weight.aim != USUAL_AIM and (wanted := AIMS[self.weight.aim](state)):
            return wanted
        if self.side == ALLIED:
            if not self.weight.nuisance:
                return self._missing()
            if self.weight.home and state.beachheads:
                return state.beachheads
            return self.still.intruders | self._missing()
        lost = CAEN_NORTH & state.allied_cities
        return lost or CAEN_NORTH

    def _missing(self) -> int:
        """The hexes of northern Caen that the Allies do not hold; with all of them, all of them."""
        return CAEN_NORTH & ~self.state.allied_cities or CAEN_NORTH

    def _guards(self) -> int:
        """The units on beachheads, as a set; while others are still to land only those that landed there."""
        state, found = self.state, 0
        for hex_ in members(state.beachheads & state.occupied[ALLIED]):
            found |= state.here[hex_]
        return found & state.landed if self.awaited else found

    def at(self, unit: int, hex_: int) -> float:
        """What it is worth that this unit stands in this hex."""
        return self.place(unit, hex_) + self.chances(unit, hex_) - self.risk(unit, hex_)

    def best(self, unit: int, hexes: int, floor: float) -> tuple[float, int]:
        """The hex that is worth most to a unit and what it is worth; -1 if no hex is worth more than `floor`.

        A hex by itself is an upper bound where no enemy is beside it, so that few hexes are looked at
        closely.
        """
        best, to, contact = floor, -1, self.contact
        for hex_ in members(hexes):
            worth = self.place(unit, hex_)
            if contact >> hex_ & 1:
                worth += self.chances(unit, hex_)
            if worth > best:
                worth -= self.risk(unit, hex_)
                if worth > best:
                    best, to = worth, hex_
        return best, to

    def top(self, unit: int, hexes: int, count: int) -> list[int]:
        """The hexes that are worth most to a unit, so many of them, the best first.

        Away from the enemy and the beaches a hex by itself is an upper bound, so that those that are worth
        most by themselves are looked at first and the rest not at all.
        """
        found: list[tuple[float, int]] = []  # negative worth and hex, in order
        close = hexes & (self.contact | self.state.beachheads)
        for hex_ in members(close):
            worth = self.place(unit, hex_)
            if self.contact >> hex_ & 1:
                worth += self.chances(unit, hex_)
            if len(found) < count or -worth <= found[-1][0]:
                insort(found, (self.risk(unit, hex_) - worth, hex_))
                del found[count:]
        rest = hexes & ~close
        for most, hex_ in self._ranked(unit, rest):
            if len(found) >= count and most > found[-1][0]:
                break
            if rest >> hex_ & 1:
                insort(found, (self.risk(unit, hex_) - self.place(unit, hex_), hex_))
                del found[count:]
        return [hex_ for _, hex_ in found]

    def _ranked(self, unit: int, hexes: int) -> list[tuple[float, int]]:
        """Hexes by what they are worth by themselves (negative), the best first: these and others that were
        asked for before.
        """
        known, ranked = self.ranks.get(unit, (0, []))
        if more := hexes & ~known:
            ranked = sorted([*ranked, *((-self._by_itself(unit, hex_), hex_) for hex_ in members(more))])
            self.ranks[unit] = known | more, ranked
        return ranked

    def place(self, unit: int, hex_: int) -> float:
        """The hex by itself."""
        found = self._by_itself(unit, hex_)
        return self._with_others(unit, 1 << hex_, found) if self.side == ALLIED else found

    def _by_itself(self, unit: int, hex_: int) -> float:
        """The hex, wherever the others stand."""
        found = self.places.get((unit, hex_))
        if found is None:
            ways = self.far if self.still.hunters >> unit & 1 else self.others_far
            far = float(ways.get(hex_, 30))
            if self.coast is not None and MOBILE >> unit & 1:
                far = min(far, self.coast.get(hex_, 30) - self.weight.raid)
            found = self.places[unit, hex_] = (
                self._allied_place if self.side == ALLIED else self._german_place
            )(unit, 1 << hex_, -self.weight.near * far)
        return found

    def _allied_place(self, unit: int, bit: int, found: float) -> float:
        weight = self.weight
        if bit & CAEN_NORTH:
            found += self.prize + (weight.post if self.state.allied_cities & bit else weight.take)
        if bit & self.state.beachheads and self.danger and GRID.within(bit, 4) & self.danger:
            found += weight.beach
        return found

    def _with_others(self, unit: int, bit: int, found: float) -> float:
        """What depends on where the others stand, too: a guard of the beaches, and supply. A guard counts
        once, for the first of the units there: the others of a stack may leave.
        """
        weight = self.weight
        if (
            bit & self.state.beachheads
            and not self.guards & ((1 << unit) - 1)
            and (not self.awaited or self.state.landed >> unit & 1)
        ):
            found += weight.guard
        if not self.fed & bit and self.state.turn > 1:
            found -= weight.supply if not weight.rations else self.unfed(unit, bit)
        return found

    def _german_place(self, unit: int, bit: int, found: float) -> float:
        weight = self.weight
        if bit & CAEN_NORTH:
            found += self.prize + (weight.take if self.state.allied_cities & bit else weight.post)
            found += 0.4 * DEFENSE[unit][self.state.steps[unit]]
        elif bit & RING:
            found += weight.ring
        elif bit & OUTER:
            found += weight.ring / 3
        if bit & self.state.beachheads:
            found += weight.beach
        return found

    def unfed(self, unit: int, bit: int) -> float:
        """What it costs to be out of supply when the turn ends (SB-12.0.h): a step, with the last one the hex
        too.
        """
        if COMMANDO >> unit & 1:
            return 0.0
        if self.state.steps[unit] == 2:
            return self.weight.supply
        return WORTH[unit][1] + (
            self.weight.rations * self.weight.prizes[self.state.turn] if bit & CAEN_NORTH else 0.0
        )

    def chances(self, unit: int, hex_: int) -> float:
        """The attacks it could join from there, with those who stand there already."""
        found = 0.0
        mine = ATTACK[unit][self.state.steps[unit]]
        for target in members(NEAR[hex_] & self.enemy):
            defender, line, worth, friends = self._target(target)
            if NEAR[target] >> max(self.state.at[unit], 0) & 1 and self.state.at[unit] >= 0:
                friends -= mine  # it is counted there already
            sum_ = friends + mine - defender
            hurt, cost = prospect(line, sum_)
            found = max(found, self.weight.hit * (worth * hurt - 3.5 * cost), 0.12 * mine * (worth > 6))
        return found

    def _target(self, hex_: int) -> tuple[int, str, float, int]:
        known = self._hit.get(hex_)
        if known is None:
            state = self.state
            unit = max(
                members(state.here[hex_] & OF_SIDE[ENEMY[self.side]]),
                key=lambda u: DEFENSE[u][state.steps[u]],
            )
            steps = state.steps[unit]
            worth = WORTH[unit][steps] / steps + (4.0 if CAEN_NORTH >> hex_ & 1 else 0.0)
            friends = sum(
                ATTACK[u][state.steps[u]]
                for h in members(NEAR[hex_] & state.occupied[self.side])
                for u in members(state.here[h])
            )
            known = self._hit[hex_] = (DEFENSE[unit][steps], LINE_OF[hex_], worth, friends)
        return known

    def risk(self, unit: int, hex_: int) -> float:
        """What it stands to lose there to the enemies who can come."""
        threat = self.menace.get(hex_, 0)
        if not threat:
            return 0.0
        risks = self.still.risks
        found = risks.get((unit, hex_))
        if found is None:
            steps = self.state.steps[unit]
            hurt, _ = prospect(LINE_OF[hex_], threat - DEFENSE[unit][steps])
            found = risks[unit, hex_] = self.weight.fear * hurt * WORTH[unit][steps] / steps
        return found


def hunters(state: SwordBeach, intruders: int, more: float) -> int:
    """The Allied units that go for the intruders: the nearest to each, the most dangerous intruder first,
    until their attack is so much `more` than its defense. The others need not stay for it.
    """
    steps, found = state.steps, 0
    free = set(members(OF_SIDE[ALLIED] & (state.on_map | state.waiting)))
    prey = [(ATTACK[u][steps[u]], u) for u in members(OF_SIDE[GERMAN] & state.on_map)]
    for _, unit in sorted(prey, reverse=True):
        if not intruders >> state.at[unit] & 1:
            continue
        ways, wanting = distances(1 << state.at[unit]), more + DEFENSE[unit][steps[unit]]
        ashore = min((ways.get(hex_, FAR) for hex_ in members(state.beachheads)), default=FAR)
        far = {u: ways.get(state.at[u], ashore) if state.at[u] >= 0 else ashore for u in free}
        for one in sorted(free, key=lambda u: (far[u], u)):
            if wanting <= 0:
                break
            wanting -= ATTACK[one][steps[one]]
            free.discard(one)
            found |= 1 << one
    return found


def bare_coast(state: SwordBeach) -> bool:
    """Whether so few Allies guard the beaches that a raid may end the campaign (SB-13.0.a)."""
    near = GRID.within(state.beachheads, 3) & state.occupied[ALLIED]
    return bool(state.beachheads) and near.bit_count() <= 2 and state.turn > 2


def hex_value(state: SwordBeach, side: str, hex_: int, weight: Weight = USUAL) -> float:
    """What it is worth to a side to take this hex from the enemy; Caen the more the later it is."""
    bit = 1 << hex_
    if bit & CAEN_NORTH:
        return weight.prizes[state.turn]
    if side == ALLIED and weight.key and bit & GATES:
        return weight.key
    if bit & CAEN:
        return 2.0
    if side == GERMAN and bit & state.beachheads:
        return weight.landing if state.beachheads.bit_count() > 1 else weight.doom
    if side == ALLIED and weight.nuisance and GRID.within(state.beachheads, 2) & bit:
        return weight.nuisance
    return 1.5 if bit & (RING | OUTER) else 0.8


def progress(state: SwordBeach, hex_: int, weight: Weight) -> float:
    """What the first step of a full defender brings towards his hex: he who defends Caen gets no replacements
    (SB-11.1.4).
    """
    return weight.grind * weight.prizes[state.turn] if CAEN_NORTH >> hex_ & 1 else 0.0


def posted(state: SwordBeach, weight: Weight) -> float:
    """What the step of a unit in a northern hex of Caen counts on top of itself, since it holds that hex."""
    return weight.stay * weight.prizes[state.turn]
