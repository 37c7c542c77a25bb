"""ASL-C5.64: the shot of a Gun at a vehicle that is about to overrun it."""

from __future__ import annotations

from . import checks, guns, vehicles
from .forces import FIRST_GUN
from .position import BROKEN, G_FINAL, G_FIRST, G_NO_FIRE, PIN, Firefight, Shell
from .units import helper, leadership, morale, name, shooter

CLAUSE = "ASL-C5.64"
SPENT = "{unit} has fired before an overrun in this player turn"


def is_due(state: Firefight, firer: int) -> bool:
    """Whether an overrun of the hex of a Gun has been announced and not been rolled for."""
    frame = vehicles.crushing(state)
    return frame is not None and not frame.dice and state.at[shooter(state, firer)] == frame.hex


def is_marked(state: Firefight, firer: int) -> bool:
    """Whether only Intensive Fire, or not even that, is left to it."""
    return bool(state.gun_flags[firer - FIRST_GUN] & (G_FIRST | G_FINAL))


def may(state: Firefight, firer: int) -> bool:
    """Once in a player turn."""
    return not is_due(state, firer) or not state.gun_flags[firer - FIRST_GUN] & G_NO_FIRE


def most(state: Firefight, frame: Shell) -> int:
    """The highest dice at which the crew neither breaks nor is pinned."""
    unit = shooter(state, frame.firer)
    leader = helper(state, unit)
    return morale(state, unit) - 1 - (leadership(state, leader) if leader >= 0 else 0)


def check_crew(state: Firefight, frame: Shell, dice: int) -> None:
    """The dice to hit are a morale check of the crew."""
    unit = shooter(state, frame.firer)
    hot = checks.heated(state, unit, dice)
    checks.call(state, checks.pass_or_fail(state, unit, 0, dice) + hot, CLAUSE)


def is_lost(state: Firefight, frame: Shell) -> bool:
    """Whether the crew is pinned, broken or gone, so that there is no shot."""
    unit = shooter(state, frame.firer)
    return unit < 0 or state.at[unit] < 0 or bool(state.flags[unit] & (BROKEN | PIN))


def spend(state: Firefight, frame: Shell) -> None:
    """A Gun that was marked fires no more in this player turn, whether it has fired or not."""
    g = frame.firer - FIRST_GUN
    if frame.intensive and state.gun_kind[g]:
        guns.mark(state, g, G_NO_FIRE | G_FINAL | G_FIRST, CLAUSE)


def lose_shot(state: Firefight, frame: Shell) -> None:
    unit = shooter(state, frame.firer)
    spend(state, frame)
    if unit >= 0:
        state.note(CLAUSE, "{} does not fire its Gun", name(state, unit), kind="result")
