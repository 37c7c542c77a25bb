"""Answers read off the charts: points, prices, leaders, artillery, repair, promotion, the order of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypedDict, TypeVar

from grognard.core.ask import Answer, exact, once, percent
from grognard.core.data import provenance
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, Modifier, Ruling, modifier_rows, total

from . import charts
from .board import GRID, describe
from .charts import (
    CHART,
    ECONOMY,
    FORTS,
    INITIATIVE,
    MODES,
    OBA,
    ONE_DIE,
    REPAIR,
    RG,
    TIMES,
    TWO_DICE,
    WEATHER,
    Budget,
)
from .ground import at_start, compute, overlays, why
from .pieces import GUNS, KINDS, PERSONNEL, SIDES

RECONSTRUCTION = "reconstruction"


K = TypeVar("K")


def one_side(side: str | None, default: str = "us") -> str:
    side = (side or default).casefold()
    if side not in SIDES:
        raise GrognardError(f"a side is us or german, not {side!r}")
    return side


def distribution(row: Mapping[K, Fraction]) -> tuple[dict[str, Plain], list[str]]:
    """Chances for machines and for people."""
    rows = {_word(result): exact(chance) for result, chance in row.items()}
    return rows, [f"  {_word(result)}: {percent(chance)}" for result, chance in row.items()]


def _word(result: object) -> str:
    return ", ".join(map(str, result)) if isinstance(result, tuple) else str(result)


def rolled(answer: Answer, roll: int | None, drm: list[Modifier], result: Callable[[int], object]) -> Answer:
    """The same answer, headed by what a roll of the players comes to."""
    if roll is None:
        return answer
    final = roll + total(drm)
    rows = str(result(final)).replace("_", " ")
    answer = answer.having(rolled={"roll": roll, "final": final, "result": rows})
    return replace(answer, lines=[f"you rolled {roll}, final {final}: {rows}", *answer.lines])


# ---------------------------------------------------------------- PHD-C5.29: Tactical Points


def tp(side: str | None, attacked: bool, cvp: int, left: int, roll: int | None) -> Answer:
    """PHD-C5.29: how many Tactical Points a side gets, exactly."""
    side = one_side(side)
    drm = charts.tp_modifiers(attacked, cvp)
    chances: dict[int, Fraction] = {}
    for dice, chance in TWO_DICE.items():
        points = left + charts.tactical_points(side, dice + total(drm))
        chances[points] = chances.get(points, Fraction(0)) + chance
    mean = sum(points * chance for points, chance in chances.items())
    rows, lines = distribution(dict(sorted(chances.items())))
    value = {
        "side": side,
        "drm": modifier_rows(drm),
        "left": left,
        "mean": exact(Fraction(mean)),
        "total": rows,
    }
    head = [f"{side}: DR {total(drm):+d} on the TP table, {left} left over; mean {float(mean):.2f} TP in all"]
    head += [f"  {m}" for m in drm]
    answer = Answer(
        value, head + lines, ["PHD-C5.29", "PHD-E4"], [provenance(ECONOMY["tp_replenishment"]["provenance"])]
    )
    return rolled(
        answer, roll, drm, lambda final: f"{charts.tactical_points(side, final)} TP, {left} left over"
    )


# ---------------------------------------------------------------- PHD-C5.31, PHD-C5.32: Reinforcement Groups


def _known_scenario(scenario: int) -> None:
    if not 1 <= scenario <= charts.SCENARIOS:
        raise GrognardError(f"there are TM Scenarios 1 to {charts.SCENARIOS}, not {scenario}")


def rg(side: str | None, id: str | None, scenario: int, tp: int | None) -> Answer:
    """PHD-C5.31.chart: a chart, or one line of it, with what a side could buy."""
    side = one_side(side)
    _known_scenario(scenario)
    wanted = [charts.line(side, id)] if id else list(CHART[side])
    purse = full_purse(side, scenario, 10**6 if tp is None else tp)
    rows, lines = [], [f"the {side} chart, TM Scenario {scenario}:"]
    for one in wanted:
        refused = {mode: no for mode in one.modes if (no := charts.refuse(one, mode, purse)) is not None}
        rows.append(_rg_row(one, purse, refused))
        notes = " ".join(one.notes)
        lines.append(
            f"  {one.id:4}{one.unit:18}{one.tp:3} TP, {one.scen_max} a scenario, {one.tm_max} in all, notes"
            f" {notes or '-'}: {one.number} x {one.composition}"
        )
        lines += [
            f"      {mode.replace('_', ' ')}: {why_not.because} [{why_not.clause}]"
            for mode, why_not in refused.items()
        ]
    lines.append(f"The charts are our {RECONSTRUCTION} from fragments.")
    return Answer(
        {"side": side, "scenario": scenario, "rg": rows},
        lines,
        ["PHD-C5.31.chart", "PHD-E2"],
        [RECONSTRUCTION],
    )


def full_purse(side: str, scenario: int, tp: int = 10**6) -> Budget:
    """A side that has bought nothing yet and lacks nothing."""
    none = (0,) * len(CHART[side])
    return Budget(scenario, tp, none, none, side == "german" or scenario > 1, 1)


def _rg_row(one: RG, purse: Budget, refused: Mapping[str, Ruling]) -> Plain:
    return {
        **one._asdict(),
        "notes": list(one.notes),
        "weapons": dict(one.weapons),
        "type": one.type,
        "cost": {mode: total(charts.price(one, mode, purse.scenario)) for mode in one.modes},
        "refused": {mode: {"clause": r.clause, "because": r.because} for mode, r in refused.items()},
    }


def cost(side: str | None, id: str, how: str, scenario: int, near: bool, hexes: int) -> Answer:
    """PHD-E1: what a group costs, part by part."""
    side = one_side(side)
    one = charts.line(side, id)
    if how not in MODES:
        raise GrognardError(f"a group comes {', '.join(MODES)}, not {how!r}")
    _known_scenario(scenario)
    result = charts.price(one, how, scenario, near, hexes)
    illegal = [r for r in [charts.refuse(one, how, full_purse(side, scenario), near, hexes)] if r is not None]
    lines = [
        f"{one.unit} {how.replace('_', ' ')}: {total(result)} TP",
        *(f"  {m}" for m in result),
    ]
    return Answer(
        {"side": side, "id": one.id, "how": how, "tp": total(result), "parts": modifier_rows(result)},
        lines,
        once(m.clause for m in result),
        [one.provenance, RECONSTRUCTION],
        illegal,
    )


# ---------------------------------------------------------------- PHD-C5.33, PHD-C5.34


def leader(side: str | None, id: str, roll: int | None) -> Answer:
    """PHD-C5.33: what a group's Leader Table DR gives."""
    side = one_side(side)
    one = charts.line(side, id)
    drm, column = charts.leader_modifiers(one), "armour" if one.type == "A" else side
    if "l" not in one.notes:
        return Answer(
            {"side": side, "id": id, "rolls": False},
            [f"{one.unit} has no note l: no leader [PHD-C5.31.note.l]"],
            ["PHD-C5.31.note.l"],
            [one.provenance],
        )
    rows, lines = distribution(charts.chances(PERSONNEL["leader_table"], drm, column))
    head = [f"{one.unit}: DR {total(drm):+d} on the Leader Table, {column} column"]
    value = {
        "side": side,
        "id": id,
        "rolls": True,
        "column": column,
        "drm": modifier_rows(drm),
        "leader": rows,
    }
    answer = Answer(value, head + lines, ["PHD-C5.33", "PHD-C5.31.note.l"], [RECONSTRUCTION])
    return rolled(answer, roll, drm, lambda final: charts.leader(column, final))


