"""The firefight by keys alone, and by a finger; and who cannot attack, with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from .desk_scenes import played
from .screen import expect, until
from .served import Served
from .test_choices_firefight import opened, record
from .test_desk_phd import spot

pytestmark = pytest.mark.browser


def size_of(page: Any) -> float:
    """Pixels of a hexside."""
    return float(page.locator(".phd-map").get_attribute("data-view").split()[2])


LINE = {"u01": "M18 6-6-6", "u02": "M18 6-6-6", "g01": "M16 5-4-8"}


def test_a_group_fires_by_keys_alone(screens: Any, served: Served) -> None:
    page, log = opened(screens, served, record(LINE, "prep fire"), "us")
    page.locator('[data-key="who-fire u01"]').wait_for()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.wait_for_selector(".phd-target")
    page.keyboard.press("f")  # the only target
    page.get_by_role("region", name="The attack").wait_for()
    page.keyboard.press("Enter")
    page.locator('[data-key="do join u02"]').wait_for()
    page.keyboard.press("g")
    until(page, lambda: "join u02" in log())
    page.locator('[data-key="do join u02"]').wait_for(state="detached")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Fire at M16, 12 FP").wait_for()  # the dice are next


def test_escape_lets_the_chosen_unit_go(screens: Any, served: Served) -> None:
    page, _ = opened(screens, served, record(LINE, "prep fire"), "us")
    who = page.locator('[data-key="who-fire u01"]')
    who.click()
    expect(who).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(who).to_have_attribute("aria-pressed", "false")


def test_e_ends_the_move_of_a_stack(screens: Any, served: Served) -> None:
    text = record(LINE, "movement", "lead u01", "go M19", "done")
    page, log = opened(screens, served, text, "us")
    page.locator("section.ff-way").wait_for()
    page.keyboard.press("e")
    until(page, lambda: "done" in log())
    page.locator("section.ff-way").wait_for(state="detached")


def test_close_combat_says_who_cannot_attack(screens: Any, served: Served) -> None:
    there = {"u01": "M16 6-6-6", "u02": "M16 6-6-6 broken dm", "g01": "M16 5-4-8"}
    page, _ = opened(screens, served, record(there, "close combat"), "us")
    why = page.get_by_role("heading", name="Cannot attack").locator("+ ul")
    why.wait_for()
    assert "6-6-6 u02 is broken" in why.inner_text() and "ASL-A11.16" in why.inner_text()


def test_a_new_decision_is_read_from_its_title_and_its_unit_is_large_enough(
    screens: Any, served: Served
) -> None:
    """On a phone: the panel was scrolled down to the units, and the map was a view of the whole fight."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    units = {f"u{n:02}": f"M{n + 3} 6-6-6" for n in range(1, 13)} | {"g01": "A30 5-4-8"}
    page, _ = opened(screens, served, record(units, "movement"), "us", **phone)
    assert size_of(page) < 26
    unit = page.locator('[data-key="do lead u12"]')
    unit.scroll_into_view_if_needed()
    unit.tap()
    page.locator("section.ff-way").wait_for()
    expect(page.get_by_role("heading", name="6-6-6: where to?")).to_be_in_viewport()
    assert size_of(page) >= 26


def test_units_off_the_map_are_said_to_be_those_of_their_side(screens: Any, served: Served) -> None:
    """The enemy's force is not called the player's own."""
    found = served.open_record(played("purple-heart-draw-firefight", at_sniper("german"), "phd-3"))
    page = screens(f"#t={found['table']}&k={found['seats']['german']}").page
    page.get_by_role("heading", name="US force, waiting to enter").wait_for()
    assert page.get_by_role("heading", name="Your force, waiting to enter").count() == 0


def at_sniper(side: str) -> Any:
    return lambda state: state.to_move == side and state.purpose.endswith("sniper") and not state.turn


def test_a_fire_phase_without_a_target_says_so(screens: Any, served: Served) -> None:
    text = record({"u01": "M19 6-6-6", "g01": "A6 5-4-8"}, "prep fire", guns={"umg1": "MMG u01"})
    page, _ = opened(screens, served, text, "us")
    page.get_by_text("No unit of yours can fire").wait_for()
    assert not page.locator('[data-key="do dismantle umg1"]').is_visible()  # under "More"


def test_two_players_at_one_screen_have_a_curtain_between_them(screens: Any, served: Served) -> None:
    """The German player has a unit under a "?"; the US player has nothing to hide."""
    units = {"u01": "M19 6-6-6", "u02": "K19 6-6-6", "g01": "M16 5-4-8 concealed", "g02": "N16 4-4-7"}
    made = served.open_record(record(units, "movement", "lead u01"))
    page = screens(f"#t={made['table']}&k={made['seats']['german']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.goto(f"{served.address}#t={made['table']}&k={made['seats']['us']}")  # both seats in one browser
    page.reload()
    page.locator("section.ff-way").wait_for()
    assert page.locator(".curtain").count() == 0
    page.mouse.click(*spot(page, "M18"))
    page.get_by_role("heading", name="The screen goes to the German player").wait_for()
    assert not page.locator(".phd-map").is_visible()
    page.locator("[data-key=unveil]").click()
    page.get_by_role("heading", name="6-6-6 in M18. Fire?").wait_for()
    page.keyboard.press("h")
    page.locator("section.ff-way").wait_for()
    assert page.locator(".curtain").count() == 0
