"""What a counter is worth in strength points, and for how many turns it serves."""

from __future__ import annotations

from functools import cache

from grognard.games.beyond_the_rhine.chart import COUNTERS, ENTRIES
from grognard.games.beyond_the_rhine.dates import Campaign
from grognard.games.beyond_the_rhine.pieces import Counter

GUNS = ("artillery", "sp_artillery", "rocket")
BARRAGE_SHARE = 1 / 9  # a barrage point in strength points: 36 barrage is a step of 4
USUAL_ACTION = 3  # an Action Rating that leaves the strength as printed
DEFENSE_SHARE = 0.5  # of a strength that only defends
SPECIAL = {"corps_hq": 10.0, "pontoon": 3.0, "truck_point": 5.0, "mule_point": 2.0}
AIRCRAFT_STEP = 4.0


@cache
def step_worth(unit: int) -> float:
    """Strength points of one step of a counter."""
    counter = COUNTERS[unit]
    if counter.category == "aircraft":
        return AIRCRAFT_STEP
    if counter.type in SPECIAL:
        return SPECIAL[counter.type]
    if counter.rating is not None:
        return _rated(counter) / counter.steps
    return _per_re(counter.type) * float(counter.re) / counter.steps


def _rated(counter: Counter) -> float:
    """The printed strength, more for a good Action Rating, less for one that only defends."""
    strength, action, _ = counter.rating or (0, 0, 0)
    if counter.type in GUNS:
        return strength * BARRAGE_SHARE
    quality = (USUAL_ACTION + action) / (2 * USUAL_ACTION)
    return strength * quality * (DEFENSE_SHARE if counter.defence_only else 1.0)


@cache
def _per_re(type_: str) -> float:
    """Strength points of an RE of a type, from the counters whose figures are printed."""
    printed = [c for c in COUNTERS if c.type == type_ and c.rating is not None]
    printed = printed or [c for c in COUNTERS if c.type == "infantry" and c.rating is not None]
    return sum(_rated(c) for c in printed) / float(sum(c.re for c in printed))


@cache
def leaves_on(unit: int, campaign: Campaign) -> int:
    """The turn from which a counter is no longer in play: the chart names it, or the campaign is over."""
    turns = [
        entry.turn
        for entry in ENTRIES
        if entry.kind == "remove" and entry.used_in(campaign) and unit in (named for _, named in entry.gone)
    ]
    return min([*turns, campaign.last + 1])
