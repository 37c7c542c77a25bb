"""TLD-A.corps.21 to .25: the chain of command on the map: who is in reach of whom, who may stack and attack
with whom.

The ledger says who belongs where (`Chain`); the map says who can act on it (`Command`). Both are computed
from the position when they are asked for and never kept in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from grognard.core.caching import CachedValue, memoized, once_a_position
from grognard.core.hexes import Hex, members, set_of

from .board import CITY, GRID, LAND
from .capacity import units_over
from .ledger import CANADIAN_CORPS, SUPPLY_DAY, Ledger
from .ledger_cache import common_start, ledger_of
from .pages import Standing
from .pieces import (
    ALLIED,
    CORPS_HQ,
    CORPS_OF_HQ,
    DIVISION,
    DIVISION_HQ,
    ENEMY,
    HQ,
    HQ_OF_CORPS,
    HQ_OF_DIVISION,
    INDEPENDENT,
    LABEL,
    NAMES,
    OF_DIVISION,
    OF_SIDE,
    ROAMING,
    SIDE,
    SUPPLY,
    UNIT,
    display_name,
)
from .position import SUPPLY_NUMBER, LongestDay, Written
from .routes import STEPS, opened, searched, window

# who acts together: ("corps", id), ("de facto", HQ), ("division", id) or ("unit", id)
Group = tuple[str, str]
OWN_GUNS = UNIT.get("ART-19C", -1)  # TLD-A.corps.13, TLD-J.3: 3rd Canadian's own
OWN_DIVISION = "3CAN"
WINDOW = (STEPS + 1) * (GRID.stride + 1)
IN_CITY = frozenset(members(CITY))


# what every ledger says of the units of divisions: each draws on its own HQ
_IN_DIVISION = {division: members(units) for division, units in OF_DIVISION.items()}
_OWN_HQ = [HQ_OF_DIVISION[division] if division else -1 for division in DIVISION]
_DRAWING = {HQ_OF_DIVISION[division]: units for division, units in OF_DIVISION.items()}
_FEEDS = {HQ_OF_DIVISION[d]: tuple(u for u in units if not HQ >> u & 1) for d, units in _IN_DIVISION.items()}
HQS_OF = {side: tuple(members(HQ & units)) for side, units in OF_SIDE.items()}
_INDEPENDENT = {side: members(INDEPENDENT & units) for side, units in OF_SIDE.items()}


class Chain:
    """What a ledger says on a day, by numbers of units."""

    def __init__(self, ledger: Ledger, day: int, cut: tuple[tuple[str, str], ...] = ()) -> None:
        self.ledger, self.day, self.cut = ledger, day, cut
        self.computed: dict[object, object] = {}
        self.standing: Standing = ledger.standing(day)
        serving = self.standing.serving
        corps = self.corps = [""] * len(NAMES)  # the corps each unit serves in
        self.hq = _OWN_HQ.copy()  # the HQ each unit draws on; a division's own for its units
        for division, units in _IN_DIVISION.items():
            if home := serving.get(division, ""):
                for u in units:
                    corps[u] = home
        for id_, u in HQ_OF_CORPS.items():
            self.corps[u] = id_
        self._independents(serving)
        over: set[str] = set()
        for name in dict.fromkeys(self.standing.hq.values()):
            over |= units_over(ledger, self.standing, name, cut)
        self.over = set_of(UNIT[name] for name in over if name in UNIT)  # TLD-J.11
        self.named = set_of(UNIT[name] for name in self.standing.named if name in UNIT)  # TLD-J.26
        # corps -> all its HQs
        self.corps_hqs: dict[str, list[int]] = {id_: [u] for id_, u in HQ_OF_CORPS.items()}
        for hq in HQ_OF_DIVISION.values():
            if self.corps[hq]:
                self.corps_hqs.setdefault(self.corps[hq], []).append(hq)
        self.hq_set = {id_: set_of(hqs) for id_, hqs in self.corps_hqs.items()}
        # corps -> its independents that draw on no division and act with it if in reach
        self.loose: dict[str, list[int]] = {}
        self.roaming: dict[str, int] = {}  # corps -> those that act with it anyhow
        self.drawing = _DRAWING.copy()  # HQ -> the units that draw on it
        self.feeds = _FEEDS.copy()  # HQ -> the units it supplies if they are in reach, none over its capacity
        for u in _INDEPENDENT[ledger.side]:
            self._enter(u, self.corps[u], self.hq[u])

    def _enter(self, u: int, corps: str, hq: int) -> None:
        """An independent unit into the lists of those it belongs to."""
        mine, roams = 1 << u, ROAMING >> u & 1
        if corps and not (hq >= 0 and DIVISION_HQ >> hq & 1):
            if roams:
                self.roaming[corps] = self.roaming.get(corps, 0) | mine
            else:
                self.loose.setdefault(corps, []).append(u)
        if hq >= 0:
            self.drawing[hq] = self.drawing.get(hq, 0) | mine
            if not roams and not self.over & mine:
                self.feeds[hq] = (*self.feeds.get(hq, ()), u)

    def _independents(self, serving: dict[str, str]) -> None:
        for u in _INDEPENDENT[self.ledger.side]:
            self.corps[u] = serving.get(NAMES[u], "")
            self.hq[u] = UNIT.get(self.standing.hq.get(NAMES[u], ""), -1)
        if OWN_GUNS >= 0 and OWN_DIVISION in HQ_OF_DIVISION and SIDE[OWN_GUNS] == self.ledger.side:
            if self.standing.hq.get(NAMES[OWN_GUNS]) == f"HQ-{CANADIAN_CORPS}" and self.corps[OWN_GUNS]:
                return  # among the guns of 2 Canadian Corps, as it may be when all Canadians are there
            hq = HQ_OF_DIVISION[OWN_DIVISION]
            self.hq[OWN_GUNS], self.corps[OWN_GUNS] = hq, serving.get(OWN_DIVISION, "")

    def strangers(self, unit: int) -> int:
        """Units a unit cannot act with wherever they are: those neither of its corps nor of its division."""
        hq = self.hq[unit]
        alike = hq >= 0 and bool(DIVISION[unit] or DIVISION_HQ >> hq & 1)
        return self._strangers(hq, hq if alike else unit)

    @memoized("computed")
    def _strangers(self, hq: int, unit: int) -> int:
        """Units that those of an HQ cannot act with, or one unit that draws on it."""
        home = self.corps[unit]
        mine = (self.of_corps[home] if home else 0) | (self.drawing.get(hq, 0) if hq >= 0 else 0) | 1 << unit
        return OF_SIDE[self.ledger.side] & ~mine

    @cached_property
    def of_corps(self) -> dict[str, int]:
        """The units of each corps: with a division's HQ go the units that draw on it."""
        result: dict[str, int] = {}
        for hq in HQS_OF[self.ledger.side]:
            home = self.corps[hq]
            result[home] = result.get(home, 0) | (self.drawing[hq] if DIVISION_HQ >> hq & 1 else 1 << hq)
        for home, units in self.loose.items():
            result[home] = result.get(home, 0) | set_of(units)
        for home, units_ in self.roaming.items():
            result[home] = result.get(home, 0) | units_
        return result

    def named_corps(self, hq: int) -> str:
        """The corps the ledger names for an HQ, with effect or not (TLD-J.29)."""
        return CORPS_OF_HQ[hq] if CORPS_HQ >> hq & 1 else self.standing.word.get(DIVISION[hq], "")

    def hqs_of(self, corps: str) -> list[int]:
        """Every HQ of a corps."""
        return self.corps_hqs.get(corps, [])


