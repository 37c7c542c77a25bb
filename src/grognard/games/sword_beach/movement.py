"""FM-5 movement and FM-6.1: where a unit can go, as screens; what a path costs, as a ledger."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.core.hexes import OFF, EmptyMapReach, Hex, members, set_of
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Modifier, Ruling, total

from .arrivals import BEACH_STACK, bring, bring_choices, bring_refused, loners, names, note_entry
from .board import (
    BOUNDARY_HEXES,
    BUDGET,
    EDGE_SIDES,
    GOING,
    GRID,
    GROUND,
    HALVED,
    KIND_OF,
    LAND,
    NEAR,
    SCALE,
    WAYS,
    ZONE,
    edge_entry,
    edge_layers,
    entry_cost,
    hexside,
)
from .pieces import (
    ADJECTIVE,
    AIRBORNE,
    ALLIED,
    COMMANDO,
    ENEMY,
    GERMAN,
    KIND,
    LABEL,
    MOBILE,
    NAMES,
    OF_SIDE,
    SIDE,
)
from .position import SwordBeach, Turn, fact
from .refusals import not_acting
from .verbs import Bring, Move, occupy, place, projecting, units_at, units_in

# ---------------------------------------------------------------- reach

GOING_OF = [GOING[kind] for kind in KIND]  # by unit


@lru_cache(maxsize=1 << 16)
def marched(kind: str, start: Hex, budget: int, closed: int, stop: int) -> int:
    """Where a march leads past so much of the enemy as stands in its way. Enemies farther off change nothing,
    so one answer serves many positions.
    """
    return GOING[kind].reach((1 << start,), budget, closed, stop)


class Reach:
    """Where each unit can go against these enemies. A pure memo: never stale, whatever is popped.

    `hexes` is the rule. `has` and `draw` give the same for one hex and for a random one, without working out
    the others.
    """

    def __init__(self, enemy: int, zoc_from: int, halved: bool, ways: int) -> None:
        self.closed = enemy | (BOUNDARY_HEXES if ways & 1 else 0)  # FM-5.3.2: friends are passed at no cost
        self.stop = GRID.near(zoc_from) & LAND
        self.open = LAND & ~self.closed
        self.budget = HALVED if halved else BUDGET
        self.entering = (
            BUDGET if ways & 4 else self.budget
        )  # SB-11.1.2.d: the full allowance, but for the weather
        self.by_road = bool(ways & 2)
        self._reached: dict[tuple[int, Hex], int] = {}
        self._entered: dict[tuple[str, int, int], int] = {}  # from off the map, for all units that move alike

    def stops(self, unit: int) -> int:
        """FM-6.1.1: the hexes in which a unit must stop; none stops the commando (SB-11.2.3.1.f)."""
        return 0 if COMMANDO >> unit & 1 else self.stop

    def hexes(self, unit: int, start: Hex) -> int:
        """The hexes within reach of a unit."""
        key = unit, start
        if key not in self._reached:
            self._reached[key] = self._enter(unit) if start == OFF else self._march(unit, start)
        return self._reached[key]

    def _enter(self, unit: int) -> int:
        """SB-11.1.2.a: by an edge hex free of enemies and their zones."""
        kind, points, stop = KIND[unit], self.entering[unit], self.stops(unit)
        alike = kind, points, stop
        if alike not in self._entered:
            gates = [hexes & ~(self.closed | stop) for hexes in edge_layers(kind, self.by_road)]
            self._entered[alike] = GOING[kind].reach(gates, points, self.closed, stop)
        return self._entered[alike]

    def _march(self, unit: int, start: Hex) -> int:
        """FM-6.1.2: a move may begin in an enemy ZOC and step into another; FM-5.2.3: one hex is always
        possible.
        """
        closed, ways = self.closed, self._ways(unit, start)
        barred, stop = closed & ways.through, self.stops(unit) & ways.through
        result = ways.reach
        if barred | stop:
            result = marched(KIND[unit], start, self.budget[unit], barred, stop)
        return result & ~(closed | 1 << start) | NEAR[start] & self.open

    def _ways(self, unit: int, start: Hex) -> EmptyMapReach:
        """The moves of a unit on the empty map."""
        return GOING_OF[unit].ways[start, self.budget[unit]]

    def has(self, unit: int, start: Hex, goal: int) -> bool:
        """Whether one hex is within reach."""
        if start == OFF:
            return bool(self.hexes(unit, start) >> goal & 1)
        if not self.open >> goal & 1 or goal == start:
            return False
        return bool(NEAR[start] >> goal & 1) or self._ways(unit, start).get_to(
            goal, self.closed | self.stops(unit)
        )

    def draw(self, unit: int, start: Hex, hexes: int, random: Callable[[], float]) -> int | None:
        """One hex of a set that is within reach, each as likely; `None`: not found without working out all
        that are.

        Zones of control close less than half of what could be reached without them: a hex of that is drawn
        and tested.
        """
        if start == OFF:
            return None
        ways = self._ways(unit, start)
        if (
            hexes & self.open & NEAR[start] & ~ways.reach
        ):  # FM-5.2.3: beyond its points, and open all the same
            return None
        for _ in range(5):
            goal = ways.hexes[int(random() * len(ways.hexes))]
            if hexes >> goal & 1 and self.has(unit, start, goal):
                return goal
        return None


against = lru_cache(maxsize=256)(Reach)


def reach_table(state: SwordBeach, enemy: str, heed_zoc: bool = True) -> Reach:
    return against(
        state.occupied[enemy],
        projecting(state, enemy) if heed_zoc else 0,
        state.weather == "inclement",
        state.ways,
    )


def destinations(state: SwordBeach, unit: int) -> int:
    """The hexes a unit could end a move in, as a set; nothing remembered is used."""
    enemy = ENEMY[SIDE[unit]]
    cold = Reach(state.occupied[enemy], projecting(state, enemy), state.weather == "inclement", state.ways)
    return cold.hexes(unit, state.at[unit]) & room_for_unit(state, unit)


class ReachScreen:
    """The reach of one side's units as a screen on hexes, less the stacks that are closed to a unit."""

    def __init__(self, enemy: str, heed_zoc: bool = True) -> None:
        self.enemy, self.heed_zoc = enemy, heed_zoc

    def within(self, state: SwordBeach, frame: Turn) -> Callable[[int], int]:
        """The hexes within reach of each unit."""
        table, at = reach_table(state, self.enemy, self.heed_zoc), state.at
        return lambda unit: table.hexes(unit, at[unit]) & ~stacks_closed(state, unit)

    def has(self, state: SwordBeach, frame: Turn, unit: int, hex_: int) -> bool:
        table = reach_table(state, self.enemy, self.heed_zoc)
        return table.has(unit, state.at[unit], hex_) and not stacks_closed(state, unit) >> hex_ & 1

    def draw(
        self, state: SwordBeach, frame: Turn, unit: int, hexes: int, random: Callable[[], float]
    ) -> int | None:
        table = reach_table(state, self.enemy, self.heed_zoc)
        return table.draw(unit, state.at[unit], hexes & ~stacks_closed(state, unit), random)


