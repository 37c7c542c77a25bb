"""ASL-A14: snipers: what rouses them, whom they strike, and who goes to look for them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hex, Hexes, members
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import checks, riders, salvage, vehicles
from .alert import SNIPER, has_sniper
from .dummies import take_off
from .eyes import target_hexes
from .forces import ADJECTIVE, ENEMY, NAMES
from .going import in_hex_tem
from .places import clockwise
from .position import (
    BROKEN,
    DM,
    FINAL,
    FIRED,
    FIRST,
    GUN1,
    HIDDEN,
    MOVED,
    PIN,
    PREP,
    TI,
    Firefight,
    Sniper,
    Who,
    fact,
)
from .units import (
    break_unit,
    flag,
    has,
    in_hex,
    is_fearless,
    is_good,
    is_hero,
    kind,
    known_in,
    leadership,
    name,
    number,
    on_map,
    pin,
    settle,
    show,
)
from .victory import check_victory
from .words import DIE, TWO_DICE, Aim, Dice, Hunt, Post

STRIKE, GRAZE = int(SNIPER["strike"]), int(SNIPER["graze"])
FOUND, PINNED = int(SNIPER["check"]["found"]), int(SNIPER["check"]["pinned"])
STACK = -1  # in a selection: the concealed units of a hex together
RIVAL = -2  # in a selection: the other side's sniper
CREW = -3  # and below: the crew of a vehicle that shows itself
SIXTY = Outcomes([(Roll(face), 1) for face in range(1, 61)])  # fair for any number up to six

# ---------------------------------------------------------------- posting


def posts(state: Firefight, side: str) -> Hexes:
    """ASL-A14.2: empty hexes within six of as many enemy hexes as can be, six being enough."""
    enemies = target_hexes(state, side)
    taken = enemies | sum({1 << state.at[u] for u in on_map(state, side)})
    near: dict[int, int] = {}
    for hex_ in members(Hexes(state.card.area & ~taken)):
        around = GRID.within(1 << hex_, int(SNIPER["near"])) & enemies
        near[hex_] = min(int(SNIPER["enough"]), around.bit_count())
    best = max(near.values(), default=0)
    return Hexes(sum(1 << hex_ for hex_, count in near.items() if count == best))


def posting(who: Who, words: str) -> Phase:
    def hexes(state: Firefight, frame: object) -> int:
        side = who(state, frame)
        unposted = has_sniper(state, side) and state.snipers[number(side)] < 0 and state.phase == "set-up"
        return posts(state, side) if unposted else 0

    def post(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        side = who(state, frame)
        state.set_at(fact.snipers, number(side), hex_, "ASL-A14.2")
        state.note("ASL-A14.2", "{} sniper in {}", ADJECTIVE[side], GRID.name[hex_], kind="markers")

    return Phase(
        clause="ASL-A14.2",
        name=words,
        title="Sniper",
        side=who,
        picks=(
            Pick(
                verb=Post,
                hexes=(Screen("ASL-A14.2", "{hex} is not empty, or far from the enemy", hexes),),
                apply=post,
            ),
        ),
        must=lambda state, frame: Ruling("ASL-A14.2", "the sniper is posted before the first turn"),
        once=True,
    )


# ---------------------------------------------------------------- what rouses him


def release(state: Firefight) -> None:
    """ASL-A14.1: after the effects of the roll, one sniper after another; ASL-D6.23: riders who are shaken
    bail out first.
    """
    if state.riding and state.stack:
        riders.shake_off(state)
    roused = state.roused
    state.set(fact.roused, (), "ASL-A14.1")
    for side in reversed(roused):
        if state.stack and prey(state, side):
            state.call(Sniper(side=side), "ASL-A14.1")
    salvage.offer(state)


def release_alone(state: Firefight, frame: object) -> None:
    """ASL-A14.1: after checks that belong to no attack, as when a unit digs."""
    if len(state.stack) == ALONE:
        release(state)


ALONE = 2  # a player turn, and the checks

# ---------------------------------------------------------------- whom he strikes


def attack_outcomes(state: Firefight, frame: Sniper) -> Outcomes:
    return NO_OUTCOME if frame.die else DIE


def roll_attack(state: Firefight, frame: Sniper, action: Roll) -> None:
    words = {STRIKE: "strikes", GRAZE: "grazes"}.get(action.face, "misses")
    state.note("ASL-A14.1", "{} sniper: a {}: {}", ADJECTIVE[frame.side], action.face, words, kind="attack")
    over = words == "misses"
    state.replace(replace(state.stack[-1], die=action.face, step=END if over else 1), "ASL-A14.1")


def place_outcomes(state: Firefight, frame: Sniper) -> Outcomes:
    return NO_OUTCOME if frame.hexes else TWO_DICE


def random_place(start: Hex, direction: int, distance: int) -> Hex:
    """A direction and a distance from the counter; at the edge of the map it stops."""
    at = start
    for _ in range(distance):
        there = GRID.step(at, clockwise()[direction - 1])
        if there < 0:
            break
        at = there
    return at


def prey(state: Firefight, side: str) -> int:
    """ASL-A14.22: hexes with enemies a side knows of, on foot, under a "?", or in an open hatch."""
    return target_hexes(state, side) | vehicles.exposed_hexes(state, ENEMY[side])


def nearest(state: Firefight, side: str, at: int) -> list[int]:
    """ASL-A14.2, ASL-A14.21: the target hexes nearest to a place, of them those with the least cover."""
    rival = rival_at(state, side)
    hexes = members(prey(state, side) | (1 << rival if rival >= 0 else 0))
    rank = {hex_: (GRID.distance(at, hex_), in_hex_tem(hex_)) for hex_ in hexes}
    return [hex_ for hex_ in hexes if rank[hex_] == min(rank.values())]


def rival_at(state: Firefight, side: str) -> int:
    """ASL-A14.22: where the other side's sniper is, who is a target too; -1: there is none."""
    other = ENEMY[side]
    return state.snipers[number(other)] if has_sniper(state, other) else -1


