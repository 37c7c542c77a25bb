"""FF-O10: a shot of a vehicle's gun, or of a light anti-tank weapon at a vehicle, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import starmap

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hex, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen, hex_test
from grognard.core.ruling import Ruling, total

from ..board import GRID
from . import (
    aiming,
    clouds,
    commanders,
    crippling,
    gun_aim,
    gun_fire,
    gun_hits,
    gyro,
    ordnance,
    prevention,
    riders,
    shortage,
    stray,
    strongpoint,
    tank_fire,
    vehicles,
    verges,
)
from .after_fire import count_shots
from .aiming import PF
from .alert import watch
from .allotment import is_allotted
from .eyes import has_infantry
from .fire import firing_side, shot_out
from .forces import ENEMY, FIRST_GUN, NAMES, SIDE, VEHICLE_NAMES, VEHICLE_SIDE
from .going import CODE
from .gun_fire import UNSEEN_FIRER
from .ordnance import AREA, CRITICAL, HIT, INFANTRY, LUCKY, VEHICLES, WEAPONS
from .panzerfaust import USE_OWN, startle, use
from .position import (
    BERSERK,
    BROKEN,
    DIRECTED,
    GUN1,
    MELEE,
    PIN,
    TI,
    V_BOUNDING,
    V_DISABLED,
    V_FINAL,
    V_FIRED,
    V_FIRST,
    V_PREP,
    Driving,
    Firefight,
    Mask,
    Shell,
    Who,
    fact,
)
from .shell_effects import (
    JAMS,
    SUSTAINED_JAMS,
    about_effect,
    acquire,
    after_two,
    attacked,
    effect_outcomes,
    leave_bursts,
    resolve,
    take_die,
    take_effect,
    take_pick,
    vehicles_known,
    which,
)
from .shelling import Confirmed, blow_back, spend
from .shots import ADVANCING_FIRE, COVERS, FINAL_FIRE, FIRST_FIRE, PREP_FIRE, UPRIGHT, Exposure
from .sniper import release
from .standing import claim, stances
from .tank_fire import BOUNDING_FIRE, AtHex, aimed_place, hit_modifiers, number_to_hit
from .units import flag, in_hex, kind, movers, name, number, settle, shooter, show
from .vehicles import model
from .victory import check_victory
from .words import DIE, TWO_DICE, Against, Cripple, Desperation, Dice, Direct, Load, Target
from .words import Shell as ShellVerb

FIRST_VEHICLE = 1000  # vehicles among those whose shots at a mover are counted
WORD = {VEHICLES: "vehicle", INFANTRY: "infantry", AREA: "area"}
TYPE = {word: aim for aim, word in WORD.items()}

# ---------------------------------------------------------------- who may shoot


def gun_screens(kind_of: Who) -> tuple[Screen, ...]:
    def mask(test: Callable[[Firefight, str, int], bool]) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            fire = kind_of(state, frame)
            return sum(1 << v for v in tank_fire.own_guns(state, _side(fire, state)) if test(state, fire, v))

        return found

    return (
        Screen(
            "ASL-D.3",
            "{unit} is not a vehicle of the side that fires with a crew and a gun that can",
            mask(lambda s, k, v: True),
            decisive=True,
        ),
        Screen("ASL-C2.24", "{unit} has no shot left in this player turn", mask(tank_fire.is_fresh)),
        Screen(
            "ASL-D3.3",
            "{unit} is in Motion or recalled, has fired in an earlier phase, or must spend MP first",
            mask(tank_fire.is_ready),
        ),
    )


def _side(kind_: str, state: Firefight) -> str:
    return state.mover if kind_ == BOUNDING_FIRE else firing_side(kind_, state)


def _goals(kind_: str, rows: Iterable[tuple[str, str, AtHex]]) -> tuple[Screen, ...]:
    """The screens on hexes, for a vehicle that fires."""

    def row(clause: str, words: str, test: AtHex) -> Screen:
        return hex_test(clause, words, lambda state, vehicle, hex_: test(state, kind_, vehicle, hex_))

    known = Screen(
        "ASL-A7.4",
        "{hex} holds no enemy that is known of",
        lambda s, f: tank_fire.goal_hexes(s, _side(kind_, s)),
        decisive=True,
    )
    return known, *starmap(row, rows)


def shell_pick(kind_: str) -> Pick:
    """The guns of vehicles in a fire phase, or of one on its way."""

    def apply(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
        declare(state, new_shell(state, kind_, vehicle, hex_))

    return Pick(
        verb=ShellVerb,
        names=VEHICLE_NAMES,
        units=gun_screens(lambda state, frame: kind_),
        hexes=_goals(kind_, tank_fire.AT_HEX),
        apply=apply,
    )


def answer_pick(mover_hex: Mask) -> Pick:
    """ASL-C6.17: First Fire of vehicles at who moves."""

    def mask(test: AtHex) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            there = members(mover_hex(state, frame))
            guns = tank_fire.own_guns(state, ENEMY[state.mover]) if there else []
            return sum(1 << v for v in guns if test(state, FIRST_FIRE, v, there[0]))

        return found

    at = tuple(
        Screen(clause, words.replace("{hex}", "the mover's hex"), mask(test))
        for clause, words, test in tank_fire.AT_HEX
    )
    often = Screen(
        "ASL-C6.17",
        "{unit} has shot as often as MF or MP were spent there",
        mask(lambda s, k, v, h: not shot_out(s, FIRST_VEHICLE + v)),
    )

    def apply(state: Firefight, frame: object, vehicle: int, hex_: Hex) -> None:
        shell = new_shell(state, FIRST_FIRE, vehicle, hex_)
        moving = movers(state)
        if vehicles.driver(state) is None and moving is not None:
            shell = replace(shell, targets=moving.units, ffnam=moving.ffnam)
        declare(state, tank_fire.choose_default(state, shell))

    return Pick(
        verb=ShellVerb,
        names=VEHICLE_NAMES,
        units=(*gun_screens(lambda state, frame: FIRST_FIRE), *at, often),
        hexes=(Screen("ASL-A8.1", "{hex} is not where the mover is", mover_hex),),
        apply=apply,
    )


def light_shell(state: Firefight, kind_: str, firer: int, hex_: int) -> Shell:
    side = SIDE[shooter(state, firer)]
    weapon = aiming.weapon_of(state, firer).id
    there = tank_fire.enemy_vehicles(state, side, hex_)
    target = there[0] if there else -1
    return Shell(side, hex_, kind_, weapon, firer=firer, target=target, ammo="HEAT")


# ---------------------------------------------------------------- the declaration


def new_shell(state: Firefight, kind_: str, vehicle: int, hex_: int) -> Shell:
    """A shot of a vehicle's gun as it would be declared."""
    weapon = vehicles.main_gun(state, vehicle).id
    turned = verges.turned(state, vehicle, hex_, tank_fire.arc(state, vehicle))
    shell = Shell(
        VEHICLE_SIDE[vehicle],
        hex_,
        kind_,
        weapon,
        vehicle=vehicle,
        turned=turned,
        intensive=tank_fire.is_intensive(state, kind_, vehicle),
    )
    return tank_fire.choose_default(state, shell)


