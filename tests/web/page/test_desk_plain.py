"""The plain desk: any game as a list of its legal orders, in a real browser against a real server."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from .live import serving
from .screen import PATIENCE, expect, serious, still

pytestmark = pytest.mark.complaints("status of 422")  # a refusal, which the browser notes as an error


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("plain")) as url:
        yield url


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    """Sword Beach as a list."""
    body = json.dumps(
        {
            "game": "sword-beach",
            "dice": {"kind": "seeded", "seed": "7"},
            "seats": {"allied": "human", "german": "human"},
        }
    ).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"{address}api/tables", body, {"Content-Type": "application/json"}),
        timeout=PATIENCE / 1000,
    ) as answer:  # noqa: S310
        made = json.load(answer)
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#t={made['table']}&k={made['seats']['german']}&as=list")
    page.goto(f"{address}#t={made['table']}&as=list")
    page.reload()
    page.wait_for_selector(".dk-orders .dk-list button")
    yield page
    page.close()


def test_an_order_is_found_judged_and_given(page: Any) -> None:
    page.get_by_role("textbox", name="Search the actions").first.fill("125/21 0138")
    order = page.locator(".dk-main button[data-key='do record 125/21 0138']")
    expect(page.locator(".dk-main .dk-list button")).to_have_count(1)
    order.hover()
    page.locator(".dk-main .dk-said .good").wait_for()
    order.click()
    expect(page.locator(".dk-lines li")).to_have_count(1)
    expect(page.locator(".dk-loghead .muted")).to_have_text("1 entry")
    still(page)
    page.get_by_role("button", name="Undo (Backspace)").click()
    expect(page.locator(".dk-lines li")).to_have_count(0)


def test_a_refusal_says_why_and_what_would_do(page: Any) -> None:
    page.locator(".dk-main").get_by_text("Type an action").click()
    field = page.locator(".dk-main").get_by_role("textbox", name="An action in words")
    field.fill("record 125/21 2144")
    page.locator(".dk-main .dk-refusal .chip").first.wait_for()
    field.fill("fly 125/21 to the moon")
    page.locator(".dk-main .dk-said .bad").wait_for()


def test_the_rules_answer_in_the_panel(page: Any) -> None:
    expect(page.locator(".dk-ask select").first.locator("option").first).to_be_attached()
    names = page.locator(".dk-ask select option").all_inner_texts()
    topic = "unit" if "unit" in names else names[0]
    page.locator(".dk-ask select").first.select_option(topic)
    page.locator(".dk-ask form button[type=submit]").click()
    expect(page.locator(".dk-answer p").first).to_have_text(re.compile(r"\w"))


def test_axe_finds_nothing_serious(page: Any) -> None:
    assert serious(page) == []


def drawn_anew(page: Any) -> None:
    """The desk draws itself whenever the window changes."""
    page.evaluate(
        "() => { dispatchEvent(new Event('resize')); return new Promise((done) => requestAnimationFrame(() =>"
        " requestAnimationFrame(done))); }"
    )


def test_a_click_is_not_lost_when_the_desk_is_drawn_anew_under_it(page: Any) -> None:
    still(page)
    page.locator(".dk-main .dk-list button").first.hover()
    page.mouse.down()
    drawn_anew(page)  # as an answer that comes meanwhile does
    page.mouse.up()
    expect(page.locator(".dk-lines li")).to_have_count(1)


def test_the_focus_stays_where_it_is_when_the_desk_is_drawn_anew(page: Any) -> None:
    page.locator(".dk-main").get_by_text("Type an action").click()
    button = page.locator(".dk-main").get_by_role("button", name="Send action")
    button.focus()
    made = button.element_handle()
    drawn_anew(page)
    assert not made.evaluate("(it) => it.isConnected")  # it is another by now
    expect(button).to_be_focused()
