"""Three tables: a referee refuses, an adviser lets it pass and says so, a free table lets it pass in
silence.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.lines import DamagedRecord
from grognard.core.reading import open_match, replay
from grognard.core.record import Match
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.sword_beach import notation
from grognard.games.sword_beach.position import SwordBeach
from tests.records.vectors import chained

from .build import GAME, choices, do, position, steps, where, why
from .test_options import SET_UP

MODES = ["referee", "adviser", "free"]
LENIENT = ["adviser", "free"]
TOO_FAR = "move 8/3 0940"  # from 1540, six rows south, for 5 MP


def at_the_table(
    mode: str, phase: str = "allied movement", units: dict[str, str] | None = None, **more: Any
) -> SwordBeach:
    start = {"8/3": "1540", "9/3": "1538", "22/21": "0740"}
    return position(phase, more.pop("turn", 5), start if units is None else units, enforcement=mode, **more)


def everything(state: SwordBeach) -> tuple[Any, ...]:
    """All there is to know of a position, derived sets and history included."""
    log = [(e.fact, e.key, e.old, e.new, e.clause) for e in state.events()]
    return (
        state.to_plain(),
        dict(state.occupied),
        state.on_map,
        list(state.actions),
        list(state.marks),
        log,
        choices(state),
        state.to_move,
    )


# ---------------------------------------------------------------- an irregular action


@pytest.mark.clause("FM-5.2.3")
def test_a_referee_refuses_and_says_why() -> None:
    state = at_the_table("referee")
    before = everything(state)
    with pytest.raises(IllegalAction, match="5") as caught:
        do(state, TOO_FAR)
    assert [ruling.clause for ruling in caught.value.rulings] == ["FM-5.2.3"] == sorted(why(state, TOO_FAR))
    assert everything(state) == before


def test_the_referee_is_the_default() -> None:
    assert GAME.new().enforcement == "referee" == position().enforcement


def test_an_adviser_lets_it_pass_and_cites_the_clauses() -> None:
    state = at_the_table("adviser")
    (ruling,) = state.why_not(GAME.parse(TOO_FAR))
    events = do(state, TOO_FAR)
    assert where(state, "8/3") == "0940"
    assert [line for line in events.log if line.startswith("irregular")] == [
        f"irregular: {ruling.because} [FM-5.2.3]"
    ]


def test_an_adviser_cites_every_clause_that_is_broken() -> None:
    """A German stands in 0740, which is too far as well."""
    state = at_the_table("adviser")
    broken = why(state, "move 8/3 0740")
    assert "FM-5.1.2" in broken
    events = do(state, "move 8/3 0740")
    assert {e.clause for e in events if e.fact == "log" and e.new.startswith("irregular")} == broken


def test_a_free_table_lets_it_pass_in_silence() -> None:
    state = at_the_table("free")
    events = do(state, TOO_FAR)
    assert where(state, "8/3") == "0940" and events.log == []
    assert why(at_the_table("free"), TOO_FAR) == {"FM-5.2.3"}  # who asks is told


@pytest.mark.parametrize("mode", MODES)
def test_a_regular_action_is_noted_nowhere(mode: str) -> None:
    events = do(at_the_table(mode), "move 8/3 1440")
    assert events.log == []


@pytest.mark.parametrize("mode", MODES)
def test_all_tables_know_the_same_legal_actions(mode: str) -> None:
    assert choices(at_the_table(mode)) == choices(at_the_table("referee"))


@pytest.mark.parametrize("mode", LENIENT)
def test_a_compulsory_thing_may_be_left_undone(mode: str) -> None:
    """SB-J37: 152/51 can land and must."""
    units = {"152/51": "waiting", "8/3": "1640 landed", "22/21": "0740"}
    state = at_the_table(mode, "allied landings", units, turn=2, beachheads=("1640", "1739"))
    events = do(state, "done")
    assert notation.write(state)["units"]["152/51"] == "waiting"
    cited = [e.clause for e in events if e.fact == "log" and e.new.startswith("irregular")]
    assert cited == (["SB-J37"] if mode == "adviser" else [])


@pytest.mark.parametrize("mode", LENIENT)
def test_play_goes_on_after_it(mode: str) -> None:
    state = at_the_table(mode)
    do(state, TOO_FAR, "move 9/3 1438")
    assert where(state, "9/3") == "1438" and state.step.name == "allied combat"  # nobody is left to move


# ---------------------------------------------------------------- an impossible action

IMPOSSIBLE = [
    ("allied movement", "roll 3"),
    ("allied movement", "attack 8/3 1539"),
    ("allied movement", "support none"),
    ("allied movement", "land 8/3 1640"),
    ("allied movement", "move 99/9 1640"),
    ("allied movement", "move 8/3 9999"),
    ("allied movement", "move 8/3 0636"),  # west of the boundary: no hex of this map
    ("german movement", "withdraw 22/21 0640"),
    ("allied combat", "move 8/3 1440"),
    ("allied combat", "bombard guns+guns+guns 0740"),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("phase", "text"), IMPOSSIBLE)
def test_what_cannot_be_done_is_refused_everywhere_and_changes_nothing(
    mode: str, phase: str, text: str
) -> None:
    state = at_the_table(mode, phase, {"8/3": "1540", "9/3": "1538", "22/21": "0740", "736/716": "1439"})
    assert state.step.name == phase
    before = everything(state)
    with pytest.raises(IllegalAction) as caught:
        do(state, text)
    assert caught.value.rulings and all(GAME.rulebook.get(r.clause) for r in caught.value.rulings)
    assert everything(state) == before


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", ["roll 7", "roll 0", "done", "move 8/3 1440", "draw german 6"])
def test_a_die_shows_one_to_six_on_every_table(mode: str, text: str) -> None:
    state = at_the_table(mode, "commando raid", {"8/3": "1640 landed"}, turn=0)
    do(state, "raid 1641")
    before = everything(state)
    with pytest.raises(IllegalAction):
        do(state, text)
    assert everything(state) == before


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "text", ["support guns+guns+guns", "support naval10", "support everything", "resist", "done"]
)
def test_markers_that_are_not_there_are_named_on_no_table(mode: str, text: str) -> None:
    state = at_the_table(mode, "allied combat", {"8/3": "1540", "736/716": "1539"})
    do(state, "attack 8/3 1539")
    before = everything(state)
    with pytest.raises(IllegalAction):
        do(state, text)
    assert everything(state) == before


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_done_after_the_end(mode: str) -> None:
    state = at_the_table(mode, "german mobile movement", {"22/21": "0740"}, turn=17)
    do(state, "done")
    assert state.outcome() is not None
    before = everything(state)
    with pytest.raises(IllegalAction, match="over"):
        do(state, "move 22/21 0640")
    assert everything(state) == before


@pytest.mark.parametrize("mode", LENIENT)
def test_an_eliminated_unit_does_not_come_back(mode: str) -> None:
    """FM-2.3.b: a unit with no step left is out of the game; it has no side to show."""
    state = at_the_table(mode, units={"8/3": "1540", "9/3": "lost", "22/21": "0740"})
    with suppress(IllegalAction):
        do(state, "move 9/3 1440")
    assert steps(state, "9/3") > 0 or where(state, "9/3") == ""


def test_another_table_is_refused() -> None:
    with pytest.raises(GrognardError, match="referee, adviser, free"):
        GAME.new(enforcement="lenient")
    with pytest.raises(GrognardError, match="enforcement"):
        at_the_table("lenient")


# ---------------------------------------------------------------- taking back


@pytest.mark.parametrize("mode", LENIENT)
@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("allied movement", TOO_FAR),
        ("allied movement", "move 8/3 0740"),  # onto a German
        ("allied movement", "move 22/21 1640"),  # a German, in the Allied phase, onto the beachhead
        ("allied movement", "move 8/3 0938"),  # takes a city hex
        ("allied combat", "attack 8/3 0740"),  # from afar
        ("german movement", "move 22/21 1540"),  # onto 8/3
    ],
)
def test_an_irregular_action_is_taken_back_exactly(mode: str, phase: str, text: str) -> None:
    state = at_the_table(mode, phase, {"8/3": "1540", "9/3": "1538", "22/21": "0740", "736/716": "1439"})
    before = everything(state)
    assert why(state, text)
    do(state, text)
    assert everything(state) != before
    assert state.pop() == GAME.parse(text)
    assert everything(state) == before
    do(state, text)  # and can be made again
    state.pop()
    assert everything(state) == before


def test_taken_back_the_citation_goes_too() -> None:
    state = at_the_table("adviser")
    do(state, TOO_FAR)
    assert any("irregular" in line for line in state.events().log)
    state.pop()
    assert len(state.events()) == 0


# ---------------------------------------------------------------- the record


def recorded(mode: str) -> Match:
    """22/21 recorded north of Caen, against SB-11.1.1.b, and a beachhead inland, against SB-11.2.1.1.a."""
    match = Match.begin(GAME, seed=3, enforcement=mode)
    for text in [
        "record 22/21 1241",
        *(t for t in SET_UP[:9] if "22/21" not in t and "857/346" not in t),
        "record 857/346 1242",
    ]:
        match.do(text)
    for text in [
        "beachhead 1539",
        "beachhead 1640",
        "done",
        "place 8/3 1640",
        "place 9/3 1640",
        "place 185/3 1640",
    ]:
        match.do(text)
    return match


def test_a_record_of_a_referee_takes_nothing_irregular() -> None:
    match = Match.begin(GAME, seed=3)
    with pytest.raises(IllegalAction):
        match.do("record 22/21 1241")
    assert len(match.lines) == 1 and match.now == match.lines[0]["now"]


def test_a_record_of_an_adviser_cites_the_clauses_line_by_line() -> None:
    cited = {line["do"]: line["irregular"] for line in recorded("adviser").lines[1:] if "irregular" in line}
    assert cited == {"record 22/21 1241": ["SB-11.1.1.b"], "beachhead 1539": ["SB-11.2.1.1.a"]}


def test_a_record_of_a_free_table_cites_nothing() -> None:
    assert not [line for line in recorded("free").lines if "irregular" in line]


@pytest.mark.parametrize("mode", LENIENT)
def test_a_record_with_irregular_actions_verifies_and_replays(mode: str, tmp_path: Path) -> None:
    match = recorded(mode)
    match.save(tmp_path / "game.jsonl")
    rng, state = Random(3), match.state
    while state.to_move is not None:  # and is played to the end, line by line into the file
        if state.to_move == "chance":
            match.roll()
        else:
            match.do(state.legal_actions().sample(rng))
    again = open_match(GAME, tmp_path / "game.jsonl")
    assert again.lines[0]["enforcement"] == mode == again.state.enforcement
    assert again.lines == match.lines and again.now == match.now
    assert again.state.digest() == state.digest() and again.state.events().log == state.events().log


@pytest.mark.parametrize("mode", LENIENT)
def test_under_a_referee_the_same_record_is_damaged(mode: str) -> None:
    lines = [dict(line) for line in recorded(mode).lines]
    lines[0]["enforcement"] = "referee"
    lines[0]["put"] = [
        ["enforcement", "referee"] if put[0] == "enforcement" else put for put in lines[0]["put"]
    ]
    with pytest.raises(DamagedRecord, match="SB-11.1.1.b") as caught:
        replay(GAME, chained(lines))
    assert caught.value.line == 2


def test_an_irregular_action_is_undone_in_the_record_too() -> None:
    match = Match.begin(GAME, enforcement="adviser")
    before = match.state.digest()
    match.do("record 22/21 1241")
    match.undo()
    assert match.state.digest() == before and [line.get("undo") for line in match.lines] == [None, None, 1]


# ---------------------------------------------------------------- no irregular action wedges a game


@pytest.mark.parametrize("mode", LENIENT)
def test_an_attack_on_an_empty_hex_does_not_wedge_the_game(mode: str) -> None:
    """Two Allied units beside 1539, where nobody is: refused at once, or playable to its end."""
    state = at_the_table(mode, "allied combat", {"8/3": "1540", "9/3": "1538", "736/716": "1439"})
    before = everything(state)
    try:
        do(state, "attack 8/3 1539")
    except IllegalAction:
        assert everything(state) == before
    else:
        do(state, "done")


@pytest.mark.parametrize("mode", LENIENT)
def test_a_unit_sent_to_sea_does_not_wedge_the_game(mode: str) -> None:
    """2151 is all sea (FM-5.1.3): refused at once, or the unit can be asked for its moves next turn and be
    bombarded.
    """
    units = {"8/3": "1540", "9/3": "1538", "736/716": "1439"}
    state = at_the_table(mode, units=units)
    before = everything(state)
    try:
        do(state, "move 8/3 2151")
    except IllegalAction:
        assert everything(state) == before
        return
    plain = notation.write(state)
    assert (
        notation.read({**plain, "phase": "allied movement", "turn": 6, "units": {**units, "8/3": "2151"}})
        .legal_actions()
        .by_unit()
    )
    sunk = at_the_table(mode, "allied combat", {"8/3": "1540", "736/716": "2151"})
    do(sunk, "bombard air 2151", "draw air 6", "roll 3")


IRREGULAR_GAMES = 12


@pytest.mark.parametrize("seed", range(IRREGULAR_GAMES))
def test_a_free_table_stays_playable_whatever_is_forced_on_it(seed: int) -> None:
    """Moves, attacks and early `done`s against the rules are mixed in; every legal action on offer can be
    carried out.
    """
    rng = Random(f"free {seed}")
    state = GAME.new(seed=seed, enforcement="free")
    units = list(SwordBeach.columns["at"].names)
    hexes = [h for h, number in SwordBeach.grid.number.items() if SwordBeach().land >> number & 1]
    forced = 0
    for _ in range(6_000):
        if state.to_move is None:
            break
        if state.to_move == "chance":
            state.roll()
            continue
        if rng.random() < 0.15:
            verb = rng.choice(["move", "attack", "land", "join", "withdraw", "done", "bombard"])
            who = rng.choice(["air", "guns"]) if verb == "bombard" else rng.choice(units)
            text = {"done": "done", "join": f"join {who}"}.get(verb, f"{verb} {who} {rng.choice(hexes)}")
            before = state.digest()
            try:
                do(state, text)  # type: ignore[arg-type]
                forced += 1
            except IllegalAction:
                assert state.digest() == before
            continue
        assert len(state.legal_actions()) > 0
        state.push(state.legal_actions().sample(rng))
    else:
        raise AssertionError("the game does not end")
    assert forced > 0 and state.outcome() is not None


# ---------------------------------------------------------------- what an irregular record tells


@pytest.mark.clause("SB-11.0.a", "SB-11.0.c")
@pytest.mark.parametrize("mode", LENIENT)
def test_an_irregular_record_stays_secret(mode: str) -> None:
    """The adviser's objections to a hidden unit's hex are for the German alone."""
    state = GAME.new(enforcement=mode)
    events = do(state, "record 22/21 1739")
    told = [event for event in events if event.fact == "log"]
    assert len(told) == (1 if mode == "adviser" else 0)
    assert [event for event in events.seen_by(state, "german") if event.fact == "log"] == told
    assert not any("1739" in str(event) or "22/21" in str(event) for event in events.seen_by(state, "allied"))


@pytest.mark.clause("SB-11.0.c", "SB-J32")
@pytest.mark.parametrize("mode", LENIENT)
def test_a_unit_written_down_twice_is_recorded_once(mode: str) -> None:
    """The later hex counts; no other unit or hex is taken for recorded, two units in one hex included."""
    state = GAME.new(enforcement=mode)
    do(state, "record 736/716 1738", "record 736/716 1638", "record 857/346 1638")
    assert notation.write(state)["record"] == {"736/716": "1638", "857/346": "1638"}
    assert len(state.record) == 2
    assert why(state, "record 716/716 1638") == {"SB-J32"} and why(state, "record 716/716 1738") == set()
    assert why(state, "record 736/716 1738") == {"SB-11.0.c"} and why(state, "record 716/716 1639") == set()


@pytest.mark.parametrize("mode", LENIENT)
@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("german set-up", "record 22/21 2140"),
        ("beachhead markers", "beachhead 2140"),
        ("airborne designation", "designate 9/3 2140"),
        ("commando raid", "raid 2140"),
    ],
)
def test_nobody_is_sent_to_sea_before_gt_1_either(mode: str, phase: str, text: str) -> None:
    """What the reveal or a later move could not carry out is refused when it is written."""
    state = at_the_table(mode, phase, {}, turn=0, markers={"drop_zones": ["1342"]})
    with pytest.raises(IllegalAction):
        do(state, text)


@pytest.mark.parametrize("mode", LENIENT)
def test_a_lost_unit_in_the_record_does_not_wedge_the_game(mode: str) -> None:
    """3 Para stands in the German record, against all rules, and dies in the drop: the others are placed all
    the same.
    """
    state = GAME.new(enforcement=mode)
    do(
        state,
        "record 736/716 1738",
        "record 3/6-Para 1241",
        "done",
        "beachhead 1640",
        "done",
        "place 8/3 1640",
        "done",
    )
    do(state, "dropzone 1342", "designate 3/6-Para 1342", "done", "roll 1")
    assert where(state, "736/716") == "1738" and where(state, "3/6-Para") == ""


def test_every_irregular_thing_at_every_step_leaves_the_game_playable() -> None:
    """Any subject and any hex of the map, sea included, for any verb of the step under way."""
    hexes, taken = list(SwordBeach.grid.name.values()), 0
    for seed in range(8):
        rng, state = Random(f"all {seed}"), GAME.new(seed=seed, enforcement="free")
        for _ in range(700):
            if state.to_move is None:
                break
            picks = getattr(state.step, "picks", ())
            if state.to_move == "chance":
                state.roll()
            elif picks and rng.random() < 0.25:
                pick = rng.choice(picks)
                words = [rng.choice(pick.names)] * pick.has_unit + [rng.choice(hexes)] * pick.has_hex
                with suppress(IllegalAction):
                    state.push(pick.verb(*words))
                    taken += 1
            else:
                state.push(state.legal_actions().sample(rng))
    assert taken > 200