def chain(state: LongestDay, side: str) -> Chain:
    """Return what the ledger of a side says today. Orders that take effect tomorrow and the loss of other
    units change nothing."""
    orders = state.orders if side == ALLIED else state.german_orders
    inputs = state.came, state.dead & HQ, state.day, state.over, orders
    return state.cache.get_or_compute(("chain", side), inputs, lambda old: _chain(state, side, inputs, old))


ChainInputs = tuple[tuple[int, ...], int, int, tuple[tuple[str, str], ...], tuple[Written, ...]]


def _chain(
    state: LongestDay, side: str, inputs: ChainInputs, old: CachedValue[ChainInputs, Chain] | None
) -> Chain:
    if (
        old is not None
        and old.inputs[:4] == inputs[:4]
        and _take_effect_later(old.inputs[4], inputs[4], state.day)
    ):
        return old.value
    return Chain(ledger_of(state, side), state.day, state.over)


def _take_effect_later(before: tuple[Written, ...], orders: tuple[Written, ...], day: int) -> bool:
    """TLD-A.corps.4: whether all that has been written since, or canceled, was of today and takes effect
    tomorrow."""
    same = common_start(before, orders)
    return day > SUPPLY_DAY and all(line[0] >= day for line in (*before[same:], *orders[same:]))


