"""PHD-C5.29 to PHD-C5.36, PHD-E: points, purchases, artillery, fortifications, reconnaissance. All of it is
secret.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hex, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen, Step
from grognard.core.ruling import Ruling, total

from . import charts, units, verbs
from .charts import (
    CHART,
    GROUNDLESS,
    LINE,
    ON_MAP,
    RESERVE,
    RESERVE_TYPES,
    RG,
    Budget,
)
from .forces import (
    CREWS,
    OBA_SIZE,
    add_module,
    due,
    enlist,
    gyro_rolled,
    gyros_due,
    leader_rolled,
    leaders_due,
    module_rolled,
    modules_due,
    type_rolled,
)
from .pieces import NUMBER, SIDES, TITLE, US, with_drm
from .position import (
    Apply,
    Opening,
    PurpleHeartDraw,
    fact,
    ground,
)
from .queues import Rolled
from .registration import (
    ENHANCED,
    NEAR,
    commitment_pick,
    mortar_trade_pick,
    reassignment_pick,
    registration_pick,
)
from .units import muster
from .verbs import TWO


def _names(side: str) -> list[str]:
    result = []
    for rg in CHART[side]:
        if rg.type in GROUNDLESS:
            result.append(rg.id)
            if "n" in rg.notes:
                result.append(f"{rg.id}.{ENHANCED}")
        else:
            result += [f"{rg.id}.{how}" for how in (*rg.modes, NEAR)]
    return result


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


OFFERS_OF: dict[str, dict[int, Offer]] = {
    side: {OFFER[name]: _offer(side, name) for name in NAMES_OF[side]} for side in SIDES
}


def cost_of(offer: Offer, scenario: int) -> int:
    """PHD-E1; PHD-C5.31.note.n: an enhanced Reconnaissance costs its own figure."""
    if offer.enhanced:
        return int(charts.ECONOMY["reconnaissance"]["cost_tp_enhanced"])
    return total(charts.price(offer.rg, offer.mode, scenario, offer.near))


def budget_of(state: PurpleHeartDraw, side: str) -> Budget:
    n = NUMBER[side]
    zones = ground(state)
    return Budget(
        state.scenario,
        state.tp[n],
        state.bought[n],
        state.now[n],
        bool(zones.friendly(n)),
        state.crews_lost[n],
    )


@lru_cache(maxsize=512)
def judged(side: str, purse_: Budget) -> dict[int, Ruling]:
    """PHD-E2: the reason against every offer that may not be taken."""
    result: dict[int, Ruling] = {}
    for number, offer in OFFERS_OF[side].items():
        ruling = charts.refuse(offer.rg, offer.mode, purse_, offer.near)
        if ruling is None and offer.enhanced and purse_.tp < cost_of(offer, purse_.scenario):
            ruling = Ruling(
                "PHD-C2.TP",
                f"an enhanced Reconnaissance costs {cost_of(offer, purse_.scenario)} TP, and {purse_.tp} are"
                " left",
            )
        if ruling is not None:
            result[number] = ruling
    return result


REASONS = (
    "PHD-C5.36",
    "PHD-I3",
    "PHD-C2.AO",
    "PHD-C5.31.chart",
    "PHD-C5.31.note.x",
    "PHD-E3",
    "PHD-C2.RES",
    "PHD-C5.31.note.a",
    "PHD-C4.us",
    "PHD-C5.31.a",
    "PHD-C5.31.note.z",
    "PHD-C5.31.note.p",
    "PHD-C2.TP",
)


def _screens(side: str) -> tuple[Screen, ...]:
    """One screen a reason, so that a refusal cites the right clause."""
    chart = set_of(OFFERS_OF[side])

    def screen(clause: str) -> Screen:
        def mask(state: PurpleHeartDraw, frame: object) -> int:
            bad = judged(side, budget_of(state, side))
            return ~set_of(n for n, ruling in bad.items() if ruling.clause == clause)

        return Screen(
            clause,
            lambda state, frame, unit, hex_: judged(side, budget_of(state, side))[unit].because,
            mask,
            implied=True,
        )

    def legal(state: PurpleHeartDraw, frame: object) -> int:
        bad = judged(side, budget_of(state, side))
        return chart & ~set_of(bad)

    listed = Screen(
        "PHD-C5.31.chart", f"{{unit}} is not on the {side} chart", lambda state, frame: chart, implied=True
    )
    whole = Screen("PHD-E2", "{unit} may not be bought", legal, last=True)
    return (listed, *map(screen, REASONS), whole)


def misnamed(side: str, name: str) -> Ruling | None:
    """Why there is no such purchase: the line is on no chart, or cannot come that way; `None`: there is
    one.
    """
    id_, _, how = name.partition(".")
    if name in OFFER:
        return None
    rows = [CHART[s][LINE[s][id_]] for s in (side, *SIDES) if id_ in LINE.get(s, {})]
    if not rows:
        lines = ", ".join(LINE.get(side, LINE[US]))
        return Ruling(
            "PHD-C5.31.chart",
            f"no chart has {id_}; the lines of the {TITLE.get(side, TITLE[US])} chart are {lines}",
        )
    rg = rows[0]
    if rg.type not in GROUNDLESS:
        ways = " or ".join(f"{id_}.{mode}" for mode in (*rg.modes, NEAR))
        return Ruling("PHD-C5.31.chart", f"how {rg.unit} comes is bought with it: {ways}")
    if how == RESERVE:
        return Ruling(
            "PHD-C2.RES", f"only types {', '.join(RESERVE_TYPES)} may be In Reserve; {id_} is type {rg.type}"
        )
    return Ruling("PHD-C5.31.chart", f"{rg.unit} takes no ground and just comes: buy {id_}")


def buy(side: str) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        n, offer = NUMBER[side], OFFERS_OF[side][subject]
        at = LINE[side][offer.rg.id]
        price = cost_of(offer, state.scenario)
        state.set_at(fact.tp, n, state.tp[n] - price, "PHD-C5.31")
        state.set_at(fact.bought, n, _more(state.bought[n], at), "PHD-E3")
        state.set_at(fact.now, n, _more(state.now[n], at), "PHD-E3")
        state.note("PHD-C5.31", "{} buys {}", TITLE[side], purchase_words(offer, price), to=side)
        _bring(state, side, offer)

    return apply


def purchase_words(offer: Offer, price: int) -> str:
    """`Rifle Platoon for 9 TP (on map, near the enemy)`"""
    name = charts.group_title(offer.rg.unit)
    if offer.enhanced or offer.rg.type in GROUNDLESS:
        return f"{ENHANCED} {name} for {price} TP" if offer.enhanced else f"{name} for {price} TP"
    return f"{name} for {price} TP ({offer.mode.replace('_', ' ')}{', near the enemy' if offer.near else ''})"


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
        state.set_at(
            fact.enhanced,
            n,
            int(charts.ECONOMY["reconnaissance"]["enhanced_drm"]) if offer.enhanced else 0,
            "PHD-C5.36",
        )
    elif rg.unit == "Defensive Stores":
        state.set_at(fact.dsp, n, state.dsp[n] + rg.number, "PHD-C2.DSP")
    elif rg.unit == "Sniper":
        state.set_at(fact.san, n, state.san[n] + rg.number, "PHD-C5.31.chart")
    else:
        state.set_at(fact.crews_lost, n, state.crews_lost[n] - 1, "PHD-C5.31.note.z")
        muster(state, side, CREWS[side], (), 0, "PHD-C5.31.note.z")
    return None


def requisition(side: str) -> Phase:
    """PHD-C5.31"""
    return Phase(
        clause="PHD-C5.31",
        name=f"{side} requisition",
        title=f"{TITLE[side]} requisition",
        secret=True,
        side=side,
        picks=(
            Pick(verb=verbs.Buy, names=OFFERS, units=_screens(side), apply=buy(side)),
            commitment_pick(side),
            registration_pick(side),
            reassignment_pick(side),
            *([mortar_trade_pick()] if side == US else []),
        ),
        plain=lambda state, frame: [verbs.Concede()] if buyable(state, side) else (),
        take_plain=lambda state, frame, action: units.concede(state, side),
        plain_verbs=(verbs.Concede,),
        refuse=not_conceded,
    )


def not_conceded(state: PurpleHeartDraw, frame: object, action: Action) -> Ruling | None:
    """PHD-C2.TMSCEN: when a side may concede."""
    if isinstance(action, verbs.Concede):
        return Ruling(
            "PHD-C2.TMSCEN",
            "a side concedes in its own requisition, with its orders for a player turn, or at the end of its"
            " player turn at the table",
        )
    return None


def buyable(state: PurpleHeartDraw, side: str) -> bool:
    """Whether anything of the chart can be bought: while it can, the side may also concede the mission
    (PHD-C2.TMSCEN).
    """
    return len(judged(side, budget_of(state, side))) < len(OFFERS_OF[side])


# ---------------------------------------------------------------- the dice of purchases

ROLLED: dict[str, Rolled] = {
    "i": type_rolled,
    "r": type_rolled,
    "g": gyro_rolled,
    "l": leader_rolled,
    "m": module_rolled,
    "recon": lambda *roll: recon_rolled(*roll),
}
WITH_TWO = ("l", "m")


def muster_dice(side: str) -> tuple[Step, ...]:
    """PHD-E7, PHD-TM20, PHD-C5.33, PHD-C5.34, PHD-C5.36: all the dice of a side's purchases, in that order,
    in one step:
    the other side sees that dice are rolled, not what for."""
    n = NUMBER[side]

    def outcomes(state: PurpleHeartDraw, frame: object) -> Outcomes:
        queue = state.todo[n]
        return NO_OUTCOME if not queue else TWO if queue[0][0] in WITH_TWO else DIE

    def apply(state: PurpleHeartDraw, frame: object, roll: verbs.Roll | verbs.Dice) -> None:
        item, rest = state.todo[n][0], state.todo[n][1:]
        state.set_at(fact.todo, n, rest, "PHD-C5.31")
        ROLLED[item[0]](state, side, item, verbs.result(roll))
        if not rest and item[0] in "ir":
            state.set_at(fact.todo, n, tuple(after_types(state, side)), "PHD-C5.33")

    def begin(state: PurpleHeartDraw, frame: object) -> None:
        state.set_at(fact.todo, n, tuple(due(state, side) or after_types(state, side)), "PHD-E7")

    return Auto(clause="PHD-E7", do=begin), Chance(
        clause="PHD-C5.31",
        name=f"{side} dice of the requisition",
        title=f"{TITLE[side]} dice of the requisition",
        secret=True,
        roller=side,
        outcomes=outcomes,
        apply=apply,
        rolls=(Roll, verbs.Dice),
    )


def after_types(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    return [
        *gyros_due(state, side),
        *leaders_due(state, side),
        *modules_due(state, side),
        *recon_due(state, side),
    ]


# ---------------------------------------------------------------- PHD-C5.29


def tp_due(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    return [("tp",)] if state.scenario > 1 else []  # PHD-I5


def tp_rolled(state: PurpleHeartDraw, side: str, item: object, roll: int) -> None:
    """PHD-C5.29, PHD-E4: the table's figure is added to what was left."""
    n = NUMBER[side]
    drm = charts.tp_modifiers(state.attacked[n], state.suffered[n][-1] if state.suffered[n] else 0)
    points = charts.tactical_points(side, roll + total(drm))
    state.note(
        "PHD-C5.29",
        "{} Tactical Points: DR {}: {} TP (now {})",
        TITLE[side],
        with_drm(roll, total(drm)),
        points,
        state.tp[n] + points,
        to=side,
    )
    row = (state.scenario, state.tp[n], points)
    state.set_at(fact.roster, n, (*state.roster[n], row), "PHD-C1.3")
    state.set_at(fact.tp, n, state.tp[n] + points, "PHD-C5.29")


