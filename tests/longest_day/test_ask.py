"""`grognard ask longest-day`: every topic answers from a file, in words and as JSON, and says what it cannot
read.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard.core.ask import ask
from grognard.core.notation import read_position, write_position
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.longest_day.ask import TOPICS
from grognard.games.longest_day.ledger import Ledger
from grognard.games.longest_day.pieces import UNIT
from grognard.games.longest_day.plan import plan
from grognard.games.longest_day.roster import ROSTER
from grognard.games.longest_day.sheet import read_ledger
from grognard.games.longest_day.tables import SUPPORT_CAP
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
    assert (
        whole.value["hqs"]["50:HQ"]["supplied"] and whole.value["hqs"]["50:HQ"]["capacity"][0]["limit"] == 2
    )
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
    assert (
        odds.value["attack"] == 14.3 and odds.value["defence"] == 4 and odds.provenance == ["reconstruction"]
    )
    assert sum(eval(chance) for chance in odds.value["results"].values()) == pytest.approx(1)  # noqa: S307


def test_assign_capacity_roster_plan(files: dict[str, str], tmp_path: Path) -> None:
    ledger = {"ledger": files["ledger"]}
    sick = ask(TOPICS, "assign", ledger)
    armour = next(row for row in sick.value["faults"] if row["clause"] == "TLD-A.corps.9.b")
    assert set(armour["units"]) == {"GDARM", "7ARM", "11ARM"} and armour["fixes"]
    legal = ask(TOPICS, "assign", {**ledger, "unit": "59", "to": "XII"})
    assert legal.value["legal"] and legal.value["effective"] == "1944-06-25"
    refused = ask(TOPICS, "assign", {**ledger, "unit": "GDARM", "to": "IICAN", "day": "12 July"})
    assert not refused.value["legal"] and "TLD-A.corps.15" in refused.clauses
    assert (
        ask(TOPICS, "capacity", {**ledger, "hq": "HQ-XXX"}).value["hqs"]["HQ-XXX"]["limits"][0]["limit"] == 6
    )
    rows = ask(TOPICS, "roster", {**ledger, "corps": "XII"}).value["rows"]
    assert {row["id"] for row in rows} == {"43", "53"}
    form = ask(TOPICS, "roster", {"blank": "yes"})
    assert form.value["count"] == 175 and form.lines[-1] == "175 rows, and 31 Bde, which the form leaves out"
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
    terrain = ask(TOPICS, "terrain", {}).value["terrain"]
    assert (terrain["bocage"]["leg"], terrain["road"]["leg"], terrain["river"]["leg"]) == (2, 0.5, 2)
    assert (
        terrain["city"]["note"] == "shifts an attack 3 columns left"
        and terrain["clear"]["note"] == "no column shift"
    )
    assert len(ask(TOPICS, "options", {}).value["options"]) == 8


@pytest.mark.parametrize(
    ("topic", "given", "said"),
    [
        ("supply", {"position": "nowhere.toml"}, "nowhere.toml"),
        ("assign", {"unit": "44", "to": "XII"}, "there is no unit or formation 44"),
        ("assign", {"unit": "43", "to": "XIII"}, "is not a corps or an HQ"),
        ("roster", {"day": "31 February"}, "is not a day"),
        ("roster", {"day": "1 September"}, "is not a day"),
        ("plan", {"wish": "7ARM"}, "write a request as"),
        ("capacity", {"side": "us"}, "is allied or german"),
    ],
)
def test_bad_questions_are_refused_in_one_line(topic: str, given: dict[str, str], said: str) -> None:
    with pytest.raises(GrognardError, match=said) as error:
        ask(TOPICS, topic, given)
    assert "\n" not in str(error.value)


def test_the_command_line_gives_json(files: dict[str, str]) -> None:
    found = CliRunner().invoke(
        main,
        ["ask", "longest-day", "supply", "--position", files["position"], "--unit", "50:2-Devons", "--json"],
    )
    assert found.exit_code == 0, found.output
    assert (
        json.loads(found.output)["value"]["supplied"] is True
        or json.loads(found.output).get("supplied") is True
    )


def test_the_position_file_is_read_back_and_its_faults_are_told() -> None:
    state = read_position(GAME, POSITION)
    assert read_position(GAME, write_position(state)).to_json() == state.to_json()
    for wrong, said in (
        ("50:HQ", "there is no unit"),
        ("1010 bound=XXX", "is not one of"),
        ('phase = "allied combat"', "is not a phase"),
    ):
        broken = POSITION.replace(
            wrong,
            {"50:HQ": "50:H", "1010 bound=XXX": "1010 tied", 'phase = "allied combat"': 'phase = "tea"'}[
                wrong
            ],
        )
        with pytest.raises(GrognardError, match=said):
            read_position(GAME, broken)


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ('"3:HQ" = "1801"', "is sea"),
        ('"3:1-Suffolk" = "1810 1811"', "in one place"),
        ('"3:1-Suffolk" = "1810 dead"', "in one place"),
        ('"3:1-Suffolk" = "1810 unfed=x"', "is not one of"),
        ('SU-A03 = "1810 bound=XL"', "is not a corps"),
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
        ("50:6-DLI", "neither on the map nor due"),
        ("50:2-Devons,LEHR:I/901", "of one side"),
    ):
        with pytest.raises(GrognardError, match=said):
            consume(units)
    with pytest.raises(GrognardError, match="needs --units"):
        ask(TOPICS, "consume", {"position": files["position"]})
    with pytest.raises(GrognardError, match="Omaha is not a beach with ships"):
        ask(
            TOPICS,
            "odds",
            {"position": files["position"], "units": "50:2-Devons", "hex": "1115", "ships": "Omaha"},
        )


@pytest.mark.clause("TLD-J.32", "TLD-A.corps.6")
def test_a_supply_order_that_tears_a_brigade_apart_is_told_with_its_mend() -> None:
    found = ask(TOPICS, "assign", {"unit": "CDO-47RM", "to": "49:HQ", "day": "14 June"}).value
    (violation,) = found["faults"]
    assert violation["clause"] == "TLD-J.32" and [order["unit"] for order in violation["fixes"][0]] == [
        "4SS-CDO"
    ]


@pytest.mark.clause("TLD-A.corps.2")
def test_an_order_that_could_not_be_written_is_to_be_struck(tmp_path: Path) -> None:
    (tmp_path / "l.toml").write_text('day = "12 June"\n[orders.1944-06-06]\n49 = "I"\n')
    found = ask(TOPICS, "assign", {"ledger": str(tmp_path / "l.toml")})
    assert not found.value["lawful"] and found.value["faults"][0]["strike"] == {
        "day": "1944-06-06",
        "unit": "49",
        "to": "I",
    }
    assert found.lines[:2] == [
        "49 Div to I Corps, written 6 June: the Allied player writes orders from 7 June on [TLD-A.corps.2]",
        "  smallest fix: cancel it",
    ]


@pytest.mark.clause("TLD-A.corps.18", "TLD-A.corps.19")
@pytest.mark.parametrize(
    ("day", "wish", "granted"),
    [
        ("24 June", "44R/4=3:HQ", True),
        ("17 June", "CDO-47RM=50:HQ", True),
        ("20 June", "CDO-47RM=50:HQ", False),
    ],
)
def test_the_planner_hears_wishes_for_a_counter_of_a_brigade(day: str, wish: str, granted: bool) -> None:
    """Its battalions may draw on several HQs of one corps; 47 RM may stay with 50th Division until 19
    June.
    """
    found = ask(TOPICS, "plan", {"day": day, "wish": wish}).value
    unit = wish.partition("=")[0]
    assert found["lawful"] and found["granted"] == ([unit] if granted else [])
    assert granted or [violation["clause"] for violation in found["refused"][unit]] == ["TLD-J.7"]


@pytest.mark.clause("TLD-S.20", "TLD-A.form")
def test_the_german_roster_has_the_german_divisions() -> None:
    found = ask(TOPICS, "roster", {"side": "german", "day": "1 July"}).value
    cells = {row["id"]: row["cells"][-1]["serving"] for row in found["rows"]}
    assert (
        cells["LEHR"] == "ISS"
        and "3" not in cells
        and len(cells) == sum(r.side == "german" for r in ROSTER.divisions.values())
    )
    with pytest.raises(GrognardError, match="a day from 6 June"):
        ask(TOPICS, "roster", {"days": "1944-09-10"})


@pytest.mark.clause("TLD-A.corps.5", "TLD-A.corps.8.a")
def test_the_planner_fills_a_corps_that_has_no_division_at_all(tmp_path: Path) -> None:
    (tmp_path / "l.toml").write_text(
        '[orders.1944-07-03]\n6AB = "VIII"\n[orders.1944-07-06]\n43 = "XXX"\n[orders.1944-07-15]\n53 ='
        ' "I"\n59 = "I"\n'
    )
    found = ask(TOPICS, "plan", {"ledger": str(tmp_path / "l.toml"), "day": "7 August"}).value
    assert found["lawful"] and [order["to"] for order in found["orders"]].count("XII") >= 2


@pytest.mark.clause("TLD-A.corps.12")
def test_a_wish_against_the_canadian_change_is_told_why() -> None:
    found = ask(TOPICS, "plan", {"day": "8 July", "wish": "2C-BDE=XXX"}).value
    assert found["granted"] == [] and [violation["clause"] for violation in found["refused"]["2C-BDE"]] == [
        "TLD-A.corps.12"
    ]


@pytest.mark.clause("TLD-B.4.a.5")
def test_the_planner_keeps_the_one_place_987_can_have() -> None:
    """It lands on 9 June and only 50th Division may feed it: on 7 June its place is written before others
    take all ten.
    """
    ledger = Ledger(arrived={"50:HQ": 0})
    made = plan(ledger, 1)
    assert made.orders[0].unit == "ART-987US" and not made.violations
    assert len(made.ledger.standing(2).attached("50:HQ")) == 10
    assert plan(made.ledger, 2).ledger.standing(3).hq["ART-987US"] == "50:HQ"


@pytest.mark.clause("TLD-A.corps.3", "TLD-J.24")
def test_assign_says_what_an_order_waits_for() -> None:
    sea = ask(TOPICS, "assign", {"unit": "43", "to": "XII", "day": "24 June"})
    assert sea.value["legal"] and sea.value["waits_for"] == {"HQ-XII": "1944-06-29"}
    assert any(
        "no effect until XII Corps HQ is on the map (XII Corps HQ arrives on 29 June)" in line
        for line in sea.lines
    )
    ashore = ask(TOPICS, "assign", {"unit": "43", "to": "XXX", "day": "24 June"})
    assert (
        not ashore.value["waits_for"] and "effective in the Replacement Phase of 25 June" in ashore.lines[-1]
    )
    hq = ask(TOPICS, "assign", {"unit": "34-BDE", "to": "53:HQ", "day": "20 June"})
    assert "53:HQ" in hq.value["waits_for"]


@pytest.mark.clause("TLD-J.34")
def test_assign_judges_orders_together() -> None:
    alone = ask(TOPICS, "assign", {"unit": "11ARM", "to": "XXX", "day": "30 June"}).value
    both = ask(TOPICS, "assign", {"orders": "11ARM=XXX,7ARM=VIII", "day": "30 June"})
    assert not alone["legal"] and both.value["legal"] and "legal together" in both.lines[0]
    three = ask(TOPICS, "assign", {"orders": "7ARM=VIII,GDARM=VIII", "day": "16 July"})
    assert not three.value["legal"] and three.lines[0].endswith("illegal together")
    for wrong in ({"orders": "11ARM"}, {"orders": "11ARM=XXX,11ARM=VIII"}, {"unit": "11ARM"}):
        with pytest.raises(GrognardError):
            ask(TOPICS, "assign", {**wrong, "day": "30 June"})


@pytest.mark.clause("TLD-A.corps.21", "TLD-A.corps.22", "TLD-J.18")
def test_range_says_which_part_fails(files: dict[str, str], tmp_path: Path) -> None:
    text = POSITION.replace('ART-86 = "1110"', 'ART-86 = "1125"').replace(
        '"50:HQ" = "1010"', '"50:HQ" = "1121"'
    )
    (tmp_path / "far.toml").write_text(text, "utf-8")
    far = {"position": str(tmp_path / "far.toml")}
    gun = ask(TOPICS, "range", {**far, "units": "HQ-XXX,ART-86"})
    assert not gun.value["stack"] and gun.value["fails"]["stack"][0]["clause"] == "TLD-A.corps.22"
    assert any("ART 86 has no route of eight hexes to XXX Corps HQ" in line for line in gun.lines)
    devons = ask(TOPICS, "range", {**far, "units": "HQ-XXX,50:2-Devons"}).value
    assert {what: rows[0]["clause"] for what, rows in devons["fails"].items()} == dict.fromkeys(
        ("stack", "attack"), "TLD-A.corps.21"
    )
    corps = ask(TOPICS, "range", {"position": files["position"], "units": "HQ-XXX,LEHR:I/901"}).value
    assert corps["fails"]["attack"][0]["because"]


PAGE = (Path(__file__).parents[2] / "docs" / "games" / "longest-day.md").read_text("utf-8")
LEDGER_EXAMPLE, DOCUMENTED = (block.split("```")[0] for block in PAGE.split("```toml\n")[1:3])


@pytest.mark.parametrize(
    ("phase", "action", "words"),
    [
        ("allied combat", "attack 50:2-Devons 1115", "Attack on 1115: 5 to"),
        ("allied defensive fire", "fire ART-86 1115", "Defensive fire on 1115"),
    ],
)
def test_judge_tells_the_figures_of_a_fight_in_words(
    phase: str, action: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "p.toml").write_text(DOCUMENTED.replace("allied combat", phase), "utf-8")
    said = CliRunner().invoke(main, ["judge", str(tmp_path / "p.toml"), action])
    assert said.exit_code == 0 and words in said.output


def test_the_examples_of_the_page_are_read(tmp_path: Path) -> None:
    state = read_position(GAME, DOCUMENTED)
    assert (
        state.moment == "12 June, Allied Combat Phase"
        and read_position(GAME, write_position(state)).to_json() == state.to_json()
    )
    ledger, day = read_ledger(LEDGER_EXAMPLE)
    assert day == 18 and ledger.orders[-1].stand_in == "3:7-Fd" and "1US" in ledger.roster.divisions
    (tmp_path / "p.toml").write_text(DOCUMENTED, "utf-8")
    for topic in ("supply", "range", "surrender", "ledger", "victory"):
        assert (
            ask(TOPICS, topic, {"position": str(tmp_path / "p.toml")}).words()[0]
            == "at 12 June, Allied Combat Phase:"
        )


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        (('"LEHR:I/901" = "1115"', '"LEHR:I/901" = "1114"'), "TLD-S.16"),
        (('"49:HQ" = "1212"', '"49:HQ" = "1010"'), "TLD-B.1.a"),
        (('"4/7/8" = "1114"', '"4/7/8" = "1114"\n"50:8-DLI" = "1114"\n"50:9-DLI" = "1114"'), "TLD-S.5"),
        (('"50:6-DLI" = "dead"', '"50:6-DLI" = "dead disrupted"'), "TLD-S.6"),
        (("SU-G01 =", '"50:8-DLI" = "1113 half"\nSU-G01 ='), "TLD-B.5"),
        (("SU-G01 =", '"50:8-DLI" = "due afloat=1114"\nSU-G01 ='), "TLD-S.12"),
        (('"49:HQ" = "1944-06-11"', '"49:HQ" = "1944-06-21"'), "TLD-S.11"),
        (("1944-06-07 ART-86 HQ-XXX", "1944-06-17 ART-86 HQ-XXX"), "TLD-A.corps.4"),
        (("1944-06-07 ART-86 HQ-XXX", "1944-06-06 ART-86 HQ-XXX"), "TLD-A.corps.2"),
        (('["50:HQ", "49:HQ"]', '["50:HQ", "3:HQ"]'), "TLD-A.corps.25.b"),
    ],
)
def test_an_impossible_position_is_refused_with_its_clause(change: tuple[str, str], clause: str) -> None:
    text = DOCUMENTED.replace(*change)
    assert text != DOCUMENTED
    with pytest.raises(IllegalAction) as error:
        read_position(GAME, text)
    assert clause in {ruling.clause for ruling in error.value.rulings}
    read_position(GAME, text.replace('"referee"', '"free"'))  # players who want it take it as it is


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("SU-G01 =", '[[pending]]\nframe = "day"\ncolour = 1\n#'), "no key 'colour'"),
        (("1944-06-07 ART-86 HQ-XXX", "1944-06-07 ART-86 HQ-XXX tomorrow"), "tomorrow"),
        (('enforcement = "referee"', "weather = 1"), "no key 'weather'"),
        (("[options]", "[options]\nsunny = true"), "no key 'sunny'"),
    ],
)
def test_unknown_words_of_a_position_are_refused(change: tuple[str, str], words: str) -> None:
    with pytest.raises(GrognardError, match=words):
        read_position(GAME, DOCUMENTED.replace(*change))


def test_what_follows_from_a_position_at_the_start_of_a_movement_phase_is_worked_out() -> None:
    text = DOCUMENTED.replace("allied combat", "allied movement").replace(' fought"', '"')
    state = read_position(
        GAME, text.replace("SU-A01", "SU-A09").replace('"1010 bound=XXX"', '"1010 bound=I"')
    )
    assert (
        state.short >> UNIT["50:2-Devons"] & 1
        and not read_position(GAME, text).short >> UNIT["50:2-Devons"] & 1
    )


@pytest.mark.clause("TLD-S.17", "TLD-B.3", "TLD-S.9")
def test_odds_say_first_what_forbids_the_attack(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(DOCUMENTED, "utf-8")
    where = {"position": str(tmp_path / "p.toml"), "hex": "1115"}
    fine = ask(TOPICS, "odds", {**where, "units": "50:2-Devons"})
    assert not fine.refused and fine.value["column"]
    found = ask(
        TOPICS, "odds", {**where, "units": "50:2-Devons,50:1-Dorsets", "guns": "50:74-Fd", "roll": "3"}
    )
    assert {r.clause for r in found.refused} == {"TLD-S.6", "TLD-S.17"} and found.words()[1].startswith(
        "not legal: "
    )
    assert (
        found.value["result"]
        == ask(TOPICS, "crt", {"odds": found.value["column"], "roll": "3"}).value["result"]
    )
    (tmp_path / "q.toml").write_text(DOCUMENTED.replace("allied combat", "allied movement"), "utf-8")
    early = ask(TOPICS, "odds", {**where, "position": str(tmp_path / "q.toml"), "units": "50:2-Devons"})
    assert any("belongs to another step, Allied Combat Phase" in r.because for r in early.refused)


@pytest.mark.clause("TLD-S.18", "TLD-S.8")
def test_tables_are_asked_with_a_roll(tmp_path: Path) -> None:
    assert ask(TOPICS, "crt", {"odds": "3:1", "roll": "4"}).value["result"] == "DD"
    assert list(ask(TOPICS, "crt", {"odds": "3:1"}).value["table"]["1"]) == ["3:1"]
    (tmp_path / "p.toml").write_text(DOCUMENTED.replace("allied combat", "allied defensive fire"), "utf-8")
    where = {"position": str(tmp_path / "p.toml"), "hex": "1115", "guns": "ART-86"}
    hit, miss = (ask(TOPICS, "fire", {**where, "roll": roll}) for roll in ("6", "1"))
    assert hit.value["disrupted"] and not miss.value["disrupted"]
    again = ask(TOPICS, "fire", {**where, "guns": "ART-86,50:74-Fd"})
    assert "74 Fd (50) has fired in this phase" in again.words()[1]
    for wrong in ({"odds": "9:9"}, {"roll": "3"}, {"odds": "3:1", "roll": "7"}):
        with pytest.raises(GrognardError):
            ask(TOPICS, "crt", wrong)


@pytest.mark.clause("TLD-B.5.b", "TLD-S.17")
def test_the_sum_of_an_attack_adds_up_and_the_choice_of_an_hq_is_told(tmp_path: Path) -> None:
    """2 Devons (5) and 4/7/8 (6) with two guns of 5: support counts up to its share of 11, to the tenth. 11 H
    may use two HQs.
    """
    text = """game = "longest-day"
