"""Staff: days by the rules from its own view, what an attack is worth, who holds, who gathers."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest

import grognard
from grognard.core.choices import Part
from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import GRID, NEAR
from grognard.games.longest_day.command import group_of
from grognard.games.longest_day.odds import final_column
from grognard.games.longest_day.pieces import ALLIED, COMBAT, GERMAN, MOST, OF_SIDE, POINTS, UNIT
from grognard.games.longest_day.position import Combat, LongestDay
from grognard.games.longest_day.stacking import limit
from grognard.games.longest_day.tables import CRT
from grognard.games.longest_day.victory import HEX_POINTS
from grognard.players import Seat, sit, view_for
from grognard.players.longest_day import staff
from grognard.players.longest_day.expectation import HOPELESS, expected, prize, results
from grognard.players.longest_day.plan import A_PLACE, A_POINT, Plan, blows, kept, made
from grognard.players.registry import default

GAME = "longest-day"
CAEN = [GRID.number["2015"], GRID.number["2016"]]


def play(days: int, seed: int = 3) -> LongestDay:
    """Two staffs until the Allied Movement Phase of a day; every action goes through the referee."""
    state = grognard.load(GAME).new("bridgehead", seed=seed)
    assert isinstance(state, LongestDay)
    seats: dict[str, Seat] = {side: sit("staff", GAME, side, seed=seed) for side in (ALLIED, GERMAN)}
    while state.to_move is not None and not (state.day == days and state.step.name == f"{ALLIED} movement"):
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(seats[state.to_move].choose(state))
    return state


@pytest.fixture(scope="module")
def fourth_day() -> LongestDay:
    return play(3)


def movement(state: LongestDay) -> Part[LongestDay, object]:
    assert state.to_move is not None
    return next(part for part in state.legal_actions().parts if part.pick.verb is verbs.Move)


def test_it_sits_down_when_nobody_in_particular_is_asked_for() -> None:
    assert default(GAME) == "staff"


def test_the_german_fills_caen_and_stays_there(fourth_day: LongestDay) -> None:
    for hex_ in CAEN:
        held = fourth_day.here.get(hex_, 0) & OF_SIDE[GERMAN] & COMBAT
        assert sum(POINTS[u] for u in members(held)) == MOST
        assert not held & fourth_day.stirred


def test_who_holds_a_place_attacks_nobody(fourth_day: LongestDay) -> None:
    there = [
        u for u in members(fourth_day.on_map & OF_SIDE[GERMAN] & COMBAT) if fourth_day.at[u] in HEX_POINTS
    ]
    assert there and all(staff.rooted(fourth_day, u) for u in there)
    ours = [u for u in members(fourth_day.on_map & OF_SIDE[ALLIED]) if fourth_day.at[u] in HEX_POINTS]
    assert ours and not any(staff.rooted(fourth_day, u) for u in ours)


def test_a_plan_keeps_to_what_is_open_and_leaves_room(fourth_day: LongestDay) -> None:
    part = movement(fourth_day)
    plan = made(fourth_day, ALLIED, part, mechanized=False)
    assert plan.goal
    for unit, hex_ in plan.goal.items():
        assert fourth_day.at[unit] == hex_ or part.places(unit) >> hex_ & 1
    assert all(load <= limit(fourth_day, hex_) for hex_, load in plan.load.items())


def test_no_more_make_for_a_place_than_it_is_worth(fourth_day: LongestDay) -> None:
    plan = made(fourth_day, ALLIED, movement(fourth_day), mechanized=False)
    found = Counter(plan.task.values())
    assert len(found) > 3 and set(found) <= set(kept(fourth_day, GERMAN))
    assert all(count <= A_PLACE + A_POINT * HEX_POINTS[hex_] for hex_, count in found.items())


def test_a_blow_is_struck_by_one_group_from_beside_the_hex(fourth_day: LongestDay) -> None:
    plan = Plan(fourth_day, ALLIED, movement(fourth_day))
    found = [blow for hex_ in members(fourth_day.held[GERMAN]) for blow in blows(plan, hex_)]
    assert found
    for blow in found:
        assert len({group_of(fourth_day, u, stacking=False) for u in blow.places}) == 1
        assert all(NEAR[blow.hex] >> hex_ & 1 for hex_ in blow.places.values())


def test_the_worth_of_an_attack_is_the_mean_of_the_table(fourth_day: LongestDay) -> None:
    """Counted by hand from the column, against every attack that could be made today."""
    plan, seen = Plan(fourth_day, ALLIED, movement(fourth_day)), set()
    for hex_ in members(fourth_day.held[GERMAN]):
        for blow in blows(plan, hex_):
            frame = Combat(side=ALLIED, hex=hex_, attackers=tuple(blow.places))  # type: ignore[arg-type]
            worth = expected(fourth_day, frame)
            if worth == HOPELESS:
                continue
            column = final_column(fourth_day, frame)
            seen.add(column)
            by_hand = mean(results(fourth_day, frame)[CRT.cells[die][column - 1]] for die in range(6))
            assert worth == pytest.approx(by_hand)
    assert len(seen) > 1


def test_better_results_are_worth_more(fourth_day: LongestDay) -> None:
    hex_ = members(fourth_day.held[GERMAN])[0]
    unit = members(fourth_day.on_map & OF_SIDE[ALLIED] & COMBAT)[0]
    found = results(fourth_day, Combat(side=ALLIED, hex=hex_, attackers=(unit,)))  # type: ignore[arg-type]
    assert found["AE"] < found["AR"] < found["DD"] < found["DR"] < found["DE"]
    assert prize(CAEN[0]) - prize(members(NEAR[CAEN[0]] & ~sum(1 << h for h in HEX_POINTS))[0]) == 8


def test_its_answers_are_legal_from_its_own_view(fourth_day: LongestDay) -> None:
    view = view_for(fourth_day, ALLIED)
    seat = sit("staff", GAME, ALLIED, seed=1)
    action = seat.choose(fourth_day)
    assert action in view.actions
    assert isinstance(action, verbs.Move) and UNIT[action.unit] in members(OF_SIDE[ALLIED])
