"""ASL-A9.22: Fire Lanes: a machine gun beats a line of hexes for the rest of the Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF
from grognard.core.ruling import Ruling

from ..board import GRID
from .eyes import ground, is_adjacent, stand_of
from .forces import ENEMY, FIRST_GUN, GUN_NAMES
from .going import BOTTOM
from .places import Place
from .position import G_FINAL, G_FIRST, G_USED, JAMMED, PIN, SHORTAGE, Attack, Firefight, Moving, fact
from .shots import FIRST_FIRE, LANE_FIRE, clear_view
from .sight import sight
from .tables import COLUMNS, column_of
from .units import in_order, is_good, jam, movers, printed_gun, shooter
from .words import Beat

STRAIGHT, HANDS = "straight", ("left", "right")

# ---------------------------------------------------------------- the line of hexes


def grain(start: int, way: int, hand: str, length: int) -> list[int]:
    """ASL-A9.221: so many hexes from a hex in one direction; or along the corner between two directions, by
    the left or the right of the two hexes beside it.
    """
    found: list[int] = []
    at = start
    for number in range(length):
        if hand == STRAIGHT:
            at = GRID.step(at, way)
        else:
            near = number % 2 == 0
            first, second = (way, (way + 1) % 6) if hand == "left" else ((way + 1) % 6, way)
            at = GRID.step(at, first if near else second)
        if at == OFF or at not in GRID.name:
            break
        found.append(at)
    return found


def lanes_through(start: int, goal: int, reach: int) -> Iterator[tuple[str, list[int]]]:
    """Every line of hexes from the gun that leads through the hex it fires at."""
    for hand in (STRAIGHT, *HANDS):
        for way in range(6):
            line = grain(start, way, hand, reach)
            if goal in line:
                yield hand, line


# ---------------------------------------------------------------- the decision


def beater(state: Firefight, frame: Attack) -> int:
    """The gun of an attack that could lay a lane: one, unmarked, of a Good Order unpinned unit, at Normal
    Range on its own level; -1: none.
    """
    guns = [f - FIRST_GUN for f in frame.firers if f >= FIRST_GUN]
    if frame.kind != FIRST_FIRE or frame.snap or frame.dice or frame.lane or len(guns) != 1:
        return -1
    g = guns[0]
    unit = state.holder[g]
    fresh = not state.gun_flags[g] & (G_USED | G_FIRST | G_FINAL) and printed_gun(state, g).rof > 0
    far = GRID.distance(state.at[unit], frame.hex)
    level = BOTTOM[state.at[unit]] == BOTTOM[frame.hex]
    fit = is_good(state, unit) and not state.flags[unit] & (PIN | SHORTAGE)  # ASL-A19.131
    return g if fresh and fit and level and 0 < far <= printed_gun(state, g).range else -1


def beats(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-A9.22: the ends a lane may have, and the line it follows."""
    if not isinstance(frame, Attack) or (g := beater(state, frame)) < 0:
        return ()
    unit, found = state.holder[g], list[Action]()
    for hand, line in lanes_through(state.at[unit], frame.hex, printed_gun(state, g).range):
        for hex_ in line[line.index(frame.hex) :]:
            if is_swept(state, unit, hex_) and state.card.area >> hex_ & 1:
                found.append(Beat(GRID.name[hex_], hand))
    return in_order(found)


def is_swept(state: Firefight, unit: int, hex_: int) -> bool:
    """Whether a lane reaches a hex: on the level of the gun, and not blocked by more than SMOKE and mist."""
    if BOTTOM[hex_] != BOTTOM[state.at[unit]]:
        return False
    return sight(stand_of(state, unit), Place(hex_), ground=ground(state)).is_seen


