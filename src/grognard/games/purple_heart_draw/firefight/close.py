"""Close combat: which fights, ambush, attacks, Melee."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hexes, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Modifier, Ruling, total

from ..board import GRID
from ..pieces import SIDES
from . import checks, heat, holding, salvage, vehicles, veiled, wire
from .ambush import ambush_drm, can_ambush
from .crest_status import close_modifiers
from .forces import ADJECTIVE, ENEMY, FIRST_GUN, NAMES, SIDE, UNIT
from .position import BERSERK, BROKEN, CX, DM, HEROIC, MELEE, PIN, TI, Close, Firefight, PlayerTurn, fact
from .prison import call_captures, seizing_modifier
from .tables import columns_below_even, kill_number, struck
from .units import (
    clear,
    eliminate,
    excess,
    flag,
    guns_of,
    has,
    in_hex,
    in_order,
    is_hero,
    kind,
    known_in,
    leadership,
    name,
    on_map,
    settle,
)
from .victory import check_victory
from .withdrawal import after_ambush, carry_out, infiltration, withdrawals
from .words import DIE, TWO_DICE, Dice, Fight, Seize, Strike

# ---------------------------------------------------------------- which fight


def contested(state: Firefight) -> Hexes:
    """The Locations with units of both sides; ASL-B23.422: each level of a building is one by itself."""
    found = [0, 0]
    for n, side in enumerate(SIDES):
        for unit in on_map(state, side):
            found[n] |= 1 << state.at[unit]
    return Hexes(found[0] & found[1])


def begin_close(state: Firefight, frame: PlayerTurn) -> None:
    """FF-CC.1: hidden and concealed units in enemy Locations show their strength."""
    state.set(fact.veiled, 0, "ASL-A11.19")
    for hex_ in members(contested(state)):
        veiled.begin(state, [unit for side in SIDES for unit in in_hex(state, side, hex_)])
    settle(state, "FF-CC.1")
    state.set(fact.fought, Hexes(0), "FF-CC.1")


def _open_fights(state: Firefight, frame: object) -> int:
    found = 0
    for one, other in ((SIDES[0], SIDES[1]),):
        mine = {state.at[u] for u in on_map_known(state, one)}
        found = sum(1 << h for h in mine & {state.at[u] for u in on_map_known(state, other)} if h >= 0)
    return (found | holding.hexes(state)) & ~state.fought


def on_map_known(state: Firefight, side: str) -> list[int]:
    """Units everybody knows: in a close combat nobody is hidden."""
    return [u for u in state.mustered[side] if state.open >> u & 1 and state.at[u] >= 0]


def fight(state: Firefight, frame: PlayerTurn, unit: int, hex_: int) -> None:
    state.set(fact.fought, Hexes(state.fought | 1 << hex_), "FF-CC.1")
    state.note("ASL-A11.1", "close combat in {}", GRID.name[hex_], kind="attack")
    for one in (u for side in SIDES for u in in_hex(state, side, hex_) if has(state, u, BROKEN)):
        flag(state, one, DM, "ASL-A10.62")
    state.call(Close(hex=hex_), "FF-CC.1")


CLOSE_PHASE = Phase(
    clause="FF-CC.1",
    name="close combat",
    title="Close Combat Phase",
    side=lambda state, frame: state.mover,
    picks=(
        Pick(verb=Fight, hexes=(Screen("ASL-A11.1", "no fight is due in {hex}", _open_fights),), apply=fight),
    ),
    must=lambda state, frame: (
        Ruling("ASL-A11.1", "enemies in one Location fight") if _open_fights(state, frame) else None
    ),
)

# ---------------------------------------------------------------- ambush


def ambush_outcomes(state: Firefight, frame: Close) -> Outcomes:
    return DIE if len(frame.ambush) < 2 and can_ambush(state, frame.hex) else NO_OUTCOME


def roll_ambush(state: Firefight, frame: Close, action: Roll) -> None:
    side = ENEMY[state.mover] if frame.ambush else state.mover
    words = "{} die for ambush in {}: {}"
    state.note("ASL-A11.4", words, ADJECTIVE[side], GRID.name[frame.hex], action.face, kind="phase")
    state.replace(replace(frame, ambush=(*frame.ambush, action.face)), "ASL-A11.4")


def judge_ambush(state: Firefight, frame: Close) -> None:
    """ASL-A11.3, ASL-A11.4: who ambushes strikes first; else both sides strike together."""
    frame = state.stack[-1]  # type: ignore[assignment]
    first, ambusher = state.mover, ""
    if len(frame.ambush) == 2:
        mine = frame.ambush[0] + ambush_drm(state, state.mover, frame.hex)
        theirs = frame.ambush[1] + ambush_drm(state, ENEMY[state.mover], frame.hex)
        if mine <= theirs - 3 or theirs <= mine - 3:
            first = ambusher = state.mover if mine < theirs else ENEMY[state.mover]
            state.note("ASL-A11.4", "{} ambush", ADJECTIVE[ambusher], kind="result")
            veiled.unveil(state, in_hex(state, ENEMY[ambusher], frame.hex), "ASL-A11.4")
    state.replace(replace(frame, striker=first, ambusher=ambusher), "ASL-A11.4")


# ---------------------------------------------------------------- attacks


def strikers(state: Firefight, frame: Close) -> list[int]:
    """ASL-A11.16, ASL-A11.2: who is neither broken nor about to leave."""
    there = in_hex(state, frame.striker, frame.hex)
    return [u for u in there if not has(state, u, BROKEN) and u not in dict(frame.leaving)]


def strikes(state: Firefight, frame: object) -> Sequence[Action]:
    if not isinstance(frame, Close) or not frame.striker:
        return ()
    enemies = known_in(state, frame.striker, frame.hex)
    pairs = [(u, e) for u in strikers(state, frame) for e in enemies if (u, e) not in frame.strikes]
    blows = [Strike(NAMES[u], NAMES[e]) for u, e in pairs]
    seizures = [Seize(NAMES[u], NAMES[e]) for u, e in pairs if not has(state, u, BERSERK)]
    return in_order([*blows, *seizures])


def strike(state: Firefight, frame: Close, action: Strike | Seize) -> None:
    pair = (UNIT[action.unit], UNIT[action.enemy])
    seizing = (*frame.seizing, pair[0]) if isinstance(action, Seize) else frame.seizing
    state.replace(replace(frame, strikes=(*frame.strikes, pair), seizing=seizing), "ASL-A11.12")


def _refuse_strike(state: Firefight, frame: object, action: Action) -> Ruling:
    if not isinstance(action, Strike | Seize):
        return Ruling("ASL-A11.12", "attacks in close combat are being declared")
    if (UNIT.get(action.unit), UNIT.get(action.enemy)) in getattr(frame, "strikes", ()):
        return Ruling("ASL-A11.12", f"{action.unit} attacks {action.enemy} already, and attacks once")
    if isinstance(action, Seize) and has(state, UNIT.get(action.unit, 0), BERSERK):
        return Ruling("ASL-A20.22", f"{action.unit} is berserk and takes no prisoners")
    return Ruling("ASL-A11.1", "the two are not an unbroken attacker and an enemy in this close combat")


CAPTURE = -2  # marks an attack that takes prisoners
STRUCK = {"killed": "eliminated", "cut": "one reduced", "": "no effect"}
SEIZED = {"killed": "captured", "cut": "one captured", "": "no effect"}
STRIKES = Phase(
    clause="ASL-A11.12",
    name="strikes",
    title="attacks in close combat",
    side=lambda state, frame: getattr(frame, "striker", "") or state.mover,
    picks=(),
    plain=strikes,
    take_plain=strike,
    plain_verbs=(Strike, Seize),
    refuse=_refuse_strike,
)


def groups(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Everybody joined by pairs fights in one attack: attackers, -1, targets."""
    found: list[tuple[set[int], set[int]]] = []
    for one, other in pairs:
        mine, rest = ({one}, {other}), []
        for group in found:
            if group[0] & mine[0] or group[1] & mine[1]:
                mine = mine[0] | group[0], mine[1] | group[1]
            else:
                rest.append(group)
        found = [*rest, mine]
    return sorted((*sorted(a), -1, *sorted(b)) for a, b in found)


