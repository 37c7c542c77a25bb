"""The walks of docs/architecture.md are true: short, of functions there are, in the order they are called."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from grognard.core.record import Match
from tests.longest_day import build as longest_day
from tests.sword_beach import build as sword_beach

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/grognard"
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
MOVE, ORDER, ACTION, STUDY = "Sword Beach move", "order of The Longest Day", "action at a web table", "study"
WALKS = (MOVE, ORDER, ACTION, STUDY)
MOST_FUNCTIONS, MOST_FILES = 12, 6


def walk(title: str) -> list[tuple[str, str]]:
    """The rows of a walk: file and function, in order."""
    _, _, rest = PAGE.partition(f"The walk of one {title}")
    rows = re.findall(
        r"^\| `(\S+\.py)` \| (.*) \|$", rest.partition("The walk of one")[0].partition("\n## ")[0], re.M
    )
    return [(file, name) for file, cell in rows for name in re.findall(r"`([\w.]+)`", cell)]


def functions(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{one.name}" for one in ast.walk(node) if isinstance(one, DEFINED))
        elif isinstance(node, DEFINED):
            yield node.name


DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)


@pytest.mark.parametrize("title", WALKS)
def test_a_walk_is_short_and_its_functions_are_there(title: str) -> None:
    rows = walk(title)
    assert 6 <= len(rows) <= MOST_FUNCTIONS and len({file for file, _ in rows}) <= MOST_FILES
    for file, name in rows:
        assert {name, *(f"{owner}.{name}" for owner in OWNERS.get(file, ()))} & set(
            functions(SOURCE / file)
        ), (file, name)


OWNERS = {"web/api.py": ("Games", "Tables")}  # handlers stand in classes of routes


def called(do: Callable[[], object]) -> list[tuple[str, str]]:
    """Every function of ours that is called, in order."""
    found: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(SOURCE):
            found.append((path.relative_to(SOURCE).as_posix(), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return found


def moving() -> tuple[Match, str]:
    state = sword_beach.position(units={"8/3": "1539"})
    return Match.from_position(state, "standard"), "move 8/3 1537"


def ordering() -> tuple[Match, str]:
    match = Match.from_position(longest_day.position("30 June", units=longest_day.STAFF), "standard")
    match.do("order 3")
    return match, "to IICAN"


@pytest.mark.parametrize(("title", "begin"), [(MOVE, moving), (ORDER, ordering)])
def test_a_walk_is_in_the_order_of_the_calls(title: str, begin: Callable[[], tuple[Match, str]]) -> None:
    match, action = begin()
    calls = iter(called(lambda: match.do(action)))
    for row in walk(title):
        assert row in calls, row  # which goes on from the one before
