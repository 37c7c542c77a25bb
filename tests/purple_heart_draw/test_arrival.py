"""PHD-C5.2: bog and mines entered in the Consolidation Phase, and the other rules of units that stay or
arrive.
"""

from __future__ import annotations

import pytest

from grognard.core.due import due
from grognard.core.hexes import members
from grognard.games.purple_heart_draw import arrival, laying_out, leftovers, stores, units
from grognard.games.purple_heart_draw.board import GRID, SIDES_OF
from grognard.games.purple_heart_draw.cards import victory
from grognard.games.purple_heart_draw.pieces import CLOAKED, CONCEALED, FLAG, HIDDEN
from grognard.games.purple_heart_draw.position import Closing, Mission, PurpleHeartDraw, Table, ground
from grognard.games.purple_heart_draw.redeploy_dice import MOVED, bog_check
from grognard.games.purple_heart_draw.screen import screen

from .build import GAME, add, do, leave_it, mission, rulings, split

REMAINED = FLAG["remained"]


def closing(state: PurpleHeartDraw, until: str) -> PurpleHeartDraw:
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    return leave_it(state, until)


def table(state: PurpleHeartDraw) -> None:
    own = state.__dict__
    own["turn"], own["mover"] = 1, "us"
    own["stack"] = (Mission(step=4), Table(step=0))
    state.run()


# ---------------------------------------------------------------- isolation, stun, wrecks


@pytest.mark.clause("PHD-C5.14.iii", "PHD-C5.14.iv", "PHD-C5.13.a")
@pytest.mark.parametrize(("status", "short"), [("", True), ("remained redeployed", True), ("hidden", False)])
def test_a_unit_that_does_not_redeploy_counts_as_isolated(status: str, short: bool) -> None:
    """In Uncontrolled Terrain or No-Man's Land: Ammunition Shortage, and +1 for Isolated in repairs; a hidden
    unit may stay.
    """
    state = split(14)
    zones = ground(state)
    for hexes in (zones.nml & ~zones.isolated[0], zones.uncontrolled & ~zones.isolated[0]):
        if hexes:
            u = add(state, "u001", "6-6-6", GRID.name[members(hexes)[0]], status)
            assert leftovers.counts_as_isolated(state, u) is short
            leftovers.isolated_units(state, None)
            assert bool(state.status[u] & FLAG["shortage"]) is short
    home = add(state, "u002", "6-6-6", "M2")
    assert not leftovers.counts_as_isolated(state, home)


@pytest.mark.clause("PHD-C5.13.a")
def test_stun_comes_off_a_unit_that_redeployed_not_off_one_that_remained() -> None:
    state = split(14)
    went = add(state, "u001", "M4A1", "M2", "stunned redeployed")
    stayed = add(state, "u002", "M4A1", "M3", "stunned redeployed remained")
    leftovers.isolated_units(state, None)
    assert not state.status[went] & FLAG["stunned"] and state.status[stayed] & FLAG["stunned"]


@pytest.mark.clause("PHD-C5.14.table")
def test_a_tank_that_remains_is_marked_so() -> None:
    """DR 11: it remains in its hex, has had its redeployment, and keeps its Stun."""
    state = split(14)
    zones = ground(state)
    where = next(h for h in members(zones.nml & ~zones.isolated[0]))
    tank = add(state, "u001", "M4A1", GRID.name[where], "stunned", "MA", open_=True)
    closing(state, "redeployment iv, attacker")
    goal = state.legal_actions().hexes("u001")[0]
    do(state, f"redeploy u001 {goal}")
    leave_it(state, "redeployment dice")
    drm = 2 + (-1 if zones.front[0] & GRID.near_to[where] else 0)
    do(state, f"dice {11 - drm}")
    assert state.status[tank] & REMAINED and state.status[tank] & MOVED


@pytest.mark.clause("PHD-C5.16")
@pytest.mark.parametrize(
    ("status", "lost"), [("bogged", False), ("immobile", True), ("mired", True), ("abandoned", True)]
)
def test_a_bogged_vehicle_is_not_immobilized(status: str, lost: bool) -> None:
    state = split(14)
    tank = add(state, "u001", "M4A1", "M30", status, "MA")
    leftovers.stranded(state, None)
    assert (not state.kind[tank]) is lost


# ---------------------------------------------------------------- control of works


@pytest.mark.clause("PHD-C2.CTRL", "PHD-C5.39")
def test_works_in_the_own_area_belong_to_their_builder() -> None:
    state = split(14)
    zones = ground(state)
    where = next(h for h in members(zones.feba[1]) if not zones.tl >> h & 1)
    far = next(h for h in members(zones.feba[0]) if not zones.tl >> h & 1)
    state.__dict__["buried"][1] = (("trench", where), ("pillbox.1+3+5", far), ("wire", where))
    laying_out.unearth(state, "german")
    assert (
        ground(state).tl >> where & 1 and state.held[1] >> where & 1 and ("trench", where) in state.forts[1]
    )
    assert not state.held[1] >> far & 1, "outside the own area nothing is gained"
    assert state.buried[1] == (("wire", where),)


