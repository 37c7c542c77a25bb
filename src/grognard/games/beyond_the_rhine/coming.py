"""BTR-ledger.2, BTR-ledger.3: what the chart takes away, swaps and brings, and how it is brought on."""

from __future__ import annotations

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import Ask, Auto, Phase
from grognard.core.ruling import Ruling

from . import verbs
from .chart import BOXES, COUNTERS, ENTRIES, NAMES, NUMBER, ON_TURN, Entry, Place
from .pieces import ALLIED, NATIONS
from .position import AIR_BASE, DEAD, DUE, LIVE, MAP, NOT_YET, REMOVED, BeyondTheRhine, Chart, Placing, Turn, fact
from .refusals import or_strange
from .supply import TOKENS

Op = tuple[int, int]
YES, NO = verbs.Confirm("yes"), verbs.Confirm("no")

# ---------------------------------------------------------------- the entries of a turn


def entries(state: BeyondTheRhine) -> list[int]:
    game = state.game_of
    return [number for number in ON_TURN.get(state.turn, ()) if ENTRIES[number].used_in(game)]


def leaves(state: BeyondTheRhine, entry: Entry) -> bool:
    """Whether an entry takes counters away here; a transfer does in the half it leaves (BTR-J.10)."""
    return entry.kind == "remove" or (entry.kind == "transfer" and entry.source == state.game_of.half)


def queue(state: BeyondTheRhine) -> tuple[Op, ...]:
    """BTR-J.4: everything that goes or is swapped this turn, in the order of the chart."""
    found: list[Op] = []
    for number in entries(state):
        entry = ENTRIES[number]
        count = len(entry.gone) if leaves(state, entry) else len(entry.swaps)
        count = len(entry.counters()) if entry.kind == "add_to_dead_pile" else count
        found += [(number, i) for i in range(count)]
    return tuple(found)


def start_chart(state: BeyondTheRhine, frame: Turn) -> None:
    if ops := queue(state):
        state.call(Chart(queue=ops), "BTR-ledger.2")


# ---------------------------------------------------------------- BTR-ledger.2: going and being swapped


def exists(state: BeyondTheRhine, unit: int) -> bool:
    """BTR-arrival.note.6: wherever it is and whatever its state."""
    return state.at[unit] not in (NOT_YET, REMOVED)


def candidates(state: BeyondTheRhine, op: Op) -> list[int]:
    """BTR-arrival.note.5, BTR-J.3: the counters that may go: the named one, or an identical one."""
    entry, i = ENTRIES[op[0]], op[1]
    if entry.kind == "add_to_dead_pile":
        return []
    identity, named = (entry.swaps[i].old, entry.swaps[i].named) if entry.swaps else entry.gone[i]
    if named >= 0 and state.options.identical == "named_only":
        return [named] if exists(state, named) else []
    alike = [u for u in _OF_IDENTITY.get(identity, ()) if exists(state, u)]
    living = [u for u in alike if state.at[u] != DEAD] if entry.swaps else []
    return living or alike  # BTR-arrival.kind.exchange: a dead one only if every old one is dead


_OF_IDENTITY: dict[tuple[object, ...], list[int]] = {}
for _unit, _counter in enumerate(COUNTERS):
    _OF_IDENTITY.setdefault(_counter.identity, []).append(_unit)


def who_goes(state: BeyondTheRhine, frame: Chart) -> list[Action]:
    found = candidates(state, frame.queue[0]) if frame.queue else []
    return [verbs.Take(name) for name in sorted(NAMES[u] for u in found)]


def goes(state: BeyondTheRhine, frame: Chart, action: verbs.Take) -> None:
    """BTR-arrival.kind.remove, BTR-arrival.kind.exchange, BTR-arrival.note.7."""
    (number, i), unit = frame.queue[0], NUMBER[action.unit]
    entry = ENTRIES[number]
    if entry.swaps:
        _swap(state, unit, entry.swaps[i].new, entry.clause)
    else:
        _remove(state, unit, entry.gone[i][1], entry.clause)
    _next(state, frame)


