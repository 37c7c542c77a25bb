"""A plain player of the firefight, for either side: sound habits, one for each step, from what the seat
sees.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec.structs import replace

from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.close import power
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, FIRERS, FIRST_GUN, SIDE, UNIT
from grognard.games.purple_heart_draw.firefight.going import cost, hexside_tem, in_hex_tem, near, own_hexsides
from grognard.games.purple_heart_draw.firefight.moving import movers
from grognard.games.purple_heart_draw.firefight.odds import chances, effect
from grognard.games.purple_heart_draw.firefight.position import BROKEN, DM, Attack, Firefight, Moving
from grognard.games.purple_heart_draw.firefight.shots import marks
from grognard.games.purple_heart_draw.firefight.units import (
    guns_of,
    in_hex,
    kind,
    known,
    known_in,
    leadership,
    on_map,
)
from grognard.players.seat import Decision, PlayerSettings, PlayerView, fixed_rule

WORTH_A_SHOT = {
    "prep": Fraction(1, 3),
    "first": Fraction(1, 5),
    "final": Fraction(1, 12),
    "advancing": Fraction(1, 12),
}
PATIENCE = 6  # hexes: farther off a concealed unit holds its fire


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """What the step asks for decides which habit answers; the reason is its rule in words."""
    state, name = sight.position, sight.position.step.name
    habit = next((habit for words, habit in HABITS if words == name), rest)
    return fixed_rule(habit(state, sight.side, sight.actions, orders), str(habit.__doc__), state.step.clause)


def rest(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """End the step when it can be ended."""
    return DONE if DONE in actions else actions.sample(orders.rng)


def _best(scored: Iterable[tuple[float, Action]], least: float = 0.0) -> Action | None:
    best, found = least, None
    for score, action in scored:
        if score > best:
            best, found = score, action
    return found


# ---------------------------------------------------------------- ground


@cache
def distances(goal: int, area: int) -> dict[int, int]:
    """Half MF to a hex from every other."""
    found, queue = {goal: 0}, [(0, goal)]
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > found[at]:
            continue
        for hex_ in near(at):
            price = cost(hex_, at)
            if price is not None and area >> hex_ & 1 and spent + price < found.get(hex_, 9999):
                found[hex_] = spent + price
                heapq.heappush(queue, (spent + price, hex_))
    return found


def to_goal(state: Firefight, hex_: int) -> int:
    """Half MF to the nearest building still to be taken."""
    wanted = members(state.card.goals & ~state.control) or members(state.card.goals)
    return min(distances(goal, int(state.card.area)).get(hex_, 9999) for goal in wanted)


def cover(hex_: int) -> float:
    return in_hex_tem(hex_) + 0.5 * bool(own_hexsides(hex_))


def danger(state: Firefight, side: str, hex_: int) -> float:
    """How much could be fired at a hex: enemies that may see it, the nearer the worse, less the cover
    there.
    """
    found = 0.0
    for at in members(target_hexes(state, side)):
        far = GRID.distance(at, hex_)
        if far <= 12 and _could_see(state, side, at, hex_):
            found += (6.0 if far <= 1 else 4.0 if far <= 6 else 2.0) / (
                1 + max(in_hex_tem(hex_), hexside_tem(at, hex_))
            )
    return found


def _could_see(state: Firefight, side: str, at: int, hex_: int) -> bool:
    from grognard.games.purple_heart_draw.firefight.eyes import ground, stand
    from grognard.games.purple_heart_draw.firefight.places import Place
    from grognard.games.purple_heart_draw.firefight.sight import sight

    return sight(
        stand(state, ENEMY[side], at), Place(hex_, advantage=bool(own_hexsides(hex_))), ground=ground(state)
    ).is_unit_seen


# ---------------------------------------------------------------- set-up


def set_up(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Set up in cover before and among the buildings, squads apart, leaders with a machine gun."""
    waiting = [u for u in on_hand(state, side) if state.at[u] < 0]
    if not waiting:
        hidden = next((a for a in actions.plain if a.verb == "hide"), None)
        return hidden or DONE
    unit = waiting[0]
    scored = []
    for hex_ in members(state.card.setup):
        there = in_hex(state, side, hex_)
        if kind(state, unit).is_single:
            score = 0.0 + sum(2 + 3 * bool(guns_of(state, u)) for u in there if not kind(state, u).is_single)
            score -= 9 * any(kind(state, u).is_single for u in there)
        else:
            far = min(GRID.distance(hex_, goal) for goal in members(state.card.goals))
            score = (
                3 * cover(hex_)
                - 2.0 * max(0, far - 1)
                - 4 * len(there)
                + (3 if state.card.goals >> hex_ & 1 else 0)
            )
            score -= sum(1.0 for u in on_map(state, side) if GRID.distance(state.at[u], hex_) <= 1)
        scored.append((score + 100 + orders.rng.random(), hex_))
    for _, hex_ in sorted(scored, reverse=True):
        action = state.game.parse(f"place {FIRERS[unit]} {GRID.name[hex_]}")
        if action in actions:
            return action
    return rest(state, side, actions, orders)