def oba(side: str | None, attack: bool, fired: bool, roll: int | None) -> Answer:
    """PHD-C5.34: the ammunition of a module."""
    side = one_side(side)
    drm = charts.oba_modifiers(attack, fired)
    rows, lines = distribution(charts.chances(OBA[side], drm, "strength"))
    meaning = {name: words for name, words in OBA["strength_meaning"].items() if name in rows}
    head = [f"{side} module: DR {total(drm):+d}", *(f"  {m}" for m in drm)]
    lines += [f"  {name}: {words}" for name, words in meaning.items()]
    value = {"side": side, "drm": modifier_rows(drm), "strength": rows, "meaning": meaning}
    answer = Answer(value, head + lines, ["PHD-C5.34"], [provenance(OBA[side]["provenance"])])
    return rolled(answer, roll, drm, lambda final: charts.strength(side, final))


# ---------------------------------------------------------------- PHD-C5.19, PHD-C5.23, PHD-C5.24


def evacuate(roll: int | None) -> Answer:
    """PHD-C5.19: what becomes of a wounded leader."""
    table = PERSONNEL["leader_evacuation"]
    rows, lines = distribution(charts.chances(table, [], "result", ONE_DIE))
    sources = once(provenance(row["provenance"]) for row in table["row"])
    answer = Answer({"result": rows}, ["a wounded leader, one dr:", *lines], ["PHD-C5.19"], sources)
    return rolled(answer, roll, [], lambda final: charts.row_of(table, final)["result"])


