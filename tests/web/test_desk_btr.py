"""What the server tells the campaign desk of Beyond the Rhine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from litestar.testing import TestClient

from grognard.games.beyond_the_rhine import replacements, supply, weather
from grognard.games.beyond_the_rhine.chart import COUNTERS, ENTRIES
from grognard.web.app import Web

from .campaigns import GAME, played, record
from .seats import Table


@pytest.fixture(scope="module")
def table(client: TestClient[Web]) -> Table:
    """Turn 18, 1 November 1944, at the rebuild step."""
    made = client.post("/api/records", json={"record": record(played(18, "rebuilding"))})
    assert made.status_code == 201, made.text
    return Table(client, made.json())


def page(table: Table, topic: str, **asked: Any) -> Any:
    answer = table.allied.ask("GET", f"/desk/{topic}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_calendar_has_every_turn_with_its_odds_and_entries(table: Table) -> None:
    found = page(table, "calendar")
    assert [t["n"] for t in found["turns"]] == list(range(1, 71)) and found["now"] == 18
    assert sum(len(t["entries"]) for t in found["turns"]) == sum("full" in e.campaigns for e in ENTRIES)
    for t in found["turns"]:
        assert sum(t["ground"].values()) == pytest.approx(1, abs=1e-3) and sum(
            t["flight"].values()
        ) == pytest.approx(1, abs=1e-3)
    november = found["turns"][17]
    assert (
        november["date"] == "1944-11-01"
        and november["status"] == {"us": 10, "cw": 7}
        and (november["rail"], november["sea"]) == (4, 4)
    )
    # ground 1-2 dry, 3-6 mud: column 10 or 8, by the American table
    mean = {
        column: sum(supply.cell("us", column, n) * ways for n, ways in weather.TWO_DICE.items()) / 36
        for column in (8, 10)
    }
    assert november["expect"]["us"] == pytest.approx(mean[10] / 3 + mean[8] * 2 / 3, abs=0.01)


def test_the_ledger_prices_what_is_dead_and_says_what_is_affordable(table: Table) -> None:
    led = page(table, "ledger")
    assert led["stage"] == "rebuilding" and led["turn"] == 18
    legal = {a.split()[1] for a in table.allied.look()["legal"]["plain"] if a.startswith("rebuild ")}
    units = table.allied.client.get(f"/api/games/{GAME}/units").json()
    for row in led["dead"]:
        stock = led["stock"][row["pool"]]
        payable = not row["why"] and row["pax"] <= stock["pax"] and row["eq"] <= stock["eq"]
        assert (units[row["unit"]]["id"] in legal) == payable, row
    assert len(led["dead"]) > 5


def test_the_supply_of_the_ledger_is_the_one_that_was_rolled(table: Table) -> None:
    led, past = page(table, "ledger"), table.allied.ask("GET", "/history").json()["18"]
    for who in ("us", "cw"):
        column, dice = led["supply"][who]["column"], past[f"{who}_dice"]
        assert past[who] == supply.cell(who, column, dice)
        assert past["ground"] == led["ground"] and past["flight"] == led["flight"]


def test_history_adds_up_to_the_stock(table: Table) -> None:
    past, led = table.allied.ask("GET", "/history").json(), page(table, "ledger")
    assert set(past) == {str(n) for n in range(1, 19)}
    for who in ("us", "cw"):
        rolled = sum(row.get(who, 0) for row in past.values())
        assert (
            0 <= led["stock"][who]["received"] - rolled < 12
        )  # besides: what arrives with the trucks and on 12 September
        assert sum(row.get(f"spent_{who}", 0) for row in past.values()) == led["stock"][who]["spent"]


def test_a_forecast_is_exact_and_later_ports_never_help(table: Table) -> None:
    early, late = (page(table, "forecast", antwerpen=n) for n in (26, 36))
    for who in ("us", "cw"):
        first, second = early["nations"][who], late["nations"][who]
        assert [t["n"] for t in first["turns"]] == list(range(18, 71))
        assert all(a["mean"] >= b["mean"] for a, b in zip(first["turns"], second["turns"], strict=True))
        # turns before 26 and from 36 on are the same; the sums are those of the turns still to be rolled
        assert [t for t in first["turns"] if not 26 <= t["n"] < 36] == [
            t for t in second["turns"] if not 26 <= t["n"] < 36
        ]
        assert first["total"]["mean"] == pytest.approx(
            sum(t["mean"] for t in first["turns"] if t["n"] > 18), abs=0.4
        )
        assert first["total"]["low"] <= first["total"]["mean"] <= first["total"]["high"]


def test_the_forecast_of_one_turn_by_hand(table: Table) -> None:
    """29 March 1945 has two grounds; both Antwerpen ports are open."""
    turn, found = 61, page(table, "forecast", antwerpen=26)
    row = next(t for t in found["nations"]["us"]["turns"] if t["n"] == turn)
    mean = Fraction(0)
    for ground, p in weather.ground_chances(turn).items():
        column = min(13, max(2, 10 + {"dry": 0, "mud": -2, "snow": -1}[ground]) + 2)
        mean += p * sum(
            Fraction(supply.cell("us", column, n) * ways, 36) for n, ways in weather.TWO_DICE.items()
        )
    assert row["mean"] == round(float(mean), 2)


def test_replacement_chances_are_those_of_the_table(table: Table) -> None:
    chances = page(table, "ledger")["chances"]
    assert chances["turn"] == 19  # those of turn 18 are rolled
    by_hand = (
        sum(ways for n, ways in weather.TWO_DICE.items() if replacements.replacements("us", 19, n).eq >= 1)
        / 36
    )
    assert chances["us"]["eq1"] == pytest.approx(by_hand, abs=1e-4)


def test_formations_tell_when_they_come_and_go(table: Table) -> None:
    rows = {row["name"]: row for row in page(table, "formations")}
    french = rows["FR-2Arm"]
    assert (
        french["spans"] == [[2, 47, 1], [67, 71, 0]]
        and french["maps"] == ["C"]
        and french["kind"] == "armour"
    )
    assert sum(len(row["units"]) for row in rows.values()) == len(COUNTERS)
    assert all(
        a[1] <= b[0] for row in rows.values() for a, b in zip(row["spans"], row["spans"][1:], strict=False)
    )


def test_what_a_port_is_worth(table: Table) -> None:
    worth = page(table, "ports")["worth"]
    assert [row["us"]["column"] for row in worth] == ["10", "11", "12", "13+", "13+"]
    assert [row["now"] for row in worth].count(True) <= 1


def test_bad_questions_are_one_line(table: Table) -> None:
    for path, words in (
        ("/desk/weather", "'weather' is not a page"),
        ("/desk/forecast?antwerpen=99", "antwerpen opens on a turn"),
        ("/desk/forecast?rome=3", "not rome"),
        ("/desk/forecast?events=flood", "not flood"),
        ("/sheets/turn?date=1944-09-13", "no turn has this date"),
        ("/sheets/turn?as=doc", "not 'doc'"),
    ):
        answer = table.allied.ask("GET", path)
        assert answer.status_code == 422 and words in answer.json()["error"], (path, answer.text)


def test_the_map_is_told_with_its_provenance(client: TestClient[Web]) -> None:
    found = client.get(f"/api/games/{GAME}/map").json()
    assert found["provenance"] == "reconstruction" and len(found["hexes"]) == 900
    assert found["hexes"]["1408"] == {"t": "city", "hex": "14.08", "words": "minor city", "name": "Aachen"}
    reach = client.get(
        f"/api/ask/{GAME}/reach", params={"hex": "Aachen", "mobility": "leg", "allowance": 1}
    ).json()["value"]
    assert "14.08" in reach["hexes"]
    assert all(
        "map" not in {p["name"] for p in topic["parameters"]}
        for topic in client.get(f"/api/ask/{GAME}").json().values()
    )


def test_a_two_map_campaign_has_its_own_calendar(client: TestClient[Web]) -> None:
    made = client.post("/api/records", json={"record": record(played(47, "situation", "south-1945"))})
    table = Table(client, made.json())
    found = page(table, "calendar")
    assert (found["turns"][0]["n"], found["turns"][-1]["n"], found["now"]) == (47, 70, 47)
    assert set(page(table, "ledger")["supply"]) == {"us"}  # Commonwealth supply goes to the North
    assert set(page(table, "forecast")["nations"]) == {"us"}
    rows = page(table, "formations")
    there = {
        units[u]["id"]
        for units in [client.get(f"/api/games/{GAME}/units").json()]
        for row in rows
        if row["spans"][:1] and row["spans"][0][0] == 0
        for u in row["units"]
    }
    on_map = {name for name, unit in table.allied.look()["units"].items() if unit["at"] == "map"}
    assert on_map and on_map <= there  # everything in play at the start has a bar from the start
    full = page(
        Table(client, client.post("/api/records", json={"record": record(played(47, "situation"))}).json()),
        "calendar",
    )
    # half of the American SP
    assert found["turns"][1]["expect"]["us"] == pytest.approx(full["turns"][47]["expect"]["us"] / 2, abs=0.01)
