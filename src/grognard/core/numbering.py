"""Numberings: how a printed map names its hexes. Knows no game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Read = Callable[[str], tuple[int, int]]


@dataclass(frozen=True)
class Numbering:
    """How a map sheet is laid out and how it prints a hex.

    Pointy-top maps have rows as lines, flat-top maps columns. `shifted` is the parity of the line numbers
    that stand half a hex on, towards growing places. `north` says that rows grow to the north; most maps
    count them southwards.
    """

    lines: range
    places: range
    pointy: bool
    shifted: int
    north: bool
    write: Callable[[int, int], str]  # (line, place) -> what is printed
    read: Read  # its inverse; ValueError for anything else


def _digits(pattern: str, text: str) -> tuple[int, int]:
    if not (match := re.fullmatch(pattern, text)):
        raise ValueError(f"{text!r} is not a hex number of this map")
    return int(match[1]), int(match[2])


def row_column(rows: range, columns: range, shifted: int = 0, north: bool = True) -> Numbering:
    """Pointy-top hexes printed `RRCC`, as in Sword Beach: rows from the south, even rows half a hex east."""
    return Numbering(rows, columns, True, shifted, north, lambda row, col: f"{row:02}{col:02}", _rrcc)


def _rrcc(text: str) -> tuple[int, int]:
    return _digits(r"(\d\d)(\d\d)", text)


def column_row(
    columns: range, rows: range, shifted: int = 0, pointy: bool = True, north: bool = False
) -> Numbering:
    """Hexes printed `CCRR`: pointy-top by rows, as in The Longest Day, or flat-top by columns."""
    return _column_first(columns, rows, shifted, pointy, north, "", _rrcc)


def dotted(
    columns: range, rows: range, shifted: int = 0, pointy: bool = False, north: bool = True
) -> Numbering:
    """Hexes printed `26.14`, column before row, as on the operational maps of Beyond the Rhine."""
    return _column_first(columns, rows, shifted, pointy, north, ".", _dotted)


def _column_first(
    columns: range, rows: range, shifted: int, pointy: bool, north: bool, between: str, read: Read
) -> Numbering:
    """The column is printed before the row, whichever of them is a line of the map."""

    def write(column: int, row: int) -> str:
        return f"{column:02}{between}{row:02}"

    if not pointy:
        return Numbering(columns, rows, False, shifted, north, write, read)
    return Numbering(
        rows, columns, True, shifted, north, lambda row, col: write(col, row), lambda text: read(text)[::-1]
    )


def _dotted(text: str) -> tuple[int, int]:
    return _digits(r"(\d{1,2})\.(\d{1,2})", text)


def lettered(columns: int, rows: range, shifted: int = 1, north: bool = False) -> Numbering:
    """Flat-top hexes printed `A1` to `GG35`, as on tactical boards: A..Z, then AA, BB, CC..."""
    return Numbering(
        range(1, columns + 1), rows, False, shifted, north, lambda col, row: f"{letters(col)}{row}", _lettered
    )


def letters(column: int) -> str:
    """
    >>> letters(1), letters(26), letters(27), letters(33)
    ('A', 'Z', 'AA', 'GG')
    """
    return chr(65 + (column - 1) % 26) * ((column - 1) // 26 + 1)


def _lettered(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([A-Z])(\1*)(\d+)", text)
    if not match:
        raise ValueError(f"{text!r} is not a hex number of this map")
    return ord(match[1]) - 64 + 26 * len(match[2]), int(match[3])
