"""The campaign desk of Beyond the Rhine in a real browser, against a real server."""

from __future__ import annotations

import json
import math
import re
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.campaigns import played, record

from .live import serving
from .screen import PATIENCE, expect, fits, serious, still, until

WIDE, LYING, STANDING = (
    {"width": 1440, "height": 900},
    {"width": 844, "height": 390},
    {"width": 390, "height": 844},
)
TABS = ("turn", "calendar", "formations", "forecast", "rebuild", "ports", "map", "ask")
pytestmark = pytest.mark.complaints("status of 422")  # a refusal, which the browser notes as an error
MAX_BYTES = 600_000
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("campaigns")) as url:
        yield url


def post(address: str, path: str, body: Any) -> Any:
    asked = urllib.request.Request(
        f"{address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )  # noqa: S310
    with urllib.request.urlopen(asked, timeout=PATIENCE / 1000) as answer:  # noqa: S310
        return json.load(answer)


def ask(address: str, topic: str, **given: Any) -> Any:
    words = "&".join(f"{name}={value}" for name, value in given.items())
    with urllib.request.urlopen(
        f"{address}api/ask/beyond-the-rhine/{topic}?{words}", timeout=PATIENCE / 1000
    ) as answer:  # noqa: S310
        return json.load(answer)["value"]


@pytest.fixture
def desk(chromium: Any, address: str) -> Iterator[Opener]:
    """Opens a campaign at a step."""
    contexts = list[Any]()

    def open_(
        turn: int = 18,
        step: str = "arrivals",
        view: str = "turn",
        seat: str = "allied",
        table: Any = None,
        **how: Any,
    ) -> Any:
        made = table or post(
            address, "api/records", {"record": record(played(turn, step)), "name": "The long way"}
        )
        token = made["watch"] if seat == "watch" else made["seats"][seat]
        context = chromium.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **how})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{address}#t={made['table']}&k={token}")
        page.wait_for_selector(".desk .dk-tab")
        turn_to(page, view)
        return page

    yield open_
    for context in contexts:
        context.close()


def turn_to(page: Any, tab: str) -> None:
    """Turns to a page of the desk and waits until all of it is there."""
    page.locator(f'[data-key="tab-{tab}"]').click()
    expect(page.locator(f'[data-key="tab-{tab}"]')).to_have_attribute("aria-current", "page")
    still(page)


def step(page: Any, title: str) -> Any:
    return page.locator(".rh-step", has=page.get_by_role("button", name=re.compile(f"^{title}")))


def entries(page: Any) -> str:
    text: str = page.locator(".dk-loghead .muted").inner_text()
    return text


def after(page: Any, do: Callable[[], Any]) -> None:
    """Does something and waits until the log has grown and the desk is ready for the next."""
    still(page)
    before = entries(page)
    do()
    expect(page.locator(".dk-loghead .muted")).not_to_have_text(before)
    still(page)


def answer(page: Any) -> None:
    """Answers what the dice or the chart ask: the first counter will do."""
    asked = page.locator(
        ".dk-orders button[data-key^='do take'], .dk-orders button[data-key^='do misc'], .dk-orders"
        " button[data-key^='do repair']"
    )
    while asked.count():
        after(page, asked.first.click)


# ---------------------------------------------------------------- from the lobby to the end of a turn


def test_the_lobby_starts_a_campaign(chromium: Any, address: str) -> None:
    page = chromium.new_page(viewport=WIDE)
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator('.game[data-key="beyond-the-rhine"]').click()
    page.get_by_role("radiogroup", name="Scenario").get_by_text("North, autumn 1944").click()
    page.locator("details.more > summary").click()
    page.get_by_text("Drop plans", exact=False).first.click()
    page.locator("details.readings > summary").click()
    expect(page.locator(".rd").nth(14)).to_be_attached()  # the readings can be chosen
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".desk .rh-steps")
    expect(page.locator(".dk-when b")).to_have_text("5 September 1944")
    expect(page.locator(".dk-when span")).to_have_text("turn 1 of 26")
    page.close()


