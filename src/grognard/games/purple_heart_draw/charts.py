"""The charts: Reinforcement Groups with prices and maxima, and every table of the campaign, looked up with
its path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.core.data import provenance
from grognard.core.plain import PlainView
from grognard.core.ruling import GrognardError, Modifier, Ruling, total

from .pieces import GERMAN, LIMITS, PERSONNEL, SIDES, read

ECONOMY, REPAIR, REDEPLOYMENT = read("economy.toml"), read("repair.toml"), read("redeployment.toml")
OBA, FORTS, INITIATIVE = read("oba.toml"), read("fortifications.toml"), read("initiative.toml")
# PHD-C5.31.note: the footnotes of the charts; PHD-C5.31.note.e is carried by the kinds of units (PHD-MSR8)
NOTES, MISSION, RECORDS = read("rg_notes.toml")["note"], read("initial_ob.toml"), read("records.toml")

# ---------------------------------------------------------------- dice

ONE_DIE = {face: Fraction(1, 6) for face in range(1, 7)}
TWO_DICE = {a: Fraction(6 - abs(a - 7), 36) for a in range(2, 13)}


def row_of(table: Mapping[str, Any], final: int) -> dict[str, Any]:
    """The row of a table whose range holds a Final dr or DR."""
    for row in table["row"]:
        if row["dr_min"] <= final <= row["dr_max"]:
            return dict(row)
    raise GrognardError(f"{final} is on no row of the table of {table.get('clause', '?')}")


def chances(
    table: PlainView, modifiers: Sequence[Modifier], key: str, dice: Mapping[int, Fraction] = TWO_DICE
) -> dict[object, Fraction]:
    """The exact chance of every result of one column."""
    entry: dict[object, Fraction] = {}
    for roll, chance in dice.items():
        result = row_of(table, roll + total(modifiers))[key]
        result = tuple(result) if isinstance(result, list) else result
        entry[result] = entry.get(result, Fraction(0)) + chance
    return entry


# ---------------------------------------------------------------- Reinforcement Groups

ON_MAP, RESERVE, REINFORCEMENT = "on_map", "in_reserve", "reinforcement"
MODES = (ON_MAP, RESERVE, REINFORCEMENT)
RESERVE_TYPES = ("A", "G", "HW", "I")  # PHD-C2.RES
GROUNDLESS = ("O", "M")  # PHD-E1, PHD-E2: they take no ground
FIRST_OF_NOTE_X = int(NOTES["x"]["first_scenario"])


def group_title(unit: str) -> str:
    """The name of a group with its abbreviations written out.

    >>> group_title("Rifle Pl"), group_title("Lt.Mtr Sect"), group_title("Sniper")
    ('Rifle Platoon', 'Light Mortar Section', 'Sniper')
    """
    long = {
        "Pl": "Platoon",
        "Sect": "Section",
        "Lt.Mtr": "Light Mortar",
        "Baz": "Bazooka",
        "Psk": "Panzerschreck",
        "Gren": "Grenadier",
        "Aufkl": "Recon",
        "Pionerie": "Pioneer",
    }
    return " ".join(long.get(word, word) for word in unit.split())


class RG(NamedTuple):
    """PHD-C5.31.chart: one line of a chart."""

    side: str
    id: str
    unit: str
    number: int
    composition: str
    tp: int
    scen_max: int
    tm_max: int
    notes: tuple[str, ...]
    weapons: tuple[tuple[str, int], ...]
    not_before: int
    provenance: str
    type: str

    @property
    def modes(self) -> tuple[str, ...]:
        """PHD-C5.31.b, PHD-E1: how it may come; what takes no ground just comes."""
        return (REINFORCEMENT,) if self.type in GROUNDLESS else MODES


def _chart(side: str) -> tuple[RG, ...]:
    rows = read(f"rg_chart_{side}.toml")["rg"]
    return tuple(
        RG(
            side,
            r["id"],
            r["unit"],
            r["number"],
            r["composition"],
            r["tp"],
            r["scen_max"],
            r["tm_max"],
            tuple(r["notes"]),
            tuple(r.get("sw", {}).items()),
            r.get("not_before", 1),
            provenance(r["provenance"]),
            r["id"].rstrip("0123456789"),
        )
        for r in rows
    )


CHART: dict[str, tuple[RG, ...]] = {side: _chart(side) for side in SIDES}
LINE = {side: {rg.id: n for n, rg in enumerate(CHART[side])} for side in SIDES}


def line(side: str, id_: str) -> RG:
    if id_ not in LINE[side]:
        raise GrognardError(f"the {side} chart has no {id_!r}; there is {', '.join(LINE[side])}")
    return CHART[side][LINE[side][id_]]


_setup = {t: row for row in ECONOMY["rg_setup_cost"]["row"] for t in row["types"]}
NEAR_ENEMY = int(ECONOMY["rg_setup_cost"]["near_enemy"]["within_hexes"])
NEAR_ENEMY_TP = int(ECONOMY["rg_setup_cost"]["near_enemy"]["on_map"])
MINIMUM = int(ECONOMY["rg_setup_cost"]["minimum_total"])
PREREGISTERED_TP = int(ECONOMY["limits"]["preregistered_hex_tp"])
PREREGISTERED_MAX = int(ECONOMY["limits"]["preregistered_hexes_per_module"])


def price(rg: RG, mode: str, scenario: int, near_enemy: bool = False, hexes: int = 0) -> list[Modifier]:
    """PHD-C5.32, PHD-E1: what a group costs, part by part; never below 1 in all."""
    parts = [Modifier(rg.tp, "PHD-C5.31.chart", f"chart price of {rg.unit}")]
    free = rg.side == GERMAN and scenario == 1  # PHD-I2
    if rg.type in _setup and not free:
        if extra := int(_setup[rg.type][mode]):
            parts.append(Modifier(extra, "PHD-E1", f"{rg.type} type {mode.replace('_', ' ')}"))
        if mode == ON_MAP and near_enemy:
            parts.append(
                Modifier(NEAR_ENEMY_TP, "PHD-C5.32", f"set up within {NEAR_ENEMY} hexes of the enemy FEBA")
            )
    if hexes:
        parts.append(Modifier(PREREGISTERED_TP * hexes, "PHD-C5.31.note.p", f"{hexes} Pre-Registered hexes"))
    if total(parts) < MINIMUM:
        parts.append(Modifier(MINIMUM - total(parts), "PHD-E1", f"never below {MINIMUM}"))
    return parts


class Budget(NamedTuple):
    """What a purchase is judged by."""

    scenario: int
    tp: int
    bought: tuple[
        int, ...
    ]  # in the mission so far, by line of the chart; given groups are not counted (PHD-E3)
    now: tuple[int, ...]  # in this scenario
    has_area: bool  # the side has a TAC or FEBA
    crews_lost: int = 0  # and not yet replaced


# the clause that keeps a line of the chart out of the Initial TM Scenario
NOT_INITIAL = {"Reconnaissance": "PHD-C5.36", "Defensive Stores": "PHD-I3", "Attack Option": "PHD-C2.AO"}


def refuse(rg: RG, mode: str, purse: Budget, near_enemy: bool = False, hexes: int = 0) -> Ruling | None:
    """PHD-E2: the first reason that applies, in that order; none: it may be bought."""
    return (
        _too_early(rg, purse)
        or _too_many(rg, purse)
        or _not_so_placed(rg, mode, purse)
        or _not_needed(rg, purse, hexes)
        or _too_dear(rg, mode, purse, near_enemy, hexes)
    )


def _too_early(rg: RG, purse: Budget) -> Ruling | None:
    if purse.scenario < rg.not_before:
        return Ruling(
            NOT_INITIAL[rg.unit],
            f"{rg.unit} can be bought from TM Scenario {rg.not_before} on; this is {purse.scenario}",
        )
    if "x" in rg.notes and purse.scenario < FIRST_OF_NOTE_X:
        return Ruling(
            "PHD-C5.31.note.x",
            f"{rg.unit} can be bought from TM Scenario {FIRST_OF_NOTE_X} on; this is {purse.scenario}",
        )
    return None


def _too_many(rg: RG, purse: Budget) -> Ruling | None:
    n = LINE[rg.side][rg.id]
    if purse.now[n] >= rg.scen_max:
        return Ruling(
            "PHD-C5.31.chart",
            f"Scen Max of {rg.unit} is {rg.scen_max}; {purse.now[n]} bought in this TM Scenario",
        )
    if purse.bought[n] >= rg.tm_max:
        return Ruling(
            "PHD-E3", f"TM Max of {rg.unit} is {rg.tm_max}; {purse.bought[n]} bought in this mission"
        )
    return None


def _not_so_placed(rg: RG, mode: str, purse: Budget) -> Ruling | None:
    """Why a group cannot be bought In Reserve, or on-map."""
    if mode == RESERVE and rg.type not in RESERVE_TYPES:
        return Ruling(
            "PHD-C2.RES",
            f"only types {', '.join(RESERVE_TYPES)} may be In Reserve; {rg.id} is type {rg.type}",
        )
    initial_german = rg.side == GERMAN and purse.scenario == 1
    if mode != ON_MAP or rg.type in GROUNDLESS or initial_german:
        return None
    if "a" not in rg.notes:
        return Ruling(
            "PHD-C5.31.note.a", f"{rg.unit} has no note a: not on-map in the scenario of its purchase"
        )
    if not purse.has_area:
        clause = "PHD-C4.us" if purse.scenario == 1 else "PHD-C5.31.a"
        return Ruling(clause, "on-map groups set up in the friendly TAC or FEBA; the side has neither")
    return None


def _not_needed(rg: RG, purse: Budget, hexes: int) -> Ruling | None:
    if "z" in rg.notes and not purse.crews_lost:
        return Ruling("PHD-C5.31.note.z", "no Gun or vehicle crew has been lost and not replaced")
    if hexes > PREREGISTERED_MAX or (hexes and "p" not in rg.notes):
        return Ruling(
            "PHD-C5.31.note.p",
            f"{PREREGISTERED_MAX} Pre-Registered hexes a module at most, and only for a module",
        )
    return None


def _too_dear(rg: RG, mode: str, purse: Budget, near_enemy: bool, hexes: int) -> Ruling | None:
    cost = total(price(rg, mode, purse.scenario, near_enemy, hexes))
    if cost > purse.tp:
        return Ruling(
            "PHD-C2.TP", f"{rg.unit} {mode.replace('_', ' ')} costs {cost} TP, and {purse.tp} are left"
        )
    return None


def legality(side: str, purse: Budget) -> dict[tuple[str, str], Ruling | None]:
    """The whole chart at once: every line in every way it could come, with the reason against it."""
    return {(rg.id, mode): refuse(rg, mode, purse) for rg in CHART[side] for mode in rg.modes}


# ---------------------------------------------------------------- smaller tables


def by_die(rows: Sequence[Mapping[str, Any]], die: int) -> PlainView:
    return next(row for row in rows if row["dr_min"] <= die <= row["dr_max"])


def tactical_points(side: str, final: int) -> int:
    """PHD-C5.29"""
    return int(row_of(ECONOMY["tp_replenishment"], final)[side])


def leader(column: str, final: int) -> str:
    """PHD-C5.33: the Leader Table; the column is a side's or `armour`."""
    return str(row_of(PERSONNEL["leader_table"], final)[column])


