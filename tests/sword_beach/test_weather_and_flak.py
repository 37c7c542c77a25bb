"""SB-14.1 weather and SB-15 flak, the two optional rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.facts import CHANCE
from tests.sword_beach.build import (
    GAME,
    SILENT,
    clauses,
    do,
    fight,
    position,
    steps,
    until,
    verdict,
    where,
    why,
)

UNITS = {"8/3": "0740", "736/716": "0742"}
STORM = {"weather": "inclement", "options": {"weather": True}}


def dawn(turn: int, weather: bool = True):
    """The very beginning of a turn."""
    return position("weather", turn, UNITS, weather="unknown", options={"weather": weather})


# ---------------------------------------------------------------- SB-14.1


@pytest.mark.clause("SB-14.1.a")
def test_a_six_brings_bad_weather():
    """From GT 2 one die is rolled before anything else: five faces in six are fair."""
    state = dawn(2)
    assert state.to_move == CHANCE and state.step.name == "weather"
    assert {str(action): chance for action, chance in state.chance_outcomes()} == {
        f"roll {face}": Fraction(1, 6) for face in range(1, 7)
    }
    for face in range(1, 7):
        state = dawn(2)
        events = do(state, f"roll {face}")
        assert state.weather == ("inclement" if face == 6 else "fair") and "SB-14.1.a" in clauses(events)


@pytest.mark.clause("SB-14.1.a")
def test_there_is_no_weather_roll_on_gt_1():
    """GT 1 goes straight to the Allied Movement Phase."""
    state = position("weather", 1, UNITS, options={"weather": True})
    assert state.step.name == "allied movement" and state.weather == "fair"


@pytest.mark.clause("SB-14.1.a")
def test_the_weather_is_rolled_anew_each_turn():
    """After the storm of GT 4 a die of 1 on GT 5 is fair."""
    state = position("german movement", 4, UNITS, **STORM)
    until(state, "weather")
    assert state.turn == 5
    do(state, "roll 1")
    assert state.weather == "fair" and state.step.name == "allied movement"


@pytest.mark.clause("SB-14.1.b")
@pytest.mark.parametrize(
    ("unit", "phase", "farthest", "beyond"),
    [
        ("736/716", "german movement", "0144", "0145"),  # 4 becomes 2
        ("857/346", "german movement", "0145", "0146"),  # 5 becomes 3
        ("8/3", "allied movement", "0145", "0146"),  # 5 becomes 3
        ("1-Cdo", "allied movement", "0145", "0146"),  # 6 becomes 3
        ("716/716", "german movement", "0146", "0147"),  # 7 becomes 4
        ("27-Armd", "allied movement", "0146", "0147"),  # 8 becomes 4
        ("27-Armd", "allied mobile movement", "0146", "0147"),
    ],
)
def test_bad_weather_halves_every_movement_allowance_fractions_up(unit, phase, farthest, beyond):
    """East along the open ground from 0142, for both sides and in every movement phase."""
    state = position(phase, 5, {unit: "0142"}, **STORM)
    assert not why(state, f"move {unit} {farthest}")
    assert why(state, f"move {unit} {beyond}") == {"FM-5.2.3"}
    assert not why(position(phase, 5, {unit: "0142"}), f"move {unit} {farthest}")


@pytest.mark.clause("SB-14.1.b")
def test_retreat_and_advance_are_not_affected():
    """736/716, down to two points in the storm, retreats three hexes, and 27 Armored follows up."""
    units = {"8/3": "0641", "27-Armd": "0642", "9/3": "0743", "736/716": "0742 reduced"}
    state = position("allied combat", 5, units, **STORM, **SILENT)
    assert verdict(fight(state, "0742", 4, "8/3", "27-Armd", "9/3")) == ("clear", 17, 9, "D3")
    do(state, "withdraw 736/716 0941", "withdraw 736/716 1041")
    assert where(state, "736/716") == "1041"
    do(state, "advance 27-Armd")
    assert where(state, "27-Armd") == "0742"


@pytest.mark.clause("SB-14.1.c")
def test_aircraft_markers_are_set_aside_for_the_turn():
    """In the storm of GT 4 no aircraft can be named or sent to bombard; on a fair GT 5 ten are back."""
    state = dawn(4)
    do(state, "roll 6")
    assert sum(state.cups[0]) == 0
    until(state, "allied combat")
    assert state.turn == 4 and "SB-14.1.c" in why(state, "bombard air 0742")
    until(state, "weather")
    do(state, "roll 2")
    assert state.turn == 5 and [sum(cup) for cup in state.cups] == [10, 12, 21]


@pytest.mark.clause("SB-14.1.c")
def test_no_aircraft_supports_a_combat_in_bad_weather():
    """The cup is empty for attacker and defender alike."""
    state = position("allied combat", 5, {"8/3": "0741", "736/716": "0742"}, cups={"air": []}, **STORM)
    do(state, "attack 8/3 0742")
    assert why(state, "support air") == {"SB-14.1.c"} and not why(state, "support guns+guns")


@pytest.mark.clause("SB-14.1.d")
def test_both_sides_lose_as_many_markers_as_they_roll():
    """The German rolls 2 and loses a 10 and a 4; the Allied player rolls 3 and loses 1, 2 and 8 of his
    guns.
    """
    state = dawn(4)
    do(state, "roll 6")
    assert state.step.name == "storm loss, german cup"
    do(state, "roll 2", "draw german 10", "draw german 4")
    assert state.step.name == "storm loss, guns cup"
    do(state, "roll 3", "draw guns 1", "draw guns 2", "draw guns 8")
    german = {value: n for value, n in enumerate(state.cups[2]) if n}
    guns = {value: n for value, n in enumerate(state.cups[1]) if n}
    assert german == {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2}
    assert guns == {2: 2, 3: 3, 4: 1, 6: 2, 7: 1}


@pytest.mark.clause("SB-14.1.d")
def test_markers_lost_to_the_weather_are_picked_at_random():
    """Each of the 21 is as likely as the next; the mines are not among them."""
    state = dawn(4)
    do(state, "roll 6", "roll 1")
    odds = {str(action): chance for action, chance in state.chance_outcomes()}
    assert odds["draw german 10"] == Fraction(1, 21) and odds["draw german 8"] == Fraction(3, 21)
    assert "draw german mines" not in odds


@pytest.mark.clause("SB-14.1.d")
def test_markers_lost_to_the_weather_come_back_next_turn():
    """Six German and six Allied markers out on GT 4 are in the cups again on a fair GT 5."""
    state = dawn(4)
    do(state, "roll 6", "roll 6")
    for _ in range(6):
        state.push(state.legal_actions()[0])
    do(state, "roll 6")
    for _ in range(6):
        state.push(state.legal_actions()[0])
    assert [sum(cup) for cup in state.cups] == [0, 6, 15]
    until(state, "weather")
    do(state, "roll 5")
    assert state.turn == 5 and [sum(cup) for cup in state.cups] == [10, 12, 21]


@pytest.mark.clause("SB-14.1.d")
def test_fair_weather_costs_nobody_a_marker():
    """After a die of 5 the Allied Movement Phase follows with full cups."""
    state = dawn(4)
    do(state, "roll 5")
    assert state.step.name == "allied movement" and [sum(cup) for cup in state.cups] == [10, 12, 21]


@pytest.mark.clause("SB-14.1.e")
def test_weather_is_used_only_if_the_players_agree():
    """Without the option GT 4 begins with no roll; a game can be set up with it."""
    assert dawn(4, weather=False).step.name == "allied movement"
    assert GAME.new().options.weather is False and GAME.new(options={"weather": True}).options.weather is True


# ---------------------------------------------------------------- SB-15

FLAK = {"options": {"flak": True}}


def supported(units: dict[str, str], fire: str, *draws: int, **more) -> int:
    """The differential of an attack by 8/3 on 0742 with these markers."""
    state = position("allied combat", 5, {"8/3": "0741", **units}, **more)
    do(state, "attack 8/3 0742", f"support {fire}", "support none")
    for cup, value in zip(fire.split("+"), draws, strict=True):
        do(state, f"draw {cup} {value}")
    return verdict(do(state, "roll 1"))[1]


@pytest.mark.clause("SB-15.0.a")
def test_flak_is_optional():
    """2 AA in 0743 beside the combat: a +8 aircraft counts 8 without the option and 4 with it."""
    units = {"736/716": "0742", "2-AA": "0743"}
    assert supported(units, "air", 8) == 6 + 8 - 5
    assert supported(units, "air", 8, **FLAK) == 6 + 4 - 5
    assert GAME.new().options.flak is False


@pytest.mark.clause("SB-15.0.b")
def test_flak_works_in_its_hex_and_next_to_it_and_no_farther():
    """The AA unit as defender, beside him, and two hexes away."""
    assert supported({"2-AA": "0742"}, "air", 10, **FLAK) == 6 + 5 - 7
    assert supported({"736/716": "0742", "305/21": "0842"}, "air", 10, **FLAK) == 6 + 5 - 5
    assert supported({"736/716": "0742", "305/21": "0844"}, "air", 10, **FLAK) == 6 + 10 - 5


@pytest.mark.clause("SB-15.0.b")
def test_each_marker_is_halved_on_its_own_fractions_up():
    """Two +7 count 4 each, eight in all and not seven."""
    cups = {"air": [7, 7]}
    assert supported({"2-AA": "0742"}, "air+air", 7, 7, cups=cups, **FLAK) == 6 + 8 - 7


@pytest.mark.clause("SB-15.0.b")
def test_guns_are_not_halved_and_other_units_have_no_flak():
    """A +7 of the guns keeps its value under flak; an assault gun battalion does not hurt aircraft."""
    assert supported({"2-AA": "0742"}, "air+guns", 6, 7, **FLAK) == 6 + 3 + 7 - 7
    assert supported({"736/716": "0742", "200/21": "0743"}, "air", 6, **FLAK) == 6 + 6 - 5


@pytest.mark.clause("SB-15.0.b")
def test_flak_halves_bombarding_aircraft():
    """Two +10 on 736/716 beside 3 AA: 5 + 5 - 5 = +5, column 6, two to the left 4."""
    state = position("allied combat", 5, {"8/3": "1640 landed", "736/716": "0742", "3-AA": "0743"}, **FLAK)
    do(state, "bombard air+air 0742", "draw air 10", "draw air 10")
    assert verdict(do(state, "roll 6")) == ("clear", 5, 4, "D1")
    assert steps(state, "736/716") == 1


@pytest.mark.clause("SB-15.0.b")
def test_flak_halves_aircraft_in_support_of_a_defender():
    """22/21 attacks 8/3 with 4 AA next to the defender: the Allied +10 counts 5."""
    state = position("german combat", 5, {"8/3": "0742", "22/21": "0741", "4-AA": "0743"}, **FLAK)
    do(state, "attack 22/21 0742", "done", "support none", "support air", "draw air 10")
    assert verdict(do(state, "roll 1"))[1] == 8 - 8 - 5
