"""Play by mail: two servers that know nothing of each other, and letters that go to and fro."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import httpx
import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.chance import Seeded, Typed
from grognard.core.lines import read_lines
from grognard.core.reading import replay
from grognard.core.record import REVEAL, ROLL, Match
from grognard.web.app import create_app
from grognard.web.copies import as_file
from grognard.web.letters import fold, unfold
from tests.sword_beach.opening import RECORD

from .seats import ALLIED, GERMAN, START, Table, begin, every
from .test_table import GAME


@pytest.fixture
def houses(tmp_path) -> Iterator[list[TestClient]]:
    with (
        TestClient(create_app(f"sqlite:///{tmp_path / 'a.sqlite'}", rate=0)) as one,
        TestClient(create_app(f"sqlite:///{tmp_path / 'b.sqlite'}", rate=0)) as other,
    ):
        yield [one, other]


def opened(client: TestClient, letter: str) -> Table:
    answer = client.post("/api/letters", content=letter)
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def play_until_other(table: Table, side: str, rng: Random) -> None:
    """A side acts as long as it is to."""
    while (seen := table.seat[side].look())["mine"]:
        assert table.seat[side].try_to(rng.choice(every(seen["legal"])), seen["seq"]).status_code == 200


SEATS = {GERMAN: "human", ALLIED: "mail"}
BY_MAIL = {"dice": {"kind": "committed"}, "seats": SEATS, "letters": "open"}


def test_a_game_by_mail(houses):
    rng = Random(4)
    german = begin(houses[0], **BY_MAIL)
    assert set(german.seat) == {GERMAN, "watch"} and german.german.look()["seats"][ALLIED] == "mail"
    german.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
    letter = german.german.ask("GET", "/letter", params={"to": ALLIED}).text
    assert "1738" not in letter.split("\n", 1)[1] and "736/716" not in letter
    allied = opened(houses[1], f"Dear friend,\n\n{letter}")
    assert set(allied.seat) == {ALLIED, "watch"} and "record" not in allied.allied.look()["view"]
    for _ in range(6):
        play_until_other(allied, ALLIED, rng)
        back = allied.allied.ask("GET", "/letter", params={"to": GERMAN}).text
        said = german.german.ask("POST", "/letter", content=back)
        assert said.status_code == 200 and said.json()["events"], said.text
        assert german.german.ask("POST", "/letter", content=back).status_code == 422  # nothing new in it
        play_until_other(german, GERMAN, rng)
        there = german.german.ask("GET", "/letter", params={"to": ALLIED}).text
        assert allied.allied.ask("POST", "/letter", content=there).status_code == 200
    lines = read_lines(allied.allied.ask("GET", "/record").content)
    assert read_lines(german.german.ask("GET", "/record").content) == lines
    state = replay(GAME, lines).state  # every link of the dice fits
    assert state.turn >= 1 and state.rolls > 10
    assert allied.allied.ask("GET", "/receipts").json()["verified"]


HIDDEN, SECRETS = "what the sides hide from each other", "the secrets of the dice"


@pytest.mark.parametrize(
    ("game", "kind", "told"),
    [
        ("sword-beach", "typed", [HIDDEN]),
        ("purple-heart-draw", "committed", [HIDDEN, SECRETS]),
        ("beyond-the-rhine", "committed", [SECRETS]),
        ("longest-day", "typed", []),
    ],
)
def test_a_letter_tells_secrets_only_where_the_players_want_it(houses, game, kind, told):
    """A letter holds all its game needs to go on: nobody plays by such letters without having asked for it."""
    first, second = grognard.load(game).position.sides
    body = {"game": game, "dice": {"kind": kind}, "seats": {first: "human", second: "mail"}}
    record = as_file(Match.begin(grognard.load(game), dice=Typed() if kind == "typed" else None).lines).decode()
    made = houses[0].post("/api/tables", json=body)
    taken = houses[0].post("/api/records", json={"record": record, "seats": body["seats"]})
    assert made.status_code == (422 if told else 201) and all(words in made.text for words in told)
    assert taken.status_code == (422 if HIDDEN in told else 201), taken.text
    if not told:
        table = Table(houses[0], made.json())
        assert unfold(table.seat[first].ask("GET", "/letter", params={"to": second}).text).secrets == {}
    assert houses[0].post("/api/tables", json={**body, "letters": "open"}).status_code == 201


def test_a_letter_takes_back_neither_a_roll_nor_the_receivers_actions(houses):
    """At one table both would need the other player; a sender who writes it into the record by hand is refused."""
    german = begin(houses[0], **BY_MAIL)
    german.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
    allied = opened(houses[1], german.german.ask("GET", "/letter", params={"to": ALLIED}).text)
    play_until_other(allied, ALLIED, Random(4))
    letter = unfold(allied.allied.ask("GET", "/letter", params={"to": GERMAN}).text)

    def sent(match: Match) -> httpx.Response:
        return german.german.ask("POST", "/letter", content=fold(match.lines, GERMAN, ALLIED, "", letter.secrets))

    before = german.german.ask("GET", "/record").content
    rolled = replay(GAME, letter.lines())
    while "past" not in rolled.lines[-1]:
        rolled.undo((ROLL, REVEAL))
    answer = sent(rolled)
    assert answer.status_code == 422 and "takes back a roll or a reveal" in answer.json()["error"]
    stolen = replay(GAME, unfold(german.german.ask("GET", "/letter", params={"to": ALLIED}).text).lines())
    stolen.undo(by=ALLIED)
    answer = sent(stolen)
    assert answer.status_code == 422 and "takes back actions of german" in answer.json()["error"]
    assert german.german.ask("GET", "/record").content == before
    assert (
        german.german.ask("POST", "/letter", content=fold(letter.lines(), GERMAN, ALLIED, "", letter.secrets)).status_code
        == 200
    )


def test_a_letter_may_take_back_what_its_sender_alone_has_done(houses):
    german = begin(houses[0], **BY_MAIL)
    german.german.act(*(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()))
    allied = opened(houses[1], german.german.ask("GET", "/letter", params={"to": ALLIED}).text)
    allied.allied.act("beachhead 1739")
    assert allied.allied.ask("POST", "/undo").status_code == 200
    allied.allied.act("beachhead 1640")
    back = allied.allied.ask("GET", "/letter", params={"to": GERMAN}).text
    assert german.german.ask("POST", "/letter", content=back).status_code == 200


def test_letters_that_are_refused(houses):
    table = begin(houses[0], **BY_MAIL)
    table.german.act("record 736/716 1738")
    first = table.german.ask("GET", "/letter", params={"to": ALLIED}).text
    assert table.german.ask("GET", "/letter", params={"to": GERMAN}).status_code == 403
    assert table.watch.ask("GET", "/letter", params={"to": ALLIED}).status_code == 403
    for wrong in ("hello", first[:-40], first.replace("\n", "\nA", 3), "grognard letter 1\n", first[:200]):
        answer = houses[1].post("/api/letters", content=wrong)
        assert answer.status_code == 422 and answer.json()["error"], wrong[:60]
    before = table.german.look()
    assert table.german.ask("POST", "/letter", content=first).status_code == 422  # his own
    other = opened(houses[1], first)
    assert other.allied.ask("POST", "/letter", content=first).status_code == 422  # nothing new
    plain = begin(houses[0])
    assert plain.german.ask("GET", "/letter", params={"to": ALLIED}).status_code == 403  # played here: no dice go out
    assert plain.german.ask("POST", "/letter", content=first).status_code == 422
    assert table.german.look() == before


def test_a_letter_cannot_act_for_the_receiver(houses):
    """Who sends the game back with one more action of the other side is found out."""
    table = begin(houses[0], **BY_MAIL)
    table.german.act("record 736/716 1738")
    forged = begin(houses[0], **BY_MAIL)
    forged.german.act("record 736/716 1738", "record 716/716 1639")
    letter = unfold(forged.german.ask("GET", "/letter", params={"to": ALLIED}).text)
    answer = table.german.ask("POST", "/letter", content=fold(letter.lines(), GERMAN, ALLIED, "", letter.secrets))
    assert answer.status_code == 422 and "differs" in answer.json()["error"]
    own = unfold(table.german.ask("GET", "/letter", params={"to": ALLIED}).text)
    match = replay(GAME, own.lines())
    match.do("record 716/716 1639")
    answer = table.german.ask("POST", "/letter", content=fold(match.lines, GERMAN, ALLIED, "", own.secrets))
    assert answer.status_code == 422 and "actions of german" in answer.json()["error"]


def test_seeded_dice_are_not_sent_by_mail(houses):
    """A letter holds all its game needs to go on: with a seed it would tell every roll to come."""
    body = {**START, "seats": SEATS, "letters": "open"}
    answer = houses[0].post("/api/tables", json=body)
    assert answer.status_code == 422 and "seeded" in answer.json()["error"]
    record = as_file(Match.begin(GAME, dice=Seeded("7")).lines).decode()
    answer = houses[0].post("/api/records", json={"record": record, "seats": SEATS, "letters": "open"})
    assert answer.status_code == 422 and "seeded" in answer.json()["error"]
