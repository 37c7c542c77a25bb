"""PHD-C5.31 to PHD-C5.41 as play: purchases in secret, groups, artillery, fortifications, set-up, scouts,
initiative.
"""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import Any

import pytest

from grognard.core.hexes import members
from grognard.games.purple_heart_draw import (
    forces,
    initiative,
    laying_out,
    requisition,
    scouting,
    setup,
    stores,
    units,
)
from grognard.games.purple_heart_draw.board import BUILDING, CONCEALMENT, GRID, ROW_OF
from grognard.games.purple_heart_draw.pieces import CLOAKED, CONCEALED, FLAG, HIDDEN, NUMBER
from grognard.games.purple_heart_draw.position import Mission, Opening, PurpleHeartDraw, ground

from .build import GAME, add, do, leave_it, log, mission, rulings, split


def opening(state: PurpleHeartDraw, until: str = "us requisition") -> PurpleHeartDraw:
    state.__dict__["stack"] = (Mission(step=3), Opening())
    state.run()
    for _ in range(80):
        if state.step.name == until:
            return state
        do(
            state,
            (
                "dice 7"
                if str(state.legal_actions()[0]).startswith("dice")
                else "roll 4"
                if state.to_move == "chance"
                else "done"
            ),
        )
    raise AssertionError(state.step.name)


def units_of(state: PurpleHeartDraw, side: str, group: int) -> list[str]:
    return [
        state.kind[u]
        for u in range(len(state.kind))
        if state.kind[u] and state.group[u] == group and (u < 112) == (side == "us")
    ]


# ---------------------------------------------------------------- purchases


@pytest.mark.clause("PHD-C4.us", "PHD-C4.german", "PHD-I5", "PHD-E8", "PHD-C2.AO", "PHD-C1", "PHD-C4.2")
def test_the_mission_begins() -> None:
    state = mission()
    assert state.scenario == 1 and state.tp == [30, 20] and state.dsp == [0, 60] and state.san == [2, 3]
    assert state.chit[0] == "attack" and state.step.name == "us requisition" and state.secret_to == "us"
    assert state.groups[0][:3] == ("I1", 1, "reinforcement") and state.groups[48][:3] == ("I1", 1, "on_map")
    assert rulings(state, "buy M5") == ["PHD-C2.AO"] and rulings(state, "buy I1.on_map") == ["PHD-C4.us"]
    assert rulings(state, "buy I3.on_map") == ["PHD-C5.31.chart"] and rulings(state, "buy A1.nonsense") == [
        "PHD-C5.31.chart"
    ]


@pytest.mark.clause("PHD-C5.31", "PHD-C5.32", "PHD-TM11")
def test_a_purchase_is_secret_and_stays() -> None:
    state = mission()
    before = state.view("german")
    do(state, "buy I1.reinforcement")
    assert state.tp[0] == 23 and state.groups[2][:3] == ("I1", 1, "reinforcement")
    after = state.view("german")
    assert {k: v for k, v in before.items() if k != "stack"} == {
        k: v for k, v in after.items() if k != "stack"
    }
    assert not [e for e in state.events(0).seen_by(state, "german") if e.fact not in ("stack", "rolls")]
    assert state.view("us")["tp"]["us"] == 23 and "german" not in state.view("us")["tp"]


@pytest.mark.clause(
    "PHD-C5.31.note.i", "PHD-C5.31.note.l", "PHD-C5.33", "PHD-E7", "PHD-TM20", "PHD-C5.31.note.c"
)
def test_dice_of_the_requisition() -> None:
    state = mission()
    do(state, "buy A1.reinforcement", "buy HW1.reinforcement", "done")
    assert state.secret_to == "us"
    do(state, "roll 1", "roll 5", "roll 3")  # classes of two Rifle Pl and of the MMG Sect
    assert (
        units_of(state, "us", 1) == ["6-6-7"] * 3
        and units_of(state, "us", 2) == ["5-4-6"] * 3
        and units_of(state, "us", 4) == ["3-4-6"] * 2
    )
    do(state, "roll 3", "roll 4")  # gyrostabilizers
    tanks = [u for u in range(112) if state.kind[u] == "M4A1"]
    assert [bool(state.status[u] & FLAG["gyro"]) for u in tanks] == [True, False]
    do(state, "dice 4", "dice 12", "dice 2")  # leaders of two platoons, and an Armour Leader
    assert (
        units_of(state, "us", 1)[-1] == "9-1"
        and units_of(state, "us", 2)[-1] == "6+1"
        and state.gear[tanks[0]][-1] == "AL9-2"
    )
    assert state.to_move == "german"


