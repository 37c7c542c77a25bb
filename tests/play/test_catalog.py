"""The games there are, asked for by several threads at once, as a server does that has just started."""

from __future__ import annotations

from threading import Thread
from types import ModuleType, SimpleNamespace

import pytest

import grognard.catalog
from grognard.catalog import Games


def test_games_are_imported_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that import two games of one package at once find its modules half made, and fail."""
    games, free = Games({"one": "package.one"}), list[bool]()

    def import_module(name: str) -> object:
        other = Thread(target=lambda: free.append(games._one_at_a_time.acquire(blocking=False)))
        other.start()
        other.join()
        return SimpleNamespace(GAME=SimpleNamespace(name="one", package=name))

    monkeypatch.setattr(grognard.catalog, "check_names", lambda package, name: None)
    monkeypatch.setattr(grognard.catalog, "find_spec", lambda name: ModuleType(name))
    monkeypatch.setattr(grognard.catalog, "import_module", import_module)
    games.load("one")
    games.part("one", "web")
    assert free == [False, False]
