"""TLD-B.1, B.3, B.5, B.6, B.7 and B.12: who is supplied and why not, what an attack consumes, who is lost for
want of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, NotRequired, TypedDict

from grognard.core.caching import once_a_position
from grognard.core.hexes import members, set_of

from .board import CITY, ENTRY_HEXES, GRID, LAND
from .capacity import needs_corps_supply, no_room, units_over
from .command import HQS_OF, WINDOW, Chain, chain, hq_supplied, open_to, reach_of, usable, zone
from .pieces import (
    ARM,
    COMBAT,
    CORPS_HQ,
    DEFENCE,
    DIVISION,
    DIVISION_HQ,
    ENEMY,
    HQ,
    HQ_OF_CORPS,
    HQ_OF_DIVISION,
    INDEPENDENT,
    LABEL,
    LIMITS,
    NAMES,
    OF_DIVISION,
    OF_SIDE,
    RANGED,
    ROAMING,
    SIDE,
    SUPPLY,
    WEIGHT,
    display_name,
)
from .position import MINE, LongestDay, fact
from .routes import closest_approach, route, within

EDGE_FED = "711"  # TLD-B.1.c
EDGE_STEPS = int(LIMITS["range"]["german_711_edge_roads"])
THRESHOLD = int(LIMITS["consumption"]["threshold_units"])
RESETS = int(LIMITS["surrender"]["consecutive_reset_phases"])
CITY_STEPS = int(LIMITS["range"]["surrender_city_route"])


class Status(NamedTuple):
    """Whether a unit is supplied, by which HQ, under which clause and why."""

    supplied: bool
    hq: int
    clause: str
    because: str


# ---------------------------------------------------------------- TLD-B.1: one unit


def is_supplied(state: LongestDay, unit: int) -> bool:
    """The same without a word, for those who ask about many: most are units of divisions, on the map."""
    at = state.at
    if not DIVISION[unit] or HQ & MINE[unit] or not state.day or at[unit] < 0 or DIVISION[unit] == EDGE_FED:
        return status(state, unit).supplied
    hq = HQ_OF_DIVISION[DIVISION[unit]]
    return at[hq] >= 0 and hq_supplied(state, hq) and bool(reach_of(state, hq) >> at[unit] & 1)


@once_a_position
def status(state: LongestDay, unit: int) -> Status:
    """The supply of one unit at this instant (TLD-B.6)."""
    if not COMBAT >> unit & 1:
        return Status(
            True, -1, "TLD-B.10" if SUPPLY >> unit & 1 else "TLD-B.1", "a non-combat unit needs no supply"
        )
    if state.day == 0:
        return Status(True, -1, "TLD-S.13", "on 6 June every unit is in supply")
    if state.afloat[unit] >= 0:
        return Status(True, -1, "TLD-S.12", "it is afloat and supplied by its ships")
    if HQ >> unit & 1:
        supplied = hq_supplied(state, unit)
        return Status(
            supplied, unit, "TLD-B.1.b", "a supply unit is in its hex" if supplied else _empty(state, unit)
        )
    if state.at[unit] < 0:
        return Status(False, -1, "TLD-B.1", f"{LABEL[unit]} is not on the map")
    if DIVISION[unit]:
        return _of_division(state, unit)
    return _independent(state, unit)


def _empty(state: LongestDay, hq: int) -> str:
    if state.at[hq] < 0:
        return f"{LABEL[hq]} is not on the map"
    strangers = state.here[state.at[hq]] & SUPPLY & OF_SIDE[SIDE[hq]]
    return (
        "the supply unit in its hex is bound to another corps"
        if strangers
        else "no supply unit is in its hex"
    )


def at_the_edge(state: LongestDay) -> bool:
    """TLD-B.1.c: whether the 711th is fed from the edge of the map: while its HQ is not on it, not yet or not
    any more."""
    hq = HQ_OF_DIVISION.get(EDGE_FED, -1)
    return hq >= 0 and state.at[hq] < 0


def _of_division(state: LongestDay, unit: int) -> Status:
    hq = chain(state, SIDE[unit]).hq[unit]
    if DIVISION[unit] == EDGE_FED and at_the_edge(state):
        supplied = bool(edge_reach(state, SIDE[unit]) >> state.at[unit] & 1)
        return Status(
            supplied,
            -1,
            "TLD-B.1.c",
            "within seven hexes of the edge road"
            if supplied
            else "no route of seven hexes to road hex A or B",
        )
    return _drawing_on(state, unit, hq, "TLD-B.1.c")


def edge_reach(state: LongestDay, side: str) -> int:
    """TLD-B.1.c: hexes within seven of road hexes A and B."""
    result, open_ = 0, open_to(state, side)
    for hex_ in members((ENTRY_HEXES.get("A", 0) | ENTRY_HEXES.get("B", 0)) & open_):
        result |= within(GRID, hex_, open_, EDGE_STEPS)
    return result


def _drawing_on(state: LongestDay, unit: int, hq: int, clause: str) -> Status:
    if state.at[hq] < 0:
        return Status(False, hq, "TLD-J.33", f"{LABEL[hq]} is not on the map")
    if not hq_supplied(state, hq):
        return Status(False, hq, "TLD-B.1.b", f"{LABEL[hq]} is out of supply: {_empty(state, hq)}")
    if not reach_of(state, hq) >> state.at[unit] & 1:
        return Status(False, hq, "TLD-B.2", no_route(state, hq, unit))
    return Status(True, hq, clause, f"within eight hexes of {LABEL[hq]}")


def no_route(state: LongestDay, hq: int, unit: int) -> str:
    """Why an HQ does not reach a unit, in one line."""
    far = GRID.distance(state.at[hq], state.at[unit])
    if far > LIMITS["range"]["route_hexes"]:
        return f"{LABEL[hq]} is {far} hexes away; the limit is eight"
    return f"{LABEL[hq]} is {far} hexes away, but every route of eight hexes or fewer is blocked"


def _independent(state: LongestDay, unit: int) -> Status:
    link = chain(state, SIDE[unit])
    if ROAMING >> unit & 1:
        return _roaming(state, unit)
    hq = link.hq[unit]
    if hq < 0 and not link.named >> unit & 1:
        return _before_first(state, unit)
    if hq < 0:
        return Status(False, -1, "TLD-J.2", f"{LABEL[unit]} is assigned to no HQ")
    if link.over >> unit & 1:
        return Status(
            False,
            hq,
            "TLD-J.11",
            f"{LABEL[hq]} has more units than it may supply; {LABEL[unit]} is one too many",
        )
    if (clause := _by_leave_of_corps(state, unit, hq)) and not corps_fed(state, link.corps[hq]):
        return Status(
            False, hq, clause, f"{LABEL[hq]} may supply {LABEL[unit]} only while its corps HQ is in supply"
        )
    return _drawing_on(state, unit, hq, "TLD-B.1.d" if RANGED >> unit & 1 else "TLD-B.1.e")


def _by_leave_of_corps(state: LongestDay, unit: int, hq: int) -> str:
    roster = chain(state, SIDE[unit]).ledger.roster
    division = roster.division_of(NAMES[hq])
    return needs_corps_supply(roster.records[NAMES[unit]], division) if division is not None else ""


def _roaming(state: LongestDay, unit: int) -> Status:
    """TLD-B.5.b: corps recon and anti-tank units use any HQ of their corps that has room for them
    (TLD-B.4.a.4, TLD-B.4.b.2); a division's only while the corps HQ is supplied too."""
    hq = quarters(state, SIDE[unit]).get(unit, -1)
    if hq >= 0:
        return Status(True, hq, "TLD-B.5.b", f"within eight hexes of {LABEL[hq]}, an HQ of its corps")
    corps, near = chain(state, SIDE[unit]).corps[unit], _supplied_near(state, unit)
    able = _open_near(state, unit)
    for full in able:
        if (why := _no_room(state, unit, full, quarters(state, SIDE[unit]))) is not None:
            return Status(False, full, why[0], why[1])
    if near:
        return Status(
            False,
            -1,
            "TLD-B.4.a.4",
            f"{LABEL[near[0]]} may supply {LABEL[unit]} only while {display_name(corps)} HQ is in supply",
        )
    return Status(
        False,
        -1,
        "TLD-B.5.b",
        (
            f"no supplied HQ of {display_name(corps)} is within eight hexes"
            if corps
            else f"{LABEL[unit]} is in no corps"
        ),
    )


