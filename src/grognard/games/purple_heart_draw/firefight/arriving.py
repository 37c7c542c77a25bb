"""How movers come into the next hex, and what they run into there."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import OFF, Hex
from grognard.core.procedure import Auto, Chance, Phase, Pick, Screen

from ..board import GRID
from . import entering, mines, onset, stealth
from .allowances import allowance
from .forces import ENEMY, SIDE
from .markers import crew, is_marker
from .next_hexes import by_clear_road, one_only, where
from .pillboxes import is_inside
from .position import DUE, G_MOVED, HIDDEN, MOVED, Detection, Firefight, Leaving, Moving, Window, fact
from .shots import mine_power
from .strongpoint import keeps_out
from .units import clear, cover, find_stack, flag, guns_of, in_hex, name, number, pieces_of, put, settle, show
from .words import ANY_OF_SIX, Rush

PLURAL = {
    "{} enters {}": "{} enter {}",
    "{} moves to {}": "{} move to {}",
    "{} passes {} in bypass": "{} pass {} in bypass",
}


def enter(state: Firefight, frame: Moving, hex_: int, price: int, words: str) -> None:
    """One expenditure; ASL-B28.412: mines of the hex that is left attack first."""
    if where(state, frame) >= 0 and mines.on_exit(state, frame.units, hex_, MOVES, price, words):
        state.set(fact.stack, (*state.stack[:-3], frame, *state.stack[-2:]), "ASL-B28.412")
        return
    arrive(state, frame, hex_, price, words)


MOVES = "move"


def leave_mines(state: Firefight, frame: Leaving, fit: tuple[int, ...]) -> None:
    """ASL-B28.412: who was stopped stays; if all were, the other side still answers there."""
    fit = stealth.after_mines(state, fit)
    moving = movers(state)
    if fit:
        arrive(state, replace(moving, units=fit), frame.hex, frame.price, frame.words)
        return
    state.replace(replace(moving, spent=moving.spent + frame.price, ended=True, crossed=False), "FF-WIN.1")
    state.call(Window(), "FF-WIN.1")


mines.GO_ON[MOVES] = leave_mines


def arrive(state: Firefight, frame: Moving, hex_: int, price: int, words: str) -> None:
    """The stack is in the next hex, and the window opens."""
    at = where(state, frame)
    if is_marker(frame.units):
        stealth.carry(state, frame, at, hex_)
    for one in crew(state, frame.units):
        if not is_marker(frame.units):
            show(state, one, "ASL-A12.14.d")
        flag(state, one, MOVED, "ASL-A4.2")
        entering.arrive(state, one)
        for g in set(guns_of(state, one)) - set(pieces_of(state, one)):
            state.set_at(fact.gun_flags, g, state.gun_flags[g] | G_MOVED, "ASL-A4.41")
        put(state, one, hex_, "ASL-A4.2")
    if len(frame.units) > 1 and not is_marker(frame.units):
        words = PLURAL.get(words, words)
    state.note("ASL-A4.2", words, stealth.title(state, frame.units), GRID.name[hex_], kind="move")
    frame = replace(
        frame,
        spent=frame.spent + price,
        here=price,
        hexes=frame.hexes + 1,
        road=frame.road and by_clear_road(state, at, hex_) and not frame.corners and not frame.beside,
        shots=(),
        origin=at,
        crossed=at != OFF and GRID.ground_of(at) != GRID.ground_of(hex_),
        snapped=(),
        trench=False,
    )
    state.replace(frame, "ASL-A4.13")
    stealth.after_step(state, hex_)
    frame = movers(state)
    unseen = lurkers(state, hex_)
    if unseen and frame.units and frame.charge < 0:
        _thrown_back(state, frame, hex_, at, unseen)
        return
    settle(state, "ASL-B9.41")
    if mine_power(state, hex_):
        state.replace(replace(state.stack[-1], route=(), step=0), "ASL-B28.41")
    state.call(Window(), "FF-WIN.1")
    mines.on_entry(state, frame.units, at, hex_)


def lurkers(state: Firefight, hex_: int) -> list[int]:
    """ASL-A12.15: the enemies in a Location that movers do not know; a pillbox is another one (ASL-A2.8)."""
    there = in_hex(state, ENEMY[state.mover], hex_)
    return [u for u in there if not state.open >> u & 1 and not is_inside(state, u)]


def _thrown_back(state: Firefight, frame: Moving, hex_: int, at: Hex, unseen: list[int]) -> None:
    """ASL-A12.15: the movers go back where they came from, and one of the unseen is revealed; ASL-B23.922: a
    fortified building that is held as well.
    """
    keeps_out(state, state.mover, hex_)
    for unit in unseen:
        if state.flags[unit] & HIDDEN:
            find_stack(state, unit, "ASL-A12.15")
            clear(state, unit, HIDDEN, "ASL-A12.15")
            cover(state, unit, "ASL-A12.15")
    if at == OFF:
        _leave_map(state, frame, hex_)
        return
    for unit in frame.units:
        put(state, unit, at, "ASL-A12.15")
    words = "{} holds an unseen enemy: the movers go back to {}"
    state.note("ASL-A12.15", words, GRID.name[hex_], GRID.name[at], kind="move")
    state.replace(replace(frame, ended=True, crossed=False, corners=()), "ASL-A12.15")
    kept = tuple(row for row in state.struck if row[0] not in frame.units or row[1] != at)
    state.set(fact.struck, kept, "ASL-A12.15")  # Residual FP attacks again
    settle(state, "ASL-A12.15")
    state.call(Window(), "FF-WIN.1")
    state.call(Detection(hex=hex_), "ASL-A12.15")


def _leave_map(state: Firefight, frame: Moving, hex_: int) -> None:
    """ASL-A12.15, ASL-A2.5: who came from off the map is off it again, and enters a turn later."""
    for unit in frame.units:
        put(state, unit, OFF, "ASL-A12.15")
        flag(state, unit, DUE, "ASL-A2.5")
    words = "{} holds an unseen enemy: the movers go back off the map"
    state.note("ASL-A12.15", words, GRID.name[hex_], kind="move")
    lose_entry(state, frame)
    state.replace(replace(frame, units=(), ended=True, crossed=False), "ASL-A12.15")
    settle(state, "ASL-A12.15")
    state.call(Detection(hex=hex_), "ASL-A12.15")


def reveal_one(state: Firefight, frame: Detection, action: Roll) -> None:
    unseen = lurkers(state, frame.hex)
    state.goto(1, "ASL-A12.15")
    if unseen:
        show(state, unseen[(action.face - 1) % len(unseen)], "ASL-A12.15")
        settle(state, "ASL-A12.15")


def _lone_ones(state: Firefight, frame: object) -> int:
    """ASL-A12.15, ASL-A4.15: the Location of a leader or hero alone, if the movers can pay for it again and
    there is no "?" besides.
    """
    if not isinstance(frame, Detection):
        return 0
    moving = movers(state)
    others = state.shrouds[number(ENEMY[state.mover])] >> frame.hex & 1
    if others or not moving.units or moving.spent + moving.here > allowance(state, moving):
        return 0
    return onset.targets(state, moving, where(state, moving)) & 1 << frame.hex & one_only(state, moving)


def rush_found(state: Firefight, frame: Detection, unit: int, hex_: int) -> None:
    """ASL-A12.15: instead of going back the movers overrun whom they have found."""
    *below, moving, _, _ = state.stack
    state.set(fact.stack, (*below, moving), "ASL-A12.15")
    assert isinstance(moving, Moving)
    onset.begin(state, moving, hex_, moving.here)


NO_FOUND = (
    "{hex} does not hold a leader or hero alone whom the movers have found, or costs more MF than are left"
)


DETECTION = (
    Chance(clause="ASL-A12.15", name="detection", outcomes=lambda state, frame: ANY_OF_SIX, apply=reveal_one),
    Phase(
        clause="ASL-A12.15",
        name="found alone",
        title="rush the leader or hero who was found, or go back",
        side=lambda state, frame: state.mover,
        picks=(
            Pick(
                verb=Rush,
                units=(
                    Screen("ASL-A4.15", NO_FOUND, lambda s, f: int(bool(_lone_ones(s, f))), decisive=True),
                ),
                hexes=(Screen("ASL-A4.15", NO_FOUND, _lone_ones),),
                apply=rush_found,
            ),
        ),
        once=True,
    ),
    Auto(clause="ASL-A12.15", do=lambda state, frame: None),
)


def lose_entry(state: Firefight, frame: Moving) -> None:
    """PHD-TM10.ff: a stack that could not enter stays off the map in a TM Scenario; on a card it waits."""
    for unit in crew(state, frame.units) if state.card.is_mission else ():
        if state.kind[unit] and state.flags[unit] & DUE:
            clear(state, unit, DUE, "PHD-TM10.ff")
            words = "{} cannot enter and is kept off the map until the scenario is over"
            state.note("PHD-TM10.ff", words, name(state, unit), to=SIDE[unit])


def movers(state: Firefight) -> Moving:
    return next(f for f in reversed(state.stack) if isinstance(f, Moving))
