"""Positions of Beyond the Rhine on the map, made for tests."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.core.facts import CHANCE
from grognard.core.ruling import Ruling
from grognard.games.beyond_the_rhine.campaign import notation
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.opening import FIRST_TURN
from grognard.games.beyond_the_rhine.campaign.pieces import NAMES, UNIT
from grognard.games.beyond_the_rhine.campaign.position import AlliedTurn, Campaign, GermanTurn

GAME = grognard.load("beyond-the-rhine-map")


def setup(phase: str = "allied movement", **changes: Any) -> Campaign:
    """The set-up of Aachen at a phase; `units` moves some, other names replace facts."""
    state = GAME.new()
    assert isinstance(state, Campaign)
    plain = notation.write(state)
    plain.pop("pending")
    plain["units"] = plain["units"] | changes.pop("units", {})
    return notation.read(plain | {"phase_of_play": phase, "flight": "limited"} | changes)


def begin(scenario: str, phase: str = "allied movement", **changes: Any) -> Campaign:
    """The set-up of a scenario at a phase; `units` moves some, other names replace facts."""
    plain = notation.write(GAME.new(scenario=scenario))  # type: ignore[arg-type]
    plain.pop("pending")
    plain["units"] = plain["units"] | changes.pop("units", {})
    plain["lost"] = plain.get("lost", {}) | changes.pop("lost", {})
    return notation.read(plain | ({} if "pending" in changes else {"phase_of_play": phase}) | changes)


def scene(phase: str = "allied movement", *, units: dict[str, str], **changes: Any) -> Campaign:
    """A map with these units alone; the Allies hold what they held at the start of Aachen."""
    plain = notation.write(GAME.new())  # type: ignore[arg-type]
    held = {name: plain[name] for name in ("allied_held", "at_start")}
    return notation.read({"phase_of_play": phase, "flight": "limited", "units": units} | held | changes)


def under_way(side: str = "allied", after: str = "combat", more: int = 1) -> list[dict[str, Any]]:
    """The procedures of a player turn that stands so many steps after a named one."""
    kind: Any = {"allied": AlliedTurn, "german": GermanTurn}[side]
    names = [step.name for step in Campaign.procedures[kind]]
    turn = FIRST_TURN + (1 if side == "allied" else 2)
    return [
        {"frame": "turn", "step": turn, "ground": True, "flight": True, "leader": "allied"},
        {"frame": f"{side}_turn", "step": names.index(f"{side} {after}") + more},
    ]


def do(state: Campaign, *texts: str) -> Campaign:
    for text in texts:
        state.push(GAME.parse(text))
    return state


def rulings(state: Campaign, text: str) -> list[Ruling]:
    return state.why_not(GAME.parse(text))


def clauses(state: Campaign, text: str) -> list[str]:
    return [ruling.clause for ruling in rulings(state, text)]


def allowed(state: Campaign, text: str) -> bool:
    return GAME.parse(text) in state.legal_actions()


def where(state: Campaign, name: str) -> str:
    hex_ = state.at[UNIT[name]]
    return GRID.name[hex_] if hex_ >= 0 else {-1: "dead", -2: "to come", -3: "away", -4: "out"}[int(hex_)]


def bits(*names: str) -> int:
    return sum(1 << UNIT[name] for name in names)


def marked(state: Campaign, marker: str) -> set[str]:
    units = getattr(state, marker)
    return {name for number, name in enumerate(NAMES) if units >> number & 1}


def reach_of(state: Campaign, name: str, verb: str = "move") -> set[str]:
    """The hexes a unit may choose with a verb."""
    return {
        action.hex
        for action in state.legal_actions()
        if action.verb == verb and getattr(action, "unit", "") == name
    }


def through(state: Campaign, *rolls: int) -> Campaign:
    """Dice in order; nobody else decides in between."""
    for face in rolls:
        assert state.to_move == CHANCE, (state.to_move, state.step.name)
        do(state, f"roll {face}")
    return state


def fight(state: Campaign, declaration: str, *joins: str) -> Campaign:
    """An attack up to its dice: everybody joins, supply is paid where it can be, the first choice is
    taken.
    """
    do(state, declaration, *joins)
    while state.to_move != CHANCE:
        actions = [str(action) for action in state.legal_actions()]
        do(state, "done" if "done" in actions else "pay yes" if "pay yes" in actions else actions[0])
    return state
