"""PHD-TM8: who leaves by his own map edge is kept, out for the scenario, and bound to the hex he left by."""

from __future__ import annotations

import pytest

from grognard.core.hexes import Hexes, members
from grognard.core.notation import write_position
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw import handover, redeploy, registration, setup, stores
from grognard.games.purple_heart_draw.board import COLUMN_OF, EDGE, GRID
from grognard.games.purple_heart_draw.judge import figures
from grognard.games.purple_heart_draw.pieces import COVERED, FLAG
from grognard.games.purple_heart_draw.position import Mission, PurpleHeartDraw, Table, ground
from grognard.games.purple_heart_draw.redeploy_dice import goals, modifiers
from grognard.games.purple_heart_draw.verbs import Redeploy
from grognard.web.purple_heart_draw.pages import redeploy_page

from .build import GAME, add, do, from_text, log, rulings, split
from .test_redeploy import closing, names

pytestmark = pytest.mark.clause("PHD-TM8")


def table(state: PurpleHeartDraw) -> PurpleHeartDraw:
    state.__dict__["stack"] = (Mission(step=4), Table())
    state.run()
    return state


def left(state: PurpleHeartDraw, name: str, kind: str, hex_: str, **more: object) -> int:
    """A unit that has left the map by a hex, some time ago."""
    u = add(state, name, kind, **more)  # type: ignore[arg-type]
    state.__dict__["exit"][u] = GRID.hex(hex_)
    return u


# ---------------------------------------------------------------- leaving


def test_who_stands_at_his_edge_leaves_where_he_stands() -> None:
    state = split(14, tactical_source="players")
    u = add(state, "u001", "6-6-6", "M1", "concealed")
    table(state)
    do(state, "report u001", "happened exits:friendly_edge")
    assert GRID.name[state.exit[u]] == "M1" and state.at[u] < 0 and state.status[u] & FLAG["exited"]
    assert "6-6-6 (u001) leaves the map by M1 [PHD-TM8]" in log(state) and state.cvp == [0, 0]
    assert rulings(state, "move u001 M1") == ["PHD-TM10"], "he does not return in this scenario"


def test_of_one_who_was_last_seen_elsewhere_the_hex_is_asked() -> None:
    state = split(14, tactical_source="players")
    add(state, "g001", "5-4-8", "M30", open_=True)
    table(state)
    do(state, "done", "report g001", "happened exits:friendly_edge")
    assert (
        state.step.name == "the hex it left the map by"
        and state.to_move == "german"
        and state.secret_to == "german"
    )
    assert {str(a) for a in state.legal_actions()} == {f"exit {name}" for name in GRID.names(EDGE["german"])}
    refused = state.why_not(GAME.parse("exit M1"))
    assert [r.clause for r in refused] == ["PHD-TM8"] and "its own map edge" in refused[0].because
    assert rulings(state, "done") == ["PHD-TM8"]
    do(state, "exit N35")
    assert GRID.name[state.exit[112]] == "N35" and state.view("us")["exit"]["g001"] == "N35", (
        "the enemy saw him go"
    )


def test_a_vehicle_leaves_where_it_can_drive_and_not_at_all_if_it_cannot() -> None:
    state = split(14, tactical_source="players")
    u = add(state, "u001", "M4A1", "M12", gear="MA", open_=True)
    state.__dict__["blaze"] = GRID.near_to[GRID.hex("M12")]
    table(state)
    do(state, "report u001")
    assert "exits:friendly_edge" not in {a.what for a in state.legal_actions()} and state.at[u] >= 0


@pytest.mark.clause("PHD-TM8")
def test_on_a_card_every_exit_is_a_loss() -> None:
    """TM8 keeps a unit that leaves by its own map edge in TM Scenarios; no card imports it (A2.6)."""
    state = split(14, tactical_source="players")
    state.__dict__["card"] = "PHD-1"
    u = add(state, "u001", "6-6-6", "M5", open_=True)
    table(state)
    do(state, "report u001")
    assert rulings(state, "happened exits:friendly_edge")
    do(state, "happened exits:elsewhere")
    assert not state.kind[u] and state.cvp[1] == 2


# ---------------------------------------------------------------- redeployment, from there alone


