"""One table: refusals, simultaneous moves, taking back, talk, notes, seats, records."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.chance import Committed
from grognard.core.lines import read_lines, written
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.web.app import create_app
from tests.sword_beach.opening import RECORD

from .seats import ALLIED, GERMAN, Table, any_of, begin

GAME = grognard.load("sword-beach")


def started(client, **more) -> Table:
    """After the German record."""
    table = begin(client, **more)
    table.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
    return table


def at_movement(client, **more) -> Table:
    """The first Allied movement phase in which somebody can move."""
    table = started(client, **more)
    for _ in table.play(Random(2), 300):
        seen = table.watch.look()
        if seen["to_move"] == ALLIED and seen["phase"] == "allied movement" and seen["turn"] > 1:
            return table
    raise AssertionError("no movement phase came")


# ---------------------------------------------------------------- games


def test_what_is_offered(client):
    game = next(row for row in client.get("/api/games").json() if row["name"] == "sword-beach")
    assert game["name"] == "sword-beach" and game["scenarios"] == ["standard"] and "committed" in game["dice"]
    assert all(option["clause"] and option["values"] for option in game["options"])
    plan = client.get("/api/games/sword-beach/map").json()
    assert plan["hexes"]["0138"]["t"] == "clear" and plan["hexes"]["0138"]["provenance"] == "document"
    assert plan["rivers"][0]["hexsides"] and plan["roads"][0]["path"] and plan["zones"]["sword_beach"]
    units = {unit["id"]: unit for unit in client.get("/api/games/sword-beach/units").json()}
    assert units["8/3"]["full"] == [6, 8, 5] and units["8/3"]["side"] == ALLIED
    clauses = client.get("/api/games/sword-beach/clauses").json()
    assert "code" not in clauses[0] and any(clause["id"] == "FM-5.2.3" for clause in clauses)
    assert client.get("/api/games/nothing/map").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"scenario": "campaign"},
        {"options": {"moon": True}},
        {"enforcement": "none"},
        {"seats": {"french": "human"}},
        {"seats": {"allied": "dog"}},
        {"dice": {"kind": "loaded"}},
        {"dice": {"kind": "typed", "seed": "1"}},
        {"more": 1},
        {"name": "x" * 200},
    ],
)
def test_a_table_that_cannot_be_set_up(client, wrong):
    answer = client.post("/api/tables", json={"game": "sword-beach", **wrong})
    assert answer.status_code in (400, 422) and answer.json()["error"] and answer.json()["rulings"] == []


# ---------------------------------------------------------------- acting


def test_an_illegal_action_is_refused_with_its_clauses_and_changes_nothing(client):
    table = started(client)
    before, record = table.allied.look(), table.german.ask("GET", "/record").content
    answer = table.allied.try_to("beachhead 1039")
    assert answer.status_code == 422 and answer.json()["rulings"] == [
        {"clause": "SB-11.2.1.1.a", "because": "1039 is not a Sword Beach hex"}
    ]
    assert table.allied.try_to("dance").status_code == 422
    assert table.allied.look() == before and table.german.ask("GET", "/record").content == record


def test_who_is_not_to_move_is_refused(client):
    table = started(client)
    answer = table.german.try_to("beachhead 1739")
    assert answer.status_code == 422 and answer.json()["rulings"][0]["clause"] == "SB-11.2.1.1.a"
    assert table.watch.try_to("beachhead 1739").status_code == 403
    assert not table.german.judge("beachhead 1739")["legal"]


def test_a_stale_number_is_told(client):
    table = started(client)
    seq = table.allied.look()["seq"]
    assert table.allied.try_to("beachhead 1739", seq).status_code == 200
    answer = table.allied.try_to("beachhead 1640", seq)
    assert answer.status_code == 409 and answer.json()["error"]
    assert table.allied.look()["markers"]["beachheads"] == ["1739"]


@pytest.mark.parametrize("same_process", [True, False])
def test_of_two_simultaneous_actions_one_is_taken(client, database, same_process):
    """In one process a lock and between two the key of the stored lines tells them apart."""
    table = started(client)
    seq = table.allied.look()["seq"]
    with TestClient(create_app(database)) as second:
        other = Table(second, {"table": table.id, "seats": {ALLIED: table.allied.token}, "watch": "x"})
        assert other.allied.look()["seq"] == seq
        movers = [(table if same_process or i % 2 else other).allied for i in range(8)]
        hexes = ["1739", "1640", "1838", "1740"] * 2
        with ThreadPoolExecutor(8) as pool:
            codes = [
                a.status_code
                for a in pool.map(lambda mover, hex_: mover.try_to(f"beachhead {hex_}", seq), movers, hexes)
            ]
        assert sorted(codes) == [200] + [409] * 7
        assert table.allied.look() == other.allied.look()
    assert len(table.allied.look()["markers"]["beachheads"]) == 1


def test_an_adviser_lets_it_pass_and_says_so(client):
    table = at_movement(client, enforcement="adviser")
    unit, hexes = next(iter(table.allied.look()["legal"]["units"].items()))
    wrong = next(h for h in ("1241", "1341", "1141", "1444") if h not in hexes)
    said = table.allied.act(f"move {unit} {wrong}")
    assert any(words["kind"] == "irregular" and words["clause"] for words in said["words"])


# ---------------------------------------------------------------- questions


def test_reach_judge_and_nearest(client):
    table = at_movement(client)
    unit, hexes = next(iter(table.allied.look()["legal"]["units"].items()))
    costs = table.allied.ask("GET", "/reach", params={"unit": unit}).json()["hexes"]
    assert sorted(costs) == sorted(hexes) and all(float(cost) > 0 for cost in costs.values())
    said = table.allied.judge(f"move {unit} {hexes[0]}")
    assert said["legal"] and said["figures"]["cost"] == costs[hexes[0]]
    said = table.allied.judge(f"move {unit} 0151")
    assert not said["legal"] and said["rulings"][0]["clause"] and said["nearest"].startswith(f"move {unit} ")
    assert table.german.ask("GET", "/reach", params={"unit": unit}).json() == {"hexes": {}}
    assert table.allied.ask("GET", "/reach", params={"unit": "nobody"}).status_code == 422


def test_odds_are_exact(client):
    table = at_movement(client)
    units = table.allied.look()["units"]
    sides = {row["id"]: row["side"] for row in client.get("/api/games/sword-beach/units").json()}
    ours = next(u for u, row in units.items() if row["hex"] and sides[u] == ALLIED)
    theirs = next(row["hex"] for u, row in units.items() if row["hex"] and sides[u] == GERMAN)
    found = table.allied.ask(
        "GET", "/odds", params={"attackers": ours, "hex": theirs, "fire": "guns", "defense": "none"}
    ).json()
    assert (
        sum(Fraction(chance) for chance in found["results"].values()) == 1
        and found["parts"][0]["clause"] == "FM-7.2.2"
    )
    empty = table.allied.ask("GET", "/odds", params={"attackers": ours, "hex": "2151"})
    assert empty.status_code == 422 and empty.json()["error"]


WORDS = [
    "",
    "8/3",
    "736/716",
    "nobody",
    "1738",
    "9999",
    "zz",
    "guns",
    "naval",
    "naval7",
    "none+none+none",
    "air+air+air",
    "mines",
    "+",
    "\x00",
    "é",
]


def test_no_question_however_odd_is_a_fault_of_ours(client):
    """The seats of `seats.py` fail on any answer of 500 or more."""
    table, rng = at_movement(client), Random(9)
    verbs = [*GAME.vocabulary.verbs, "dance", ""]
    for _ in range(60):
        a, b, c, d = rng.choices(WORDS, k=4)
        seat = table.seat[rng.choice(list(table.seat))]
        seat.ask(
            "GET",
            "/odds",
            params={
                "attackers": rng.choice(["8/3", f"{a},{b}"]),
                "hex": rng.choice(["1738", c]),
                "fire": d,
                "defense": a,
            },
        )
        seat.ask("GET", "/reach", params={"unit": a})
        seat.ask("POST", "/judge", json={"do": f"{rng.choice(verbs)} {a} {b}"})
        seat.ask(
            "POST", "/act", json={"do": f"{rng.choice(verbs)} {a} {b}", "seq": rng.choice([0, -1, 2**40])}
        )
        seat.ask(
            rng.choice(["POST", "PUT"]),
            rng.choice(["/undo", "/chat", "/notes", "/revoke", "/act"]),
            content=rng.choice([b"", b"{", b"[]", b'"x"', b'{"text": "\\u0000"}']),
        )


# ---------------------------------------------------------------- taking back


def test_a_decision_is_taken_back_and_the_record_still_checks(client):
    table = started(client)
    table.allied.act("beachhead 1739", "beachhead 1640")
    assert table.german.ask("POST", "/undo").status_code == 422
    done = table.allied.ask("POST", "/undo", json={}).json()
    assert done["undone"] == ["beachhead 1640"] and table.allied.look()["markers"]["beachheads"] == ["1739"]
    assert table.allied.look()["seq"] == done["seq"]
    table.allied.act("beachhead 1838")
    lines = read_lines(table.german.ask("GET", "/record").content)
    assert replay(GAME, lines).lines[-1]["do"] == "beachhead 1838"


@pytest.mark.parametrize("dice", [{"kind": "seeded", "seed": "7"}, {"kind": "committed"}])
def test_a_roll_is_taken_back_only_if_the_other_player_agrees_and_shows_for_good(client, dice):
    table, rng = started(client, dice=dice), Random(5)
    while not any(line["by"] == "chance" for line in table.watch.look()["log"]):
        next(table.play(rng, 1))
    look = table.watch.look()
    last = [line for line in look["log"] if line["by"] != "chance"][-1]
    mover, other = table.seat[last["by"]], table.seat[GERMAN if last["by"] == ALLIED else ALLIED]
    rolled = [line["do"] for line in look["log"] if line["seq"] > last["seq"]]
    assert "answered by a roll" in mover.ask("POST", "/undo").json()["error"]
    assert (
        "only if the other player agrees" in mover.ask("POST", "/undo", json={"past": True}).json()["error"]
    )
    assert table.watch.look() == look
    done = mover.ask("POST", "/undo", json={"past": True, "agreed": [other.token]}).json()
    assert done["undone"][::-1] == [last["do"], *rolled] and table.watch.look()["at"] == last["seq"] - 1
    words = [word["text"] for line in table.watch.look()["log"] for word in line["words"]]
    assert any(f"{last['by']} takes back" in text and all(do in text for do in rolled) for text in words)
    mover.act(last["do"])
    rolls = table.watch.ask("GET", "/receipts").json()["rolls"]
    assert [roll["roll"] for roll in rolls] == list(range(len(rolls))) and len(rolls) > len(rolled)
    assert [roll["action"] for roll in rolls[: len(rolled)]] == [None] * len(rolled)


def test_dice_that_not_every_side_committed_to_prove_nothing(client):
    """An uploaded record whose author committed alone: its links fit, and they were the author's own."""
    match = Match.begin(GAME, dice=Committed({GERMAN: "x"}))
    made = client.post(
        "/api/records", json={"record": written(match.lines).decode(), "secrets": {GERMAN: "x"}}
    )
    assert made.status_code == 201, made.text
    receipts = Table(client, made.json()).watch.ask("GET", "/receipts").json()
    assert receipts["verified"] and not receipts["checkable"]
    both = client.post(
        "/api/records",
        json={
            "record": written(Match.begin(GAME, dice=Committed({GERMAN: "x", ALLIED: "y"})).lines).decode()
        },
    )
    assert Table(client, both.json()).watch.ask("GET", "/receipts").json()["checkable"]


