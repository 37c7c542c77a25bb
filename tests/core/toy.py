"""Ford: an invented game of two units a side, small enough to see through, with a hidden set-up and a secret
roll.

Blue hides two units (secret), rolls their strength (a secret roll) and waits; red walks for three turns. A
red unit that enters a hidden blue one's hex springs the ambush: the move was legal, the ambush is news.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec

from grognard.core.clauses import Clause, Rulebook
from grognard.core.facts import Action, Codec, Column, Fact, Frame, Vocabulary
from grognard.core.game import Game
from grognard.core.hexes import OFF, Grid, Hex, column_row, members
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling
from grognard.core.state import Outcome, State

GRID = Grid(column_row(range(1, 6), range(1, 4), pointy=False))
NAMES = ["A/1", "B/1", "X/9", "Y/9"]
RED, BLUE = 0b0011, 0b1100
SIDE = ["red", "red", "blue", "blue"]
HEX = Codec(lambda h: "" if h < 0 else GRID.name[h], lambda name: GRID.hex(name) if name else OFF)
LAST_TURN = 3


class Hide(Action, frozen=True):
    unit: str
    hex: str


class Move(Action, frozen=True):
    unit: str
    hex: str


class Bold(Action, frozen=True):
    """The beaten unit's owner says how it goes."""

    how: str


class Roll(Action, frozen=True):
    face: int


DIE = Outcomes((Roll(face), 1) for face in range(1, 7))


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    fog: bool = False  # nothing is decided by it; a reading to agree on


class March(Frame, frozen=True, tag="march"):
    """The whole game."""


class Ambush(Frame, frozen=True, tag="ambush"):
    """A red unit has met a hidden blue one."""

    unit: int
    foe: int
    face: int = 0
    lost: int = -1  # the unit that loses; all see which


def may_know(state: Ford, side: str, key: int) -> bool:
    return side == SIDE[key] or bool(state.shown >> key & 1) or SIDE[key] == "red" or bool(state.won)


class Ford(State):
    options = Fact[Options](
        Options(), Codec(msgspec.to_builtins, lambda plain: msgspec.convert(plain, Options))
    )
    turn = Fact(0)
    at = Column[Hex]([OFF] * len(NAMES), NAMES, HEX, seen=may_know)
    shown = Fact[int](0)
    moved = Fact[int](0)
    strength = Fact[int](0, seen=lambda state, side, key: side == "blue" or bool(state.won))
    won = Fact[tuple[str, ...]]((), Codec(list, tuple))

    sides = ("red", "blue")
    grid = GRID
    frames = March | Ambush

    def outcome(self) -> Outcome | None:
        return Outcome(*self.won) if self.won else None


fact = Ford.keys()


def units_on_map(state: Ford, units: int) -> int:
    return sum(1 << u for u in members(units) if state.at[u] >= 0)


def hexes_of(state: Ford, units: int) -> int:
    found = 0
    for unit in members(units):
        if state.at[unit] >= 0:
            found |= 1 << state.at[unit]
    return found


def hide(state: Ford, frame: Any, unit: int, hex_: Hex) -> None:
    state.set_at(fact.at, unit, hex_, "EX-1.1")


def no_strength(state: Ford, frame: Any) -> Outcomes:
    return NO_OUTCOME if state.strength else DIE


def set_strength(state: Ford, frame: Any, action: Roll) -> None:
    state.set(fact.strength, action.face, "EX-1.2")
    state.note("EX-1.2", "strength {}", action.face, to="blue")


def begin(state: Ford, frame: Any) -> None:
    state.set_at(fact.at, 0, GRID.hex("0101"), "EX-1.3")
    state.set_at(fact.at, 1, GRID.hex("0103"), "EX-1.3")
    state.set(fact.turn, 1, "EX-2.1")


def step(state: Ford, frame: Any, unit: int, hex_: Hex) -> None:
    state.set(fact.moved, state.moved | 1 << unit, "EX-3.1")
    for foe in members(BLUE & ~state.shown):
        if state.at[foe] == hex_:  # the move was legal; the ambush is news
            state.set(fact.shown, state.shown | 1 << foe, "EX-5.1")
            state.call(Ambush(unit=unit, foe=foe), "EX-5.2")
            return
    state.set_at(fact.at, unit, hex_, "EX-3.1")


def end_turn(state: Ford, frame: March) -> None:
    state.set(fact.moved, 0, "EX-2.1")
    through = hexes_of(state, RED) & GRID.set(["0501", "0502", "0503"])
    if through:
        finish(state, "red")
    elif state.turn == LAST_TURN or not hexes_of(state, RED):
        finish(state, "blue")
    else:
        state.set(fact.turn, state.turn + 1, "EX-2.1")
        state.replace(March(step=3), "EX-2.1")


