"""TLD-S.8, TLD-S.17: attacks on one hex, as tables of steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from grognard.core.after_combat import result_is, until_result
from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import Ask, Auto, Chance, Phase, Pick, Screen
from grognard.core.ruling import Ruling, total

from . import apart
from .arrivals import not_on_map
from .board import BEACHES, GRID, NEAR
from .combat_results import (
    MAY_FLOAT,
    advance,
    advance_choices,
    afloat_off,
    attacker_owes,
    attacker_owes_as_much,
    attacking,
    defender_owes,
    drive_back,
    end_combat,
    fall_back,
    hex_is_free,
    hold_but_disrupted,
    land_afloat,
    lose,
    loser,
    loss_choices,
    no_advance,
    not_lost,
)
from .command import group_of
from .days import date_words
from .defacto import forming
from .fire import (
    de_facto_guns,
    figure,
    guns_at_hand,
    guns_on,
    name_payer,
    no_payer,
    other_side,
    pay,
    payers_for,
    supplied_guns,
    unspent,
    why_unfed,
    without_strangers,
)
from .odds import (
    attack_total,
    defence_total,
    odds_column,
    shifted,
    shifts,
)
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ASSAULT,
    ENEMY,
    GUN,
    LABEL,
    NAMES,
    OF_SIDE,
    SIDE,
)
from .position import MINE, Combat, LongestDay, Segment, fact
from .supply import is_supplied
from .tables import COLUMNS, CRT, NAVAL_RANGE, NAVAL_THROUGH, column
from .verbs import Advance, Attack, Draw, Join, Lose, Roll, Ships, Support, stir

# ---------------------------------------------------------------- who may attack what


def at_the_front(side: str) -> Callable[[LongestDay, Segment], int]:
    """Undisrupted units with an attack strength of their own, beside an enemy hex not yet attacked, that have
    not fought."""

    def mask(state: LongestDay, frame: Segment) -> int:
        targets = state.held[ENEMY[side]] & ~state.struck
        front = GRID.near(targets) & state.held[side]
        stacks, result = state.here, 0
        for hex_ in members(front):
            result |= stacks[hex_]
        result &= OF_SIDE[side]
        return (result | afloat_off(state, side, targets)) & ASSAULT & ~state.down & ~state.fought

    return mask


def targets_of(side: str) -> Callable[[LongestDay, object], Callable[[int], int]]:
    def mask(state: LongestDay, frame: object) -> Callable[[int], int]:
        open_ = state.held[ENEMY[side]] & ~state.struck
        return lambda u: beside(state, u) & open_ if is_supplied(state, u) else 0

    return mask


def beside(state: LongestDay, unit: int) -> int:
    """The hexes a unit can attack: its neighbours, or the one it lies off (TLD-S.12)."""
    if state.afloat[unit] >= 0:
        return 1 << state.afloat[unit]
    return NEAR[state.at[unit]] if state.at[unit] >= 0 else 0


def begin_attack(state: LongestDay, frame: Segment, unit: int, hex_: int) -> None:
    state.add(fact.fought, MINE[unit], "TLD-S.17")
    state.add(fact.struck, 1 << hex_, "TLD-S.17")
    state.call(Combat(side=SIDE[unit], hex=hex_, attackers=(unit,)), "TLD-S.17")  # type: ignore[arg-type]


def at_sea(state: LongestDay) -> int:
    """Units afloat off a beach, which attack from there."""
    return sum(MINE[u] for u in members(state.due & MAY_FLOAT) if state.afloat[u] >= 0)


def own_attackers(side_of: Callable[[Segment], str]) -> tuple[Screen, ...]:
    """TLD-S.17, TLD-S.9: units of the attacker, with an attack strength of their own, on the map or
    afloat."""
    return (
        Screen(
            "TLD-S.2", other_side, lambda state, frame: OF_SIDE[side_of(frame)], implied=True, decisive=True
        ),
        Screen(
            "TLD-S.9",
            "{unit} is artillery; it never attacks alone, but supports an attack or fires defensively",
            lambda state, frame: ~GUN,
            implied=True,
            decisive=True,
        ),
        Screen(
            "TLD-S.17",
            "{unit} has no attack strength",
            lambda state, frame: ASSAULT | GUN,
            implied=True,
            decisive=True,
        ),
        Screen(
            "TLD-S.17",
            not_on_map,
            lambda state, frame: state.on_map | at_sea(state),
            implied=True,
            decisive=True,
        ),
    )


def combat(side: str) -> Phase:
    """TLD-S.17: attacks are voluntary, one hex at a time."""

    return Phase(
        clause="TLD-S.17",
        name=f"{side} combat",
        title=f"{ADJECTIVE[side]} Combat Phase",
        side=side,
        picks=(
            Pick(
                verb=Attack,
                names=NAMES,
                units=(
                    Screen(
                        "TLD-S.17",
                        "{unit} is not adjacent to an enemy unit it may attack",
                        at_the_front(side),
                        last=True,
                    ),
                    *own_attackers(lambda frame: side),
                    *unspent("TLD-S.17", "attacked"),
                ),
                hexes=(
                    Screen(
                        "TLD-S.17",
                        "{hex} holds no enemy combat unit",
                        lambda state, frame: state.held[ENEMY[side]],
                        implied=True,
                        decisive=True,
                    ),
                    Screen(
                        "TLD-S.17",
                        "{hex} has been attacked in this phase",
                        lambda state, frame: ~state.struck,
                        implied=True,
                    ),
                    Screen("TLD-B.3", why_unfed, supplied_guns, implied=True, each=True),
                    Screen(
                        "TLD-S.17", "{hex} is not adjacent to {unit}", targets_of(side), last=True, each=True
                    ),
                ),
                apply=begin_attack,
            ),
            forming(side),
        ),
        leave=end_combat,
    )


# ---------------------------------------------------------------- joining and support


def joint(state: LongestDay, frame: Combat, unit: int) -> bool:
    """TLD-A.corps.21, TLD-J.18: able to attack the same hex jointly with those already in it."""
    return group_of(state, unit, stacking=False) == group_of(state, frame.attackers[0], stacking=False)


def beside_hex(state: LongestDay, frame: Combat) -> int:
    """Units of the attacker beside the hex attacked, or afloat off it."""
    result = 0
    for hex_ in members(NEAR[frame.hex] & state.held[frame.side]):
        result |= state.here[hex_]
    return result & OF_SIDE[frame.side] | afloat_off(state, frame.side, 1 << frame.hex)


def joinable(state: LongestDay, frame: Combat) -> int:
    result = beside_hex(state, frame) & ASSAULT & ~state.down & ~state.fought
    result = without_strangers(state, result, frame.attackers[0])
    return sum(MINE[u] for u in members(result) if is_supplied(state, u) and joint(state, frame, u))


def apart_from_attack(state: LongestDay, frame: Combat) -> dict[int, apart.Bar]:
    """Units beside the hex that may not attack with the others, and why."""
    return _apart(state, frame, beside_hex(state, frame) & ASSAULT)


def _apart(state: LongestDay, frame: Combat, units: int) -> dict[int, apart.Bar]:
    first, bars = frame.attackers[0], dict[int, apart.Bar]()
    for u in members(units):
        if u != first and (bar := apart.why_apart(state, u, first, stacking=False)) is not None:
            bars[u] = bar
    return bars


def supporting(state: LongestDay, frame: Combat) -> int:
    """TLD-S.9, TLD-A.corps.25.e: guns in range that are supplied and can act with the attackers."""
    guns = without_strangers(state, guns_on(state, frame.hex, frame.side), frame.attackers[0])
    group = group_of(state, frame.attackers[0], stacking=False)
    result = 0
    for u in members(guns):
        able = group_of(state, u, stacking=False) == group and is_supplied(state, u)
        if able and (group[0] != "de facto" or de_facto_guns(state, u, frame.attackers)):
            result |= MINE[u]
    return result


def guns_apart(state: LongestDay, frame: Combat) -> dict[int, apart.Bar]:
    """Guns in range that may not support the attack, and why; of a de facto corps, those of divisions that do
    not attack."""
    guns = guns_on(state, frame.hex, frame.side)
    result = _apart(state, frame, guns)
    if group_of(state, frame.attackers[0], stacking=False)[0] == "de facto":
        others = [u for u in members(guns) if not de_facto_guns(state, u, frame.attackers)]
        because = "only the divisional artillery of its attacking divisions supports a de facto corps"
        result |= {u: ("TLD-A.corps.25.e", f"{LABEL[u]}: {because}") for u in others}
    return result


def fed_units(state: LongestDay, frame: Combat) -> int:
    """All units but the attacker's own that are unsupplied."""
    return ~sum(
        [
            MINE[u]
            for u in members(OF_SIDE[frame.side] & (ASSAULT | GUN) & state.on_map)
            if not is_supplied(state, u)
        ]
    )


