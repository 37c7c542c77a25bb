"""TLD-A.1: every counter of the game as columns of constants; sets of units are ints. Nothing here changes in
play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

from grognard.core.data import read as read_data
from grognard.core.facts import Codec
from grognard.core.hexes import members, set_of
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, no_such

GAME = "longest-day"
PACKAGE = "grognard.games.longest_day"
ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}


Row = Mapping[str, Any]  # a row of a data file, as it is read


read = partial(read_data, PACKAGE, GAME)


KERNEL, LIMITS, SCENARIO = read("kernel.toml"), read("limits.toml"), read("scenario.toml")
_units, _divisions = read("units.toml"), read("divisions.toml")
CORPS_FILE = read("corps.toml")

# ---------------------------------------------------------------- rows: one dict a counter


def _side(nationality: str) -> str:
    return GERMAN if nationality == "German" else ALLIED


def _roster_row(raw: Row) -> Plain:
    """A counter of the assignment sheet; the one without a rating takes ours."""
    rated = dict(raw) | ({} if "attack" in raw else KERNEL["unrated"][raw["id"]])
    return rated | {"side": _side(raw["nationality"]), "division": "", "hq": ""}


def _divisional_rows(raw: Row) -> Iterable[Plain]:
    """TLD-G.2: counters the document leaves out."""
    for unit in raw["units"]:
        nation = str(raw["nationality"])
        own = {"nationality": nation, "side": _side(nation), "division": raw["id"], "kind": unit["code"]}
        own["hq"] = "division" if unit["code"] == "hq" else ""
        yield dict(unit) | own | {"provenance": raw["provenance"], "consumption_units": 1}


def _corps_hq_row(raw: Row) -> Plain:
    own = {
        "side": _side(raw["nationality"]),
        "division": "",
        "hq": "corps",
        "arm": "headquarters",
        "kind": "hq",
        "consumption_units": 1,
    }
    return {"name": f"HQ {raw['corps']}", "attack_parenthesised": False} | dict(raw) | own


def _supply_rows() -> Iterable[Plain]:
    supply = _divisions["supply_unit"]
    for side, count in supply["counters"].items():
        for number in range(1, count + 1):
            yield {
                "id": f"SU-{side[0].upper()}{number:02}",
                "name": "supply unit",
                "side": side,
                "nationality": "",
                "division": "",
                "hq": "",
                "arm": "supply",
                "kind": "supply",
                "attack": 0,
                "attack_parenthesised": False,
                "defence": 0,
                "movement": supply["movement"],
                "consumption_units": 0,
                "provenance": "reconstruction",
            }


ROWS: list[Row] = sorted(
    [
        *map(_roster_row, _units["unit"]),
        *(row for raw in _divisions["division"] for row in _divisional_rows(raw)),
        *map(_corps_hq_row, _divisions["corps_hq"]),
        *_supply_rows(),
    ],
    key=lambda row: str(row["id"]),
)
NAMES = [str(row["id"]) for row in ROWS]
UNIT = {name: number for number, name in enumerate(NAMES)}
SPELLINGS = {name: name for name in NAMES}
ADJECTIVE = {ALLIED: "Allied", GERMAN: "German"}

# ---------------------------------------------------------------- names for people

_LETTERS = {"ARM": "Arm", "CAN": "Can", "POL": "Pol", "PZ": "Pz", "FRA": "French"}
_DIVISIONS = {"GDARM": "Gds Arm", "LEHR": "Lehr"} | {
    str(raw["id"]): ""
    for raw in (*_divisions["division"], {"id": "1FRA"})
    if str(raw["id"]) not in ("GDARM", "LEHR")
}
_BRIGADES = {
    "BEL-BDE": "Belgian Bde", "DUTCH-BDE": "Dutch Bde", "POL-PARA": "Polish Para Bde", "2C-BDE": "2 Can Bde",
    "1SS-CDO": "1 SS Cdo Bde", "4SS-CDO": "4 SS Cdo Bde", "6C-AT": "6 Can AT",
}  # fmt: skip
_NUMERALS = re.compile(r"(?:US-)?([IVXL]+)(CAN|SS)?")
CORPS_IDS = frozenset({str(row["corps"]) for row in _divisions["corps_hq"]})


def division_name(short: str) -> str:
    """The short name of a division.

    >>> (division_name("3CAN"), division_name("10SS"), division_name("716"), division_name("GDARM"),
    ...  division_name("21PZ"))
    ('3 Can', '10 SS', '716', 'Gds Arm', '21 Pz')
    """
    if own := _DIVISIONS.get(short):
        return own
    match = re.fullmatch(r"(\d+)([A-Z]+)?", short)
    number, letters = (match[1], match[2] or "") if match else ("", short)
    return f"{number} {_LETTERS.get(letters, letters)}".strip()


def corps_name(id_: str) -> str:
    """
    >>> corps_name("XXX"), corps_name("IICAN"), corps_name("ISS"), corps_name("US-VII")
    ('XXX Corps', 'II Can Corps', 'I SS Corps', 'US VII Corps')
    """
    match = _NUMERALS.fullmatch(id_)
    words = (
        [*(["US"] if id_.startswith("US-") else []), match[1], {"CAN": "Can"}.get(match[2], match[2] or "")]
        if match
        else [id_]
    )
    return " ".join(word for word in (*words, "Corps") if word)


@lru_cache(maxsize=4096)
def display_name(id_: str) -> str:
    """The name of a counter, a formation or a corps as every text prints it.

    >>> [display_name(u) for u in ("716:I/736", "3CAN:Chaudiere", "HQ-XXX", "3CAN:HQ")]
    ['I/736 (716)', 'Chaudiere (3 Can)', 'XXX Corps HQ', '3 Can HQ']
    >>> [display_name(u) for u in ("SU-A03", "AVRE-26", "51:2-Derby-Yeo")]
    ['Allied supply unit 3', 'AVRE 26', '2 Derby Yeo (51)']
    """
    if id_.startswith("HQ-"):
        return f"{corps_name(id_[3:])} HQ"
    if id_.startswith("SU-") and id_[4:].isdigit():
        return f"{'Allied' if id_[3] == 'A' else 'German'} supply unit {int(id_[4:])}"
    division, colon, own = id_.partition(":")
    if colon:
        return (
            f"{division_name(division)} HQ"
            if own == "HQ"
            else f"{own.replace('-', ' ')} ({division_name(division)})"
        )
    if id_ in _DIVISIONS:
        return f"{division_name(id_)} Div"
    if id_ in CORPS_IDS or id_.startswith("US-"):
        return corps_name(id_)
    return _BRIGADES.get(id_) or id_.replace("-BDE", " Bde").replace("-", " ")


LABEL = [display_name(name) for name in NAMES]  # by unit

# ---------------------------------------------------------------- columns

SIDE = [str(row["side"]) for row in ROWS]
DIVISION = [str(row["division"]) for row in ROWS]  # TLD-A.1: "" is an independent unit
ARM = [str(row["arm"]) for row in ROWS]
KIND = [str(row["kind"]) for row in ROWS]
ATTACK = [int(row["attack"]) for row in ROWS]
DEFENCE = [int(row["defence"]) for row in ROWS]
ALLOWANCE = [int(row["movement"]) for row in ROWS]
RANGE = [int(row.get("range", 0)) for row in ROWS]
WEIGHT = [int(row["consumption_units"]) for row in ROWS]  # TLD-B.5.a.1.n
# the independent brigade or battalion group a counter belongs to
PARENT = [str(row.get("parent", "")) for row in ROWS]
PAREN = [bool(row["attack_parenthesised"]) for row in ROWS]


def rating(unit: int) -> str:
    """A counter's figures as they are printed."""
    row = ROWS[unit]
    attack = f"({row['attack']})" if row["attack_parenthesised"] else str(row["attack"])
    reach = f" r{row['range']}s{row['s']}" if "range" in row else ""
    return f"{attack}-{row['defence']}-{row['movement']}{reach}"


