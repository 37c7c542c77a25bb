"""A rulebook as data: every clause with our wording and its provenance, and what carries it. Knows no
game.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import TypedDict

import msgspec

from .data import PROVENANCES
from .ruling import GrognardError

KINDS = ("rule", "descriptive", "ruling", "gap")


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule of a game, in our words."""

    id: str
    text: str
    chapter: str
    provenance: str
    kind: str
    who: str = ""
    when: str = ""
    note: str = ""
    forbids: bool | None = None  # whether an action or an entry can be refused by it; `None`: not said

    def __str__(self) -> str:
        return f"{self.id}  {self.text}"


class Carried(msgspec.Struct, frozen=True):
    """Where a clause lives: code and data that cite it, tests that are marked with it, tests in which it
    refuses something.
    """

    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()


class ClauseRow(TypedDict):
    """A clause as `grognard rules --json` prints it, with the code and the tests that carry it."""

    id: str
    text: str
    chapter: str
    provenance: str
    kind: str
    who: str
    when: str
    note: str
    implemented: bool
    code: list[str]
    tests: list[str]
    forbids: bool
    refuses: list[str]


class Rulebook(Mapping[str, Clause]):
    """The clauses of a game, in the order of its book."""

    def __init__(self, clauses: list[Clause], carried: Mapping[str, Carried]) -> None:
        self._clauses: dict[str, Clause] = {}
        for clause in clauses:
            if clause.id in self._clauses:
                raise GrognardError(f"clause {clause.id} stands twice")
            if clause.provenance not in PROVENANCES or clause.kind not in KINDS:
                raise GrognardError(f"clause {clause.id}: unknown provenance or kind")
            self._clauses[clause.id] = clause
        self.carried = carried

    def __getitem__(self, id_: str) -> Clause:
        try:
            return self._clauses[id_]
        except KeyError:
            near = [known for known in self._clauses if known.startswith(id_)][:6]
            hint = f"; there is {', '.join(near)}" if near else ""
            raise GrognardError(f"there is no clause {id_!r}{hint}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._clauses

    def implemented(self, id_: str) -> bool:
        """A rule is carried by code or data; what asks nothing of an engine needs none."""
        return self[id_].kind in ("descriptive", "gap") or bool(self.carried.get(id_, Carried()).code)

    def tests(self, id_: str) -> tuple[str, ...]:
        return self.carried.get(id_, Carried()).tests

    def refuses(self, id_: str) -> tuple[str, ...]:
        """The tests in which something is refused by a clause."""
        return self.carried.get(id_, Carried()).refuses

    @property
    def declares_refusals(self) -> bool:
        """Whether the rulebook says which of its clauses forbid something."""
        return any(clause.forbids for clause in self._clauses.values())

    def report(self) -> list[ClauseRow]:
        """What `grognard rules --json` prints."""
        return [
            {
                "id": c.id,
                "text": c.text,
                "chapter": c.chapter,
                "provenance": c.provenance,
                "kind": c.kind,
                "who": c.who,
                "when": c.when,
                "note": c.note,
                "implemented": self.implemented(c.id),
                "code": list(self.carried.get(c.id, Carried()).code),
                "tests": list(self.tests(c.id)),
                "forbids": bool(c.forbids),
                "refuses": list(self.refuses(c.id)),
            }
            for c in self._clauses.values()
        ]


def read_rulebook(package: str) -> Rulebook:
    """The rulebook of a game package: `clauses.toml`, that of each of its sub-packages, and `carried.json` as
    the coverage tool last wrote it.
    """
    folder = resources.files(package)
    parts = [
        folder,
        *sorted((part for part in folder.iterdir() if part.is_dir()), key=lambda part: part.name),
    ]
    books = [book for part in parts if (book := part.joinpath("clauses.toml")).is_file()]
    raw = [row for book in books for row in tomllib.loads(book.read_text("utf-8"))["clause"]]
    carried = folder.joinpath("carried.json")
    result = json.loads(carried.read_text("utf-8")) if carried.is_file() else {}
    clauses = [msgspec.convert(row, Clause) for row in raw]
    return Rulebook(clauses, {id_: msgspec.convert(row, Carried) for id_, row in result.items()})
