"""Purple Heart Draw: all control overlays from scratch, a random five-date mission, the legality of the whole
chart, lines of sight.

L is python-chess's mean time to list the legal moves, measured in turns with the probes.
"""

from __future__ import annotations

import argparse
from random import Random

from bench import boards, each, play_random
from results import keep, row

import grognard
from grognard.core.hexes import members
from grognard.games.purple_heart_draw import board
from grognard.games.purple_heart_draw.board import PRINTED_TL
from grognard.games.purple_heart_draw.charts import CHART, Budget, legality
from grognard.games.purple_heart_draw.firefight.places import Place, can_hold_advantage
from grognard.games.purple_heart_draw.firefight.sight import field_of_view, over_ground, sight
from grognard.games.purple_heart_draw.firefight.terrain import SIGHTLINES
from grognard.games.purple_heart_draw.ground import Pair, compute, overlays
from grognard.games.purple_heart_draw.requisition import judged

GAME = grognard.load("purple-heart-draw")


def controls(count: int) -> list[Pair]:
    """Control as it might be: a front somewhere, with Locations changed hands at random."""
    rng, places = Random(1), members(PRINTED_TL)
    found = []
    for _ in range(count):
        held = [0, 0]
        for h in places:
            held[rng.random() < 0.5] |= 1 << h
        found.append((held[0], held[1]))
    return found


def drawn(held: Pair) -> dict[str, list[str]]:
    """Every set of the map computed anew and given out by name, as a page asks for them."""
    return overlays(compute(held))


def mission(seed: int) -> int:
    """Both sides choose at random through five dates; the resolver plays the scenarios."""
    return play_random(GAME, seed)


def purses() -> list[tuple[str, Budget]]:
    rng, found = Random(2), []
    for _ in range(60):
        side = rng.choice(("us", "german"))
        counts = tuple(rng.randrange(3) for _ in CHART[side])
        found.append(
            (
                side,
                Budget(
                    rng.randint(1, 5), rng.randrange(40), counts, counts, rng.random() < 0.8, rng.randrange(2)
                ),
            )
        )
    return found


def whole_chart(job: tuple[str, Budget]) -> None:
    """The table of reasons the purchase screen shows, and the offers as play lists them, nothing
    remembered.
    """
    legality(*job)
    judged.__wrapped__(*job)


Looks = tuple[Place, Place]


def looks(count: int) -> list[Looks]:
    """Pairs of hexes anywhere on the map, none twice, with Wall Advantage where a unit can hold it."""
    rng = Random(3)
    places = [Place(hex_, advantage=can_hold_advantage(Place(hex_))) for hex_ in sorted(board.GRID.name)]
    pairs = {(rng.choice(places), rng.choice(places)) for _ in range(count)}
    return sorted(pairs)


def forget_sight() -> None:
    """Cold: no verdict is remembered, and no line is traced."""
    over_ground.cache_clear()
    SIGHTLINES.clear()


def whole_field(viewer: Place) -> None:
    forget_sight()
    field_of_view(viewer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    positions, grounds, jobs = boards(), controls(40), purses()
    ground, whole, chart, actions = [], [], [], []
    pairs, cold, remembered, field = looks(1000), [], [], []
    viewers = [pair[0] for pair in pairs[::40]]
    mission(0)
    for number in range(args.rounds):
        listing = each(lambda b: list(b.legal_moves), positions)
        ground.append(each(drawn, grounds) / listing)
        listing = each(lambda b: list(b.legal_moves), positions)
        seeds = range(1 + number * 3, 4 + number * 3)
        whole.append(each(mission, seeds) / listing)
        actions += [float(mission(seed)) for seed in seeds[:1]]
        listing = each(lambda b: list(b.legal_moves), positions)
        chart.append(each(whole_chart, jobs) / listing)
        listing = each(lambda b: list(b.legal_moves), positions)
        forget_sight()
        cold.append(each(lambda pair: sight(*pair), pairs) / listing)
        remembered.append(each(lambda pair: sight(*pair), pairs) / listing)
        field.append(each(whole_field, viewers) / listing)
    keep(
        {
            "purple heart: all control overlays of the map / L": row(ground, 20, most=True),
            "purple heart: a random five-date mission / L": row(whole, 5000, most=True),
            "purple heart: actions in a random mission": row(actions, None, most=True),
            "purple heart: legality of a whole chart / L": row(chart, 20, most=True),
            "purple heart: line of sight of one pair, cold / L": row(cold, 3, most=True),
            "purple heart: line of sight of one pair, remembered / L": row(remembered, 0.05, most=True),
            "purple heart: everything one hex sees, cold / L": row(field, 1500, most=True),
        }
    )


if __name__ == "__main__":
    main()
