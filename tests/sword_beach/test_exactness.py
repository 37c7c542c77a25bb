"""Answers judge as play does, at the moment of the position; storms, stacks, edge hexsides and unused points
as the document says.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from grognard.core.ask import Answer, ask
from grognard.core.hexes import members
from grognard.core.notation import to_toml
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.sword_beach import board, notation
from grognard.games.sword_beach.ask import TOPICS
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.judge import result_meaning
from grognard.games.sword_beach.movement import against, ledger
from grognard.games.sword_beach.pieces import NAMES, unit
from grognard.games.sword_beach.position import Combat
from grognard.play.verdict import verdict

from .build import SILENT, choices, do, position, why

STACK = {"9/3": "1640 landed", "27-Armd": "1640 landed", "716/716": "1639"}


def put(folder: Path, topic: str, plain: dict, **given: str) -> Answer:
    """A question about a position at exactly its moment."""
    file = folder / "position.toml"
    file.write_text(to_toml({"game": "sword-beach", **plain}))
    return ask(TOPICS, topic, {"position": str(file), **given})


def plain(phase: str, turn: int, units: dict[str, str], **more: object) -> dict:
    return {"turn": turn, "phase": phase, "units": units, "markers": {"beachheads": ["1640"]}, **more}


def clauses(answer: Answer) -> set[str]:
    return {ruling.clause for ruling in answer.refused}


# ---------------------------------------------------------------- ask judges as play does


@pytest.mark.refuses("SB-11.2.2.7.d")
def test_ask_gives_no_destination_to_a_unit_that_may_not_move(tmp_path: Path) -> None:
    answer = put(
        tmp_path, "movement", plain("allied movement", 1, STACK | {"3/6-Para": "1342"}), unit="3/6-Para"
    )
    assert answer.moment == "GT 1, Allied Movement Phase" and "SB-11.2.2.7.d" in clauses(answer)
    assert answer.value["destinations"] == [] and len(answer.value["within_reach"]) > 20
    assert answer.words()[0] == "at GT 1, Allied Movement Phase:" and answer.words()[1].startswith(
        "not legal: 3/6 Para dropped"
    )


def test_ask_lists_the_destinations_of_a_unit_that_may_move(tmp_path: Path) -> None:
    answer = put(tmp_path, "movement", plain("allied movement", 5, {"8/3": "1538"}), unit="8/3")
    assert not answer.refused and answer.value["destinations"] == answer.value["within_reach"] != []


@pytest.mark.parametrize(
    ("phase", "units", "attackers", "clause"),
    [
        ("allied combat", STACK, "9/3,27-Armd", "SB-11.2.4.d"),
        ("allied combat", {**STACK, "9/3": "1640 landed fought"}, "9/3", "FM-7.1.2"),
        ("allied mobile combat", STACK, "27-Armd,9/3", "FM-4.1.8"),
        ("allied movement", STACK, "9/3", "FM-4.1.6"),
    ],
)
def test_ask_gives_the_odds_of_an_illegal_attack_and_says_so_first(
    tmp_path: Path, phase: str, units: dict[str, str], attackers: str, clause: str
) -> None:
    answer = put(tmp_path, "combat", plain(phase, 5, units), attackers=attackers, hex="1639")
    assert clause in clauses(answer) and answer.value["odds"]
    assert answer.words()[1].startswith("not legal: ")


def test_a_drop_attack_is_explained_with_what_it_can_have(tmp_path: Path) -> None:
    """One Allied marker at the most, no German one, and the chance that the German stays and the attackers
    are lost.
    """
    units = {"3/6-Para": "1342", "857/346": "1342"}
    pending = [
        {"frame": "landing", "step": 15},
        {
            "frame": "drop_attack",
            "attacker": "allied",
            "hex": "1342",
            "attackers": ["3/6-Para"],
            "defender": "857/346",
            "step": 2,
        },
    ]
    answer = put(tmp_path, "combat", plain("allied movement", 0, units, pending=pending))
    fires = {(row["attack_fire"], row["defense_fire"]) for row in answer.value["odds"]}
    assert fires == {("none", "none"), ("guns", "none"), ("air", "none")}
    bare = answer.value["odds"][0]["results"]
    stays = sum(Fraction(bare[code]["fraction"]) for code in bare if code not in ("D2", "D3", "De"))
    assert Fraction(answer.value["attackers_lost"]["none"]["fraction"]) == stays > Fraction(1, 2)
    assert any("[SB-11.2.2.6.f]" in line for line in answer.lines)
    with pytest.raises(IllegalAction, match=r"SB-11.2.2.6.c"):
        put(tmp_path, "combat", plain("allied movement", 0, units, pending=pending), attack_fire="guns+guns")


def test_units_named_in_the_hex_of_a_german_unit_make_a_drop_attack(tmp_path: Path) -> None:
    """SB-11.2.2.6: the same answer as for the combat under way, not that of an attack on an adjacent hex."""
    units = {"3/6-Para": "1342", "5/6-Para": "1343", "857/346": "1342"}
    position = plain("attacks of units down on a German", 0, units) | {"markers": {"drop_zones": ["1342"]}}
    answer = put(tmp_path, "combat", position, attackers="3/6-Para", hex="1342")
    assert not answer.refused and {row["defense_fire"] for row in answer.value["odds"]} == {"none"}
    assert answer.value["attackers_lost"] and "no stiff resistance" in answer.value["results_key"]["D2"]
    more = put(tmp_path, "combat", position, attackers="3/6-Para,5/6-Para", hex="1342")
    assert clauses(more) == {"SB-11.2.2.6.b"} and more.words()[1].startswith(
        "not legal: only the units in 1342"
    )
    with pytest.raises(IllegalAction, match=r"SB-11.2.2.6.c"):
        put(tmp_path, "combat", position, attackers="3/6-Para", hex="1342", **{"defense-fire": "guns"})


def test_a_raid_after_the_landings_is_not_legal(tmp_path: Path) -> None:
    late = put(tmp_path, "raid", plain("allied combat", 2, {"8/3": "1538"}), hex="1641")
    assert "SB-11.2.a" in clauses(late) and late.value["dice"]
    now = put(tmp_path, "raid", plain("commando raid", 0, {"8/3": "1640 landed"}), hex="1641")
    assert not now.refused


def test_a_reduced_defender_has_no_stiff_resistance() -> None:
    """FM-7.8.2: the verdict does not offer it."""
    for steps, words in ((2, "stiff resistance possible"), (1, "no stiff resistance")):
        state = position(units={"8/3": "1538", "736/716": "1537" + " reduced" * (steps == 1)})
        assert words in result_meaning(
            state, Combat(attacker="allied", hex=GRID.hex("1537"), defender=unit("736/716")), "D2"
        )


def test_a_table_is_asked_with_the_die_that_was_rolled() -> None:
    """Clear line, differential +1: column 4 of the whole table; the same cell as in the printed rows."""
    whole = ask(TOPICS, "crt", {"line": "clear"}).value
    bounds, rows = whole["lines"]["clear"]["lower_bounds"], whole["tables"][whole["lines"]["clear"]["table"]]
    column = sum(bound <= 1 for bound in bounds)
    found = ask(TOPICS, "crt", {"line": "clear", "differential": "1", "roll": "4"}).value
    assert found["column"] == column + 1 and found["result"] == rows[3][column]
    left = ask(TOPICS, "crt", {"line": "clear", "differential": "1", "shift": "-1", "roll": "4"}).value
    assert left["column"] == column and left["result"] == rows[3][column - 1]
    for die in range(1, 7):
        assert (
            ask(TOPICS, "crt", {"line": "clear", "differential": "1", "roll": str(die)}).value["result"]
            == rows[die - 1][column]
        )
    for face in ("0", "7"):
        with pytest.raises(GrognardError, match="1 to 6"):
            ask(TOPICS, "crt", {"line": "clear", "differential": "1", "roll": face})


def test_a_drop_and_a_raid_are_asked_with_their_dice() -> None:
    drop = ask(TOPICS, "drop", {"hex": "1342", "roll": "2", "drift": "4"}).value
    assert len(drop["dice"]) == 1 and drop["fates"]["reduced"]["fraction"] == "1"
    raid = ask(TOPICS, "raid", {"roll": "6"}).value
    assert raid["fates"] == {"full": {"fraction": "1", "float": 1.0}} and raid["dice"][0]["markers_lost"] == [
        10
    ]


# ---------------------------------------------------------------- storms, stacks, edges, points


@pytest.mark.clause("SB-14.1.c")
def test_aircraft_stay_grounded_in_a_storm_whatever_the_cup_holds() -> None:
    """A file of a lenient table puts markers into the air cup; no side can name them, and no draw comes from
    them.
    """
    cups = {"air": [6, 8], "guns": [2], "german": []}
    state = position(
        "allied combat",
        5,
        {"8/3": "1538", "736/716": "1537"},
        weather="inclement",
        cups=cups,
        enforcement="free",
    )
    assert not any("air" in text for text in choices(state)) and "SB-14.1.c" in why(state, "bombard air 1537")
    do(state, "attack 8/3 1537")
    assert "support air" not in choices(state) and why(state, "support air") == {"SB-14.1.c"}


@pytest.mark.clause("SB-14.1.c", "FM-8.1.3")
def test_answers_about_cups_know_the_storm(tmp_path: Path) -> None:
    """The cups of a file of a lenient table in a storm: nothing can be drawn from the aircraft, and an empty
    cup says so.
    """
    storm = plain(
        "allied combat",
        5,
        {"8/3": "1538"},
        weather="inclement",
        enforcement="free",
        cups={"air": [6, 8], "guns": [], "german": [2]},
        mines="used",
    )
    found = put(tmp_path, "support-fire", storm)
    assert {name: row["size"] for name, row in found.value.items()} == {"air": 0, "guns": 0, "german": 1}
    assert "SB-14.1.c" in found.value["air"]["because"] and "FM-8.1.3" in found.value["guns"]["because"]
    assert any("grounded" in line for line in put(tmp_path, "flak", storm, hex="1537").lines)


@pytest.mark.clause("SB-J38")
@pytest.mark.refuses("SB-11.2.1.2.d")
@pytest.mark.clause("SB-11.2.1.2.d")
def test_read_literally_a_unit_that_has_left_keeps_its_hex_to_itself() -> None:
    """8/3 left its beach and holds 1640 alone: neither the commando nor 4 Armd may join it; with 3/6 Para
    there both may.
    """
    for alone, clause in (("8/3", "SB-11.2.1.2.d"), ("3/6-Para", "")):
        units = {alone: "1640", "1-Cdo": "1641", "4-Armd": "waiting"}
        moving = position("allied movement", 5, units, options={"beach_stack": "literal"}, **SILENT)
        landing = notation.read(plain("allied landings", 5, units, options={"beach_stack": "literal"}))
        found = why(moving, "move 1-Cdo 1640") | why(landing, "land 4-Armd 1640")
        assert found == ({clause} if clause else set())


def test_read_literally_airborne_units_join_a_stack_and_units_that_left_do_not() -> None:
    """The commando joins 9/3 on the beach, leaves again, and is then kept out as 8/3 is, which landed
    elsewhere.
    """
    units = {"9/3": "1640 landed", "8/3": "1539", "1-Cdo": "1641", "3/6-Para": "1642"}
    state = position("allied movement", 5, units, options={"beach_stack": "literal"}, **SILENT)
    assert "SB-11.2.1.2.d" in why(state, "move 8/3 1640")
    do(state, "move 1-Cdo 1640", "move 3/6-Para 1640")
    assert "SB-11.2.4.c" in why(
        position(
            "allied movement",
            5,
            {**units, "1-Cdo": "1640", "3/6-Para": "1640", "5/6-Para": "1641"},
            options={"beach_stack": "literal"},
        ),
        "move 5/6-Para 1640",
    )
    later = position(
        "allied movement", 6, {**units, "1-Cdo": "1640"}, options={"beach_stack": "literal"}, **SILENT
    )
    do(later, "move 1-Cdo 1641")
    again = notation.read({**notation.write(later), "turn": 7, "phase": "allied movement"})
    again.__dict__["moved"] = 0
    assert "SB-11.2.1.2.d" in why(again, "move 1-Cdo 1640") and not why(again, "move 3/6-Para 1640")


@pytest.fixture
def river_along_the_edge(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A map with a river on the outer hexside of every hex of the east edge."""
    forget = (board.edge_entry, board.edge_layers, against)
    for hex_ in members(board.ZONE["east_edge"]):
        monkeypatch.setitem(board.EDGE_SIDES, hex_, "river")
    for cached in forget:
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in forget:
        cached.cache_clear()


