"""The Longest Day at a table: what the page is told of a game in play."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.ruling import GrognardError
from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.pieces import NAMES
from grognard.games.longest_day.sheet import read_ledger
from grognard.sheets.longest_day import _changes
from grognard.web import longest_day as face

from ..longest_day.build import STAFF, position

GAME = grognard.load("longest-day")


def played(seed: int, wanted: Any, most: int = 6000) -> Any:
    """A game at random until a moment that is wanted."""
    rng, state = Random(seed), GAME.new("bridgehead", seed=seed)
    for _ in range(most):
        if state.to_move is None or wanted(state):
            break
        choices = [a for a in state.legal_actions() if str(a) != "done"] if rng.random() < 0.94 else []
        state.push(rng.choice(choices or list(state.legal_actions())))
    assert state.to_move is not None and wanted(state), "the moment never came"
    return state


ODON = {  # the Odon salient at its deepest
    "HQ-VIII": "1511",
    "SU-A01": "1511",
    "11ARM:HQ": "1313",
    "SU-A02": "1313",
    "15:HQ": "1413",
    "44R/4": "1618",
    "11ARM:23-Hussars": "1517",
    "15:9-Cameronians": "1415",
    "ART-77": "1312",
    "12SS:I/25": "1616",
    "10SS:I/21": "1518",
    "12SS:HQ": "2016",
}


def odon(phase: str = "allied movement") -> Any:
    """29 June: 44R/4 is cut off at Hill 112; 15th Division's HQ has nothing left."""
    return position(
        "29 June", phase, orders=("1944-06-25 4-BDE 11ARM:HQ", "1944-06-25 ART-77 HQ-VIII"), units=ODON
    )


@pytest.fixture
def later() -> Any:
    return odon()


def test_every_hex_and_counter_is_drawn() -> None:
    data, units = face.map_data(), face.unit_data()
    assert len(data["hexes"]) == 36 * 35 and {"1005", "2308"} <= {
        h for h, x in data["hexes"].items() if x["t"] == "beach"
    }
    assert data["hexes"]["2015"] == {"t": "city", "name": "Caen"}
    assert len(units) == len(NAMES) and {u["side"] for u in units} == {"allied", "german"}


def test_a_view_is_plain_data_at_any_moment() -> None:
    rng, state = Random(1), GAME.new("standard", seed=1)
    for number in range(500):
        if state.to_move is None:
            break
        if number % 25 == 0 and state.to_move != CHANCE:
            seen = state.known_to(state.to_move)
            parts = [
                face.when(seen),
                face.units(seen),
                face.fight(seen),
                face.overlays(seen),
                face.desk(seen, "staff", {"side": state.to_move}),
            ]
            json.dumps(parts)
        state.push(rng.choice(list(state.legal_actions())))


def test_reach_prices_every_legal_destination(later: Any) -> None:
    by_unit = later.legal_actions().by_unit()
    unit = max((u for u in by_unit if u and later.at[NAMES.index(u)] >= 0), key=lambda u: len(by_unit[u]))
    found = face.reach(later, unit)
    assert set(found) == set(by_unit[unit])
    from grognard.games.longest_day.movement import Trip

    trip = Trip(later, NAMES.index(unit), False)
    for hex_, price in found.items():
        way = trip.path_to(GRID.number[hex_])
        assert way is not None and f"{way[0] / 2:g}" == price


@pytest.mark.clause("TLD-B.2")
def test_routes_lead_from_a_unit_to_its_hq_over_open_hexes(later: Any) -> None:
    found = face.overlays(later)["supply"]
    hussars = found["units"]["11ARM:23-Hussars"]
    assert (hussars["supplied"], hussars["hq"], hussars["path"][0], hussars["path"][-1]) == (
        True,
        "11ARM:HQ",
        "1517",
        "1313",
    )
    assert len(hussars["path"]) == 5
    assert found["units"]["ART-77"]["path"][-1] == "1511"


@pytest.mark.clause("TLD-B.2")
def test_a_unit_cut_off_is_told_what_closes_its_route_and_which_move_opens_it(later: Any) -> None:
    said = face.desk(later, "lens", {"unit": "44R/4"})
    assert (said["supplied"], said["hq"], said["clause"]) == (False, "11ARM:HQ", "TLD-B.2")
    assert "6 hexes away, but every route of eight hexes or fewer is blocked" in said["because"]
    assert [c["hex"] for c in said["closed"]] == ["1617"]
    assert set(said["closed"][0]["zone_of"]) == {"12SS:I/25", "10SS:I/21"}
    assert any("Move any unit into 1617" in m["words"] for m in said["fixes"])


