"""Answers about counters and the map."""

from __future__ import annotations

from typing import TypedDict

from grognard.core.ask import Answer, once, options_answer
from grognard.core.data import provenance
from grognard.core.hexes import OFF
from grognard.core.plain import Plain

from .ask_positions import (
    OURS,
    hex_name,
    labels,
    load_position,
    one_of,
    unit_names,
)
from .board import GRID, MAP, NEAR, TERRAIN, WAYS, ZONE, crt_line, describe, hexside, landing_hazard
from .pieces import (
    ADJECTIVE,
    GAME,
    ROWS,
    SIDES,
    display_name,
)
from .pieces import unit as number_of
from .verbs import units_in

# ---------------------------------------------------------------- pieces and map


def terrain(kind: str | None) -> Answer:
    """FM-5.2: what terrain costs and which line of the CRT it gives."""
    rows = {
        row["id"]: {"where": where, **row}
        for where in ("hex", "hexside", "network")
        for row in TERRAIN[where]
    }
    chosen = {kind: rows[one_of(kind, rows, "terrain")]} if kind else rows
    lines = []
    for name, row in chosen.items():
        line = f", CRT line {row['crt_line']}" if row.get("crt_line") else ""
        hazard = (
            f", a drop is {row['landing_hazard']}d there"
            if row.get("landing_hazard", "none") != "none"
            else ""
        )
        lines.append(f"{row['where']} {name}: leg {row['leg']}, mobile {row['mobile']} MP{line}{hazard}")
    lines.append(f"The costs are our {OURS}.")
    cited = ["FM-5.2.1", "FM-5.2.2", "FM-5.2.3", "FM-7.4.1", "SB-10.1.c", "SB-11.2.2.4.a", "SB-11.2.2.4.b"]
    sources = once(provenance(row["provenance"]) for row in chosen.values())
    return Answer({"terrain": chosen, "minimum_move": TERRAIN["minimum_move"]["rule"]}, lines, cited, sources)


def one_unit(unit: str, position: str | None) -> Answer:
    """FM-2.3: one unit's figures, and where it stands in a position."""
    number = number_of(unit)
    row = ROWS[number]
    value = {**row, "full": _figures(row["full"]), "reduced": _figures(row["reduced"])}
    lines = [
        f"{display_name(row['id'])}: {row['name']}, {row['formation']} ({ADJECTIVE[row['side']]})",
        f"  {row['type']}, {row['mobility']}, {row['size']}; enters: {row['entry']}",
        f"  full {_words(row['full'])}; reduced {_words(row['reduced'])} (attack-defense-movement)",
        f"  name: {row['name_provenance']}; figures: {row['strength_provenance']}",
    ]
    if position:
        state = load_position(position)
        value |= {"at": hex_name(state.at[number]), "steps": state.steps[number]}
        lines.append(
            f"  now {value['at']}, {('eliminated', 'reduced', 'full strength')[state.steps[number]]}"
        )
    sources = once([provenance(row["name_provenance"]), provenance(row["strength_provenance"])])
    return Answer(value, lines, ["FM-2.3.a", "FM-2.3.b", "FM-2.3.c", "FM-2.3.d"], sources)


def _figures(three: list[int]) -> dict[str, int]:
    return dict(zip(("attack", "defense", "movement"), three, strict=True))


def _words(three: list[int]) -> str:
    return "-".join(map(str, three))


def units(side: str | None, kind: str | None) -> Answer:
    """FM-2: all the pieces, or those of a side or a type."""
    if side:
        one_of(side, SIDES, "side")
    if kind:
        one_of(kind, sorted({row["type"] for row in ROWS}), "type of unit")
    chosen = [row for row in ROWS if side in (None, row["side"]) and kind in (None, row["type"])]
    rows = [
        {
            key: row[key]
            for key in ("id", "name", "side", "formation", "type", "mobility", "full", "reduced", "entry")
        }
        for row in chosen
    ]
    lines = [
        f"{display_name(row['id']):10} {ADJECTIVE[row['side']]:7} {_words(row['full']):6}"
        f" {_words(row['reduced']):6} {row['name']}"
        for row in chosen
    ]
    lines.append(f"{len(chosen)} units; all strengths are our {OURS}.")
    return Answer(
        {"units": rows}, lines, ["FM-2.3.a", "FM-2.3.d", "SB-10.3.b"], ["document", "history", OURS]
    )


def hex_(hex: str, position: str | None) -> Answer:
    """SB-10.1: one hex of the map."""
    at = GRID.hex(hex)
    data, beside = describe(at), _neighbours(at)
    zones = [name for name, hexes in ZONE.items() if hexes >> at & 1]
    value: Plain = {
        **data,
        "crt_line": crt_line(at),
        "landing_hazard": landing_hazard(at),
        "neighbours": beside,
        "zones": zones,
        "bank_of_the_orne": MAP["hexes"][hex].get("orne", ""),
    }
    lines = [
        f"{hex}{' ' + data['name'] if data['name'] else ''}: {data['terrain']}, CRT line"
        f" {value['crt_line'] or 'none'}"
    ]
    lines += [f"  {where}: {_beside(row)}" for where, row in beside.items()]
    lines.append(f"  zones: {', '.join(zones) or 'none'}; source: {data['provenance']}")
    if position:
        state = load_position(position)
        units = [u for side in SIDES for u in units_in(state, at, side)]
        value["units"] = unit_names(units)
        lines.append(f"  units: {labels(units)}")
    return Answer(
        value,
        lines,
        ["SB-10.1.b", "SB-10.1.c", "FM-5.2.1", "FM-7.4.1"],
        once([provenance(data["provenance"]), OURS]),
    )


class Neighbour(TypedDict):
    """A hex beside another, and what lies between them."""

    hex: str
    terrain: str
    hexside: str | None
    way: str | None


def _neighbours(at: int) -> dict[str, Neighbour]:
    result: dict[str, Neighbour] = {}
    for direction, where in enumerate(GRID.compass):
        neighbor = GRID.step(at, direction)
        if neighbor != OFF and NEAR[at] >> neighbor & 1:
            result[where] = {
                "hex": GRID.name[neighbor],
                "terrain": describe(neighbor)["terrain"],
                "hexside": hexside(at, neighbor),
                "way": WAYS.get(frozenset((at, neighbor))),
            }
    return result


def _beside(row: Neighbour) -> str:
    return " ".join(
        filter(
            None,
            [
                row["hex"],
                row["terrain"],
                row["hexside"] and f"across a {row['hexside']}",
                row["way"] and f"by {row['way']}",
            ],
        )
    )


def options(name: str | None) -> Answer:
    """Every optional rule and reading, with its default and its values."""
    return options_answer("grognard.games.sword_beach", GAME, name, ["document", OURS])
