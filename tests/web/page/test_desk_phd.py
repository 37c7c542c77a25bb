"""The umpire's desk of Purple Heart Draw in a real browser: a whole Consolidation Phase by two seats,
secrets, odds, weight.
"""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.core.lines import read_lines
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.games.purple_heart_draw.pieces import NAMES, OF_SIDE, US
from grognard.games.purple_heart_draw.position import Closing

from .live import serving
from .screen import PATIENCE, expect, fits, serious, still

pytestmark = [
    pytest.mark.browser,
    pytest.mark.complaints("status of 409"),
]  # an answer, which the browser notes as an error
GAME = grognard.load("purple-heart-draw")
WIDE, LYING = {"width": 1440, "height": 900}, {"width": 844, "height": 390}
MAX_BYTES = 600_000
Opener = Callable[..., Any]


@cache
def played(until: str) -> bytes:
    """The record of a random mission up to a moment: the Consolidation Phase after a scenario, or a step by
    name.
    """
    found = next(filter(None, (_played(until, seed) for seed in range(5, 60))), None)
    assert found is not None, f"no random mission came to {until}"
    return found


def _played(until: str, seed: int) -> bytes | None:
    match, rng = Match.begin(GAME, dice=Seeded(f"desk {seed}")), Random(seed)
    state: Any = match.state
    while state.to_move is not None:
        closing = any(isinstance(frame, Closing) for frame in state.stack)
        if closing and state.to_move != CHANCE and (until == "closing" or re.search(until, state.purpose)):
            break
        if state.to_move == CHANCE:
            match.roll()
        else:
            match.do(state.legal_actions().sample(rng))
    if state.to_move is None:
        return None
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines)


def position(record: bytes) -> Any:
    return replay(GAME, read_lines(record)).state


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("missions")) as url:
        yield url


def post(address: str, path: str, body: Any) -> Any:
    asked = urllib.request.Request(
        f"{address}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=PATIENCE / 1000) as answer:
        return json.load(answer)


@pytest.fixture
def desk(chromium: Any, address: str) -> Iterator[Opener]:
    """Opens a seat of a mission."""
    contexts = list[Any]()

    def open_(
        table: Any, seat: str = "us", view: str | None = "steps", bodies: list[str] | None = None, **how: Any
    ) -> Any:
        context = chromium.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **how})
        contexts.append(context)
        page = context.new_page()
        if bodies is not None:
            page.on(
                "requestfinished",
                lambda r: (
                    bodies.append(r.response().text()) if "/api/" in r.url and "stream" not in r.url else None
                ),
            )
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}#t={table['table']}&k={table['seats'][seat]}")
        page.wait_for_selector(".desk .dk-tab")
        if view is not None:
            page.locator(f'[data-key="tab-{view}"]').click()
            expect(page.locator(f'[data-key="tab-{view}"]')).to_have_attribute("aria-current", "page")
        still(page)
        return page

    yield open_
    for context in contexts:
        context.close()


def look(address: str, made: Any, seat: str) -> Any:
    """The table as the server has it for a seat."""
    asked = urllib.request.Request(
        f"{address}api/tables/{made['table']}", headers={"Authorization": f"Bearer {made['seats'][seat]}"}
    )
    with urllib.request.urlopen(asked, timeout=PATIENCE / 1000) as answer:
        return json.load(answer)


def shows(page: Any, seq: int) -> None:
    """The desk shows the table as it is after so many actions, and all of it is drawn."""
    expect(page.locator(".dk-loghead .muted")).to_have_text(re.compile(rf"^{seq} entr"))
    still(page)


def table(address: str, until: str = "closing") -> Any:
    return post(
        address,
        "api/records",
        {"record": played(until).decode(), "name": "The draw", "seats": {"us": "link", "german": "link"}},
    )


