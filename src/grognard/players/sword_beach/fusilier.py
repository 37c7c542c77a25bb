"""Fusilier: gives every candidate action a score and takes the highest. The example to write your own player
from.

One function for each kind of decision. It gets the position it may see and yields candidates: an action, what
it is worth in points of strength, and why. Everything it knows about ground is in `ground.py`, about fights
in `fights.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.core.narration import join_names
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID, landing_hazard
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
from grognard.players.seat import RANK, STRONGEST, Candidate, Decision, PlayerSettings, PlayerView

from . import fights
from .craft import (
    BEACH,
    CAEN,
    CAEN_NORTH,
    defender_in,
    distance,
    fight_under_way,
    hex_named,
    number,
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
from .ground import OUTER, RING, USUAL, Ground, Weight, hex_value, posted, progress


class Scored(NamedTuple):
    """A candidate: what it is worth, and why."""

    action: Action
    value: float
    why: str = ""
    odds: fights.Results = {}


Scores = Iterator[Scored]
PRICE = {  # of a marker, by who spends it in whose turn: the German turn is the last chance to use them
    (ALLIED, ALLIED): {"air": 0.5, "guns": 0.3}, (ALLIED, GERMAN): {"air": 0.2, "guns": 0.15},
    (GERMAN, ALLIED): {"guns": 0.35, "mines": 0.1}, (GERMAN, GERMAN): {"guns": 0.05, "mines": 0.0},
}  # fmt: skip
LANDING_THRIFT = 4.0  # what is drawn in a beach assault is missed in the first German turn (SB-J25)


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """The candidate with the highest score; weak play adds noise to the scores."""
    found = list(candidates(sight.position, sight.actions, sight.side))
    if orders.strength < STRONGEST:
        found = [
            one._replace(value=one.value + orders.rng.gauss(0, NOISE * (STRONGEST - orders.strength)))
            for one in found
        ]
    best = max(found, key=lambda one: one.value)
    return Decision(best.action, lambda: reasons(sight.position, found))


NOISE = 0.6


def pick(state: SwordBeach, actions: Choices, side: str, weight: Weight = USUAL) -> Action:
    """The best candidate's action alone, for those who look ahead with it."""
    best, chosen = float("-inf"), None
    for one in candidates(state, actions, side, weight):
        if one.value > best:
            best, chosen = one.value, one.action
    return chosen if chosen is not None else actions[0]


def reasons(state: SwordBeach, found: Sequence[Scored]) -> list[Candidate]:
    clauses, landing = clauses_of(state), is_landing(state)
    return [
        Candidate(
            str(one.action),
            one.value,
            one.why,
            fights.in_words(one.odds),
            clauses,
            harm_words(state, one.odds) if landing and one.odds else "",
            RANK if isinstance(one.action, verbs.UseMines) else "",
        )
        for one in found
    ]


def is_landing(state: SwordBeach) -> bool:
    """Whether the dice that come next are those of a beach assault, which hurt the landing unit alone."""
    return state.step.name == "beach assaults" or isinstance(state.stack[-1], Assault)


def harm_words(state: SwordBeach, odds: fights.Results) -> str:
    """The chance that a beach assault costs the landing unit a step or more (SB-11.2.3.2.f)."""
    losses = ("A1", "Ae", "D2", "D3") if state.options.beach_retreat == "reduces_all" else ("A1", "Ae")
    return f"{sum(odds.get(result, 0.0) for result in losses):.0%} to lose a step or more"


def clauses_of(state: SwordBeach) -> tuple[str, ...]:
    """The clauses a decision turns on."""
    name = (
        state.step.name.split(" ", 1)[-1] if state.step.name.startswith((ALLIED, GERMAN)) else state.step.name
    )
    return tuple(dict.fromkeys((state.step.clause, *CLAUSES.get(name, ()))))


_FIRE, _FIGHT = ("FM-8.2.1", "FM-8.3.2", "FM-7.6.1"), ("FM-7.1.1", "FM-7.3.1", "FM-7.4.1", "FM-7.6.1")
CLAUSES = {
    "movement": ("FM-5.1.1", "FM-5.2.1", "FM-6.1.1"),
    "mobile movement": ("FM-5.1.1", "FM-6.1.1"),
    "combat": _FIGHT,
    "mobile combat": _FIGHT,
    "attackers": _FIGHT,
    "attacker's support fire": _FIRE,
    "defender's support fire": _FIRE,
    "stiff resistance": ("FM-7.7.1", "FM-7.7.3"),
    "retreat": ("FM-7.7.2", "FM-6.2.1"),
    "advance": ("FM-7.9.2",),
    "replacements": ("SB-11.2.5.a",),
}


def candidates(state: SwordBeach, actions: Choices, side: str, weight: Weight = USUAL) -> Scores:
    """Every action worth a thought, scored."""
    scorer = SCORERS.get(state.step.name)
    if scorer is None:
        return (Scored(action, 0.0, "nothing else promises more") for action in actions)
    return scorer(state, actions, side, weight)


# ---------------------------------------------------------------- before game turn 1


