"""BTR-ocs.scen.queen-bombs, BTR-ocs.dam.open: what a scenario has of its own."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, set_of
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from .barrage import DICE_STEP
from .board import GRID
from .pieces import ALLIED, GERMAN, SCENARIOS
from .position import Barrage, Campaign, PlayerTurn, fact
from .verbs import Bomb, OpenDams
from .zones import occupied

# ---------------------------------------------------------------- the opening bombing


def bombable(state: Campaign, frame: PlayerTurn) -> Hexes:
    """German-occupied hexes near the middle of the bombing, each once, on the first turn."""
    rule = SCENARIOS[state.scenario].get("opening_bombing")
    if not rule or state.turn != 1 or len(frame.bombed) >= rule["hexes"]:
        return Hexes(0)
    near = GRID.within(1 << GRID.hex(rule["of"]), rule["within"])
    return Hexes(near & occupied(state, GERMAN) & ~set_of(frame.bombed))


def not_bombed(state: Campaign, frame: PlayerTurn, unit: int, hex_: int) -> Ruling:
    rule, clause, name = (
        SCENARIOS[state.scenario].get("opening_bombing"),
        "BTR-ocs.scen.queen-bombs",
        GRID.name[hex_],
    )
    if not rule or state.turn != 1:
        return Ruling(clause, "only Queen has an opening bombing, on the first Allied turn")
    if len(frame.bombed) >= rule["hexes"]:
        return Ruling(clause, f"{rule['hexes']} hexes have been bombed")
    if hex_ in frame.bombed:
        return Ruling(clause, f"{name} has been bombed: the hexes must be different")
    return Ruling(clause, f"{name} holds no German unit within {rule['within']} hexes of {rule['of']}")


def bomb(state: Campaign, frame: PlayerTurn, unit: int, hex_: Hex) -> None:
    """No flak, no supply, no shift for bases."""
    clause = "BTR-ocs.scen.queen-bombs"
    state.replace(replace(frame, bombed=(*frame.bombed, hex_)), clause)
    strength = SCENARIOS[state.scenario]["opening_bombing"]["strength"]
    state.call(Barrage(side=ALLIED, hex=hex_, guns=(), paid=True, air=strength, step=DICE_STEP), clause)


BOMBING = Phase(
    clause="BTR-ocs.scen.queen-bombs",
    name="allied bombing",
    title="the opening bombing",
    side=ALLIED,
    picks=(
        Pick(
            verb=Bomb,
            hexes=(Screen("BTR-ocs.scen.queen-bombs", not_bombed, bombable),),
            apply=bomb,
        ),
    ),
)

# ---------------------------------------------------------------- the dams of the Roer


def may_open(state: Campaign, frame: object) -> Sequence[Action]:
    """BTR-ocs.dam.open: once, while the Germans hold the dams."""
    dams = SCENARIOS[state.scenario].get("dams")
    if not dams or state.flood_from or state.allied_held >> GRID.hex(dams["hex"]) & 1:
        return ()
    return (OpenDams(),)


def open_dams(state: Campaign, frame: object, action: OpenDams) -> None:
    """BTR-ocs.dam.flood: from the next turn."""
    state.set(fact.flood_from, state.turn + 1, "BTR-ocs.dam.open")
    turns = SCENARIOS[state.scenario]["dams"]["turns"]
    state.note("BTR-ocs.dam.open", "the dams are opened: the Roer floods for {} turns", turns, kind="result")


def shut_dams(state: Campaign, frame: object, action: OpenDams) -> Ruling | None:
    dams = SCENARIOS[state.scenario].get("dams")
    if not dams:
        return Ruling("BTR-ocs.dam.open", "this scenario has no dams to open")
    if state.flood_from:
        return Ruling("BTR-ocs.dam.open", "the dams have been opened")
    return Ruling("BTR-ocs.dam.open", f"the Allies hold {dams['hex']}, where the dams are")


DAMS = Phase(
    clause="BTR-ocs.dam.open",
    name="german dams",
    title="the dams of the Roer",
    side=GERMAN,
    picks=(),
    plain=may_open,
    take_plain=open_dams,
    plain_verbs=(OpenDams,),
    refuse=lambda state, frame, action: (
        shut_dams(state, frame, action) if isinstance(action, OpenDams) else None
    ),
)
