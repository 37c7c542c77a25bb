"""A rout in the firefight: where a broken unit may go, why not elsewhere, and one click for the whole way."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from grognard.web.purple_heart_draw_firefight.rout_view import rout_page

from .desk_scenes import played
from .screen import until
from .served import Served

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


@cache
def broken() -> tuple[str, str, str, str]:
    """A US unit with a way of several hexes that no enemy interdicts: the record, the unit, the goal, a closed
    hex.
    """
    found: list[str] = []

    def ready(state: Any) -> bool:
        if state.to_move != "us" or not state.step.name.endswith("rout"):
            return False
        known = state.known_to("us")
        for unit in {str(a).split()[1] for a in state.legal_actions() if a.verb == "rout"}:
            row: Any = rout_page(known, {"unit": unit})
            far = [way for way in row["unit"]["ways"] if len(way["path"]) > 1 and not way["checks"]]
            if far and row["unit"]["closed"]:
                found[:] = [unit, far[0]["hex"], row["unit"]["closed"][0]["hexes"][0]]
        return bool(found)

    record = played(GAME, ready)
    return record, *found  # type: ignore[return-value]


def test_the_panel_lists_the_ways_and_a_click_goes_one_to_its_end(screens: Any, served: Served) -> None:
    record, unit, goal, shut = broken()
    made = served.open_record(record)
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    who = page.locator(f'[data-key="who-rout {unit}"]')
    who.wait_for()
    panel = page.get_by_role("region", name="The rout")
    if who.get_attribute("aria-pressed") != "true":
        panel.get_by_text("Choose a broken unit").wait_for()
        who.click()
    closed = panel.get_by_role("heading", name="Why not elsewhere").locator("+ ul")
    closed.wait_for()
    assert shut in closed.inner_text() and "ASL-A10.51" in closed.inner_text()
    way = panel.locator(f'[data-key="rout-to {goal}"]')
    if not way.is_visible():
        panel.get_by_text("more", exact=False).last.click()
    way.click()
    until(
        page,
        lambda: served.look(made["table"], made["seats"]["us"])["units"].get(unit, {}).get("hex") == goal,
    )