def partners(state: Firefight, side: str, hex_: int, leaving: Container[int] = ()) -> dict[int, int]:
    """ASL-A11.14: of each leader and hero the squad, half-squad or crew of the Location it is stacked
    with: an unbroken one, with most firepower.
    """
    there = [u for u in known_in(state, ENEMY[side], hex_) if u not in leaving]  # in a close combat all are
    squads = [u for u in there if not kind(state, u).is_single]
    if not squads:
        return {}
    best = max(squads, key=lambda u: (not has(state, u, BROKEN), kind(state, u).fp, -u))
    return {u: best for u in there if kind(state, u).is_single}


def stack_of(partner: dict[int, int], unit: int) -> set[int]:
    """A unit with all who are stacked with it."""
    squad = partner.get(unit, unit)
    return {squad, *(single for single, one in partner.items() if one == squad)}


def joined(state: Firefight, frame: Close, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """ASL-A11.14: the attacks of these pairs: who is attacked defends with its stack, and who attacks does so
    in one attack with the others of its stack that attack.
    """
    if not pairs:
        return []
    side, leaving = SIDE[pairs[0][0]], dict(frame.leaving)
    mine, theirs = (partners(state, one, frame.hex, leaving) for one in (side, ENEMY[side]))
    more = [(one, other) for one, target in pairs for other in stack_of(theirs, target)]
    named = {one for one, _ in pairs}
    more += [(mate, target) for one, target in pairs for mate in stack_of(mine, one) & named]
    return groups([*pairs, *more])


def sides_of(row: Sequence[int]) -> tuple[list[int], list[int]]:
    at = list(row).index(-1)
    return list(row[:at]), [unit for unit in row[at + 1 :] if unit >= 0]


def lock(state: Firefight, frame: Close) -> None:
    """FF-CC.1: the attacks of a side are named; without an ambush the other side names its own before the
    dice.
    """
    frame = state.stack[-1]  # type: ignore[assignment]
    rows = joined(state, frame, frame.strikes)
    if frame.ambusher != frame.striker:
        veiled.unveil(state, [unit for unit, _ in frame.strikes])
    wanted = [row if not set(row) & set(frame.seizing) else (*row, CAPTURE) for row in rows]
    at_odds = (*frame.at_odds, *wanted)
    done = (*frame.rolled, frame.striker)
    other = ENEMY[frame.striker]
    frame = replace(frame, at_odds=at_odds, rolled=done, strikes=(), seizing=())
    if not frame.ambusher and len(done) < 2:
        state.replace(replace(frame, striker=other, step=STRIKE_STEP), "FF-CC.1")
    else:
        state.replace(frame, "FF-CC.1")


def power(state: Firefight, units: Sequence[int], attacks: bool) -> Fraction:
    """ASL-A11.11, ASL-A11.14: printed FP, a leader 1; a pinned attacker half; ASL-A20.52: a guard half."""
    found = Fraction(0)
    for unit in units:
        worth = Fraction(1 if kind(state, unit).is_single else kind(state, unit).fp)
        if attacks and has(state, unit, PIN):
            worth /= 2
        found += worth / 2 if attacks and state.captives[unit] else worth
    return found


def attack_power(state: Firefight, attackers: Sequence[int], targets: Sequence[int]) -> Fraction:
    """The firepower of an attack; ASL-A11.19: half of it against a concealed unit."""
    return power(state, attackers, True) * veiled.factor(state, targets)


def strike_modifiers(
    state: Firefight, frame: Close, attackers: Sequence[int], targets: Sequence[int], seizes: bool = False
) -> list[Modifier]:
    found = seizing_modifier(state, targets) if seizes else []
    leaders = [u for u in attackers if kind(state, u).is_leader and not state.flags[u] & (BERSERK | HEROIC)]
    if leaders and len(leaders) < len(attackers):
        best = min(leaders, key=lambda u: leadership(state, u))
        found.append(Modifier(leadership(state, best), "ASL-A11.141", f"{name(state, best)} directs"))
    found += [*worn(state, attackers, 1, "an attacker"), *worn(state, targets, -1, "a target")]
    found += [
        Modifier(-1, "ASL-A15.24", f"{name(state, u)} is a hero") for u in attackers if is_hero(state, u)
    ]
    if any(vehicles.is_riding(state, u) for u in attackers):
        found.append(Modifier(1, "ASL-D6.22", "a rider attacks"))
    found += [*_target_modifiers(state, frame, targets), *wire.close_modifiers(state, attackers, targets)]
    found += close_modifiers(state, attackers, targets)
    if frame.ambusher:
        mine = SIDE[attackers[0]] == frame.ambusher
        found.append(Modifier(-1 if mine else 1, "ASL-A11.4", "ambush"))
    return found


def worn(state: Firefight, units: Sequence[int], amount: int, who: str) -> Iterator[Modifier]:
    """ASL-A4.51, ASL-A4.8, ASL-A5.12, ASL-A5.131: exhausted, busy and overstacked units fight worse."""
    if any(has(state, u, CX) for u in units):
        yield Modifier(amount, "ASL-A4.51", f"{who} is CX")
    if any(has(state, u, TI) for u in units):
        yield Modifier(amount, "ASL-A4.8", f"{who} is busy")
    if over := excess(state, in_hex(state, SIDE[units[0]], state.at[units[0]])):
        clause = "ASL-A5.12" if amount > 0 else "ASL-A5.131"
        yield Modifier(amount * over, clause, f"{who} is overstacked")


def _target_modifiers(state: Firefight, frame: Close, targets: Sequence[int]) -> Iterator[Modifier]:
    """Those of targets that are broken or on their way out."""
    if any(has(state, u, BROKEN) for u in targets):
        yield Modifier(-2, "ASL-A11.16", "a target is broken")
    leaving = dict(frame.leaving)
    if any(u in leaving for u in targets):
        stay = [u for u in in_hex(state, SIDE[targets[0]], frame.hex) if u not in leaving]
        yield Modifier(-2 + len(stay), "ASL-A11.2", "a target withdraws, less who stays")


def strike_outcomes(state: Firefight, frame: Close) -> Outcomes:
    return TWO_DICE if frame.at_odds else NO_OUTCOME


def about_strike(state: Firefight, frame: Close) -> str:
    if not frame.at_odds:
        return "close combat"
    attackers, targets = sides_of(frame.at_odds[0])
    kill, odds = kill_number(attack_power(state, attackers, targets), power(state, targets, False))
    drm = total(strike_modifiers(state, frame, attackers, targets, CAPTURE in frame.at_odds[0]))
    return f"close combat in {GRID.name[frame.hex]}: odds {odds}, Kill Number {kill}, {drm:+d}"


def roll_strike(state: Firefight, frame: Close, action: Dice) -> None:
    """ASL-A18.12: an Original 2 of a squad may bring forth a leader, who is counted in at once."""
    attackers, targets = sides_of(frame.at_odds[0])
    squads = [u for u in attackers if not kind(state, u).is_single and not has(state, u, BERSERK)]
    if action.colored + action.white > 2 or not squads:
        carry_strike(state, frame, action)
        return
    there = in_hex(state, SIDE[attackers[0]], frame.hex)
    _, odds = kill_number(attack_power(state, attackers, targets), power(state, targets, False))
    more = heat.creation_drm(state, squads[0], columns_below_even(odds), has(state, squads[0], BROKEN))
    waiting = replace(state.stack[-1], blow=(action.colored, action.white, *there), step=BLOW_STEP)
    state.replace(waiting, "ASL-A18.12")
    checks.call(state, [(squads[0], checks.CREATE, more)], "ASL-A18.12")


def count_leader(state: Firefight, frame: Close) -> None:
    """ASL-A18.12: both attacks are figured again with the new leader: his side's, and those against it."""
    frame = state.stack[-1]  # type: ignore[assignment]
    colored, white, *there = frame.blow
    side = SIDE[sides_of(frame.at_odds[0])[0][0]]
    new = [u for u in in_hex(state, side, frame.hex) if u not in there]
    mates = set(sides_of(frame.at_odds[0])[0])
    first, *others = frame.at_odds
    at_odds = [(*new, *first), *((*row, *new) if mates & set(sides_of(row)[1]) else row for row in others)]
    frame = replace(frame, blow=(), at_odds=tuple(at_odds))
    state.replace(frame, "ASL-A18.12")
    carry_strike(state, frame, Dice(colored, white))


def carry_strike(state: Firefight, frame: Close, action: Dice) -> None:
    """ASL-A11.11: below the Kill Number all targets are eliminated, on it one is reduced."""
    attackers, targets = sides_of(frame.at_odds[0])
    kill, odds = kill_number(attack_power(state, attackers, targets), power(state, targets, False))
    seizes = CAPTURE in frame.at_odds[0]
    drm = total(strike_modifiers(state, frame, attackers, targets, seizes))
    final = action.colored + action.white + drm
    fate = struck(final, kill)
    words = "{} attack at {}: dice {}, modifiers {:+d}, Kill Number {}: {}"
    said = (SEIZED if seizes else STRUCK)[fate]
    veiled.after_attack(state, frame.ambusher, attackers, fate == "killed" or (seizes and bool(fate)))
    state.note(
        "ASL-A11.11",
        words,
        ADJECTIVE[SIDE[attackers[0]]],
        odds,
        action.colored + action.white,
        drm,
        kill,
        said,
        kind="result",
    )
    taken = frame.taken
    if seizes and fate:
        taken, fate = (*taken, (int(fate == "killed"), *attackers, -1, *targets)), ""
    fates = (*frame.fates, *((u, fate) for u in targets if fate == "killed"))
    smashed = tuple((u, kill) for u in targets if fate == "killed" and action.colored == 1)  # ASL-A11.13
    if fate == "cut":
        fates = (*fates, *((u, "cut" if len(targets) == 1 else f"one of {min(targets)}") for u in targets))
    dice = action.colored + action.white
    free = (*frame.free, *(attackers if dice == 2 else targets if dice == 12 else ()))
    after = replace(state.stack[-1], at_odds=frame.at_odds[1:], fates=fates, free=free, taken=taken)
    after = replace(after, smashed=(*frame.smashed, *smashed))
    state.replace(after, "ASL-A11.11")


def carry_fates(state: Firefight, frame: Close) -> None:
    """FF-CC.1: all results are carried out together."""
    frame = state.stack[-1]  # type: ignore[assignment]
    fates, taken = frame.fates, frame.taken
    smashed = dict(frame.smashed)
    state.replace(replace(frame, fates=(), taken=(), smashed=()), "FF-CC.1")
    items: list[checks.Item] = []
    shared: dict[str, list[int]] = {}
    for unit, fate in fates:
        if fate.startswith("one of"):
            shared.setdefault(fate, []).append(unit)
        elif fate == "cut" and state.at[unit] >= 0:
            items += checks.cut(state, unit, "ASL-A11.11")
    for unit, fate in fates:
        if fate == "killed" and state.at[unit] >= 0:
            if unit in smashed:
                items += [(FIRST_GUN + g, checks.SMASH, smashed[unit]) for g in guns_of(state, unit)]
            eliminate(state, unit, "ASL-A11.11")
    settle(state, "ASL-A11.11")
    for row in reversed(taken):
        call_captures(state, bool(row[0]), *sides_of(row[1:]))
    for units in shared.values():
        checks.select(state, [u for u in units if state.at[u] >= 0], 1, "cut", -1)
    checks.call(state, items, "ASL-A17.11")


def strike_back(state: Firefight, frame: Close) -> None:
    """ASL-A11.4: after an ambush the other side strikes back with what is left."""
    frame = state.stack[-1]  # type: ignore[assignment]
    if frame.ambusher and len(frame.rolled) < 2:
        again = replace(frame, free=(), striker=ENEMY[frame.striker], step=STRIKE_STEP)
        state.replace(again, "FF-CC.1")


def end_close(state: Firefight, frame: Close) -> None:
    """ASL-A11.15, ASL-A11.16: who is left of both sides is in Melee, ASL-A11.7: also with a vehicle alone;
    who is broken there is eliminated.
    """
    hex_ = frame.hex
    both = all(in_hex(state, side, hex_) for side in SIDES)
    for side in SIDES:
        held = vehicles.holds(state, ENEMY[side], hex_)
        for unit in in_hex(state, side, hex_):
            if has(state, unit, BROKEN) and (both or (held and has(state, unit, MELEE))):
                eliminate(state, unit, "ASL-A11.16")
    known_ = {side: veiled.end(state, in_hex(state, side, hex_)) for side in SIDES}  # ASL-A11.15
    both = all(known_.values())
    for side in SIDES:
        for unit in in_hex(state, side, hex_):
            if unit in known_[side] and (both or holding.is_held(state, unit)):
                flag(state, unit, MELEE, "ASL-A11.15")
            else:
                clear(state, unit, MELEE, "ASL-A11.15")
                if has(state, unit, BERSERK):
                    heat.calm(state, unit)
    settle(state, "ASL-A11.15")
    check_victory(state)
    salvage.offer(state)


def leave(state: Firefight, frame: Close) -> None:
    carry_out(state, frame, LEAVE_STEP)


def _attacker(state: Firefight, frame: object) -> str:
    return state.mover


def _defender(state: Firefight, frame: object) -> str:
    return ENEMY[state.mover]


CLOSE = (
    Chance(clause="ASL-A11.4", name="ambush", outcomes=ambush_outcomes, apply=roll_ambush),
    Auto(clause="ASL-A11.4", do=judge_ambush),
    withdrawals(_attacker, "withdrawal"),
    withdrawals(_defender, "defender's withdrawal"),
    STRIKES,
    Auto(clause="FF-CC.1", do=lock),
    Auto(clause="ASL-A18.12", do=count_leader, due=lambda state, frame: bool(frame.blow)),
    Chance(
        clause="ASL-A11.11",
        name="blows",
        outcomes=strike_outcomes,
        apply=roll_strike,
        about=about_strike,
        rolls=(Dice,),
    ),
    Auto(clause="FF-CC.1", do=carry_fates),
    infiltration(_attacker, "infiltration"),
    infiltration(_defender, "defender's infiltration"),
    Auto(clause="ASL-A11.4", do=strike_back),
    after_ambush(),
    Auto(clause="ASL-A11.2", do=leave),
    Auto(clause="ASL-A11.15", do=end_close),
)
STRIKE_STEP, BLOW_STEP = 4, 6
LEAVE_STEP: int = len(CLOSE) - 2