def roaming_hqs(state: LongestDay, unit: int) -> list[int]:
    """The HQs such a unit may draw on now, its own corps HQ first: those in reach that have room beside all
    others."""
    taken = quarters(state, SIDE[unit])
    return [hq for hq in _open_near(state, unit) if _no_room(state, unit, hq, taken) is None]


@once_a_position
def quarters(state: LongestDay, side: str) -> dict[int, int]:
    """The HQ whose capacity each corps recon and anti-tank unit takes up: the one written for it, or the
    first in reach with room.

    Those written to an HQ come first; of the others the first of the roster.
    """
    link, taken, guests = chain(state, side), dict[int, int](), list[int]()
    for u in members(ROAMING & OF_SIDE[side] & state.on_map):
        own, near = link.hq[u], _open_near(state, u)
        if own in near and not link.over >> u & 1:
            taken[u] = own
        elif near:
            guests.append(u)
    for u in guests:
        room = next((hq for hq in _open_near(state, u) if _no_room(state, u, hq, taken) is None), -1)
        if room >= 0:
            taken[u] = room
    return taken


def _no_room(state: LongestDay, unit: int, hq: int, taken: dict[int, int]) -> tuple[str, str] | None:
    """Why an HQ has no room for such a unit: those written to it count, and those who use it now. Before the
    first HQ is written for the unit capacity is not tested (TLD-J.26)."""
    link = chain(state, SIDE[unit])
    if not link.named >> unit & 1 or (link.hq[unit] == hq and not link.over >> unit & 1):
        return None
    name = NAMES[hq]
    over = units_over(link.ledger, link.standing, name, link.cut)
    others = [u for u in link.standing.attached(name) if u not in over and u != NAMES[unit]]
    others += [
        NAMES[u]
        for u, at in taken.items()
        if at == hq and u != unit and link.hq[u] != hq and link.named >> u & 1
    ]
    return no_room(link.ledger, link.standing, name, others, NAMES[unit])