def on_hand(state: Firefight, side: str) -> list[int]:
    return [u for u in range(len(SIDE)) if SIDE[u] == side and state.kind[u]]


# ---------------------------------------------------------------- fire


def fire(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Fire where a morale check is most likely, if it is likely enough; the side that must take ground fires
    before moving only at good odds.
    """
    what = str(state.step.name).split()[0]
    scored = (
        (float(_worth(state, side, action, what)), action) for action in actions if action.verb == "fire"
    )
    return _best(scored, float(_threshold(state, side, what))) or DONE


def _threshold(state: Firefight, side: str, what: str) -> Fraction:
    if what == "prep" and side != state.card.first_move:
        return Fraction(1, 12)
    return WORTH_A_SHOT[what]


def _worth(state: Firefight, side: str, action: Any, what: str, moving: Moving | None = None) -> Fraction:
    firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
    frame = Attack(side=side, hex=hex_, kind=what, firers=(firer,))
    if moving is not None:
        frame = replace(frame, targets=moving.units, ffnam=not moving.assault)
    group = [f for f in _mates(state, firer) if f != firer and _may_fire(state, f, what)]
    frame = replace(frame, firers=(firer, *group))
    found = chances(state, frame, concealed=not known_in(state, side, hex_))
    return effect(found)


def _mates(state: Firefight, firer: int) -> list[int]:
    """The firers of the same unit and its guns."""
    unit = firer if firer < FIRST_GUN else state.holder[firer - FIRST_GUN]
    own = [unit] if kind(state, unit).fp else []
    return [*own, *(FIRST_GUN + g for g in guns_of(state, unit))][:2]


def _may_fire(state: Firefight, firer: int, what: str) -> bool:
    return what not in ("first", "final") or not marks(state, firer)


def group(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Let the best leader direct, and let everybody join who makes a morale check likelier."""
    frame: Any = state.stack[-1]
    leaders = [a for a in actions if a.verb == "direct" and leadership(state, UNIT[a.unit]) <= 0]
    if leaders:
        return min(leaders, key=lambda a: leadership(state, UNIT[a.unit]))
    hidden = not known_in(state, side, frame.hex)
    now = effect(chances(state, frame, hidden))
    for action in actions:
        if action.verb == "join":
            firer = FIRERS.index(action.unit)
            more = effect(chances(state, replace(frame, firers=(*frame.firers, firer)), hidden))
            if more > now:
                return action
    return DONE


def react(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Fire at movers when a morale check is likely enough; concealed units wait until they are near."""
    moving = movers(state)
    if not moving.units or all(state.flags[u] & BROKEN for u in moving.units):
        return DONE
    scored = []
    for action in actions:
        if action.verb == "fire" and _patient(state, side, action):
            scored.append((float(_worth(state, side, action, "first", moving)), action))
    return _best(scored, float(WORTH_A_SHOT["first"])) or DONE


def _patient(state: Firefight, side: str, action: Any) -> bool:
    firer = FIRERS.index(action.unit)
    unit = firer if firer < FIRST_GUN else state.holder[firer - FIRST_GUN]
    far = GRID.distance(state.at[unit], GRID.number[action.hex])
    return bool(state.open >> unit & 1) or far <= PATIENCE


# ---------------------------------------------------------------- movement


def wants(state: Firefight, side: str, unit: int) -> bool:
    """Whether a unit has business elsewhere: the side that attacks goes on; the other stays where it is."""
    return side == state.card.first_move


def hex_score(state: Firefight, side: str, unit: int, hex_: int) -> float:
    crowd = sum(1 for u in in_hex(state, side, hex_) if u != unit)
    return -0.6 * to_goal(state, hex_) + 1.5 * cover(hex_) - danger(state, side, hex_) - 1.0 * crowd


def move(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Go from cover to cover towards the buildings that are still to be taken; fire that can be seen is
    avoided.
    """
    entering = [a for a in actions if a.verb == "move" and state.at[UNIT[a.unit]] < 0]
    if entering:
        return max(
            entering,
            key=lambda a: hex_score(state, side, UNIT[a.unit], GRID.number[a.hex]) + orders.rng.random(),
        )
    if side != state.card.first_move:
        return DONE
    scored = []
    for action in actions:
        if action.verb == "move":
            unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
            here = hex_score(state, side, unit, state.at[unit])
            scored.append((hex_score(state, side, unit, hex_) - here, action))
    return _best(scored, 0.3) or DONE


def on_the_way(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Go on while the next hex is better than this one."""
    frame: Any = state.stack[-1]
    unit = frame.units[0]
    here = hex_score(state, side, unit, state.at[unit]) if state.at[unit] >= 0 else -999.0
    scored = ((hex_score(state, side, unit, GRID.number[a.hex]) - here, a) for a in actions if a.verb == "go")
    return _best(scored, 0.3) or rest(state, side, actions, orders)


def advance(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Advance into close combat with superior strength, into buildings to be taken, and into better cover."""
    scored = []
    for action in actions:
        if action.verb != "advance" or not wants(state, side, UNIT[action.unit]):
            continue
        unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
        scored.append((_advance_score(state, side, unit, hex_), action))
    return _best(scored, 0.5) or DONE


def _advance_score(state: Firefight, side: str, unit: int, hex_: int) -> float:
    gain = hex_score(state, side, unit, hex_) - hex_score(state, side, unit, state.at[unit])
    enemies = known_in(state, side, hex_)
    covered = target_hexes(state, side) >> hex_ & 1 and not enemies
    if not enemies and not covered:
        return gain
    if kind(state, unit).is_single:
        return -1.0
    ours = power(state, [unit, *in_hex(state, side, hex_)], True)
    theirs = power(state, enemies, False) if enemies else Fraction(5)
    broken = all(state.flags[u] & BROKEN for u in enemies) and bool(enemies)
    return 5.0 if broken or ours >= theirs * Fraction(5, 4) else -1.0


# ---------------------------------------------------------------- rally, rout, close combat


def rally(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Repair guns and rally everybody who has a chance, those without Desperation Morale first."""
    tries = [a for a in actions if a.verb in ("repair", "rally")]
    calm = [a for a in tries if a.verb == "repair" or not state.flags[UNIT[a.unit]] & DM]
    return (calm or tries or [DONE])[0]


def rout(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Rout to the place farthest from the enemy; units in no danger stay."""
    routs = [a for a in actions if a.verb == "rout"] or [a for a in actions if a.verb == "crawl"]
    if not routs or DONE in actions:
        return DONE if DONE in actions else routs[0]
    foes = [state.at[u] for u in known(state, side)]
    return max(
        routs,
        key=lambda a: (
            cover(GRID.number[a.hex]),
            min((GRID.distance(GRID.number[a.hex], f) for f in foes), default=0),
        ),
    )


def strike(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Everybody attacks the weakest enemy together."""
    frame: Any = state.stack[-1]
    done = {one for one, _ in frame.strikes}
    first = [a for a in actions if a.verb == "strike" and UNIT[a.unit] not in done]
    if not first:
        return DONE
    aim = (
        frame.strikes[0][1]
        if frame.strikes
        else UNIT[min(first, key=lambda a: power(state, [UNIT[a.enemy]], False)).enemy]
    )
    return next((a for a in first if UNIT[a.enemy] == aim), first[0])


def wait(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Take the first choice there is."""
    return next(iter(actions))


Habit = Callable[[Firefight, str, Any, PlayerSettings], Any]
HABITS: tuple[tuple[str, Habit], ...] = (
    ("set-up", set_up),
    ("prep fire", fire),
    ("final fire", fire),
    ("advancing fire", fire),
    ("fire group", group),
    ("reaction", react),
    ("movement", move),
    ("way", on_the_way),
    ("rally", rally),
    ("defender's rally", rally),
    ("rout", rout),
    ("defender's rout", rout),
    ("rout way", wait),
    ("advance", advance),
    ("strikes", strike),
    ("close combat", wait),
)