def units_where(test: Callable[[int], object]) -> int:
    return set_of(unit for unit in range(len(NAMES)) if test(unit))


def unit_set(names: Iterable[str]) -> int:
    return set_of(UNIT[name] for name in names)


_FOLDED = {name.casefold(): number for name, number in UNIT.items()} | {
    name.casefold(): u for u, name in enumerate(LABEL)
}


def unit(name: str) -> int:
    """The number of a counter by its name, whatever the case."""
    number = _FOLDED.get(name.casefold(), -1)
    if number < 0:
        raise GrognardError(no_such("unit", name, NAMES))
    return number


OF_SIDE = {ALLIED: units_where(lambda u: SIDE[u] == ALLIED), GERMAN: units_where(lambda u: SIDE[u] == GERMAN)}
SUPPLY = units_where(lambda u: ARM[u] == "supply")
# TLD-B.1: everything with an attack or a defence strength
COMBAT = units_where(lambda u: ATTACK[u] or DEFENCE[u])
HQ = units_where(lambda u: ROWS[u]["hq"])
DIVISION_HQ = units_where(lambda u: ROWS[u]["hq"] == "division")
CORPS_HQ = units_where(lambda u: ROWS[u]["hq"] == "corps")
GUN = units_where(lambda u: PAREN[u])  # TLD-S.9: a parenthesised attack strength supports and fires
RANGED = units_where(lambda u: PAREN[u] and RANGE[u] >= LIMITS["rulings"]["ranged_min_range"])  # TLD-J.4
EXERTS = COMBAT & ~HQ & ~RANGED  # TLD-S.4
ASSAULT = units_where(lambda u: ATTACK[u] > 0 and not PAREN[u])  # TLD-S.17: may attack on its own
INDEPENDENT = units_where(lambda u: not DIVISION[u] and not ROWS[u]["hq"] and ARM[u] != "supply")
# TLD-C.1: AVRE (TLD-C.3), CROC (TLD-C.4) and CRAB (TLD-C.5)
SPECIAL = units_where(lambda u: "special_79th" in ROWS[u])
_special_arms = KERNEL["mechanized"]
MECHANIZED = units_where(  # TLD-S.3
    lambda u: (
        ARM[u] in _special_arms["eligible_arms"]
        or KIND[u] in (*_special_arms["eligible_kinds"], *_special_arms["eligible_codes"])
    )
)
ROAD_ONLY = units_where(lambda u: ARM[u] in KERNEL["movement"]["major_river_road_only"])
SHY = HQ | RANGED | SUPPLY  # TLD-S.4: enter an enemy ZOC only where a friend that exerts one stands
COMPANY = (
    units_where(lambda u: NAMES[u].startswith(tuple(KERNEL["stacking"]["company_id_prefixes"]))) & COMBAT
)
BATTALION = COMBAT & ~HQ & ~COMPANY
_stacking = KERNEL["stacking"]
# TLD-S.5: stacking points
MOST, LARGE, SMALL = (
    int(_stacking["max_points"]),
    int(_stacking["battalion"]),
    int(_stacking["company"]),
)
POINTS = [LARGE if BATTALION >> u & 1 else SMALL if COMPANY >> u & 1 else 0 for u in range(len(NAMES))]


