"""ASL-A20.55: prisoners try to escape from a guard that is broken or in Melee."""

from __future__ import annotations

from dataclasses import replace as rebuilt
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen

from . import checks
from .forces import ADJECTIVE, ENEMY, NAMES, SIDE
from .position import BROKEN, CX, MELEE, TRIED, Escape, Firefight, Who
from .tables import CLOSE, kill_number
from .units import captives, eliminate, flag, has, kind, known, name, settle
from .victory import check_victory
from .words import SUM, Flee

UNARMED = int(CLOSE["unarmed"]["fp"])
BROKEN_TARGET, WORN = -2, -1

# ---------------------------------------------------------------- who may


def may_flee(state: Firefight, guard: int) -> bool:
    """A guard with prisoners that is broken or in Melee; once in a Close Combat Phase."""
    weak = has(state, guard, BROKEN | MELEE) and not has(state, guard, TRIED)
    return weak and bool(state.captives[guard]) and state.at[guard] >= 0


def _guards(who: Who) -> Screen:
    def found(state: Firefight, frame: object) -> int:
        return sum(1 << u for u in known(state, who(state, frame)) if may_flee(state, u))

    words = "{unit} guards no prisoners, is neither broken nor in Melee, or they have tried"
    return Screen("ASL-A20.55", words, found)


def flee(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """In Melee without a check; else each prisoner needs one."""
    flag(state, unit, TRIED, "ASL-A20.55")
    side = ADJECTIVE[ENEMY[SIDE[unit]]]
    state.note("ASL-A20.55", "{} prisoners of {} try to escape", side, name(state, unit), kind="attack")
    places = tuple(range(len(captives(state, unit))))
    held = has(state, unit, MELEE)
    start = Escape(unit, bold=places) if held else Escape(unit, waiting=places)
    state.call(start, "ASL-A20.55")


def with_escapes(phase: Phase, who: Who) -> Phase:
    """The attacks before close combat, those of prisoners among them."""
    pick = Pick(verb=Flee, names=NAMES, units=(_guards(who),), apply=flee)
    return rebuilt(phase, picks=tuple(sorted((*phase.picks, pick), key=lambda one: one.verb.verb)))


# ---------------------------------------------------------------- the checks


def check_outcomes(state: Firefight, frame: Escape) -> Outcomes:
    return SUM if frame.waiting else NO_OUTCOME


def about_check(state: Firefight, frame: Escape) -> str:
    return f"a morale check of a prisoner of {name(state, frame.guard)}"


def check(state: Firefight, frame: Escape, action: Roll) -> None:
    """By printed morale."""
    place, *rest = frame.waiting
    one = captives(state, frame.guard)[place]
    side = ADJECTIVE[ENEMY[SIDE[frame.guard]]]
    words = "{} prisoner {}: dice {}, against morale {}"
    state.note("ASL-A20.55", words, side, one.id, action.face, one.morale, kind="check")
    bold = (*frame.bold, place) if action.face <= one.morale else frame.bold
    state.replace(replace(frame, waiting=tuple(rest), bold=bold), "ASL-A20.55")


# ---------------------------------------------------------------- the attack


def drm(state: Firefight, frame: Escape) -> int:
    """ASL-A11.16, ASL-A4.51, ASL-A11.141: the state of the guard; a leader among others directs."""
    bold = [captives(state, frame.guard)[place] for place in frame.bold]
    leaders = [one.drm for one in bold if one.is_leader]
    led = min(leaders) if leaders and len(leaders) < len(bold) else 0
    return led + BROKEN_TARGET * has(state, frame.guard, BROKEN) + WORN * has(state, frame.guard, CX)


def odds(state: Firefight, frame: Escape) -> tuple[int, str]:
    """ASL-A11.11: 1 FP for each prisoner against what is printed on the guard."""
    one = kind(state, frame.guard)
    return kill_number(Fraction(UNARMED * len(frame.bold)), Fraction(1 if one.is_single else one.fp))


def blow_outcomes(state: Firefight, frame: Escape) -> Outcomes:
    return SUM if frame.bold and not frame.waiting and not frame.dice else NO_OUTCOME


def about_blow(state: Firefight, frame: Escape) -> str:
    kill, said = odds(state, frame)
    more = f"Kill Number {kill}, {drm(state, frame):+d}"
    return f"prisoners against {name(state, frame.guard)}: odds {said}, {more}"


def blow(state: Firefight, frame: Escape, action: Roll) -> None:
    """Below the Kill Number the guard is lost and they are free; on it the guard is reduced."""
    (kill, said), final = odds(state, frame), action.face + drm(state, frame)
    state.replace(replace(frame, dice=action.face), "ASL-A20.55")
    words = "prisoners attack {} at {}: dice {}, with modifiers {}, Kill Number {}"
    state.note("ASL-A20.55", words, name(state, frame.guard), said, action.face, final, kill, kind="result")
    if final < kill:
        eliminate(state, frame.guard, "ASL-A20.55")
    elif final == kill:
        checks.call(state, checks.cut(state, frame.guard, "ASL-A20.55"), "ASL-A20.55")


def end(state: Firefight, frame: Escape) -> None:
    settle(state, "ASL-A20.55")
    check_victory(state)


ESCAPE = (
    Chance(clause="ASL-A20.55", name="escape", outcomes=check_outcomes, apply=check, about=about_check),
    Chance(
        clause="ASL-A20.55", name="escape from a guard", outcomes=blow_outcomes, apply=blow, about=about_blow
    ),
    Auto(clause="ASL-A20.55", do=end),
)