def _open_near(state: LongestDay, unit: int) -> list[int]:
    """The supplied HQs of a unit's corps within eight hexes: those of divisions while the corps HQ is
    supplied too (TLD-B.4.a.4)."""
    near = _supplied_near(state, unit)
    supplied = bool(near) and corps_fed(state, chain(state, SIDE[unit]).corps[unit])
    return [hq for hq in near if supplied or CORPS_HQ >> hq & 1]


def _supplied_near(state: LongestDay, unit: int) -> list[int]:
    """The supplied HQs of a unit's corps within eight hexes of it."""
    link = chain(state, SIDE[unit])
    corps = link.corps[unit]
    return [
        hq
        for hq in (link.hqs_of(corps) if corps else ())
        if state.at[hq] >= 0 and reach_of(state, hq) >> state.at[unit] & 1 and hq_supplied(state, hq)
    ]


def corps_fed(state: LongestDay, corps: str) -> bool:
    hq = HQ_OF_CORPS.get(corps, -1)
    return hq >= 0 and hq_supplied(state, hq)


def _before_first(state: LongestDay, unit: int) -> Status:
    """TLD-J.26: any HQ of the right kind of its own corps, until one has been written."""
    link = chain(state, SIDE[unit])
    wanted = CORPS_HQ if RANGED >> unit & 1 else DIVISION_HQ
    for hq in link.hqs_of(link.corps[unit]) if link.corps[unit] else ():
        if (
            wanted >> hq & 1
            and state.at[hq] >= 0
            and hq_supplied(state, hq)
            and reach_of(state, hq) >> state.at[unit] & 1
        ):
            return Status(True, hq, "TLD-J.26", f"within eight hexes of {LABEL[hq]}; no HQ is assigned yet")
    return Status(
        False,
        -1,
        "TLD-J.26",
        f"no supplied HQ of {display_name(link.corps[unit]) if link.corps[unit] else 'any corps'} is within"
        " eight hexes, and none is assigned",
    )


