"""`grognard ask`: topics, parameters, and answers checked against figures counted by hand."""

from __future__ import annotations

import json
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.core.ask import Answer, Parameter, Topic, ask
from grognard.core.data import PROVENANCES
from grognard.core.ruling import GrognardError
from grognard.games.sword_beach.ask import TOPICS

from .build import GAME

POSITION = """
game = "sword-beach"
turn = 5
phase = "allied combat"
[units]
"8/3" = "1538"
"27-Armd" = "1539"
"185/3" = "1640 reduced"
"1-Cdo" = "1642"
"4-Armd" = "0149 reduced"
"736/716" = "1438"
"2-AA" = "1437"
"857/346" = "0247"
"346/346" = "0250"
[markers]
beachheads = ["1640"]
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.toml"
    path.write_text(POSITION)
    return str(path)


def put(topic: str, **given: str) -> Answer:
    return ask(TOPICS, topic, given)


def chances(plain: dict[str, Any]) -> dict[str, str]:
    """The fractions of a distribution; each float must say the same."""
    for row in plain.values():
        assert row["float"] == pytest.approx(float(Fraction(row["fraction"])))
    return {key: row["fraction"] for key, row in plain.items()}


# ---------------------------------------------------------------- the door


def test_an_unknown_topic_is_refused_with_the_list() -> None:
    with pytest.raises(GrognardError, match=r"no topic 'comat'; did you mean combat\? there is drop, raid"):
        put("comat")


def test_an_unknown_parameter_is_refused_with_the_list() -> None:
    with pytest.raises(
        GrognardError, match="length has no parameter --foo; there is --division-84, --division-116"
    ):
        put("length", foo="1")


def test_a_missing_parameter_is_named() -> None:
    with pytest.raises(GrognardError, match=r"turn needs --number \(the turn\)"):
        put("turn")


@pytest.mark.parametrize(
    ("topic", "given", "words"),
    [
        ("turn", {"number": "two"}, "--number is a whole number"),
        ("beach-assault", {"in-zoc": "maybe"}, "--in-zoc is yes or no"),
        ("hex", {"hex": " "}, "--hex is a word"),
        ("combat", {"attackers": "", "attack": "1"}, "--attackers is words"),
        ("hex", {"hex": "9999"}, "no hex '9999'"),
        ("unit", {"unit": "7th Cavalry"}, "no unit 7th Cavalry"),
        ("supply", {"position": "/nowhere/at/all.toml"}, "/nowhere/at/all.toml"),
        ("crt", {"line": "moon"}, "'moon' is not a CRT line; choose clear"),
        ("combat", {}, "needs --position"),
        ("combat", {"attack": "3", "defense": "2", "draws": "3"}, "FM-8.2.1"),
        ("drop", {"hex": "0240"}, "SB-J35"),
        ("raid", {"hex": "1640"}, "SB-11.2.3.1.a"),
        ("length", {"division-84": "9"}, "SB-11.1.3.a"),
        ("turn", {"number": "28"}, "1 to 27"),
        ("beach-assault", {"units": "736/716"}, "SB-11.2.3.2.a"),
        ("movement", {"unit": "8/3"}, "needs --position, or --from"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line(topic: str, given: dict[str, str], words: str) -> None:
    with pytest.raises(GrognardError) as refused:
        ask(TOPICS, topic, given)
    assert words in str(refused.value) and "\n" not in str(refused.value)


def test_kinds_are_read() -> None:
    seen: dict[str, Any] = {}
    parameters = (
        Parameter("a-b", int, "n"),
        Parameter("c", list, "l"),
        Parameter("d", bool, "b"),
        Parameter("from", str, "s", "x"),
    )
    topic = Topic("t", "help", parameters, lambda **given: seen.update(given) or Answer({}, []))
    ask({"t": topic}, "t", {"a_b": "-3", "c": "8/3, 9/3", "d": "yes"})
    assert seen == {"a_b": -3, "c": ["8/3", "9/3"], "d": True, "from_": "x"}
    assert topic.usage() == "[--a-b INT] [--c LIST] [--d BOOL] [--from STR]"


ASKED: list[tuple[str, dict[str, str]]] = [
    ("drop", {"hex": "1342"}),
    ("raid", {}),
    ("beach-assault", {"units": "8/3,27-Armd"}),
    ("combat", {"attack": "9", "defense": "6"}),
    ("combat", {"position": "", "attackers": "8/3,27-Armd", "hex": "1438"}),
    ("bombardment", {"defense": "5", "line": "town"}),
    ("bombardment", {"position": "", "hex": "1437"}),
    ("retreat", {"position": "", "unit": "736/716"}),
    ("movement", {"position": "", "unit": "8/3"}),
    ("movement", {"unit": "3-AA", "from": "edge", "to": "0640"}),
    ("supply", {"position": ""}),
    ("reinforcements", {}),
    ("replacements", {"position": ""}),
    ("replacements", {"nation": "german"}),
    ("weather", {}),
    ("support-fire", {"position": ""}),
    ("crt", {}),
    ("terrain", {}),
    ("unit", {"unit": "8/3", "position": ""}),
    ("units", {}),
    ("hex", {"hex": "0938", "position": ""}),
    ("victory", {"position": ""}),
    ("caen", {"position": ""}),
    ("turn", {"number": "20"}),
    ("length", {}),
    ("campaign-replacements", {}),
    ("campaign-length", {}),
    ("campaign-fire", {"nation": "us"}),
    ("campaign-victory", {"position": ""}),
    ("campaign", {}),
    ("options", {}),
    ("flak", {"position": "", "hex": "1438"}),
]


def test_every_topic_is_asked_here() -> None:
    assert {topic for topic, _ in ASKED} == set(TOPICS)


@pytest.mark.parametrize(("topic", "given"), ASKED)
def test_an_answer_is_plain_cited_and_says_where_it_comes_from(
    topic: str, given: dict[str, str], file: str
) -> None:
    found = ask(TOPICS, topic, {key: file if key == "position" else text for key, text in given.items()})
    assert json.loads(json.dumps(found.value)) and found.lines
    assert found.clauses and all(clause in GAME.rulebook for clause in found.clauses)
    assert len(found.clauses) == len(set(found.clauses))
    assert found.provenance and all(source in PROVENANCES for source in found.provenance)


def test_the_game_knows_its_topics() -> None:
    assert GAME.questions() is TOPICS


# ---------------------------------------------------------------- dice and fights, counted by hand


@pytest.mark.clause("SB-11.2.2.3.b", "SB-11.2.2.3.c", "SB-11.2.2.3.d", "SB-11.2.2.3.e", "SB-11.2.2.3.f")
def test_a_parachute_drop_among_open_hexes() -> None:
    """1342: no neighbour is sea, woods, city or beach."""
    value = put("drop", hex="1342").value
    assert chances(value["fates"]) == {"eliminated": "1/6", "reduced": "1/3", "full": "1/2"}
    assert set(value["by_hex"]) == {"1342", "1341", "1441", "1442", "1343", "1242", "1241"}
    assert value["by_hex"]["1242"]["full"]["fraction"] == "1/18"
    assert len(value["dice"]) == 1 + 12 + 12 + 1


@pytest.mark.clause("SB-11.2.2.3.b", "SB-11.2.2.4.a", "SB-11.2.2.4.b")
def test_a_glider_drop_at_the_coast() -> None:
    """1641: the beach 1640 to the west, sea to the north-west and north-east, three open hexes."""
    value = put("drop", hex="1641", unit="glider").value
    assert chances(value["fates"]) == {"reduced": "7/18", "eliminated": "5/18", "full": "1/3"}
    assert value["by_hex"]["1741"] == {
        "terrain": "sea",
        "eliminated": {"fraction": "1/9", "float": pytest.approx(1 / 9)},
    }
    assert chances({k: v for k, v in value["by_hex"]["1640"].items() if k != "terrain"}) == {
        "eliminated": "1/18",
        "reduced": "1/18",
    }


@pytest.mark.clause("SB-10.0.b", "SB-10.2.a", "SB-11.2.5.b", "SB-11.2.5.c")
def test_every_turn_of_the_track_is_two_days_after_the_one_before() -> None:
    """GT 1 is 6 and 7 June; leg points on even turns from GT 2, mobile points on odd ones from GT 3."""
    first = date(1944, 6, 6)
    for number in range(1, 28):
        value = put("turn", number=str(number)).value
        begin, end = (
            f"{day.day} {day:%B}"
            for day in (first + timedelta(2 * number - 2), first + timedelta(2 * number - 1))
        )
        assert value["number"] == number and value["dates"] == f"{begin} - {end} 1944"
        assert value["extension_only"] == (number > 17)
        kind = "none" if number == 1 else "leg" if number % 2 == 0 else "mobile"
        assert value["replacement"] == {"kind": kind, "points": int(number > 1)}
    with pytest.raises(GrognardError, match="turns run from 1 to 27"):
        put("turn", number="28")


@pytest.mark.clause("SB-11.2.3.1.b", "SB-11.2.3.1.c", "SB-11.2.3.1.d", "SB-11.2.3.1.e", "SB-11.1.5.g")
def test_the_raid() -> None:
    value = put("raid").value
    assert chances(value["fates"]) == {"eliminated": "1/6", "reduced": "2/3", "full": "1/6"}
    assert chances(value["markers_lost"]) == {"none": "1/2", "+6": "1/3", "+10": "1/6"}
    assert [row["may_move_one_hex"] for row in value["dice"]] == [False, False, False, True, True, True]


@pytest.mark.clause("SB-11.2.3.2.c", "SB-11.2.3.2.d", "SB-11.2.3.2.e")
def test_a_beach_assault_with_two_naval_markers() -> None:
    """6 + 8 + 10 + 10 - 0 = +34: the last column on both lines, one A1 and five NE; without markers +14."""
    fire = {"units": "8/3,27-Armd", "attack-fire": "naval10+naval10", "defense-fire": "none"}
    for zoc in ("yes", "no"):
        (row,) = ask(TOPICS, "beach-assault", {**fire, "in-zoc": zoc}).value["odds"]
        assert chances(row["differentials"]) == {"34": "1"}
        assert chances(row["results"]) == {"A1": "1/6", "NE": "5/6"}
    bare = {**fire, "attack-fire": "none"}
    columns = {
        zoc: list(ask(TOPICS, "beach-assault", {**bare, "in-zoc": zoc}).value["odds"][0]["columns"])
        for zoc in ("yes", "no")
    }
    assert columns == {"yes": ["4"], "no": ["5"]}


@pytest.mark.clause("SB-11.2.7.c", "SB-11.2.7.a")
def test_more_naval_markers_than_may_be_used() -> None:
    with pytest.raises(GrognardError, match=r"SB-11\.2\.7\.c"):
        ask(TOPICS, "beach-assault", {"units": "8/3", "attack-fire": "naval7+naval7+naval7"})


@pytest.mark.clause("FM-7.3.1", "FM-7.6.1")
def test_combat_from_bare_figures() -> None:
    """10 - 6 = +4 is column 5 of the clear line: A1 A1 Ex Ex D1 D2."""
    value = ask(TOPICS, "combat", {"attack": "10", "defense": "6", "draws": "0", "defense-draws": "0"}).value
    (row,) = value["odds"]
    assert chances(row["results"]) == {"A1": "1/3", "D1": "1/6", "D2": "1/6", "Ex": "1/3"}
    assert len(put("combat", attack="10", defense="6").value["odds"]) == 9  # 0, 1 and 2 markers a side


@pytest.mark.clause("FM-7.3.1", "FM-8.1.2")
def test_combat_with_one_marker_drawn() -> None:
    """-12 + one of 1 2 2 2 3 3 3 4 6 6 7 8: below -7 up to +4, column 2 (from -7) with +6, column 3
    with +8.
    """
    value = ask(TOPICS, "combat", {"attack": "0", "defense": "12", "draws": "1", "defense-draws": "0"}).value
    assert chances(value["odds"][0]["columns"]) == {"1": "2/3", "2": "1/4", "3": "1/12"}


@pytest.mark.clause("SB-11.2.8.a", "FM-7.4.3")
def test_combat_from_a_position(file: str) -> None:
    """8/3 and 27 Armored, 6 + 8, against 736/716, 5; armor with infantry is not shifted, infantry alone
    is.
    """
    both = ask(TOPICS, "combat", {"position": file, "attackers": "8/3,27-Armd", "hex": "1438"})
    assert [part["amount"] for part in both.value["ledger"]] == [6, 8, -5] and both.value["shifts"] == []
    alone = ask(TOPICS, "combat", {"position": file, "attackers": "8/3", "hex": "1438"})
    assert [part["clause"] for part in alone.value["shifts"]] == [
        "SB-11.2.8.a"
    ] and "SB-11.2.8.a" in alone.clauses


@pytest.mark.clause("FM-7.1.1")
def test_combat_from_afar_is_not_legal_and_has_its_odds(file: str) -> None:
    answer = ask(TOPICS, "combat", {"position": file, "attackers": "185/3", "hex": "1438"})
    assert "FM-7.1.1" in {ruling.clause for ruling in answer.refused} and answer.value["odds"]
    with pytest.raises(GrognardError, match=r"736/716: all attackers are of one side.* \[FM-7\.2\.1\]"):
        ask(TOPICS, "combat", {"position": file, "attackers": "8/3,736/716", "hex": "1438"})


@pytest.mark.clause("FM-8.4.2")
def test_bombardment_of_a_town_by_two_aircraft() -> None:
    """Sums 12 to 14 as 22, 15 to 18 as 22 and 20 as 1 of 45; less 5 and two columns left: columns 4, 5, 6
    with 1, 2, 3 hits on a die.
    """
    value = put("bombardment", defense="5", line="town", draw="air+air").value
    assert chances(value["odds"][0]["columns"]) == {"4": "22/45", "5": "22/45", "6": "1/45"}
    assert chances(value["effects"]["air+air"]) == {"nothing": "67/90", "reduced": "23/90", "eliminated": "0"}
    weak = put("bombardment", defense="5", line="town", draw="air+air", reduced="yes").value
    assert chances(weak["effects"]["air+air"]) == {"nothing": "67/90", "reduced": "0", "eliminated": "23/90"}


@pytest.mark.clause("SB-11.2.6.d", "SB-11.2.6.e")
def test_only_aircraft_reach_far(file: str, tmp_path: Path) -> None:
    far = tmp_path / "far.toml"
    far.write_text(POSITION.replace('"2-AA" = "1437"', '"2-AA" = "0637"'))
    assert set(put("bombardment", position=str(far), hex="0637").value["effects"]) == {"air", "air+air"}
    assert len(put("bombardment", position=file, hex="1437").value["effects"]) == 5
    guns = put("bombardment", position=str(far), hex="0637", draw="guns")
    assert "SB-11.2.6.d" in {ruling.clause for ruling in guns.refused} and guns.value["effects"]
    with pytest.raises(GrognardError, match=r"aircraft markers are Allied \[SB-11\.2\.6\.b\]"):
        put("bombardment", position=file, hex="1538", side="german", draw="air")


@pytest.mark.clause("FM-7.7.1", "FM-6.2.1")
def test_first_hexes_of_a_retreat(file: str) -> None:
    """736/716 in 1438: 1538 and 1539 are enemy, 1437 and 1439 lie in their zones; two ways are left."""
    assert put("retreat", position=file, unit="736/716").value["first_hexes"] == ["1338", "1339"]


@pytest.mark.clause("FM-8.1.2", "SB-11.1.5.a", "SB-11.2.6.b")
def test_support_fire() -> None:
    value = put("support-fire").value
    assert {name: row["size"] for name, row in value.items()} == {"air": 10, "guns": 12, "german": 22}
    assert chances(value["air"]["two"]) == {
        "12": "2/15",
        "13": "4/45",
        "14": "4/15",
        "15": "1/15",
        "16": "11/45",
        "17": "2/45",
        "18": "2/15",
        "20": "1/45",
    }
    assert value["german"]["mean_of_one"]["fraction"] == "6"  # 132 on 22 markers, mines 6 among them
    assert value["guns"]["mean_of_one"]["fraction"] == "47/12"  # 47 on 12
    assert value["german"]["one"]["6"]["fraction"] == "2/11"


@pytest.mark.clause("SB-15.0.b", "SB-J41")
def test_flak(file: str) -> None:
    value = put("flak", position=file, hex="1438").value
    assert value["halved"] == {"6": 3, "7": 4, "8": 4, "10": 5}
    assert value["under_flak"] and not value["in_use"]  # 2 AA stands next door; the rule was not agreed on
    assert not put("flak", position=file, hex="0247").value["under_flak"]


# ---------------------------------------------------------------- facts


@pytest.mark.clause("FM-5.2.2", "SB-11.1.2.e")
def test_movement_by_road_from_the_edge() -> None:
    """3 AA: 1 MP for 0451, twelve road hexes at a half."""
    value = ask(TOPICS, "movement", {"unit": "3-AA", "from": "edge", "to": "0640"}).value
    assert (value["cost"], value["allowance"], len(value["ledger"])) == ("7", "7", 13)
    through_caen = ask(TOPICS, "movement", {"unit": "125/21", "from": "0837", "to": "1142"}).value
    assert (through_caen["cost"], through_caen["allowance"]) == ("4.5", "8")


@pytest.mark.clause("SB-14.1.b")
def test_movement_in_bad_weather() -> None:
    found = ask(TOPICS, "movement", {"unit": "8/3", "from": "1640", "weather": "yes"})
    assert found.value["allowance"] == "3"


@pytest.mark.clause("FM-5.2.3")
def test_movement_too_far_says_why() -> None:
    found = ask(TOPICS, "movement", {"unit": "8/3", "from": "1640", "to": "0138"})
    assert found.value["cost"] is None and found.clauses == ["FM-5.2.3"]


@pytest.mark.clause("FM-5.1.2", "FM-5.1.3", "FM-6.1.1", "FM-5.3.1")
def test_movement_barred_says_by_what(file: str) -> None:
    """From 1538: 1438 is German, 1741 sea, 1338 behind their zones, 1539 held by a friend."""
    barred = {
        to: put("movement", unit="8/3", position=file, to=to).clauses
        for to in ("1438", "1741", "1338", "1538")
    }
    assert barred == {"1438": ["FM-5.1.2"], "1741": ["FM-5.1.3"], "1338": ["FM-6.1.1"], "1538": ["FM-5.1.1"]}
    friend = put("movement", unit="8/3", position=file, to="1539")
    assert not friend.value["may_end_there"] and "FM-5.3.1" in friend.clauses


@pytest.mark.clause("SB-12.0.f", "SB-12.0.j")
def test_supply(file: str) -> None:
    """4 Armored in 0149 is walled in by the zones of 0247 and 0250; the commando needs none."""
    value = put("supply", position=file).value
    assert set(value["out_of_supply"]) == {"4-Armd"}
    assert value["out_of_supply"]["4-Armd"]["zones of control in the way"] == ["0148", "0150", "0248", "0249"]
    assert set(value["in_supply"]) == {"8/3", "27-Armd", "185/3", "1-Cdo"}


@pytest.mark.clause("SB-11.2.4.gt6", "SB-11.1.2.gt15")
def test_reinforcements() -> None:
    (six,) = put("reinforcements", turn="6").value["arrivals"]
    assert (six["units"], six["clause"]) == (["32G/GA", "5G/GA"], "SB-11.2.4.gt6")
    assert [
        row["early_from"] for row in put("reinforcements", turn="15", side="german").value["arrivals"]
    ] == [10, 10]
    assert put("reinforcements", turn="4").value["arrivals"] == []


@pytest.mark.clause("SB-11.2.5.b", "SB-11.2.5.c", "SB-11.1.4")
def test_replacements(file: str) -> None:
    kinds = {turn: row["kind"] for turn, row in put("replacements").value["points"].items()}
    assert [kinds[str(turn)] for turn in (1, 2, 3, 4, 17)] == ["none", "leg", "mobile", "leg", "mobile"]
    assert put("replacements", nation="german").clauses == ["SB-11.1.4"]
    assert (
        put("replacements", position=file).value["could_take_it"] == []
    )  # 4 Armored is mobile and reduced, but cut off


@pytest.mark.clause("SB-14.1.a", "SB-14.1.b")
def test_weather() -> None:
    value = put("weather", turns="2").value
    assert chances(value["chances"]) == {"fair": "5/6", "inclement": "1/6"}
    assert chances(value["inclement_turns"]) == {"0": "25/36", "1": "5/18", "2": "1/36"}
    assert value["movement_allowance"] == {"4": 2, "5": 3, "6": 3, "7": 4, "8": 4}


@pytest.mark.clause("SB-11.1.3.c", "SB-11.1.3.d")
def test_length() -> None:
    """The document's own figure: the 84th on GT 10 and the 116th on GT 12 make GT 25 the last."""
    assert ask(TOPICS, "length", {"division-84": "10", "division-116": "12"}).value["last_turn"] == 25
    assert put("length").value["last_turn"] == 17


