"""Fusilier: gives every candidate action a score and takes the highest. The example to write your own player
from.

One function for each kind of decision, in `fusilier_posts.py` and `fusilier_fights.py`. It gets the position
it may see and yields candidates: an action, what it is worth in points of strength, and why. Everything it
knows about ground is in `ground.py`, about fights in `fights.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.choices import Choices
from grognard.core.facts import Action
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.pieces import ALLIED, GERMAN
from grognard.games.sword_beach.position import Assault, SwordBeach
from grognard.players.seat import RANK, STRONGEST, Candidate, Decision, PlayerSettings, PlayerView

from . import fights
from . import fusilier_fights as combat
from . import fusilier_posts as posts
from .ground import USUAL, Weight
from .scored import Scored, Scores


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


SCORERS: dict[str, Callable[[SwordBeach, Choices, str, Weight], Scores]] = {
    "german set-up": posts.record,
    "beachhead markers": posts.beachhead,
    "amphibious landing": posts.go_ashore,
    "drop zone": posts.drop_zone,
    "airborne designation": posts.designate,
    "beach assaults": combat.assaults,
    "commando's one-hex move": posts.raid_move,
    "allied landings": posts.land,
    "attackers": combat.join,
    "one marker": combat.support,
    "Allied support fire": combat.support,
    "German support fire": combat.support,
    "attacker's support fire": combat.support,
    "defender's support fire": combat.support,
    "loss": combat.lose,
    "units in one hex": combat.lose,
    "stiff resistance": combat.resist,
    "retreat": posts.withdraw,
    "advance": combat.advance,
    "defender": combat.defend,
    "target": combat.target,
    "mines": combat.mines,
    "allied replacements": posts.replace,
    **{f"{side} {kind}movement": posts.move for side in (ALLIED, GERMAN) for kind in ("", "mobile ")},
    **{f"{side} {kind}combat": combat.attack for side in (ALLIED, GERMAN) for kind in ("", "mobile ")},
}
