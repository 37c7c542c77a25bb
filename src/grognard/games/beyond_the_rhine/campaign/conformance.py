"""What must hold in every position on the map, and what the conformance suite plays."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random

from grognard.core.due import due
from grognard.core.facts import CHANCE, DONE, Action, Frame
from grognard.core.game import Game
from grognard.core.hexes import members
from grognard.core.random_games import RandomGame, moment_of
from grognard.core.reveal import SPECTATOR
from grognard.core.state import State
from grognard.core.suite import Suite

from .aircraft import PLANES
from .battle import able_stocks
from .board import GRID
from .fog import look_again, seen_stacks
from .impossible import impossibilities
from .pieces import COMBAT, ENEMY, FIGHTERS, MOVE, NAMES, OF_SIDE, SCENARIOS, SIDES, STEPS, TRANSPORT
from .position import Battle, Campaign, Payment
from .supply import tokens_for
from .verbs import Draw, Pay, steps_left, stores
from .visibility import is_foggy, sighted


def holds(state: State) -> None:
    """Nothing impossible: places, steps, dumps and loads in bounds, markers on units that can have them."""
    assert isinstance(state, Campaign)
    assert not impossibilities(state), impossibilities(state)[0]
    assert 0 <= state.turn <= len(SCENARIOS[state.scenario]["turns"]), f"turn {state.turn}"
    for unit, name in enumerate(NAMES):
        assert 0 <= state.lost[unit] <= STEPS[unit], f"{name} has lost {state.lost[unit]} steps"
        assert 0 <= state.load[unit] <= 4 and 0 <= state.stock[unit] <= 2, f"load or stock of {name}"
        assert state.spent[unit] >= 0, f"{name} has spent {state.spent[unit]}"
    for number, plane in enumerate(PLANES):
        assert 0 <= state.plane_lost[number] <= plane.steps, f"{plane.id} has lost {state.plane_lost[number]}"
    for side in state.sides:
        assert all(tokens > 0 for tokens in stores(state, side).values()), f"an empty dump of {side}"
    for marker in ("reserve", "exploit", "dg", "oos"):
        assert not state.__dict__[marker] & ~(state.on_map & FIGHTERS), f"{marker} lies on nothing"
    assert state.on_map == sum(state.here.values()) and not state.on_map & ~(
        OF_SIDE["allied"] | OF_SIDE["german"]
    )
    if is_foggy(state):
        shown = state.allied_stacks, state.german_stacks
        assert shown == tuple(seen_stacks(state, side) for side in SIDES), (
            "the shown stacks are not as they stand"
        )


# ---------------------------------------------------------------- twins: option `fog`


def covered_twin(state: Campaign, side: str, rng: Random) -> Campaign | None:
    """The same position but for counters of a side that the other may not look at: other steps, modes,
    stocks, loads and markers, and counters that have changed places. Nothing that all can see is changed.
    `None`: no counter lies covered.
    """
    twin, changed = deepcopy(state), False
    for unit in members(state.on_map & OF_SIDE[side] & ~sighted(state, ENEMY[side])):
        for change in rng.sample(_CHANGES, 3):
            changed |= _try(twin, state, side, unit, rng, change)
    return twin if changed else None


_CHANGES = ("lost", "mode", "stock", "load", "untraced", "at", "dg", "oos", "fuelled", "reserve")


def _try(twin: Campaign, state: Campaign, side: str, unit: int, rng: Random, change: str) -> bool:
    """Makes one change; takes it back if a side could see it."""
    own, saved = twin.__dict__, twin.__dict__[change]
    own[change] = saved if isinstance(saved, int) else list(saved)
    if change == "at":
        others = members(twin.on_map & OF_SIDE[side] & ~sighted(twin, ENEMY[side]) & ~(1 << unit))
        if not others:
            return False
        other = rng.choice(others)
        own["at"][unit], own["at"][other] = saved[other], saved[unit]
    elif isinstance(saved, int):
        own[change] = saved ^ (1 << unit if FIGHTERS >> unit & 1 else 0)
    else:
        own[change][unit] = _other_value(change, unit, rng)
    _rebuild(twin)
    if own[change] != saved and all(twin.view(seat) == state.view(seat) for seat in (ENEMY[side], SPECTATOR)):
        return True
    own[change] = saved
    _rebuild(twin)
    return False


def _other_value(change: str, unit: int, rng: Random) -> int | str:
    if change == "mode":
        return rng.choice((COMBAT, MOVE))
    most = {"lost": STEPS[unit] - 1, "stock": 2, "load": 4 if TRANSPORT >> unit & 1 else 0, "untraced": 2}
    return rng.randint(0, most[change])


def _rebuild(twin: Campaign) -> None:
    """What follows from the facts; the twin has no history of its own."""
    twin.derive()
    twin.cache.clear()
    twin.forget_choices()
    look_again(twin)


def seen_alike(one: Campaign, two: Campaign, seat: str) -> Iterator[str]:
    """What differs between two positions as a seat sees them, in words; nothing, if the seats are right."""
    if one.view(seat) != two.view(seat):
        yield "the view"
    if due(one, seat) != due(two, seat):
        yield "what is due"
    if one.to_move == seat and list(one.legal_actions()) != list(two.legal_actions()):
        yield "the choices"


def compare_twins(game: Game, seed: int, of_a_kind: int = 1) -> int:
    """Twin positions look alike to the other side and to a spectator, and go on to do so while the other side
    acts and fights; gives the number of its decisions that were compared.
    """
    rng, compared = Random(seed), 0  # noqa: S311
    play = RandomGame(game, seed, options={"fog": True})
    for state in play.samples(of_a_kind):
        assert isinstance(state, Campaign)
        for side in SIDES:
            twin = covered_twin(state, side, rng)
            if twin is not None:
                compared += _follow(deepcopy(state), twin, ENEMY[side], rng)
    return compared


def _follow(one: Campaign, two: Campaign, seat: str, rng: Random, most: int = 12) -> int:
    """Lets a seat act alike in both positions, through its fights, until something lies open that was covered
    and differs.
    """
    compared = 0
    for _ in range(most):
        if one.to_move is None or two.to_move is None or _has_come_out(one, two):
            break
        for viewer in (seat, SPECTATOR):
            wrong = list(seen_alike(one, two, viewer))
            assert not wrong, f"{wrong[0]} tells {viewer} what is covered in {moment_of(one)}"
        action = one.legal_actions().sample(rng) if one.to_move == seat else _answer(one, two, rng)
        if action is None:
            break
        if one.to_move == seat:
            compared += 1
            _refused_alike(one, two, action)
        one.push(action)
        two.push(action)
    return compared


def _answer(one: Campaign, two: Campaign, rng: Random) -> Action | None:
    """What the dice or the owner of the covered counters say in a fight, if they can say the same in both
    positions; `None` outside of fights.
    """
    if not (_fights(one) and _fights(two)) or one.to_move != two.to_move:
        return None
    if one.to_move == CHANCE:
        return rng.choice(list(one.chance_outcomes()))[0]
    known = set(two.legal_actions())
    common = [action for action in one.legal_actions() if action in known and not action.gives_up]
    alike = [action for action in common if _pays(one, action) == _pays(two, action)]
    return rng.choice(alike) if alike else None


def _pays(state: Campaign, action: Action) -> object:
    """BTR-ocs.supply.draw, BTR-ocs.stock.use: what all see a side pay for its fight by an action, of loads
    and stocks as well (docs/rulings.md, BTR-ocs.play.open); a side that pays otherwise shows otherwise.
    """
    frame: Frame = state.stack[-1]
    if isinstance(frame, Payment) and isinstance(action, Draw):
        return min(frame.tokens, stores(state, frame.side).get(GRID.hex(action.hex), 0))
    if isinstance(frame, Battle) and isinstance(action, Pay) and action.choice == "yes":
        return able_stocks(state, frame)
    if isinstance(frame, Battle) and action == DONE and not frame.defenders:
        return [tokens_for(state, frame.side, state.at[u]) >= steps_left(state, u) for u in frame.attackers]
    return None


def _has_come_out(one: Campaign, two: Campaign) -> bool:
    """Whether a counter that all can see now is not the same in both positions: that is no leak."""
    seen = sighted(one, SPECTATOR) | sighted(two, SPECTATOR)
    return any(_facts(one, unit) != _facts(two, unit) for unit in members(seen & one.on_map))


def _facts(state: Campaign, unit: int) -> list[int | str]:
    """All that the twins may change of a counter."""
    own = [state.__dict__[change] for change in _CHANGES]
    return [value >> unit & 1 if isinstance(value, int) else value[unit] for value in own]


def _refused_alike(one: Campaign, two: Campaign, action: Action) -> None:
    assert one.why_not(action) == two.why_not(action) == [], f"{action} is legal in one position only"


def _fights(state: Campaign) -> bool:
    """Whether a fight, a capture or a bridge is under way: what comes of it is seen by all."""
    return len(state.stack) > 2


SUITE = Suite(
    holds=holds,
    nested=(("Turn", "AlliedTurn", "Battle", "Retreat"),),
    games=range(20),
    positions=(19, 1002),
    pops=(2000,),
    agreements=(3002,),
    sampled=20000,
    asked=50,
    secrets=range(2),
    twins=compare_twins,
)
