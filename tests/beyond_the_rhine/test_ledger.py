"""BTR-turn, BTR-ledger: a turn walked in order, weather, ports, events, supply and replacements in the
ledger.
"""

from __future__ import annotations

import pytest

from grognard import IllegalAction
from grognard.games.beyond_the_rhine.at_table import PHASES, SEGMENTS
from grognard.games.beyond_the_rhine.position import BeyondTheRhine, Turn
from grognard.games.beyond_the_rhine.situation import broadfront, counting

from .build import GAME, do, lost, new, offered, position, said, to_phase, where, why


@pytest.mark.clause(
    "BTR-turn.pre.weather",
    "BTR-turn.player",
    "BTR-turn.segments",
    "BTR-turn.cleanup",
    "BTR-ledger.1",
    "BTR-ledger.2",
    "BTR-ledger.3",
    "BTR-ledger.4",
    "BTR-ledger.5",
    "BTR-ledger.6",
    "BTR-ledger.7",
)
def test_the_sequence_of_a_turn() -> None:
    names = [step.name for step in BeyondTheRhine.procedures[Turn] if step.name]
    assert names == [
        "ground",
        "flight",
        "initiative",
        "first player",
        "situation",
        "arrivals",
        "supply us",
        "supply cw",
        "replacements us",
        "replacements cw",
        "rebuilding",
        "shipping",
        "play",
    ]
    assert PHASES == (
        "refit",
        "reinforcement",
        "movement",
        "supply",
        "reaction",
        "combat",
        "exploitation",
        "clean-up",
    )
    assert "combat" not in SEGMENTS["reaction"] and SEGMENTS["exploitation"] == (
        "movement",
        "barrage",
        "combat",
    )
    state = to_phase(new(), "play", 1)
    do(state, "done")
    assert state.turn == 2 and state.step.name == "flight"  # September is dry: no ground die


@pytest.mark.clause("BTR-ledger.state")
def test_what_is_carried_over_and_what_is_not() -> None:
    state = to_phase(new(), "shipping", 1)
    do(state, "haul sea 1")
    state = to_phase(state, "situation", 2)
    assert state.sea_used == 0 and state.rolled == () and state.flight  # the day's own
    assert sum(state.tokens) == sum(state.received) > 0  # stocks stay
    assert set(BeyondTheRhine.facts) | set(BeyondTheRhine.columns) >= {
        "ground",
        "flight",
        "tokens",
        "pax",
        "eq",
        "bridge_markers",
        "reserves",
        "at",
        "lost",
        "ports",
        "in_force",
        "due_by",
    }


def test_weather_is_typed_or_rolled_and_a_roll_of_13_refused() -> None:
    state = to_phase(new(), "ground", 13)  # 15 October: dry 1-4, mud 5-6
    assert offered(state) == [f"roll {n}" for n in range(1, 7)]
    with pytest.raises(IllegalAction, match=r"choose one of roll 1, roll 2, .* not roll 7"):
        do(state, "roll 7")
    do(state, "roll 5")
    assert state.ground == "mud" and state.step.name == "flight"
    with pytest.raises(IllegalAction, match="not roll 13"):
        do(state, "roll 13")
    do(state, "roll 4")
    assert state.flight == "none"
    state.pop(), state.pop()
    assert state.ground == "" and state.step.name == "ground"


@pytest.mark.clause("BTR-turn.pre.first")
def test_rolling_for_the_first_player() -> None:
    state = to_phase(new(roll_for_first_player=True), "initiative", 1)
    do(state, "roll 7", "roll 7")
    assert state.initiative == () and state.step.name == "initiative"  # a tie is rolled again
    do(state, "roll 6", "roll 9")
    assert state.to_move == "axis" and offered(state) == ["first allied", "first axis"]
    do(state, "first axis")
    assert state.first == "axis"
    assert to_phase(new(), "situation", 1).initiative == ()


# ---------------------------------------------------------------- ports and events


