"""BTR-ocs.unit: the counters of the scenarios on the map, as columns of constants; sets of units are ints."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from grognard.core.data import read as read_data
from grognard.core.facts import members_codec
from grognard.core.hexes import members, set_of
from grognard.core.ruling import GrognardError, no_such

from ..chart import COUNTERS, NUMBER
from ..pieces import Counter, spaced
from ..replacements import row_for
from .rows import ArrivalRow, CounterRow, FaceRow, ScenarioRow, SetupRow

GAME = "beyond-the-rhine-map"
ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
ADJECTIVE = {ALLIED: "Allied", GERMAN: "German"}
COMBAT, MOVE, STRAT = "combat", "move", "strat"  # BTR-ocs.mode.combat, BTR-ocs.mode.move, BTR-ocs.mode.strat
TRUCK, WAGON = "truck", "wagon"
GUN_TYPES = ("artillery", "sp_artillery", "rocket")  # of the chart: barrage and range stand first


@cache
def read(name: str) -> dict[str, Any]:
    return read_data("grognard.games.beyond_the_rhine.campaign", GAME, name)


TABLE = read("scenarios.toml")
SCENARIOS: dict[str, ScenarioRow] = {row["id"]: row for row in TABLE["scenario"]}
RATINGS = read("formation_ratings.toml")
LIMITS = read("limits.toml")


class CounterSide(NamedTuple):
    """BTR-ocs.unit.sides: one side of a counter."""

    strength: int
    action: int
    allowance: int
    mobility: str
    barrage: int = 0
    range: int = 0
    throw: int = 0


class Piece(NamedTuple):
    """One counter."""

    id: str
    name: str
    side: str
    kind: str  # infantry, tank, artillery, hq, truck, wagon
    size: str
    steps: int
    re: Fraction
    class_: str
    faces: dict[str, CounterSide]
    bracket: bool  # BTR-ocs.unit.defence-only
    formation: str
    anti_tank: str
    ratings: str  # provenance of its figures
    rebuild: str = ""  # its row of the rebuild table (BTR-ocs.repl.price)


# ---------------------------------------------------------------- from the data to the counters


def _face(figures: FaceRow, mobility: str) -> CounterSide:
    return CounterSide(
        figures.get("strength", 0),
        figures.get("action", 0),
        figures["ma"],
        mobility,
        figures.get("barrage", 0),
        figures.get("range", 0),
        figures.get("throw", 0),
    )


def _listed(row: CounterRow, side: str) -> Piece:
    """A counter of our own lists, German or Allied."""
    kind = "hq" if row["size"] == "hq" else "artillery" if "barrage" in row["combat"] else str(row["kind"])
    faces = {
        COMBAT: _face(row["combat"], row["combat_mobility"]),
        MOVE: _face(row["move"], row["move_mobility"]),
    }
    return Piece(
        row["id"],
        row["name"],
        side,
        kind,
        row["size"],
        row["steps"],
        Fraction(row["re"]),
        row["class"],
        faces,
        bool(row["combat"].get("defence_only")),
        row.get("formation", ""),
        row["at"],
        str(row["ratings"]),
        row["rebuild_row"],
    )


def _rated(name: str, formation: str) -> FaceRow:
    """BTR-arrival.data.formation: the figures of a formation counter whose line of the chart prints none."""
    for row in RATINGS["rating"]:
        ends, formations = tuple(row["ends"]), row["formations"]
        if name.endswith(ends) and any(fnmatch(formation, pattern) for pattern in formations):
            result: FaceRow = row["combat"]
            return result
    raise AssertionError(f"{name} has no figures")


def _figures(counter: Counter) -> tuple[CounterSide, CounterSide]:
    """Both sides of a counter of the chart; of a gun the first two figures are barrage and range."""
    row = RATINGS["move_side"][counter.type]
    row = row.get("towed", row) if counter.towed else row
    mobility = counter.kind("combat_mobility")
    mobility = row["mobility"] if mobility == "none" else mobility  # a pontoon brigade: MA 0, never moves so
    if counter.rating is None:
        combat = _face(_rated(counter.name, counter.formation), mobility)
    elif counter.type in GUN_TYPES:
        barrage, range_, allowance = counter.rating
        combat = CounterSide(0, 0, allowance, mobility, barrage, range_)
    else:
        combat = CounterSide(*counter.rating, mobility)
    return combat, CounterSide((combat.strength + 1) // 2, combat.action, row["ma"], row["mobility"])


def _charted_hq(counter: Counter) -> tuple[CounterSide, CounterSide]:
    """BTR-ocs.unit.hq-re: a corps HQ of the chart."""
    row = next(row for row in RATINGS["hq"] if counter.nationality in row["nationalities"])
    return _face(row["combat"], "truck"), CounterSide(0, 0, row["move"]["ma"], "truck")


def _charted(name: str) -> Piece:
    """BTR-ocs.unit.sides: a counter of the document's chart; its Move side is made from its type."""
    counter = COUNTERS[NUMBER[name]]
    hq = counter.category == "hq"
    combat, move = _charted_hq(counter) if hq else _figures(counter)
    class_ = "other" if hq else counter.kind("class")
    heavy = class_ == "armor" or counter.type == "tank_destroyer"
    kind = "hq" if hq else "artillery" if counter.type in GUN_TYPES else counter.type
    return Piece(
        name,
        counter.display,
        ALLIED,
        kind,
        "hq" if hq else counter.size,
        counter.steps,
        Fraction(1, 2) if hq else counter.re,
        class_,
        {COMBAT: combat, MOVE: move},
        counter.defence_only,
        counter.formation,
        "heavy" if heavy else "light" if class_ == "mech" else "none",
        "document" if counter.rating else "reconstruction",
        row_for(counter)["name"],
    )


