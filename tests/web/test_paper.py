"""Desks without a table: papers come and go as text, and every order is judged."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

DAY = "1944-06-29"


def ask(client: TestClient[Any], topic: str, **given: str) -> Any:
    answer = client.post(f"/api/paper/longest-day/{topic}", json={"given": given})
    return answer.status_code, answer.json()


def write(client: TestClient[Any], *orders: str, ledger: str = "") -> tuple[int, Any]:
    return ask(client, "write", ledger=ledger, day=DAY, do="\n".join(orders))


def test_orders_are_written_into_the_text_and_told_with_their_date(client: TestClient[Any]) -> None:
    status, said = write(client, "assign 53 XII", "assign 59 XII")
    assert status == 200
    assert said["words"][0]["text"] == "53 Div is assigned to XII Corps, effective 30 June"
    status, staff = ask(client, "staff", ledger=said["ledger"], day=DAY)
    assert staff["rows"]["53"]["next"] == {"corps": "XII", "day": "1944-06-30"}
    assert [(o["who"], o["to"]) for o in staff["orders"]] == [("53", "XII"), ("59", "XII")]


@pytest.mark.clause("TLD-A.corps.9.b")
def test_what_is_against_the_rules_is_refused_with_its_clause(client: TestClient[Any]) -> None:
    _, said = write(client, "assign 53 XII", "assign 59 XII", "assign GDARM VIII")
    status, refused = write(client, "assign 7ARM VIII", ledger=said["ledger"])
    assert status == 422
    assert "TLD-A.corps.9.b" in [r["clause"] for r in refused["rulings"]]


def test_where_a_unit_may_go_is_told_with_mends_that_hold(client: TestClient[Any]) -> None:
    _, said = write(client, "assign 53 XII", "assign 59 XII", "assign GDARM VIII")
    _, where = ask(client, "where", ledger=said["ledger"], day=DAY, unit="7ARM")
    places = {p["place"]: p for p in where["places"]}
    assert places["XII"]["ok"] and places["XXX"]["stays"] and not places["VIII"]["ok"]
    assert places["VIII"]["fixes"]
    for fix in places["VIII"]["fixes"]:
        assert not fix["orders"] or write(client, *fix["orders"], ledger=said["ledger"])[0] == 200


def test_a_proposal_can_be_written_as_it_is(client: TestClient[Any]) -> None:
    _, plan = ask(client, "plan", day=DAY)
    status, said = write(client, *(text for o in plan["orders"] for text in o["orders"]))
    assert status == 200
    _, staff = ask(client, "staff", ledger=said["ledger"], day="1944-06-30")
    assert staff["problems"] == []


def test_a_struck_order_is_gone(client: TestClient[Any]) -> None:
    _, said = write(client, "assign 7ARM XII", "assign 53 XII", "assign 59 XII")
    _, struck = write(client, "strike 7ARM", ledger=said["ledger"])
    _, staff = ask(client, "staff", ledger=struck["ledger"], day=DAY)
    assert staff["rows"]["7ARM"]["next"] is None


@pytest.mark.parametrize(
    ("topic", "given"),
    [
        ("staff", {"ledger": "not toml ["}),
        ("staff", {"day": "1945-01-01"}),
        ("where", {"unit": "nobody"}),
        ("write", {"do": "burn everything"}),
        ("write", {"do": ""}),
        ("weather", {}),
    ],
)
def test_bad_papers_are_refused_in_one_line(
    client: TestClient[Any], topic: str, given: dict[str, str]
) -> None:
    status, said = ask(client, topic, **given)
    assert status == 422 and "\n" not in said["error"]


def test_a_game_without_papers_says_so(client: TestClient[Any]) -> None:
    answer = client.post("/api/paper/sword-beach/staff", json={"given": {}})
    assert answer.status_code == 422 and "needs a table" in answer.json()["error"]


def test_a_sheet_is_filled_from_papers_and_never_from_a_file_of_the_server(client: TestClient[Any]) -> None:
    made = client.post("/api/paper/longest-day/sheets/roster", json={"given": {"day": DAY, "as": "html"}})
    assert made.status_code == 200 and "29 June 1944" in made.text
    assert client.get("/api/sheets/longest-day/roster", params={"ledger": "/etc/hostname"}).status_code == 422
