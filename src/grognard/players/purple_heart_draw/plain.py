"""PHD-Z15: a plain player of the Tactical Mission, for either side: a function of what the seat sees and may
do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.core.ruling import total
from grognard.games.purple_heart_draw import verbs
from grognard.games.purple_heart_draw.arrival import known_mines
from grognard.games.purple_heart_draw.board import COLUMN_OF, CONCEALMENT, GRID, ROW_OF, ROWS
from grognard.games.purple_heart_draw.charts import CHART, LINE
from grognard.games.purple_heart_draw.pieces import ENEMY, GERMAN, KINDS, NAMES, NUMBER, NUMBER_OF, US, is_gun
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, ground, own, start_of
from grognard.games.purple_heart_draw.redeploy import dice_needed
from grognard.games.purple_heart_draw.redeploy_dice import modifiers, odds
from grognard.games.purple_heart_draw.troops import DATA, LANE_NAMES, LANE_OF, SPAN, VALUE
from grognard.players.seat import Decision, PlayerSettings, PlayerView, fixed_rule

SEAT, WEIGHTS = DATA["seat"], DATA["seat"]["weights"]
LANES = range(len(LANE_NAMES))
MIDDLE = [(a + b) // 2 for a, b in SPAN]
NOT_WANTED = -1000.0  # the first lane leads to no goal
TANK = tuple(DATA["strength"]["afv_mobile"])
UNDER_COVER = 2.5  # the defence of a concealed stack: a squad, it may be
SPARE_TP = 4  # PHD-Z15: with so many left a German buys stores
LIKELY = 0.7  # a unit that need not redeploy does if it gets there so likely
WORKS, FIRST_WORKS = (
    ("foxhole.3", "wire", "ap_mines.8"),
    10,
)  # PHD-Z15: and the row of those before the first scenario


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """What the step asks for decides which habit answers; the reason is its rule in words."""
    if (inside := fight_view(sight)) is not None:
        return fight(inside, orders)
    state, side = sight.position, sight.side
    habit = next((habit for words, habit in HABITS if words in state.step.name), rest)
    return fixed_rule(habit(state, side, sight.actions, orders), REASONS[habit.__name__], state.step.clause)


def fight_view(sight: PlayerView) -> PlayerView | None:
    """What a seat sees of the fight in which a TM Scenario is played out; `None`: none is under way."""
    inner = sight.position.waiting_step()[1].within(sight.position)
    return None if inner is None else PlayerView(sight.side, inner, sight.actions)


def fight(inside: PlayerView, orders: PlayerSettings) -> Decision:
    """A TM Scenario that is fought squad by squad is fought by the plain player of the firefight."""
    from grognard.players.purple_heart_draw_firefight import plain as squads  # when a fight is under way

    return squads.decide(inside, orders)


def rest(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Leave it if that is possible; else anything there is."""
    return DONE if DONE in actions else actions.sample(orders.rng)


# ---------------------------------------------------------------- what it sees of the lanes


def lane_strength(state: PurpleHeartDraw, side: str) -> list[list[float]]:
    """By lane, attack and defence of what this seat can see of a side."""
    strength = [[0.0, 0.0] for _ in LANES]
    seen = own(state, side) if side == _seat(state) else own(state, side) & state.open
    for u in members(seen):
        lane = (
            state.lane[u]
            if state.lane[u] >= 0
            else LANE_OF[COLUMN_OF[state.at[u]]]
            if state.at[u] >= 0
            else -1
        )
        if lane >= 0:
            attack, defence = VALUE.get(
                state.kind[u], TANK if KINDS[state.kind[u]].type == "vehicle" else (0.0, 0.0)
            )
            strength[lane][0] += attack
            strength[lane][1] += defence
    for hex_ in members(int(state.cover[NUMBER[side]])) if side != _seat(state) else ():
        strength[LANE_OF[COLUMN_OF[hex_]]][1] += UNDER_COVER
    return strength


def _seat(state: PurpleHeartDraw) -> str:
    return str(state.to_move)


