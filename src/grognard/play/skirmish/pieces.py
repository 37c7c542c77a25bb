"""The map and the counters, read from the data files."""

from __future__ import annotations

from grognard.core.data import read
from grognard.core.hexes import Grid, column_row

NAME = "skirmish"
PACKAGE = __name__.rpartition(".")[0]
MAP, RULES = read(PACKAGE, NAME, "map.toml"), read(PACKAGE, NAME, "rules.toml")
UNITS = read(PACKAGE, NAME, "units.toml")["unit"]

GRID = Grid(column_row(range(1, MAP["columns"] + 1), range(1, MAP["rows"] + 1)))
VILLAGE = GRID.set([MAP["village"]])
FIRST, LAST = MAP["mine_columns"]
MINE_HEXES = GRID.set(name for name in GRID.number if FIRST <= int(name[:2]) <= LAST)

RED, BLUE = SIDES = ("red", "blue")
ENEMY = {RED: BLUE, BLUE: RED}
NAMES = [row["id"] for row in UNITS]
SIDE = [row["side"] for row in UNITS]
STRENGTH = [row["strength"] for row in UNITS]
OF_SIDE = {side: sum(1 << u for u, other in enumerate(SIDE) if other == side) for side in SIDES}
