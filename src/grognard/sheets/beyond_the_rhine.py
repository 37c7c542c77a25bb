"""The sheets of Beyond the Rhine: a turn, the schedule of arrivals, the charts in use, the dead pile."""

from __future__ import annotations

from grognard.core.ask import Parameter
from grognard.core.calendar import spell
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine import replacements as repl
from grognard.games.beyond_the_rhine import supply as sup
from grognard.games.beyond_the_rhine import weather as sky
from grognard.games.beyond_the_rhine.chart import COUNTERS, ENTRIES, ON_TURN, Entry
from grognard.games.beyond_the_rhine.dates import FULL, LAST, NOTES, Campaign, campaign, day, turn_on
from grognard.games.beyond_the_rhine.pieces import NATIONS
from grognard.games.beyond_the_rhine.position import BeyondTheRhine, Turn
from grognard.games.beyond_the_rhine.rebuild import PRICES, points_of, rebuildable

from . import Sheet
from .beyond_the_rhine_charts import charts, prices
from .paper import Block, Boxes, Cell, Columns, Document, Heading, Page, Row, Table, Text

TITLE = "Beyond the Rhine"
NAME = {"us": "American", "cw": "Commonwealth"}
FOOT = "Figures as the charts print them; wording ours. ◇ marks what is reconstructed."
KINDS = {
    "arrive": "arrive",
    "remove": "leave the game",
    "exchange": "exchange",
    "transfer": "transfer",
    "add_to_dead_pile": "to the dead pile",
    "add_to_airfields": "to the airfields",
    "reserve_marker": "Reserve markers",
    "note": "note",
    "none": "nothing",
}
DATE = Parameter(
    "date", str, "a turn's date such as 1944-09-12, or its number; left out: the present or first turn"
)
CAMPAIGN = Parameter(
    "campaign",
    str,
    "full, north-1944, south-1944, north-1945 or south-1945; left out: that of the game, or full",
)


def _campaign(state: BeyondTheRhine | None, name: str | None) -> Campaign:
    return campaign(name) if name else state.game_of if state is not None else FULL


def _turn(state: BeyondTheRhine | None, date: str | None, game: Campaign) -> int:
    result = turn_on(date) if date else state.turn if state is not None else game.first
    if not game.first <= result <= game.last:
        raise GrognardError(
            f"turn {result} is not in {game.title}, which runs from turn {game.first} to {game.last}"
        )
    return result


def entries(turn: int, game: Campaign) -> list[Entry]:
    return [
        ENTRIES[i] for i in ON_TURN.get(turn, ()) if ENTRIES[i].used_in(game) and ENTRIES[i].kind != "none"
    ]


# ---------------------------------------------------------------- the turn sheet


def turns(
    state: BeyondTheRhine | None, date: str | None, until: str | None, campaign: str | None
) -> Document:
    """A sheet a turn: what is due, the tables with the column of the date, room for what is rolled."""
    game = _campaign(state, campaign)
    first = _turn(state, date, game)
    last = _turn(state, until, game) if until else first
    if last < first:
        raise GrognardError(f"turn {last} comes before turn {first}")
    return Document(
        f"{TITLE}: turn sheets", [turn_page(state, turn, game) for turn in range(first, last + 1)]
    )


def turn_page(state: BeyondTheRhine | None, turn: int, game: Campaign) -> Page:
    current = state if state is not None and state.turn == turn else None
    due = entries(turn, game)
    blocks: list[Block] = [
        Columns([weather(turn, current), caps(turn, current)], [3, 2]),
        Heading("Notes, removals, exchanges, arrivals", "tick what is done"),
        Table(
            ["6mm", 4, 13, 7],
            [entry_row(entry) for entry in due] or [["", "", "Nothing arrives or leaves.", ""]],
            [["", "Who", "What", "Where"]],
            "clll",
            9,
        ),
        Columns([supply(turn, nation, current) for nation in NATIONS]),
        Heading(
            "Replacements",
            f"two dice each{', American +1' if repl.modifier('us', turn) else ''}"
            f"{'; trench foot: starred Pax −1' if repl.starred(turn) else ''}",
        ),
        Table(
            [3, 2, 2, 2, 2, 2, 2, 3],
            [[NAME[nation], *[""] * 7] for nation in NATIONS],
            [["", "Dice", "Ftr", "Other", "Pax", "Eq", "Misc", "Bridge Check"]],
            "lccccccc",
            9,
            8,
        ),
        Columns([stock(current), written("Rebuilt", 3)], [3, 2]),
        Heading("At the table", "SP spent, losses, ports and events"),
        Table(
            [2, 3, 8, 3],
            [["", "", "", ""]] * room(due),
            [["Phase", "Who", "What", "SP or steps"]],
            "llll",
            9,
            7,
        ),
    ]
    fields = [("Turn", f"{turn} of {LAST}"), ("Player", "")]
    return Page(spell(day(turn)), blocks, f"{TITLE}, {game.title}", fields, FOOT)


