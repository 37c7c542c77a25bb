"""What the smaller decisions of a firefight are worth, with a figure each: set-up, leaders, artillery,
snipers, prisoners. For hints; rallies, withdrawals and a sniper's post and aim are also played by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.artillery import contact_chance
from grognard.games.purple_heart_draw.firefight.eyes import target_hexes
from grognard.games.purple_heart_draw.firefight.forces import ENEMY, FIRERS, GUN, UNIT
from grognard.games.purple_heart_draw.firefight.observer import FIRST_FIRE, slot
from grognard.games.purple_heart_draw.firefight.position import (
    BROKEN,
    Attack,
    Close,
    Firefight,
    Opportunity,
)
from grognard.games.purple_heart_draw.firefight.units import (
    guns_of,
    in_hex,
    kind,
    known_in,
    leadership,
    morale,
    on_map,
    pieces_of,
    printed_gun,
)
from grognard.games.purple_heart_draw.firefight.words import (
    Aim,
    Allot,
    Capture,
    Charge,
    Contact,
    Convert,
    Decline,
    Dig,
    Direct,
    Fight,
    Fortify,
    Harden,
    Hide,
    Hunt,
    Join,
    Mend,
    Mine,
    Mission,
    Place,
    Post,
    Radio,
    Rally,
    Recover,
    Refuse,
    Repair,
    Strike,
    Withdraw,
)
from grognard.players.seat import RANK, Candidate, PlayerSettings

from . import artillery, gunners, placing, plain
from .exposure import SUSPECTED_WORTH, worth
from .melee import MELEE_BAR, best_aims, flight_cost, melee_value
from .named import SQUAD, unit_title
from .reasons import rally_chance
from .routes import cover

SHOWN = 4
LEADS = 2.0  # what a leader that rallies is worth to the others
WEAPON = 2.0  # what a weapon is worth that fires again
Rows = list[Candidate]
Weigh = Callable[[Firefight, str, Choices, Action, PlayerSettings], Rows]


def row(action: Action, value: float, why: str) -> Candidate:
    return Candidate(str(action), value, why)


def by_rank(action: Action, value: float, why: str) -> Candidate:
    """A choice whose value is a rank, and no worth."""
    return Candidate(str(action), value, why, scale=RANK)


def counted(count: int, word: str) -> str:
    plural = f"{word}es" if word == "hex" else f"{word}s"
    return f"{count} {word if count == 1 else plural}"


def best(rows: Iterable[Candidate], chosen: Action, most: int = SHOWN) -> Rows:
    """The best rows, the chosen one always among them."""
    ranked = sorted(rows, key=lambda one: (-one.value, one.action))
    return [one for one in ranked if one in ranked[:most] or one.action == str(chosen)]


# ---------------------------------------------------------------- set-up


def set_up(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """The post of a unit with the next best ones; then works, hidden units and radios."""
    if isinstance(chosen, Place) and chosen.unit in UNIT:
        return _posts(state, side, actions, chosen, orders)
    if isinstance(chosen, Hide):
        return best(_hidden(state, actions), chosen)
    if isinstance(chosen, Radio):
        return [
            row(
                chosen, 1.0, f"{unit_title(state, UNIT[chosen.unit])} sees most: {_seen(state, chosen)} hexes"
            )
        ]
    for verb, words in WORKS.items():
        if isinstance(chosen, verb):
            others = [one for one in actions.of(verb) if one != chosen][: SHOWN - 1]
            return [
                by_rank(one, _work(state, side, one), words(state, side, one)) for one in (chosen, *others)
            ]
    return [row(chosen, 0.0, _in_place(state, side))] if chosen == DONE else []


def _posts(state: Firefight, side: str, actions: Choices, chosen: Place, orders: PlayerSettings) -> Rows:
    unit, here = UNIT[chosen.unit], GRID.number[chosen.hex]
    if pieces_of(state, unit):
        words = f"its Gun covers {gunners.covered(state, here)} hexes that the enemy may come over"
        return [row(chosen, 0.0, words)]
    value = {h: placing.post_worth(state, side, unit, h, orders) for h in members(state.card.setup)}
    found = [by_rank(chosen, value.get(here, 0.0), _post_words(state, side, unit, here))]
    for hex_ in sorted((h for h in value if h != here), key=lambda h: (-value[h], h))[: 3 * SHOWN]:
        other = Place(chosen.unit, GRID.name[hex_])
        if len(found) < SHOWN and other in actions:
            found.append(by_rank(other, value[hex_], _post_words(state, side, unit, hex_)))
    return found


def _post_words(state: Firefight, side: str, unit: int, hex_: int) -> str:
    goal = min(GRID.distance(hex_, h) for h in members(state.card.goals))
    entry = min(GRID.distance(hex_, h) for h in members(state.card.entry))
    there = len(in_hex(state, side, hex_))
    words = f"cover {cover(hex_):g}, {goal} hexes from an objective and {entry} from where the enemy enters"
    return words + (f", with {counted(there, 'other')}" if there and kind(state, unit).is_single else "")


def _hidden(state: Firefight, actions: Choices) -> Rows:
    found = []
    for action in actions.of(Hide):
        unit = UNIT[action.unit]
        guns = len(guns_of(state, unit))
        words = f"it waits unseen in {GRID.name[state.at[unit]]}, with {counted(guns, 'weapon')} of its own"
        squad = kind(state, unit).type == "squad"
        found.append(by_rank(action, worth(state, unit) * squad + guns, words))
    return found


def _seen(state: Firefight, action: Radio) -> int:
    return artillery.field_of(state, UNIT[action.unit])


def _work(state: Firefight, side: str, action: Action) -> float:
    hex_ = getattr(action, "hex", "")
    if isinstance(action, Mine):
        return -float(abs(_to_goal(state, GRID.number[hex_]) - 2))
    if isinstance(action, Fortify):
        return float(len(in_hex(state, side, GRID.number[hex_])))
    return 0.0


def _to_goal(state: Firefight, hex_: int) -> int:
    return min((GRID.distance(hex_, goal) for goal in members(state.card.goals)), default=0)


def _fortify_words(state: Firefight, side: str, action: Fortify) -> str:
    units = len(in_hex(state, side, GRID.number[action.hex]))
    return f"{counted(units, 'unit')} {'stands' if units == 1 else 'stand'} in this building"


def _mine_words(state: Firefight, side: str, action: Mine) -> str:
    far = counted(_to_goal(state, GRID.number[action.hex]), "hex")
    return f"{far} before an objective, where the enemy comes"


def _dig_words(state: Firefight, side: str, action: Dig) -> str:
    return f"its hex gives cover {cover(state.at[UNIT[action.unit]]):g} and no more"


def _allot_words(state: Firefight, side: str, action: Allot) -> str:
    unit = UNIT[action.unit]
    return f"{unit_title(state, unit)} has {counted(state.allotted[unit], 'Panzerfaust shot')} so far"


WORKS: dict[type[Action], Callable[..., str]] = {
    Fortify: _fortify_words,
    Mine: _mine_words,
    Dig: _dig_words,
    Allot: _allot_words,
}


def _in_place(state: Firefight, side: str) -> str:
    units = on_map(state, side)
    armed = sum(bool(guns_of(state, u)) for u in units)
    return f"{counted(len(units), 'unit')} are set up, {armed} of them with a weapon of their own"


def weapons(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    own = placing.on_hand(state, side)
    armed = sum(bool(guns_of(state, u)) for u in own)
    if isinstance(chosen, Radio):
        return [
            row(
                chosen, 1.0, f"{unit_title(state, UNIT[chosen.unit])} is to direct the artillery of 1 battery"
            )
        ]
    return [row(chosen, 0.0, f"{armed} of {counted(len(own), 'unit')} have a weapon as the card gives it")]


def sniper_post(
    state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings
) -> Rows:
    """How near each post is to the enemy on average: a sniper strikes whoever is nearest to where he acts."""
    return best(
        (by_rank(one, -_apart(state, side, one), _sniper_words(state, side, one)) for one in actions), chosen
    )


def _targets(state: Firefight, side: str) -> list[int]:
    foes = members(target_hexes(state, side))
    if foes:
        return list(foes)
    return list(members(state.card.goals if side == state.card.first_move else state.card.entry))


def _apart(state: Firefight, side: str, action: Action) -> float:
    if not isinstance(action, Post):
        return 99.0
    targets, hex_ = _targets(state, side), GRID.number[action.hex]
    return sum(GRID.distance(hex_, at) for at in targets) / max(1, len(targets))


def _sniper_words(state: Firefight, side: str, action: Action) -> str:
    known = bool(target_hexes(state, side))
    whom = "the enemies that are known or suspected" if known else "the hexes the enemy comes to"
    return f"{_apart(state, side, action):.1f} hexes from {whom}, on average"


# ---------------------------------------------------------------- fire and leaders


def direct(state: Firefight, actions: Choices, chosen: Action) -> Rows:
    """Each leader with what the fire costs the enemy if that leader directs it, and without any."""
    frame = state.stack[-1]
    if not isinstance(frame, Attack):
        return _without_figure(state, actions)
    now, found = plain.expected(state, frame), Rows()
    at = GRID.name[frame.hex]
    for action in actions.of(Direct):
        more = plain.expected(state, replace(frame, leaders=(*frame.leaders, UNIT[action.unit])))
        figures = f"costs {more:.2f} and not {now:.2f}, {SQUAD}"
        words = f"with leadership {leadership(state, UNIT[action.unit]):+d} the fire at {at} {figures}"
        found.append(row(action, more - now, words))
    return [*best(found, chosen), row(DONE, 0.0, f"the fire at {at} costs the enemy {now:.2f}, {SQUAD}")]


def _without_figure(state: Firefight, actions: Choices) -> Rows:
    found = [
        row(
            a,
            -float(leadership(state, UNIT[a.unit])),
            f"leadership {leadership(state, UNIT[a.unit]):+d} on the dice",
        )
        for a in actions.of(Direct)
    ]
    return [*found, row(DONE, -9.0, "no leader directs the shot: 0 on the dice")]


def join(state: Firefight, actions: Choices, chosen: Action) -> Rows:
    """What the fire is expected to cost with the unit that joins, and without it."""
    frame = state.stack[-1]
    if not isinstance(frame, Attack):
        return []
    now, found = plain.expected(state, frame), Rows()
    at = GRID.name[frame.hex]
    for action in actions.of(Join)[: 2 * SHOWN]:
        more = plain.expected(state, replace(frame, firers=(*frame.firers, FIRERS.index(action.unit))))
        words = f"the fire at {at} then costs the enemy {more:.2f} and not {now:.2f}, {SQUAD}"
        found.append(row(action, more - now, words))
    why = f"the fire at {at} is expected to cost the enemy {now:.2f}, {SQUAD}"
    return [*best(found, chosen), row(DONE, 0.0, why)]


def group(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    return direct(state, actions, chosen) if isinstance(chosen, Direct) else join(state, actions, chosen)


def rate(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """ASL-A8.23: a gun that kept its rate can fire again, or leave more Residual FP."""
    frame = state.stack[-1]
    guns = len(frame.firers) if isinstance(frame, Attack) else 0
    why = f"the weapons among {counted(guns, 'firer')} that kept their rate can fire once more"
    return [row(DONE, 0.0, why)]


# ---------------------------------------------------------------- broken units and weapons


def rally_worth(state: Firefight, unit: int) -> float:
    """What a unit is worth that rallies; a leader helps the others to rally after it."""
    return worth(state, unit) + LEADS * kind(state, unit).is_leader


def best_rally(state: Firefight, actions: Choices) -> Action | None:
    """The try that is worth most."""

    def value(action: Rally) -> tuple[float, str]:
        unit = UNIT[action.unit]
        return -rally_chance(state, unit) * rally_worth(state, unit), action.unit

    return min(actions.of(Rally), key=value, default=None)


def rally(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """Each unit that may rally and each weapon that may be repaired, with its chance."""
    found = []
    for action in actions.of(Rally):
        unit = UNIT[action.unit]
        chance, value = rally_chance(state, unit), rally_worth(state, unit)
        words = f"it rallies in {chance:.0%} of cases, and is worth {value:.1f} then, {SQUAD}"
        found.append(row(action, chance * value, words))
    for weapon in actions.of(Repair):
        chance = repair_chance(state, GUN[weapon.unit])
        words = f"it fires again in {chance:.0%} of cases, and is lost in 17%"
        found.append(row(weapon, WEAPON * chance, words))
    found += [row(one, 1 / 6, MENDS) for one in actions.of(Mend)]
    return [*best(found, chosen), row(DONE, 0.0, _no_try(state, side))]


MENDS = "a weapon works again in 17% of cases, and is lost in 17%"  # ASL-D3.7


def repair_chance(state: Firefight, g: int) -> float:
    return min(6, printed_gun(state, g).repair) / 6


def _no_try(state: Firefight, side: str) -> str:
    units = on_map(state, side)
    broken = sum(bool(state.flags[u] & BROKEN) for u in units)
    if broken:
        return f"{broken} broken, and no try is left that gains anything"
    return f"none of the {counted(len(units), 'unit')} on the map is broken"


def hardening(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    found = []
    for action in actions.of(Harden):
        unit = UNIT[action.unit]
        words = f"{unit_title(state, unit)} gets better for good: its morale is {morale(state, unit)} now"
        found.append(row(action, 1.0, words))
    return [*found, *(row(one, 0.0, "it stays as it is") for one in actions.of(Refuse))]


def prisoners(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """A prisoner costs its side more than a unit that is eliminated, and binds a guard."""
    found = []
    for action in actions.of(Capture):
        guard, taken = UNIT[action.unit], UNIT[action.enemy]
        words = f"a prisoner worth {worth(state, taken):.1f}, {SQUAD}; {unit_title(state, guard)} guards it"
        found.append(row(action, worth(state, taken) - 0.1 * worth(state, guard), words))
    why = "it is eliminated, and no unit of its side surrenders any more"
    return [*best(found, chosen), *(row(one, 0.0, why) for one in actions.of(Decline))]


# ---------------------------------------------------------------- close combat


def strikes(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    frame = state.stack[-1]
    if not isinstance(frame, Close):
        return []
    value = melee_value(state, side, in_hex(state, side, frame.hex), frame.hex)
    aims = best_aims(state, side, frame.hex)
    whom = " and ".join(unit_title(state, u) for u in aims[:3])
    why = f"all attack {whom} together: the close combat is worth {value:+.1f}, {SQUAD}"
    if chosen == DONE:
        return [
            row(
                DONE, 0.0, f"{counted(len(frame.strikes), 'attack')} declared against {whom}: no unit is left"
            )
        ]
    others = [one for one in actions.of(Strike) if one != chosen and UNIT[one.enemy] not in aims][:2]
    found = [row(one, value - 1.0, "it splits the attack, which lowers its odds") for one in others]
    return [row(chosen, value, why), *found]


def charges(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """The hexes by which a berserk unit can go on; it must go for the enemy in any case."""
    found = []
    for action in actions.of(Charge):
        hex_ = GRID.number[action.hex]
        foes = [GRID.distance(hex_, foe) for foe in members(target_hexes(state, side))]
        near = f"{counted(min(foes), 'hex')} from the nearest enemy" if foes else "no enemy is known of"
        found.append(row(action, 0.0, f"a berserk unit must go on: {near}, cover {cover(hex_):g}"))
    return best(found, chosen)


def salvage(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """A weapon whose unit is gone, taken at once or left."""
    words = f"a weapon is worth {WEAPON:g}, {SQUAD}"
    found = [row(one, WEAPON, words) for one in actions.of(Recover)]
    return [*best(found, chosen), *([row(DONE, 0.0, "it stays where it lies")] if DONE in actions else [])]


def fights(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """The close combats that are due: each is fought in any case."""
    found = []
    for action in actions.of(Fight):
        hex_ = GRID.number[action.hex]
        own, foes = in_hex(state, side, hex_), in_hex(state, ENEMY[side], hex_)
        value = melee_value(state, side, own, hex_) if own else 0.0
        words = f"{len(own)} against {len(foes)} there, worth {value:+.1f}, {SQUAD}; all of them are fought"
        found.append(row(action, 0.0, words))
    return best(found, chosen)


def withdrawal(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """To leave a close combat, or to fight it out."""
    free = state.step.name not in ("withdrawal", "defender's withdrawal")  # nobody attacks who slips away
    found = []
    for action in actions.of(Withdraw):
        unit = UNIT[action.unit]
        at, hex_ = state.at[unit], GRID.number[action.hex]
        stay = _staying(state, side, at)
        price = 0.0 if free else flight_cost(state, side, in_hex(state, side, at), at)
        words = f"the close combat is worth {stay:+.1f} to stay in and costs {price:.1f} to leave, {SQUAD}"
        value = 0.1 * cover(hex_) - price - stay
        found.append(row(action, value, f"{words}; {action.hex} has cover {cover(hex_):g}"))
    there = {state.at[UNIT[a.unit]] for a in actions.of(Withdraw)}
    stay = sum(_staying(state, side, at) for at in there)
    why = f"the close combat is worth {stay:+.1f} to stay in, {SQUAD}"
    return [*best(found, chosen), row(DONE, 0.0, why)]


def _staying(state: Firefight, side: str, at: int) -> float:
    """What it is worth to fight on where a unit already is."""
    return melee_value(state, side, in_hex(state, side, at), at) + MELEE_BAR


def aims(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    """ASL-A14.2: whom a sniper strikes among those who are equally near."""
    found = []
    for action in actions.of(Aim):
        there = known_in(state, side, GRID.number[action.hex])
        value = max((worth(state, u) for u in there), default=SUSPECTED_WORTH)
        words = " and ".join(unit_title(state, u) for u in there) or 'a "?"'
        found.append(row(action, value, f"{words} there: the best of it is worth {value:.1f}, {SQUAD}"))
    return best(found, chosen)


def best_row(state: Firefight, rows: Rows) -> Action | None:
    """The choice that is worth most; `None`: no choice has a figure."""
    first = max(rows, key=lambda one: one.value, default=None)
    return None if first is None else state.game.parse(first.action)


# ---------------------------------------------------------------- artillery and snipers


def radio(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    frame = state.stack[-1]
    if not isinstance(frame, Opportunity):
        return []
    if Contact() not in actions:
        return [row(DONE, 0.0, "no Good Order leader on the map has the radio: 0 calls are possible")]
    chance = float(contact_chance(state, frame.battery))
    hexes = members(target_hexes(state, side))
    most = max((artillery.value_at(state, frame.battery, h) for h in hexes), default=0.0)
    words = f"contact in {chance:.0%} of cases; its fire can cost the enemy up to {most:.1f}, {SQUAD}"
    return [row(Contact(), chance * most, words), row(DONE, 0.0, "the battery is silent in this player turn")]


def fire_orders(
    state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings
) -> Rows:
    """Each hex the fire could be asked for, with what it promises where the dice send it; to fire at once."""
    frame = state.stack[-1]
    if not isinstance(frame, Opportunity):
        return []
    found = []
    for value, action in artillery.shifts(state, frame.battery, frame, actions, 2 * SHOWN):
        found.append(row(action, value, f"it promises {value:.2f} where the dice send it, {SQUAD}"))
    key = slot(frame.battery)
    at = state.round_at[key]
    now = artillery.value_at(state, frame.battery, at) if state.round[key] else 0.0
    there = (
        f"fire for effect in {GRID.name[at]} costs the enemy {now:.2f}, {SQUAD}" if state.round[key] else ""
    )
    found += [row(action, now, there) for action in actions.of(Convert)]
    if state.round[key] == FIRST_FIRE:  # it falls again where it is; to shift it must bring clearly more
        return [*best(found, chosen), row(DONE, artillery.BETTER * now, f"it falls again: {there}")]
    most = max((one.value for one in found), default=0.0)
    return [*best(found, chosen), row(DONE, 0.0, f"the best order promises {most:.2f}, too little, {SQUAD}")]


def fire_kind(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    frame = state.stack[-1]
    if not isinstance(frame, Opportunity):
        return []
    at = state.round_at[slot(frame.battery)]
    value = artillery.value_at(state, frame.battery, at)
    words = {
        "HE": (value, f"HE in {GRID.name[at]} costs the enemy {value:.2f}, {SQUAD}"),
        "harassing": (value / 3, "a third of the firepower on a wider circle of 2 hexes"),
    }
    return [
        row(one, *words.get(one.kind, (0.0, "it hides, and costs the enemy 0")))
        for one in actions.of(Mission)
    ]


def search(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    able = [UNIT[one.unit] for one in actions.of(Hunt)]
    lost = sum(worth(state, u) for u in able)
    why = f"{counted(len(able), 'unit')} worth {lost:.1f} would give up this turn for it, {SQUAD}"
    return [row(DONE, 0.0, why)] if chosen == DONE else []


def stay_whole(state: Firefight, side: str, actions: Choices, chosen: Action, orders: PlayerSettings) -> Rows:
    able = len(actions) - 1
    if not able:
        return [row(DONE, 0.0, "no unit may break of its own will now")]
    return [row(DONE, 0.0, f"none of {counted(able, 'unit')} that may gains by breaking of its own will")]
