"""A plain player of the firefight, for either side: sound habits, one for each step, from what the seat
sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, Leak, UnitHex
from grognard.core.hexes import members
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.ablaze import is_ablaze
from grognard.games.purple_heart_draw.firefight.arriving import movers
from grognard.games.purple_heart_draw.firefight.close import power
from grognard.games.purple_heart_draw.firefight.eyes import is_adjacent, sees, target_hexes
from grognard.games.purple_heart_draw.firefight.fire import is_fit, is_fresh, own_firers
from grognard.games.purple_heart_draw.firefight.flame import attack_of
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, FIRERS, FIRST_GUN, NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.position import (
    BROKEN,
    DM,
    MELEE,
    Attack,
    Close,
    Firefight,
    Moving,
)
from grognard.games.purple_heart_draw.firefight.reach import can_reach, may_use, moved_too_far
from grognard.games.purple_heart_draw.firefight.shots import column, marks, modifiers
from grognard.games.purple_heart_draw.firefight.units import (
    in_hex,
    kind,
    known_in,
    leadership,
    morale,
    number,
    shooter,
)
from grognard.games.purple_heart_draw.firefight.words import (
    Advance,
    Crawl,
    Direct,
    Fire,
    Flame,
    Join,
    Mend,
    Radio,
    Rally,
    Recover,
    Repair,
    Retune,
    Rout,
    Strike,
)
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from . import armor, artillery, gunners, posts, reasons, shells, tanks
from .engineers import charges_of, lay_here
from .exposure import SUSPECTED_WORTH, attacks, eviction, harm, worth
from .leading import lead_to_throw, was_let_go
from .melee import best_aims, melee_value
from .placing import on_hand, rest, set_up, weights_of
from .reserves import does_move
from .routes import (
    ASSAULT,
    DOUBLE,
    Gains,
    Outlook,
    Plan,
    best_for,
    best_move,
    can_move,
    cover,
    outlook,
    standing,
)

LEAST_GAIN = 0.3
LEAST_HARM = 0.25  # a shot that is expected to cost less is not fired
SHOT_PRICE, FPF_PRICE = 1.0, 2.0  # what First Fire and Final Protective Fire must promise
SUSPECTED_MORALE = 8
PATIENCE = 6  # hexes: farther off a concealed unit holds its fire


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """What the step asks for decides which habit answers; the reason is its rule in words."""
    state, name = sight.position, sight.position.step.name
    habit = next((habit for words, habit in HABITS if words == name), rest)
    try:
        chosen = habit(state, sight.side, sight.actions, orders)
    except (Leak, LookupError):  # a rule or counter these habits do not know
        chosen = rest(state, sight.side, sight.actions, orders)
    if chosen == DONE:  # where the rules leave no choice, such as ASL-A8.312, a step cannot be ended
        chosen = rest(state, sight.side, sight.actions, orders)
    rule = " ".join(str(habit.__doc__).split()).rstrip(".")

    def why() -> list[Candidate]:
        from .weighing import weighed

        others = weighed(state, sight.side, sight.actions, chosen, orders)
        return others or [_reason(state, sight.side, chosen, rule, orders)]

    return Decision(chosen, why)


def _reason(state: Firefight, side: str, chosen: Any, rule: str, orders: PlayerSettings) -> Candidate:
    """Why a vehicle does so, what a shot or a way promises, or the habit that decided."""
    why = tanks.reason(state, side, chosen) or _promise(state, side, chosen, orders)
    why = why or f"Fixed rule: {rule}"
    return Candidate(str(chosen), 1.0, why, clauses=(state.step.clause,))


WHAT = {"reaction": "first"}


def _promise(state: Firefight, side: str, chosen: Any, orders: PlayerSettings) -> str:
    """What a shot is expected to cost, or what a way gains; empty: neither."""
    what, plan = str(state.step.name).split()[0], orders.notes.get("plan")
    if chosen.verb == "fire":
        value = expected(state, _with_mates(state, side, chosen, WHAT.get(what, what)))
        return f"fire at {chosen.hex}: expected to cost the enemy {value:.2f}, a squad counting 6"
    if chosen.verb in ("lead", "go") and plan is not None and plan.path:
        goal = GRID.name[plan.path[-1]]
        return (
            f"the way to {goal} gains {plan.gain:.1f}, a squad counting 6; fire on it costs {plan.fire:.1f}"
        )
    return reasons.in_words(state, side, chosen)


def best_of(scored: Iterable[tuple[float, Action]], least: float = 0.0) -> Action | None:
    best, found = least, None
    for score, action in scored:
        if score > best:
            best, found = score, action
    return found


# ---------------------------------------------------------------- fire


def fire(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Fire where it is expected to cost the enemy most; before moving, only where that is worth more than
    the way the units could go.
    """
    return best_of(fire_values(state, side, actions, orders)) or DONE


