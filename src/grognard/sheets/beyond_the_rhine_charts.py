"""The charts of Beyond the Rhine on paper."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from grognard.core.calendar import spell
from grognard.games.beyond_the_rhine import replacements as repl
from grognard.games.beyond_the_rhine import supply as sup
from grognard.games.beyond_the_rhine import weather as sky
from grognard.games.beyond_the_rhine.pieces import NATIONS, read
from grognard.games.beyond_the_rhine.rows import CombatCell

from .paper import Block, Cell, Columns, Heading, Page, Row, Table, Text

TITLE = "Beyond the Rhine"
NAME = {"us": "American", "cw": "Commonwealth"}
GROUNDS, MOBILITIES = ("dry", "mud", "snow"), ("track", "truck", "leg")


def charts(foot: str) -> list[Page]:
    return [
        Page(
            "Weather, supply, replacements",
            [*weather(), Columns([[*table(nation)] for nation in NATIONS]), *status(), *replacements()],
            TITLE,
            [],
            foot,
        ),
        Page("What rebuilding costs", [*shipping(), *prices()], TITLE, [], foot),
        Page("Terrain", [*movement(), *combat_terrain()], TITLE, [], foot),
        Page("Combat and barrage", [*combat(), *barrage()], f"{TITLE}; series tables", [], foot, wide=True),
    ]


def badge(provenance: str) -> str:
    """What is reconstructed is marked wherever it is shown."""
    return " ◇" if provenance.startswith("reconstruction") else ""


# ---------------------------------------------------------------- weather


def _range(bounds: Sequence[int]) -> str:
    low, high = bounds
    return f"{low}" if low == high else f"{low}–{high}"


def weather() -> list[Block]:
    """BTR-weather.table"""
    rows: list[Row] = []
    for band in sky.BANDS:
        ground, flight = band["ground"], band["flight"]
        auto = band.get("auto")
        days = f"{_short(band['first'])} – {_short(band['last'])}"
        rows.append(
            [
                days,
                *(
                    (
                        (Cell("always") if auto == g else Cell("–", muted=True))
                        if auto
                        else _or_dash(ground.get(g))
                    )
                    for g in sky.GROUNDS
                ),
                *(_or_dash(flight.get(f)) for f in sky.FLIGHTS),
            ]
        )
    head = ["Date", "Dry", "Mud", "Snow", "None", "Limited", "Normal"]
    return [
        Heading("Weather", "ground one die, flight two dice"),
        Table(
            [4, 2, 2, 2, 2, 2, 2],
            rows,
            [["", Cell("Ground", across=3), Cell("Flight", across=3)], head],
            "lcccccc",
            9,
        ),
    ]


def _or_dash(bounds: Sequence[int] | None) -> Cell:
    return Cell(_range(bounds)) if bounds else Cell("–", muted=True)


def _short(day: date) -> str:
    number, month, _ = spell(day).split(" ")
    return f"{number} {month[:3]}"


# ---------------------------------------------------------------- supply and replacements


def table(nation: str) -> list[Block]:
    columns = [sup.shown(c) for c in range(sup.LOW, sup.HIGH + 1)]
    rows: list[Row] = [
        [Cell(_range((b["low"], b["high"])), bold=True), *b["sp"]] for b in sup.TABLES[nation]["band"]
    ]
    return [
        Heading(f"{NAME[nation]} supply", "SP by dice and column"),
        Table([2, *[1] * len(columns)], rows, [["", *columns]], "c" * (len(columns) + 1), 9),
    ]


def status() -> list[Block]:
    """BTR-supply.status, BTR-supply.mod: the column of the date, and what shifts it."""
    dates: list[Row] = []
    for nation in NATIONS:
        for row in read("supply_status.toml")[nation]:
            last = f"– {_short(row['last'])}" if "last" in row else "on"
            dates.append([NAME[nation], f"{_short(row['first'])} {last}", str(row["column"])])
    shifts: list[Row] = [
        [
            row["when"].split(";")[0] + badge(row["provenance"]),
            *("?" if row.get("variable") else _signed(row[nation]) for nation in NATIONS),
        ]
        for row in read("modifiers.toml")["modifier"]
    ]
    return [
        Columns(
            [
                [Heading("Status of the date"), Table([4, 5, 2], dates, [["", "From", "Column"]], "llc", 9)],
                [
                    Heading("Shifts", "down first, then up; held inside the table after each"),
                    Table([9, 1, 1], shifts, [["", "US", "CW"]], "lcc", 8.5),
                ],
            ],
            [2, 3],
        ),
    ]


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def replacement_rows(nation: str) -> list[Row]:
    rows: list[Row] = []
    for row in read("replacements.toml")[nation]:
        low, high = row["low"], row["high"]
        dice = (
            f"{high} or less"
            if row.get("open_low")
            else f"{low} or more"
            if row.get("open_high")
            else _range((low, high))
        )
        star, plus = "*" if row["star"] else "", "+" if row["bridge_check"] else ""
        rows.append(
            [
                Cell(dice, bold=True),
                row["ftr"] or "–",
                row["other"] or "–",
                f"{row['pax']}{star}" if row["pax"] else "–",
                row["eq"] or "–",
                f"{row['misc']}{plus}" if row["misc"] else "–",
            ]
        )
    return rows


def replacements() -> list[Block]:
    """BTR-repl.table"""
    head = ["Dice", "Ftr", "Other", "Pax", "Eq", "Misc"]
    parts: list[list[Block]] = [
        [
            Heading(f"{NAME[nation]} replacements"),
            Table([3, 1, 1, 1, 1, 1], replacement_rows(nation), [head], "lccccc", 9),
        ]
        for nation in NATIONS
    ]
    words = (
        "* one Pax less from 1 November to 29 March. + a Bridge Check Marker as well. American rolls +1 from"
        " 1 January 1945. Ftr, Other and Misc are used at once."
    )
    return [Columns(parts), Text(words, 8, muted=True)]


# ---------------------------------------------------------------- shipping and rebuilding


def shipping() -> list[Block]:
    rows: list[Row] = [
        [f"{_short(row['first'])} – {_short(row['last'])}", row["rail"], row["sea"]]
        for row in read("shipping.toml")["month"]
    ]
    return [
        Heading("Rail and sea", "SP of capacity a turn, not saved; full campaign"),
        Table([4, 1, 1], rows, [["", "Rail", "Sea"]], "lcc", 9),
    ]


def prices() -> list[Block]:
    """BTR-rebuild: the price list in two columns."""
    rows: list[Row] = []
    for row in repl.ROWS:
        special = repl.SPECIAL.get(row.get("special", ""), "")
        cost = special or " + ".join(
            f"{points} {name}" for points, name in ((row["pax"], "Pax"), (row["eq"], "Eq")) if points
        )
        per = {"unit": "", "step": "a step", "re": "an RE"}.get(row.get("per", ""), "")
        rows.append([row["name"] + badge(row["provenance"]), cost, per])
    half = (len(rows) + 1) // 2
    parts: list[list[Block]] = [
        [Table([5, 4, 2], part, [["Unit", "Price", "for"]], "lll", 8.5)]
        for part in (rows[:half], rows[half:])
    ]
    return [
        Heading("Rebuilding", "a battalion is half an RE; prices of halves are rounded up"),
        Columns(parts),
    ]


# ---------------------------------------------------------------- terrain


def movement() -> list[Block]:
    """BTR-tec.move.table"""
    rows: list[Row] = []
    for row in read("tec_movement.toml")["row"]:
        mark = " †" if row.get("interdiction") else ""
        rows.append(
            [
                row["name"] + mark + badge(row["provenance"]),
                *(Cell(row[g][m], edge=m == "track") for g in GROUNDS for m in MOBILITIES),
            ]
        )
    head: list[Row] = [
        ["", *(Cell(g.capitalize(), across=3, align="center", edge=True) for g in GROUNDS)],
        ["", *(Cell(m.capitalize(), edge=m == "track") for _ in GROUNDS for m in MOBILITIES)],
    ]
    note = (
        "All: the whole unspent allowance. P: prohibited. ot: the other terrain of the hex. +n is added to"
        " the cost of the hex entered. † 1 MP for German movement in Normal flight weather where interdiction"
        " counts."
    )
    return [
        Heading("Movement", "points to enter, cross or follow"),
        Table([5, *[1] * 9], rows, head, "l" + "c" * 9, 9.5, 5.6),
        Text(note, 7.5, muted=True),
    ]


def combat_terrain() -> list[Block]:
    """BTR-tec.combat"""
    rows: list[Row] = []
    for row in read("tec_combat.toml")["row"]:
        line = (
            row["line"].replace("_", " ").replace("ot", "other terrain")
            if row["line"] == "ot"
            else row["line"].replace("_", " ")
        )
        rows.append(
            [
                row["name"] + badge(row["provenance"]),
                line,
                *(_multiplier(row[k]) for k in ("armor", "mech", "other")),
            ]
        )
    note = (
        "( ) attackers only: a defender counts ×1. * along a road only. ** a road is needed where the"
        " movement chart prohibits the hex. –: no combat."
    )
    return [
        Heading("Combat", "line of the combat table, and multipliers"),
        Table([6, 3, 2, 2, 2], rows, [["", "Line", "Armor", "Mech", "Other"]], "llccc", 9.5, 5.6),
        Text(note, 7.5, muted=True),
    ]


def _multiplier(cell: CombatCell) -> str:
    if not cell["allowed"]:
        return "–"
    words = f"×{cell['mult']}"
    words = f"({words})" if cell["attackers_only"] else words
    return words + {"no": "", "only": "*", "per_movement": "**"}[cell["road"]]


# ---------------------------------------------------------------- series tables


def combat() -> list[Block]:
    """BTR-ocs.combat.table"""
    data = read("series_combat.toml")
    lines: list[Row] = [
        [
            Cell(name.replace("_", " ").capitalize(), bold=True),
            *(Cell(odds) for odds in data["columns"][name]),
        ]
        for name in data["columns"]
    ]
    rows: list[Row] = [[Cell(str(row["roll"]), bold=True), *row["results"]] for row in data["row"]]
    width = len(data["row"][0]["results"])
    note = (
        "A attacker, D defender; Ln steps lost, on options (steps or hexes), en exploitation with Action"
        " Rating n or more, DG disorganised. Rolls are held to 1 and 15."
    )
    return [
        Heading("Ground combat", "series table, read from public copies"),
        Table(["22mm", *[1] * width], [*lines, *rows], [], "l" + "c" * width, 7.4, 4.9),
        Text(note, 7.5, muted=True),
    ]


def barrage() -> list[Block]:
    """BTR-ocs.barrage.table"""
    data = read("series_barrage.toml")
    head: Row = [
        "",
        *(f"{c['low']}+" if c.get("open_high") else _range((c["low"], c["high"])) for c in data["column"]),
    ]
    cost: Row = [
        Cell("tokens", bold=True),
        *(Cell(f"{c['cost_tokens']}T", muted=True) for c in data["column"]),
    ]
    rows: list[Row] = [[Cell(str(row["roll"]), bold=True), *row["results"]] for row in data["row"]]
    return [
        Heading("Barrage", "strength by column; two dice; series table"),
        Table(
            ["16mm", *[1] * len(data["column"])],
            [cost, *rows],
            [head],
            "l" + "c" * len(data["column"]),
            8.5,
            4.7,
        ),
    ]
