"""What a seat has before its eyes: its own units, the enemy's open ones, and the counters that cover the
rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from grognard.core.facts import is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.narration import item_words
from grognard.games.purple_heart_draw.pieces import (
    FLAGS,
    KINDS,
    NAMES,
    OF_SIDE,
    SIDES,
    TITLE,
    bare,
    is_gun,
    unmarked,
)
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.games.purple_heart_draw.units import display_name

SHOWN = (
    "broken",
    "wounded",
    "pinned",
    "stunned",
    "shock",
    "immobile",
    "abandoned",
    "prisoner",
    "concealed",
    "hidden",
    "shortage",
    "fanatic",
    "heroic",
    "hull_down",
    "wall_advantage",
)
MARK = {
    "broken": "B",
    "wounded": "W",
    "pinned": "P",
    "stunned": "S",
    "shock": "S",
    "immobile": "X",
    "abandoned": "A",
    "prisoner": "P",
    "fanatic": "F",
}


def mine(state: PurpleHeartDraw) -> str | None:
    """The side whose knowledge this is; none for an onlooker."""
    return next((side for n, side in enumerate(SIDES) if not is_unknown(state.tp[n])), None)


def known_units(state: PurpleHeartDraw) -> list[int]:
    """Units a seat may know of: its own, and what lies open of the other."""
    side, own_places = mine(state), OF_SIDE
    result = [u for u in members(own_places[side]) if state.kind[u]] if side else []
    other = [u for s in SIDES if s != side for u in members(state.open & own_places[s]) if state.kind[u]]
    return [*result, *other]


def side_of(unit: int) -> str:
    return next(side for side in SIDES if OF_SIDE[side] >> unit & 1)


class Piece(TypedDict):
    """A unit as a counter of the page."""

    id: str
    side: str
    kind: str
    value: str
    label: str
    hex: str
    exit: str
    gear: list[str]
    gun: bool
    flags: list[str]
    mark: str
    group: int
    facing: str
    aboard: str
    title: str
    provenance: str


def piece(state: PurpleHeartDraw, unit: int) -> Piece:
    """A unit as a counter."""
    kind, status = KINDS[state.kind[unit]], state.status[unit]
    flags = [name for n, name in enumerate(FLAGS) if status >> n & 1 and name in SHOWN]
    name = state.kind[unit].replace("_", " ")
    gear = [
        bare(g).replace("_", " ") + ("!" if unmarked(g, "=") != bare(g) else "") for g in state.gear[unit]
    ]
    return {
        "id": NAMES[unit],
        "side": side_of(unit),
        "kind": kind.type,
        "value": name,
        "label": display_name(state, unit),
        "hex": GRID.name[state.at[unit]] if state.at[unit] >= 0 else "",
        "exit": GRID.name[state.exit[unit]] if state.exit[unit] >= 0 else "",
        "gear": gear,
        "gun": any(is_gun(g) for g in state.gear[unit]),
        "flags": flags,
        "mark": next((MARK[f] for f in flags if f in MARK), ""),
        "group": state.group[unit] if side_of(unit) == mine(state) else 0,
        "facing": str(state.facing[unit]),
        "aboard": NAMES[state.aboard[unit]] if state.aboard[unit] >= 0 else "",
        "title": ", ".join(
            [display_name(state, unit), *gear, *(f.replace("_", " ") for f in flags), *standing(state, unit)]
        ),
        "provenance": kind.provenance,
    }


def standing(state: PurpleHeartDraw, unit: int) -> list[str]:
    """Which way a vehicle faces, what a Rider is on and where a unit left the map (PHD-TM8), in words."""
    hull, turret = state.facing[unit]
    words = [f"faces {hull}" + (f", turret {turret}" if turret != hull else "")] if hull else []
    if state.exit[unit] >= 0:
        words.append(f"left the map by {GRID.name[state.exit[unit]]}")
    return [*words, f"on {display_name(state, state.aboard[unit])}"] if state.aboard[unit] >= 0 else words


def stacks(state: PurpleHeartDraw) -> dict[str, list[Plain]]:
    """What stands in each hex, as this seat sees it: units, covered counters, works, wrecks and fires."""
    result: dict[str, list[Plain]] = {}
    units = ({**piece(state, unit)} for unit in known_units(state) if state.at[unit] >= 0)
    for row in (*units, *laid(state), *lying(state)):
        result.setdefault(str(row["hex"]), []).append(row)
    return result


def _row(side: str, kind: str, value: str, title: str, hex_: str) -> Plain:
    return {"side": side, "kind": kind, "value": value, "title": title, "hex": hex_}


def laid(state: PurpleHeartDraw) -> Iterator[Plain]:
    """What the sides have laid out: covered counters and works, then snipers."""
    side = mine(state)
    for n, other in enumerate(SIDES):
        for hex_ in GRID.names(state.cover[n]) if other != side else ():
            yield _row(other, "hidden", "", f"{TITLE[other]} concealed counter", hex_)
        for item, at in (*state.forts[n], *(state.buried[n] if other == side else ())):
            yield _row(other, "fort", item.split(".")[0], f"{TITLE[other]} {item_words(item)}", GRID.name[at])
    for n, other in enumerate(SIDES):
        if state.sniper[n] >= 0:
            yield _row(
                other,
                "fort",
                "sniper",
                f"{TITLE[other]} sniper, SAN {state.announced[n]}",
                GRID.name[state.sniper[n]],
            )


def lying(state: PurpleHeartDraw) -> Iterator[Plain]:
    """What play has left: weapons without an owner, wrecks, fires."""
    for item, at in state.dropped:
        owner, _, gear = item.partition(".")
        yield _row(owner, "fort", gear, f"unpossessed {TITLE[owner]} {gear}", GRID.name[at])
    for item, at in state.wrecks:
        yield _row("none", "vehicle", "wreck", f"wreck: {item}", GRID.name[at])
    for name, fires in (("flame", state.flame), ("blaze", state.blaze)):
        yield from (_row("none", "fire", name, name, hex_) for hex_ in GRID.names(fires))


def off_map(state: PurpleHeartDraw) -> list[Piece]:
    """The seat's own units that are not on the map."""
    side = mine(state)
    return (
        [piece(state, u) for u in members(OF_SIDE[side]) if state.kind[u] and state.at[u] < 0] if side else []
    )