@pytest.mark.clause("BTR-game.1_11.ports", "BTR-J.1")
def test_ports_are_repaired_on_the_tenth_turn_after_capture() -> None:
    state = position(1, "situation", options={"ports_schedule": "manual"})
    do(state, "port Rotterdam captured-1", "port Antwerpen-1 captured-1")
    assert list(map(str, state.ports)) == ["captured 1", "german", "captured 1", "german"] and not counting(
        state
    )
    state = to_phase(state, "situation", 10)
    assert not counting(state)
    state = to_phase(state, "situation", 11)
    assert counting(state) == {"Rotterdam"}  # Antwerpen waits for the Scheldt
    do(state, "scheldt open")
    state = to_phase(state, "situation", 12)
    assert counting(state) == {"Rotterdam", "Antwerpen-1"}
    do(state, "port Rotterdam german")
    assert counting(state) == {"Antwerpen-1"}
    loose = position(1, "situation", options={"ports_schedule": "manual", "port_counts": "controlled"})
    do(loose, "port Amsterdam captured-1")
    assert counting(loose) == {"Amsterdam"}


@pytest.mark.clause("BTR-J.20")
def test_the_historical_schedule_of_ports() -> None:
    state = position(25, "situation", ports={"Antwerpen-1": "captured 0", "Antwerpen-2": "captured 0"})
    assert not counting(state)
    assert counting(to_phase(state, "situation", 26)) == {"Antwerpen-1", "Antwerpen-2"}
    told = position(25, "situation", ports={"Antwerpen-1": "captured 0", "Antwerpen-2": "captured 0"})
    do(told, "port Antwerpen-1 german")
    assert counting(to_phase(told, "situation", 26)) == {"Antwerpen-2"}  # unless a player says otherwise
    assert list(map(str, new().ports)) == ["captured 0", "captured 0", "german", "german"]
    assert counting(new("north-1945")) == {"Antwerpen-1", "Antwerpen-2"}
    manual = new(ports_schedule="manual")
    assert set(map(str, manual.ports)) == {"german"} and not counting(to_phase(manual, "situation", 26))


@pytest.mark.clause("BTR-J.6", "BTR-supply.mod.5")
def test_events_stay_on_until_turned_off_and_a_shift_lasts_a_turn() -> None:
    state = to_phase(new(), "situation", 1)
    assert not any(state.in_force)
    do(state, "event alpine on", "shift us -2")
    assert why(state, "event alpine off") == ["BTR-J.6"]  # once a turn
    state = to_phase(state, "supply us", 1)
    do(state, "roll 7")  # 5 - 2 - 2 = 1, held at 2
    assert state.tokens[0] == 3 * 4
    state = to_phase(state, "situation", 2)
    assert list(state.in_force) == [False, True] and list(state.shifts) == [0, 0]
    do(state, "event alpine off")
    assert not any(state.in_force)
    assert all(new(events_default="on").in_force)


def test_a_line_of_the_situation_that_cannot_be() -> None:
    state = to_phase(new(), "situation", 1)
    assert "Brest is not a port; the ports are Antwerpen-1" in said(state, "port Brest repaired")
    assert "the entry is captured-1 or repaired" in said(state, "port Rotterdam sunk")
    assert "rain is not an event" in said(state, "event rain on") and "us, cw" in said(state, "shift fr 2")
    assert "-3 to +3 columns, not 9" in said(state, "shift us 9") and "the entry is open" in said(
        state, "scheldt closed"
    )
    assert "the action rebuild belongs to another step, rebuilding" in said(state, "rebuild US-79-InfDiv")


@pytest.mark.clause("BTR-game.3_10.broadfront")
def test_broadfront_is_a_flag_from_12_september() -> None:
    assert [broadfront(turn) for turn in (1, 2, 3, 70)] == [False, False, True, True]
    assert "Broadfront" in GAME.screen(position(3, "situation"), None) and "Broadfront" not in GAME.screen(
        position(2, "situation"), None
    )


