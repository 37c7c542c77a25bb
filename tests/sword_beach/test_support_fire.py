"""FM-8.1 to FM-8.3 and SB-11.2.6.a-c: the cups, blind draws, and naming markers for a combat."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from grognard.core.facts import CHANCE
from tests.sword_beach.build import choices, do, position, steps, until, verdict, why

DUEL = {"27-Armd": "0741", "22/21": "0742"}


def counts(cup) -> dict[int, int]:
    return {value: number for value, number in enumerate(cup) if number}


def markers_at_start_of_turn(turn: int, **more):
    """The position in which the cups of a turn have just been made up."""
    state = position("german movement", turn - 1, {"27-Armd": "0741", "22/21": "0742"}, **more)
    until(state, "allied movement")
    assert state.turn == turn
    return state


# ---------------------------------------------------------------- the allotments


@pytest.mark.clause("SB-11.2.6.a")
def test_the_allied_allotment_has_twenty_two_markers():
    """+1 x1, +2 x3, +3 x3, +4 x1, +6 x6, +7 x2, +8 x4, +10 x2 over both cups."""
    state = markers_at_start_of_turn(5)
    both = Counter(counts(state.cups[0])) + Counter(counts(state.cups[1]))
    assert both == {1: 1, 2: 3, 3: 3, 4: 1, 6: 6, 7: 2, 8: 4, 10: 2} and both.total() == 22


@pytest.mark.clause("SB-11.2.6.b")
def test_aircraft_lie_in_a_cup_of_their_own():
    """Ten markers with the icon in one cup, the other twelve in the other."""
    state = markers_at_start_of_turn(5)
    assert counts(state.cups[0]) == {6: 4, 7: 1, 8: 3, 10: 2}
    assert counts(state.cups[1]) == {1: 1, 2: 3, 3: 3, 4: 1, 6: 2, 7: 1, 8: 1}


@pytest.mark.clause("SB-11.2.6.c", "FM-8.2.1")
def test_the_allied_player_draws_from_either_cup():
    """For one combat he may name nothing, one marker or two, of one cup or of both."""
    state = position("allied combat", 5, DUEL)
    do(state, "attack 27-Armd 0742")
    named = {text.removeprefix("support ") for text in choices(state)}
    assert named == {"none", "air", "guns", "air+air", "air+guns", "guns+guns"}


@pytest.mark.clause("SB-11.2.6.c")
def test_a_bombardment_too_may_draw_from_either_cup():
    """Five draws are open against an enemy in range."""
    state = position("allied combat", 5, DUEL)
    draws = {text.split()[1] for text in choices(state) if text.startswith("bombard")}
    assert draws == {"air", "air+air", "air+guns", "guns", "guns+guns"}


# ---------------------------------------------------------------- FM-8.1


@pytest.mark.clause("FM-8.1.1")
def test_a_used_marker_is_out_until_the_next_turn():
    """The one +1 is drawn on GT 4: it is gone for the rest of that turn and back on GT 5."""
    state = position("allied combat", 4, {"27-Armd": "0741", "8/3": "0743", "22/21": "0742"})
    do(state, "attack 8/3 0742", "done", "support guns", "support none", "draw guns 1", "roll 4")
    assert counts(state.cups[1]) == {2: 3, 3: 3, 4: 1, 6: 2, 7: 1, 8: 1}
    do(state, "bombard guns 0742")
    assert "draw guns 1" not in choices(state)
    do(state, "draw guns 2", "roll 1")
    until(state, "german combat")
    assert state.cups[1][1] == 0
    until(state, "allied movement")
    assert state.turn == 5 and state.cups[1][1] == 1 and sum(state.cups[1]) == 12


@pytest.mark.clause("FM-8.1.1")
def test_a_permanent_loss_stays_out():
    """A German +10 lost in the raid is missing from the 21 on every later turn."""
    state = markers_at_start_of_turn(5, lost=[10])
    assert counts(state.cups[2]) == {2: 1, 3: 2, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2}


@pytest.mark.clause("FM-8.1.2")
def test_markers_are_drawn_blind():
    """Nobody chooses: each marker of the twelve is as likely as any other."""
    state = position("allied combat", 5, DUEL)
    do(state, "attack 27-Armd 0742", "support guns", "support none")
    assert state.to_move == CHANCE
    odds = {str(action): chance for action, chance in state.chance_outcomes()}
    assert odds == {
        f"draw guns {value}": Fraction(n, 12)
        for value, n in {1: 1, 2: 3, 3: 3, 4: 1, 6: 2, 7: 1, 8: 1}.items()
    }


@pytest.mark.clause("FM-8.1.2")
def test_the_german_cup_holds_the_mines_among_its_markers():
    """Twenty-one numbered markers and the mines: each has one chance in twenty-two."""
    state = position("german combat", 5, DUEL)
    do(state, "attack 22/21 0741", "support guns", "support none")
    odds = {str(action): chance for action, chance in state.chance_outcomes()}
    assert odds["draw german mines"] == Fraction(1, 22) and odds["draw german 6"] == Fraction(3, 22)
    assert sum(odds.values()) == 1


@pytest.mark.clause("FM-8.1.3")
def test_nothing_is_drawn_from_an_empty_cup():
    """Without aircraft left only guns can be named."""
    state = position("allied combat", 5, DUEL, cups={"air": [], "guns": [4], "german": [2]})
    do(state, "attack 27-Armd 0742")
    assert choices(state) == {"support none", "support guns", "support guns+guns"}
    assert why(state, "support air") == {"FM-8.1.3"}
    assert why(state, "support air+guns") == {"FM-8.1.3"}


@pytest.mark.clause("FM-8.1.3")
def test_a_short_cup_gives_what_it_has():
    """Two markers named, one left: +4 is drawn and the die follows."""
    state = position("allied combat", 5, DUEL, cups={"air": [], "guns": [4], "german": []}, mines="used")
    do(state, "attack 27-Armd 0742", "support guns+guns", "draw guns 4")
    assert verdict(do(state, "roll 1"))[1] == 8 + 4 - 7


@pytest.mark.clause("FM-8.1.3")
def test_with_both_cups_empty_nobody_is_asked():
    """A combat without markers goes straight to its die."""
    state = position("allied combat", 5, DUEL, cups={"air": [], "guns": [], "german": []}, mines="used")
    do(state, "attack 27-Armd 0742")
    assert choices(state) == {f"roll {face}" for face in range(1, 7)}


# ---------------------------------------------------------------- FM-8.2


@pytest.mark.clause("FM-8.2.1")
def test_each_side_uses_two_markers_at_the_most():
    """Three are refused to the attacker and to the defender; two each are drawn."""
    state = position("allied combat", 5, DUEL)
    do(state, "attack 27-Armd 0742")
    assert why(state, "support air+air+guns") == {"FM-8.2.1"}
    do(state, "support air+guns")
    assert why(state, "support guns+guns+guns") == {"FM-8.2.1"}
    do(state, "support guns+guns", "draw air 8", "draw guns 6", "draw german 2", "draw german 10")
    assert verdict(do(state, "roll 6"))[:2] == ("clear", 8 + 8 + 6 - 7 - 2 - 10)


@pytest.mark.clause("FM-8.2.2")
def test_a_ground_combat_is_supported_wherever_it_is_fought():
    """In the far corner at 0149, twenty hexes from any other Allied unit, both cups are open to the
    defender.
    """
    state = position("german combat", 5, {"27-Armd": "0149", "22/21": "0150", "8/3": "1640 landed"})
    do(state, "attack 22/21 0149", "support guns+guns")
    assert {"support air+air", "support guns+guns", "support air+guns"} <= choices(state)


# ---------------------------------------------------------------- FM-8.3


@pytest.mark.clause("FM-8.3.1")
def test_the_attacker_names_his_markers_before_the_defender_and_both_before_any_is_drawn():
    """Attacker, defender, the attacker's draws, the defender's draws, the die."""
    state = position("german combat", 5, DUEL)
    do(state, "attack 22/21 0741")
    asked = []
    for text in ("support guns", "support air+guns", "draw german 5", "draw air 6", "draw guns 8", "roll 1"):
        asked.append(state.to_move)
        do(state, text)
    assert asked == ["german", "allied", CHANCE, CHANCE, CHANCE, CHANCE]


@pytest.mark.clause("FM-8.3.1")
def test_a_side_cannot_name_what_it_does_not_have():
    """The German has no aircraft, the Allied player no mines."""
    state = position("german combat", 5, DUEL)
    do(state, "attack 22/21 0741")
    assert why(state, "support air") == {"SB-11.2.6.b"}
    do(state, "support none")
    assert why(state, "support mines") == {"SB-11.1.5.b.1"}
    assert why(state, "support smoke") == {"FM-8.3.1"}


@pytest.mark.clause("FM-8.3.1")
def test_mines_lying_aside_are_named_with_the_draws():
    """The German names two draws and the mines in one breath."""
    state = position("german combat", 5, DUEL, mines="aside")
    do(state, "attack 22/21 0741")
    assert {"support mines", "support guns+mines", "support guns+guns+mines"} <= choices(state)
    do(state, "support guns+guns+mines", "support none")
    do(state, "draw german 2", "draw german 3")
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 8 + 2 + 3 + 6 - 7)


@pytest.mark.clause("FM-8.3.1")
def test_mines_just_drawn_are_settled_before_the_die():
    """The German decides on the spot and a replacement is drawn before anybody rolls."""
    state = position("german combat", 5, DUEL)
    do(state, "attack 22/21 0741", "support guns", "support none", "draw german mines")
    assert state.to_move == "german" and choices(state) == {"mines use", "mines aside", "mines redraw"}
    do(state, "mines redraw")
    assert "draw german 10" in choices(state) and "roll 1" not in choices(state)
    do(state, "draw german 10")
    assert verdict(do(state, "roll 1"))[:2] == ("clear", 8 + 10 - 7)


@pytest.mark.clause("FM-8.3.2")
def test_the_defenders_markers_count_for_the_defender():
    """22/21 (8) on 27 Armored (7): the Allied +8 brings +1 down to -7, column 2, die 1: A2."""
    state = position("german combat", 5, DUEL)
    do(state, "attack 22/21 0741", "support none", "support air", "draw air 8")
    assert verdict(do(state, "roll 1")) == ("clear", -7, 2, "A2")
    assert steps(state, "22/21") == 1
