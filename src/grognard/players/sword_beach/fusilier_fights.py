"""How Fusilier fights: attacks, bombardments, support fire, losses and advances, by exact odds."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.choices import Choices
from grognard.core.facts import DONE
from grognard.core.hexes import members
from grognard.core.narration import join_names
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.combat import line as line_of
from grognard.games.sword_beach.fire import NONE
from grognard.games.sword_beach.narration import fire_words
from grognard.games.sword_beach.pieces import (
    AIRBORNE,
    ALLIED,
    ATTACK,
    DEFENSE,
    ENEMY,
    GERMAN,
    LABEL,
    MOBILE,
    NAMES,
)
from grognard.games.sword_beach.position import Assault, Bombardment, Combat, SwordBeach

from . import fights
from .craft import (
    CAEN_NORTH,
    defender_in,
    fight_under_way,
    unit_named,
)
from .fights import (
    WORTH,
    able,
    answer,
    can_retreat,
    fight_of,
    fire,
    flak,
    heaviest,
    nameable,
    results,
    shift_in,
    stakes,
    sum_of,
    value,
)
from .ground import Ground, Weight, hex_value, posted, progress
from .scored import Scored, Scores

PRICE = {  # of a marker, by who spends it in whose turn: the German turn is the last chance to use them
    (ALLIED, ALLIED): {"air": 0.5, "guns": 0.3}, (ALLIED, GERMAN): {"air": 0.2, "guns": 0.15},
    (GERMAN, ALLIED): {"guns": 0.35, "mines": 0.1}, (GERMAN, GERMAN): {"guns": 0.05, "mines": 0.0},
}  # fmt: skip
LANDING_THRIFT = 4.0  # what is drawn in a beach assault is missed in the first German turn (SB-J25)

# ---------------------------------------------------------------- attacks


def odds_of(
    state: SwordBeach, side: str, hex_: int, force: Sequence[int], ours: str, theirs: str
) -> fights.Results:
    """The chances of an attack with these units and markers, counted."""
    defender = defender_in(state, hex_, ENEMY[side])
    fight = fight_of(side, hex_, force, defender)
    known = fire(state, side, ours, theirs, flak(state, side, hex_))
    return results(line_of(state, fight), sum_of(state, force, defender), shift_in(state, fight), known)


def price(side: str, turn_of: str, text: str) -> float:
    """What markers cost; naval guns are free, since they leave with the first turn (SB-11.2.7.d)."""
    return 0.0 if text == NONE else sum(PRICE[side, turn_of].get(word, 0.0) for word in text.split("+"))


def best_attack(
    state: SwordBeach, side: str, hex_: int, force: Sequence[int], weight: Weight
) -> tuple[float, str, fights.Results]:
    """What an attack with this force is worth with the best markers, if the defender answers with two."""
    defender = defender_in(state, hex_, ENEMY[side])
    at_stake = stakes(
        state,
        hex_,
        defender,
        hex_value(state, side, hex_, weight),
        progress(state, hex_, weight) if side == ALLIED else 0.0,
    )
    theirs = answer(state, ENEMY[side])
    found = []
    named = nameable(state, side)
    for ours in (heaviest(named),) if weight.rough else named:
        chances = odds_of(state, side, hex_, force, ours, theirs)
        found.append(
            (
                value(chances, at_stake, force, state, weight.nerve)
                - weight.thrift * price(side, side, ours),
                ours,
                chances,
            )
        )
    return max(found, key=lambda one: one[0])


def attack(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Every enemy within reach of an attack by all who stand next to him, and every bombardment that may
    hurt.
    """
    yield from bombardments(state, actions, side, weight)
    mobile, seen = may_attack(state), 0
    for pick, subject, places in actions.groups:
        if pick is None or pick.verb is verbs.Bombard:
            continue
        for hex_ in members(places & ~seen):
            force = able(state, side, hex_, mobile)
            if subject in force:
                seen |= 1 << hex_
                worth, fire_, chances = best_attack(state, side, hex_, force, weight)
                why = f"attack by {join_names([LABEL[u] for u in force])} with {fire_words(fire_)}"
                yield Scored(
                    verbs.Attack(NAMES[subject], GRID.name[hex_]), worth - weight.enough, why, chances
                )


