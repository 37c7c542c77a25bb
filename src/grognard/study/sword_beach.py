"""What a study of Sword Beach looks at: Caen, the beach, losses, fire, and where units stood and fell."""

from __future__ import annotations

from collections import Counter

from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.sword_beach.board import GRID, ZONE
from grognard.games.sword_beach.pieces import GERMAN, NAMES, ROWS, SIDE, SIDES
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.tables import CUPS
from grognard.games.sword_beach.verbs import Draw
from grognard.games.sword_beach.victory import CAEN, CAEN_NORTH, allied_victory

from .playing import Watch, by_name

FORMATION = [str(row["formation"]) for row in ROWS]
NORTH = CAEN_NORTH.bit_count()
COAST, INLAND = "zones over beaches", "no zone over a beach"
SHORE = GRID.near(ZONE["sword_beach"])


class Watching(Watch[SwordBeach]):
    """One game. `stood` counts unit-turns a hex, `fell` the steps lost in it."""

    def __init__(self) -> None:
        self.stood = {side: Counter[int]() for side in SIDES}
        self.caen_fell: int | None = None
        self.beach_hexes: int | None = None
        self.drop, self.setup = "", ""

    def turn(self, state: SwordBeach) -> None:
        self._look(state)
        if self.caen_fell is None and allied_victory(state):
            self.caen_fell = state.turn - 1  # the turn that has just ended
        if self.beach_hexes is None and state.beachheads:
            self.beach_hexes = state.beachheads
        if state.turn == 1:
            self.drop = "+".join(GRID.names(state.drop_zones))
            self.setup = COAST if SHORE & state.occupied[GERMAN] else INLAND

    def _look(self, state: SwordBeach) -> None:
        for unit in members(state.on_map):
            self.stood[SIDE[unit]][state.at[unit]] += 1

    def end(self, state: SwordBeach) -> Plain:
        self._look(state)
        if self.caen_fell is None and allied_victory(state):
            self.caen_fell = state.turn
        north = (CAEN_NORTH & state.allied_cities).bit_count()
        lost, fell = _losses(state)
        return {
            "margin": -NORTH if state.won[1] == "strategic" else 2 * north - NORTH,
            "caen_fell": self.caen_fell,
            "caen_hexes": (CAEN & state.allied_cities).bit_count(),
            "beach_held": bool(state.beachheads),
            "opening": "+".join(GRID.names(self.beach_hexes or 0)),
            "drop": self.drop,
            "setup": self.setup,
            "lost": lost,
            "fire": _fire(state),
            "stood": by_name(GRID, self.stood),
            "fell": by_name(GRID, fell),
        }


def _losses(state: SwordBeach) -> tuple[dict[str, int], dict[str, Counter[int]]]:
    """Steps lost by formation, and where; a rebuilt step lost again counts again. Read off the journal."""
    lost, fell = Counter[str](), {side: Counter[int]() for side in SIDES}
    at = [-1] * len(NAMES)
    for name, key, old, new, _ in state.journal:
        if name == "at":
            at[key] = new if new >= 0 else at[key]
        elif name == "steps" and new < old:
            lost[FORMATION[key]] += old - new
            fell[SIDE[key]][at[key]] += old - new
    return dict(sorted(lost.items())), fell


def _fire(state: SwordBeach) -> dict[str, int]:
    """Markers drawn from each cup, and naval guns fired."""
    drawn = Counter(action.cup for action in state.actions if isinstance(action, Draw))
    naval = sum(
        sum(old) - sum(new)
        for name, _, old, new, clause in state.journal
        if name == "naval" and clause != "SB-11.2.7.d"
    )
    return {cup: drawn[cup] for cup in CUPS} | {"naval": naval}


# ---------------------------------------------------------------- for the report

MEASURES = {  # of a row: heading, and what it is
    "margin": "northern hexes of Caen held at the end less those not held; a sudden death counts all as lost",
    "caen_hexes": "hexes of Caen in Allied hands at the end",
    "caen_fell": "turn at whose end all four northern hexes were in Allied hands for the first time",
}
SHARES = {"beach_held": "games in which a beachhead is held at the end"}
TALLIES = {"lost": "steps lost, by formation", "fire": "support fire, by cup"}
KINDS = {"opening": "beaches chosen", "drop": "drop zone chosen", "setup": "German set-up"}


def map_of(counts: dict[str, int], colour: str) -> str:
    """A heat map: the darker a hex, the more."""
    from grognard.games.sword_beach.picture import base

    return base().heat(counts, colour)
