"""Why the staff of The Longest Day advises something: the aim or the threat with a figure, and what the next
best moves cost. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import GRID, place_name
from grognard.games.longest_day.command import stock
from grognard.games.longest_day.fire import fire_needs, guns_bearing
from grognard.games.longest_day.ledger import LATER, REPLACEMENT
from grognard.games.longest_day.odds import attack_total, defence_total, final_column, odds_column
from grognard.games.longest_day.orders import staff_orders
from grognard.games.longest_day.pieces import ATTACK, DEFENCE, HQ, LABEL, NAMES, OF_SIDE, UNIT, display_name
from grognard.games.longest_day.position import Barrage, Combat, LongestDay
from grognard.games.longest_day.supply import draws_on
from grognard.games.longest_day.tables import COLUMNS
from grognard.games.longest_day.victory import HEX_POINTS
from grognard.players.seat import Candidate

from . import plain
from .ground import Ground
from .plan import Plan, points_words

SHOWN = 3  # other aims of a plan that a hint names
Value = Callable[[int], float]

# ---------------------------------------------------------------- movement


def of_the_plan(plan: Plan, action: verbs.Move) -> list[Candidate]:
    """A move of the plan with what is at stake; other aims of the plan; and to do none of them."""
    unit = UNIT[action.unit]
    found = {_place_of(plan, unit): Candidate(str(action), plan.stake[unit], plan.aim[unit])}
    for other, hex_ in plan.goal.items():
        move, place = verbs.Move(NAMES[other], GRID.name[hex_]), _place_of(plan, other)
        if place not in found and plan.state.at[other] != hex_ and len(found) <= SHOWN:
            found[place] = Candidate(str(move), plan.stake[other], plan.aim[other])
    return [*found.values(), Candidate(str(DONE), 0.0, "the plan of this phase is given up")]


def _place_of(plan: Plan, unit: int) -> str:
    """What a unit is sent for, without the figure."""
    return plan.aim[unit].partition(":")[0]


def _hexes(count: int) -> str:
    return "1 hex" if count == 1 else f"{count} hexes"


def compared(action: verbs.Move, here: int, hexes: Iterable[int], value: Value, why: str) -> list[Candidate]:
    """A move with the next best hex of the same unit, and with staying where it is."""
    best = GRID.number[action.hex]
    others = sorted((h for h in hexes if h not in (best, here)), key=value, reverse=True)[:1]
    found = [Candidate(str(action), value(best), why)]
    found += [Candidate(str(verbs.Move(action.unit, GRID.name[h])), value(h)) for h in others]
    return [*found, Candidate(str(DONE), value(here))] if here >= 0 else found


def where_to(plan: Plan, unit: int, hex_: int) -> str:
    """What a unit without a part in the plan goes to a hex for."""
    near = plan.ground.to_enemy(hex_)
    hexes = "beside the enemy" if near <= 1 else f"{_hexes(near)} from the enemy"
    if HQ >> unit & 1:
        friends = members(plan.state.here.get(hex_, 0) & OF_SIDE[plan.side] & ~HQ)
        return f"{hexes}, with {sum(DEFENCE[u] for u in friends)} points of defense in its hex"
    if (place := plan.task.get(unit)) is not None:
        far = GRID.distance(hex_, place)
        return f"it makes for {place_name(place)}, worth {points_words(place)}: {_hexes(far)} to go"
    return f"it stands {hexes}"


# ---------------------------------------------------------------- an attack that is being put together


def joining(state: LongestDay, frame: Combat, actions: Choices) -> list[Candidate]:
    """Everything that can be added, with the odds it gives; the value is the odds."""
    chosen = [a for a in actions if isinstance(a, verbs.Join | verbs.Support | verbs.Ships)]
    return [
        *(_odds_with(state, frame, action) for action in chosen),
        Candidate(str(DONE), _ratio(state, frame), f"the attack is made at {_odds_words(state, frame)}"),
    ]


def _odds_with(state: LongestDay, frame: Combat, action: Action) -> Candidate:
    after = _added(frame, action)
    words = f"from {_odds_words(state, frame)} to {_odds_words(state, after)} at {place_name(frame.hex)}"
    return Candidate(str(action), _ratio(state, after), words)


def _added(frame: Combat, action: Action) -> Combat:
    if isinstance(action, verbs.Ships):
        return replace(frame, naval=(*frame.naval, action.beach))
    assert isinstance(action, verbs.Join | verbs.Support)
    unit = UNIT[action.unit]
    if isinstance(action, verbs.Support):
        return replace(frame, guns=(*frame.guns, unit))
    return replace(frame, attackers=(*frame.attackers, unit))


def _ratio(state: LongestDay, frame: Combat) -> float:
    return float(attack_total(state, frame)) / max(float(defence_total(state, frame)), 1.0)


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
    return f"{_hexes(near)} from the nearest enemy{to_hq}"


def _advance(state: LongestDay, side: str, action: verbs.Advance) -> str:
    frame = state.stack[-1]
    assert isinstance(frame, Combat)
    worth = f", worth {points_words(frame.hex)}," if frame.hex in HEX_POINTS else ""
    return f"it takes {place_name(frame.hex)}{worth} and defends it with {DEFENCE[UNIT[action.unit]]}"


def _deliver(state: LongestDay, side: str, action: verbs.Deliver) -> str:
    hqs = [hq for hq in members(state.on_map & HQ & OF_SIDE[side]) if not stock(state, hq)]
    every = hqs or members(state.on_map & HQ & OF_SIDE[side])
    hex_ = GRID.number[action.hex]
    nearest = min(every, key=lambda hq: GRID.distance(hex_, state.at[hq]), default=-1)
    if nearest < 0:
        return "no HQ is on the map yet"
    dry = ", which has no supply unit" if hqs else ""
    return f"{_hexes(GRID.distance(hex_, state.at[nearest]))} from {LABEL[nearest]}{dry}"


def _strength(state: LongestDay, side: str, action: verbs.Replace) -> str:
    unit = UNIT[action.unit]
    return f"attack {ATTACK[unit]}, defense {DEFENCE[unit]}: the strongest unit that was lost"


def _loss(state: LongestDay, side: str, action: verbs.Lose) -> str:
    frame, unit = state.stack[-1], UNIT[action.unit]
    owed = f"{(frame.owed + 1) // 2} points are owed; " if isinstance(frame, Combat) else ""
    return f"{owed}with attack {ATTACK[unit]} and defense {DEFENCE[unit]} it costs least"


def _half_steps(state: LongestDay, hq: int) -> str:
    steps = sum(1 if state.half >> u & 1 else 2 for u in members(stock(state, hq)))
    return f"{LABEL[hq]} has {steps} half {'step' if steps == 1 else 'steps'} of supply"


def _pays(state: LongestDay, side: str, action: verbs.Draw) -> str:
    return _half_steps(state, UNIT[action.unit])


def _spends(state: LongestDay, side: str, action: verbs.Spend) -> str:
    """TLD-J.31: what the half step is taken from."""
    half = state.half >> UNIT[action.unit] & 1
    return "half of it is spent already: no whole supply unit is broken" if half else "no half unit is left"


def _fire(state: LongestDay, side: str, action: verbs.Fire) -> str:
    unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
    hq = draws_on(state, unit)
    guns = tuple(u for u in members(guns_bearing(state, hex_, side)) if draws_on(state, u) == hq)
    need = fire_needs(state, Barrage(side=side, hex=hex_, guns=guns))
    count = f"{len(guns)} {'gun' if len(guns) == 1 else 'guns'}"
    return (
        f"with {count} it disrupts every unit in {place_name(hex_)} on {need} or more ({(7 - need) / 6:.0%})"
    )


def add_gun(state: LongestDay, frame: Barrage, action: verbs.Join) -> str:
    """What one more gun does for a barrage."""
    more = replace(frame, guns=(*frame.guns, UNIT[action.unit]))
    before, after = fire_needs(state, frame), fire_needs(state, more)
    return f"the fire at {place_name(frame.hex)} disrupts on {after} or more instead of {before} or more"


def _form(state: LongestDay, side: str, action: verbs.Form) -> str:
    unit = UNIT[action.unit]
    here = members(state.here.get(state.at[unit], 0) & OF_SIDE[side] & ~HQ)
    return f"its division is beyond its corps HQ and would act alone, with {len(here)} units beside the HQ"


def _staff(state: LongestDay, side: str, action: verbs.Staff) -> str:
    """What the staff would write, counted; the first of it by name."""
    made = staff_orders(state, side, LATER if "late" in state.step.name else REPLACEMENT)
    if not made:
        return "every unit is in a corps that may command it: no order is wanting"
    first = f"{display_name(made[0].unit)} to {display_name(made[0].to)}"
    more = f" and {len(made) - 1} more" if len(made) > 1 else ""
    return f"the ledger wants {first}{more}; without orders these units lack a corps that commands them"


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
    if "orders" in state.step.name:
        return "the staff has written what the ledger wants; other orders are yours to give"
    if verbs.Move in verbs_left:
        return f"{_units(left)} could still move, and none gains by it"
    if verbs.Fire in verbs_left:
        return f"{_units(left)} could still fire, and none disrupts on 4 or more with supply its HQ can spare"
    return "nothing that is left to do is worth its cost"


def _units(count: int) -> str:
    return "1 unit" if count == 1 else f"{count} units"


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
