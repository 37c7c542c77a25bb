"""The worked opening of Sword Beach, step by step, with every figure the specification gives for it."""

from __future__ import annotations

import pytest

from grognard.games.sword_beach.combat import differential
from grognard.games.sword_beach.fire import size
from grognard.games.sword_beach.movement import ledger, points
from grognard.games.sword_beach.pieces import UNIT
from grognard.games.sword_beach.position import SwordBeach
from grognard.games.sword_beach.supply import cut_off
from grognard.games.sword_beach.tables import AIR, GUNS, THEIRS
from tests.sword_beach.build import GAME, choices, clauses, do, steps, where, why
from tests.sword_beach.opening import RECORD, cup, figures, refusals, verdict

# dice and draws of the example, by its step numbers
STEPS: dict[int, tuple[str, ...]] = {
    1: tuple(f"record {unit} {hex_}" for unit, hex_ in RECORD.items()),
    2: (
        "beachhead 1739",
        "beachhead 1640",
        "beachhead 1838",
        "done",
        "place 8/3 1739",
        "place 27-Armd 1739",
        "place 9/3 1640",
        "place 185/3 1640",
    ),
    3: (
        "dropzone 1342",
        "designate 3/6-Para 1342",
        "designate 5/6-Para 1343",
        "designate 6AL/6 1442",
        "roll 6",
        "roll 4",
        "roll 6",
        "roll 1",
    ),
    4: ("raid 1641", "roll 4", "move 1-Cdo 1541"),
    5: (
        "assault 1739",
        "support naval10+naval10",
        "support guns+guns",
        "draw german 7",
        "draw german 5",
        "roll 2",
        "lose 8/3",
        # 1640 is the last beach
        "support naval7+naval7",
        "support guns+guns",
        "draw german 9",
        "draw german 4",
        "roll 5",
    ),
    7: ("bombard guns+guns 1738", "draw guns 6", "draw guns 8", "roll 6", "done"),
    9: ("move 3-AA 0640", "move 4-AA 1451", "move 125/21 1142", "done"),
    10: (
        "attack 857/346 1242",
        "join 125/21",
        "support guns+guns",
        "support guns+guns",
        "draw german 8",
        "draw german 3",
        "draw guns 6",
        "draw guns 2",
        "roll 5",
        "resist",
        "done",
    ),
}


def opening(before: int, *then: str) -> SwordBeach:
    """The example played up to, and without, a step of it; then some more actions."""
    state = GAME.new("standard")
    assert isinstance(state, SwordBeach)
    for number, actions in STEPS.items():
        if number < before:
            do(state, *actions)
    if then:
        do(state, *then)
    return state


def march(state: SwordBeach, unit: str, goal: str) -> tuple[str, list[str]]:
    """What a move costs in MP, and the hexes it enters."""
    parts = ledger(state, UNIT[unit], state.grid.hex(goal))
    return points("mobile", sum(part.amount for part in parts)), [part.because[:4] for part in parts]


@pytest.mark.clause("SB-11.0.a", "SB-11.1.1.a", "SB-11.1.1.b", "SB-11.1.1.c", "SB-J1", "SB-J32")
def test_step_1_the_nine_germans_are_recorded() -> None:
    """Every hex of the example's record is legal, and the German has no more to write."""
    state = GAME.new("standard")
    for action in STEPS[1]:
        assert why(state, action) == set()
        do(state, action)
    assert len(RECORD) == 9 and state.to_move == "allied"
    assert where(state, "736/716") == ""  # hidden as yet


@pytest.mark.clause("SB-11.2.1.1.a", "SB-11.2.1.2.a", "SB-11.2.1.3")
def test_step_2_two_beachheads_stand() -> None:
    """Two units land on 1739 and two on 1640; the marker on 1838, without a unit, goes."""
    state = opening(3)
    assert state.grid.names(state.beachheads) == ["1640", "1739"]
    assert {unit: where(state, unit) for unit in ("8/3", "27-Armd", "9/3", "185/3")} == {
        "8/3": "1739",
        "27-Armd": "1739",
        "9/3": "1640",
        "185/3": "1640",
    }


@pytest.mark.clause(
    "SB-11.2.2.1",
    "SB-11.2.2.2",
    "SB-11.2.2.3.b",
    "SB-11.2.2.3.d",
    "SB-11.2.2.3.e",
    "SB-11.2.2.3.f",
    "SB-11.2.2.5",
    "SB-11.2.2.7.a",
)
def test_step_3_the_drop() -> None:
    """3 Para lands on 1342, 5 Para drifts southwest to 1242 at full strength, the glider brigade is reduced
    in 1442.
    """
    state = opening(4)
    assert [(where(state, unit), steps(state, unit)) for unit in ("3/6-Para", "5/6-Para", "6AL/6")] == [
        ("1342", 2),
        ("1242", 2),
        ("1442", 1),
    ]
    assert {unit: where(state, unit) for unit in RECORD} == RECORD
    assert state.drop_supply and state.step.name == "commando raid"  # no attack was due


