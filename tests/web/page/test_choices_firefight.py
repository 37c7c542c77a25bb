"""Choices of the firefight with their chances: shots at a mover, close combat, the keyboard, a finger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from grognard.core.record import Match
from tests.purple_heart_draw.firefight.fight import fight

from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
MOVER = {"u01": "M19 6-6-6", "u02": "M19 9-1", "g01": "M16 5-4-8"}


def record(units: Mapping[str, str], at: str, *actions: str, **how: Any) -> str:
    """A record that begins with a position."""
    match = Match.from_position(fight(units, at, **how), "standard")
    for action in actions:
        match.do(action)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines).decode()


def opened(screens: Any, served: Served, text: str, side: str, **how: Any) -> tuple[Any, Any]:
    made = served.open_record(text)
    page = screens(f"#t={made['table']}&k={made['seats'][side]}", **how).page
    page.wait_for_selector(".phd-map[data-view]")
    return page, lambda: str(served.look(made["table"], made["seats"][side])["log"][-3:])


def test_a_defender_sees_what_each_shot_does_and_fires_with_a_digit(screens: Any, served: Served) -> None:
    page, log = opened(screens, served, record(MOVER, "movement", "move u01 M18"), "german")
    page.get_by_role("heading", name="6-6-6 in M18. Fire?").wait_for()
    panel = page.get_by_role("region", name="What could fire")
    assert panel.get_by_role("button").count() == 2 and "does harm" in panel.inner_text()
    assert page.locator(".phd-rim.target").count() == 1  # the mover, with a line from who could fire
    assert page.locator(".phd-thread").count() and page.locator(".phd-note").text_content().endswith("%")
    page.keyboard.press("1")  # the dice would roll at once: the chances stand first
    page.get_by_role("heading", name="Fire at M18").wait_for()
    page.keyboard.press("1")
    until(page, lambda: "g01 M18" in log())


def test_a_close_combat_is_named_with_its_odds(screens: Any, served: Served) -> None:
    there = {"u01": "M16 6-6-6", "u02": "M16 6-6-6", "g01": "M16 5-4-8"}
    page, log = opened(screens, served, record(there, "close combat"), "us")
    offer = page.locator('[data-key="offer strike u01 g01,strike u02 g01"]')
    offer.wait_for()
    assert "odds 2-1" in offer.inner_text() and "(5/12)" in offer.inner_text()
    assert "primary" not in page.locator('.ff-do [data-key="do done"]').get_attribute("class")
    assert "primary" not in page.locator('[data-key="end"]').get_attribute("class")
    offer.click()
    until(page, lambda: "strike u02 g01" in log())


def test_a_weapon_is_not_destroyed_by_a_stray_click(screens: Any, served: Served) -> None:
    text = record({"u01": "M19 6-6-6", "g01": "M17 5-4-8"}, "prep fire", guns={"umg1": "MMG u01"})
    page, _ = opened(screens, served, text, "us")
    page.locator('[data-key="who-fire u01"]').wait_for()
    assert page.locator(".phd-pick").first.get_attribute("aria-label") == "Fire"
    destroy = page.locator('[data-key="do ruin umg1"]')
    assert destroy.count() == 1 and not destroy.is_visible()


def test_a_unit_is_moved_by_keys_alone(screens: Any, served: Served) -> None:
    page, log = opened(screens, served, record(MOVER, "movement"), "us")
    page.locator('[data-key="do lead u01"]').wait_for()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.locator("section.ff-way").wait_for()
    page.keyboard.press("g")
    until(page, lambda: "along u02" in log())
    page.keyboard.press("ArrowUp")  # the cursor begins at the stack
    page.keyboard.press("ArrowUp")
    page.locator("section.ff-way").get_by_text("To M18:").wait_for()
    page.keyboard.press("Enter")
    until(page, lambda: "M18" in log())


def test_a_first_tap_shows_the_danger_and_the_second_goes(screens: Any, served: Served) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page, log = opened(screens, served, record(MOVER, "movement", "lead u01"), "us", **phone)
    page.locator("section.ff-way").wait_for()
    page.touchscreen.tap(*spot(page, "M18"))
    page.locator('[data-key="go-there"]').wait_for()
    assert "M18" not in log()
    page.touchscreen.tap(*spot(page, "M18"))
    until(page, lambda: "M18" in log())
