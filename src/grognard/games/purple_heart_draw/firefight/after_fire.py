"""What firing does to the firers: markers, rate of fire, breakdown, and the Residual FP they leave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.core.hexes import OFF
from grognard.core.ruling import Modifier

from ..board import GRID
from . import checks, sectors, shortage
from .forces import ENEMY, FIRST_GUN, GUN_SIDE, gun
from .going import comes_by_road, hexside, hexside_tem
from .markers import is_marker
from .position import (
    BERSERK,
    BROKEN,
    FANATIC,
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
    Reply,
    Window,
    fact,
)
from .shots import (
    ADVANCING_FIRE,
    FINAL_FIRE,
    FIRST_FIRE,
    PREP_FIRE,
    SERVES,
    column,
    marks,
    modifiers,
    second_man,
)
from .tables import BLASTS, COLUMNS, COUNTERS, RESIDUAL
from .terrain import BRIDGE_HEX
from .units import (
    edge,
    flag,
    gun_name,
    guns_of,
    has,
    is_inexperienced,
    is_ordnance,
    jam,
    kind,
    number,
    printed_gun,
    remove_gun,
    shooter,
    show,
)

OUTSIDE = (
    "ASL-A6.7",
    "ASL-A24",
    "ASL-A24.8",
    "ASL-A4.51",
    "ASL-A7.7",
    "ASL-B26.31",
)  # ASL-A8.26: modifiers from outside the target hex, besides hexsides, the bridge and leadership
SHELL_OUTSIDE = (
    "ASL-A6.7",
    "ASL-A24",
    "ASL-A24.8",
    "ASL-C5.9",
    "ASL-D5.34",
    "ASL-B26.31",
    "ASL-A7.531.ord",
)
HEXSIDES = ("ASL-B9.3", "ASL-B9.31", "ASL-B6")


def steps_outside(state: Firefight, frame: Attack) -> int:
    """ASL-A8.26: a step for each 1 from outside the target hex; of a wall, bocage or the bridge also where
    the target has taken what is in its hex instead.
    """
    found = modifiers(state, frame)
    steps = sum(m.amount for m in found if m.clause in OUTSIDE)
    steps += sum(max(0, m.amount) for m in found if m.clause == "ASL-A7.531")
    edges = [m.amount for m in found if m.clause in HEXSIDES]
    return steps + max(max(edges, default=0), _possible_edge(state, frame))


def _possible_edge(state: Firefight, frame: Attack) -> int:
    homes = {int(state.at[shooter(state, f)]) for f in frame.firers}
    return possible_edge(state, frame.side, homes, frame.hex)


def possible_edge(state: Firefight, side: str, homes: Iterable[int], hex_: int) -> int:
    """ASL-B9.31: what the hexsides towards firers of a side are worth, but for one over which they hold Wall
    Advantage; in bypass a unit has those of its corner alone.
    """
    if edge(state, ENEMY[side], hex_):
        return 0
    far, held = {at for at in homes if at not in (hex_, OFF)}, int(state.walls[number(side)])
    near = {at for at in far if held >> at & 1 and GRID.distance(at, hex_) == 1}
    worth = [hexside_tem(at, hex_) for at in far if not (at in near and hexside(at, hex_))]
    bridge = hex_ == BRIDGE_HEX and any(not comes_by_road(at) for at in far)
    return max([*worth, int(bridge)], default=0)


def shell_steps(state: Firefight, side: str, at: int, hex_: int, found: Sequence[Modifier]) -> int:
    """ASL-A8.25, ASL-A8.26: the same of fire by ordnance and vehicles: also of a crew that is buttoned up or
    was stunned.
    """
    steps = sum(max(0, m.amount) for m in found if m.clause in SHELL_OUTSIDE)
    edges = [m.amount for m in found if m.clause in HEXSIDES]
    return steps + max(max(edges, default=0), possible_edge(state, side, (at,), hex_))


def after_fire(state: Firefight, frame: Attack, column_: int, shift: int) -> None:
    lose_aims(state, {shooter(state, f) for f in frame.firers})
    outside = steps_outside(state, frame)
    lines = lines_of_fire(state, frame)
    short = shortage.short_firers(state, [f for f in frame.firers if f < FIRST_GUN], sum(frame.dice))
    again, despair = _firing_again(state, frame, 1), _firing_again(state, frame, 2)
    worn = worn_out(state, frame)
    kept, cowering = keepers(state, frame, shift), _cowering(state, frame) if shift else []
    left = others_column(state, frame, kept, column_, shift)
    count_shots(state, frame.kind, frame.firers, frame.snap)
    note_led(state, frame)
    marked = [_mark(state, frame, firer, shift, firer in worn) for firer in frame.firers]
    for unit in sorted(again):
        _silence(state, unit, frame.firers)
    if frame.kind != FIRST_FIRE:
        state.set(fact.fired, (*state.fired, *sorted(lines - set(state.fired))), "ASL-A7.55")
    else:
        note_answer(state, frame)
    if frame.kind == FIRST_FIRE and not any(marked) and not worn and not frame.snap:  # ASL-A8.221, ASL-A8.223
        leave_residual(state, frame.hex, left, outside)
    checks.select(state, worn, 1, checks.JAMS, -1, sum(1 << n for n, f in enumerate(worn) if worn[f]))
    checks.select(state, short, 1, checks.SHORT, -1)
    checks.select(state, cowering, 1, checks.COWED, -1)
    for unit in sorted(despair | (set(frame.leaders) if despair else set())):
        _protective(state, frame, unit)


def note_answer(state: Firefight, frame: Attack) -> None:
    """ASL-A7.55: who has fired at an expenditure, and from where."""
    rows = tuple((int(state.at[shooter(state, f)]), f) for f in frame.firers)
    for n in range(len(state.stack) - 1, -1, -1):
        window = state.stack[n]
        if isinstance(window, Window | Reply):
            noted = replace(window, lines=(*window.lines, *rows))
            state.set(fact.stack, (*state.stack[:n], noted, *state.stack[n + 1 :]), "ASL-A7.55")
            return


def lines_of_fire(state: Firefight, frame: Attack) -> set[tuple[int, int]]:
    """The hexes of the firers, each with every hex that is fired at."""
    goals = (frame.hex,) if frame.also == OFF else (frame.hex, frame.also)
    return {(state.at[shooter(state, f)], hex_) for f in frame.firers for hex_ in goals}


def _firing_again(state: Firefight, frame: Attack, marked: int) -> set[int]:
    """ASL-A8.3, ASL-A8.31: the units in First Fire whose firer has so many marks of earlier fire."""
    if frame.kind != FIRST_FIRE:
        return set()
    return {shooter(state, f) for f in frame.firers if marks(state, f) == marked}


def worn_out(state: Firefight, frame: Attack) -> dict[int, bool]:
    """ASL-A9.7: of several machine guns that the dice would break one is chosen; whether it would be lost."""
    guns = [f for f in frame.firers if f >= FIRST_GUN and sum(frame.dice) >= breakdown(state, frame, f)]
    return {f: is_past_repair(state, frame, f) for f in guns} if len(guns) > 1 else {}


def is_past_repair(state: Firefight, frame: Attack, firer: int) -> bool:
    """ASL-A.11: the dice reach the printed number, and what the gun is used for has lowered it."""
    g = firer - FIRST_GUN
    printed = gun(GUN_SIDE[g], state.gun_kind[g]).b
    return breakdown(state, frame, firer) < printed <= sum(frame.dice)


def note_led(state: Firefight, frame: Attack) -> None:
    """ASL-A7.53, ASL-A9.12: who has directed these firers, or served a machine gun with a leader."""
    rows = [(unit, *frame.firers) for unit in frame.leaders]
    for firer in frame.firers:
        if (mate := second_man(state, firer)) >= 0:
            rows.append((mate, SERVES, firer))
            help_at(state, mate)
    if rows:
        state.set(fact.led, (*state.led, *rows), "ASL-A7.53")


def help_at(state: Firefight, mate: int) -> None:
    """ASL-A9.12, ASL-C13.4: who serves a weapon with a leader uses it as well."""
    show(state, mate, "ASL-A12.14.c")
    flag(state, mate, GUN1, "ASL-A7.352")


def _silence(state: Firefight, unit: int, firers: tuple[int, ...]) -> None:
    """ASL-A8.3: the machine guns of a unit that do not join its Subsequent First Fire are silent."""
    for g in guns_of(state, unit):
        if FIRST_GUN + g not in firers and state.gun_kind[g] not in BLASTS and not is_ordnance(state, g):
            bits = state.gun_flags[g] & ~(G_USED | G_FIRST) | G_FINAL
            state.set_at(fact.gun_flags, g, bits, "ASL-A8.3")


def _mark(state: Firefight, frame: Attack, firer: int, shift: int, waits: bool) -> bool:
    """The marker of a firer; whether its machine gun malfunctioned or is lost. `waits`: that is still to be
    rolled for.
    """
    if firer < FIRST_GUN:
        _mark_unit(state, frame, firer)
        return False
    _mark_gun(state, frame, firer, shift, waits)
    gun = firer - FIRST_GUN
    return bool(state.gun_flags[gun] & JAMMED) or not state.gun_kind[gun]


def _cowering(state: Firefight, frame: Attack) -> list[int]:
    """ASL-A7.9: the units of the group that can cower."""
    units = sorted({shooter(state, f) for f in frame.firers})
    calm = [u for u in units if kind(state, u).is_single or state.flags[u] & (BERSERK | FANATIC)]
    return [u for u in units if u not in calm and state.at[u] >= 0]


def _mark_unit(state: Firefight, frame: Attack, unit: int) -> None:
    """ASL-A8.1, ASL-A8.3, ASL-A3.2: the marker that follows."""
    if frame.kind == FIRST_FIRE:
        fired = marks(state, unit)
        flag(state, unit, FINAL if fired else FIRST, "ASL-A8.3" if fired else "ASL-A8.1")
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
    rest = replace(frame, firers=tuple(f for f in frame.firers if f not in kept))
    return column_ if not kept else used_column(state, rest, shift) if rest.firers else -1


def used_column(state: Firefight, frame: Attack, shift: int) -> int:
    """ASL-A8.2, ASL-A12.13: the column First Fire uses: of movers under a "?" that of their own."""
    return column(state, frame, is_marker(frame.targets), shift)


def _mark_gun(state: Firefight, frame: Attack, firer: int, shift: int, waits: bool) -> None:
    """ASL-A9.2, ASL-A9.7: rate of fire, malfunction and markers of a machine gun."""
    g, unit = firer - FIRST_GUN, state.holder[firer - FIRST_GUN]
    fired, fails = marks(state, firer), sum(frame.dice) >= breakdown(state, frame, firer)
    lost = is_past_repair(state, frame, firer)
    kept = not frame.forgoes and keeps_rate(state, frame, firer, shift)
    count_gun(state, g, unit, frame.kind)
    sectors.keep(state, g, frame.hex)
    if fails and not waits:
        if lost:
            remove_gun(state, g, "ASL-A.11")
            return
        jam(state, g, "ASL-A9.7")
    if kept:
        state.set_at(fact.gun_flags, g, state.gun_flags[g] | G_USED, "ASL-A9.2")
        state.note("ASL-A9.2", "{} keeps its rate of fire", gun_name(state, g), kind="result")
        return
    mark = G_FIRED
    if frame.kind == FIRST_FIRE:
        mark = G_FINAL if fired else G_FIRST
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
    outside = steps_outside(state, frame)
    whole = used_column(state, frame, shift)
    rest = others_column(state, frame, kept, whole, shift)
    before = max(dict(state.residual).get(frame.hex, 0), residual_power(rest, outside))
    return residual_power(whole, outside) > before
