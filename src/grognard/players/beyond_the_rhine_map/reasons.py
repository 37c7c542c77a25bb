"""Why a player of the Rhine map does what it does: the aim or the threat with one figure, and what the next
best choices would be worth.
"""

from __future__ import annotations

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.core.ruling import counted
from grognard.games.beyond_the_rhine.campaign import verbs
from grognard.games.beyond_the_rhine.campaign.acting import shown_side
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.bridges import PONTOONS
from grognard.games.beyond_the_rhine.campaign.movement import party, reach
from grognard.games.beyond_the_rhine.campaign.pieces import ENEMY, GERMAN, GUNS, HQS, NAMES, TRANSPORT, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Battle, Campaign, units_in
from grognard.games.beyond_the_rhine.campaign.strength import sum_of
from grognard.games.beyond_the_rhine.campaign.victory import by_points, objectives, terms
from grognard.games.beyond_the_rhine.campaign.zones import occupied
from grognard.games.beyond_the_rhine.fights import meaning, results
from grognard.players.seat import Candidate

from . import fights
from .figures import GROUND, STEPS, STRENGTH, figure_of, scale_of
from .ground import distance, keys, number, post, pressure, wanted, with_room
from .manner import manner
from .rear import BACK, Value, gun_post, hq_post, need, pontoon_post

OTHERS = 4  # alternatives that are weighed
LISTED = 60  # choices of a kind that are looked at for them
NAME_OF_AACHEN = "Aachen"


def candidates(state: Campaign, actions: Choices, side: str, action: Action, why: str) -> list[Candidate]:
    """The chosen action and the next best ones, as the player weighs them."""
    clauses = (state.step.clause,)
    rows = list[Candidate]()
    if isinstance(action, verbs.Move):
        rows = _moves(state, actions, side, action, why)
    elif isinstance(action, verbs.Attack) or (action == DONE and state.step.name.endswith("combat")):
        rows = _attacks(state, actions, side, action, why)
    elif isinstance(state.stack[-1], Battle) and state.step.name == "attackers":
        rows = _joins(state, actions, side)
    elif isinstance(action, verbs.Overrun):
        rows = [_overrun(state, side, action), *_left_alone(state, actions, side)]
    elif isinstance(action, verbs.Fly | verbs.Fire):
        rows = _shelling(state, actions, side, action)
    elif isinstance(action, verbs.Advance):
        rows = _advances(state, actions, side, action, why)
    elif isinstance(action, verbs.Fuel):
        rows = _fuelled(state, actions, side, action, why)
    elif isinstance(action, verbs.Pay):
        rows = _paid(state, side, action, why)
    if str(action) not in {one.action for one in rows}:
        rows += _by_rule(state, actions, side, action, why)
    return [one._replace(clauses=clauses) for one in rows]


def _by_rule(state: Campaign, actions: Choices, side: str, action: Action, why: str) -> list[Candidate]:
    """A fixed rule with its figure, and the next best of the same kind by that figure."""
    figure = figure_of(state, side, actions, action)
    if figure is None or any(letter.isdigit() for letter in why):
        return [Candidate(str(action), 0.0, _with_aim(state, side, action, why))]
    words, value = figure
    scale = scale_of(state, action)
    rows = [Candidate(str(action), value, f"{why}: {words}", scale=scale)]
    others = _instead(actions, action) if value else []
    weighed = [(one, figure_of(state, side, actions, one)) for one in others[:LISTED]]
    rows += [Candidate(str(one), its[1], its[0], scale=scale) for one, its in weighed if its is not None]
    return [rows[0], *sorted(rows[1:], key=lambda row: -row.value)[:OTHERS]]


def _instead(actions: Choices, action: Action) -> list[Action]:
    """What could be done in place of an action: the same unit elsewhere, else the same with another."""
    alike = [one for one in actions if type(one) is type(action) and one != action]
    unit = getattr(action, "unit", None)
    return [one for one in alike if getattr(one, "unit", None) == unit] or alike


# ---------------------------------------------------------------- the aim and the threat


def name_of(state: Campaign, hex_: int) -> str:
    """The name of a hex that counts, and why it does if it is no objective; of any other its number."""
    number_, is_key = GRID.name[hex_], hex_ in keys(state)
    if not by_points(state):
        if hex_ in objectives(state):
            return NAME_OF_AACHEN
        return f"{number_} on the way into Aachen" if is_key else number_
    names: dict[str, str] = {row["hex"]: row["name"] for row in terms(state)["hexes"]}
    return names.get(number_, f"{number_} with its bridge" if is_key else number_)


def aim_words(state: Campaign, side: str, hex_: int) -> str:
    """What a unit in a hex goes for or stands against, with one figure.

    The Germans name the strength that threatens what they cover, if there is any.
    """
    aims = wanted(state, side)
    goal = min(members(aims), key=lambda h: (distance(1 << hex_, h), h), default=-1)
    threat = pressure(state, side, hex_)
    if side == GERMAN and threat:
        near = f"covers {name_of(state, goal)}" if goal >= 0 else "holds the line"
        return f"{near} against strength {threat} beside it"
    if goal < 0:
        return f"holds what is ours against strength {threat}"
    far = distance(1 << hex_, goal)
    if not far:
        points = (
            f", worth {objectives(state)[goal]}" if by_points(state) and goal in objectives(state) else ""
        )
        return f"{'holds' if side == GERMAN else 'takes'} {name_of(state, goal)}{points}"
    return f"{far} hex{'es' * (far > 1)} from {name_of(state, goal)}"


