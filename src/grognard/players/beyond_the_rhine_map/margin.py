"""How clear a game of the Rhine map was."""

from __future__ import annotations

from grognard.games.beyond_the_rhine.campaign.pieces import SIDES
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.victory import by_points, level_of


def margin(state: Campaign) -> dict[str, float]:
    """Allied points, or in Aachen levels towards the German; steps lost by either side."""
    name = "Allied points" if by_points(state) else "levels towards the German"
    figures = {name: float(sum(part.amount for part in level_of(state)))}
    return figures | {f"{side} steps lost": float(state.steps_lost[SIDES.index(side)]) for side in SIDES}
