"""BTR-turn: the sequence of the ledger, from top to bottom."""

from __future__ import annotations

from grognard.core.procedure import Auto

from .arrivals import ARRIVALS, CHART, PLACING
from .position import Award, BeyondTheRhine, Casualties, Chart, Die, Placing, Recovery, Turn, fact
from .rebuild import REBUILDING
from .shipping import SHIPPING
from .situation import SITUATION
from .supply_rolls import AWARD, INCOME, RECOVERY
from .table_entries import CASUALTIES, PLAY, TABLE_ROLL


def end_of_turn(state: BeyondTheRhine, frame: Turn) -> None:
    """The calendar moves on; after the last turn the campaign is over, and who has won is not in the
    document.
    """
    if state.turn < state.game_of.last:
        state.set(fact.turn, state.turn + 1, "BTR-turn.cleanup")
        state.replace(Turn(), "BTR-turn.cleanup")
    else:
        state.set(
            fact.ended,
            ("draw", "not judged: victory conditions are not in the document", "BTR-frame.campaigns"),
            "BTR-frame.campaigns",
        )


TURN = (
    *SITUATION,  # BTR-turn.pre: weather, first player, ports and events; BTR-ledger.1: the notes of the date
    *ARRIVALS,  # BTR-ledger.2: removals, exchanges, the dead pile; BTR-ledger.3: arrivals and transfers
    *INCOME,  # BTR-ledger.4, BTR-ledger.5: supply and replacements, American then Commonwealth
    REBUILDING,  # BTR-ledger.6
    SHIPPING,  # BTR-ledger.7: rail and sea
    *PLAY,  # BTR-turn.player: what the players enter of it
    Auto(clause="BTR-turn.cleanup", do=end_of_turn),
)

BeyondTheRhine.procedures = {
    Turn: TURN,
    Chart: CHART,
    Placing: PLACING,
    Award: AWARD,
    Recovery: RECOVERY,
    Casualties: CASUALTIES,
    Die: TABLE_ROLL,
}
