"""What fire does where it falls: who is reached, in which columns, and what becomes of them."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.procedure import NO_OUTCOME, Outcomes
from grognard.core.ruling import total

from ..board import GRID
from . import checks, hatches, lanes, prisoners, strongpoint, vehicles
from .after_fire import after_fire
from .alert import watch
from .blast import destroys, goes_off
from .clouds import open_fire
from .crest_status import is_crested
from .dummies import under_fire
from .encirclement import encircle
from .eyes import air, ground, is_watched, stand_of
from .forces import ENEMY, FIRST_GUN
from .foxholes import is_dug_in, uncover
from .markers import among, is_marker
from .pillboxes import boxes, destroy, is_struck, place_inside
from .places import CREST, GROUND, Place
from .position import BROKEN, DM, HIDDEN, MELEE, Attack, Firefight, fact
from .shots import (
    ALONE,
    CHARGE_FIRE,
    FLAME_FIRE,
    LANE_FIRE,
    MINE_FIRE,
    RESIDUAL_FIRE,
    Exposure,
    aimed_at,
    at_gun,
    column,
    cowering,
    mine_power,
    modifiers,
    place_of,
    total_firepower,
)
from .sight import sight
from .spraying import halves
from .tables import COLUMNS, Result, result
from .units import flag, has, in_hex, remove_gun, settle, shooter, show
from .words import TWO_DICE, Dice


def attack_outcomes(state: Firefight, frame: Attack) -> Outcomes:
    return NO_OUTCOME if frame.dice else TWO_DICE


ABOUT = {
    RESIDUAL_FIRE: "Residual FP in",
    LANE_FIRE: "a Fire Lane in",
    CHARGE_FIRE: "a charge in",
    FLAME_FIRE: "flames in",
}


def about_attack(state: Firefight, frame: Attack) -> str:
    what = ABOUT.get(frame.kind, "fire at")
    if frame.kind == MINE_FIRE:
        return f"mines in {GRID.name[frame.hex]}"
    power = total_firepower(state, frame, is_marker(frame.targets))
    return f"{what} {GRID.name[frame.hex]}, {float(power):g} FP, {total(modifiers(state, frame)):+d}"


def throw(state: Firefight, frame: Attack, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-A7.3")


def cowering_shift(state: Firefight, frame: Attack) -> int:
    """ASL-A7.9: columns lost to the dice of an attack."""
    return cowering(state, frame) if frame.dice[0] == frame.dice[1] else 0


def resolve(state: Firefight, frame: Attack) -> None:
    """ASL-A7.3, ASL-A.5: one roll for all targets; those under a "?" have a column of their own; ASL-A7.34:
    two Locations have figures of their own.
    """
    frame = state.stack[-1]  # type: ignore[assignment]
    shift = cowering_shift(state, frame)
    watch(state, frame.side, sum(frame.dice), [state.at[shooter(state, u)] for u in frame.firers])
    open_fire(state)
    if frame.kind == CHARGE_FIRE and not goes_off(state, frame):
        return
    parts = [(part, judge(state, part, shift)) for part in halves(frame)]
    for part, found in parts:
        open_, closed = _sorted(state, part)
        first = found[0]
        encircle(state, part, first.columns[not open_], first.drm)
        desperate(state, [*open_, *closed], first.columns[0], first.drm)
    open_hatches = [hatches.crew_drm(state, part) for part, _ in parts]  # before a weapon is lost that fired
    _after_roll(state, frame, parts[0][1][0], shift)
    wrecked = frame.kind == CHARGE_FIRE and destroys(state, frame)
    for (part, found), drm in zip(parts, open_hatches, strict=True):
        _strike(state, part, found, drm)
    if wrecked:
        destroy(state, frame.hex)


def _after_roll(state: Firefight, frame: Attack, first: Verdict, shift: int) -> None:
    """What becomes of the weapons, lanes and mines that made an attack."""
    if frame.kind not in ALONE:
        after_fire(state, frame, first.columns[is_marker(frame.targets)], shift)
        lanes.lay(state, frame, bool(shift))
    elif frame.kind == LANE_FIRE:
        lanes.after_sweep(state, frame)
    elif frame.kind == FLAME_FIRE:
        burn_out(state, frame)
    elif frame.kind == MINE_FIRE and first.results[0].kind != "nothing":
        show_mines(state, frame.hex)


def _strike(state: Firefight, part: Attack, verdicts: list[Verdict], crew_drm: int) -> None:
    """ASL-A7.3: the results on the units of one Location, on crews in open hatches and under a "?"."""
    groups = [(verdict, _sorted(state, part, verdict.place._replace(fort=False))) for verdict in verdicts]
    for verdict, (open_, closed) in groups:
        hidden = claim_cover(state, part, closed, verdict)
        suffer(state, hidden, verdict.results[1], verdict.columns[1])
        suffer(state, open_, verdict.results[0], verdict.columns[0])
    hatches.strike_crews(state, part, verdicts[0].columns[0], crew_drm)
    if not part.targets or is_marker(part.targets):
        works = verdicts[0].results[1].kind != "nothing"
        under_fire(state, ENEMY[part.side], part.hex, works, "ASL-A12.14.b")


def claim_cover(state: Firefight, frame: Attack, units: list[int], verdict: Verdict) -> list[int]:
    """ASL-C11.2: at a Gun nobody has seen, its cover is claimed where it changes the result, and shows
    them; gives the others.
    """
    rest = []
    for unit in units:
        place = at_gun(state, unit)
        drm = total(modifiers(state, frame, place)) if place.gun else 0
        better = result(verdict.columns[1], sum(frame.dice) + drm) if place.gun else verdict.results[1]
        if better == verdict.results[1]:
            rest.append(unit)
            continue
        show(state, unit, "ASL-C11.2")
        settle(state, "ASL-C11.2")
        suffer(state, [unit], better)
    return rest


def show_mines(state: Firefight, hex_: int) -> None:
    """ASL-B28.41: a result shows how strong mines are."""
    now = {**dict(state.mines_found), hex_: mine_power(state, hex_)}
    state.set(fact.mines_found, tuple(sorted(now.items())), "ASL-B28.41")


def burn_out(state: Firefight, frame: Attack) -> None:
    """ASL-A22.5: from its number on a flamethrower is empty after the attack."""
    if sum(frame.dice) >= frame.fails:
        remove_gun(state, frame.firers[0] - FIRST_GUN, "ASL-A22.5")


class Verdict(NamedTuple):
    """What the dice say of one Location: for Known targets, and for those under a "?"."""

    columns: list[int]
    drm: int
    results: list[Result]
    place: Exposure  # of the targets it holds for


def judge(state: Firefight, frame: Attack, shift: int) -> list[Verdict]:
    """ASL-A.5: targets in a foxhole and those outside it have their own Final DR; ASL-A12.33: who claims the
    foxhole shows it.
    """
    places = {place_of(state, unit) for unit in attacked(state, frame)}
    if any(place.dug for place in places):
        uncover(state, ENEMY[frame.side], frame.hex)
    return [_strengthened(state, frame, shift, at) for at in sorted(places or {aimed_at(state, frame)})]


def _strengthened(state: Firefight, frame: Attack, shift: int, place: Exposure) -> Verdict:
    """ASL-B23.9: a fortified building comes to light where its cover changes the result."""
    plain, side = _judge(state, frame, shift, place), ENEMY[frame.side]
    if strongpoint.is_secretly(state, side, frame.hex):
        better = _judge(state, frame, shift, place._replace(fort=True))
        if better.results != plain.results:
            strongpoint.uncover(state, side, frame.hex)
            plain = better
    _tell(state, frame, shift, plain)
    return plain


def _judge(state: Firefight, frame: Attack, shift: int, place: Exposure) -> Verdict:
    drm, dice = total(modifiers(state, frame, place)), sum(frame.dice)
    columns = [column(state, frame, concealed, shift) for concealed in (False, True)]
    if frame.kind in (RESIDUAL_FIRE, LANE_FIRE, MINE_FIRE):  # ASL-B28.411
        columns[1] = columns[0]
    return Verdict(columns, drm, [result(one, dice + drm) for one in columns], place)


def _tell(state: Firefight, frame: Attack, shift: int, verdict: Verdict) -> None:
    columns, place = verdict.columns, verdict.place
    if frame.kind == MINE_FIRE:
        words = "mines, dice {}: {}"
        state.note("ASL-B28.4", words, sum(frame.dice), cell(verdict.results[0]), kind="result")
        return
    shown = COLUMNS[columns[0]] if columns[0] >= 0 else 0
    words = "column {}, dice {}, modifiers {:+d}: {}{}"
    state.note(
        "ASL-A7.3",
        words,
        shown,
        sum(frame.dice),
        verdict.drm,
        cell(verdict.results[0]),
        (" in the foxhole" if place.dug else "") + (" (cowering)" if shift else ""),
        kind="result",
    )


def cell(found: Result) -> str:
    """A result as printed."""
    printed = {"kia": f"{found.number}KIA", "k": f"K/{found.number}", "ptc": "PTC", "nothing": "no effect"}
    return printed.get(found.kind, "NMC" if not found.number else f"{found.number}MC")


def attacked(state: Firefight, frame: Attack) -> list[int]:
    """ASL-A7.4: everybody there; fire at movers strikes them alone (ASL-A8.1); fire into a Melee strikes both
    sides.
    """
    there = in_hex(state, ENEMY[frame.side], frame.hex)
    if frame.vehicle >= 0:  # ASL-D6.23: who rides the vehicle that moves
        return [unit for unit in there if unit in vehicles.riders_of(state, frame.vehicle)]
    if frame.targets:
        return among(state, there, frame.targets)
    if any(has(state, unit, MELEE) for unit in there):
        there += in_hex(state, frame.side, frame.hex)
    there = [unit for unit in there if is_struck(state, unit, frame.hex, frame.inside)]
    there = [unit for unit in there if not is_dug_in(state, unit) or reaches_foxhole(state, frame)]
    return [unit for unit in there if reaches_level(state, frame, unit)]


def reaches_level(state: Firefight, frame: Attack, unit: int) -> bool:
    """ASL-B20.9: where units are at the crest of a hex, whether some firer sees this one, there or below."""
    if not state.crests or not any(state.at[u] == frame.hex for u, _ in state.crests):
        return True
    goal = Place(frame.hex, CREST if is_crested(state, unit) else GROUND)
    units = {u for f in frame.firers if state.at[u := shooter(state, f)] >= 0}
    return not units or any(
        state.at[u] == frame.hex or sight(stand_of(state, u), goal, air(state), ground(state)).is_unit_seen
        for u in units
    )


def reaches_foxhole(state: Firefight, frame: Attack) -> bool:
    """ASL-B9.21: whether some firer sees who is in the foxhole of the hex."""
    goal = place_inside(frame.hex, boxes(state).get(frame.hex))
    if frame.kind == FLAME_FIRE and goal.arc >= 0:  # ASL-B30: from anywhere
        return True
    units = {unit for f in frame.firers if state.at[unit := shooter(state, f)] >= 0}  # Melee costs firers
    return not units or any(
        state.at[u] == frame.hex or sight(stand_of(state, u), goal, air(state), ground(state)).is_unit_seen
        for u in units
    )


def _sorted(state: Firefight, frame: Attack, place: Exposure | None = None) -> tuple[list[int], list[int]]:
    """The targets that are known, and those under a "?"; ASL-A23.1: as it was when a charge was placed.
    `place`: only those that stand so.
    """
    known = sum(1 << u for u in frame.seen) if frame.kind == CHARGE_FIRE else state.open
    units = [u for u in attacked(state, frame) if place in (None, place_of(state, u))]
    return [u for u in units if known >> u & 1], [u for u in units if not known >> u & 1]


def desperate(state: Firefight, units: list[int], column_: int, drm: int) -> None:
    """ASL-A10.62: broken units under fire that could cause a morale check are desperate."""
    if column_ >= 0 and result(column_, 2 + drm).kind in ("mc", "k", "kia"):
        for unit in units:
            if has(state, unit, BROKEN):
                flag(state, unit, DM, "ASL-A10.62")


def loses_cover(state: Firefight, unit: int, found: Result) -> bool:
    """ASL-A12.14.b: out of sight a "?" is kept, if the unit is neither chosen at random nor hidden."""
    return found.kind in ("kia", "k") or has(state, unit, HIDDEN) or is_watched(state, unit)


def suffer(state: Firefight, units: list[int], found: Result, column_: int = -1, blind: bool = False) -> None:
    """The result on a group of targets; ASL-A12.14.b: "?" is lost to a PTC or better. `column_`: of fire that
    may destroy weapons (ASL-A9.74). `blind`: of shells that fall where perhaps no enemy looks.
    """
    if found.kind == "nothing" or not units:
        return
    for unit in units:
        if not blind or loses_cover(state, unit, found):
            show(state, unit, "ASL-A12.14.b")
    settle(state, "ASL-A12.14.b")
    more = list(prisoners.under_fire(state, units, found))
    if found.kind == "kia":
        checks.select(state, units, found.number, "killed", -1, column_)
    elif found.kind == "k":
        checks.select(state, units, 1, "reduced", found.number)
    elif found.kind == "mc":
        checks.call(
            state,
            [(u, checks.MC, found.number) for u in units],
            "ASL-A7.304" if found.number else "ASL-A7.303",
        )
    else:
        checks.call(state, [(u, checks.PTC, 0) for u in units], "ASL-A7.305")
    checks.call(state, more, "ASL-A20.54")  # before their guard can be lost
