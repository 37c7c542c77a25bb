"""The figures behind a verdict: what a move costs hex by hex, how an attack adds up, what it would consume,
what it can come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NotRequired, TypedDict

from msgspec.structs import replace

from grognard.core.ask import percent
from grognard.core.facts import Action, Done, UnitHex
from grognard.core.hexes import Hex, members
from grognard.core.plain import Plain
from grognard.core.ruling import Modifier, counted, total

from . import verbs
from .board import GRID, place_name
from .command import stock
from .fire import fire_defence, fire_needs, fire_strength
from .movement import ledger
from .odds import Part, attack_total, defence_total, final_column, odds_column, shifts, strength
from .pieces import ENEMY, NAMES, ROAMING, SIDE, UNIT, display_name
from .position import Barrage, Combat, LongestDay
from .stopped import points
from .supply import consumption, counts_in_fire, defence, roaming_hqs
from .tables import COLUMNS, CRT, LEGEND
from .trip import Trip
from .verbs import fighters

BADGE = "reconstruction"


def figures(state: LongestDay, action: Action) -> Plain:
    """The sums behind an action, legal or not, as plain data; empty where no sum is involved."""
    top: object = state.stack[-1] if state.stack else None
    if isinstance(action, verbs.Move):
        return move_figures(state, action)
    if isinstance(top, Barrage) or isinstance(action, verbs.Fire):
        frame = _barrage(top, action)
        return {**(fire_figures(state, frame) or {})} if frame is not None else {}
    fight = _fight(state, top, action)
    return {**combat_figures(state, fight)} if fight is not None else {}


def _parts(parts: Iterable[Modifier | Part]) -> list[PlainPart]:
    return [{"amount": _number(Fraction(p.amount)), "clause": p.clause, "because": p.because} for p in parts]


# ---------------------------------------------------------------- moves


def _named(action: UnitHex) -> tuple[int, int]:
    """The unit and the hex of an action; -1 for a name that does not exist."""
    return UNIT.get(action.unit, -1), GRID.number.get(action.hex, -1)


def move_figures(state: LongestDay, action: verbs.Move) -> Plain:
    unit, goal = _named(action)
    if unit < 0 or goal < 0 or (state.at[unit] < 0 and not state.due >> unit & 1):
        return {}
    mechanized = "mechanized" in state.step.name
    trip = Trip(state, unit, mechanized)
    result: Plain = {
        "kind": "move",
        "unit": action.unit,
        "from": GRID.name.get(state.at[unit], "off the map"),
        "to": action.hex,
        "allowance": points(trip.budget),
        "provenance": BADGE,
    }
    path = trip.path_to(goal) if goal != state.at[unit] else None
    if path is None:
        return result
    parts = ledger(state, unit, goal, mechanized)
    costs = [{"points": points(p.amount), "clause": p.clause, "because": p.because} for p in parts]
    return result | {"cost": points(total(parts)), "path": [GRID.name[h] for h in path[1]], "ledger": costs}


# ---------------------------------------------------------------- attacks


def _fight(state: LongestDay, top: object, action: Action) -> Combat | None:
    if isinstance(action, verbs.Attack):
        unit, hex_ = _named(action)
        side = SIDE[unit] if unit >= 0 else ""
        if unit < 0 or hex_ < 0 or not fighters(state, hex_, ENEMY[side]):
            return None
        return Combat(side=side, hex=Hex(hex_), attackers=(unit,))
    if not isinstance(top, Combat):
        return None
    if isinstance(action, verbs.Join) and action.unit in UNIT:
        return replace(top, attackers=(*top.attackers, UNIT[action.unit]))
    if isinstance(action, verbs.Support) and action.unit in UNIT:
        return replace(top, guns=(*top.guns, UNIT[action.unit]))
    if isinstance(action, verbs.Ships):
        return replace(top, naval=(*top.naval, action.beach))
    return top if isinstance(action, Done | verbs.Roll) and not top.result else None


class PlainPart(TypedDict):
    """A part of a sum, or a shift."""

    amount: float
    clause: str
    because: str


class HqSpends(TypedDict):
    """What an attack costs one HQ."""

    units_before: int
    units_now: int
    spent_in_this_phase: bool
    half_steps: int
    supply_units: list[str]


class CombatFigures(TypedDict):
    """An attack in figures; without a column there is none."""

    kind: str
    hex: str
    attack: float
    defence: float
    attackers: list[PlainPart]
    defenders: dict[str, float]
    odds: str
    shifts: list[PlainPart]
    consumes: dict[str, HqSpends]
    provenance: str
    column: NotRequired[str]
    results: NotRequired[dict[str, str]]
    legend: NotRequired[Mapping[str, str]]
    words: NotRequired[list[str]]


class FireFigures(TypedDict):
    """Defensive fire in figures."""

    kind: str
    hex: str
    fire: float
    defence: float
    disrupts_on: int | None
    chance: str
    consumes: dict[str, HqSpends]
    provenance: str
    words: list[str]


def combat_figures(state: LongestDay, frame: Combat) -> CombatFigures:
    """TLD-S.8, TLD-B.5: strengths, odds, shifts, the column and what each result is worth, and the supply it
    costs."""
    defenders = fighters(state, frame.hex, ENEMY[frame.side])
    base = odds_column(state, frame)
    result: CombatFigures = {
        "kind": "combat",
        "hex": GRID.name[frame.hex],
        "attack": _number(attack_total(state, frame)),
        "defence": _number(defence_total(state, frame)),
        "attackers": _parts(strength(state, frame)),
        "defenders": {NAMES[u]: _number(defence(state, u)) for u in defenders},
        "odds": COLUMNS[base - 1] if base else "below 1:3, no attack",
        "shifts": _parts(shifts(state, frame)),
        "consumes": consumption_figures(state, (*frame.attackers, *frame.guns)),
        "provenance": BADGE,
    }
    if base:
        column = final_column(state, frame)
        result |= {"column": COLUMNS[column - 1], "results": chances(column), "legend": LEGEND}
    result["words"] = list(combat_words(result))
    return result


def combat_words(result: CombatFigures) -> Iterator[str]:
    """The figures of an attack as people read them."""
    yield (
        f"Attack on {place_name(GRID.number[result['hex']])}: {result['attack']} to {result['defence']}, odds"
        f" {result['odds']}"
    )
    yield from (
        f"  {part['amount']:>+3}  {part['because']} [{part['clause']}]" for part in result["attackers"]
    )
    yield from (
        f"  {amount:>3}  {display_name(name)} defends" for name, amount in result["defenders"].items()
    )
    for part in result["shifts"]:
        yield (
            f"  shifted {abs(part['amount'])} {'left' if part['amount'] < 0 else 'right'}: {part['because']}"
            f" [{part['clause']}]"
        )
    if "column" in result:
        chances = [f"{name} {percent(Fraction(chance))}" for name, chance in result["results"].items()]
        yield f"column {result['column']}: {', '.join(chances)}"
    yield from consumption_words(result["consumes"])


def consumption_words(consumes: Mapping[str, HqSpends]) -> Iterator[str]:
    for hq, row in consumes.items():
        spends = "spends half a supply unit" if row["half_steps"] else "spends nothing"
        count = counted(row["units_now"], "unit attacks", "units attack")
        yield (
            f"{display_name(hq)}: {count}, {row['units_before']} attacked before in this phase: {spends}"
            " [TLD-B.5]"
        )


def choice_words(state: LongestDay, units: Iterable[int], fire: bool = False) -> Iterator[str]:
    """TLD-B.5.b: the units whose owner says which HQ they use, and the HQs there are; without a word they use
    the first."""
    for u in units if state.day else ():
        if (
            not ROAMING >> u & 1
            or (fire and not counts_in_fire(state, u))
            or len(hqs := roaming_hqs(state, u)) < 2
        ):
            continue
        named = " or ".join(display_name(NAMES[hq]) for hq in hqs)
        yield f"{display_name(NAMES[u])} may use {named}: its owner says which [TLD-B.5.b]"


def _number(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else float(value)


def chances(column: int) -> dict[str, str]:
    """Each result of a column with its exact chance."""
    rows = [row[column - 1] for row in CRT.cells]
    return {name: str(Fraction(rows.count(name), len(rows))) for name in dict.fromkeys(rows)}


def consumption_figures(state: LongestDay, units: tuple[int, ...], fire: bool = False) -> dict[str, HqSpends]:
    """What attacking with these units would cost each HQ, before it is declared."""
    return {
        NAMES[hq]: {
            "units_before": 1 if state.once >> hq & 1 else 0,
            "units_now": weight,
            "spent_in_this_phase": bool(state.spent >> hq & 1),
            "half_steps": int(due),
            "supply_units": [
                NAMES[u] + (" (half)" if state.half >> u & 1 else "") for u in members(stock(state, hq))
            ],
        }
        for hq, (weight, due) in consumption(state, units, fire).items()
    }


# ---------------------------------------------------------------- defensive fire


def _barrage(top: object, action: Action) -> Barrage | None:
    if isinstance(action, verbs.Fire):
        unit, hex_ = _named(action)
        return Barrage(side=SIDE[unit], hex=Hex(hex_), guns=(unit,)) if unit >= 0 <= hex_ else None
    if not isinstance(top, Barrage):
        return None
    if isinstance(action, verbs.Join) and action.unit in UNIT:
        return replace(top, guns=(*top.guns, UNIT[action.unit]))
    return top if isinstance(action, Done | verbs.Roll) else None


def fire_figures(state: LongestDay, frame: Barrage) -> FireFigures | None:
    if not fighters(state, frame.hex, ENEMY[frame.side]):
        return None
    need = fire_needs(state, frame)
    chance = Fraction(max(0, 7 - need), 6)
    consumes = consumption_figures(state, frame.guns, fire=True)
    fire, against = _number(fire_strength(frame)), _number(fire_defence(state, frame))
    chances = f"needs {need}+, {percent(chance)}" if need <= 6 else "below 1:2: no effect"
    first = f"Defensive fire on {place_name(frame.hex)}: {fire} to {against}, {chances} [TLD-S.18]"
    return {
        "kind": "defensive fire",
        "hex": GRID.name[frame.hex],
        "fire": fire,
        "defence": against,
        "disrupts_on": need if need <= 6 else None,
        "chance": str(chance),
        "consumes": consumes,
        "provenance": BADGE,
        "words": [first, *consumption_words(consumes)],
    }
