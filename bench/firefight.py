"""The firefight: legal actions of a side in the Movement Phase, random play, a card between two plain players.

L is python-chess's mean time to list the legal moves, C its random legal actions a second, measured in turns with
the probes. Lines of sight are measured in `purple_heart_draw.py`.
"""

from __future__ import annotations

import argparse
import time

from bench import boards, each, play_chess, play_random
from results import keep, row

import grognard
from grognard.core.facts import CHANCE
from grognard.core.state import State
from grognard.players.seat import sit

NAME = "purple-heart-draw-firefight"
GAME = grognard.load(NAME)


def plain_fight(seed: int, keep_when: str = "") -> list[State]:
    """A fight between two plain players; gives copies of the positions at the decisions of a name."""
    state, found = GAME.new(seed=seed), list[State]()
    seats = {side: sit("plain", NAME, side, seed=seed) for side in state.sides}
    while (side := state.to_move) is not None:
        if side == CHANCE:
            state.roll()
            continue
        if keep_when and state.step.name == keep_when:
            found.append(state.known_to(side))
        state.push(seats[side].choose(state))
    return found


def listed(state: State) -> int:
    """All legal actions, one by one, with nothing worked out before."""
    state.cache.clear()
    frame, step = state.waiting_step()
    return len(list(step.options(state, frame) or ()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    chess, moves = boards(), plain_fight(1, "movement")
    play_random(GAME, 0)
    listing, playing, cards = [], [], []
    for number in range(args.rounds):
        yardstick = each(lambda b: list(b.legal_moves), chess)
        listing.append(each(listed, moves) / yardstick)
        start = time.process_time()
        ours = play_random(GAME, number) / (time.process_time() - start)
        start = time.process_time()
        theirs = sum(play_chess(100 * number + k) for k in range(10)) / (time.process_time() - start)
        playing.append(ours / theirs)
        start = time.process_time()
        plain_fight(10 + number)
        cards.append(time.process_time() - start)
    keep(
        {
            "firefight: legal actions of a side in the Movement Phase / L": row(listing, 40, most=True),
            "firefight: random play / C": row(playing, 0.25, most=False),
            "firefight: a card between two plain players, s": row(cards, 20, most=True),
        }
    )


if __name__ == "__main__":
    main()
