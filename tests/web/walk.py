"""Absurd requests to every route, as every kind of seat, made from what the server says of itself.

A request is answered or refused; a status of 500 or more is a failure. `python -m tests.web.walk SEED COUNT`
looks for failures in all games and prints them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import httpx
from litestar.testing import TestClient

import grognard
import grognard.web
from grognard import sheets
from grognard.web.app import create_app
from tests.play.fuzz import TEXTS, VALUES, known_words, originals

from .seats import begin, every

NEVER = ("stream", "revoke")  # one does not end, the other takes the seats away
OFTEN = (
    "game",
    "do",
    "seq",
    "given",
    "tokens",
    "text",
    "record",
    "url",
    "roll",
    "halves",
)  # without which a body says nothing
SCENES = (0, 12, 60)  # actions that were played before
TEXT = [text for text in TEXTS if len(text) < 300 and "\udcff" not in text]
WEB = Path(grognard.web.__file__).parent


@cache
def read_names(game: str) -> list[str]:
    """The parameters that the pages of a game's desk look for."""
    sources = "".join(file.read_text("utf-8") for file in (WEB / game.replace("-", "_")).glob("*.py"))
    return sorted(set(re.findall(r'asked(?:\.get\(|\[)"(\w+)"', sources)) | {"unit", "hex", "as", "at"})


