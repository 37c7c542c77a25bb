"""ASL-C9.3: Spotters: a unit in or next to the hex of a mortar that looks for it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Modifier

from ..board import GRID
from .eyes import sees
from .fire import firing_side
from .forces import FIRST_GUN, GUN_NAMES, NAMES
from .ordnance import LIST, WEAPONS
from .position import (
    DIRECTED,
    G_APART,
    G_USED,
    GUN1,
    GUN2,
    LOST_SPOTTER,
    PIN,
    PREP,
    TI,
    Each,
    Firefight,
    Mask,
    Shot,
    fact,
)
from .reach import busy_at_home, has_hand
from .served import NEXT, spotters
from .shots import PREP_FIRE
from .units import flag, guns_of, has, is_good, is_observing, is_ordnance, name, on_map, settle, shooter, show
from .words import Watch

HARDER, SLOWER = int(LIST["spotted"]["th"]), int(LIST["spotted"]["rof"])

# ---------------------------------------------------------------- who looks


def is_fit(state: Firefight, unit: int) -> bool:
    """A Good Order unit that is not busy otherwise."""
    return is_good(state, unit) and not has(state, unit, TI) and not is_observing(state, unit)


def is_beside(state: Firefight, unit: int, g: int) -> bool:
    holder = state.holder[g]
    near = holder >= 0 and GRID.distance(state.at[unit], state.at[holder]) <= NEXT
    return near and unit != holder


def can_look(state: Firefight, g: int, hex_: int) -> bool:
    """ASL-C9.3: whether the Spotter of a mortar sees a hex; it counts as using a weapon."""
    unit = state.spotters[g]
    if unit < 0 or not is_fit(state, unit) or not is_beside(state, unit, g):
        return False
    free = bool(state.gun_flags[g] & G_USED) or has_hand(state, unit)
    return free and not busy_at_home(state, unit, hex_) and sees(state, unit, hex_)


def is_mortar(state: Firefight, firer: int) -> bool:
    return firer >= FIRST_GUN and WEAPONS[state.gun_kind[firer - FIRST_GUN]].is_mortar


def sees_target(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A6.11, ASL-C9.3: who fires sees a hex, or the Spotter of its mortar does."""
    if sees(state, shooter(state, firer), hex_):
        return True
    return is_mortar(state, firer) and can_look(state, firer - FIRST_GUN, hex_)


def eye(state: Firefight, shot: Shot) -> int:
    """The unit whose line of sight counts for a shot: the Spotter, if who fires does not see."""
    unit = shooter(state, shot.firer)
    if shot.spotter >= 0 or not is_mortar(state, shot.firer) or sees(state, unit, shot.hex):
        return shot.spotter if shot.spotter >= 0 else unit
    g = shot.firer - FIRST_GUN
    return state.spotters[g] if can_look(state, g, shot.hex) else unit


def is_spotted(state: Firefight, shot: Shot) -> bool:
    return eye(state, shot) != shooter(state, shot.firer)


def is_pinned(state: Firefight, shot: Shot) -> bool:
    """ASL-C9.3: a pinned Spotter pins the mortar for the shot."""
    return has(state, shooter(state, shot.firer), PIN) or has(state, eye(state, shot), PIN)


def modifiers(state: Firefight, shot: Shot) -> list[Modifier]:
    """ASL-C9.31: of spotted fire."""
    return [Modifier(HARDER, "ASL-C9.31", "spotted fire")] if is_spotted(state, shot) else []


def slower(state: Firefight, shot: Shot) -> int:
    """ASL-C9.31: what spotted fire takes from the rate of fire."""
    return SLOWER if is_spotted(state, shot) else 0


def use(state: Firefight, shot: Shot) -> None:
    """ASL-C9.3: the Spotter of a shot shows itself, and has used a weapon."""
    unit, g = shot.spotter, shot.firer - FIRST_GUN
    show(state, unit, "ASL-A12.14.c")
    state.note("ASL-C9.3", "{} spots for {}", name(state, unit), GUN_NAMES[g], kind="join")
    if not state.gun_flags[g] & G_USED:
        flag(state, unit, GUN2 if has(state, unit, GUN1) else GUN1, "ASL-C9.3")
    if shot.kind == PREP_FIRE:
        flag(state, unit, PREP, "ASL-A3.2")


# ---------------------------------------------------------------- who is named


def can_be_named(state: Firefight, unit: int) -> bool:
    free = has_hand(state, unit) and not has(state, unit, DIRECTED)
    return free and is_fit(state, unit) and not watched(state, unit)


def watched(state: Firefight, unit: int) -> tuple[int, ...]:
    """The mortars for which a unit looks, as far as this seat knows."""
    return spotters(state).get(unit, ())


def unwatched(state: Firefight, side: str, before: int) -> list[int]:
    """The mortars of a side that may be given a Spotter: those without one, or those that lost theirs."""
    held = [g for unit in on_map(state, side) for g in guns_of(state, unit) if is_ordnance(state, g)]
    held = [g for g in held if is_mortar(state, FIRST_GUN + g)]
    return [g for g in held if state.spotters[g] == before and not state.gun_flags[g] & G_APART]


def _homes(state: Firefight, side: str, before: int, unit: int) -> int:
    near = (g for g in unwatched(state, side, before) if is_beside(state, unit, g))
    return sum({1 << state.at[state.holder[g]] for g in near})


def _pick(side_of: Callable[[Firefight], str], before: int) -> Pick:
    def able(state: Firefight, frame: object) -> int:
        return sum(1 << u for u in on_map(state, side_of(state)) if can_be_named(state, u))

    def own(state: Firefight, frame: object) -> int:
        return sum(1 << u for u in on_map(state, side_of(state)))

    def homes(state: Firefight, frame: object) -> Callable[[int], int]:
        side = side_of(state)
        return lambda unit: _homes(state, side, before, unit)

    def apply(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        there = [g for g in unwatched(state, side_of(state), before) if is_beside(state, unit, g)]
        appoint(state, unit, next(g for g in there if state.at[state.holder[g]] == hex_))

    fit: Mask = able
    goals: Each = homes
    return Pick(
        verb=Watch,
        names=NAMES,
        units=(
            Screen("ASL-A3.2", "{unit} is not on the side that acts, or not on the map", own, decisive=True),
            Screen("ASL-C9.3", "{unit} is not in Good Order, is busy, or has used its weapons", fit),
        ),
        hexes=(
            Screen(
                "ASL-C9.3",
                NO_MORTAR,
                goals,
                each=True,
            ),
        ),
        apply=apply,
    )


NO_MORTAR = "{hex} holds no mortar beside {unit} that may be given a Spotter now"


def appoint(state: Firefight, unit: int, g: int) -> None:
    show(state, unit, "ASL-A12.14.c")
    state.set_at(fact.spotters, g, unit, "ASL-C9.3")
    state.note("ASL-C9.3", "{} is the Spotter of {}", name(state, unit), GUN_NAMES[g], kind="markers")
    settle(state, "ASL-C9.3")


def spotter_pick(kind_: str) -> Pick:
    """ASL-C9.3: a Spotter is named in the own Prep Fire and Defensive Fire Phase."""
    return _pick(lambda state: firing_side(kind_, state), -1)


RENEWED = _pick(lambda state: state.mover, LOST_SPOTTER)  # ASL-C9.3: in the own Movement Phase
