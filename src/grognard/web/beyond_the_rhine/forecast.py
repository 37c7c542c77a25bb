"""The SP and replacements still to come under an assumption about ports and events: exact, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine.dates import LAST
from grognard.games.beyond_the_rhine.forecast import (
    NEVER,
    Assumption,
    Weights,
    add,
    replacement_weights,
    spread,
    supply_weights,
)
from grognard.games.beyond_the_rhine.pieces import NATIONS
from grognard.games.beyond_the_rhine.position import BeyondTheRhine
from grognard.games.beyond_the_rhine.supply import EVENTS, PORTS, TOKENS
from grognard.games.beyond_the_rhine.supply_rolls import rolls_here

HARBOURS = {"antwerpen": PORTS[:2], "rotterdam": PORTS[2:3], "amsterdam": PORTS[3:]}


def forecast(state: BeyondTheRhine, asked: Mapping[str, str]) -> Plain:
    """Mean and band of every turn from this one on, and of the sums to the end."""
    assumption, turns = assumed(asked), range(state.turn, state.game_of.last + 1)
    nations = dict[str, Plain]()
    for nation in NATIONS:
        if rolls_here(state, nation):
            each = {n: received(state, nation, n, assumption) for n in turns}
            to_come = [each[n] for n in turns if n > state.turn or f"supply {nation}" not in state.rolled]
            nations[nation] = {
                "turns": [{"n": n, **figures(weights, TOKENS)} for n, weights in each.items()],
                "total": figures(together(to_come), TOKENS),
                "replacements": {
                    what: figures(together(dict(replacement_weights(nation, n, what)) for n in turns))
                    for what in ("pax", "eq")
                },
            }
    return {"first": state.turn, "nations": nations}


def assumed(asked: Mapping[str, str]) -> Assumption:
    """Turns from which ports count, and events that are in force throughout."""
    events = [word for word in asked.get("events", "").split(",") if word]
    if strange := sorted(set(asked) - {*HARBOURS, "events"} | set(events) - set(EVENTS)):
        raise GrognardError(
            f"a forecast is told {', '.join(HARBOURS)} (turns) and events ({', '.join(EVENTS)}), not"
            f" {', '.join(strange)}"
        )
    ports = [(port, opening(asked, name)) for name, own in HARBOURS.items() for port in own]
    return Assumption(tuple(ports), tuple((name, 1, LAST) for name in events))


def opening(asked: Mapping[str, str], name: str) -> int:
    """The turn from which a port counts; never, if nothing is said."""
    text = asked.get(name, str(NEVER))
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= NEVER):
        raise GrognardError(f"{name} opens on a turn from 1 to {LAST}, or {NEVER} for never, not {text!r}")
    return int(text)


def received(state: BeyondTheRhine, nation: str, turn: int, assumption: Assumption) -> Weights:
    """Tokens of a turn; a ground that has been rolled is known."""
    known = turn == state.turn and state.ground
    return supply_weights(
        nation, turn, assumption._replace(ground=state.ground) if known else assumption, state.game_of
    )


def together(many: Iterable[Weights]) -> Weights:
    total: Weights = {0: 1}
    for weights in many:
        total = add(total, weights)
    return total


def figures(weights: Weights, unit: int = 1) -> dict[str, float]:
    result = spread(weights)
    low, high = result.quantiles["p5"], result.quantiles["p95"]
    return {"mean": round(result.mean / unit, 2), "low": low / unit, "high": high / unit}
