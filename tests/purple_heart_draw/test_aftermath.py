"""PHD-C5.1 to PHD-C5.12, PHD-C5.18 to PHD-C5.24: what follows a scenario, and reorganization."""

from __future__ import annotations

import pytest

from grognard.core.ruling import total
from grognard.games.purple_heart_draw import (
    aftermath,
    arrival,
    charts,
    melee,
    queues,
    reorganise,
    units,
)
from grognard.games.purple_heart_draw.board import BURNABLE, GRID, INTERSECTIONS, PRINTED_TL
from grognard.games.purple_heart_draw.pieces import CONCEALED, FLAG, NAMES, PERSONNEL
from grognard.games.purple_heart_draw.position import Closing, Mission, Opening, PurpleHeartDraw, attacker

from .build import GAME, add, bare, do, log, rulings, split


def at_close(state: PurpleHeartDraw) -> PurpleHeartDraw:
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    return state


@pytest.mark.clause("PHD-C5", "PHD-C5.1", "PHD-C5.2", "PHD-C5.7", "PHD-C5.38")
def test_steps_that_need_nothing_are_told() -> None:
    """An empty map after scenario II: the log runs down the steps and the next scenario opens."""
    state = at_close(split(14))
    said = " ".join(log(state))
    places = [said.index(f"[PHD-C5.{n}]") for n in (1, 2, 7, 11, 20, 38)]
    assert places == sorted(places)
    assert state.secret_to == "us" and state.step.name == "us battlefield promotion DR"


@pytest.mark.clause("PHD-C5.3", "PHD-C5.4")
def test_close_combat_is_fought_to_its_end_in_the_attackers_order() -> None:
    state = split(14)
    add(state, "u001", "6-6-6", "M10", "melee", open_=True)
    add(state, "g001", "5-4-8", "M10", "melee", open_=True)
    at_close(state)
    do(state, "survive us")  # the only melee is taken for him, its end is not
    assert state.kind[0] == "6-6-6" and not state.status[0] & FLAG["melee"] and not state.used >> 112
    assert state.cvp[0] == 2


@pytest.mark.clause("PHD-C5.3")
def test_what_a_close_combat_costs_is_entered_before_its_end() -> None:
    state = split(14)
    add(state, "u001", "6-6-6", "M10", "melee", open_=True)
    add(state, "u002", "8-0", "M10", "melee", open_=True)
    add(state, "g001", "5-4-8", "M10", "melee", open_=True)
    add(state, "g002", "5-4-8", "M11", open_=True)
    at_close(state)
    do(state, "falls u001", "falls u002")
    assert (
        state.kind[0] == "3-4-6"
        and state.status[1] & FLAG["wounded"]
        and rulings(state, "falls g002") == ["PHD-C5.3"]
    )
    twin = state.copy()
    do(state, "survive us")
    assert state.kind[0] == "3-4-6" and not state.kind[112] and state.cvp == [2, 1]
    do(twin, "falls u001", "falls u002", "survive us")
    assert not twin.used & 3 and not twin.kind[112], "nobody is left who could take the hex"


@pytest.mark.clause("PHD-C5.4")
def test_two_melees_are_ordered_by_the_attacker() -> None:
    state = split(14)
    for n, hex_ in ((1, "M10"), (2, "O10")):
        add(state, f"u00{n}", "6-6-6", hex_, "melee", open_=True)
        add(state, f"g00{n}", "5-4-8", hex_, "melee", open_=True)
    at_close(state)
    assert state.to_move == "us" and state.legal_actions().hexes("") == ["M10", "O10"]
    assert rulings(state, "done") == ["PHD-C5.3"] and rulings(state, "brawl A1") == ["PHD-C5.3"]


@pytest.mark.clause("PHD-C5.3")
def test_a_prisoner_fights_in_no_melee() -> None:
    state = split(14)
    u = add(state, "u001", "6-6-6", "M10", "melee", open_=True)
    assert melee.brawls(state) == GRID.set(["M10"])
    units.capture(state, u, "PHD-C5.1")
    assert melee.brawls(state) == 0 and state.status[u] == FLAG["prisoner"]
    add(state, "u002", "6-6-6", "M12", "melee prisoner", open_=True)
    assert melee.brawls(state) == 0


