"""Everybody can play: the keyboard alone, fingers on small screens, and a scan for barriers in both
themes.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.sword_beach.opening import RECORD

from . import scenes
from .screen import expect, fits, serious

SIZES = {
    "phone": (844, 390),
    "phone upright": (390, 844),
    "tablet": (1180, 820),
    "tablet upright": (820, 1180),
}


def small(size: str) -> dict[str, Any]:
    width, height = SIZES[size]
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


def test_on_a_phone_the_first_choice_is_in_sight(screens: Any, served: Any) -> None:
    """Before there is a unit on the map it shows the hexes that can be chosen, and nothing lies over them;
    the page is opened before there is anything to choose.
    """
    seats = {"allied": "human", "german": "link"}
    made = served.ask(
        "POST", "tables", json={"game": scenes.GAME, "dice": {"kind": "seeded", "seed": "7"}, "seats": seats}
    )
    screen = screens(made=made, sides=("allied",), **small("phone"))
    screen.see_text(".prompt", "German")
    for seq, (unit, hex_) in enumerate(RECORD.items()):
        served.ask(
            "POST",
            f"tables/{made['table']}/act",
            made["seats"]["german"],
            json={"do": f"record {unit} {hex_}", "seq": seq},
        )
    screen.see_text(".prompt", "You decide")
    beaches = screen.look()["legal"]["by_verb"]["beachhead"][""]
    free = """([x, y]) => document.elementFromPoint(x, y)?.closest("main.map, .float, .panel, header")?.matches("main.map") ?? false"""
    hidden = [hex_ for hex_ in beaches if not screen.page.evaluate(free, screen.spot(hex_))]
    assert len(beaches) > 5 and not hidden


# ---------------------------------------------------------------- the keyboard


def test_a_move_by_the_hex_cursor_alone(seat: Any) -> None:
    screen = seat(scenes.moving())
    screen.press("]")
    screen.see(".unitcard")
    expect(screen.page.locator(".piece.selected")).to_have_count(1)
    unit = screen.page.locator(".piece.selected").get_attribute("data-unit")
    hexes = set(screen.look()["legal"]["by_verb"]["move"][unit])
    here = screen.look()["units"][unit]["hex"]
    goal = next(hex_ for hex_ in sorted(scenes.around(here)) if hex_ in hexes)
    steps = route(here, goal)
    screen.press("ArrowLeft")  # the cursor appears where the unit stands
    screen.press(*steps)
    screen.see_text("#live", goal)
    assert screen.acts(lambda: screen.press("Enter")) == f"move {unit} {goal}"


def route(start: str, goal: str) -> list[str]:
    """Arrow keys from a hex to another: a row at a time, then along it."""
    row, column = int(start[:2]), int(start[2:])
    to_row, to_column = int(goal[:2]), int(goal[2:])
    keys = []
    while row != to_row:
        keys.append("ArrowUp" if to_row > row else "ArrowDown")  # straight up or down: the column stays
        row += 1 if to_row > row else -1
    keys += ["ArrowRight" if to_column > column else "ArrowLeft"] * abs(to_column - column)
    return keys


def test_a_whole_attack_by_the_keyboard_alone(seat: Any) -> None:
    screen = seat(scenes.fighting())
    attacks = screen.look()["legal"]["by_verb"]["attack"]
    unit = next(iter(attacks))
    screen.press("l")
    screen.see(".drawer.open .rowlist")
    tab_to(screen, f"l-{unit}")
    screen.press("Enter")
    screen.see(f'.drawer [data-key="h-{attacks[unit][0]}"]')
    tab_to(screen, f"h-{attacks[unit][0]}")
    screen.press("Enter", "Escape")
    screen.see("[data-key=attack]:not([disabled])")
    tab_to(screen, "attack")
    assert screen.acts(lambda: screen.press("Enter")) == f"attack {unit} {attacks[unit][0]}"
    screen.says(
        ".log li:not(.head)", "Allied support: no"
    )  # one press: what the panel showed is what is drawn


def tab_to(screen: Any, key: str, most: int = 220) -> None:
    """Presses Tab until the focus is on an element; the tester touches nothing else."""
    for _ in range(most):
        if screen.page.evaluate("document.activeElement?.getAttribute('data-key')") == key:
            return
        screen.press("Tab")
    raise AssertionError(f"the focus never came to {key}")


def test_why_not_by_the_keyboard(seat: Any) -> None:
    screen = seat(scenes.moving())
    screen.press("]")
    screen.see(".unitcard")
    screen.press("ArrowLeft", *["ArrowUp"] * 6)  # out to sea or far off
    screen.press("i")
    screen.see(".card.no")
    screen.see(".card.no [data-clause]")


def test_a_table_is_opened_by_the_keyboard(screens: Any) -> None:
    screen = screens()
    screen.see("[data-key=open]")
    tab_to(screen, "play-now")
    screen.press("Enter")
    screen.ready()


# ---------------------------------------------------------------- fingers


@pytest.mark.parametrize("size", SIZES)
def test_on_a_small_screen_nothing_runs_over(seat: Any, size: str) -> None:
    screen = seat(scenes.moving(), **small(size))
    fits(screen.page)
    expect(screen.page.locator("[data-key=done]")).to_be_visible()
    screen.page.locator(".context .u").first.tap()
    screen.see(".unitcard")
    screen.page.wait_for_function(
        "([width, height]) => { const box = document.querySelector('main.map').getBoundingClientRect();"
        " return box.width > width * .45 && box.height > height * .7; }",
        arg=SIZES[size],
    )


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_a_finger_moves_a_unit(seat: Any, size: str) -> None:
    screen = seat(scenes.moving(), **small(size))
    unit, hexes = next(iter(screen.look()["legal"]["by_verb"]["move"].items()))
    screen.page.locator(f'.context [data-key="u-{unit}"]').tap()
    screen.see(".unitcard")
    screen.page.evaluate("document.activeElement.blur()")
    screen.press(".")  # the map goes to the unit
    goal = next(hex_ for hex_ in sorted(scenes.around(screen.look()["units"][unit]["hex"])) if hex_ in hexes)
    screen.page.touchscreen.tap(*screen.spot(goal))
    screen.see("[data-key=confirm]")  # the first tap shows, the second goes
    assert screen.acts(lambda: screen.page.touchscreen.tap(*screen.spot(goal))) == f"move {unit} {goal}"


def test_a_long_press_says_why_not(seat: Any) -> None:
    screen = seat(scenes.moving(), **small("tablet"))
    look = screen.look()
    unit, hexes = next(iter(look["legal"]["by_verb"]["move"].items()))
    taken = next(
        row["hex"]
        for name, row in look["units"].items()
        if row["hex"] and name != unit and row["hex"] not in hexes
    )
    screen.page.locator(f'.context [data-key="u-{unit}"]').tap()
    screen.see(".unitcard")
    touch = screen.context.new_cdp_session(screen.page)
    x, y = screen.spot(taken)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    screen.see(".card.no")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    screen.see(".card.no [data-clause]")


def test_two_fingers_zoom(seat: Any) -> None:
    screen = seat(scenes.moving(), **small("tablet"))
    touch = screen.context.new_cdp_session(screen.page)
    before = screen.view()[2]
    for kind, apart in (("touchStart", 60), ("touchMove", 110), ("touchMove", 170), ("touchEnd", None)):
        points = (
            []
            if apart is None
            else [{"x": 400 - apart, "y": 450, "id": 0}, {"x": 400 + apart, "y": 450, "id": 1}]
        )
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    screen.page.wait_for_function(
        f"() => document.querySelector('main.map').dataset.view.split(' ')[2] > {before * 1.8}"
    )


# ---------------------------------------------------------------- barriers


def planning(screen: Any) -> None:
    attacks = screen.look()["legal"]["by_verb"]["attack"]
    screen.click_hex(next(iter(attacks.values()))[0])
    screen.see(".bars button")


def closed(screen: Any) -> None:
    screen.press("Escape", "Escape")
    screen.page.wait_for_function("() => !document.querySelector('dialog[open], .drawer.open')")


# what is opened one after the other at a game on the way
SCREENS: dict[str, Any] = {
    "moving": {
        "a move": lambda screen: (screen.press("]"), screen.see(".unitcard")),
        "the terrain key": lambda screen: (screen.press("k"), screen.see("dialog[open] .keyrow")),
        "the keys": lambda screen: (screen.press("h"), screen.see("dialog[open] .keys")),
        "the list": lambda screen: (screen.press("l"), screen.see(".drawer.open .rowlist")),
        "arrivals": lambda screen: (screen.press("a"), screen.see(".drawer.open .units")),
        "the dice": lambda screen: (screen.click(".receipt"), screen.see(".rolls")),
        "the table and its seats": lambda screen: (
            screen.page.get_by_label("Menu").click(),
            screen.click("[data-key=table-page]"),
            screen.see(".drawer.open"),
        ),
        "a clause": lambda screen: (
            screen.page.locator(".log [data-clause]").first.click(),
            screen.see(".drawer.open blockquote"),
        ),
        "looking back": lambda screen: (screen.press("<"), screen.see(".past")),
    },
    "fighting": {
        "layers and supply": lambda screen: (
            screen.press("z", "s", "t", "c", "m"),
            screen.see(".signs .moved"),
        ),
        "an attack": planning,
    },
    "raiding": {"a beach assault": lambda screen: None},
    "finished": {
        "the end": lambda screen: (screen.click('[data-key="over"]'), screen.see("dialog[open] .gameover"))
    },
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("moment", SCREENS)
def test_no_serious_barrier_at_the_table(seat: Any, moment: str, theme: str) -> None:
    screen = seat(getattr(scenes, moment)(), color_scheme=theme, guide=True)
    found = {}
    for name, act in SCREENS[moment].items():
        act(screen)
        screen.page.wait_for_selector("main.map[data-ready=yes]", state="attached")
        if barriers := serious(screen.page):
            found[name] = barriers
        closed(screen)
    assert found == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_barrier_on_a_phone(seat: Any, theme: str) -> None:
    screen = seat(scenes.moving(), color_scheme=theme, **small("phone"))
    screen.page.locator(".context .u").first.tap()
    screen.see(".unitcard")
    assert serious(screen.page) == []
