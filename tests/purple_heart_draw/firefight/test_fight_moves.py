"""Movement and the window after each expenditure, rally, rout, advance, close combat."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import shots
from grognard.games.purple_heart_draw.firefight.allowances import allowance, own_allowance
from grognard.games.purple_heart_draw.firefight.close import groups
from grognard.games.purple_heart_draw.firefight.eyes import could_interdict, is_open_to
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.next_hexes import step_cost
from grognard.games.purple_heart_draw.firefight.position import JAMMED, Attack, Moving
from grognard.games.purple_heart_draw.firefight.routing import goals, must_rout, reach
from tests.refusals import refused_by

from .fight import GAME, do, fight, flags, kind, listed, rulings, where


def moving(*units: str, **more: Any) -> Moving:
    return Moving(units=tuple(UNIT[u] for u in units), origin=-1, **more)


# ---------------------------------------------------------------- how far


@pytest.mark.clause("ASL-A4.11")
@pytest.mark.clause("ASL-A4.12")
@pytest.mark.clause("ASL-A4.42")
@pytest.mark.clause("ASL-A4.5")
def test_allowances() -> None:
    units = {
        "u01": "M17 6-6-6",
        "u02": "M17 9-1",
        "u03": "M17 9-1 wounded",
        "u04": "O17 5-3-6",
        "u05": "M17 3-4-6 cx",
        "g01": "P8 5-4-8",
    }
    state = fight(units, "movement", guns={"umg1": "MMG u05"})
    assert [own_allowance(state, UNIT[u]) for u in ("u01", "u02", "u03", "u04")] == [8, 12, 6, 6]
    assert own_allowance(state, UNIT["u05"]) == 6  # CX: the gun is one point too much
    assert allowance(state, moving("u01", "u02")) == 12 and allowance(state, moving("u01", double=True)) == 12
    heavy = fight({"u02": "M17 9-1", "g01": "P8 5-4-8"}, "movement", guns={"umg1": "MMG u02"})
    assert own_allowance(heavy, UNIT["u02"]) == 0  # three points, and a leader moves with two at most


@pytest.mark.clause("ASL-A5.11")
def test_a_crowded_hex_costs_more() -> None:
    crowd = {f"u0{n}": "M18 6-6-6" for n in range(1, 5)}
    state = fight(crowd | {"u05": "M17 6-6-6", "g01": "P8 5-4-8"}, "movement")
    assert step_cost(state, moving("u05"), GRID.hex("M18")) == 2 + 2 * 2


@pytest.mark.clause("ASL-B3.4")
def test_the_bonus_of_a_road() -> None:
    state = fight({"u01": "G6 6-6-6", "g01": "P8 5-4-8"}, "movement", all_found=True)
    do(state, "move u01 G7", "go G8", "go G9", "go G10")
    assert "go G11" in listed(state, "go") and where(do(state, "go G11"), "u01") == "G11"


@pytest.mark.clause("ASL-A4.2")
def test_a_stack_moves_together() -> None:
    state = fight(
        {"u01": "M17 6-6-6", "u02": "M17 9-1", "u03": "M17 6-6-6", "g01": "P8 5-4-8"},
        "movement",
        all_found=True,
    )
    do(state, "lead u01")
    assert listed(state, "along") == {"along u02", "along u03"}
    do(state, "along u02", "go M18", "go M19")
    assert [where(state, u) for u in ("u01", "u02", "u03")] == ["M19", "M19", "M17"]
    do(state, "done")
    assert rulings(state, "move u01 M18") == {"ASL-A4.2"} and "move u03 M18" in listed(state, "move")


@pytest.mark.clause("ASL-A4.61")
def test_assault_movement() -> None:
    state = fight({"u01": "M17 6-6-6", "g01": "P8 5-4-8"}, "movement", all_found=True)
    do(state, "lead u01", "assault", "go M18")
    assert where(state, "u01") == "M18" and not listed(state, "go")


@pytest.mark.clause("ASL-A2.5")
@pytest.mark.clause("ASL-A2.51")
def test_units_that_are_due_enter() -> None:
    state = _entering()
    assert {a.split()[2] for a in listed(state, "move")} == {
        "A6",
        "B6",
        "C6",
        "D6",
        "E6",
        "F6",
        "G6",
        "H6",
        "I6",
        "J6",
    }
    do(state, "move u01 E6")
    assert where(state, "u01") == "E6" and "due" not in flags(state, "u01")


def _entering() -> Any:
    state = fight({"u01": "E6 6-6-6 due", "g01": "P8 5-4-8"}, "movement")
    state.__dict__["at"][UNIT["u01"]] = -1
    state.forget_choices()
    return state


MOVERS = {
    "u01": "M17 6-6-6",
    "u02": "M17 6-6-6 broken",
    "u03": "M17 6-6-6 prep",
    "u04": "M17 6-6-6 pinned",
    "u05": "C6 6-6-6",
    "u06": "N17 6-6-6 cx",
    "g01": "N18 5-4-8",
    "u07": "P19 6-6-6",
}


@pytest.mark.clause("FF-AREA")
@pytest.mark.clause("ASL-A4.14")
@pytest.mark.parametrize(
    ("clause", "action"),
    [
        refused_by("ASL-A4.2", "move u01 K17"),
        refused_by("ASL-A10.4b", "move u02 M18"),
        refused_by("ASL-A3.2", "move u03 M18"),
        refused_by("ASL-A7.8", "move u04 M18"),
        refused_by("ASL-A4.14", "move u01 N18"),
        refused_by("FF-AREA", "move u05 C5"),
    ],
)
def test_moves_are_refused(clause: str, action: str) -> None:
    assert clause in rulings(fight(MOVERS, "movement"), action)


@pytest.mark.clause("ASL-A11.15")
@pytest.mark.refuses("ASL-A4.8")
@pytest.mark.refuses("ASL-A7.8")
def test_a_refusal_names_the_one_condition_that_holds() -> None:
    expected = {
        "pinned": [("ASL-A7.8", "is pinned")],
        "ti": [("ASL-A4.8", "is busy")],
        "melee": [("ASL-A11.15", "is in Melee")],
        "pinned ti": [("ASL-A7.8", "is pinned"), ("ASL-A4.8", "is busy")],
    }
    for verb, phase in (("move", "movement"), ("advance", "advance")):
        for held, reasons in expected.items():
            units = {"u01": f"M17 6-6-6 {held}", "u02": "K17 6-6-6", "g01": "P8 5-4-8"}
            units |= {"g02": "M17 5-4-8 melee"} if held == "melee" else {}
            state = fight(units, phase)
            found = state.why_not(GAME.parse(f"{verb} u01 M16"))
            said = [(one.clause, one.because.split("u01 ")[-1]) for one in found]
            assert said == reasons


@pytest.mark.refuses("ASL-A4.13")
@pytest.mark.refuses("ASL-A4.5")
@pytest.mark.refuses("ASL-A4.61")
@pytest.mark.refuses("ASL-A2.5")
def test_more_moves_are_refused() -> None:
    state = fight({"u01": "K17 6-6-6", "g01": "P8 5-4-8"}, "movement", all_found=True)
    do(state, "move u01 K18", "go K19")
    do(state, "go L19")
    assert "ASL-A4.13" in rulings(state, "go M19") and rulings(state, "assault") == {"ASL-A4.61"}
    do(state, "double")
    assert rulings(state, "double") == {"ASL-A4.5"}
    assert rulings(_entering(), "done") == {"ASL-A2.5"}


# ---------------------------------------------------------------- the window


@pytest.mark.clause("FF-WIN.1")
@pytest.mark.clause("ASL-A8.1")
@pytest.mark.clause("ASL-A12.14.c")
@pytest.mark.clause("ASL-A.13")
def test_first_fire_at_a_mover() -> None:
    """Two hexes away in the open: 5 FP, 2 subtracted for moving without care in the open."""
    state = fight({"u01": "M17 6-6-6", "u02": "M18 6-6-6", "g01": "O17 5-4-8 concealed"}, "movement")
    do(state, "move u01 M18")
    assert state.to_move == "german" and listed(state, "fire") == {"fire g01 M18"}
    do(state, "fire g01 M18")
    assert state.open >> UNIT["g01"] & 1
    do(state, "dr 3 4")  # column 4, a final 5: 1MC
    assert "6-6-6 u01" in state.purpose
    do(state, "roll 9")
    assert (
        "broken" in flags(state, "u01")
        and "broken" not in flags(state, "u02")
        and flags(state, "g01") == {"first"}
    )
    do(state, "done")
    assert state.to_move == "us" and not any(a.startswith("go") for a in map(str, state.legal_actions()))


@pytest.mark.clause("FF-WIN.1")
@pytest.mark.clause("FF-INFO")
def test_the_window_opens_alike_whether_anything_hidden_could_fire() -> None:
    """While a hidden squad may still be there the other side is asked, though it has nothing to fire."""
    units = {"u01": "M17 6-6-6", "g01": "A19 5-4-8 hidden"}
    near = {"u01": "M17 6-6-6", "g01": "N16 5-4-8 hidden"}
    one, two = (do(fight(where_, "movement"), "move u01 M18") for where_ in (units, near))
    assert one.to_move == two.to_move == "german" and [str(a) for a in one.legal_actions()] == ["done"]
    assert one.view("us") == two.view("us")
    found = do(fight(units, "movement", all_found=True), "move u01 M18")
    assert found.to_move == "us"


@pytest.mark.clause("ASL-A8.2")
@pytest.mark.clause("ASL-A8.22")
@pytest.mark.clause("ASL-A8.26")
def test_residual_firepower() -> None:
    state = fight(
        {"u01": "M17 6-6-6", "u02": "M17 6-6-6", "g01": "O17 5-4-8", "g02": "O17 5-4-8"}, "movement"
    )
    do(
        state, "move u01 M18", "fire g01 M18", "join g02", "dr 6 5", "roll 2", "done", "done"
    )  # column 8, a 9: PTC
    left = dict(state.residual)
    assert left == {GRID.hex("M18"): 4}
    do(state, "move u02 M18")
    assert "Residual FP in M18, 4 FP" in state.purpose
    do(state, "dr 6 5")
    assert (UNIT["u02"], GRID.hex("M18"), 4) in state.struck


@pytest.mark.clause("ASL-A8.3")
@pytest.mark.clause("ASL-A8.14")
@pytest.mark.clause("ASL-A8.31")
@pytest.mark.refuses("ASL-A8.3")
@pytest.mark.refuses("ASL-A8.14")
@pytest.mark.refuses("ASL-A8.1")
def test_subsequent_and_final_protective_fire() -> None:
    """Under a First Fire marker no farther than the nearest enemy, as Area Fire; under a Final Fire marker
    only next door.
    """
    units = {
        "u01": "M16 6-6-6",
        "u02": "O17 6-6-6",
        "g01": "N18 5-4-8 first",
        "g02": "P18 5-4-8 final",
        "g03": "M19 5-4-8 final",
    }
    state = do(fight(units, "movement"), "move u01 M17")
    assert "ASL-A8.3" in rulings(state, "fire g02 M17") and "ASL-A8.1" in rulings(state, "fire g01 M18")
    do(state, "done", "go M18")
    assert {"fire g01 M18", "fire g03 M18"} <= listed(state, "fire")
    do(state, "fire g01 M18", "dr 6 5")
    assert "final" in flags(state, "g01") and "ASL-A8.14" in rulings(state, "fire g01 M18")
    do(state, "fire g03 M18", "dr 6 4")  # 10 is a failed check of the firer as well
    assert "broken" in flags(state, "g03")


@pytest.mark.clause("ASL-A12.15")
@pytest.mark.clause("ASL-A12.31")
def test_movers_run_into_a_hidden_squad() -> None:
    state = do(fight({"u01": "M17 6-6-6", "g01": "N17 5-4-8 hidden"}, "movement"), "move u01 N17")
    assert state.to_move == CHANCE and where(state, "u01") == "M17"
    do(state, "roll 17")
    assert (
        state.open >> UNIT["g01"] & 1
        and state.all_found
        and not flags(state, "g01") & {"hidden", "concealed"}
    )
    do(state, "done")
    assert state.phase == "Defensive Fire Phase" and where(state, "u01") == "M17"  # its movement is over


# ---------------------------------------------------------------- Wall Advantage


@pytest.mark.clause("ASL-B9.32")
@pytest.mark.clause("ASL-B9.321")
@pytest.mark.clause("ASL-B9.322")
@pytest.mark.clause("ASL-B9.323")
@pytest.mark.clause("ASL-B9.41")
@pytest.mark.refuses("ASL-B9.32")
@pytest.mark.refuses("ASL-B9.323")
def test_wall_advantage() -> None:
    state = fight(
        {"u01": "K17 6-6-6", "g01": "L17 5-4-8", "u02": "L14 6-6-6", "u03": "N17 6-6-6"},
        "movement",
        all_found=True,
    )
    us, german = state.walls
    assert (
        us >> GRID.hex("K17") & 1 and not german >> GRID.hex("L17") & 1
    )  # K17 has no other cover; L17 is denied
    assert "ASL-B9.32" in rulings(state, "claim M18") and "ASL-B9.323" in rulings(state, "drop K17")
    if claims := listed(state, "claim"):
        hex_ = sorted(claims)[0].split()[1]
        do(state, f"claim {hex_}")
        assert state.walls[0] >> GRID.hex(hex_) & 1 and f"drop {hex_}" in listed(state, "drop")
        do(state, f"drop {hex_}")
        assert not state.walls[0] >> GRID.hex(hex_) & 1
    do(state, "move u01 K18")
    assert not state.walls[0] >> GRID.hex("K17") & 1


@pytest.mark.clause("ASL-B9.322")
@pytest.mark.refuses("ASL-B9.32")
@pytest.mark.parametrize(("mover", "step"), [("german", "rally"), ("us", "defender's rally")])
def test_wall_advantage_is_taken_in_a_rally_phase(mover: str, step: str) -> None:
    """B16 is a building behind a hedge: both sides may claim, in every Rally Phase; a pinned unit may not."""
    units = {"u01": "E5 6-6-6", "g01": "B16 5-4-8", "g02": "B18 5-4-8 pinned"}
    state = fight(units, step, mover, all_found=True)
    assert state.to_move == "german" and listed(state, "claim") == {"claim B16"}
    assert rulings(state, "claim B18") == {"ASL-B9.32"}
    assert "drop" not in {action.verb for action in state.legal_actions()}
    do(state, "claim B16")
    assert state.walls[1] >> GRID.hex("B16") & 1 and not listed(state, "claim")


# ---------------------------------------------------------------- rally


@pytest.mark.clause("ASL-A10.6")
@pytest.mark.clause("ASL-A10.61")
@pytest.mark.clause("ASL-A10.63")
@pytest.mark.clause("ASL-A10.64")
@pytest.mark.clause("ASL-A18.11")
@pytest.mark.clause("ASL-A10.62")
def test_rally() -> None:
    """6-6-6 has a broken morale of 8; 9-1 subtracts 1, the woods another, DM adds 4."""
    units = {
        "u01": "M7 6-6-6 broken dm",
        "u02": "M7 9-1",
        "u03": "O17 6-6-6 broken",
        "u04": "O18 6-6-6 broken",
        "g01": "A19 5-4-8",
    }
    state = fight(units, "rally")
    assert listed(state, "rally") == {"rally u01", "rally u03", "rally u04"}
    do(state, "rally u03", "roll 7")  # by itself: 7 + 1 is not above 8
    assert flags(state, "u03") == {"tried"} and "rally u04" not in listed(state, "rally")
    do(state, "rally u01", "roll 7")  # 7 + 4 - 2 is
    assert "broken" in flags(state, "u01")
    again = do(fight(units, "rally"), "rally u01", "roll 6")
    assert "broken" not in flags(again, "u01")
    assert kind(do(fight(units, "rally"), "rally u01", "roll 12"), "u01") == "3-4-6"
    do(state, "done")
    assert "dm" not in flags(state, "u01")


@pytest.mark.clause("ASL-A9.72")
def test_repair() -> None:
    facts = {"gun_flags": [0] * 10}
    facts["gun_flags"][GUN["umg1"]] = JAMMED
    units = {"u01": "M7 6-6-6", "g01": "A19 5-4-8"}
    state = do(fight(units, "rally", guns={"umg1": "MMG u01"}, **facts), "repair umg1", "roll 2")
    assert not state.gun_flags[GUN["umg1"]] & JAMMED
    gone = do(fight(units, "rally", guns={"umg1": "MMG u01"}, **facts), "repair umg1", "roll 6")
    assert not gone.gun_kind[GUN["umg1"]]


@pytest.mark.refuses("ASL-A10.6")
@pytest.mark.refuses("ASL-A3.1")
@pytest.mark.refuses("ASL-A10.63")
@pytest.mark.refuses("ASL-A9.72")
@pytest.mark.refuses("ASL-A11.15")
@pytest.mark.refuses("ASL-A3")
@pytest.mark.clause("ASL-A3.1")
def test_rallies_are_refused() -> None:
    units = {
        "u01": "M7 6-6-6",
        "u02": "M7 6-6-6 broken tried",
        "u03": "O17 6-6-6 broken",
        "u04": "O18 6-6-6 broken melee",
        "u05": "K18 9-1 broken",
        "g01": "O18 5-4-8 melee",
    }
    state = fight(units, "rally", guns={"umg1": "MMG u01"})
    refused = {name: rulings(state, f"rally {name}") for name in ("u01", "u02", "u03", "u04", "g01")}
    assert (
        refused["u01"] == {"ASL-A10.6"} and "ASL-A3.1" in refused["u02"] and refused["u03"] == {"ASL-A10.63"}
    )
    assert (
        "ASL-A11.15" in refused["u04"]
        and refused["g01"] == {"ASL-A3"}
        and rulings(state, "repair umg1") == {"ASL-A9.72"}
    )


# ---------------------------------------------------------------- rout


@pytest.mark.clause("ASL-A10.5")
@pytest.mark.clause("ASL-A10.51")
@pytest.mark.clause("ASL-A10.531")
def test_who_routs_where() -> None:
    units = {
        "u01": "O17 6-6-6 broken dm",
        "g01": "O18 5-4-8",
        "u02": "K8 6-6-6 broken",
        "u03": "P8 6-6-6 broken dm",
    }
    state = fight(units, "rout")
    assert must_rout(state, UNIT["u01"]) and not must_rout(state, UNIT["u02"])
    assert {a.split()[1] for a in listed(state, "rout")} == {"u01", "u03"}
    assert GRID.names(goals(state, UNIT["u01"])) == ["O15"]  # the nearest building, away from the enemy
    assert all(
        GRID.distance(h, GRID.hex("O18")) > 1
        for h in reach(state, "us", GRID.hex("O17"), 12)
        if h != GRID.hex("O17")
    )
    assert is_open_to(state, UNIT["g01"], GRID.hex("O17"), "us")
    do(state, "rout u01 O15")
    while state.to_move == "us" and listed(state, "go"):
        do(state, sorted(listed(state, "go"))[0])
    assert where(state, "u01") in ("O16", "O15", "N16", "P16", "P15") or state.to_move == CHANCE


@pytest.mark.clause("ASL-A10.53")
@pytest.mark.clause("ASL-A10.532")
def test_interdiction() -> None:
    state = fight({"u01": "O17 6-6-6 broken dm", "g01": "O19 5-4-8", "g02": "N19 5-4-8 pinned"}, "rout")
    assert could_interdict(state, UNIT["g01"], GRID.hex("O16"), "us") and not could_interdict(
        state, UNIT["g02"], GRID.hex("O16"), "us"
    )
    do(state, "rout u01 O15")
    while state.to_move == "us" and listed(state, "go"):
        do(state, "go O16" if "go O16" in listed(state, "go") else sorted(listed(state, "go"))[0])
    assert state.to_move == CHANCE and "Interdiction" in state.purpose
    assert kind(do(state, "roll 9"), "u01") == "3-4-6"


@pytest.mark.clause("ASL-A10.52")
@pytest.mark.refuses("ASL-A10.5")
@pytest.mark.refuses("ASL-A10.51")
@pytest.mark.refuses("ASL-A10.52")
def test_low_crawl_and_refusals() -> None:
    units = {"u01": "O17 6-6-6 broken dm", "g01": "O19 5-4-8", "u02": "K8 6-6-6 broken"}
    state = fight(units, "rout")
    assert rulings(state, "rout u02 M7") == {"ASL-A10.5"} and rulings(state, "rout u01 K8") == {"ASL-A10.51"}
    assert rulings(state, "crawl u01 O18") == {"ASL-A10.52"} and rulings(state, "done") == {"ASL-A10.5"}
    do(state, "crawl u01 O16")
    assert where(state, "u01") == "O16" and kind(state, "u01") == "6-6-6"


@pytest.mark.clause("ASL-A10.5")
def test_who_cannot_rout_is_eliminated() -> None:
    ring = {
        "g01": "N17 5-4-8",
        "g02": "P17 5-4-8",
        "g03": "N18 5-4-8",
        "g04": "P18 5-4-8",
        "g05": "O16 5-4-8",
        "g06": "O18 5-4-8",
    }
    lost = {"u01": "O17 6-6-6 broken dm"}  # and No Quarter is given
    state = fight(lost | ring, "advancing fire", mover="us", no_quarter=("us",))
    if state.phase == "Advancing Fire Phase" and state.to_move:
        do(state, "done")
    while state.step.name.endswith("voluntary break"):
        do(state, "done")
    assert where(state, "u01") == "" and state.points[1] == 2


# ---------------------------------------------------------------- advance and close combat


@pytest.mark.clause("ASL-A4.7")
@pytest.mark.clause("ASL-A4.72")
@pytest.mark.clause("ASL-A12.14.d")
@pytest.mark.refuses("ASL-A4.7")
@pytest.mark.refuses("ASL-A4.72")
@pytest.mark.refuses("FF-AREA")
def test_advance() -> None:
    units = {
        "u01": "M17 6-6-6 concealed",
        "u02": "M14 6-6-6 cx",
        "u03": "M17 6-6-6 advanced",
        "u04": "M14 6-6-6",
        "u05": "C6 6-6-6",
        "g01": "P8 5-4-8",
    }
    state = fight(units, "advance")
    assert rulings(state, "advance u03 M18") == {"ASL-A4.7"} and "ASL-A4.72" in rulings(
        state, "advance u02 M15"
    )
    assert "ASL-A4.7" in rulings(state, "advance u01 K17") and rulings(state, "advance u05 C5") == {"FF-AREA"}
    do(state, "advance u04 M15", "advance u01 M18")
    assert "cx" in flags(state, "u04") and where(state, "u01") == "M18" and not state.shrouds[0]


@pytest.mark.clause("ASL-A11.1")
@pytest.mark.clause("FF-CC.1")
@pytest.mark.clause("ASL-A11.11")
@pytest.mark.clause("ASL-A11.12")
@pytest.mark.clause("ASL-A11.14")
@pytest.mark.clause("ASL-A11.141")
@pytest.mark.refuses("ASL-A11.1")
@pytest.mark.refuses("ASL-A11.12")
def test_close_combat() -> None:
    """6-6-6 and a 9-1 against a 5-4-8: 7 to 5, odds 1-1, a Kill Number of 5; the leader subtracts 1."""
    state = fight(
        {"u01": "M17 6-6-6", "u02": "M17 9-1", "g01": "M17 5-4-8 hidden", "u03": "O17 6-6-6"}, "advance"
    )
    do(state, "done")
    assert (
        state.open >> UNIT["g01"] & 1
        and state.to_move == "us"
        and rulings(state, "strike u03 g01") == {"ASL-A11.1"}
    )
    do(state, "strike u01 g01")
    assert rulings(state, "strike u01 g01") == {"ASL-A11.12"}
    do(state, "strike u02 g01")
    if state.to_move == "us":
        do(state, "done")
    do(state, "strike g01 u01", "done")
    assert "odds 1-1, Kill Number 5, -1" in state.purpose
    do(
        state, "dr 2 3", "dr 1 2"
    )  # a 4 eliminates; the squad's own blow at 5 to 7, 1-2 odds, a 3 eliminates as well: the leader defends too
    assert where(state, "g01") == where(state, "u01") == where(state, "u02") == ""
    assert groups([(1, 9), (2, 9), (3, 8)]) == [(1, 2, -1, 9), (3, -1, 8)]
    wrong = fight(
        {"u01": "M17 6-6-6", "g01": "M17 5-4-8", "u02": "O17 6-6-6", "g02": "O17 5-4-8"}, "close combat"
    )
    assert rulings(wrong, "done") == {"ASL-A11.1"} and "ASL-A11.1" in rulings(wrong, "fight K17")


@pytest.mark.clause("ASL-A11.15")
@pytest.mark.clause("ASL-A11.16")
@pytest.mark.clause("ASL-A11.4")
def test_melee_broken_units_and_ambush() -> None:
    units = {"u01": "L17 6-6-6 advanced", "g01": "L17 5-4-8", "g02": "L17 5-4-8 broken"}
    state = fight(units, "close combat")
    assert state.step.name == "ambush"
    do(state, "roll 1", "roll 5")  # 1 against 5 + 1 for the broken squad: an ambush
    assert state.stack[-1].ambusher == "us"  # type: ignore[attr-defined]
    do(state, "done", "strike u01 g01", "done")  # the ambusher stays
    assert ", -1" in state.purpose
    do(state, "dr 6 5", "strike g01 u01")
    if state.to_move != CHANCE:
        do(state, "done")
    do(state, "dr 6 5", "done")  # the ambusher stays again
    assert where(state, "g02") == "" and "melee" in flags(state, "u01") and "melee" in flags(state, "g01")


# ---------------------------------------------------------------- the end of a turn, control, victory


@pytest.mark.clause("ASL-A12.121")
@pytest.mark.clause("ASL-A12.32")
@pytest.mark.clause("FF-SEQ.1")
@pytest.mark.clause("ASL-A3")
def test_the_end_of_a_player_turn() -> None:
    units = {"u01": "M7 6-6-6 pinned moved", "u02": "M17 6-6-6", "g01": "M18 5-4-8", "g02": "N8 5-4-8 hidden"}
    state = do(fight(units, "advance"), "done")
    assert (
        state.mover == "german"
        and state.turn == 2
        and flags(state, "u01") == {"concealed"}
        and flags(state, "u02") == set()
    )


@pytest.mark.clause("ASL-A26.11")
@pytest.mark.clause("FF-VC.2")
@pytest.mark.clause("FF-SEQ.2")
def test_control_and_victory_at_once() -> None:
    houses = {f"u0{n}": f"{hex_} 6-6-6" for n, hex_ in enumerate(["L14", "L17", "M14", "M15", "N15"], 1)}
    others = {"u06": "O16 6-6-6", "g01": "A19 5-4-8"}
    state = do(fight(houses | others, "advance"), "advance u06 O15")
    assert state.won == ("us", "victory", "FF-VC.2") and state.to_move is None
    denied = do(fight(houses | others | {"g02": "L14 2-3-8 hidden"}, "advance"), "advance u06 O15")
    assert not denied.won and not denied.control >> GRID.hex("L14") & 1
    bloody = do(fight(houses | others, "advance", points=[0, 20]), "advance u06 O15")
    assert not bloody.won and bloody.control == bloody.card.goals
    late = do(fight({"u01": "M7 6-6-6", "g01": "A19 5-4-8"}, "advance", mover="german", turn=6), "done")
    assert late.won[0] == "german"


# ---------------------------------------------------------------- set-up


@pytest.mark.clause("FF-SETUP.1")
@pytest.mark.clause("PHD-n.setup.ff")
@pytest.mark.clause("PHD-n.ssr.3.ff")
@pytest.mark.clause("ASL-A2.9")
@pytest.mark.clause("ASL-A4.43")
@pytest.mark.clause("ASL-A12.3")
@pytest.mark.clause("ASL-A12.12.a")
@pytest.mark.refuses("FF-SETUP.1")
@pytest.mark.refuses("PHD-n.setup.ff")
@pytest.mark.refuses("PHD-n.ssr.3.ff")
@pytest.mark.refuses("ASL-A2.9")
@pytest.mark.refuses("ASL-A4.43")
def test_set_up() -> None:
    state = GAME.new(seed=1)
    do(state, "place g01 M13", "place g02 M13", "place g03 M13", "hide g01")
    assert rulings(state, "place g04 M13") == {"ASL-A2.9"} and rulings(state, "place g04 A6") == {
        "PHD-n.setup.ff"
    }
    assert rulings(state, "hide g02") == {"PHD-n.ssr.3.ff"} and rulings(state, "done") == {"FF-SETUP.1"}
    assert rulings(state, "place u01 M13") == {"FF-SETUP.1"} and rulings(state, "give umg1 g01") == {
        "ASL-A4.43"
    }
    do(
        state,
        "give gmg1 g04",
        *(f"place g0{n} M15" for n in (4, 5, 6)),
        *(f"place g0{n} L14" for n in (7, 8, 9)),
        "done",
    )
    assert state.view("us")["at"].keys() & {"g01", "g02"} == set()
    do(state, "done")
    assert state.to_move == "german" and rulings(state, "post M15") == {"ASL-A14.2"}
    do(state, "post P8")
    assert state.to_move == "us" and "post L15" in listed(state, "post")
    do(state, "post L15")
    assert (
        state.turn == 1
        and GRID.names(state.shrouds[1]) == ["L14", "M13", "M15"]
        and flags(state, "g01") == {"hidden"}
    )
    assert state.holder[GUN["gmg1"]] == UNIT["g04"] and state.mover == "us"


@pytest.mark.clause("ASL-B3.4")
def test_only_a_clear_road_gives_a_stack_more() -> None:
    """Five hexes of a road along grain: 1 MF each, with 4 MF and 1 more. SMOKE costs 1 MF itself, and the bonus."""
    road = ("go G7", "go G8", "go G9")

    def next_hexes(*steps: str, **more: Any) -> set[str]:
        return listed(do(fight({"u01": "G6 6-6-6"}, "movement", all_found=True, **more), *steps), "go")

    assert "go G11" in next_hexes("lead u01", *road, "go G10")
    known = {"mines_found": ((GRID.hex("G9"), 6),)}
    assert "go G10" in next_hexes("lead u01", *road, **known)
    assert "go G11" not in next_hexes("lead u01", *road, "go G10", **known)
    smoke = {"smoke": ((GRID.hex("G8"), 2, "smoke"),)}
    assert next_hexes("lead u01", *road, **smoke) == set()


@pytest.mark.clause("ASL-A4.72")
@pytest.mark.clause("ASL-A5.11")
def test_a_crowded_location_is_hard_to_advance_into() -> None:
    """Open Ground costs 1 MF, and 3 more for squads over the limit: 4, too hard for a unit that is CX."""
    crowd = {f"u{n:02}": "D17 6-6-6" for n in range(1, 6)}
    state = fight({**crowd, "u08": "E17 6-6-6 cx", "u09": "E17 6-6-6"}, "advance", all_found=True)
    assert rulings(state, "advance u08 D17") == {"ASL-A4.72"}
    do(state, "advance u09 D17")
    assert "cx" in flags(state, "u09")
    free = fight({"u08": "E17 6-6-6 cx", "u01": "D17 6-6-6"}, "advance", all_found=True)
    assert not rulings(free, "advance u08 D17")


@pytest.mark.clause("ASL-A4.132")
@pytest.mark.refuses("ASL-A4.132")
@pytest.mark.parametrize(("step", "spent", "more"), [("go G8", 2, -2), ("offroad G8", 3, -1)])
def test_movers_choose_between_the_road_and_the_grain_beside_it(step: str, spent: int, more: int) -> None:
    """1 MF on the road, where they are in the open for fire, or 1.5 in the grain, where they are not; the bonus of
    the road is lost there.
    """
    state = fight({"u01": "G7 6-6-6", "g01": "I8 5-4-8"}, "movement", all_found=True)
    do(state, "lead u01")
    assert listed(state, "offroad") == {"offroad G8"} and rulings(state, "offroad G6") == {"ASL-A4.132"}
    do(state, step)
    (frame,) = (one for one in state.stack if isinstance(one, Moving))
    assert (frame.spent, frame.road) == (spent, step == "go G8")
    shot = Attack("german", GRID.hex("G8"), "first", (UNIT["g01"],), targets=(UNIT["u01"],), ffnam=True)
    found = [m.amount for m in shots.modifiers(state, shot) if m.clause == "ASL-A4.6"]
    assert sum(found) == more
