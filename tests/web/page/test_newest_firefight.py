"""Vehicle Bypass, pillboxes, upper levels, Armored Assault and Blazes are found and used on the firefight's page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.chance import Seeded
from grognard.core.record import Match
from tests.purple_heart_draw.firefight.fight import fight
from tests.purple_heart_draw.firefight.test_fight_escort import begun
from tests.purple_heart_draw.firefight.test_fight_fires import GRAIN, with_blaze
from tests.purple_heart_draw.firefight.test_fight_pillboxes import manned
from tests.purple_heart_draw.firefight.test_fight_verges import driving

from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser


def opened(screens: Any, served: Served, state: Any) -> tuple[Any, Any]:
    state.dice = Seeded("newest")
    match = Match.from_position(state, "standard")
    text = b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines).decode()
    made = served.open_record(text)
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    return page, lambda: str(served.look(made["table"], made["seats"]["us"])["log"])


def picture(page: Any, name: str) -> None:
    if folder := os.environ.get("NEWEST_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def test_a_tank_goes_round_a_building(screens: Any, served: Served) -> None:
    page, log = opened(screens, served, driving())
    page.locator('[data-key="do bypass M15 right 1"]').click()
    until(page, lambda: "bypass M15 right 1" in log())
    picture(page, "bypass")


def test_a_pillbox_is_fired_at_through_its_arc(screens: Any, served: Served) -> None:
    page, _ = opened(screens, served, manned({"u01": "O15 6-6-6"}, scene="mission-us-clear"))
    page.mouse.click(*spot(page, "O15"))
    page.mouse.click(*spot(page, "O17"))
    page.get_by_text("pillbox, through its arc").wait_for()
    picture(page, "pillbox")


def test_a_squad_goes_upstairs(screens: Any, served: Served) -> None:
    units = {"u01": "M14 6-6-6", "g01": "N16 5-4-8"}
    page, log = opened(screens, served, fight(units, at="movement", scene="phd-2", all_found=True))
    page.mouse.click(*spot(page, "M14"))
    page.get_by_role("button", name="M14, upper level").first.click()
    until(page, lambda: "go M14/1" in log())
    picture(page, "upstairs")


def test_infantry_goes_along_with_a_tank(screens: Any, served: Served) -> None:
    page, log = opened(screens, served, begun())
    page.locator('[data-key="do beside u01"]').click()
    until(page, lambda: "beside u01" in log())
    picture(page, "escort")


def test_nobody_enters_a_blaze(screens: Any, served: Served) -> None:
    units = {"u01": "G7 6-6-6", "g01": "EE30 5-4-8"}
    page, _ = opened(screens, served, with_blaze(units, "movement"))
    page.mouse.click(*spot(page, "G7"))
    until(page, lambda: page.locator(".phd-goal").count() > 0)
    page.mouse.move(*spot(page, GRAIN))
    picture(page, "blaze")
    page.get_by_text("Ablaze").last.wait_for()
