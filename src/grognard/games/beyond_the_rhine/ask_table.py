"""Answers for the players at their map: what a phase allows, what a zone of control stops, what follows a combat."""

from __future__ import annotations

from fractions import Fraction

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


def aftermath(result: str, units: list[str], taken: int, overrun: bool) -> Answer:
    """BTR-ocs.combat.results: whose steps the attacker loses, how far the rest goes back, who exploits and who may advance."""
    found, steps, actions, tired = fights.meaning(result), dict[str, int](), dict[str, int](), set[str]()
    for text in units:
        name, action, whole, dg = _attacker(text)
        steps[name], actions[name] = whole, action
        tired |= {name} if dg else set()
    if not 0 <= taken <= found.attacker_option:
        raise GrognardError(f"of {result} the attacker takes 0 to {found.attacker_option} as losses, not {taken}")
    count, back = found.attacker_loss + taken, found.attacker_option - taken
    lost = list(at_table.losses(steps, next(iter(steps)), count))
    left = [name for name in steps if lost.count(name) < steps[name]]
    able = [(name, actions[name], name in tired) for name in left]
    exploit = at_table.exploiters(result, able, taken_all := not back, not overrun)
    advance = at_table.may_advance(True, bool(back), True, overrun) if left else "no"
    lines = [
        f"{result}: {fights.words(result)}",
        f"steps lost: {', '.join(lost) or 'none'}",
        f"the attackers go back {back} hex{'es' * (back != 1)}" + (", and are DG" if at_table.retreat(back, False, False).dg else "")
        if back else "the attackers stay",
        f"Exploit markers: {', '.join(exploit) or 'none'}" + "; of two stacks at most, next to each other" * bool(exploit),
        {"may": "into an empty hex those that paid may advance", "must": "into an empty hex those that paid must advance",
         "no": "nobody advances"}[advance],
    ]  # fmt: skip
    value = {"lost": lost, "back": back, "exploit": exploit, "advance": advance, "option_as_losses": taken_all}
    clauses = ["results", "firststep", "retreat", "exploit", "advance"]
    return Answer(value, lines, [f"BTR-ocs.combat.{one}" for one in clauses], [SERIES])


def _attacker(text: str) -> tuple[str, int, int, bool]:
    """NAME:AR:STEPS, and +dg for one that is DG."""
    name, _, rest = text.removesuffix("+dg").rpartition(":")
    name, _, action = name.rpartition(":")
    if not name or not action.isdigit() or not rest.isdigit() or not int(rest):
        raise GrognardError(f"{text!r}: write an attacker as NAME:AR:STEPS, such as CCA:4:2, with +dg if it is DG")
    return name, int(action), int(rest), text.endswith("+dg")