def room_for(state: SwordBeach, side: str) -> int:
    """FM-5.3.1, FM-5.3.3: hexes a unit may end in, markers or no markers; with the readings `any_allied` and
    `literal` a beach landing hex takes three (SB-J38).
    """
    free = ~state.occupied[side]
    if side == ALLIED and state.options.beach_stack != "landed_only":
        alone = loners(state)
        for hex_ in members(state.beachheads & state.occupied[ALLIED]):
            allied = state.here[hex_] & OF_SIDE[ALLIED]
            if allied.bit_count() < BEACH_STACK and not allied & alone:
                free |= 1 << hex_
    return free


def stacks_closed(state: SwordBeach, unit: int) -> int:
    """SB-11.2.1.2.d, read literally: the stacks a unit may not join because it has left one; otherwise
    nothing is closed.
    """
    if state.options.beach_stack != "literal" or SIDE[unit] != ALLIED or not has_left(state) >> unit & 1:
        return 0
    return state.occupied[ALLIED]


def room_for_unit(state: SwordBeach, unit: int) -> int:
    """The hexes one unit may end in."""
    return room_for(state, SIDE[unit]) & ~stacks_closed(state, unit)


# ---------------------------------------------------------------- a path and its price


def budget(state: SwordBeach, unit: int) -> int:
    table = reach_table(state, ENEMY[SIDE[unit]])
    return (table.entering if state.at[unit] == OFF else table.budget)[unit]


