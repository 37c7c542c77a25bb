"""PHD-Z0, PHD-Z11, PHD-Z12: a TM Scenario fought by the resolver: forces out of the position, results back
into it.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.hexes import OFF, Hexes, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen

from . import units, verbs
from .battle_report import report
from .board import COLUMN_OF, INTERSECTIONS, ROW_OF, ROWS
from .charts import CIRCLED, MODULES_IN_PLAY, RESERVE, WEATHER, fort_cost
from .forces import offset
from .gear import lose_gear
from .pieces import (
    BROKEN,
    CLOAKED,
    CONCEALED,
    ENEMY,
    FLAG,
    GERMAN,
    HIDDEN,
    KINDS,
    NAMES,
    NUMBER,
    PRISONER,
    SIDES,
    US,
    WOUNDED,
)
from .position import GROUP_NAMES, GROUPS, LANES, Battle, PurpleHeartDraw, fact, ground, own
from .posture import all_off
from .registration import MODULES
from .requisition import not_conceded
from .resolver import Fight
from .troops import CELL, ENTERING, LANE_NAMES, LANE_OF, POSTURES, Force, Module, Troop
from .units import flag, is_vehicle, leave_map, muster, remove, show
from .verbs import THREE

ORDERS = sorted(f"{lane}.{posture}" for lane in LANE_NAMES for posture in POSTURES)
AIMS = sorted(f"{module}.{lane}" for module in MODULES for lane in LANE_NAMES)
CLOSES, STAYS = "closes_up", "stays_back"
FOLLOWS = sorted(f"{lane}.{how}" for lane in LANE_NAMES for how in (CLOSES, STAYS))


# ---------------------------------------------------------------- before the first turn


def begin(state: PurpleHeartDraw, frame: Battle) -> None:
    """PHD-Z1: every unit gets its lane and row; what is to enter waits at the edge."""
    state.set(fact.turn, 1, "PHD-Z9")
    state.set(fact.mover, state.first, "PHD-C5.37")
    all_off(state, "PHD-Z1")
    for n, side in enumerate(SIDES):
        state.set_at(fact.posture, n, ("auto",) * LANES, "PHD-Z0")
        state.set_at(fact.aimed, n, (-1,) * len(state.modules[n]), "PHD-Z0")
        state.set_at(fact.follow, n, (side == US,) * LANES, "PHD-Z9")  # until its owner says otherwise
        for u in members(own(state, side)):
            hex_ = state.at[u]
            if hex_ >= 0:
                state.set_at(fact.row, u, ROW_OF[hex_], "PHD-Z1")
                state.set_at(fact.lane, u, LANE_OF[COLUMN_OF[hex_]], "PHD-Z1")
            elif state.exit[u] >= 0:
                state.set_at(fact.lane, u, LANE_OF[COLUMN_OF[state.exit[u]]], "PHD-TM8")
            elif state.lane[u] < 0:
                state.set_at(fact.lane, u, default_lane(state, u), "PHD-Z0")
    note_lines(state)


def default_lane(state: PurpleHeartDraw, unit: int) -> int:
    """Where a group enters if its owner has not said."""
    return 1 + max(state.group[unit] - 1, 0) % (LANES - 1)


def enters(state: PurpleHeartDraw, unit: int) -> bool:
    """PHD-R17: whether a unit off the map comes in this scenario; a Reserve held back does not, in its
    first.
    """
    group = group_of(state, unit)
    return (
        not (group and group[2] == RESERVE and group[1] == state.scenario)
        and not state.status[unit] & PRISONER
    )


def group_of(state: PurpleHeartDraw, unit: int) -> tuple[object, ...]:
    number = state.group[unit]
    offset = 0 if unit < len(NAMES) // 2 else len(state.groups) // 2
    return state.groups[offset + number - 1] if number else ()


# ---------------------------------------------------------------- out of the position


def force(state: PurpleHeartDraw, side: str) -> Force:
    """PHD-Z0: what a side brings."""
    n = NUMBER[side]
    troops = [t for u in members(own(state, side)) if (t := troop(state, u, n)) is not None]
    modules = [
        Module(m[0], m[1], frozenset(LANE_OF[COLUMN_OF[h]] for h in m[2]), state.aimed[n][i], bool(m[3]))
        for i, m in enumerate(state.modules[n])
        if i < len(state.aimed[n]) and state.aimed[n][i] >= 0
    ]
    worth = [[0.0] * (ROWS + 1) for _ in range(LANES)]
    breaches = set()
    for item, hex_ in (*state.forts[n], *state.buried[n]):
        lane = LANE_OF[COLUMN_OF[hex_]]
        worth[lane][ROW_OF[hex_]] += fort_cost(item)
        if item.startswith("bocage_breach"):
            breaches.add(lane)
    held = state.held[n] & ground(state).tl
    locations = [[(CELL[lane][row] & held).bit_count() for row in range(ROWS + 1)] for lane in range(LANES)]
    heroic = any(state.kind[u] == "hero" and state.status[u] & FLAG["new"] for u in members(own(state, side)))
    return Force(
        troops,
        modules,
        list(state.posture[n]),
        state.attacked[n],
        state.announced[n],
        worth,
        locations,
        breaches,
        heroic,
        list(state.follow[n]),
    )


def troop(state: PurpleHeartDraw, u: int, n: int) -> Troop | None:
    status, row = state.status[u], state.row[u]
    if status & (PRISONER | FLAG["exited"]) or (not row and not enters(state, u)):
        return None
    stuck = status & (FLAG["immobile"] | FLAG["mired"] | FLAG["abandoned"])
    return Troop(
        u,
        n,
        KINDS[state.kind[u]],
        row or ENTERING[n],
        state.lane[u],
        list(state.gear[u]),
        broken=bool(status & BROKEN),
        wounded=bool(status & WOUNDED),
        stunned=bool(status & FLAG["stunned"]),
        immobile=bool(stuck),
        bogged=bool(status & FLAG["bogged"]),
        hidden=bool(status & HIDDEN),
        cloaked=bool(status & CLOAKED),
        entering=not row,
        engaged=bool(status & FLAG["engaged"]),
        waiting=not row and state.group[u] in state.waits[n],
    )


# ---------------------------------------------------------------- one player turn


def play(state: PurpleHeartDraw, frame: Battle, roll: verbs.Stream) -> None:
    """PHD-Z9, PHD-Z13: three dice fix the stream; the player turn is played out and carried back."""
    state.goto(state.stack[-1].step + 1, "PHD-Z9")
    side = state.mover
    if side == state.first:
        for u in members(state.used):
            if state.status[u] & FLAG["engaged"]:
                flag(state, u, 0, FLAG["engaged"], "PHD-Z12")
    seed = f"{roll.dice} {state.scenario} {state.turn} {side} {state.rolls}"
    fight = Fight(
        force(state, US), force(state, GERMAN), str(WEATHER[state.scenario]["weather"]), state.scenario, seed
    )
    fight.player_turn(NUMBER[side])
    if side != state.first:
        fight.snipers()  # PHD-Z11: after both player turns
    carry_back(state, fight)


def carry_back(state: PurpleHeartDraw, fight: Fight) -> None:
    for clause, words in fight.log:
        state.note(clause, "{}", words)
    for n, force_ in enumerate(fight.forces):
        for t in force_.troops:
            _carry(state, t)
        fired = {m.lane: m for m in force_.modules if m.fired}
        if fired:
            _fired(state, n, fight)
        _won(state, n, force_.gained)
        if fight.losses[n]:
            state.set_at(fact.cvp, 1 - n, state.cvp[1 - n] + fight.losses[n], "PHD-C1.2")
    note_lines(state)


def _fired(state: PurpleHeartDraw, n: int, fight: Fight) -> None:
    """PHD-TM13: a module that placed an FFE is remembered."""
    playing = iter(fight.forces[n].modules)
    result = []
    for i, m in enumerate(state.modules[n]):
        module = next(playing) if i < len(state.aimed[n]) and state.aimed[n][i] >= 0 else None
        result.append((*m[:3], int(m[3] or (module is not None and module.fired)), m[4]))
    state.set_at(fact.modules, n, tuple(result), "PHD-TM13")


def _won(state: PurpleHeartDraw, n: int, gained: Sequence[tuple[int, int]]) -> None:
    """PHD-Z10: every Tactical Location and intersection between the friendly map edge and the new line."""
    taken = 0
    for lane, line in gained:
        for row in range(1, line + 1) if n == 0 else range(line, ROWS + 1):
            taken |= CELL[lane][row]
    taken &= ground(state).tl | INTERSECTIONS | int(state.held[1 - n])
    if taken & ~state.held[n]:
        state.set_at(fact.held, n, Hexes(state.held[n] | taken), "PHD-Z10")
        state.set_at(fact.held, 1 - n, Hexes(state.held[1 - n] & ~taken), "PHD-Z10")


_STATUS = {
    "broken": BROKEN,
    "wounded": WOUNDED,
    "stunned": FLAG["stunned"],
    "bogged": FLAG["bogged"],
    "engaged": FLAG["engaged"],
}


def _carry(state: PurpleHeartDraw, t: Troop) -> None:
    side = SIDES[t.side]
    if t.born:
        t.id = muster(state, side, t.kind.name, (), 0, "PHD-Z8")
        flag(state, t.id, FLAG["new"], 0, "PHD-Z8")
    u = t.id
    if t.lost:
        lose_gear(state, side, t.lost, "PHD-Z6")
    if t.dead:
        return _dead(state, t)
    state.set_at(fact.kind, u, t.kind.name, "PHD-Z6")
    state.set_at(fact.gear, u, tuple(t.gear), "PHD-Z6")
    _carry_standing(state, t)
    if not t.entering:
        state.set_at(fact.row, u, 0 if t.exited else t.row, "PHD-Z10")
        state.set_at(fact.lane, u, t.lane, "PHD-Z10")
        state.set_at(fact.exit, u, OFF, "PHD-TM8")
    if t.exited:
        leave_map(state, u, way_out(state, t.side, t.lane), "PHD-TM8")
    return None


def _carry_standing(state: PurpleHeartDraw, t: Troop) -> None:
    """What a unit's status and cover are after the battle."""
    u = t.id
    on = sum(bit for name, bit in _STATUS.items() if getattr(t, name))
    on |= FLAG["immobile"] if t.immobile and not state.status[u] & (FLAG["mired"] | FLAG["abandoned"]) else 0
    on |= PRISONER if t.prisoner else 0
    flag(state, u, on, sum(_STATUS.values()) & ~on, "PHD-Z6")
    if t.engaged or t.prisoner or t.born:
        show(state, u, "PHD-Z6")
    elif not t.cloaked and state.status[u] & CLOAKED:
        flag(state, u, CONCEALED, CLOAKED, "PHD-C5.31.act")


