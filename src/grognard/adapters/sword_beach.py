"""Sword Beach in numbers: what can be done, what chance can answer, and what a side sees, each in a fixed
order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

import grognard
from grognard.core.hexes import OFF, members
from grognard.games.sword_beach.board import GRID, LAND
from grognard.games.sword_beach.pieces import ALLIED, GERMAN, NAMES, OF_SIDE, SIDES
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.tables import CUPS, LIMIT, TOP
from grognard.games.sword_beach.verbs import in_order

from .numbering import Numbering

GAME = grognard.load("sword-beach")
HEXES = GRID.names(LAND)
PLACE = {hex_: i for i, hex_ in enumerate(members(LAND))}
ALLIES, GERMANS = ([NAMES[u] for u in members(OF_SIDE[side])] for side in (ALLIED, GERMAN))


def draws(kinds: Sequence[str], mines: bool = False) -> list[str]:
    """Markers that can be named together, `none` first; mines come on top of the others."""
    plain = [
        "+".join(pair) for many in range(1, LIMIT + 1) for pair in combinations_with_replacement(kinds, many)
    ]
    result = [in_order(fire) for fire in plain]
    return [
        "none",
        *result,
        *(
            ["mines", *(in_order(f"{fire}+mines") for fire in result if set(fire.split("+")) == {"guns"})]
            if mines
            else []
        ),
    ]


DOMAINS: dict[str, list[Sequence[str]]] = {
    "done": [],
    "record": [GERMANS, HEXES],
    "beachhead": [HEXES],
    "place": [ALLIES, HEXES],
    "dropzone": [HEXES],
    "designate": [ALLIES, HEXES],
    "fight": [HEXES],
    "raid": [HEXES],
    "assault": [HEXES],
    "move": [NAMES, HEXES],
    "bring": [["84", "116"]],
    "land": [ALLIES, HEXES],
    "attack": [NAMES, HEXES],
    "join": [NAMES],
    "bombard": [draws(["air", "guns"])[1:], HEXES],
    "target": [NAMES],
    "defend": [NAMES],
    "support": [draws(["air", "guns", "naval10", "naval7"], mines=True)],
    "mines": [["use", "aside", "redraw"]],
    "lose": [NAMES],
    "resist": [],
    "yield": [],
    "withdraw": [NAMES, HEXES],
    "advance": [NAMES],
    "replace": [NAMES],
}
DECISIONS = Numbering(GAME.vocabulary, DOMAINS)
OUTCOMES = Numbering(
    GAME.vocabulary,
    {
        "roll": [[str(face) for face in range(1, 7)]],
        "draw": [CUPS, [*(str(value) for value in range(TOP + 1)), "mines"]],
    },
)

# ---------------------------------------------------------------- what a side sees, as numbers from 0 to 1

UNIT_SETS = ("waiting", "moved", "fought", "landed", "cut_off")
HEX_SETS = (
    "beachheads",
    "unassaulted",
    "hot_beaches",
    "drop_zones",
    "allied_cities",
    "attacked",
    "bombarded",
)
STEPS = [step for steps in SwordBeach.procedures.values() for step in steps]
MAX_TURNS = 40  # turns: no game is longer
OBSERVED = [
    *(f"at {name}" for name in NAMES),  # (place among the hexes + 1) / hexes; 0: not on the map
    *(f"steps {name}" for name in NAMES),  # of two
    *(f"record {name}" for name in NAMES),  # the hidden set-up, as `at`; 0 for a side that may not see it
    *(f"{what} {name}" for what in UNIT_SETS for name in NAMES),
    *(f"{what} {name}" for what in HEX_SETS for name in HEXES),
    *(f"attacks {name}" for name in NAMES),  # the units of the combat under way
    *(f"under attack {name}" for name in HEXES),
    *(f"step {number}" for number in range(len(STEPS))),  # where the sequence of play stands
    "turn",
    "inclement weather",
    "to move",
]


def observe(state: SwordBeach, side: str) -> list[float]:
    """What a side sees. It is given a position that knows no more (`known_to`)."""
    seen = state.known_to(side)
    result = [_spot(hex_) for hex_ in seen.at]
    result += [steps / 2 for steps in seen.steps]
    record = dict(seen.record) if side == GERMAN else {}
    result += [_spot(record[unit]) if unit in record else 0.0 for unit in range(len(NAMES))]
    for name in UNIT_SETS:
        bits = getattr(seen, name)
        result += [float(bits >> unit & 1) for unit in range(len(NAMES))]
    for name in HEX_SETS:
        bits = getattr(seen, name)
        result += [float(bits >> hex_ & 1) for hex_ in PLACE]
    frame = seen.stack[-1] if seen.stack else None
    fighting, target = set(getattr(frame, "attackers", ())), getattr(frame, "hex", None)
    result += [float(unit in fighting) for unit in range(len(NAMES))]
    result += [float(hex_ == target) for hex_ in PLACE]
    waiting = seen.step
    result += [float(step is waiting) for step in STEPS]
    return [
        *result,
        min(1.0, seen.turn / MAX_TURNS),
        float(seen.weather == "inclement"),
        float(seen.to_move == side),
    ]


def _spot(hex_: int) -> float:
    return 0.0 if hex_ == OFF else (PLACE[hex_] + 1) / len(PLACE)


def legal(state: SwordBeach) -> list[int]:
    """The numbers of the legal actions, lowest first."""
    return sorted(DECISIONS.number(action) for action in state.legal_actions())


def returns(state: SwordBeach) -> dict[str, float]:
    """1 to the winner, -1 to the other."""
    outcome = state.outcome()
    return {side: 0.0 if outcome is None else 1.0 if side == outcome.winner else -1.0 for side in SIDES}
