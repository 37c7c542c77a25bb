"""BTR-ocs.win: who has won, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from grognard.core.facts import is_unknown
from grognard.core.hexes import Hexes, members, set_of
from grognard.core.ruling import Modifier, total

from .board import AWAY, BOARD, EAST, GRID, TO_COME, area
from .pieces import ALLIED, FIGHTERS, GERMAN, HQS, LIMITS, OF_SIDE, SCENARIOS, SIDES, cast
from .position import Campaign, Turn, fact, hexes_of, is_in
from .rows import LossRule, Terms
from .supply import in_trace, traced, working
from .waters import TAKEN, banks, bridges_of

LEVELS = (
    (ALLIED, "Allied decisive"),
    (ALLIED, "Allied marginal"),
    ("draw", "draw"),
    (GERMAN, "German marginal"),
    (GERMAN, "German decisive"),
)
FIRST_LEVEL = int(LIMITS["victory"]["best_turn"])  # the turn at whose end the best level can still be won
POINTS = "points"  # the kind of victory that is counted once, at the end


def terms(state: Campaign) -> Terms:
    """The victory conditions of the scenario."""
    return SCENARIOS[state.scenario]["victory"]


def by_points(state: Campaign) -> bool:
    return bool(terms(state)["kind"] == POINTS)


def objectives(state: Campaign) -> dict[int, int]:
    """The hexes that count, with their points; of a victory by date the one that decides."""
    if by_points(state):
        return {GRID.hex(row["hex"]): row["points"] for row in terms(state)["hexes"]}
    return {GRID.hex(terms(state)["hex"]): 1}


def last_turn(state: Campaign) -> int:
    return len(SCENARIOS[state.scenario]["turns"])


# ---------------------------------------------------------------- by date


def is_taken(state: Campaign) -> bool:
    return not objectives(state).keys() - set(members(state.allied_held))


def _by_date(state: Campaign) -> Iterator[Modifier]:
    """BTR-ocs.win.level, BTR-ocs.win.losses: levels towards the German, counted from the best Allied one."""
    held = is_taken(state)
    number = max(state.turn - FIRST_LEVEL, 0) if held else len(LEVELS) - 1
    words = f"Aachen is Allied-held at the end of turn {state.turn}" if held else "Aachen is German-held"
    yield Modifier(number, "BTR-ocs.win.level", words)
    shift = terms(state)["loss_shift"]
    lost = state.steps_lost[SIDES.index(shift["side"])]
    if lost > shift["steps_over"]:
        amount = -(-(lost - shift["steps_over"]) // shift["per"])
        yield Modifier(amount, "BTR-ocs.win.losses", f"{lost} Allied steps lost")


# ---------------------------------------------------------------- by points


def counted(state: Campaign) -> Hexes:
    """BTR-ocs.win.count: hexes Allied-held and in Allied trace."""
    return Hexes(state.allied_held & traced(state, ALLIED))


def _by_points(state: Campaign) -> Iterator[Modifier]:
    """BTR-ocs.win.count: the Allied points, part by part."""
    good, rule = counted(state), terms(state)
    for row in rule["hexes"]:
        if good >> GRID.hex(row["hex"]) & 1:
            yield Modifier(row["points"], "BTR-ocs.win.count", f"{row['hex']} {row['name']}")
    if number := state.put_off.bit_count():
        yield Modifier(number, "BTR-ocs.ger.leave", f"{number} removals put off")
    yield from _bridges(state, rule)
    yield from _east_bank(state, rule, good)
    yield from _early(state, rule)
    if kills := rule.get("kills"):
        lots = min(max(state.kills - kills["free_steps"], 0) // kills["per"], kills["most"])
        if lots:
            words = f"{state.kills} steps of divisions and formations destroyed west of the Rhine"
            yield Modifier(lots * kills["points"], "BTR-ocs.win.losses", words)
    if "losses" in rule:
        yield from _losses(state, rule["losses"])


def _bridges(state: Campaign, rule: Terms) -> Iterator[Modifier]:
    """Bridges that stand with an Allied combat unit in trace over them, or those first crossed standing."""
    worth = rule.get("bridge_points")
    if not worth:
        return
    if "further" in worth:
        for number, name in enumerate(state.crossed):
            points = worth["further"] if number else worth["intact_and_crossed"]
            yield Modifier(points, "BTR-ocs.win.count", f"the bridge of {name} crossed while it stood")
        return
    over = hexes_of(state, in_trace(state, ALLIED) & FIGHTERS & OF_SIDE[ALLIED])
    for name in bridges_of(state):
        east = banks(name)[1]
        if dict(state.bridges).get(name) == TAKEN and GRID.spread(1 << east) & EAST & over:
            yield Modifier(worth["intact_and_crossed"], "BTR-ocs.win.count", f"the bridge of {name} taken")


def _east_bank(state: Campaign, rule: Terms, good: int) -> Iterator[Modifier]:
    """Hexes over the Rhine, and a unit on the autobahn."""
    if bank := rule.get("east_bank"):
        number = min((good & EAST & area(state.scenario)).bit_count(), bank["most"])
        if number:
            points = number * bank["points_per_hex"]
            yield Modifier(points, "BTR-ocs.win.count", f"{number} hexes east of the Rhine")
    if road := rule.get("autobahn"):
        mine = hexes_of(state, in_trace(state, ALLIED) & FIGHTERS & OF_SIDE[ALLIED])
        if mine & along(tuple(road["lines"]), road["south_of"]):
            yield Modifier(road["points"], "BTR-ocs.win.count", "an Allied unit on the autobahn")


@cache
def along(lines: tuple[str, ...], south_of: int) -> Hexes:
    """The hexes of lines of the map; of all but the first those south of a row."""
    result = 0
    for row in BOARD.raw["line"]:
        if row["name"] in lines:
            hexes = [GRID.hex(name) for name in row["path"]]
            far = row["name"] == lines[0]
            result |= set_of(h for h in set(hexes) if far or GRID.where[h][0] < south_of)
    return Hexes(result)


def _early(state: Campaign, rule: Terms) -> Iterator[Modifier]:
    """Hexes held turns before the turn of history, and ever since."""
    early = rule.get("early")
    if not early:
        return
    turns, since = SCENARIOS[state.scenario]["turns"], dict(state.held_since)
    for name, day in early["hexes"].items():
        turn = since.get(GRID.hex(name), 0)
        ahead = turns.index(day) + 1 - turn
        if turn and ahead > 0:
            yield Modifier(early["points"] * ahead, "BTR-ocs.win.count", f"{name} {ahead} turns early")


def remember(state: Campaign) -> None:
    """At the end of a turn: since when the hexes that count early are held."""
    hexes = [GRID.hex(name) for name in terms(state).get("early", {}).get("hexes", ())]
    known = dict(state.held_since)
    since = {h: known.get(h, state.turn) for h in hexes if state.allied_held >> h & 1}
    state.set(fact.held_since, tuple(sorted(since.items())), "BTR-ocs.win.count")


def _losses(state: Campaign, rule: LossRule) -> Iterator[Modifier]:
    """BTR-ocs.win.losses: steps beyond those that are free, in whole lots."""
    lost = state.steps_lost[SIDES.index(rule["side"])]
    if lots := max(lost - rule["free_steps"], 0) // rule["per"]:
        yield Modifier(lots * rule["points"], "BTR-ocs.win.losses", f"{lost} Allied steps lost")


def level_of(state: Campaign) -> list[Modifier]:
    """What the level rests on: points, or levels towards the German."""
    return list(_by_points(state) if by_points(state) else _by_date(state))


def standing(state: Campaign) -> tuple[str, str]:
    """BTR-ocs.win.level: the winner and the level if the game ended now."""
    number = total(level_of(state))
    if not by_points(state):
        return LEVELS[min(number, len(LEVELS) - 1)]
    name = next(row["result"] for row in terms(state)["levels"] if number >= row.get("min", number))
    return next(level for level in LEVELS if level[1] == name)


def judge(state: Campaign, frame: Turn) -> None:
    """BTR-ocs.turn.end, BTR-ocs.win.count: after the last date; where the date of capture decides, also when
    the hex is held at the end of a turn.
    """
    remember(state)
    if state.turn >= last_turn(state) or (not by_points(state) and is_taken(state)):
        winner, level = standing(state)
        state.end_game(winner, level, "BTR-ocs.win.level")
    else:
        state.replace(Turn(), "BTR-ocs.turn.end")


def without_hq(state: Campaign) -> str:
    """BTR-ocs.win.sudden: a side that has no HQ left, none to come and none to rebuild."""
    for side in SIDES:
        hqs = HQS & OF_SIDE[side] & cast(state.scenario)
        waiting = any(is_in(state, u, TO_COME, AWAY) for u in members(hqs)) or _rebuildable(state, side)
        waiting |= any(is_unknown(state.at[u]) for u in members(hqs))  # of a view: it is on the map
        if not hqs & state.on_map and not waiting:
            return side
    return ""


def _rebuildable(state: Campaign, side: str) -> bool:
    """Whether a dead HQ could be rebuilt: not in the learning scenario, and not without a source."""
    return not SCENARIOS[state.scenario].get("learning") and bool(working(state, side))


def end_suddenly(state: Campaign, frame: object) -> None:
    loser = without_hq(state)
    winner, level = LEVELS[0] if loser == GERMAN else LEVELS[-1]
    state.end_game(winner, level, "BTR-ocs.win.sudden")


def concede(state: Campaign, side: str) -> None:
    """BTR-ocs.win.resign: decisive for the other side."""
    winner, level = LEVELS[0] if side == GERMAN else LEVELS[-1]
    state.end_game(winner, level, "BTR-ocs.win.resign")
