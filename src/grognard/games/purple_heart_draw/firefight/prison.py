"""ASL-A20: broken units that cannot get away surrender; guards and prisoners."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.procedure import Ask
from grognard.core.ruling import Modifier, Ruling

from ..pieces import SIDES
from .eyes import could_interdict, is_adjacent, threats
from .forces import ADJECTIVE, ENEMY, NAMES, SIDE, UNIT
from .going import exits
from .grenades import cost_now
from .position import BROKEN, DISRUPTED, FANATIC, MELEE, Firefight, Surrender, Yielding, fact
from .routing import first_cost, goals, may_step, must_rout, rout_mf
from .tables import KINDS
from .tank_watch import is_interdicted
from .units import (
    SIZE,
    captives,
    change_kind,
    drop_guns,
    eliminate,
    eliminate_quietly,
    in_order,
    is_encircled,
    is_good,
    is_inexperienced,
    kind,
    name,
    number,
    on_map,
    release_captives,
    settle,
)
from .words import Capture, Decline, Submit

HOLDS = 5  # times his own size a guard can hold

# ---------------------------------------------------------------- who surrenders to whom


def _holds(state: Firefight, guard: int) -> int:
    return sum(SIZE[one.type] for one in captives(state, guard))


def can_guard(state: Firefight, guard: int, unit: int) -> bool:
    """ASL-A20.21, ASL-A20.5: a Good Order armed enemy in the Location or ADJACENT, who can hold so many."""
    at, there = state.at[guard], state.at[unit]
    held = _holds(state, guard) + SIZE[kind(state, unit).type]
    beside = at == there or is_adjacent(state, at, there)
    return beside and is_good(state, guard) and held <= HOLDS * SIZE[kind(state, guard).type]


def takers(state: Firefight, unit: int) -> list[int]:
    return [guard for guard in threats(state, SIDE[unit]) if can_guard(state, guard, unit)]


def _is_swept(state: Firefight, side: str, hex_: int) -> bool:
    if any(could_interdict(state, enemy, hex_, side) for enemy in threats(state, side)):
        return True
    return is_interdicted(state, side, hex_)  # ASL-A10.532.ord


def can_get_away(state: Firefight, unit: int) -> bool:
    """ASL-A20.21: whether a rout leads to a goal of its own without Interdiction; Low Crawl does not
    count.
    """
    side, start, budget = SIDE[unit], state.at[unit], rout_mf(state, unit)
    wanted = goals(state, unit)
    found: dict[int, int] = {start: 0}
    queue: list[tuple[int, int]] = [(0, start)]
    while queue and wanted:
        spent, at = heapq.heappop(queue)
        if wanted >> at & 1:
            return True
        for hex_ in exits(at):
            price = cost_now(state, at, hex_)
            price = first_cost(state, unit, price) if price and at == start else price
            if price is None or spent + price > min(budget, found.get(hex_, 99) - 1):
                continue
            if may_step(state, side, at, hex_, (start,)) and not _is_swept(state, side, hex_):
                found[hex_] = spent + price
                heapq.heappush(queue, (spent + price, hex_))
    return False


def gives_up(state: Firefight, unit: int) -> bool:
    """ASL-A20.21, ASL-A19.12: broken, bound to rout, beside a captor, and Disrupted, encircled or without a
    safe way. Not Fanatic units, and none to whom No Quarter is given (ASL-A20.3).
    """
    flags = state.flags[unit]
    if not flags & BROKEN or flags & (FANATIC | MELEE) or SIDE[unit] in state.no_quarter:
        return False
    if not takers(state, unit) or not (flags & DISRUPTED or must_rout(state, unit)):
        return False
    return bool(flags & DISRUPTED) or is_encircled(state, unit) or not can_get_away(state, unit)


def call_surrenders(state: Firefight) -> None:
    """At the start of the Rout Phase, the units of the side that moves first."""
    order = (state.mover, ENEMY[state.mover])
    units = tuple(u for side in order for u in on_map(state, side) if gives_up(state, u))
    if units:
        state.call(Surrender(queue=units), "ASL-A20.21")


# ---------------------------------------------------------------- the captor's choice


def _next(frame: object) -> int:
    return frame.queue[0] if isinstance(frame, Surrender) and frame.queue else -1


def choices(state: Firefight, frame: object) -> Sequence[Action]:
    """ASL-A20.21: take it with one of the units beside it, or refuse. Nobody who is called is asked twice."""
    if not isinstance(frame, Surrender) or (unit := _next(frame)) < 0:
        return ()
    if frame.guards:
        return in_order(Capture(NAMES[guard], NAMES[unit]) for guard in captors(state, frame, unit))
    return [*(Capture(NAMES[guard], NAMES[unit]) for guard in takers(state, unit)), Decline(NAMES[unit])]


def answer(state: Firefight, frame: Surrender, action: Capture | Decline) -> None:
    unit = UNIT[action.enemy]
    if isinstance(action, Capture):
        (capture_half if frame.half else capture)(state, UNIT[action.unit], unit)
    else:
        refuse_quarter(state, unit)
    rest = tuple(u for u in frame.queue[1:] if frame.guards or gives_up(state, u))
    settle(state, "ASL-A20.21")
    state.replace(replace(state.stack[-1], queue=rest, step=0), "ASL-A20.21")


def capture(state: Firefight, guard: int, unit: int) -> None:
    """ASL-A20.24, ASL-A26.22: it drops its guns and counts for its captor; it goes where he goes."""
    side, id_ = SIDE[unit], state.kind[unit]
    words = "{} {} surrenders to {}"
    state.note(
        "ASL-A20.21", words, ADJECTIVE[side], name(state, unit), name(state, guard), kind="elimination"
    )
    drop_guns(state, unit, "ASL-A20.24")
    release_captives(state, unit)
    scorer = number(ENEMY[side])
    state.set_at(fact.points, scorer, state.points[scorer] + KINDS[id_].points, "ASL-A26.22")
    eliminate_quietly(state, unit, "ASL-A20.5")
    state.set_at(fact.captives, guard, f"{state.captives[guard]} {id_}".strip(), "ASL-A20.5")


def refuse_quarter(state: Firefight, unit: int) -> None:
    """ASL-A20.3: it is eliminated, and no unit of its side surrenders any more; PHD-TM4.ff: only a unit not
    taken yet can be refused, no action harms a prisoner in hand.
    """
    side = SIDE[unit]
    eliminate(state, unit, "ASL-A20.21")
    if side not in state.no_quarter:
        state.set(fact.no_quarter, (*state.no_quarter, side), "ASL-A20.3")
        state.note("ASL-A20.3", "No Quarter: {} units surrender no more", ADJECTIVE[side], kind="result")


def _refuse(state: Firefight, frame: object, action: Action) -> Sequence[Ruling]:
    words = (
        "the captor is a Good Order armed unit beside a unit that surrenders, and holds five times its size"
    )
    return (Ruling("ASL-A20.21", words),)


SURRENDER = (
    Ask(
        clause="ASL-A20.21",
        name="surrender",
        title="surrender",
        side=lambda state, frame: ENEMY[SIDE[max(0, _next(frame))]],
        choices=choices,
        apply=answer,
        takes=(Capture, Decline),
        refuse=_refuse,
    ),
)


# ---------------------------------------------------------------- capture in close combat


def seizing_modifier(state: Firefight, targets: Sequence[int]) -> list[Modifier]:
    """ASL-A20.22: 1 more to take prisoners, 1 less if the targets are inexperienced."""
    if any(is_inexperienced(state, u) for u in targets):
        return [Modifier(-1, "ASL-A20.22", "prisoners: inexperienced troops")]
    return [Modifier(1, "ASL-A20.22", "prisoners are to be taken")]


def captors(state: Firefight, frame: Surrender, unit: int) -> list[int]:
    """The attackers that are left, unbroken, and can hold one more."""
    there = [u for u in frame.guards if state.at[u] == state.at[unit] >= 0 and not state.flags[u] & BROKEN]
    return [
        u
        for u in there
        if _holds(state, u) + SIZE[kind(state, unit).type] <= HOLDS * SIZE[kind(state, u).type]
    ]


def call_captures(state: Firefight, whole: bool, guards: Sequence[int], units: Sequence[int]) -> None:
    """ASL-A20.22: below the Kill Number all are captured; on it one, of a squad one half-squad, which its
    side chooses.
    """
    alive = tuple(u for u in units if state.at[u] >= 0)
    if whole and alive:
        state.call(Surrender(queue=alive, guards=tuple(guards)), "ASL-A20.22")
    elif alive:
        state.call(Yielding(units=alive, guards=tuple(guards)), "ASL-A20.22")


def submissions(state: Firefight, frame: object) -> Sequence[Action]:
    return [Submit(NAMES[u]) for u in frame.units] if isinstance(frame, Yielding) else []


def submit(state: Firefight, frame: Yielding, action: Submit) -> None:
    unit = UNIT[action.unit]
    state.call(Surrender(queue=(unit,), guards=frame.guards, half=True), "ASL-A20.22")


def capture_half(state: Firefight, guard: int, unit: int) -> None:
    """ASL-A20.22: of a squad one half-squad is captured, the other fights on."""
    half = kind(state, unit).half
    if not half:
        capture(state, guard, unit)
        return
    scorer = number(SIDE[guard])
    change_kind(state, unit, half, "ASL-A20.22")
    state.set_at(fact.points, scorer, state.points[scorer] + KINDS[half].points, "ASL-A26.22")
    state.set_at(fact.captives, guard, f"{state.captives[guard]} {half}".strip(), "ASL-A20.5")


YIELDING = (
    Ask(
        clause="ASL-A20.22",
        name="submission",
        title="who is captured",
        side=lambda state, frame: SIDE[frame.units[0]] if isinstance(frame, Yielding) else state.mover,
        choices=submissions,
        apply=submit,
        takes=(Submit,),
        names=NAMES,
        refuse=lambda state, frame, action: (
            Ruling("ASL-A20.22", f"{action.unit} is not one of those that were attacked"),
        ),
    ),
)


def double_points(state: Firefight) -> None:
    """ASL-A26.22: at the end prisoners count double."""
    for n, side in enumerate(SIDES):
        held = sum(one.points for guard in on_map(state, side) for one in captives(state, guard))
        state.set_at(fact.points, n, state.points[n] + held, "ASL-A26.22")
