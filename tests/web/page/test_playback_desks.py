"""Playback on the desks: the page keeps its shape, the sentences lead to what they tell."""

from __future__ import annotations

from typing import Any

import pytest

from . import desk_scenes
from .screen import Screen, expect, serious, still

pytestmark = pytest.mark.browser

SIZES = {"desktop": (1440, 900), "small": (1024, 700), "lying": (844, 390), "standing": (390, 844)}

# what lies over the middle of each part that must be in reach, if it is not the part itself
COVERED = """() => [...document.querySelectorAll(".dk-tabs .dk-tab, .dk-top .dk-end, .dk-top .dk-decide, .strip .round")]
  .filter((part) => part.offsetParent !== null)
  .map((part) => {
    part.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = part.getBoundingClientRect(),
      over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return part.contains(over) ? null : `${part.className} lies under ${over?.className}`;
  })
  .filter(Boolean)"""


def shape(screen: Screen) -> None:
    """Header, tabs, board and strip lie one under the other, at every size; nothing lies over a tab or a
    button.
    """
    for width, height in SIZES.values():
        screen.page.set_viewport_size({"width": width, "height": height})
        still(screen.page)
        top = screen.page.locator(".dk-top").bounding_box()
        assert (top["x"], top["y"]) == (0, 0) and top["height"] <= 64, (width, height, top)
        assert screen.page.evaluate(COVERED) == [], (width, height)
        main = screen.page.locator(".dk-main").bounding_box()
        assert main["width"] > width / 3 and main["height"] > 60, (width, height, main)
    screen.page.set_viewport_size({"width": 1440, "height": 900})


def sit(screens: Any, served: Any, record: str, side: str, **how: Any) -> Screen:
    made = served.open_record(record)
    screen: Screen = screens(f"#t={made['table']}&k={made['seats'][side]}", **how)
    screen.made = made
    screen.see(".dk-tab")
    return screen


def test_a_mission_by_mail_is_played_back_on_the_map(screens: Any, served: Any) -> None:
    """The file of a scenario later: what the other side did since one last looked."""
    screen = sit(screens, served, desk_scenes.mission("orders", 2), "us", playback=True)
    table, token, seen = screen.made["table"], screen.made["seats"]["us"], 30
    screen.page.evaluate(
        "([key, n]) => localStorage.setItem('grognard.seen', JSON.stringify({[key]: n}))",
        [f"{table} us", seen],
    )
    screen.page.reload()
    screen.see(".acts")
    screen.click("[data-key=pb-play]")
    shape(screen)
    acts = served.ask("GET", f"tables/{table}/story?since={seen}", token)["acts"]
    assert 6 <= len(acts) <= 12
    screen.click("[data-key=act-0]")
    screen.says(".acts > li.now", acts[0]["text"])
    expect(screen.page.locator(".dk-tab[aria-current=page]")).to_contain_text("Map")
    screen.has(".acts .act-icon", len(acts))
    assert serious(screen.page) == []
    screen.press("Escape")
    screen.hasnt(".acts")
    screen.see(".dk-decision:not(.wait)")
    shape(screen)


def test_a_long_decision_in_the_header_covers_no_tab(screens: Any, served: Any) -> None:
    screen = sit(screens, served, desk_scenes.mission("requisition", 2), "us")
    long = (
        "(words) => { for (const part of document.querySelectorAll('.dk-decide b, .dk-end'))"
        " part.append(words); }"
    )
    screen.page.evaluate(long, " and a decision with very many words that no header has room for")
    shape(screen)
    for tab in ("steps", "map", "cards"):
        screen.click(f"[data-key=tab-{tab}]")
        screen.see(f"[data-key=tab-{tab}][aria-current=page]")


def test_the_ledger_shows_the_step_of_each_sentence(screens: Any, served: Any) -> None:
    start = {
        "game": "beyond-the-rhine",
        "scenario": "north-1944",
        "name": "x",
        "seats": {"allied": "human", "axis": "human"},
    }
    made = served.ask("POST", "tables", json=start)
    allied = made["seats"]["allied"]
    for action in ("done", "all", "done"):
        seen = served.look(made["table"], allied)
        served.ask("POST", f"tables/{made['table']}/act", allied, json={"do": action, "seq": seen["seq"]})
    screen = screens(f"#t={made['table']}&k={made['seats']['axis']}", playback=True)
    screen.see(".acts")
    screen.click("[data-key=pb-play]")
    screen.says(".away-head", "in the ledger")
    shape(screen)
    story = served.ask("GET", f"tables/{made['table']}/story", made["seats"]["axis"])["acts"]
    arrival = next(k for k, act in enumerate(story) if act["kind"] == "arrival")
    screen.click(f"[data-key=act-{arrival}]")
    screen.says(".rh-step.played", "Arrivals")
    supply = next(k for k, act in enumerate(story) if act["kind"] == "supply")
    screen.click(f"[data-key=act-{supply}]")
    screen.says(".rh-step.played", "supply")


def test_counters_of_a_mission_can_be_read_on_the_whole_map(screens: Any, served: Any) -> None:
    screen = sit(screens, served, desk_scenes.mission("orders", 2), "us")
    screen.click("[data-key=tab-map]")
    screen.see(".phd-stack")
    widths = (
        "() => [...document.querySelectorAll('.phd-stack')].map((stack) =>"
        " stack.getBoundingClientRect().width)"
    )
    still(screen.page)
    assert min(screen.page.evaluate(widths)) >= 30
