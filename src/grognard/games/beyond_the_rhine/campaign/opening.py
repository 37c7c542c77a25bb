"""BTR-turn.pre: how a turn begins: its weather, and who goes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Outcomes, Step
from grognard.core.ruling import Ruling

from .. import weather
from ..dates import turn_on
from .pieces import ADJECTIVE, ALLIED, ENEMY, GERMAN, SCENARIOS
from .position import AlliedTurn, Campaign, GermanTurn, Turn, fact, today
from .rows import Weather
from .verbs import DICE, Go, Roll

PLAYER_TURN = {ALLIED: AlliedTurn, GERMAN: GermanTurn}

# ---------------------------------------------------------------- weather


def begin_turn(state: Campaign, frame: Turn) -> None:
    state.set(fact.turn, state.turn + 1, "BTR-ocs.turn.states")
    _know_first(state)
    scenario = SCENARIOS[state.scenario]
    if state.turn == 1 and "first_turn_weather" in scenario:
        _set_weather(state, scenario["first_turn_weather"])
    elif (fixed := weather.automatic(calendar(state))) is not None:
        state.set(fact.ground, fixed, "BTR-weather.auto")
        state.update("BTR-weather.auto", ground=True)


def _set_weather(state: Campaign, named: Weather) -> None:
    """BTR-ocs.scen.weather: no dice where the scenario names the weather of its first turn."""
    state.set(fact.ground, named["ground"], "BTR-ocs.scen.weather")
    state.set(fact.flight, named["flight"], "BTR-ocs.scen.weather")
    words = "ground {}, flight {}: {}"
    state.note("BTR-ocs.scen.weather", words, named["ground"], named["flight"], named["why"], kind="weather")
    state.update("BTR-ocs.scen.weather", ground=True, flight=True)


def calendar(state: Campaign) -> int:
    """The turn of the whole campaign's calendar."""
    return turn_on(today(state).isoformat())


def no_ground(state: Campaign, frame: Turn) -> Outcomes:
    return NO_OUTCOME if frame.ground else DIE


def roll_ground(state: Campaign, frame: Turn, action: Roll) -> None:
    ground = weather.ground(calendar(state), action.face)
    state.note("BTR-weather.roll", "ground weather, die {}: {}", action.face, ground, kind="weather")
    state.set(fact.ground, ground, "BTR-weather.roll")
    state.replace(replace(frame, ground=True), "BTR-weather.roll")


def no_flight(state: Campaign, frame: Turn) -> Outcomes:
    return NO_OUTCOME if frame.flight else DICE


def roll_flight(state: Campaign, frame: Turn, action: Roll) -> None:
    flight = weather.flight(calendar(state), action.face)
    state.note("BTR-weather.roll", "flight weather, dice {}: {}", action.face, flight, kind="weather")
    state.set(fact.flight, flight, "BTR-weather.roll")
    state.replace(replace(frame, flight=True), "BTR-weather.roll")


# ---------------------------------------------------------------- the first player


def _know_first(state: Campaign) -> None:
    """BTR-ocs.turn.first, BTR-ocs.scen.learning: the scenario names the first player of its first turn; in
    the learning scenario of every turn.
    """
    scenario = SCENARIOS[state.scenario]
    if state.turn == 1 or not scenario.get("first_player_rolled", True):
        named = replace(state.stack[-1], leader=scenario["first_player"])
        state.replace(named, "BTR-ocs.scen.learning" if scenario.get("learning") else "BTR-ocs.turn.first")


def undiced(state: Campaign, frame: Turn) -> Outcomes:
    return NO_OUTCOME if frame.leader or len(frame.dice) > 1 else DICE


def throw(state: Campaign, frame: Turn, action: Roll) -> None:
    """BTR-turn.pre.first: two dice each, the Allies first; ties are rolled again."""
    dice = (*frame.dice, action.face)
    if len(dice) > 1:
        words = "first player: Allied dice {}, German dice {}{}"
        again = "; they roll again" if dice[0] == dice[1] else ""
        state.note("BTR-turn.pre.first", words, *dice, again, kind="result")
        dice = () if dice[0] == dice[1] else dice
    state.replace(replace(frame, dice=dice), "BTR-turn.pre.first")


def thrown(state: Campaign, frame: Turn) -> str:
    return f"the first player: {ADJECTIVE[GERMAN if frame.dice else ALLIED]} dice"


def higher(state: Campaign, frame: Turn) -> str:
    """Who rolled more."""
    return ALLIED if len(frame.dice) < 2 or frame.dice[0] > frame.dice[1] else GERMAN


def orders(state: Campaign, frame: Turn) -> Sequence[Action]:
    return (Go("first"), Go("second")) if len(frame.dice) > 1 and not frame.leader else ()


def choose_order(state: Campaign, frame: Turn, action: Go) -> None:
    side = higher(state, frame)
    first = side if action.order == "first" else ENEMY[side]
    state.note("BTR-turn.pre.first", "the {} side takes the first player turn", ADJECTIVE[first])
    state.update("BTR-turn.pre.first", leader=first, dice=())


def refuse_order(state: Campaign, frame: Turn, action: Go) -> list[Ruling]:
    if len(frame.dice) < 2:
        return [Ruling("BTR-turn.pre.first", "the first player is chosen after the dice of both sides")]
    return [Ruling("BTR-turn.pre.first", f"go is followed by first or second, not {action.order}")]


def leader(state: Campaign, frame: Turn) -> str:
    """The first player; in a position that names none, that of the scenario."""
    return frame.leader or str(SCENARIOS[state.scenario]["first_player"])


def begins(turn_of: Callable[[Campaign, Turn], str]) -> Callable[[Campaign, Turn], None]:
    def do(state: Campaign, frame: Turn) -> None:
        side = turn_of(state, frame)
        state.set(fact.active, side, "BTR-turn.player")
        state.set(fact.phase, "", "BTR-turn.player")
        state.call(PLAYER_TURN[side](), "BTR-turn.player")

    return do


OPENING: tuple[Step, ...] = (
    Auto(clause="BTR-ocs.turn.states", do=begin_turn),
    Chance(
        clause="BTR-weather.roll",
        name="ground",
        outcomes=no_ground,
        apply=roll_ground,
        about=lambda s, f: "the ground",
    ),
    Chance(
        clause="BTR-weather.roll",
        name="flight",
        outcomes=no_flight,
        apply=roll_flight,
        about=lambda s, f: "flight weather",
    ),
    Chance(clause="BTR-turn.pre.first", name="first player", outcomes=undiced, apply=throw, about=thrown),
    Ask(
        clause="BTR-turn.pre.first",
        name="order of player turns",
        title="go first or second",
        side=higher,
        choices=orders,
        apply=choose_order,
        takes=(Go,),
        refuse=refuse_order,
    ),
    Auto(clause="BTR-turn.player", do=begins(leader)),
    Auto(clause="BTR-turn.player", do=begins(lambda state, frame: ENEMY[leader(state, frame)])),
)
FIRST_TURN = len(OPENING) - 2  # the step that begins the first player turn
