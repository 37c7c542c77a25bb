"""Answers for the players at their map: what a phase allows, what a zone of control stops, what follows a combat."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.core.ask import Answer, exact
from grognard.core.ruling import GrognardError

from . import at_table, fights, series
from .ask_campaign import one_of
from .ask_map import SERIES
from .terrain import MOBILITIES

MARKERS = ("none", "reserve", "released", "exploit")


def phase(phase: str, marker: str, allowance: int) -> Answer:
    """BTR-turn.player, BTR-turn.segments: what a unit with such a marker may do in a phase, and on how many points."""
    one_of(phase, at_table.PHASES, "phase")
    one_of(marker, MARKERS, "marker")
    if allowance < 0:
        raise GrognardError(f"an allowance is 0 or more, not {allowance}")
    segments = at_table.SEGMENTS.get(phase, ())
    moves = at_table.may_move(phase, "" if marker == "none" else marker)
    points = _points(phase, marker, allowance) if moves else Fraction(0)
    mode = at_table.may_change_mode(phase, Fraction(0))
    lines = [
        f"{phase}: {', '.join(segments) or 'no segments of its own'}",
        f"a unit with marker {marker} {f'moves on {points} of {allowance} MP' if moves else 'does not move'}",
        "it may change its mode before it spends anything" if mode else "no mode is changed",
    ]
    value = {"phase": phase, "segments": list(segments), "may_move": moves, "points": exact(points), "may_change_mode": mode}
    clauses = ["BTR-turn.player", "BTR-turn.segments", "BTR-ocs.move.who", "BTR-ocs.mode.change"]
    told = {"reserve": ["BTR-ocs.mode.reserve"], "released": ["BTR-ocs.mode.reserve"], "exploit": ["BTR-ocs.mode.exploit"]}
    return Answer(value, lines, clauses + told.get(marker, []), [SERIES])


def _points(phase: str, marker: str, allowance: int) -> Fraction:
    if marker == "released":
        return series.allowance(allowance, "reserve", released=phase) if phase != "movement" else Fraction(allowance)
    return series.allowance(allowance, {"none": "combat"}.get(marker, marker))


def zone(mobility: str, mode: str, attack_capable: bool, supplied: bool, dg: bool, friend: bool) -> Answer:
    """BTR-ocs.zoc: whether a unit has a zone of control, whom it stops, and what it bars; `friend`: one of ours is in the hex."""
    one_of(mobility, MOBILITIES, "mobility")
    one_of(mode, series.MODES, "mode")
    there = series.zone_of_control(attack_capable, mode, supplied, dg)
    stops = series.must_stop(mobility, there, friend)
    barred = [what for what in at_table.BARRED if there and at_table.zone_blocks(what, friend)]
    lines = [
        f"such a unit has {'a' if there else 'no'} zone of control",
        f"{mobility} movement {'ends there' if stops else 'goes on'}",
        f"barred: {', '.join(barred) or 'nothing'}",
    ]
    clauses = ["BTR-ocs.zoc.who", "BTR-ocs.unit.attack-capable", "BTR-ocs.zoc.move", "BTR-ocs.zoc.block"]
    return Answer({"zone": there, "stops": stops, "barred": barred}, lines, clauses, [SERIES])


class Attacker(NamedTuple):
    name: str
    action: int  # AR
    steps: int
    dg: bool


def aftermath(result: str, units: list[str], taken: int, overrun: bool) -> Answer:
    """BTR-ocs.combat.results: whose steps the attacker loses, how far the rest goes back, who exploits and who may advance."""
    found, force = fights.meaning(result), [_attacker(text) for text in units]
    if not 0 <= taken <= found.attacker_option:
        raise GrognardError(f"of {result} the attacker takes 0 to {found.attacker_option} as losses, not {taken}")
    if len({one.name for one in force}) < len(force):
        raise GrognardError("each attacker needs a name of its own")
    back = found.attacker_option - taken
    lost = list(at_table.losses({one.name: one.steps for one in force}, force[0].name, found.attacker_loss + taken))
    left = [one for one in force if lost.count(one.name) < one.steps]
    exploit = at_table.exploiters(result, [(one.name, one.action, one.dg) for one in left], not back, not overrun)
    advance = at_table.may_advance(True, bool(back), True, overrun) if left else "no"
    lines = [
        f"{result}: {fights.words(result)}",
        f"steps lost: {', '.join(lost) or 'none'}",
        _going_back(back) if left else "nobody is left",
        f"Exploit markers: {', '.join(exploit) or 'none'}" + "; of two stacks at most, next to each other" * bool(exploit),
        "nobody advances" if advance == "no" else f"into an empty hex those that paid {advance} advance",
    ]
    value = {"lost": lost, "back": back, "exploit": exploit, "advance": advance}
    clauses = ["results", "firststep", "retreat", "exploit", "advance"]
    return Answer(value, lines, [f"BTR-ocs.combat.{one}" for one in clauses], [SERIES])


def _going_back(hexes: int) -> str:
    if not hexes:
        return "the attackers stay"
    dg = at_table.retreat(hexes, False, False).dg
    return f"the attackers go back {hexes} hex{'es' * (hexes != 1)}" + ", and are DG" * dg


def _attacker(text: str) -> Attacker:
    """NAME:AR:STEPS, and +dg for one that is DG."""
    name, action, steps = ("", "", *text.removesuffix("+dg").rsplit(":", 2))[-3:]
    if not name or not action.isdecimal() or not steps.isdecimal() or not int(steps):
        raise GrognardError(f"{text!r}: write an attacker as NAME:AR:STEPS, such as CCA:4:2, with +dg if it is DG")
    return Attacker(name, int(action), int(steps), text.endswith("+dg"))
