"""The demonstration map in the words of the page's map drawing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from grognard.core.plain import Plain
from grognard.games.beyond_the_rhine.board import demonstration

GROUND = {
    "open": "clear",
    "hills": "hill",
    "light_woods": "bocage",
    "heavy_woods": "woods",
    "swamp": "flooded",
    "polder": "flooded",
    "mountain": "hill",
}
CITIES = ("minor_city", "major_city")
LINES = {"autobahn": "autobahn", "road": "road", "railroad_or_track": "trail"}


def short(name: str) -> str:
    """12.07 as the page writes it: 1207."""
    row, column = name.split(".")
    return f"{int(row):02}{int(column):02}"


def map_data() -> Plain:
    """BTR-frame.scale: hexes, rivers, roads and bridges, with their provenance."""
    raw = demonstration().raw
    return {
        "title": raw["meta"]["title"],
        "provenance": raw["meta"]["provenance"],
        "grid": dict(raw["grid"]),
        "hexes": {short(name): hex_row(name, data) for name, data in raw["hexes"].items()},
        "rivers": [
            {"name": row["name"], "kind": row["kind"], "hexsides": pairs(row["hexsides"])}
            for row in raw["side"]
        ],
        "roads": [
            {"name": row["name"], "kind": LINES[row["kind"]], "path": [short(h) for h in row["path"]]}
            for row in raw["line"]
        ],
        "bridges": [{"name": row["name"], "hexside": pairs([row["hexside"]])[0]} for row in raw["bridge"]],
        "boundary": [],
        "zones": {
            "west wall": [
                short(name) for name, data in raw["hexes"].items() if "west_wall" in data.get("also", ())
            ]
        },
    }


def pairs(sides: Iterable[Iterable[str]]) -> list[list[str]]:
    return [[short(h) for h in side] for side in sides]


class HexRow(TypedDict):
    """A hex of a map file."""

    t: str
    also: NotRequired[list[str]]
    name: NotRequired[str]


def hex_row(name: str, data: HexRow) -> dict[str, str]:
    kinds = [data["t"], *data.get("also", ())]
    drawn = (
        "city"
        if data["t"] in CITIES
        else "town"
        if "village" in kinds and data["t"] == "open"
        else GROUND[data["t"]]
    )
    row = {"t": drawn, "hex": name, "words": ", ".join(kind.replace("_", " ") for kind in kinds)}
    return row | ({"name": data["name"]} if "name" in data else {})
