"""BTR-turn.pre, BTR-ledger.1: the start of a turn: notes of the date, weather, ports and events."""

from __future__ import annotations

from grognard.core.calendar import spell
from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import (
    DIE,
    NO_OUTCOME,
    Ask,
    Auto,
    Chance,
    Outcomes,
    Phase,
    Pick,
    Screen,
    open_if_any,
)
from grognard.core.ruling import GrognardError, Ruling

from . import verbs
from . import weather as sky
from .chart import COUNTERS, DISPLAY, ENTRIES, NAMES, ON_TURN
from .dates import LAST, day
from .options import Options
from .pieces import ALLIED, AXIS, LIMITS, NATIONS
from .position import (
    EVENT,
    GERMAN,
    PLANNED,
    PORT,
    REPAIRED,
    SCHELDT,
    SHIFT,
    WHERE_WORDS,
    BeyondTheRhine,
    Line,
    Port,
    Turn,
    captured,
    fact,
)
from .refusals import or_unknown
from .supply import EVENT_NAMES, EVENTS, PORTS, Situation
from .verbs import BOTH_DICE, Roll

ANTWERPEN = PORTS[:2]
_TURNS: dict[str, int] = LIMITS["turns"]
HISTORICAL = _TURNS["historical_antwerpen"]  # BTR-J.20
REPAIR_TURNS = _TURNS["port_repair"]  # BTR-game.1_11.ports, our substitute rule
FIRST_PLANS = _TURNS["first_plans"]  # BTR-date.1944-09-08.note.1
BROADFRONT = _TURNS["broad_front"]  # BTR-date.1944-09-12.note.1
AHEAD = _TURNS["plan_ahead"]  # BTR-game.paradrop: turns a plan is written ahead
_MOST = int(LIMITS["table"]["event_shift_max"])
SHIFTS = tuple(columns for columns in range(-_MOST, _MOST + 1) if columns)  # BTR-supply.mod.5
SIDE_NAMES = {ALLIED: "Allied", AXIS: "Axis"}


# ------------------------------------------------------------ BTR-ledger.1: notes, and what the calendar does


def begin(state: BeyondTheRhine, frame: Turn) -> None:
    """Clear what belongs to one turn; apply the notes of the date and the calendar."""
    for name, start in (
        ("ground", ""),
        ("flight", ""),
        ("first", ""),
        ("initiative", ()),
        ("rolled", ()),
        ("entered", ()),
        ("rail_used", 0),
        ("sea_used", 0),
    ):
        state.set(BeyondTheRhine.facts[name], start, "BTR-ledger.state")
    for nation in range(len(NATIONS)):
        state.set_at(fact.shifts, nation, 0, "BTR-supply.mod.5")
    for number in ON_TURN.get(state.turn, ()):
        entry = ENTRIES[number]
        if entry.kind == "note" and entry.used_in(state.game_of):
            state.note(entry.clause, "{}", entry.text, kind="chart")
    repair_ports(state)
    if fixed := sky.automatic(state.turn):
        state.set(fact.ground, fixed, "BTR-weather.auto")


def repair_ports(state: BeyondTheRhine) -> None:
    """BTR-J.20 and the substitute rule of BTR-game.1_11.ports."""
    if state.turn == HISTORICAL and state.options.ports_schedule == "historical":
        state.set(fact.scheldt, "open", "BTR-J.20")
        for port in range(len(ANTWERPEN)):
            if state.ports[port] == GERMAN:
                continue  # a player has entered that it is German again
            state.set_at(fact.ports, port, REPAIRED, "BTR-J.20")
    for port, status in enumerate(state.ports):
        if status.is_captured:
            ready = state.turn >= status.turn + REPAIR_TURNS
            if ready and (PORTS[port] not in ANTWERPEN or state.scheldt == "open"):
                state.set_at(fact.ports, port, REPAIRED, "BTR-game.1_11.ports")


def broadfront(turn: int) -> bool:
    """BTR-game.3_10.broadfront: in force from 12 September; what it restricts is not in the document, so it
    is a flag.
    """
    return turn >= BROADFRONT


def counting(state: BeyondTheRhine) -> frozenset[str]:
    """BTR-J.1: the ports that shift the supply column."""
    wanted = state.options.port_counts == "controlled"
    return frozenset(PORTS[i] for i, s in enumerate(state.ports) if s == REPAIRED or (wanted and s != GERMAN))


def standing(state: BeyondTheRhine) -> Situation:
    """What shifts the supply columns this turn."""
    events = frozenset(name for name, on in zip(EVENTS, state.in_force, strict=True) if on)
    return Situation(
        state.ground or "dry", counting(state), events, dict(zip(NATIONS, state.shifts, strict=True))
    )


# ---------------------------------------------------------------- BTR-turn.pre.weather


