"""The adapters pass the test suites their projects publish, as they are; the numbering is fixed and whole."""

from __future__ import annotations

import hashlib
import pickle
import subprocess
import sys
from random import Random

import pytest

from grognard.adapters import sword_beach as numbers
from grognard.core.random_games import RandomGame
from grognard.core.ruling import GrognardError

# ---------------------------------------------------------------- numbering


def test_numbers_and_actions_are_one_to_one() -> None:
    rng = Random(1)
    for numbering in (numbers.DECISIONS, numbers.OUTCOMES):
        for number in {0, numbering.size - 1, *(rng.randrange(numbering.size) for _ in range(2000))}:
            assert numbering.number(numbering.action(number)) == number
        with pytest.raises(GrognardError, match=f"0 to {numbering.size - 1}"):
            numbering.action(numbering.size)


def test_the_numbering_is_what_it_was() -> None:
    """Whatever was trained on the numbers must be able to go on with them: a change here needs a new rules
    version.
    """
    text = "\n".join(
        f"{block.verb} {block.first} {' '.join(','.join(v) for v in block.fields)}"
        for block in numbers.DECISIONS.blocks
    )
    assert (numbers.DECISIONS.size, hashlib.sha256(text.encode()).hexdigest()[:12]) == (SIZE, DIGEST)


SIZE, DIGEST = 66422, "a62457a11ed4"


@pytest.mark.parametrize("seed", range(6))
def test_every_action_of_random_games_has_a_number(seed: int) -> None:
    play = RandomGame(numbers.GAME, seed)
    for state in play.steps():
        if state.actions:
            last = state.actions[-1]
            numbering = numbers.OUTCOMES if last.verb in ("roll", "draw") else numbers.DECISIONS
            assert numbering.action(numbering.number(last)) == last


def test_what_is_legal_is_numbered_and_nothing_else() -> None:
    play = RandomGame(numbers.GAME, 3)
    for state in play.samples(1, kinds=25):
        if state.to_move == "chance":
            continue
        found = numbers.legal(state)
        assert len(found) == len(set(found)) == len(state.legal_actions())
        assert all(not state.why_not(numbers.DECISIONS.action(number)) for number in found[:50])


def test_a_side_does_not_see_the_hidden_record() -> None:
    """Two set-ups that differ in nothing but the secret look alike to the other side, and not to their
    own.
    """
    game = numbers.GAME
    one, other = game.new(), game.new()
    actions = list(one.legal_actions())
    one.push(actions[0])
    other.push(next(a for a in actions if a.unit == actions[0].unit and a.hex != actions[0].hex))
    assert numbers.observe(one, "allied") == numbers.observe(other, "allied")
    assert numbers.observe(one, "german") != numbers.observe(other, "german")
    assert len(numbers.observe(one, "allied")) == len(numbers.OBSERVED)


# ---------------------------------------------------------------- the projects' own suites


def test_pettingzoo_api() -> None:
    from pettingzoo.test import api_test

    from grognard.adapters.zoo import env

    api_test(env(), num_cycles=200, verbose_progress=False)


def test_pettingzoo_seed() -> None:
    from pettingzoo.test import seed_test

    from grognard.adapters.zoo import env

    seed_test(env, num_cycles=60)


def test_a_whole_game_of_the_zoo() -> None:
    from grognard.adapters.zoo import env

    table, rng = env(), Random(2)
    table.reset(seed=2)
    for _ in table.agent_iter(20_000):
        seen, reward, over, cut, _ = table.last()
        legal = seen["action_mask"].nonzero()[0]
        table.step(None if over or cut else int(legal[int(rng.random() * len(legal))]))
        if over:
            assert reward in (-1.0, 1.0)
    assert not table.agents and table.state_.outcome() is not None


def test_an_illegal_action_loses_and_says_why() -> None:
    from grognard.adapters.zoo import env

    table = env()
    table.reset(seed=1)
    table.step(numbers.DECISIONS.number(numbers.GAME.parse("advance 8/3")))
    assert all(table.terminations.values()) and table.rewards == {"german": -1.0, "allied": 1.0}
    assert table.infos["german"]["rulings"]


def test_gymnasium() -> None:
    from gymnasium.utils.env_checker import check_env

    from grognard.adapters.gym import SwordBeachEnv

    check_env(SwordBeachEnv(), skip_render_check=True)


def test_a_whole_game_of_the_gym() -> None:
    from grognard.adapters.gym import SwordBeachEnv

    table, rng = SwordBeachEnv("german"), Random(3)
    _, info = table.reset(seed=3)
    over = False
    while not over:
        legal = info["action_mask"].nonzero()[0]
        _, reward, over, _, info = table.step(int(legal[int(rng.random() * len(legal))]))
    assert reward in (-1.0, 1.0)


def test_open_spiel() -> None:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]

    from grognard.adapters import spiel

    game = pyspiel.load_game(spiel.SHORT_NAME)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_a_state_of_open_spiel_is_pickled_with_its_history() -> None:
    import pyspiel

    from grognard.adapters import spiel

    state, rng = pyspiel.load_game(spiel.SHORT_NAME).new_initial_state(), Random(4)
    for _ in range(120):
        state.apply_action(rng.choice(state.legal_actions()))
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history(), again.legal_actions()) == (
        str(state),
        state.history(),
        state.legal_actions(),
    )


def test_the_documentation_shows_the_numbers() -> None:
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text("utf-8")
    assert "\n".join(numbers.DECISIONS.table()) in page


@pytest.mark.parametrize(
    ("adapter", "extra"), [("gym", "grognard[rl]"), ("zoo", "grognard[rl]"), ("spiel", "grognard[openspiel]")]
)
def test_without_its_packages_an_adapter_names_its_extra(adapter: str, extra: str) -> None:
    """Nothing but the base installation: none of what the extras bring can be imported."""
    bare = "import sys; sys.modules.update(dict.fromkeys(('numpy', 'gymnasium', 'pettingzoo', 'pyspiel')))"
    found = subprocess.run(
        [sys.executable, "-c", f"{bare}; import grognard.adapters.{adapter}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode and f"is not installed; install {extra}" in found.stderr.splitlines()[-1]