def bombardments(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Every bombardment that may hurt, against ending the phase; in a look ahead one of each hex."""
    yield Scored(DONE, 0.0, "no attack is worth its risk")
    seen = 0
    for pick, subject, places in actions.groups:
        if pick is not None and pick.verb is verbs.Bombard:
            for hex_ in members(places & ~seen):
                yield bombardment(state, side, pick.names[subject], hex_, weight)
            seen |= places if weight.rough else 0


def may_attack(state: SwordBeach) -> int:
    units = MOBILE if "mobile" in state.step.name else -1
    return units & ~(AIRBORNE | state.landed) if state.turn == 1 else units


def bombardment(state: SwordBeach, side: str, draw: str, hex_: int, weight: Weight) -> Scored:
    defender = defender_in(state, hex_, ENEMY[side])
    frame = Bombardment(attacker=side, hex=hex_, defender=defender)  # type: ignore[arg-type]
    known = fire(state, side, draw, NONE, flak(state, side, hex_), True)
    chances = results(line_of(state, frame), sum_of(state, (), defender), shift_in(state, frame), known)
    worth = fights.bombardment_value(state, chances, defender) - weight.thrift * price(side, side, draw) - 0.5
    return Scored(
        verbs.Bombard(draw, GRID.name[hex_]),
        worth,
        "a bombardment puts no own unit at risk",
        harmless(chances),
    )


def harmless(chances: fights.Results) -> fights.Results:
    """The results of a bombardment: those against the attacker do nothing, as no unit attacks."""
    kept = {result: chance for result, chance in chances.items() if not result.startswith("A")}
    none = sum(chance for result, chance in chances.items() if result.startswith("A"))
    return kept | ({"no effect": none} if none else {})


def join(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Another unit joins if some larger force does better than the one there is."""
    fight = fight_under_way(state)
    force = list(fight.attackers)
    now, _, chances = best_attack(state, side, fight.hex, force, weight)
    yield Scored(DONE, now, "more attackers would not raise the score", chances)
    others = sorted((unit_named(a) for a in actions if a != DONE), key=lambda u: -ATTACK[u][state.steps[u]])
    best, first = float("-inf"), -1
    for unit in others:
        force.append(unit)
        worth, _, chances = best_attack(state, side, fight.hex, force, weight)
        if worth > best:
            best, first = worth, others[0]
    if first >= 0:
        yield Scored(verbs.Join(NAMES[first]), best, "another attacker improves the column")


def named_so_far(fight: Combat) -> tuple[str, str]:
    """The markers either side has named and not drawn."""
    words = ["guns" if cup == "german" else cup for cup in fight.to_draw]
    return "+".join(words[: fight.for_attacker]) or NONE, "+".join(words[fight.for_attacker :]) or NONE


def support(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """What each naming of markers makes of the fight, less their price."""
    fight = fight_under_way(state)
    attacking = side == fight.attacker
    defender = fight.defender
    sum_ = sum_of(state, fight.attackers, defender) + sum(
        v if who == fight.attacker else -v for who, _, v in fight.fire
    )
    line, shift = line_of(state, fight), shift_in(state, fight)
    halved = flak(state, fight.attacker, fight.hex)
    turn_of = fight.attacker if state.turn else ALLIED
    ours, _ = named_so_far(fight)
    dear = max(weight.thrift, LANDING_THRIFT) if isinstance(fight, Assault) else weight.thrift
    rows = list[tuple[verbs.Support, float, fights.Results]]()
    for action in actions:
        assert isinstance(action, verbs.Support)
        mine, yours = (action.fire, answer(state, ENEMY[side])) if attacking else (ours, action.fire)
        chances = results(line, sum_, shift, fire(state, fight.attacker, mine, yours, halved))
        rows.append((action, _worth(state, fight, chances, weight), chances))
    bare = next((worth for action, worth, _ in rows if action.fire == "none"), None)
    for action, worth, chances in rows:
        value = (worth if attacking else -worth) - dear * price(side, turn_of, action.fire)
        yield Scored(action, value, _promise(worth, bare, attacking), chances)


def _promise(worth: float, bare: float | None, attacking: bool) -> str:
    """What a naming of markers makes of an attack, in points of strength, beside what it is without any."""
    whose = "the attack promises" if attacking else "the enemy's attack promises"
    beside = "" if bare is None else f", without any marker {bare:.1f}"
    return f"{whose} {worth:.1f} points of strength with it{beside}"


def _worth(state: SwordBeach, fight: Combat, chances: fights.Results, weight: Weight) -> float:
    """A fight under way, to its attacker."""
    if isinstance(fight, Assault):
        steps = state.steps
        costs = [WORTH[u][steps[u]] - WORTH[u][steps[u] - 1] for u in fight.attackers]
        back = chances.get("D2", 0.0) + chances.get("D3", 0.0)
        whole = sum(WORTH[u][steps[u]] for u in fight.attackers) + 10
        return -(chances.get("A1", 0.0) * min(costs) + back * sum(costs) + chances.get("Ae", 0.0) * whole)
    more = progress(state, fight.hex, weight) if fight.attacker == ALLIED else 0.0
    at_stake = stakes(
        state, fight.hex, fight.defender, hex_value(state, fight.attacker, fight.hex, weight), more
    )
    return value(chances, at_stake, fight.attackers, state, weight.nerve, posted(state, weight))


def assaults(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """The beaches in their order: every landing hex is fought for, with the support that does best there."""
    for action in actions:
        after = state.copy()
        after.push(action)
        best = max(support(after, after.legal_actions(), side, weight), key=lambda one: one.value)
        assert isinstance(best.action, verbs.Support)
        why = f"every beach is fought for once, this one best with {fire_words(best.action.fire)}"
        yield Scored(action, 0.0, why, best.odds)


# ---------------------------------------------------------------- losses, retreats, advances


def lose(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        unit = unit_named(action)
        steps = state.steps[unit]
        holds = posted(state, weight) if CAEN_NORTH >> state.at[unit] & 1 else 0.0
        cost = WORTH[unit][steps] - WORTH[unit][steps - 1] + holds
        yield Scored(action, -cost, f"the step is worth {cost:.1f} points of strength")


def resist(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    fight = fight_under_way(state)
    at_stake = stakes(state, fight.hex, fight.defender, hex_value(state, fight.attacker, fight.hex, weight))
    back = at_stake.hex + (
        0.7 if can_retreat(state, fight.defender, fight.hex, int(fight.result[1])) else at_stake.all
    )
    yield Scored(verbs.Resist(), -at_stake.step, "holding the hex costs a step")
    yield Scored(verbs.Yield(), -back, "retreating costs the hex and any unit without a retreat path")


def advance(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    ground, hex_ = Ground(state, side, weight), fight_under_way(state).hex
    for action in actions:
        if action == DONE:
            yield Scored(action, 0.3, "keep all units in place: no advance improves the line")
        else:
            unit = unit_named(action)
            gain = ground.at(unit, hex_) - ground.at(unit, state.at[unit])
            yield Scored(action, gain, gain_of_advance(gain))


def gain_of_advance(gain: float) -> str:
    """Why a unit should advance, or not."""
    return f"the line gains {gain:.1f} points of strength" if gain > 0 else "the line gains nothing by it"


def defend(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        unit = unit_named(action)
        strength = DEFENSE[unit][state.steps[unit]]
        yield Scored(action, float(strength), f"it defends with {strength}")


def target(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        unit = unit_named(action)
        yield Scored(
            action,
            WORTH[unit][state.steps[unit]] / (1 + DEFENSE[unit][state.steps[unit]]),
            "the weakest defense for its value",
        )


MINES = {  # what is done with a mines marker, best first
    "use": (2.0, "the mines marker counts at once"),
    "redraw": (1.0, "another marker takes its place"),
    "aside": (0.0, "the mines marker is kept out of this fight"),
}


def mines(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        assert isinstance(action, verbs.UseMines)
        yield Scored(action, *MINES[action.choice])