def end_arrivals(page: Any) -> None:
    """Ends the step; counters that a condition keeps off are left behind."""
    page.locator('[data-key="done"]').click()
    after(page, page.locator('[data-key="leave-behind"]').click)


def test_a_turn_is_walked_in_order(desk: Opener) -> None:
    page = desk(18, "situation")
    expect(page.locator(".dk-decide")).to_contain_text("Ports and events")
    after(page, page.locator('[data-key="go-on"]').first.click)
    answer(page)
    after(page, page.locator('[data-key="all"]').click)
    end_arrivals(page)
    answer(page)
    expect(page.locator(".rh-step.done").nth(6)).to_be_attached()
    result = step(page, "American supply").locator(".res")
    expect(result).to_have_text(re.compile(r"^\d+ SP$"))
    step(page, "American supply").get_by_role("button").first.click()
    panel = page.locator(".dk-panel")
    expect(panel.locator("td.hit")).to_have_text(result.inner_text().removesuffix(" SP"))
    expect(panel.locator(".chip", has_text="BTR-supply.order")).to_have_count(1)
    page.get_by_role("button", name="Back to what is due").click()
    for _ in range(3):  # rebuilding, shipping, play
        after(page, lambda: page.keyboard.press("g"))
    expect(page.locator(".dk-when b")).to_have_text("5 November 1944")


def test_counters_left_behind_are_asked_about_and_later_say_since_when(desk: Opener) -> None:
    page = desk(18, "situation")
    after(page, page.locator('[data-key="go-on"]').first.click)
    answer(page)
    page.locator('[data-key="done"]').click()
    expect(page.get_by_role("alert")).to_contain_text("still due")
    after(page, page.locator('[data-key="leave-behind"]').click)
    answer(page)
    expect(page.locator(".rh-rolls summary")).to_have_text(re.compile(r"[2-9] rolls made"))
    expect(page.locator(".rh-rolls li").nth(1)).to_contain_text("supply: ")  # all of them, without a click
    for _ in range(4):  # rebuilding, shipping, play, the situation of the next turn
        after(page, lambda: page.keyboard.press("g"))
    answer(page)
    expect(page.locator(".rh-late", has_text="Overdue since 1 Nov (1 turn)").first).to_be_attached()


def test_supply_spent_at_the_table_is_entered_by_nation_the_smallest_amount_first(desk: Opener) -> None:
    page = desk(18, "play")
    spends = page.get_by_role("group", name="US spends").get_by_role("button")
    amounts = spends.all_inner_texts()
    assert amounts == ["1T", "2T", "3T", *(f"{n} SP" for n in (1, 2, 3, 4, 5, 10))]
    after(page, page.get_by_role("button", name="US spends 1 SP").click)
    expect(page.locator(".dk-log")).to_contain_text("US units spend 1 SP")


def test_the_last_decision_is_taken_back(desk: Opener) -> None:
    page = desk(18, "situation")
    after(page, page.get_by_role("button", name="Rotterdam: captured this turn").click)
    page.wait_for_selector("[data-key='port Rotterdam repaired']", state="detached")
    expect(page.locator(".dk-lines")).to_contain_text("Rotterdam")
    after(page, page.get_by_role("button", name="Undo (Backspace)").click)
    page.wait_for_selector("[data-key='port Rotterdam repaired']")
    expect(page.locator(".dk-lines")).not_to_contain_text("Rotterdam")


