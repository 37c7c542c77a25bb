"""PHD-C5.2: bog and mines entered during the Consolidation Phase act at once, whatever brought the unit into
the hex.

A vehicle whose way needs a Bog check makes one where it ends its redeployment (PHD-C5.13); it may not slip
out of close combat or leave a minefield that way (PHD-C5.3.a, PHD-C5.9). Mines attack every unit that enters
them, friend or enemy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.core.facts import Action
from grognard.core.hexes import Hexes
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Outcomes, Step
from grognard.core.ruling import Ruling

from . import units, verbs
from .board import BOG_GROUND, DIRECTIONS, GRID, NO_CLIFF, ROAD_SIDES, SIDES_OF
from .laying_out import open_works
from .pieces import COVERED, FLAG, NAMES, NUMBER, SIDE, VEHICLE_CREWS, with_drm
from .position import Entering, PurpleHeartDraw, fact
from .troops import DATA
from .units import casualty, display_name, eliminate, flag, is_infantry, is_vehicle, note_unit, put
from .verbs import TWO

BOG, MINES = "bog_check", "enters_mines"  # words of `todo`
BOG_MIN, BOCAGE_DRM = int(DATA["anti_tank"]["bog_min"]), 2  # PHD-A1
FACTORS_A_PIP = int(DATA["mines"]["ap_factors_per_pip"])

# ---------------------------------------------------------------- where a vehicle gets without a Bog check


def free_sides(state: PurpleHeartDraw) -> list[int]:
    """By direction the hexes from which a vehicle steps that way without a Bog check: along a road, through a
    Breach, or over a hexside without bocage onto firm ground; never over a cliff.
    """
    firm = GRID.all & ~(BOG_GROUND | int(state.rubble))
    result = []
    for d, (road, hedge, no_cliff) in enumerate(zip(ROAD_SIDES, SIDES_OF["bocage"], NO_CLIFF, strict=True)):
        gaps = sum(
            {1 << h for forts in state.forts for item, h in forts if item == f"bocage_breach.{DIRECTIONS[d]}"}
        )
        result.append(no_cliff & (road | _back(firm, d) & (~hedge | gaps)))
    return result


def _back(hexes: int, direction: int) -> int:
    """The hexes whose neighbour in a direction is in a set."""
    masks = [0] * 6
    masks[(direction + 3) % 6] = hexes
    return GRID.cross(hexes, masks)


def drives(start: int, through: int, distance: int, sides: Sequence[int]) -> int:
    """Hexes at most so many steps away over some hexsides."""
    seen = new = 1 << start
    for _ in range(distance):
        new = GRID.cross(new, sides) & through & ~seen
        if not new:
            break
        seen |= new
    return seen


def bog_drm(state: PurpleHeartDraw, start: int, goal: int, through: int, distance: int) -> int | None:
    """The DRM of the Bog check a vehicle makes on its way to a hex; `None`: some way needs none.

    PHD-A1: +2 where every way there crosses bocage."""
    if start == goal or drives(start, through, distance, free_sides(state)) >> goal & 1:
        return None
    no_hedge = [
        cliff & ~hedge | road & cliff
        for cliff, hedge, road in zip(NO_CLIFF, SIDES_OF["bocage"], ROAD_SIDES, strict=True)
    ]
    return 0 if drives(start, through, distance, no_hedge) >> goal & 1 else BOCAGE_DRM


def beside_without_bog(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-C5.3.a, PHD-C5.9: ADJACENT hexes a vehicle enters without a Bog check; of Infantry all."""
    own = 1 << state.at[unit]
    return GRID.cross(own, free_sides(state)) if is_vehicle(state, unit) else GRID.near(own)


# ---------------------------------------------------------------- mines in a hex


def fields(state: PurpleHeartDraw, side: str, hex_: int, unseen: bool) -> dict[str, int]:
    """The factors that attack a unit of a side in a hex, by kind; the enemy's hidden mines while it looks
    on.
    """
    n, result = NUMBER[side], dict[str, int]()
    hidden = () if unseen else state.buried[1 - n]
    for item, at in (*state.forts[0], *state.forts[1], *state.buried[n], *hidden):
        kind, _, factors = item.partition(".")
        if at == hex_ and kind.endswith("_mines"):
            result[kind] = result.get(kind, 0) + int(factors)
    return result