def path(state: SwordBeach, unit: int, goal: int, heed_zoc: bool = True) -> tuple[int, list[Hex]] | None:
    """The way a move takes, by the rule of SB-J30: points spent (in counted points) and hexes entered."""
    side = SIDE[unit]
    table, kind = reach_table(state, ENEMY[side], heed_zoc), KIND[unit]
    stop = table.stops(unit)
    start = state.at[unit]
    if start == OFF:
        gates = [
            (h, cost) for h, cost in edge_entry(kind, table.by_road) if not (table.closed | stop) >> h & 1
        ]
    else:
        gates = [(start, 0)]
    mine = state.allied_cities if side == ALLIED else ~(state.allied_cities | state.beachheads)
    result = GOING[kind].path(gates, goal, budget(state, unit), table.closed, stop, liked=~mine)
    if (
        result is None
        and start != OFF
        and NEAR[start] >> goal & 1
        and not table.closed >> goal & 1
        and LAND >> goal & 1
    ):
        return budget(state, unit), [Hex(goal)]  # FM-5.2.3
    return result


def points(kind: str, counted: int) -> str:
    """Counted points as players write them: halves for mobile units."""
    whole, half = divmod(counted, SCALE[kind])
    return f"{whole}.5" if half else str(whole)


def ledger(state: SwordBeach, unit: int, goal: int) -> list[Modifier]:
    """What each hex of a move costs, in counted points, with its clause."""
    steps = path(state, unit, goal)
    if steps is None:
        return []
    previous, parts, kind = state.at[unit], [], KIND[unit]
    for hex_ in steps[1]:
        parts.append(
            Modifier(*(_price(kind, previous, hex_) if previous != OFF else _entry_price(state, kind, hex_)))
        )
        previous = hex_
    if total(parts) > budget(state, unit):
        return [Modifier(budget(state, unit), "FM-5.2.3", f"{GRID.name[goal]}: one hex as the whole move")]
    return parts


def _price(kind: str, start: int, goal: int) -> tuple[int, str, str]:
    name = GRID.name[goal]
    ground = entry_cost(kind, goal) or 0
    cost, side = GOING[kind].cost[start, goal], hexside(start, goal)
    route = WAYS.get(frozenset((start, goal)))
    if route and cost < ground + (side == "river"):
        return cost, "FM-5.2.2", f"{name}: along the {route}"
    across = " across the river" if side == "river" else " over a bridge" if side else ""
    return cost, "FM-5.2.1", f"{name}: {KIND_OF[goal]}{across}"


def _entry_price(state: SwordBeach, kind: str, goal: int) -> tuple[int, str, str]:
    """SB-11.1.2.e, SB-J40"""
    cost = dict(edge_entry(kind, state.options.edge_entry == "road"))[goal]
    by_road = cost < dict(edge_entry(kind, False))[goal]
    across = (
        ""
        if by_road
        else {"river": " across the river", "bridge": " over a bridge"}.get(EDGE_SIDES.get(goal, ""), "")
    )
    return (
        cost,
        "SB-11.1.2.e",
        f"{GRID.name[goal]}: {'road' if by_road else KIND_OF[goal]}{across}, from the east edge",
    )


def explain_too_far(state: SwordBeach, frame: Turn, unit: int, hex_: int) -> str:
    kind, name = KIND[unit], LABEL[unit]
    free = _unlimited(state, unit, hex_)
    if not free:
        return f"no path leads {name} to {GRID.name[hex_]}"
    return (
        f"{GRID.name[hex_]} costs at least {points(kind, free)} MP; {name} has"
        f" {points(kind, budget(state, unit))}"
    )


def _unlimited(state: SwordBeach, unit: int, goal: int) -> int | None:
    table, kind = reach_table(state, ENEMY[SIDE[unit]], heed_zoc=False), KIND[unit]
    start = state.at[unit]
    gates = (
        [(start, 0)]
        if start != OFF
        else [g for g in edge_entry(kind, table.by_road) if not table.closed >> g[0] & 1]
    )
    result = GOING[kind].path(gates, goal, 10_000, table.closed, 0)
    return result[0] if result else None


