"""PHD-C5.26.c, scrounging: what is left of wrecks and abandoned vehicles, and who takes it."""

from __future__ import annotations

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Phase, Pick, Screen, Step

from . import verbs
from .board import GRID
from .charts import REPAIR
from .pieces import (
    FLAG,
    KINDS,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    TITLE,
)
from .position import Each, HexesOf, Mask, PurpleHeartDraw, fact, ground, own
from .queues import rolling_back
from .units import flag, is_vehicle, note_unit, on_map

# ---------------------------------------------------------------- PHD-C5.26.c: scrounging


def finds(state: PurpleHeartDraw, side: str) -> list[tuple[int, int, str]]:
    """What is left to scrounge: wrecks neither burnt out nor Scrounged, and abandoned vehicles a side can
    see, with place and kind.
    """
    wrecks = [
        (i, hex_, name) for i, (name, hex_) in enumerate(state.wrecks) if not name.endswith(("#", "*", "%"))
    ]
    seen = own(state, side) | state.open & state.used
    left = [
        u
        for u in members(seen)
        if state.at[u] >= 0
        and is_vehicle(state, u)
        and state.status[u] & FLAG["abandoned"]
        and not state.status[u] & FLAG["scrounged"]
    ]
    return wrecks + [(len(state.wrecks) + u, state.at[u], state.kind[u]) for u in left]


def find_hexes(state: PurpleHeartDraw, side: str) -> int:
    return sum({1 << hex_ for _, hex_, _ in finds(state, side)})


def scroungers(side: str) -> Mask:
    def mask(state: PurpleHeartDraw, frame: object) -> int:
        wrecks = find_hexes(state, side)
        if not wrecks:
            return 0
        feba = ground(state).feba[NUMBER[side]]
        near = GRID.within(wrecks & feba, 1) & feba
        return set_of(
            u
            for u in on_map(state, side)
            if near >> state.at[u] & 1 and KINDS[state.kind[u]].half_squads and not state.status[u] & PRISONER
        )

    return mask


def unburnt(side: str) -> Mask:
    """PHD-TM9: all hexes but those in which burnt-out wrecks are all there is."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        burnt = sum({1 << hex_ for name, hex_ in state.wrecks if name.endswith(("#", "*"))})
        return ~(burnt & ~find_hexes(state, side))

    return mask


def within_reach(side: str) -> Each:
    """PHD-C5.26.c: finds in its FEBA, in the same or an ADJACENT Location."""

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        hexes = find_hexes(state, side) & ground(state).feba[NUMBER[side]]
        return lambda unit: hexes & GRID.within(1 << state.at[unit], 1)

    return mask


def scrounge(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    """PHD-C5.26.c: the wreck or abandoned vehicle there is marked Scrounged, and a die decides what it
    yields.
    """
    side = SIDE[unit]
    at, where, name = next(row for row in finds(state, side) if row[1] == hex_)
    if at < len(state.wrecks):
        state.set(
            fact.wrecks, (*state.wrecks[:at], (name + "%", where), *state.wrecks[at + 1 :]), "PHD-C5.26.c"
        )
    else:
        vehicle = at - len(state.wrecks)
        flag(state, vehicle, FLAG["scrounged"], 0, "PHD-C5.26.c")
        state.set_at(
            fact.gear,
            vehicle,
            tuple("MGx" if gear == "MG" else gear for gear in state.gear[vehicle]),
            "PHD-C5.26.c",
        )
    n = NUMBER[side]
    state.set_at(fact.todo, n, (("scrounge", unit, "MMG" if name == "M4A1" else "LMG"),), "PHD-C5.26.c")


def scrounged(state: PurpleHeartDraw, side: str, item: tuple[str, int, str], face: int) -> None:
    _, u, weapon = item
    if face <= int(REPAIR["scrounge"]["success_max"]):
        state.set_at(fact.gear, u, (*state.gear[u], weapon), "PHD-C5.26.c")
        note_unit(state, "PHD-C5.26.c", u, f"scrounges a {weapon}")


def scrounging(side: str) -> tuple[Step, ...]:
    phase = Phase(
        clause="PHD-C5.26.c",
        name=f"{side} scrounging",
        title=f"{TITLE[side]} scrounging",
        secret=True,
        side=side,
        once=True,
        picks=(
            Pick(
                verb=verbs.Scrounge,
                names=NAMES,
                units=(
                    Screen(
                        "PHD-C5.26.c",
                        "{unit} is not Infantry beside a wreck or abandoned vehicle in its FEBA",
                        scroungers(side),
                    ),
                ),
                hexes=(
                    Screen("PHD-TM9", "the wreck in {hex} is burnt out and yields nothing", unburnt(side)),
                    Screen(
                        "PHD-C5.26.c",
                        "{hex} has no wreck or abandoned vehicle to scrounge beside {unit}",
                        within_reach(side),
                        each=True,
                    ),
                ),
                apply=scrounge,
            ),
        ),
    )
    return phase, rolling_back(side, "PHD-C5.26.c", "scrounging dr", scrounged)