def way_out(state: PurpleHeartDraw, n: int, lane: int) -> int:
    """PHD-TM8, PHD-Z12: the edge hex of its lane by which a unit left: an own Tactical Location, else the
    lowest column.
    """
    edge = CELL[lane][1 if n == 0 else ROWS]
    open_ = edge & ~int(state.blaze) or edge
    return members(open_ & state.held[n] & ground(state).tl or open_)[0]


def _dead(state: PurpleHeartDraw, t: Troop) -> None:
    """CVP are counted by the resolver; here the unit leaves the game."""
    n, u = t.side, t.id
    if is_vehicle(state, u):
        hex_ = members(CELL[t.lane][min(max(t.row, 1), ROWS)])[0]
        state.set(fact.wrecks, (*state.wrecks, (state.kind[u] + ("*" if t.burning else ""), hex_)), "PHD-Z7")
    elif KINDS[state.kind[u]].type == "crew":
        state.set_at(fact.crews_lost, n, state.crews_lost[n] + 1, "PHD-C5.31.note.z")
    remove(state, u, "PHD-Z6")


def note_lines(state: PurpleHeartDraw) -> None:
    """PHD-Z1: the lines as both sides see them: units that lie open or under a visible counter."""
    for n, side in enumerate(SIDES):
        rows: list[list[int]] = [[] for _ in range(LANES)]
        for u in members(own(state, side)):
            if state.row[u] and not state.status[u] & (HIDDEN | PRISONER | BROKEN | CLOAKED):
                rows[state.lane[u]].append(state.row[u])
        state.set_at(fact.lines, n, tuple((max(r) if n == 0 else min(r)) if r else 0 for r in rows), "PHD-Z1")


