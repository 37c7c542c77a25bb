"""Which code and which tests carry each clause: read from the syntax trees, kept in each game's carried.json.

`python -m tests.coverage --write` brings the files up to date; a test fails while they are not.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grognard

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
Places = dict[str, list[str]]


def folder(game: str) -> Path:
    return SRC / Path(*grognard.GAMES[game].split("."))


def literals(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Every string in a module that is no docstring, with the statement at module level it stands in."""
    for top in ast.parse(path.read_text("utf-8")).body:
        for node in ast.walk(top):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not isinstance(top, ast.Expr):
                yield node.value, top


def named(top: ast.AST) -> str:
    if isinstance(top, ast.Assign):
        return str(getattr(top.targets[0], "id", ""))
    return str(getattr(top, "name", ""))


def code_places(game: str) -> Places:
    """Clauses cited by the code or the data of a game: in a string of their own, or listed in one, or in an option's note."""
    known = set(grognard.load(game).rulebook)
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
    for path in sorted((folder(game) / "data").glob("*.toml")):
        for line in path.read_text("utf-8").splitlines():
            if line.lstrip().startswith("clause"):
                for id_ in _ids(line, known):
                    place = f"data/{path.name}"
                    found.setdefault(id_, [])
                    if place not in found[id_]:
                        found[id_].append(place)
    return found


def _ids(text: str, known: set[str]) -> list[str]:
    """Clauses named in a text; one that ends a sentence or a range has a dot or a dash after it that is not its own."""
    found = []
    for word in re.findall(r"(?:SB|FM|BTR|TLD|PHD)-[A-Za-z0-9._-]*[A-Za-z0-9]", text):
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


def test_places() -> Places:
    """Tests by the clauses they are marked with."""
    found: Places = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for id_ in _marks(node.decorator_list):
                    found.setdefault(id_, []).append(f"{path.relative_to(ROOT)}::{node.name}")
    return found


def _marks(decorators: list[ast.expr]) -> Iterator[str]:
    for call in decorators:
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
            yield from (arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


test_places.__test__ = False  # type: ignore[attr-defined]


def carried(game: str) -> dict[str, Any]:
    code, tests = code_places(game), test_places()
    return {id_: {"code": code.get(id_, []), "tests": tests.get(id_, [])} for id_ in grognard.load(game).rulebook}


def path_of(game: str) -> Path:
    return folder(game) / "carried.json"


def main() -> None:
    for game in grognard.GAMES:
        if "--write" in sys.argv:
            path_of(game).write_text(json.dumps(carried(game), indent=1) + "\n")
        rows = carried(game)
        print(
            game,
            len(rows),
            "clauses,",
            sum(bool(r["code"]) for r in rows.values()),
            "with code,",
            sum(bool(r["tests"]) for r in rows.values()),
            "with tests",
        )


if __name__ == "__main__":
    main()
