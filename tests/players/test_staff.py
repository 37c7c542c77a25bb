"""Staff: days by the rules from its own view, what an attack is worth, who holds, who gathers."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest

import grognard
from grognard.core.choices import Part
from grognard.core.facts import CHANCE
from grognard.core.hexes import Hexes, members
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import GRID, NEAR
from grognard.games.longest_day.command import chain, group_of, hq_supplied
from grognard.games.longest_day.odds import final_column, odds_column
from grognard.games.longest_day.pieces import (
    ALLIED,
    ASSAULT,
    ATTACK,
    COMBAT,
    DEFENCE,
    DIVISION,
    GERMAN,
    MOST,
    NAMES,
    OF_DIVISION,
    OF_SIDE,
    POINTS,
    UNIT,
)
from grognard.games.longest_day.position import Combat, LongestDay
from grognard.games.longest_day.stacking import limit
from grognard.games.longest_day.tables import CRT
from grognard.games.longest_day.victory import HEX_POINTS
from grognard.players import Candidate, Seat, sit, view_for
from grognard.players.longest_day import staff
from grognard.players.longest_day.balance import margin
from grognard.players.longest_day.danger import Danger
from grognard.players.longest_day.expectation import HOPELESS, expected, given_up, prize, results
from grognard.players.longest_day.followers import guards
from grognard.players.longest_day.plan import (
    A_PLACE,
    A_POINT,
    PANZERS,
    Plan,
    blows,
    controlled_places,
    parting,
)
from grognard.players.longest_day.relief import relieve, worn
from grognard.players.longest_day.retirement import in_a_pocket, keep_out
from grognard.players.longest_day.staff import made
from grognard.players.longest_day.stroke import MASS, best_target, counterstrokes, divisions, piecemeal
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
    assert len(found) > 3 and set(found) <= set(controlled_places(fourth_day, GERMAN))
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


def test_hqs_stand_among_their_own_units(fourth_day: LongestDay) -> None:
    hq = UNIT["21PZ:HQ"]
    assert fourth_day.at[hq] in CAEN and hq_supplied(fourth_day, hq)
    assert guards(fourth_day, fourth_day.at[hq], OF_DIVISION["21PZ"]) == 24
    assert guards(fourth_day, fourth_day.at[hq], OF_DIVISION["12SS"]) == 0


def test_nobody_is_sent_beyond_the_reach_of_its_hq(fourth_day: LongestDay) -> None:
    plan = made(fourth_day, ALLIED, movement(fourth_day), mechanized=False)
    link = chain(fourth_day, ALLIED)
    sent = [u for u, hex_ in plan.goal.items() if hex_ != fourth_day.at[u]]  # who stays may be far already
    homes = {u: fourth_day.at[link.hq[u]] for u in sent if link.hq[u] >= 0}
    far = [GRID.distance(plan.goal[u], home) for u, home in homes.items() if home >= 0]
    assert len(far) > 20 and max(far) <= 8


def test_losses_that_cost_least_together() -> None:
    """Eight points of defense: two battalions of six and two, and not four small units."""
    names = ["AVRE-77", "AVRE-79", "CDO-3", "3:1-Suffolk", "3:2-KSLI"]  # 2, 2, 3, 6, 6
    units = tuple(UNIT[name] for name in names)
    assert {NAMES[u] for u in given_up(units, 8, False)} <= {"AVRE-77", "AVRE-79", "3:1-Suffolk", "3:2-KSLI"}
    assert len(given_up(units, 8, False)) == 2
    assert sum(DEFENCE[u] for u in given_up(units, 8, False)) == 8
    assert set(given_up(units, 100, False)) == set(units)  # all, if that is not enough


def test_the_danger_of_a_hex_by_hand(fourth_day: LongestDay) -> None:
    danger = Danger(fourth_day, GERMAN)
    hex_ = CAEN[0]
    near = [
        ATTACK[u]
        for u in members(fourth_day.on_map & OF_SIDE[ALLIED] & ASSAULT & ~fourth_day.down)
        if GRID.distance(fourth_day.at[u], hex_) <= 4
    ]
    assert danger.strength(hex_) == sum(sorted(near)[-18:]) > 0  # three units in each of six hexes
    alone, three = danger.final_column(hex_, 8, False), danger.final_column(hex_, 24, True)
    assert alone > three >= 1
    assert danger.final_column(hex_, 8, True) == max(danger.final_column(hex_, 8, False) - 2, 1)
    assert danger.final_column(GRID.number["2633"], 8, False) == 0  # Falaise is far away


def test_all_but_the_best_group_leave_a_stack_that_must_part(fourth_day: LongestDay) -> None:
    state = fourth_day.copy()
    assert not parting(state, GERMAN)
    hex_, guest = CAEN[1], UNIT["346:I/857"]
    state.here[hex_] |= 1 << guest
    state.__dict__["apart"] = Hexes(1 << hex_)
    assert parting(state, GERMAN) == 1 << guest
    assert not parting(state, ALLIED)


def test_the_points_of_a_game_are_its_margin(fourth_day: LongestDay) -> None:
    held = sum(HEX_POINTS[h] for h in HEX_POINTS if fourth_day.control >> h & 1)
    lost = {side: (fourth_day.dead & OF_SIDE[side] & COMBAT).bit_count() // 5 for side in (ALLIED, GERMAN)}
    assert margin(fourth_day) == {"points": held + lost[GERMAN] - lost[ALLIED]}


# ---------------------------------------------------------------- whole divisions, pockets, worn units


@pytest.fixture(scope="module")
def second_panzer() -> LongestDay:
    """A German movement phase in which 2nd Panzer is on the map and free to strike."""
    state = play(8)
    seats = {side: sit("staff", GAME, side, seed=3) for side in (ALLIED, GERMAN)}
    while not (state.step.name == f"{GERMAN} movement" and any(divisions(fresh_plan(state)))):
        if state.to_move == CHANCE:
            state.roll()
        else:
            assert state.to_move is not None
            state.push(seats[state.to_move].choose(state))
    return state


def fresh_plan(state: LongestDay) -> Plan:
    return Plan(state, GERMAN, movement(state))


def test_panzer_divisions_are_those_with_armor() -> None:
    names = {NAMES[u].partition(":")[0] for u in members(PANZERS)}
    assert {"21PZ", "12SS", "LEHR", "2PZ"} <= names
    assert not {"716", "711", "346"} & names


def test_a_panzer_division_strikes_whole_or_gathers(second_panzer: LongestDay) -> None:
    plan = fresh_plan(second_panzer)
    free = dict(divisions(plan))
    counterstrokes(plan)
    assert plan.gathering
    for units in free.values():
        sent = [u for u in units if u in plan.goal]
        assert not sent or len(sent) >= MASS * len(units)
        assert len({plan.gathering.get(u) for u in units}) == 1


def test_a_gathering_division_takes_no_part_in_other_attacks(second_panzer: LongestDay) -> None:
    plan = fresh_plan(second_panzer)
    counterstrokes(plan)
    others = {
        u for hex_ in members(second_panzer.held[ALLIED]) for blow in blows(plan, hex_) for u in blow.places
    }
    assert plan.gathering and not others & set(plan.gathering)


def test_a_target_is_one_the_division_can_come_to(second_panzer: LongestDay) -> None:
    plan = fresh_plan(second_panzer)
    for _, units in divisions(plan):
        hex_, worth = best_target(plan, units)
        if hex_ >= 0:
            assert second_panzer.held[ALLIED] >> hex_ & 1 and worth > 0
            assert min(GRID.distance(second_panzer.at[u], hex_) for u in units) <= 8


def attack_by(state: LongestDay, units: list[int], hex_: int) -> Combat:
    return Combat(side=GERMAN, hex=hex_, attackers=tuple(units))  # type: ignore[arg-type]


def test_a_part_of_a_panzer_division_does_not_attack_by_itself(second_panzer: LongestDay) -> None:
    state = second_panzer
    _, units = next(divisions(fresh_plan(state)))
    hex_ = next(
        h for h in members(state.held[ALLIED]) if 0 < odds_column(state, attack_by(state, units[:2], h)) < 6
    )
    assert piecemeal(state, attack_by(state, units[:2], hex_))
    whole = [u for u in members(OF_DIVISION[DIVISION[units[0]]]) if u in units]
    assert not piecemeal(state, attack_by(state, whole, hex_))
    infantry = [UNIT["346:I/857"], UNIT["346:II/857"]]
    assert not piecemeal(state, attack_by(state, infantry, hex_))


def test_who_can_leave_a_pocket_is_not_planned_for_one(second_panzer: LongestDay) -> None:
    plan = fresh_plan(second_panzer)
    before = dict(plan.reach)
    keep_out(plan)
    for unit in plan.free:
        lost = before[unit] & ~plan.reach[unit]
        assert not lost & ~in_a_pocket(plan, unit)
        assert all(h not in HEX_POINTS for h in members(lost))
    assert any(before[u] != plan.reach[u] for u in plan.free)


def test_a_unit_leaves_a_hex_that_would_be_cut_off(second_panzer: LongestDay) -> None:
    """The value of a hex falls by what a pocket costs, and by nothing else."""
    plan = fresh_plan(second_panzer)
    unit, inside = next(
        (u, members(plan.reach[u] & in_a_pocket(plan, u)))
        for u in sorted(plan.free)
        if plan.reach[u] & in_a_pocket(plan, u)
    )
    with_it = staff.in_reserve(second_panzer, plan, unit)(inside[0])
    hq = chain(second_panzer, GERMAN).hq[unit]
    plan.lifelines[hq] = -1
    assert staff.in_reserve(second_panzer, plan, unit)(inside[0]) == pytest.approx(with_it + staff.POCKET)


def test_a_fresh_unit_takes_the_hex_of_a_worn_one(fourth_day: LongestDay) -> None:
    state = fourth_day.copy()
    plan = Plan(state, ALLIED, movement(state))
    assert not worn(plan)
    in_line = [u for u in sorted(plan.free) if plan.ground.to_enemy(state.at[u]) <= 1 <= state.at[u]]
    done = None
    for unit in [u for u in in_line if state.at[u] not in HEX_POINTS]:
        trial = Plan(state, ALLIED, movement(state))
        state.down |= 1 << unit
        assert worn(trial) == [unit]
        relieve(trial)
        state.down &= ~(1 << unit)
        if trial.goal:
            done = unit, trial
            break
    assert done is not None
    unit, trial = done
    fresh = next(u for u in trial.goal if u != unit)
    assert trial.goal[fresh] == state.at[unit] and DIVISION[fresh] == DIVISION[unit]
    assert trial.ground.to_enemy(trial.goal[unit]) >= 2 and "disrupted" in trial.aim[fresh]


def hints(state: LongestDay, phase: str) -> list[Candidate]:
    """The reasons of the next decision in a phase, with the staff on both sides."""
    state = state.copy()
    seats = {side: sit("staff", GAME, side, seed=5) for side in (ALLIED, GERMAN)}
    while state.step.name != phase:
        if state.to_move == CHANCE:
            state.roll()
        else:
            assert state.to_move is not None
            state.push(seats[state.to_move].choose(state))
    assert state.to_move is not None
    return seats[state.to_move].think(state).explain(most=100)


def test_a_hint_for_a_move_names_the_aim_and_what_else_there_is(fourth_day: LongestDay) -> None:
    found = hints(fourth_day, f"{ALLIED} movement")
    assert "worth" in found[0].why or "victory points" in found[0].why
    assert "done" in [one.action for one in found] or len(found) > 2
    assert len({one.why for one in found}) == len(found)
    unit = found[0].action.split()[1]
    moves = [one.action.split() for one in found if one.action != "done"]
    assert {move[1] for move in moves} == {unit}, "the alternative to a move is another move of that unit"


def test_a_unit_that_an_attack_can_spare_costs_nothing_and_one_it_needs_costs_its_odds() -> None:
    state = grognard.load(GAME).new("standard", seed=5)
    while state.step.name != f"{ALLIED} movement":
        state.roll() if state.to_move == CHANCE else state.push(
            sit("staff", GAME, str(state.to_move)).choose(state)
        )
    seat = sit("staff", GAME, ALLIED, seed=5)
    seat.think(state)
    plan = seat.orders.notes["plan"]
    costs = {unit: plan.stake[unit] - plan.stake_without(unit) for unit in plan.blow}
    assert costs and all(-1.0 < cost <= plan.stake[unit] for unit, cost in costs.items())
    assert max(costs.values()) > 0.1 and all(plan.stake_given_up(unit) == 0 for unit in plan.blow)


def test_a_hint_for_an_attack_that_is_put_together_gives_the_odds(fourth_day: LongestDay) -> None:
    found = hints(fourth_day, "attackers and support")
    done = next(one for one in found if one.action == "done")
    assert "(column " in done.why and done.why.startswith("the attack is made at ")
    best = found[0]
    assert (
        best.value >= done.value and f"from {done.why.removeprefix('the attack is made at ')} to " in best.why
    )
