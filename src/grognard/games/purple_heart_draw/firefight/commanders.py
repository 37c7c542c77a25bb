"""ASL-D3.4: Armor Leaders: each in one vehicle, secret until its first use."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.facts import UNKNOWN
from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Modifier

from .forces import VEHICLE_NAMES, VEHICLE_SIDE, VEHICLES_OF
from .position import Firefight, fact
from .tables import KINDS
from .vehicle_words import Entrust

Side = Callable[[Firefight, object], str]


def commander_of(state: Firefight, vehicle: int) -> str:
    """The Armor Leader in a vehicle, as far as it is known; empty: none."""
    found: object = state.commander[vehicle]
    return "" if found is UNKNOWN else str(found)


def drm(state: Firefight, vehicle: int) -> int:
    leader = commander_of(state, vehicle)
    return KINDS[leader].drm if leader else 0


def modifiers(state: Firefight, vehicle: int) -> list[Modifier]:
    """What an Armor Leader adds to the dice of its vehicle."""
    leader = commander_of(state, vehicle)
    return [Modifier(KINDS[leader].drm, "ASL-D3.4", f"Armor Leader {leader}")] if drm(state, vehicle) else []


def morale(state: Firefight, vehicle: int, crew: int) -> int:
    """ASL-D3.4: the morale of a crew is its leader's."""
    leader = commander_of(state, vehicle)
    return KINDS[leader].morale if leader else crew


def reveal(state: Firefight, vehicle: int) -> None:
    """The first use shows the Armor Leader."""
    if commander_of(state, vehicle) and vehicle not in state.commanders_known:
        state.set(fact.commanders_known, (*state.commanders_known, vehicle), "ASL-D3.4")
        words = "an Armor Leader {} is in {}"
        who = f"{state.vehicle_kind[vehicle]} {VEHICLE_NAMES[vehicle]}"
        state.note("ASL-D3.4", words, commander_of(state, vehicle), who, kind="reveal")


def leave(state: Firefight, vehicle: int, clause: str) -> str:
    """The Armor Leader leaves the vehicle; gives which one it is."""
    leader = commander_of(state, vehicle)
    if leader:
        reveal(state, vehicle)
        state.set_at(fact.commander, vehicle, "", clause)
    return leader


# ---------------------------------------------------------------- before the first turn


def _eligible(side_of: Side) -> Callable[[Firefight, object], int]:
    def mask(state: Firefight, frame: object) -> int:
        own = VEHICLES_OF[side_of(state, frame)]
        led = [v for v in own if commander_of(state, v)]
        return sum(1 << v for v in own if state.vehicle_kind[v] and v not in led) if led else 0

    return mask


def entrust(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
    """The Armor Leader of the side goes to another vehicle; one of several: the first."""
    own = VEHICLES_OF[VEHICLE_SIDE[vehicle]]
    old = next(v for v in own if commander_of(state, v))
    leader = commander_of(state, old)
    state.set_at(fact.commander, old, "", "ASL-D3.4")
    state.set_at(fact.commander, vehicle, leader, "ASL-D3.4")


def entrust_pick(side_of: Side) -> Pick:
    words = "{unit} is not a vehicle of the side without a leader, or the side has no Armor Leader"
    return Pick(
        verb=Entrust,
        names=VEHICLE_NAMES,
        units=(Screen("ASL-D3.4", words, _eligible(side_of)),),
        apply=entrust,
    )
