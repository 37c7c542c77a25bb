"""What firing does to the firers: markers, rate of fire, breakdown, and the Residual FP they leave."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.hexes import OFF

from ..board import GRID
from . import checks, sectors, shortage
from .forces import FIRST_GUN, GUN_NAMES, GUN_SIDE, gun
from .position import (
    BROKEN,
    FINAL,
    FIRED,
    FIRST,
    G_FINAL,
    G_FIRED,
    G_FIRST,
    G_USED,
    GUN1,
    GUN2,
    JAMMED,
    OPPORTUNE,
    PIN,
    PREP,
    Attack,
    Driving,
    Firefight,
    Moving,
    fact,
)
from .shots import (
    ADVANCING_FIRE,
    FINAL_FIRE,
    FIRST_FIRE,
    PREP_FIRE,
    column,
    marks,
    modifiers,
)
from .tables import COLUMNS, COUNTERS, RESIDUAL
from .units import (
    flag,
    has,
    is_inexperienced,
    jam,
    printed_gun,
    remove_gun,
    shooter,
)

OUTSIDE = (
    "ASL-A6.7",
    "ASL-A24",
    "ASL-A24.8",
    "ASL-B9.3",
    "ASL-B9.31",
    "ASL-A4.51",
    "ASL-A7.7",
)  # ASL-A8.26: modifiers from outside the target hex


def after_fire(state: Firefight, frame: Attack, column_: int, shift: int) -> None:
    lose_aims(state, {shooter(state, f) for f in frame.firers})
    outside = [m.amount for m in modifiers(state, frame) if m.clause in OUTSIDE]
    goals = (frame.hex,) if frame.also == OFF else (frame.hex, frame.also)
    homes = {(state.at[shooter(state, f)], hex_) for f in frame.firers for hex_ in goals}
    short = shortage.short_firers(state, [f for f in frame.firers if f < FIRST_GUN], sum(frame.dice))
    despair = {shooter(state, f) for f in frame.firers if frame.kind == FIRST_FIRE and marks(state, f) == 2}
    kept = keepers(state, frame, shift)
    left = others_column(state, frame, kept, column_, shift)
    count_shots(state, frame.kind, frame.firers, frame.snap)
    marked = [_mark(state, frame, firer, shift) for firer in frame.firers]
    if frame.kind != FIRST_FIRE:
        state.set(fact.fired, (*state.fired, *sorted(homes - set(state.fired))), "ASL-A7.55")
    elif not any(marked) and not frame.snap:  # ASL-A8.221, ASL-A8.223
        leave_residual(state, frame.hex, left, sum(outside))
    checks.select(state, short, 1, checks.SHORT, -1)
    for unit in sorted(despair | (set(frame.leaders) if despair else set())):
        _protective(state, frame, unit)


def _mark(state: Firefight, frame: Attack, firer: int, shift: int) -> bool:
    """The marker of a firer; whether its machine gun malfunctioned or is lost."""
    if firer < FIRST_GUN:
        _mark_unit(state, frame, firer, shift)
        return False
    _mark_gun(state, frame, firer, shift)
    gun = firer - FIRST_GUN
    return bool(state.gun_flags[gun] & JAMMED) or not state.gun_kind[gun]


def _mark_unit(state: Firefight, frame: Attack, unit: int, shift: int) -> None:
    """ASL-A8.1, ASL-A8.3, ASL-A3.2: the marker that follows."""
    if frame.kind == FIRST_FIRE:
        fired = marks(state, unit)
        flag(state, unit, FINAL if fired or shift else FIRST, "ASL-A8.3" if fired else "ASL-A8.1")
    elif frame.kind == FINAL_FIRE:
        flag(state, unit, FINAL, "ASL-A8.4")
    else:
        flag(state, unit, FIRED | (PREP if frame.kind == PREP_FIRE else 0), "ASL-A3.2")


def _protective(state: Firefight, frame: Attack, unit: int) -> None:
    """ASL-A8.31: the dice of Final Protective Fire are a morale check of the firers as well."""
    if state.at[unit] >= 0 and not has(state, unit, BROKEN):
        hot = checks.heated(state, unit, sum(frame.dice))
        items = checks.pass_or_fail(state, unit, 0, sum(frame.dice)) + hot
        checks.call(state, items, "ASL-A8.31")


def is_sustained(state: Firefight, frame: Attack, firer: int) -> bool:
    """ASL-A9.3: fire of a machine gun that is marked already."""
    return frame.kind in (FIRST_FIRE, FINAL_FIRE) and bool(marks(state, firer))


def breakdown(state: Firefight, frame: Attack, firer: int) -> int:
    """ASL-A9.3, ASL-A19.3: the roll from which a machine gun malfunctions."""
    g = firer - FIRST_GUN
    worn = 2 if is_sustained(state, frame, firer) else 0
    unit = state.holder[g]
    return printed_gun(state, g).b - worn - is_inexperienced(state, unit) - shortage.lower(state, unit)


def keeps_rate(state: Firefight, frame: Attack, firer: int, shift: int) -> bool:
    """ASL-A9.2, ASL-A.1: whether the colored die lets a machine gun fire on; ASL-A8.41: also in the Defensive
    Fire Phase.
    """
    g, unit = firer - FIRST_GUN, state.holder[firer - FIRST_GUN]
    waited = frame.kind != ADVANCING_FIRE or has(state, unit, OPPORTUNE)  # ASL-A7.25
    fast = waited and not is_sustained(state, frame, firer) and not has(state, unit, PIN) and not shift
    works = sum(frame.dice) < breakdown(state, frame, firer) and not state.gun_flags[g] & JAMMED
    return fast and works and frame.dice[0] <= printed_gun(state, g).rof


def keepers(state: Firefight, frame: Attack, shift: int) -> set[int]:
    """ASL-A8.23: the machine guns of an attack that keep their rate of fire and do not give it up."""
    guns = [f for f in frame.firers if f >= FIRST_GUN]
    return set() if frame.forgoes else {f for f in guns if keeps_rate(state, frame, f, shift)}


def others_column(state: Firefight, frame: Attack, kept: set[int], column_: int, shift: int) -> int:
    """ASL-A8.23: the column of the firers that leave Residual FP; -1: none do."""
    rest = tuple(f for f in frame.firers if f not in kept)
    return column_ if not kept else column(state, replace(frame, firers=rest), False, shift) if rest else -1


def _mark_gun(state: Firefight, frame: Attack, firer: int, shift: int) -> None:
    """ASL-A9.2, ASL-A9.7: rate of fire, malfunction and markers of a machine gun."""
    g, unit = firer - FIRST_GUN, state.holder[firer - FIRST_GUN]
    fired, dice, limit = marks(state, firer), sum(frame.dice), breakdown(state, frame, firer)
    kept = not frame.forgoes and keeps_rate(state, frame, firer, shift)
    count_gun(state, g, unit, frame.kind)
    sectors.keep(state, g, frame.hex)
    if dice >= limit:
        original = gun(GUN_SIDE[g], state.gun_kind[g]).b
        if limit < original <= dice:
            remove_gun(state, g, "ASL-A.11")
            return
        jam(state, g, "ASL-A9.7")
    if kept:
        state.set_at(fact.gun_flags, g, state.gun_flags[g] | G_USED, "ASL-A9.2")
        state.note("ASL-A9.2", "{} keeps its rate of fire", GUN_NAMES[g], kind="result")
        return
    mark = G_FIRED
    if frame.kind == FIRST_FIRE:
        mark = G_FINAL if fired or shift else G_FIRST
    elif frame.kind == FINAL_FIRE:
        mark = G_FINAL
    state.set_at(fact.gun_flags, g, state.gun_flags[g] & ~G_USED | mark, "ASL-A9.2")


def count_gun(state: Firefight, g: int, unit: int, kind_: str) -> None:
    """ASL-A7.351, FF-SW.1: how many weapons a unit has fired."""
    if not state.gun_flags[g] & (G_USED | G_FIRST | G_FINAL):
        flag(state, unit, GUN2 if has(state, unit, GUN1) else GUN1, "ASL-A7.351")
    if kind_ == PREP_FIRE:
        flag(state, unit, PREP, "ASL-A3.2")


def lose_aims(state: Firefight, units: set[int], but: int = -1) -> None:
    """ASL-C6.5.lost: who fires something else forgets what its mortar has acquired."""
    kept = tuple(row for row in state.acquired if row[0] == but or state.holder[row[0]] not in units)
    state.set(fact.acquired, kept, "ASL-C6.5.lost")


def count_shots(state: Firefight, kind_: str, firers: tuple[int, ...], snap: bool = False) -> None:
    """ASL-A8.14: shots at a mover in this hex, kept with the mover."""
    if kind_ != FIRST_FIRE:
        return
    for n in range(len(state.stack) - 1, -1, -1):
        moving = state.stack[n]
        if isinstance(moving, Driving | Moving):
            counts = dict(moving.shots)
            for firer in firers:
                counts[firer] = counts.get(firer, 0) + 1
            snapped = (*moving.snapped, *firers) if snap else moving.snapped
            changed = replace(moving, shots=tuple(sorted(counts.items())), snapped=snapped)
            state.set(fact.stack, (*state.stack[:n], changed, *state.stack[n + 1 :]), "ASL-A8.14")
            return


def leave_residual(state: Firefight, hex_: int, column_: int, outside: int) -> None:
    """ASL-A8.2, ASL-A8.26: half the column, less a step for each +1 from outside the target hex; ASL-A8.224:
    of the column that cowering leaves.
    """
    power, now = residual_power(column_, outside), dict(state.residual)
    if power > now.get(hex_, 0):
        now[hex_] = power
        state.set(fact.residual, tuple(sorted(now.items())), "ASL-A8.2")
        state.note("ASL-A8.2", "{} Residual FP stay in {}", power, GRID.name[hex_], kind="markers")


def residual_power(column_: int, outside: int) -> int:
    """What fire on a column leaves; 0: nothing."""
    left = RESIDUAL[COLUMNS[column_]] if column_ >= 0 else 0
    step = min(COUNTERS.index(left) - outside, len(COUNTERS) - 1) if left in COUNTERS else -1
    return COUNTERS[step] if step >= 0 else 0


# ---------------------------------------------------------------- rate of fire given up


def could_forgo(state: Firefight, frame: object, shift: int) -> bool:
    """ASL-A8.23: whether First Fire would leave more Residual FP if its machine guns gave up their rate."""
    if not isinstance(frame, Attack) or frame.kind != FIRST_FIRE or not frame.dice:
        return False
    kept = keepers(state, frame, shift) if not frame.snap and not frame.lane and frame.vehicle < 0 else set()
    if not kept:
        return False
    outside = sum(m.amount for m in modifiers(state, frame) if m.clause in OUTSIDE)
    whole = column(state, frame, False, shift)
    rest = others_column(state, frame, kept, whole, shift)
    before = max(dict(state.residual).get(frame.hex, 0), residual_power(rest, outside))
    return residual_power(whole, outside) > before