def join(state: LongestDay, frame: Combat, unit: int, hex_: int) -> None:
    state.add(fact.fought, MINE[unit], "TLD-S.17")
    state.replace(replace(frame, attackers=(*frame.attackers, unit)), "TLD-S.17")


def lend(state: LongestDay, frame: Combat, unit: int, hex_: int) -> None:
    state.add(fact.fought, MINE[unit], "TLD-S.9")
    state.replace(replace(frame, guns=(*frame.guns, unit)), "TLD-S.9")


@lru_cache(maxsize=16)
def naval_reach(beach: str) -> int:
    return GRID.within(BEACHES[beach], NAVAL_RANGE)


def ships(state: LongestDay, frame: Combat) -> Sequence[Action]:
    """TLD-S.12: each beach's ships once a phase."""
    if frame.side != ALLIED or state.day > NAVAL_THROUGH:
        return ()
    return [Ships(b) for b in sorted(BEACHES) if b not in state.naval and naval_reach(b) >> frame.hex & 1]


def call_ships(state: LongestDay, frame: Combat, action: Ships) -> None:
    state.set(fact.naval, tuple(sorted([*state.naval, action.beach])), "TLD-S.12")
    state.replace(replace(frame, naval=(*frame.naval, action.beach)), "TLD-S.12")


