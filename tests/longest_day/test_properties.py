"""What must hold for any position and any wish: hypothesis looks for the one where it does not."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.facts import DONE
from grognard.core.hexes import Hex, members
from grognard.games.longest_day.board import GRID, LAND
from grognard.games.longest_day.combat import supporting
from grognard.games.longest_day.command import group_of
from grognard.games.longest_day.fire import guns_bearing, guns_on, in_range, joinable_guns, ready_guns
from grognard.games.longest_day.ledger import Ledger, Order, trigger_day
from grognard.games.longest_day.ledger_cache import ledger_of
from grognard.games.longest_day.ledger_fixes import _gone_over, find_fixes
from grognard.games.longest_day.ledger_rules import check, holding, objections
from grognard.games.longest_day.pieces import COMBAT, ENEMY, GUN, HQ, OF_SIDE, RANGE, UNIT, load
from grognard.games.longest_day.plan import (
    MAX_MOVES,
    _Choice,
    _Draft,
    _hopeless,
    _one,
    _placings,
    _Room,
    plan,
)
from grognard.games.longest_day.position import LongestDay, fact
from grognard.games.longest_day.roster import CORPS, RECORDS, ROSTER
from grognard.games.longest_day.routes import opened, within
from grognard.games.longest_day.sheet import read_ledger, write_ledger
from grognard.games.longest_day.stacking import excess, limit, stacks
from grognard.games.longest_day.supply import is_supplied, status

from .build import GAME, STAFF, position
from .plain_search import plain_within

HEXES = st.sampled_from(members(LAND))
SETS = st.sets(HEXES, max_size=60)
ALLIED = sorted(id_ for id_, r in RECORDS.items() if r.side == "allied" and r.what != "never")
SUBJECTS = st.sampled_from([u for u in ALLIED if RECORDS[u].what in ("division", "brigade", "group", "unit")])
PLACES = st.sampled_from(
    [
        *(c.id for c in CORPS.values() if c.side == "allied"),
        "3:HQ",
        "50:HQ",
        "15:HQ",
        "11ARM:HQ",
        "HQ-I",
        "HQ-XXX",
        "HQ-VIII",
    ]
)
CANADIANS = st.sampled_from(
    [u for u in ALLIED if RECORDS[u].nationality == "Canadian" and RECORDS[u].what != "special"]
)
CROWD = ("7RTR/31", "9RTR/31", "AT-103/6C", "AT-128/86", "AT-129/86", "AT-130/86")
ROOM = sorted(u for u in ALLIED if RECORDS[u].what == "unit")
SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def bits(hexes: set[int]) -> int:
    return sum(1 << h for h in hexes)


@given(HEXES, SETS, SETS, SETS, HEXES)
@settings(max_examples=150, deadline=None)
def test_another_friend_never_cuts_a_route(
    start: int, friends: set[int], enemies: set[int], zones: set[int], new: int
) -> None:
    blocked, zone = bits(enemies - friends), bits(zones)
    before = within(GRID, start, opened(LAND, bits(friends), blocked, zone))
    more = friends | {new}
    after = within(GRID, start, opened(LAND, bits(more), bits(enemies - more), zone))
    assert not before & ~after


@given(HEXES, SETS, SETS)
@settings(max_examples=60, deadline=None)
def test_the_fast_search_and_the_plain_one_agree(start: int, friends: set[int], zones: set[int]) -> None:
    open_ = opened(LAND, bits(friends), 0, bits(zones))
    near = {h: members(n) for h, n in GRID.near_to.items()}
    assert set(members(within(GRID, start, open_))) == plain_within(
        near.__getitem__, start, set(members(open_))
    )


@given(st.integers(1, 85), st.dictionaries(SUBJECTS, PLACES, max_size=5))
@SLOW
def test_what_the_planner_proposes_is_always_lawful(day: int, wishes: dict[str, str]) -> None:
    made = plan(Ledger(), day, wishes)
    assert not check(made.ledger, day + 1), [str(f) for f in check(made.ledger, day + 1)]
    assert not made.violations and set(made.granted) | set(made.refused) == set(wishes)


@given(st.integers(1, 80), st.lists(st.tuples(SUBJECTS, PLACES), min_size=1, max_size=6))
@SLOW
def test_lawful_orders_keep_a_ledger_lawful_and_it_survives_its_file(
    day: int, wanted: list[tuple[str, str]]
) -> None:
    ledger = plan(Ledger(), day).ledger
    for unit, to in wanted:
        order = Order(day=day, unit=unit, to=to)
        if not objections(ledger, order):
            ledger = ledger.wrote(order)
    assert read_ledger(write_ledger(ledger, day))[0].standing(day + 1).word == ledger.standing(day + 1).word


EVE = trigger_day(Ledger()) - 1  # the Canadian change bites tomorrow (TLD-J.17)


@given(
    st.integers(2, 80) | st.just(EVE),
    st.lists(st.tuples(SUBJECTS, PLACES), max_size=6),
    st.lists(st.tuples(SUBJECTS | CANADIANS, PLACES), min_size=1, max_size=8),
    st.data(),
)
@SLOW
def test_what_is_continued_or_struck_stands_as_if_it_were_worked_out_at_once(
    day: int, old: list[tuple[str, str]], new: list[tuple[str, str]], data: st.DataObject
) -> None:
    ledger = Ledger(orders=tuple(orders_of(day - 1, old)))
    ledger.standing(day)
    for order in orders_of(day, new):
        ledger = ledger.wrote(order).on_its_own(day + 1)
        assert as_told(ledger, day + 1) == as_told(Ledger(orders=ledger.orders), day + 1)
    if units := sorted({order.unit for order in ledger.orders if order.day == day}):
        less = ledger.struck(day, data.draw(st.sampled_from(units)))
        assert as_told(less, day + 1) == as_told(Ledger(orders=less.orders), day + 1)


def orders_of(when: int, lines: list[tuple[str, str]]) -> list[Order]:
    return [
        Order(day=when, unit=u, to=to)
        for u, to in lines
        if not (":HQ" in to and RECORDS[u].what == "division")
    ]


def as_told(ledger: Ledger, day: int) -> tuple[object, ...]:
    stands = ledger.standing(day)
    drawing = {hq: units for hq, units in stands.by_hq.items() if units}
    by_word, by_serving = (
        {c: d for c, d in table.items() if d} for table in (stands.by_word, stands.by_serving)
    )
    return (
        stands.word,
        stands.serving,
        stands.hq,
        stands.named,
        stands.since,
        drawing,
        by_word,
        by_serving,
        ledger.page(day),
    )


@given(st.integers(1, 80), SUBJECTS, PLACES)
@SLOW
def test_a_fix_fixes(day: int, unit: str, to: str) -> None:
    ledger = Ledger().wrote(Order(day=day, unit=unit, to=to))
    for violation in check(ledger, day + 1):
        for fix in find_fixes(ledger, violation, day, 1):
            after = check(ledger.wrote(*fix.orders), day + 1)
            assert violation.key not in {f.key for f in after} and len(after) < len(check(ledger, day + 1))


@given(st.integers(0, 10_000))
@settings(max_examples=6, deadline=None)
def test_the_ledger_of_a_position_and_its_copies_is_as_if_worked_out_at_once(seed: int) -> None:
    """Orders written, canceled and taken back at random, in a position and in copies of it."""
    rng, state = Random(seed), position("30 June", units=STAFF)
    others = [state]
    for _ in range(60):
        now = rng.choice(others)
        if now.actions and rng.random() < 0.2:
            now.pop()
        else:
            now.push(now.legal_actions().sample(rng))
        if rng.random() < 0.05:
            others.append(now.copy())
        ledger = ledger_of(now, "allied")
        fresh = Ledger(orders=tuple(map(Order.read, now.orders)), arrived=ledger.arrived)
        assert as_told(ledger, now.day + 1) == as_told(fresh, now.day + 1)


@given(st.integers(0, 10_000))
@settings(max_examples=6, deadline=None)
def test_losses_are_noted_and_only_a_lost_hq_changes_the_ledger(seed: int) -> None:
    rng, state = Random(seed), position("30 June", units=STAFF)
    while len(state.actions) < 40:
        state.push(state.legal_actions().sample(rng))
        if not state.step.name.endswith(("orders", "where to")):
            state.pop()
    before = ledger_of(state, "allied")
    state.set(fact.dead, state.dead | 1 << UNIT["12K/8"], "TLD-B.7")
    state.set(fact.day, state.day + 1, "TLD-S.2")
    ledger = ledger_of(state, "allied")
    fresh = Ledger(orders=before.orders, arrived=ledger.arrived)
    assert as_told(ledger, state.day + 1) == as_told(fresh, state.day + 1) and ledger.eliminated == {"12K/8"}
    state.set(fact.dead, state.dead | 1 << UNIT["HQ-VIII"], "TLD-B.7")
    assert ledger_of(state, "allied").lost == {"HQ-VIII"}


WRITABLE = [u for u in ALLIED if RECORDS[u].what in ("brigade", "group", "unit")]
DIVISIONS = ["3", "50", "15", "43", "49", "51", "7ARM", "11ARM"]


def tangle(rng: Random, day: int) -> Iterator[Order]:
    """A few orders as nobody would write them."""
    for _ in range(rng.randint(1, 8)):
        unit, division, to = (
            rng.choice(WRITABLE),
            rng.choice(DIVISIONS),
            rng.choice(("I", "XXX", "VIII", "XII", "IICAN")),
        )
        kind = rng.random()
        if kind < 0.25:
            yield Order(day=day, unit=division, to=to)
            continue
        if kind < 0.7:
            yield Order(day=day, unit=unit, to=f"{division}:HQ")
        if kind > 0.4:
            yield Order(day=day, unit=unit, to=to)


@pytest.mark.parametrize("seed", [1, 2])
def test_those_asked_about_in_fire_and_combat_are_those_found_one_by_one(seed: int) -> None:
    """Who is supplied, by words and without; which guns can join, by the corps they are in and gun by gun."""
    rng, state, seen = (
        Random(seed),
        GAME.new(seed=seed),
        {"more guns": 0, "attackers and support": 0, "supply": 0},
    )
    for _ in range(6000):
        if state.to_move is None or min(seen.values()) > 25:
            break
        frame, name = state.stack[-1], state.step.name
        if name in seen:
            seen[name] += 1
            side, first = frame.side, frame.guns[0] if name == "more guns" else frame.attackers[0]
            guns, group = guns_bearing(state, frame.hex, side), group_of(state, first, stacking=False)
            assert guns_on(state, frame.hex, side) == guns
            able = [
                u
                for u in members(guns)
                if group_of(state, u, stacking=False) == group and status(state, u).supplied
            ]
            if name == "more guns":
                assert members(joinable_guns(state, frame)) == able
            elif group[0] != "de facto":
                assert members(supporting(state, frame)) == able
        elif rng.random() < 0.02:
            seen["supply"] += 1
            assert all(
                is_supplied(state, u) == status(state, u).supplied for u in members(state.on_map | state.due)
            )
        actions = state.legal_actions()
        action = actions.sample(rng)
        while action == DONE and name.endswith(("fire", "combat")) and len(actions) > 1:
            action = actions.sample(rng)
        state.push(action)
    assert min(seen.values()) > 5, seen


@pytest.mark.parametrize("seed", [1, 2])
def test_guns_bear_on_what_is_in_range_gun_by_gun(seed: int) -> None:
    """What is kept while nobody moves is what measuring every distance gives, shot after shot and taken back
    again.
    """
    rng, state, seen = Random(seed), GAME.new(seed=seed), 0
    for _ in range(4000):
        if state.to_move is None or seen > 40:
            break
        if state.step.name.endswith("defensive fire"):
            side, seen = state.step.decider(state, state.stack[-1]), seen + 1
            ready = OF_SIDE[side] & state.on_map & GUN & ~state.down & ~state.fought
            targets_ = members(state.held[ENEMY[side]] & GRID.near(state.held[side]) & ~state.struck)
            bears = {
                u: {h for h in targets_ if GRID.distance(state.at[u], h) <= RANGE[u]} for u in members(ready)
            }
            assert members(ready_guns(side)(state, state.stack[-1])) == [
                u for u, hexes in bears.items() if hexes
            ]
            for u, hexes in bears.items():
                open_ = in_range(side)(state, state.stack[-1])(u)
                assert set(members(open_)) == (hexes if status(state, u).supplied else set())
            for h in targets_[:3]:
                assert guns_bearing(state, h, side) == sum(1 << u for u, hexes in bears.items() if h in hexes)
        actions = state.legal_actions()
        action = actions.sample(rng)
        while action == DONE and state.step.name.endswith("fire") and len(actions) > 1:
            action = actions.sample(rng)
        state.push(action)
        if rng.random() < 0.05:
            state.pop()
    assert seen


@given(
    st.dictionaries(
        st.sampled_from(members(OF_SIDE["allied"] & COMBAT)), st.sampled_from(members(LAND)[:12]), max_size=80
    )
)
@settings(max_examples=60, deadline=None)
def test_stacks_and_what_is_too_much_are_found_as_by_looking_into_every_hex(where: dict[int, Hex]) -> None:
    state: LongestDay = position("8 June", "allied movement")
    for unit, hex_ in where.items():
        state.set_at(fact.at, unit, hex_, "TLD-S.5")
    here = {hex_: units & OF_SIDE["allied"] for hex_, units in state.here.items()}
    assert sorted(stacks(state, "allied")) == sorted(
        h for h, units in here.items() if (units & COMBAT).bit_count() > 1
    )
    full = [h for h, units in here.items() if load(units) > limit(state, h) or (units & HQ).bit_count() > 1]
    assert excess(state, "allied") == min(full, default=-1)


@given(st.integers(0, 10**6), st.sampled_from([8, 20, 30, 31, 45]))
@SLOW
def test_a_ledger_checked_order_by_order_is_found_as_at_once(seed: int, day: int) -> None:
    """What is known of its divisions is taken over while none of them is written elsewhere."""
    rng, ledger = Random(seed), Ledger()
    for order in tangle(rng, day - 1):
        ledger = ledger.wrote(order)
        assert check(ledger, day) == check(replace(ledger), day)
        assert holding(ledger, ledger.standing(day)) == corps_with_divisions(ledger, day)


def test_an_order_the_canadian_change_goes_over_leaves_every_corps_its_divisions() -> None:
    """TLD-J.17: so such an order mends no corps and need not be tried."""
    arrived, canadians = (
        Ledger().arrived | {"HQ-IICAN": 1},
        [d for d, r in ROSTER.divisions.items() if r.nationality == "Canadian"],
    )
    seen = set()
    for seed in range(80):
        rng, day = Random(seed), trigger_day(Ledger(arrived=arrived))
        before = [
            Order(day=day - 1, unit=rng.choice(canadians), to=rng.choice(ON_MAP))
            for _ in range(rng.randint(0, 2))
        ]
        ledger = Ledger(arrived=arrived).wrote(*before, *tangle(rng, day - 1))
        order = Order(day=day - 1, unit=rng.choice([*canadians, *DIVISIONS]), to=rng.choice(ON_MAP))
        old, new = ledger.standing(day), ledger.wrote(order).standing(day)
        same = old.by_word == new.by_word and old.by_serving == new.by_serving
        seen.add((_gone_over(ledger, order), same))
    assert seen == {(True, True), (False, True), (False, False)}


def corps_with_divisions(ledger: Ledger, day: int) -> list[str]:
    """Division by division."""
    stands, landed = ledger.standing(day), ledger.landed(day)
    pairs = [(stands.word.get(d, ""), stands.serving.get(d, "")) for d in ledger.roster.divisions]
    return list(
        dict.fromkeys(
            c
            for said, served in pairs
            for c, on_map in ((said, False), (served, True))
            if c and (c in landed) == on_map
        )
    )


ON_MAP = [c.id for c in CORPS.values() if c.side == "allied"]
INTO = st.lists(
    st.tuples(st.integers(0, 12), st.sampled_from(["", *ON_MAP])),
    min_size=1,
    max_size=5,
    unique_by=lambda o: o[1],
)


def choices_of(places: list[list[tuple[int, str]]]) -> list[_Choice]:
    """Divisions with places to go, the cheapest first and at no cost."""
    mine = ROSTER.of_side["allied"]
    least = [min(options)[0] for options in places]
    return [
        _Choice(division, tuple(sorted((cost - low, to) for cost, to in options)))
        for division, options, low in zip(mine, places, least, strict=False)
    ]


def test_a_search_is_called_hopeless_only_if_it_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked with as many looks as it takes to find the first placement it never is, and with some fewer it
    often is.
    """
    plain, seen = _hopeless, set()
    monkeypatch.setattr("grognard.games.longest_day.plan._hopeless", lambda *_: False)
    for seed in range(150):
        rng, ledger, day = Random(seed), Ledger(), (8, 31, 45)[seed % 3]
        first = rng.sample(ON_MAP, rng.randint(1, 3))
        homes = [rng.choice(first) for _ in range(rng.randint(4, 14))]
        choices = choices_of(
            [[(0, home), *((rng.randint(1, 6), c) for c in ON_MAP if c != home)] for home in homes]
        )
        looks = bisect_left(range(800), True, key=lambda most: any(_placings(ledger, day, choices, most)))  # noqa: B023
        ones = [_one(ROSTER.divisions[choice.division].division_class) for choice in choices]
        asked = (_Room(ledger, day), [choice.options for choice in choices], ones)
        assert looks == 800 or not plain(*asked, looks)
        seen.add((looks < 800, plain(*asked, looks // 2)))
    assert seen >= {(True, True), (True, False)}


@given(st.lists(INTO, min_size=4, max_size=30), st.sampled_from([8, 31, 45]))
@settings(SLOW, max_examples=100)
def test_a_draft_takes_the_best_of_all_moves(places: list[list[tuple[int, str]]], day: int) -> None:
    """Looked for among divisions that are alike, compared with one by one."""
    draft = _Draft(Ledger(), day, choices_of(places))
    for _ in range(30):
        best = draft.best()
        assert best == one_by_one(draft)
        if best is None:
            break
        draft._move(*best)


def one_by_one(draft: _Draft) -> tuple[str, str] | None:
    found = []
    for division, options in draft.choices:
        home, costs = draft.placed[division], {to: cost for cost, to in options}
        for to in costs if draft.moved.count(division) < MAX_MOVES else ():
            if to == home or not (draft.bad.get(home) or draft.bad.get(to)):
                continue
            less = draft.badness(home, [d for d in draft.held[home] if d != division]) - draft.bad[home]
            more = draft.badness(to, [*draft.held.get(to, ()), division]) - draft.bad.get(to, 0)
            if less + more <= 1:
                found.append((less + more, costs[to] - costs[home], division, to))
    return min(found)[2:] if found else None
