"""The decision comes first: what is on top of the panel, what a click that does nothing says, where Enter
leads.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.record import Match
from tests.longest_day.build import position as longest_day
from tests.sword_beach.build import position as sword_beach

from . import scenes
from .screen import expect, still
from .test_table_tld import spot

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def record_of(state: Any) -> str:
    """The record of a game that begins with a position."""
    lines = Match.from_position(state, "standard").lines
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


# ---------------------------------------------------------------- End phase


@pytest.mark.clause("SB-J26")
def test_end_phase_is_blocked_while_two_units_share_a_hex(seat: Any) -> None:
    state = sword_beach(turn=2, units={"3/6-Para": "1342", "6AL/6": "1342", "8/3": "1640", "22/21": "0940"})
    screen = seat(record_of(state))
    ending = screen.look()["ending"]
    assert ending["because"] == "3/6 Para and 6AL/6 share hex 1342: one must move on"
    button = screen.page.locator("[data-key=done]")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_contain_text(ending["because"])
    button.click(force=True)  # a person can press it; the test's own wait takes it for dead
    screen.toasted("SB-J26")
    assert not screen.there("[data-key=confirm]")


@pytest.mark.clause("TLD-A.corps.24")
def test_end_phase_is_blocked_while_an_hq_must_enter(seat: Any) -> None:
    """The Longest Day: the button was missing there."""
    state = longest_day("15 June", "allied movement", units={"HQ-VIII": "due", "15:8-Royal-Scots": "1605"})
    screen = seat(record_of(state))
    ending = screen.look()["ending"]
    assert "must arrive this phase" in ending["because"] and ending["units"]
    expect(screen.page.locator("[data-key=done][aria-disabled=true]")).to_contain_text(ending["because"][:12])
    screen.page.locator("[data-key=done]").click(force=True)
    screen.toasted("TLD-A.corps.24")
    screen.see(".unitcard")  # the unit that must enter is in hand


def test_a_blocked_end_leaves_room_for_the_menu_of_a_phone(screens: Any, served: Any) -> None:
    """Beside the button there is no room for the reason: it pushed the menu off the screen."""
    made = served.ask(
        "POST", "tables", json={"game": "sword-beach", "seats": {"allied": "human", "german": "human"}}
    )
    page = screens(made=made, sides=("german",), **PHONE).page
    button = page.locator("[data-key=done][aria-disabled=true]")
    expect(button).to_contain_text("125/21")
    still(page)
    box = page.locator(".table > .bar .menu").bounding_box()
    assert box["x"] + box["width"] <= 390 and button.bounding_box()["width"] < 200


def test_a_hint_can_be_asked_for_above_the_list_of_units_and_with_one_in_hand(seat: Any) -> None:
    screen = seat(scenes.moving())
    hint, units = screen.page.locator("[data-key=hint]"), screen.page.locator(".right .units").first
    expect(hint).to_have_count(1)
    assert hint.bounding_box()["y"] < units.bounding_box()["y"]
    screen.page.locator(".right .units button").first.click()
    screen.see(".unitcard")
    hint.click()
    screen.see("[data-key=hint-do]")


# ---------------------------------------------------------------- clicks that do nothing


def test_an_unlit_hex_says_why_no_beachhead_goes_there(screens: Any, served: Any) -> None:
    made = served.open_record(
        scenes.play(lambda state: state.to_move == "allied" and state.purpose == "beachhead markers")
    )
    screen = screens(made=made, sides=("allied",))
    screen.click_hex("1240")
    screen.see(".card.no")
    screen.says(".card.no", "1240", "SB-11.2.1.1.a")


def test_a_click_on_an_empty_hex_says_what_to_click(seat: Any) -> None:
    screen = seat(scenes.moving())
    empty = next(
        hex_
        for hex_ in ("0548", "0449", "1248", "1146")
        if not any(row["hex"] == hex_ for row in screen.look()["units"].values())
    )
    screen.click_hex(empty)
    screen.toasted("Click a unit with a blue frame")
    screen.press("Escape")


def test_a_unit_that_cannot_act_says_why(seat: Any) -> None:
    screen = seat(scenes.moving())
    unit, hexes = next(iter(screen.look()["legal"]["by_verb"]["move"].items()))
    screen.page.locator(f'.context [data-key="u-{unit}"]').click()
    screen.acts(lambda: screen.click_hex(hexes[-1]))
    screen.click_hex(screen.look()["units"][unit]["hex"])
    screen.says(".unitcard + .facts .warn", "Cannot act now", "has moved")


# ---------------------------------------------------------------- dragging, keys, focus


def drag(page: Any, source: Any, to: tuple[float, float]) -> None:
    box = source.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] - 30, box["y"] + 10, steps=4)
    page.mouse.move(*to, steps=8)
    page.mouse.up()


def test_a_counter_is_dragged_from_the_panel_to_the_map(seat: Any) -> None:
    screen = seat(scenes.moving())
    unit, hexes = next(iter(screen.look()["legal"]["by_verb"]["move"].items()))
    source = screen.page.locator(f'.context [data-key="u-{unit}"]')
    to = screen.spot(hexes[-1])
    assert screen.acts(lambda: drag(screen.page, source, to)) == f"move {unit} {hexes[-1]}"
    screen.has(".dragged", 0)


def test_an_entering_counter_of_the_longest_day_is_dragged_from_the_panel(screens: Any, served: Any) -> None:
    start = {"game": "longest-day", "name": "x", "seats": {"allied": "human", "german": "human"}}
    screen = screens(made=served.ask("POST", "tables", json=start), sides=("allied",))
    source = screen.page.locator('[data-key="u-6AB:HQ"]')
    source.scroll_into_view_if_needed()
    still(screen.page)
    hex_ = screen.look()["legal"]["by_verb"]["move"]["6AB:HQ"][0]
    to = spot(screen.page, hex_)
    assert screen.acts(lambda: drag(screen.page, source, to)) == f"move 6AB:HQ {hex_}"


def test_after_a_move_enter_does_what_the_main_button_says(seat: Any) -> None:
    screen = seat(scenes.moving())
    unit, hexes = next(iter(screen.look()["legal"]["by_verb"]["move"].items()))
    screen.click_hex(screen.look()["units"][unit]["hex"])
    screen.see(".unitcard")
    screen.acts(lambda: screen.click_hex(hexes[-1]))
    still(screen.page)
    main = screen.page.locator(".decision .primary")
    expect(main).to_contain_text("End movement")
    screen.press("Enter")
    screen.see(".go [data-key=confirm]")  # others can still move: it asks, and Enter goes on
    assert screen.acts(lambda: screen.press("Enter")) == "done"


def test_search_takes_the_focus_and_its_keys_are_no_shortcuts(seat: Any) -> None:
    screen = seat(scenes.moving())
    screen.press("?")
    screen.see(".drawer.open input")
    screen.page.keyboard.type("zoc supply 0")
    expect(screen.page.locator(".drawer input")).to_have_value("zoc supply 0")
    screen.has(".signs", 0)  # neither zones nor supply were switched on
    screen.press("Escape")
    screen.hasnt(".drawer.open")


# ---------------------------------------------------------------- rolls


def test_each_airborne_roll_names_its_own_unit(seat: Any) -> None:
    screen = seat(scenes.raiding())
    screen.click("[data-key=all-rolls]")
    lines = screen.page.locator(".told .what").all_inner_texts()
    drops = [line for line in lines if "drop" in line or "drift" in line]
    assert drops and not any(line.startswith("6AL/6 is to drop") for line in lines)
    assert {line.split(" d")[0].split(" l")[0] for line in drops} & {"3/6 Para", "5/6 Para", "6AL/6"}


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_rolls_never_push_the_decision_out_of_sight(screens: Any, served: Any, size: str) -> None:
    made = served.open_record(scenes.raiding())
    screen = screens(made=made, sides=("allied", "german"), **(PHONE if size == "phone" else {}))
    screen.see(".decide")
    panel = screen.page.locator(".right").bounding_box()
    decision = screen.page.locator(".decide .lead").bounding_box()
    rolls = screen.page.locator(".rolled-lines").first
    assert panel["y"] <= decision["y"] < panel["y"] + 120 and decision["y"] + decision["height"] <= 844
    assert rolls.bounding_box()["y"] > decision["y"]
    screen.has(".rolled-lines > .told", 2)
    expect(screen.page.locator("[data-key=done]")).to_be_visible()
    expect(screen.page.locator("[data-key=done]")).to_be_in_viewport()
