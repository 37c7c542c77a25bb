"""PHD-C5.29 to PHD-C5.36, PHD-E: points, purchases, artillery, fortifications, reconnaissance. All of it is secret."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.core.facts import Action
from grognard.core.hexes import Hexes, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen, Step
from grognard.core.ruling import Ruling, total

from . import charts, verbs
from .board import BUILDING, DIRECTIONS, GRID, GROUND, MAP, ROAD, SIDES_OF, rows
from .charts import (
    CHART,
    GROUNDLESS,
    HIP_COST,
    ITEMS,
    LINE,
    MINES_MAX,
    ON_MAP,
    PREREGISTERED_MAX,
    PREREGISTERED_TP,
    RG,
    Purse,
    fort_cost,
)
from .forces import (
    CREWS,
    OBA_SIZE,
    add_module,
    due,
    enlist,
    groups,
    gyro_rolled,
    gyros_due,
    leader_rolled,
    leaders_due,
    module_rolled,
    modules_due,
    offset,
    type_rolled,
)  # fmt: skip
from .pieces import COVERED, CREW, FLAG, GERMAN, HIDDEN, HS, KINDS, NAMES, NUMBER, PRISONER, SIDES, SQUAD, US, VEHICLE
from .position import GROUP_NAMES, Opening, PurpleHeartDraw, fact, ground, own
from .verbs import DIE, TWO, muster, remove

NEAR = "on_map_near"  # on-map within 2 hexes of the enemy FEBA, at a price
ENHANCED = "enhanced"


def _names(side: str) -> list[str]:
    found = []
    for rg in CHART[side]:
        if rg.type in GROUNDLESS:
            found.append(rg.id)
            if "n" in rg.notes:
                found.append(f"{rg.id}.{ENHANCED}")
        else:
            found += [f"{rg.id}.{how}" for how in (*rg.modes, NEAR)]
    return found


NAMES_OF = {side: _names(side) for side in SIDES}
OFFERS = sorted({name for names in NAMES_OF.values() for name in names})
OFFER = {name: n for n, name in enumerate(OFFERS)}


class Offer(NamedTuple):
    """One way of buying one line of a chart."""

    rg: RG
    mode: str
    near: bool
    enhanced: bool


def _offer(side: str, name: str) -> Offer:
    id_, _, how = name.partition(".")
    rg = CHART[side][LINE[side][id_]]
    mode = ON_MAP if how == NEAR else how if how in rg.modes else rg.modes[0]
    return Offer(rg, mode, how == NEAR, how == ENHANCED)


OFFERS_OF: dict[str, dict[int, Offer]] = {side: {OFFER[name]: _offer(side, name) for name in NAMES_OF[side]} for side in SIDES}


def cost_of(offer: Offer, scenario: int) -> int:
    """PHD-E1; PHD-C5.31.note.n: an enhanced Reconnaissance costs its own figure."""
    if offer.enhanced:
        return int(charts.ECONOMY["reconnaissance"]["cost_tp_enhanced"])
    return total(charts.price(offer.rg, offer.mode, scenario, offer.near))


def purse(state: PurpleHeartDraw, side: str) -> Purse:
    n = NUMBER[side]
    zones = ground(state)
    return Purse(state.scenario, state.tp[n], state.bought[n], state.now[n], bool(zones.friendly(n)), state.crews_lost[n])


@lru_cache(maxsize=512)
def judged(side: str, purse_: Purse) -> dict[int, Ruling]:
    """PHD-E2: the reason against every offer that may not be taken."""
    found: dict[int, Ruling] = {}
    for number, offer in OFFERS_OF[side].items():
        ruling = charts.refuse(offer.rg, offer.mode, purse_, offer.near)
        if ruling is None and offer.enhanced and purse_.tp < cost_of(offer, purse_.scenario):
            ruling = Ruling("PHD-C2.TP", f"an enhanced Reconnaissance costs {cost_of(offer, purse_.scenario)} TP, and {purse_.tp} are left")
        if ruling is not None:
            found[number] = ruling
    return found


REASONS = (
    "PHD-E2", "PHD-C5.31.note.x", "PHD-E3", "PHD-C2.RES", "PHD-C5.31.note.a", "PHD-C5.31.a", "PHD-C5.31.note.z", "PHD-C5.31.note.p",
    "PHD-C2.TP",
)  # fmt: skip


def _screens(side: str) -> tuple[Screen, ...]:
    """One screen a reason, so that a refusal cites the right clause."""
    chart = sum(1 << n for n in OFFERS_OF[side])

    def screen(clause: str) -> Screen:
        def mask(state: PurpleHeartDraw, frame: Any) -> int:
            bad = judged(side, purse(state, side))
            return ~sum(1 << n for n, ruling in bad.items() if ruling.clause == clause)

        return Screen(clause, lambda state, frame, unit, hex_: judged(side, purse(state, side))[unit].because, mask, implied=True)

    def legal(state: PurpleHeartDraw, frame: Any) -> int:
        bad = judged(side, purse(state, side))
        return chart & ~sum(1 << n for n in bad)

    listed = Screen("PHD-C5.31.chart", f"{{unit}} is not on the {side} chart", lambda state, frame: chart, implied=True)
    whole = Screen("PHD-E2", "{unit} may not be bought", legal, last=True)
    return (listed, *map(screen, REASONS), whole)


def buy(side: str) -> Callable[[PurpleHeartDraw, Any, int, Any], None]:
    def apply(state: PurpleHeartDraw, frame: Any, subject: int, hex_: Any) -> None:
        n, offer = NUMBER[side], OFFERS_OF[side][subject]
        at = LINE[side][offer.rg.id]
        price = cost_of(offer, state.scenario)
        state.set_at(fact.tp, n, state.tp[n] - price, "PHD-C5.31")
        state.set_at(fact.bought, n, _more(state.bought[n], at), "PHD-E3")
        state.set_at(fact.now, n, _more(state.now[n], at), "PHD-E3")
        state.note("PHD-C5.31", "{} buys {} for {} TP", side, OFFERS[subject], price, to=side)
        _bring(state, side, offer)

    return apply


def _more(counts: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])


def _bring(state: PurpleHeartDraw, side: str, offer: Offer) -> None:
    """What a purchase brings: a group, a module, DSP, a crew, a sniper, the Attack chit, Reconnaissance."""
    n, rg = NUMBER[side], offer.rg
    if rg.type == "O":
        return add_module(state, side, OBA_SIZE[rg.unit], "PHD-TM13")
    if rg.type != "M":
        enlist(state, side, rg.id, NEAR if offer.near else offer.mode, "PHD-C2.RG")
        return None
    if rg.unit == "Attack Option":
        state.set_at(fact.chit, n, "attack", "PHD-E8")
    elif rg.unit == "Reconnaissance":
        state.set_at(fact.enhanced, n, int(charts.ECONOMY["reconnaissance"]["enhanced_drm"]) if offer.enhanced else 0, "PHD-C5.36")
    elif rg.unit == "Defensive Stores":
        state.set_at(fact.dsp, n, state.dsp[n] + rg.number, "PHD-C2.DSP")
    elif rg.unit == "Sniper":
        state.set_at(fact.san, n, state.san[n] + rg.number, "PHD-C5.31.chart")
    else:
        state.set_at(fact.crews_lost, n, state.crews_lost[n] - 1, "PHD-C5.31.note.z")
        muster(state, side, CREWS[side], (), 0, "PHD-C5.31.note.z")
    return None


# ---------------------------------------------------------------- note p, note q, R17

MODULES = [f"m{n}" for n in range(1, 9)]


def _modules(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    return lambda state, frame: sum(1 << i for i in range(len(state.modules[NUMBER[side]][: len(MODULES)])))


def _registrable(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    n = NUMBER[side]
    return lambda state, frame: ~sum(
        1 << i for i, m in enumerate(state.modules[n][: len(MODULES)]) if len(m[2]) >= PREREGISTERED_MAX or m[0] == "60mm"
    )


def register(side: str) -> Callable[[PurpleHeartDraw, Any, int, Any], None]:
    def apply(state: PurpleHeartDraw, frame: Any, subject: int, hex_: Any) -> None:
        n = NUMBER[side]
        m = state.modules[n][subject]
        new = (*m[:2], (*m[2], hex_), *m[3:])
        state.set_at(fact.modules, n, (*state.modules[n][:subject], new, *state.modules[n][subject + 1 :]), "PHD-C5.31.note.p")
        state.set_at(fact.tp, n, state.tp[n] - PREREGISTERED_TP, "PHD-C5.31.note.p")

    return apply


def _own_groups(state: PurpleHeartDraw, side: str, test: Callable[[int, tuple[Any, ...]], bool]) -> int:
    found = 0
    for number, group in enumerate(groups(state, side), 1):
        if test(number, group):
            found |= 1 << offset(side) + number - 1
    return found


def tradable(state: PurpleHeartDraw, frame: Any) -> int:
    """PHD-E6, PHD-R20: a light mortar section with its HS, not In Reserve, bought in the same step or before."""

    def test(number: int, group: tuple[Any, ...]) -> bool:
        alive = [u for u in members(own(state, US)) if state.group[u] == number]
        return group[0] == "HW5" and group[2] not in (charts.RESERVE, "traded") and (not group[3] or bool(alive))

    return _own_groups(state, US, test)


def trade(state: PurpleHeartDraw, frame: Any, subject: int, hex_: Any) -> None:
    number = subject + 1
    for u in [u for u in members(own(state, US)) if state.group[u] == number]:
        remove(state, u, "PHD-E6")  # PHD-R20: no CVP
    state.set_at(fact.groups, subject, (*state.groups[subject][:2], "traded", 1), "PHD-E6")
    add_module(state, US, "60mm", "PHD-C5.31.note.q")


def committable(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    """PHD-R17: a group of an earlier scenario that is still off the map, all of it."""

    def mask(state: PurpleHeartDraw, frame: Any) -> int:
        if not ground(state).friendly(NUMBER[side]):
            return 0

        def test(number: int, group: tuple[Any, ...]) -> bool:
            units = [u for u in members(own(state, side)) if state.group[u] == number]
            kept = bool(units) and all(state.at[u] < 0 and not state.status[u] & PRISONER for u in units)
            return kept and group[1] < state.scenario and group[2] not in (ON_MAP, NEAR, "traded") and _extra(side, group) <= state.tp[NUMBER[side]]

        return _own_groups(state, side, test)

    return mask


def _extra(side: str, group: tuple[Any, ...]) -> int:
    rg = charts.line(side, group[0])
    return total(charts.price(rg, ON_MAP, 2)) - rg.tp


def commit(side: str) -> Callable[[PurpleHeartDraw, Any, int, Any], None]:
    def apply(state: PurpleHeartDraw, frame: Any, subject: int, hex_: Any) -> None:
        n, group = NUMBER[side], state.groups[subject]
        state.set_at(fact.tp, n, state.tp[n] - _extra(side, group), "PHD-R17")
        state.set_at(fact.groups, subject, (group[0], group[1], ON_MAP, 1), "PHD-R17")

    return apply


def requisition(side: str) -> Phase:
    """PHD-C5.31"""
    n = NUMBER[side]
    picks = [
        Pick(verb=verbs.Buy, names=OFFERS, units=_screens(side), apply=buy(side)),
        Pick(
            verb=verbs.Commit,
            names=GROUP_NAMES,
            units=(Screen("PHD-R17", "{unit} is no group kept off-map whose on-map price can be paid", committable(side)),),
            apply=commit(side),
        ),
        Pick(
            verb=verbs.Register,
            names=MODULES,
            units=(
                Screen("PHD-C5.31.note.p", "there is no module {unit}", _modules(side)),
                Screen("PHD-C5.31.note.p", f"{{unit}}: {PREREGISTERED_MAX} Pre-Registered hexes a module, none for a 60mm", _registrable(side)),
                Screen(
                    "PHD-C2.TP",
                    f"a Pre-Registered hex costs {PREREGISTERED_TP} TP",
                    lambda state, frame: -1 if state.tp[n] >= PREREGISTERED_TP else 0,
                ),
            ),
            hexes=(Screen("PHD-C5.31.note.p", "{hex} is registered already", _unregistered(side), each=True),),
            apply=register(side),
        ),
    ]
    if side == US:
        picks.append(
            Pick(
                verb=verbs.Trade,
                names=GROUP_NAMES,
                units=(Screen("PHD-E6", "{unit} is no light mortar section that could be given up", tradable),),
                apply=trade,
            )
        )
    return Phase(clause="PHD-C5.31", name=f"{side} requisition", secret=True, side=side, picks=tuple(picks))


def _unregistered(side: str) -> Callable[[PurpleHeartDraw, Any], Callable[[int], int]]:
    def mask(state: PurpleHeartDraw, frame: Any) -> Callable[[int], int]:
        modules = state.modules[NUMBER[side]]
        return lambda m: GRID.all & ~sum(1 << h for h in modules[m][2])

    return mask


# ---------------------------------------------------------------- queues of secret dice


def fill(side: str, clause: str, items: Callable[[PurpleHeartDraw, str], list[tuple[Any, ...]]]) -> Auto:
    def do(state: PurpleHeartDraw, frame: Any) -> None:
        state.set_at(fact.todo, NUMBER[side], tuple(items(state, side)), clause)

    return Auto(clause=clause, do=do)


Rolled = Callable[[PurpleHeartDraw, str, Any, int], None]


def rolling(side: str, clause: str, name: str, dice: Outcomes, rolled: Rolled) -> Chance:
    """A secret die for each entry of a side's queue."""
    n = NUMBER[side]

    def apply(state: PurpleHeartDraw, frame: Any, roll: Any) -> None:
        item, rest = state.todo[n][0], state.todo[n][1:]
        state.set_at(fact.todo, n, rest, clause)
        rolled(state, side, item, roll.face if dice is DIE else roll.total)

    return Chance(
        clause=clause, name=f"{side} {name}", secret=True, roller=side, outcomes=lambda state, frame: dice if state.todo[n] else NO_OUTCOME,
        apply=apply,
    )  # fmt: skip


