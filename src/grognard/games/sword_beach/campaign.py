"""SB-14 the campaign game, as functions of given figures: what can be ruled on before the other folios are at
hand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, NamedTuple, TypedDict, TypeVar

from grognard.core.clauses import read_rulebook
from grognard.core.hexes import Hexes
from grognard.core.ruling import GrognardError, Modifier, Ruling, refused, total
from grognard.core.state import Outcome

from .arrivals import LAST_TURN, SCHEDULE, extension
from .board import CITIES, CITY, GRID, MAP
from .options import DEFAULT, Options
from .pieces import ALLIED, GERMAN, read
from .position import SwordBeach
from .supply import supplied
from .tables import AIR, ALLOTMENT, EMPTY, GUNS, NAVAL, THEIRS, TOP, Cup, minus

T = TypeVar("T")
US, COMMONWEALTH = "us", "commonwealth"
NATIONS = (US, COMMONWEALTH)
MAP_OF = {US: "west", COMMONWEALTH: "east"}
FOLIOS = {
    "landing-and-linkup": US,
    "beach-to-bocage": US,
    "across-the-orne": COMMONWEALTH,
    "on-to-caen": COMMONWEALTH,
}
END = int(SCHEDULE["limits"]["campaign_last_turn"])  # SB-14.2.c


@dataclass(frozen=True)
class Verdict(Generic[T]):
    """A value, and the rulings that led to it."""

    value: T
    rulings: tuple[Ruling, ...]

    @property
    def clauses(self) -> list[str]:
        return list(dict.fromkeys(ruling.clause for ruling in self.rulings))


# ------------------------------------------------------------- SB-14.0.a, SB-14.0.b: what can be put together


@dataclass(frozen=True)
class Campaign:
    """One of the three games the folios make."""

    name: str
    nations: tuple[str, ...]
    cities: int  # SB-14.2.b
    to_win: int  # SB-14.3.d, SB-14.3.e: city hexes

    @property
    def maps(self) -> tuple[str, ...]:
        return tuple(MAP_OF[nation] for nation in self.nations)

    @property
    def folios(self) -> tuple[str, ...]:
        return tuple(folio for folio, nation in FOLIOS.items() if nation in self.nations)


CAMPAIGNS = {
    name: Campaign(name, (name,) if name in NATIONS else NATIONS, int(row["cities"]), int(row["to_win"]))
    for name, row in read("campaigns.toml").items()
}


def campaign(name: str) -> Campaign:
    """A campaign by its name."""
    if name not in CAMPAIGNS:
        raise GrognardError(f"there is no campaign {name!r}; there is {', '.join(CAMPAIGNS)}")
    return CAMPAIGNS[name]


def combination(folios: Iterable[str]) -> Verdict[Campaign | None]:
    """The campaign a set of folios makes, or none."""
    chosen = set(folios)
    if strange := sorted(chosen - FOLIOS.keys()):
        raise GrognardError(f"there is no folio {', '.join(strange)}; there is {', '.join(FOLIOS)}")
    result = next((game for game in CAMPAIGNS.values() if set(game.folios) == chosen), None)
    if result is None:
        words = "a campaign is both folios of the west map, both of the east map, or all four"
        ruling = Ruling("SB-14.0.a", f"{', '.join(sorted(chosen)) or 'nothing'} make no campaign: {words}")
        return Verdict(None, tuple(refused([ruling])))
    rulings = [Ruling("SB-14.0.a", f"{' and '.join(result.folios)} make the {result.name} campaign")]
    if len(result.maps) > 1:
        rulings.append(Ruling("SB-10.0.d", "the four folios are one game of the whole campaign"))
    return Verdict(result, (*rulings, *sheets(result).rulings))


def sheets(game: Campaign) -> Verdict[tuple[str, ...]]:
    """The maps of a campaign, from west to east."""
    if len(game.maps) > 1:
        return Verdict(game.maps, (Ruling("SB-14.0.b", "the west map and the east map lie side by side"),))
    return Verdict(game.maps, (Ruling("SB-14.0.a", f"only the {game.maps[0]} map is used"),))


# -------------------------------------------------------------- SB-14.0.e: what changes against the scenarios


def exceptions() -> tuple[Ruling, ...]:
    """The whole list of what a campaign changes; all else stays as the scenarios have it."""
    return (
        Ruling("SB-14.0.e", "set-up and rules of every scenario stay as they are, except as follows"),
        Ruling("SB-14.0.e.a", "scenario boundaries are lifted; each Allied nationality keeps to its own map"),
        Ruling("SB-14.0.e.b", "from GT 2 reinforcements land at any beach area of their map"),
        Ruling("SB-14.0.e.c", "scenario victory conditions are not used"),
        Ruling("SB-14.0.e.d", "the game may run past a scenario's last turn"),
        Ruling("SB-14.0.e.e", "one German cup holds the markers of all scenarios"),
        Ruling("SB-14.0.e.f", "each Allied nationality has two cups, for itself alone"),
        Ruling("SB-14.0.e.g", "the Allies get the replacements of the campaign"),
    )


def boundary() -> Verdict[dict[str, list[tuple[str, str]]]]:
    """What becomes of the scenario's boundary hexsides: rivers stay rivers, the open line goes."""
    sides: dict[str, list[tuple[str, str]]] = {"river": [], "line": []}
    for row in MAP["boundary"]:
        sides[row["kind"]] += [(str(a), str(b)) for a, b in row["hexsides"]]
    words = (
        f"nothing is out of bounds: {len(sides['line'])} hexsides are open, {len(sides['river'])} are rivers"
        " only"
    )
    return Verdict(sides, (Ruling("SB-14.0.e.a", words),))