# ---------------------------------------------------------------- the phases


def move(state: SwordBeach, frame: Turn, unit: int, hex_: Hex) -> None:
    arriving = state.at[unit] == OFF
    if state.options.occupy_in_passing and (route := path(state, unit, hex_)):
        for passed in route[1][:-1]:
            occupy(state, SIDE[unit], 1 << passed)
    state.add(fact.moved, 1 << unit, "FM-5.1.1")
    if arriving:
        place(state, unit, hex_, "SB-11.1.2.a")
        note_entry(state, unit)
    else:
        place(state, unit, hex_, "FM-5.1.1")


def end_movement(state: SwordBeach, clause: str) -> None:
    state.set(fact.moved, 0, clause)


def end_german_movement(state: SwordBeach, clause: str) -> None:
    for unit in members(state.waiting & OF_SIDE[GERMAN]):
        state.note("SB-11.1.2.c", "{} cannot enter and is delayed", LABEL[unit])
    end_movement(state, clause)


def can_step(state: SwordBeach, frame: Turn, ready: int) -> bool:
    """Whether a unit certainly can move: an empty neighbour is always within its reach (FM-5.2.3)."""
    free = state.land & ~(state.occupied[ALLIED] | state.occupied[GERMAN])
    movers = ready & state.on_map
    while movers:
        unit = movers.bit_length() - 1
        if NEAR[state.at[unit]] & free:  # mostly the first
            return True
        movers ^= 1 << unit
    return False


def _gt1(state: SwordBeach, units: int) -> int:
    """Units that may not act on GT 1; all may later."""
    return ~units if state.turn < 2 else -1


def holds_friend(state: SwordBeach, frame: Turn, unit: int, hex_: int) -> str | Ruling:
    """Why a unit may not end its move with others: of a stack on the beach, the clause that closes it to this
    unit.
    """
    name, where = LABEL[unit], GRID.name[hex_]
    friends = state.here.get(hex_, 0) & OF_SIDE[SIDE[unit]] & ~(1 << unit)
    others = names(friends)
    if SIDE[unit] == ALLIED and state.beachheads >> hex_ & 1:
        if friends.bit_count() >= BEACH_STACK:
            return Ruling("SB-11.2.4.c", f"{where} holds three units: {others}")
        if has_left(state) >> unit & 1:
            return Ruling("SB-11.2.1.2.d", f"{name} {_leaving(state, unit)} and may not stack with {others}")
        if state.options.beach_stack == "literal":
            stays = names(friends & loners(state))
            return Ruling(
                "SB-11.2.1.2.d", f"{stays} in {where} has left a beach landing hex and never stacks again"
            )
        return Ruling("SB-J38", f"{name} did not land in {where} and may not end its move with {others}")
    return f"{where} holds {others}; {name} may pass through it but not end its move there"


def _leaving(state: SwordBeach, unit: int) -> str:
    """Whether a unit has left a beach landing hex, or leaves it by this move."""
    at = state.at[unit]
    if state.landed >> unit & 1 or (at >= 0 and state.beachheads >> at & 1):
        return f"leaves the beach landing hex {GRID.name[at]} by this move"
    return "has left its beach landing hex"


def has_left(state: SwordBeach) -> int:
    """SB-11.2.1.2.d: Allied units on the map that have left a beach landing hex, or leave it if they move."""
    by_sea = OF_SIDE[ALLIED] & ~(AIRBORNE | COMMANDO)
    return state.left | by_sea & state.on_map | units_at(state, OF_SIDE[ALLIED], state.beachheads)


def who_moves(side: str, mobile: bool, arriving: bool) -> tuple[Screen[SwordBeach, Turn], ...]:
    """FM-4.1.5, FM-4.1.7, FM-5.1.1; on GT 1 the Allies stand still."""

    def present(state: SwordBeach, frame: Turn) -> int:
        return OF_SIDE[side] & (state.on_map | state.waiting if arriving else state.on_map)

    screens = [
        Screen("FM-4.1.5", not_acting(side), present, decisive=True),
        Screen("FM-5.1.1", "{unit} has moved in this phase", lambda state, frame: ~state.moved),
    ]
    if mobile:
        words = "{unit} is a leg unit; only mobile units move in this phase"
        screens.append(Screen("FM-4.1.7", words, lambda state, frame: MOBILE))
    if side == ALLIED:
        screens += _stand_still("SB-11.2.1.2.g" if mobile else "SB-11.2.1.2.e")
    return tuple(screens)