# ---------------------------------------------------------------- PHD-Z11: turns and the end


def hand_over(state: PurpleHeartDraw, frame: Battle) -> None:
    """The other side's player turn, or the next game turn."""
    for n in (0, 1):
        state.set_at(fact.todo, n, (), "PHD-Z9")
    wait_over(state)
    if state.mover == state.first:
        state.set(fact.mover, ENEMY[state.first], "PHD-Z9")
        state.goto(1, "PHD-Z9")


def wait_over(state: PurpleHeartDraw) -> None:
    """PHD-R18: one of the player turns a group waits is past."""
    n = NUMBER[state.mover]
    left = list(state.waits[n])
    for number in set(left):
        left.remove(number)
    state.set_at(fact.waits, n, tuple(left), "PHD-R18")


def may_end(state: PurpleHeartDraw, frame: object) -> Outcomes:
    """PHD-TM6: from the end of turn 5 the Attacker rolls."""
    return DIE if state.turn in CIRCLED else NO_OUTCOME


def end_roll(state: PurpleHeartDraw, frame: object, roll: verbs.Roll) -> None:
    state.goto(state.stack[-1].step + 1, "PHD-TM6")
    if roll.face <= CIRCLED[state.turn]:
        state.note(
            "PHD-TM6",
            "The scenario ends after turn {}: dr {} (needs {} or less)",
            state.turn,
            roll.face,
            CIRCLED[state.turn],
        )
        state.goto(state.stack[-1].step + 1, "PHD-TM6")  # past the next turn


