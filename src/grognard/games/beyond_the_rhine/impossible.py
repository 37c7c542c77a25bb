"""Positions no campaign leads to: counters before their date or on the wrong half, limits exceeded, weather
of another season.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from functools import cache

from grognard.core.calendar import spell
from grognard.core.narration import join_names
from grognard.core.ruling import Ruling

from . import weather as sky
from .arrivals import is_past_chart, leaves
from .chart import COUNTERS, DISPLAY, ENTRIES, Entry
from .dates import CAMPAIGNS, Campaign, day
from .pieces import Identity
from .position import AIR_BASE, DUE, NOT_YET, REMOVED, WHERE_WORDS, BeyondTheRhine, Turn
from .replacements import caps
from .situation import AHEAD, DROPPED
from .supply import PORTS
from .unit_history import opening_of


def impossibilities(state: BeyondTheRhine) -> list[Ruling]:
    """Every fact of a position that no play leads to, with its clause."""
    return [
        *_counters(state),
        *_too_many(state),
        *_weather(state),
        *_caps(state),
        *_reserves(state),
        *_ports(state),
        *_plans(state),
        *_rolls(state),
    ]


# ---------------------------------------------------------------- counters


@cache
def first_turns(campaign: str) -> dict[int, int]:
    """The turn in which each counter of a campaign comes into the game; 0: with the opening."""
    game = CAMPAIGNS[campaign]
    opening = opening_of(game)
    result = dict.fromkeys((*opening.live, *opening.dead), 0)
    for entry in ENTRIES:
        comes = entry.kind != "transfer" or entry.goal == game.half
        if entry.used_in(game) and comes:
            for unit in (*entry.counters(), *(swap.new for swap in entry.swaps)):
                result.setdefault(unit, entry.turn)
    return result


def _counters(state: BeyondTheRhine) -> Iterator[Ruling]:
    coming, game = first_turns(state.campaign), state.game_of
    due = {unit: ENTRIES[entry] for unit, entry in state.due_by}
    for unit, where in enumerate(state.at):
        if not where:
            continue
        name, first = DISPLAY[unit], coming.get(unit)
        if first is None:
            yield Ruling("BTR-arrival.note.8", f"{name} does not serve in {game.title}")
        elif first > state.turn:
            enters = f"it enters the game on {spell(day(first))}"
            yield Ruling(
                _entry_of(unit, first), f"{name} {WHERE_WORDS[where]} on {spell(day(state.turn))}; {enters}"
            )
        elif where == DUE and due[unit].turn > state.turn:
            yield Ruling(
                due[unit].clause,
                f"{name} is due on {spell(day(due[unit].turn))}, not on {spell(day(state.turn))}",
            )
        elif where == REMOVED and COUNTERS[unit].identity not in _taken(game, state.turn):
            yield Ruling(
                "BTR-arrival.kind.remove",
                f"{name} is removed; by {spell(day(state.turn))} the chart removes no such counter",
            )
        elif where == AIR_BASE and COUNTERS[unit].category != "aircraft":
            yield Ruling("BTR-ocs.air.base", f"{name} is at an air base but is not an aircraft")
        elif where == "Southern-France" and COUNTERS[unit].category != "aircraft":
            yield Ruling(
                "BTR-arrival.kind.airfields",
                f"{name} is in the Southern France airfields but is not an aircraft",
            )


def _too_many(state: BeyondTheRhine) -> Iterator[Ruling]:
    """BTR-arrival.note.6: counters the chart has taken away by now; of several alike, more than can be
    left.
    """
    left, last = _left_by_chart(state)
    counts = Tally(
        COUNTERS[unit].identity for unit, where in enumerate(state.at) if where not in (NOT_YET, REMOVED)
    )
    for identity, count in counts.items():
        if identity in last and count > left[identity]:
            names = [
                DISPLAY[u]
                for u, at in enumerate(state.at)
                if at not in (NOT_YET, REMOVED) and COUNTERS[u].identity == identity
            ]
            entry = last[identity]
            when = f"the chart took {'; '.join(entry.printed)} on {spell(day(entry.turn))}"
            yield Ruling(
                entry.clause,
                f"{join_names(names)}: {count} in the game, at most {left[identity]} can be; {when}",
            )


def _left_by_chart(state: BeyondTheRhine) -> tuple[Tally[Identity], dict[Identity, Entry]]:
    """How many counters of each kind the chart leaves in the game, and the entry that took the last."""
    game, done = state.game_of, state.turn - (not is_past_chart(state))
    left = Tally(COUNTERS[unit].identity for unit in (*opening_of(game).live, *opening_of(game).dead))
    last: dict[Identity, Entry] = {}
    for entry in ENTRIES:
        if not entry.used_in(game) or entry.turn > state.turn:
            continue
        if entry.kind != "transfer" or entry.goal == game.half:
            left.update(COUNTERS[unit].identity for unit in entry.counters())
        if entry.turn > done:
            continue
        left.update(COUNTERS[swap.new].identity for swap in entry.swaps)
        gone = [swap.old for swap in entry.swaps] + (
            [i for i, _ in entry.gone] if leaves(state, entry) else []
        )
        for identity in gone:
            left[identity] -= left[identity] > 0
            last[identity] = entry
    return left, last


def _entry_of(unit: int, turn: int) -> str:
    return next(
        e.clause
        for e in ENTRIES
        if e.turn == turn and (unit in e.counters() or unit in [s.new for s in e.swaps])
    )


@cache
def _taken(game: Campaign, turn: int) -> frozenset[tuple[object, ...]]:
    """The identities of which the chart has taken a counter away or exchanged it."""
    result: set[tuple[object, ...]] = set()
    for entry in ENTRIES:
        if entry.turn <= turn and entry.used_in(game):
            result.update(identity for identity, _ in entry.gone)
            result.update(swap.old for swap in entry.swaps)
    return frozenset(result)


# ---------------------------------------------------------------- the turn


def _weather(state: BeyondTheRhine) -> Iterator[Ruling]:
    """BTR-weather.table: ground that no die of the date gives."""
    if state.ground and not sky.ground_chances(state.turn).get(state.ground):
        yield Ruling(
            str(sky.band(state.turn)["clause"]), f"no die gives {state.ground} on {spell(day(state.turn))}"
        )


def _caps(state: BeyondTheRhine) -> Iterator[Ruling]:
    limit = caps(state.turn)
    for means, used, cap in (("rail", state.rail_used, limit.rail), ("sea", state.sea_used, limit.sea)):
        if used > cap:
            yield Ruling("BTR-ship.table", f"{used} SP of {means} capacity are used; the limit is {cap}")


def _reserves(state: BeyondTheRhine) -> Iterator[Ruling]:
    """Reserve markers come with the opening and the chart, and in no other way."""
    game = state.game_of
    charted = [entry for entry in ENTRIES if entry.used_in(game) and game.first <= entry.turn <= state.turn]
    most = opening_of(game).reserves + sum(line.reserves for entry in charted for line in entry.lines)
    if state.reserves > most:
        words = f"there are {state.reserves} Reserve markers; the chart has brought {most}"
        yield Ruling("BTR-arrival.kind.reserve", words)


def _ports(state: BeyondTheRhine) -> Iterator[Ruling]:
    for name, port in zip(PORTS, state.ports, strict=True):
        if port.is_captured and port.turn > state.turn:
            words = f"{name} is captured in turn {port.turn}; it is turn {state.turn}"
            yield Ruling("BTR-game.1_11.ports", words)


def _plans(state: BeyondTheRhine) -> Iterator[Ruling]:
    for unit, turn in state.plans:
        if not state.options.drop_plans:
            yield Ruling(
                "BTR-game.paradrop",
                f"{DISPLAY[unit]} has a drop plan, but drop plans are off (option drop_plans)",
            )
        elif not DROPPED >> unit & 1:
            yield Ruling(
                "BTR-game.paradrop",
                f"{DISPLAY[unit]} has a drop plan but is not a parachute or glider unit of 1 RE or less",
            )
        elif turn > state.turn + AHEAD:
            yield Ruling(
                "BTR-game.paradrop",
                f"the drop of {DISPLAY[unit]} is planned for turn {turn}, more than {AHEAD} turns ahead",
            )


def _rolls(state: BeyondTheRhine) -> Iterator[Ruling]:
    """Rolls of later steps, and what only rolls bring."""
    names = [step.name for step in state.procedures[Turn]]
    now = state.stack[0].step if state.stack else len(names)
    for roll in state.rolled:
        if names.index(roll) > now:
            yield Ruling(
                "BTR-supply.roll" if roll.startswith("supply") else "BTR-repl.roll",
                f"{roll} is rolled after this step",
            )
    if state.bridges and not state.options.pontoon_rolls:
        yield Ruling(
            "BTR-game.1_10.pontoon",
            f"{state.bridges} pontoon bridges are laid, but pontoon rolls are off (option pontoon_rolls)",
        )
    rolls = 2 * (state.turn - state.game_of.first) + sum(
        roll.startswith("replacements") for roll in state.rolled
    )
    if state.bridge_markers > rolls:
        yield Ruling(
            "BTR-repl.plus",
            f"{state.bridge_markers} Bridge Check Markers, but only {rolls} replacement rolls were made",
        )
    if state.initiative and not state.options.roll_for_first_player:
        yield Ruling(
            "BTR-turn.pre.first",
            "initiative is rolled, but this ledger does not roll for it (option roll_for_first_player)",
        )
