"""The figure behind each fixed rule of the players of the Rhine map: for hints, never for play."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.core.ruling import counted
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.acting import shown_side
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.pieces import ENEMY, HQS, OF_SIDE, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Battle, Campaign, Mission, units_in
from grognard.games.beyond_the_rhine.campaign.strength import picks_against
from grognard.games.beyond_the_rhine.campaign.verbs import steps_left, stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn
from grognard.games.beyond_the_rhine.campaign.zones import occupied

from .ground import distance, key_set
from .rear import hex_of, need

Words = tuple[str, float]  # the figure in words, and what others of the kind are compared by
Figure = Callable[[Campaign, str, Action], Words]


def own_hqs(state: Campaign, side: str) -> int:
    return sum(1 << state.at[u] for u in members(HQS & OF_SIDE[side] & state.on_map))


def dump(state: Campaign, side: str, action: Action) -> Words:
    tokens = stores(state, side).get(hex_of(action), 0)
    return f"{tokens}T lie there", float(tokens)


def delivery(state: Campaign, side: str, action: Action) -> Words:
    far = distance(own_hqs(state, side), hex_of(action))
    return f"{counted(far, 'hex')} from an HQ", -float(far)


def entry(state: Campaign, side: str, action: Action) -> Words:
    far = distance(key_set(state), hex_of(action))
    return f"{counted(far, 'hex')} from the nearest hex that counts", -float(far)


def way_back(state: Campaign, side: str, action: Action) -> Words:
    near = distance(occupied(state, ENEMY[side]), hex_of(action))
    far = distance(own_hqs(state, side), hex_of(action))
    return f"{counted(near, 'hex')} from the nearest enemy and {far} from an HQ", 0.0


def rating(state: Campaign, side: str, action: Action) -> Words:
    rated = shown_side(state, UNIT[action.unit]).action  # type: ignore[attr-defined]
    return f"its Action Rating is {rated}", float(rated)


def loss(state: Campaign, side: str, action: Action) -> Words:
    unit = UNIT[action.unit]  # type: ignore[attr-defined]
    left, strength = steps_left(state, unit), shown_side(state, unit).strength
    return f"strength {strength}, {counted(left, 'step is', 'steps are')} left", 0.0


def defended(state: Campaign, side: str, action: Action) -> Words:
    top = state.stack[-1]
    assert isinstance(top, Battle)
    strength = sum(shown_side(state, u).strength for u in members(units_in(state, top.hex, side)))
    return f"a strength of {strength} counts {strength / 2:g} if it is not paid for", 0.0


def stand(state: Campaign, side: str, action: Action) -> Words:
    top = state.stack[-1]
    assert isinstance(top, Battle)
    units = top.attackers if side == top.side else members(units_in(state, top.hex, side))
    left = sum(steps_left(state, u) for u in units if state.at[u] >= 0)
    return f"{counted(left, 'step of this side is', 'steps of this side are')} in it", 0.0


def ground(state: Campaign, side: str, action: Action) -> Words:
    """The strength of the next stack of attackers by each terrain the defender may pick."""
    top = state.stack[-1]
    assert isinstance(top, Battle)
    done = dict(top.terrain)
    left = [h for h in dict.fromkeys(state.at[u] for u in sorted(top.attackers)) if h not in done]
    if not left:
        return "", 0.0
    totals = {pick.terrain: float(pick.total) for pick in picks_against(state, top, left[0])}
    if not totals.get(action.terrain):  # type: ignore[attr-defined]
        return "", 0.0
    total = totals[action.terrain]  # type: ignore[attr-defined]
    return f"the stack then attacks with {total:g}", -total


def flight(state: Campaign, side: str, action: Action) -> Words:
    """How many aircraft strike with one more; an aircraft has the same figures in every flight."""
    top = state.stack[-1]
    if not isinstance(top, Mission):
        return "", 0.0
    planes = len(top.planes)
    return f"{planes + 1} aircraft strike {GRID.name[top.hex]} then, and not {planes}", 0.0


def guns(state: Campaign, side: str, action: Action) -> Words:
    adds = shown_side(state, UNIT[action.unit]).barrage  # type: ignore[attr-defined]
    return f"it adds {adds} barrage points", float(adds)


def met(state: Campaign, side: str, action: Action) -> Words:
    top = state.stack[-1]
    planes = len(top.planes) if isinstance(top, Mission) else 0
    return f"a fighter against {planes} aircraft", 0.0


def pace(state: Campaign, side: str, action: Action) -> Words:
    return f"this is turn {state.turn} of {last_turn(state)}", 0.0


def marker(state: Campaign, side: str, action: Action) -> Words:
    left = int(state.bridge_checks)
    return f"{counted(left, 'marker is', 'markers are')} in hand", 0.0


def to_hungriest(state: Campaign, side: str, action: Action) -> Words:
    """How far supply in a hex is from the HQ that needs most."""
    goal = need(state, side)
    if goal < 0:
        return "", 0.0
    far = distance(1 << goal, hex_of(action))
    return f"{counted(far, 'hex')} from {GRID.name[goal]}, where supply is needed most", -float(far)


def from_depot(state: Campaign, side: str, action: Action) -> Words:
    """A train is worth it from afar: depots are not compared by how near they are."""
    return to_hungriest(state, side, action)[0], 0.0


def behind(state: Campaign, side: str, action: Action) -> Words:
    return to_front(state, side, action)[0], 0.0


def to_front(state: Campaign, side: str, action: Action) -> Words:
    far = distance(occupied(state, ENEMY[side]), hex_of(action))
    return f"{counted(far, 'hex')} from the enemy", -float(far)


def defenders(state: Campaign, side: str, action: Action) -> Words:
    strength = sum(
        shown_side(state, u).strength for u in members(units_in(state, hex_of(action), ENEMY[side]))
    )
    return f"a strength of {strength} stands there", float(strength)


def crossed(state: Campaign, side: str, action: Action) -> Words:
    far = distance(occupied(state, ENEMY[side]), hex_of(action))
    return f"the enemy is {counted(far, 'hex')} from it", -float(far)


def flooded(state: Campaign, side: str, action: Action) -> Words:
    return f"turn {state.turn} of {last_turn(state)}, and the water stays", 0.0


def steps_there(state: Campaign, side: str, action: Action) -> Words:
    top = state.stack[-1]
    if not isinstance(top, Battle):
        return "", 0.0
    left = sum(steps_left(state, u) for u in members(units_in(state, top.hex, side)))
    return f"all {left} of its steps hold the hex" if left != 1 else "its 1 step holds the hex", 0.0


def mode(state: Campaign, side: str, action: Action) -> Words:
    near = distance(occupied(state, ENEMY[side]), state.at[UNIT[action.unit]])  # type: ignore[attr-defined]
    return f"the enemy is {counted(near, 'hex')} away", 0.0


def loaded(state: Campaign, side: str, action: Action) -> Words:
    """How far supply that is loaded or unloaded is from the HQ that needs most, and from the enemy."""
    goal, at = need(state, side), state.at[UNIT[action.unit]]  # type: ignore[attr-defined]
    near = f"{counted(distance(occupied(state, ENEMY[side]), at), 'hex')} from the enemy"
    if goal < 0 or goal == at:
        return near, 0.0
    return f"{near} and {distance(1 << goal, at)} from {GRID.name[goal]}, where it is needed most", 0.0


FIGURES: dict[type[Action], Figure] = {
    verbs.Mode: mode,
    verbs.Load: loaded,
    verbs.Unload: loaded,
    verbs.Go: pace,
    verbs.Check: marker,
    verbs.Entrain: from_depot,
    verbs.Ship: to_hungriest,
    verbs.Restore: behind,
    verbs.Rebuild: to_front,
    verbs.Bomb: defenders,
    verbs.Demolish: crossed,
    verbs.OpenDams: flooded,
    verbs.Ignore: steps_there,
    verbs.Intercept: met,
    verbs.Meet: met,
    verbs.Draw: dump,
    verbs.Deliver: delivery,
    verbs.Withdraw: way_back,
    verbs.Rate: rating,
    verbs.Lose: loss,
    verbs.Pay: defended,
    verbs.Yield: stand,
    verbs.Ground: ground,
}
# where a verb has another meaning in each step, or several verbs have the same
BY_STEP: dict[str, Figure] = {"reinforcement": entry, "flight": flight, "guns": guns}

STEPS, STRENGTH, GROUND = "steps", "strength points", "points of ground"
HEXES, RATING, BARRAGE = "hexes", "points of rating", "barrage points"
SCALES: dict[Figure, str] = {  # what the value of a figure counts
    dump: "tokens of reserve",
    delivery: HEXES,
    entry: HEXES,
    rating: RATING,
    ground: STRENGTH,
    guns: BARRAGE,
    to_hungriest: HEXES,
    to_front: HEXES,
    defenders: STRENGTH,
    crossed: HEXES,
}


def figure_for(state: Campaign, action: Action) -> Figure | None:
    """Which figure a choice has in this step."""
    name = state.step.name.removeprefix("allied ").removeprefix("german ")
    return BY_STEP.get(name) or FIGURES.get(type(action))


def scale_of(state: Campaign, action: Action) -> str:
    """What the figure of a choice counts."""
    figure = figure_for(state, action)
    return SCALES.get(figure, "") if figure else ""


def idle_words(state: Campaign, actions: Choices) -> str:
    """How much is left undone where a step is ended."""
    left = sum(part.ready.bit_count() for part in actions.parts) or len(actions) - 1
    return f"{counted(left, 'choice is', 'choices are')} left, and none is worth its cost"


def figure_of(state: Campaign, side: str, actions: Choices, action: Action) -> Words | None:
    """The figure of a choice; `None`: it has none."""
    if action == DONE:
        return idle_words(state, actions), 0.0
    figure = figure_for(state, action)
    words = figure(state, side, action) if figure else ("", 0.0)
    return words if words[0] else None
