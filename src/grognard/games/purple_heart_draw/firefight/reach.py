"""What a unit may still use, and how far it fires."""

from __future__ import annotations

from collections.abc import Iterable

from ..board import GRID
from . import vehicles
from .crest_status import is_crested
from .eyes import is_adjacent
from .forces import ENEMY, FIRST_GUN, SIDE
from .going import is_in_stream
from .ordnance import WEAPONS
from .pillboxes import parted
from .position import (
    BERSERK,
    BROKEN,
    CLIMBING,
    DIRECTED,
    FINAL,
    FIRED,
    FIRST,
    G_FINAL,
    G_FIRST,
    G_MOVED,
    G_USED,
    GUN1,
    GUN2,
    MELEE,
    PIN,
    TI,
    Attack,
    Firefight,
)
from .shots import ADVANCING_FIRE, FINAL_FIRE, FIRST_FIRE, base, has_spent_itself, is_far, marks
from .units import (
    has,
    in_hex,
    is_armed,
    is_observing,
    kind,
    known,
    known_in,
    leadership,
    printed_gun,
    shooter,
)


def may_use(state: Firefight, firer: int) -> bool:
    """ASL-A7.35, ASL-A7.33, ASL-A7.351, ASL-A7.352: a squad fires one gun beside its own FP or two instead;
    others one instead of it. ASL-A7.353: the DEFENDER still has it as if marked.
    """
    unit = shooter(state, firer)
    if firer < FIRST_GUN:
        return SIDE[unit] != state.mover or not has_spent_itself(state, unit)
    if state.gun_flags[firer - FIRST_GUN] & (G_USED | G_FIRST | G_FINAL):
        return True
    return has_hand(state, unit)


def has_hand(state: Firefight, unit: int) -> bool:
    """ASL-A7.351, ASL-A7.352: whether a unit may still use a weapon."""
    flags = state.flags[unit]
    own = flags & (FIRED | FIRST | FINAL)
    if kind(state, unit).type == "squad":
        return not flags & GUN1 or (not flags & GUN2 and not own)
    return not flags & (GUN1 | DIRECTED) and not own


def moved_too_far(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-A4.41: a medium or heavy machine gun that moved does not fire in the AFPh."""
    if kind_ != ADVANCING_FIRE or firer < FIRST_GUN:
        return False
    g = firer - FIRST_GUN
    return bool(state.gun_flags[g] & G_MOVED) and not printed_gun(state, g).light


def holds_on(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-B11.4: on a cliff a unit fires no weapon, and its own fire in the Advancing Fire Phase alone."""
    climbs = state.flags[shooter(state, firer)] & CLIMBING
    return not climbs or (firer < FIRST_GUN and kind_ == ADVANCING_FIRE)


def is_dry(state: Firefight, firer: int) -> bool:
    """ASL-B20.6: in a stream only small arms and light machine guns fire."""
    unit = shooter(state, firer)
    wet = firer >= FIRST_GUN and is_in_stream(state.at[unit]) and not is_crested(state, unit)
    return not wet or printed_gun(state, firer - FIRST_GUN).light


def is_light_enough(state: Firefight, firer: int) -> bool:
    """ASL-B20.9: at the crest of a depression only small arms, light machine guns, flamethrowers, charges and
    light anti-tank weapons are fired.
    """
    if firer < FIRST_GUN or not is_crested(state, shooter(state, firer)):
        return True
    printed = printed_gun(state, firer - FIRST_GUN)
    return printed.light or (printed.ordnance and WEAPONS[printed.id].is_light)


TOO_HEAVY = "{unit} is too heavy to fire with Crest status"


def can_reach(state: Firefight, kind_: str, firer: int, hex_: int) -> bool:
    """In range, and directed where it must be."""
    return in_range(state, kind_, firer, hex_) and is_led(state, firer, hex_)


def is_led(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A9.4: beyond 16 hexes a machine gun needs a leader."""
    return not is_far(state, firer, hex_) or director(state, firer) >= 0


NOT_LED = "{unit} has no leader beside it to direct its fire beyond 16 hexes"


def in_range(state: Firefight, kind_: str, firer: int, hex_: int) -> bool:
    """ASL-A7.22: double range at most; markers shorten it (ASL-A8.3, ASL-A8.31, ASL-A8.4)."""
    unit = shooter(state, firer)
    at, reach = state.at[unit], base(state, firer)[1]
    distance, fired = GRID.distance(at, hex_), marks(state, firer)
    if kind_ == FINAL_FIRE and fired:
        return distance <= 1
    if kind_ == FIRST_FIRE and fired == 1:
        return distance <= min(reach, _nearest(state, SIDE[unit], at))
    if kind_ == FIRST_FIRE and fired == 2:
        return at == hex_ or is_adjacent(state, at, hex_)
    return distance <= (1 if state.flags[unit] & CLIMBING else 2) * reach


def _nearest(state: Firefight, side: str, at: int) -> int:
    """ASL-A8.3: how far the nearest armed Known enemy is, broken ones and vehicles included; without any,
    as far as one likes.
    """
    armed = [state.at[u] for u in known(state, side) if is_armed(state, u)]
    tanks = vehicles.on_map(state, ENEMY[side])
    armed += [state.vehicle_at[v] for v in tanks if vehicles.is_armed(state, v)]
    return min((GRID.distance(at, hex_) for hex_ in armed), default=ANY_RANGE)


ANY_RANGE = 99


def busy_at_home(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A7.212: with a Known enemy, or a manned vehicle, in its Location a unit fires only there."""
    unit = shooter(state, firer)
    if hex_ == state.at[unit]:
        return False
    side, at = SIDE[unit], state.at[unit]
    tanks = vehicles.in_hex(state, ENEMY[side], at)
    return any(not parted(state, unit, enemy) for enemy in known_in(state, side, at)) or any(
        vehicles.is_manned(state, v) for v in tanks
    )


def is_free_leader(state: Firefight, unit: int, busy: set[int], firers: Iterable[int] = ()) -> bool:
    """ASL-A7.53: an unbroken unpinned leader that has done nothing else in this phase but direct the same
    firers.
    """
    bad = state.flags[unit] & (BROKEN | PIN | TI | MELEE | GUN1 | BERSERK)
    free = not bad and unit not in busy and not is_observing(state, unit)
    fresh = not has(state, unit, DIRECTED) or has_led(state, unit, firers)
    return kind(state, unit).is_leader and free and fresh


def has_led(state: Firefight, unit: int, firers: Iterable[int]) -> bool:
    """ASL-A7.53: whether a leader has directed an attack of all these firers in this phase."""
    wanted = set(firers)
    return bool(wanted) and any(row[0] == unit and wanted <= set(row[1:]) for row in state.led)


def keeps_led(state: Firefight, leaders: Iterable[int], firer: int) -> bool:
    """ASL-A7.53: whether leaders who direct for the second time have directed this firer before."""
    again = [unit for unit in leaders if any(row[0] == unit for row in state.led)]
    return all(has_led(state, unit, (firer,)) for unit in again)


def director(state: Firefight, firer: int) -> int:
    """ASL-A9.4: the best leader beside a machine gun who directs its fire, or could; -1: none."""
    unit, frame = shooter(state, firer), state.stack[-1] if state.stack else None
    directing = frame.leaders if isinstance(frame, Attack) else ()
    there = in_hex(state, SIDE[unit], state.at[unit])
    fit = [u for u in there if u in directing or is_free_leader(state, u, {unit}, (firer,))]
    return min(fit, key=lambda u: leadership(state, u), default=-1)
