"""Every clause of Sword Beach that forbids something refuses it, in its own step and in others, and is cited
for it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core.notation import read_position
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.sword_beach import campaign, notation
from grognard.games.sword_beach.movement import budget
from grognard.games.sword_beach.pieces import UNIT
from grognard.games.sword_beach.position import Combat, Turn
from tests.conformance.positions import at
from tests.refusals import refused_by

from .build import GAME, SILENT, SwordBeach, do, position, why
from .opening import ashore, dropping, recorded, rolls

Scene = Callable[[], SwordBeach]
DUEL = {"8/3": "1538", "736/716": "1537"}
PAIR = {"8/3": "1538", "27-Armd": "1539", "736/716": "1638"}
LATE = {"152/51": "waiting", "153/51": "waiting"}
BEACH = {"9/3": "1640 landed", "27-Armd": "1640 landed", "716/716": "1639"}


def played(scene: Scene, *texts: str) -> Scene:
    """A scene after some actions."""

    def later() -> SwordBeach:
        state = scene()
        do(state, *texts)
        return state

    return later


def new() -> SwordBeach:
    state = GAME.new()
    assert isinstance(state, SwordBeach)
    return state


def dropped() -> SwordBeach:
    state = dropping()
    do(state, *rolls(6, 6, 6))
    return state


def down_on_a_german() -> SwordBeach:
    state = dropping(record={"857/346": "1342"})
    do(state, *rolls(6, 6, 6))
    return state


def in_phase(phase: str, turn: int = 5, units: dict[str, str] | None = None, **more: Any) -> Scene:
    """A position at exactly that moment, also where no unit can act."""
    beachheads = more.pop("beachheads", ["1640"])
    plain = {
        "turn": turn,
        "phase": phase,
        "units": units or DUEL,
        "markers": {"beachheads": beachheads},
        **more,
    }
    return lambda: notation.read(plain)


def in_combat(*texts: str, units: dict[str, str] | None = None, **more: Any) -> Scene:
    return played(in_phase("allied combat", 5, units or DUEL, **(SILENT | more)), "attack 8/3 1537", *texts)


def down_on_two_germans() -> SwordBeach:
    state = dropping(record={"857/346": "1342", "736/716": "1442"})
    do(state, *rolls(6, 6, 6))
    return state


def beach(**more: Any) -> SwordBeach:
    """Before GT 1: two beaches, the assault of 1640 still to come."""
    units = {"9/3": "1640 landed", "185/3": "1640 landed", "8/3": "1739 landed", "736/716": "1538"}
    markers = {"unassaulted": ["1640"]}
    return position("beach assaults", 0, units, ("1640", "1739"), markers=markers, **more)


def beach_of_three() -> SwordBeach:
    """Three beaches to assault, no markers: one is assaulted, two are left."""
    units = {"9/3": "1640 landed", "185/3": "1740 landed", "8/3": "1739 landed", "736/716": "1538"}
    hexes = ("1640", "1739", "1740")
    return position("beach assaults", 0, units, hexes, markers={"unassaulted": list(hexes)}, naval=[7, 10])


def german_beach_defense() -> SwordBeach:
    state = beach(mines="aside", options={"mines_aside_in_assault": False})
    do(state, "support none")
    return state


def german_attack() -> SwordBeach:
    return played(in_phase("german combat", 5, DUEL), "attack 736/716 1538")()


def mines_in_bombardment() -> Any:
    return at("mines in a bombardment")


def stack_attacked() -> SwordBeach:
    return played(in_phase("german combat", 5, BEACH | {"8/3": "1440"}), "attack 716/716 1640")()


def stack_bombarded() -> SwordBeach:
    return played(in_phase("german combat", 5, BEACH | {"8/3": "1440"}), "bombard guns 1640")()


def fight_at(step: str, result: str, defender: str = "1638") -> SwordBeach:
    """An attack of 8/3 and 27-Armd on 736/716 in 1638, at one of its steps and with its result known."""
    turn = [step.name for step in SwordBeach.procedures[Turn]].index("allied combat")
    number = [row.name for row in SwordBeach.procedures[Combat]].index(step)
    fight = {
        "frame": "combat",
        "attacker": "allied",
        "hex": "1638",
        "attackers": ["8/3", "27-Armd"],
        "defender": "736/716",
        "result": result,
        "step": number,
    }
    units = {"8/3": "1538 fought", "27-Armd": "1539 fought", "736/716": defender}
    return position("allied combat", 5, units, pending=[{"frame": "turn", "step": turn}, fight], **SILENT)


def retreating() -> SwordBeach:
    """736/716, reduced, goes back two hexes from 1638; 1637 is next to 8/3 in 1538."""
    return fight_at("stiff resistance", "D2", "1638 reduced")


def replacing(turn: int, **options: Any) -> SwordBeach:
    """Units in every condition; 152/51 is shut in by two Germans."""
    units = {
        "8/3": "1640 reduced",
        "9/3": "1739",
        "27-Armd": "1740 reduced",
        "152/51": "0745 reduced",
        "1-Cdo": "1642 reduced",
        "736/716": "0744",
        "716/716": "0746",
    }
    return position("allied replacements", turn, units, options=options)


def with_four_markers() -> SwordBeach:
    return played(recorded, "beachhead 1640", "beachhead 1739", "beachhead 1740", "beachhead 1838")()


marked = played(recorded, "beachhead 1640", "beachhead 1739", "done")
three_marked = played(recorded, "beachhead 1640", "beachhead 1739", "beachhead 1740", "done")
two_assaults = played(lambda: beach_of_three(), "assault 1739", "support none", "support none", "roll 6")
raiding = dropped
raided = played(dropped, "raid 1641", "roll 2")
assaulting = played(dropped, "raid 1641", "roll 2")
bombarded = played(in_phase("allied combat", 5, DUEL | {"22/21": "1638"}), "bombard guns 1537")
STORM: dict[str, Any] = {"weather": "inclement", "options": {"weather": True}}

IN_STEP = [
    # set-up and landings
    refused_by("SB-11.0.a", new, "record 8/3 1537"),
    refused_by("SB-11.0.b", new, "record 736/716 1640"),
    refused_by("SB-11.0.c", played(new, "record 736/716 1738"), "record 736/716 1537"),
    refused_by("SB-11.1.1.a", new, "record 736/716 1741"),
    refused_by("SB-11.1.1.b", new, "record 22/21 1537"),
    refused_by("SB-11.1.1.c", new, "record 2-AA 1537"),
    refused_by("SB-J32", played(new, "record 736/716 1738"), "record 716/716 1738"),
    refused_by("SB-10.1.b", new, "record 736/716 1130"),
    refused_by("SB-11.2.1.1.a", recorded, "beachhead 1738"),
    refused_by("SB-11.2.1.1.b", played(recorded, "beachhead 1640"), "beachhead 1640"),
    refused_by("SB-J33", recorded, "done"),
    refused_by("SB-11.2.1.2.a", marked, "place 8/3 1740"),
    refused_by(
        "SB-11.2.1.2.c",
        played(three_marked, "place 8/3 1640", "place 9/3 1640", "place 185/3 1640"),
        "place 27-Armd 1640",
    ),
    refused_by("SB-11.2.2.1", ashore, "dropzone 0937"),
    refused_by("SB-11.2.2.2", played(ashore, "dropzone 1342"), "designate 3/6-Para 1146"),
    refused_by(
        "SB-J35",
        played(lambda: ashore(designation_terrain="as_drop_zone"), "dropzone 1645"),
        "designate 3/6-Para 1745",
    ),
    refused_by("SB-11.2.2.4.c", played(dropping, *rolls(5, 4, 6, 6)), "lose 6AL/6"),
    refused_by("SB-11.2.2.6.a", down_on_two_germans, "done"),
    refused_by("SB-11.2.2.6.b", down_on_a_german, "join 5/6-Para"),
    refused_by("SB-11.2.2.6.c", down_on_a_german, "support guns+guns"),
    refused_by("SB-11.2.2.6.d", down_on_a_german, "resist"),
    refused_by("SB-J8", down_on_a_german, "join 3/6-Para"),
    refused_by("SB-11.2.3.1.a", raiding, "raid 1640"),
    refused_by("SB-J31", in_phase("commando raid", 0, {"716/716": "1641"}), "raid 1641"),
    refused_by("SB-11.2.3.1.d", played(dropped, "raid 1641", "roll 4"), "move 1-Cdo 1644"),
    refused_by("SB-11.2.3.1.e", played(dropped, "raid 1641", "roll 6"), "move 1-Cdo 1644"),
    refused_by("SB-11.2.3.2.a", assaulting, "assault 1641"),
    refused_by("SB-J34", two_assaults, "assault 1739"),
    # naval gunfire and mines
    refused_by("SB-11.2.7.a", lambda: beach(naval=[10]), "support naval10+naval10"),
    refused_by("SB-11.2.7.b", in_combat(cups={"air": [], "guns": [2], "german": []}), "support naval10"),
    refused_by("SB-11.2.7.c", beach, "support guns+guns+naval7"),
    refused_by("SB-11.1.5.b.1", in_combat(cups={"air": [], "guns": [2], "german": []}), "support mines"),
    refused_by("SB-11.1.5.b.3", german_attack, "support mines"),
    refused_by("SB-J28", german_beach_defense, "support mines"),
    refused_by("SB-11.1.5.b.2", mines_in_bombardment, "mines use"),
    # movement
    refused_by("FM-4.1.2", in_phase("allied movement"), "move 736/716 1538"),
    refused_by("FM-4.1.3", in_phase("german movement"), "move 8/3 1539"),
    refused_by("FM-2.3.b", in_phase("allied movement", 5, DUEL | {"9/3": "lost"}), "move 9/3 1640"),
    refused_by("FM-4.1.7", in_phase("allied mobile movement", 5, PAIR), "move 8/3 1539"),
    refused_by("FM-5.1.1", played(in_phase("allied movement", 5, PAIR), "move 8/3 1439"), "move 8/3 1538"),
    refused_by("FM-5.1.2", in_phase("allied movement"), "move 8/3 1537"),
    refused_by("FM-5.1.3", in_phase("allied movement"), "move 8/3 1741"),
    refused_by("FM-5.2.3", in_phase("allied movement"), "move 8/3 0245"),
    refused_by("FM-5.3.1", in_phase("allied movement", 5, {"8/3": "1446", "9/3": "1447"}), "move 8/3 1447"),
    refused_by(
        "FM-6.1.1",
        in_phase("allied movement", 5, {"8/3": "0740", "9/3": "0140", "736/716": "0643"}),
        "move 8/3 0745",
    ),
    refused_by("SB-11.2.1.2.d", in_phase("allied movement", 5, BEACH | {"8/3": "1539"}), "move 8/3 1640"),
    refused_by(
        "SB-11.2.4.c",
        in_phase("allied movement", 5, BEACH | {"185/3": "1640 landed", "8/3": "1539"}),
        "move 8/3 1640",
    ),
    refused_by("SB-J38", in_phase("allied movement", 5, BEACH | {"3/6-Para": "1641"}), "move 3/6-Para 1640"),
    refused_by("SB-J26", in_phase("allied movement", 2, {"3/6-Para": "1342", "5/6-Para": "1342"}), "done"),
    refused_by("SB-11.2.1.2.e", in_phase("allied movement", 1, BEACH | {"1-Cdo": "1641"}), "move 9/3 1641"),
    refused_by("SB-11.2.1.2.g", in_phase("allied mobile movement", 1, BEACH), "move 27-Armd 1641"),
    refused_by(
        "SB-11.2.2.7.d", in_phase("allied movement", 1, BEACH | {"3/6-Para": "1342"}), "move 3/6-Para 1343"
    ),
    refused_by("SB-J10", in_phase("allied movement", 1, BEACH | {"1-Cdo": "1641"}), "move 1-Cdo 1642"),
    # arrivals
    refused_by(
        "SB-11.1.2.a",
        in_phase("german movement", 13, {"631/711": "waiting", "8/3": "0551", "9/3": "0851"}),
        "move 631/711 0851",
    ),
    refused_by("SB-11.1.2.b", in_phase("german movement", 1, {"3-AA": "waiting"}), "done"),
    refused_by("SB-11.1.2.gt1", lambda: position("german set-up", 0, {}), "move 3-AA 0851"),
    refused_by("SB-11.1.2.gt2", in_phase("german movement", 1), "move 858/346 0851"),
    refused_by("SB-11.1.2.gt11", in_phase("german movement", 5), "move 1/1SS-Pz 0851"),
    refused_by("SB-11.1.2.gt13", in_phase("german movement", 5), "move 631/711 0851"),
    refused_by("SB-11.1.2.gt15", in_phase("german movement", 5), "move 1051/84 0851"),
    refused_by("SB-11.1.3.a", in_phase("german movement", 5), "bring 84"),
    refused_by("SB-11.1.3.b", in_phase("german movement", 10), "bring 12"),
    refused_by(
        "SB-J40",
        in_phase("german mobile movement", 11, {"1/1SS-Pz": "waiting", "22/21": "0744"}),
        "move 1/1SS-Pz 0451",
    ),
    refused_by("SB-11.2.4.gt2", in_phase("allied landings", 1, BEACH), "land 152/51 1640"),
    refused_by(
        "SB-11.2.4.gt3", in_phase("allied landings", 2, BEACH | {"152/51": "waiting"}), "land 4-Armd 1640"
    ),
    refused_by(
        "SB-11.2.4.gt6", in_phase("allied landings", 3, BEACH | {"4-Armd": "waiting"}), "land 5G/GA 1640"
    ),
    refused_by(
        "SB-11.2.4.gt10", in_phase("allied landings", 6, BEACH | {"4-Armd": "waiting"}), "land 44/15 1640"
    ),
    refused_by("SB-11.2.1.2.b", in_phase("allied landings", 1, BEACH | {"8/3": "waiting"}), "land 8/3 1640"),
    refused_by(
        "SB-11.2.4.a", in_phase("allied landings", 3, BEACH | {"4-Armd": "waiting"}), "land 4-Armd 1740"
    ),
    refused_by(
        "SB-11.2.4.h",
        in_phase("allied landings", 3, {"4-Armd": "waiting", "716/716": "1639"}),
        "land 4-Armd 1640",
    ),
    refused_by("SB-J37", in_phase("allied landings", 3, BEACH | {"4-Armd": "waiting"}), "done"),
    # combat and bombardment
    refused_by("FM-7.1.1", in_phase("allied combat"), "attack 8/3 1139"),
    refused_by(
        "FM-7.1.2",
        in_phase("allied combat", 5, {**DUEL, "8/3": "1538 fought", "9/3": "1437"}),
        "attack 8/3 1537",
    ),
    refused_by("FM-4.1.8", in_phase("allied mobile combat", 5, PAIR), "attack 8/3 1638"),
    refused_by("SB-11.2.1.2.f", in_phase("allied combat", 1, BEACH | {"1-Cdo": "1739"}), "attack 9/3 1639"),
    refused_by(
        "SB-11.2.4.d",
        played(in_phase("allied combat", 5, BEACH | {"8/3": "1739"}), "attack 9/3 1639"),
        "join 27-Armd",
    ),
    refused_by("FM-7.2.1", played(in_phase("allied combat", 5, PAIR), "attack 8/3 1638"), "join 736/716"),
    refused_by("SB-11.2.4.f", stack_attacked, "defend 8/3"),
    refused_by("SB-11.2.3.3", stack_bombarded, "target 8/3"),
    refused_by("FM-8.1.3", in_combat(cups={"air": [], "guns": [2], "german": []}), "support air"),
    refused_by("FM-8.2.1", in_combat(cups={"air": [6], "guns": [2], "german": []}), "support guns+guns+guns"),
    refused_by("FM-8.3.1", in_combat(cups={"air": [], "guns": [2], "german": []}), "support smoke"),
    refused_by("SB-11.2.6.b", german_attack, "support air"),
    refused_by("FM-8.4.1", in_phase("allied combat"), "bombard guns 1139"),
    refused_by("SB-11.2.6.d", in_phase("allied combat", 5, DUEL | {"22/21": "0740"}), "bombard guns 0740"),
    refused_by("FM-8.4.3", in_phase("allied combat", 5, DUEL | {"22/21": "0740"}), "bombard air+guns 0740"),
    refused_by("SB-11.1.5.c", in_phase("german combat", 5, DUEL | {"9/3": "0740"}), "bombard guns 0740"),
    refused_by("SB-14.1.c", in_phase("allied combat", 5, DUEL, **STORM), "bombard air 1537"),
    refused_by("FM-7.6.2", lambda: fight_at("loss", "A1"), "lose 736/716"),
    refused_by("FM-7.7.1", retreating, "done"),
    refused_by("FM-7.7.2", retreating, "withdraw 736/716 1538"),
    refused_by("FM-6.2.1", retreating, "withdraw 736/716 1637"),
    # replacements
    refused_by("SB-11.1.4", lambda: replacing(4), "replace 736/716"),
    refused_by("SB-11.2.5.a", lambda: replacing(4), "replace 9/3"),
    refused_by("SB-11.2.5.b", lambda: replacing(4), "replace 27-Armd"),
    refused_by("SB-11.2.5.c", lambda: replacing(5), "replace 8/3"),
    refused_by("SB-11.2.5.d", lambda: replacing(4), "replace 152/51"),
    refused_by("SB-J39", lambda: replacing(4, commando_replaced=False), "replace 1-Cdo"),
    refused_by("SB-J3", played(ashore, "dropzone 1342"), "dropzone 1343"),
]


@pytest.mark.parametrize(("clause", "scene", "action"), IN_STEP)
def test_the_clause_that_forbids_an_action_is_cited(clause: str, scene: Scene, action: str) -> None:
    """`why` also compares the refusal with the list of legal actions."""
    assert clause in why(scene(), action)


OUT_OF_STEP = [
    refused_by("FM-4.1.5", in_phase("allied combat"), "move 8/3 1439"),
    refused_by("FM-4.1.6", in_phase("allied movement"), "attack 8/3 1537"),
    refused_by("SB-11.0.c", in_phase("allied movement"), "record 736/716 1537"),
    refused_by("SB-11.2.1.1.c", in_phase("allied movement"), "beachhead 1739"),
    refused_by("SB-J48", with_four_markers, "beachhead 1936"),
    refused_by("SB-11.2.3.1.c", raided, "move 1-Cdo 1642"),
    refused_by("SB-11.1.5.b.1", in_phase("german combat"), "mines use"),
    refused_by("SB-11.1.5.b.2", in_phase("german combat"), "bombard guns+mines 1538"),
    refused_by("SB-11.2.7.b", in_phase("allied combat"), "bombard naval10 1537"),
    refused_by("FM-8.4.1", in_phase("allied combat"), "bombard guns+guns+guns 1537"),
    refused_by("SB-11.2.a", recorded, "raid 1641"),
    refused_by(
        "SB-11.2.4.b",
        played(
            in_phase(
                "allied landings", 2, {"9/3": "1640 landed"} | LATE, options={"reinforcements_may_wait": True}
            ),
            "land 152/51 1640",
        ),
        "move 152/51 1641",
    ),
    refused_by("FM-7.2.3", in_combat(), "attack 8/3 1537"),
    refused_by("FM-8.4.2", bombarded, "resist"),
    refused_by("SB-J34", beach, "resist"),
    refused_by("SB-11.2.3.2.a", beach, "join 8/3"),
    refused_by("FM-7.1.2", in_phase("allied movement", 5, {**DUEL, "8/3": "1538 fought"}), "join 8/3"),
    refused_by("FM-7.6.1", lambda: fight_at("stiff resistance", "D2"), "lose 8/3"),
    refused_by("FM-7.8.1", lambda: fight_at("loss", "A1"), "resist"),
    refused_by("FM-7.8.2", retreating, "resist"),
    refused_by("FM-7.9.1", lambda: fight_at("stiff resistance", "D2"), "advance 8/3"),
    refused_by("FM-7.9.2", lambda: fight_at("stiff resistance", "D2"), "advance 736/716"),
    refused_by(
        "SB-11.2.5.b", in_phase("allied movement", 4, {"27-Armd": "1640 reduced landed"}), "replace 27-Armd"
    ),
    refused_by("SB-11.1.4", in_phase("german combat"), "replace 736/716"),
    refused_by("SB-14.1.c", in_phase("allied movement", 5, DUEL, **STORM), "bombard air 1537"),
    refused_by(
        "SB-11.2.4.c",
        in_phase("allied combat", 5, BEACH | {"185/3": "1640 landed", "4-Armd": "waiting"}),
        "land 4-Armd 1640",
    ),
    refused_by(
        "SB-J38", in_phase("allied combat", 5, {"3/6-Para": "1640", "4-Armd": "waiting"}), "land 4-Armd 1640"
    ),
]


@pytest.mark.parametrize(("clause", "scene", "action"), OUT_OF_STEP)
def test_the_clause_is_cited_whatever_the_step(clause: str, scene: Scene, action: str) -> None:
    """First what forbids the action, last the moment."""
    state = scene()
    rulings = state.why_not(GAME.parse(action))
    assert clause in [ruling.clause for ruling in rulings]
    assert rulings[-1].because.endswith(state.moment) or action.startswith(
        "bombard"
    )  # a draw there is not: one line


def test_the_clause_that_forbids_comes_before_the_step() -> None:
    """27-Armd is reduced, but the point of an even turn is for leg units; then the step of the action and the
    moment.
    """
    state = position("allied movement", 4, {"27-Armd": "1640 reduced landed"})
    assert [str(ruling) for ruling in state.why_not(GAME.parse("replace 27-Armd"))] == [
        "the point of GT 4 is for a leg unit; 27 Armd is a mobile unit [SB-11.2.5.b]",
        (
            "the action replace belongs to another step, Allied replacements; now: GT 4, Allied Movement"
            " Phase [SB-11.2.5.a]"
        ),
    ]


# ---------------------------------------------------------------- positions that cannot be

ATTACK_FROM_NOWHERE = """[units]
"736/716" = "1638"
[[pending]]
frame = "turn"
step = 17
[[pending]]
frame = "combat"
attacker = "allied"
hex = "1638"
attackers = ["8/3"]
"""
RETREAT_FROM_NOWHERE = """[[pending]]
frame = "turn"
step = 17
[[pending]]
frame = "retreat"
unit = "8/3"
origin = "1638"
length = 2
"""
HEAD = 'game = "sword-beach"\nturn = 5\nphase = "allied movement"\n'
IMPOSSIBLE = [
    refused_by("FM-5.1.3", '[units]\n"8/3" = "1741"', id="FM-5.1.3 at sea"),
    refused_by(
        "FM-5.3.1",
        '[units]\n"8/3" = "1538"\n"9/3" = "1538"\n"185/3" = "1538"',
        id="FM-5.3.1 three in a field",
    ),
    refused_by("FM-5.1.2", '[units]\n"8/3" = "1538"\n"736/716" = "1538"', id="FM-5.1.2 both sides"),
    refused_by(
        "SB-11.2.1.1.e", '[units]\n"736/716" = "1640"\n[markers]\nbeachheads = ["1640"]', id="SB-11.2.1.1.e"
    ),
    refused_by("SB-11.2.1.1.a", '[markers]\nbeachheads = ["1538"]', id="SB-11.2.1.1.a off the beach"),
    refused_by(
        "SB-J48", '[markers]\nbeachheads = ["1640", "1739", "1740", "1838", "1935"]', id="SB-J48 five markers"
    ),
    refused_by("SB-11.2.7.d", "naval = [7]"),
    refused_by("SB-11.2.2.7.b", '[markers]\ndrop_zones = ["1342"]'),
    refused_by("SB-11.2.2.5", '[record]\n"736/716" = "1537"'),
    refused_by("SB-J30", '[markers]\nallied_cities = ["1538"]', id="SB-J30 no city"),
    refused_by(
        "SB-J30",
        '[units]\n"736/716" = "0938"\n[markers]\nallied_cities = ["0938"]',
        id="SB-J30 a German in it",
    ),
    refused_by("SB-11.2.1.2.d", '[units]\n"8/3" = "1538 landed"', id="SB-11.2.1.2.d landed inland"),
    refused_by("SB-11.2.1.2.d", '[units]\n"8/3" = "1538 left"', id="SB-11.2.1.2.d left"),
    refused_by("SB-11.2.4.a", '[units]\n"736/716" = "1538 landed"', id="SB-11.2.4.a a German landed"),
    refused_by("SB-11.2.3.1.a", '[units]\n1-Cdo = "waiting"', id="SB-11.2.3.1.a waiting"),
    refused_by("SB-J27", 'mines = "lost"'),
    refused_by("SB-11.1.5.b.1", 'mines = "drawn"'),
    refused_by("SB-12.0.a", '[units]\n"736/716" = "1538 cut_off"', id="SB-12.0.a"),
    refused_by("SB-11.1.3.a", "called = [5, 0]"),
    refused_by("SB-11.1.3.b", "entered = [4, 0]"),
    refused_by("SB-11.1.5.a", "lost = [10, 10]", id="SB-11.1.5.a more lost than there are"),
    refused_by("FM-7.1.1", ATTACK_FROM_NOWHERE, id="FM-7.1.1 an attack from off the map"),
    refused_by("FM-7.7.1", RETREAT_FROM_NOWHERE, id="FM-7.7.1 a retreat off the map"),
    refused_by(
        "SB-11.2.4.c",
        '[units]\n"8/3" = "1640"\n"9/3" = "1640"\n"185/3" = "1640"\n4-Armd = "1640"\n[markers]\nbeachheads ='
        ' ["1640"]',
        id="SB-11.2.4.c four",
    ),
    refused_by("SB-14.1.a", 'weather = "inclement"', id="SB-14.1.a"),
    refused_by("SB-14.1.e", 'weather = "inclement"\n[options]\nweather = false', id="SB-14.1.e"),
    refused_by("SB-14.1.c", 'weather = "inclement"\n[cups]\nair = [6]', id="SB-14.1.c"),
    refused_by("SB-11.1.2.gt11", '[units]\n"1/1SS-Pz" = "0851"', id="SB-11.1.2.gt11 too early"),
    refused_by("SB-11.2.6.a", "[cups]\nguns = [10]", id="SB-11.2.6.a"),
    refused_by("SB-11.1.5.a", "[cups]\ngerman = [10, 10]", id="SB-11.1.5.a"),
]


@pytest.mark.parametrize(("clause", "text"), IMPOSSIBLE)
def test_an_impossible_position_is_refused_and_a_lenient_table_takes_it(clause: str, text: str) -> None:
    head = HEAD.replace("turn = 5", "turn = 1") if clause == "SB-14.1.a" else HEAD
    with pytest.raises(IllegalAction, match="impossible position") as error:
        read_position(GAME, head + text)
    assert clause in {ruling.clause for ruling in error.value.rulings}
    assert read_position(GAME, f'enforcement = "free"\n{head}{text}').impossibilities()


BEFORE_GT_1 = 'game = "sword-beach"\nturn = 0\n'


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        refused_by("SB-11.0.b", 'phase = "beachhead markers"\n[record]\n"736/716" = "1640"', id="SB-11.0.b"),
        refused_by(
            "SB-11.1.1.b", 'phase = "beachhead markers"\n[record]\n"22/21" = "1537"', id="SB-11.1.1.b"
        ),
        refused_by(
            "SB-J32",
            'phase = "beachhead markers"\n[record]\n"736/716" = "1537"\n"716/716" = "1537"',
            id="SB-J32",
        ),
        refused_by("SB-11.0.c", 'phase = "drop zone"\n[units]\n"736/716" = "1538"', id="SB-11.0.c"),
        refused_by("SB-11.2.a", 'phase = "allied movement"', id="SB-11.2.a a phase of a turn"),
        refused_by(
            "SB-11.2.2.1",
            'phase = "airborne designation"\n[markers]\ndrop_zones = ["1640"]',
            id="SB-11.2.2.1",
        ),
        refused_by(
            "SB-J3", 'phase = "airborne designation"\n[markers]\ndrop_zones = ["1342", "1343"]', id="SB-J3"
        ),
    ],
)
def test_an_impossible_landing_is_refused(clause: str, text: str) -> None:
    with pytest.raises(IllegalAction, match="impossible position") as error:
        read_position(GAME, BEFORE_GT_1 + text)
    assert clause in {ruling.clause for ruling in error.value.rulings}


@pytest.mark.refuses("SB-10.2.a")
def test_a_turn_after_the_last_is_refused() -> None:
    late = HEAD.replace("turn = 5", "turn = 20")
    with pytest.raises(IllegalAction, match="the game ends with GT 17"):
        read_position(GAME, late)
    assert read_position(GAME, late + "called = [10, 0]\nentered = [10, 0]\n").moment.startswith("GT 20")


def test_a_step_that_is_none_and_a_word_written_twice_are_refused_in_one_line() -> None:
    for step in (99, -1):
        with pytest.raises(GrognardError, match="step of turn is a whole number from 0 to"):
            read_position(GAME, HEAD + f'[[pending]]\nframe = "turn"\nstep = {step}\n')
    with pytest.raises(GrognardError, match="fought is written twice"):
        read_position(GAME, HEAD + '[units]\n"8/3" = "1538 fought fought"\n')


@pytest.mark.parametrize("seed", range(3))
def test_no_position_of_play_is_impossible(seed: int) -> None:
    """The landings and three turns of random games, with every optional rule."""
    options = {
        "weather": True,
        "flak": True,
        "beach_stack": "literal",
        "drop_zone_markers": 2,
        "drop_losses_first": "stacking",
    }
    state, rng = GAME.new(options=options), Random(seed)
    while state.to_move is not None and state.turn < 4:
        assert state.impossibilities() == []
        state.push(state.legal_actions().sample(rng))


# ---------------------------------------------------------------- one reason, the right one


@pytest.mark.parametrize(
    ("scene", "action", "first"),
    [
        (in_phase("allied movement"), "move 8/3 1537", "1537 is enemy-occupied [FM-5.1.2]"),
        (
            in_phase("allied movement"),
            "move 8/3 1538",
            "8/3 is in 1538 now; a move ends in another hex [FM-5.1.1]",
        ),
        (in_phase("allied movement"), "lose 8/3", "no combat result asks for a loss [FM-7.6.2]"),
        (in_phase("allied movement"), "withdraw 8/3 1439", "no unit is retreating [FM-7.7.1]"),
        (
            in_phase("allied movement"),
            "support guns",
            "no combat is under way; support markers are chosen in a combat [FM-8.3.1]",
        ),
        (in_phase("allied movement"), "dropzone 1342", "the landings come before GT 1 [SB-11.2.a]"),
        (
            in_phase("allied movement"),
            "land 152/51 1640",
            "152/51 is neither on the map nor waiting; it was due on GT 2 [SB-11.2.4.gt2]",
        ),
        (
            in_phase("allied mobile combat", 5, PAIR),
            "bombard guns 1638",
            "there is no bombardment in the Mobile Combat Phase [FM-4.1.8]",
        ),
        (in_combat(), "join 8/3", "8/3 takes part in this attack and attacks once [FM-7.1.2]"),
        (in_combat(), "bombard guns 1138", "the combat in 1537 must be finished first [FM-7.2.3]"),
        (
            down_on_a_german,
            "advance 3/6-Para",
            "the attacking units are in the hex they attack, so none advances [SB-11.2.2.6.a]",
        ),
        (
            played(down_on_a_german, "support none"),
            "support guns",
            "only the Allied player may use a marker in this attack, and only one [SB-11.2.2.6.c]",
        ),
        (
            raiding,
            "assault 1640",
            (
                "this landing step comes later: 11.2.1, 11.2.2 and 11.2.3 are carried out in that order"
                " [SB-11.2.a]"
            ),
        ),
        (
            recorded,
            "place 1-Cdo 1640",
            (
                "this landing step comes later: 11.2.1, 11.2.2 and 11.2.3 are carried out in that order"
                " [SB-11.2.a]"
            ),
        ),
        (
            marked,
            "place 1-Cdo 1640",
            "1 Cdo is not on the map; it starts in 1641 or 1642, in the commando raid [SB-11.2.3.1.a]",
        ),
        (ashore, "dropzone 0845", "0845 is not north of the 09xx row [SB-11.2.2.1]"),
        (ashore, "dropzone 1136", "1136 is not east of the Orne [SB-11.2.2.1]"),
        (
            retreating,
            "withdraw 736/716 0938",
            "0938 is not adjacent to 736/716, which retreats hex by hex [FM-7.7.1]",
        ),
        (
            retreating,
            "lose 736/716",
            "the result D2 lets the attacker choose no loss; only A1 and Ex do [FM-7.6.1]",
        ),
    ],
)
def test_the_first_reason_is_the_one_that_forbids_the_action(scene: Scene, action: str, first: str) -> None:
    assert str(scene().why_not(GAME.parse(action))[0]) == first


def test_an_action_without_a_unit_is_judged_as_the_side_to_move_would_make_it() -> None:
    """1138 is too far for the Allied ground markers; the German Combat Phase is not asked about it."""
    state = in_combat(units=DUEL | {"22/21": "1138"}, cups={"air": [], "guns": [2], "german": []})()
    rulings = state.why_not(GAME.parse("bombard guns 1138"))
    assert "SB-11.2.6.d" in {r.clause for r in rulings} and "Allied Combat Phase" in rulings[-1].because


def test_weather_written_in_a_position_sets_what_follows() -> None:
    """The rule is in use, the air cup is empty, movement is halved: 8/3 has 3 of its 5 MP."""
    state = read_position(GAME, HEAD + 'weather = "inclement"\n[units]\n"8/3" = "1538"\n')
    assert isinstance(state, SwordBeach) and state.options.weather and not any(state.cups[0])
    assert budget(state, UNIT["8/3"]) == 3


@pytest.mark.refuses("SB-11.2.1.1.a", "SB-11.2.3.2.a", "SB-11.2.2.6.a")
def test_actions_of_the_landings_are_judged_by_their_own_steps_on_a_later_turn() -> None:
    """What is wrong with the hex comes before the step the action belongs to."""
    state = position(
        "allied movement", 5, {"8/3": "1540", "192/21": "1240"}, ("1640", "1739", "1838", "1740")
    )

    def reasons(action: str) -> list[str]:
        return [str(ruling) for ruling in state.why_not(GAME.parse(action))]

    assert "1639 is not a Sword Beach hex [SB-11.2.1.1.a]" in reasons("beachhead 1639")
    assert not any("not a Sword Beach hex" in reason for reason in reasons("beachhead 1937"))
    assert reasons("assault 1640")[:2] == [
        "the landings come before GT 1 [SB-11.2.a]",
        "no beach assault is left to make [SB-11.2.3.2.a]",
    ]
    assert "no Allied unit shares a hex with a German unit [SB-11.2.2.6.a]" in reasons("fight 1240")


# ---------------------------------------------------------------- the campaign


@pytest.mark.refuses("SB-14.0.a", "SB-14.0.e.a", "SB-14.0.e.b", "SB-14.0.e.f", "SB-11.2.6.f")
def test_what_the_campaign_forbids() -> None:
    """Folios that make no campaign, a nation on the other map, a foreign beach on GT 1, a marker for the
    other nation.
    """
    assert campaign.combination(["on-to-caen"]).rulings[0].clause == "SB-14.0.a"
    assert [r.clause for r in campaign.kept_out("us", "east")] == ["SB-14.0.e.a"]
    assert [r.clause for r in campaign.landing_barred("commonwealth", 1, "sword", "juno", "east", True)] == [
        "SB-14.0.e.b"
    ]
    assert [r.clause for r in campaign.support_barred("us", "naval", ["commonwealth"])] == [
        "SB-11.2.6.f",
        "SB-14.0.e.f",
    ]
