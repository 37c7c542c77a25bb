"""Beyond the Rhine on the map: reach with fuel and zones, the trace of a side, exact odds with surprise, random play.

L is python-chess's mean time to list the legal moves, C its random legal actions a second, measured in turns
with the probes, by processor time.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from bench import boards, each, play_chess, play_random
from results import keep, row

import grognard
from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine.campaign.board import NEAR
from grognard.games.beyond_the_rhine.campaign.movement import reach, walk
from grognard.games.beyond_the_rhine.campaign.odds import forecast
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, ENEMY, GERMAN, SIDE, TRANSPORT
from grognard.games.beyond_the_rhine.campaign.position import Battle, Campaign, units_in
from grognard.games.beyond_the_rhine.campaign.strength import bars
from grognard.games.beyond_the_rhine.campaign.supply import in_trace
from grognard.games.beyond_the_rhine.campaign.verbs import capable
from grognard.games.beyond_the_rhine.campaign.waters import terrain_now
from grognard.games.beyond_the_rhine.campaign.zones import occupied

GAME = grognard.load("beyond-the-rhine-map")


def positions(count: int = 12) -> list[Campaign]:
    """Positions of the Movement Phases of random games."""
    found: list[Campaign] = []
    for seed in range(count):
        rng, state = Random(seed), GAME.new(seed=seed)
        while state.to_move is not None and len(state.actions) < 40 + 10 * seed:
            if state.to_move == CHANCE:
                state.push_legal(rng.choice(list(state.chance_outcomes()))[0])
            else:
                actions = state.legal_actions()
                state.push_legal(actions[int(rng.random() * len(actions))])
        assert isinstance(state, Campaign)
        found.append(state)
    return found


def traced_anew(asked: tuple[Campaign, str]) -> int:
    """The trace of a side with nothing worked out before: as after a move."""
    asked[0].cache.clear()
    terrain_now(asked[0]).remembered.pop("in_range", None)
    return in_trace(*asked)


def odds_anew(asked: tuple[Campaign, Battle]) -> object:
    """The odds of an attack with nothing worked out before."""
    asked[0].cache.clear()
    return forecast(*asked)


def attacks(state: Campaign) -> list[Battle]:
    """Every attack of all units next to an enemy hex."""
    found = []
    for side in (ALLIED, GERMAN):
        able = [u for u in members(capable(state)) if SIDE[u] == side]
        for hex_ in members(occupied(state, ENEMY[side])):
            near = tuple(u for u in able if NEAR[hex_] >> state.at[u] & 1 and not bars(state, u, hex_))
            if near:
                there = tuple(members(units_in(state, hex_, ENEMY[side])))
                found.append(Battle(side=side, hex=hex_, attackers=near, backed=there))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    chess, maps = boards(), positions()
    walks = [(s, u) for s in maps for u in members(s.on_map & ~TRANSPORT)]
    fights = [(s, frame) for s in maps for frame in attacks(s)]
    traces = [(s, side) for s in maps for side in (ALLIED, GERMAN)] * 5
    going, tracing, odds, playing = [], [], [], []
    for number in range(args.rounds):
        listing = each(lambda b: list(b.legal_moves), chess)
        for position, unit in walks:
            # walks of the round before; units of one stack share theirs, as in play
            walk(position, unit).costs.reached.clear()
        going.append(each(lambda w: reach(*w), walks) / listing)
        listing = each(lambda b: list(b.legal_moves), chess)
        tracing.append(each(traced_anew, traces) / listing)
        listing = each(lambda b: list(b.legal_moves), chess)
        odds.append(each(odds_anew, fights) / listing)
        start = time.process_time()
        ours = play_random(GAME, number) / (time.process_time() - start)
        start = time.process_time()
        theirs = sum(play_chess(100 * number + k) for k in range(10)) / (time.process_time() - start)
        playing.append(ours / theirs)
    keep(
        {
            "rhine map: reach of a unit with fuel and zones / L": row(going, 2, most=True),
            "rhine map: supply trace of a side / L": row(tracing, 20, most=True),
            "rhine map: exact odds of an attack with surprise / L": row(odds, 40, most=True),
            "rhine map: random play of Aachen / C": row(playing, 0.3, most=False),
        }
    )


if __name__ == "__main__":
    main()
