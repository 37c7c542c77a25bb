"""What a note of the fight tells, for a playback: a shot and what follows from it are one act, and so is a
move through several hexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from grognard.core.facts import Event
from grognard.core.narration import Sentence, capital, join_names
from grognard.core.plain import Plain

from .forces import SIDE, UNIT, VEHICLE_NUMBER, VEHICLE_SIDE

BOOKKEEPING = "phase"  # the kind of what the log says, and no playback shows
_LAST = re.compile(r"[a-z]+\d+$")  # a name ends with the id of the unit
_IDS = re.compile(r"\b[ug]v?\d+\b")
_NAMED = re.compile(r"(\S+) ([ug]v?\d+)\b")
_LETTER = {"u": "us", "g": "german"}  # what an id begins with
_CODES = {"no effect": "–", "eliminated": "KIA", "one reduced": "CR", "perhaps critical": "hit"}
_HEX = r"([A-Z]+\d+)"
AT = {"at": "units", "vehicle_at": "vehicles"}  # the facts that say where a unit or vehicle is

WAY = re.compile(rf"(.+) (enters?|moves?|drives) (?:to )?{_HEX}")
ADVANCE = re.compile(rf"(.+) advances to {_HEX}")
FIRE = re.compile(rf"(.+) fires at {_HEX}")
JOIN = re.compile(r"(.+) joins")
CONTROL = re.compile(rf"The (\w+) side controls {_HEX}")
RESULT = re.compile(
    r"(?:Column|To hit|Hit|Below|Overrun|Shells in|\w+ attack at|Before the vehicle in)\b.*: ([^:]+)"
)
# what begins an attack; the hex is that attacked
ATTACKS = [
    re.compile(words.replace("HEX", _HEX))
    for words in (
        r".+ fires? at HEX",
        r".+ aims at HEX with .+",
        r".+ aims its .+ at HEX",
        r".+ uses its flamethrower at HEX",
        r".+ lays a charge in HEX",
        r".+ overruns HEX",
        r"\d+ Residual FP attack in HEX",
        r"Mines attack (?:in )?HEX",
        r"Close combat in HEX",
        r"A booby trap goes off in HEX",
        r"\w+ fire for effect in HEX: .+",
    )
]
# kind of the sentence -> how its text ends or what stands in it
_KINDS: list[tuple[str, re.Pattern[str]]] = [
    (kind, re.compile(words))
    for kind, words in (
        ("turn", r"^Turn \d+: .+ player turn$"),
        ("elimination", r" is (eliminated|destroyed)$| is ablaze: "),
        (
            "loss",
            r" (breaks|goes berserk|surrenders|is (wounded|Disrupted|captured|stunned|shocked|immobilized"
            r"|abandoned|recalled))$",
        ),
        ("reveal", r" (is revealed|comes? to light)\b"),
        (
            "effect",
            r" is (pinned|Fanatic|heroic|lost|left in \S+)$| becomes an? | (cowers|malfunctions?)\b"
            r"| goes along$| finds no Panzerfaust| sniper is found| sniper: .* strikes$",
        ),
        ("rally", r" tries to (rally|deploy): "),
        ("rout", rf" routs to {_HEX}$"),
        (
            BOOKKEEPING,
            r" turns to [NS]|buttons up$| (starts|stops)$|keeps its rate of fire$|Residual FP stay"
            r"|^Bog check .*: passed$| concealment die | sniper: .*: misses$",
        ),
        (
            "step",
            r"^Heat of Battle of |, against morale \d+$| finds a Panzerfaust|^Random selection"
            r"|^Collateral|^After the Original 2|^Accuracy",
        ),
    )
]


class Report:
    """Makes a sentence of each note. It remembers who fires in the attack under way, and the units' names."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}  # id -> name with id
        self.firers: list[str] = []
        self.target = ""

    def sentence(self, note: Event, moved: Mapping[str, tuple[str, str]]) -> Sentence:
        """A note as a sentence; `moved`: where each unit came from and went to by the same action."""
        text, values = capital(str(note.new)), note.old if isinstance(note.old, list) else ()
        self.names |= {id_: f"{value} {id_}" for value, id_ in _NAMED.findall(text)}
        kind, figures, hexes = self._told(note.key, text)
        units = self._units(text, moved if "to" in figures else None)
        if units and "to" in figures:
            origin, goal = moved[units[0]]
            figures |= {"from": origin, "to": goal, "path": [goal]}
        elif "to" in figures:
            figures = {}
        return Sentence(kind, text, note.clause, _side(values) or _side_in(text), units, hexes, figures)

    def _told(self, key: str, text: str) -> tuple[str, Plain, tuple[str, ...]]:
        """The kind of a note, its figures, and the hexes it names."""
        if key == BOOKKEEPING:
            return BOOKKEEPING, {}, ()
        if found := WAY.fullmatch(text):
            return "move", {"way": [found[1], found[2]], "to": found[3]}, (found[3],)
        if found := ADVANCE.fullmatch(text):
            does = [f"advances to {found[2]}", f"advance to {found[2]}", found[1]]
            return "move", {"alike": does, "to": found[2]}, (found[2],)
        for pattern in ATTACKS:
            if found := pattern.fullmatch(text):
                return self._attack(text, found[1])
        if found := JOIN.fullmatch(text):
            return self._join(found[1])
        if found := RESULT.fullmatch(text):
            code = found[1].removesuffix(" (cowering)")
            return "result", {"code": _CODES.get(code, code)}, ()
        if found := CONTROL.fullmatch(text):
            return "control", {}, (found[2],)
        return next((kind for kind, words in _KINDS if words.search(text)), "note"), {}, ()

    def _attack(self, text: str, hex_: str) -> tuple[str, Plain, tuple[str, ...]]:
        found = FIRE.fullmatch(text)
        self.firers, self.target = [found[1]] if found else [], hex_
        return "attack", {"target": hex_}, (hex_,)

    def _join(self, name: str) -> tuple[str, Plain, tuple[str, ...]]:
        if not self.firers:
            return "step", {}, ()
        self.firers.append(name)
        return "join", {"attack": f"{join_names(self.firers)} fire at {self.target}"}, ()

    @staticmethod
    def _units(text: str, moved: Mapping[str, tuple[str, str]] | None) -> tuple[str, ...]:
        """The units that a text names; of a move those that are seen to have moved."""
        found = dict.fromkeys(_IDS.findall(text))
        return tuple(id_ for id_ in found if moved is None or id_ in moved)

    def passes(self, moved: Mapping[str, tuple[str, str]], clause: str) -> Sentence:
        """A unit that routs goes through one more hex."""
        units = tuple(moved)
        origin, goal = moved[units[0]]
        names = join_names([self.names.get(id_, id_) for id_ in units])
        text = f"{names} {'routs' if len(units) == 1 else 'rout'} by {goal}"
        figures = {"from": origin, "to": goal, "path": [goal]}
        return Sentence("step", text, clause, side_of(units[0]), units, (goal,), figures)


def moves(events: Iterable[Event]) -> dict[str, tuple[str, str]]:
    """Where each unit and vehicle came from and went to, as far as the events show it."""
    found: dict[str, tuple[str, str]] = {}
    for event in events:
        if event.fact in AT and event.new and isinstance(event.new, str):
            origin = found[event.key][0] if event.key in found else event.old or ""
            found[event.key] = (origin, event.new)
    return found


def _side(values: Iterable[object]) -> str:
    """The side of the first unit that a note names; empty: it names none.

    >>> _side(["6-6-6 u05", "M4"]), _side([7]), _side(["M4A1 uv2"])
    ('us', '', 'us')
    """
    for value in values:
        if found := _LAST.search(str(value)):
            return side_of(found[0])
    return ""


def _side_in(text: str) -> str:
    """The side that takes control of a hex."""
    found = CONTROL.fullmatch(text)
    return found[1].lower() if found else ""


def side_of(id_: str) -> str:
    """The side of a unit, a weapon or a vehicle."""
    if id_ in UNIT:
        return SIDE[UNIT[id_]]
    if id_ in VEHICLE_NUMBER:
        return VEHICLE_SIDE[VEHICLE_NUMBER[id_]]
    return _LETTER.get(id_[0], "")