@pytest.mark.clause("SB-11.1.2.e")
def test_the_outer_hexside_of_an_edge_hex_costs_what_it_costs_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a river on the outer side of 0851 the first hex costs the river more, and a bridge no more."""
    edge = board.GRID.number["0851"]
    plain_cost = dict(board.edge_entry("leg", False))[edge]
    for kind in ("river", "bridge"):
        monkeypatch.setitem(board.EDGE_SIDES, edge, kind)
        board.edge_entry.cache_clear()
        extra = next(row["leg"] for row in board.TERRAIN["hexside"] if row["id"] == kind)
        assert dict(board.edge_entry("leg", False))[edge] == plain_cost + extra
    monkeypatch.undo()
    for cached in (board.edge_entry, board.edge_layers, against):
        cached.cache_clear()


@pytest.mark.clause("SB-11.1.2.e")
@pytest.mark.usefixtures("river_along_the_edge")
def test_a_unit_that_enters_over_a_river_pays_for_it_in_play() -> None:
    """Bocage 2 and the river 2: of its 5 points 858/346 has 1 left, not enough for the woods of 0850."""
    state = position("german movement", 2, {"858/346": "waiting", "8/3": "1640"}, **SILENT)
    parts = ledger(state, NAMES.index("858/346"), board.GRID.number["0851"])
    assert [(part.amount, part.clause) for part in parts] == [(4, "SB-11.1.2.e")]
    assert "bocage across the river" in parts[0].because
    assert not why(state, "move 858/346 0851") and why(state, "move 858/346 0850") == {"FM-5.2.3"}


@pytest.mark.clause("SB-11.2.5.e")
@pytest.mark.parametrize("strength", ["1640", "1640 reduced"])
def test_a_replacement_point_is_logged_as_lost_even_if_no_unit_qualifies(strength: str) -> None:
    """8/3 at full strength cannot take the leg point of GT 4; reduced, it could have. Either way the point is
    lost.
    """
    state = position("allied combat", 3, {"8/3": strength, "22/21": "0740"}, **SILENT)
    for _ in range(20):
        if state.turn == 4 and state.step.name == "allied movement":
            break
        do(state, "done")
    assert sum("leg replacement point of GT 4" in line for line in state.events().log) == 1


# ---------------------------------------------------------------- suggestions


def test_a_suggestion_fits_the_refused_action_or_is_left_out() -> None:
    """Ground markers do not reach 0740, aircraft do; a hex without an enemy has no other draw; a move has the
    nearest hex.
    """
    units = {"8/3": "1538", "736/716": "1537", "22/21": "0740"}
    state = position("allied combat", 5, units)
    assert verdict(state, "bombard guns 0740")["instead"] == "bombard air 0740"
    assert verdict(state, "bombard guns 1139")["instead"] is None
    assert verdict(state, "attack 8/3 0740")["instead"] == "attack 8/3 1537"
    assert verdict(position("allied movement", 5, units), "move 8/3 1537")["instead"].startswith("move 8/3 1")
    assert verdict(state, "attack 9/3 1537")["instead"] == "attack 8/3 1537", (
        "another unit with the same target"
    )


def test_another_unit_is_no_suggestion_for_a_move() -> None:
    """An enemy unit or an eliminated one is refused; that a unit of the side could go there is no answer."""
    state = position("allied movement", 5, {"8/3": "1538", "736/716": "1339"})
    for action in ("move 736/716 1638", "move 9/3 1638", "move 60/116 1638"):
        assert not verdict(state, action)["legal"] and verdict(state, action)["instead"] is None
