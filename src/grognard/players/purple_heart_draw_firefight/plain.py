"""A plain player of the firefight, for either side: sound habits, one for each step, from what the seat
sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.close import power
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, FIRST_GUN, NAMES, SIDE, UNIT
from grognard.games.purple_heart_draw.firefight.moving import movers
from grognard.games.purple_heart_draw.firefight.odds import chances, effect
from grognard.games.purple_heart_draw.firefight.position import BROKEN, DM, Attack, Firefight, Moving
from grognard.games.purple_heart_draw.firefight.shots import marks
from grognard.games.purple_heart_draw.firefight.units import (
    guns_of,
    in_hex,
    kind,
    known_in,
    leadership,
    on_map,
)
from grognard.players.seat import Decision, PlayerSettings, PlayerView, fixed_rule

from .melee import best_aims, melee_value
from .routes import ASSAULT, DOUBLE, Outlook, Plan, best_for, best_move, cover, outlook, standing

LEAST_GAIN = 0.3
WORTH_A_SHOT = {
    "prep": Fraction(1, 12),
    "first": Fraction(1, 5),
    "final": Fraction(1, 12),
    "advancing": Fraction(1, 12),
}
CHECK_WORTH = 6.0  # what a morale check of the enemy is worth, beside a unit's way
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
    """Fire where a morale check is most likely, if it is likely enough; before moving, only where that is
    worth more than the way the unit could go.
    """
    what = str(state.step.name).split()[0]
    look = outlook(state, side) if what == "prep" and attacks(state, side) else None
    scored = []
    for action in actions:
        if action.verb == "fire":
            chance = float(_worth(state, side, action, what))
            least = float(WORTH_A_SHOT[what]) if look is None else _lost_way(look, action)
            scored.append((chance - least, action))
    return _best(scored) or DONE


def _lost_way(look: Outlook, action: Any) -> float:
    """The chance of a morale check that is worth as much as the best way of the unit that would fire."""
    firer = FIRERS.index(action.unit)
    unit = firer if firer < FIRST_GUN else look.state.holder[firer - FIRST_GUN]
    plan = best_for(look, (unit,))
    return float(WORTH_A_SHOT["prep"]) + max(0.0, plan.gain) / CHECK_WORTH


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


def attacks(state: Firefight, side: str) -> bool:
    """Whether a side must take ground: the one that moves first."""
    return side == state.card.first_move


def move(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Move by stacks with a leader from cover to cover towards the buildings still to be taken; weigh the
    fire on the way against what is gained, and end beside enemies that can be beaten in close combat.
    """
    orders.notes.pop("plan", None)
    if not attacks(state, side):
        return DONE
    plan = best_move(state, side)
    if plan is None or (plan.gain < LEAST_GAIN and DONE in actions):
        return DONE
    orders.notes["plan"] = plan
    lead = state.game.parse(f"lead {NAMES[plan.units[0]]}")
    return lead if lead in actions else rest(state, side, actions, orders)


