"""SB-11.2.2: the drop of the 6th Airborne Division, step by step."""

from __future__ import annotations

import pytest

from grognard.games.sword_beach.board import GRID, MAP
from grognard.games.sword_beach.pieces import UNIT
from grognard.games.sword_beach.verbs import zoc

from .build import SwordBeach, choices, clauses, do, position, steps, where, why
from .opening import RECORD, ashore, cup, dropping, figures, refusals, rolls, verdict

P3, P5, GLIDER = "3/6-Para", "5/6-Para", "6AL/6"
BOTH = {"9/3": "1640", "185/3": "1640", "8/3": "1739", "27-Armd": "1739"}
WEST = {"9/3": "1838", "185/3": "1838", "8/3": "1739", "27-Armd": "1739"}  # leaves 1640 empty


def down(state: SwordBeach, unit: str) -> tuple[str, int]:
    return where(state, unit), steps(state, unit)


def on_a_german(hex_: str = "1342", **record: str) -> SwordBeach:
    """3 Para lands on 857/346, the others in empty hexes; the attack is under way, its marker to be named."""
    state = dropping(record={"857/346": hex_, **record})
    do(state, *rolls(6, 6, 6))
    return state


# ---------------------------------------------------------------- steps 1 and 2


@pytest.mark.clause("SB-11.2.2.1")
def test_the_drop_zone_lies_north_of_row_09_and_east_of_the_orne() -> None:
    """Every such hex but beach, woods, sea and city; the limit is 1040 against 0941, 1341 against 1340 across
    the river.
    """
    state = ashore()
    barred = {"beach", "woods", "sea", "city"}
    allowed = {
        n for n, d in MAP["hexes"].items() if int(n[:2]) > 9 and d.get("orne") == "E" and d["t"] not in barred
    }
    assert choices(state) == {f"dropzone {name}" for name in allowed}
    assert {"1040", "1341", "1641", "1344"} <= allowed
    for hex_ in (
        "0941",
        "1340",
        "1640",
        "1143",
        "1741",
        "1745",
    ):  # row 09, west bank, beach, woods, sea, city
        assert why(state, f"dropzone {hex_}") == {"SB-11.2.2.1"}
    do(state, "dropzone 1342")
    assert state.grid.names(state.drop_zones) == ["1342"] and state.step.name == "airborne designation"


@pytest.mark.clause("SB-11.2.2.2", "SB-J35")
def test_units_are_designated_in_or_next_to_the_drop_zone() -> None:
    """Seven hexes about 1342, one unit in each; 1443, two hexes off, is refused, and all three must be
    designated.
    """
    state = ashore()
    do(state, "dropzone 1342")
    around = {"1342", "1341", "1343", "1441", "1442", "1241", "1242"}
    assert choices(state) == {f"designate {unit} {hex_}" for unit in (P3, P5, GLIDER) for hex_ in around}
    assert why(state, f"designate {P3} 1443") & {"SB-11.2.2.2", "SB-J35"}
    assert why(state, "designate 8/3 1342") == {"SB-11.2.2.2"}
    do(state, f"designate {P3} 1342")
    assert why(state, f"designate {P5} 1342") == {"SB-11.2.2.2"}
    assert why(state, "done") == {"SB-11.2.2.2"}


@pytest.mark.clause("SB-11.2.2.2", "SB-J35")
def test_the_sea_beside_a_drop_zone_is_no_place_to_designate() -> None:
    """About 1641 the sea hexes 1741 and 1742 are barred, 1640 because units landed there."""
    state = ashore(landing=BOTH)
    do(state, "dropzone 1641")
    assert set(state.legal_actions().hexes(P3)) == {"1641", "1642", "1541", "1542"}
    assert "SB-J35" in why(state, f"designate {P3} 1741") and why(state, f"designate {P3} 1640") == {
        "SB-11.2.2.2"
    }


# ---------------------------------------------------------------- step 3: the dice


