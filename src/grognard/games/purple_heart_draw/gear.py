"""Weapons that lie on the ground: what the fallen leave, who may take it up, and what a Gun counts when it is
lost for good.
"""

from __future__ import annotations

from collections.abc import Iterable

from .pieces import (
    ANTI_TANK,
    ENEMY,
    GUN_VP,
    KINDS,
    MMC,
    NUMBER,
    SIDE,
    WEAPONS,
    bare,
    has_mark,
    is_gun,
    marked,
    unmarked,
)
from .position import Closing, Melee, PurpleHeartDraw, Table, fact

LEFT_BEHIND = (*WEAPONS, "RADIO")  # and Guns


def lose_gear(state: PurpleHeartDraw, side: str, gear: Iterable[str], clause: str) -> None:
    """PHD-C5.26.a: what is lost except by capture may be found again; captured pieces are not its own."""
    n = NUMBER[side]
    own_ = tuple(bare(g) for g in gear if bare(g) in ANTI_TANK and not has_mark(g, "^"))
    if own_:
        state.set_at(fact.scrap, n, (*state.scrap[n], *own_), clause)


def count_gun(state: PurpleHeartDraw, owner: str, clause: str) -> None:
    """PHD-C1.2: a Gun eliminated or captured counts for the enemy of the side whose it was."""
    n = NUMBER[ENEMY[owner]]
    state.set_at(fact.cvp, n, state.cvp[n] + GUN_VP, clause)


# ---------------------------------------------------------------- left behind


def left_lying(state: PurpleHeartDraw, unit: int) -> bool:
    """Where players fight all see what the fallen leave; in the Consolidation Phase, what the enemy had
    before his eyes.
    """
    if state.at[unit] < 0:
        return False
    kinds = {type(frame) for frame in state.stack}
    return bool(kinds & {Table, Melee}) or (Closing in kinds and bool(state.open >> unit & 1))


def drop(state: PurpleHeartDraw, unit: int, clause: str) -> list[str]:
    """SW, Guns and radios of the fallen lie in the hex until a unit takes them (PHD-MSR9); gives what does
    not.
    """
    have = list(state.gear[unit])
    if not left_lying(state, unit):
        return have
    left = [gear for gear in have if bare(gear) in LEFT_BEHIND or is_gun(gear)]
    for gear in left:
        lay_down(state, unit, gear, clause)
    return [gear for gear in have if gear not in left]


def lay_down(state: PurpleHeartDraw, unit: int, gear: str, clause: str) -> None:
    """Whose it was goes with its name; a captured Gun keeps its mark, for it has been counted already."""
    captured = has_mark(gear, "^")
    owner = ENEMY[SIDE[unit]] if captured else SIDE[unit]
    name = gear if captured and is_gun(gear) else unmarked(gear, "^")
    state.set(fact.dropped, tuple(sorted((*state.dropped, (f"{owner}.{name}", state.at[unit])))), clause)


# ---------------------------------------------------------------- taken up


def lying(state: PurpleHeartDraw, unit: int) -> list[str]:
    """What a unit could take up in its hex: a radio is of use to its own side alone, a Gun is manned by one
    MMC.
    """
    items = [item for item, hex_ in state.dropped if hex_ == state.at[unit]]
    for item, hex_ in state.taken[NUMBER[SIDE[unit]]]:
        if hex_ == state.at[unit]:
            items.remove(item)  # taken up unseen; the enemy still sees it lie there
    return (
        [item for item in dict.fromkeys(items) if _of_use(state, unit, *item.split(".", 1))] if items else []
    )


def _of_use(state: PurpleHeartDraw, unit: int, owner: str, gear: str) -> bool:
    if is_gun(gear):
        return KINDS[state.kind[unit]].type in MMC and not any(map(is_gun, state.gear[unit]))
    return gear != "RADIO" or owner == SIDE[unit]


def pick_up(state: PurpleHeartDraw, unit: int, item: str, clause: str, unseen: bool = False) -> None:
    """PHD-C5.26.b: what was the enemy's is captured. While nobody looks on, the enemy learns of it when he
    looks again.
    """
    owner, gear = item.split(".", 1)
    new = unmarked(gear, "^") if owner == SIDE[unit] else marked(gear, "^")
    state.set_at(fact.gear, unit, (*state.gear[unit], new), clause)
    n = NUMBER[SIDE[unit]]
    state.set_at(fact.taken, n, (*state.taken[n], (item, state.at[unit])), clause)
    if not unseen:
        own_up(state, SIDE[unit], clause)


def own_up(state: PurpleHeartDraw, side: str, clause: str) -> None:
    """What a side has taken up lies there no longer; PHD-C1.2: a Gun of the enemy counts when it is
    captured.
    """
    n, left = NUMBER[side], list(state.dropped)
    for item, hex_ in state.taken[n]:
        left.remove((item, hex_))
        owner, gear = item.split(".", 1)
        if owner != side and is_gun(gear) and not has_mark(gear, "^"):
            count_gun(state, owner, clause)
    state.set(fact.dropped, tuple(left), clause)
    state.set_at(fact.taken, n, (), clause)


def perish(state: PurpleHeartDraw, clause: str) -> None:
    """PHD-C5.15: every SW and Gun without an owner is eliminated."""
    for item, _ in state.dropped:
        owner, gear = item.split(".", 1)
        lose_gear(state, owner, [gear], clause)
        if is_gun(gear) and not has_mark(gear, "^"):
            count_gun(state, owner, clause)
    if state.dropped:
        state.note(
            clause,
            "Unpossessed weapons are eliminated: {}",
            ", ".join(item.split(".", 1)[1] for item, _ in state.dropped),
        )
    state.set(fact.dropped, (), clause)
