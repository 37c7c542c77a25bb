"""Positions written by hand: read at their moment, refused where no play leads to them, and questions
answered from them.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.core.notation import read_position, to_toml, write_position
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.beyond_the_rhine.default_policy import decide
from grognard.games.beyond_the_rhine.impossible import first_turns
from grognard.games.beyond_the_rhine.position import NAMES
from grognard.games.beyond_the_rhine.rebuild import short
from grognard.play.cli import main
from tests.refusals import refused_by

from .build import GAME, do, offered, position, said


def text(**more: Any) -> str:
    plain: dict[str, Any] = {"turn": 18, "phase": "play", "ground": "mud", "flight": "normal"} | more
    tables = {k: plain.pop(k) for k in ("units", "stocks", "ports", "events", "options") if k in plain}
    return to_toml(plain | tables)


@pytest.mark.parametrize(
    ("clause", "broken"),
    [
        refused_by("BTR-date.1945-03-26.us.1", {"units": {"US-97-InfDiv": "map"}}),
        refused_by(
            "BTR-date.1944-11-01.us.1",
            {
                "turn": 17,
                "units": {"US-811-TDBn": "due"},
                "due_by": [["US-811-TDBn", "BTR-date.1944-11-01.us.1"]],
            },
        ),
        refused_by("BTR-arrival.note.8", {"campaign": "north-1944", "units": {"FR-1-Corps": "map"}}),
        refused_by("BTR-arrival.kind.remove", {"units": {"US-79-InfDiv": "removed"}}),
        refused_by("BTR-ship.table", {"rail_used": 5}),
        refused_by("BTR-arrival.kind.reserve", {"reserves": 99}),
        refused_by("BTR-game.1_11.ports", {"ports": {"Rotterdam": "captured 19"}}),
        refused_by(
            "BTR-game.paradrop", {"units": {"US-550-GldBn": "England"}, "plans": [["US-550-GldBn", 20]]}
        ),
        refused_by("BTR-arrival.kind.airfields", {"units": {"US-79-InfDiv": "Southern-France"}}),
        refused_by(
            "BTR-date.1944-11-01.cw.1", {"units": {f"UK-SpitfireIX-{n}": "air-base" for n in (1, 2, 3)}}
        ),
        refused_by("BTR-date.1944-11-01.fr.1", {"units": {"FR-9Col-InfDiv": "map"}}),
        refused_by(
            "BTR-date.1945-01-05.us.2", {"turn": 40, "ground": "snow", "units": {"US-Norway-InfBn": "map"}}
        ),
        refused_by("BTR-date.1944-09-15.us.2", {"campaign": "south-1944", "units": {"US-5-Corps": "map"}}),
        refused_by("BTR-repl.plus", {"turn": 1, "phase": "situation", "ground": "dry", "bridge_markers": 1}),
        refused_by("BTR-game.1_10.pontoon", {"bridges": 1}),
        refused_by("BTR-supply.roll", {"phase": "situation", "rolled": ["supply us"]}),
        refused_by("BTR-turn.pre.first", {"initiative": [9, 4]}),
    ],
)
def test_an_impossible_position_is_refused_with_the_clause(clause: str, broken: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match="impossible position") as refusal:
        read_position(GAME, text(**broken))
    assert clause in [ruling.clause for ruling in refusal.value.rulings]
    assert read_position(GAME, text(**broken, enforcement="adviser")).turn == broken.get("turn", 18)


@pytest.mark.parametrize(
    ("broken", "word"),
    [
        ({"ground": "snow"}, "no die gives snow on 1 November 1944"),
        ({"units": {"US-79-InfDiv": "air-base"}}, "is not an aircraft"),
        ({"rolled": ["supply"]}, "rolled: 'supply' is not a roll"),
        (
            {
                "options": {"drop_plans": True},
                "units": {"US-79-InfDiv": "map"},
                "plans": [["US-79-InfDiv", 20]],
            },
            "not a parachute",
        ),
        (
            {
                "options": {"drop_plans": True},
                "units": {"US-550-GldBn": "England"},
                "plans": [["US-550-GldBn", 25]],
            },
            "more than 2 turns ahead",
        ),
    ],
)
def test_an_impossible_position_is_refused_in_words(broken: dict[str, Any], word: str) -> None:
    with pytest.raises(GrognardError, match=word):
        read_position(GAME, text(**broken))


@pytest.mark.parametrize("scenario", ["standard", "north-1944", "south-1944", "north-1945", "south-1945"])
def test_no_position_of_play_is_impossible(scenario: str) -> None:
    state, rng = GAME.new(scenario, seed=8, options={"drop_plans": True}), Random(8)
    while state.to_move is not None and state.turn < state.game_of.last - 4:  # type: ignore[attr-defined]
        (
            state.roll()
            if state.to_move == CHANCE
            else state.push(
                state.legal_actions().sample(rng) if rng.random() < 0.2 else decide(state, losses=rng)  # type: ignore[arg-type]
            )
        )
        if len(state.actions) % 40 == 0:
            assert state.impossibilities() == []
    assert first_turns("full") and read_position(GAME, write_position(state)).to_json() == state.to_json()


def test_a_position_is_read_at_its_moment() -> None:
    """No unit is in play, so the phase has no decision: it stays the current one all the same."""
    state = read_position(GAME, text(phase="rebuilding", units={"US-741-TkBn": "dead"}))
    assert state.is_idle and state.moment == "1 November 1944 (turn 18), rebuilding" and offered(state) == []


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.output


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "p.toml"
    units = {"US-741-TkBn": "dead", "US-79-InfDiv": "map"}
    path.write_text(
        'game = "beyond-the-rhine"\n'
        + text(phase="rebuilding", units=units, stocks={"pax_us": 1}, rail_used=3)
    )
    return str(path)


@pytest.mark.refuses("BTR-ledger.6", "BTR-rebuild.step")
def test_questions_are_answered_from_a_position(file: str) -> None:
    code, said = run("ask", "beyond-the-rhine", "rebuild", "--unit", "US-741-TkBn", "--position", file)
    assert code == 0 and said.startswith(
        "at 1 November 1944 (turn 18), rebuilding:\nnot legal: US 741 Tk Bn costs 1 Eq"
    )
    assert (
        "BTR-rebuild.step"
        in run("ask", "beyond-the-rhine", "rebuild", "--unit", "US-79-InfDiv", "--position", file)[1]
    )
    assert "Left: rail 1 SP, sea 4 SP" in run("ask", "beyond-the-rhine", "shipping", "--position", file)[1]
    answer = json.loads(
        run("ask", "beyond-the-rhine", "supply", "--nation", "us", "--position", file, "--json")[1]
    )
    assert answer["moment"] == "1 November 1944 (turn 18), rebuilding"
    assert (
        answer["value"]["ground"] == "mud" and answer["value"]["nations"]["us"]["column"] == "8"
    )  # 10, -2 for mud
    code, said = run("judge", file, "rebuild US-741-TkBn")
    assert code == 1 and "1 November 1944 (turn 18), rebuilding" in said and "BTR-ledger.6" in said


@pytest.mark.parametrize(
    "broken",
    [
        {"entered": ["banana"]},
        {"entered": [3]},
        {"entered": ["sent Nobody"]},
        {"entered": ["barred misc Nobody"]},
        {"initiative": [13, 1]},
        {"initiative": ["a"]},
        {"stocks": {"shifts_us": 9}},
        {"units": {"US-79-InfDiv": "map x"}},
        {"stand_ins": [["x", "y"]]},
        {"ended": [1, 2, 3]},
    ],
)
def test_a_position_holds_only_what_the_ledger_writes(broken: dict[str, Any]) -> None:
    """Free text in a list made later questions fail with a KeyError."""
    with pytest.raises(GrognardError, match="is not|whole number|two rolls|steps lost|as texts"):
        read_position(GAME, text(**broken))


@pytest.mark.parametrize(
    "broken",
    [
        {"plans": [["US-550-GldBn"]]},
        {"plans": [["US-550-GldBn", 20, 1]]},
        {"plans": ["US-550-GldBn"]},
        {"plans": [["Nobody", 20]]},
        {"plans": [["US-550-GldBn", "soon"]]},
        {"stand_ins": [["US-79-InfDiv", "Nobody"]]},
        {"due_by": [["US-79-InfDiv", "BTR-J.1"]]},
        {"ports": {"Rotterdam": "captured"}},
        {"ports": {"Rotterdam": "captured soon"}},
        {"ports": {"Rotterdam": "taken 5"}},
        {"ports": {"Rotterdam": "captured 5 6"}},
    ],
)
def test_pairs_and_ports_are_whole(broken: dict[str, Any]) -> None:
    with pytest.raises(GrognardError, match=r"is not|with the turn"):
        read_position(GAME, text(**broken))


def test_ports_and_stocks_are_read_to_their_limits() -> None:
    """A stock may be empty, and an event shifts a Supply Status by three columns at most either way."""
    for status in ("german", "repaired", "captured 5"):
        ports = read_position(GAME, text(ports={"Rotterdam": status})).ports  # type: ignore[attr-defined]
        assert status in map(str, ports)
    stocks = {"tokens_us": 0, "pax_cw": 0, "shifts_us": -3, "shifts_cw": 3}
    state: Any = read_position(GAME, text(stocks=stocks))
    assert (state.tokens[0], state.pax[1], state.shifts) == (0, 0, [-3, 3])
    for name, value in (("tokens_us", -1), ("shifts_us", -4), ("shifts_cw", 4)):
        with pytest.raises(GrognardError, match=name):
            read_position(GAME, text(stocks={name: value}))


@pytest.mark.parametrize(
    "pending",
    [
        'frame = "turn"\nstep = 99',
        'frame = "award"\nwho = "xx"\nftr = 1',
        'frame = "die"\nwhat = "banana"\nunit = ""',
    ],
)
def test_a_procedure_under_way_is_one_of_the_ledger(pending: str) -> None:
    with pytest.raises(GrognardError, match="pending: "):
        read_position(GAME, f"turn = 18\n[[pending]]\n{pending}\n")


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        refused_by("BTR-weather.october-15-29", ("supply", "--date", "1944-10-15", "--ground", "snow")),
        refused_by("BTR-ship.table", ("shipping", "--date", "1944-10-05", "--unit", "US-79-InfDiv")),
        refused_by("BTR-ship.unit", ("shipping", "--unit", "US-P-47-1")),
        refused_by("BTR-rebuild.14", ("rebuild", "--unit", "US-Brkdwn-1")),
    ],
)
def test_a_question_about_what_cannot_be_says_so_first(clause: str, words: tuple[str, ...]) -> None:
    code, said = run("ask", "beyond-the-rhine", *words)
    first = next(line for line in said.splitlines() if not line.startswith("at "))
    assert code == 0 and first.startswith("not legal: ") and clause in first


@pytest.mark.clause("BTR-date.1944-09-05.cw.1")
def test_placement_on_another_day_names_the_entry() -> None:
    code, said = run("ask", "beyond-the-rhine", "placement", "--date", "1944-09-19", "--unit", "UK-15-InfDiv")
    assert (
        code == 2
        and "arrives on 5 September 1944, not on 19 September 1944 [BTR-date.1944-09-05.cw.1]" in said
    )


@pytest.mark.parametrize(
    "words",
    [
        ("turn",),
        ("weather",),
        ("supply",),
        ("shipping",),
        ("replacements",),
        ("oob",),
        ("placement", "--unit", "UK-15-InfDiv"),
    ],
)
def test_an_answer_by_date_names_its_moment(words: tuple[str, ...]) -> None:
    assert run("ask", "beyond-the-rhine", *words, "--date", "1944-09-05")[1].startswith(
        "at 5 September 1944 (turn 1):"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("combat", "--odds", "3:1", "--roll", "8"), "row 8, column 7 (3:1): Ao1 DL1o1"),
        (
            ("combat", "--odds", "3:1", "--roll", "8", "--surprise-roll", "10", "--columns", "2"),
            "column 9 (5:1, shifted 2 right)",
        ),
        (
            ("combat", "--odds", "3:1", "--roll", "8", "--surprise-roll", "4", "--columns", "2"),
            "column 5 (1:1, shifted 2 left)",
        ),
        (("combat", "--odds", "3:1", "--roll", "8", "--surprise-roll", "7"), "Surprise: none"),
        (("barrage", "36", "--roll", "9"), "Dice 9: [1/2]"),
        (("barrage", "200", "--re", "4", "--roll", "8", "--half-die", "4"), "Die 4: 1 step lost"),
        (("attrition", "--roll", "10"), "Dice 10: 1 step lost"),
        (
            ("air", "--attacker", "3", "--defender", "2", "--roll", "6", "--flak-roll", "11"),
            "Dice 6 +1: both abort",
        ),
        (("combat", "--odds", "three"), "write --odds as 3:1"),
    ],
)
def test_a_table_is_asked_with_a_roll(words: tuple[str, ...], said: str) -> None:
    assert said in run("ask", "beyond-the-rhine", *words)[1]


@pytest.mark.clause("BTR-ledger.state")
def test_a_position_names_only_options_that_are_not_as_printed() -> None:
    assert "options" not in GAME.notation.write(GAME.new("standard", seed=1))
    changed = GAME.new("standard", seed=1, options={"drop_plans": True})
    assert GAME.notation.write(changed)["options"] == {"drop_plans": True}


@pytest.mark.clause("BTR-J.13")
def test_tokens_are_written_off_in_amounts_of_one_to_forty() -> None:
    state = position(5, "play", {"US-747-TkBn": "map"}, stocks={"tokens_us": 60})
    amounts = sorted(int(text.split()[2]) for text in offered(state) if text.startswith("spend us "))
    assert amounts == [1, 2, 3, 4, 8, 12, 16, 20, 40]


@pytest.mark.clause("BTR-rebuild.step")
def test_a_reduced_aircraft_is_not_rebuilt_with_ground_units() -> None:
    state = position(5, "rebuilding", {"US-45-InfDiv": "map -1", "US-P-47-4": "map -1"})
    assert [NAMES[u] for u in members(short(state))] == ["US-45-InfDiv"]


@pytest.mark.clause("BTR-J.6")
def test_an_event_is_entered_once_a_turn() -> None:
    state = do(position(40, "situation"), "event north-flank on")
    for status in ("on", "off"):
        assert (
            said(state, f"event north-flank {status}")
            == "event north-flank was entered this turn already [BTR-J.6]"
        )