@pytest.mark.clause("PHD-C5.34", "PHD-R7", "PHD-TM13", "PHD-C5.31.note.p", "PHD-MSR9")
@pytest.mark.parametrize(("counts", "strength"), [(True, "plentiful"), (False, "normal")])
def test_artillery(counts: bool, strength: str) -> None:
    state = mission(initial_attack_counts=counts)
    do(state, "buy O1", "register m1 N14")
    assert "PHD-C5.31.note.p" in rulings(state, "register m1 N14") and "PHD-C5.31.note.p" in rulings(
        state, "register m2 N14"
    )
    do(state, "done", "roll 3", "roll 3", "dice 7", "dice 7", "dice 7")
    assert state.modules[0] == (("81mm", strength, (GRID.hex("N14"),), 0, 0),), (
        "the assigned attack is worth -1 by R7"
    )
    assert (
        state.tp[0] == 30 - 5 - 2
        and "modules" in state.view("german")
        and "us" not in state.view("german")["modules"]
    )


@pytest.mark.clause("PHD-E6", "PHD-R20", "PHD-C5.31.note.q")
def test_a_mortar_section_is_traded_for_a_module() -> None:
    state = mission()
    do(state, "buy HW5.reinforcement")
    assert rulings(state, "trade u-rg03 M2") == ["PHD-E6"], "its hex is one of the north edge"
    do(state, "trade u-rg03 M1")
    assert state.groups[2][2] == "traded" and state.modules[0][0][0] == "60mm" and state.cvp == [0, 0]
    assert "PHD-E6" in rulings(state, "trade u-rg01 M1") and "60mm ? from M1" in GAME.screen(state, "us")
    assert "us" not in state.view("german").get("modules", {})


@pytest.mark.clause("PHD-R17")
def test_a_group_kept_off_map_may_be_committed_later() -> None:
    state = split(14, scenario=3)
    state.__dict__["groups"][0] = ("I1", 2, "in_reserve", 1)
    add(state, "u001", "6-6-6", group=1)
    state.__dict__["tp"][0] = 5
    opening(state)
    left = state.tp[0]
    do(state, "commit u-rg01")
    assert state.groups[0][2] == "on_map" and state.tp[0] == left - 1
    assert "PHD-R17" in rulings(state, "commit u-rg01")


@pytest.mark.clause("PHD-E3", "PHD-C1.3")
def test_the_record_counts_purchases_only() -> None:
    state = mission()
    do(state, "buy I1.reinforcement")
    assert state.bought[0][0] == 1 == state.now[0][0], "the two given platoons are not counted"
    later = opening(split(14, scenario=2))
    assert later.roster[0] == ((2, 0, 30),) and later.now[0] == (0,) * len(later.now[0]), (
        "DR 7: 30 TP on the roster"
    )


# ---------------------------------------------------------------- fortifications


@pytest.mark.clause(
    "PHD-C5.35.flags",
    "PHD-C5.35.n6",
    "PHD-C5.35.n7",
    "PHD-C5.35.n8",
    "PHD-C5.35.n2",
    "PHD-C5.35.n5",
    "PHD-TM18",
)
def test_fortifications() -> None:
    """PHD-C5.35: works are bought; PHD-C5.39: and set up with the units, when the chits are known."""
    state = leave_it(mission(seed=1), "german fortifications")
    assert rulings(state, "stock bocage_breach.N") == ["PHD-C5.35.flags"], "US only"
    do(
        state,
        "stock fortified_building",
        "stock dummy",
        "stock trench",
        "stock foxhole.1",
        "stock ap_mines.12",
        "stock ap_mines.12",
    )
    assert state.dsp[1] == 60 - 6 - 1 - 5 - 1 - 24 and state.mines[1] == 24
    assert rulings(state, "stock ap_mines.8") == ["PHD-C5.35.n6"]
    assert rulings(state, "booby") == ["PHD-C5.35.n8"], "23 DSP do not buy booby traps"
    assert "PHD-C5.39" in rulings(state, "fortify trench M20"), "works are set up in C5.39"
    leave_it(state, "set-up, first side")
    assert "PHD-C5.35.flags" in rulings(state, "fortify trench M4"), "outside the set-up area"
    assert rulings(state, "fortify wire M20") == ["PHD-C5.39"], "not bought"
    building = GRID.name[next(h for h in members(BUILDING) if ROW_OF[h] > 8)]
    assert rulings(state, f"fortify foxhole.1 {building}") == ["PHD-C5.35"]
    do(
        state,
        f"fortify fortified_building {building}",
        "fortify dummy M20",
        "fortify ap_mines.12 M21",
        "fortify foxhole.1 M22",
    )
    assert rulings(state, "fortify ap_mines.12 M21") == ["PHD-C5.35"], "one field of a kind a hex"
    assert rulings(state, "fortify trench M22") == ["PHD-C5.35"] and state.stock[1] == (
        "ap_mines.12",
        "trench",
    )
    assert "M20" in state.view("german")["dummies"]["german"] and not state.view("us").get("dummies", {}).get(
        "german"
    )


