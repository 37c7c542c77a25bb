"""The Tactical Mission as a whole: order, secrecy, records, and the rules that bind all through it."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core import conformance
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.games.purple_heart_draw import charts, order
from grognard.games.purple_heart_draw.board import GRID, MAP
from grognard.games.purple_heart_draw.pieces import SIDES
from grognard.games.purple_heart_draw.position import Opening, PurpleHeartDraw
from grognard.games.purple_heart_draw.sequence import CLOSING, OPENING

from .build import GAME, add, do, leave_it, mission, split


def numbers(steps: tuple[object, ...]) -> list[int]:
    found = [order.number_of(getattr(step, "clause")) for step in steps]
    return [n for n in found if n]


@pytest.mark.clause("PHD-C4.1", "PHD-C5", "PHD-C1.1")
def test_the_order_of_the_consolidation_phase() -> None:
    """The tables of steps run C5.1 to C5.24 and C5.25 to C5.41, never back but where C5.13 speaks after
    C5.14.
    """
    closing = [n for n in numbers(CLOSING) if n != 13]
    assert closing == sorted(closing) and set(closing) == set(range(1, 25)) - {12, 13}
    opening = [n for n in numbers(OPENING) if n != 12]
    asked = list(
        dict.fromkeys(n for n in opening if n not in (31, 33, 34, 35, 36))
    )  # C5.37.c has a second dr after all set-up
    assert asked == sorted(asked) and {25, 26, 27, 28, 29, 30, 31, 35, 37, 39, 40, 41} <= set(opening)
    assert [s.number for s in order.steps_of(1, True)] == list(order.INITIAL)
    assert [s.number for s in order.steps_of(5, False)][-1] == 20 and order.chapter(14) == "Redeployment"


@pytest.mark.clause("PHD-C4.2", "PHD-C2.TMSCEN", "PHD-C1", "PHD-TM2")
def test_five_scenarios() -> None:
    assert charts.SCENARIOS == 5 and list(charts.TIMES.values()) == ["0600", "0930", "1230", "1530", "1930"]
    state = mission(seed=11)
    rng, seen = Random(11), []
    while state.to_move is not None:
        if state.scenario not in seen:
            seen.append(state.scenario)
        state.roll() if state.to_move == CHANCE else state.push(state.legal_actions().sample(rng))
    assert seen == [1, 2, 3, 4, 5] and len(state.suffered[0]) == 5 and state.outcome().clause == "PHD-C4.obj"


@pytest.mark.clause("PHD-C5.31", "PHD-C5.29", "PHD-C5.33", "PHD-C5.34")
@pytest.mark.parametrize(("side", "scenario"), [("us", 1), ("us", 3), ("german", 3)])
def test_secrets_do_not_show(side: str, scenario: int) -> None:
    """From a side's first purchase on nothing of it shows to the other, until units come into sight."""
    found = conformance.check_secrets(
        GAME,
        80 + scenario,
        side,
        lambda state: (
            state.scenario == scenario
            and state.step.name in (f"{side} requisition", f"{side} TP replenishment")
        ),
    )
    assert found > 0


def test_secrets_of_redeployment_do_not_show_while_it_is_made() -> None:
    state = leave_it(mission(seed=5), "redeployment v, attacker", 900)
    other = "german" if state.to_move == "us" else "us"
    before = state.view(other)
    unit, hexes = next(iter(state.legal_actions().by_unit().items()))
    state.push(GAME.parse(f"redeploy {unit} {hexes[0]}"))
    if state.secret_to:
        after = state.view(other)
        assert {k: v for k, v in before.items() if k not in ("stack", "rolls", "at")} == {
            k: v for k, v in after.items() if k not in ("stack", "rolls", "at")
        }


def test_secret_rolls_are_committed_and_opened_at_the_end() -> None:
    match = Match.begin(GAME, dice=Committed({side: f"secret of {side}" for side in SIDES}))
    rng = Random(2)
    while match.state.to_move is not None:
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(match.state.legal_actions().sample(rng))
        if len(match.lines) == 60:
            sealed = [line for line in match.copy_for("german") if line.get("to") == "us"]
            assert sealed and all("do" not in line and "seal" in line for line in sealed)
    assert set(match.lines[-1]["open"]) == set(SIDES)
    assert replay(GAME, match.lines).now == match.now
    secret_rolls = [line for line in match.lines if line.get("by") == CHANCE and line.get("to")]
    assert len(secret_rolls) > 10


@pytest.mark.clause("PHD-R15", "PHD-C5.37.d", "PHD-C2.LULL")
def test_a_lull_is_passed_over() -> None:
    """Nobody buys the Attack Option: scenario II is a Lull, nothing is played, no CVP, and III opens."""
    state = mission(seed=6)
    rng = Random(6)
    while state.scenario < 3:
        if state.to_move == CHANCE:
            state.roll()
        else:
            choices = [a for a in state.legal_actions() if str(a) != "buy M5"]
            quiet = next((a for a in choices if str(a) in ("done", "promote none")), None)
            state.push(quiet or rng.choice(choices))
    assert state.suffered[0][1] == state.suffered[1][1] == 0 and state.attacked == [False, False]
    assert any(e[4] == "PHD-C5.37.d" for e in state.journal)


