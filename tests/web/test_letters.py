"""Play by mail: two servers that know nothing of each other, and letters that go to and fro."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from litestar.testing import TestClient

from grognard.core.record import read_lines, replay
from grognard.web.app import create_app
from tests.sword_beach.opening import RECORD

from .seats import ALLIED, GERMAN, Table, begin, every
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


@pytest.mark.parametrize("kind", ["committed", "seeded"])
def test_a_game_by_mail(houses, kind):
    rng = Random(4)
    german = begin(houses[0], dice={"kind": kind}, seats={GERMAN: "human", ALLIED: "mail"})
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


def test_letters_that_are_refused(houses):
    table = begin(houses[0], seats={GERMAN: "human", ALLIED: "mail"})
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
    table = begin(houses[0], seats={GERMAN: "human", ALLIED: "mail"})
    table.german.act("record 736/716 1738")
    forged = begin(houses[0], seats={GERMAN: "human", ALLIED: "mail"})
    forged.german.act("record 736/716 1738", "record 716/716 1639")
    from grognard.web.letters import fold, unfold

    letter = unfold(forged.german.ask("GET", "/letter", params={"to": ALLIED}).text)
    answer = table.german.ask("POST", "/letter", content=fold(letter.lines(), GERMAN, ALLIED, "", letter.secrets))
    assert answer.status_code == 422 and "differs" in answer.json()["error"]
    own = unfold(table.german.ask("GET", "/letter", params={"to": ALLIED}).text)
    table.german.ask("POST", "/undo")
    answer = table.german.ask("POST", "/letter", content=fold(own.lines(), GERMAN, ALLIED, "", own.secrets))
    assert answer.status_code == 422 and "actions of german" in answer.json()["error"]
