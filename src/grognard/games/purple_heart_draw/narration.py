"""Purple Heart Draw in sentences: what each action did, as a player would report it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from grognard.core import narration as core
from grognard.core.facts import LOG, Event
from grognard.core.narration import Segment, Sentence, join_names, with_article
from grognard.core.ruling import counted
from grognard.core.state import State

from .charts import CHART, TIMES, group_title
from .firefight.action_words import phrase
from .firefight.report import Report, moves
from .pieces import FLAG, KINDS, NAMES, NUMBER_OF, REDEPLOY_NOTE, SIDE, TITLE, UNIT_NOTE, bare, title_of
from .position import PurpleHeartDraw

_MOST = 6  # names in one line
_COVER = {"hidden": " (HIP)", "concealed": " (concealed)", "cloaked": " (cloaked)"}
_POSTURES = {
    "attack": "attack",
    "auto": "attack where the odds allow",
    "fall_back": "fall back",
    "hold": "hold",
}
_FOLLOW = {"closes_up": "units behind the line close up", "stays_back": "units behind the line stay back"}
_DIRECTIONS = {
    "N": "north",
    "NE": "north-east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "NW": "north-west",
}
_OFF_MAP = {"PHD-E6": "is traded for a 60mm module", "PHD-C5.22": "merges into an MMC"}
# facts that all sides see of an open unit, and of others its owner alone: who sees one of them may know the
# value of the unit
OF_A_UNIT = frozenset({"kind", "at", "status", "gear", "exit", "row", "lane", "facing", "aboard"})
# what the resolver does to a unit, as a loss is told; other marks of a unit are told by the step that gives
# them
_HARM = {
    "broken": "breaks", "wounded": "is wounded", "prisoner": "is captured", "stunned": "is stunned",
    "immobile": "is immobilized", "bogged": "bogs", "burning": "burns",
}  # fmt: skip
FIGHT_CLAUSES = ("ASL-", "FF-")  # of what the rules of a fight squad by squad tell
RESOLVED = "stream"  # the action that gives the dice of a player turn to the resolver
# clause of a note -> kind of the sentence; the kind `phase` is bookkeeping: in the log, and no act of a
# playback
_KINDS = {
    "PHD-Z5": "assault",
    "PHD-Z4": "fire",
    "PHD-C5.1": "phase",
    "PHD-C5.2": "phase",
    "PHD-C5.6.a": "phase",
    "PHD-C5.6.c": "phase",
    "PHD-C5.7": "phase",
}
REPORT = "PHD-Z12"  # the resolver's report: every unit is put back on the map


def item_words(name: str) -> str:
    """A store or a mark that is put into a hex.

    >>> item_words("foxhole.2"), item_words("at_mines.+2"), item_words("roadblock.SE"), item_words("trench")
    ('foxhole (2 squads)', 'A-T mines (+2 factors)', 'roadblock (south-east)', 'trench')
    """
    what, _, kind = name.partition(".")
    if mines := {"ap_mines": "A-P", "at_mines": "A-T"}.get(what):
        return f"{mines} mines ({kind} {'factor' if kind == '1' else 'factors'})"
    if what == "foxhole":
        return f"foxhole ({kind} {'squad' if kind == '1' else 'squads'})"
    more = _DIRECTIONS.get(kind, kind.replace("_", " "))
    return f"{what.replace('_', ' ')} ({more})" if more else what.replace("_", " ")


def spoken(word: str) -> str:
    """A lane, a module or a group by its number.

    >>> spoken("L3"), spoken("m1"), spoken("u-rg07")
    ('lane 3', 'module 1', 'group 7')
    """
    for start, title in (("L", "lane"), ("m", "module"), ("u-rg", "group"), ("g-rg", "group")):
        number = word.removeprefix(start)
        if number != word and number.isdigit():
            return f"{title} {int(number)}"
    return word


class Narration(core.Narration):
    """Tells the actions of a mission. It remembers the value printed on each unit, which is a fact of the
    position.
    """

    continues = frozenset()
    remembers = ("kind",)
    adjectives = TITLE

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}  # unit -> its printed value
        self.changed_units: set[str] = set()  # units of the action that events tell of
        self.in_fight: dict[str, tuple[str, str]] = {}  # units of a fight that the action moved
        self.report = Report()

    def remember(self, fact: str, unit: str, value: str) -> None:
        self.values[unit] = value

    def name(self, unit: str) -> str:
        """A unit is named by its value only where an event about it is visible: its value is visible then,
        and only then.
        """
        return title_of(self.values.get(unit, "") if unit in self.changed_units else "", unit)

    def side(self, unit: str) -> str:
        return SIDE[NUMBER_OF[unit]] if unit in NUMBER_OF else ""

    def outcome_words(self, winner: str, level: str) -> str:
        return outcome_words(winner, level)

    def describe(self, segment: Segment) -> list[Sentence]:
        if segment.do is None:
            return super().describe(segment)
        events = segment.events
        self._look_over(events)
        sentences = [self._opening(segment)] if not any(event.fact == LOG for event in events) else []
        new: dict[tuple[str, str], list[Event]] = {}
        placed: dict[tuple[str, str], list[tuple[Event, str]]] = {}
        for event in events:
            if event.fact == "kind" and not event.old:
                self.values[event.key] = event.new
                if event.key not in self.noted:
                    new.setdefault((self.side(event.key), event.clause), []).append(event)
            elif event.fact == "at" and event.clause == REPORT and event.new:
                placed.setdefault((self.side(event.key), event.clause), []).append(
                    (event, self.name(event.key))
                )
            else:
                sentences += self._event(segment.do.split()[0], event)
        sentences += [self._new_units(*key, units) for key, units in new.items()]
        sentences += [self._positions(*key, units) for key, units in placed.items()]
        return [sentence for sentence in sentences if sentence]

    def _look_over(self, events: Sequence[Event]) -> None:
        """Notes what becomes of each unit, so that it is told once."""
        self.changed_units = {event.key for event in events if event.fact in OF_A_UNIT}
        self.in_fight = moves(
            event._replace(fact=event.fact.removeprefix("fight_"))
            for event in events
            if event.fact.startswith("fight_")
        )
        self.noted = {
            NAMES[n]
            for event in events
            if event.key == UNIT_NOTE
            for n in event.old[2:]
            if isinstance(n, int)
        }
        self.statuses = {event.key: event.new for event in events if event.fact == "status"}
        self.fates = {event.key: event.new for event in events if event.fact == "kind"}
        self.roll = ""

    def _event(self, verb: str, event: Event) -> Iterator[Sentence]:
        if event.fact == LOG:
            yield from self.note(event)
        elif event.fact in _FACTS:
            yield from _FACTS[event.fact](self, verb, event)

    def opened(self, state: State, by: str, do: str) -> str:
        """A purchase is a line of the chart of the side that bought it."""
        verb, *words = do.split()
        return f"buy {offer_words(by, words[0])}" if verb == "buy" else super().opened(state, by, do)

    def note(self, event: Event) -> list[Sentence]:
        if event.clause.startswith(FIGHT_CLAUSES):
            return [self.report.sentence(event, self.in_fight)]
        if event.key == REDEPLOY_NOTE:
            _, roll, result, *units = event.old
            self.roll = f": DR {roll}"
            if result == "redeploys":
                return []  # the move is told
            return [
                Sentence(
                    "redeploy",
                    str(event.new),
                    event.clause,
                    self.side(NAMES[units[0]]),
                    tuple(NAMES[u] for u in units),
                )
            ]
        if event.key == UNIT_NOTE:
            units = [NAMES[n] for n in event.old[2:] if isinstance(n, int)]
            kind = "elimination" if self.fates.get(units[0]) == "" else "unit"
            figures = {"value": str(event.old[0]).partition(" (")[0]}
            return [
                Sentence(
                    kind, str(event.new), event.clause, self.side(units[0]), tuple(units), figures=figures
                )
            ]
        return [
            msgspec.structs.replace(one, kind=_KINDS.get(event.clause, one.kind))
            for one in super().note(event)
        ]

    # -- what an action says where no event does

    def _opening(self, segment: Segment) -> Sentence | None:
        verb, *words = (segment.do or "").split()
        text = _SAY[verb](self, words) if verb in _SAY else ""
        text = text if verb == "happened" or not text else f"{self.adjective(segment.by)} {text}"
        return Sentence("fire" if verb == "aim" else "order", text, side=segment.by) if text else None

    # -- what changed

    def _new_units(self, side: str, clause: str, events: list[Event]) -> Sentence:
        by_value: dict[str, list[str]] = {}
        for event in events:
            by_value.setdefault(event.new.replace("_", " "), []).append(event.key)
        names = join_names([f"{value} ({', '.join(units)})" for value, units in by_value.items()], most=_MOST)
        text = f"New {TITLE[side]} {'unit' if len(events) == 1 else 'units'}: {names}"
        return Sentence("units", text, clause, side, tuple(event.key for event in events))

    def _positions(self, side: str, clause: str, events: list[tuple[Event, str]]) -> Sentence:
        names = join_names([f"{name} in {event.new}" for event, name in events], most=_MOST)
        units, hexes = tuple(event.key for event, _ in events), tuple(event.new for event, _ in events)
        return Sentence(
            "units", f"{TITLE[side]} units after the scenario: {names}", clause, side, units, hexes
        )

    def _kind(self, verb: str, event: Event) -> Iterator[Sentence]:
        unit, name = event.key, title_of(event.old, event.key)
        self.values[unit] = event.new
        if unit in self.noted:
            return
        side, value = self.side(unit), event.new.replace("_", " ")
        if not event.new:
            text = f"{name} {_OFF_MAP.get(event.clause, 'is eliminated')}"
            figures = {"value": event.old.replace("_", " ")}
            yield Sentence("elimination", text, event.clause, side, (unit,), figures=figures)
            return
        reduced = KINDS[event.old].half == event.new
        kind, fate = ("loss", "is Casualty Reduced to") if reduced else ("unit", "becomes")
        yield Sentence(kind, f"{name} {fate} {with_article(value)}", event.clause, side, (unit,))

    def _at(self, verb: str, event: Event) -> Iterator[Sentence]:
        unit, old, new = event.key, event.old, event.new
        if not new or (unit in self.noted and not old):
            return
        name, side, cover = self.name(unit), self.side(unit), self._cover(unit)
        kind, text = self.move_words(verb, name, old, new)
        if event.clause.startswith("PHD-C5.14"):
            kind, text = "redeploy", f"{name} redeploys from {old} to {new}{self.roll}"
        elif verb == "place" or event.clause == "PHD-C5.39":
            kind, text = "setup", f"{TITLE[side]} sets up {name} in {new}{cover}"
        elif verb in ("leave", "slip"):
            text = (
                f"{name} leaves {'the minefield' if verb == 'leave' else 'the close combat'} in {old} for"
                f" {new}"
            )
        yield Sentence(
            kind, text, event.clause, side, (unit,), (old, new) if old else (new,), {"from": old, "to": new}
        )

    def _cover(self, unit: str) -> str:
        flags = str(self.statuses.get(unit, "")).split()
        return next((words for flag, words in _COVER.items() if flag in flags), "")

    def _status(self, verb: str, event: Event) -> Iterator[Sentence]:
        """What befell a unit in a player turn of the resolver."""
        if verb != RESOLVED or event.key in self.noted:
            return
        before = str(event.old).split()
        for flag in str(event.new).split():
            if flag in _HARM and flag not in before:
                yield self.of_unit("loss", _HARM[flag], event)

    def _scenario(self, verb: str, event: Event) -> Iterator[Sentence]:
        if event.new:
            text = f"TM Scenario {event.new}, {TIMES.get(event.new, '')}"
            yield Sentence("turn", text, event.clause, figures={"scenario": event.new})

    def _turn(self, verb: str, event: Event) -> Iterator[Sentence]:
        if event.new:
            yield Sentence("turn", f"Turn {event.new}", event.clause, figures={"turn": event.new})

    def _held(self, verb: str, event: Event) -> Iterator[Sentence]:
        more, now = len(event.new) - len(event.old), len(event.new)
        if more > 0:
            text = f"{TITLE[event.key]} controls {counted(now, 'Location')} ({more:+d})"
            gained = tuple(sorted(set(event.new) - set(event.old)))
            yield Sentence("control", text, event.clause, event.key, hexes=gained)


def outcome_words(winner: str, level: str) -> str:
    """
    >>> (outcome_words("us", "objective held"), outcome_words("german", "conceded"),
    ...  outcome_words("us", "scenario"))
    ('US victory, objective held', 'German victory, the US concede', 'US victory')
    """
    how = {"conceded": f", the {'Germans' if winner == 'us' else 'US'} concede", "scenario": ""}.get(
        level, f", {level}"
    )
    return f"{TITLE.get(winner, winner)} victory{how}"


_FACTS: dict[str, Callable[[Narration, str, Event], Iterable[Sentence]]] = {
    "kind": Narration._kind,
    "at": Narration._at,
    "status": Narration._status,
    "scenario": Narration._scenario,
    "turn": Narration._turn,
    "held": Narration._held,
    "won": Narration.won,
}


# ---------------------------------------------------------------- orders, in words


def _lane(words: dict[str, str]) -> Callable[[Narration, list[str]], str]:
    def say(narration: Narration, parts: list[str]) -> str:
        lane, _, how = parts[0].partition(".")
        return f"{spoken(lane)}: {words.get(how, how.replace('_', ' '))}"

    return say


def _aim(narration: Narration, parts: list[str]) -> str:
    module, _, lane = parts[0].partition(".")
    return f"{spoken(module)} fires in {spoken(lane)}"


def _reassign(narration: Narration, parts: list[str]) -> str:
    module, _, number = parts[0].partition(".")
    return f"{spoken(module)}: Pre-Registered hex {number} becomes {parts[1]}"


def _hand(narration: Narration, parts: list[str]) -> str:
    gear, giver, taker = parts
    return f"{bare(gear).replace('_', ' ')} passes from {narration.name(giver)} to {narration.name(taker)}"


def _unit(text: str) -> Callable[[Narration, list[str]], str]:
    return lambda narration, parts: text.format(narration.name(parts[0]), *parts[1:])


_FATES = {
    "stands": "is unchanged",
    "crew_breaks": "loses its crew, which breaks and gets out",
    "breaks": "breaks",
    "rallies": "rallies",
    "uk": "is of Unknown status",
    "labor": "is under Labor",
    "low_ammo": "has Low Ammo",
    "shock": "is in Shock",
    "melee": "is in Melee",
    "motion": "is in Motion",
    "hull_down": "is Hull Down",
    "wall_advantage": "has Wall Advantage",
}
_ENDED = {
    "uk": "is of Unknown status no longer",
    "labor": "is no longer under Labor",
    "low_ammo": "no longer has Low Ammo",
    "shock": "is no longer in Shock",
    "melee": "is no longer in Melee",
    "motion": "is no longer in Motion",
    "hull_down": "is no longer Hull Down",
    "wall_advantage": "no longer has Wall Advantage",
}
_GEAR_FATES = {
    "lost": "loses its {}",
    "leaves": "leaves its {} behind",
    "recovers": "picks up the {}",
    "malfunctions": "has a malfunctioned {}",
    "works": "repairs its {}",
    "depleted": "has depleted {} ammunition",
    "hull": "turns its hull to {}",
    "turret": "turns its turret to {}",
}


def fate_words(what: str, ends: bool = False) -> str:
    """What a player reported of a unit, after its name; `ends`: a state it was in is over.

    >>> (fate_words("malfunctions:MMG"), fate_words("breaks"), fate_words("pinned", ends=True),
    ...  fate_words("uk"))
    ('has a malfunctioned MMG', 'breaks', 'is no longer pinned', 'is of Unknown status')
    """
    word, *more = what.split(":")
    if ends:
        return _ENDED.get(word) or f"is no longer {word.replace('_', ' ')}"
    if more and word in _GEAR_FATES:
        return _GEAR_FATES[word].format(bare(more[0]).replace("_", " "))
    if word == "gives":
        return f"gives its {bare(more[0]).replace('_', ' ')} to {more[1]}"
    return _FATES.get(word) or " ".join(
        ["mounts", *more] if word == "mounts" else [f"is {word.replace('_', ' ')}"]
    )


def _happened(narration: Narration, parts: list[str]) -> str:
    units = sorted(narration.changed_units & NUMBER_OF.keys())
    if not units or parts[0] == "hero":
        return ""
    ends = parts[0] in FLAG and parts[0] not in str(narration.statuses.get(units[0], parts[0])).split()
    return f"{narration.name(units[0])} {fate_words(parts[0], ends)}"


_SAY: dict[str, Callable[[Narration, list[str]], str]] = {
    "happened": _happened,
    "stock": lambda narration, parts: f"buys a store: {item_words(parts[0])}",
    "booby": lambda narration, parts: "sets booby traps or raises their level",
    "fortify": lambda narration, parts: f"sets up {item_words(parts[0])} in {parts[1]}",
    "decoy": lambda narration, parts: f"sets up a dummy counter in {parts[0]}",
    "hide": _unit("will set up {} hidden (HIP)"),
    "declare": _unit("declares that {} will enter at {}"),
    "carry": _unit("gives a radio to {}"),
    "hand": _hand,
    "register": lambda narration, parts: f"{spoken(parts[0])}: Pre-Registered hex {parts[1]}",
    "reassign": _reassign,
    "phone": lambda narration, parts: f"{spoken(parts[0])}: field phone in {parts[1]}",
    "commit": lambda narration, parts: f"{spoken(parts[0])} sets up on the map",
    "wait": lambda narration, parts: f"{spoken(parts[0])} waits off the map this player turn",
    "posture": _lane(_POSTURES),
    "follow": _lane(_FOLLOW),
    "aim": _aim,
    "clear": lambda narration, parts: f"tries to clear {parts[0].replace('_', ' ')} in {parts[1]}",
    "scrounge": _unit("searches the wreck in {1} with {0}"),
    "recombine": lambda narration, parts: f"recombines half-squads in {parts[-1]}",
    "take": lambda narration, parts: f"takes control of {parts[0]}",
    "fired": lambda narration, parts: f"{spoken(parts[0])} has placed an FFE",
    "snipe": lambda narration, parts: f"sniper counter in {parts[0]}",
    "mark": lambda narration, parts: f"marks {item_words(parts[0])} in {parts[1]}",
    "brawl": lambda narration, parts: f"resolves the close combat in {parts[0]}",
    "end": (
        lambda narration, parts: {
            "propose": "proposes to end the scenario",
            "agree": "agrees to end the scenario",
        }.get(parts[0], "plays on")
    ),
}


# ---------------------------------------------------------------- actions, as a hint or a plan gives them

_WORDS = {
    "place": "set up {unit} in {hex}",
    "declare": "let {unit} enter at {hex}",
    "redeploy": "redeploy {unit} to {hex}",
    "leave": "move {unit} out of the minefield to {hex}",
    "slip": "move {unit} out of the close combat to {hex}",
    "move": "move {unit} to {hex}",
    "recombine": "recombine {unit} in {hex}",
    "scrounge": "search the wreck in {hex} with {unit}",
    "join": "add {unit} to the stack",
    "choose": "choose {unit}",
    "merge": "merge the hero into {unit}",
    "harden": "Battle Harden {unit}",
    "ranks": "promote a 7-0 from {unit}",
    "carry": "give a radio to {unit}",
    "hide": "hide {unit} (HIP)",
    "dismount": "dismount {unit}",
    "falls": "take the casualty with {unit}",
    "rearm": "restore the MG of {unit}",
    "fortify": "set up {item} in {hex}",
    "stock": "buy {item}",
    "clear": "clear {word} in {hex}",
    "decoy": "set up a dummy counter in {word}",
    "scout": "scout {word}",
    "register": "pre-register {hex} for {word}",
    "phone": "give {word} a field phone in {hex}",
    "commit": "set up {word} on the map",
    "wait": "keep {word} off the map this player turn",
    "trade": "trade {word} for a 60mm module",
    "booby": "set booby traps",
    "concede": "concede",
    "done": "end the step",
}


def action_words(state: PurpleHeartDraw | None, action: str) -> str:
    """An action in the imperative, after a player's name."""
    verb, *words = action.split()
    word, last = (words[0], words[-1]) if words else ("", "")
    if verb == "done" and state is not None and state.step.name.startswith("a stack forms"):
        return "send the stack as it is"
    if verb == "buy":
        side = SIDE[NUMBER_OF[NAMES[0]]] if state is None else state.to_move
        return f"buy {offer_words(str(side), word)}"
    if verb in ("posture", "follow"):
        lane, _, how = word.partition(".")
        return f"{spoken(lane)}: {(_POSTURES | _FOLLOW).get(how, how)}"
    if verb == "aim":
        module, _, lane = word.partition(".")
        return f"fire {spoken(module)} in {spoken(lane)}"
    if verb == "promote":
        return "roll for leader promotion" if word == "roll" else "promote no leader"
    if verb == "hand":
        return f"hand the {bare(word)} of {_named(state, words[1])} to {_named(state, last)}"
    if verb not in _WORDS:
        return phrase(action, lambda unit: _named(state, unit))
    return _WORDS[verb].format(unit=_named(state, word), hex=last, word=spoken(word), item=item_words(word))


def offer_words(side: str, offer: str) -> str:
    """A line of the chart and how it comes: `Rifle Platoon (reinforcement)`."""
    id_, _, how = offer.partition(".")
    unit = next((rg.unit for rg in CHART[side] if rg.id == id_), id_)
    return f"{group_title(unit)} ({how.replace('_', ' ')})" if how else group_title(unit)


def _named(state: PurpleHeartDraw | None, unit: str) -> str:
    kind = state.kind[NUMBER_OF[unit]] if state is not None and unit in NUMBER_OF else ""
    return title_of(kind if isinstance(kind, str) else "", unit)
