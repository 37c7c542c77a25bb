"""What the players enter of their own map: SP spent, losses, pontoon rolls, bridge checks, drops."""

from __future__ import annotations

from grognard.core.calendar import spell
from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Chance, Outcomes, Phase, Pick, Screen, open_if_any
from grognard.core.ruling import GrognardError, Ruling

from . import verbs
from .chart import COUNTERS, DISPLAY, NAMES
from .dates import day
from .pieces import ALLIED, LIMITS, NATIONS
from .position import (
    DEAD,
    DROP,
    LOSSES,
    MAP,
    PONTOON,
    WHERE_WORDS,
    BeyondTheRhine,
    Casualties,
    Die,
    Line,
    Turn,
    fact,
)
from .refusals import or_unknown
from .situation import enter
from .supply import tokens
from .verbs import Roll

USERS = {"cw": "cw", "fr": "us", "us": "us"}  # BTR-repl.users: whose stock a nation draws on
BRIDGE_STANDS_DIE = int(LIMITS["table"]["bridge_stands_die"])  # BTR-game.1_8b.bridge-check, our substitute
PONTOON_LAID_DIE = int(LIMITS["table"]["pontoon_laid_die"])  # BTR-game.1_10.pontoon
AMOUNTS = (1, 2, 3, 4, 8, 12, 16, 20, 40)  # tokens that can be written off at a time

# ---------------------------------------------------------------- SP


def stock(state: BeyondTheRhine, user: str) -> int:
    """BTR-J.13: the tokens a nation can draw on."""
    return state.tokens[NATIONS.index(USERS[user])] if state.options.sp_bound_to_nation else sum(state.tokens)


def spend(state: BeyondTheRhine, action: verbs.Spend) -> None:
    """Its own stock first, then the other's."""
    own = NATIONS.index(USERS[action.nation])
    first = min(action.tokens, state.tokens[own])
    for nation, amount in ((own, first), (1 - own, action.tokens - first)):
        state.set_at(fact.tokens, nation, state.tokens[nation] - amount, "BTR-J.13")
        state.set_at(fact.spent, nation, state.spent[nation] + amount, "BTR-J.13")


# ---------------------------------------------------------------- bridges and drops


def brigades(state: BeyondTheRhine, frame: Turn) -> int:
    return state.on_map & _PONTOONS if state.options.pontoon_rolls else 0


_PONTOONS = set_of(u for u, c in enumerate(COUNTERS) if c.type == "pontoon")
_C47 = set_of(u for u, c in enumerate(COUNTERS) if c.type == "C-47")
_GLIDERS = set_of(u for u, c in enumerate(COUNTERS) if c.type == "glider_infantry")


def frozen(state: BeyondTheRhine, frame: Turn) -> int:
    """BTR-weather.ground.snow: no pontoon rolls."""
    return 0 if state.ground == "snow" else -1


def not_rolled(state: BeyondTheRhine, frame: Turn) -> int:
    return ~set_of(u for u in members(_PONTOONS) if Line(PONTOON, NAMES[u]) in state.entered)