# ---------------------------------------------------------------- supply


@pytest.mark.clause("BTR-ocs.supply.token", "BTR-repl.keep")
def test_supply_and_replacements_go_into_the_stocks() -> None:
    state = position(1, "supply us", stocks={"pax_us": 1})
    do(state, "roll 10", "roll 2", "roll 9", "roll 8")
    assert list(state.tokens) == [6 * 4, 2 * 4]  # column 5 on 9-10: 6 SP; column 6 on 2-3: 2 SP
    assert list(state.pax) == [1 + 2, 1] and list(state.eq) == [1, 1]
    state = to_phase(state, "situation", 2)
    assert list(state.pax) == [3, 1]  # kept


@pytest.mark.clause("BTR-J.9")
def test_the_halves_of_the_front() -> None:
    north, south = (to_phase(new(f"{half}-1944"), "supply us", 1) for half in ("north", "south"))
    do(north, "roll 10", "roll 10")  # 6 SP American, halved: 12T; 4 SP Commonwealth, whole
    assert list(north.tokens) == [12, 16]
    do(south, "roll 10")
    assert (
        list(south.tokens) == [12, 0] and south.step.name == "replacements us"
    )  # no Commonwealth roll in the South
    do(south, "roll 9")
    assert list(south.pax) == [2, 0] and south.step.name != "replacements cw"
    whole = to_phase(new("north-1944", two_map_us_sp_share="1"), "supply us", 1)
    assert do(whole, "roll 10").tokens[0] == 24
    for half, pax, eq in (("north", 1, 1), ("south", 1, 0)):  # 2 Pax and 1 Eq, up and down
        cut = to_phase(new(f"{half}-1944", two_map_us_repl_share="1/2"), "replacements us", 1)
        do(cut, "roll 9")
        assert (cut.pax[0], cut.eq[0]) == (pax, eq)
    nine = to_phase(new("south-1944"), "supply us", 17)  # 29 October, status 10
    before = nine.tokens[0]
    nine.push(GAME.parse("roll 6"))
    sp = {"dry": 10, "mud": 8}[nine.ground]
    assert nine.tokens[0] - before == sp * 2


@pytest.mark.clause("BTR-J.17")
def test_replacements_every_second_turn() -> None:
    state = to_phase(new(repl_every_n_turns=2), "situation", 2)
    state = to_phase(state, "rebuilding" if any(state.pax) and state.dead else "play", 2)
    assert [key for key in state.rolled if key.startswith("repl")] == []
    assert [key for key in to_phase(state, "play", 3).rolled if key.startswith("repl")] == [
        "replacements us",
        "replacements cw",
    ]


# ---------------------------------------------------------------- air and Misc results


@pytest.mark.clause("BTR-repl.air", "BTR-repl.air.noeq", "BTR-J.7")
def test_air_results_are_used_at_once_or_wasted() -> None:
    planes = {
        "US-P-47-1": "air-base -1",
        "US-P-47-2": "dead",
        "FR-P-47-1": "dead",
        "UK-Typhoon-1": "dead",
        "US-B-26-1": "air-base",
        "US-P-47-3": "air-base",
        "US-P-47-4": "removed -1",
    }
    state = position(5, "replacements us", planes)
    do(state, "roll 10")  # 2 Ftr, 2 Other
    assert offered(state) == [
        "repair FR-P-47-1",
        "repair US-P-47-1",
        "repair US-P-47-2",
    ]  # no Typhoon, no whole bomber
    reasons = {
        name: why(state, f"repair {name}") for name in ("UK-Typhoon-1", "US-B-26-1", "US-P-47-3", "US-P-47-4")
    }
    assert reasons == {  # of the other nation, of the other column, not reduced, taken away by the chart
        "UK-Typhoon-1": ["BTR-repl.users"],
        "US-B-26-1": ["BTR-repl.air.ftr"],
        "US-P-47-3": ["BTR-repl.air"],
        "US-P-47-4": ["BTR-repl.air"],
    }
    do(state, "repair FR-P-47-1", "repair US-P-47-1")
    assert where(state, "FR-P-47-1") == "map" and lost(state, "FR-P-47-1") == lost(state, "US-P-47-1") == 0
    assert any("2 Other wasted" in line for line in state.events().log)
    assert where(state, "US-P-47-2") == where(state, "UK-Typhoon-1") == "dead"
    shop = to_phase(
        position(5, "rebuilding", {"US-P-47-2": "dead", "US-747-TkBn": "dead"}, stocks={"eq_us": 9}),
        "rebuilding",
    )
    assert offered(shop) == ["done", "rebuild US-747-TkBn"] and "by the replacement table only" in said(
        shop, "rebuild US-P-47-2"
    )