def strength(side: str, final: int) -> str:
    """PHD-C5.34: how much ammunition a module has."""
    return str(row_of(OBA[side] | {"clause": OBA["clause"]}, final)["strength"])


WEATHER = {int(row["scenario"]): row for row in ECONOMY["weather"]["row"]}  # PHD-C5.30, PHD-TM3
SQUADS_A_LEADER = int(LIMITS["numbers"]["squads_a_leader"])  # PHD-C5.24.a
SCENARIOS = int(MISSION["mission"]["scenarios"])
TIMES = {n: str(row["time"]) for n, row in WEATHER.items()}
CIRCLED = {int(row["turn"]): int(row["number"]) for row in ECONOMY["mission_end"]["circled"]}  # PHD-TM6
# PHD-C5.14.range
RANGE = {
    name: int(REDEPLOYMENT["range"][name]) for name in ("infantry", "afv_manned_mobile", "gun_possessed")
}
SAN_MIN, SAN_MAX = int(ECONOMY["clamps"]["san_min"]), int(ECONOMY["clamps"]["san_max"])  # PHD-C5.25
MINES_MAX = int(ECONOMY["limits"]["mines_dsp_per_scenario"])
MODULES_IN_PLAY = int(ECONOMY["limits"]["oba_modules_in_play_per_scenario"])
ITEMS = {row["id"]: row for row in FORTS["item"]}


