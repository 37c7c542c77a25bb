"""The review of a finished game on the page: reached by what is on the screen, on the map and at a desk, by mouse, keys and
fingers.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.lines import written
from grognard.players.playout import outline
from grognard.players.review import Judge, reviews_of, run, steps
from grognard.web.store import Store
from tests.players.test_review import played

from .screen import Screen, expect, serious, still

pytestmark = pytest.mark.browser

GAMES = {
    "sword-beach": (
        "fusilier",
        "plain",
        Judge("plain", scout=2, measure=4, points=24, finalists=6, seconds=1e6),
    ),
    "purple-heart-draw": (
        "plain",
        "plain",
        Judge("plain", scout=2, measure=2, points=18, finalists=3, seconds=1e6),
    ),
}
MOST_SEEDS = 8  # games that are tried until one has such decisions
QUICK = Judge("random", scout=1, measure=1, points=9, finalists=1, seconds=1e6)
OTHERS = {  # every other game that can be reviewed: its last decisions only
    name: ("random", "random", QUICK)
    for name in grognard.GAMES.own
    if name not in GAMES and not reviews_of(name).never
}


@cache
def finished(name: str) -> tuple[str, str, str]:
    """A game that is over, if possible with decisions that changed something: its record, the digest of its
    last line, and its review.
    """
    one, other, judge = (GAMES | OTHERS)[name]
    for seed in ("3",) if name in OTHERS else map(str, range(1, MOST_SEEDS + 1)):
        match = played(name, (one, other), seed=seed)
        whole = outline(match)
        late = whole._replace(stretches=whole.stretches[-9:]) if name in OTHERS else whole
        found = run(steps(late, judge, "0"))
        if found.decisions:
            break
    found.now = match.now
    assert found.decisions or name in OTHERS
    return written(match.lines).decode(), match.now, msgspec.json.encode(found).decode()


def sit(screens: Any, served: Any, name: str, kept: bool = True, **how: Any) -> Screen:
    """A seat at a finished game, whose review is kept already."""
    record, now, body = finished(name)
    made = served.open_record(record)
    if kept:
        store = Store(served.database)
        store.write_review(made["table"], now, body)
        store.close()
    side = next(iter(made["seats"]))
    screen: Screen = screens(f"#t={made['table']}&k={made['seats'][side]}", **how)
    return screen


def review(name: str) -> Any:
    return json.loads(finished(name)[2])


def test_a_finished_game_is_reviewed_on_the_map(screens: Any, served: Any) -> None:
    screen, found = sit(screens, served, "sword-beach"), review("sword-beach")
    screen.click(".panel [data-key=review], .context [data-key=review]")
    rows = screen.page.locator(".acts > li")
    expect(rows).to_have_count(len(found["decisions"]))
    first = found["decisions"][0]
    screen.see_text(".acts > li.now", first["text"])
    screen.see_text(".review-more", first["words"])
    screen.see(".review-chart svg")
    screen.see_text(".strip", f"Decision 1 of {len(rows.all())}")
    if len(found["decisions"]) > 1:
        screen.press("ArrowRight")
        screen.see_text(".acts > li.now", found["decisions"][1]["text"])
        screen.press("ArrowLeft")
        screen.see_text(".acts > li.now", first["text"])
    screen.press("ArrowLeft")  # there is none before it: nothing happens
    screen.see_text(".acts > li.now", first["text"])
    assert serious(screen.page) == []
    screen.press("Escape")
    screen.see_text(".prompt", "The game is over")


@pytest.mark.parametrize("size", [(844, 390), (390, 844)])
def test_a_review_fits_a_phone(screens: Any, served: Any, size: tuple[int, int]) -> None:
    width, height = size
    screen = sit(
        screens,
        served,
        "sword-beach",
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
    )
    screen.page.locator("[data-key=review]").first.tap()
    screen.see(".strip [data-key=pb-step]")
    still(screen.page)  # the first decision is shown, and the strip drawn anew with it
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(screen.page.locator(".strip [data-key=pb-step]")).to_be_in_viewport(ratio=1)


def test_a_review_of_a_mission_is_shown_at_its_desk(screens: Any, served: Any) -> None:
    screen, found = sit(screens, served, "purple-heart-draw"), review("purple-heart-draw")
    screen.click(".dk-decision [data-key=review]")
    screen.see_text(".acts > li.now", found["decisions"][0]["text"])
    assert serious(screen.page) == []
    screen.press("Escape")
    screen.see(".dk-decision [data-key=review]")


def test_an_onlooker_at_a_desk_reviews_the_finished_game(screens: Any, served: Any) -> None:
    record, now, body = finished("purple-heart-draw")
    made = served.open_record(record)
    store = Store(served.database)
    store.write_review(made["table"], now, body)
    store.close()
    screen: Screen = screens(f"#t={made['table']}&k={made['watch']}")
    screen.click(".dk-decision [data-key=review]")
    screen.see_text(".acts > li.now", review("purple-heart-draw")["decisions"][0]["text"])
    screen.press("Escape")
    screen.see(".dk-decision [data-key=review]")


@pytest.mark.parametrize("name", OTHERS)
def test_the_review_is_reached_at_the_table_of_every_game(screens: Any, served: Any, name: str) -> None:
    screen = sit(screens, served, name)
    screen.page.locator(
        ".panel [data-key=review], .context [data-key=review], .dk-decision [data-key=review]"
    ).first.click()
    screen.see(".review-chart svg")
    screen.see_text(".away-head", "Review")
    screen.press("Escape")
    expect(screen.page.locator(".review-chart")).to_have_count(0)


def test_the_count_is_shown_and_can_be_left(screens: Any, served: Any) -> None:
    screen = sit(screens, served, "sword-beach", kept=False)
    screen.page.route(
        "**/review",
        lambda route: route.fulfill(
            json={
                "review": None,
                "done": 20,
                "whole": 60,
                "games": 34,
                "doing": "Measuring the decisions",
            }
        ),
    )
    screen.click(".panel [data-key=review], .context [data-key=review]")
    screen.see_text(".away-head", "Measuring the decisions: 34 games are played out")
    screen.press("Escape")
    screen.see_text(".prompt", "The game is over")