@pytest.mark.clause("TLD-B.3")
def test_want_of_supply_is_told_in_figures(later: Any) -> None:
    said = [e["words"] for e in face.desk(later, "lens", {"unit": "44R/4"})["effects"]]
    assert said == ["44R/4 may not attack", "its defence 6 counts 3", "its movement 6 counts 3"]


@pytest.mark.clause("TLD-B.1.b")
def test_an_hq_is_told_with_its_stock_its_room_and_its_reach(later: Any) -> None:
    fed, empty = (face.desk(later, "lens", {"unit": hq}) for hq in ("11ARM:HQ", "15:HQ"))
    assert (
        fed["supplied"]
        and fed["half_steps"] == 2
        and "44R/4" in fed["feeds"]
        and "1618" not in fed["reach"]
        and "1617" in fed["stopped"]
    )
    assert {m["name"]: (m["now"], m["most"]) for m in fed["meters"]}["brigades"] == (1, 2)
    assert not empty["supplied"] and any(
        "Bring a supply unit" in m["words"]
        for m in face.desk(later, "lens", {"unit": "15:9-Cameronians"})["fixes"]
    )


@pytest.mark.clause("TLD-B.5.a")
@pytest.mark.clause("TLD-B.5.d")
def test_what_an_attack_would_consume_is_told_before_it_is_declared() -> None:
    state = odon("allied combat")
    alone = face.odds(state, ["11ARM:23-Hussars"], "1616", "none", "none")
    # 12SS:I/25 is unsupplied: 8 counts 4
    assert alone["consumes"]["11ARM:HQ"]["half_steps"] == 0 and (
        alone["attack"],
        alone["defence"],
        alone["odds"],
    ) == (
        6,
        4,
        "1:1",
    )
    with_gun = face.odds(state, ["11ARM:23-Hussars"], "1616", "ART-77", "none")
    assert with_gun["attack"] > alone["attack"] and with_gun["consumes"]["HQ-VIII"]["half_steps"] == 0
    assert sum(map(Fraction, alone["results"].values())) == 1
    json.dumps(with_gun)


@pytest.mark.clause("TLD-A.corps.2")
def test_orders_outside_the_phase_are_refused_on_the_desk(later: Any) -> None:
    said = face.desk(later, "where", {"side": "allied", "unit": "7ARM"})
    assert all(not p["ok"] for p in said["places"] if not p["stays"])
    assert said["places"][0]["rulings"][0]["clause"] == "TLD-A.corps.2"


def test_orders_of_the_desk_are_actions_of_the_game() -> None:
    state = played(4, lambda s: s.day == 1 and s.step.name == "allied orders" and s.to_move == "allied")
    said = face.desk(state, "where", {"side": "allied", "unit": "CROC-C", "kind": "hq"})
    place = next(p for p in said["places"] if p["ok"] and not p["stays"])
    for text in place["orders"]:
        state.push(GAME.parse(text))
    cards = {q["id"]: q for c in face.desk(state, "staff", {"side": "allied"})["corps"] for q in c["hqs"]}
    assert "CROC-C" in [u["id"] for u in cards[place["place"]]["attached"]]
    again = face.desk(state, "where", {"side": "allied", "unit": "CROC-C", "kind": "hq"})
    assert not any(p["ok"] for p in again["places"] if not p["stays"])


HAND = """[orders.1944-06-06]
49 = "I"
[orders.1944-06-20]
4-BDE = "11ARM:HQ"
[orders.1944-06-24]
11ARM = "XXX"
7ARM = "VIII"
"""


@pytest.mark.clause("TLD-A.corps.17", "TLD-A.form")
def test_the_roster_grid_moves_a_unit_with_the_division_it_draws_on() -> None:
    asked = {"ledger": HAND, "day": "1944-06-29"}
    rows = {row["id"]: row["runs"] for row in face.paper("roster", asked)["rows"]}
    told = [(run["from"], run["corps"]) for run in rows["44R/4"]]
    assert told[:3] == [(0, "I"), (15, "VIII"), (19, "XXX")]  # its own order, then that of 11th Armoured
    assert _changes(read_ledger(HAND)[0], "44R/4", 23)[-1].corps == "XXX"  # as it is printed
    assert face.paper("staff", asked)["rows"]["4-BDE"]["since"] == "1944-06-25"


@pytest.mark.clause("TLD-A.corps.2")
def test_the_desk_tells_of_orders_that_could_not_be_written() -> None:
    found = face.paper("staff", {"ledger": HAND, "day": "1944-06-29"})["problems"]
    assert "49 Div to I Corps, written 6 June: the Allied player writes orders from 7 June on" in [
        row["because"] for row in found
    ]


def test_papers_are_kept_for_a_side_of_the_game() -> None:
    with pytest.raises(GrognardError, match="one of allied, german"):
        face.paper("staff", {"side": "us"})