def test_a_new_mission_opens_where_its_first_decision_is(address: str, desk: Opener) -> None:
    """The requisition; and a group called like a hex (M4, O1) is bought there, not on the map."""
    made = post(
        address, "api/tables", {"game": "purple-heart-draw", "seats": {"us": "link", "german": "link"}}
    )
    page = desk(made, view=None)
    shop = page.locator('[data-key="tab-shop"]')
    expect(shop).to_have_attribute("aria-current", "page")
    assert {"buy M4", "buy O1"} <= {str(action) for action in GAME.new(seed=1).legal_actions()}
    assert not page.locator('[data-key="to-map"]').count()
    page.locator('[data-key="tab-map"]').click()
    still(page)
    assert not page.locator('[data-key^="who-"], [data-key^="do buy"]').count()
    page.locator('[data-key="to-page"]').click()
    expect(shop).to_have_attribute("aria-current", "page")


def test_two_seats_click_through_a_consolidation_phase(address: str, desk: Opener) -> None:
    """From the end of a TM Scenario to the start of the next, all by clicks: each takes one real choice in
    every step that asks him, on the page it belongs to, then says he is done. What one hides never reaches
    the other.
    """
    made = table(address)
    start = position(played("closing"))
    bodies: list[str] = []
    pages = {"us": desk(made, "us"), "german": desk(made, "german", bodies=bodies)}
    taken: dict[tuple[str, str], str] = {}
    for _ in range(400):
        seat = look(address, made, "us")["to_move"]
        now, page = look(address, made, seat), pages[seat]
        shows(page, now["seq"])
        if now["dates"].startswith("playing"):
            break
        action = wish(now, taken)
        carry_out(page, now, action)
        expect(page.locator(".dk-loghead .muted")).not_to_have_text(re.compile(rf"^{now['seq']} entr"))
    else:
        raise AssertionError("the Consolidation Phase did not come to its end")
    assert now["dates"] == "playing TM Scenario 2 of 5"
    for seat in ("us", "german"):
        mine = {step for who, step in taken if who == seat}
        assert {f"{seat} requisition", "redeployment v"} <= {step.split(",")[0] for step in mine}, mine
    assert {action.split()[0] for action in taken.values()} >= {"redeploy", "buy", "place"}, taken
    for seat, page in pages.items():
        shows(page, look(address, made, seat)["seq"])
        page.locator('[data-key="tab-steps"]').click()
        expect(page.locator(".phd-steps")).to_contain_text("TM Scenario 2 of 5 is being played")
    hidden = [NAMES[u] for u in members(start.used & OF_SIDE[US] & ~start.open)]
    seen_now = json.dumps(look(address, made, "german"))
    secret = [name for name in hidden if f'"{name}"' not in seen_now]
    assert bodies and not [name for name in secret for body in bodies if f'"{name}"' in body]


def wish(now: Any, taken: dict[tuple[str, str], str]) -> str:
    """One thing to do in every step that offers any, then to be done with it; where that is not open,
    whatever is.
    """
    step, legal = (now["seat"], now["purpose"]), now["legal"]
    if step in taken and "done" in legal["plain"]:
        return "done"
    sent = [
        " ".join(filter(None, (verb, unit, middlemost(hexes))))
        for verb, units in legal["by_verb"].items()
        for unit, hexes in list(units.items())[:1]
    ]
    plain = [a for a in legal["plain"] if a.split()[0] not in ("done", "hand", "commit", "trade")]
    wanted = (
        "buy M5" if now["seat"] == "us" else "buy I1.on_map",
        "buy",
        "redeploy",
        "place",
        "declare",
    )  # an attack: no Lull
    found = sorted(
        [*sent, *plain], key=lambda a: next((n for n, w in enumerate(wanted) if a.startswith(w)), len(wanted))
    )
    taken[step] = found[0] if found else legal["plain"][0]
    return taken[step]


def middlemost(hexes: list[str]) -> str:
    """The hex nearest the middle of the map: nothing lies over it."""

    def off(name: str) -> float:
        letters = name.rstrip("0123456789")
        return abs((ord(letters[0]) - 64) + 26 * (len(letters) - 1) - 17) + abs(
            int(name[len(letters) :]) - 18
        )

    return min(hexes, key=off)


