"""A plan of the rest of a phase: legal from first to last, the side's own, and nothing is played."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.facts import CHANCE, DONE
from grognard.players.registry import default
from grognard.players.seat import phase_of, plan_phase, sit

from .seats import begin


def plan(seat):
    return seat.ask("GET", "/staff", params={"seconds": "0.5"})


def test_a_plan_is_legal_in_order_and_changes_nothing(client):
    table = begin(client, game="longest-day", scenario="standard")
    seat, before = table.allied, table.allied.look()
    found = plan(seat).json()
    assert found["side"] == "allied" and len(found["actions"]) > 20 and "done" not in found["actions"]
    assert len(found["texts"]) == len(found["actions"]) and found["texts"][0].startswith("move ")
    assert not any(":" in text or "-Can-" in text for text in found["texts"])  # in words, not as typed
    assert len(found["reasons"]) == len(found["actions"]) and "victory points" in " ".join(found["reasons"])
    assert seat.look()["seq"] == before["seq"]
    for text in found["actions"]:
        seat.act(text)
    assert seat.look()["phase"] == before["phase"]
    after = plan(seat).json()
    assert after["actions"] == [] and after["phase"] == found["phase"]
    seat.act("done")
    while not seat.look()["mine"]:
        table.german.act("done")
    assert plan(seat).json()["phase"] != found["phase"]


def test_only_the_side_to_move_gets_a_plan(client):
    table = begin(client, game="longest-day", scenario="standard")
    for seat in (table.german, table.watch):
        answer = plan(seat)
        assert answer.status_code == 403 and "move" not in answer.json().get("actions", [])


@pytest.mark.parametrize("game", grognard.GAMES.own)
def test_a_plan_ends_with_the_phase_or_at_the_dice(game):
    state = grognard.load(game).new(seed=5)
    players = {side: sit(default(game), game, side) for side in state.sides}
    for _ in range(120):
        if state.to_move is None:
            break
        if state.to_move == CHANCE:
            state.roll()
            continue
        side, name = state.to_move, state.step.name
        actions = plan_phase(sit(default(game), game, side), state)
        trial = state.copy()
        for action, _ in actions:
            assert trial.to_move == side and action in trial.legal_actions(), (name, action)
            phase = phase_of(trial)
            assert phase == phase_of(state), "the plan stays in its phase"
            assert action != DONE or len(trial.stack) - 1 > phase.depth, "it ends no phase"
            trial.push(action)
        state.push(players[side].choose(state))


def test_a_plan_goes_on_after_an_advance_to_the_next_attack():
    """The Longest Day: units advance after the dice, and the staff declines further ones by itself."""
    state = grognard.load("longest-day").new("standard", seed=5)
    seats = {side: sit(default("longest-day"), "longest-day", side) for side in state.sides}
    while state.step.name != "advance":
        state.roll() if state.to_move == CHANCE else state.push(seats[str(state.to_move)].choose(state))
    side = str(state.to_move)
    verbs = [one.action.verb for one in plan_phase(sit(default("longest-day"), "longest-day", side), state)]
    assert "attack" in verbs and verbs.index("done") < verbs.index("attack")
