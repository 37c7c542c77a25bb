"""Dice whose secrets the players' pages make, through the interface: sealing, deposits, openings, and pages
that lie.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import httpx
import pytest

from grognard.core.chance import CHAPTER
from grognard.core.escrow import Hand, mask

from .seats import ALLIED, GERMAN, Player, Table, any_of, begin

POOLED = {"dice": {"kind": "committed", "secrets": "pages"}, "seats": {ALLIED: "human", GERMAN: "link"}}
HEX = "0123456789abcdef"


class Page:
    """What the page of one player does, but for the encryption: openers are passed from hand to hand."""

    def __init__(self, player: Player, side: str) -> None:
        self.player, self.hand = player, Hand(side)

    def send(self, path: str, body: dict[str, Any]) -> httpx.Response:
        return self.player.ask("POST", f"/dice/{path}", json=body)

    @property
    def pledge(self) -> dict[str, Any]:
        return {"public": f"public-{self.hand.side}", "key": self.hand.key, "tip": self.hand.tip(0)}

    def chapter(self, chapter: int) -> dict[str, Any]:
        hand = self.hand
        return {
            "chapter": chapter,
            "tip": hand.tip(chapter),
            "shares": hand.shares(chapter),
            "public": f"public-{hand.side}",
            "recipient": "public-other",
            "envelope": "sealed",
        }


class Pooled(Table):
    """A table whose two players' pages make the secrets."""

    def __init__(self, client: httpx.Client, **more: Any) -> None:
        made = client.post("/api/tables", json={"game": "sword-beach", **POOLED, **more})
        assert made.status_code == 201, made.text
        super().__init__(client, made.json())
        self.page = {side: Page(self.seat[side], side) for side in (ALLIED, GERMAN)}

    def seal(self, *sides: str) -> Pooled:
        for side in sides or (ALLIED, GERMAN):
            answer = self.page[side].send("pledge", self.page[side].pledge)
            assert answer.status_code == 200, answer.text
        return self

    def deposit(self, *sides: str, chapters: tuple[int, ...] = (0, 1)) -> Pooled:
        for side in sides or (ALLIED, GERMAN):
            for chapter in chapters:
                answer = self.page[side].send("deposit", self.page[side].chapter(chapter))
                assert answer.status_code == 200, answer.text
        return self

    def halves(self, number: int) -> dict[str, str]:
        return {
            side: mask(page.hand.opener(number // CHAPTER), number % CHAPTER + 1).hex()
            for side, page in self.page.items()
        }

    def to_the_dice(self, seed: int = 1) -> int:
        """Plays until a roll is due; gives its number."""
        rng = Random(seed)
        while (seen := self.watch.look())["to_move"] != "chance":
            mover = self.seat[seen["to_move"]]
            answer = mover.try_to(any_of(mover.look()["legal"], rng), seen["seq"])
            assert answer.status_code == 200, answer.text
        return int(seen["escrow"]["roll"])

    def open(self, by: str, number: int, **more: Any) -> httpx.Response:
        return self.page[by].send("open", {"roll": number, "halves": self.halves(number)} | more)


@pytest.fixture
def table(client: httpx.Client) -> Pooled:
    return Pooled(client)


def refused(answer: httpx.Response, words: str, status: int = 422) -> None:
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"] and "\n" not in answer.json()["error"]


# ---------------------------------------------------------------- before play


def test_nothing_is_played_before_both_have_sealed(table: Pooled) -> None:
    seen = table.german.look()
    assert seen["to_move"] == GERMAN and not seen["mine"] and seen["legal"]["count"] == 0
    assert seen["escrow"] == {
        "stage": "sealing",
        "roll": None,
        "waits": {"why": "seal", "sides": [ALLIED, GERMAN]},
        "todo": True,
    }
    assert table.watch.look()["escrow"]["todo"] is False
    refused(
        table.german.try_to("record 736/716 1738"), "play begins when the browser of every player has sealed"
    )
    table.seal(ALLIED)
    assert table.german.look()["escrow"]["waits"]["sides"] == [GERMAN]
    assert not table.german.look()["mine"]
    table.seal(GERMAN)
    assert table.german.look()["mine"] and table.german.look()["escrow"]["stage"] == "playing"


def test_the_record_begins_with_what_both_pages_committed_to(table: Pooled) -> None:
    before = json.loads(table.watch.ask("GET", "/record").text.splitlines()[0])
    table.seal()
    head = json.loads(table.watch.ask("GET", "/record").text.splitlines()[0])
    assert head["dice"]["tips"] == table.page[ALLIED].hand.tip(0) + table.page[GERMAN].hand.tip(0)
    assert head["dice"]["secrets"] == "pages" and head["dice"]["tips"] != before["dice"]["tips"]
    assert head["options"] == before["options"] and head["scenario"] == before["scenario"]


def test_a_pledge_sent_twice_is_one_and_a_second_browser_is_told(table: Pooled) -> None:
    table.seal(ALLIED).seal(ALLIED)
    other = {**table.page[ALLIED].pledge, "tip": "ab" * 16}
    refused(table.page[ALLIED].send("pledge", other), "another browser has sealed the dice of allied")
    refused(
        table.page[GERMAN].send(
            "pledge", {**table.page[GERMAN].pledge, "tip": table.page[ALLIED].hand.tip(0)}
        ),
        "every side makes a secret of its own",
    )
    seq = table.seal(GERMAN).watch.look()["seq"]
    table.seal()
    refused(table.page[GERMAN].send("pledge", {**table.page[GERMAN].pledge, "tip": "ab" * 16}), "are sealed")
    assert table.watch.look()["seq"] == seq


@pytest.mark.parametrize(
    "change",
    [
        {"tip": "ab"},
        {"tip": "AB" * 16},
        {"tip": "ab" * 16 + "\n"},
        {"key": ""},
        {"public": "x" * 201},
        {"public": "a b"},
        {"x": 1},
    ],
)
def test_a_pledge_that_is_none_is_refused(table: Pooled, change: dict[str, Any]) -> None:
    assert table.page[ALLIED].send("pledge", table.page[ALLIED].pledge | change).status_code == 400
    assert table.watch.look()["escrow"]["waits"]["sides"] == [ALLIED, GERMAN]


def test_the_server_makes_the_secrets_where_a_page_cannot(table: Pooled) -> None:
    table.seal(ALLIED)
    answer = table.page[GERMAN].send("decline", {})
    assert answer.status_code == 200 and answer.json()["stage"] == "server"
    assert table.german.look()["mine"] and table.german.look()["escrow"] == {
        "stage": "server",
        "roll": None,
        "waits": None,
        "todo": False,
    }
    rng = Random(2)
    assert len(list(table.play(rng, 90))) == 90  # the rolls among it come by themselves
    assert table.watch.ask("GET", "/receipts").json()["verified"]
    refused(table.page[GERMAN].send("decline", {}), "play has begun")
    refused(table.page[GERMAN].send("pledge", table.page[GERMAN].pledge), "are sealed")
    refused(table.open(ALLIED, 0), "no roll of this table is opened by the players' browsers")


def test_tables_the_pages_have_no_part_in(client: httpx.Client) -> None:
    plain = begin(client, dice={"kind": "committed"})
    assert plain.allied.look()["escrow"] is None
    refused(plain.allied.ask("GET", "/dice"), "the server makes the secrets")
    for seats, dice in (
        ({ALLIED: "human", GERMAN: "computer"}, POOLED["dice"]),
        (POOLED["seats"], {"kind": "seeded", "seed": 1, "secrets": "pages"}),
    ):
        body = {"game": "sword-beach", "seats": seats, "dice": dice}
        refused(client.post("/api/tables", json=body), "the players' browsers make")
    by_mail = {"game": "sword-beach", "seats": {ALLIED: "human", GERMAN: "mail"}, "dice": POOLED["dice"]}
    refused(client.post("/api/tables", json=by_mail), "would tell the rolls to come")


def test_those_who_look_on_have_no_part(table: Pooled) -> None:
    table.seal()
    refused(table.watch.ask("GET", "/dice"), "spectators have no part", 403)
    refused(table.watch.ask("POST", "/dice/decline"), "spectators have no part", 403)
    refused(
        table.watch.ask("POST", "/dice/pledge", json=table.page[ALLIED].pledge),
        "spectators have no part",
        403,
    )


# ---------------------------------------------------------------- rolls


def test_a_roll_waits_until_a_page_opens_it(table: Pooled) -> None:
    number = table.seal().deposit().to_the_dice()
    seen = table.allied.look()
    assert seen["escrow"]["waits"] == {"why": "open", "sides": [ALLIED, GERMAN]} and not seen["mine"]
    refused(table.allied.try_to("done"), "the roll waits for the browser of allied or german")
    answer = table.open(ALLIED, number, view=True)
    assert answer.status_code == 200 and answer.json()["table"]["seq"] == seen["seq"] + 1
    assert [event["by"] for event in answer.json()["events"]] == ["chance"]
    later = table.open(GERMAN, number)  # both pages try: the second changes nothing
    assert later.status_code == 200 and later.json()["events"] == []
    refused(table.open(GERMAN, number + 9), f"roll {number + 9} is not due", 409)
    assert table.watch.look()["seq"] == seen["seq"] + 1


def test_a_roll_that_is_taken_back_is_made_again_with_other_links(table: Pooled) -> None:
    """Both players agree; the record keeps the first roll, and the pages open the next link for the
    second.
    """
    number = table.seal().deposit().to_the_dice()
    first = table.open(ALLIED, number).json()["events"][0]["do"]
    mover = table.seat[[line["by"] for line in table.watch.look()["log"] if line["by"] != "chance"][-1]]
    other = next(player for side, player in table.seat.items() if side != "watch" and player is not mover)
    refused(mover.ask("POST", "/undo", json={"past": True}), "only if the other player agrees")
    refused(
        mover.ask("POST", "/undo", json={"past": True, "agreed": [table.watch.token]}),
        "only if the other player agrees",
    )
    done = mover.ask("POST", "/undo", json={"past": True, "agreed": [other.token]})
    assert done.status_code == 200 and first in done.json()["undone"]
    for do in done.json()["undone"][::-1]:
        if not do.startswith("roll"):
            mover.act(do)
    assert table.watch.look()["escrow"]["roll"] == number + 1
    assert table.open(GERMAN, number).json()["events"] == [], "the first roll is not opened again"
    assert table.open(GERMAN, number + 1).status_code == 200
    receipts = table.watch.ask("GET", "/receipts").json()
    assert receipts["verified"] and [roll["action"] is None for roll in receipts["rolls"]][
        number : number + 2
    ] == [True, False]
    assert receipts["rolls"][number]["links"] != receipts["rolls"][number + 1]["links"]
    words = [word["text"] for line in table.watch.look()["log"] for word in line["words"]]
    assert any("takes back" in text and "past a roll" in text for text in words)


def test_what_is_waited_for_is_said(table: Pooled) -> None:
    number = table.seal().deposit(ALLIED).to_the_dice()
    assert table.allied.look()["escrow"]["waits"] == {"why": "part", "sides": [GERMAN]}
    assert table.german.look()["escrow"]["todo"] and not table.allied.look()["escrow"]["todo"]
    refused(table.open(ALLIED, number), "the roll waits for german: no part of the dice")
    assert table.page[GERMAN].player.ask("GET", "/dice").json()["wanted"] == [0, 1]
    table.deposit(GERMAN)
    assert table.open(ALLIED, number).status_code == 200


def test_one_page_alone_opens_every_roll_to_the_end(table: Pooled) -> None:
    """As when the other player's browser is gone: the deposits and the page that is there open every roll."""
    rng = Random(3)
    table.seal().deposit()
    for _ in range(3000):
        seen = table.watch.look()
        if seen["over"]:
            break
        if seen["to_move"] == "chance":
            chapter = (seen["escrow"]["roll"] + 1) // CHAPTER
            table.deposit(chapters=(chapter,))
            answer = table.open(ALLIED, seen["escrow"]["roll"])
        else:
            mover = table.seat[seen["to_move"]]
            answer = mover.try_to(any_of(mover.look()["legal"], rng), seen["seq"])
        assert answer.status_code == 200, answer.text
    assert seen["over"]
    receipts = table.watch.ask("GET", "/receipts").json()
    assert receipts["verified"] and receipts["checkable"], receipts["problem"]
    assert receipts["opened"] == {side: page.hand.key for side, page in table.page.items()}
    assert all(roll["fits"] for roll in receipts["rolls"] if roll["links"])


def test_a_lying_page_is_refused_and_changes_nothing(table: Pooled) -> None:
    number = table.seal().deposit().to_the_dice()
    before, good = table.watch.look(), table.halves(number)
    rng = Random(4)
    for halves in (
        {**good, GERMAN: "00" * 16},
        {**good, ALLIED: good[GERMAN], GERMAN: good[ALLIED]},
        table.halves(number + 1),
        {ALLIED: good[ALLIED]},
        {**good, "french": good[ALLIED]},
        *({**good, ALLIED: "".join(rng.choices(HEX, k=32))} for _ in range(20)),
    ):
        answer = table.page[ALLIED].send("open", {"roll": number, "halves": halves})
        assert answer.status_code == 422 and "\n" not in answer.json()["error"], answer.text
    for body in (
        {"roll": -1, "halves": good},
        {"roll": number, "halves": {ALLIED: "zz" * 16}},
        {"roll": number, "halves": {}},
        {},
    ):
        assert table.page[ALLIED].send("open", body).status_code == 400
    huge = {"roll": number, "halves": {f"side{n}": "00" * 16 for n in range(900)}}
    assert table.page[ALLIED].send("open", huge).status_code == 400
    assert (
        table.page[ALLIED]
        .send("open", {"roll": number, "halves": good, "view": False, "x": "y" * 70_000})
        .status_code
        == 413
    )
    assert table.watch.look() == before
    assert table.open(ALLIED, number).status_code == 200


def test_deposits_are_kept_once_and_only_those_that_are_due(table: Pooled) -> None:
    page = table.seal().page[ALLIED]
    refused(page.send("deposit", page.chapter(2)), "chapter 0 of the dice is being played")
    refused(page.send("deposit", page.chapter(0) | {"tip": "ab" * 16}), "not the chain allied committed to")
    table.deposit(ALLIED).deposit(ALLIED)
    refused(page.send("deposit", page.chapter(1) | {"tip": "ab" * 16}), "the first one counts")
    other = table.page[GERMAN]
    refused(
        other.send("deposit", other.chapter(1) | {"tip": page.hand.tip(1)}),
        "every side makes a secret of its own",
    )
    for change in (
        {"shares": "ab"},
        {"shares": page.chapter(1)["shares"] + "ab"},
        {"envelope": "x" * 401},
        {"chapter": -1},
    ):
        assert page.send("deposit", page.chapter(1) | change).status_code == 400
    boxes = table.german.ask("GET", "/dice").json()["envelopes"]
    assert [(box["side"], box["chapter"], box["envelope"]) for box in boxes] == [
        (ALLIED, 0, "sealed"),
        (ALLIED, 1, "sealed"),
    ]


def test_a_part_that_does_not_fit_waits_for_its_owners_page(table: Pooled) -> None:
    """German hands over a wrong opener: the Allied page cannot open the roll, the German page can."""
    number = table.seal().deposit().to_the_dice()
    wrong = {**table.halves(number), GERMAN: mask("wrong", number + 1).hex()}
    refused(
        table.page[ALLIED].send("open", {"roll": number, "halves": wrong}),
        "given for german does not open the link",
    )
    assert table.open(GERMAN, number).status_code == 200


def test_neither_the_other_seat_nor_an_onlooker_is_sent_a_part(table: Pooled) -> None:
    number = table.seal().deposit().to_the_dice()
    table.open(ALLIED, number)
    table.allied.ask("GET", "/dice"), table.german.ask("GET", "/dice"), table.watch.ask("GET", "/record")
    for player in table.seat.values():
        heard = b"".join(player.heard).decode("utf-8", "replace")
        for page in table.page.values():
            chapter = page.chapter(0)
            assert (
                chapter["shares"][64:128] not in heard
                and page.hand.secret not in heard
                and page.hand.key not in heard
            )