@pytest.mark.clause("PHD-C5.3.a")
def test_a_vehicle_in_motion_may_slip_away() -> None:
    state = split(14)
    add(state, "u001", "M4A1", "M10", "melee motion", "MA", open_=True)
    add(state, "g001", "5-4-8", "M10", "melee", open_=True)
    at_close(state)
    assert set(state.legal_actions().hexes("u001")) == {
        "L10",
        "M9",
        "N10",
    }, "not over bocage: that needs a Bog check"
    refused = state.why_not(GAME.parse("slip u001 M11"))
    assert [r.clause for r in refused] == ["PHD-C5.3.a"] and "Bog check" in refused[0].because
    do(state, "slip u001 M9")
    assert GRID.name[state.at[0]] == "M9" and not state.status[0] & FLAG["melee"]


@pytest.mark.clause("PHD-C5.3.b")
def test_climbers_drop_into_close_combat() -> None:
    state = split(14)
    u, g = add(state, "u001", "6-6-6", "S10", "climbing"), add(state, "g001", "5-4-8", "S10", "concealed")
    alone = add(state, "u002", "6-6-6", "S8", "climbing")
    melee.climbers(state, None)
    assert state.status[u] & state.status[g] & FLAG["melee"] and not state.status[alone]


@pytest.mark.clause("PHD-C5.3.a", "PHD-C5.3.b", "PHD-C5")
def test_vehicles_slip_away_before_climbers_drop() -> None:
    """The letters are steps: a tank in Motion under whom a climber drops is in close combat, and its time to
    leave is over.
    """
    state = split(14)
    tank = add(state, "u001", "M4A1", "S10", "motion", "MA", open_=True)
    climber = add(state, "g001", "5-4-8", "S10", "climbing", open_=True)
    at_close(state)
    assert state.status[tank] & state.status[climber] & FLAG["melee"]
    assert state.step.clause == "PHD-C5.3", "the close combat is fought; nobody slips away"


@pytest.mark.clause("PHD-C5.5")
def test_everybody_rallies() -> None:
    state = split(14)
    u = add(state, "u001", "6-6-6", "M5", "broken disrupted")
    aftermath.rally(state, None)
    assert not state.status[u]


@pytest.mark.clause(
    "PHD-C5.6", "PHD-C5.6.a", "PHD-C5.6.b", "PHD-C5.6.c", "PHD-C5.6.d", "PHD-C5.6.e", "PHD-TM13"
)
def test_markers_are_removed_and_some_are_kept() -> None:
    state = split(14)
    u = add(state, "u001", "6-6-6", "M5", "pinned berserk fanatic encircled labor")
    tank = add(state, "u002", "M4A1", "M6", "motion immobile stunned", "MA")
    cloaked = add(state, "g001", "5-4-8", "M30", "cloaked")
    state.__dict__["modules"][0] = (("81mm", "normal", (), 1, 0), ("105mm", "scarce", (), 0, 0))
    aftermath.remove_markers(state, None)
    assert (
        state.status[u] == FLAG["encircled"] | FLAG["labor"]
        and state.status[tank] == FLAG["immobile"] | FLAG["stunned"]
    )
    assert state.status[cloaked] == FLAG["concealed"] and "M30" in GRID.names(state.cover[1])
    assert state.modules[0] == (("105mm", "scarce", (), 0, 0),), "a module that placed an FFE is gone"


@pytest.mark.clause("PHD-C5.8")
def test_an_encircled_unit_takes_a_1tc_with_leadership() -> None:
    state = split(14)
    u = add(state, "u001", "6-6-6", "M5", "encircled", open_=True)
    aftermath.checked(state, ("1tc", u), 5)
    assert state.kind[u], "5 + 1 <= 6"
    add(state, "u002", "8-1", "M5")
    aftermath.checked(state, ("1tc", u), 6)
    assert state.kind[u], "6 + 1 - 1 <= 6"
    aftermath.checked(state, ("1tc", u), 7)
    assert not state.kind[u]
    tank = add(state, "u003", "M4A1", "M7", "encircled immobile", "MA")
    aftermath.checked(state, ("1tc", tank), 12)
    assert state.status[tank] & FLAG["abandoned"] and state.kind[tank]


