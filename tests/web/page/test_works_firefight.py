"""A Spotter and the works of a mission on the firefight's page."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest

from grognard.core.chance import Seeded
from grognard.core.record import Match
from grognard.games.purple_heart_draw.board import GRID
from grognard.web.purple_heart_draw_firefight.works_view import obstacles
from tests.purple_heart_draw.firefight.test_fight_spotting import mortar
from tests.purple_heart_draw.firefight.test_fight_works import HERE, WIRE, moving

from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser


def record(state: Any) -> str:
    state.dice = Seeded("works")
    match = Match.from_position(state, "phd-2-infantry")
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines).decode()


def opened(screens: Any, served: Served, state: Any) -> tuple[Any, Any]:
    made = served.open_record(record(state))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    return page, made


def test_a_spotter_is_named_and_its_mortar_fires(screens: Any, served: Served) -> None:
    page, made = opened(screens, served, mortar())
    us = made["seats"]["us"]
    page.locator('[data-key="fold-more"] summary').click()
    page.get_by_role("button", name="Make Spotter").first.click()
    until(page, lambda: "is the Spotter of umg1" in str(served.look(made["table"], us)["log"]))
    page.locator('[data-key="who-shoot umg1"]').click()
    page.mouse.click(*spot(page, "O17"))
    panel = page.get_by_role("region", name="The shot")
    panel.wait_for()
    assert "spotted fire" in panel.inner_text()


def test_movers_get_beneath_wire(screens: Any, served: Served) -> None:
    units = {"u01": f"{HERE} 6-6-6", "g01": "M15 4-4-7"}
    page, made = opened(screens, served, moving(units, works=WIRE))
    page.mouse.click(*spot(page, HERE))
    until(page, lambda: page.locator(".phd-goal").count() > 0)
    page.mouse.click(*spot(page, "O18"))
    page.locator('[data-key="do beneath"]').wait_for()
    if shot := os.environ.get("WORKS_PICTURE"):
        page.screenshot(path=shot)
    page.locator('[data-key="do beneath"]').click()
    until(page, lambda: "wire" in str(served.look(made["table"], made["seats"]["us"])["log"]))


def test_fires_and_the_wind_are_on_the_page(screens: Any, served: Served) -> None:
    """A Flame and a Blaze lie on the map with their words, and the score names the breeze."""
    units = {"u01": "C17 6-6-6", "g01": "M15 4-4-7"}
    state = moving(units, flames=GRID.set(["F13"]), blazes=GRID.set(["G12"]), wind=2)
    page, _ = opened(screens, served, state)
    page.get_by_text("Mild Breeze, blowing northeast").first.wait_for()
    flame, blaze = obstacles(state)
    assert (flame["hex"], blaze["hex"]) == ("F13", "G12")
    assert "dice of 6 or more (13/18)" in str(flame["title"]) and "no unit enters" in str(blaze["title"])