def no_ships(state: LongestDay, frame: Combat, action: Action) -> Ruling | None:
    if not isinstance(action, Ships):
        return None
    if action.beach not in BEACHES or frame.side != ALLIED:
        if frame.side != ALLIED:
            return Ruling("TLD-S.12", "the German side has no naval gunfire")
        return Ruling(
            "TLD-S.12", f"{action.beach} is not a beach with ships; choose {' or '.join(sorted(BEACHES))}"
        )
    if action.beach in state.naval:
        return Ruling("TLD-S.12", f"the {action.beach} ships have fired in this phase")
    if state.day > NAVAL_THROUGH:
        return Ruling("TLD-S.12", f"naval gunfire ended on {date_words(NAVAL_THROUGH)}")
    far = min(GRID.distance(frame.hex, hex_) for hex_ in members(BEACHES[action.beach]))
    return Ruling(
        "TLD-S.12",
        f"{GRID.name[frame.hex]} is {far} hexes from {action.beach}; the ships reach {NAVAL_RANGE}",
    )


# ---------------------------------------------------------------- the attack is made


def strong_enough(state: LongestDay, frame: Combat) -> bool:
    return odds_column(state, frame) > 0


def too_weak(state: LongestDay, frame: Combat) -> None:
    words = "{} to {}, below 1:3: the attack is called off"
    state.note("TLD-S.8", words, figure(attack_total(state, frame)), figure(defence_total(state, frame)))
    state.update("TLD-S.8", result="off")


def pay_for_attack(state: LongestDay, frame: Combat) -> None:
    """TLD-B.5.c: consumed at once, as the units attack; TLD-J.12: this attack is in supply."""
    stir(state, sum(MINE[u] for u in frame.attackers), "TLD-S.17")
    pay(state, (*frame.attackers, *frame.guns), payers=frame.payers)


def payers(state: LongestDay, frame: Combat) -> Sequence[Action]:
    return () if frame.result else payers_for(state, frame, (*frame.attackers, *frame.guns))


