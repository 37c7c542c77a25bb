"""Off-board artillery as a seat sees it: rounds on the map, and the chances before an order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grognard.core.facts import UNKNOWN
from grognard.core.hexes import OFF, members
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.artillery import (
    access_chance,
    accuracy,
    contact_chance,
    correction_hexes,
    fall_chances,
    order_for,
    request_hexes,
)
from grognard.games.purple_heart_draw.firefight.fire_for_effect import chances
from grognard.games.purple_heart_draw.firefight.observer import (
    EFFECTS,
    MODULE,
    SPOTTING,
    blast_area,
    needs_proof,
)
from grognard.games.purple_heart_draw.firefight.position import Opportunity
from grognard.games.purple_heart_draw.firefight.units import in_hex, name, number
from grognard.games.purple_heart_draw.pieces import SIDES, TITLE


def rounds(state: Any) -> Iterator[dict[str, Any]]:
    """ASL-C1.3, ASL-C1.5: spotting rounds, fires for effect with their hexes, and radios that lie about."""
    for side in SIDES:
        key = number(side)
        what, at = state.round[key], state.round_at[key]
        if at != OFF and what == SPOTTING:
            yield _row(side, at, what, f"Spotting round of the {TITLE[side]} artillery")
        elif what in EFFECTS:
            kind, power = state.mission[key], state.shells[key][0]
            words = f"{TITLE[side]} fire for effect ({kind})" + (
                f", {power} FP on who enters" if power else ""
            )
            for hex_ in members(blast_area(state, side)):
                yield _row(side, hex_, what if hex_ == at else "shells" if power else kind, words)
        if state.radio_at[key] != OFF:
            yield _row(
                side, state.radio_at[key], "radio", f"The radio of the {TITLE[side]} Observer lies here"
            )


def _row(side: str, hex_: int, value: str, title: str) -> dict[str, Any]:
    return {"side": side, "kind": "fort", "value": value, "title": title, "hex": GRID.name[hex_]}


def artillery_page(state: Any, asked: Mapping[str, str]) -> dict[str, Any] | None:
    """FF-SEQ.3: for the side that has the opportunity: contact, access, accuracy, effect."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Opportunity) or state.viewer != frame.side:
        return None
    key, side = number(frame.side), frame.side
    if state.module[key] is UNKNOWN:
        return None
    module = MODULE[state.module[key]]
    hex_ = GRID.number.get(asked.get("hex", ""), OFF)
    found = {
        "battery": module["name"],
        "net": state.net[key],
        "access": bool(state.access[key]),
        "round": state.round[key],
        "at": GRID.name[state.round_at[key]] if state.round_at[key] != OFF else "",
        "contact": _chance(contact_chance(state, side)),
        "draw": _chance(access_chance(state, side)),
        "pile": list(state.pile[key]),
        "reds": state.reds[key],
        "free": frame.free,
        "aim": None,
    }
    goals = request_hexes(state, frame) | correction_hexes(state, frame)
    if hex_ != OFF and goals >> hex_ & 1:
        found["aim"] = _aim(state, order_for(state, frame, hex_), module)
    elif frame.free and state.round[key] and state.round_at[key] != OFF:
        found["effect"] = _effects(state, side, module["fp"], state.round_at[key])
    return found


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": float(chance), "fraction": str(chance)}


def _aim(state: Any, order: Opportunity, module: Mapping[str, Any]) -> dict[str, Any]:
    """What a round asked for in a hex may do: where it falls, and what a concentration there would do."""
    falls = fall_chances(state, order)
    added = accuracy(state, order)
    exact = falls.get(order.goal, Fraction(0))
    near = sum((c for h, c in falls.items() if h != OFF and GRID.distance(h, order.goal) <= 1), Fraction(0))
    return {
        "hex": GRID.name[order.goal],
        "exact": _chance(exact),
        "near": _chance(near),
        "extra": needs_proof(state, order.side, order.goal),
        "modifiers": [{"amount": m.amount, "clause": m.clause, "because": m.because} for m in added],
        "sum": total(added),
        "own": _own_in_reach(state, order, falls),
        "targets": _effects(state, order.side, module["fp"], order.goal),
    }


def _own_in_reach(state: Any, order: Opportunity, falls: Mapping[int, Fraction]) -> list[dict[str, Any]]:
    """Own units that would be in the hexes of a fire there, and how likely."""
    found: dict[int, Fraction] = {}
    for hex_, chance in falls.items():
        if hex_ == OFF:
            continue
        for at in members(GRID.within(1 << hex_, 1)):
            for unit in in_hex(state, order.side, at):
                found[unit] = found.get(unit, Fraction(0)) + chance
    return [{"unit": name(state, u), **_chance(c)} for u, c in sorted(found.items())]


def _effects(state: Any, side: str, power: int, hex_: int) -> list[dict[str, Any]]:
    """The exact fates of every unit known to the side in the seven hexes, if HE falls there."""
    rows = []
    for at in members(GRID.within(1 << hex_, 1) & state.card.area):
        for unit, fates in chances(state, side, power, power, at).items():
            shown = {fate: _chance(chance) for fate, chance in fates.items() if chance}
            rows.append({"unit": f"{name(state, unit)} in {GRID.name[at]}", "fates": shown})
    return rows