def test_what_was_taken_back_stays_so_after_a_restart(client, database):
    table = started(client)
    table.allied.act("beachhead 1739", "beachhead 1640")
    table.allied.ask("POST", "/undo")
    before = table.allied.look()
    with TestClient(create_app(database)) as second:
        again = Table(
            second, {"table": table.id, "seats": {ALLIED: table.allied.token}, "watch": table.watch.token}
        )
        assert again.allied.look() == before
        again.allied.act("beachhead 1838")
    assert table.allied.look()["markers"]["beachheads"] == ["1739", "1838"]


# ---------------------------------------------------------------- seats


def test_without_a_token_nobody_is_let_in(client):
    table, other = begin(client), begin(client)
    for headers in (
        {},
        {"Authorization": "Bearer x"},
        {"Authorization": f"Bearer {other.allied.token}"},
        {"Authorization": table.allied.token},
    ):
        for path in ("", "/record", "/chat", "/notes", "/stream", "/reach?unit=8/3"):
            answer = client.get(f"/api/tables/{table.id}{path}", headers=headers)
            assert answer.status_code == 401 and answer.json()["error"]
    assert client.get(f"/api/tables/{table.id}?token={table.allied.token}").status_code == 401
    assert (
        client.get(
            "/api/tables/nothing", headers={"Authorization": f"Bearer {table.allied.token}"}
        ).status_code
        == 401
    )


