"""The commands in the documentation: every one exists, and every question can be asked as it is written."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.core.notation import read_position
from grognard.play.cli import main

from .shell import good, run

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "games").glob("*.md")),
]
OTHERS = ("mine.toml", ".grog", "rhine.toml", "hill.toml")  # files of the reader's own


def commands(page: Path) -> Iterator[list[str]]:
    """The command lines of a page, without what is said of them."""
    for block in re.findall(r"```\w*\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        for line in block.splitlines():
            if found := re.match(r"(?:\$ )?grognard (.+?)\\?$", line):
                yield shlex.split(found[1], comments=True)


def questions() -> Iterator[list[str]]:
    for page in PAGES:
        for words in commands(page):
            if words[0] in ("ask", "judge") and not any(other in word for word in words for other in OTHERS):
                yield words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_in_the_documentation_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    named = {words[0] for words in commands(page)} | set(re.findall(r"(?<!\( )`grognard\s+([a-z]+)", text))
    assert named <= set(main.commands), page.name  # type: ignore[attr-defined]


@pytest.mark.parametrize("words", list(questions()), ids=" ".join)
def test_the_questions_in_the_documentation_are_answered(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text(
        example(next((name for name in grognard.GAMES if name in words), "longest-day")), "utf-8"
    )
    assert good(*words)


def example(game: str) -> str:
    """The position in the documentation of a game."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    return page.partition("\n## Positions\n")[2].partition("```toml\n")[2].partition("```")[0]


def subjects(game: str) -> dict[str, str]:
    """Words that a question about the documented position may name: its first unit on the map, and the unit's
    hex.
    """
    state = read_position(grognard.load(game), example(game))
    named = [
        (unit, state.grid.name[hex_])
        for unit, hex_ in zip(state.columns["at"].names, state.at)
        if type(hex_) is int and hex_ >= 0
    ]
    unit, hex_ = named[0] if named else (state.columns["at"].names[0], next(iter(state.grid.number), "14.08"))
    return {"unit": unit, "units": unit, "attackers": unit, "guns": unit, "hex": hex_}


@pytest.mark.parametrize("game", grognard.GAMES)
def test_an_answer_from_a_position_names_its_moment_or_says_what_it_lacks(game: str, tmp_path: Path) -> None:
    """Whatever is asked of the documented position: no answer passes over the file in silence."""
    file = tmp_path / "p.toml"
    file.write_text(example(game), "utf-8")
    answered = 0
    for topic in grognard.load(game).questions().values():
        names = {parameter.name for parameter in topic.parameters}
        if "position" not in names:
            continue
        for given in ({}, {name: word for name, word in subjects(game).items() if name in names}):
            words = [word for name, value in given.items() for word in (f"--{name}", value)]
            result = run("ask", game, topic.name, "--position", file, *words)
            assert result.exit_code in (0, 2), (topic.name, words, result.output)
            answered += result.exit_code == 0
            assert result.exit_code or result.stdout.startswith("at "), (topic.name, words)
    assert answered >= 2
