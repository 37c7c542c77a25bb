"""FM-6: zones of control, and what they do to movement, retreat and advance."""

from __future__ import annotations

import pytest

from grognard.games.sword_beach.verbs import zoc
from tests.sword_beach.build import SILENT, choices, do, fight, position, steps, where, why


def zone(state, side: str) -> set[str]:
    return set(state.grid.names(zoc(state, side)))


@pytest.mark.clause("FM-6.0.1")
@pytest.mark.parametrize("showing", ["", " reduced"])
def test_a_unit_controls_the_six_hexes_around_it(showing):
    """A battalion of 346/346 in 0742 controls its six neighbours, full or reduced, and not its own hex."""
    state = position(units={"346/346": "0742" + showing})
    assert zone(state, "german") == {"0741", "0743", "0841", "0842", "0641", "0642"}


@pytest.mark.clause("FM-6.0.1")
@pytest.mark.parametrize("phase", ["allied movement", "german movement"])
def test_both_sides_have_zones_of_control_in_both_player_turns(phase):
    """The Allied zone is there in the Allied player turn, the German one in the German."""
    state = position(phase, 5, {"8/3": "0540", "736/716": "0740"})
    assert zone(state, "allied") == {"0539", "0541", "0639", "0640", "0439", "0440"}
    assert zone(state, "german") == {"0739", "0741", "0839", "0840", "0639", "0640"}


@pytest.mark.clause("FM-6.0.2")
def test_zones_cross_rivers_and_bridges():
    """736/716 on the west bank at 1140 controls 1141 and 1040 beyond the Orne."""
    state = position(units={"736/716": "1140"})
    assert zone(state, "german") == {"1139", "1141", "1239", "1240", "1039", "1040"}


@pytest.mark.clause("FM-6.0.2")
def test_zones_stop_at_the_sea_and_at_the_edge_of_play():
    """At Ouistreham five land hexes are left of six, on the boundary at 0936 four."""
    assert zone(position(units={"8/3": "1640"}), "allied") == {"1639", "1641", "1740", "1541", "1540"}
    assert zone(position(units={"8/3": "0936"}), "allied") == {"1035", "1036", "0937", "0836"}


@pytest.mark.clause("FM-6.0.3")
def test_two_zones_on_a_hex_are_one_zone():
    """The fifth hex lies in two German zones and still costs one point; no surcharge adds up."""
    state = position(units={"8/3": "0740", "736/716": "0746", "22/21": "0846"})
    assert zone(state, "german") >= {"0745", "0845"}
    do(state, "move 8/3 0745")
    assert where(state, "8/3") == "0745"


@pytest.mark.clause("FM-6.0.3")
def test_a_friend_does_not_lift_the_zone_on_his_hex():
    """9/3 stands in the German zone at 0743; 8/3 cannot go through it to 0745 all the same."""
    units = {"8/3": "0740", "9/3": "0743", "736/716": "0643"}
    assert why(position(units=units), "move 8/3 0745") == {"FM-6.1.1"}
    del units["736/716"]
    assert not why(position(units=units), "move 8/3 0745")


@pytest.mark.clause("FM-6.1.1")
def test_a_unit_stops_where_it_enters_a_zone():
    """736/716 in 0643 controls 0743: 8/3 may enter it with points to spare but not go on to 0745."""
    state = position(units={"8/3": "0740", "9/3": "0140", "736/716": "0643"})
    assert why(state, "move 8/3 0745") == {"FM-6.1.1"}
    do(state, "move 8/3 0743")
    assert where(state, "8/3") == "0743" and why(state, "move 8/3 0744") == {"FM-5.1.1"}


@pytest.mark.clause("FM-6.1.1")
def test_entering_a_zone_costs_nothing_extra():
    """The fifth and last point takes 8/3 into the zone of 736/716."""
    state = position(units={"8/3": "0740", "736/716": "0746"})
    assert not why(state, "move 8/3 0745")


@pytest.mark.clause("FM-6.1.2")
def test_a_unit_that_starts_in_a_zone_may_leave_with_its_full_allowance():
    """8/3 beside 736/716 goes five hexes away."""
    state = position(units={"8/3": "0546", "736/716": "0547"})
    do(state, "move 8/3 0541")
    assert where(state, "8/3") == "0541"


@pytest.mark.clause("FM-6.1.2")
def test_a_step_from_zone_to_zone_is_allowed_and_ends_the_move():
    """8/3 may slip from 0741 to 0841 round the enemy, but not on to 0743 behind him, two zones away."""
    state = position(units={"8/3": "0741", "736/716": "0742"})
    assert {"move 8/3 0841", "move 8/3 0641"} <= choices(state)
    assert why(state, "move 8/3 0743") == {"FM-6.1.1"}
    assert why(state, "move 8/3 0842") == set()  # five points round the zones: 0840 0941 0942 0943, then in
    do(state, "move 8/3 0841")
    assert where(state, "8/3") == "0841"


@pytest.mark.clause("FM-6.2.1")
def test_no_retreat_into_a_zone():
    """Thrown out of 0742 from the south, 736/716 may go north-west or north-east but not into the attackers'
    zones.
    """
    state = position(
        "allied combat", 5, {"8/3": "0641", "27-Armd": "0642", "736/716": "0742 reduced"}, **SILENT
    )
    fight(state, "0742", 5, "8/3", "27-Armd")  # 6 + 8 - 3 = +11, column 7: D2
    assert choices(state) == {"withdraw 736/716 0841", "withdraw 736/716 0842"}
    assert "FM-6.2.1" in why(state, "withdraw 736/716 0741")
    assert "FM-6.2.1" in why(state, "withdraw 736/716 0743")


@pytest.mark.clause("FM-6.2.1")
def test_a_commando_retreats_where_zones_would_be_the_end_of_others():
    """With zones on every way out 8/3 is lost; 1 Cdo Bde, which ignores them, goes."""
    germans = {"22/21": "0741", "125/21": "0641", "192/21": "0744", "200/21": "0943"}
    infantry = position("german combat", 5, {"8/3": "0742 reduced", **germans}, **SILENT)
    fight(infantry, "0742", 5, "22/21", "125/21")  # 8 + 6 - 4 = +10, column 7: D2
    assert steps(infantry, "8/3") == 0
    commando = position("german combat", 5, {"1-Cdo": "0742 reduced", **germans}, **SILENT)
    fight(commando, "0742", 5, "22/21", "125/21")  # 8 + 6 - 3 = +11, column 7: D2
    assert {"withdraw 1-Cdo 0743", "withdraw 1-Cdo 0842"} <= choices(commando)


@pytest.mark.clause("FM-6.2.2")
def test_an_advance_ignores_zones():
    """8/3 leaves one German zone for another when it follows up into 0742."""
    state = position(
        "allied combat",
        5,
        {"8/3": "0741", "27-Armd": "0641", "736/716": "0742 reduced", "22/21": "0743"},
        **SILENT,
    )
    fight(state, "0742", 4, "8/3", "27-Armd")  # 6 + 8 - 3 = +11, column 7: D2; 736/716 must go 2 hexes
    while state.step.name == "retreat":
        do(state, sorted(choices(state))[0])
    do(state, "advance 8/3")
    assert where(state, "8/3") == "0742"
    assert "0742" in zone(state, "german")