def fire_values(
    state: Firefight, side: str, actions: Choices, orders: PlayerSettings
) -> Iterator[tuple[float, Action]]:
    """Every shot of this phase with what it is worth beyond holding fire."""
    what = str(state.step.name).split()[0]
    look = outlook(state, side, weights_of(orders)) if what == "prep" and attacks(state, side) else None
    ways: dict[int, float] = {}

    def lost(frame: Attack) -> float:
        return LEAST_HARM if look is None else lost_way(look, frame, ways)

    return shots(state, side, actions, what, lost, tanks.aim_of(orders))


def shots(
    state: Firefight,
    side: str,
    actions: Choices,
    what: str,
    lost: Callable[[Attack], float],
    aim: posts.Aim = posts.BOLD,
) -> Iterator[tuple[float, Action]]:
    """Every shot of a phase: what it is expected to cost the enemy, less what the firers lose by it."""
    for action in actions:
        if isinstance(action, Fire):
            here = _with_mates(state, side, action, what)
            for frame in (here, with_neighbours(state, here)):
                yield expected(state, frame) - lost(frame), action
        elif isinstance(action, Flame):
            frame = attack_of(state, UNIT[action.unit], GRID.number[action.hex], what)
            yield expected(state, frame) - lost(frame), action
    for value, shot, unit in shells.worths(state, side, actions, what):
        yield value - max(lost(_alone(state, side, unit)), LEAST_HARM), shot
    price = tanks.prices(state, side, what, aim)
    yield from ((value - price(a), a) for value, a in tanks.worths(state, side, actions, what))
    yield from gunners.worths(state, side, actions, what)


def _alone(state: Firefight, side: str, unit: int) -> Attack:
    return Attack(side=side, hex=state.at[unit], kind="prep", firers=(unit,))


def lost_way(look: Outlook, frame: Attack, ways: dict[int, float]) -> float:
    """What the units of the firing Locations could gain by moving instead."""
    state = look.state
    for at in (homes := {state.at[shooter(state, f)] for f in frame.firers}) - ways.keys():
        units = tuple(u for u in look.friends.get(at, ()) if can_move(state, u))
        ways[at] = max(0.0, best_for(look, units).gain) if units else 0.0
        ways[at] = max([ways[at], *(throw.gain for u in units for throw in charges_of(look, u))])
    return LEAST_HARM + look.weights.stays * sum(ways[at] for at in homes)


def _able(state: Firefight, what: str, firer: int) -> bool:
    """Whether a firer could still join an attack of this kind at full strength."""
    return (
        is_fit(state, firer)
        and is_fresh(state, what, firer)
        and may_use(state, firer)
        and not moved_too_far(state, what, firer)
        and not (what in ("first", "final") and marks(state, firer))
    )


def _with_mates(state: Firefight, side: str, action: Fire, what: str) -> Attack:
    """The attack an action begins, with everybody of its Location who could join."""
    firer, hex_ = FIRERS.index(action.unit), GRID.number[action.hex]
    at = state.at[shooter(state, firer)]
    mates = [f for f in own_firers(state, side) if state.at[shooter(state, f)] == at and f != firer]
    able = [f for f in mates if _able(state, what, f)]
    return Attack(side=side, hex=hex_, kind=what, firers=(firer, *able))


def with_neighbours(state: Firefight, frame: Attack) -> Attack:
    """The same attack with everybody beside its Location who could join as well."""
    at = state.at[shooter(state, frame.firers[0])]
    others = [
        f
        for f in own_firers(state, frame.side)
        if is_adjacent(state, at, state.at[shooter(state, f)])
        and _able(state, frame.kind, f)
        and can_reach(state, frame.kind, f, frame.hex)
        and sees(state, shooter(state, f), frame.hex)
    ]
    return replace(frame, firers=(*frame.firers, *others))


