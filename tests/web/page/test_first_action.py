"""From the lobby to a first action of every game, by clicking alone. Any error of the page fails the test
(`chromium`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import grognard

from . import test_table_tld
from .screen import serious, still, until

LOOK = """async () => {
  const id = new URLSearchParams(location.hash.slice(1)).get("t"), [token] = JSON.parse(localStorage["grognard.seats"])[id];
  const answer = await fetch(`api/tables/${id}`, { headers: { Authorization: `Bearer ${token}` } });
  return answer.json();
}"""


def record_a_unit(screen: Any) -> None:
    screen.click("[data-key=unveil]")
    screen.click('[data-key="u-736/716"]')
    screen.page.mouse.click(*screen.spot("1738"))


def move_a_headquarters(screen: Any) -> None:
    screen.click('[data-key="u-6AB:HQ"]')
    screen.page.wait_for_selector("text=Where it can go")
    screen.page.mouse.click(*test_table_tld.spot(screen.page, "2312"))


def go_on(screen: Any) -> None:
    screen.click("[data-key=go-on]")


def buy_a_group(screen: Any) -> None:
    screen.click("[data-key=open-order]")
    screen.click('[data-key="buy I1.reinforcement"]')


def set_up_a_squad(screen: Any) -> None:
    """A counter of the panel, then the hex under the middle of the map, which is in the set-up area."""
    unveil = screen.page.locator("[data-key=unveil]")
    if unveil.count():
        unveil.click()
    screen.page.wait_for_selector('[data-key="who-place g01"]')
    screen.click('[data-key="who-place g01"]')
    screen.page.get_by_role("application").focus()
    for _ in range(2):
        screen.page.keyboard.press("ArrowLeft")
    screen.page.keyboard.press("Enter")


def bring_on_a_battalion(screen: Any) -> None:
    screen.click('[data-key="u-US-750-TkBn"]')
    screen.page.mouse.click(*screen.spot("1001"))


FIRST: dict[str, Callable[[Any], None]] = {
    "sword-beach": record_a_unit,
    "longest-day": move_a_headquarters,
    "beyond-the-rhine": go_on,
    "purple-heart-draw": buy_a_group,
    "purple-heart-draw-firefight": set_up_a_squad,
    "beyond-the-rhine-map": bring_on_a_battalion,
}


@pytest.mark.parametrize("game", grognard.GAMES)
def test_from_the_lobby_to_a_first_action(screens: Any, game: str) -> None:
    screen = screens()
    page = screen.page
    page.locator(f'.game[data-key="{game}"]').click()
    for who in page.get_by_role("radiogroup", name=re.compile("^Who plays")).all():
        who.get_by_text("Me").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".desk .dk-tab, .table:not(.veiled) main.map[data-ready=yes], .curtain")
    before = page.evaluate(LOOK)
    assert before["game"] == game and {row["by"] for row in before["log"]} <= {
        "chance"
    }  # the weather may have been rolled for
    FIRST[game](screen)
    until(page, lambda: before["to_move"] in {row["by"] for row in page.evaluate(LOOK)["log"]})
    assert serious(page) == []  # axe, on the first screen of every game


def test_a_squad_of_the_firefight_is_dragged_from_the_panel(screens: Any) -> None:
    """Onto a hex where it may stand; and onto one where it may not, which says why."""
    screen = screens()
    page = screen.page
    page.locator('.game[data-key="purple-heart-draw-firefight"]').click()
    for who in page.get_by_role("radiogroup", name=re.compile("^Who plays")).all():
        who.get_by_text("Me").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".desk .dk-tab, .curtain")
    if page.locator("[data-key=unveil]").count():
        page.locator("[data-key=unveil]").click()
    ground = page.get_by_role("application")

    def drag(key: str, right: float, down: float) -> None:
        page.wait_for_selector(f'[data-key="{key}"]')
        still(page)
        held, box = page.locator(f'[data-key="{key}"]').bounding_box(), ground.bounding_box()
        page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * right, box["y"] + box["height"] * down, steps=8)
        page.mouse.up()

    drag("who-place g01", 0.5, 0.05)  # the American side of the draw
    page.wait_for_selector(".dk-panel [role=alert] >> text=/./")
    assert not page.evaluate(LOOK)["log"]
    drag("who-place g01", 0.5, 0.45)
    until(page, lambda: len(page.evaluate(LOOK)["log"]) == 1)
