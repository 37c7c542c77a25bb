"""Purple Heart Draw on paper: the campaign roster, the RG requisition record, the steps, the scenario cards
(PHD-C1.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from grognard.core.ask import Parameter
from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw import order
from grognard.games.purple_heart_draw.charts import CHART, MISSION, RECORDS, line
from grognard.games.purple_heart_draw.forces import groups
from grognard.games.purple_heart_draw.pieces import HIDDEN, KINDS, LEADER, NUMBER, OF_SIDE, SIDES, read
from grognard.games.purple_heart_draw.pieces import TITLE as TITLES
from grognard.games.purple_heart_draw.position import Group, PurpleHeartDraw

from . import Sheet
from .paper import Block, Boxes, Cell, Columns, Document, Heading, Page, Row, Table, Text

TITLE = "Purple Heart Draw"
SIDE = Parameter("side", str, "us or german")
ROWS = 18  # of an empty requisition record


def _side(state: PurpleHeartDraw, side: str | None) -> str:
    """Whose sheet it is: the one asked for, or the seat's own. A seat cannot have the other's."""
    known = [one for n, one in enumerate(SIDES) if state is not None and not is_unknown(state.tp[n])]
    wanted = side or (known[0] if known else SIDES[0])
    if wanted not in SIDES:
        raise GrognardError(f"a side is one of {', '.join(SIDES)}, not {wanted!r}")
    if state is not None and wanted not in known:
        raise GrognardError(f"the records of the {TITLES[wanted]} side are its own until the mission is over")
    return wanted


# ---------------------------------------------------------------- the campaign roster


def roster(state: PurpleHeartDraw, side: str | None = None) -> Document:
    """PHD-C1.3: one line a TM Scenario, written in as far as it is known."""
    owner = _side(state, side)
    columns = RECORDS["roster"]["columns"]
    rows = [_scenario(state, owner, n, columns) for n in range(1, 6)]
    table = Table(
        columns=[1.1 if c["key"] != "rg" else 3.2 for c in columns],
        head=[[Cell(c["label"], bold=True) for c in columns]],
        rows=rows,
        height=11,
        size=8,
    )
    blocks: list[Block] = [table, Columns([_mines(state, owner), _works(state, owner)])]
    page = Page(
        "Campaign roster",
        blocks,
        subtitle="secret: for its owner alone",
        fields=_fields(owner),
        foot="PHD-C1.3",
        wide=True,
    )
    return Document(f"{TITLE}: campaign roster", [page], provenance=(RECORDS["roster"]["provenance"],))


def _fields(side: str) -> list[tuple[str, str]]:
    return [("Side", TITLES[side]), ("Player", ""), ("Date", "11 July 1944")]


class RosterColumn(TypedDict):
    """records.toml: a column of the roster."""

    key: str
    label: str
    prefilled: NotRequired[list[str]]


def _scenario(state: PurpleHeartDraw, side: str, number: int, columns: Sequence[RosterColumn]) -> Row:
    written = _written(state, side, number)
    result: list[Cell | str | int | None] = []
    for column in columns:
        printed = column.get("prefilled", [""] * 5)[number - 1]
        result.append(
            Cell(printed, bold=column["key"] == "scenario")
            if printed
            else Cell(str(written.get(column["key"], "")), hand=True)
        )
    return result


def _written(state: PurpleHeartDraw, side: str, number: int) -> Plain:
    """What the mission has written into a line so far."""
    if state is None or number > state.scenario:
        return {}
    n = NUMBER[side]
    result: Plain = {"rg": ", ".join(group[0] for group in groups(state, side) if group[1] == number)}
    for row in state.roster[n]:
        if row[0] == number:
            result |= {"tp_start": row[1], "tp_repl": row[2], "tp_total": row[1] + row[2]} | dict(
                zip(CLOSED, row[3:], strict=False)
            )
    if number == state.scenario and "initiative" not in result:  # still open
        result |= {
            "san": state.san[n],
            "tp_left": state.tp[n],
            "initiative": state.chit[n] if state.chit[n] != "idle" else "",
        }
    return result


CLOSED = (
    "tp_used",
    "tp_left",
    "san",
    "recce",
    "initiative",
    "rg",
)  # written when a scenario begins (PHD-C5.41)


def _mines(state: PurpleHeartDraw, side: str) -> list[Block]:
    return [
        Heading("Mines"),
        _placed([row for row in _laid(state, side) if "mines" in row[0]], ("Hex", "Strength and type"), 6),
    ]


def _works(state: PurpleHeartDraw, side: str) -> list[Block]:
    result = [row for row in _laid(state, side) if "mines" not in row[0]]
    if state is not None:
        result += [
            (f"{state.kind[u]} hidden", state.at[u])
            for u in members(OF_SIDE[side])
            if state.kind[u] and state.status[u] & HIDDEN and state.at[u] >= 0
        ]
    return [
        Heading("Fortifications and hidden units"),
        _placed(result, ("Hex", "Type, units, covered arc"), 6),
    ]


def _laid(state: PurpleHeartDraw, side: str) -> list[tuple[str, int]]:
    """A side's works, known to the enemy or not."""
    return [] if state is None else [*state.forts[NUMBER[side]], *state.buried[NUMBER[side]]]


