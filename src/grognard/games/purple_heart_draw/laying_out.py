"""PHD-TM7, PHD-MSR4: what is concealed and dug in when a set-up is laid out, and vehicles in cellars."""

from __future__ import annotations

from grognard.core.hexes import Hexes, members
from grognard.core.procedure import Auto, Step

from .areas import SETUP_AREA
from .board import CONCEALMENT, GERMAN_START, GRID, hexes_where
from .pieces import (
    CLOAKED,
    CONCEALED,
    ENEMY,
    FLAG,
    GERMAN,
    HEXES,
    HIDDEN,
    NAMES,
    NUMBER,
    PRISONER,
    SIDES,
)
from .position import (
    PurpleHeartDraw,
    SideOf,
    fact,
    ground,
)
from .queues import fill, rolling
from .stores import STRENGTHS, strengths
from .troops import DATA
from .units import cover_up, flag, is_infantry, is_vehicle, on_map, show, show_cover
from .verbs import TWO

TM7_DISTANCE = HEXES["concealed_vehicle"]  # PHD-TM7


def known_enemies(state: PurpleHeartDraw, side: str) -> int:
    """Hexes in which a side sees something of the enemy."""
    n, result = NUMBER[ENEMY[side]], int(state.cover[NUMBER[ENEMY[side]]])
    for u in members(state.open & state.used & _counters_of(n)):
        if state.at[u] >= 0:
            result |= 1 << state.at[u]
    return result


def _counters_of(n: int) -> int:
    half = len(NAMES) // 2
    return ((1 << half) - 1) << half * n


def lay_out(side_of: SideOf) -> Auto:
    """PHD-TM7: what may be concealed is, free of charge; then the enemy looks."""

    def do(state: PurpleHeartDraw, frame: object) -> None:
        side = side_of(state, frame)
        enemies = known_enemies(state, side)
        for u in on_map(state, side):
            if state.status[u] & FLAG["new"]:
                flag(state, u, 0, FLAG["new"], "PHD-C5.39")
                conceal(state, u, enemies, "PHD-TM7")
        unearth(state, side)
        state.set_at(fact.decoys, NUMBER[side], 0, "PHD-C5.31.b")
        show_cover(state, side, "PHD-TM7")

    return Auto(clause="PHD-TM7", do=do, opens=True)


def conceal(state: PurpleHeartDraw, unit: int, enemies: int, clause: str) -> None:
    """PHD-TM7: Infantry in concealment terrain; a vehicle there far enough from the enemy."""
    if state.status[unit] & (HIDDEN | CLOAKED | PRISONER):
        return
    hidden = CONCEALMENT >> state.at[unit] & 1
    far = not GRID.within(1 << state.at[unit], TM7_DISTANCE - 1) & enemies
    if hidden and (is_infantry(state, unit) or far):
        cover_up(state, unit, CONCEALED, clause)
    else:
        show(state, unit, clause)


BURIED_KINDS = ("ap_mines", "at_mines", "wire")  # they stay hidden until something finds them


def unearth(state: PurpleHeartDraw, side: str) -> None:
    """PHD-C5.39: works are put on the map; mines and wire stay hidden, and whatever shelters a hidden
    unit.
    """
    n = NUMBER[side]
    thicken(state, n)
    secret = {state.at[u] for u in on_map(state, side) if state.status[u] & HIDDEN}
    stay = tuple(row for row in state.buried[n] if row[0].startswith(BURIED_KINDS) or row[1] in secret)
    open_works(state, n, tuple(row for row in state.buried[n] if row not in stay), "PHD-C5.39")


def thicken(state: PurpleHeartDraw, n: int) -> None:
    """PHD-C5.35.n6: added factors become part of the field in the hex, known or hidden."""
    total, known = strengths(state, n), {(item.split(".")[0], hex_) for item, hex_ in state.forts[n]}
    for rows_, place, hidden in ((fact.forts, state.forts[n], False), (fact.buried, state.buried[n], True)):
        rest = tuple(row for row in place if row[0].split(".")[0] not in STRENGTHS)
        fields = tuple(
            (f"{kind}.{now}", hex_)
            for (kind, hex_), now in total.items()
            if ((kind, hex_) not in known) == hidden
        )
        if (new := tuple(sorted((*rest, *fields)))) != place:
            state.set_at(rows_, n, new, "PHD-C5.35.n6")


ENTRENCHED = ("foxhole", "trench", "pillbox")  # PHD-C2.TL: works that can make a Tactical Location


def open_works(state: PurpleHeartDraw, n: int, shown: tuple[tuple[str, int], ...], clause: str) -> None:
    """Hidden works are put on the map. PHD-C2.CTRL: who built in the own set-up area controls what was built
    there.
    """
    if not shown:
        return
    home = _home(state, SIDES[n])
    state.set_at(fact.buried, n, tuple(row for row in state.buried[n] if row not in shown), clause)
    state.set_at(fact.forts, n, tuple(sorted((*state.forts[n], *shown))), clause)
    built = sum({1 << hex_ for item, hex_ in shown if item.startswith(ENTRENCHED)})
    if new := built & home & ~int(state.held[0] | state.held[1]):
        state.set_at(fact.held, n, Hexes(state.held[n] | new), "PHD-C2.CTRL")


def _home(state: PurpleHeartDraw, side: str) -> int:
    """PHD-C5.12, PHD-C5.31.a: the set-up area of a side: of the German before the first scenario all hexes
    from 5 on, of a card what it says, else the friendly ground.
    """
    if state.card:
        return SETUP_AREA[state.card] if side == state.first_setup else 0
    return GERMAN_START if state.scenario == 1 and side == GERMAN else ground(state).friendly(NUMBER[side])


# ---------------------------------------------------------------- PHD-MSR4: cellars

MULTI_HEX = hexes_where(lambda row: bool(row.get("multi_hex")))


def cellars_due(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    """PHD-MSR4: an AFV set up in a multi-hex building takes a secret Bog DR."""
    return [
        ("cellar", u)
        for u in on_map(state, side)
        if state.status[u] & FLAG["new"] and is_vehicle(state, u) and MULTI_HEX >> state.at[u] & 1
    ]


def cellar_steps(side: str, side_of: SideOf) -> tuple[Step, ...]:
    def items(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
        return cellars_due(state, side) if side_of(state, None) == side else []

    return fill(side, "PHD-MSR4", items), rolling(side, "PHD-MSR4", "cellar bog", TWO, cellar_rolled)


def cellar_rolled(state: PurpleHeartDraw, side: str, item: tuple[str, int], roll: int) -> None:
    if roll >= int(DATA["anti_tank"]["bog_min"]):
        flag(state, int(item[1]), FLAG["bogged"], 0, "PHD-MSR4")
