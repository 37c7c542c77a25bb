"""PHD-C5.31: hexes that artillery registers, mortars traded for a module, groups committed again."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import total

from . import charts, verbs
from .board import EDGE, GRID
from .charts import (
    ON_MAP,
    PREREGISTERED_MAX,
    PREREGISTERED_TP,
)
from .forces import (
    add_module,
    groups,
    offset,
)
from .pieces import NUMBER, PRISONER, US
from .position import (
    GROUP_NAMES,
    Apply,
    Each,
    Group,
    HexesOf,
    Mask,
    PurpleHeartDraw,
    Reason,
    fact,
    ground,
    own,
)
from .units import remove

NEAR = "on_map_near"  # on-map within 2 hexes of the enemy FEBA, at a price
ENHANCED = "enhanced"
TRADED = "traded"  # PHD-E6: given up for a module


MODULES = [f"m{n}" for n in range(1, 9)]


def _modules(side: str) -> Mask:
    return lambda state, frame: set_of(range(len(state.modules[NUMBER[side]][: len(MODULES)])))


def _registrable(side: str) -> Mask:
    n = NUMBER[side]
    return lambda state, frame: (
        ~set_of(
            i
            for i, m in enumerate(state.modules[n][: len(MODULES)])
            if len(m[2]) >= PREREGISTERED_MAX or m[0] == "60mm"
        )
    )


def register(side: str) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        n = NUMBER[side]
        m = state.modules[n][subject]
        new = (*m[:2], (*m[2], hex_), *m[3:])
        state.set_at(
            fact.modules,
            n,
            (*state.modules[n][:subject], new, *state.modules[n][subject + 1 :]),
            "PHD-C5.31.note.p",
        )
        state.set_at(fact.tp, n, state.tp[n] - PREREGISTERED_TP, "PHD-C5.31.note.p")

    return apply


REGISTERED = [f"{name}.{k}" for name in MODULES for k in range(1, PREREGISTERED_MAX + 1)]


def reassignable(side: str) -> Mask:
    """PHD-TM13: registered hexes of modules kept from an earlier scenario, each once a scenario."""
    n = NUMBER[side]
    return lambda state, frame: set_of(
        i * PREREGISTERED_MAX + k
        for i, m in enumerate(state.modules[n][: len(MODULES)])
        for k in range(len(m[2]) if m[1] else 0)  # a module bought now has no ammunition yet
        if REGISTERED[i * PREREGISTERED_MAX + k] not in state.reassigned[n]
    )


def why_not_reassigned(side: str) -> Reason:
    """PHD-TM13: the one thing that keeps a Pre-Registered hex as it is."""

    def why(state: PurpleHeartDraw, frame: object, subject: int, hex_: int) -> str:
        n, name, (at, k) = NUMBER[side], REGISTERED[subject], divmod(subject, PREREGISTERED_MAX)
        if at >= len(state.modules[n]):
            return f"the side has no module {MODULES[at]}"
        if name in state.reassigned[n]:
            return f"{name} was changed in this TM Scenario"
        if not state.modules[n][at][1]:
            return f"module {MODULES[at]} was bought in this TM Scenario; only a kept module changes a hex"
        return f"module {MODULES[at]} has {len(state.modules[n][at][2])} Pre-Registered hexes, not {k + 1}"

    return why


def reassign(side: str) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        n, (at, k) = NUMBER[side], divmod(subject, PREREGISTERED_MAX)
        m = state.modules[n][at]
        new = (*m[:2], (*m[2][:k], hex_, *m[2][k + 1 :]), *m[3:])
        state.set_at(fact.modules, n, (*state.modules[n][:at], new, *state.modules[n][at + 1 :]), "PHD-TM13")
        state.set_at(fact.reassigned, n, (*state.reassigned[n], REGISTERED[subject]), "PHD-TM13")

    return apply


def _own_groups(state: PurpleHeartDraw, side: str, test: Callable[[int, Group], bool]) -> int:
    result = 0
    for number, group in enumerate(groups(state, side), 1):
        if test(number, group):
            result |= 1 << offset(side) + number - 1
    return result


def tradable(state: PurpleHeartDraw, frame: object) -> int:
    """PHD-E6, PHD-R20: a light mortar section with its HS, not In Reserve, bought in the same step or
    before.
    """

    def test(number: int, group: Group) -> bool:
        alive = [u for u in members(own(state, US)) if state.group[u] == number]
        return (
            group[0] == "HW5" and group[2] not in (charts.RESERVE, TRADED) and (not group[3] or bool(alive))
        )

    return _own_groups(state, US, test)


def unrecorded(state: PurpleHeartDraw, frame: object) -> int:
    """PHD-C5.31.note.q: each 60mm module traces its range from a separate hex."""
    return int(GRID.all & ~set_of(m[4] - 1 for m in state.modules[NUMBER[US]] if m[4]))


def trade(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
    number = subject + 1
    for u in [u for u in members(own(state, US)) if state.group[u] == number]:
        remove(state, u, "PHD-E6")  # PHD-R20: no CVP
    state.set_at(fact.groups, subject, (*state.groups[subject][:2], TRADED, 1), "PHD-E6")
    add_module(state, US, "60mm", "PHD-C5.31.note.q", hex_ + 1)


def committable(side: str) -> Mask:
    """PHD-R17: a group of an earlier scenario that is still off the map, all of it but who left it
    (PHD-TM8).
    """

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        if not ground(state).friendly(NUMBER[side]):
            return 0

        def test(number: int, group: Group) -> bool:
            units = [u for u in members(own(state, side)) if state.group[u] == number and state.exit[u] < 0]
            waits = bool(units) and all(state.at[u] < 0 and not state.status[u] & PRISONER for u in units)
            return (
                waits
                and group[1] < state.scenario
                and group[2] not in (ON_MAP, NEAR, TRADED)
                and _extra(side, group) <= state.tp[NUMBER[side]]
            )

        return _own_groups(state, side, test)

    return mask


def _extra(side: str, group: Group) -> int:
    rg = charts.line(side, group[0])
    return total(charts.price(rg, ON_MAP, 2)) - rg.tp


def commit(side: str) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        n, group = NUMBER[side], state.groups[subject]
        state.set_at(fact.tp, n, state.tp[n] - _extra(side, group), "PHD-R17")
        state.set_at(fact.groups, subject, (group[0], group[1], ON_MAP, 1), "PHD-R17")

    return apply


def commitment_pick(side: str) -> Pick:
    """PHD-R17: a group kept off-map comes on-map for its price."""
    words = "{unit} is not a group kept off-map whose on-map price can be paid"
    return Pick(
        verb=verbs.Commit,
        names=GROUP_NAMES,
        units=(Screen("PHD-R17", words, committable(side)),),
        apply=commit(side),
    )


def registration_pick(side: str) -> Pick:
    """PHD-C5.31.note.p: a Pre-Registered hex is bought for a module."""
    n = NUMBER[side]
    return Pick(
        verb=verbs.Register,
        names=MODULES,
        units=(
            Screen("PHD-C5.31.note.p", "the side does not have the module {unit}", _modules(side)),
            Screen(
                "PHD-C5.31.note.p",
                f"{{unit}}: {PREREGISTERED_MAX} Pre-Registered hexes a module, none for a 60mm",
                _registrable(side),
            ),
            Screen(
                "PHD-C2.TP",
                f"a Pre-Registered hex costs {PREREGISTERED_TP} TP",
                lambda state, frame: -1 if state.tp[n] >= PREREGISTERED_TP else 0,
            ),
        ),
        hexes=(Screen("PHD-C5.31.note.p", "{hex} is registered already", _unregistered(side), each=True),),
        apply=register(side),
    )


def reassignment_pick(side: str) -> Pick:
    """PHD-TM13: a Pre-Registered hex is moved."""
    free = _unregistered(side, PREREGISTERED_MAX)
    return Pick(
        verb=verbs.Reassign,
        names=REGISTERED,
        units=(Screen("PHD-TM13", why_not_reassigned(side), reassignable(side)),),
        hexes=(Screen("PHD-C5.31.note.p", "{hex} is registered already", free, each=True),),
        apply=reassign(side),
    )


def mortar_trade_pick() -> Pick:
    """PHD-E6: a light mortar section is given up for a 60mm module."""
    return Pick(
        verb=verbs.Trade,
        names=GROUP_NAMES,
        units=(Screen("PHD-E6", "{unit} is not a light mortar section that could be given up", tradable),),
        hexes=(
            Screen("PHD-E6", "{hex} is not a hex of the north edge", lambda state, frame: EDGE[US]),
            Screen(
                "PHD-C5.31.note.q",
                "another 60mm module has {hex}; each needs a hex of its own",
                unrecorded,
            ),
        ),
        apply=trade,
    )


def _unregistered(side: str, each: int = 1) -> Each:
    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        modules = state.modules[NUMBER[side]]
        return lambda m: GRID.all & ~set_of(modules[m // each][2])

    return mask
