"""The calendar of the campaign and the comings and goings of every formation, as the desk draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypedDict

from grognard.core.plain import Plain
from grognard.games.beyond_the_rhine import replacements as repl
from grognard.games.beyond_the_rhine import supply as sup
from grognard.games.beyond_the_rhine import weather as sky
from grognard.games.beyond_the_rhine.chart import COUNTERS, ENTRIES, ON_TURN, Entry
from grognard.games.beyond_the_rhine.dates import LAST, NOTES, Campaign, day
from grognard.games.beyond_the_rhine.forecast import Assumption, spread, supply_weights
from grognard.games.beyond_the_rhine.pieces import NATIONS
from grognard.games.beyond_the_rhine.unit_history import CHAPTERS, HERE, Chapter, half_on, opening_of

SHORT = {2: "air drops", 3: "Broadfront", 18: "trench foot", 26: "two-map ends", 47: "two-map begins"}


def number(chance: Fraction) -> float:
    return round(float(chance), 4)


def chances(result: Mapping[str, Fraction]) -> dict[str, float]:
    return {name: number(p) for name, p in result.items()}


def expected(
    turn: int, campaign: Campaign, ports: frozenset[str], events: frozenset[str]
) -> dict[str, float]:
    """The mean SP of each nation on a turn whose weather is still to be rolled, if ports and events stay as
    they are.
    """
    now = Assumption(tuple((port, 1) for port in ports), tuple((name, 1, LAST) for name in events))
    return {
        nation: round(spread(supply_weights(nation, turn, now, campaign)).mean / sup.TOKENS, 2)
        for nation in NATIONS
    }


def turn_row(turn: int, campaign: Campaign, ports: frozenset[str], events: frozenset[str]) -> Plain:
    """Everything a turn has in store."""
    caps = repl.caps(turn)
    return {
        "n": turn,
        "date": day(turn).isoformat(),
        "band": sky.band(turn)["clause"],
        "ground": chances(sky.ground_chances(turn)),
        "flight": chances(sky.flight_chances(turn)),
        "status": {nation: int(sup.status(nation, turn)["column"]) for nation in NATIONS},
        "expect": expected(turn, campaign, ports, events),
        "rail": caps.rail,
        "sea": caps.sea,
        "star": repl.starred(turn),
        "plus": repl.modifier("us", turn),
        "note": NOTES.get(turn, ""),
        "short": SHORT.get(turn, ""),
        "entries": [entry_row(ENTRIES[i]) for i in ON_TURN.get(turn, ()) if ENTRIES[i].used_in(campaign)],
    }


def entry_row(entry: Entry) -> Plain:
    """An entry of the chart; counters by their number."""
    row: Plain = {
        "clause": entry.clause,
        "kind": entry.kind,
        "group": entry.group,
        "units": entry.counters(),
        "gone": [c for _, c in entry.gone if c >= 0],
        "any": [f"{i[0]} {i[1]}" for i, c in entry.gone if c < 0],
        "swaps": [{"old": swap.named, "new": swap.new, "raw": swap.raw} for swap in entry.swaps],
        "places": list(dict.fromkeys(place.words for place in entry.places)),
        "maps": sorted({p.map for p in entry.places if p.map}),
        "text": entry.text or (f"{entry.source} to {entry.goal}" if entry.kind == "transfer" else ""),
        "printed": list(entry.printed) if entry.lines or entry.gone else [],
    }
    return {name: value for name, value in row.items() if value not in ([], "")}


# ---------------------------------------------------------------- formations


def formations(campaign: Campaign) -> list[Formation]:
    """A row for every formation and every counter of none: when it comes, goes and comes again."""
    rows: dict[str, list[int]] = {}
    for c, counter in enumerate(COUNTERS):
        rows.setdefault(counter.formation or counter.name, []).append(c)
    stories = chapters(campaign)
    made = [
        formation(name, members, [stories[c] for c in members], campaign) for name, members in rows.items()
    ]
    return sorted(
        (row for row in made if row["story"]), key=lambda row: (row["story"][0]["turn"], row["name"])
    )


def chapters(campaign: Campaign) -> list[list[Chapter]]:
    """The story of every counter in a campaign, from what is there at its beginning."""
    result: list[list[Chapter]] = [[] for _ in COUNTERS]
    for c in opening_of(campaign).live:
        result[c].append(Chapter(campaign.first, c, "opening", "", "BTR-arrival.opening", -1))
    for chapter in CHAPTERS:
        if chapter.entry >= 0 and ENTRIES[chapter.entry].used_in(campaign):
            result[chapter.counter].append(chapter)
    return result


class StoryRow(TypedDict):
    """What happens on one day by one entry, to so many counters."""

    turn: int
    what: str
    where: str
    clause: str
    count: int


class Formation(TypedDict):
    """A formation of the calendar."""

    name: str
    units: list[int]
    nation: str
    kind: str
    half: str
    maps: list[str]
    printed: str
    spans: list[list[int]]
    story: list[StoryRow]


def formation(name: str, members: list[int], stories: list[list[Chapter]], campaign: Campaign) -> Formation:
    first, story = COUNTERS[members[0]], [chapter for one in stories for chapter in one]
    maps = {
        place.map
        for chapter in story
        if chapter.entry >= 0
        for place in ENTRIES[chapter.entry].places
        if place.map
    }
    return {
        "name": name,
        "units": members,
        "nation": first.nationality,
        "kind": kind(first.category, first.type),
        "half": half_on(members[0], campaign.first),
        "maps": sorted(maps),
        "printed": first.raw if first.formation else first.printed,
        "spans": spans(story, campaign),
        "story": together(story),
    }


def kind(category: str, type_: str) -> str:
    """The drawer of the filter a counter belongs in."""
    if category != "combat":
        return {"hq": "hq", "aircraft": "air", "transport": "transport"}[category]
    for drawer, words in DRAWERS:
        if any(word in type_ for word in words):
            return drawer
    return "infantry"


DRAWERS = (
    ("airborne", ("parachute", "glider", "airborne", "airlanding")),
    ("guns", ("artillery", "rocket")),
    ("antitank", ("destroyer",)),
    ("armour", ("tank", "armored", "cavalry", "recon")),
    ("engineers", ("pontoon",)),
)


def together(story: Iterable[Chapter]) -> list[StoryRow]:
    """What happens on one day by one entry to several counters of a formation is one line."""
    result: dict[tuple[int, str, str], StoryRow] = {}
    for c in story:
        row = result.setdefault(
            (c.turn, c.what, c.clause),
            {"turn": c.turn, "what": c.what, "where": c.where, "clause": c.clause, "count": 0},
        )
        row["count"] += 1
    return sorted(result.values(), key=lambda row: row["turn"])


def spans(story: Iterable[Chapter], campaign: Campaign) -> list[list[int]]:
    """From when to when something of it is in play: [first, last + 1, whether it leaves]; 0: from the
    start.
    """
    result: list[list[int]] = []
    for c in sorted(story, key=lambda c: c.turn):
        is_present, moves = result and result[-1][1] > LAST, c.what == "transfers" and campaign.half
        if (c.what in HERE or (moves and ENTRIES[c.entry].goal == campaign.half)) and not is_present:
            result.append([0 if c.what == "opening" else c.turn, LAST + 1, 0])
        elif (
            c.what in ("leaves", "goes-by-exchange") or (moves and ENTRIES[c.entry].source == campaign.half)
        ) and is_present:
            result[-1] = [result[-1][0], c.turn, 1]
    return result
