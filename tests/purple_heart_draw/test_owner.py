"""What the rules leave to the owner: who pairs up where, who is promoted, who takes, gives and suffers; Guns
without a crew.
"""

from __future__ import annotations

import pytest

from grognard.core.hexes import members
from grognard.games.purple_heart_draw import (
    battle,
    fates,
    leftovers,
    redeploy_dice,
    reorganise,
    repair,
)
from grognard.games.purple_heart_draw.board import CONCEALMENT, GRID
from grognard.games.purple_heart_draw.pieces import FLAG, GUN_VP, HIDDEN, KINDS
from grognard.games.purple_heart_draw.position import (
    Battle,
    Closing,
    Mission,
    Opening,
    PurpleHeartDraw,
    Redeploying,
    Table,
    ground,
)
from grognard.games.purple_heart_draw.reorganise import REORGANIZATION
from grognard.games.purple_heart_draw.setup import SETUP
from grognard.games.purple_heart_draw.units import STACK_HS, half_squads

from .build import add, do, log, rulings, split


def halves(state: PurpleHeartDraw) -> PurpleHeartDraw:
    """At PHD-C5.21."""
    at = next(i for i, step in enumerate(PurpleHeartDraw.procedures[Closing]) if step is REORGANIZATION[0])
    state.__dict__["stack"] = (Mission(step=5), Closing(step=at))
    state.run()
    return state


# ---------------------------------------------------------------- PHD-C5.21


@pytest.mark.clause("PHD-C5.21")
def test_the_owner_says_which_half_squads_recombine_and_where() -> None:
    state = split(14)
    for n, (hex_, gear) in enumerate([("M5", "BAZ44"), ("M8", ""), ("M7", "")], 1):
        add(state, f"u00{n}", "3-4-6", hex_, "concealed", gear)
    add(state, "u004", "3-4-6", "M6", "concealed", "MMG!")
    add(state, "u005", "3-4-7", "M6", "concealed")
    halves(state)
    assert state.step.clause == "PHD-C5.21" and state.to_move == state.secret_to == "us"
    assert state.legal_actions().by_unit() == {
        "u001": ["M7", "M8"],
        "u002": ["M5", "M7"],
        "u003": ["M5", "M8"],
    }, "not the team of the MMG, not another class"
    assert rulings(state, "done") == ["PHD-C5.21"] and rulings(state, "recombine u005 M5") == ["PHD-C5.21"]
    assert rulings(state, "recombine u001 M6") == ["PHD-C5.21"]
    do(state, "recombine u001 M8")
    assert (
        state.kind[1] == "6-6-6"
        and state.gear[1] == ("BAZ44",)
        and not state.kind[0]
        and state.kind[2] == "3-4-6"
    )
    assert GRID.name[state.at[1]] == "M8" and state.step.clause != "PHD-C5.21", "one is left over"


@pytest.mark.clause("PHD-C5.21")
def test_far_apart_they_stay_half_squads() -> None:
    state = split(14)
    add(state, "u001", "3-4-6", "M2"), add(state, "u002", "3-4-6", "M9")
    halves(state)
    assert state.step.clause != "PHD-C5.21" and state.kind[:2] == ["3-4-6", "3-4-6"], "seven hexes apart"


@pytest.mark.clause("PHD-C5.21", "PHD-C5")
def test_of_two_in_one_hex_nobody_is_asked_of_three_unlike_ones_he_is() -> None:
    state = split(14)
    add(state, "u001", "3-4-6", "M5", gear="BAZ44"), add(state, "u002", "3-4-6", "M5")
    halves(state)
    assert state.kind[0] == "6-6-6" and any("only one legal choice" in line for line in log(state)), (
        "forced, taken and logged"
    )
    state = split(14)
    for n, gear in enumerate(["BAZ44", "LMG", "DC"], 1):
        add(state, f"u00{n}", "3-4-6", "M5", gear=gear)
    halves(state)
    do(state, "recombine u003 M5")
    assert state.step.name == "which half-squad it joins" and [str(a) for a in state.legal_actions()] == [
        "choose u001",
        "choose u002",
    ]
    assert rulings(state, "choose u003") == ["PHD-C5.21"] and state.secret_to == "us"
    do(state, "choose u002")
    assert state.kind[1] == "6-6-6" and state.gear[1] == ("LMG", "DC") and state.kind[0] == "3-4-6"


