"""Options and readings: what the players agree before a game, each with a name, a clause and its default."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .data import read


class Reading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An optional rule, or one of several readings of an unclear one."""

    name: str
    clause: str
    kind: str  # "optional rule" or "reading"
    default: bool | int | str
    values: Mapping[str, str]  # each value with what it means


def read_options(package: str, game: str) -> list[Reading]:
    return [msgspec.convert(row, Reading) for row in read(package, game, "options.toml")["option"]]