# ---------------------------------------------------------------- routes on the map


def zone(state: LongestDay, side: str) -> int:
    """TLD-S.4: the zones of control of a side, one set, across any hexside."""
    exerting = state.exerting[side]
    return state.cache.get_or_compute(("zone", side), exerting, lambda _: GRID.near(exerting) & LAND)


def open_to(state: LongestDay, side: str) -> int:
    """TLD-B.2, TLD-J.21: hexes a route of a side may run through."""
    enemy = ENEMY[side]
    blocked = state.occupied[enemy] if state.options.enemy_noncombat_blocks_route else state.held[enemy]
    inputs = friends, guards, _, zones = state.occupied[side], state.held[side], blocked, zone(state, enemy)
    return state.cache.get_or_compute(
        ("open", side), inputs, lambda _: opened(LAND, friends, blocked & ~guards, zones)
    )


Place = tuple[Hex, int]  # where a unit stands, and the hexes open to routes


def reach_of(state: LongestDay, unit: int) -> int:
    """Hexes within a route of a unit, mostly an HQ; searched anew only if something within eight hexes has
    changed."""
    hex_ = state.at[unit]
    if hex_ < 0:
        return 0
    place = hex_, open_to(state, SIDE[unit])
    return state.cache.get_or_compute(("reach", unit), place, lambda old: _reach(place, old))


def _reach(place: Place, old: CachedValue[Place, int] | None) -> int:
    hex_, open_ = place
    low, around = window(GRID, hex_, open_)
    if old is not None and old.inputs[0] == hex_ and window(GRID, *old.inputs) == (low, around):
        return old.value
    return searched(GRID, hex_, low, around)


# ---------------------------------------------------------------- TLD-B.1.b: HQs and their supply units


def stock(state: LongestDay, hq: int) -> int:
    """The supply units in an HQ's hex that it may use: unbound ones, and those bound to its corps (TLD-B.5.e,
    TLD-J.13)."""
    hex_ = state.at[hq]
    if hex_ < 0:
        return 0
    supplies = state.here[hex_] & SUPPLY & OF_SIDE[SIDE[hq]]
    if not supplies:
        return 0
    return usable(state, chain(state, SIDE[hq]), hq, supplies)


def half_steps(state: LongestDay, hq: int) -> int:
    """What an HQ has to spend: a whole supply unit counts two."""
    return sum(1 if state.half >> u & 1 else 2 for u in members(stock(state, hq)))


def usable(state: LongestDay, link: Chain, hq: int, supplies: int) -> int:
    """Of the supply units in an HQ's hex those it may use."""
    # TLD-J.29: the corps it is written to only where it serves in none
    homes, result, bound = ("", link.corps[hq] or link.named_corps(hq)), 0, state.bound
    for u in members(supplies):
        if bound[SUPPLY_NUMBER[u]] in homes:
            result |= 1 << u
    return result


def hq_supplied(state: LongestDay, hq: int) -> bool:
    """TLD-B.1.b; on the first day every unit is (TLD-S.13). TLD-J.12: a half step may cover its phase."""
    if state.day == 0:
        return state.at[hq] >= 0
    if state.options.half_step_covers_phase and state.spent >> hq & 1 and state.at[hq] >= 0:
        return True
    return stock(state, hq) != 0


# ---------------------------------------------------------------- TLD-A.corps.21 to .25


class Bond(NamedTuple):
    """Whether a division acts with its corps, and why not."""

    ok: bool
    group: Group
    clause: str
    because: str


def corps_hq_works(state: LongestDay, corps: str) -> bool:
    hq = HQ_OF_CORPS.get(corps, -1)
    return hq >= 0 and state.at[hq] >= 0 and not state.disrupted[hq]


