"""The firefight keeps no player out: its panels on a desk and on a phone, in both themes."""

from __future__ import annotations

from typing import Any

import pytest

from .screen import fits, serious
from .served import Served
from .test_choices_firefight import opened, record

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LINE = {"u01": "M18 6-6-6", "u02": "M18 6-6-6", "u03": "L13 6-6-6 broken dm", "g01": "M16 5-4-8"}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_the_panels_of_a_fight_have_no_barrier(
    screens: Any, served: Served, size: dict[str, Any], theme: str
) -> None:
    text = record(LINE, "prep fire", "fire u01 M16")
    page, _ = opened(screens, served, text, "us", color_scheme=theme, **size)
    page.locator(".ff-gist").wait_for()
    fits(page)
    assert serious(page) == []
    page.locator('[data-key="tab-standing"]').click()
    page.wait_for_selector(".ff-orders")
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_rout_and_a_line_of_sight_have_no_barrier(screens: Any, served: Served, theme: str) -> None:
    page, _ = opened(screens, served, record(LINE, "rout"), "us", color_scheme=theme)
    page.get_by_role("heading", name="Why not elsewhere").wait_for()
    fits(page)
    assert serious(page) == []
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("l")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("svg.ff-section")
    assert serious(page) == []