def promote(cvp: int, leaders: int | None, squads: int | None, roll: int | None) -> Answer:
    """PHD-C5.23, PHD-C5.24: promotions of a side that amassed so many CVP."""
    drm = charts.promotion_modifiers(cvp)
    mmc, mmc_lines = distribution(charts.chances(PERSONNEL["battlefield_promotion"], drm, "mmc"))
    leader, who_lines = distribution(charts.chances(PERSONNEL["leader_promotion"], [], "leader"))
    lines = [
        f"MMC that may Battle Harden, DR {total(drm):+d}:",
        *mmc_lines,
        "leader who is hardened:",
        *who_lines,
    ]
    value: Plain = {"drm": modifier_rows(drm), "mmc": mmc, "leader": leader}
    if leaders is not None and squads is not None:
        each = charts.SQUADS_A_LEADER
        value["from_the_ranks"] = leaders * each < squads
        lines.append(
            f"a 7-0 from the ranks: {'yes' if value['from_the_ranks'] else 'no'}, {leaders} leaders x {each}"
            f" against {squads} squad-equivalents [PHD-C5.24.a]"
        )
    answer = Answer(
        value, lines, ["PHD-C5.23", "PHD-C5.24", "PHD-C5.24.a"], ["document (repaired)", RECONSTRUCTION]
    )
    table = PERSONNEL["battlefield_promotion"]
    return rolled(
        answer, roll, drm, lambda final: f"{charts.row_of(table, final)['mmc']} MMC may Battle Harden"
    )


# ---------------------------------------------------------------- PHD-C5.26 to PHD-C5.28

REPAIRS = {
    "weapon": "weapon_repair", "at-ft-dc": "at_ft_dc_repair", "captured": "captured_equipment",
    "immobile": "immobilization_repair", "ammunition": "special_ammunition",
}  # fmt: skip


def repair(what: str, drm: list[str], roll: int | None) -> Answer:
    """PHD-C5.26, PHD-C5.27: the chance of a repair, with the drm named."""
    if what not in REPAIRS:
        raise GrognardError(f"what is repaired is one of {', '.join(REPAIRS)}, not {what!r}")
    return _one_die(REPAIR[REPAIRS[what]], list(drm), roll)


def clear(drm: list[str], roll: int | None) -> Answer:
    """PHD-C5.28: the chance of clearing an item."""
    return _one_die(REPAIR["fortification_clearance"], list(drm), roll)


class DrmRow(TypedDict):
    id: str
    value: int | str
    when: str


