"""At the players' table: entries, control, fates, artillery, dice, the end; the hand-over report; a board
file's grid.
"""

from __future__ import annotations

import pytest

from grognard.core.hexes import members
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw import fates, handover
from grognard.games.purple_heart_draw.board import BUILDING, GRID, PRINTED, SIDES_OF
from grognard.games.purple_heart_draw.pieces import BROKEN, CONCEALED, FLAG, PRISONER
from grognard.games.purple_heart_draw.position import Mission, PurpleHeartDraw, Table
from grognard.games.purple_heart_draw.redeploy_dice import ring

from .build import GAME, add, do, rulings, split


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
    assert state.held[0] >> GRID.hex("M14") & 1 and not state.held[1] >> GRID.hex("M14") & 1, (
        "a Good Order MMC alone in a Location takes it"
    )
    assert rulings(state, "move u001 M15") == ["PHD-TM10"], "once a player turn"
    assert rulings(state, "take N34") == ["PHD-C2.CTRL"]
    do(state, "report u001", "happened exits:friendly_edge", "exit M1")
    assert (
        state.status[0] & FLAG["exited"]
        and state.at[0] < 0
        and state.kind[0] == "6-6-6"
        and state.cvp == [0, 0]
    )


@pytest.mark.clause("PHD-TM8", "PHD-C5.1")
@pytest.mark.parametrize(
    ("word", "kind", "status", "cvp"),
    [
        ("eliminated", "", 0, 2),
        ("recalled", "", 0, 0),
        ("reduced", "3-4-6", 0, 1),
        ("breaks", "6-6-6", BROKEN, 0),
        ("captured", "6-6-6", PRISONER, 4),
        ("exits:elsewhere", "", 0, 2),
        ("melee", "6-6-6", FLAG["melee"], 0),
        ("concealed", "6-6-6", CONCEALED, 0),
    ],
)
def test_fates(word: str, kind: str, status: int, cvp: int) -> None:
    state = table(fresh())
    do(state, "report u001", f"happened {word}")
    assert (state.kind[0], state.status[0], state.cvp[1]) == (kind, status, cvp)


@pytest.mark.clause("PHD-MSR9", "PHD-C5.26.a")
def test_gear_is_lost_or_breaks_down() -> None:
    state = table(fresh())
    assert "malfunctions:MMG" in fates.fates(state, 0) and rulings(state, "happened breaks")[0] == "PHD-C5.1"
    do(state, "report u001", "happened malfunctions:MMG")
    assert state.gear[0] == ("MMG!",)
    state.__dict__["gear"][0] = ("BAZ44",)
    fates.happened(state, 0, "lost:BAZ44")
    assert state.scrap[0] == ("BAZ44",)
    tank = add(state, "u009", "M4A1", "M5", gear="MA AL8-1")
    assert "malfunctions:MA" in fates.fates(state, tank) and "malfunctions:AL8-1" not in fates.fates(
        state, tank
    )


@pytest.mark.clause("PHD-TM13", "PHD-E5")
def test_modules_at_the_table() -> None:
    state = fresh()
    state.__dict__["modules"][0] = (
        ("81mm", "normal", (), 0, 0),
        ("105mm", "normal", (), 0, 0),
        ("81mm", "scarce", (), 0, 0),
        ("60mm", "normal", (), 0, 0),
    )
    table(state)
    do(state, "fired m1", "fired m2")
    assert rulings(state, "fired m3") == ["PHD-TM13"] and [m[3] for m in state.modules[0]] == [1, 1, 0, 0]
    do(state, "fired m4")


@pytest.mark.clause("PHD-TM6")
def test_turns_dice_and_the_end() -> None:
    state = table(fresh())
    do(state, "done", "done", "throw 2", "dice 9", "done")
    assert (
        state.mover == "german" and state.turn == 1 and any("Two dice: 9" in str(e[3]) for e in state.journal)
    )
    do(state, "done", "done", "done")
    assert state.turn == 2 and state.mover == "us"
    do(state, "done", "done", "end propose")
    assert state.to_move == "german"
    twin = state.copy()
    do(twin, "end refuse")
    assert twin.mover == "german"
    do(state, "end agree")
    assert not any(isinstance(frame, Table) for frame in state.stack), (
        "both agreed: the Consolidation Phase follows"
    )
    late = table(fresh())
    for _ in range(4):
        do(late, "done", "done", "done", "done", "done", "done")
    do(late, "done", "done", "done", "done", "done", "done")
    assert late.turn == 5 and late.to_move == "chance" and len(late.legal_actions()) == 6
    do(late, "roll 2")
    assert late.turn == 6
    do(late, "done", "done", "done", "done", "done", "done", "roll 2")
    assert late.turn == 0


@pytest.mark.clause("PHD-C5.41", "PHD-C5.6.c", "PHD-C5.25")
def test_the_sniper_is_kept() -> None:
    state = fresh()
    state.__dict__["san"][:], state.__dict__["announced"][:] = [3, 4], [3, 4]
    table(state)
    do(state, "snipe N10")
    assert rulings(state, "snipe N11") == ["PHD-C5.41"], "once a player turn"
    assert state.view("german")["sniper"]["us"] == "N10" and "SAN 3 in N10" in GAME.screen(state, "german")
    do(state, "done", "done", "silence", "silence")
    assert state.announced[1] == state.san[1] == 2
    do(state, "end propose", "end agree")
    assert list(state.sniper) == [-1, -1]


