"""The folder of a study: its plan, a row a game as they finish, and what is made of them at the end. Knows no
game.

Rows are appended and flushed piece by piece, so a study that is killed goes on where it was; a row cut in two
by the kill is thrown away and its game played again. When all games are there the rows are put in order.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .plan import Plan, read_plan
from .playing import Row

PLAN, ROWS, TABLE, REPORT, SUMMARY = "plan.json", "games.jsonl", "games.csv", "report.html", "summary.json"
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(Row).decode


class StudyResults:
    """The results of one study."""

    def __init__(self, folder: str | Path, plan: Plan) -> None:
        self.folder, self.plan = Path(folder), plan
        self.rows = self.folder / ROWS
        self.folder.mkdir(parents=True, exist_ok=True)
        known = self.folder / PLAN
        if known.is_file():
            if (old := read_plan(known)) != plan:
                raise GrognardError(
                    f"{self.folder} holds another study ({_differences(old, plan)}); give another folder"
                )
        elif self.rows.exists():
            raise GrognardError(f"{self.folder} holds games and no plan; give another folder")
        else:
            known.write_bytes(msgspec.json.format(_encode(plan), indent=2) + b"\n")
        self._done = self._read_finished()

    @classmethod
    def read(cls, folder: Path) -> StudyResults:
        """The study that a folder holds."""
        return cls(folder, read_plan(folder / PLAN))

    @property
    def done(self) -> set[int]:
        """The numbers of the games that are there."""
        return set(self._done)

    @property
    def missing(self) -> Iterator[int]:
        return (number for number in range(self.plan.games) if number not in self._done)

    def _read_finished(self) -> dict[int, int]:
        """The games that are there, with the place of each in the file; a broken last line is cut off."""
        result: dict[int, int] = {}
        if not self.rows.exists():
            return result
        place = 0
        with open(self.rows, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                try:
                    number = _decode(line)["game"]
                except (ValueError, RecursionError, KeyError):
                    raise GrognardError(
                        f"{self.rows}: the line at byte {place} is not a row of a study"
                    ) from None
                result.setdefault(number, place)
                place += len(line)
        if place < self.rows.stat().st_size:
            os.truncate(self.rows, place)
        return result

    def add(self, rows: list[Row]) -> int:
        """Keeps rows that are not there yet (a piece may come twice from a cluster); gives how many were
        new.
        """
        place = self.rows.stat().st_size if self.rows.exists() else 0
        lines = b""
        count = 0
        for row in rows:
            if row["game"] not in self._done:
                self._done[row["game"]] = place + len(lines)
                lines += _encode(row) + b"\n"
                count += 1
        with open(self.rows, "ab") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        return count

    def __iter__(self) -> Iterator[Row]:
        """The rows in the order of their numbers, one at a time."""
        with open(self.rows, "rb") as file:
            for _, place in sorted(self._done.items()):
                file.seek(place)
                yield _decode(file.readline())

    def finish(self) -> None:
        """Puts the rows in order and writes them as a table too."""
        fresh = self.rows.with_suffix(".new")
        with open(fresh, "wb") as file:
            for row in self:
                file.write(_encode(row) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, self.rows)
        self._done = self._read_finished()
        self._write_table()

    def _write_table(self) -> None:
        """The rows as CSV: what is a number or a word, and counts by name; places on the map stay in the JSON
        lines.
        """
        heads: dict[str, None] = {}
        for row in self:
            heads.update(dict.fromkeys(flat(row)))
        with open(self.folder / TABLE, "w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, list(heads), restval="")
            table.writeheader()
            for row in self:
                table.writerow(flat(row))


def flat(row: Row) -> Plain:
    """A row without its maps, nested counts as `lost.3rd Infantry Division`.

    >>> flat({"game": 0, "lost": {"a": 1}, "stood": {"allied": {"1538": 3}}})
    {'game': 0, 'lost.a': 1}
    """
    result: Plain = {}
    for name, value in row.items():
        if not isinstance(value, dict):
            result[name] = value
        else:
            result |= {f"{name}.{key}": one for key, one in value.items() if not isinstance(one, dict)}
    return result


def _differences(old: Plan, new: Plan) -> str:
    was, now = msgspec.to_builtins(old), msgspec.to_builtins(new)
    return ", ".join(f"{key} {was[key]!r} there, {now[key]!r} here" for key in was if was[key] != now[key])