def weather(scenario: int) -> str:
    """PHD-C5.30, PHD-MSR1: EC, weather and wind; Overcast never brings rain."""
    row = WEATHER[scenario]
    return f"{row['ec']} / {row['weather']}"


# ---------------------------------------------------------------- PHD-C5.35: what fortifications cost


def fort_cost(item: str) -> int:
    """The price of one item in DSP; PHD-C5.35.n1: a foxhole by its capacity.

    >>> fort_cost("foxhole.2"), fort_cost("pillbox.1+3+5"), fort_cost("ap_mines.6")
    (2, 9, 6)
    """
    name, _, what = item.partition(".")
    row = ITEMS[name]
    if name == "foxhole":
        return int(row["cost"][f"squads_{what}"])
    if name == "pillbox":  # PHD-C5.35.n4: the sum of its three numbers
        return sum(int(part) for part in what.split("+"))
    if name in ("ap_mines", "at_mines"):
        return int(row["cost"]) * int(what)
    return int(row["cost"])


HIP_COST: dict[str, int] = {k: int(v) for k, v in ITEMS["hip"]["cost"].items()}  # PHD-C5.35.n3

# ---------------------------------------------------------------- modifiers

CVP_A_MODIFIER = int(LIMITS["numbers"]["cvp_a_modifier"])  # PHD-C5.23, PHD-C5.29


