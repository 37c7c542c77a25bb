"""Answers for play on a map: what a phase allows, what a ZOC stops, what follows a combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grognard.core.ask import Answer, exact, once
from grognard.core.narration import capital
from grognard.core.ruling import GrognardError, IllegalAction, Ruling, counted

from . import at_table, fights, permissions, series
from .ask_campaign import one_of
from .ask_map import SERIES
from .terrain import MOBILITIES
from .weather import FLIGHTS, GROUNDS

MARKERS = ("none", "reserve", "released", "exploit")


def phase(
    phase: str,
    marker: str,
    allowance: int,
    action: str | None = None,
    mode: str = "combat",
    dg: bool = False,
    spent: int = 0,
    flight: str = "normal",
    ground: str = "dry",
    zoc: bool = False,
) -> Answer:
    """BTR-turn.player, BTR-turn.segments: what a unit with such a marker may do in a phase, and on how many
    points.
    """
    one_of(phase, at_table.PHASES, "the phase")
    one_of(marker, MARKERS, "the marker")
    segments = at_table.SEGMENTS.get(phase, ())
    moves = at_table.may_move(phase, "" if marker == "none" else marker)
    points = _points(phase, marker, allowance) if moves else Fraction(0)
    change = at_table.may_change_mode(phase, Fraction(spent))
    rulings = _judged(action, permissions.Conduct(phase, marker, mode, dg, spent, flight, ground, zoc))
    lines = [f"{capital(action)}: legal"] if action and not rulings else []
    lines += [
        f"{permissions.phase_name(phase)}: {_segment_words(segments)}",
        (
            f"{capital(permissions.marked(marker))}"
            f" {f'moves with {points} of {allowance} MP' if moves else 'does not move'}."
        ),
        "It may change its mode before it spends MP." if change else "It may not change its mode.",
    ]
    value = {
        "phase": phase,
        "segments": list(segments),
        "may_move": moves,
        "points": exact(points),
        "may_change_mode": change,
    }
    value |= {"action": action or "", "rulings": [ruling._asdict() for ruling in rulings]}
    clauses = ["BTR-turn.player", "BTR-turn.segments", "BTR-ocs.move.who", "BTR-ocs.mode.change"]
    marker_clauses = {
        "reserve": ["BTR-ocs.mode.reserve"],
        "released": ["BTR-ocs.mode.reserve"],
        "exploit": ["BTR-ocs.mode.exploit"],
    }
    return Answer(
        value,
        lines,
        once([*(ruling.clause for ruling in rulings), *clauses, *marker_clauses.get(marker, [])]),
        [SERIES],
        rulings,
    )


def _segment_words(segments: Sequence[str]) -> str:
    return ", ".join(f"{segment.capitalize()} Segment" for segment in segments) or "no segments"


def _judged(action: str | None, unit: permissions.Conduct) -> list[Ruling]:
    """The rulings that forbid the action a question names."""
    one_of(unit.mode, permissions.MODES, "the mode")
    one_of(unit.flight, FLIGHTS, "flight")
    one_of(unit.ground, GROUNDS, "ground")
    return permissions.forbidden(one_of(action, permissions.ACTIONS, "the action"), unit) if action else []


def _points(phase: str, marker: str, allowance: int) -> Fraction:
    if marker == "released":
        return (
            series.allowance(allowance, "reserve", released=phase)
            if phase != "movement"
            else Fraction(allowance)
        )
    return series.allowance(allowance, {"none": "combat"}.get(marker, marker))


def zone(mobility: str, mode: str, attack_capable: bool, supplied: bool, dg: bool, friend: bool) -> Answer:
    """BTR-ocs.zoc: whether a unit has a ZOC, which movement it stops and what it blocks; `friend`: a friendly
    combat unit is in the hex.
    """
    one_of(mobility, MOBILITIES, "the mobility")
    one_of(mode, series.MODES, "the mode")
    has_zone = series.zone_of_control(attack_capable, mode, supplied, dg)
    stops = series.must_stop(mobility, has_zone, friend)
    barred = [what for what in at_table.BARRED if has_zone and at_table.zone_blocks(what, friend)]
    lines = [
        f"The unit has {'a' if has_zone else 'no'} ZOC.",
        f"{mobility.capitalize()} movement {'stops on entering it' if stops else 'does not stop'}.",
        f"Blocked: {', '.join(barred) or 'no traffic'}.",
    ]
    clauses = ["BTR-ocs.zoc.who", "BTR-ocs.unit.attack-capable", "BTR-ocs.zoc.move", "BTR-ocs.zoc.block"]
    return Answer({"zone": has_zone, "stops": stops, "barred": barred}, lines, clauses, [SERIES])


class Attacker(NamedTuple):
    name: str
    action: int  # AR
    steps: int
    dg: bool


def aftermath(result: str, units: list[str], taken: int, overrun: bool) -> Answer:
    """BTR-ocs.combat.results: steps the attacker loses, how far the rest retreats, which units exploit and
    which may advance.
    """
    effects, force = fights.meaning(result), [_attacker(text) for text in units]
    if not 0 <= taken <= effects.attacker_option:
        because = (
            f"the attacker may take 0 to {effects.attacker_option} of the option as step losses, not {taken}"
        )
        raise IllegalAction(result, [Ruling("BTR-ocs.combat.results", because)])
    if len({one.name for one in force}) < len(force):
        raise GrognardError("two attackers have the same name")
    back = effects.attacker_option - taken
    lost = list(
        at_table.losses({one.name: one.steps for one in force}, force[0].name, effects.attacker_loss + taken)
    )
    left = [one for one in force if lost.count(one.name) < one.steps]
    exploit = at_table.exploiters(
        result, [(one.name, one.action, one.dg) for one in left], not back, not overrun
    )
    advance = at_table.may_advance(True, bool(back), True, overrun) if left else "no"
    lines = [
        f"{result}: {fights.words(result)}",
        f"Steps lost: {', '.join(lost) or 'none'}",
        _going_back(back) if left else "No attacker is left.",
        f"Exploit markers: {', '.join(exploit) or 'none'}"
        + "; in at most two attacking stacks, adjacent to each other" * bool(exploit),
        (
            "No advance."
            if advance == "no"
            else f"Attackers that paid supply {advance} advance into an empty hex."
        ),
    ]
    value = {"lost": lost, "back": back, "exploit": exploit, "advance": advance}
    clauses = ["results", "firststep", "retreat", "exploit", "advance"]
    return Answer(value, lines, [f"BTR-ocs.combat.{one}" for one in clauses], [SERIES])


def _going_back(hexes: int) -> str:
    if not hexes:
        return "The attackers do not retreat."
    dg = at_table.retreat(hexes, False, False).dg
    return f"The attackers retreat {counted(hexes, 'hex')}{' and go DG' * dg}."


def _attacker(text: str) -> Attacker:
    """An attacker from NAME:AR:STEPS; +dg marks one that is DG."""
    name, action, steps = ("", "", *text.removesuffix("+dg").rsplit(":", 2))[-3:]
    if not name or not action.isdecimal() or not steps.isdecimal() or not int(steps):
        raise GrognardError(
            f"{text!r}: write an attacker as NAME:AR:STEPS, such as CCA:4:2, with +dg if it is DG"
        )
    return Attacker(name, int(action), int(steps), text.endswith("+dg"))
