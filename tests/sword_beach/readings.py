"""What the tests of the readings share: positions to ask about, and what the log and the cups say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from grognard.core.facts import Events
from grognard.games.sword_beach import notation
from grognard.games.sword_beach.position import SwordBeach

from .build import GAME, do, position, until

CAEN = [
    "0937",
    "0938",
    "0939",
    "0837",
    "0838",
    "0839",
    "0940",
    "0738",
    "0739",
]  # SB-13.0.c and the five of map.toml
NORTH = ["0937", "0938", "0939", "0837"]  # SB-13.0.c
ASHORE = {"8/3": "1640 landed", "9/3": "1640 landed"}
PACKAGE = files("grognard.games.sword_beach")
MAP: dict[str, Any] = tomllib.loads((PACKAGE / "data" / "map.toml").read_text(encoding="utf-8"))
LAND = [name for name, row in MAP["hexes"].items() if row["t"] != "sea"]
GERMANS = ["736/716", "857/346", "716/716", "22/21", "125/21", "192/21", "2-AA", "3-AA", "858/346", "1/1SS"]


def record(**options: Any) -> SwordBeach:
    return GAME.new(options=options)  # type: ignore[return-value]


def land_hexes() -> dict[str, str]:
    """Every land hex of the map file with its terrain."""
    return {name: MAP["hexes"][name]["t"] for name in LAND}


def verdict(events: Events) -> tuple[str, int, int, str]:
    """CRT line, differential, column after shifts and result of the die just rolled, as the log tells
    them.
    """
    found = [
        re.match(r"(\w+) line, differential ([+-]\d+), column (\d+) .*: (\w+) \[FM-7\.6\.1\]", line)
        for line in events.log
    ]
    (match,) = [m for m in found if m]
    return match[1], int(match[2]), int(match[3]), match[4]


def cup(state: SwordBeach, name: str) -> list[int]:
    return list(notation.write(state)["cups"][name])


def beachheads(state: SwordBeach) -> list[str]:
    return list(notation.write(state)["markers"].get("beachheads", []))


def drop(zone: str, units: dict[str, str], **more: Any) -> SwordBeach:
    """Before the drop: the marker at `zone`, some units designated."""
    markers = {"drop_zones": [zone], **more.pop("markers", {})}
    return position("airborne designation", 0, {**ASHORE, **units}, markers=markers, **more)


def assault(*units: str, **more: Any) -> SwordBeach:
    """An assault on 1640 with nobody else about."""
    return position(
        "beach assaults", 0, dict.fromkeys(units, "1640 landed"), markers={"unassaulted": ["1640"]}, **more
    )


def markers(state: SwordBeach, name: str) -> list[str]:
    return list(notation.write(state)["markers"].get(name, []))


def end_of_turn(
    turn: int, units: Mapping[str, str] | None = None, beaches: Iterable[str] = ("1640",), **more: Any
) -> SwordBeach:
    """The last German phase of a turn said `done` to; 22/21 is far away unless placed, so that there is
    somebody to ask.
    """
    cities = more.pop("cities", [])
    state = position(
        "german mobile movement",
        turn,
        {"22/21": "0150", **(units or {})},
        beaches,
        markers={"allied_cities": cities},
        **more,
    )
    do(state, "done")
    return state


def supply_check(units: Mapping[str, str], turn: int = 5, **more: Any) -> SwordBeach:
    """A position after the supply check of a turn in which nobody does anything."""
    state = position("allied movement", turn, units, **more)
    until(state, "german movement")
    return state
