"""PHD-C5.13 to PHD-C5.20: redeployment in five situations, and what becomes of prisoners, vehicles, fires,
the wounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen, Step
from grognard.core.ruling import Modifier, Ruling, total

from . import verbs
from .arrival import bog_drm, enter, hexes_of_mines
from .board import GRID, NO_CLIFF
from .charts import RANGE, REDEPLOYMENT, TWO_DICE, row_of
from .gear import own_up
from .ground import Zones, in_situation, situation
from .pieces import (
    BROKEN,
    CAPACITY,
    COVERED,
    FLAG,
    HIDDEN,
    KINDS,
    LEADER,
    NAMES,
    NUMBER,
    PERSONNEL,
    PORTAGE,
    PRISONER,
    REDEPLOY_NOTE,
    SIDE,
    SIDES,
    bare,
    is_gun,
    with_drm,
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
from .posture import STOOD, handed, hands, not_handed, note4
from .setup import conceal, known_enemies
from .verbs import (
    TWO,
    casualty,
    cover_up,
    display_name,
    eliminate,
    exited,
    flag,
    half_squads,
    hardens,
    hexes_with_room,
    is_gun_crew,
    is_infantry,
    is_mobile,
    is_vehicle,
    on_map,
    put,
    replaced,
    room_for,
    show,
    show_cover,
    tell_losses,
    with_riders,
    with_room,
)

MOVED = FLAG["redeployed"]

HEAT, CHOSEN = "heat_of_battle", "chosen"  # PHD-C5.14.note1, and that random selection has spoken
NEEDS = {"i": "must", "ii": "may", "iii": "must", "iv": "must", "v": "may"}

# ---------------------------------------------------------------- where to: PHD-R16


def reach_of(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-C5.14.range"""
    if is_vehicle(state, unit):
        return RANGE["afv_manned_mobile"]
    return RANGE["gun_possessed"] if any(is_gun(g) for g in state.gear[unit]) else RANGE["infantry"]


def ring(start: int, through: int, distance: int, drives: bool = False) -> int:
    """Hexes at most so many steps from a hex, over hexes of `through`; who drives crosses no cliff (PHD-R19,
    PHD-A2).
    """
    seen = new = 1 << start
    for _ in range(distance):
        new = (GRID.cross(new, NO_CLIFF) if drives else GRID.near(new)) & through & ~seen
        if not new:
            break
        seen |= new
    return seen & ~(1 << start)


def nearest_groups(zones: Zones, n: int, start: int, linked: bool) -> int:
    """PHD-R16: the groups of the side's TAC with a hex at the smallest distance; ties to the owner."""
    tac = zones.linked[n] if linked else zones.tac[n]
    if not tac:
        return 0
    near = 1 << start
    for _ in range(70):
        if near & tac:
            return GRID.flood(near & tac, tac)
        near = GRID.within(near, 1)
    return 0


def goals(state: PurpleHeartDraw, side: str, unit: int, which: str) -> int:
    """Hexes a unit may redeploy to: friendly, in range over a path it can use, with room for it."""
    n, zones, start = NUMBER[side], ground(state), start_of(state, unit)
    open_, drives = GRID.all & ~int(state.blaze), is_vehicle(state, unit)  # PHD-C2.ENTER, PHD-R19
    if which == "v":
        friendly = zones.friendly(n)
        return ring(start, open_ & friendly, reach_of(state, unit), drives) & zones.feba[n]
    target = nearest_groups(zones, n, start, linked=which == "ii")
    return ring(start, open_, reach_of(state, unit), drives) & target & open_


def crossable(state: PurpleHeartDraw, side: str, which: str) -> int:
    """PHD-R16: the hexes a redeployment may cross: behind the own FEBA friendly ones, else all that do not
    burn.
    """
    open_ = GRID.all & ~int(state.blaze)
    return open_ & ground(state).friendly(NUMBER[side]) if which == "v" else open_


def bog_check(state: PurpleHeartDraw, side: str, unit: int, goal: int, which: str) -> int | None:
    """PHD-C5.2: the DRM of the Bog DR a vehicle makes at the end of its way; `None`: it makes none."""
    if not is_vehicle(state, unit):
        return None
    return bog_drm(state, start_of(state, unit), goal, crossable(state, side, which), reach_of(state, unit))