@pytest.mark.clause("PHD-C5.14.v", "PHD-C5.13")
def test_behind_the_own_feba_he_comes_back_unseen_from_the_exit_hex() -> None:
    state = split(14)
    u = left(state, "u001", "6-6-6", "M1", status="exited", open_=True)
    other = left(state, "u002", "6-6-6", "A1")
    add(state, "u003", "6-6-6", "M1", open_=True)
    closing(state, "redeployment v, attacker")
    assert not state.status[u] & FLAG["exited"] and not state.open >> u & 1, "C5.6: off the map, out of sight"
    assert set(names(state)["u001"]) == set(GRID.names(goals(state, "us", u, "v"))) - {"M1"}
    far = {
        h: max(GRID.distance(GRID.hex(h), g) for g in members(goals(state, "us", w, "v")))
        for h, w in (("M1", u), ("A1", other))
    }
    assert all(reach <= 12 for reach in far.values()), "each within range of the hex it left by"
    before, goal = (
        state.view("german"),
        next(h for h in names(state)["u001"] if h not in names(state)["u002"]),
    )
    assert rulings(state, f"redeploy u002 {goal}") == ["PHD-R16"]
    assert "of A1" in state.why_not(GAME.parse(f"redeploy u002 {goal}"))[0].because
    assert figures(state, Redeploy("u001", goal))["from"] == "M1"
    do(state, f"redeploy u001 {goal}")
    after = state.view("german")
    assert GRID.name[state.at[u]] == goal and state.exit[u] < 0, "he is back, and bound to nothing"
    assert "u001" not in after["at"] and before == after | {"stack": before["stack"]}, (
        "of which the enemy sees nothing"
    )


@pytest.mark.clause("PHD-C5.14.iii", "PHD-C5.14.iv", "PHD-C5.14.drm")
def test_elsewhere_he_may_try_before_all_eyes_and_need_not() -> None:
    state = split(14)
    state.__dict__["held"][0] = Hexes(sum(1 << h for h in members(state.held[0]) if COLUMN_OF[h] > 15))
    z = ground(state)
    spot = max(h for h in members(EDGE["us"] & ~z.feba[0]) if COLUMN_OF[h] < 15)
    u = left(state, "u001", "6-6-6", GRID.name[spot])
    which = redeploy.situation(z, 0, spot)
    assert which in ("ii", "iii", "iv")
    closing(state, f"redeployment {which}, attacker")
    assert state.open >> u & 1 and not rulings(state, "done"), "he is shown, and may stay where he is"
    goal = names(state)["u001"][0]
    page = redeploy_page(state, {"unit": "u001"})
    assert (
        page["need"] == "may" and page["from"] == GRID.name[spot] and page["unit"]["exit"] == GRID.name[spot]
    )
    stayed = state.copy()
    do(stayed, "done")
    assert (
        stayed.at[u] < 0 and stayed.exit[u] == spot and stayed.kind[u] == "6-6-6" and not stayed.open >> u & 1
    )
    drm = sum(m.amount for m in modifiers(state, "us", [u], spot))
    do(state, f"redeploy u001 {goal}", f"dice {min(9 - drm, 9)}")
    assert GRID.name[state.at[u]] == goal and state.exit[u] < 0


@pytest.mark.clause("PHD-C5.14.i")
def test_behind_the_enemy_feba_who_tries_and_fails_is_lost_without_a_wreck() -> None:
    state = split(14)
    spot = GRID.hex("M25")  # as if the edge ran there
    u = left(state, "u001", "M4A1", "M25", gear="MA")
    assert redeploy.situation(ground(state), 0, spot) == "i" and goals(state, "us", u, "i")
    closing(state, "redeployment i, attacker")
    stayed = state.copy()
    do(stayed, "done")
    assert stayed.kind[u] == "M4A1", "only units on the map must try"
    do(state, f"redeploy u001 {names(state)['u001'][0]}", "dice 11")
    assert not state.kind[u] and not state.wrecks and state.exit[u] < 0 and state.cvp[1] == 7


@pytest.mark.clause("PHD-C5.13")
def test_who_left_by_one_hex_goes_together_and_with_nobody_who_stands_there() -> None:
    state = split(14)
    left(state, "u001", "2-2-7", "M1", gear="57mm_M1")
    left(state, "u002", "2-2-7", "M1", gear="57mm_M1")
    left(state, "u003", "2-2-7", "N1", gear="57mm_M1")
    add(state, "u004", "2-2-7", "M1", gear="57mm_M1", open_=True)
    closing(state, "redeployment v, attacker")
    goal = next(h for h in names(state)["u001"] if h in names(state)["u003"])
    do(state, f"redeploy u001 {goal}")
    assert [str(a) for a in state.legal_actions()] == ["done", "join u002"]
    with pytest.raises(GrognardError):
        redeploy_page(state, {"unit": "u003", "with": "u004"})


