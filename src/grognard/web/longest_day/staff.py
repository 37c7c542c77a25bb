"""The staff desk of The Longest Day: the ledger of a day as boards, roster and HQ cards, and where a unit may
go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypedDict

from grognard.core.plain import Plain
from grognard.games.longest_day.capacity import (
    AMERICAN,
    BOTH,
    FIFTY,
    ONE,
    SELF_PROPELLED,
    US_GUNS,
    units_over,
)
from grognard.games.longest_day.capacity import rows as limits
from grognard.games.longest_day.days import LAST_DAY, NEVER, date_words, day_of, iso
from grognard.games.longest_day.fifth import ARMOUR_CORPS
from grognard.games.longest_day.ledger import OPENS, Ledger, Order, effective_day, trigger_day
from grognard.games.longest_day.ledger_rules import (
    APART,
    CANADIAN_GUNS,
    LONER,
    THEIR_DIVISION,
    Violation,
    check,
    deadline,
    illegal_orders,
)
from grognard.games.longest_day.pages import Standing
from grognard.games.longest_day.pieces import ALLIED, FORMATIONS, ROWS, SCENARIO, UNIT
from grognard.games.longest_day.plan import plan
from grognard.games.longest_day.roster import CORPS, Corps, Record

KEYS = {"I": "1", "VIII": "8", "XII": "2", "XXX": "3", "IICAN": "C"}
SHORT = {
    " Division": "",
    "Armoured Brigade": "Armd",
    "Tank Brigade": "Tank",
    "Infantry Brigade": "Inf",
    "Special Service (Commando) Brigade": "SS Cdo",
    "Infantry": "Inf",
    "Armoured": "Arm",
    "Airborne": "Abn",
    "Canadian": "Can",
    "Polish": "Pol",
    " recon battalion": "",
    "Anti-Tank battalion": "AT",
    "Guards": "Gds",
    "Brigade": "",
    "st ": " ",
    "nd ": " ",
    "rd ": " ",
    "th ": " ",
}
TYPES = {
    "hq": "hq",
    "supply": "supply",
    "arm": "armor",
    "gpz": "armor",
    "armour": "armor",
    "inf": "infantry",
    "ginf": "infantry",
    "gsta": "infantry",
    "infantry": "infantry",
    "motor": "motor",
    "gpg": "motor",
    "abn": "parachute",
    "mg": "machine_gun",
    "recce": "armored_recon",
    "grec": "armored_recon",
    "recon": "armored_recon",
    "fd": "artillery",
    "gfd": "artillery",
    "lt": "artillery",
    "sp": "sp_artillery",
    "artillery_sp": "sp_artillery",
    "at": "anti_tank",
    "anti_tank": "anti_tank",
    "commando": "commando",
    "avre": "engineer",
    "crocodile": "flame",
    "crab": "flail",
    "corps_recon": "armored_recon",
    "corps_anti_tank": "anti_tank",
    "armoured_brigade": "armor",
    "infantry_brigade": "infantry",
    "commando_brigade": "commando",
}


def kind_of(kind: str) -> str:
    """The sign on a counter, by the kind its file gives it."""
    return TYPES.get(kind, "artillery" if kind.startswith("artillery") else "infantry")


class Writable(TypedDict):
    """Whether orders can be written now; if not, why."""

    ok: bool
    clause: str
    because: str


class Staff(NamedTuple):
    """A side's ledger on a day, and where its pieces are."""

    ledger: Ledger
    day: int
    phase: str
    hex_of: Callable[[str], str]  # counter -> hex, or nothing
    supply_words: Callable[[str], Plain]  # HQ -> what its card says of its supply
    writable: Writable
    write: Callable[[Order], list[str]]  # an order as actions
    barred: Callable[[str], Violation | None] = lambda unit: None  # why nothing can be written for a unit now
    strikes: bool = False  # whether an order can be struck again
    together: Callable[[list[Order]], list[str]] = (
        lambda orders: []
    )  # orders that are judged as one, as actions
    hold: Callable[[Order], list[str]] = lambda order: []  # an order as the first of a set that is still open
    open_set: Plain | None = None  # the set being written
    stand_ins: Callable[[str], list[tuple[str, str]]] = (
        lambda unit: []
    )  # HQs, and the eliminated units there (TLD-J.6)

    @property
    def side(self) -> str:
        return self.ledger.side

    @property
    def bites(self) -> int:
        """TLD-A.corps.4: an order written now takes effect in the next own REPLACEMENT PHASE."""
        return self.day + 1


