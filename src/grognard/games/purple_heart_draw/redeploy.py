"""PHD-C5.14: redeployment in five situations."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .arrival import enter
from .board import GRID
from .ground import in_situation, situation
from .pieces import (
    HIDDEN,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
    is_gun,
)
from .position import (
    Apply,
    Each,
    HexesOf,
    Mask,
    PurpleHeartDraw,
    Reason,
    Redeploying,
    SideOf,
    fact,
    ground,
    own,
    start_of,
)
from .posture import handed, hands, not_handed
from .redeploy_dice import MOVED, NEEDS, goals, reach_of
from .units import (
    eliminate,
    exited,
    flag,
    is_gun_crew,
    is_mobile,
    is_vehicle,
    on_map,
    put,
    room_for,
    show,
    show_cover,
    with_riders,
    with_room,
)

# ---------------------------------------------------------------- PHD-C5.14: the five situations


def settle_zones(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.14.i, PHD-C5.14.ii: units outside the own FEBA lose their cover before they roll; hidden ones
    may stay (PHD-R14).
    """
    zones = ground(state)
    for side in SIDES:
        n = NUMBER[side]
        for u in on_map(state, side):
            if zones.feba[n] >> state.at[u] & 1 or state.status[u] & PRISONER:
                continue
            if not state.status[u] & HIDDEN or not state.options.hip_may_stay:
                show(state, u, "PHD-C5.14")
        for u in exited(state, side):
            if not zones.feba[n] >> state.exit[u] & 1:
                show(state, u, "PHD-TM8")
        show_cover(state, side, "PHD-C5.14")


def candidates(side_of: SideOf, which: str) -> Mask:
    """Units of a side in a situation that have not redeployed; PHD-R12: what cannot move makes no DR;
    PHD-TM8: a unit that left the map is where it left it.
    """

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        side = side_of(state, frame)
        area = in_situation(ground(state), NUMBER[side], which, state.options.isolated_scope)
        barred = MOVED | PRISONER | (HIDDEN if which != "v" else 0)
        return set_of(
            u
            for u in members(own(state, side))
            if (start := start_of(state, u)) >= 0
            and area >> start & 1
            and not state.status[u] & barred
            and is_mobile(state, u)
            and not emplaced(state, u)
            and state.aboard[u] < 0
        )

    return mask


def emplaced(state: PurpleHeartDraw, unit: int) -> bool:
    """PHD-TM15: a Gun set up in a pillbox or fortified building never moves again; those here cannot be
    dismantled.
    """
    if not any(is_gun(g) for g in state.gear[unit]):
        return False
    n = NUMBER[SIDE[unit]]
    return any(
        item.startswith(("pillbox", "fortified")) and h == state.at[unit]
        for item, h in (*state.forts[n], *state.buried[n])
    )


def against(side_of: SideOf, which: str) -> tuple[Screen, ...]:
    """What keeps a unit in the right situation from redeploying, one screen a clause; the list takes them
    together.
    """

    def but(test: Callable[[PurpleHeartDraw, int], object]) -> Mask:
        return lambda state, frame: (
            ~set_of(u for u in members(own(state, side_of(state, frame))) if test(state, u))
        )

    def screen(clause: str, words: str, test: Callable[[PurpleHeartDraw, int], object]) -> Screen:
        return Screen(clause, words, but(test), implied=True)

    result = (
        screen(
            "PHD-C5.13.a",
            "{unit} has redeployed in this Consolidation Phase",
            lambda state, u: state.status[u] & MOVED,
        ),
        screen(
            "PHD-R12",
            "{unit} is Immobilized, bogged, Mired or Abandoned and cannot move",
            lambda state, u: not is_mobile(state, u),
        ),
        screen(
            "PHD-TM15",
            "the Gun of {unit} is in a pillbox or fortified building and never moves again",
            emplaced,
        ),
        screen(
            "PHD-C5.7",
            "{unit} rides on a vehicle and goes where it goes",
            lambda state, u: state.aboard[u] >= 0,
        ),
    )
    hidden = screen(
        "PHD-R14", "{unit} is hidden and stays where it is", lambda state, u: state.status[u] & HIDDEN
    )
    return result if which == "v" else (*result, hidden)


def _not_so_placed(which: str) -> str:
    place = {
        "i": "behind the enemy FEBA",
        "ii": "Isolated",
        "iii": "in Uncontrolled Terrain",
        "iv": "in No-Man's Land",
        "v": "behind its own FEBA",
    }[which]
    return f"{{unit}} is not {place}; only such units redeploy now (situation {which})"


def reachable(side_of: SideOf, which: str) -> Each:
    return lambda state, frame: lambda unit: goals(state, side_of(state, frame), unit, which)


def destinations(side_of: SideOf, which: str) -> Each:
    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        side = side_of(state, frame)
        free = room_for(state, side)
        return lambda unit: goals(state, side, unit, which) & free(unit)

    return mask


def compulsory(side_of: SideOf, which: str) -> Callable[[PurpleHeartDraw, object], Ruling | None]:
    """PHD-C5.14.i, PHD-C5.14.iii, PHD-C5.14.iv: who must try; PHD-TM8: who left the map may."""

    def must(state: PurpleHeartDraw, frame: object) -> Ruling | None:
        places = destinations(side_of, which)(state, frame)
        for u in members(candidates(side_of, which)(state, frame)):
            if state.at[u] >= 0 and places(u):
                return Ruling(
                    f"PHD-C5.14.{which}",
                    f"{state.display_name(NAMES[u])} in {GRID.name[state.at[u]]} must try to redeploy",
                )
        return None

    return must


