"""The line-of-sight tool of the firefight: by key, by the button of a hex and by a long press."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .screen import until

pytestmark = pytest.mark.browser
GAME = "purple-heart-draw-firefight"
PANEL = "section.ff-look"


def opened(screens: Any) -> Any:
    """A table of both sides in one browser, at its set-up, with no unit in hand."""
    page = screens().page
    page.locator(f'.game[data-key="{GAME}"]').click()
    for who in page.get_by_role("radiogroup", name=re.compile("^Who plays")).all():
        who.get_by_text("Me").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".desk .dk-tab, .curtain")
    if page.locator("[data-key=unveil]").count():
        page.locator("[data-key=unveil]").click()
    page.get_by_role("application").wait_for()
    page.wait_for_selector('[data-key^="who-place"][aria-pressed="true"]')
    page.keyboard.press("Escape")  # no unit is in hand: a click only looks
    return page


def title(page: Any) -> str:
    return str(page.locator(f"{PANEL} h2").inner_text())


def test_a_hex_is_held_by_the_keyboard_and_tells_what_it_sees(screens: Any) -> None:
    """L holds the hex of the cursor; the cursor aims; L lets go."""
    page = opened(screens)
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowUp")  # the cursor begins in Q17
    page.keyboard.press("ArrowUp")
    page.keyboard.press("l")
    page.wait_for_selector(PANEL)
    assert title(page) == "What Q16 sees"
    page.wait_for_selector(".phd-unseen")
    assert page.locator(".phd-held").count() == 1
    assert page.locator(".phd-outside").count() > 0  # what lies beyond the fight is not taken for seen
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    until(page, lambda: title(page).startswith("Q16 to "))
    page.wait_for_selector(f"{PANEL} svg.ff-section")
    verdict = page.locator(f"{PANEL} [role=status]")  # of the hex between them first
    until(page, lambda: re.match(r"(Seen|Blocked).*Range 2", verdict.inner_text()))
    page.keyboard.press("l")
    page.wait_for_selector(PANEL, state="detached")
    assert page.locator(".phd-unseen, .phd-outside").count() == 0


def test_pointing_at_a_hex_gives_the_reason_and_escape_lets_go(screens: Any) -> None:
    page = opened(screens)
    box = page.get_by_role("application").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    page.locator("[data-key=look]").click()
    page.wait_for_selector(".phd-unseen")
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3, steps=4)
    page.wait_for_selector(f"{PANEL} .ff-section")
    assert " to " in title(page)
    page.keyboard.press("Escape")
    page.wait_for_selector(PANEL, state="detached")


def test_a_long_press_holds_a_hex(screens: Any) -> None:
    """On a touch screen the finger stays; a tap on another hex then aims."""
    page = opened(screens)
    box = page.get_by_role("application").bounding_box()
    spot = {"x": box["x"] + box["width"] * 0.5, "y": box["y"] + box["height"] * 0.4}
    page.evaluate(
        """([x, y]) => {
          const on = document.elementFromPoint(x, y);
          const how = {bubbles: true, pointerId: 7, pointerType: "touch", clientX: x, clientY: y};
          on.dispatchEvent(new PointerEvent("pointerdown", how));
        }""",
        [spot["x"], spot["y"]],
    )
    page.wait_for_selector(PANEL)
    assert title(page).startswith("What ")