def test_my_tables(client):
    table = begin(client, name="Friday")
    rows = client.post(
        "/api/mine", json={"tokens": [table.german.token, "stranger", table.watch.token]}
    ).json()
    assert [(row["name"], row["seat"], row["to_move"], row["mine"]) for row in rows] == [
        ("Friday", GERMAN, GERMAN, True),
        ("Friday", "watch", GERMAN, False),
    ]


def test_a_revoked_token_opens_nothing(client):
    table = begin(client, seats={ALLIED: "human", GERMAN: "link"})
    fresh = table.creator.ask("POST", "/revoke", json={"seat": GERMAN})  # nobody has played with the link yet
    assert fresh.status_code == 200 and table.german.ask("GET").status_code == 401
    old = table.german.token = fresh.json()["token"]
    table.german.token = table.german.ask("POST", "/revoke", json={"seat": GERMAN}).json()["token"]
    assert table.german.look()["seat"] == GERMAN and table.german.token != old
    assert (
        client.get(f"/api/tables/{table.id}", headers={"Authorization": f"Bearer {old}"}).status_code == 401
    )
    assert (
        table.creator.ask("POST", "/revoke", json={"seat": GERMAN}).status_code == 403
    )  # the sender of the link cannot look in
    table.german.act("record 736/716 1738")
    assert (
        table.creator.ask("POST", "/revoke", json={"seat": GERMAN}).status_code == 403
    )  # it would show the German set-up
    assert table.creator.ask("POST", "/revoke", json={"seat": "watch"}).status_code == 200
    assert table.watch.ask("GET").status_code == 401


