"""The club, as two players meet it: a name, an open table, clocks, a claim on time, and the results."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from grognard.core.lines import read_lines
from grognard.core.reading import check_copy
from grognard.web.app import create_app

from .screen import PATIENCE, expect, fits, serious, until

DAY = 86400.0
PASSPHRASE = "seven plain wooden chairs"
WIDE = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}


class House:
    """A server in this process, whose calendar the test tells."""

    def __init__(self, folder: Path) -> None:
        self.now = time.time()
        self.app = create_app(f"sqlite:///{folder / 'club.sqlite'}", rate=0, now=lambda: self.now)
        self.ears = socket.socket()
        self.ears.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.ears.getsockname()[1]}/"
        self.server = uvicorn.Server(
            uvicorn.Config(self.app, log_level="warning", timeout_graceful_shutdown=1)
        )
        self.thread = threading.Thread(target=self.server.run, args=[[self.ears]], daemon=True)
        self.thread.start()

    def passes(self, seconds: float) -> None:
        self.now += seconds
        self.app.state.service.store.clocks.uptime.extend()

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.ears.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.close()


def lobby(chromium: Any, house: House, **how: Any) -> Any:
    page = chromium.new_page(**(how or WIDE))
    page.set_default_timeout(PATIENCE)
    page.goto(house.address)
    expect(page.locator("main.new[aria-busy=false]")).to_be_visible()
    return page


def take_name(page: Any, name: str) -> None:
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_text("New name").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def open_table(page: Any) -> None:
    """Sword Beach, the Allied side mine, the German side for anyone, two days for each move."""
    page.locator('.game[data-key="sword-beach"]').click()
    page.get_by_role("radiogroup", name="Who plays the German side").get_by_text("Anyone").click()
    page.locator("details.more > summary").click()
    page.get_by_role("radiogroup", name="Clock").get_by_text("Days per move").click()
    page.get_by_label("Days for each move").fill("2")
    page.get_by_label("Days for each move").blur()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".clubstrip")).to_contain_text("Anyone on this server may join as German")


def meet(chromium: Any, house: House) -> tuple[Any, Any]:
    """Anna opens a table, Bert joins it."""
    anna, bert = lobby(chromium, house), lobby(chromium, house)
    take_name(anna, "Anna")
    take_name(bert, "Bert")
    open_table(anna)
    bert.reload()
    row = bert.locator(".opentables .seated")
    expect(row).to_contain_text("Sword Beach")
    for words in ("Anna waits since", "German is free", "2 days for each move"):
        expect(row).to_contain_text(words)
    bert.get_by_role("button", name="Join Sword Beach").click()
    for page in (anna, bert):
        for words in ("Anna", "Bert", "rated", "2 days for each move"):
            expect(page.locator(".clubstrip")).to_contain_text(words)
        expect(page.locator("[data-clock]")).to_have_count(2)
    return anna, bert


def test_two_players_meet_and_one_claims_on_time(house: House, chromium: Any) -> None:
    anna, bert = meet(chromium, house)
    running = anna.locator(".clubplayer.running")
    expect(running).to_contain_text("Bert")  # once both browsers have sealed their dice
    expect(running.locator(".clockface")).to_contain_text("1 d 23 h")
    assert serious(anna) == []
    house.passes(2 * DAY + 60)
    anna.reload()
    expect(anna.locator(".lateness")).to_contain_text(
        "Your opponent's time is over. You may claim the game in 23 h"
    )
    expect(anna.get_by_role("button", name="Claim the game on time")).to_have_count(0)
    bert.reload()
    expect(bert.locator(".lateness")).to_contain_text(
        "Your time is over. Play on: your opponent may claim the game in 23 h"
    )
    assert serious(bert) == []
    anna.get_by_role("button", name="Give 1 more day").click()
    expect(anna.locator(".lateness")).to_be_empty()
    expect(bert.locator(".lateness")).to_be_empty()  # told over the stream
    house.passes(2 * DAY + 120)
    anna.reload()
    anna.once("dialog", lambda dialog: dialog.accept())
    anna.get_by_role("button", name="Claim the game on time").click()
    for page in (anna, bert):
        expect(page.locator(".lateness")).to_contain_text("The game ended on time: German had none left.")
        expect(page.locator(".bar")).to_contain_text("Game over")
    anna.goto(house.address)
    anna.get_by_role("link", name="Results").click()
    expect(anna.locator("main.results")).to_contain_text("Anna wins, on time")
    players = anna.get_by_role("region", name="Players").locator("tbody tr")
    expect(players).to_have_count(2)
    expect(players.first).to_contain_text("Anna")
    expect(anna.get_by_role("region", name="Win rates by scenario and side")).to_contain_text("1 of 1")
    assert serious(anna) == []
    with anna.expect_download() as saved:
        anna.get_by_role("link", name="Record of").click()
    lines = read_lines(Path(saved.value.path()).read_bytes())
    assert check_copy(lines).lines == len(lines)


def test_a_person_who_plays_both_sides_claims_for_the_side_that_waits(house: House, chromium: Any) -> None:
    page = lobby(chromium, house)
    page.locator('.game[data-key="sword-beach"]').click()
    page.get_by_role("radiogroup", name="Who plays the German side").get_by_text("Me", exact=True).click()
    page.locator("details.more > summary").click()
    page.get_by_role("radiogroup", name="Clock").get_by_text("Days per move").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-clock]")).to_have_count(2)
    house.passes(10 * DAY)
    page.reload()
    expect(page.locator(".lateness")).to_contain_text(
        "The time of German is over. Allied may claim the game now."
    )
    page.locator("[data-key=unveil]").click()  # the privacy screen
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Claim the game on time").click()
    expect(page.locator(".lateness")).to_contain_text("The game ended on time: German had none left.")


def test_the_owner_closes_the_table_and_opens_it_again(house: House, chromium: Any) -> None:
    anna, bert = lobby(chromium, house), lobby(chromium, house)
    open_table(anna)
    anna.get_by_role("button", name="Close the seat").click()
    expect(anna.get_by_role("button", name="Let anyone join as German")).to_be_visible()
    bert.reload()
    expect(bert.locator(".opentables")).to_contain_text("None now")
    anna.get_by_role("button", name="Let anyone join as German").click()
    expect(anna.locator(".clubstrip")).to_contain_text("Anyone on this server may join as German")
    bert.reload()
    expect(bert.locator(".opentables .seated")).to_contain_text("A player without a name waits")
    anna.goto(house.address)
    expect(anna.get_by_role("button", name="Close your table")).to_be_visible()
    expect(anna.get_by_role("button", name="Join")).to_have_count(0)  # one does not join one's own table
    anna.get_by_role("button", name="Close your table").click()
    expect(anna.locator(".opentables")).to_contain_text("None now")


@pytest.mark.complaints("409", "Conflict")
def test_who_comes_second_is_told_so(house: House, chromium: Any) -> None:
    anna, bert, carl = (lobby(chromium, house) for _ in range(3))
    open_table(anna)
    for page in (bert, carl):
        page.reload()
        expect(page.get_by_role("button", name="Join Sword Beach")).to_be_visible()
    bert.get_by_role("button", name="Join Sword Beach").click()
    expect(bert.locator(".clubstrip")).to_be_visible()
    carl.get_by_role("button", name="Join Sword Beach").click()
    expect(carl.locator(".toast")).to_contain_text("no longer free")
    expect(carl.locator(".opentables")).to_contain_text("None now")


@pytest.mark.complaints("403", "Forbidden", "401", "Unauthorized")
def test_a_name_by_the_keyboard_on_a_phone(house: House, chromium: Any) -> None:
    page = lobby(chromium, house, **PHONE)
    fits(page)
    assert serious(page) == []
    take_name(page, "Anna")
    fits(page)
    page.get_by_role("button", name="Anna", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Signed in as Anna")
    assert serious(page) == []
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in", exact=True).press("Enter")
    page.get_by_label("Name", exact=True).press_sequentially("anna")
    page.keyboard.press("Tab")
    page.keyboard.type("not the passphrase")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("do not match")
    assert serious(page) == []
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Anna", exact=True)).to_be_visible()
    page.get_by_role("button", name="Anna", exact=True).click()
    page.get_by_text("Delete the name").click()
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Delete this name").click()
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    until(page, lambda: page.evaluate("() => localStorage.getItem('grognard.name')") is None)


def test_results_and_a_table_with_clocks_fit_a_phone(house: House, chromium: Any) -> None:
    anna, _ = meet(chromium, house)
    kept = anna.context.storage_state()
    phone = chromium.new_page(**PHONE, storage_state=kept)
    phone.set_default_timeout(PATIENCE)
    phone.goto(anna.url)
    expect(phone.locator("[data-clock]")).to_have_count(2)
    fits(phone)
    assert serious(phone) == []
    phone.goto(f"{house.address}#results")
    expect(phone.locator("main.results")).to_contain_text("No rated game is over yet.")
    fits(phone)
    assert serious(phone) == []