@pytest.mark.clause("SB-11.2.2.3.a", "SB-11.2.2.3.b")
def test_each_die_is_applied_before_the_next_unit_rolls() -> None:
    """3 Para's 1 eliminates it before 5 Para rolls; the glider brigade's 1 only reduces it, in its own
    hex.
    """
    state = dropping()
    assert state.purpose == "the drop of 3/6 Para"
    assert "SB-11.2.2.3.b" in clauses(do(state, "roll 1"))
    assert down(state, P3) == ("", 0) and state.purpose == "the drop of 5/6 Para"
    do(state, "roll 1")
    assert down(state, P5) == ("", 0) and state.purpose == "the drop of 6AL/6"
    do(state, "roll 1")
    assert down(state, GLIDER) == ("1442", 1) and state.step.name == "commando raid"


@pytest.mark.clause("SB-11.2.2.3.a", "SB-11.2.2.3.c")
@pytest.mark.parametrize("face", [2, 3])
def test_a_2_or_3_reduces_and_drifts(face: int) -> None:
    """5 Para loses a step at once; a second die takes it from 1343 east to 1344 before the glider brigade
    rolls.
    """
    state = dropping()
    do(state, "roll 6")
    assert "SB-11.2.2.3.c" in clauses(do(state, f"roll {face}"))
    assert steps(state, P5) == 1 and state.purpose == "the drift of 5/6 Para"
    do(state, "roll 4")
    assert down(state, P5) == ("1344", 1) and state.purpose == "the drop of 6AL/6"


@pytest.mark.clause("SB-11.2.2.3.d")
@pytest.mark.parametrize("face", [4, 5])
def test_a_4_or_5_drifts_without_loss(face: int) -> None:
    """5 Para drifts southwest from 1343 to 1242 at full strength, as in the worked opening."""
    state = dropping()
    do(state, "roll 6")
    assert "SB-11.2.2.3.d" in clauses(do(state, f"roll {face}"))
    do(state, "roll 6")
    assert down(state, P5) == ("1242", 2)


@pytest.mark.clause("SB-11.2.2.3.e")
def test_a_6_lands_where_designated() -> None:
    """No loss, no second die: three sixes put all three brigades into their hexes."""
    state = dropping()
    for face in (6, 6, 6):
        assert state.purpose.startswith("the drop of")
        assert "SB-11.2.2.3.e" in clauses(do(state, f"roll {face}"))
    assert [down(state, unit) for unit in (P3, P5, GLIDER)] == [("1342", 2), ("1343", 2), ("1442", 2)]


@pytest.mark.clause("SB-11.2.2.3.f")
@pytest.mark.parametrize(
    ("start", "around"),
    [("1343", "1342 1442 1443 1344 1243 1242"), ("1442", "1441 1542 1543 1443 1343 1342")],
    ids=["odd row", "even row"],
)
def test_the_drift_die_runs_clockwise_from_west(start: str, around: str) -> None:
    """1 west, 2 northwest, 3 northeast, 4 east, 5 southeast, 6 southwest, on odd rows and on even ones."""
    for face, there in enumerate(around.split(), 1):
        state = dropping("1342", {P3: start, P5: "1241", GLIDER: "1341"})
        do(state, "roll 5")
        assert "SB-11.2.2.3.f" in clauses(do(state, f"roll {face}"))
        assert where(state, P3) == there


# ---------------------------------------------------------------- step 4: terrain and crowding


@pytest.mark.clause("SB-11.2.2.4.a")
@pytest.mark.parametrize(
    ("zone", "hex_", "others"),
    [
        ("1142", "1143", ("1142", "1242")),
        ("1645", "1745", ("1645", "1644")),
        ("1641", "1640", ("1641", "1642")),
    ],
    ids=["woods", "city", "beach"],
)
def test_bad_ground_reduces_once_all_are_down(zone: str, hex_: str, others: tuple[str, str]) -> None:
    """A full brigade in woods, a city or on a beach is reduced, but not before the last unit has landed."""
    state = dropping(zone, {P3: hex_, P5: others[0], GLIDER: others[1]}, landing=WEST)
    do(state, *rolls(6, 6))
    assert down(state, P3) == (hex_, 2)
    assert "SB-11.2.2.4.a" in clauses(do(state, "roll 6"))
    assert down(state, P3) == (hex_, 1) and down(state, P5) == (others[0], 2)


