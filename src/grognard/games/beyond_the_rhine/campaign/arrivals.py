"""BTR-ocs.turn.reinforce: arrivals, and the supply of a turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec.structs import replace

from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from .. import supply as american
from ..dates import turn_on
from ..pieces import LIMITS, US
from ..series import TOKENS
from .board import AWAY, DEAD, GRID, OUT, TO_COME, sources
from .covered import Covered
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ENEMY,
    LABEL,
    NAMES,
    OF_SIDE,
    SCENARIOS,
    SIDE,
    TRANSPORT,
    UNIT,
    arrivals_of,
    read,
)
from .position import Campaign, PlayerTurn, fact, is_in, today
from .supply import working
from .verbs import DICE, Arrive, Deliver, Roll, add_tokens, holds, place
from .zones import occupied, unnegated

ANTWERP = int(LIMITS["turns"]["historical_antwerpen"])  # BTR-J.20: from this turn on both its ports count

# ---------------------------------------------------------------- arrivals


@cache
def schedule(scenario: str) -> dict[int, tuple[date, Hexes]]:
    """BTR-ocs.ger.arrivals, BTR-ocs.reinf.west: every unit that comes later: when, and the hexes it may come
    on.
    """
    result: dict[int, tuple[date, Hexes]] = {}
    for row in [row for row in arrivals_of(scenario) if row["kind"] == "arrive"]:
        result |= {UNIT[name]: (row["date"], GRID.set(row["where"])) for name in row["units"]}
    west = sources(scenario, ALLIED, permanent=True)
    for listed in SCENARIOS[scenario]["chart"]:
        result |= {UNIT[name]: (listed["date"], west) for name in listed["counters"] if name in UNIT}
    for opener in SCENARIOS[scenario].get("openers_arriving", ()):
        result |= {UNIT[name]: (opener["date"], GRID.set(opener["where"])) for name in opener["units"]}
    return result


def due(state: Campaign, side: str) -> int:
    """Units that may come on now, those held back among them (BTR-ocs.play.compulsory: none must)."""
    if not state.turn:
        return 0
    result, now = 0, today(state)
    for unit, (when, _) in schedule(state.scenario).items():
        if when <= now and SIDE[unit] == side and is_in(state, unit, TO_COME):
            result |= 1 << unit
    away = [u for u in members(OF_SIDE[side]) if is_in(state, u, AWAY) and state.back[u] <= state.turn]
    return result | set_of(away)


def open_hexes(state: Campaign, side: str) -> int:
    """Held, without enemies, not in an un-negated enemy zone."""
    return holds(state, side) & ~(occupied(state, ENEMY[side]) | unnegated(state, side))


def entries(state: Campaign, unit: int) -> Hexes:
    """BTR-ocs.reinf.place: the hexes named for a unit, else any permanent source; who comes back from a
    breakout, any source.
    """
    side = SIDE[unit]
    open_ = open_hexes(state, side)
    if state.at[unit] == AWAY:
        return working(state, side)
    named = schedule(state.scenario)[unit][1] & open_ if unit in schedule(state.scenario) else 0
    return Hexes(named or sources(state.scenario, side, permanent=True) & open_)


def arrive(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    place(state, unit, hex_, "BTR-ocs.reinf.place")
    state.set_at(fact.back, unit, 0, "BTR-ocs.breakout.back")


def not_due(side: str) -> Callable[[Campaign, object, int, int], Ruling]:
    def because(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
        name = LABEL[unit]
        if SIDE[unit] != side:
            return Ruling(
                "BTR-turn.player", f"{name} is {ADJECTIVE[SIDE[unit]]}; the {ADJECTIVE[side]} side acts now"
            )
        if state.at[unit] >= 0:
            return Ruling("BTR-ocs.reinf.place", f"{name} is on the map")
        if state.at[unit] == DEAD:
            return Ruling("BTR-ocs.reinf.place", f"{name} is in the dead pile")
        if state.at[unit] == AWAY:
            return Ruling("BTR-ocs.breakout.back", f"{name} returns on turn {state.back[unit]}")
        if TRANSPORT >> unit & 1:
            return Ruling("BTR-ocs.reinf.place", f"{name} is a spare counter for captured transport")
        if state.at[unit] == OUT or unit not in schedule(state.scenario):
            return Ruling(
                "BTR-ocs.ger.arrivals", f"{name} does not come to this scenario, or has been removed"
            )
        return Ruling("BTR-ocs.ger.arrivals", f"{name} arrives on {schedule(state.scenario)[unit][0]}")

    return because


def arrivals(side: str) -> Phase:
    return Covered(
        clause="BTR-ocs.reinf.place",
        name=f"{side} reinforcement",
        title=f"{ADJECTIVE[side]} Reinforcement Phase",
        side=side,
        picks=(
            Pick(
                verb=Arrive,
                names=NAMES,
                units=(
                    Screen(
                        "BTR-ocs.reinf.place",
                        not_due(side),
                        lambda state, frame: due(state, side),
                        decisive=True,
                    ),
                ),
                hexes=(
                    Screen(
                        "BTR-ocs.reinf.place",
                        "{unit} does not come on in {hex}: it is not named for it, not held, or in an enemy"
                        " zone",
                        lambda state, frame: lambda unit: entries(state, unit),
                        each=True,
                    ),
                ),
                apply=arrive,
            ),
        ),
    )


# ---------------------------------------------------------------- supply


def german_column(when: date, flight: str) -> tuple[int, list[str]]:
    """BTR-ocs.ger.supply: the column of a date with its shifts, each held inside the table."""
    table: dict[str, Any] = read("german_supply.toml")
    low, high = min(table["meta"]["columns"]), max(table["meta"]["columns"])
    column = next(row["column"] for row in table["status"] if row["from"] <= when <= row["until"])
    path = [f"column {column}"]
    for row in table["shift"]:
        if row["when"] == f"flight {flight}":
            column = min(max(column + row["columns"], low), high)
            path.append(f"{row['columns']:+d} {row['when']}")
    return column, path


def german_tokens(state: Campaign, roll: int) -> int:
    column, _ = german_column(today(state), state.flight)
    row = next(row for row in read("german_supply.toml")["row"] if row["dice"][0] <= roll <= row["dice"][1])
    return TOKENS * int(row["sp"][column - 1])


def allied_tokens(state: Campaign, roll: int) -> int:
    """BTR-ocs.reinf.sp, BTR-J.20: the American roll of the document times the share of the scenario;
    fractions of a token are dropped.
    """
    turn = turn_on(today(state).isoformat())
    ports = frozenset(american.PORTS[:2]) if turn >= ANTWERP else frozenset[str]()
    result = american.supply(US, turn, roll, american.Situation(ground=state.ground, ports=ports))
    return int(result.sp * TOKENS * Fraction(SCENARIOS[state.scenario]["us_supply_share"]))


def tokens_of(state: Campaign, side: str, roll: int) -> int:
    return allied_tokens(state, roll) if side == ALLIED else german_tokens(state, roll)


def supply_roll(side: str) -> Chance:
    """BTR-ocs.turn.first-no-supply: from the second turn on."""

    def unrolled(state: Campaign, frame: PlayerTurn) -> Outcomes:
        return DICE if state.turn > 1 and not frame.rolled else NO_OUTCOME

    def roll(state: Campaign, frame: PlayerTurn, action: Roll) -> None:
        tokens = tokens_of(state, side, action.face)
        words = "{} supply, dice {}: {}"
        state.note(
            "BTR-ocs.reinf.sp", words, ADJECTIVE[side], action.face, american.tokens(tokens), kind="result"
        )
        state.replace(replace(frame, to_place=tokens, rolled=True), _clause(side))

    about = f"{ADJECTIVE[side]} supply"
    return Chance(
        clause=_clause(side),
        name=f"{side} supply roll",
        outcomes=unrolled,
        apply=roll,
        about=lambda state, frame: about,
    )


def _clause(side: str) -> str:
    return "BTR-ocs.reinf.sp" if side == ALLIED else "BTR-ocs.ger.supply"


def stores_open(side: str) -> Callable[[Campaign, PlayerTurn], int]:
    """The sources new supply may be put on."""

    def mask(state: Campaign, frame: PlayerTurn) -> int:
        if not frame.to_place:
            return 0
        return (
            working(state, side)
            if side == ALLIED
            else sources(state.scenario, side) & open_hexes(state, side)
        )

    return mask


def deliver(side: str) -> Callable[[Campaign, PlayerTurn, int, int], None]:
    def apply(state: Campaign, frame: PlayerTurn, unit: int, hex_: int) -> None:
        lot = min(frame.to_place, TOKENS)
        add_tokens(state, side, hex_, lot, _clause(side))
        state.replace(replace(frame, to_place=frame.to_place - lot), _clause(side))

    return apply


def delivery(side: str) -> Phase:
    open_ = stores_open(side)
    return Phase(
        clause=_clause(side),
        name=f"{side} supply",
        title=f"{ADJECTIVE[side]} placing of supply",
        side=side,
        picks=(
            Pick(
                verb=Deliver,
                hexes=(
                    Screen(
                        _clause(side),
                        "{hex} is not a source that works, or no supply is left to place",
                        open_,
                    ),
                ),
                apply=deliver(side),
            ),
        ),
        must=lambda state, frame: (
            Ruling(_clause(side), f"{american.tokens(frame.to_place)} must still be placed")
            if open_(state, frame)
            else None
        ),
    )


def lose_rest(side: str) -> Auto:
    """What cannot be placed is lost."""

    def do(state: Campaign, frame: PlayerTurn) -> None:
        state.note(_clause(side), "{} cannot be placed and is lost", american.tokens(frame.to_place))
        state.update(_clause(side), to_place=0)

    return Auto(clause=_clause(side), do=do, due=lambda state, frame: frame.to_place > 0)