class RepairTable(TypedDict):
    """A table of one die, with its drm."""

    clause: str
    who: str
    success: str
    failure: str
    success_max: int
    provenance: str
    drm: list[DrmRow]


def _one_die(table: RepairTable, named: list[str], roll: int | None) -> Answer:
    known = {row["id"]: row for row in table["drm"] if not isinstance(row["value"], str)}
    if strange := [name for name in named if name not in known]:
        raise GrognardError(f"drm: {', '.join(strange)} is none of {', '.join(known) or 'none'}")
    mods = [Modifier(int(known[name]["value"]), table["clause"], str(known[name]["when"])) for name in named]
    good = sum(
        (chance for face, chance in ONE_DIE.items() if face + total(mods) <= table["success_max"]),
        Fraction(0),
    )
    rows, lines = distribution({str(table["success"]): good, str(table["failure"]): 1 - good})
    head = [
        f"dr {total(mods):+d} <= {table['success_max']}:",
        *(f"  {m.amount:+d} {m.because}" for m in mods),
    ]
    offered = {name: {"value": row["value"], "when": row["when"]} for name, row in known.items()}
    value = {
        "clause": table["clause"],
        "who": table["who"],
        "drm": modifier_rows(mods),
        "success_max": table["success_max"],
        "result": rows,
        "known_drm": offered,
    }
    answer = Answer(value, head + lines, [table["clause"]], [provenance(table["provenance"])])
    return rolled(
        answer,
        roll,
        mods,
        lambda final: table["success"] if final <= table["success_max"] else table["failure"],
    )


# ---------------------------------------------------------------- PHD-C5.35, PHD-C5.37, PHD-C5.30


def fortify(side: str | None, item: str | None) -> Answer:
    """PHD-C5.35: prices, limits and flags of the defensive stores."""
    side = one_side(side, "german")
    bars = {"us": "G", "german": "A"}[side]
    rows = [row for row in FORTS["item"] if item is None or row["id"] == item]
    if not rows:
        raise GrognardError(
            f"there is no defensive store {item!r}; there is {', '.join(row['id'] for row in FORTS['item'])}"
        )
    value = [
        {**row, "open_to_side": bars not in row["flags"], "provenance": provenance(row["provenance"])}
        for row in rows
    ]
    lines = [
        f"  {row['id']:20}{_store_price(row['cost']):46}{' '.join(row['flags']):6}"
        f"{'' if row['open_to_side'] else 'not for this side'}"
        for row in value
    ]
    notes = {
        id_: (clause, words)
        for id_, (clause, words) in _STORE_LIMITS.items()
        if any(row["id"] == id_ for row in value)
    }
    lines += [f"  {id_}: {words} [{clause}]" for id_, (clause, words) in notes.items()]
    lines += [f"  {flag}: {words}" for flag, words in FORTS["flags"].items()]
    cited = ["PHD-C5.35", *(clause for clause, _ in notes.values()), "PHD-C5.35.flags"]
    return Answer(
        {"side": side, "items": value, "mines_dsp_max": charts.MINES_MAX},
        [f"defensive stores, {side}, in DSP:", *lines],
        once(cited),
        once(str(row["provenance"]) for row in value),
    )


_MINES = ("PHD-C5.35.n6", f"at most {charts.MINES_MAX} DSP of mines a side and TM Scenario")
_STORE_LIMITS = {
    "hip": ("PHD-C5.35.n3", "at most a tenth of the Infantry squad-equivalents not in Reserve, rounded down"),
    "ap_mines": _MINES,
    "at_mines": _MINES,
}
_BY = {
    "afv": "AFV",
    "hs": "HS",
    "smc": "SMC",
    "squads_3": "3 squads",
    "squads_2": "2 squads",
    "squads_1": "1 squad",
}


