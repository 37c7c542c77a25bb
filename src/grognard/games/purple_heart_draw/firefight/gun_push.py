"""ASL-C10.3: those who serve a Gun push it, hex by hex, alone or with all who can help."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from . import checks, guns, strongpoint
from .forces import ENEMY, FIRST_GUN, GUN_NAMES, SIDE
from .going import hexside_tem, in_hex_tem, is_road, near
from .pillboxes import is_inside
from .position import (
    CLIMBING,
    G_EMPLACED,
    G_HELD,
    G_MOVED,
    MELEE,
    MOVED,
    OPPORTUNE,
    PIN,
    PREP,
    TI,
    Each,
    Firefight,
    Mask,
    Moving,
    Window,
    fact,
)
from .units import flag, guns_of, in_hex, is_good, kind, known_in, movers, name, pieces_of, put, settle, show
from .words import Heave, Push

RULE = guns.DATA["push"]
Price = Callable[[Firefight, int, int], int | None]
Allowance = Callable[[Firefight, int], int]
BUSY = PIN | TI | MELEE | PREP | OPPORTUNE | CLIMBING

# ---------------------------------------------------------------- who may, and where to


def spent(state: Firefight, g: int) -> int:
    """The half MF with which a Gun has been pushed in this player turn; -1: it goes no farther."""
    return dict(state.pushed).get(g, 0)


def is_fit(state: Firefight, unit: int, pushes: bool) -> bool:
    """ASL-C10.3: in Good Order, neither pinned nor busy; ASL-C10.3.no: it carries nothing else."""
    flags = state.flags[unit] & (BUSY if not pushes else BUSY & ~TI)
    fresh = pushes or not state.flags[unit] & MOVED
    load = set(guns_of(state, unit)) - set(pieces_of(state, unit))
    return is_good(state, unit) and not flags and fresh and not load and not kind(state, unit).is_single


def can_push(state: Firefight, g: int) -> bool:
    """ASL-C10.3, ASL-C3.22, PHD-TM15.ff: not turned before moving, not in a fortified building."""
    left = spent(state, g)
    held = state.gun_flags[g] & G_HELD or strongpoint.is_fortified(state, guns.at(state, g))
    held = held or is_inside(state, state.holder[g])
    return left >= 0 and not held and is_fit(state, state.holder[g], left > 0)


def helpers(state: Firefight, g: int) -> list[int]:
    """ASL-C10.3.drm: others of the Location who can push as well; none once the Gun has set out."""
    unit = state.holder[g]
    there = in_hex(state, SIDE[unit], state.at[unit]) if not spent(state, g) else []
    return [u for u in there if u != unit and is_fit(state, u, False) and not pieces_of(state, u)]


def goals(state: Firefight, g: int, price: Price, allowance: Allowance) -> int:
    """ASL-C10.3, ASL-C10.3.no: the next hexes at double MF; no Minimum Move, not onto a known enemy."""
    at, unit = guns.at(state, g), state.holder[g]
    room, found = allowance(state, unit) - max(0, spent(state, g)), 0
    for hex_ in near(at):
        cost = price(state, at, hex_)
        free = state.card.area >> hex_ & 1 and not known_in(state, SIDE[unit], hex_)
        found |= bool(free and cost is not None and 2 * cost <= room) << hex_
    return found


def push_picks(price: Price, allowance: Allowance) -> tuple[Pick, ...]:
    """The picks of the Movement Phase."""

    def own(test: Callable[[Firefight, int], bool]) -> Mask:
        def mask(state: Firefight, frame: object) -> int:
            return sum(1 << g for g in guns.own_pieces(state, state.mover) if test(state, g))

        return mask

    def hexes() -> Each:
        return lambda state, frame: lambda g: goals(state, g, price, allowance)

    def apply(all_help: bool) -> Callable[[Firefight, object, int, Hex], None]:
        def begin(state: Firefight, frame: object, g: int, hex_: Hex) -> None:
            cost = price(state, guns.at(state, g), hex_) or 0
            push(state, g, hex_, 2 * cost, helpers(state, g) if all_help else [])

        return begin

    who = (
        Screen(
            "ASL-C2.1", "{unit} is not a Gun that is served on the map", own(lambda s, g: True), decisive=True
        ),
        Screen("ASL-C10.3", "{unit} cannot be pushed now by those who serve it", own(can_push)),
    )
    crowd = Screen(
        "ASL-C10.3.drm", "there are no others who could help", own(lambda s, g: bool(helpers(s, g)))
    )
    far = (Screen("ASL-C10.3.no", "{unit} cannot be pushed to {hex} with the MF left", hexes(), each=True),)
    return (
        Pick(verb=Heave, names=GUN_NAMES, units=(*who, crowd), hexes=far, apply=apply(True)),
        Pick(verb=Push, names=GUN_NAMES, units=who, hexes=far, apply=apply(False)),
    )


# ---------------------------------------------------------------- the push


def drm(state: Firefight, g: int, at: int, hex_: int, price: int, units: tuple[int, ...]) -> int:
    """ASL-C10.3.drm: cover of hexside and hex, MF, helpers, road, labor."""
    found = max(0, hexside_tem(at, hex_)) + max(0, in_hex_tem(hex_)) + price // 2
    more = sum(RULE["squad" if kind(state, u).type == "squad" else "half_squad"] for u in units[1:])
    found += max(RULE["most"], more)
    if len(units) == 1 and kind(state, units[0]).type == "squad":
        found += RULE["only_squad"]
    found += RULE["road"] if is_road(at, hex_) else 0
    return int(found + max(RULE["most_labor"], RULE["labor"] * dict(state.labor).get(FIRST_GUN + g, 0)))


def push(state: Firefight, g: int, hex_: int, price: int, others: list[int]) -> None:
    """ASL-C10.3: two dice, and what the other side does about it; Gun and pushers are busy afterwards."""
    unit = state.holder[g]
    units = (unit, *others)
    for one in units:
        show(state, one, "ASL-A12.14.d")
        flag(state, one, MOVED | TI, "ASL-C10.3")
    guns.mark(state, g, G_MOVED, "ASL-C2.8")
    _note_mf(state, g, max(0, spent(state, g)) + price)
    settle(state, "ASL-C10.3")
    words = "{} pushes the {} towards {}"
    state.note(
        "ASL-C10.3", words, name(state, unit), guns.weapon(state, g).name, GRID.name[hex_], kind="move"
    )
    way = Moving(units=units, origin=state.at[unit], spent=price, here=price, ended=True, pushing=g)
    state.call(way, "ASL-C10.3")
    state.call(Window(), "FF-WIN.1")
    checks.call(state, [(unit, checks.PUSH, hex_)], "ASL-C10.3")


def _note_mf(state: Firefight, g: int, mf: int) -> None:
    state.set(fact.pushed, tuple(sorted({**dict(state.pushed), g: mf}.items())), "ASL-C10.3")


def roll_push(state: Firefight, unit: int, hex_: int, dice: int) -> list[checks.Item]:
    """ASL-C10.3: below its number it enters and may go on, at the number it stops there, above it stays."""
    way = movers(state)
    if way is None or way.pushing < 0:
        return []
    g, at = way.pushing, state.at[unit]
    final, limit = dice + drm(state, g, at, hex_, way.spent, way.units), guns.piece(state, g).m
    words = "{} is pushed: dice {}, with modifiers {}, against {}"
    state.note("ASL-C10.3", words, GUN_NAMES[g], dice, final, limit, kind="check")
    unseen = [u for u in in_hex(state, ENEMY[SIDE[unit]], hex_) if not state.open >> u & 1]
    if final > limit or unseen:
        for one in unseen[:1]:  # ASL-A12.15
            show(state, one, "ASL-A12.15")
        tries = dict(state.labor).get(FIRST_GUN + g, 0) + 1
        rows = {**dict(state.labor), FIRST_GUN + g: tries}
        state.set(fact.labor, tuple(sorted(rows.items())), "ASL-C10.3")
    else:
        _enter(state, way, g, hex_)
    if final >= limit or unseen:
        _note_mf(state, g, -1)
    return []


def _enter(state: Firefight, way: Moving, g: int, hex_: int) -> None:
    """ASL-C11.2: the Gun is in the next hex with those who push it; its Emplacement is gone."""
    state.set_at(fact.holder, g, -1, "ASL-C10.3")
    state.set_at(fact.gun_at, g, Hex(hex_), "ASL-C10.3")
    for one in way.units:
        put(state, one, hex_, "ASL-C10.3")
    state.set_at(fact.holder, g, way.units[0], "ASL-C10.3")
    guns.unmark(state, g, G_EMPLACED, "ASL-C11.2")
    state.set(fact.labor, tuple(row for row in state.labor if row[0] != FIRST_GUN + g), "ASL-C10.3")
    moved = tuple(replace(one, crossed=True) if one is way else one for one in state.stack)
    state.set(fact.stack, moved, "FF-WIN.1")


def end_turn(state: Firefight) -> None:
    if state.pushed:
        state.set(fact.pushed, (), "ASL-C10.3")


checks.RESOLVE[checks.PUSH] = roll_push