def roll_place(state: Firefight, frame: Sniper, action: Dice) -> None:
    at = random_place(Hex(state.snipers[number(frame.side)]), action.colored, action.white)
    hexes = tuple(nearest(state, frame.side, at))
    state.replace(replace(state.stack[-1], hexes=hexes), "ASL-A14.2")
    words = "where the {} sniper strikes: direction {}, distance {}"
    state.note("ASL-A14.2", words, ADJECTIVE[frame.side], action.colored, action.white, kind="phase")


def aims(state: Firefight, frame: object) -> Sequence[Action]:
    if not isinstance(frame, Sniper) or frame.hex >= 0:
        return []
    return [Aim(GRID.name[hex_]) for hex_ in frame.hexes]


def aim(state: Firefight, frame: Sniper, action: Aim) -> None:
    hex_ = GRID.number[action.hex]
    state.set_at(fact.snipers, number(frame.side), Hex(hex_), "ASL-A14.2")
    known = known_in(state, frame.side, hex_)
    covered = bool(state.shrouds[number(ENEMY[frame.side])] >> hex_ & 1)
    rival = (RIVAL,) if rival_at(state, frame.side) == hex_ else ()
    tanks = [v for v in vehicles.in_hex(state, ENEMY[frame.side], hex_) if vehicles.is_exposed(state, v)]
    slots = (*known, *((STACK,) if covered else ()), *rival, *(CREW - v for v in tanks))
    state.note("ASL-A14.2", "the sniper aims at {}", GRID.name[hex_], kind="attack")
    state.replace(replace(state.stack[-1], hex=hex_, slots=slots), "ASL-A14.2")


def _refuse_aim(state: Firefight, frame: object, action: Aim) -> Sequence[Ruling]:
    return (
        Ruling("ASL-A14.2", f"{action.hex} is not the nearest target of the sniper with the least cover"),
    )


def select_outcomes(state: Firefight, frame: Sniper) -> Outcomes:
    """ASL-A.9, ASL-A14.23: a die for each unit; the concealed units of a hex have one together."""
    return DIE if 1 < len(frame.slots) > len(frame.dice) else NO_OUTCOME


