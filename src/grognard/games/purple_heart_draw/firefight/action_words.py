"""The actions of a fight in words, after a player's name: for hints and reviews."""

from __future__ import annotations

from collections.abc import Callable

from .forces import FIRERS, FIRST_GUN, UNIT, VEHICLE_NUMBER
from .position import Firefight

# {unit} is the first word of an action with what it stands for, {hex} the last one, {word} the first as it is
_WORDS = {
    "done": "end the step",
    "place": "set up {unit} in {hex}",
    "hide": "set up {unit} hidden",
    "post": "post the sniper in {hex}",
    "give": "hand machine gun {unit} to {last}",
    "dig": "let {unit} dig a foxhole",
    "allot": "give a Panzerfaust shot to {unit}",
    "withhold": "take a Panzerfaust shot back from {unit}",
    "fortify": "fortify the building in {hex}",
    "mine": "lay mines in {hex}",
    "entrust": "put the Armor Leader aboard {unit}",
    "bare": 'give up the "?" of {unit}',
    "halve": "set up {unit} as its two half-squads",
    "shroud": 'let {unit} wait under a "?" at {hex}',
    "enter": 'get the "?" at {hex} ready to enter',
    "sneak": 'move the "?" of {hex}',
    "clearance": "let {unit} begin to clear its hex",
    "fire": "fire {unit} at {hex}",
    "shoot": "fire {unit} at {hex}",
    "serve": "fire {unit} at {hex}",
    "shell": "fire the gun of {unit} at {hex}",
    "strafe": "fire the machine guns of {unit} at {hex}",
    "veil": "fire smoke of {unit} at {hex}",
    "faust": "let {unit} fire a Panzerfaust at {hex}",
    "engage": "let {unit} fire at the vehicle in {hex}",
    "snap": "let {unit} fire a snap shot at {hex}",
    "flame": "use the flamethrower of {unit} against {hex}",
    "smoke": "let {unit} throw smoke grenades into {hex}",
    "wp": "let {unit} throw white phosphorus into {hex}",
    "lay": "let {unit} lay a charge in {hex}",
    "throw": "let {unit} throw a charge into {hex}",
    "direct": "let {unit} direct the fire",
    "join": "let {unit} join in",
    "spray": "spread the fire over {hex}",
    "lane": "lay a Fire Lane to {hex}",
    "opportunity": "let {unit} keep its fire for Advancing Fire",
    "lead": "make {unit} ready to move",
    "along": "take {unit} along",
    "go": "go to {hex}",
    "onward": "go on to {hex}",
    "offroad": "go to {hex}, beside its road",
    "assault": "declare Assault Movement",
    "double": "declare Double Time",
    "dash": "dash over the road into {hex}",
    "rush": "rush the leader in {hex}",
    "shelter": "get into the foxhole",
    "emerge": "leave the foxhole",
    "drive": "start moving {unit}",
    "start": "start the vehicle",
    "reverse": "start backwards",
    "stop": "stop the vehicle",
    "steer": "turn the hull {word}",
    "button": "button up",
    "expose": "open the hatch",
    "swing": "turn the turret to hexspine {word}",
    "overrun": "overrun {hex}",
    "against": "aim at {word}",
    "load": "load {word}",
    "target": "aim at {unit}",
    "mend": "let the crew of {unit} repair a weapon",
    "abandon": "let the crew leave {unit}",
    "turn": "turn {unit}",
    "push": "push the Gun to {hex}",
    "perch": "let {unit} take Crest status towards {hex}",
    "rally": "rally {unit}",
    "repair": "repair {unit}",
    "recover": "let {unit} pick up {last}",
    "deploy": "deploy {unit}",
    "recombine": "recombine {unit} and {middle}",
    "rout": "rout {unit} to {hex}",
    "crawl": "let {unit} crawl to {hex}",
    "break": "let {unit} break of its own will",
    "advance": "advance {unit} to {hex}",
    "fight": "fight the close combat in {hex}",
    "strike": "attack {last} with {unit}",
    "seize": "try to capture {last} with {unit}",
    "withdraw": "withdraw {unit} to {hex}",
    "radio": "give the radio to {unit}",
    "retune": "repair the radio",
    "contact": "call the battery",
    "request": "request artillery on {hex}",
    "correct": "correct the fire to {hex}",
    "shift": "shift to {hex} and fire for effect",
    "convert": "fire for effect where the round lies",
    "spot": "go back to a spotting round",
    "cancel": "cancel the fire mission",
    "mission": "fire {word}",
    "search": "search the hexes around",
    "mop": "let {unit} mop up its building",
    "capture": "let {unit} take {last} prisoner",
    "decline": "take no prisoners",
    "refuse": "refuse Battle Hardening",
    "harden": "Battle Harden {unit}",
    "charge": "let {unit} charge to {hex}",
    "claim": "take Wall Advantage in {hex}",
    "drop": "give up Wall Advantage in {hex}",
    "concede": "concede",
}
_DONE = {  # where it ends less than a step
    "fire group": "fire with the units that have joined",
    "shot": "fire the shot as it is laid",
    "tank shot": "fire the shot as it is laid",
    "assault shot": "fire the shot as it is laid",
    "way": "stop here",
    "drive": "end the drive here",
    "strikes": "declare no further attack",
    "salvage": "leave the weapon",
    "movement": "end the movement",
    "reaction": "hold fire",
    "vehicle reaction": "hold fire",
}


def action_words(state: Firefight | None, action: str) -> str:
    """An action in the imperative.

    >>> action_words(None, "place g01 U9"), action_words(None, "done"), action_words(None, "mission HE")
    ('set up g01 in U9', 'end the step', 'fire HE')
    """
    step = getattr(getattr(state, "step", None), "name", "")
    if action == "done" and step in _DONE:
        return _DONE[step]
    return phrase(action, lambda unit: title(state, unit))


def phrase(action: str, name: Callable[[str], str]) -> str:
    """The words with units named in one's own way; the action as typed, if it has none."""
    verb, *words = action.split()
    if verb not in _WORDS:
        return action
    first, last = (words[0], words[-1]) if words else ("", "")
    middle = words[1] if len(words) > 2 else last
    shown = {"unit": name(first), "last": name(last), "middle": name(middle)}
    return _WORDS[verb].format(**shown, hex=last, word=first)


def title(state: Firefight | None, id_: str) -> str:
    """A counter as it is printed, with its id: `6-6-6 (u01)`; what is not known stays an id."""
    printed = "" if state is None else _printed(state, id_)
    return f"{printed} ({id_})" if printed else id_


def _printed(state: Firefight, id_: str) -> str:
    if id_ in VEHICLE_NUMBER:
        found = state.vehicle_kind[VEHICLE_NUMBER[id_]]
    elif id_ in UNIT:
        found = state.kind[UNIT[id_]]
    elif id_ in FIRERS:
        found = state.gun_kind[FIRERS.index(id_) - FIRST_GUN]
    else:
        return ""
    return found if isinstance(found, str) else ""