# ---------------------------------------------------------------- a whole side at once


def supplied_units(state: LongestDay, side: str) -> int:
    """All supplied units of a side on the map: HQ by HQ, each HQ's reach computed once."""
    mine = OF_SIDE[side] & state.on_map
    if state.day == 0:
        return mine
    link, at = chain(state, side), state.at
    result, feeds = mine & ~COMBAT, link.feeds
    of_corps: dict[str, int] = {}  # hexes the supplied corps HQ reaches
    of_divisions: dict[str, int] = {}  # hexes the supplied divisional HQs of a corps reach
    stacks, stocks, spent = state.here, SUPPLY & mine, state.spent
    for hq in HQS_OF[side]:
        hex_ = at[hq]
        # most have nothing in their hex
        if hex_ < 0 or not ((supplies := stacks[hex_] & stocks) or spent & MINE[hq]):
            continue
        if not usable(state, link, hq, supplies) and not (spent & MINE[hq] and hq_supplied(state, hq)):
            continue
        result |= MINE[hq]
        reach, corps = reach_of(state, hq), link.corps[hq]
        table = of_corps if CORPS_HQ & MINE[hq] else of_divisions
        table[corps] = table.get(corps, 0) | reach
        low = max(0, hex_ - WINDOW)  # its reach is a small part of a large map
        near = reach >> low
        for u in feeds.get(hq, ()):
            if (far := at[u] - low) >= 0 and near >> far & 1:
                result |= MINE[u]
    return result | _odd_units(state, side, link, mine & COMBAT & ~result, of_corps, of_divisions)


def _odd_units(
    state: LongestDay,
    side: str,
    link: Chain,
    units: int,
    of_corps: dict[str, int],
    of_divisions: dict[str, int],
) -> int:
    """TLD-B.5.b, TLD-J.26, TLD-B.1.c: units that draw on any HQ of their corps, and the 711th."""
    result, corps_of = 0, link.corps
    if units & ROAMING:
        result = sum([MINE[u] for u in quarters(state, side)]) & units
    for u in members(units & _unnamed(link, side) & ~ROAMING):
        table = of_corps if RANGED & MINE[u] else of_divisions
        if link.hq[u] < 0 and corps_of[u] and table.get(corps_of[u], 0) >> state.at[u] & 1:
            result |= MINE[u]
    if at_the_edge(state):  # where its HQ is on the map it has been asked already
        for u in members(units & OF_DIVISION[EDGE_FED]):
            if status(state, u).supplied:
                result |= MINE[u]
    return result


def _unnamed(link: Chain, side: str) -> int:
    return INDEPENDENT & OF_SIDE[side] & ~link.named


def unsupplied_units(state: LongestDay, side: str) -> int:
    return OF_SIDE[side] & state.on_map & COMBAT & ~supplied_units(state, side)


# ---------------------------------------------------------------- TLD-B.3: effects


def defence(state: LongestDay, unit: int) -> Fraction:
    """TLD-B.3, TLD-J.20: halved for want of supply and halved for disruption; strongpoints need no supply
    (TLD-S.12)."""
    strength = Fraction(DEFENCE[unit])
    if not state.strong >> unit & 1 and not status(state, unit).supplied:
        strength /= 2
    return strength / 2 if state.disrupted[unit] else strength


def judge_movement(state: LongestDay, side: str) -> None:
    """TLD-B.6: at the start of each movement phase, regular and mechanized."""
    state.set(fact.short, unsupplied_units(state, side), "TLD-B.6")


# ---------------------------------------------------------------- TLD-B.5: consumption


def draws_on(state: LongestDay, unit: int) -> int:
    """The HQ an attack of this unit counts to; of one whose owner chooses, the HQ that costs least: it has
    paid, or has not fought yet."""
    if not ROAMING >> unit & 1:
        return status(state, unit).hq
    hqs = roaming_hqs(state, unit)
    return min(hqs, key=lambda hq: (not state.spent >> hq & 1, state.once >> hq & 1), default=-1)


