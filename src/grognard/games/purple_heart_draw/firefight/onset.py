"""ASL-A4.15: Infantry Overrun: movers rush a leader or hero who is alone in the next hex."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes
from grognard.core.ruling import Ruling

from ..board import GRID
from . import checks, vehicles
from .clouds import smoke_in
from .eyes import is_adjacent
from .forces import ENEMY, SIDE
from .going import exits, in_hex_tem
from .position import BERSERK, BROKEN, MELEE, PIN, TI, Close, Firefight, Moving, Onset, fact
from .units import helper, is_good, kind, known_in, leadership, morale, name, put, settle
from .words import SUM, Chase, Slip, Stand

FACTOR = 2  # ASL-A4.15: double MF

# ---------------------------------------------------------------- whom


def alone_in(state: Firefight, side: str, hex_: int) -> int:
    """ASL-A4.15: the only enemy in a hex that a side knows of, if it is a leader or hero; else -1."""
    there = known_in(state, side, hex_)
    if len(there) != 1 or not kind(state, there[0]).is_single or vehicles.in_hex(state, ENEMY[side], hex_):
        return -1
    return there[0]


def targets(state: Firefight, frame: Moving, at: int) -> int:
    """Hexes beside movers, a squad or half-squad among them, who are on an ordinary way."""
    ordinary = frame.charge < 0 > frame.dash and not frame.corners and at >= 0
    if not ordinary or all(kind(state, u).is_single for u in frame.units):
        return 0
    return sum(1 << hex_ for hex_ in exits(at) if alone_in(state, state.mover, hex_) >= 0)


def _odds(state: Firefight, unit: int) -> int:
    leader = helper(state, unit)
    return morale(state, unit) - (leadership(state, leader) if leader >= 0 else 0)


def begin(state: Firefight, frame: Moving, hex_: int, price: int) -> None:
    """The unit with the best chance checks for all of them."""
    taker = max(frame.units, key=lambda u: _odds(state, u))
    unit = alone_in(state, state.mover, hex_)
    words = "{} rush {} in {}"
    movers = ", ".join(name(state, u) for u in frame.units)
    state.note("ASL-A4.15", words, movers, name(state, unit), GRID.name[hex_], kind="move")
    state.call(Onset(hex=hex_, unit=unit, taker=taker, price=price), "ASL-A4.15")


# ---------------------------------------------------------------- the check


def drm(state: Firefight, frame: Onset) -> int:
    """ASL-A4.15: cover and SMOKE of the hex entered, and leadership."""
    leader = helper(state, frame.taker)
    cover = in_hex_tem(frame.hex) + smoke_in(state, frame.hex)
    return cover + (leadership(state, leader) if leader >= 0 else 0)


def check(state: Firefight, frame: Onset, action: Roll) -> None:
    final, limit = action.face + drm(state, frame), morale(state, frame.taker)
    words = "{} dares: dice {}, with modifiers {}, against morale {}"
    state.note("ASL-A4.15", words, name(state, frame.taker), action.face, final, limit, kind="check")
    state.replace(replace(frame, passed=final <= limit, step=ANSWER_STEP), "ASL-A4.15")
    checks.trip(state, frame.taker, action.face)


def check_outcomes(state: Firefight, frame: Onset) -> Outcomes:
    return SUM if isinstance(frame, Onset) else NO_OUTCOME


# ---------------------------------------------------------------- who is rushed


def ways_out(state: Firefight, frame: Onset) -> list[int]:
    """ASL-A4.151: ADJACENT Locations without a Known enemy."""
    side, origin = SIDE[frame.unit], state.at[frame.taker]
    free = [h for h in exits(frame.hex) if state.card.places >> h & 1 and h != origin]
    return [h for h in free if is_adjacent(state, frame.hex, h) and not known_in(state, side, h)]


def answers(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-A4.151: in Good Order and with somewhere to go it may get out of the way."""
    if not isinstance(frame, Onset) or not frame.passed:
        return ()
    tied = not is_good(state, frame.unit) or state.flags[frame.unit] & (PIN | TI | BERSERK)
    return () if tied or not ways_out(state, frame) else [Slip(), Stand()]


def answer(state: Firefight, frame: Onset, action: Action) -> None:
    state.replace(replace(frame, slips=isinstance(action, Slip), step=CHASE_STEP), "ASL-A4.151")


def chases(state: Firefight, frame: object) -> Sequence[Action]:
    if not isinstance(frame, Onset) or not frame.slips:
        return ()
    return [Chase(GRID.name[hex_]) for hex_ in ways_out(state, frame)]


def chase(state: Firefight, frame: Onset, action: Chase) -> None:
    """ASL-A4.151: the movers say where it goes."""
    hex_ = GRID.number[action.hex]
    put(state, frame.unit, hex_, "ASL-A4.151")
    state.note("ASL-A4.151", "{} slips away to {}", name(state, frame.unit), action.hex, kind="move")
    state.replace(replace(frame, step=ENTER_STEP), "ASL-A4.151")
    settle(state, "ASL-A4.151")


# ---------------------------------------------------------------- afterwards


def fight(state: Firefight, moving: Moving) -> None:
    """ASL-A4.152: after the fire of the other side close combat follows at once."""
    enemies = known_in(state, state.mover, moving.rush) if moving.rush >= 0 else []
    if enemies and any(state.at[u] == moving.rush and not state.flags[u] & BROKEN for u in moving.units):
        state.call(Close(hex=moving.rush), "ASL-A4.152")


def go_on(state: Firefight) -> None:
    """ASL-A4.152: with the enemy gone the movers may go on; else they are in Melee."""
    *below, moving, window = state.stack
    if not isinstance(moving, Moving) or moving.rush < 0:
        return
    fit = [
        u for u in moving.units if state.at[u] == moving.rush and not state.flags[u] & (MELEE | BROKEN | PIN)
    ]
    state.set(fact.stack, (*below, replace(moving, units=tuple(fit), rush=-1), window), "ASL-A4.152")


ANSWER_STEP, CHASE_STEP, ENTER_STEP = 1, 2, 3


def onset_steps(enter: Auto) -> tuple[Chance | Ask | Auto, ...]:
    """The procedure; `enter` takes the movers in, or leaves them where they are."""
    return (
        Chance(clause="ASL-A4.15", name="onset", outcomes=check_outcomes, apply=check),
        Ask(
            clause="ASL-A4.151",
            name="rushed",
            title="stand or slip away",
            side=lambda state, frame: ENEMY[state.mover],
            choices=answers,
            apply=answer,
            takes=(Slip, Stand),
            refuse=lambda state, frame, action: (
                Ruling(
                    "ASL-A4.151", "who is rushed stands, or slips away where a Location beside it is free"
                ),
            ),
        ),
        Ask(
            clause="ASL-A4.151",
            name="chase",
            title="where it slips to",
            side=lambda state, frame: state.mover,
            choices=chases,
            apply=chase,
            takes=(Chase,),
            refuse=lambda state, frame, action: (
                Ruling("ASL-A4.151", f"{action.hex} is not a free Location beside the unit that slips away"),
            ),
        ),
        enter,
    )