@pytest.mark.clause("TLD-A.corps.13")
def test_19c_is_where_3rd_canadian_is() -> None:
    found = face.paper("staff", {"ledger": "", "day": "1944-06-12"})
    assert found["rows"]["ART-19C"]["corps"] == "I" and found["rows"]["ART-19C"]["hqs"] == ["3CAN:HQ"]
    assert (
        found["corpsOf"]["ART-19C"] == "I" and "ART-19C" not in found["loose"] and "ART-7" in found["loose"]
    )


@pytest.mark.clause("TLD-B.4.a.5", "TLD-J.7")
def test_the_desk_tells_when_leave_runs_out() -> None:
    guns = '[orders.1944-06-07]\nART-86 = "50:HQ"\nART-147 = "50:HQ"\nART-987US = "50:HQ"\n'
    due = {
        (row["day"], row["clause"])
        for row in face.paper("staff", {"ledger": guns, "day": "1944-06-08"})["due"]
    }
    assert {
        ("1944-06-10", "TLD-B.4.a.5"),
        ("1944-06-20", "TLD-B.4.a.5"),
        ("1944-06-30", "TLD-B.4.a.5"),
    } <= due
    assert ("1944-06-19", "TLD-J.7") in due
    plain = face.paper("staff", {"ledger": '[orders.1944-06-08]\nCDO-47RM = "I"\n', "day": "1944-06-09"})[
        "due"
    ]
    assert not {"TLD-B.4.a.5", "TLD-J.7"} & {row["clause"] for row in plain}


# ---------------------------------------------------------------- TLD-J.34, TLD-J.6: sets of orders and stand-ins on the desk


def done(state: Any, *actions: str) -> Any:
    for text in actions:
        state.push(GAME.parse(text))
    return state


@pytest.mark.clause("TLD-J.34")
def test_the_desk_writes_orders_that_are_legal_only_together() -> None:
    state = position("30 June", units=STAFF)
    where = face.desk(state, "where", {"unit": "11ARM", "side": "allied"})
    refused = next(p for p in where["places"] if p["place"] == "XXX")
    assert not refused["ok"] and refused["hold"] == ["together", "order 11ARM", "to XXX"]
    trade = next(m for m in refused["fixes"] if m["clause"] == "TLD-J.34")
    assert trade["orders"][0] == "together" and trade["orders"][-1] == "enter"
    done(state.copy(), *trade["orders"])  # what it offers can be done
    done(state, *refused["hold"])
    desk = face.desk(state, "staff", {"side": "allied"})
    assert (
        desk["writable"]["ok"]
        and not desk["set"]["ok"]
        and desk["set"]["rulings"][0]["clause"] == "TLD-A.corps.8.a"
    )
    other = next(
        p
        for p in face.desk(state, "where", {"unit": "7ARM", "side": "allied"})["places"]
        if p["place"] == "VIII"
    )
    assert other["ok"]
    done(state, *other["orders"])
    assert face.desk(state, "staff", {"side": "allied"})["set"]["ok"]
    done(state, "enter")
    assert face.desk(state, "staff", {"side": "allied"})["set"] is None and len(state.orders) == 2


@pytest.mark.clause("TLD-J.34", "TLD-A.corps.15")
def test_the_desk_holds_no_order_that_nothing_could_make_legal() -> None:
    state = position("12 July", units=STAFF)
    where = face.desk(state, "where", {"unit": "11ARM", "side": "allied"})
    assert next(p for p in where["places"] if p["place"] == "IICAN")["hold"] == []


@pytest.mark.clause("TLD-J.6")
def test_the_desk_offers_stand_ins() -> None:
    units = STAFF | {"50:2-Devons": "dead", "CDO-3": "1215"}
    state = position("12 June", units=units, orders=("1944-06-09 1SS-CDO XXX",))
    where = face.desk(state, "where", {"unit": "CDO-3", "kind": "hq", "side": "allied"})
    found = next(p for p in where["places"] if p["place"] == "50:HQ for 50:2-Devons")
    assert found["ok"] and found["words"] == "in the place of 50:2-Devons"
    done(state, *found["orders"])
    assert state.orders[-1][4] == "50:2-Devons"


@pytest.mark.clause("TLD-J.6")
def test_a_ledger_on_paper_takes_a_stand_in() -> None:
    ledger = 'day = "12 June"\neliminated = ["50:2-Devons"]\n[orders.1944-06-09]\n1SS-CDO = "XXX"\n'
    where = face.paper("where", {"ledger": ledger, "unit": "CDO-3", "kind": "hq"})
    found = next(p for p in where["places"] if p["place"] == "50:HQ for 50:2-Devons")
    made = face.paper("write", {"ledger": ledger, "do": "\n".join(found["orders"])})
    assert read_ledger(made["ledger"])[0].orders[-1].stand_in == "50:2-Devons"
