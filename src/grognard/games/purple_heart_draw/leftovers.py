"""PHD-C5.13.a, PHD-C5.15 to PHD-C5.17: after redeployment: the Isolated, prisoners, vehicles left behind,
hidden works.
"""

from __future__ import annotations

from grognard.core.hexes import members

from . import units
from .board import GRID
from .gear import perish
from .ground import situation
from .laying_out import open_works
from .pieces import FLAG, HEXES, HIDDEN, IMMOBILIZED, KINDS, NUMBER, PRISONER, SIDE, SIDES, SMC
from .position import PurpleHeartDraw, ground
from .redeploy_dice import MOVED
from .units import eliminate, flag, is_vehicle, on_map


def counts_as_isolated(state: PurpleHeartDraw, unit: int) -> bool:
    """PHD-C2.ISO; PHD-C5.14.iii, PHD-C5.14.iv: also a unit in Uncontrolled Terrain or No-Man's Land that did
    not redeploy. PHD-C5.17: a hidden unit may stay there without that penalty.
    """
    zones, n, where = ground(state), NUMBER[SIDE[unit]], state.at[unit]
    if zones.isolated[n] >> where & 1:
        return True
    return not state.status[unit] & (HIDDEN | PRISONER) and situation(zones, n, where) in ("iii", "iv")


def isolated_units(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.13.a: Ammunition Shortage for the Isolated alone; Stun comes off the others that redeployed, not
    off a unit that remained in its hex.
    """
    for side in SIDES:
        for u in on_map(state, side):
            alone = counts_as_isolated(state, u)
            left = state.status[u] & MOVED and not state.status[u] & FLAG["remained"]
            freed = FLAG["stunned"] if left and not alone else 0
            flag(
                state,
                u,
                FLAG["shortage"] if alone else 0,
                freed if alone else freed | FLAG["shortage"],
                "PHD-C5.13.a",
            )


def prisoners(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.15: guarded prisoners leave play unless their guards are Isolated; then every weapon no unit
    possesses is eliminated.
    """
    zones = ground(state)
    for u in members(state.used):
        if state.status[u] & PRISONER and not (
            state.at[u] >= 0 and zones.isolated[1 - NUMBER[SIDE[u]]] >> state.at[u] & 1
        ):
            units.note_unit(state, "PHD-C5.15", u, "leaves play")
            units.remove(state, u, "PHD-C5.15")
    perish(state, "PHD-C5.15")


def stranded(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.16: an Immobilized, Mired or Abandoned vehicle behind the FEBA, or within 3 hexes of an own MMC
    or AFV, or it becomes a wreck; a Bogged one is not Immobilized.
    """
    zones = ground(state)
    for side in SIDES:
        friends = on_map(state, side)
        for u in friends:
            if (
                not is_vehicle(state, u)
                or not state.status[u] & IMMOBILIZED
                or zones.feba[NUMBER[side]] >> state.at[u] & 1
            ):
                continue
            near = GRID.within(1 << state.at[u], HEXES["immobilized_alone"])
            if not any(
                other != u and near >> state.at[other] & 1 and KINDS[state.kind[other]].type not in SMC
                for other in friends
                if state.kind[other] and not state.status[other] & PRISONER
            ):
                eliminate(state, u, "PHD-C5.16")


def hidden_works(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.17, PHD-C5.17.a: hidden units may stay; works hidden outside the own FEBA are put on the map."""
    zones = ground(state)
    for side in SIDES:
        n = NUMBER[side]
        secret = {state.at[u] for u in on_map(state, side) if state.status[u] & HIDDEN}
        shown = tuple(
            row
            for row in state.buried[n]
            if row[0].startswith(("roadblock", "wire", "trench", "foxhole"))
            and not zones.feba[n] >> row[1] & 1
            and row[1] not in secret
        )
        open_works(state, n, shown, "PHD-C5.17.a")
