"""A hint in plain words: the move, one reason with one figure, the alternatives, and what to draw on the map.
Knows no game.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import inf
from typing import TypedDict

import grognard
from grognard.core.facts import Action
from grognard.core.hexes import OFF
from grognard.core.narration import capital, words_of
from grognard.core.plain import Plain
from grognard.core.state import State

from .seat import Candidate, Decision, PlainCandidate

ALTERNATIVES = 2
ALIKE = 0.05  # scores that are nearer than this are the same to a reader
ALL = Fraction(9995, 10000)  # printed chances that sum to so much are certain: each is rounded


class HintRow(PlainCandidate):
    """A candidate with its words and what to draw of it."""

    text: str
    draw: Plain


class Hint(TypedDict):
    """What a player would do, in a sentence, and how it judges the alternatives."""

    action: str
    text: str
    candidates: list[HintRow]


def advise(player: str, state: State, decision: Decision, most: int = 5) -> Hint:
    """Return a hint as data: the action, the sentence, and each candidate with its words and what to draw of
    it.
    """
    say, found = words_of(state), decision.explain(most)
    chosen = next((one for one in found if one.action == str(decision.action)), found[0])
    rows: list[HintRow] = [
        {**one.plain(), "text": say(state, one.action), "draw": drawing(state, one)} for one in found
    ]
    return {
        "action": str(decision.action),
        "text": " ".join(
            filter(
                None,
                (sentence(player, state, chosen, found, decision.instead), beware(state, decision, chosen)),
            )
        ),
        "candidates": rows,
    }


def sentence(player: str, state: State, chosen: Candidate, found: list[Candidate], instead: str = "") -> str:
    """Return `Marshal: bombard 0836 with 2 aircraft. A bombardment ...: 67% to hurt the defender. Next best:
    ...`
    """
    say = words_of(state)
    parts = [f"{player.capitalize()}: {say(state, chosen.action)}"]
    if chosen.why:
        figure = figure_of(chosen, len(found) > 1)
        parts.append(capital(chosen.why) + (f" ({figure})" if figure else ""))
    higher = next((one for one in found if one.value > chosen.value + ALIKE), None)
    others = [one for one in found if one is not chosen and one.value <= chosen.value + ALIKE][:ALTERNATIVES]
    if higher:
        more_by = (
            f"{capital(say(state, higher.action))} scores {higher.value - chosen.value:.1f} more by itself"
        )
        reason = instead or f"{player.capitalize()} follows one plan for the whole phase"
        parts.append(f"{more_by}, but {reason}")
    if others:
        told = (
            f"{say(state, one.action)} ({figure_of(one, True)}, {cost_of(chosen, one)})" for one in others
        )
        parts.append(f"Next best: {'; '.join(told)}")
    elif higher:
        pass
    elif more := also_legal(state, chosen.action):
        parts.append(
            f"Also legal, of {len(state.legal_actions())}: {'; '.join(say(state, action) for action in more)}"
        )
    return "".join(f"{part}. " for part in parts).strip()


def cost_of(chosen: Candidate, one: Candidate) -> str:
    """What another choice costs.

    >>> cost_of(Candidate("a", 1.5), Candidate("b", 0.25)), cost_of(Candidate("a", 1.5), Candidate("b", 1.49))
    ('costs 1.2', 'as good')
    """
    less = chosen.value - one.value
    return f"costs {less:.1f}" if less >= ALIKE else "as good"


def beware(state: State, decision: Decision, chosen: Candidate) -> str:
    """A warning of the worst choice the player has looked at, if it costs as much as the game calls fatal
    (`FATAL` of its players' module: a cost, and what it is like).
    """
    limit, like = getattr(grognard.GAMES.part(state.game.name, "players"), "FATAL", (inf, ""))
    worst = min(decision.reasons() if decision.reasons else (), key=lambda one: one.value, default=chosen)
    cost = chosen.value - worst.value
    if cost < limit:
        return ""
    return f"Beware: {words_of(state)(state, worst.action)} costs {cost:.1f}, {like}."


def figure_of(one: Candidate, scored: bool) -> str:
    """The figure of a candidate: the chance to hurt the defender where dice come into it, else its score.

    >>> figure_of(Candidate("attack 8/3 1037", 1.5, odds={"D1": "1/3", "D2": "1/3", "A1": "1/3"}), True)
    '67% to hurt the defender, score +1.5'
    """
    score = [f"score {round(one.value, 1) + 0:+.1f}"] if scored else []
    if one.figure:
        return ", ".join([one.figure, *score])
    hurt = sum(
        (_chance(chance) for result, chance in one.odds.items() if result.upper().startswith(("D", "EX"))),
        Fraction(0),
    )
    shown = ">99%" if 0.995 <= hurt < ALL else f"{float(hurt):.0%}"
    chance = [f"{shown} to hurt the defender"] if one.odds else []
    return ", ".join([*chance, *score])


def _chance(text: str) -> Fraction:
    """A printed chance: `1/3`, `33.3%` or `0.333`."""
    number = text.split()[0]
    return Fraction(number.removesuffix("%")) / 100 if number.endswith("%") else Fraction(number)


def also_legal(state: State, action: str) -> list[str]:
    """Other legal actions of the same kind, as a player with fixed rules scores none of them."""
    verb, actions = action.split()[0], state.legal_actions()
    others = (str(one) for one in islice(actions, 200) if str(one) != action)
    return list(islice((one for one in others if one.split()[0] == verb or one == "done"), ALTERNATIVES))


def drawing(state: State, one: Candidate) -> Plain:
    """What the map shows of a candidate: the unit, where it is, the hex it goes to or attacks, and the
    odds.
    """
    action = state.game.parse(one.action)
    unit, hex_ = _text(action, "unit"), _text(action, "hex")
    found: Plain = {"verb": action.verb, "odds": dict(one.odds)}
    if origin := _hex_of(state, unit):
        found |= {"unit": unit, "from": origin}
    return found | {"to": hex_} if hex_ else found


def _text(action: Action, name: str) -> str:
    value = getattr(action, name, "")
    return value if isinstance(value, str) else ""


def _hex_of(state: State, unit: str) -> str:
    """The hex of a unit, if the game has hexes and the seat knows it."""
    column = state.columns.get("at")
    if column is None or unit not in column.names:
        return ""
    at = state.__dict__["at"][column.names.index(unit)]
    written = column.codec.write(at) if isinstance(at, int) and at != OFF else ""
    return written if isinstance(written, str) else ""