@pytest.mark.clause("PHD-C5.35")
def test_a_roadblock_bars_a_hexside_that_a_road_crosses() -> None:
    """The road of column G runs north to south from G5 to G10; none runs from G7 to H7, or through M20."""
    state = leave_it(mission(seed=1), "german fortifications")
    do(state, "stock roadblock.N", "stock roadblock.NE")
    leave_it(state, "set-up, first side")
    for refused in ("N M20", "N G5", "NE G7"):
        assert rulings(state, f"fortify roadblock.{refused}") == ["PHD-C5.35"], refused
    assert not rulings(state, "fortify roadblock.N G7")
    do(state, "fortify roadblock.N G6")
    assert ("roadblock.N", GRID.hex("G6")) in state.buried[1]


@pytest.mark.clause("PHD-C5.35.n8")
def test_booby_traps_rise_by_a_level() -> None:
    state = leave_it(mission(seed=1), "german fortifications")
    do(state, "booby", "booby")
    assert state.booby == "B" and state.dsp[1] == 0 and "booby" not in state.view("us")


@pytest.mark.clause("PHD-C5.35.n3", "PHD-TM7")
def test_hidden_units() -> None:
    state = split(14, scenario=2)
    for n in range(1, 11):
        add(state, f"g{n:03}", "5-4-8", "M20" if n < 4 else "O20" if n < 7 else f"Q{n + 13}", "concealed")
    assert stores.hip_left(state, "german") == 2, "a tenth of ten squads"
    state.__dict__["dsp"][1] = 9
    ready: Any = stores.hideable("german")
    assert ready(state, None).bit_count() == 10
    stores.hide(state, None, 112, None)
    assert state.dsp[1] == 6 and state.status[112] & HIDDEN and stores.hip_left(state, "german") == 0
    assert stores.hip_share("german")(state, None) == 0
    add(state, "g011", "8-0", "M22", "concealed")
    assert stores.hip_share("german")(state, None) >> 122 & 1, "an SMC uses up no share"


@pytest.mark.clause("PHD-C5.35.n3")
def test_who_was_found_leaves_his_share_to_others() -> None:
    state = split(14, scenario=2)
    for n in range(1, 11):
        add(state, f"g{n:03}", "5-4-8", f"Q{n + 15}", "concealed")
    state.__dict__["dsp"][1] = 9
    stores.hide(state, None, 112, None)
    assert stores.hip_left(state, "german") == 0, "one squad of ten"
    units.show(state, 112, "PHD-C5.1")
    assert stores.hip_left(state, "german") == 2, "the next scenario's squad may be hidden"


@pytest.mark.clause("PHD-E4")
def test_unspent_dsp_vanish_and_tp_keep() -> None:
    state = split(14)
    state.__dict__["dsp"][1], state.__dict__["tp"][1] = 7, 7
    stores.unspent(state, None)
    assert state.dsp[1] == 0 and state.tp[1] == 7


# ---------------------------------------------------------------- initiative and set-up


@pytest.mark.clause("PHD-C5.37", "PHD-C5.37.a", "PHD-C5.37.b", "PHD-C5.37.c", "PHD-C5.37.d", "PHD-C2.LULL")
@pytest.mark.parametrize(
    ("us", "german", "first_setup", "first", "lull"),
    [
        ("attack", "idle", "german", "us", False),
        ("idle", "attack", "us", "german", False),
        ("attack", "attack", "", "", False),
        ("idle", "idle", "german", "us", True),
    ],
)
def test_initiative(us: str, german: str, first_setup: str, first: str, lull: bool) -> None:
    state = split(14)
    state.__dict__["chit"][:] = [us, german]
    initiative.reveal(state, Opening())
    assert (state.first_setup, state.first, state.lull) == (first_setup, first, lull) and state.revealed == [
        us,
        german,
    ]
    assert bool(initiative.dual_setup(state, Opening())) == (us == german == "attack")
    if us == german == "attack":
        initiative.set_up_rolled(state, Opening(), setup.verbs.Roll(3))
        initiative.moves_rolled(state, Opening(), setup.verbs.Roll(4))
        assert (state.first_setup, state.first) == ("german", "us")