def test_dice_from_the_table_are_typed(desk: Opener, address: str) -> None:
    made = post(
        address,
        "api/tables",
        {
            "game": "beyond-the-rhine",
            "dice": {"kind": "typed"},
            "seats": {"allied": "human", "axis": "human"},
        },
    )
    page = desk(table=made)
    expect(page.locator(".dk-decide")).to_contain_text("Roll two dice for flight")
    after(page, page.locator('[data-key="roll-9"]').click)  # September: normal on 7 to 12
    page.wait_for_selector('[data-key="go-on"]')
    expect(step(page, "Weather")).to_contain_text("Normal")
    expect(step(page, "Weather")).to_contain_text("9")
    after(page, page.locator('[data-key="go-on"]').first.click)
    after(page, page.locator('[data-key="all"]').click)
    for nation, sp in (("American", 6), ("Commonwealth", 3)):  # columns 5 and 6, band 6-8
        expect(page.locator(".dk-decide")).to_have_text(re.compile(f"Roll {nation} supply$"))
        after(page, page.locator('[data-key="roll-7"]').click)
        expect(step(page, f"{nation} supply").locator(".res")).to_have_text(f"{sp} SP")
    expect(page.locator(".dk-decide")).to_contain_text("Roll American replacements")


# ---------------------------------------------------------------- scrubbing, calendar, formations


def test_the_whole_desk_is_scrubbed(desk: Opener) -> None:
    page = desk()
    slider = page.get_by_role("slider", name="Campaign calendar")
    when = page.locator(".dk-when b")
    expect(slider).to_have_attribute("aria-valuetext", "turn 18, 1 November 1944")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(when).to_have_text("5 November 1944")
    expect(slider).to_be_focused()  # drawn anew, it is still in hand
    page.keyboard.press("PageDown")
    expect(when).to_have_text("5 December 1944")
    expect(page.locator(".dk-panel h2:not(.guide h2)")).to_have_text("5 December 1944")
    expect(page.locator(".dk-looking")).to_have_count(1)
    turn_to(page, "calendar")
    expect(page.locator(".day[aria-pressed=true]")).to_have_attribute("data-key", "day-28")
    page.locator('[data-key="back-now"]').click()
    expect(when).to_have_text("1 November 1944")
    turn_to(page, "turn")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 6, box["y"] + 20, steps=8)
    page.mouse.up()
    expect(when).to_have_text("29 April 1945")


def test_a_day_shows_its_odds_arrivals_and_rules(desk: Opener, address: str) -> None:
    page = desk(view="calendar")
    expect(page.locator("button.day")).to_have_count(70)
    expect(page.locator("div.day.none")).to_have_count(2)
    page.locator('[data-key="day-41"]').click()
    panel = page.locator(".dk-panel")
    panel.get_by_role("heading", name="19 January 1945").wait_for()
    panel.get_by_text("American replacement roll +1").first.wait_for()
    odds = ask(address, "weather", date="1945-01-19")
    for name, p in odds["flight"].items():
        expect(panel).to_contain_text(f"{name} {round(100 * p['float'])}%", use_inner_text=True)
    expect(panel).to_contain_text("TD Bn")
    expect(page.locator('[data-key="day-3"] .sp.got')).to_have_text(re.compile(r"^\d+ \+ \d+$"))


def test_formations_are_searched_and_filtered(desk: Opener) -> None:
    page = desk(view="formations")
    page.wait_for_selector(".rh-gantt .row")
    page.get_by_role("button", name="French", exact=True).click()
    page.get_by_role("button", name="Armor", exact=True).click()
    page.wait_for_function(
        "() => document.querySelectorAll('.rh-gantt .row').length ==="
        " parseInt(document.querySelector('.rh-count').textContent) &&"
        " document.querySelectorAll('.dk-pill[aria-pressed=true]').length === 2"
    )
    rows = page.locator(".rh-gantt .row")
    still(page)
    labels = rows.evaluate_all("rows => rows.map(row => row.getAttribute('aria-label'))")
    expect(page.locator(".rh-count")).to_have_text(re.compile(rf"^{len(labels)}\b"))
    assert len(labels) > 1 and all("French" in label for label in labels)
    search = page.get_by_role("textbox", name="Search units")
    search.click()
    page.keyboard.type("2.fr", delay=60)  # every letter draws the page anew
    expect(search).to_have_value("2.fr")
    expect(rows).to_have_count(1)
    rows.first.click()
    expect(page.locator(".dk-panel h2:not(.guide h2)")).to_contain_text("2 Armoured Division")
    for words in ("8 Sep", "8 Feb", "leaves the game", "19 Apr"):
        expect(page.locator(".dk-panel")).to_contain_text(words)
    expect(page.locator(".dk-panel .rh-parts > div")).to_have_count(5)


