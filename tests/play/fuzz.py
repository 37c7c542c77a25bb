"""Absurd command lines, made from what the program says of itself: its commands, its topics, its words and
its files.

A case is a list of words for `grognard`; the same seed makes the same cases. Whatever the words, the program
must answer, or refuse in one line: a traceback is a failure. `python -m tests.play.fuzz SEED COUNT` looks for
failures and prints them.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import click

import grognard
from grognard import sheets
from grognard.core.ask import Asking, Parameter
from grognard.core.lines import digest
from grognard.core.notation import write_position
from grognard.core.random_games import RandomGame
from grognard.core.record import Match
from grognard.play.cli import main

from .shell import run

DOCS = Path(__file__).parents[2] / "docs"
TEXTS = [
    "",
    " ",
    "x",
    "0",
    "1",
    "-1",
    "2",
    "7",
    "99",
    "-99",
    "1000000",
    "99999999999999999999",
    "9" * 5000,
    "-" + "9" * 5000,
    "1.5",
    "1e309",
    "nan",
    "inf",
    "-inf",
    "²",
    "٣",
    "½",
    "\x00",
    "a\nb",
    "\t",
    "'",
    '"',
    "=",
    "a=b",
    "=b",
    "--",
    "-",
    "--x",
    "..",
    "../..",
    "/",
    "x" * 5000,
    "yes",
    "no",
    "none",
    "None",
    "True",
    ",",
    ",,1,",
    "+",
    ":",
    "@",
    "*",
    "é",
    "😀",
    "%s",
    "{0}",
    "{unit}",
    "[",
    "\udcff",
    "1944-06-07",
    "1944-13-99",
    "6 June",
    "0001-01-01",
    "9999-12-31",
    "3:1",
    "1-2",
    "both",
    "all",
    "any",
    "done",
    "roll",
    "roll 4",
    "roll -1",
    "roll 99999999999999999999",
]
JOINTS = ["+", "@", ":", ",", "/", "=", " ", "-", ".", "x"]
VALUES = [
    0,
    1,
    -1,
    7,
    10**6,
    -(10**6),
    10**30,
    1.5,
    float("inf"),
    float("-inf"),
    float("nan"),
    True,
    False,
    "",
    "x",
    "0101",
    "-1",
    [],
    [1],
    ["x"],
    [[]],
    [[1, 2]],
    {},
    {"a": 1},
    {"x": {"y": []}},
]
SLOW = {  # what would take hours if it were taken seriously, and what is tried instead
    ("study", "games"): ["-1", "0", "1", "x"],
    ("study", "kind"): ["serial", "x"],
    ("study", "address"): ["", "x"],
    ("tournament", "games"): ["-1", "0", "1", "x"],
    ("tournament", "names"): [
        "random,random",
        "random",
        "x",
        "",
        "random,,",
        "random:11,random",
        "random:1:x,random",
    ],
    ("tournament", "workers"): ["0", "1", "257", "x"],
    ("league", "games"): ["-1", "0", "x"],
    ("league", "candidate"): ["random", "x", "x:y", ":", ""],
    ("league", "only"): ["random", "x", "", ",,", "random,random"],
    ("league", "challengers"): ["x", "x:y", ":", "", "random", "random:11"],
    ("league", "workers"): ["0", "1", "257", "x"],
    ("forecast", "campaigns"): ["0", "1", "1000001", "x"],
    ("forecast", "workers"): ["0", "1", "x"],
    ("computer", "player"): ["random", "x", "x:y", ":", ""],
    ("review", "count"): ["0", "-1", "1001", "x"],
    ("hint", "player"): ["random", "x", "x:y", ":", ""],
    ("serve", "workers"): ["0", "2", "x"],  # more than one is refused: the database is a file
    ("serve", "database"): [
        "sqlite:///{folder}/fuzz.sqlite",
        "sqlite:///{folder}",
        "sqlite://",
        "x",
        "",
        "://",
        "postgresql://u:p@127.0.0.1:1/x",
    ],
    # none that could be listened at: it would be served
    ("serve", "host"): ["", "x y", "256.256.256.256", ":::", "x" * 5000],
}


# ---------------------------------------------------------------- files


@cache
def plays() -> dict[str, Match]:
    """Of every game the first part of a random one."""
    found = {}
    for name in grognard.GAMES:
        play = RandomGame(grognard.load(name), 5)
        for _, _ in zip(play.steps(), range(60), strict=False):
            pass
        found[name] = play.match
    return found


LEDGER = """day = "24 June"
[orders."1944-06-07 replacement"]
8-BDE = "50:HQ"
[orders.1944-06-20]
43 = "XII"
ART-6 = { to = "3:HQ", for = "3:7-Fd" }
[arrived]
"HQ-XII" = "1944-06-25"
"""


def shown_positions() -> dict[str, bytes]:
    """The positions the documentation shows, whole or nearly so."""
    found = {}
    for page in sorted(DOCS.rglob("*.md")):
        for text in re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            if name := re.search(r'^game = "([\w-]+)"', text, re.MULTILINE):
                found[f"{name[1]}-{len(found)}.toml"] = text.encode()
    return found


@cache
def originals() -> dict[str, bytes]:
    """A record and a position of every game, a ledger and a map, as they should be."""
    found = {"ledger.toml": LEDGER.encode()} | shown_positions()
    for name, match in plays().items():
        found[f"{name}.grog"] = b"".join(json.dumps(line).encode() + b"\n" for line in match.lines)
        found[f"{name}.toml"] = write_position(match.state).encode()
    data = Path(grognard.__file__).parent / "games" / "beyond_the_rhine" / "data"
    return found | {"map.toml": (data / "map_aachen.toml").read_bytes()}


def spoil(rng: Random, data: bytes) -> bytes:
    """A file with something wrong in it: bytes, lines or values."""
    how = rng.randrange(6)
    if how == 0:
        at = rng.randrange(len(data) + 1)
        return (
            data[:at]
            + rng.choice([b"\xff", b"\x00", b"[", b'"', b"=", b"\n", b""])
            + data[at + rng.randrange(3) :]
        )
    lines = data.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    if how == 1:
        return b"".join(lines[:at] + rng.choice([[], [lines[at]] * 2, [rng.choice(lines)]]) + lines[at + 1 :])
    if how == 2:
        return data[: rng.randrange(len(data))]
    return b"".join([*lines[:at], _spoil_value(rng, lines[at]), *lines[at + 1 :]])


def _spoil_value(rng: Random, line: bytes) -> bytes:
    """A line whose value, or one word of it, is another."""
    try:
        plain, text = json.loads(line), ""
    except ValueError:
        plain, text = None, line.decode("utf-8", "replace")
    if isinstance(plain, dict):
        plain[rng.choice([*plain, "x"])] = rng.choice(VALUES)
        if "grognard" in plain and rng.random() < 0.8:
            plain["now"] = digest("", plain)  # a head that is right as far as its digest goes
        return json.dumps(plain).encode() + b"\n"
    key, sign, value = text.partition(" = ")
    if sign and rng.random() < 0.5:
        return f"{key} = {_toml(rng.choice([*VALUES, 'DATE']))}\n".encode()
    words = [word for word in re.findall(r"[\w.-]+", value or text) if word]
    if not words:
        return line
    return text.replace(rng.choice(words), rng.choice([*TEXTS[:20], "9999", "0101"]), 1).encode(
        "utf-8", "replace"
    )


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return "1944-06-07" if value == "DATE" else json.dumps(value) if isinstance(value, str) else str(value)


# ---------------------------------------------------------------- words


class Fuzz:
    """A stream of absurd command lines; it learns the words that refusals name, as a player would."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng, self.folder, self.count = Random(seed), folder, 0
        self.learned: dict[str, list[str]] = {name: [] for name in grognard.GAMES}
        self.last: list[str] = []  # the words of the last file
        self.accepted: dict[
            tuple[str, str], list[str]
        ] = {}  # values of a parameter that were answered, by game and name
        for words in examples():
            self._accept(words)

    def case(self) -> list[str]:
        """The next command line."""
        name = self.rng.choice([*main.commands, "ask", "ask", "ask", "ask", "judge", "act", "show", "legal"])
        game = self.rng.choice(list(grognard.GAMES))
        words = [name]
        for parameter in main.commands[name].params:
            words += self._given(name, game, parameter)
        if name == "serve" and "--host" not in words:
            words.append("--check")  # a server that starts would not stop
        if name in ("league", "study", "tournament") and "--games" not in words:
            words += ["--games", "0"]  # hundreds of games are the default
        if name == "review" and "--count" not in words:
            words += ["--count", "0"]  # hundreds of play-outs are the default
        return words

    def asked(self, game: str, topic: Asking) -> list[str]:
        """A question about one topic."""
        words = ["ask", game, topic.name, *self._parameters(game, topic)]
        return [*words, "--json"] if self.rng.random() < 0.3 else words

    def _given(self, command: str, game: str, parameter: click.Parameter) -> list[str]:
        rng = self.rng
        if isinstance(parameter, click.Argument):
            return self._argument(command, game, parameter)
        if not parameter.required and rng.random() < 0.7:
            return []
        if getattr(parameter, "is_flag", False):
            return [parameter.opts[0]]
        return [parameter.opts[0], self._value(command, game, parameter)]

    def _argument(self, command: str, game: str, parameter: click.Parameter) -> list[str]:
        rng, name = self.rng, str(parameter.name)
        if rng.random() < 0.02:
            return []
        if name == "game":
            return [game if rng.random() < 0.97 else rng.choice(TEXTS)]
        if name == "file":
            own = [name for name in originals() if name.startswith(game)]
            return [self.file(rng.choice(own) if rng.random() < 0.9 else None)]
        if name in ("action", "actions"):
            return [self.action(game) for _ in range(rng.randint(1, 3) if name == "actions" else 1)]
        if name == "words":
            return self._topic(command, game)
        return [self.word(game) for _ in range(rng.randint(0, 2))]

    def _topic(self, command: str, game: str) -> list[str]:
        there: dict[str, Asking] = (
            sheets.sheets(grognard.load(game)) if command == "print" else grognard.load(game).questions()  # type: ignore[assignment]
        )
        if not there or self.rng.random() < 0.05:
            return [self.word(game)]
        topic = self.rng.choice(list(there.values()))
        return [topic.name, *self._parameters(game, topic)]

    def _parameters(self, game: str, topic: Asking) -> Iterator[str]:
        for parameter in topic.parameters:
            if parameter.required or self.rng.random() < 0.4:
                yield f"--{parameter.name}"
                yield self.parameter(game, parameter)

    def parameter(self, game: str, parameter: Parameter) -> str:
        rng = self.rng
        if parameter.name == "out":
            return self._new_file(".toml")
        if parameter.file:
            own = [name for name in originals() if name.startswith(game)]
            likely = {"ledger": "ledger.toml", "map": "map.toml"}.get(parameter.name) or rng.choice(own)
            return self.file(likely if rng.random() < 0.9 else None)
        if rng.random() < 0.15:
            return rng.choice(TEXTS)
        good = [
            *self.accepted.get((game, f"--{parameter.name}"), ()),
            *re.findall(r"[\w:/+@.-]*[@.:0-9][\w:/+@-]*", parameter.help),
        ]
        if good and rng.random() < 0.7:
            return self._vary(game, rng.choice(good)) if rng.random() < 0.5 else rng.choice(good)
        if parameter.kind is int:
            return str(rng.choice([rng.randint(-3, 20), rng.randint(-(10**6), 10**6), 10**17]))
        if parameter.kind is list:
            return ",".join(self.word(game, parameter.help) for _ in range(rng.randint(1, 3)))
        return self.word(game, parameter.help)

    def _value(self, command: str, game: str, parameter: click.Parameter) -> str:
        rng, name = self.rng, str(parameter.name)
        if (command, name) in SLOW:
            return rng.choice(SLOW[command, name]).format(folder=self.folder)
        if name in ("side", "german", "allied"):
            return rng.choice([*grognard.load(game).position.sides, "both", "x"])
        if isinstance(parameter.type, click.Choice) and rng.random() < 0.9:
            return str(rng.choice(list(parameter.type.choices)))
        if isinstance(parameter.type, click.Path):
            return (
                self.file()
                if name in ("record", "against", "data")
                else self._new_file(rng.choice([".svg", ".pdf", ".html", ".x"]))
            )
        if name == "player":
            return "random"
        return rng.choice([rng.choice(TEXTS), self.word(game), f"{self.word(game)}={self.word(game)}"])

    def word(self, game: str, help_: str = "") -> str:
        """A word of the game, of a help text or of a refusal, sometimes two of them put together, sometimes
        none at all.
        """
        rng = self.rng
        kinds = [
            known_words(game),
            known_words(game),
            self.learned[game],
            re.findall(r"[\w:/+-]+", help_),
            TEXTS,
        ]
        word = rng.choice(rng.choice([kind for kind in kinds if kind]))
        return f"{word}{rng.choice(JOINTS)}{self.word(game)}"[:6000] if rng.random() < 0.15 else word

    def _vary(self, game: str, value: str) -> str:
        """A value with another word, or another number, in one place of it."""
        parts = re.split(r"([+@:,=]|(?<=\d)\.(?=\d))", value)
        at = self.rng.randrange(0, len(parts), 2)
        number = re.fullmatch(r"\d+", parts[at]) and self.rng.random() < 0.7
        parts[at] = str(self.rng.choice([0, -1, 1, 99, 10**9])) if number else self.word(game)
        return "".join(parts)

    def action(self, game: str) -> str:
        """A legal action, one with another word in it, or one put together from a verb and words."""
        rng, state = self.rng, plays()[game].state
        if rng.random() < 0.3 and state.to_move is not None:
            words = str(rng.choice(list(state.legal_actions())[:200])).split()
        else:
            verb, made = rng.choice(list(state.game.vocabulary.verbs.items()))
            words = [verb, *(self._nearby() or self.word(game) for _ in made.__struct_fields__)]
        if rng.random() < 0.4:
            words[rng.randrange(len(words))] = self.word(game)
        return " ".join(words)

    def _nearby(self) -> str | None:
        """A word of the last file: actions on what stands in it come further."""
        return self.rng.choice(self.last) if self.last and self.rng.random() < 0.6 else None

    # -- files

    def file(self, name: str | None = None) -> str:
        """The path of a file: as it should be, spoiled, or none."""
        rng = self.rng
        if rng.random() < 0.03:
            return rng.choice(
                [str(self.folder), str(self.folder / "none"), "", "\x00", "x" * 5000, "/dev/null"]
            )
        name = name or rng.choice(list(originals()))
        data = originals()[name]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            data = spoil(rng, data) if data else data
        path = Path(self._new_file("-" + name))
        path.write_bytes(data)
        self.last = re.findall(r"[\w:/+-]{2,}", data[-4000:].decode("utf-8", "replace"))
        return str(path)

    def _new_file(self, suffix: str) -> str:
        self.count += 1
        return str(self.folder / f"{self.count % 50}{suffix}")

    def learn(self, words: list[str], said: str, good: bool) -> None:
        """Takes up what was answered, and the words a refusal offers: "there is a, b", "one of c, d"."""
        if good:
            return self._accept(words)
        game = next((word for word in words if word in grognard.GAMES), "sword-beach")
        for offer in re.findall(r"(?:there is|one of|such as|write|try) ([^;()\[\]]{1,400})", said):
            for word in re.split(r"[,\s]+", offer):
                if word and word not in self.learned[game]:
                    self.learned[game].append(word)
        return None

    def _accept(self, words: list[str]) -> None:
        game = words[1] if len(words) > 1 and words[1] in grognard.GAMES else ""
        for name, value in zip(words, words[1:], strict=False):
            if name.startswith("--") and not value.startswith("--") and not Path(value).suffix:
                known = self.accepted.setdefault((game, name), [])
                if value not in known:
                    known.append(value)


