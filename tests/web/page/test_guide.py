"""The guide of every game on the page: left and resumed, and "How to play in ten minutes"."""

from __future__ import annotations

from typing import Any

import pytest

import grognard

from . import scenes

pytestmark = pytest.mark.browser
DESKS = {
    "beyond-the-rhine": "Enter what changed on your map",
    "purple-heart-draw": "Buy your groups in secret",
}


@pytest.mark.parametrize("game", DESKS)
def test_a_desk_guides_a_first_turn_and_the_guide_is_left_and_resumed(screens: Any, game: str) -> None:
    screen = screens(guide=True)
    screen.click(f'[data-key="{game}"]')
    screen.click("[data-key=play-now]")
    screen.see_text(".guide", DESKS[game])
    screen.see_text(".guide", "Why:")
    screen.click("[data-key=guide-off]")
    screen.page.wait_for_selector(".guide", state="detached")
    screen.click("[aria-label=Menu]")
    screen.click("[data-key=guide-on]")
    screen.see_text(".guide", DESKS[game])


@pytest.mark.parametrize("game", list(grognard.GAMES))
def test_how_to_play_is_one_page_with_pictures(screens: Any, served: Any, game: str) -> None:
    screen = screens()
    screen.page.goto(f"{served.address}#how={game}")
    screen.see_text("h1", "in ten minutes")
    guide = grognard.load(game).guide
    pictures = [part for part in guide.section if part.picture]
    screen.page.wait_for_function(
        "n => [...document.querySelectorAll('.howto img')].map((i) => { i.loading = 'eager'; return"
        " i.naturalWidth > 0; }).filter(Boolean).length === n",
        arg=len(pictures),
    )
    screen.see_text(".howto", guide.counter[0].title)


def test_whatever_the_pointer_is_on_is_explained(screens: Any, served: Any) -> None:
    screen = screens(made=served.open_record(scenes.moving()), sides=("allied",))
    screen.ready()
    look = screen.look()
    unit, at = next(
        (name, row["hex"]) for name, row in look["units"].items() if name in scenes.SET_UP and row["hex"]
    )
    screen.page.mouse.move(*screen.spot(at))
    screen.see_text(".readout", " MP")
    screen.see_text(".readout", "attack")
    beach = look["markers"]["beachheads"][0]
    screen.page.mouse.move(*screen.spot(beach))
    screen.see_text(".readout", "Beachhead: brigades land here")