def counts_in_fire(state: LongestDay, unit: int) -> bool:
    """TLD-B.5.a.1, TLD-J.4: artillery, and anti-tank batteries by the ruling."""
    return ARM[unit] != "anti_tank" or state.options.anti_tank_counts_in_defensive_fire


def consumption(
    state: LongestDay, units: Iterable[int], fire: bool = False, payers: Iterable[tuple[int, int]] = ()
) -> dict[int, tuple[int, bool]]:
    """What these units, attacking now, bring about: HQ -> (weight they add, whether it spends a half step).

    `payers`: the HQs their owner has named for units that choose (TLD-B.5.b).

    TLD-B.5.a, B.5.a.1, B.5.a.1.n, B.5.d: two units or more in a phase cost one half step, never more; one
    costs nothing.
    """
    if state.day == 0:  # TLD-S.13
        return {}
    added, named = dict[int, int](), dict(payers)
    for unit in units:
        hq = named[unit] if unit in named else draws_on(state, unit)
        if hq >= 0 and (not fire or counts_in_fire(state, unit)):
            added[hq] = added.get(hq, 0) + WEIGHT[unit]
    return {
        hq: (weight, spends(state.once >> hq & 1, weight, bool(state.spent >> hq & 1)))
        for hq, weight in added.items()
    }


def spends(before: int, weight: int, spent: bool) -> bool:
    """TLD-B.5: the moment the count of a phase reaches two, one half step goes.

    >>> spends(0, 1, False), spends(1, 1, False), spends(0, 2, False), spends(1, 5, True)
    (False, True, True, False)
    """
    return not spent and before + weight >= THRESHOLD


# ---------------------------------------------------------------- TLD-B.7: supply units lost


def exposed(state: LongestDay, side: str) -> int:
    """Supply units without a friendly combat unit and with an enemy combat unit adjacent, or in the hex
    (TLD-J.14)."""
    enemy = state.held[ENEMY[side]]
    danger = GRID.near(enemy) | (enemy if state.options.supply_unit_killed_by_same_hex_enemy else 0)
    return set_of(
        u
        for u in members(SUPPLY & OF_SIDE[side] & state.on_map)
        if danger >> state.at[u] & 1 and not state.held[side] >> state.at[u] & 1
    )


# ---------------------------------------------------------------- TLD-B.12: surrender


def count_resets(state: LongestDay, side: str) -> None:
    """TLD-B.12: in its own Reset Phase a unit without supply counts one more, one with supply begins
    again."""
    if state.day == 0:  # TLD-S.13
        return
    hungry, unfed = set(members(unsupplied_units(state, side))), state.unfed
    for unit in members(OF_SIDE[side] & state.on_map & COMBAT):
        if unit in hungry:
            state.set_at(fact.unfed, unit, unfed[unit] + 1, "TLD-B.12")
        elif unfed[unit]:
            state.set_at(fact.unfed, unit, 0, "TLD-B.12")


def liable(state: LongestDay, unit: int) -> bool:
    """Three or more Reset Phases running, and still unsupplied (TLD-J.15)."""
    if state.unfed[unit] < RESETS or state.at[unit] < 0:
        return False
    return not state.options.surrender_requires_unsupplied_now or not status(state, unit).supplied


class Fate(NamedTuple):
    surrenders: bool
    clause: str
    because: str


