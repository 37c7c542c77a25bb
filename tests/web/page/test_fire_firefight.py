"""Fire in the firefight: the map shows from where and at which hex, the panel what the firepower is made of."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT

from .desk_scenes import played
from .screen import expect
from .served import Served
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
