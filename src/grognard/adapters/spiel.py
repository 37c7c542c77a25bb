"""Sword Beach as an OpenSpiel game, `python_grognard_sword_beach`: explicit chance, imperfect information."""

from __future__ import annotations

from typing import cast

from grognard.core.facts import CHANCE
from grognard.core.ruling import GrognardError
from grognard.games.sword_beach.position import SwordBeach

try:
    import numpy as np
    import pyspiel  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    raise GrognardError("OpenSpiel is not installed; install grognard[openspiel]") from None

from grognard.games.sword_beach.pieces import SIDES

from .sword_beach import DECISIONS, GAME, OBSERVED, OUTCOMES, observe, returns
from .sword_beach import legal as legal_numbers

SHORT_NAME = "python_grognard_sword_beach"
MAX_ACTIONS = 20_000  # actions, chance's among them: far beyond any game seen

TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Sword Beach (grognard)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=DECISIONS.size,
    max_chance_outcomes=OUTCOMES.size,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=MAX_ACTIONS,
)


class SwordBeachGame(pyspiel.Game):  # type: ignore[misc]
    """Players 0 and 1 are the sides in the order of `SIDES`."""

    def __init__(self, params: object = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> SwordBeachState:
        return SwordBeachState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> Observer:
        if params:
            raise ValueError(f"an observer of Sword Beach takes no parameters, not {params}")
        return Observer()


class SwordBeachState(pyspiel.State):  # type: ignore[misc]
    """A position; decisions and chance outcomes are numbered apart, as OpenSpiel has it."""

    def __init__(self, game: SwordBeachGame) -> None:
        super().__init__(game)
        self.position = cast(SwordBeach, GAME.new())
        self._numbered: tuple[int, list[int]] | None = (
            None  # what is legal, and in which version of the position
        )

    def current_player(self) -> int:
        mover = self.position.to_move
        if mover is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else SIDES.index(mover)

    def _legal_actions(self, player: int) -> list[int]:
        if (
            self._numbered is None or self._numbered[0] != self.position.version
        ):  # OpenSpiel asks many times a state
            self._numbered = self.position.version, legal_numbers(self.position)
        return self._numbered[1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.is_chance_node()
        return [
            (OUTCOMES.number(action), float(chance)) for action, chance in self.position.chance_outcomes()
        ]

    def _apply_action(self, action: int) -> None:
        numbers = OUTCOMES if self.position.to_move == CHANCE else DECISIONS
        self.position.push(numbers.action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str((OUTCOMES if player == pyspiel.PlayerId.CHANCE else DECISIONS).action(action))

    def is_terminal(self) -> bool:
        return self.position.to_move is None

    def returns(self) -> list[float]:
        return list(returns(self.position).values())

    def __str__(self) -> str:
        return str(self.position.to_json().decode())


class Observer:
    """What one player sees, as a tensor and as text."""

    def __init__(self) -> None:
        self.tensor = np.zeros(len(OBSERVED), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SwordBeachState, player: int) -> None:
        self.tensor[:] = observe(state.position, SIDES[player])

    def string_from(self, state: SwordBeachState, player: int) -> str:
        import msgspec

        return msgspec.json.encode(state.position.view(SIDES[player]), order="deterministic").decode()


def register() -> None:
    """Makes `pyspiel.load_game` know the game; once is enough, twice does no harm."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(TYPE, SwordBeachGame)


register()
