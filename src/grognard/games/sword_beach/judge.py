"""The figures behind a verdict: what a move costs hex by hex, how a fight adds up and what it can come to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypedDict

from msgspec.structs import replace

from grognard.core.facts import CHANCE, Action, Done
from grognard.core.hexes import OFF
from grognard.core.plain import Plain
from grognard.core.ruling import modifier_rows, total

from . import verbs
from .board import GRID
from .bombardment import DRAW_NAMES
from .fire import NONE
from .movement import budget, ledger, path, points
from .odds import odds
from .pieces import ALLIED, ENEMY, GERMAN, KIND, NAMES, SIDE, UNIT
from .position import Assault, Bombardment, Combat, DropAttack, SwordBeach, Turn
from .tables import BOMBARDMENT_HITS, LEGEND, LINES
from .verbs import units_in

Fire = list[tuple[str, str]]  # what the attacker and the defender may draw
TWO_GUNS = "guns+guns"


def figures(state: SwordBeach, action: Action) -> Plain:
    """The sums behind an action, legal or not, as plain data; empty where no sum is involved."""
    top: object = state.stack[-1] if state.stack else None
    if isinstance(action, verbs.Move):
        return (
            move_figures(state, action)
            if isinstance(top, Turn) and state.step.name.endswith("movement")
            else {}
        )
    fight, fire = _under_way(state, top, action) if isinstance(top, Combat) else new_fight(state, action)
    return combat_figures(state, fight, fire or _any_fire(fight)) if fight is not None else {}


# ---------------------------------------------------------------- moves


def move_figures(state: SwordBeach, action: verbs.Move) -> Plain:
    """FM-5.2: the way a move takes and what each hex of it costs."""
    unit, goal = UNIT.get(action.unit, -1), GRID.number.get(action.hex, OFF)
    if unit < 0 or goal == OFF or (state.at[unit] == OFF and not state.waiting >> unit & 1):
        return {}
    kind = KIND[unit]
    result: Plain = {
        "kind": "move",
        "unit": action.unit,
        "from": GRID.name.get(state.at[unit], "east edge"),
        "to": action.hex,
        "allowance": points(kind, budget(state, unit)),
    }
    route = path(state, unit, goal)
    if route is None or goal == state.at[unit]:
        return result
    parts = ledger(state, unit, goal)
    costs = [{"points": points(kind, p.amount), "clause": p.clause, "because": p.because} for p in parts]
    return result | {
        "cost": points(kind, total(parts)),
        "path": [GRID.name[h] for h in route[1]],
        "ledger": costs,
    }


# ---------------------------------------------------------------- fights


def new_fight(state: SwordBeach, action: Action) -> tuple[Combat | None, Fire]:
    """The fight an action begins, and the fire it names."""
    if isinstance(action, verbs.Bombard):
        return _bombardment(state, action)
    hex_ = GRID.number.get(getattr(action, "hex", ""), OFF)
    if hex_ == OFF:
        return None, []
    if isinstance(action, verbs.Attack) and action.unit in UNIT:
        unit = UNIT[action.unit]
        return first_defender(state, Combat(attacker=SIDE[unit], hex=hex_, attackers=(unit,))), []
    force = tuple(units_in(state, hex_, ALLIED))
    if isinstance(action, verbs.Assault) and force:
        return (
            Assault(attacker=ALLIED, hex=hex_, attackers=force),
            [],
        )  # SB-11.2.3.2.a: all who are stacked there
    if isinstance(action, verbs.Fight) and force:
        alone = state.options.pair_on_german == "one_by_one"  # SB-J8
        return (
            first_defender(
                state, DropAttack(attacker=ALLIED, hex=hex_, attackers=force[:1] if alone else force)
            ),
            [],
        )
    return None, []


def _bombardment(state: SwordBeach, action: verbs.Bombard) -> tuple[Combat | None, Fire]:
    hex_ = GRID.number.get(action.hex, OFF)
    side = GERMAN if state.to_move == GERMAN else ALLIED
    if hex_ == OFF or action.unit not in DRAW_NAMES or (side == GERMAN and "air" in action.unit):
        return None, []
    return first_defender(state, Bombardment(attacker=side, hex=hex_)), [(action.unit, NONE)]


def _under_way(state: SwordBeach, top: Combat, action: Action) -> tuple[Combat | None, Fire]:
    """The fight that waits for an answer, as it would stand after this one."""
    if isinstance(action, verbs.Join) and action.unit in UNIT and UNIT[action.unit] not in top.attackers:
        return first_defender(state, replace(top, attackers=(*top.attackers, UNIT[action.unit]))), []
    if isinstance(action, verbs.Defend | verbs.Target) and action.unit in UNIT:
        return replace(top, defender=UNIT[action.unit]), []
    if isinstance(action, verbs.Support) and action in state.legal_actions():
        ours, _ = _named(top)
        answers = [theirs for mine, theirs in _any_fire(top) if mine == NONE]
        mine = state.to_move == top.attacker
        return first_defender(state, top), (
            [(action.fire, theirs) for theirs in answers] if mine else [(ours, action.fire)]
        )
    if isinstance(action, verbs.Roll | verbs.Draw) and state.to_move == CHANCE and not top.result:
        return first_defender(state, top), [_named(top)]
    return (first_defender(state, top), []) if isinstance(action, Done) and not top.result else (None, [])


def _named(fight: Combat) -> tuple[str, str]:
    """The markers either side has named and not drawn yet."""
    words = ["guns" if cup == "german" else cup for cup in fight.to_draw]
    ours, theirs = words[: fight.for_attacker], words[fight.for_attacker :]
    return "+".join(ours) or NONE, "+".join(theirs) or NONE


def _any_fire(fight: Combat | None) -> Fire:
    """Before markers are named: none and two guns of either side; a drop attack meets none
    (SB-11.2.2.6.c).
    """
    theirs = [NONE] if isinstance(fight, DropAttack) else [NONE, TWO_GUNS]
    ours = "guns" if isinstance(fight, DropAttack) else TWO_GUNS
    return [(mine, other) for mine in (NONE, ours) for other in theirs]


def first_defender(state: SwordBeach, fight: Combat) -> Combat | None:
    """The fight with its defender; of a stack, the first (the owner will choose)."""
    if fight.defender >= 0 or isinstance(fight, Assault):
        return fight
    defenders = units_in(state, fight.hex, ENEMY[fight.attacker])
    return replace(fight, defender=defenders[0]) if defenders else None


def combat_figures(state: SwordBeach, fight: Combat, fire: Fire) -> Plain:
    """FM-7.3, FM-7.4: the differential part by part, the line, the shifts, and the exact odds."""
    bare = odds(state, fight)
    row, known = LINES[bare.line], total(bare.ledger)
    cases = [_case(state, fight, ours, theirs) for ours, theirs in fire]
    report: Plain = {
        "kind": type(fight).__name__.lower(),
        "hex": GRID.name[fight.hex],
        "attackers": [NAMES[u] for u in fight.attackers],
        "defender": NAMES[fight.defender] if fight.defender >= 0 else None,
        "line": {"id": row.id, "name": row.name, "clause": row.clause},
        "ledger": modifier_rows(bare.ledger),
        "differential": known,
        "shifts": modifier_rows(bare.shifts),
        "column": min(max(row.column(known) + total(bare.shifts), 1), row.table.columns),
        "odds": cases,
    }
    met = {result for case in cases for result in case["results"]}
    return report | {
        "key": {result: result_meaning(state, fight, result) for result in LEGEND if result in met}
    }


def result_meaning(state: SwordBeach, fight: Combat, result: str) -> str:
    """What a result does in this kind of fight."""
    if isinstance(fight, Bombardment):  # FM-8.4.2
        return BOMBARDMENT_HITS.get(result, "no effect")
    if isinstance(fight, Assault) and result in ("D2", "D3"):  # SB-11.2.3.2.f, SB-J11
        return (
            "every assaulting unit is reduced"
            if state.options.beach_retreat == "reduces_all"
            else "no effect"
        )
    if isinstance(fight, DropAttack) and result not in drives_out(state, fight):
        return f"{LEGEND[result]}; the German unit stays, so the Allied units are eliminated"  # SB-11.2.2.6.f
    if result in ("D2", "D3") and (isinstance(fight, DropAttack) or state.steps[fight.defender] == 1):
        return (  # SB-11.2.2.6.d, FM-7.8.2
            f"the defending unit retreats {result[1]} hexes; no stiff resistance"
        )
    return LEGEND[result]


def drives_out(state: SwordBeach, fight: Combat) -> tuple[str, ...]:
    """The results after which no German is left in the hex of a drop attack."""
    return ("D2", "D3", "De") if state.steps[fight.defender] == 2 else ("D1", "D2", "D3", "De", "Ex")


class Case(TypedDict):
    """The chances of a fight with markers of either side."""

    attacker_fire: str
    defender_fire: str
    results: dict[str, str]
    effects: dict[str, str]


def _case(state: SwordBeach, fight: Combat, ours: str, theirs: str) -> Case:
    results = odds(state, fight, ours, theirs).results
    effects: dict[str, Fraction] = {}
    for result, chance in results.items():
        words = result_meaning(state, fight, result)
        effects[words] = effects.get(words, Fraction(0)) + chance
    return {
        "attacker_fire": ours,
        "defender_fire": theirs,
        "results": _exact(results),
        "effects": _exact(effects),
    }


def _exact(chances: Mapping[str, Fraction]) -> dict[str, str]:
    """Exact chances as text, the likeliest first."""
    return {
        result: str(chance)
        for result, chance in sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))
    }
