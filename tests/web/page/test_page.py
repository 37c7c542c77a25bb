"""The page in a browser, on a recorded game."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from .fake import TABLE, TOKEN, Fake

LINK = f"#t={TABLE}&k={TOKEN}"


def table(open_page: Any, **how: Any) -> Any:
    page = open_page(LINK, **how)
    page.wait_for_selector(".context .sec")
    page.wait_for_function("document.querySelector('main.map').dataset.view")
    page.wait_for_timeout(400)  # the map has found its size
    return page


def spot(page: Any, hex_: str) -> tuple[float, float]:
    """Where a hex is on the screen."""
    x, y, scale = map(float, page.locator("main.map").get_attribute("data-view").split())
    box = page.locator("main.map").bounding_box()
    row, column = int(hex_[:2]), int(hex_[2:])
    wx, wy = column + (0.5 if row % 2 == 0 else 0), -row * math.sqrt(3) / 2
    return box["x"] + box["width"] / 2 + (wx - x) * scale, box["y"] + box["height"] / 2 + (wy - y) * scale


def piece(page: Any, unit: str) -> Any:
    return page.locator(f'.piece[data-unit="{unit}"]')


# ---------------------------------------------------------------- the lobby


def test_lobby_opens_a_table_with_what_was_chosen(open_page: Any, fake: Fake) -> None:
    page = open_page()
    page.get_by_role("radiogroup", name="Who plays the German side").get_by_text("Me").click()
    page.get_by_text("Weather", exact=False).first.click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".context .sec")
    body = fake.sent("/api/tables")[0]
    assert body["seats"] == {"allied": "human", "german": "human"}
    assert body["options"] == {"weather": True} and body["dice"] == {"kind": "committed"}


def test_a_seat_by_link_gives_an_address_to_send(open_page: Any, fake: Fake) -> None:
    page = open_page()
    page.get_by_role("radiogroup", name="Who plays the German side").get_by_text("By link").click()
    page.get_by_role("button", name="Open the table").click()
    assert page.locator(".invite input").input_value() == f"{fake.address}{LINK}"


def test_my_games_are_kept_and_resumed(open_page: Any) -> None:
    page = table(open_page)
    page.get_by_label("grognard, to the lobby").click()
    page.get_by_role("link", name="Resume Recorded").click()
    page.wait_for_selector(".context .sec")


# ---------------------------------------------------------------- the table


def test_the_token_leaves_the_address_at_once(open_page: Any, fake: Fake) -> None:
    page = table(open_page)
    assert TOKEN not in page.url and f"t={TABLE}" in page.url
    assert all(TOKEN not in path for _, path, _, _ in fake.asked)
    assert {token for _, path, _, token in fake.asked if "/tables/" in path} == {TOKEN}


def test_every_unit_on_the_map_has_a_labelled_counter(open_page: Any, fake: Fake) -> None:
    page = table(open_page)
    standing = {name for name, row in fake.table["units"].items() if row["hex"] and row["steps"]}
    assert {p.get_attribute("data-unit") for p in page.locator(".piece").all()} == standing
    assert all(re.search(r"hex \d{4}", p.get_attribute("aria-label")) for p in page.locator(".piece").all())


def test_a_unit_is_selected_and_a_lit_hex_moves_it(open_page: Any, fake: Fake) -> None:
    page, unit, goal, seq = table(open_page), fake.data["why"]["unit"], fake.data["goal"], fake.table["seq"]
    piece(page, unit).click()
    page.wait_for_selector(".unitcard")
    assert f"{len(fake.table['legal']['units'][unit])} hexes" in page.locator(".context").inner_text()
    page.wait_for_function("document.querySelector('.legend').textContent.includes('movement points')")
    page.mouse.click(*spot(page, goal))
    page.wait_for_selector(".unitcard", state="detached")
    assert fake.sent("/act") == [{"do": f"move {unit} {goal}", "seq": seq}]
    page.wait_for_selector(f'.piece[data-unit="{unit}"][aria-label*="hex {goal}"]', state="attached")


def test_an_unlit_hex_says_why_not_and_its_clause_opens(open_page: Any, fake: Fake) -> None:
    page, why = table(open_page), fake.data["why"]
    piece(page, why["unit"]).click()
    page.wait_for_selector(".unitcard")
    page.mouse.move(*spot(page, why["hex"]))
    page.wait_for_selector(".card.no")
    assert fake.sent("/judge")[-1] == {"do": why["do"]}
    ruling = why["answer"]["rulings"][0]
    assert ruling["because"].lower() in page.locator(".card.no").inner_text().lower()
    page.locator(f'.card.no [data-clause="{ruling["clause"]}"]').first.click()
    clauses = fake.data["static"]["/api/games/sword-beach/clauses"]
    text = next(c["text"] for c in clauses if c["id"] == ruling["clause"])
    assert page.locator(".drawer.open blockquote").inner_text() == text
    page.keyboard.press("Escape")
    assert page.locator(".drawer.open").count() == 0


def test_a_phase_ends_by_its_button_and_undo_takes_back(open_page: Any, fake: Fake) -> None:
    page = table(open_page)
    with page.expect_response("**/act"):
        page.get_by_role("button", name="End movement").click()
    page.wait_for_timeout(300)
    assert fake.sent("/act")[0]["do"] == "done"
    with page.expect_response("**/undo"):
        page.get_by_role("button", name="Undo").click()
    assert len(fake.sent("/undo")) == 1


def test_an_attack_is_planned_with_odds_before_it_is_declared(open_page: Any, fake: Fake) -> None:
    fake.moment = "combat"
    page, force = table(open_page), fake.data["force"]
    page.mouse.click(*spot(page, fake.data["target"]))
    page.wait_for_selector(".bars button")
    assert page.locator(".bars button").count() == 6 and page.locator(".ledger tr.sum").count() == 1
    assert page.locator(".crt tbody tr").count() == 6
    page.locator(f'[data-key="att-{force[0]}"]').click()
    page.wait_for_function(f"document.querySelector('[data-key=\"attack\"]').textContent.includes({force[1].split('-')[0]!r})")
    assert fake.sent("/act") == []
    page.locator('[data-key="attack"]').click()
    page.wait_for_timeout(200)
    assert fake.sent("/act")[0]["do"] == f"attack {force[1]} {fake.data['target']}"


# ---------------------------------------------------------------- keyboard, themes, phones


def test_all_of_it_without_a_mouse(open_page: Any, fake: Fake) -> None:
    page, unit, goal = table(open_page), fake.data["why"]["unit"], fake.data["goal"]
    page.keyboard.press("l")
    page.locator(f'.drawer [data-key="l-{unit}"]').focus()
    page.keyboard.press("Enter")
    page.locator(f'.drawer [data-key="h-{goal}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert fake.sent("/act")[0]["do"] == f"move {unit} {goal}"


def test_the_map_is_moved_and_zoomed(open_page: Any) -> None:
    page = table(open_page)
    view = lambda: [float(n) for n in page.locator("main.map").get_attribute("data-view").split()]  # noqa: E731
    page.wait_for_timeout(300)
    first = view()
    page.keyboard.press("+")
    page.mouse.move(700, 450)
    page.mouse.wheel(0, -200)
    page.wait_for_timeout(400)
    near = view()
    assert near[2] > first[2] * 1.5
    page.mouse.down()
    page.mouse.move(600, 420, steps=4)
    page.mouse.up()
    page.wait_for_timeout(300)
    assert view()[0] == pytest.approx(near[0] + 100 / near[2], abs=0.2)
    page.keyboard.press("0")
    page.wait_for_timeout(300)
    assert view() == pytest.approx(first, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_follows_the_system_until_chosen(open_page: Any, scheme: str) -> None:
    page = table(open_page, color_scheme=scheme)
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    page.get_by_label("Menu").click()
    other = "Light" if scheme == "dark" else "Dark"
    page.get_by_role("radiogroup", name="Theme").get_by_text(other).click()
    assert page.evaluate("document.documentElement.dataset.theme") == other.lower()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (820, 1180)])
def test_on_a_small_screen_nothing_runs_over(open_page: Any, size: tuple[int, int]) -> None:
    page = table(open_page, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.get_by_role("button", name="End movement").is_visible()
    page.locator(".context .u").first.click()
    page.wait_for_selector(".unitcard")
    box = page.locator("main.map").bounding_box()
    assert box["width"] > size[0] * 0.45 and box["height"] > size[1] * 0.7
