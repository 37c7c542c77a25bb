"""Whole campaigns by a scripted player, properties of stocks and tables, the golden campaign, bad input on
the command line.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.lines import read_lines
from grognard.core.notation import read_position, write_position
from grognard.core.random_games import random_options
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.games.beyond_the_rhine import replacements as repl
from grognard.games.beyond_the_rhine import supply as sup
from grognard.games.beyond_the_rhine.chart import COUNTERS, ENTRIES, NAMES
from grognard.games.beyond_the_rhine.conformance import holds
from grognard.games.beyond_the_rhine.default_policy import decide
from grognard.games.beyond_the_rhine.position import LIVE
from grognard.play.cli import main

from .build import GAME

GOLDEN = Path(__file__).parents[1] / "golden" / "beyond-the-rhine.record.jsonl"


def campaign(seed: int, scenario: str = "standard", **options: object) -> Match:
    """A whole campaign by the steward, who enters losses and spends SP."""
    match = Match.begin(GAME, scenario, options=options, dice=Seeded(str(seed)))
    rng = Random(seed)
    while match.state.to_move is not None:
        match.roll() if match.state.to_move == CHANCE else match.do(decide(match.state, losses=rng))  # type: ignore[arg-type]
    return match


@pytest.fixture(scope="module")
def played() -> Match:
    return campaign(11)


def test_seventy_turns_by_a_scripted_player(played: Match) -> None:
    """Every turn is walked; every entry of the chart is carried out or lapses; the record verifies line by
    line.
    """
    state = played.state
    assert (
        state.turn == 70 and state.outcome() is not None and state.outcome().clause == "BTR-frame.campaigns"
    )  # type: ignore[union-attr]
    cited = {entry[4] for entry in state.journal} | {
        str(e.new).split()[0] for e in state.events() if e.fact == "log"
    }
    wanted = {e.clause for e in ENTRIES if "full" in e.campaigns and e.kind not in ("none", "reserve_marker")}
    quiet = {e.clause for e in ENTRIES if e.lines and all(line.reserves or line.sp for line in e.lines)}
    assert wanted - quiet <= cited
    verbs = {type(action).__name__ for action in state.actions}
    assert {
        "Roll",
        "Arrive",
        "All",
        "Take",
        "Repair",
        "Misc",
        "Rebuild",
        "Spend",
        "Losses",
        "Lose",
        "Confirm",
    } <= verbs | {
        "Arrive",
        "Confirm",
    }
    again = replay(GAME, json.loads(json.dumps(played.lines)))
    assert again.now == played.now and again.state.to_json() == state.to_json()


def test_nothing_is_made_of_nothing(played: Match) -> None:
    """Stocks never negative; tokens received less spent are at hand; a counter comes once a time the chart
    brings it.
    """
    start = GAME.new()
    came: dict[str, int] = {}
    columns = {
        name: list(getattr(start, name))
        for name in ("tokens", "pax", "eq", "received", "spent", "lost", "at")
    }
    for fact, key, old, new, _ in played.state.journal:
        if fact in columns:
            assert columns[fact][key] == old
            columns[fact][key] = new
            if fact in ("tokens", "pax", "eq", "received", "spent"):
                assert new >= 0
            if fact == "lost":
                assert 0 <= new <= COUNTERS[key].steps
            if fact == "at" and new == "due":
                came[NAMES[key]] = came.get(NAMES[key], 0) + 1
                assert old in ("", "removed")
    state = played.state
    assert [r - s for r, s in zip(state.received, state.spent)] == list(state.tokens)
    assert {name for name, count in came.items() if count > 1} <= {
        "FR-1FF-InfDiv",
        "BE-1-InfBde",
        "UK-11Arm-29MechBde",
        *(f"FR-2Arm-{n}" for n in range(1, 6)),
    }
    assert all((where in LIVE) == bool(state.live >> unit & 1) for unit, where in enumerate(state.at))


@pytest.mark.parametrize("scenario", ["north-1944", "south-1944", "north-1945", "south-1945"])
def test_the_two_map_campaigns(scenario: str) -> None:
    match = campaign(5, scenario)
    assert match.state.turn == (26 if "1944" in scenario else 70) and match.state.to_move is None
    commonwealth = [
        n for n, where in zip(NAMES, match.state.at) if where in LIVE and n.startswith(("UK", "CA", "PL"))
    ]
    assert bool(commonwealth) == ("north" in scenario) and (match.state.received[1] > 0) == (
        "north" in scenario
    )


@pytest.mark.parametrize("seed", range(8))
def test_random_play_of_the_two_map_campaigns_under_any_readings(seed: int) -> None:
    """The conformance suite plays the full campaign; these are the other four, readings mixed."""
    rng = Random(seed)
    scenario = ("north-1944", "south-1944", "north-1945", "south-1945")[seed % 4]
    state = GAME.new(scenario, seed=seed, options=random_options(GAME, rng))
    before = state.to_json()
    while state.to_move is not None:
        state.roll() if state.to_move == CHANCE else state.push(state.legal_actions().sample(rng))
        if len(state.actions) % 25 == 0:
            holds(state)
        if len(state.actions) % 200 == 0:
            assert read_position(GAME, write_position(state)).to_json() == state.to_json()
    holds(state)
    while state.actions:
        state.pop()
    assert state.to_json() == before


@pytest.mark.clause("BTR-J.3", "BTR-J.10", "BTR-J.14", "BTR-J.18")
def test_every_option_is_a_ruling_with_words_and_a_default() -> None:
    readings = {r.name: r for r in GAME.readings}
    assert set(readings) == set(GAME.options.__struct_fields__)
    assert {r.clause for r in readings.values() if r.kind == "reading"} == {
        f"BTR-J.{n}" for n in range(1, 21)
    }
    for r in readings.values():
        assert getattr(GAME.agree(), r.name) == r.default and str(r.default).lower() in {
            v.lower() for v in r.values
        }
        assert r.clause in GAME.rulebook


# ---------------------------------------------------------------- properties


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["us", "cw"]), st.integers(2, 13), st.integers(2, 12))
def test_supply_tables_grow_with_column_and_dice(who: str, column: int, roll: int) -> None:
    assert sup.cell(who, column, roll) <= sup.cell(who, min(column + 1, 13), roll)
    assert sup.cell(who, column, roll) <= sup.cell(who, column, min(roll + 1, 12))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["us", "cw"]), st.integers(1, 70), st.integers(2, 12))
def test_replacements_grow_with_the_dice(who: str, turn: int, roll: int) -> None:
    low, high = repl.replacements(who, turn, roll), repl.replacements(who, turn, min(roll + 1, 12))
    assert all(a <= b for a, b in zip(low[:6], high[:6])) and all(n >= 0 for n in low[:6])


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 13), st.lists(st.integers(-4, 4).filter(bool), max_size=6))
def test_a_column_stays_in_the_table_and_order_does_not_matter_within_a_stage(
    base: int, shifts: list[int]
) -> None:
    from grognard.core.ruling import Modifier

    found = sup.column(base, [Modifier(s, "", "") for s in shifts])
    assert 2 <= found <= 13 and found == sup.column(base, [Modifier(s, "", "") for s in reversed(shifts)])


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(["standard", "north-1944", "south-1945"]))
def test_stocks_are_conserved_in_any_campaign(seed: int, scenario: str) -> None:
    """Random play of the first turns: what came in less what went out is what is there."""
    state = GAME.new(scenario, seed=seed)
    rng, last = Random(seed), state.turn + 6
    while state.to_move is not None and state.turn < last:
        state.roll() if state.to_move == CHANCE else state.push(state.legal_actions().sample(rng))
        assert min(state.tokens) >= 0 <= min(state.pax) and min(state.eq) >= 0
        assert [r - s for r, s in zip(state.received, state.spent)] == list(state.tokens)


# ---------------------------------------------------------------- the golden campaign


def test_the_golden_campaign_is_played_the_same() -> None:
    """Stored, replayed line by line; `python -m tests.beyond_the_rhine.test_campaigns --write` stores it
    anew.
    """
    lines = read_lines(GOLDEN.read_bytes())
    match = replay(GAME, lines)
    assert match.state.turn == 26 and match.state.to_move is None and len(lines) > 300


def write() -> None:
    import msgspec

    match = campaign(1944, "north-1944", two_map_us_sp_share="1/2")
    GOLDEN.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines))
    print(GOLDEN, len(match.lines))


# ---------------------------------------------------------------- the command line


def ask(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["ask", "beyond-the-rhine", *words])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("turn", "--date", "1944-09-13"), "the nearest turns are 12 September 1944 and 15 September 1944"),
        (("supply", "--roll", "13"), "--roll is 2 to 12"),
        (("unit", "US-747-TnkBn"), "did you mean US-747-TkBn"),
        (("unit", "Zeppelin"), "'Zeppelin' is not a unit of this game\n"),
        (("arrivals", "--map", "E"), "'E' is not a map"),
        (("arrivals", "--group", "SU"), "'SU' is not a group"),
        (("arrivals", "--kind", "fly"), "the kind is arrive"),
        (("oob", "--nation", "DE"), "no 'DE' counter is in play"),
        (("oob", "--campaign", "west"), "'west' is not a campaign"),
        (
            ("oob", "--date", "1945-01-01", "--campaign", "north-1944"),
            "runs from 5 September 1944 to 29 November 1944",
        ),
        (("supply", "--ports", "brest"), "'brest' is not a port"),
        (("supply", "--nation", "de"), "'de' is not a nation"),
        (("rebuild", "--row", "zeppelin"), "'zeppelin' is not a row"),
        (("reach", "Aachen"), "give --unit, or --mobility"),
        (("reach", "Achen", "--allowance", "3"), "did you mean Aachen"),
        (("combat", "--attack", "3"), "needs --attack and --defense"),
        (("combat", "--attack", "3", "--defense", "2", "--hedgehog", "9"), "level 1 to 4"),
        (
            ("combat", "--attackers", "24-4:other", "--defenders", "8-3:other", "--hex", "Aachen"),
            "with its hex",
        ),
        (("barrage", "--strength", "10", "--re", "many"), "number of regiment equivalents"),
        (
            ("placement", "--date", "1944-09-05", "--unit", "US-79-InfDiv"),
            "not on 5 September 1944 [BTR-date.1944-09-12.us.4]",
        ),
        (("placement", "--date", "1944-09-05", "--unit", "UK-15-InfDiv", "--hex", "north"), "not a hex"),
        (("move", "Aachen"), "two hexes or more"),
        (("wether",), "did you mean weather"),
        (("turn", "--campaign", "north-1945", "--date", "1944-09-05"), "runs from 8 February 1945"),
        (("arrivals", "--campaign", "south-1945", "--date", "1944-09-05"), "runs from 8 February 1945"),
        (("arrivals", "--date", "1944-10-01", "--until", "1944-09-05"), "is before --date"),
        (("capture", "--amount=-3"), "--amount is 0 or more"),
        (("tokens", "--steps=-1"), "--steps is 0 or more"),
        (("tokens", "--formations=-1"), "--formations is 0 or more"),
        (("tokens", "--re=-2"), "number of regiment equivalents"),
        (("barrage", "10", "--re=-2"), "number of regiment equivalents"),
        (("barrage", "10", "--re", "1e99999"), "number of regiment equivalents"),
        (("attrition", "--earlier=-1"), "--earlier is 0 or more"),
        (("air", "--aircraft", "0"), "--aircraft is 1 or more"),
        (
            ("combat", "--attackers", "US-Truck-1@14.08", "--defenders", "8-3", "--hex", "13.09"),
            "not a combat unit",
        ),
        (("reach", "Aachen", "--unit", "US-Pontoon-1"), "no MA in Combat Mode"),
    ],
)
def test_bad_questions_are_one_line_and_exit_2(words: tuple[str, ...], said: str) -> None:
    code, output = ask(*words)
    assert code == 2 and said in output and len(output.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("turn", "--date", "1944-11-01"),
        ("weather", "--date", "1944-12-01", "--ground", "4", "--flight", "6"),
        ("supply", "--date", "1945-03-15"),
        ("shipping", "--date", "1944-12-05", "--unit", "US-79-InfDiv"),
        ("replacements", "--date", "1945-01-05"),
        ("rebuild",),
        ("rebuild", "--unit", "7.Arm Div"),
        ("arrivals", "--date", "1944-09-12"),
        ("arrivals", "--map", "C", "--until", "1944-09-29"),
        ("placement", "--date", "1944-09-05", "--unit", "UK-15-InfDiv", "--hex", "24.01"),
        ("unit", "6.Arm Div"),
        ("oob", "--date", "1944-12-12", "--half", "south", "--type", "infantry"),
        ("move", "Aachen,Düren", "--unit", "US-747-TkBn"),
        ("move", "14.08,14.09", "--mobility", "truck", "--axis"),
        (
            "reach",
            "Aachen",
            "--mobility",
            "leg",
            "--allowance",
            "3",
            "--ground",
            "mud",
            "--zoc",
            "14.09",
            "--closed",
            "13.09",
        ),
        ("combat", "--attack", "15", "--defense", "6"),
        ("combat", "--attackers", "US-79-InfDiv@14.08", "--defenders", "8-3:other", "--hex", "13.09"),
        ("barrage", "36", "--line", "close", "--strat"),
        ("terrain",),
        ("terrain", "--kind", "swamp", "--ground", "snow"),
        ("tokens", "--steps", "3"),
        ("attrition",),
        ("capture", "10"),
        ("air",),
        ("multipliers", "Vossenack", "--ground", "mud"),
        ("trace", "Vossenack", "--sources", "Aachen", "--hq", "Stolberg"),
        ("forecast", "--until", "1944-10-01"),
    ],
)
def test_every_topic_answers_with_path_and_known_clauses(words: tuple[str, ...]) -> None:
    code, text = ask(*words)
    assert code == 0 and text.strip()
    code, plain = ask(*words, "--json")
    answer = json.loads(plain)
    assert (
        code == 0
        and answer["clauses"]
        and answer["provenance"]
        and set(answer["clauses"]) <= set(GAME.rulebook)
    )


def test_an_arrival_answer_holds_what_the_chart_says() -> None:
    answer = json.loads(ask("arrivals", "--date", "1944-09-12", "--json")[1])
    entries = {entry["clause"]: entry for entry in answer["value"]["entries"]}
    assert (
        entries["BTR-date.1944-09-12.us.2"]["printed"][1] == "24-4-3 Inf Div (3, 36, 45)"
        and "BTR-date.1944-09-12.us.4" not in entries
    )
    assert len(entries["BTR-date.1944-09-12.us.2"]["counters"]) == 17


def test_a_table_through_the_command_line(tmp_path: Path) -> None:
    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, list(words))
        return result.exit_code, result.output

    file = str(tmp_path / "c.grog")
    assert run("new", "beyond-the-rhine", "--seed", "4", "--out", file)[0] == 0
    assert run("act", file, "roll", "done", "all", "done")[0] == 0 and run("show", file)[0] == 0
    before = Path(file).read_bytes()
    for bad in ("roll 13", "rebuild Nobody", "fly", "spend us 3000"):
        code, said = run("act", file, bad)
        assert code == 2 and len(said.strip().splitlines()) == 1 and Path(file).read_bytes() == before
    assert (
        run("judge", file, "spend us 40")[0] in (0, 1)
        and run("legal", file)[0]
        == run("verify", file)[0]
        == run("position", file)[0]
        == run("replay", file)[0]
        == 0
    )
    assert run("undo", file, "--past-rolls")[0] == 0
    typed = str(tmp_path / "t.grog")
    assert (
        run("new", "beyond-the-rhine", "--dice", "typed", "--scenario", "north-1945", "--out", typed)[0] == 0
    )
    assert run("act", typed, "roll 3", "roll 9")[0] == 0


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write()
