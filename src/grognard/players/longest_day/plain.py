"""A plain player of The Longest Day: fixed rules, one unit at a time, no search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from grognard.core.choices import Choices, Part
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.longest_day import verbs
from grognard.games.longest_day.board import BEACH, GRID
from grognard.games.longest_day.combat import joinable, supporting
from grognard.games.longest_day.command import chain, stock
from grognard.games.longest_day.fire import fire_needs, guns_bearing
from grognard.games.longest_day.odds import final_column, odds_column
from grognard.games.longest_day.pieces import (
    ALLIED,
    ATTACK,
    COMBAT,
    CORPS_HQ,
    DEFENCE,
    DIVISION,
    DIVISION_HQ,
    HQ,
    NAMES,
    OF_DIVISION,
    OF_SIDE,
    RANGE,
    RANGED,
    SIDE,
    SUPPLY,
    UNIT,
)
from grognard.games.longest_day.position import SUPPLY_NUMBER, Barrage, Combat, LongestDay, Retreat
from grognard.games.longest_day.supply import draws_on
from grognard.games.longest_day.victory import HEX_POINTS
from grognard.players.seat import Decision, PlayerSettings, PlayerView, fixed_rule

from .ground import STRONG_GROUND, Ground

WORTH_IT = 4  # columns from 1: 2:1 and better is worth an attack
PLENTY = 8  # the last column: no more units need join
Answer = Iterator[Action]
Rule = Callable[[LongestDay, str, PlayerSettings, Choices], Answer]


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    return by_rules(RULES, REASONS, sight, orders)


def by_rules(
    rules: Mapping[str, Rule], reasons: Mapping[str, str], sight: PlayerView, orders: PlayerSettings
) -> Decision:
    """The first answer the rules of this phase give that is legal; nothing to say is `done`, or whatever
    there is.
    """
    state, actions = sight.position, sight.actions
    phase = state.step.name.removeprefix(f"{sight.side} ")
    rule, clause = rules.get(phase, rest), state.step.clause
    for habit in (form, rule):
        for action in habit(state, sight.side, orders, actions):
            if action in actions:
                return fixed_rule(action, reasons[habit.__name__], clause)
    return fixed_rule(next(rest(state, sight.side, orders, actions)), reasons["rest"], clause)


def rest(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """Leave it if that is possible; else anything there is."""
    yield DONE if DONE in actions else actions.sample(orders.rng)


# ---------------------------------------------------------------- the ledger, deliveries, replacements


def form(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """TLD-A.corps.25: a de facto corps wherever one may be formed: divisions beyond their corps HQ would act
    alone.
    """
    for part in actions.parts:
        if part.pick.verb is verbs.Form:
            yield from (verbs.Form(NAMES[hq]) for hq in members(part.ready))


def company(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """As many divisions as there may be."""
    yield from sorted(
        (a for a in actions if isinstance(a, verbs.With)), key=lambda a: (-a.hqs.count("+"), a.hqs)
    )


def go_without(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """TLD-J.11: the weakest goes unsupplied; a brigade only if there is nothing else."""
    choices = [a for a in actions if isinstance(a, verbs.Over)]
    yield from sorted(
        choices, key=lambda a: (a.unit not in UNIT, ATTACK[UNIT[a.unit]] if a.unit in UNIT else 0, a.unit)
    )


def pay(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """TLD-B.5.b: the HQ that has paid, or has not fought yet, and of these the one with most supply."""
    choices = [a for a in actions if isinstance(a, verbs.Draw)]
    yield from sorted(choices, key=lambda a: _price(state, UNIT[a.unit]))


def _price(state: LongestDay, hq: int) -> tuple[bool, bool, int]:
    steps = sum(1 if state.half >> u & 1 else 2 for u in members(stock(state, hq)))
    return not state.spent >> hq & 1, bool(state.once >> hq & 1), -steps


def scrap(state: object, side: str, orders: PlayerSettings, actions: object) -> Answer:
    """A set of orders is none of its habits: the staff writes."""
    yield verbs.Scrap()


def write(state: object, side: str, orders: PlayerSettings, actions: object) -> Answer:
    """The staff writes once a segment; the rest is left as it is."""
    yield verbs.Staff()
    yield DONE


def stay(state: object, side: str, orders: PlayerSettings, actions: object) -> Answer:
    """Keep every unit that may stay where it is."""
    yield verbs.To("stay")


def deliver(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """To the open hex nearest to an HQ that has no supply."""
    needy = [state.at[hq] for hq in members(state.on_map & HQ & OF_SIDE[side]) if not stock(state, hq)]
    everywhere = needy or [state.at[hq] for hq in members(state.on_map & HQ & OF_SIDE[side])]
    choices = [a for a in actions if isinstance(a, verbs.Deliver)]
    if choices and everywhere:
        yield min(choices, key=lambda a: min(GRID.distance(GRID.number[a.hex], h) for h in everywhere))
    yield from choices


def replaced(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """The strongest first."""
    choices = [a for a in actions if isinstance(a, verbs.Replace)]
    yield from sorted(choices, key=lambda a: -(ATTACK[UNIT[a.unit]] + DEFENCE[UNIT[a.unit]]))


# ---------------------------------------------------------------- movement


def move(mechanized: bool) -> Rule:
    def rule(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
        """Every unit once: fighting units, then HQs, guns and supply units, which follow them."""
        queue, ground = phase_queue(state, side, orders, mechanized)
        parts = {part.pick.verb: part for part in actions.parts}
        while queue:
            unit = queue.pop(0)
            if (action := _best_move(state, side, unit, ground, parts, mechanized)) is not None:
                yield action
        for unit in members(state.due & CORPS_HQ & OF_SIDE[side]):  # they may not wait
            part = parts.get(verbs.Move)
            if part is not None and part.ready >> unit & 1 and (hexes := part.places(unit)):
                yield verbs.Move(NAMES[unit], GRID.name[members(hexes)[0]])
        yield DONE

    return rule


def phase_queue(
    state: LongestDay, side: str, orders: PlayerSettings, mechanized: bool
) -> tuple[list[int], Ground]:
    """The units still to be thought of in this phase; made anew when the phase is."""
    key = (state.day, side, mechanized)
    if orders.notes.get("phase") != key or state.moved == 0:
        orders.notes["phase"], orders.notes["ground"] = key, Ground(state, side)
        mine = OF_SIDE[side] & (state.on_map | state.due)
        ground = orders.notes["ground"]
        fighters = mine & COMBAT & ~HQ & ~RANGED
        near = sorted(members(fighters), key=lambda u: (state.at[u] < 0, ground.to_enemy(state.at[u])))
        followers = [*members(mine & HQ), *members(mine & RANGED), *members(mine & SUPPLY)]
        orders.notes["queue"] = near if mechanized else [*near, *followers]
        if mechanized and state.due & mine:
            orders.notes["queue"] = [*near, *members(mine & state.due & (HQ | RANGED))]
    return orders.notes["queue"], orders.notes["ground"]


def _best_move(
    state: LongestDay,
    side: str,
    unit: int,
    ground: Ground,
    parts: Mapping[type[Action], Part],
    mechanized: bool,
) -> Action | None:
    part = parts.get(verbs.Move)
    if part is None or not part.ready >> unit & 1:
        return None
    if state.strong >> unit & 1 or (state.at[unit] >= 0 and stays(state, side, unit, ground)):
        return None
    score = scorer(state, side, unit, ground)
    best, goal = (score(state.at[unit]) + 0.5, -1) if state.at[unit] >= 0 else (-1e9, -1)
    for hex_ in members(part.places(unit)):
        value = score(hex_)
        if value > best:
            best, goal = value, hex_
    if goal < 0:
        afloat = parts.get(verbs.Float)
        if afloat is not None and afloat.ready >> unit & 1 and (hexes := afloat.places(unit)):
            return verbs.Float(NAMES[unit], GRID.name[members(hexes)[0]])
        return None
    return verbs.Move(NAMES[unit], GRID.name[goal])


def stays(state: LongestDay, side: str, unit: int, ground: Ground) -> bool:
    """A German beside the enemy in a place worth holding does not leave it."""
    hex_ = state.at[unit]
    return side != ALLIED and ground.to_enemy(hex_) <= 1 and hex_ in HEX_POINTS


def scorer(state: LongestDay, side: str, unit: int, ground: Ground) -> Callable[[int], float]:
    if SUPPLY >> unit & 1:
        return _supply_score(state, side, unit, ground)
    if HQ >> unit & 1:
        return _hq_score(state, side, unit, ground)
    home = hq_hex(state, unit)
    if RANGED >> unit & 1:
        return lambda h: (
            -abs(ground.to_enemy(h) - max(2, RANGE[unit] - 2))
            - leash(h, home, state.day)
            + 0.3 * (not BEACH >> h & 1)
        )
    return (_press if side == ALLIED else _hold)(state, unit, ground, home)


def hq_hex(state: LongestDay, unit: int) -> int:
    hq = chain(state, SIDE[unit]).hq[unit]
    return int(state.at[hq]) if hq >= 0 else -1


def leash(hex_: int, home: int, day: int) -> float:
    """Beyond eight hexes of its HQ a unit is of no use."""
    return 0.0 if home < 0 or day == 0 else 6.0 * max(0, GRID.distance(hex_, home) - 7)


def stacked(state: LongestDay, unit: int, hex_: int) -> int:
    return int((state.here.get(hex_, 0) & OF_SIDE[SIDE[unit]] & COMBAT & ~HQ).bit_count())


def _press(state: LongestDay, unit: int, ground: Ground, home: int) -> Callable[[int], float]:
    """Towards the nearest objective, beside the enemy and in company."""

    def value(h: int) -> float:
        near = ground.to_enemy(h)
        return (
            -1.2 * ground.to_wanted(h)
            - (0.8 * near if near > 1 else 0.0)
            + 0.6 * min(stacked(state, unit, h), 2)
            - leash(h, home, state.day)
        )

    return value


def _hold(state: LongestDay, unit: int, ground: Ground, home: int) -> Callable[[int], float]:
    """Between the enemy and what is worth keeping: close to both, on strong ground, one hex thick."""

    def value(h: int) -> float:
        near = ground.to_enemy(h)
        line = 3.0 - 1.0 * abs(near - 1) if near < 8 else -0.7 * near
        return (
            line
            + 1.5 * ground.worth(h)
            - 0.2 * ground.to_kept(h)
            + 0.8 * (STRONG_GROUND >> h & 1)
            + (2.5 if h in HEX_POINTS else 0.0)
            - 0.3 * stacked(state, unit, h)
            - leash(h, home, state.day)
        )

    return value


def _hq_score(state: LongestDay, side: str, hq: int, ground: Ground) -> Callable[[int], float]:
    """Behind the middle of its units, near its corps HQ, and with the supply unit it has."""
    link = chain(state, side)
    if CORPS_HQ >> hq & 1:
        where = [state.at[h] for h in link.hqs_of(link.corps[hq]) if h != hq and state.at[h] >= 0]
    else:
        where = [state.at[u] for u in members(OF_DIVISION[DIVISION[hq]] & state.on_map & ~(1 << hq))]
    main = link.hqs_of(link.corps[hq])[:1] if link.corps[hq] and DIVISION_HQ >> hq & 1 else []
    corps = state.at[main[0]] if main else -1
    at = state.at[hq]
    has_supply = at >= 0 and bool(stock(state, hq))

    def value(h: int) -> float:
        spread = sum(min(GRID.distance(h, w), 12) for w in where) / len(where) if where else 0.0
        far = 2.0 * max(0, GRID.distance(h, corps) - 7) if corps >= 0 else 0.0
        bold = 3.0 * max(0, 3 - ground.to_enemy(h))
        return (
            -1.0 * spread - far - bold + (4.0 if has_supply and h == at else 0.0) + 0.5 * (not BEACH >> h & 1)
        )

    return value


def _supply_score(state: LongestDay, side: str, unit: int, ground: Ground) -> Callable[[int], float]:
    """To the nearest HQ of its corps that has nothing, else to the one that has least."""
    link, home = chain(state, side), state.bound[SUPPLY_NUMBER[unit]]
    hqs = [
        h
        for h in members(state.on_map & HQ & OF_SIDE[side])
        if not home or home in (link.corps[h], link.named_corps(h))
    ]
    at = state.at[unit]
    wants: dict[int, float] = {}
    for hq in hqs:
        others = stock(state, hq) & ~(1 << unit)
        steps = sum(1 if state.half >> u & 1 else 2 for u in members(others))
        wants[state.at[hq]] = 9.0 - 3.0 * steps - 0.35 * GRID.distance(at, state.at[hq])
    goal, best = max(wants.items(), key=lambda item: item[1], default=(at, 0.0))
    return lambda h: (
        (best + 20 if h == goal else 0.0)
        - GRID.distance(h, goal)
        - 4.0 * max(0, 2 - ground.to_enemy(h)) * (h != goal)
    )


# ---------------------------------------------------------------- fighting


def attack(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """The attack with the best column first, if it is worth it."""
    ranked: list[tuple[float, Action]] = []
    targets: dict[int, list[int]] = {}
    for part in [part for part in actions.parts if part.pick.verb is verbs.Attack]:
        for unit in members(part.ready):
            for hex_ in members(part.places(unit)):
                targets.setdefault(hex_, []).append(unit)
    for hex_, units in targets.items():
        lead = max(units, key=lambda u: ATTACK[u])
        column = _promise(state, side, hex_, lead)
        if column >= WORTH_IT:
            ranked.append((column + 0.2 * _points(hex_), verbs.Attack(NAMES[lead], GRID.name[hex_])))
    yield from (action for _, action in sorted(ranked, key=lambda pair: -pair[0]))
    yield DONE


def _points(hex_: int) -> int:
    return HEX_POINTS.get(hex_, 0)  # type: ignore[call-overload,no-any-return]


def _promise(state: LongestDay, side: str, hex_: int, lead: int) -> int:
    """The column an attack comes to with every unit that can join and every gun that can help."""
    frame = Combat(side=side, hex=hex_, attackers=(lead,))  # type: ignore[arg-type]
    others = tuple(u for u in members(joinable(state, frame)) if u != lead)
    frame = replace(frame, attackers=(lead, *others), guns=tuple(members(supporting(state, frame))))
    return final_column(state, frame) if odds_column(state, frame) else 0


def join(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """Every unit that is needed joins; ships before guns, and of these only what lifts the column."""
    frame = state.stack[-1]
    if isinstance(frame, Barrage):
        yield from more_guns(state, frame, actions)
        return
    assert isinstance(frame, Combat)
    now = columns(state, frame)
    if now < PLENTY:
        for verb in (verbs.Join, verbs.Ships, verbs.Support):
            for action in sorted((a for a in actions if isinstance(a, verb)), key=_weight):
                if verb is not verbs.Support or columns(state, _with(frame, action)) > now:
                    yield action
        if guns := [a for a in actions if isinstance(a, verbs.Support)]:
            whole = frame
            for action in guns:
                whole = _with(whole, action)
            if columns(state, whole) > now:
                yield max(guns, key=lambda a: ATTACK[UNIT[a.unit]])
    yield DONE


def _weight(action: object) -> float:
    return -ATTACK[UNIT[action.unit]] if hasattr(action, "unit") else 0.0


def _with(frame: Combat, action: verbs.Ships | verbs.Support | verbs.Join) -> Combat:
    if isinstance(action, verbs.Ships):
        return replace(frame, naval=(*frame.naval, action.beach))
    return replace(frame, guns=(*frame.guns, UNIT[action.unit]))


def columns(state: LongestDay, frame: Combat) -> float:
    """The column before the table ends, so that a shift in hand counts."""
    return float(final_column(state, frame)) if odds_column(state, frame) else 0.0


def fire(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """Guns of an HQ that can pay, at the hex where they are likeliest to disrupt."""
    for part in actions.parts:
        for unit in members(part.ready):
            if not rich(state, unit):
                continue
            for hex_ in members(part.places(unit)):
                bearing = [
                    u
                    for u in members(guns_bearing(state, hex_, side))
                    if rich(state, u) and draws_on(state, u) == draws_on(state, unit)
                ]
                if fire_needs(state, Barrage(side=side, hex=hex_, guns=tuple(bearing))) <= 4:  # type: ignore[arg-type]
                    yield verbs.Fire(NAMES[unit], GRID.name[hex_])
    yield DONE


def rich(state: LongestDay, unit: int) -> bool:
    """Whether its HQ can spare a half step: it has paid already, or has more than one half step left."""
    hq = draws_on(state, unit)
    if state.day == 0 or hq < 0 or state.spent >> hq & 1:
        return True
    return sum(1 if state.half >> u & 1 else 2 for u in members(stock(state, hq))) > 2


def more_guns(state: LongestDay, frame: Barrage, actions: Choices) -> Answer:
    hqs = {draws_on(state, u) for u in frame.guns}
    if fire_needs(state, frame) > 3:
        for action in actions:
            if isinstance(action, verbs.Join) and draws_on(state, UNIT[action.unit]) in hqs:
                yield action
    yield DONE


def lose(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """What is worth least goes first."""
    choices = [a for a in actions if isinstance(a, verbs.Lose)]
    yield from sorted(choices, key=lambda a: ATTACK[UNIT[a.unit]] + DEFENCE[UNIT[a.unit]])


def spend(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """A half step before a whole one."""
    choices = [a for a in actions if isinstance(a, verbs.Spend)]
    yield from sorted(choices, key=lambda a: not state.half >> UNIT[a.unit] & 1)


def retreat(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """Towards its HQ, away from the enemy."""
    value = retreat_value(state, side)
    yield from sorted((a for a in actions if isinstance(a, verbs.Withdraw)), key=lambda a: -value(a))


def retreat_value(state: LongestDay, side: str) -> Callable[[verbs.Withdraw], float]:
    """What a hex is worth to the unit that retreats."""
    frame = state.stack[-1]
    assert isinstance(frame, Retreat)
    home, ground = hq_hex(state, frame.unit), Ground(state, side)

    def value(action: verbs.Withdraw) -> float:
        hex_ = GRID.number[action.hex]
        return min(ground.to_enemy(hex_), 3) - (0.5 * GRID.distance(hex_, home) if home >= 0 else 0.0)

    return value


def advance(state: LongestDay, side: str, orders: PlayerSettings, actions: Choices) -> Answer:
    """Into an objective or, for the attacker of the campaign, anywhere: two units."""
    frame = state.stack[-1]
    assert isinstance(frame, Combat)
    inside = stacked(state, frame.attackers[0], frame.hex)
    if (side == ALLIED or frame.hex in HEX_POINTS) and inside < 2:
        yield from sorted(
            (a for a in actions if isinstance(a, verbs.Advance)), key=lambda a: -DEFENCE[UNIT[a.unit]]
        )
    yield DONE


REASONS = {  # by the name of the rule
    "rest": "end the step when it can be ended",
    "form": "form a de facto corps where divisions are beyond their corps HQ",
    "company": "put as many divisions as possible into the de facto corps",
    "go_without": "leave the weakest unit without supply, a brigade last",
    "pay": "draw on the HQ that has paid or not fought yet, then on the one with most supply",
    "scrap": "leave sets of orders to the staff",
    "write": "the staff writes the orders once a segment",
    "stay": "keep the unit in its corps",
    "deliver": "deliver to the open hex nearest to an HQ without supply",
    "replaced": "replace the strongest unit first",
    "rule": "move combat units first, then HQs, artillery and supply units",
    "attack": "the attack with the best odds first, at 2:1 or better",
    "join": "add the units that raise the odds; ships before artillery",
    "fire": "fire artillery at the hex it is likeliest to disrupt, if its HQ can pay",
    "lose": "lose the unit with the lowest value",
    "spend": "spend half a supply unit before a whole one",
    "retreat": "retreat toward the HQ, away from the enemy",
    "advance": "advance two units into an objective; the attacker of the campaign advances anywhere",
}
RULES: dict[str, Rule] = {
    "orders": write,
    "late orders": write,
    "where to": stay,
    "supply delivery": deliver,
    "replacements": replaced,
    "movement": move(False),
    "mechanized movement": move(True),
    "defensive fire": fire,
    "combat": attack,
    "attackers and support": join,
    "more guns": join,
    "losses": lose,
    "losses in exchange": lose,
    "excess": lose,
    "excess after": lose,
    "units over": go_without,
    "de facto corps": company,
    "HQ that pays": pay,
    "orders together": scrap,
    "where to, together": stay,
    "supply spent": spend,
    "retreat": retreat,
    "advance": advance,
}
