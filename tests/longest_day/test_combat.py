"""TLD-S.8, S.9, S.17, S.18, S.22: attacks, support, results, retreat and advance; defensive fire."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.fire import fire_needs
from grognard.games.longest_day.odds import attack_total, defence_total, final_column, odds_column, shifts
from grognard.games.longest_day.pieces import UNIT
from grognard.games.longest_day.position import Barrage, Combat
from grognard.games.longest_day.tables import COLUMNS, CRT, SHIFT, SUPPORT_CAP, column, needed_to_disrupt

from .build import GAME, at, do, legal, position, why

FED = {"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "HQ-XXX": "1109", "SU-A02": "1109 bound=XXX"}
FOES = {"LEHR:HQ": "1121", "SU-G01": "1121", "LEHR:I/901": "1115"}


def fight(units: dict[str, str], **more: object):  # type: ignore[no-untyped-def]
    return position(phase="allied combat", units=FED | FOES | units, **more)


def frame(
    *attackers: str, guns: tuple[str, ...] = (), naval: tuple[str, ...] = (), hex_: str = "1115"
) -> Combat:
    return Combat(
        side="allied",
        hex=GRID.hex(hex_),
        attackers=tuple(UNIT[u] for u in attackers),
        guns=tuple(UNIT[u] for u in guns),
        naval=naval,
    )


def finish(state):  # type: ignore[no-untyped-def]
    return do(state, "done") if "done" in legal(state) else state


@pytest.mark.clause("TLD-S.8")
def test_odds_are_rounded_in_the_defenders_favour() -> None:
    assert COLUMNS == ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
    assert [column(Fraction(a), Fraction(8)) for a in (2, 3, 4, 8, 15, 16, 47, 48, 90)] == [
        0,
        1,
        2,
        3,
        3,
        4,
        7,
        8,
        8,
    ]
    assert len(CRT.cells) == 6 and CRT.cells[0][0] == "AE" and CRT.cells[5][7] == "DE"


@pytest.mark.clause("TLD-S.8")
def test_below_one_to_three_there_is_no_attack() -> None:
    state = fight({"50:61-Recce": "1114", "LEHR:II/901": "1115"})
    do(state, "attack 50:61-Recce 1115")
    assert state.step.name != "combat die" and "called off" in "".join(state.events().log)


@pytest.mark.clause("TLD-S.9", "TLD-S.17")
def test_support_adds_at_most_its_share_of_the_attackers_own_strength() -> None:
    state = fight({"50:2-Devons": "1114", "50:1-Dorsets": "1014", "50:74-Fd": "1112", "50:90-Fd": "1112"})
    assert (
        attack_total(state, frame("50:2-Devons", "50:1-Dorsets", guns=("50:74-Fd", "50:90-Fd")))
        == 10 + 10 * SUPPORT_CAP
    )
    assert attack_total(state, frame("50:2-Devons", guns=())) == 5
    assert "TLD-S.9" in why(state, "attack 50:74-Fd 1115")  # a gun never attacks alone
    do(state, "attack 50:2-Devons 1115")
    assert "support 50:74-Fd" in legal(state) and "TLD-S.9" in why(state, "support 50:61-Recce")


@pytest.mark.clause("TLD-S.17")
def test_who_may_attack_and_how_often() -> None:
    state = fight(
        {"50:2-Devons": "1114", "50:1-Dorsets": "1014 disrupted", "50:6-DLI": "1012", "50:9-DLI": "1215"}
    )
    assert "TLD-S.6" in why(state, "attack 50:1-Dorsets 1115")
    assert why(state, "attack 50:6-DLI 1115") and "holds no enemy" in why(state, "attack 50:2-Devons 1215")
    finish(do(state, "attack 50:2-Devons 1115"))
    do(state, "roll 5")
    while state.step.name not in ("allied combat", "allied mechanized movement"):
        do(state, legal(state)[0])
    assert state.step.name != "allied combat" or "has been attacked" in why(state, "attack 50:9-DLI 1115")


@pytest.mark.clause("TLD-S.17", "TLD-S.8")
def test_the_defence_of_a_stack_and_the_columns_in_its_favour() -> None:
    state = fight({"LEHR:II/901": "1115 disrupted", "50:2-Devons": "1114", "50:1-Dorsets": "1014"})
    assert defence_total(state, frame("50:2-Devons")) == 8 + 4
    dug = {part.because: part.amount for part in shifts(state, frame("50:2-Devons"))}
    assert dug == {"dug in": SHIFT["dug_in"]}
    stirred = fight({"LEHR:I/901": "1115 stirred", "50:2-Devons": "1114", "50:1-Dorsets": "1014"})
    assert not shifts(stirred, frame("50:2-Devons"))
    across = {part.because for part in shifts(stirred, frame("50:1-Dorsets"))}
    assert across == {"all attackers across a river or afloat"}
    assert not shifts(stirred, frame("50:1-Dorsets", "50:2-Devons"))  # one of them is not
    town = fight({"LEHR:I/901": "1015 stirred", "50:2-Devons": "1014"})
    assert [part.amount for part in shifts(town, frame("50:2-Devons", hex_="1015"))] == [SHIFT["town"]]


@pytest.mark.clause("TLD-S.22", "TLD-G.6", "TLD-C.3", "TLD-C.4", "TLD-C.5", "TLD-C.6", "TLD-C.7")
def test_special_armour_cancels_one_column() -> None:
    units = {"50:2-Devons": "1114", "AVRE-81": "1114", "CROC-C": "1114"}
    state = fight(units)
    plain, special = (
        sum(p.amount for p in shifts(state, f))
        for f in (frame("50:2-Devons"), frame("50:2-Devons", "AVRE-81", "CROC-C"))
    )
    assert special == plain + 1  # never more than one
    open_ = fight(units | {"LEHR:I/901": "1115 stirred"})
    assert not shifts(open_, frame("50:2-Devons", "AVRE-81"))  # nothing to cancel
    roster = set(UNIT)
    assert {u for u in roster if u.startswith("AVRE-")} == {f"AVRE-{n}" for n in (26, 77, 79, 80, 81, 82)}
    assert {u for u in roster if u.startswith("CROC-")} == {"CROC-A", "CROC-B", "CROC-C"}
    assert {u for u in roster if u.startswith("CRAB-")} == {"CRAB-22", "CRAB-1L", "CRAB-WD"}
    assert not [u for u in roster if u.startswith(("DD-", "CDL-"))]


@pytest.mark.clause("TLD-S.8")
def test_ae_the_attacker_loses_half_and_the_rest_goes_back() -> None:
    state = fight({"50:2-Devons": "1114", "50:1-Dorsets": "1114", "50:6-DLI": "1114"})
    finish(do(state, "attack 50:2-Devons 1115", "join 50:1-Dorsets", "join 50:6-DLI"))
    do(state, "roll 1")
    assert state.step.name == "losses" and state.to_move == "allied" and len(legal(state)) == 3
    do(state, "lose 50:1-Dorsets", "lose 50:2-Devons")  # ten of fifteen: half at least
    assert state.dead == 1 << UNIT["50:1-Dorsets"] | 1 << UNIT["50:2-Devons"]
    assert state.step.name == "retreat"
    do(state, legal(state)[0])
    assert at(state, "50:6-DLI") != "1114" and state.disrupted[UNIT["50:6-DLI"]]


@pytest.mark.clause("TLD-S.8", "TLD-S.17")
def test_dr_the_defender_goes_back_two_hexes_and_the_attacker_may_advance() -> None:
    units = {
        "50:2-Devons": "1114",
        "50:1-Dorsets": "1114",
        "50:6-DLI": "1014",
        "4/7/8": "1014",
        "N/8": "1215",
        "24L/8": "1215",
        "12K/8": "1215",
    }
    state = fight(units | {"LEHR:I/901": "1115 stirred"}, orders=("1944-06-08 8-BDE 50:HQ",))
    do(state, "attack 50:2-Devons 1115")
    for unit in ("50:1-Dorsets", "50:6-DLI", "4/7/8", "N/8", "24L/8", "12K/8"):
        do(state, f"join {unit}")
    finish(state)
    fight_ = state.stack[-1]
    assert odds_column(state, fight_) == 6 == final_column(state, fight_)  # 38 against 8
    do(state, "roll 3")
    assert state.to_move == "german" and state.step.name == "retreat"
    steps = 0
    while state.step.name == "retreat":
        do(state, legal(state)[0])
        steps += 1
    assert (
        GRID.distance(state.at[UNIT["LEHR:I/901"]], GRID.hex("1115")) == 2
        and state.disrupted[UNIT["LEHR:I/901"]]
    )
    assert state.step.name == "advance" and "advance 50:2-Devons" in legal(state)
    do(state, "advance 50:2-Devons")
    assert at(state, "50:2-Devons") == "1115" and state.control >> GRID.hex("1115") & 1


@pytest.mark.clause("TLD-S.17", "TLD-B.1.a")
def test_a_unit_that_cannot_retreat_is_eliminated_and_an_hq_not_through_another_hq() -> None:
    """1115 is shut in by zones on every side but one, where another HQ stands."""
    from grognard.games.longest_day.position import Retreat
    from grognard.games.longest_day.retreat import open_hexes, way_out

    state = fight({"LEHR:I/901": "2619", "LEHR:HQ": "1115", "21PZ:HQ": "1116"})
    assert not open_hexes(state, UNIT["LEHR:HQ"]) >> GRID.hex("1116") & 1
    ring = fight({"50:2-Devons": "1114", "50:1-Dorsets": "1016", "50:6-DLI": "1215", "50:9-DLI": "1014"})
    assert not way_out(ring, Retreat(unit=UNIT["LEHR:I/901"], origin=GRID.hex("1115"), length=2))
    ring.call(Retreat(unit=UNIT["LEHR:I/901"], origin=GRID.hex("1115"), length=2), "TLD-S.17")
    ring.run()
    assert ring.dead >> UNIT["LEHR:I/901"] & 1


@pytest.mark.clause("TLD-S.8")
def test_ex_both_lose_alike() -> None:
    units = {
        "50:2-Devons": "1114",
        "50:1-Dorsets": "1114",
        "50:6-DLI": "1014",
        "50:9-DLI": "1215",
        "50:8-DLI": "1215",
        "50:1-Hampshires": "1014",
    }
    state = fight(units | {"LEHR:I/901": "1115 stirred"})
    do(state, "attack 50:2-Devons 1115")
    for unit in ("50:1-Dorsets", "50:6-DLI", "50:9-DLI", "50:8-DLI", "50:1-Hampshires"):
        do(state, f"join {unit}")
    finish(state)
    assert COLUMNS[final_column(state, state.stack[-1]) - 1] == "3:1"
    do(state, "roll 2")  # EX
    assert state.dead >> UNIT["LEHR:I/901"] & 1  # eight points lost by the defender
    assert state.step.name == "losses in exchange" and state.to_move == "allied"
    do(state, "lose 50:9-DLI")
    assert state.step.name == "losses in exchange"  # six are not eight
    do(state, "lose 50:8-DLI")
    assert state.step.name == "advance"


@pytest.mark.clause("TLD-S.18", "TLD-S.9")
def test_defensive_fire() -> None:
    assert [needed_to_disrupt(Fraction(f), Fraction(6)) for f in (2, 3, 6, 12, 18, 60)] == [7, 6, 5, 4, 3, 3]
    guns = {"LEHR:I/130-Art": "1119", "LEHR:II/130-Art": "1119"}
    state = position(
        phase="german defensive fire",
        units=FED | FOES | guns | {"50:2-Devons": "1114", "50:1-Dorsets": "1012"},
    )
    assert state.to_move == "german" and state.legal_actions().hexes("LEHR:I/130-Art") == [
        "1114"
    ]  # 1012 touches no German
    do(state, "fire LEHR:I/130-Art 1114")
    assert "join LEHR:II/130-Art" in legal(state)
    do(state, "join LEHR:II/130-Art")
    assert fire_needs(state, Barrage(side="german", hex=GRID.hex("1114"), guns=state.stack[-1].guns)) == 5
    do(state, "roll 5")
    assert state.disrupted[UNIT["50:2-Devons"]]
    weak = position(
        phase="german defensive fire",
        units=FED | FOES | guns | {"50:2-Devons": "1114", "50:1-Dorsets": "1114"},
    )
    finish(do(weak, "fire LEHR:I/130-Art 1114"))
    assert "below 1:2" in "".join(weak.events().log)


def test_the_kernel_is_badged_wherever_its_figures_show() -> None:
    from grognard.games.longest_day.judge import figures

    state = fight({"50:2-Devons": "1114"})
    found = figures(state, GAME.parse("attack 50:2-Devons 1115"))
    assert found["provenance"] == "reconstruction" and set(found["results"]) <= set(found["legend"])
    assert found["consumes"]["50:HQ"]["half_steps"] == 0