day = "1944-06-12"
scenario = "bridgehead"
phase = "allied combat"
orders = ["1944-06-07 8-BDE 50:HQ replacement", "1944-06-07 ART-86 HQ-XXX"]
[units]
"HQ-XXX" = "1109"
"50:HQ" = "1010"
SU-A01 = "1010 bound=XXX"
SU-A02 = "1109 bound=XXX"
"50:2-Devons" = "1114"
"50:74-Fd" = "1112"
"REC-A/11H" = "1114"
"4/7/8" = "1114"
ART-86 = "1110"
"LEHR:I/901" = "1115"
"LEHR:HQ" = "1120"
SU-G01 = "1120"
"""
    file = tmp_path / "p.toml"
    file.write_text(text)
    given = {"position": str(file), "units": "50:2-Devons,4/7/8", "hex": "1115", "guns": "ART-86,50:74-Fd"}
    found = ask(TOPICS, "odds", given).value
    share = 11 * float(SUPPORT_CAP)
    assert found["attack"] == pytest.approx(11 + share) and 0 < share < 10
    assert sum(part["amount"] for part in found["attackers"]) == pytest.approx(found["attack"])
    told = ask(TOPICS, "consume", {"position": str(file), "units": "REC-A/11H"}).lines
    assert any("may use XXX Corps HQ or 50 HQ: its owner says which [TLD-B.5.b]" in line for line in told)
    alone = ask(TOPICS, "consume", {"position": str(file), "units": "50:2-Devons"}).lines
    assert not any("TLD-B.5.b" in line for line in alone)
