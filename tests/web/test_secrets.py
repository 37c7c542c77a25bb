"""Nothing outside a seat's view is ever sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
from litestar.testing import TestClient

import grognard
from grognard.core.random_games import RandomGame
from grognard.core.reveal import reveals
from tests.sword_beach.opening import DROP, LANDING, RECORD

from .processes import Ear, Server
from .seats import Player, Table, begin

OTHER = {
    **RECORD,
    "736/716": "1737",
    "716/716": "1541",
    "22/21": "0645",
    "857/346": "1545",
    "305/21": "0739",
    "200/21": "0839",
}
# seals are made with random salts, and digests take seals in
NOISE = re.compile(rb'"seal":"\w+"|"table":"[\w-]+"|"now":"\w+"')
PRE_REVEAL = [
    "beachhead 1739", "beachhead 1640", "done", *(f"place {unit} {hex_}" for unit, hex_ in LANDING.items()),
    "dropzone 1342", *(f"designate {unit} {hex_}" for unit, hex_ in list(DROP.items())[:2]),
]  # fmt: skip


def pry(player: Player) -> None:
    """Asks everything there is to ask."""
    player.look()
    player.ask("GET", "/record")
    player.ask("GET", "/chat")
    player.ask("GET", "/notes")
    for unit in ("8/3", "736/716", "22/21"):
        player.ask("GET", "/reach", params={"unit": unit})
    for hex_ in ("1738", "1737", "1639", "1541"):
        player.ask("GET", "/odds", params={"attackers": "8/3", "hex": hex_, "fire": "guns"})
        for do in (
            f"record 736/716 {hex_}",
            f"record 346/346 {hex_}",
            f"move 736/716 {hex_}",
            f"attack 8/3 {hex_}",
            f"bombard guns {hex_}",
        ):
            player.ask("POST", "/judge", json={"do": do})
            player.ask("POST", "/act", json={"do": do, "seq": 10_000})
    player.ask("POST", "/act", json={"do": "record 736/716 1738", "seq": player.look()["seq"]})
    player.ask("POST", "/undo")
    for path in ("/overlays", "/receipts", "/history", "/support", "/view"):
        player.ask("GET", path)
    for at in (0, 1, player.look()["at"]):
        player.ask("GET", "/view", params={"at": at})
        player.ask("GET", "/overlays", params={"at": at})
        if at:
            player.ask("POST", "/branch", json={"at": at})
    player.client.post("/api/mine", json={"tokens": [player.token]})


def set_up(table: Table, record: dict[str, str]) -> Iterator[str]:
    for unit, hex_ in record.items():
        table.german.act(f"record {unit} {hex_}")
        yield unit
    for do in PRE_REVEAL:
        if table.allied.judge(do)["legal"]:
            table.allied.act(do)
            yield do


def heard(client: TestClient, record: dict[str, str]) -> tuple[Table, list[bytes], list[bytes]]:
    table = begin(client)
    for number, _ in enumerate(set_up(table, record)):
        if number % 4 == 0 or number > len(record):
            pry(table.allied)
            pry(table.watch)
    return table, table.allied.heard, table.watch.heard


def test_two_set_ups_look_the_same_to_the_last_byte(client):
    """Whatever the German writes down, the Allied seat and an onlooker receive the same bytes until it is
    revealed.
    """
    one, other = heard(client, RECORD), heard(client, OTHER)
    for mine, theirs in zip(one[1:], other[1:], strict=True):
        assert len(mine) == len(theirs) > 100
        for a, b in zip(mine, theirs, strict=True):
            assert NOISE.sub(b"", a) == NOISE.sub(b"", b)
    assert one[0].german.look()["view"]["record"] == RECORD  # they were different, and still hidden


def test_no_byte_names_a_recorded_unit_in_its_hex(client):
    table, allied, watch = heard(client, RECORD)
    german = table.german.look()
    assert german["view"]["record"] == RECORD and german["log"][0]["do"] == "record 736/716 1738"
    salts = re.findall(rb'"salt":"(\w+)"', table.german.ask("GET", "/record").content)
    assert len(salts) > len(RECORD) and len(set(salts)) == len(salts), (
        "every line is sealed, each with a salt of its own"
    )
    assert not re.search(rb'"do":"record', table.allied.ask("GET", "/record").content)
    whole = b"\n".join([*allied, *watch])
    own = {
        answer for do in ("736/716 1738",) for answer in (f"record {do}".encode(),)
    }  # what the prying itself asked
    for unit, hex_ in RECORD.items():
        for text in (
            f"record {unit} {hex_}",
            f'"{unit}":"{hex_}"',
            f'"{unit}": "{hex_}"',
            f"{unit} in {hex_}",
        ):
            assert text.encode() in own or text.encode() not in whole, text
    assert not any(salt in whole for salt in salts)
    assert b'"record":{' not in whole and table.german.token.encode() not in whole


def test_streams_and_the_servers_own_words_tell_nothing(tmp_path):
    """A real server: what two set-ups send down the streams of others is the same to the last byte, and its
    log names neither.
    """
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    heard: dict[str, list[list[str]]] = {"allied": [], "watch": []}
    tokens: list[str] = []
    try:
        for record in (RECORD, OTHER):
            table = begin(server.client)
            tokens += [seat.token for seat in table.seat.values()]
            ears = {name: Ear(table.seat[name]) for name in heard}
            mine = Ear(table.german)
            for unit, hex_ in record.items():
                table.german.act(f"record {unit} {hex_}")
            table.german.ask("POST", "/act", json={"do": "record nobody 9999", "seq": 0})
            table.allied.ask("POST", "/act", json={"do": "rubbish \u2603", "seq": -1})
            for name, ear in ears.items():
                ear.wait_for(len(record))
                heard[name].append(
                    [line for line in ear.raw if line.startswith("data: ")]
                )  # not the signs of life between
            assert f"record 736/716 {record['736/716']}" in str(mine.wait_for(1))
    finally:
        said = server.stop()
    for one, other in heard.values():
        assert (
            one == other
            and len(one) > len(RECORD)
            and not any(f'"{unit}"' in line for line in one for unit in RECORD)
        )
    assert not any(token in said for token in tokens) and "record" not in said and "1738" not in said


def test_no_address_holds_a_token(client):
    """Seats are asked for by a header: no path and no parameter of the published interface takes a token."""
    document = client.get("/schema/openapi.json").json()
    for path, methods in document["paths"].items():
        for operation in methods.values():
            names = {parameter["name"].casefold() for parameter in operation.get("parameters", ())}
            assert not {name for name in names if "token" in name or "secret" in name or name == "seat"}, path


def test_a_refusal_looks_alike_whatever_is_hidden(client):
    """The same wrong question of the Allied seat at two set-ups: same words, same headers, same length."""
    answers = []
    for record in (RECORD, OTHER):
        table = begin(client)
        for _ in set_up(table, record):
            pass
        found = []
        for do in (
            "attack 8/3 1738",
            "move 8/3 1738",
            "bombard guns 1738",
            "place 8/3 1738",
            "designate 6AL/6 1738",
            "done",
        ):
            for answer in (
                table.allied.ask("POST", "/judge", json={"do": do}),
                table.allied.ask("POST", "/act", json={"do": do, "seq": 0}),
            ):
                head = {name: value for name, value in answer.headers.items() if name != "date"}
                found.append((answer.status_code, answer.content, head))
        answers.append(found)
    assert answers[0] == answers[1]


def test_once_revealed_all_is_told(client):
    table = begin(client)
    for _ in set_up(table, RECORD):
        pass
    table.allied.act(
        "designate 6AL/6 1442"
    )  # the drop is rolled by the server, then the Germans stand on the map
    while table.watch.look()["view"]["at"]["736/716"] == "":
        table.allied.act(table.allied.look()["legal"]["plain"][0])
    assert "record 736/716 1738" in table.allied.ask("GET", "/record").text
    assert table.allied.look()["units"]["736/716"]["hex"] == "1738"


def test_nobody_takes_back_what_revealed_something(client):
    """The Allied player may not look at the German set-up and then think again."""
    table = begin(client, dice={"kind": "typed"})
    for _ in set_up(table, RECORD):
        pass
    table.allied.act("designate 6AL/6 1442")
    assert table.allied.ask("POST", "/undo").status_code == 200  # nothing rolled yet
    table.allied.act("designate 6AL/6 1442", "roll 6", "roll 5", "roll 1", "roll 4", "roll 6")
    assert table.allied.ask("POST", "/undo").status_code == 422  # a roll
    table.allied.act("lose 3/6-Para")  # they came down in one hex: the first loss is his to choose
    while table.watch.look()["view"]["at"]["736/716"] == "":
        assert table.allied.ask("POST", "/undo").status_code == 200  # still nothing to see
        table.allied.act("lose 3/6-Para")
        table.allied.act(table.allied.look()["legal"]["plain"][0])
    before = table.allied.look()["seq"]
    answer: httpx.Response = table.allied.ask("POST", "/undo")
    assert (
        answer.status_code == 422
        and "revealed" in answer.json()["error"]
        and table.allied.look()["seq"] == before
    )


def test_the_log_of_the_past_does_not_tell_what_was_hidden_then(client):
    """Units are uncovered and hide again: every line stays as it was told first, and what is told later of an
    old position is what was known then.
    """
    table = begin(client, game="purple-heart-draw", options={"tactical_source": "players"})
    told: dict[tuple[str, int], dict[str, Any]] = {}
    for number, _ in enumerate(table.play(Random(2), 240)):
        for name in ("us", "german", "watch") if number % 12 == 0 or number > 232 else ():
            for row in table.seat[name].look()["log"]:
                assert told.setdefault((name, row["seq"]), row) == row
    assert len(told) > 700
    then = table.german.ask("GET", "/view", params={"at": 230}).json()["log"]
    assert then == [told["german", row["seq"]] for row in then]


def test_what_scouts_saw_and_what_was_uncovered_is_not_taken_back():
    """A look at what the enemy hides is one even if nothing of the position has changed by it; buying in
    secret can be thought over.
    """
    game, found = grognard.load("purple-heart-draw"), dict[str, set[bool]]()
    for seed in range(6):
        for state in (play := RandomGame(game, seed)).steps():
            side, verb = state.to_move, state.actions[-1].verb if state.actions else ""
            line = play.match.lines[-1]
            if line.get("by") in state.sides and side is not None and verb in ("scout", "buy"):
                found.setdefault(verb, set()).add(reveals(state, line["by"], "to" in line))
    assert found == {"scout": {True}, "buy": {False}}