def _placed(laid: Sequence[tuple[str, int]], head: tuple[str, str], least: int) -> Table:
    from grognard.games.purple_heart_draw.board import GRID

    rows: list[Row] = [
        [Cell(GRID.name[hex_], hand=True), Cell(item.replace(".", " ").replace("_", " "), hand=True)]
        for item, hex_ in laid
    ]
    rows += [["", ""]] * max(least - len(rows), 2)
    return Table(columns=[1, 3], head=[[Cell(text, bold=True) for text in head]], rows=rows, height=6.5)


# ---------------------------------------------------------------- the requisition record


def requisition(state: PurpleHeartDraw, side: str | None = None) -> Document:
    """PHD-C5.31: every group requisitioned, with its weapons and its leader."""
    owner = _side(state, side)
    columns = RECORDS["rg_record"]["columns"]
    taken = [] if state is None else groups(state, owner)
    rows: list[Row] = [
        [Cell(_entry(state, owner, number, group, c["key"]), hand=True) for c in columns]
        for number, group in enumerate(taken, 1)
    ]
    rows += [[""] * len(columns)] * max(ROWS - len(rows), 3)
    wide = {"group_type": 2.4, "entry": 1.8, "notes": 1.8, "leader": 1.6}
    table = Table(
        columns=[wide.get(c["key"], 1.0) for c in columns],
        head=[[Cell(c["label"], bold=True) for c in columns]],
        rows=rows,
        height=7,
        size=7.5,
    )
    page = Page(
        "RG requisition record",
        [table],
        subtitle="secret: for its owner alone",
        fields=_fields(owner),
        foot="PHD-C5.31",
        wide=True,
    )
    return Document(f"{TITLE}: requisition record", [page], provenance=(RECORDS["rg_record"]["provenance"],))


GIVEN = {side: sum(row["count"] for row in MISSION[side]["rg"]) for side in SIDES}
WEAPONS = {
    "LMG": ("LMG",),
    "MMG": ("MMG",),
    "HMG": ("HMG", "HMG50"),
    "LTMTR": ("LTMTR",),
    "AT": ("BAZ44", "PSK"),
    "FT": ("FT",),
    "DC": ("DC",),
}


def _entry(state: PurpleHeartDraw, side: str, number: int, group: Group, key: str) -> str:
    rg = line(side, group[0])
    units = [u for u in members(OF_SIDE[side]) if state.kind[u] and state.group[u] == number]
    if key in WEAPONS:
        count = sum(
            n for name, n in rg.weapons if name in WEAPONS[key]
        )  # as it came; what is left of it stands on the map
        return str(count) if count else ""
    bought = state.bought[NUMBER[side]][[one.id for one in CHART[side]].index(rg.id)]
    leaders = [state.kind[u] for u in units if KINDS[state.kind[u]].type == LEADER]
    simple = {
        "scenario": str(group[1]),
        "rg_id": rg.id,
        "group_type": rg.unit,
        "purchased": str(bought),
        "remaining": str(rg.tm_max - bought),
        "leader": ", ".join(leaders),
        "entry": str(group[2]).replace("_", " "),
        "notes": (
            "order of battle"
            if number <= GIVEN[side]
            else ""
            if units
            else "nothing left"
            if group[3]
            else ""
        ),
    }
    return simple.get(key, "")


# ---------------------------------------------------------------- the steps, and the cards


