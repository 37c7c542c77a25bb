"""The commands in the documentation: every one exists, and every question can be asked as it is written."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.play.cli import main

from .shell import good, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "games").glob("*.md"))]
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
    Path("p.toml").write_text(example(next((name for name in grognard.GAMES if name in words), "longest-day")), "utf-8")
    assert good(*words)


def example(game: str) -> str:
    """The position in the documentation of a game."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    return page.partition("\n## Positions\n")[2].partition("```toml\n")[2].partition("```")[0]


SUBJECTS = {
    "sword-beach": {"unit": "8/3", "hex": "1537", "attackers": "8/3"},
    "longest-day": {"unit": "50:2-Devons", "units": "50:2-Devons", "hex": "1115", "guns": "50:74-Fd"},
    "beyond-the-rhine": {"unit": "US-79-InfDiv", "hex": "14.08"},
    "beyond-the-rhine-map": {"unit": "US-1-InfDiv", "hex": "14.09", "attackers": "US-1-InfDiv"},
    "purple-heart-draw": {"unit": "u001", "hex": "M9"},
}


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
        for given in ({}, {name: word for name, word in SUBJECTS[game].items() if name in names}):
            words = [word for name, value in given.items() for word in (f"--{name}", value)]
            result = run("ask", game, topic.name, "--position", file, *words)
            assert result.exit_code in (0, 2), (topic.name, words, result.output)
            answered += result.exit_code == 0
            assert result.exit_code or result.stdout.startswith("at "), (topic.name, words)
    assert answered > 2
