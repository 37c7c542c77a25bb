"""TLD-S.21: points, the end of a scenario, and a side that has lost its supply."""

from __future__ import annotations

from grognard.core.hexes import members

from .board import GRID
from .command import hq_supplied
from .days import day_of
from .pieces import ALLIED, COMBAT, ENEMY, GERMAN, HQ, OF_SIDE, SCENARIO, SIDES, SUPPLY
from .position import LongestDay, fact

HEX_POINTS = {GRID.number[name]: int(points) for name, points in SCENARIO["victory"]["hexes"].items()}
SCENARIOS = {row["id"]: row for row in SCENARIO["scenario"]}
CAMPAIGN_HEXES = GRID.set(SCENARIO["victory"]["campaign_hexes"])
CAMPAIGN_BY = day_of(SCENARIO["victory"]["campaign_by"])
LOSSES_A_POINT = int(SCENARIO["victory"]["losses_a_point"])
DRY_DAYS = int(SCENARIO["victory"]["days_without_supply"])


def losses(state: LongestDay, side: str) -> int:
    """Combat units in the dead or surrendered box."""
    return ((state.dead | state.surrendered) & OF_SIDE[side] & COMBAT & ~SUPPLY).bit_count()


def hex_points(state: LongestDay) -> dict[str, int]:
    """The victory hexes the Allies control (TLD-S.7), with their points."""
    return {GRID.name[h]: points for h, points in HEX_POINTS.items() if state.control >> h & 1}


def loss_points(state: LongestDay) -> int:
    """One for every five Germans lost, less one for every five Allies; whole fives only."""
    return losses(state, GERMAN) // LOSSES_A_POINT - losses(state, ALLIED) // LOSSES_A_POINT


def points(state: LongestDay) -> int:
    return sum(hex_points(state).values()) + loss_points(state)


def last_day(state: LongestDay) -> int:
    return day_of(SCENARIOS[state.scenario]["last_day"])


def judge(state: LongestDay) -> None:
    """At the end of a day: the campaign's own test, and the count of the last day."""
    row = SCENARIOS[state.scenario]
    if "allied_win_at" not in row:
        judge_campaign(state)
    elif state.day >= last_day(state):
        scored = points(state)
        if scored >= row["allied_win_at"]:
            finish(state, ALLIED, "points")
        else:
            finish(state, GERMAN if scored <= row["german_win_at_most"] else "draw", "points")


def judge_campaign(state: LongestDay) -> None:
    held = not CAMPAIGN_HEXES & ~state.control
    if held and state.day <= CAMPAIGN_BY:
        finish(state, ALLIED, "objectives")
    elif state.day >= last_day(state):
        finish(state, "draw" if held else GERMAN, "objectives")


def finish(state: LongestDay, winner: str, level: str, clause: str = "TLD-S.21") -> None:
    state.set(fact.won, (winner, level, clause), clause)


def count_dry(state: LongestDay, side: str) -> None:
    """A side with no supplied HQ on the map at the end of its own segment on two successive days loses at
    once."""
    supplied = state.day == 0 or any(
        hq_supplied(state, hq) for hq in members(state.on_map & HQ & OF_SIDE[side])
    )
    number = SIDES.index(side)
    days = 0 if supplied else state.dry[number] + 1
    state.set(fact.dry, (*state.dry[:number], days, *state.dry[number + 1 :]), "TLD-S.21")
    if days >= DRY_DAYS:
        finish(state, ENEMY[side], "supply")
