"""What Marshal says of a move: the whole line of its plan against the line with a unit elsewhere."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import ALLIED, UNIT
from grognard.players import sit, view_for
from grognard.players.sword_beach import reasons, tempers
from grognard.players.sword_beach.conduct import conduct
from grognard.players.sword_beach.judgement import Judge
from grognard.players.sword_beach.plans import moves
from tests.sword_beach.build import position

GAME = grognard.load("sword-beach")
ARMY = {"8/3": "1138", "9/3": "1139", "27-Armd": "1238", "185/3": "1640"}
GARRISON = {"736/716": "0938", "22/21": "0937", "125/21": "0939", "200/21": "0837"}


def thought(side):
    state = position(f"{side} movement", 6, {**ARMY, **GARRISON}, ("1640", "1740"))
    seat = sit("marshal", "sword-beach", side, seed=1)
    return state, seat, seat.think(state)


@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_chosen_move_is_worth_what_the_line_of_its_plan_is_worth(side):
    state, seat, decision = thought(side)
    plan = seat.orders.notes["plans"][0]
    chosen = next(one for one in decision.explain() if one.action == str(decision.action))
    line = reasons.laid_out(state, plan.goals)
    assert chosen.value == pytest.approx(
        Judge(line, side, tempers.temper_of(state, side, conduct("marshal"))).worth()
    )
    assert all(line.at[unit] == hex_ for unit, hex_ in moves(state, plan.goals).items())
    assert all(state.at[UNIT[name]] == GRID.number[at] for name, at in {**ARMY, **GARRISON}.items())


@pytest.mark.parametrize("side", ["allied", "german"])
def test_no_way_is_told_that_puts_two_units_into_one_hex(side):
    state, seat, decision = thought(side)
    sight = view_for(state, side)
    temper = tempers.temper_of(state, side, conduct("marshal"))
    found = reasons.ways(sight, decision.action, seat.orders.notes["plans"], temper)
    assert len(found) > 3 and len({way.action for way in found}) == len(found)
    for way in found:
        line = reasons.laid_out(state, way.goals)
        assert all(here & (here - 1) == 0 for here in line.here.values())


def test_an_attack_that_is_told_names_the_units_and_markers_in_words():
    state = position("german combat", 6, {"8/3": "1138", "22/21": "1037", "125/21": "1137"}, ("1640",))
    said = next(
        one
        for one in sit("marshal", "sword-beach", "german", seed=1).think(state).explain()
        if one.action.startswith("attack")
    ).why
    assert said.startswith("attack by 22/21 and 125/21 with ") and "+" not in said


def test_what_the_enemy_can_do_is_told_before_and_after():
    state, _, _ = thought(ALLIED)
    judge = Judge(state, ALLIED, tempers.temper_of(state, ALLIED, conduct("marshal")))
    blow = judge.blow("german", GRID.number["1138"], [UNIT["22/21"], UNIT["125/21"]], 0, False)
    said = reasons.against(blow, None)
    assert said.startswith(reasons.NO_THREAT) and "as the line stands now it would be on 1138 by " in said
    assert reasons.against(blow, blow).count("on 1138") == 1


def line_with(goals):
    """The units of a small Allied line after a plan, and how Marshal judges it."""
    units = {"8/3": "1438", "9/3": "1640", "185/3": "1137", "22/21": "1340", "125/21": "1341"}
    state = position("allied movement", 6, units, ("1640", "1740"))
    temper = tempers.temper_of(state, ALLIED, conduct("marshal"))
    way = reasons.Way("move 8/3 1740", goals)
    judge = Judge(reasons.laid_out(state, goals), ALLIED, temper)
    return reasons.if_it_stayed(state, way, ALLIED, temper, judge)


def test_a_move_that_guards_a_beach_says_what_could_reach_it_otherwise():
    assert (
        line_with({UNIT["8/3"]: GRID.number["1740"]})
        == "if 8/3 stays, German mobile units can reach beach 1740 in their next turn"
    )


def test_a_move_that_changes_nothing_says_nothing_of_staying():
    assert line_with({UNIT["8/3"]: GRID.number["1438"]}) == ""


def test_the_attack_that_the_moving_unit_joins_comes_first():
    state = position("allied movement", 6, {**ARMY, **GARRISON}, ("1640", "1740"))
    judge = Judge(state, ALLIED, tempers.temper_of(state, ALLIED, conduct("marshal")))
    near, far = (
        judge.blow(ALLIED, GRID.number[hex_], [UNIT[unit]], 0, True)
        for hex_, unit in (("0938", "8/3"), ("0937", "9/3"))
    )
    joins = reasons.aims(reasons.Way("move 9/3 1037", {}), [near, far])
    assert joins == [f"for the {reasons.describe_blow(far)}"]
    other = reasons.aims(reasons.Way("move 185/3 1738", {}), [near, far])
    assert other == [f"then the {reasons.describe_blow(near)}"]