@pytest.mark.clause("PHD-C2.CTRL")
def test_what_a_side_built_can_be_taken() -> None:
    state = split(14, tactical_source="players")
    hole = next(h for h in members(ground(state).feba[1]) if not ground(state).tl >> h & 1)
    state.__dict__["held"][1] |= 1 << hole
    add(state, "u001", "6-6-6", GRID.name[next(members(GRID.near_to[hole]).__iter__())], open_=True)
    table(state)
    do(state, f"move u001 {GRID.name[hole]}")
    assert state.held[0] >> hole & 1 and not state.held[1] >> hole & 1


# ---------------------------------------------------------------- bog


@pytest.mark.clause("PHD-C5.2", "PHD-A1", "PHD-A2")
def test_the_bog_check_of_a_redeployment() -> None:
    """No DR where some way is free; +2 where every way crosses bocage; a Final 12 bogs."""
    state = split(30)
    tank = add(state, "u001", "M4A1", "M10", gear="MA")
    assert bog_check(state, "us", tank, GRID.hex("M9"), "v") is None
    found = [bog_check(state, "us", tank, h, "v") for h in members(ground(state).feba[0])]
    assert {None, 0, 2} == set(found)
    arrival.bog_rolled(state, tank, 9, 2)
    assert not state.status[tank] & FLAG["bogged"]
    arrival.bog_rolled(state, tank, 10, 2)
    assert state.status[tank] & FLAG["bogged"]


@pytest.mark.clause("PHD-C5.2", "PHD-C5.14.v")
def test_a_vehicle_bogs_where_its_redeployment_ends() -> None:
    state = split(20)
    tank = add(state, "u001", "M4A1", "M10", gear="MA", open_=True)
    closing(state, "redeployment v, attacker")
    goal = next(
        h
        for h in state.legal_actions().hexes("u001")
        if bog_check(state, "us", tank, GRID.hex(h), "v") is not None
    )
    do(state, f"redeploy u001 {goal}", "dice 7")
    assert state.step.name == "bog or mines entered, unseen" and state.secret_to == "us"
    do(state, "dice 12")
    assert state.status[tank] & FLAG["bogged"] and GRID.name[state.at[tank]] == goal


# ---------------------------------------------------------------- mines


@pytest.mark.clause("PHD-C5.2")
@pytest.mark.parametrize(("face", "kind"), [(1, "3-4-6"), (2, "6-6-6")])
def test_entering_mines_is_an_attack(face: int, kind: str) -> None:
    """Own or enemy: 6 A-P factors reduce Infantry on dr 1."""
    state = split(20)
    squad = add(state, "u001", "6-6-6", "M10", open_=True)
    state.__dict__["buried"][0] = (("ap_mines.6", GRID.hex("M9")),)
    closing(state, "redeployment v, attacker")
    do(state, "redeploy u001 M9")
    assert state.step.clause == "PHD-C5.2"
    do(state, f"roll {face}")
    assert state.kind[squad] == kind and GRID.name[state.at[squad]] == "M9"


@pytest.mark.clause("PHD-C5.2")
def test_hidden_mines_are_found_when_the_enemy_looks_again() -> None:
    state = split(20)
    squad = add(state, "u001", "6-6-6", "M10", open_=True)
    add(state, "u002", "6-6-6", "P5", open_=True)
    state.__dict__["buried"][1] = (("ap_mines.12", GRID.hex("M9")),)
    closing(state, "redeployment v, attacker")
    do(state, "redeploy u001 M9")
    assert state.step.clause != "PHD-C5.2" and state.buried[1], "he does not look on"
    leave_it(state, "bog or mines entered")
    assert not state.buried[1] and state.forts[1] == (("ap_mines.12", GRID.hex("M9")),)
    do(state, "roll 3")
    assert state.kind[squad] == "3-4-6"


@pytest.mark.clause("PHD-C5.2")
def test_at_the_players_table_they_roll_the_attack() -> None:
    state = split(20, tactical_source="players")
    squad = add(state, "u001", "6-6-6", "M10", open_=True)
    add(state, "u002", "6-6-6", "P5", open_=True)
    state.__dict__["buried"][0] = (("ap_mines.6", GRID.hex("M9")),)
    closing(state, "redeployment v, attacker")
    do(state, "redeploy u001 M9")
    assert rulings(state, "happened immobile")[0] == "PHD-C5.2"
    do(state, "happened eliminated")
    assert not state.kind[squad] and state.owed[0] == 2, "the enemy learns of it when he looks again"


