"""PHD-C5.37 to PHD-C5.41: chits are shown, bought units set up, snipers are announced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Auto, Chance, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .board import COLUMN_OF, EDGE, GERMAN_START, GRID, OPEN_GROUND
from .charts import CHART, CIRCLED, MISSION, NEAR_ENEMY, ON_MAP, RESERVE, SAN_MAX, SAN_MIN, weather
from .forces import GREEN_CREW, offset
from .initiative import dual_moves, dual_setup, moves_rolled, reveal, set_up_rolled
from .laying_out import cellar_steps, known_enemies, lay_out
from .pieces import (
    CLOAKED,
    ENEMY,
    FLAG,
    GERMAN,
    HEXES,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
    TITLE,
    US,
)
from .position import (
    GROUP_NAMES,
    Apply,
    Each,
    HexesOf,
    Mask,
    PurpleHeartDraw,
    Reason,
    SideOf,
    fact,
    ground,
    own,
)
from .posture import exchanges, handed, not_handed
from .registration import MODULES, NEAR
from .scouting import again, declare_recce, scouting
from .signals import carry, issue_radios, observers, phone, posts, unwired, why_no_post, why_not_carried
from .stores import building
from .troops import LANE_OF
from .units import cover_up, flag, is_vehicle, on_map, put, with_room

LAST_TURN = max(CIRCLED)  # PHD-TM6: no scenario goes on beyond it
RESERVE_DISTANCE = HEXES["reserve"]  # PHD-C5.31.b


# ---------------------------------------------------------------- PHD-C5.39: set-up


def first(state: PurpleHeartDraw, frame: object) -> str:
    return state.first_setup or GERMAN


def second(state: PurpleHeartDraw, frame: object) -> str:
    return ENEMY[first(state, frame)]


def how_of(state: PurpleHeartDraw, unit: int) -> str:
    """How the group of a unit comes."""
    at = offset(SIDE[unit]) + state.group[unit] - 1
    return str(state.groups[at][2]) if state.group[unit] and state.groups[at] else ""


def waiting(state: PurpleHeartDraw, side: str, hows: tuple[str, ...]) -> int:
    """Units whose group comes so and that have not come yet; PHD-TM8: who left the map is none."""
    result = 0
    for u in members(own(state, side)):
        if (
            state.at[u] < 0
            and state.exit[u] < 0
            and not state.status[u] & PRISONER
            and how_of(state, u) in hows
        ):
            result |= 1 << u
    return result


def to_place(side_of: SideOf) -> Mask:
    """PHD-C5.39: requisitioned units alone; PHD-C5.31.b: in a Lull nothing is set up."""
    return lambda state, frame: (
        0 if state.lull else waiting(state, side_of(state, frame), (ON_MAP, NEAR, RESERVE))
    )


def initial_german(state: PurpleHeartDraw, side: str) -> bool:
    """PHD-I2: German groups of the Initial TM Scenario set up anywhere from hex 5 on, at no extra cost."""
    return state.scenario == 1 and side == GERMAN


def home_area(side_of: SideOf) -> Each:
    """PHD-C5.31.a: the friendly TAC and FEBA; PHD-C4.german: before the first scenario all hexes from 5
    on.
    """

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        home = set_up_ground(state, side_of(state, frame))
        return lambda unit: home

    return mask


def set_up_ground(state: PurpleHeartDraw, side: str) -> int:
    return GERMAN_START if initial_german(state, side) else ground(state).friendly(NUMBER[side])


def far_enough(side_of: SideOf) -> Each:
    """PHD-C5.31.b: a Reserve sets up at least 7 hexes from the enemy FEBA and from enemy units."""

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        side = side_of(state, frame)
        enemy = ground(state).feba[1 - NUMBER[side]] | known_enemies(state, side)
        far = GRID.all & ~GRID.within(enemy, RESERVE_DISTANCE - 1)
        return lambda unit: far if how_of(state, unit) == RESERVE else -1

    return mask


def paid_for(side_of: SideOf) -> Each:
    """PHD-C5.32: within 2 hexes of the enemy FEBA a group sets up at a price."""

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        side = side_of(state, frame)
        near = (
            0
            if initial_german(state, side)
            else GRID.within(ground(state).feba[1 - NUMBER[side]], NEAR_ENEMY)
        )
        return lambda unit: ~near if how_of(state, unit) == ON_MAP else -1

    return mask


def not_exposed(side_of: SideOf) -> Each:
    """PHD-C5.31.a: only an AFV starts on open ground next to the enemy FEBA."""

    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        exposed = GRID.near(ground(state).feba[1 - NUMBER[side_of(state, frame)]]) & OPEN_GROUND
        return lambda unit: -1 if is_vehicle(state, unit) else ~exposed

    return mask


def with_its_group(side_of: SideOf) -> Each:
    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        side = side_of(state, frame)
        home = set_up_ground(state, side)
        return lambda unit: together(state, side, unit, home)

    return mask


def together(state: PurpleHeartDraw, side: str, unit: int, home: int) -> int:
    """PHD-TM10: all of one group start in one set-up area."""
    for u in on_map(state, side):
        if (
            state.group[u] == state.group[unit]
            and u != unit
            and home >> state.at[u] & 1
            and state.status[u] & FLAG["new"]
        ):
            return GRID.flood(1 << state.at[u], home)
    return -1


def place(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    put(state, unit, Hex(hex_), "PHD-C5.39")
    if how_of(state, unit) == RESERVE:
        cover_up(state, unit, CLOAKED, "PHD-C5.31.b")
    flag(state, unit, FLAG["new"], 0, "PHD-TM10")


def entering(state: PurpleHeartDraw, side: str) -> list[int]:
    """Units that come by the Entry Area, units that left the map among them (PHD-TM8); in a Lull none
    does.
    """
    return [
        u
        for u in (() if state.lull else members(own(state, side)))
        if state.at[u] < 0
        and not state.status[u] & PRISONER
        and (state.exit[u] >= 0 or how_of(state, u) not in (ON_MAP, NEAR, RESERVE))
    ]


def undeclared(side_of: SideOf) -> Mask:
    """PHD-Z0, PHD-R18: units of a group that enters, one declaration a group; PHD-TM8: who left the map has
    his hex.
    """
    return lambda state, frame: set_of(
        u for u in entering(state, side_of(state, frame)) if state.lane[u] < 0 and state.exit[u] < 0
    )


def can_be_later(side_of: SideOf) -> Mask:
    """PHD-R18: if the turn of entry is written down, groups that could come one player turn later than it
    says.
    """

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        if not state.options.entry_declared:
            return 0
        side = side_of(state, frame)
        written = state.waits[NUMBER[side]]
        held_back = [
            u for u in members(waiting(state, side, (RESERVE,))) if not fresh(state, u)
        ]  # PHD-C5.31.b
        numbers = {state.group[u] for u in (*entering(state, side), *(() if state.lull else held_back))} - {0}
        return set_of(
            offset(side) + number - 1 for number in numbers if written.count(number) < LAST_TURN - 1
        )

    return mask


def why_not_declared(side_of: SideOf) -> Callable[[PurpleHeartDraw, object, int, int], str | Ruling]:
    """The one thing that keeps a unit from declaring where its group enters."""

    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str | Ruling:
        side, name = side_of(state, frame), state.display_name(NAMES[unit])
        if not own(state, side) >> unit & 1:
            return f"{name} is not a unit of the {TITLE[side]} side"
        if state.lull:
            return "no unit enters in a Lull"
        if state.at[unit] >= 0:
            return f"{name} is on the map, in {GRID.name[state.at[unit]]}"
        if state.exit[unit] >= 0:
            return Ruling(
                "PHD-TM8", f"{name} enters by {GRID.name[state.exit[unit]]}, the hex it left the map by"
            )
        entered = unit in entering(state, side)
        return f"the group of {name} has its entry" if entered else f"{name} was not bought to enter"

    return why


def why_not_later(side_of: SideOf) -> Reason:
    """PHD-R18: the one thing that keeps a group from entering a player turn later."""

    def why(state: PurpleHeartDraw, frame: object, subject: int, hex_: int) -> str:
        side, name = side_of(state, frame), GROUP_NAMES[subject]
        if not state.options.entry_declared:
            return "turns of entry are not written down in this game"
        late = state.waits[NUMBER[side]].count(subject - offset(side) + 1) >= LAST_TURN - 1
        return f"{name} enters in the last turn already" if late else f"{name} does not enter"

    return why


def why_not_decoyed(side_of: SideOf) -> Reason:
    """PHD-C5.31.b: the one thing that keeps a dummy out of a hex."""

    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        side, name = side_of(state, frame), GRID.name[hex_]
        if int(state.dummies[NUMBER[side]]) >> hex_ & 1:
            return f"{name} has a dummy"
        if not decoy_ground(state, side) >> hex_ & 1:
            return f"{name} is not ground on which the {TITLE[side]} Reserve sets up"
        return f"{name} is less than {RESERVE_DISTANCE} hexes from the enemy"

    return why


def later(side_of: SideOf) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
        side = side_of(state, frame)
        n, number = NUMBER[side], subject - offset(side) + 1
        state.set_at(fact.waits, n, (*state.waits[n], number), "PHD-R18")
        state.note(
            "PHD-R18",
            "{} group {} enters in turn {}",
            TITLE[side],
            number,
            state.waits[n].count(number) + 1,
            to=side,
        )

    return apply


def declare(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    """PHD-TM10: all of one group come through one Entry Area."""
    lane, side = LANE_OF[COLUMN_OF[hex_]], SIDE[unit]
    for u in members(own(state, side)):
        if u == unit or (state.group[u] == state.group[unit] != 0 and state.at[u] < 0 and state.exit[u] < 0):
            state.set_at(fact.lane, u, lane, "PHD-R18")


# -------------------------------------------------------- who has what: PHD-C5.31.note.w, PHD-C5.33, PHD-MSR9


def fresh(state: PurpleHeartDraw, unit: int) -> bool:
    """Of a group of this scenario, or just set up."""
    at = offset(SIDE[unit]) + state.group[unit] - 1
    group = state.groups[at] if state.group[unit] else ()
    return bool(state.status[unit] & FLAG["new"]) or bool(group and group[1] == state.scenario)


def allotments(side_of: SideOf) -> Callable[[PurpleHeartDraw, object], list[verbs.Hand]]:
    """Weapons, Armour Leaders and the Inexperienced Crew within a group that has not set up yet; weapons
    among units that set up in one hex.
    """

    def offered(state: PurpleHeartDraw, frame: object) -> list[verbs.Hand]:
        if state.lull:
            return []
        side = side_of(state, frame)
        together: dict[tuple[int, int], list[int]] = {}
        for u in members(own(state, side)):
            if fresh(state, u) and not (is_vehicle(state, u) and state.at[u] >= 0):
                together.setdefault((state.at[u], 0 if state.at[u] >= 0 else state.group[u]), []).append(u)
        return sorted(
            [*exchanges(state, side, together.values()), *green_crews(state, side, together.values())],
            key=str,
        )

    return offered


def green_crews(state: PurpleHeartDraw, side: str, together: Iterable[Sequence[int]]) -> list[verbs.Hand]:
    """PHD-C5.33: the DR is one for the section; which of its vehicles has the Inexperienced Crew is left to
    the owner.
    """
    given, green = state.entered[NUMBER[side]], FLAG["inexperienced"]
    sections = [[u for u in group if is_vehicle(state, u) and not given >> u & 1] for group in together]
    return [
        verbs.Hand(GREEN_CREW, NAMES[a], NAMES[b])
        for tanks in sections
        for a in tanks
        for b in tanks
        if state.status[a] & green and not state.status[b] & green
    ]


def allotted(state: PurpleHeartDraw, frame: object, action: verbs.Hand) -> None:
    if action.gear != GREEN_CREW:
        return handed(unseen=True)(state, frame, action)
    a, b = NAMES.index(action.giver), NAMES.index(action.taker)
    flag(state, a, 0, FLAG["inexperienced"], "PHD-C5.33")
    flag(state, b, FLAG["inexperienced"], 0, "PHD-C5.33")
    n = NUMBER[SIDE[a]]
    return state.set_at(fact.entered, n, state.entered[n] | 1 << a, "PHD-C5.33")


def entry_picks(side_of: SideOf) -> tuple[Pick, Pick]:
    """PHD-Z0, PHD-R18: where a group enters, and when, if that is written down."""
    return (
        Pick(
            verb=verbs.Declare,
            names=NAMES,
            units=(Screen("PHD-C2.ENTRY", why_not_declared(side_of), undeclared(side_of)),),
            hexes=(
                Screen(
                    "PHD-C2.FME",
                    "{hex} is not on the friendly map edge",
                    lambda state, frame: EDGE[side_of(state, frame)],
                ),
            ),
            apply=declare,
        ),
        Pick(
            verb=verbs.Wait,
            names=GROUP_NAMES,
            units=(Screen("PHD-R18", why_not_later(side_of), can_be_later(side_of)),),
            apply=later(side_of),
        ),
    )


def decoying(side_of: SideOf) -> Pick:
    """PHD-C5.31.b: dummies beside the Reserve."""
    return Pick(
        verb=verbs.Decoy,
        units=(
            Screen(
                "PHD-C5.31.b",
                "every group put on-map In Reserve has its one dummy",
                lambda state, frame: int(decoys_left(state, side_of(state, frame)) > 0),
            ),
        ),
        hexes=(
            Screen(
                "PHD-C5.31.b",
                why_not_decoyed(side_of),
                lambda state, frame: decoy_area(state, side_of(state, frame)),
            ),
        ),
        apply=lambda state, frame, unit, hex_: decoy(state, side_of(state, frame), hex_),
    )


def phoning(side_of: SideOf) -> Pick:
    """PHD-TM13: which module has a field phone, and where."""
    return Pick(
        verb=verbs.Phone,
        names=MODULES,
        units=(
            Screen(
                "PHD-TM13",
                "{unit} is not a module that could have a field phone",
                lambda state, frame: 0 if state.lull else unwired(state, side_of(state, frame)),
            ),
        ),
        hexes=(
            Screen(
                "PHD-TM13",
                why_no_post(side_of),
                lambda state, frame: posts(state, side_of(state, frame)),
            ),
        ),
        apply=lambda state, frame, unit, hex_: phone(state, side_of(state, frame), unit, hex_),
    )


def placing(side_of: SideOf) -> Pick:
    """PHD-C5.39: who sets up, and where."""
    return Pick(
        verb=verbs.Place,
        names=NAMES,
        units=(Screen("PHD-C5.39", "{unit} is not a unit bought to set up on-map now", to_place(side_of)),),
        hexes=(
            Screen(
                "PHD-C5.31.a",
                "{hex} is not in the friendly TAC or FEBA, nor in the first set-up area",
                home_area(side_of),
                each=True,
            ),
            Screen(
                "PHD-C5.31.b",
                "{hex} is less than 7 hexes from the enemy; {unit} is In Reserve",
                far_enough(side_of),
                each=True,
            ),
            Screen(
                "PHD-C5.32",
                "{hex} is within 2 hexes of the enemy FEBA, and {unit} was not bought for that",
                paid_for(side_of),
                each=True,
            ),
            Screen(
                "PHD-C5.31.a",
                "{hex} is open ground next to the enemy FEBA; only an AFV starts there",
                not_exposed(side_of),
                each=True,
            ),
            Screen(
                "PHD-C5.13.a",
                "{hex} is full: three squads and one vehicle a hex",
                with_room(side_of),
                each=True,
            ),
            Screen(
                "PHD-TM10",
                "{hex} is not in the set-up area in which the group of {unit} stands",
                with_its_group(side_of),
                each=True,
            ),
        ),
        apply=place,
    )


def set_up(side_of: SideOf, words: str) -> Phase:
    return Phase(
        clause="PHD-C5.39",
        name=f"set-up, {words}",
        secret=True,
        side=side_of,
        plain=allotments(side_of),
        take_plain=allotted,
        refuse=not_handed,
        plain_verbs=(verbs.Hand,),
        leave=lambda state, clause: state.set_at(fact.entered, NUMBER[side_of(state, None)], 0, clause),
        picks=(
            Pick(
                verb=verbs.Carry,
                names=NAMES,
                units=(Screen("PHD-MSR9", why_not_carried(side_of), observers(side_of)),),
                apply=carry,
            ),
            *entry_picks(side_of),
            decoying(side_of),
            building(side_of),
            phoning(side_of),
            placing(side_of),
        ),
    )


def decoys_left(state: PurpleHeartDraw, side: str) -> int:
    """PHD-C5.31.b: one dummy cloaking counter for each group that is put on-map In Reserve."""
    groups = {
        state.group[u]
        for u in on_map(state, side)
        if state.status[u] & CLOAKED and state.status[u] & FLAG["new"]
    }
    return len(groups) - state.decoys[NUMBER[side]]


def decoy_area(state: PurpleHeartDraw, side: str) -> int:
    n, zones = NUMBER[side], ground(state)
    far = GRID.within(zones.feba[1 - n] | known_enemies(state, side), RESERVE_DISTANCE - 1)
    return decoy_ground(state, side) & ~far & ~int(state.dummies[n])


def decoy_ground(state: PurpleHeartDraw, side: str) -> int:
    """Where a dummy may lie as far as the ground goes: the first German set-up area, else friendly ground."""
    first = state.scenario == 1 and side == GERMAN
    return GERMAN_START if first else ground(state).friendly(NUMBER[side])


def decoy(state: PurpleHeartDraw, side: str, hex_: int) -> None:
    n = NUMBER[side]
    state.set_at(fact.decoys, n, state.decoys[n] + 1, "PHD-C5.31.b")
    state.set_at(fact.dummies, n, Hexes(state.dummies[n] | 1 << hex_), "PHD-C5.31.b")


# ---------------------------------------------------------------- PHD-C5.25, PHD-C5.30, PHD-C5.41


def clamp(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.25, PHD-C5.25.a: before requisitions."""
    for n in (0, 1):
        state.set_at(fact.san, n, min(max(state.san[n], SAN_MIN), SAN_MAX), "PHD-C5.25")
    if state.booby == "A":
        state.set(fact.booby, "B", "PHD-C5.25.a")


