"""The position: one door, one journal, exact undo; forced choices are taken and told; adviser and free
tables.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grognard.core.facts import DONE, Fact, Frame, Leak, encode_tuple_change
from grognard.core.procedure import Ask, Auto, Chance
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.core.state import ENFORCEMENT, State

from . import toy
from .toy import DIE, GAME, NAMES, Bold, Ford, Hide, March, Move, Roll, fact


def waiting(*texts: str, **how: object) -> Ford:
    """A game of Ford after the given actions."""
    state = GAME.new(**how)
    for text in texts or ("hide X/9 0302", "hide Y/9 0503", "roll 3"):
        state.push(GAME.parse(text))
    return state


# ---------------------------------------------------------------- the door and the journal


def test_a_change_is_written_with_old_new_and_clause() -> None:
    state = GAME.new()
    event, *_ = state.push(Hide("X/9", "0302"))
    assert event == ("at", "X/9", "", "0302", "EX-1.1")


def test_setting_what_is_so_already_leaves_no_entry() -> None:
    state = waiting()
    before = len(state.journal)
    state.set(fact.turn, state.turn, "EX-2.1")
    state.set_at(fact.at, 0, state.at[0], "EX-2.1")
    assert len(state.journal) == before


def test_pop_takes_back_every_change_in_reverse() -> None:
    state = GAME.new()
    kept = [state.to_json()]
    for text in ("hide X/9 0302", "hide Y/9 0503", "roll 3", "move A/1 0201", "done"):
        if GAME.parse(text) in state.legal_actions():
            state.push(GAME.parse(text))
            kept.append(state.to_json())
    assert len(kept) == 6 and state.rolls == 1
    while state.actions:
        assert state.to_json() == kept.pop()
        state.pop()
    assert state.to_json() == kept[0] and not state.journal and state.rolls == 0


def test_pop_of_nothing_is_refused() -> None:
    with pytest.raises(GrognardError, match="nothing to take back"):
        GAME.new().pop()


def test_pop_leaves_no_attribute_behind() -> None:
    state = waiting("hide X/9 0302", "hide Y/9 0503")
    before = set(state.__dict__)
    state.push(Roll(3))  # which notes something for the log
    state.pop()
    assert set(state.__dict__) == before


def test_a_note_changes_nothing_and_is_cited() -> None:
    state = waiting()
    before = state.to_json()
    state.note("EX-2.1", "{} of {} at {:+d}", "one", "two", 3)
    assert state.to_json() == before and state.events().log[-1] == "one of two at +3 [EX-2.1]"


def test_a_note_to_one_side_is_not_told_to_the_other() -> None:
    state = waiting()
    told = {
        side: [e.new for e in state.events().seen_by(state, side) if e.fact == "log"] for side in state.sides
    }
    assert told == {"blue": ["strength 3"], "red": []}


def test_history_gives_every_action_with_its_own_events() -> None:
    state = waiting()
    history = list(state.history())
    assert [str(action) for action, _ in history] == ["hide X/9 0302", "hide Y/9 0503", "roll 3"]
    assert sum(len(events) for _, events in history) == len(state.events()) == len(state.journal)
    assert [e.fact for e in state.events(2)] == [e.fact for e in history[2][1]]


def test_events_are_a_sequence() -> None:
    events = waiting().events()
    assert (
        events[0] == list(events)[0]
        and list(events[1:3]) == list(events)[1:3]
        and events[-1] == list(events)[-1]
    )


def test_every_kind_of_plain_data_comes_back_from_a_file() -> None:
    state = waiting()
    assert Ford.from_plain(json.loads(state.to_json())).to_json() == state.to_json()
    assert state.copy().digest() == state.digest() != GAME.new().digest()


# ---------------------------------------------------------------- procedures


def test_a_forced_choice_is_taken_and_logged() -> None:
    """With one hex left for one unit nobody is asked; the log says what was done for whom."""
    state = GAME.new()
    state.push(Hide("X/9", "0302"))
    crowded = state.copy()
    only = toy.GRID.set(["0302", "0401"])

    def few(state: object, frame: object) -> int:
        return only

    pick = Ford.procedures[March][0].picks[0]
    narrow = pick.__class__(
        **{
            **{k: getattr(pick, k) for k in ("verb", "names", "units", "apply")},
            "hexes": (pick.hexes[0]._replace(mask=few), pick.hexes[1]),
        }
    )
    phase = Ford.procedures[March][0]
    step = phase.__class__(
        clause=phase.clause, name=phase.name, side=phase.side, secret=True, picks=(narrow,), must=phase.must
    )
    old = Ford.procedures
    try:
        Ford.procedures = {**old, March: (step, *old[March][1:])}
        crowded.run()
    finally:
        Ford.procedures = old
    assert toy.GRID.name[crowded.at[NAMES.index("Y/9")]] == "0401"
    assert crowded.events().log == ["blue: only one legal choice: hide Y/9 0401 [EX-1.1]"]
    assert not [e for e in crowded.events().seen_by(crowded, "red") if "0401" in str(e)], (
        "a secret choice, forced or not"
    )


def test_an_ask_with_one_choice_is_taken_and_with_none_passed_over() -> None:
    class Alone(Frame, frozen=True, tag="alone"):
        """A procedure of its own."""

    choices: list[object] = []
    asked = Ask(
        clause="EX-5.3",
        side=lambda s, f: "red",
        choices=lambda s, f: choices,
        apply=lambda s, f, a: s.note("EX-5.3", "took it"),
    )
    state = waiting()
    old = Ford.procedures
    try:
        Ford.procedures = {
            **old,
            Alone: (asked, Auto(clause="EX-2.1", do=lambda s, f: s.note("EX-2.1", "went on"))),
        }
        for few in ([], [Bold("quietly")]):
            choices[:] = few
            before = len(state.journal)
            state.call(Alone(), "EX-5.2")
            state.run()
            log = [str(entry[3]) for entry in state.journal[before:] if entry[0] == "log"]
            assert log == (["red: only one legal choice: bold quietly", "took it"] if few else []) + [
                "went on"
            ]
    finally:
        Ford.procedures = old


def test_a_roll_that_is_made_once_is_made_once() -> None:
    class Alone(Frame, frozen=True, tag="alone"):
        """A procedure of its own."""

    die = Chance(
        clause="EX-5.2",
        outcomes=lambda s, f: DIE,
        apply=lambda s, f, a: s.note("EX-5.2", "rolled {}", a.face),
        once=True,
    )
    state = waiting()
    old, begun = Ford.procedures, state.rolls
    try:
        Ford.procedures = {
            **old,
            Alone: (die, Auto(clause="EX-2.1", do=lambda s, f: s.note("EX-2.1", "went on"))),
        }
        state.call(Alone(), "EX-5.2")
        state.run()
        assert state.to_move == "chance" and len(state.chance_outcomes()) == 6
        events = state.push(Roll(4))
        assert [line.partition(" [")[0] for line in events.log] == ["rolled 4", "went on"]
        assert state.to_move != "chance" and state.rolls == begun + 1
        state.pop()
        assert state.to_move == "chance" and state.rolls == begun
    finally:
        Ford.procedures = old


def test_a_game_without_a_map_declares_none() -> None:
    class Mapless(State):
        """No hexes at all."""

    assert not Mapless.grid.number and Mapless.grid.names(0) == [] and not Mapless.grid.is_printed("0101")


def test_an_ambush_waits_on_the_stack_and_goes_back_to_the_march() -> None:
    state = waiting("hide X/9 0301", "hide Y/9 0503", "roll 6")
    state.push(Move("A/1", "0201"))
    state.push(DONE)
    state.push(Move("A/1", "0301"))
    assert [type(f).__name__ for f in state.stack] == ["March", "Ambush"] and state.to_move == "chance"
    state.push(Roll(1))
    assert state.to_move == "red" and state.purpose == "last words"
    state.push(Bold("shouting"))
    assert [type(f).__name__ for f in state.stack] == ["March"] and state.at[0] < 0


# ---------------------------------------------------------------- refusals


def test_every_broken_clause_is_named() -> None:
    state = waiting()
    with pytest.raises(IllegalAction) as found:
        state.push(Move("X/9", "0101"))
    assert {r.clause for r in found.value.rulings} == {"EX-2.1", "EX-3.2"}
    assert str(found.value).startswith("move X/9 0101: ") and "[EX-2.1]" in str(found.value)


def test_the_last_screen_speaks_only_when_no_other_does() -> None:
    (ruling,) = waiting().why_not(Move("A/1", "0503"))
    assert ruling.clause == "EX-3.1" and "not next to" in ruling.because


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Move("Z/1", "0201"), "there is no unit Z/1; the nearest is "),
        (Move("A/1", "0291"), "there is no hex 0291; the nearest is 0201"),
        (Move("A/1", "9999"), "there is no hex 9999"),
        (Move("Nobody", "0201"), "there is no unit Nobody"),
        (Roll(3), "the action roll belongs to another step; now: turn 1, red movement"),
    ],
)
def test_what_does_not_belong_here_is_refused_in_words(action: object, words: str) -> None:
    (ruling,) = waiting().why_not(action)
    assert words in ruling.because


def test_done_is_refused_while_something_is_compulsory() -> None:
    with pytest.raises(IllegalAction, match="both units must be hidden"):
        GAME.new().push(DONE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not an action"),
        ("march A/1", "Actions here: bold, done, hide, move, roll"),
        ("move A/1", "write it as: move UNIT HEX"),
        ("roll six", "six"),
        ("move A/1 0201 0301", "write it as"),
    ],
)
def test_a_text_that_is_no_action_is_answered_with_what_would_be(text: str, said: str) -> None:
    with pytest.raises(GrognardError, match=said):
        GAME.parse(text)


def test_verbs_are_read_in_any_case() -> None:
    assert GAME.parse("MOVE A/1 0201") == Move("A/1", "0201") and GAME.parse("  Done ") == DONE


# ---------------------------------------------------------------- adviser and free tables


def test_a_free_table_lets_it_pass_and_pop_takes_it_back() -> None:
    state = waiting(enforcement="free")
    before = state.to_json()
    state.push(Move("A/1", "0501"))
    assert toy.GRID.name[state.at[0]] == "0501" and not state.events(3).log
    state.pop()
    assert state.to_json() == before


def test_an_adviser_notes_every_objection() -> None:
    state = waiting(enforcement="adviser")
    events = state.push(Move("A/1", "0503"))
    assert events.log == ["irregular: 0503 is not next to A/1 [EX-3.1]"]
    state.pop()
    assert not state.events(3).log


def test_nobody_can_force_what_the_position_cannot_take() -> None:
    for enforcement in ENFORCEMENT:
        state = waiting(enforcement=enforcement)
        before = state.to_json()
        for action in (Roll(2), Bold("quietly"), Move("Z/1", "0101")):
            with pytest.raises(IllegalAction):
                state.push(action)
        assert state.to_json() == before and len(state.actions) == 3


def test_bad_ways_to_begin_are_refused_by_name() -> None:
    for how, said in (
        ({"scenario": "moon"}, "no scenario 'moon'"),
        ({"enforcement": "lax"}, "enforcement is one of"),
        ({"options": {"moon": 1}}, "options of ford"),
        ({"options": {"fog": "perhaps"}}, "options of ford"),
    ):
        with pytest.raises(GrognardError, match=said):
            GAME.new(**how)


# ---------------------------------------------------------------- what a side knows


def test_a_view_adds_what_may_be_seen() -> None:
    state = waiting()
    assert state.view("red")["at"] == {"A/1": "0101", "B/1": "0103"} and "strength" not in state.view("red")
    assert state.view("blue")["at"]["X/9"] == "0302" and state.view("blue")["strength"] == 3


def test_what_a_side_cannot_know_raises_when_it_is_touched() -> None:
    known = waiting().known_to("red")
    for touch in (
        lambda: known.strength + 1,
        lambda: known.at[2] >= 0,
        lambda: bool(known.strength),
        lambda: known.at[3] == 1,
    ):
        with pytest.raises(Leak):
            touch()
    assert known.at[0] >= 0


def test_facts_are_declared_once_and_found_by_name() -> None:
    assert (
        isinstance(Ford.facts["turn"], Fact) and fact.turn is Ford.facts["turn"] and "turn" not in vars(Ford)
    )


@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
@example([1, 2, 3, 4], [1, 2, 3, 4, 5])
@example([1, 2, 3, 4], [1, 4])
@example([1, 1], [1, 1, 1])
def test_a_splice_tells_the_new_tuple_from_the_old(old: list[int], new: list[int]) -> None:
    first, gone, came = encode_tuple_change(tuple(old), tuple(new))
    assert [*old[:first], *came, *old[first + gone :]] == new
    if old and old[:-1] == new:
        assert len(came) == 0 and gone == 1
