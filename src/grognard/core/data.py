"""Reading a game's data files, and letting a player put his own in their place. Knows no game."""

from __future__ import annotations

import os
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from .ruling import GrognardError

PROVENANCES = ("document", "document (repaired)", "series", "history", "reconstruction")


def override(game: str, name: str) -> Path | None:
    """A player's own copy of a data file: `$GROGNARD_DATA/<game>/<name>`, if there is one."""
    folder = os.environ.get("GROGNARD_DATA")
    path = Path(folder) / game / name if folder else None
    return path if path is not None and path.is_file() else None


def parse(text: str) -> dict[str, Any]:
    """TOML that somebody gave us; what is none, or is nested beyond reason, is bad input."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GrognardError(str(error)) from None
    except RecursionError:
        raise GrognardError("nested too deeply") from None


def read(package: str, game: str, name: str) -> dict[str, Any]:
    """One TOML file of a game; the player's own copy wins over ours."""
    own = override(game, name)
    try:
        text = own.read_text("utf-8") if own else resources.files(package).joinpath("data", name).read_text("utf-8")
        return parse(text)
    except GrognardError as error:
        raise GrognardError(f"{own or name}: {error}") from None


def provenance(words: str) -> str:
    """The kind of source a longer provenance text begins with."""
    for kind in sorted(PROVENANCES, key=len, reverse=True):
        if words.startswith(kind):
            return kind
    raise GrognardError(f"{words!r} is not a provenance; one of {', '.join(PROVENANCES)}")
