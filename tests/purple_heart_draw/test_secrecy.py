"""What stays its owner's secret though the unit itself lies open: radios, gyrostabilizers, groups; and what
the log says.
"""

from __future__ import annotations

import pytest

from grognard.core.facts import Events
from grognard.games.purple_heart_draw import posture, reorganise
from grognard.games.purple_heart_draw.pieces import FLAG, NAMES, UNIT_NOTE
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, Table, fact
from grognard.web.purple_heart_draw.seen import piece

from .build import add, split

OTHERS = ("german", "spectator")


def told(state: PurpleHeartDraw, seat: str, start: int = 0) -> list[tuple[str, str]]:
    events = Events(state.fields, state.journal[start:])
    return [(event.key, str(event.new)) for event in events.seen_by(state, seat)]


@pytest.mark.clause("PHD-MSR9")
def test_the_carrier_of_a_radio_is_a_secret_of_its_side() -> None:
    """PHD-MSR9: a secret side record, whether the unit lies open or not; its other weapons are seen."""
    state = split(16)
    u = add(state, "u001", "6-6-6", "M5", gear="MMG", open_=True)
    state.set_at(fact.gear, u, ("MMG", "RADIO"), "PHD-MSR9")
    assert state.view("us")["gear"]["u001"] == "MMG RADIO" and told(state, "us") == [("u001", "MMG RADIO")]
    for seat in OTHERS:
        assert state.view(seat)["gear"]["u001"] == "MMG" and told(state, seat) == []
        assert state.known_to(seat).gear[u] == ("MMG",) and piece(state.known_to(seat), u)["gear"] == ["MMG"]
    state.set_at(fact.gear, u, ("MMG!", "RADIO"), "PHD-C5.1")
    assert told(state, "german", 1) == [("u001", "MMG!")]


@pytest.mark.clause("PHD-TM20")
def test_a_gyrostabilizer_is_a_secret_of_its_side() -> None:
    state = split(16)
    u = add(state, "u001", "M4A1", "M5", "stunned", open_=True)
    state.set_at(fact.status, u, state.status[u] | FLAG["gyro"], "PHD-TM20")
    assert "gyro" in state.view("us")["status"]["u001"]
    for seat in OTHERS:
        assert state.view(seat)["status"]["u001"] == "stunned" and told(state, seat) == []
        assert not state.known_to(seat).status[u] & FLAG["gyro"]


@pytest.mark.clause("PHD-C5.31")
def test_the_number_of_a_group_is_a_secret_of_its_side() -> None:
    """It counts the groups that were bought before it."""
    state = split(16)
    u = add(state, "u001", "6-6-6", "M5", group=7, open_=True)
    assert state.view("us")["group"]["u001"] == 7 and piece(state.known_to("us"), u)["group"] == 7
    for seat in OTHERS:
        assert "u001" not in state.view(seat)["group"] and piece(state.known_to(seat), u)["group"] == 0


def test_what_is_derived_from_hidden_units_is_not_in_the_position_of_another_seat() -> None:
    """The sets of places that hold a unit and of Riders are built from kinds and vehicles that others do not
    know.
    """
    state = split(16)
    tank, rider = (
        add(state, "u001", "M4A1", "M5", "concealed"),
        add(state, "u002", "6-6-6", "M5", "concealed"),
    )
    seen = add(state, "u003", "6-6-6", "M6", open_=True)
    state.set_at(fact.aboard, rider, tank, "PHD-C5.7")
    assert state.known_to("us").used == state.used and state.known_to("us").riding == 1 << rider
    for seat in OTHERS:
        assert state.known_to(seat).used == 1 << seen and state.known_to(seat).riding == 0


@pytest.mark.clause("PHD-C5.7")
def test_that_a_side_has_no_riders_is_told_to_that_side_alone() -> None:
    """Riders of a covered vehicle are hidden: neither that there are some nor that there are none is the
    enemy's to know.
    """
    state = split(16)
    tank, rider = (
        add(state, "u001", "M4A1", "M5", "concealed"),
        add(state, "u002", "6-6-6", "M5", "concealed"),
    )
    state.set_at(fact.aboard, rider, tank, "PHD-C5.7")
    start = len(state.journal)
    posture.nobody_rides(state, None)
    assert (
        told(state, "us", start) == [] == told(state, "spectator", start)
        and len(told(state, "german", start)) == 1
    )


@pytest.mark.clause("PHD-C5.21")
@pytest.mark.parametrize(
    ("unit_open", "mate_open"), [(True, True), (False, True), (True, False), (False, False)]
)
def test_the_log_does_not_name_a_covered_half_squad(unit_open: bool, mate_open: bool) -> None:
    """Two half-squads become a squad: the enemy is told of the one that lies open."""
    state = split(16)
    status = {True: "", False: "concealed"}
    unit = add(state, "u001", "3-4-6", "M5", status[unit_open], open_=unit_open)
    mate = add(state, "u002", "3-4-6", "M6", status[mate_open], open_=mate_open)
    reorganise.recombine(state, "us", ("mate", unit, state.at[mate]), mate)
    for seat in OTHERS:
        words = " ".join(new for key, new in told(state, seat) if key in ("", UNIT_NOTE))
        assert (NAMES[mate] in words) == mate_open and (NAMES[unit] in words) == (mate_open and unit_open)
    own = " ".join(str(new) for _, new in told(state, "us"))
    assert NAMES[unit] in own and NAMES[mate] in own


# ---------------------------------------------------------------- refusals


def said(state: PurpleHeartDraw, text: str) -> str:
    return " / ".join(ruling.because for ruling in state.why_not(state.game.parse(text)))


def at_the_table(enforcement: str = "referee") -> PurpleHeartDraw:
    """The US player turn: u001 and g001 are covered, g002 lies open."""
    state = split(16)
    add(state, "u001", "6-6-6", "M5", "concealed")
    add(state, "g001", "4-6-7", "M20", "concealed")
    add(state, "g002", "5-4-8", "M21", open_=True)
    state.__dict__.update(stack=(Table(),), mover="us", first="us", turn=1, enforcement=enforcement)
    state.run()
    assert state.to_move == "us"
    return state


def test_a_refusal_names_a_covered_unit_by_its_value_to_its_owner_alone() -> None:
    """PHD-TM7: the enemy may not know the value of a concealed unit, from a refusal either."""
    state = at_the_table()
    for seen in (state, state.known_to("us")):
        assert said(seen, "move u001 M5").startswith("M5 is closed to 6-6-6 (u001)")
        assert "g001" in said(seen, "move g001 M19") and "4-6-7" not in said(seen, "move g001 M19")
        assert "5-4-8 (g002)" in said(seen, "move g002 M19")
    for seat in OTHERS:
        assert state.known_to(seat).display_name("u001") == "u001"
        assert state.known_to(seat).display_name("g002") == "5-4-8 (g002)"
    assert state.known_to("german").display_name("g001") == "4-6-7 (g001)"
    assert (
        state.known_to("us").display_name("g001")
        == state.known_to("spectator").display_name("g001")
        == "g001"
    )


@pytest.mark.parametrize("unit", ["u003", "g003", "u-rg01", "M5"])
def test_a_name_without_a_unit_stays_as_it_is(unit: str) -> None:
    assert at_the_table().display_name(unit) == unit


def test_an_advisers_note_does_not_tell_the_value_of_a_covered_unit() -> None:
    """At an adviser's table a refusal becomes a line of the log that both sides read."""
    state = at_the_table("adviser")
    assert said(state, "move u001 M5").startswith("M5 is closed to u001")
    assert "5-4-8 (g002)" in said(state, "move g002 M19")