def kept_out(nation: str, sheet: str) -> list[Ruling]:
    """Why units of a nation may not enter a map; nothing if they may."""
    if nation == GERMAN or MAP_OF[_nation(nation)] == sheet:
        return []
    words = f"{nation} units keep to the {MAP_OF[nation]} map and may not enter the {sheet} map"
    return refused([Ruling("SB-14.0.e.a", words)])


def landing_barred(nation: str, turn: int, own: str, area: str, sheet: str, marker: bool) -> list[Ruling]:
    """Why a unit of the beach area `own` may not land at `area`, which lies on a map; nothing if it may."""
    result = kept_out(nation, sheet)
    if not marker:
        result.append(Ruling("SB-14.0.e.b", f"that hex of {area} has no beachhead marker"))
    if turn < 2 and area != own:
        result.append(
            Ruling("SB-14.0.e.b", f"assault units of GT 1 land at their own beach, {own}, not at {area}")
        )
    return refused(result)


def _nation(name: str) -> str:
    if name not in NATIONS:
        raise GrognardError(f"there is no nation {name!r}; there is {', '.join(NATIONS)}")
    return name


# ---------------------------------------------------------------- SB-14.0.e.e, SB-14.0.e.f: the cups


class Pool(NamedTuple):
    """The markers one folio brings, as counts by value."""

    german: Cup = EMPTY
    mines: int = 0
    aircraft: Cup = EMPTY
    other: Cup = EMPTY
    naval: Cup = EMPTY


class Fire(NamedTuple):
    """The markers of one Allied nationality: two cups, and naval markers that lie open."""

    aircraft: Cup
    other: Cup
    naval: Cup


SWORD_POOL = Pool(
    german=ALLOTMENT[THEIRS],
    mines=1,
    aircraft=ALLOTMENT[AIR],
    other=ALLOTMENT[GUNS],
    naval=tuple(NAVAL.get(value, 0) for value in range(TOP + 1)),
)


def _poured(cups: Iterable[Cup]) -> Cup:
    return tuple(map(sum, zip(EMPTY, *cups, strict=True)))


def german_cup(pools: Mapping[str, Pool], lost: Cup = EMPTY) -> Verdict[tuple[Cup, int]]:
    """The one German cup and its mines markers; what was lost for good comes out of the merged pool."""
    cup, mines = _poured(pool.german for pool in pools.values()), sum(pool.mines for pool in pools.values())
    rulings = [
        Ruling(
            "SB-14.0.e.e", f"one cup: {sum(cup)} numbered markers and {mines} mines, of {', '.join(pools)}"
        )
    ]
    if any(lost):
        rulings.append(Ruling("SB-C11", f"{sum(lost)} markers lost for good come out of the merged pool"))
        cup = tuple(max(0, left) for left in minus(cup, lost))
    return Verdict((cup, mines), tuple(rulings))


