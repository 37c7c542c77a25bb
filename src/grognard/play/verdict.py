"""A verdict on an action: the clauses it breaks with their text, the figures, and what could be done
instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NotRequired, TypedDict, cast

from grognard.core.due import is_hidden, moment
from grognard.core.facts import CHANCE, Action, Leak, holds_unknown
from grognard.core.plain import Plain, PlainView
from grognard.core.refusal import subject_kind
from grognard.core.state import State

from .files import not_its_move


class RulingRow(TypedDict):
    """A clause that is broken, and its text."""

    clause: str
    because: str
    text: str


class Verdict(TypedDict):
    """Everything a referee would say of an action."""

    action: str
    moment: str
    legal: bool
    rulings: list[RulingRow]
    figures: Plain
    instead: str | None


class LedgerPart(TypedDict):
    points: str
    amount: int
    because: str
    clause: str


MoveFigures = TypedDict(
    "MoveFigures",
    {
        "unit": str,
        "from": str,
        "to": str,
        "allowance": str,
        "cost": NotRequired[str],
        "ledger": NotRequired[list[LedgerPart]],
    },
)


class NamedLine(TypedDict):
    name: str
    clause: str


class Case(TypedDict):
    attacker_fire: str
    defender_fire: str
    results: dict[str, str]
    effects: dict[str, str]


class CombatFigures(TypedDict):
    kind: str
    hex: str
    line: NamedLine
    ledger: list[LedgerPart]
    differential: int
    shifts: list[LedgerPart]
    column: int
    odds: list[Case]
    key: dict[str, str]


def verdict(state: State, text: str) -> Verdict:
    """Everything a referee would say of an action, as plain data."""
    action = state.game.parse(text)
    result = state.why_not(action)
    book = state.game.rulebook
    rulings: list[RulingRow] = [
        {"clause": r.clause, "because": r.because, "text": book[r.clause].text if r.clause in book else ""}
        for r in result
    ]
    other = instead(state, action) if result else None
    return {
        "action": str(action),
        "moment": state.moment,
        "legal": not result,
        "rulings": rulings,
        "figures": _figures(state, action),
        "instead": None if other is None else str(other),
    }


def verdict_for(state: State, side: str, text: str) -> Verdict:
    """The same as a side may hear it: out of what it knows, and by the rules only when it is to act."""
    seen = state.known_to(side)
    if (objection := not_its_move(state, side)) is None:
        return verdict(seen, text)
    action = state.game.parse(text)
    return {
        "action": str(action),
        "moment": moment(state, side),
        "legal": False,
        "rulings": [{"clause": objection.clause, "because": objection.because, "text": ""}],
        "figures": known_figures(state, side, action),
        "instead": None,
    }


def known_figures(state: State, seat: str, action: Action) -> Plain:
    """The figures of an action of another step or side, as far as the seat knows all of them."""
    if state.to_move in (None, CHANCE) or is_hidden(state, seat):
        return {}
    return _figures(state.known_to(seat), action)


def _figures(state: State, action: Action) -> Plain:
    """The figures of an action; empty where they depend on anything hidden from the viewer."""
    if state.game.judge is None:
        return {}
    try:
        result = state.game.judge(state, action)
    except Leak:
        return {}
    return {} if holds_unknown(result) else result


def instead(state: State, action: Action) -> Action | None:
    """Return a legal action that fits the refused one: the same verb, with the same unit in the nearest hex.

    Another unit fits only where both have one target. A draw of markers or a beach does not carry over to
    another hex.
    """
    same_verb = [other for other in state.legal_actions() if type(other) is type(action)]
    is_unit = subject_kind(state, type(action)) == "unit"
    for field in ("unit",) * is_unit + ("hex",) * (not is_unit or action.has_target):
        wanted = getattr(action, field, None)
        if fitting := [
            other for other in same_verb if wanted is not None and getattr(other, field) == wanted
        ]:
            return _nearest(state, action, fitting)
    return None


def _nearest(state: State, action: Action, others: Iterable[Action]) -> Action | None:
    number = state.grid.number
    goal = number.get(getattr(action, "hex", ""))

    def away(other: Action) -> int:
        hex_ = number.get(getattr(other, "hex", ""))
        return 0 if goal is None or hex_ is None else state.grid.distance(goal, hex_)

    return min(others, key=away, default=None)


# ---------------------------------------------------------------- in words


def lines(judgment: Verdict) -> Iterator[str]:
    yield f"at {judgment['moment']}:"
    yield f"{judgment['action']}: {'legal' if judgment['legal'] else 'illegal'}"
    for ruling in judgment["rulings"]:
        yield f"  {ruling['because']} [{ruling['clause']}]"
        if ruling["text"]:
            yield f"      {ruling['clause']}: {ruling['text']}"
    yield from figure_lines(judgment["figures"])
    if judgment["instead"]:
        yield f"  instead: {judgment['instead']}"


def figure_lines(figures: PlainView) -> Iterator[str]:
    """Figures in words: the game's own, or those of a move or of a fight by fire; of another kind, one line a
    figure.
    """
    if "words" in figures:
        yield from (f"  {words}" for words in cast(list[str], figures["words"]))
    elif "allowance" in figures:
        yield from _move_lines(cast(MoveFigures, figures))
    elif "line" in figures:
        yield from _combat_lines(cast(CombatFigures, figures))
    else:
        for name, value in figures.items():
            yield f"  {name}: {value}"


def _move_lines(figures: MoveFigures) -> Iterator[str]:
    cost = (
        f"{figures['cost']} of {figures['allowance']} MP"
        if "cost" in figures
        else f"{figures['allowance']} MP to spend"
    )
    yield f"  {figures['unit']}, {figures['from']} to {figures['to']}: {cost}"
    for part in figures.get("ledger", ()):
        yield f"    {part['points']:>4}  {part['because']} [{part['clause']}]"


def _combat_lines(figures: CombatFigures) -> Iterator[str]:
    line = figures["line"]
    yield f"  {figures['kind']} in {figures['hex']}, {line['name']} line [{line['clause']}]"
    for part in figures["ledger"]:
        yield f"    {part['amount']:>+4}  {part['because']} [{part['clause']}]"
    yield f"    {figures['differential']:>+4}  differential"
    for part in figures["shifts"]:
        yield f"    {part['amount']:>+4}  column: {part['because']} [{part['clause']}]"
    fired = [f"fire {case['attacker_fire']} against {case['defender_fire']}" for case in figures["odds"]]
    drawing = any("guns" in words or "air" in words for words in fired)
    yield f"    column {figures['column']}{' before markers are drawn' if drawing else ''}"
    alike = len(set(figures["key"].values())) < len(figures["key"])  # several results come to the same here
    for words, case in zip(fired, figures["odds"], strict=True):
        chances = case["effects"] if alike else case["results"]
        yield f"  {words}: {', '.join(f'{name} {_percent(chance)}' for name, chance in chances.items())}"
    for result, words in () if alike else figures["key"].items():
        yield f"      {result}: {words}"


def _percent(chance: str) -> str:
    from fractions import Fraction

    exact = Fraction(chance)
    return f"{float(exact):.0%} ({chance})" if exact.denominator <= 36 else f"{float(exact):.1%}"
