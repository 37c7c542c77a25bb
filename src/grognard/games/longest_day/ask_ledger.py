"""Questions on the ledger: who is where, may an order be written, what can an HQ supply, what would be a
legal plan."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from grognard.core.ask import Answer, once
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, Ruling, refused

from .capacity import rows, units_over
from .days import LAST_DAY, NEVER, date_words, day_of, iso
from .ledger import LATER, REPLACEMENT, Ledger, Order, awaited, effective_day, order, target, when_in_force
from .ledger_fixes import Fix, find_fixes
from .ledger_rules import Violation, check, deadline, illegal_orders, objections
from .pieces import ALLIED, SIDES, display_name
from .plan import plan as make_plan
from .roster import CORPS, headquarters
from .sheet import Cell, GridRow, change_days, corps_line, form_rows, grid, read_ledger, write_ledger

DOCUMENT, OURS = "document", "reconstruction"


def the_ledger(ledger: str | None, day: str | None, side: str = ALLIED) -> tuple[Ledger, int]:
    """A ledger file, a position or record file, or the opening table; and the day looked at."""
    if side not in SIDES:
        raise GrognardError(f"--side is allied or german, not {side!r}")
    when = day_of(day) if day else None
    if when is not None and not 0 <= when <= LAST_DAY:
        raise GrognardError(f"--day is a day from 6 June to {date_words(LAST_DAY)}, not {day!r}")
    if ledger is None:
        return Ledger(side=side), when if when is not None else 0
    result, own = _from_file(ledger, side)
    return result, when if when is not None else own if own is not None else 0


def _from_file(path: str, side: str) -> tuple[Ledger, int | None]:
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GrognardError(f"{path}: {error}") from None
    if "[units]" not in text and not text.startswith("{"):
        return read_ledger(text)
    from .ask_map import load_position
    from .ledger_cache import ledger_of

    state = load_position(path)
    return ledger_of(state, side), state.day


def plain_violation(violation: Violation, fixes: list[Fix]) -> Plain:
    return {
        "clause": violation.clause,
        "because": violation.because,
        "units": list(violation.units),
        "place": violation.place,
        "fixes": [[plain_order(o) for o in fix.orders] for fix in fixes],
    }


def plain_order(line: Order) -> Plain:
    return {"day": iso(line.day), "unit": line.unit, "to": line.to}


def violation_lines(violation: Violation, fixes: list[Fix]) -> list[str]:
    fix = f"  smallest fix: {'; or '.join(map(str, fixes))}" if fixes else "  no fix of one or two orders"
    return [str(violation), fix]


# ---------------------------------------------------------------- roster


def roster(
    ledger: str | None, day: str | None, days: list[str], corps: str | None, blank: bool, side: str
) -> Answer:
    """TLD-A.form: the assignment sheet, blank or filled."""
    if side not in SIDES:
        raise GrognardError(f"--side is allied or german, not {side!r}")
    if blank:
        return _blank_form(side)
    book, when = the_ledger(ledger, day, side)
    columns = (
        [the_ledger(None, d, side)[1] for d in days] or [d for d in change_days(book) if d <= when] or [when]
    )
    table = grid(book, columns)
    if corps:
        id_ = target(book.roster, corps)
        table = [
            row for row in table if any(id_ in (cell["serving"], cell["written"]) for cell in row["cells"])
        ]
    head = f"{'':30} " + " ".join(f"{date_words(d):>8}" for d in columns)
    lines = [corps_line(book, c.id, when) for c in CORPS.values() if c.side == book.side]
    lines += [head, *(_grid_line(row) for row in table)]
    value = {
        "day": iso(when),
        "columns": [iso(d) for d in columns],
        "rows": table,
        "corps": corps_boards(book, when),
    }
    return Answer(
        value, lines, ["TLD-A.form", "TLD-A.table", "TLD-A.corps.1", "TLD-A.corps.7"], [DOCUMENT, "history"]
    )


def _blank_form(side: str) -> Answer:
    table = form_rows(side)
    lines = [
        f"{'' if row['heading'] else '  '}{display_name(row['id']):18} {row['rating']:14} {row['name']}"
        for row in table
    ]
    extra = [row["id"] for row in table if row["implied"]]
    count = len(table) - len(extra)
    left_out = f", and {', '.join(map(display_name, extra))}, which the form leaves out" if extra else ""
    return Answer(
        {"rows": table, "count": count}, [*lines, f"{count} rows{left_out}"], ["TLD-A.form"], [DOCUMENT]
    )


def _grid_line(row: GridRow) -> str:
    cells = " ".join(f"{_cell(cell):>8}" for cell in row["cells"])
    name = display_name(row["id"]) if row["heading"] else f"  {display_name(row['id'])}"
    return f"{name:18} {row['rating']:13} {cells}"


def _cell(cell: Cell) -> str:
    """`(XII)` is written and has no effect yet."""
    return cell["serving"] if cell["serving"] == cell["written"] else f"{cell['serving']}({cell['written']})"


def corps_boards(ledger: Ledger, day: int) -> list[Plain]:
    """Each corps of a side as a board shows it."""
    stands, result = ledger.standing(day), []
    for c in CORPS.values():
        if c.side != ledger.side:
            continue
        members = [u for u in stands.word if stands.word[u] == c.id and u not in ledger.roster.divisions]
        result.append(
            {
                "id": c.id,
                "name": c.name,
                "nationality": c.nationality,
                "on_map": ledger.on_map(c.hq, day),
                "arrives": iso(ledger.arrived[c.hq]) if c.hq in ledger.arrived else None,
                "minimum_due": iso(deadline(ledger, c.id)) if c.hq in ledger.arrived else None,
                "divisions": stands.divisions(c.id),
                "serving": stands.divisions(c.id, serving=True),
                "independents": members,
                "drawing_on": {u: stands.hq[u] for u in members if u in stands.hq},
            }
        )
    return result


# ---------------------------------------------------------------- assign


def assign(
    ledger: str | None,
    day: str | None,
    unit: str | None,
    to: str | None,
    phase: str,
    side: str,
    orders: list[str],
    instead: str,
) -> Answer:
    """Whether orders may be written, judged together, and when they take effect; without any, whether the
    ledger is in order."""
    result, when = the_ledger(ledger, day, side)
    if phase not in (REPLACEMENT, LATER):
        raise GrognardError(f"--phase is replacement or later, not {phase!r}")
    if (unit is None) != (to is None):
        raise GrognardError("an order needs --unit and --to")
    written = [order(result, when, unit, to, phase, instead)] if unit is not None and to is not None else []
    written += [order(result, when, *_pair(text), phase) for text in orders]
    if twice := [name for name in {o.unit for o in written} if [o.unit for o in written].count(name) > 1]:
        raise GrognardError(f"{', '.join(sorted(twice))}: write one order for each unit")
    return may_be_written(result, when, written) if written else lawfulness(result, when)


def _pair(text: str) -> tuple[str, str]:
    name, sign, place = text.partition("=")
    if not (name and sign and place):
        raise GrognardError(f"an order is UNIT=CORPS-OR-HQ, such as 7ARM=VIII, not {text!r}")
    return name, place


def may_be_written(ledger: Ledger, day: int, orders: list[Order]) -> Answer:
    """TLD-J.34: the verdict on orders that are written together."""
    violations, written = objections(ledger, *orders), ledger.wrote(*orders)
    refused([Ruling(violation.clause, violation.because) for violation in violations])
    cures = [find_fixes(written, violation, day) for violation in violations]
    value = {
        "order": plain_order(orders[0]),
        "orders": [plain_order(o) for o in orders],
        "legal": not violations,
        "effective": iso(max(effective_day(ledger, o) for o in orders)),
        "waits_for": {
            hq: iso(came) if came < NEVER else None for o in orders for hq, came in awaited(ledger, o).items()
        },
        "faults": [plain_violation(*pair) for pair in zip(violations, cures, strict=True)],
        "now": {k: v for o in orders for k, v in _now(ledger, o, day).items()},
    }
    lines = [_verdict(day, orders, bool(violations))]
    for violation, cure in zip(violations, cures, strict=True):
        lines += violation_lines(violation, cure)
    if not violations:
        lines += [f"  {_one(o)}: {when_in_force(ledger, o)}" for o in orders]
    clauses = once(
        [
            *(violation.clause for violation in violations),
            "TLD-A.corps.2",
            "TLD-A.corps.3",
            "TLD-A.corps.4",
            "TLD-A.corps.17",
        ]
    )
    return Answer(value, lines, clauses, [DOCUMENT, OURS])


def _one(line: Order) -> str:
    return f"{display_name(line.unit)} to {display_name(line.to)}"


def _verdict(day: int, orders: list[Order], refused: bool) -> str:
    text = " and ".join(
        _one(o) + (f" in place of {display_name(o.stand_in)}" if o.stand_in else "") for o in orders
    )
    if refused:
        return (
            f"{text}: illegal together"
            if len(orders) > 1
            else f"{display_name(orders[0].unit)} cannot be assigned to {display_name(orders[0].to)}"
        )
    return f"{text}: legal{' together' if len(orders) > 1 else ''}; written {date_words(day)}"


def _now(ledger: Ledger, line: Order, day: int) -> dict[str, dict[str, str]]:
    stands = ledger.standing(day)
    return {
        u: {
            "serving": stands.serving.get(u, ""),
            "written": stands.word.get(u, ""),
            "hq": stands.hq.get(u, ""),
        }
        for u in ledger.roster.counters(line.unit)
    }


def lawfulness(ledger: Ledger, day: int) -> Answer:
    violations = [(violation, find_fixes(ledger, violation, day)) for violation in check(ledger, day)]
    lines = [text for violation, fixes in violations for text in violation_lines(violation, fixes)]
    never, notes = written_amiss(ledger, day)
    value = {
        "day": iso(day),
        "lawful": not violations and not never,
        "faults": [*(plain_violation(*pair) for pair in violations), *never],
        "corps": corps_boards(ledger, day),
    }
    lines = [*lines, *notes] or [f"The ledger is legal on {date_words(day)}"]
    cited = [*(violation.clause for violation, _ in violations), *(str(row["clause"]) for row in never)]
    clauses = once([*cited, "TLD-A.corps.5", "TLD-A.corps.8.a", "TLD-J.34"])
    return Answer(value, lines, clauses, [DOCUMENT, OURS])


def written_amiss(ledger: Ledger, day: int) -> tuple[list[Plain], list[str]]:
    """Orders that could not be written at all: only striking them fixes that. As data and as lines."""
    rows_, lines = [], []
    for line, violation in illegal_orders(ledger, day):
        rows_.append(plain_violation(violation, []) | {"strike": plain_order(line)})
        lines += [f"{line}: {violation}", "  smallest fix: cancel it"]
    return rows_, lines


# ---------------------------------------------------------------- capacity


def capacity(ledger: str | None, day: str | None, hq: str | None, side: str) -> Answer:
    """TLD-B.4: every limit of an HQ, what counts to it and what is left."""
    book, when = the_ledger(ledger, day, side)
    stands = book.standing(when)
    hqs = (
        [target(book.roster, hq)]
        if hq
        else [h for h in book.arrived if book.came(h, when) and _ours(book, h)]
    )
    if hq and not book.roster.is_hq(hqs[0]):
        hqs = [f"HQ-{hqs[0]}"]
    value, lines, clauses = {}, [], []
    for id_ in hqs:
        limits = rows(book, stands, id_)
        over = sorted(units_over(book, stands, id_))
        value[id_] = {
            "limits": [row._asdict() | {"left": row.left, "units": list(row.units)} for row in limits],
            "attached": stands.attached(id_),
            "over": over,
        }
        lines.append(
            f"{display_name(id_)}: {', '.join(map(display_name, stands.attached(id_))) or 'no attached unit'}"
        )
        lines += [
            f"  {row.name}: {len(row.units)} of {row.limit}{_in_brackets(row.because)} [{row.clause}]"
            for row in limits
            if row.limit or row.units
        ]
        lines += (
            [f"  too many, out of supply until reassigned: {', '.join(map(display_name, over))} [TLD-J.11]"]
            if over
            else []
        )
        clauses += [row.clause for row in limits]
    return Answer(
        {"day": iso(when), "hqs": value},
        lines,
        once([*clauses, "TLD-B.4", "TLD-J.9", "TLD-J.10"]),
        [DOCUMENT, OURS],
    )


def _in_brackets(words_: str) -> str:
    return f" ({words_})" if words_ else ""


def _ours(ledger: Ledger, hq: str) -> bool:
    division = ledger.roster.division_of(hq)
    return (division.side if division else CORPS[headquarters(hq).corps].side) == ledger.side


# ---------------------------------------------------------------- plan


def plan(ledger: str | None, day: str | None, wish: list[str], side: str, out: str | None) -> Answer:
    """A legal ledger for a day and a request."""
    book, when = the_ledger(ledger, day, side)
    wishes = dict(_wish(book, text) for text in wish)
    made = make_plan(book, when, wishes)
    written = max([when, *(o.day for o in made.orders)])
    lines = [_one(o) for o in made.orders] or ["No order is needed"]
    lines += [
        f"Not possible: {display_name(unit)} to {display_name(wishes[unit])}:"
        f" {'; '.join(map(str, why)) or 'it conflicts with another request'}"
        for unit, why in made.refused.items()
    ]
    lines += [f"Still illegal: {violation}" for violation in made.violations]
    never, notes = written_amiss(book, when)
    lines += notes
    if out:
        Path(out).write_text(write_ledger(made.ledger, when), "utf-8")
        lines.append(f"written to {out}")
    value = {
        "day": iso(written),
        "effective": iso(written + 1),
        "orders": [plain_order(o) for o in made.orders],
        "granted": list(made.granted),
        "refused": {u: [plain_violation(f, []) for f in why] for u, why in made.refused.items()},
        "lawful": not made.violations and not never,
        "faults": [*(plain_violation(f, []) for f in made.violations), *never],
        "ledger": write_ledger(made.ledger, when),
        "corps": corps_boards(made.ledger, written + 1),
    }
    return Answer(
        value,
        lines,
        ["TLD-A.corps.4", "TLD-A.corps.5", "TLD-A.corps.8", "TLD-B.4", "TLD-J.34"],
        [DOCUMENT, OURS],
    )


def _wish(ledger: Ledger, text: str) -> tuple[str, str]:
    unit, sign, to = text.partition("=")
    if not sign:
        near = get_close_matches(text, ledger.roster.records, 1)
        raise GrognardError(f"write a request as {near[0] if near else '7ARM'}=VIII, not {text!r}")
    return ledger.roster.record(unit.strip()).id, target(ledger.roster, to.strip())