@pytest.mark.clause("SB-11.2.3.1.a", "SB-11.2.3.1.d", "SB-11.1.5.g", "SB-J9", "SB-J10")
def test_step_4_the_raid() -> None:
    """A 4 reduces the commando, costs the German a +6 for good, and lets it go on to 1541."""
    state = opening(5)
    assert (where(state, "1-Cdo"), steps(state, "1-Cdo")) == ("1541", 1)
    assert cup(state, "german")[6] == 2 and state.lost[6] == 1 and sum(state.lost) == 1
    assert size(state, THEIRS) == 21  # 20 numbered markers and the mines


@pytest.mark.clause(
    "SB-11.2.3.2.a",
    "SB-11.2.3.2.b",
    "SB-11.2.3.2.c",
    "SB-11.2.3.2.e",
    "SB-11.2.7.b",
    "SB-11.2.8.b",
    "FM-7.3.1",
    "FM-7.6.2",
)
def test_step_5_the_assault_on_1739() -> None:
    """6 + 8 + 10 + 10 - 0 - (7 + 5) = +22, column 6, die 2: A1, and the Allied player reduces 8/3."""
    state = opening(5, *STEPS[5][:5])
    parts = sorted(part.amount for part in differential(state, state.stack[-1]))
    assert parts == [-7, -5, 0, 6, 8, 10, 10]
    assert figures(state) == ("beach_assault_in_ezoc", 22, 6, 0, 6)
    assert verdict(do(state, "roll 2")) == "A1"
    assert choices(state) == {"lose 8/3", "lose 27-Armd"}
    do(state, "lose 8/3")
    assert (steps(state, "8/3"), steps(state, "27-Armd")) == (1, 2)


@pytest.mark.clause(
    "SB-11.2.3.2.c", "SB-11.2.3.2.e", "SB-11.2.7.a", "FM-7.3.1", "FM-8.1.1", "SB-J12", "SB-J25"
)
def test_step_5_the_assault_on_1640_and_what_is_left() -> None:
    """6 + 6 + 7 + 7 - 0 - (9 + 4) = +13, column 4, die 5: NE; one naval +7 and 17 German markers remain."""
    state = opening(5, *STEPS[5][:-1])
    assert state.grid.name[state.stack[-1].hex] == "1640"
    assert sorted(part.amount for part in differential(state, state.stack[-1])) == [-9, -4, 0, 6, 6, 7, 7]
    assert figures(state) == ("beach_assault_in_ezoc", 13, 4, 0, 4)
    assert verdict(do(state, "roll 5")) == "NE"
    assert (steps(state, "9/3"), steps(state, "185/3")) == (2, 2)
    assert state.naval == (1, 0)
    assert sum(cup(state, "german")) == 21 - 1 - 4 and state.mines == "cup" and size(state, THEIRS) == 17


@pytest.mark.clause("FM-4.1.1", "SB-J25", "SB-11.2.1.2.e", "SB-11.2.2.7.d", "SB-J10")
def test_step_6_nothing_is_refilled_and_nobody_moves() -> None:
    """GT 1 opens with the cups as the landings left them, and no Allied unit may move."""
    state = opening(6)
    assert state.turn == 1 and (size(state, AIR), size(state, GUNS), size(state, THEIRS)) == (10, 12, 17)
    assert state.step.name == "allied combat"  # the Movement Phase was passed over
    assert refusals(state, "allied movement", "move 185/3 1540") == {"SB-11.2.1.2.e"}
    assert refusals(state, "allied movement", "move 3/6-Para 1343") == {"SB-11.2.2.7.d"}
    assert refusals(state, "allied movement", "move 1-Cdo 1542") == {"SB-J10"}


@pytest.mark.clause("FM-8.4.2", "FM-8.4.1", "FM-8.1.1", "SB-11.2.1.2.g", "FM-7.1.1")
def test_step_7_the_bombardment_of_1738() -> None:
    """6 + 8 - 5 = +9 on the town line, column 6, two left, column 4, die 6: D1; 736/716 is reduced."""
    state = opening(7)
    assert why(state, "attack 1-Cdo 1639") != set() and "attack 1-Cdo" not in " ".join(
        choices(state)
    )  # no enemy beside it
    do(state, *STEPS[7][:3])
    assert figures(state) == ("town", 9, 6, -2, 4)
    assert verdict(do(state, "roll 6")) == "D1"
    assert steps(state, "736/716") == 1 and size(state, GUNS) == 10
    assert refusals(state, "allied mobile movement", "move 27-Armd 1638") == {"SB-11.2.1.2.g"}
    do(state, "done")
    assert state.step.name == "german movement"  # both mobile phases were passed over