def known_mines(state: PurpleHeartDraw, side: str) -> int:
    """Hexes in which a side knows of mines: what a careful player keeps out of."""
    rows = (*state.forts[0], *state.forts[1], *state.buried[NUMBER[side]])
    return sum({1 << hex_ for item, hex_ in rows if "mines" in item})


def attacked(state: PurpleHeartDraw, unit: int, mines: dict[str, int]) -> bool:
    """A-P mines attack all, A-T mines vehicles."""
    return bool(mines) and (is_vehicle(state, unit) or "ap_mines" in mines)


def enter(
    state: PurpleHeartDraw, side: str, units: Iterable[int], hex_: int, unseen: bool, bog: int | None = None
) -> None:
    """PHD-C5.2: units have come into a hex: the Bog check of the vehicle among them and the attack of the
    mines are due.
    """
    n, mines = NUMBER[side], fields(state, side, hex_, unseen)
    alive = [u for u in units if state.kind[u]]
    due: list[tuple[object, ...]] = [(BOG, u, bog) for u in alive if bog is not None and is_vehicle(state, u)]
    due += [(MINES, u, hex_) for u in alive if attacked(state, u, mines)]
    if not due:
        return
    if mines and not unseen:
        uncover(state, 1 - n, hex_)
    state.set_at(fact.todo, n, (*due, *state.todo[n]), "PHD-C5.2")
    state.call(Entering(side=side, hidden=unseen), "PHD-C5.2")


def uncover(state: PurpleHeartDraw, n: int, hex_: int) -> None:
    """Mines that attack are hidden no longer."""
    open_works(
        state, n, tuple(row for row in state.buried[n] if row[1] == hex_ and "mines" in row[0]), "PHD-C5.2"
    )


# ---------------------------------------------------------------- what comes of it

AGAINST_VEHICLE = ("burns", "crew_breaks", "eliminated", "immobile", "unharmed")
AGAINST_INFANTRY = ("eliminated", "reduced", "unharmed")


def waiting(state: PurpleHeartDraw, frame: Entering) -> Any:
    """The first entry of the side's queue that belongs here."""
    queue = state.todo[NUMBER[frame.side]]
    return queue[0] if queue and queue[0][0] in (BOG, MINES) else None


def dice_due(state: PurpleHeartDraw, frame: Entering) -> Outcomes:
    item = waiting(state, frame)
    if item is None:
        return NO_OUTCOME
    if item[0] == BOG:
        return TWO
    return NO_OUTCOME if state.options.tactical_source == "players" else DIE


def dice_fell(state: PurpleHeartDraw, frame: Entering, roll: verbs.Roll | verbs.Dice) -> None:
    word, unit, what = waiting(state, frame)
    _pop(state, frame)
    if word == BOG:
        return bog_rolled(state, unit, verbs.result(roll), what)
    return struck(
        state,
        unit,
        mine_result(state, unit, fields(state, frame.side, what, frame.hidden), verbs.result(roll)),
    )


def bog_rolled(state: PurpleHeartDraw, unit: int, roll: int, drm: int) -> None:
    """B9.54, D8.2: the vehicle bogs where it ends on a Final DR of 12 or more."""
    stuck = roll + drm >= BOG_MIN
    note_unit(
        state, "PHD-C5.2", unit, f"rolls Bog DR {with_drm(roll, drm)}: {'bogged' if stuck else 'not bogged'}"
    )
    if stuck:
        flag(state, unit, FLAG["bogged"], 0, "PHD-C5.2")


def mine_result(state: PurpleHeartDraw, unit: int, mines: dict[str, int], face: int) -> str:
    """What a die says where no players roll the attack (reconstruction, data/resolver.toml)."""
    if not is_vehicle(state, unit):
        return "reduced" if face <= mines.get("ap_mines", 0) // FACTORS_A_PIP else "unharmed"
    factors = mines.get("at_mines", 0)
    if face < factors:
        return "eliminated"
    return "immobile" if face <= max(factors, 1) else "unharmed"


def struck(state: PurpleHeartDraw, unit: int, what: str) -> None:
    note_unit(state, "PHD-C5.2", unit, f"enters mines: {what.replace('_', ' ')}")
    if what == "reduced":
        casualty(state, unit, "PHD-C5.2")
    elif what == "eliminated" and is_infantry(state, unit):
        eliminate(state, unit, "PHD-C5.2")
    elif what != "unharmed":
        hit_vehicle(state, unit, what, "PHD-C5.2")
    n = NUMBER[SIDE[unit]]
    if not state.kind[unit] and unit in state.moving[n][1:]:
        goal, *rest = state.moving[n]
        left = tuple(u for u in rest if u != unit)
        state.set_at(fact.moving, n, (goal, *left) if left else (), "PHD-C5.2")


