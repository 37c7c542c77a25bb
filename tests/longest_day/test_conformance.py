"""The generic suite on The Longest Day. Its games are ten times as long as those of smaller ones, so there are fewer of them."""

from __future__ import annotations

from math import prod
from random import Random

import msgspec
import pytest

from grognard.core import conformance
from grognard.core.conformance import POSITION_CHECKS
from grognard.core.hexes import members
from grognard.core.state import State
from grognard.core.trial import Play, where
from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.pieces import NAMES, OF_SIDE
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.stacking import fits, room_at, without_room

from .build import GAME, position
from .invariants import holds


def now_and_then(state: State) -> None:
    if len(state.actions) % 25 == 0 or not state.stack:
        holds(state)


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game(seed: int) -> None:
    """To the end without crash or dead end; clauses known; nothing past the door; undone exactly; replayed the same."""
    conformance.check_game(GAME, seed, now_and_then)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(6, 100))
def test_a_hundred_random_games(seed: int) -> None:
    conformance.check_game(GAME, seed, now_and_then)


def test_the_first_decisions_of_every_kind_pass_every_check() -> None:
    rng, kinds = Random(1), set()
    for state in Play(GAME, 7).samples(1):
        kinds.add((type(state.stack[-1]).__name__, state.step.name))
        for check in POSITION_CHECKS:
            check(state, rng)
    assert len(kinds) > 15 and ("Retreat", "retreat") in kinds