# ---------------------------------------------------------------- forecast, shop, ports


def test_two_assumptions_are_compared(desk: Opener) -> None:
    page = desk(view="forecast")
    page.wait_for_selector(".rh-plot")
    expect(page.locator(".rh-big")).to_have_text(re.compile(r"^\d+ SP$"))
    expect(page.locator(".rh-plot")).to_have_count(3)
    before = page.locator(".rh-big").inner_text()
    plot = page.locator(".rh-plot").first.get_attribute("aria-label")
    a, b = (int(n) for n in re.findall(r": (\d+) SP to the end", plot))
    assert a > b
    slider = page.get_by_role("slider", name="Antwerp opens, assumption B")
    slider.fill("50")
    page.wait_for_function(
        "n => parseInt(document.querySelector('.rh-big').textContent) > n", arg=int(before.split()[0])
    )
    slider.fill("26")
    expect(page.locator(".rh-big")).to_have_text("0 SP")


def test_the_shop_shows_what_is_affordable_and_buys_it(desk: Opener) -> None:
    page = desk(18, "rebuilding", "rebuild")

    def coins() -> Any:
        return page.locator(".rh-coins").evaluate_all("all => all.map(c => c.getAttribute('aria-label'))")

    expect(page.locator(".rh-coins").first).to_be_attached()
    before = coins()
    tags = page.locator(".rh-tag:not(.no)")
    name = tags.first.get_attribute("data-key")
    price = tags.first.locator(".price").inner_text()
    tags.first.click()
    page.wait_for_selector(f'[data-key="{name}"][aria-pressed=true]')
    page.get_by_role("button", name="Rebuild 1").click()
    page.wait_for_function(
        "n => [...document.querySelectorAll('.rh-coins')].map(c => c.getAttribute('aria-label')).join()"
        " !== n",
        arg=",".join(before),
    )
    paid = {
        word: (
            sum(int(c.split()[0]) for c in before if word in c)
            - sum(int(c.split()[0]) for c in coins() if word in c)
        )
        for word in ("Pax", "Eq")
    }
    assert paid == {word: int((re.search(rf"(\d+) {word}", price) or [0, 0])[1]) for word in ("Pax", "Eq")}
    dear = page.locator(".rh-tag.no", has_text="not sold").first
    dear.click()
    expect(page.locator(".dk-panel .dk-refusal")).to_contain_text("is not rebuilt")


def test_what_cannot_be_paid_is_grey_and_says_how_much_is_short(desk: Opener) -> None:
    page = desk(18, "rebuilding", "rebuild")
    for _ in range(60):  # fill the order until something no longer fits
        if page.locator(".rh-tag.no small.bad").count():
            break
        name = page.locator(".rh-tag:not(.no)[aria-pressed=false]").first.get_attribute("data-key")
        page.locator(f'[data-key="{name}"]').click()
        expect(page.locator(f'[data-key="{name}"]')).to_have_attribute("aria-pressed", "true")
        still(page)
    expect(page.locator(".rh-tag.no small.bad").first).to_have_text(re.compile(r"\d+ (Pax|Eq).* short"))


