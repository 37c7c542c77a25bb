"""Sentences and acts: what the log says of an action, and how a turn is told."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.acts import MAX_ACTS, acts
from grognard.core.facts import LOG, Event
from grognard.core.narration import Narrator, Sentence, join_names, segments
from grognard.core.record import Match
from grognard.players.seat import seated


def test_a_forced_action_has_a_segment_of_its_own() -> None:
    events = [
        Event("at", "a", "1", "2", "X-1"),
        Event(LOG, "forced", ["german", "withdraw a 3"], "...", "X-2"),
        Event("at", "a", "2", "3", "X-2"),
    ]
    first, second = segments("german", "yield", events)
    assert (first.do, len(first.events), first.forced) == ("yield", 1, False)
    assert (second.by, second.do, len(second.events), second.forced) == ("german", "withdraw a 3", 1, True)


def test_names_are_joined_as_in_a_sentence() -> None:
    assert join_names([]) == "" and join_names(["A", "B", "C"]) == "A, B and C"
    assert join_names(list("ABCDEFG")) == "A, B, C, D and 3 more"


def move(number: int, unit: str, side: str = "german") -> tuple[int, str, list[Sentence]]:
    text = f"{unit} moves from 1 to 2"
    return number, side, [Sentence("move", text, side=side, units=(unit,), figures={"from": "1", "to": "2"})]


def test_an_attack_with_all_that_follows_is_one_act() -> None:
    rows = [
        (
            1,
            "german",
            [Sentence("attack", "German attack on 7", side="german", units=("a",), figures={"target": "7"})],
        ),
        (
            2,
            "german",
            [
                Sentence(
                    "join",
                    "b joins",
                    side="german",
                    units=("b",),
                    figures={"attack": "German attack by a and b"},
                )
            ],
        ),
        (3, "chance", [Sentence("result", "die 4: D1", "R", figures={"code": "D1"})]),
        (4, "allied", [Sentence("loss", "c loses a step (D1)", side="allied", units=("c",))]),
        move(5, "d"),
    ]
    fight, walk = acts(rows)
    assert (fight.first, fight.last, fight.code, fight.target) == (1, 4, "D1", "7")
    assert fight.text == "German attack by a and b" and fight.attackers == ["a", "b"]
    assert fight.effects == ["die 4: D1", "c loses a step (D1)"] and fight.hurt == ["allied"]
    assert walk.kind == "move" and [(one.unit, one.origin, one.to) for one in walk.moves] == [("d", "1", "2")]


def test_many_quiet_moves_are_joined_and_none_is_lost() -> None:
    told = acts([move(n, f"u{n}") for n in range(1, 41)])
    assert len(told) == MAX_ACTS and told[-1].last == 40 and sum(len(act.moves) for act in told) == 40
    assert {len(act.moves) for act in told} == {3, 4}
    assert len(acts([move(n, f"u{n}") for n in range(1, MAX_ACTS + 1)])) == MAX_ACTS


def test_many_attacks_are_joined_and_their_losses_stay() -> None:
    rows = []
    for n in range(1, 31):
        rows.append(
            (2 * n, "german", [Sentence("attack", f"attack {n}", side="german", figures={"target": str(n)})])
        )
        rows.append(
            (2 * n + 1, "allied", [Sentence("loss", f"unit {n} is reduced", side="allied")] if n % 3 else [])
        )
    told = acts(rows)
    assert len(told) <= MAX_ACTS and told[0].first == 2 and told[-1].last >= 60
    assert len([words for act in told for _, words in act.lost]) == 20


@pytest.fixture(scope="module")
def game() -> Match:
    match = Match.begin(grognard.load("sword-beach"), seed="5")
    players = {side: seated("computer:plain", "sword-beach", side) for side in match.state.sides}
    while match.state.to_move and match.state.turn < 5:  # type: ignore[attr-defined]
        side = match.state.to_move
        match.roll() if side == "chance" else match.do(players[side].choose(match.state))
    return match


def test_sword_beach_reads_like_a_report(game: Match) -> None:
    """No typed order, raw value or unit id stands in a sentence, and every one is a sentence."""
    narrator = Narrator(game.game)
    texts = [
        sentence.text
        for (action, events), by in zip(game.state.history(), game.actors, strict=True)
        for sentence in narrator.describe(str(by), str(action), events)
    ]
    assert len(texts) > 100
    for text in texts:
        assert text[0].isupper() or text[0].isdigit(), text
        assert not any(raw in text for raw in ("_", "None", "[", "-Para", "-Armd", "-AA", "-Cdo")), text


def test_a_turn_of_sword_beach_is_told_in_few_acts_that_cover_all_its_moves(game: Match) -> None:
    narrator, rows, moved = Narrator(game.game), [], set()
    for number, ((action, events), by) in enumerate(zip(game.state.history(), game.actors, strict=True), 1):
        rows.append((number, str(by), narrator.describe(str(by), str(action), events)))
        moved |= {str(action).split()[1] for _ in [0] if str(action).startswith("move ")}
    told = acts(rows)
    assert moved and moved <= {step.unit for act in told for step in act.moves}
    assert all(act.first <= act.last for act in told)
    assert [act.first for act in told] == sorted(act.first for act in told)


def test_a_narrator_begins_with_the_action_that_opened_the_attack(game: Match) -> None:
    actions, narrator = game.state.actions, Narrator(game.game)
    number = next(k for k, action in enumerate(actions) if action.verb in ("withdraw", "lose"))
    assert actions[narrator.opening(actions, number)].verb in (
        "attack",
        "bombard",
        "assault",
        "fight",
        "raid",
        "designate",
    )


def test_hidden_actions_are_one_act_and_a_turn_is_a_heading() -> None:
    sealed = [
        (n, "german", [Sentence("sealed", "German: sealed action", side="german")]) for n in range(1, 10)
    ]
    begins = (10, "allied", [Sentence("turn", "Turn 1, 6-7 June 1944", figures={"turn": 1})])
    hidden, walk = acts([*sealed, begins, move(11, "a")])
    assert (hidden.kind, hidden.text, hidden.first, hidden.last) == (
        "sealed",
        "German: sealed actions (9)",
        1,
        9,
    )
    assert walk.heading == "Turn 1, 6-7 June 1944" and hidden.heading == ""


def test_a_hidden_roll_is_no_act_and_parts_no_hidden_actions() -> None:
    row = lambda n, side, text: (n, side, [Sentence("sealed", text, side=side)])  # noqa: E731
    german = "German: sealed action"
    (hidden,) = acts(
        [row(1, "german", german), row(2, "chance", "Sealed die roll"), row(3, "german", german)]
    )
    assert (hidden.text, hidden.first, hidden.last) == ("German: sealed actions (2)", 1, 3)


def test_days_of_both_sides_are_told_in_few_acts_with_their_turns() -> None:
    rows = []
    for turn in range(1, 31):
        rows.append((3 * turn, "german", [Sentence("turn", f"Turn {turn}")]))
        rows.append(move(3 * turn + 1, f"g{turn}"))
        rows.append(move(3 * turn + 2, f"a{turn}", "allied"))
    told = acts(rows)
    assert len(told) == MAX_ACTS and sum(len(act.moves) for act in told) == 60
    assert told[0].heading.startswith("Turn 1 to Turn ")


def test_many_effects_are_counted_and_none_is_lost() -> None:
    losses = [
        Sentence("elimination", f"u{n} is eliminated", side="allied", units=(f"u{n}",)) for n in range(9)
    ]
    (act,) = acts([(1, "german", [Sentence("note", "The scenario ends"), *losses])])
    assert act.effects[-1] == "4 more effects" and len(act.lost) == 9


def test_a_joined_act_says_what_the_others_are() -> None:
    (whole,) = acts([move(n, f"u{n}") for n in range(1, 41)], most=1)
    assert whole.text == "u1 moves from 1 to 2; u2 moves from 1 to 2; 38 more moves"


def leg(
    number: int, to: str, by: str = "us", unit: str = "A", origin: str = ""
) -> tuple[int, str, list[Sentence]]:
    figures = {"way": [unit, "moves"], "to": to, "path": [to]} | ({"from": origin} if origin else {})
    return number, by, [Sentence("move", f"{unit} moves to {to}", side="us", units=(unit,), figures=figures)]


def passes(number: int) -> tuple[int, str, list[Sentence]]:
    return number, "german", [Sentence("phase", "German passes", side="german")]


def test_a_move_hex_by_hex_is_one_act_until_fire_answers_it() -> None:
    shot = Sentence("attack", "b fires at 3", side="german", units=("b",), figures={"target": "3"})
    rows = [leg(1, "2", origin="1"), passes(2), leg(3, "3", origin="2"), (4, "german", [shot])]
    told = acts([*rows, leg(5, "4", origin="3"), passes(6), leg(7, "5", unit="C", origin="9")])
    assert [act.text for act in told] == ["A moves by 2 to 3", "b fires at 3", "A moves to 4", "C moves to 5"]
    assert [(act.first, act.last) for act in told] == [(1, 3), (4, 4), (5, 5), (7, 7)]
    assert [(one.origin, one.to, one.path) for one in told[0].moves] == [("1", "2", ["2"]), ("2", "3", ["3"])]


def test_a_unit_that_comes_onto_the_map_enters_and_goes_on() -> None:
    first = Sentence(
        "move", "A enters 2", side="us", units=("A",), figures={"way": ["A", "enters"], "to": "2", "from": ""}
    )
    rows = [(1, "us", [first]), leg(2, "3", origin="2"), leg(3, "4", origin="3")]
    assert [act.text for act in acts(rows)] == ["A enters 2 and moves by 3 to 4"]
    unseen = leg(1, "2")
    unseen[2][0].figures["from"] = ""  # where it came from was not seen
    assert [act.text for act in acts([unseen, *rows[1:]])] == ["A moves by 2, 3 to 4"]


def test_units_that_do_the_same_one_after_another_are_one_act() -> None:
    def fed(number: int, unit: str, dump: str) -> tuple[int, str, list[Sentence]]:
        does = [f"is fed in {dump}", f"are fed in {dump}", unit]
        return number, "us", [Sentence("supply", f"{unit} {does[0]}", units=(unit,), figures={"alike": does})]

    told = acts([fed(1, "A", "7"), fed(2, "B", "7"), fed(3, "C", "8")])
    assert [act.text for act in told] == ["A and B are fed in 7", "C is fed in 8"]


def test_what_carries_supply_is_one_act() -> None:
    rows = [
        (n, "us", [Sentence("transport", f"{unit} goes", units=(unit,), figures={"carrier": unit} | goal)])
        for n, (unit, goal) in enumerate(
            [("T1", {}), ("T1", {"goal": "5"}), ("T2", {}), ("T2", {"goal": "6"})], 1
        )
    ]
    (act,) = acts(rows)
    assert act.text == "T1 and T2 carry supply to 5 and 6" and (act.first, act.last) == (1, 4)
    assert act.units == ["T1", "T2"]


def test_a_unit_that_shows_itself_to_fire_does_not_begin_the_story() -> None:
    shown = Sentence("reveal", "b is revealed in 4", side="german", units=("b",))
    shot = Sentence("attack", "b fires at 3", side="german", units=("b",), figures={"target": "3"})
    (act,) = acts([(1, "german", [shown, shot])])
    assert (act.text, act.effects) == ("b fires at 3", ["b is revealed in 4"])
    (alone,) = acts([(1, "german", [shown])])
    assert alone.text == "b is revealed in 4"
