"""Every clause that forbids something refuses an action, in its own step and from any other."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.ask import ask
from grognard.core.notation import read_position
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.longest_day import notation
from grognard.games.longest_day.ask import TOPICS
from grognard.games.longest_day.ask_ledger import may_be_written
from grognard.games.longest_day.ledger_rules import check
from grognard.games.longest_day.position import LongestDay

from ..refusals import refused_by
from .build import GAME, STAFF, an_order, day, do, position, why, wrote
from .test_ledger import FIVES, TEN

# ---------------------------------------------------------------- orders


@pytest.mark.parametrize(
    ("clause", "when", "subject", "place"),
    [
        refused_by("TLD-A.corps.3", "12 June", "43", "nowhere"),
        refused_by("TLD-A.corps.4", "12 June", "50", "XXX"),
        refused_by("TLD-A.corps.6", "20 June", "G/4", "XXX"),
        refused_by("TLD-A.corps.8.a", "30 June", "11ARM", "XXX"),
        refused_by("TLD-A.corps.10.a", "12 June", "1FRA", "XXX"),
        refused_by("TLD-A.corps.13", "12 June", "ART-19C", "HQ-I"),
        refused_by("TLD-A.corps.15", "12 July", "11ARM", "IICAN"),
        refused_by("TLD-B.4.a", "12 June", "ART-6", "3:HQ"),
        refused_by("TLD-B.4.a.5", "20 June", "ART-86", "50:HQ"),
        refused_by("TLD-B.9", "12 June", "ART-987US", "HQ-XXX"),
        refused_by("TLD-J.7", "20 June", "CDO-47RM", "VIII"),
        refused_by("TLD-J.32", "20 June", "G/4", "50:HQ"),
    ],
)
def test_an_order_is_refused_by_the_clause_that_forbids_it(
    clause: str, when: str, subject: str, place: str
) -> None:
    orders = ("1944-06-17 CDO-47RM I",) if subject == "CDO-47RM" else ()
    state = do(position(when, units=STAFF, orders=orders), f"order {subject}")
    assert f"[{clause}]" in why(state, f"to {place}")


@pytest.mark.parametrize(
    ("clause", "when", "order"),
    [
        refused_by("TLD-A.corps.2", "6 June", "43=XXX"),
        refused_by("TLD-A.corps.5", "29 June", "53=XXX"),
        refused_by("TLD-A.corps.9.b", "30 June", "7ARM=VIII,GDARM=VIII"),
        refused_by("TLD-A.corps.8.d", "30 June", "15=I"),
        refused_by("TLD-A.corps.10.b", "12 June", "1POL=US-VII"),
        refused_by("TLD-A.corps.12", "9 July", "3CAN=XII"),
        refused_by("TLD-A.corps.14", "12 June", "56-BDE=US-VII"),
        refused_by("TLD-A.corps.20", "12 June", "RMSR-1=I"),
        refused_by("TLD-B.4", "6 June", "8-BDE=50:HQ"),
        refused_by("TLD-B.4.a.4", "12 June", "4-BDE=50:HQ"),
        refused_by("TLD-B.4.b", "12 June", "ART-7=HQ-I"),
        refused_by("TLD-B.4.b.2", "12 June", "1C=HQ-XXX"),
        refused_by("TLD-J.8", "12 June", "4-BDE=US-VII"),
    ],
)
def test_a_ledger_refuses_by_the_clause_that_forbids_it(
    clause: str, when: str, order: str, tmp_path: Path
) -> None:
    """What cannot come up in the kernel, or takes many orders to come up, is asked of a ledger on paper."""
    (tmp_path / "l.toml").write_text(LEDGERS.get(clause, ""), "utf-8")
    found = ask(TOPICS, "assign", {"ledger": str(tmp_path / "l.toml"), "day": when, "orders": order}).value
    assert clause in {violation["clause"] for violation in found["faults"]}


LEDGERS = {
    "TLD-A.corps.5": "[orders.1944-06-27]\n43 = 'XII'\n53 = 'XII'\n",
    "TLD-A.corps.8.d": "[orders.1944-06-20]\n43 = 'I'\n",
    "TLD-B.4.a.4": "[orders.1944-06-08]\n8-BDE = '50:HQ'\n",
    "TLD-B.4.b": (
        "[orders.1944-06-08]\n"
        + "".join(
            f"ART-{n} = 'HQ-I'\n" for n in ("4RHA", "6", "53", "65", "68", "79", "150", "191", "9", "10")
        )
    ),
    "TLD-B.4.b.2": "[orders.1944-06-08]\n11H = 'HQ-XXX'\n",
}


@pytest.mark.refuses("TLD-A.corps.8.c")
@pytest.mark.clause("TLD-A.corps.8.c")
def test_a_set_that_leaves_another_corps_short_of_two_is_refused_where_five_are_kept() -> None:
    """Need gave 30 Corps five; 8 and 12 Corps came later. A trade that leaves 8 Corps with one makes the five
    wrong.
    """
    later = dict.fromkeys(("HQ-VIII", "HQ-XII", "11ARM:HQ", "59:HQ", "1AB:HQ", "GDARM:HQ"), 4)
    ledger = wrote(*FIVES, "9 June: 59 VIII", "9 June: 1AB XII", "9 June: GDARM XII", arrived=TEN | later)
    assert not check(ledger, day("13 June"))
    orders = [an_order(ledger, f"13 June: {line}") for line in ("59 XII", "43 XII", "1AB XXX")]
    found = may_be_written(ledger, day("13 June"), orders).value["faults"]
    assert "TLD-A.corps.8.c" in {violation["clause"] for violation in found}


AMERICAN = """
[arrived]
"1US:HQ" = "1944-06-06"
"HQ-US-VII" = "1944-06-06"
[orders.1944-06-08]
TK0 = "1US:HQ"
TK1 = "1US:HQ"
CAV0 = "HQ-US-VII"
CAV1 = "HQ-US-VII"
POL-PARA = "US-VII"
[[piece]]
id = "1US"
name = "1st"
nationality = "US"
what = "division"
division_class = "infantry"
""" + "".join(
    f'[[piece]]\nid = "{id_}"\nname = "{id_}"\nnationality = "US"\nwhat = "unit"\narm = "{arm}"\n'
    for id_, arm in (
        *((f"TK{n}", "armour") for n in range(3)),
        *((f"CAV{n}", "recon") for n in range(3)),
        *((f"I{n}", "infantry") for n in range(4)),
    )
)


@pytest.mark.parametrize(
    ("clause", "orders"),
    [
        refused_by("TLD-B.4.a.1", "I0=1US:HQ,I1=1US:HQ"),
        refused_by("TLD-B.4.a.2", "TK2=1US:HQ"),
        refused_by("TLD-B.4.b.1", "CAV2=HQ-US-VII"),
        refused_by("TLD-A.corps.11", "POL-PARA=US-V"),
    ],
)
def test_the_american_clauses_refuse_in_a_ledger_with_pieces_of_its_own(
    clause: str, orders: str, tmp_path: Path
) -> None:
    (tmp_path / "us.toml").write_text(AMERICAN, "utf-8")
    found = ask(
        TOPICS, "assign", {"ledger": str(tmp_path / "us.toml"), "day": "12 June", "orders": orders}
    ).value
    assert clause in {violation["clause"] for violation in found["faults"]}


# ---------------------------------------------------------------- in play


def at(phase: str, units: dict[str, str], when: str = "12 June", **more: Any) -> LongestDay:
    return position(when, phase, units=units, **more)


FRONT = {
    "HQ-XXX": "1010",
    "50:HQ": "1012",
    "SU-A01": "1010",
    "SU-A02": "1012",
    "50:2-Devons": "1114",
    "50:1-Dorsets": "1116",
    "50:74-Fd": "1112",
    "49:HQ": "1013",
    "49:4-Lincolns": "1215",
    "LEHR:I/901": "1115",
    "LEHR:HQ": "1120",
    "SU-G01": "1120",
    "8-BDE": "",
    "11H": "",
}
FRONT = {name: hex_ for name, hex_ in FRONT.items() if hex_}


@pytest.mark.parametrize(
    ("clause", "phase", "more", "action"),
    [
        refused_by("TLD-S.2", "allied movement", {}, "move LEHR:I/901 1117"),
        refused_by("TLD-S.3", "allied mechanized movement", {"N/8": "1010"}, "move 50:2-Devons 1113"),
        refused_by("TLD-S.4", "allied movement", {"50:2-Devons": "1112"}, "move 50:74-Fd 1114"),
        refused_by(
            "TLD-S.5",
            "allied movement",
            {"50:6-DLI": "1114", "50:8-DLI": "1114", "50:9-DLI": "1113"},
            "move 50:9-DLI 1114",
        ),
        refused_by("TLD-S.11", "allied movement", {}, "move 43:4-Wilts 1113"),
        refused_by("TLD-S.16", "allied movement", {}, "move 50:1-Dorsets 2020"),
        refused_by("TLD-B.1.a", "allied movement", {}, "move 50:HQ 1010"),
        refused_by(
            "TLD-B.3",
            "allied movement",
            {"7ARM:HQ": "1005", "7ARM:1-RTR": "1006 short"},
            "move 7ARM:1-RTR 1009",
        ),
        refused_by(
            "TLD-J.18",
            "allied movement",
            {"HQ-I": "1410", "3:HQ": "1411", "3:1-Suffolk": "1113"},
            "move 3:1-Suffolk 1114",
        ),
        refused_by(
            "TLD-A.corps.21",
            "allied movement",
            {"7ARM:HQ": "1024", "7ARM:1-Rifle-Bde": "1113"},
            "move 7ARM:1-Rifle-Bde 1114",
        ),
        refused_by(
            "TLD-A.corps.22", "allied movement", {"ART-7": "1024", "50:6-DLI": "1023"}, "move ART-7 1023"
        ),
        refused_by("TLD-S.17", "allied combat", {}, "attack 50:2-Devons 1113"),
        refused_by("TLD-S.9", "allied combat", {}, "attack 50:74-Fd 1115"),
        refused_by(
            "TLD-S.6", "allied combat", {"50:1-Dorsets": "1116 disrupted"}, "attack 50:1-Dorsets 1115"
        ),
        refused_by("TLD-S.18", "allied defensive fire", {}, "fire 50:74-Fd 1120"),
        refused_by("TLD-S.14", "allied supply delivery", {}, "deliver Gold 1114"),
        refused_by("TLD-S.12", "allied movement", {}, "float 50:2-Devons 1005"),
        refused_by("TLD-S.15", "allied replacements", {"50:6-DLI": "dead"}, "replace 50:2-Devons"),
        refused_by(
            "TLD-B.12",
            "allied replacements",
            {"50:6-DLI": "dead", "50:8-DLI": "surrendered"},
            "replace 50:8-DLI",
        ),
        refused_by(
            "TLD-S.19", "allied replacements", {"50:6-DLI": "dead", "7ARM:HQ": "dead"}, "replace 7ARM:HQ"
        ),
        refused_by("TLD-J.35", "allied orders", {}, "strike 50"),
        refused_by("TLD-J.11", "allied orders", {}, "over ART-86"),
    ],
)
def test_an_action_is_refused_by_the_clause_that_forbids_it(
    clause: str, phase: str, more: dict[str, str], action: str
) -> None:
    state = at(phase, FRONT | more, replacements=1 if "replace" in phase else 0)
    assert f"[{clause}]" in why(state, action)
    assert action not in map(str, state.legal_actions())


@pytest.mark.refuses("TLD-B.3", "TLD-S.9", "TLD-A.corps.21", "TLD-J.18")
def test_who_may_not_join_or_support_an_attack_is_told_why() -> None:
    units = FRONT | {
        "SU-A03": "1013",
        "3:1-Suffolk": "1116",
        "HQ-I": "1410",
        "3:HQ": "1411",
        "SU-A04": "1411",
        "7ARM:HQ": "1025",
        "SU-A05": "1025",
        "7ARM:1-Rifle-Bde": "1215",
    }
    state = do(at("allied combat", units), "attack 50:2-Devons 1115")
    assert "TLD-J.18" in why(state, "join 3:1-Suffolk")
    assert "support 50:74-Fd" in map(str, state.legal_actions())
    assert "TLD-S.9" in why(state, "support 50:1-Dorsets") and "TLD-S.9" in why(state, "join 50:74-Fd")
    hungry = do(at("allied combat", FRONT), "attack 50:2-Devons 1115")
    assert "TLD-B.3" in why(hungry, "join 49:4-Lincolns")
    far = do(at("allied combat", units | {"7ARM:HQ": "1021", "SU-A05": "1021"}), "attack 50:2-Devons 1115")
    assert "TLD-A.corps.21" in why(far, "join 7ARM:1-Rifle-Bde")
    assert "TLD-S.2" in why(state, "join LEHR:I/901")


@pytest.mark.refuses("TLD-S.13")
def test_on_6_june_units_of_two_beaches_do_not_attack_together() -> None:
    units = {"50:2-Devons": "1306", "3CAN:North-Shore": "1507", "716:I/726": "1407"}
    state = do(at("allied combat", units, "6 June"), "attack 50:2-Devons 1407")
    assert "[TLD-S.13]" in why(state, "join 3CAN:North-Shore")


@pytest.mark.refuses("TLD-A.corps.24", "TLD-J.34", "TLD-S.21")
def test_what_must_be_done_and_a_game_that_is_over() -> None:
    state = at("allied movement", {"HQ-VIII": "due", "15:8-Royal-Scots": "1605"}, "15 June")
    assert "TLD-A.corps.24" in why(state, "done")
    assert "TLD-J.34" in why(do(at("allied orders", STAFF), "together"), "done")
    over = position("18 June", "over", units=STAFF, won=["allied", "victory", "TLD-S.21"])
    assert "TLD-S.21" in why(over, "done")


@pytest.mark.refuses("TLD-S.8", "TLD-S.17", "TLD-J.31", "TLD-B.5.e", "TLD-B.9", "TLD-B.5.b")
def test_what_is_asked_in_an_attack_is_answered_by_its_clause() -> None:
    units = FRONT | {
        "SU-A03": "1012",
        "SU-A04": "1012 bound=I",
        "SU-A05": "1012 half",
        "50:6-DLI": "1114",
        "SU-G02": "1012",
    }
    state = do(at("allied combat", units), "attack 50:2-Devons 1115", "join 50:6-DLI")
    assert "[TLD-B.5.b]" in why(state, "draw 50:HQ")
    while state.step.name == "attackers and support":
        do(state, "done")
    assert state.step.name == "supply spent"
    assert "[TLD-B.5.e]" in why(state, "spend SU-A04") and "[TLD-J.31]" in why(state, "spend SU-A01")
    assert "[TLD-J.31]" in why(state, "spend SU-G01") and "[TLD-B.9]" in why(state, "spend SU-G02")
    do(state, "spend SU-A02", "roll 1")
    assert state.step.name == "losses" and "[TLD-S.8]" in why(state, "lose 50:1-Dorsets")
    assert "[TLD-S.17]" in why(state, "advance 50:1-Dorsets")


def test_an_action_of_another_step_is_refused_by_its_own_clause_first() -> None:
    """Then the step it belongs to and the moment are named."""
    state = at("allied combat", FRONT)
    leg = why(state, "move 50:1-Dorsets 2020")
    assert (
        leg.startswith("1 Dorsets (50) is not armor")
        and "belongs to another step, Allied Mechanized Movement Phase" in leg
    )
    assert "now: 12 June, Allied Combat Phase" in leg
    far = why(at("allied orders", FRONT), "move 50:1-Dorsets 2020")
    assert far.startswith("2020 costs") and "[TLD-S.16]" in far
    late = "the action order belongs to another step, Allied orders at the end of the segment"
    assert why(state, "order 43").startswith(late)
    assert why(state, "strike LEHR").startswith(
        "Lehr Div has no order of today that could be canceled [TLD-J.35]"
    )


# ---------------------------------------------------------------- one reason, the right one

ATTACK = ("allied combat", ("attack 50:2-Devons 1115",))


@pytest.mark.parametrize(
    ("phase", "before", "action", "first"),
    [
        ("allied movement", (), "move 50:2-Devons 1115", "1115 is enemy-occupied [TLD-S.16]"),
        (
            "allied movement",
            (),
            "move 50:2-Devons 1114",
            "2 Devons (50) is in 1114 now; a move ends in another hex [TLD-S.16]",
        ),
        (
            "allied movement",
            (),
            "move 43:4-Wilts 1113",
            "4 Wilts (43) arrives on 24 June; today is 12 June [TLD-S.11]",
        ),
        (
            "allied movement",
            (),
            "join 50:1-Dorsets",
            "no attack or defensive fire is under way that a unit could join [TLD-S.17]",
        ),
        ("allied movement", (), "ships Gold", "no attack is under way that ships could support [TLD-S.12]"),
        ("allied movement", (), "spend SU-A01", "no HQ has to spend supply now [TLD-B.5]"),
        ("allied movement", (), "lose 50:2-Devons", "no combat result asks for a loss [TLD-S.8]"),
        (
            "allied movement",
            (),
            "to VIII",
            "no order is being written; begin with order UNIT [TLD-A.corps.4]",
        ),
        ("allied movement", (), "enter", "no set of orders is open; begin with together [TLD-J.34]"),
        (
            "allied mechanized movement",
            (),
            "move SU-A01 1011",
            "Allied supply unit 1 moves in the Movement Phase only [TLD-S.14]",
        ),
        (
            "allied combat",
            (),
            "attack 50:74-Fd 1115",
            (
                "74 Fd (50) is artillery; it never attacks alone, but supports an attack or fires defensively"
                " [TLD-S.9]"
            ),
        ),
        (*ATTACK, "join LEHR:I/901", "I/901 (Lehr) is German; only Allied units act in this phase [TLD-S.2]"),
        (*ATTACK, "join 50:HQ", "50 HQ has no attack strength [TLD-S.17]"),
        (*ATTACK, "join 50:2-Devons", "2 Devons (50) takes part in this attack [TLD-S.17]"),
        (*ATTACK, "lose 50:2-Devons", "the die is not rolled yet [TLD-S.8]"),
        (*ATTACK, "ships Gold", "1115 is 10 hexes from Gold; the ships reach 7 [TLD-S.12]"),
        (*ATTACK, "attack 50:1-Dorsets 1115", "the attack on 1115 must be finished first [TLD-S.17]"),
        ("allied orders", (), "order RMSR-1", "RMSR 1 is never assigned to a corps [TLD-A.corps.20]"),
        (
            "allied orders",
            (),
            "order SU-A01",
            "Allied supply unit 1 is a non-combat unit and is never assigned to a corps [TLD-A.corps.20]",
        ),
        (
            "allied orders",
            (),
            "order 50:2-Devons",
            "2 Devons (50) belongs to 50 Div for good; write an order for the division [TLD-A.1]",
        ),
        (
            "allied orders",
            ("together",),
            "together",
            "a set of orders is open; enter or scrap it first [TLD-J.34]",
        ),
        ("allied orders", ("order 43",), "to ISS", "I SS Corps is German [TLD-A.corps.8.a]"),
        (
            "allied orders",
            ("order 43",),
            "to 50:HQ",
            "43 Div has its own HQ; assign it to a corps, not to 50 HQ [TLD-B.4.a]",
        ),
        ("allied orders", ("order 4-BDE",), "to 15:HQ", "15 HQ has not come to the map [TLD-A.corps.3]"),
        (
            "allied orders",
            ("order 4-BDE",),
            "to HQ-XXX",
            (
                "XXX Corps HQ may not supply units that need a divisional HQ: 2KR/4, 3C/4, 44R/4, G/4"
                " [TLD-B.1.e]"
            ),
        ),
    ],
)
def test_the_first_reason_is_the_one_that_forbids_the_action(
    phase: str, before: tuple[str, ...], action: str, first: str
) -> None:
    state = notation.read({"day": "12 June", "phase": phase, "units": FRONT})
    if before:
        do(state, *before)
    assert str(state.why_not(GAME.parse(action))[0]) == first


def test_an_airborne_unit_drops_on_a_drop_hex() -> None:
    assert why(GAME.new(), "move 6AB:7-Para 1306").startswith(
        "1306 is not a drop hex; 7 Para (6 AB) drops in 2410"
    )


def test_nothing_false_is_said_of_supply() -> None:
    """A unit that is in supply, or is not a unit of the attacker, is never called unsupplied."""
    state = do(at("allied combat", FRONT), "attack 50:2-Devons 1115")
    for action in (
        "join LEHR:I/901",
        "join 50:HQ",
        "join 3:1-Suffolk",
        "support 50:1-Dorsets",
        "support ART-86",
    ):
        assert "TLD-B.3" not in why(state, action)


def test_orders_before_7_june_are_refused_as_the_allied_players_own() -> None:
    """No unit is named: the step of the side to move judges, not the German player's."""
    assert why(GAME.new(), "staff").startswith(
        "the Allied player writes orders from 7 June on [TLD-A.corps.2]"
    )


