"""FF-WIN.1: what the other side does after each expenditure of a vehicle."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.caching import once_a_position
from grognard.core.hexes import members
from grognard.core.procedure import Auto, Pick, Screen
from grognard.core.ruling import Ruling

from . import (
    bolting,
    engaging,
    gun_fire,
    riddling,
    sectors,
    tank_close,
    tank_guns,
    tank_shot,
    torching,
    vehicles,
)
from .concealment import find_past_bocage
from .demolition import throw_pick
from .dispensers import smoke_picks
from .eyes import find_works, sees
from .fire import TOO_LATE, declare, is_late, own_firers, shot_out, unit_screens
from .forces import ENEMY, FIRERS
from .position import (
    FINAL,
    G_FIRST,
    Attack,
    Driving,
    Firefight,
    Mask,
    Reply,
    fact,
)
from .reach import NOT_LED, busy_at_home, in_range, is_led
from .shots import FIRST_FIRE
from .sniper import release
from .units import has, name, pieces_of, shooter
from .victory import check_victory
from .window import Reaction, is_watched
from .words import Fire


def vehicle_hex(state: Firefight, frame: object) -> int:
    """Where the vehicle on its way is."""
    moving = vehicles.driver(state)
    at = state.vehicle_at[moving.vehicle] if moving is not None else -1
    return 1 << at if moving is not None and at >= 0 and vehicles.is_there(state, moving.vehicle) else 0


def outer_hex(state: Firefight, frame: object) -> int:
    """ASL-D7.22: the same, for fire that does not come after an overrun."""
    return 0 if vehicles.is_crushed(state) else vehicle_hex(state, frame)


def exposed_hex(state: Firefight, frame: object) -> int:
    """The same, if its crew shows itself or units ride on it: small arms find nothing else."""
    moving = vehicles.driver(state)
    shows = moving is not None and vehicles.is_vulnerable(state, moving.vehicle)
    return outer_hex(state, frame) if shows else 0


def _answers(test: Callable[[Firefight, int, int], bool]) -> Mask:
    @once_a_position
    def kept(state: Firefight) -> int:
        there = members(exposed_hex(state, None))
        firers = own_firers(state, ENEMY[state.mover]) if there else []
        return sum(1 << f for f in firers if test(state, f, there[0]))

    return lambda state, frame: kept(state)


def answer(state: Firefight, frame: object, firer: int, hex_: int) -> None:
    moving = vehicles.driver(state)
    assert moving is not None
    attack = Attack(side=ENEMY[state.mover], hex=hex_, kind=FIRST_FIRE, vehicle=moving.vehicle)
    declare(state, attack, firer)


FIRE = Pick(
    verb=Fire,
    names=FIRERS,
    units=(
        *unit_screens(lambda state, frame: FIRST_FIRE, lambda state, frame: ENEMY[state.mover]),
        Screen(
            "ASL-A7.212",
            "{unit} has an enemy in its own Location",
            _answers(lambda s, f, h: not busy_at_home(s, f, h)),
        ),
        Screen(
            "ASL-A8.3",
            "the vehicle is out of what {unit} can reach",
            _answers(lambda s, f, h: in_range(s, FIRST_FIRE, f, h)),
        ),
        Screen("ASL-A9.4", NOT_LED, _answers(is_led)),
        Screen("ASL-A9.21", sectors.WORDS, _answers(sectors.allows)),
        Screen(
            "ASL-A8.14",
            "{unit} has shot as often as MP were spent there",
            _answers(lambda s, f, h: not shot_out(s, f)),
        ),
        Screen("ASL-A7.55", TOO_LATE, _answers(lambda s, f, h: not is_late(s, f))),
        Screen(
            "ASL-A6.11",
            "{unit} does not see the vehicle",
            _answers(lambda s, f, h: sees(s, shooter(s, f), h)),
        ),
    ),
    hexes=(Screen("ASL-D5.2", "no crew shows itself and no unit rides in {hex}", exposed_hex),),
    apply=answer,
)


def _compulsory(state: Firefight, frame: object) -> Ruling | None:
    """ASL-D7.212: who is overrun under a Final Fire marker attacks."""
    for unit in members(tank_close.reactors(state, frame)):
        if has(state, unit, FINAL) and not tank_close.in_street(state, unit):
            return Ruling("ASL-D7.212", f"{name(state, unit)} is overrun and must attack the vehicle")
    return _crews_stand(state, frame)


def _crews_stand(state: Firefight, frame: object) -> Ruling | None:
    """ASL-D7.23: the crew of a Gun under a First Fire marker that is overrun fires it by Intensive Fire, or
    attacks the vehicle.
    """
    for unit in members(tank_close.reactors(state, frame)) if vehicles.is_crushed(state) else ():
        marked = any(state.gun_flags[g] & G_FIRST for g in pieces_of(state, unit))
        if marked and not tank_close.in_street(state, unit) and not has(state, unit, FINAL):
            return Ruling("ASL-D7.23", f"{name(state, unit)} is overrun at its Gun and must attack")
    return None


SMOKE = smoke_picks(lambda state: ENEMY[state.mover])
REACT = Reaction(
    clause="FF-WIN.1",
    name="vehicle reaction",
    title="Defensive First Fire at a vehicle",
    side=lambda state, frame: ENEMY[state.mover],
    picks=(
        tank_close.reaction_pick(),
        bolting.BOLT,
        SMOKE[0],
        engaging.engage_mover(vehicle_hex),
        FIRE,
        riddling.riddle_pick(FIRST_FIRE, outer_hex),
        gun_fire.answer_pick(outer_hex),
        tank_shot.answer_pick(outer_hex),
        tank_guns.answer_pick(exposed_hex),
        throw_pick(FIRST_FIRE, outer_hex),
        torching.torch_pick(FIRST_FIRE, outer_hex),
        SMOKE[1],
    ),
    plain=lambda state, frame: (),
    must=_compulsory,
)


def begin_reply(state: Firefight, frame: Reply) -> None:
    find_works(state)
    find_past_bocage(state)
    release(state)


def open_reply(state: Firefight, frame: Reply) -> None:
    """Nobody is asked where the mover knows that nobody can answer."""
    there = members(vehicle_hex(state, frame))
    if not there or not is_watched(state, there[0]):
        state.goto(len(REPLY) - 1, "FF-WIN.1")


def end_reply(state: Firefight, frame: Reply) -> None:
    """A whole way ends where somebody has fired."""
    moving = vehicles.driver(state)
    if moving is not None and moving.shots and not moving.answered:
        frames = (replace(one, answered=True) if isinstance(one, Driving) else one for one in state.stack)
        state.set(fact.stack, tuple(frames), "FF-WIN.1")
    check_victory(state)


REPLY = (
    Auto(clause="ASL-A14.1", do=begin_reply),
    Auto(clause="FF-WIN.1", do=open_reply),
    REACT,
    Auto(clause="FF-WIN.1", do=end_reply),
)