def _swap(state: BeyondTheRhine, old: int, new: int, clause: str) -> None:
    """The new counter takes over the place and the losses of the old; of one that was held back, its entry too."""
    state.set(fact.due_by, tuple((new if unit == old else unit, entry) for unit, entry in state.due_by), clause)
    state.set_at(fact.at, new, state.at[old], clause)
    state.set_at(fact.lost, new, min(state.lost[old], COUNTERS[new].steps), clause)
    state.set_at(fact.at, old, REMOVED, clause)
    if state.at[new] == DEAD:
        state.set_at(fact.lost, new, COUNTERS[new].steps, clause)


def _remove(state: BeyondTheRhine, unit: int, named: int, clause: str) -> None:
    if named not in (-1, unit):
        state.set(fact.stand_ins, (*state.stand_ins, (named, unit)), "BTR-J.19")
    state.set_at(fact.at, unit, REMOVED, clause)
    _no_longer_due(state, unit, clause)
    if planned := [plan for plan in state.plans if plan[0] == unit]:
        state.set(fact.plans, tuple(plan for plan in state.plans if plan not in planned), clause)


def _no_longer_due(state: BeyondTheRhine, unit: int, clause: str) -> None:
    state.set(fact.due_by, tuple(pair for pair in state.due_by if pair[0] != unit), clause)


def _next(state: BeyondTheRhine, frame: Chart) -> None:
    state.replace(Chart(queue=frame.queue[1:]), "BTR-J.4")


def nobody_goes(state: BeyondTheRhine, frame: Chart) -> None:
    """What needs no choice: the dead pile grows, or a removal lapses for want of a counter (BTR-J.5)."""
    if not frame.queue:
        return
    number, i = frame.queue[0]
    entry = ENTRIES[number]
    if entry.kind == "add_to_dead_pile":
        unit = entry.counters()[i]
        state.set_at(fact.at, unit, DEAD, "BTR-arrival.kind.deadpile")
        state.set_at(fact.lost, unit, COUNTERS[unit].steps, entry.clause)
    elif entry.swaps and state.options.exchange_without_old == "gain":
        state.set_at(fact.at, entry.swaps[i].new, MAP, "BTR-J.5")
    else:
        state.note("BTR-J.5", "{} lapses: there is no such counter, nor one like it", entry.clause)
    _next(state, frame)


CHART = (
    Ask(clause="BTR-arrival.note.5", name="leaving", side=ALLIED, choices=who_goes, apply=goes),
    Auto(clause="BTR-ledger.2", do=nobody_goes, due=lambda s, f: bool(f.queue)),
)

# ---------------------------------------------------------------- BTR-ledger.3: what becomes due


def arriving(state: BeyondTheRhine, entry: Entry) -> bool:
    return entry.kind in ("arrive", "add_to_airfields") or (entry.kind == "transfer" and entry.goal == state.game_of.half)


def fall_due(state: BeyondTheRhine, frame: Turn) -> None:
    """Counters become due; Reserve markers and SP need no place and are there at once."""
    for number in entries(state):
        entry = ENTRIES[number]
        for line in entry.lines:
            if line.reserves:
                state.set(fact.reserves, state.reserves + line.reserves, "BTR-arrival.kind.reserve")
            if not arriving(state, entry):
                continue
            if line.sp:
                nation = NATIONS.index("us" if entry.group in ("US", "FR") else "cw")
                receive(state, nation, line.sp * TOKENS, entry.clause)
            for unit, short in zip(line.counters, line.short, strict=True):
                _due(state, unit, 0 if entry.kind == "transfer" else short, number)


def _due(state: BeyondTheRhine, unit: int, short: int, number: int) -> None:
    """BTR-J.19: a counter the chart brings back; where an identical one went in its place, that one comes."""
    for named, gone in state.stand_ins:
        if named == unit and state.at[gone] == REMOVED:
            state.set(fact.stand_ins, tuple(pair for pair in state.stand_ins if pair != (named, gone)), "BTR-J.19")
            unit = gone
            break
    if state.at[unit] not in (NOT_YET, REMOVED):
        return  # it never left
    left = state.lost[unit] if state.options.returning_counter == "as_it_left" and state.at[unit] == REMOVED else short
    clause = ENTRIES[number].clause
    state.set_at(fact.lost, unit, min(left, COUNTERS[unit].steps - 1), clause)
    state.set_at(fact.at, unit, DUE, clause)
    state.set(fact.due_by, (*state.due_by, (unit, number)), clause)