def steps(state: PurpleHeartDraw) -> Document:
    """PHD-C5: the forty-one steps to tick off."""
    blocks: list[Block] = []
    for name, numbers in order.CHAPTERS.items():
        rows: list[Row] = [
            [s.number, s.name, s.players, "secret" if s.secret else "", Cell(s.clause, mono=True), ""]
            for s in order.STEPS
            if s.number in numbers
        ]
        head = [Cell(t, bold=True) for t in ("", "step", "who", "", "clause", "done")]
        blocks += [
            Heading(name),
            Table(columns=["9mm", 3, 2, "14mm", "24mm", "14mm"], head=[head], rows=rows, size=8),
        ]
    return Document(
        f"{TITLE}: the Consolidation Phase",
        [Page("Consolidation Phase", blocks, subtitle="steps C5.1 to C5.41", foot="PHD-C5")],
        provenance=("document",),
    )


def cards(state: PurpleHeartDraw, card: str | None = None) -> Document:
    """The scenario cards; forces that are reconstruction say so."""
    result = [
        row
        for row in read("scenarios.toml")["scenario"]
        if card is None or row["id"].casefold() == card.casefold()
    ]
    if not result:
        raise GrognardError(f"there is no card {card!r}; there is PHD-1 to PHD-4")
    return Document(
        f"{TITLE}: scenario cards",
        [_card(row) for row in result],
        provenance=tuple(dict.fromkeys(row["provenance"] for row in result)),
    )


class ForceGroup(TypedDict):
    units: dict[str, int]
    provenance: str
    turn: NotRequired[int]
    oba: NotRequired[str]


class ForceRow(TypedDict):
    """One side of a card."""

    force: str
    elr: int
    san: int
    setup: NotRequired[str]
    entry: NotRequired[str]
    group: NotRequired[list[ForceGroup]]


class Playable(TypedDict):
    columns: list[str]
    rows: list[int]


class CardRow(TypedDict):
    """scenarios.toml: a card as it is printed."""

    id: str
    title: str
    date: str
    turns: float
    intro: str
    playable: Playable
    sets_up_first: str
    moves_first: str
    german: ForceRow
    us: ForceRow
    victory: str
    ssr: list[str]
    balance_german: str
    balance_us: str
    provenance: str


def _card(row: CardRow) -> Page:
    columns, rows = row["playable"]["columns"], row["playable"]["rows"]
    area = (
        f"{row['date']}; columns {' to '.join(columns)}, hexes {rows[0]} to {rows[1]}; {row['turns']} turns;"
        f" {TITLES[row['sets_up_first']]} sets up first, {TITLES[row['moves_first']]} moves first"
    )
    blocks: list[Block] = [
        Text(row["intro"]),
        Text(area, muted=True),
        Columns([_force(row, "german"), _force(row, "us")]),
    ]
    blocks += [
        Heading("Victory"),
        Text(row["victory"]),
        Heading("Special rules"),
        *(Text(f"{n}. {text}") for n, text in enumerate(row["ssr"], 1)),
    ]
    blocks += [
        Heading("Balance"),
        Text(f"German: {row['balance_german']}. US: {row['balance_us']}."),
        Heading("Turn record"),
        Boxes("turns", int(row["turns"])),
    ]
    return Page(f"{row['id']}  {row['title']}", blocks, foot=str(row["provenance"]))


def _force(row: CardRow, side: str) -> list[Block]:
    force = row["german"] if side == "german" else row["us"]
    blocks: list[Block] = [
        Heading(TITLES[side], force["force"]),
        Text(f"{force.get('setup', force.get('entry', ''))}; ELR {force['elr']}, SAN {force['san']}"),
    ]
    for group in force.get("group", ()):
        units = ", ".join(f"{count} x {name}" for name, count in group["units"].items())
        turn = f"turn {group['turn']}: " if "turn" in group else ""
        blocks += [
            Text(f"{turn}{units}{'; ' + group['oba'] if 'oba' in group else ''}"),
            Text(f"[{group['provenance']}]", size=7.5, muted=True),
        ]
    return blocks


SHEETS = {
    "roster": Sheet("roster", "The campaign roster of a side, blank or filled.", (SIDE,), roster),
    "requisition": Sheet(
        "requisition", "The RG requisition record of a side, blank or filled.", (SIDE,), requisition
    ),
    "steps": Sheet("steps", "The forty-one steps of the Consolidation Phase to tick off.", (), steps),
    "cards": Sheet("cards", "The scenario cards.", (Parameter("card", str, "one of PHD-1 to PHD-4"),), cards),
}