# ---------------------------------------------------------------- the ledger as boards


def staff(s: Staff) -> Plain:
    violations, stands = [*check(s.ledger, s.bites), *written_amiss(s)], s.ledger.standing(s.day)
    rows = {record.id: row(s, record) for record in subjects(s.ledger)}
    return {
        "day": iso(s.day),
        "number": s.day + 1,
        "days": LAST_DAY + 1,
        "side": s.side,
        "bites": iso(s.bites),
        "writable": s.writable,
        "rows": rows,
        "corps": [card(s, corps, violations) for corps in corps_of(s.side)],
        "corpsOf": {unit: corps_word(stands, unit) or None for unit in stands.word},
        "orders": list(orders(s)),
        "problems": [violation(f) for f in violations],
        "due": list(due(s)),
        "waiting": list(waiting(s)),
        "loose": loose(s),
        "set": s.open_set,
    }


def subjects(ledger: Ledger) -> Iterator[Record]:
    """What is moved as one: divisions, brigades and battalion groups whole, and single counters."""
    whole = {
        unit
        for r in ledger.roster.records.values()
        if r.what in ("brigade", "group")
        for unit in r.members
        if unit != r.id
    }
    for record in ledger.roster.records.values():
        if (
            record.side == ledger.side
            and record.what in ("division", "brigade", "group", "unit")
            and record.id not in whole
            and record.nationality not in ("French",)
        ):
            yield record


def corps_of(side: str) -> list[Corps]:
    return [corps for corps in CORPS.values() if corps.side == side]


def row(s: Staff, record: Record) -> Plain:
    counters = s.ledger.roster.counters(record.id)
    now, then = (s.ledger.standing(day) for day in (s.day, s.bites))
    current, upcoming = (sorted({corps_word(stands, u) for u in counters}) for stands in (now, then))
    hqs_ = sorted({hq for u in counters if (hq := now.hq.get(u, OWN_HQ.get(u, "")))})
    # TLD-A.corps.17: it came to its corps by an order of its own, or with the division whose HQ it draws on
    number = max(
        (now.since.get(u, -1) for u in (*counters, *(hq.removesuffix(":HQ") for hq in hqs_))), default=-1
    )
    places = [hex_ for hex_ in map(s.hex_of, pieces(record)) if hex_]
    return {
        "id": record.id,
        "name": record.name,
        "short": short(record),
        "kind": record.what,
        "type": sign(record),
        "nation": record.nationality,
        "side": record.side,
        "rating": record.rating,
        "members": list(pieces(record)),
        "special": bool(record.special),
        "gun": record.arm == "artillery",
        "on_map": bool(places),
        "hex": places[0] if places else None,
        "arrives": None if places else comes(record, s.day),
        "corps": current[0] or None if current else None,
        "since": iso(effective_day(s.ledger, s.ledger.orders[number])) if number >= 0 else None,
        "next": {"corps": upcoming[0] or None, "day": iso(s.bites)}
        if upcoming and upcoming != current
        else None,
        "hqs": hqs_,
    }


BROTHERS = "CDO-41RM"  # a counter of 47 RM's brigade
OWN_HQ = {
    CANADIAN_GUNS: f"{THEIR_DIVISION}:HQ"
}  # TLD-A.corps.13: a division's own, though no number is printed on it


def corps_word(stands: Standing, unit: str) -> str:
    """The corps a unit is written to; 19C goes with its division until something else is written."""
    return stands.word.get(unit, "") or (stands.corps_of_hq(OWN_HQ[unit]) if unit in OWN_HQ else "")