def carry_out(page: Any, now: Any, action: str) -> None:
    """An order given as a player gives it: by a button, in the shop, or on the map."""
    verb, *rest = action.split()
    if verb == "buy":
        return go(page, "shop").locator(f'[data-key="{action}"]').click()
    if verb == "redeploy":
        go(page, "redeploy").locator(f'[data-key="unit-{rest[0]}"]').click()
        page.get_by_role("button", name="Whole map").click()
        page.mouse.click(*spot(page, rest[1]))
        return page.locator('[data-key="set-out"]').click()
    if verb in now["legal"]["by_verb"]:
        key = " ".join([verb, *rest[:-1]])
        go(page, "map").locator(f'[data-key="who-{key}"]').click()
        page.get_by_role("button", name="Whole map").click()
        return page.mouse.click(*spot(page, rest[-1]))
    if len(rest) == 1 and rest[0] in NAMES:
        return go(page, "map").locator(f'[data-key="do {action}"]').click()
    return go(page, "steps").locator(f'[data-key="do {action}"]').click()


def go(page: Any, view: str) -> Any:
    page.locator(f'[data-key="tab-{view}"]').click()
    expect(page.locator(f'[data-key="tab-{view}"]')).to_have_attribute("aria-current", "page")
    still(page)
    return page