@pytest.mark.clause("SB-11.2.2.4.a")
def test_bad_ground_eliminates_a_reduced_unit() -> None:
    """3 Para rolls 2 over 1142 and drifts east into the woods of 1143: reduced by the die, eliminated by the
    trees.
    """
    state = dropping("1142", {P3: "1142", P5: "1242", GLIDER: "1241"}, record={"857/346": "1336"})
    do(state, *rolls(2, 4, 6))
    assert down(state, P3) == ("1143", 1)
    do(state, "roll 6")
    assert down(state, P3) == ("", 0)


@pytest.mark.clause("SB-11.2.2.4.a")
@pytest.mark.parametrize("hex_", ["1342", "1343", "1344"])
def test_town_clear_and_flooded_ground_does_no_harm(hex_: str) -> None:
    """Only woods, city and beach are named: a brigade that lands on other land keeps both steps."""
    state = dropping("1343", {P3: hex_, P5: "1443", GLIDER: "1442"})
    do(state, *rolls(6, 6, 6))
    assert down(state, P3) == (hex_, 2)


@pytest.mark.clause("SB-11.2.2.4.b")
def test_the_sea_takes_a_unit() -> None:
    """3 Para drifts northwest from 1641 into the sea of 1741, at full strength, and is gone when all are
    down.
    """
    state = dropping("1641", {P3: "1641", P5: "1642", GLIDER: "1542"})
    do(state, *rolls(4, 2, 6))
    assert down(state, P3) == ("1741", 2)
    assert "SB-11.2.2.4.b" in clauses(do(state, "roll 6"))
    assert down(state, P3) == ("", 0)


@pytest.mark.clause("SB-J4")
def test_off_the_map_is_as_bad_as_the_sea() -> None:
    """3 Para over 1451, on the east edge, drifts east and is eliminated."""
    state = dropping("1451", {P3: "1451", P5: "1450", GLIDER: "1351"})
    do(state, *rolls(5, 4))
    assert down(state, P3) == ("", 0)


@pytest.mark.clause("SB-11.2.2.4.c")
def test_of_two_units_in_a_hex_the_allied_player_reduces_one() -> None:
    """5 Para drifts west onto 3 Para in 1342: either may take the loss, the glider brigade next door may
    not.
    """
    for loser, other in ((P3, P5), (P5, P3)):
        state = dropping()
        do(state, *rolls(6, 4, 1, 6))
        assert state.to_move == "allied" and choices(state) == {f"lose {P3}", f"lose {P5}"}
        assert why(state, f"lose {GLIDER}") == why(state, "done") == {"SB-11.2.2.4.c"}
        assert not any(where(state, unit) for unit in RECORD)  # the Germans are placed after this step
        do(state, f"lose {loser}")
        assert down(state, loser) == ("1342", 1) and down(state, other) == ("1342", 2)


@pytest.mark.clause("SB-11.2.2.4.c")
def test_of_two_reduced_units_in_a_hex_one_is_eliminated() -> None:
    """3 Para from 1341 and 5 Para from 1343 meet in 1342, both reduced by their dice; the one chosen is
    lost.
    """
    state = dropping(drop={P3: "1341", P5: "1343", GLIDER: "1442"})
    do(state, *rolls(2, 4, 3, 1, 6))
    assert down(state, P3) == down(state, P5) == ("1342", 1)
    do(state, f"lose {P3}")
    assert down(state, P3) == ("", 0) and down(state, P5) == ("1342", 1)