@pytest.mark.clause("PHD-C5.8.a")
def test_prisoners_whose_guards_all_died_are_free() -> None:
    state = split(14)
    u = add(state, "u001", "6-6-6", "M20", "prisoner", open_=True)
    kept = add(state, "u002", "6-6-6", "M25", "prisoner", open_=True)
    guard = add(state, "g001", "5-4-8", "M20", "encircled", open_=True)
    for n, hex_ in ((2, "M25"), (3, "M25")):
        add(state, f"g00{n}", "5-4-8", hex_, "encircled", open_=True)
    aftermath.checked(state, ("1tc", guard), 8)
    aftermath.checked(state, ("1tc", 113), 8)
    assert not state.status[u], "9 > 8: the only guard is gone"
    assert state.status[kept], "one guard of two still lives"


@pytest.mark.clause("PHD-C5.8.a", "PHD-C5.26.b")
def test_the_freed_take_up_what_their_guards_had() -> None:
    state = split(14)
    state.__dict__["stack"] = (Mission(step=5), Closing())
    squad, leader = (
        add(state, "u001", "6-6-6", "M20", "prisoner", open_=True),
        add(state, "u002", "8-0", "M20", "prisoner", open_=True),
    )
    half = add(state, "u003", "3-4-6", "M20", "prisoner", open_=True)
    guard = add(state, "g001", "5-4-8", "M20", "encircled", "LMG MMG FT RADIO", open_=True)
    aftermath.checked(state, ("1tc", guard), 8)
    assert (state.gear[squad], state.gear[half], state.gear[leader]) == (
        ("LMG^",),
        ("MMG^",),
        (),
    ), "a piece each, captured"
    left = {item for item, _ in state.dropped}
    assert left == {"german.FT", "german.RADIO"}, "for Engineers, and of use to the German alone"


@pytest.mark.clause("PHD-C5.9", "PHD-C5.9.a")
def test_minefields_are_left() -> None:
    state = split(14)
    state.__dict__["forts"][1] = (("ap_mines.6", GRID.hex("M25")),)
    add(state, "u001", "6-6-6", "M25", open_=True)
    at_close(state)
    assert state.step.name == "minefields, attacker" and rulings(state, "done") == ["PHD-C5.9"]
    assert set(state.legal_actions().hexes("u001")) == set(GRID.names(GRID.near_to[GRID.hex("M25")]))
    do(state, "leave u001 M24")
    assert state.to_move == "chance" and state.secret_to == "us"
    aftermath.ntc(state, ("ntc", 0), 7)
    assert state.kind[0] == "3-4-6", "a failed NTC, 7 against 6, costs a step"
    at_home = split(14)
    at_home.__dict__["forts"][1] = (("ap_mines.6", GRID.hex("M5")),)
    add(at_home, "u001", "6-6-6", "M5", open_=True)
    at_close(at_home)
    do(at_home, "leave u001 M4")
    assert at_home.step.name != "us out of a minefield", "no NTC on the way into friendly ground"


@pytest.mark.clause("PHD-C5.9")
@pytest.mark.parametrize(
    ("word", "hex_", "left"),
    [
        ("unharmed", "M9", "M4A1"),
        ("immobile", "M10", "M4A1"),
        ("eliminated", "M10", ""),
        ("burns", "M10", ""),
    ],
)
def test_mines_attack_a_vehicle_that_leaves(word: str, hex_: str, left: str) -> None:
    """At the players' table they roll for it; what is hit on the way out stays."""
    state = split(14, tactical_source="players")
    add(state, "u001", "M4A1", "M10", gear="MA", open_=True)
    state.__dict__["forts"][1] = (("at_mines.3", GRID.hex("M10")),)
    at_close(state)
    do(state, "leave u001 M9")
    assert state.step.name == "us mines attack" and state.to_move == "us"
    do(state, f"happened {word}")
    assert state.kind[0] == left and (
        not left or any(e[0] == "at" and e[1] == 0 and GRID.name.get(e[3]) == hex_ for e in state.journal)
    )
    assert bool(state.wrecks) == (not left) and (word != "burns" or state.wrecks[0][0].endswith(("*", "#")))


