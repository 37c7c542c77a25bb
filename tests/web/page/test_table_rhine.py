"""Beyond the Rhine on the map, in a real browser: supply, modes, odds and the log, from either side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from .live import serving
from .screen import PATIENCE, expect, fits

GAME = "beyond-the-rhine-map"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("tables")) as url:
        yield url


class Table:
    """A table with both seats here."""

    def __init__(self, address: str, scenario: str = "standard", **options: Any) -> None:
        self.address, self.client = address, httpx.Client(base_url=address, timeout=PATIENCE / 1000)
        seats = {"allied": "human", "german": "human"}
        body = {
            "game": GAME,
            "scenario": scenario,
            "seats": seats,
            "options": options,
            "dice": {"kind": "seeded", "seed": "11"},
        }
        self.made = self.client.post("/api/tables", json=body).raise_for_status().json()

    def look(self, side: str = "allied") -> Any:
        head = {"Authorization": f"Bearer {self.made['seats'][side]}"}
        return self.client.get(f"/api/tables/{self.made['table']}", headers=head).raise_for_status().json()

    def act(self, *actions: str) -> None:
        for action in actions:
            now = self.look()
            head = {"Authorization": f"Bearer {self.made['seats'][now['to_move']]}"}
            body = {"do": action, "seq": now["seq"]}
            self.client.post(
                f"/api/tables/{self.made['table']}/act", headers=head, json=body
            ).raise_for_status()

    def to(self, phase: str) -> None:
        while self.look()["phase"] != phase:
            self.act("done")


@pytest.fixture
def table(address: str) -> Table:
    return Table(address)


def sit(chromium: Any, table: Table, side: str, **how: Any) -> Any:
    """A page at one seat, its map drawn."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce", **how)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    seats = f'{{"{table.made["table"]}": ["{table.made["seats"][side]}"]}}'
    page.add_init_script(
        "if (location.protocol.startsWith('http')) { localStorage.setItem('grognard.guide', 'off');"
        " localStorage.setItem('grognard.playback', 'never');"
        f" localStorage.setItem('grognard.seats', '{seats}'); }}"
    )
    page.goto(f"{table.address}#t={table.made['table']}")
    page.wait_for_selector(".table:not(.veiled) main.map[data-ready=yes]")
    return page


def test_supply_modes_and_fuel_of_the_allied_side(chromium: Any, table: Table) -> None:
    """What an OCS player needs at a glance: points on the map, a budget, both modes, fuel with its price."""
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    expect(page.locator(".rhine-total")).to_contain_text("12 SP")
    expect(page.locator(".rhine-dumps")).to_contain_text("7 Corps")
    expect(page.locator('[aria-label^="Allied dump, 20 tokens"]')).to_have_count(2)
    expect(page.locator('[aria-label^="hedgehog 2"]')).to_have_count(1)
    assert page.locator(".phases .ph:visible").all_inner_texts()[-1] == "Exploit"  # nothing is cut off
    page.locator('[data-key="plan-attack 14.09"]').check()
    expect(page.locator(".rhine-bar + small")).to_contain_text("1¼ SP plan")
    page.locator('.piece[data-unit="US-2Arm-CCB"]').click()
    expect(page.locator(".rhine-mode.combat")).to_contain_text("14-4-6")
    expect(page.locator(".rhine-mode.move")).to_contain_text("7-4-14")
    page.locator('[data-key="fuel US-2Arm-CCB"]').click()
    expect(page.locator(".log")).to_contain_text("US CCB/2 Arm is fueled for this phase")
    fits(page)


def test_the_odds_of_an_attack_and_the_answer_of_the_german_side(chromium: Any, table: Table) -> None:
    table.to("allied combat")
    page = sit(chromium, table, "allied")
    page.locator('.piece[data-unit="DE-FestMG-7"]').click()
    expect(page.locator(".rhine-taken")).to_contain_text("Hex taken 100 %")
    expect(page.locator(".rhine-surprise").first).to_be_visible()
    expect(page.locator(".rhine-endings")).to_contain_text("They pay in steps")
    expect(page.locator(".rhine-figures")).to_contain_text("lets attackers exploit")
    page.locator('[data-key="att-US-3Arm-CCA"]').click()  # the division alone: 4T
    expect(page.locator('[data-key="attack"]')).to_contain_text("Attack 14.09 for 4T")
    page.locator('[data-key="attack"]').click()
    expect(page.locator(".decide")).to_contain_text("dump")
    table.act("draw 12.08")
    german = sit(chromium, table, "german")
    expect(german.locator('.vs [aria-label*="Festungs-MG-Bataillon"]')).to_have_count(1)  # who is attacked
    assert german.locator(".choices button").first.get_attribute("data-key") == "pay yes"
    german.locator('[data-key="pay yes"]').click()
    expect(german.locator(".log")).to_contain_text("The Germans pay their combat supply")


