"""Where the Germans of a mission of Purple Heart Draw fortify: the line on which the next blow will fall."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.purple_heart_draw.board import COLUMN_OF, ROW_OF
from grognard.games.purple_heart_draw.charts import fort_cost
from grognard.games.purple_heart_draw.pieces import GERMAN, NUMBER
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.games.purple_heart_draw.troops import LANE_OF
from grognard.players.seat import PlayerSettings

from .belief import LANES, OBJECTIVE_LANES, Lanes
from .lanes import TARGET, bastion, lane_words

STORES = 40.0  # DSP beyond which fortifications add nothing (PHD-Z3)
DEPTH = 3  # rows behind a line whose works still count
ELSEWHERE = 0.5  # what a blow at another line counts: the bastion alone decides the mission


class Blow(NamedTuple):
    """A lane in which an attack is to be met, the row of the line there, and what makes it likely."""

    lane: int
    threat: float
    words: str


def next_blow(state: PurpleHeartDraw, lanes: Lanes, orders: PlayerSettings) -> Blow:
    """The line before which the enemy shows most strength that it can meet; the bastion as long as the
    enemy shows none.
    """
    home = bastion(state, lanes, orders)
    best = max(LANES, key=lambda lane: (threat(lanes, lane, home), lane == home))
    value = threat(lanes, best, home)
    if value <= 0:
        return Blow(home, 0.0, f"no enemy shows before a German line; {lane_words(home)} decides the mission")
    figures = f"{pressing(lanes, best):.1f} to {lanes.defense[1][best]:.1f}"
    words = f"the next blow falls in {lane_words(best)}, where and beside which the enemy shows {figures}"
    return Blow(best, value, words)


def pressing(lanes: Lanes, lane: int) -> float:
    """What the enemy shows in a lane, and beside it where no German line binds it."""
    beside = [one for one in (lane - 1, lane + 1) if one in LANES and not lanes.line[1][one]]
    return sum(lanes.attack[0][one] for one in (lane, *beside))


def threat(lanes: Lanes, lane: int, home: int) -> float:
    """The attack that a line has to meet; a line that is lost in any case counts no more than it can hold."""
    if not lanes.line[1][lane] or lane not in OBJECTIVE_LANES:
        return 0.0
    met = min(pressing(lanes, lane), TARGET * lanes.defense[1][lane])
    return met * (1.0 if lane == home else ELSEWHERE)


def worth_of_works(state: PurpleHeartDraw, side: str, lane: int, line: int) -> float:
    """DSP of the own works in the line row and the three behind it."""
    n, back = NUMBER[side], 1 if side == GERMAN else -1
    return sum(
        fort_cost(item)
        for item, h in (*state.forts[n], *state.buried[n])
        if LANE_OF[COLUMN_OF[h]] == lane and 0 <= (ROW_OF[h] - line) * back <= DEPTH
    )


def row_of_works(lanes: Lanes, lane: int, line: int) -> int:
    """The row in which works still count when the line has moved: the line itself if it will go forward, the
    last row behind it if the enemy is strong enough to drive it back.
    """
    return line + (DEPTH if lanes.ratio(0, lane) >= 1 else 0)