def fate(state: LongestDay, unit: int) -> Fate:
    """What the start of the enemy Combat Phase does to a unit."""
    if not liable(state, unit):
        return Fate(False, "TLD-B.12", f"{state.unfed[unit]} of {RESETS} Reset Phases without supply")
    side, hex_ = SIDE[unit], state.at[unit]
    if not supplied_beside(state, hex_, ENEMY[side]):
        return Fate(False, "TLD-B.12", "no supplied enemy combat unit is adjacent")
    if near_city(state, side, hex_):
        return Fate(False, "TLD-B.12.a.1", "in a city, or within eight hexes of one that a friend holds")
    if in_fort(state, unit):
        return Fate(False, "TLD-B.12.a.2", "in a fort")
    others = state.here[hex_] & OF_SIDE[side] & ~(1 << unit)
    if any(not liable(state, u) for u in members(others)):
        return Fate(False, "TLD-B.12.a.3", "stacked with a unit that is not liable")
    return Fate(True, "TLD-B.12", "surrenders at the start of the enemy Combat Phase")


def supplied_beside(state: LongestDay, hex_: int, enemy: str) -> bool:
    near = GRID.near_to[hex_] & state.held[enemy]
    return any(
        status(state, u).supplied
        for h in members(near)
        for u in members(state.here[h] & OF_SIDE[enemy] & COMBAT)
    )


def near_city(state: LongestDay, side: str, hex_: int) -> bool:
    """TLD-B.12.a.1"""
    if CITY >> hex_ & 1:
        return True
    held = CITY & state.occupied[side]
    return bool(held and within(GRID, hex_, open_to(state, side), CITY_STEPS) & held)


def in_fort(state: LongestDay, unit: int) -> bool:
    """TLD-B.12.a.2: the kernel's strongpoints are field forts and spare no unit (TLD-S.12); it has no
    others."""
    return False


def surrendering(state: LongestDay, side: str) -> list[int]:
    """The units of a side that surrender now, all judged on one position; most are far from every enemy."""
    unfed, at, danger = state.unfed, state.at, GRID.near(state.held[ENEMY[side]])
    starving = [u for u in members(OF_SIDE[side] & state.on_map & COMBAT) if unfed[u] >= RESETS]
    return [u for u in starving if danger >> at[u] & 1 and fate(state, u).surrenders]


# ---------------------------------------------------------------- explanations


class Closed(TypedDict):
    """What closes a hex to routes."""

    hex: str
    enemies: list[str]
    in_zone: bool
    zone_of: list[str]


class SupplyFacts(TypedDict):
    """Why a unit is supplied or not: the route, or how far one gets."""

    unit: str
    hex: str
    supplied: bool
    hq: str
    clause: str
    because: str
    route: NotRequired[list[str]]
    route_so_far: NotRequired[list[str]]
    closed: NotRequired[list[Closed]]


def explain(state: LongestDay, unit: int) -> SupplyFacts:
    """Why a unit is supplied or not: the route, or how far it gets and what closes it."""
    supply = status(state, unit)
    value: SupplyFacts = {
        "unit": NAMES[unit],
        "hex": GRID.name.get(state.at[unit], ""),
        "supplied": supply.supplied,
        "hq": NAMES[supply.hq] if supply.hq >= 0 else "",
        "clause": supply.clause,
        "because": supply.because,
    }
    hq = supply.hq
    if hq >= 0 and hq != unit and state.at[hq] >= 0 and state.at[unit] >= 0:
        open_ = open_to(state, SIDE[unit])
        path = route(GRID, state.at[hq], state.at[unit], open_)
        if path is not None:
            value["route"] = [GRID.name[h] for h in path]
        else:
            part, closed = closest_approach(GRID, state.at[hq], state.at[unit], open_, LAND)
            value["route_so_far"] = [GRID.name[h] for h in part]
            value["closed"] = [closing(state, SIDE[unit], h) for h in closed]
    return value


def closing(state: LongestDay, side: str, hex_: int) -> Closed:
    """What closes a hex to the routes of a side."""
    enemy = ENEMY[side]
    enemies = state.here.get(hex_, 0) & OF_SIDE[enemy]
    beside = [
        u
        for h in members(GRID.near_to[hex_] & state.exerting[enemy])
        for u in members(state.here[h] & OF_SIDE[enemy])
    ]
    return {
        "hex": GRID.name[hex_],
        "enemies": [NAMES[u] for u in members(enemies)],
        "in_zone": bool(zone(state, enemy) >> hex_ & 1),
        "zone_of": [NAMES[u] for u in beside],
    }