@pytest.mark.clause("SB-11.2.2.4.c", "SB-J6")
def test_of_an_uneven_pair_either_may_take_the_loss() -> None:
    """3 Para full and 5 Para reduced in 1342: the full one may be reduced or the reduced one eliminated."""
    for loser, left in ((P3, (1, 1)), (P5, (2, 0))):
        state = dropping()
        do(state, *rolls(6, 2, 1, 6), f"lose {loser}")
        assert (steps(state, P3), steps(state, P5)) == left


# ---------------------------------------------------------------- step 5


@pytest.mark.clause("SB-11.2.2.5")
def test_the_germans_appear_after_the_drop() -> None:
    """All nine stand where they were recorded, and for the Allied player to see."""
    state = dropping()
    do(state, *rolls(6, 6))
    assert state.occupied["german"] == 0
    assert "SB-11.2.2.5" in clauses(do(state, "roll 6"))
    seen = state.view("allied")["at"]
    assert {unit: seen[unit] for unit in RECORD} == RECORD


# ---------------------------------------------------------------- step 6: down on a German


@pytest.mark.clause("SB-11.2.2.6.a")
def test_a_unit_down_on_a_german_attacks_at_once() -> None:
    """Two such hexes: the Allied player chooses which comes first, and may not pass them over."""
    state = dropping(record={"857/346": "1342", "736/716": "1442"})
    do(state, *rolls(6, 6, 6))
    assert choices(state) == {"fight 1342", "fight 1442"}
    assert why(state, "done") == {"SB-11.2.2.6.a"} == why(state, "fight 1343")
    do(state, "fight 1442")
    assert state.grid.name[state.stack[-1].hex] == "1442"


@pytest.mark.clause("SB-11.2.2.6.a")
def test_without_a_shared_hex_there_is_no_attack() -> None:
    """857/346 in 1241, next to the drop but not under it, is left alone."""
    state = dropping()
    do(state, *rolls(6, 6, 6))
    assert state.step.name == "commando raid" and len(state.stack) == 1


@pytest.mark.clause("SB-11.2.2.6.b", "SB-J22")
def test_only_the_units_in_the_hex_attack() -> None:
    """5 Para and the glider brigade beside 1342 stay out: 5 - 6 = -1 on the town line, column 3, one left,
    column 2.
    """
    state = on_a_german()
    assert where(state, P5) == "1343" and where(state, GLIDER) == "1442"
    assert state.stack[-1].attackers == (UNIT[P3],)
    assert why(state, f"join {P5}") != set()
    do(state, "support none")
    assert figures(state) == ("town", -1, 3, -1, 2)


@pytest.mark.clause("SB-11.2.2.6.b", "SB-J8")
def test_two_units_in_the_hex_attack_together() -> None:
    """3 Para full and 5 Para reduced on 716/716 in 1343, clear: 5 + 2 + 10 - 5 = +12, column 8, one left,
    column 7.
    """
    state = dropping("1343", {P3: "1343", P5: "1344", GLIDER: "1442"}, record={"716/716": "1343"})
    do(state, *rolls(6, 4, 1, 6), f"lose {P5}", "support air", "draw air 10")
    assert set(state.stack[-1].attackers) == {UNIT[P3], UNIT[P5]}
    assert figures(state) == ("clear", 12, 8, -1, 7)
    assert verdict(do(state, "roll 2")) == "Ex"
    do(state, f"lose {P3}")
    assert (steps(state, P3), steps(state, P5), steps(state, "716/716")) == (
        0,
        0,
        1,
    )  # the German stays: both are lost


@pytest.mark.clause("SB-11.2.2.6.c")
def test_the_allied_player_uses_one_marker_and_the_german_none() -> None:
    """One draw from either cup; two are refused; then the die, without the German being asked."""
    state = on_a_german()
    assert choices(state) == {"support none", "support air", "support guns"}
    assert why(state, "support guns+guns") == why(state, "support air+guns") == {"SB-11.2.2.6.c"}
    before = cup(state, "german")
    do(state, "support guns", "draw guns 8")
    assert state.step.name == "combat die" and figures(state).differential == 5 + 8 - 6
    do(state, "roll 6")
    assert cup(state, "german") == before


