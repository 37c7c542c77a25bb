"""Quartermaster: keeps the ledger for the Allied player, and says what to do, why, and instead of what.

It decides only what the ledger leaves to bookkeeping. What happens on the players' map (ports, events,
losses, SP spent) it does not make up: there it says what would bring most and which stocks will run out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.calendar import spell
from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine import verbs
from grognard.games.beyond_the_rhine.arrivals import NO, YES, conditional, edge_words, places
from grognard.games.beyond_the_rhine.chart import COUNTERS, DISPLAY, NAMES, NUMBER
from grognard.games.beyond_the_rhine.dates import day
from grognard.games.beyond_the_rhine.pieces import NATIONS
from grognard.games.beyond_the_rhine.position import DEAD, BeyondTheRhine, Turn
from grognard.games.beyond_the_rhine.rebuild import (
    BUYABLE,
    POOL,
    PRICES,
    points_of,
    price_words,
    rebuildable,
    short,
)
from grognard.games.beyond_the_rhine.replacements import caps
from grognard.games.beyond_the_rhine.shipping import capacity_left, cargo, harbours, sent
from grognard.games.beyond_the_rhine.situation import planned
from grognard.games.beyond_the_rhine.supply import NATION, PORTS, TOKENS, tokens
from grognard.games.beyond_the_rhine.supply_rolls import AIRCRAFT
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from .budget import LOOK_AHEAD, Plan, Points, Purchase, choose
from .packing import SHIPS, Load, pack
from .stocks import Gain, gains, incomes, warnings
from .worth import leaves_on, step_worth

SERIAL = 1000  # keys of the steps of one counter: its number, and this much more for each further step
SCORE = "strength points less over all its turns"
MAX_CANDIDATES = 6  # candidates a hint weighs


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """What the step asks for decides which habit answers."""
    habit = HABITS.get(sight.position.step.name, leave)
    return habit(sight.position, sight.side, sight.actions)


def decision(state: BeyondTheRhine, action: Action, why: Callable[[], Sequence[Candidate]]) -> Decision:
    clause = state.step.clause
    return Decision(action, lambda: [one._replace(clauses=one.clauses or (clause,)) for one in why()])


Choice = tuple[Action, float, str]  # what could be done, its value, and a note on it


def scored(state: BeyondTheRhine, choices: Sequence[Choice], unit: str) -> Decision:
    """The best is chosen, the first of equals; its reason names the next and what that would cost."""
    best, *others = sorted(choices, key=lambda one: -one[1])
    others = [one for one in others if one[0] != best[0]]

    def why() -> list[Candidate]:
        first = Candidate(str(best[0]), best[1], best[2] + (instead(best, others[0]) if others else ""))
        return [first, *(Candidate(str(a), v, w) for a, v, w in others[:MAX_CANDIDATES])]

    def instead(one: Choice, other: Choice) -> str:
        less = one[1] - other[1]
        cost = f"{less:.1f} {unit}" if less > 0 else "as much"
        note = f" ({other[2]})" if other[2] != one[2] else ""
        return f", instead of {words(other[0])}{note}, which gives {cost}"

    return decision(state, best[0], why)


def words(action: Action) -> str:
    """An action as a sentence names it, after `instead of`."""
    unit = getattr(action, "unit", "")
    return DISPLAY[NUMBER[unit]] if unit in NUMBER else _OTHER.get(action.verb, str(action))


_OTHER = {"done": "ending the step", "forgo": "letting the result go"}


# ---------------------------------------------------------------- what happens on the map


def leave(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """End the step, or take the first choice of one that cannot be ended."""
    action = DONE if DONE in actions else actions[0]
    text = "no entry of this step gains anything in the ledger, instead of an entry that is not needed"
    return decision(state, action, lambda: [Candidate(str(action), 0.0, text)])


def report_situation(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """Enter nothing that has not happened; say which port would bring most."""

    def why() -> list[Candidate]:
        ranked = gains(state)
        text = "enter a line only when it is true on your map; every port that counts is open already"
        if ranked:
            first, *rest = ranked
            until = spell(day(state.game_of.last))
            text = (
                f"enter a line only when it is true on your map. On the map, {first.aim} next: that brings"
                f" {first.sp:.1f} SP up to {until}"
            )
            text += instead_of(first, rest)
        return [Candidate(str(DONE), 0.0, with_warnings(state, text))]

    return decision(state, DONE, why) if DONE in actions else leave(state, side, actions)


def instead_of(first: Gain, rest: Sequence[Gain]) -> str:
    """The other ports in words: those that bring as much as the first, then those that bring less.

    >>> some = [Gain("open the Scheldt", 43.7), Gain("repair Antwerpen 1", 2), Gain("repair Antwerpen 2", 2)]
    >>> instead_of(Gain("repair Rotterdam", 117.7), [Gain("repair Amsterdam", 117.7), *some])
    ' (repair Amsterdam: as much), instead of 43.7 SP if you open the Scheldt, or 2.0 SP if you repair \
Antwerpen 1 or repair Antwerpen 2'
    """
    aims = dict[str, list[str]]()
    for gain in rest:
        aims.setdefault(f"{gain.sp:.1f} SP", []).append(gain.aim)
    same = aims.pop(f"{first.sp:.1f} SP", [])
    less = [f"{figure} if you {' or '.join(some)}" for figure, some in aims.items()]
    equal = f" ({', '.join(same)}: as much)" if same else ""
    return f"{equal}, instead of {', or '.join(less) or 'no port at all'}" if rest else ""


def with_warnings(state: BeyondTheRhine, text: str) -> str:
    return ". ".join([text, *(f"Warning: {one}" for one in warnings(state))])


def end_play(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """End the turn; what was spent and lost is entered by the players."""
    stock = " and ".join(f"{tokens(state.tokens[n])} {NATION[nation]}" for n, nation in enumerate(NATIONS))
    text = (
        f"the stock is {stock}; enter losses and SP spent on your map first, instead of ending the turn"
        " without them"
    )
    return decision(state, DONE, lambda: [Candidate(str(DONE), 0.0, with_warnings(state, text))])


def confirm(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """A condition on the players' map: yes, unless they know better."""
    text = "your map answers this; with yes the counter is placed this turn, instead of 1 turn later"
    return decision(
        state, YES, lambda: [Candidate(str(YES), 1.0, text), Candidate(str(NO), 0.0, "if it is not met")]
    )


