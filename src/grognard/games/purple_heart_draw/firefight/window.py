"""FF-WIN.1: what the other side does after each expenditure of a mover."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.caching import once_a_position
from grognard.core.choices import Choices
from grognard.core.facts import DONE, F
from grognard.core.hexes import OFF, members
from grognard.core.procedure import Auto, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import bolting, gun_fire, lanes, onset, riders, sectors, stealth, tank_guns, tank_shot, vehicles
from .allowances import allowance
from .arriving import movers
from .concealment import find_past_bocage
from .demolition import placed, throw_pick
from .dispensers import smoke_picks
from .eyes import (
    air,
    find_works,
    ground,
    sees,
    sees_crossing,
    stand,
    stand_of,
    stands,
    target_hexes,
    vehicle_stand,
)
from .fire import TOO_LATE, declare, is_late, own_firers, shot_out, snapped, unit_screens
from .flame import flame_pick
from .forces import ENEMY, FIRERS
from .markers import is_marker
from .next_hexes import where
from .places import Place
from .position import BROKEN, CX, PIN, Attack, Firefight, Mask, Moving, Window, fact
from .reach import NOT_LED, busy_at_home, in_range, is_led
from .shelling import answer_picks
from .shots import FIRST_FIRE, RESIDUAL_FIRE
from .sight import sight
from .sniper import release
from .units import (
    flag,
    kind,
    name,
    pin,
    settle,
    shooter,
    show,
)
from .victory import check_victory
from .wall_claims import wall_picks
from .words import Fire, Snap

FAR = 60  # no weapon of a card reaches farther


class Reaction(Phase[Firefight, F]):
    """A phase that always waits: whether a side has anything to fire must not show in whether it is asked."""

    asks = False

    def options(self, state: Firefight, frame: F) -> Choices | None:
        return super().options(state, frame) or Choices(state, (DONE,))


def residual(state: Firefight, frame: Window) -> None:
    """ASL-A8.2, ASL-A8.22: Residual FP attacks who spends MF there, once unless it has grown."""
    moving = movers(state)
    hex_ = where(state, moving)
    power = dict(state.residual).get(hex_, 0)
    fresh = [u for u in moving.units if not any(s[:2] == (u, hex_) and s[2] >= power for s in state.struck)]
    if power and fresh:
        state.set(fact.struck, (*state.struck, *((u, hex_, power) for u in fresh)), "ASL-A8.22")
        attack = Attack(
            side=ENEMY[state.mover],
            hex=hex_,
            kind=RESIDUAL_FIRE,
            targets=tuple(fresh),
            firepower=power,
            ffnam=moving.ffnam,
        )
        state.note("ASL-A8.2", "{} Residual FP attack in {}", power, GRID.name[hex_], kind="attack")
        state.call(attack, "ASL-A8.2")


def beaten(state: Firefight, frame: Window) -> None:
    """FF-WIN.1: after Residual FP the Fire Lanes, one after another; this step comes back until none is
    left.
    """
    lanes.drop(state)
    moving = movers(state)
    hex_ = where(state, moving)
    attack = lanes.sweep(state, moving, hex_) if state.lanes and hex_ >= 0 else None
    if attack is not None:
        state.goto(LANE_STEP, "FF-WIN.1")
        state.call(attack, "ASL-A9.22")


def is_watched(state: Firefight, hex_: int) -> bool:
    """Whether the other side could answer, as far as the mover knows: by a "?", a known unit, or one still
    hidden.
    """
    side = ENEMY[state.mover]
    if (state.card.first_setup == side or state.card.is_mission) and not state.all_found:
        return True
    goals = stands(state, state.mover, hex_)
    if any(_looks(state, vehicle, hex_, goals) for vehicle in vehicles.on_map(state, side)):
        return True
    return any(
        at == hex_ or (GRID.distance(at, hex_) <= FAR and watches(state, stand(state, side, at), goals))
        for at in members(target_hexes(state, state.mover))
    )


def _looks(state: Firefight, vehicle: int, hex_: int, goals: tuple[Place, ...]) -> bool:
    if not vehicles.is_active(state, vehicle):
        return False
    return state.vehicle_at[vehicle] == hex_ or watches(state, vehicle_stand(state, vehicle), goals)


def watches(state: Firefight, here: Place, goals: tuple[Place, ...]) -> bool:
    """Whether the movers are seen from a place, or the hexside they have crossed."""
    seen = any(sight(here, goal, air(state), ground(state)).is_unit_seen for goal in goals)
    return seen or sees_crossing(state, here)


def _answers(test: Callable[[Firefight, int, int], bool]) -> Mask:
    @once_a_position
    def kept(state: Firefight) -> int:
        if not any(isinstance(f, Moving) for f in state.stack):
            return 0
        hex_ = where(state, movers(state))
        if hex_ < 0:
            return 0
        found = 0
        for f in own_firers(state, ENEMY[state.mover]):
            found |= bool(test(state, f, hex_)) << f
        return found

    return lambda state, frame: kept(state)


def _seen(state: Firefight, firer: int, hex_: int) -> bool:
    return sees(state, shooter(state, firer), hex_)


def _mover_hex(state: Firefight, frame: object) -> int:
    there = [f for f in state.stack if isinstance(f, Moving) and f.units]
    return 1 << where(state, there[-1]) if there and where(state, there[-1]) >= 0 else 0


def answer(state: Firefight, frame: object, firer: int, hex_: int) -> None:
    moving = movers(state)
    declare(
        state,
        Attack(side=ENEMY[state.mover], hex=hex_, kind=FIRST_FIRE, targets=moving.units, ffnam=moving.ffnam),
        firer,
    )


def snap(state: Firefight, frame: object, firer: int, hex_: int) -> None:
    """ASL-A8.15: First Fire at a crossing."""
    shot = Attack(side=ENEMY[state.mover], hex=hex_, kind=FIRST_FIRE, targets=movers(state).units, snap=True)
    declare(state, shot, firer)


def _may_snap(state: Firefight, firer: int, hex_: int) -> bool:
    return sees_crossing(state, stand_of(state, shooter(state, firer)))


def _home_first(state: Firefight, firer: int, hex_: int) -> bool:
    return not busy_at_home(state, firer, hex_)


def _compulsory(state: Firefight, frame: object) -> Ruling | None:
    """ASL-A8.312: unbroken armed units fire at a squad or half-squad that has entered their Location, with
    whatever they have left.
    """
    moving = movers(state)
    hex_ = where(state, moving)
    if hex_ < 0 or all(kind(state, u).is_single for u in moving.units if state.at[u] == hex_):
        return None
    fires = next(pick for pick in REACT.picks if pick.verb is Fire)
    for firer in members(fires.ready(state, frame)):
        unit = shooter(state, firer)
        if state.at[unit] == hex_ and not dict(moving.shots).get(firer):
            return Ruling("ASL-A8.312", f"{name(state, unit)} must fire at who has entered its Location")
    return None


# what a firer must be able to, whatever it fires at the movers
ALWAYS = (
    *unit_screens(lambda state, frame: FIRST_FIRE, lambda state, frame: ENEMY[state.mover]),
    Screen("ASL-A7.212", "{unit} has an enemy in its own Location", _answers(_home_first)),
    Screen(
        "ASL-A8.3",
        "the mover is out of what {unit} can reach",
        _answers(lambda s, f, h: in_range(s, FIRST_FIRE, f, h)),
    ),
    Screen("ASL-A9.4", NOT_LED, _answers(is_led)),
    Screen("ASL-A9.21", sectors.WORDS, _answers(sectors.allows)),
    Screen(
        "ASL-A8.14",
        "{unit} has shot as often as MF were spent there",
        _answers(lambda s, f, h: not shot_out(s, f)),
    ),
    Screen("ASL-A7.55", TOO_LATE, _answers(lambda s, f, h: not is_late(s, f))),
)


SMOKE = smoke_picks(lambda state: ENEMY[state.mover])
FAUST, SHOOT = answer_picks(_mover_hex, shot_out)
REACT = Reaction(
    clause="FF-WIN.1",
    name="reaction",
    title="Defensive First Fire",
    side=lambda state, frame: ENEMY[state.mover],
    picks=(
        bolting.BOLT,
        stealth.CHALLENGE,
        wall_picks(lambda state, frame: ENEMY[state.mover])[0],
        SMOKE[0],
        FAUST,
        Pick(
            verb=Fire,
            names=FIRERS,
            units=(*ALWAYS, Screen("ASL-A6.11", "{unit} does not see the mover", _answers(_seen))),
            hexes=(Screen("ASL-A8.1", "{hex} is not where the mover is", _mover_hex),),
            apply=answer,
        ),
        flame_pick(FIRST_FIRE, _mover_hex),
        gun_fire.answer_pick(_mover_hex),
        tank_shot.answer_pick(_mover_hex),
        SHOOT,
        Pick(
            verb=Snap,
            names=FIRERS,
            units=(
                *ALWAYS,
                Screen(
                    "ASL-A8.15",
                    "{unit} does not see both corners of a hexside that was crossed, or has shot at it",
                    _answers(lambda s, f, h: f not in snapped(s) and _may_snap(s, f, h)),
                ),
            ),
            hexes=(Screen("ASL-A8.1", "{hex} is not where the mover is", _mover_hex),),
            apply=snap,
        ),
        tank_guns.answer_pick(_mover_hex),
        throw_pick(FIRST_FIRE, _mover_hex),
        SMOKE[1],
    ),
    plain=lambda state, frame: (),
    must=_compulsory,
)


def prune(state: Firefight, frame: Window) -> None:
    """ASL-A10.4b, ASL-A7.8: who is broken, pinned or gone moves on no more; ASL-A4.32: in bypass it is then
    in the obstacle.
    """
    stealth.after_fire(state)
    stack = state.stack
    moving = stack[-2]
    assert isinstance(moving, Moving)
    at = max((state.at[u] for u in moving.units), default=OFF)
    going = tuple(
        u
        for u in moving.units
        if state.at[u] == at >= 0 and not state.flags[u] & (BROKEN | PIN) and u not in moving.halted
    )
    if moving.minimum:
        for unit in going:
            pin(state, unit, "ASL-A4.134")
            flag(state, unit, CX, "ASL-A4.134")
    if moving.boarding >= 0:
        riders.board(state, going, moving.boarding, allowance(state, moving) - moving.spent)
    if moving.ended or moving.minimum or moving.boarding >= 0:
        going = ()
    moving = placed(state, moving)
    state.set(fact.stack, (*stack[:-2], replace(moving, units=going), stack[-1]), "FF-WIN.1")
    check_victory(state)
    if moving.rush >= 0 and state.stack:
        onset.fight(state, replace(moving, units=going))


def end_rush(state: Firefight, frame: Window) -> None:
    onset.go_on(state)


def open_window(state: Firefight, frame: Window) -> None:
    moving = movers(state)
    at = max((state.at[u] for u in moving.units), default=OFF)
    alive = tuple(u for u in moving.units if state.at[u] == at >= 0)
    if not alive or not is_watched(state, at):
        state.goto(len(WINDOW) - 2, "FF-WIN.1")
    elif alive != moving.units:
        stack = state.stack
        state.set(fact.stack, (*stack[:-2], replace(moving, units=alive), stack[-1]), "FF-WIN.1")


def begin_window(state: Firefight, frame: Window) -> None:
    """ASL-A12.14.d: who spends MF by name is known, also where it is; ASL-A14.1, ASL-A12.33: snipers act, and
    what the movers now see of works comes to light.
    """
    moving = movers(state)
    for unit in () if is_marker(moving.units) else moving.units:
        show(state, unit, "ASL-A12.14.d")
    settle(state, "ASL-A12.14.d")
    find_works(state)
    find_past_bocage(state)
    stealth.after_fire(state)
    release(state)


WINDOW = (
    Auto(clause="ASL-A14.1", do=begin_window),
    Auto(clause="ASL-A8.2", do=residual),
    Auto(clause="ASL-A9.22", do=beaten),
    Auto(clause="FF-WIN.1", do=open_window),
    REACT,
    Auto(clause="FF-WIN.1", do=prune),
    Auto(clause="ASL-A4.152", do=end_rush),
)
LANE_STEP = 2
