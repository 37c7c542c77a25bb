"""The plain desk: any game as a list of its legal orders, in a real browser against a real server."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from .live import serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("plain")) as url:
        yield url


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    """Sword Beach as a list; nothing on the page may complain."""
    body = json.dumps({"game": "sword-beach", "dice": {"kind": "seeded", "seed": "7"}, "seats": {"allied": "human", "german": "human"}}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{address}api/tables", body, {"Content-Type": "application/json"}), timeout=30) as answer:  # noqa: S310
        made = json.load(answer)
    page, complaints = chromium.new_page(viewport={"width": 1440, "height": 900}), list[str]()
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(15000)
    page.goto(f"{address}#t={made['table']}&k={made['seats']['german']}&as=list")
    page.goto(f"{address}#t={made['table']}&as=list")
    page.reload()
    page.wait_for_selector(".dk-orders .dk-list button")
    yield page
    page.close()
    assert [c for c in complaints if "422" not in c] == []


def test_an_order_is_found_judged_and_given(page: Any) -> None:
    page.get_by_role("textbox", name="Search the orders").first.fill("125/21 0138")
    order = page.locator(".dk-main button[data-key='do record 125/21 0138']")
    assert page.locator(".dk-main .dk-list button").count() == 1
    order.hover()
    page.locator(".dk-main .dk-said .good").wait_for()
    order.click()
    page.locator(".dk-lines li").first.wait_for()
    assert page.locator(".dk-loghead .muted").inner_text() == "1 entry"
    page.get_by_role("button", name="Undo (Backspace)").click()
    page.wait_for_function("() => document.querySelectorAll('.dk-lines li').length === 0")


def test_a_refusal_says_why_and_what_would_do(page: Any) -> None:
    page.locator(".dk-main").get_by_text("Write an order").click()
    field = page.locator(".dk-main").get_by_role("textbox", name="An order in words")
    field.fill("record 125/21 2144")
    refusal = page.locator(".dk-main .dk-refusal")
    refusal.wait_for()
    assert refusal.locator(".chip").count() >= 1
    field.fill("fly 125/21 to the moon")
    page.locator(".dk-main .dk-said .bad").wait_for()


def test_the_rules_answer_in_the_panel(page: Any) -> None:
    page.locator(".dk-ask select").first.wait_for()
    names = page.locator(".dk-ask select option").all_inner_texts()
    topic = "unit" if "unit" in names else names[0]
    page.locator(".dk-ask select").first.select_option(topic)
    page.locator(".dk-ask form button[type=submit]").click()
    page.locator(".dk-answer p").first.wait_for()
    assert page.locator(".dk-answer").inner_text().strip()


def test_axe_finds_nothing_serious(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    found = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert not found, [(v["id"], [n["html"][:160] for n in v["nodes"]][:4]) for v in found]
