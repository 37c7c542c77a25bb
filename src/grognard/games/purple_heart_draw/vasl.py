"""Players who own a VASL board file can lay it under our grid. The file's own grid data says how; nothing of
it is kept.

A board file is a zip named `bdNAME`, without extension. Since VASL 6 it holds `BoardMetadata.xml`, whose root
names the picture and, where the board is not a standard one, its hexes; a board of VASL 5 (`bdPHD` is one)
holds a plain file `data` of `key value` lines and the picture `bdNAME.gif`. Both give, in pixels, the centre
of A1 and the steps from column to column and from row to row; what they leave out is that of a standard
board. Only the layout is read here.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path
from typing import IO, NamedTuple
from xml.etree import ElementTree

from grognard.core.ruling import GrognardError

from .board import COLUMNS, ROWS

LARGEST = 1_000_000  # bytes of grid data we are willing to read
PICTURES = (".gif", ".png", ".jpg", ".jpeg")
MISSING = -999.0  # what VASL writes for a figure a board does not give
STEP_X, STEP_Y = 1800 / 32, 645 / 10  # a standard board: 33 x 10 hexes on 1800 x 645 pixels
TRUE = ("true", "yes", "on", "1")
SLACK = 6  # hexes of margin a picture may have beyond the map


class Board(NamedTuple):
    """How a board picture lies, in pixels of the picture."""

    name: str
    version: str
    picture: str  # the file inside the zip
    columns: int  # nought where the file does not say, as in all boards of VASL 5
    rows: int
    hex_width: float  # from column to column
    hex_height: float  # from row to row
    x: float  # centre of A1
    y: float
    b1_higher: (
        bool  # column B half a hex above A, as on this map; else below, as on standard boards, from B0 on
    )


def read_board(path: str | Path) -> Board:
    """The layout of a board file; what is no board, or a board of another map, is refused in one line."""
    try:
        with zipfile.ZipFile(path) as file:
            board = _layout(file, Path(path).name)
            with file.open(board.picture) as picture:
                size = _pixels(picture)
    except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, ValueError) as error:
        raise GrognardError(f"{path}: not a board file ({error})") from None
    except GrognardError as error:
        raise GrognardError(f"{path}: {error}") from None
    if bad := misfit(board, size):
        raise GrognardError(f"{path}: {bad}")
    return board


def misfit(board: Board, size: tuple[int, int] | None) -> str:
    """Why a board cannot lie under this map: another number of hexes, or a picture with room for others."""
    if board.columns and (board.columns != COLUMNS or board.rows not in (ROWS - 1, ROWS)):
        return f"a board of {board.columns} x {board.rows} hexes; this map has {COLUMNS} x {ROWS}"
    if size is None:
        return ""
    across, down = (size[0] - board.x) / board.hex_width + 1, (size[1] - board.y) / board.hex_height + 0.5
    if not (COLUMNS - 0.5 <= across <= COLUMNS + SLACK and ROWS - 1 <= down <= ROWS + SLACK):
        return (
            f"its picture has room for about {across:.0f} x {down:.0f} hexes; this map has {COLUMNS} x {ROWS}"
        )
    return ""


# ---------------------------------------------------------------- the two kinds of grid data


def _layout(file: zipfile.ZipFile, title: str) -> Board:
    names = file.namelist()
    values = _from_xml(_text(file, "BoardMetadata.xml")) if "BoardMetadata.xml" in names else None
    if values is not None:
        return _board(
            values,
            _named(names, values.get("boardImageFileName", "")),
            ("A1CenterX", "A1CenterY", "hexWidth", "hexHeight", "altHexGrain"),
        )
    if "data" not in names:
        raise GrognardError("the board file holds no grid data (BoardMetadata.xml or data)")
    values = _from_lines(_text(file, "data"))
    name = title[2:] if title.lower().startswith("bd") else title
    return _board({"name": name} | values, _old_picture(names, title), ("x0", "y0", "dx", "dy", "alternate"))


def _text(file: zipfile.ZipFile, name: str) -> str:
    """Read no further than a board needs, whatever the file says of its own size."""
    with file.open(name) as entry:
        data = entry.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise GrognardError(f"{name}: more grid data than a board has")
    return data.decode("utf-8", "replace")


def _from_xml(text: str) -> dict[str, str] | None:
    """Attributes of the root; nothing if it cannot be read, and then the board counts as one of VASL 5."""
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise GrognardError("the grid data may not declare entities")
    try:
        root = ElementTree.fromstring(text)  # noqa: S314
    except ElementTree.ParseError:
        return None
    return dict(root.attrib) if root.tag == "boardMetadata" else None


def _from_lines(text: str) -> dict[str, str]:
    """The first two words of every line; what has no second is a remark."""
    rows = [line.split() for line in text.splitlines()]
    return {row[0].lower(): row[1] for row in rows if len(row) > 1}


def _named(names: list[str], wanted: str) -> str:
    if not wanted:
        raise GrognardError("BoardMetadata.xml names no picture (boardImageFileName)")
    if wanted not in names:
        raise GrognardError(f"the board file does not hold its picture {wanted}")
    if not wanted.lower().endswith(PICTURES):
        raise GrognardError(f"{wanted} is not a picture we can show ({', '.join(PICTURES)})")
    return wanted


def _old_picture(names: list[str], title: str) -> str:
    """`bdNAME.gif` as the file is called; a file given another name still has one picture of that form."""
    wanted = f"{title}.gif"
    alike = [n for n in names if n.lower().startswith("bd") and n.lower().endswith(PICTURES) and "/" not in n]
    if wanted in names or len(alike) != 1:
        return _named(names, wanted)
    return alike[0]


def _board(values: dict[str, str], picture: str, keys: tuple[str, str, str, str, str]) -> Board:
    x, y, dx, dy, alternate = keys
    width, height = _number(values, dx, STEP_X), _number(values, dy, STEP_Y)
    if width <= 0 or height <= 0:
        raise GrognardError("grid data: a hex has a size")
    return Board(
        values.get("name") or picture,
        values.get("version", ""),
        picture,
        int(_number(values, "width", 0)),
        int(_number(values, "height", 0)),
        width,
        height,
        _number(values, x, 0.0),
        _number(values, y, STEP_Y / 2),
        values.get(alternate, "").strip().lower() in TRUE,
    )


def _number(values: dict[str, str], name: str, default: float) -> float:
    try:
        result = float(values.get(name, default))
    except ValueError:
        raise GrognardError(f"grid data: {name} is a number, not {values[name]!r}") from None
    if result != result or abs(result) > 100_000:
        raise GrognardError(f"grid data: {name} is a number of pixels, not {values[name]!r}")
    return default if result == MISSING else result


# --------------------------------------------------------------- how large the picture is, by its first bytes


def _pixels(picture: IO[bytes]) -> tuple[int, int] | None:
    """Width and height of a GIF or PNG; of a JPEG we do not ask."""
    head = picture.read(24)
    if head[:4] == b"GIF8":
        width, height = struct.unpack("<HH", head[6:10])
    elif head[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack(">II", head[16:24])
    elif head[:2] == b"\xff\xd8":
        return None
    else:
        raise GrognardError("its picture is no GIF, PNG or JPEG")
    return width, height