@pytest.mark.clause("SB-12.0.b", "SB-12.0.d", "SB-12.0.f", "SB-12.0.i", "SB-12.0.j")
def test_step_8_everybody_is_in_supply() -> None:
    """Beach units are safe, the commando exempt, and the airborne brigades trace to the drop zone, 5 Para
    between two EZOC.
    """
    state = opening(8)
    assert state.cut_off == 0 and cut_off(state) == 0
    names = ("8/3", "27-Armd", "9/3", "185/3", "1-Cdo", "3/6-Para", "5/6-Para", "6AL/6")
    assert [steps(state, unit) for unit in names] == [1, 2, 2, 2, 1, 2, 2, 1]


@pytest.mark.clause("SB-11.1.2.gt1", "SB-11.1.2.a", "SB-11.1.2.d", "SB-11.1.2.e", "FM-5.2.2", "SB-J40")
def test_step_9_the_flak_comes_in() -> None:
    """3 AA pays 1 MP for 0451 and half a MP for each of twelve road hexes: 7 MP to 0640, all it has; 4 AA
    enters 1451 for 1.
    """
    state = opening(9)
    cost, path = march(state, "3-AA", "0640")
    assert cost == "7"
    assert path == [
        "0451",
        "0450",
        "0449",
        "0448",
        "0447",
        "0446",
        "0546",
        "0545",
        "0544",
        "0643",
        "0642",
        "0641",
        "0640",
    ]
    assert why(state, "move 3-AA 0639") == {"FM-5.2.3"}  # one clear hex more
    assert march(state, "4-AA", "1451") == ("1", ["1451"])
    assert why(state, "move 4-AA 1450") == set()  # and it may go on


@pytest.mark.clause("SB-11.2.2.7.c", "FM-5.2.2", "FM-5.3.2")
def test_step_9_the_road_to_escoville() -> None:
    """125/21 goes nine road hexes for 4.5 MP, through 2 AA in Caen and past 5 Para, which has no ZOC on GT
    1.
    """
    state = opening(9)
    cost, path = march(state, "125/21", "1142")
    assert cost == "4.5"
    assert path == ["0937", "0938", "0939", "0940", "0941", "0942", "0943", "1042", "1142"]
    assert where(state, "2-AA") == "0938" and why(state, "move 125/21 0938") == {"FM-5.3.1"}
    assert why(state, "move 125/21 1143") == set()  # 1142 lies beside 5 Para, and nothing stops it there
    do(state, *STEPS[9])
    assert where(state, "125/21") == "1142" and state.step.name == "german combat"


@pytest.mark.clause("FM-7.3.1", "FM-7.4.1", "FM-7.8.1", "FM-7.8.2", "FM-8.3.1", "SB-11.2.2.7.d")
def test_step_10_the_attack_on_5_para() -> None:
    """4 + 6 + 8 + 3 - 6 - 6 - 2 = +7 on the clear line, column 6, no shift, die 5: D2; stiff resistance, no
    advance.
    """
    state = opening(10, *STEPS[10][:8])
    assert sorted(part.amount for part in differential(state, state.stack[-1])) == [-6, -6, -2, 3, 4, 6, 8]
    assert figures(state) == ("clear", 7, 6, 0, 6)
    assert verdict(do(state, "roll 5")) == "D2"
    assert choices(state) == {"resist", "yield"}
    do(state, "resist")
    assert (where(state, "5/6-Para"), steps(state, "5/6-Para")) == ("1242", 1)
    assert state.step.name == "german combat" and len(state.stack) == 1  # nobody is asked to advance
    assert (size(state, GUNS), size(state, THEIRS)) == (8, 15)


@pytest.mark.clause("FM-4.1.7", "FM-4.1.8", "FM-8.4.1")
def test_step_10_what_the_germans_may_still_do() -> None:
    """Three bombardments may follow; 125/21 may move again but not attack again."""
    state = opening(11)
    state.pop()  # the end of the Combat Phase
    for target in ("1242", "1739", "1640"):
        assert f"bombard guns {target}" in choices(state)
    do(state, "done")
    assert state.step.name == "german mobile movement" and why(state, "move 125/21 1143") == set()
    do(state, "done")
    assert why(state, "attack 125/21 1242") == {"FM-4.1.8"}
    assert why(state, "attack 716/716 1640") == set()


@pytest.mark.clause("SB-11.2.7.d", "SB-11.1.5.e", "SB-13.0.a", "FM-4.1.4", "FM-8.1.1", "SB-11.1.5.g")
def test_step_11_the_turn_ends() -> None:
    """The last naval marker goes, Caen is German, two beachheads stand, and GT 2 begins with full cups less
    the +6.
    """
    state = opening(11, "done")
    events = do(state, "done")
    assert "SB-11.2.7.d" in clauses(events) and state.naval == (0, 0)
    assert state.allied_cities == 0 and not state.caen_due
    assert state.beachheads.bit_count() == 2 and state.outcome() is None
    assert state.turn == 2 and (size(state, AIR), size(state, GUNS), size(state, THEIRS)) == (10, 12, 21)