def resolve(state: LongestDay, frame: Combat, action: Roll) -> None:
    parts, ours, theirs = shifts(state, frame), attack_total(state, frame), defence_total(state, frame)
    odds = column(ours, theirs)
    shifted_odds = shifted(odds, parts)
    result = CRT.cells[action.face - 1][shifted_odds - 1]
    words = "{}: {} to {}, odds {}, shifted {:+d} to {}, die {}: {}"
    state.note(
        "TLD-S.8",
        words,
        GRID.name[frame.hex],
        figure(ours),
        figure(theirs),
        COLUMNS[odds - 1],
        total(parts),
        COLUMNS[shifted_odds - 1],
        action.face,
        result,
        kind="result",
    )
    state.replace(replace(frame, step=frame.step + 1, result=result), "TLD-S.8")


def _losses(name: str) -> Ask:
    return Ask(
        clause="TLD-S.8",
        name=name,
        title=f"choice of the {name}",
        side=loser,
        choices=loss_choices,
        apply=lose,
        takes=(Lose,),
        names=NAMES,
        refuse=not_lost,
    )


COMBAT_STEPS = (
    Phase(
        clause="TLD-S.17",
        name="attackers and support",
        title="more attackers and support",
        side=attacking,
        picks=(
            Pick(
                verb=Join,
                names=NAMES,
                units=(
                    Screen("TLD-S.17", "{unit} cannot join this attack", joinable, last=True),
                    Screen(
                        "TLD-S.17",
                        "{unit} takes part in this attack",
                        lambda state, frame: ~sum(MINE[u] for u in frame.attackers),
                        implied=True,
                        decisive=True,
                    ),
                    *own_attackers(lambda frame: frame.side),
                    Screen(
                        "TLD-S.17", "{unit} is not adjacent to the hex attacked", beside_hex, implied=True
                    ),
                    *unspent("TLD-S.17", "attacked"),
                    Screen("TLD-B.3", why_unfed, fed_units, implied=True),
                    *apart.screens(apart_from_attack),
                ),
                apply=join,
            ),
            Pick(
                verb=Support,
                names=NAMES,
                units=(
                    Screen("TLD-S.9", "{unit} cannot support this attack", supporting, last=True),
                    *guns_at_hand("TLD-S.17", fed_units),
                    *apart.screens(guns_apart, (*apart.CLAUSES, "TLD-A.corps.25.e")),
                ),
                apply=lend,
            ),
        ),
        plain=ships,
        plain_verbs=(Ships,),
        take_plain=call_ships,
        refuse=no_ships,
    ),
    Auto(clause="TLD-S.8", do=too_weak, due=lambda state, frame: not strong_enough(state, frame)),
    Ask(
        clause="TLD-B.5.b",
        name="HQ that pays",
        title="choice of the HQ that spends supply",
        side=attacking,
        choices=payers,
        apply=name_payer,
        takes=(Draw,),
        names=NAMES,
        refuse=no_payer,
    ),
    Auto(clause="TLD-B.5.a", do=pay_for_attack, due=lambda state, frame: frame.result == ""),
    Chance(
        clause="TLD-S.8",
        name="combat die",
        outcomes=until_result(),
        apply=resolve,
        about=lambda state, frame: f"the attack on {GRID.name[frame.hex]}",
    ),
    Auto(clause="TLD-S.8", do=hold_but_disrupted, due=result_is("DD")),
    Auto(clause="TLD-S.8", do=defender_owes, due=result_is("DE", "EX")),
    Auto(clause="TLD-S.8", do=attacker_owes, due=result_is("AE")),
    _losses("losses"),
    Auto(clause="TLD-S.17", do=drive_back, due=result_is("DR", "DE", "EX")),
    Auto(clause="TLD-S.17", do=fall_back, due=result_is("AR", "AE")),
    Auto(clause="TLD-S.8", do=attacker_owes_as_much, due=result_is("EX")),
    _losses("losses in exchange"),
    Auto(clause="TLD-S.12", do=land_afloat, due=hex_is_free),
    Ask(
        clause="TLD-S.17",
        name="advance",
        title="advance after combat",
        side=attacking,
        choices=advance_choices,
        apply=advance,
        takes=(Advance,),
        names=NAMES,
        refuse=no_advance,
    ),
)
