"""Guns on the ground: who may fire which, at what, and what the shot does to the Gun. The shot itself is
that of every gun (`tank_shot`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap

from msgspec.structs import replace

from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import Pick, Screen, hex_test

from ..board import GRID
from . import arcs, guns, ordnance, prevention, shortage, tank_fire, vehicles
from .after_fire import count_gun, count_shots
from .dash import is_dashing
from .eyes import has_infantry, in_sight_of, sees, unit_sees_vehicle
from .fire import firing_side, shot_out, unit_screens
from .forces import ENEMY, FIRST_GUN, GUN_NAMES
from .going import BOTTOM, CODE, crossed
from .pillboxes import box_around, is_inside
from .position import (
    G_FINAL,
    G_FIRED,
    G_FIRST,
    G_MOVED,
    G_RESTED,
    G_SLOW,
    G_TURNED,
    G_USED,
    MOVED,
    OPPORTUNE,
    PIN,
    PREP,
    Firefight,
    Mask,
    Shell,
    Who,
)
from .reach import busy_at_home, may_use
from .shots import ADVANCING_FIRE, FINAL_FIRE, FIRST_FIRE, PREP_FIRE
from .tank_fire import CLOSED
from .terrain import BOCAGE, FEATURE
from .units import (
    has,
    is_inexperienced,
    jam,
    movers,
    name,
    printed_gun,
    remove_gun,
    settle,
    shooter,
)
from .words import Serve

JAMS = 12
UNSEEN_FIRER = "unseen"  # ASL-C2.2401: nobody answers a shot of a firer nobody saw
Test = Callable[[Firefight, str, int], bool]
At = Callable[[Firefight, str, int, int], bool]

# ---------------------------------------------------------------- who


def own_guns(state: Firefight, side: str) -> list[int]:
    """The Guns of a side, numbered among those who fire; mortars are fired as other mortars are."""
    return [FIRST_GUN + g for g in guns.own_pieces(state, side) if guns.weapon(state, g).is_gun]


def is_intensive(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-C5.6: one more shot when the rate of fire is used up, not in the AFPh."""
    flags = state.gun_flags[firer - FIRST_GUN]
    if kind_ == FIRST_FIRE and prevention.is_due(state, firer):
        return prevention.is_marked(state, firer)
    return bool(flags & {PREP_FIRE: G_FIRED, FIRST_FIRE: G_FIRST, FINAL_FIRE: G_FIRST}.get(kind_, 0))