def agree(state: State, rng: Random, one_in: int) -> int:
    """List against refusal: of all that is listed, and of all that could be said, a sample. Gives how many were asked."""
    actions, words, asked = state.legal_actions(), conformance.Words.of(GAME), 0
    listed = list(actions)
    known = set(listed)
    words.hear(listed[:500])
    for action in rng.sample(listed, min(300, len(listed))):
        assert not state.why_not(action) and action in actions, f"{action} is listed and refused in {where(state)}"
    for verb in words.verbs:
        fields = [words.values(verb, f.name, f.type) for f in msgspec.structs.fields(verb)]
        every = prod(map(len, fields))
        for _ in range(every if every <= 60 else max(60, every // one_in)):
            action = verb(*(rng.choice(values) for values in fields))
            rulings = state.why_not(action)
            assert (action in known) == (action in actions) == (not rulings), f"{action} in {where(state)}: {rulings}"
            assert all(r.clause in GAME.rulebook for r in rulings)
            asked += 1
    return asked


def test_the_list_and_the_refusal_agree() -> None:
    """At one decision of every kind."""
    rng = Random(3)
    asked = [agree(state, rng, 8000) for state in Play(GAME, 8).samples(1)]
    assert len(asked) > 15 and sum(asked) > 20_000


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(3000, 3006))
def test_the_list_and_the_refusal_agree_more_often(seed: int) -> None:
    """Fifty times as many, with every mixture of options."""
    rng = Random(seed)
    assert sum(agree(state, rng, 160) for state in Play(GAME, seed).samples(1)) > 500_000


@pytest.mark.parametrize("joint", [False, True])
def test_room_is_the_same_however_it_is_asked(joint: bool) -> None:
    """Of one hex as it is drawn, of many at once, and by the rule itself."""
    rng, asked = Random(5), 0
    for state in Play(GAME, 9, options={"joint_action_across_corps": joint}).steps():
        assert isinstance(state, LongestDay)
        if not state.step.name.endswith("movement") or len(state.actions) % (40 if joint else 8):
            continue
        side = str(state.to_move)
        friends, units = state.held[side], members(state.on_map & OF_SIDE[side])
        for unit in rng.sample(units, min(12, len(units))):
            others = friends & ~(1 << state.at[unit])
            full = without_room(state, unit, 0, others)
            for hex_ in members(others):
                found = {room_at(state, unit, hex_), fits(state, unit, hex_), not full >> hex_ & 1}
                assert len(found) == 1, f"{NAMES[unit]} in {GRID.name[hex_]} after {len(state.actions)} actions"
                asked += 1
    assert asked > (2_000 if joint else 20_000)


RARE = {
    "supply spent": position(
        phase="allied combat",
        units={"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "SU-A02": "1010 half bound=XXX", "50:2-Devons": "1114", "50:1-Dorsets": "1014", "LEHR:I/901": "1115"},
    ),
    "excess": position("8 June", "allied movement", units={f"3CAN:{u}": "1805" for u in ("HLI-of-C", "SD&G", "North-Nova-Scotia", "North-Shore", "Chaudiere", "Regina-Rif", "1-Can-Scottish")}),
    "replacements": position(phase="allied replacements", units={"50:2-Devons": "dead", "50:HQ": "1010"}, replacements=1),
    "losses": position(phase="allied combat", units={"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "50:2-Devons": "1114", "50:1-Dorsets": "1114", "50:6-DLI": "1114", "LEHR:I/901": "1115"}),
}  # fmt: skip


# a dozen counters on the map at most: few enough to ask about each of them in every hex
SMALL = {
    "movement": position(
        phase="allied movement",
        units={"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "50:2-Devons": "1112", "50:1-Dorsets": "1112", "50:6-DLI": "1113", "3:HQ": "1512", "3:2-East-Yorks": "1513", "LEHR:I/901": "1115", "LEHR:HQ": "1218", "ART-86": "1011"},
    ),
    "mechanized movement": position(phase="german mechanized movement", units={"LEHR:HQ": "1218", "SU-G01": "1218", "LEHR:I/901": "1115", "LEHR:II/901": "1216", "50:2-Devons": "1114", "50:HQ": "1010"}),
    "combat": position(phase="allied combat", units={"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "50:2-Devons": "1114", "50:1-Dorsets": "1014", "LEHR:I/901": "1115"}),
    "landing": position("7 June", "allied movement", units={"3CAN:HQ": "due", "3CAN:SD&G": "due", "3CAN:HLI-of-C": "1805", "LEHR:I/901": "1807"}),
    "orders": position("20 June", units={"50:HQ": "1010", "3:HQ": "1512", "HQ-XXX": "1009", "HQ-I": "1511"}),
}  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("name", SMALL)
def test_of_a_small_position_everything_that_can_be_said_of_its_counters_is_asked(name: str) -> None:
    """Every action of a counter of the position with every verb that has a place in the step; of counters that are not in it,
    four hundred in two thousand hexes, and of other verbs one action in twenty. (All of it is two million a position.)"""
    state = SMALL[name].copy()
    assert isinstance(state, LongestDay)
    there = {NAMES[u] for u in members(state.on_map)} | {getattr(action, "unit", "") for action in state.legal_actions()}
    asked = conformance.list_and_refusal_agree(state, Random(4), 20, lambda action: getattr(action, "unit", "") in there)
    assert len(there) > 3 and asked > 250_000


@pytest.mark.parametrize(("name", "actions"), [
    ("supply spent", ["attack 50:2-Devons 1115", "join 50:1-Dorsets"]), ("excess", ["done"]), ("replacements", []),
    ("losses", ["attack 50:2-Devons 1115", "join 50:1-Dorsets", "join 50:6-DLI", "roll 1"]),
])  # fmt: skip
def test_decisions_that_random_play_hardly_comes_to(name: str, actions: list[str]) -> None:
    state, rng = RARE[name].copy(), Random(2)
    for text in actions:
        state.push(GAME.parse(text))
    assert name in state.step.name
    for check in POSITION_CHECKS:
        check(state, rng)


def test_two_copies_of_a_position_do_not_share_what_was_worked_out() -> None:
    state = RARE["losses"].copy()
    state.push(GAME.parse("attack 50:2-Devons 1115"))
    copy = state.copy()
    copy.push(GAME.parse("join 50:1-Dorsets"))
    assert "join 50:1-Dorsets" in map(str, state.legal_actions()) and "join 50:1-Dorsets" not in map(str, copy.legal_actions())


def test_nothing_is_hidden() -> None:
    state = GAME.new(seed=1)
    assert state.view("allied") == state.view("german")
