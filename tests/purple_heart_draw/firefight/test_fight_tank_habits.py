"""What the plain player does with its tanks: where they drive, and what they fire at in each phase."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.driving import half
from grognard.games.purple_heart_draw.firefight.forces import VEHICLE_NUMBER
from grognard.players.playout import Seeded
from grognard.players.purple_heart_draw_firefight import posts, tanks
from grognard.players.registry import find
from grognard.players.seat import Seat
from grognard.web.purple_heart_draw_firefight.standing import by_order

from .fight import GAME, do, fight, listed, where

UV1 = VEHICLE_NUMBER["uv1"]
GERMANS = {"g01": "M15 5-4-8", "g02": "L17 5-4-8"}


def tank(place: str, at: str, units: Any = GERMANS, turn: int = 6, **more: Any) -> Any:
    return fight(units, at, turn=turn, vehicles={"uv1": place}, all_found=True, **more)


def plain(state: Any, side: str = "us") -> str:
    return str(Seat(find("plain", GAME.name).load(), side, seed=1).choose(state))


def test_a_tank_fires_before_it_moves_where_no_other_post_is_better() -> None:
    """A shot that promises less than a point is fired too: the tank would gain nothing by driving."""
    state = tank("I13 M4A1 NE-SE NE-SE", "prep fire", {"g01": "M15 5-4-8"})
    shells = [a for a in state.legal_actions() if a.verb == "shell"]
    value, _ = next(tanks.worths(state, "us", shells, "prep"))
    assert 0.05 < value < 0.8
    assert plain(state) == "shell uv1 M15"


def test_a_tank_turns_its_turret_for_a_shot() -> None:
    state = tank("I13 M4A1 NE-SE SW-NW", "prep fire", {"g01": "M15 5-4-8"})
    assert plain(state).endswith("uv1 M15")
    do(state, plain(state))
    assert state.turret[UV1] != 4


@pytest.mark.parametrize("phase", ["advancing fire", "final fire"])
def test_later_fire_costs_nothing_and_is_not_passed(phase: str) -> None:
    mover = "us" if phase == "advancing fire" else "german"
    state = tank("I13 M4A1 NE-SE NE-SE", phase, {"g01": "M15 5-4-8"}, mover=mover)
    assert plain(state).split()[0] in ("shell", "strafe")


def test_a_tank_on_its_way_fires_when_it_has_stopped() -> None:
    """At once, so that the others move past who was hit: after a drive later fire is no better."""
    state = tank("J12 M4A1 NE-SE NE-SE", "movement", {"g01": "L17 5-4-8"}, turn=5)
    do(state, "drive uv1", "onward J13")
    answered(state)
    do(state, "stop")
    answered(state)
    assert where(state, "uv1") == "J13"
    assert listed(state, "shell") and plain(state).split()[0] in ("shell", "strafe")


def answered(state: Any) -> None:
    """The enemy lets the tank pass."""
    while state.to_move == "german":
        do(state, "done")


def test_tanks_enter_where_a_way_leads_to_a_post_and_then_fire() -> None:
    """The first turns of the card: none drives into the field of J6 and K6, which hedges close all around."""
    state, dice = GAME.new("standard", seed=1), Seeded("1")
    seats = {side: Seat(find("plain", GAME.name).load(), side, seed=1) for side in state.sides}
    entered, shots = set(), 0
    for _ in range(400):
        if state.turn > 2 or (shots and len(entered) == 3):
            break
        side = state.to_move
        action = dice.answer(state) if side == CHANCE else seats[side].choose(state)
        off = state.step.name == "drive" and state.vehicle_at[state.stack[-1].vehicle] < 0
        if off and action.verb == "go":
            entered.add((state.stack[-1].vehicle, action.hex))
        shots += action.verb in ("shell", "strafe")
        state.push(action)
    assert len(entered) == 3 and "J6" not in {hex_ for _, hex_ in entered}
    assert shots


def test_a_post_lies_out_of_reach_with_the_enemy_in_sight_and_in_front() -> None:
    state = tank("G10 M4A1 SE-S SE-S exposed", "movement", turn=2)
    plan = posts.course(state, "us", UV1)
    seen = [at for _, at in posts.post(state, "us", UV1, plan.goal.hex).targets]
    assert plan.gain > tanks.LEAST_GAIN and seen
    assert min(GRID.distance(plan.goal.hex, GRID.hex(h)) for h in ("M15", "L17")) > posts.NEAR
    assert posts.is_covered(plan.goal.hex, plan.goal.spine, seen[0])


def test_a_hedge_is_crossed_where_that_is_worth_the_risk() -> None:
    """Out of the field of K6 no other way leads; a way counts half the MP and the chance to bog."""
    state = tank("K6 M4A1 SE-S SE-S exposed", "movement", turn=2)
    plan = posts.course(state, "us", UV1)
    hedges = [leg for leg in plan.legs if leg.bogs]
    assert hedges and hedges[0].cost >= half("M4A1") and plan.gain > tanks.LEAST_GAIN
    assert plain(state) == "drive uv1"


def test_what_is_hidden_changes_no_course() -> None:
    units = {"g01": "M15 5-4-8"}
    seen = tank("G10 M4A1 SE-S SE-S exposed", "movement", units, turn=2)
    twin = tank("G10 M4A1 SE-S SE-S exposed", "movement", {**units, "g02": "L17 5-4-8 hidden"}, turn=2)
    assert posts.course(seen, "us", UV1) == posts.course(twin, "us", UV1)


def test_a_whole_way_goes_on_after_a_shot() -> None:
    """The way ends where somebody fired; chosen again it goes on, and is no action without effect."""
    units = {"g01": "E17 5-4-8", "u01": "A6 6-6-6"}
    state = fight(units, "movement", vehicles={"uv1": "C17 M4A1 NE-SE NE-SE exposed"}, all_found=True)
    do(state, "drive uv1", "start")
    dice = Seeded("1")
    while state.to_move != "us":
        fire = sorted(listed(state, "fire")) if state.step.name == "vehicle reaction" else []
        action = dice.answer(state) if state.to_move == CHANCE else GAME.parse(fire[0] if fire else "done")
        state.push(action)
    assert state.stack[-1].shots and where(state, "uv1") == "C17"
    far = sorted(listed(state, "onward"))[0]
    spent = state.stack[-1].spent
    do(state, far)
    assert state.stack[-1].__class__.__name__ != "Driving" or state.stack[-1].spent > spent


def test_the_hint_of_both_players_names_the_post() -> None:
    state = tank("G10 M4A1 SE-S SE-S exposed", "movement", turn=2)
    for name in ("plain", "sergeant"):
        seat = Seat(find(name, GAME.name).load(), "us", seed=1)
        found = seat.think(state)
        assert str(found.action) == "drive uv1"
        goal = GRID.name[
            posts.course(state, "us", UV1, tanks.aim_of(seat.orders)).goal.hex
        ]  # as the player drives
        assert f"M4A1 (uv1) makes for {goal}, from where it sees" in found.explain()[0].why


def test_the_hint_says_what_a_shot_is_expected_to_cost() -> None:
    state = tank("I13 M4A1 NE-SE NE-SE", "prep fire", {"g01": "M15 5-4-8"})
    found = Seat(find("sergeant", GAME.name).load(), "us", seed=1).think(state)
    assert "the shot is worth +0." in found.explain()[0].why


@pytest.mark.parametrize(("order", "said"), [("ask", None), ("fire", None), ("hold", "done")])
def test_standing_orders_ask_about_the_fire_of_a_tank_at_movers(order: str, said: str | None) -> None:
    state = fight(
        {"g01": "E17 5-4-8", "u01": "A6 6-6-6"},
        "movement",
        mover="german",
        vehicles={"uv1": "C17 M4A1 NE-SE NE-SE exposed"},
        all_found=True,
    )
    do(state, "lead g01", "go E18")
    assert state.step.name == "reaction" and listed(state, "shell")
    assert by_order(state, {"side": {"do": order}, "units": {}}) == said