def record(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """The strongest unit still in hand, on the best post that is left."""
    taken = sum(1 << hex_ for _, hex_ in state.record)
    unit = max(subjects(actions), key=lambda u: (DEFENSE[u][2], ATTACK[u][2], -u))
    for name in actions.hexes(NAMES[unit]):
        yield Scored(
            verbs.Record(NAMES[unit], name), post(number(name), taken), "a defensive post in front of Caen"
        )


def post(hex_: int, taken: int) -> float:
    """How good a hex is to wait in for the landing: in Caen, before it, not too near to each other."""
    bit = 1 << hex_
    found = (
        9.0 if bit & CAEN_NORTH else 6.0 if bit & RING else 3.0 if bit & OUTER else 1.0 if bit & CAEN else 0.0
    )
    return found - 0.5 * distance(CAEN_NORTH, hex_) - 0.2 * (GRID.near(bit) & taken).bit_count()


def beachhead(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Two beaches, the nearest to Caen: two units fight for each."""
    for action in actions:
        if action == DONE:
            yield Scored(
                action,
                0.0 if state.beachheads.bit_count() >= 2 else -20.0,
                "two beachheads are enough for the assault units",
            )
        else:
            apart = (
                2.0 if state.beachheads and not GRID.near(state.beachheads) >> hex_named(action) & 1 else 0.0
            )
            more = 0.0 if state.beachheads.bit_count() < 2 else -20.0
            yield Scored(
                action,
                more + 10 - distance(CAEN, hex_named(action)) - apart,
                "close to Caen and to the other beachhead",
            )


def go_ashore(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        if action == DONE:
            yield Scored(action, -9.0, "a unit left at sea loses its assault")
        else:
            yield Scored(
                action,
                -float(state.here.get(hex_named(action), 0).bit_count()),
                "assault units are spread evenly over the beaches",
            )


def drop_zone(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Open ground around, so that drifting costs little; not too far from the beaches."""
    for action in actions:
        if action == DONE:
            yield Scored(action, 0.0, "only one drop zone is needed")
            continue
        around = members(GRID.within(1 << hex_named(action), 2))
        bad = sum(HAZARD[landing_hazard(hex_)] for hex_ in around)
        yield Scored(
            action,
            20
            - bad
            - 0.5 * distance(CAEN_NORTH, hex_named(action))
            - 0.5 * distance(BEACH, hex_named(action)),
            "open ground near Caen",
        )


HAZARD = {"none": 0.0, "reduce": 0.5, "eliminate": 2.0}


def designate(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """Apart from each other, over open ground."""
    for action in actions:
        hex_ = hex_named(action)
        around = members(GRID.within(1 << hex_, 1))
        bad = sum(HAZARD[landing_hazard(there)] for there in around) + HAZARD[landing_hazard(hex_)]
        friends = sum(distance(1 << state.at[u], hex_) < 3 for u in members(AIRBORNE & state.on_map))
        yield Scored(action, -bad - friends, "open ground, away from the other drops")


def raid_move(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    return move(state, actions, side, weight)


# ---------------------------------------------------------------- movement


def subjects(actions: Choices) -> list[int]:
    return list(dict.fromkeys(unit for pick, unit, _ in actions.groups if pick is not None))


def move(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    """For every unit the best hex it can reach, against staying; `done` when nobody gains by moving."""
    ground = Ground(state, side, weight)
    forced = DONE not in actions
    for pick, unit, places in actions.groups:
        if pick is None:
            yield Scored(
                unit,
                0.0 if unit == DONE else -5.0,
                (
                    "every unit is in position"
                    if unit == DONE
                    else "calling reinforcements early makes the game longer"
                ),
            )
            continue
        here = state.at[unit]
        stay = ground.at(unit, here) if here >= 0 else -99.0
        best, hex_ = max((ground.at(unit, place), place) for place in members(places))
        gain = best - stay - 0.2
        if gain > 0 or forced:
            yield Scored(
                verbs.Move(NAMES[unit], GRID.name[hex_]),
                gain,
                (
                    f"the hex is worth {best - stay:.1f} points of strength more than where it stands"
                    if gain > 0 and here >= 0
                    else "the best hex within reach"
                ),
            )


def land(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        if action == DONE:
            yield Scored(action, -9.0, "units are needed ashore")
        else:
            yield Scored(
                action,
                5.0 + WORTH[unit_named(action)][2] / 10 - 0.3 * distance(CAEN, hex_named(action)),
                "the beach nearest to Caen",
            )


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


def withdraw(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    ground = Ground(state, side, weight)
    for action in actions:
        yield Scored(action, ground.at(unit_named(action), hex_named(action)), "the best hex within reach")


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


def replace(state: SwordBeach, actions: Choices, side: str, weight: Weight) -> Scores:
    for action in actions:
        if action == DONE:
            yield Scored(action, 0.0, "the replacement point is lost")
        else:
            unit = unit_named(action)
            near = distance(CAEN_NORTH, state.at[unit]) if state.at[unit] >= 0 else 20
            yield Scored(action, WORTH[unit][2] - 0.1 * near, "the strongest reduced unit near Caen")


SCORERS: dict[str, Callable[[SwordBeach, Choices, str, Weight], Scores]] = {
    "german set-up": record,
    "beachhead markers": beachhead,
    "amphibious landing": go_ashore,
    "drop zone": drop_zone,
    "airborne designation": designate,
    "beach assaults": assaults,
    "commando's one-hex move": raid_move,
    "allied landings": land,
    "attackers": join,
    "one marker": support,
    "Allied support fire": support,
    "German support fire": support,
    "attacker's support fire": support,
    "defender's support fire": support,
    "loss": lose,
    "units in one hex": lose,
    "stiff resistance": resist,
    "retreat": withdraw,
    "advance": advance,
    "defender": defend,
    "target": target,
    "mines": mines,
    "allied replacements": replace,
    **{f"{side} {kind}movement": move for side in (ALLIED, GERMAN) for kind in ("", "mobile ")},
    **{f"{side} {kind}combat": attack for side in (ALLIED, GERMAN) for kind in ("", "mobile ")},
}