def _store_price(cost: object) -> str:
    """A price of the table as people read it, such as `AFV: 5, squad: 3`."""
    if not isinstance(cost, dict):
        return str(cost)
    return ", ".join(f"{_BY.get(name, name)}: {price}" for name, price in cost.items())


def initiative(german: str, us: str) -> Answer:
    """PHD-C5.37: what two chits come to."""
    for cell in INITIATIVE["cell"]:
        if cell["german"] == german and cell["us"] == us:
            words = (
                f"German {german}, US {us}: {cell['result'].replace('_', ' ')}; sets up first:"
                f" {cell['setup_first']}; moves first: {cell['moves_first']}"
            )
            clause = {
                "us_attack": "PHD-C5.37.a",
                "german_attack": "PHD-C5.37.b",
                "dual_attack": "PHD-C5.37.c",
                "lull": "PHD-C5.37.d",
            }[cell["result"]]
            return Answer(dict(cell), [words], ["PHD-C5.37", clause], [provenance(INITIATIVE["provenance"])])
    raise GrognardError("a chit is attack or idle")


def weather(scenario: int) -> Answer:
    if scenario not in WEATHER:
        raise GrognardError(f"there are TM Scenarios 1 to {len(WEATHER)}, not {scenario}")
    row = WEATHER[scenario]
    return Answer(
        dict(row),
        [
            f"TM Scenario {row['numeral']}, {TIMES[scenario]}: {row['ec']} / {row['weather']}, wind"
            f" {row['wind'].lower()}"
        ],
        ["PHD-C5.30", "PHD-MSR1"],
        ["document (repaired)"],
    )


# ---------------------------------------------------------------- the map and the counters


def hex_(hex: str, us: list[str], german: list[str]) -> Answer:
    """PHD-C2: a hex, and why it is whose it is, for control given by hand or as at the start."""
    place = GRID.hex(hex)
    held = (int(GRID.set(us)), int(GRID.set(german))) if us or german else at_start()
    zones = compute(held)
    reasons = why(zones, place)
    data = describe(place)
    lines = [
        f"{hex}: {data['terrain']}, level"
        f" {data['level']}{', ' + data['building'] + ' building' if data['building'] else ''}"
        f" ({data['provenance']})"
    ]
    return Answer(
        {**data, "why": [{"clause": r.clause, "because": r.because} for r in reasons]},
        lines + [f"  {r}" for r in reasons],
        once(["PHD-MAP", *(r.clause for r in reasons)]),
        [data["provenance"]],
    )


def control(us: list[str], german: list[str]) -> Answer:
    """PHD-C2: all overlays, for control given by hand or as at the start."""
    held = (int(GRID.set(us)), int(GRID.set(german))) if us or german else at_start()
    result = overlays(compute(held))
    lines = [f"{name.replace('_', ' '):24}{len(hexes):5} hexes" for name, hexes in result.items()]
    return Answer(
        result,
        lines,
        ["PHD-C5.11", "PHD-C5.12", "PHD-C2.TAC", "PHD-C2.FEBA", "PHD-C2.NML"],
        ["document", RECONSTRUCTION],
    )


def unit(kind: str | None) -> Answer:
    """PHD-C1.2: a counter, or all of them."""
    rows = [k for k in KINDS.values() if kind is None or k.name == kind]
    if not rows:
        raise GrognardError(
            f"there is no counter {kind!r}; there is {', '.join(KINDS)}, and the Guns {', '.join(GUNS)}"
        )
    value = [{**k._asdict(), "half_squads": k.half_squads} for k in rows]
    lines = [
        f"  {k.name:10}{k.type:12}{k.side or 'both':8}{k.vp}"
        f" VP{', half ' + k.half if k.half else ''}{', hardens to ' + k.better if k.better else ''}"
        for k in rows
    ]
    return Answer(
        {"units": value},
        lines,
        ["PHD-C1.2", "PHD-MSR7", "PHD-MSR8"],
        once(provenance(str(k.provenance)) for k in rows),
    )