# ---------------------------------------------------------------- the DR: PHD-C5.14.drm

DRM = {
    row["id"]: int(row["value"]) for row in REDEPLOYMENT["drm"] if row["id"] != "leadership"
}  # which a leader has printed


def modifiers(state: PurpleHeartDraw, side: str, units: Sequence[int], hex_: int) -> list[Modifier]:
    """PHD-C5.14.drm, all cumulative; PHD-C5.13.a: leaders help those who go with them."""
    n, zones, bit = NUMBER[side], ground(state), 1 << hex_
    infantry = [u for u in units if is_infantry(state, u)]
    wire = infantry and on_wire(state, hex_) and not zones.feba[n] & bit
    excess = max(half_squads(state, units) - 2, 0)
    result = (
        (DRM["isolated"] * bool(zones.isolated[n] & bit), "Isolated"),
        (DRM["wire"] * bool(wire), "Infantry on Wire outside the friendly FEBA"),
        (DRM["no_mans_land"] * bool(zones.nml & bit), "in No-Man's Land"),
        (DRM["stun"] * any(state.status[u] & FLAG["stunned"] for u in units), "Stun"),
        (DRM["enemy_feba"] * bool(zones.feba[1 - n] & bit), "in the enemy FEBA"),
        (DRM["stack_size"] * excess, "half-squad equivalents above one squad on the same DR"),
        (DRM["portage"] * sum(overload(state, u) for u in infantry), "PP above IPC"),
        (
            DRM["adjacent_front"] * bool(zones.front[n] & GRID.near_to[hex_]),
            "adjacent to a friendly Front Line Hex",
        ),
        (DRM["labor"] * any(state.status[u] & FLAG["labor"] for u in units), "under Labor"),
        (leadership(state, units), "leadership"),
    )
    return [Modifier(amount, "PHD-C5.14.drm", because) for amount, because in result if amount]


def on_wire(state: PurpleHeartDraw, hex_: int) -> bool:
    return any(item == "wire" and at == hex_ for forts in state.forts for item, at in forts)


