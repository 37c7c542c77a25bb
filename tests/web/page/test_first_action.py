"""From the lobby to a first action of every game, by clicking alone. Any error of the page fails the test
(`chromium`).
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import grognard

from .screen import serious, still, until
from .test_route import MAX_CLICKS, Player

# the table as the seat sees it whose turn it is
LOOK = """async () => {
  const id = new URLSearchParams(location.hash.slice(1)).get("t"), tokens = JSON.parse(localStorage["grognard.seats"])[id];
  const look = async (token) => (await fetch(`api/tables/${id}`, { headers: { Authorization: `Bearer ${token}` } })).json();
  const seats = await Promise.all(tokens.map(look));
  return seats.find((seat) => seat.mine) ?? seats[0];
}"""


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
    assert serious(page) == []  # axe, on the first screen of every game
    player, done = Player(page, game), set[str]()
    while before["to_move"] not in {row["by"] for row in page.evaluate(LOOK)["log"]}:
        if player.there("[data-key=unveil]"):
            player.click("[data-key=unveil]")
        else:
            player.act(page.evaluate(LOOK), done)
        assert player.clicks < MAX_CLICKS


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