def receive(state: BeyondTheRhine, nation: int, amount: int, clause: str) -> None:
    """Tokens come in."""
    state.set_at(fact.tokens, nation, state.tokens[nation] + amount, clause)
    state.set_at(fact.received, nation, state.received[nation] + amount, clause)


# ---------------------------------------------------------------- where a counter may come on


JOIN = Place("join", "join", "a road or rail hex on the join of the map pairs, behind the front")
NO_EDGE = {"CW": "A-west", "FR": "C-south", "north": "A-west", "south": "C-west"}  # BTR-J.11


def entry_of(state: BeyondTheRhine, unit: int) -> Entry:
    """The entry that made a counter due."""
    return ENTRIES[next(entry for due, entry in state.due_by if due == unit)]


def fallback(state: BeyondTheRhine, entry: Entry) -> list[str]:
    """BTR-J.11: the edge where no HQ will do."""
    if state.options.note4_edge == "either_west":
        return ["A-west", "C-west"]
    return [NO_EDGE.get(entry.group) or NO_EDGE[state.game_of.half or "north"]]


def places(state: BeyondTheRhine, unit: int) -> list[str]:
    """Every place a due counter may be brought on, conditions not yet asked for."""
    entry = entry_of(state, unit)
    if entry.kind == "transfer":
        return [JOIN.key]
    barred = {line.split()[2] for line in state.entered if line.startswith(f"barred {NAMES[unit]} ")}
    found = []
    for place in entry.places:
        if place.kind == "with_hq":
            open_ = has_hq(state, entry.group) and place.key not in barred
            found += [place.key] if open_ else fallback(state, entry)  # an edge only where no HQ will do
        else:
            found.append(place.key)
        if place.kind == "edge" and place.limit:
            found.append(f"{place.key}-elsewhere")  # BTR-arrival.note.3, BTR-arrival.blocked
    return sorted(set(found) - barred)


def has_hq(state: BeyondTheRhine, group: str) -> bool:
    """Whether a corps HQ of the group is in play at all."""
    return any(COUNTERS[u].category == "hq" and _group(u) == group for u in members(state.on_map & _HQS))


_HQS = sum(1 << u for u, c in enumerate(COUNTERS) if c.category == "hq")


def _group(unit: int) -> str:
    return COUNTERS[unit].nationality if COUNTERS[unit].nationality in ("US", "FR") else "CW"


def conditional(state: BeyondTheRhine, unit: int, place: str) -> bool:
    """BTR-arrival.note.3, BTR-arrival.note.4: a city, an HQ and the rest of a blocked edge have conditions."""
    entry = entry_of(state, unit)
    kinds = {p.key: p.kind for p in entry.places}
    return place.endswith("-elsewhere") or kinds.get(place) in ("city", "with_hq")


# ---------------------------------------------------------------- bringing on


def offers(state: BeyondTheRhine, frame: Turn) -> list[Action]:
    units = sorted(members(state.due), key=NAMES.__getitem__)
    found: list[Action] = [verbs.All()] if any(_plain_place(state, u) for u in units) else []
    found += [verbs.Arrive(NAMES[u], place) for u in units for place in places(state, u)]
    return found


def _plain_place(state: BeyondTheRhine, unit: int) -> str | None:
    """The first printed place that asks no condition."""
    entry = entry_of(state, unit)
    if entry.kind == "transfer":
        return JOIN.key
    return next((p.key for p in entry.places if p.kind not in ("city", "with_hq")), None)


