"""BTR-turn.segments, BTR-ocs.mode: what a phase, a mode, a marker, the weather and an enemy ZOC forbid a
unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grognard.core.ruling import Ruling

from .at_table import SEGMENTS, may_move

ACTIONS = (
    "move",
    "overrun",
    "attack",
    "barrage",
    "change-mode",
    "rail",
    "reserve",
    "air-mission",
    "hip-shoot",
    "refit",
    "seaborne-assault",
)
MODES = ("combat", "move", "strat")


class Conduct(NamedTuple):
    """A unit in a phase: its marker and mode, the weather, and whether it is in an un-negated enemy ZOC."""

    phase: str
    marker: str = "none"
    mode: str = "combat"
    dg: bool = False
    spent: int = 0
    flight: str = "normal"
    ground: str = "dry"
    zone: bool = False

    def has(self, segment: str) -> bool:
        return segment in SEGMENTS.get(self.phase, ())


def forbidden(action: str, unit: Conduct) -> list[Ruling]:
    """Every clause that forbids the action; empty: it is allowed."""
    return list(_CHECKS[action](unit))


def phase_name(phase: str) -> str:
    """A phase as the rules print it.

    >>> phase_name("refit"), phase_name("clean-up")
    ('Aircraft Refit Phase', 'Clean Up Phase')
    """
    return f"{'Aircraft Refit' if phase == 'refit' else phase.replace('-', ' ').title()} Phase"


def marked(marker: str) -> str:
    """A unit with its marker, in a sentence."""
    names = {
        "none": "a unit without a marker",
        "reserve": "an unreleased reserve",
        "released": "a released reserve",
    }
    return names.get(marker, "a unit with an Exploit marker")


def _move(unit: Conduct) -> Iterator[Ruling]:
    if not may_move(unit.phase, "" if unit.marker == "none" else unit.marker):
        yield Ruling(
            "BTR-ocs.move.who", f"{marked(unit.marker)} does not move in the {phase_name(unit.phase)}"
        )


def _overrun(unit: Conduct) -> Iterator[Ruling]:
    if not unit.has("movement"):
        yield Ruling(
            "BTR-turn.segments", f"an overrun needs a Movement Segment; the {phase_name(unit.phase)} has none"
        )
    else:
        yield from _move(unit)
    if unit.mode == "strat":
        yield Ruling("BTR-ocs.overrun.who", "a unit overruns in Combat or Move Mode, not in Strat Mode")
    yield from _unreleased(unit, "overrun")


def _attack(unit: Conduct) -> Iterator[Ruling]:
    if not unit.has("combat"):
        yield Ruling(
            "BTR-turn.segments", f"the {phase_name(unit.phase)} has no Combat Segment: no regular combat"
        )
    elif unit.phase == "exploitation" and unit.marker not in ("exploit", "released"):
        yield Ruling(
            "BTR-ocs.mode.exploit",
            "only units with an Exploit marker and released reserves attack in the Exploitation Phase",
        )
    if unit.mode == "strat":
        yield Ruling("BTR-ocs.mode.strat", "a unit in Strat Mode has strength 0 and does not attack")
    yield from _unreleased(unit, "attack")


def _barrage(unit: Conduct) -> Iterator[Ruling]:
    if not unit.has("barrage"):
        yield Ruling(
            "BTR-ocs.barrage.who", f"a barrage needs a Barrage Segment; the {phase_name(unit.phase)} has none"
        )
    yield from _unreleased(unit, "barrage")


def _unreleased(unit: Conduct, action: str) -> Iterator[Ruling]:
    if unit.marker == "reserve":
        yield Ruling("BTR-ocs.mode.reserve", f"an unreleased reserve may not {action}")


def _change_mode(unit: Conduct) -> Iterator[Ruling]:
    if unit.phase != "movement":
        yield Ruling(
            "BTR-ocs.mode.change", f"modes change in the Movement Phase, not in the {phase_name(unit.phase)}"
        )
    elif unit.spent:
        yield Ruling(
            "BTR-ocs.mode.change",
            f"the unit has spent {unit.spent} MP; a mode changes before any MP are spent",
        )


def _rail(unit: Conduct) -> Iterator[Ruling]:
    if unit.mode != "move":
        yield Ruling(
            "BTR-ocs.mode.move",
            f"a unit uses rail in Move Mode; this one is in {unit.mode.capitalize()} Mode",
        )
    if unit.zone:
        yield Ruling("BTR-ocs.zoc.block", "an enemy ZOC blocks rail movement, negated or not")


def _reserve(unit: Conduct) -> Iterator[Ruling]:
    if unit.dg:
        yield Ruling("BTR-ocs.mode.dg", "a DG unit cannot be a reserve")


def _air_mission(unit: Conduct) -> Iterator[Ruling]:
    if unit.flight == "none":
        yield Ruling("BTR-weather.flight.none", "flight is none: no air missions")
    elif unit.flight == "limited" and unit.phase != "movement":
        yield Ruling(
            "BTR-weather.flight.limited",
            "flight is limited: air missions in the Movement Phase only, not in the"
            f" {phase_name(unit.phase)}",
        )


def _hip_shoot(unit: Conduct) -> Iterator[Ruling]:
    if unit.flight != "normal":
        yield Ruling(f"BTR-weather.flight.{unit.flight}", f"flight is {unit.flight}: no hip shoots")
    if not unit.has("movement"):
        yield Ruling(
            "BTR-ocs.barrage.hipshoot",
            f"a hip shoot supports an overrun; the {phase_name(unit.phase)} has no Movement Segment",
        )


def _refit(unit: Conduct) -> Iterator[Ruling]:
    if unit.phase != "refit":
        yield Ruling(
            "BTR-turn.player",
            f"aircraft refit in the Aircraft Refit Phase, not in the {phase_name(unit.phase)}",
        )
    if unit.zone:
        yield Ruling("BTR-ocs.zoc.block", "an un-negated enemy ZOC blocks refit")


def _seaborne_assault(unit: Conduct) -> Iterator[Ruling]:
    if unit.ground == "snow":
        yield Ruling("BTR-weather.ground.snow", "the ground is snow: no seaborne assaults")


_CHECKS: dict[str, Callable[[Conduct], Iterator[Ruling]]] = {
    "move": _move,
    "overrun": _overrun,
    "attack": _attack,
    "barrage": _barrage,
    "change-mode": _change_mode,
    "rail": _rail,
    "reserve": _reserve,
    "air-mission": _air_mission,
    "hip-shoot": _hip_shoot,
    "refit": _refit,
    "seaborne-assault": _seaborne_assault,
}