@pytest.mark.clause("FM-2.3.a")
def test_a_unit_and_all_units() -> None:
    found = put("unit", unit="27-armd")
    assert (
        found.value["full"] == {"attack": 8, "defense": 7, "movement": 8}
        and "reconstruction" in found.provenance
    )
    assert len(put("units").value["units"]) == 46
    assert {row["id"] for row in put("units", side="allied", kind="armor").value["units"]} == {
        "27-Armd",
        "4-Armd",
        "5G/GA",
    }


@pytest.mark.clause("SB-10.1.c")
def test_a_hex_with_its_bridge() -> None:
    value = put("hex", hex="0938").value
    assert value["name"] == "Caen" and value["crt_line"] == "city"
    assert value["neighbours"]["SE"] == {"hex": "0838", "terrain": "city", "hexside": "bridge", "way": "road"}


def test_turn_dates() -> None:
    assert put("turn", number="1").value["dates"] == "6 June - 7 June 1944"
    assert "only if the game is extended" in " ".join(put("turn", number="18").lines)


@pytest.mark.clause("SB-13.0.c", "SB-11.1.5.e")
def test_victory_and_caen(file: str, tmp_path: Path) -> None:
    assert put("victory", position=file).value["allied_in_north_caen"] == []
    held = tmp_path / "held.toml"
    cities = ["0937", "0938", "0939", "0837", "0838", "0839", "0940", "0738", "0739"]
    held.write_text(POSITION + f"allied_cities = {json.dumps(cities)}\n")
    assert put("victory", position=str(held)).value["allied_conditions_met"]
    assert put("caen", position=str(held)).value["controlled"]
    assert not put("caen", position=file).value["controlled"]


