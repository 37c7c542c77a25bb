"""Commander: plays the Tactical Mission by lanes. It weighs what its seat can see with the resolver's own
figures.

The US wins only by breaking through in every lane of the highway (PHD-C4.obj); one lane that holds wins for
the Germans. So the Germans mass before one intersection, and the US clears the lanes one after another, the
cheapest first. What it does not decide itself it leaves to the plain player's habits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.purple_heart_draw import verbs
from grognard.games.purple_heart_draw.arrival import known_mines
from grognard.games.purple_heart_draw.battle import CLOSES
from grognard.games.purple_heart_draw.board import COLUMN_OF, CONCEALMENT, GRID, ROW_OF, ROWS
from grognard.games.purple_heart_draw.charts import RESERVE, RG, SCENARIOS, fort_cost
from grognard.games.purple_heart_draw.pieces import ENEMY, GERMAN, KINDS, NAMES, NUMBER, US, VEHICLE, is_gun
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, own, start_of
from grognard.games.purple_heart_draw.redeploy import dice_needed
from grognard.games.purple_heart_draw.requisition import NAMES_OF, OFFER, OFFERS_OF, cost_of
from grognard.games.purple_heart_draw.resolver import Fight
from grognard.games.purple_heart_draw.troops import AT_RATING, DATA, LANE_NAMES, LANE_OF
from grognard.players.seat import Candidate, Decision, PlayerSettings, PlayerView

from . import plain
from .belief import (
    GOAL_ROW,
    LANES,
    OBJECTIVE_LANES,
    Exchange,
    Lanes,
    assault,
    expected_artillery,
    group_strength,
    unseen_strength,
    weigh,
)
from .lanes import TARGET, bastion, coming, deficits, lane_words, main_lane, rows_to_go, worth
from .reasons import promoted, with_figures
from .works import DEPTH, STORES, next_blow, pressing, row_of_works, threat, worth_of_works

TURNS = 7  # of a scenario, on average
MOST_PRESSURE = 2.0
ROW_OF_GERMAN = 0.2  # what a row is worth to a German, in hits
LEAST_GROUND = 3  # rows the US holds in a lane before it sets up on the map there
FLANK = 6  # rows past a line from which units come in behind it, and the depth they stand in
FLANK_RATIO = 1.2
ENGINEERS = 3.0  # strength points: what their DRM is worth to a lane that has none
ANSWER = 1.5  # strength points for each point of AT rating, up to what the tanks seen need
MOST_RESERVE = 0.9  # a Reserve does not fight before the enemy is near
MAX_REASONS = 6  # candidates of a hint
A_POINT, STRENGTH, HITS = "strength points for each TP", "strength points", "hits"  # what values count
Choice = tuple[Action, float, str]


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """What the step asks for decides which habit answers; the plain player answers for the rest."""
    if (inside := plain.fight_view(sight)) is not None:
        return fight(inside, orders)
    state, side = sight.position, sight.side
    habit = next((habit for words, habit in HABITS if words in state.step.name), None)
    decision = None if habit is None or state.card else habit(state, side, sight.actions, orders)
    return decision or with_figures(sight, plain.decide(sight, orders))


def fight(inside: PlayerView, orders: PlayerSettings) -> Decision:
    """A TM Scenario that is fought squad by squad is fought by the sergeant of the firefight."""
    from grognard.players.purple_heart_draw_firefight import sergeant  # when a fight is under way

    return sergeant.decide(inside, orders)


def scored(state: PurpleHeartDraw, choices: Sequence[Choice], scale: str = "") -> Decision:
    """The first is chosen, and the others follow by their value; `scale` is what that counts."""
    best, clause = choices[0], state.step.clause

    def why() -> list[Candidate]:
        others = sorted((one for one in choices[1:] if one[0] != best[0]), key=lambda one: -one[1])
        return [
            Candidate(str(a), value, w, clauses=(clause,), scale=scale)
            for a, value, w in (best, *others[:MAX_REASONS])
        ]

    return Decision(best[0], why)


# ---------------------------------------------------------------- purchases


def buy(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Decision | None:
    """The chit first, by what attacks are expected to bring; then what gives most for the points."""
    fight, lanes = weigh(state, side)
    if (chit := attack_option(state, side, actions, fight, lanes)) is not None:
        return chit
    choices = [
        one
        for name in NAMES_OF[side]
        if (one := _offer(state, side, name, actions, lanes, orders)) is not None
    ]
    choices.sort(key=lambda one: -one[1])
    left = state.tp[NUMBER[side]]
    choices = [one for one in choices if one[1] > 0]
    return scored(state, [*choices, (DONE, 0.0, f"keep {left} TP for the next scenario")], A_POINT)


def attack_option(
    state: PurpleHeartDraw, side: str, actions: Choices, fight: Fight, lanes: Lanes
) -> Decision | None:
    """PHD-C2.AO: the Attack chit, if attacks in all lanes bring more than the points buy otherwise."""
    option = verbs.Buy("M5")
    if option not in actions or state.chit[NUMBER[side]] == "attack":
        return None
    gain = chit_gain(state, side, fight, lanes)
    cost = cost_of(OFFERS_OF[side][OFFER["M5"]], state.scenario)
    if side == US:
        rows = sum(rows_to_go(lanes, lane) for lane in OBJECTIVE_LANES)
        words = (
            f"{rows} rows to the highway are taken only by attacks, and an Idle side attacks in 1 lane a turn"
        )
    elif gain <= cost:
        return None
    else:
        words = f"in {TURNS} turns attacks bring {gain:.1f} hits more than an Idle side's, for {cost} TP"
    return scored(state, [(option, max(gain, 0.0), words), (DONE, 0.0, "stay Idle")], HITS)


def chit_gain(state: PurpleHeartDraw, side: str, fight: Fight, lanes: Lanes) -> float:
    """Hits, rows counted as such, that the Attack chit brings over a scenario more than one lane alone."""
    n = NUMBER[side]
    fresh = unseen_strength(state, side) / len(OBJECTIVE_LANES)
    values = []
    for lane in LANES:
        if not lanes.line[n][lane]:
            continue
        ratio = lanes.attack[n][lane] / max(lanes.defense[1 - n][lane] + fresh, 0.1)
        values.append(max(0.0, assault_value(state, side, lanes, lane, assault(fight, n, lane, ratio))))
    return TURNS * (sum(values) - max(values, default=0.0))


def _offer(
    state: PurpleHeartDraw, side: str, name: str, actions: Choices, lanes: Lanes, orders: PlayerSettings
) -> Choice | None:
    """One way to buy one line, by strength for the points."""
    action = verbs.Buy(name)
    if action not in actions:
        return None
    offer = OFFERS_OF[side][OFFER[name]]
    cost = cost_of(offer, state.scenario)
    if offer.rg.id == "M3":
        return _stores(state, side, action, cost, lanes, orders)
    strength, note = _strength(state, side, offer.rg, lanes)
    if not strength or offer.near:
        return None
    if offer.mode == RESERVE:
        share, note = wakes(state, side, lanes, orders)
        strength *= share
    else:
        strength *= _in_time(state, side, offer.mode, lanes, orders)
    if not strength:
        return None
    kind = "attack" if side == US else "defense"
    words = f"{strength:.1f} {kind} strength for {cost} TP ({strength / cost:.2f} a point){note}"
    return action, strength / cost, words


def wakes(state: PurpleHeartDraw, side: str, lanes: Lanes, orders: PlayerSettings) -> tuple[float, str]:
    """PHD-C5.31.act: the share of its strength a Reserve is worth, and why: it wakes where the enemy comes
    near, so the more the enemy shows in the lane that decides, the surer it fights. The US keep none.
    """
    lane = bastion(state, lanes, orders) if side == GERMAN else -1
    if lane < 0 or not lanes.line[1][lane]:
        return 0.0, ""
    ratio = lanes.attack[0][lane] / max(lanes.defense[1][lane], 0.1)
    return min(ratio / TARGET, MOST_RESERVE), (
        f", in Reserve behind {lane_words(lane)}, where the enemy shows {lanes.attack[0][lane]:.1f} attack"
        f" strength against {lanes.defense[1][lane]:.1f}"
    )


def _in_time(state: PurpleHeartDraw, side: str, mode: str, lanes: Lanes, orders: PlayerSettings) -> float:
    """The share of a scenario in which a group fights in the lane it is bought for: a reinforcement marches
    up to the line first; a group on the map needs own ground there.
    """
    lane = main_lane(state, side, lanes, orders)[0]
    line = lanes.line[NUMBER[side]][lane]
    if mode != "reinforcement":
        return 1.0 if side == GERMAN or line > LEAST_GROUND else 0.0
    pace = int(DATA["lanes"]["march_rows"]["infantry"])
    distance = (line or 1) if side == US else ROWS - (line or ROWS // 3)
    return max(0.2, 1.0 - distance / pace / TURNS)


def _strength(state: PurpleHeartDraw, side: str, rg: RG, lanes: Lanes) -> tuple[float, str]:
    """Strength of a group, more if it answers what the enemy shows."""
    attack, defense = group_strength(rg)
    strength = attack if side == US else defense
    tanks = seen_tanks(state, ENEMY[side])
    rating = sum(AT_RATING.get(name, 0) * count for name, count in rg.weapons)
    rating += 2 * rg.number if rg.unit == "AT Gun" else 0
    short = max(0, 2 * tanks - own_rating(state, side))
    if rating and short:
        return strength + ANSWER * min(rating, short), f", and answers {tanks} tanks seen"
    if "e" in rg.notes and side == US and not has_engineers(state, side):
        return strength + ENGINEERS, ", and engineers give +1 DRM"
    return strength, ""


def seen_tanks(state: PurpleHeartDraw, enemy: str) -> int:
    return sum(KINDS[state.kind[u]].type == VEHICLE for u in members(own(state, enemy) & state.open))


def own_rating(state: PurpleHeartDraw, side: str) -> int:
    """PHD-Z7: the AT rating of all own units."""
    total = 0
    for u in members(own(state, side)):
        total += (
            2 if KINDS[state.kind[u]].type == VEHICLE else sum(AT_RATING.get(g, 0) for g in state.gear[u])
        )
        total += 2 * sum(map(is_gun, state.gear[u]))
    return total


def has_engineers(state: PurpleHeartDraw, side: str) -> bool:
    return any(KINDS[state.kind[u]].engineer for u in members(own(state, side)))


def _stores(
    state: PurpleHeartDraw, side: str, action: Action, cost: int, lanes: Lanes, orders: PlayerSettings
) -> Choice | None:
    """PHD-Z3: ten DSP make a lane's defense a tenth stronger, up to a limit."""
    if side == US:
        return None
    lane = next_blow(state, lanes, orders).lane
    has = worth_of_works(state, side, lane, lanes.line[1][lane]) + state.dsp[NUMBER[side]]
    if has >= STORES:
        return None
    gain = 0.1 * lanes.defense[1][lane]
    words = f"{gain:.1f} defense strength in {lane_words(lane)} for {cost} TP ({gain / cost:.2f} a point)"
    return action, gain / cost, words


