"""BTR-ocs.reinf.repl, BTR-ocs.ger.repl, BTR-ocs.repl: replacement rolls, repairs, Misc, rebuilding."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..pieces import US
from ..rebuild import price_words
from ..replacements import FTR, PRICE, SPECIAL, result_words
from ..replacements import replacements as american
from .aircraft import PLANE_LABEL, PLANE_NAMES, PLANES, squadron
from .board import BOARD, DEAD, OUT, TO_COME, area
from .covered import Covered
from .opening import calendar
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ENEMY,
    GERMAN,
    HQS,
    LABEL,
    LIMITS,
    NAMES,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    SIDE,
    SIDES,
    STEPS,
    TRANSPORT,
    cast,
    read,
    units_where,
)
from .position import Campaign, PlayerTurn, fact, hexes_of, today
from .supply import in_trace, traced, working
from .verbs import DICE, Rebuild, Repair, Restore, Roll, hold, place, takes_hexes
from .zones import occupied, zone

LEARNING = "learning"  # BTR-ocs.scen.learning leaves replacements out
ALERT = units_where(lambda piece: piece.kind == "alert")
BRITISH = units_where(lambda piece: piece.id.startswith("UK-"))
SINGLE = units_where(lambda piece: not piece.formation and piece.steps == 1 and piece.size != "point")
CITIES = set_of(h for h, types in BOARD.types.items() if {"minor_city", "major_city"} & set(types))
YEAR_OF_ALERT = int(LIMITS["alert"]["first_year"])


class Award(NamedTuple):
    """What a replacement roll brings."""

    ftr: int
    other: int
    pax: int
    eq: int
    misc: int
    bridge: int = 0


# ---------------------------------------------------------------- the roll


def german_row(when: date, roll: int) -> Award:
    """BTR-ocs.ger.repl: the row of a roll, with what the year takes off."""
    table = read("german_replacements.toml")
    total = roll + sum(row["add"] for row in table["meta"]["modifiers"] if when >= row["from"])
    row = next(row for row in table["row"] if row["dice"][0] <= total <= row["dice"][1])
    return Award(row["ftr"], row["other"], row["pax"], row["eq"], row["misc"])


def award_of(state: Campaign, side: str, roll: int) -> Award:
    if side == GERMAN:
        return german_row(today(state), roll)
    got = american(US, calendar(state), roll)
    return Award(got.ftr, got.other, got.pax, got.eq, got.misc, got.bridge)


def _clause(side: str) -> str:
    return "BTR-ocs.reinf.repl" if side == ALLIED else "BTR-ocs.ger.repl"


def roll(side: str) -> Chance:
    """BTR-ocs.turn.first-no-supply, BTR-ocs.scen.learning: from the second turn on; not in Aachen."""

    def unrolled(state: Campaign, frame: PlayerTurn) -> Outcomes:
        out = state.turn <= 1 or frame.refilled or SCENARIOS[state.scenario].get(LEARNING)
        return NO_OUTCOME if out else DICE

    def apply(state: Campaign, frame: PlayerTurn, action: Roll) -> None:
        award = award_of(state, side, action.face)
        words = result_words({k: v for k, v in award._asdict().items() if k != "bridge"}, award.bridge)
        state.note(
            _clause(side), "{} replacements, dice {}: {}", ADJECTIVE[side], action.face, words, kind="result"
        )
        gain(state, side, award.pax, award.eq, _clause(side))
        if award.bridge:
            state.set(fact.bridge_checks, state.bridge_checks + award.bridge, "BTR-repl.plus")
        used = replace(frame, refilled=True, ftr=award.ftr, other=award.other, misc=award.misc)
        state.replace(used, _clause(side))

    return Chance(
        clause=_clause(side),
        name=f"{side} replacement roll",
        outcomes=unrolled,
        apply=apply,
        about=lambda state, frame: f"{ADJECTIVE[side]} replacements",
    )


def gain(state: Campaign, side: str, pax: int, eq: int, clause: str) -> None:
    """BTR-repl.keep: Pax and Eq are kept."""
    number = SIDES.index(side)
    for name, more in ((fact.pax, pax), (fact.eq, eq)):
        have = list(state.__dict__[name.name])
        have[number] += more
        state.set(name, tuple(have), clause)


def points_of(state: Campaign, side: str) -> tuple[int, int]:
    number = SIDES.index(side)
    return state.pax[number], state.eq[number]


# ---------------------------------------------------------------- where they come


def places(state: Campaign, side: str) -> Hexes:
    """BTR-ocs.repl.where: HQs of the side in trace, and working sources; not in an enemy zone."""
    hqs = hexes_of(state, in_trace(state, side) & HQS & OF_SIDE[side])
    closed = zone(state, ENEMY[side]) | occupied(state, ENEMY[side])
    return Hexes((hqs | working(state, side)) & ~closed)


def place_of(state: Campaign, unit: int) -> Hexes:
    """The hexes a step of a unit can be placed in: a dead unit at an HQ or source, another where it is."""
    side = SIDE[unit]
    if state.at[unit] < 0:
        return places(state, side)
    good = traced(state, side) & ~zone(state, ENEMY[side])
    return Hexes(1 << state.at[unit] & good)


def come_back(state: Campaign, unit: int, hex_: int, lost: int, clause: str) -> None:
    state.set_at(fact.lost, unit, lost, clause)
    if state.at[unit] < 0:
        place(state, unit, hex_, clause)
    if takes_hexes(state, unit):
        hold(state, SIDE[unit], 1 << hex_)


# ---------------------------------------------------------------- aircraft and Misc: used at once


def column_of(plane: int) -> str:
    """BTR-ocs.air.repair: which result repairs an aircraft: Ftr fighters, Other bombers."""
    kind = PLANES[plane]
    if kind.side == ALLIED:
        return "ftr" if kind.type in FTR else "other"
    return "ftr" if kind.fighter else "other"


def hurt(side: str) -> Callable[[Campaign, PlayerTurn], int]:
    def mask(state: Campaign, frame: PlayerTurn) -> int:
        mine = [p for p in members(squadron(state.scenario, side)) if state.plane_lost[p]]
        return set_of(p for p in mine if getattr(frame, column_of(p)))

    return mask


def cannot_repair(state: Campaign, frame: PlayerTurn, plane: int, hex_: int) -> Ruling:
    name = PLANE_LABEL[plane]
    if not state.plane_lost[plane]:
        return Ruling("BTR-ocs.air.repair", f"{name} has lost no step")
    title = "Ftr" if column_of(plane) == "ftr" else "Other"
    return Ruling("BTR-ocs.air.repair", f"no {title} result is left to repair {name}")


def repair(state: Campaign, frame: PlayerTurn, plane: int, hex_: int) -> None:
    """BTR-repl.air: to full strength, shot down or not."""
    state.set_at(fact.plane_lost, plane, 0, "BTR-ocs.air.repair")
    name = column_of(plane)
    state.replace(replace(frame, **{name: getattr(frame, name) - 1}), "BTR-ocs.air.repair")


def restorable(side: str) -> Callable[[Campaign, PlayerTurn], int]:
    """BTR-repl.misc: a dead independent unit or transport point; in 1945 a German Alert battalion."""

    def mask(state: Campaign, frame: PlayerTurn) -> int:
        if not getattr(frame, "misc", 0):
            return 0
        mine = OF_SIDE[side] & (SINGLE | TRANSPORT) & cast(state.scenario) & ~BRITISH
        result = set_of(u for u in members(mine) if state.at[u] == DEAD and _returns(u))
        return result | (_alerts(state) if side == GERMAN else 0)

    return mask


def _returns(unit: int) -> bool:
    """BTR-ocs.unit.one-step: some units never come back, or only to their pool."""
    return bool(TRANSPORT >> unit & 1) or PRICE[PIECES[unit].rebuild].get("special") is None


def _alerts(state: Campaign) -> int:
    """Alert battalions of the pool, one of which a Misc of 1945 raises in a city."""
    if today(state).year < YEAR_OF_ALERT:
        return 0
    mine = OF_SIDE[GERMAN] & ALERT & ~state.on_map
    pool = [u for u in members(mine) if state.at[u] == DEAD or not cast(state.scenario) >> u & 1]
    return set_of(u for u in pool if state.at[u] != OUT)


def haven(state: Campaign, unit: int) -> Hexes:
    """Where a Misc puts a unit: an Alert battalion in any held city outside Allied zones."""
    side = SIDE[unit]
    if not ALERT >> unit & 1:
        return places(state, side)
    free = CITIES & area(state.scenario) & ~state.allied_held
    return Hexes(free & ~(zone(state, ALLIED) | occupied(state, ALLIED)))


def cannot_restore(side: str) -> Callable[[Campaign, PlayerTurn, int, int], Ruling]:
    def because(state: Campaign, frame: PlayerTurn, unit: int, hex_: int) -> Ruling:
        name = LABEL[unit]
        if SIDE[unit] != side:
            return Ruling("BTR-turn.player", f"{name} is {ADJECTIVE[SIDE[unit]]}")
        if not frame.misc:
            return Ruling("BTR-repl.misc", "no Misc result is left")
        if BRITISH >> unit & 1:
            return Ruling("BTR-repl.users", f"American results do not serve {name}")
        if state.at[unit] != DEAD:
            return Ruling("BTR-repl.misc", f"{name} is not in the dead pile")
        return Ruling("BTR-repl.misc", f"{name} is not an independent unit of one step that comes back")

    return because


def restore(state: Campaign, frame: PlayerTurn, unit: int, hex_: Hex) -> None:
    come_back(state, unit, hex_, 0, "BTR-repl.misc")
    state.update("BTR-repl.misc.now", misc=frame.misc - 1)


def still_to_use(side: str) -> Callable[[Campaign, PlayerTurn], Ruling | None]:
    """BTR-repl.misc.now: results that can be used must be used."""

    def must(state: Campaign, frame: PlayerTurn) -> Ruling | None:
        if planes := hurt(side)(state, frame):
            return Ruling("BTR-repl.air", f"{PLANE_LABEL[members(planes)[0]]} can be repaired")
        units = [u for u in members(restorable(side)(state, frame)) if haven(state, u)]
        return (
            Ruling("BTR-repl.misc.now", f"the Misc result can bring back {LABEL[units[0]]}")
            if units
            else None
        )

    return must


def repairs(side: str) -> Phase:
    return Covered(
        clause="BTR-repl.misc.now",
        name=f"{side} repairs",
        title=f"{ADJECTIVE[side]} repairs and Misc results",
        side=side,
        picks=(
            Pick(
                verb=Repair,
                names=PLANE_NAMES,
                titles=PLANE_LABEL,
                kind="aircraft",
                units=(Screen("BTR-ocs.air.repair", cannot_repair, hurt(side)),),
                apply=repair,
            ),
            Pick(
                verb=Restore,
                names=NAMES,
                units=(Screen("BTR-repl.misc", cannot_restore(side), restorable(side), decisive=True),),
                hexes=(
                    Screen(
                        "BTR-ocs.repl.where",
                        "{unit} does not come back in {hex}: "
                        "no HQ in trace, no working source, or an enemy zone",
                        lambda state, frame: lambda unit: haven(state, unit),
                        each=True,
                    ),
                ),
                apply=restore,
            ),
        ),
        must=still_to_use(side),
    )


def lapse() -> Auto:
    """What cannot be used is lost."""
    return Auto(
        clause="BTR-repl.misc.now",
        do=lambda state, frame: state.update("BTR-repl.misc.now", ftr=0, other=0, misc=0),
        due=lambda state, frame: bool(frame.ftr or frame.other or frame.misc),
    )


# ---------------------------------------------------------------- rebuilding


class Price(NamedTuple):
    pax: int
    eq: int
    clause: str
    whole: bool  # of the whole counter, not of a step
    why_not: str


def price(unit: int) -> Price:
    """BTR-ocs.repl.price: what a step, or a counter of one step, costs."""
    piece = PIECES[unit]
    if not piece.rebuild:
        return Price(0, 0, "BTR-rebuild.48", True, SPECIAL["per_repl_table"])
    row = PRICE[piece.rebuild]
    if special := row.get("special"):
        return Price(0, 0, row["clause"], True, SPECIAL[special])
    size = piece.re if piece.steps == 1 and row["per"] == "re" else 1
    return Price(ceil(row["pax"] * size), ceil(row["eq"] * size), row["clause"], piece.steps == 1, "")


PRICES = [price(unit) for unit in range(len(NAMES))]
BUYABLE = set_of(unit for unit, cost in enumerate(PRICES) if not cost.why_not) & ~BRITISH


def rebuildable(state: Campaign, side: str) -> int:
    """BTR-rebuild.step: the dead, and those on the map that are short of a step."""
    mine = OF_SIDE[side] & cast(state.scenario)
    return set_of(u for u in members(mine) if state.lost[u] and (state.at[u] == DEAD or state.at[u] >= 0))


def buyable(side: str) -> Callable[[Campaign, PlayerTurn], int]:
    def mask(state: Campaign, frame: PlayerTurn) -> int:
        pax, eq = points_of(state, side)
        if SCENARIOS[state.scenario].get(LEARNING) or not pax + eq:
            return 0
        able = members(rebuildable(state, side) & BUYABLE)
        return set_of(u for u in able if PRICES[u].pax <= pax and PRICES[u].eq <= eq)

    return mask


def cannot_rebuild(side: str) -> Callable[[Campaign, PlayerTurn, int, int], Ruling]:
    def because(state: Campaign, frame: PlayerTurn, unit: int, hex_: int) -> Ruling:
        name, cost = LABEL[unit], PRICES[unit]
        if SCENARIOS[state.scenario].get(LEARNING):
            return Ruling("BTR-ocs.scen.learning", "the learning scenario has no replacements")
        if SIDE[unit] != side:
            return Ruling("BTR-turn.player", f"{name} is {ADJECTIVE[SIDE[unit]]}")
        if state.at[unit] == OUT:
            return Ruling("BTR-rebuild.removed", f"{name} was removed by the chart and cannot be rebuilt")
        if not rebuildable(state, side) >> unit & 1:
            return Ruling("BTR-rebuild.step", f"{name} is neither dead nor short of a step")
        if BRITISH >> unit & 1:
            return Ruling("BTR-repl.users", f"American replacements do not serve {name}")
        if cost.why_not:
            return Ruling(cost.clause, f"{name} {cost.why_not}")
        pax, eq = points_of(state, side)
        words = f"{name} costs {price_words(cost.pax, cost.eq)}; {pax} Pax and {eq} Eq are in hand"
        return Ruling("BTR-ocs.repl.price", words)

    return because


def rebuild(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    """BTR-ocs.repl.formation, BTR-rebuild.place: counter by counter, step by step."""
    cost = PRICES[unit]
    gain(state, SIDE[unit], -cost.pax, -cost.eq, cost.clause)
    come_back(state, unit, hex_, state.lost[unit] - 1, "BTR-ocs.repl.where")


def rebuilding(side: str) -> Phase:
    return Covered(
        waits=lambda state, frame: bool(state.pax[SIDES.index(side)] or state.eq[SIDES.index(side)]),
        clause="BTR-ocs.repl.where",
        name=f"{side} rebuilding",
        title=f"{ADJECTIVE[side]} rebuilding",
        side=side,
        picks=(
            Pick(
                verb=Rebuild,
                names=NAMES,
                units=(Screen("BTR-ocs.repl.price", cannot_rebuild(side), buyable(side), decisive=True),),
                hexes=(
                    Screen(
                        "BTR-ocs.repl.where",
                        "{unit} is not rebuilt in {hex}: "
                        "a dead unit comes to an HQ in trace or a working source,"
                        " a step to its unit in trace, and never into an enemy zone",
                        lambda state, frame: lambda unit: place_of(state, unit),
                        each=True,
                    ),
                ),
                apply=rebuild,
            ),
        ),
    )


assert TO_COME != DEAD and STEPS
