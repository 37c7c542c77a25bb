"""FM-4 the sequence of play: a player can proof-read it from top to bottom."""

from __future__ import annotations

from grognard.core.procedure import Auto, Step

from .arrivals import LANDING
from .combat import BOMBARDMENT, COMBAT, combat
from .drop import DROP_ATTACK
from .fire import MINES
from .landing import ASSAULT, LANDINGS
from .markers import MARKERS_PHASE, lose_point
from .movement import movement
from .pieces import ALLIED, GERMAN
from .position import (
    Assault,
    Bombardment,
    Combat,
    DropAttack,
    Landing,
    Mines,
    Retreat,
    SwordBeach,
    Turn,
    fact,
)
from .retreat import RETREAT
from .supply import supply_check
from .victory import drop_abandoned, judge, note_caen, remove_naval, return_mines


def end_of_player_turn(state: SwordBeach, frame: Turn) -> None:
    state.set(fact.fought, 0, "FM-4.1.2")


TURN: tuple[Step[SwordBeach, Turn], ...] = (
    # FM-4.1.1 Support Fire Markers Phase, with the weather before and Allied replacements after it
    *MARKERS_PHASE,
    Auto(clause="FM-4.1.5", do=lose_point),
    # FM-4.1.2 Allied player turn
    movement(ALLIED, "FM-4.1.5"),  # SB-10.2.b: the Allied player is first
    LANDING,
    combat(ALLIED, "FM-4.1.6"),
    movement(ALLIED, "FM-4.1.7", mobile=True),
    combat(ALLIED, "FM-4.1.8", mobile=True),
    Auto(clause="SB-12.0.b", do=supply_check),
    Auto(clause="FM-4.1.2", do=end_of_player_turn),
    # FM-4.1.3 German player turn
    movement(GERMAN, "FM-4.1.5"),
    combat(GERMAN, "FM-4.1.6"),
    movement(GERMAN, "FM-4.1.7", mobile=True),
    combat(GERMAN, "FM-4.1.8", mobile=True),
    Auto(clause="FM-4.1.3", do=end_of_player_turn),
    # FM-4.1.4 end of turn
    Auto(clause="SB-11.1.5.b.4", do=return_mines, due=lambda state, frame: state.mines == "aside"),
    Auto(clause="SB-11.2.7.d", do=remove_naval, due=lambda state, frame: state.turn == 1),
    Auto(
        clause="SB-J24",
        do=drop_abandoned,
        due=lambda state, frame: state.options.abandoned_beachhead == "removed",
    ),
    Auto(clause="SB-11.1.5.e", do=note_caen),
    Auto(clause="FM-4.1.4", do=judge),
)

SwordBeach.procedures = {
    Landing: LANDINGS,
    Turn: TURN,
    Combat: COMBAT,
    Bombardment: BOMBARDMENT,
    Assault: ASSAULT,
    DropAttack: DROP_ATTACK,
    Retreat: RETREAT,
    Mines: MINES,
}
