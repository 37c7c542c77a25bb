"""ASL-B25.65: the wind at the start of each Rally Phase; ASL-E2.4: civilians of a TM Scenario who talk."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hex, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes

from ..board import GRID
from . import foxholes, mines, obstacles, strongpoint
from .alert import has_sniper
from .clouds import THINNER
from .dummies import asleep, take_off, wake, wake_vehicle
from .forces import ADJECTIVE, ENEMY
from .position import HIDDEN, TI, Firefight, Weather, fact
from .sniper import random_place
from .terrain import WEATHER as DATA
from .units import clear, cover, find_stack, flag, has, in_hex, is_good, name, number, on_map, settle, show
from .words import DIE, SUM, TWO_DICE, Dice

WIND, CIVILIANS = DATA["wind"], DATA["civilians"]
COMPASS = ("north", "northeast", "southeast", "south", "southwest", "northwest")  # of the six directions


# ---------------------------------------------------------------- ASL-B25.65: the wind


def call(state: Firefight) -> None:
    """ASL-B25.65: at the start of each Rally Phase."""
    state.call(Weather(), "ASL-B25.65")


def wind_outcomes(state: Firefight, frame: Weather) -> Outcomes:
    return NO_OUTCOME if frame.dice else SUM


def roll_wind(state: Firefight, frame: Weather, action: Roll) -> None:
    """ASL-B25.65: a 2 changes the wind, a 12 is a gust."""
    state.replace(replace(state.stack[-1], dice=action.face), "ASL-B25.65")
    if action.face == WIND["gusts"]:
        gust(state)
    elif action.face != WIND["change"]:
        state.note("ASL-B25.65", "the wind: dice {}, no change", action.face, kind="phase")


def gust(state: Firefight) -> None:
    """ASL-B25.65: dispersed SMOKE is gone, other SMOKE disperses."""
    state.note("ASL-B25.65", "a gust of wind", kind="result")
    left = [(h, THINNER[kind], kind, side, 1) for h, _, kind, side, thin in state.clouds if not thin]
    state.set(fact.clouds, tuple(sorted(left)), "ASL-B25.65")


def change_outcomes(state: Firefight, frame: Weather) -> Outcomes:
    return DIE if frame.dice == WIND["change"] and not frame.change else NO_OUTCOME


def roll_change(state: Firefight, frame: Weather, action: Roll) -> None:
    """ASL-B25.65: the direction, or the force: from calm a Mild Breeze, or calm again."""
    turned = action.face <= WIND["direction"]
    stirs = turned if state.wind else not turned
    state.replace(replace(state.stack[-1], change=action.face, stirs=stirs), "ASL-B25.65")
    state.note("ASL-B25.65", "a change of the wind: die {}", action.face, kind="phase")
    if state.wind and action.face == WIND["falls"]:
        state.set(fact.wind, 0, "ASL-B25.65")
        state.note("ASL-B25.65", "the wind drops", kind="result")


def way_outcomes(state: Firefight, frame: Weather) -> Outcomes:
    return DIE if frame.stirs and not frame.way else NO_OUTCOME


def roll_way(state: Firefight, frame: Weather, action: Roll) -> None:
    """ASL-B25.65: a Mild Breeze blows to one of the six sides."""
    state.replace(replace(state.stack[-1], way=action.face), "ASL-B25.65")
    state.set(fact.wind, action.face, "ASL-B25.65")
    state.note("ASL-B25.65", "{}", describe(state), kind="result")


def describe(state: Firefight) -> str:
    """The wind in words; empty: none."""
    return f"Mild Breeze, blowing {COMPASS[state.wind - 1]}" if state.wind else ""


# ---------------------------------------------------------------- ASL-E2.4, PHD-TM5.ff: civilians


def place_outcomes(state: Firefight, frame: Weather) -> Outcomes:
    return TWO_DICE if informs(state, frame) and not frame.place else NO_OUTCOME


def informs(state: Firefight, frame: Weather) -> bool:
    """ASL-E2.4: in a TM Scenario, on the number of the side that moves, if it has a sniper."""
    speak = state.card.is_mission and frame.dice == CIVILIANS["dice"][state.mover]
    return speak and has_sniper(state, state.mover) and state.snipers[number(state.mover)] >= 0


def roll_place(state: Firefight, frame: Weather, action: Dice) -> None:
    state.replace(replace(state.stack[-1], place=(action.colored, action.white)), "ASL-E2.4")


def tip_outcomes(state: Firefight, frame: Weather) -> Outcomes:
    """Rolled whether a unit is there to listen or not, so that the roll tells nothing (FF-DICE)."""
    return DIE if frame.place and not frame.tip else NO_OUTCOME


def informed(state: Firefight, frame: Weather) -> int:
    """ASL-E2.4: the Good Order unit nearest to a random place; -1: there is none."""
    at = random_place(Hex(state.snipers[number(state.mover)]), *frame.place)
    fit = [u for u in on_map(state, state.mover) if is_good(state, u)]
    return min(fit, key=lambda u: (GRID.distance(at, GRID.ground_of(state.at[u])), u), default=-1)


def roll_tip(state: Firefight, frame: Weather, action: Roll) -> None:
    """ASL-E2.4: what they tell depends on the die and on whose friends they are. FF-INFO: the enemy does not
    learn which unit heard it.
    """
    unit, final = informed(state, frame), action.face + CIVILIANS["drm"][state.mover]
    state.replace(replace(state.stack[-1], tip=action.face), "ASL-E2.4")
    words = "civilians speak to the {} side: die {}, with modifiers {}"
    state.note("ASL-E2.4", words, ADJECTIVE[state.mover], action.face, final, kind="check")
    if unit < 0:
        return
    state.note("ASL-E2.4", "they speak to {}", name(state, unit), to=state.mover)
    for what, least, most in CIVILIANS["tells"]:
        if least <= final <= most:
            TELLS[what](state, unit)
    settle(state, "ASL-E2.4")


def _nearest(state: Firefight, unit: int, hexes: Iterable[int]) -> int:
    """Of some hexes the one nearest to a unit; -1: none."""
    at = state.at[unit]
    return min(hexes, key=lambda h: (GRID.distance(at, GRID.ground_of(h)), h), default=-1)


def tell_works(state: Firefight, unit: int) -> None:
    """ASL-E2.4: the nearest hidden work."""
    enemy = ENEMY[state.mover]
    n = number(enemy)
    secret = [h for h, _ in state.dug[n]] + [h for _, h in state.buried[n]]
    secret += [h for h, _ in state.mines[n] if h not in dict(state.mines_found)]
    secret += members(strongpoint.secret(state, n))
    if (hex_ := _nearest(state, unit, secret)) < 0:
        return _silence(state, "hidden works")
    foxholes.uncover(state, enemy, hex_, "ASL-E2.4")
    strongpoint.uncover(state, enemy, hex_)
    mines.uncover(state, hex_)
    obstacles.uncover(state, hex_, "ASL-E2.4")


def tell_hidden(state: Firefight, unit: int) -> None:
    """ASL-E2.4: the nearest hidden units are now under a "?"."""
    enemy = ENEMY[state.mover]
    hidden = {state.at[u] for u in on_map(state, enemy) if has(state, u, HIDDEN)}
    if (hex_ := _nearest(state, unit, hidden)) < 0:
        return _silence(state, "hidden units")
    for other in in_hex(state, enemy, hex_):
        if has(state, other, HIDDEN):
            find_stack(state, other, "ASL-A12.31")
            clear(state, other, HIDDEN, "ASL-E2.4")
            cover(state, other, "ASL-E2.4")
    state.note("ASL-E2.4", "enemies are hidden in {}", GRID.name[hex_], kind="reveal")


def tell_concealed(state: Firefight, unit: int) -> None:
    """ASL-E2.4: the nearest "?" is lifted."""
    enemy = ENEMY[state.mover]
    n = number(enemy)
    if (hex_ := _nearest(state, unit, members(state.shrouds[n]))) < 0:
        return _silence(state, "concealed units")
    for one in members(state.cloaked[n]):
        if state.cloaks[one] == hex_:
            wake(state, one, n)
    for vehicle in asleep(state, enemy):
        if state.vehicle_cloaks[vehicle] == hex_:
            wake_vehicle(state, vehicle)
    for other in in_hex(state, enemy, hex_):
        if not has(state, other, HIDDEN):
            show(state, other, "ASL-E2.4")
    take_off(state, enemy, 1 << hex_, "ASL-E2.4")


def _silence(state: Firefight, what: str) -> None:
    state.note("ASL-E2.4", "the civilians know of no {}", what, kind="result")


def tell_all(state: Firefight, unit: int) -> None:
    """ASL-E2.4: the enemy is compromised: works, hidden and concealed units, the nearest of each."""
    for tell in (tell_works, tell_concealed, tell_hidden):
        tell(state, unit)


def delay(state: Firefight, unit: int) -> None:
    """ASL-E2.4: they only keep the unit busy."""
    flag(state, unit, TI, "ASL-E2.4")
    state.note("ASL-E2.4", "{} is busy with civilians", name(state, unit), to=state.mover)


TELLS = {
    "compromised": tell_all,
    "works": tell_works,
    "hidden": tell_hidden,
    "concealed": tell_concealed,
    "busy": delay,
}


def _about(words: str) -> Callable[[Firefight, Weather], str]:
    return lambda state, frame: words


WEATHER = (
    Chance(
        clause="ASL-B25.65", name="wind", outcomes=wind_outcomes, apply=roll_wind, about=_about("the wind")
    ),
    Chance(
        clause="ASL-B25.65",
        name="wind change",
        outcomes=change_outcomes,
        apply=roll_change,
        about=_about("a change of the wind"),
    ),
    Chance(
        clause="ASL-B25.65",
        name="wind direction",
        outcomes=way_outcomes,
        apply=roll_way,
        about=_about("the direction of the wind"),
    ),
    Chance(
        clause="ASL-E2.4",
        name="civilians",
        outcomes=place_outcomes,
        apply=roll_place,
        about=_about("where civilians are met"),
    ),
    Chance(
        clause="ASL-E2.4",
        name="what civilians tell",
        outcomes=tip_outcomes,
        apply=roll_tip,
        about=_about("what civilians tell"),
    ),
    Auto(clause="ASL-B25.65", do=lambda state, frame: None),
)