@pytest.mark.clause("PHD-C5.21", "PHD-C5.13.a")
def test_a_squad_needs_room_where_it_appears() -> None:
    state = split(14)
    for n in range(1, 3):
        add(state, f"u00{n}", "6-6-6", "M5")
    add(state, "u003", "2-2-7", "M5")
    add(state, "u004", "3-4-6", "M5"), add(state, "u005", "3-4-6", "M8")
    halves(state)
    assert state.kind[4] == "6-6-6" and not state.kind[3], (
        "M5 is full: the squad stands in M8, and nobody is asked"
    )
    assert half_squads(state, [0, 1, 2]) <= STACK_HS


@pytest.mark.clause("PHD-C5.21", "PHD-C5.17", "PHD-R14")
def test_who_is_hidden_may_stay_apart() -> None:
    state = split(14)
    spot = next(GRID.name[h] for h in members(ground(state).feba[0] & CONCEALMENT))
    add(state, "u001", "3-4-6", spot, "hidden"), add(state, "u002", "3-4-6", spot, "concealed")
    halves(state)
    assert state.step.clause == "PHD-C5.21" and not rulings(state, "done")
    do(state, f"recombine u002 {spot}")
    assert state.kind[0] == "6-6-6" and not state.status[0] & HIDDEN and state.status[0] & FLAG["concealed"]


# ---------------------------------------------------------------- PHD-C5.24, PHD-C5.26 to PHD-C5.28


@pytest.mark.clause("PHD-C5.24")
def test_among_leaders_of_the_quality_the_owner_chooses() -> None:
    state = split(14)
    add(state, "u001", "8-0", "M5"), add(state, "u002", "8-0", "M7"), add(state, "u003", "9-1", "M7")
    reorganise.leader_promoted(state, "us", 8)
    state.run()
    assert [str(a) for a in state.legal_actions()] == [
        "choose u001",
        "choose u002",
    ] and state.secret_to == "us"
    do(state, "choose u002")
    assert state.kind[:3] == ["8-0", "8-1", "9-1"]


@pytest.mark.clause("PHD-C5.26.a")
def test_the_owner_says_who_takes_what_is_found_again() -> None:
    state = split(14)
    add(state, "u001", "6-6-6", "M5"), add(state, "u002", "6-6-6", "M7"), add(state, "u003", "8-0", "M7")
    repair.salvaged(state, ("scrap", 0, "BAZ44"), 3)
    state.run()
    assert [str(a) for a in state.legal_actions()] == ["choose u001", "choose u002"], "no leader mans it"
    do(state, "choose u002")
    assert state.gear[:2] == [(), ("BAZ44",)] and not state.todo[0]


@pytest.mark.clause("PHD-C5.27.b")
def test_the_owner_says_whose_machine_gun_goes_into_the_tank() -> None:
    state = split(14)
    tank = add(state, "u001", "M4A1", "M5", gear="MA MGx")
    add(state, "u002", "6-6-6", "M6", gear="MMG"), add(state, "u003", "3-4-6", "M5", gear="MMG")
    at = next(i for i, step in enumerate(PurpleHeartDraw.procedures[Opening]) if step.name == "us vehicle MG")
    state.__dict__["stack"] = (Mission(step=3), Opening(step=at))
    state.run()
    do(state, "rearm u001")
    assert [str(a) for a in state.legal_actions()] == ["choose u002", "choose u003"]
    do(state, "choose u003")
    assert state.gear[tank] == ("MA", "MG") and state.gear[1] == ("MMG",) and state.gear[2] == ()


