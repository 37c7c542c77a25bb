"""The printer: documents as PDF and HTML, and the sheets of Beyond the Rhine."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

import grognard
from grognard import sheets
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine.chart import ENTRIES
from grognard.games.beyond_the_rhine.dates import FULL
from grognard.games.beyond_the_rhine.pieces import read
from grognard.play.cli import main
from grognard.sheets.paper import Boxes, Cell, Columns, Document, Heading, Page, Picture, Table, Text
from grognard.sheets.to_pdf import source
from tests.web.campaigns import played, record

BTR = grognard.load("beyond-the-rhine")
NASTY = 'a "quoted" #set page(width: 1pt) \\ [x] <b>&amp; $1$ *bold* _it_ `raw` @ref'
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'
EVERYTHING = Document(
    "All parts",
    [
        Page(
            NASTY,
            [
                Heading("A heading", "with a note"),
                Text(NASTY, muted=True),
                Text("by hand", hand=True),
                Boxes("Rail", 4, 2),
                Picture(PICTURE, "20mm"),
                Columns([[Text("left")], [Text("right")]]),
                Table(
                    [1, "20mm", 2],
                    [
                        [
                            Cell("tall", down=2, fill="grey"),
                            Cell(NASTY, bold=True),
                            Cell("up", upright=True, edge=True),
                        ],
                        [
                            Cell("hatched", fill="hatch"),
                            Cell("dark", fill="dark", hand=True, picture=PICTURE),
                        ],
                        ["plain", 3, None],
                    ],
                    [["Head", Cell("two", across=2)]],
                    "lcr",
                    9,
                    7,
                ),
            ],
            "sub",
            [("Name", "entry"), ("Empty", "")],
            "foot",
            wide=True,
        )
    ],
)


class Words(HTMLParser):
    """The text of a page, and whether every tag is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.cells = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.cells += tag in ("td", "th")
        if tag not in ("meta", "link", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def words(document: Document) -> str:
    found = Words(sheets.html(document))
    assert found.open == []
    return " ".join(" ".join(found.text).split())


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_every_part_is_printed_and_nothing_in_it_is_taken_for_markup() -> None:
    pdf = sheets.pdf(EVERYTHING)
    assert pdf.startswith(b"%PDF-") and pages(pdf) == 1
    page = sheets.html(EVERYTHING)
    assert "<b>&amp;" not in page and "&lt;b&gt;&amp;amp;" in page
    text = words(EVERYTHING)
    assert all(
        word in text for word in ("A heading", "by hand", "Rail", "left", "right", "hatched", "#set page")
    )


def test_the_page_has_no_inline_style_when_it_is_served() -> None:
    page = sheets.html(EVERYTHING, "/sheet.css")
    assert 'href="/sheet.css"' in page and not re.search(r"<style|\sstyle=", page)
    assert "<style>" in sheets.html(EVERYTHING)  # a file of its own carries it


def test_a_game_without_sheets_and_a_sheet_it_does_not_have() -> None:
    with pytest.raises(GrognardError, match="sword-beach has no sheets"):
        sheets.make(grognard.load("sword-beach"), "turn", {})
    with pytest.raises(GrognardError, match="did you mean arrivals"):
        sheets.make(BTR, "arrival", {})
    with pytest.raises(GrognardError, match="no parameter --colour"):
        sheets.make(BTR, "charts", {"colour": "red"})


# ---------------------------------------------------------------- Beyond the Rhine


@pytest.mark.parametrize("name", ["turn", "arrivals", "charts", "dead-pile", "record"])
def test_every_sheet_prints_blank_and_filled(name: str) -> None:
    state = played(18, "rebuilding").state
    for position in (None, state):
        document = sheets.make(BTR, name, {}, position)
        assert sheets.pdf(document).startswith(b"%PDF-") and len(words(document)) > 400


def test_a_turn_sheet_fits_on_one_page_on_every_turn() -> None:
    for first, last in ((1, 13), (14, 26), (27, 39), (40, 52), (53, 65), (66, 70)):
        document = sheets.make(BTR, "turn", {"date": str(first), "until": str(last)})
        assert len(document.pages) == pages(sheets.pdf(document)) == last - first + 1


def test_a_turn_sheet_says_what_is_due_and_what_was_rolled() -> None:
    state = played(18, "rebuilding").state
    text = words(sheets.make(BTR, "turn", {}, state))
    assert (
        "1 November 1944" in text and "18 of 70" in text and "13 Corps HQ" in text and "trench foot" in text
    )
    assert state.ground in text and "dry 1–2 mud 3–6" in text
    assert "status 10" in text and "status 7" in text


def test_the_schedule_has_every_entry_of_the_campaign() -> None:
    text = words(sheets.make(BTR, "arrivals", {}))
    for entry in ENTRIES:
        if entry.used_in(FULL) and entry.kind == "arrive":
            assert all(" ".join(line.raw.split()) in text for line in entry.lines), entry.clause
    assert "Brit Inf Div" not in words(sheets.make(BTR, "arrivals", {"group": "fr"}))
    with pytest.raises(GrognardError, match="there is no group 'RU'"):
        sheets.make(BTR, "arrivals", {"group": "RU"})


def test_the_charts_have_every_cell_of_the_tables() -> None:
    document = sheets.make(BTR, "charts", {})
    tables = [
        block
        for page in document.pages
        for part in page.blocks
        for block in ([part] if not isinstance(part, Columns) else [b for c in part.parts for b in c])
    ]
    rows = [
        [cell.text if isinstance(cell, Cell) else str(cell) for cell in row]
        for table in tables
        if isinstance(table, Table)
        for row in table.rows
    ]
    for who in ("us", "cw"):
        for band in read(f"supply_{who}.toml")["band"]:
            assert [f"{band['low']}–{band['high']}", *map(str, band["sp"])] in rows
    for row in read("tec_movement.toml")["row"]:
        figures = [
            row[ground][mobility]
            for ground in ("dry", "mud", "snow")
            for mobility in ("track", "truck", "leg")
        ]
        assert any(cells[1:] == figures and cells[0].startswith(row["name"]) for cells in rows), row["name"]
    for row in read("series_combat.toml")["row"]:
        assert [str(row["roll"]), *row["results"]] in rows
    for row in read("series_barrage.toml")["row"]:
        assert [str(row["roll"]), *row["results"]] in rows
    for row in read("shipping.toml")["month"]:
        assert any(cells[1:] == [str(row["rail"]), str(row["sea"])] for cells in rows)
    for row in read("rebuild.toml")["row"]:
        assert any(cells[0].startswith(row["name"]) for cells in rows), row["name"]


def test_a_turn_outside_the_campaign_is_refused() -> None:
    with pytest.raises(GrognardError, match="is not in the 1944 two-map campaign"):
        sheets.make(BTR, "turn", {"date": "1945-02-08", "campaign": "north"})
    with pytest.raises(GrognardError, match="no turn has this date; the nearest turns are"):
        sheets.make(BTR, "turn", {"date": "1944-09-13"})
    with pytest.raises(GrognardError, match="comes before"):
        sheets.make(BTR, "turn", {"date": "9", "until": "8"})


# ---------------------------------------------------------------- the command line


def run(*words: str) -> str:
    done = CliRunner().invoke(main, ["print", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_print_lists_writes_and_refuses(tmp_path: Path) -> None:
    assert "arrivals: the schedule" in run("beyond-the-rhine")
    pdf, page = tmp_path / "a.pdf", tmp_path / "a.html"
    run("beyond-the-rhine", "arrivals", "--date", "1944-09-12", "--until", "1944-09-12", "--out", str(pdf))
    run("beyond-the-rhine", "arrivals", "--date", "1944-09-12", "--until", "1944-09-12", "--out", str(page))
    assert pdf.read_bytes().startswith(b"%PDF-") and "12 September" in page.read_text()
    bad = CliRunner().invoke(main, ["print", "beyond-the-rhine", "chart", "--out", str(tmp_path / "b.pdf")])
    assert bad.exit_code != 0 and not (tmp_path / "b.pdf").exists()


def test_print_fills_a_sheet_from_a_record(tmp_path: Path) -> None:
    file, page = tmp_path / "c.grog", tmp_path / "dead.html"
    file.write_text(record(played(18, "rebuilding")))
    run("beyond-the-rhine", "dead-pile", "--from", str(file), "--out", str(page))
    assert "US-701-TkBn" in page.read_text()
    for words, said in ((("--side", "nobody"), "no side 'nobody'"), (("--out", str(file)), "record itself")):
        bad = CliRunner().invoke(
            main, ["print", "beyond-the-rhine", "dead-pile", "--from", str(file), "--out", str(page), *words]
        )
        assert bad.exit_code != 0 and said in str(bad.output) + str(bad.exception)


def test_a_side_goes_to_the_sheet_that_asks_for_it(tmp_path: Path) -> None:
    page = tmp_path / "roster.html"
    run("longest-day", "roster", "--side", "german", "--blank", "yes", "--out", str(page))
    assert page.is_file()
    bad = CliRunner().invoke(
        main, ["print", "beyond-the-rhine", "charts", "--side", "allied", "--out", str(tmp_path / "c.pdf")]
    )
    assert bad.exit_code != 0 and "--side goes with --from" in str(bad.output) + str(bad.exception)


@pytest.mark.parametrize(
    ("given", "said"), [(("--side", "us"), "one of allied"), (("--day", "1945-01-01"), "a day from 6 June")]
)
def test_the_roster_is_asked_for_a_side_and_a_day_of_the_game(
    tmp_path: Path, given: tuple[str, str], said: str
) -> None:
    bad = CliRunner().invoke(
        main, ["print", "longest-day", "roster", *given, "--out", str(tmp_path / "r.html")]
    )
    assert bad.exit_code != 0 and said in str(bad.output) + str(bad.exception)


def test_source_is_one_text(tmp_path: Path) -> None:
    assert source(EVERYTHING).count("#page(") == 1


@pytest.mark.clause("BTR-date.1944-11-01.us.3")
def test_a_removal_is_printed_as_the_chart_names_it() -> None:
    """On 1 November the chart takes away 6-3-6 Tk Bn (747); 741, which came by the same line, stays."""
    turn = words(sheets.make(BTR, "turn", {"date": "1944-11-01"}))
    assert "6-3-6 Tk Bn (747)" in turn and "741" not in turn


@pytest.mark.clause("BTR-arrival.kind.remove")
def test_every_entry_is_printed_in_its_own_words() -> None:
    raw = {
        row["clause"]: [unit["raw"] for unit in row.get("units", ())]
        for row in read("arrivals.toml")["entry"]
    }
    text = words(sheets.make(BTR, "arrivals", {}))
    for entry in ENTRIES:
        if entry.used_in(FULL) and entry.kind in ("remove", "arrive", "add_to_dead_pile"):
            assert "; ".join(raw[entry.clause]) in text, entry.clause


def test_the_command_line_prints_a_whole_campaign() -> None:
    assert len(sheets.make(BTR, "turn", {"date": "1", "until": "70"}).pages) == 70