class Walk:
    """One game at one server: its routes, its words, and a table with somebody in every seat."""

    def __init__(self, client: httpx.Client, game: str, seed: int, actions: int) -> None:
        self.client, self.game, self.rng = client, game, Random(seed)
        self.document = client.get("/schema/openapi.json").json()
        self.routes = [
            (path, method, operation)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
            if not path.endswith(NEVER)
        ]
        self.table = begin(client, game=game)
        for _ in self.table.play(self.rng, actions):
            pass
        other = begin(client, game=game)
        tokens = [seat.token for seat in self.table.seat.values()]
        self.tokens = [
            *6 * tokens,
            self.table.creator.token,
            other.creator.token,
            *(s.token for s in other.seat.values()),
            "x",
            "",
        ]
        self.legal = [do for seat in self.table.seat.values() for do in every(seat.look()["legal"])] or [
            "done"
        ]

    def ask(self) -> tuple[str, httpx.Response]:
        """One request, in words, and its answer."""
        path, method, operation = self.rng.choice(self.routes)
        names = {one["name"]: one for one in operation.get("parameters", ())}
        url = re.sub(r"\{(\w+)\}", lambda found: quote(self.part(path, found[1]), safe=""), path)
        query = {
            name: self.value(name, one)
            for name, one in names.items()
            if one["in"] == "query" and self.rng.random() < 0.8
        }
        if re.search(r"/(desk|ask|sheets|plan)", path):
            query |= {name: self.word(name) for name in self.rng.sample(read_names(self.game), 2)}
            query |= {name: self.word(name) for name in self.topic_names(path) if self.rng.random() < 0.5}
        how: dict[str, Any] = {
            "params": query,
            "headers": {"Authorization": f"Bearer {self.rng.choice(self.tokens)}"},
        }
        if "requestBody" in operation:
            how |= self.body(operation["requestBody"])
        answer = self.client.request(method, url, **how)
        return f"{method} {url} {query} {str(how.get('json', how.get('content', '')))[:400]}", answer

    def topic_names(self, path: str) -> list[str]:
        rules = grognard.load(self.game)
        topics: Any = (
            sheets.sheets(rules) if "/sheets" in path else rules.questions() if "/ask" in path else {}
        )
        return [
            p.name
            for topic in self.rng.sample(list(topics.values()), min(2, len(topics)))
            for p in topic.parameters
        ]

    def part(self, path: str, name: str) -> str:
        """A part of an address."""
        rng = self.rng
        if rng.random() < 0.1:
            return rng.choice(TEXT)
        if name == "table":
            return self.table.id
        if name == "game":
            return self.game
        rules = grognard.load(self.game)
        known = {"topic": [*rules.questions(), *self.pages(path)], "sheet": list(sheets.sheets(rules))}
        return rng.choice(known.get(name) or ["x"])

    def pages(self, path: str) -> list[str]:
        """The pages of the desk, as the refusal of one that does not exist names them."""
        where = "/api/paper" if "/paper" in path else f"/api/tables/{self.table.id}/desk"
        headers = {"Authorization": f"Bearer {self.tokens[0]}"}
        if where == "/api/paper":
            said = self.client.post(f"{where}/{self.game}/zzz", json={"given": {}}).json()["error"]
        else:
            said = self.client.get(f"{where}/zzz", headers=headers).json()["error"]
        return re.findall(r"[a-z_]+", said.rpartition(" is ")[2] + " " + said.rpartition(" are ")[2])

    def value(self, name: str, described: dict[str, Any]) -> str:
        """A value of a parameter, of its kind more often than not."""
        rng = self.rng
        if rng.random() < 0.15:
            return rng.choice(TEXT)
        if name == "to":
            return rng.choice([*grognard.load(self.game).position.sides, "x"])
        if '"boolean"' in (kind := json.dumps(described)):
            return rng.choice(["true", "false"])
        return str(rng.choice([0, 1, rng.randint(-2, 80), 10**9])) if '"integer"' in kind else self.word(name)

    def word(self, name: str = "") -> str:
        rng = self.rng
        words = known_words(self.game)
        one = rng.choice(
            [
                rng.choice(TEXT),
                rng.choice(words),
                rng.choice(words),
                str(rng.randint(-3, 90)),
                rng.choice(self.legal),
            ]
        )
        if name == "seconds":
            return rng.choice(["0.05", "x", "-1", "nan"])
        if name == "player":
            return rng.choice(["random", "plain", "x", "Ü"])
        return ",".join([one, rng.choice(words)]) if rng.random() < 0.2 else one

    def body(self, described: dict[str, Any]) -> dict[str, Any]:
        """A body with the fields it should have, and something wrong with one or two of them."""
        rng = self.rng
        kind, content = next(iter(described["content"].items()))
        schema = content.get("schema", {})
        schema = self.document["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], schema)
        if "properties" not in schema:
            return {
                "content": rng.choice(list(originals().values()))[: rng.choice([0, 100, 10**7])],
                "headers": self._typed(kind),
            }
        wrong = rng.choice([*schema["properties"], ""]) if rng.random() < 0.6 else ""
        made = {
            name: self.field(name, name == wrong)
            for name in schema["properties"]
            if name in OFTEN or rng.random() < 0.5
        }
        if rng.random() < 0.05:
            made[self.word()] = self.word()
        return {"json": made}

    def _typed(self, kind: str) -> dict[str, str]:
        return {"content-type": kind, "Authorization": f"Bearer {self.rng.choice(self.tokens)}"}

    def field(self, name: str, wrong: bool) -> Any:
        rng, rules = self.rng, grognard.load(self.game)
        likely: dict[str, Any] = {
            "seq": self.table.watch.look()["seq"] if name == "seq" else 0,
            "do": rng.choice([rng.choice(self.legal), self.word()]),
            "game": self.game,
            "given": {n: self.word() for n in rng.sample(read_names(self.game), 2)},
            "tokens": self.tokens,
            "text": self.word(),
            "at": rng.randint(0, 60),
            "seats": {rng.choice(rules.position.sides): rng.choice(["human", "link", "mail"])},
            "scenario": rng.choice(list(rules.scenarios)),
            "dice": {"kind": rng.choice(["seeded", "typed", "committed"])},
            "options": {},
            "enforcement": rng.choice(["referee", "adviser", "free"]),
            "record": (
                rng.choice([text for file, text in originals().items() if file.endswith(".grog")]).decode()
            ),
            "name": self.word()[:80],
            "halves": {},
            "view": True,
            "url": "http://127.0.0.1:1/",
            "roll": rng.randint(0, 9),
            "secrets": None,
        }
        if name in likely and not wrong:
            return likely[name]
        return rng.choice(
            [
                self.word(),
                *(value for value in VALUES if value == value and value not in (float("inf"), float("-inf"))),
            ]
        )


def failures(client: httpx.Client, game: str, seed: int, count: int) -> Iterator[str]:
    """The requests of a seed that fail, and how."""
    for scene, actions in enumerate(SCENES):
        walk = Walk(client, game, seed + scene, actions)
        for _ in range(count // len(SCENES)):
            asked, answer = walk.ask()
            if answer.status_code >= 500:
                yield f"{asked}\n  {answer.status_code} {answer.text[:300]}"


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        TestClient(create_app(f"sqlite:///{folder}/a.sqlite", rate=0)) as client,
    ):
        for game in grognard.GAMES:
            for said in failures(client, game, int(sys.argv[1]), int(sys.argv[2])):
                print(game, said, flush=True)
            print(json.dumps({"game": game, "requests": int(sys.argv[2])}), flush=True)


if __name__ == "__main__":
    main()
