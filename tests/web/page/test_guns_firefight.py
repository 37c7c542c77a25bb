"""A Gun on the firefight's page: its arc is lit, and its shot shows every chance before the dice."""

from __future__ import annotations

import os
from typing import Any

import msgspec
import pytest

from grognard.core.chance import Seeded
from grognard.core.record import Match
from tests.purple_heart_draw.firefight.test_fight_guns import SHERMAN, gun

from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser


def record(at: str) -> str:
    """A Gun under a "?" with its crew, and a tank, at a step of the German player turn."""
    state = gun(units={"g09": "E17 2-2-8 concealed", "g01": "M15 5-4-8"}, at=at, tanks=SHERMAN, scene="phd-2")
    state.dice = Seeded("gun")
    match = Match.from_position(state, "standard")
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines).decode()


def test_a_gun_fires_at_a_tank(screens: Any, served: Served) -> None:
    made = served.open_record(record("prep fire"))
    page = screens(f"#t={made['table']}&k={made['seats']['german']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.locator('[data-key="who-serve gmg7"]').click()
    page.wait_for_selector(".phd-target")
    page.wait_for_selector(".phd-arc")
    if shot := os.environ.get("GUN_PICTURE"):
        page.screenshot(path=shot)
    page.mouse.click(*spot(page, "C17"))
    panel = page.get_by_role("region", name="The shot")
    panel.wait_for()
    words = panel.inner_text()
    assert "5cm PaK 38, AP at" in words and "To hit: 10 or less" in words and "burning wreck" in words
    page.locator('[data-key="do done"]').click()
    until(page, lambda: "To hit 10" in str(served.look(made["table"], made["seats"]["german"])["log"]))
    theirs = str(served.look(made["table"], made["seats"]["us"])["log"])
    assert "A Gun in E17 aims at C17" in theirs
