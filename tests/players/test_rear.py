"""What Marshal knows of the Allied rear: who could slip through, whom that cuts off, who can still land; and
its openings.
"""

from __future__ import annotations

from random import Random

import grognard
from grognard.games.sword_beach.board import GRID, ZONE
from grognard.games.sword_beach.pieces import UNIT
from grognard.players import view_for
from grognard.players.sword_beach import opening_book, openings, rear, tempers
from grognard.players.sword_beach.conduct import setup_posts
from grognard.players.sword_beach.ground import Ground
from grognard.players.sword_beach.judgement import Judge
from grognard.players.sword_beach.plans import Planner, unknotted
from tests.sword_beach.build import position

BEACHES = {"beachheads": ["1640", "1740"]}
CAEN = {"8/3": "0937", "9/3": "0938", "185/3": "0939", "27-Armd": "0837"}
LINE = {"152/51": "1039", "153/51": "1240", "154/51": "1440", "44/15": "1640"}
PANZERS = {"1/1SS-Pz": "0746", "1/1SS": "0846", "2/1SS": "0747"}


def danger(units, turn=12, **more):
    state = position("allied movement", turn, units, **{**BEACHES, **more})
    return state, rear.exposed(state, rear.Roamers(state))


def test_an_open_orne_lets_them_in_and_a_closed_one_does_not():
    """Three panzer regiments east of the Orne: with Caen alone held they reach both beaches; with every
    second hex of the bank, none.
    """
    _, found = danger({**CAEN, **PANZERS})
    assert set(GRID.names(found.beaches)) == {"1640", "1740"} and found.cut.bit_count() == 4 and found.gaps
    _, found = danger({**CAEN, **PANZERS, **LINE})
    # the posts themselves may be cut off, Caen is not
    assert not found.beaches and not found.gaps and not found.cut & ZONE["caen_north"]


def test_foot_soldiers_do_not_roam_and_those_who_come_later_count():
    state, found = danger({**CAEN, "736/716": "0746", "857/346": "0846"}, turn=6)
    assert found == (0, 0, 0, 0) and rear.Roamers(state).count == 0
    state = position(
        "allied movement", 10, CAEN, **BEACHES
    )  # 1st SS Panzer comes on turn 11 (SB-11.1.2.gt11)
    assert (
        rear.Roamers(state).later > 0
        and rear.Roamers(state).count > rear.Roamers(position("allied movement", 7, CAEN, **BEACHES)).count
    )


def test_what_roams_stays_within_two_moves():
    """Every hex a mobile German can end its first move in is among those it is feared in, for units near the
    line.
    """
    from grognard.games.sword_beach.movement import reach_table

    state = position("german movement", 12, {**CAEN, **LINE, **PANZERS}, **BEACHES)
    found = rear.within_reach(state, rear.Roamers(state))
    table = reach_table(state, "allied")
    for name in PANZERS:
        far = GRID.within(1 << state.at[UNIT[name]], rear.RIDE)
        assert not table.hexes(UNIT[name], state.at[UNIT[name]]) & far & ~found


def test_a_unit_that_came_by_land_bars_its_beach():
    """SB-J38, SB-11.2.4.h: room for six on two free beaches, three when one is barred, none next to a
    German.
    """
    state = position("allied movement", 5, {"8/3": "0937", "736/716": "0149"}, **BEACHES)
    assert rear.room_ashore(state) == 6
    state = position("allied movement", 5, {"8/3": "1640", "736/716": "0149"}, **BEACHES)
    assert rear.room_ashore(state) == 3
    state = position("allied movement", 5, {"8/3": "1640 landed", "736/716": "0149"}, **BEACHES)
    assert rear.room_ashore(state) == 5
    state = position("allied movement", 5, {"8/3": "1640", "736/716": "1739"}, **BEACHES)
    assert rear.room_ashore(state) == 0


def test_a_judge_fears_for_reinforcements_that_cannot_land():
    free = position(
        "allied movement", 5, {"8/3": "1538", "736/716": "0149"}, **BEACHES
    )  # Guards Armoured comes on turn 6
    shut = position("allied movement", 5, {"8/3": "1640", "736/716": "1739"}, **BEACHES)
    assert (
        Judge(free, "allied", tempers.TEMPER["allied"]).afloat()
        == 0
        < Judge(shut, "allied", tempers.TEMPER["allied"]).afloat()
    )