def finish(state: Ford, winner: str) -> None:
    state.set(fact.won, (winner, "victory", "EX-6.1"), "EX-6.1")
    state.set(fact.stack, (), "EX-6.1")


def beyond(state: Ford, frame: Any) -> Any:
    return lambda unit: GRID.near_to[state.at[unit]] if state.at[unit] >= 0 else 0


MOVEMENT = Phase(
    clause="EX-2.1",
    name="red movement",
    side=lambda state, frame: "red",
    picks=(
        Pick(
            verb=Move,
            names=NAMES,
            units=(
                Screen("EX-2.1", "{unit} is not red", lambda state, frame: RED),
                Screen("EX-3.1", "{unit} has moved", lambda state, frame: ~state.moved),
                Screen(
                    "EX-3.1",
                    "{unit} is not on the map",
                    lambda state, frame: units_on_map(state, RED),
                    last=True,
                ),
            ),
            hexes=(
                Screen(
                    "EX-3.2", "{hex} holds a unit", lambda state, frame: ~hexes_of(state, RED | state.shown)
                ),
                Screen("EX-3.1", "{hex} is not next to {unit}", beyond, each=True),
            ),
            apply=step,
        ),
    ),
)
MARCH = (
    Phase(
        clause="EX-1.1",
        name="blue set-up",
        secret=True,
        side=lambda state, frame: "blue",
        picks=(
            Pick(
                verb=Hide,
                names=NAMES,
                units=(
                    Screen("EX-1.1", "{unit} is not blue", lambda state, frame: BLUE),
                    Screen("EX-1.1", "{unit} is hidden", lambda state, frame: ~units_on_map(state, BLUE)),
                ),
                hexes=(
                    Screen(
                        "EX-1.1",
                        "{hex} is not east of the ford",
                        lambda state, frame: GRID.set(h for h in GRID.number if h > "02"),
                    ),
                    Screen("EX-1.1", "{hex} is taken", lambda state, frame: ~hexes_of(state, BLUE)),
                ),
                apply=hide,
            ),
        ),
        must=lambda state, frame: Ruling("EX-1.1", "both units must be hidden"),
    ),
    Chance(
        clause="EX-1.2",
        name="strength",
        secret=True,
        roller=lambda state, frame: "blue",
        outcomes=no_strength,
        apply=set_strength,
    ),
    Auto(clause="EX-1.3", do=begin),
    MOVEMENT,
    Auto(clause="EX-2.1", do=end_turn),
)


def fought(state: Ford, frame: Ambush, action: Roll) -> None:
    lost = frame.unit if action.face <= state.strength else frame.foe
    state.replace(msgspec.structs.replace(frame, face=action.face, lost=lost, step=1), "EX-5.2")


def vanish(state: Ford, frame: Ambush, action: Bold) -> None:
    state.note("EX-5.3", "{} goes {}", NAMES[frame.lost], action.how)
    state.set_at(fact.at, frame.lost, OFF, "EX-5.3")


AMBUSH = (
    Chance(
        clause="EX-5.2",
        name="ambush",
        outcomes=lambda state, frame: NO_OUTCOME if frame.face else DIE,
        apply=fought,
    ),
    Ask(
        clause="EX-5.3",
        name="last words",
        side=lambda state, frame: SIDE[frame.lost],
        choices=lambda state, frame: (Bold("quietly"), Bold("shouting")),
        apply=vanish,
    ),
)
Ford.procedures = {March: MARCH, Ambush: AMBUSH}


def standard(options: Options) -> Ford:
    state = Ford()
    state.__dict__["options"] = options
    state.set(fact.stack, (March(),), "EX-1.1")
    state.run()
    state.journal.clear()
    return state


def clause(id_: str) -> Clause:
    return Clause(id=id_, text="invented", chapter="Ford", provenance="reconstruction", kind="rule")


CLAUSES = ("EX-1.1", "EX-1.2", "EX-1.3", "EX-2.1", "EX-3.1", "EX-3.2", "EX-5.1", "EX-5.2", "EX-5.3", "EX-6.1")
NOTATION = SimpleNamespace(
    write=lambda state: {"position": msgspec.json.encode(state.to_plain()).decode()},
    read=lambda plain: Ford.from_plain(msgspec.json.decode(plain["position"])),
)


def make_game(position: type[Ford] = Ford, scenario: Any = standard) -> Game:
    game = Game(
        name="ford",
        title="Ford",
        version="0",
        package="tests.core",
        position=position,
        vocabulary=Vocabulary((Hide, Move, Bold, Roll)),
        options=Options,
        scenarios={"standard": scenario},
        questions=dict,
        notation=NOTATION,
    )
    game.__dict__["rulebook"] = Rulebook([clause(id_) for id_ in CLAUSES], {})
    game.__dict__["readings"] = []
    position.game = game
    return game


GAME = make_game()