def allied_cups(pools: Mapping[str, Pool]) -> Verdict[dict[str, Fire]]:
    """Two cups for each nationality in play, all its markers combined."""
    result, rulings = {}, []
    for nation in NATIONS:
        own = [pool for folio, pool in pools.items() if FOLIOS[folio] == nation]
        if not own:
            continue
        fire = Fire(
            *(
                _poured(cups)
                for cups in ((p.aircraft for p in own), (p.other for p in own), (p.naval for p in own))
            )
        )
        result[nation] = fire
        words = f"{nation}: {sum(fire.aircraft)} aircraft in one cup, {sum(fire.other)} others in the other"
        rulings.append(Ruling("SB-14.0.e.f", f"{words}, {sum(fire.naval)} naval"))
    return Verdict(result, tuple(rulings))


MARKERS = ("aircraft", "other", "naval")


def support_barred(marker_of: str, kind: str, units_of: Collection[str]) -> list[Ruling]:
    """Why a marker of one nation may not support a combat of units of those nations; nothing if it may."""
    if kind not in MARKERS:
        raise GrognardError(f"there is no {kind!r} marker; there is {', '.join(MARKERS)}")
    foreign = sorted({_nation(nation) for nation in units_of} - {_nation(marker_of)})
    if not foreign:
        return []
    nations = " and ".join(foreign)
    return refused(
        [
            Ruling(
                "SB-11.2.6.f", f"{marker_of} markers may not support combat that involves {nations} units"
            ),
            Ruling("SB-14.0.e.f", f"no marker, {kind} ones included, supports the other nationality"),
        ]
    )


# ------------------------------------------------------------ SB-14.0.c, SB-14.0.d, SB-14.0.e.g: replacements

_PREFIX = {US: "us", COMMONWEALTH: "cw"}
_CLAUSE = {US: "SB-14.0.c", COMMONWEALTH: "SB-14.0.d"}
_TURNS = re.compile(r"(?:(?P<only>GT (?P<one>\d+))|(?P<which>even|odd|every GT)[, ]+from GT (?P<first>\d+))$")


def falls_on(words: str, turn: int) -> bool:
    """Whether a turn is among those a schedule names.

    >>> (falls_on("odd, from GT 5", 7), falls_on("odd, from GT 5", 3), falls_on("GT 3", 3),
    ...  falls_on("every GT from GT 2", 2))
    (True, False, True, True)
    """
    match = _TURNS.match(words)
    if match is None:
        raise GrognardError(f"reinforcements.toml: cannot read the turns {words!r}")
    if match["only"]:
        return turn == int(match["one"])
    return turn >= int(match["first"]) and {"even": turn % 2 == 0, "odd": turn % 2 == 1}.get(
        match["which"], True
    )


class ScheduleRow(TypedDict):
    """Points that come on some turns."""

    points: int
    turns: str


def scheduled(rows: ScheduleRow | list[ScheduleRow], turn: int) -> int:
    """The points a schedule gives on a turn."""
    listed = rows if isinstance(rows, list) else [rows]
    return sum(int(row["points"]) for row in listed if falls_on(row["turns"], turn))


@dataclass(frozen=True)
class Replacements:
    """The points of one nation on one turn, with the parts of each sum."""

    leg: tuple[Modifier, ...]
    mobile: tuple[Modifier, ...]

    @property
    def points(self) -> tuple[int, int]:
        """Leg points, mobile points."""
        return total(self.leg), total(self.mobile)

    @property
    def clauses(self) -> list[str]:
        return list(dict.fromkeys(part.clause for part in (*self.leg, *self.mobile)))


