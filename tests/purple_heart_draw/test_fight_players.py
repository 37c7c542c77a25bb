"""The computer players of the mission in its fights: both sides move."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import DONE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.fight import new_fight
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import ON_WIRE, Firefight, PlayerTurn
from grognard.games.purple_heart_draw.firefight.sequence import TURN
from grognard.players.purple_heart_draw_firefight import plain, sergeant
from grognard.players.purple_heart_draw_firefight.reserves import goals_of, may_leave
from grognard.players.seat import PlayerSettings, view_for

from .build import bare
from .test_fight import OPTION, put_down

MOVEMENT = next(n for n, step in enumerate(TURN) if step.name == "movement")


def german_turn() -> Firefight:
    """The US moves first; a German garrison close to it, a squad far off, and one that waits at the edge."""
    outer = bare(us=["M15"], german=["L17", "G25"], **OPTION)
    put_down(outer, "u001", "6-6-6", "M15")
    put_down(outer, "g001", "5-4-8", "L17")
    put_down(outer, "g002", "5-4-8", "B30")
    put_down(outer, "g003", "5-4-8", None)
    state = new_fight(outer)
    own: Any = state.__dict__
    own["turn"], own["phase"], own["mover"] = 1, "Movement Phase", "german"
    own["stack"] = (PlayerTurn(step=MOVEMENT),)
    state.derive()
    return state


@pytest.mark.parametrize("player", [plain, sergeant])
def test_the_second_side_brings_up_what_waits_first(player: Any) -> None:
    """PHD-TM10: its units at the edge enter; the garrison before the enemy stays."""
    state = german_turn()
    assert str(player.decide(view_for(state, "german"), PlayerSettings()).action) == "lead g03"
    own: Any = state.__dict__
    own["flags"][UNIT["g03"]], own["kind"][UNIT["g03"]] = 0, ""
    state.derive()
    state.forget_choices()
    assert str(player.decide(view_for(state, "german"), PlayerSettings()).action) == "lead g02"


def test_garrisons_stay_and_reserves_may_go() -> None:
    state = german_turn()
    units = {GRID.name[state.at[u]] if state.at[u] >= 0 else "": u for u in state.mustered["german"]}
    assert {name for name, u in units.items() if may_leave(state, "german", u)} == {"", "B30"}
    assert all(may_leave(state, "us", u) for u in state.mustered["us"])


def test_the_sides_look_to_different_goals() -> None:
    """The first side to Locations it does not hold, the second to those nearest to the enemy, held or not."""
    state = german_turn()
    ours, theirs = goals_of(state, "us"), goals_of(state, "german")
    assert GRID.number["M15"] not in ours and GRID.number["M15"] in theirs
    assert len(ours) >= 12 and len(theirs) >= 12


def test_a_side_that_holds_every_goal_has_goals() -> None:
    state = german_turn()
    state.__dict__["held"][0] = state.card.goals
    assert len(goals_of(state, "us")) >= 12


def test_a_side_without_reserves_ends_its_movement() -> None:
    state = german_turn()
    own: Any = state.__dict__
    for place in (UNIT["g02"], UNIT["g03"]):
        own["kind"][place], own["at"][place], own["flags"][place] = "", -1, 0
    state.derive()
    state.forget_choices()
    assert plain.decide(view_for(state, "german"), PlayerSettings()).action == DONE


@pytest.mark.parametrize("player", [plain, sergeant])
def test_a_unit_on_wire_gets_beneath_it(player: Any) -> None:
    """A way begins beneath the wire; without that step the stack was taken up again and again."""
    state = german_turn()
    own: Any = state.__dict__
    own["kind"][UNIT["g03"]], own["flags"][UNIT["g03"]] = "", 0
    own["works"] = (("wire", GRID.number["B30"]),)
    own["flags"][UNIT["g02"]] |= ON_WIRE
    state.derive()
    state.forget_choices()
    orders = PlayerSettings()
    taken = []
    for _ in range(2):
        decision = player.decide(view_for(state, "german"), orders)
        taken.append(str(decision.action))
        state.push(decision.action)
    assert taken == ["lead g02", "beneath"]


def test_a_stack_that_stayed_is_not_taken_up_again() -> None:
    state, orders = german_turn(), PlayerSettings()
    first = plain.decide(view_for(state, "german"), orders).action
    assert str(first) == "lead g03"
    assert plain.decide(view_for(state, "german"), orders).action == DONE
