"""A hint in plain words: the move, one reason with one figure, the alternatives, and what to draw on the map.
Knows no game.
"""

from __future__ import annotations

import re
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

from .seat import RANK, Candidate, Decision, PlainCandidate

ALTERNATIVES = 2
ALIKE = 0.05  # scores that are nearer than this are the same to a reader
FIGURE = re.compile(
    r"(?<![\w./])[+-]?\d{1,3}(?![\w/])"
)  # a figure of a reason; no hex, date or name of a unit
PLURAL = re.compile(r"(?<=hex)es\b|(?<=column)s\b|(?<=point)s\b|(?<=unit)s\b|(?<=step)s\b|(?<=token)s\b")
NEVER = (inf, "")
INSTEAD = ", instead of"  # how a reason itself names the next best
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
    say, candidates = words_of(state), decision.explain(most)
    chosen = next((one for one in candidates if one.action == str(decision.action)), candidates[0])
    worst = fatal(state, decision, chosen)
    rows: list[HintRow] = [
        {**one.plain(), "text": say(state, one.action), "draw": drawing(state, one)} for one in candidates
    ]
    shown = [one for one in candidates if worst is None or one.action != worst.action]
    parts = [sentence(player, state, chosen, shown, decision.instead, len(candidates))]
    if worst is not None:
        parts.append(beware(state, chosen, worst))
    return {"action": str(decision.action), "text": " ".join(parts), "candidates": rows}


def sentence(
    player: str, state: State, chosen: Candidate, candidates: list[Candidate], instead: str, weighed: int
) -> str:
    """Return `Marshal: bombard 0836 with 2 aircraft. A bombardment ...: 67% to hurt the defender. Next best:
    ...`; what else is legal only where nothing else was weighed.
    """
    parts = [f"{player.capitalize()}: {words_of(state)(state, chosen.action)}"]
    if chosen.why:
        figure = told_figure(chosen, len(candidates) > 1, scale_of(state))
        parts.append(capital(chosen.why) + (f" ({figure})" if figure else ""))
    higher = next((one for one in candidates if one.value > chosen.value + ALIKE), None)
    if higher:
        parts.append(why_not_higher(player, state, chosen, higher, instead))
    if INSTEAD not in chosen.why and (others := next_best(state, chosen, candidates)):
        parts.append(f"Next best: {'; '.join(others)}")
    elif weighed == 1 and (more := also_legal(state, chosen.action)):
        count = len(state.legal_actions())
        parts.append(f"Also legal, of {count}: {'; '.join(words_of(state)(state, one) for one in more)}")
    return "".join(f"{part}. " for part in parts).strip()


def why_not_higher(player: str, state: State, chosen: Candidate, higher: Candidate, instead: str) -> str:
    """Why a choice that scores more by itself is not the advice."""
    less = amount(state, chosen, higher.value - chosen.value)
    more = "ranks higher" if higher.scale == RANK else f"scores {less} more"
    reason = instead or f"{player.capitalize()} follows one plan for the whole phase"
    return f"{capital(words_of(state)(state, higher.action))} {more} by itself, but {reason}"


def next_best(state: State, chosen: Candidate, candidates: list[Candidate]) -> list[str]:
    """The best alternatives and what each costs; two that read the same are one to a reader."""
    say, others = words_of(state), dict[str, Candidate]()
    for one in candidates:
        if one is not chosen and one.value <= chosen.value + ALIKE:
            others.setdefault(say(state, one.action), one)
    others.pop(say(state, chosen.action), None)
    return [
        f"{text} ({', '.join(filter(None, (figure_of(one), cost_of(state, chosen, one))))})"
        for text, one in islice(others.items(), ALTERNATIVES)
    ]


def amount(state: State, one: Candidate, value: float) -> str:
    """A difference of two values with what it counts: of the candidate, or of the whole game (`SCALE` of its
    players' module).
    """
    return counting(value, one.scale or scale_of(state))