@pytest.mark.refuses("BTR-repl.misc.now")
@pytest.mark.parametrize(
    ("roll", "reason"),
    [
        (8, "no Misc result is left"),
        (10, "the air results of this roll are used first"),
    ],  # 1 Ftr; 2 Ftr, 2 Other and 1 Misc
)
def test_a_misc_result_waits_for_the_air_results_of_its_roll(roll: int, reason: str) -> None:
    state = position(
        5,
        "replacements us",
        {"US-P-47-1": "dead", "US-P-47-2": "dead", "US-P-47-3": "dead", "US-747-TkBn": "dead"},
    )
    do(state, f"roll {roll}")
    assert said(state, "misc US-747-TkBn").startswith(reason) and not any(
        a.startswith("misc") for a in offered(state)
    )


@pytest.mark.clause("BTR-repl.misc", "BTR-repl.misc.now", "BTR-ocs.independent", "BTR-ocs.breakdown")
def test_misc_brings_back_an_independent_unit_a_gun_step_or_a_truck() -> None:
    units = {
        "US-747-TkBn": "dead",
        "US-79-InfDiv": "dead",
        "US-7Arm-CCA": "dead",
        "US-7-ArtyDiv": "map -1",
        "US-3-ArtyDiv": "map",
        "US-Truck-1": "dead",
        "US-Brkdwn-1": "dead",
        "UK-4-CdoBde": "dead",
        "US-442-InfRgt": "removed",
    }
    state = position(5, "replacements us", units)
    do(state, "roll 10")
    assert offered(state) == ["forgo", "misc US-7-ArtyDiv", "misc US-747-TkBn", "misc US-Truck-1"]
    do(state, "misc US-7-ArtyDiv")
    assert (
        lost(state, "US-7-ArtyDiv") == 1
        and state.purpose == "is US 7 Arty Div in trace supply and not in an enemy ZOC?"
    )
    no = do(state.copy(), "confirm no")
    assert offered(no) == ["forgo", "misc US-747-TkBn", "misc US-Truck-1"] and lost(no, "US-7-ArtyDiv") == 1
    assert lost(do(state, "confirm yes"), "US-7-ArtyDiv") == 0 and state.stack[-1] == state.stack[0]
    again = do(position(5, "replacements us", units), "roll 10", "misc US-747-TkBn")
    assert where(again, "US-747-TkBn") == "map"
    gone = do(position(5, "replacements us", units), "roll 10", "forgo")
    assert where(gone, "US-747-TkBn") == "dead" and gone.step.name != "misc"  # used at once or lost


@pytest.mark.clause("BTR-J.2", "BTR-repl.plus")
def test_the_bridge_check_marker_of_a_one_plus() -> None:
    assert do(position(5, "replacements us"), "roll 12").bridge_markers == 1
    strict = {"bridge_marker_needs_rebuild": True}
    assert do(position(5, "replacements us", options=strict), "roll 12").bridge_markers == 0
    state = do(position(5, "replacements us", {"US-747-TkBn": "dead"}, options=strict), "roll 12")
    assert do(state, "misc US-747-TkBn").bridge_markers == 1
    state.pop()
    assert do(state, "forgo").bridge_markers == 0
