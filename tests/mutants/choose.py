"""Which tests a mutant is run against, and in which order: those of the clauses it concerns come first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.coverage import CLAUSE, REFUSES, _ids, clauses, test_places

from .sites import Site

OUTSIDE = ("tests/web/",)  # tests of the server need a database, and judge no rule themselves
SHARED = ("tests/core/test_about.py",)  # tests of a file that every game has


@dataclass(frozen=True)
class Concern:
    """The clauses cited next to a mutant, and those of its whole file."""

    near: frozenset[str]
    file: frozenset[str]

    def rank(self, marked: set[str]) -> int:
        """0 for a test of a clause cited near the mutant, 1 for one of its file, 2 for another clause, 3 for
        no clause.
        """
        return 0 if marked & self.near else 1 if marked & self.file else 2 if marked else 3


RANKS = ("a clause of its function or table", "a clause of its file", "another clause", "no clause")


def concern(site: Site, text: str) -> Concern:
    """The clauses cited around a site in the text of its file."""
    known = set(clauses(site.game))
    spans = _tables(text, site.line) if site.kind == "figure" else _nodes(text, site.line)
    lines = text.splitlines()
    cited = (frozenset(_ids("\n".join(lines[first - 1 : last]), known)) for first, last in spans)
    return Concern(next(filter(None, cited), frozenset()), frozenset(_ids(text, known)))


def _nodes(text: str, line: int) -> Iterator[tuple[int, int]]:
    """The lines of the functions and statements around a line, the innermost first."""
    found = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    blocks = [(first, last) for first, last in found if last > first or (first, last) == found[0]]
    yield from sorted(blocks, key=lambda span: span[1] - span[0])


def _tables(text: str, line: int) -> Iterator[tuple[int, int]]:
    """The lines of the table of a data file around a line."""
    headers = [number for number, row in enumerate(text.splitlines(), 1) if re.match(r"\s*\[", row)]
    yield (
        max((n for n in headers if n <= line), default=1),
        min((n for n in headers if n > line), default=len(text)) - 1,
    )


def test_folder(game: str) -> str:
    return f"tests/{game.replace('-', '_')}"


def test_files(game: str) -> list[str]:
    """The game's folder, other files with tests of its clauses, and the tests of files that every game
    has.
    """
    own = test_folder(game)
    places = test_places(*CLAUSE, *REFUSES)
    files = {*SHARED, *(place.split("::")[0] for id_ in clauses(game) for place in places.get(id_, ()))}
    return [own, *sorted(file for file in files if not file.startswith((f"{own}/", *OUTSIDE)))]


test_files.__test__ = test_folder.__test__ = False  # type: ignore[attr-defined]
