"""Tables: refused when damaged, looked up with the path that led to the cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.ruling import GrognardError, Modifier
from grognard.core.tables import load_line, load_table

LEGEND = {"AR", "NE", "DR", "DE"}
RAW = {
    "clause": "EX-4.2",
    "provenance": "document (repaired)",
    "columns": 3,
    "results": [["AR", "DR", "DE"], ["AR", "NE", "DR"]],
}
LINE = {
    "id": "clear",
    "name": "Clear",
    "clause": "EX-4.3",
    "provenance": "reconstruction",
    "table": "main",
    "lower_bounds": [0, 4],
}


def table(**changes: object):
    return load_table("main", {**RAW, **changes}, LEGEND)


def line(**changes: object):
    return load_line({**LINE, **changes}, {"main": table()})


@pytest.mark.parametrize("field", ["clause", "provenance"])
@pytest.mark.parametrize("value", [None, ""])
def test_a_table_without_source_is_refused(field: str, value: object) -> None:
    with pytest.raises(GrognardError, match=f"table main has no {field}"):
        table(**{field: value})
    with pytest.raises(GrognardError, match=f"has no {field}"):
        line(**{field: value})


def test_an_unknown_provenance_is_refused() -> None:
    with pytest.raises(GrognardError, match="'hearsay' is not a provenance"):
        table(provenance="hearsay")


@pytest.mark.parametrize("row", [["AR", "DR"], ["AR", "DR", "DE", "DE"], []])
def test_a_ragged_row_is_refused_by_number(row: list[str]) -> None:
    with pytest.raises(GrognardError, match=f"table main, row 2: {len(row)} cells where 3 belong"):
        table(results=[RAW["results"][0], row])


def test_a_row_that_disagrees_with_the_declared_width_is_refused() -> None:
    with pytest.raises(GrognardError, match="row 1: 3 cells where 4 belong"):
        table(columns=4)


def test_an_unknown_result_is_refused_by_name() -> None:
    with pytest.raises(GrognardError, match="row 2: 'D?' is not in the legend".replace("?", r"\?")):
        table(results=[["AR", "DR", "DE"], ["AR", "NE", "D?"]])


@pytest.mark.parametrize("rows", [[], None])
def test_an_empty_table_is_refused(rows: object) -> None:
    with pytest.raises(GrognardError, match="table main has no rows"):
        table(results=rows)


def test_a_look_up_tells_its_path_and_clauses() -> None:
    found = table().look_up(2, 2, [Modifier(1, "EX-4.4", "flank"), Modifier(-2, "EX-4.5", "mud")])
    assert (found.cell, found.row, found.column) == ("AR", 2, 1)
    assert found.path == ("column 2", "+1: flank", "-2: mud", "die 2, column 1: AR")
    assert found.clauses == ("EX-4.2", "EX-4.4", "EX-4.5")


@pytest.mark.parametrize(
    ("column", "shift", "kept"), [(1, -1, 1), (3, 1, 3), (2, 9, 3), (2, -9, 1), (2, 1, 3), (2, 0, 2)]
)
def test_a_column_is_kept_within_the_table_after_all_shifts(column: int, shift: int, kept: int) -> None:
    found = table().look_up(1, column, [Modifier(shift, "EX-4.4", "shift")])
    assert found.column == kept and found.cell == RAW["results"][0][kept - 1]
    assert any("beyond the table" in step for step in found.path) == (column + shift != kept)


def test_shifts_are_summed_before_the_column_is_kept() -> None:
    """+5 and -5 cancel; kept one by one they would not."""
    assert table().look_up(1, 2, [Modifier(5, "EX-1", "a"), Modifier(-5, "EX-2", "b")]).column == 2


@pytest.mark.parametrize("die", [0, 3, -1])
def test_a_die_that_is_not_on_the_table_is_refused(die: int) -> None:
    with pytest.raises(GrognardError, match=rf"main: a die of {die} is not on the table \(1 to 2\)"):
        table().look_up(die, 1)


def test_lines_refuse_what_does_not_fit_their_table() -> None:
    with pytest.raises(GrognardError, match="there is no table 'other'"):
        line(table="other")
    with pytest.raises(GrognardError, match="1 bounds where table main needs 2"):
        line(lower_bounds=[0])
    for bounds in ([4, 0], [4, 4]):
        with pytest.raises(GrognardError, match="the bounds must rise"):
            line(lower_bounds=bounds)


@pytest.mark.parametrize(("differential", "column"), [(-99, 1), (-1, 1), (0, 2), (3, 2), (4, 3), (99, 3)])
def test_a_column_begins_at_its_bound(differential: int, column: int) -> None:
    assert line().column(differential) == column


def test_a_line_says_how_it_came_to_its_column() -> None:
    found = line().look_up(4, 1)
    assert found.cell == "DE" and found.path[0] == "Clear line: +4 is column 3"


@given(
    st.lists(st.integers(-50, 50), min_size=2, max_size=2, unique=True).map(sorted),
    st.integers(-99, 99),
    st.integers(0, 50),
)
def test_odds_never_worsen_as_strength_grows(bounds: list[int], differential: int, more: int) -> None:
    row = line(lower_bounds=bounds)
    assert row.column(differential + more) >= row.column(differential)
