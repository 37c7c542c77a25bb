"""PHD-C4.1, PHD-C5: the forty-one steps by name, in order: what a step rail shows and `ask sequence`
tells.
"""

from __future__ import annotations

from typing import NamedTuple

from .charts import SCENARIOS


class StepName(NamedTuple):
    number: int
    clause: str
    name: str
    players: str  # attacker first, both, dice...
    secret: bool = False


AFTERMATH, REDEPLOYMENT, REORGANIZATION, NEW = (
    "Aftermath",
    "Redeployment",
    "Reorganization",
    "New TM Scenario",
)
CHAPTERS = {
    AFTERMATH: range(1, 13),
    REDEPLOYMENT: range(13, 21),
    REORGANIZATION: range(21, 25),
    NEW: range(25, 42),
}

_ROWS = (
    ("losses recorded", "both"),
    ("bog and mines", "both"),
    ("close combat concluded", "attacker"),
    ("order of melees", "attacker"),
    ("automatic rally", "both"),
    ("markers removed", "both"),
    ("passengers dismount", "both"),
    ("encircled units check", "both"),
    ("minefields left, unbogging", "both"),
    ("Shock and UK", "both"),
    ("control, TAC, FEBA", "both"),
    ("control at start", "before I"),
    ("who needs a redeployment DR", "both"),
    ("redeployment, five situations", "attacker, then defender"),
    ("prisoners, unpossessed weapons", "both"),
    ("immobile and abandoned vehicles", "both"),
    ("hidden units and fortifications", "both"),
    ("fires", "both"),
    ("wounded leaders", "both"),
    ("CVP and victory", "both"),
    ("half-squads recombine", "owner"),
    ("heroes merge", "owner"),
    ("battlefield promotion", "owner"),
    ("leader promotion", "owner"),
    ("SAN and booby traps", "both"),
    ("weapon repair", "owner"),
    ("vehicle repair, ammunition", "owner"),
    ("fortifications cleared", "owner"),
    ("Tactical Points", "owner"),
    ("weather", "both"),
    ("requisition", "owner"),
    ("set-up cost", "owner"),
    ("leaders", "owner"),
    ("artillery ammunition", "owner"),
    ("fortifications and HIP", "owner"),
    ("reconnaissance", "owner"),
    ("initiative", "both"),
    ("no winner of a single scenario", "-"),
    ("set-up", "in the order of C5.37"),
    ("reconnaissance results", "German first"),
    ("snipers announced, play", "both"),
)
_SECRET = {21, 22, 23, 24, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 39}
STEPS = tuple(
    StepName(n, f"PHD-C5.{n}", name, players, n in _SECRET) for n, (name, players) in enumerate(_ROWS, 1)
)
INITIAL = (12, 30, 31, 32, 33, 34, 35, 39, 41)  # PHD-C4.1: before the Initial TM Scenario
AFTER_THE_LAST, AFTER_ANOTHER = range(1, 21), range(1, 25)  # PHD-C4.1: the winner is found in C5.20


def number_of(clause: str) -> int:
    """The step a clause belongs to; 0 for one outside the Consolidation Phase.

    >>> number_of("PHD-C5.14.iii"), number_of("PHD-TM6")
    (14, 0)
    """
    head = clause.removeprefix("PHD-C5.").split(".")[0]
    return int(head) if clause.startswith("PHD-C5.") and head.isdigit() else 0


def chapter(number: int) -> str:
    return next(name for name, steps in CHAPTERS.items() if number in steps)


def steps_of(scenario: int, opening: bool) -> list[StepName]:
    """What is due: before the first scenario, before a later one, or after one."""
    if opening:
        return [s for s in STEPS if (s.number in INITIAL if scenario == 1 else s.number >= 25)]
    return [
        s
        for s in STEPS
        if s.number in (AFTER_THE_LAST if scenario == SCENARIOS else AFTER_ANOTHER) and s.number != 12
    ]
