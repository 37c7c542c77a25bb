"""Positions of Beyond the Rhine on the map, made by hand, that random play hardly ever comes to."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.state import State
from tests.rhine_map.build import GAME, begin, do, scene, setup, under_way

TURNS = under_way("allied", "movement", 2)
CLEAR = {"flight": "normal"}


def hungry() -> State:
    """An American division far from every source, with a dump of its own."""
    units = {"US-9-InfDiv": "19.15", "DE-12-VGDiv": "16.10"}
    return scene("allied meals", units=units, allied_dumps={"19.15": 8})


def released(phase: str, gun: str, hex_: str) -> Callable[[], State]:
    """A gun that came out of reserve in this phase."""
    return lambda: setup(phase, released=[gun], units={gun: hex_}, **CLEAR)


def overrun() -> State:
    state = setup("allied movement", topped=["US-2Arm-CCB"], flown=["DE-Bf109-1"], **CLEAR)
    do(state, "overrun US-2Arm-CCB 17.10", "draw 12.08", "pay yes", "draw 16.12")
    while state.step.name != "hip shoot":
        do(state, str(state.legal_actions()[0]))
    return state


def both_beaten() -> State:
    """Both aircraft have aborted; the fate of one is known."""
    state = setup("allied movement", **CLEAR)
    return do(state, "fly US-P47-1 14.09", "done", "intercept DE-Bf109-1", "roll 7", "roll 4")


def swept() -> State:
    """The Messerschmitts come over the American base."""
    return do(setup("german movement", **CLEAR), "sweep DE-Bf109-1")


def crowded() -> State:
    """Twelve RE in one hex at the end of a phase."""
    units = {"US-9-InfDiv": "13.09", "US-30-InfDiv": "13.09"}
    return setup(units=units, pending=[*TURNS, {"frame": "crowd"}])


ROLLS = [{"frame": "turn", "step": 3, "ground": True, "flight": True}]


def order_of_turns() -> State:
    """The German rolled higher and chooses."""
    return do(begin("queen", turn=2, pending=ROLLS), "roll 5", "roll 9")


def bridge_reached() -> State:
    """Tanks before the bridge of Remagen, whose garrison is elsewhere."""
    units = {"US-9Arm-CCA": "9.20", "DE-Alert-1": "14.22", "DE-Volkssturm-4": "14.22"}
    facts = {"mode": {"US-9Arm-CCA": "move"}, "topped": ["US-9Arm-CCA"], "ground": "dry"}
    return do(begin("remagen", units=units, **facts), "move US-9Arm-CCA 9.22")


def train() -> State:
    return do(begin("queen", allied_dumps={"10.01": 8}), "entrain 10.01")


def pontoon() -> State:
    units = {"US-Pontoon-1": "14.04", "US-9-InfDiv": "14.03"}
    return begin("queen", phase="allied pontoons", units=units)


def struck() -> State:
    """Bombers over the bridge of Remagen."""
    state = begin("remagen", phase="german movement", flight="limited", bridges={"Remagen": "taken"})
    do(state, "strike DE-Ar234-1 9.22")
    while state.step.name != "facility strike":
        do(state, "roll 2" if state.to_move == "chance" else "done")
    return state


def results() -> State:
    """Results of a replacement roll that must be used."""
    turn, own = under_way("allied", "repairs", 0)
    pending = [turn, own | {"ftr": 1, "misc": 1, "refilled": True}]
    dead = {"units": {"US-743-TkBn": "dead"}, "lost": {"US-743-TkBn": 1}, "plane_lost": {"US-P47-1": 1}}
    return begin("queen", turn=2, pending=pending, **dead)


def free_setup() -> State:
    """Before the first turn, with the optional set-up."""
    return GAME.new(options={"free_setup": True})


def dump_in_the_set_up() -> State:
    """A German dump is on its way."""
    state = free_setup()
    return do(state, next(str(a) for a in state.legal_actions() if a.verb == "shiftdump"))  # type: ignore[arg-type]


RHINE: dict[str, Callable[[], State]] = {
    "the optional set-up": free_setup,
    "a dump in the set-up": dump_in_the_set_up,
    "the order of player turns": order_of_turns,
    "a Rhine bridge is reached": bridge_reached,
    "a bridge check is rolled": lambda: do(bridge_reached(), "check yes"),
    "a train": train,
    "a pontoon brigade": pontoon,
    "a pontoon die": lambda: do(pontoon(), "lay US-Pontoon-1 14.03"),
    "a strike on a bridge": struck,
    "results that must be used": results,
    "removals": lambda: begin("queen", turn=3, phase="german removals"),
    "rebuilding": lambda: begin("queen", turn=2, phase="allied rebuilding", pax=[6, 6], eq=[6, 6]),
    "the opening bombing": lambda: begin("queen", phase="allied bombing"),
    "the dams": lambda: begin("queen", turn=4, phase="german dams"),
    "a bridge that may fall": lambda: begin("remagen", phase="allied bridge fall", bridges={"Bonn": "taken"}),
    "an American division that may eat": hungry,
    "an American gun that reacts": released("allied reaction barrage", "US-119-ArtyGrp", "16.08"),
    "a German gun that reacts": released("german reaction barrage", "DE-81-Arko", "15.11"),
    "a German gun in exploitation": released("german exploitation barrage", "DE-81-Arko", "15.11"),
    "a hip shoot": overrun,
    "two beaten aircraft": both_beaten,
    "a sweep over the American base": swept,
    "a crowded hex": crowded,
}