def beat(state: Firefight, frame: Attack, action: Beat) -> None:
    g = beater(state, frame)
    unit, end = state.holder[g], GRID.number[action.hex]
    lines = [line for hand, line in lanes_through(state.at[unit], frame.hex, 99) if hand == action.grain]
    line = next(line for line in lines if end in line)
    hexes = [h for h in line[: line.index(end) + 1] if is_swept(state, unit, h)]
    state.note("ASL-A9.22", "{} lays a Fire Lane to {}", GUN_NAMES[g], action.hex, kind="join")
    state.replace(replace(state.stack[-1], lane=(g, *hexes)), "ASL-A9.22")


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    if isinstance(frame, Attack) and any(state.flags[shooter(state, f)] & SHORTAGE for f in frame.firers):
        return Ruling("ASL-A19.131", "a unit that suffers Ammunition Shortage lays no Fire Lane")
    words = (
        "one unmarked machine gun of a Good Order unpinned unit lays a lane in First Fire, on its own level"
    )
    return Ruling(
        "ASL-A9.22", f"{words} and at Normal Range, along a line of hexes through the one it fires at"
    )


# ---------------------------------------------------------------- what a lane does


def lay(state: Firefight, frame: Attack, cowered: bool) -> None:
    """ASL-A9.22: after the attack, unless it cowered; the gun is under a First Fire marker."""
    g = frame.lane[0] if frame.lane else -1
    if g < 0 or cowered or not is_manned(state, g):
        return
    flags = state.gun_flags[g] & ~G_USED | G_FIRST
    state.set_at(fact.gun_flags, g, flags, "ASL-A9.22")
    state.set(fact.lanes, (*state.lanes, frame.lane), "ASL-A9.22")


def is_manned(state: Firefight, g: int) -> bool:
    """ASL-A9.223: the gun works, and its unit is in Good Order and not pinned."""
    unit = state.holder[g]
    works = bool(state.gun_kind[g]) and not state.gun_flags[g] & JAMMED
    return works and unit >= 0 and is_good(state, unit) and not state.flags[unit] & PIN


def power(state: Firefight, g: int, hex_: int) -> int:
    """ASL-A9.22: the column left of the gun's own, doubled in the ADJACENT hex."""
    own = column_of(Fraction(printed_gun(state, g).fp))
    worth = COLUMNS[own - 1] if own > 0 else 0
    return worth * (2 if is_adjacent(state, state.at[state.holder[g]], hex_) else 1)


def drop(state: Firefight) -> None:
    """ASL-A9.223: lanes whose gun is silent are gone."""
    kept = tuple(lane for lane in state.lanes if is_manned(state, lane[0]))
    if kept != state.lanes:
        state.set(fact.lanes, kept, "ASL-A9.223")


def sweep(state: Firefight, moving: Moving, hex_: int) -> Attack | None:
    """The next lane that attacks movers in a hex: each once for each unit and hex."""
    for g, *hexes in state.lanes if state.lanes else ():
        fresh = tuple(u for u in moving.units if (u, hex_, _mark(g)) not in state.struck)
        unit = state.holder[g]
        if hex_ in hexes and fresh and clear_view(state, unit, hex_).is_unit_seen and power(state, g, hex_):
            state.set(fact.struck, (*state.struck, *((u, hex_, _mark(g)) for u in fresh)), "ASL-A8.22")
            state.note(
                "ASL-A9.22", "the Fire Lane of {} strikes {}", GUN_NAMES[g], GRID.name[hex_], kind="attack"
            )
            return Attack(
                side=ENEMY[state.mover],
                hex=hex_,
                kind=LANE_FIRE,
                targets=fresh,
                firepower=power(state, g, hex_),
                ffnam=moving.ffnam,
                lane=(g,),
            )
    return None


def _mark(g: int) -> int:
    return -1 - g


def after_sweep(state: Firefight, frame: Attack) -> None:
    """ASL-A9.223: the dice of a lane count for its gun."""
    g = frame.lane[0]
    if sum(frame.dice) >= printed_gun(state, g).b:
        jam(state, g, "ASL-A9.223")
    drop(state)


def is_tied(state: Firefight, g: int) -> bool:
    """ASL-A9.223: a gun with a lane fires at nothing else in the Movement Phase, unless its Location is
    entered.
    """
    if not any(lane[0] == g for lane in state.lanes):
        return False
    moving = movers(state)
    at = state.at[state.holder[g]]
    return moving is None or not any(state.at[u] == at for u in moving.units)
