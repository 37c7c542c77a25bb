"""The rules: actions, what they may name, what they do, and the sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.facts import Action, Roll
from grognard.core.hexes import OFF, Hex
from grognard.core.procedure import DIE, NO_OUTCOME, Auto, Chance, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from .pieces import BLUE, ENEMY, GRID, MINE_HEXES, NAMES, OF_SIDE, RED, RULES, SIDE, STRENGTH, VILLAGE
from .position import Combat, Skirmish, Turn, fact


class Mine(Action, frozen=True):
    hex: str


class Move(Action, frozen=True):
    unit: str
    hex: str


class Attack(Action, frozen=True):
    unit: str
    hex: str


VERBS = (Mine, Move, Attack, Roll)


# ---------------------------------------------------------------- what may be named


def own_units(state: Skirmish, frame: Turn) -> int:
    return OF_SIDE[state.active]


def units_on_map(state: Skirmish, frame: Turn) -> int:
    return state.on_map((1 << len(NAMES)) - 1)


def adjacent(state: Skirmish, frame: Turn) -> Callable[[int], int]:
    return lambda unit: GRID.near_to[state.at[unit]] if state.at[unit] >= 0 else 0


def empty_hexes(state: Skirmish, frame: Turn) -> int:
    return GRID.all & ~(state.hexes_of(RED) | state.hexes_of(BLUE))


def enemy_hexes(state: Skirmish, frame: Turn) -> int:
    return state.hexes_of(ENEMY[state.active])


OWN = Screen("SK-2", "{unit} is not a unit of the side to move", own_units)
ON_MAP = Screen("SK-2", "{unit} is not on the map", units_on_map)


# ---------------------------------------------------------------- what actions do


def lay_mine(state: Skirmish, frame: Turn, subject: int, hex_: Hex) -> None:
    state.set(fact.mine, hex_, "SK-1")


def move(state: Skirmish, frame: Turn, unit: int, hex_: Hex) -> None:
    state.add(fact.moved, 1 << unit, "SK-3")
    if SIDE[unit] == RED and hex_ == state.mine:
        state.set(fact.mine, OFF, "SK-4")
        state.set_at(fact.at, unit, OFF, "SK-4")
        state.note("SK-4", "{} enters {} and is eliminated by the mine", NAMES[unit], GRID.name[hex_])
        return check_end(state)
    return state.set_at(fact.at, unit, hex_, "SK-3")


def attack(state: Skirmish, frame: Turn, unit: int, hex_: Hex) -> None:
    state.add(fact.fought, 1 << unit, "SK-5")
    state.call(Combat(attacker=unit, defender=state.unit_in(hex_)), "SK-5")


def resolve(state: Skirmish, frame: Combat, action: Roll) -> None:
    """SK-6: the sum of the die and the difference of strengths."""
    total = action.face + STRENGTH[frame.attacker] - STRENGTH[frame.defender]
    state.note("SK-6", "{} attacks {}: total {}", NAMES[frame.attacker], NAMES[frame.defender], total)
    state.goto(1, "SK-6")
    if total >= RULES["defender_lost"]:
        state.set_at(fact.at, frame.defender, OFF, "SK-6")
    elif total <= RULES["attacker_lost"]:
        state.set_at(fact.at, frame.attacker, OFF, "SK-6")


def begin(state: Skirmish, frame: Turn) -> None:
    state.set(fact.turn, 1, "SK-2")


def next_part(state: Skirmish, frame: Turn) -> None:
    """SK-2: after red comes blue, after blue the next turn."""
    check_end(state)
    if not state.stack:
        return
    if state.active == BLUE:
        if state.turn == RULES["turns"]:
            return finish(state, BLUE)
        state.set(fact.turn, state.turn + 1, "SK-2")
    state.set(fact.active, ENEMY[state.active], "SK-2")
    state.set(fact.moved, 0, "SK-2")
    state.set(fact.fought, 0, "SK-2")
    return state.replace(Turn(step=MOVEMENT_STEP), "SK-2")


def check_end(state: Skirmish) -> None:
    """SK-7: the village, or no unit left."""
    red, blue = state.hexes_of(RED), state.hexes_of(BLUE)
    if red & VILLAGE or not blue:
        finish(state, RED)
    elif not red:
        finish(state, BLUE)


def finish(state: Skirmish, winner: str) -> None:
    state.set(fact.won, (winner, "victory", "SK-7"), "SK-7")
    state.set(fact.stack, (), "SK-7")


# ---------------------------------------------------------------- the sequence of play


def mine_not_laid(state: Skirmish, frame: Turn) -> int:
    return 0 if state.mine >= 0 or state.options.no_mine or state.turn else MINE_HEXES


def mine_is_due(state: Skirmish, frame: Turn) -> Ruling:
    return Ruling("SK-1", "lay the mine first")


MINING = Phase(
    clause="SK-1",
    name="mine",
    secret=True,
    side=BLUE,
    picks=(
        Pick(
            verb=Mine,
            hexes=(
                Screen("SK-1", "{hex} is not in columns 03 to 05", lambda state, frame: MINE_HEXES),
                Screen("SK-1", "the mine is laid before turn 1, once", mine_not_laid, last=True),
            ),
            apply=lay_mine,
        ),
    ),
    must=mine_is_due,
)
MOVEMENT = Phase(
    clause="SK-3",
    name="movement",
    side=lambda state, frame: state.active,
    picks=(
        Pick(
            verb=Move,
            names=NAMES,
            units=(OWN, ON_MAP, Screen("SK-3", "{unit} has moved", lambda state, frame: ~state.moved)),
            hexes=(
                Screen("SK-3", "{hex} holds a unit", empty_hexes),
                Screen("SK-3", "{hex} is not adjacent to {unit}", adjacent, each=True),
            ),
            apply=move,
        ),
    ),
)
COMBAT = Phase(
    clause="SK-5",
    name="combat",
    side=lambda state, frame: state.active,
    picks=(
        Pick(
            verb=Attack,
            names=NAMES,
            units=(OWN, ON_MAP, Screen("SK-5", "{unit} has attacked", lambda state, frame: ~state.fought)),
            hexes=(
                Screen("SK-5", "{hex} holds no enemy unit", enemy_hexes),
                Screen("SK-5", "{hex} is not adjacent to {unit}", adjacent, each=True),
            ),
            apply=attack,
        ),
    ),
)
SEQUENCE = (
    MINING,
    Auto(clause="SK-2", do=begin),
    MOVEMENT,
    COMBAT,
    Auto(clause="SK-2", do=next_part),
)
MOVEMENT_STEP = SEQUENCE.index(MOVEMENT)
ATTACK = (
    Chance(
        clause="SK-6",
        name="combat die",
        outcomes=lambda state, frame: NO_OUTCOME if frame.step else DIE,
        apply=resolve,
    ),
)
Skirmish.procedures = {Turn: SEQUENCE, Combat: ATTACK}
