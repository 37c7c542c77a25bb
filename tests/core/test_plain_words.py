"""Texts that users read keep to plain English: clause texts, command help and documentation."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
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


SOURCE = ROOT / "src/grognard"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
SCRIPT_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`')


def python_texts(source: str) -> Iterator[str]:
    """The strings of a module that have more than one word; docstrings are for programmers."""
    tree = ast.parse(source)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, DOCUMENTED) and node.body]
    docstrings = {id(body[0].value) for body in bodies if isinstance(body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from [node.value] if " " in node.value else []


def script_texts(source: str) -> Iterator[str]:
    for match in SCRIPT_TEXT.finditer(SCRIPT_COMMENT.sub("", source)):
        text = match[1] or match[2] or ""
        yield from [text] if " " in text else []


def test_texts_of_the_source_are_found_without_docstrings_and_comments() -> None:
    module = '''"""Nobody reads this."""\nx = f"nobody {1} rides"  # nobody\n'''
    assert list(python_texts(module)) == ["nobody ", " rides"]
    assert list(script_texts('say("Nobody is left"); // nobody\n/* "nobody else" */ `two ${words}`')) == [
        "Nobody is left",
        "two ${words}",
    ]


@pytest.mark.parametrize(("ending", "texts"), [("py", python_texts), ("js", script_texts)])
def test_texts_in_the_source_are_plain(ending: str, texts: Callable[[str], Iterator[str]]) -> None:
    files = sorted(SOURCE.rglob(f"*.{ending}"))
    assert len(files) > 50
    found = {
        str(path.relative_to(SOURCE)): bad
        for path in files
        for text in texts(path.read_text("utf-8"))
        if (bad := bad_words(text))
    }
    assert found == {}


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
