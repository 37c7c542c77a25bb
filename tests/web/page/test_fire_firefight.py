"""Fire in the firefight: the map shows from where and at which hex, the panel what the firepower is made of."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT

from .desk_scenes import played
from .screen import expect
from .served import Served
from .test_choices_firefight import opened, record
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


def test_an_attack_is_drawn_from_the_firer_to_the_target(screens: Any, served: Served) -> None:
    """Aimed, and again when it is declared and others may join."""
    found: list[str] = []

    def ready(state: Any) -> bool:
        if state.to_move == "us" and state.step.name == "prep fire":
            for action in (a for a in state.legal_actions() if a.verb == "fire" and a.unit in UNIT):
                state.push(action)
                joined = state.to_move != CHANCE
                state.pop()
                if joined and state.at[UNIT[action.unit]] != GRID.hex(action.hex):
                    found[:] = str(action).split()
        return bool(found)

    made = served.open_record(played(GAME, ready))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    verb, unit, hex_ = found
    page.locator(f'[data-key="who-{verb} {unit}"]').click()
    page.wait_for_selector(".phd-target")
    thread = page.locator(".phd-thread:not(.under)")
    assert thread.count() == 0
    page.mouse.move(*spot(page, hex_))
    expect(thread).to_have_count(1)
    page.mouse.click(*spot(page, hex_))
    page.get_by_role("region", name="The attack").get_by_role("heading", name="Firepower").wait_for()
    gist = page.locator(".ff-gist")
    gist.wait_for()
    assert "does harm" in gist.inner_text() and "FP" in gist.inner_text()
    expect(thread).to_have_count(1)
    expect(page.locator(".phd-target")).to_have_count(1)
    expect(page.locator(".phd-chosen")).to_have_count(1)


def test_what_came_of_a_shot_stands_above_the_next_decision(screens: Any, served: Served) -> None:
    """The dice were told by the log alone, which a phone does not show."""
    units = {"u01": "M18 6-6-6", "u02": "K19 6-6-6", "g01": "M16 5-4-8"}
    page, _ = opened(screens, served, record(units, "prep fire"), "us")
    page.locator('[data-key="who-fire u01"]').click()
    page.mouse.click(*spot(page, "M16"))
    assert page.get_by_role("region", name="Since your last decision").count() == 0
    page.locator('[data-key="do fire u01 M16"]').click()
    page.get_by_role("button", name="Colored die 2, white die 1", exact=True).click()  # dice that are typed
    came = page.get_by_role("region", name="Since your last decision")
    came.get_by_text("6-6-6 u01 fires at M16").wait_for()
    assert came.locator(".faces").count() == 1 and "dice 3" in came.inner_text()


def test_a_stack_under_the_pointer_is_laid_out_side_by_side(screens: Any, served: Served) -> None:
    units = {
        "u01": "M18 6-6-6 cx",
        "u02": "M18 6-6-6",
        "u03": "M18 8-0",
        "g01": "M15 5-4-8",
        "g02": "A30 5-4-8",
    }
    page, _ = opened(screens, served, record(units, "movement"), "us")
    page.mouse.move(*spot(page, "M18"))
    expect(page.locator(".ff-fan .ff-ctr")).to_have_count(3)
    boxes = [one.bounding_box() for one in page.locator(".ff-fan .ff-ctr").all()]
    assert all(one["width"] >= 44 for one in boxes) and len({one["x"] for one in boxes}) == 3
    page.mouse.move(*spot(page, "M15"))
    expect(page.locator(".ff-fan")).to_have_count(0)


def test_before_others_join_the_fire_each_shows_what_that_would_do(screens: Any, served: Served) -> None:
    units = {"u01": "M18 6-6-6", "u02": "M18 6-6-6", "u03": "M18 6-6-6", "g01": "M16 5-4-8"}
    page, _ = opened(screens, served, record(units, "prep fire", "fire u01 M16"), "us")
    together = page.locator('[data-key="all-join"]')
    expect(together).to_contain_text("% harm")
    expect(page.locator('[data-key="do join u02"] small')).to_contain_text("M18 ·")
    percents = [
        int(re.search(r"(\d+)%", one.inner_text())[1])  # type: ignore[index]
        for one in (page.locator(".ff-gist"), page.locator('[data-key="do join u02"] small'), together)
    ]
    assert percents == sorted(set(percents))  # alone, with one more, with all
    together.click()
    page.get_by_role("heading", name="Fire at M16, 18 FP").wait_for()