def on_the_way(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Take along who was meant to come, then go on while the way still gains more than its fire costs."""
    frame: Any = state.stack[-1]
    if not frame.units:
        return DONE
    plan = orders.notes.get("plan")
    if plan is None or not set(frame.units) <= set(plan.units) or frame.spent:
        plan = best_for(outlook(state, side), frame.units, frame)
    for words in _next_words(plan, frame):
        action = state.game.parse(words)
        if action in actions:
            return action
    return rest(state, side, actions, orders)


def _next_words(plan: Plan, frame: Any) -> Iterable[str]:
    """The next actions of a plan, in their order; those that are done are no longer legal."""
    if not frame.spent:
        yield from (f"along {NAMES[unit]}" for unit in plan.units if unit not in frame.units)
        if plan.way in (ASSAULT, DOUBLE) and not frame.assault and not frame.double:
            yield plan.way
    if plan.path:
        yield f"go {GRID.name[plan.path[0]]}"


# ---------------------------------------------------------------- advance


def advance(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Advance into close combat together and with superior strength, into buildings to be taken, and into
    better places.
    """
    chosen = [a for a in actions if a.verb == "advance"]
    assault = _best_assault(state, side, chosen)
    if assault is not None:
        return assault
    if not attacks(state, side):
        return DONE
    look = outlook(state, side)
    scored = []
    for action in chosen:
        unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
        if not look.foes >> hex_ & 1:
            gain = standing(look, (unit,), hex_) - standing(look, (unit,), state.at[unit])
            scored.append((gain - _apart(state, side, unit), action))
    return _best(scored, LEAST_GAIN) or DONE


def _apart(state: Firefight, side: str, unit: int) -> float:
    """A leader does not leave broken units, nor the squads that stay behind."""
    if not kind(state, unit).is_leader:
        return 0.0
    return 3.0 * sum(1 for u in in_hex(state, side, state.at[unit]) if state.flags[u] & BROKEN)


def _best_assault(state: Firefight, side: str, chosen: list[Any]) -> Any:
    """The next unit of the close combat that promises most; leaders follow squads."""
    hexes: dict[int, list[Any]] = {}
    for action in chosen:
        if target_hexes(state, side) >> GRID.number[action.hex] & 1:
            hexes.setdefault(GRID.number[action.hex], []).append(action)
    best, found = 0.0, None
    for hex_, ways in hexes.items():
        inside = in_hex(state, side, hex_)
        room = 3 - sum(not kind(state, u).is_single for u in inside)
        squads = sorted(
            (a for a in ways if not kind(state, UNIT[a.unit]).is_single),
            key=lambda a: -power(state, [UNIT[a.unit]], True),
        )[: max(0, room)]
        leaders = sorted(
            (a for a in ways if kind(state, UNIT[a.unit]).is_leader),
            key=lambda a: leadership(state, UNIT[a.unit]),
        )[:1]
        if any(kind(state, u).is_leader for u in inside):
            leaders = []
        units = [*inside, *(UNIT[a.unit] for a in (*squads, *leaders))]
        value = melee_value(state, side, units, hex_)
        if value > best and (squads or (leaders and inside)):
            best, found = value, (squads or leaders)[0]
    return found


# ---------------------------------------------------------------- rally, rout, close combat


def rally(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Repair guns and rally everybody who has a chance, those without Desperation Morale first."""
    tries = [a for a in actions if a.verb in ("repair", "rally")]
    calm = [a for a in tries if a.verb == "repair" or not state.flags[UNIT[a.unit]] & DM]
    return (calm or tries or [DONE])[0]


def rout(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Rout to a leader, away from the enemy and into cover; units in no danger stay."""
    routs = [a for a in actions if a.verb == "rout"] or [a for a in actions if a.verb == "crawl"]
    if not routs or DONE in actions:
        return DONE if DONE in actions else routs[0]
    return max(routs, key=lambda a: _refuge(state, side, GRID.number[a.hex]))


def _refuge(state: Firefight, side: str, hex_: int) -> float:
    """How good a hex is to rally in."""
    foes = min((GRID.distance(hex_, foe) for foe in members(target_hexes(state, side))), default=9)
    leader = any(kind(state, u).is_leader and not state.flags[u] & BROKEN for u in in_hex(state, side, hex_))
    return 1.0 * min(foes, 6) + 3.0 * leader + cover(hex_)


def strike(state: Firefight, side: str, actions: Any, orders: PlayerSettings) -> Any:
    """Everybody attacks together: the enemies that this is expected to cost most."""
    frame: Any = state.stack[-1]
    done = {one for one, _ in frame.strikes}
    aims = best_aims(state, side, frame.hex)
    struck = {other for _, other in frame.strikes}
    legal = [a for a in actions if a.verb == "strike"]
    fresh = [a for a in legal if UNIT[a.unit] not in done and UNIT[a.enemy] == aims[0]]
    more = [a for a in legal if UNIT[a.unit] in done and UNIT[a.enemy] in set(aims) - struck]
    return (fresh or more or [DONE])[0]


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
