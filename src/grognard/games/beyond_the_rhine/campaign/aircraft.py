"""BTR-ocs.air.units: the aircraft of the scenarios, as constants; sets of aircraft are ints."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import NamedTuple

from grognard.core.facts import members_codec
from grognard.core.hexes import set_of

from ..chart import COUNTERS, NUMBER
from .pieces import ALLIED, SCENARIOS, SIDES, read
from .rows import AircraftRow, ScenarioRow


class Plane(NamedTuple):
    """One aircraft counter."""

    id: str
    type: str
    side: str
    fighter: bool
    rating: int
    barrage: int
    range: int
    steps: int


_KINDS: dict[str, AircraftRow] = {row["type"]: row for row in read("air_units.toml")["aircraft"]}


def _name(side: str, kind: str, number: int) -> str:
    """
    >>> _name("german", "Bf 109", 1)
    'DE-Bf109-1'
    """
    return f"{'US' if side == ALLIED else 'DE'}-{kind.replace(' ', '').replace('-', '')}-{number}"


def _late(scenario: ScenarioRow) -> list[tuple[str, date]]:
    """Aircraft of the document's chart that come to a scenario: their kind and day."""
    rows = [(NUMBER[name], row["date"]) for row in scenario["chart"] for name in row["counters"]]
    return [(COUNTERS[n].type, day) for n, day in rows if COUNTERS[n].category == "aircraft"]


def planes_of(scenario: ScenarioRow, side: str) -> dict[str, int]:
    """How many aircraft of each kind a side has at the start."""
    return scenario["allied_aircraft"] if side == ALLIED else scenario["german_aircraft"]


def _roster() -> list[Plane]:
    most: dict[tuple[str, str], int] = {}
    for scenario in SCENARIOS.values():
        late = [kind for kind, _ in _late(scenario)]
        for side in SIDES:
            for kind, count in planes_of(scenario, side).items():
                more = late.count(kind) if side == ALLIED else 0
                most[side, kind] = max(most.get((side, kind), 0), count + more)
    planes = []
    for (side, kind), count in sorted(most.items()):
        row = _KINDS[kind]
        figures = (row["fighter"], row["rating"], row["barrage"], row["range"], row["steps"])
        planes += [Plane(_name(side, kind, n + 1), kind, side, *figures) for n in range(count)]
    return planes


PLANES = _roster()
PLANE_NAMES = [plane.id for plane in PLANES]
PLANE = {name: number for number, name in enumerate(PLANE_NAMES)}
PLANE_LABEL = [name.replace("-", " ") for name in PLANE_NAMES]
PLANE_SET = members_codec(PLANE_NAMES)
FIGHTER_PLANES = set_of(number for number, plane in enumerate(PLANES) if plane.fighter)


@cache
def arriving(scenario: str) -> dict[int, date]:
    """BTR-ledger.3: aircraft that come later, and when."""
    result: dict[int, date] = {}
    counts = dict(SCENARIOS[scenario].get("allied_aircraft", {}))
    for kind, day in _late(SCENARIOS[scenario]):
        counts[kind] = counts.get(kind, 0) + 1
        result[PLANE[_name(ALLIED, kind, counts[kind])]] = day
    return result


@cache
def squadron(scenario: str, side: str) -> int:
    """The aircraft a side has in a scenario."""
    counts = planes_of(SCENARIOS[scenario], side)
    names = [_name(side, kind, n + 1) for kind, count in counts.items() for n in range(count)]
    late = [plane for plane in arriving(scenario) if PLANES[plane].side == side]
    return set_of(PLANE[name] for name in names) | set_of(late)