@pytest.mark.clause("SB-11.2.2.6.d", "SB-J22")
def test_the_german_may_not_resist_stiffly() -> None:
    """5 + 8 - 6 = +7 in the town, column 6, one left, column 5, die 6: D2; 857/346, full, is not asked but
    goes back.
    """
    state = on_a_german()
    do(state, "support guns", "draw guns 8")
    assert figures(state) == ("town", 7, 6, -1, 5)
    assert verdict(do(state, "roll 6")) == "D2"
    assert state.step.name == "retreat" and why(state, "resist") != set()
    assert steps(state, "857/346") == 2


@pytest.mark.clause("SB-11.2.2.6.e")
def test_the_retreat_ignores_zones_of_control() -> None:
    """857/346 goes from 1541 by way of 1641, in the zone of the units in 1640, to 1642."""
    state = dropping(
        "1541", {P3: "1541", P5: "1542", GLIDER: "1441"}, record={"857/346": "1541"}, landing=BOTH
    )
    do(state, *rolls(6, 6, 6), "support guns", "draw guns 8")
    assert figures(state) == ("clear", 7, 6, -1, 5)
    assert verdict(do(state, "roll 6")) == "D2"
    assert zoc(state, "allied") >> GRID.hex("1641") & 1
    assert why(state, "withdraw 857/346 1641") == set()
    do(state, "withdraw 857/346 1641")  # from there 1642 alone is two hexes away, and taken
    assert down(state, "857/346") == ("1642", 2) and down(state, P3) == ("1541", 2)


@pytest.mark.clause("SB-11.2.2.6.e", "FM-6.2.1")
def test_an_ordinary_retreat_heeds_them() -> None:
    """The same retreat on GT 5, after 6 + 6 + 8 - 6 = +14 across the river, column 7, one left, column 6, die
    5: 1641 is closed.
    """
    state = position("allied combat", 5, {"8/3": "1640 landed", "152/51": "1540", "857/346": "1541"})
    do(state, "attack 8/3 1541", "join 152/51", "support guns", "support none", "draw guns 8")
    assert figures(state) == ("river", 14, 7, -1, 6)
    do(state, "roll 5", "yield")
    assert (
        why(state, "withdraw 857/346 1641") == {"FM-6.2.1"} and why(state, "withdraw 857/346 1542") == set()
    )


@pytest.mark.clause("SB-11.2.2.6.f")
def test_a_unit_that_does_not_clear_the_hex_is_eliminated() -> None:
    """Die 5 in column 5: D1; 857/346 is reduced and stays, so 3 Para, itself unhurt, is eliminated."""
    state = on_a_german()
    do(state, "support guns", "draw guns 8")
    events = do(state, "roll 5")
    assert verdict(events) == "D1" and "SB-11.2.2.6.f" in clauses(events)
    assert down(state, "857/346") == ("1342", 1) and down(state, P3) == ("", 0)


@pytest.mark.clause("SB-11.2.2.6.f")
def test_a_unit_that_eliminates_the_german_stays() -> None:
    """3 and 5 Para, 5 + 2 + 10 - 5 = +12 in column 7, die 6: D3; 716/716 ringed in by the sea and landings is
    lost.
    """
    state = position(
        "attacks of units down on a German",
        0,
        {
            P3: "1641",
            P5: "1641 reduced",
            "716/716": "1641",
            GLIDER: "1642",
            "9/3": "1640 landed",
            "8/3": "1541",
            "185/3": "1542",
        },
    )
    do(state, "support air", "draw air 10")
    assert figures(state) == ("clear", 12, 8, -1, 7)
    assert verdict(do(state, "roll 6")) == "D3"
    assert down(state, "716/716") == ("", 0)  # every neighbour is Allied or sea
    assert down(state, P3) == ("1641", 2) and down(state, P5) == ("1641", 1)


# ---------------------------------------------------------------- step 7 and GT 1


