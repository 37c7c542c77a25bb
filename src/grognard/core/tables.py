"""Tables as data: loaded with clause and provenance, refused if damaged, looked up with the path. Knows no
game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from .data import provenance
from .plain import PlainView
from .ruling import GrognardError, Modifier, total


@dataclass(frozen=True)
class Lookup:
    """A looked-up cell, and how it was found: the path in words and the clauses that led there.

    >>> row: TableRow = {"clause": "X-1", "provenance": "document", "results": [["NE", "D1"], ["D1", "De"]]}
    >>> looked_up = load_table("assault", row, ("NE", "D1", "De")).look_up(2, 1)
    >>> looked_up.cell, looked_up.path
    ('D1', ('column 1', 'die 2, column 1: D1'))
    """

    cell: str
    row: int
    column: int  # counted from 1, as printed
    path: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A grid of results: rows by die, columns by what the game says.

    >>> table = Table("assault", "X-1", "document", (("NE", "D1"), ("D1", "De")))
    >>> table.look_up(2, 1, [Modifier(1, "X-2", "surprise")]).path
    ('column 1', '+1: surprise', 'die 2, column 2: De')
    """

    name: str
    clause: str
    provenance: str
    cells: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> int:
        return len(self.cells[0])

    def look_up(self, die: int, column: int, shifts: Sequence[Modifier] = (), because: str = "") -> Lookup:
        """The cell of a die roll (from 1) and a column (from 1), shifted and kept within the table."""
        if not 1 <= die <= len(self.cells):
            raise GrognardError(f"{self.name}: a die of {die} is not on the table (1 to {len(self.cells)})")
        path = [because or f"column {column}"]
        clauses = [self.clause]
        for shift in shifts:
            path.append(f"{shift.amount:+d}: {shift.because}")
            clauses.append(shift.clause)
        wanted = column + total(shifts)
        clamped = min(max(wanted, 1), self.columns)
        if clamped != wanted:
            path.append(f"column {wanted} is beyond the table: column {clamped}")
        path.append(f"die {die}, column {clamped}: {self.cells[die - 1][clamped - 1]}")
        return Lookup(self.cells[die - 1][clamped - 1], die, clamped, tuple(path), tuple(clauses))


@dataclass(frozen=True)
class Line:
    """A line of a differential table: from which differential each column begins.

    >>> table = Table("assault", "X-1", "document", (("NE", "D1"), ("D1", "De")))
    >>> line = Line("town", "town", "X-3", "document", table, (3,), 0, {})
    >>> line.column(2), line.look_up(4, 1).path
    (1, ('town line: +4 is column 2', 'die 1, column 2: D1'))
    """

    id: str
    name: str
    clause: str
    provenance: str
    table: Table
    bounds: tuple[int, ...]
    benefit: int
    data: PlainView

    def column(self, differential: int) -> int:
        return 1 + bisect_right(self.bounds, differential)

    def look_up(self, differential: int, die: int, shifts: Sequence[Modifier] = ()) -> Lookup:
        column = self.column(differential)
        return self.table.look_up(
            die, column, shifts, f"{self.name} line: {differential:+d} is column {column}"
        )


class TableRow(TypedDict, total=False):
    """A table of a data file.

    >>> row: TableRow = {"clause": "X-1", "provenance": "document", "results": [["NE", "D1"], ["D1", "De"]]}
    >>> load_table("assault", row, ("NE", "D1", "De")).columns
    2
    """

    clause: str
    provenance: str
    columns: int
    results: list[list[str]]


class LineRow(TypedDict, total=False):
    """A line of a data file that leads into the columns of a table.

    >>> table = Table("assault", "X-1", "document", (("NE", "D1"), ("D1", "De")))
    >>> row: LineRow = {"id": "town", "table": "assault", "lower_bounds": [3]}
    >>> row |= {"clause": "X-3", "provenance": "document"}
    >>> load_line(row, {"assault": table}).bounds
    (3,)
    """

    id: str
    name: str
    clause: str
    provenance: str
    table: str
    lower_bounds: list[int]
    defender_benefit: int


def load_table(name: str, raw: TableRow, legend: Collection[str]) -> Table:
    """Refuses a table without clause or provenance, a ragged row, and a result that is not in the legend."""
    clause, source = _source(name, raw)
    rows = raw.get("results") or ()
    width = raw.get("columns", len(rows[0]) if rows else 0)
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise GrognardError(f"table {name}, row {number}: {len(row)} cells where {width} belong")
        for cell in row:
            if cell not in legend:
                raise GrognardError(f"table {name}, row {number}: {cell!r} is not in the legend")
    if not rows:
        raise GrognardError(f"table {name} has no rows")
    return Table(name, clause, source, tuple(map(tuple, rows)))


def load_line(raw: LineRow, tables: Mapping[str, Table]) -> Line:
    """Refuses a line whose bounds do not fit its table or do not rise."""
    name = str(raw.get("id", "?"))
    clause, source = _source(name, raw)
    if raw.get("table") not in tables:
        raise GrognardError(f"line {name}: there is no table {raw.get('table')!r}")
    table, bounds = tables[raw["table"]], list(raw.get("lower_bounds", ()))
    if len(bounds) != table.columns - 1:
        raise GrognardError(
            f"line {name}: {len(bounds)} bounds where table {table.name} needs {table.columns - 1}"
        )
    if bounds != sorted(set(bounds)):
        raise GrognardError(f"line {name}: the bounds must rise from column to column")
    return Line(
        name,
        str(raw.get("name", name)),
        clause,
        source,
        table,
        tuple(bounds),
        int(raw.get("defender_benefit", 0)),
        raw,
    )


def _source(name: str, raw: PlainView) -> tuple[str, str]:
    for field in ("clause", "provenance"):
        if not raw.get(field):
            raise GrognardError(f"table {name} has no {field}")
    return str(raw["clause"]), provenance(str(raw["provenance"]))