ROLLED: dict[str, Rolled] = {
    "i": type_rolled, "r": type_rolled, "g": gyro_rolled, "l": leader_rolled, "m": module_rolled, "recon": lambda *roll: recon_rolled(*roll),
}  # fmt: skip
WITH_TWO = ("l", "m")


def muster_dice(side: str) -> tuple[Step, ...]:
    """PHD-E7, PHD-TM20, PHD-C5.33, PHD-C5.34, PHD-C5.36: all the dice of a side's purchases, in that order, in one step:
    the other side sees that dice are rolled, not what for."""
    n = NUMBER[side]

    def outcomes(state: PurpleHeartDraw, frame: Any) -> Outcomes:
        queue = state.todo[n]
        return NO_OUTCOME if not queue else TWO if queue[0][0] in WITH_TWO else DIE

    def apply(state: PurpleHeartDraw, frame: Any, roll: Any) -> None:
        item, rest = state.todo[n][0], state.todo[n][1:]
        state.set_at(fact.todo, n, rest, "PHD-C5.31")
        ROLLED[item[0]](state, side, item, roll.total if item[0] in WITH_TWO else roll.face)
        if not rest and item[0] in "ir":
            state.set_at(fact.todo, n, tuple(after_types(state, side)), "PHD-C5.33")

    def begin(state: PurpleHeartDraw, frame: Any) -> None:
        state.set_at(fact.todo, n, tuple(due(state, side) or after_types(state, side)), "PHD-E7")

    name = f"{side} dice of the requisition"
    return Auto(clause="PHD-E7", do=begin), Chance(clause="PHD-C5.31", name=name, secret=True, roller=side, outcomes=outcomes, apply=apply)


