"""Play by mail: two servers that know nothing of each other, and letters that go to and fro."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.chance import Committed, Dice, Seeded, Typed
from grognard.core.lines import read_lines
from grognard.core.reading import replay
from grognard.core.record import REVEAL, ROLL, Match
from grognard.web import schema
from grognard.web.app import create_app
from grognard.web.copies import as_file
from grognard.web.mail_files import MailFile, check_sendable, decode, sealed
from grognard.web.store import CREATOR
from tests.sword_beach.opening import RECORD

from .seats import ALLIED, GERMAN, Player, Table, begin, every
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
    """A side acts and rolls as long as it is to."""
    while (seen := table.seat[side].look())["mine"]:
        assert table.seat[side].try_to(rng.choice(every(seen["legal"])), seen["seq"]).status_code == 200


SEATS = {GERMAN: "human", ALLIED: "mail"}


def set_up(dice: Dice | None = None) -> Match:
    """A game whose hidden set-up has been made, and shown; the Allies are to act."""
    match = Match.begin(GAME, dice=dice or Typed())
    for unit, hex_ in RECORD.items():
        match.do(f"record {unit} {hex_}")
    while match.secret or match.state.to_move != ALLIED:
        actions = [action for action in match.state.legal_actions() if not action.gives_up]
        match.do(actions[0]) if match.state.to_move != "chance" or dice is None else match.roll()
    return match


def by_mail(client: TestClient) -> Table:
    """A table of that game, with the Allies elsewhere."""
    answer = client.post("/api/records", json={"record": as_file(set_up().lines).decode(), "seats": SEATS})
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def letter_to(player: Player, side: str) -> str:
    answer = player.ask("GET", "/letter", params={"to": side})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_game_by_mail(houses):
    rng = Random(4)
    german = by_mail(houses[0])
    assert set(german.seat) == {GERMAN, "watch"} and german.german.look()["seats"][ALLIED] == "mail"
    allied = opened(houses[1], f"Dear friend,\n\n{letter_to(german.german, ALLIED)}")
    assert set(allied.seat) == {ALLIED, "watch"}
    for _ in range(6):
        play_until_other(allied, ALLIED, rng)
        back = letter_to(allied.allied, GERMAN)
        said = german.german.ask("POST", "/letter", content=back)
        assert said.status_code == 200 and said.json()["events"], said.text
        assert german.german.ask("POST", "/letter", content=back).status_code == 422  # nothing new in it
        play_until_other(german, GERMAN, rng)
        there = letter_to(german.german, ALLIED)
        assert allied.allied.ask("POST", "/letter", content=there).status_code == 200
    lines = read_lines(allied.allied.ask("GET", "/record").content)
    assert read_lines(german.german.ask("GET", "/record").content) == lines
    assert replay(GAME, lines).state.rolls > 10


HIDDEN, TO_COME = "what the sides hide from each other", "the rolls to come"


@pytest.mark.parametrize(
    ("game", "kind", "told"),
    [
        ("sword-beach", "typed", HIDDEN),
        ("purple-heart-draw", "typed", HIDDEN),
        ("purple-heart-draw", "committed", TO_COME),
        ("beyond-the-rhine", "committed", TO_COME),
        ("longest-day", "seeded", TO_COME),
        ("longest-day", "typed", ""),
        ("beyond-the-rhine", "typed", ""),
    ],
)
def test_no_table_is_set_up_whose_letters_would_tell_secrets(houses, game, kind, told):
    first, second = grognard.load(game).position.sides
    body = {"game": game, "dice": {"kind": kind}, "seats": {first: "human", second: "mail"}}
    made = houses[0].post("/api/tables", json=body)
    assert made.status_code == (422 if told else 201) and told in made.text
    assert houses[0].post("/api/tables", json={**body, "letters": "open"}).status_code == 400  # nor on demand
    if not told:
        table = Table(houses[0], made.json())
        assert decode(letter_to(table.seat[first], second)).secrets == {}


@pytest.mark.parametrize(
    "dice", [Seeded("7"), Committed({ALLIED: "a", GERMAN: "b"})], ids=["seeded", "committed"]
)
def test_no_letter_tells_the_rolls_to_come(houses, dice):
    """Whoever reads a seed or the secrets of committed dice knows every roll of the game."""
    match = set_up(dice)
    with pytest.raises(grognard.GrognardError, match=TO_COME):
        check_sendable(match)
    body = {
        "record": as_file(match.lines).decode(),
        "seats": SEATS,
        "secrets": getattr(dice, "secrets", None),
    }
    answer = houses[0].post("/api/records", json=body)
    assert answer.status_code == 422 and TO_COME in answer.json()["error"]


def test_no_letter_is_written_while_something_is_hidden(houses):
    """A record with nothing hidden in it is played by mail, until it hides something; then its players go on
    at one server.
    """
    client, match = houses[0], Match.begin(GAME, dice=Typed())
    match.do("record 736/716 1738")
    body = {"record": as_file(match.lines).decode(), "seats": SEATS}
    answer = client.post("/api/records", json=body)
    assert answer.status_code == 422 and HIDDEN in answer.json()["error"]
    table = Table(client, client.post("/api/records", json={**body, "seats": {}}).json())
    make_mail(client, table, ALLIED)
    answer = table.german.ask("GET", "/letter", params={"to": ALLIED})
    assert answer.status_code == 422 and HIDDEN in answer.json()["error"] and b"1738" not in answer.content


def make_mail(client: TestClient, table: Table, side: str) -> None:
    """A table by mail as an earlier release set it up."""
    desk = client.app.state.service
    desk.store.change_seat(table.id, side, kind="mail", token=None)
    desk.live_games.reseat(table.id)


def test_a_game_by_mail_of_an_earlier_release_goes_on_at_one_server(houses):
    """Its letters held the secrets of the dice: they are taken in, and no such letter is written any more."""
    dice = Committed({ALLIED: "a", GERMAN: "b"})
    lines = set_up(dice).lines
    old = sealed(
        MailFile(to=ALLIED, sender=GERMAN, name="old", record=as_file(lines).decode(), secrets=dice.secrets)
    )
    table = opened(houses[1], old)
    assert table.allied.look()["seats"] == {ALLIED: "human", GERMAN: "link"} and GERMAN in table.seat
    play_until_other(table, ALLIED, Random(4))
    play_until_other(table, GERMAN, Random(4))
    make_mail(houses[1], table, GERMAN)
    answer = table.allied.ask("GET", "/letter", params={"to": GERMAN})
    assert answer.status_code == 422 and "one server" in answer.json()["error"]
    for other in (table.watch, table.allied):
        assert other.ask("POST", "/revoke", json={"seat": GERMAN}).status_code == 403
    asked = table.creator.ask("POST", "/revoke", json={"seat": GERMAN}).json()
    assert Player(houses[1], table.id, asked["token"]).look()["seats"][GERMAN] == "link"
    assert (
        table.allied.ask("POST", "/revoke", json={"seat": GERMAN}).status_code == 403
    )  # it has a holder now


def forged(match: Match) -> str:
    """What the Allied player writes who changes the record by hand."""
    return sealed(MailFile(to=GERMAN, sender=ALLIED, name="", record=as_file(match.lines).decode()))


def test_a_letter_takes_back_neither_a_roll_nor_the_receivers_actions(houses):
    """At one table both would need the other player; a sender who writes it into the record by hand is
    refused.
    """
    table = by_mail(houses[0])
    allied = opened(houses[1], letter_to(table.german, ALLIED))
    play_until_other(allied, ALLIED, Random(4))
    letter = letter_to(allied.allied, GERMAN)
    before = table.german.ask("GET", "/record").content
    rolled = replay(GAME, decode(letter).lines())
    while "past" not in rolled.lines[-1]:
        rolled.undo((ROLL, REVEAL))
    answer = table.german.ask("POST", "/letter", content=forged(rolled))
    assert answer.status_code == 422 and "takes back a roll or a reveal" in answer.json()["error"]
    assert table.german.ask("GET", "/record").content == before
    assert table.german.ask("POST", "/letter", content=letter).status_code == 200
    table.german.act(every(table.german.look()["legal"])[0])
    before = table.german.ask("GET", "/record").content
    stolen = replay(GAME, read_lines(before))
    stolen.undo(by=ALLIED)
    answer = table.german.ask("POST", "/letter", content=forged(stolen))
    assert answer.status_code == 422 and "takes back actions of german" in answer.json()["error"]
    assert table.german.ask("GET", "/record").content == before


def test_a_letter_may_take_back_what_its_sender_alone_has_done(houses):
    table = by_mail(houses[0])
    allied = opened(houses[1], letter_to(table.german, ALLIED))
    allied.allied.act("raid 1641")
    assert allied.allied.ask("POST", "/undo").status_code == 200
    allied.allied.act("raid 1642")
    answer = table.german.ask("POST", "/letter", content=letter_to(allied.allied, GERMAN))
    assert answer.status_code == 200, answer.text


def test_letters_that_are_refused(houses):
    table = by_mail(houses[0])
    first = letter_to(table.german, ALLIED)
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
    assert (
        plain.german.ask("GET", "/letter", params={"to": ALLIED}).status_code == 403
    )  # played here: no dice go out
    assert plain.german.ask("POST", "/letter", content=first).status_code == 422
    assert table.german.look() == before


def test_a_letter_cannot_act_for_the_receiver(houses):
    """Who sends the game back with one more action of the other side is found out."""
    table = by_mail(houses[0])
    own = decode(letter_to(table.german, ALLIED)).lines()
    other = by_mail(houses[0])
    match = replay(
        GAME, decode(letter_to(other.german, ALLIED)).lines()
    )  # the same game, with seals of its own
    match.do("raid 1641")
    answer = table.german.ask("POST", "/letter", content=forged(match))
    assert answer.status_code == 422 and "differs" in answer.json()["error"]
    match = replay(GAME, own)
    while match.state.to_move != GERMAN:
        match.do(next(action for action in match.state.legal_actions() if not action.gives_up))
    match.do(next(action for action in match.state.legal_actions() if not action.gives_up))
    answer = table.german.ask("POST", "/letter", content=forged(match))
    assert answer.status_code == 422 and "actions of german" in answer.json()["error"]


def test_at_a_table_without_a_creator_the_player_asks_the_side_by_mail_in(houses):
    """Release 0.1.0 knew no creators."""
    table = by_mail(houses[0])
    store = houses[0].app.state.service.store
    with store.engine.begin() as db:
        rows = schema.SEATS
        db.execute(rows.delete().where(rows.c.table_id == table.id, rows.c.seat == CREATOR))
    assert table.watch.ask("POST", "/revoke", json={"seat": ALLIED}).status_code == 403
    token = table.german.ask("POST", "/revoke", json={"seat": ALLIED}).json()["token"]
    assert Player(houses[0], table.id, token).look()["seat"] == ALLIED
    assert (
        table.german.ask("POST", "/revoke", json={"seat": ALLIED}).status_code == 403
    )  # it has a holder now