def tell_weather(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.30, PHD-I1"""
    state.note("PHD-C5.30", "Weather: {}, no wind at start", weather(state.scenario).replace(" / ", ", "))


def close_books(state: PurpleHeartDraw, n: int) -> None:
    """PHD-C1.3: the line of the roster: scenario, TP at start and replenished, used and left, SAN, scouts,
    chit, purchases.
    """
    lines = state.roster[n]
    start = (
        lines[-1]
        if lines and lines[-1][0] == state.scenario
        else (state.scenario, int(MISSION[SIDES[n]]["tp"]), 0)
    )
    used = start[1] + start[2] - state.tp[n]
    row = (*start[:3], used, state.tp[n], state.san[n], state.recce[n], state.chit[n], purchases(state, n))
    state.set_at(fact.roster, n, (*(line for line in lines if line[0] != state.scenario), row), "PHD-C1.3")


def purchases(state: PurpleHeartDraw, n: int) -> str:
    """What was bought for this scenario, by the lines of the chart: `I1 x 2, M5`."""
    counts = zip(CHART[SIDES[n]], state.now[n], strict=False)
    return ", ".join(f"{rg.id} x {count}" if count > 1 else rg.id for rg, count in counts if count)


def announce(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.41: SANs are told, snipers placed."""
    for side in SIDES:
        issue_radios(state, side)
    for n in (0, 1):
        state.set_at(fact.announced, n, state.san[n], "PHD-C5.41")
        state.set_at(fact.cvp, n, 0, "PHD-C5.1")
        state.set_at(fact.cvp_prisoners, n, 0, "PHD-C5.1")
        close_books(state, n)
    if not state.lull:
        state.set(fact.last_first, state.first, "PHD-R15")
    state.note("PHD-C5.41", "Sniper Activation Numbers: US {}, German {}", *state.san)


SETUP = (
    Auto(clause="PHD-C5.37", do=reveal, opens=True),
    Chance(clause="PHD-C5.37.c", name="who sets up first", outcomes=dual_setup, apply=set_up_rolled),
    set_up(first, "first side"),
    *(step for side in SIDES for step in cellar_steps(side, first)),
    lay_out(first),
    set_up(second, "second side"),
    *(step for side in SIDES for step in cellar_steps(side, second)),
    lay_out(second),
    Chance(clause="PHD-C5.37.c", name="who moves first", outcomes=dual_moves, apply=moves_rolled),
    Auto(clause="PHD-C5.40", do=declare_recce, opens=True),
    scouting(GERMAN),
    scouting(US),
    Auto(clause="PHD-C5.40", do=again),
    Auto(clause="PHD-C5.41", do=announce, opens=True),
)
