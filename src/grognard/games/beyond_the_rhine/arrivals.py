"""BTR-ledger.2, BTR-ledger.3: removals, exchanges, arrivals and transfers of the chart, and how arrivals are
brought on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grognard.core.calendar import spell
from grognard.core.facts import Action, F
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Ask, Auto, Phase
from grognard.core.ruling import Ruling

from . import verbs
from .chart import BOXES, COUNTERS, DISPLAY, ENTRIES, NAMES, NUMBER, ON_TURN, Entry, Place
from .dates import day
from .pieces import ALLIED, NATIONS, Identity
from .position import (
    AIR_BASE,
    BARRED,
    DEAD,
    DUE,
    MAP,
    NOT_YET,
    REMOVED,
    WHERE_WORDS,
    BeyondTheRhine,
    Chart,
    Line,
    Placing,
    Recovery,
    Turn,
    fact,
)
from .refusals import or_unknown
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
    result: list[Op] = []
    for number in entries(state):
        entry = ENTRIES[number]
        count = len(entry.gone) if leaves(state, entry) else len(entry.swaps)
        count = len(entry.counters()) if entry.kind == "add_to_dead_pile" else count
        result += [(number, i) for i in range(count)]
    return tuple(result)


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
    result = candidates(state, frame.queue[0]) if frame.queue else []
    return [verbs.Take(name) for name in sorted(NAMES[u] for u in result)]


def goes(state: BeyondTheRhine, frame: Chart, action: verbs.Take) -> None:
    """BTR-arrival.kind.remove, BTR-arrival.kind.exchange, BTR-arrival.note.7."""
    (number, i), unit = frame.queue[0], NUMBER[action.unit]
    entry = ENTRIES[number]
    if entry.swaps:
        state.note(
            entry.clause, "{} is exchanged for {}", action.unit, NAMES[entry.swaps[i].new], kind="exchange"
        )
        _swap(state, unit, entry.swaps[i].new, entry.clause)
    else:
        _remove(state, unit, entry.gone[i][1], entry.clause)
    _next(state, frame)


def _swap(state: BeyondTheRhine, old: int, new: int, clause: str) -> None:
    """The new counter takes over the place and the losses of the old; of one that was held back, its entry
    too.
    """
    state.set(
        fact.due_by, tuple((new if unit == old else unit, entry) for unit, entry in state.due_by), clause
    )
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


def apply_entry(state: BeyondTheRhine, frame: Chart) -> None:
    """Apply an entry without a choice: the dead pile grows, or a removal lapses because no counter fits
    (BTR-J.5).
    """
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
        state.note(
            "BTR-J.5",
            "the chart takes {}: the entry lapses, no such counter is in the game",
            wanted(entry, i)[0],
        )
    _next(state, frame)


def wanted(entry: Entry, i: int) -> tuple[str, Identity, int]:
    """The counter an entry takes: its name in a sentence, its identity, its number (-1: any of its kind)."""
    identity, named = (entry.swaps[i].old, entry.swaps[i].named) if entry.swaps else entry.gone[i]
    return DISPLAY[named] if named >= 0 else f"a {identity[0]} {identity[1]}", identity, named


def not_taken(state: BeyondTheRhine, frame: Chart, action: verbs.Take) -> list[Ruling]:
    """Why a counter is not taken: the current entry names another, or a later entry names this one."""
    unit, ops = NUMBER.get(action.unit), frame.queue or queue(state)
    if unit is None:
        return []
    if not frame.queue and is_past_chart(state):
        return [Ruling("BTR-ledger.2", f"the removals and exchanges of {spell(day(state.turn))} are done")]
    if any(unit in candidates(state, op) for op in (ops[:1] if frame.queue else ops)):
        return []
    if any(unit in candidates(state, op) for op in ops[1:]):
        first = wanted(ENTRIES[ops[0][0]], ops[0][1])[0]
        return [Ruling("BTR-J.4", f"entries run in chart order: {first} is taken before {DISPLAY[unit]}")]
    if not exists(state, unit):
        return [
            Ruling(
                "BTR-arrival.kind.remove",
                f"{DISPLAY[unit]} {WHERE_WORDS[state.at[unit]]}: it cannot be taken",
            )
        ]
    result = list(
        dict.fromkeys(
            ruling for op in (ops[:1] if frame.queue else ops) for ruling in _not_by(state, op, unit)
        )
    )
    return result or [Ruling("BTR-ledger.2", f"the chart takes no counter away on {spell(day(state.turn))}")]


def is_past_chart(state: BeyondTheRhine) -> bool:
    """Whether the removals of the turn are behind: the turn has come to the arrivals or a later step."""
    names = [step.name for step in state.procedures[Turn]]
    return bool(state.stack) and state.stack[0].step >= names.index("arrivals")


def _not_by(state: BeyondTheRhine, op: Op, unit: int) -> list[Ruling]:
    """Why an entry does not take a counter that is in the game."""
    entry, i = ENTRIES[op[0]], op[1]
    if entry.kind == "add_to_dead_pile":
        return []
    name, identity, _ = wanted(entry, i)
    if COUNTERS[unit].identity != identity:
        return [
            Ruling(entry.clause, f"the chart takes {'; '.join(entry.printed)}, not {DISPLAY[unit]}"),
            Ruling("BTR-arrival.note.5", f"{DISPLAY[unit]} is not identical to a counter the entry names"),
        ]
    if state.options.identical == "named_only":
        return [
            Ruling("BTR-J.3", f"the chart takes {name}; an identical counter does not do (option identical)")
        ]
    return [
        Ruling(
            "BTR-arrival.kind.exchange",
            f"{DISPLAY[unit]} is dead; a living counter of its kind is exchanged first",
        )
    ]


def must_take(state: BeyondTheRhine, frame: Chart) -> Ruling:
    """BTR-ledger.2, BTR-J.12: removals and exchanges are compulsory and cannot be put off."""
    name = wanted(ENTRIES[frame.queue[0][0]], frame.queue[0][1])[0]
    return Ruling("BTR-ledger.2", f"the chart takes {name} now: removals and exchanges are compulsory")


CHART = (
    Ask(
        clause="BTR-ledger.2",
        name="leaving",
        title="counters that leave",
        side=ALLIED,
        choices=who_goes,
        apply=goes,
        takes=(verbs.Take,),
        names=NAMES,
        refuse=not_taken,
        must=must_take,
    ),
    Auto(clause="BTR-ledger.2", do=apply_entry, due=lambda s, f: bool(f.queue)),
)

# ---------------------------------------------------------------- BTR-ledger.3: counters fall due


def arriving(state: BeyondTheRhine, entry: Entry) -> bool:
    return entry.kind in ("arrive", "add_to_airfields") or (
        entry.kind == "transfer" and entry.goal == state.game_of.half
    )


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
            state.set(
                fact.stand_ins, tuple(pair for pair in state.stand_ins if pair != (named, gone)), "BTR-J.19"
            )
            unit = gone
            break
    if state.at[unit] not in (NOT_YET, REMOVED):
        return  # an identical counter was removed in its place
    left = (
        state.lost[unit]
        if state.options.returning_counter == "as_it_left" and state.at[unit] == REMOVED
        else short
    )
    clause = ENTRIES[number].clause
    state.set_at(fact.lost, unit, min(left, COUNTERS[unit].steps - 1), clause)
    state.set_at(fact.at, unit, DUE, clause)
    state.set(fact.due_by, (*state.due_by, (unit, number)), clause)


def receive(state: BeyondTheRhine, nation: int, amount: int, clause: str) -> None:
    """Tokens come in."""
    state.set_at(fact.tokens, nation, state.tokens[nation] + amount, clause)
    state.set_at(fact.received, nation, state.received[nation] + amount, clause)


# ---------------------------------------------------------------- where a counter may come on


JOIN = Place("join", "join", "a road or rail hex where the map pairs join, behind the front")
NO_EDGE = {"CW": "A-west", "FR": "C-south", "north": "A-west", "south": "C-west"}  # BTR-J.11


def entry_of(state: BeyondTheRhine, unit: int) -> Entry:
    """The entry that made a counter due."""
    return ENTRIES[next(entry for due, entry in state.due_by if due == unit)]


def fallback(state: BeyondTheRhine, entry: Entry) -> list[str]:
    """BTR-J.11: the edge to use when no HQ qualifies."""
    if state.options.note4_edge == "either_west":
        return ["A-west", "C-west"]
    return [NO_EDGE.get(entry.group) or NO_EDGE[state.game_of.half or "north"]]


def places(state: BeyondTheRhine, unit: int) -> list[str]:
    """Every place where a due counter may be brought on, conditions not yet asked for."""
    return places_by(state, unit, entry_of(state, unit))


def places_by(state: BeyondTheRhine, unit: int, entry: Entry) -> list[str]:
    """Every place where an entry lets a counter be brought on."""
    if entry.kind == "transfer":
        return [JOIN.key]
    barred = {line.place for line in state.entered if line[:2] == (BARRED, NAMES[unit])}
    result = []
    for place in entry.places:
        if place.kind == "with_hq":
            open_ = has_hq(state, entry.group) and place.key not in barred
            result += [place.key] if open_ else fallback(state, entry)  # an edge only where no HQ qualifies
        else:
            result.append(place.key)
        if place.kind == "edge" and place.limit:
            result.append(f"{place.key}-elsewhere")  # BTR-arrival.note.3, BTR-arrival.blocked
    return sorted(set(result) - barred)


def has_hq(state: BeyondTheRhine, group: str) -> bool:
    """Whether a corps HQ of the group is in play at all."""
    return any(COUNTERS[u].category == "hq" and _group(u) == group for u in members(state.on_map & _HQS))


_HQS = set_of(u for u, c in enumerate(COUNTERS) if c.category == "hq")


def _group(unit: int) -> str:
    return COUNTERS[unit].nationality if COUNTERS[unit].nationality in ("US", "FR") else "CW"


def conditional(state: BeyondTheRhine, unit: int, place: str) -> bool:
    """BTR-arrival.note.3, BTR-arrival.note.4: a city, an HQ and the rest of a blocked edge have
    conditions.
    """
    entry = entry_of(state, unit)
    kinds = {p.key: p.kind for p in entry.places}
    return place.endswith("-elsewhere") or kinds.get(place) in ("city", "with_hq")


# ---------------------------------------------------------------- bringing on


def offers(state: BeyondTheRhine, frame: Turn) -> list[Action]:
    units = sorted(members(state.due), key=NAMES.__getitem__)
    actions: list[Action] = [verbs.All()] if any(_plain_place(state, u) for u in units) else []
    actions += [verbs.Arrive(NAMES[u], place) for u in units for place in places(state, u)]
    return actions


def _plain_place(state: BeyondTheRhine, unit: int) -> str | None:
    """The first printed place without a condition."""
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
    """A counter comes on; a box keeps it (BTR-arrival.kind.airfields); a loaded point brings its SP
    (BTR-arrival.loaded).
    """
    entry = entry_of(state, unit)
    where = place if place in BOXES else AIR_BASE if place.endswith("airbase") else MAP
    state.note(entry.clause, "{} arrives: {}", NAMES[unit], place_words(entry, place), kind="arrival")
    state.set_at(fact.at, unit, where, entry.clause)
    _no_longer_due(state, unit, entry.clause)
    if any(line.loaded and unit in line.counters for line in entry.lines):
        receive(state, NATIONS.index(COUNTERS[unit].pool), TOKENS, "BTR-arrival.loaded")


def refuse(state: BeyondTheRhine, frame: Turn, action: Action) -> Ruling | None:
    if not isinstance(action, verbs.Arrive):
        unconditional = any(_plain_place(state, unit) for unit in members(state.due))
        return None if unconditional else Ruling("BTR-ledger.3", _nothing_for_all(state))
    unit = NUMBER.get(action.unit)
    if unit is None:
        return None
    return (
        _not_due(state, unit, action.place)
        if not state.due >> unit & 1
        else _wrong_place(state, unit, entry_of(state, unit), action.place)
    )


def _nothing_for_all(state: BeyondTheRhine) -> str:
    if not state.due:
        return "no counter is due"
    return "every counter that is due has a condition: bring each on with `arrive`"


def _not_due(state: BeyondTheRhine, unit: int, place: str) -> Ruling | None:
    """Why a counter cannot be brought on now; `None`: it falls due this turn, and the place is right."""
    name, game = DISPLAY[unit], state.game_of
    coming = [entry for entry in ENTRIES if unit in entry.counters()]
    if state.at[unit] == DEAD:
        return Ruling(
            "BTR-arrival.kind.deadpile", f"{name} is in the dead pile: it returns only when rebuilt"
        )
    if not game.half and [entry for entry in coming if entry.kind == "transfer" and entry.turn == state.turn]:
        return Ruling(
            "BTR-arrival.note.9", f"{name} transfers in two-map campaigns only; this is {game.title}"
        )
    if game.half and coming and not any(game.key in entry.campaigns for entry in coming):
        return Ruling("BTR-arrival.note.8", f"no entry of the {game.half.capitalize()} brings {name}")
    entry = next(
        (
            e
            for e in coming
            if e.turn >= state.turn and e.used_in(game) and (e.kind != "transfer" or arriving(state, e))
        ),
        None,
    )
    if entry is None or state.at[unit] not in (NOT_YET, REMOVED):
        return Ruling("BTR-ledger.3", f"{name} is not due: it {WHERE_WORDS[state.at[unit]]}")
    if entry.turn > state.turn:
        return Ruling(
            entry.clause,
            f"the chart brings {name} on {spell(day(entry.turn))}; it is {spell(day(state.turn))}",
        )
    return _wrong_place(state, unit, entry, place)


def _wrong_place(state: BeyondTheRhine, unit: int, entry: Entry, place: str) -> Ruling | None:
    """Why an entry does not let a counter be brought on at a place."""
    name, offered = DISPLAY[unit], places_by(state, unit, entry)
    if place in offered:
        return None
    where = " or ".join(f"{place_words(entry, key)} ({key})" for key in offered)
    if Line(BARRED, NAMES[unit], place) in state.entered:
        return Ruling(
            _condition_clause(place),
            f"the condition of {place} is not met this turn; {name} arrives at {where}",
        )
    if place.endswith("-elsewhere") and place.removesuffix("-elsewhere") in offered:
        return Ruling("BTR-arrival.blocked", f"{name} may already use the whole edge; {place} is not needed")
    if any(p.kind == "with_hq" for p in entry.places) and place in NO_EDGE.values():
        return Ruling("BTR-J.11", f"{name} arrives at {where}; {place} is not its edge")
    return Ruling(entry.clause, f"{name} arrives at {where}, not at {place}")


def place_words(entry: Entry, key: str) -> str:
    """A place of an entry in a sentence, as the chart prints it where it can."""
    printed = {place.key: place.words for place in (*entry.places, JOIN)}
    if key in printed:
        return printed[key]
    return edge_words(key)


def edge_words(key: str) -> str:
    """A map edge by its key; another place is its own name.

    >>> edge_words("A-west-elsewhere"), edge_words("A-west"), edge_words("Brussels")
    ('the rest of the Map A west edge', 'Map A west edge', 'Brussels')
    """
    map_, _, edge = key.removesuffix("-elsewhere").partition("-")
    rest = "the rest of the " if key.endswith("-elsewhere") else ""
    return f"{rest}Map {map_} {edge} edge" if edge in ("north", "east", "south", "west") else key


def must_come(state: BeyondTheRhine, frame: Turn) -> Ruling | None:
    """BTR-J.12: whether an arrival may be held back."""
    if state.options.may_delay_arrivals or not state.due:
        return None
    return Ruling(
        "BTR-J.12",
        f"{DISPLAY[members(state.due)[0]]} must be brought on this turn (option may_delay_arrivals)",
    )


# ---------------------------------------------------------------- conditions of placement


def conditions(state: BeyondTheRhine, frame: Placing | Recovery) -> list[Action]:
    return [NO, YES] if frame.unit >= 0 else []


def condition(state: BeyondTheRhine, frame: Placing) -> str:
    """The question to the players about their map."""
    if frame.place.endswith("-elsewhere"):
        return f"do enemy units block a hex of the printed range of {frame.place.removesuffix('-elsewhere')}?"
    if frame.place.endswith("-HQ"):
        return (
            f"is a {frame.place.removesuffix('-HQ')} HQ in Combat Mode, with a trace path from its hex to a"
            " supply source?"
        )
    return f"is {frame.place} free of enemy units, with a trace path to a supply source?"


def answered(state: BeyondTheRhine, frame: Placing, action: verbs.Confirm) -> None:
    """A place whose condition is not met is closed for this turn."""
    if action == YES:
        return put(state, frame.unit, frame.place)
    return state.set(
        fact.entered,
        (*state.entered, Line(BARRED, NAMES[frame.unit], frame.place)),
        _condition_clause(frame.place),
    )


def _condition_clause(place: str) -> str:
    return "BTR-arrival.note.3" if place.endswith("-elsewhere") else "BTR-arrival.note.4"


def not_an_answer(state: BeyondTheRhine, frame: Placing | Recovery, action: verbs.Confirm) -> list[Ruling]:
    """A condition is answered with yes or no, and only while it is asked."""
    clause = "BTR-repl.misc" if isinstance(frame, Recovery) else "BTR-arrival.note.4"
    if frame.unit < 0:
        return [Ruling(clause, "no question about the map is open")]
    return (
        [Ruling(clause, f"the answer is yes or no, not {action.answer}")]
        if action.answer not in ("yes", "no")
        else []
    )


@dataclass(frozen=True, kw_only=True)
class Condition(Ask[BeyondTheRhine, F]):
    """A question to the players about their map; its `purpose` is the question."""

    words: Callable[[BeyondTheRhine, F], str]

    def purpose(self, state: BeyondTheRhine, frame: F) -> str:
        return self.words(state, frame)


PLACING = (
    Condition(
        clause="BTR-arrival.note.4",
        name="condition",
        side=ALLIED,
        choices=conditions,
        apply=answered,
        words=condition,
        takes=(verbs.Confirm,),
        refuse=not_an_answer,
    ),
)

ARRIVALS = (
    Auto(clause="BTR-ledger.2", do=start_chart),
    Auto(clause="BTR-ledger.3", do=fall_due),
    Phase(
        clause="BTR-ledger.3",
        name="arrivals",
        side=ALLIED,
        picks=(),
        plain=offers,
        take_plain=bring,
        plain_verbs=(verbs.All, verbs.Arrive),
        refuse=or_unknown(refuse),
        must=must_come,
    ),
)