def room(due: list[Entry]) -> int:
    """Lines that still fit on the sheet."""
    used = sum(1 + len("; ".join(entry.printed)) // 70 for entry in due)
    return max(2, 11 - used // 2)


def weather(turn: int, state: BeyondTheRhine | None) -> list[Block]:
    """BTR-weather.table: the bands of the date, with what was rolled."""
    band = sky.band(turn)
    rows: list[Row] = []
    for what, dice, ranges in (("ground", "one die", band["ground"]), ("flight", "two dice", band["flight"])):
        result = getattr(state, what) if state is not None else ""
        if what == "ground" and "auto" in band:
            rows.append(
                [
                    what.capitalize(),
                    Cell(f"{band['auto']}, no roll"),
                    Cell(result or band["auto"], hand=True),
                ]
            )
        else:
            spans = "   ".join(
                f"{name} {low}–{high}" if low != high else f"{name} {low}"
                for name, (low, high) in ranges.items()
            )
            rows.append([f"{what.capitalize()}, {dice}", spans, Cell(result, hand=True)])
    return [
        Heading("Weather", str(band["clause"])),
        Table([3, 7, 3], rows, [["", "", "Result"]], "lll", 9, 6.5),
    ]


def caps(turn: int, state: BeyondTheRhine | None) -> list[Block]:
    limit = repl.caps(turn)
    used = (state.rail_used, state.sea_used) if state is not None else (0, 0)
    blocks: list[Block] = [Heading("Shipping", "SP of capacity")]
    blocks += [
        Boxes(f"{name} {cap}", cap, done)
        for name, cap, done in (("Rail", limit.rail, used[0]), ("Sea", limit.sea, used[1]))
    ]
    note = NOTES.get(turn, "")
    return [*blocks, *([Text(f"{note[0].upper()}{note[1:]}.")] if note else [])]


def entry_row(entry: Entry) -> Row:
    """An entry with a box to tick, in the words of its own lines."""
    what = "; ".join(entry.printed).replace(" -> ", " → ") or entry.text
    where = " or ".join(dict.fromkeys(place.words for place in entry.places))
    where = f"{entry.source} to {entry.goal}" if entry.kind == "transfer" else where
    return [
        "☐",
        f"{entry.group} {KINDS[entry.kind]}",
        what,
        where or (entry.text if entry.text != what else ""),
    ]


def supply(turn: int, nation: str, state: BeyondTheRhine | None) -> list[Block]:
    """BTR-supply: the table with the status of the date marked, and the sum to fill in."""
    base, table = int(sup.status(nation, turn)["column"]), sup.TABLES[nation]
    columns = list(range(sup.LOW, sup.HIGH + 1))
    head: Row = ["", *(Cell(sup.shown(c), fill="dark" if c == base else "") for c in columns)]
    rows: list[Row] = [
        [
            Cell(f"{band['low']}–{band['high']}", bold=True),
            *(
                Cell(str(sp), fill="grey" if c == base else "")
                for c, sp in zip(columns, band["sp"], strict=True)
            ),
        ]
        for band in table["band"]
    ]
    sums: list[Row] = [
        [f"Status {base}", "mud −2, snow −1", "ports", "events", "= column", "dice", "SP"],
        [Cell("", hand=True)] * 7,
    ]
    return [
        Heading(f"{NAME[nation]} supply", f"status {base}"),
        Table([2, *[1] * len(columns)], rows, [head], "c" * (len(columns) + 1), 8.5),
        Table([2, 3, 2, 2, 2, 2, 2], sums[1:], [sums[0]], "c" * 7, 7.5, 9),
    ]


def stock(state: BeyondTheRhine | None) -> list[Block]:
    """BTR-ledger.state: what is carried to the next turn."""
    rows: list[Row] = []
    for n, nation in enumerate(NATIONS):
        now = (
            [sup.tokens(state.tokens[n]), str(state.pax[n]), str(state.eq[n])]
            if state is not None
            else ["", "", ""]
        )
        rows.append([NAME[nation], *(Cell(word, hand=True) for word in now), "", "", ""])
    return [
        Heading("Stock", "at hand, then carried on"),
        Table(
            [3, 2, 1, 1, 2, 1, 1],
            rows,
            [["", "SP", "Pax", "Eq", "SP left", "Pax left", "Eq left"]],
            "lcccccc",
            9,
            8,
        ),
    ]


def written(title: str, lines: int) -> list[Block]:
    return [Heading(title), Table([5, 2, 2], [["", "", ""]] * lines, [["Unit", "Pax", "Eq"]], "lcc", 9, 6.5)]


# ---------------------------------------------------------------- the schedule of arrivals


def arrivals(
    state: BeyondTheRhine | None, date: str | None, until: str | None, campaign: str | None, group: str | None
) -> Document:
    """Everything that comes, goes, is exchanged or transferred, day by day."""
    game = _campaign(state, campaign)
    first = _turn(None, date, game) if date else game.first
    last = _turn(None, until, game) if until else game.last
    wanted = group.upper() if group else ""
    if wanted and wanted not in ("US", "CW", "FR", "ALL"):
        raise GrognardError(f"there is no group {group!r}; there is US, CW, FR and ALL")
    rows: list[Row] = []
    for turn in range(first, last + 1):
        due = [entry for entry in entries(turn, game) if not wanted or entry.group == wanted]
        for k, entry in enumerate(due):
            rows.append([_date(turn, len(due)) if k == 0 else None, *entry_row(entry)])
    rows = [[cell for cell in row if cell is not None] for row in rows]
    table = Table(["22mm", "6mm", 4, 14, 8], rows, [["Date", "", "Who", "What", "Where, or why"]], "lclll", 8)
    words = f"{game.title}, {spell(day(first))} to {spell(day(last))}{f', {wanted} only' if wanted else ''}"
    return Document(f"{TITLE}: arrivals", [Page("Arrivals and departures", [table], words, [], FOOT)])


def _date(turn: int, down: int) -> Cell:
    return Cell(
        f"{spell(day(turn)).rsplit(' ', 1)[0]}\nturn {turn}", bold=True, down=max(1, down), fill="grey"
    )


# ---------------------------------------------------------------- the dead pile


def dead_pile(state: BeyondTheRhine | None) -> Document:
    """What is dead or short of steps, with prices; and the price list."""
    rows: list[Row] = []
    if state is not None:
        for u in members(rebuildable(state, Turn())):
            counter, price = COUNTERS[u], PRICES[u]
            lost = "dead" if state.dead >> u & 1 else f"{state.lost[u]} of {counter.steps} steps"
            cost = price.why_not or " + ".join(
                f"{n} {name}" for n, name in ((price.pax, "Pax"), (price.eq, "Eq")) if n
            ) + ("" if price.whole else " a step")
            rows.append(["☐", counter.name, counter.printed, lost, cost, NAME[counter.pool]])
    rows += [["☐", "", "", "", "", ""]] * max(2, 16 - len(rows))
    table = Table(
        ["6mm", 4, 6, 3, 4, 3], rows, [["", "Counter", "Printed", "Lost", "Price", "Pool"]], "clllll", 8, 5.5
    )
    fields = [
        (f"{NAME[nation]} Pax / Eq", " / ".join(map(str, points_of(state, n))) if state is not None else "")
        for n, nation in enumerate(NATIONS)
    ]
    page = Page(
        "Dead pile and rebuilding", [table], TITLE if state is None else spell(day(state.turn)), fields, FOOT
    )
    return Document(f"{TITLE}: dead pile", [page, Page("What rebuilding costs", prices(), TITLE, [], FOOT)])


def all_charts(state: BeyondTheRhine | None) -> Document:
    return Document(f"{TITLE}: charts", charts(FOOT))


def record(state: BeyondTheRhine | None, campaign: str | None) -> Document:
    """A line a turn for the whole campaign: weather, SP and replacements of both nations, to be kept with a
    pencil.
    """
    game = _campaign(state, campaign)
    head = [
        "Turn",
        "Date",
        "Ground",
        "Flight",
        "US SP",
        "CW SP",
        "US Pax",
        "US Eq",
        "CW Pax",
        "CW Eq",
        "Rail",
        "Sea",
        "Notes",
    ]
    rows: list[Row] = []
    for turn in range(game.first, game.last + 1):
        limit = repl.caps(turn)
        now = state is not None and state.turn == turn
        seen = [Cell(getattr(state, name), hand=True) if now else Cell("") for name in ("ground", "flight")]
        rows.append(
            [
                Cell(str(turn), bold=True),
                spell(day(turn)).rsplit(" ", 1)[0],
                *seen,
                *[""] * 6,
                Cell(f"/ {limit.rail}", muted=True, align="right"),
                Cell(f"/ {limit.sea}", muted=True, align="right"),
                NOTES.get(turn, ""),
            ]
        )
    table = Table(["9mm", "26mm", 3, 3, *[2] * 6, 2, 2, 9], rows, [head], "clcccccccccc" + "l", 8, 5)
    return Document(
        f"{TITLE}: campaign record",
        [
            Page(
                "Campaign record",
                [table],
                f"{TITLE}, {game.title}",
                [("Allied player", ""), ("Begun", "")],
                FOOT,
                wide=True,
            )
        ],
    )


SHEETS: dict[str, Sheet] = {
    sheet.name: sheet
    for sheet in (
        Sheet(
            "turn",
            "a turn sheet: what is due, tables with the date's column marked, room for the dice",
            (DATE, Parameter("until", str, "the last turn, for several sheets"), CAMPAIGN),
            turns,
        ),
        Sheet(
            "arrivals",
            "the schedule of arrivals, removals, exchanges and transfers, day by day",
            (
                DATE,
                Parameter("until", str, "the last date"),
                CAMPAIGN,
                Parameter("group", str, "US, CW, FR or ALL; left out: all"),
            ),
            arrivals,
        ),
        Sheet(
            "charts",
            "the charts in use: weather, supply, replacements, shipping, rebuilding, terrain, combat,"
            " barrage",
            (),
            all_charts,
        ),
        Sheet("dead-pile", "the dead pile with its prices, and the price list", (), dead_pile),
        Sheet("record", "the campaign record: a line a turn", (CAMPAIGN,), record),
    )
}
