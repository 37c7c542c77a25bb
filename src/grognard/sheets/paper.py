"""What a printed sheet is made of: pages of headings, texts, tables and pictures. Black on white, ruled for a
pencil.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Width = float | str  # a share of what is left, or a length such as "14mm"


@dataclass(frozen=True)
class Cell:
    """A box of a table."""

    text: str = ""
    bold: bool = False
    hand: bool = False  # written in, as if by hand
    muted: bool = False
    align: str = ""  # left, center, right; otherwise as the column
    across: int = 1
    down: int = 1
    fill: str = ""  # grey, dark, hatch, or nothing
    upright: bool = False  # text turned to run upwards
    edge: bool = False  # a heavy line at its left
    picture: str = ""  # an SVG before the text
    mono: bool = False


Entry = Cell | str | int | None
Row = Sequence[Entry]


def as_cell(entry: Entry) -> Cell:
    return entry if isinstance(entry, Cell) else Cell("" if entry is None else str(entry))


@dataclass(frozen=True)
class Table:
    """Columns by width, heads that repeat on every page, and rows."""

    columns: Sequence[Width]
    rows: Sequence[Row]
    head: Sequence[Row] = ()
    align: str = ""  # a letter a column: l, c, r
    size: float = 8.5  # points
    height: float = 0  # of a row in millimetres, where there is to be room to write
    rules: bool = True  # lines between the columns as well
    stripes: bool = False


@dataclass(frozen=True)
class Heading:
    text: str
    note: str = ""


@dataclass(frozen=True)
class Text:
    text: str
    size: float = 9
    muted: bool = False
    hand: bool = False


@dataclass(frozen=True)
class Picture:
    """An SVG, so wide."""

    svg: str
    width: str = "100%"


@dataclass(frozen=True)
class Columns:
    """Blocks side by side."""

    parts: Sequence[Sequence[Block]]
    shares: Sequence[float] = ()


@dataclass(frozen=True)
class Boxes:
    """Ballot boxes: so many, so many of them ticked."""

    label: str
    count: int
    ticked: int = 0


Block = Heading | Text | Table | Picture | Columns | Boxes


@dataclass(frozen=True)
class Page:
    """A page, or more where the blocks do not fit on one."""

    title: str
    blocks: Sequence[Block]
    subtitle: str = ""
    fields: Sequence[tuple[str, str]] = ()  # what is written at the head: label and entry
    foot: str = ""
    wide: bool = False


@dataclass(frozen=True)
class Document:
    title: str
    pages: Sequence[Page]
    language: str = "en"
    provenance: Sequence[str] = field(default_factory=tuple)
