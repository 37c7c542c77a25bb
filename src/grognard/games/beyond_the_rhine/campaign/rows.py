"""The rows of the data files of the campaign on the map, key by key."""

from __future__ import annotations

from datetime import date
from typing import NotRequired, TypedDict


class PointHex(TypedDict):
    hex: str
    points: int
    name: str


class LossRule(TypedDict):
    """BTR-ocs.win.losses: steps beyond those that are free, in lots."""

    side: str
    free_steps: int
    per: int
    points: int
    most: NotRequired[int]
    only: NotRequired[str]


class LossShift(TypedDict):
    """BTR-ocs.win.losses: levels for steps lost, where the date decides."""

    side: str
    steps_over: int
    per: int
    levels: int
    text: str


class BridgePoints(TypedDict):
    intact_and_crossed: int
    further: NotRequired[int]
    text: str


class EastBank(TypedDict):
    points_per_hex: int
    most: int
    text: str


class Autobahn(TypedDict):
    points: int
    lines: list[str]
    south_of: int
    text: str


class Early(TypedDict):
    points: int
    per: str
    hexes: dict[str, date]
    text: str


class Level(TypedDict):
    result: str
    min: NotRequired[int]
    when: NotRequired[str]


class Terms(TypedDict):
    """The victory conditions of a scenario."""

    kind: str
    levels: list[Level]
    hex: NotRequired[str]
    hexes: NotRequired[list[PointHex]]
    loss_shift: NotRequired[LossShift]
    losses: NotRequired[LossRule]
    kills: NotRequired[LossRule]
    bridge_points: NotRequired[BridgePoints]
    east_bank: NotRequired[EastBank]
    autobahn: NotRequired[Autobahn]
    early: NotRequired[Early]


class Weather(TypedDict):
    ground: str
    flight: str
    why: str


class Stop(TypedDict):
    """BTR-ocs.scen.stop-line"""

    why: str
    of: NotRequired[str]
    within: NotRequired[int]
    rows_max: NotRequired[int]


class Bombing(TypedDict):
    hexes: int
    strength: int
    within: int
    of: str


class Dams(TypedDict):
    hex: str
    turns: int


class Flood(TypedDict):
    until: date
    river: str
    counts_as: str
    why: str


class ChartRow(TypedDict):
    date: date
    counters: list[str]


class Opener(TypedDict):
    date: date
    units: list[str]
    where: list[str]
    why: str


class ScenarioRow(TypedDict):
    """scenarios.toml"""

    id: str
    title: str
    first: date
    last: date
    turns: list[date]
    first_player: str
    first_player_rolled: NotRequired[bool]
    learning: NotRequired[bool]
    first_turn_weather: NotRequired[Weather]
    rows: list[int]
    columns: list[int]
    allied_until: dict[str, int]
    allied_hexes: NotRequired[list[str]]
    allied_sources: list[str]
    allied_permanent: list[str]
    german_sources: list[str]
    german_permanent: list[str]
    us_supply_share: str
    allied_stop: NotRequired[Stop]
    allied_rail_sp: int
    german_rail_sp: int
    reserve_markers: dict[str, int]
    allied_aircraft: dict[str, int]
    german_aircraft: dict[str, int]
    allied_air_box: str
    german_air_box: str
    pontoons: dict[str, str]
    bridge_check_markers: int
    bridges_blown: NotRequired[list[str]]
    chart: list[ChartRow]
    openers_arriving: NotRequired[list[Opener]]
    opening_bombing: NotRequired[Bombing]
    dams: NotRequired[Dams]
    flood: NotRequired[Flood]
    left_out_of_learning: NotRequired[list[str]]
    history: str
    victory: Terms


class StackRow(TypedDict):
    """Set-ups: counters in a hex."""

    hex: str
    units: list[str]
    less: NotRequired[dict[str, int]]
    mode: NotRequired[str]


class DumpRow(TypedDict):
    hex: str
    sp: int


class TransportRow(TypedDict):
    hex: str
    points: str
    loaded: bool


class HedgehogRow(TypedDict):
    hex: str
    level: int


class SetupRow(TypedDict):
    """allied_setup_*.toml and german_setup_*.toml"""

    stack: list[StackRow]
    dump: NotRequired[list[DumpRow]]
    transport: NotRequired[list[TransportRow]]
    hedgehog: NotRequired[list[HedgehogRow]]


class ArrivalRow(TypedDict):
    """german_arrivals.toml"""

    id: str
    date: date
    scenarios: list[str]
    kind: str
    units: list[str]
    where: NotRequired[list[str]]
    provenance: str
    why: str


class FaceRow(TypedDict):
    """Figures of one side of a counter."""

    ma: int
    strength: NotRequired[int]
    action: NotRequired[int]
    barrage: NotRequired[int]
    range: NotRequired[int]
    throw: NotRequired[int]
    defence_only: NotRequired[bool]


CounterRow = TypedDict(
    "CounterRow",
    {
        "id": str,
        "name": str,
        "kind": str,
        "size": str,
        "steps": int,
        "re": str,
        "class": str,
        "combat": FaceRow,
        "move": FaceRow,
        "combat_mobility": str,
        "move_mobility": str,
        "formation": NotRequired[str],
        "at": str,
        "ratings": str,
        "rebuild_row": str,
    },
)  # german_units.toml and allied_openers.toml


class AircraftRow(TypedDict):
    """air_units.toml"""

    type: str
    fighter: bool
    rating: int
    barrage: int
    range: int
    steps: int