@pytest.mark.clause("SB-11.2.2.7.a")
def test_only_airborne_units_draw_supply_from_the_drop_zone() -> None:
    """With no beachhead, 3 Para in the drop zone and 5 Para next to it are supplied, 152/51 beside them is
    reduced.
    """
    flipped = dropping()
    assert not flipped.drop_supply
    do(flipped, *rolls(6, 6, 6))
    assert flipped.drop_supply
    units = {P3: "1342", P5: "1343", "152/51": "1442", "736/716": "0841"}
    state = position("allied combat", 2, units, [], drop_supply=True, markers={"drop_zones": ["1342"]})
    do(state, "done")
    assert [steps(state, unit) for unit in (P3, P5, "152/51")] == [2, 2, 1]


@pytest.mark.clause("SB-11.2.2.7.b")
@pytest.mark.parametrize(("turn", "left"), [(1, ["1342"]), (2, []), (3, [])])
def test_the_drop_zone_goes_when_gt_3_begins(turn: int, left: list[str]) -> None:
    """It lasts through GT 1 and GT 2; the turn after GT 2 begins without it."""
    units = {P3: "1342", "8/3": "1640 landed", "22/21": "0740"}
    zones = {"drop_zones": ["1342"] if turn < 3 else []}
    state = position("german mobile movement", turn, units, drop_supply=turn < 3, markers=zones)
    do(state, "done")
    assert (
        state.turn == turn + 1
        and state.grid.names(state.drop_zones) == left
        and state.drop_supply == bool(left)
    )


@pytest.mark.clause("SB-11.2.2.7.c")
@pytest.mark.parametrize("turn", [1, 2])
def test_airborne_units_have_no_zone_on_gt_1(turn: int) -> None:
    """125/21 takes the road 1142 1241 1341 past 5 Para in 1242 on GT 1; on GT 2 it must stop beside it."""
    state = position("german movement", turn, {"125/21": "1042", P5: "1242", "8/3": "1340"})
    free = turn == 1
    assert bool(zoc(state, "allied") >> GRID.hex("1142") & 1) is not free
    assert (
        zoc(state, "allied") >> GRID.hex("1239") & 1
    )  # 8/3 has its zone on either turn, and bars the west bank
    assert why(state, "move 125/21 1142") == set()
    assert why(state, "move 125/21 1341") == (set() if free else {"FM-6.1.1"})


@pytest.mark.clause("SB-11.2.2.7.d")
def test_airborne_units_neither_move_nor_attack_on_gt_1() -> None:
    """5 Para beside 857/346 may do neither on GT 1, both on GT 2."""
    units = {P5: "1242", "857/346": "1241", "8/3": "1640 landed"}
    state = position("allied combat", 1, units)
    assert why(state, f"attack {P5} 1241") == {"SB-11.2.2.7.d"}
    assert refusals(state, "allied movement", f"move {P5} 1243") == {"SB-11.2.2.7.d"}
    assert why(position("allied combat", 2, units), f"attack {P5} 1241") == set()
    assert why(position("allied movement", 2, units), f"move {P5} 1243") == set()


@pytest.mark.clause("SB-11.2.2.7.d")
def test_airborne_units_defend_normally_on_gt_1() -> None:
    """4 + 6 - 6 = +4 on the clear line, column 5, die 6: D2; 5 Para, full, may draw markers and resist
    stiffly.
    """
    state = position(
        "german combat", 1, {P5: "1242", "857/346": "1241", "125/21": "1142", "8/3": "1640 landed"}
    )
    do(state, "attack 857/346 1242", "join 125/21", "support none")
    assert state.to_move == "allied" and "support guns+guns" in choices(state)
    do(state, "support none")
    assert figures(state) == ("clear", 4, 5, 0, 5)
    assert verdict(do(state, "roll 6")) == "D2"
    assert choices(state) == {"resist", "yield"}
    do(state, "resist")
    assert down(state, P5) == ("1242", 1)