@pytest.mark.clause("PHD-C5.39", "PHD-I2", "PHD-C5.31.a", "PHD-C4.german")
def test_the_german_sets_up_anywhere_from_row_5() -> None:
    state = leave_it(mission(seed=2), "set-up, first side")
    assert state.to_move == "german"
    hexes = state.legal_actions().hexes("g001")
    assert min(ROW_OF[GRID.hex(h)] for h in hexes) == 5 and rulings(state, "place g001 M4") == ["PHD-C5.31.a"]
    do(state, "place g001 M14")
    assert "PHD-C5.39" in rulings(state, "place g001 M15")


@pytest.mark.clause("PHD-C5.31.a", "PHD-C5.31.b", "PHD-TM10", "PHD-C2.RES")
def test_where_groups_may_set_up() -> None:
    state = split(14, scenario=3)
    own = state.__dict__
    own["groups"][0], own["groups"][1], own["groups"][2] = (
        ("I1", 3, "on_map", 1),
        ("I1", 3, "on_map_near", 1),
        ("I1", 3, "in_reserve", 1),
    )
    plain, near, reserve = (add(state, f"u00{n}", "6-6-6", group=n) for n in (1, 2, 3))
    screens = [screen.mask(state, None) for screen in setup.placing(lambda state, frame: "us").hexes]

    def places(unit: int) -> int:
        return reduce(and_, (mask(unit) for mask in screens), GRID.all)

    z = ground(state)
    close = GRID.within(z.feba[1], 2)
    assert places(plain) == z.friendly(0) & ~close & GRID.all
    assert places(near) & close and not places(near) & GRID.near(z.feba[1]) & setup.OPEN_GROUND, (
        "no Infantry on open ground next to the enemy FEBA"
    )
    assert not places(reserve) & GRID.within(z.feba[1], 6) and places(reserve)
    setup.place(state, None, reserve, members(places(reserve))[0])
    assert state.status[reserve] & CLOAKED and setup.decoys_left(state, "us") == 1, (
        "with one dummy cloaking counter"
    )
    spot = members(setup.decoy_area(state, "us"))[0]
    setup.decoy(state, "us", spot)
    assert state.dummies[0] == 1 << spot and setup.decoys_left(state, "us") == 0


@pytest.mark.clause("PHD-C5.31.b")
def test_a_dummy_for_each_group_set_up_in_reserve_and_for_no_other() -> None:
    """Two units of one group, one of another: two dummies. Who is not cloaked, or is since an earlier
    scenario, has none.
    """
    state = split(14, scenario=3)
    for n, group, status in ((1, 1, "cloaked new"), (2, 1, "cloaked new"), (3, 2, "new"), (4, 3, "cloaked")):
        add(state, f"u00{n}", "6-6-6", f"M{n}", status, group=group)
    assert setup.decoys_left(state, "us") == 1 and setup.decoys_left(state, "german") == 0
    add(state, "u005", "6-6-6", "M5", "cloaked new", group=4)
    assert setup.decoys_left(state, "us") == 2


@pytest.mark.clause("PHD-TM7", "PHD-C5.14.v")
def test_concealment_at_set_up() -> None:
    state = split(14)
    woods = GRID.name[next(h for h in members(CONCEALMENT & ~BUILDING) if ROW_OF[h] < 6)]
    bare_hex = GRID.name[next(h for h in members(GRID.all & ~CONCEALMENT) if ROW_OF[h] < 6)]
    a, b = add(state, "u001", "6-6-6", woods), add(state, "u002", "6-6-6", bare_hex)
    tank = add(state, "u003", "M4A1", woods, gear="MA")
    laying_out.conceal(state, a, 0, "PHD-TM7")
    laying_out.conceal(state, b, 0, "PHD-TM7")
    laying_out.conceal(state, tank, 1 << GRID.step(GRID.hex(woods), 3), "PHD-TM7")
    assert state.status[a] & CONCEALED and state.open == 1 << b | 1 << tank, (
        "a vehicle near the enemy stays in sight"
    )