@pytest.mark.clause("PHD-C5.9", "PHD-C5.9.a")
@pytest.mark.parametrize(
    ("mines", "hex_", "out"), [("at_mines.3", "M10", "M9"), ("ap_mines.6", "M25", "M24")]
)
def test_a_crew_that_breaks_in_mines_is_unloaded_in_good_order(mines: str, hex_: str, out: str) -> None:
    """The vehicle stays, Abandoned; among A-P mines its crew and who rode on it must leave as all Infantry
    must.
    """
    state = split(14, tactical_source="players")
    tank = add(state, "u001", "M4A1", hex_, gear="MA", group=3, open_=True)
    rider = add(state, "u002", "3-4-6", hex_, open_=True)
    state.__dict__["aboard"][rider] = tank
    state.derive()
    state.__dict__["forts"][1] = ((mines, GRID.hex(hex_)),)
    at_close(state)
    do(state, *["done"] * (state.step.name == "Riders, attacker"), f"leave u001 {out}")
    assert state.step.name == "us mines attack" and {a.what for a in state.legal_actions()} == set(
        arrival.AGAINST_VEHICLE
    )
    refused = state.why_not(GAME.parse("happened breaks"))
    assert [r.clause for r in refused] == ["PHD-C5.9"] and "crew_breaks" in refused[0].because
    do(state, "happened crew_breaks")
    crew = NAMES.index("u003")
    assert state.kind[crew] == "1-2-6" and state.group[crew] == 3
    assert not state.status[crew] and state.status[tank] & FLAG["abandoned"] and state.aboard[rider] < 0
    assert any(e[0] == "at" and e[1] == crew and e[3] == GRID.hex(hex_) for e in state.journal), (
        "where the mines are"
    )
    if mines.startswith("at"):
        assert state.step.clause != "PHD-C5.9.a" and state.at[crew] == GRID.hex(hex_), (
            "A-T mines do not trouble men"
        )
        return
    assert (
        state.step.name == "minefields, attacker"
        and rulings(state, "done") == ["PHD-C5.9"]
        and state.open >> crew & 1
    )
    do(state, "leave u003 M24", "leave u002 M26")
    assert state.to_move == "chance" and [item[:2] for item in state.todo[0]] == [
        ("ntc", crew),
        ("ntc", rider),
    ]
    assert state.at[tank] == GRID.hex(hex_) and rulings(state, "leave u001 M24"), (
        "nobody is left to drive it out"
    )


@pytest.mark.clause("PHD-C5.9")
def test_a_covered_vehicle_unloads_a_covered_crew() -> None:
    state = split(14, tactical_source="players")
    tank = add(state, "g001", "StuG_IIIG", "M25", "concealed", "MA")
    state.__dict__["stack"] = (Mission(step=5), Closing())
    arrival.unload(state, tank, "PHD-C5.9")
    crew = NAMES.index("g002")
    assert state.kind[crew] == "1-2-7" and state.status[crew] == CONCEALED and not state.open >> crew & 1
    assert "g002" not in state.view("us")["kind"]


@pytest.mark.clause("PHD-C5.9")
def test_one_attempt_to_unbog() -> None:
    state = split(14)
    home, out = (
        add(state, "u001", "M4A1", "M5", "bogged", "MA"),
        add(state, "u002", "M4A1", "M30", "bogged", "MA"),
    )
    aftermath.unbog(state, ("bog", home), 4)  # -1 in the FEBA
    aftermath.unbog(state, ("bog", out), 6)
    assert not state.status[home] and state.status[out] == FLAG["mired"]


@pytest.mark.clause("PHD-C5.10")
def test_shock() -> None:
    state = split(14)
    a, b = (add(state, name, "M4A1", "M5", "shock", "MA") for name in ("u001", "u002"))
    aftermath.shock_rolled(state, ("shock", a), 3)
    aftermath.shock_rolled(state, ("shock", b), 4)
    assert state.kind[a] and not state.status[a] and not state.kind[b]