def roll_selection(state: Firefight, frame: Sniper, action: Roll) -> None:
    state.replace(replace(state.stack[-1], dice=(*frame.dice, action.face)), "ASL-A.9")
    state.note("ASL-A.9", "random selection: die {}", action.face, kind="phase")


def chosen(frame: Sniper) -> list[int]:
    if len(frame.slots) == 1:
        return list(frame.slots)
    return [slot for slot, die in zip(frame.slots, frame.dice, strict=True) if die == max(frame.dice)]


def stack_outcomes(state: Firefight, frame: Sniper) -> Outcomes:
    return SIXTY if frame.slots and STACK in chosen(frame) else NO_OUTCOME


def open_stack(state: Firefight, frame: Sniper, action: Roll) -> None:
    """One of the concealed units is the target; nobody learns how many there are."""
    covered = [u for u in in_hex(state, ENEMY[frame.side], frame.hex) if not state.open >> u & 1]
    covered = [u for u in covered if not has(state, u, HIDDEN)]
    if not covered:  # PHD-C5.31.b.ff: dummies, or a Reserve, who is no target
        take_off(state, ENEMY[frame.side], 1 << frame.hex, "ASL-A14.3")
        hit = tuple(slot for slot in chosen(frame) if slot != STACK)
        state.replace(replace(state.stack[-1], slots=hit, dice=(1,) * len(hit)), "ASL-A14.23")
        return
    unit = covered[(action.face - 1) % len(covered)]
    show(state, unit, "ASL-A14.3")
    settle(state, "ASL-A14.3")
    hit = tuple(unit if slot == STACK else slot for slot in chosen(frame))
    state.replace(replace(state.stack[-1], slots=hit, dice=(1,) * len(hit)), "ASL-A14.23")


def strike(state: Firefight, frame: Sniper) -> None:
    """ASL-A14.3: a strike kills a leader or hero and breaks a squad; a graze wounds or pins."""
    if not frame.slots:
        return
    items: list[checks.Item] = []
    for unit in chosen(frame):
        if unit == RIVAL:
            _duel(state, ENEMY[frame.side], frame.die == STRIKE)
        elif unit <= CREW:
            _shoot_crew(state, CREW - unit, frame.die == STRIKE)
        else:
            items += _struck(state, unit) if frame.die == STRIKE else _grazed(state, unit)
    for unit in in_hex(state, ENEMY[frame.side], frame.hex):
        if has(state, unit, BROKEN):
            flag(state, unit, DM, "ASL-A14.3")
    settle(state, "ASL-A14.3")
    checks.call(state, items, "ASL-A14.3")


def _shoot_crew(state: Firefight, vehicle: int, strikes: bool) -> None:
    """ASL-D5.34, ASL-D5.341: a crew that shows itself is stunned, by a strike recalled as well."""
    vehicles.stun(state, vehicle, "ASL-D5.34")
    if strikes:
        vehicles.recall(state, vehicle, "ASL-D5.341")


def _duel(state: Firefight, side: str, strikes: bool) -> None:
    """ASL-A14.3: a sniper who is struck costs his side 1 of its number; grazed he is pinned."""
    if strikes:
        _find(state, side, "ASL-A14.3")
    else:
        _pin_down(state, side, "ASL-A14.3")


def _find(state: Firefight, side: str, clause: str) -> None:
    san = state.san[number(side)] - 1
    state.set_at(fact.san, number(side), san, clause)
    words = "the {} sniper is found: Activation Number {}"
    state.note(clause, words, ADJECTIVE[side], san, kind="elimination")


def _pin_down(state: Firefight, side: str, clause: str) -> None:
    state.set(fact.snipers_down, (*state.snipers_down, side), clause)
    state.note(clause, "the {} sniper is pinned", ADJECTIVE[side], kind="result")


def _struck(state: Firefight, unit: int) -> list[checks.Item]:
    if kind(state, unit).is_single:
        return checks.lose(state, unit, "ASL-A14.3")
    if has(state, unit, BROKEN) or is_fearless(state, unit):
        return checks.cut(state, unit, "FF-R7")
    break_unit(state, unit, "ASL-A14.3")
    return []


