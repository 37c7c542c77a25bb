"""`grognard new-game NAME`: a package with a small complete game under that name, to be changed into another.

The game is the one of `docs/add-a-game.md`, in the folder `skirmish` beside this module.
"""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import click

import grognard
from grognard.core.ruling import GrognardError

from .console import emit, json_option, say

SOURCE = f"{__package__}.skirmish"
PROJECT = "project"  # what stands beside the package: its files are not part of it


class Names(NamedTuple):
    """The words that a new game has in place of those of the source."""

    name: str  # of the game: river-line
    package: str  # river_line
    position: str  # the class of its positions: RiverLine
    title: str  # River line
    prefix: str  # of its clauses: RL


def names_of(name: str) -> Names:
    """
    >>> names_of("river-line")
    Names(name='river-line', package='river_line', position='RiverLine', title='River line', prefix='RL')
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise GrognardError(
            f"{name!r} is not a name for a game: write lower-case words joined by -, such as river-line"
        )
    words = name.split("-")
    prefix = "".join(word[0] for word in words)[:3] if len(words) > 1 else name[:2]
    result = Names(
        name,
        name.replace("-", "_"),
        "".join(map(str.capitalize, words)),
        " ".join(words).capitalize(),
        prefix.upper(),
    )
    _check_free(result)
    return result


def _check_free(names: Names) -> None:
    if names.name in grognard.GAMES:
        raise GrognardError(f"there is a game {names.name!r} already")
    if keyword.iskeyword(names.package) or names.package in ("grognard", "tests"):
        raise GrognardError(f"{names.package!r} cannot be the name of a package")
    if any(re.search(rf"\b{names.position}\b", text) for text in source_files().values()):
        raise GrognardError(
            f"{names.position!r} has another meaning in the new game's code; choose another name"
        )


def source_files() -> dict[str, str]:
    """The source, by path: those of the package, and those of the project around it."""
    result: dict[str, str] = {}
    root = resources.files(SOURCE)
    for path, entry in _walk(root, ""):
        if path.startswith(f"{PROJECT}/"):
            result[_project_path(path.removeprefix(f"{PROJECT}/"))] = entry.read_text("utf-8")
        else:
            result[f"skirmish/{path}"] = entry.read_text("utf-8")
    return result


def _walk(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    result = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            result += _walk(entry, f"{path}{entry.name}/") if entry.name != "__pycache__" else []
        elif entry.name.endswith((".py", ".toml", ".md", ".txt")):
            result.append((f"{path}{entry.name}", entry))
    return result


def _project_path(path: str) -> str:
    """A test is kept as text, so that it is not taken for a test of grognard."""
    return f"tests/{path.removesuffix('.txt')}" if path.endswith(".py.txt") else path


def renamed(text: str, names: Names) -> str:
    """A text of the source in the words of a new game."""
    for old, new in (
        (r'"skirmish"', f'"{names.name}"'),
        (r"grognard(-| \w+ )skirmish", rf"grognard\g<1>{names.name}"),
        (r"(title=\"|# )Skirmish\b", rf"\g<1>{names.title}"),
        (r"\bskirmish", names.package),
        (r"_skirmish", f"_{names.package}"),
        (r"\bSkirmish\b", names.position),
        (r"\bSK-", f"{names.prefix}-"),
    ):
        text = re.sub(old, new, text)
    return text


def make_project(name: str, folder: Path) -> list[str]:
    """Write the package of a new game into a folder that must not exist; gives the paths of its files."""
    names = names_of(name)
    if folder.exists():
        raise GrognardError(f"{folder} exists already")
    files = {renamed(path, names): renamed(text, names) for path, text in source_files().items()}
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return list(files)


@click.command("new-game", short_help="Write the package of a new game.")
@click.argument("name")
@click.option("--out", type=click.Path(file_okay=False), help="Folder to write (default: NAME).")
@json_option
def new_game(name: str, out: str | None, as_json: bool) -> None:
    """Write the package of a new game.

    It is complete: rules, data, computer player, page and tests.

    Change it into your own game: docs/add-a-game.md explains every file.
    """
    folder = Path(out or name)
    files = make_project(name, folder)
    if as_json:
        return emit({"folder": str(folder), "files": files})
    say(f"{folder}: {len(files)} files of a small complete game")
    return say(f"Next: cd {folder}; pip install -e .; python -m pytest; grognard play {name}")
