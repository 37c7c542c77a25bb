"""Sword Beach as a Gymnasium environment: you play one side, a computer player the other."""

from __future__ import annotations

from typing import cast

from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.sword_beach.position import SwordBeach

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError:
    raise GrognardError("Gymnasium is not installed; install grognard[rl]") from None

from grognard.games.sword_beach.pieces import SIDES
from grognard.players import sit

from .sword_beach import DECISIONS, GAME, OBSERVED, legal, observe, returns


class SwordBeachEnv(gymnasium.Env[object, int]):
    """`info["action_mask"]` says what is legal; an action outside it loses the game, and `info["rulings"]`
    says why.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        side: str = SIDES[0],
        opponent: str = "random",
        options: Plain | None = None,
        render_mode: str | None = None,
    ) -> None:
        if side not in SIDES:
            raise GrognardError(f"a side is one of {', '.join(SIDES)}, not {side!r}")
        self.side, self.opponent, self.options, self.render_mode = side, opponent, options or {}, render_mode
        self.other = next(one for one in SIDES if one != side)
        self.action_space = spaces.Discrete(DECISIONS.size)  # type: ignore[assignment]
        self.observation_space = spaces.Box(0.0, 1.0, (len(OBSERVED),), np.float32)

    def reset(self, *, seed: int | None = None, options: Plain | None = None) -> tuple[object, Plain]:
        super().reset(seed=seed)
        key = int(self.np_random.integers(1 << 62))
        self._state = cast(SwordBeach, GAME.new(options=self.options, dice=Seeded(f"env {key}")))
        self._seat = sit(self.opponent, GAME.name, self.other, seed=key)
        self._play_on()
        return self._seen(), self._info()

    def _play_on(self) -> None:
        """Rolls, and lets the other side act, until this one has to."""
        state = self._state
        while state.to_move not in (self.side, None):
            if state.to_move == CHANCE:
                state.roll()
            else:
                state.push(self._seat.choose(state))

    def _seen(self) -> object:
        return np.array(observe(self._state, self.side), np.float32)

    def _info(self) -> Plain:
        mask = np.zeros(DECISIONS.size, np.int8)
        if self._state.to_move == self.side:
            mask[legal(self._state)] = 1
        return {"action_mask": mask}

    def step(self, action: int) -> tuple[object, float, bool, bool, Plain]:
        chosen = DECISIONS.action(int(action))
        if rulings := self._state.why_not(chosen):
            refusal = {"illegal": str(chosen), "rulings": [tuple(ruling) for ruling in rulings]}
            return self._seen(), -1.0, True, False, self._info() | refusal
        self._state.push(chosen)
        self._play_on()
        over = self._state.to_move is None
        return self._seen(), returns(self._state)[self.side], over, False, self._info()

    def render(self) -> str | None:
        return GAME.screen(self._state, self.side) if self.render_mode == "ansi" and GAME.screen else None
