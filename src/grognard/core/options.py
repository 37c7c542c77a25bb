"""Options and readings: what the players agree before a game, each with a name, a clause and its default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .data import read
from .plain import Plain


class Reading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An optional rule, or one of several readings of an unclear one."""

    name: str
    clause: str
    kind: str  # "optional rule" or "reading"
    default: bool | int | str
    values: Mapping[str, str]  # each value with what it means


def option_rows(readings: Iterable[Reading]) -> list[Plain]:
    """Readings as the page and a program are given them."""
    return [msgspec.to_builtins(reading) for reading in readings]


def read_options(package: str, game: str) -> list[Reading]:
    return [msgspec.convert(row, Reading) for row in read(package, game, "options.toml")["option"]]