def replacements(
    nation: str, turn: int, reading: str = DEFAULT.campaign_replacements, scenarios: int | None = None
) -> Replacements:
    """A nation's points; with the reading `added`, those of so many scenarios like ours come on top.

    Without a number we count the scenarios we know: one of the Commonwealth, none of the US.
    """
    if nation == GERMAN:
        none = (Modifier(0, "SB-11.1.4", "the Germans get no replacements"),)
        return Replacements(none, none)
    figures, clause = SCHEDULE["replacements"], _CLAUSE[_nation(nation)]
    known = int(nation == COMMONWEALTH) if scenarios is None else scenarios
    kinds = []
    for kind in ("leg", "mobile"):
        points = scheduled(figures["campaign"][f"{_PREFIX[nation]}_{kind}"], turn)
        parts = [Modifier(points, clause, f"{nation} {kind} points of a map campaign on GT {turn}")]
        own = known * scheduled(figures["scenario"][f"allied_{kind}"], turn)
        if reading == "added":
            parts.append(
                Modifier(own, "SB-14.0.e.g", f"and those of {known} scenario(s), added as agreed (SB-J14)")
            )
        else:
            parts.append(Modifier(0, "SB-J14", "the campaign figure already holds all the scenarios note"))
        kinds.append(tuple(parts))
    return Replacements(*kinds)


# ---------------------------------------------------------------- SB-14.2: how long it lasts


def count_turn(early: int, reading: str = DEFAULT.campaign_extension) -> Verdict[int]:
    """The turn at whose end the cities are counted; `early` is the extension for divisions brought in
    early.
    """
    if reading == "count_at_17":
        return Verdict(
            LAST_TURN, (Ruling("SB-14.2.a", f"the cities are counted at the end of GT {LAST_TURN}"),)
        )
    turn = min(END, LAST_TURN + early)
    words = f"the cities are counted at the end of GT {LAST_TURN} + {early}" + (
        f", but not after GT {END}" if turn == END else ""
    )
    return Verdict(
        turn, (Ruling("SB-14.2.a", f"the basic length is {LAST_TURN} GTs"), Ruling("SB-J18", words))
    )


def length(
    game: Campaign, captured: int, entered: Sequence[int] = (), reading: str = DEFAULT.campaign_extension
) -> Verdict[int]:
    """The last turn, given the cities captured at the count and the turns the early divisions entered (0: not
    yet).
    """
    if not 0 <= captured <= game.cities:
        raise GrognardError(f"{captured} cities cannot be captured; {game.cities} are in play")
    early, missing = extension(entered), game.cities - captured
    wanted = LAST_TURN + early + missing
    rulings = [*count_turn(early, reading).rulings]
    if early:
        rulings.append(Ruling("SB-11.1.3.c", f"divisions in early add {early}"))
    if early and reading == "count_at_17":
        rulings.append(
            Ruling("SB-J18", f"and {early} is added to the length, the count staying where it was")
        )
    rulings.append(
        Ruling("SB-14.2.b", f"{game.cities} cities in play less {captured} captured: {missing} more")
    )
    if wanted > LAST_TURN:
        rulings.append(Ruling("SB-14.0.e.d", f"the scenario's limit of GT {LAST_TURN} does not bind"))
    if wanted > END:
        rulings.append(Ruling("SB-14.2.c", f"GT {wanted} would be beyond GT {END}, the last there can be"))
    return Verdict(min(END, wanted), tuple(rulings))


# ---------------------------------------------------------------- SB-14.2.d, SB-14.3: cities


def captured_hexes(state: SwordBeach) -> Verdict[Hexes]:
    """City hexes the Allies occupy or were the last to occupy, from which supply can be traced now."""
    held = state.allied_cities & CITY  # towns do not count
    good = held & supplied(state)
    words = f"{held.bit_count()} city hexes last occupied by the Allies, {good.bit_count()} of them in supply"
    return Verdict(
        Hexes(good),
        (
            Ruling("SB-14.2.d", words),
            Ruling("SB-14.3.f", "capture asks for supply in the count of hexes too"),
            Ruling("SB-14.3.c", "city hexes count, towns do not"),
        ),
    )


def captured_cities(hexes: int, whole: bool = DEFAULT.city_needs_all_hexes) -> Verdict[tuple[str, ...]]:
    """The named cities captured, each counted once."""
    names, rulings = [], [Ruling("SB-14.2.a", "a city counts once, however many hexes it has")]
    for name, own in sorted(CITIES.items()):
        taken = (own & hexes).bit_count()
        if taken == own.bit_count() or (taken and not whole):
            names.append(name)
        if 0 < taken < own.bit_count():
            words = "does not count" if whole else "counts as agreed"
            rulings.append(
                Ruling("SB-J45", f"{name}: {taken} of {own.bit_count()} hexes captured; in part it {words}")
            )
    return Verdict(tuple(names), tuple(rulings))


