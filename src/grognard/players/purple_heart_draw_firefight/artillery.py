"""When the plain player calls its off-board artillery, and where the shells go: from what its side knows."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, OnlyHex
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.artillery import (
    CORRECT,
    REQUEST,
    SHIFT,
    fall_chances,
    order_for,
)
from grognard.games.purple_heart_draw.firefight.eyes import ground
from grognard.games.purple_heart_draw.firefight.fire_for_effect import cover
from grognard.games.purple_heart_draw.firefight.forces import BATTERY_OWNER, ENEMY, UNIT
from grognard.games.purple_heart_draw.firefight.observer import FIRST_FIRE, MODULE, slot
from grognard.games.purple_heart_draw.firefight.places import Place, can_hold_advantage
from grognard.games.purple_heart_draw.firefight.position import Firefight, Opportunity
from grognard.games.purple_heart_draw.firefight.shots import UPRIGHT, place_of
from grognard.games.purple_heart_draw.firefight.sight import sight
from grognard.games.purple_heart_draw.firefight.tables import column_of
from grognard.games.purple_heart_draw.firefight.units import in_hex, known_in, morale, number
from grognard.games.purple_heart_draw.firefight.words import Contact, Correct, Mission, Radio, Request, Shift
from grognard.players.seat import PlayerSettings

from .exposure import SUSPECTED_WORTH, harm, worth

SUSPECTED_MORALE = 8
OWN_PRICE = 1.5  # an own unit under the shells costs so much more than an enemy brings
LEAST_WORTH = 0.4  # of a fire for effect
ROUND_SHARE = 0.5  # a round that has yet to be fired for effect is worth this much of it
BETTER = 1.3  # a correction must promise so much more than to fire at once


def value_at(state: Firefight, side: str, hex_: int) -> float:
    """What a concentration of HE in a hex is expected to cost the enemy, less what it costs the own side."""
    power = MODULE[state.module[slot(side)]]["fp"]
    column = column_of(Fraction(power))
    return sum(
        _value(state, BATTERY_OWNER[side], at, column)
        for at in members(GRID.within(1 << hex_, 1) & state.card.area)
    )


def _value(state: Firefight, side: str, hex_: int, column: int) -> float:
    found = 0.0
    for unit in known_in(state, side, hex_):
        drm = sum(one.amount for one in cover(state, hex_, place_of(state, unit)))
        found += worth(state, unit) * harm(column, drm, morale(state, unit))
    drm = sum(one.amount for one in cover(state, hex_, UPRIGHT))
    if state.shrouds[number(ENEMY[side])] >> hex_ & 1:
        found += SUSPECTED_WORTH * harm(column, drm, SUSPECTED_MORALE)
    own = in_hex(state, side, hex_)
    return found - OWN_PRICE * sum(worth(state, u) * harm(column, drm, morale(state, u) - 1) for u in own)


def _spread(state: Firefight, side: str, falls: Mapping[int, Fraction]) -> float:
    """The value of a fire that falls where the dice send it."""
    return sum(float(chance) * value_at(state, side, hex_) for hex_, chance in falls.items() if hex_ >= 0)


def best_radio(state: Firefight, side: str, actions: Choices) -> Action | None:
    """The radio to the leader who sees most of the field; none: he has it."""
    found = actions.of(Radio)
    if not found or state.at[state.radio[number(side)]] < 0:
        return None
    best = max(found, key=lambda a: field_of(state, UNIT[a.unit]))
    return best if field_of(state, UNIT[best.unit]) > field_of(state, state.radio[number(side)]) else None


def field_of(state: Firefight, unit: int) -> int:
    """How many hexes of the fight a leader sees, as if he held the wall or bocage of his hex."""
    here = Place(state.at[unit], advantage=can_hold_advantage(Place(state.at[unit])))
    area = members(state.card.area & ~(1 << state.at[unit]))
    return sum(sight(here, Place(hex_), ground=ground(state)).is_seen for hex_ in area)


def call(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Call the battery whenever the Observer can."""
    return next(iter(actions.of(Contact)), DONE)


def order(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Ask for fire where it costs the enemy most, correct a bad round, fire for effect where it pays."""
    frame = state.stack[-1]
    if not isinstance(frame, Opportunity):
        return DONE
    side = frame.battery
    here = state.round[slot(side)]
    plain = {a.verb: a for a in actions if not getattr(a, "hex", "")}
    now = value_at(state, side, state.round_at[slot(side)]) if here else 0.0
    best, action = _best_shift(state, side, frame, actions)
    if here == FIRST_FIRE:
        return action if action is not None and best > BETTER * max(now, LEAST_WORTH) else DONE
    if "convert" in plain and now >= LEAST_WORTH and BETTER * now >= best:
        return plain["convert"]
    return action if action is not None and best >= LEAST_WORTH * ROUND_SHARE else DONE


def _best_shift(
    state: Firefight, side: str, frame: Opportunity, actions: Choices
) -> tuple[float, Action | None]:
    """The best hex for a request or a correction, and what it promises."""
    best, found = 0.0, None
    for action in actions.of(*ORDERS):
        if (peak := value_at(state, side, GRID.number[action.hex])) > best:
            value = promise(state, side, frame, action, peak)
            if value > best:
                best, found = value, action
    return best, found


ORDERS: dict[type[OnlyHex], tuple[str, float]] = {
    Request: (REQUEST, ROUND_SHARE),
    Correct: (CORRECT, ROUND_SHARE),
    Shift: (SHIFT, 1.0),
}


def promise(state: Firefight, side: str, frame: Opportunity, action: OnlyHex, peak: float) -> float:
    """What a request or a correction is worth where the dice send it; the peak is that of its own hex."""
    words, share = ORDERS[type(action)]
    second = state.round[slot(side)] == FIRST_FIRE
    share = 1.0 if second else share
    falls = fall_chances(state, order_for(state, frame, GRID.number[action.hex], words))
    return share * max(_spread(state, side, falls), 0.5 * peak if not second and share < 1 else 0.0)


def shifts(
    state: Firefight, side: str, frame: Opportunity, actions: Choices, most: int
) -> list[tuple[float, Action]]:
    """So many of the best requests or corrections, each with what it promises."""
    peaks = {a: value_at(state, side, GRID.number[a.hex]) for a in actions.of(*ORDERS)}
    best = sorted(peaks, key=lambda a: (-peaks[a], a.hex))[:most]
    return [(promise(state, side, frame, a, peaks[a]), a) for a in best if peaks[a] > 0]


def fire_kind(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Fire HE."""
    return next(a for a in actions.of(Mission) if a.kind == "HE")


HABITS = (("radio", call), ("artillery", order), ("fire mission", fire_kind))
