"""The lines of a record, as `docs/records.md` says: the test vectors are what the code gives."""

from __future__ import annotations

import json

import pytest

from grognard.core.lines import applied, canonical, digest, seal, thin
from tests.records import vectors

FOUND = json.loads(vectors.FILE.read_text("utf-8"))


def test_the_stored_vectors_are_those_of_the_code() -> None:
    assert vectors.FILE.read_text("utf-8") == vectors.text()


def test_canonical_json_is_sorted_json_without_spaces() -> None:
    for row in FOUND["canonical"]:
        assert canonical(row["value"]).decode() == row["json"]
        assert (
            json.dumps(row["value"], sort_keys=True, ensure_ascii=False, separators=(",", ":")) == row["json"]
        )


def test_digests_and_seals_of_the_vectors() -> None:
    for row in FOUND["digests"]:
        assert digest(row["before"], row["line"]) == row["now"]
    for row in FOUND["seals"]:
        assert seal(row["salt"], row["fields"]) == row["seal"]


@pytest.mark.parametrize("hidden", ["do", "salt", "own", "of", "pick", "irregular"])
def test_a_digest_takes_nothing_of_what_a_seal_stands_for(hidden: str) -> None:
    line = {
        "by": "blue",
        "to": "blue",
        "do": "x",
        "own": [],
        "salt": "1",
        "seal": "2",
        "of": 6,
        "pick": 1,
        "irregular": [],
    }
    assert digest("", line) == digest("", {k: v for k, v in line.items() if k != hidden})
    in_the_open = {k: v for k, v in line.items() if k not in ("seal", "to")}
    assert digest("", in_the_open) != digest("", {k: v for k, v in in_the_open.items() if k != hidden})


def test_a_value_told_once_for_most() -> None:
    names, values = ["a", "b", "c", "d"], ["", "x", "", "y"]
    assert thin(names, values) == {"*": "", "b": "x", "d": "y"}
    assert thin([], []) == {"*": None}


def test_changes_leave_the_lines_they_came_from_as_they_are() -> None:
    puts = [
        ["at", {"*": ""}],
        ["moved", ["a"]],
        ["at", "x", "0101"],
        ["moved", 1, 0, ["b", "c"]],
        ["moved", 0, 2, []],
    ]
    before = json.dumps(puts)
    position = applied({}, puts)
    assert position == {"at": {"*": "", "x": "0101"}, "moved": ["c"]} and json.dumps(puts) == before
    applied(position, [["at", "y", "0202"], ["moved", 0, 1, []]])
    assert position == {"at": {"*": "", "x": "0101"}, "moved": ["c"]}, "the position before stays as it was"


@pytest.mark.parametrize(
    "put", [["moved", 2, 0, []], ["moved", 0, 2, []], ["moved", -1, 1, []], ["gone", "x", 1]]
)
def test_a_change_that_cannot_be_made_is_refused(put: list[object]) -> None:
    with pytest.raises((KeyError, ValueError)):
        applied({"moved": ["c"]}, [put])
