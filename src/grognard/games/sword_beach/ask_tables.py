"""Answers from the printed tables: the combat results table, as a whole or for a die that has been rolled."""

from __future__ import annotations

from grognard.core.ask import Answer, once
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .ask_positions import OURS, one_of
from .combat import column
from .tables import LEGEND, LINES, TABLES


def crt(line: str | None, differential: int | None, shift: int, roll: int | None) -> Answer:
    """FM-7.6.1: the table, or one line of it with its columns; with a differential and a die, the result."""
    if differential is not None or roll is not None:
        return _result(line, differential, shift, roll)
    chosen = [one_of(line, LINES, "CRT line")] if line else list(LINES)
    rows: dict[str, Plain] = {}
    tables: dict[str, list[list[str]]] = {}
    lines = []
    for name in chosen:
        row = LINES[name]
        rows[name] = {
            "name": row.name,
            "table": row.table.name,
            "lower_bounds": list(row.bounds),
            "clause": row.clause,
            "defender_benefit": row.benefit,
        }
        tables[row.table.name] = [list(cells) for cells in row.table.cells]
        starts = [f"below {row.bounds[0]:+d}", *(f"{bound:+d}" for bound in row.bounds)]
        lines.append(
            f"{row.name} [{row.clause}]: "
            + ", ".join(f"column {i} {start}" for i, start in enumerate(starts, 1))
        )
    for table in tables:
        lines.append(f"table {table} [{TABLES[table].clause}], die by column:")
        lines += [f"  {die}: {' '.join(cells)}" for die, cells in enumerate(TABLES[table].cells, 1)]
    lines += [*(f"{code}: {words}" for code, words in LEGEND.items()), f"The whole table is our {OURS}."]
    cited = [LINES[name].clause for name in chosen] + [TABLES[table].clause for table in tables]
    value = {"results_key": LEGEND, "lines": rows, "tables": tables}
    sources = once([*(LINES[name].provenance for name in chosen), OURS])
    return Answer(value, lines, once([*cited, "FM-7.4.1", "FM-7.4.3", "FM-7.6.1"]), sources)


def _result(line: str | None, differential: int | None, shift: int, roll: int | None) -> Answer:
    """One die on one line: the column, the shifts and the result."""
    if line is None or differential is None or roll is None:
        raise GrognardError(
            "a result needs --line, --differential and --roll, such as --line clear --differential 5 --roll 3"
        )
    if not 1 <= roll <= 6:
        raise GrognardError(f"--roll is one die, 1 to 6, not {roll} [FM-2.4]")
    row = LINES[one_of(line, LINES, "CRT line")]
    bare, last = column(row.bounds, differential, 0) + 1, column(row.bounds, differential, shift) + 1
    result = row.table.cells[roll - 1][last - 1]
    value = {
        "line": line,
        "differential": differential,
        "shift": shift,
        "column": last,
        "roll": roll,
        "result": result,
    }
    moved = f", shifted {abs(shift)} {'left' if shift < 0 else 'right'} to column {last}" if shift else ""
    lines = [
        f"{row.name} line, differential {differential:+d}: column {bare}{moved} [{row.clause}]",
        f"die {roll}: {result}, {LEGEND[result]} [FM-7.6.1]",
        f"The whole table is our {OURS}.",
    ]
    return Answer(
        value,
        lines,
        once([row.clause, row.table.clause, "FM-7.4.1", "FM-7.4.3", "FM-7.6.1"]),
        once([row.provenance, OURS]),
    )