def test_the_map_is_drawn_and_a_hex_says_why(address: str, desk: Opener) -> None:
    page = desk(table(address), view="map")
    page.wait_for_function(
        "() => { const c = document.querySelector('.phd-ground'), d = c.getContext('2d').getImageData(0, 0,"
        " c.width, c.height).data, seen = new Set(); for (let i = 0; i < d.length; i += 4001 * 4)"
        " seen.add(d[i] >> 4 << 8 | d[i + 1] >> 4 << 4 | d[i + 2] >> 4); return seen.size > 25; }"
    )
    page.locator(".phd-map").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("heading", name="Q17", exact=True).wait_for()
    expect(page.locator(".phd-why")).to_contain_text("PHD-C2")
    expect(page.locator(".phd-map")).to_be_focused()
    page.keyboard.press("f")
    expect(page.locator('[data-overlay="feba"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".phd-map")).to_be_focused()


# ---------------------------------------------------------------- positions at the players' own table


@cache
def at_table(side: str) -> bytes:
    """A scenario card fought by the players: a side enters what its men did in the first player turn."""
    match, rng = (
        Match.begin(GAME, "phd-1", options={"tactical_source": "players"}, dice=Seeded("table 3")),
        Random(3),
    )
    state: Any = match.state
    while not (state.purpose.startswith("entries") and state.to_move == side):
        if state.to_move == CHANCE:
            match.roll()
        else:
            legal = state.legal_actions()
            match.do("done" if state.purpose.startswith("entries") else legal.sample(rng))
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines)


def spot(page: Any, hex_: str) -> tuple[float, float]:
    """Where a hex is on the screen, once the map stands still."""
    still(page)
    x, y, size = map(float, page.locator(".phd-map").get_attribute("data-view").split())
    box, letters = page.locator(".phd-map").bounding_box(), hex_.rstrip("0123456789")
    column, row = (ord(letters[0]) - 64) + 26 * (len(letters) - 1), int(hex_[len(letters) :])
    u, v = (column - 1) * 1.5, (row - 1 + (0.5 if column % 2 else 0)) * sqrt(3)
    return box["x"] + box["width"] / 2 + (u - x) * size, box["y"] + box["height"] / 2 + (v - y) * size


def middle(what: Any) -> tuple[float, float]:
    box = what.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1] + 8, steps=3)
    page.mouse.move(*end, steps=6)
    expect(page.locator(".phd-ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".phd-ghost")).to_have_count(0)


def test_a_position_is_edited_by_drag_checked_and_recorded(address: str, desk: Opener) -> None:
    made = post(
        address,
        "api/records",
        {"record": at_table("german").decode(), "seats": {"us": "link", "german": "link"}},
    )
    page = desk(made, "german", view="map")
    now = look(address, made, "german")
    moves = now["legal"]["by_verb"]["move"]
    unit, here = next(
        (name, now["units"][name]["hex"])
        for name in moves
        if now["units"][name]["hex"]
        and sum(u["hex"] == now["units"][name]["hex"] for u in now["units"].values()) == 1
    )
    goal = next(hex_ for hex_ in ("O8", "P9", "N7") if hex_ in moves[unit])
    drag(page, spot(page, here), spot(page, "X5"))  # beyond the area of the card
    refusal = page.locator(".dk-panel .dk-refusal")
    expect(refusal).to_contain_text(f"X5 is closed to {now['units'][unit]['value']} ({unit}): out of play")
    expect(refusal.locator('[data-clause="PHD-C2.ENTER"]')).to_have_count(1)
    expect(page.locator(".phd-no")).to_have_count(1)
    assert look(address, made, "german")["seq"] == now["seq"]  # nothing was entered
    drag(page, spot(page, here), spot(page, goal))
    shows(page, now["seq"] + 1)
    after = look(address, made, "german")
    assert after["units"][unit]["hex"] == goal and after["log"][-1]["do"] == f"move {unit} {goal}"
    expect(page.locator(f'.phd-stack[data-hex="{goal}"]')).to_have_attribute("aria-label", re.compile(unit))
    expect(page.locator(".dk-lines")).to_contain_text(
        f"{after['units'][unit]['value']} ({unit}) moves from {here} to {goal}"
    )
    expect(refusal).to_have_count(0)
    page.keyboard.press("Backspace")
    expect(page.locator(f'.phd-stack[data-hex="{here}"]')).to_have_attribute("aria-label", re.compile(unit))
    assert look(address, made, "german")["units"][unit]["hex"] == here


def test_a_counter_is_drawn_from_the_panel_onto_the_map(address: str, desk: Opener) -> None:
    """Reinforcements stand nowhere yet: they come by their entry hexes, and nowhere else."""
    made = post(
        address, "api/records", {"record": at_table("us").decode(), "seats": {"us": "link", "german": "link"}}
    )
    page, now = desk(made, "us", view="map"), look(address, made, "us")
    unit, hexes = next(
        (name, hexes)
        for name, hexes in now["legal"]["by_verb"]["move"].items()
        if not now["units"][name].get("hex")
    )
    counter = page.locator(f'[data-key="who-move {unit}"]')
    counter.scroll_into_view_if_needed()
    drag(page, middle(counter), spot(page, "P9"))  # in the midst of the enemy
    expect(page.locator('.dk-panel .dk-refusal [data-clause="PHD-C2.ENTER"]')).to_have_count(1)
    counter.scroll_into_view_if_needed()
    drag(page, middle(counter), spot(page, hexes[len(hexes) // 2]))
    shows(page, now["seq"] + 1)
    assert look(address, made, "us")["units"][unit]["hex"] == hexes[len(hexes) // 2]


def test_the_odds_are_the_cores(address: str, desk: Opener) -> None:
    from grognard.core.ruling import total
    from grognard.games.purple_heart_draw.redeploy_dice import modifiers, odds
    from grognard.games.purple_heart_draw.units import is_vehicle

    record = played("redeployment (i|ii|iii|iv),")
    state = position(record)
    made = post(
        address, "api/records", {"record": record.decode(), "seats": {"us": "link", "german": "link"}}
    )
    page = desk(made, state.to_move, view="redeploy")
    page.locator(".phd-pick button").first.wait_for()
    name = (
        page.locator('.phd-pick button[aria-pressed="true"]').get_attribute("data-key").removeprefix("unit-")
    )
    unit = NAMES.index(name)
    wanted = odds(is_vehicle(state, unit), total(modifiers(state, state.to_move, [unit], state.at[unit])))
    expect(page.locator(".phd-odds > div")).to_have_count(len(wanted))
    shown = {
        row.locator("span").inner_text(): row.get_attribute("title")
        for row in page.locator(".phd-odds > div").all()
    }
    lost = [
        ", so eliminated" if re.search("redeployment (i|ii),", state.purpose) and "remains" in result else ""
        for result in wanted
    ]
    assert shown == {
        ", ".join(result).replace("_", " ") + end: str(chance)
        for (result, chance), end in zip(wanted.items(), lost, strict=True)
    }


@cache
def by_seats(until: str) -> bytes:
    """The record of a mission by plain seats, here and there at random, up to a step by name."""
    from grognard.players.seat import seated

    for seed in range(20):
        match, rng = Match.begin(GAME, dice=Seeded(f"seats {seed}")), Random(seed)
        state: Any = match.state
        seats = {side: seated("computer:plain", GAME.name, side, str(seed)) for side in state.sides}
        while state.to_move is not None:
            if state.to_move == CHANCE:
                match.roll()
            elif state.scenario > 1 and re.search(until, state.purpose):
                return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines)
            else:
                match.do(
                    state.legal_actions().sample(rng)
                    if rng.random() < 0.2
                    else seats[state.to_move].choose(state)
                )
    raise AssertionError(f"no mission came to {until}")


def test_orders_are_given_lane_by_lane(address: str, desk: Opener) -> None:
    record = by_seats("^orders")
    side = position(record).to_move
    made = post(
        address, "api/records", {"record": record.decode(), "seats": {"us": "link", "german": "link"}}
    )
    page, now = desk(made, side, view="map"), look(address, made, side)
    assert serious(page) == []
    lane = page.get_by_role("group", name="Posture of lane 3")
    lane.get_by_role("button", name="Hold", exact=True).click()
    shows(page, now["seq"] + 1)
    expect(lane.get_by_role("button", name="Hold", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(lane.get_by_role("button", name="Attack", exact=True)).to_be_disabled()  # one order a lane
    assert look(address, made, side)["log"][-1]["do"] == "posture L3.hold"
    page.locator('[data-key="do done"]').click()
    expect(page.locator(".dk-loghead .muted")).not_to_have_text(re.compile(rf"^{now['seq'] + 1} entr"))


def test_half_squads_pair_up_where_their_owner_says(address: str, desk: Opener) -> None:
    record = by_seats("half-squads")
    side = position(record).to_move
    made = post(
        address, "api/records", {"record": record.decode(), "seats": {"us": "link", "german": "link"}}
    )
    page, now = desk(made, side, view="map"), look(address, made, side)
    unit, hexes = next(iter(now["legal"]["by_verb"]["recombine"].items()))
    goal = middlemost(hexes)
    carry_out(page, now, f"recombine {unit} {goal}")
    expect(page.locator(".dk-loghead .muted")).not_to_have_text(re.compile(rf"^{now['seq']} entr"))
    after = look(address, made, side)
    assert unit not in after["units"] and len(after["units"]) < len(now["units"])
    assert [u for u in after["units"].values() if u["hex"] == goal and u["kind"] == "squad"]


def test_the_order_is_covered_on_a_shared_screen(address: str, chromium: Any) -> None:
    made = post(
        address, "api/tables", {"game": "purple-heart-draw", "seats": {"us": "human", "german": "human"}}
    )
    page = chromium.new_context(viewport=WIDE).new_page()
    page.set_default_timeout(PATIENCE)
    for seat in ("us", "german"):
        page.goto(f"{address}#t={made['table']}&k={made['seats'][seat]}")
        page.wait_for_selector(".desk .dk-tab")
    page.reload()
    page.locator('[data-key="tab-shop"]').click()
    page.get_by_role("heading", name=re.compile("Only the US player may look")).wait_for()
    still(page)
    expect(page.locator(".phd-card")).to_have_count(0)
    page.locator('[data-key="open-order"]').click()
    page.locator(".phd-card").first.wait_for()
    expect(page.locator(".phd-tp")).to_have_text("30 TP")
    page.locator('[data-key="buy I1.reinforcement"]').click()
    expect(page.locator(".phd-tp")).to_have_text("23 TP")
    page.context.close()


@pytest.mark.parametrize("view", ["map", "steps", "redeploy", "shop", "records", "cards"])
def test_nothing_serious_for_those_who_cannot_see_it(address: str, desk: Opener, view: str) -> None:
    assert serious(desk(table(address), view=view)) == []


def test_the_desk_is_light(address: str, desk: Opener) -> None:
    made, weight = table(address), [0]
    page = desk(made, view="map")
    page.on(
        "response", lambda r: weight.__setitem__(0, weight[0] + int(r.headers.get("content-length") or 0))
    )
    page.reload()
    page.wait_for_selector(".phd-map canvas")
    still(page)
    assert 0 < weight[0] <= MAX_BYTES


def test_on_a_phone(address: str, desk: Opener) -> None:
    page = desk(table(address), view="map", viewport=LYING, has_touch=True)
    page.wait_for_selector(".phd-map canvas")
    fits(page)
