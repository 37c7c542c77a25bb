"""Off-board artillery on the firefight's page: call, see the chances, order, and the markers on the map."""

from __future__ import annotations

import os
from typing import Any

import pytest

from .desk_scenes import played
from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


def picture(page: Any, name: str) -> None:
    if folder := os.environ.get("GROGNARD_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_the_battery_is_called_from_the_panel(screens: Any, served: Served) -> None:
    """The chance of contact stands beside the button."""
    record = played(GAME, lambda s: s.to_move == "us" and s.step.name == "radio", scenario="phd-4")
    made = served.open_record(record)
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".ff-artillery")
    panel = page.locator(".ff-artillery").inner_text()
    assert "81mm battalion mortars" in panel and "72" in panel and "10 black, 3 red" in panel
    picture(page, "artillery-contact")
    page.locator('[data-key="do contact"]').click()
    until(page, lambda: "Observer has" in str(served.look(made["table"], made["seats"]["us"])["log"]))


def test_an_order_shows_where_shells_fall(screens: Any, served: Served) -> None:
    """A lit hex under the pointer shows accuracy and effect; a click on it asks for the round."""
    found = ""

    def ready(state: Any) -> bool:
        nonlocal found
        if state.to_move == "us" and state.step.name == "artillery":
            found = next((str(a) for a in state.legal_actions() if a.verb == "request"), "")
        return bool(found)

    made = served.open_record(played(GAME, ready, scenario="phd-4"))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".ff-artillery")
    page.get_by_text("Point at a lit hex to see the chances there.").wait_for()
    goal = found.split()[1]
    page.mouse.move(*spot(page, goal))
    page.get_by_role("heading", name=f"A round at {goal}").wait_for()
    picture(page, "artillery-orders")
    other = screens(f"#t={made['table']}&k={made['seats']['german']}").page
    other.wait_for_selector(".phd-map[data-view]")
    assert other.locator(".ff-artillery").count() == 0
    page.mouse.click(*spot(page, goal))
    until(page, lambda: "asks for a round" in str(served.look(made["table"], made["seats"]["us"])["log"]))
