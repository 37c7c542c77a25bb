"""Exact odds against brute force, and the quick reading of the CRT against the table."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from importlib import resources
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.facts import CHANCE
from grognard.core.ruling import Modifier
from grognard.games.sword_beach.combat import differential, resolve
from grognard.games.sword_beach.odds import drawn, odds, plain_odds
from grognard.games.sword_beach.pieces import UNIT
from grognard.games.sword_beach.position import Assault, Bombardment, Combat
from grognard.games.sword_beach.tables import LINES
from grognard.games.sword_beach.verbs import Roll
from tests.sword_beach.build import SILENT, choices, do, position, verdict

CRT = tomllib.loads(
    resources.files("grognard.games.sword_beach").joinpath("data/crt.toml").read_text("utf-8")
)
LINE = {row["id"]: row for row in CRT["line"]}
GROUND = [name for name, row in LINE.items() if row["table"] == "main"]
BEACH = [name for name, row in LINE.items() if row["table"] == "beach"]
# worst for the attacker first
RANK = {
    "main": ["Ae", "A2", "A1", "Ex", "D1", "D2", "D3", "De"],
    "beach": ["Ae", "D3", "D2", "A1", "NE"],
}

marker_lists = st.lists(st.integers(1, 10), max_size=5)
draw_counts = st.integers(0, 2)


def look(line: str, differential: int, die: int, shift: int = 0) -> str:
    """The CRT read as crt.toml says: 1 + the number of bounds reached, shifted, kept on the table."""
    row = LINE[line]
    table = CRT["table"][row["table"]]["results"]
    column = 1 + sum(bound <= differential for bound in row["lower_bounds"]) + shift
    return table[die - 1][min(max(column, 1), len(table[0])) - 1]


def cup(values: list[int]) -> tuple[int, ...]:
    return tuple(values.count(value) for value in range(11))


def by_hand(
    attack: int,
    defense: int,
    line: str,
    shift: int,
    ours: list[int],
    theirs: list[int],
    draws: tuple[int, int],
):
    """Every order in which single markers can be drawn, times every face of the die."""
    found: Counter[str] = Counter()
    mine = list(permutations(ours, min(draws[0], len(ours))))
    yours = list(permutations(theirs, min(draws[1], len(theirs))))
    for a, b, die in product(mine, yours, range(1, 7)):
        found[look(line, attack - defense + sum(a) - sum(b), die, shift)] += 1
    return {result: Fraction(ways, found.total()) for result, ways in found.items()}


@given(
    st.integers(0, 50),
    st.integers(0, 12),
    st.sampled_from(list(LINE)),
    st.integers(-2, 0),
    marker_lists,
    marker_lists,
    draw_counts,
    draw_counts,
)
def test_odds_sum_to_one_and_equal_brute_force(attack, defense, line, shift, ours, theirs, mine, yours):
    """Counted odds are those of every marker draw and every die, one by one."""
    found = plain_odds(attack, defense, line, shift, cup(ours), cup(theirs), (mine, yours))
    assert (
        sum(found.results.values()) == sum(found.columns.values()) == sum(found.differentials.values()) == 1
    )
    assert dict(found.results) == by_hand(attack, defense, line, shift, ours, theirs, (mine, yours))


@given(
    st.integers(0, 45),
    st.integers(0, 12),
    st.sampled_from(list(LINE)),
    st.integers(-2, 0),
    marker_lists,
    marker_lists,
    draw_counts,
    draw_counts,
)
def test_no_outcome_worsens_as_attack_strength_grows(attack, defense, line, shift, ours, theirs, mine, yours):
    """One more point of attack never lowers the chance of D1 or better, of D2 or better, and so on up the
    table.
    """
    cups = (cup(ours), cup(theirs), (mine, yours))
    less, more = (
        plain_odds(strength, defense, line, shift, *cups).results for strength in (attack, attack + 1)
    )
    order = RANK[LINE[line]["table"]]
    for i in range(len(order)):
        assert sum(more.get(r, 0) for r in order[i:]) >= sum(less.get(r, 0) for r in order[i:])


def walk(state, mines: str = "use") -> Counter[str]:
    """The results of a fight played out by the engine over all of its chance, each with its probability."""
    found: Counter[str] = Counter()
    if state.step.name == "mines":
        do(state, f"mines {mines}" if f"mines {mines}" in choices(state) else "mines aside")
        found = walk(state, mines)
        state.pop()
        return found
    for action, chance in state.chance_outcomes():
        events = state.push(action)
        if str(action).startswith("roll"):
            found[verdict(events)[3]] += chance
        else:
            for result, more in walk(state, mines).items():
                found[result] += chance * more
        state.pop()
    return found


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(1, 10), min_size=1, max_size=3),
    st.lists(st.integers(1, 10), min_size=1, max_size=3),
    st.sampled_from(["none", "air", "guns", "air+guns", "guns+guns"]),
    st.sampled_from(["none", "guns", "guns+guns"]),
    st.booleans(),
)
def test_the_odds_of_a_position_are_those_of_playing_it_out(guns, theirs, ours_named, theirs_named, flak):
    """8/3 and 27 Armored on 2 AA in the open, with flak or without: the forecast is the engine's own tree of
    chance.
    """
    cups = {"air": [7, 10], "guns": guns, "german": theirs}
    units = {"8/3": "0741", "27-Armd": "0641", "2-AA": "0742"}
    state = position("allied combat", 5, units, cups=cups, mines="used", options={"flak": flak})
    do(state, "attack 8/3 0742", "join 27-Armd")
    forecast = odds(state, state.stack[-1], ours_named, theirs_named)
    do(state, f"support {ours_named}", f"support {theirs_named}")
    assert state.to_move == CHANCE
    assert dict(forecast.results) == dict(walk(state))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 10), max_size=3), st.sampled_from(["guns", "guns+guns"]), st.booleans())
def test_the_odds_with_mines_in_the_cup_are_those_of_playing_it_out(theirs, named, used):
    """22/21 on 8/3 with the mines among the markers: used when they are drawn, or put aside for another
    draw.
    """
    cups = {"air": [], "guns": [], "german": theirs}
    state = position("german combat", 5, {"22/21": "0741", "8/3": "0742"}, cups=cups, mines="cup")
    do(state, "attack 22/21 0742")
    forecast = odds(state, state.stack[-1], named, mines="use" if used else "aside")
    do(state, f"support {named}")
    assert dict(forecast.results) == dict(walk(state, "use" if used else "redraw"))


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(1, 10), min_size=2, max_size=4), st.sampled_from(["guns", "guns+guns"]))
def test_the_odds_of_a_bombardment_are_those_of_playing_it_out(guns, named):
    """The guns on 736/716 in the town of 0642, two columns to the left."""
    state = position(
        "allied combat", 5, {"8/3": "0641", "736/716": "0642"}, cups={"air": [], "guns": guns, "german": []}
    )
    do(state, f"bombard {named} 0642")
    frame = Bombardment(attacker="allied", hex=state.grid.number["0642"], defender=UNIT["736/716"])
    assert dict(odds(state, frame, named).results) == dict(walk(state))


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(1, 10), max_size=3), st.sampled_from(["guns", "guns+guns"]))
def test_the_odds_of_a_german_bombardment_leave_the_mines_out(theirs, named):
    """22/21 bombards 8/3: mines that are drawn are put aside and made good, as SB-11.1.5.b.2 wants it."""
    cups = {"air": [], "guns": [], "german": theirs}
    state = position("german combat", 5, {"22/21": "0741", "8/3": "0742"}, cups=cups, mines="cup")
    do(state, f"bombard {named} 0742")
    frame = Bombardment(attacker="german", hex=state.grid.number["0742"], defender=UNIT["8/3"])
    assert dict(odds(state, frame, named).results) == dict(walk(state, "redraw"))


# ---------------------------------------------------------------- the quick sum and the quick reading of the CRT

fire_lists = st.lists(st.tuples(st.sampled_from(["air", "guns"]), st.integers(1, 10)), max_size=4)


@settings(max_examples=60, deadline=None)
@given(fire_lists, st.lists(st.integers(1, 10), max_size=4), st.booleans())
def test_the_differential_told_is_the_differential_used(ours, theirs, flak):
    """8/3 (6) on 2 AA (7): the parts of the explanation add up to the sum the die is read with, and to
    ours.
    """
    state = position("allied combat", 5, {"8/3": "0741", "2-AA": "0742"}, options={"flak": flak}, **SILENT)
    fire = (
        *(("allied", kind, value) for kind, value in ours),
        *(("german", "guns", value) for value in theirs),
    )
    frame = Combat(
        attacker="allied",
        hex=state.grid.number["0742"],
        attackers=(UNIT["8/3"],),
        defender=UNIT["2-AA"],
        fire=fire,
    )
    worth = [(value + 1) // 2 if flak and kind == "air" else value for kind, value in ours]
    expected = 6 + sum(worth) - 7 - sum(theirs)
    assert sum(part.amount for part in differential(state, frame)) == expected
    state.call(frame, "FM-7.2.3")
    resolve(state, frame, Roll(1))
    assert verdict(state.events()) == (
        "clear",
        expected,
        verdict(state.events())[2],
        look("clear", expected, 1, -1),
    )


PLACES = {  # line -> defender's hex and the attacker's
    "clear": ("0742", "0741"),
    "beach": ("1739", "1639"),
    "flooded": ("1344", "1343"),
    "town": ("0642", "0641"),
    "woods": ("1138", "1137"),
    "bocage": ("0648", "0647"),
    "city": ("0937", "0936"),
    "bridge": ("1341", "1340"),
    "river": ("1141", "1140"),
}


def resolved(state, frame, differential: int, face: int) -> str:
    """The result the engine gives a fight whose markers are made to fit the differential."""
    known = sum(part.amount for part in odds(state, frame).ledger)
    frame = replace(frame, fire=((frame.attacker, "guns", differential - known),))
    state.call(frame, "FM-7.2.3")
    resolve(state, frame, Roll(face))
    return state.stack[-1].result


@pytest.mark.parametrize("line", GROUND)
@settings(max_examples=60, deadline=None)
@given(
    differential=st.integers(-30, 45),
    face=st.integers(1, 6),
    kind=st.sampled_from(["german", "allied", "bombardment"]),
)
def test_resolve_reads_what_the_table_says_on_every_ground_line(line, differential, face, kind):
    """Unshifted, shifted by SB-11.2.8.a and by FM-8.4.2: `resolve` and `look_up` give the same cell."""
    hex_, from_ = PLACES[line]
    if kind == "bombardment" and line in ("bridge", "river"):
        kind = "german"  # FM-8.5: a bombardment knows no hexside
    attacker, defender = ("22/21", "8/3") if kind == "german" else ("8/3", "22/21")
    state = position(
        f"{'german' if kind == 'german' else 'allied'} combat", 5, {attacker: from_, defender: hex_}, **SILENT
    )
    numbers = {"hex": state.grid.number[hex_], "defender": UNIT[defender]}
    if kind == "bombardment":
        frame, shift = Bombardment(attacker="allied", **numbers), -2
    else:
        frame, shift = (
            Combat(attacker=kind, attackers=(UNIT[attacker],), **numbers),
            -1 if kind == "allied" else 0,
        )
    cell = (
        LINES[line].look_up(differential, face, [Modifier(shift, "FM-7.4.3", "shift")] if shift else []).cell
    )
    assert resolved(state, frame, differential, face) == cell == look(line, differential, face, shift)


@pytest.mark.parametrize("line", BEACH)
@settings(max_examples=60, deadline=None)
@given(differential=st.integers(-30, 45), face=st.integers(1, 6))
def test_resolve_reads_what_the_table_says_on_the_beach_lines(line, differential, face):
    """In a German zone and out of it, against nobody and never shifted."""
    german = "1639" if line == "beach_assault_in_ezoc" else "0742"
    state = position("allied combat", 1, {"8/3": "1640 landed", "22/21": german}, **SILENT)
    frame = Assault(attacker="allied", hex=state.grid.number["1640"], attackers=(UNIT["8/3"],))
    assert (
        resolved(state, frame, differential, face)
        == LINES[line].look_up(differential, face).cell
        == look(line, differential, face)
    )


# ---------------------------------------------------------------- draws


@pytest.mark.clause("SB-15.0.b", "FM-8.1.3")
def test_halved_markers_of_one_value_are_counted_together() -> None:
    """5 and 6 are both worth 3 under flak; three of four markers are such, one is 9, worth 5."""
    markers = cup([5, 5, 6, 9])
    assert drawn(markers, 1, halved=True) == {3: 3, 5: 1}
    assert drawn(markers, 1) == {5: 2, 6: 1, 9: 1}
    assert drawn(markers, 2, halved=True) == {6: 6, 8: 6}  # of twelve ordered pairs
    assert drawn(markers, 0) == {0: 1} == drawn(cup([]), 2)  # an empty cup gives nothing
    assert drawn(cup([7]), 2) == {7: 1}  # a short one what it has
