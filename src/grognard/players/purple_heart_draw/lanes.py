"""The decisive ground of a mission of Purple Heart Draw: the lane the Germans hold, what each lane wants."""

from __future__ import annotations

from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import ROWS
from grognard.games.purple_heart_draw.pieces import GERMAN, KINDS, US, VEHICLE
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, own
from grognard.games.purple_heart_draw.troops import DATA, VALUE
from grognard.players.seat import PlayerSettings

from .belief import CLEAR, GOAL_ROW, LANES, OBJECTIVE_LANES, Lanes

TARGET = 1.6  # the attack for each point of defense that the US masses in a lane before it turns to the next


def lane_words(lane: int) -> str:
    return f"lane {lane + 1}"


def bastion(state: PurpleHeartDraw, lanes: Lanes, orders: PlayerSettings) -> int:
    """The lane the Germans hold: where they are strongest by now; at first any with an intersection, so that
    an enemy cannot know it beforehand.
    """
    strength = {lane: lanes.defense[1][lane] + coming(state, GERMAN)[lane] for lane in OBJECTIVE_LANES}
    best = max(strength.values())
    first: int = orders.notes.setdefault("bastion", orders.rng.choice(OBJECTIVE_LANES))
    if best <= 0 or strength[first] >= best / 2:
        return first
    return max(OBJECTIVE_LANES, key=lambda lane: strength[lane])


def coming(state: PurpleHeartDraw, side: str) -> list[float]:
    """Strength of own units that are to enter, by the lane they were given: attack of the US, defense of the
    Germans.
    """
    strength = [0.0] * len(LANES)
    for u in members(own(state, side)):
        if state.lane[u] >= 0 and state.at[u] < 0 and not state.row[u]:
            strength[state.lane[u]] += worth(state, u, side)
    return strength


def worth(state: PurpleHeartDraw, unit: int, side: str) -> float:
    kind = state.kind[unit]
    pair = VALUE.get(
        kind, tuple(DATA["strength"]["afv_mobile"]) if KINDS[kind].type == VEHICLE else (0.0, 0.0)
    )
    return float(pair[side == GERMAN])


def rows_to_go(lanes: Lanes, lane: int) -> int:
    """Rows the US still has to gain in a lane, the clear ground behind the highway with them."""
    goal = min(GOAL_ROW.get(lane, ROWS) + CLEAR, ROWS)
    return max(0, goal - lanes.line[0][lane])


def deficits(state: PurpleHeartDraw, lanes: Lanes) -> list[float]:
    """Attack strength each lane still wants for the odds the US aims at; below 0 a lane has some to spare."""
    more, needs = coming(state, US), []
    for lane in LANES:
        has = lanes.attack[0][lane] + more[lane]
        enemy = lanes.defense[1][lane]
        needed = lane in OBJECTIVE_LANES or (enemy > 0 and lane > OBJECTIVE_LANES[0])
        if not needed or (not rows_to_go(lanes, lane) and not enemy):
            needs.append(-has)
        else:
            needs.append(TARGET * max(enemy, 2.0) - has)
    return needs


def main_lane(state: PurpleHeartDraw, side: str, lanes: Lanes, orders: PlayerSettings) -> tuple[int, str]:
    """The lane a new group goes to, and why."""
    if side == GERMAN:
        lane = bastion(state, lanes, orders)
        return lane, (
            f"the US must take every lane of the highway, so all hold {lane_words(lane)}: defense"
            f" {lanes.defense[1][lane]:.1f} to an attack of {lanes.attack[0][lane]:.1f}"
        )
    wanted = deficits(state, lanes)
    short = [lane for lane in LANES if wanted[lane] > 0]
    if short:
        lane = min(short, key=lambda lane: (wanted[lane], lane))
        return lane, (
            f"{lane_words(lane)} is the cheapest to break: {wanted[lane]:.1f} attack strength is missing for"
            f" {TARGET}:1 against a defense of {lanes.defense[1][lane]:.1f}"
        )
    lane = max(OBJECTIVE_LANES, key=lambda lane: rows_to_go(lanes, lane))
    return lane, f"{lane_words(lane)} has the longest way to go: {rows_to_go(lanes, lane)} rows"