@pytest.mark.clause("PHD-C5.35.n6")
def test_mines_are_increased_from_six_to_eight() -> None:
    state = split(14)
    where = members(ground(state).feba[1])[40]
    state.__dict__["forts"][1] = (("ap_mines.6", where),)
    state.__dict__["stock"][1] = ("ap_mines.+2", "ap_mines.+4")
    places = stores.thickened(lambda s, f: "german")(state, None)
    assert places(stores.STORES.index("ap_mines.+2")) == 1 << where and not places(
        stores.STORES.index("ap_mines.+4")
    )
    stores.fortify(state, "german", stores.STORES.index("ap_mines.+2"), where)
    assert state.forts[1] == (("ap_mines.6", where),), "unseen until the set-up is laid out"
    laying_out.unearth(state, "german")
    assert (
        state.forts[1] == (("ap_mines.8", where),)
        and not state.buried[1]
        and state.stock[1] == ("ap_mines.+4",)
    )


# ---------------------------------------------------------------- a cloaked Reserve at the table


@pytest.mark.clause("PHD-C5.31.b", "PHD-C5.31.act")
@pytest.mark.refuses("PHD-C5.31.b")
def test_a_cloaked_reserve_does_nothing_until_it_wakes() -> None:
    state = split(20, tactical_source="players")
    reserve = add(state, "g001", "5-4-8", "M30", "cloaked")
    asleep = add(state, "g002", "5-4-8", "A34", "cloaked")
    add(state, "u001", "6-6-6", "M20", open_=True)
    table(state)
    do(state, "done")
    assert rulings(state, "move g001 M29")[0] == "PHD-C5.31.b" and state.status[reserve] & CLOAKED
    state = state.copy()
    state.__dict__["at"][0] = GRID.hex("M27")
    units.wake_near(state)
    assert state.status[reserve] & (CLOAKED | CONCEALED) == CONCEALED and state.status[asleep] & CLOAKED, (
        "3 hexes away"
    )


@pytest.mark.clause("PHD-C5.31.act")
@pytest.mark.parametrize("way", ["report g001", "mark flame {hex}"])
def test_an_attack_or_a_fire_wakes_a_reserve(way: str) -> None:
    from grognard.games.purple_heart_draw.board import BURNABLE

    state = split(20, tactical_source="players")
    where = GRID.name[next(h for h in members(BURNABLE) if ground(state).feba[1] >> h & 1)]
    reserve = add(state, "g001", "5-4-8", where, "cloaked")
    add(state, "u001", "6-6-6", "M2", open_=True)
    table(state)
    do(state, *(["done"] if way.startswith("report") else []), way.format(hex=where))
    assert not state.status[reserve] & CLOAKED


# ---------------------------------------------------------------- Guns, modules, the end


@pytest.mark.clause("PHD-TM15")
@pytest.mark.refuses("PHD-TM15")
def test_a_revealed_gun_stays_revealed() -> None:
    state = split(14, scenario=2)
    gun = add(state, "g001", "2-2-8", "M20", "hidden", "5cm_PaK_38")
    for n in range(2, 13):
        add(state, f"g{n:03}", "5-4-8", f"O{n + 15}", "concealed")
    units.show(state, gun, "PHD-Z6")
    units.cover_up(state, gun, CONCEALED, "PHD-C5.14.v")
    state.__dict__["dsp"][1] = 9
    assert units.has_gun(state, gun) and state.gear[gun] == ("5cm_PaK_38=",)
    from grognard.games.purple_heart_draw.position import Opening

    opening = next(i for i, s in enumerate(state.procedures[Opening]) if s.name == "german fortifications")
    state.__dict__["stack"] = (Mission(step=3), Opening(step=opening))
    state.run()
    assert rulings(state, "hide g001") == ["PHD-TM15"] and not rulings(state, "hide g002")
    assert not state.status[gun] & HIDDEN


@pytest.mark.clause("PHD-TM13")
def test_registered_hexes_of_a_kept_module_can_be_changed() -> None:
    state = leave_it(mission(seed=3), "us requisition")
    n14, m15 = GRID.hex("N14"), GRID.hex("M15")
    state.__dict__["modules"][0] = (("81mm", "normal", (n14,), 0, 0), ("105mm", "", (m15,), 0, 0))
    state = state.copy()
    assert rulings(state, "reassign m2.1 P15") == ["PHD-TM13"], "bought just now"
    do(state, "reassign m1.1 P15")
    assert state.modules[0][0][2] == (GRID.hex("P15"),) and state.tp[0] == 30, "free of charge"
    assert rulings(state, "reassign m1.1 P16") == ["PHD-TM13"], "once a scenario"


