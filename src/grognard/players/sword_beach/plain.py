"""The plain player: fixed sensible rules, one for each kind of decision. It looks at nothing but the position
it sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import Hex, members
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import ALLIED, ATTACK, DEFENSE, ENEMY, GERMAN, NAMES
from grognard.games.sword_beach.position import Combat, SwordBeach
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from .craft import (
    BEACH,
    CAEN,
    CAEN_NORTH,
    FAR,
    beside,
    column_of,
    defender_in,
    distance,
    fight_under_way,
    hex_named,
    number,
    strength_sum,
    unit_named,
)
from .fights import can_retreat

Rule = Callable[[SwordBeach, Choices, str], tuple[Action, str]]
TWO_MARKERS = 11  # what two markers come to, about
GOOD_COLUMN, FAIR_COLUMN = 6, 5
RING = GRID.near(CAEN_NORTH) & ~CAEN  # where Caen is defended, and attacked from
COAST = ("1640", "1740", "1739", "1838")  # the beaches nearest to Caen
DROP = ("1143", "1146", "1044")  # between the Orne and the woods


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """The rule for what is being asked; anything no rule knows is answered with the first choice."""
    state = sight.position
    name = (
        state.step.name.removeprefix("allied ")
        .removeprefix("german ")
        .removeprefix("Allied ")
        .removeprefix("German ")
    )
    action, why = RULES.get(name, first)(state, sight.actions, sight.side)
    return Decision(action, lambda: [Candidate(str(action), 1.0, why, clauses=(state.step.clause,))])


def first(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    return actions[0], "no alternative is better"


# ---------------------------------------------------------------- before game turn 1


def record(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """Strong units first, each as near to a post that nobody holds as its area allows."""
    units = sorted(_subjects(actions), key=lambda unit: (-DEFENSE[unit][2], unit))
    taken = sum(1 << hex_ for _, hex_ in state.record)
    unit = units[0]
    return (
        _nearest(actions, verbs.Record, unit, _posts(state, taken)),
        "as close to an empty post in front of Caen as its area allows",
    )


def beachhead(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    if state.beachheads.bit_count() >= 2 and DONE in actions:
        return DONE, "two beachheads keep the assault concentrated"
    wanted: list[Action] = [action for name in COAST if (action := verbs.Beachhead(name)) in actions]
    return (wanted or list(actions))[0], "the beaches nearest to Caen"


def go_ashore(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """Evenly over the beaches."""
    found = min(
        actions,
        key=lambda a: state.here.get(hex_named(a), 0).bit_count() if isinstance(a, verbs.Place) else FAR,
    )
    return found, "assault units are spread evenly over the beaches"


def drop_zone(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    wanted: list[Action] = [action for name in DROP if (action := verbs.Dropzone(name)) in actions]
    return (wanted or [min(actions, key=lambda a: distance(CAEN, hex_named(a)) if a != DONE else FAR)])[
        0
    ], "east of the Orne, near Caen"


def raid_move(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    return DONE if DONE in actions else actions[0], "the commando stays in place"


# ---------------------------------------------------------------- movement


def _subjects(actions: Choices) -> list[int]:
    return list(dict.fromkeys(unit for pick, unit, _ in actions.groups if pick is not None))


def _nearest(actions: Choices, verb: Callable[[str, str], Action], unit: int, goals: int) -> Action:
    """The hex nearest to any of the goals, of two the better ground; towards Caen if there are no goals."""
    places = [number(name) for name in actions.hexes(NAMES[unit])]
    hex_ = min(places, key=lambda h: (distance(goals or CAEN_NORTH, h), not CAEN >> h & 1, h))
    return verb(NAMES[unit], GRID.name[hex_])


def _posts(state: SwordBeach, taken: int) -> int:
    """The posts of a defence of Caen that nobody holds yet: the northern hexes, then the ring before them,
    then the rest.
    """
    for posts in (CAEN_NORTH, RING & state.land, CAEN):
        if free := posts & ~taken:
            return free
    return GRID.near(CAEN) & state.land & ~taken


def move(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """One unit after another: whoever has somewhere better to be goes there."""
    goals = _allied_goals if side == ALLIED else _german_goals
    for unit in sorted(_subjects(actions), key=lambda unit: (-ATTACK[unit][state.steps[unit]], unit)):
        aim, why = goals(state, unit)
        if not aim:
            continue
        action = _nearest(actions, verbs.Move, unit, aim)
        here, there = state.at[unit], number(str(action).split()[-1])
        if here < 0 or distance(aim, there) < distance(aim, here):
            return action, why
    if DONE in actions:
        return DONE, "every unit is already in position"
    return actions[0], "this choice is required"


def _allied_goals(state: SwordBeach, unit: int) -> tuple[int, str]:
    """A guard at a threatened beach stays; paras hold; all others go for Caen, or for a German who bars the
    way.
    """
    here = state.at[unit]
    if state.beachheads >> here & 1 and _threatened(state, here) and state.here[here].bit_count() == 1:
        return 0, ""
    wanted = CAEN_NORTH & ~state.allied_cities
    if not wanted:
        return RING & ~state.occupied[ALLIED], "Caen is ours: round it"
    beside_german = (
        GRID.near(state.occupied[GERMAN] & GRID.within(wanted, 4)) & state.land & ~state.occupied[GERMAN]
    )
    return wanted & ~state.occupied[GERMAN] | beside_german, "towards Caen"


def _threatened(state: SwordBeach, hex_: int) -> bool:
    return bool(GRID.within(1 << hex_, 4) & state.occupied[GERMAN])


def _german_goals(state: SwordBeach, unit: int) -> tuple[int, str]:
    """A post once held is kept; others take the nearest that is empty."""
    here = state.at[unit]
    held = here >= 0 and (
        CAEN_NORTH >> here & 1 or (RING >> here & 1 and not CAEN_NORTH & ~state.occupied[GERMAN])
    )
    return (
        (0, "")
        if held
        else (_posts(state, state.occupied[GERMAN] | state.occupied[ALLIED]), "to an empty post before Caen")
    )


def land(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    landings = [action for action in actions if action != DONE]
    return (
        min(landings, key=lambda a: (distance(CAEN, hex_named(a)), str(a))) if landings else DONE
    ), "the beach nearest to Caen"


# ---------------------------------------------------------------- combat


def _able(state: SwordBeach, side: str, hex_: int) -> list[int]:
    return [unit for unit in beside(state, side, hex_) if not state.fought >> unit & 1]


def attack(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """The best attack, if any is good enough; everybody next to it will join."""
    best, chosen = GOOD_COLUMN - 1, None
    for pick, unit, places in actions.groups:
        if pick is None or pick.verb is not verbs.Attack:
            continue
        for hex_ in members(places):
            fight = Combat(attacker=side, hex=Hex(hex_), attackers=tuple(_able(state, side, hex_)))
            defender = defender_in(state, hex_, ENEMY[side])
            column = column_of(state, fight, strength_sum(state, list(fight.attackers), defender))
            if column > best:
                best, chosen = column, verbs.Attack(NAMES[unit], GRID.name[hex_])
    if chosen is not None:
        return chosen, f"column {best} before any marker is drawn"
    return DONE, "no attack reaches a good column"


def join(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    others = [action for action in actions if action != DONE]
    return (others or [DONE])[0], "every unit that can attack joins"


def _sum_now(state: SwordBeach) -> tuple[Combat, int]:
    fight = fight_under_way(state)
    defender = fight.defender if fight.defender >= 0 else defender_in(state, fight.hex, ENEMY[fight.attacker])
    known = sum(value if who == fight.attacker else -value for who, _, value in fight.fire)
    return fight, strength_sum(state, list(fight.attackers), defender) + known


def support(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """All that may be named, the heaviest first; the defender saves his when he is safe or lost anyway."""
    fight, sum_ = _sum_now(state)
    if side != fight.attacker:
        column = column_of(state, fight, sum_ + TWO_MARKERS)
        if column <= FAIR_COLUMN - 2 and not CAEN >> fight.hex & 1:
            return (
                _named(actions, ("none",)),
                "the attack is weak; the markers are worth more in another combat",
            )
    wanted = (
        "naval10+naval10",
        "naval10+naval7",
        "naval7+naval7",
        "air+air",
        "air+guns",
        "guns+guns+mines",
        "guns+guns",
        "air",
        "guns",
        "none",
    )
    return _named(actions, wanted), "the heaviest draw allowed"


def _named(actions: Choices, wanted: Sequence[str]) -> Action:
    return next((found for fire in wanted if (found := verbs.Support(fire)) in actions), actions[0])


def lose(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """A full unit is turned over rather than a weak one lost."""

    def cost(action: Action) -> tuple[int, int]:
        unit = unit_named(action)
        return -state.steps[unit], ATTACK[unit][state.steps[unit]]

    return min(actions, key=cost), "a full-strength unit is reduced before a weak one is eliminated"


def resist(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    fight = fight_under_way(state)
    if not can_retreat(state, fight.defender, fight.hex, int(fight.result[1])):
        return verbs.Resist(), "there is no retreat"
    stays = bool((CAEN | BEACH) >> fight.hex & 1)
    return (verbs.Resist() if stays else verbs.Yield()), (
        "the hex is worth a step" if stays else "a retreat keeps the step"
    )


def withdraw(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    home = CAEN if side == GERMAN else state.beachheads
    return (
        min(actions, key=lambda a: (distance(home, hex_named(a)), str(a))),
        "toward the hex that must be held",
    )


def advance(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """Into Caen or towards it; the defender only into Caen."""
    hex_ = fight_under_way(state).hex
    able = [action for action in actions if action != DONE]
    ahead = [
        a
        for a in able
        if side == ALLIED and distance(CAEN_NORTH, hex_) < distance(CAEN_NORTH, state.at[unit_named(a)])
    ]
    if CAEN >> hex_ & 1 or ahead:
        return (
            max(ahead or able, key=lambda a: (DEFENSE[unit_named(a)][state.steps[unit_named(a)]], str(a))),
            "the hex is closer to the objective",
        )
    return DONE, "an advance gains no useful hex"


def defend(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    return (
        max(actions, key=lambda a: (DEFENSE[unit_named(a)][state.steps[unit_named(a)]], str(a))),
        "the strongest unit defends",
    )


def mines(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    use = verbs.UseMines("use")
    return (use if use in actions else actions[-1]), "the mines marker counts at once"


def replace(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    able = [action for action in actions if action != DONE]
    return max(able, key=lambda a: (ATTACK[unit_named(a)][2], str(a))), "the strongest reduced unit"


def bold(state: SwordBeach, actions: Choices, side: str) -> tuple[Action, str]:
    """The fights that must be made, in the order they are listed."""
    return actions[0], "every choice of this step must be made"


RULES: dict[str, Rule] = {
    "set-up": record,
    "beachhead markers": beachhead,
    "amphibious landing": go_ashore,
    "drop zone": drop_zone,
    "commando's one-hex move": raid_move,
    "movement": move,
    "mobile movement": move,
    "landings": land,
    "combat": attack,
    "mobile combat": attack,
    "attackers": join,
    "one marker": support,
    "support fire": support,
    "attacker's support fire": support,
    "defender's support fire": support,
    "loss": lose,
    "units in one hex": lose,
    "stiff resistance": resist,
    "retreat": withdraw,
    "advance": advance,
    "defender": defend,
    "mines": mines,
    "replacements": replace,
    "attacks of units down on a German": bold,
    "beach assaults": bold,
}