def lines(state: PurpleHeartDraw, side: str) -> list[int]:
    """How far a side has come in each lane, by what is seen of it."""
    n = NUMBER[side]
    rows: list[list[int]] = [[] for _ in LANES]
    for u in members(own(state, side) & (state.open | (own(state, side) if side == _seat(state) else 0))):
        if state.at[u] >= 0:
            rows[LANE_OF[COLUMN_OF[state.at[u]]]].append(ROW_OF[state.at[u]])
    edge = (0, ROWS + 1)[n]
    return [(max(r) if n == 0 else min(r)) if r else edge for r in rows]


def need(state: PurpleHeartDraw, side: str) -> list[float]:
    """PHD-Z15: how much each lane wants men: of the US the way to go and what bars it, of the German how weak
    it is there.
    """
    ours, theirs = lane_strength(state, side), lane_strength(state, ENEMY[side])
    if side == GERMAN:
        return [WEIGHTS["w4"] * theirs[k][0] - ours[k][1] if k else NOT_WANTED for k in LANES]
    line, goal = lines(state, side), [int(SEAT["goal_row"].get(name, 0)) for name in LANE_NAMES]
    return [
        (
            WEIGHTS["w1"] * (goal[k] - line[k]) + WEIGHTS["w2"] * theirs[k][1] - WEIGHTS["w3"] * ours[k][0]
            if goal[k]
            else NOT_WANTED
        )
        for k in LANES
    ]


def best_lane(state: PurpleHeartDraw, side: str) -> int:
    """PHD-Z15: where a new group goes."""
    wanted = need(state, side)
    return max(LANES, key=lambda k: (wanted[k], -k))


# ---------------------------------------------------------------- purchases