# ---------------------------------------------------------------- positions that cannot be

HEAD = 'game = "longest-day"\nday = "12 June"\nphase = "allied movement"\n'


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        refused_by("TLD-S.11", '[units]\n"43:4-Wilts" = "1114"', id="TLD-S.11 before its day"),
        refused_by("TLD-B.9", '[units]\nSU-G01 = "1120 bound=XXX"', id="TLD-B.9 an enemy corps"),
        refused_by("TLD-S.12", '[units]\n"50:2-Devons" = "1114 strong"', id="TLD-S.12 an Allied strongpoint"),
        refused_by("TLD-A.corps.10.a", 'orders = ["1944-06-08 1FRA XXX"]'),
        refused_by("TLD-S.10", 'scenario = "standard"'),
        refused_by("TLD-S.14", 'delivery = [["Gold", 99]]', id="TLD-S.14 too many"),
        refused_by("TLD-S.15", "replacements = -1", id="TLD-S.15 below zero"),
        refused_by("TLD-S.16", '[units]\n"LEHR:I/901" = "withdrawn"', id="TLD-S.16 withdrawn"),
        refused_by("TLD-S.6", '[units]\nSU-A01 = "1114 disrupted"', id="TLD-S.6 a supply unit"),
        refused_by("TLD-S.19", '[units]\nHQ-XXX = "surrendered"', id="TLD-S.19 an HQ"),
        refused_by("TLD-S.19", 'returns = [["50:2-Devons", 9]]', id="TLD-S.19 no HQ"),
        refused_by("TLD-B.12", '[units]\n"50:2-Devons" = "1114 unfed=99"', id="TLD-B.12 too many resets"),
        refused_by("TLD-S.7", '[hexes]\ncontrol = ["0101"]', id="TLD-S.7 sea"),
        refused_by(
            "TLD-S.7",
            '[units]\n"LEHR:I/901" = "1115"\n[hexes]\ncontrol = ["1115"]',
            id="TLD-S.7 a German in it",
        ),
        refused_by("TLD-J.34", 'disorder = [["ZZ", 4]]', id="TLD-J.34 no corps"),
        refused_by("TLD-J.11", 'over = [["HQ-ZZ", "ART-86"]]', id="TLD-J.11 no HQ"),
    ],
)
def test_an_impossible_position_is_refused(clause: str, text: str) -> None:
    with pytest.raises(IllegalAction, match="impossible position") as error:
        read_position(GAME, HEAD + text)
    assert clause in {ruling.clause for ruling in error.value.rulings}


def test_a_step_that_is_none_is_refused_in_one_line() -> None:
    for step in (99, -1):
        with pytest.raises(GrognardError, match="step of day is a whole number from 0 to"):
            read_position(GAME, HEAD + f'[[pending]]\nframe = "day"\nstep = {step}\n')


def test_left_out_the_scenario_is_the_shortest_that_has_the_day() -> None:
    found = [
        read_position(GAME, HEAD.replace("12 June", day_)).scenario
        for day_ in ("8 June", "12 June", "1 July")
    ]
    assert found == ["standard", "bridgehead", "campaign"]


def test_no_position_of_play_is_impossible() -> None:
    """Two days of a random game."""
    state, rng = GAME.new(), Random(5)
    while state.to_move is not None and state.day < 2:
        assert not state.impossibilities()
        state.push(state.legal_actions().sample(rng))
