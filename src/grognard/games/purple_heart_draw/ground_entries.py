"""At the players' table: what happens to the ground: fires, rubble, breaches, works found or razed (PHD-TM12,
PHD-TM18).
"""

from __future__ import annotations

from grognard.core.hexes import Hex, Hexes, set_of
from grognard.core.procedure import Pick, Screen

from . import units, verbs
from .board import BUILDING, BURNABLE, DIRECTIONS, SIDES_OF
from .cards import playable
from .laying_out import open_works
from .pieces import CLOAKED, NUMBER, SIDES
from .position import Apply, Each, HexesOf, Mask, PurpleHeartDraw, SideOf, fact

MARKS = sorted(
    ["blaze", *(f"bocage_breach.{d}" for d in DIRECTIONS), "flame", "out", "razed", "revealed", "rubble"]
)
BREACHES = set_of(i for i, name in enumerate(MARKS) if name.startswith("bocage_breach"))
MAX_MARKS = 6  # marks a side enters in a player turn: more than a game sees, and it ends


def may_mark(side_of: SideOf) -> Mask:
    return lambda state, frame: (
        (1 << len(MARKS)) - 1 if state.marked[NUMBER[side_of(state, frame)]] < MAX_MARKS else 0
    )


def places(state: PurpleHeartDraw, n: int, mark: str) -> int:
    """Where a mark can be put."""
    fuel = BURNABLE & ~int(state.burnt)
    if mark.startswith("bocage_breach"):
        done = set_of(h for rows in (*state.forts, state.buried[n]) for item, h in rows if item == mark)
        return SIDES_OF["bocage"][DIRECTIONS.index(mark.split(".")[1])] & ~done
    return int(
        {
            "flame": fuel & ~int(state.flame | state.blaze),
            "blaze": fuel & ~int(state.blaze),
            "out": int(state.flame | state.blaze),
            "rubble": BUILDING & ~int(state.rubble),
            "revealed": _hexes(state.buried[n]),
            "razed": _hexes(state.forts[0]) | _hexes(state.forts[1]) | _hexes(state.buried[n]),
        }[mark]
    )


def _hexes(rows: tuple[tuple[str, int], ...]) -> int:
    result = 0
    for _, h in rows:
        result |= 1 << h
    return result


def hexes(side_of: SideOf) -> Each:
    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        n, area = NUMBER[side_of(state, frame)], playable(state)
        return lambda mark: places(state, n, MARKS[mark]) & area

    return mask


def mark(side_of: SideOf) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        n, name = NUMBER[side_of(state, frame)], MARKS[subject]
        state.set_at(fact.marked, n, state.marked[n] + 1, "PHD-TM12")
        put_mark(state, n, name, hex_)

    return apply


def put_mark(state: PurpleHeartDraw, n: int, name: str, hex_: int) -> None:
    bit = 1 << hex_
    if name in ("flame", "blaze"):
        wake_by_fire(state, SIDES[1 - n], hex_)
    if name in ("flame", "blaze", "out"):
        state.set(fact.flame, Hexes(state.flame & ~bit | (bit if name == "flame" else 0)), "PHD-TM12")
        state.set(fact.blaze, Hexes(state.blaze & ~bit | (bit if name == "blaze" else 0)), "PHD-TM12")
    elif name == "rubble":
        state.add(fact.rubble, bit, "PHD-TM12")
    elif name.startswith("bocage_breach"):
        state.set_at(fact.forts, n, tuple(sorted((*state.forts[n], (name, hex_)))), "PHD-TM18")
    elif name == "revealed":
        open_works(state, n, tuple(row for row in state.buried[n] if row[1] == hex_), "PHD-TM12")
    else:
        for side in (0, 1):
            state.set_at(
                fact.forts, side, tuple(row for row in state.forts[side] if row[1] != hex_), "PHD-TM12"
            )
        state.set_at(fact.buried, n, tuple(row for row in state.buried[n] if row[1] != hex_), "PHD-TM12")


def wake_by_fire(state: PurpleHeartDraw, side: str, hex_: int) -> None:
    """PHD-C5.31.act: a fire its own side did not make wakes a Reserve in the Location."""
    for u in units.in_hex(state, side, hex_):
        if state.status[u] & CLOAKED:
            units.wake(state, u)


def may_breach(state: PurpleHeartDraw, frame: object) -> int:
    """PHD-TM18, PHD-2.ssr.5: a rule of TM Scenarios, which PHD-2 alone of the cards imports."""
    return -1 if state.card in ("", "PHD-2") else ~BREACHES


def pick(side_of: SideOf) -> Pick:
    return Pick(
        verb=verbs.Mark,
        names=MARKS,
        units=(
            Screen(
                "PHD-TM12",
                f"{MAX_MARKS} marks were entered in this player turn; {{unit}} is one too many",
                may_mark(side_of),
            ),
            Screen(
                "PHD-TM18", "{unit}: this card does not import TM18, so bocage is not breached", may_breach
            ),
        ),
        hexes=(Screen("PHD-TM12", "{unit} has no place in {hex}", hexes(side_of), each=True),),
        apply=mark(side_of),
    )