def after_types(state: PurpleHeartDraw, side: str) -> list[tuple[Any, ...]]:
    return [*gyros_due(state, side), *leaders_due(state, side), *modules_due(state, side), *recon_due(state, side)]


# ---------------------------------------------------------------- PHD-C5.29


def tp_due(state: PurpleHeartDraw, side: str) -> list[tuple[Any, ...]]:
    return [("tp",)] if state.scenario > 1 else []  # PHD-I5


def tp_rolled(state: PurpleHeartDraw, side: str, item: Any, roll: int) -> None:
    """PHD-C5.29, PHD-E4: the table's figure is added to what was left."""
    n = NUMBER[side]
    drm = charts.tp_modifiers(state.attacked[n], state.suffered[n][-1] if state.suffered[n] else 0)
    points = charts.tactical_points(side, roll + total(drm))
    state.note("PHD-C5.29", "DR {}{:+d}: {} TP, with {} left over", roll, total(drm), points, state.tp[n], to=side)
    row = (state.scenario, state.tp[n], points)
    state.set_at(fact.roster, n, (*state.roster[n], row), "PHD-C1.3")
    state.set_at(fact.tp, n, state.tp[n] + points, "PHD-C5.29")


# ---------------------------------------------------------------- PHD-C5.35: fortifications