@pytest.mark.clause("PHD-TM12", "PHD-TM18")
def test_what_happens_to_the_ground_is_entered() -> None:
    state = fresh()
    house = GRID.name[next(iter(members(BUILDING & ~PRINTED["bridge"])))]
    hedge = GRID.name[next(iter(members(SIDES_OF["bocage"][0])))]
    state.__dict__["buried"][0] = (("wire", GRID.hex("M11")), ("foxhole.1", GRID.hex("M10")))
    table(state)
    do(
        state,
        f"mark flame {house}",
        f"mark rubble {house}",
        f"mark bocage_breach.N {hedge}",
        "mark revealed M11",
        "mark razed M10",
    )
    assert GRID.names(state.flame) == GRID.names(state.rubble) == [house] and not state.buried[0]
    assert set(state.forts[0]) == {("wire", GRID.hex("M11")), ("bocage_breach.N", GRID.hex(hedge))}
    assert rulings(state, f"mark flame {house}") == ["PHD-TM12"] and rulings(state, "mark revealed M11") == [
        "PHD-TM12"
    ]
    do(state, f"mark blaze {house}")
    assert not state.flame and rulings(state, f"mark out {house}") == ["PHD-TM12"], "six marks a player turn"
    found = handover.report(state)
    assert found["blaze"] == found["rubble"] == [house] and ["bocage_breach.N", hedge] in found["works"]["us"]


@pytest.mark.clause("PHD-C2.ENTER")
def test_a_vehicle_crosses_no_cliff() -> None:
    """Down into the draw and up again is for Infantry; a hex all round which cliffs run is closed to it."""
    a, b = next(
        (a, b)
        for a in GRID.name
        for d in range(6)
        if SIDES_OF["cliff"][d] >> a & 1 and (b := GRID.step(a, d)) >= 0
    )
    tank, squad = ring(a, GRID.all, 1, drives=True), ring(a, GRID.all, 1)
    assert squad >> b & 1 and not tank >> b & 1
    state = fresh()
    add(state, "u002", "M4A1", GRID.name[a], gear="MA", open_=True)
    table(state)
    ways = state.legal_actions().hexes("u002")
    assert GRID.name[a] not in ways and set(ways) <= set(
        GRID.names(GRID.flood_dry(1 << a, GRID.all, SIDES_OF["cliff"]))
    )


@pytest.mark.clause("PHD-C2.ENTER")
def test_a_closed_hex_says_what_closes_it() -> None:
    state = fresh()
    add(state, "u002", "M4A1", "A1", gear="MA", open_=True)
    add(state, "u003", "6-6-6")
    for name in ("u004", "u005", "u006"):
        add(state, name, "6-6-6", "M13", open_=True)
    state.__dict__["blaze"] = 1 << GRID.hex("M11") | GRID.near(1 << GRID.hex("A1"))
    table(state)

    def why(text: str) -> str:
        (ruling,) = state.why_not(GAME.parse(text))
        return ruling.because

    assert why("move u001 M11") == "M11 is closed to 6-6-6 (u001): it burns"
    assert why("move u001 M12") == "M12 is closed to 6-6-6 (u001): it stands there"
    assert why("move u001 M13") == "M13 is closed to 6-6-6 (u001): it is full"
    assert why("move u003 M20") == "M20 is closed to 6-6-6 (u003): no place where it enters"
    assert why("move u002 M20") == "M20 is closed to M4A1 (u002): cliffs or fires are in a vehicle's way"


def test_entries_are_secret() -> None:
    state = table(fresh())
    do(state, "done")
    assert state.to_move == "german" and state.secret_to == "german"
    before = state.view("us")
    do(state, "move g001 M17")
    after = state.view("us")
    assert {k: v for k, v in before.items() if k not in ("stack", "held")} == {
        k: v for k, v in after.items() if k not in ("stack", "held")
    }


@pytest.mark.clause("PHD-R18")
def test_a_declared_entry_binds() -> None:
    state = fresh(entry_declared=True)
    u = add(state, "u005", "6-6-6")
    state.__dict__["lane"][u] = 4
    table(state)
    assert set(state.legal_actions().hexes("u005")) == {
        f"{c}1" for c in ("AA", "BB", "CC", "DD", "EE", "FF", "GG")
    }


@pytest.mark.clause("PHD-R18")
def test_at_the_table_too_nobody_enters_before_the_turn_that_is_written_down() -> None:
    state = fresh(entry_declared=True)
    add(state, "u005", "6-6-6", group=1)
    state.__dict__["groups"][0], state.__dict__["waits"][0] = ("I1", 2, "reinforcement", 1), (1,)
    table(state)
    assert rulings(state, "move u005 M1") == ["PHD-TM10"]
    while state.turn == 1:
        do(state, "done")
    assert state.to_move == "us" and not rulings(state, "move u005 M1")


# ---------------------------------------------------------------- the report


@pytest.mark.clause("PHD-Z12")
def test_a_report_is_taken_in_by_entries() -> None:
    """An engine's report: one squad moved and broken, a German gone. The umpire's entries bring the position
    there.
    """
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
    assert (
        {row["id"] for row in found["units"]} == {"u001", "g001"}
        and found["units"][0]["hex"] == "M13"
        and found["cvp"] == {"us": 2, "german": 0}
    )
    assert "broken" in found["units"][0]["status"]


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"units": [{"id": "x"}], "control": {}, "cvp": {}},
        {"units": [{"id": "u001", "hex": "ZZ99"}], "control": {}, "cvp": {}},
    ],
)
def test_a_bad_report_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(GrognardError):
        handover.check(wrong)
