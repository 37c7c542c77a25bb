"""Answers about the calendar, weather, supply, shipping, replacements and rebuilding."""

from __future__ import annotations

import re as re_
from collections.abc import Mapping, Sequence
from fractions import Fraction

from grognard.core.ask import Answer, exact, once, percent, position_at
from grognard.core.calendar import spell
from grognard.core.data import provenance
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, Ruling

from . import replacements as repl
from . import supply as sup
from . import weather as sky
from .chart import COUNTERS, DISPLAY, ENTRIES, ON_TURN, Entry, display_name
from .dates import LAST, NOTES, campaign, day, moment, turn_in, turn_on, two_map
from .pieces import NATIONS, Counter
from .position import BeyondTheRhine
from .rebuild import price_words as cost_words
from .rows import PriceRow
from .shipping import capacity_left, cargo
from .situation import standing
from .unit_history import find
from .verbs import Rebuild

OURS = "reconstruction"


def _turn(date: str | None) -> int:
    return turn_on(date or "1")


def head(turn: int) -> Plain:
    return {"turn": turn, "date": day(turn).isoformat()}


def nations(name: str | None) -> list[str]:
    return [sup.nation(name)] if name else list(NATIONS)


def one_of(value: str, known: tuple[str, ...], what: str) -> str:
    if value not in known:
        raise GrognardError(f"{what} is {_or(known)}, not {value!r}")
    return value


