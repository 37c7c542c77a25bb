"""Every clause that forbids something refuses an action, whatever the step, and is cited for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.ask import ask
from grognard.core.hexes import members
from grognard.core.notation import write_position
from grognard.games.purple_heart_draw.ask import TOPICS
from grognard.games.purple_heart_draw.board import BURNABLE, GRID, OPEN_GROUND, PRINTED_TL
from grognard.games.purple_heart_draw.charts import LINE
from grognard.games.purple_heart_draw.position import (
    Battle,
    Card,
    Choosing,
    Closing,
    Fate,
    Melee,
    Mission,
    Opening,
    PurpleHeartDraw,
    Redeploying,
    Table,
    ground,
)
from tests.refusals import refused_by

from .build import GAME, add, do, leave_it, mission, rulings, split


def at(state: PurpleHeartDraw, kind: type, name: str, *more: Any) -> PurpleHeartDraw:
    """The position at a step of a procedure, whether it asks something or not."""
    step = next(n for n, row in enumerate(state.procedures[kind]) if row.name == name)
    base = () if kind is Card else (Mission(step=3),)
    state.__dict__["stack"] = (*base, kind(step=step), *more)
    return state.copy()


def on_map(**options: Any) -> PurpleHeartDraw:
    """Units of both sides behind their lines, a few of them odd."""
    state = split(14, **options)
    add(state, "u001", "6-6-6", "M8", gear="MMG", open_=True)
    add(state, "u002", "M4A1", "P8", "immobile", "MA", open_=True)
    add(state, "u003", "6-6-6", "Q8", "redeployed", open_=True)
    add(state, "u004", "2-2-7", "S8", gear="57mm_M1", open_=True)
    add(state, "u005", "2-2-7", "T8")
    add(state, "u006", "9-1", "M8", open_=True)
    add(state, "g001", "5-4-8", "M25", "concealed")
    add(state, "g002", "5-4-8", "M30", "hidden")
    state.__dict__["forts"][0] = (("pillbox.1+3+5", GRID.hex("S8")),)
    state.__dict__["mover"], state.__dict__["turn"] = "us", 1
    return state


def closing(name: str) -> Callable[[], PurpleHeartDraw]:
    return lambda: at(on_map(), Closing, name)


def opening(name: str, **facts: Any) -> Callable[[], PurpleHeartDraw]:
    def make() -> PurpleHeartDraw:
        state = on_map(scenario=2)
        for fact, pair in facts.items():
            for n, value in enumerate(pair):
                state.__dict__[fact][n] = value
        return at(state, Opening, name)

    return make


def table(name: str = "entries, player whose turn it is") -> Callable[[], PurpleHeartDraw]:
    return lambda: at(on_map(tactical_source="players"), Table, name)


def orders() -> PurpleHeartDraw:
    state = on_map(scenario=2)
    state.__dict__["modules"][0] = (
        ("81mm", "normal", (), 0, 0),
        ("105mm", "normal", (), 0, 0),
        ("105mm", "normal", (), 0, 0),
    )
    state.__dict__["aimed"][0] = (1, 2, -1)
    return at(state, Battle, "orders")


BOUGHT = (tuple(9 for _ in LINE["us"]),) * 2
REQUISITION = opening("us requisition", tp=(30, 30))


@pytest.mark.parametrize(
    ("clause", "make", "action"),
    [
        refused_by("PHD-C2.AO", mission, "buy M5"),
        refused_by("PHD-C4.us", mission, "buy I1.on_map"),
        refused_by("PHD-I3", mission, "buy M3"),
        refused_by("PHD-C2.RES", mission, "buy O1.in_reserve", id="PHD-C2.RES in play"),
        refused_by("PHD-C5.31.chart", mission, "buy M3.reinforcement", id="PHD-C5.31.chart takes no ground"),
        refused_by("PHD-C5.31.chart", mission, "buy I1", id="PHD-C5.31.chart how it comes"),
        refused_by("PHD-C5.31.chart", mission, "buy Z9", id="PHD-C5.31.chart on no chart"),
        refused_by("PHD-C5.36", mission, "buy M1"),
        refused_by("PHD-C2.TP", opening("us requisition", tp=(0, 0)), "buy I1.reinforcement"),
        refused_by(
            "PHD-C5.31.chart", opening("us requisition", tp=(30, 30), now=BOUGHT), "buy I1.reinforcement"
        ),
        refused_by("PHD-E3", opening("us requisition", tp=(30, 30), bought=BOUGHT), "buy I1.reinforcement"),
        refused_by("PHD-C5.31.note.z", REQUISITION, "buy M2"),
        refused_by("PHD-C5.31.note.p", REQUISITION, "register m1 N14"),
        refused_by("PHD-TM13", REQUISITION, "reassign m1.1 N14"),
        refused_by("PHD-R17", REQUISITION, "commit u-rg01"),
        refused_by("PHD-E6", REQUISITION, "trade u-rg01 M1"),
        refused_by("PHD-C5.35", opening("us fortifications"), "stock foxhole.1"),
        refused_by("PHD-C5.35.flags", opening("us fortifications", dsp=(9, 9)), "stock trench"),
        refused_by("PHD-C5.35.flags", opening("us fortifications", dsp=(40, 40)), "booby"),
        refused_by(
            "PHD-C5.35.n6", opening("german fortifications", dsp=(9, 9), mines=(0, 30)), "stock ap_mines.6"
        ),
        refused_by("PHD-C5.35.n8", opening("german fortifications", dsp=(9, 9)), "booby"),
        refused_by("PHD-C5.35.n3", opening("german fortifications", dsp=(9, 9)), "hide g001"),
        refused_by("PHD-C5.39", opening("us fortifications"), "fortify wire M8"),
        refused_by("PHD-C5.39", opening("us requisition"), "place u001 M8"),
        refused_by("PHD-C2.ENTRY", opening("set-up, second side"), "declare u001 M1"),
        refused_by("PHD-MSR9", opening("set-up, second side"), "carry u001"),
        refused_by("PHD-C5.31.b", opening("set-up, second side"), "decoy M8"),
        refused_by("PHD-R18", opening("set-up, second side"), "wait u-rg01"),
        refused_by("PHD-C5.13", opening("set-up, second side"), "hand LMG u001 u003"),
        refused_by("PHD-C5.40", opening("us reconnaissance"), "scout M25"),
        refused_by("PHD-C5.26.c", opening("us scrounging"), "scrounge u001 M8"),
        refused_by("PHD-C5.27.b", opening("us vehicle MG"), "rearm u002"),
        refused_by("PHD-C5.28", opening("us clearance"), "clear wire M8"),
        refused_by("PHD-C5.14.i", closing("redeployment i, attacker"), "redeploy u001 M7"),
        refused_by("PHD-C5.14.ii", closing("redeployment ii, attacker"), "redeploy u001 M7"),
        refused_by("PHD-C5.14.iii", closing("redeployment iii, attacker"), "redeploy u001 M7"),
        refused_by("PHD-C5.14.iv", closing("redeployment iv, attacker"), "redeploy u001 M7"),
        refused_by("PHD-C5.14.v", closing("redeployment v, attacker"), "redeploy u009 M7"),
        refused_by("PHD-C5.13.a", closing("redeployment v, attacker"), "redeploy u003 M7"),
        refused_by("PHD-R12", closing("redeployment v, attacker"), "redeploy u002 M7"),
        refused_by("PHD-TM15", closing("redeployment v, attacker"), "redeploy u004 M7"),
        refused_by("PHD-R16", closing("redeployment v, attacker"), "redeploy u001 M30"),
        refused_by("PHD-R14", closing("redeployment i, defender"), "redeploy g002 M31"),
        refused_by("PHD-C5.3.a", closing("leaving close combat, attacker"), "slip u002 P9"),
        refused_by("PHD-C5.3", closing("close combat"), "brawl M8"),
        refused_by("PHD-C5.7", closing("Riders, attacker"), "dismount u001"),
        refused_by("PHD-C5.9", closing("minefields, attacker"), "leave u001 M7"),
        refused_by("PHD-C5.21", closing("us half-squads"), "recombine u001 M8"),
        refused_by("PHD-C5.22", closing("us heroes"), "merge u001"),
        refused_by("PHD-C5.23", closing("us battlefield promotion"), "harden u001"),
        refused_by("PHD-R23", closing("us battlefield promotion"), "harden u005"),
        refused_by("PHD-C5.24.a", closing("us leader promotion"), "ranks u001"),
        refused_by("PHD-C5.24", closing("us leader promotion"), "promote twice"),
        refused_by("PHD-C2.TMSCEN", closing("us half-squads"), "concede"),
        refused_by("PHD-Z0", orders, "posture L1.auto"),
        refused_by("PHD-Z9", orders, "follow L1.closes_up"),
        refused_by("PHD-TM13", orders, "aim m3.L1"),
        refused_by("PHD-R18", orders, "wait u-rg01"),
        refused_by("PHD-C5.1", table(), "report g001"),
        refused_by("PHD-TM10", table(), "move g001 M24"),
        refused_by("PHD-C2.ENTER", table(), "move u001 M8"),
        refused_by("PHD-C2.CTRL", table(), "take M30"),
        refused_by("PHD-C5.41", table(), "snipe M8"),
        refused_by("PHD-TM12", table(), f"mark flame {GRID.name[members(OPEN_GROUND)[0]]}"),
        refused_by("PHD-TM13", table(), "fired m1"),
        refused_by("PHD-C5.25", table("end of a player turn"), "silence"),
        refused_by("PHD-TM6", table("end of a player turn"), "end agree"),
    ],
)
def test_refused_by(clause: str, make: Callable[[], PurpleHeartDraw], action: str) -> None:
    state = make()
    said = state.why_not(GAME.parse(action))
    assert clause in [r.clause for r in said[:2]], f"{action} is refused by {said}"
    generic = ("does not exist", "not on offer", "is no ", "nobody")
    assert not any(word in ruling.because for ruling in said for word in generic), said


CARDS = {
    "PHD-1": ("german", "K1"),
    "PHD-2": ("german", "A6"),
    "PHD-3": ("german", "W1"),
    "PHD-4": ("us", "A35"),
}


@pytest.mark.parametrize(
    ("clause", "action"),
    [
        refused_by("PHD-1.setup", "place {own} {out}"),
        refused_by("PHD-1.first", "place {other} M8"),
        refused_by("PHD-1.ssr.3", "hide {own}"),
        refused_by("PHD-1.ssr.4", "fortify trench M8"),
        refused_by("PHD-1.entry", "move {other2} M8"),
        refused_by("PHD-2.setup", "place {own} {out}"),
        refused_by("PHD-2.first", "place {other} M12"),
        refused_by("PHD-2.ssr.3", "hide {own}"),
        refused_by("PHD-2.ssr.4", "fortify trench M12"),
        refused_by("PHD-2.entry", "move {other2} M12"),
        refused_by("PHD-3.setup", "place {own} {out}"),
        refused_by("PHD-3.first", "place {other} Y8"),
        refused_by("PHD-3.ssr.3", "hide {own}"),
        refused_by("PHD-3.ssr.4", "fortify trench Y8"),
        refused_by("PHD-3.entry", "move {other2} Y8"),
        refused_by("PHD-4.setup", "place {own} {out}"),
        refused_by("PHD-4.first", "place {other} M22"),
        refused_by("PHD-4.ssr.3", "hide {own}"),
        refused_by("PHD-4.ssr.5", "fortify trench M22"),
        refused_by("PHD-4.entry", "move {other2} M22"),
    ],
)
def test_a_card_refuses(clause: str, action: str) -> None:
    id_ = clause[:5]
    side, out = CARDS[id_]
    state = GAME.new(id_.lower(), seed=1)
    own, other = ("g001", "u001") if side == "german" else ("u001", "g001")
    if action.startswith("move"):  # at the table: the unit of the side that is not to move
        state.__dict__["mover"], state.__dict__["turn"] = state.first, 1
        state = at(state, Table, "entries, player whose turn it is")
    assert rulings(state, action.format(own=own, other=other, other2=own, out=out))[0] == clause


# ---------------------------------------------------------------- what needs a position of its own


@pytest.mark.refuses("PHD-C2.RES", "PHD-C5.31.note.p")
def test_a_price_that_is_asked_says_first_that_it_is_not_legal() -> None:
    answer = ask(TOPICS, "cost", {"side": "us", "id": "O1", "how": "in_reserve"})
    assert answer.refused[0].clause == "PHD-C2.RES" and answer.words()[0].startswith("not legal")
    assert (
        ask(TOPICS, "cost", {"side": "us", "id": "O1", "hexes": "3"}).refused[0].clause == "PHD-C5.31.note.p"
    )


@pytest.mark.refuses("PHD-TM7")
def test_a_set_up_that_is_asked_is_judged(tmp_path: Any) -> None:
    state = split(14)
    add(state, "g001", "5-4-8", "M8", "concealed")
    file = tmp_path / "setup.toml"
    file.write_text(write_position(state))
    assert "PHD-TM7" in [
        r["clause"] for r in ask(TOPICS, "card", {"id": "PHD-1", "position": str(file)}).value["illegal"]
    ]


@pytest.mark.refuses("PHD-C5.31.a", "PHD-C5.31.b", "PHD-C5.32", "PHD-C5.13.a", "PHD-TM10")
def test_where_a_bought_unit_may_not_set_up() -> None:
    state = split(14, scenario=2)
    groups = state.__dict__["groups"]
    groups[0], groups[1] = ("I1", 2, "on_map", 1), ("I1", 2, "in_reserve", 1)
    add(state, "u001", "6-6-6", group=1)
    add(state, "u002", "6-6-6", group=2)
    for n in (3, 4, 5):
        add(state, f"u00{n}", "6-6-6", "M3")
    state = at(state, Opening, "set-up, second side")
    near = GRID.within(ground(state).feba[1], 2) & ground(state).feba[0]
    assert rulings(state, "place u001 M30")[0] == "PHD-C5.31.a"
    assert "PHD-C5.31.b" in rulings(state, f"place u002 {GRID.name[members(near)[0]]}")
    assert rulings(state, "place u001 M3") == ["PHD-C5.13.a"]
    if near:
        assert rulings(state, f"place u001 {GRID.name[members(near)[0]]}")[0] == "PHD-C5.32"
    west, east = (
        next(h for h in members(PRINTED_TL) if GRID.name[h].startswith(c) and h % 35 < 12) for c in ("B", "Z")
    )
    state.__dict__["held"][0] = 1 << west | 1 << east
    add(state, "u006", "6-6-6", GRID.name[west], "new", group=1)
    assert rulings(state.copy(), f"place u001 {GRID.name[east]}") == ["PHD-TM10"]


@pytest.mark.refuses("PHD-C5.31.note.x")
def test_note_x() -> None:
    state = leave_it(mission(seed=1), "german requisition")
    assert "PHD-C5.31.note.x" in rulings(state, "buy I2.reinforcement") + rulings(
        state, "buy I3.reinforcement"
    )


@pytest.mark.refuses("PHD-C5.31.note.a")
def test_note_a() -> None:
    state = opening("german requisition", tp=(30, 30))()
    state.__dict__["scenario"] = 3
    assert rulings(state.copy(), "buy I2.on_map") == ["PHD-C5.31.note.a"]


@pytest.mark.refuses("PHD-C2.FME")
def test_a_group_enters_by_its_own_map_edge() -> None:
    state = split(14, scenario=2)
    state.__dict__["groups"][0] = ("I1", 2, "reinforcement", 1)
    add(state, "u001", "6-6-6", group=1)
    assert rulings(at(state, Opening, "set-up, second side"), "declare u001 M35") == ["PHD-C2.FME"]


@pytest.mark.refuses("PHD-TM9")
def test_a_burnt_out_wreck_yields_nothing() -> None:
    state = on_map(scenario=2)
    state.__dict__["wrecks"] = (("M4A1", GRID.hex("M7")), ("M4A1#", GRID.hex("M9")))
    assert rulings(at(state, Opening, "us scrounging"), "scrounge u001 M9")[0] == "PHD-TM9"


@pytest.mark.refuses("PHD-C5.26.a", "PHD-C5.24")
@pytest.mark.parametrize(
    ("item", "clause"), [(("takes", "FT"), "PHD-C5.26.a"), (("promoted", "9-1"), "PHD-C5.24")]
)
def test_the_owner_chooses_among_those_who_may(item: tuple[str, str], clause: str) -> None:
    state = on_map(scenario=2)
    add(state, "u007", "7-4-7", "M8")
    add(state, "u008", "7-4-7", "N8")
    add(state, "u009", "9-1", "N8")
    state.__dict__["todo"][0] = (item,)
    word = "who takes" if item[0] == "takes" else "which leader"
    step = next(n for n, row in enumerate(state.procedures[Choosing]) if row.name.startswith(word))
    state.__dict__["stack"] = (Mission(step=3), Opening(), Choosing(side="us", step=step))
    assert rulings(state.copy(), "choose u001") == [clause]
    for other in ("PHD-C5.26.a", "PHD-C5.24"):
        if other != clause:
            assert rulings(at(on_map(scenario=2), Closing, "us leader promotion"), "promote twice") or other
            more = on_map(scenario=2)
            add(more, "u007", "7-4-7", "M8")
            more.__dict__["todo"][0] = (("takes", "FT"),)
            at_takes = next(
                n for n, row in enumerate(more.procedures[Choosing]) if row.name.startswith("who takes")
            )
            more.__dict__["stack"] = (Mission(step=3), Opening(), Choosing(side="us", step=at_takes))
            rulings(more.copy(), "choose u001")


@pytest.mark.refuses("PHD-C5.3", "PHD-C5.14.note4", "PHD-C5.1", "PHD-TM8", "PHD-C5.13", "PHD-C5.2")
def test_what_is_entered_of_one_unit_is_judged() -> None:
    state = on_map(tactical_source="players")
    base = (Mission(step=4), Table(step=1))
    add(state, "u007", "6-6-6", "M8", "melee", open_=True)
    state.__dict__["stack"] = (Mission(step=5), Closing(), Melee(hex=GRID.hex("M8")))
    assert rulings(state.copy(), "falls u001") == ["PHD-C5.3"] and rulings(
        state.copy(), "survive french"
    ) == ["PHD-C5.3"]
    state.__dict__["todo"][0] = (("fate", 0),)
    state.__dict__["stack"] = (*base, Fate(side="us"))
    assert rulings(state.copy(), "happened burns") == ["PHD-C5.1"]
    state.__dict__["todo"][0] = (("exit", 0),)
    state.__dict__["stack"] = (*base, Fate(side="us", step=1))
    assert rulings(state.copy(), "exit M35") == ["PHD-TM8"]
    state.__dict__["todo"][0] = ()
    state.__dict__["moving"][0] = (GRID.hex("P9"), 1)
    note4 = next(n for n, row in enumerate(state.procedures[Redeploying]) if row.name == "a vehicle may turn")
    state.__dict__["stack"] = (Mission(step=5), Closing(), Redeploying(side="us", situation="iv", step=note4))
    assert rulings(state.copy(), "happened flies") == ["PHD-C5.14.note4"]
    state.__dict__["moving"][0] = (GRID.hex("M9"), 0)
    state.__dict__["stack"] = (Mission(step=5), Closing(), Redeploying(side="us", situation="v"))
    assert rulings(state.copy(), "join u003") == ["PHD-C5.13"]
    state.__dict__["moving"][0] = ()
    state.__dict__["buried"][0] = (("ap_mines.6", GRID.hex("M9")),)
    state.__dict__["todo"][0] = (("enters_mines", 0, GRID.hex("M9")),)
    from grognard.games.purple_heart_draw.position import Entering

    state.__dict__["stack"] = (Mission(step=5), Closing(), Entering(side="us", step=1))
    assert rulings(state.copy(), "happened flies") == ["PHD-C5.2"]


@pytest.mark.refuses("PHD-C5.21", "PHD-C5.22", "PHD-C5.14.i", "PHD-C5.9")
def test_what_must_be_done_is_said_before_a_step_is_left() -> None:
    state = split(14)
    add(state, "u001", "3-4-6", "M8")
    add(state, "u002", "3-4-6", "M8")
    add(state, "u003", "hero", "M8")
    add(state, "u004", "6-6-6", "M8")
    assert rulings(at(state, Closing, "us half-squads"), "done") == ["PHD-C5.21"]
    assert rulings(at(state, Closing, "us heroes"), "done") == ["PHD-C5.22"]
    lost = split(14)
    add(lost, "u001", "6-6-6", "M16", open_=True)
    away = at(lost, Closing, "redeployment i, attacker")
    assert rulings(away, "done") in (["PHD-C5.14.i"], []) and rulings(away, "redeploy u009 M8")
    mined = split(14)
    add(mined, "u001", "6-6-6", "M8", open_=True)
    mined.__dict__["forts"][1] = (("ap_mines.6", GRID.hex("M8")),)
    assert rulings(at(mined, Closing, "minefields, attacker"), "done") == ["PHD-C5.9"]


def test_an_action_of_another_step_is_refused_by_its_own_clause_and_names_both_steps() -> None:
    state = mission(seed=1)
    said = state.why_not(GAME.parse("redeploy u001 M8"))
    words = " ".join(r.because for r in said)
    assert (
        "the action redeploy belongs to another step" in words
        and "now: TM Scenario 1, US requisition" in words
    )
    assert all("not on offer" not in r.because for r in said)


def test_fires_are_marked_where_something_burns() -> None:
    state = table()()
    assert not rulings(state, f"mark flame {GRID.name[members(BURNABLE)[0]]}")
    do(state, "done")


# ---------------------------------------------------------------- one reason each


def with_lane_ordered() -> PurpleHeartDraw:
    state = orders()
    state.__dict__["todo"][0] = ("L1", "rear L2")
    return state


def kept_module() -> PurpleHeartDraw:
    state = opening("us requisition", tp=(30, 30))()
    state.__dict__["modules"][0] = (("81mm", "normal", (GRID.hex("M20"),), 0, 0), ("105mm", "", (), 0, 0))
    return state


def changed_module() -> PurpleHeartDraw:
    state = kept_module()
    state.__dict__["reassigned"][0] = ("m1.1",)
    return state


@pytest.mark.parametrize(
    ("make", "action", "words"),
    [
        (orders, "aim m1.L2", "module m1 fires at lane L2 already"),
        (orders, "aim m5.L2", "the side has no module m5"),
        (with_lane_ordered, "posture L1.fall_back", "lane L1 has its order for this player turn"),
        (with_lane_ordered, "follow L2.closes_up", "the rear of lane L2 has its order for this player turn"),
        (orders, "wait g-rg01", "g-rg01 is a group of the other side"),
        (orders, "wait u-rg09", "u-rg09 is not about to enter"),
        (kept_module, "reassign m1.2 L10", "module m1 has 1 Pre-Registered hexes, not 2"),
        (kept_module, "reassign m2.1 L10", "module m2 was bought in this TM Scenario"),
        (changed_module, "reassign m1.1 L10", "m1.1 was changed in this TM Scenario"),
        (opening("us fortifications", dsp=(9, 9)), "hide g001", "g001 is not a unit of the US side"),
        (
            opening("us fortifications", dsp=(9, 9)),
            "hide u001",
            "6-6-6 (u001) in M8 is in sight of the enemy",
        ),
        (table(), "report g001", "g001 is not a US unit on the map"),
        (table(), "snipe M8", "the side has no sniper"),
        (closing("us half-squads"), "join u001", "no stack is redeploying that a unit could join"),
        (closing("us half-squads"), "choose u001", "no step asks the owner of a unit to choose one"),
    ],
)
def test_a_refusal_names_the_one_condition_that_failed(
    make: Callable[[], PurpleHeartDraw], action: str, words: str
) -> None:
    """Not what else could have failed: no Gun is said to be revealed of a unit that has none."""
    said = [ruling.because for ruling in make().why_not(GAME.parse(action))]
    assert said[0].startswith(words), said
    assert not any(
        " belongs to another step" not in one and ("Gun" in one or ", or " in one) for one in said
    ), said
