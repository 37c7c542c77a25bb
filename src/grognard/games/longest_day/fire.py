"""TLD-S.9, TLD-S.18, TLD-B.5: guns in range, defensive fire, and paying for an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.facts import Action, F
from grognard.core.hexes import Hexes, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling, counted

from . import apart
from .arrivals import not_on_map
from .board import GRID
from .command import bond, chain, group_of, stock
from .pieces import (
    ADJECTIVE,
    ATTACK,
    DEFENCE,
    DIVISION,
    ENEMY,
    GUN,
    LABEL,
    NAMES,
    OF_SIDE,
    RANGE,
    ROAMING,
    SIDE,
    SUPPLY,
    UNIT,
    display_name,
)
from .position import MINE, SUPPLY_NUMBER, Barrage, Combat, LongestDay, Segment, Spending, fact
from .routes import within
from .supply import consumption, counts_in_fire, is_supplied, roaming_hqs, status
from .tables import needed_to_disrupt
from .verbs import Draw, Fire, Join, Roll, Spend, disrupt, fighters, spend

RANGES = sorted({RANGE[u] for u in members(GUN)})
GUNS_BY_RANGE = [(r, set_of(u for u in members(GUN) if RANGE[u] == r)) for r in RANGES]
_GUNS_OF = {side: [members(guns & own) for _, guns in GUNS_BY_RANGE] for side, own in OF_SIDE.items()}
_WIDTH = GRID.all.bit_length() + 7 >> 3


@lru_cache(maxsize=8192)
def around(hex_: int, distance: int) -> Hexes:
    """The hexes at most so far away: a route over the whole sheet, which is searched in a window of it."""
    return Hexes(within(GRID, hex_, GRID.sheet, distance) & GRID.all)


def guns_bearing(state: LongestDay, hex_: int, side: str) -> int:
    """Undisrupted guns of a side that reach a hex and have not fired in this phase."""
    near, result, at = _guns_in(state, side, around(hex_, RANGES[-1]), _undisrupted(state, side)), 0, state.at
    for distance, guns in GUNS_BY_RANGE:
        if mine := near & guns:
            area = around(hex_, distance)
            for u in members(mine):
                if area >> at[u] & 1:
                    result |= MINE[u]
    return result


def _undisrupted(state: LongestDay, side: str) -> int:
    return OF_SIDE[side] & state.on_map & GUN & ~state.down & ~state.fought


def _guns_in(state: LongestDay, side: str, area: int, guns: int) -> int:
    result, stacks, held = 0, state.here, area & state.held[side]
    low = max(0, (held & -held).bit_length() - 1)  # mostly a small part of a large map
    for hex_ in members(held >> low):
        result |= stacks[hex_ + low]
    return result & guns


def may_join_guns(state: LongestDay, gun: int, others: Iterable[int]) -> bool:
    """TLD-S.18: guns firing at one hex must be able to act jointly."""
    mine = group_of(state, gun, stacking=False)
    return all(group_of(state, other, stacking=False) == mine for other in others)


# ---------------------------------------------------------------- TLD-S.18: defensive fire


class Bearing(NamedTuple):
    """What the guns of a side could fire at, had nothing been fired at yet."""

    targets: int
    guns: dict[int, int]  # those with something in range, and that


def bearing(state: LongestDay, side: str) -> Bearing:
    inputs = held, enemy, _ = state.held[side], state.held[ENEMY[side]], state.on_map
    return state.cache.get_or_compute(
        ("bearing", side), inputs, lambda _: _bearing(state, side, enemy & GRID.near(held))
    )


def _bearing(state: LongestDay, side: str, targets: int) -> Bearing:
    return Bearing(targets, _in_range(state, side, targets))


def _in_range(state: LongestDay, side: str, targets: int) -> dict[int, int]:
    result: dict[int, int] = {}
    if not targets:
        return result
    at = state.at
    for distance, guns, area in zip(RANGES, _GUNS_OF[side], GRID.widening(targets, RANGES), strict=True):
        # asked of every gun: a byte is found quicker than a bit of a large set
        bits = area.to_bytes(_WIDTH, "little")
        for u in guns:
            if (hex_ := at[u]) >= 0 and bits[hex_ >> 3] >> (hex_ & 7) & 1:
                result[u] = around(hex_, distance) & targets
    return result


def ready_guns(side: str) -> Callable[[LongestDay, Segment], int]:
    """Guns of the side that fires, with something in range."""

    def mask(state: LongestDay, frame: Segment) -> int:
        result, bears = 0, bearing(state, side)
        if targets := bears.targets & ~state.struck:
            for u, hexes in bears.guns.items():
                if hexes & targets:
                    result |= MINE[u]
        return result & _undisrupted(state, side)

    return mask


def in_range(side: str) -> Callable[[LongestDay, Segment], Callable[[int], int]]:
    def mask(state: LongestDay, frame: Segment) -> Callable[[int], int]:
        bears, left = bearing(state, side).guns, ~state.struck
        return lambda u: bears[u] & left if u in bears and is_supplied(state, u) else 0

    return mask


def supplied_guns(state: LongestDay, frame: Segment) -> Callable[[int], int]:
    return lambda u: -1 if is_supplied(state, u) else 0


def why_unfed(state: LongestDay, frame: object, unit: int, hex_: int) -> str:
    return f"{LABEL[unit]} is out of supply: {status(state, unit).because}"


def other_side(state: LongestDay, frame: object, unit: int, hex_: int) -> str:
    return (
        f"{LABEL[unit]} is {ADJECTIVE[SIDE[unit]]}; only {ADJECTIVE[ENEMY[SIDE[unit]]]} units act in this"
        " phase"
    )


def figure(amount: Fraction | int) -> str:
    """An amount as players write it.

    >>> figure(Fraction(156, 5)), figure(Fraction(7, 2)), figure(6)
    ('31.2', '3.5', '6')
    """
    return f"{float(amount):g}"


def begin_fire(state: LongestDay, frame: Segment, gun: int, hex_: int) -> None:
    state.add(fact.fought, MINE[gun], "TLD-S.18")
    state.add(fact.struck, 1 << hex_, "TLD-S.18")
    state.call(Barrage(side=SIDE[gun], hex=hex_, guns=(gun,)), "TLD-S.18")  # type: ignore[arg-type]


def unspent(clause: str, done: str) -> tuple[Screen[LongestDay, object], ...]:
    """TLD-S.6: a unit that is not disrupted and has not fought in this phase."""
    return (
        Screen("TLD-S.6", "{unit} is disrupted", lambda state, frame: ~state.down, implied=True),
        Screen(
            clause, f"{{unit}} has {done} in this phase", lambda state, frame: ~state.fought, implied=True
        ),
    )


def own_guns(side_of: Callable[[Segment], str]) -> tuple[Screen, ...]:
    """TLD-S.9: guns of the side that fires, on the map."""
    return (
        Screen(
            "TLD-S.2", other_side, lambda state, frame: OF_SIDE[side_of(frame)], implied=True, decisive=True
        ),
        Screen("TLD-S.9", "{unit} is not artillery", lambda state, frame: GUN, implied=True, decisive=True),
        Screen("TLD-S.9", not_on_map, lambda state, frame: state.on_map, implied=True, decisive=True),
    )


def defensive_fire(side: str) -> Phase:
    """The side not moving fires, before combat."""
    return Phase(
        clause="TLD-S.18",
        name=f"{side} defensive fire",
        title=f"{ADJECTIVE[side]} Defensive Fire Phase",
        side=side,
        picks=(
            Pick(
                verb=Fire,
                names=NAMES,
                units=(
                    Screen(
                        "TLD-S.18",
                        no_target,
                        ready_guns(side),
                        last=True,
                    ),
                    *own_guns(lambda frame: side),
                    *unspent("TLD-S.18", "fired"),
                ),
                hexes=(
                    Screen(
                        "TLD-S.18",
                        "{hex} has been fired at in this phase",
                        lambda state, frame: ~state.struck,
                        implied=True,
                    ),
                    Screen(
                        "TLD-S.18",
                        "{hex} holds no enemy combat unit",
                        lambda state, frame: state.held[ENEMY[side]],
                        implied=True,
                        decisive=True,
                    ),
                    Screen(
                        "TLD-S.18",
                        "no friendly combat unit is adjacent to {hex}",
                        lambda state, frame: GRID.near(state.held[side]),
                        implied=True,
                    ),
                    Screen("TLD-B.3", why_unfed, supplied_guns, implied=True, each=True),
                    Screen("TLD-S.18", explain_too_far, in_range(side), last=True, each=True),
                ),
                apply=begin_fire,
            ),
        ),
        leave=end_fire,
    )


def no_target(state: LongestDay, frame: Segment, unit: int, hex_: int) -> str:
    return f"no enemy unit {LABEL[unit]} may fire at is within {counted(RANGE[unit], 'hex')}"


def explain_too_far(state: LongestDay, frame: object, unit: int, hex_: int) -> str:
    return (
        f"{GRID.name[hex_]} is {GRID.distance(state.at[unit], hex_)} hexes from {LABEL[unit]}; its range is"
        f" {RANGE[unit]}"
    )


def out_of_range(state: LongestDay, frame: Combat | Barrage, unit: int, hex_: int) -> str:
    return explain_too_far(state, frame, unit, frame.hex)


def end_fire(state: LongestDay, clause: str) -> None:
    """TLD-B.5: the counters of a phase end with it."""
    for counters in (fact.fought, fact.once, fact.spent):
        state.set(counters, 0, clause)
    state.set(fact.struck, fact.struck.start, clause)


def guns_on(state: LongestDay, hex_: int, side: str) -> int:
    """`guns_bearing`, by what is kept of the hexes at the front."""
    bears = bearing(state, side)
    if not bears.targets >> hex_ & 1:
        return guns_bearing(state, hex_, side)
    return sum([MINE[u] for u, hexes in bears.guns.items() if hexes >> hex_ & 1]) & _undisrupted(state, side)


def without_strangers(state: LongestDay, units: int, other: int) -> int:
    """Those of a set who are not plainly unable to act with a unit: by far the most guns in range are of
    other corps."""
    if not state.day or state.options.joint_action_across_corps:
        return units
    return units & ~chain(state, SIDE[other]).strangers(other)


def joinable_guns(state: LongestDay, frame: Barrage) -> int:
    guns, result = without_strangers(state, guns_on(state, frame.hex, frame.side), frame.guns[0]), 0
    for u in members(guns):
        if is_supplied(state, u) and may_join_guns(state, u, frame.guns):
            result |= MINE[u]
    return result


def fed_guns(state: LongestDay, frame: Barrage) -> int:
    """All units but the guns of the side that are unsupplied."""
    return ~sum(
        [MINE[u] for u in members(OF_SIDE[frame.side] & GUN & state.on_map) if not is_supplied(state, u)]
    )


def guns_that_differ(state: LongestDay, frame: Barrage) -> dict[int, apart.Bar]:
    """Guns in range that may not fire with the first, and why."""
    result = dict[int, apart.Bar]()
    for u in members(guns_on(state, frame.hex, frame.side)):
        if (bar := apart.why_apart(state, u, frame.guns[0], stacking=False)) is not None:
            result[u] = bar
    return result


def join_fire(state: LongestDay, frame: Barrage, gun: int, hex_: int) -> None:
    state.add(fact.fought, MINE[gun], "TLD-S.18")
    state.replace(replace(frame, guns=(*frame.guns, gun)), "TLD-S.18")


def fire_strength(frame: Barrage) -> Fraction:
    return Fraction(sum(ATTACK[u] for u in frame.guns))


def fire_defence(state: LongestDay, frame: Barrage) -> Fraction:
    """The printed defence in the hex: terrain and halving are ignored."""
    return Fraction(sum(DEFENCE[u] for u in fighters(state, frame.hex, ENEMY[frame.side])))


def fire_needs(state: LongestDay, frame: Barrage) -> int:
    fighting = fighters(state, frame.hex, ENEMY[frame.side])
    return _needed(sum([ATTACK[u] for u in frame.guns]), sum([DEFENCE[u] for u in fighting]))


@lru_cache(maxsize=4096)
def _needed(fire: int, defence: int) -> int:
    return needed_to_disrupt(Fraction(fire), Fraction(defence))


def fire_strong_enough(state: LongestDay, frame: Barrage) -> bool:
    return fire_needs(state, frame) <= 6


def pay_for_fire(state: LongestDay, frame: Barrage) -> None:
    """TLD-B.5.a.1, TLD-B.5.c: at once."""
    pay(state, frame.guns, fire=True, payers=frame.payers)


def fire_payers(state: LongestDay, frame: Barrage) -> Sequence[Action]:
    return payers_for(state, frame, frame.guns, fire=True) if fire_strong_enough(state, frame) else ()


def fire_die(state: LongestDay, frame: Barrage) -> Outcomes:
    return DIE if frame.hit < 0 and fire_strong_enough(state, frame) else NO_OUTCOME


def fire_falls(state: LongestDay, frame: Barrage, action: Roll) -> None:
    need = fire_needs(state, frame)
    hit = action.face >= need
    state.note(
        "TLD-S.18",
        "{}: {} to {}, needs {}+, die {}: {}",
        GRID.name[frame.hex],
        figure(fire_strength(frame)),
        figure(fire_defence(state, frame)),
        need,
        action.face,
        "disrupted" if hit else "no effect",
        kind="fire",
    )
    state.replace(replace(frame, step=frame.step + 1, hit=action.face), "TLD-S.18")
    if hit:
        for unit in fighters(state, frame.hex, ENEMY[frame.side]):
            disrupt(state, unit, "TLD-S.18")


def too_weak(state: LongestDay, frame: Barrage) -> None:
    state.note(
        "TLD-S.18",
        "{} to {}, below 1:2: no effect",
        figure(fire_strength(frame)),
        figure(fire_defence(state, frame)),
    )


def guns_at_hand(clause: str, supplied: Callable[[LongestDay, F], int]) -> tuple[Screen, ...]:
    """Guns of the side that are not disrupted, have not fired, bear on the hex and are supplied."""
    return (
        *own_guns(lambda frame: frame.side),
        *unspent(clause, "fired"),
        Screen(
            "TLD-S.9",
            out_of_range,
            lambda state, frame: guns_on(state, frame.hex, frame.side) | state.fought | state.down | ~GUN,
            implied=True,
        ),
        Screen("TLD-B.3", why_unfed, supplied, implied=True),
    )


BARRAGE = (
    Phase(
        clause="TLD-S.18",
        name="more guns",
        title="more artillery",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=Join,
                names=NAMES,
                units=(
                    Screen("TLD-S.18", "{unit} cannot join this fire", joinable_guns, last=True),
                    *guns_at_hand("TLD-S.18", fed_guns),
                    *apart.screens(guns_that_differ),
                ),
                apply=join_fire,
            ),
        ),
    ),
    Auto(clause="TLD-S.18", do=too_weak, due=lambda state, frame: not fire_strong_enough(state, frame)),
    Ask(
        clause="TLD-B.5.b",
        name="HQ that pays",
        title="choice of the HQ that spends supply",
        side=lambda state, frame: frame.side,
        choices=fire_payers,
        apply=lambda state, frame, action: name_payer(state, frame, action),
        takes=(Draw,),
        names=NAMES,
        refuse=lambda state, frame, action: no_payer(state, frame, action),
    ),
    Auto(clause="TLD-B.5.a.1", do=pay_for_fire, due=fire_strong_enough),
    Chance(
        clause="TLD-S.18",
        name="fire die",
        outcomes=fire_die,
        apply=fire_falls,
        about=lambda state, frame: f"the defensive fire on {GRID.name[frame.hex]}",
    ),
)

# ---------------------------------------------------------------- TLD-B.5, TLD-J.31: paying


def chooser(
    state: LongestDay, frame: Combat | Barrage, units: Sequence[int], fire: bool
) -> tuple[int, list[int]] | None:
    """TLD-B.5.b: the first unit whose owner has still to say which HQ its attack counts to, and the HQs there
    are."""
    named = dict(frame.payers)
    for u in members(sum(MINE[u] for u in units) & ROAMING) if state.day else ():
        if (
            u not in named
            and (not fire or counts_in_fire(state, u))
            and len(hqs := roaming_hqs(state, u)) > 1
        ):
            return u, hqs
    return None


def payers_for(
    state: LongestDay, frame: Combat | Barrage, units: Sequence[int], fire: bool = False
) -> Sequence[Action]:
    result = chooser(state, frame, units, fire)
    return [Draw(name) for name in sorted(NAMES[hq] for hq in result[1])] if result else ()


def _units_of(frame: Combat | Barrage) -> tuple[tuple[int, ...], bool]:
    return (frame.guns, True) if isinstance(frame, Barrage) else ((*frame.attackers, *frame.guns), False)


def name_payer(state: LongestDay, frame: Combat | Barrage, action: Draw) -> None:
    """The question is put again for the next unit that may choose."""
    choice = chooser(state, frame, *_units_of(frame))
    assert choice is not None
    state.replace(replace(frame, payers=(*frame.payers, (choice[0], UNIT[action.unit]))), "TLD-B.5.b")
    state.note("TLD-B.5.b", "{} uses the supply of {}", LABEL[choice[0]], display_name(action.unit))


def no_payer(state: LongestDay, frame: Combat | Barrage, action: Action) -> Sequence[Ruling]:
    result = chooser(state, frame, *_units_of(frame))
    if not isinstance(action, Draw):
        return ()
    if result is None:
        return [Ruling("TLD-B.5.b", "no unit of this attack may choose the HQ it uses")]
    return [
        Ruling(
            "TLD-B.5.b",
            f"{LABEL[result[0]]} cannot use {display_name(action.unit)}; it may use"
            f" {' or '.join(sorted(LABEL[hq] for hq in result[1]))}",
        )
    ]


def pay(
    state: LongestDay, units: Sequence[int], fire: bool = False, payers: Iterable[tuple[int, int]] = ()
) -> None:
    """Counts the units of each HQ and has it spend a half step where it must."""
    for hq, (weight, due) in sorted(consumption(state, units, fire, payers).items()):
        if due:
            state.add(fact.spent, MINE[hq], "TLD-B.5.a.1" if fire else "TLD-B.5.a")
            if stock(state, hq):
                state.call(Spending(hq=hq), "TLD-B.5")
        elif weight:
            state.add(fact.once, MINE[hq], "TLD-B.5.d")


def spend_choices(state: LongestDay, frame: Spending) -> Sequence[Action]:
    """TLD-J.31: the owner names the one; alike ones are one choice."""
    alike: dict[tuple[bool, str], int] = {}
    for u in members(stock(state, frame.hq)):
        alike.setdefault((bool(state.half >> u & 1), state.bound[SUPPLY_NUMBER[u]]), u)
    return [Spend(NAMES[u]) for u in sorted(alike.values())]


def spend_one(state: LongestDay, frame: Spending, action: Spend) -> None:
    unit = UNIT[action.unit]
    state.note("TLD-B.5", "{} spends half a supply unit", LABEL[frame.hq])
    spend(state, unit, "TLD-B.5")


def not_spent(state: LongestDay, frame: Spending, action: Spend) -> Sequence[Ruling]:
    unit, name = UNIT[action.unit], display_name(action.unit)
    if not SUPPLY >> unit & 1 or state.at[unit] != state.at[frame.hq]:
        return [Ruling("TLD-J.31", f"{name} is not a supply unit in the hex of {LABEL[frame.hq]}")]
    if SIDE[unit] != SIDE[frame.hq]:
        return [Ruling("TLD-B.9", f"{name} is an enemy supply unit")]
    if not stock(state, frame.hq) >> unit & 1:
        home = state.bound[SUPPLY_NUMBER[unit]]
        return [
            Ruling(
                "TLD-B.5.e", f"{name} is bound to {display_name(home)}; {LABEL[frame.hq]} is of another corps"
            )
        ]
    return [
        Ruling("TLD-J.31", f"{name} is in the same state as another supply unit on the list; choose that one")
    ]


SPENDING = (
    Ask(
        clause="TLD-J.31",
        name="supply spent",
        title="choice of the supply unit",
        side=lambda state, frame: SIDE[frame.hq],
        choices=spend_choices,
        apply=spend_one,
        takes=(Spend,),
        names=NAMES,
        refuse=not_spent,
    ),
)


def de_facto_guns(state: LongestDay, gun: int, attackers: Iterable[int]) -> bool:
    """TLD-A.corps.25.e: a de facto corps is supported by the divisional guns of the divisions that attack,
    and by no others."""
    division = DIVISION[gun]
    if not division:
        return False
    return bond(state, division).group[0] != "de facto" or division in {DIVISION[u] for u in attackers}
