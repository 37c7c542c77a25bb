"""Moving in the firefight: a click on a counter, a click on a hex; who could fire at the stack on its way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.core.hexes import OFF
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.answering_fire import answering_fire
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.moving import whole_ways

from .desk_scenes import played
from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


@cache
def under_fire() -> tuple[str, str, str, str]:
    """A US movement phase in which a unit has a far hex that a known enemy covers, and another unit stands out of
    its reach: the record, the unit, that hex, and the hex of the other.
    """
    found: list[str] = []

    def look(state: Any, leads: list[Any]) -> Iterator[tuple[str, str, str]]:
        for lead in leads:
            state.push(lead)
            seen = state.known_to("us")
            frame = seen.stack[-1]
            ways = whole_ways(seen, frame)
            away = [one.unit for one in leads if state.at[UNIT[one.unit]] not in (*ways, frame.origin, OFF)]
            state.pop()
            for hex_, path in ways.items() if away else ():
                if len(path) > 1 and any(fire.hurts for fire in answering_fire(seen, frame, hex_)):
                    yield lead.unit, GRID.name[hex_], GRID.name[state.at[UNIT[away[0]]]]

    def ready(state: Any) -> bool:
        if state.to_move == "us" and state.step.name == "movement" and state.turn >= 2:
            leads = [a for a in state.legal_actions() if a.verb == "lead"]
            found[:] = next(look(state, leads), [])
        return bool(found)

    record = played(GAME, ready)
    return record, *found  # type: ignore[return-value]


def opened(screens: Any, served: Served) -> tuple[Any, Any]:
    """The page, and what the server says of the table."""
    record = under_fire()[0]
    made = served.open_record(record)
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    return page, lambda: served.look(made["table"], made["seats"]["us"])


def test_a_counter_then_a_far_hex(screens: Any, served: Served) -> None:
    """One list of units to move; before the click the panel names the enemy Locations with their chances."""
    page, look = opened(screens, served)
    _, unit, hex_, _ = under_fire()
    assert page.get_by_role("group", name="Move", exact=True).count() == 1
    page.locator(f'[data-key="do lead {unit}"]').click()
    panel = page.locator("section.ff-way")
    panel.get_by_text("MF left").wait_for()
    page.get_by_role("button", name="Choose another unit").first.wait_for()
    page.get_by_role("application").focus()
    page.mouse.move(*spot(page, hex_))
    panel.get_by_text(f"To {hex_}:").wait_for()
    panel.get_by_text("broken or worse").first.wait_for()
    notes = page.locator(".phd-note text").all_text_contents()  # the price, who could fire
    assert any(note.endswith(" MF") for note in notes) and any(note.endswith("%") for note in notes)
    assert page.locator(".phd-thread.foe").count() > 0
    page.mouse.click(*spot(page, hex_))
    until(page, lambda: f"onward {hex_}" in str(look()["log"]))


def test_another_unit_is_chosen_on_the_map(screens: Any, served: Served) -> None:
    """A click on a counter out of reach lets the first one go and takes that one."""
    page, look = opened(screens, served)
    _, unit, _, other = under_fire()
    before = look()["units"]
    page.locator(f'[data-key="do lead {unit}"]').click()
    page.get_by_role("button", name="Choose another unit").first.wait_for()
    page.mouse.click(*spot(page, other))
    until(page, lambda: before.get(str(look()["log"][-1]["do"]).split()[-1], {}).get("hex") == other)


def test_no_dice_before_the_chances_were_shown(screens: Any, served: Served) -> None:
    """A shot that nobody can join is aimed by the first click; the button of the panel rolls the dice."""
    found: list[str] = []

    def ready(state: Any) -> bool:
        if state.to_move == "us" and state.step.name == "prep fire":
            for action in (a for a in state.legal_actions() if a.verb == "fire"):
                state.push(action)
                alone = state.to_move == CHANCE
                state.pop()
                if alone:
                    found[:] = str(action).split()
        return bool(found)

    made = served.open_record(played(GAME, ready))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    verb, unit, hex_ = found
    page.locator(f'[data-key="who-{verb} {unit}"]').click()
    page.wait_for_selector(".phd-target")
    page.mouse.click(*spot(page, hex_))
    roll = page.locator(f'[data-key="do {verb} {unit} {hex_}"]')
    roll.wait_for()
    page.get_by_role("heading", name=f"Fire at {hex_}").wait_for()
    look = served.look(made["table"], made["seats"]["us"])
    assert look["mine"] and " ".join(found) not in str(look["log"][-1])
    roll.click()
    until(page, lambda: " ".join(found) in str(served.look(made["table"], made["seats"]["us"])["log"]))
