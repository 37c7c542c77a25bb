"""`grognard ask longest-day`: every topic answers from a file, in words and as JSON, and says what it cannot read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard.core.ask import ask
from grognard.core.notation import read_position, write_position
from grognard.core.ruling import GrognardError
from grognard.games.longest_day.ask import TOPICS
from grognard.games.longest_day.ledger import Ledger
from grognard.games.longest_day.plan import plan
from grognard.games.longest_day.roster import ROSTER
from grognard.games.longest_day.sheet import read_ledger
from grognard.play.cli import main

from .build import GAME

POSITION = """
game = "longest-day"
scenario = "bridgehead"
day = "1944-06-12"
phase = "allied combat"
orders = ["1944-06-07 8-BDE 50:HQ replacement", "1944-06-07 ART-86 HQ-XXX"]
[units]
"50:HQ" = "1010"
SU-A01 = "1010 bound=XXX"
"50:2-Devons" = "1114"
"50:1-Dorsets" = "1116"
"4/7/8" = "1114"
"HQ-XXX" = "1109"
SU-A02 = "1109 half bound=XXX"
ART-86 = "1110"
"49:4-Lincolns" = "1111"
"LEHR:I/901" = "1115"
"LEHR:II/901" = "1117 unfed=2"
"""
LEDGER = """
day = "24 June"
[orders.1944-06-20]
43 = "XII"
53 = "XII"
GDARM = "VIII"
7ARM = "VIII"
"""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "p.toml").write_text(POSITION)
    (tmp_path / "l.toml").write_text(LEDGER)
    return {"position": str(tmp_path / "p.toml"), "ledger": str(tmp_path / "l.toml")}


def test_supply_tells_the_route_the_hq_and_what_is_left(files: dict[str, str]) -> None:
    whole = ask(TOPICS, "supply", {"position": files["position"]})
    assert whole.value["hqs"]["50:HQ"]["supplied"] and whole.value["hqs"]["50:HQ"]["capacity"][0]["limit"] == 2
    assert [row["unit"] for row in whole.value["unsupplied"]] == ["49:4-Lincolns"]
    one = ask(TOPICS, "supply", {"position": files["position"], "unit": "50:1-Dorsets"})
    assert len(one.value["route"]) == 8 and "TLD-B.2" in one.clauses
    cut = ask(TOPICS, "supply", {"position": files["position"], "unit": "49:4-Lincolns"})
    assert not cut.value["supplied"] and any("no attack" in line for line in cut.lines)


def test_range_consume_surrender_odds(files: dict[str, str]) -> None:
    where = {"position": files["position"]}
    assert ask(TOPICS, "range", where).value["divisions"]["50"]["tied"]
    both = ask(TOPICS, "range", {**where, "units": "50:2-Devons,4/7/8"})
    assert both.value["stack"] and both.value["attack"]
    cost = ask(TOPICS, "consume", {**where, "units": "50:2-Devons,4/7/8"})
    assert cost.value["hqs"]["50:HQ"]["half_steps"] == 1
    assert ask(TOPICS, "consume", {"before": "1", "weight": "1"}).value == {"half_steps": 1}
    with pytest.raises(GrognardError, match="cannot fire defensively"):
        ask(TOPICS, "consume", {**where, "units": "50:2-Devons", "fire": "yes"})
    clocks = ask(TOPICS, "surrender", {**where, "side": "german"})
    assert clocks.value["units"] == [
        {
            "unit": "LEHR:II/901",
            "hex": "1117",
            "resets": 2,
            "of": 3,
            "liable": False,
            "surrenders": False,
            "clause": "TLD-B.12",
            "because": "2 of 3 Reset Phases without supply",
        }
    ]
    odds = ask(TOPICS, "odds", {**where, "units": "50:2-Devons,4/7/8", "hex": "1115", "guns": "ART-86"})
    assert odds.value["attack"] == 14.3 and odds.value["defence"] == 4 and odds.provenance == ["reconstruction"]
    assert sum(eval(chance) for chance in odds.value["results"].values()) == pytest.approx(1)  # noqa: S307


def test_assign_capacity_roster_plan(files: dict[str, str], tmp_path: Path) -> None:
    ledger = {"ledger": files["ledger"]}
    sick = ask(TOPICS, "assign", ledger)
    armour = next(row for row in sick.value["faults"] if row["clause"] == "TLD-A.corps.9.b")
    assert set(armour["units"]) == {"GDARM", "7ARM", "11ARM"} and armour["mends"]
    legal = ask(TOPICS, "assign", {**ledger, "unit": "59", "to": "XII"})
    assert legal.value["legal"] and legal.value["effective"] == "1944-06-25"
    refused = ask(TOPICS, "assign", {**ledger, "unit": "GDARM", "to": "IICAN", "day": "12 July"})
    assert not refused.value["legal"] and "TLD-A.corps.15" in refused.clauses
    assert ask(TOPICS, "capacity", {**ledger, "hq": "HQ-XXX"}).value["hqs"]["HQ-XXX"]["limits"][0]["limit"] == 6
    rows = ask(TOPICS, "roster", {**ledger, "corps": "XII"}).value["rows"]
    assert {row["id"] for row in rows} == {"43", "53"}
    form = ask(TOPICS, "roster", {"blank": "yes"})
    assert form.value["count"] == 175 and form.lines[-1] == "175 rows, and 31-BDE, which the form leaves out"
    out = tmp_path / "new.toml"
    plan = ask(TOPICS, "plan", {"day": "29 June", "wish": "7ARM=VIII,GDARM=VIII", "out": str(out)})
    assert plan.value["lawful"] and plan.value["granted"] == ["7ARM", "GDARM"]
    assert len(read_ledger(out.read_text())[0].orders) == len(plan.value["orders"])


def test_a_position_is_a_ledger_too(files: dict[str, str]) -> None:
    found = ask(TOPICS, "capacity", {"ledger": files["position"], "hq": "50:HQ"})
    assert found.value["hqs"]["50:HQ"]["attached"] == ["12K/8", "24L/8", "4/7/8", "N/8"]
    assert ask(TOPICS, "ledger", {"position": files["position"]}).value["faults"] == []


def test_the_small_topics(files: dict[str, str]) -> None:
    assert ask(TOPICS, "crt", {}).value["table"]["6"]["6:1"] == "DE"
    assert ask(TOPICS, "victory", {"position": files["position"]}).value["points"] == 0
    assert ask(TOPICS, "unit", {"unit": "art-86"}).value["rating"] == "(5)-4-6 r6s2"
    assert ask(TOPICS, "hex", {"hex": "2015", "position": files["position"]}).value["terrain"] == "city"
    assert len(ask(TOPICS, "options", {}).value["options"]) == 8


@pytest.mark.parametrize(("topic", "given", "said"), [
    ("supply", {"position": "nowhere.toml"}, "nowhere.toml"), ("assign", {"unit": "44", "to": "XII"}, "did you mean"),
    ("assign", {"unit": "43", "to": "XIII"}, "neither a corps nor an HQ"), ("roster", {"day": "31 February"}, "is not a day"),
    ("roster", {"day": "1 September"}, "is not a day"), ("plan", {"wish": "7ARM"}, "a wish is written"), ("capacity", {"side": "us"}, "one of"),
])  # fmt: skip
def test_bad_questions_are_refused_in_one_line(topic: str, given: dict[str, str], said: str) -> None:
    with pytest.raises(GrognardError, match=said) as error:
        ask(TOPICS, topic, given)
    assert "\n" not in str(error.value)


def test_the_command_line_gives_json(files: dict[str, str]) -> None:
    found = CliRunner().invoke(
        main, ["ask", "longest-day", "supply", "--position", files["position"], "--unit", "50:2-Devons", "--json"]
    )
    assert found.exit_code == 0, found.output
    assert json.loads(found.output)["value"]["supplied"] is True or json.loads(found.output).get("supplied") is True


def test_the_position_file_is_read_back_and_its_faults_are_told() -> None:
    state = read_position(GAME, POSITION)
    assert read_position(GAME, write_position(state)).to_json() == state.to_json()
    for wrong, said in (
        ("50:HQ", "there is no unit"),
        ("1010 bound=XXX", "none of"),
        ('phase = "allied combat"', "there is no phase"),
    ):
        broken = POSITION.replace(
            wrong, {"50:HQ": "50:H", "1010 bound=XXX": "1010 tied", 'phase = "allied combat"': 'phase = "tea"'}[wrong]
        )
        with pytest.raises(GrognardError, match=said):
            read_position(GAME, broken)


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ('"3:HQ" = "1801"', "is sea"),
        ('"3:1-Suffolk" = "1810 1811"', "in one place"),
        ('"3:1-Suffolk" = "1810 dead"', "in one place"),
        ('"3:1-Suffolk" = "1810 unfed=x"', "none of"),
        ('SU-A03 = "1810 bound=XL"', "there is no corps"),
    ],
)
def test_a_unit_of_a_position_file_is_in_one_place_that_there_is(units: str, said: str) -> None:
    with pytest.raises(GrognardError, match=said):
        read_position(GAME, POSITION + units)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('orders = ["1944-06-08 8-BDE"]', "DAY UNIT CORPS-OR-HQ"),
        ('orders = "1944-06-08 8-BDE 50:HQ"', "a list of lines"),
        ('disorder = ["I"]', "a list of pairs"),
        ('delivery = [["Gold"]]', "a list of pairs"),
        ('naval = "Gold"', "a list of beaches"),
        ("dry = [1]", "two numbers"),
    ],
)
def test_a_line_of_a_position_file_that_cannot_be_read_is_explained(line: str, said: str) -> None:
    with pytest.raises(GrognardError, match=said) as error:
        read_position(GAME, f'game = "longest-day"\n{line}\n[units]\n"3:HQ" = "1810"')
    assert "\n" not in str(error.value)


@pytest.mark.clause("TLD-B.5.a", "TLD-B.5.d")
def test_what_an_attack_consumes_is_told_of_units_that_can_attack(files: dict[str, str]) -> None:
    def consume(units: str) -> dict[str, object]:
        found = ask(TOPICS, "consume", {"position": files["position"], "units": units}).value
        assert isinstance(found, dict)
        return found

    assert consume("50:2-Devons,50:2-Devons")["hqs"]["50:HQ"]["half_steps"] == 0  # type: ignore[index]
    for units, said in (
        ("50:HQ", "no attack strength"),
        ("50:6-DLI", "not on the map"),
        ("50:2-Devons,LEHR:I/901", "of one side"),
    ):
        with pytest.raises(GrognardError, match=said):
            consume(units)
    with pytest.raises(GrognardError, match="needs --units"):
        ask(TOPICS, "consume", {"position": files["position"]})
    with pytest.raises(GrognardError, match="no ships off Omaha"):
        ask(TOPICS, "odds", {"position": files["position"], "units": "50:2-Devons", "hex": "1115", "ships": "Omaha"})


@pytest.mark.clause("TLD-J.32", "TLD-A.corps.6")
def test_a_supply_order_that_tears_a_brigade_apart_is_told_with_its_mend() -> None:
    found = ask(TOPICS, "assign", {"unit": "CDO-47RM", "to": "49:HQ", "day": "14 June"}).value
    (fault,) = found["faults"]
    assert fault["clause"] == "TLD-J.32" and [order["unit"] for order in fault["mends"][0]] == ["4SS-CDO"]


@pytest.mark.clause("TLD-A.corps.2")
def test_an_order_that_could_not_be_written_is_to_be_struck(tmp_path: Path) -> None:
    (tmp_path / "l.toml").write_text('day = "12 June"\n[orders.1944-06-06]\n49 = "I"\n')
    found = ask(TOPICS, "assign", {"ledger": str(tmp_path / "l.toml")})
    assert not found.value["lawful"] and found.value["faults"][0]["strike"] == {"day": "1944-06-06", "unit": "49", "to": "I"}
    assert found.lines[:2] == [
        "49 to I, written 6 June: the allied player writes from 7 June on [TLD-A.corps.2]",
        "  smallest mend: strike it",
    ]


@pytest.mark.clause("TLD-A.corps.18", "TLD-A.corps.19")
@pytest.mark.parametrize(
    ("day", "wish", "granted"),
    [("24 June", "44R/4=3:HQ", True), ("17 June", "CDO-47RM=50:HQ", True), ("20 June", "CDO-47RM=50:HQ", False)],
)
def test_the_planner_hears_wishes_for_a_counter_of_a_brigade(day: str, wish: str, granted: bool) -> None:
    """Its battalions may draw on several HQs of one corps; 47 RM may stay with 50th Division until 19 June."""
    found = ask(TOPICS, "plan", {"day": day, "wish": wish}).value
    unit = wish.partition("=")[0]
    assert found["lawful"] and found["granted"] == ([unit] if granted else [])
    assert granted or [fault["clause"] for fault in found["refused"][unit]] == ["TLD-J.7"]


@pytest.mark.clause("TLD-S.20", "TLD-A.form")
def test_the_german_roster_has_the_german_divisions() -> None:
    found = ask(TOPICS, "roster", {"side": "german", "day": "1 July"}).value
    cells = {row["id"]: row["cells"][-1]["serving"] for row in found["rows"]}
    assert (
        cells["LEHR"] == "ISS" and "3" not in cells and len(cells) == sum(r.side == "german" for r in ROSTER.divisions.values())
    )
    with pytest.raises(GrognardError, match="a day from 6 June"):
        ask(TOPICS, "roster", {"days": "1944-09-10"})


@pytest.mark.clause("TLD-A.corps.5", "TLD-A.corps.8.a")
def test_the_planner_fills_a_corps_that_has_no_division_at_all(tmp_path: Path) -> None:
    (tmp_path / "l.toml").write_text(
        '[orders.1944-07-03]\n6AB = "VIII"\n[orders.1944-07-06]\n43 = "XXX"\n[orders.1944-07-15]\n53 = "I"\n59 = "I"\n'
    )
    found = ask(TOPICS, "plan", {"ledger": str(tmp_path / "l.toml"), "day": "7 August"}).value
    assert found["lawful"] and [order["to"] for order in found["orders"]].count("XII") >= 2


@pytest.mark.clause("TLD-J.17")
def test_a_wish_against_the_canadian_change_is_told_why() -> None:
    found = ask(TOPICS, "plan", {"day": "8 July", "wish": "2C-BDE=XXX"}).value
    assert found["granted"] == [] and [fault["clause"] for fault in found["refused"]["2C-BDE"]] == ["TLD-J.17"]


@pytest.mark.clause("TLD-B.4.a.5")
def test_the_planner_keeps_the_one_place_987_can_have() -> None:
    """It lands on 9 June and only 50th Division may feed it: on 7 June its place is written before others take all ten."""
    ledger = Ledger(arrived={"50:HQ": 0})
    made = plan(ledger, 1)
    assert made.orders[0].unit == "ART-987US" and not made.faults
    assert len(made.ledger.standing(2).attached("50:HQ")) == 10
    assert plan(made.ledger, 2).ledger.standing(3).hq["ART-987US"] == "50:HQ"