def _or(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def equivalents(text: str) -> Fraction:
    if not re_.fullmatch(r"[0-9]{1,3}(/[1-9][0-9]?|\.[0-9]{1,2})?", text):
        raise GrognardError(f"--re is a number of regiment equivalents such as 2 or 1/2, not {text[:20]!r}")
    return Fraction(text)


# ---------------------------------------------------------------- turn


def turn(date: str | None, campaign_: str) -> Answer:
    """BTR-cal: weather chances, supply status, limits and chart entries of a turn."""
    game = campaign(campaign_)
    number = turn_in(game, date)
    entries = [ENTRIES[i] for i in ON_TURN.get(number, ()) if ENTRIES[i].used_in(game)]
    caps = repl.caps(number)
    status = {nation: int(sup.status(nation, number)["column"]) for nation in NATIONS}
    value = head(number) | {
        "of": LAST,
        "spelt": spell(day(number)),
        "two_map": two_map(number),
        "note": NOTES.get(number, ""),
        "weather": _weather_value(number),
        "supply_status": status,
        "replacement_modifier": {nation: repl.modifier(nation, number) for nation in NATIONS},
        "pax_star_reduced": repl.starred(number),
        "caps": {"rail": caps.rail, "sea": caps.sea},
        "entries": [entry_value(entry) for entry in entries],
    }
    lines = [
        f"Turn {number} of {LAST}, {spell(day(number))}" + (f": {NOTES[number]}" if number in NOTES else "")
    ]
    lines.append(
        f"  Ground: {_odds(sky.ground_chances(number))}; flight: {_odds(sky.flight_chances(number))}"
    )
    lines.append(
        f"  Supply status: US {status['us']}, CW {status['cw']}; capacity:"
        f" rail {caps.rail} SP, sea {caps.sea} SP"
    )
    lines += [f"  {entry_words(entry)}" for entry in entries]
    cited = [
        "BTR-cal.pattern",
        "BTR-cal.events",
        *sky.clauses(number),
        "BTR-supply.status.us",
        "BTR-supply.status.cw",
        "BTR-ship.table",
    ]
    return Answer(
        value,
        lines,
        once([*cited, *(entry.clause for entry in entries)]),
        ["document"],
        moment=moment(number),
    )


def entry_value(entry: Entry) -> Plain:
    return {
        "clause": entry.clause,
        "kind": entry.kind,
        "group": entry.group,
        "scope": entry.scope,
        "campaigns": list(entry.campaigns),
        "basis": entry.basis,
        "places": [place.words for place in entry.places],
        "counters": [COUNTERS[c].name for c in entry.counters()],
        "printed": list(entry.printed),
        "leaves": [
            COUNTERS[c].name if c >= 0 else f"any {identity[0]} {identity[1]}" for identity, c in entry.gone
        ],
        "from": entry.source,
        "to": entry.goal,
        "text": entry.text,
        "provenance": entry.provenance,
        "repairs": list(entry.repairs),
    }


KIND = {
    "arrive": "arrivals",
    "remove": "removals",
    "exchange": "exchanges",
    "transfer": "transfers",
    "add_to_dead_pile": "added to the dead pile",
    "add_to_airfields": "added to airfields",
    "reserve_marker": "Reserve markers",
    "note": "note",
    "none": "no entry",
}


def entry_words(entry: Entry) -> str:
    if entry.kind in ("note", "none"):
        return f"{entry.text or 'No arrivals or removals.'} [{entry.clause}]"
    what = "; ".join(entry.printed)
    where = " or ".join(place.words for place in entry.places) or (
        transfer_words(entry) if entry.source else ""
    )
    return f"{entry.group} {KIND[entry.kind]}{f', {where}' if where else ''}: {what} [{entry.clause}]"


def transfer_words(entry: Entry) -> str:
    return f"{entry.source.capitalize()} to {entry.goal.capitalize()}"


# ---------------------------------------------------------------- weather


def _odds(chances: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} {float(100 * p):.0f}%" for name, p in chances.items())


def _weather_value(turn: int) -> Plain:
    return {
        "band": sky.band(turn)["clause"],
        "automatic": sky.automatic(turn),
        "ground": {name: exact(p) for name, p in sky.ground_chances(turn).items()},
        "flight": {name: exact(p) for name, p in sky.flight_chances(turn).items()},
    }


def weather(
    date: str | None, ground: int | None, flight: int | None, hip_shoots: bool, interception: bool
) -> Answer:
    """BTR-weather: the chances of a turn, or what given dice bring and do."""
    number = _turn(date)
    value = head(number) | _weather_value(number)
    lines = [f"Ground: {_odds(sky.ground_chances(number))}; flight: {_odds(sky.flight_chances(number))}"]
    earth = sky.ground(number, ground) if ground is not None else sky.automatic(number)
    air = sky.flight(number, flight) if flight is not None else None
    cited = sky.clauses(number, earth, air)
    if earth:
        value["result_ground"] = earth
        lines.append(f"Ground: {earth}{_ground_die(number, ground)}")
    if air:
        value["result_flight"] = air
        lines.append(f"Flight: {air} (dice {flight})")
    if earth and air:
        done = value["effects"] = sky.effects(earth, air, hip_shoots, interception)
        lines += [f"  {name.replace('_', ' ')}: {_effect_words(effect)}" for name, effect in done.items()]
        cited += ["BTR-weather.supply", "BTR-J.15", "BTR-J.16", "BTR-J.18"]
    sources = once(["document", provenance(sky.band(number).get("provenance", "document"))])
    return Answer(value, lines, once(cited), sources, moment=moment(number))


def _ground_die(turn: int, die: int | None) -> str:
    """BTR-J.18: what the ground die does; an automatic result has none."""
    if sky.automatic(turn):
        return " (automatic)" if die is None else f" (automatic: no die is rolled, the {die} is ignored)"
    return "" if die is None else f" (die {die})"


def _effect_words(effect: object) -> str:
    if isinstance(effect, bool):
        return "yes" if effect else "no"
    return sky.MISSIONS.get(str(effect), str(effect))


# ---------------------------------------------------------------- supply


def situation(
    ground: str, ports: list[str], events: list[str], random_us: int, random_cw: int
) -> sup.Situation:
    """The situation a question describes; unknown ports and events are refused by name."""
    one_of(ground, sky.GROUNDS, "the ground")
    known = {p.casefold(): p for p in sup.PORTS} | {"antwerpen": "", "antwerp": ""}
    result: list[str] = []
    for port in ports:
        if port.casefold() not in known:
            raise GrognardError(
                f"{port!r} is not a port; the ports are {', '.join(sup.PORTS)}, or antwerpen for both"
            )
        result += [known[port.casefold()]] if known[port.casefold()] else list(sup.PORTS[:2])
    for event in events:
        one_of(event, tuple(sup.EVENTS), "the event")
    return sup.Situation(ground, frozenset(result), frozenset(events), {"us": random_us, "cw": random_cw})


def supply(
    date: str | None,
    nation: str | None,
    roll: int | None,
    ground: str,
    ports: list[str],
    events: list[str],
    random_us: int,
    random_cw: int,
    position: str | None,
) -> Answer:
    """BTR-supply: the column with every shift, and the SP of a roll or of all rolls; from a position, with
    its ports and events.
    """
    state = _position(position)
    number = state.turn if state else _turn(date)
    now = standing(state) if state else situation(ground, ports, events, random_us, random_cw)
    rows: dict[str, Plain] = {}
    value = head(number) | {
        "ground": now.ground,
        "ports": sorted(now.ports),
        "events": sorted(now.events),
        "nations": rows,
    }
    lines: list[str] = []
    cited: list[str] = []
    sources = ["document", OURS]
    for each_nation in nations(nation):
        income = sup.supply(each_nation, number, 7 if roll is None else roll, now)
        chances = sup.outcomes(each_nation, income.column)
        mean = sum((sp * p for sp, p in chances.items()), Fraction(0))
        path = list(income.path[:-1] if roll is None else income.path)
        rows[each_nation] = {
            "status": income.base,
            "column": sup.shown(income.column),
            "shifts": [m._asdict() for m in income.shifts],
            "outcomes": {str(sp): exact(p) for sp, p in sorted(chances.items())},
            "mean": exact(mean),
            "path": path,
        }
        if roll is not None:
            rows[each_nation] |= {"roll": roll, "sp": income.sp}
        lines.append(f"{sup.NATION[each_nation]} supply: {', '.join(path)}")
        if roll is None:
            lines += [f"  {sp} SP  {percent(p)}" for sp, p in sorted(chances.items())]
            lines.append(f"  {float(mean):.2f} SP expected")
        cited += income.clauses
        sources.append(provenance(sup.status(each_nation, number)["provenance"]))
    barred = [] if state else _no_such_ground(number, now.ground)
    return Answer(value, lines, once(cited), once(sources), barred, state.moment if state else moment(number))


def _no_such_ground(turn: int, ground: str) -> list[Ruling]:
    """BTR-weather.table: ground that no die of the date gives."""
    if ground in sky.ground_chances(turn):
        return []
    possible = _or(list(sky.ground_chances(turn)))
    return [
        Ruling(str(sky.band(turn)["clause"]), f"on {spell(day(turn))} the ground is {possible}, not {ground}")
    ]


# ---------------------------------------------------------------- shipping, replacements, rebuilding


def shipping(date: str | None, unit: str | None, position: str | None) -> Answer:
    """BTR-ship: the caps of a turn, what is left of them in a position, and what a unit takes of them."""
    state = _position(position)
    number = state.turn if state else _turn(date)
    caps = repl.caps(number)
    value: Plain = head(number) | {
        "rail": caps.rail,
        "sea": caps.sea,
        "unit": "SP of capacity, not saved",
    }
    barred: list[Ruling] = []
    lines = [f"Capacity this turn: rail {caps.rail} SP, sea {caps.sea} SP"]
    if state:
        rest = value["left"] = {means: capacity_left(state, means) for means in ("rail", "sea")}
        lines.append(f"Left: rail {rest['rail']} SP, sea {rest['sea']} SP")
    cited = ["BTR-ship.table", "BTR-ship.unit", "BTR-ship.sea", "BTR-ship.scenario"]
    if unit:
        numbers = find(unit)
        loads = {c: _load(state, c) for c in numbers if COUNTERS[c].category != "aircraft"}
        value["loads"] = {COUNTERS[c].name: load for c, load in loads.items()}
        lines += [f"  {DISPLAY[c]} takes {n} SP of capacity" for c, n in loads.items()]
        barred = [ruling for c in numbers for ruling in _not_carried(state, c, loads.get(c), caps)]
        cited = once([*cited, "BTR-ship.convert", *(ruling.clause for ruling in barred)])
    sources = once([provenance(caps.provenance), "series", OURS])
    return Answer(value, lines, cited, sources, barred, state.moment if state else moment(number))


def _load(state: BeyondTheRhine | None, unit: int) -> int:
    """The capacity a counter takes: in a position as it is, else at full strength."""
    return cargo(state, unit) if state and state.at[unit] else repl.load(COUNTERS[unit], COUNTERS[unit].steps)


def _not_carried(state: BeyondTheRhine | None, unit: int, load: int | None, caps: repl.Caps) -> list[Ruling]:
    """Why neither rail nor sea carries a counter, at its date or in a position."""
    if load is None:
        return [
            Ruling("BTR-ship.unit", f"{DISPLAY[unit]} is an aircraft; rail and ships do not carry aircraft")
        ]
    rail, sea = (
        (capacity_left(state, "rail"), capacity_left(state, "sea")) if state else (caps.rail, caps.sea)
    )
    if load <= max(rail, sea):
        return []
    return [
        Ruling(
            "BTR-ship.table",
            f"{DISPLAY[unit]} takes {load} SP; rail has {rail} SP and sea {sea} SP of capacity",
        )
    ]


def replacements(date: str | None, nation: str | None, roll: int | None) -> Answer:
    """BTR-repl: what a roll brings, or every roll with its chance."""
    number = _turn(date)
    results: dict[str, Plain] = {}
    lines: list[str] = []
    cited: list[str] = []
    for each_nation in nations(nation):
        rolls = [roll] if roll is not None else list(sky.TWO_DICE)
        by_roll = {n: repl.replacements(each_nation, number, n) for n in rolls}
        mean = {
            name: sum(getattr(r, name) * sky.TWO_DICE[n] for n, r in by_roll.items()) / 36
            for name in repl.RESULTS
        }
        rows = {
            str(n): {
                **{k: v for k, v in r._asdict().items() if k not in ("path", "clauses")},
                "path": list(r.path),
            }
            for n, r in by_roll.items()
        }
        results[each_nation] = {"modifier": repl.modifier(each_nation, number), "rolls": rows} | (
            {} if roll else {"mean": mean}
        )
        lines.append(f"{sup.NATION[each_nation]} replacements:")
        lines += [f"  {', '.join(r.path)}" for r in by_roll.values()]
        if roll is None:
            lines.append(
                "  expected: " + ", ".join(f"{m:.2f} {repl.TITLES[name]}" for name, m in mean.items())
            )
        cited += [c for r in by_roll.values() for c in r.clauses]
    extra = ["BTR-repl.users", "BTR-repl.air", "BTR-repl.misc", "BTR-repl.keep", "BTR-J.17"]
    value = head(number) | {"nations": results}
    return Answer(value, lines, once([*cited, *extra]), ["document", OURS], moment=moment(number))


def rebuild(unit: str | None, row: str | None, position: str | None) -> Answer:
    """BTR-rebuild: the price of a unit, a row of the table, or the whole table; from a position, whether it
    can be rebuilt there.
    """
    if unit:
        return _unit_price(unit, _position(position))
    rows = repl.rows_named(row) if row else repl.ROWS
    barred = (
        [Ruling(r["clause"], f"{r['name']} {_row_words(r)}") for r in rows if r.get("special")] if row else []
    )
    value = {"rows": [{k: v for k, v in r.items() if k != "provenance"} for r in rows]}
    lines = [f"{r['name']}: {_row_words(r)} [{r['clause']}]" for r in rows]
    cited = once([r["clause"] for r in rows] + ["BTR-rebuild.default"])
    return Answer(value, lines, cited, ["document (repaired)"], barred)


def _unit_price(unit: str, state: BeyondTheRhine | None) -> Answer:
    counters = [COUNTERS[c] for c in find(unit)]
    prices = {counter.name: repl.price(counter) for counter in counters}
    value = {
        "units": {
            n: p._asdict() | {"steps": c.steps, "pool": c.pool}
            for (n, p), c in zip(prices.items(), counters, strict=True)
        }
    }
    lines = [
        f"{display_name(name)}: {price_words(p)} (row {p.row}) [{p.clause}]" for name, p in prices.items()
    ]
    cited = [
        *(p.clause for p in prices.values()),
        "BTR-rebuild.default",
        "BTR-rebuild.re",
        "BTR-rebuild.step",
        "BTR-rebuild.place",
        "BTR-rebuild.leg-artillery",
    ]
    barred = [ruling for counter in counters for ruling in _not_rebuilt(state, counter)]
    return Answer(
        value,
        lines,
        once([*cited, *(r.clause for r in barred)]),
        ["document (repaired)", "series", OURS],
        barred,
    )


def _not_rebuilt(state: BeyondTheRhine | None, counter: Counter) -> list[Ruling]:
    """In a position as play judges it at its moment; without one, the row that sells no such counter."""
    if state is not None:
        return state.why_not(Rebuild(counter.name))
    price = repl.price(counter)
    return (
        [Ruling(price.clause, f"{counter.display} {price.why_not} (row {price.row})")]
        if price.why_not
        else []
    )


def _position(path: str | None) -> BeyondTheRhine | None:
    """The position a question is about, if it names one."""
    return None if path is None else position_at(BeyondTheRhine, path)


def price_words(p: repl.Price) -> str:
    if p.why_not:
        return p.why_not
    return cost_words(p.pax, p.eq) + ("" if p.whole else " a step")


def _row_words(row: PriceRow) -> str:
    if special := row.get("special"):
        return repl.SPECIAL[special]
    return cost_words(row["pax"], row["eq"]) + {"unit": "", "step": " per step", "re": " per RE"}[row["per"]]
