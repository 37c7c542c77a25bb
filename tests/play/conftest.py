"""Records to try commands on."""

from __future__ import annotations

from pathlib import Path

import pytest

from .shell import LANDING, good


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A record just begun, with typed dice."""
    path = tmp_path / "game.grog"
    good("new", "sword-beach", "--out", path, "--dice", "typed")
    return path


@pytest.fixture
def landed(fresh: Path) -> Path:
    """The worked landing, up to GT 1."""
    good("act", fresh, *LANDING)
    return fresh