def bring(state: BeyondTheRhine, frame: Turn, action: Action) -> None:
    if isinstance(action, verbs.Arrive):
        unit = NUMBER[action.unit]
        if conditional(state, unit, action.place):
            state.call(Placing(unit=unit, place=action.place), "BTR-arrival.note.4")
        else:
            put(state, unit, action.place)
        return
    for unit in members(state.due):
        if place := _plain_place(state, unit):
            put(state, unit, place)


def put(state: BeyondTheRhine, unit: int, place: str) -> None:
    """A counter comes on; a box keeps it (BTR-arrival.kind.airfields); a loaded point brings its SP (BTR-arrival.loaded)."""
    entry = entry_of(state, unit)
    where = place if place in BOXES else AIR_BASE if place.endswith("airbase") else MAP
    state.note(entry.clause, "{} comes on: {}", NAMES[unit], place)
    state.set_at(fact.at, unit, where, entry.clause)
    _no_longer_due(state, unit, entry.clause)
    if any(line.loaded and unit in line.counters for line in entry.lines):
        receive(state, NATIONS.index(COUNTERS[unit].pool), TOKENS, "BTR-arrival.loaded")


def refuse(state: BeyondTheRhine, frame: Turn, action: Action) -> Ruling | None:
    if not isinstance(action, verbs.Arrive):
        return Ruling("BTR-ledger.3", "nothing is due that needs no condition") if isinstance(action, verbs.All) else None
    unit = NUMBER.get(action.unit)
    if unit is None:
        return None
    if not state.due >> unit & 1:
        return Ruling("BTR-ledger.3", f"{action.unit} is not due: it {SAID[state.at[unit]]}")
    offered = ", ".join(places(state, unit))
    return Ruling(entry_of(state, unit).clause, f"{action.unit} may come on at {offered}, not at {action.place}")


SAID = {NOT_YET: "has not come yet", DUE: "is due", DEAD: "is in the dead pile", REMOVED: "has been removed"} | {
    where: f"is in play ({where})" for where in LIVE
}


def must_come(state: BeyondTheRhine, frame: Turn) -> Ruling | None:
    """BTR-J.12: whether an arrival may be held back."""
    if state.options.may_delay_arrivals or not state.due:
        return None
    return Ruling("BTR-J.12", f"{NAMES[members(state.due)[0]]} must still be brought on")


# ---------------------------------------------------------------- conditions of placement


def conditions(state: BeyondTheRhine, frame: Placing) -> list[Action]:
    return [NO, YES]


def condition(state: BeyondTheRhine, frame: Placing) -> str:
    """What is asked of the map, in words."""
    if frame.place.endswith("-elsewhere"):
        return f"is a hex of the printed range of {frame.place.removesuffix('-elsewhere')} blocked by enemy units?"
    if frame.place.endswith("-HQ"):
        return f"does a {frame.place.removesuffix('-HQ')} HQ in Combat Mode have a hex with a trace path to a supply source?"
    return f"does {frame.place} have a trace path to a supply source, and is it not enemy-held?"


def answered(state: BeyondTheRhine, frame: Placing, action: verbs.Confirm) -> None:
    """Not met: the place is struck off for this turn."""
    if action == YES:
        return put(state, frame.unit, frame.place)
    clause = "BTR-arrival.note.3" if frame.place.endswith("-elsewhere") else "BTR-arrival.note.4"
    return state.set(fact.entered, (*state.entered, f"barred {NAMES[frame.unit]} {frame.place}"), clause)


class Condition(Ask):
    """A question to the players about their map."""

    def purpose(self, state: BeyondTheRhine, frame: Placing) -> str:
        return condition(state, frame)


PLACING = (Condition(clause="BTR-arrival.note.4", name="condition", side=ALLIED, choices=conditions, apply=answered),)

ARRIVALS = (
    Auto(clause="BTR-ledger.2", do=start_chart),
    Auto(clause="BTR-ledger.3", do=fall_due),
    Phase(
        clause="BTR-ledger.3", name="arrivals", side=ALLIED, picks=(), plain=offers, take_plain=bring,
        refuse=or_strange(refuse), must=must_come,
    ),
)  # fmt: skip
