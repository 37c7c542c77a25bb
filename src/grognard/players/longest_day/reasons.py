"""Why the staff of The Longest Day advises something: the aim or the threat with a figure, and what the next
best moves cost. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.core.ruling import counted
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import GRID, NEAR, place_name
from grognard.games.longest_day.command import half_steps, stock
from grognard.games.longest_day.fire import fire_needs, guns_bearing
from grognard.games.longest_day.ledger import LATER, REPLACEMENT
from grognard.games.longest_day.odds import attack_total, defence_total, final_column, odds_column
from grognard.games.longest_day.orders import staff_orders
from grognard.games.longest_day.pieces import (
    ATTACK,
    COMBAT,
    DEFENCE,
    ENEMY,
    HQ,
    LABEL,
    OF_SIDE,
    SUPPLY,
    UNIT,
    display_name,
)
from grognard.games.longest_day.position import Barrage, Combat, LongestDay
from grognard.games.longest_day.supply import draws_on
from grognard.games.longest_day.tables import COLUMNS
from grognard.games.longest_day.victory import HEX_POINTS
from grognard.players.seat import Candidate

from . import plain
from .expectation import cost_with, worth
from .ground import Ground
from .plan import Plan, points_words

SHOWN = 3  # alternatives that a hint names
VICTORY_POINTS, COLUMNS_OF_ODDS, DEFENSE_POINTS = "victory points", "columns", "points of defense"
HEXES, STRENGTH, PERCENT, GROUND = "hexes", "strength points", "percent of the chance", "points of ground"
SUPPLY_UNITS = "whole supply units"
Value = Callable[[int], float]

# ---------------------------------------------------------------- movement


def of_the_plan(plan: Plan, action: verbs.Move, elsewhere: int) -> list[Candidate]:
    """A move of the plan with what is at stake; the next best hex of the same unit, where the plan must do
    without it; and to give the plan up. `elsewhere` is that hex, or -1.
    """
    unit = UNIT[action.unit]
    best, without = plan.stake[unit], plan.stake_without(unit)
    rows = [Candidate(str(action), best, plan.aim[unit], scale=VICTORY_POINTS)]
    if elsewhere >= 0:
        move = verbs.Move(action.unit, GRID.name[elsewhere])
        why = f"{where_to(plan, unit, elsewhere)}; the aim must do without it"
        rows.append(Candidate(str(move), min(best, without), why, scale=VICTORY_POINTS))
    given_up = min(best, plan.stake_given_up(unit))
    words = "the plan of this phase is given up"
    return [*rows, Candidate(str(DONE), given_up, words, scale=VICTORY_POINTS)]


def compared(plan: Plan, action: verbs.Move, at: int, hexes: Iterable[int], value: Value) -> list[Candidate]:
    """A move with the next best hex of the same unit, and with staying where it is."""
    best, unit = GRID.number[action.hex], UNIT[action.unit]
    others = sorted((h for h in hexes if h not in (best, at)), key=value, reverse=True)[:1]
    rows = [
        Candidate(str(verbs.Move(action.unit, GRID.name[h])), value(h), where_to(plan, unit, h), scale=GROUND)
        for h in (best, *others)
    ]
    if at < 0:
        return rows
    stay = f"the unit stays: {where_to(plan, unit, at)}"
    return [*rows, Candidate(str(DONE), value(at), stay, scale=GROUND)]


def where_to(plan: Plan, unit: int, hex_: int) -> str:
    """What a unit without a part in the plan goes to a hex for."""
    near = plan.ground.to_enemy(hex_)
    beside = members(NEAR[hex_] & plan.state.held[ENEMY[plan.side]])
    hexes = (
        f"beside {counted(len(beside), 'hex')} with enemies"
        if near <= 1
        else f"{counted(near, 'hex')} from the enemy"
    )
    if SUPPLY >> unit & 1:
        hqs = members(plan.state.on_map & HQ & OF_SIDE[plan.side])
        hq = min(hqs, key=lambda one: GRID.distance(hex_, plan.state.at[one]), default=-1)
        return (
            f"{hexes}, {counted(GRID.distance(hex_, plan.state.at[hq]), 'hex')} from {LABEL[hq]}"
            if hq >= 0
            else hexes
        )
    if HQ >> unit & 1:
        friends = members(plan.state.here.get(hex_, 0) & OF_SIDE[plan.side] & ~HQ)
        return f"{hexes}, with {sum(DEFENCE[u] for u in friends)} points of defense in its hex"
    if (place := plan.task.get(unit)) is not None:
        far = GRID.distance(hex_, place)
        return f"it makes for {place_name(place)}, worth {points_words(place)}: {counted(far, 'hex')} to go"
    return f"it stands {hexes}{_near_points(plan, hex_)}"


def _near_points(plan: Plan, hex_: int) -> str:
    """The nearest place worth points: what the unit covers, or where it goes."""
    near = min(HEX_POINTS, key=lambda h: (GRID.distance(hex_, h), -HEX_POINTS[h]), default=-1)
    if near < 0:
        return ""
    place = f"{place_name(near)}, worth {points_words(near)}"
    return (
        f", in {place}" if near == hex_ else f" and {counted(GRID.distance(hex_, near), 'hex')} from {place}"
    )


# ---------------------------------------------------------------- an attack that is being put together


def joining(state: LongestDay, frame: Combat, actions: Choices) -> list[Candidate]:
    """Everything that can be added, with the odds it gives; the value is the column."""
    chosen = [a for a in actions if isinstance(a, verbs.Join | verbs.Support | verbs.Ships)]
    return [
        *(_odds_with(state, frame, action) for action in chosen),
        Candidate(
            str(DONE),
            plain.columns(state, frame),
            f"the attack is made at {_odds_words(state, frame)}",
            scale=COLUMNS_OF_ODDS,
        ),
    ]


def _odds_with(state: LongestDay, frame: Combat, action: Action) -> Candidate:
    after = _added(frame, action)
    words = f"from {_odds_words(state, frame)} to {_odds_words(state, after)} at {place_name(frame.hex)}"
    if plain.columns(state, after) == plain.columns(state, frame) > 0:
        words += ": the column stays, and losses may fall on more units"
    return Candidate(str(action), plain.columns(state, after), words, scale=COLUMNS_OF_ODDS)


def _added(frame: Combat, action: Action) -> Combat:
    if isinstance(action, verbs.Ships):
        return replace(frame, naval=(*frame.naval, action.beach))
    assert isinstance(action, verbs.Join | verbs.Support)
    unit = UNIT[action.unit]
    if isinstance(action, verbs.Support):
        return replace(frame, guns=(*frame.guns, unit))
    return replace(frame, attackers=(*frame.attackers, unit))


def _odds_words(state: LongestDay, frame: Combat) -> str:
    if not odds_column(state, frame):
        return "odds below 1:3"
    ours, theirs = float(attack_total(state, frame)), float(defence_total(state, frame))
    return f"{ours:g} against {theirs:g} (column {COLUMNS[final_column(state, frame) - 1]})"


# ---------------------------------------------------------------- single decisions


def _withdraw(state: LongestDay, side: str, action: verbs.Withdraw) -> str:
    hex_, home = GRID.number[action.hex], plain.hq_hex(state, UNIT[action.unit])
    near = Ground(state, side).to_enemy(hex_)
    to_hq = f" and {GRID.distance(hex_, home)} from its HQ" if home >= 0 else ""
    return f"{counted(near, 'hex')} from the nearest enemy{to_hq}"


def _advance(state: LongestDay, side: str, action: verbs.Advance) -> str:
    frame = state.stack[-1]
    assert isinstance(frame, Combat)
    worth = f", worth {points_words(frame.hex)}," if frame.hex in HEX_POINTS else ""
    return f"it takes {place_name(frame.hex)}{worth} and defends it with {DEFENCE[UNIT[action.unit]]}"


def _deliver(state: LongestDay, side: str, action: verbs.Deliver) -> str:
    nearest, far, dry = _delivery(state, side, action)
    if nearest < 0:
        return "no HQ is on the map yet"
    lacks = ", which has no supply unit" if dry else ""
    return f"{counted(far, 'hex')} from {LABEL[nearest]}{lacks}"


def _delivery(state: LongestDay, side: str, action: verbs.Deliver) -> tuple[int, int, bool]:
    """The nearest HQ, of those without supply if there are any; how far it is, and whether it has none."""
    every = members(state.on_map & HQ & OF_SIDE[side])
    dry = [hq for hq in every if not stock(state, hq)]
    hex_ = GRID.number[action.hex]
    nearest = min(dry or every, key=lambda hq: GRID.distance(hex_, state.at[hq]), default=-1)
    return nearest, GRID.distance(hex_, state.at[nearest]) if nearest >= 0 else 0, bool(dry)


def _strength(state: LongestDay, side: str, action: verbs.Replace) -> str:
    unit = UNIT[action.unit]
    return f"attack {ATTACK[unit]}, defense {DEFENCE[unit]}: the strongest unit that was lost"


def _loss_of(state: LongestDay, action: verbs.Lose) -> float:
    """What the losses cost that a unit is one of, in points of victory."""
    frame, unit = state.stack[-1], UNIT[action.unit]
    if not isinstance(frame, Combat):
        return worth((unit,))
    return cost_with(tuple(frame.doomed), (frame.owed + 1) // 2, frame.result == "AE", unit)


def _loss(state: LongestDay, side: str, action: verbs.Lose) -> str:
    frame, unit = state.stack[-1], UNIT[action.unit]
    count = (frame.owed + 1) // 2 if isinstance(frame, Combat) else 0
    owed = f"{counted(count, 'point is', 'points are')} owed; " if count else ""
    figures = f"with attack {ATTACK[unit]} and defense {DEFENCE[unit]}"
    return f"{owed}{figures} all losses cost {_loss_of(state, action):.2f} victory points"


def _half_steps(state: LongestDay, hq: int) -> str:
    return f"{LABEL[hq]} has {counted(half_steps(state, hq), 'half step')} of supply"


def _pays(state: LongestDay, side: str, action: verbs.Draw) -> str:
    return _half_steps(state, UNIT[action.unit])


def _spends(state: LongestDay, side: str, action: verbs.Spend) -> str:
    """TLD-J.31: what the half step is taken from."""
    half = state.half >> UNIT[action.unit] & 1
    return "half of it is spent already: no whole supply unit is broken" if half else "no half unit is left"


def _barrage(state: LongestDay, side: str, action: verbs.Fire) -> Barrage:
    """A fire with every gun that can join it."""
    unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
    hq = draws_on(state, unit)
    guns = tuple(u for u in members(guns_bearing(state, hex_, side)) if draws_on(state, u) == hq)
    return Barrage(side=side, hex=hex_, guns=guns)


def _chance(need: int) -> float:
    return max(0, 7 - need) / 6


def _fire(state: LongestDay, side: str, action: verbs.Fire) -> str:
    fire = _barrage(state, side, action)
    need = fire_needs(state, fire)
    return (
        f"with {counted(len(fire.guns), 'gun')} it disrupts every unit in {place_name(fire.hex)} on {need} or"
        f" more ({_chance(need):.0%}): {disrupted(state, side, action):.1f} points of defense on average"
    )


def add_gun(state: LongestDay, frame: Barrage, action: verbs.Join) -> list[Candidate]:
    """What one more gun does for a barrage, and to fire without it."""
    more = replace(frame, guns=(*frame.guns, UNIT[action.unit]))
    before, after = fire_needs(state, frame), fire_needs(state, more)
    at = place_name(frame.hex)
    why = f"the fire at {at} disrupts on {after} or more instead of {before} or more"
    instead = f"the fire at {at} disrupts on {before} or more ({_chance(before):.0%})"
    return [
        Candidate(str(action), 100 * _chance(after), why, scale=PERCENT),
        Candidate(str(DONE), 100 * _chance(before), instead, scale=PERCENT),
    ]


def _form(state: LongestDay, side: str, action: verbs.Form) -> str:
    unit = UNIT[action.unit]
    units = members(state.here.get(state.at[unit], 0) & OF_SIDE[side] & ~HQ)
    return f"its division is beyond its corps HQ and would act alone, with {len(units)} units beside the HQ"


def _staff(state: LongestDay, side: str, action: verbs.Staff) -> str:
    """What the staff would write, counted; the first of it by name."""
    made = staff_orders(state, side, LATER if "late" in state.step.name else REPLACEMENT)
    if not made:
        return "every unit is in a corps that may command it: the staff has no order to write"
    first = f"{display_name(made[0].unit)} to {display_name(made[0].to)}"
    more = f" and {len(made) - 1} more" if len(made) > 1 else ""
    return f"the ledger wants {first}{more}; without orders these units lack a corps that commands them"


# ---------------------------------------------------------------- the next best of single decisions


def measure(state: LongestDay, side: str, action: Action) -> tuple[Callable[[Action], float] | None, str]:
    """By what a choice is compared with others of its kind, and what that counts; `None`: by nothing that is
    a figure.
    """
    if isinstance(action, verbs.Withdraw):
        return plain.retreat_value(state, side), GROUND  # type: ignore[return-value]
    if isinstance(action, verbs.Replace):
        return lambda one: float(ATTACK[UNIT[one.unit]] + DEFENCE[UNIT[one.unit]]), STRENGTH
    if isinstance(action, verbs.Advance):
        return lambda one: float(DEFENCE[UNIT[one.unit]]), DEFENSE_POINTS
    if isinstance(action, verbs.Lose):
        return lambda one: -_loss_of(state, one), VICTORY_POINTS
    if isinstance(action, verbs.Fire):
        return lambda one: disrupted(state, side, one), DEFENSE_POINTS
    if isinstance(action, verbs.Deliver):
        return lambda one: -float(_delivery(state, side, one)[1]), HEXES
    if isinstance(action, verbs.Spend):
        return lambda one: float(state.half >> UNIT[one.unit] & 1), SUPPLY_UNITS
    return None, ""


def disrupted(state: LongestDay, side: str, action: verbs.Fire) -> float:
    """The points of defense that a fire is expected to disrupt."""
    hex_ = GRID.number[action.hex]
    units = members(state.here.get(hex_, 0) & OF_SIDE[ENEMY[side]] & COMBAT)
    return _chance(fire_needs(state, _barrage(state, side, action))) * sum(DEFENCE[u] for u in units)


def with_others(
    state: LongestDay, side: str, chosen: Candidate, action: Action, actions: Choices
) -> list[Candidate]:
    """A decision with the next best of its kind, and what each is worth."""
    (value, scale), words = measure(state, side, action), FACTS.get(type(action))
    if value is None or words is None:
        return [chosen]
    others = [one for one in actions if type(one) is type(action) and one != action]
    best = sorted(others, key=lambda one: (-value(one), str(one)))[:SHOWN]
    rows = [chosen._replace(value=value(action), scale=scale)]
    rows += [Candidate(str(one), value(one), words(state, side, one), scale=scale) for one in best]
    nothing = UNDONE.get(type(action), "") if DONE in actions else ""
    return [*rows, Candidate(str(DONE), 0.0, nothing, scale=scale)] if nothing else rows


UNDONE: dict[type[Action], str] = {
    verbs.Fire: "the guns keep their supply",
    verbs.Replace: "0 units are replaced",
    verbs.Advance: "0 units take the hex",
}


# ---------------------------------------------------------------- why a phase is ended


def ending(state: LongestDay, actions: Choices) -> str:
    """What is left undone when a phase is ended, and why."""
    frame, left = state.stack[-1], _subjects(actions)
    if isinstance(frame, Barrage):
        need = fire_needs(state, frame)
        return f"the fire at {place_name(frame.hex)} disrupts on {need} or more ({(7 - need) / 6:.0%})"
    if isinstance(frame, Combat):
        inside = sum(DEFENCE[u] for u in members(state.here.get(frame.hex, 0) & ~HQ))
        return f"{place_name(frame.hex)} is held with {inside} points of defense; the others keep their hexes"
    verbs_left = {part.pick.verb for part in actions.parts}
    if "replacements" in state.step.name:
        return f"{counted(left, 'unit')} could still be replaced, if there were supply for it"
    if "orders" in state.step.name:
        return "no order is left to write: every unit is in a corps that may command it"
    if verbs.Move in verbs_left:
        return f"{counted(left, 'unit')} could still move, and none gains by it"
    if verbs.Fire in verbs_left:
        return (
            f"{counted(left, 'unit')} could still fire, and none disrupts on 4 or more with supply its HQ can"
            " spare"
        )
    return "nothing that is left to do is worth its cost"


def _subjects(actions: Choices) -> int:
    return sum(part.ready.bit_count() for part in actions.parts)


FACTS: dict[type[Action], Callable[[LongestDay, str, Action], str]] = {
    verbs.Withdraw: _withdraw,  # type: ignore[dict-item]
    verbs.Advance: _advance,  # type: ignore[dict-item]
    verbs.Deliver: _deliver,  # type: ignore[dict-item]
    verbs.Replace: _strength,  # type: ignore[dict-item]
    verbs.Lose: _loss,  # type: ignore[dict-item]
    verbs.Draw: _pays,  # type: ignore[dict-item]
    verbs.Spend: _spends,  # type: ignore[dict-item]
    verbs.Fire: _fire,  # type: ignore[dict-item]
    verbs.Form: _form,  # type: ignore[dict-item]
    verbs.Staff: _staff,  # type: ignore[dict-item]
}
