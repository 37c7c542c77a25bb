"""Sheets to print: each game's own, as PDF or as a page with a print style.

A game's sheets are in `sheets/<game>.py`, or in the module `sheets` of the package that brings it: a mapping
`SHEETS` of name to `Sheet`, whose maker is given a position (or none: a blank sheet, or one by date) and the
parameters it declares, and gives a `Document`. Knows no game by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import cast

import grognard
from grognard.core.ask import Parameter, read_given
from grognard.core.game import Game
from grognard.core.ruling import GrognardError
from grognard.core.state import State

from .paper import Document
from .to_html import html, style
from .to_pdf import pdf


@dataclass(frozen=True)
class Sheet:
    """One kind of sheet of a game."""

    name: str
    help: str
    parameters: tuple[Parameter, ...]
    make: Callable[..., Document]  # (state or None, **parameters)


def sheets(game: Game) -> Mapping[str, Sheet]:
    """The sheets a game has, by name."""
    module = grognard.GAMES.part(game.name, "sheets")
    return cast("Mapping[str, Sheet]", module.SHEETS) if module else {}


def make(game: Game, name: str, given: Mapping[str, str], state: State | None = None) -> Document:
    """A sheet, filled in as far as the position goes."""
    available = sheets(game)
    if not available:
        raise GrognardError(f"{game.name} has no sheets to print")
    if name not in available:
        near = get_close_matches(name, available, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise GrognardError(f"there is no sheet {name!r}; {hint}there is {', '.join(available)}")
    sheet = available[name]
    return sheet.make(state, **read_given(sheet, given))


__all__ = ["Document", "Sheet", "html", "make", "pdf", "sheets", "style"]
