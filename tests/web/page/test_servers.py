"""The page when servers die, and two browsers at one game on two processes over PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.postgres import fresh_database

from . import scenes
from .screen import expect
from .served import Served


@pytest.mark.complaints("ERR_")  # the browser notes every request that found no server
def test_a_page_comes_back_after_the_server_was_killed(screens: Any, tmp_path: Any) -> None:
    served = Served(tmp_path)
    try:
        made = served.open_record(scenes.moving())
        screen = screens(at=served, made=made, sides=("allied",))
        unit, hexes = next(iter(screen.look()["legal"]["by_verb"]["move"].items()))
        screen.piece(unit).click()
        screen.acts(lambda: screen.click_hex(hexes[0]))
        seq = screen.look()["seq"]
        served.kill()
        screen.see(".table.offline", state="attached")
        served.start_again()
        screen.page.wait_for_selector(".table:not(.offline)", state="attached")
        look = screen.look()
        assert look["seq"] == seq and look["units"][unit]["hex"] == hexes[0]  # what was accepted is there
        other, goals = next(iter(look["legal"]["by_verb"]["move"].items()))
        screen.piece(other).click()
        assert screen.acts(lambda: screen.click_hex(goals[0])) == f"move {other} {goals[0]}"
    finally:
        served.close()


@pytest.fixture(scope="module")
def club(server: str) -> Any:
    """Two servers that share nothing but a PostgreSQL database, each a worker of its own port."""
    database = fresh_database(server)
    found = [Served(None, database), Served(None, database)]
    yield found
    for one in found:
        one.close()


def test_two_browsers_at_one_game_on_two_processes(screens: Any, club: Any) -> None:
    here, there = club
    made = here.open_record(scenes.moving(), allied="human", german="human")
    allied = screens(at=here, made=made, sides=("allied",))
    german = screens(at=there, made=made, sides=("german",))
    unit, hexes = next(iter(allied.look()["legal"]["by_verb"]["move"].items()))
    allied.piece(unit).click()
    allied.acts(lambda: allied.click_hex(hexes[0]))
    german.see(
        f'.piece[data-unit="{unit}"][aria-label*="hex {hexes[0]}"]', state="attached"
    )  # told by the other process
    expect(german.page.locator(".table")).to_have_attribute("data-seq", str(allied.look()["seq"]))
    german.page.get_by_label("Menu").click()
    german.page.get_by_label("Say something").fill("I saw that")
    german.press("Enter")
    allied.toasted("I saw that")


@pytest.mark.complaints("ERR_")  # the server stops before the windows are closed
def test_two_browsers_at_one_game_on_two_workers(screens: Any, server: str) -> None:
    served = Served(None, fresh_database(server), workers=2)
    try:
        made = served.open_record(scenes.moving(), allied="human", german="human")
        allied, german = (
            screens(at=served, made=made, sides=("allied",)),
            screens(at=served, made=made, sides=("german",)),
        )
        for _ in range(3):
            unit, hexes = next(iter(allied.look()["legal"]["by_verb"]["move"].items()))
            allied.piece(unit).click()
            allied.acts(lambda hex_=hexes[0]: allied.click_hex(hex_))
            german.see(f'.piece[data-unit="{unit}"][aria-label*="hex {hexes[0]}"]', state="attached")
    finally:
        served.close()
