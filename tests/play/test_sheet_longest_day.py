"""The roster of The Longest Day on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.ruling import GrognardError
from grognard.games.longest_day.days import day_of
from grognard.games.longest_day.sheet import read_ledger
from grognard.sheets import html, make, pdf
from grognard.sheets.longest_day import blank, filled, form, roster
from grognard.sheets.paper import Cell, Columns, Table

from .shell import run

LEDGER = """game = "longest-day"
side = "allied"
[orders."1944-06-23"]
"43" = "VIII"
[orders."1944-06-25"]
"4-BDE" = "VIII"
[orders."1944-06-29"]
"GDARM" = "VIII"
"""


def tables(document):
    return [
        block
        for page in document.pages
        for part in page.blocks
        if isinstance(part, Columns)
        for blocks in part.parts
        for block in blocks
    ]


def cells(document, name: str) -> list[Cell]:
    """The row of a unit."""
    found = [row for table in tables(document) for row in table.rows if row[0].text.strip() == name]
    assert len(found) == 1, name
    return list(found[0])


@pytest.mark.clause("TLD-A.form")
def test_the_form_has_175_rows_of_which_39_are_headings() -> None:
    rows = form()
    assert (len(rows), sum(row.heading for row in rows)) == (175, 39)
    assert [row.name for row in rows[:3]] == ["1st Airborne", "6th Airborne", "Guards Arm"]
    assert "31-BDE" not in {row.id for row in rows}  # has no heading on the document's form


@pytest.mark.clause("TLD-A.form")
def test_dated_columns_are_the_days_on_which_something_changes() -> None:
    ledger, _ = read_ledger(LEDGER)
    made = filled(ledger, day_of("1944-06-29"))
    assert [cell.text for cell in tables(made)[0].head[0]] == [
        "Unit",
        "Rating",
        "start",
        "24 Jun",
        "26 Jun",
        "30 Jun",
        "",
        "",
    ]
    assert [cell.text for cell in cells(made, "43rd Inf")[2:]] == ["", "VIII", "·", "·", "", ""]
    assert [cell.text for cell in cells(made, "44R/4")[2:]] == ["I", "·", "VIII", "·", "", ""]


@pytest.mark.clause("TLD-A.corps.4")
def test_an_order_not_yet_in_force_is_written_by_hand() -> None:
    ledger, _ = read_ledger(LEDGER)
    waiting = cells(filled(ledger, day_of("1944-06-29")), "Guards Arm")[5]
    assert (waiting.text, waiting.hand) == ("VIII", True)
    in_force = cells(filled(ledger, day_of("1944-06-30")), "Guards Arm")[5]
    assert (in_force.text, in_force.hand) == ("VIII", False)


def test_more_changes_than_columns_run_on_over_further_sheets() -> None:
    orders = "".join(
        f'[orders."1944-06-{day:02}"]\n"ART-77" = "{to}"\n'
        for day, to in zip(range(8, 20), ["I", "XXX"] * 6, strict=True)
    )
    ledger, _ = read_ledger('game = "longest-day"\n' + orders)
    made = filled(ledger, day_of("1944-06-29"))
    assert len(made.pages) == 6 and "continued (2)" in made.pages[2].subtitle


def test_a_blank_form_has_nothing_written_in_it() -> None:
    made = blank()
    assert all(isinstance(table, Table) for table in tables(made))
    assert {cell.text for table in tables(made) for row in table.rows for cell in row[2:]} == {""}
    assert len(made.pages) == 2


def test_the_roster_of_two_sheets_is_set_as_pdf_and_html() -> None:
    made = roster(form(), {}, ["I"], [("Player", "")], "")
    assert pdf(made).startswith(b"%PDF-")
    assert html(made).count('<section class="page') == 2


def test_print_from_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "ledger.toml").write_text(LEDGER)
    out = tmp_path / "roster.html"
    run(
        "print",
        "longest-day",
        "roster",
        "--ledger",
        str(tmp_path / "ledger.toml"),
        "--day",
        "1944-06-29",
        "--out",
        str(out),
    )
    assert "29 June 1944" in out.read_text()


def test_a_day_that_is_none_is_refused() -> None:
    with pytest.raises(GrognardError, match="is not a day"):
        make(grognard.load("longest-day"), "roster", {"day": "someday"})
