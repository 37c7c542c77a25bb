"""The lobby: games and scenarios are presented, whatever fails says so in words, and the rest stays
usable.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import grognard

from . import scenes
from .screen import PATIENCE, expect, fits, serious, still

OPEN = ".desk .dk-tab, .table:not(.veiled) main.map[data-ready=yes], .curtain"


@pytest.fixture
def lobby(chromium: Any, served: Any) -> Callable[..., Any]:
    """Opens the lobby and picks a game; `before` sets the page up."""

    def open_(game: str = "", before: Callable[[Any], None] = lambda page: None, **how: Any) -> Any:
        page = chromium.new_page(
            **{"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **how}
        )
        page.set_default_timeout(PATIENCE)
        before(page)
        page.goto(served.address)
        if game:
            page.locator(f'.game[data-key="{game}"]').click()
            expect(page.locator(".ttl b")).to_have_text(grognard.load(game).title)
        return page

    return open_


# ---------------------------------------------------------------- what is presented


@pytest.mark.parametrize("game", grognard.GAMES)
def test_every_scenario_is_presented_with_a_picture_of_its_map(lobby: Any, game: str) -> None:
    page, loaded = lobby(game), grognard.load(game)
    pictures = set()
    for name in loaded.scenarios:
        one = loaded.about.scenario_named(name)
        if len(loaded.scenarios) > 1:
            page.locator(f"input[name=scenario][value='{name}']").check(force=True)
        expect(page.locator(".scenario .lead")).to_contain_text(one.text)
        for words in (one.dates, one.hidden, f"{one.turns} {one.unit}s", f"({one.difficulty} of 5)"):
            expect(page.locator("dl.brief")).to_contain_text(words)
        page.wait_for_function("() => document.querySelector('.hero .map canvas')?.width > 0")
        still(page)
        pictures.add(page.locator(".hero .map").screenshot())
    views = {loaded.about.scenario_named(name).view for name in loaded.scenarios}
    assert len(pictures) == max(1, len(views))  # scenarios on the same ground share it
    expect(page.locator("main.new")).not_to_contain_text(re.compile(r"\bstandard\b|phd-\d"))


def test_a_scenario_that_cannot_be_played_says_why(lobby: Any) -> None:
    page = lobby("sword-beach")
    page.get_by_text("The campaign game: not playable here").click()
    expect(page.locator("details.refused")).to_contain_text("SB-C1")


def test_more_options_are_folded_and_are_sent(lobby: Any) -> None:
    page = lobby("sword-beach")
    expect(page.get_by_text("Weather", exact=True)).to_be_hidden()
    page.locator("details.more > summary").click()
    page.locator("details.more [data-clause='SB-14.1.e']").wait_for()  # the rulebook is there
    page.get_by_label("Name of the table").fill("Friday night")
    page.get_by_role("checkbox", name=re.compile("^Weather")).check()
    page.get_by_text("Physical dice").click()
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Open the table").click()
    sent = asked.value.post_data_json
    assert (sent["name"], sent["options"], sent["dice"]) == (
        "Friday night",
        {"weather": True},
        {"kind": "typed"},
    )
    page.wait_for_selector(OPEN)


def test_the_scenario_chosen_is_the_scenario_opened(lobby: Any) -> None:
    page = lobby("purple-heart-draw")
    page.get_by_text("Trying the Right Flank").first.click()
    with page.expect_response("**/api/tables") as answer:
        page.get_by_role("button", name="Open the table").click()
    assert answer.value.request.post_data_json["scenario"] == "phd-2"
    page.wait_for_selector(OPEN)
    page.goto(answer.value.url.partition("api/")[0] + "#")
    expect(page.locator(".seated b").first).to_contain_text("Purple Heart Draw: Trying the Right Flank")


# ---------------------------------------------------------------- my games, links, files


def test_my_games_say_whose_turn_it_is_and_since_when(lobby: Any, served: Any) -> None:
    mine, theirs = (served.open_record(scenes.moving(), german="link") for _ in range(2))
    keys = {mine["table"]: [mine["seats"]["allied"]], theirs["table"]: [theirs["seats"]["german"]]}
    page = lobby(
        before=lambda page: page.add_init_script(
            f"localStorage.setItem('grognard.seats', JSON.stringify({keys!r}))"
        )
    )
    rows = page.locator(".seated")
    expect(rows.nth(0)).to_contain_text(re.compile(r"Allied · your turn since \d\d:\d\d"))
    expect(rows.nth(1)).to_contain_text(re.compile(r"German · Allied to move since \d\d:\d\d"))
    expect(rows.nth(0)).to_contain_text("Sword Beach: On to Caen")


def test_a_link_is_copied_with_one_press(lobby: Any) -> None:
    page = lobby("longest-day", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("radiogroup", name="Who plays the German side").get_by_text("By link").click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.locator(".seated")).to_have_count(1)  # it is in the list of my games at once
    expect(page.get_by_role("button", name="Open the table")).to_have_count(
        0
    )  # nobody opens a second one by mistake
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".invite input").input_value()
    page.get_by_role("button", name="Open another table").click()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    expect(page.locator(".invite")).to_have_count(0)


@pytest.mark.parametrize("game", grognard.GAMES.own)
def test_the_file_of_a_record_has_a_name_that_can_be_read(screens: Any, served: Any, game: str) -> None:
    sides = grognard.load(game).position.sides
    made = served.ask("POST", "tables", json={"game": game, "seats": dict.fromkeys(sides, "human")})
    token = made["seats"][sides[0]]
    head = served.client.get(
        f"api/tables/{made['table']}/record", headers={"Authorization": f"Bearer {token}"}
    ).headers["content-disposition"]
    turn = served.look(made["table"], token)["turn"]
    moment = f"turn-{turn}" if turn else "set-up"
    assert re.fullmatch(rf'attachment; filename="{game}-{moment}-\d{{4}}-\d\d-\d\d\.grog"', head)


# ---------------------------------------------------------------- what fails says so, and stops nothing else


def _change(address: str, change: Callable[[Any], Any]) -> Callable[[Any], None]:
    def spoil(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=change(answer.json()))

    return lambda page: page.route(address, spoil)


def _refuse(address: str) -> Callable[[Any], None]:
    return lambda page: page.route(
        address, lambda route: route.fulfill(status=500, body='{"error": "spoiled"}')
    )


def _script(address: str) -> Callable[[Any], None]:
    return lambda page: page.route(
        address,
        lambda route: route.fulfill(body="throw new Error('spoiled')", content_type="text/javascript"),
    )


def _without(name: str) -> Callable[[Any], Any]:
    return lambda data: {key: value for key, value in data.items() if key != name}


PICTURES = {
    "a line of the map is missing": (
        "sword-beach",
        _change("**/api/games/sword-beach/map", _without("boundary")),
    ),
    "the map is nonsense": (
        "longest-day",
        _change("**/api/games/longest-day/map", lambda _: {"hexes": {"0101": 5}}),
    ),
    "the map is empty": ("beyond-the-rhine", _change("**/api/games/beyond-the-rhine/map", lambda _: {})),
    "the map is refused": ("longest-day", _refuse("**/api/games/longest-day/map")),
    "the painter fails": ("purple-heart-draw", _script("**/desks/phd/picture.js")),
}


@pytest.mark.complaints("spoiled", "undefined", "null", "no hexes", "not a function", "status of 500")
@pytest.mark.parametrize("case", PICTURES)
def test_a_picture_that_fails_says_so_and_the_table_opens(lobby: Any, case: str) -> None:
    game, spoil = PICTURES[case]
    page = lobby(game, spoil)
    expect(page.locator(".nopicture")).to_contain_text("could not be drawn")
    page.unroute_all()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(OPEN)


@pytest.mark.complaints("spoiled", "status of 500")
@pytest.mark.parametrize("game", grognard.GAMES)
def test_a_game_whose_own_data_fails_can_still_be_chosen(lobby: Any, game: str) -> None:
    """Its map, its clauses, and the file with its colors and its guide."""

    def spoil(page: Any) -> None:
        _refuse(f"**/api/games/{game}/*")(page)
        _script(f"**/games/{game}.js")(page)

    page = lobby(game, spoil)
    page.locator("details.more > summary").click()
    expect(page.locator(".toast")).to_contain_text("The clauses could not be loaded: spoiled")
    with page.expect_response("**/api/tables") as answer:
        page.get_by_role("button", name="Open the table").click()
    assert answer.value.status == 201


@pytest.mark.complaints("spoiled", "status of 500")
def test_games_that_cannot_be_listed_are_listed_again(lobby: Any) -> None:
    page = lobby(before=_refuse("**/api/games"))
    expect(page.locator("main.new [role=alert]")).to_contain_text("The games could not be listed: spoiled")
    expect(page.get_by_text("Open or check a file")).to_be_visible()
    page.unroute_all()
    page.get_by_role("main").get_by_role("button", name="Load again").click()
    page.get_by_role("button", name="Open the table").wait_for()


@pytest.mark.complaints("spoiled", "status of 500")
def test_my_games_that_cannot_be_listed_do_not_look_like_none(lobby: Any) -> None:
    def spoil(page: Any) -> None:
        page.add_init_script("localStorage.setItem('grognard.seats', '{\"t\": [\"k\"]}')")
        _refuse("**/api/mine")(page)

    page = lobby(before=spoil)
    expect(page.locator(".mine [role=alert]")).to_contain_text("Your games could not be listed: spoiled")
    page.get_by_role("button", name="Open the table").wait_for()
    page.unroute_all()
    page.get_by_role("button", name="Load again").click()
    expect(page.locator(".mine")).to_contain_text("None yet")


@pytest.mark.complaints("spoiled", "status of 500")
def test_a_table_that_cannot_be_opened_says_so_and_can_be_tried_again(lobby: Any) -> None:
    page = lobby("sword-beach", _refuse("**/api/tables"))
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".toast")).to_contain_text("spoiled")
    page.unroute_all()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(OPEN)


# ---------------------------------------------------------------- every screen


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900), (3840, 2160)])
def test_the_lobby_fits_and_has_no_barrier(lobby: Any, size: tuple[int, int], theme: str) -> None:
    page = lobby("purple-heart-draw", viewport={"width": size[0], "height": size[1]}, color_scheme=theme)
    for fold in ("details.more > summary", "details.readings > summary", "details.files > summary"):
        page.locator(fold).click()
    fits(page)
    assert serious(page) == []
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport()