def overload(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-C5.14.drm: portage points above the unit's capacity; what can be dismantled counts dismantled."""
    side = SIDE[unit]
    load = sum(PORTAGE.get(bare(g), {}).get(side, 2) for g in state.gear[unit] if bare(g) in PORTAGE)
    return max(load - CAPACITY[KINDS[state.kind[unit]].type], 0)


def leadership(state: PurpleHeartDraw, units: Iterable[int]) -> int:
    """The best leader (or Armour Leader) of the stack; one who is wounded counts as he is printed."""
    result = [KINDS[state.kind[u]].modifier for u in units if KINDS[state.kind[u]].type == LEADER]
    for u in units:
        result += [KINDS[g[2:]].modifier for g in state.gear[u] if g.startswith("AL")]
    return min(result, default=0)


def result_of(vehicle: bool, original: int, drm: int) -> tuple[str, ...]:
    """PHD-C5.14.table; PHD-C5.14.note1: an Original 2 always redeploys."""
    if original == 2:
        return ("redeploys",) if vehicle else ("redeploys", HEAT)
    return tuple(row_of(REDEPLOYMENT["table"], original + drm)["mobile_vehicle" if vehicle else "infantry"])


def odds(vehicle: bool, drm: int) -> dict[tuple[str, ...], Fraction]:
    """The exact chance of every result: what the page shows before the dice."""
    chances: dict[tuple[str, ...], Fraction] = {}
    for roll, chance in TWO_DICE.items():
        result = result_of(vehicle, roll, drm)
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


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
    PHD-TM8: who left the map is where he left it.
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
    """PHD-C5.13: who redeploys may take over any SW or Gun of the hex he leaves; behind the FEBA, of the new
    one too, and so may those who stay where they are.
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


# ---------------------------------------------------------------- PHD-C5.13: a stack on its way


def stack_of(state: PurpleHeartDraw, frame: Redeploying) -> tuple[int, ...]:
    return state.moving[NUMBER[frame.side]][1:]


def companions(state: PurpleHeartDraw, frame: Redeploying) -> int:
    """PHD-C5.13: others of the Location, of the same branch, that could go there themselves; there is room
    for all of them. PHD-TM8: who left the map goes with those who left it by the same hex.
    """
    units = stack_of(state, frame)
    vehicle, place = is_vehicle(state, units[0]), (state.at[units[0]], state.exit[units[0]])
    goal = state.moving[NUMBER[frame.side]][0]
    ready = candidates(lambda *_: frame.side, frame.situation)(state, frame)
    return set_of(
        u
        for u in members(ready)
        if (state.at[u], state.exit[u]) == place
        and u not in units
        and is_vehicle(state, u) == vehicle
        and goals(state, frame.side, u, frame.situation) >> goal & 1
        and hexes_with_room(state, frame.side, half_squads(state, [*units, u]), (len(units) + 1) * vehicle)
        >> goal
        & 1
    )


def why_not_with(state: PurpleHeartDraw, frame: Redeploying, unit: int, hex_: int) -> str:
    """The one thing that keeps a unit from going with a stack."""
    units = stack_of(state, frame)
    name, goal = state.display_name(NAMES[unit]), state.moving[NUMBER[frame.side]][0] if units else -1
    if not units or SIDE[unit] != frame.side or not state.kind[unit]:
        return f"{name} is not a unit of the side that redeploys"
    if (state.at[unit], state.exit[unit]) != (state.at[units[0]], state.exit[units[0]]):
        return f"{name} is not in the Location the stack leaves"
    if is_vehicle(state, unit) != is_vehicle(state, units[0]):
        return f"{name} does not go with the stack: Infantry and vehicles redeploy apart"
    if not goals(state, frame.side, unit, frame.situation) >> goal & 1:
        return f"{name} cannot reach {GRID.name[goal]}"
    if unit in units:
        return f"{name} goes with the stack already"
    if not candidates(lambda *_: frame.side, frame.situation)(state, frame) >> unit & 1:
        return f"{name} does not redeploy in situation {frame.situation}"
    return f"{GRID.name[goal]} has no room for {name} as well"


def join(state: PurpleHeartDraw, frame: Redeploying, unit: int, hex_: Hex) -> None:
    n = NUMBER[frame.side]
    state.set_at(fact.moving, n, (*state.moving[n], unit), "PHD-C5.13")


def dice_due(state: PurpleHeartDraw, frame: Redeploying) -> Outcomes:
    """The DR, then random selection if somebody of a stack is hit, then Heat of Battle: one step, so that
    nobody who may not look can tell which of them it is.
    """
    result, units = state.todo[NUMBER[frame.side]], stack_of(state, frame)
    if not units:
        return NO_OUTCOME
    if not result or (HEAT in result and (len(units) == 1 or CHOSEN in result)):
        return TWO
    if HEAT in result or "replaced" in result or "reduced" in result:
        return Outcomes((verbs.Select(NAMES[u]), 1) for u in sorted(units))
    return NO_OUTCOME


def dice_fell(state: PurpleHeartDraw, frame: Redeploying, action: verbs.Select | verbs.Dice) -> None:
    if isinstance(action, verbs.Select):
        (heats if HEAT in state.todo[NUMBER[frame.side]] else strike)(
            state, frame.side, NAMES.index(action.unit)
        )
    elif state.todo[NUMBER[frame.side]]:
        heat_rolled(state, frame, action.total)
    else:
        rolled(state, frame, action.total)


def rolled(state: PurpleHeartDraw, frame: Redeploying, roll: int) -> None:
    """PHD-C5.14.table"""
    units = stack_of(state, frame)
    drm = total(modifiers(state, frame.side, units, start_of(state, units[0])))
    result = result_of(is_vehicle(state, units[0]), roll, drm)
    state.note(
        "PHD-C5.14.table",
        "{} rolls to redeploy: DR {}: {}",
        " and ".join(display_name(state, u) for u in units),
        with_drm(roll, drm),
        ", ".join(result).replace("_", " "),
        *units,
        to=frame.side if frame.hidden else None,
        kind=REDEPLOY_NOTE,
    )
    state.set_at(fact.todo, NUMBER[frame.side], result, "PHD-C5.14.table")
    if len(units) == 1:
        strike(state, frame.side, units[0])


def strike(state: PurpleHeartDraw, side: str, unit: int) -> None:
    """PHD-C5.14.note2, PHD-C5.14.note3: the one who is Replaced or Reduced."""
    n = NUMBER[side]
    result = state.todo[n]
    if "replaced" in result:
        replaced(state, unit, "PHD-C5.14.table")
    elif "reduced" in result:
        casualty(state, unit, "PHD-C5.14.note3")
    state.set_at(
        fact.todo, n, tuple(word for word in result if word not in ("replaced", "reduced")), "PHD-C5.14.table"
    )
    if not state.kind[unit]:
        _drop(state, n, unit)


def _drop(state: PurpleHeartDraw, n: int, unit: int) -> None:
    goal, *units = state.moving[n]
    state.set_at(fact.moving, n, (goal, *(u for u in units if u != unit)), "PHD-C5.14.table")


def heats(state: PurpleHeartDraw, side: str, unit: int) -> None:
    """PHD-C5.14.note3: of a stack random selection says whom Heat of Battle takes: he comes first."""
    n = NUMBER[side]
    goal, *units = state.moving[n]
    state.set_at(fact.moving, n, (goal, unit, *(u for u in units if u != unit)), "PHD-C5.14.note3")
    state.set_at(fact.todo, n, (*state.todo[n], CHOSEN), "PHD-C5.14.note3")


def heat_rolled(state: PurpleHeartDraw, frame: Redeploying, roll: int) -> None:
    """PHD-C5.14.note1: Heat of Battle; Berserk is Battle Hardening, Surrender elimination."""
    n, unit = NUMBER[frame.side], stack_of(state, frame)[0]
    state.set_at(
        fact.todo, n, tuple(word for word in state.todo[n] if word not in (HEAT, CHOSEN)), "PHD-C5.14.note1"
    )
    row = row_of(PERSONNEL["heat_of_battle"], roll + heat_modifier(state, unit))
    for effect in row.get("in_conph", row["result"]):
        if effect == "hero":
            hero(state, frame.side, unit)
        elif effect == "battle_harden" and state.kind[unit]:
            hardens(state, unit, "PHD-C5.14.note1")
        elif effect == "eliminated":
            eliminate(state, unit, "PHD-C5.14.note1")
            _drop(state, n, unit)


def heat_modifier(state: PurpleHeartDraw, unit: int) -> int:
    """A15.1: -1 Elite (PHD-MSR7: every German is), +1 broken."""
    kind = KINDS[state.kind[unit]]
    elite = SIDE[unit] == "german" or kind.engineer or kind.name in ("6-6-7", "3-4-7")
    return bool(state.status[unit] & BROKEN) - elite


def hero(state: PurpleHeartDraw, side: str, unit: int) -> None:
    """A15.21: a leader becomes heroic; from an MMC a hero comes forth."""
    if KINDS[state.kind[unit]].type == LEADER:
        return flag(state, unit, FLAG["heroic"], 0, "PHD-C5.14.note1")
    n = NUMBER[side]
    new = verbs.muster(state, side, "hero", (), 0, "PHD-C5.14.note1")
    put(state, new, state.at[unit], "PHD-C5.14.note1")
    if state.open >> unit & 1:
        show(state, new, "PHD-C5.14.note1")
    else:
        flag(state, new, state.status[unit] & COVERED, 0, "PHD-C5.14.note1")
    state.set_at(fact.moving, n, (*state.moving[n], new), "PHD-C5.14.note1")
    return None


def finish(state: PurpleHeartDraw, frame: Redeploying) -> None:
    """The stack arrives, stays, or is lost; PHD-C5.14.i, ii: what is left in place there is eliminated."""
    n = NUMBER[frame.side]
    result, goal, units = state.todo[n], state.moving[n][0], list(stack_of(state, frame))
    state.set_at(fact.todo, n, (), "PHD-C5.14")
    clause = f"PHD-C5.14.{frame.situation}"
    if "redeploys" in result:
        bog = bog_check(state, frame.side, units[0], goal, frame.situation) if units else None
        arrive(state, frame.side, units, goal, clause)
        return enter(state, frame.side, with_riders(state, units), goal, frame.hidden, bog)
    for u in with_riders(state, units):
        if "eliminated" in result or frame.situation in ("i", "ii"):
            eliminate(state, u, clause)
        else:
            flag(state, u, MOVED | FLAG["remained"], 0, clause)
    return may_turn(state, n, goal, units)


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


def owner(state: PurpleHeartDraw, frame: Redeploying) -> str:
    return frame.side


def _steps(hidden: bool) -> tuple[Step[PurpleHeartDraw, Redeploying], ...]:
    """Redeployment is open to all in i to iv and secret in v: each has steps of its own."""
    words = ", unseen" if hidden else ""

    def due(frame: Redeploying) -> bool:
        return frame.hidden == hidden

    return (
        Phase(
            clause="PHD-C5.13",
            name=f"a stack forms{words}",
            secret=hidden,
            side=owner,
            picks=(
                Pick(
                    verb=verbs.Join,
                    names=NAMES,
                    units=(
                        Screen("PHD-C5.13", why_not_with, lambda s, f: companions(s, f) if due(f) else 0),
                    ),
                    apply=join,
                ),
            ),
        ),
        Chance(
            clause="PHD-C5.14.table",
            name=f"redeployment dice{words}",
            secret=hidden,
            roller=owner,
            outcomes=lambda s, f: dice_due(s, f) if due(f) else NO_OUTCOME,
            apply=dice_fell,
            rolls=(verbs.Dice, verbs.Select),
        ),
    )


REDEPLOYING = (
    *_steps(False),
    *_steps(True),
    Auto(clause="PHD-C5.14", do=finish),
    *note4(False),
    *note4(True),
    STOOD,
)


def look_away(side_of: SideOf) -> Auto:
    """PHD-C5.14.v: units behind the own FEBA are moved in secret: until they are concealed the enemy does not
    see the map.
    """

    def do(state: PurpleHeartDraw, frame: object) -> None:
        side = side_of(state, frame)
        feba = ground(state).feba[NUMBER[side]]
        behind = set_of(
            u for u in on_map(state, side) if feba >> state.at[u] & 1 and not state.status[u] & PRISONER
        )
        state.remove(fact.open, behind, "PHD-C5.14.v")

    return Auto(clause="PHD-C5.14.v", do=do)


def find_mines(state: PurpleHeartDraw, side: str) -> None:
    """PHD-C5.2: the enemy looks again: hidden mines of his attack the units that came into them unseen."""
    mines = hexes_of_mines(state.buried[1 - NUMBER[side]])
    moved = [u for u in on_map(state, side) if mines >> state.at[u] & 1 and state.status[u] & MOVED]
    for hex_ in sorted({state.at[u] for u in moved}):
        enter(state, side, [u for u in moved if state.at[u] == hex_], hex_, unseen=False)


def conceal_all(side_of: SideOf) -> Auto:
    """PHD-C5.14.v, PHD-TM7: he conceals what may be concealed before the other looks."""

    def do(state: PurpleHeartDraw, frame: object) -> None:
        side, zones = side_of(state, frame), ground(state)
        enemies = known_enemies(state, side)
        for u in on_map(state, side):
            if zones.feba[NUMBER[side]] >> state.at[u] & 1:
                conceal(state, u, enemies, "PHD-C5.14.v")
        for u in exited(state, side):
            cover_up(state, u, 0, "PHD-TM8")  # off the map, out of sight
        show_cover(state, side, "PHD-C5.14.v")
        own_up(state, side, "PHD-C5.13")
        tell_losses(state, side, "PHD-C5.1")
        find_mines(state, side)

    return Auto(clause="PHD-C5.14.v", do=do, opens=True)


# ---------------------------------------------------------------- PHD-R12


def stuck_fail(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-R12: by the other reading a vehicle that cannot move has failed in situations i and ii.
    PHD-C5.14.i: so has whoever finds no friendly TAC in range."""
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
