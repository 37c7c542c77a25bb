"""FM-7.1 to FM-7.6 and SB-11.2.8.a: who attacks whom, the differential, the line, the shift, the losses."""

from __future__ import annotations

import pytest

from grognard.games.sword_beach.board import KIND_OF
from grognard.games.sword_beach.tables import LINES
from tests.sword_beach.build import (
    SILENT,
    choices,
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


def allied(units: dict[str, str], **more):
    return position("allied combat", 5, units, **{**SILENT, **more})


def german(units: dict[str, str], **more):
    return position("german combat", 5, units, **{**SILENT, **more})


# ---------------------------------------------------------------- FM-7.1: who attacks


@pytest.mark.clause("FM-7.1.1")
def test_a_unit_may_attack_an_adjacent_enemy_and_need_not():
    """8/3 beside 22/21 may attack or be done; a hex without an enemy and an enemy out of touch are
    refused.
    """
    state = allied({"8/3": "0741", "9/3": "0540", "22/21": "0742", "125/21": "0744"})
    assert choices(state) == {"attack 8/3 0742", "done"}
    assert why(state, "attack 8/3 0743") == {"FM-7.1.1"}
    assert why(state, "attack 8/3 0744") == {"FM-7.1.1"}
    assert why(state, "attack 9/3 0742") == {"FM-7.1.1"}
    do(state, "done")
    assert steps(state, "8/3") == steps(state, "22/21") == 2 and where(state, "8/3") == "0741"


@pytest.mark.clause("FM-7.1.1")
def test_a_side_does_not_attack_with_enemy_units():
    """In the Allied Combat Phase 22/21 cannot attack."""
    state = allied({"8/3": "0741", "22/21": "0742"})
    assert why(state, "attack 22/21 0741") == {"FM-4.1.2"}


@pytest.mark.clause("FM-7.1.2")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once_in_a_phase():
    """After 8/3 has attacked 0742, 8/3 may not attack 0743 and 9/3 may not attack 0742 again."""
    state = allied({"8/3": "0842", "9/3": "0641", "22/21": "0742", "125/21": "0743", "152/51": "0744"})
    fight(state, "0742", 4, "8/3")  # 6 - 7 = -1, column 4, shifted to 3: A1
    assert "FM-7.1.2" in why(state, "attack 8/3 0743")
    assert "FM-7.1.2" in why(state, "attack 9/3 0742")
    assert not why(state, "attack 152/51 0743")


@pytest.mark.clause("FM-7.1.2")
def test_a_hex_attacked_in_the_combat_phase_may_be_attacked_in_the_mobile_one():
    """The limit is one attack a combat phase; the next phase begins afresh, for the hex and not for the
    unit.
    """
    state = allied({"8/3": "0741", "27-Armd": "0743", "22/21": "0742"})
    fight(state, "0742", 4, "8/3")
    until(state, "allied mobile combat")
    assert choices(state) == {"attack 27-Armd 0742", "done"}


# ---------------------------------------------------------------- FM-7.2: parameters


@pytest.mark.clause("FM-7.2.1")
def test_all_six_neighbours_may_attack_one_hex():
    """Infantry brigades of 6, 6, 6 and 6 and tank brigades of 8 and 10 against a defense of 7: +35."""
    units = {
        "8/3": "0741",
        "9/3": "0743",
        "185/3": "0841",
        "152/51": "0842",
        "27-Armd": "0641",
        "4-Armd": "0642",
    }
    state = allied({**units, "22/21": "0742"})
    events = fight(state, "0742", 6, *units)
    assert verdict(events) == ("clear", 35, 10, "De")
    assert steps(state, "22/21") == 0


@pytest.mark.clause("FM-7.2.1")
def test_one_combat_has_one_defending_hex():
    """185/3 touches 125/21 only and cannot join the attack on 22/21."""
    state = allied({"8/3": "0741", "9/3": "0842", "185/3": "0744", "22/21": "0742", "125/21": "0743"})
    do(state, "attack 8/3 0742")
    assert choices(state) == {"join 9/3", "done"}
    assert why(state, "join 185/3") == {"FM-7.1.1"}


@pytest.mark.clause("FM-7.2.2")
def test_strengths_are_those_of_the_side_showing():
    """Reduced 8/3 attacks with 3 and full 27 Armored with 8; reduced 125/21 defends with 4: +7."""
    state = allied({"8/3": "0741 reduced", "27-Armd": "0641", "125/21": "0742 reduced"})
    assert verdict(fight(state, "0742", 1, "8/3", "27-Armd")) == ("clear", 7, 6, "A1")


@pytest.mark.clause("FM-7.2.2")
def test_the_attacker_uses_attack_and_the_defender_defense_strength():
    """736/716 attacks with 3 and 8/3 defends with 8; the other way round it is 6 against 5."""
    units = {"8/3": "0741", "736/716": "0742"}
    assert verdict(fight(german(units), "0741", 1, "736/716"))[:2] == ("clear", -5)
    assert verdict(fight(allied(units), "0742", 1, "8/3"))[:2] == ("clear", 1)


@pytest.mark.clause("FM-7.2.2")
def test_strength_cannot_be_split_between_two_combats():
    """27 Armored, between two enemies, gives all of its 8 to the first and nothing to the second."""
    units = {
        "27-Armd": "0743",
        "8/3": "0741",
        "9/3": "0844",
        "185/3": "0745",
        "16/116": "0742",
        "125/21": "0744",
    }
    state = allied(units)
    assert verdict(fight(state, "0742", 2, "8/3", "27-Armd")) == ("clear", 6 + 8 - 5, 7, "Ex")
    do(state, "lose 8/3", "attack 9/3 0744")
    assert choices(state) == {"join 185/3", "done"}
    assert "FM-7.1.2" in why(state, "join 27-Armd")


@pytest.mark.clause("FM-7.2.3")
def test_a_combat_is_finished_before_the_next_is_declared():
    """While the attack on 0742 waits for its die none can be declared on 0744; after it, it can."""
    state = allied({"8/3": "0741", "9/3": "0745", "22/21": "0742", "125/21": "0744"})
    events = do(state, "attack 8/3 0742")
    assert "FM-7.2.3" in clauses(events)
    assert why(state, "attack 9/3 0744")
    do(state, "roll 4")
    assert not why(state, "attack 9/3 0744")


@pytest.mark.clause("FM-7.2.3")
def test_the_attacker_chooses_the_order_of_his_combats():
    """Either of two possible attacks may come first."""
    state = allied({"8/3": "0741", "9/3": "0745", "22/21": "0742", "125/21": "0744"})
    assert choices(state) == {"attack 8/3 0742", "attack 9/3 0744", "done"}


# ---------------------------------------------------------------- FM-7.3, FM-7.4: differential, line, shifts


@pytest.mark.clause("FM-7.3.1")
def test_the_differential_of_the_worked_opening():
    """857/346 and 125/21 on 5 Para: 4 + 6 + 8 + 3 - 6 - 6 - 2 = +7, column 6, die 5: D2."""
    state = position("german combat", 1, {"857/346": "1241", "125/21": "1142", "5/6-Para": "1242"})
    do(state, "attack 857/346 1242", "join 125/21", "support guns+guns", "support guns+guns")
    events = do(state, "draw german 8", "draw german 3", "draw guns 6", "draw guns 2", "roll 5")
    assert verdict(events) == ("clear", 7, 6, "D2")


@pytest.mark.clause("FM-7.4.1")
@pytest.mark.parametrize(
    ("line", "hex_", "attackers", "column"),
    [
        ("clear", "0742", ("0741", "0743"), 6),
        ("beach", "1739", ("1738", "1639"), 3),
        ("flooded", "1344", ("1343", "1243"), 5),
        ("town", "0642", ("0641", "0643"), 5),
        ("woods", "1138", ("1137", "1139"), 5),
        ("bocage", "0648", ("0647", "0649"), 4),
        ("city", "0937", ("0936", "1036"), 1),
    ],
)
def test_the_defenders_terrain_picks_the_line(line, hex_, attackers, column):
    """22/21 and 200/21 on 27 Armored is 8 + 4 - 7 = +5 everywhere; the column is the defender's hex's."""
    state = german({"22/21": attackers[0], "200/21": attackers[1], "27-Armd": hex_})
    assert verdict(fight(state, hex_, 1, "22/21", "200/21"))[:3] == (line, 5, column)


@pytest.mark.clause("FM-7.4.1")
def test_terrain_under_the_attackers_has_no_effect():
    """From the woods of 1138 and the town of 1037 into the open at 1038: the clear line."""
    state = german({"22/21": "1138", "200/21": "1037", "27-Armd": "1038"})
    assert verdict(fight(state, "1038", 1, "22/21", "200/21"))[:3] == ("clear", 5, 6)


@pytest.mark.clause("FM-7.4.2")
@pytest.mark.parametrize(
    ("hex_", "attackers", "line", "column"),
    [
        ("1141", ("1140", "1240"), "river", 4),  # both over the Orne, no bridge
        ("1141", ("1140", "1142"), "clear", 6),  # one of them on the near bank
        ("1341", ("1440", "1240"), "river", 4),  # river 5 is better for the defender than town 2
        ("1341", ("1340", "1440"), "bridge", 5),  # one bridged, one not: the bridge line, 3 against town 2
        ("1341", ("1340", "1441"), "town", 5),
        ("0940", ("1039", "0939"), "city", 1),  # city 13 is better still
    ],
)
def test_a_hexside_counts_only_if_every_attacker_crosses_one(hex_, attackers, line, column):
    """+5 against a defender behind a river: the best line for him among those that all attackers face."""
    state = german({"22/21": attackers[0], "200/21": attackers[1], "27-Armd": hex_})
    assert verdict(fight(state, hex_, 1, "22/21", "200/21"))[:3] == (line, 5, column)


@pytest.mark.clause("FM-7.4.3")
def test_a_shift_stops_at_the_end_of_the_table():
    """Reduced 1 Cdo Bde on 2 AA with +10 in support: 2 - 7 - 10 = -15 is column 1 and cannot be shifted to
    0.
    """
    state = position("allied combat", 12, {"1-Cdo": "0741 reduced", "2-AA": "0742"})
    do(state, "attack 1-Cdo 0742", "support none", "support guns", "draw german 10")
    assert verdict(do(state, "roll 1")) == ("clear", -15, 1, "Ae")


@pytest.mark.clause("FM-7.4.3")
def test_beyond_the_last_column_the_last_is_used():
    """+36 and +23 both are column 10, the end of the table."""
    state = german(
        {"1/1SS-Pz": "0741", "16/116": "0641", "22/21": "0642", "192/21": "0743", "1-Cdo": "0742 reduced"}
    )
    assert verdict(fight(state, "0742", 1, "1/1SS-Pz", "16/116", "22/21", "192/21"))[:3] == (
        "clear",
        6 + 6 + 8 + 6 - 3,
        10,
    )


@pytest.mark.clause("SB-11.2.8.a", "FM-7.4.3")
@pytest.mark.parametrize(
    ("attackers", "differential", "column"),
    [
        (("8/3", "27-Armd"), 6 + 8 - 7, 6),  # infantry and an armored brigade: no shift
        (("8/3", "9/3"), 6 + 6 - 7, 5),  # no armor: column 6 becomes 5
        (("27-Armd", "4-Armd"), 8 + 10 - 7, 6),  # no infantry: column 7 becomes 6
        (("8/3", "32G/GA"), 6 + 9 - 7, 6),  # a mechanized brigade is neither: column 7 becomes 6
        (("32G/GA", "27-Armd"), 9 + 8 - 7, 6),
        (("1-Cdo", "27-Armd"), 5 + 8 - 7, 6),  # a commando is infantry
        (("3/6-Para", "5G/GA"), 5 + 10 - 7, 7),  # so are parachutists
    ],
)
def test_a_commonwealth_attack_without_armor_and_infantry_is_shifted_left(attackers, differential, column):
    """2 AA (7) defends in the open; the column is shifted once unless both arms take part."""
    state = allied({attackers[0]: "0741", attackers[1]: "0641", "2-AA": "0742"})
    assert verdict(fight(state, "0742", 1, *attackers))[:3] == ("clear", differential, column)


@pytest.mark.clause("SB-11.2.8.a")
def test_german_attacks_are_not_shifted():
    """22/21 alone on 27 Armored is +1, column 4, and stays there."""
    assert verdict(fight(german({"22/21": "0741", "27-Armd": "0742"}), "0742", 1, "22/21"))[:3] == (
        "clear",
        1,
        4,
    )


@pytest.mark.clause("FM-7.5")
def test_there_are_no_fortifications():
    """No hex of the map and no line of the table knows one."""
    assert set(KIND_OF.values()) == {"sea", "beach", "clear", "woods", "bocage", "town", "city", "flooded"}
    beach_assaults = {"beach_assault_in_ezoc", "beach_assault_not_in_ezoc"}
    assert (
        set(LINES)
        == {"clear", "beach", "flooded", "town", "woods", "bocage", "city", "bridge", "river"}
        | beach_assaults
    )


# ---------------------------------------------------------------- FM-7.6: resolution


@pytest.mark.clause("FM-7.6.1")
@pytest.mark.parametrize(
    ("face", "result", "left"),
    [
        (1, "A1", (1, 2, 2)),
        (2, "Ex", (1, 2, 1)),
        (4, "D1", (2, 2, 1)),
        (5, "D2", (2, 2, 1)),
        (6, "D2", (2, 2, 1)),
    ],
)
def test_results_in_the_middle_of_the_table(face, result, left):
    """22/21 and 125/21 on 27 Armored, 8 + 6 - 7 = +7, column 6; it resists where it would have to retreat."""
    state = german({"22/21": "0741", "125/21": "0743", "27-Armd": "0742"})
    assert verdict(fight(state, "0742", face, "22/21", "125/21")) == ("clear", 7, 6, result)
    if state.step.name == "loss":
        do(state, "lose 22/21")
    if state.step.name == "stiff resistance":
        do(state, "resist")
    assert (steps(state, "22/21"), steps(state, "125/21"), steps(state, "27-Armd")) == left
    assert where(state, "27-Armd") == "0742"


@pytest.mark.clause("FM-7.6.1")
def test_a2_reduces_every_attacker_and_ae_eliminates_them_all():
    """346/346 (2) and reduced 736/716 (1) on 27 Armored are -4, column 3, A2; with +8 against them -12,
    column 1, Ae.
    """
    units = {"346/346": "0741", "736/716": "0743 reduced", "27-Armd": "0742"}
    state = german(units)
    assert verdict(fight(state, "0742", 1, "346/346", "736/716")) == ("clear", -4, 3, "A2")
    assert (steps(state, "346/346"), steps(state, "736/716"), steps(state, "27-Armd")) == (1, 0, 2)
    worse = german(units, cups={"air": [8], "guns": [], "german": []})
    do(worse, "attack 346/346 0742", "join 736/716", "support air", "draw air 8")
    assert verdict(do(worse, "roll 1")) == ("clear", -12, 1, "Ae")
    assert (steps(worse, "346/346"), steps(worse, "736/716"), steps(worse, "27-Armd")) == (0, 0, 2)


@pytest.mark.clause("FM-7.6.1")
def test_de_eliminates_the_defender():
    """1/1SS-Pz, 22/21 and 192/21 on 27 Armored: 6 + 8 + 6 - 7 = +13, column 8, die 6: De."""
    state = german({"1/1SS-Pz": "0741", "22/21": "0743", "192/21": "0641", "27-Armd": "0742"})
    assert verdict(fight(state, "0742", 6, "1/1SS-Pz", "22/21", "192/21")) == ("clear", 13, 8, "De")
    assert steps(state, "27-Armd") == 0 and where(state, "27-Armd") == ""


@pytest.mark.clause("FM-7.6.1")
def test_d1_on_a_reduced_defender_eliminates_it():
    """Reduced 8/3 (4): 22/21 alone is +4, column 5, die 5: D1, the second loss."""
    state = german({"22/21": "0741", "8/3": "0742 reduced"})
    assert verdict(fight(state, "0742", 5, "22/21")) == ("clear", 4, 5, "D1")
    assert steps(state, "8/3") == 0


@pytest.mark.clause("FM-7.6.2")
def test_the_owner_picks_the_unit_that_is_reduced():
    """A1 on two German regiments: the German names either of them, and nobody else."""
    state = german({"22/21": "0741", "125/21": "0743", "192/21": "0641", "8/3": "0742"})
    fight(state, "0742", 1, "22/21", "125/21")
    assert state.to_move == "german" and choices(state) == {"lose 22/21", "lose 125/21"}
    assert why(state, "lose 192/21") == {"FM-7.6.2"}
    do(state, "lose 125/21")
    assert (steps(state, "22/21"), steps(state, "125/21")) == (2, 1)


@pytest.mark.clause("FM-7.6.3", "SB-11.2.4.f", "SB-11.2.4.g")
def test_in_a_stack_the_chosen_defender_alone_bears_the_result():
    """8/3 is chosen out of three, before any marker is named; D1 falls on it and on nobody else."""
    units = {
        "8/3": "1640 landed",
        "9/3": "1640 landed",
        "27-Armd": "1640 landed",
        "22/21": "1639",
        "125/21": "1540",
        "192/21": "1541",
    }
    state = position("german combat", 5, units)
    do(state, "attack 22/21 1640", "join 125/21", "join 192/21")
    assert state.to_move == "allied" and choices(state) == {"defend 8/3", "defend 9/3", "defend 27-Armd"}
    assert why(state, "defend 22/21") == {"SB-11.2.4.f"} and why(state, "support none")
    do(state, "defend 8/3", "support none", "support none")
    assert verdict(do(state, "roll 5")) == ("beach", 12, 5, "D1")  # 8 + 6 + 6 - 8, the strength of 8/3 alone
    assert [steps(state, name) for name in ("8/3", "9/3", "27-Armd")] == [1, 2, 2]