def hit_vehicle(state: PurpleHeartDraw, unit: int, what: str, clause: str) -> None:
    """What mines did to a vehicle that stays where they are."""
    if what == "crew_breaks":
        return unload(state, unit, clause)
    if what == "immobile":
        return flag(state, unit, FLAG["immobile"], 0, clause)
    flag(state, unit, FLAG["burning"] if what == "burns" else 0, 0, clause)
    return eliminate(state, unit, clause)


def unload(state: PurpleHeartDraw, vehicle: int, clause: str) -> None:
    """PHD-C5.9: a crew that breaks is unloaded in Good Order where it is; its Riders get off, and the vehicle
    is Abandoned.
    """
    side = SIDE[vehicle]
    for u in units.riders_of(state, vehicle):
        units.dismount(state, u, clause)
    crew = units.muster(state, side, VEHICLE_CREWS[side], (), state.group[vehicle], clause)
    put(state, crew, state.at[vehicle], clause)
    if state.open >> vehicle & 1:
        units.show(state, crew, clause)
    else:
        flag(state, crew, state.status[vehicle] & COVERED, 0, clause)
    note_unit(state, clause, crew, f"gets out of {display_name(state, vehicle)} in Good Order")
    flag(state, vehicle, FLAG["abandoned"], 0, clause)


def _pop(state: PurpleHeartDraw, frame: Entering) -> None:
    n = NUMBER[frame.side]
    state.set_at(fact.todo, n, state.todo[n][1:], "PHD-C5.2")


# ---------------------------------------------------------------- the procedure


def results(state: PurpleHeartDraw, frame: Entering) -> Sequence[Action]:
    """At the players' table they roll the attack and enter what came of it."""
    item = waiting(state, frame)
    if item is None or item[0] != MINES:
        return ()
    return [
        verbs.Happened(word) for word in (AGAINST_VEHICLE if is_vehicle(state, item[1]) else AGAINST_INFANTRY)
    ]


def entered(state: PurpleHeartDraw, frame: Entering, action: verbs.Happened) -> None:
    unit = waiting(state, frame)[1]
    _pop(state, frame)
    struck(state, unit, action.what)


def not_a_result(state: PurpleHeartDraw, frame: Entering, action: Action) -> Sequence[Ruling]:
    item = waiting(state, frame)
    if item is None:
        return [Ruling("PHD-C5.2", "no unit has just entered mines")]
    words = AGAINST_VEHICLE if is_vehicle(state, item[1]) else AGAINST_INFANTRY
    return [
        Ruling(
            "PHD-C5.2",
            f"mines do not do {getattr(action, 'what', action)} to {state.display_name(NAMES[item[1]])};"
            f" results: {', '.join(words)}",
        )
    ]


def _steps(hidden: bool) -> tuple[Step, ...]:
    words = ", unseen" if hidden else ""
    return (
        Chance(
            clause="PHD-C5.2",
            name=f"bog or mines entered{words}",
            secret=hidden,
            roller=lambda state, frame: frame.side,
            outcomes=lambda state, frame: dice_due(state, frame) if frame.hidden == hidden else NO_OUTCOME,
            apply=dice_fell,
            rolls=(verbs.Roll, verbs.Dice),
        ),
        Ask(
            clause="PHD-C5.2",
            name=f"mines attack a unit that enters{words}",
            secret=hidden,
            side=lambda state, frame: frame.side,
            choices=lambda state, frame: results(state, frame) if frame.hidden == hidden else (),
            apply=entered,
            refuse=not_a_result,
            takes=(verbs.Happened,),
        ),
    )


def again(state: PurpleHeartDraw, frame: Entering) -> None:
    if waiting(state, frame) is not None:
        state.goto(0, "PHD-C5.2")


ENTERING = (*_steps(False), *_steps(True), Auto(clause="PHD-C5.2", do=again))


def hexes_of_mines(rows: Iterable[tuple[str, int]]) -> Hexes:
    return Hexes(sum({1 << hex_ for item, hex_ in rows if "mines" in item}))