# ---------------------------------------------------------------- C5.18 to C5.20


@pytest.mark.clause("PHD-C5.18", "PHD-C5.18.a", "PHD-TM9", "PHD-TM12", "PHD-MSR2")
def test_fires() -> None:
    state = split(14)
    own = state.__dict__
    blaze, flame = GRID.hex("M14"), GRID.hex("C10")  # a building, an orchard
    own["blaze"], own["flame"] = 1 << blaze, 1 << flame
    own["wrecks"] = (("M4A1*", GRID.hex("C12")), ("M4A1", GRID.hex("C13")))
    reorganise.fires(state, None)
    assert state.blaze == 1 << flame, "the Flame became a Blaze"
    assert state.rubble >> blaze & 1 and state.burnt >> blaze & 1, "the old Blaze left Rubble"
    assert state.flame & GRID.near_to[blaze] == GRID.near_to[blaze] & BURNABLE, (
        "and set its neighbours alight"
    )
    assert (
        state.wrecks == (("M4A1#", GRID.hex("C12")), ("M4A1", GRID.hex("C13")))
        and state.flame >> GRID.hex("C12") & 1
    )
    before = state.rubble
    reorganise.fires(state, None)
    assert state.rubble & before == before, "terrain changes are permanent"


@pytest.mark.clause("PHD-C5.19")
@pytest.mark.parametrize(
    ("face", "kind", "wounded"), [(1, "8-1", 0), (2, "8-0", 0), (3, "8-1", 1), (5, "8-1", 1), (6, "", 0)]
)
def test_a_wounded_leader(face: int, kind: str, wounded: int) -> None:
    state = split(14)
    u = add(state, "u001", "8-1", "M5", "wounded")
    reorganise.evacuated(state, ("wounded", u), face)
    assert state.kind[u] == kind and bool(state.status[u] & FLAG["wounded"]) == wounded


@pytest.mark.clause("PHD-C5.19")
def test_each_side_rolls_for_its_own_wounded_leaders() -> None:
    """A side's dice are secret, so an entry in the other side's queue would tell the enemy of a hidden
    leader.
    """
    state = split(14)
    ours, theirs = add(state, "u001", "8-1", "M5", "wounded"), add(state, "g001", "8-1", "M30", "wounded")
    add(state, "g002", "8-1", "M30")
    queues.fill_both("PHD-C5.19", reorganise.wounded).do(state, None)
    assert state.todo == [(("wounded", ours),), (("wounded", theirs),)]


@pytest.mark.clause("PHD-C5.19")
def test_a_wounded_6_plus_1_is_simply_unwounded() -> None:
    state = split(14)
    u = add(state, "u001", "6+1", "M5", "wounded")
    reorganise.evacuated(state, ("wounded", u), 2)
    assert state.kind[u] == "6+1" and not state.status[u]


@pytest.mark.clause("PHD-C4.obj", "PHD-R5", "PHD-C5.20", "PHD-C2.TMSCEN", "PHD-C4.1")
@pytest.mark.parametrize(
    ("held", "german", "winner"), [(4, "", "us"), (3, "", "german"), (4, "U28", "german"), (4, "U27", "us")]
)
def test_the_objective(held: int, german: str, winner: str) -> None:
    state = split(14, scenario=5)
    names = GRID.names(INTERSECTIONS)[:held]
    state.__dict__["held"][0] |= GRID.set(names)
    state.__dict__["held"][1] &= ~GRID.set(names)
    if german:
        add(state, "g001", "5-4-8", german)
    assert reorganise.objective(state)[0] == (winner == "us")
    state.__dict__["stack"] = (Mission(step=5), Closing())
    reorganise.count(state, None)
    assert state.outcome().winner == winner and state.outcome().clause == "PHD-C4.obj" and not state.stack


@pytest.mark.clause("PHD-C4.obj", "PHD-R5")
def test_a_broken_mmc_near_the_highway_rallies_and_denies() -> None:
    state = split(14, scenario=5)
    state.__dict__["held"][0], state.__dict__["held"][1] = PRINTED_TL | INTERSECTIONS, 0
    u = add(state, "g001", "5-4-8", "U29", "broken")
    assert reorganise.objective(state)[0]
    aftermath.rally(state, None)
    assert not reorganise.objective(state)[0] and state.kind[u]