def test_a_plan_closes_the_way_to_the_beaches():
    """Four brigades in Caen and four idle behind it: the plan puts some on the Orne, and the beaches are out
    of reach.
    """
    idle = {"152/51": "1036", "153/51": "1037", "154/51": "1136", "44/15": "1640"}
    state = position(
        "allied movement",
        12,
        {**CAEN, **idle, **PANZERS},
        markers={"allied_cities": ["0837", "0937", "0938", "0939"]},
        **BEACHES,
    )
    sight = view_for(state, "allied")
    planner = Planner(
        sight.position, "allied", tempers.temper_of(sight.position, "allied"), Random(1), lambda: True
    )
    before = planner.judge.exposure()
    planner.reset(planner.search(1, 3, 1)[0].goals)
    assert planner.judge.exposure() < before / 2


def test_a_beaten_army_goes_home():
    """One brigade against three panzer regiments: what it wants is the beach, not Caen."""
    state = position("allied movement", 13, {"8/3": "1138", **PANZERS}, **BEACHES)
    weight = tempers.temper_of(state, "allied").ground
    ground = Ground(state, "allied", weight)
    assert weight.home and ground.wanted == state.beachheads
    assert not tempers.temper_of(
        position("allied movement", 13, {**CAEN, "736/716": "0149"}, **BEACHES), "allied"
    ).ground.home


def test_units_that_would_change_places_stay():
    """1 and 2 swap, 3 follows into a hex that 4 leaves: the ring is undone, the file is not."""
    assert unknotted([9, 11, 12, 13, 14], {1: 12, 2: 11, 3: 14, 4: 20}) == {1: 11, 2: 12, 3: 14, 4: 20}
    assert unknotted([9, 11, 12, 13], {1: 12, 2: 13, 3: 11}) == {1: 11, 2: 12, 3: 13}


# ---------------------------------------------------------------- openings


def opened(seed, name):
    """A game to the end of the landing steps a player chooses, by one player on both sides; what was
    chosen.
    """
    from tests.players.games import seats

    state = grognard.load("sword-beach").new(seed=seed)
    players = seats(name, name, seed=seed)
    for _ in range(60):
        if state.step.name == "airborne designation":
            break
        state.push(players[state.to_move].choose(state))
    return tuple(sorted(GRID.names(state.beachheads))), GRID.names(state.drop_zones)[0], state.record


def test_openings_are_drawn_and_lawful():
    """Over a few games of the older Marshal several beaches, drop zones and set-ups; always one of the book, and
    every one of them is legal.
    """
    found = [opened(seed, "marshal-1") for seed in range(12)]
    assert {beaches for beaches, _, _ in found} <= {tuple(sorted(one)) for one in openings.BEACHES} and len(
        {one for one, _, _ in found}
    ) > 1
    assert {drop for _, drop, _ in found} <= set(openings.DROPS) and len({one for _, one, _ in found}) > 1
    watched = {any(openings.SHORE >> hex_ & 1 for _, hex_ in record) for _, _, record in found}
    assert watched == {True, False}


def test_marshal_opens_as_its_conduct_says():
    found = [opened(seed, "marshal-4") for seed in range(3)]
    assert {beaches for beaches, _, _ in found} == {("1640", "1740")}
    assert not any(openings.SHORE >> hex_ & 1 for _, _, record in found for _, hex_ in record)  # before Caen
    found = [opened(seed, "marshal") for seed in range(3)]
    measured = {tuple(sorted(beaches)) for beaches in opening_book.beaches()}
    assert {beaches for beaches, _, _ in found} <= measured
    assert {drop for _, drop, _ in found} <= set(opening_book.drops())
    posts = setup_posts("panzer forward")
    assert all(posts.items() <= dict(opened(seed, "seal")[2]).items() for seed in range(2))


def test_a_beach_that_is_there_already_is_kept_to():
    """Taken up in the middle of the landing, another opening that fits is gone on with."""
    state = grognard.load("sword-beach").new(seed=1)
    while state.step.name != "beachhead markers":
        state.push(state.legal_actions()[0])
    state.push(state.game.parse("beachhead 1838"))
    found = list(
        openings.beachhead(
            state, state.legal_actions(), "allied", tempers.TEMPER["allied"].ground, ("1640", "1740")
        )
    )
    assert str(max(found, key=lambda one: one.value).action) == "beachhead 1739"
