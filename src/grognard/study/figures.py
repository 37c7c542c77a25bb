"""`grognard study GAME --figures`: one reconstructed figure changed at a time, every value played on the same
dice as the figures as they stand. Knows no game.

Data are read when a game is loaded, so every value is a study in a process of its own, with a folder of data
files as a player would keep one. Each is resumed like any other study.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import escape
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

import grognard
from grognard.core.data import override
from grognard.core.game import Game
from grognard.core.html_page import page, table
from grognard.core.plain import PlainView
from grognard.core.ruling import GrognardError

from . import charts
from .numbers import Interval, Spread
from .plan import Plan, data_digest
from .playing import Row
from .report import STYLE
from .results import REPORT, SUMMARY, StudyResults
from .tally import report_of

FILE = "figures.toml"
BASE = "as-it-stands"
WINS = "wins"


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A figure of a data file: the text that holds it, and others that may take its place."""

    name: str
    file: str
    find: str
    values: dict[str, str]
    after: str = ""

    def changed(self, text: str, value: str) -> str:
        """A file with another value of it: everywhere, or once behind `after`."""
        start = text.find(self.after)
        if start < 0 or self.find not in text[start:] or self.values[value] == self.find:
            raise GrognardError(f"{self.name}: {self.file} does not hold {self.find!r} to change")
        often = 1 if self.after else -1
        return text[:start] + text[start:].replace(self.find, self.values[value], often)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    figure: list[Figure]


class Change(msgspec.Struct, frozen=True):
    """One value of one figure, and what it changes: wins of the first side, and measures of the game."""

    figure: str
    value: str
    games: int
    by: dict[str, Interval]


def figures_of(game: Game) -> list[Figure]:
    """The figures a game says can be changed."""
    file = resources.files(game.package).joinpath(FILE)
    if not file.is_file():
        raise GrognardError(f"{game.name} names no figures to change")
    return msgspec.toml.decode(file.read_bytes(), type=_File).figure


def run(plan: Plan, folder: Path, workers: int | None, tell: Callable[[str], None]) -> list[Change]:
    """Plays the figures as they stand, then each other value, and writes the report."""
    if plan.vary:
        raise GrognardError("vary options or figures, not both in one study")
    if plan.strength or plan.clock:
        raise GrognardError("figures are compared at full strength and without a clock")
    game = grognard.load(plan.game)
    tell(BASE)
    base = _play(plan, folder / BASE, None, workers)
    changes = []
    for figure, value in [(one, value) for one in figures_of(game) for value in one.values]:
        with TemporaryDirectory() as data:
            _write_data(game, figure, value, Path(data))
            tell(f"{figure.name}: {value}")
            rows = _play(plan, folder / _slug(f"{figure.name} {value}"), data, workers)
        changes.append(Change(figure.name, value, len(rows), compare(plan, base, rows)))
    (folder / REPORT).write_text(report(plan, changes), "utf-8")
    (folder / SUMMARY).write_bytes(msgspec.json.format(msgspec.json.encode(changes), indent=2) + b"\n")
    return changes


def _slug(words: str) -> str:
    return re.sub(r"[^a-z0-9.+]+", "-", words.lower()).strip("-")


def _write_data(game: Game, figure: Figure, value: str, folder: Path) -> None:
    """The player's own data files, if there are any, and the changed one among them."""
    ours = resources.files(game.package).joinpath("data", figure.file)
    text = (override(game.name, figure.file) or ours).read_text("utf-8")
    if (own := os.environ.get("GROGNARD_DATA")) and (Path(own) / game.name).is_dir():
        shutil.copytree(Path(own) / game.name, folder / game.name)
    (folder / game.name).mkdir(exist_ok=True)
    (folder / game.name / figure.file).write_text(figure.changed(text, value), "utf-8")


def _play(plan: Plan, folder: Path, data: str | None, workers: int | None) -> list[Row]:
    """The rows of a study of its own process."""
    words = [plan.game, "--games", plan.games, "--seed", plan.seed, "--scenario", plan.scenario]
    for side, name in plan.players.items():
        words += ["--player", f"{side}={name}"]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={value}"]
    words += ["--data", data] if data else []
    words += ["--workers", workers] if workers else []
    command = [sys.executable, "-m", "grognard", "study", "--out", str(folder), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise GrognardError(f"{folder.name}: {done.stderr.strip().splitlines()[-1]}")
    return list(StudyResults.read(folder))


def compare(plan: Plan, base: list[Row], other: list[Row]) -> dict[str, Interval]:
    """What another value changes, game by game on the same dice."""
    first, game_report = grognard.load(plan.game).position.sides[0], report_of(plan.game)
    driven = getattr(game_report, "DRIVEN", tuple(game_report.MEASURES))
    pairs = list(zip(base, other, strict=True))
    wins = Spread(float(b["winner"] == first) - float(a["winner"] == first) for a, b in pairs)
    result = {WINS: wins.interval()}
    for name in driven:
        both = [(a[name], b[name]) for a, b in pairs if a.get(name) is not None and b.get(name) is not None]
        if both:
            result[name] = Spread(float(b - a) for a, b in both).interval()
    return result


def report(plan: Plan, changes: list[Change]) -> str:
    """The page: for wins and every measure, what each value does to it."""
    game = grognard.load(plan.game)
    title = f"{game.title}: each reconstructed figure changed alone"
    return page(title, STYLE, _parts(plan, changes, title))


def _parts(plan: Plan, changes: list[Change], title: str) -> Iterator[str]:
    first, game_report = grognard.load(plan.game).position.sides[0], report_of(plan.game)
    yield f"<h1>{escape(title)}</h1>"
    yield (
        f"<p>{plan.games:,} games for each value, on the same dice as the figures as they stand (rules"
        f" {escape(plan.rules)}, data {data_digest(grognard.load(plan.game))}, seed {escape(plan.seed)})."
        " An interval that holds nought tells nothing.</p>"
    )
    for name in dict.fromkeys(name for change in changes for name in change.by):
        words = f"share of games the {first} side wins" if name == WINS else game_report.MEASURES[name]
        rows = {f"{c.figure}: {c.value}": c.by[name] for c in changes if name in c.by}
        span = max(0.02, *(abs(end) for one in rows.values() for end in (one.low, one.high)))
        yield f"<h2>{escape(words)}</h2>"
        yield charts.intervals(rows, f"change: {words}", -span, span, form=".1%" if name == WINS else ".2f")
        form = "+.1%" if name == WINS else "+.2f"
        yield table(
            ["figure and value", "changes it by"], [[key, one.words(form)] for key, one in rows.items()]
        )


def plain(changes: list[Change]) -> PlainView:
    result: PlainView = {
        f"{one.figure}: {one.value}": {name: by.plain() for name, by in one.by.items()} for one in changes
    }
    return result
