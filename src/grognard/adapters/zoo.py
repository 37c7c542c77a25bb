"""Sword Beach as a PettingZoo AEC environment: two agents take turns, chance rolls inside."""

from __future__ import annotations

from typing import cast

from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.sword_beach.position import SwordBeach

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ImportError:
    raise GrognardError("PettingZoo is not installed; install grognard[rl]") from None

from grognard.games.sword_beach.pieces import SIDES

from .sword_beach import DECISIONS, GAME, OBSERVED, legal, observe, returns


def env(options: Plain | None = None, render_mode: str | None = None) -> SwordBeachAEC:
    """The environment; options as for `Game.new`."""
    return SwordBeachAEC(options, render_mode)


class SwordBeachAEC(AECEnv):  # type: ignore[misc]
    """Observations are a dictionary of `observation` (see `OBSERVED`) and `action_mask` (see `DECISIONS`).

    An action outside the mask loses the game for the agent that takes it, as PettingZoo's own wrapper has it.
    """

    metadata = {
        "name": "grognard_sword_beach_v1",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(self, options: Plain | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.possible_agents = list(SIDES)
        self.agents = list(SIDES)
        self.options, self.render_mode = options or {}, render_mode
        self._dice = 0
        # one object each: a second call must return the same
        self.action_spaces = {side: spaces.Discrete(DECISIONS.size) for side in SIDES}
        self.observation_spaces = {
            side: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (len(OBSERVED),), np.float32),
                    "action_mask": spaces.Box(0, 1, (DECISIONS.size,), np.int8),
                }
            )
            for side in SIDES
        }

    def observation_space(self, agent: str) -> object:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> object:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Plain | None = None) -> None:
        """A new game; what the players agreed is given when the environment is made, `options` is not
        used.
        """
        if seed is not None:
            self._dice = seed
        self.state_ = cast(SwordBeach, GAME.new(options=self.options, dice=Seeded(f"env {self._dice}")))
        self._dice += 1  # the next game without a seed is another one
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, Plain] = {side: {} for side in SIDES}
        self._roll()
        self.agent_selection = str(self.state_.to_move)

    def _roll(self) -> None:
        while self.state_.to_move == CHANCE:
            self.state_.roll()

    def observe(self, agent: str) -> Plain:
        mask = np.zeros(DECISIONS.size, np.int8)
        if self.state_.to_move == agent and not self.terminations[agent]:
            mask[legal(self.state_)] = 1
        return {"observation": np.array(observe(self.state_, agent), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        chosen = DECISIONS.action(int(action))  # type: ignore[arg-type]
        if rulings := self.state_.why_not(chosen):
            other = next(side for side in SIDES if side != agent)
            self._end({agent: -1.0, other: 1.0})
            self.infos[agent] = {"illegal": str(chosen), "rulings": [tuple(ruling) for ruling in rulings]}
        else:
            self.state_.push(chosen)
            self._roll()
            if self.state_.to_move is None:
                self._end(returns(self.state_))
            else:
                self.agent_selection = str(self.state_.to_move)
        self._accumulate_rewards()
        if self.render_mode == "ansi":
            self.render()

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(SIDES, True)
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        if self.render_mode == "ansi" and GAME.screen:
            return GAME.screen(self.state_, None)
        if self.render_mode == "svg" and GAME.picture:
            return GAME.picture(self.state_, None)
        return None

    def close(self) -> None:
        pass
