"""ASL-E12.1: the Barrage of a 105mm battery: its line is recorded before play, and it falls on Pre-Registered
hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.choices import Choices
from grognard.core.facts import Action, is_unknown
from grognard.core.hexes import Hexes
from grognard.core.procedure import Phase
from grognard.core.ruling import Ruling

from ..board import GRID
from .forces import BATTERIES, BATTERIES_OF, BATTERY_OWNER
from .mission_areas import BARRAGE
from .observer import MODULE, slot
from .position import Firefight, Who, fact
from .words import Record

CLAUSE = "ASL-E12.1"
LINES = ("none", "north", "northeast", "southeast")


def id_of(battery: str) -> str:
    """A battery as decisions name it.

    >>> id_of("us 2")
    'us-2'
    """
    return battery.replace(" ", "-")


def can_record(state: Firefight, battery: str) -> bool:
    """A module that can fire a Barrage, with a Pre-Registered hex, as far as the asker may know."""
    key = slot(battery)
    if is_unknown(state.module[key]) or BARRAGE not in MODULE.get(state.module[key], {}):
        return False
    return bool(state.registered[key])


def has_barrage(state: Firefight, battery: str) -> bool:
    """Whether the hexes of a battery are recorded as Barrage-capable."""
    return can_record(state, battery) and bool(state.barrage[slot(battery)])


def near_registered(state: Firefight, battery: str) -> Hexes:
    """ASL-E12.1: a Barrage is corrected only onto or next to a Barrage-capable hex."""
    return Hexes(GRID.within(int(state.registered[slot(battery)]), 1))


# ---------------------------------------------------------------- before the first turn


def has_battery(state: Firefight, side: str) -> bool:
    """What everybody knows: whether a side has artillery in a TM Scenario."""
    return state.card.is_mission and any(state.net[slot(one)] for one in BATTERIES_OF[side])


def _records(who: Who) -> Callable[[Firefight, object], Sequence[Action]]:
    def records(state: Firefight, frame: object) -> Sequence[Action]:
        mine = [one for one in BATTERIES_OF[who(state, frame)] if can_record(state, one)]
        return [
            Record(id_of(one), word)
            for one in mine
            for number, word in enumerate(LINES)
            if number != state.barrage[slot(one)]
        ]

    return records


def record(state: Firefight, frame: object, action: Record) -> None:
    battery = next(one for one in BATTERIES if id_of(one) == action.battery)
    state.set_at(fact.barrage, slot(battery), LINES.index(action.line), CLAUSE)
    words = "Barrages of the battery run {}" if action.line != LINES[0] else "no Barrage is recorded"
    state.note(CLAUSE, words, action.line, to=BATTERY_OWNER[battery])


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    words = "a line is recorded before play, for a 105mm battery of one's own with a Pre-Registered hex"
    return Ruling(CLAUSE, words)


class Recording(Phase):
    """ASL-C1.73: who has nothing to record is asked as well, so that the question tells nothing."""

    def options(self, state: Firefight, frame: object) -> Choices | None:
        return super().options(state, frame) if has_battery(state, self.decider(state, frame)) else None


def recording(who: Who, words: str) -> Phase:
    return Recording(
        clause=CLAUSE,
        name=words,
        title="Lines of Barrages",
        secret=True,
        shown="lines of Barrages",
        side=who,
        picks=(),
        plain=_records(who),
        take_plain=record,
        plain_verbs=(Record,),
        refuse=refuse,
        asks_anyway=lambda state, frame: has_battery(state, who(state, frame)),
    )
