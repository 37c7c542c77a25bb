"""A table and the players at it, as the tests of the server use them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx

ALLIED, GERMAN, WATCH = "allied", "german", "watch"
START = {"game": "sword-beach", "dice": {"kind": "seeded", "seed": "7"}}


class Player:
    """One seat: everything it ever receives is kept in `heard`."""

    def __init__(self, client: httpx.Client, table: str, token: str) -> None:
        self.client, self.table, self.token = client, table, token
        self.heard: list[bytes] = []

    def ask(self, method: str, path: str = "", **how: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self.client.request(method, f"/api/tables/{self.table}{path}", headers=headers, **how)
        self.heard.append(answer.content)
        assert answer.status_code < 500, answer.text
        return answer

    def look(self) -> dict[str, Any]:
        answer = self.ask("GET")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def try_to(self, do: str, seq: int | None = None) -> httpx.Response:
        return self.ask("POST", "/act", json={"do": do, "seq": self.look()["seq"] if seq is None else seq})

    def act(self, *actions: str) -> dict[str, Any]:
        for do in actions:
            answer = self.try_to(do)
            assert answer.status_code == 200, (do, answer.text)
        return answer.json()

    def judge(self, do: str) -> dict[str, Any]:
        answer = self.ask("POST", "/judge", json={"do": do})
        assert answer.status_code == 200, answer.text
        return answer.json()


class Table:
    """A table with both seats and an onlooker."""

    def __init__(self, client: httpx.Client, made: dict[str, Any]) -> None:
        self.id = made["table"]
        tokens = {**made["seats"], WATCH: made["watch"]}
        self.seat = {name: Player(client, self.id, token) for name, token in tokens.items() if token}
        self.creator = Player(client, self.id, made.get("creator", ""))

    @property
    def allied(self) -> Player:
        return self.seat[ALLIED]

    @property
    def german(self) -> Player:
        return self.seat[GERMAN]

    @property
    def watch(self) -> Player:
        return self.seat[WATCH]

    def play(self, rng: Random, most: int) -> Iterator[str]:
        """Whoever is to move does something legal; yields what."""
        for _ in range(most):
            seen = self.waited()
            if seen["over"]:
                return
            mover = self.seat.get(seen["to_move"]) or self.allied
            do = any_of(mover.look()["legal"], rng)
            answer = mover.try_to(do, seen["seq"])
            assert answer.status_code == 200, (do, answer.text)
            yield do

    def waited(self, seconds: float = 600) -> dict[str, Any]:
        """The table once no computer player is to move any more. The seconds are those without any action at
        all.
        """
        end, at = time.monotonic() + seconds, -1
        while (seen := self.watch.look())["seats"].get(seen["to_move"], "").startswith("computer"):
            if seen["seq"] != at:
                end, at = time.monotonic() + seconds, seen["seq"]
            assert time.monotonic() < end, f"the computer player of {seen['to_move']} does not move"
            time.sleep(0.02)
        return seen


def begin(client: httpx.Client, **more: Any) -> Table:
    answer = client.post("/api/tables", json={**START, **more})
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def every(legal: dict[str, Any]) -> list[str]:
    """The legal actions in full, as the page writes them, but for a concession, which would end the game."""
    picked = [
        " ".join(word for word in (verb, unit, hex_) if word)
        for verb, units in legal["by_verb"].items()
        for unit, hexes in units.items()
        for hex_ in hexes
    ]
    return [*(action for action in legal["plain"] if action != "concede"), *picked]


def any_of(legal: dict[str, Any], rng: Random) -> str:
    return rng.choice(every(legal))