def pieces(record: Record) -> tuple[str, ...]:
    """The counters of a record; of a division those printed with its number."""
    return _divisional(record.id) if record.what == "division" else record.members or (record.id,)


@lru_cache(maxsize=256)
def _divisional(division: str) -> tuple[str, ...]:
    return tuple(str(raw["id"]) for raw in ROWS if raw["division"] == division)


def short(record: Record) -> str:
    if record.what == "unit" or record.nationality == "German":
        return record.id
    name = record.name
    for long, brief in SHORT.items():
        name = name.replace(long, brief)
    return name.strip()


def sign(record: Record) -> str:
    if record.what == "division":
        return {"armour": "armor", "airborne": "parachute"}.get(record.division_class, "infantry")
    return kind_of(record.kind)


@lru_cache(maxsize=1)
def entries() -> dict[str, int]:
    """TLD-S.11: the day every counter may enter, as the scenario lists them."""
    result: dict[str, int] = {}
    for entry in SCENARIO["entry"]:
        names = [
            u for name in entry.get("units", ()) for u in FORMATIONS.get(name, {}).get("members", (name,))
        ]
        names += [u for division in entry.get("divisions", ()) for u in _divisional(division)]
        for name in names:
            result.setdefault(name, day_of(entry["date"]))
    return result


def entry_day(name: str) -> int:
    """The day a counter may enter, or never."""
    return entries().get(name, NEVER)


def comes(record: Record, today: int) -> str | None:
    days = [entries()[u] for u in pieces(record) if u in entries()]
    return iso(max(min(days), today)) if days else None


# ---------------------------------------------------------------- a corps and its HQs


def card(s: Staff, corps: Corps, violations: Iterable[Violation]) -> Plain:
    then = s.ledger.standing(s.bites)
    divisions = [s.ledger.roster.divisions[d] for d in then.divisions(corps.id)]
    due_ = deadline(s.ledger, corps.id)
    note = (
        f"{len(divisions)} of 2 due {date_words(due_)}"
        if s.day <= due_ < NEVER and len(divisions) < 2
        else ""
    )
    return {
        "id": corps.id,
        "name": corps.name,
        "key": KEYS.get(corps.id) or str(1 + corps_of(s.side).index(corps)),
        "where": where_is(s, corps.hq),
        "here": bool(s.hex_of(corps.hq)),
        "note": note,
        "meters": meters(s, corps, divisions),
        "problems": [violation(f) for f in violations if f.place == corps.id],
        "hqs": [hq_card(s, hq) for hq in (corps.hq, *(f"{d.id}:HQ" for d in divisions)) if s.hex_of(hq)],
    }


def meters(s: Staff, corps: Corps, divisions: list[Record]) -> list[Plain]:
    armour = sum(d.division_class == "armour" for d in divisions)
    result = [
        {
            "name": "divisions",
            "now": len(divisions),
            "most": max(4, min(len(divisions), 5)) if not over_four(s, corps) else 4,
            "clause": "TLD-A.corps.8.a",
        }
    ]
    if s.side == ALLIED:
        result.append({"name": "armour", "now": armour, "most": 2, "clause": "TLD-A.corps.9.b"})
    guns = next(
        (
            r
            for r in limits(s.ledger, s.ledger.standing(s.bites), corps.hq)
            if r.name == "independent artillery"
        ),
        None,
    )
    return result + (
        [{"name": "artillery", "now": len(guns.units), "most": guns.limit, "clause": guns.clause}]
        if guns
        else []
    )


def over_four(s: Staff, corps: Corps) -> bool:
    return any(
        f.place == corps.id and f.clause in ("TLD-A.corps.8.a", "TLD-A.corps.8.c", "TLD-A.corps.8.d")
        for f in check(s.ledger, s.bites)
    )


def where_is(s: Staff, hq: str) -> str:
    if hex_ := s.hex_of(hq):
        return f"HQ {hex_}"
    came = s.ledger.arrived.get(hq, entry_day(hq))
    return f"HQ lands {date_words(came)}" if s.day <= came < NEVER else "HQ off the map"


