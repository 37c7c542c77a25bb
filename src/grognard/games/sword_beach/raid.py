"""SB-11.2.3.1: the commando raid."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from msgspec.structs import replace

from grognard.core.hexes import Hex, members
from grognard.core.procedure import DIE, NO_OUTCOME, Outcomes, Phase, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling

from . import verbs
from .arrivals import absent
from .board import NEAR, ZONE
from .movement import no_ground
from .pieces import ALLIED, COMMANDO, GERMAN, LABEL, NAMES, read
from .position import Landing, SwordBeach, fact
from .tables import EMPTY, FIRE, THEIRS, minus, without
from .verbs import Roll, eliminate, hexes_of, occupy, place, reduce, require_land_hex

# ---------------------------------------------------------------- SB-11.2.3.1: the raid


class RaidRow(TypedDict):
    """landing.toml: what the die of the raid does."""

    rolls: list[int]
    loss: str
    moves: bool
    marker: str
    clause: str


RESULT: dict[int, RaidRow] = {face: row for row in read("landing.toml")["raid"] for face in row["rolls"]}


def raid_hexes(state: SwordBeach, frame: Landing) -> int:
    """SB-J31: a hex free of Germans must be taken if there is one."""
    hexes: int = ZONE["commando_landing"] & state.land
    free = hexes & ~state.occupied[GERMAN]
    return free if free and state.options.raid_avoids_germans else hexes


def commando_waits(state: SwordBeach, frame: Landing) -> int:
    (commando,) = members(COMMANDO)
    return int(not COMMANDO & state.on_map and state.steps[commando] > 0)


def go_ashore(state: SwordBeach, frame: Landing, _: int, hex_: Hex) -> None:
    require_land_hex(state, hex_)
    (commando,) = members(COMMANDO)
    state.set_at(fact.at, commando, hex_, "SB-11.2.3.1.a")


def no_raid(state: SwordBeach, frame: Landing, _: int, hex_: int) -> Ruling:
    (commando,) = members(COMMANDO)
    if state.steps[commando]:
        return Ruling("SB-11.2.3.1.a", f"{LABEL[commando]} has made its raid")
    return Ruling("FM-2.3.b", f"{LABEL[commando]} is eliminated")


RAID: Phase[SwordBeach, Landing] = Phase(
    clause="SB-11.2.3.1.a",
    name="commando raid",
    title="commando raid",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Raid,
            units=(Screen("SB-11.2.3.1.a", no_raid, commando_waits, decisive=True),),
            hexes=(
                Screen(
                    "SB-11.2.3.1.a",
                    "{hex} is neither 1641 nor 1642",
                    lambda state, frame: ZONE["commando_landing"],
                    implied=True,
                    decisive=True,
                ),
                Screen(
                    "SB-J31", "{hex} holds a German unit; the other raid hex is free", raid_hexes, last=True
                ),
            ),
            apply=go_ashore,
            open=open_if_any,
        ),
    ),
    once=True,
    must=lambda state, frame: Ruling("SB-11.2.3.1.a", "the commando raid must be made"),
)


def raiding(state: SwordBeach, frame: Landing) -> Outcomes:
    return DIE if COMMANDO & state.on_map and not frame.raid else NO_OUTCOME


def resolve_raid(state: SwordBeach, frame: Landing, action: Roll) -> None:
    (commando,) = members(COMMANDO)
    row = RESULT[action.face]
    state.replace(replace(frame, raid=action.face, step=frame.step + 1), "SB-11.2.3.1.a")
    if row["loss"]:
        (eliminate if row["loss"] == "eliminated" else reduce)(state, commando, row["clause"])
    if row["marker"]:
        lose_marker(state, int(FIRE["german"]["permanent_loss"][row["marker"]]["value"]), row["clause"])


def lose_marker(state: SwordBeach, value: int, clause: str) -> None:
    """SB-11.1.5.g, SB-J9: one German marker of that value is out for good."""
    if state.cups[THEIRS][value]:
        state.set_at(fact.cups, THEIRS, without(state.cups[THEIRS], value), clause)
        state.set(fact.lost, minus(state.lost, without(EMPTY, value)), clause)


def commando_steps(clause: str) -> Callable[[SwordBeach, Landing], Callable[[int], int]]:
    """SB-J10: after the dice of a clause, any passable neighbour that is free."""

    def mask(state: SwordBeach, frame: Landing) -> Callable[[int], int]:
        if not frame.raid or RESULT[frame.raid]["clause"] != clause:
            return lambda unit: -1
        free = state.land & ~(state.occupied[GERMAN] | state.occupied[ALLIED])
        return lambda unit: NEAR[state.at[unit]] & free if state.at[unit] >= 0 else 0

    return mask


_TOO_FAR = "{hex} is not adjacent to {unit}, which may move one hex"


def raid_move(state: SwordBeach, frame: Landing, unit: int, hex_: Hex) -> None:
    place(state, unit, hex_, "SB-J10")


def after_raid(state: SwordBeach, frame: Landing, unit: int, hex_: int) -> Ruling:
    if ruling := absent(state, unit):
        return ruling
    if not frame.raid:
        return Ruling("SB-11.2.3.1.a", "the raid die is not rolled yet")
    return Ruling("SB-11.2.3.1.c", f"the raid die was {frame.raid}: {LABEL[unit]} cannot move on GT 1")


RAID_MOVE: Phase[SwordBeach, Landing] = Phase(
    clause="SB-J10",
    name="commando's one-hex move",
    title="the commando's one-hex move",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Move,
            names=NAMES,
            units=(
                Screen(
                    "SB-J10",
                    "{unit} is not the commando; only the commando moves after the raid",
                    lambda state, frame: COMMANDO,
                    decisive=True,
                ),
                Screen(
                    "SB-11.2.3.1.c",
                    after_raid,
                    lambda state, frame: state.on_map if frame.raid and RESULT[frame.raid]["moves"] else 0,
                ),
            ),
            hexes=(
                Screen("FM-5.1.3", no_ground, lambda state, frame: state.land, implied=True, decisive=True),
                Screen(
                    "FM-5.1.2",
                    "{hex} is enemy-occupied",
                    lambda state, frame: ~state.occupied[GERMAN],
                    implied=True,
                    decisive=True,
                ),
                Screen(
                    "FM-5.3.1",
                    "{hex} holds a friendly unit",
                    lambda state, frame: ~state.occupied[ALLIED],
                    implied=True,
                ),
                *(
                    Screen(clause, _TOO_FAR, commando_steps(clause), last=True, each=True)
                    for clause in ("SB-11.2.3.1.d", "SB-11.2.3.1.e")
                ),
            ),
            apply=raid_move,
        ),
    ),
    once=True,
)


def stands(state: SwordBeach, frame: Landing) -> None:
    occupy(state, ALLIED, hexes_of(state, COMMANDO))