@pytest.mark.clause("PHD-TM13")
def test_a_field_phones_wire() -> None:
    """Over ground the side controls to a map-edge hex it controls."""
    from grognard.games.purple_heart_draw.ground import compute
    from grognard.games.purple_heart_draw.signals import wired

    reached = wired(compute((GRID.set(["M14"]), 0)), 0)
    assert reached >> GRID.hex("M13") & 1 and not reached >> GRID.hex("A1") & 1


def test_the_owner_is_told_what_his_secret_die_is_for() -> None:
    state = mission()
    do(state, "done")
    assert "US rolls for the class of group 1" in GAME.screen(state, "us") and "rolls for" not in GAME.screen(
        state, "german"
    )


@pytest.mark.clause("PHD-MSR9")
def test_who_carries_the_radio_is_a_side_record() -> None:
    state = split(14)
    u = add(state, "u001", "8-0", "M5", "concealed", "RADIO")
    assert state.view("us")["gear"]["u001"] == "RADIO" and "u001" not in state.view("german")["gear"]
    assert state.gear[u] == ("RADIO",)
    from grognard.games.purple_heart_draw.aftermath import remove_markers
    from grognard.games.purple_heart_draw.signals import issue_radios

    state.__dict__["modules"][0] = (("81mm", "normal", (), 0, 0), ("105mm", "normal", (), 1, 0))
    squad = add(state, "u002", "6-6-6", "M5")
    issue_radios(state, "us")
    assert state.gear[squad] == ("RADIO",), "no other leader: an MMC carries the second"
    remove_markers(state, None)
    assert sum("RADIO" in gear for gear in state.gear) == 1, (
        "the radio of the module that fired is gone with it"
    )


@pytest.mark.clause("PHD-MSR6", "PHD-TM4", "PHD-TM5", "PHD-TM14", "PHD-TM16", "PHD-TM17", "PHD-MSR2")
def test_what_stays_with_the_players_is_told_to_them() -> None:
    """Rules of fire and morale ask nothing of the campaign: each is in the book, in words, marked as
    descriptive.
    """
    book = GAME.rulebook
    for id_ in ("PHD-MSR2", "PHD-MSR6", "PHD-TM4", "PHD-TM5", "PHD-TM14", "PHD-TM16", "PHD-TM17"):
        assert book[id_].kind == "descriptive" and len(book[id_].text) > 10
    assert (
        charts.ECONOMY["limits"]["self_rally_attempts"] == 2
        and "goes back" in charts.OBA["strength_meaning"]["red_chit"]
    )
    of_the_mission = [id_ for id_ in book if id_.startswith("PHD-") and not id_.endswith(".ff")]
    assert len(of_the_mission) == 277 and {c.provenance for c in book.values()} <= {
        "document",
        "document (repaired)",
        "series",
        "history",
        "reconstruction",
    }


@pytest.mark.clause("PHD-C1.3", "PHD-C5.29")
def test_records_hidden_items_are_hidden() -> None:
    """records.toml lists what the opponent may not see: none of it is in his view."""
    state = leave_it(mission(seed=8), "german requisition")
    view = state.view("german")
    for fact in ("tp", "dsp", "bought", "modules", "recce", "chit", "san", "todo"):
        assert "us" not in view[fact], fact
    assert not any(name.startswith("u") for name in view["kind"]) and view["announced"] == {
        "us": 0,
        "german": 0,
    }
    assert charts.RECORDS["roster"]["secret"] and len(charts.RECORDS["rg_record"]["columns"]) == 15


@pytest.mark.parametrize("scenario", ["standard", "phd-1", "phd-4"])
def test_plain_seats_at_the_players_table(scenario: str) -> None:
    """They enter nothing of their own and pass; the umpire still leads them to the end."""
    from grognard.players import find
    from grognard.players.seat import Seat

    state = GAME.new(scenario, seed=1, options={"tactical_source": "players"})
    seats = {side: Seat(find("plain", "purple-heart-draw").load(), side) for side in state.sides}
    for _ in range(1500):
        if state.to_move is None:
            break
        state.roll() if state.to_move == CHANCE else state.push(seats[state.to_move].choose(state))
    assert state.outcome() is not None


def test_every_unit_place_suffices() -> None:
    """A side that buys all its points can buy has places left."""
    for seed in range(3):
        state = mission(seed=seed)
        rng = Random(seed)
        most = 0
        while state.to_move is not None and state.scenario < 4:
            if state.to_move == CHANCE:
                state.roll()
                continue
            actions = state.legal_actions()
            buys = (
                [a for a in actions if str(a).startswith("buy HW4")]
                or [a for a in actions if str(a).startswith("buy")]
                if "requisition" in state.step.name
                else []
            )
            state.push(
                rng.choice(buys)
                if buys
                else next((a for a in actions if str(a) in ("done", "promote none")), actions[0])
            )
            most = max(most, (state.used & ((1 << 112) - 1)).bit_count())
        assert 25 < most < 112
    assert isinstance(state, PurpleHeartDraw) and Opening() and MAP["counts"]["hexes"] == 1155 and do
