"""What the map of the firefight shows: the edge where a unit comes in, and little beside the map."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight.forces import NAMES, OF_SIDE

from .desk_scenes import played
from .screen import expect, still, until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"


def is_half_entered(state: Any) -> bool:
    """Units of both sides are on the map, and a US unit waits off it."""
    if state.to_move != "us" or state.step.name != "movement":
        return False
    leads = {action.unit for action in state.legal_actions() if action.verb == "lead"}
    there = [unit for unit in range(len(NAMES)) if OF_SIDE["us"] >> unit & 1 and state.at[unit] >= 0]
    return bool(there) and any(state.at[NAMES.index(unit)] < 0 for unit in leads)


def goals(page: Any) -> list[list[float]]:
    """The middles of the lit hexes, as parts of the map's width and height."""
    found: list[list[float]] = page.evaluate(
        """() => {
          const box = document.querySelector('.phd-map').getBoundingClientRect();
          return [...document.querySelectorAll('.phd-goal')].map((one) => {
            const r = one.getBoundingClientRect();
            return [(r.x + r.width / 2 - box.x) / box.width, (r.y + r.height / 2 - box.y) / box.height];
          });
        }"""
    )
    return found


def test_the_edge_where_a_unit_comes_in_is_shown(screens: Any, served: Served) -> None:
    """The map stayed where the fight is, and no lit hex was seen."""
    made = served.open_record(played(GAME, is_half_entered))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    units = served.look(made["table"], made["seats"]["us"])["units"]
    waits = next(
        u for u in units if page.locator(f'[data-key="do lead {u}"]').count() and not units[u]["hex"]
    )
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowDown")
    page.locator(f'[data-key="do lead {waits}"]').click()
    page.locator("section.ff-way").wait_for()
    page.locator(".phd-goal").first.wait_for(state="attached")
    still(page)
    spots = goals(page)
    assert spots and all(0 < x < 1 and 0 < y < 1 for x, y in spots)


def is_before_entry(state: Any) -> bool:
    """All US units wait off the map, and one of them may be taken up."""
    return state.to_move == "us" and state.turn == 1 and state.step.name == "movement"


def test_two_clicks_bring_each_unit_in(screens: Any, served: Served) -> None:
    """One press takes the next unit up, one click on a lit hex brings it in; the next press ends its move."""
    made = served.open_record(played(GAME, is_before_entry))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    button = page.locator('.dk-side [data-key="enter-next"]')

    def entered() -> int:
        units = served.look(made["table"], made["seats"]["us"])["units"]
        return sum(name.startswith("u0") and unit["hex"] == "G6" for name, unit in units.items())

    def answer() -> None:
        """The German player lets the unit pass."""
        body = {"do": "done", "seq": served.look(made["table"], made["seats"]["german"])["seq"]}
        served.ask("POST", f"tables/{made['table']}/act", made["seats"]["german"], json=body)

    for count in (1, 2):
        button.click()
        expect(button).to_have_count(0)  # the unit is taken up
        page.mouse.move(*spot(page, "J8"))
        page.mouse.move(*spot(page, "G6"))
        page.get_by_text("To G6:").wait_for()  # where nothing can be pointed at, the first tap shows it
        page.mouse.click(*spot(page, "G6"))
        until(page, lambda count=count: entered() == count)  # type: ignore[misc]
        answer()
