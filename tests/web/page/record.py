"""Records what the server says at some moments of a game, for tests of the page: `python -m tests.web.page.record`."""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from litestar.testing import TestClient

from grognard.web.app import create_app

FILE = Path(__file__).parent / "recorded.json.gz"
GAME = "sword-beach"
SET_UP = {
    "125/21": "0938", "192/21": "1038", "200/21": "1137", "22/21": "0940", "305/21": "1135", "2-AA": "0937",
    "716/716": "1542", "736/716": "1637", "857/346": "1343",
}  # fmt: skip
FIRES = ("none", "guns", "air", "air+guns", "guns+guns", "air+air")

Json = Any
Chooser = Callable[[Json, list[str]], str | None]


class Recorder:
    """One game in play, and everything worth keeping of it."""

    def __init__(self, client: TestClient[Any], seed: int) -> None:
        self.client, self.rng = client, Random(seed)
        body = {"game": GAME, "name": "Recorded", "seats": {"allied": "human", "german": "human"}, "dice": {"kind": "seeded", "seed": str(seed)}}
        self.made = self.ask("POST", "/api/tables", json=body)

    def ask(self, method: str, path: str, side: str | None = None, **how: Json) -> Json:
        headers = {"Authorization": f"Bearer {self.made['seats'][side]}"} if side else {}
        answer = self.client.request(method, path, headers=headers, **how)
        assert answer.status_code < 300, answer.text
        return answer.json()

    @property
    def path(self) -> str:
        return f"/api/tables/{self.made['table']}"

    def look(self) -> Json:
        """The table from the seat that is to move."""
        table = self.ask("GET", self.path, "allied")
        return table if table["to_move"] != "german" else self.ask("GET", self.path, "german")

    def act(self, table: Json, do: str) -> None:
        self.ask("POST", f"{self.path}/act", table["to_move"], json={"do": do, "seq": table["seq"]})

    def go_on(self, wanted: Callable[[Json], bool]) -> Json:
        for _ in range(400):
            table = self.look()
            if wanted(table):
                return table
            self.act(table, choose(table, self.rng))
        raise AssertionError("the game never came to the moment that was wanted")


def actions(table: Json) -> list[str]:
    by_verb = table["legal"]["by_verb"].items()
    with_hex = [" ".join(filter(None, (verb, who, hex_))) for verb, whos in by_verb for who, hexes in whos.items() for hex_ in hexes]
    return [*table["legal"]["plain"], *with_hex]


def choose(table: Json, rng: Random) -> str:
    """A landing as somebody might make it; the Allies go up to the enemy."""
    legal = actions(table)
    wishes = [f"record {unit} {hex_}" for unit, hex_ in SET_UP.items()]
    wishes += [*(f"beachhead {hex_}" for hex_ in ("1739", "1640", "1838")), "dropzone 1341"]
    if table["to_move"] == "german":
        wishes.append("done")
    if table["phase"] == "allied movement" and table["turn"]:
        wishes += [*up_to_the_enemy(table), "done"]
    return next((wish for wish in wishes if wish in legal), None) or rng.choice(legal)


def around(hex_: str) -> set[str]:
    row, column = int(hex_[:2]), int(hex_[2:])
    k = 1 - row % 2
    cells = ((row, column - 1), (row + 1, column - 1 + k), (row + 1, column + k), (row, column + 1), (row - 1, column + k), (row - 1, column - 1 + k))
    return {f"{r:02d}{c:02d}" for r, c in cells}


def up_to_the_enemy(table: Json) -> list[str]:
    enemy = {table["units"][unit]["hex"] for unit in SET_UP}
    found = []
    for unit, hexes in table["legal"]["by_verb"].get("move", {}).items():
        here = table["units"][unit]["hex"]
        if not here or not around(here) & enemy:
            found += [f"move {unit} {hex_}" for hex_ in hexes if around(hex_) & enemy]
    return found


def fight_for_two(table: Json) -> bool:
    """The Allied combat phase with a hex that two units can attack."""
    attacks = table["legal"]["by_verb"].get("attack", {})
    wide = [hex_ for hexes in attacks.values() for hex_ in hexes if sum(hex_ in other for other in attacks.values()) > 1]
    return bool(table["turn"] > 1 and table["to_move"] == "allied" and wide)


def record(client: TestClient[Any]) -> Json:
    game = Recorder(client, 4)
    kept: dict[str, Json] = {"/api/games": game.ask("GET", "/api/games")}
    for part in ("map", "units", "clauses"):
        kept[f"/api/games/{GAME}/{part}"] = game.ask("GET", f"/api/games/{GAME}/{part}")
    move = game.go_on(lambda t: t["turn"] == 2 and t["phase"] == "allied movement" and t["to_move"] == "allied")
    unit, hexes = next(iter(move["legal"]["by_verb"]["move"].items()))
    reach = {one: game.ask("GET", f"{game.path}/reach?{urlencode({'unit': one})}", "allied") for one in move["legal"]["by_verb"]["move"]}
    taken = next(row["hex"] for name, row in move["units"].items() if row["hex"] and name != unit and row["hex"] not in hexes)
    why = {"do": f"move {unit} {taken}", "hex": taken, "unit": unit}
    why["answer"] = game.ask("POST", f"{game.path}/judge", "allied", json={"do": why["do"]})
    goal = hexes[len(hexes) // 2]
    game.act(move, f"move {unit} {goal}")
    moved = game.look()
    combat = game.go_on(fight_for_two)
    attacks = combat["legal"]["by_verb"]["attack"]
    target = max((h for hs in attacks.values() for h in hs), key=lambda h: sum(h in hs for hs in attacks.values()))
    force = [one for one, hs in attacks.items() if target in hs]
    ask_odds = lambda who, fire: game.ask("GET", f"{game.path}/odds?{urlencode({'attackers': ','.join(who), 'hex': target, 'fire': fire})}", "allied")  # noqa: E731
    odds = {f"{','.join(who)} {fire}": ask_odds(who, fire) for who in (force, force[:1], force[1:]) for fire in FIRES}
    return {
        "static": kept, "move": move, "reach": reach, "why": why, "goal": goal, "moved": moved,
        "combat": combat, "target": target, "force": force, "odds": odds,
    }  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, TestClient(create_app(f"sqlite:///{folder}/t.sqlite", rate=1e6, burst=1e6)) as client:
        data = json.dumps(record(client), ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    FILE.write_bytes(gzip.compress(data, mtime=0))


if __name__ == "__main__":
    main()
