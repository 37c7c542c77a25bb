"""Beyond the Rhine on the map, on paper: set-up cards, the order of battle, a supply log."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.core.ask import Parameter
from grognard.core.calendar import spell
from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANES, squadron
from grognard.games.beyond_the_rhine.campaign.arrivals import schedule
from grognard.games.beyond_the_rhine.campaign.board import BOARD, GRID
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ADJECTIVE,
    ALLIED,
    LABEL,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    SIDES,
    TRANSPORT,
    UNIT,
    Piece,
    cast,
    setup_of,
)
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.rows import ScenarioRow, StackRow
from grognard.games.beyond_the_rhine.campaign.verbs import stores

from . import Sheet
from .paper import Block, Cell, Document, Heading, Page, Row, Table, Text

SCENARIO = Parameter("scenario", str, "the scenario; left out: that of the game, or Aachen")
QUARTERS = ("", "¼", "½", "¾")
SIDE = Parameter("side", str, "allied or german; left out: both")
AACHEN = "aachen"
NOTES = ("history for who stood where", "reconstruction for German ratings, steps and stocks")
DRAWS = 26  # lines of a supply log
SIZE = 9.0  # points: set-up cards are read across the table


def _scenario(state: State | None, name: str | None) -> ScenarioRow:
    """The data of the scenario that is named, of the game, or of Aachen, which is `standard` elsewhere."""
    given = (state.scenario if isinstance(state, Campaign) else AACHEN) if name is None else name
    result = AACHEN if given == "standard" else given
    if result not in SCENARIOS:
        raise GrognardError(f"{name!r} is not a scenario; the scenarios are standard, {', '.join(SCENARIOS)}")
    if isinstance(state, Campaign) and state.scenario != result:
        raise GrognardError(f"the game is {state.scenario}, not {result}; leave the scenario out")
    return SCENARIOS[result]


def _sides(side: str | None) -> Sequence[str]:
    if side is not None and side not in SIDES:
        raise GrognardError(f"{side!r} is not a side; the sides are {', '.join(SIDES)}")
    return SIDES if side is None else (side,)


def _figures(piece: Piece, mode: str) -> str:
    """BTR-ocs.unit.sides: strength, AR and MA; of a gun barrage and range; of an HQ its throw."""
    shown = piece.faces[mode]
    if piece.kind == "hq":
        return f"throw {shown.throw or piece.faces['combat'].throw}, MA {shown.allowance}"
    first = f"[{shown.strength}]" if piece.bracket else str(shown.strength or shown.barrage)
    return f"{first}-{shown.action or shown.range}-{shown.allowance}"


def _quarters(number: Fraction) -> str:
    """RE or SP as players write them.

    >>> _quarters(Fraction(9, 2)), _quarters(Fraction(1, 2)), _quarters(Fraction(3))
    ('4½', '½', '3')
    """
    whole, rest = divmod(number, 1)
    return f"{whole or ('' if rest else 0)}{QUARTERS[int(4 * rest)]}"


def _place(hex_: str) -> str:
    """A hex with its name, where it has one."""
    return f"{hex_} {BOARD.names.get(GRID.hex(hex_), '')}".strip()


def _points(words: str) -> str:
    """Transport points in words: "2 truck" is 2 trucks."""
    return ", ".join(part if part.startswith("1 ") else f"{part}s" for part in words.split(", "))


def setup(state: State | None, scenario: str | None = None, side: str | None = None) -> Document:
    """BTR-ocs.set.sides: one card a side, hex by hex."""
    data = _scenario(state, scenario)
    pages = [_card(data, data["id"], one) for one in _sides(side)]
    return Document(f"Set-up: {data['title']}", pages, provenance=NOTES)


def _stack(stack: StackRow) -> list[Row]:
    """The counters of a stack, a line each; the hex stands at the first."""
    rows: list[Row] = []
    for name in stack["units"]:
        piece, where = PIECES[UNIT[name]], "" if rows else _place(stack["hex"])
        steps = f"{piece.steps - stack.get('less', {}).get(name, 0)} of {piece.steps}"
        unit, figures = LABEL[UNIT[name]], _figures(piece, "combat")
        rows.append([Cell(where, bold=True), unit, figures, steps, _quarters(piece.re)])
    return rows


def _card(data: ScenarioRow, scenario: str, side: str) -> Page:
    rows = setup_of(scenario, side)
    stacks = [line for stack in rows["stack"] for line in _stack(stack)]
    things: list[Row] = [[_place(row["hex"]), f"{row['sp']} SP"] for row in rows.get("dump", ())]
    things += [[_place(row["hex"]), _points(row["points"])] for row in rows.get("transport", ())]
    things += [[_place(row["hex"]), f"hedgehog {row['level']}"] for row in rows.get("hedgehog", ())]
    things += [[_place(hex_), LABEL[UNIT[name]]] for name, hex_ in data["pontoons"].items() if side == ALLIED]
    head = ["Hex", "Unit", "Combat side", "Steps", "RE"]
    planes = ", ".join(PLANES[p].type for p in members(squadron(scenario, side)))
    blocks: list[Block] = [
        Table([1, "52mm", "34mm", "18mm", "12mm"], stacks, head=[head], align="llllc", size=SIZE),
        Heading("Dumps, transport, works"),
        Table([1, "116mm"], things, head=[["Hex", "What"]], align="ll", size=SIZE),
        Text(f"Aircraft: {planes or 'none'}. Reserve markers: {data['reserve_markers'][side]}."),
    ]
    return Page(f"{data['title']}: {ADJECTIVE[side]} set-up", blocks, foot="BTR-ocs.set.sides")


def order(state: State | None, scenario: str | None = None, side: str | None = None) -> Document:
    """BTR-ocs.unit.sides: every counter with both its sides; of a game, where it stands."""
    data = _scenario(state, scenario)
    pages = [_roll(data, one, state if isinstance(state, Campaign) else None) for one in _sides(side)]
    return Document(f"Order of battle: {data['title']}", pages, provenance=NOTES)


def _roll(data: ScenarioRow, side: str, state: Campaign | None) -> Page:
    units = members(OF_SIDE[side] & ~TRANSPORT & cast(data["id"]))
    begins = {UNIT[n]: stack["hex"] for stack in setup_of(data["id"], side)["stack"] for n in stack["units"]}
    rows: list[Row] = [
        [
            Cell(LABEL[u], bold=True),
            PIECES[u].name,
            _figures(PIECES[u], "combat"),
            _figures(PIECES[u], "move"),
            PIECES[u].steps if state is None else _steps(state, u),
            _quarters(PIECES[u].re),
            begins.get(u, "") if state is None else _where(state, u),
        ]
        for u in units
    ]
    plan = sorted((day, u, hexes) for u, (day, hexes) in schedule(data["id"]).items() if u in units)
    coming: list[Row] = [[spell(day), LABEL[u], ", ".join(GRID.names(hexes))] for day, u, hexes in plan]
    head = [["Counter", "Name", "Combat side", "Move side", "Steps", "RE", "Hex"]]
    blocks: list[Block] = [
        Table(["30mm", 1, "24mm", "24mm", "12mm", "10mm", "16mm"], rows, head=head, align="lllllcl", size=7.5)
    ]
    if coming:
        blocks += [Heading("Arrivals"), Table(["28mm", "40mm", 1], coming, head=[["Turn", "Unit", "Where"]])]
    return Page(f"{data['title']}: {ADJECTIVE[side]} order of battle", blocks, foot="BTR-ocs.unit.sides")


def _steps(state: Campaign, unit: int) -> str:
    """Steps left of steps; of a counter that is covered from the side that prints, only how many it has."""
    left = "?" if is_unknown(state.at[unit]) else PIECES[unit].steps - state.lost[unit]
    return f"{left}/{PIECES[unit].steps}"


def _where(state: Campaign, unit: int) -> str:
    """The hex of a counter; of one that is covered from the side that prints, nothing."""
    if is_unknown(state.at[unit]):
        return "?"
    return state.grid.name[state.at[unit]] if state.at[unit] >= 0 else "-"


def supply(state: State | None, scenario: str | None = None, side: str | None = None) -> Document:
    """BTR-ocs.dump.any: the dumps as they stand, and lines to write down what is drawn."""
    data = _scenario(state, scenario)
    shown = state if isinstance(state, Campaign) else None
    pages = [_log(data, data["id"], one, shown) for one in _sides(side)]
    return Document(f"Supply log: {data['title']}", pages, provenance=NOTES)


def _log(data: ScenarioRow, scenario: str, side: str, state: Campaign | None) -> Page:
    if state is None:
        dumps = {row["hex"]: 4 * row["sp"] for row in setup_of(scenario, side).get("dump", ())}
    else:
        dumps = {state.grid.name[hex_]: tokens for hex_, tokens in stores(state, side).items()}
    rows: list[Row] = [
        [_place(hex_), f"{tokens}T", f"{_quarters(Fraction(tokens, 4))} SP"]
        for hex_, tokens in sorted(dumps.items())
    ]
    lines: list[Row] = [["", "", "", "", ""] for _ in range(DRAWS)]
    head = [["Turn", "Dump", "For", "Tokens", "Left"]]
    blocks: list[Block] = [
        Table([1, "30mm", "30mm"], rows, head=[["Dump", "Tokens", "SP"]], align="lll", size=SIZE),
        Heading("Drawn", "4T are 1 SP"),
        Table(["16mm", "18mm", 1, "18mm", "18mm"], lines, head=head, height=7),
    ]
    return Page(f"{data['title']}: {ADJECTIVE[side]} supply log", blocks, foot="BTR-ocs.supply.token")


SHEETS = {
    "setup": Sheet("setup", "set-up cards: stacks, dumps, works, aircraft", (SCENARIO, SIDE), setup),
    "order": Sheet("order", "the order of battle: both sides of every counter", (SCENARIO, SIDE), order),
    "supply": Sheet("supply", "a supply log with the dumps as they stand", (SCENARIO, SIDE), supply),
}
