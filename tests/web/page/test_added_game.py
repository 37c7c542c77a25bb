"""The game of docs/add-a-game.md in the browser: found in the lobby, opened, played on the map, its secret
kept.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.play import guide
from tests.web import processes

from .screen import Screen, expect
from .served import Served


class Table(Screen):
    """The map table of a game that is numbered column before row, from the north."""

    def spot(self, hex_: str) -> tuple[float, float]:
        x, y, scale = self.view()
        box = self.page.locator("main.map").bounding_box()
        column, row = int(hex_[:2]), int(hex_[2:])
        wx, wy = column + (0.5 if row % 2 == 0 else 0), row * math.sqrt(3) / 2
        return box["x"] + box["width"] / 2 + (wx - x) * scale, box["y"] + box["height"] / 2 + (wy - y) * scale

    def moves(self, unit: str, hex_: str) -> str:
        self.piece(unit).click()
        return self.acts(lambda: self.click_hex(hex_))

    def ends_phase(self) -> None:
        """One unit could still act, so the page asks."""
        self.click("[data-key=done]")
        assert self.acts(lambda: self.click("[data-key=confirm]")) == "done"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that has the package of the guide beside grognard."""
    folder: Path = tmp_path_factory.mktemp("guide")
    guide.build(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(
            processes.ENVIRONMENT,
            "PYTHONPATH",
            os.pathsep.join([str(folder), processes.ENVIRONMENT["PYTHONPATH"]]),
        )
        found = Served(tmp_path_factory.mktemp("added"))
    yield found
    found.close()


def begin(server: Served, **seats: str) -> dict[str, Any]:
    asked = {
        "game": "skirmish",
        "dice": {"kind": "seeded", "seed": "7"},
        "seats": {"red": "human", "blue": "human"} | seats,
    }
    return server.ask("POST", "tables", json=asked)  # type: ignore[no-any-return]


def test_the_game_is_found_in_the_lobby_and_opened_there(chromium: Any, server: Served) -> None:
    screen = Screen(chromium, server)
    screen.page.get_by_role("radio", name="Skirmish").or_(
        screen.page.get_by_role("button", name="Skirmish")
    ).first.click()
    screen.says("main", "Skirmish", "The village")
    screen.close()


def test_the_game_is_played_on_the_map(chromium: Any, server: Served) -> None:
    """Blue lays the mine and both sides move and fight, on the map; red is told nothing of the mine."""
    made = begin(server)
    blue = Table(chromium, server, made=made, sides=("blue",))
    assert blue.acts(lambda: blue.click_hex("0305")) == "mine 0305"
    red = Table(chromium, server, made=made, sides=("red",), listen=True)
    assert red.moves("A/1", "0302") == "move A/1 0302"
    red.ends_phase()
    expect(red.piece("A/1")).to_be_visible()
    assert blue.look("blue")["view"]["mine"] == "0305"
    assert "mine 0305" not in red.everything() and "mine" not in red.look("red")["view"]
    assert blue.moves("X/9", "0402") == "move X/9 0402"
    blue.ends_phase()
    blue.piece("A/1").click()  # X/9 is next to it now
    assert blue.acts(lambda: blue.click("[data-key=confirm]")) == "attack X/9 0302"
    blue.says("aside.right", "X/9 attacks A/1: total")
    assert len(blue.look("blue")["view"]["at"]) == 4
    blue.close()
    red.close()


def test_the_computer_player_of_the_package_answers(chromium: Any, server: Served) -> None:
    made = begin(server, blue="computer")
    red = Table(chromium, server, made=made, sides=("red",))
    red.see_text("aside", "Blue: sealed action")
    red.close()