def hq_card(s: Staff, hq: str) -> Plain:
    now, then = (s.ledger.standing(day) for day in (s.day, s.bites))
    over = units_over(s.ledger, then, hq)
    attached = [
        {"id": u, "day": None if now.hq.get(u) == hq else iso(s.bites), "over": u in over}
        for u in then.attached(hq)
        if u in UNIT
    ]
    shown = [r for r in limits(s.ledger, then, hq) if r.units or (r.limit and "US" not in r.name)]
    result = {
        "id": hq,
        "meters": [
            {"name": brief(r.name), "now": len(r.units), "most": r.limit, "clause": r.clause} for r in shown
        ],
        "attached": attached,
        "notes": [],
    }
    return result | {"where": where_is(s, hq), "supplied": None} | s.supply_words(hq)


LIMIT_WORDS = {
    "independent brigades": "brigades",
    "of them armoured": "armoured",
    "armoured brigades": "armoured",
    "special armor units of the 79th": "79th Armd",
    "attached units in all": "attached",
    "independent artillery": "artillery",
    "of them US artillery groups": "US groups",
    "recon battalions": "recon bn",
    "anti-tank battalions": "anti-tank bn",
    "artillery 86 and 147": "86 and 147",
}


def brief(name: str) -> str:
    return LIMIT_WORDS.get(name, name)


def loose(s: Staff) -> list[str]:
    """TLD-B.4: independent units on the map without a written HQ."""
    then = s.ledger.standing(s.bites)
    return [
        u
        for u, r in s.ledger.roster.units.items()
        if r.side == s.side and u in UNIT and u not in OWN_HQ and s.hex_of(u) and not then.hq.get(u)
    ]


# ---------------------------------------------------------------- orders, dates, faults


def violation(result: Violation) -> Plain:
    return {
        "clause": result.clause,
        "because": result.because,
        "units": list(result.units),
        "place": result.place,
    }


def written_amiss(s: Staff) -> Iterator[Violation]:
    """Orders of a ledger kept by hand that could not be written at all."""
    for order, result in illegal_orders(s.ledger, s.day):
        yield result._replace(because=f"{order}: {result.because}")


def orders(s: Staff) -> Iterator[Plain]:
    """Orders not yet in force."""
    now = s.ledger.standing(s.day)
    for order in s.ledger.orders:
        if order.day <= s.day and effective_day(s.ledger, order) > s.day:
            counters = s.ledger.roster.counters(order.unit)
            is_hq = s.ledger.roster.is_hq(order.to)
            before = next(((now.hq if is_hq else now.word).get(u, "") for u in counters), "")
            yield {
                "who": order.unit,
                "from": before or None,
                "to": order.to,
                "effective": iso(effective_day(s.ledger, order)),
                "strike": f"strike {order.unit}" if s.strikes and order.day == s.day else None,
            }


def due(s: Staff) -> Iterator[Plain]:
    """TLD-A.corps.5, .12, .16: what the calendar asks for next."""
    held = {corps.id: len(s.ledger.standing(s.bites).divisions(corps.id)) for corps in corps_of(s.side)}
    rows = [
        (deadline(s.ledger, c.id), f"{c.name} holds two divisions", "TLD-A.corps.5", held[c.id] >= 2)
        for c in corps_of(s.side)
    ]
    if s.side == ALLIED:
        rows += [
            (trigger_day(s.ledger), "every Canadian to II Can Corps", "TLD-A.corps.12", False),
            (ARMOUR_CORPS, "an all-armour corps is allowed", "TLD-A.corps.16", False),
            *_dated(s.ledger.standing(s.bites)),
        ]
    for day, words, clause, met in sorted(rows):
        if s.day <= day < NEVER:
            yield {"day": iso(day), "words": words, "clause": clause, "met": met}