def test_options_are_all_there() -> None:
    rows = put("options").value["options"]
    assert {row["clause"] for row in rows} >= {f"SB-J{number}" for number in range(1, 48)}
    assert put("options", name="city_needs_all_hexes").value["options"][0]["default"] is True


@pytest.mark.clause("FM-7.4.1")
def test_crt_and_terrain() -> None:
    value = put("crt", line="town").value
    assert value["lines"]["town"]["lower_bounds"] == [-5, -2, 1, 4, 7, 10, 14, 18, 23]
    assert put("terrain", kind="bocage").value["terrain"]["bocage"]["mobile"] == 3


# ---------------------------------------------------------------- the campaign


@pytest.mark.clause("SB-14.0.c", "SB-14.0.d")
def test_campaign_replacements() -> None:
    value = put("campaign-replacements", turn="3").value
    assert value == {"us": {"3": {"leg": 2, "mobile": 1}}, "commonwealth": {"3": {"leg": 0, "mobile": 2}}}


@pytest.mark.clause("SB-14.2.b", "SB-14.2.c", "SB-J18")
def test_campaign_length() -> None:
    assert put("campaign-length", cities="3").value["last_turn"] == 24
    early = ask(TOPICS, "campaign-length", {"cities": "8", "division-84": "12"}).value
    assert (early["cities_counted_after"], early["last_turn"]) == (20, 22)
    assert put("campaign-length", campaign="combined").value["last_turn"] == 25