def out_of_order(state: LongestDay, corps: str) -> bool:
    """TLD-J.34: two Replacement Phases after it came about, a corps that is still illegal cannot act as
    one."""
    if not state.options.unlawful_corps_loses_joint_action:
        return False
    return any(id_ == corps and state.day - since >= 2 for id_, since in state.disorder)


def bond(state: LongestDay, division: str) -> Bond:
    """How a division is tied: to its corps, to a de facto corps, or to no other division."""
    hq = HQ_OF_DIVISION[division]
    side = SIDE[hq]
    corps = chain(state, side).corps[hq]
    return bonds(state, side, corps)[division] if corps else _bond(state, division)


@once_a_position
def bonds(state: LongestDay, side: str, corps: str) -> dict[str, Bond]:
    """The bonds of all divisions of a corps."""
    divisions = [DIVISION[hq] for hq in chain(state, side).hqs_of(corps) if DIVISION[hq]]
    inputs = corps_inputs(state, side, corps)
    return state.cache.get_or_compute(
        ("bonds", side, corps), inputs, lambda _: {division: _bond(state, division) for division in divisions}
    )


@once_a_position
def corps_inputs(state: LongestDay, side: str, corps: str) -> tuple[object, ...]:
    """Everything the bonds of a corps depend on: its HQs, and what its corps HQ and HQs in cities reach
    (TLD-A.corps.25)."""
    link, at = chain(state, side), state.at
    hqs, main = link.hqs_of(corps), HQ_OF_CORPS.get(corps, -1)
    reaches = [reach_of(state, hq) for hq in hqs if hq == main or at[hq] in IN_CITY]
    down = state.down & link.hq_set.get(corps, 0)
    return link, [at[hq] for hq in hqs], reaches, down, state.disorder, state.de_facto


def _bond(state: LongestDay, division: str) -> Bond:
    alone: Group = ("division", division)
    hq = HQ_OF_DIVISION[division]
    corps = chain(state, SIDE[hq]).corps[hq]
    if not corps:
        return Bond(False, alone, "TLD-J.18", f"{display_name(division)} is in no corps")
    if state.at[hq] < 0:
        return Bond(False, alone, "TLD-A.corps.21", f"{LABEL[hq]} is not on the map")
    if out_of_order(state, corps):
        return Bond(False, alone, "TLD-J.34", f"the assignments of {display_name(corps)} are illegal")
    if state.options.joint_action_across_corps and corps_hq_works(state, corps):
        return Bond(True, ("corps", "any"), "TLD-J.18", "corps act together, as agreed")
    if in_corps_range(state, hq, corps):
        return Bond(
            True,
            ("corps", corps),
            "TLD-A.corps.21",
            f"{LABEL[hq]} is within eight hexes of {display_name(corps)} HQ",
        )
    if (named := de_facto(state, corps).get(hq)) is not None:
        return Bond(
            True, ("de facto", NAMES[named]), "TLD-A.corps.25", f"in the de facto corps of {LABEL[named]}"
        )
    return Bond(False, alone, "TLD-A.corps.21", why_no_bond(state, hq, corps))


def why_no_bond(state: LongestDay, hq: int, corps: str) -> str:
    main = HQ_OF_CORPS.get(corps, -1)
    if main < 0 or state.at[main] < 0:
        return f"{display_name(corps)} HQ is not on the map"
    if state.disrupted[main]:
        return f"{display_name(corps)} HQ is disrupted"
    if state.at[hq] < 0:
        return f"{LABEL[hq]} is not on the map"
    far = GRID.distance(state.at[hq], state.at[main])
    return f"{LABEL[hq]} has no route of eight hexes to {display_name(corps)} HQ, {far} hexes away"


def in_corps_range(state: LongestDay, unit: int, corps: str, hex_: int = -1) -> bool:
    """TLD-A.corps.21, .22, .23: within eight hexes, as a route, of the undisrupted corps HQ; from where it is
    or would be."""
    at = state.at[unit] if hex_ < 0 else hex_
    if not corps_hq_works(state, corps) or at < 0:
        return False
    return bool(reach_of(state, HQ_OF_CORPS[corps]) >> at & 1)


