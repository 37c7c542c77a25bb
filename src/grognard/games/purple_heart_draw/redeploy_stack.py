"""PHD-C5.13: a stack on its way: who goes along, the dice, and what they do to each unit."""

from __future__ import annotations

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen, Step
from grognard.core.ruling import total

from . import units, verbs
from .arrival import enter, hexes_of_mines
from .board import GRID
from .charts import row_of
from .gear import own_up
from .laying_out import conceal, known_enemies
from .pieces import (
    BROKEN,
    COVERED,
    FLAG,
    KINDS,
    LEADER,
    NAMES,
    NUMBER,
    PERSONNEL,
    PRISONER,
    REDEPLOY_NOTE,
    SIDE,
    with_drm,
)
from .position import (
    PurpleHeartDraw,
    Redeploying,
    SideOf,
    fact,
    ground,
    start_of,
)
from .posture import STOOD, note4
from .redeploy import arrive, candidates, may_turn
from .redeploy_dice import CHOSEN, HEAT, MOVED, bog_check, goals, modifiers, result_of
from .units import (
    casualty,
    cover_up,
    display_name,
    eliminate,
    exited,
    flag,
    half_squads,
    hardens,
    hexes_with_room,
    is_vehicle,
    on_map,
    put,
    replaced,
    show,
    show_cover,
    tell_losses,
    with_riders,
)
from .verbs import TWO


def stack_of(state: PurpleHeartDraw, frame: Redeploying) -> tuple[int, ...]:
    return state.moving[NUMBER[frame.side]][1:]


def companions(state: PurpleHeartDraw, frame: Redeploying) -> int:
    """PHD-C5.13: others of the Location, of the same branch, that could go there themselves; there is room
    for all of them. PHD-TM8: a unit that left the map goes with those that left it by the same hex.
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
    """The DR, then random selection if a unit of a stack is hit, then Heat of Battle: one step, so that
    the other side cannot tell which of them it is.
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
    """PHD-C5.14.note3: of a stack random selection says which unit Heat of Battle takes: it comes first."""
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
    new = units.muster(state, side, "hero", (), 0, "PHD-C5.14.note1")
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
    """PHD-C5.2: the enemy looks again: its hidden mines attack the units that came into them unseen."""
    mines = hexes_of_mines(state.buried[1 - NUMBER[side]])
    moved = [u for u in on_map(state, side) if mines >> state.at[u] & 1 and state.status[u] & MOVED]
    for hex_ in sorted({state.at[u] for u in moved}):
        enter(state, side, [u for u in moved if state.at[u] == hex_], hex_, unseen=False)


def conceal_all(side_of: SideOf) -> Auto:
    """PHD-C5.14.v, PHD-TM7: a side conceals what may be concealed before the other looks."""

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