def declare(state: Firefight, shell: Shell) -> None:
    """FF-O9: the shot is named, and the gun turned; Infantry that fires loses its "?"."""
    if shell.vehicle >= 0:
        _turn(state, shell)
        commanders.reveal(state, shell.vehicle)
        gyro.reveal(state, shell)
        who = vehicles.name(state, shell.vehicle)
    else:
        unit = shooter(state, shell.firer)
        shell = shell if state.open >> unit & 1 else replace(shell, duel=UNSEEN_FIRER)
        show(state, unit, "ASL-A12.14.c")
        who = name(state, unit)
    settle(state, "FF-O9")
    weapon = WEAPONS[shell.weapon].name
    words = "{} aims at {} with its {}"
    state.note("FF-O9", words, who, GRID.name[shell.hex], weapon.split(" of ")[0], kind="attack")
    state.call(replace(shell, home=tank_fire.at_of(state, shell)), "FF-O9")
    if shell.turned and shell.vehicle >= 0:
        riders.sweep(state, shell.vehicle)


def _turn(state: Firefight, shell: Shell) -> None:
    """ASL-C5.1, ASL-C5.11."""
    if not shell.turned:
        return
    vehicle = shell.vehicle
    spine = tank_fire.best_turn(state, vehicle, shell.hex, tank_fire.arc(state, vehicle))
    if model(state, vehicle).turret:
        vehicles.swing(state, vehicle, spine, "ASL-C5.1")
    else:
        vehicles.point(state, vehicle, spine, "ASL-C5.11")