@pytest.mark.parametrize(
    ("scenario", "hexes", "unit"),
    [
        ("queen", 20 * 22, "US-29-InfDiv"),
        ("grenade", 20 * 24, "US-84-InfDiv"),
        ("remagen", 19 * 23, "US-9-InfDiv"),
    ],
)
def test_a_scenario_is_shown_on_its_own_part_of_the_map(
    chromium: Any, address: str, scenario: str, hexes: int, unit: str
) -> None:
    """Its area, its objectives with their points, its bridges; a unit is chosen and moved."""
    table = Table(address, scenario)
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    area = table.client.get(f"/api/games/{GAME}/map").raise_for_status().json()["areas"][scenario]
    assert len(area["hexes"]) == hexes
    expect(page.locator('[aria-label^="objective, "]').first).to_be_visible()
    if scenario == "remagen":
        expect(page.locator('[aria-label^="bridge Remagen, standing"]')).to_have_count(1)
    expect(page.locator(f'.piece[data-unit="{unit}"]')).to_have_count(1)
    expect(page.locator("body")).to_contain_text("If it ended now")
    fits(page)


def test_the_rear_is_set_up_before_the_first_turn(chromium: Any, address: str) -> None:
    """The optional set-up: a gun by clicks, a dump from the list, then the phase is ended."""
    table = Table(address, free_setup=True)
    page = sit(chromium, table, "german")
    expect(page.locator(".decide")).to_contain_text("Choose a gun, an HQ or a transport point")
    dump = next(action for action in table.look("german")["legal"]["plain"] if action.startswith("shiftdump"))
    page.locator(f'[data-key="{dump}"]').first.click()
    expect(page.locator(".decide")).to_contain_text("Click the lit hex the dump goes to")
    assert table.look("german")["phase"] == "dump in the set-up"


def test_under_fog_a_covered_stack_shows_its_top_counter_and_its_size(chromium: Any, address: str) -> None:
    """Each side sees its own counters; the other's below the top are a number, in the odds and in the log too."""
    table = Table(address, fog=True)
    while table.look("allied")["phase"] != "allied movement":
        table.act("done")
    shown = {side: table.look(side)["units"] for side in ("allied", "german")}
    below = [unit for unit, row in shown["allied"].items() if row.get("covered")]
    assert below and all(unit.startswith("DE-") and shown["german"][unit]["hex"] for unit in below)
    page = sit(chromium, table, "allied")
    expect(page.locator('[aria-label*="not shown"]')).not_to_have_count(0)
    assert page.locator(f'.piece[data-unit="{below[0]}"]').count() == 0
    mine = next(unit for unit, row in shown["german"].items() if row.get("covered"))
    table.act(f"mode {mine}")
    log = table.client.get(
        f"/api/tables/{table.made['table']}/log",
        headers={"Authorization": f"Bearer {table.made['seats']['german']}"},
    )
    assert mine not in table_text(table, "german") and (log.status_code != 200 or mine not in log.text)
    page.context.close()


# ---------------------------------------------------------------- the map: front, stacks, keys


def scale(page: Any) -> float:
    """Pixels a hex."""
    page.wait_for_selector("main.map[data-ready=yes]")
    return float(page.locator("main.map").get_attribute("data-view").split()[2])


def test_the_first_look_is_at_the_front(chromium: Any, table: Table) -> None:
    """Counters can be read at once; one key shows the whole map, and the front again."""
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    front = scale(page)
    page.keyboard.press("0")
    page.wait_for_function(
        f"() => Number(document.querySelector('main.map').dataset.view.split(' ')[2]) < {front}"
    )
    assert scale(page) < 0.8 * front
    page.keyboard.press("0")
    page.wait_for_function(
        f"() => Number(document.querySelector('main.map').dataset.view.split(' ')[2]) === {front}"
    )


def test_a_stack_is_spread_in_a_ring_with_the_size_of_each_counter(chromium: Any, table: Table) -> None:
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    stack = [u for u, row in table.look()["units"].items() if row["hex"] == "16.09"]
    assert len(stack) == 2
    page.locator('.piece[data-unit="US-30-InfDiv"]').click()
    expect(page.locator(".piece .tag")).to_have_count(0)
    page.locator('.piece[data-unit="US-30-InfDiv"]').click()
    expect(page.locator(".piece .tag")).to_have_count(2)
    other = next(unit for unit in stack if unit != "US-30-InfDiv")
    boxes = [page.locator(f'.piece[data-unit="{unit}"] .plate').bounding_box() for unit in stack]
    assert abs(boxes[0]["x"] - boxes[1]["x"]) > boxes[0]["width"]  # neither lies on the other
    page.locator(f'.piece[data-unit="{other}"]').click()
    expect(page.locator(f'.piece[data-unit="{other}"].selected')).to_have_count(1)
    expect(page.locator(".piece .tag")).to_have_count(2)  # it stays open: more may be chosen
    page.keyboard.press("Space")
    expect(page.locator(".piece .tag")).to_have_count(0)
    expect(page.locator(".piece .fullness")).not_to_have_count(0)


