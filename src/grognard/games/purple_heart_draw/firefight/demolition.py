"""ASL-A23: demolition charges: laid on the move, thrown, or set off against bocage."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import shortage
from .blast import THROWN
from .eyes import is_adjacent
from .fire import firing_side
from .forces import FIRST_GUN, GUN_NAMES, GUN_SIDE, NAMES, SIDE, UNIT, gun
from .foxholes import IN_OR_OUT, is_dug_in
from .going import exits, hexside
from .grenades import cost_now
from .pillboxes import boxes, is_shut
from .position import (
    BLASTED,
    BROKEN,
    GUN1,
    GUN2,
    MOVED,
    ON_WIRE,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    Attack,
    Firefight,
    Mask,
    Moving,
    PlayerTurn,
    Window,
    fact,
)
from .reach import may_use
from .shots import ADVANCING_FIRE, CHARGE_FIRE, FIRST_FIRE, PREP_FIRE
from .tables import CHARGE
from .terrain import BOCAGE
from .units import flag, guns_of, has, is_good, kind, known_in, movers, name, on_map, settle, show
from .vehicles import is_riding
from .words import Breach, Lay, Throw

BREACH_COST = 2  # half MF
HURRIED = 1  # ASL-A23.6: added to the dice of a throw in the Advancing Fire Phase
UNSKILLED = 2  # ASL-A22.3: the number at which a charge fails is so much lower

# ---------------------------------------------------------------- who has one, and may use it


def charge_of(state: Firefight, unit: int) -> int:
    """A charge the unit has; -1: none."""
    return next((g for g in guns_of(state, unit) if state.gun_kind[g] == CHARGE), -1)


def can_use(state: Firefight, unit: int) -> bool:
    """ASL-A7.8, ASL-A22.3, ASL-B26: Good Order, not pinned, busy or on wire, and no other charge in this
    player turn.
    """
    fit = is_good(state, unit) and not state.flags[unit] & (PIN | TI | BLASTED | ON_WIRE)
    return fit and state.at[unit] >= 0 and charge_of(state, unit) >= 0


def limit(state: Firefight, unit: int, g: int) -> int:
    """ASL-A22.3, ASL-A22.5, PHD-MSR8.ff: from this roll on a charge fails and a flamethrower is empty; sooner
    without engineers, or with a captured one.
    """
    strangers = (not kind(state, unit).engineer) + (GUN_SIDE[g] != SIDE[unit])
    return gun(GUN_SIDE[g], state.gun_kind[g]).b - UNSKILLED * strangers - shortage.lower(state, unit)


# ---------------------------------------------------------------- laid on the move


def lays(state: Firefight, frame: Moving, left: int) -> Iterator[Action]:
    """ASL-A23.3, ASL-A23.7, PHD-TM18.ff: the hexes and bocage hexsides beside the movers, as far as the
    MF go.
    """
    for unit in frame.units if frame.charge < 0 else ():
        if can_use(state, unit):
            at = state.at[unit]
            for hex_ in (*exits(at), *([at] if is_beside(state, unit) else ())):
                price = _price(state, at, hex_)
                if price is not None and price <= left:
                    yield Lay(NAMES[unit], GRID.name[hex_])
                if can_breach(state, at, hex_) and left >= BREACH_COST:
                    yield Breach(NAMES[unit], GRID.name[hex_])


def _price(state: Firefight, at: int, hex_: int) -> int | None:
    """ASL-A23.3: as much as to enter the ADJACENT Location; ASL-B30.92: a pillbox of the own hex."""
    if at == hex_:
        return IN_OR_OUT
    inside = state.card.places >> hex_ & 1 and is_adjacent(state, at, hex_)
    return cost_now(state, at, hex_) if inside else None


def is_beside(state: Firefight, unit: int) -> bool:
    """ASL-B30.92: whether a unit is outside a pillbox of its hex that is not its side's to be in."""
    at = state.at[unit]
    held = any(is_dug_in(state, enemy) for enemy in known_in(state, SIDE[unit], at))
    return at in boxes(state) and held and not is_dug_in(state, unit)


def can_breach(state: Firefight, at: int, hex_: int) -> bool:
    """PHD-TM18.ff: bocage of the own hex that has no Breach yet, where the card allows it."""
    if at == hex_:
        return False
    return state.card.breaches and hexside(at, hex_) == BOCAGE and (at, hex_) not in state.breaches


def lay(state: Firefight, frame: Moving, action: Lay | Breach) -> None:
    """An expenditure; the charge lies there when the placer comes through the window unbroken and
    unpinned.
    """
    unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
    at, breach = state.at[unit], isinstance(action, Breach)
    cost = BREACH_COST if breach else (_price(state, at, hex_) or 0)
    for one in frame.units:
        flag(state, one, MOVED, "ASL-A4.2")
    flag(state, unit, BLASTED, "ASL-A22.3")
    show(state, unit, "ASL-A12.141")
    words = "{} sets a charge at the bocage towards {}" if breach else "{} lays a charge in {}"
    clause = "PHD-TM18.ff" if breach else "ASL-A23.3"
    state.note(clause, words, name(state, unit), GRID.name[hex_], kind="attack")
    where, across = (at, hex_) if breach else (hex_, OFF)
    seen = known_in(state, SIDE[unit], where)
    laying = (charge_of(state, unit), unit, where, across, *seen)
    spent, here = frame.spent + cost, frame.here + cost
    changed = replace(state.stack[-1], spent=spent, here=here, crossed=False, laying=laying)
    state.replace(changed, clause)
    state.call(Window(), "FF-WIN.1")


