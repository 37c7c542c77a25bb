"""The staff desk of The Longest Day in a real browser, on papers, against a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .live import serving

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
KEEP = "if (!localStorage.getItem('grognard.paper.longest-day')) localStorage.setItem('grognard.paper.longest-day', {});"
WIDE = {"width": 1440, "height": 900}
LYING = {"width": 844, "height": 390}
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("tables")) as url:
        yield url


@pytest.fixture
def desk(chromium: Any, address: str) -> Iterator[Opener]:
    """Opens the desk of 29 June; at the end of the test no page may have complained."""
    contexts, complaints = [], list[str]()

    def open_(view: str = "corps", **how: Any) -> Any:
        context = chromium.new_context(**{"viewport": WIDE, **how})
        contexts.append(context)
        context.add_init_script(KEEP.format(json.dumps(BOOK)))
        page = context.new_page()
        page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_default_timeout(10000)
        page.goto(f"{address}#desk=longest-day&v={view}")
        page.wait_for_selector(".tld-corps, .tld-row, .tld-hq, .tld-papers, .tld-map")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert [c for c in complaints if "422" not in c] == []


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, what: str, to: str) -> None:
    """Takes a counter with the mouse and lets it go over a card."""
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
    assert "3 divisions, 1 armour" in page.inner_text(f"{XII} > .tld-foot")
    page.mouse.up()
    moved = page.wait_for_selector(f'{XII} [data-drag="7ARM"].pend')
    assert "30 Jun" in moved.inner_text()
    assert "ghost" in page.get_attribute(f'{XXX} [data-drag="7ARM"]', "class")  # it serves there until then
    page.locator(".dk-log", has_text="7ARM written to XII, effective 30 June").wait_for()
    page.keyboard.press("Backspace")
    page.wait_for_selector(f'{XXX} [data-drag="7ARM"].in')


def test_an_illegal_drop_is_explained_and_mended(desk: Opener) -> None:
    page = desk()
    drag(page, f'{XXX} [data-drag="7ARM"]', VIII)
    page.wait_for_selector(f"{VIII}.no")
    page.mouse.up()
    tip = page.wait_for_selector(".tld-tip")
    said = tip.inner_text()
    assert "7th Armoured Division cannot join VIII Corps" in said
    assert "3 armour divisions (GDARM, 7ARM, 11ARM); two is the most" in said
    assert "TLD-A.corps.9.b" in said
    assert page.locator(f'{VIII} [data-drag="7ARM"]').count() == 0  # nothing was written
    page.get_by_role("button", name="Gds Arm to XII first").click()
    page.wait_for_selector(f'{VIII} [data-drag="7ARM"].pend')
    page.wait_for_selector(f'{XII} [data-drag="GDARM"].pend')
    assert page.locator(".tld-tip").count() == 0


def test_a_refusal_cites_a_clause_that_opens(desk: Opener) -> None:
    page = desk()
    drag(page, f'{XXX} [data-drag="7ARM"]', VIII)
    page.mouse.up()
    page.locator('.tld-tip [data-clause="TLD-A.corps.9.b"]').click()
    assert "at most two armour divisions" in page.wait_for_selector(".dk-drawer.open .dk-clause").inner_text().lower()


def test_the_keyboard_does_what_the_mouse_does(desk: Opener) -> None:
    page = desk()
    page.locator(f'{XXX} [data-drag="49"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.drag") == "7ARM"
    page.keyboard.press("Enter")
    page.wait_for_selector(".tld-where")
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
    page.get_by_role("button", name="Strike the order for 7ARM").click()
    page.wait_for_selector(f'{XXX} [data-drag="7ARM"].in')


def test_a_finger_drags_after_a_long_press(desk: Opener) -> None:
    page = desk(viewport=LYING, has_touch=True, is_mobile=True)
    page.evaluate("document.querySelector('.tld-boards').scrollLeft = 600")
    finger = page.context.new_cdp_session(page)
    x, y = middle(page.locator(f'{XXX} [data-drag="7ARM"]').bounding_box())
    u, v = middle(page.locator(f"{XII} > header").bounding_box())
    touch: Callable[[str, list[dict[str, float]]], Any] = lambda kind, at: finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})  # noqa: E731
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
    assert "cannot feed" in page.wait_for_selector(".tld-tip").inner_text()
    page.keyboard.press("Escape")


def test_the_roster_shows_every_row_and_takes_orders_from_the_keyboard(desk: Opener) -> None:
    page = desk("roster")
    assert page.get_attribute(".tld-grid", "aria-rowcount") == "176"  # 175 rows and the head
    assert page.locator(".tld-row").count() < 80  # only those in sight are there
    page.fill("input[aria-label='Find a unit']", "7th arm")
    page.locator('.tld-row[data-line="7ARM"] .nm').click()
    page.locator(".tld-grid").focus()
    page.keyboard.press("2")
    run = page.wait_for_selector('.tld-row[data-line="7ARM"] .run.pending')
    assert run.inner_text() == "XII"
    page.keyboard.press("8")
    assert "cannot join VIII Corps" in page.wait_for_selector(".dk-panel .tld-refusal").inner_text()


def test_the_staff_proposes_a_lawful_ledger(desk: Opener) -> None:
    page = desk()
    page.get_by_role("button", name="Let the staff propose orders").click()
    page.get_by_role("button", name="Write them all").click()
    page.wait_for_selector("text=Lawful as it stands")
    assert page.locator(".tld-corps.wrong").count() == 0


def test_the_roster_is_printed_filled_and_blank(desk: Opener, tmp_path: Path) -> None:
    page = desk("print")
    with page.expect_download() as waiting:
        page.locator('[data-key="print-filled"]').click()
    waiting.value.save_as(tmp_path / "roster.pdf")
    data = (tmp_path / "roster.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and len(re.findall(rb"/Type\s*/Page\b", data)) == 2
    page.wait_for_selector(".tld-preview >> text=Guards Arm")
    shown = page.locator(".tld-preview").evaluate("box => box.shadowRoot.textContent")
    assert "Guards Arm" in shown and "29 June 1944" in shown
    blank = page.context.request.get(page.url.split("#")[0] + "api/sheets/longest-day/roster?blank=yes")
    assert blank.ok and blank.body().startswith(b"%PDF-")
    assert not page.context.request.get(page.url.split("#")[0] + "api/sheets/longest-day/roster?ledger=/etc/hostname").ok


def test_papers_outlive_the_page(desk: Opener) -> None:
    page = desk()
    page.locator(f'{XXX} [data-drag="7ARM"]').click()
    page.get_by_role("button", name="7th Armoured Division to XII", exact=True).click()
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].pend')
    page.get_by_role("button", name="Later").click()
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].in')
    page.reload()
    page.wait_for_selector(f'{XII} [data-drag="7ARM"].in')
    assert "30 June 1944" in page.inner_text(".dk-when")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", ["corps", "roster", "hq", "print", "map"])
def test_axe_finds_nothing_serious(desk: Opener, view: str, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = desk(view, color_scheme=theme, bypass_csp=True)  # axe writes styles of its own
    if view == "corps":
        drag(page, f'{XXX} [data-drag="7ARM"]', VIII)
        page.mouse.up()
        page.wait_for_selector(".tld-tip")
    page.wait_for_timeout(300)
    found = [v for v in axe.run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert [(v["id"], [n["html"][:160] for n in v["nodes"][:3]], v["nodes"][0].get("failureSummary", "")[:300]) for v in found] == []
