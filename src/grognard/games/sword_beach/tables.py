"""FM-7.6 and FM-8.1: the combat results table and the support fire markers, read from the data files."""

from __future__ import annotations

from grognard.core.tables import load_line, load_table

from .pieces import ALLIED, GERMAN, read

_crt = read("crt.toml")
LEGEND: dict[str, str] = _crt["results_key"]
TABLES = {name: load_table(name, raw, LEGEND) for name, raw in _crt["table"].items()}
LINES = {raw["id"]: load_line(raw, TABLES) for raw in _crt["line"]}
CELLS = {id_: line.table.cells for id_, line in LINES.items()}
BOUNDS = {id_: line.bounds for id_, line in LINES.items()}
BENEFIT = {id_: line.benefit for id_, line in LINES.items()}
BOMBARDMENT_SHIFT = int(_crt["bombardment"]["column_shift"])
BOMBARDMENT_HITS: dict[str, str] = _crt["bombardment"]["effects"]

# --------------------------------------------------------------- markers: a cup is a tuple of counts by value

TOP = 10  # the highest value printed on a marker
Cup = tuple[int, ...]


def _cup(pool: list[dict[str, int]]) -> Cup:
    counts = [0] * (TOP + 1)
    for row in pool:
        counts[row["value"]] += row["count"]
    return tuple(counts)


FIRE = read("support_fire.toml")
CUPS = ("air", "guns", "german")
AIR, GUNS, THEIRS = range(3)
CUP_OF = {(ALLIED, "air"): AIR, (ALLIED, "guns"): GUNS, (GERMAN, "guns"): THEIRS}
EMPTY: Cup = (0,) * (TOP + 1)
ALLOTMENT: list[Cup] = [
    _cup(FIRE["allied"]["aircraft"]["pool"]),  # SB-11.2.6.b
    _cup(FIRE["allied"]["ground"]["pool"]),
    _cup(FIRE["german"]["pool"]),  # SB-11.1.5.a
]
MINES_VALUE = int(FIRE["german"]["mines"]["value"])
NAVAL = {row["value"]: row["count"] for row in FIRE["allied"]["naval"]["pool"]}  # SB-11.2.7.a
NAVAL_VALUES = tuple(sorted(NAVAL))
LIMIT = int(FIRE["limits"]["markers_per_side_per_combat"])  # FM-8.2.1
RANGE = int(FIRE["german"]["bombardment_range"])  # SB-11.1.5.c, SB-11.2.6.d


def without(cup: Cup, value: int) -> Cup:
    """A cup with one marker less."""
    return (*cup[:value], cup[value] - 1, *cup[value + 1 :])


def minus(cup: Cup, other: Cup) -> Cup:
    return tuple(a - b for a, b in zip(cup, other, strict=True))
