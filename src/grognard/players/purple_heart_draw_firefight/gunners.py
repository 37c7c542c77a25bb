"""Guns on the ground, as plain players use them: where they are set up and point, and when they fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import gun_fire, tank_fire
from grognard.games.purple_heart_draw.firefight.arcs import SPINES, is_covered
from grognard.games.purple_heart_draw.firefight.forces import FIRST_GUN, GUN, GUN_NAMES, GUNS_OF, NAMES
from grognard.games.purple_heart_draw.firefight.going import CODE, CONCEALING, OPEN
from grognard.games.purple_heart_draw.firefight.guns import PIECES
from grognard.games.purple_heart_draw.firefight.ordnance import VEHICLES
from grognard.games.purple_heart_draw.firefight.position import HIDDEN, Firefight, Shell
from grognard.games.purple_heart_draw.firefight.units import in_hex, pieces_of, shooter
from grognard.games.purple_heart_draw.firefight.words import Hide, Place, Serve, Turn
from grognard.players.seat import PlayerSettings

from . import tanks
from .posts import sees

# what a shot must promise: it may betray or break the Gun
PRICE, HIDDEN_PRICE, INTENSIVE_PRICE = 0.5, 1.5, 1.0
NEAREST, FARTHEST = 3, 12  # hexes: where a Gun wants its targets
SITES, FIELDS = 30, 60  # looked at: hexes to set up in, and hexes to be seen from there


def worths(
    state: Firefight, side: str, actions: Iterable[Action], what: str
) -> Iterator[tuple[float, Action]]:
    """Every shot of a Gun on the list: what it is expected to cost the enemy, less what it must promise."""
    for action in actions:
        if isinstance(action, Serve):
            firer = FIRST_GUN + GUN[action.unit]
            shell = gun_fire.new_shell(state, what, firer, GRID.number[action.hex])
            yield tanks.best_variant(state, shell)[0] - _price(state, shell), action


def _price(state: Firefight, shell: Shell) -> float:
    """A hidden Gun waits for a vehicle or a better target."""
    unit = shooter(state, shell.firer)
    waits = bool(state.flags[unit] & HIDDEN) and shell.aim != VEHICLES
    return PRICE + HIDDEN_PRICE * waits + INTENSIVE_PRICE * shell.intensive


def reply(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Fire a Gun at a vehicle on its way when the shot is expected to cost enough; else what is left."""
    best = max(worths(state, side, actions, "first"), key=lambda row: row[0], default=(0.0, DONE))
    return best[1] if best[0] > 0 else tanks.reply(state, side, actions, orders)


def before_shot(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Choose the target and the ammunition with the best expected result, then fire."""
    frame = state.stack[-1]
    if isinstance(frame, Shell) and tank_fire.is_towed(frame):
        return tanks.choose_variant(state, frame, actions)
    return tanks.tank_shot(state, side, actions, orders)


# ---------------------------------------------------------------- set-up


def set_up(state: Firefight, side: str, actions: Choices) -> Action | None:
    """A crew goes where its Gun sees most of the ground the enemy comes over, out of sight itself; then the
    Gun points there. `None`: nothing is to be done.
    """
    own = [g for g in members(GUNS_OF[side]) if state.gun_kind[g] in PIECES]
    for g in own:
        unit = state.holder[g]
        if unit < 0 or not pieces_of(state, unit):
            continue
        if state.at[unit] < 0:
            return _best_site(state, side, unit, actions)
        spine = _best_arc(_fields(state, state.at[unit]), state.at[unit])[1]
        wanted = Turn(GUN_NAMES[g], SPINES[spine])
        for action in (wanted, Hide(NAMES[unit])):
            if action in actions:
                return action
    return None


def _best_site(state: Firefight, side: str, unit: int, actions: Choices) -> Action | None:
    sites = [h for h in members(state.card.setup & CONCEALING) if CODE[h] not in tank_fire.CLOSED]
    empty = [h for h in sites if not in_hex(state, side, h)]
    ranked = sorted(_spread(empty, SITES), key=lambda h: -_best_arc(_fields(state, h), h)[0])
    legal = (Place(NAMES[unit], GRID.name[h]) for h in ranked)
    return next((action for action in legal if action in actions), None)


def covered(state: Firefight, at: int) -> int:
    """How many of the hexes looked at a Gun in a hex covers in its best direction."""
    return _best_arc(_fields(state, at), at)[0]


def _spread(hexes: list[int], most: int) -> list[int]:
    """So many of the hexes, evenly taken."""
    step = max(1, len(hexes) // most)
    return hexes[::step]


def _fields(state: Firefight, at: int) -> list[int]:
    """The open hexes of the fight that are seen from a hex, neither too near nor too far."""
    ground = [h for h in members(state.card.area & OPEN) if NEAREST <= GRID.distance(at, h) <= FARTHEST]
    return [h for h in _spread(ground, FIELDS) if sees(state, at, h)]


def _best_arc(fields: list[int], at: int) -> tuple[int, int]:
    """The direction that covers most of them, and how many."""
    return max((sum(is_covered(at, spine, h) for h in fields), spine) for spine in range(6))
