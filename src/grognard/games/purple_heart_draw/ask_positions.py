"""Answers about a position: redeployment with exact odds, ground, victory, what is due, what may be
bought.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from grognard.core.ask import Answer, once, percent, position_at
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, Modifier, Ruling, modifier_rows, total

from . import ask_tables, verbs
from .areas import CARDS, SETUP_AREA
from .ask_tables import RECONSTRUCTION, distribution
from .board import GRID, INTERSECTIONS
from .cards import legal_setup, victory
from .charts import RANGE, REDEPLOYMENT
from .ground import overlays, situation, why
from .order import STEPS, number_of
from .pieces import NAMES, NUMBER, SIDE
from .pieces import unit as number_of_unit
from .position import PurpleHeartDraw, Redeploying, ground, start_of, works
from .redeploy import dice_needed
from .redeploy_dice import bog_check, goals, modifiers, odds, reach_of, result_of
from .redeploy_stack import companions, why_not_with
from .reorganise import objective
from .units import is_vehicle

load_position = partial(position_at, PurpleHeartDraw)  # of a record or a position file


# ---------------------------------------------------------------- PHD-C5.14


def redeploy(
    position: str | None,
    unit: str | None,
    hex: str | None,
    drm: int,
    vehicle: bool,
    with_: list[str],
    roll: int | None,
) -> Answer:
    """PHD-C5.14: the exact odds of a unit or a stack with its leader, from a position or from a bare DRM; or
    what a DR comes to.
    """
    if position is None or unit is None:
        return _bare_odds([Modifier(drm, "PHD-C5.14.drm", "as given")] if drm else [], vehicle, {}, roll)
    state, u = load_position(position), number_of_unit(unit)
    if not state.kind[u] or start_of(state, u) < 0:
        raise GrognardError(f"{NAMES[u]} is not on the map")
    side, which = SIDE[u], _situation(state, u)
    hexes = goals(state, side, u, which)
    others = [number_of_unit(name) for name in with_]
    value: Plain = {
        "unit": NAMES[u],
        "with": [NAMES[v] for v in others],
        "from": GRID.name[start_of(state, u)],
        "situation": which,
        "range": reach_of(state, u),
        "goals": GRID.names(hexes),
    }
    illegal = _judged(state, u, others, hex, which, hexes)
    if hex is not None:
        value["to"], value["may"] = hex, bool(hexes >> GRID.hex(hex) & 1)
        value["bog_drm"] = bog_check(state, side, u, GRID.hex(hex), which)
    if not dice_needed(state, u, which):
        words = f"{NAMES[u]} is behind its own FEBA: no DR; {hexes.bit_count()} hexes in range"
        return Answer(value | {"dice": False}, [words], ["PHD-C5.13"], ["document"], illegal)
    mods = modifiers(state, side, [u, *others], start_of(state, u))
    return replace(_bare_odds(mods, is_vehicle(state, u), value | {"dice": True}, roll), refused=illegal)


def _judged(
    state: PurpleHeartDraw, unit: int, others: list[int], hex: str | None, which: str, hexes: int
) -> list[Ruling]:
    """What speaks against a redeployment, as play would say it; and against each unit that is to go along."""
    goal = GRID.hex(hex) if hex is not None else next(iter(members(hexes)), -1)
    if goal < 0:
        return [Ruling(f"PHD-C5.14.{which}", f"{NAMES[unit]} finds no hex it could redeploy to")]
    rulings = list(state.why_not(verbs.Redeploy(NAMES[unit], GRID.name[goal])))
    side, then = SIDE[unit], state.copy()
    frame = Redeploying(side=side, hidden=which == "v", situation=which)
    for other in others:
        then.__dict__["moving"][NUMBER[side]] = (goal, unit, *(v for v in others[: others.index(other)]))
        if not companions(then, frame) >> other & 1:
            rulings.append(Ruling("PHD-C5.13", why_not_with(then, frame, other, goal)))
    return rulings


def _situation(state: PurpleHeartDraw, u: int) -> str:
    return situation(ground(state), NUMBER[SIDE[u]], start_of(state, u), state.options.isolated_scope)


def _bare_odds(drm: list[Modifier], vehicle: bool, value: Plain, roll: int | None) -> Answer:
    chances = odds(vehicle, total(drm))
    rows, lines = distribution(chances)
    arrives = sum((chance for result, chance in chances.items() if "redeploys" in result), Fraction(0))
    head = [
        f"redeployment DR {total(drm):+d}: gets there {percent(arrives)}",
        *(f"  {m}" for m in drm),
    ]
    more = {
        "drm": modifier_rows(drm),
        "results": rows,
        "ranges": RANGE,
        "notes": [n["text"] for n in REDEPLOYMENT["note"]],
    }
    if roll is not None:
        result = result_of(vehicle, roll, total(drm))
        more["rolled"] = {"roll": roll, "final": roll + total(drm), "result": list(result)}
        head.insert(0, f"you rolled {roll}, final {roll + total(drm)}: {', '.join(result).replace('_', ' ')}")
    clauses = ["PHD-C5.14.table", "PHD-C5.14.drm", "PHD-C5.14.range"]
    return Answer(value | more, head + lines, clauses, ["document (repaired)", RECONSTRUCTION])


# ---------------------------------------------------------------- ground


def control(position: str | None, us: list[str], german: list[str], hex: str | None) -> Answer:
    """PHD-C2: all overlays, of a position, of control given by hand, or as at the start; with a hex, why it
    is so.
    """
    if position is None:
        return ask_tables.hex_(hex, us, german) if hex else ask_tables.control(us, german)
    state = load_position(position)
    zones = ground(state)
    if hex:
        reasons = why(zones, GRID.hex(hex), works(state))
        return Answer(
            {"hex": hex, "why": [{"clause": r.clause, "because": r.because} for r in reasons]},
            [str(r) for r in reasons],
            once(r.clause for r in reasons),
            ["document", RECONSTRUCTION],
        )
    result = overlays(zones)
    return Answer(
        result,
        [f"{name.replace('_', ' '):24}{len(hexes):5} hexes" for name, hexes in result.items()],
        ["PHD-C5.11"],
        ["document", RECONSTRUCTION],
    )


# ---------------------------------------------------------------- victory


def victory_(position: str | None, card: str | None) -> Answer:
    """PHD-C4.obj, PHD-1.vc to PHD-4.vc: how a position stands; without one, what is needed."""
    if position is None:
        texts = {id_: row["victory"] for id_, row in CARDS.items()} | {
            "mission": (
                f"US: control of {', '.join(GRID.names(INTERSECTIONS))} and no unbroken German MMC within 2"
                " hexes of any"
            )
        }
        return Answer(
            texts,
            [f"{name}: {words}" for name, words in texts.items()],
            ["PHD-C4.obj", "PHD-1.vc", "PHD-2.vc", "PHD-3.vc", "PHD-4.vc"],
            ["document (repaired)"],
        )
    state = load_position(position)
    wanted = (card or state.card).upper()
    if wanted and wanted not in CARDS:
        raise GrognardError(f"there is no card {card!r}; there is {', '.join(CARDS)}")
    if wanted:
        result = victory(state, wanted)
        return Answer(
            result,
            [f"{wanted}: {result['winner']} - {result['because']} [{result['clause']}]"],
            [result["clause"]],
            ["document (repaired)"],
        )
    met, wanting, germans = objective(state)
    left, near = GRID.names(wanting), [NAMES[u] for u in germans]
    value = {"met": met, "wanting": left, "german_mmc": near}
    words = (
        f"objective {'met' if met else 'not met'}; wanting: {' '.join(left) or 'nothing'}; German"
        f" MMC too near: {' '.join(near) or 'none'}"
    )
    return Answer(value, [words], ["PHD-C4.obj"], ["document (repaired)"])


def card(id: str, position: str | None) -> Answer:
    """PHD-1 to PHD-4: a scenario card; with a position, whether its set-up is legal."""
    wanted = id.upper()
    if wanted not in CARDS:
        raise GrognardError(f"there is no card {id!r}; there is {', '.join(CARDS)}")
    row = CARDS[wanted]
    value: Plain = {**row, "setup_hexes": GRID.names(SETUP_AREA[wanted])}
    lines = [
        (
            f"{wanted} {row['title']}: {row['turns']} turns, {row['sets_up_first']} sets up,"
            f" {row['moves_first']} moves first"
        ),
        f"  {row['victory']}",
    ]
    lines += [f"  SSR {n}: {words}" for n, words in enumerate(row["ssr"], 1)]
    illegal: list[Ruling] = []
    if position:
        legal = legal_setup(load_position(position), wanted)
        value["illegal"] = [{"clause": r.clause, "because": r.because} for r in legal]
        lines += [] if legal else ["  the set-up is legal"]
        illegal = legal
    return Answer(
        value,
        [*lines, f"Unit lists are our {RECONSTRUCTION}."],
        [f"{wanted}.area", f"{wanted}.vc"],
        ["document (repaired)", RECONSTRUCTION],
        illegal,
    )


def due(position: str) -> Answer:
    """PHD-C5: the step a mission has come to, who is asked, and what stands before and after it."""
    state = load_position(position)
    if not state.stack:
        return Answer({"over": True}, ["the mission is over"], ["PHD-C2.TMSCEN"], ["document"])
    clause = state.due_clause
    number = number_of(clause)
    value = {
        "scenario": state.scenario,
        "clause": clause,
        "step": number,
        "name": state.step.name,
        "to_move": None if state.is_idle else state.to_move,
        "secret": state.step.secret,
    }
    name = STEPS[number - 1].name if number else state.step.name
    decider = "no decision" if state.is_idle else str(state.to_move)
    return Answer(value, [f"{state.date}: {name}, {decider} [{clause}]"], [clause], ["document"])


def board(file: str) -> Answer:
    """PHD-MAP: how a player's own board file lies under our grid, by its own data."""
    from .vasl import read_board  # zip and XML, for this question only

    data = read_board(file)
    even = (
        "half a hex higher, as here"
        if data.b1_higher
        else "half a hex lower, numbered from 0: its B0 is B1 here"
    )
    value = {
        "name": data.name,
        "version": data.version,
        "picture": data.picture,
        "A1": [data.x, data.y],
        "step": [data.hex_width, data.hex_height],
        "even_columns": even,
    }
    lines = [
        (
            f"board {data.name} {data.version}: {data.picture}, A1 at {data.x:g}, {data.y:g}, steps of"
            f" {data.hex_width:g} x {data.hex_height:g} pixels"
        ),
        f"  columns B, D, F ... stand {even}",
    ]
    return Answer(value, lines, ["PHD-MAP"], ["the file's own data"])