def counting(value: float, counted: str) -> str:
    """A number and what it counts, one of it in the singular.

    >>> counting(1.02, "victory points"), counting(0.5, "hexes"), counting(2.0, "")
    ('1 victory point', '0.5 hexes', '2')
    """
    number = f"{value:.1f}".removesuffix(".0")
    noun = PLURAL.sub("", counted, count=1) if number == "1" else counted
    return f"{number} {noun}".strip()


def cost_of(state: State, chosen: Candidate, one: Candidate) -> str:
    """What another choice costs: `costs 1.2 victory points`, or `as good`; of a mere rank its reason."""
    less = chosen.value - one.value
    if one.scale == RANK and less >= ALIKE:
        return one.why
    return f"costs {amount(state, chosen, less)}" if less >= ALIKE else "as good"


def fatal(state: State, decision: Decision, chosen: Candidate) -> Candidate | None:
    """The worst choice the player has looked at, if it costs as much as the game calls fatal, and much more
    than the next best: where every other choice costs as much there is nothing to beware of.
    """
    say, found = words_of(state), decision.reasons() if decision.reasons else ()
    worst = min(found, key=lambda one: one.value, default=chosen)
    limit = limit_of(state, worst)[0]
    told = {say(state, chosen.action), say(state, worst.action)}
    others = [one.value for one in found if say(state, one.action) not in told]
    is_fatal = chosen.value - worst.value >= limit and len(told) > 1
    return worst if is_fatal and max(others, default=chosen.value) - worst.value >= limit / 2 else None


def limit_of(state: State, one: Candidate) -> tuple[float, str]:
    """From what cost a choice is fatal, and what that is like: `FATAL` of the players' module, one for all
    values or one for each scale.
    """
    limits = getattr(grognard.GAMES.part(state.game.name, "players"), "FATAL", {})
    limit: tuple[float, str] = limits.get(one.scale, NEVER) if isinstance(limits, dict) else limits
    return NEVER if one.scale == RANK else limit


def beware(state: State, chosen: Candidate, worst: Candidate) -> str:
    """The warning of a fatal choice."""
    cost = amount(state, worst, chosen.value - worst.value)
    like = limit_of(state, worst)[1]
    return f"Beware: {words_of(state)(state, worst.action)} costs {cost}, {like}."


def figure_of(one: Candidate) -> str:
    """The chance that counts, where dice come into a candidate; else nothing.

    >>> figure_of(Candidate("attack 8/3 1037", 1.5, odds={"D1": "1/3", "D2": "1/3", "A1": "1/3"}))
    '67% to hurt the defender'
    """
    if one.figure or not one.odds:
        return one.figure
    hurt = sum(
        (_chance(chance) for result, chance in one.odds.items() if result.upper().startswith(("D", "EX"))),
        Fraction(0),
    )
    shown = ">99%" if 0.995 <= hurt < ALL else f"{float(hurt):.0%}"
    return f"{shown} to hurt the defender"


def told_figure(one: Candidate, scored: bool, counted: str = "") -> str:
    """The one figure of a reason: a chance; none if the reason names a figure itself; else what the choice is
    worth, if it gains anything, in what the game counts.

    >>> told_figure(Candidate("defend 8/3", 8.0, "the strongest defender"), True, "points of strength")
    'worth 8 points of strength'
    >>> told_figure(Candidate("defend 8/3", 8.0, "it defends with 4"), True)
    ''
    """
    if figure := figure_of(one):
        return figure
    if one.scale or not scored or FIGURE.search(one.why) or one.value < ALIKE:
        return ""
    return f"worth {counting(one.value, counted)}" if counted else f"score {one.value:+.1f}"


def scale_of(state: State) -> str:
    """What the values of a game's players count: `SCALE` of their module; nothing if it does not say."""
    return str(getattr(grognard.GAMES.part(state.game.name, "players"), "SCALE", ""))


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
    marks: Plain = {"verb": action.verb, "odds": dict(one.odds)}
    if origin := _hex_of(state, unit):
        marks |= {"unit": unit, "from": origin}
    return marks | {"to": hex_} if hex_ else marks


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
