"""Standing orders on the firefight's page: given with a click, kept by the server, the seat's own."""

from __future__ import annotations

from typing import Any

import pytest

from .desk_scenes import played
from .screen import until
from .served import Served

pytestmark = pytest.mark.browser


def test_an_order_is_kept_by_the_server(screens: Any, served: Served) -> None:
    """The side's order, and one of a unit of its own; the other seat has none of it."""
    record = played("purple-heart-draw-firefight", lambda s: s.to_move == "us" and s.step.name == "movement")
    made = served.open_record(record)
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector('[data-key="tab-standing"]')
    page.locator('[data-key="tab-standing"]').click()

    def kept(side: str = "us") -> Any:
        return served.ask("GET", f"tables/{made['table']}/orders", made["seats"][side])["orders"]

    page.wait_for_selector(".ff-orders")
    assert kept() == {"side": {"do": "ask", "range": 30, "power": 0}, "units": {}}
    page.locator('[data-key="side-do"]').select_option("hold")
    until(page, lambda: kept()["side"]["do"] == "hold")
    page.locator('[data-key="u02-do"]').select_option("fire")
    until(page, lambda: kept()["units"].get("u02", {}).get("do") == "fire")
    assert kept()["side"]["do"] == "hold" and kept("german") is None


def test_two_changes_in_a_row_are_both_kept(screens: Any, served: Served) -> None:
    """The second does not wait for the answer to the first, and does not undo it."""
    record = played("purple-heart-draw-firefight", lambda s: s.to_move == "us" and s.step.name == "movement")
    made = served.open_record(record)
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.locator('[data-key="tab-standing"]').click()
    page.wait_for_selector(".ff-orders")
    page.evaluate("""() => {
      const change = (key, value) => {
        const field = document.querySelector(`[data-key="${key}"]`);
        field.value = value;
        field.dispatchEvent(new Event("change"));
      };
      change("side-do", "hold");
      change("u02-do", "fire");
    }""")

    def kept() -> Any:
        return served.ask("GET", f"tables/{made['table']}/orders", made["seats"]["us"])["orders"]

    until(page, lambda: kept()["units"].get("u02", {}).get("do") == "fire")
    assert kept()["side"]["do"] == "hold"
