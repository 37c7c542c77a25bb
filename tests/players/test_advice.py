"""Hints in words: what the next best costs, why a higher score is not played, what is fatal."""

from __future__ import annotations

import grognard
from grognard.core.facts import CHANCE
from grognard.players import Candidate, Decision, sit
from grognard.players.advice import advise, figure_of
from grognard.players.sword_beach.fusilier import harmless


def hint(*candidates: Candidate) -> str:
    """A hint at the first decision of Sword Beach; the first candidate is played."""
    state = grognard.load("sword-beach").new(seed=1)
    decision = Decision(state.game.parse(candidates[0].action), lambda: candidates)
    return str(advise("marshal", state, decision)["text"])


POST = Candidate("record 2-AA 0938", 5.0, "a post before Caen")


def test_the_next_best_says_what_it_costs():
    said = hint(POST, Candidate("record 2-AA 0939", 3.5), Candidate("record 2-AA 0940", 4.98))
    assert "(score +5.0, as good); " in said and said.endswith("(score +3.5, costs 1.5).")
    assert "Beware" not in said and "by itself" not in said


def test_a_move_that_scores_more_is_never_ranked_above_without_a_reason():
    said = hint(POST, Candidate("record 2-AA 0939", 6.5))
    assert "scores 1.5 more by itself, but Marshal follows one plan for the whole phase." in said
    assert "Next best" not in said


def test_a_fatal_choice_is_warned_of_and_only_that():
    assert "Beware: " in hint(POST, Candidate("record 2-AA 0939", -8.0))
    assert "costs 13.0, more than a full brigade is worth." in hint(POST, Candidate("record 2-AA 0939", -8.0))
    assert "Beware" not in hint(POST, Candidate("record 2-AA 0939", -7.9))


def test_a_chance_that_is_not_certain_is_not_called_certain():
    assert figure_of(Candidate("x", 0, odds={"D1": "99.7%", "A1": "0.3%"}), False).startswith(">99%")
    assert figure_of(Candidate("x", 0, odds={"D1": "66.7%", "D2": "33.3%"}), False).startswith("100%")


def test_a_bombardment_has_no_result_against_an_attacker_who_is_not_there():
    assert harmless({"A1": 0.25, "Ae": 0.25, "D1": 0.5}) == {"D1": 0.5, "no effect": 0.5}
    assert harmless({"D1": 1.0}) == {"D1": 1.0}


def test_the_staff_weighs_every_attack_and_says_what_a_move_is_for():
    """Through a first day: each attack has its expectation and exact results, planned moves have an aim."""
    state = grognard.load("longest-day").new("bridgehead", seed=4)
    seats = {side: sit("staff", "longest-day", side) for side in state.sides}
    attacks = aims = 0
    rules = set()
    for _ in range(400):
        if state.to_move == CHANCE:
            state.roll()
            continue
        decision = seats[str(state.to_move)].think(state)
        best, *others = decision.explain()
        if decision.action.verb == "attack":
            attacks += 1
            assert best.action == str(decision.action) and best.value > 0 and best.odds
            assert "victory points on average" in best.why
            assert others and all(one.value <= best.value for one in others)
        aims += decision.action.verb == "move" and not best.why.startswith("Fixed rule")
        rules |= {(state.step.name, best.why)} if best.why.startswith("Fixed rule") else set()
        state.push(decision.action)
    assert attacks and aims and not rules
