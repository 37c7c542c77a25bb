"""Pictures of the desks' main screens: part of `python -m tests.web.page.shots`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.web import campaigns

from . import desk_scenes
from .screen import PATIENCE, still
from .served import Served
from .test_desk_tld import BOOK, KEEP

WIDE = {"width": 1280, "height": 800}
Act = Callable[[Any], Any]


class Shot(NamedTuple):
    """A seat of a game (without a record: papers of one's own), the tab it looks at, and what it does
    there.
    """

    record: Callable[[], str] | None
    seat: str
    tab: str
    act: Act = lambda page: None
    how: dict[str, Any] = {}
    playback: bool = False


def click(key: str) -> Act:
    return lambda page: page.locator(f'[data-key="{key}"]').first.click()


def away(page: Any) -> None:
    """What the other side did, paused at its last assault."""
    page.wait_for_selector(".acts")
    click("pb-play")(page)
    page.locator(".acts .act", has_text="assault").last.click()


def campaign(step: str) -> Callable[[], str]:
    return lambda: campaigns.record(campaigns.played(18, step))


SHOTS = {
    "rhine-turn": Shot(campaign("arrivals"), "allied", "turn"),
    "rhine-forecast": Shot(campaign("arrivals"), "allied", "forecast"),
    "rhine-rebuild": Shot(campaign("rebuilding"), "allied", "rebuild"),
    "rhine-map": Shot(campaign("arrivals"), "allied", "map", lambda page: page.wait_for_selector("canvas")),
    "staff-corps": Shot(None, "", "corps"),
    "staff-roster": Shot(None, "", "roster"),
    "staff-map": Shot(
        lambda: desk_scenes.beachhead(2, "allied movement"),
        "allied",
        "",
        lambda page: page.keyboard.press("s"),
    ),
    "umpire-map": Shot(lambda: desk_scenes.mission("redeployment i", 2), "us", "map"),
    "umpire-away": Shot(lambda: desk_scenes.mission("redeployment ii", 3), "us", "", away, playback=True),
    "umpire-steps": Shot(lambda: desk_scenes.mission("leader promotion", 2), "us", "steps"),
    "umpire-redeployment": Shot(lambda: desk_scenes.mission("redeployment ii", 3), "us", "redeploy"),
    "umpire-requisition": Shot(lambda: desk_scenes.mission("us requisition", 2), "us", "shop"),
    "umpire-card": Shot(lambda: desk_scenes.mission("us requisition", 2), "us", "cards"),
}


def open_(browser: Any, served: Served, shot: Shot) -> Any:
    context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **shot.how})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    if not shot.playback:
        page.add_init_script("localStorage.setItem('grognard.playback', 'never')")
    if shot.record is None:
        page.add_init_script(KEEP.format(json.dumps(BOOK)))
        page.goto(f"{served.address}#desk=longest-day&v={shot.tab}")
        page.wait_for_selector(".tld-corps, .tld-row")
    else:
        made = served.open_record(shot.record())
        page.goto(f"{served.address}#t={made['table']}&k={made['seats'][shot.seat]}")
        page.wait_for_selector(".desk .dk-tab, main.map[data-ready=yes]")
        if shot.tab:
            click(f"tab-{shot.tab}")(page)
    still(page)
    shot.act(page)
    still(page)
    return page


def take(browser: Any, served: Served, only: list[str], keep: Callable[[Any, str], None]) -> None:
    for name, shot in SHOTS.items():
        if not only or name in only:
            page = open_(browser, served, shot)
            keep(page, name)
            page.context.close()
