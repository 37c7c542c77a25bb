"""SB-13 victory, SB-11.1.5.d-e control of Caen, and the end of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.hexes import Hexes

from .arrivals import last_turn
from .board import ZONE
from .pieces import ALLIED, GERMAN
from .position import SwordBeach, Turn, fact
from .supply import supplied
from .tables import NAVAL_VALUES
from .verbs import zoc

CAEN, CAEN_NORTH = ZONE["caen_all"], ZONE["caen_north"]


def caen_controlled(state: SwordBeach) -> bool:
    """SB-11.1.5.e, SB-J23: last occupied by the Allies, all nine hexes, and joined to supply."""
    if CAEN & ~state.allied_cities:
        return False
    good = supplied(state) & CAEN
    return bool(good) if state.options.caen_supply == "any_hex" else good == CAEN


def note_caen(state: SwordBeach, frame: Turn) -> None:
    """SB-11.1.5.d: two markers go in the turn after; SB-J29: once a game, unless agreed otherwise."""
    held = caen_controlled(state)
    repeats = state.options.caen_loss_repeats
    if held and not state.caen_taken:
        state.set(fact.caen_due, True, "SB-11.1.5.d")
    if held or repeats:
        state.set(fact.caen_taken, held, "SB-11.1.5.e")


def return_mines(state: SwordBeach, frame: Turn) -> None:
    state.set(fact.mines, "cup", "SB-11.1.5.b.4")


def remove_naval(state: SwordBeach, frame: Turn) -> None:
    state.set(fact.naval, (0,) * len(NAVAL_VALUES), "SB-11.2.7.d")


def drop_abandoned(state: SwordBeach, frame: Turn) -> None:
    """SB-J24, turned round."""
    state.set(fact.beachheads, Hexes(state.beachheads & state.occupied[ALLIED]), "SB-J24")


def sudden_death(state: SwordBeach) -> bool:
    """SB-13.0.a, SB-J16: no beach landing hex is available."""
    available: int = state.beachheads
    if state.options.available_beach == "marker_free_of_zoc":
        available &= ~zoc(state, GERMAN)
    return not available


def allied_victory(state: SwordBeach) -> bool:
    """SB-13.0.c, SB-13.0.d: the four northern hexes, whatever zones lie on them and whether supplied or
    not.
    """
    return not CAEN_NORTH & ~state.allied_cities


def judge(state: SwordBeach, frame: Turn) -> None:
    """FM-4.1.4, in the order of SB-J47: sudden death, then the last turn, then the next one."""
    last = state.turn >= last_turn(state)
    if sudden_death(state) and (state.options.sudden_death_first or not (last and allied_victory(state))):
        state.end_game(GERMAN, "strategic", "SB-13.0.a")
    elif allied_victory(state) and (last or state.options.victory_judged == "every_turn"):  # SB-J15
        state.end_game(ALLIED, "victory", "SB-13.0.c")
    elif last:
        state.end_game(GERMAN, "operational", "SB-13.0.b")
    else:
        state.set(fact.turn, state.turn + 1, "FM-4.1.4")
        state.replace(replace(Turn()), "FM-4.1.4")