def _stand_still(landed: str) -> list[Screen[SwordBeach, Turn]]:
    """On GT 1 no Allied unit moves: those that landed, by the clause given; those that dropped; the
    commando.
    """
    words = "{unit} landed before GT 1 and cannot move on GT 1"
    dropped = "{unit} dropped before GT 1 and cannot move on GT 1"
    raided = "{unit} made its move of GT 1 after the raid"
    return [
        Screen(landed, words, lambda state, frame: _gt1(state, state.landed)),
        Screen("SB-11.2.2.7.d", dropped, lambda state, frame: _gt1(state, AIRBORNE)),
        Screen("SB-J10", raided, lambda state, frame: _gt1(state, COMMANDO)),
    ]


def _elsewhere(state: SwordBeach, frame: Turn) -> Callable[[int], int]:
    return lambda unit: ~(1 << state.at[unit]) if state.at[unit] >= 0 else -1


def no_ground(state: SwordBeach, frame: object, unit: int, hex_: int) -> str:
    """Why no unit can be in a hex."""
    return f"{GRID.name[hex_]} is {'sea' if GROUND['sea'] >> hex_ & 1 else 'out of play'}"


def _open_stacks(state: SwordBeach, frame: Turn) -> Callable[[int], int]:
    return lambda unit: ~stacks_closed(state, unit)


def where_to(side: str, arriving: bool, reach: ReachScreen) -> tuple[Screen[SwordBeach, Turn], ...]:
    """FM-5.1.2, FM-5.1.3, FM-5.2.3, FM-5.3.1, FM-6.1.1; who arrives comes by an open hex of the east edge
    (SB-11.1.2.a).
    """
    enemy = ENEMY[side]
    where: tuple[Screen[SwordBeach, Turn], ...] = (
        Screen(
            "FM-5.1.1",
            "{unit} is in {hex} now; a move ends in another hex",
            _elsewhere,
            implied=True,
            each=True,
            decisive=True,
        ),
        Screen("FM-5.1.3", no_ground, lambda state, frame: state.land, implied=True, decisive=True),
        Screen(
            "FM-5.1.2",
            "{hex} is enemy-occupied",
            lambda state, frame: ~state.occupied[enemy],
            implied=True,
            decisive=True,
        ),
        Screen("FM-5.3.1", holds_friend, lambda state, frame: room_for(state, side)),
        Screen("SB-11.2.1.2.d", holds_friend, _open_stacks, implied=True, each=True),
        Screen(
            "FM-5.2.3", explain_too_far, ReachScreen(enemy, heed_zoc=False).within, implied=True, each=True
        ),
        Screen(
            "FM-6.1.1",
            "{unit} must stop in an enemy zone of control short of {hex}",
            reach.within,
            last=True,
            each=True,
            test=reach.has,
            draw=reach.draw,
        ),
    )
    if arriving:
        shut = Screen("SB-11.1.2.a", edge_is_shut, _shut_edge, implied=True, each=True, decisive=True)
        words = "no path leads {unit} from an open hex of the east edge to {hex}"
        gate = Screen("SB-11.1.2.a", words, _by_open_edge, implied=True, each=True, decisive=True)
        where = (shut, *where[:3], gate, *where[3:])
    return where


def movement(side: str, clause: str, mobile: bool = False) -> Phase[SwordBeach, Turn]:
    """FM-4.1.5, or FM-4.1.7 for mobile units alone; FM-5.1.4: moving is voluntary, `done` is open at any
    time.
    """
    arriving, reach = not mobile and side == GERMAN, ReachScreen(ENEMY[side])
    screens, where = who_moves(side, mobile, arriving), where_to(side, arriving, reach)
    pick = Pick(verb=Move, names=NAMES, units=screens, hexes=where, apply=move, open=can_step)
    name = f"{side} {'mobile ' if mobile else ''}movement"
    title = f"{ADJECTIVE[side]} {'Mobile ' if mobile else ''}Movement Phase"
    if arriving:
        return Phase(
            clause=clause,
            name=name,
            title=title,
            side=GERMAN,
            picks=(pick,),
            must=_must_arrive(reach.within),
            plain=bring_choices,
            take_plain=bring,
            plain_verbs=(Bring,),
            refuse=bring_refused,
            leave=end_german_movement,
        )
    must = None if mobile or side == GERMAN else _must_separate(pick)
    return Phase(
        clause=clause, name=name, title=title, side=side, picks=(pick,), must=must, leave=end_movement
    )


