"""The Longest Day played on the map, in a real browser against a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any

import httpx
import pytest

from .live import serving
from .screen import PATIENCE, expect, serious, still

Opener = Callable[..., Any]
H = sqrt(3) / 2


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("tables")) as url:
        yield url


class Table:
    """A table with both seats here."""

    def __init__(self, address: str, made: Any = None) -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE / 1000)
        self.made = made
        if made is not None:
            return
        body = {
            "game": "longest-day",
            "scenario": "standard",
            "seats": {"allied": "human", "german": "human"},
            "dice": {"kind": "seeded", "seed": "11"},
        }
        self.made = self.client.post("/api/tables", json=body).raise_for_status().json()

    @property
    def id(self) -> str:
        return str(self.made["table"])

    def look(self, side: str = "allied") -> Any:
        return self.client.get(f"/api/tables/{self.id}", headers=self.head(side)).raise_for_status().json()

    def head(self, side: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.made['seats'][side]}"}

    def act(self, *actions: str) -> None:
        for action in actions:
            table = self.look()
            side = table["to_move"]
            self.client.post(
                f"/api/tables/{self.id}/act",
                headers=self.head(side),
                json={"do": action, "seq": table["seq"]},
            ).raise_for_status()

    def go_on(self) -> None:
        """Whatever is nearest to doing nothing."""
        now = self.look()
        legal = (now if now["mine"] else self.look(now["to_move"]))["legal"]
        hexed = [
            f"{verb} {unit} {hexes[0]}"
            for verb, units in legal["by_verb"].items()
            for unit, hexes in units.items()
            if unit.startswith("HQ-") and hexes
        ]
        self.act("done" if "done" in legal["plain"] else (hexed or legal["plain"])[0])


@pytest.fixture
def table(address: str) -> Table:
    return Table(address)


@pytest.fixture
def open_map(chromium: Any, address: str) -> Iterator[Opener]:
    contexts = list[Any]()

    def open_(table: Table, view: str = "map", **how: Any) -> Any:
        context = chromium.new_context(
            **{"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **how}
        )
        contexts.append(context)
        seats = json.dumps({table.id: [table.made["seats"]["allied"], table.made["seats"]["german"]]})
        store = (
            f"localStorage.setItem('grognard.seats', {json.dumps(seats)});"
            " localStorage.setItem('grognard.playback', 'never')"
        )
        context.add_init_script(f"if (location.protocol.startsWith('http')) {{{{ {store} }}}}")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}#t={table.id}&v={view}")
        page.wait_for_selector(".map[data-view], .tld-corps")
        return page

    yield open_
    for context in contexts:
        context.close()


def spot(page: Any, hex_: str) -> tuple[float, float]:
    """Where a hex is on the screen."""
    still(page)
    x0, y0, scale = map(float, page.get_attribute(".map[data-ready=yes]", "data-view").split())
    box, column, row = page.locator(".map").bounding_box(), int(hex_[:2]), int(hex_[2:])
    x, y = column + (0 if row % 2 else 0.5), row * H
    return box["x"] + box["width"] / 2 + (x - x0) * scale, box["y"] + box["height"] / 2 + (y - y0) * scale


def test_a_unit_is_moved_by_clicking_and_taken_back(open_map: Opener, table: Table) -> None:
    page = open_map(table)
    page.locator('[data-key="u-6AB:HQ"]').click()
    page.wait_for_selector("text=Where it can go")
    goals = table.look()["legal"]["by_verb"]["move"]["6AB:HQ"]
    hex_ = "2312" if "2312" in goals else goals[0]
    page.mouse.click(*spot(page, hex_))
    page.wait_for_selector('.piece[data-unit="6AB:HQ"]')
    assert table.look()["units"]["6AB:HQ"]["hex"] == hex_
    still(page)
    page.keyboard.press("Backspace")
    page.wait_for_selector('.piece[data-unit="6AB:HQ"]', state="detached")
    assert table.look()["units"]["6AB:HQ"]["hex"] is None


def test_an_attack_shows_its_odds_and_what_it_consumes_before_the_die(open_map: Opener, table: Table) -> None:
    table.act("float CDO-4 2308", "float 3:2-East-Yorks 2308", "done")
    while table.look()["phase"] != "allied combat":
        table.act("done")
    page = open_map(table)
    page.mouse.click(*spot(page, "2308"))
    for words in ("Exact chances", "strongpoint", "column left", "What it would consume"):
        expect(page.locator(".context")).to_contain_text(words)
    page.locator('[data-key="ships:Sword"]').click()
    page.wait_for_selector("text=ships off Sword")
    page.locator('[data-key="attack"]').click()
    page.wait_for_selector(".logbox >> text=/odds .* die/")
    assert table.look()["seq"] > 4


def test_the_staff_desk_and_the_map_lead_to_each_other(open_map: Opener, table: Table) -> None:
    page = open_map(table)
    page.get_by_role("link", name="Staff desk").click()
    page.wait_for_selector(".tld-corps")
    page.locator("[data-key=tab-map]").click()
    page.wait_for_selector(".map[data-view]")


def test_on_the_desk_of_a_game_an_order_is_dragged_in_its_phase_only(open_map: Opener, table: Table) -> None:
    page = open_map(table, "corps")
    page.locator('.tld-corps[data-drop="XXX"] [data-drag="7ARM"]').click()
    page.get_by_role("button", name="7th Armoured Division to I: why not").click()
    expect(page.locator(".tld-tip")).to_contain_text("from 7 June on")


def test_a_seat_by_link_plays_the_other_side_in_another_browser(chromium: Any, address: str) -> None:
    """From the lobby: the address is sent, the other opens it, and each sees what the other does."""
    contexts = [
        chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        for _ in range(2)
    ]
    allied, german = (context.new_page() for context in contexts)
    for page in (allied, german):
        page.set_default_timeout(PATIENCE)
    allied.goto(address)
    allied.get_by_role("button", name="The Longest Day").click()
    allied.get_by_role("radiogroup", name="Who plays the German side").get_by_text("By link").click()
    allied.get_by_role("button", name="Open the table").click()
    expect(allied.locator(".invite input")).to_have_value(re.compile("#t=.+&k=.+"))
    link = allied.locator(".invite input").input_value()
    allied.get_by_role("link", name="Go to the table").click()
    german.goto(link)
    for page in (allied, german):
        page.wait_for_selector(".map[data-ready=yes]")
    expect(german).not_to_have_url(re.compile("k="))
    expect(german.locator(".context")).to_contain_text("Allied decides")
    expect(german.locator("[data-key=done]")).to_have_count(0)  # it is not his turn
    allied.locator('[data-key="u-6AB:HQ"]').click()
    allied.wait_for_selector("text=Where it can go")
    allied.mouse.click(*spot(allied, "2312"))
    german.wait_for_selector(
        '[data-unit="6AB:HQ"][aria-label*="2312"]', state="attached"
    )  # what one does the other sees
    id_, token = re.search("#t=(.+)&k=(.+)", link).groups()  # type: ignore[union-attr]
    mine = allied.evaluate("id => JSON.parse(localStorage.getItem('grognard.seats'))[id][0]", id_)
    table = Table(address, {"table": id_, "seats": {"allied": mine, "german": token}})
    for _ in range(30):  # the Allied player's phases go by
        if table.look()["to_move"] == "german" and "done" in table.look("german")["legal"]["plain"]:
            break
        table.go_on()
    expect(allied.locator(".context")).to_contain_text("German decides")
    expect(allied.locator("[data-key=done]")).to_have_count(0)
    before = table.look()["seq"]
    expect(german.locator(".table")).to_have_attribute("data-seq", str(before))
    still(german)
    german.locator("[data-key=done]").first.click()
    german.wait_for_function(
        "seq => document.querySelector('[data-key=confirm]') || document.querySelector('.table').dataset.seq"
        " !== seq",
        arg=str(before),
    )
    if german.locator("[data-key=confirm]").count():
        german.locator("[data-key=confirm]").click()
    expect(allied.locator(".table")).not_to_have_attribute("data-seq", str(before))
    assert table.look()["log"][-1]["by"] in ("german", "chance")
    for context in contexts:
        context.close()


def test_axe_finds_nothing_serious_on_the_map(open_map: Opener, table: Table) -> None:
    page = open_map(table, bypass_csp=True)
    page.wait_for_selector("text=Still to move")
    page.keyboard.press("s")
    page.locator('[data-key="u-6AB:HQ"]').click()
    page.wait_for_selector("text=Where it can go")
    assert serious(page) == []


def test_a_unit_that_may_move_or_lie_off_a_beach_is_offered_both(open_map: Opener, table: Table) -> None:
    both = table.look()["legal"]["by_verb"]
    unit = next(u for u in both["float"] if both["move"].get(u))
    page = open_map(table)
    page.locator(f'[data-key="u-{unit}"]').click()
    page.wait_for_selector(f"text={len(set(both['float'][unit]) | set(both['move'][unit]))} hexes")
    page.mouse.click(*spot(page, both["float"][unit][0]))
    page.wait_for_selector(f'[data-unit="{unit}"]')
    assert table.look()["units"][unit]["afloat"] == both["float"][unit][0]


def test_supply_is_landed_by_choosing_a_beach_and_a_hex(open_map: Opener, table: Table) -> None:
    table.act("move 6AB:HQ 2312")
    for _ in range(80):
        now = table.look()
        if now["turn"] == 2 and now["phase"] == "allied supply delivery" and now["to_move"] == "allied":
            break
        table.go_on()
    landed = table.look()["legal"]["by_verb"]["deliver"]
    beach = next(iter(landed))
    page = open_map(table)
    page.locator(f'[data-key="deliver-{beach}"]').click()
    before = sum(u["steps"] > 0 for name, u in table.look()["units"].items() if name.startswith("SU-A"))
    page.mouse.click(*spot(page, landed[beach][0]))
    page.wait_for_selector(f'[data-key="deliver-{beach}"]', state="detached")
    assert (
        sum(u["steps"] > 0 for name, u in table.look()["units"].items() if name.startswith("SU-A"))
        == before + 1
    )


def test_orders_that_are_legal_only_together_are_written_on_the_desk(open_map: Opener, table: Table) -> None:
    """7 June: 7th Armoured cannot join 1 Corps as a fifth division; with 51st Division leaving it, it can."""
    while table.look()["phase"] != "allied orders":
        table.go_on()
    page = open_map(table, "corps")
    page.locator('.tld-corps[data-drop="XXX"] [data-drag="7ARM"]').click()
    page.get_by_role("button", name="7th Armoured Division to I: why not").click()
    page.locator('.tld-tip [data-key="hold"]').click()
    expect(page.locator(".tld-set")).to_contain_text("The set cannot be entered yet")
    expect(page.locator('[data-key="set-enter"]')).to_be_disabled()
    page.locator('.tld-corps[data-drop="I"] [data-drag="51"]').click()
    page.locator('[data-key="put-XXX"]').click()
    page.locator('[data-key="set-enter"]:enabled').click()
    expect(page.locator(".tld-set")).to_have_count(0)
    page.locator('.tld-corps[data-drop="I"] [data-drag="7ARM"].pend').wait_for()
    page.keyboard.press("Escape")
    page.locator('[data-key="together"]').wait_for()
