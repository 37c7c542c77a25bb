"""Why the commander advises what a habit decides: the same decision, with a figure and the next best choice.
Nothing here decides anything but which leader is promoted.
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.purple_heart_draw import verbs
from grognard.games.purple_heart_draw.board import CONCEALMENT, GRID
from grognard.games.purple_heart_draw.pieces import ENEMY, KINDS, NUMBER, NUMBER_OF
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, own, start_of
from grognard.games.purple_heart_draw.troops import VALUE
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from .plain import likelihood

SHOWN = 3  # choices of the same kind that a hint names
LOOKED_AT = 200  # choices of a kind that are weighed for them
Figure = tuple[float, str]
Words = Callable[[PurpleHeartDraw, str, Action], Figure]


def with_figures(sight: PlayerView, decision: Decision) -> Decision:
    """A decision by a habit, whose reason names the figure it turns on, if there is one, and the rest."""
    state, side, action = sight.position, sight.side, decision.action
    ends = _ending(state, side, sight.actions) if action == DONE else ""
    words = FACTS.get(type(action))
    if not ends and words is None:
        return decision

    def why() -> list[Candidate]:
        if ends:
            rows = [Candidate(str(action), 0.0, ends)]
        else:
            assert words is not None
            rows = _rows(state, side, sight.actions, action, words)
        return [one._replace(clauses=(state.step.clause,)) for one in rows]

    return Decision(action, why)


def _rows(
    state: PurpleHeartDraw, side: str, actions: Choices, action: Action, words: Words
) -> list[Candidate]:
    """The choice, and the best others of its kind that are worth no more."""
    (value, why), scale = words(state, side, action), SCALES.get(type(action), "")
    others = []
    for one in [one for one in actions.of(type(action)) if one != action and _is_rival(one, action)][
        :LOOKED_AT
    ]:
        its, its_why = words(state, side, one)
        others.append(Candidate(str(one), its, its_why, scale=scale))
    others.sort(key=lambda one: (-one.value, one.action))
    rows = [Candidate(str(action), value, why, scale=scale), *others[:SHOWN]]
    if DONE not in actions or isinstance(action, verbs.Redeploy | verbs.Recombine):
        return rows  # to leave a unit is not counted in hexes
    return [*rows, Candidate(str(DONE), min(value, 0.0), "it is left as it is", scale=scale)]


def _is_rival(one: Action, action: Action) -> bool:
    """Hexes of one unit are compared with each other, all other choices with their whole kind."""
    moves = isinstance(action, verbs.Redeploy | verbs.Place)
    return not moves or getattr(one, "unit", "") == getattr(action, "unit", "")


# ---------------------------------------------------------------- steps that are ended


def _ending(state: PurpleHeartDraw, side: str, actions: Choices) -> str:
    """Why a step is ended, with a figure; empty: the habit says it."""
    name, left = state.step.name, len(actions) - 1
    if name.startswith("a stack forms"):
        able = f"{_count(left, 'unit')} could join it" if left else "no unit could join it"
        return f"it goes by itself, because all of a stack fare as its one DR says: {able}"
    if "clearance" in name:
        laid = len(state.forts[1 - NUMBER[side]])
        known = f"{_count(laid, 'work')} of the enemy {'is' if laid == 1 else 'are'} known"
        return f"{known}, and no try to clear is worth its risk"
    if name.startswith("redeployment"):
        return _left_behind(state, side, actions)
    if name == "end of a player turn" or name.startswith("entries"):
        return f"turn {state.turn} of the fight goes on: {_count(left, 'report')} could still be made"
    if "set-up" in name:
        placed = sum(state.at[u] >= 0 for u in members(own(state, side)))
        return f"{_count(placed, 'unit')} of this side are set up"
    return ""


def _left_behind(state: PurpleHeartDraw, side: str, actions: Choices) -> str:
    """The units that could still be redeployed, and how likely the surest of them arrives."""
    units = [
        unit for part in actions.parts if part.pick.verb is verbs.Redeploy for unit in members(part.ready)
    ]
    if not units:
        return "no unit is left to redeploy"
    surest = max(float(likelihood(state, side, unit)) for unit in units)
    return f"{_count(len(units), 'unit')} need not go, and the surest would arrive with {surest:.0%}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


# ---------------------------------------------------------------- choices


def _redeploy(state: PurpleHeartDraw, side: str, action: verbs.Redeploy) -> Figure:
    unit = NUMBER_OF[action.unit]
    hexes = GRID.distance(start_of(state, unit), GRID.number[action.hex])
    far = "1 hex" if hexes == 1 else f"{hexes} hexes"
    value = -float(hexes) + 0.1 * (CONCEALMENT >> GRID.number[action.hex] & 1)
    return (
        value,
        f"it arrives with {float(likelihood(state, side, unit)):.0%}, {far} away: the nearest safe hex",
    )


def _harden(state: PurpleHeartDraw, side: str, action: verbs.Harden) -> Figure:
    kind = state.kind[NUMBER_OF[action.unit]]
    worth = VALUE.get(kind, (0.0,))[0]
    after = f": it becomes {KINDS[kind].better}" if KINDS[kind].better else ""
    return worth, f"a {kind} is worth {worth:g} in attack, no other more{after}"


def _merge(state: PurpleHeartDraw, side: str, action: verbs.Merge) -> Figure:
    kind = state.kind[NUMBER_OF[action.unit]]
    worth = VALUE.get(kind, (0.0,))[0]
    return worth, f"a {kind} is worth {worth:g} in attack, and keeps the hero's firepower"


def _promote(state: PurpleHeartDraw, side: str, action: verbs.Promote) -> Figure:
    gains = action == verbs.Promote("roll")
    return (
        (1.0, "the DR costs 0 points and can only better a leader")
        if gains
        else (0.0, "no leader gets better")
    )


def _recombine(state: PurpleHeartDraw, side: str, action: verbs.Recombine) -> Figure:
    unit, goal = NUMBER_OF[action.unit], GRID.number[action.hex]
    far = GRID.distance(state.at[unit], goal)
    covered = "in cover" if CONCEALMENT >> goal & 1 else "in the open"
    hexes = "1 hex" if far == 1 else f"{far} hexes"
    return -float(far) + 0.1 * (CONCEALMENT >> goal & 1), f"the other half-squad is {hexes} away, {covered}"


def _choose(state: PurpleHeartDraw, side: str, action: verbs.Choose) -> Figure:
    unit, name = NUMBER_OF[action.unit], state.step.name
    kind = state.kind[unit]
    worth = VALUE.get(kind, (0.0,))[0]
    if "promoted" in name:
        return led(state, side, unit)
    if "takes" in name:
        gear = len(state.gear[unit])
        return worth - 10.0 * gear, f"it carries {_count(gear, 'weapon')} and is worth {worth:g} in attack"
    return -worth, f"it is worth {worth:g} in attack, and no other is worth less"


def led(state: PurpleHeartDraw, side: str, unit: int) -> Figure:
    """The squads a leader stands with."""
    units = [u for u in members(own(state, side)) if state.at[u] == state.at[unit] >= 0 and u != unit]
    squads = sum(state.kind[u] in VALUE for u in units)
    better = KINDS[state.kind[unit]].better
    becomes = f"it becomes {better}, and " if better else ""
    return float(squads), f"{becomes}{_count(squads, 'unit')} with it would gain by that"


def _place(state: PurpleHeartDraw, side: str, action: verbs.Place) -> Figure:
    """The set-up of a scenario card: cover, and how far the enemy is."""
    hex_ = GRID.number[action.hex]
    foes = [GRID.distance(hex_, h) for h in members(int(state.cover[NUMBER[ENEMY[side]]]))]
    covered = bool(CONCEALMENT >> hex_ & 1)
    near = (
        f", {min(foes)} hexes from the nearest concealed enemy"
        if foes
        else ", and 0 enemies are on the map yet"
    )
    return float(covered), f"{'in cover' if covered else 'in the open'}{near}"


def promoted(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Decision | None:
    """The leader with most units about it, where several may be promoted."""
    choices = actions.of(verbs.Choose)
    if not choices:
        return None
    rated = {one: led(state, side, NUMBER_OF[one.unit]) for one in choices}
    ranked = sorted(choices, key=lambda one: (-rated[one][0], one.unit))
    rows = [Candidate(str(one), *rated[one], clauses=(state.step.clause,)) for one in ranked[: SHOWN + 1]]
    return Decision(ranked[0], lambda: rows)


SCALES: dict[type[Action], str] = {  # what the value of a choice counts
    verbs.Redeploy: "hexes",
    verbs.Recombine: "hexes",
    verbs.Harden: "strength points",
    verbs.Merge: "strength points",
}
FACTS: dict[type[Action], Words] = {
    verbs.Redeploy: _redeploy,  # type: ignore[dict-item]
    verbs.Harden: _harden,  # type: ignore[dict-item]
    verbs.Merge: _merge,  # type: ignore[dict-item]
    verbs.Promote: _promote,  # type: ignore[dict-item]
    verbs.Recombine: _recombine,  # type: ignore[dict-item]
    verbs.Choose: _choose,  # type: ignore[dict-item]
    verbs.Place: _place,  # type: ignore[dict-item]
}
