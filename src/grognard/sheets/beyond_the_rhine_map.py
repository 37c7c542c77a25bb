"""Beyond the Rhine on the map, on paper: set-up cards, the order of battle, a supply log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.core.ask import Parameter
from grognard.core.calendar import spell
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANES, squadron
from grognard.games.beyond_the_rhine.campaign.arrivals import schedule
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.pieces import (
    ADJECTIVE,
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
from grognard.games.beyond_the_rhine.campaign.verbs import stores

from . import Sheet
from .paper import Block, Cell, Document, Heading, Page, Row, Table, Text

SCENARIO = Parameter("scenario", str, "the scenario; left out: aachen", "aachen")
SIDE = Parameter("side", str, "allied or german; left out: both")
NOTES = ("history for who stood where", "reconstruction for German ratings, steps and stocks")
DRAWS = 24  # lines of a supply log


def _scenario(name: str) -> dict[str, Any]:
    if name not in SCENARIOS:
        raise GrognardError(f"{name!r} is not a scenario; the scenarios are {', '.join(SCENARIOS)}")
    return SCENARIOS[name]


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


def setup(state: State | None, scenario: str = "aachen", side: str | None = None) -> Document:
    """BTR-ocs.set.sides: one card a side, hex by hex."""
    data = _scenario(scenario)
    pages = [_card(data, scenario, one) for one in _sides(side)]
    return Document(f"Set-up: {data['title']}", pages, provenance=NOTES)


def _card(data: dict[str, Any], scenario: str, side: str) -> Page:
    rows = setup_of(scenario, side)
    stacks: list[Row] = []
    for stack in rows["stack"]:
        less = stack.get("less", {})
        names = [f"{LABEL[UNIT[n]]}{f' (less {less[n]})' if n in less else ''}" for n in stack["units"]]
        stacks.append([Cell(stack["hex"], bold=True), ", ".join(names)])
    things: list[Row] = [[row["hex"], f"{row['sp']} SP"] for row in rows.get("dump", ())]
    things += [[row["hex"], row["points"]] for row in rows.get("transport", ())]
    things += [[row["hex"], f"hedgehog {row['level']}"] for row in rows.get("hedgehog", ())]
    things += [[hex_, LABEL[UNIT[name]]] for name, hex_ in data["pontoons"].items() if side == "allied"]
    planes = ", ".join(PLANES[p].type for p in members(squadron(scenario, side)))
    blocks: list[Block] = [
        Table(["16mm", 1], stacks, head=[["Hex", "Units"]], align="ll"),
        Heading("Dumps, transport, works"),
        Table(["16mm", 1], things, head=[["Hex", "What"]], align="ll"),
        Text(f"Aircraft: {planes or 'none'}. Reserve markers: {data['reserve_markers'][side]}."),
    ]
    return Page(f"{data['title']}: {ADJECTIVE[side]} set-up", blocks, foot="BTR-ocs.set.sides")


def order(state: State | None, scenario: str = "aachen", side: str | None = None) -> Document:
    """BTR-ocs.unit.sides: every counter with both its sides; of a game, where it stands."""
    data = _scenario(scenario)
    pages = [_roll(data, one, state if isinstance(state, Campaign) else None) for one in _sides(side)]
    return Document(f"Order of battle: {data['title']}", pages, provenance=NOTES)


def _roll(data: dict[str, Any], side: str, state: Campaign | None) -> Page:
    units = members(OF_SIDE[side] & ~TRANSPORT & cast(data["id"]))
    rows: list[Row] = [
        [
            Cell(LABEL[u], bold=True),
            PIECES[u].name,
            _figures(PIECES[u], "combat"),
            _figures(PIECES[u], "move"),
            PIECES[u].steps if state is None else f"{PIECES[u].steps - state.lost[u]}/{PIECES[u].steps}",
            str(PIECES[u].re),
            "" if state is None else _where(state, u),
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


def _where(state: Campaign, unit: int) -> str:
    return state.grid.name[state.at[unit]] if state.at[unit] >= 0 else "-"


def supply(state: State | None, scenario: str = "aachen", side: str | None = None) -> Document:
    """BTR-ocs.dump.any: the dumps as they stand, and lines to write down what is drawn."""
    data = _scenario(scenario)
    shown = state if isinstance(state, Campaign) else None
    pages = [_log(data, scenario, one, shown) for one in _sides(side)]
    return Document(f"Supply log: {data['title']}", pages, provenance=NOTES)


def _log(data: dict[str, Any], scenario: str, side: str, state: Campaign | None) -> Page:
    if state is None:
        dumps = {row["hex"]: 4 * row["sp"] for row in setup_of(scenario, side).get("dump", ())}
    else:
        dumps = {state.grid.name[hex_]: tokens for hex_, tokens in stores(state, side).items()}
    rows: list[Row] = [[hex_, f"{tokens}T", ""] for hex_, tokens in sorted(dumps.items())]
    lines: list[Row] = [["", "", "", "", ""] for _ in range(DRAWS)]
    head = [["Turn", "Dump", "For", "Tokens", "Left"]]
    blocks: list[Block] = [
        Table(["20mm", "20mm", 1], rows, head=[["Dump", "Tokens", ""]], align="lll"),
        Heading("Drawn", "4T are 1 SP"),
        Table(["16mm", "18mm", 1, "18mm", "18mm"], lines, head=head, height=7),
    ]
    return Page(f"{data['title']}: {ADJECTIVE[side]} supply log", blocks, foot="BTR-ocs.supply.token")


SHEETS = {
    "setup": Sheet("setup", "set-up cards: stacks, dumps, works, aircraft", (SCENARIO, SIDE), setup),
    "order": Sheet("order", "the order of battle: both sides of every counter", (SCENARIO, SIDE), order),
    "supply": Sheet("supply", "a supply log with the dumps as they stand", (SCENARIO, SIDE), supply),
}