def _point(side: str, kind: str, number: int) -> Piece:
    """BTR-ocs.truck.move: a transport point."""
    row = RATINGS["transport"][kind]
    face = CounterSide(0, 0, row["ma"], row["mobility"])
    name = f"{'US' if side == ALLIED else 'DE'}-{kind.capitalize()}-{number}"
    return Piece(
        name,
        f"{ADJECTIVE[side]} {kind} point {number}",
        side,
        kind,
        "point",
        1,
        Fraction(0),
        "other",
        {COMBAT: face, MOVE: face},
        False,
        "",
        "none",
        "series",
    )


def _points(plain: str) -> dict[str, int]:
    """Transport as the set-up writes it: "1 truck, 1 wagon"."""
    return {kind: int(count) for count, kind in re.findall(r"(\d+) (truck|wagon|mule)", plain)}


def setup_of(scenario: str, side: str) -> SetupRow:
    return typing.cast("SetupRow", read(f"{side}_setup_{scenario}.toml"))


def arrivals_of(scenario: str) -> list[ArrivalRow]:
    """BTR-ocs.ger.arrivals: the German entries of a scenario."""
    return [row for row in read("german_arrivals.toml")["entry"] if scenario in row["scenarios"]]


def _named(scenario: str) -> Iterator[str]:
    for side in SIDES:
        for stack in setup_of(scenario, side)["stack"]:
            yield from stack["units"]
    for row in arrivals_of(scenario):
        yield from row["units"]
    yield from SCENARIOS[scenario]["pontoons"]
    for opener in SCENARIOS[scenario].get("openers_arriving", ()):
        yield from opener["units"]
    for listed in SCENARIOS[scenario]["chart"]:
        yield from (name for name in listed["counters"] if COUNTERS[NUMBER[name]].category != "aircraft")


def _transport(scenario: str) -> Iterator[Piece]:
    """As many counters a side as there are points in all, so that captured ones have a counter of their
    captor.
    """
    rows = [row for side in SIDES for row in setup_of(scenario, side).get("transport", ())]
    for kind in (TRUCK, WAGON):
        total = sum(_points(row["points"]).get(kind, 0) for row in rows)
        yield from (_point(side, kind, number + 1) for side in SIDES for number in range(total))


@cache
def cast(scenario: str) -> int:
    """The units that take part in a scenario, transport points of either side among them."""
    points = [piece.id for piece in _transport(scenario)]
    return unit_set(list(dict.fromkeys([*_named(scenario), *points])))


