"""Plays a record of format 1 again with the rules of release 0.1.0: `python -I old_format_worker.py ARCHIVE <
RECORD`.

It runs alone, imports the package from the archive and not the one it lies in, and answers with one JSON
object.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import pairwise
from typing import Any


def rows(steps: Any) -> list[str]:
    """The rows of a procedure by name, as `changes.row_names` names them."""
    names: list[str] = []
    seen: dict[str, int] = {}
    for step in steps:
        name = " ".join(word for word in (type(step).__name__.lower(), step.clause, step.name) if word)
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return [*names, "end"]


class Writer:
    """Writes facts of a position as format 2 does."""

    def __init__(self, state: Any) -> None:
        self.state, self.plain = state, import_module("msgspec").to_builtins
        self.rows = {kind: rows(steps) for kind, steps in state.procedures.items()}

    def value(self, name: str, value: Any) -> Any:
        if name == "stack":
            return [self.plain(frame) | {"row": self.rows[type(frame)][frame.step]} for frame in value]
        return self.plain(self.state.fields[name].codec.write(value))

    def position(self) -> dict[str, Any]:
        own, result = self.state.__dict__, {}
        for name in self.state.facts:
            result[name] = self.value(name, own[name])
        for name, column in self.state.columns.items():
            result[name] = {"*": None} | {
                key: self.value(name, one) for key, one in zip(column.names, own[name], strict=True)
            }
        return result

    def changes(self, entries: Any) -> list[list[Any]]:
        last = {(name, key): new for name, key, _, new, _ in entries if name != "log"}
        fields = self.state.fields
        return [
            (
                [name, self.value(name, new)]
                if key < 0
                else [name, fields[name].names[key], self.value(name, new)]
            )
            for (name, key), new in last.items()
        ]


def read(data: bytes) -> dict[str, Any]:
    record, package = import_module("grognard.core.record"), import_module("grognard")
    try:
        lines = record.read_lines(data)
        record.check_header(lines[0])
        state = record.replay(package.load(str(lines[0].get("game"))), lines).state
    except record.DamagedRecord as error:
        return {"line": error.line, "reason": error.reason}
    except (package.GrognardError, KeyError, TypeError, AttributeError, ValueError) as error:
        return {"line": 1, "reason": f"not a record that can be played again ({error})"}
    journal, marks = list(state.journal), [*state.marks, len(state.journal)]
    while state.actions:
        state.pop()
    writer = Writer(state)
    return {
        "first": writer.position(),
        "changes": [writer.changes(journal[start:end]) for start, end in pairwise(marks)],
    }


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    answer = import_module("msgspec").json.encode(read(sys.stdin.buffer.read()))
    sys.stdout.buffer.write(answer)