def _dated(then: Standing) -> Iterator[tuple[int, str, str, bool]]:
    """TLD-A.corps.19, TLD-B.4.a.5: leave that runs out for a unit that makes use of it."""
    guns = [gun for gun in SELF_PROPELLED if then.hq.get(gun) == f"{FIFTY}:HQ"]
    if then.word.get(LONER) != then.word.get(BROTHERS):
        yield APART + 1, "47 RM Commando is with its brigade", "TLD-J.7", False
    if len(guns) > 1:
        yield BOTH + 1, "50th Division feeds 86 or 147, not both", "TLD-B.4.a.5", False
    if guns:
        yield ONE + 1, "50th Division feeds neither 86 nor 147", "TLD-B.4.a.5", False
    if then.hq.get(AMERICAN) == f"{FIFTY}:HQ":
        yield US_GUNS + 1, "50th Division feeds 987 (US) no more", "TLD-B.4.a.5", False


def waiting(s: Staff) -> Iterator[Plain]:
    if s.side == ALLIED and not s.hex_of("HQ-IICAN"):
        yield {
            "words": (
                "2 Canadian Corps: HQ not on the map. It takes every Canadian the turn after the second"
                " Canadian divisional HQ lands."
            ),
            "clause": "TLD-A.corps.12",
        }


# ---------------------------------------------------------------- the roster


def roster(s: Staff) -> Plain:
    """TLD-A.form: units down, days across: the corps of every row from the first day to the last."""
    from grognard.sheets.longest_day import form, german_form

    lines = form() if s.side == ALLIED else german_form()
    days = changes(s)
    homes = {member: record.id for record in subjects(s.ledger) for member in (record.id, *record.members)}
    rows = []
    for line in lines:
        record = s.ledger.roster.records[line.id]
        row = {
            "id": line.id,
            "name": line.name,
            "rating": line.rating,
            "heading": line.heading,
            "member": line.member,
            "type": sign(record),
            "nation": record.nationality,
        }
        rows.append(row | {"row": homes.get(line.id, line.id), "runs": runs(s, line.id, days)})
    return {"today": s.day, "days": LAST_DAY + 1, "corps": [c.id for c in corps_of(s.side)], "rows": rows}


def runs(s: Staff, unit: str, days: Iterable[int]) -> list[Plain]:
    """Stretches of days in one corps; those that begin after today are only written."""
    counters = s.ledger.roster.counters(unit)
    if not counters:
        return []
    result: list[Plain] = []
    for day in days:
        homes = {s.ledger.standing(day).word.get(u, "") for u in counters}
        home = homes.pop() if len(homes) == 1 else ""
        if result and result[-1]["corps"] == home:
            continue
        if result:
            result[-1]["to"] = day
        result.append({"from": day, "to": LAST_DAY + 1, "corps": home, "pending": day > s.day})
    return [run for run in result if run["corps"]]


def changes(s: Staff) -> list[int]:
    """The days on which a unit's corps may change; units that draw on a division's HQ go with it
    (TLD-A.corps.17).
    """
    days = {effective_day(s.ledger, o) for o in s.ledger.orders}
    trigger = trigger_day(s.ledger)
    return sorted({0, *days, *([trigger] if trigger < NEVER else [])})


def proposal(s: Staff) -> Plain:
    """Orders the planner would write today: a legal ledger, and an HQ for every unit that can have one."""
    made = plan(s.ledger, s.day, phase=s.phase)
    names = s.ledger.roster.records
    rows = [
        {"who": o.unit, "name": names[o.unit].name, "to": o.to, "orders": s.write(o)} for o in made.orders
    ]
    return {"orders": rows, "faults": [violation(f) for f in made.violations], "bites": iso(s.bites)}


def may_write(ledger: Ledger, day: int, own_segment: bool) -> Writable:
    """TLD-A.corps.2: in any of one's own player segments, from the day the rules open."""
    opens = OPENS[ledger.side]
    if day < opens:
        return {
            "ok": False,
            "clause": "TLD-A.corps.2",
            "because": f"The {ledger.side} player writes from {date_words(opens)} on.",
        }
    if not own_segment:
        return {
            "ok": False,
            "clause": "TLD-A.corps.2",
            "because": "Orders are written in the Replacement Phase of one's own segment, and at its end.",
        }
    return {"ok": True, "clause": "TLD-A.corps.4", "because": ""}
