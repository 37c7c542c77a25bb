"""FF-O10: a shot of a vehicle's gun, or of a light anti-tank weapon at a vehicle, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import starmap

from msgspec.structs import replace

from grognard.core.facts import Action, Roll
from grognard.core.hexes import Hex, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen, hex_test
from grognard.core.ruling import Modifier, Ruling, total

from ..board import GRID
from . import (
    aiming,
    clouds,
    commanders,
    crews,
    crippling,
    gun_aim,
    gun_fire,
    gun_hits,
    gyro,
    ordnance,
    prevention,
    riders,
    shell_smoke,
    shelling,
    shortage,
    stray,
    strongpoint,
    tank_fire,
    vehicles,
    verges,
)
from .after_fire import count_shots, leave_residual, shell_steps
from .aiming import PF
from .alert import watch
from .allotment import is_allotted
from .encirclement import by_shell
from .eyes import has_infantry
from .fire import cell, desperate, firing_side, shot_out, suffer
from .forces import (
    ENEMY,
    FIRST_GUN,
    NAMES,
    SIDE,
    VEHICLE_NAMES,
    VEHICLE_SIDE,
)
from .going import CODE
from .gun_fire import UNSEEN_FIRER
from .markers import among
from .ordnance import AREA, CRITICAL, HIT, HULL, INFANTRY, LUCKY, PERHAPS, TURRET, VEHICLES, WEAPONS
from .panzerfaust import USE_OWN, startle, use
from .pillboxes import struck
from .position import (
    BERSERK,
    BROKEN,
    DIRECTED,
    G_FINAL,
    G_FIRST,
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
from .shelling import Confirmed, blow_back, spend
from .shots import (
    ADVANCING_FIRE,
    COVERS,
    FINAL_FIRE,
    FIRST_FIRE,
    PREP_FIRE,
    UPRIGHT,
    Exposure,
    cover,
    place_of,
)
from .sniper import release
from .standing import claim, is_reached, stances
from .tables import Result, column_of, result
from .tank_fire import BOUNDING_FIRE, AtHex, aim_of, aimed_place, hit_modifiers, number_to_hit
from .units import flag, in_hex, kind, movers, name, number, settle, shooter, show
from .units import has as unit_has
from .vehicles import model
from .victory import check_victory
from .words import DIE, TWO_DICE, Against, Cripple, Desperation, Dice, Direct, Load, Target
from .words import Shell as ShellVerb

FIRST_VEHICLE = 1000  # vehicles among those whose shots at a mover are counted
WORD = {VEHICLES: "vehicle", INFANTRY: "infantry", AREA: "area"}
TYPE = {word: aim for aim, word in WORD.items()}
JAMS, SUSTAINED_JAMS = 12, 10

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


def leave_bursts(state: Firefight, frame: Shell) -> None:
    """ASL-A8.25: HE and HEAT that hit in First Fire, but of a Panzerfaust or Intensive Fire."""
    bursts = frame.ammo in ("HE", "HEAT") and not frame.intensive and frame.weapon != PF
    if frame.kind != FIRST_FIRE or not bursts:
        return
    column = column_of(Fraction(tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo)))
    found, at = hit_modifiers(state, frame), tank_fire.at_of(state, frame)
    leave_residual(state, frame.hex, column, shell_steps(state, frame.side, at, frame.hex, found))


def may_fire_on(state: Firefight, frame: Shell) -> bool:
    """ASL-A8.25: whether the weapon has kept its rate of fire, which it shows by the marker it lacks."""
    if frame.vehicle >= 0:
        return not vehicles.has(state, frame.vehicle, V_FIRST | V_FINAL)
    if not tank_fire.is_towed(frame):
        return False
    return not state.gun_flags[frame.firer - FIRST_GUN] & (G_FIRST | G_FINAL)


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
    _acquire(state, frame)
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


def _acquire(state: Firefight, frame: Shell) -> None:
    """ASL-C6.5, ASL-C6.55: a known target is acquired, or better; not by Bounding Fire."""
    vehicle = frame.vehicle
    target = frame.target if frame.aim == VEHICLES else -1
    rows = [r for r in state.tracked if r[0] == vehicle]  # ASL-C6.52: of any target in the Location
    same = [r for r in rows if (state.vehicle_at[r[1]] if r[1] >= 0 else r[2]) == frame.hex]
    level = min(2, same[0][3] + 1) if same else 1
    vehicles.forget(state, vehicle, "ASL-C6.5.lost")
    known = frame.aim != INFANTRY or bool(vehicles_known(state, frame))
    known = known and frame.ammo not in tank_fire.SMOKES  # ASL-C8.5
    steady = frame.kind != BOUNDING_FIRE or gyro.has_gyro(state, vehicle)  # ASL-C6.55
    if steady and known and vehicles.is_there(state, vehicle):
        rows = sorted([*state.tracked, (vehicle, target, int(frame.hex), level)])
        state.set(fact.tracked, tuple(rows), "ASL-C6.5")


def vehicles_known(state: Firefight, frame: Shell) -> list[int]:
    """ASL-C6.57: the Known Infantry of the enemy in the hex."""
    return [u for u in in_hex(state, ENEMY[frame.side], frame.hex) if state.open >> u & 1]


# ---------------------------------------------------------------- who is hit


def after_two(state: Firefight, frame: Shell) -> Outcomes:
    return DIE if not frame.die and _open_verdicts(state, frame) & {PERHAPS, LUCKY} else NO_OUTCOME


def _open_verdicts(state: Firefight, frame: Shell) -> set[str]:
    """FF-DICE: those that hold for a target that is known, or for any that may be under a "?"."""
    if frame.aim == VEHICLES or not frame.verdicts:
        return set(frame.verdicts[:1])
    at, there = tank_fire.at_of(state, frame), attacked(state, frame)
    known = [u for u in there if state.open >> u & 1 or SIDE[u] == frame.side]
    found = {frame.verdicts[gun_hits.row(state, unit, at, False)] for unit in known}
    covered = not state.all_found or state.shrouds[number(ENEMY[frame.side])] >> frame.hex & 1
    return found | set(frame.verdicts[1::2] if covered else ())


def take_die(state: Firefight, frame: Shell, action: Roll) -> None:
    """ASL-C3.6, ASL-C3.7."""
    found = tuple(
        ordnance.settled(one, action.face, frame.need, frame.aim == INFANTRY)
        if one in (PERHAPS, LUCKY)
        else one
        for one in frame.verdicts
    )
    state.note("ASL-C3.7", "after the Original 2, die {}: {}", action.face, found[0], kind="result")
    state.replace(replace(frame, die=action.face, verdicts=found), "ASL-C3.7")


def attacked(state: Firefight, frame: Shell) -> list[int]:
    """The Infantry a shell strikes: of the enemy; movers alone in First Fire; both sides in a hex aimed
    at; ASL-B9.21: nobody in a foxhole that is not seen.
    """
    there = in_hex(state, ENEMY[frame.side], frame.hex)
    if frame.targets:
        return among(state, there, frame.targets)
    if frame.aim != AREA:
        there = struck(state, frame.side, frame.hex, there)
    if frame.aim == AREA or any(unit_has(state, unit, MELEE) for unit in there):
        there += in_hex(state, frame.side, frame.hex)
    at, firer = tank_fire.at_of(state, frame), shooter(state, frame.firer) if frame.firer >= 0 else -1
    return [unit for unit in there if is_reached(state, unit, frame.side, at, firer)]


def hit_units(state: Firefight, frame: Shell, kinds: tuple[str, ...] = (HIT, CRITICAL)) -> list[int]:
    if frame.aim == VEHICLES or not frame.verdicts or frame.ammo in tank_fire.SMOKES:
        return []

    def verdict(unit: int) -> str:
        hidden = SIDE[unit] != frame.side and not state.open >> unit & 1
        return frame.verdicts[gun_hits.row(state, unit, tank_fire.at_of(state, frame), hidden)]

    return [unit for unit in attacked(state, frame) if verdict(unit) in kinds]


def which(state: Firefight, frame: Shell) -> Outcomes:
    """ASL-C3.74: a critical hit falls on one."""
    critical = hit_units(state, frame, (CRITICAL,))
    return shelling.ANY if len(critical) > 1 and not frame.pick else NO_OUTCOME


def take_pick(state: Firefight, frame: Shell, action: Roll) -> None:
    state.replace(replace(frame, pick=action.face), "ASL-C3.74")


def part_struck(state: Firefight, frame: Shell) -> str:
    """ASL-C3.9, ASL-C3.6, ASL-D4.2: hull or turret; empty: the hull of a vehicle that is hull down is
    missed.
    """
    found, hull_down = frame.verdicts[0], tank_fire.is_hull_down(state, frame)
    if found not in (HIT, CRITICAL):
        return ""
    if frame.die and found == HIT:
        part = (TURRET if frame.die == 2 else HULL) if frame.lucky else (TURRET if hull_down else HULL)
    elif frame.die:
        part = TURRET if hull_down else HULL
    elif found == CRITICAL and hull_down:
        part = TURRET
    else:
        part = ordnance.part_hit(*frame.dice)
    return "" if part == HULL and hull_down else part


def has_second(state: Firefight, frame: Shell) -> bool:
    """ASL-C3.8: a second roll to kill, or of effect on Infantry; not after a critical hit."""
    if frame.aim == VEHICLES:
        plain = frame.verdicts[:1] == (HIT,)
    else:
        plain = frame.aim == INFANTRY and not hit_units(state, frame, (CRITICAL,))
    return plain and bool(frame.dice) and ordnance.strikes_twice(WEAPONS[frame.weapon], *frame.dice)


def effect_outcomes(state: Firefight, frame: Shell) -> Outcomes:
    if len(frame.effect) == (4 if has_second(state, frame) else 2) or not frame.verdicts:
        return NO_OUTCOME
    if frame.cripple:
        return NO_OUTCOME
    if frame.aim == VEHICLES:
        return (
            TWO_DICE if vehicles.is_there(state, frame.target) and part_struck(state, frame) else NO_OUTCOME
        )
    return TWO_DICE if hit_units(state, frame) else NO_OUTCOME


def about_effect(state: Firefight, frame: Shell) -> str:
    if frame.aim == VEHICLES:
        part = part_struck(state, frame)
        need = kill_number(state, frame)
        words = "out of reach" if need is None else f"to kill {need}"
        return f"{frame.verdicts[0]} on the {part} of {vehicles.name(state, frame.target)}: {words}"
    return f"the effect of the {WEAPONS[frame.weapon].name} in {GRID.name[frame.hex]}"


def facing(state: Firefight, frame: Shell) -> str:
    aim = aim_of(state, frame)
    if not aim.facing:
        return ordnance.facing_inside(frame.dice[0])
    return ordnance.facing_hit(aim, part_struck(state, frame))


def kill_number(state: Firefight, frame: Shell) -> int | None:
    """ASL-C7.1."""
    aim = aim_of(state, frame)
    return ordnance.number_to_kill(
        aim.weapon,
        aim.ammo,
        aim.distance,
        aim.target,
        part_struck(state, frame),
        facing(state, frame),
        frame.verdicts[0] == CRITICAL,
    )


def take_effect(state: Firefight, frame: Shell, action: Dice) -> None:
    state.replace(replace(frame, effect=(*frame.effect, action.colored, action.white)), "ASL-C3.1")


def resolve(state: Firefight, frame: Shell) -> None:
    frame = state.stack[-1]  # type: ignore[assignment]
    shell_smoke.settle_cloud(state, frame)
    if frame.cripple and frame.verdicts and frame.verdicts[0] in (HIT, CRITICAL):
        crippling.resolve(state, frame, part_struck(state, frame))
    if not frame.effect:
        return
    better = min(frame.effect[:2], frame.effect[2:] or frame.effect[:2], key=sum)  # ASL-C3.8
    strike = strike_vehicle if frame.aim == VEHICLES else strike_infantry
    strike(state, replace(frame, effect=better))


def strike_vehicle(state: Firefight, frame: Shell) -> None:
    """ASL-C7.1, ASL-C7.7, ASL-D.8: the dice to kill; a crew that shows itself may suffer besides."""
    number_, part = kill_number(state, frame), part_struck(state, frame)
    aim = aim_of(state, frame)
    found = ordnance.NOTHING
    if number_ is not None:
        found = ordnance.struck(number_, frame.effect[0], frame.effect[1], aim, part, facing(state, frame))
    words = "{} hit, {}: to kill {}, dice {}: {}"
    state.note(
        "ASL-C7.7", words, part, facing(state, frame), number_, sum(frame.effect), found, kind="result"
    )
    exposed = vehicles.is_exposed(state, frame.target)
    harmless = found in (ordnance.NOTHING, ordnance.STUCK, ordnance.SHAKEN)
    if exposed and harmless and sum(frame.effect) < JAMS:
        collateral(state, frame)
    if (harmless or found == ordnance.SHOCK) and sum(frame.effect) < JAMS:
        suffer(state, list(vehicles.riders_of(state, frame.target)), collateral_result(frame, 0))
    if sum(frame.effect) < JAMS and not may_fire_on(state, frame):
        leave_bursts(state, frame)
    crews.suffer_kill(state, frame.target, found)


def collateral_result(frame: Shell, drm: int) -> Result:
    """ASL-D.8: what the same dice say on the fire table; of riders without any modifier (ASL-D6.23)."""
    whole = tank_fire.power(WEAPONS[frame.weapon], VEHICLES, frame.ammo)  # ASL-C8.31
    return result(column_of(Fraction(whole)), sum(frame.effect) + drm)


def collateral(state: Firefight, frame: Shell) -> None:
    """ASL-D.8: the crew meets the same dice on the fire table, with the firepower of the weapon."""
    found = collateral_result(frame, int(vehicles.CREW["exposed"]))
    if found.kind not in ("nothing", "ptc"):
        state.note("ASL-D.8", "collateral: {}", cell(found), kind="result")
        crews.strafed(state, frame.target, found)


def effect_modifiers(state: Firefight, frame: Shell, place: Exposure = UPRIGHT) -> list[Modifier]:
    """ASL-C3.331: cover counts in the effect of fire at a hex; at Infantry it was in the dice to hit."""
    fuel = [Modifier(-1, "ASL-A22.4", "it carries a flamethrower")] if place.fuel else []
    if frame.aim != AREA:
        return fuel
    seen = tank_fire.seen_modifiers(state, frame, place)
    return [m for m in seen if m.clause in COVERS] + fuel


def cover_met(state: Firefight, frame: Shell, place: Exposure) -> int:
    """The positive cover that the dice to hit have met, of a target that stands so."""
    if frame.aim != INFANTRY or not (place.dug or place.box or place.crest >= 0):
        return frame.tem
    at = tank_fire.at_of(state, frame)
    return max(0, cover(state, Hex(at), ENEMY[frame.side], Hex(frame.hex), place)[0])


def effect_drm(state: Firefight, frame: Shell, critical: bool, place: Exposure | None = None) -> int:
    """ASL-C3.71: a critical hit turns positive cover round and keeps First Fire. `place`: of a target that
    stands so; not given: of those the firer knows of.
    """
    place = aimed_place(state, frame) if place is None else place
    own = effect_modifiers(state, frame, place)
    if not critical:
        return total(own)
    turned = sum(m.amount for m in own if m.amount > 0) + cover_met(state, frame, place)
    power = tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo, critical)
    turned -= ordnance.heavy_drm(power)
    return sum(m.amount for m in own if m.amount < 0) - turned + frame.moving


def _behind_walls(
    state: Firefight, frame: Shell, critical: bool, place: Exposure, column: int
) -> tuple[Result, int]:
    """ASL-B23.9: in fire at a hex a fortified building comes to light where its cover changes the effect."""
    drm, dice = effect_drm(state, frame, critical, place), sum(frame.effect)
    found = result(column, dice + drm)
    if strongpoint.is_secretly(state, ENEMY[frame.side], frame.hex):
        more = effect_drm(state, frame, critical, place._replace(fort=True))
        if (better := result(column, dice + more)) != found:
            strongpoint.uncover(state, ENEMY[frame.side], frame.hex)
            return better, more
    return found, drm


def strike_infantry(state: Firefight, frame: Shell) -> None:
    """ASL-C3.1: one roll on the fire table for all that are hit; a critical hit falls on one."""
    critical = hit_units(state, frame, (CRITICAL,))
    one = [critical[max(0, frame.pick - 1) % len(critical)]] if critical else []
    rest = [unit for unit in hit_units(state, frame) if unit not in one]
    gun_hits.uncover(state, [*one, *rest])
    whole = tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo)
    by_shell(state, frame, column_of(Fraction(whole)))
    parts = []
    for units, is_critical in ((one, True), (rest, False)):
        for place in sorted({place_of(state, unit) for unit in units}):
            same = [unit for unit in units if place_of(state, unit) == place]
            column = column_of(
                Fraction(tank_fire.power(WEAPONS[frame.weapon], frame.aim, frame.ammo, is_critical))
            )
            drm = effect_drm(state, frame, is_critical, place)
            found = result(column, sum(frame.effect) + drm)
            if frame.aim == AREA:
                claim(state, frame.side, frame.hex, same)
                found, drm = _behind_walls(state, frame, is_critical, place, column)
            if place.gun:
                near = gun_hits.near_miss(place, frame.home, frame.hex, frame.aim == AREA)
                gun_hits.strike(state, same, column, sum(frame.effect) + drm, near, frame.ammo, is_critical)
                continue
            words = "{}: dice {}, modifiers {:+d}: {}"
            said = "critical hit" if is_critical else "hit"
            state.note("ASL-C3.1", words, said, sum(frame.effect), drm, cell(found), kind="result")
            desperate(state, same, column, drm)
            parts.append((same, found))
    for units, found in reversed(parts):
        suffer(state, units, found)


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
