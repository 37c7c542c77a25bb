"""The staff desk of The Longest Day in a real browser, on papers, against a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .live import serving
from .screen import PATIENCE, expect, serious, still

pytestmark = pytest.mark.complaints("status of 422")  # a refusal, which the browser notes as an error
LEDGER = """game = "longest-day"
side = "allied"
[orders."1944-06-17"]
"CDO-47RM" = "I"
[orders."1944-06-23"]
"43" = "VIII"
[orders."1944-06-29"]
"53" = "XII"
"59" = "XII"
"GDARM" = "VIII"
"""
BOOK = json.dumps({"text": LEDGER, "day": "1944-06-29", "side": "allied", "log": []})
KEEP = (
    "if (location.protocol.startsWith('http') && !localStorage.getItem('grognard.paper.longest-day'))"
    " localStorage.setItem('grognard.paper.longest-day', {});"
)
WIDE = {"width": 1440, "height": 900}
LYING = {"width": 844, "height": 390}
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("tables")) as url:
        yield url


@pytest.fixture
def desk(chromium: Any, address: str) -> Iterator[Opener]:
    """Opens the desk of 29 June."""
    contexts = list[Any]()

    def open_(view: str = "corps", **how: Any) -> Any:
        context = chromium.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **how})
        contexts.append(context)
        context.add_init_script(KEEP.format(json.dumps(BOOK)))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}#desk=longest-day&v={view}")
        page.wait_for_selector(".tld-corps, .tld-row, .tld-hq, .tld-papers, .tld-map")
        still(page)
        return page

    yield open_
    for context in contexts:
        context.close()


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, what: str, to: str) -> None:
    """Takes a counter with the mouse and lets it go over a card."""
    still(page)
    page.locator(what).first.scroll_into_view_if_needed()
    x, y = middle(page.locator(what).first.bounding_box())
    u, v = middle(page.locator(to).bounding_box())
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 12, steps=3)
    page.mouse.move(u, v, steps=6)


XXX, VIII, XII = (f'.tld-corps[data-drop="{c}"]' for c in ("XXX", "VIII", "XII"))


def test_a_division_is_dragged_to_another_corps_and_its_date_is_shown(desk: Opener) -> None:
    page = desk()
    drag(page, f'{XXX} [data-drag="7ARM"]', XII)
    page.wait_for_selector(f"{XII}.yes")
    expect(page.locator(f"{XII} > .tld-foot")).to_contain_text("3 divisions, 1 armour")
    page.mouse.up()
    expect(page.locator(f'{XII} [data-drag="7ARM"].pend')).to_contain_text("30 Jun")
    expect(page.locator(f'{XXX} [data-drag="7ARM"].ghost')).to_have_count(1)  # it serves there until then
    page.locator(".dk-log", has_text=re.compile("7 Arm.*is assigned to XII.*30 June")).wait_for()
    still(page)
    page.keyboard.press("Backspace")
    page.wait_for_selector(f'{XXX} [data-drag="7ARM"].in')


def test_an_illegal_drop_is_explained_and_fixed(desk: Opener) -> None:
    page = desk()
    drag(page, f'{XXX} [data-drag="7ARM"]', VIII)
    page.wait_for_selector(f"{VIII}.no")
    page.mouse.up()
    for words in (
        "7th Armoured Division cannot join VIII Corps",
        "3 armor divisions (Gds Arm Div, 7 Arm Div, 11 Arm Div); the limit is two",
        "TLD-A.corps.9.b",
    ):
        expect(page.locator(".tld-tip")).to_contain_text(words)
    still(page)
    expect(page.locator(f'{VIII} [data-drag="7ARM"]')).to_have_count(0)  # nothing was written
    page.get_by_role("button", name="Gds Arm to XII with the same orders").click()
    page.wait_for_selector(f'{VIII} [data-drag="7ARM"].pend')
    page.wait_for_selector(f'{XII} [data-drag="GDARM"].pend')
    expect(page.locator(".tld-tip")).to_have_count(0)


def test_a_refusal_cites_a_clause_that_opens(desk: Opener) -> None:
    page = desk()
    drag(page, f'{XXX} [data-drag="7ARM"]', VIII)
    page.mouse.up()
    page.locator('.tld-tip [data-clause="TLD-A.corps.9.b"]').click()
    expect(page.locator(".dk-drawer.open .dk-clause")).to_contain_text(
        "at most two armour divisions", ignore_case=True
    )


def test_the_keyboard_does_what_the_mouse_does(desk: Opener) -> None:
    page = desk()
    page.locator(f'{XXX} [data-drag="49"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f'{XXX} [data-drag="7ARM"]')).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".tld-where")
    expect(page.locator(f'{XXX} [data-drag="7ARM"]')).to_be_focused()  # drawn anew, it is still in hand
    page.keyboard.press("m")
    page.keyboard.press("2")
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].pend')


def test_the_panel_writes_and_strikes_without_dragging(desk: Opener) -> None:
    page = desk()
    page.locator(f'{XXX} [data-drag="7ARM"]').click()
    page.get_by_role("button", name="7th Armoured Division to VIII: why not").click()
    page.wait_for_selector(".tld-tip")
    page.get_by_role("button", name="7th Armoured Division to XII", exact=True).click()
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].pend')
    still(page)
    page.get_by_role("button", name="Strike the order for 7ARM").click()
    page.wait_for_selector(f'{XXX} [data-drag="7ARM"].in')


def test_a_finger_drags_after_a_long_press(desk: Opener) -> None:
    page = desk(viewport=LYING, has_touch=True, is_mobile=True)
    page.evaluate("document.querySelector('.tld-boards').scrollLeft = 600")
    still(page)
    finger = page.context.new_cdp_session(page)
    x, y = middle(page.locator(f'{XXX} [data-drag="7ARM"]').bounding_box())
    u, v = middle(page.locator(f"{XII} > header").bounding_box())

    def touch(kind: str, at: list[dict[str, float]]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", [{"x": x, "y": y}])
    page.wait_for_selector(".tld-ghost")
    for k in range(1, 7):
        touch("touchMove", [{"x": x + (u - x) * k / 6, "y": y + (v - y) * k / 6}])
    page.wait_for_selector(f"{XII}.yes")
    touch("touchEnd", [])
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].pend', state="attached")


def test_independent_units_are_dragged_between_hqs_within_their_capacity(desk: Opener) -> None:
    page = desk("hq")
    page.wait_for_selector('.tld-hq[data-drop="HQ-XXX"]')
    drag(page, '.tld-pool [data-drag="G/4"]', '.tld-hq[data-drop="HQ-XXX"]')
    page.mouse.up()
    expect(page.locator(".tld-tip")).to_contain_text("cannot supply G/4")
    page.keyboard.press("Escape")
    expect(page.locator(".tld-tip")).to_have_count(0)


def test_the_roster_shows_every_row_and_takes_orders_from_the_keyboard(desk: Opener) -> None:
    page = desk("roster")
    expect(page.locator(".tld-grid")).to_have_attribute("aria-rowcount", "176")  # 175 rows and the head
    expect(page.locator(".tld-row").nth(5)).to_be_attached()
    expect(page.locator(".tld-row").nth(80)).not_to_be_attached()  # only those in sight are there
    page.fill("input[aria-label='Find a unit']", "7th arm")
    page.locator('.tld-row[data-line="7ARM"] .nm').click()
    still(page)
    page.locator(".tld-grid").focus()
    page.keyboard.press("2")
    expect(page.locator('.tld-row[data-line="7ARM"] .run.pending')).to_have_text("XII")
    still(page)
    expect(page.locator(".tld-grid")).to_be_focused()
    page.keyboard.press("8")
    expect(page.locator(".dk-panel .tld-refusal")).to_contain_text("cannot join VIII Corps")


@pytest.mark.parametrize("viewport", [WIDE, LYING, {"width": 390, "height": 844}])
def test_today_is_marked_over_its_column_and_in_sight(desk: Opener, viewport: dict[str, int]) -> None:
    page = desk("roster", viewport=viewport)
    mark, column = (page.locator(what).bounding_box() for what in (".tld-today", ".tld-heads .today"))
    assert abs(mark["x"] - column["x"]) < 2
    page.wait_for_function(
        "() => document.querySelector('.tld-heads .today').getBoundingClientRect().right < innerWidth"
    )


def test_the_staff_proposes_a_lawful_ledger(desk: Opener) -> None:
    page = desk()
    page.get_by_role("button", name="Let the staff propose orders").click()
    page.get_by_role("button", name="Write them all").click()
    page.wait_for_selector("text=Legal now, and after")
    still(page)
    expect(page.locator(".tld-corps.wrong")).to_have_count(0)


def test_the_roster_is_printed_filled_and_blank(desk: Opener, tmp_path: Path) -> None:
    page = desk("print")
    with page.expect_download() as waiting:
        page.locator('[data-key="print-filled"]').click()
    waiting.value.save_as(tmp_path / "roster.pdf")
    data = (tmp_path / "roster.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and len(re.findall(rb"/Type\s*/Page\b", data)) == 2
    for words in ("Guards Arm", "29 June 1944"):
        expect(page.locator(".tld-preview").get_by_text(words).first).to_be_attached()
    blank = page.context.request.get(
        page.url.split("#")[0] + "api/sheets/longest-day/roster?blank=yes", timeout=PATIENCE
    )
    assert blank.ok and blank.body().startswith(b"%PDF-")
    refused = page.context.request.get(
        page.url.split("#")[0] + "api/sheets/longest-day/roster?ledger=/etc/hostname", timeout=PATIENCE
    )
    assert not refused.ok


def test_papers_outlive_the_page(desk: Opener) -> None:
    page = desk()
    page.locator(f'{XXX} [data-drag="7ARM"]').click()
    page.get_by_role("button", name="7th Armoured Division to XII", exact=True).click()
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].pend')
    still(page)
    page.get_by_role("button", name="Later").click()
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].in')
    still(page)
    page.reload()
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].in')
    expect(page.locator(".dk-when")).to_contain_text("30 June 1944")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", ["corps", "roster", "hq", "print", "map"])
def test_axe_finds_nothing_serious(desk: Opener, view: str, theme: str) -> None:
    page = desk(view, color_scheme=theme, bypass_csp=True)  # axe writes styles of its own
    if view == "corps":
        drag(page, f'{XXX} [data-drag="7ARM"]', VIII)
        page.mouse.up()
        page.wait_for_selector(".tld-tip")
    assert serious(page) == []
