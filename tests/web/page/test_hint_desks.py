"""A hint at a desk: asked by button, by key and from the menu of a phone; it can be played, and is gone when the
table has changed.
"""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.web.game_views import game_view

from .screen import expect, fits, still

pytestmark = pytest.mark.browser
HINT = "section[aria-label=Hint]"
DESKS = [name for name in grognard.GAMES.own if not game_view(grognard.load(name)).PAGE.map]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def seated(screens: Any, served: Any, game: str, **how: Any) -> Any:
    """The desk of the side that decides first."""
    sides = grognard.load(game).position.sides
    made = served.ask("POST", "tables", json={"game": game, "seats": dict.fromkeys(sides, "human")})
    first = served.look(made["table"], made["seats"][sides[0]])["to_move"]
    screen = screens(f"#t={made['table']}&k={made['seats'][first]}", **how)
    screen.see(".desk .dk-tab")
    still(screen.page)
    return screen.page


@pytest.mark.parametrize("game", DESKS)
def test_a_hint_is_given_below_the_decision_and_can_be_played(screens: Any, served: Any, game: str) -> None:
    page = seated(screens, served, game)
    page.locator("[data-key=tool-hint]").click()
    expect(page.locator(f"{HINT} b")).to_contain_text(": ")
    assert len(page.locator(f"{HINT} p").first.inner_text()) > 30, "a reason"
    assert page.locator(".dk-decision").bounding_box()["y"] < page.locator(HINT).bounding_box()["y"]
    with page.expect_response("**/act") as answer:
        page.locator("[data-key=hint-do]").click()
    assert answer.value.status == 200
    expect(page.locator(HINT)).to_have_count(0)


def test_a_hint_is_asked_by_key_and_dismissed(screens: Any, served: Any) -> None:
    page = seated(screens, served, "purple-heart-draw")
    page.keyboard.press("j")
    page.locator(HINT).get_by_role("button", name="Dismiss").click()
    expect(page.locator(HINT)).to_have_count(0)


def test_a_hint_on_a_phone(screens: Any, served: Any) -> None:
    page = seated(screens, served, "purple-heart-draw", **PHONE)
    page.locator(".menu").click()
    page.locator("[data-key=menu-hint]").click()
    expect(page.locator(HINT)).to_be_visible()
    fits(page)
