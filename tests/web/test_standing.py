"""Standing orders of the firefight: what they answer, who knows of them, and that the server acts by them."""

from __future__ import annotations

import time
from typing import Any

import pytest

from grognard.core.ruling import GrognardError
from grognard.web.purple_heart_draw_firefight.standing import by_order, check_orders
from tests.purple_heart_draw.firefight.fight import do, fight
from tests.web.page.desk_scenes import played

from .seats import Table

GAME = "purple-heart-draw-firefight"
ASK = {"do": "ask", "range": 30, "power": 0}


def reaction(units: dict[str, str], step: str) -> Any:
    """What the German side knows after a US squad has moved a hex."""
    return do(fight(units, "movement"), step).known_to("german")


NEAR = {"u01": "M19 6-6-6", "g01": "M16 5-4-8"}


def answer(there: dict[str, str], step: str, **orders: Any) -> str | None:
    return by_order(reaction(there, step), check_orders(orders))


@pytest.mark.clause("FF-WIN.1")
def test_a_shot_is_asked_about_fired_or_let_go() -> None:
    assert answer(NEAR, "move u01 M18", side=ASK) is None
    assert answer(NEAR, "move u01 M18", side=ASK | {"do": "fire"}) == "fire g01 M18"
    assert answer(NEAR, "move u01 M18", side=ASK | {"do": "hold"}) == "done"


@pytest.mark.clause("FF-WIN.1")
def test_range_and_firepower_limit_what_is_wanted() -> None:
    """The mover is two hexes off: 5 FP."""
    for limit, wanted in (
        ({"range": 2}, True),
        ({"range": 1}, False),
        ({"power": 5}, True),
        ({"power": 6}, False),
    ):
        assert (answer(NEAR, "move u01 M18", side=ASK | limit) is None) is wanted


@pytest.mark.clause("FF-WIN.1")
def test_shells_are_shot_by_order_and_a_panzerfaust_is_asked_about() -> None:
    units = {"g01": "A16 4-4-7", "u01": "D14 6-6-6"}
    fire = check_orders({"side": ASK | {"do": "fire", "power": 7}})
    state = fight(units, "movement", "german", guns={"umg1": "LTMTR u01"}, all_found=True)
    do(state, "move g01 A15")
    assert by_order(state.known_to("us"), fire) == "shoot umg1 A15"  # 8 FP; the squad alone has less
    do(state, "shoot umg1 A15")
    assert (
        by_order(state.known_to("us"), fire) == "done"
        and by_order(state.known_to("us"), {"side": ASK}) is None
    )
    units = {"u01": "A15 6-6-6", "g01": "A14 5-4-8"}
    state = do(fight(units, "movement", fausts=[0, 2], all_found=True), "move u01 B16")
    assert "faust g01 B16" in {str(a) for a in state.legal_actions()}
    assert by_order(state.known_to("german"), {"side": ASK}) is None
    assert not str(by_order(state.known_to("german"), fire)).startswith("faust")


def test_nobody_is_asked_where_no_shot_is_possible() -> None:
    far = {"u01": "G6 6-6-6", "g01": "L17 5-4-8"}
    assert answer(far, "move u01 G7", side=ASK) == "done"


@pytest.mark.clause("ASL-A8.312")
def test_compulsory_fire_is_fired_whatever_the_orders_say() -> None:
    units = {"u01": "N17 6-6-6 berserk", "g01": "O17 5-4-8 final", "g02": "O17 5-4-8"}
    state = fight(units, "charge", all_found=True)
    held = check_orders({"side": ASK | {"do": "hold"}})
    shot = by_order(state.known_to("german"), held)
    assert shot is not None and shot.startswith("fire g0")
    fired = check_orders({"side": ASK | {"do": "fire"}})
    joined = by_order(do(state, shot).known_to("german"), fired)
    assert joined is not None and joined.startswith("join g0")


def test_a_unit_may_have_an_order_of_its_own() -> None:
    there, own = NEAR | {"g02": "M16 4-4-7"}, {"g02": ASK | {"do": "fire"}}
    assert answer(there, "move u01 M18", side=ASK | {"do": "hold"}, units=own) == "fire g02 M18"
    own = {"g01": ASK | {"do": "hold"}}
    assert answer(NEAR, "move u01 M18", side=ASK | {"do": "fire"}, units=own) == "done"


@pytest.mark.clause("FF-INFO")
def test_a_hidden_unit_is_never_asked_about() -> None:
    """Whether its owner thinks would betray it; it fires by its order, or not at all."""
    hidden = {"u01": "M19 6-6-6", "g01": "M16 5-4-8 hidden"}
    assert answer(hidden, "move u01 M18", side=ASK) == "done"
    assert answer(hidden, "move u01 M18", side=ASK | {"do": "fire"}) == "fire g01 M18"