def ground_dice(state: BeyondTheRhine, frame: Turn) -> Outcomes:
    return NO_OUTCOME if state.ground else DIE


def set_ground(state: BeyondTheRhine, frame: Turn, action: Roll) -> None:
    state.set(fact.ground, sky.ground(state.turn, action.face), sky.band(state.turn)["clause"])


def flight_dice(state: BeyondTheRhine, frame: Turn) -> Outcomes:
    return NO_OUTCOME if state.flight else BOTH_DICE


def set_flight(state: BeyondTheRhine, frame: Turn, action: Roll) -> None:
    state.set(fact.flight, sky.flight(state.turn, action.face), sky.band(state.turn)["clause"])


# ---------------------------------------------------------------- BTR-turn.pre.first


def initiative_dice(state: BeyondTheRhine, frame: Turn) -> Outcomes:
    wanted = state.options.roll_for_first_player and len(state.initiative) < 2
    return BOTH_DICE if wanted else NO_OUTCOME


def set_initiative(state: BeyondTheRhine, frame: Turn, action: Roll) -> None:
    """Allied dice, then Axis dice; a tie is rolled again."""
    dice = (*state.initiative, action.face)
    state.set(fact.initiative, () if len(dice) == 2 and dice[0] == dice[1] else dice, "BTR-turn.pre.first")


def higher(state: BeyondTheRhine, frame: Turn) -> str:
    dice = state.initiative
    return ALLIED if len(dice) < 2 or dice[0] > dice[1] else AXIS


def first_choices(state: BeyondTheRhine, frame: Turn) -> list[Action]:
    return [verbs.First(ALLIED), verbs.First(AXIS)] if len(state.initiative) == 2 and not state.first else []


def set_first(state: BeyondTheRhine, frame: Turn, action: verbs.First) -> None:
    state.set(fact.first, action.side, "BTR-turn.pre.first")


def not_first(state: BeyondTheRhine, frame: Turn, action: verbs.First) -> list[Ruling]:
    """Why a side is not named for the first player turn."""
    clause = "BTR-turn.pre.first"
    if not state.options.roll_for_first_player:
        return [
            Ruling(
                clause, "this ledger does not roll for the first player turn (option roll_for_first_player)"
            )
        ]
    if state.first:
        return [
            Ruling(
                clause, f"the {SIDE_NAMES[state.first]} player takes the first player turn of {state.date}"
            )
        ]
    if len(state.initiative) < 2:
        return [Ruling(clause, "both players roll two dice first; the higher roller chooses")]
    known = (ALLIED, AXIS)
    return (
        []
        if action.side in known
        else [Ruling(clause, f"the side is {' or '.join(known)}, not {action.side}")]
    )


# ---------------------------------------------------------- events, ports, drop plans: what the players enter


def enter(state: BeyondTheRhine, line: Line, clause: str) -> None:
    """Enter a line; each line is entered once a turn, at adviser and free tables too."""
    if line in state.entered:
        raise GrognardError(f"{line} was entered this turn already")
    state.set(fact.entered, (*state.entered, line), clause)


def port_statuses(state: BeyondTheRhine, port: int) -> list[str]:
    """The statuses a player may enter for a port: captured this turn, repaired, or German again."""
    now = state.ports[port]
    result = [f"captured-{state.turn}"] if now == GERMAN else []
    return [*result, *(str(other) for other in (GERMAN, REPAIRED) if now != other)]


def situation_lines(state: BeyondTheRhine, frame: Turn) -> list[Action]:
    """The lines of the situation that can still be entered this turn."""
    done, actions = state.entered, list[Action]()
    now = dict(zip(EVENTS, state.in_force, strict=True))
    actions += [
        verbs.Event(event, "off" if now[event] else "on")
        for event in sorted(EVENTS)
        if Line(EVENT, event) not in done
    ]
    for port in sorted(range(len(PORTS)), key=PORTS.__getitem__):
        if Line(PORT, PORTS[port]) not in done:
            actions += [verbs.Port(PORTS[port], status) for status in sorted(port_statuses(state, port))]
    if Line(SCHELDT) not in done:
        actions.append(verbs.Scheldt("closed" if state.scheldt == "open" else "open"))
    for nation in sorted(NATIONS):
        if Line(SHIFT, nation) not in done:
            actions += [verbs.Shift(nation, columns) for columns in sorted(SHIFTS, key=str)]
    return actions


