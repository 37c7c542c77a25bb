"""Why Marshal moves as it does: what its whole plan comes to, and what it would come to with a unit elsewhere
or by another plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.facts import DONE, Action
from grognard.core.hexes import OFF, Hex
from grognard.core.narration import join_names
from grognard.games.sword_beach import verbs
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.narration import fire_words
from grognard.games.sword_beach.pieces import LABEL, NAMES, UNIT
from grognard.games.sword_beach.position import SwordBeach
from grognard.players.seat import Candidate, PlayerView

from . import fusilier
from .conduct import Conduct
from .craft import hex_named, unit_named
from .deliberation import next_move
from .fights import in_words
from .ground import Ground
from .judgement import Blow, Judge, Temper
from .plans import THE_GROUND, THE_LINE, Goals, Plan, moves
from .rear import exposed
from .tempers import temper_of

MAX_ALTERNATIVES = 3  # of a kind that are told
MUCH = 1.0  # by so much a threat must be worse to be named
NO_THREAT = "no attack of the enemy next turn would be worth its risk"


class Way(NamedTuple):
    """A line that could stand at the end of the phase, and what it is called."""

    action: str
    goals: Goals
    idea: str = ""
    lead: float | None = None  # of Marshal's plan over it, if both were played on


def why_move(
    sight: PlayerView, action: Action, plans: list[Plan], chosen: Conduct | None = None
) -> list[Candidate]:
    """Every way is judged as a whole line. Plans that were played on keep the order that this gave them."""
    state, side = sight.position, sight.side
    temper = temper_of(state, side, chosen)
    threat, found, best = Judge(state, side, temper).threat(), [], 0.0
    for way in ways(sight, action, plans, temper):
        judge = Judge(laid_out(state, way.goals), side, temper)
        worth = judge.worth()
        best = worth if way.action == str(action) else best
        if way.lead is not None:
            worth = best - way.lead
        blows = judge.offensive(side, judge.at_hand(), True)
        words = [f"plan: {way.idea}"] if way.idea not in ("", THE_GROUND, THE_LINE) else []
        words += aims(way, blows)
        if way.action == str(action) or not words:
            words.append(if_it_stayed(state, way, side, temper, judge) or against(threat, judge.threat()))
        odds = in_words(blows[0].chances) if blows else {}
        found.append(Candidate(way.action, worth, "; ".join(words), odds, fusilier.clauses_of(state)))
    return found


def ways(sight: PlayerView, action: Action, plans: list[Plan], temper: Temper) -> list[Way]:
    """The plan; other plans; the plan with one unit elsewhere; the line as it is."""
    state, best = sight.position, plans[0]
    found = [Way(str(action), best.goals, best.idea)]
    for plan in plans[1:]:
        if plan.played == best.played:
            begins = str(next_move(state, sight.actions, sight.side, plan))
            lead = best.worth - plan.worth if plan.played else None
            found.append(Way(begins, plan.goals, plan.idea, lead))
    found += [
        Way(str(move), best.goals | {unit_named(move): hex_named(move)})
        for move in elsewhere(sight, action, temper)
        if is_free(state, best.goals, unit_named(move), hex_named(move))
    ]
    if DONE in sight.actions:
        found.append(Way(str(DONE), {}))
    return list({way.action: way for way in reversed(found)}.values())[::-1]


def elsewhere(sight: PlayerView, action: Action, temper: Temper) -> Iterator[Action]:
    """Moves that look good by themselves, and the best other hexes of the unit that moves."""
    state, side = sight.position, sight.side
    good = [one for one in fusilier.candidates(state, sight.actions, side, temper.ground) if one.value > -5]
    good.sort(key=lambda one: -one.value)
    yield from (one.action for one in good[:MAX_ALTERNATIVES] if isinstance(one.action, verbs.Move))
    if isinstance(action, verbs.Move):
        ground, unit = Ground(state, side, temper.ground), UNIT[action.unit]
        names = sorted(sight.actions.hexes(action.unit), key=lambda name: -ground.at(unit, GRID.number[name]))
        yield from (verbs.Move(action.unit, name) for name in names[:MAX_ALTERNATIVES])


def is_free(state: SwordBeach, goals: Goals, unit: int, hex_: int) -> bool:
    """Whether no other unit of the plan ends there."""
    at = dict(enumerate(state.at)) | goals
    return all(at[other] != hex_ for other in range(len(NAMES)) if other != unit)


def laid_out(state: SwordBeach, goals: Goals) -> SwordBeach:
    """The line as it stands at the end of a plan."""
    after = state.copy()
    for unit, hex_ in moves(state, goals).items():
        if hex_ != OFF:
            verbs.place(after, unit, Hex(hex_), "")
    return after


def mover(way: Way) -> int | None:
    """The unit that a way begins with."""
    verb, *words = way.action.split()
    return UNIT[words[0]] if verb == verbs.Move.verb else None


def aims(way: Way, blows: list[Blow]) -> list[str]:
    """The attack that the moving unit joins; without one, the best attack of the line."""
    own = next((blow for blow in blows if mover(way) in blow.force), None)
    if own:
        return [f"for the {describe_blow(own)}"]
    return [f"then the {describe_blow(blow)}" for blow in blows[:1]]


def if_it_stayed(state: SwordBeach, way: Way, side: str, temper: Temper, judge: Judge) -> str:
    """What the plan without this one move would lay open, if that is much: to raids, to an attack; else by
    how much the line would be worse.
    """
    unit, now = mover(way), judge.threat()
    if unit is None:
        return ""
    rest = {one: hex_ for one, hex_ in way.goals.items() if one != unit}
    stays = Judge(laid_out(state, rest), side, temper)
    start, threat = f"if {LABEL[unit]} stays,", stays.threat()
    if raid := raid_words(judge, stays):
        return f"{start} {raid}"
    if threat and threat.worth >= (now.worth if now else 0.0) + MUCH:
        after = f"; with this move {blow_words(now)}" if now else ""
        return f"{start} the enemy's best attack next turn is {blow_words(threat)}{after}"
    less = judge.worth() - stays.worth()
    return f"{start} the line is worth {less:.1f} less" if less >= MUCH else ""


def raid_words(judge: Judge, stays: Judge) -> str:
    """What German mobile units could reach or cut off behind the line if a unit stays, and cannot now."""
    if judge.roamers is None or stays.roamers is None:
        return ""
    now, then = exposed(judge.state, judge.roamers), exposed(stays.state, stays.roamers)
    if beaches := then.beaches & ~now.beaches:
        return f"German mobile units can reach beach {join_names(GRID.names(beaches))} in their next turn"
    if (cut := then.cut & ~now.cut) and stays.exposure() > judge.exposure():
        return f"German mobile units can cut off {join_names(GRID.names(cut))} in their next turn"
    return ""


def against(before: Blow | None, after: Blow | None) -> str:
    """What the enemy could do to the line as it stands, and what to the line of the plan."""
    now = f"the enemy's best attack next turn would be {blow_words(after)}" if after else NO_THREAT
    if before is None or (after and (before.hex, round(before.worth)) == (after.hex, round(after.worth))):
        return now
    return f"{now}; as the line stands now it would be {blow_words(before)}"


def blow_words(blow: Blow) -> str:
    force = join_names([LABEL[u] for u in blow.force])
    return f"on {GRID.name[blow.hex]} by {force}, worth {blow.worth:.1f} to the attacker"


def describe_blow(blow: Blow) -> str:
    force = join_names([LABEL[u] for u in blow.force])
    return f"attack on {GRID.name[blow.hex]} by {force} with {fire_words(blow.fire)} ({blow.worth:+.1f})"
