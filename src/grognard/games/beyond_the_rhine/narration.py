"""The campaign in sentences: log lines made from events, with their data."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.core import narration as core
from grognard.core.calendar import spell
from grognard.core.facts import LOG, Event
from grognard.core.narration import Segment, Sentence, join_names
from grognard.core.plain import Plain
from grognard.core.ruling import counted

from .arrivals import edge_words
from .chart import COUNTERS, ENTRIES, NUMBER, display_name
from .dates import day
from .pieces import ALLIED, spaced
from .position import BARRED, BARRED_MISC, DEAD, DUE, MAP, REMOVED, Line, Port
from .rebuild import price_words
from .situation import SIDE_NAMES, port_words
from .supply import EVENT_NAMES, NATION, TOKENS, tokens

_KIND = {entry.clause: entry for entry in ENTRIES}
FORMATIONS: dict[str, tuple[str, ...]] = {}
for _counter in COUNTERS:
    if _counter.formation:
        FORMATIONS[_counter.formation] = (*FORMATIONS.get(_counter.formation, ()), _counter.name)
_USERS = {"us": "US", "cw": "CW", "fr": "FR"}
_MOST = 8  # names of one line
Describe = Callable[["Narration", str, Event], Iterator[Sentence]]


class Narration(core.Narration):
    """Tells the actions of the ledger. Counters that fall due, arrive or die together are one sentence."""

    continues = frozenset()
    adjectives = SIDE_NAMES

    def name(self, unit: str) -> str:
        return display_name(unit)

    def side(self, unit: str) -> str:
        return ALLIED

    def describe(self, segment: Segment) -> list[Sentence]:
        if segment.do is None:
            return super().describe(segment)
        verb, *words = segment.do.split()
        self.words, self.swapped = words, set[str]()
        self.groups: dict[tuple[str, str, str], list[str]] = {}  # (kind, place, clause) -> units
        self.gained: dict[str, int] = {}  # tokens that counters bring along, by nation
        self.loaded: dict[str, str] = {}  # and the sentence on them
        self.paid = [event for event in segment.events if event.fact in ("pax", "eq")]
        self.before = {event.key: event.old for event in segment.events if event.fact == "at"}
        self.fates = {event.key: event.new for event in segment.events if event.fact == "at"}
        self.short = {event.key: event.new for event in segment.events if event.fact == "lost"}
        result: list[Sentence | tuple[str, str, str]] = []
        for event in segment.events:
            before = len(self.groups)
            result += self.note(event) if event.fact == LOG else list(self._fact(verb, event))
            result += list(self.groups)[before:]
        if verb == "forgo":
            text = "The Misc result is not used and is lost"
            result.append(Sentence("replacement", text, "BTR-repl.misc.now", ALLIED))
        result += [Sentence("stock", text, "BTR-arrival.loaded", ALLIED) for text in self.loaded.values()]
        return [self._group(one) if isinstance(one, tuple) else one for one in result]

    def _fact(self, verb: str, event: Event) -> Iterator[Sentence]:
        return FACTS[event.fact](self, verb, event) if event.fact in FACTS else iter(())

    def join_group(self, kind: str, place: str, event: Event, unit: str) -> None:
        self.groups.setdefault((kind, place, event.clause), []).append(unit)

    def _group(self, key: tuple[str, str, str]) -> Sentence:
        kind, place, clause = key
        units = self.groups[key]
        names = join_names(list(self._names(units, kind)), most=_MOST)
        text = {
            "due": f"Reinforcements due: {names}",
            "arrival": f"{names} {'arrives' if len(units) == 1 else 'arrive'}, {place}",
            "dead pile": f"Added to the dead pile: {names}",
        }[kind]
        return Sentence(kind, text, clause, ALLIED, tuple(units), figures={"place": place} if place else {})

    def _names(self, units: list[str], kind: str) -> Iterator[str]:
        """Display names; the counters of a whole formation as one, and counters that fall due short of steps
        with their losses.
        """
        formations = set[str]()
        for unit in units:
            formation = COUNTERS[NUMBER[unit]].formation
            whole = FORMATIONS.get(formation, ())
            if len(whole) > 2 and set(whole) <= set(units) and not any(map(self.short.get, whole)):
                if formation not in formations:
                    formations.add(formation)
                    yield f"{formation[:2]} {spaced(formation[3:])} (all {len(whole)} units)"
            else:
                lost = self.short.get(unit) if kind == "due" else 0
                yield f"{display_name(unit)} (-{counted(lost, 'step')})" if lost else display_name(unit)

    # -- notes

    def note(self, event: Event) -> list[Sentence]:
        if event.key == "arrival":
            unit, place = event.old
            self.join_group("arrival", place, event, unit)
            return []
        if event.key == "exchange":
            old, new = event.old
            self.swapped |= {old, new}
            text = f"{display_name(old)} is exchanged for {display_name(new)}"
            return [Sentence("exchange", text, event.clause, ALLIED, (old, new))]
        if event.key == "supply":
            return [_supply(event)]
        if event.key == "replacements":
            nation, path, dice, pax, eq = event.old
            text = f"{NATION[nation]} replacements: {path} (now {pax} Pax, {eq} Eq)"
            return [
                Sentence("replacements", text, event.clause, ALLIED, figures={"nation": nation, "dice": dice})
            ]
        return super().note(event)

    # -- counters

    def moved_to(self, verb: str, event: Event) -> Iterator[Sentence]:
        unit, entry = event.key, _KIND.get(event.clause)
        if unit in self.swapped or (event.old == DUE and event.new != REMOVED):
            return  # a note tells it
        if event.new == DUE:
            self.join_group("due", "", event, unit)
        elif event.new == REMOVED:
            moves = entry is not None and entry.kind == "transfer"
            goes = f"transfers to the {entry.goal.capitalize()}" if entry and moves else ""
            yield self.of_unit("removal", goes or "is removed from the game", event)
        elif event.clause == "BTR-arrival.kind.deadpile":
            self.join_group("dead pile", "", event, unit)
        elif event.clause == "BTR-J.5":
            yield self.of_unit("arrival", "arrives; no counter was left to exchange for it", event)
        elif verb in ("sea", "embark"):
            place = "an open port" if event.new == MAP else event.new
            yield self.of_unit("move", f"sails from {_where(event.old)} to {place}", event)

    def steps_lost(self, verb: str, event: Event) -> Iterator[Sentence]:
        unit, steps = event.key, COUNTERS[NUMBER[event.key]].steps
        if unit in self.swapped or self.fates.get(unit) == DUE or event.new == event.old:
            return
        if event.new > event.old:
            yield from self._loss(steps, event)
        elif verb == "repair":
            back = "returns from the dead pile at full strength" if self._was_dead(unit) else "is repaired"
            yield self.of_unit("replacement", back, event)
        else:
            cost = "(Misc)" if verb in ("misc", "confirm") else self._cost()
            yield self.of_unit("replacement", f"{self._restored(unit, steps, event)} {cost}", event)

    def _loss(self, steps: int, event: Event) -> Iterator[Sentence]:
        if event.clause.startswith("BTR-date"):
            return  # it enters the game dead
        if left := steps - event.new:
            yield self.of_unit("loss", f"loses a step: {left} of {steps} left", event)
        else:
            yield self.of_unit("elimination", "loses its last step: dead pile", event)

    def _was_dead(self, unit: str) -> bool:
        return self.before.get(unit) == DEAD

    def _restored(self, unit: str, steps: int, event: Event) -> str:
        if event.new == 0 and self._was_dead(unit):
            return "is rebuilt"
        strength = f"{steps - event.new} of {steps}"
        return f"is rebuilt with {strength} steps" if self._was_dead(unit) else f"regains a step ({strength})"

    def _cost(self) -> str:
        """The price paid: `for 1 Eq (pool 1 -> 0)`."""
        amounts = {event.fact: event.old - event.new for event in self.paid}
        pools = ", ".join(f"{event.old} -> {event.new} {event.fact.capitalize()}" for event in self.paid)
        return f"for {price_words(amounts.get('pax', 0), amounts.get('eq', 0))} (pool {pools})"

    # -- the turn, stocks, ports

    def turn_begins(self, verb: str, event: Event) -> Iterator[Sentence]:
        yield Sentence(
            "turn", f"Turn {event.new}, {spell(day(event.new))}", event.clause, figures={"turn": event.new}
        )

    def weather(self, verb: str, event: Event) -> Iterator[Sentence]:
        if event.new:
            ground = event.fact == "ground"
            rolled = verb == "roll" and event.clause != "BTR-weather.auto"
            how = f"{'die' if ground else 'dice'} {self.words[0]}" if rolled else "automatic"
            figures = {event.fact: event.new}
            yield Sentence(
                "weather", f"{event.fact.capitalize()}: {event.new} ({how})", event.clause, figures=figures
            )

    def initiative(self, verb: str, event: Event) -> Iterator[Sentence]:
        if verb != "roll":
            return
        side = "Axis" if event.old else "Allied"
        tie = "; a tie, both players roll again" if not event.new else ""
        yield Sentence(
            "initiative", f"{side} dice for the first player turn: {self.words[0]}{tie}", event.clause
        )

    def first_player(self, verb: str, event: Event) -> Iterator[Sentence]:
        if event.new:
            yield Sentence(
                "initiative",
                f"The {SIDE_NAMES[event.new]} player takes the first player turn",
                event.clause,
                event.new,
            )

    def stock(self, verb: str, event: Event) -> Iterator[Sentence]:
        nation, change = NATION[event.key], event.new - event.old
        if verb == "spend":
            user = _USERS.get(self.words[0], "")
            text = f"{user} units spend {tokens(-change)} of the {nation} stock (now {tokens(event.new)})"
            yield Sentence(
                "spend", text, event.clause, ALLIED, figures={"nation": event.key, "tokens": -change}
            )
        elif event.clause == "BTR-arrival.loaded":  # several counters bring SP: one line
            self.gained[event.key] = self.gained.get(event.key, 0) + change
            self.loaded[event.key] = (
                f"{nation} stock: +{tokens(self.gained[event.key])} (now {tokens(event.new)})"
            )
        elif not event.clause.startswith("BTR-supply."):
            yield Sentence(
                "stock", f"{nation} stock: +{tokens(change)} (now {tokens(event.new)})", event.clause, ALLIED
            )

    def reserve_markers(self, verb: str, event: Event) -> Iterator[Sentence]:
        yield Sentence(
            "markers", f"Reserve markers: {event.new - event.old:+d} (now {event.new})", event.clause, ALLIED
        )

    def bridge_check_markers(self, verb: str, event: Event) -> Iterator[Sentence]:
        text = f"Bridge Check Markers: {event.new - event.old:+d} (now {event.new})"
        yield Sentence("markers", text, event.clause, ALLIED)

    def port(self, verb: str, event: Event) -> Iterator[Sentence]:
        yield Sentence(
            "port",
            f"{event.key.replace('-', ' ')} is {port_words(Port.read(event.new))}",
            event.clause,
            ALLIED,
            figures={"port": event.key},
        )

    def scheldt(self, verb: str, event: Event) -> Iterator[Sentence]:
        yield Sentence("port", f"The Scheldt is {event.new}", event.clause, ALLIED)

    def in_force(self, verb: str, event: Event) -> Iterator[Sentence]:
        yield Sentence(
            "event",
            f"{EVENT_NAMES[event.key]} {'is in force' if event.new else 'ends'}",
            event.clause,
            ALLIED,
        )

    def random_shift(self, verb: str, event: Event) -> Iterator[Sentence]:
        if event.new:
            text = f"Random event: {NATION[event.key]} supply column {event.new:+d} this turn"
            yield Sentence("event", text, event.clause, ALLIED)

    def capacity(self, verb: str, event: Event) -> Iterator[Sentence]:
        if not event.new:
            return  # a new turn
        means = event.fact.partition("_")[0]
        used = f"{means} capacity used: {event.new} SP"
        if verb == "haul":
            yield Sentence("shipping", f"{self.words[1]} SP go by {means} ({used})", event.clause, ALLIED)
        elif verb == "rail":
            unit = self.words[0]
            yield Sentence(
                "shipping", f"{display_name(unit)} goes by rail ({used})", event.clause, ALLIED, (unit,)
            )
        else:
            yield Sentence("shipping", used[:1].upper() + used[1:], event.clause, ALLIED)

    def plans(self, verb: str, event: Event) -> Iterator[Sentence]:
        for unit, turn in event.new:
            if [unit, turn] not in [list(plan) for plan in event.old]:
                text = f"{display_name(unit)} plans a drop on {spell(day(turn))}"
                yield Sentence("plan", text, event.clause, ALLIED, (unit,))
        if verb == "cancel":
            yield Sentence(
                "plan",
                f"{display_name(self.words[0])}: drop plan canceled",
                event.clause,
                ALLIED,
                (self.words[0],),
            )

    def answered(self, verb: str, event: Event) -> Iterator[Sentence]:
        added = (line for line in event.new if line not in event.old)
        for kind, unit, place in map(Line.read, added):
            barred = {BARRED_MISC: "regain a step", BARRED: f"arrive at {edge_words(place)}"}.get(kind)
            if barred:
                text = f"{display_name(unit)} cannot {barred}: condition not met"
                yield Sentence("choice", text, event.clause, ALLIED)

    def ended(self, verb: str, event: Event) -> Iterator[Sentence]:
        if event.new:
            yield Sentence("end", "Game over: campaign complete, no winner defined", event.clause)


def _where(place: str) -> str:
    return "an open port" if place == MAP else place


def _supply(event: Event) -> Sentence:
    nation, base, shifts, column, dice, sp, share, now = event.old
    parts = [
        f"status {base}",
        *(f"{amount:+d} {name}" for amount, name in shifts),
        f"column {column}",
        f"dice {dice}: {sp} SP",
    ]
    share_words = "" if share == sp * TOKENS else f", of which {tokens(share)} here"
    text = f"{NATION[nation]} supply: {', '.join(parts)}{share_words} (now {tokens(now)})"
    figures: Plain = {
        "nation": nation,
        "status": base,
        "shifts": [list(s) for s in shifts],
        "column": column,
        "dice": dice,
        "sp": sp,
    }
    return Sentence("supply", text, event.clause, ALLIED, figures=figures)


FACTS: dict[str, Describe] = {
    "turn": Narration.turn_begins,
    "ground": Narration.weather,
    "flight": Narration.weather,
    "initiative": Narration.initiative,
    "first": Narration.first_player,
    "at": Narration.moved_to,
    "lost": Narration.steps_lost,
    "tokens": Narration.stock,
    "reserves": Narration.reserve_markers,
    "bridge_markers": Narration.bridge_check_markers,
    "ports": Narration.port,
    "scheldt": Narration.scheldt,
    "in_force": Narration.in_force,
    "shifts": Narration.random_shift,
    "rail_used": Narration.capacity,
    "sea_used": Narration.capacity,
    "plans": Narration.plans,
    "entered": Narration.answered,
    "ended": Narration.ended,
}


_WORDS = {  # actions in the imperative
    "all": "bring on every counter that is due",
    "arrive": "bring on {unit} at {place}",
    "cancel": "cancel the drop of {unit}",
    "check": "make a bridge check",
    "done": "end the step",
    "drop": "drop {unit}",
    "embark": "ship {unit} to England",
    "forgo": "let the Misc result go",
    "lose": "enter a step loss of {unit}",
    "losses": "open the list of losses",
    "misc": "bring back {unit} with the Misc result",
    "plan": "plan the drop of {unit}",
    "pontoon": "roll for a bridge of {unit}",
    "rail": "carry {unit} by rail",
    "rebuild": "rebuild {unit}",
    "repair": "repair {unit}",
    "scheldt": "enter the Scheldt as {last}",
    "sea": "ship {unit} to {place}",
    "take": "take {unit}",
}


def action_words(state: object, action: str) -> str:
    """An action in the imperative, after a player's name.

    >>> action_words(None, "rebuild US-602-TDBn"), action_words(None, "haul rail 4")
    ('rebuild US 602 TD Bn', 'carry 4 SP by rail')
    """
    verb, *words = action.split()
    first, last = (words[0], words[-1]) if words else ("", "")
    if verb == "haul":
        return f"carry {last} SP by {first}"
    if verb == "confirm":
        return f"answer {first}"
    if verb == "first":
        return f"give the {SIDE_NAMES.get(first, first)} player the first player turn"
    result = _WORDS.get(verb)
    return result.format(unit=display_name(first), place=edge_words(last), last=last) if result else action
