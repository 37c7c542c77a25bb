"""Decisions of the firefight that name two units stand on the page with the others."""

from __future__ import annotations

from typing import Any

import pytest

from .desk_scenes import played
from .screen import until
from .served import Served

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


def test_a_squad_deploys_from_the_panel(screens: Any, served: Served) -> None:
    found = ""

    def ready(state: Any) -> bool:
        nonlocal found
        if state.to_move == "us" and state.step.name == "rally" and state.turn == 2:
            found = next((str(a) for a in state.legal_actions() if a.verb == "deploy"), "")
        return bool(found)

    made = served.open_record(played(GAME, ready))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.get_by_text(
        "squads to deploy"
    ).click()  # seldom wanted: folded, so that the phase is no wall of buttons
    page.locator(f'[data-key="do {found}"]').click()
    until(page, lambda: found in str(served.look(made["table"], made["seats"]["us"])["log"]))


def test_woods_are_passed_from_the_panel(screens: Any, served: Served) -> None:
    """Of a decision that names a hex, a hand and a number every word is in the sentence."""
    found = ""

    def ready(state: Any) -> bool:
        nonlocal found
        if state.to_move == "us" and state.step.name == "way":
            found = next((str(a) for a in state.legal_actions() if a.verb == "bypass"), "")
        return bool(found)

    made = served.open_record(played(GAME, ready))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    _, hex_, hand, sides = found.split()
    row = page.locator(f'[data-key="do {found}"]')
    row.wait_for()
    along = "a hexside" if sides == "1" else f"{sides} hexsides"
    assert f"Bypass {hex_} on the {hand}, along {along}" in row.inner_text()
    row.click()
    until(page, lambda: found in str(served.look(made["table"], made["seats"]["us"])["log"]))


def test_a_shot_shows_its_chances_before_the_dice(screens: Any, served: Served) -> None:
    def ready(state: Any) -> bool:
        return bool(state.to_move == "us" and state.step.name == "shot")

    made = served.open_record(played(GAME, ready))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    panel = page.get_by_role("region", name="The shot")
    panel.wait_for()
    assert "To hit:" in panel.inner_text() and "Chances of each result" in panel.inner_text()
    page.locator('[data-key="do done"]').click()
    until(page, lambda: "To hit" in str(served.look(made["table"], made["seats"]["us"])["log"]))
