"""The ledger in the terminal: turn, stocks, ports, arrivals due, dead pile, counters in play."""

from __future__ import annotations

from collections import Counter as Tally

from grognard.core.calendar import spell
from grognard.core.hexes import members

from .arrivals import entry_of, places
from .chart import COUNTERS, DISPLAY
from .dates import day
from .pieces import NATIONS
from .position import BeyondTheRhine
from .rebuild import PRICES, price_words
from .replacements import caps
from .shipping import capacity_left
from .situation import SIDE_NAMES, broadfront, port_words, standing
from .supply import EVENT_NAMES, EVENTS, NATION, PORTS, column, modifiers, shown, status, tokens
from .weather import MISSIONS, effects

WIDTH = 100


def screen(state: BeyondTheRhine, side: str | None = None) -> str:
    """The whole position; the ledger hides no fact."""
    blocks = [head(state), stocks(state), ports(state), due(state), dead(state), in_play(state)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def head(state: BeyondTheRhine) -> list[str]:
    game = state.game_of
    lines = [f"Beyond the Rhine - {game.title}; turn {state.turn} of {game.last}, {spell(day(state.turn))}"]
    weather = f"Ground: {state.ground or 'not rolled yet'}; flight: {state.flight or 'not rolled yet'}"
    lines.append(weather + (f"; first player turn: {SIDE_NAMES[state.first]}" if state.first else ""))
    if state.ground and state.flight:
        lines.append(sky_words(state))
    if end := state.outcome():
        return [*lines, f"Game over: campaign complete, no winner defined [{end.clause}]"]
    step = state.step
    text = state.game.rulebook[step.clause].text if step.clause in state.game.rulebook else ""
    nation = SIDE_NAMES.get(str(state.to_move), "dice")
    return [*lines, f"Step: {state.purpose or step.name} ({nation}) [{step.clause}]", f"  {text}"]


def sky_words(state: BeyondTheRhine) -> str:
    """The effects of the turn's weather, by the interpretations agreed (BTR-J.15, BTR-J.16)."""
    agreed = state.options
    in_force = effects(
        state.ground, state.flight, agreed.hip_shoots_in_limited, agreed.interception_in_limited
    )
    missions = MISSIONS[str(in_force["air_missions"])]
    barred = [
        name.replace("_", " ")
        for name in ("hip_shoots", "interception", "interdiction", "seaborne_assaults", "pontoon_rolls")
        if not in_force[name]
    ]
    return f"Air missions: {missions}" + (f"; no {', no '.join(barred)}" if barred else "")


def stocks(state: BeyondTheRhine) -> list[str]:
    lines = []
    for i, nation in enumerate(NATIONS):
        base, now = int(status(nation, state.turn)["column"]), standing(state)
        at = shown(column(base, modifiers(nation, now)))
        lines.append(
            f"{NATION[nation]}  {tokens(state.tokens[i]):<12} {state.pax[i]} Pax  {state.eq[i]} Eq   supply"
            f" status {base}, column {at}   received {tokens(state.received[i])}, spent"
            f" {tokens(state.spent[i])}"
        )
    cap = caps(state.turn)
    lines.append(
        f"Capacity left: rail {capacity_left(state, 'rail')} of {cap.rail} SP,"
        f" sea {capacity_left(state, 'sea')} of {cap.sea} SP"
    )
    lines.append(
        f"Reserve markers: {state.reserves}; Bridge Check Markers: {state.bridge_markers}; pontoon bridges"
        f" laid: {state.bridges}"
    )
    return lines


def ports(state: BeyondTheRhine) -> list[str]:
    lines = [
        "Ports: "
        + ", ".join(f"{name} {port_words(status)}" for name, status in zip(PORTS, state.ports, strict=True))
        + f"; Scheldt {state.scheldt}"
    ]
    on = [EVENT_NAMES[name] for name, now in zip(EVENTS, state.in_force, strict=True) if now]
    on += ["Broadfront restrictions (3.10)"] if broadfront(state.turn) else []
    return [*lines, f"in force: {', '.join(on) or 'no event'}"]


def due(state: BeyondTheRhine) -> list[str]:
    lines = [
        f"{DISPLAY[u]}: {' or '.join(places(state, u))} [{entry_of(state, u).clause}]"
        for u in members(state.due)
    ]
    plans = [
        f"Drop planned: {DISPLAY[u]}, {spell(day(turn))}"
        for u, turn in state.plans
        if turn <= state.game_of.last
    ]
    return (["Reinforcements due:", *(f"  {line}" for line in lines)] if lines else []) + plans


def dead(state: BeyondTheRhine) -> list[str]:
    """The dead pile with its prices."""
    groups: dict[str, list[str]] = {}
    for unit in members(state.dead):
        cost = PRICES[unit]
        words = cost.why_not or price_words(cost.pax, cost.eq)
        groups.setdefault(words + ("" if cost.whole or cost.why_not else " a step"), []).append(DISPLAY[unit])
    return (
        [
            f"Dead pile: {state.dead.bit_count()} counters",
            *(line for words, names in groups.items() for line in wrapped(words, names)),
        ]
        if groups
        else []
    )


def wrapped(title: str, names: list[str]) -> list[str]:
    lines, now = [], f"  {title}:"
    for name in [*(f"{name}," for name in names[:-1]), *names[-1:]]:
        if len(now) + len(name) > WIDTH:
            lines.append(now)
            now = "   "
        now += f" {name}"
    return [*lines, now]


def in_play(state: BeyondTheRhine) -> list[str]:
    counts = Tally((COUNTERS[u].nationality, COUNTERS[u].category) for u in members(state.live))
    words = ", ".join(f"{n} {nation} {kind}" for (nation, kind), n in sorted(counts.items()))
    short = [f"{DISPLAY[u]} -{state.lost[u]}" for u in members(state.live) if state.lost[u]]
    lines = [f"In play: {state.live.bit_count()} counters: {words}"]
    return lines + (wrapped("Steps lost", short) if short else [])


PAINT: tuple[tuple[str, str], ...] = (
    (r"\bUS\b", "bold green"),
    (r"\bCW\b|\bUK\b|\bCA\b", "bold yellow"),
    (r"\bFR\b", "bold blue"),
    (r"\bmud\b", "yellow"),
    (r"\bsnow\b", "cyan"),
)
