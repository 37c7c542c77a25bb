"""Answers about the calendar, weather, supply, shipping, replacements and rebuilding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.core.ask import Answer, exact, once, percent
from grognard.core.calendar import spell
from grognard.core.data import provenance
from grognard.core.ruling import GrognardError

from . import replacements as repl
from . import supply as sup
from . import weather as sky
from .chart import COUNTERS, ENTRIES, ON_TURN, Entry
from .dates import LAST, NOTES, campaign, day, turn_on, two_map
from .pieces import NATIONS
from .stories import find

NAME = {"us": "American", "cw": "Commonwealth"}
OURS = "reconstruction"


def _turn(date: str | None) -> int:
    return turn_on(date or "1")


def head(turn: int) -> dict[str, Any]:
    return {"turn": turn, "date": day(turn).isoformat()}


def nations(name: str | None) -> list[str]:
    return [sup.nation(name)] if name else list(NATIONS)


def one_of(value: str, known: tuple[str, ...], what: str) -> str:
    if value not in known:
        raise GrognardError(f"{what} is one of {', '.join(known)}, not {value!r}")
    return value


# ---------------------------------------------------------------- turn


def turn(date: str | None, campaign_: str) -> Answer:
    """BTR-cal: everything a turn has in store, at one look."""
    number, game = _turn(date), campaign(campaign_)
    entries = [ENTRIES[i] for i in ON_TURN.get(number, ()) if ENTRIES[i].used_in(game)]
    caps = repl.caps(number)
    value: dict[str, Any] = head(number) | {
        "of": LAST, "spelt": spell(day(number)), "two_map": two_map(number), "note": NOTES.get(number, ""),
        "weather": _weather_value(number),
        "supply_status": {who: int(sup.status(who, number)["column"]) for who in NATIONS},
        "replacement_modifier": {who: repl.modifier(who, number) for who in NATIONS},
        "pax_star_reduced": repl.starred(number), "caps": {"rail": caps.rail, "sea": caps.sea},
        "entries": [entry_value(entry) for entry in entries],
    }  # fmt: skip
    lines = [f"turn {number} of {LAST}, {spell(day(number))}" + (f": {NOTES[number]}" if number in NOTES else "")]
    lines.append(f"  weather: {_odds(sky.ground_chances(number))}; flight {_odds(sky.flight_chances(number))}")
    lines.append(
        f"  supply status: US {value['supply_status']['us']}, CW {value['supply_status']['cw']}; rail {caps.rail}, sea {caps.sea} SP"
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
    return Answer(value, lines, once([*cited, *(entry.clause for entry in entries)]), ["document"])


def entry_value(entry: Entry) -> dict[str, Any]:
    return {
        "clause": entry.clause, "kind": entry.kind, "group": entry.group, "scope": entry.scope,
        "campaigns": list(entry.campaigns), "basis": entry.basis, "places": [place.words for place in entry.places],
        "counters": [COUNTERS[c].name for c in entry.counters()],
        "printed": [line.raw for line in entry.lines] or [swap.raw for swap in entry.swaps],
        "leaves": [COUNTERS[c].name if c >= 0 else f"any {identity[0]} {identity[1]}" for identity, c in entry.gone],
        "from": entry.source, "to": entry.goal, "text": entry.text, "provenance": entry.provenance, "repairs": list(entry.repairs),
    }  # fmt: skip


KIND = {
    "arrive": "arrive", "remove": "are removed", "exchange": "exchange", "transfer": "transfer", "add_to_dead_pile": "to the dead pile",
    "add_to_airfields": "to the airfields", "reserve_marker": "reserve markers", "note": "note", "none": "nothing",
}  # fmt: skip


def entry_words(entry: Entry) -> str:
    if entry.kind in ("note", "none"):
        return f"{entry.text or 'nothing arrives or leaves'} [{entry.clause}]"
    what = "; ".join([line.raw for line in entry.lines] or [swap.raw for swap in entry.swaps])
    what = what or "; ".join(COUNTERS[c].name if c >= 0 else f"any {identity[0]} {identity[1]}" for identity, c in entry.gone)
    where = " or ".join(place.words for place in entry.places) or (f"{entry.source} to {entry.goal}" if entry.source else "")
    return f"{entry.group} {KIND[entry.kind]}{f', {where}' if where else ''}: {what} [{entry.clause}]"


# ---------------------------------------------------------------- weather


def _odds(chances: dict[str, Any]) -> str:
    return ", ".join(f"{name} {float(100 * p):.0f}%" for name, p in chances.items())


def _weather_value(turn: int) -> dict[str, Any]:
    return {
        "band": sky.band(turn)["clause"], "automatic": sky.automatic(turn),
        "ground": {name: exact(p) for name, p in sky.ground_chances(turn).items()},
        "flight": {name: exact(p) for name, p in sky.flight_chances(turn).items()},
    }  # fmt: skip


def weather(date: str | None, ground: int | None, flight: int | None, hip_shoots: bool, interception: bool) -> Answer:
    """BTR-weather: the chances of a turn, or what given dice bring and do."""
    number = _turn(date)
    value = head(number) | _weather_value(number)
    lines = [f"{spell(day(number))}: ground {_odds(sky.ground_chances(number))}; flight {_odds(sky.flight_chances(number))}"]
    earth = sky.ground(number, ground) if ground is not None else sky.automatic(number)
    air = sky.flight(number, flight) if flight is not None else None
    cited = sky.clauses(number, earth, air)
    if earth:
        value["result_ground"] = earth
        lines.append(f"ground {earth}" + ("" if ground is None else f" on a {ground}"))
    if air:
        value["result_flight"] = air
        lines.append(f"flight {air} on {flight}")
    if earth and air:
        done = value["effects"] = sky.effects(earth, air, hip_shoots, interception)
        lines += [
            f"  {name.replace('_', ' ')}: {said if not isinstance(said, bool) else 'yes' if said else 'no'}"
            for name, said in done.items()
        ]
        cited += ["BTR-weather.supply", "BTR-J.15", "BTR-J.16", "BTR-J.18"]
    return Answer(value, lines, once(cited), once(["document", provenance(sky.band(number).get("provenance", "document"))]))


# ---------------------------------------------------------------- supply


def situation(ground: str, ports: list[str], events: list[str], random_us: int, random_cw: int) -> sup.Situation:
    """The situation a question describes; what there is not is refused by name."""
    one_of(ground, sky.GROUNDS, "ground")
    known = {p.casefold(): p for p in sup.PORTS} | {"antwerpen": "", "antwerp": ""}
    found: list[str] = []
    for port in ports:
        if port.casefold() not in known:
            raise GrognardError(f"there is no port {port!r}; there is {', '.join(sup.PORTS)}, or antwerpen for both")
        found += [known[port.casefold()]] if known[port.casefold()] else list(sup.PORTS[:2])
    for event in events:
        one_of(event, tuple(sup.EVENTS), "an event")
    return sup.Situation(ground, frozenset(found), frozenset(events), {"us": random_us, "cw": random_cw})


def supply(
    date: str | None, nation: str | None, roll: int | None, ground: str, ports: list[str], events: list[str],
    random_us: int, random_cw: int,
) -> Answer:  # fmt: skip
    """BTR-supply: the column with every shift, and the SP of a roll or of all rolls."""
    number, now = _turn(date), situation(ground, ports, events, random_us, random_cw)
    value: dict[str, Any] = head(number) | {
        "ground": ground,
        "ports": sorted(now.ports),
        "events": sorted(now.events),
        "nations": {},
    }
    lines: list[str] = []
    cited: list[str] = []
    sources = ["document", OURS]
    for who in nations(nation):
        found = sup.supply(who, number, 7 if roll is None else roll, now)
        chances = sup.outcomes(who, found.column)
        mean = sum((sp * p for sp, p in chances.items()), Fraction(0))
        row: dict[str, Any] = {
            "status": found.base, "column": sup.shown(found.column), "shifts": [m._asdict() for m in found.shifts],
            "outcomes": {str(sp): exact(p) for sp, p in sorted(chances.items())}, "mean": exact(mean),
            "path": list(found.path[:-1] if roll is None else found.path),
        }  # fmt: skip
        if roll is not None:
            row |= {"roll": roll, "sp": found.sp}
        value["nations"][who] = row
        lines.append(f"{NAME[who]}: " + "; ".join(row["path"]) + ("" if roll is not None else f"; column {row['column']}"))
        if roll is None:
            lines += [f"  {sp} SP  {percent(p)}" for sp, p in sorted(chances.items())]
            lines.append(f"  on average {float(mean):.2f} SP")
        cited += found.clauses
        sources.append(provenance(sup.status(who, number)["provenance"]))
    return Answer(value, lines, once(cited), once(sources))


# ---------------------------------------------------------------- shipping, replacements, rebuilding


def shipping(date: str | None, unit: str | None) -> Answer:
    """BTR-ship: the caps of a turn, and what a unit takes of them."""
    number = _turn(date)
    caps = repl.caps(number)
    value: dict[str, Any] = head(number) | {"rail": caps.rail, "sea": caps.sea, "unit": "SP of capacity, not saved"}
    lines = [f"{spell(day(number))}: rail {caps.rail}, sea {caps.sea} SP of capacity"]
    cited = ["BTR-ship.table", "BTR-ship.unit", "BTR-ship.sea", "BTR-ship.scenario"]
    if unit:
        counters = [COUNTERS[c] for c in find(unit) if COUNTERS[c].category != "aircraft"]
        value["loads"] = {counter.name: repl.load(counter, counter.steps) for counter in counters}
        lines += [f"  {name} takes {n} SP of capacity" for name, n in value["loads"].items()]
        cited.append("BTR-ship.convert")
    return Answer(value, lines, cited, once([provenance(caps.provenance), "series", OURS]))


def replacements(date: str | None, nation: str | None, roll: int | None) -> Answer:
    """BTR-repl: what a roll brings, or every roll with its chance."""
    number = _turn(date)
    value: dict[str, Any] = head(number) | {"nations": {}}
    lines: list[str] = []
    cited: list[str] = []
    for who in nations(nation):
        rolls = [roll] if roll is not None else list(sky.TWO_DICE)
        found = {n: repl.replacements(who, number, n) for n in rolls}
        mean = {name: sum(getattr(r, name) * sky.TWO_DICE[n] for n, r in found.items()) / 36 for name in repl.RESULTS}
        rows = {
            str(n): {**{k: v for k, v in r._asdict().items() if k not in ("path", "clauses")}, "path": list(r.path)}
            for n, r in found.items()
        }
        value["nations"][who] = {"modifier": repl.modifier(who, number), "rolls": rows} | ({} if roll else {"mean": mean})
        lines.append(f"{NAME[who]}, {spell(day(number))}:")
        lines += [f"  {'; '.join(r.path)}" for r in found.values()]
        if roll is None:
            lines.append("  on average " + ", ".join(f"{m:.2f} {name}" for name, m in mean.items()))
        cited += [c for r in found.values() for c in r.clauses]
    extra = ["BTR-repl.users", "BTR-repl.air", "BTR-repl.misc", "BTR-repl.keep", "BTR-J.17"]
    return Answer(value, lines, once([*cited, *extra]), ["document", OURS])


def rebuild(unit: str | None, row: str | None) -> Answer:
    """BTR-rebuild: what a unit costs, or a row of the table, or the whole table."""
    if unit:
        counters = [COUNTERS[c] for c in find(unit)]
        prices = {counter.name: repl.price(counter) for counter in counters}
        value: dict[str, Any] = {
            "units": {
                n: p._asdict() | {"steps": c.steps, "pool": c.pool} for (n, p), c in zip(prices.items(), counters, strict=True)
            }
        }
        lines = [f"{name}: {price_words(p)} ({p.row}) [{p.clause}]" for name, p in prices.items()]
        cited = [
            *(p.clause for p in prices.values()),
            "BTR-rebuild.default",
            "BTR-rebuild.re",
            "BTR-rebuild.step",
            "BTR-rebuild.place",
            "BTR-rebuild.leg-artillery",
        ]
        return Answer(value, lines, once(cited), ["document (repaired)", "series", OURS])
    rows = [repl.row_named(row)] if row else repl.ROWS
    value = {"rows": [{k: v for k, v in r.items() if k != "provenance"} for r in rows]}
    lines = [f"{r['name']}: {_row_words(r)} [{r['clause']}]" for r in rows]
    return Answer(value, lines, once([r["clause"] for r in rows] + ["BTR-rebuild.default"]), ["document (repaired)"])


def price_words(p: repl.Price) -> str:
    if p.why_not:
        return p.why_not
    cost = " + ".join(part for part in (f"{p.pax} Pax" if p.pax else "", f"{p.eq} Eq" if p.eq else "") if part)
    return cost + ("" if p.whole else " a step")


def _row_words(row: dict[str, Any]) -> str:
    if special := row.get("special"):
        return repl.SPECIAL[special]
    cost = " + ".join(
        part for part in (f"{row['pax']} Pax" if row["pax"] else "", f"{row['eq']} Eq" if row["eq"] else "") if part
    )
    return cost + {"unit": "", "step": " per step", "re": " per RE"}[row["per"]]