def de_facto(state: LongestDay, corps: str) -> dict[int, int]:
    """TLD-A.corps.25, TLD-J.19: the divisional HQs of a corps that serve in a de facto corps now, each with
    the HQ named for it.

    The owner has formed it; it works while its conditions hold.
    """
    result: dict[int, int] = {}
    for named, *others in state.de_facto:
        if chain(state, SIDE[named]).corps[named] == corps:
            able = able_to_serve(state, named)
            if near := [hq for hq in others if hq in able]:
                result |= dict.fromkeys([named, *near], named)
    return result


def able_to_serve(state: LongestDay, named: int) -> list[int]:
    """The HQs that could be under another one in the place of their corps HQ: all of one corps whose HQ is on
    the map (TLD-A.corps.25.a, .25.b), each beyond eight hexes of that, within eight of the one named (.25.d),
    which is in a city (.25.c) and undisrupted."""
    link = chain(state, SIDE[named])
    corps = link.corps[named]
    main = HQ_OF_CORPS.get(corps, -1)
    if main < 0 or state.at[main] < 0 or state.at[named] not in IN_CITY or state.disrupted[named]:
        return []
    apart = [
        hq
        for hq in link.hqs_of(corps)
        if hq != main and state.at[hq] >= 0 and not in_corps_range(state, hq, corps)
    ]
    return [
        hq for hq in apart if hq != named and named in apart and reach_of(state, named) >> state.at[hq] & 1
    ]


# ---------------------------------------------------------------- who acts with whom


def group_of(state: LongestDay, unit: int, stacking: bool, hex_: int = -1) -> Group:
    """Units of one group may stack, or attack one hex together; `hex_` is where the unit would be.

    On the first day the group is the beach (TLD-S.13).
    """
    if state.day == 0:
        from .arrivals import first_day_group

        return first_day_group(unit)
    link = chain(state, SIDE[unit])
    if division := DIVISION[unit]:
        if hex_ >= 0 and DIVISION_HQ >> unit & 1:
            return _moving_hq(state, unit, link.corps[unit], hex_)
        return bond(state, division).group
    hq = link.hq[unit]
    if hq >= 0 and DIVISION_HQ >> hq & 1:
        return bond(state, DIVISION[hq]).group
    return _corps_level(state, unit, link.corps[unit], stacking, hex_)


def mates(state: LongestDay, side: str, group: Group) -> int:
    """Every unit of a side that is of a group where it stands: `group_of` for all of them at once."""
    kind, name = group
    if kind == "unit":
        return 1 << UNIT[name]
    link = chain(state, side)
    if kind == "division":
        return link.drawing[HQ_OF_DIVISION[name]] if bond(state, name).group == group else 0
    corps, at = name if kind == "corps" else link.corps[UNIT[name]], state.at
    inputs = corps_inputs(state, side, corps), [at[u] for u in link.loose.get(corps, ())]
    return state.cache.get_or_compute(
        ("mates", side, group), inputs, lambda _: _mates(state, link, corps, group)
    )


def _mates(state: LongestDay, link: Chain, corps: str, group: Group) -> int:
    result = 0
    for hq in link.hqs_of(corps):
        if DIVISION[hq] and bond(state, DIVISION[hq]).group == group:
            result |= link.drawing[hq]
    return result | _corps_troops(state, link, corps) if group[0] == "corps" else result


def _corps_troops(state: LongestDay, link: Chain, corps: str) -> int:
    """The HQ of a corps and those of its independents that act with it: recon and anti-tank units, and who is
    in reach."""
    main, at = HQ_OF_CORPS.get(corps, -1), state.at
    if main < 0 or at[main] < 0 or out_of_order(state, corps):
        return 0
    low = max(0, at[main] - WINDOW)  # its reach is a small part of a large map
    near, result = (
        reach_of(state, main) >> low if corps_hq_works(state, corps) else 0,
        link.roaming.get(corps, 0) | 1 << main,
    )
    for u in link.loose.get(corps, ()):
        if (hex_ := at[u] - low) >= 0 and near >> hex_ & 1:
            result |= 1 << u
    return result


