"""Broken data files of a player's own: each is tried in a process of its own, as a game reads its files once.

`python -m tests.play.fuzz_data SEED COUNT` prints a line of JSON for each file that gave a traceback, and at
last how many were refused and how many were taken.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

GAMES = Path(__file__).parents[2] / "src" / "grognard" / "games"
VALUES = [
    "0",
    "-1",
    "99999999",
    "1.5",
    "nan",
    "inf",
    '""',
    '"x"',
    "[]",
    "[1]",
    "{}",
    "true",
    "1944-06-07",
    "9" * 5000,
]
QUESTIONS = {
    "sword-beach": ["units", "crt", "weather", "reinforcements", "terrain", "combat --attack 7 --defense 3"],
    "longest-day": ["roster", "crt", "capacity --hq 50:HQ", "hex 1010"],
    "beyond-the-rhine": [
        "weather",
        "terrain",
        "arrivals",
        "rebuild",
        "barrage --strength 20",
        "combat --attack 7 --defense 3",
    ],
    "purple-heart-draw": ["rg", "oba", "repair", "initiative", "unit", "card PHD-1"],
}


def spoil(rng: Random, text: str) -> str:
    """A file that is cut off, lacks a line, says one twice, or has another value or heading."""
    lines, how = text.splitlines(keepends=True), rng.randrange(5)
    at = rng.randrange(len(lines))
    key, sign, _ = lines[at].partition("=")
    if how == 0:
        return text[: rng.randrange(len(text))]
    if how == 1:
        lines[at] = ""
    elif how == 2:
        lines[at] = (
            lines[at].replace("[[", "[").replace("]]", "]") if lines[at].startswith("[") else 2 * lines[at]
        )
    else:
        lines[at] = f"{key}= {rng.choice(VALUES)}\n" if sign else rng.choice(["ÿ", "x", "[x]\n", "[[x]]\n"])
    return "".join(lines)


def commands(game: str) -> list[list[str]]:
    """What a player does first with a game."""
    asked = [["ask", game, *words.split()] for words in QUESTIONS[game]]
    begun = [
        ["new", game, "--seed", "1", "--out", "g.grog", "--force"],
        ["show", "g.grog"],
        ["legal", "g.grog", "--count"],
    ]
    return [*begun, ["hint", "g.grog", "--player", "random"], ["options", game], *asked]


def use(game: str, folder: str, sending: multiprocessing.connection.Connection) -> None:  # type: ignore[name-defined]
    """Plays and asks with the files of a folder; tells the refusal, the traceback, or nothing."""
    os.chdir(folder)
    os.environ["GROGNARD_DATA"] = folder
    from click.testing import CliRunner

    from grognard.play.cli import main

    for words in commands(game):
        result = CliRunner().invoke(main, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return sending.send(
                ("traceback", " ".join(words), "".join(traceback.format_exception(result.exception)))
            )
        if (
            result.exit_code == 2 and "no side is to move" not in result.stderr
        ):  # the dice are: with our own figures too
            return sending.send(("refused", " ".join(words), result.stderr))
    return sending.send(("taken", "", ""))


def outcome(game: str, name: str, text: str) -> tuple[str, str, str]:
    """What comes of a game whose file of that name says `text`: the kind, the command and the words."""
    with TemporaryDirectory() as folder:
        (Path(folder) / game).mkdir()
        (Path(folder) / game / name).write_text(text, "utf-8")
        receiving, sending = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(target=use, args=(game, folder, sending))
        process.start()
        sending.close()
        try:
            found: tuple[str, str, str] = receiving.recv()
        except EOFError:
            found = ("traceback", "", "the process died")
        process.join()
        return found


def main_() -> None:
    rng, counts = Random(int(sys.argv[1])), Counter[str]()
    for _ in range(int(sys.argv[2])):
        game = rng.choice(list(QUESTIONS))
        path = rng.choice(sorted((GAMES / game.replace("-", "_") / "data").glob("*.toml")))
        kind, words, said = outcome(game, path.name, spoil(rng, path.read_text("utf-8")))
        named = kind != "refused" or (path.name in said and len(said.splitlines()) == 1)
        counts[kind] += 1
        if kind == "traceback" or not named:
            print(json.dumps({"file": path.name, "command": words, "said": said}), flush=True)
    print(json.dumps(counts))


if __name__ == "__main__":
    main_()