def dice_needed(state: PurpleHeartDraw, unit: int, which: str) -> bool:
    """PHD-C5.13: behind the own FEBA Infantry other than Gun crews makes no DR."""
    return which != "v" or is_vehicle(state, unit) or is_gun_crew(state, unit)


def set_out(side_of: SideOf, which: str) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
        side = side_of(state, frame)
        state.set_at(fact.moving, NUMBER[side], (hex_, unit), "PHD-C5.13")
        if not dice_needed(state, unit, which):
            arrive(state, side, [unit], hex_, "PHD-C5.14.v")
            return enter(state, side, [unit], hex_, unseen=True)
        state.call(Redeploying(side=side, hidden=which == "v", situation=which), "PHD-C5.13")
        return None

    return apply


def phase(side_of: SideOf, which: str, words: str) -> Phase:
    return Phase(
        clause=f"PHD-C5.14.{which}",
        name=f"redeployment {which}, {words}",
        secret=which == "v",
        side=side_of,
        must=compulsory(side_of, which) if NEEDS[which] == "must" else None,
        plain=offers(side_of, which),
        take_plain=handed(unseen=which == "v"),
        refuse=not_handed,
        plain_verbs=(verbs.Hand,),
        leave=lambda state, clause: state.set_at(fact.entered, NUMBER[side_of(state, None)], 0, clause),
        picks=(
            Pick(
                verb=verbs.Redeploy,
                names=NAMES,
                units=(
                    *against(side_of, which),
                    Screen(
                        f"PHD-C5.14.{which}", _not_so_placed(which), candidates(side_of, which), last=True
                    ),
                ),
                hexes=(
                    Screen("PHD-R16", _why_not(side_of, which), reachable(side_of, which), each=True),
                    Screen(
                        "PHD-C5.13.a",
                        "{hex} is full: three squads and one vehicle a hex",
                        with_room(side_of),
                        each=True,
                    ),
                ),
                apply=set_out(side_of, which),
            ),
        ),
    )


def offers(side_of: SideOf, which: str) -> Callable[[PurpleHeartDraw, object], Sequence[verbs.Hand]]:
    """PHD-C5.13: a unit that redeploys may take over any SW or Gun of the hex it leaves; behind the FEBA, of
    the new one too, and so may those that stay where they are.
    """

    def offered(state: PurpleHeartDraw, frame: object) -> Sequence[verbs.Hand]:
        side = side_of(state, frame)
        if which == "v":
            return sorted(hands(state, side), key=str)
        places = destinations(side_of, which)(state, frame)
        ready = members(candidates(side_of, which)(state, frame))
        leaving = set_of(state.at[u] for u in ready if state.at[u] >= 0 and places(u))
        return sorted(hands(state, side, leaving), key=str) if leaving else ()

    return offered


def _why_not(side_of: SideOf, which: str) -> Reason:
    def words(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        name, most = GRID.name[hex_], reach_of(state, unit)
        if which == "v":
            start = GRID.name[start_of(state, unit)]
            return f"{name} is not in the own FEBA within {most} hexes of {start} over friendly ground"
        return (
            f"{name} is not a hex of the nearest friendly TAC within {most} hexes of"
            f" {GRID.name[start_of(state, unit)]}"
        )

    return words


def arrive(state: PurpleHeartDraw, side: str, units: Sequence[int], goal: int, clause: str) -> None:
    for u in with_riders(state, units):
        put(state, u, Hex(goal), clause)
        flag(
            state, u, MOVED, HIDDEN if state.status[u] & HIDDEN else 0, clause
        )  # PHD-R14: who is moved is revealed first
    may_turn(state, NUMBER[side], goal, units)


def may_turn(state: PurpleHeartDraw, n: int, goal: int, units: Sequence[int]) -> None:
    """PHD-C5.14.note4: at the players' table a vehicle may turn and try for Hull Down; the resolver knows
    neither.
    """
    asked = state.options.tactical_source != "resolver"
    turning = [u for u in units if state.at[u] >= 0 and is_vehicle(state, u)] if asked else []
    state.set_at(fact.moving, n, (goal, *turning) if turning else (), "PHD-C5.14.note4")


# ---------------------------------------------------------------- PHD-R12


def stuck_fail(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-R12: by the other reading a vehicle that cannot move has failed in situations i and ii.
    PHD-C5.14.i: so has a unit without a friendly TAC in range."""
    zones = ground(state)
    for side in SIDES:
        for u in on_map(state, side):
            if state.status[u] & (PRISONER | MOVED | HIDDEN) or zones.feba[NUMBER[side]] >> state.at[u] & 1:
                continue
            which = situation(zones, NUMBER[side], state.at[u], state.options.isolated_scope)
            if is_mobile(state, u):
                if which == "i":
                    eliminate(
                        state, u, "PHD-C5.14.i", because="finds no friendly TAC in range and is eliminated"
                    )
            elif which in ("i", "ii") and state.options.immobile_redeploy == "counts_as_failure":
                eliminate(state, u, "PHD-R12")