def next_turn(state: PurpleHeartDraw, frame: Battle) -> None:
    state.set(fact.turn, state.turn + 1, "PHD-Z9")
    state.set(fact.mover, state.first, "PHD-Z9")
    state.goto(1, "PHD-Z9")


# ---------------------------------------------------------------- PHD-Z0: orders


def _ordered(state: PurpleHeartDraw, frame: Battle) -> int:
    """Postures that differ from the present one, of lanes not yet ordered in this player turn."""
    n, result = NUMBER[state.mover], 0
    for i, name in enumerate(ORDERS):
        lane, posture = name.split(".")
        at = LANE_NAMES.index(lane)
        if state.posture[n][at] != posture and lane not in state.todo[n]:
            result |= 1 << i
    return result


def give_order(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: object) -> None:
    n, (lane, posture) = NUMBER[state.mover], ORDERS[subject].split(".")
    at = LANE_NAMES.index(lane)
    now = state.posture[n]
    state.set_at(fact.posture, n, (*now[:at], posture, *now[at + 1 :]), "PHD-Z0")
    state.set_at(fact.todo, n, (*state.todo[n], lane), "PHD-Z0")


def _owned(state: PurpleHeartDraw, frame: Battle) -> int:
    n, result = NUMBER[state.mover], 0
    for i, name in enumerate(AIMS):
        module = MODULES.index(name.split(".")[0])
        if module < len(state.modules[n]) and state.aimed[n][module] != LANE_NAMES.index(name.split(".")[1]):
            result |= 1 << i
    return result


def _not_yet(state: PurpleHeartDraw, frame: Battle) -> int:
    ordered = state.todo[NUMBER[state.mover]]
    return set_of(i for i, name in enumerate(AIMS) if name.split(".")[0] not in ordered)


def _in_play(state: PurpleHeartDraw, frame: Battle) -> int:
    """PHD-TM13, PHD-E5: two modules a scenario, the 60mm not counted; one already in play may go on."""
    n = NUMBER[state.mover]
    playing = [i for i, lane in enumerate(state.aimed[n]) if lane >= 0 and state.modules[n][i][0] != "60mm"]
    if len(playing) < MODULES_IN_PLAY:
        return -1
    free = {i for i, m in enumerate(state.modules[n]) if m[0] == "60mm"} | set(playing)
    return set_of(i for i, name in enumerate(AIMS) if MODULES.index(name.split(".")[0]) in free)


def aim(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: object) -> None:
    n, (module, lane) = NUMBER[state.mover], AIMS[subject].split(".")
    at = MODULES.index(module)
    now = state.aimed[n]
    state.set_at(fact.aimed, n, (*now[:at], LANE_NAMES.index(lane), *now[at + 1 :]), "PHD-Z0")
    state.set_at(fact.todo, n, (*state.todo[n], module), "PHD-Z0")


def _following(state: PurpleHeartDraw, frame: Battle) -> int:
    """PHD-Z9: what differs from the wish as it stands, in lanes not yet told in this player turn."""
    n, result = NUMBER[state.mover], 0
    for i, name in enumerate(FOLLOWS):
        lane, how = name.split(".")
        if state.follow[n][LANE_NAMES.index(lane)] != (how == CLOSES) and f"rear {lane}" not in state.todo[n]:
            result |= 1 << i
    return result


def follow(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: object) -> None:
    n, (lane, how) = NUMBER[state.mover], FOLLOWS[subject].split(".")
    at, now = LANE_NAMES.index(lane), state.follow[n]
    state.set_at(fact.follow, n, (*now[:at], how == CLOSES, *now[at + 1 :]), "PHD-Z9")
    state.set_at(fact.todo, n, (*state.todo[n], f"rear {lane}"), "PHD-Z9")


