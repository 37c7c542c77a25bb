"""BTR-ocs.air.units: the aircraft of the scenarios, as constants; sets of aircraft are ints."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.core.facts import Codec
from grognard.core.hexes import members

from .pieces import ALLIED, SCENARIOS, SIDES, read


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


_KINDS: dict[str, dict[str, Any]] = {row["type"]: row for row in read("air_units.toml")["aircraft"]}


def _name(side: str, kind: str, number: int) -> str:
    """
    >>> _name("german", "Bf 109", 1)
    'DE-Bf109-1'
    """
    return f"{'US' if side == ALLIED else 'DE'}-{kind.replace(' ', '').replace('-', '')}-{number}"


def _roster() -> list[Plane]:
    most: dict[tuple[str, str], int] = {}
    for scenario in SCENARIOS.values():
        for side in SIDES:
            for kind, count in scenario.get(f"{side}_aircraft", {}).items():
                most[side, kind] = max(most.get((side, kind), 0), count)
    found = []
    for (side, kind), count in sorted(most.items()):
        row = _KINDS[kind]
        figures = (row["fighter"], row["rating"], row["barrage"], row["range"], row["steps"])
        found += [Plane(_name(side, kind, n + 1), kind, side, *figures) for n in range(count)]
    return found


PLANES = _roster()
PLANE_NAMES = [plane.id for plane in PLANES]
PLANE = {name: number for number, name in enumerate(PLANE_NAMES)}
PLANE_LABEL = [name.replace("-", " ") for name in PLANE_NAMES]
PLANE_SET = Codec(
    lambda bits: [PLANE_NAMES[p] for p in members(bits)], lambda names: sum(1 << PLANE[n] for n in names)
)
FIGHTER_PLANES = sum(1 << number for number, plane in enumerate(PLANES) if plane.fighter)


def squadron(scenario: str, side: str) -> int:
    """The aircraft a side has in a scenario."""
    counts = SCENARIOS[scenario].get(f"{side}_aircraft", {})
    names = [_name(side, kind, n + 1) for kind, count in counts.items() for n in range(count)]
    return sum(1 << PLANE[name] for name in names)
