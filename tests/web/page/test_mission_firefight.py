"""A TM Scenario of the mission fought squad by squad: the desk gives way to the map of the fight, and comes back."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE, DONE
from grognard.core.record import Match
from grognard.players.seat import seated

from .screen import until
from .served import Served

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw"


def _written(lines: list[Any]) -> str:
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines).decode()


@cache
def records() -> tuple[str, str]:
    """A first scenario at the US movement of its first turn, and at the last decision of its fight."""
    match = Match.begin(grognard.load(GAME), dice=Seeded("scene 7"), options={"tactical_source": "firefight"})
    state: Any = match.state
    seats = {side: seated("computer:plain", GAME, side, "7") for side in state.sides}
    begun, last = "", ""
    while not last or state.inner.stack:
        if state.to_move == CHANCE:
            match.roll()
            continue
        fighting = bool(state.inner.stack)
        if fighting and state.step.name == "movement" and state.to_move == "us":
            begun = begun or _written(match.lines)
        if fighting:
            last = _written(match.lines)
        short = fighting and begun and DONE in state.legal_actions()
        match.do(DONE if short else seats[state.to_move].choose(state))
    return begun, last


def test_the_map_of_the_fight_is_played_on(screens: Any, served: Served) -> None:
    """A squad is made ready by a click, and the score says what is fought for and that a die ends it."""
    made = served.open_record(records()[0])
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.get_by_text("TM Scenario 1, turn 1").first.wait_for()
    page.get_by_text("From the end of turn 5 on a die may end it").first.wait_for()
    page.locator('[data-key^="do lead "]').first.click()
    until(page, lambda: served.look(made["table"], made["seats"]["us"])["purpose"] != "movement")
    look = served.look(made["table"], made["seats"]["us"])
    assert look["fighting"] and look["mine"]


def test_a_fight_of_the_mission_has_the_guide_of_the_firefight(screens: Any, served: Served) -> None:
    made = served.open_record(records()[0])
    page = screens(f"#t={made['table']}&k={made['seats']['us']}", guide=True).page
    guide = page.get_by_role("region", name="Guide")
    guide.get_by_text("Move your units").wait_for()
    assert guide.get_by_role("link", name="Ten minutes").get_attribute("href").endswith("-firefight")


def test_the_desk_is_back_when_the_fight_is_over(screens: Any, served: Served) -> None:
    """The last decision of the fight opens the Consolidation Phase, on the page of both sides."""
    made = served.open_record(records()[1])
    first = served.look(made["table"], made["seats"]["us"])
    mover = first["to_move"]
    page = screens(f"#t={made['table']}&k={made['seats'][mover]}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.get_by_text(f"turn {first['turn']}").first.wait_for()
    page.locator('[data-key="do done"]').first.click()
    until(page, lambda: not served.look(made["table"], made["seats"]["us"]).get("fighting"))
    page.get_by_text("after TM Scenario 1 of 5").first.wait_for()
    page.locator('[data-key="tab-steps"], [data-key="tab-records"]').first.wait_for()


def test_the_new_game_dialog_offers_it(chromium: Any, served: Served) -> None:
    """Beside the seats, before anything is unfolded; the table that is opened has it."""
    page = chromium.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.goto(served.address)
    page.locator(f'.game[data-key="{GAME}"]').click()
    ahead = page.get_by_role("region", name="How a fight is decided")
    ahead.locator('input[name="option-tactical_source"][value="firefight"]').check(force=True)
    ahead.get_by_text("the players fight them here squad by squad, on the map").first.wait_for()
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Open the table").click()
    assert asked.value.post_data_json["options"] == {"tactical_source": "firefight"}