# ---------------------------------------------------------------- C5.21 to C5.24


@pytest.mark.clause("PHD-C5.22", "PHD-R23")
def test_heroes_merge_or_are_lost() -> None:
    state = split(14)
    add(state, "u001", "hero", "M5")
    squad, crew = add(state, "u002", "5-4-6", "M7"), add(state, "u003", "2-2-7", "M6")
    assert reorganise.mergers("us")(state, None) == 1 << squad, "crews never harden"
    reorganise.merge("us")(state, None, squad, None)
    assert state.kind[squad] == "6-6-6" and not state.kind[0] and state.kind[crew]
    assert not units.can_harden(state, squad), "nobody hardens twice"


@pytest.mark.clause("PHD-C5.23", "PHD-C2.TMSCEN")
def test_battlefield_promotion() -> None:
    state = split(14)
    state.__dict__["cvp"][0] = 21
    reorganise.promoted(state, ("promotion", 0), 7)
    assert state.harden[0] == 1, "7 - 2 = 5: one MMC"
    u = add(state, "g001", "5-4-8", "M30")
    units.hardens(state, u, "PHD-C5.23")
    assert state.status[u] & FLAG["fanatic"], "no better class: Fanatic"


@pytest.mark.clause("PHD-C5.24")
def test_leader_promotion_takes_the_next_lower_quality() -> None:
    state = split(14)
    low, hurt = add(state, "u001", "7-0", "M5"), add(state, "u002", "8-1", "M5", "wounded")
    reorganise.leader_promoted(state, "us", 5)  # 8-1 is wounded, so the next lower
    state.run()
    assert state.kind[low] == "8-0" and state.kind[hurt] == "8-1"
    nobody = split(14)
    add(nobody, "u001", "9-2", "M5")
    reorganise.leader_promoted(nobody, "us", 11)
    assert nobody.kind[0] == "9-2"
    heroic = add(nobody, "u002", "8-0", "M5", "heroic")
    reorganise.heroic(nobody, None)
    assert nobody.kind[heroic] == "8-1" and not nobody.status[heroic] & FLAG["heroic"]


@pytest.mark.clause("PHD-C5.24.a", "PHD-R9")
def test_from_the_ranks() -> None:
    state, equal = split(14), split(14, ranks_limit="up_to_one_per_four")
    for s in (state, equal):
        for n in range(1, 5):
            add(s, f"u00{n}", "6-6-6", f"M{n}")
        add(s, "u005", "8-0", "M1")
    assert reorganise.from_the_ranks(state, "us") == [], "exactly one leader a four squads forbids it"
    assert reorganise.from_the_ranks(equal, "us") == [1, 2, 3], "none where a leader stands"
    add(state, "u006", "6-6-6", "M6")
    assert reorganise.from_the_ranks(state, "us") == [1, 2, 3, 5]
    state.__dict__["status"][4], state.__dict__["kind"][5] = FLAG["prisoner"], ""
    state.derive()
    assert reorganise.from_the_ranks(state, "us") == [0, 1, 2, 3], "a captured leader leads nobody"


@pytest.mark.clause("PHD-R15", "PHD-C2.LULL", "PHD-C5.37.d")
@pytest.mark.parametrize(("reading", "who"), [("us", "us"), ("last_attacker", "german")])
def test_after_a_lull(reading: str, who: str) -> None:
    state = split(14, lull_attacker=reading)
    own = state.__dict__
    own["lull"], own["last_first"], own["attacked"][0] = True, "german", True
    assert attacker(state) == who
    aftermath.losses(state, Closing())
    assert not state.attacked[0]


def test_the_data_of_the_tables_is_used() -> None:
    assert total(charts.promotion_modifiers(0)) == 0 and PERSONNEL["promotion_from_ranks"]["creates"] == "7-0"
    assert GAME.position is PurpleHeartDraw and bare(3).scenario == 3 and Opening()
