"""A rulebook as data: every clause with our wording and its provenance, and what carries it. Knows no game."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

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

    def __str__(self) -> str:
        return f"{self.id}  {self.text}"


class Carried(msgspec.Struct, frozen=True):
    """Where a clause lives: code and data that cite it, tests that are marked with it."""

    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


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

    def report(self) -> list[dict[str, Any]]:
        """What `grognard rules --json` prints."""
        return [
            {
                "id": c.id, "text": c.text, "chapter": c.chapter, "provenance": c.provenance, "kind": c.kind,
                "who": c.who, "when": c.when, "note": c.note, "implemented": self.implemented(c.id),
                "code": list(self.carried.get(c.id, Carried()).code), "tests": list(self.tests(c.id)),
            }
            for c in self._clauses.values()
        ]  # fmt: skip


def read_rulebook(package: str) -> Rulebook:
    """The rulebook of a game package: `clauses.toml`, and `carried.json` as the coverage tool last wrote it."""
    folder = resources.files(package)
    raw = tomllib.loads(folder.joinpath("clauses.toml").read_text("utf-8"))["clause"]
    carried = folder.joinpath("carried.json")
    found = json.loads(carried.read_text("utf-8")) if carried.is_file() else {}
    clauses = [msgspec.convert(row, Clause) for row in raw]
    return Rulebook(clauses, {id_: msgspec.convert(row, Carried) for id_, row in found.items()})
