"""Speed as ratios against python-chess in the same run: `make bench` writes results.json beside this file.

C is chess's random legal actions a second, L its mean time to list the legal moves. Yardstick and probe
alternate, one core, by processor time, so that a noisy neighbour disturbs both alike; the report gives the
median of the rounds, the lowest and the highest.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chess
import msgspec
from results import keep, row

import grognard
from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.game import Game
from grognard.core.hexes import members
from grognard.core.lines import Line, read_lines
from grognard.core.reading import replay
from grognard.core.record import Match
from grognard.core.state import State
from grognard.games.sword_beach import movement
from grognard.games.sword_beach.board import GOING
from grognard.games.sword_beach.movement import destinations
from grognard.games.sword_beach.odds import odds
from grognard.games.sword_beach.pieces import OF_SIDE
from grognard.games.sword_beach.position import Combat, SwordBeach
from grognard.games.sword_beach.supply import cut_off
from grognard.games.sword_beach.verbs import units_in
from grognard.play.cli import LAZY

GAME = grognard.load("sword-beach")
HERE = Path(__file__).parent
FURTHER = 5000  # from the seeds of one kind of games to those of the next
encode = msgspec.json.Encoder().encode


# ---------------------------------------------------------------- what is timed


class Kept(Match):
    """A match that is kept as the command line keeps one in a file, but for the disk."""

    def __init__(self, game: Game, state: State, lines: list[Line], path: Path | None = None) -> None:
        super().__init__(game, state, lines, path)
        self.kept = bytearray(encode(lines[0]) + b"\n")
        self.saved = 1
        self.path = Path("memory")

    def write(self, data: bytes) -> None:
        self.kept += data


def play(
    seed: int, uniform: bool = False, by_line: bool = True, keep: list[SwordBeach] | None = None
) -> Match:
    """A random game by the path the command line takes: every action judged, every roll committed, and the
    line of each made and stored before it is answered (`by_line` false: all lines in one go at the end).

    The policy picks a subject first and then one of its hexes (`uniform`: every action alike).
    """
    rng = Random(seed)
    kind = Kept if by_line else Match
    match = kind.begin(GAME, dice=Committed({"allied": f"bench {seed}", "german": f"bench {seed}"}))
    state: Any = match.state
    while (side := state.to_move) is not None:
        if keep is not None and state.turn > 1 and len(state.actions) % 40 == 0:
            keep.append(state.copy())
        if side == CHANCE:
            match.roll()
        elif uniform:
            actions = state.legal_actions()
            match.do(actions[int(rng.random() * len(actions))])
        else:
            match.do(state.legal_actions().sample(rng))
    if not by_line:
        assert b"".join([encode(line) + b"\n" for line in match.lines])
    return match


def play_random(game: Game, seed: int) -> int:
    """All sides choose at random to the end, without a record; gives the number of actions."""
    rng, state = Random(seed), game.new(seed=seed)
    assert state.dice is not None
    while (side := state.to_move) is not None:
        if side == CHANCE:
            state.push_legal(state.dice.answer(state))
        else:
            state.push(state.legal_actions().sample(rng))
    return len(state.actions)


def play_chess(seed: int) -> int:
    rng, board = Random(seed), chess.Board()
    while (
        (moves := list(board.legal_moves))
        and board.halfmove_clock < 150
        and not board.is_insufficient_material()
    ):
        board.push(rng.choice(moves))
    return len(board.move_stack)


def chess_games(seeds: range) -> int:
    return sum(map(play_chess, seeds))


def count_actions(kept: list[Match], **how: Any) -> int:
    kept.append(play(**how))
    return len(kept[-1].state.actions)


def verify(stored: bytes, kept: list[Match]) -> int:
    kept.append(
        replay(GAME, read_lines(stored))
    )  # as after playing, what becomes of the game is no part of it
    return len(kept[-1].state.actions)


def played_before(seeds: range) -> dict[int, bytes]:
    """Stored games; what was learned of the map in playing them is forgotten."""
    found = {seed: record_of(play(seed)) for seed in seeds}
    for going in GOING.values():
        going.ways.clear()
    return found


def record_of(match: Match) -> bytes:
    assert isinstance(match, Kept)
    return bytes(match.kept)


def play_and_verify(clocks: dict[str, Clock], name: str, seed: int, uniform: bool = False) -> list[Match]:
    """One game, played and then verified."""
    kept: list[Match] = []
    movement.against.cache_clear()
    clocks[name].time(partial(count_actions, kept, seed=seed, uniform=uniform))
    movement.against.cache_clear()
    clocks[f"verify {name}"].time(partial(verify, record_of(kept[0]), kept))
    return kept


def in_turns(clocks: dict[str, Clock], seed: int, stored: bytes) -> None:
    """One game, played and verified; each goes first in its turn, as the first finds ways on the map that the
    other then knows.
    """
    turns = [
        ("in turns", partial(count_actions, [], seed=seed)),
        ("verify in turns", partial(verify, stored, [])),
    ]
    for clock, work in turns if seed % 2 else reversed(turns):
        movement.against.cache_clear()
        clocks[clock].time(work)


class Clock:
    """Counts and seconds of one kind of work, added up over many small turns."""

    def __init__(self) -> None:
        self.count, self.seconds = 0, 0.0

    def time(self, function: Callable[[], int]) -> None:
        start = time.process_time()
        self.count += function()
        self.seconds += time.process_time() - start

    @property
    def rate(self) -> float:
        return self.count / self.seconds


def boards() -> list[chess.Board]:
    found = []
    for seed in range(6):
        rng, board = Random(seed), chess.Board()
        while (
            (moves := list(board.legal_moves))
            and len(board.move_stack) < 150
            and not board.is_insufficient_material()
        ):
            board.push(rng.choice(moves))
            if len(board.move_stack) % 5 == 0:
                found.append(board.copy(stack=False))
    return found


def each(function: Callable[[Any], object], things: Sequence[object]) -> float:
    """Mean seconds a call."""
    start = time.process_time()
    for thing in things:
        function(thing)
    return (time.process_time() - start) / len(things)


def one_by_one(function: Callable[[Any], object], things: Sequence[object]) -> list[float]:
    found = []
    for thing in things:
        start = time.process_time()
        function(thing)
        found.append(time.process_time() - start)
    return sorted(found)


def list_destinations(job: tuple[SwordBeach, int]) -> list[str]:
    state, unit = job
    return state.grid.names(destinations(state, unit))


def list_actions(state: SwordBeach) -> list[object]:
    movement.against.cache_clear()
    return list(state.copy().legal_actions())


def fights(states: Sequence[SwordBeach]) -> list[tuple[SwordBeach, Combat, str, str]]:
    """Every attack of one or more units on a neighbour in the sample, both sides drawing two."""
    found = []
    for state in states:
        for target in members(state.occupied["german"] & state.grid.near(state.occupied["allied"])):
            force = [
                u
                for u in members(OF_SIDE["allied"] & state.on_map)
                if state.grid.near_to[target] >> state.at[u] & 1
            ]
            defender, *_ = units_in(state, target, "german")
            frame = Combat(
                attacker="allied", hex=state.at[defender], attackers=tuple(force), defender=defender
            )
            found.append((state, frame, "air+guns", "guns+guns"))
    return found


# ---------------------------------------------------------------- rounds


class Rounds:
    """Ratios by name, one a round."""

    def __init__(self) -> None:
        self.ratios: dict[str, list[float]] = {}

    def add(self, name: str, ratio: float) -> None:
        self.ratios.setdefault(name, []).append(ratio)


def import_time(module: str) -> float:
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    return float(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=8, help="games a round, turn about with chess")
    parser.add_argument("--out", type=Path, default=HERE / "results.json")
    args = parser.parse_args()
    rounds, ends = Rounds(), hashlib.sha256()
    states: list[SwordBeach] = []
    decisions: list[int] = []
    turns: list[int] = []
    stored = played_before(range(100 + FURTHER, 100 + FURTHER + args.rounds * args.games))
    for seed in range(4):
        play(seed, keep=states)
    play_chess(0)
    jobs = [(state, unit) for state in states for unit in members(state.on_map)]
    combats, positions = fights(states), boards()
    moving = [s for s in states if s.step.name.endswith("movement")]
    gc.collect()
    gc.freeze()  # the samples kept for the probes are ballast to neither side
    gc.set_threshold(LAZY)  # as the command line does; chess plays under the same collector
    for number in range(args.rounds):
        names = (
            "play",
            "verify play",
            "in turns",
            "verify in turns",
            "at the end",
            "uniform",
            "verify uniform",
        )
        clocks = {name: Clock() for name in ("chess", *names)}
        saves, wholes = [], []
        for seed in range(100 + number * args.games, 100 + (number + 1) * args.games):
            clocks["chess"].time(partial(chess_games, range(seed * 4, seed * 4 + 4)))
            one, other = play_and_verify(clocks, "play", seed)
            in_turns(clocks, seed + FURTHER, stored[seed + FURTHER])
            play_and_verify(clocks, "uniform", seed, uniform=True)
            movement.against.cache_clear()
            clocks["at the end"].time(partial(count_actions, [], seed=seed + 2 * FURTHER, by_line=False))
            state: Any = one.state
            assert state.digest() == other.state.digest()
            ends.update(state.digest().encode())
            decisions.append(len(state.actions))
            turns.append(state.turn)
            saves.append(len(record_of(one)))
            wholes.append(len(state.to_json()) + saves[-1])
        c, r = clocks["chess"].rate, clocks["play"].rate
        rounds.add("random play, actions a second / C", r / c)
        rounds.add("random play, its record made at the end / C", clocks["at the end"].rate / c)
        rounds.add("random play, uniform over all actions / C", clocks["uniform"].rate / c)
        rounds.add("verifying a stored game / random play", clocks["verify play"].rate / r)
        rounds.add(
            "verifying / random play, each first in its turn",
            clocks["verify in turns"].rate / clocks["in turns"].rate,
        )
        rounds.add(
            "verifying a game played uniformly / playing it",
            clocks["verify uniform"].rate / clocks["uniform"].rate,
        )
        listing = each(lambda b: list(b.legal_moves), positions)
        singles = one_by_one(list_destinations, jobs)
        rounds.add("legal destinations of one unit / L", sum(singles) / len(singles) / listing)
        rounds.add("legal destinations of one unit, p99 / L", singles[int(len(singles) * 0.99)] / listing)
        listing = each(lambda b: list(b.legal_moves), positions)
        rounds.add("all legal actions of a side / L", each(list_actions, moving) / listing)
        rounds.add("supply of one side / L", each(cut_off, states) / listing)
        listing = each(lambda b: list(b.legal_moves), positions)
        rounds.add("exact odds of one combat, cold / L", each(lambda job: odds(*job), combats) / listing)
        rounds.add("copy of a position / L", each(SwordBeach.copy, states * 5) / listing)
        rounds.add("import grognard / import chess", import_time("grognard") / import_time("chess"))
        rounds.add("save of a full game, KB", max(saves) / 1000)
        rounds.add("complete state with history, KB", max(wholes) / 1000)
        rounds.add("decisions in a game", sum(decisions) / len(decisions))
        rounds.add("turns in a game", sum(turns) / len(turns))
        print(
            f"round {number + 1} of {args.rounds}: play {r:,.0f}/s, chess {c:,.0f}/s, ratio {r / c:.2f}",
            flush=True,
        )
    goals: list[tuple[str, float | None, bool]] = [
        ("random play, actions a second / C", 1.1, False),
        ("random play, its record made at the end / C", None, False),
        ("random play, uniform over all actions / C", None, False),
        ("decisions in a game", 600, False),
        ("turns in a game", 17, False),
        ("legal destinations of one unit / L", 0.7, True),
        ("legal destinations of one unit, p99 / L", 3, True),
        ("all legal actions of a side / L", 15, True),
        ("supply of one side / L", 1.5, True),
        ("exact odds of one combat, cold / L", 25, True),
        ("copy of a position / L", 0.1, True),
        ("verifying a stored game / random play", 1.2, False),
        ("verifying / random play, each first in its turn", None, False),
        ("verifying a game played uniformly / playing it", None, False),
        ("import grognard / import chess", 2, True),
        ("complete state with history, KB", 200, True),
        ("save of a full game, KB", 200, True),
    ]
    results: dict[str, Any] = {name: row(rounds.ratios[name], goal, most) for name, goal, most in goals}
    results["final positions"] = {"sha256": ends.hexdigest(), "games": len(decisions)}
    keep(results, args.out)
    print("final positions", ends.hexdigest()[:16], "-> ", args.out.name)


if __name__ == "__main__":
    main()