# ---------------------------------------------------------------- ground


def front_row(state: PurpleHeartDraw, side: str, lane: int, lanes: Lanes) -> int:
    """The row a side sets up at: its line, or where it means to stand."""
    line = lanes.line[NUMBER[side]][lane]
    if line:
        return line
    first, last = plain.SEAT["initial_german_rows"]
    return (first + last) // 2 if side == GERMAN else 1


def fortify(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Decision | None:
    """Every work goes where the next blow falls, until its limit is reached."""
    if side == US:
        return None
    _, lanes = weigh(state, side)
    lane, _, why = next_blow(state, lanes, orders)
    has = worth_of_works(state, side, lane, front_row(state, side, lane, lanes))
    has += sum(map(fort_cost, state.stock[NUMBER[side]]))
    left = f"{why}: works of {has:.0f} of {STORES:.0f} DSP stand there"
    gain = 0.1 * lanes.defense[1][lane]
    for item in plain.WORKS:
        if has < STORES and verbs.Stock(item) in actions:
            adds = f"{gain:.1f}" if gain else "a tenth"  # before the first units are set up
            words = f"{left}, and each 10 DSP add {adds} to its defense"
            more = gain * min(fort_cost(item), STORES - has) / 10
            return scored(
                state, [(verbs.Stock(item), more, words), (DONE, 0.0, "place no more works")], STRENGTH
            )
    return scored(state, [(DONE, 0.0, f"{left}, and more add nothing")])


def set_up(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Decision | None:
    """Groups to the lane that decides, behind its line, in cover; a group stays together."""
    _, lanes = weigh(state, side)
    for pick, unit, places in actions.groups:
        if pick is None or pick.verb not in (verbs.Declare, verbs.Place):
            continue
        lane, why = _lane_of_group(state, side, unit, lanes, orders)
        best = _placed(state, side, pick.verb, unit, lane, places, lanes)
        value = _lane_values(state, side, lanes)
        others = [
            (_placed(state, side, pick.verb, unit, other, places, lanes), value[other], words)
            for other, words in _other_lanes(state, side, lane, lanes)
        ]
        return scored(state, [(best, value[lane], why), *others], STRENGTH)
    works = build(state, side, actions, lanes, orders)
    if not works and DONE in actions:
        strength = lanes.attack[0] if side == US else lanes.defense[1]
        lane = max(LANES, key=lambda lane: strength[lane] + coming(state, side)[lane])
        total = strength[lane] + coming(state, side)[lane]
        return scored(
            state, [(DONE, 0.0, f"all groups are set up; {lane_words(lane)} has {total:.1f} strength")]
        )
    return scored(state, works) if works else None


def _placed(
    state: PurpleHeartDraw,
    side: str,
    verb: type[Action],
    unit: int,
    lane: int,
    places: int,
    lanes: Lanes,
) -> Action:
    """A unit set up in a lane, or entering there."""
    if verb is verbs.Declare:
        column = plain.MIDDLE[lane]
        hex_ = min(members(places), key=lambda h: abs(COLUMN_OF[h] - column))
        return verbs.Declare(NAMES[unit], GRID.name[hex_])
    return verbs.Place(NAMES[unit], GRID.name[_spot(state, side, lane, places, lanes)])


def _lane_values(state: PurpleHeartDraw, side: str, lanes: Lanes) -> list[float]:
    """What a lane promises: to the Germans its defense, to the US the attack strength it wants, below 0; one
    that has enough promises less than any that wants some.
    """
    if side == GERMAN:
        return [a + b for a, b in zip(lanes.defense[1], coming(state, side), strict=True)]
    wanted = deficits(state, lanes)
    most = max(0.0, *wanted)
    return [-one if one > 0 or not most else one - most for one in wanted]


def _other_lanes(state: PurpleHeartDraw, side: str, chosen: int, lanes: Lanes) -> list[tuple[int, str]]:
    """Other lanes a group could go to, and what speaks against each."""
    if side == GERMAN:
        return [
            (lane, f"splits the defense: {lanes.defense[1][lane]:.1f} stand in {lane_words(lane)}")
            for lane in OBJECTIVE_LANES
            if lane != chosen
        ]
    wanted = deficits(state, lanes)
    return [(lane, need_words(lane, wanted[lane])) for lane in OBJECTIVE_LANES if lane != chosen]


def need_words(lane: int, wanted: float) -> str:
    if wanted <= 0:
        return f"{lane_words(lane)} has {-wanted:.1f} attack strength more than it needs"
    return f"{lane_words(lane)} needs {wanted:.1f} attack strength more for {TARGET}:1"


def _lane_of_group(
    state: PurpleHeartDraw, side: str, unit: int, lanes: Lanes, orders: PlayerSettings
) -> tuple[int, str]:
    for u in members(own(state, side)):
        if state.group[u] != state.group[unit] or u == unit:
            continue
        lane = LANE_OF[COLUMN_OF[state.at[u]]] if state.at[u] >= 0 else state.lane[u]
        if lane >= 0:
            return lane, f"its group stays together in {lane_words(lane)}"
    return main_lane(state, side, lanes, orders)


def _spot(state: PurpleHeartDraw, side: str, lane: int, places: int, lanes: Lanes) -> int:
    """Two rows behind the line of a lane, in cover."""
    back = 1 if side == GERMAN else -1
    row = front_row(state, side, lane, lanes)
    row = min(max(row + (2 * back if lanes.line[NUMBER[side]][lane] else 0), 1), ROWS)

    def rank(hex_: int) -> tuple[int, int, bool, int]:
        away = abs(LANE_OF[COLUMN_OF[hex_]] - lane)
        return away, abs(ROW_OF[hex_] - row), not CONCEALMENT >> hex_ & 1, hex_

    return min(members(places), key=rank)


def build(
    state: PurpleHeartDraw, side: str, actions: Choices, lanes: Lanes, orders: PlayerSettings
) -> list[Choice]:
    """Works of the stock go to the line on which the next blow falls; then the other lanes with a line."""
    if side == US:
        return []
    blow = next_blow(state, lanes, orders)
    others = [lane for lane in OBJECTIVE_LANES if lanes.line[1][lane] and lane != blow.lane]
    for item in dict.fromkeys(state.stock[NUMBER[side]]):
        work = _work(state, item, actions, lanes, blow.lane, blow.words)
        if work is not None:
            value = threat(lanes, blow.lane, bastion(state, lanes, orders))
            rows = [(*work[:1], value, work[2])]
            for lane in others:
                words = f"the enemy shows {pressing(lanes, lane):.1f} about {lane_words(lane)}"
                if (other := _work(state, item, actions, lanes, lane, words)) is not None:
                    rows.append((other[0], threat(lanes, lane, bastion(state, lanes, orders)), words))
            return rows
    return []


def _work(
    state: PurpleHeartDraw, item: str, actions: Choices, lanes: Lanes, lane: int, why: str
) -> Choice | None:
    """A work in the middle of the row that counts in a lane, or in the next row that does."""
    line = front_row(state, GERMAN, lane, lanes)
    wanted = row_of_works(lanes, lane, line)
    rows: dict[int, list[str]] = {}
    for name in actions.hexes(item):
        hex_ = GRID.number[name]
        if LANE_OF[COLUMN_OF[hex_]] == lane and 0 <= ROW_OF[hex_] - line <= DEPTH:
            rows.setdefault(ROW_OF[hex_], []).append(name)
    if not rows:
        return None
    row = min(rows, key=lambda one: abs(one - wanted))
    return (
        verbs.Fortify(item, rows[row][len(rows[row]) // 2]),
        0.0,
        f"{why}; row {row} backs the line at {line}",
    )


def redeploy(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Decision | None:
    """Behind the FEBA units go to the next lane towards the one that decides; what must go is left to the
    plain habit.
    """
    if "redeployment v" not in state.step.name:
        return None
    _, lanes = weigh(state, side)
    mines = known_mines(state, side)
    for part in actions.parts:
        for unit in members(part.ready) if part.pick.verb is verbs.Redeploy else ():
            if dice_needed(state, unit, "v") or any(map(is_gun, state.gear[unit])):
                continue
            choice = _shift(state, side, unit, part.places(unit) & ~mines, lanes, orders)
            if choice is not None:
                return choice
    return scored(
        state, [(DONE, 0.0, "no lane wants a unit more than the lane it is in, by 2 times its strength")]
    )


def _shift(
    state: PurpleHeartDraw, side: str, unit: int, places: int, lanes: Lanes, orders: PlayerSettings
) -> Decision | None:
    """Where one unit behind the FEBA goes: back on the map, around a flank, or to a lane that wants it."""
    own_lane, strength = LANE_OF[COLUMN_OF[start_of(state, unit)]], worth(state, unit, side)
    if state.exit[unit] >= 0 and places:
        hex_ = _spot(state, side, own_lane, places, lanes)
        return _moved(state, unit, hex_, f"it is back on the map, in {lane_words(own_lane)}")
    beside = [k for k in (own_lane - 1, own_lane + 1) if k in LANES and k >= OBJECTIVE_LANES[0]]
    for lane in beside if side == US and strength else ():
        row = lanes.line[0][own_lane]
        if can_flank(lanes, own_lane, lane) and (fit := _rows(places, lane, row - FLANK, row)):
            force = lanes.attack[0][own_lane] + deep(lanes, own_lane, lane)
            words = (
                f"{force:.1f} attack strength comes in behind the German line in {lane_words(lane)}, which"
            )
            hex_ = max(members(fit), key=lambda h: (ROW_OF[h], h))
            return _moved(state, unit, hex_, f"{words} has {lanes.defense[1][lane]:.1f}")
    wanted = pull(state, side, lanes, orders)
    goal = max(beside, key=lambda k: wanted[k])
    if not strength or wanted[goal] - wanted[own_lane] <= 2 * strength:
        return None
    line = lanes.line[NUMBER[side]][goal]
    fit = _rows(places, goal, line or 1, ROWS) if side == GERMAN else _rows(places, goal, 1, line or ROWS)
    if not fit:
        return None
    more = wanted[goal] - wanted[own_lane]
    words = f"{lane_words(goal)} wants it more than {lane_words(own_lane)} by {more:.1f} strength points"
    return _moved(state, unit, _spot(state, side, goal, fit, lanes), words, more)


def can_flank(lanes: Lanes, own_lane: int, lane: int) -> bool:
    """Whether the US in a lane is past the German line of the next one, and strong enough to drive it off."""
    theirs = lanes.line[1][lane]
    force = lanes.attack[0][own_lane] + deep(lanes, own_lane, lane)
    past = theirs and lanes.line[0][own_lane] >= theirs + FLANK
    return bool(past and not lanes.defense[1][own_lane] and force >= FLANK_RATIO * lanes.defense[1][lane])


def deep(lanes: Lanes, own_lane: int, lane: int) -> float:
    """The attack of the US units that have come around already."""
    past = lanes.line[0][lane] > lanes.line[1][lane] > 0
    return (
        lanes.attack[0][lane] if past and abs(lanes.line[0][lane] - lanes.line[0][own_lane]) <= FLANK else 0.0
    )


def _moved(state: PurpleHeartDraw, unit: int, hex_: int, why: str, gain: float = 0.0) -> Decision:
    """A move with what it gains, where that is known in strength points."""
    move, rest = verbs.Redeploy(NAMES[unit], GRID.name[hex_]), "leave the rest where they are"
    return scored(state, [(move, gain, why), *([(DONE, 0.0, rest)] if gain else [])], STRENGTH)


def _rows(places: int, lane: int, first: int, last: int) -> int:
    """Places in some rows of a lane."""
    return sum(
        1 << hex_
        for hex_ in members(places)
        if LANE_OF[COLUMN_OF[hex_]] == lane and first <= ROW_OF[hex_] <= last
    )


def pull(state: PurpleHeartDraw, side: str, lanes: Lanes, orders: PlayerSettings) -> list[float]:
    """How much each lane wants strength: of the Germans by how near it is to the bastion."""
    if side == US:
        return deficits(state, lanes)
    lane = bastion(state, lanes, orders)
    return [-100.0 * abs(k - lane) for k in LANES]


# ---------------------------------------------------------------- orders


def assault_value(state: PurpleHeartDraw, side: str, lanes: Lanes, lane: int, result: Exchange) -> float:
    """Hits dealt less hits suffered, and what the rows are worth."""
    return result.dealt - result.lost + row_worth(state, side, lanes, lane) * result.rows


def row_worth(state: PurpleHeartDraw, side: str, lanes: Lanes, lane: int) -> float:
    """A row in hits: to the US the rows still to go for each turn that is left."""
    if side == GERMAN:
        return ROW_OF_GERMAN
    left = (SCENARIOS - state.scenario) * TURNS + max(1, TURNS - state.turn)
    return min(MOST_PRESSURE, max(0.3, rows_to_go(lanes, lane) / left))


def posture(
    state: PurpleHeartDraw, side: str, lane: int, fight: Fight, lanes: Lanes
) -> tuple[str, float, str]:
    """What a lane does, the value of an attack there, and why."""
    n = NUMBER[side]
    if not lanes.line[1 - n][lane]:
        return ("attack" if side == US else "hold"), 3.0, f"no enemy line stands in {lane_words(lane)}"
    attack = lanes.attack[n][lane] + expected_artillery(state, side, lane)
    ratio = attack / max(lanes.defense[1 - n][lane], 0.1)
    result = assault(fight, n, lane, ratio)
    value = assault_value(state, side, lanes, lane, result)
    words = (
        f"{attack:.1f} to {lanes.defense[1 - n][lane]:.1f} in {lane_words(lane)}: an assault costs"
        f" {result.lost:.1f} hits, deals {result.dealt:.1f} and gains a row with {result.gain:.0%}"
    )
    if value > 0:
        return "attack", value, words
    back = lanes.ratio(1 - n, lane) >= float(DATA["posture"]["fall_back_when_ratio"])
    if side == GERMAN and back and lanes.line[1][lane] + 4 <= GOAL_ROW.get(lane, ROWS):
        return "fall_back", value, f"the enemy attacks here with {lanes.ratio(1 - n, lane):.1f}:1"
    return "hold", value, words


def command(state: PurpleHeartDraw, side: str, actions: Choices, orders: PlayerSettings) -> Decision | None:
    """Postures lane by lane, the Germans close up in their bastion, modules fire where it counts."""
    fight, lanes = weigh(state, side)
    n = NUMBER[side]
    for lane in LANES:
        if not lanes.line[n][lane]:
            continue
        wanted, value, why = posture(state, side, lane, fight, lanes)
        order = verbs.Posture(f"{LANE_NAMES[lane]}.{wanted}")
        if order in actions:
            other = "hold" if wanted == "attack" else "attack"
            instead = verbs.Posture(f"{LANE_NAMES[lane]}.{other}")
            least = (
                instead,
                0.0 if other == "hold" else value,
                f"the value of an attack is {value:+.1f} hits",
            )
            return scored(state, [(order, max(value, 0.0), why), least], HITS)
    if side == GERMAN:
        close = verbs.Follow(f"{LANE_NAMES[bastion(state, lanes, orders)]}.{CLOSES}")
        if close in actions:
            return scored(
                state,
                [
                    (close, 1.0, "units within 6 rows of the line fight for it"),
                    (DONE, 0.0, "units behind the line stay out of the fight"),
                ],
            )
    if any(isinstance(action, verbs.Aim) for action in actions):
        return None  # the plain habit aims the modules
    active = [
        lane_words(lane) for lane in LANES if lanes.line[n][lane] and state.posture[n][lane] == "attack"
    ]
    attack = f"{len(active)} attack ({', '.join(active)})" if active else "none attacks"
    return scored(state, [(DONE, 0.0, f"every lane has its order; {attack}")])


Habit = Callable[[PurpleHeartDraw, str, Choices, PlayerSettings], Decision | None]
HABITS: tuple[tuple[str, Habit], ...] = (
    ("requisition", buy),
    ("fortifications", fortify),
    ("set-up", set_up),
    ("redeployment", redeploy),
    ("orders", command),
    ("which leader is promoted", promoted),
)