@pytest.mark.clause("SB-14.3.d", "SB-14.3.b")
def test_campaign_victory(file: str) -> None:
    won = ask(TOPICS, "campaign-victory", {"turn": "17", "city-hexes": "14"}).value["outcome"]
    assert won == ["allied", "victory", "SB-14.3.d"]
    lost = ask(TOPICS, "campaign-victory", {"turn": "25", "city-hexes": "13"}).value["outcome"]
    assert lost == ["german", "operational", "SB-14.3.b"]
    assert put("campaign-victory", position=file).value["captured_hexes"] == []  # 0149 is held but cut off


@pytest.mark.clause("SB-11.2.6.f")
def test_campaign_fire() -> None:
    found = ask(TOPICS, "campaign-fire", {"nation": "us", "kind": "naval", "units-of": "commonwealth"})
    assert [row["clause"] for row in found.value["barred"]] == ["SB-11.2.6.f", "SB-14.0.e.f"]


@pytest.mark.clause("SB-14.0.a", "SB-C9", "SB-C10")
def test_campaign_says_what_is_wanting() -> None:
    value = put("campaign").value
    assert not value["playable"] and "[SB-14.0.a]" in value["refusal"]
    assert [gap["id"] for gap in value["gaps"] if gap["complete"]] == ["SB-C9", "SB-C10"]
    assert [gap["id"] for gap in value["gaps"] if not gap["complete"]] == [
        f"SB-C{n}" for n in (*range(1, 9), 11)
    ]
