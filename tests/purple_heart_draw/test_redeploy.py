"""PHD-C5.13 to PHD-C5.17: redeployment: situations, goals, DRM, results; prisoners, stranded vehicles, hidden
works.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.hexes import members
from grognard.core.ruling import total
from grognard.games.purple_heart_draw import leftovers, redeploy, redeploy_dice, redeploy_stack
from grognard.games.purple_heart_draw.board import GRID, PRINTED_TL, ROW_OF
from grognard.games.purple_heart_draw.pieces import FLAG, HIDDEN, NAMES
from grognard.games.purple_heart_draw.position import Closing, Mission, PurpleHeartDraw, Redeploying, ground
from grognard.games.purple_heart_draw.redeploy_dice import (
    goals,
    modifiers,
    odds,
    overload,
    reach_of,
    result_of,
)

from .build import add, do, rulings, split


def closing(state: PurpleHeartDraw, until: str) -> PurpleHeartDraw:
    """The Consolidation Phase of a position, as far as a step."""
    state.__dict__["stack"] = (Mission(step=5), Closing())
    state.run()
    state.dice = None
    for _ in range(60):
        if state.to_move is None or state.step.name == until:
            return state
        actions = state.legal_actions()
        state.push(next((a for a in actions if str(a) == "done"), actions[0]))
    raise AssertionError(f"{until} not reached, at {state.step.name}")


def names(state: PurpleHeartDraw) -> dict[str, list[str]]:
    return state.legal_actions().by_unit()


@pytest.mark.clause("PHD-C5.14.table")
@pytest.mark.parametrize(
    ("vehicle", "final", "result"),
    [
        (False, 9, ("redeploys",)),
        (False, 10, ("redeploys", "replaced")),
        (False, 11, ("redeploys", "reduced")),
        (False, 13, ("remains", "reduced")),
        (False, 14, ("eliminated",)),
        (True, 10, ("redeploys",)),
        (True, 11, ("remains",)),
        (True, 12, ("eliminated",)),
    ],
)
def test_the_table(vehicle: bool, final: int, result: tuple[str, ...]) -> None:
    assert result_of(vehicle, 7, final - 7) == result


@pytest.mark.clause("PHD-C5.14.note1")
def test_an_original_2_always_redeploys() -> None:
    assert result_of(False, 2, 20) == ("redeploys", "heat_of_battle") and result_of(True, 2, 20) == (
        "redeploys",
    )
    assert sum(odds(False, 3).values()) == 1 and odds(True, 0)[("eliminated",)] == Fraction(1, 36)


@pytest.mark.clause("PHD-C5.14.range")
def test_ranges() -> None:
    state = split(14)
    squad, tank = add(state, "u001", "6-6-6", "M5"), add(state, "u002", "M4A1", "M6", gear="MA MG")
    crew = add(state, "u003", "2-2-7", "M7", gear="57mm_M1")
    assert [reach_of(state, u) for u in (squad, tank, crew)] == [12, 24, 6]
    assert max(GRID.distance(GRID.hex("M5"), h) for h in members(goals(state, "us", squad, "v"))) <= 12
    assert not goals(state, "us", squad, "v") & ~ground(state).feba[0]


@pytest.mark.clause("PHD-C5.14.drm")
def test_portage_points_are_those_of_the_counters_dismantled_where_they_can_be() -> None:
    """One weapon is never more than an MMC carries; two HMG (2 each dismantled) and a Psk (1) are, by two."""
    state = split(14)
    for n, (kind, gear) in enumerate(
        (("6-6-6", "HMG50"), ("6-6-6", "LTMTR"), ("6-6-6", "HMG"), ("3-4-6", "MMG BAZ44")), 1
    ):
        assert overload(state, add(state, f"u{n:03}", kind, "M8", gear=gear)) == 0
    assert overload(state, add(state, "g001", "5-4-8", "M25", gear="HMG PSK")) == 0
    assert overload(state, add(state, "g002", "5-4-8", "M25", gear="HMG HMG PSK")) == 2
    assert (
        overload(state, add(state, "u005", "2-2-7", "M8", gear="57mm_M1 MMG")) == 0
    )  # a Gun is manhandled, not carried


@pytest.mark.clause("PHD-C5.14.drm", "PHD-C5.13.a")
def test_drm_one_by_one() -> None:
    state = split(14)
    z = ground(state)
    deep = GRID.name[members(z.feba[1] & ~GRID.within(z.feba[0] | z.nml, 3))[100]]
    u = add(state, "u001", "6-6-6", deep)
    base = {m.because: m.amount for m in modifiers(state, "us", [u], GRID.hex(deep))}
    assert base == {"Isolated": 1, "in the enemy FEBA": 2}
    mate, chief = add(state, "u002", "6-6-6", deep, gear="MMG HMG50"), add(state, "u003", "9-2", deep)
    more = {m.because: m.amount for m in modifiers(state, "us", [u, mate, chief], GRID.hex(deep))}
    assert more["half-squad equivalents above one squad on the same DR"] == 2 and more["leadership"] == -2
    assert more["PP above IPC"] == 2 + 3 - 3, "dismantled MMG 2, .50-cal 3, against an IPC of 3"
    state.__dict__["status"][u] |= FLAG["labor"]
    assert {m.because: m.amount for m in modifiers(state, "us", [u], GRID.hex(deep))}["under Labor"] == -1
    state.__dict__["status"][u] |= FLAG["stunned"]
    assert {m.because: m.amount for m in modifiers(state, "us", [u], GRID.hex(deep))}["Stun"] == 1


@pytest.mark.clause("PHD-C5.14.drm")
def test_wire_no_mans_land_and_the_front_line() -> None:
    state = split(14)
    z = ground(state)
    hex_ = GRID.name[
        next(h for h in members(z.nml) if GRID.near_to[h] & z.front[0] and not z.isolated[0] >> h & 1)
    ]
    u = add(state, "u001", "6-6-6", hex_)
    state.__dict__["forts"][1] = (("wire", GRID.hex(hex_)),)
    found = {m.because: m.amount for m in modifiers(state, "us", [u], GRID.hex(hex_))}
    assert found == {
        "in No-Man's Land": 1,
        "Infantry on Wire outside the friendly FEBA": 1,
        "adjacent to a friendly Front Line Hex": -1,
    }


@pytest.mark.clause(
    "PHD-C5.13", "PHD-C5.14", "PHD-C5.14.iv", "PHD-C5.14.iii", "PHD-R16", "PHD-R8", "PHD-C2.ATT"
)
def test_who_stands_in_no_mans_land_must_try_attacker_first() -> None:
    state = split(14)
    z = ground(state)
    spot = GRID.name[
        next(h for h in members(z.nml) if not z.isolated[0] >> h & 1 and not z.isolated[1] >> h & 1)
    ]
    add(state, "u001", "6-6-6", spot, open_=True)
    closing(state, "redeployment iv, attacker")
    assert state.to_move == "us" and rulings(state, "done") == ["PHD-C5.14.iv"]
    goal = names(state)["u001"][0]
    assert z.tac[0] >> GRID.hex(goal) & 1
    assert rulings(state, "redeploy u001 GG35") == ["PHD-R16"] and rulings(state, "redeploy u002 M5") == [
        "PHD-C5.14.iv"
    ]
    do(state, f"redeploy u001 {goal}", "dice 7")
    assert GRID.name[state.at[0]] == goal and state.status[0] & FLAG["redeployed"]


@pytest.mark.clause("PHD-C5.14.i", "PHD-C5.14.note5")
def test_behind_the_enemy_feba_a_failure_is_the_end() -> None:
    state = split(14)
    z = ground(state)
    spot = GRID.name[next(h for h in members(z.feba[1]) if goals(_at(state, h), "us", 0, "i"))]
    _clear(state)
    add(state, "u001", "M4A1", spot, gear="MA MG")
    closing(state, "redeployment i, attacker")
    goal = names(state)["u001"][0]
    assert state.open & 1, "it is revealed"
    do(state, f"redeploy u001 {goal}", "dice 12")
    assert not state.kind[0] and state.wrecks == (("M4A1", GRID.hex(spot)),) and state.cvp[1] == 7


def _at(state: PurpleHeartDraw, h: int) -> PurpleHeartDraw:
    add(state, "u001", "6-6-6", GRID.name[h])
    return state


def _clear(state: PurpleHeartDraw) -> None:
    state.__dict__["kind"][0] = ""
    state.derive()


@pytest.mark.clause("PHD-C5.14.ii")
def test_an_isolated_unit_may_try_or_stay() -> None:
    state = split(14)
    spot = GRID.name[next(h for h in members(PRINTED_TL) if ROW_OF[h] > 22)]
    state.__dict__["held"][0] |= GRID.set([spot])
    state.__dict__["held"][1] &= ~GRID.set([spot])
    assert ground(state).cut_off(0) >> GRID.hex(spot) & 1
    u = add(state, "u001", "6-6-6", spot, status="concealed")
    redeploy.settle_zones(state, None)
    assert state.open & 1, "it loses its cover first"
    assert (
        redeploy.candidates(lambda s, f: "us", "ii")(state, None) >> u & 1
        and redeploy_dice.NEEDS["ii"] == "may"
    )
    closing(state, "us battlefield promotion DR")
    assert state.kind[0] == "6-6-6" and state.status[0] & FLAG["shortage"], "it stayed, Isolated"


@pytest.mark.clause("PHD-C5.14.v", "PHD-TM7", "PHD-C5.13")
def test_behind_the_own_feba_infantry_moves_unseen_without_dice() -> None:
    state = split(14)
    add(state, "u001", "6-6-6", "M5", open_=True)
    add(state, "u002", "2-2-7", "M6", gear="57mm_M1", open_=True)
    closing(state, "redeployment v, attacker")
    assert state.secret_to == "us"
    before = state.view("german")
    goal = next(h for h in names(state)["u001"] if redeploy.GRID.number[h] in members(redeploy_cover()))
    do(state, f"redeploy u001 {goal}")
    after = state.view("german")
    assert before == after | {"stack": before["stack"]} and "u001" not in after["at"], (
        "the enemy does not look at the map"
    )
    assert GRID.name[state.at[0]] == goal
    do(state, f"redeploy u002 {names(state)['u002'][0]}")
    assert state.to_move == "chance" and state.secret_to == "us", "a Gun crew rolls, in secret"
    do(state, "dice 5")  # and nobody is left to move
    assert "u001" not in state.view("german")["at"] and goal in state.view("german")["cover"]["us"]


@pytest.mark.clause("PHD-C5.14.v", "PHD-C5.1", "PHD-C5.14.note5")
def test_what_is_lost_unseen_is_told_when_the_enemy_looks_again() -> None:
    state = split(14)
    add(state, "u001", "M4A1", "M5", gear="MA", open_=True)
    add(state, "u002", "M4A1", "M7", gear="MA", open_=True)
    closing(state, "redeployment v, attacker")
    before = state.view("german")
    do(state, f"redeploy u001 {names(state)['u001'][0]}", "dice 12")
    assert (
        not state.kind[0]
        and state.view("german") | {"rolls": before["rolls"], "stack": before["stack"]} == before
    )
    assert state.owed[0] > 0 and state.unseen[0] == (("M4A1", GRID.hex("M5")),)
    lost = state.owed[0]
    do(state, "done")
    assert (
        state.cvp[1] == lost
        and not state.owed[0]
        and state.wrecks == (("M4A1", GRID.hex("M5")),)
        and not state.unseen[0]
    )


def redeploy_cover() -> int:
    from grognard.games.purple_heart_draw.board import CONCEALMENT

    return CONCEALMENT


@pytest.mark.clause("PHD-C5.13", "PHD-C5.14.note3", "PHD-C5.14.note2", "PHD-R22")
def test_a_stack_goes_together_and_one_of_it_is_hit() -> None:
    state = split(14)
    z = ground(state)
    spot = GRID.name[next(h for h in members(z.nml) if not z.isolated[0] >> h & 1)]
    for name in ("u001", "u002"):
        add(state, name, "6-6-6", spot, open_=True)
    closing(state, "redeployment iv, attacker")
    do(state, f"redeploy u001 {names(state)['u001'][0]}")
    assert rulings(state, "join u009") == ["PHD-C5.13"]
    do(state, "join u002")
    drm = total(modifiers(state, "us", [0, 1], GRID.hex(spot)))
    do(state, f"dice {11 - drm}")
    assert [str(a) for a, _ in state.chance_outcomes()] == ["select u001", "select u002"]
    do(state, "select u002")
    assert state.kind[0] == "6-6-6" and state.kind[1] == "3-4-6", "final 11: reduced"


@pytest.mark.clause("PHD-R22", "PHD-C5.14.note2")
def test_replacement_and_reduction() -> None:
    from grognard.games.purple_heart_draw.units import casualty, replaced

    state = split(14)
    for name, kind, expected in (
        ("u001", "6-6-6", "5-4-6"),
        ("u002", "7-4-7", "3-3-7"),
        ("u003", "9-2", "9-1"),
        ("u004", "5-3-6", "2-2-6"),
    ):
        u = add(state, name, kind, "M5")
        replaced(state, u, "PHD-R22")
        assert state.kind[u] == expected
    leader = add(state, "u005", "6+1", "M5")
    replaced(state, leader, "PHD-R22")
    assert state.status[leader] & FLAG["wounded"]
    casualty(state, leader, "PHD-R22")
    assert not state.kind[leader]


@pytest.mark.clause("PHD-C5.14.note1")
def test_heat_of_battle() -> None:
    state = split(14)
    z = ground(state)
    spot = GRID.name[next(h for h in members(z.nml) if not z.isolated[0] >> h & 1)]
    add(state, "u001", "6-6-6", spot, open_=True)
    closing(state, "redeployment iv, attacker")
    do(state, f"redeploy u001 {names(state)['u001'][0]}", "dice 2")
    assert state.to_move == "chance"
    do(state, "dice 4")
    assert any(e[0] == "kind" and e[3] == "hero" for e in state.journal), "a hero comes forth"
    assert state.kind[0] == "6-6-7", "and in C5.22 he is merged into the only MMC, which hardens"


@pytest.mark.clause("PHD-C5.14.note4")
def test_a_vehicle_that_stays_may_turn() -> None:
    state = split(14)
    z = ground(state)
    spot = GRID.name[next(h for h in members(z.nml) if not z.isolated[0] >> h & 1)]
    add(state, "u001", "M4A1", spot, gear="MA MG", open_=True)
    closing(state, "redeployment iv, attacker")
    do(state, f"redeploy u001 {names(state)['u001'][0]}")
    drm = total(modifiers(state, "us", [0], GRID.hex(spot)))
    do(state, f"dice {11 - drm}")
    assert state.kind[0] and any(e[4] == "PHD-C5.14.note4" for e in state.journal)


@pytest.mark.clause("PHD-R12")
@pytest.mark.parametrize(("reading", "lives"), [("c5.16", True), ("counts_as_failure", False)])
def test_a_vehicle_that_cannot_move(reading: str, lives: bool) -> None:
    state = split(14, immobile_redeploy=reading)
    z = ground(state)
    spot = GRID.name[members(z.feba[1] & ~GRID.within(z.feba[0], 3))[0]]
    add(state, "u001", "M4A1", spot, status="immobile", gear="MA MG")
    redeploy.stuck_fail(state, None)
    assert bool(state.kind[0]) == lives


@pytest.mark.clause("PHD-R14", "PHD-C5.17")
@pytest.mark.parametrize("stays", [True, False])
def test_hidden_units_may_stay(stays: bool) -> None:
    state = split(14, hip_may_stay=stays)
    z = ground(state)
    spot = GRID.name[
        next(
            h for h in members(z.feba[1]) if not z.isolated[0] >> h & 1 and goals(_at(state, h), "us", 0, "i")
        )
    ]
    add(state, "u001", "6-6-6", spot, status="hidden")
    redeploy.settle_zones(state, None)
    assert bool(state.status[0] & HIDDEN) == stays


@pytest.mark.clause("PHD-C5.7", "PHD-C5.14.v")
def test_a_rider_redeploys_with_its_vehicle_alone() -> None:
    """The first unit of the list carries one as well as any other; who has dismounted goes by himself."""
    state = split(14)
    add(state, "u001", "M4A1", "M5", gear="MA MG")
    add(state, "u004", "M4A1", "M7", gear="MA MG")
    for rider, hex_, tank in (("u002", "M5", 0), ("u003", "M5", -1), ("u005", "M7", 3)):
        state.__dict__["aboard"][add(state, rider, "3-4-6", hex_)] = tank
    state.derive()
    closing(state, "redeployment v, attacker")
    assert "u003" in names(state) and not {"u002", "u005"} & names(state).keys()
    assert rulings(state, "redeploy u002 M6") == rulings(state, "redeploy u005 M6") == ["PHD-C5.7"]


@pytest.mark.clause("PHD-TM15")
def test_a_gun_in_a_pillbox_never_moves_again() -> None:
    state = split(14)
    u = add(state, "u001", "2-2-7", "M5", gear="57mm_M1")
    mask: Any = redeploy.candidates(lambda s, f: "us", "v")
    assert mask(state, None) >> u & 1
    state.__dict__["forts"][0] = (("pillbox.1+3+5", GRID.hex("M5")),)
    assert not mask(state, None) >> u & 1


@pytest.mark.clause("PHD-TM15", "PHD-R16")
def test_nobody_joins_a_stack_who_could_not_go_there_himself() -> None:
    """A lead Infantry unit has 12 hexes, a possessed Gun 6 along the path; from a pillbox it does not move at
    all.
    """
    state = split(20)
    lead = add(state, "u001", "6-6-6", "M3")
    gun = add(state, "u002", "2-2-7", "M3", gear="57mm_M1")
    frame = Redeploying(side="us", hidden=True, situation="v")
    for goal, goes in (("M9", True), ("M10", False)):
        state.__dict__["moving"][0] = (GRID.hex(goal), lead)
        assert bool(redeploy_stack.companions(state, frame) >> gun & 1) == goes, goal
    state.__dict__["moving"][0] = (GRID.hex("M9"), lead)
    state.__dict__["forts"][0] = (("pillbox.1+3+5", GRID.hex("M3")),)
    assert not redeploy_stack.companions(state, frame)


@pytest.mark.clause("PHD-C5.13")
def test_the_reason_why_a_unit_does_not_go_with_a_stack() -> None:
    """Each reason on its own: no stack, an enemy, a number without a unit, another hex, a vehicle, too far,
    in the stack, already redeployed, no room.
    """
    state = split(20)
    lead, german = add(state, "u001", "6-6-6", "M3"), add(state, "g001", "4-6-7", "M3")
    tank, gun = (
        add(state, "u002", "M4A1", "M3", gear="MA MG"),
        add(state, "u003", "2-2-7", "M3", gear="57mm_M1"),
    )
    other, moved = add(state, "u004", "6-6-6", "M4"), add(state, "u005", "6-6-6", "M3", status="redeployed")
    frame = Redeploying(side="us", hidden=True, situation="v")

    def reason(unit: int) -> str:
        return redeploy_stack.why_not_with(state, frame, unit, -1)

    assert reason(gun) == "u003 is not a unit of the side that redeploys"
    state.__dict__["moving"][0] = (GRID.hex("M10"), lead)
    assert [reason(unit) for unit in (german, NAMES.index("u006"), other, tank, gun, lead, moved)] == [
        "g001 is not a unit of the side that redeploys",
        "u006 is not a unit of the side that redeploys",
        "u004 is not in the Location the stack leaves",
        "u002 does not go with the stack: Infantry and vehicles redeploy apart",
        "u003 cannot reach M10",
        "u001 goes with the stack already",
        "u005 does not redeploy in situation v",
    ]
    late = add(state, "u007", "6-6-6", "M3")
    for n in (8, 9):
        add(state, f"u00{n}", "6-6-6", "M10")
    assert not redeploy_stack.companions(state, frame) >> late & 1, "two squads stand in M10 and one comes"
    assert reason(late) == "M10 has no room for u007 as well"


@pytest.mark.clause("PHD-C5.13.a")
def test_isolated_units_are_short_of_ammunition_and_stun_comes_off() -> None:
    state = split(14)
    cut = add(state, "u001", "6-6-6", "S34")
    home = add(state, "u002", "M4A1", "M5", status="stunned redeployed shortage", gear="MA MG")
    leftovers.isolated_units(state, None)
    assert state.status[cut] & FLAG["shortage"] and not state.status[home] & (
        FLAG["stunned"] | FLAG["shortage"]
    )


@pytest.mark.clause("PHD-C5.15")
def test_prisoners_leave_play() -> None:
    state = split(14)
    add(state, "g001", "5-4-8", "M5", status="prisoner", open_=True)
    leftovers.prisoners(state, None)
    assert not state.used
    alone = next(h for h in members(ground(state).isolated[0]))
    add(state, "g001", "5-4-8", GRID.name[alone], status="prisoner", open_=True)
    leftovers.prisoners(state, None)
    assert state.kind[112], "his guards are cut off: he stays with them"


@pytest.mark.clause("PHD-C5.16")
def test_a_stranded_vehicle_needs_friends_within_three_hexes() -> None:
    state = split(14)
    far, near = (
        add(state, "u001", "M4A1", "M25", "abandoned", "MA"),
        add(state, "u002", "M4A1", "AA25", "immobile", "MA"),
    )
    add(state, "u003", "6-6-6", "AA27")
    add(state, "u004", "hero", "M26")
    leftovers.stranded(state, None)
    assert not state.kind[far] and state.kind[near], "a hero is no MMC"
    state.__dict__["status"][2] = FLAG["prisoner"]
    leftovers.stranded(state, None)
    assert not state.kind[near], "a prisoner keeps no tank"


@pytest.mark.clause("PHD-C5.17.a", "PHD-C5.17")
def test_works_hidden_outside_the_feba_come_to_light() -> None:
    state = split(14)
    inside, outside, shared = GRID.hex("M20"), GRID.hex("M3"), GRID.hex("N3")
    state.__dict__["buried"][1] = (
        ("foxhole.1", inside),
        ("foxhole.1", outside),
        ("wire", shared),
        ("ap_mines.6", outside),
    )
    add(state, "g001", "5-4-8", "N3", status="hidden")
    leftovers.hidden_works(state, None)
    assert state.forts[1] == (("foxhole.1", outside),) and len(state.buried[1]) == 3


@pytest.mark.clause("PHD-C5.13")
@pytest.mark.parametrize(
    ("kind", "gear", "which", "rolls"),
    [
        ("6-6-6", "", "v", False),
        ("6-6-6", "57mm_M1", "v", False),
        ("2-2-7", "57mm_M1", "v", True),
        ("2-2-7", "", "v", False),
        ("M4A1", "MA", "v", True),
        ("6-6-6", "", "iii", True),
    ],
)
def test_who_makes_a_redeployment_dr(kind: str, gear: str, which: str, rolls: bool) -> None:
    state = split(14)
    u = add(state, "u001", kind, "M5", gear=gear)
    assert redeploy.dice_needed(state, u, which) == rolls