def expected(state: Firefight, frame: Attack) -> float:
    """What an attack is expected to cost the enemy, as far as its targets are known."""
    known_ = known_in(state, frame.side, frame.hex)
    targets = [u for u in known_ if not frame.targets or u in frame.targets]
    drm = total(modifiers(state, frame))
    ground = eviction(state, frame.side, frame.hex)
    found = 0.0
    if targets:
        shot, more = column(state, frame), ground / len(targets)
        found += sum((worth(state, u) + more) * harm(shot, drm, morale(state, u)) for u in targets)
        if any(state.flags[u] & MELEE for u in targets):
            own = in_hex(state, frame.side, frame.hex)
            found -= sum(worth(state, u) * harm(shot, drm, morale(state, u)) for u in own)
    if not frame.targets and state.shrouds[number(ENEMY[frame.side])] >> frame.hex & 1:
        found += (SUSPECTED_WORTH + ground) * harm(column(state, frame, True), drm, SUSPECTED_MORALE)
    return found


def group(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Let the best leader direct, and let everybody join who adds to what the fire is expected to cost."""
    frame = state.stack[-1]
    assert isinstance(frame, Attack)
    now, homes = expected(state, frame), {state.at[shooter(state, f)] for f in frame.firers}
    leaders = [a for a in actions.of(Direct) if leadership(state, UNIT[a.unit]) <= 0]
    if leaders:
        best = min(leaders, key=lambda a: leadership(state, UNIT[a.unit]))
        led = expected(state, replace(frame, leaders=(*frame.leaders, UNIT[best.unit])))
        if led >= now or DONE not in actions:  # a wounded leader makes the fire worse
            return best
    look = outlook(state, side, weights_of(orders)) if frame.kind == "prep" and attacks(state, side) else None
    for action in actions.of(Join):
        firer = FIRERS.index(action.unit)
        wider = replace(frame, firers=(*frame.firers, firer))
        apart = look is not None and state.at[shooter(state, firer)] not in homes
        cost = (
            lost_way(look, Attack(side=side, hex=frame.hex, kind="prep", firers=(firer,)), {})
            if look and apart
            else 0.0
        )
        if expected(state, wider) > now + cost:
            return action
    return DONE if DONE in actions else actions.of(Join)[0]


def shot(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Let the best leader beside the weapon direct its shot, then fire."""
    leaders = [a for a in actions.of(Direct) if leadership(state, UNIT[a.unit]) <= 0]
    return min(leaders, key=lambda a: leadership(state, UNIT[a.unit]), default=DONE)


def react(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Fire at movers when it is expected to cost them enough; concealed units wait until they are near."""
    return best_of(answer_values(state, side, actions)) or DONE


def answer_values(state: Firefight, side: str, actions: Choices) -> list[tuple[float, Action]]:
    """Every shot at the movers with what it is worth beyond its price."""
    moving = movers(state)
    if not moving.units or all(state.flags[u] & BROKEN for u in moving.units):
        return []
    scored = list[tuple[float, Action]]()
    for action in actions:
        if isinstance(action, Fire) and _patient(state, side, action):
            frame = _with_mates(state, side, action, "first")
            if marks(state, frame.firers[0]):
                frame = replace(frame, firers=frame.firers[:1])
            frame = replace(frame, targets=moving.units, ffnam=not moving.assault)
            scored.append((expected(state, frame) - _price(state, frame), action))
        elif isinstance(action, Flame):
            frame = attack_of(state, UNIT[action.unit], GRID.number[action.hex], "first")
            scored.append((expected(state, frame) - SHOT_PRICE, action))
    for value, shot, unit in shells.worths(state, side, actions, "first", moving):
        if _is_patient(state, unit, GRID.number[shot.hex]):
            scored.append((value - SHOT_PRICE, shot))
    price = tanks.prices(state, side, "first")
    scored += [(value - price(a), a) for value, a in tanks.worths(state, side, actions, "first")]
    scored += gunners.worths(state, side, actions, "first")
    return scored


def _price(state: Firefight, frame: Attack) -> float:
    """What First Fire costs the firer: a better shot later; Final Protective Fire may break it."""
    spent = marks(state, frame.firers[0])
    if spent == 2:
        return FPF_PRICE
    return SHOT_PRICE if not spent else LEAST_HARM


def _patient(state: Firefight, side: str, action: Fire) -> bool:
    firer = FIRERS.index(action.unit)
    unit = firer if firer < FIRST_GUN else state.holder[firer - FIRST_GUN]
    return _is_patient(state, unit, GRID.number[action.hex])


def _is_patient(state: Firefight, unit: int, hex_: int) -> bool:
    far = GRID.distance(state.at[unit], hex_)
    return bool(state.open >> unit & 1) or far <= PATIENCE


# ---------------------------------------------------------------- movement


def move(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Move by stacks with a leader from cover to cover towards the buildings still to be taken; weigh the
    fire on the way against what is gained, and end beside enemies that can be beaten in close combat.
    """
    for note in ("plan", "throw", "charge"):
        orders.notes.pop(note, None)
    if (driving := tanks.start_driving(state, side, actions, tanks.aim_of(orders))) is not None:
        return driving
    if not does_move(state, side):
        return DONE
    look = outlook(state, side, weights_of(orders))
    if (throw := lead_to_throw(look, actions, orders)) is not None:
        return throw.lead
    plan = best_move(look, gains_of(state, orders))
    if plan is None or (plan.gain < LEAST_GAIN and DONE in actions) or was_let_go(state, orders, plan):
        return DONE
    orders.notes["plan"], orders.notes["rolls"] = plan, state.rolls
    lead = state.game.parse(f"lead {NAMES[plan.units[0]]}")
    return lead if lead in actions else rest(state, side, actions, orders)


def on_the_way(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Take along who was meant to come, then go on while the way still gains more than its fire costs."""
    frame = movers(state)
    if not frame.units:
        return DONE
    for words in throw_words(orders, frame):
        if (action := state.game.parse(words)) in actions:
            return action
    plan = plan_left(orders, frame, state)
    if plan is None:
        plan = best_for(outlook(state, side, weights_of(orders)), frame.units, frame)
        orders.notes["plan"], orders.notes["rolls"] = plan, state.rolls
    for words in next_words(plan, frame):
        action = state.game.parse(words)
        if action in actions:
            return action
    if (laid := lay_here(state, side, actions, target_hexes(state, side))) is not None:
        return laid
    return rest(state, side, actions, orders)


def plan_left(orders: PlayerSettings, frame: Moving, state: Firefight) -> Plan | None:
    """What is left of a plan while no dice were rolled since it was made; `None`: it is to be made anew."""
    plan: Plan | None = orders.notes.get("plan")
    if plan is None or not set(frame.units) <= set(plan.units):
        return None
    if not frame.spent:
        return plan
    at = state.at[frame.units[0]]
    if orders.notes.get("rolls") != state.rolls or at not in plan.path:
        return None
    return plan._replace(path=plan.path[plan.path.index(at) + 1 :])


def gains_of(state: Firefight, orders: PlayerSettings) -> Gains:
    """What stacks were found to gain in this phase; a loss makes everything new."""
    key = state.turn, state.mover, len(on_hand(state, state.mover))
    if orders.notes.get("gains", (None, {}))[0] != key:
        orders.notes["gains"] = key, {}
    found: Gains = orders.notes["gains"][1]
    return found


def throw_words(orders: PlayerSettings, frame: Moving) -> tuple[str, ...]:
    """The actions of a unit that was led to throw a grenade or lay a charge: by Assault Movement."""
    for note, verb in (("throw", "smoke"), ("charge", "lay")):
        throw = orders.notes.get(note)
        if throw is not None and frame.units == (throw.unit,) and not frame.spent:
            return ASSAULT, f"{verb} {NAMES[throw.unit]} {GRID.name[throw.hex]}"
    return ()


def next_words(plan: Plan, frame: Moving) -> Iterable[str]:
    """The next actions of a plan, in their order; those that are done are no longer legal."""
    if not frame.spent:
        yield from (f"along {NAMES[unit]}" for unit in plan.units if unit not in frame.units)
        if plan.path:
            yield "beneath"  # wire first: not in Double Time
        if plan.way in (ASSAULT, DOUBLE) and not frame.assault and not frame.double:
            yield plan.way
    if plan.path:
        yield f"go {GRID.name[plan.path[0]]}"
        yield "emerge"


# ---------------------------------------------------------------- advance


def advance(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Advance into close combat together and with superior strength, into buildings to be taken, and into
    better places.
    """
    chosen = actions.of(Advance)
    flight = out_of_fire(state, side, chosen)
    assault = best_assault(state, side, chosen) if flight is None else flight
    if assault is not None:
        return assault
    if not attacks(state, side):
        return DONE
    look = outlook(state, side, weights_of(orders))
    scored = list[tuple[float, Action]]()
    for action in chosen:
        unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
        if (prey := tanks.advance_value(state, unit, hex_)) is not None:
            scored.append((prey, action))
        elif not look.foes >> hex_ & 1:
            gain = standing(look, (unit,), hex_) - standing(look, (unit,), state.at[unit])
            scored.append((gain - apart(state, side, unit), action))
    return best_of(scored, LEAST_GAIN) or DONE


def out_of_fire(state: Firefight, side: str, chosen: list[Advance]) -> Action | None:
    """Who is in a Blaze comes out of it before anything else, to the best place beside it."""
    burning = [a for a in chosen if is_ablaze(state, state.at[UNIT[a.unit]])]
    free = [a for a in burning if not known_in(state, side, GRID.number[a.hex])] or burning
    return max(free, key=lambda a: _refuge(state, side, GRID.number[a.hex]), default=None)


def apart(state: Firefight, side: str, unit: int) -> float:
    """A leader does not leave broken units, nor the squads that stay behind."""
    if not kind(state, unit).is_leader:
        return 0.0
    return 3.0 * sum(1 for u in in_hex(state, side, state.at[unit]) if state.flags[u] & BROKEN)


def best_assault(state: Firefight, side: str, chosen: list[Advance]) -> Action | None:
    """The next unit of the close combat that promises most; leaders follow squads."""
    found = assault_values(state, side, chosen).values()
    value, action = max(found, key=lambda row: row[0], default=(0.0, None))
    return action if value > 0 else None


def assault_values(state: Firefight, side: str, chosen: list[Advance]) -> dict[int, tuple[float, Advance]]:
    """What the close combat in each hex promises with all who can join, and the next unit that does."""
    hexes: dict[int, list[Advance]] = {}
    for action in chosen:
        if target_hexes(state, side) >> GRID.number[action.hex] & 1:
            hexes.setdefault(GRID.number[action.hex], []).append(action)
    found: dict[int, tuple[float, Advance]] = {}
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
        if squads or (leaders and inside):
            found[hex_] = melee_value(state, side, units, hex_), (squads or leaders)[0]
    return found


# ---------------------------------------------------------------- rally, rout, close combat


def salvage(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Take a weapon at once when the unit that had it is lost or routs off."""
    return next(iter(actions.of(Recover)), DONE)


def rally(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Repair guns and rally everybody who has a chance, those without Desperation Morale first."""
    tries: list[Action] = actions.of(Repair, Rally, Radio, Retune, Mend)
    calm = [a for a in tries if not isinstance(a, Rally) or not state.flags[UNIT[a.unit]] & DM]
    return (calm or tries or [DONE])[0]


def rout(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Rout to a leader, away from the enemy and into cover; units in no danger stay."""
    routs: list[UnitHex] = actions.of(Rout) or actions.of(Crawl)
    if not routs or DONE in actions:
        return DONE if DONE in actions else routs[0]
    return max(routs, key=lambda a: _refuge(state, side, GRID.number[a.hex]))


def _refuge(state: Firefight, side: str, hex_: int) -> float:
    """How good a hex is to rally in."""
    foes = min((GRID.distance(hex_, foe) for foe in members(target_hexes(state, side))), default=9)
    leader = any(kind(state, u).is_leader and not state.flags[u] & BROKEN for u in in_hex(state, side, hex_))
    return 1.0 * min(foes, 6) + 3.0 * leader + cover(hex_)


def strike(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Everybody attacks together: the enemies that this is expected to cost most."""
    frame = state.stack[-1]
    assert isinstance(frame, Close)
    done = {one for one, _ in frame.strikes}
    aims = best_aims(state, side, frame.hex)
    struck = {other for _, other in frame.strikes}
    legal = actions.of(Strike)
    fresh = [a for a in legal if UNIT[a.unit] not in done and UNIT[a.enemy] == aims[0]]
    more = [a for a in legal if UNIT[a.unit] in done and UNIT[a.enemy] in set(aims) - struck]
    return next(iter(fresh or more), DONE)


def wait(state: Firefight, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Take the first choice there is."""
    return next(iter(actions))


Habit = Callable[[Firefight, str, Choices, PlayerSettings], Action]
HABITS: tuple[tuple[str, Habit], ...] = (
    ("set-up", set_up),
    ("prep fire", fire),
    ("final fire", fire),
    ("advancing fire", fire),
    ("fire group", group),
    ("shot", shot),
    ("reaction", react),
    ("hardening", wait),
    ("surrender", wait),
    ("surrender at once", wait),
    ("rushed", wait),
    ("chase", wait),
    ("charge", wait),
    ("movement", move),
    ("way", on_the_way),
    ("drive", tanks.drive),
    ("tank shot", gunners.before_shot),
    ("vehicle reaction", gunners.reply),
    ("vehicle repair", tanks.mend),
    ("assaults", tanks.assaults),
    ("defender's assaults", tanks.defend),
    ("assault shot", tanks.assault_shot),
    ("salvage", salvage),
    ("rally", rally),
    ("defender's rally", rally),
    ("rout", rout),
    ("defender's rout", rout),
    ("rout way", wait),
    ("advance", advance),
    ("strikes", strike),
    *artillery.HABITS,
    *armor.HABITS,
)