def roll_bridge(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    enter(state, Line(PONTOON, NAMES[unit]), "BTR-game.1_10.pontoon")
    state.call(Die(what="pontoon", unit=unit), "BTR-game.1_10.pontoon")


def lifts(state: BeyondTheRhine) -> int:
    """Units that an aircraft in England can still lift this turn: one each; gliders need one not marked `no
    glider`.
    """
    planes = [u for u in members(state.live & _C47) if state.at[u] == "England" and not state.lost[u]]
    used = sum(line.kind == DROP for line in state.entered)
    towing = sum(COUNTERS[u].qualifier != "no glider" for u in planes)
    return (-1 if len(planes) > used else 0) & ~(0 if towing > used else _GLIDERS)


def planned_now(state: BeyondTheRhine, frame: Turn) -> int:
    return set_of(unit for unit, turn in state.plans if turn <= state.turn and state.at[unit] == "England")


def fly(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    if state.at[unit] != "England":
        raise GrognardError(f"{DISPLAY[unit]} is not in England")
    enter(state, Line(DROP, NAMES[unit]), "BTR-game.paradrop")
    state.set(fact.plans, tuple(plan for plan in state.plans if plan[0] != unit), "BTR-game.paradrop")
    state.call(Die(what="drop", unit=unit), "BTR-game.paradrop")


def result(state: BeyondTheRhine, frame: Die, action: Roll) -> None:
    """The substitute rules of BTR-game.1_8b.bridge-check, BTR-game.1_10.pontoon and BTR-game.paradrop."""
    state.replace(Die(what="", unit=frame.unit), "BTR-turn.cleanup")
    if frame.what == "check":
        state.note(
            "BTR-game.1_8b.bridge-check",
            "bridge check: die {}, the bridge {}",
            action.face,
            "stands" if action.face >= BRIDGE_STANDS_DIE else "is blown",
        )
    elif frame.what == "pontoon":
        laid = action.face >= PONTOON_LAID_DIE
        state.note(
            "BTR-game.1_10.pontoon",
            "{} makes a pontoon roll: die {}, {}",
            DISPLAY[frame.unit],
            action.face,
            "a bridge is laid" if laid else "no bridge",
        )
        state.set(fact.bridges, state.bridges + laid, "BTR-game.1_10.pontoon")
    else:
        _land(state, frame.unit, action.face)


def _land(state: BeyondTheRhine, unit: int, face: int) -> None:
    """3-6 lands, 2 lands DG, 1 loses a step."""
    state.note(
        "BTR-game.paradrop",
        "{} drops: die {}, {}",
        DISPLAY[unit],
        face,
        "loses a step" if face == 1 else "lands DG" if face == 2 else "lands",
    )
    state.set_at(fact.at, unit, MAP, "BTR-game.paradrop")
    if face == 1:
        lose(state, Casualties(), unit, None)


def die(state: BeyondTheRhine, frame: Die) -> Outcomes:
    return DIE if frame.what else NO_OUTCOME


_DIE_WORDS = {"check": "bridge check", "pontoon": "pontoon roll"}

TABLE_ROLL = (
    Chance(
        clause="BTR-turn.cleanup",
        name="bridge or drop",
        outcomes=die,
        apply=result,
        about=lambda s, f: f"roll one die for the {_DIE_WORDS.get(f.what, f.what)}",
    ),
)

# ---------------------------------------------------------------- losses


def lose(state: BeyondTheRhine, frame: Casualties, unit: int, hex_: object) -> None:
    """BTR-ocs.unit.re: a step less; the last one takes the counter to the dead pile."""
    if not state.live >> unit & 1:
        raise GrognardError(f"{DISPLAY[unit]} has no step to lose")
    state.set_at(fact.lost, unit, state.lost[unit] + 1, "BTR-ocs.unit.re")
    if state.lost[unit] == COUNTERS[unit].steps:
        state.set_at(fact.at, unit, DEAD, "BTR-ocs.unit.re")


def not_in_play(state: BeyondTheRhine, frame: Casualties, unit: int, hex_: int) -> str:
    return f"{DISPLAY[unit]} {WHERE_WORDS[state.at[unit]]}: it has no step in play to lose"


CASUALTIES = (
    Phase(
        clause="BTR-ocs.unit.re",
        name="losses",
        side=ALLIED,
        picks=(
            Pick(
                verb=verbs.Lose,
                names=NAMES,
                titles=DISPLAY,
                units=(Screen("BTR-ocs.unit.re", not_in_play, lambda s, f: s.live),),
                apply=lose,
                open=open_if_any,
            ),
        ),
        refuse=or_unknown(),
    ),
)

# ---------------------------------------------------------------- the phase


def entries(state: BeyondTheRhine, frame: Turn) -> list[Action]:
    actions: list[Action] = [verbs.Check()] if state.bridge_markers and state.options.bridge_checks else []
    actions += [verbs.Losses()] if state.live and Line(LOSSES) not in state.entered else []
    for user in USERS:
        have = stock(state, user)
        actions += _ANY[user] if have >= AMOUNTS[-1] else [_SPEND[user, n] for n in _SORTED if n <= have]
    return actions


_SORTED = sorted(AMOUNTS, key=str)
_SPEND: dict[tuple[str, int], Action] = {(user, n): verbs.Spend(user, n) for user in USERS for n in AMOUNTS}
_ANY = {user: [_SPEND[user, n] for n in _SORTED] for user in USERS}


def enter_one(state: BeyondTheRhine, frame: Turn, action: Action) -> None:
    match action:
        case verbs.Spend():
            spend(state, action)
        case verbs.Losses():
            enter(state, Line(LOSSES), "BTR-ledger.state")
            state.call(Casualties(), "BTR-ledger.state")
        case verbs.Check():
            state.set(fact.bridge_markers, state.bridge_markers - 1, "BTR-game.1_8b.bridge-check")
            state.call(Die(what="check"), "BTR-game.1_8b.bridge-check")


def refuse(state: BeyondTheRhine, frame: Turn, action: Action) -> Ruling | None:
    match action:
        case verbs.Spend(nation, amount):
            if nation not in USERS:
                return Ruling("BTR-J.13", f"{nation} is not a nation; the nations are {', '.join(USERS)}")
            if amount not in AMOUNTS:
                return Ruling(
                    "BTR-ocs.supply.token",
                    f"one entry spends {', '.join(map(str, AMOUNTS[:-1]))} or {AMOUNTS[-1]} tokens, not"
                    f" {amount}",
                )
            if amount <= stock(state, nation):
                return None
            return Ruling(
                "BTR-J.13",
                f"{nation.upper()} units can draw on {tokens(stock(state, nation))}; {tokens(amount)} is"
                " more",
            )
        case verbs.Losses():
            if Line(LOSSES) in state.entered:
                return Ruling(
                    "BTR-ledger.state", "the list of losses opens once a turn, and it was open this turn"
                )
            return None if state.live else Ruling("BTR-ledger.state", "no counter in play can lose a step")
        case verbs.Check():
            if not state.options.bridge_checks:
                return Ruling(
                    "BTR-game.1_8b.bridge-check",
                    "bridge checks are off in this ledger (option bridge_checks)",
                )
            return (
                None
                if state.bridge_markers
                else Ruling("BTR-game.1_8b.bridge-check", "no Bridge Check Marker is left to spend")
            )
    return None


def not_planned(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    wanted = next((turn for planned, turn in state.plans if planned == unit), None)
    if wanted is None:
        return f"{DISPLAY[unit]} has no drop plan"
    if wanted > state.turn:
        return (
            f"the drop of {DISPLAY[unit]} is planned for {spell(day(wanted))}; it is {spell(day(state.turn))}"
        )
    return f"{DISPLAY[unit]} is not in England: it {WHERE_WORDS[state.at[unit]]}"


def no_lift(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    kind = "C-47 that tows gliders" if _GLIDERS >> unit & 1 else "C-47"
    return f"no {kind} at full strength is free in England to lift {DISPLAY[unit]}"


def no_brigade(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    if not state.options.pontoon_rolls:
        return "pontoon rolls are off in this ledger (option pontoon_rolls)"
    if not _PONTOONS >> unit & 1:
        return f"{DISPLAY[unit]} is not a pontoon brigade"
    return f"{DISPLAY[unit]} is not on the map: it {WHERE_WORDS[state.at[unit]]}"


PLAY = (
    Phase(
        clause="BTR-turn.player",
        name="play",
        title="play of the turn",
        side=ALLIED,
        picks=(
            Pick(
                verb=verbs.Drop,
                names=NAMES,
                titles=DISPLAY,
                units=(
                    Screen("BTR-game.paradrop", not_planned, planned_now),
                    Screen(
                        "BTR-weather.flight.none",
                        "flight is none this turn: no air missions",
                        lambda s, f: 0 if s.flight == "none" else -1,
                    ),
                    Screen("BTR-game.paradrop", no_lift, lambda s, f: lifts(s), last=True),
                ),
                apply=fly,
                open=open_if_any,
            ),
            Pick(
                verb=verbs.Pontoon,
                names=NAMES,
                titles=DISPLAY,
                units=(
                    Screen("BTR-game.1_10.pontoon", no_brigade, brigades),
                    Screen("BTR-weather.ground.snow", "pontoon rolls are not made in snow", frozen),
                    Screen("BTR-game.1_10.pontoon", "{unit} made its roll this turn already", not_rolled),
                ),
                apply=roll_bridge,
                open=open_if_any,
            ),
        ),
        plain=entries,
        take_plain=enter_one,
        plain_verbs=(verbs.Check, verbs.Losses, verbs.Spend),
        refuse=or_unknown(refuse),
    ),
)
