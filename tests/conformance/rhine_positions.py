"""Positions of Beyond the Rhine on the map, made by hand, that random play hardly ever comes to."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.state import State
from tests.rhine_map.build import do, scene, setup, under_way

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
    return setup(units=units, pending=[*TURNS, {"type": "crowd"}])


RHINE: dict[str, Callable[[], State]] = {
    "an American division that may eat": hungry,
    "an American gun that reacts": released("allied reaction barrage", "US-119-ArtyGrp", "16.08"),
    "a German gun that reacts": released("german reaction barrage", "DE-81-Arko", "15.11"),
    "a German gun in exploitation": released("german exploitation barrage", "DE-81-Arko", "15.11"),
    "a hip shoot": overrun,
    "two beaten aircraft": both_beaten,
    "a sweep over the American base": swept,
    "a crowded hex": crowded,
}