_sided = [f"{name}.{way}" for name in ("roadblock", "bocage_breach") for way in DIRECTIONS]
STORES = sorted(
    ["foxhole.1", "foxhole.2", "foxhole.3", "trench", "dummy", "wire", "fortified_building", "ap_mines.6", "ap_mines.8", "ap_mines.12",
     "at_mines.1", "at_mines.3", "at_mines.5", *(f"pillbox.{kind}" for kind in ITEMS["pillbox"]["types"]), *_sided]
)  # fmt: skip
STORE_COST = [fort_cost(name) for name in STORES]
FLAGS_OF = [set(ITEMS[name.split(".")[0]]["flags"]) for name in STORES]
BARS = {US: "G", GERMAN: "A"}
ALLOWED = {side: sum(1 << i for i, flags in enumerate(FLAGS_OF) if BARS[side] not in flags) for side in SIDES}
MINE_STORES = sum(1 << i for i, name in enumerate(STORES) if "mines" in name)
_diggable = GRID.all & ~(BUILDING | GROUND["gully"] | GROUND["stream"])
_road_sides = GRID.sides(
    [(a, b) for row in MAP["line"] if row["kind"].startswith("road") for a, b in zip(row["hexes"], row["hexes"][1:])]
)


def _terrain(name: str) -> int:
    item, _, what = name.partition(".")
    if item in ("foxhole", "trench", "pillbox"):
        return _diggable & ~ROAD
    if item == "fortified_building":  # PHD-C5.35.n5: per building Location, never swapped for a tunnel
        return BUILDING
    if item == "bocage_breach":  # PHD-C5.35.n7, PHD-TM18
        return SIDES_OF["bocage"][DIRECTIONS.index(what)]
    if item == "roadblock":
        return _road_sides[DIRECTIONS.index(what)]
    return GRID.all if item == "dummy" else GRID.all & ~BUILDING


