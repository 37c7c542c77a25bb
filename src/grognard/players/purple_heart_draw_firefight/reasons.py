"""Why a player rallies a unit, attacks in close combat or advances into it: a sentence with a figure."""

from __future__ import annotations

from grognard.core.facts import Action
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.checks import rally_leader, rally_modifiers
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Close, Firefight
from grognard.games.purple_heart_draw.firefight.units import in_hex, morale
from grognard.games.purple_heart_draw.firefight.words import Advance, Rally, Strike

from .exposure import CHANCE_OF
from .melee import melee_value
from .named import unit_title


def rally_chance(state: Firefight, unit: int) -> float:
    """ASL-A10.6: the chance that a broken unit rallies; an Original 12 never does."""
    most = morale(state, unit) - rally_modifiers(state, unit)
    return sum(chance for dice, chance in CHANCE_OF.items() if dice <= min(most, 11))


def in_words(state: Firefight, side: str, chosen: Action) -> str:
    """The reason with its figure; empty: the action is another one."""
    if isinstance(chosen, Rally):
        unit = UNIT[chosen.unit]
        leader = rally_leader(state, unit)
        helper = f"with {unit_title(state, leader)}" if leader >= 0 else "by itself"
        return (
            f"{unit_title(state, unit)} rallies {helper} in {100 * rally_chance(state, unit):.0f} % of cases"
        )
    if isinstance(chosen, Advance) and target_hexes(state, side) >> GRID.number[chosen.hex] & 1:
        units = [*in_hex(state, side, GRID.number[chosen.hex]), UNIT[chosen.unit]]
        value = melee_value(state, side, units, GRID.number[chosen.hex])
        return f"close combat in {chosen.hex} is worth {value:+.1f}, a squad counting 6"
    frame = state.stack[-1]
    if isinstance(chosen, Strike) and isinstance(frame, Close):
        value = melee_value(state, side, in_hex(state, side, frame.hex), frame.hex)
        return f"all attack together: the close combat is worth {value:+.1f}, a squad counting 6"
    return ""
