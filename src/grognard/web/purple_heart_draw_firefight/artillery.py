"""Off-board artillery as a seat sees it: rounds on the map, and the chances before an order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from grognard.core.facts import is_unknown
from grognard.core.hexes import OFF, members
from grognard.core.plain import Plain
from grognard.core.ruling import modifier_rows, total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.artillery import (
    access_chance,
    accuracy,
    contact_chance,
    correction_hexes,
    fall_chances,
    in_range,
    order_for,
    request_hexes,
)
from grognard.games.purple_heart_draw.firefight.fire_for_effect import chances
from grognard.games.purple_heart_draw.firefight.forces import BATTERIES, BATTERY_OWNER
from grognard.games.purple_heart_draw.firefight.observer import (
    EFFECTS,
    MODULE,
    SPOTTING,
    blast_area,
    needs_proof,
    slot,
)
from grognard.games.purple_heart_draw.firefight.position import Firefight, Opportunity
from grognard.games.purple_heart_draw.firefight.units import in_hex, name
from grognard.games.purple_heart_draw.pieces import TITLE

from .rows import chance_row, marker


def rounds(state: Firefight) -> Iterator[Plain]:
    """ASL-C1.3, ASL-C1.5: spotting rounds, fires for effect with their hexes, and radios that lie about."""
    for key, battery in enumerate(BATTERIES):
        side = BATTERY_OWNER[battery]
        what, at = state.round[key], state.round_at[key]
        if at != OFF and what == SPOTTING:
            yield marker(at, what, f"Spotting round of the {TITLE[side]} artillery")
        elif what in EFFECTS:
            kind, power = state.mission[key], state.shells[key][0]
            words = f"{TITLE[side]} fire for effect ({kind})" + (
                f", {power} FP on who enters" if power else ""
            )
            for hex_ in members(blast_area(state, battery)):
                yield marker(hex_, what if hex_ == at else "shells" if power else kind, words)
        if state.radio_at[key] != OFF:
            title = f"The radio of the {TITLE[side]} Observer lies here"
            yield marker(state.radio_at[key], "radio", title, side)


def artillery_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """FF-SEQ.3: for the side that has the opportunity: contact, access, accuracy, effect."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Opportunity) or state.viewer != frame.side:
        return None
    key, side = slot(frame.battery), frame.battery
    if is_unknown(state.module[key]):
        return None
    module = MODULE[state.module[key]]
    hex_ = GRID.number.get(asked.get("hex", ""), OFF)
    result = {
        "battery": module["name"],
        "net": state.net[key],
        "access": bool(state.access[key]),
        "round": state.round[key],
        "at": GRID.name[state.round_at[key]] if state.round_at[key] != OFF else "",
        "contact": chance_row(contact_chance(state, side)),
        "draw": chance_row(access_chance(state, side)),
        "pile": list(state.pile[key]),
        "reds": state.reds[key],
        "free": frame.free,
        "aim": None,
    }
    goals = (request_hexes(state, frame) | correction_hexes(state, frame)) & in_range(state, frame.battery)
    if hex_ != OFF and goals >> hex_ & 1:
        result["aim"] = _aim(state, order_for(state, frame, hex_), module["fp"])
    elif frame.free and state.round[key] and state.round_at[key] != OFF:
        result["effect"] = _effects(state, frame.side, module["fp"], state.round_at[key])
    return result


def _aim(state: Firefight, order: Opportunity, power: int) -> Plain:
    """What a round asked for in a hex may do: where it falls, and what a concentration there would do."""
    falls = fall_chances(state, order)
    added = accuracy(state, order)
    exact = falls.get(order.goal, Fraction(0))
    near = sum((c for h, c in falls.items() if h != OFF and GRID.distance(h, order.goal) <= 1), Fraction(0))
    return {
        "hex": GRID.name[order.goal],
        "exact": chance_row(exact),
        "near": chance_row(near),
        "extra": needs_proof(state, order.battery, order.goal),
        "modifiers": modifier_rows(added),
        "sum": total(added),
        "own": _own_in_reach(state, order, falls),
        "targets": _effects(state, order.side, power, order.goal),
    }


def _own_in_reach(state: Firefight, order: Opportunity, falls: Mapping[int, Fraction]) -> list[Plain]:
    """Own units that would be in the hexes of a fire there, and how likely."""
    result: dict[int, Fraction] = {}
    for hex_, chance in falls.items():
        if hex_ == OFF:
            continue
        for at in members(GRID.within(1 << hex_, 1)):
            for unit in in_hex(state, order.side, at):
                result[unit] = result.get(unit, Fraction(0)) + chance
    return [{"unit": name(state, u), **chance_row(c)} for u, c in sorted(result.items())]


def _effects(state: Firefight, side: str, power: int, hex_: int) -> list[Plain]:
    """The exact fates of every unit known to the side in the seven hexes, if HE falls there."""
    rows = list[Plain]()
    for at in members(GRID.within(1 << hex_, 1) & state.card.area):
        for unit, fates in chances(state, side, power, power, at).items():
            shown = {fate: chance_row(chance) for fate, chance in fates.items() if chance}
            rows.append({"unit": f"{name(state, unit)} in {GRID.name[at]}", "fates": shown})
    return rows
