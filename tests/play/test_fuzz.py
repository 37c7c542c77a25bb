"""Absurd command lines over every command and every topic: an answer or one line of refusal, never a
traceback.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.play.cli import main

from .fuzz import Fuzz, cases, failures, try_case


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where nothing can be harmed."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def shown(found: list[tuple[list[str], str]]) -> str:
    return "\n".join(f"{[word[:80] for word in words]}\n{wrong}" for words, wrong in found)


@pytest.mark.parametrize("seed", range(3))
def test_absurd_command_lines_are_answered_or_refused(seed: int, place: Path) -> None:
    found = list(failures(seed, 700, place))
    assert not found, shown(found)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_absurd_command_lines_are_answered_or_refused(seed: int, place: Path) -> None:
    found = list(failures(seed, 5000, place))
    assert not found, shown(found)


def test_every_command_and_every_topic_is_tried(place: Path) -> None:
    tried = {tuple(words[:1]) for words in cases(Fuzz(0, place), 700)}
    asked = {
        tuple(words[1:3]) for words in cases(Fuzz(0, place), 700) if words[0] == "ask" and len(words) > 2
    }
    topics = {(game, name) for game in grognard.GAMES for name in grognard.load(game).questions()}
    assert {(name,) for name in main.commands} <= tried and topics <= asked


def test_a_traceback_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(grognard, "load", broken)
    wrong, _, good = try_case(["options", "sword-beach"])
    assert wrong is not None and "KeyError: 'sword-beach'" in wrong and not good
