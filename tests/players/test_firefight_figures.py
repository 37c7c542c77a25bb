"""The figures behind the sergeant's smaller decisions, and that it plays by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

import grognard
from grognard.core.facts import CHANCE, DONE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.position import Attack, Firefight, fact
from grognard.games.purple_heart_draw.firefight.words import Direct, Rally
from grognard.players import Decision, PlayerSettings, Seat, find, sit, view_for
from grognard.players.purple_heart_draw_firefight import leading, step_figures, weighing
from grognard.players.purple_heart_draw_firefight.smoke import Throw

GAME = "purple-heart-draw-firefight"
Decided = tuple[Firefight, Decision]


def decisions(card: str, seed: int, most: int, wanted: Callable[[Firefight], bool]) -> Iterator[Decided]:
    """The sergeants' decisions of a fight in the steps that are wanted, before they are carried out."""
    state = grognard.load(GAME).new(card, seed=seed)
    assert isinstance(state, Firefight)
    seats = {side: sit("sergeant", GAME, side, seed=1) for side in state.sides}
    for _ in range(most):
        if state.to_move is None:
            return
        if state.to_move == CHANCE:
            state.roll()
            continue
        decision = seats[str(state.to_move)].think(state)
        if wanted(state) and len(state.legal_actions()) > 1:
            yield state, decision
        state.push(decision.action)


def test_a_sniper_is_posted_nearest_to_the_enemy():
    seen = 0
    for state, decision in decisions("standard", 5, 60, lambda state: state.step.name.endswith("sniper")):
        sight = view_for(state, str(state.to_move))
        rows = step_figures.sniper_post(
            sight.position, sight.side, sight.actions, decision.action, PlayerSettings()
        )
        best = max(rows, key=lambda one: one.value)
        own = next(one for one in rows if one.action == str(decision.action))
        assert own.value == best.value and len(rows) > 1
        targets = target_hexes(sight.position, sight.side)
        assert not targets >> GRID.number[decision.action.hex] & 1  # never among them
        seen += 1
    assert seen == 2


def test_no_leader_directs_that_makes_the_fire_worse_and_each_has_its_figure():
    seen = 0
    for state, decision in decisions("phd-1", 14, 700, lambda state: isinstance(state.stack[-1], Attack)):
        if isinstance(decision.action, Direct):
            chosen = next(one for one in decision.explain() if one.action == str(decision.action))
            assert chosen.value >= 0 and "with leadership " in chosen.why
            seen += 1
    assert seen


def test_of_all_rallies_the_one_that_is_worth_most_is_tried_first():
    seen = 0
    for _, decision in decisions("standard", 14, 500, lambda state: state.step.name.endswith("rally")):
        if isinstance(decision.action, Rally):
            found = [one for one in decision.explain() if one.action.startswith("rally")]
            assert found[0].action == str(decision.action)
            assert "of cases, and is worth" in found[0].why
            seen += len(found) > 1
    assert seen


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "none of the 3 units on the map has a target"),
        ([(-0.5, DONE)], "the best of the shots is worth 0.50 less than to hold fire"),
        ([(0.5, DONE)], "1 shot worth firing would be given up"),
    ],
)
def test_to_hold_fire_is_weighed_against_the_best_shot(rows, words):
    assert weighing.shots(rows, "to hold fire", 3)[-1].why.startswith(words)


def test_the_reasons_of_a_decision_weigh_the_same_hexes_as_the_decision():
    """PHD-4: what is to be cleared counts in a shot; its hint is asked for when the decision is over."""
    fires = 0
    for state, decision in decisions("phd-4", 5, 500, lambda state: state.step.name == "prep fire"):
        rows = decision.explain()
        chosen = next(one for one in rows if one.action == str(decision.action))
        assert all(one.value <= chosen.value + 0.05 for one in rows), (state.turn, rows)
        fires += decision.action != DONE
    assert fires


def test_a_choice_without_a_figure_still_has_its_rule():
    """A step that no figure is known for is explained by the rule, and never without a word."""
    state = grognard.load(GAME).new(seed=1)
    sight = view_for(state, str(state.to_move))
    decided = Seat(find("plain", GAME).load(), sight.side).think(state)
    assert weighing.explained(sight, PlayerSettings(), Decision(decided.action)).explain()[0].why


def test_a_unit_that_cannot_throw_after_all_is_taken_up_once(monkeypatch):
    """It had no end: taken up for a grenade, it could not throw it from Assault Movement and stayed, and was
    the best thrower again.
    """
    state = grognard.load(GAME).new("standard", seed=1)
    throw, orders = Throw(3, 5, 2.0), PlayerSettings()
    for best in ("best_throw", "best_charge"):
        monkeypatch.setattr(leading, best, lambda look: throw)
    look = SimpleNamespace(state=state)
    actions = [state.game.parse("lead u04")]
    kinds = [leading.lead_to_throw(look, actions, orders) for _ in range(3)]
    assert [one and one.note for one in kinds] == ["throw", "charge", None]
    state.set(fact.turn, 2, "ASL-A3.1")
    assert leading.lead_to_throw(look, actions, orders).lead == actions[0]
