"""ASL-A4.1: how many MF units have."""

from __future__ import annotations

from collections.abc import Sequence

from .markers import crew, is_marker
from .position import CX, WOUND, Firefight, Moving
from .stealth import DUMMY_MF
from .tables import SQUADS
from .units import is_inexperienced, kind, portage

LEADER_BONUS, DOUBLE_TIME, LATE, MOST = 4, 4, 2, 16  # half MF


def own_allowance(state: Firefight, unit: int, lent: int = 0) -> int:
    """ASL-A4.11, ASL-A17.2: half MF of a unit by itself, less what it carries above its capacity
    (ASL-A4.42), to which a leader or hero may lend.
    """
    one = kind(state, unit)
    if one.is_single and portage(state, unit) > SINGLE_MOST:
        return 0
    if one.is_single:
        mf = SQUADS["wounded_mf" if state.flags[unit] & WOUND else "leader_mf"]
    else:
        mf = SQUADS["inexperienced_mf" if is_inexperienced(state, unit) else "squad_mf"]
    return int(2 * mf) - 2 * max(0, burden(state, unit) - lent)


SINGLE_MOST = int(SQUADS["ipc"]["smc_most"])  # ASL-A4.42: portage points with which one man moves at all


def carried_freely(state: Firefight, unit: int) -> int:
    """ASL-A4.42, ASL-A17.2: portage points a unit carries freely: none, if it is wounded."""
    if not kind(state, unit).is_single:
        return int(SQUADS["ipc"]["mmc"])
    return 0 if state.flags[unit] & WOUND else int(SQUADS["ipc"]["smc"])


def capacity(state: Firefight, unit: int) -> int:
    """ASL-A4.42, ASL-A4.52: the same on the move; CX lowers it by 1."""
    return max(0, carried_freely(state, unit) - bool(state.flags[unit] & CX))


def burden(state: Firefight, unit: int) -> int:
    """ASL-A4.42: portage points above what the unit carries freely."""
    return max(0, portage(state, unit) - capacity(state, unit))


def lending(state: Firefight, units: Sequence[int]) -> dict[int, int]:
    """ASL-A4.42: what one leader or hero of a stack lends to the one of the others who needs it most."""
    singles = [u for u in units if kind(state, u).is_single]
    spare = max((capacity(state, u) - portage(state, u) for u in singles), default=0)
    laden = [u for u in units if not kind(state, u).is_single and burden(state, u)]
    if spare <= 0 or not laden:
        return {}
    return {min(laden, key=lambda u: own_allowance(state, u)): spare}


def allowance(state: Firefight, frame: Moving) -> int:
    """ASL-A4.12, ASL-A4.5: of a stack the least, squads with a leader having 2 MF more, and 2 MF for Double
    Time.
    """
    units = crew(state, frame.units)
    has_leader, lent = any(kind(state, u).is_leader for u in units), lending(state, units)
    each = [
        own_allowance(state, u, lent.get(u, 0))
        + (LEADER_BONUS if has_leader and not kind(state, u).is_single else 0)
        for u in units
    ]
    least = DUMMY_MF if is_marker(frame.units) else 0
    more = (LATE if frame.late else DOUBLE_TIME) if frame.double else 0
    return min(min(each, default=least) + more, MOST)