def test_letters_do_what_is_done_with_the_unit_in_hand(chromium: Any, table: Table) -> None:
    """V turns it and it stays in hand; F fuels; a letter that is not possible says why; without a unit letters switch layers."""
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    page.locator('.piece[data-unit="US-2Arm-CCB"]').click()
    page.keyboard.press("v")
    expect(page.locator(".log")).to_contain_text("turns to Move Mode")
    expect(page.locator('.piece[data-unit="US-2Arm-CCB"].selected')).to_have_count(1)
    page.keyboard.press("r")
    expect(page.locator(".toast").first).to_be_visible()
    assert not table.look()["units"]["US-2Arm-CCB"].get("reserve")
    page.keyboard.press("f")
    expect(page.locator(".log")).to_contain_text("is fueled for this phase")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.locator('[data-key="l-control"]')).to_have_attribute("aria-pressed", "true")


def test_guns_and_dumps_are_told_in_the_words_of_the_series(chromium: Any, address: str) -> None:
    """A gun has a barrage and a range; supply goes by rail from its dump, and crowds no prompt."""
    table = Table(address, "queen")
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    page.locator('.piece[data-unit="DE-388-VAK"]').hover()
    expect(page.locator(".readout")).to_contain_text("barrage 27, range 2, MA 3")
    entrain = next(a for a in table.look()["legal"]["plain"] if a.startswith("entrain"))
    expect(page.locator(f'.rhine-dumps [data-key="{entrain}"]')).to_have_text("rail")
    expect(page.locator(f'.choices [data-key="{entrain}"]')).to_have_count(0)
    page.locator(f'[data-key="{entrain}"]').click()
    expect(page.locator(".decide")).to_contain_text("the train goes to")


def test_under_fog_one_press_ends_phases_up_to_a_named_one(chromium: Any, address: str) -> None:
    """Empty phases are ended without a look at what could be done; the other side's wait for it as ever."""
    table = Table(address, fog=True)
    while table.look("allied")["phase"] != "allied recovery":
        table.act("done")
    page = sit(chromium, table, "allied")
    page.locator('[data-key="onward-Combat"]').click()
    expect(page.locator('[data-key="onward-stop"]')).to_be_visible()
    german = sit(chromium, table, "german")
    expect(german.locator(".decide")).to_contain_text("German reaction movement")
    german.locator('[data-key="onward-Reinforcement"]').click()
    expect(page.locator(".decide")).to_contain_text(
        "Allied combat"
    )  # barrage, with guns in range, was passed too
    expect(page.locator('[data-key="onward-stop"]')).to_have_count(0)


def test_a_unit_from_off_the_map_shows_where_it_comes_on(chromium: Any, table: Table) -> None:
    """Its entries lie outside the front: they are brought into sight. `0` leads back to the front first."""
    page = sit(chromium, table, "allied")
    front = page.locator("main.map").get_attribute("data-view")
    page.locator('.context [data-key="u-US-750-TkBn"]').click()
    page.wait_for_function(f"() => document.querySelector('main.map').dataset.view !== {front!r}")
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    page.wait_for_function(f"() => document.querySelector('main.map').dataset.view === {front!r}")


def test_a_truck_that_was_loaded_stays_in_hand(chromium: Any, table: Table) -> None:
    """Load, hex, unload: three clicks; the counter says what it carries, and aircraft are not said to enter."""
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    page.keyboard.press("0")
    page.locator('.piece[data-unit="US-Truck-2"]').click()
    page.locator('[data-key="load US-Truck-2 4"]').click()
    expect(page.locator('.piece[data-unit="US-Truck-2"].selected .letters')).to_have_text("4T")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.locator(".go.asks")).to_contain_text("Aircraft could still fly: US P38 1")
    expect(page.locator(".go.asks")).not_to_contain_text("could still enter")


def test_without_fog_no_phase_is_ended_for_the_player(chromium: Any, table: Table) -> None:
    table.to("allied movement")
    page = sit(chromium, table, "allied")
    expect(page.locator(".decide")).to_contain_text("Allied movement")
    expect(page.locator('[data-key^="onward-"]')).to_have_count(0)


def table_text(table: Table, side: str) -> str:
    """What a seat is sent of the log and of the decision that is due."""
    now = table.look(side)
    return str({name: now[name] for name in now if name not in ("units", "legal")})
