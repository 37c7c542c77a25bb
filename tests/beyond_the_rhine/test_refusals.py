"""Every clause that forbids something refuses it: in the ledger, whatever the step, and in the answers of
`ask`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.core.ask import Answer, ask
from grognard.core.ruling import GrognardError
from tests.refusals import refused_by

from .build import GAME, do, new, position, said, to_phase, why

DROPS = {"drop_plans": True}
PARA, PLANE = "US-13Abn-515ParaRgt", "US-C-47-1"


def at(turn: int, phase: str, units: dict[str, str] | None = None, *done: str, **more: Any) -> Any:
    """A position in which some actions have been taken."""
    return do(position(turn, phase, units, **more), *done)


def award(units: dict[str, str], roll: int = 12, nation: str = "us") -> Any:
    """The replacement roll of a nation has just been made."""
    return at(5, f"replacements {nation}", units, f"roll {roll}")


# ---------------------------------------------------------------- in the step of the action


@pytest.mark.parametrize(
    ("clause", "state", "action"),
    [
        refused_by("BTR-turn.pre.weather", lambda: to_phase(new(), "ground", 13), "roll 7"),
        refused_by(
            "BTR-turn.pre.first",
            lambda: at(5, "first player", initiative=[9, 4], options={"roll_for_first_player": True}),
            "first german",
        ),
        refused_by("BTR-supply.roll", lambda: position(5, "supply us"), "roll 13"),
        refused_by("BTR-repl.roll", lambda: position(5, "replacements us"), "roll 1"),
        # the situation
        refused_by("BTR-J.6", lambda: at(5, "situation", None, "event alpine on"), "event alpine off"),
        refused_by("BTR-game.4_4c.alpine", lambda: position(5, "situation"), "event alpine off"),
        refused_by("BTR-game.4_3c.north-flank", lambda: position(5, "situation"), "event north-flank off"),
        refused_by("BTR-game.1_11.ports", lambda: position(5, "situation"), "port Rotterdam sunk"),
        refused_by("BTR-supply.mod.5", lambda: position(5, "situation"), "shift us 9"),
        refused_by(
            "BTR-date.1944-09-08.note.1",
            lambda: position(1, "situation", {PARA: "England"}, options=DROPS),
            f"plan {PARA}",
        ),
        refused_by("BTR-game.paradrop", lambda: position(5, "situation", {PARA: "England"}), f"plan {PARA}"),
        # what the chart takes away
        refused_by(
            "BTR-ledger.2",
            lambda: at(18, "situation", {"US-747-TkBn": "map", "US-774-TkBn": "map"}, "done"),
            "done",
        ),
        refused_by(
            "BTR-arrival.note.5",
            lambda: at(18, "situation", {"US-747-TkBn": "map", "US-79-InfDiv": "map"}, "done"),
            "take US-79-InfDiv",
        ),
        refused_by(
            "BTR-arrival.kind.remove",
            lambda: at(18, "situation", {"US-747-TkBn": "map", "US-774-TkBn": "removed"}, "done"),
            "take US-774-TkBn",
        ),
        refused_by(
            "BTR-J.4",
            lambda: at(
                18,
                "situation",
                {"UK-SpitfireIX-1": "map", "UK-SpitfireIX-2": "map", "US-747-TkBn": "map"},
                "done",
            ),
            "take US-747-TkBn",
        ),
        refused_by(
            "BTR-arrival.kind.exchange",
            lambda: at(
                18,
                "situation",
                {"UK-SpitfireIX-1": "map", "UK-SpitfireIX-2": "map", "UK-SpitfireIX-3": "dead"},
                "done",
            ),
            "take UK-SpitfireIX-3",
        ),
        refused_by(
            "BTR-J.3",
            lambda: position(
                18,
                "situation",
                {"US-747-TkBn": "map", "US-774-TkBn": "map"},
                options={"identical": "named_only"},
            ),
            "take US-774-TkBn",
        ),
        # arrivals
        refused_by("BTR-ledger.3", lambda: to_phase(new(), "arrivals", 1), "arrive US-79-InfDiv A-west"),
        refused_by(
            "BTR-date.1944-09-08.us.1", lambda: to_phase(new(), "arrivals", 1), "arrive US-773-TDBn C-west"
        ),
        refused_by(
            "BTR-date.1944-09-05.cw.1", lambda: to_phase(new(), "situation", 1), "arrive UK-15-InfDiv C-west"
        ),  # it falls due this turn
        refused_by(
            "BTR-ledger.2", lambda: to_phase(new(), "arrivals", 18), "take US-741-TkBn"
        ),  # the removals are done
        refused_by(
            "BTR-repl.air", lambda: award({"US-P-38-1": "air-base -1", "US-P-38-2": "air-base -1"}), "done"
        ),
        refused_by(
            "BTR-ship.unit", lambda: position(10, "shipping", stocks={"tokens_us": 4}), "haul rail 2"
        ),  # 1 SP is no 2 SP
        refused_by(
            "BTR-ship.unit", lambda: position(10, "shipping", stocks={"tokens_us": 40}), "haul rail 0"
        ),
        refused_by("BTR-arrival.note.4", lambda: position(5, "situation"), "confirm yes"),
        refused_by("BTR-arrival.note.9", lambda: to_phase(new(), "arrivals", 4), "arrive US-5-Corps join"),
        refused_by(
            "BTR-arrival.note.8",
            lambda: to_phase(new("north-1944"), "arrivals", 3),
            "arrive FR-1-Corps C-south",
        ),
        refused_by(
            "BTR-arrival.kind.deadpile",
            lambda: position(
                18,
                "arrivals",
                {"US-701-TkBn": "dead", "US-811-TDBn": "due"},
                due_by=[["US-811-TDBn", "BTR-date.1944-11-01.us.1"]],
            ),
            "arrive US-701-TkBn A-west",
        ),
        refused_by(
            "BTR-arrival.blocked",
            lambda: to_phase(new(), "arrivals", 2),
            "arrive US-773-TDBn C-west-elsewhere",
        ),
        refused_by(
            "BTR-arrival.note.3",
            lambda: do(to_phase(new(), "arrivals", 1), "arrive UK-15-InfDiv A-west-elsewhere", "confirm no"),
            "arrive UK-15-InfDiv A-west-elsewhere",
        ),
        refused_by(
            "BTR-arrival.note.4",
            lambda: at(
                5,
                "arrivals",
                {"FR-AL-LO-InfBde": "due", "FR-1-Corps": "map"},
                "arrive FR-AL-LO-InfBde FR-HQ",
                "confirm no",
                due_by=[["FR-AL-LO-InfBde", "BTR-date.1944-09-19.fr.1"]],
            ),
            "arrive FR-AL-LO-InfBde FR-HQ",
        ),
        refused_by(
            "BTR-J.11",
            lambda: position(
                5,
                "arrivals",
                {"FR-AL-LO-InfBde": "due", "FR-1-Corps": "map"},
                due_by=[["FR-AL-LO-InfBde", "BTR-date.1944-09-19.fr.1"]],
            ),
            "arrive FR-AL-LO-InfBde A-west",
        ),
        refused_by("BTR-J.12", lambda: to_phase(new(may_delay_arrivals=False), "arrivals", 1), "done"),
        # replacements
        refused_by(
            "BTR-repl.users",
            lambda: award({"US-P-47-1": "dead", "US-P-47-2": "dead", "UK-Typhoon-1": "dead"}, 8),
            "repair UK-Typhoon-1",
        ),
        refused_by(
            "BTR-repl.air.ftr",
            lambda: award({"US-P-47-1": "dead", "US-P-47-2": "dead", "US-A-20-1": "dead"}, 8),
            "repair US-A-20-1",
        ),
        refused_by(
            "BTR-repl.air.other",
            lambda: award({"US-A-20-1": "dead", "US-A-20-2": "dead", "US-P-47-1": "map"}, 8),
            "repair US-P-47-1",
        ),
        refused_by(
            "BTR-repl.air",
            lambda: award({"US-P-47-1": "dead", "US-P-47-2": "dead", "US-P-47-3": "map"}, 8),
            "repair US-P-47-3",
        ),
        refused_by(
            "BTR-repl.misc", lambda: award({"US-747-TkBn": "dead", "US-774-TkBn": "map"}), "misc US-774-TkBn"
        ),
        refused_by(
            "BTR-frame.markers",
            lambda: award({"US-747-TkBn": "dead", "UK-Truck-1": "dead"}),
            "misc UK-Truck-1",
        ),
        refused_by(
            "BTR-arrival.note.7",
            lambda: award({"US-747-TkBn": "dead", "US-442-InfRgt": "removed"}),
            "misc US-442-InfRgt",
        ),
        refused_by(
            "BTR-ocs.breakdown",
            lambda: award({"US-747-TkBn": "dead", "US-Brkdwn-1": "dead"}),
            "misc US-Brkdwn-1",
        ),
        refused_by(
            "BTR-ocs.independent",
            lambda: award({"US-747-TkBn": "dead", "US-7Arm-CCA": "dead"}),
            "misc US-7Arm-CCA",
        ),
        refused_by("BTR-repl.misc.now", lambda: award({"US-747-TkBn": "dead"}), "done"),
        # rebuilding
        refused_by(
            "BTR-ledger.6",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-79-InfDiv": "dead"}, stocks={"eq_us": 1}
            ),
            "rebuild US-79-InfDiv",
        ),
        refused_by(
            "BTR-J.8",
            lambda: position(
                5,
                "rebuilding",
                {"US-747-TkBn": "dead", "UK-15-InfDiv": "dead"},
                stocks={"eq_us": 1, "pax_us": 5},
            ),
            "rebuild UK-15-InfDiv",
        ),
        refused_by(
            "BTR-rebuild.step",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-774-TkBn": "map"}, stocks={"eq_us": 5}
            ),
            "rebuild US-774-TkBn",
        ),
        refused_by(
            "BTR-rebuild.removed",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-442-InfRgt": "removed"}, stocks={"eq_us": 5}
            ),
            "rebuild US-442-InfRgt",
        ),
        refused_by(
            "BTR-repl.air.noeq",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-P-47-1": "dead"}, stocks={"eq_us": 5}
            ),
            "rebuild US-P-47-1",
        ),
        refused_by(
            "BTR-rebuild.1",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-P-47-1": "dead"}, stocks={"eq_us": 5}
            ),
            "rebuild US-P-47-1",
        ),
        refused_by(
            "BTR-rebuild.14",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-Brkdwn-1": "dead"}, stocks={"eq_us": 5}
            ),
            "rebuild US-Brkdwn-1",
        ),
        refused_by(
            "BTR-rebuild.32",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-Mule-1": "dead"}, stocks={"eq_us": 5}
            ),
            "rebuild US-Mule-1",
        ),
        refused_by(
            "BTR-rebuild.48",
            lambda: position(
                5, "rebuilding", {"US-747-TkBn": "dead", "US-Truck-1": "dead"}, stocks={"eq_us": 5}
            ),
            "rebuild US-Truck-1",
        ),
        # shipping
        refused_by(
            "BTR-ship.table",
            lambda: position(10, "shipping", {"US-79-InfDiv": "map"}, stocks={"tokens_us": 40}),
            "rail US-79-InfDiv",
        ),
        refused_by("BTR-ship.unit", lambda: position(10, "shipping", stocks={"tokens_us": 40}), "haul air 1"),
        refused_by(
            "BTR-ship.sea",
            lambda: position(10, "shipping", {"US-747-TkBn": "England"}, stocks={"tokens_us": 40}),
            "sea US-747-TkBn Rotterdam",
        ),
        refused_by(
            "BTR-ocs.rail",
            lambda: position(10, "shipping", {"US-747-TkBn": "England"}, stocks={"tokens_us": 40}),
            "rail US-747-TkBn",
        ),
        refused_by(
            "BTR-ocs.supply.leapfrog",
            lambda: at(20, "shipping", {"US-Truck-1": "map"}, "rail US-Truck-1", stocks={"tokens_us": 40}),
            "rail US-Truck-1",
        ),
        # at the table
        refused_by(
            "BTR-J.13",
            lambda: position(
                5,
                "play",
                {"US-747-TkBn": "map"},
                stocks={"tokens_us": 2},
                options={"sp_bound_to_nation": True},
            ),
            "spend us 4",
        ),
        refused_by(
            "BTR-ocs.supply.token",
            lambda: position(5, "play", {"US-747-TkBn": "map"}, stocks={"tokens_us": 20}),
            "spend us 7",
        ),
        refused_by(
            "BTR-ledger.state",
            lambda: at(5, "play", {"US-747-TkBn": "map"}, "losses", "done", stocks={"tokens_us": 20}),
            "losses",
        ),
        refused_by(
            "BTR-ocs.unit.re",
            lambda: at(5, "play", {"US-747-TkBn": "map", "US-774-TkBn": "dead"}, "losses"),
            "lose US-774-TkBn",
        ),
        refused_by(
            "BTR-game.1_8b.bridge-check", lambda: position(5, "play", {"US-747-TkBn": "map"}), "check"
        ),
        refused_by(
            "BTR-game.1_10.pontoon",
            lambda: position(5, "play", {"US-Pontoon-1": "map"}),
            "pontoon US-Pontoon-1",
        ),
        refused_by(
            "BTR-weather.ground.snow",
            lambda: position(
                38, "play", {"US-Pontoon-1": "map"}, ground="snow", options={"pontoon_rolls": True}
            ),
            "pontoon US-Pontoon-1",
        ),
        refused_by(
            "BTR-weather.flight.none",
            lambda: position(
                55,
                "play",
                {PARA: "England", PLANE: "England"},
                plans=[[PARA, 55]],
                flight="none",
                options=DROPS,
            ),
            f"drop {PARA}",
        ),
    ],
)
def test_the_step_refuses_by_the_clause(clause: str, state: Any, action: str) -> None:
    assert clause in why(state(), action)


# ---------------------------------------------------------------- out of step


@pytest.mark.parametrize("step", ["situation", "arrivals", "supply us", "rebuilding", "shipping", "play"])
@pytest.mark.parametrize(
    ("clause", "action"),
    [
        refused_by("BTR-rebuild.removed", "rebuild US-442-InfRgt"),
        refused_by("BTR-repl.air.noeq", "rebuild US-P-47-1"),
        refused_by("BTR-ledger.6", "rebuild US-774-TkBn"),
        refused_by("BTR-ship.unit", "rail US-P-47-2"),
        refused_by("BTR-ship.sea", "sea US-747-TkBn England"),
        refused_by("BTR-game.paradrop", f"drop {PARA}"),
        refused_by("BTR-game.1_8b.bridge-check", "check"),
        refused_by("BTR-repl.air", "repair US-P-47-1"),
        refused_by("BTR-repl.misc.now", "misc US-774-TkBn"),
        refused_by("BTR-repl.misc.now", "forgo"),
        refused_by("BTR-arrival.note.4", "confirm yes"),
        refused_by("BTR-ledger.3", "arrive US-79-InfDiv A-west"),
        refused_by("BTR-ledger.2", "take US-79-InfDiv"),
        refused_by("BTR-turn.pre.first", "first allied"),
        refused_by("BTR-game.1_11.ports", "port Rotterdam sunk"),
        refused_by("BTR-ocs.unit.re", "lose US-442-InfRgt"),
    ],
)
def test_an_action_of_another_step_is_refused_by_its_own_clause_first(
    clause: str, action: str, step: str
) -> None:
    units = {
        "US-747-TkBn": "map",
        "US-774-TkBn": "dead",
        "US-442-InfRgt": "removed",
        "US-P-47-1": "dead",
        "US-P-47-2": "map",
        "US-79-InfDiv": "map",
        PARA: "England",
        "US-78-InfDiv": "due",
    }
    state = position(
        30, step, units, stocks={"tokens_us": 40}, due_by=[["US-78-InfDiv", "BTR-date.1944-12-08.us.1"]]
    )
    if step == "rebuilding":
        state = position(
            30,
            step,
            units | {"UK-1-FlmTkBn": "dead"},
            stocks={"eq_cw": 1},
            due_by=[["US-78-InfDiv", "BTR-date.1944-12-08.us.1"]],
        )
    assert state.step.name == step
    first = said(state, action).split("]")[0]
    assert f"[{clause}" in first or clause in why(state, action)[:2]
    assert not any(
        word in said(state, action) for word in ("not on offer", "does not exist", "not a thing to do")
    )


def test_a_refusal_out_of_step_names_the_moment() -> None:
    state = position(30, "play", {"US-747-TkBn": "dead", "US-774-TkBn": "map"}, stocks={"eq_us": 1})
    assert (
        said(state, "rebuild US-747-TkBn")
        == "the action rebuild belongs to another step, rebuilding; now: 12 December 1944 (turn 30), play of"
        " the turn [BTR-ledger.6]"
    )


# ---------------------------------------------------------------- questions


def asked(topic: str, **given: str) -> Answer:
    return ask(GAME.questions(), topic, given)


def refuses(topic: str, **given: str) -> str:
    """The words of a refusal, whether the question is refused or the answer says that it is not legal."""
    try:
        answer = asked(topic, **given)
    except GrognardError as error:
        return str(error)
    return " ".join([*map(str, answer.refused), *answer.lines])


@pytest.mark.parametrize(
    ("clause", "topic", "given"),
    [
        refused_by("BTR-cal.pattern", "turn", {"date": "1944-09-13"}),
        refused_by("BTR-cal.first", "turn", {"date": "1944-09-01"}),
        refused_by("BTR-cal.february", "turn", {"date": "1945-02-29"}),
        refused_by("BTR-cal.count", "turn", {"date": "71"}),
        refused_by("BTR-frame.campaigns", "oob", {"date": "1944-12-01", "campaign": "north-1944"}),
        refused_by(
            "BTR-arrival.range.exclusive",
            "placement",
            {"date": "1944-09-05", "unit": "UK-15-InfDiv", "hex": "25.01"},
        ),
        refused_by("BTR-rebuild.2", "rebuild", {"row": "Alert Bn"}),
        refused_by("BTR-rebuild.8", "rebuild", {"row": "Railroad Arty"}),
        refused_by("BTR-rebuild.20", "rebuild", {"row": "Fester Platz"}),
        refused_by("BTR-rebuild.33", "rebuild", {"row": "Ost or Penal Bn"}),
        refused_by("BTR-rebuild.45", "rebuild", {"row": "Remnant Bn"}),
        refused_by("BTR-rebuild.50", "rebuild", {"row": "Volksturm Bn"}),
        refused_by("BTR-rebuild.51", "rebuild", {"row": "Wagon point"}),
        # a phase
        refused_by("BTR-turn.segments", "phase", {"phase": "reaction", "action": "attack"}),
        refused_by("BTR-turn.player", "phase", {"phase": "movement", "action": "refit"}),
        refused_by("BTR-ocs.move.who", "phase", {"phase": "combat", "action": "move"}),
        refused_by(
            "BTR-ocs.mode.change", "phase", {"phase": "movement", "action": "change-mode", "spent": "1"}
        ),
        refused_by("BTR-ocs.mode.move", "phase", {"action": "rail"}),
        refused_by("BTR-ocs.mode.strat", "phase", {"phase": "combat", "action": "attack", "mode": "strat"}),
        refused_by(
            "BTR-ocs.mode.reserve", "phase", {"phase": "combat", "action": "barrage", "marker": "reserve"}
        ),
        refused_by("BTR-ocs.mode.exploit", "phase", {"phase": "exploitation", "action": "attack"}),
        refused_by("BTR-ocs.mode.dg", "phase", {"action": "reserve", "dg": "yes"}),
        refused_by("BTR-ocs.zoc.block", "phase", {"action": "rail", "mode": "move", "zoc": "yes"}),
        refused_by("BTR-ocs.overrun.who", "phase", {"action": "overrun", "mode": "strat"}),
        refused_by("BTR-ocs.barrage.who", "phase", {"phase": "movement", "action": "barrage"}),
        refused_by("BTR-ocs.barrage.hipshoot", "phase", {"phase": "combat", "action": "hip-shoot"}),
        refused_by(
            "BTR-weather.flight.limited",
            "phase",
            {"phase": "combat", "action": "air-mission", "flight": "limited"},
        ),
        refused_by(
            "BTR-weather.flight.none",
            "phase",
            {"phase": "movement", "action": "air-mission", "flight": "none"},
        ),
        refused_by("BTR-weather.ground.snow", "phase", {"action": "seaborne-assault", "ground": "snow"}),
        # combat and barrage
        refused_by(
            "BTR-arrival.data.rating",
            "combat",
            {"attackers": "US-691-TDBn@14.08", "defenders": "8-3", "hex": "13.09"},
        ),
        refused_by(
            "BTR-ocs.unit.attack-capable",
            "combat",
            {"attackers": "US-5-Corps@14.08", "defenders": "8-3", "hex": "13.09"},
        ),
        refused_by(
            "BTR-ocs.unit.noncombat",
            "combat",
            {"attackers": "US-Truck-1@14.08", "defenders": "8-3", "hex": "13.09"},
        ),
        refused_by(
            "BTR-ocs.stack",
            "combat",
            {
                "attackers": "US-3-InfDiv@14.08,US-79-InfDiv@14.08,US-36-InfDiv@14.08",
                "defenders": "8-3",
                "hex": "13.09",
            },
        ),
        refused_by(
            "BTR-ocs.combat.once",
            "combat",
            {"attackers": "US-3-InfDiv@14.08", "defenders": "8-3", "hex": "Bonn"},
        ),
        refused_by(
            "BTR-ocs.combat.supply",
            "combat",
            {"attackers": "US-3-InfDiv+unpaid@14.08", "defenders": "8-3", "hex": "13.09"},
        ),
        refused_by("BTR-ocs.hedgehog", "combat", {"attack": "3", "defense": "2", "hedgehog": "9"}),
        refused_by(
            "BTR-ocs.combat.results", "aftermath", {"result": "Ao1 Do1", "units": "CCA:4:2", "taken": "3"}
        ),
        refused_by("BTR-ocs.barrage.spotter", "barrage", {"strength": "36", "spotter": "no"}),
    ],
)
def test_a_question_is_answered_with_the_clause_that_forbids(
    clause: str, topic: str, given: dict[str, str]
) -> None:
    assert clause in refuses(topic, **given)


@pytest.mark.parametrize(
    "action", ["move", "overrun", "change-mode", "air-mission", "hip-shoot", "reserve", "seaborne-assault"]
)
def test_what_a_movement_phase_allows(action: str) -> None:
    answer = asked("phase", phase="movement", action=action)
    assert answer.value["rulings"] == [] and answer.lines[0] == f"{action.capitalize()}: legal"
    assert answer.value["action"] == action and asked("phase", phase="movement").value["action"] == ""


# ---------------------------------------------------------------- on a map

PLAN = """
[meta]
title = "a strip"
provenance = "reconstruction"
[grid]
first_row = 1
last_row = 1
first_column = 1
last_column = 9
[hexes]
"1.01" = { t = "open" }
"1.02" = { t = "polder" }
"1.03" = { t = "swamp" }
"1.04" = { t = "open" }
"1.05" = { t = "mountain" }
"1.06" = { t = "open" }
"1.07" = { t = "open" }
"1.08" = { t = "open" }
"1.09" = { t = "open" }
[[side]]
name = "major"
kind = "major_river"
hexsides = [["1.06", "1.07"]]
[[side]]
name = "rhine"
kind = "rhine"
hexsides = [["1.07", "1.08"]]
[[side]]
name = "ferry"
kind = "rhine_ferry_or_blown_bridge"
hexsides = [["1.08", "1.09"]]
"""


@pytest.fixture
def strip(tmp_path: Path) -> str:
    file = tmp_path / "strip.toml"
    file.write_text(PLAN)
    return str(file)


@pytest.mark.parametrize(
    ("clause", "topic", "given"),
    [
        refused_by("BTR-tec.move.polder", "move", {"path": "1.01,1.02", "mobility": "truck"}),
        refused_by("BTR-tec.move.swamp", "move", {"path": "1.04,1.03", "mobility": "track"}),
        refused_by("BTR-tec.move.mountain", "move", {"path": "1.04,1.05", "mobility": "truck"}),
        refused_by("BTR-tec.move.major_river", "move", {"path": "1.06,1.07", "mobility": "track"}),
        refused_by("BTR-tec.move.rhine", "move", {"path": "1.07,1.08", "mobility": "leg"}),
        refused_by(
            "BTR-tec.move.rhine_ferry_or_blown_bridge", "move", {"path": "1.08,1.09", "mobility": "track"}
        ),
        refused_by("BTR-tec.move.prohibited", "move", {"path": "1.01,1.02", "mobility": "truck"}),
        refused_by("BTR-tec.move.stuck", "move", {"path": "1.03,1.04", "mobility": "track"}),
        refused_by("BTR-tec.move.all", "move", {"path": "1.03,1.04,1.05", "mobility": "leg"}),
        refused_by("BTR-tec.move.table", "move", {"path": "1.02,1.03", "mobility": "leg", "allowance": "2"}),
        refused_by("BTR-ocs.move.enemy", "move", {"path": "1.06,1.07", "mobility": "leg", "closed": "1.07"}),
        refused_by("BTR-ocs.move.fuel", "move", {"path": "1.06,1.05", "mobility": "track", "fuelled": "no"}),
        refused_by(
            "BTR-tec.combat.star",
            "combat",
            {"attackers": "6-3:armor:track@1.04", "defenders": "8-3", "hex": "1.05"},
        ),
        refused_by(
            "BTR-tec.combat.starstar",
            "combat",
            {"attackers": "6-3:armor:track@1.04", "defenders": "8-3", "hex": "1.03"},
        ),
        refused_by(
            "BTR-tec.combat.dash",
            "combat",
            {"attackers": "6-3:armor:track@1.08", "defenders": "8-3", "hex": "1.09"},
        ),
        refused_by(
            "BTR-tec.combat.enter",
            "combat",
            {"attackers": "6-3:other:leg@1.07", "defenders": "8-3", "hex": "1.08"},
        ),
        refused_by("BTR-ocs.supply.trace", "trace", {"hex": "1.09", "sources": "1.01"}),
    ],
)
def test_the_map_forbids(clause: str, topic: str, given: dict[str, str], strip: str) -> None:
    assert clause in refuses(topic, **given, map=strip)


@pytest.mark.refuses("BTR-ocs.zoc.move")
def test_truck_movement_ends_in_an_enemy_zone() -> None:
    assert "BTR-ocs.zoc.move" in refuses("move", path="Aachen,Düren", mobility="truck", zoc="14.09")
    assert not asked("move", path="Aachen,Düren", mobility="track", zoc="14.09").refused


@pytest.mark.refuses("BTR-tec.move.blocked")
def test_a_blocked_hexside(tmp_path: Path) -> None:
    file = tmp_path / "lake.toml"
    file.write_text(PLAN.replace('kind = "major_river"', 'kind = "blocked"'))
    assert "BTR-tec.move.blocked" in refuses("move", path="1.06,1.07", mobility="leg", map=str(file))


@pytest.mark.refuses("BTR-ocs.supply.path")
def test_enemy_units_cut_a_supply_path(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    file.write_text(PLAN.replace('"mountain"', '"open"'))
    given = {"hex": "1.06", "sources": "1.04", "map": str(file)}
    assert asked("trace", **given).value["traced"] and "BTR-ocs.supply.path" in refuses(
        "trace", **given, closed="1.05"
    )


def test_what_is_refused_is_not_offered() -> None:
    """The suggestion after a refusal names the same counter, or there is none."""
    from grognard.play.verdict import instead

    state = to_phase(new(), "arrivals", 1)
    assert str(instead(state, GAME.parse("arrive UK-15-InfDiv Berlin"))).startswith("arrive UK-15-InfDiv")
    assert instead(state, GAME.parse("arrive US-79-InfDiv A-west")) is None


@pytest.mark.refuses("BTR-date.1945-02-08.fr.1")
def test_a_counter_the_chart_keeps_is_refused_once() -> None:
    """8 February removes six counters by one entry: one ruling names it, and not one a counter."""
    state = to_phase(new("south-1945"), "situation")
    assert why(state, "take US-12-Corps").count("BTR-date.1945-02-08.fr.1") == 1
    assert "12-2-3 Inf Div (10); 2.Fr.Arm Div (all 5 units), not US 12 Corps" in said(
        state, "take US-12-Corps"
    )


def test_the_scheldt_is_open_or_closed() -> None:
    assert "the entry is open, not ajar" in said(position(5, "situation"), "scheldt ajar")


@pytest.mark.clause("BTR-ocs.combat.odds")
@pytest.mark.parametrize("given", [{"attackers": "US-79-InfDiv@14.08"}, {"defenders": "8-3:other"}])
def test_units_without_their_enemies_are_no_combat_of_bare_strengths(given: dict[str, str]) -> None:
    """Strengths given as well do not stand in for the side that is missing."""
    strengths = {"attack": "15", "defense": "6"}
    assert refuses("combat", **given, **strengths) == "a combat on a map needs --hex, the attacked hex"
    assert refuses("combat", **given, **strengths, hex="13.09") == "a combat needs attackers and defenders"


@pytest.mark.clause("BTR-ocs.combat.supply", "BTR-ocs.move.fuel", "BTR-ocs.supply.eat")
def test_tokens_of_what_is_not_named_are_not_counted() -> None:
    """An attacking step is taken for granted; a formation and an HQ take an SP (4T) of fuel, a single counter
    1T.
    """
    assert asked("tokens", re="1").value == {
        "attacker": 1,
        "defender": 1,
        "fuel": 0,
        "eating": 1,
        "recover_low": 2,
        "recover_exhausted": 4,
        "tokens_per_sp": 4,
    }
    none = asked("tokens", re="1", steps="0", formations="0", headquarters="0", single="0").value
    assert (none["attacker"], none["fuel"]) == (0, 0)
    fuel = {
        name: asked("tokens", re="1", **{name: "1"}).value["fuel"]
        for name in ("formations", "headquarters", "single")
    }
    assert fuel == {"formations": 4, "headquarters": 4, "single": 1}
