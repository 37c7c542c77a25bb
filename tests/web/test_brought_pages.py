"""A package that brings a game brings the script of its desk as well."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient

import grognard
from grognard.web.app import create_app


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package beside ours, as an entry point names it, and one that is not there."""
    package = tmp_path / "hill_game"
    scripts = package / "static/js/desks"
    scripts.mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    (scripts / "hill.js").write_text("export const desk = 1;\n", "utf-8")
    (scripts / "plain.js").write_text("not ours\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    games = {"hill": "hill_game", "gone": "no_such_package.rules"}
    monkeypatch.setitem(vars(grognard.GAMES), "brought", games)
    return package


def test_the_script_of_a_brought_desk_is_served_and_ours_come_first(brought: Path, tmp_path: Path) -> None:
    assert grognard.GAMES.brought_folders("static") == [brought / "static"]
    with TestClient(create_app(f"sqlite:///{tmp_path}/t.sqlite", rate=0)) as client:
        found = client.get("/static/js/desks/hill.js")
        assert found.status_code == 200 and found.text == "export const desk = 1;\n"
        assert "javascript" in found.headers["content-type"]
        assert "not ours" not in client.get("/static/js/desks/plain.js").text
        assert client.get("/static/js/desks/valley.js").status_code == 404
