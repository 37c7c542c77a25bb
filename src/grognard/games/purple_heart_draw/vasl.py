"""Players who own a VASL board file can lay it under our grid. The file's own grid data says how; nothing of it is kept.

A board file is a zip with a picture and metadata: an XML file (`BoardMetadata.xml`) whose attributes give hexes, first
hex centre and hex height, or an older plain `data` file of `name value` lines. Only the layout is read here.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from grognard.core.ruling import GrognardError

from .board import COLUMNS, ROWS

LARGEST = 1_000_000  # bytes of metadata we are willing to read
PICTURES = (".gif", ".png", ".jpg", ".jpeg")


class Board(NamedTuple):
    """How a board picture lies: in pixels, hex A1 first."""

    name: str
    picture: str  # the file inside the zip
    columns: int
    rows: int
    hex_width: float  # from column to column
    hex_height: float  # from row to row
    x: float  # centre of A1
    y: float
    a1_high: bool  # whether column B stands lower than A, as on geomorphic boards

    def scale_to(self, width: float, height: float) -> tuple[float, float, float, float]:
        """What draws the picture so that its A1 lies on ours and its pitch is ours: x and y factor, then shift."""
        fx, fy = width / self.hex_width, height / self.hex_height
        return fx, fy, -self.x * fx, -self.y * fy


def read_board(path: str | Path) -> Board:
    """The layout of a board file; a file that has none is refused in one line."""
    try:
        with zipfile.ZipFile(path) as file:
            names = file.namelist()
            picture = next((n for n in names if n.lower().endswith(PICTURES)), None)
            if picture is None:
                raise GrognardError(f"{path}: the board file holds no picture")
            meta = next((n for n in names if n.rsplit("/", 1)[-1].lower() == "boardmetadata.xml"), None)
            plain = next((n for n in names if n.rsplit("/", 1)[-1].lower() == "data"), None)
            if meta is None and plain is None:
                raise GrognardError(f"{path}: the board file holds no grid data (BoardMetadata.xml or data)")
            text = _text(file, meta or str(plain))
    except (OSError, zipfile.BadZipFile) as error:
        raise GrognardError(f"{path}: not a board file ({error})") from None
    values = _from_xml(text) if meta else _from_lines(text)
    return _board(values, picture)


def _text(file: zipfile.ZipFile, name: str) -> str:
    if file.getinfo(name).file_size > LARGEST:
        raise GrognardError(f"{name}: more grid data than a board has")
    return file.read(name).decode("utf-8", "replace")


def _from_xml(text: str) -> dict[str, str]:
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise GrognardError("the grid data may not declare entities")
    try:
        root = ElementTree.fromstring(text)  # noqa: S314
    except ElementTree.ParseError as error:
        raise GrognardError(f"the grid data cannot be read: {error}") from None
    return {key.lower(): value for key, value in root.attrib.items()}


def _from_lines(text: str) -> dict[str, str]:
    rows = [line.split(maxsplit=1) for line in text.splitlines()]
    return {row[0].lower(): row[1].strip() for row in rows if len(row) == 2}


def _number(values: dict[str, str], names: tuple[str, ...], default: float) -> float:
    for name in names:
        if name in values:
            try:
                return float(values[name])
            except ValueError:
                raise GrognardError(f"grid data: {name} is a number, not {values[name]!r}") from None
    return default


def _board(values: dict[str, str], picture: str) -> Board:
    """Defaults are those of a standard board: hexes 56.25 by 64.5 pixels, A1 at the left edge."""
    height = _number(values, ("hexheight", "hex_height"), 64.5)
    width = _number(values, ("hexwidth", "hex_width"), 56.25)
    if height <= 0 or width <= 0:
        raise GrognardError("grid data: a hex has a size")
    high = values.get("hasaltcolumns", values.get("altgrain", "false")).lower() != "true"
    return Board(
        values.get("name", picture), picture, int(_number(values, ("width", "columns"), COLUMNS)), int(_number(values, ("height", "rows"), ROWS)),
        width, height, _number(values, ("a1centerx", "x0"), 0.0), _number(values, ("a1centery", "y0"), height / 2), high,
    )  # fmt: skip