def _at_the_edge(state: PurpleHeartDraw, frame: Battle) -> int:
    """PHD-Z0: groups about to enter, and not told to wait; where entry is declared (PHD-R18) it was said in
    set-up.
    """
    side = state.mover
    if state.options.entry_declared:
        return 0
    n = NUMBER[side]
    numbers = {
        state.group[u]
        for u in members(own(state, side))
        if not state.row[u] and state.group[u] and enters(state, u) and not state.status[u] & FLAG["exited"]
    }
    return set_of(offset(side) + number - 1 for number in numbers if number not in state.waits[n])


def wait(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: object) -> None:
    n = NUMBER[state.mover]
    state.set_at(fact.waits, n, (*state.waits[n], subject - offset(state.mover) + 1), "PHD-R18")


def mover(state: PurpleHeartDraw, frame: object) -> str:
    return state.mover


# ---------------------------------------------------------------- why an order is refused


def why_not_aimed(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: int) -> str:
    module, lane = AIMS[subject].split(".")
    has = MODULES.index(module) < len(state.modules[NUMBER[state.mover]])
    return f"module {module} fires at lane {lane} already" if has else f"the side has no module {module}"


def why_not_followed(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: int) -> str:
    lane, how = FOLLOWS[subject].split(".")
    if f"rear {lane}" in state.todo[NUMBER[state.mover]]:
        return f"the rear of lane {lane} has its order for this player turn"
    return f"the rear of lane {lane} {how.replace('_', ' ')} already"


def why_not_ordered(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: int) -> str:
    lane, posture = ORDERS[subject].split(".")
    if lane in state.todo[NUMBER[state.mover]]:
        return f"lane {lane} has its order for this player turn"
    return f"lane {lane} has the order {posture.replace('_', ' ')} already"


def why_not_held_back(state: PurpleHeartDraw, frame: Battle, subject: int, hex_: int) -> str:
    """PHD-R18"""
    n, name = NUMBER[state.mover], GROUP_NAMES[subject]
    number = subject - offset(state.mover) + 1
    if not 1 <= number <= GROUPS:
        return f"{name} is a group of the other side"
    if state.options.entry_declared:
        return f"the turn in which {name} enters was written down in set-up"
    return f"{name} waits already" if number in state.waits[n] else f"{name} is not about to enter"


BATTLE = (
    Auto(clause="PHD-Z1", do=begin),
    Phase(
        clause="PHD-Z0",
        name="orders",
        secret=True,
        shown="orders",
        side=mover,
        plain=lambda state, frame: [verbs.Concede()] if _ordered(state, frame) else (),
        take_plain=lambda state, frame, action: units.concede(state, state.mover),
        plain_verbs=(verbs.Concede,),
        refuse=not_conceded,
        picks=(
            Pick(
                verb=verbs.Aim,
                names=AIMS,
                units=(
                    Screen("PHD-Z0", why_not_aimed, _owned, decisive=True),
                    Screen("PHD-Z0", "{unit}: the module has its orders for this player turn", _not_yet),
                    Screen("PHD-TM13", "{unit}: two modules are in play in this scenario", _in_play),
                ),
                apply=aim,
            ),
            Pick(
                verb=verbs.Follow,
                names=FOLLOWS,
                units=(Screen("PHD-Z9", why_not_followed, _following),),
                apply=follow,
            ),
            Pick(
                verb=verbs.Posture,
                names=ORDERS,
                units=(Screen("PHD-Z0", why_not_ordered, _ordered),),
                apply=give_order,
            ),
            Pick(
                verb=verbs.Wait,
                names=GROUP_NAMES,
                units=(Screen("PHD-R18", why_not_held_back, _at_the_edge),),
                apply=wait,
            ),
        ),
    ),
    Chance(
        clause="PHD-Z13",
        name="the dice of a player turn",
        rolls=(verbs.Stream,),
        outcomes=lambda state, frame: THREE,
        apply=play,
    ),
    Auto(clause="PHD-Z9", do=hand_over),
    Chance(clause="PHD-TM6", name="end of the scenario", outcomes=may_end, apply=end_roll),
    Auto(clause="PHD-Z9", do=next_turn),
    Auto(clause="PHD-Z12", do=report),
)