def _with_aim(state: Campaign, side: str, action: Action, why: str) -> str:
    """A fixed rule, with what the unit it is about goes for."""
    name = getattr(action, "unit", "")
    unit = UNIT.get(name, -1) if isinstance(name, str) else -1
    if unit < 0 or state.at[unit] < 0 or any(letter.isdigit() for letter in why):
        return why
    return f"{why}: {aim_words(state, side, state.at[unit])}"


# ---------------------------------------------------------------- moves


def _moves(state: Campaign, actions: Choices, side: str, action: verbs.Move, why: str) -> list[Candidate]:
    """The best hexes of the unit that moves, each with what it is worth beyond where it stands."""
    unit, goal = UNIT[action.unit], number(action.hex)
    worth_of = _measure(unit)
    if worth_of is None:
        return [_hauled(state, side, action, why)]
    present = worth_of(state, side, unit, state.at[unit])
    front, free = occupied(state, ENEMY[side]), members(with_room(state, unit, reach(state, unit), side))
    near = free if worth_of is post else [h for h in free if distance(front, h) <= BACK] or free
    worth = {h: worth_of(state, side, unit, h) - present for h in near}
    best = sorted((h for h in worth if h != goal), key=lambda h: (-worth[h], h))[:OTHERS]
    value = worth.get(goal, worth_of(state, side, unit, goal) - present)
    rows = [Candidate(str(action), value, f"{why}: {aim_words(state, side, goal)}", scale=GROUND)]
    for hex_ in best:
        other = verbs.Move(action.unit, GRID.name[hex_])
        if other in actions:
            rows.append(Candidate(str(other), worth[hex_], aim_words(state, side, hex_), scale=GROUND))
    return [*rows, *_staying(actions)] if len(rows) == 1 else rows


def _staying(actions: Choices) -> list[Candidate]:
    return [Candidate(str(DONE), 0.0, "it stays", scale=GROUND)] if DONE in actions else []


def _fuelled(state: Campaign, actions: Choices, side: str, action: verbs.Fuel, why: str) -> list[Candidate]:
    """Fuel with the best hex the unit can go to then, and what that is worth beyond where it stands."""
    unit = UNIT[action.unit]
    worth_of = _measure(unit)
    open_ = members(with_room(state, unit, reach(state, unit), side)) if worth_of else []
    if worth_of is None or not open_:
        return []
    goal = max(open_, key=lambda h: (worth_of(state, side, unit, h), -h))
    gain = worth_of(state, side, unit, goal) - worth_of(state, side, unit, state.at[unit])
    if gain <= 0:
        return []
    words = f"{why}, to go to {GRID.name[goal]}: {aim_words(state, side, goal)}"
    return [Candidate(str(action), gain, words, scale=GROUND), *_staying(actions)]


def _advances(
    state: Campaign, actions: Choices, side: str, action: verbs.Advance, why: str
) -> list[Candidate]:
    """Who takes the hex, by the strength it brings, and to leave it empty."""
    top = state.stack[-1]
    assert isinstance(top, Battle)

    def row(one: verbs.Advance) -> Candidate:
        strength = shown_side(state, UNIT[one.unit]).strength
        words = (
            f"{why}: {aim_words(state, side, top.hex)}" if one == action else f"strength {strength} goes in"
        )
        return Candidate(str(one), float(strength), words, scale=STRENGTH)

    rows = [row(action), *(row(one) for one in actions if isinstance(one, verbs.Advance) and one != action)]
    empty = [Candidate(str(DONE), 0.0, "the hex stays empty", scale=STRENGTH)] if DONE in actions else []
    return [rows[0], *sorted(rows[1:], key=lambda one: -one.value)[:OTHERS], *empty]


def _paid(state: Campaign, side: str, action: verbs.Pay, why: str) -> list[Candidate]:
    """The strength of a defense that is paid for, and of one that is not."""
    top = state.stack[-1]
    assert isinstance(top, Battle)
    strength = sum(shown_side(state, u).strength for u in members(units_in(state, top.hex, side)))
    words = {
        "yes": f"{why}: a strength of {strength} counts {strength / 2:g} if it is not paid for",
        "no": "the supply is kept",
    }
    rows = [(verbs.Pay("yes"), float(strength)), (verbs.Pay("no"), strength / 2)]
    options = [Candidate(str(one), value, words[one.choice], scale=STRENGTH) for one, value in rows]
    return options if str(action) == options[0].action else []


def _left_alone(state: Campaign, actions: Choices, side: str) -> list[Candidate]:
    """To save the supply: an attack must bring more than that."""
    saved = Candidate(str(DONE), manner().good[side], "saves the supply", scale=STEPS)
    return [saved] if DONE in actions else []