@pytest.mark.clause("PHD-C5.28")
def test_the_owner_says_who_suffers_in_a_minefield() -> None:
    """An Engineer first, then the Elite, then the next class; of that class the owner's choice."""
    state = split(14)
    (
        add(state, "u001", "5-4-6", "M5"),
        add(state, "u002", "6-6-6", "M6"),
        add(state, "u003", "6-6-6", "M7"),
        add(state, "u004", "2-2-7", "M5"),
    )
    assert repair.at_risk(state, "us", GRID.hex("M6")) == [1, 2]
    repair.cleared(state, "us", ("clear", repair.CLEARABLE.index("mines"), GRID.hex("M6")), 6)
    state.run()
    do(state, "choose u003")
    assert state.kind[2] == "3-4-6" and state.kind[1] == "6-6-6"
    add(state, "u005", "7-4-7", "M8")
    assert repair.at_risk(state, "us", GRID.hex("M6")) == [4]
    assert repair.at_risk(state, "us", GRID.hex("M30")) == []


# ---------------------------------------------------------------- PHD-C5.14.note1


@pytest.mark.clause("PHD-C5.14.note1", "PHD-C5.14.note3")
def test_random_selection_says_whom_heat_of_battle_takes() -> None:
    state = split(14)
    for n in (1, 2):
        add(state, f"u00{n}", "5-4-6", "M12", open_=True)
    state.__dict__["moving"][0] = (GRID.hex("M10"), 0, 1)
    state.__dict__["stack"] = (Redeploying(side="us", situation="iv", step=1),)
    do(state, "dice 2")
    assert {str(a) for a in state.legal_actions()} == {"select u001", "select u002"}
    do(state, "select u002", "dice 7")
    assert (
        state.kind[1] == "6-6-6"
        and state.kind[0] == "5-4-6"
        and {state.at[0], state.at[1]} == {GRID.hex("M10")}
    )
    assert redeploy_dice.result_of(True, 2, 0) == ("redeploys",)


# ---------------------------------------------------------------- Guns without a crew


CREW = KINDS["2-2-8"].vp


def with_guns() -> PurpleHeartDraw:
    state = split(14, scenario=2, tactical_source="players")
    state.__dict__["mover"], state.__dict__["turn"] = "german", 1
    add(state, "g001", "2-2-8", "M12", gear="5cm_PaK_38", open_=True)
    add(state, "g002", "5-4-8", "M12", open_=True)
    add(state, "g003", "8-0", "M12", open_=True)
    add(state, "u001", "6-6-6", "M12", open_=True)
    state.__dict__["stack"] = (Mission(step=4), Table(step=1))
    state.run()
    return state


def tell(state: PurpleHeartDraw, unit: str, what: str) -> None:
    do(state, f"report {unit}", f"happened {what}")


@pytest.mark.clause("PHD-C1.2", "PHD-C5.15", "PHD-C5.13")
def test_a_gun_whose_crew_is_lost_lies_until_somebody_mans_it() -> None:
    state = with_guns()
    tell(state, "g001", "eliminated")
    assert state.dropped == (("german.5cm_PaK_38", GRID.hex("M12")),) and state.cvp[0] == CREW, (
        "the crew counts, not yet the Gun"
    )
    assert not [word for word in fates.fates(state, 114) if word.startswith("recovers")], (
        "no leader mans a Gun"
    )
    again = state.copy()
    tell(state, "g002", "recovers:german.5cm_PaK_38")
    assert state.gear[113] == ("5cm_PaK_38",) and not state.dropped and state.cvp[0] == CREW
    again.__dict__["stack"] = (Mission(step=5), Closing())
    leftovers.prisoners(again, None)
    assert not again.dropped and again.cvp[0] == CREW + GUN_VP, "eliminated for good: it counts"