# ---------------------------------------------------------------- before the dice


def _leaders(state: Firefight, frame: object) -> int:
    """ASL-A7.531.ord: an unbroken unpinned leader beside a light anti-tank weapon."""
    if not isinstance(frame, Shell) or frame.firer < 0 or frame.leader >= 0 or frame.check:
        return 0
    if tank_fire.is_towed(frame):
        return 0
    unit = shooter(state, frame.firer)
    bad = BROKEN | PIN | DIRECTED | TI | MELEE | GUN1 | BERSERK
    there = in_hex(state, frame.side, state.at[unit])
    return sum(1 << u for u in there if kind(state, u).is_leader and u != unit and not state.flags[u] & bad)


def direct(state: Firefight, frame: Shell, unit: int, hex_: Hex) -> None:
    show(state, unit, "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    flag(state, unit, DIRECTED, "ASL-A7.531.ord")
    state.replace(replace(state.stack[-1], leader=unit), "ASL-A7.531.ord")


def _other_targets(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Shell) or is_answer(frame):
        return 0
    return sum(1 << v for v in tank_fire.targets_in(state, frame) if v != frame.target)


def is_answer(frame: Shell) -> bool:
    """ASL-C2.2401: the shot of a vehicle in a Gun duel is aimed at who fires at it."""
    return frame.kind == BOUNDING_FIRE and bool(frame.duel)


def choose_target(state: Firefight, frame: Shell, vehicle: int, hex_: Hex) -> None:
    changed = replace(frame, aim=VEHICLES, target=vehicle, cripple=False)
    ammo = tank_fire.ammunition(state, changed)
    state.replace(replace(changed, ammo=ammo[0]), "FF-O9")


def choices(state: Firefight, frame: object) -> Sequence[Action]:
    """FF-O9, ASL-C8.1: other ammunition, another kind of target, Desperation."""
    if not isinstance(frame, Shell):
        return ()
    kinds = [one for one in tank_fire.aims(state, frame) if one != frame.aim and not is_answer(frame)]
    found: list[Action] = [Against(WORD[one]) for one in kinds]
    found += [Load(one) for one in sorted(tank_fire.ammunition(state, frame)) if one != frame.ammo]
    light = WEAPONS[frame.weapon].is_light
    inside = light and CODE[state.at[shooter(state, frame.firer)]] == "building"
    found += [Cripple()] if crippling.may(state, frame) else []
    return [*found, Desperation()] if inside and not frame.desperate else found


def take_choice(state: Firefight, frame: Shell, action: Load | Desperation | Against | Cripple) -> None:
    if isinstance(action, Cripple):
        state.replace(replace(frame, cripple=True), "ASL-C5.7")
        return
    frame = replace(frame, cripple=False)  # another target or shell: it is to be chosen again
    if isinstance(action, Load):
        state.replace(replace(frame, ammo=action.ammo), "ASL-C8.1")
    elif isinstance(action, Desperation):
        state.replace(replace(frame, desperate=True), "ASL-C13.8")
    else:
        aim = TYPE[action.target]
        there = tank_fire.targets_in(state, frame) if aim == VEHICLES else []
        changed = replace(frame, aim=aim, target=there[0] if there else -1)
        state.replace(replace(changed, ammo=tank_fire.ammunition(state, changed)[0]), "FF-O9")


def _only_crews(state: Firefight, frame: Shell) -> bool:
    """ASL-D.6: nobody on foot is in the hex of a vehicle whose crew shows itself."""
    exposed = any(vehicles.is_exposed(state, v) for v in tank_fire.targets_in(state, frame))
    return exposed and not has_infantry(state, frame.side, frame.hex)


def refuse(state: Firefight, frame: object, action: Action) -> Ruling | None:
    if isinstance(action, Load):
        return Ruling("ASL-C8.1", f"{action.ammo} is not ammunition that this gun has for the target")
    if isinstance(action, Desperation):
        return Ruling("ASL-C13.8", "Desperation is for light anti-tank weapons in a building, once a shot")
    if isinstance(action, Against) and isinstance(frame, Shell) and _only_crews(state, frame):
        return Ruling("ASL-D.6", "a gun is aimed at the vehicle, never at its crew")
    if isinstance(action, Cripple):
        return Ruling("ASL-C5.7", crippling.WORDS)
    if isinstance(action, Against):
        return Ruling("FF-O9", f"this shot cannot be aimed at {action.target}")
    return None


AIM = Confirmed(
    clause="FF-O9",
    name="tank shot",
    title="before the shot",
    side=lambda state, frame: frame.side if isinstance(frame, Shell) else state.mover,
    picks=(
        Pick(
            verb=Direct,
            names=NAMES,
            units=(Screen("ASL-A7.531.ord", "{unit} is not a leader who could direct this shot", _leaders),),
            apply=direct,
        ),
        Pick(
            verb=Target,
            names=VEHICLE_NAMES,
            units=(
                Screen("FF-O9", "{unit} is not another vehicle this shot could be aimed at", _other_targets),
            ),
            apply=choose_target,
        ),
    ),
    plain=choices,
    take_plain=take_choice,
    plain_verbs=(Against, Cripple, Load, Desperation),
    refuse=refuse,
)

# ---------------------------------------------------------------- the Panzerfaust


def faust_drm(state: Firefight, unit: int) -> int:
    """ASL-C13.31: of the check against a vehicle."""
    return aiming.faust_drm(state, unit) - int(ordnance.PANZERFAUST["no_vehicle"])


def check_outcomes(state: Firefight, frame: Shell) -> Outcomes:
    return DIE if frame.weapon == PF and not frame.check and not is_allotted(state) else NO_OUTCOME


def take_check(state: Firefight, frame: Shell, action: Roll) -> None:
    """ASL-C13.31: with too high a die there is none, and a 6 pins; the check is use of a weapon."""
    unit, die = frame.firer, action.face
    found = die + faust_drm(state, unit) <= ordnance.PANZERFAUST["check"]
    use(state, frame)
    words = "{} finds a Panzerfaust: die {}" if found else "{} finds no Panzerfaust: die {}"
    state.note("ASL-C13.31", words, name(state, unit), die, kind="result")
    state.replace(replace(frame, check=die), "ASL-C13.31")
    if found:
        side = number(frame.side)
        state.set_at(fact.fausts, side, state.fausts[side] - 1, "ASL-C13.31.total")
        return
    state.goto(len(Firefight.procedures[Shell]) - 1, "ASL-C13.31")
    if die == ordnance.PANZERFAUST["pins"]:
        startle(state, unit)


# ---------------------------------------------------------------- the dice to hit


def about_shot(state: Firefight, frame: Shell) -> str:
    goal = vehicles.name(state, frame.target) if frame.aim == VEHICLES else GRID.name[frame.hex]
    if tank_fire.is_unknown(state, frame):  # ASL-A12.34: who serves the Gun is not seen
        return f"{frame.ammo} of a Gun at {goal}"
    need, drm = number_to_hit(state, frame), total(hit_modifiers(state, frame))
    weapon = WEAPONS[frame.weapon].name.split(" of ")[0]
    return f"{frame.ammo} of a {weapon} at {goal}: to hit {need} or less, {drm:+d}"


def throw(state: Firefight, frame: Shell, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-C3.3")
    if frame.stand:
        prevention.check_crew(state, frame, action.colored + action.white)


def judge(state: Firefight, frame: Shell) -> None:
    """ASL-C3.3, ASL-C3.4, ASL-C8.9: hit or miss; whether there was such ammunition; what the shot does to who
    fires it.
    """
    frame = state.stack[-1]  # type: ignore[assignment]
    watch(state, frame.side, sum(frame.dice), [frame.home])
    if frame.ammo not in tank_fire.SMOKES:
        clouds.open_fire(state)
    if frame.stand and prevention.is_lost(state, frame):
        prevention.lose_shot(state, frame)
        state.goto(len(Firefight.procedures[Shell]) - 2, prevention.CLAUSE)
        return
    if not _has_ammo(state, frame):
        state.goto(len(Firefight.procedures[Shell]) - 2, "ASL-C8.9")  # a vehicle in a Gun duel still fires
        return
    need = number_to_hit(state, frame)
    found = verdicts(state, frame, need)
    seen = tank_fire.seen_modifiers(state, frame)
    drm, stance = total(hit_modifiers(state, frame)), aimed_place(state, frame)
    shown = found[2 * stances(state).index(stance) :][:2]  # on those the firer knows of, and under a "?"
    words = "to hit {}: dice {}, modifiers {:+d}: {}"
    state.note("ASL-C3.3", words, need, sum(frame.dice), drm, shown[0], kind="result")
    claim(state, frame.side, frame.hex, attacked(state, frame) if frame.aim == INFANTRY else ())
    tem = sum(m.amount for m in seen if m.clause in COVERS and m.amount > 0) if frame.aim == INFANTRY else 0
    moving = total(tank_fire.moving_infantry(state, frame, frame.aim, seen)) if frame.aim != VEHICLES else 0
    lucky = found[0] == LUCKY
    frame = replace(frame, need=need, verdicts=found, tem=tem, moving=moving, lucky=lucky)
    state.replace(replace(frame, others=stray.within_reach(state, frame, drm)), "ASL-C3.4")
    kept = pay_for(state, frame)
    if frame.aim != VEHICLES and not kept and {HIT, CRITICAL} & {*shown, found[1]}:
        leave_bursts(state, frame)
    if WEAPONS[frame.weapon].is_light:
        blow_back(state, tank_fire.as_shot(frame))


def verdicts(state: Firefight, frame: Shell, need: int) -> tuple[str, ...]:
    """ASL-C3.4: hit or miss, for every way a target may stand; ASL-B23.9: a fortified building that was
    not known comes to light where its cover changes what is hit.
    """
    rows = gun_hits.each(state)[: 2 if frame.aim == VEHICLES else None]
    found = tuple(_verdict(state, frame, need, *one) for one in rows)
    if frame.aim != INFANTRY or not strongpoint.is_secretly(state, ENEMY[frame.side], frame.hex):
        return found
    rows = [(hidden, place._replace(fort=True)) for hidden, place in rows]
    harder = tuple(_verdict(state, frame, need, *one) for one in rows)
    if harder[:2] != found[:2]:
        strongpoint.uncover(state, ENEMY[frame.side], frame.hex)
    return harder


def pay_for(state: Firefight, frame: Shell) -> bool:
    """What the shot does to the weapon; whether it may fire on."""
    if frame.vehicle >= 0:
        return spend_gun(state, frame)
    if not tank_fire.is_towed(frame):
        return spend(state, tank_fire.as_shot(frame))
    known = frame.aim != INFANTRY or bool(vehicles_known(state, frame))
    kept = gun_fire.spend(state, frame)
    gun_aim.acquire(state, frame, known)
    gun_fire.come_to_light(state, frame)
    return kept


def _verdict(state: Firefight, frame: Shell, need: int, concealed: bool, place: Exposure = UPRIGHT) -> str:
    drm = total(hit_modifiers(state, frame, concealed, place))
    drm += min(frame.dice) if tank_fire.is_unsteady(state, frame) else 0
    found = ordnance.verdict(need, drm, frame.dice[0], frame.dice[1], frame.aim == INFANTRY)
    return crippling.plain_hit(frame, found)


def _has_ammo(state: Firefight, frame: Shell) -> bool:
    """ASL-C8.9: special ammunition: below its number there is some, at the number it was the last, above
    there was none.
    """
    special = tank_fire.special(state, frame)
    if frame.ammo not in special:
        return True
    dice, least = sum(frame.dice), special[frame.ammo]
    if dice >= least:
        _run_out(state, frame)
    return dice <= least or dice == JAMS


def _run_out(state: Firefight, frame: Shell) -> None:
    """ASL-C8.9: there is no more of this ammunition."""
    key = frame.vehicle if frame.vehicle >= 0 else frame.firer - FIRST_GUN
    column = fact.spent_ammo if frame.vehicle >= 0 else fact.gun_spent
    held = state.spent_ammo if frame.vehicle >= 0 else state.gun_spent
    state.set_at(column, key, f"{held[key]} {frame.ammo}".strip(), "ASL-C8.9")
    who = vehicles.name(state, frame.vehicle) if frame.vehicle >= 0 else WEAPONS[frame.weapon].name
    state.note("ASL-C8.9", "{} has no more {}", who, frame.ammo, kind="loss")


def spend_gun(state: Firefight, frame: Shell) -> bool:
    """ASL-C2.24, ASL-D3.7, FF-O1: rate of fire, breakdown and markers; whether it may fire on."""
    vehicle, dice = frame.vehicle, sum(frame.dice)
    acquire(state, frame)
    count_shots(state, frame.kind, (FIRST_VEHICLE + vehicle,))
    if dice >= (SUSTAINED_JAMS if frame.intensive else JAMS) - shortage.vehicle_lower(state, vehicle):
        vehicles.jam_gun(state, vehicle, "ASL-D3.7")
        if frame.intensive and dice >= JAMS:
            vehicles.flag(state, vehicle, V_DISABLED, "ASL-C5.6")
            vehicles.recall(state, vehicle, "ASL-D5.341")
    works = vehicles.has_gun(state, vehicle)
    steady = not frame.intensive and frame.kind != ADVANCING_FIRE and works
    steady = steady and frame.aim != AREA  # ASL-C3.33.rof
    kept = steady and frame.dice[0] <= model(state, vehicle).rof
    if kept:
        words = "{} keeps its rate of fire"
        state.note("ASL-C2.24", words, vehicles.name(state, vehicle), kind="result")
    mark_gun(state, frame, kept)
    return kept


MARKS = {FIRST_FIRE: V_FIRST, FINAL_FIRE: V_FINAL | V_FIRST, BOUNDING_FIRE: V_BOUNDING | V_FIRED}


def mark_gun(state: Firefight, frame: Shell, kept: bool) -> None:
    """FF-O1: the marker of the phase; after Prep Fire it stays where it is, whatever its rate of fire."""
    bits = 0 if kept else MARKS.get(frame.kind, V_FIRED)
    if frame.kind == PREP_FIRE:
        bits |= V_PREP
    if frame.intensive:
        bits |= V_FINAL
    vehicles.flag(state, frame.vehicle, bits, "FF-O1")
    if frame.kind == BOUNDING_FIRE:
        frames = tuple(
            replace(one, fired_at=one.spent) if isinstance(one, Driving) else one for one in state.stack
        )
        state.set(fact.stack, frames, "ASL-D3.3")


# ---------------------------------------------------------------- the whole shot


def finish(state: Firefight, frame: Shell) -> None:
    settle(state, "FF-O10")
    check_victory(state)
    release(state)


SHELLING = (
    AIM,
    USE_OWN,
    Chance(
        clause="ASL-C13.31",
        name="Panzerfaust at a vehicle",
        outcomes=check_outcomes,
        apply=take_check,
        about=lambda state, frame: f"a Panzerfaust for {name(state, frame.firer)}",
    ),
    Chance(
        clause="ASL-C3.3",
        name="to hit",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else TWO_DICE,
        apply=throw,
        about=about_shot,
        rolls=(Dice,),
    ),
    Auto(clause="ASL-C3.4", do=judge),
    Chance(clause="ASL-A5.132", name="stray shot", outcomes=stray.stray_outcomes, apply=stray.take_stray),
    Chance(clause="ASL-A5.132", name="stray target", outcomes=stray.lot_outcomes, apply=stray.take_lot),
    Chance(clause="ASL-C3.7", name="after a 2", outcomes=after_two, apply=take_die),
    Chance(clause="ASL-C3.74", name="who is struck", outcomes=which, apply=take_pick),
    Chance(
        clause="ASL-C7.1",
        name="to kill",
        outcomes=effect_outcomes,
        apply=take_effect,
        about=about_effect,
        rolls=(Dice,),
    ),
    Auto(clause="ASL-C7.1", do=resolve),
    Auto(clause="FF-O10", do=finish),
)