TERRAIN_OF = [_terrain(name) for name in STORES]


def dsp_of(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    n = NUMBER[side]
    return lambda state, frame: sum(1 << i for i, cost in enumerate(STORE_COST) if cost <= state.dsp[n])


def mine_limit(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    """PHD-C5.35.n6: A-P and A-T together at most 30 DSP a scenario."""
    n = NUMBER[side]

    def mask(state: PurpleHeartDraw, frame: Any) -> int:
        left = MINES_MAX - state.mines[n]
        return ~sum(1 << i for i in members(MINE_STORES) if STORE_COST[i] > left)

    return mask


def area(state: PurpleHeartDraw, side: str) -> tuple[int, int, int]:
    """Ground to build on: friendly and linked, isolated, and how near the enemy FEBA a thing without flag F may stand."""
    n, zones = NUMBER[side], ground(state)
    home = int(rows(5)) if state.scenario == 1 and side == GERMAN else zones.feba[n]
    return home, zones.cut_off(n), GRID.within(zones.feba[1 - n], charts.NEAR_ENEMY)


def store_area(side: str) -> Callable[[PurpleHeartDraw, Any], Callable[[int], int]]:
    def mask(state: PurpleHeartDraw, frame: Any) -> Callable[[int], int]:
        home, isolated, near = area(state, side)

        def of(item: int) -> int:
            flags = FLAGS_OF[item]
            hexes = home | (isolated if "I" in flags else 0)
            return hexes if "F" in flags else hexes & ~near

        return of

    return mask


def not_twice(side: str) -> Callable[[PurpleHeartDraw, Any], Callable[[int], int]]:
    """One entrenchment or pillbox, one fortified Location, one block or breach a hexside; mines may be thickened."""
    n = NUMBER[side]

    def mask(state: PurpleHeartDraw, frame: Any) -> Callable[[int], int]:
        there: dict[str, int] = {}
        for item, hex_ in (*state.forts[n], *state.buried[n]):
            family = _family(item)
            there[family] = there.get(family, 0) | 1 << hex_
        return lambda item: -1 if MINE_STORES >> item & 1 else ~there.get(_family(STORES[item]), 0)

    return mask


def _family(item: str) -> str:
    name = item.split(".")[0]
    return "dug in" if name in ("foxhole", "trench", "pillbox") else item


def fortify(side: str) -> Callable[[PurpleHeartDraw, Any, int, Any], None]:
    def apply(state: PurpleHeartDraw, frame: Any, subject: int, hex_: Any) -> None:
        n, name = NUMBER[side], STORES[subject]
        state.set_at(fact.dsp, n, state.dsp[n] - STORE_COST[subject], "PHD-C5.35")
        if MINE_STORES >> subject & 1:
            state.set_at(fact.mines, n, state.mines[n] + STORE_COST[subject], "PHD-C5.35.n6")
        if name == "dummy":
            state.set_at(fact.dummies, n, Hexes(state.dummies[n] | 1 << hex_), "PHD-C5.35.n2")
        else:
            state.set_at(fact.buried, n, tuple(sorted((*state.buried[n], (name, hex_)))), "PHD-C5.35")

    return apply


# ---------------------------------------------------------------- PHD-C5.35.n3: hidden units


def hip_price(state: PurpleHeartDraw, unit: int) -> int:
    type_ = KINDS[state.kind[unit]].type
    return HIP_COST[{SQUAD: "squad", HS: "hs", CREW: "crew", VEHICLE: "afv"}.get(type_, "smc")]


def hip_left(state: PurpleHeartDraw, side: str) -> int:
    """Half-squad equivalents that may still be hidden: a tenth of the non-reserve Infantry, whole squads, FRD."""
    infantry = 0
    for u in members(own(state, side)):
        group = state.groups[offset(side) + state.group[u] - 1] if state.group[u] else ()
        if not state.status[u] & (PRISONER | FLAG["cloaked"]) and not (group and group[2] == charts.RESERVE):
            infantry += KINDS[state.kind[u]].half_squads
    return int(infantry * charts.ECONOMY["limits"]["hip_fraction"] / 2 + 1e-9) * 2 - state.hip[NUMBER[side]]


def hideable(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    def mask(state: PurpleHeartDraw, frame: Any) -> int:
        zones, n, found = ground(state), NUMBER[side], 0
        for u in members(own(state, side)):
            where = state.at[u]
            fit = zones.friendly(n) >> where & 1 and not state.open >> u & 1 if where >= 0 else _sets_up(state, side, u)
            if fit and not state.status[u] & (HIDDEN | PRISONER | FLAG["cloaked"]):
                found |= 1 << u
        return found

    return mask


def _sets_up(state: PurpleHeartDraw, side: str, unit: int) -> bool:
    group = state.groups[offset(side) + state.group[unit] - 1] if state.group[unit] else ()
    return bool(group) and group[2] in (ON_MAP, NEAR) and not state.status[unit] & (PRISONER | FLAG["exited"])


def hip_affordable(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    n = NUMBER[side]
    return lambda state, frame: sum(1 << u for u in members(own(state, side)) if hip_price(state, u) <= state.dsp[n])


def hip_share(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    def mask(state: PurpleHeartDraw, frame: Any) -> int:
        left = hip_left(state, side)
        return sum(1 << u for u in members(own(state, side)) if KINDS[state.kind[u]].half_squads <= left or not KINDS[state.kind[u]].half_squads)

    return mask


def hide(state: PurpleHeartDraw, frame: Any, unit: int, hex_: Any) -> None:
    n = 0 if unit < len(NAMES) // 2 else 1
    state.set_at(fact.dsp, n, state.dsp[n] - hip_price(state, unit), "PHD-C5.35.n3")
    state.set_at(fact.hip, n, state.hip[n] + KINDS[state.kind[unit]].half_squads, "PHD-C5.35.n3")
    verbs.flag(state, unit, HIDDEN, COVERED & ~HIDDEN, "PHD-C5.35.n3")


def booby(state: PurpleHeartDraw, frame: Any) -> list[Action]:
    """PHD-C5.35.n8: Level C, or one level up; German only."""
    can = state.dsp[NUMBER[GERMAN]] >= int(ITEMS["booby_traps"]["cost"]) and state.booby != "A"
    return [verbs.Booby()] if can else []


def set_traps(state: PurpleHeartDraw, frame: Any, action: Action) -> None:
    n = NUMBER[GERMAN]
    state.set_at(fact.dsp, n, state.dsp[n] - int(ITEMS["booby_traps"]["cost"]), "PHD-C5.35.n8")
    state.set(fact.booby, {"": "C", "C": "B", "B": "A"}[state.booby], "PHD-C5.35.n8")


def no_traps(state: PurpleHeartDraw, frame: Any, action: Action) -> Ruling | None:
    if isinstance(action, verbs.Booby):
        return Ruling("PHD-C5.35.n8", f"booby traps cost {ITEMS['booby_traps']['cost']} DSP, are German only and rise to Level A")
    return None


def fortification(side: str) -> Phase:
    """PHD-C5.35; PHD-I3: the US has no DSP before TM Scenario II, for its chart sells none."""
    picks = (
        Pick(
            verb=verbs.Fortify,
            names=STORES,
            units=(
                Screen("PHD-C5.35.flags", f"{{unit}} is not for the {side} side", lambda state, frame: ALLOWED[side]),
                Screen("PHD-C5.35", "{unit} costs more DSP than are left", dsp_of(side)),
                Screen("PHD-C5.35.n6", f"{{unit}}: mines for more than {MINES_MAX} DSP a scenario", mine_limit(side)),
            ),
            hexes=(
                Screen("PHD-C5.35.flags", "{hex}: outside the friendly area this store may stand in", store_area(side), each=True),
                Screen("PHD-C5.35", "{unit} cannot be put into the terrain of {hex}", lambda state, frame: TERRAIN_OF.__getitem__, each=True),
                Screen("PHD-C5.35", "there is such a work in {hex} already", not_twice(side), each=True),
            ),
            apply=fortify(side),
        ),
        Pick(
            verb=verbs.Hide,
            names=NAMES,
            units=(
                Screen("PHD-C5.35.n3", "{unit} is not a covered unit of the side in its FEBA, nor one that sets up now", hideable(side)),
                Screen("PHD-C5.35.n3", "to hide {unit} costs more DSP than are left", hip_affordable(side)),
                Screen("PHD-C5.35.n3", "a tenth of the non-reserve Infantry may be hidden, and {unit} is too much", hip_share(side)),
            ),
            apply=hide,
        ),
    )
    extra: dict[str, Any] = {"plain": booby, "take_plain": set_traps} if side == GERMAN else {}
    return Phase(clause="PHD-C5.35", name=f"{side} fortifications", secret=True, side=side, picks=picks, refuse=no_traps, **extra)


def unspent(state: PurpleHeartDraw, frame: Any) -> None:
    """PHD-E4: DSP do not keep."""
    for n in (0, 1):
        state.set_at(fact.dsp, n, 0, "PHD-E4")


# ---------------------------------------------------------------- PHD-C5.36: reconnaissance


def recon_due(state: PurpleHeartDraw, side: str) -> list[tuple[Any, ...]]:
    return [("recon",)] if state.enhanced[NUMBER[side]] >= 0 else []


def recon_rolled(state: PurpleHeartDraw, side: str, item: Any, face: int) -> None:
    n = NUMBER[side]
    found = face + state.enhanced[n]
    state.note("PHD-C5.36", "Recon dr {}{:+d}: {} Locations", face, state.enhanced[n], found, to=side)
    state.set_at(fact.recce, n, found, "PHD-C5.36")
    state.set_at(fact.enhanced, n, -1, "PHD-C5.36")


def fresh_books(state: PurpleHeartDraw, frame: Opening) -> None:
    """A new scenario's purchases begin: the counts of the last one are closed."""
    for n in (0, 1):
        state.set_at(fact.now, n, (0,) * len(state.now[n]), "PHD-E3")
        state.set_at(fact.mines, n, 0, "PHD-C5.35.n6")
        state.set_at(fact.recce, n, 0, "PHD-C5.36")
        if state.scenario > 1:
            state.set_at(fact.chit, n, "idle", "PHD-C2.AO")

