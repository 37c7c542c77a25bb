"""At the players' table: entries, control, fates, artillery, dice, the end; the hand-over report; a board file's grid."""

from __future__ import annotations

import pytest

from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw import handover, umpire
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.pieces import BROKEN, CONCEALED, FLAG, PRISONER
from grognard.games.purple_heart_draw.position import Mission, PurpleHeartDraw, Table

from .build import add, do, rulings, split


def table(state: PurpleHeartDraw) -> PurpleHeartDraw:
    state.__dict__["stack"] = (Mission(step=4), Table())
    state.run()
    return state


def fresh(**options: object) -> PurpleHeartDraw:
    state = split(14, scenario=2, tactical_source="players", **options)
    add(state, "u001", "6-6-6", "M12", gear="MMG", open_=True)
    add(state, "g001", "5-4-8", "M16", "concealed")
    add(state, "g002", "5-4-8", "M20", open_=True)
    return state


@pytest.mark.clause("PHD-C2.CTRL", "PHD-TM8", "PHD-TM10")
def test_moves_stacking_and_control() -> None:
    state = table(fresh())
    assert state.step.name == "entries, player whose turn it is" and state.to_move == "us" and state.turn == 1
    do(state, "move u001 M14")
    assert state.held[0] >> GRID.hex("M14") & 1 and not state.held[1] >> GRID.hex("M14") & 1, "a Good Order MMC alone in a Location takes it"
    assert rulings(state, "move u001 M15") == ["PHD-TM10"], "once a player turn"
    assert rulings(state, "take N34") == ["PHD-C2.CTRL"]
    do(state, "report u001", "happened exits:friendly_edge")
    assert state.status[0] & FLAG["exited"] and state.at[0] < 0 and state.kind[0] == "6-6-6" and state.cvp == [0, 0]


@pytest.mark.clause("PHD-TM8", "PHD-C5.1")
@pytest.mark.parametrize(
    ("word", "kind", "status", "cvp"),
    [("eliminated", "", 0, 2), ("recalled", "", 0, 0), ("reduced", "3-4-6", 0, 1), ("breaks", "6-6-6", BROKEN, 0), ("captured", "6-6-6", PRISONER, 4),
     ("exits:elsewhere", "", 0, 2), ("melee", "6-6-6", FLAG["melee"], 0), ("concealed", "6-6-6", CONCEALED, 0)],
)  # fmt: skip
def test_fates(word: str, kind: str, status: int, cvp: int) -> None:
    state = table(fresh())
    do(state, "report u001", f"happened {word}")
    assert (state.kind[0], state.status[0], state.cvp[1]) == (kind, status, cvp)


@pytest.mark.clause("PHD-MSR9", "PHD-C5.26.a")
def test_gear_is_lost_or_breaks_down() -> None:
    state = table(fresh())
    assert "malfunctions:MMG" in umpire.fates(state, 0) and rulings(state, "happened breaks") == ["PHD-C2.CTRL"]
    do(state, "report u001", "happened malfunctions:MMG")
    assert state.gear[0] == ("MMG!",)
    state.__dict__["gear"][0] = ("BAZ44",)
    umpire.happened(state, 0, "lost:BAZ44")
    assert state.scrap[0] == ("BAZ44",)
    tank = add(state, "u009", "M4A1", "M5", gear="MA AL8-1")
    assert "malfunctions:MA" in umpire.fates(state, tank) and "malfunctions:AL8-1" not in umpire.fates(state, tank)


@pytest.mark.clause("PHD-TM13", "PHD-E5")
def test_modules_at_the_table() -> None:
    state = fresh()
    state.__dict__["modules"][0] = (("81mm", "normal", (), 0, 0), ("105mm", "normal", (), 0, 0), ("81mm", "scarce", (), 0, 0), ("60mm", "normal", (), 0, 0))
    table(state)
    do(state, "fired m1", "fired m2")
    assert rulings(state, "fired m3") == ["PHD-TM13"] and [m[3] for m in state.modules[0]] == [1, 1, 0, 0]
    do(state, "fired m4")


@pytest.mark.clause("PHD-TM6")
def test_turns_dice_and_the_end() -> None:
    state = table(fresh())
    do(state, "done", "done", "throw 2", "dice 9", "done")
    assert state.mover == "german" and state.turn == 1 and any("two dice rolled: 9" in str(e[3]) for e in state.journal)
    do(state, "done", "done", "done")
    assert state.turn == 2 and state.mover == "us"
    do(state, "done", "done", "end propose")
    assert state.to_move == "german"
    twin = state.copy()
    do(twin, "end refuse")
    assert twin.mover == "german"
    do(state, "end agree")
    assert not any(isinstance(frame, Table) for frame in state.stack), "both agreed: the Consolidation Phase follows"
    late = table(fresh())
    for _ in range(4):
        do(late, "done", "done", "done", "done", "done", "done")
    do(late, "done", "done", "done", "done", "done", "done")
    assert late.turn == 5 and late.to_move == "chance" and len(late.legal_actions()) == 6
    do(late, "roll 2")
    assert late.turn == 6
    do(late, "done", "done", "done", "done", "done", "done", "roll 2")
    assert late.turn == 0


def test_entries_are_secret() -> None:
    state = table(fresh())
    do(state, "done")
    assert state.to_move == "german" and state.secret_to == "german"
    before = state.view("us")
    do(state, "move g001 M17")
    after = state.view("us")
    assert {k: v for k, v in before.items() if k not in ("stack", "held")} == {k: v for k, v in after.items() if k not in ("stack", "held")}


@pytest.mark.clause("PHD-R18")
def test_a_declared_entry_binds() -> None:
    state = fresh(entry_declared=True)
    u = add(state, "u005", "6-6-6")
    state.__dict__["lane"][u] = 4
    table(state)
    assert set(state.legal_actions().hexes("u005")) == {f"{c}1" for c in ("AA", "BB", "CC", "DD", "EE", "FF", "GG")}


# ---------------------------------------------------------------- the report


@pytest.mark.clause("PHD-Z12")
def test_a_report_is_taken_in_by_entries() -> None:
    """An engine's report: one squad moved and broken, a German gone. The umpire's entries bring the position there."""
    state = table(fresh())
    wanted = handover.report(state)
    wanted["units"] = [row for row in wanted["units"] if row["id"] != "g002"]
    wanted["units"][0] |= {"hex": "M13", "status": ["broken"]}
    for action in handover.entries(state, wanted, "us"):
        state.push(action)
    if state.to_move == "us":
        do(state, "done")
    for action in handover.entries(state, wanted, "german"):
        state.push(action)
    found = handover.report(state)
    assert {row["id"] for row in found["units"]} == {"u001", "g001"} and found["units"][0]["hex"] == "M13" and found["cvp"] == {"us": 2, "german": 0}
    assert "broken" in found["units"][0]["status"]


@pytest.mark.parametrize("wrong", [{}, {"units": [{"id": "x"}], "control": {}, "cvp": {}}, {"units": [{"id": "u001", "hex": "ZZ99"}], "control": {}, "cvp": {}}])
def test_a_bad_report_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(GrognardError):
        handover.check(wrong)
