"""What Marshal's judgement and its look ahead rest on: the same odds as the rules', no secret, nothing left changed."""

from __future__ import annotations

from itertools import islice
from random import Random
from time import thread_time

import pytest

import grognard
from grognard.core.facts import CHANCE, Leak
from grognard.core.hexes import members
from grognard.core.trial import Play
from grognard.games.sword_beach.combat import line, shifts
from grognard.games.sword_beach.odds import odds
from grognard.games.sword_beach.pieces import ENEMY, NAMES
from grognard.games.sword_beach.position import Combat
from grognard.games.sword_beach.setup import RECORDED, area
from grognard.players import Clock, Orders, look, sit
from grognard.players.sword_beach import fights, fusilier, marshal
from grognard.players.sword_beach.craft import defender_in
from grognard.players.sword_beach.judgement import Judge, balance
from grognard.players.sword_beach.lookahead import Trial, answer_of_chance, assume, play_on
from grognard.players.sword_beach.plans import Planner, moves

GAME = grognard.load("sword-beach")


def positions(seeds, phase, least=1):
    """Positions in which a side is about to do this, from random games with a mixture of readings."""
    found = 0
    for seed in seeds:
        for state in Play(GAME, seed).steps():
            if (
                state.to_move != CHANCE
                and state.to_move
                and state.step.name.endswith(phase)
                and state.turn > 1
                and len(state.stack) == 1
            ):
                found += 1
                if found % 5 == 0:
                    yield state
    assert found > least


def test_odds_are_those_of_the_rules():
    """Counted here as numbers and there as fractions: the same, for every fight at hand and every naming."""
    compared = 0
    for state in positions((1, 2), "combat", 20):
        side = state.to_move
        for hex_ in members(state.occupied[ENEMY[side]]):
            force = fights.able(state, side, hex_)
            if not force:
                continue
            fight = fights.fight_of(side, hex_, force, defender_in(state, hex_, ENEMY[side]))
            for ours in fights.nameable(state, side):
                theirs = fights.answer(state, ENEMY[side])
                exact = odds(state, fight, ours, theirs).results
                mine = fusilier.odds_of(state, side, hex_, force, ours, theirs)
                assert mine == pytest.approx({result: float(chance) for result, chance in exact.items()})
                compared += 1
    assert compared > 50


def test_line_and_shift_are_those_of_the_rules():
    compared = 0
    for state in positions((2, 5, 8, 11), "combat", 20):
        side = state.to_move
        judge = Judge(state, side, marshal.TEMPER[side])
        for hex_, units in judge.at_hand():
            fight = Combat(attacker=side, hex=hex_, attackers=tuple(units))
            assert judge.line(hex_, units) == line(state, fight)
            assert judge.shift(side, units) == sum(part.amount for part in shifts(state, fight))
            compared += 1
    assert compared > 10


def test_no_unit_attacks_twice_in_a_planned_set():
    seen = 0
    for state in positions((1, 3), "combat", 20):
        judge = Judge(state, state.to_move, marshal.TEMPER[state.to_move])
        blows = judge.best_offensive(judge.at_hand())
        units = [unit for blow in blows for unit in blow.force]
        assert len(set(units)) == len(units) and len({blow.hex for blow in blows}) == len(blows)
        seen += len(blows) > 1
    assert seen


def test_a_plan_can_be_carried_out_and_judging_leaves_no_trace():
    made = 0
    for state in islice(positions((1, 4), " movement", 10), 6):
        side, before = state.to_move, state.digest()
        sight = look(state, side)
        planner = Planner(sight.position, side, marshal.TEMPER[side], Random(1), lambda: True)
        plan = planner.search(1, 2)[0]
        goals = [hex_ for hex_ in plan.goals.values() if hex_ >= 0]
        assert len(goals) == len(set(goals)) or state.beachheads  # stacks stand on beaches only
        wanted = {f"move {NAMES[unit]} {state.grid.name[hex_]}" for unit, hex_ in moves(state, plan.goals).items()}
        done = marshal.carried_out(sight.position, side, plan)
        assert wanted <= set(map(str, done)) and state.digest() == before and sight.position.at == state.at
        for action in done:
            state.push(action)  # by the rules, one after the other
        for _ in done:
            state.pop()
        made += bool(wanted)
    assert made


