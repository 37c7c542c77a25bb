"""Hints in words: what the next best costs, why a higher score is not played, what is fatal."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.firefight.action_words import action_words as fight_words
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.narration import action_words as mission_words
from grognard.games.sword_beach.verbs import UseMines
from grognard.players import Candidate, Decision, sit
from grognard.players.advice import Hint, advise, figure_of, told_figure
from grognard.players.registry import adviser
from grognard.players.seat import RANK
from grognard.players.sword_beach.fusilier import reasons as beach_reasons
from grognard.players.sword_beach.fusilier_fights import harmless
from grognard.players.sword_beach.scored import Scored


def hint(*candidates: Candidate) -> str:
    """A hint at the first decision of Sword Beach; the first candidate is played."""
    state = grognard.load("sword-beach").new(seed=1)
    decision = Decision(state.game.parse(candidates[0].action), lambda: candidates)
    return str(advise("marshal", state, decision)["text"])


POST = Candidate("record 2-AA 0938", 5.0, "a post before Caen")


def test_the_next_best_says_what_it_costs():
    said = hint(POST, Candidate("record 2-AA 0939", 3.5), Candidate("record 2-AA 0940", 4.98))
    assert (
        "A post before Caen (worth 5 points of strength). Next best: set up 2 AA in 0940 Caen (hidden) (as good); "
        in said
    )
    assert said.endswith("set up 2 AA in 0939 Caen (hidden) (costs 1.5 points of strength).")
    assert "Beware" not in said and "by itself" not in said


def test_a_move_that_scores_more_is_never_ranked_above_without_a_reason():
    said = hint(POST, Candidate("record 2-AA 0939", 6.5))
    assert (
        "scores 1.5 points of strength more by itself, but Marshal follows one plan for the whole phase."
        in said
    )
    assert "Next best" not in said


def test_a_player_says_itself_why_a_higher_score_is_not_played():
    state = grognard.load("sword-beach").new(seed=1)
    rows = [POST, Candidate("record 2-AA 0939", 6.5)]
    decision = Decision(state.game.parse(POST.action), lambda: rows, "posts are mixed")
    said = advise("marshal", state, decision)["text"]
    assert (
        "scores 1.5 points of strength more by itself, but posts are mixed." in said
        and "one plan" not in said
    )


def test_a_fatal_choice_is_warned_of_and_only_that():
    said = hint(POST, Candidate("record 2-AA 0939", -8.0))
    assert said.endswith("(hidden) costs 13 points of strength, more than a full brigade is worth.")
    assert (
        "Beware: " in said and "Next best" not in said and "Also legal" not in said
    )  # warned of, not offered
    assert "Beware" not in hint(POST, Candidate("record 2-AA 0939", -7.9))


def test_a_chance_that_is_not_certain_is_not_called_certain():
    assert figure_of(Candidate("x", 0, odds={"D1": "99.7%", "A1": "0.3%"})).startswith(">99%")
    assert figure_of(Candidate("x", 0, odds={"D1": "66.7%", "D2": "33.3%"})).startswith("100%")


def test_a_reason_with_a_figure_of_its_own_is_not_given_a_second():
    told = hint(Candidate("record 2-AA 0938", 5.0, "a post with 4 men"), Candidate("record 2-AA 0939", 3.5))
    assert "A post with 4 men. Next best" in told and "score" not in told
    names = Candidate("record 2-AA 0938", 5.0, "beside 125/21 in 0837 since 6 June 1944 and 13/18/27")
    assert told_figure(names, True) == ""  # the 6 of the date is a number; hexes, years and units are none
    assert told_figure(Candidate("x", 5.0, "beside 125/21 in 0837"), True) == "score +5.0"
    assert told_figure(Candidate("x", 5.0, "the nearest", scale="hexes"), True) == ""


def test_choices_that_read_the_same_are_one_and_reasons_that_name_the_next_best_are_left_alone():
    twice = [Candidate("record 2-AA 0939", 3.5), Candidate("record 2-AA 0939", 3.5)]
    assert hint(POST, *twice).count("0939") == 1
    told = hint(POST._replace(why="a post, instead of 0939, which costs 1.5"), *twice)
    assert "Next best" not in told and "Also legal" not in told


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


# ---------------------------------------------------------------- hints as a newcomer reads them

STEPS = {  # game and scenario: decisions of a game
    ("beyond-the-rhine-map", "standard"): 260,
    ("purple-heart-draw-firefight", "standard"): 330,
    ("purple-heart-draw-firefight", "phd-1"): 450,
    ("purple-heart-draw", "standard"): 400,
    ("longest-day", "bridgehead"): 700,
    ("beyond-the-rhine", "standard"): 120,
}
SEEDS = {("purple-heart-draw-firefight", "phd-1"): 19}  # a fight with shells that are moved, and a hero
EMPTY = ("this choice is required", "follows one plan for the whole phase. Also legal", "Fixed rule")
NONE = re.compile(r"\d|\bno\b|\bnone\b")  # a figure, or that there is nothing to count


def _begun(game: str, scenario: str):
    return grognard.load(game).new(scenario, seed=SEEDS.get((game, scenario), 14))


@cache
def hints_of(game: str, scenario: str) -> list[tuple[tuple[str, str, str], Hint]]:
    """The first hint for every kind of decision of each side, in a game between two of its strongest."""
    state, found = _begun(game, scenario), dict[tuple[str, str, str], Hint]()
    seats = {side: sit(adviser(game), game, side, seed=1) for side in state.sides}
    for _ in range(STEPS.get((game, scenario), 300)):
        if state.to_move is None:
            break
        if state.to_move == CHANCE:
            state.roll()
            continue
        decision = seats[str(state.to_move)].think(state)
        key = state.step.name, decision.action.verb, str(state.to_move)
        if key not in found and len(state.legal_actions()) > 1:
            found[key] = advise(adviser(game), state, decision)
        state.push(decision.action)
    return list(found.items())


@pytest.mark.parametrize(("game", "scenario"), STEPS)
def test_a_hint_names_a_figure_and_speaks_in_words(game: str, scenario: str):
    found = hints_of(game, scenario)
    assert len(found) >= 5
    for step, hint_ in found:
        said = hint_["text"]
        assert not any(words in said for words in EMPTY), (step, said)
        assert not said.split(": ", 1)[1].startswith("done"), (step, said)  # never as typed
        best = next(one for one in hint_["candidates"] if one["action"] == hint_["action"])
        assert best["why"] and NONE.search(best["why"]), (step, said)


RAW = {  # ids of units as they are typed, which a person never reads
    "longest-day": r"\b\d?[A-Z]+\d*:\w|\bSU-|\bHQ-",
    "beyond-the-rhine": r"\b[A-Z]{2}-\w+-\w",
    "beyond-the-rhine-map": r"\b[A-Z]{2}-\w+-\w",
    "purple-heart-draw": r"(?<!\()\b[ug](mg|v)?\d+\b",
    "purple-heart-draw-firefight": r"(?<!\()\b[ug](mg|v)?\d+\b",
    "sword-beach": r"\w-(Armd|Para|AA|AT|Cdo)\b",
}
VALUES = re.compile(
    r"None\b(?! of)|True\b|[\[\]{}_]|\d\.\d{3}|Fraction|(?<![\d.])1 (hexes|units|points|steps)\b"
)
BARE_COST = re.compile(r"costs [\d.]+\s*[,;)]")  # of what, it does not say


@pytest.mark.parametrize(("game", "scenario"), [*STEPS, ("sword-beach", "standard")])
def test_a_hint_has_no_ids_no_values_and_says_what_a_cost_counts(game: str, scenario: str):
    found = hints_of(game, scenario)
    sides = {state_side for (_, _, state_side), _ in found}
    assert len(sides) == (1 if game == "beyond-the-rhine" else 2)
    for step, hint_ in found:
        said = hint_["text"]
        assert not re.search(RAW[game], said), (step, said)
        assert not VALUES.search(said), (step, said)
        assert not BARE_COST.search(said), (step, said)
        assert said.count(" (worth ") <= 1, (step, said)


def test_the_hints_above_are_of_artillery_tank_shots_and_snipers_too():
    steps = {step[:2] for step, _ in hints_of("purple-heart-draw-firefight", "phd-1")}
    assert {
        ("radio", "contact"),
        ("artillery", "request"),
        ("artillery", "shift"),
        ("fire mission", "mission"),
    } <= steps
    assert {("tank shot", "done"), ("vehicle reaction", "done"), ("fire group", "direct")} <= steps
    assert {("attacker's sniper", "post"), ("defender's sniper", "post"), ("hardening", "harden")} <= steps


@pytest.mark.parametrize(("game", "scenario"), STEPS)
def test_a_hint_never_ranks_its_advice_lower_without_a_reason(game: str, scenario: str):
    for step, hint_ in hints_of(game, scenario):
        best = next(one for one in hint_["candidates"] if one["action"] == hint_["action"])
        higher = [one for one in hint_["candidates"] if one["value"] > best["value"] + 0.05]
        assert not higher or " by itself, but " in hint_["text"], step


def test_counters_of_a_fight_are_named_as_they_are_printed():
    state = grognard.load("purple-heart-draw-firefight").new(seed=1)
    assert fight_words(state, "place g01 U9") == f"set up {state.kind[UNIT['g01']]} (g01) in U9"
    assert fight_words(state, "go Q1") == "go to Q1" and fight_words(state, "unheard of") == "unheard of"
    assert mission_words(None, "lead g01") == "make g01 ready to move"


def test_a_hint_for_a_retreat_has_the_next_best_hex_and_what_it_costs():
    state = grognard.load("longest-day").new("bridgehead", seed=4)
    seats = {side: sit("staff", "longest-day", side) for side in state.sides}
    while state.step.name != "retreat" or len(state.legal_actions()) < 2:
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(seats[str(state.to_move)].choose(state))
    best, *others = seats[str(state.to_move)].think(state).explain()
    assert others and all(one.value <= best.value for one in others)
    assert "from the nearest enemy" in best.why


@pytest.mark.parametrize(("reading", "losses"), [("reduces_all", "A1 Ae D2 D3"), ("no_effect", "A1 Ae")])
def test_the_figure_of_a_beach_assault_is_what_the_landing_unit_may_lose(reading, losses):
    state = grognard.load("sword-beach").new(seed=1, options={"beach_retreat": reading})
    seats = {side: sit("fusilier", "sword-beach", side, seed=1) for side in ("allied", "german")}
    while state.step.name != "Allied support fire":
        assert state.step.name != "allied movement"
        state.roll() if state.to_move == "chance" else state.push(seats[state.to_move].choose(state))
    decision = seats["allied"].think(state)
    for one in decision.explain(9):
        chance = sum(float(one.odds.get(result, "0%")[:-1]) for result in losses.split())
        assert one.figure.endswith("% to lose a step or more") and "hurt" not in figure_of(one)
        assert abs(float(one.figure.split("%")[0]) - chance) < 0.8


def test_no_warning_where_the_next_best_costs_about_as_much():
    worst = Candidate("record 2-AA 0939", -9.0)
    assert "Beware" not in hint(POST, worst, Candidate("record 2-AA 0940", -8.0))
    assert "Beware" not in hint(POST, worst, Candidate("record 2-AA 0940", -2.6))
    said = hint(POST, worst, Candidate("record 2-AA 0940", -2.4), Candidate("record 2-AA 0941", -8.9))
    assert "Beware: set up 2 AA in 0939" in said  # half of what is fatal lies between them


def test_a_rank_is_told_as_what_it_stands_for():
    def ranked(hex_: str, value: float, why: str) -> Candidate:
        return Candidate(f"record 2-AA {hex_}", value, why, scale=RANK)

    said = hint(
        ranked("0938", 9.0, "cover 3"), ranked("0939", 2.0, "cover 1"), ranked("0940", 9.0, "cover 3")
    )
    assert "Cover 3. Next best: set up 2 AA in 0940 Caen (hidden) (as good); " in said
    assert said.endswith("set up 2 AA in 0939 Caen (hidden) (cover 1).") and "points" not in said
    assert "Beware" not in hint(ranked("0938", 90.0, "cover 3"), ranked("0939", 2.0, "cover 1"))
    higher = hint(ranked("0938", 2.0, "cover 1"), ranked("0939", 9.0, "cover 3"))
    assert "in 0939 Caen (hidden) ranks higher by itself, but Marshal follows one plan" in higher


def test_what_is_done_with_a_mines_marker_and_where_works_go_is_a_rank():
    state = grognard.load("purple-heart-draw-firefight").new("phd-3", seed=2)
    seat, told = sit("sergeant", state.game.name, "german"), {}
    while "fortify" not in told:
        decision = seat.think(state)
        told[decision.action.verb] = [one.scale for one in decision.explain()]
        state.push(decision.action)
    assert set(told["fortify"]) == set(told["hide"]) == {RANK} and RANK in told["place"]
    beach: Any = grognard.load("sword-beach").new(seed=1)
    rows = beach_reasons(beach, [Scored(UseMines("use"), 2.0, "it counts at once")])
    assert [one.scale for one in rows] == [RANK]
