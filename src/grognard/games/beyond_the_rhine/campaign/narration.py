"""The campaign on the map in sentences: what each action did, as an after-action report would tell it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core import narration as core
from grognard.core.calendar import spell as spell_date
from grognard.core.facts import Event
from grognard.core.hexes import members
from grognard.core.narration import Describe, Segment, Sentence, capital, join_names, telling

from ..fights import words as result_words
from .aircraft import PLANE, PLANE_LABEL, PLANES
from .board import BOARD, ELSEWHERE, GRID
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ENEMY,
    GERMAN,
    NAMES,
    SCENARIOS,
    SIDE,
    STEPS,
    TRANSPORT,
    UNIT,
    display_name,
)

PLACES = {name: str(row["name"]) for name, row in BOARD.raw["hexes"].items() if row.get("name")}
PEOPLE = {ALLIED: "The Allies", GERMAN: "The Germans"}


MODES = {"combat": "Combat Mode", "move": "Move Mode", "strat": "Strat Mode"}
PHASES = {
    "movement": "Movement Phase",
    "supply": "Supply Phase",
    "reaction": "Reaction Phase",
    "combat": "Combat Phase",
    "exploitation": "Exploitation Phase",
}
OFF_MAP = frozenset(ELSEWHERE.values())
ON_THE_WAY = frozenset(("move", "advance", "retreat", "arrival", "transport"))


def place(hex_: str) -> str:
    """A hex with the name of its place.

    >>> place("14.08"), place("16.09")
    ('14.08 Aachen', '16.09')
    """
    return f"{hex_} {PLACES[hex_]}" if hex_ in PLACES else hex_


def supply_words(tokens: int) -> str:
    """Tokens as players say them.

    >>> supply_words(3), supply_words(4), supply_words(10)
    ('3T', '1 SP', '2 SP 2T')
    """
    whole, rest = divmod(tokens, 4)
    return " ".join([f"{whole} SP"] * bool(whole) + [f"{rest}T"] * bool(rest or not whole))


def outcome_words(winner: str, level: str) -> str:
    """
    >>> outcome_words("allied", "Allied decisive"), outcome_words("draw", "draw")
    ('Allied decisive victory', 'draw')
    """
    return level if winner == "draw" else f"{level} victory"


class Narration(core.Narration):
    """Tells the actions of the campaign on the map."""

    continues = frozenset(
        (
            "join",
            "pay",
            "rate",
            "terrain",
            "draw",
            "roll",
            "lose",
            "retreat",
            "ignore",
            "withdraw",
            "part",
            "advance",
            "flee",
            "along",
            "intercept",
            "meet",
        )
    )
    gathers = frozenset(("attack", "barrage", "fly", "join"))
    adjectives = ADJECTIVE
    people = PEOPLE
    remembers = ("at", "active", "group", "scenario")

    def __init__(self) -> None:
        super().__init__()
        self.at: dict[str, str] = {}
        self.active, self.scenario = ALLIED, "aachen"
        self.stack: list[str] = []  # the stack that moves

    def name(self, unit: str) -> str:
        return PLANE_LABEL[PLANE[unit]] if unit in PLANE else display_name(unit)

    def names(self, units: Sequence[str]) -> str:
        return join_names([self.name(unit) for unit in units])

    def place(self, hex_: str) -> str:
        return place(hex_)

    def side(self, unit: str) -> str:
        return PLANES[PLANE[unit]].side if unit in PLANE else SIDE[UNIT[unit]]

    def outcome_words(self, winner: str, level: str) -> str:
        return outcome_words(winner, level)

    def remember(self, fact: str, unit: str, value: int) -> None:
        if fact == "at":
            self.at[unit] = GRID.name[value] if value >= 0 else ""
        elif fact == "group":
            self.stack = [NAMES[one] for one in members(value)]
        else:
            setattr(self, fact, value)

    def describe(self, segment: Segment) -> list[Sentence]:
        """Units that go together are told together."""
        sentences: list[Sentence] = []
        for one in super().describe(segment):
            last = sentences[-1] if sentences else None
            if last and one.kind in ON_THE_WAY and (one.kind, one.hexes) == (last.kind, last.hexes):
                sentences[-1] = self.on_the_way(one, (*last.units, *one.units))
            else:
                sentences.append(one)
        return sentences

    # -- what an action says by itself

    def barrage(self, by: str, words: list[str]) -> list[Sentence]:
        gun, hex_ = words
        return self.open("bombardment", by, hex_, [gun])

    def fly(self, by: str, words: list[str]) -> list[Sentence]:
        plane, hex_ = words
        text = f"{self.adjective(by)} air strike on {self.place(hex_)} by {self.name(plane)}"
        return self.open("bombardment", by, hex_, [plane], text)

    def overrun(self, by: str, words: list[str]) -> list[Sentence]:
        unit, hex_ = words
        force = self.stack if unit in self.stack else [unit]
        text = f"{self.adjective(by)} overrun of {self.place(hex_)} by {self.names(force)}"
        return self.open("attack", by, hex_, list(force), text)

    def attack_words(self, by: str) -> str:
        if self.heading != "bombardment":
            return super().attack_words(by)
        what = "air strike on" if self.attackers[0] in PLANE else "barrage of"
        return f"{self.adjective(by)} {what} {self.place(self.hex)} by {self.names(self.attackers)}"

    def pay(self, by: str, words: list[str]) -> list[Sentence]:
        paid = words[0] == "yes"
        text = "pay their combat supply" if paid else "do not pay: they defend at half strength"
        return [Sentence("choice", f"{self.subject(by)} {text}", "BTR-ocs.combat.pay-defender", by)]

    def terrain(self, by: str, words: list[str]) -> list[Sentence]:
        text = f"{self.subject(by)} pick {words[0].replace('_', ' ')} terrain"
        return [Sentence("choice", text, "BTR-tec.combat.choice", by)]

    def give_way(self, by: str, words: list[str]) -> list[Sentence]:
        hexes = int(words[0])
        text = f"retreat {hexes} hex{'es' * (hexes != 1)}" if hexes else "stand and take the option in steps"
        return [Sentence("choice", f"{self.subject(by)} {text}", "BTR-ocs.combat.option-mix", by)]

    def lift(self, by: str, words: list[str]) -> list[Sentence]:
        return [self.carried(by, words, "loads")]

    def unload(self, by: str, words: list[str]) -> list[Sentence]:
        return [self.carried(by, words, "unloads")]

    def carried(self, by: str, words: list[str], does: str) -> Sentence:
        unit, tokens = words[0], int(words[1])
        where = self.at.get(unit, "")
        text = f"{self.name(unit)} {does} {supply_words(tokens)}{f' in {self.place(where)}' * bool(where)}"
        hexes = (where,) if where else ()
        figures = {"carrier": self.name(unit)}
        if does == "unloads":
            figures["goal"] = self.place(where)
        return Sentence("transport", text, "BTR-ocs.truck.load", by, (unit,), hexes, figures)

    def eat(self, by: str, words: list[str]) -> list[Sentence]:
        unit, hex_ = words
        supply = f"fed from the dump in {self.place(hex_)}"
        return [self.alike("supply", unit, [f"is {supply}", f"are {supply}"], "BTR-ocs.trace.eat", (hex_,))]

    def alike(
        self, kind: str, unit: str, does: list[str], clause: str, hexes: tuple[str, ...] = ()
    ) -> Sentence:
        """What several units may do one after another: an act tells them together."""
        name = self.name(unit)
        return Sentence(
            kind, f"{name} {does[0]}", clause, self.side(unit), (unit,), hexes, {"alike": [*does, name]}
        )

    def deliver(self, by: str, words: list[str]) -> list[Sentence]:
        text = f"{self.adjective(by)} supply arrives at {self.place(words[-1])}"
        return [
            Sentence(
                "supply",
                text,
                "BTR-ocs.reinf.sp",
                by,
                hexes=(words[-1],),
                figures={"alike": [text, text, ""]},
            )
        ]

    def bomb(self, by: str, words: list[str]) -> list[Sentence]:
        text = f"Heavy bombers strike {self.place(words[0])}"
        return self.open("bombardment", by, words[0], [], text)

    def check(self, by: str, words: list[str]) -> list[Sentence]:
        text = "spend a bridge check marker" if words[0] == "yes" else "spend no bridge check marker"
        return [Sentence("choice", f"{self.subject(by)} {text}", "BTR-ocs.bridge.check", by)]

    # -- notes of the rules

    def note(self, event: Event) -> list[Sentence]:
        if event.key == "result" and event.clause == "BTR-ocs.combat.table":
            return [self.resolve(event)]
        if event.key == "result" and event.clause == "BTR-ocs.barrage.table":
            return [self.shelled(event)]
        kind = {"result": "result", "weather": "weather"}.get(str(event.key), "step" if self.hex else "note")
        if event.clause == "BTR-ocs.supply.draw":
            kind = "spend" if self.hex and " for fuel of " not in str(event.new) else "fuel"
        return [Sentence(kind, capital(str(event.new)), event.clause)]

    def resolve(self, event: Event) -> Sentence:
        """The dice of a fight: `event.old` holds its figures."""
        column, shift, dice, drm, hedgehog, code, _ = event.old
        self.result = code
        hog = f", hedgehog -{hedgehog}" if hedgehog else ""
        moved = f", {shift:+d} by surprise" if shift else ""
        text = f"Column {column}{moved}, dice {dice} {drm:+d}{hog}: {code}: {result_words(code)}"
        figures = {"code": code, "column": column, "shift": shift, "die": dice}
        return Sentence("result", text, event.clause, hexes=(self.hex,) if self.hex else (), figures=figures)

    def shelled(self, event: Event) -> Sentence:
        strength, hex_, column, dice, code = event.old
        self.result = code
        text = f"Strength {strength}, column {column}, dice {dice}: {code if code != '-' else 'no effect'}"
        return Sentence("result", text, event.clause, hexes=(hex_,), figures={"code": code, "die": dice})

    # -- what changed

    def at_event(self, verb: str, event: Event) -> list[Sentence]:
        unit, old, new = event.key, event.old or "", event.new or ""
        self.at[unit] = "" if new in OFF_MAP else new
        if not self.at[unit]:
            return []  # its loss or a note tells it
        was = "" if old in OFF_MAP else old
        kind = {"withdraw": "retreat", "advance": "advance"}.get(verb, "move" if was else "arrival")
        hexes = (was, new) if was else (new,)
        figures = {"from": was, "to": new}
        one = Sentence(kind, "", event.clause, self.side(unit), (unit,), hexes, figures)
        return [self.on_the_way(one, (unit,))]

    def on_the_way(self, one: Sentence, units: tuple[str, ...]) -> Sentence:
        """A sentence of units on the way, in words."""
        many = len(units) > 1
        does = {"arrival": "enter", "transport": "move"}.get(one.kind, one.kind)
        goal = self.place(one.hexes[-1])
        route = f"from {one.hexes[0]} to {goal}" if len(one.hexes) > 1 else f"at {goal}"
        cause = self.cause() if one.kind == "retreat" else ""
        names = self.names(units)
        text = f"{names} {does if many else f'{does}s'} {route}{cause}"
        kind, figures = one.kind, {key: one.figures[key] for key in ("from", "to")}
        if kind in ("move", "transport") and all(TRANSPORT >> UNIT[unit] & 1 for unit in units):
            kind, figures = "transport", figures | {"carrier": names}
        elif kind in ("move", "arrival"):
            figures |= {"alike": [f"{does}s {route}", f"{does} {route}", names]}
        return Sentence(kind, text, one.clause, one.side, units, one.hexes, figures)

    def lost(self, verb: str, event: Event) -> list[Sentence]:
        unit = event.key
        taken, left = event.new - event.old, STEPS[UNIT[unit]] - event.new
        if taken <= 0:
            return [
                Sentence("recovery", f"{self.name(unit)} gets a step back", event.clause, self.side(unit))
            ]
        if not left:
            return [self.of_unit("elimination", f"is destroyed{self.cause()}", event)]
        steps = "a step" if taken == 1 else f"{taken} steps"
        return [self.of_unit("loss", f"loses {steps} and has {left} left{self.cause()}", event)]

    def plane_lost(self, verb: str, event: Event) -> list[Sentence]:
        if event.new < event.old:
            return [self.of_unit("recovery", "is at full strength again", event)]
        if event.new >= PLANES[PLANE[event.key]].steps:
            return [self.of_unit("elimination", "is shot down", event)]
        return [self.of_unit("loss", "loses a step", event)]

    def mode(self, verb: str, event: Event) -> list[Sentence]:
        return [self.of_unit("mode", f"turns to {MODES[event.new]}", event)]

    def turn(self, verb: str, event: Event) -> list[Sentence]:
        self.close()
        dates = SCENARIOS[self.scenario]["turns"]
        text = f"Turn {event.new}, {spell_date(dates[event.new - 1])}"
        return [Sentence("turn", text, event.clause, figures={"turn": event.new})]

    def active_side(self, verb: str, event: Event) -> list[Sentence]:
        self.active = event.new
        return []

    def phase(self, verb: str, event: Event) -> list[Sentence]:
        self.close()
        if event.new not in PHASES:
            return []
        side = ENEMY[self.active] if event.new == "reaction" else self.active
        text = f"{self.adjective(side)} {PHASES[event.new]}"
        return [Sentence("phase", text, event.clause, side)]

    def moving(self, verb: str, event: Event) -> list[Sentence]:
        self.stack = list(event.new)
        return []

    def control(self, verb: str, event: Event) -> list[Sentence]:
        """Named places that change hands; other hexes do so without a word."""
        sentences = []
        for side, more, less in ((ALLIED, event.new, event.old), (GERMAN, event.old, event.new)):
            taken = sorted(hex_ for hex_ in set(more) - set(less) if hex_ in PLACES)
            if taken:
                text = f"{PEOPLE[side]} take {join_names([place(hex_) for hex_ in taken])}"
                sentences.append(Sentence("control", text, event.clause, side, hexes=tuple(taken)))
        return sentences


def _markers(gained: tuple[str, str], gone: tuple[str, str]) -> Describe:
    """Sentences for the units a set of markers has gained and lost: kind and words; those that are gone have
    no news.
    """

    def tell(narration: Narration, verb: str, event: Event) -> list[Sentence]:
        sentences = []
        for (kind, words), more, less in ((gained, event.new, event.old), (gone, event.old, event.new)):
            units = [unit for unit in more if unit not in set(less)]
            for side in (ALLIED, GERMAN):
                on_map = [unit for unit in units if narration.at.get(unit, "?")]
                mine = tuple(unit for unit in on_map if narration.side(unit) == side)
                if kind and mine:
                    one, many = words.split("|")
                    text = f"{narration.names(mine)} {one if len(mine) == 1 else many}"
                    sentences.append(Sentence(kind, text, event.clause, side, mine))
        return sentences

    return tell


def _reserve(narration: Narration, verb: str, event: Event) -> list[Sentence]:
    freely = verb in ("recall", "release")
    gone = (
        "leaves the reserve|leave the reserve"
        if freely
        else "loses its reserve marker|lose the reserve marker"
    )
    describe = _markers(("reserve", "goes into reserve|go into reserve"), ("reserve", gone))
    return describe(narration, verb, event)


def _hedgehogs(narration: Narration, verb: str, event: Event) -> list[Sentence]:
    built = [hex_ for hex_, level in event.new.items() if level > event.old.get(hex_, 0)]
    return [
        Sentence(
            "build",
            f"A hedgehog of level {event.new[hex_]} stands in {place(hex_)}",
            event.clause,
            hexes=(hex_,),
        )
        for hex_ in built
    ]


Narration.facts = {
    "turn": Narration.turn,
    "active": Narration.active_side,
    "phase": Narration.phase,
    "at": Narration.at_event,
    "lost": Narration.lost,
    "mode": Narration.mode,
    "plane_lost": Narration.plane_lost,
    "group": Narration.moving,
    "dg": _markers(
        ("loss", "is disorganized|are disorganized"), ("recovery", "recovers its order|recover their order")
    ),
    "oos": _markers(
        ("loss", "is out of supply|are out of supply"), ("recovery", "is in supply again|are in supply again")
    ),
    "exploit": _markers(("exploit", "may exploit|may exploit"), ("", "")),
    "reserve": _reserve,
    "hedgehogs": _hedgehogs,
    "allied_held": Narration.control,
    "won": Narration.won,
}
_STRUCK = telling("air", "{unit} strikes bridges and lines at {hex}", "BTR-ocs.air.kinds")
Narration.openings = {
    "attack": Narration.attack,
    "barrage": Narration.barrage,
    "overrun": Narration.overrun,
    "join": Narration.join,
    "pay": Narration.pay,
    "rate": telling("choice", "{unit} leads: its Action Rating counts", "BTR-ocs.combat.ar-pick"),
    "terrain": Narration.terrain,
    "retreat": Narration.give_way,
    "ignore": telling(
        "choice", "{people} ignore their option: the attacker fell back", "BTR-ocs.combat.defender-free"
    ),
    "part": telling("choice", "{unit} goes its own way", "BTR-ocs.retreat.split"),
    "load": Narration.lift,
    "unload": Narration.unload,
    "blow": telling("supply", "{people} blow the dump in {hex}", "BTR-ocs.dump.blow"),
    "deliver": Narration.deliver,
    "eat": Narration.eat,
    "breakout": telling("choice", "{unit} tries to break out", "BTR-ocs.breakout.when"),
    "fuel": telling("fuel", "{unit} is fueled for this phase", "BTR-ocs.move.fuel-when"),
    "fuelhq": telling("fuel", "{unit} and the small units it throws to are fueled", "BTR-ocs.move.fuel-hq"),
    "fuelformation": telling("fuel", "The formation of {unit} is fueled", "BTR-ocs.move.fuel-formation"),
    "recover": telling("supply", "{unit} fills its stocks", "BTR-ocs.stock.recover"),
    "fly": Narration.fly,
    "sweep": telling("air", "{unit} sweeps over the enemy's base", "BTR-ocs.air.sweep"),
    "intercept": telling("choice", "{unit} intercepts", "BTR-ocs.air.intercept"),
    "meet": telling("choice", "{unit} fights", "BTR-ocs.air.fight"),
    "along": telling("choice", "{unit} goes with the retreat", "BTR-ocs.retreat.tag"),
    "stack": telling("choice", "{unit} belongs to the stack that moves", "BTR-ocs.move.stack"),
    "drop": telling("choice", "{unit} stays behind", "BTR-ocs.move.stack"),
    "go": telling("choice", "{people} choose to go {word}", "BTR-turn.pre.first"),
    "putoff": telling("choice", "The removal of {unit} is put off by a turn", "BTR-ocs.ger.leave"),
    "bomb": Narration.bomb,
    "strike": _STRUCK,
    "bust": _STRUCK,
    "check": Narration.check,
    "ship": telling("supply", "Supply goes by rail to {hex}", "BTR-ocs.rail.cap"),
    "entrain": telling("choice", "Supply is put on a train in {hex}", "BTR-ocs.rail.cap"),
    "repairrail": telling("build", "{unit} repairs the railway in {hex}", "BTR-ocs.rail.repair"),
    "lay": telling("build", "{unit} builds a pontoon bridge to {hex}", "BTR-ocs.bridge.pontoon"),
    "shiftdump": telling("choice", "{people} move the dump in {hex}", "BTR-ocs.set.free"),
    "dumpto": telling("supply", "The dump is set up in {hex}", "BTR-ocs.set.free"),
}


# ---------------------------------------------------------------- actions, as a hint or a plan gives them

_WORDS = {
    "arrive": "bring {unit} on at {hex}",
    "deliver": "put supply on {hex}",
    "breakout": "try to break out with {unit}",
    "mode": "turn {unit} to its other side",
    "strat": "put {unit} into Strat Mode",
    "reserve": "put {unit} into reserve",
    "recall": "take {unit} out of reserve",
    "release": "release {unit} from reserve",
    "stack": "take {unit} along",
    "drop": "leave {unit} behind",
    "fuel": "fuel {unit} for 1T",
    "fuelhq": "fuel {unit} and the units it throws to for 1 SP",
    "fuelformation": "fuel the formation of {unit} for 1 SP",
    "move": "move {unit} to {hex}",
    "overrun": "overrun {hex} with {unit}",
    "load": "load {last}T on {unit}",
    "unload": "unload {last}T from {unit}",
    "extend": "make an extender of {unit} and four more points",
    "fold": "take the extender of {unit} up",
    "concede": "give up the game",
    "blow": "blow the dump in {hex}",
    "draw": "draw the supply from {hex}",
    "recover": "fill the stocks of {unit}",
    "eat": "feed {unit} from {hex}",
    "barrage": "shell {hex} with {unit}",
    "attack": "attack {hex} with {unit}",
    "join": "add {unit}",
    "rate": "lead with {unit}",
    "lose": "take the step loss with {unit}",
    "ignore": "ignore the option",
    "withdraw": "retreat to {hex}",
    "part": "let {unit} go its own way",
    "advance": "advance {unit}",
    "remove": "remove {unit}",
    "flee": "move {unit} to {hex}",
    "fly": "strike {hex} with {unit}",
    "sweep": "sweep over the enemy's base with {unit}",
    "intercept": "intercept with {unit}",
    "meet": "fight with {unit}",
    "build": "build a hedgehog in {hex} with {unit}",
    "along": "take {unit} along",
    "go": "take the {last} player turn",
    "putoff": "put off the removal of {unit}",
    "repair": "repair {unit}",
    "restore": "bring {unit} back in {hex}",
    "rebuild": "rebuild {unit} in {hex}",
    "bomb": "bomb {hex}",
    "opendams": "open the dams of the Roer",
    "check": "spend a bridge check marker: {last}",
    "demolish": "blow the Rhine bridge at {hex}",
    "lay": "lay a pontoon bridge to {hex} with {unit}",
    "strike": "strike the bridge at {hex} with {unit}",
    "bust": "cut the railway at {hex} with {unit}",
    "rail": "send {unit} by rail to {hex}",
    "entrain": "put 1 SP of {hex} on a train",
    "ship": "send the train to {hex}",
    "repairrail": "repair the railway in {hex} with {unit}",
    "place": "set {unit} up in {hex}",
    "shiftdump": "move the dump in {hex}",
    "dumpto": "set the dump up in {hex}",
    "done": "end the phase",
}
_DONE = {  # where it ends less than a phase
    "attackers": "go on with the units named",
    "guns": "go on with the units named",
    "flight": "strike with the aircraft named",
    "advance": "advance no further unit",
}


def action_words(state: object, action: str) -> str:
    """An action in the imperative, after a player's name.

    >>> action_words(None, "attack US-30-InfDiv 15.09"), action_words(None, "retreat 2")
    ('attack 15.09 with US 30 Inf Div', 'retreat 2 hexes')
    """
    verb, *words = action.split()
    first, last = (words[0], words[-1]) if words else ("", "")
    if verb == "pay":
        return "pay the combat supply" if first == "yes" else "save the supply and defend at half strength"
    if verb == "terrain":
        return f"pick {first.replace('_', ' ')} terrain"
    if verb == "retreat":
        return f"retreat {first} hex{'es' * (first != '1')}" if first != "0" else "stand and lose steps"
    step = getattr(getattr(state, "step", None), "name", "")
    if verb == "done" and step in _DONE:
        return _DONE[step]
    if verb == "mode" and (modes := getattr(state, "mode", None)) is not None:
        other = "combat" if modes[UNIT[first]] == "move" else "move"
        return f"turn {display_name(first)} to {MODES[other]}"
    result = _WORDS.get(verb)
    name = PLANE_LABEL[PLANE[first]] if first in PLANE else display_name(first)
    return result.format(unit=name, hex=place(last), last=last) if result else action