def buy(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """The Attack Option first, then once down the list; a German with points to spare buys stores."""
    n = NUMBER[side]
    if state.chit[n] != "attack" and _attacks(state, side) and verbs.Buy("M5") in actions:
        return verbs.Buy("M5")
    wanted = _priority(state, side, orders)
    if side == GERMAN and state.scenario > 1 and state.tp[n] >= SPARE_TP:
        wanted.append("M3")
    seen: dict[str, int] = {}
    for id_ in wanted:
        seen[id_] = seen.get(id_, 0) + 1
        if (
            state.now[n][LINE[side][id_]] < seen[id_]
            and (purchase := _purchase(side, id_, actions)) is not None
        ):
            return purchase
    return DONE


def _priority(state: PurpleHeartDraw, side: str, orders: PlayerSettings) -> list[str]:
    """The list of the side; what comes after its first entries in an order of its own every scenario."""
    if state.scenario == 1:
        return list(SEAT["initial_priority"][side])
    if (state.scenario, side) not in orders.notes:
        listed, fixed = SEAT["priority"][side], int(SEAT["shuffle_after"])
        orders.notes[state.scenario, side] = [
            *listed[:fixed],
            *orders.rng.sample(listed[fixed:], len(listed) - fixed),
        ]
    return list(orders.notes[state.scenario, side])


def _purchase(side: str, id_: str, actions: Choices) -> Action | None:
    """PHD-Z15: US as reinforcement, German on-map where allowed."""
    rg = CHART[side][LINE[side][id_]]
    if rg.type in ("O", "M"):
        return verbs.Buy(id_) if verbs.Buy(id_) in actions else None
    ways = ("reinforcement",) if side == US else ("on_map", "reinforcement")
    return next((verbs.Buy(f"{id_}.{mode}") for mode in ways if verbs.Buy(f"{id_}.{mode}") in actions), None)


def _attacks(state: PurpleHeartDraw, side: str) -> bool:
    if side == US:
        return True
    if state.scenario < int(SEAT["german_attack_from"]):
        return False
    ours, theirs = (sum(row[k] for row in lane_strength(state, owner)) for owner, k in ((GERMAN, 0), (US, 1)))
    return ours > float(SEAT["german_attack_share"]) * theirs


def wanted_works(state: PurpleHeartDraw, side: str) -> list[tuple[str, int, int]]:
    """PHD-Z15: works by lane and row: at the start in row 10 of L2 to L5, later behind the line; what is
    there is left out.
    """
    n, line, works = NUMBER[side], lines(state, side), []
    for lane in (1, 2, 3, 4):
        row = (
            FIRST_WORKS
            if state.scenario == 1
            else min(max(line[lane] + (1 if side == GERMAN else -1), 2), ROWS - 1)
        )
        near = {
            item
            for item, h in (*state.buried[n], *state.forts[n])
            if LANE_OF[COLUMN_OF[h]] == lane and abs(ROW_OF[h] - row) <= 1
        }
        works += [(item, lane, row) for item in WORKS if item not in near]
    return works


def fortify(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """PHD-Z15: foxholes, wire and mines for L2 to L5, for 15 DSP a lane; they are placed at set-up."""
    bought = list(state.stock[NUMBER[side]])
    for item, _, _ in wanted_works(state, side):
        if item in bought:
            bought.remove(item)
        elif verbs.Stock(item) in actions:
            return verbs.Stock(item)
    return DONE


def build(state: PurpleHeartDraw, side: str, actions: Choices) -> Action | None:
    """A work that was bought goes to the lane that lacks it, in the middle of its row."""
    for item, lane, row in wanted_works(state, side) if state.stock[NUMBER[side]] else ():
        hexes = [
            h
            for h in (actions.hexes(item) if item in state.stock[NUMBER[side]] else ())
            if LANE_OF[COLUMN_OF[GRID.number[h]]] == lane and abs(ROW_OF[GRID.number[h]] - row) <= 1
        ]
        if hexes:
            return verbs.Fortify(item, hexes[len(hexes) // 2])
    return None


# ---------------------------------------------------------------- ground


def set_up(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Bought units a few rows behind the line of the weakest lane; reinforcements to the lane that needs
    them.
    """
    for pick, unit, places in actions.groups:
        if pick is None or pick.verb not in (verbs.Declare, verbs.Place):
            continue
        if state.card:
            return verbs.Place(NAMES[unit], GRID.name[_cover(members(places), orders)])
        lane = _lane_of_group(state, side, unit)
        if pick.verb is verbs.Declare:
            column = MIDDLE[lane]
            return verbs.Declare(
                NAMES[unit], GRID.name[min(members(places), key=lambda h: abs(COLUMN_OF[h] - column))]
            )
        return verbs.Place(NAMES[unit], GRID.name[_spot(state, side, unit, lane, places)])
    return (None if state.card else build(state, side, actions)) or DONE


def _cover(places: list[int], orders: PlayerSettings) -> int:
    """On a card: anywhere in cover."""
    hidden = [h for h in places if CONCEALMENT >> h & 1]
    return orders.rng.choice(hidden or places)


def _lane_of_group(state: PurpleHeartDraw, side: str, unit: int) -> int:
    """A group stays together; the first two of the order of battle have their lanes (PHD-Z15)."""
    mates = [u for u in members(own(state, side)) if state.group[u] == state.group[unit] and u != unit]
    for u in mates:
        if state.at[u] >= 0:
            return LANE_OF[COLUMN_OF[state.at[u]]]
        if state.lane[u] >= 0:
            return state.lane[u]
    if state.scenario == 1 and state.group[unit] in (1, 2):
        return LANE_NAMES.index(SEAT["initial_lanes"][side][state.group[unit] - 1])
    return best_lane(state, side)


def _spot(state: PurpleHeartDraw, side: str, unit: int, lane: int, places: int) -> int:
    first, last = SEAT["initial_german_rows"]
    back = 1 if side == GERMAN else -1
    line = lines(state, side)[lane]
    row = (first + last) // 2 if state.scenario == 1 else min(max(line + 2 * back, 2), ROWS - 1)

    def rank(hex_: int) -> tuple[int, int, bool, int]:
        return LANE_OF[COLUMN_OF[hex_]] != lane, abs(ROW_OF[hex_] - row), not CONCEALMENT >> hex_ & 1, hex_

    return min(members(places), key=rank)


def redeploy(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """A unit that must go goes to the nearest hex; one that may goes if it is likely to get there; behind
    the FEBA some shift.
    """
    if "redeployment v" in state.step.name:
        return shift(state, side, actions, orders)
    for pick, unit, places in actions.groups:
        if pick is None:
            continue
        start = start_of(state, unit)
        if DONE not in actions or likelihood(state, side, unit) >= LIKELY:
            mines = known_mines(state, side)
            goal = min(
                members(places),
                key=lambda h: (mines >> h & 1, GRID.distance(h, start), not CONCEALMENT >> h & 1, h),
            )
            return verbs.Redeploy(NAMES[unit], GRID.name[goal])
    return rest(state, side, actions, orders)


def likelihood(state: PurpleHeartDraw, side: str, unit: int) -> Fraction:
    """The chance that a unit by itself gets where it is sent."""
    drm = total(modifiers(state, side, [unit], start_of(state, unit)))
    chances = odds(KINDS[state.kind[unit]].type == "vehicle", drm)
    return sum((chance for result, chance in chances.items() if "redeploys" in result), Fraction(0))


def shift(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """PHD-Z15: Infantry that needs no DR, on an even dr, to an adjacent lane that wants it more, never past
    its own line there. PHD-TM8: units that left the map come back first, as near to their line as they can.
    """
    wanted, line = need(state, side), lines(state, side)
    weight, index = (WEIGHTS["w3"], 0) if side == US else (1.0, 1)
    for part in actions.parts:
        for unit in members(part.ready) if part.pick.verb is verbs.Redeploy else ():
            value = VALUE.get(state.kind[unit], (0.0, 0.0))[index]
            own_lane = LANE_OF[COLUMN_OF[start_of(state, unit)]]
            if (
                state.exit[unit] >= 0
                and not dice_needed(state, unit, "v")
                and (places := part.places(unit) & ~known_mines(state, side))
            ):
                return verbs.Redeploy(NAMES[unit], GRID.name[_back(places, own_lane, line[own_lane])])
            if (
                not value
                or any(map(is_gun, state.gear[unit]))
                or orders.notes.setdefault(("shift", state.scenario, unit), orders.rng.randrange(6)) % 2
            ):
                continue
            best = max((k for k in (own_lane - 1, own_lane + 1) if k in LANES), key=lambda k: wanted[k])
            if wanted[best] - wanted[own_lane] <= 2 * weight * value:
                continue  # what it leaves would want it as much as where it goes
            goal = _beside(part.places(unit) & ~known_mines(state, side), side, best, line[best])
            if goal >= 0:
                return verbs.Redeploy(NAMES[unit], GRID.name[goal])
    return DONE


def _back(places: int, lane: int, line: int) -> int:
    """The hex nearest to the line of a lane, in that lane if it can be, in cover if there is any."""

    def rank(hex_: int) -> tuple[bool, int, bool, int]:
        return LANE_OF[COLUMN_OF[hex_]] != lane, abs(ROW_OF[hex_] - line), not CONCEALMENT >> hex_ & 1, hex_

    return min(members(places), key=rank)


def _beside(places: int, side: str, lane: int, line: int) -> int:
    """The hex nearest to the line of a lane, on the own side of it, in cover if there is any; -1 for none."""
    back = 1 if side == GERMAN else -1
    fit = [h for h in members(places) if LANE_OF[COLUMN_OF[h]] == lane and (ROW_OF[h] - line) * back >= 0]
    return min(fit, key=lambda h: (abs(ROW_OF[h] - line), not CONCEALMENT >> h & 1, h)) if fit else -1


# ---------------------------------------------------------------- fighting, people


def command(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Each module fires where the enemy is strongest; postures are left to the odds (PHD-Z9)."""
    theirs = lane_strength(state, ENEMY[side])
    aims = [a for a in actions if isinstance(a, verbs.Aim)]
    if not aims:
        return DONE
    wanted = LANE_NAMES[max(LANES, key=lambda k: (theirs[k][0] + theirs[k][1], -k))]
    return next((a for a in aims if a.unit.endswith(wanted)), DONE)


def best_men(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Promotions go to the strongest; a leader DR is always taken."""
    listed: Sequence[Action] = list(actions)
    if verbs.Promote("roll") in listed:
        return verbs.Promote("roll")
    units = [a for a in listed if isinstance(a, verbs.Harden | verbs.Merge | verbs.Ranks)]
    if not units:
        return rest(state, side, actions, orders)
    return max(units, key=lambda a: (VALUE.get(state.kind[NUMBER_OF[a.unit]], (0.0,))[0], a.unit))


def pair_up(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """PHD-C5.21: the nearest two, in cover if one of them has it."""

    def rank(action: verbs.Recombine) -> tuple[int, bool, str]:
        goal = GRID.number[action.hex]
        return GRID.distance(state.at[NUMBER_OF[action.unit]], goal), not CONCEALMENT >> goal & 1, str(action)

    pairs = [a for a in actions if isinstance(a, verbs.Recombine)]
    return min(pairs, key=rank) if pairs and DONE not in actions else rest(state, side, actions, orders)


def which(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """A weapon goes to the strongest of those that carry least; what costs something to the weakest."""
    takes = "takes" in state.step.name

    def rank(action: verbs.Choose) -> tuple[int, float, str]:
        u = NUMBER_OF[action.unit]
        value = VALUE.get(state.kind[u], (0.0,))[0]
        return (len(state.gear[u]), -value, action.unit) if takes else (0, value, action.unit)

    return min((a for a in actions if isinstance(a, verbs.Choose)), key=rank)


def first_thing(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """The first thing that can be done."""
    return next((a for a in actions if a != DONE), DONE)


def obstacles(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Only what the enemy laid, and nothing that blows up in the hands of the unit that clears it."""
    theirs = {hex_ for _, hex_ in state.forts[1 - NUMBER[side]]}
    choices = [
        a
        for a in actions
        if isinstance(a, verbs.Clear) and a.unit not in ("mines", "rubble") and GRID.number[a.hex] in theirs
    ]
    return choices[0] if choices else DONE


def scout(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Action:
    """Covered counters nearest to the own line."""
    cover = [h for h in members(int(state.cover[1 - NUMBER[side]])) if GRID.name[h] in actions.hexes("")]
    feba = ground(state).feba[NUMBER[side]]
    if not cover or not feba:
        return rest(state, side, actions, orders)
    edge = members(feba)
    return verbs.Scout(GRID.name[min(cover, key=lambda h: min(GRID.distance(h, f) for f in edge[::5]))])


REASONS = {  # by the name of the rule
    "rest": "end the step when it can be ended",
    "buy": "the Attack Option first, then the list of the side once; spare German points buy stores",
    "fortify": "place a store in the lane that lacks it, in the middle of its row",
    "set_up": (
        "set up bought units a few rows behind the weakest lane; reinforcements enter where they are needed"
    ),
    "redeploy": "redeploy units that must, and units with a 70% chance or better",
    "command": "each module fires where the enemy is strongest; lanes attack where the odds allow",
    "best_men": "promote the strongest; always roll for a leader",
    "pair_up": "recombine the nearest two half-squads, in cover if possible",
    "which": "a weapon goes to the strongest unit that carries least; a loss falls on the weakest",
    "first_thing": "take the first choice that is possible",
    "obstacles": "clear only what the enemy placed, and no mines that may explode",
    "scout": "scout the concealed counters nearest to the own line",
    "posted": "set up in cover",
}
HABITS: tuple[tuple[str, Callable[[PurpleHeartDraw, str, Choices, PlayerSettings], Action]], ...] = (
    ("requisition", buy),
    ("fortifications", fortify),
    ("set-up", set_up),
    ("redeployment", redeploy),
    ("orders", command),
    ("promotion", best_men),
    ("heroes", best_men),
    ("scrounging", first_thing),
    ("vehicle MG", first_thing),
    ("clearance", obstacles),
    ("reconnaissance", scout),
    ("minefields", first_thing),
    ("half-squads", pair_up),
    ("which half-squad", which),
    ("which leader", which),
    ("who takes", which),
    ("who gives", which),
    ("who suffers", which),
)
