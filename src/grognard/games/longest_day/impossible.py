"""What cannot be so in any game: why a position written by hand is refused."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.hexes import members, set_of
from grognard.core.ruling import Ruling

from .arrivals import ARRIVALS, FIRST_WAVE, WITHDRAWALS, deliveries, float_hexes, replacements_due
from .board import BEACH, BEACHES, GRID, LAND, place_name
from .command import chain
from .days import date_words
from .ledger_cache import ledger_of
from .ledger_rules import improper, wrong_corps
from .pieces import (
    ALLIED,
    GERMAN,
    HQ,
    LABEL,
    MOST,
    OF_DIVISION,
    OF_SIDE,
    SCENARIO,
    SIDE,
    SIDES,
    SUPPLY,
    UNIT,
    display_name,
    load,
    names,
)
from .position import HQ_NUMBER, SUPPLIES, Combat, LongestDay, Retreat
from .roster import CORPS
from .victory import last_day

Rulings = Iterator[Ruling]
AT_START = set_of(UNIT[name] for row in SCENARIO["setup"] for name in row["units"])


def impossibilities(state: LongestDay) -> Rulings:
    yield from stacks(state)
    yield from boxes(state)
    yield from afloat(state)
    yield from arrivals(state)
    yield from ledgers(state)
    yield from de_facto_corps(state)
    yield from counters(state)
    yield from control(state)
    yield from lists(state)


def stacks(state: LongestDay) -> Rulings:
    """One side to a hex; one HQ, and no more units than there is room for, but while an attack or an excess
    is being settled."""
    for hex_ in members(state.held[SIDES[0]] & state.held[SIDES[1]]):
        yield Ruling("TLD-S.16", f"{place_name(hex_)} holds combat units of both sides")
    if any(isinstance(frame, Combat | Retreat) for frame in state.stack) or (
        state.stack and "excess" in state.step.name
    ):
        return
    for hex_, units in state.here.items():
        for side in SIDES:
            mine = units & OF_SIDE[side]
            if (mine & HQ).bit_count() > 1:
                yield Ruling(
                    "TLD-B.1.a", f"{place_name(hex_)} holds {names(mine & HQ)}; only one HQ may be in a hex"
                )
            if load(mine) > MOST and not BEACH >> hex_ & 1:  # a beach may still be full from the first days
                yield Ruling(
                    "TLD-S.5", f"{place_name(hex_)} holds {load(mine)} stacking points; the limit is {MOST}"
                )


def boxes(state: LongestDay) -> Rulings:
    if wrong := state.half & ~SUPPLY:
        yield Ruling("TLD-B.5", f"{names(wrong)}: only a supply unit has a half-strength side")
    if wrong := state.dead & SUPPLY:
        yield Ruling("TLD-S.14", f"{names(wrong)}: supply counters go back to the pool, not to a box")
    if wrong := state.strong & ~state.on_map:
        yield Ruling("TLD-S.12", f"{names(wrong)}: `strong`, but not on the map")
    if wrong := state.down & ~(state.on_map | state.due):
        yield Ruling("TLD-S.6", f"{names(wrong)}: disrupted, but not on the map")


def afloat(state: LongestDay) -> Rulings:
    """TLD-S.12: units of the first wave, still to land, off a held hex of their beach."""
    for unit, hex_ in enumerate(state.afloat):
        if hex_ < 0:
            continue
        if not FIRST_WAVE >> unit & 1:
            yield Ruling("TLD-S.12", f"{LABEL[unit]} is not a first-wave unit and cannot be afloat")
        elif not state.due >> unit & 1:
            yield Ruling("TLD-S.12", f"{LABEL[unit]} is afloat: write `due afloat={GRID.name[hex_]}`")
        elif (
            not sum(BEACHES.values()) >> hex_ & 1
            or not (float_hexes(state, unit) | ~state.held[SIDES[1]]) >> hex_ & 1
        ):
            yield Ruling(
                "TLD-S.12", f"{LABEL[unit]} cannot wait off {GRID.name[hex_]}: it is not a hex of its beach"
            )


def arrivals(state: LongestDay) -> Rulings:
    for unit, number in HQ_NUMBER.items():
        came = state.came[number]
        if came > state.day:
            yield Ruling(
                "TLD-S.11",
                f"{LABEL[unit]} cannot have arrived on {date_words(came)}; today is {date_words(state.day)}",
            )
        elif state.at[unit] >= 0 and came < 0:
            yield Ruling("TLD-S.11", f"{LABEL[unit]} is on the map, but `arrived` has no day for it")


def ledgers(state: LongestDay) -> Rulings:
    """Orders that could not have been written."""
    for side in SIDES:
        ledger = ledger_of(state, side)
        for order in ledger.orders:
            if order.day > state.day:
                yield Ruling("TLD-A.corps.4", f"{order}: today is {date_words(state.day)}")
            else:
                yield from (
                    Ruling(violation.clause, f"{order}: {violation.because}")
                    for violation in improper(ledger, order)
                )
        # what the Canadian change or a second assignment of the Poles brings about may be so for a while
        wrong = wrong_corps(ledger, ledger.standing(state.day + 1))
        yield from (
            Ruling(f.clause, f.because) for f in wrong if f.clause not in ("TLD-A.corps.11", "TLD-A.corps.12")
        )


def de_facto_corps(state: LongestDay) -> Rulings:
    for named, *others in state.de_facto:
        corps = {
            chain(state, SIDES[0] if OF_SIDE[SIDES[0]] >> hq & 1 else SIDES[1]).corps[hq]
            for hq in (named, *others)
        }
        if len(corps) > 1:
            yield Ruling(
                "TLD-A.corps.25.b",
                f"{', '.join(LABEL[hq] for hq in (named, *others))} are not all in one corps",
            )


def counters(state: LongestDay) -> Rulings:
    """Counters on the map before their day, and in states they cannot be in."""
    for unit in members((state.on_map | state.due) & ~SUPPLY):
        if (coming := ARRIVALS.get(unit)) is not None and coming.day > state.day:
            yield Ruling(
                "TLD-S.11",
                f"{LABEL[unit]} arrives on {date_words(coming.day)}; today is {date_words(state.day)}",
            )
    yield from counter_states(state)


def counter_states(state: LongestDay) -> Rulings:
    """States that counters cannot be in."""
    if wrong := state.down & SUPPLY:
        yield Ruling("TLD-S.6", f"{names(wrong)}: a supply unit is never disrupted")
    if wrong := state.surrendered & HQ & ~set_of(unit for unit, _ in state.returns):
        yield Ruling(
            "TLD-S.19",
            f"{names(wrong)}: an HQ that surrenders comes back; write it `dead`, with its day in `returns`",
        )
    left = sum(
        OF_DIVISION[name] for day, divisions in WITHDRAWALS.items() if day <= state.day for name in divisions
    )
    if wrong := state.gone & ~left:
        yield Ruling(
            "TLD-S.16",
            f"{names(wrong)}: `withdrawn`, but no withdrawal of it is due by {date_words(state.day)}",
        )
    if wrong := state.strong & ~AT_START:
        yield Ruling("TLD-S.12", f"{names(wrong)}: only German units set up on the map hold a strongpoint")
    if wrong := set_of(u for u, count in enumerate(state.unfed) if not -1 <= count <= state.day):
        yield Ruling("TLD-B.12", f"{names(wrong)}: more Reset Phases out of supply than there have been")
    for number, corps in enumerate(state.bound):
        unit = SUPPLIES[number]
        if corps and CORPS[corps].side != SIDE[unit]:
            yield Ruling("TLD-B.9", f"{LABEL[unit]} cannot be bound to {display_name(corps)}, an enemy corps")
    if wrong := (state.moved | state.once | state.spent) & ~(state.on_map | state.due | state.dead):
        yield Ruling("TLD-S.16", f"{names(wrong)}: acted in this phase, but not on the map")


def control(state: LongestDay) -> Rulings:
    """TLD-S.7: a side controls the hexes its combat units are in."""
    if wrong := state.control & ~LAND:
        yield Ruling("TLD-S.7", f"{', '.join(GRID.names(wrong)[:4])}: sea hexes are not controlled")
    for hex_ in members(state.control & state.held[GERMAN] & ~state.held[ALLIED]):
        yield Ruling(
            "TLD-S.7", f"a German combat unit is in {place_name(hex_)}, so the Allies do not control it"
        )
    for hex_ in members(state.held[ALLIED] & ~state.control & ~state.held[GERMAN]):
        yield Ruling("TLD-S.7", f"an Allied combat unit is in {place_name(hex_)}, so the Allies control it")


def lists(state: LongestDay) -> Rulings:
    """What is counted down during a day: deliveries, replacements, HQs that come back, illegal corps."""
    landed = dict(deliveries(state.day, ALLIED)) | dict(deliveries(state.day, GERMAN))
    for place, count in state.delivery:
        if not 0 <= count <= (most := landed.get(place, 0)):
            yield Ruling(
                "TLD-S.14",
                f"{count} supply units for {place} on {date_words(state.day)}; the delivery is {most}",
            )
    most = max(replacements_due(state.day, side) for side in SIDES)
    if not 0 <= state.replacements <= most:
        yield Ruling(
            "TLD-S.15", f"{state.replacements} replacements on {date_words(state.day)}; there are {most}"
        )
    for unit, _ in state.returns:
        if not HQ >> unit & 1:
            yield Ruling("TLD-S.19", f"{LABEL[unit]}: only HQs come back by themselves")
    for corps, since in state.disorder:
        if corps not in CORPS or not 0 <= since <= state.day:
            yield Ruling(
                "TLD-J.34",
                f"{corps} since day {since}: not a corps, or not a day up to {date_words(state.day)}",
            )
    for hq, name in state.over:
        if hq not in UNIT or not HQ >> UNIT[hq] & 1:
            yield Ruling("TLD-J.11", f"{hq} is not an HQ that {display_name(name)} could be too many for")
    if state.day > (last := last_day(state)):
        yield Ruling(
            "TLD-S.10",
            f"the scenario {state.scenario} ends on {date_words(last)}; today is {date_words(state.day)}",
        )
