"""The readings that players agree on before a fight, and the balance of PHD-3."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import tank_melee, vehicles, victory
from grognard.games.purple_heart_draw.firefight.eyes import conceals
from grognard.games.purple_heart_draw.firefight.forces import BATTERY_NUMBER, UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.rally import can_rally

from .fight import GAME, do, fight, listed, rulings


@pytest.mark.clause("FF-R4")
def test_gullies_conceal_by_agreement() -> None:
    """M11 is a gully, X12 the stream, M18 open ground, M14 a house."""
    names = ("M11", "X12", "M18", "M14")
    plain, other = fight({}), fight({}, options=Options(gully_concealment="yes"))
    assert [conceals(plain, GRID.hex(name)) for name in names] == [False, False, False, True]
    assert [conceals(other, GRID.hex(name)) for name in names] == [True, True, False, True]


@pytest.mark.clause("FF-R11")
@pytest.mark.clause("FF-VC.1")
def test_units_in_melee_count_on_phd_1_unless_agreed_otherwise() -> None:
    units = {"u01": "P13 6-6-6 melee", "g01": "P13 5-4-8 melee", "u02": "Q13 6-6-6"}
    worth = [
        victory.zone_points(fight(units, scene="phd-1", options=Options(melee_counts_unbroken=word)))
        for word in ("yes", "no")
    ]
    assert worth == [4, 2]


@pytest.mark.clause("ASL-D5.1")
@pytest.mark.clause("FF-OR3")
def test_the_morale_of_us_crews() -> None:
    tanks = {"uv1": "M7 M4A1 N-NE N-NE", "gv1": "M18 StuG N-NE N-NE"}
    found = []
    for word in ("8", "7"):
        state = fight({}, vehicles=tanks, options=Options(us_afv_crew_morale=word))
        found.append([vehicles.armored(state, VEHICLE_NUMBER[v]).crew_morale for v in ("uv1", "gv1")])
    assert found == [[8, 8], [7, 8]]


@pytest.mark.clause("ASL-C1.211")
@pytest.mark.clause("FF-OR2")
def test_the_draw_pile_of_the_us_side() -> None:
    def pile(scenario: str, side: str, **options: str) -> Any:
        return GAME.new(scenario, options=options).pile[BATTERY_NUMBER[side]]

    assert pile("phd-4", "us") == (10, 3) and pile("phd-4", "us", us_pile_base="9") == (9, 3)
    assert pile("phd-1", "german", us_pile_base="9") == (8, 3)


@pytest.mark.clause("ASL-A11.62")
@pytest.mark.clause("FF-OR5")
def test_the_roof_gun_of_an_assault_gun_in_close_combat() -> None:
    """The roof gun of a Sherman turns, and counts either way."""
    tanks = {"gv1": "M18 StuG N-NE N-NE exposed", "uv1": "M7 M4A1 N-NE N-NE exposed"}
    for word, guns in (("yes", ["aamg"]), ("no", [])):
        state = fight({}, vehicles=tanks, options=Options(stug_aamg_in_cc=word))
        assert tank_melee.guns(state, VEHICLE_NUMBER["gv1"]) == guns
        assert tank_melee.guns(state, VEHICLE_NUMBER["uv1"]) == ["cmg", "aamg"]


# ---------------------------------------------------------------- the balance of PHD-3


def arming(balance: str) -> Any:
    """PHD-3 up to where the US side gives out its weapons."""
    state = GAME.new("phd-3", options={"balance": balance}, seed=3)
    while state.to_move == "german":
        waiting = [u for u in state.mustered["german"] if state.at[u] < 0]
        if not waiting:
            do(state, "done")
            break
        name = f"place g{waiting[0] - UNIT['g01'] + 1:02} "
        choices = [str(a) for a in state.legal_actions() if str(a).startswith(name)]
        do(state, choices[waiting[0] * 7 % len(choices)])
    return state


@pytest.mark.clause("PHD-n.bal.ff")
@pytest.mark.clause("PHD-MSR9.ff")
@pytest.mark.refuses("PHD-MSR9.ff")
def test_phd_3_with_mortars_for_the_us_side() -> None:
    """One 60mm module with its radio, which a leader of the US side has in secret."""
    key = BATTERY_NUMBER["us"]
    state = arming("us")
    assert state.step.name == "weapon assignment" and state.module[key] == "us-60"
    assert state.net[key] == "silent" and state.kind[state.radio[key]] == "7-0"
    leaders = {f"radio u{u + 1:02}" for u in range(24) if state.kind[u] in ("9-1", "8-0")}
    assert listed(state, "radio") == leaders
    assert rulings(state, "radio u01") == {"PHD-MSR9.ff"}  # a squad
    chosen = sorted(leaders)[0]
    do(state, chosen)
    assert state.radio[key] == UNIT[chosen.split()[1]]
    assert arming("none").module == [""] * len(state.module) == arming("german").module


@pytest.mark.clause("PHD-n.bal.ff")
def test_who_has_the_new_radio_does_not_show() -> None:
    one, two = arming("us"), arming("us")
    words = sorted(listed(one, "radio"))
    do(one, words[0])
    do(two, words[1])
    for seat in ("german", "spectator"):
        assert one.view(seat) == two.view(seat)


@pytest.mark.clause("PHD-n.bal.ff")
def test_the_us_battery_of_phd_3_can_be_called() -> None:
    """From the first Prep Fire Phase on its side is asked, although its leaders are still off the map."""
    state = do(arming("us"), "done")
    while not (state.turn and state.step.name == "radio"):
        state.roll() if state.to_move == "chance" else do(
            state, str(next(a for a in state.legal_actions() if a.verb in ("post", "aim", "done")))
        )
    assert state.to_move == "us" and rulings(state, "contact") == {"ASL-C1.6"}


# ---------------------------------------------------------------- who rallies without a leader


@pytest.mark.clause("ASL-A10.63")
def test_who_rallies_by_itself() -> None:
    """Leaders and crews, in both Rally Phases; nobody who is Disrupted; not squads of the other side."""
    units = {
        "g01": "M18 2-2-8 broken",
        "g02": "N18 8-0 broken",
        "g03": "O18 5-4-8 broken",
        "g04": "P18 8-0 broken disrupted",
        "g05": "P16 2-2-8 broken disrupted",
        "u01": "A8 6-6-6",
    }
    for mover, squads in (("us", False), ("german", True)):
        state = fight(units, "rally", mover=mover)
        can = [can_rally(state, UNIT[f"g0{n}"]) for n in range(1, 6)]
        assert can == [True, True, squads, False, False], mover


@pytest.mark.clause("ASL-A18.11")
def test_a_crew_does_not_use_up_the_first_attempt() -> None:
    units = {"u01": "M18 2-2-7 broken tried", "u02": "O18 6-6-6 broken", "g01": "A19 5-4-8"}
    assert can_rally(fight(units, "rally"), UNIT["u02"])
    squad = {"u01": "M18 6-6-6 broken tried"}
    assert not can_rally(fight(units | squad, "rally"), UNIT["u02"])
