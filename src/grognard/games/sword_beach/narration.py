"""Sword Beach in sentences: what each action did, as a player would report it."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core import narration as core
from grognard.core.facts import Event
from grognard.core.narration import Describe, Segment, Sentence, join_names, telling

from .board import MAP
from .pieces import ADJECTIVE, ALLIED, GERMAN, SIDE, UNIT, display_name, read

PLACES = {name: str(data["name"]) for name, data in MAP["hexes"].items() if data.get("name")}


def date_words(dates: str) -> str:
    """The dates of a turn.

    >>> date_words("6 June - 7 June 1944"), date_words("30 June - 1 July 1944")
    ('6-7 June 1944', '30 June - 1 July 1944')
    """
    first, _, last = dates.partition(" - ")
    day, _, month = first.partition(" ")
    return f"{day}-{last}" if month and last.split()[1] == month else dates


DATES = {int(row["number"]): date_words(str(row["dates"])) for row in read("turn_track.toml")["turn"]}
CUP_NAMES = {"air": "Aircraft cup", "guns": "Ground support cup", "german": "German support cup"}
LINES = {"beach_assault_not_in_ezoc": "open beach", "beach_assault_in_ezoc": "defended beach"}
MARKERS = {
    "guns": ("ground marker", "ground markers"),
    "air": ("aircraft", "aircraft"),
    "naval10": ("naval 10", "naval 10s"),
    "naval7": ("naval 7", "naval 7s"),
    "mines": ("the mines marker", "mines"),
}


def place(hex_: str) -> str:
    """A hex with the name of its place.

    >>> place("0642")
    '0642 Cagny'
    """
    return f"{hex_} {PLACES[hex_]}" if hex_ in PLACES else hex_


def fire_words(fire: str) -> str:
    """The markers of a draw.

    >>> fire_words("air+air"), fire_words("guns+naval10"), fire_words("none")
    ('2 aircraft', '1 ground marker and naval 10', 'no marker')
    """
    kinds = fire.split("+")
    if kinds == ["none"]:
        return "no marker"
    return join_names([_counted(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)])


def _counted(kind: str, count: int) -> str:
    one, many = MARKERS.get(kind, (kind, kind))
    if kind.startswith("naval") or kind == "mines":
        return one if count == 1 else f"2 {many}"
    return f"{count} {one if count == 1 else many}"


class Narration(core.Narration):
    """Tells the actions of Sword Beach."""

    continues = frozenset(
        (
            "join",
            "support",
            "draw",
            "mines",
            "target",
            "defend",
            "roll",
            "lose",
            "resist",
            "yield",
            "withdraw",
            "advance",
        )
    )
    adjectives = ADJECTIVE

    def name(self, unit: str) -> str:
        return display_name(unit)

    def place(self, hex_: str) -> str:
        return place(hex_)

    def side(self, unit: str) -> str:
        return SIDE[UNIT[unit]]

    def describe(self, segment: Segment) -> list[Sentence]:
        """SB-11.2.2.5: units revealed together are one sentence."""
        shown = [event for event in segment.events if _is_reveal(event)]
        rest = [event for event in segment.events if not _is_reveal(event)]
        return [*super().describe(replace(segment, events=rest)), *self.reveal(shown)]

    # -- what an action says by itself

    def bombard(self, by: str, words: list[str]) -> list[Sentence]:
        fire, hex_ = words
        return self.open(
            "bombardment",
            by,
            hex_,
            [],
            f"{self.adjective(by)} bombardment of {place(hex_)} with {fire_words(fire)}",
        )

    def assault(self, by: str, words: list[str]) -> list[Sentence]:
        text = f"{self.adjective(by)} beach assault at {place(words[0])}"
        return self.open("assault", by, words[0], [], text)

    def fight(self, by: str, words: list[str]) -> list[Sentence]:
        text = f"Airborne units attack the enemy unit they landed on in {place(words[0])}"
        return self.open("assault", by, words[0], [], text)

    def support(self, by: str, words: list[str]) -> list[Sentence]:
        return [Sentence("support", f"{self.adjective(by)} support: {fire_words(words[0])}", side=by)]

    def draw(self, by: str, words: list[str]) -> list[Sentence]:
        cup, marker = words
        name = {"guns": "Ground", "air": "Aircraft", "german": "German"}.get(cup, cup)
        value = marker if marker == "mines" else f"+{marker}"
        return [Sentence("draw", f"{name} marker drawn: {value}", figures={"cup": cup, "value": marker})]

    def raid(self, by: str, words: list[str]) -> list[Sentence]:
        self.open("raid", by, words[0], [])
        return []  # the landing is told

    # -- what changed

    def reveal(self, events: list[Event]) -> list[Sentence]:
        if not events:
            return []
        names = join_names([f"{display_name(e.key)} in {e.new}" for e in events], most=len(events))
        units, hexes = tuple(e.key for e in events), tuple(e.new for e in events)
        return [Sentence("reveal", f"German units revealed: {names}", "SB-11.2.2.5", GERMAN, units, hexes)]

    def note(self, event: Event) -> list[Sentence]:
        if event.key == "result":
            return [self.resolve(event)]
        if event.key == "no_retreat":
            return []  # the elimination is told with its cause
        return super().note(event)

    def resolve(self, event: Event) -> Sentence:
        """The die of a combat: `event.old` holds its figures."""
        line, differential, column, shift, die, code = event.old
        self.result = code
        shifted = f" (shifted {abs(shift)} {'left' if shift < 0 else 'right'})" if shift else ""
        spared = code == "NE" or (self.heading == "bombardment" and not code.startswith("D"))  # FM-8.4.2
        meaning = "no effect" if spared else code
        name = LINES.get(line, line)
        text = f"Differential {differential:+d}, {name}, column {column}{shifted}, die {die}: {meaning}"
        shown = "NE" if spared else code
        figures = {
            "code": shown,
            "differential": differential,
            "line": name,
            "column": column,
            "shift": shift,
            "die": die,
        }
        return Sentence("result", text, event.clause, hexes=(self.hex,) if self.hex else (), figures=figures)

    def moved(self, verb: str, event: Event) -> list[Sentence]:
        """SB-11.2.3.1: the commando that goes ashore attacks the hex."""
        sentences = super().moved(verb, event)
        return [
            replace(one, figures={**one.figures, "target": event.new}) if one.kind == "raid" else one
            for one in sentences
        ]

    def move_words(self, verb: str, name: str, old: str, new: str) -> tuple[str, str]:
        if verb in ("land", "place"):
            return (
                "arrival",
                f"{name} lands at {place(new)}" if verb == "land" else f"{name} will assault {place(new)}",
            )
        if verb == "designate":
            return "drop", f"{name} is to drop at {place(new)}"
        if verb.startswith("roll"):
            return (
                "move",
                f"{name} drifts from {old} to {place(new)}" if old else f"{name} comes down in {place(new)}",
            )
        if verb == "raid":
            return "raid", f"{name} raids {place(new)}"
        return super().move_words(verb, name, old, new)

    def steps_event(self, verb: str, event: Event) -> list[Sentence]:
        verb, _, die = verb.partition(" ")
        cause = self.cause() if verb != "replace" else ""
        if event.new > event.old:
            return [self.of_unit("replacement", "is restored to full strength", event)]
        if verb == "roll" and event.clause.startswith("SB-11.2.2.3"):
            fate = "loses a step" if event.new else "is eliminated"
            return [self.of_unit("loss", f"{fate} in the drop (die {die})", event)]
        if event.new:
            return [self.of_unit("loss", f"loses a step{cause} and is reduced", event)]
        cause = f": it cannot retreat{cause}" if event.clause == "FM-7.7.3" else cause
        return [self.of_unit("elimination", f"is eliminated{cause}", event)]

    def record_event(self, verb: str, event: Event) -> list[Sentence]:
        new = [(unit, hex_) for unit, hex_ in event.new.items() if unit not in event.old]
        return [
            Sentence(
                "setup",
                f"German sets up {display_name(unit)} in {place(hex_)} (hidden)",
                event.clause,
                GERMAN,
                (unit,),
                (hex_,),
            )
            for unit, hex_ in new
        ]

    def turn_event(self, verb: str, event: Event) -> list[Sentence]:
        self.close()
        text = f"Turn {event.new}, {DATES.get(event.new, '')}"
        return [Sentence("turn", text, event.clause, figures={"turn": event.new})]


def _is_reveal(event: Event) -> bool:
    return event.fact == "at" and event.clause == "SB-11.2.2.5"


# ---------------------------------------------------------------- facts that need no memory


def _changed(kind: str, gained: str, lost: str = "") -> Describe:
    """Sentences for the members a set has gained and lost."""

    def tell(narration: Narration, verb: str, event: Event) -> list[Sentence]:
        sentences = []
        for text, more, less in ((gained, event.new, event.old), (lost, event.old, event.new)):
            if text and (members := [one for one in more if one not in less]):
                sentences.append(_about(kind, text, members, event.clause))
        return sentences

    return tell


def _about(kind: str, text: str, members: list[str], clause: str) -> Sentence:
    are_units = members[0] in UNIT
    names = join_names([display_name(one) if are_units else place(one) for one in members], most=6)
    units, hexes = (tuple(members), ()) if are_units else ((), tuple(members))
    side = SIDE[UNIT[members[0]]] if are_units else ""
    return Sentence(
        kind, text.format(names, be="is" if len(members) == 1 else "are"), clause, side, units, hexes
    )


def _cups(narration: Narration, verb: str, event: Event) -> list[Sentence]:
    count = sum(event.new)
    if count <= sum(event.old):
        return []  # the draw is told
    return [Sentence("markers", f"{CUP_NAMES[event.key]} refilled to {count} markers", event.clause)]


def _lost_marker(narration: Narration, verb: str, event: Event) -> list[Sentence]:
    values = [str(value) for value, (a, b) in enumerate(zip(event.old, event.new, strict=True)) if b > a]
    return [
        Sentence(
            "markers", f"German support marker {join_names(values)} is removed from the game", event.clause
        )
    ]


def _mines(narration: Narration, verb: str, event: Event) -> list[Sentence]:
    words = {
        "aside": "is set aside",
        "used": "is used",
        "out": "is out this turn",
        "lost": "is removed from the game",
    }
    text = words.get(event.new)
    return [Sentence("markers", f"The mines marker {text}", event.clause)] if text else []


def _caen(narration: Narration, verb: str, event: Event) -> list[Sentence]:
    text = "Caen has fallen: the German cup loses two markers next turn"
    return [Sentence("control", text, event.clause, ALLIED)] if event.new else []


Narration.facts = {
    "at": Narration.moved,
    "steps": Narration.steps_event,
    "record": Narration.record_event,
    "turn": Narration.turn_event,
    "waiting": _changed("due", "Reinforcements due: {}"),
    "cut_off": _changed("supply", "{} {be} out of supply", "{} {be} in supply again"),
    "beachheads": _changed("beachhead", "Beachhead marker in {}", "The beachhead marker in {} is removed"),
    "drop_zones": _changed("beachhead", "Drop zone marker in {}", "The drop zone marker in {} is removed"),
    "allied_cities": _changed("control", "The Allies take {}", "The Germans take {}"),
    "cups": _cups,
    "lost": _lost_marker,
    "mines": _mines,
    "caen_due": _caen,
    "won": Narration.won,
}
Narration.openings = {
    "attack": Narration.attack,
    "join": Narration.join,
    "bombard": Narration.bombard,
    "assault": Narration.assault,
    "fight": Narration.fight,
    "raid": Narration.raid,
    "support": Narration.support,
    "draw": Narration.draw,
    "resist": telling("choice", "{side} unit holds its ground (stiff resistance)", "FM-7.8.1"),
    "yield": telling("choice", "{side} unit does not resist and retreats", "FM-7.8.1"),
}


# ---------------------------------------------------------------- actions, as a hint or a plan gives them

_WORDS = {
    "record": "set up {unit} in {hex} (hidden)",
    "beachhead": "place a beachhead marker in {hex}",
    "place": "land {unit} at {hex}",
    "dropzone": "place the drop zone marker in {hex}",
    "designate": "drop {unit} at {hex}",
    "fight": "attack the enemy unit in {hex} with the units that landed on it",
    "raid": "raid {hex} with 1 Cdo",
    "assault": "assault the beach at {hex}",
    "move": "move {unit} to {hex}",
    "land": "land {unit} at {hex}",
    "attack": "attack {hex} with {unit}",
    "join": "add {unit} to the attack",
    "target": "attack {unit}",
    "defend": "defend with {unit}",
    "lose": "take the step loss with {unit}",
    "resist": "hold the hex (stiff resistance)",
    "yield": "retreat",
    "withdraw": "retreat {unit} to {hex}",
    "advance": "advance {unit}",
    "replace": "restore {unit} to full strength",
    "done": "end the phase",
}
_MINES = {"use": "use the mines marker now", "aside": "set the mines marker aside", "redraw": "draw again"}


def action_words(state: object, action: str) -> str:
    """An action in the imperative, after a player's name.

    >>> (action_words(None, "bombard air+air 0836"), action_words(None, "move 27-Armd 1037"),
    ...  action_words(None, "done"))
    ('bombard 0836 with 2 aircraft', 'move 27 Armd to 1037 Épron', 'end the phase')
    """
    verb, *words = action.split()
    if verb == "bombard":
        return f"bombard {place(words[1])} with {fire_words(words[0])}"
    if verb == "support":
        return f"draw {fire_words(words[0])} as support"
    if verb == "mines":
        return _MINES.get(words[0], action)
    if verb == "done" and getattr(getattr(state, "step", None), "name", "") == "attackers":
        return "attack with the units that have joined"
    if verb == "bring":
        return f"bring on the {words[0]} Division"
    unit, hex_ = words[0] if words else "", words[-1] if words else ""
    return _WORDS[verb].format(unit=display_name(unit), hex=place(hex_)) if verb in _WORDS else action