@pytest.mark.clause("PHD-C5.31.act")
def test_reserve_wakes() -> None:
    from grognard.games.purple_heart_draw.pieces import KINDS
    from grognard.games.purple_heart_draw.resolver import Fight
    from grognard.games.purple_heart_draw.troops import Force, Troop

    def force(side: int, row: int, cloaked: bool) -> Force:
        return Force(
            [Troop(side, side, KINDS["5-4-8"], row, 2, [], cloaked=cloaked)],
            [],
            ["hold"] * 5,
            False,
            2,
            [[0.0] * 37] * 5,
            [[0] * 37] * 5,
        )

    for row, awake in ((13, True), (14, False)):
        fight = Fight(force(0, 10, False), force(1, row, True), "Clear", 2, "x")
        fight.wake(1, 2)
        assert fight.forces[1].troops[0].cloaked != awake


@pytest.mark.clause("PHD-MSR4")
def test_a_vehicle_in_a_cellar_may_bog() -> None:
    state = split(14)
    hex_ = GRID.name[members(laying_out.MULTI_HEX)[0]]
    u = add(state, "g001", "StuG_IIIG", hex_, "new", "MA")
    assert laying_out.cellars_due(state, "german") == [("cellar", u)]
    laying_out.cellar_rolled(state, "german", ("cellar", u), 11)
    assert not state.status[u] & FLAG["bogged"]
    laying_out.cellar_rolled(state, "german", ("cellar", u), 12)
    assert state.status[u] & FLAG["bogged"]


@pytest.mark.clause("PHD-R18", "PHD-C2.ENTRY", "PHD-TM10")
def test_entry_is_declared_for_a_whole_group() -> None:
    state = leave_it(mission(seed=3), "set-up, second side")
    assert state.to_move == "us" and rulings(state, "declare u001 M5") == ["PHD-C2.FME"]
    do(state, "declare u001 M1")
    mates = [u for u in range(112) if state.kind[u] and state.group[u] == 1]
    assert len(mates) == 4 and {state.lane[u] for u in mates} == {1}
    assert rulings(state, "declare u002 M1") == ["PHD-C2.ENTRY"]


@pytest.mark.clause("PHD-C5.36", "PHD-C5.40")
def test_scouts() -> None:
    state = split(14, scenario=3)
    hidden = add(state, "g001", "5-4-8", "M15", "hidden", "LMG")
    covered = add(state, "g002", "5-4-8", "M16", "concealed")
    own = state.__dict__
    own["buried"][1], own["announced_recce"][0] = (("wire", GRID.hex("M15")),), 2
    own["dummies"][1] = GRID.set(["M17"])
    scouting.scout(state, "us", GRID.hex("M15"))
    assert not state.status[hidden] & HIDDEN and state.status[hidden] & CONCEALED, (
        "in a building it regains its cover, not HIP"
    )
    assert state.forts[1] == (("wire", GRID.hex("M15")),) and state.announced_recce[0] == 1
    scouting.scout(state, "us", GRID.hex("M17"))
    assert not state.dummies[1], "dummies die"
    assert state.status[covered] & CONCEALED and "5-4-8" in " ".join(log(state))
    reach = scouting.scouting_range(state, "us")
    assert reach == GRID.within(ground(state).feba[0], 6)


@pytest.mark.clause("PHD-C5.36")
def test_the_recon_dr() -> None:
    state = split(14)
    state.__dict__["enhanced"][0] = 5
    assert requisition.recon_due(state, "us") == [("recon",)]
    requisition.recon_rolled(state, "us", ("recon",), 3)
    assert state.recce[0] == 8 and "us" not in state.view("german")["recce"]


@pytest.mark.clause("PHD-C5.41")
def test_snipers_are_announced() -> None:
    state = split(14)
    state.__dict__["san"][:] = [3, 4]
    setup.announce(state, None)
    assert state.announced == [3, 4] and state.view("german")["announced"] == {"us": 3, "german": 4}


@pytest.mark.clause("PHD-C5.31.note.z")
def test_replacement_crews() -> None:
    state = split(14)
    own = state.__dict__
    own["tp"][0], own["crews_lost"][0] = 5, 1
    requisition.buy("us")(state, None, requisition.OFFER["M2"], None)
    assert state.kind[0] == "2-2-7" and state.crews_lost[0] == 0 and state.tp[0] == 4


@pytest.mark.clause("PHD-C5.29", "PHD-R7")
def test_points_are_added_to_what_is_left() -> None:
    state = split(14)
    own = state.__dict__
    own["tp"][1], own["suffered"][1], own["attacked"][1] = 3, (4, 25), True
    requisition.tp_rolled(state, "german", ("tp",), 7)
    assert state.tp[1] == 3 + 21, "7 + 1 - 2 = 6"
    assert NUMBER["german"] == 1 and forces.groups(state, "german") == []