def test_the_creator_renews_no_seat_that_has_acted(client):
    table = begin(client, seats={ALLIED: "human", GERMAN: "link"})
    table.german.act("record 736/716 1738")
    assert table.creator.ask("POST", "/revoke", json={"seat": GERMAN}).status_code == 403
    assert table.creator.ask("POST", "/revoke", json={"seat": ALLIED}).status_code == 200


@pytest.mark.parametrize("kinds", [{ALLIED: "human", GERMAN: "human"}, {ALLIED: "human", GERMAN: "link"}])
def test_a_new_link_needs_the_token_of_the_seat_or_of_the_creator(client, kinds):
    """One player takes over neither the other seat nor the spectators' link, whether or not that seat has
    acted.
    """
    table = begin(client, seats=kinds)
    for by, name in (
        (ALLIED, GERMAN),
        (GERMAN, ALLIED),
        (ALLIED, "watch"),
        (GERMAN, "watch"),
        ("watch", "watch"),
        ("watch", GERMAN),
    ):
        answer = table.seat[by].ask("POST", "/revoke", json={"seat": name})
        assert answer.status_code == 403 and "creator" in answer.json()["error"], (by, name)
    assert all(seat.ask("GET").status_code == 200 for seat in table.seat.values())
    assert table.creator.ask("POST", "/revoke", json={"seat": "creator"}).status_code == 422


def test_the_creators_token_hands_seats_out_and_shows_nothing(client):
    table = begin(client)
    for method, path in (
        ("GET", ""),
        ("GET", "/view"),
        ("GET", "/record"),
        ("GET", "/stream"),
        ("POST", "/undo"),
        ("GET", "/chat"),
    ):
        answer = table.creator.ask(method, path)
        assert answer.status_code == 403 and "hands seats out" in answer.json()["error"], path
    assert client.post("/api/mine", json={"tokens": [table.creator.token]}).json() == []
    assert "creator" not in table.watch.look()["seats"]


def test_tokens_are_not_stored(tmp_path):
    with TestClient(create_app(f"sqlite:///{tmp_path / 'own.sqlite'}")) as client:
        table = begin(client)
        table.german.act("record 736/716 1738")
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"record 736/716 1738" in kept and table.german.token.encode() not in kept