def test_an_attack_begun_by_order_is_rolled_for_and_one_begun_by_hand_is_not() -> None:
    state = do(fight(NEAR | {"g02": "M16 4-4-7"}, "movement"), "move u01 M18", "fire g01 M18").known_to(
        "german"
    )
    assert state.step.name == "fire group"
    assert by_order(state, check_orders({"side": ASK | {"do": "fire"}})) == "done"
    assert by_order(state, check_orders({"side": ASK})) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"side": {"do": "flee"}},
        {"side": {"range": -1}},
        {"units": {"x99": ASK}},
        {"more": 1},
        {"side": "ask"},
    ],
)
def test_what_is_no_order_is_refused_in_a_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(GrognardError) as refused:
        check_orders(wrong)
    assert "\n" not in str(refused.value)


# ---------------------------------------------------------------- at a table


@pytest.fixture(scope="module")
def fought(client: Any) -> Table:
    """A fight in which a stack of the US side is ready to move."""
    record = played(
        GAME, lambda state: state.to_move == "us" and state.step.name == "way" and state.turn == 1
    )
    made = client.post(
        "/api/records", json={"record": record, "seats": {"us": "link", "german": "link"}}
    ).json()
    return Table(client, made)


def test_orders_are_the_seat_s_own(fought: Table) -> None:
    us, german = fought.seat["us"], fought.seat["german"]
    assert german.ask("PUT", "/orders", json={"orders": {"side": ASK | {"do": "hold"}}}).status_code == 200
    assert german.ask("GET", "/orders").json()["orders"]["side"]["do"] == "hold"
    assert us.ask("GET", "/orders").json() == {"orders": None}
    assert fought.watch.ask("GET", "/orders").status_code == 403
    refused = german.ask("PUT", "/orders", json={"orders": {"side": {"do": "flee"}}})
    assert (
        refused.status_code == 422 and german.ask("GET", "/orders").json()["orders"]["side"]["do"] == "hold"
    )


def test_the_server_passes_by_order_and_the_record_holds_it_as_any_other_answer(fought: Table) -> None:
    """The stack goes a whole way; the defender's seat is never looked at."""
    us, german = fought.seat["us"], fought.seat["german"]
    german.ask("PUT", "/orders", json={"orders": {"side": ASK | {"do": "hold"}}})
    goal = _far(us)
    us.act(f"onward {goal}")
    end = time.monotonic() + 600
    while us.look()["to_move"] == "german" and time.monotonic() < end:
        time.sleep(0.05)
    assert us.look()["to_move"] == "us"


def _far(us: Any) -> str:
    """Some hex a whole way leads to: one that the referee allows."""
    for name in (f"{letter}{row}" for row in (9, 8, 7) for letter in "ABCDEFGHIJ"):
        if not us.judge(f"onward {name}")["rulings"]:
            return name
    raise AssertionError("no way")


@pytest.mark.clause("FF-WIN.1")
def test_a_shot_at_a_vehicle_is_asked_about_as_the_orders_say() -> None:
    """Hold fire lets a tank pass; a hidden unit is not asked, since its owner's thought would betray it."""
    tank = {"uv1": "M19 M4A1 NW-N NW-N exposed"}

    def answer_to(flags: str, **order: object) -> str | None:
        state = fight({"g01": f"M16 5-4-8{flags}"}, "movement", vehicles=tank)
        do(state, "drive uv1", "start")
        return by_order(state.known_to("german"), check_orders({"side": ASK | order}))

    assert answer_to("") is None
    assert answer_to("", do="fire") is None
    assert answer_to("", do="hold") == "done"
    assert answer_to("", range=2) == "done"
    assert answer_to(" hidden") == "done"


@pytest.mark.clause("FF-WIN.1")
def test_nobody_is_asked_about_fire_that_cannot_harm_a_tank() -> None:
    """From 4 hexes a half-squad does nothing to the crew of a tank, whatever the dice; from 3 hexes it may."""
    for hex_, answer_to in (("M15", "done"), ("M16", None)):
        state = fight({"g01": f"{hex_} 2-3-7"}, "movement", vehicles={"uv1": "M19 M4A1 NW-N NW-N exposed"})
        do(state, "drive uv1", "start")
        seen = state.known_to("german")
        assert [str(action) for action in seen.legal_actions()] == ["done", "fire g01 M19"]
        assert by_order(seen, check_orders({"side": ASK})) == answer_to