@pytest.mark.clause("PHD-C1.2", "PHD-C5.26.b")
def test_a_captured_gun_counts_once() -> None:
    state = with_guns()
    tell(state, "g001", "captured")
    assert state.cvp[0] == 2 * CREW and state.dropped, "a prisoner counts double, the Gun not yet"
    do(state, "done")
    tell(state, "u001", "recovers:german.5cm_PaK_38")
    assert state.gear[0] == ("5cm_PaK_38^",) and state.cvp[0] == 2 * CREW + GUN_VP
    tell(state, "u001", "leaves:5cm_PaK_38^")
    assert state.dropped == (("german.5cm_PaK_38^", GRID.hex("M12")),) and not state.gear[0]
    state.__dict__["stack"] = (Mission(step=5), Closing())
    leftovers.prisoners(state, None)
    assert state.cvp[0] == 2 * CREW + GUN_VP, "counted already"


@pytest.mark.clause("PHD-C5.8.a")
def test_prisoners_rearm_with_what_their_guards_drop() -> None:
    state = split(14)
    add(state, "u001", "6-6-6", "M5", "prisoner", open_=True)
    add(state, "g001", "5-4-8", "M5", "encircled", "LMG", open_=True)
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    while state.step.clause != "PHD-C5.8":
        do(state, "done")
    do(state, "dice 12")
    assert not state.kind[112] and not state.status[0] & FLAG["prisoner"]
    assert state.gear[0] == ("LMG^",) and not state.dropped


# ---------------------------------------------------------------- set-up: radios, weapons, Armour Leaders


def setting_up(crew: str = "", **options: object) -> PurpleHeartDraw:
    state = split(14, scenario=2, **options)
    own = state.__dict__
    own["chit"][0] = "attack"
    own["modules"][1] = (("80mm", "normal", (), 0, 0),)
    own["groups"][48] = ("I1", 2, "on_map", 1)
    own["groups"][49] = ("A1", 2, "reinforcement", 1)
    (
        add(state, "g001", "5-4-8", gear="LMG PSK", group=1),
        add(state, "g002", "5-4-8", group=1),
        add(state, "g003", "8-0", group=1),
    )
    (
        add(state, "g004", "StuG_IIIG", status=crew, gear="MA AL8-1", group=2),
        add(state, "g005", "StuH_42", gear="MA", group=2),
    )
    add(state, "g006", "5-4-8", "M22", "concealed")
    at = next(i for i, step in enumerate(PurpleHeartDraw.procedures[Opening]) if step is SETUP[0])
    own["stack"] = (Mission(step=3), Opening(step=at))
    state.run()
    return state


@pytest.mark.clause("PHD-MSR9", "PHD-TM13")
def test_the_owner_says_who_carries_the_radio() -> None:
    state = setting_up()
    assert state.to_move == state.secret_to == "german" and rulings(state, "carry g004") == ["PHD-MSR9"]
    do(state, "carry g006")
    assert state.gear[117] == ("RADIO",) and rulings(state, "carry g003") == ["PHD-MSR9"], (
        "one radio a module"
    )


@pytest.mark.clause("PHD-C5.31.note.w", "PHD-C5.33", "PHD-C5.39")
def test_weapons_and_armour_leaders_are_allotted_before_set_up() -> None:
    state = setting_up()
    hands = [str(a) for a in state.legal_actions() if a.verb == "hand"]
    assert hands == ["hand AL8-1 g004 g005", "hand LMG g001 g002", "hand PSK g001 g002"]
    do(state, "hand AL8-1 g004 g005", "hand LMG g001 g002")
    assert state.gear[116] == ("MA", "AL8-1") and state.gear[112:114] == [("PSK",), ("LMG",)]
    assert rulings(state, "hand PSK g001 g002") == ["PHD-C5.13"] and rulings(state, "hand LMG g002 g006") == [
        "PHD-C5.13"
    ]
    do(state, "place g001 M30", "place g002 M28")
    assert not [a for a in state.legal_actions() if a.verb == "hand"]


