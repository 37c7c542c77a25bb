"""The ledger for a terminal: the turn, stocks, ports, what is due, the dead pile; events in words."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable

from grognard.core.calendar import spell
from grognard.core.facts import Event
from grognard.core.hexes import members

from .chart import COUNTERS, NAMES
from .coming import entry_of, places
from .dates import day
from .outlay import PRICES, left
from .pieces import NATIONS
from .position import BeyondTheRhine
from .replacements import caps
from .situation import broadfront, standing
from .supply import EVENTS, PORTS, column, modifiers, shown, status, tokens
from .weather import effects

WIDTH = 100


def screen(state: BeyondTheRhine, side: str | None = None) -> str:
    """Everything there is to know; nothing in the ledger is hidden."""
    blocks = [head(state), stocks(state), ports(state), due(state), dead(state), in_play(state)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def head(state: BeyondTheRhine) -> list[str]:
    game = state.game_of
    lines = [f"Beyond the Rhine - {game.title}; turn {state.turn} of {game.last}, {spell(day(state.turn))}"]
    weather = f"ground {state.ground or 'to be rolled'}, flight {state.flight or 'to be rolled'}"
    lines.append(weather + (f", {state.first} player first" if state.first else ""))
    if state.ground and state.flight:
        lines.append(sky_words(state))
    if end := state.outcome():
        return [*lines, f"The campaign is over: {end.level} [{end.clause}]"]
    step = state.step
    text = state.game.rulebook[step.clause].text if step.clause in state.game.rulebook else ""
    return [*lines, f"{step.name or state.purpose} - {state.to_move} to move [{step.clause}]", f"  {text}"]


def sky_words(state: BeyondTheRhine) -> str:
    """What the weather of the turn allows, by the readings agreed (BTR-J.15, BTR-J.16)."""
    agreed = state.options
    found = effects(state.ground, state.flight, agreed.hip_shoots_in_limited, agreed.interception_in_limited)
    missions = str(found["air_missions"]).replace("_", " ")
    barred = [
        name.replace("_", " ")
        for name in ("hip_shoots", "interception", "interdiction", "seaborne_assaults", "pontoon_rolls")
        if not found[name]
    ]
    return f"air missions: {missions}" + (f"; no {', no '.join(barred)}" if barred else "")


def stocks(state: BeyondTheRhine) -> list[str]:
    lines = []
    for i, who in enumerate(NATIONS):
        base, now = int(status(who, state.turn)["column"]), standing(state)
        at = shown(column(base, modifiers(who, now)))
        lines.append(
            f"{who.upper()}  {tokens(state.tokens[i]):<12} {state.pax[i]} Pax  {state.eq[i]} Eq   "
            f"supply status {base}, column {at}   received {tokens(state.received[i])}, spent {tokens(state.spent[i])}"
        )
    cap = caps(state.turn)
    lines.append(f"rail {left(state, 'rail')} of {cap.rail} SP left, sea {left(state, 'sea')} of {cap.sea}")
    lines.append(
        f"{state.reserves} Reserve markers, {state.bridge_markers} Bridge Check Markers, {state.bridges} pontoon bridges laid"
    )
    return lines


def ports(state: BeyondTheRhine) -> list[str]:
    lines = [
        "ports: "
        + ", ".join(f"{name} {how}" for name, how in zip(PORTS, state.ports, strict=True))
        + f"; Scheldt {state.scheldt}"
    ]
    on = [name for name, now in zip(EVENTS, state.in_force, strict=True) if now]
    on += ["Broadfront restrictions (3.10)"] if broadfront(state.turn) else []
    return [*lines, f"in force: {', '.join(on) or 'no event'}"]


def due(state: BeyondTheRhine) -> list[str]:
    lines = [f"{NAMES[u]}: {' or '.join(places(state, u))} [{entry_of(state, u).clause}]" for u in members(state.due)]
    plans = [f"drop of {NAMES[u]} planned for {day(turn).isoformat()}" for u, turn in state.plans if turn <= state.game_of.last]
    return (["due and not yet brought on:", *(f"  {line}" for line in lines)] if lines else []) + plans


def dead(state: BeyondTheRhine) -> list[str]:
    """The dead pile with its prices."""
    groups: dict[str, list[str]] = {}
    for unit in members(state.dead):
        cost = PRICES[unit]
        words = cost.why_not or " + ".join(filter(None, (f"{cost.pax} Pax" * bool(cost.pax), f"{cost.eq} Eq" * bool(cost.eq))))
        groups.setdefault(words + ("" if cost.whole else " a step"), []).append(NAMES[unit])
    return (
        [f"dead pile: {state.dead.bit_count()}", *(line for words, names in groups.items() for line in wrapped(words, names))]
        if groups
        else []
    )


def wrapped(title: str, names: list[str]) -> list[str]:
    lines, now = [], f"  {title}:"
    for name in names:
        if len(now) + len(name) > WIDTH:
            lines.append(now)
            now = "   "
        now += f" {name}"
    return [*lines, now]


def in_play(state: BeyondTheRhine) -> list[str]:
    counts = Tally((COUNTERS[u].nationality, COUNTERS[u].category) for u in members(state.live))
    words = ", ".join(f"{n} {nation} {kind}" for (nation, kind), n in sorted(counts.items()))
    short = [f"{NAMES[u]} -{state.lost[u]}" for u in members(state.live) if state.lost[u]]
    lines = [f"in play: {state.live.bit_count()} counters: {words}"]
    return lines + (wrapped("short of steps", short) if short else [])


# ---------------------------------------------------------------- events in words


def tell(event: Event) -> str | None:
    """A changed fact as a player would say it; nothing for bookkeeping."""
    if event.fact == "log":
        return str(event.new)
    words = TELL.get(event.fact)
    return words(event) if words else None


def _stock(what: str) -> Callable[[Event], str]:
    return lambda event: f"{event.key.upper()} {what}: {event.old} to {event.new}"


def _at(event: Event) -> str:
    said = {"due": "is due", "dead": "is in the dead pile", "removed": "leaves the game", "map": "is on the map"}
    return f"{event.key} {said.get(event.new, f'is in {event.new}')}"


TELL: dict[str, Callable[[Event], str | None]] = {
    "turn": lambda event: f"turn {event.new} begins, {spell(day(event.new))}",
    "ground": lambda event: f"ground {event.new}" if event.new else None,
    "flight": lambda event: f"flight {event.new}" if event.new else None,
    "first": lambda event: f"the {event.new} player is first" if event.new else None,
    "at": _at,
    "lost": lambda event: f"{event.key} is short of {event.new} steps" if event.new else f"{event.key} is at full strength",
    "tokens": lambda event: f"{event.key.upper()} has {tokens(event.new)}",
    "pax": _stock("Pax"),
    "eq": _stock("Eq"),
    "reserves": lambda event: f"{event.new} Reserve markers",
    "bridge_markers": lambda event: f"{event.new} Bridge Check Markers",
    "ports": lambda event: f"{event.key} is {event.new}",
    "scheldt": lambda event: f"the Scheldt is {event.new}",
    "in_force": lambda event: f"{event.key} is {'in force' if event.new else 'over'}",
    "shifts": lambda event: f"{event.key.upper()} column {event.new:+d} this turn" if event.new else None,
    "rail_used": lambda event: f"rail capacity used: {event.new}" if event.new else None,
    "sea_used": lambda event: f"sea capacity used: {event.new}" if event.new else None,
    "plans": lambda event: f"drops planned: {', '.join(unit for unit, _ in event.new) or 'none'}",
    "ended": lambda event: "the campaign is over" if event.new else None,
}

PAINT: tuple[tuple[str, str], ...] = (
    (r"\bUS\b", "bold green"), (r"\bCW\b|\bUK\b|\bCA\b", "bold yellow"), (r"\bFR\b", "bold blue"), (r"\bmud\b", "yellow"), (r"\bsnow\b", "cyan"),
)  # fmt: skip
