"""BTR-ocs.play.open, option `fog`: what both sides see of each stack, and which stacks lie open."""

from __future__ import annotations

from .pieces import ENEMY, FIGHTERS, OF_SIDE, SIDES
from .position import Barrage, Battle, Campaign, Mission, Stacks, fact
from .verbs import capable
from .zones import ATTACKS, FIGHTS, ZONED, projecting

CLAUSE = "BTR-ocs.play.open"


def look_again(state: Campaign) -> None:
    """What both sides see of the stacks, after an action; rebuilt from where the counters stand."""
    state.set(fact.opened, opened(state), CLAUSE)
    state.set(fact.allied_stacks, seen_stacks(state, SIDES[0]), CLAUSE)
    state.set(fact.german_stacks, seen_stacks(state, SIDES[1]), CLAUSE)


def seen_stacks(state: Campaign, side: str) -> Stacks:
    """Each stack of a side: its hex, the number of its counters, and what its owner has to say of it."""
    able, zoned, result = capable(state), projecting(state, side), []
    for hex_ in sorted(state.here):
        if mine := state.here[hex_] & OF_SIDE[side]:
            kinds = ((FIGHTS, FIGHTERS), (ATTACKS, able), (ZONED, zoned))
            result.append((hex_, mine.bit_count(), sum(kind for kind, units in kinds if mine & units)))
    return tuple(result)


def opened(state: Campaign) -> int:
    """Counters of stacks that were attacked or barraged; a stack is covered again when a counter joins it."""
    result = (state.opened | _struck(state)) & state.on_map
    for units in state.here.values():
        for side in SIDES:
            mine = units & OF_SIDE[side]
            if mine & result and mine & ~result:
                result &= ~mine
    return result


def _struck(state: Campaign) -> int:
    """The stacks against which a fight is under way, once it is declared."""
    result = 0
    for frame in state.stack:
        declared = (
            (isinstance(frame, Battle) and frame.defenders)
            or (isinstance(frame, Barrage) and frame.paid)
            or (isinstance(frame, Mission) and frame.gathered and not frame.purpose)
        )
        if declared and isinstance(frame, Battle | Barrage | Mission):
            result |= state.here.get(frame.hex, 0) & OF_SIDE[ENEMY[frame.side]]
    return result