@pytest.mark.clause("PHD-C5.33")
def test_the_owner_says_which_vehicle_has_the_inexperienced_crew() -> None:
    state = setting_up("inexperienced")
    assert rulings(state, "hand inexperienced_crew g005 g004") == ["PHD-C5.13"], "it has none to give"
    assert rulings(state, "hand inexperienced_crew g004 g001") == ["PHD-C5.13"], "no vehicle"
    do(state, "hand inexperienced_crew g004 g005")
    assert [state.status[u] & FLAG["inexperienced"] for u in (115, 116)] == [0, FLAG["inexperienced"]]
    assert rulings(state, "hand inexperienced_crew g005 g004") == ["PHD-C5.13"], "not to and fro"
    assert state.gear[115] == ("MA", "AL8-1"), "nothing else changed hands"


@pytest.mark.clause("PHD-R18")
def test_the_turn_of_entry_is_written_down_in_set_up() -> None:
    assert rulings(setting_up(), "wait g-rg02") == ["PHD-R18"], "by default it is decided at the edge"
    state = setting_up(entry_declared=True)
    assert rulings(state, "wait g-rg01") == ["PHD-R18"], "it sets up on the map"
    before = state.view("us")
    do(state, "wait g-rg02", "wait g-rg02")
    assert state.waits[1] == (2, 2) and state.view("us") == before, "nobody else sees it"
    assert "German group 2 enters in turn 3 [PHD-R18]" in log(state)
    do(state, *["wait g-rg02"] * 7)
    assert rulings(state, "wait g-rg02") == ["PHD-R18"], "no scenario has an eleventh turn"


# ---------------------------------------------------------------- the resolver's owner


def fighting(waits: tuple[int, ...] = (), **options: object) -> PurpleHeartDraw:
    state = split(14, scenario=2, **options)
    own = state.__dict__
    own["groups"][48] = ("I1", 2, "reinforcement", 1)
    (
        add(state, "g001", "5-4-8", "Q20"),
        add(state, "g002", "5-4-8", "Q30"),
        add(state, "g003", "5-4-8", group=1),
    )
    add(state, "u001", "6-6-6", "Q12")
    own["first"], own["waits"][1] = "german", waits
    own["stack"] = (Mission(step=4), Battle())
    state.run()
    return state


@pytest.mark.clause("PHD-Z9", "PHD-Z0", "PHD-R18")
def test_the_owner_says_who_closes_up_and_who_does_not_enter_yet() -> None:
    state = fighting()
    lane = f"L{state.lane[112] + 1}"
    assert rulings(state, f"follow {lane}.stays_back") == ["PHD-Z9"], (
        "a German stays back unless he is told otherwise"
    )
    do(state, f"follow {lane}.closes_up")
    assert rulings(state, f"follow {lane}.stays_back") == ["PHD-Z9"], "once a player turn"
    assert rulings(state, "wait g-rg02") == ["PHD-R18"]
    do(state, "wait g-rg01", *(f"posture L{n}.hold" for n in range(1, 6)), "done", "stream 111")
    assert state.row[112] == 20 and 20 < state.row[113] < 30, "it marched up"
    assert not state.row[114] and not state.waits[1], "it waits at the edge, this player turn alone"
    do(state, "done", "stream 222")
    do(state, "done", "stream 333")
    assert state.row[114]


@pytest.mark.clause("PHD-R18")
def test_who_is_written_down_for_the_third_turn_enters_in_it() -> None:
    state = fighting((1, 1), entry_declared=True)
    for turn in (1, 2):
        assert state.turn == turn and rulings(state, "wait g-rg01") == ["PHD-R18"], (
            "it is written, and said no more"
        )
        do(state, *(f"posture L{n}.hold" for n in range(1, 6) if turn == 1), "done", "stream 111")
        assert not state.row[114]
        do(state, "done", "stream 222")
    assert state.turn == 3 and not state.waits[1]
    do(state, "done", "stream 333")
    assert state.row[114]


def test_by_default_the_us_closes_up_and_the_german_does_not() -> None:
    state = fighting()
    assert state.follow == [(True,) * 5, (False,) * 5] and battle.FOLLOWS[0] == "L1.closes_up"
    do(state, *(f"posture L{n}.hold" for n in range(1, 6)), "done", "stream 111")
    assert state.row[113] == 30