def _grazed(state: Firefight, unit: int) -> list[checks.Item]:
    if kind(state, unit).is_single:
        return [(unit, checks.WOUNDS, 0)]
    pin(state, unit, "ASL-A14.3")
    return []


# ---------------------------------------------------------------- looking for him

SPENT = FIRED | PREP | FIRST | FINAL | MOVED | GUN1 | PIN | TI


def hunters(state: Firefight, frame: object) -> int:
    """ASL-A14.4: Good Order units of the Location that have neither fired nor moved."""
    if not isinstance(frame, Sniper) or frame.hex < 0:
        return 0
    there = in_hex(state, ENEMY[frame.side], frame.hex)
    fit = [u for u in there if is_good(state, u) and not state.flags[u] & SPENT and state.open >> u & 1]
    return sum(1 << u for u in fit if u not in frame.hunters)


def hunt(state: Firefight, frame: Sniper, unit: int, hex_: Hex) -> None:
    flag(state, unit, TI, "ASL-A14.4")
    state.note("ASL-A14.4", "{} looks for the sniper", name(state, unit), kind="move")
    state.replace(replace(state.stack[-1], hunters=(*frame.hunters, unit)), "ASL-A14.4")


def hunt_drm(state: Firefight, units: Sequence[int]) -> int:
    """ASL-A14.4: the best leader, heroes, and each half-squad (a squad is two)."""
    leaders = [leadership(state, u) for u in units if kind(state, u).is_leader]
    found = sum(int(SNIPER["check"]["hero"]) for u in units if is_hero(state, u))
    found += sum(int(SNIPER["check"]["half_squad"]) * kind(state, u).size for u in units)
    return found + (min(leaders) if leaders else 0)


def hunt_outcomes(state: Firefight, frame: Sniper) -> Outcomes:
    return DIE if frame.hunters and not frame.found else NO_OUTCOME


def roll_hunt(state: Firefight, frame: Sniper, action: Roll) -> None:
    """ASL-A14.4: he is found and the Activation Number falls, or pinned for the player turn."""
    side, final = frame.side, action.face + hunt_drm(state, frame.hunters)
    state.replace(replace(state.stack[-1], found=True), "ASL-A14.4")
    if final <= FOUND:
        _find(state, side, "ASL-A14.4")
    elif final == PINNED:
        _pin_down(state, side, "ASL-A14.4")


def end_strike(state: Firefight, frame: Sniper) -> None:
    check_victory(state)
    salvage.offer(state)


SNIPING = (
    Chance(clause="ASL-A14.1", name="sniper", outcomes=attack_outcomes, apply=roll_attack),
    Chance(
        clause="ASL-A14.2",
        name="sniper's place",
        outcomes=place_outcomes,
        apply=roll_place,
        rolls=(Dice,),
    ),
    Ask(
        clause="ASL-A14.2",
        name="aim",
        title="the sniper aims",
        side=lambda state, frame: frame.side if isinstance(frame, Sniper) else state.mover,
        choices=aims,
        apply=aim,
        takes=(Aim,),
        refuse=_refuse_aim,
    ),
    Chance(clause="ASL-A.9", name="sniper's target", outcomes=select_outcomes, apply=roll_selection),
    Chance(clause="ASL-A14.23", name="in the stack", outcomes=stack_outcomes, apply=open_stack),
    Auto(clause="ASL-A14.3", do=strike),
    Phase(
        clause="ASL-A14.4",
        name="sniper check",
        title="who looks for the sniper",
        side=lambda state, frame: ENEMY[frame.side] if isinstance(frame, Sniper) else state.mover,
        picks=(
            Pick(
                verb=Hunt,
                names=NAMES,
                units=(
                    Screen(
                        "ASL-A14.4",
                        "{unit} is not in Good Order in the struck Location, or has fired or moved",
                        hunters,
                    ),
                ),
                apply=hunt,
            ),
        ),
    ),
    Chance(clause="ASL-A14.4", name="hunt", outcomes=hunt_outcomes, apply=roll_hunt),
    Auto(clause="ASL-A14.3", do=end_strike),
)
END = len(SNIPING) - 1
