"""A fight before it is declared: its exact chances for every draw of the attacker and every answer of the
defender.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypedDict

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.plain import as_fractions
from grognard.core.ruling import GrognardError
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.bombardment import DRAW_NAMES
from grognard.games.sword_beach.fire import NONE, defender_support, drop_support, support_choices
from grognard.games.sword_beach.judge import new_fight, result_meaning
from grognard.games.sword_beach.odds import odds
from grognard.games.sword_beach.pieces import DEFENSE, ENEMY, NAMES, SIDE, display_name, unit
from grognard.games.sword_beach.position import Assault, Bombardment, Combat, DropAttack, SwordBeach
from grognard.games.sword_beach.tables import BOMBARDMENT_HITS
from grognard.games.sword_beach.verbs import units_in

UNANSWERED = {Bombardment: "FM-8.4.2", DropAttack: "SB-11.2.2.6.c"}  # the defender uses no markers


def planned_fight(state: SwordBeach, action: Action, joining: list[str], target: str) -> Combat:
    """The fight that an action would begin, with the units that would join it."""
    fight, _ = new_fight(state, action)
    if fight is None:
        raise GrognardError(f"{action} begins no fight here")
    more = [unit(name) for name in joining]
    if strange := [NAMES[number] for number in more if SIDE[number] != fight.attacker]:
        raise GrognardError(f"{', '.join(map(display_name, strange))}: not on the attacking side")
    fight = replace(fight, attackers=tuple(dict.fromkeys([*fight.attackers, *more])))
    return with_defender(state, replace(fight, defender=-1), target)


def own_draws(state: SwordBeach, fight: Combat) -> list[str]:
    """Every draw the attacker may name."""
    if isinstance(fight, Bombardment):
        legal = state.legal_actions().by_unit() if state.to_move == fight.attacker else {}
        return [name for name in DRAW_NAMES if GRID.name[fight.hex] in legal.get(name, ())]
    result = (
        drop_support(state, fight)
        if isinstance(fight, DropAttack)
        else support_choices(fight.attacker, state, fight)
    )
    return [action.fire for action in result] or [NONE]


def answers(state: SwordBeach, fight: Combat) -> list[str]:
    """Every draw the defender may answer with."""
    if type(fight) in UNANSWERED:
        return [NONE]
    return [action.fire for action in defender_support(state, fight)] or [NONE]


def likely_answer(state: SwordBeach, fight: Combat, fire: str) -> str:
    """The answer that is best for the defender; mines lying aside are thought to be kept for a better
    moment.
    """
    some = [answer for answer in answers(state, fight) if "mines" not in answer]
    return min(
        some,
        key=lambda answer: (gain(fight, odds(state, fight, fire, answer).results), answer.count("+"), answer),
    )


def gain(fight: Combat, results: Mapping[str, Fraction]) -> Fraction:
    """How much better for the attacker than for the defender: chances to hurt less chances to be hurt."""
    if isinstance(fight, Assault):
        return results.get("NE", Fraction(0))
    hurt = sum((p for code, p in results.items() if code[0] == "D" or code == "Ex"), Fraction(0))
    return hurt - sum((p for code, p in results.items() if code[0] == "A" or code == "Ex"), Fraction(0))


class Harm(TypedDict):
    """The chances that the enemy loses or gives ground, and that one's own units lose."""

    enemy: str
    own: str


class CaseRow(Harm):
    """The chances of a draw against one answer."""

    results: dict[str, str]
    columns: dict[str, str]


def harm(fight: Combat, results: Mapping[str, Fraction]) -> Harm:
    if isinstance(fight, Assault):
        foe, own = set[str](), {code for code in results if code != "NE"}
    elif isinstance(fight, Bombardment):
        foe, own = set(BOMBARDMENT_HITS), set()
    else:
        foe, own = {"D1", "D2", "D3", "De", "Ex"}, {"A1", "A2", "Ae", "Ex"}
    return {"enemy": _share(results, foe), "own": _share(results, own)}


def _share(results: Mapping[str, Fraction], codes: set[str]) -> str:
    return str(sum((results[code] for code in codes if code in results), Fraction(0)))


class FireRow(TypedDict):
    """A draw, and its chances against each answer."""

    fire: str
    answers: dict[str, CaseRow]


def rows(state: SwordBeach, fight: Combat) -> list[FireRow]:
    """The chances of each draw against each answer."""
    fire_rows: list[FireRow] = []
    for fire in own_draws(state, fight):
        cases = {answer: odds(state, fight, fire, answer) for answer in answers(state, fight)}
        fire_rows.append(
            {
                "fire": fire,
                "answers": {
                    answer: {
                        "results": as_fractions(one.results),
                        "columns": as_fractions(one.columns),
                        **harm(fight, one.results),
                    }
                    for answer, one in cases.items()
                },
            }
        )
    return fire_rows


def meanings(state: SwordBeach, fight: Combat, codes: set[str]) -> dict[str, str]:
    """What each result does in this kind of fight."""
    return {code: result_meaning(state, fight, code) for code in sorted(codes)}


def with_defender(state: SwordBeach, fight: Combat, target: str = "") -> Combat:
    """The fight with the unit that defends: the one named; of a stack the strongest, which its owner would
    most likely choose.
    """
    defenders = units_in(state, fight.hex, ENEMY[fight.attacker])
    if isinstance(fight, Assault) or fight.defender >= 0 or not defenders:
        return fight
    if target and unit(target) not in defenders:
        raise GrognardError(f"{display_name(target)} is not in the hex attacked")
    number = unit(target) if target else max(defenders, key=lambda one: DEFENSE[one][state.steps[one]])
    return replace(fight, defender=number)
