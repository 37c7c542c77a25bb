"""What units do in the Prep Fire Phase instead of firing: ASL-A9.8, guns are taken apart and put together;
ASL-A7.25, a unit keeps its fire for later.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen

from .after_fire import count_gun
from .eyes import give_away
from .fire import firing_side
from .forces import FIRST_GUN, GUN_NAMES, GUN_SIDE, NAMES, gun
from .position import (
    BROKEN,
    FIRED,
    G_APART,
    G_EMPLACED,
    G_FINAL,
    G_FIRED,
    G_FIRST,
    G_USED,
    GUN1,
    GUN2,
    JAMMED,
    MELEE,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    Firefight,
    Mask,
    fact,
)
from .reach import may_use
from .shots import (
    PREP_FIRE,
)
from .tables import CHARGE, Gun
from .units import (
    flag,
    guns_of,
    has,
    is_good,
    name,
    on_map,
    readers,
    remove_gun,
    settle,
    shooter,
    small_arms,
)
from .words import Assemble, Dismantle, Opportunity, Ruin


def _can_rebuild(kind_: str, apart: bool) -> Mask:
    """ASL-A9.8: guns of the firing side that could be fired now, whole or dismantled."""

    def mask(state: Firefight, frame: object) -> int:
        found = 0
        held = [g for unit in on_map(state, firing_side(kind_, state)) for g in guns_of(state, unit)]
        for g in held:
            if state.gun_kind[g] != CHARGE and _is_free(state, kind_, FIRST_GUN + g):
                flags, whole = state.gun_flags[g], whole_gun(state, g)
                found |= (bool(whole.apart) and bool(flags & G_APART) == apart) << g
        return found

    return mask


def whole_gun(state: Firefight, g: int) -> Gun:
    return gun(GUN_SIDE[g], state.gun_kind[g])


def _is_free(state: Firefight, kind_: str, firer: int, broken: bool = False) -> bool:
    flags = state.gun_flags[firer - FIRST_GUN] & ~(JAMMED if broken else 0)
    if flags & (JAMMED | G_FIRED | G_FIRST | G_FINAL | G_USED) or not may_use(state, firer):
        return False
    return not state.flags[shooter(state, firer)] & (BROKEN | TI | MELEE | PIN)


def rebuild(kind_: str) -> Callable[[Firefight, object, int, Hex], None]:
    def change(state: Firefight, frame: object, g: int, hex_: int) -> None:
        """ASL-A9.8: it counts as firing the gun; ASL-C9.2: a mortar loses its Emplacement."""
        unit = state.holder[g]
        give_away(state, unit, "ASL-A12.14.c")
        settle(state, "ASL-A12.14.c")
        flag(state, unit, GUN2 if has(state, unit, GUN1) else GUN1, "ASL-A9.8")
        if kind_ == PREP_FIRE:
            flag(state, unit, PREP, "ASL-A3.2")
        mark = G_FIRED if kind_ == PREP_FIRE else G_FINAL
        state.set_at(fact.gun_flags, g, ((state.gun_flags[g] ^ G_APART) & ~G_EMPLACED) | mark, "ASL-A9.8")
        words = "{} takes {} apart" if state.gun_flags[g] & G_APART else "{} puts {} together"
        to = readers(state, unit)
        state.note("ASL-A9.8", words, name(state, unit), GUN_NAMES[g], to=to, kind="markers")

    return change


def rebuild_picks(kind_: str) -> tuple[Pick, ...]:
    words = "{unit} is not a gun that could be fired now and could be "
    return tuple(
        Pick(
            verb=verb,
            names=GUN_NAMES,
            units=(Screen("ASL-A9.8", words + said, _can_rebuild(kind_, apart)),),
            apply=rebuild(kind_),
        )
        for verb, said, apart in ((Dismantle, "taken apart", False), (Assemble, "put together", True))
    )


def _can_ruin(kind_: str) -> Mask:
    """ASL-A9.73: weapons of the firing side that could be fired now, or are broken."""

    def mask(state: Firefight, frame: object) -> int:
        held = [g for unit in on_map(state, firing_side(kind_, state)) for g in guns_of(state, unit)]
        return sum(1 << g for g in held if _is_free(state, kind_, FIRST_GUN + g, broken=True))

    return mask


def ruin_pick(kind_: str) -> Pick:
    """ASL-A9.73: instead of firing it a unit destroys a weapon of its own."""

    def ruin(state: Firefight, frame: object, g: int, hex_: Hex) -> None:
        unit = state.holder[g]
        give_away(state, unit, "ASL-A12.14.c")
        settle(state, "ASL-A12.14.c")
        count_gun(state, g, unit, kind_)
        remove_gun(state, g, "ASL-A9.73")

    words = "{unit} is not a weapon that its unit could fire now"
    return Pick(verb=Ruin, names=GUN_NAMES, units=(Screen("ASL-A9.73", words, _can_ruin(kind_)),), apply=ruin)


# ---------------------------------------------------------------- Opportunity Fire

SPENT = FIRED | PREP | GUN1 | OPPORTUNE


def can_wait(state: Firefight, unit: int) -> bool:
    """ASL-A7.25: in Good Order, armed, not busy, and it has not fired."""
    armed = small_arms(state, unit)[0] or guns_of(state, unit)
    return bool(armed) and is_good(state, unit) and not state.flags[unit] & (SPENT | TI)


def _waiting(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in on_map(state, state.mover) if can_wait(state, u))


def wait(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """ASL-A12.14.c: it loses its "?"."""
    give_away(state, unit, "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    flag(state, unit, OPPORTUNE, "ASL-A7.25")
    words = "{} keeps its fire"
    state.note("ASL-A7.25", words, name(state, unit), to=readers(state, unit), kind="markers")


OPPORTUNITY = Pick(
    verb=Opportunity,
    names=NAMES,
    units=(
        Screen("ASL-A7.25", "{unit} has fired, or is not an armed Good Order unit of the side", _waiting),
    ),
    apply=wait,
)
