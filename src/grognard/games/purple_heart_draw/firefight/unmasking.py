"""ASL-A12.14.d: a side gives up the "?" of its units when it decides; a hidden unit comes up under one."""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen

from .forces import NAMES
from .position import HIDDEN, UNSEEN, Firefight, Mask, Who
from .units import clear, cover, find_stack, has, on_map, settle, show
from .words import Bare


def _covered(who: Who) -> Mask:
    def mask(state: Firefight, frame: object) -> int:
        return sum(1 << u for u in on_map(state, who(state, frame)) if has(state, u, UNSEEN))

    return mask


def give_up(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """ASL-A12.32: a hidden unit is under a "?" then; so it keeps enemies from gaining one."""
    if has(state, unit, HIDDEN):
        find_stack(state, unit, "ASL-A12.32")
        clear(state, unit, HIDDEN, "ASL-A12.32")
        cover(state, unit, "ASL-A12.32")
    else:
        show(state, unit, "ASL-A12.14.d")
    settle(state, "ASL-A12.14.d")


def bare_pick(who: Who) -> Pick:
    """Beside other choices: for its sake alone no side is asked."""
    return Pick(
        verb=Bare,
        names=NAMES,
        units=(Screen("ASL-A12.14.d", '{unit} has no "?" to give up, and is not hidden', _covered(who)),),
        apply=give_up,
        aside=True,
    )
