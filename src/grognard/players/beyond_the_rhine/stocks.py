"""What ports will bring, and which stocks will run out: exact sums of the coming supply and replacement
rolls.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.calendar import spell
from grognard.games.beyond_the_rhine.dates import day
from grognard.games.beyond_the_rhine.forecast import (
    NEVER,
    Assumption,
    Weights,
    add,
    quantiles,
    supply_weights,
)
from grognard.games.beyond_the_rhine.pieces import NATIONS
from grognard.games.beyond_the_rhine.position import GERMAN, REPAIRED, BeyondTheRhine, Port
from grognard.games.beyond_the_rhine.replacements import replacements
from grognard.games.beyond_the_rhine.situation import ANTWERPEN, HISTORICAL, REPAIR_TURNS
from grognard.games.beyond_the_rhine.supply import EVENTS, NATION, PORTS, TOKENS
from grognard.games.beyond_the_rhine.supply_rolls import rolls_here, share_of_replacements
from grognard.games.beyond_the_rhine.weather import TWO_DICE

from .budget import Income, Points

AHEAD = 10  # turns a warning looks ahead


def openings(state: BeyondTheRhine) -> dict[str, int]:
    """The turn from which each port shifts the supply column, as things stand."""
    turns = {}
    for port, status in zip(PORTS, state.ports, strict=True):
        turns[port] = _opens(state, port, status, state.scheldt == "open")
    return turns


def _opens(state: BeyondTheRhine, port: str, status: Port, scheldt: bool) -> int:
    """BTR-J.20 and BTR-game.1_11.ports: repaired ten turns after its capture, Antwerpen only by an open
    Scheldt.
    """
    if status == REPAIRED or (status != GERMAN and state.options.port_counts == "controlled"):
        return state.turn
    history = port in ANTWERPEN and state.options.ports_schedule == "historical" and status != GERMAN
    turns = [HISTORICAL] if history and state.turn <= HISTORICAL else []
    if status.is_captured and (scheldt or port not in ANTWERPEN):
        turns.append(max(state.turn + 1, status.turn + REPAIR_TURNS))
    return min(turns, default=NEVER)


def assumption(state: BeyondTheRhine, ports: dict[str, int]) -> Assumption:
    last = state.game_of.last
    events = tuple((name, state.turn, last) for name, on in zip(EVENTS, state.in_force, strict=True) if on)
    return Assumption(tuple(ports.items()), events)


def mean_supply(state: BeyondTheRhine, ports: dict[str, int]) -> float:
    """SP that the rolls from the next turn to the end of the campaign bring on average, of both nations."""
    case, total = assumption(state, ports), 0.0
    for turn in range(state.turn + 1, state.game_of.last + 1):
        for nation in NATIONS:
            weights = supply_weights(nation, turn, case, state.game_of)
            total += sum(n * w for n, w in weights.items()) / sum(weights.values())
    return total / TOKENS


class Gain(NamedTuple):
    """An aim on the map, and what it brings to the end of the campaign."""

    aim: str
    sp: float


def gains(state: BeyondTheRhine) -> list[Gain]:
    """What each port and the Scheldt would bring if they were open now, the most first."""
    ports = openings(state)
    base, rows = mean_supply(state, ports), list[Gain]()
    for port, status in zip(PORTS, state.ports, strict=True):
        if ports[port] > state.turn + 1:
            sp = mean_supply(state, ports | {port: state.turn + 1}) - base
            verb = "repair" if status != GERMAN else "capture and repair"
            rows.append(Gain(f"{verb} {port.replace('-', ' ')}", sp))
    if state.scheldt != "open":
        freed = {
            port: _opens(state, port, status, True) for port, status in zip(PORTS, state.ports, strict=True)
        }
        rows.append(Gain("open the Scheldt", mean_supply(state, ports | freed) - base))
    return sorted((gain for gain in rows if gain.sp > 0), key=lambda gain: -gain.sp)


def warnings(state: BeyondTheRhine) -> list[str]:
    """Stocks that will run out within ten turns at the rate of the campaign so far."""
    return [text for n in range(len(NATIONS)) if (text := _warning(state, n))]


def _warning(state: BeyondTheRhine, nation: int) -> str:
    played = state.turn - state.game_of.first + 1
    pace = state.spent[nation] / played
    if not pace:
        return ""
    case, running = assumption(state, openings(state)), {0: 1}
    for turn in range(state.turn + 1, min(state.turn + AHEAD, state.game_of.last) + 1):
        running = add(running, supply_weights(NATIONS[nation], turn, case, state.game_of))
        need = pace * (turn - state.turn) - state.tokens[nation]
        if quantiles(running, sum(running.values()))["p5"] < need:
            return (
                f"{NATION[NATIONS[nation]]} SP may run out on {spell(day(turn))}: at"
                f" {pace / TOKENS:.1f} SP a turn they do so in {_chance_below(running, need):.0%} of the"
                " forecasts"
            )
    return ""


def _chance_below(weights: Weights, need: float) -> float:
    return sum(w for n, w in weights.items() if n < need) / sum(weights.values())


def incomes(state: BeyondTheRhine, pool: int, turns: int) -> list[Income]:
    """What the replacement rolls of the next turns bring to a pool, or to both if they are one."""
    last = min(state.turn + turns, state.game_of.last)
    return [_income(state, pool, turn) for turn in range(state.turn + 1, last + 1)]


def _income(state: BeyondTheRhine, pool: int, turn: int) -> Income:
    nations = NATIONS if state.options.replacement_pools == "one" else (NATIONS[pool],)
    chances = {Points(0, 0): 1}
    regular = (turn - state.game_of.first) % state.options.repl_every_n_turns == 0
    for nation in nations if regular else ():
        if rolls_here(state, nation):
            chances = _more(chances, _roll(state, nation, turn))
    return tuple(chances.items())


def _roll(state: BeyondTheRhine, nation: str, turn: int) -> dict[Points, int]:
    chances: dict[Points, int] = {}
    for roll, ways in TWO_DICE.items():
        result = share_of_replacements(state, nation, replacements(nation, turn, roll))
        points = Points(result.pax, result.eq)
        chances[points] = chances.get(points, 0) + ways
    return chances


def _more(one: dict[Points, int], other: dict[Points, int]) -> dict[Points, int]:
    chances: dict[Points, int] = {}
    for a, ways in one.items():
        for b, others in other.items():
            points = Points(a.pax + b.pax, a.eq + b.eq)
            chances[points] = chances.get(points, 0) + ways * others
    return chances