def _measure(unit: int) -> Value | None:
    """By what the hexes of a unit are compared when it moves; `None`: it carries supply."""
    for units, value in ((HQS, hq_post), (GUNS, gun_post), (PONTOONS, pontoon_post)):
        if units >> unit & 1:
            return value
    return None if TRANSPORT >> unit & 1 else post


def _hauled(state: Campaign, side: str, action: verbs.Move, why: str) -> Candidate:
    """A move of a transport point: how far it is then from the HQ that needs most."""
    goal = need(state, side)
    if goal < 0:
        return Candidate(str(action), 0.0, f"{why}: 0 HQs are on the map")
    far = distance(1 << goal, number(action.hex))
    return Candidate(
        str(action), 0.0, f"{why}: {counted(far, 'hex')} from {GRID.name[goal]}, where supply is needed most"
    )


# ---------------------------------------------------------------- attacks


def _odds(state: Campaign, side: str, plan: fights.Plan, overrun: bool = False) -> dict[str, str]:
    """The exact chance that the defender loses steps, retreats or goes DG."""
    defenders = tuple(members(units_in(state, plan.hex, ENEMY[side])))
    frame = Battle(side=side, hex=plan.hex, attackers=plan.units, backed=defenders, overrun=overrun)
    outcomes = results(sum_of(state, frame))
    hurt = sum(
        float(p) for r, p in outcomes.items() if (m := meaning(r)).defender_loss or m.defender_option or m.dg
    )
    return {"D: loses steps or retreats": f"{hurt:.1%}", "no loss": f"{1 - hurt:.1%}"}


def _attack(state: Campaign, side: str, plan: fights.Plan) -> Candidate:
    steps = f"{plan.worth.defender:.1f} steps for {plan.worth.attacker:.1f} and {plan.tokens}T"
    why = f"{aim_words(state, side, plan.hex)}; on average {steps}"
    action = verbs.Attack(NAMES[plan.units[0]], GRID.name[plan.hex])
    return Candidate(str(action), plan.value, why, _odds(state, side, plan), scale=STEPS)


def _attacks(state: Campaign, actions: Choices, side: str, action: Action, why: str) -> list[Candidate]:
    """The best attack on each hex, and to save the supply."""
    best: dict[int, fights.Plan] = {}
    for plan in fights.plans(state, side):
        if plan.hex not in best or plan.value > best[plan.hex].value:
            best[plan.hex] = plan
    order = sorted(best.values(), key=lambda plan: (-plan.value, plan.hex))[: OTHERS + 1]
    rows = [_attack(state, side, plan) for plan in order]
    rows = [one for one in rows if state.game.parse(one.action) in actions]
    limit = manner().good[side]
    saved = f"no attack is worth its supply: one must bring {limit:g} steps more than it costs"
    saves = Candidate(str(DONE), limit, saved if action == DONE else "saves the supply", scale=STEPS)
    return [*rows, saves]


def _joins(state: Campaign, actions: Choices, side: str) -> list[Candidate]:
    """Each unit that could join the attack, by what it adds, and to go on without."""
    top = state.stack[-1]
    assert isinstance(top, Battle)
    force = fights.Plan(state, side, top.hex, top.attackers)
    as_it_is = f"the attack brings {force.worth.defender:.1f} steps for {force.worth.attacker:.1f} as it is"
    rows = [Candidate(str(DONE), 0.0, as_it_is, scale=STEPS)]
    for one in actions:
        if isinstance(one, verbs.Join):
            more = fights.Plan(state, side, top.hex, (*top.attackers, UNIT[one.unit]))
            gain = more.worth.defender - force.worth.defender
            cost = f"for {more.tokens - force.tokens}T"
            why = f"adds {gain:.1f} steps to the losses of {name_of(state, top.hex)} {cost}"
            rows.append(Candidate(str(one), more.value - force.value, why, scale=STEPS))
    return rows


def _shelling(
    state: Campaign, actions: Choices, side: str, action: verbs.Fly | verbs.Fire
) -> list[Candidate]:
    """The hexes that could be shelled, by what an attack on each is worth once it is DG."""
    rows = list[Candidate]()
    for plan in fights.to_shell(state, side)[: OTHERS + 1]:
        one = type(action)(action.unit, GRID.name[plan.hex])
        if one in actions:
            why = f"an attack on {name_of(state, plan.hex)} is worth {plan.value:.1f} steps once it is DG"
            rows.append(Candidate(str(one), plan.value, why, scale=STEPS))
    idle = [Candidate(str(DONE), 0.0, "no hex is shelled", scale=STEPS)] if DONE in actions else []
    return [*rows, *idle] if rows else rows


def _overrun(state: Campaign, side: str, action: verbs.Overrun) -> Candidate:
    units = members(party(state, UNIT[action.unit]))
    plan = fights.Plan(state, side, number(action.hex), units, overrun=True)
    why = f"{aim_words(state, side, plan.hex)}; on average {plan.worth.defender:.1f} steps"
    return Candidate(str(action), plan.value, why, _odds(state, side, plan, overrun=True), scale=STEPS)
