"""What a seat may know or guess of both forces, lane by lane, and what an assault would cost. Own view only.

Open enemy units are counted as they stand, a concealed counter as one squad. What the enemy can have bought
and not shown is guessed from the mean of the points table.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import COLUMN_OF, INTERSECTIONS, ROW_OF, ROWS
from grognard.games.purple_heart_draw.charts import CHART, ECONOMY, LINE, RG, WEATHER, fort_cost
from grognard.games.purple_heart_draw.pieces import (
    BROKEN,
    CLOAKED,
    ENEMY,
    FLAG,
    GERMAN,
    HIDDEN,
    KINDS,
    NUMBER,
    PRISONER,
    SIDES,
    US,
)
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, ground, own
from grognard.games.purple_heart_draw.resolver import Fight
from grognard.games.purple_heart_draw.troops import (
    CELL,
    DATA,
    LANE_NAMES,
    LANE_OF,
    VALUE,
    WEAPON,
    Force,
    Module,
    Troop,
)

LANES = range(len(LANE_NAMES))
LIKELY_SQUAD = {US: "6-6-6", GERMAN: "5-4-8"}  # a concealed counter, it may be
HALF_SQUAD = 1.5
MOST_SQUADS = 3  # of a stack
GIVEN = 2  # platoons of the order of battle (PHD-C4.us, PHD-C4.german)
STARTING_TP = {US: 30, GERMAN: 20}
SPENT_ON_UNITS = 0.8  # the rest goes to artillery, stores and chits
STRENGTH_OF_CVP = 1.5
OBJECTIVE_LANES = tuple(
    sorted({LANE_OF[COLUMN_OF[hex_]] for hex_ in members(INTERSECTIONS)})
)  # PHD-C4.obj: lanes with an intersection of the highway
GOAL_ROW = {
    lane: max(ROW_OF[h] for h in members(INTERSECTIONS) if LANE_OF[COLUMN_OF[h]] == lane)
    for lane in OBJECTIVE_LANES
}
CLEAR = 3  # rows behind an intersection that the US wants clear of German squads


# ---------------------------------------------------------------- forces as this seat sees them


def forces(state: PurpleHeartDraw, seat: str) -> tuple[Force, Force]:
    """Both sides as far as a seat knows them."""
    us, german = (_force(state, side, seat) for side in SIDES)
    return us, german


def _force(state: PurpleHeartDraw, side: str, seat: str) -> Force:
    n, mine = NUMBER[side], side == seat
    seen = own(state, side) if mine else own(state, side) & state.open
    troops = [t for u in members(seen) if (t := _troop(state, u, n)) is not None]
    troops += [] if mine else _covered(state, side)
    worth = [[0.0] * (ROWS + 1) for _ in LANES]
    for item, hex_ in (*state.forts[n], *(state.buried[n] if mine else ())):
        worth[LANE_OF[COLUMN_OF[hex_]]][ROW_OF[hex_]] += fort_cost(item)
    held = state.held[n] & ground(state).tl
    locations = [[(CELL[lane][row] & held).bit_count() for row in range(ROWS + 1)] for lane in LANES]
    chit = state.attacked[n] if state.mover else mine and state.chit[n] == "attack"
    return Force(troops, _modules(state, n) if mine else [], ["auto"] * len(LANES), chit, 0, worth, locations)


def _modules(state: PurpleHeartDraw, n: int) -> list[Module]:
    return [
        Module(m[0], m[1], frozenset(), lane)
        for m, lane in zip(state.modules[n], state.aimed[n], strict=False)
        if lane >= 0
    ]


def lane_and_row(state: PurpleHeartDraw, unit: int) -> tuple[int, int]:
    """Where a unit fights: in a battle by its lane and row, else by its hex; lane -1 for no place."""
    if state.row[unit]:
        return state.lane[unit], state.row[unit]
    if state.at[unit] >= 0 and not state.mover:
        return LANE_OF[COLUMN_OF[state.at[unit]]], ROW_OF[state.at[unit]]
    return -1, 0


def _troop(state: PurpleHeartDraw, unit: int, n: int) -> Troop | None:
    status, (lane, row) = state.status[unit], lane_and_row(state, unit)
    if lane < 0 or status & PRISONER:
        return None
    return Troop(
        unit,
        n,
        KINDS[state.kind[unit]],
        row,
        lane,
        list(state.gear[unit]),
        broken=bool(status & BROKEN),
        stunned=bool(status & FLAG["stunned"]),
        immobile=bool(status & (FLAG["immobile"] | FLAG["mired"] | FLAG["abandoned"])),
        bogged=bool(status & FLAG["bogged"]),
        hidden=bool(status & HIDDEN),
        cloaked=bool(status & CLOAKED),
    )


def _covered(state: PurpleHeartDraw, side: str) -> list[Troop]:
    """Squads under every concealed counter, at its lane's line if that has passed it; and one where a line is
    told of but no unit of it is seen.
    """
    n, kind, forward = NUMBER[side], KINDS[LIKELY_SQUAD[side]], 1 if side == US else -1
    troops, size = [], stack_size(state, side)
    for hex_ in members(int(state.cover[n])):
        lane, row = LANE_OF[COLUMN_OF[hex_]], ROW_OF[hex_]
        line = state.lines[n][lane]
        row = line if line and (row - line) * forward > 0 else row
        troops += [Troop(-1, n, kind, row, lane, []) for _ in range(size)]
    covered = {t.lane for t in troops} | {
        lane_and_row(state, u)[0] for u in members(own(state, side) & state.open)
    }
    troops += [
        Troop(-1, n, kind, row, lane, [])
        for lane, row in enumerate(state.lines[n])
        if row and lane not in covered
    ]
    return troops


def stack_size(state: PurpleHeartDraw, side: str) -> int:
    """Squads that a concealed counter of the enemy may stand for: what it can have bought and has neither
    shown nor lost, shared out over its counters.
    """
    counters = int(state.cover[NUMBER[side]]).bit_count()
    squad = VALUE[LIKELY_SQUAD[side]][1]
    return min(MOST_SQUADS, max(1, round(hidden_strength(state, side) / squad / max(counters, 1))))


def hidden_strength(state: PurpleHeartDraw, side: str) -> float:
    """Strength a side can have bought so far, less what is open and less its casualties."""
    n = NUMBER[side]
    spent = STARTING_TP[side] + mean_income(side) * (state.scenario - 1)
    bought = (spent * SPENT_ON_UNITS / platoon(side).tp + GIVEN) * group_strength(platoon(side))[1]
    lost = (sum(state.suffered[n]) + state.cvp[1 - n]) * STRENGTH_OF_CVP
    shown = sum(
        t.strength()[1]
        for u in members(own(state, side) & state.open)
        if (t := _troop(state, u, n)) is not None
    )
    return max(0.0, bought - lost - shown)


def platoon(side: str) -> RG:
    return CHART[side][LINE[side]["I1"]]


class Lanes(NamedTuple):
    """Strengths by lane, as an assault of either side would count them now."""

    attack: tuple[tuple[float, ...], tuple[float, ...]]  # by side, by lane
    defense: tuple[tuple[float, ...], tuple[float, ...]]
    line: tuple[tuple[int, ...], tuple[int, ...]]

    def ratio(self, n: int, lane: int) -> float:
        return self.attack[n][lane] / max(self.defense[1 - n][lane], 0.1)


def weigh(state: PurpleHeartDraw, seat: str) -> tuple[Fight, Lanes]:
    """The battle as the seat sees it, and its strengths."""
    us, german = forces(state, seat)
    fight = Fight(us, german, str(WEATHER[state.scenario]["weather"]), state.scenario, "")
    attack, defense, lines = [], [], []
    for n in (0, 1):
        line = tuple(fight.line(n, lane) for lane in LANES)
        groups = [fight.group(n, lane) for lane in LANES]
        attack.append(tuple(fight.total(group, False) for group in groups))
        defense.append(
            tuple(
                fight.total(groups[lane], True) * fight.multiplier(n, lane, line[lane])[0]
                if line[lane]
                else 0.0
                for lane in LANES
            )
        )
        lines.append(line)
    return fight, Lanes((attack[0], attack[1]), (defense[0], defense[1]), (lines[0], lines[1]))


def expected_artillery(state: PurpleHeartDraw, side: str, lane: int) -> float:
    """PHD-Z4: what the own modules aimed at a lane add to an assault on average."""
    total = 0.0
    for m in _modules(state, NUMBER[side]):
        if m.lane == lane:
            total += float(DATA["oba"]["value"][m.size]) * int(DATA["oba"]["access_max"][m.strength]) / 6
    return total


# ---------------------------------------------------------------- an assault, on average


class Exchange(NamedTuple):
    """PHD-Z5: mean results of an assault."""

    drm: int
    lost: float  # hits on the attacker
    dealt: float  # hits on the defender, prisoners with them
    rows: float
    gain: float  # the chance to gain a row or more


@cache
def exchange(drm: int) -> Exchange:
    """The mean over the 36 rolls of two dice."""
    lost = dealt = rows = gain = 0.0
    for one in range(1, 7):
        for other in range(1, 7):
            row = next(r for r in DATA["assault"]["row"] if one + other + drm <= r["max"])
            lost += row["attacker"] / 36
            dealt += (row["defender"] + row["prisoners"]) / 36
            rows += row["rows"] / 36
            gain += (row["rows"] > 0) / 36
    return Exchange(drm, lost, dealt, rows, gain)


def assault(fight: Fight, side: int, lane: int, ratio: float) -> Exchange:
    """The mean results of an assault in a lane at this ratio, with the modifiers both sides can see."""
    drm = int(next(row["drm"] for row in DATA["odds"]["row"] if ratio <= row["max"]))
    more = fight.modifiers(side, fight.group(side, lane), fight.group(1 - side, lane))
    return exchange(drm + sum(value for _, value in more))


# ---------------------------------------------------------------- what can be bought


@cache
def group_strength(rg: RG) -> tuple[float, float]:
    """Attack and defense of a Requisition Group as it is bought; artillery by its mean per assault."""
    if rg.type == "O":
        size = rg.unit.split()[0]
        value = float(DATA["oba"]["value"][size]) * int(DATA["oba"]["access_max"]["normal"]) / 6
        return value, value
    if rg.type == "M":
        return 0.0, 0.0
    attack, defense = (rg.number * figure for figure in _one(rg))
    for name, count in rg.weapons:
        a, d = WEAPON.get(name, (0.0, 0.0))
        attack, defense = attack + count * a, defense + count * d
    return attack, defense


def _one(rg: RG) -> tuple[float, float]:
    if rg.type == "A":
        a, d = DATA["strength"]["afv_mobile"]
        return float(a), float(d)
    if rg.type == "G":
        (a, d), (crew_a, crew_d) = DATA["strength"]["gun"], DATA["strength"]["crew"]
        return float(a + crew_a), float(d + crew_d)
    if rg.type == "I":
        kind = rg.composition if rg.composition in VALUE else LIKELY_SQUAD[rg.side]
        return VALUE[kind]
    return HALF_SQUAD, HALF_SQUAD


def mean_income(side: str) -> float:
    """PHD-C5.29: Tactical Points a side gets for a scenario, on average."""
    rows = ECONOMY["tp_replenishment"]["row"]
    total = 0.0
    for roll in range(2, 13):
        ways = 6 - abs(7 - roll)
        row = next(r for r in rows if r["dr_min"] <= roll <= r["dr_max"])
        total += ways * row[side] / 36
    return total


def unseen_strength(state: PurpleHeartDraw, seat: str) -> float:
    """The strength (defense of a German, attack of a US enemy) that the enemy can have bought for this
    scenario, if it bought its usual platoons.
    """
    enemy = ENEMY[seat]
    return mean_income(enemy) * group_strength(platoon(enemy))[enemy == GERMAN] / platoon(enemy).tp