def _by_open_edge(state: SwordBeach, frame: Turn) -> Callable[[int], int]:
    """SB-11.1.2.a: for a unit off the map, the hexes it could reach if budgets were no matter; for others,
    all.
    """
    table = reach_table(state, ALLIED)
    gates = ZONE["east_edge"] & state.land & ~(table.closed | table.stop)
    beyond = GRID.flood(gates, state.land & ~table.closed) if gates else 0
    return lambda unit: beyond if state.at[unit] == OFF else -1


def edge_is_shut(state: SwordBeach, frame: Turn, unit: int, hex_: int) -> str:
    held = state.occupied[ALLIED] >> hex_ & 1
    return (
        f"{GRID.name[hex_]} is {'enemy-occupied' if held else 'in an enemy zone of control'}; {LABEL[unit]}"
        " cannot enter by it"
    )


def _shut_edge(state: SwordBeach, frame: Turn) -> Callable[[int], int]:
    """SB-11.1.2.a: for a unit off the map, all but the edge hexes it can neither enter by nor come round
    to.
    """
    table = reach_table(state, ALLIED)
    shut = ZONE["east_edge"] & (table.stop | state.occupied[ALLIED])
    return lambda unit: ~shut | table.hexes(unit, OFF) if state.at[unit] == OFF else -1


def _must_arrive(
    within: Callable[[SwordBeach, Turn], Callable[[int], int]],
) -> Callable[[SwordBeach, Turn], Ruling | None]:
    """SB-11.1.2.b: what can legally arrive must."""

    def must(state: SwordBeach, frame: Turn) -> Ruling | None:
        waiting = state.waiting & OF_SIDE[GERMAN]
        if not waiting:
            return None
        reach, room = within(state, frame), room_for(state, GERMAN)
        able = [unit for unit in members(waiting) if reach(unit) & room]
        because = f"{names(set_of(able))} must arrive this phase"
        return Ruling("SB-11.1.2.b", because, tuple(NAMES[unit] for unit in able)) if able else None

    return must


def doubled(state: SwordBeach) -> list[int]:
    """Hexes that hold more Allied units than may stack there: all but units that landed there
    (SB-11.2.1.2.d).
    """
    allied, loose = OF_SIDE[ALLIED], OF_SIDE[ALLIED] & ~state.landed
    shared = [hex_ for hex_, units in state.here.items() if units & units - 1 and units & loose]
    may_stack = state.beachheads if state.options.beach_stack != "landed_only" else 0
    return sorted(h for h in shared if (state.here[h] & allied).bit_count() > 1 and not may_stack >> h & 1)


def _must_separate(pick: Pick[SwordBeach, Turn]) -> Callable[[SwordBeach, Turn], Ruling | None]:
    """SB-J26: units left in one hex by the drop part in the Movement Phase of GT 2, if they can."""

    def must(state: SwordBeach, frame: Turn) -> Ruling | None:
        if (
            state.turn < 2
            or state.occupied[ALLIED].bit_count() == (state.on_map & OF_SIDE[ALLIED]).bit_count()
        ):
            return None  # no two units share a hex
        if state.options.doubled_drop == "may_stay":
            return None
        for hex_ in doubled(state):
            part = pick.part(state, frame)
            able = [u for u in units_in(state, hex_, ALLIED) if part.ready >> u & 1 and part.places(u)]
            if able:
                stack = names(set_of(units_in(state, hex_, ALLIED)))
                because = f"{stack} share hex {GRID.name[hex_]}: one must move on"
                return Ruling("SB-J26", because, tuple(NAMES[u] for u in able))
        return None

    return must