def test_talk_and_notes(client):
    table = begin(client)
    assert table.allied.ask("POST", "/chat", json={"text": "Good morning <b>"}).status_code == 201
    (line,) = table.watch.ask("GET", "/chat").json()
    assert (line["seat"], line["text"]) == (ALLIED, "Good morning <b>")
    assert line["id"] == 1 and table.german.ask("GET", "/chat", params={"since": 1}).json() == []
    assert table.watch.ask("POST", "/chat", json={"text": "hello"}).status_code == 403
    table.german.ask("PUT", "/notes", json={"text": "Caen first"})
    table.german.ask("PUT", "/notes", json={"text": "Caen must hold"})
    assert table.german.ask("GET", "/notes").json() == {"text": "Caen must hold"}
    assert (
        table.allied.ask("GET", "/notes").json() == {"text": ""}
        and table.watch.ask("GET", "/notes").status_code == 403
    )


def test_a_number_beyond_every_database_is_no_fault_of_ours(client):
    answer = begin(client).allied.ask("GET", f"/chat?since={10**30}")
    assert answer.status_code == 200 and answer.json() == []


def test_all_may_speak_at_once(client):
    table = begin(client)
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda word: table.allied.ask("POST", "/chat", json={"text": word}), "abcdef")
        )
    assert all(answer.status_code == 201 for answer in answers)
    assert sorted(line["text"] for line in table.german.ask("GET", "/chat").json()) == list("abcdef")


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("bare", [True, False])
def test_a_record_becomes_a_table(client, bare):
    table = started(client)
    table.allied.act("beachhead 1739")
    record = table.german.ask("GET", "/record").content
    if bare:
        answer = client.post("/api/records", content=record, headers={"content-type": "application/x-ndjson"})
    else:
        answer = client.post(
            "/api/records", json={"record": record.decode(), "name": "Again", "seats": {GERMAN: "link"}}
        )
    assert answer.status_code == 201
    again = Table(client, answer.json())
    again.allied.act("beachhead 1640")
    assert again.allied.look()["markers"]["beachheads"] == ["1640", "1739"]
    assert again.german.look()["view"]["record"] == RECORD


def test_a_damaged_or_sealed_record_is_refused_by_line(client):
    table = started(client)
    record = table.german.ask("GET", "/record").text
    for wrong, line in (
        (record.replace("736/716 1738", "736/716 1737"), "line 2"),
        (table.allied.ask("GET", "/record").text, "line 2"),
        ("{}\n", "line 1"),
        ("no", "line 1"),
    ):
        answer = client.post("/api/records", json={"record": wrong})
        assert answer.status_code == 422 and line in answer.json()["error"]
    assert client.post("/api/records", content=b"\xff\xfe").status_code == 422


def test_a_record_of_committed_dice_needs_its_secrets_to_go_on(client):
    table = started(client, dice={"kind": "committed"})
    record = table.german.ask("GET", "/record").text
    again = Table(client, client.post("/api/records", json={"record": record}).json())
    rng = Random(1)
    for _ in range(30):
        answer = again.allied.try_to(any_of(again.allied.look()["legal"], rng))
        if answer.status_code != 200:
            break
    assert answer.status_code == 422 and "secrets" in answer.json()["error"] and again.allied.look()["mine"]
    wrong = client.post("/api/records", json={"record": record, "secrets": {ALLIED: "a", GERMAN: "b"}})
    assert wrong.status_code == 422


def test_a_story_without_a_beginning_is_since_the_seat_acted_and_traces_its_moves(client):
    table = begin(client)
    for _ in table.play(Random(4), 300):
        seen = table.watch.look()
        if seen["turn"] >= 2 and seen["to_move"] == "allied":
            break
    said = table.allied.ask("GET", "/story").json()
    own = [line["seq"] for line in table.allied.look()["log"] if line["by"] == "allied"]
    assert said["until"] == seen["at"] and (not own or said["since"] <= own[-1])
    since = table.allied.ask("GET", "/story", params={"since": 0}).json()
    steps = [
        step
        for act in since["acts"]
        for step in act.get("moves", [])
        if step.get("origin") and step.get("path")
    ]
    assert steps and all(step["path"][-1] == step["to"] for step in steps)
    assert (
        table.watch.ask("GET", "/story").json()["acts"] == []
    )  # a spectator has missed nothing that is known of