@pytest.mark.clause("PHD-C5.14.note4")
def test_a_vehicle_that_stays_off_the_map_is_not_asked_how_it_stands() -> None:
    state = split(14, tactical_source="players")
    u = left(state, "u001", "M4A1", "M1", gear="MA")
    closing(state, "redeployment v, attacker")
    drm = sum(m.amount for m in modifiers(state, "us", [u], GRID.hex("M1")))
    do(state, f"redeploy u001 {names(state)['u001'][0]}", f"dice {11 - drm}")
    assert (
        state.at[u] < 0
        and GRID.name[state.exit[u]] == "M1"
        and not state.moving[0]
        and state.kind[u] == "M4A1"
    )


# ---------------------------------------------------------------- nothing else brings him back


@pytest.mark.clause("PHD-C5.39", "PHD-R17", "PHD-C5.35.n3")
def test_he_is_not_set_up_hidden_or_committed_anew() -> None:
    state = split(14, scenario=3)
    state.__dict__["groups"][0] = ("I1", 2, "on_map", 1)
    state.__dict__["groups"][1] = ("I1", 2, "reinforcement", 1)
    state.__dict__["tp"][0] = 50
    u, kept = left(state, "u001", "6-6-6", "M1", group=1), add(state, "u002", "6-6-6", group=1)
    away, waits = left(state, "u003", "6-6-6", "M1", group=2), add(state, "u004", "6-6-6", group=2)
    us = lambda state, frame: "us"  # noqa: E731
    assert setup.to_place(us)(state, None) == 1 << kept and not stores.hideable("us")(state, None) >> u & 1
    assert (
        set(setup.entering(state, "us")) == {u, away, waits}
        and setup.undeclared(us)(state, None) == 1 << waits
    )
    setup.declare(state, None, waits, GRID.hex("GG1"))
    assert state.lane[waits] == 4 and state.lane[away] < 0, "the group's entry is not his"
    assert registration.committable("us")(state, None) >> 1 & 1
    state.__dict__["exit"][waits] = GRID.hex("M1")
    assert not registration.committable("us")(state, None) >> 1 & 1


@pytest.mark.clause("PHD-C2.ENTRY")
def test_in_the_next_scenario_he_comes_back_by_that_hex_alone() -> None:
    state = split(14, scenario=3, tactical_source="players")
    u = left(state, "u001", "6-6-6", "M1", group=1)
    state.__dict__["groups"][0] = ("I1", 2, "on_map", 1)
    table(state)
    assert state.legal_actions().hexes("u001") == ["M1"]
    assert "where it left the map" in state.why_not(GAME.parse("move u001 N1"))[0].because
    do(state, "move u001 M1")
    assert (
        GRID.name[state.at[u]] == "M1"
        and state.exit[u] < 0
        and state.open >> u & 1
        and not state.status[u] & COVERED
    )


# ---------------------------------------------------------------- written down and handed over


def test_a_position_says_by_which_hex() -> None:
    state = split(14, tactical_source="players")
    add(state, "u001", "6-6-6", "M1", open_=True)
    table(state)
    do(state, "report u001", "happened exits:friendly_edge")
    text = write_position(state)
    assert from_text(text).exit[0] == GRID.hex("M1") and "left by M1" in GAME.screen(state, "us")
    with pytest.raises(GrognardError, match="its own map edge"):
        from_text(text.replace('u001 = "M1"', 'u001 = "M9"'))


def test_a_report_says_by_which_hex() -> None:
    def fought() -> PurpleHeartDraw:
        state = split(14, tactical_source="players")
        for name, hex_ in (("u001", "M5"), ("u002", "N1"), ("u003", "P1")):
            add(state, name, "6-6-6", hex_, open_=True)
        return table(state)

    state = fought()
    wanted = handover.report(state)
    for row, exit_ in zip(wanted["units"], ("M1", "O1", None), strict=True):
        row |= {"hex": None, "status": ["exited"], "exit": exit_}
    for action in list(handover.entries(state, wanted, "us")):
        state.push(action)
    assert [row["exit"] for row in handover.report(state)["units"]] == ["M1", "O1", "P1"]
    wanted["units"][0]["exit"] = None
    with pytest.raises(GrognardError, match="by which hex"):
        list(handover.entries(fought(), wanted, "us"))
    wanted["units"][0]["exit"] = "ZZ1"
    with pytest.raises(GrognardError, match="no hex"):
        handover.check(wanted)