@cache
def examples() -> list[list[str]]:
    """The command lines the documentation shows."""
    shown = [
        line
        for page in sorted(DOCS.rglob("*.md"))
        for line in page.read_text("utf-8").splitlines()
        if line.startswith("grognard ")
    ]
    return [shlex.split(line, comments=True)[1:] for line in shown if not set(line) & set("'\\")]


@cache
def known_words(game: str) -> list[str]:
    """What a game has names for."""
    rules = grognard.load(game)
    position = rules.position
    units = sorted(set(rules.vocabulary.same.values()))
    options = [word for one in rules.readings for word in (one.name, *one.values)]
    hexes = sorted(position.grid.number)[::7] if hasattr(position, "grid") else []
    return [
        *units,
        *hexes,
        *options,
        *position.sides,
        *rules.scenarios,
        *rules.vocabulary.verbs,
        *list(rules.rulebook)[::9],
    ]


# ---------------------------------------------------------------- trying

TYPED = "next\n? \nwhy done\nundo\nx\nroll 3\ndone\nquit\n"  # at the table in the terminal


def try_case(words: list[str]) -> tuple[str | None, str, bool]:
    """What is wrong with the answer to a command line, or `None`; the answer; whether it was one and no
    refusal.
    """
    result = run(*words, text=TYPED)
    error = result.exception
    good = result.exit_code in (0, 1) and (error is None or isinstance(error, SystemExit))
    if error is not None and not isinstance(error, SystemExit):
        return "".join(traceback.format_exception(error)), result.output, good
    if result.exit_code == 2 and (
        len(lines := result.stderr.splitlines()) != 1 or not lines[0].startswith("grognard: ")
    ):
        return f"a refusal is one line, not {result.stderr!r}", result.output, good
    if result.exit_code not in (0, 1, 2):
        return f"exit status {result.exit_code}: {result.output}", result.output, good
    return None, result.output, good


def cases(fuzz: Fuzz, count: int) -> Iterator[list[str]]:
    """Every command and topic in its turn, as often as asked."""
    topics = [(game, topic) for game in grognard.GAMES for topic in grognard.load(game).questions().values()]
    for number in range(count):
        yield fuzz.case() if number % 2 else fuzz.asked(*topics[number // 2 % len(topics)])


def failures(seed: int, count: int, folder: Path) -> Iterator[tuple[list[str], str]]:
    """The command lines of a seed that fail, and how."""
    fuzz = Fuzz(seed, folder)
    for words in cases(fuzz, count):
        wrong, said, good = try_case(words)
        if wrong:
            yield words, wrong
        fuzz.learn(words, said, good)


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        os.chdir(place)
        os.environ |= {"XDG_DATA_HOME": place, "HOME": place}
        seen = set()
        for words_, wrong_ in failures(int(sys.argv[1]), int(sys.argv[2]), Path(place)):
            if (last := "\n".join(wrong_.strip().splitlines()[-4:])) not in seen:
                seen.add(last)
                print(
                    [word[:60] for word in words_],
                    "\n" + "\n".join(wrong_.strip().splitlines()[-7:]),
                    "\n",
                    flush=True,
                )