def is_fresh(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-C2.24, ASL-C2.241, ASL-C2.5: a shot is left, or Intensive Fire, which a pinned crew or a Gun that
    has turned too slowly does not have.
    """
    flags = state.gun_flags[firer - FIRST_GUN]
    if kind_ == FIRST_FIRE and prevention.is_due(state, firer):
        return not has(state, shooter(state, firer), PIN) or not prevention.is_marked(state, firer)
    if kind_ == ADVANCING_FIRE:
        return not flags & G_FIRED and not has(state, shooter(state, firer), PREP)
    if flags & G_FINAL:
        return False
    calm = not flags & G_SLOW and not has(state, shooter(state, firer), PIN)
    return calm or not is_intensive(state, kind_, firer)


def is_free(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-A7.35: its crew has not fired small arms, nor another weapon."""
    return may_use(state, firer) or bool(state.gun_flags[firer - FIRST_GUN] & G_FIRED)


def has_stayed(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-A4.41.gun: in the AFPh only if who serves it has not moved."""
    return kind_ != ADVANCING_FIRE or not has(state, shooter(state, firer), MOVED)


WHO: tuple[tuple[str, str, Test], ...] = (
    ("ASL-C2.24", "{unit} has no shot left in this player turn", is_fresh),
    ("ASL-A7.35", "those who serve {unit} have fired otherwise", is_free),
    ("ASL-A4.41.gun", "those who serve {unit} have moved", has_stayed),
    (
        "ASL-C2.8",
        "{unit} has been moved in this player turn",
        lambda s, k, f: not s.gun_flags[f - FIRST_GUN] & G_MOVED,
    ),
    (
        "ASL-C3.22",
        "{unit} has been turned without firing in this phase",
        lambda s, k, f: not s.gun_flags[f - FIRST_GUN] & G_RESTED,
    ),
)
SHARED = ("ASL-A7.1", "ASL-A7.35", "ASL-A4.41")  # of small arms; Guns have their own


def gun_screens(kind_of: Who, side_of: Who) -> tuple[Screen, ...]:
    def mask(test: Test) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            fire, own = kind_of(state, frame), own_guns(state, side_of(state, frame))
            return sum(1 << f - FIRST_GUN for f in own if test(state, fire, f))

        return found

    def lowered(screen: Screen) -> Screen:
        return Screen(
            screen.clause,
            NOBODY if screen.decisive else screen.because,
            lambda state, frame: screen.mask(state, frame) >> FIRST_GUN,
            decisive=screen.decisive,
        )

    common = unit_screens(kind_of, side_of, own_guns)
    shared = (lowered(one) for one in common if one.clause not in SHARED)
    return *shared, *(Screen(clause, words, mask(test)) for clause, words, test in WHO)


NOBODY = "{unit} is not a Gun that a unit of the side that fires serves on the map"

# ---------------------------------------------------------------- at what


def came_from(state: Firefight) -> int:
    """The hex from which movers, or a vehicle, came into the hex they are in."""
    moving = vehicles.driver(state)
    if moving is not None:
        return next((h for h, _ in reversed(moving.track) if h != state.vehicle_at[moving.vehicle]), OFF)
    way = movers(state)
    return way.origin if way is not None and way.crossed else OFF


def goal(state: Firefight, kind_: str, firer: int, hex_: int) -> int:
    """ASL-C3.2.own, ASL-C5.5: what its arc must cover: in its own hex, whence an enemy has come in."""
    at = state.at[shooter(state, firer)]
    if at != hex_:
        return hex_
    origin = came_from(state) if kind_ == FIRST_FIRE else OFF
    return origin if origin >= 0 else at


def turned(state: Firefight, kind_: str, firer: int, hex_: int) -> int:
    """FF-O11: the hexspines it turns for a shot."""
    at, now, to = state.at[shooter(state, firer)], state.pointing[firer - FIRST_GUN], hex_
    to = goal(state, kind_, firer, hex_)
    if is_inside(state, shooter(state, firer)):  # ASL-B30.gun: its arc is that of the pillbox
        return 0
    return arcs.turns(now, arcs.best_turn(at, to, now)) if to != at else 0


def reaches(state: Firefight, kind_: str, firer: int, hex_: int) -> bool:
    """ASL-C2.25, ASL-C2.6: in range, and no more levels apart than hexes."""
    at = state.at[shooter(state, firer)]
    distance = GRID.distance(at, hex_)
    steep = distance > 0 and abs(BOTTOM[at] - BOTTOM[hex_]) > distance
    return ordnance.in_reach(guns.weapon(state, firer - FIRST_GUN), distance) and not steep


def may_turn(state: Firefight, kind_: str, firer: int, hex_: int) -> bool:
    """ASL-C5.11: in woods and buildings a Gun that has fired stays as it points for the phase; ASL-A4.63: no
    Gun turns at a Dash.
    """
    if kind_ == FIRST_FIRE and is_dashing(state, state.at[shooter(state, firer)], hex_):
        return not turned(state, kind_, firer, hex_)
    shot = state.gun_flags[firer - FIRST_GUN] & (G_USED | G_FIRED | G_FIRST)
    closed = CODE[state.at[shooter(state, firer)]] in CLOSED
    return not (shot and closed) or not turned(state, kind_, firer, hex_)


def is_over_hedge(state: Firefight, firer: int, hex_: int) -> bool:
    """Whether a shot leaves the hex through bocage."""
    at = state.at[shooter(state, firer)]
    ways = crossed(hex_, at) if at != hex_ else ()
    return any(FEATURE.get(way) == BOCAGE for way in ways)


def is_steady(state: Firefight, kind_: str, firer: int, hex_: int) -> bool:
    """ASL-B9.53: it does not both turn and fire through bocage in one fire phase."""
    moved = state.gun_flags[firer - FIRST_GUN] & G_TURNED or turned(state, kind_, firer, hex_)
    return not (moved and is_over_hedge(state, firer, hex_))


def is_near(state: Firefight, kind_: str, firer: int, hex_: int) -> bool:
    """ASL-C2.241: in the DFPh a Gun under First Fire shoots at the next hex at most."""
    far = GRID.distance(state.at[shooter(state, firer)], hex_) > 1
    return not (kind_ == FINAL_FIRE and is_intensive(state, kind_, firer) and far)


def sees_target(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A6.11: Infantry or a vehicle of the enemy there, seen from the Gun."""
    unit, side = shooter(state, firer), tank_fire.side_of(state, firer)
    if state.at[unit] == hex_ or (has_infantry(state, side, hex_) and sees(state, unit, hex_)):
        return True
    there = tank_fire.enemy_vehicles(state, side, hex_)
    return any(unit_sees_vehicle(state, unit, v).is_unit_seen for v in there)


def is_in_slit(state: Firefight, kind_: str, firer: int, hex_: int) -> bool:
    """ASL-B30.gun: out of a pillbox only through its arc."""
    unit = shooter(state, firer)
    box = box_around(state, unit)
    return box is None or box.through(state.at[unit], hex_)


AT_HEX: tuple[tuple[str, str, At], ...] = (
    ("ASL-B30.gun", "{hex} is not in the arc of the pillbox of {unit}", is_in_slit),
    (
        "ASL-A7.212",
        "{unit} has an enemy in its own Location",
        lambda s, k, f, h: not busy_at_home(s, f, h),
    ),
    ("ASL-C2.25", "{hex} is out of range of {unit}, or too steep", reaches),
    (
        "ASL-B11.31",
        "{hex} lies across a cliff",
        lambda s, k, f, h: not tank_fire.is_over_cliff(s.at[shooter(s, f)], h),
    ),
    ("ASL-C5.11", "{hex} is not in the covered arc of {unit}, which cannot turn after a shot", may_turn),
    ("ASL-B9.53", "{unit} would turn and fire through bocage in one phase", is_steady),
    ("ASL-C2.241", "{unit} has only Intensive Fire left, at its own hex or the next", is_near),
    ("ASL-A6.11", "{unit} does not see an enemy in {hex}", lambda s, k, f, h: sees_target(s, f, h)),
)


def serve_pick(kind_: str) -> Pick:
    """Guns in a fire phase."""
    who = (lambda state, frame: kind_, lambda state, frame: firing_side(kind_, state))

    def row(clause: str, words: str, test: At) -> Screen:
        return hex_test(clause, words, lambda state, g, hex_: test(state, kind_, FIRST_GUN + g, hex_))

    known = Screen(
        "ASL-A7.4",
        "{hex} holds no enemy that is known of",
        lambda s, f: tank_fire.goal_hexes(s, firing_side(kind_, s)),
        decisive=True,
    )

    def apply(state: Firefight, frame: object, g: int, hex_: Hex) -> None:
        declare(state, new_shell(state, kind_, FIRST_GUN + g, hex_))

    hexes = (known, *starmap(row, AT_HEX))
    return Pick(verb=Serve, names=GUN_NAMES, units=gun_screens(*who), hexes=hexes, apply=apply)


def answer_pick(mover_hex: Mask) -> Pick:
    """First Fire of Guns at who moves, Infantry or a vehicle."""
    who = (lambda state, frame: FIRST_FIRE, lambda state, frame: ENEMY[state.mover])

    def mask(test: At) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            there = members(mover_hex(state, frame))
            own = own_guns(state, ENEMY[state.mover]) if there else []
            return sum(1 << f - FIRST_GUN for f in own if test(state, FIRST_FIRE, f, there[0]))

        return found

    rows = (
        Screen(clause, words.replace("{hex}", "the mover's hex"), mask(test))
        for clause, words, test in AT_HEX
    )
    often = Screen(
        "ASL-C6.17",
        "{unit} has shot as often as MF or MP were spent there",
        mask(lambda s, k, f, h: prevention.is_due(s, f) or not shot_out(s, f)),
    )
    once = Screen(prevention.CLAUSE, prevention.SPENT, mask(lambda s, k, f, h: prevention.may(s, f)))

    def apply(state: Firefight, frame: object, g: int, hex_: Hex) -> None:
        declare(state, new_shell(state, FIRST_FIRE, FIRST_GUN + g, hex_))

    return Pick(
        verb=Serve,
        names=GUN_NAMES,
        units=(*gun_screens(*who), *rows, often, once),
        hexes=(Screen("ASL-A8.1", "{hex} is not where the mover is", mover_hex),),
        apply=apply,
    )


# ---------------------------------------------------------------- the declaration


def new_shell(state: Firefight, kind_: str, firer: int, hex_: int) -> Shell:
    """A shot of a Gun as it would be declared."""
    shell = Shell(
        tank_fire.side_of(state, firer),
        hex_,
        kind_,
        guns.weapon(state, firer - FIRST_GUN).id,
        firer=firer,
        turned=turned(state, kind_, firer, hex_),
        intensive=is_intensive(state, kind_, firer),
        home=state.at[shooter(state, firer)],
        stand=kind_ == FIRST_FIRE and prevention.is_due(state, firer),
    )
    moving = movers(state)
    if kind_ == FIRST_FIRE and vehicles.driver(state) is None and moving is not None:
        shell = replace(shell, targets=moving.units, ffnam=moving.ffnam)
    return tank_fire.choose_default(state, shell)


def declare(state: Firefight, shell: Shell) -> None:
    """FF-O9, ASL-A12.34: the Gun turns; who serves it stays under its "?" until the dice say otherwise."""
    g, unit = shell.firer - FIRST_GUN, shooter(state, shell.firer)
    if shell.turned:
        to = goal(state, shell.kind, shell.firer, shell.hex)
        guns.point(state, g, arcs.best_turn(shell.home, to, state.pointing[g]), "ASL-C5.1")
        guns.mark(state, g, G_TURNED, "ASL-B9.53")
    guns.step_out(state, unit)
    settle(state, "FF-O9")
    weapon = ordnance.WEAPONS[shell.weapon].name
    seen = bool(state.open >> unit & 1)
    who = f"{weapon} of {name(state, unit)}" if seen else "a Gun"
    words = "{} in {} aims at {}"
    state.note("FF-O9", words, who, GRID.name[shell.home], GRID.name[shell.hex], kind="attack")
    state.call(shell if seen else replace(shell, duel=UNSEEN_FIRER), "FF-O9")


# ---------------------------------------------------------------- what the shot does to the Gun


def spend(state: Firefight, frame: Shell) -> bool:
    """ASL-C2.24, ASL-C2.28, FF-O1: rate of fire, breakdown and markers; whether it may fire on."""
    g, unit, dice = frame.firer - FIRST_GUN, shooter(state, frame.firer), sum(frame.dice)
    count_gun(state, g, unit, frame.kind)
    count_shots(state, frame.kind, (frame.firer,))
    printed = printed_gun(state, g)
    limit = printed.b - is_inexperienced(state, unit) - (2 if frame.intensive else 0)
    limit -= shortage.lower(state, unit)
    if dice >= limit:
        if frame.intensive and dice >= JAMS:
            remove_gun(state, g, "ASL-C5.6")
            return False
        jam(state, g, "ASL-C2.28")
    rate = printed.rof - bool(frame.turned)
    if frame.turned and rate < 1:
        guns.mark(state, g, G_SLOW, "ASL-C2.5")
    calm = not has(state, unit, PIN) and (frame.kind != ADVANCING_FIRE or has(state, unit, OPPORTUNE))
    whole = frame.aim != ordnance.AREA  # ASL-C3.33.rof
    kept = calm and whole and not frame.intensive and dice < limit and frame.dice[0] <= rate
    _mark(state, frame, g, kept)
    if frame.stand:
        prevention.spend(state, frame)
    return kept


def _mark(state: Firefight, frame: Shell, g: int, kept: bool) -> None:
    """FF-O1: the marker of the phase."""
    if kept:
        guns.mark(state, g, G_USED, "ASL-C2.24")
        state.note("ASL-C2.24", "{} keeps its rate of fire", GUN_NAMES[g], kind="result")
        return
    bits = {FIRST_FIRE: G_FIRST, FINAL_FIRE: G_FINAL | G_FIRST}.get(frame.kind, G_FIRED)
    guns.unmark(state, g, G_USED, "FF-O1")
    guns.mark(state, g, bits | (G_FINAL if frame.intensive else 0), "FF-O1")


def come_to_light(state: Firefight, frame: Shell) -> None:
    """ASL-A12.34: whether those who fired are revealed."""
    unit, within = shooter(state, frame.firer), int(guns.DATA["reveal"]["within"])
    if unit < 0 or state.open >> unit & 1:
        return
    near, far = in_sight_of(state, unit, within=within), in_sight_of(state, unit)
    guns.reveal(state, unit, frame.dice[0], frame.home == frame.hex, near, far)