def enter_line(state: BeyondTheRhine, frame: Turn, action: Action) -> None:
    match action:
        case verbs.Event(event, status):
            enter(state, Line(EVENT, event), "BTR-J.6")
            state.set_at(fact.in_force, list(EVENTS).index(event), status == "on", CLAUSE_OF_EVENT[event])
        case verbs.Port(port, status):
            enter(state, Line(PORT, port), "BTR-game.1_11.ports")
            entered = Port.read(status.replace("-", " "))
            state.set_at(fact.ports, PORTS.index(port), entered, "BTR-game.1_11.ports")
        case verbs.Scheldt(status):
            enter(state, Line(SCHELDT), "BTR-game.1_11.ports")
            state.set(fact.scheldt, status, "BTR-game.1_11.ports")
        case verbs.Shift(nation, columns):
            enter(state, Line(SHIFT, nation), "BTR-supply.mod.5")
            state.set_at(fact.shifts, NATIONS.index(nation), columns, "BTR-supply.mod.5")


CLAUSE_OF_EVENT = {"north-flank": "BTR-game.4_3c.north-flank", "alpine": "BTR-game.4_4c.alpine"}


def why_not_entered(state: BeyondTheRhine, frame: Turn, action: Action) -> Ruling | None:
    """Why a line of the situation is refused."""
    match action:
        case verbs.Event():
            return _why_no_event(state, action)
        case verbs.Port():
            return _why_no_port(state, action)
        case verbs.Scheldt(status):
            again = _once(state, Line(SCHELDT), "BTR-game.1_11.ports")
            if again or (status in ("open", "closed") and status != state.scheldt):
                return again
            return Ruling(
                "BTR-game.1_11.ports",
                f"the Scheldt is {state.scheldt}; the entry is {_other(state.scheldt)}, not {status}",
            )
        case verbs.Shift():
            return _why_no_shift(state, action)
    return None


def _why_no_event(state: BeyondTheRhine, action: verbs.Event) -> Ruling | None:
    event, status = action.event, action.status
    if event not in EVENTS:
        return Ruling("BTR-J.6", f"{event} is not an event; the events are {', '.join(EVENTS)}")
    now = "on" if dict(zip(EVENTS, state.in_force, strict=True))[event] else "off"
    again = _once(state, Line(EVENT, event), "BTR-J.6")
    if again or (status in ("on", "off") and status != now):
        return again
    return Ruling(
        CLAUSE_OF_EVENT[event],
        f"{EVENT_NAMES[event]} is {now}; the entry is {'off' if now == 'on' else 'on'}, not {status}",
    )


def _why_no_port(state: BeyondTheRhine, action: verbs.Port) -> Ruling | None:
    port = action.port
    if port not in PORTS:
        return Ruling("BTR-game.1_11.ports", f"{port} is not a port; the ports are {', '.join(PORTS)}")
    offered = port_statuses(state, PORTS.index(port))
    again = _once(state, Line(PORT, port), "BTR-game.1_11.ports")
    if again or action.status in offered:
        return again
    return Ruling(
        "BTR-game.1_11.ports",
        f"{port} is {port_words(state.ports[PORTS.index(port)])}; the entry is {' or '.join(offered)}",
    )


def _why_no_shift(state: BeyondTheRhine, action: verbs.Shift) -> Ruling | None:
    nation, columns = action.nation, action.columns
    if nation not in NATIONS:
        return Ruling("BTR-supply.mod.5", f"{nation} is not a nation; the nations are {', '.join(NATIONS)}")
    again = _once(state, Line(SHIFT, nation), "BTR-supply.mod.5")
    if again or columns in SHIFTS:
        return again
    return Ruling("BTR-supply.mod.5", f"a shift is {SHIFTS[0]} to {SHIFTS[-1]:+d} columns, not {columns}")


def _once(state: BeyondTheRhine, line: Line, clause: str) -> Ruling | None:
    return Ruling(clause, f"{line} was entered this turn already") if line in state.entered else None


def _other(status: str) -> str:
    return "closed" if status == "open" else "open"


def port_words(port: Port) -> str:
    """The status of a port in a sentence.

    >>> port_words(GERMAN), port_words(captured(3)), port_words(captured(0))
    ('German', 'captured on 12 September 1944', 'captured before the campaign')
    """
    if not port.is_captured:
        return "German" if port == GERMAN else port.status
    return f"captured on {spell(day(port.turn))}" if 0 < port.turn <= LAST else "captured before the campaign"


# ---------------------------------------------------------------- BTR-game.paradrop: plans

# parachute and glider units of 1 RE or less
DROPPED = set_of(
    u for u, c in enumerate(COUNTERS) if c.type in ("parachute_infantry", "glider_infantry") and c.re <= 1
)


def planned(state: BeyondTheRhine) -> int:
    return set_of(unit for unit, _ in state.plans)


def in_england(state: BeyondTheRhine) -> int:
    return set_of(u for u in members(DROPPED & state.live) if state.at[u] == "England")


def plans_kept(state: BeyondTheRhine, frame: Turn) -> int:
    return -1 if state.options.drop_plans else 0