def placed(state: Firefight, moving: Moving) -> Moving:
    """ASL-A23.3: after the window; a charge whose placer was stopped stays in its hands."""
    if not moving.laying:
        return moving
    g, unit = moving.laying[:2]
    if state.at[unit] >= 0 and not state.flags[unit] & (BROKEN | PIN):
        state.set_at(fact.holder, g, -1, "ASL-A23.3")
        state.set(fact.laid, (*state.laid, (limit(state, unit, g), *moving.laying)), "ASL-A23.3")
        if moving.laying[2] in boxes(state):
            state.set(fact.laid_from, (*state.laid_from, (g, int(state.at[unit]))), "ASL-B30.92")
    return replace(moving, laying=())


def detonate(state: Firefight, frame: PlayerTurn) -> None:
    """ASL-A23.4: charges laid in the Movement Phase go off before any other fire."""
    laid, sources = state.laid, dict(state.laid_from)
    state.set(fact.laid, (), "ASL-A23.4")
    state.set(fact.laid_from, (), "ASL-A23.4")
    for fails, g, unit, hex_, across, *seen in reversed(laid):
        state.set_at(fact.gun_kind, g, "", "ASL-A23.4")
        attack = Attack(
            side=SIDE[unit],
            hex=hex_,
            kind=CHARGE_FIRE,
            firepower=gun(GUN_SIDE[g], CHARGE).fp,
            fails=fails,
            seen=tuple(seen),
            across=across,
            inside=g in sources and is_shut(state, SIDE[unit], hex_),
            source=sources.get(g, OFF),
        )
        if across != OFF or not any(call(state, attack, unit) for call in AT_VEHICLE):
            state.call(attack, "ASL-A23.4")


def refuse(state: Firefight, frame: object, action: object) -> Ruling:
    if isinstance(action, Breach):
        words = "an unpinned Good Order mover with a charge sets it at bocage of its hex, for 1 MF"
        return Ruling("PHD-TM18.ff", f"{words}, where the card allows it")
    words = "an unpinned Good Order mover with a charge lays it in an ADJACENT hex, for the MF to enter it"
    return Ruling("ASL-A23.3", f"{words}, one in a player turn")


VERBS = (Lay, Breach)

# ---------------------------------------------------------------- thrown


def _throwers(kind_: str) -> Mask:
    def mask(state: Firefight, frame: object) -> int:
        found = 0
        for unit in on_map(state, firing_side(kind_, state)):
            spent = kind_ == ADVANCING_FIRE and has(state, unit, PREP)
            waits = kind_ == PREP_FIRE and has(state, unit, OPPORTUNE)
            fit = can_use(state, unit) and may_use(state, FIRST_GUN + charge_of(state, unit))
            fit = fit and not is_riding(state, unit)  # ASL-D6.22
            found |= (fit and not spent and not waits) << unit
        return found

    return mask


def _beside(state: Firefight, frame: object) -> Callable[[int], int]:
    def hexes(unit: int) -> int:
        at = state.at[unit]
        return sum(1 << h for h in exits(at) if state.card.places >> h & 1 and is_adjacent(state, at, h))

    return hexes


def _own(kind_: str) -> Mask:
    return lambda state, frame: sum(1 << u for u in on_map(state, firing_side(kind_, state)))


def throw_pick(kind_: str, aims: Mask | None = None) -> Pick:
    """ASL-A23.6: in a fire phase, or with `aims`, the movers' hex, in the window."""

    def apply(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        throw(state, unit, hex_, kind_)

    return Pick(
        verb=Throw,
        names=NAMES,
        units=(
            Screen(
                "ASL-A7.2",
                "{unit} is not on the side that fires, or not on the map",
                _own(kind_),
                decisive=True,
            ),
            Screen("ASL-A23.6", "{unit} has no charge it could throw now", _throwers(kind_)),
        ),
        hexes=(
            *((Screen("ASL-A8.1", "{hex} is not where the mover is", aims),) if aims else ()),
            Screen("ASL-A23.6", "{hex} is not ADJACENT to {unit}", _beside, each=True),
        ),
        apply=apply,
    )


def throw(state: Firefight, unit: int, hex_: int, kind_: str) -> None:
    """ASL-A23.6: at once, with 2 added, and 1 more in the Advancing Fire Phase."""
    g, moving = charge_of(state, unit), movers(state) if kind_ == FIRST_FIRE else None
    hurried = HURRIED if kind_ == ADVANCING_FIRE and not has(state, unit, OPPORTUNE) else 0
    attack = Attack(
        side=SIDE[unit],
        hex=hex_,
        kind=CHARGE_FIRE,
        firepower=gun(GUN_SIDE[g], CHARGE).fp,
        fails=limit(state, unit, g),
        seen=tuple(known_in(state, SIDE[unit], hex_)),
        more=THROWN + hurried,
        home=state.at[unit],
        targets=moving.units if moving else (),
        inside=not moving and hex_ in boxes(state) and is_shut(state, SIDE[unit], hex_),
    )
    show(state, unit, "ASL-A12.14.c")
    used = GUN2 if has(state, unit, GUN1) else GUN1
    flag(state, unit, BLASTED | used | (PREP if kind_ == PREP_FIRE else 0), "ASL-A22.3")
    state.note(
        "ASL-A23.6", "{} throws {} into {}", name(state, unit), GUN_NAMES[g], GRID.name[hex_], kind="attack"
    )
    state.set_at(fact.holder, g, -1, "ASL-A23.6")
    state.set_at(fact.gun_kind, g, "", "ASL-A23.6")
    settle(state, "ASL-A12.14.c")
    if moving is not None or not any(call(state, attack, unit) for call in AT_VEHICLE):
        state.call(attack, "ASL-A23.6")


# ASL-C7.346: whether a charge is aimed at a vehicle, which then suffers it: given by its module
AT_VEHICLE: list[Callable[[Firefight, Attack, int], bool]] = []
