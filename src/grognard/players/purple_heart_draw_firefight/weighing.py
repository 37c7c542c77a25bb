"""What a player of the firefight decides between, with a figure each: for hints, never for play."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, Leak
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import BROKEN, Firefight
from grognard.games.purple_heart_draw.firefight.units import in_hex, morale
from grognard.games.purple_heart_draw.firefight.words import Advance, Crawl, Rout
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from . import plain, step_figures, vehicle_figures
from .exposure import attacks
from .garrison import Watch, deny, gain_of_advance
from .melee import melee_value
from .named import SQUAD, gain_for_hint, unit_title, way_words
from .placing import on_hand, weights_of
from .refuge import LEAST as ROUT_PRICE
from .refuge import scored as routs_scored
from .routes import cover, outlook, standing
from .step_figures import SHOWN, Rows, Weigh, best, counted, row
from .tanks import advance_value

FIXED = "Fixed rule: "
# why a step may play a choice that scores less by itself
INSTEAD = {
    "set-up": "posts that are nearly as good are mixed, so that the enemy cannot know them",
    "advance": "close combats come first, while all units can still join them",
    "drive": "the gun fires first, and the machine guns after it",
    "movement": "every vehicle that gains by it drives in the end, in any order",
    "fire group": "every unit that adds to the fire joins in the end, in any order",
}


def explained(sight: PlayerView, orders: PlayerSettings, found: Decision) -> Decision:
    """The same decision; its reasons, when they are asked for, have a figure and the next best choices."""

    def why() -> list[Candidate]:
        told = list(found.reasons()) if found.reasons else []
        own = next((one for one in told if one.action == str(found.action)), None)
        if own is not None and len(told) > 1 and not own.why.startswith(FIXED):
            return told
        rows = weighed(sight.position, sight.side, sight.actions, found.action, orders)
        if own is None or own.why.startswith(FIXED):
            return rows or told
        return [own, *(one for one in rows if one.action != own.action and _is_same_scale(rows, own))]

    return found._replace(reasons=why, instead=INSTEAD.get(sight.position.step.name, found.instead))


def _is_same_scale(rows: list[Candidate], own: Candidate) -> bool:
    """Whether the rows weigh the choice as its own reason does: then the others can stand beside it."""
    return any(one.action == own.action and abs(one.value - own.value) < 0.01 for one in rows)


def weighed(
    state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings
) -> list[Candidate]:
    """The choices of a step with what each is worth, the chosen one among them; empty: no figure is known."""
    weigh = WEIGH.get(state.step.name)
    try:
        found = [] if weigh is None else weigh(state, side, actions, chosen, orders)
    except (Leak, LookupError):  # a rule or counter whose worth is not known
        found = []
    found = [one._replace(clauses=(state.step.clause,)) for one in found if _is_legal(state, actions, one)]
    return found if str(chosen) in {one.action for one in found} else []


def _is_legal(state: Firefight, actions: Choices, one: Candidate) -> bool:
    return state.game.parse(one.action) in actions


def _ranked(scored: Iterable[tuple[float, Action]], chosen: Action) -> list[tuple[float, Action]]:
    """The best value of each action, the best first, the chosen one always among them."""
    found: dict[str, tuple[float, Action]] = {}
    for value, action in scored:
        if str(action) not in found or value > found[str(action)][0]:
            found[str(action)] = value, action
    ranked = sorted(found.values(), key=lambda one: (-one[0], str(one[1])))
    return [one for one in ranked if one in ranked[:SHOWN] or one[1] == chosen]


def _standing(state: Firefight, side: str) -> int:
    return sum(state.at[u] >= 0 for u in on_hand(state, side))


# ---------------------------------------------------------------- fire


def shots(rows: list[tuple[float, Action]], instead: str, units: int) -> list[Candidate]:
    """Shots by what they are worth, and to hold fire."""
    found = [
        row(a, value, f"the shot is worth {value:+.2f} more than {instead}, {SQUAD}") for value, a in rows
    ]
    if rows and rows[0][0] <= 0:
        why = f"the best of the shots is worth {-rows[0][0]:.2f} less than {instead}, {SQUAD}"
    elif rows:
        why = f"{counted(len(rows), 'shot')} worth firing would be given up"
    else:
        why = f"none of the {counted(units, 'unit')} on the map has a target"
    return [*found, row(DONE, 0.0, why)]


def fire(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    instead = "to move instead or to hold fire" if state.step.name == "prep fire" else "to hold fire"
    rows = _ranked(plain.fire_values(state, side, actions, orders), chosen)
    return shots(rows, instead, _standing(state, side))


def reaction(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    rows = _ranked(plain.answer_values(state, side, actions), chosen)
    return shots(rows, "to keep it for a better target", _standing(state, side))


# ---------------------------------------------------------------- movement


def movement(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """Vehicles that start; at the end of the phase, what no unit gains any more."""
    if chosen != DONE:
        return vehicle_figures.drives(state, side, actions, chosen, orders)
    return [
        row(DONE, 0.0, f"none of the {counted(_standing(state, side), 'unit')} on the map gains by moving")
    ]


def way(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """A step of a way against stopping here."""
    if (help_ := _help(chosen, orders)) is not None:
        return [help_, row(DONE, 0.0, "it stops here")]
    plan = orders.notes.get("plan")
    if plan is None or not plan.path:
        return [row(chosen, 0.0, "no way from here gains more than the 0 of staying")]
    goal = GRID.name[plan.path[-1]]
    words = f"{way_words(goal, plan.gain)}; fire on it costs {plan.fire:.1f}"
    return [row(chosen, gain_for_hint(plan.gain), words), row(DONE, 0.0, "it stops here")]


def _help(chosen: Action, orders: PlayerSettings) -> Candidate | None:
    """A unit that was led to throw SMOKE or to lay a charge does that, and nothing else."""
    if chosen == DONE:
        return None
    for note, what in (("throw", "SMOKE"), ("charge", "a charge")):
        if (found := orders.notes.get(note)) is not None:
            words = f"{what} in {GRID.name[found.hex]} promises {found.gain:.1f} more, {SQUAD}"
            return row(chosen, found.gain, words)
    return None


def advance(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """What each advance leads into: a close combat, or better ground."""
    value = advance_value_of(state, side, orders)
    ways = actions.of(Advance)
    joint = plain.assault_values(state, side, ways)
    found = [
        _joint(one, joint) or row(one, *value(one)) for one in ways if _leads(state, side, one, joint, chosen)
    ]
    most = max((one.value for one in found), default=0.0)
    why = f"the best advance gains {most:.1f}, and must gain {plain.LEAST_GAIN:g}, {SQUAD}"
    if chosen != DONE or most > plain.LEAST_GAIN:
        units = _standing(state, side)
        why = "1 unit stays where it is" if units == 1 else f"{units} units stay where they are"
    return [*best(found, chosen), row(DONE, plain.LEAST_GAIN, why)]


def _leads(
    state: Firefight, side: str, one: Advance, joint: dict[int, tuple[float, Advance]], chosen: Action
) -> bool:
    """Whether an advance stands for itself: into a close combat the first unit does, the others follow."""
    hex_ = GRID.number[one.hex]
    return one == chosen or not target_hexes(state, side) >> hex_ & 1 or joint.get(hex_, (0, None))[1] == one


def _joint(one: Advance, joint: dict[int, tuple[float, Advance]]) -> Candidate | None:
    """The first unit of a close combat, with what that is worth when all others have come; else nothing."""
    value, first = joint.get(GRID.number[one.hex], (0.0, None))
    words = f"close combat in {one.hex} is worth {value:+.1f} with all who can join it, {SQUAD}"
    return row(one, value, words) if one == first else None


def advance_value_of(
    state: Firefight, side: str, orders: PlayerSettings
) -> Callable[[Advance], tuple[float, str]]:
    """What an advance is worth, and in words."""
    attacking, foes = attacks(state, side), int(target_hexes(state, side))
    look = outlook(state, side, weights_of(orders)) if attacking else None
    watch = None if attacking else Watch(state, side)

    def value(action: Advance) -> tuple[float, str]:
        unit, hex_ = UNIT[action.unit], GRID.number[action.hex]
        if (tank := advance_value(state, unit, hex_)) is not None:
            return tank, f"an attack on the vehicle in {action.hex} is worth {tank:+.1f}, {SQUAD}"
        if foes >> hex_ & 1:
            worth = melee_value(state, side, [*in_hex(state, side, hex_), unit], hex_)
            bound = deny(watch, hex_) if watch is not None else 0.0
            binds = f", and keeps {bound:.1f} from counting at the end" if bound else ""
            return worth + bound, f"close combat there is worth {worth:+.1f}, {SQUAD}{binds}"
        if watch is not None:
            gain = gain_of_advance(watch, unit, hex_)
        else:
            assert look is not None
            gain = standing(look, (unit,), hex_) - standing(look, (unit,), state.at[unit])
            gain -= plain.apart(state, side, unit)
        return gain, _ground_words(state, unit, hex_, gain)

    return value


def _ground_words(state: Firefight, unit: int, hex_: int, gain: float) -> str:
    far = min((GRID.distance(hex_, h) for h in members(state.card.goals)), default=0)
    covers = f"cover {cover(hex_):g} instead of {cover(state.at[unit]):g}"
    return f"{covers}, {counted(far, 'hex')} from the nearest objective: worth {gain:+.1f}, {SQUAD}"


# ---------------------------------------------------------------- broken units


def rout(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """Where broken units can go, each against staying."""
    rows = routs_scored(Watch(state, side), actions.of(Rout, Crawl))
    found = [row(one, value, _rout_words(state, side, one, value)) for value, one in rows]
    broken = sum(bool(state.flags[u] & BROKEN) for u in on_hand(state, side) if state.at[u] >= 0)
    most = max((one.value for one in found), default=0.0)
    why = f"of {counted(broken, 'broken unit')} none gains enough by a rout: {most:+.1f} at best, {SQUAD}"
    return [*best(found, chosen), row(DONE, ROUT_PRICE, why)]


def _rout_words(state: Firefight, side: str, action: Action, value: float) -> str:
    hex_, unit = GRID.number[getattr(action, "hex", "")], UNIT[getattr(action, "unit", "")]
    foes = [GRID.distance(hex_, foe) for foe in members(target_hexes(state, side))]
    near = f"{counted(min(foes), 'hex')} from the nearest enemy" if foes else "no enemy is known of"
    who = f"{unit_title(state, unit)}, morale {morale(state, unit)}"
    return f"{near}, cover {cover(hex_):g}: worth {value:+.1f} more than to stay for {who}"


WEIGH: dict[str, Weigh] = {
    "voluntary break": step_figures.stay_whole,
    "defender's voluntary break": step_figures.stay_whole,
    "set-up": step_figures.set_up,
    "weapon assignment": step_figures.weapons,
    "attacker's sniper": step_figures.sniper_post,
    "defender's sniper": step_figures.sniper_post,
    "sniper check": step_figures.search,
    "aim": step_figures.aims,
    "prep fire": fire,
    "final fire": fire,
    "advancing fire": fire,
    "fire group": step_figures.group,
    "rate of fire": step_figures.rate,
    "reaction": reaction,
    "rally": step_figures.rally,
    "defender's rally": step_figures.rally,
    "hardening": step_figures.hardening,
    "surrender": step_figures.prisoners,
    "surrender at once": step_figures.prisoners,
    "movement": movement,
    "way": way,
    "rout": rout,
    "defender's rout": rout,
    "advance": advance,
    "strikes": step_figures.strikes,
    "close combat": step_figures.fights,
    "charge": step_figures.charges,
    "salvage": step_figures.salvage,
    "withdrawal": step_figures.withdrawal,
    "defender's withdrawal": step_figures.withdrawal,
    "infiltration": step_figures.withdrawal,
    "defender's infiltration": step_figures.withdrawal,
    "after an ambush": step_figures.withdrawal,
    "radio": step_figures.radio,
    "artillery": step_figures.fire_orders,
    "fire mission": step_figures.fire_kind,
    "drive": vehicle_figures.drive,
    "shot": vehicle_figures.before_shot,
    "tank shot": vehicle_figures.before_shot,
    "vehicle reaction": vehicle_figures.reply,
    "gun duel": vehicle_figures.duel,
    "vehicle repair": vehicle_figures.mend,
    "assaults": vehicle_figures.assaults,
    "defender's assaults": vehicle_figures.assaults,
}