# ---------------------------------------------------------------- PHD-C5.36: reconnaissance


def recon_due(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    return [("recon",)] if state.enhanced[NUMBER[side]] >= 0 else []


def recon_rolled(state: PurpleHeartDraw, side: str, item: object, face: int) -> None:
    n = NUMBER[side]
    points = face + state.enhanced[n]
    state.note(
        "PHD-C5.36",
        "{} reconnaissance: dr {}: {} Locations",
        TITLE[side],
        with_drm(face, state.enhanced[n]),
        points,
        to=side,
    )
    state.set_at(fact.recce, n, points, "PHD-C5.36")
    state.set_at(fact.enhanced, n, -1, "PHD-C5.36")


def fresh_books(state: PurpleHeartDraw, frame: Opening) -> None:
    """A new scenario's purchases begin: the counts of the last one are closed."""
    for n in (0, 1):
        state.set_at(fact.now, n, (0,) * len(state.now[n]), "PHD-E3")
        state.set_at(fact.mines, n, 0, "PHD-C5.35.n6")
        state.set_at(fact.reassigned, n, (), "PHD-TM13")
        state.set_at(fact.recce, n, 0, "PHD-C5.36")
        if state.scenario > 1:
            state.set_at(fact.chit, n, "idle", "PHD-C2.AO")
