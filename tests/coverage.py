"""Which code and which tests carry each clause: read from the syntax trees and written into each game's
carried.json.

`make unit` writes the files, and so does every build of the package (`hatch_build.py`, which loads this
module by its path); git does not keep them. The module needs only the standard library.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
FOLDERS = {
    path.parent.name.replace("_", "-"): path.parent
    for path in sorted((SRC / "grognard/games").glob("*/clauses.toml"))
}
Places = dict[str, list[str]]


def folder(game: str) -> Path:
    return FOLDERS[game]


def clauses(game: str) -> list[str]:
    """The ids of a game's clauses, in the order of its book; the books of its parts come after it."""
    books = [folder(game) / "clauses.toml", *sorted(folder(game).glob("*/clauses.toml"))]
    return [row["id"] for book in books for row in tomllib.loads(book.read_text("utf-8"))["clause"]]


def literals(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Every string in a module that is no docstring, with the statement at module level it stands in."""
    for top in ast.parse(path.read_text("utf-8")).body:
        for node in ast.walk(top):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and not isinstance(top, ast.Expr)
            ):
                yield node.value, top


def named(top: ast.AST) -> str:
    if isinstance(top, ast.Assign):
        return str(getattr(top.targets[0], "id", ""))
    return str(getattr(top, "name", ""))


def code_places(game: str) -> Places:
    """Clauses cited by the code or the data of a game: in a string of their own, or listed in one, or in an
    option's note.
    """
    known = set(clauses(game))
    found: Places = {}
    for path in sorted(folder(game).rglob("*.py")):
        for text, top in literals(path):
            for id_ in _ids(text, known):
                place = f"{path.relative_to(folder(game))}:{named(top)}"
                found.setdefault(id_, [])
                if place not in found[id_]:
                    found[id_].append(place)
        for id_, name in _documented(path, known):
            found.setdefault(id_, [])
            if name not in found[id_]:
                found[id_].append(name)
    for path in (
        path for pattern in ("data/*.toml", "*/data/*.toml") for path in sorted(folder(game).glob(pattern))
    ):
        for line in path.read_text("utf-8").splitlines():
            if line.lstrip().startswith("clause"):
                for id_ in _ids(line, known):
                    place = str(path.relative_to(folder(game)))
                    found.setdefault(id_, [])
                    if place not in found[id_]:
                        found[id_].append(place)
    return found


def _ids(text: str, known: set[str]) -> list[str]:
    """Clauses named in a text; one that ends a sentence or a range has a dot or a dash after it that is not
    its own.
    """
    found, prefixes = [], "|".join(sorted({id_.partition("-")[0] for id_ in known}))
    for word in re.findall(rf"\b(?:{prefixes})-[A-Za-z0-9._-]*[A-Za-z0-9]", text):
        while word not in known and re.search(r"[._-]", word[4:]):
            word = re.sub(r"[._-]+[^._-]*$", "", word)
        found += [word] if word in known else []
    return found


def _documented(path: Path, known: set[str]) -> Iterator[tuple[str, str]]:
    """Clauses a function's docstring names as its rule, and those a line of code carries in its comment."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for id_ in _ids(ast.get_docstring(node) or "", known):
                yield id_, f"{path.name}:{node.name}"
    for number, line in enumerate(source.splitlines(), 1):
        code, _, comment = line.partition("# ")
        for id_ in _ids(comment, known):
            yield id_, f"{path.name}:{_variable(code) or number}"


def _variable(code: str) -> str:
    found = re.match(r"\s*([A-Za-z_]\w*)", code)
    return found[1] if found else ""


def test_places(*marks: str) -> Places:
    """Tests by the clauses they are marked with; `refused_by` makes the cases of a test, each with a mark of
    its own.
    """
    found: Places = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        lists = _lists(tree, marks)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                named = [id_ for name in _names(node.decorator_list) for id_ in lists.get(name, ())]
                for id_ in dict.fromkeys([*_marks(node.decorator_list, marks), *named]):
                    found.setdefault(id_, []).append(f"{path.relative_to(ROOT)}::{node.name}")
    return found


def _lists(tree: ast.Module, marks: tuple[str, ...]) -> dict[str, list[str]]:
    """The clauses of the cases that a module keeps in a list of its own, by the name of the list."""
    return {named(top): list(_marks([top.value], marks)) for top in tree.body if isinstance(top, ast.Assign)}


def _names(decorators: list[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        yield from (node.id for node in ast.walk(decorator) if isinstance(node, ast.Name))


CLAUSE, REFUSES = ("pytest.mark.clause",), ("pytest.mark.refuses", "refused_by")


def _marks(decorators: list[ast.expr], marks: tuple[str, ...]) -> Iterator[str]:
    for call in (node for decorator in decorators for node in ast.walk(decorator)):
        if isinstance(call, ast.Call) and (name := ast.unparse(call.func)) in marks:
            given = call.args[:1] if name == "refused_by" else call.args
            yield from (
                arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )


test_places.__test__ = False  # type: ignore[attr-defined]


def carried(game: str) -> dict[str, Any]:
    code, tests, refuses = code_places(game), test_places(*CLAUSE, *REFUSES), test_places(*REFUSES)
    return {
        id_: {"code": code.get(id_, []), "tests": tests.get(id_, []), "refuses": refuses.get(id_, [])}
        for id_ in clauses(game)
    }


def path_of(game: str) -> Path:
    return folder(game) / "carried.json"


def write() -> None:
    for game in FOLDERS:
        path_of(game).write_text(json.dumps(carried(game), indent=1) + "\n", "utf-8")


def main() -> None:
    if "--write" in sys.argv:
        write()
    for game in FOLDERS:
        rows = carried(game)
        print(
            game,
            len(rows),
            "clauses,",
            sum(bool(r["code"]) for r in rows.values()),
            "with code,",
            sum(bool(r["tests"]) for r in rows.values()),
            "with tests,",
            sum(bool(r["refuses"]) for r in rows.values()),
            "with refusals",
        )


if __name__ == "__main__":
    main()