def tp_modifiers(attacked: bool, suffered: int) -> list[Modifier]:
    """PHD-C5.29: +1 for the Attack chit last time, -1 for each 10 CVP suffered."""
    modifiers = [Modifier(1, "PHD-C5.29", "held the Attack chit in the last TM Scenario")] if attacked else []
    if suffered >= CVP_A_MODIFIER:
        modifiers.append(Modifier(-(suffered // CVP_A_MODIFIER), "PHD-C5.29", f"suffered {suffered} CVP"))
    return modifiers


def leader_modifiers(rg: RG) -> list[Modifier]:
    """PHD-C5.33"""
    if rg.unit.startswith("Aufkl"):
        return [Modifier(1, "PHD-C5.33", "Aufkl Pl")]
    return [Modifier(-1, "PHD-C5.33", rg.unit)] if rg.unit.startswith(("Pionerie", "Engineer")) else []


def barrage(rg: RG) -> bool:
    """PHD-C5.31.note.o: whether a module can fire a Barrage."""
    return "o" in rg.notes


def oba_modifiers(attack: bool, fired: bool) -> list[Modifier]:
    """PHD-C5.34"""
    result = [Modifier(-1, "PHD-C5.34", "took the Attack chit for this scenario")] if attack else []
    return [*result, Modifier(1, "PHD-C5.34", "placed an FFE in the last TM Scenario")] if fired else result


def promotion_modifiers(amassed: int) -> list[Modifier]:
    """PHD-C5.23"""
    points = amassed // CVP_A_MODIFIER
    return [Modifier(-points, "PHD-C5.23", f"amassed {amassed} CVP")] if points else []
