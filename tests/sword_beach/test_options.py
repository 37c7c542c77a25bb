"""The options: told in one file, typed in another, refused when wrong, kept in the record, and playable in
any mixture.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest

from grognard.core.lines import DamagedRecord
from grognard.core.reading import open_match, replay
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.games.sword_beach.options import DEFAULT, Options
from grognard.games.sword_beach.position import SwordBeach
from tests.records.vectors import chained

from .build import GAME, why

TYPES = get_type_hints(Options, include_extras=True)
READINGS = {reading.name: reading for reading in GAME.readings}
OPTIONAL_RULES = {"weather", "flak", "max_bombardments_per_phase"}
LARGEST = 46  # FM-8.4.1: no more hexes than units can ever be bombarded


def values(name: str) -> list[Any]:
    """The values the type of an option allows, for a range a few of them."""
    kind = TYPES[name]
    if kind is bool:
        return [False, True]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    assert get_origin(kind) is Annotated
    return [0, 1, 3, LARGEST]


def as_written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---------------------------------------------------------------- the file and the type


def test_the_file_and_the_type_name_the_same_options_in_the_same_order() -> None:
    assert [reading.name for reading in GAME.readings] == list(Options.__struct_fields__)


@pytest.mark.parametrize("name", Options.__struct_fields__)
def test_the_default_in_the_file_is_the_default_of_the_type(name: str) -> None:
    told, kept = READINGS[name].default, getattr(DEFAULT, name)
    assert (type(told), told) == (type(kept), kept)


@pytest.mark.parametrize("name", sorted(set(Options.__struct_fields__) - {"max_bombardments_per_phase"}))
def test_the_file_has_words_for_every_value_and_for_no_other(name: str) -> None:
    assert set(READINGS[name].values) == {as_written(value) for value in values(name)}
    assert all(words.strip() for words in READINGS[name].values.values())


def test_the_number_of_bombardments_is_a_range() -> None:
    assert list(READINGS["max_bombardments_per_phase"].values) == [f"0 to {LARGEST}"]
    assert DEFAULT.max_bombardments_per_phase == 3  # FM-8.4.1
    for wrong in (-1, LARGEST + 1):
        with pytest.raises(GrognardError, match="max_bombardments_per_phase"):
            GAME.new(options={"max_bombardments_per_phase": wrong})


def test_every_ruling_has_exactly_one_option() -> None:
    rulings = [reading.clause for reading in GAME.readings if reading.kind == "reading"]
    assert sorted(rulings, key=lambda clause: int(clause[4:])) == [f"SB-J{n}" for n in range(1, 48)]


def test_the_rest_are_optional_rules() -> None:
    assert {reading.name for reading in GAME.readings if reading.kind != "reading"} == OPTIONAL_RULES
    assert {READINGS[name].kind for name in OPTIONAL_RULES} == {"optional rule"}
    assert {name: READINGS[name].clause for name in OPTIONAL_RULES} == {
        "weather": "SB-14.1.e",
        "flak": "SB-15.0.a",
        "max_bombardments_per_phase": "FM-8.4.1",
    }


SPEC_SWITCHES = {
    # the switches RULES.md names, with their defaults there
    "setup_21pz_in_caen": ("SB-J1", True),
    "drop_zone_markers": ("SB-J3", 1),
    "mechanized_counts_as": ("SB-J21", "neither"),
    "mines_can_be_lost": ("SB-J27", False),
    "caen_loss_repeats": ("SB-J29", False),
    "occupy_in_passing": ("SB-J30", False),
    "city_needs_all_hexes": ("SB-J45", True),
    "max_bombardments_per_phase": ("FM-8.4.1", 3),
}


@pytest.mark.parametrize("name", SPEC_SWITCHES)
def test_the_switches_of_the_rules_document_are_there_under_their_names(name: str) -> None:
    assert (READINGS[name].clause, READINGS[name].default) == SPEC_SWITCHES[name]


# ---------------------------------------------------------------- refusals


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(GrognardError, match="sword-beach.*drop_zone_marker'"):
        GAME.new(options={"drop_zone_marker": 1})


WRONG = {bool: "perhaps", str: "nonsense", int: 3}


@pytest.mark.parametrize("name", Options.__struct_fields__)
def test_a_wrong_value_is_refused_by_name(name: str) -> None:
    wrong: Any = "many" if name == "max_bombardments_per_phase" else WRONG[type(getattr(DEFAULT, name))]
    with pytest.raises(GrognardError, match=f"sword-beach.*{name}"):
        GAME.new(options={name: wrong})


@pytest.mark.parametrize("name", Options.__struct_fields__)
def test_every_value_is_accepted(name: str) -> None:
    for value in values(name):
        state: Any = GAME.new(options={name: value})
        assert getattr(state.options, name) == value


# ---------------------------------------------------------------- the record

SET_UP = [  # RULES.md, part 6, steps 1 and 2
    "record 736/716 1738",
    "record 716/716 1639",
    "record 857/346 1241",
    "record 2-AA 0938",
    "record 22/21 0740",
    "record 125/21 0837",
    "record 192/21 0838",
    "record 200/21 0739",
    "record 305/21 0839",
    "beachhead 1739",
    "beachhead 1640",
    "done",
    "place 8/3 1739",
    "place 27-Armd 1739",
    "place 9/3 1640",
    "place 185/3 1640",
]


def two_drop_zones() -> Match:
    match = Match.begin(GAME, seed=6, options={"drop_zone_markers": 2, "weather": True})
    for text in [*SET_UP, "dropzone 1342", "dropzone 1147", "designate 3/6-Para 1148"]:
        match.do(text)
    return match


def test_a_record_stores_what_was_chosen_and_what_was_not() -> None:
    kept = Match.begin(GAME, seed=6, options={"drop_zone_markers": 2, "weather": True}).lines[0]["options"]
    assert set(kept) == set(Options.__struct_fields__)
    changed = {name for name in kept if kept[name] != getattr(DEFAULT, name)}
    assert (
        changed == {"drop_zone_markers", "weather"}
        and kept["drop_zone_markers"] == 2
        and kept["weather"] is True
    )


def test_replaying_honours_what_was_chosen(tmp_path: Path) -> None:
    match = two_drop_zones()
    match.save(tmp_path / "game.jsonl")
    again: Any = open_match(GAME, tmp_path / "game.jsonl").state
    assert again.options == match.state.options  # type: ignore[attr-defined]
    assert again.options.drop_zone_markers == 2 and again.digest() == match.state.digest()
    assert why(again, "designate 5/6-Para 1147") == set()


def test_with_other_options_the_same_lines_do_not_replay() -> None:
    lines = [dict(line) for line in two_drop_zones().lines]
    lines[0]["options"] = {**lines[0]["options"], "drop_zone_markers": 1}
    with pytest.raises(DamagedRecord, match="line 1: digest"):
        replay(GAME, lines)
    with pytest.raises(
        DamagedRecord, match="does not begin as the scenario does"
    ):  # even if all digests are made to fit
        replay(GAME, chained(lines))
    changed = {**dict(map(tuple, lines[0]["put"]))["options"], "drop_zone_markers": 1}
    lines[0]["put"] = [["options", changed] if put[0] == "options" else put for put in lines[0]["put"]]
    with pytest.raises(DamagedRecord) as caught:
        replay(GAME, chained(lines))
    assert caught.value.line > 1


def test_a_record_with_an_option_nobody_knows_is_refused() -> None:
    lines = [dict(line) for line in two_drop_zones().lines]
    lines[0]["options"] = {**lines[0]["options"], "nonsense": True}
    with pytest.raises(DamagedRecord, match="nonsense") as caught:
        replay(GAME, chained(lines))
    assert caught.value.line == 1


# ---------------------------------------------------------------- any mixture can be played


def play(match: Match, seed: int) -> None:
    """Random play to the end; a game that never ends fails."""
    rng, state = Random(seed), match.state
    for _ in range(20_000):
        if state.to_move is None:
            return
        if state.to_move == "chance":
            match.roll()
        else:
            match.do(state.legal_actions().sample(rng))
    raise AssertionError("the game does not end")


def play_and_replay(options: dict[str, Any], seed: int) -> SwordBeach:
    match = Match.begin(GAME, seed=seed, options=options)
    play(match, seed)
    assert match.state.outcome() is not None
    again = replay(GAME, match.lines)
    assert again.now == match.now and again.state.digest() == match.state.digest()
    return match.state  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(20))
def test_a_random_mixture_of_options_is_played_to_the_end(seed: int) -> None:
    rng = Random(f"options {seed}")
    options = {name: rng.choice(values(name)) for name in Options.__struct_fields__}
    state = play_and_replay(options, seed)
    assert {name: getattr(state.options, name) for name in options} == options


@pytest.mark.parametrize("seed", range(3))
def test_all_optional_rules_together_are_played_to_the_end(seed: int) -> None:
    play_and_replay({"weather": True, "flak": True, "max_bombardments_per_phase": LARGEST}, seed)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_every_reading_turned_round_at_once_is_played_to_the_end(seed: int, last: bool) -> None:
    other = {
        name: [v for v in values(name) if v != getattr(DEFAULT, name)] for name in Options.__struct_fields__
    }
    play_and_replay({name: found[-1 if last else 0] for name, found in other.items() if found}, seed)


@pytest.mark.parametrize("name", [n for n in Options.__struct_fields__ if len(values(n)) > 1])
def test_every_reading_turned_round_alone_is_played_to_the_end(name: str) -> None:
    other = [v for v in values(name) if v != getattr(DEFAULT, name)]
    for value in other:
        play_and_replay({name: value}, 11)
