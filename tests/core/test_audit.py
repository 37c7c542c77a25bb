"""The check of a record without rules says what the test vectors say, as the checker in JavaScript does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grognard.core.audit import Audit
from grognard.core.lines import CARRIED, DamagedRecord
from tests.records import vectors

RECORDS = json.loads(vectors.FILE.read_text("utf-8"))["records"]


def audited(lines: list[dict[str, Any]]) -> Audit:
    audit, first = Audit(), 0
    if lines[0]["grognard"] == 1:
        first = next(at for at, line in enumerate(lines) if CARRIED in line)
        said = lines[first][CARRIED]
        audit.take_old(lines[:first], [None] * first, said["sides"], said)
    for line in lines[first:]:
        audit.take(line)
    return audit


@pytest.mark.parametrize("row", [row for row in RECORDS if row["says"]["ok"]], ids=lambda row: row["name"])
def test_a_whole_record(row: dict[str, Any]) -> None:
    audit, says = audited(row["lines"]), row["says"]
    dice = audit.dice
    assert (dice.rolls, audit.undone_rolls, dice.rolls - dice.proved) == (
        says["rolls"],
        says["taken_back"],
        says["unchecked"],
    )
    assert audit.position is None or audit.position == says["position"]
    assert audit.position is not None or "copy" in row["name"]


@pytest.mark.parametrize(
    "row", [row for row in RECORDS if not row["says"]["ok"]], ids=lambda row: row["name"]
)
def test_a_damaged_record(row: dict[str, Any]) -> None:
    with pytest.raises(DamagedRecord) as found:
        audited(row["lines"])
    assert found.value.line == row["says"]["line"]