def _roster() -> list[Piece]:
    known = {row["id"]: _listed(row, GERMAN) for row in read("german_units.toml")["unit"]}
    known |= {row["id"]: _listed(row, ALLIED) for row in read("allied_openers.toml")["unit"]}
    result: dict[str, Piece] = {}
    for scenario in SCENARIOS:
        result |= {name: known.get(name) or _charted(name) for name in _named(scenario)}
        result |= {piece.id: piece for piece in _transport(scenario)}
    return [result[name] for name in sorted(result)]


PIECES = _roster()
NAMES = [piece.id for piece in PIECES]
UNIT = {name: number for number, name in enumerate(NAMES)}
SIDE = [piece.side for piece in PIECES]
STEPS = [piece.steps for piece in PIECES]
COUNT = len(NAMES)


def display_name(unit: str) -> str:
    """The name of a unit as every text prints it.

    >>> [display_name(unit) for unit in ("US-30-InfDiv", "DE-246-VGDiv", "US-2Arm-CCB", "DE-9Pz-PzRgt")]
    ['US 30 Inf Div', 'DE 246 VG Div', 'US CCB/2 Arm', 'DE Pz Rgt/9 Pz']
    """
    if unit not in UNIT:
        return unit
    nation, number, part = unit.split("-")
    parent, part = spaced(number), spaced(part)
    return f"{nation} {part}/{parent}" if PIECES[UNIT[unit]].formation else f"{nation} {parent} {part}"


LABEL = [display_name(name) for name in NAMES]
# what a payment is for names its unit so: records keep these words, and open in every later release
RECORDED = [name.replace("-", " ") for name in NAMES]


def units_where(test: Callable[[Piece], bool]) -> int:
    return set_of(number for number, piece in enumerate(PIECES) if test(piece))


def unit_set(names: list[str]) -> int:
    return set_of(UNIT[name] for name in names)


def unit(name: str) -> int:
    if name not in UNIT:
        raise GrognardError(no_such("unit", name, NAMES))
    return UNIT[name]


def listed(units: int) -> str:
    """Units in a sentence."""
    return ", ".join(LABEL[u] for u in members(units))


OF_SIDE = {side: units_where(lambda piece, side=side: piece.side == side) for side in SIDES}  # type: ignore[misc]
TRANSPORT = units_where(lambda piece: piece.size == "point")  # BTR-ocs.unit.noncombat
FIGHTERS = ~TRANSPORT & (1 << COUNT) - 1  # combat units: HQs and guns among them
HQS = units_where(lambda piece: piece.kind == "hq")
GUNS = units_where(lambda piece: piece.kind == "artillery")
BRACKETS = units_where(lambda piece: piece.bracket)  # BTR-ocs.ger.fortress
TOLL = units_where(  # BTR-ocs.win.losses: German divisions and panzer formations
    lambda piece: piece.side == GERMAN and (piece.size == "division" or bool(piece.formation))
)
LEVIES = units_where(lambda piece: piece.kind in ("volkssturm", "alert"))  # BTR-ocs.ger.volkssturm
STRONG = FIGHTERS & ~(HQS | GUNS)  # those with a printed strength
ATTACKERS = STRONG & ~BRACKETS  # BTR-ocs.unit.attack-capable, whatever marker they have
TRUCKS = units_where(lambda piece: piece.kind == TRUCK)
LEG = {
    mode: units_where(lambda piece, mode=mode: piece.faces[mode].mobility == "leg")  # type: ignore[misc]
    for mode in (COMBAT, MOVE)
}
FORMATIONS: dict[str, int] = {}
for _number, _piece in enumerate(PIECES):
    if _piece.formation:
        FORMATIONS[_piece.formation] = FORMATIONS.get(_piece.formation, 0) | 1 << _number
INDEPENDENT = units_where(
    lambda piece: not piece.formation and piece.re <= 1
)  # BTR-ocs.move.fuel-hq, other HQs included

UNITS = members_codec(NAMES)
