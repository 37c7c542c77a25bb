"""Answers about a position of a fight: what is due, how it stands, and the exact chances of an attack."""

from __future__ import annotations

from functools import partial

from grognard.core.ask import Answer, once, percent, position_at
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError

from ..board import GRID
from ..pieces import SIDES, TITLE
from .forces import FIRERS, FIRST_GUN, GUN_NAMES, SIDE
from .inspection import inspected
from .odds import chances
from .position import FLAGS, Attack, Firefight
from .units import captives, guns_of, known_in, name, number, shooter
from .victory import zone_points

load_position = partial(position_at, Firefight)  # of a record or a position file


def due(position: str) -> Answer:
    """ASL-A3: the step a fight has come to, and who is asked."""
    state = load_position(position)
    if not state.stack:
        return Answer({"over": True}, ["the fight is over"], ["FF-VC.2"], ["document"])
    who = "no decision" if state.is_idle else str(state.to_move)
    value = {"turn": state.turn, "phase": state.phase, "step": state.step.name, "to_move": who}
    return Answer(
        value, [f"{state.phase}: {state.purpose}, {who} [{state.due_clause}]"], [state.due_clause], ["series"]
    )


def score(position: str) -> Answer:
    """FF-VC.1, FF-VC.2, FF-VC.3: the buildings or the units that decide, and the points."""
    state = load_position(position)
    points = {side: state.points[number(side)] for side in SIDES}
    score_line = "  points: " + ", ".join(f"{TITLE[side]} {n}" for side, n in points.items())
    if state.card.zone:
        inside = zone_points(state)
        words = f"  US units {state.card.zone_words}: {inside} of {state.card.least} points"
        value = {"zone": inside, "least": state.card.least, "points": points}
        return Answer(value, [words, score_line], [state.card.clause, "ASL-A26.22"], ["document"])
    held = {GRID.name[h]: "us" if state.control >> h & 1 else "german" for h in members(state.card.goals)}
    lines = [*(f"  {hex_}: {TITLE[side]}" for hex_, side in held.items()), score_line]
    return Answer({"buildings": held, "points": points}, lines, ["FF-VC.2", "ASL-A26.22"], ["document"])


def inspect(position: str, side: str, hex: str) -> Answer:
    """ASL-A12.16: what a side sees of a Known stack of the enemy: units, states, weapons, prisoners."""
    if side not in SIDES:
        raise GrognardError(f"the sides are {' and '.join(SIDES)}, not {side!r}")
    state, at = load_position(position), GRID.hex(hex.upper())
    rows = {
        name(state, unit): [
            *FLAGS.write(state.flags[unit]),
            *(f"{state.gun_kind[g]} {GUN_NAMES[g]}" for g in guns_of(state, unit)),
            *(f"guards {one.id}" for one in captives(state, unit)),
        ]
        for unit in inspected(state, side, at)
    }
    lines = [f"  {unit}: {', '.join(words) or 'nothing besides'}" for unit, words in rows.items()]
    return Answer(rows, lines or [f"  no Known enemy in {GRID.name[at]}"], ["ASL-A12.16"], ["series"])


def attack(position: str, unit: str, hex: str) -> Answer:
    """ASL-A7.3: the exact chances of fire by one unit or gun at a hex, as in a fire phase."""
    state = load_position(position)
    if unit not in FIRERS or not _is_there(state, FIRERS.index(unit)):
        raise GrognardError(f"there is no unit or machine gun {unit!r} on the map")
    firer, goal = FIRERS.index(unit), GRID.hex(hex.upper())
    side = SIDE[shooter(state, firer)]
    found = chances(
        state, Attack(side=side, hex=goal, kind="prep", firers=(firer,)), not known_in(state, side, goal)
    )
    value = {
        "firepower": str(found.firepower),
        "column": found.column,
        "modifiers": [[m.amount, m.clause, m.because] for m in found.modifiers],
        "results": {words: str(chance) for words, chance in found.results.items()},
        "targets": {
            name(state, u): {fate: str(p) for fate, p in fates.items()} for u, fates in found.targets.items()
        },
    }
    lines = [f"  {float(found.firepower):g} FP, column {found.column or 'none'}"]
    lines += [f"  {m.amount:+d} {m.because} [{m.clause}]" for m in found.modifiers]
    lines += [
        f"  {words}: {percent(chance)}"
        for words, chance in sorted(found.results.items(), key=lambda row: -row[1])
    ]
    for target, fates in found.targets.items():
        lines.append(
            f"  {name(state, target)}: " + ", ".join(f"{fate} {percent(p)}" for fate, p in fates.items() if p)
        )
    return Answer(value, lines, once(["ASL-A7.3", *(m.clause for m in found.modifiers)]), ["series"])


def _is_there(state: Firefight, firer: int) -> bool:
    unit = shooter(state, firer)
    has_gun = firer < FIRST_GUN or bool(state.gun_kind[firer - FIRST_GUN])
    return unit >= 0 and state.at[unit] >= 0 and has_gun