def plans_open(state: BeyondTheRhine, frame: Turn) -> int:
    return -1 if state.turn >= FIRST_PLANS else 0


def write_plan(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    if planned(state) >> unit & 1 or not in_england(state) >> unit & 1:
        raise GrognardError(f"a drop of {DISPLAY[unit]} cannot be planned")
    enter(state, Line(PLANNED, NAMES[unit]), "BTR-game.paradrop")
    state.set(fact.plans, (*state.plans, (unit, state.turn + AHEAD)), "BTR-game.paradrop")


def give_up(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    enter(state, Line(PLANNED, NAMES[unit]), "BTR-game.paradrop")
    state.set(fact.plans, tuple(plan for plan in state.plans if plan[0] != unit), "BTR-game.paradrop")


def no_plan_yet(state: BeyondTheRhine, frame: Turn) -> int:
    """A plan is written or given up once a turn."""
    return (
        ~set_of(u for u in members(DROPPED) if Line(PLANNED, NAMES[u]) in state.entered)
        if state.options.drop_plans
        else -1
    )


def not_droppable(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    if DROPPED >> unit & 1:
        return f"{DISPLAY[unit]} is not in England: it {WHERE_WORDS[state.at[unit]]}"
    counter = COUNTERS[unit]
    kind = f"{counter.type.replace('_', ' ')}, {counter.re} RE"
    return f"only a parachute or glider unit of 1 RE or less drops; {DISPLAY[unit]} is not one ({kind})"


PLAN = Pick(
    verb=verbs.Plan,
    names=NAMES,
    titles=DISPLAY,
    units=(
        Screen("BTR-game.paradrop", "drop plans are off in this ledger (option drop_plans)", plans_kept),
        Screen("BTR-date.1944-09-08.note.1", "drops may be planned from 8 September 1944 on", plans_open),
        Screen("BTR-game.paradrop", not_droppable, lambda s, f: in_england(s), last=True),
        Screen(
            "BTR-game.paradrop",
            "{unit} has a drop plan; a plan may be canceled, not changed",
            lambda s, f: ~planned(s),
        ),
        Screen(
            "BTR-game.paradrop", "a plan of {unit} was written or canceled this turn already", no_plan_yet
        ),
    ),
    apply=write_plan,
    open=open_if_any,
)
CANCEL = Pick(
    verb=verbs.Cancel,
    names=NAMES,
    titles=DISPLAY,
    units=(
        Screen("BTR-game.paradrop", "{unit} has no drop plan to cancel", lambda s, f: planned(s)),
        Screen(
            "BTR-game.paradrop", "a plan of {unit} was written or canceled this turn already", no_plan_yet
        ),
    ),
    apply=give_up,
    open=open_if_any,
)

SITUATION = (
    Auto(clause="BTR-ledger.1", do=begin),
    Chance(
        clause="BTR-turn.pre.weather",
        name="ground",
        outcomes=ground_dice,
        apply=set_ground,
        about=lambda s, f: "roll one die for the ground",
    ),
    Chance(
        clause="BTR-turn.pre.weather",
        name="flight",
        outcomes=flight_dice,
        apply=set_flight,
        about=lambda s, f: "roll two dice for flight",
    ),
    Chance(
        clause="BTR-turn.pre.first",
        name="initiative",
        outcomes=initiative_dice,
        apply=set_initiative,
        about=lambda s, f: (
            f"the {(ALLIED, AXIS)[len(s.initiative)].capitalize()} player rolls two dice for the first player"
            " turn"
        ),
    ),
    Ask(
        clause="BTR-turn.pre.first",
        name="first player",
        side=higher,
        choices=first_choices,
        apply=set_first,
        takes=(verbs.First,),
        refuse=not_first,
    ),
    Phase(
        clause="BTR-ledger.state",
        name="situation",
        side=ALLIED,
        picks=(CANCEL, PLAN),
        plain=situation_lines,
        take_plain=enter_line,
        plain_verbs=(verbs.Event, verbs.Port, verbs.Scheldt, verbs.Shift),
        refuse=or_unknown(why_not_entered),
    ),
)


def open_stock(state: BeyondTheRhine, options: Options) -> None:
    """Set ports and events as they are before the first turn."""
    own = state.__dict__
    own["in_force"] = [options.events_default == "on"] * len(EVENTS)  # BTR-J.6
    game = state.game_of
    if options.ports_schedule == "historical":  # Antwerp fell on 4 September 1944
        late = game.first > HISTORICAL
        own["ports"] = [
            (REPAIRED if late else captured(0)) if port in ANTWERPEN else GERMAN for port in PORTS
        ]
        own["scheldt"] = "open" if late else "closed"
    assert day(HISTORICAL).isoformat() == "1944-11-29"