# ---------------------------------------------------------------- looking ahead


def test_what_cannot_be_known_is_made_up():
    """The German record is UNKNOWN to the Allied side: touched it raises Leak, so none of this has looked at it."""
    state = GAME.new(seed=1)
    while state.to_move == "german":
        state.push(state.legal_actions()[0])
    sight = look(state, "allied")
    with pytest.raises(Leak):
        bool(sight.position.record)
    records = set()
    for seed in range(4):
        made = assume(sight.position, "allied", Random(seed))
        assert {unit for unit, _ in made.record} == set(members(RECORDED)) and len({hex_ for _, hex_ in made.record}) == 9
        assert all(area(made, unit) >> hex_ & 1 for unit, hex_ in made.record)
        records.add(made.record)
        play_on(made, Random(seed), {side: marshal.TEMPER[side].ground for side in GAME.position.sides}, (2, "allied movement"))
        assert made.to_move is None or made.turn == 2
    assert len(records) > 1


def test_playing_on_stops_where_it_is_told_to():
    state = GAME.new(seed=2)
    weights = {side: marshal.TEMPER[side].ground for side in GAME.position.sides}
    for turn, phase in ((1, "german movement"), (2, "allied movement"), (3, "german movement")):
        play_on(state, Random(5), weights, (turn, phase))
        assert (state.turn, state.step.name) == (turn, phase)


def test_dice_of_a_look_ahead_are_as_likely_as_the_rules_make_them():
    state = GAME.new(seed=3)
    while state.to_move != CHANCE:
        state.push(state.legal_actions()[0])
    rng, seen = Random(4), dict.fromkeys(range(1, 7), 0)
    for _ in range(6000):
        seen[answer_of_chance(state, rng).face] += 1
    assert all(900 < count < 1100 for count in seen.values())


def test_a_trial_trusts_its_prior_until_it_has_seen_more():
    trial = Trial([0.1, 0.0])
    assert trial.best() == 0
    trial.add(0, -0.2)
    trial.add(1, 0.2)
    assert trial.best() == 0
    for _ in range(200):
        trial.add(0, -0.2)
        trial.add(1, 0.2)
    assert trial.best() == 1 and trial.values()[1] == pytest.approx(0.2, abs=0.03)


def test_with_time_plans_are_played_out_and_the_position_is_as_before():
    state = next(iter(positions((1,), "german movement", 1)))
    before = state.digest()
    sight = look(state, "german")
    plans = Planner(sight.position, "german", marshal.TEMPER["german"], Random(1), lambda: True).search(1, 1)
    close = [plan._replace(worth=0.0) for plan in plans[:2]]
    if len(close) < 2:
        close = [*close, close[0]._replace(idea="again")]
    found = marshal.played_out(sight.position, "german", close, Orders(rng=Random(2)), 2, lambda: True)
    assert {plan.idea for plan in found} == {plan.idea for plan in close} and state.digest() == before
    assert sight.position.digest() == before


def test_the_end_of_a_game_outweighs_everything():
    state = GAME.new(seed=1)
    state.__dict__["won"] = ("allied", "victory", "SB-13.0.c")
    assert balance(state) > 5
    state.__dict__["won"] = ("german", "strategic", "SB-13.0.a")
    assert balance(state) < -5


def test_the_landing_is_played_out_on_assumed_records_when_there_is_time():
    """The record itself raises Leak; what is chosen is legal and told as such."""
    state = GAME.new(seed=1)
    while state.to_move == "german":
        state.push(state.legal_actions()[0])
    decision = sit("marshal", "sword-beach", "allied", clock=Clock(3.0, thread_time)).think(state, explaining=True)
    assert not state.why_not(decision.action)
    assert any("assumed set-ups" in one.why for one in decision.explain())