@pytest.mark.clause("PHD-C5.31.note.q", "PHD-E6")
@pytest.mark.refuses("PHD-C5.31.note.q", "PHD-E6")
def test_two_60mm_modules_need_separate_hexes() -> None:
    state = mission(seed=3)
    do(state, "buy HW5.reinforcement")
    state.__dict__["groups"][3] = ("HW5", 1, "reinforcement", 0)
    state = state.copy()
    groups = [
        name
        for name, g in zip(state.columns["groups"].names, state.groups, strict=True)
        if g and g[0] == "HW5"
    ]
    do(state, f"trade {groups[0]} M1")
    assert rulings(state, f"trade {groups[1]} M1") == ["PHD-C5.31.note.q"]
    assert rulings(state, f"trade {groups[1]} M2") == ["PHD-E6"]
    do(state, f"trade {groups[1]} N1")


@pytest.mark.clause("PHD-C2.TMSCEN")
def test_a_side_can_concede() -> None:
    state = mission(seed=1)
    do(state, "concede")
    assert (
        state.outcome() is not None
        and state.outcome()[:2] == ("german", "conceded")
        and state.to_move is None
    )
    other = split(14, tactical_source="players")
    add(other, "u001", "6-6-6", "M2", open_=True)
    table(other)
    leave_it(other, "end of a player turn")
    do(other, "concede")
    assert other.outcome().winner == "german"


@pytest.mark.clause("PHD-1.vc", "PHD-3.vc")
def test_gun_crews_count_in_phd_1_and_not_in_phd_3() -> None:
    state = split(14)
    add(state, "u001", "2-2-7", "M12", gear="57mm_M1")
    assert victory(state, "PHD-1")["us_vp"] == 2
    add(state, "u002", "1-2-6", "M12")
    assert victory(state, "PHD-1")["us_vp"] == 2, "a vehicle crew does not"
    add(state, "u003", "2-2-7", "AA12")
    assert victory(state, "PHD-3")["us_vp"] == 0


@pytest.mark.clause("PHD-2.vc")
def test_phd_2_is_won_the_instant_the_last_building_is_taken() -> None:
    from grognard.games.purple_heart_draw.cards import BUILDINGS_2

    state = GAME.new("phd-2", seed=1)
    *rest, last = members(BUILDINGS_2)
    state.__dict__["held"][0] = sum(1 << h for h in rest)
    state.__dict__["held"][1] = 1 << last
    state.__dict__["stack"] = ()
    u = add(state, "u001", "6-6-6", GRID.name[members(GRID.near_to[last])[0]], open_=True)
    table(state)
    assert state.kind[u]
    do(state, f"move u001 {GRID.name[last]}")
    assert state.outcome() == ("us", "scenario", "PHD-2.vc") and state.to_move is None


@pytest.mark.clause("PHD-TM7", "PHD-TM6", "PHD-TM18", "PHD-2.ssr.5")
@pytest.mark.refuses("PHD-TM18")
def test_tm_rules_apply_to_a_card_only_where_it_imports_them() -> None:
    state = leave_it(GAME.new("phd-1", seed=1), "PHD-1 set-up")
    while state.step.name == "PHD-1 set-up":
        units = {
            unit: hexes for unit, hexes in state.legal_actions().by_unit().items() if unit.startswith("g")
        }
        do(state, *[f"place {unit} {hexes[0]}" for unit, hexes in units.items()][:1] or ["done"])
    placed = [u for u, kind in enumerate(state.kind) if kind and state.at[u] >= 0]
    assert placed and all(state.open >> u & 1 and not state.status[u] & CONCEALED for u in placed), (
        "TM7 conceals nobody"
    )
    where = next(h for h in members(SIDES_OF["bocage"][0]) if GRID.name[h].startswith("M") and h % 35 < 12)
    assert rulings(state, f"mark bocage_breach.N {GRID.name[where]}")[0] == "PHD-TM18"
    leave_it(state, "end of a player turn")
    assert "end propose" not in {str(a) for a in state.legal_actions()}, "TM6: an end by agreement"
    assert due(state, "us").clause == state.due_clause == "PHD-1.turns" and "[PHD-1.turns]" in screen(state)
    do(state, "throw 1")
    assert state.due_clause == "PHD-1.turns"


@pytest.mark.clause("PHD-TM6")
def test_in_a_tm_scenario_the_end_of_a_player_turn_is_by_tm6() -> None:
    state = split(14, tactical_source="players")
    add(state, "u001", "6-6-6", "M2", open_=True)
    table(state)
    leave_it(state, "end of a player turn")
    assert state.due_clause == "PHD-TM6"
