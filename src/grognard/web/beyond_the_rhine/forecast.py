"""The SP and replacements still to come under an assumption about ports and events: exact, no sampling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine import replacements as repl
from grognard.games.beyond_the_rhine import supply as sup
from grognard.games.beyond_the_rhine import weather as sky
from grognard.games.beyond_the_rhine.dates import LAST
from grognard.games.beyond_the_rhine.income import rolls_here
from grognard.games.beyond_the_rhine.pieces import NATIONS
from grognard.games.beyond_the_rhine.position import BeyondTheRhine

Spread = dict[int, Fraction]
HARBOURS = {"antwerpen": sup.PORTS[:2], "rotterdam": sup.PORTS[2:3], "amsterdam": sup.PORTS[3:]}
NEVER = LAST + 1


def forecast(state: BeyondTheRhine, asked: Mapping[str, str]) -> dict[str, Any]:
    """Mean, 10th and 90th percentile of every turn from this one on, and of the sums to the end."""
    opened = {name: opening(asked, name) for name in HARBOURS}
    events = frozenset(word for word in asked.get("events", "").split(",") if word)
    if strange := set(asked) - {*HARBOURS, "events"} or events - set(sup.EVENTS):
        raise GrognardError(f"a forecast is told {', '.join(HARBOURS)} (turns) and events ({', '.join(sup.EVENTS)}), not {', '.join(sorted(strange))}")
    turns = range(state.turn, state.game_of.last + 1)
    found: dict[str, Any] = {"first": state.turn, "opened": opened, "nations": {}}
    for who in NATIONS:
        if rolls_here(state, who):
            each = {n: received(state, who, n, opened, events) for n in turns}
            found["nations"][who] = {
                "turns": [{"n": n, **figures(spread)} for n, spread in each.items()],
                "total": figures(together(each[n] for n in turns if n > state.turn or f"supply {who}" not in state.rolled)),
                "replacements": {name: figures(together(replaced(who, n, name) for n in turns)) for name in ("pax", "eq")},
            }  # fmt: skip
    return found


def opening(asked: Mapping[str, str], name: str) -> int:
    """The turn from which a port counts; never, if nothing is said."""
    text = asked.get(name, str(NEVER))
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= NEVER):
        raise GrognardError(f"{name} opens on a turn from 1 to {LAST}, or {NEVER} for never, not {text!r}")
    return int(text)


def received(state: BeyondTheRhine, who: str, turn: int, opened: Mapping[str, int], events: frozenset[str]) -> Spread:
    """BTR-supply.order: the weather, then the column, then two dice."""
    ports = frozenset(port for name, first in opened.items() if turn >= first for port in HARBOURS[name])
    known = state.ground if turn == state.turn else ""
    base, found = int(sup.status(who, turn)["column"]), Spread()
    for ground, p in ({known: Fraction(1)} if known else sky.ground_chances(turn)).items():
        column = sup.column(base, sup.modifiers(who, sup.Situation(ground, ports, events)))
        for sp, q in sup.outcomes(who, column).items():
            found[sp] = found.get(sp, Fraction(0)) + p * q
    return found


def replaced(who: str, turn: int, name: str) -> Spread:
    found = Spread()
    for roll, ways in sky.TWO_DICE.items():
        amount = getattr(repl.replacements(who, turn, roll), name)
        found[amount] = found.get(amount, Fraction(0)) + Fraction(ways, 36)
    return found


def together(spreads: Iterable[Spread]) -> Spread:
    """The sum of independent turns; whole numbers over one denominator keep it exact and quick."""
    total, whole = {0: 1}, 1
    for spread in spreads:
        share = 216  # six faces of the ground die, thirty-six ways of two dice
        step = {n: int(p * share) for n, p in spread.items()}
        summed: dict[int, int] = {}
        for a, p in total.items():
            for b, q in step.items():
                summed[a + b] = summed.get(a + b, 0) + p * q
        total, whole = summed, whole * share
    return {n: Fraction(p, whole) for n, p in total.items()}


def figures(spread: Spread) -> dict[str, float]:
    return {"mean": round(float(sum(n * p for n, p in spread.items())), 2), "low": percentile(spread, Fraction(1, 10)), "high": percentile(spread, Fraction(9, 10))}


def percentile(spread: Spread, share: Fraction) -> int:
    """The least number that so much of the chance does not exceed."""
    so_far = Fraction(0)
    for n, p in sorted(spread.items()):
        so_far += p
        if so_far >= share:
            return n
    return max(spread)