def test_ports_are_told_and_their_worth_is_shown(desk: Opener) -> None:
    page = desk(18, "situation", "ports")
    after(page, page.get_by_role("button", name="Rotterdam: captured this turn").click)
    card = page.locator(".rh-port", has_text="Rotterdam").first
    expect(card).to_contain_text("captured")
    expect(card).to_contain_text("1 Nov")
    expect(page.locator(".rh-coast")).to_have_attribute("aria-label", re.compile("Rotterdam captured"))
    expect(page.locator(".dk-panel table tbody tr")).to_have_count(5)


# ---------------------------------------------------------------- the map


def spot(page: Any, hex_: str) -> tuple[float, float]:
    still(page)
    x, y, scale = map(float, page.locator(".rh-map").get_attribute("data-view").split())
    box = page.locator(".rh-map").bounding_box()
    row, column = int(hex_[:2]), int(hex_[2:])
    wx, wy = column + (0.5 if row % 2 == 0 else 0), -row * math.sqrt(3) / 2
    return box["x"] + box["width"] / 2 + (wx - x) * scale, box["y"] + box["height"] / 2 + (wy - y) * scale


def test_reach_and_odds_are_tried_on_the_map(desk: Opener, address: str) -> None:
    page = desk(18, "situation", "map")
    page.wait_for_selector(".rh-map[data-view]")
    page.get_by_role("radiogroup", name="Ground condition").get_by_text("Dry").click()
    known = ask(address, "reach", hex="14.08", mobility="track", allowance=6, ground="dry")
    panel = page.locator(".dk-panel")
    expect(panel).to_contain_text(f"{known['count']} hexes in reach")
    page.mouse.click(*spot(page, "1514"))
    expect(panel).to_contain_text("To 15.14")
    expect(panel).to_contain_text(known["hexes"]["15.14"])
    page.get_by_role("radiogroup", name="Ground condition").get_by_text("Mud").click()
    mud = ask(address, "reach", hex="14.08", mobility="track", allowance=6, ground="mud")
    expect(panel).to_contain_text(f"{mud['count']} hexes in reach")
    assert mud["count"] < known["count"]
    page.get_by_role("radiogroup", name="What to try").get_by_text("Attack").click()
    for hex_ in ("1210", "1209"):
        page.mouse.click(*spot(page, hex_))
    page.wait_for_selector(".rh-results")
    odds = ask(
        address, "combat", attackers="24-4:other:leg@12.09", defenders="10-3:other", hex="12.10", ground="mud"
    )
    expect(panel).to_contain_text(f"{odds['attack']} against {odds['defense']}")
    expect(page.locator(".rh-results > div")).to_have_count(len(odds["results"]))


# ---------------------------------------------------------------- clauses, orders, print, onlookers


