"""The rows of the data files, key by key, as the modules that read them find them."""

from __future__ import annotations

from datetime import date
from typing import NotRequired, TypedDict

Range = list[int]  # the lowest and the highest figure


class TurnRow(TypedDict):
    """turns.toml"""

    n: int
    date: date
    weather_band: str
    us_supply_status: int
    cw_supply_status: int
    rail_cap: int
    sea_cap: int
    pax_star_reduced: bool
    us_repl_modifier: int
    two_map_campaign: str
    note: NotRequired[str]  # BTR-cal.events


class Band(TypedDict):
    """weather.toml: what the dice give from one date to another."""

    clause: str
    first: date
    last: NotRequired[date]
    provenance: NotRequired[str]
    ground: dict[str, Range]
    auto: NotRequired[str]  # the ground that needs no die
    flight: dict[str, Range]


class ModifierRow(TypedDict):
    """modifiers.toml: a shift of the supply column."""

    clause: str
    key: str
    name: NotRequired[str]
    when: str
    us: int
    cw: int
    variable: NotRequired[bool]


class SupplyMeta(TypedDict):
    clause: str
    column_min: int
    column_max: int


class SupplyBand(TypedDict):
    low: int
    high: int
    sp: list[int]


class SupplyTable(TypedDict):
    """supply_us.toml, supply_cw.toml: the SP by two dice and the column."""

    meta: SupplyMeta
    band: list[SupplyBand]


class CombatCell(TypedDict):
    """What one class counts in or across a terrain."""

    allowed: bool
    mult: str
    attackers_only: bool
    road: str


class CombatRow(TypedDict):
    """tec_combat.toml"""

    clause: str
    line: str
    armor: CombatCell
    mech: CombatCell
    other: CombatCell


class MoveRow(TypedDict):
    """tec_movement.toml: the cost by ground and mobility, as the chart prints it."""

    clause: str
    dry: dict[str, str]
    mud: dict[str, str]
    snow: dict[str, str]
    interdiction: NotRequired[list[str]]


class Ground(TypedDict):
    """weather.toml: what the ground does."""

    clause: str
    condition: str
    movement_column: str
    refit_at_air_bases: str
    seaborne_assaults: bool
    pontoon_rolls: bool


class Flight(TypedDict):
    """weather.toml: what the flight conditions do."""

    clause: str
    condition: str
    air_missions: str
    hip_shoots: bool
    interdiction: bool
    refit: bool
    air_reinforcement: bool


class Terrain(TypedDict):
    """terrain.toml"""

    key: str
    kind: str
    move: NotRequired[str]
    combat: NotRequired[str]
    combat_by_ground: NotRequired[dict[str, str]]


class Status(TypedDict):
    """supply_status.toml"""

    clause: str
    first: date
    last: NotRequired[date]
    column: int
    provenance: str


class ReplacementRow(TypedDict):
    """replacements.toml: a row by the dice."""

    low: int
    high: int
    open_low: NotRequired[bool]
    open_high: NotRequired[bool]
    ftr: int
    other: int
    pax: int
    star: bool
    eq: int
    misc: int
    bridge_check: bool


PriceRow = TypedDict(
    "PriceRow",
    {
        "clause": str,
        "name": str,
        "class": str,
        "special": NotRequired[str],
        "side": str,
        "provenance": str,
        "pax": NotRequired[int],
        "eq": NotRequired[int],
        "per": NotRequired[str],
    },
)


class Column(TypedDict):
    """series_barrage.toml: a column of the barrage table."""

    n: int
    low: int
    high: NotRequired[int]
    cost_tokens: int
    open_high: NotRequired[bool]


class Rating(TypedDict, total=False):
    """The figures of a counter; guns have barrage and range instead of attack and action."""

    attack: int
    barrage: int
    action: int
    range: int
    move: int


class Brought(TypedDict):
    """arrivals.toml and opening_stock.toml: a line that brings or removes counters."""

    raw: str
    category: str
    count: int
    nationality: str
    type: str  # of a formation and of counters; markers have none
    size: NotRequired[str]
    ids: NotRequired[list[str]]
    rating: NotRequired[Rating]
    formation: str  # of a formation alone
    components: NotRequired[list[str]]
    defence_only: NotRequired[bool]
    loaded: NotRequired[bool]
    steps_less: NotRequired[int]
    steps_less_each_combat_command: NotRequired[int]
    qualifier: NotRequired[str]


class Component(TypedDict):
    """formations.toml: what a counter of a formation is."""

    type: str
    size: str
    steps: int


class Limit(TypedDict):
    """arrivals.toml: the part of an edge where counters come on."""

    op: str
    row: int
    col: NotRequired[int]
    col_min: NotRequired[int]
    col_max: NotRequired[int]
    printed: str


class Where(TypedDict):
    """arrivals.toml: where an entry comes on."""

    type: str
    map: NotRequired[str]
    edge: str  # of an edge alone
    constraint: NotRequired[Limit]
    name: NotRequired[str]
    group: str  # of "with a HQ" alone


Exchange = TypedDict("Exchange", {"from": Brought, "to": Brought})
Dated = TypedDict(
    "Dated",
    {
        "clause": str,
        "turn": int,
        "group": str,
        "kind": str,
        "scope": NotRequired[str],
        "campaigns": list[str],
        "campaigns_basis": str,
        "location": NotRequired[list[Where]],
        "units": NotRequired[list[Brought]],
        "exchanges": NotRequired[list[Exchange]],
        "from": NotRequired[str],
        "to": NotRequired[str],
        "tag": NotRequired[str],
        "text": NotRequired[str],
        "provenance": str,
        "repairs": NotRequired[list[str]],
    },
)