def conditions(game: Campaign, city_hexes: int) -> Verdict[bool]:
    """Whether the Allies hold enough city hexes."""
    clause = "SB-14.3.e" if len(game.maps) > 1 else "SB-14.3.d"
    met = city_hexes >= game.to_win
    words = (
        f"{city_hexes} of the {game.to_win} city hexes captured that win a campaign on {len(game.maps)}"
        " map(s)"
    )
    return Verdict(met, (Ruling("SB-14.3.c", "city hexes are counted, any of them"), Ruling(clause, words)))


def is_judged(turn: int, early: int = 0, options: Options = DEFAULT) -> Verdict[bool]:
    """Whether Allied victory is tested at the end of a turn."""
    if options.campaign_victory == "every_turn":
        return Verdict(True, (Ruling("SB-J43", "victory is tested at the end of every GT, as agreed"),))
    first = count_turn(early, options.campaign_extension).value
    return Verdict(turn >= first, (Ruling("SB-J43", f"victory is tested from the end of GT {first} on"),))


def outcome(
    game: Campaign,
    turn: int,
    beaches: int,
    city_hexes: int,
    counted: int = 0,
    entered: Sequence[int] = (),
    options: Options = DEFAULT,
) -> Verdict[Outcome | None]:
    """The end of a turn: sudden death, Allied victory, the last turn; `counted` are the cities captured at
    the count.
    """
    unused = Ruling(
        "SB-14.0.e.c", "scenario victory conditions are not used; the north of Caen alone decides nothing"
    )
    early = extension(entered)
    test, won = is_judged(turn, early, options), conditions(game, city_hexes)
    last = length(game, counted, entered, options.campaign_extension)
    over = turn >= count_turn(early, options.campaign_extension).value and turn >= last.value
    victory = test.value and won.value
    if not beaches and (options.sudden_death_first or not (over and victory)):
        words = "no beach landing hex is available at the end of the GT"
        return Verdict(Outcome(GERMAN, "strategic", "SB-14.3.a"), (unused, Ruling("SB-14.3.a", words)))
    if victory:
        return Verdict(
            Outcome(ALLIED, "victory", won.rulings[-1].clause), (unused, *test.rulings, *won.rulings)
        )
    if over:
        words = f"GT {turn} is the last and the Allied conditions are not met"
        result = Outcome(GERMAN, "operational", "SB-14.3.b")
        return Verdict(result, (unused, *won.rulings, *last.rulings, Ruling("SB-14.3.b", words)))
    return Verdict(None, (unused, *test.rulings, *won.rulings))


# ---------------------------------------------------------------- what is wanting


class Gap(NamedTuple):
    """Something a campaign needs, and how much of it there is."""

    id: str
    needed: str
    have: str
    wanting: str


@cache
def needs() -> tuple[Gap, ...]:
    """Everything a Commonwealth campaign needs, as the rulebook lists it."""
    book = read_rulebook("grognard.games.sword_beach")
    result = []
    for clause in book.values():
        if clause.kind == "gap":
            needed, _, rest = clause.text.partition(" Have: ")
            have, _, wanting = rest.partition(" Wanting: ")
            result.append(Gap(clause.id, needed, have, wanting))
    return tuple(result)


def gaps() -> tuple[Gap, ...]:
    """What is still wanting."""
    return tuple(gap for gap in needs() if gap.wanting.strip(" .-") not in ("", "nothing"))


def refusal() -> str:
    """Why no campaign can be set up yet, with all that is wanting."""
    wanting = [f"{gap.id}: {gap.needed} Wanting: {gap.wanting}" for gap in gaps()]
    head = (
        "a campaign is played with both folios of a map or with all four, and only this one is at hand"
        " [SB-14.0.a]; wanting are"
    )
    return "\n".join([f"{head}:", *(f"  {line}" for line in wanting)])


def sword_cities() -> dict[str, list[str]]:
    """The cities of our map with their hexes."""
    return {name: GRID.names(hexes) for name, hexes in sorted(CITIES.items())}
