"""The umpire's desk at the players' table: a unit that leaves by its edge, a vehicle in mines, and what the
log calls them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.record import Match
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.pieces import KINDS, NAMES, SQUAD, US, VEHICLE, places
from grognard.players.seat import seated

from .screen import expect, still
from .test_desk_phd import Opener, address, desk, look, post, shows, spot  # noqa: F401  (fixtures)

pytestmark = pytest.mark.browser
GAME = grognard.load("purple-heart-draw")


@cache
def fought(until: str) -> bytes:
    """The first TM Scenario at the players' table: in its second turn a tank drives into mines and a squad
    leaves the map.

    Not every minefield has a hex in front of it that a tank can drive on to: the first that has one is taken.
    """
    lines = next(filter(None, (_fought(until, number) for number in range(3))))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def _fought(until: str, number: int) -> list[Any] | None:
    match = Match.begin(GAME, dice=Seeded("mines"), options={"tactical_source": "players"})
    state: Any = match.state
    seats = {side: seated("computer:plain", GAME.name, side, "1") for side in state.sides}
    while until not in state.purpose:
        if state.to_move is None:
            return None
        if state.to_move == CHANCE:
            match.roll()
        elif not state.turn:
            match.do(seats[state.to_move].choose(state))
        else:
            match.do(told(state, number))
    return match.lines


def first(state: Any, type_: str) -> str:
    return next(NAMES[u] for u in places(US) if state.kind[u] and KINDS[state.kind[u]].type == type_)


def told(state: Any, number: int) -> str:
    """What the players enter: the first of these that is open, else that they are done. `number`: of the
    minefield.
    """
    tank, squad = first(state, VEHICLE), first(state, SQUAD)
    fields = [GRID.name[h] for item, h in (*state.buried[1], *state.forts[1]) if item.startswith("ap_mines")]
    mines = fields[number % len(fields)]
    wanted = {
        1: [f"move {tank} M1", f"move {squad} P1"],
        2: [f"move {tank} {mines}", f"move {squad} P5", f"report {squad}", f"mark revealed {mines}"],
    }.get(state.turn, [])
    ends = ["end propose"] * (state.turn == 2 and state.mover != US)
    legal = {str(action) for action in state.legal_actions()}
    return next(
        a
        for a in [*wanted, "happened exits:friendly_edge", "exit N1", *ends, "end agree", "done"]
        if a in legal
    )


def at(address: str, until: str) -> Any:  # noqa: F811
    return post(
        address, "api/records", {"record": fought(until).decode(), "seats": {"us": "link", "german": "link"}}
    )


def test_of_a_unit_that_left_the_hex_is_asked_and_told(address: str, desk: Opener) -> None:  # noqa: F811
    made = at(address, "the hex it left the map by")
    page = desk(made, view="map")
    assert look(address, made, "us")["legal"]["count"] == 33
    expect(page.locator(".dk-panel")).to_contain_text("33 hexes are legal: click one.")
    page.mouse.click(*spot(page, "Q1"))
    expect(page.locator(".dk-lines")).to_contain_text("leaves the map by Q1")
    seq = look(address, made, "us")["seq"]
    shows(page, seq)
    gone = [u for u in look(address, made, "us")["units"].values() if u.get("exit")]
    assert [(u["exit"], u["hex"]) for u in gone] == [("Q1", "")] and "left the map by Q1" in gone[0]["title"]
    assert not re.search(r"(\d-\d-\d) \1", page.locator(".dk-lines").inner_text()), (
        "a unit is called by its counter once"
    )


def test_a_crew_breaks_in_mines(address: str, desk: Opener) -> None:  # noqa: F811
    made = at(address, "mines attack")
    page = desk(made, view="map")
    expect(page.locator(".dk-decision .lead")).to_have_text(
        re.compile(r"^mines attack M4A1 \(u\d{3}\)", re.I)
    )
    page.get_by_role("button", name="its crew breaks and gets out").click()
    expect(page.locator(".dk-lines")).to_contain_text(
        re.compile(r"1-2-6 \(u\d{3}\) gets out of M4A1 \(u\d{3}\) in Good Order")
    )
    still(page)
    crew = next(u for u in look(address, made, "us")["units"].values() if u["value"] == "1-2-6")
    expect(page.locator(f'[data-key="who-leave {crew["id"]}"]')).to_have_count(
        1
    )  # out of A-P mines it must go


def test_in_the_log_a_unit_that_is_gone_is_called_by_its_counter(address: str, desk: Opener) -> None:  # noqa: F811
    made = at(address, "mines attack")
    tank = next(
        name for name, u in look(address, made, "us")["units"].items() if u["hex"] and u["kind"] == "vehicle"
    )
    page = desk(made, view="map")
    page.get_by_role("button", name="eliminated", exact=True).click()
    lines = page.locator(".dk-lines")
    expect(lines).to_contain_text(f"M4A1 ({tank}) is eliminated")
    assert tank not in look(address, made, "us")["units"]
    named = re.findall(rf"(\S+ )?\(?\b{tank}\b", lines.inner_text())
    assert len(named) > 2 and set(named) <= {"M4A1 ", "units: "}, named
