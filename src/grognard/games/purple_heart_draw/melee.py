"""PHD-C5.3, PHD-C5.4: close combat left over from the fighting: vehicles slip away, units survive or fall."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Ask, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import units, verbs
from .arrival import beside_without_bog, enter
from .board import GRID
from .pieces import (
    ENEMY,
    FLAG,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
)
from .position import (
    HexesOf,
    Mask,
    Melee,
    PurpleHeartDraw,
    Reason,
    SideOf,
    attacker,
    fact,
    ground,
)
from .posture import ahead
from .units import (
    casualty,
    eliminate,
    flag,
    in_hex,
    is_vehicle,
    on_map,
    put,
    with_riders,
)

MELEE = FLAG["melee"]


def brawls(state: PurpleHeartDraw) -> int:
    """Hexes in which a Melee is under way; both sides see it."""
    seen = members(state.open & state.used)
    return sum(
        {
            1 << state.at[u]
            for u in seen
            if state.at[u] >= 0 and state.status[u] & MELEE and not state.status[u] & PRISONER
        }
    )


def climbers(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.3.b: units on a Climb marker drop to the base level; with enemies there they are in close
    combat.
    """
    for u in members(state.used):
        if state.at[u] >= 0 and state.status[u] & FLAG["climbing"]:
            side = SIDES[u >= len(NAMES) // 2]
            flag(state, u, 0, FLAG["climbing"], "PHD-C5.3.b")
            if enemies := in_hex(state, ENEMY[side], state.at[u]):
                for other in (u, *enemies):
                    units.show(state, other, "PHD-C5.3.b")
                    flag(state, other, MELEE, 0, "PHD-C5.3.b")


def slippers(side_of: SideOf) -> Mask:
    """PHD-C5.3.a: vehicles in Motion in a close combat."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        side = side_of(state, frame)
        return set_of(
            u
            for u in on_map(state, side)
            if state.status[u] & MELEE and state.status[u] & FLAG["motion"] and is_vehicle(state, u)
        )

    return mask


def beside(state: PurpleHeartDraw, frame: object) -> HexesOf:
    """PHD-C5.3.a: in the VCA, where one is told, with room there, and without a Bog check."""
    free = {side: units.room_for(state, side) for side in SIDES}
    return lambda unit: (
        ahead(state, unit) & beside_without_bog(state, unit) & ~int(state.blaze) & free[SIDE[unit]](unit)
    )


def why_not_beside(clause_words: str) -> Reason:
    """The one thing that keeps a unit from an ADJACENT hex."""

    def words(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        name, unit_name = GRID.name[hex_], state.display_name(NAMES[unit])
        if not GRID.near_to[state.at[unit]] >> hex_ & 1:
            return f"{name} is not ADJACENT to {GRID.name[state.at[unit]]}, where {unit_name} is"
        if not ahead(state, unit) >> hex_ & 1:
            return f"{name} is outside the VCA of {unit_name}"
        if not beside_without_bog(state, unit) >> hex_ & 1:
            return f"{unit_name} would need a Bog check to enter {name}"
        if int(state.blaze) >> hex_ & 1:
            return f"{name} burns"
        return f"{name} {clause_words}"

    return words


def slip(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    put(state, unit, Hex(hex_), "PHD-C5.3.a")
    flag(state, unit, 0, MELEE, "PHD-C5.3.a")
    enter(state, SIDE[unit], with_riders(state, [unit]), hex_, unseen=False)


def slipping(side_of: SideOf, words: str) -> Phase:
    return Phase(
        clause="PHD-C5.3.a",
        name=f"leaving close combat, {words}",
        side=side_of,
        picks=(
            Pick(
                verb=verbs.Slip,
                names=NAMES,
                units=(
                    Screen(
                        "PHD-C5.3.a", "{unit} is not a vehicle in Motion in a close combat", slippers(side_of)
                    ),
                ),
                hexes=(Screen("PHD-C5.3.a", why_not_beside("is full"), beside, each=True),),
                apply=slip,
            ),
        ),
    )


def fight_it_out(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
    state.call(Melee(hex=hex_), "PHD-C5.3")


CLOSE_COMBAT = Phase(
    clause="PHD-C5.4",
    name="close combat",
    side=attacker,
    must=lambda state, frame: (
        Ruling("PHD-C5.3", "every close combat is fought to its end") if brawls(state) else None
    ),
    picks=(
        Pick(
            verb=verbs.Brawl,
            units=(
                Screen(
                    "PHD-C5.3",
                    "no close combat is left to be fought",
                    lambda state, frame: 1 if brawls(state) else 0,
                ),
            ),
            hexes=(Screen("PHD-C5.3", "{hex} has no close combat", lambda state, frame: brawls(state)),),
            apply=fight_it_out,
        ),
    ),
)


def brawlers(state: PurpleHeartDraw, frame: Melee) -> list[int]:
    return [u for side in SIDES for u in in_hex(state, side, frame.hex) if state.status[u] & MELEE]


def survivors(state: PurpleHeartDraw, frame: Melee) -> Sequence[Action]:
    """SideOf fell, one by one, and at last which side is left."""
    falls = [verbs.Falls(NAMES[u]) for u in brawlers(state, frame)]
    return [*falls, verbs.Survive("german"), verbs.Survive("none"), verbs.Survive("us")]


def survived(state: PurpleHeartDraw, frame: Melee, action: verbs.Survive | verbs.Falls) -> None:
    """PHD-C5.3: fought to the end; the players enter what it cost and who is left."""
    if isinstance(action, verbs.Falls):
        casualty(state, NAMES.index(action.unit), "PHD-C5.3")
        return state.goto(frame.step, "PHD-C5.3") if brawlers(state, frame) else None
    for side in SIDES:
        for u in in_hex(state, side, frame.hex):
            if not state.status[u] & MELEE:
                continue
            if side == action.side:
                flag(state, u, 0, MELEE, "PHD-C5.3")
            else:
                eliminate(state, u, "PHD-C5.3")
    if action.side in SIDES and (ground(state).tl >> frame.hex & 1) and in_hex(state, action.side, frame.hex):
        take(state, action.side, frame.hex, "PHD-C2.CTRL")
    return None


def take(state: PurpleHeartDraw, side: str, hex_: int, clause: str) -> None:
    """PHD-C2.CTRL: a hex passes into the control of a side."""
    n, bit = NUMBER[side], 1 << hex_
    state.set_at(fact.held, n, Hexes(state.held[n] | bit), clause)
    state.set_at(fact.held, 1 - n, Hexes(state.held[1 - n] & ~bit), clause)


def not_in_melee(state: PurpleHeartDraw, frame: Melee, action: Action) -> Sequence[Ruling]:
    """Why a unit does not fall, or a side is not left."""
    hex_ = GRID.name[frame.hex]
    if isinstance(action, verbs.Falls):
        return [Ruling("PHD-C5.3", f"{action.unit} is not in the close combat in {hex_}")]
    return [
        Ruling(
            "PHD-C5.3",
            f"the close combat in {hex_} leaves us, german or none, not {getattr(action, 'side', action)}",
        )
    ]


MELEE_STEPS = (
    Ask(
        clause="PHD-C5.3",
        name="who is left of a close combat",
        side=attacker,
        choices=survivors,
        apply=survived,
        refuse=not_in_melee,
        takes=(verbs.Falls, verbs.Survive),
        names=NAMES,
    ),
)
