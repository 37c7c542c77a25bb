"""Which tests call which functions of a game: a test that never calls the changed function need not run
first.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

import pytest

from .sites import Site

MAX_CALLS = 200_000  # a test that makes more is taken to call everything


class Reach:
    """A pytest plugin that notes the functions each test calls, by file and name, and those called by
    imports.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.tests: list[str] = []
        self.calls: dict[str, list[int]] = {}  # by function, the numbers of the tests that call it
        self.at_import: list[str] = []
        self.everything: list[str] = []  # tests with too many calls to follow
        self._codes: set[CodeType] = set()
        self._left = 0

    def _trace(self, frame: FrameType, event: str, arg: Any) -> None:
        self._codes.add(frame.f_code)
        self._left -= 1
        if not self._left:
            sys.settrace(None)

    def _start(self, most: int) -> None:
        self._codes, self._left = set(), most
        sys.settrace(self._trace)

    def _stop(self) -> Iterator[str]:
        sys.settrace(None)
        for code in self._codes:
            if code.co_filename.startswith(self.folder):
                yield f"{code.co_filename.removeprefix(self.folder)}:{code.co_qualname}"

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        self._start(0)
        result = yield
        self.at_import = sorted(self._stop())
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._start(MAX_CALLS)
        result = yield
        for key in self._stop():
            self.calls.setdefault(key, []).append(len(self.tests))
        self.tests.append(item.nodeid)
        self.everything += [item.nodeid] * (not self._left)
        return result


def function_of(site: Site, text: str) -> str:
    """The innermost function a site is in, as its code names it; empty outside all."""
    name = "" if site.kind == "figure" else _around(ast.parse(text), site.line)
    return f"{site.path}:{name}" if name else ""


def _around(tree: ast.AST, line: int, name: str = "", inside: str = "") -> str:
    """The qualified name of the innermost function around a line; `inside` is what a name defined here begins
    with.
    """
    for node in ast.iter_child_nodes(tree):
        if not getattr(node, "lineno", line) <= line <= (getattr(node, "end_lineno", line) or line):
            continue
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            own = inside + getattr(node, "name", "<lambda>")
            return _around(node, line, own, f"{own}.<locals>.")
        if isinstance(node, ast.ClassDef):
            return _around(node, line, name, f"{inside}{node.name}.")
        if found := _around(node, line, "", inside):
            return found
    return name