def test_a_chip_opens_its_clause_and_the_rules_are_searched(desk: Opener) -> None:
    page = desk()
    page.locator(".rh-step .chip", has_text="BTR-supply.us").click()
    drawer = page.locator(".dk-drawer.open")
    expect(drawer).to_contain_text("BTR-supply.us")
    expect(drawer.locator("blockquote")).to_have_text(re.compile(r"\w"))
    page.keyboard.press("Escape")
    page.wait_for_selector(".dk-drawer.open", state="detached")
    page.keyboard.press("/")
    page.get_by_role("textbox", name="Search the rules").fill("trench foot")
    expect(page.locator(".dk-found li").nth(1)).to_be_attached()
    page.get_by_role("textbox", name="Search the rules").fill("6 arm us")
    page.locator(".dk-found").get_by_role("button", name="6 Armoured Division", exact=True).click()
    expect(page.locator(".dk-panel h2:not(.guide h2)")).to_have_text("6 Armoured Division")
    expect(page.locator(".rh-gantt .row[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator(".dk-drawer.open")).to_contain_text("take back the last decision")


def test_an_order_is_judged_before_it_is_given(desk: Opener) -> None:
    page = desk(18, "rebuilding")
    page.keyboard.press("l")
    drawer = page.locator(".dk-drawer.open")
    drawer.get_by_text("Type an action").click()
    drawer.get_by_role("textbox", name="An action in words").fill("rebuild US-Truck-1")
    drawer.locator(".dk-refusal, .good").first.wait_for()
    drawer.get_by_role("textbox", name="An action in words").fill("rebuild US-999-TkBn")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.dk-drawer .dk-said')].some(e => /no"
        " counter|not|999/.test(e.textContent))"
    )


def test_a_sheet_comes_as_pdf(desk: Opener) -> None:
    page = desk(view="ask")
    expect(page.locator(".rh-sheet")).to_have_count(5)
    with page.expect_download() as coming:
        page.locator('[data-key="pdf-turn"]').click()
    with open(coming.value.path(), "rb") as file:
        assert file.read(5) == b"%PDF-"
    assert coming.value.suggested_filename == "beyond-the-rhine-turn.pdf"


def test_onlookers_see_all_and_can_do_nothing(desk: Opener) -> None:
    page = desk(seat="watch")
    expect(page.locator(".dk-decide")).to_have_class(re.compile(r"\bwait\b"))
    expect(page.locator(".rh-step button.primary")).to_have_count(0)
    for tab in TABS:
        turn_to(page, tab)
    expect(page.locator(".dk-side")).to_be_visible()


def test_what_one_does_the_others_see_at_once(desk: Opener, address: str) -> None:
    made = post(address, "api/records", {"record": record(played(18, "situation")), "name": "Two at it"})
    player, onlooker = desk(table=made), desk(table=made, seat="watch")
    before = entries(onlooker)
    after(player, player.get_by_role("button", name="Rotterdam: captured this turn").click)
    expect(onlooker.locator(".dk-loghead .muted")).not_to_have_text(before)
    expect(onlooker.locator(".dk-lines")).to_contain_text("Rotterdam")
    after(player, player.get_by_role("button", name="Undo (Backspace)").click)
    expect(onlooker.locator(".dk-lines")).not_to_contain_text("Rotterdam")


# ---------------------------------------------------------------- weight, phones, axe


def test_the_desk_weighs_little(desk: Opener, chromium: Any, address: str) -> None:
    made = post(address, "api/records", {"record": record(played(18, "arrivals"))})
    page = chromium.new_page(viewport=WIDE)
    page.set_default_timeout(PATIENCE)
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda r: sizes.__setitem__(r.url, r.sizes()["responseBodySize"]))
    page.goto(f"{address}#t={made['table']}&k={made['seats']['allied']}")
    page.wait_for_selector(".rh-steps .rh-step")
    still(page)
    until(page, lambda: len(sizes) > 20)  # told one by one, after they have come
    assert sum(sizes.values()) <= MAX_BYTES, sum(sizes.values())
    page.close()


@pytest.mark.parametrize("view", [LYING, STANDING], ids=["lying", "standing"])
def test_a_phone_has_everything_in_reach(desk: Opener, view: dict[str, int]) -> None:
    page = desk(viewport=view, has_touch=True, is_mobile=True)
    for tab in TABS:
        turn_to(page, tab)
        fits(page)
    turn_to(page, "turn")
    for button in page.locator(".dk-tab, .dk-decide, .rh-step button, .dk-fold").all():
        box = button.bounding_box()
        if box and button.is_visible():
            assert min(box["width"], box["height"]) >= 24 and max(box["width"], box["height"]) >= 40
    wide = page.locator(".dk-side").bounding_box()
    page.locator(".dk-fold").click()
    page.wait_for_function(
        "most => { const box = document.querySelector('.dk-side').getBoundingClientRect(); return box.width *"
        " box.height < most; }",
        arg=wide["width"] * wide["height"] / 4,
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(desk: Opener, theme: str) -> None:
    page = desk(18, "rebuilding", color_scheme=theme)
    for tab in TABS:
        turn_to(page, tab)
        assert serious(page) == [], tab