def go_first(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """Take the first player turn."""
    first = next((a for a in actions if isinstance(a, verbs.First) and a.side == side), actions[0])
    text = "1 player turn before the enemy, instead of 1 after it"
    return decision(state, first, lambda: [Candidate(str(first), 1.0, text)])


# ---------------------------------------------------------------- counters that come and go


def arrive(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """Bring on everything; each turn of delay loses its strength."""
    if verbs.All() in actions:
        value = sum(_whole(u, state) for u in members(state.due))
        return scored(
            state,
            [
                (verbs.All(), value, f"all {state.due.bit_count()} counters due serve from this turn on"),
                (DONE, 0.0, "hold them back"),
            ],
            unit="strength points a turn less",
        )
    choices: list[Choice] = [(DONE, 0.0, "hold the rest back")] * (DONE in actions)
    for unit in members(state.due):
        for place in places(state, unit):
            asked = conditional(state, unit, place)
            note = "if its condition is met" if asked else "without a condition"
            choices.append(
                (
                    verbs.Arrive(NAMES[unit], place),
                    _whole(unit, state) - (0.1 if asked else 0.0),
                    f"it serves from this turn on at {edge_words(place)} {note}",
                )
            )
    return (
        scored(state, choices, unit="strength points a turn less") if choices else leave(state, side, actions)
    )


def _whole(unit: int, state: BeyondTheRhine) -> float:
    """Strength points of a counter as it is."""
    return step_worth(unit) * (COUNTERS[unit].steps - state.lost[unit])


def part_with(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """The chart takes one of several counters alike: the one with the fewest steps."""
    choices = []
    for action in actions:
        if isinstance(action, verbs.Take):
            unit = NUMBER[action.unit]
            steps = COUNTERS[unit].steps - state.lost[unit]
            note = f"it has {steps} of {COUNTERS[unit].steps} steps"
            choices.append((action, -_whole(unit, state), note))
    return scored(state, choices, unit="strength points less") if choices else leave(state, side, actions)


def repair(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """One result makes an aircraft whole: the one that has lost most."""
    return _restore(state, side, actions, verbs.Repair)


def use_misc(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """A Misc result brings back what is worth most, for the turns it serves."""
    return _restore(state, side, actions, verbs.Misc)


def _restore(
    state: BeyondTheRhine, side: str, actions: Choices, verb: type[verbs.Repair] | type[verbs.Misc]
) -> Decision:
    choices = list[Choice]()
    for action in actions:
        if isinstance(action, verb):
            unit = NUMBER[action.unit]
            steps = 1 if verb is verbs.Misc and state.at[unit] != DEAD else state.lost[unit]
            gain, turns = step_worth(unit) * steps, _turns(state, unit)
            note = f"{gain:.1f} strength points for {turns} turns"
            choices.append((action, gain * turns, note))
        elif isinstance(action, verbs.Forgo):
            choices.append((action, -1.0, "the result is lost"))
    if not choices:
        return leave(state, side, actions)
    return scored(state, choices, unit=SCORE)


def _turns(state: BeyondTheRhine, unit: int) -> int:
    """Turns a counter still serves, this one with them."""
    return max(0, leaves_on(unit, state.game_of) - state.turn)


# ---------------------------------------------------------------- rebuilding


def purchases(state: BeyondTheRhine, pool: int) -> list[Purchase]:
    """Every step that a pool could buy, if it had the points."""
    offers = []
    for unit in members(rebuildable(state, Turn()) & BUYABLE & ~state.gone):
        if POOL[unit] != pool and state.options.replacement_pools == "two":
            continue
        cost, until = PRICES[unit], leaves_on(unit, state.game_of)
        whole = cost.whole or COUNTERS[unit].steps == 1
        worth = step_worth(unit) * (state.lost[unit] if whole else 1)
        for n in range(1 if whole else state.lost[unit]):
            offers.append(Purchase(unit + n * SERIAL, cost.pax, cost.eq, worth, until))
    return offers


def plan(state: BeyondTheRhine, pool: int) -> Plan:
    stock = Points(*points_of(state, pool))
    rolls = incomes(state, pool, LOOK_AHEAD)
    return choose(purchases(state, pool), stock, state.turn, state.game_of.last, rolls)


def rebuild(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """Buy what the plan of each pool buys, the best first; keep the rest for the next roll."""
    pools = range(1) if state.options.replacement_pools == "one" else range(len(NATIONS))
    chosen = [(step, pool) for pool in pools for step in plan(state, pool).now]
    if not chosen:
        return keep_points(state, actions)
    last = state.game_of.last
    step, pool = max(chosen, key=lambda one: one[0].value(state.turn, last))
    action, value = verbs.Rebuild(NAMES[step.key % SERIAL]), step.value(state.turn, last)
    return scored(state, [(action, value, _reason(state, step)), *_others(state, step, pool)], unit=SCORE)


def _reason(state: BeyondTheRhine, step: Purchase) -> str:
    rate = step.worth / max(step.pax + step.eq, 1)
    turns = max(0, step.until - state.turn)
    return (
        f"{step.worth:.1f} strength points for {price_words(step.pax, step.eq)} ({rate:.1f} a point), for"
        f" {turns} turns"
    )


def _others(state: BeyondTheRhine, chosen: Purchase, pool: int) -> list[Choice]:
    """Other steps that the same points could buy now, each counter once, none above the chosen one."""
    stock, last = Points(*points_of(state, pool)), state.game_of.last
    best = chosen.value(state.turn, last)
    by_unit: dict[int, tuple[Action, float, str]] = {}
    for step in purchases(state, pool):
        unit, value = step.key % SERIAL, step.value(state.turn, last)
        payable = step.pax <= stock.pax and step.eq <= stock.eq
        shares = (step.pax and chosen.pax) or (step.eq and chosen.eq)
        if payable and shares and unit != chosen.key % SERIAL:
            note = _reason(state, step)
            if value > best:
                note += "; bought alone it would leave points that no other step can use"
            by_unit[unit] = (verbs.Rebuild(NAMES[unit]), min(value, best), note)
    return sorted(by_unit.values(), key=lambda one: -one[1])[:MAX_CANDIDATES] or [
        (DONE, 0.0, f"keep {stock.pax} Pax and {stock.eq} Eq")
    ]


def keep_points(state: BeyondTheRhine, actions: Choices) -> Decision:
    """Nothing to buy now: say what the points wait for."""

    def why() -> list[Candidate]:
        candidates = [Candidate(str(DONE), 1.0, _waiting(state))]
        for action in actions:
            if isinstance(action, verbs.Rebuild) and len(candidates) < MAX_CANDIDATES:
                cost = PRICES[NUMBER[action.unit]]
                candidates.append(
                    Candidate(str(action), 0.0, f"costs {price_words(cost.pax, cost.eq)} that serve better")
                )
        return candidates

    return decision(state, DONE, why)


def _waiting(state: BeyondTheRhine) -> str:
    pools = [f"{NATION[nation]} {state.pax[n]} Pax and {state.eq[n]} Eq" for n, nation in enumerate(NATIONS)]
    hurt = (state.dead | short(state)) & BUYABLE
    for pool in range(len(NATIONS)):
        stock = Points(*points_of(state, pool))
        dear = [s for s in purchases(state, pool) if s.pax > stock.pax or s.eq > stock.eq]
        if dear and stock != (0, 0):
            step = max(dear, key=lambda s: s.value(state.turn, state.game_of.last))
            chance = _chance(state, pool, step, stock)
            return (
                f"keep {pools[pool]}: the next roll completes {DISPLAY[step.key % SERIAL]}"
                f" ({_reason(state, step)}) with {chance:.0%}, instead of spending them on less"
            )
    what = "no counter can be rebuilt" if not hurt else "no step can be paid for"
    return f"{what} ({'; '.join(pools)}); points are kept, instead of spent on less"


def _chance(state: BeyondTheRhine, pool: int, step: Purchase, stock: Points) -> float:
    rolls = incomes(state, pool, 1)
    if not rolls:
        return 0.0
    enough = sum(w for p, w in rolls[0] if stock.pax + p.pax >= step.pax and stock.eq + p.eq >= step.eq)
    return enough / sum(w for _, w in rolls[0])


# ---------------------------------------------------------------- shipping


def waiting_overseas(state: BeyondTheRhine) -> list[Load]:
    """Counters in England and Normandy that are not kept there for a drop."""
    afloat = state.overseas & ~AIRCRAFT & ~sent(state) & ~planned(state)
    last = state.game_of
    return [
        Load(unit, cargo(state, unit), _whole(unit, state), leaves_on(unit, last)) for unit in members(afloat)
    ]


def ship(state: BeyondTheRhine, side: str, actions: Choices) -> Decision:
    """Counters to an open port first; then SP up to the caps."""
    ports = [port for port in harbours(state) if port in PORTS]
    last = state.game_of.last
    room = [
        capacity_left(state, "sea"),
        *(caps(t).sea for t in range(state.turn + 1, min(state.turn + SHIPS, last + 1))),
    ]
    loads = waiting_overseas(state) if ports else []
    cargo_ = pack(loads, room, state.turn, last)
    if cargo_:
        load = max(cargo_, key=lambda one: one.value(state.turn, last))
        rest = [one for one in loads if one not in cargo_] or [one for one in loads if one != load]
        choices = [
            (verbs.Sea(NAMES[load.key], ports[0]), load.value(state.turn, last), _load_words(load, room[0]))
        ]
        choices += [
            (verbs.Sea(NAMES[one.key], ports[0]), one.value(state.turn, last), _load_words(one, room[0]))
            for one in rest
            if one.size <= room[0] and one.value(state.turn, last) <= load.value(state.turn, last)
        ]
        return scored(state, [*choices, (DONE, 0.0, "leave the ship empty")], unit=SCORE)
    return haul(state, actions)


def _load_words(load: Load, room: int) -> str:
    return f"{load.worth:.1f} strength points in {load.size} of {room} SP of sea capacity"


def haul(state: BeyondTheRhine, actions: Choices) -> Decision:
    """Carry the SP that no load of this turn has carried yet."""
    carried = state.rail_used + state.sea_used - sum(cargo(state, u) for u in members(sent(state)))
    stock = sum(state.tokens) // TOKENS - carried
    for means in ("rail", "sea"):
        amount = min(capacity_left(state, means), stock)
        if amount > 0 and verbs.Haul(means, amount) in actions:
            limit = getattr(caps(state.turn), means)
            return scored(
                state,
                [
                    (
                        verbs.Haul(means, amount),
                        float(amount),
                        f"{amount} of the {limit} SP {means} can carry",
                    ),
                    (DONE, 0.0, "capacity is not saved"),
                ],
                unit="SP less",
            )
    rail, sea = capacity_left(state, "rail"), capacity_left(state, "sea")
    room = f"{rail} SP of rail and {sea} SP of sea capacity are left"
    text = f"{room}, and no load is worth it, instead of carrying one twice"
    return decision(state, DONE, lambda: [Candidate(str(DONE), 0.0, text)])


HABITS: dict[str, Callable[[BeyondTheRhine, str, Choices], Decision]] = {
    "situation": report_situation,
    "first player": go_first,
    "arrivals": arrive,
    "leaving": part_with,
    "condition": confirm,
    "misc condition": confirm,
    "air replacements": repair,
    "misc": use_misc,
    "rebuilding": rebuild,
    "shipping": ship,
    "play": end_play,
}