def groups_by_hex(state: LongestDay, unit: int) -> tuple[int, Group, Group]:
    """Whom a unit could stack with: the hexes in which it would act with its corps, the group there, and the
    group elsewhere."""
    if state.day == 0 or (DIVISION[unit] and not HQ >> unit & 1):
        group = group_of(state, unit, stacking=True)
        return -1, group, group
    link = chain(state, SIDE[unit])
    corps, hq = link.corps[unit], link.hq[unit]
    main = HQ_OF_CORPS.get(corps, -1)
    if DIVISION_HQ >> unit & 1:
        own_group = bond(state, DIVISION[unit]).group
        alone: Group = own_group if own_group[0] == "de facto" else ("division", DIVISION[unit])
    elif hq >= 0 and DIVISION_HQ >> hq & 1:
        group = bond(state, DIVISION[hq]).group
        return -1, group, group
    else:
        alone = ("unit", NAMES[unit])
        if main < 0 or state.at[main] < 0:  # TLD-S.19
            return 0, alone, alone
    if not corps or out_of_order(state, corps):
        return 0, alone, alone
    group = ("corps", "any") if state.options.joint_action_across_corps else ("corps", corps)
    if (CORPS_HQ | ROAMING) >> unit & 1:
        return -1, group, group
    return reach_of(state, main) if corps_hq_works(state, corps) else 0, group, alone


def _moving_hq(state: LongestDay, hq: int, corps: str, hex_: int) -> Group:
    """A divisional HQ on its way is judged by where it would be."""
    if corps and not out_of_order(state, corps) and in_corps_range(state, hq, corps, hex_):
        return ("corps", "any") if state.options.joint_action_across_corps else ("corps", corps)
    group = bond(state, DIVISION[hq]).group
    return group if group[0] == "de facto" else ("division", DIVISION[hq])


def _corps_level(state: LongestDay, unit: int, corps: str, stacking: bool, hex_: int) -> Group:
    """TLD-A.corps.22, TLD-J.18: the eight hexes bind stacking only; recon and anti-tank units are exempt."""
    alone: Group = ("unit", NAMES[unit])
    if not corps or out_of_order(state, corps):
        return alone
    main = HQ_OF_CORPS.get(corps, -1)
    if main < 0 or state.at[main] < 0:  # TLD-S.19
        return alone
    ranged = not (CORPS_HQ | ROAMING) >> unit & 1
    if stacking and ranged and not in_corps_range(state, unit, corps, hex_):
        return alone
    return ("corps", "any") if state.options.joint_action_across_corps else ("corps", corps)


def tie(state: LongestDay, unit: int) -> Bond:
    """What ties any unit to its corps, or which part of the tie fails, for an explanation."""
    link = chain(state, SIDE[unit])
    group, hq, corps = group_of(state, unit, stacking=True), link.hq[unit], link.corps[unit]
    if state.day == 0:
        return Bond(True, group, "TLD-S.13", "on 6 June units of one beach or one drop act together")
    if division := DIVISION[unit] or (DIVISION[hq] if hq >= 0 and DIVISION_HQ >> hq & 1 else ""):
        result = bond(state, division)
        if DIVISION[unit] or result.ok:
            return result
        return result._replace(because=f"{LABEL[unit]} is supplied by {LABEL[hq]}: {result.because}")
    if not corps:
        return Bond(False, group, "TLD-J.18", f"{LABEL[unit]} is in no corps")
    if out_of_order(state, corps):
        return Bond(False, group, "TLD-J.34", f"the assignments of {display_name(corps)} are illegal")
    main = HQ_OF_CORPS.get(corps, -1)
    if main < 0 or state.at[main] < 0:
        return Bond(False, group, "TLD-S.19", f"{display_name(corps)} HQ is not on the map")
    if (CORPS_HQ | ROAMING) >> unit & 1:
        return Bond(
            True, group, "TLD-A.corps.22", f"{LABEL[unit]} acts with {display_name(corps)} at any distance"
        )
    if in_corps_range(state, unit, corps):
        return Bond(
            True, group, "TLD-A.corps.22", f"{LABEL[unit]} is within eight hexes of {display_name(corps)} HQ"
        )
    return Bond(False, group, "TLD-A.corps.22", why_no_bond(state, unit, corps))


def together(state: LongestDay, units: Iterable[int], stacking: bool) -> bool:
    return len({group_of(state, u, stacking) for u in units}) <= 1
