"""Texts that users read keep to plain English: clause texts, command help and documentation."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from grognard.play.cli import main

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/grognard/games"
RULEBOOKS = sorted(GAMES.glob("**/clauses.toml"))
GENERATED = {"mutants.md", "speed.md"}  # lists of names in the code; figures
PAGES = [*sorted((ROOT / "docs").glob("**/*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]

WORST = re.compile(
    r"\b(he|his|him|himself|nobody|whoever|somebody|everybody|anybody|(?:un)?lawful(?:ly)?|torn|mend(?:s|ed|ing)?|thinkers?)\b",
    re.IGNORECASE,
)
CODE = re.compile(
    r"```.*?```|`[^`\n]*`|\]\([^)]*\)", re.DOTALL
)  # examples, names in the code, addresses of links
PRINTED = re.compile(r"\bHE\b")  # terms printed in the rules: High Explosive
LONGEST_SUMMARY = 60  # characters of the first line of a command's help


def bad_words(text: str) -> list[str]:
    return [match.group().lower() for match in WORST.finditer(PRINTED.sub("", CODE.sub("", text)))]


def commands() -> Iterator[tuple[str, click.Command]]:
    yield "grognard", main
    yield from sorted(main.commands.items())


def test_the_scan_finds_a_bad_word_and_leaves_names_in_code_alone() -> None:
    assert bad_words("Nobody mends his ledger; see `mend` and [a page](torn.md).") == [
        "nobody",
        "mends",
        "his",
    ]
    assert bad_words("The German amends this chapter of theirs (HE only).") == []


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_clause_texts_are_plain(path: Path) -> None:
    clauses = tomllib.loads(path.read_text("utf-8"))["clause"]
    assert len(clauses) > 20
    assert {
        row["id"]: bad for row in clauses if (bad := bad_words(row["text"] + " " + row.get("note", "")))
    } == {}


@pytest.mark.parametrize(
    "path",
    [page for page in PAGES if page.name not in GENERATED and not page.name.endswith("-clauses.md")],
    ids=lambda path: path.name,
)
def test_documentation_is_plain(path: Path) -> None:
    assert bad_words(path.read_text("utf-8")) == []


def test_command_help_is_plain() -> None:
    for name, command in commands():
        texts = [
            command.help or "",
            command.short_help or "",
            *(getattr(one, "help", None) or "" for one in command.params),
        ]
        assert (name, bad_words(" ".join(texts))) == (name, [])


def test_command_help_begins_with_a_short_summary() -> None:
    for name, command in commands():
        summary = (command.help or "").strip().splitlines()[0]
        assert summary[0].isupper() and summary.endswith("."), name
        assert len(summary) <= LONGEST_SUMMARY, (name, summary)


def test_every_option_has_help() -> None:
    for name, command in commands():
        without = [one.opts for one in command.params if isinstance(one, click.Option) and not one.help]
        assert (name, without) == (name, [])
