"""ASL-A11.4: whether enemies who meet in close combat may ambush each other, and what counts on the dice."""

from __future__ import annotations

from ..pieces import SIDES
from . import veiled
from .going import ROUT_GROUND
from .pillboxes import AMBUSH, boxes, is_inside
from .position import ADVANCED, BERSERK, BROKEN, CX, MELEE, PIN, Firefight
from .tables import CLOSE
from .units import has, in_hex, is_inexperienced, kind, leadership

UNSEEN = int(CLOSE["ambush"]["concealed"])


def can_ambush(state: Firefight, hex_: int) -> bool:
    """ASL-A11.4: somebody advanced into woods or a building, or there is a "?"; and no Melee was there
    before.
    """
    there = [u for side in SIDES for u in in_hex(state, side, hex_)]
    cover = bool(ROUT_GROUND >> hex_ & 1 or hex_ in boxes(state))
    cover = cover or any(veiled.is_veiled(state, u) for u in there)
    fresh = not any(has(state, u, MELEE) for u in there)
    return cover and fresh and any(has(state, u, ADVANCED) for u in there)


def ambush_drm(state: Firefight, side: str, hex_: int) -> int:
    """ASL-A11.4: CX, broken, pinned, berserk and inexperienced units add 1 each, a "?" takes 2 off; the best
    Good Order unpinned leader's modifier.
    """
    units = in_hex(state, side, hex_)
    found = sum(any(has(state, u, bit) for u in units) for bit in (CX, BROKEN, PIN, BERSERK))
    found += any(is_inexperienced(state, u) for u in units)
    found += UNSEEN * any(veiled.is_veiled(state, u) for u in units)
    leaders = [
        leadership(state, u)
        for u in units
        if kind(state, u).is_leader and not state.flags[u] & (BROKEN | PIN | BERSERK)
    ]
    found += AMBUSH * any(is_inside(state, u) for u in units)  # ASL-B30.6
    return found + (min(leaders) if leaders and len(units) > len(leaders) else 0)
