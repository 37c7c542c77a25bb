"""The page's script, looked at without a browser: no module imports itself in a circle, and its types are the
server's.
"""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import grognard.web

from . import api_types
from .check.node import run

SCRIPT = Path(grognard.web.__file__).parent / "static" / "js"
IMPORT = re.compile(r'^(?:import|export)\s(?:[^;"]*?from )?"(\.[^"]+)";', re.MULTILINE)


def imports(path: Path) -> set[Path]:
    """The modules that are loaded before a module: those it names at its top."""
    return {(path.parent / name).resolve() for name in IMPORT.findall(path.read_text("utf-8"))}


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {path.resolve(): imports(path) for path in SCRIPT.rglob("*.js")}
    assert len(graph) > 100 and sum(map(len, graph.values())) > 300
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(" imports ".join(str(path.relative_to(SCRIPT)) for path in error.args[1]))


def test_the_types_are_those_of_the_published_description() -> None:
    """Otherwise `python -m tests.web.api_types --write` brings them up to date."""
    assert api_types.FILE.read_text("utf-8") == api_types.made()


def test_the_unit_tests_of_the_script_pass() -> None:
    tests = sorted((Path(__file__).parents[1] / "script").glob("*.test.mjs"))
    found = run("--test", *map(str, tests))
    assert found.returncode == 0, found.stdout[-3000:]
    passed = re.search(r"pass (\d+)", found.stdout)
    assert passed is not None and int(passed[1]) > 40
