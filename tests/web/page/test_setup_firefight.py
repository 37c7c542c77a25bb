"""Setting up in the firefight: the next unit is in hand, and one press has the staff place the rest."""

from __future__ import annotations

from typing import Any

import pytest

from .screen import expect, until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


def opened(screens: Any, served: Served) -> tuple[Any, Any]:
    """The German player's page, before anything is set up, and what the server says of the table."""
    seats = {"us": "computer:plain", "german": "human"}
    made = served.ask("POST", "tables", json={"game": GAME, "scenario": "standard", "seats": seats})
    page = screens(f"#t={made['table']}&k={made['seats']['german']}").page
    page.wait_for_selector(".phd-map[data-view]")
    return page, lambda: served.look(made["table"], made["seats"]["german"])


def test_the_first_unit_is_in_hand_and_a_click_places_it(screens: Any, served: Served) -> None:
    page, look = opened(screens, served)
    unit = page.locator('[data-key^="who-place"][aria-pressed="true"]')
    expect(unit).to_have_count(1)
    name = unit.get_attribute("data-key").split()[1]
    page.mouse.click(*spot(page, "M15"))
    until(page, lambda: look()["units"][name]["hex"] == "M15")
    expect(page.locator('[data-key^="who-place"][aria-pressed="true"] small')).to_have_count(
        0
    )  # the next one


def test_one_press_sets_up_what_is_left_and_the_player_ends_it(screens: Any, served: Served) -> None:
    page, look = opened(screens, served)
    page.mouse.click(*spot(page, "M15"))
    until(page, lambda: any(unit["hex"] == "M15" for unit in look()["units"].values()))
    page.locator('[data-key="set-up-for-me"]').click()
    expect(page.locator('[data-key="set-up-for-me"]')).to_have_count(0)
    there = look()["units"].values()
    units = [unit for unit in there if unit["side"] == "german" and unit["kind"] != "weapon"]
    assert units and all(unit["hex"] for unit in units)
    assert look()["mine"] and look()["purpose"] == "set-up"
    assert any(unit["hex"] == "M15" for unit in units)  # by hand, and left there
    expect(page.locator('.ff-do [data-key="do done"]')).to_have_text("Finish set-up")
    page.locator('.ff-do [data-key="do done"]').click()
    page.get_by_role("button", name="Choose a hex for me").click()  # of the sniper, where dice follow
    until(page, lambda: look()["turn"] == 1)
