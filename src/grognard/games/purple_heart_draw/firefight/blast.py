"""ASL-A23: what a demolition charge does when it goes off."""

from __future__ import annotations

from grognard.core.hexes import OFF
from grognard.core.ruling import total

from ..board import GRID
from .forces import ENEMY
from .obstacles import WIRE, remove, uncover
from .pillboxes import boxes, falls
from .position import Attack, Firefight, fact
from .shots import CHARGE_FIRE, charge_from, column, modifiers
from .tables import result
from .units import everybody

THROWN, AT_HOME = 2, 3  # ASL-A23.6: added to the dice in the target hex, and in the thrower's
NEVER = 99
BREACHES = ("mc", "k", "kia")


def goes_off(state: Firefight, frame: Attack) -> bool:
    """Whether the charge strikes the units of its hex: not a dud, not one set at bocage. ASL-A23.6: one that
    was thrown strikes the thrower's Location afterwards.
    """
    if sum(frame.dice) >= frame.fails:
        state.note("ASL-A23.3", "dice {}: the charge does not go off", sum(frame.dice), kind="result")
        return False
    if frame.across != OFF:
        open_breach(state, frame)
        return False
    if frame.home != OFF:
        strike_home(state, frame)
    else:
        clear_wire(state, frame)
    return True


def clear_wire(state: Firefight, frame: Attack) -> None:
    """ASL-B26: an Original KIA of a charge that was laid removes the wire of its hex."""
    if result(column(state, frame), sum(frame.dice)).kind == "kia":
        uncover(state, frame.hex, "ASL-B26", (WIRE,))
        for row in [one for one in state.works if one == (WIRE, frame.hex)]:
            remove(state, row, "ASL-B26")
            state.note("ASL-B26", "the wire in {} is gone", GRID.name[frame.hex], kind="loss")


def destroys(state: Firefight, frame: Attack) -> bool:
    """ASL-B30.92: whether the Original dice of a charge at a pillbox destroy it."""
    box = boxes(state).get(frame.hex) if frame.inside else None
    found = result(column(state, frame), sum(frame.dice))
    return box is not None and falls(box, frame.hex, charge_from(frame), found.number * (found.kind == "kia"))


def strike_home(state: Firefight, frame: Attack) -> None:
    """ASL-A23.6: with 3 added, and dice of its own."""
    again = Attack(
        side=ENEMY[frame.side],
        hex=frame.home,
        kind=CHARGE_FIRE,
        firepower=frame.firepower,
        fails=NEVER,
        seen=tuple(u for u in everybody(state) if state.at[u] == frame.home),
        more=frame.more + AT_HOME - THROWN,
    )
    state.call(again, "ASL-A23.6")


def open_breach(state: Firefight, frame: Attack) -> None:
    """PHD-TM18.ff, ASL-B9.541: a morale check or worse on the table opens a Breach, which takes away what the
    bocage costs to cross, and nothing else.
    """
    final = sum(frame.dice) + total(modifiers(state, frame))
    between = GRID.name[frame.hex], GRID.name[frame.across]
    if result(column(state, frame), final).kind not in BREACHES:
        state.note("PHD-TM18.ff", "the bocage between {} and {} holds", *between, kind="result")
        return
    pairs = {*state.breaches, (frame.hex, frame.across), (frame.across, frame.hex)}
    state.set(fact.breaches, tuple(sorted(pairs)), "PHD-TM18.ff")
    state.note("PHD-TM18.ff", "a Breach in the bocage between {} and {}", *between, kind="result")
