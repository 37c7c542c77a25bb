"""ASL-A4.1: how many MF units have."""

from __future__ import annotations

from .markers import crew, is_marker
from .position import CX, WOUND, Firefight, Moving
from .stealth import DUMMY_MF
from .tables import SQUADS
from .units import is_inexperienced, kind, portage

LEADER_BONUS, DOUBLE_TIME, MOST = 4, 4, 16  # half MF


def own_allowance(state: Firefight, unit: int) -> int:
    """ASL-A4.11, ASL-A17.2: half MF of a unit by itself, less what it carries above its capacity
    (ASL-A4.42).
    """
    one = kind(state, unit)
    if one.is_single:
        mf = SQUADS["wounded_mf" if state.flags[unit] & WOUND else "leader_mf"]
    else:
        mf = SQUADS["inexperienced_mf" if is_inexperienced(state, unit) else "squad_mf"]
    return int(2 * mf) - 2 * burden(state, unit)


def burden(state: Firefight, unit: int) -> int:
    """ASL-A4.42, ASL-A4.52: portage points above what the unit carries freely; CX lowers that."""
    free = int(SQUADS["ipc"]["smc" if kind(state, unit).is_single else "mmc"]) - bool(state.flags[unit] & CX)
    return max(0, portage(state, unit) - free)


def allowance(state: Firefight, frame: Moving) -> int:
    """ASL-A4.12, ASL-A4.5: of a stack the least, squads with a leader having 2 MF more, and 2 MF for Double
    Time.
    """
    units = crew(state, frame.units)
    has_leader = any(kind(state, u).is_leader for u in units)
    each = [
        own_allowance(state, u) + (LEADER_BONUS if has_leader and not kind(state, u).is_single else 0)
        for u in units
    ]
    least = DUMMY_MF if is_marker(frame.units) else 0
    whole = min(each, default=least) + (DOUBLE_TIME if frame.double else 0)
    return min(whole, MOST)