def load(units: int) -> int:
    """The stacking points of a set of units."""
    return LARGE * (units & BATTALION).bit_count() + SMALL * (units & COMPANY).bit_count()


# ---------------------------------------------------------- formations: divisions, brigades, battalion groups

FORMATIONS: dict[str, Row] = {str(raw["id"]): raw for raw in _units["formation"]}
OF_DIVISION: dict[str, int] = {}
for _unit, _division in enumerate(DIVISION):
    if _division:
        OF_DIVISION[_division] = OF_DIVISION.get(_division, 0) | 1 << _unit
HQ_OF_DIVISION: dict[str, int] = {DIVISION[u]: u for u in members(DIVISION_HQ)}
HQ_OF_CORPS: dict[str, int] = {str(ROWS[u]["corps"]): u for u in members(CORPS_HQ)}
CORPS_OF_HQ = {u: corps for corps, u in HQ_OF_CORPS.items()}
OF_PARENT: dict[str, int] = {}
for _unit, _parent in enumerate(PARENT):
    if _parent:
        OF_PARENT[_parent] = OF_PARENT.get(_parent, 0) | 1 << _unit


def of_kind(kind: str) -> int:
    """Counters of all formations of one kind, such as corps_recon."""
    return sum(OF_PARENT.get(id_, 0) for id_, raw in FORMATIONS.items() if raw["kind"] == kind)


CORPS_RECON, CORPS_ANTI_TANK = of_kind("corps_recon"), of_kind("corps_anti_tank")
ROAMING = CORPS_RECON | CORPS_ANTI_TANK  # TLD-B.5.b: may draw on any HQ of their corps

UNITS = Codec(lambda bits: [NAMES[u] for u in members(bits)], unit_set, by_member=True)


def names(units: int) -> str:
    """The counters of a set, in words."""
    return ", ".join(LABEL[u] for u in members(units)) or "none"
