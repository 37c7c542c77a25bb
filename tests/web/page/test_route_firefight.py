"""A whole way on the firefight's page: one click on a far hex."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.moving import movers, whole_ways

from .desk_scenes import played
from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


def is_ready(state: Any) -> bool:
    """A stack of the US is ready to move, and has a way of three hexes."""
    if state.to_move != "us" or state.step.name != "way" or state.turn != 2 or movers(state).spent:
        return False
    return any(len(path) == 3 for path in whole_ways(state, movers(state)).values())


def test_a_click_on_a_far_hex_sends_the_stack_there(screens: Any, served: Served) -> None:
    goal = ""

    def ready(state: Any) -> bool:
        nonlocal goal
        if is_ready(state):
            found = whole_ways(state, movers(state))
            goal = next(GRID.name[hex_] for hex_, path in found.items() if len(path) == 3)
        return bool(goal)

    made = served.open_record(played(GAME, ready))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.wait_for_selector(".phd-goal")
    page.mouse.click(*spot(page, goal))

    def sent() -> bool:
        return f"onward {goal}" in str(served.look(made["table"], made["seats"]["us"])["log"])

    until(page, sent)
