"""FF-IN, FF-OUT: a TM Scenario fought squad by squad within the mission, and what it hands over."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from grognard.core.facts import CHANCE, DONE
from grognard.core.record import Match
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.games.purple_heart_draw import fight
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.charts import CIRCLED
from grognard.games.purple_heart_draw.fight import carry_back, new_fight, place_of
from grognard.games.purple_heart_draw.firefight.departing import leave
from grognard.games.purple_heart_draw.firefight.forces import FIRST_GUN, UNIT
from grognard.games.purple_heart_draw.firefight.game import carry
from grognard.games.purple_heart_draw.firefight.position import BROKEN as FIGHT_BROKEN
from grognard.games.purple_heart_draw.firefight.position import DUE, FOXHOLE, JAMMED, Ending, Firefight
from grognard.games.purple_heart_draw.pieces import (
    FLAG,
    KINDS,
    NAMES,
    NUMBER_OF,
    PRISONER,
    SIDES,
    flags,
)
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.players.seat import seated

from .build import GAME, add, bare

OPTION = {"tactical_source": "firefight"}


def put_down(
    state: PurpleHeartDraw, name: str, kind: str, hex_: str | None, status: str = "", gear: str = ""
) -> None:
    """A unit that lies open on the map, unless it is covered."""
    seen = hex_ is not None and not {"concealed", "hidden"} & set(status.split())
    add(state, name, kind, hex_, status, gear, open_=seen)


def scene() -> PurpleHeartDraw:
    """A few units of every sort: on the map, at its edge, armed, covered, and some that stand aside."""
    state = bare(us=["M15"], german=["L17"], **OPTION)
    put_down(state, "u001", "6-6-6", "K10", gear="MMG BAZ44! RADIO")
    put_down(state, "u002", "9-1", "K10")
    put_down(state, "u003", "7-4-7", None, gear="DC")
    put_down(state, "u004", "M4A1", "J9")
    put_down(state, "u005", "hero", "J9", "wounded")
    put_down(state, "g001", "5-4-8", "L17", "concealed", gear="LMG PSK")
    put_down(state, "g002", "2-3-8", "M17", "broken", gear="MMG^")
    put_down(state, "g003", "2-2-8", "N17", gear="8cm_GrW_34")
    own = state.__dict__
    own["dropped"] = (("german.HMG!", GRID.number["M16"]),)
    own["forts"][1] = (("foxhole.1", GRID.number["L17"]), ("wire", GRID.number["L16"]))
    own["buried"][1] = (("ap_mines.6", GRID.number["K16"]), ("foxhole.2", GRID.number["M17"]))
    own["announced"][:] = [2, 3]
    state.derive()
    return state


def everything(state: PurpleHeartDraw) -> dict[str, Any]:
    """All that a handover may touch."""
    plain = json.loads(state.to_json())
    return {name: value for name, value in plain.items() if not name.startswith("fight_")}


def test_one_table_says_who_takes_part() -> None:
    """FF-IN: every kind of Infantry has a counter in the fight, crews of vehicles among them."""
    for name, kind in KINDS.items():
        infantry = kind.type in ("squad", "half_squad", "leader", "hero", "crew")
        assert bool(fight.fighter(name)) == infantry, name


@pytest.mark.clause("FF-IN")
def test_forces_come_in_as_they_stand() -> None:
    found = new_fight(scene())
    assert found.kind[UNIT["u01"]] == "6-6-6" and found.at[UNIT["u01"]] == GRID.number["K10"]
    assert (
        found.kind[UNIT["u05"]] == "1-4-9"
        and not found.kind[UNIT["u04"]]
        and found.kind[UNIT["g03"]] == "2-2-8"
    )
    assert found.flags[UNIT["u03"]] & DUE and found.at[UNIT["u03"]] < 0
    assert not found.open >> UNIT["u03"] & 1 and not found.open >> UNIT["g01"] & 1
    assert found.open >> UNIT["u01"] & 1 and found.flags[UNIT["g02"]] & FIGHT_BROKEN
    held = {(found.gun_kind[g], found.holder[g], bool(found.gun_flags[g] & JAMMED)) for g in found.armory}
    assert held == {
        ("MMG", UNIT["u01"], False),
        ("BAZ44", UNIT["u01"], True),
        ("DC", UNIT["u03"], False),
        ("LMG", UNIT["g01"], False),
        ("PSK", UNIT["g01"], False),
        ("MMG", UNIT["g02"], False),
        ("81MTR", UNIT["g03"], False),
        ("HMG", -1, True),
    }
    assert dict(found.foxholes) == {GRID.number["L17"]: 1} and found.flags[UNIT["g01"]] & FOXHOLE
    assert dict(found.dug[1]) == {GRID.number["M17"]: 2} and dict(found.mines[1]) == {GRID.number["K16"]: 6}
    assert list(found.san) == [2, 3] and GRID.names(found.held[0]) == ["M15"]


@pytest.mark.clause("FF-OUT")
def test_a_fight_in_which_nothing_happens_changes_nothing() -> None:
    """A whole handover loses and invents nothing."""
    state = scene()
    before = everything(state)
    carry_back(state, new_fight(state))
    after = everything(state)
    assert {name for name in before if before[name] != after[name]} <= {"cover"}


@pytest.mark.clause("FF-OUT")
def test_losses_prisoners_and_new_units_are_carried_back() -> None:
    state = scene()
    found = new_fight(state)
    own = found.__dict__
    own["kind"][UNIT["u01"]] = "3-4-6"  # reduced
    own["kind"][UNIT["g01"]], own["at"][UNIT["g01"]] = "", -1  # captured by u02
    own["captives"][UNIT["u02"]] = "5-4-8"
    own["kind"][UNIT["g02"]], own["at"][UNIT["g02"]] = "", -1  # dead
    own["kind"][UNIT["g04"]], own["at"][UNIT["g04"]] = "8-0", GRID.number["N17"]  # made in play
    own["open"] |= 1 << UNIT["g04"]
    for g in found.armory:
        if own["holder"][g] in (UNIT["g01"], UNIT["g02"]):
            own["holder"][g], own["gun_at"][g] = -1, GRID.number["L17"]
    own["points"][:] = [5, 1]
    found.derive()
    carry_back(state, found)
    at = {name: state.kind[NUMBER_OF[name]] for name in ("u001", "g001", "g002", "g003", "g004")}
    assert at == {"u001": "3-4-6", "g001": "5-4-8", "g002": "", "g003": "2-2-8", "g004": "8-0"}
    assert state.status[NUMBER_OF["g001"]] == PRISONER and state.at[NUMBER_OF["g001"]] == GRID.number["K10"]
    assert list(state.cvp) == [5, 1] and list(state.cvp_prisoners) == [4, 0]
    lying = Counter(item for item, _ in state.dropped)
    assert lying == Counter(["german.HMG!", "german.LMG", "german.PSK", "us.MMG"])
    assert state.gear[NUMBER_OF["g003"]] == ("8cm_GrW_34",) and state.at[NUMBER_OF["u004"]] >= 0


def ailments(kind: str) -> list[str]:
    """What may be the matter with a unit of a kind; the "?" of a vehicle is lost in a fight."""
    if KINDS[kind].type == "vehicle":
        return ["", "bogged", "mired", "immobile", "abandoned", "shock"]
    return ["", "broken", "wounded", "fanatic", "concealed", "hidden", "labor", "broken disrupted"]


def hardware(state: PurpleHeartDraw) -> int:
    return sum(map(len, state.gear)) + len(state.dropped)


@pytest.mark.clause("FF-IN")
@pytest.mark.clause("FF-OUT")
@pytest.mark.parametrize("seed", range(12))
def test_any_roster_comes_back_as_it_went(seed: int) -> None:
    """A property: units at random, with any status and gear; an unfought fight gives all of them back."""
    rng, state = Random(seed), bare(**OPTION)
    men = [name for name, kind in KINDS.items() if kind.side in ("", "us")]
    foes = [name for name, kind in KINDS.items() if kind.side in ("", "german")]
    hexes = list(GRID.number)
    for name in NAMES[: rng.randrange(100)]:
        gear = " ".join(rng.sample(["MMG", "HMG!", "BAZ44", "DC", "FT", "RADIO", "PSK^"], rng.randrange(3)))
        where = rng.choice([None, *rng.sample(hexes, 4)])
        kind = rng.choice(men)
        put_down(state, name, kind, where, rng.choice(ailments(kind)) if where else "", gear=gear)
    for name in NAMES[112 : 112 + rng.randrange(100)]:
        gear = " ".join(rng.sample(["LMG", "MMG!", "PSK", "MMG^", "DC"], rng.randrange(3)))
        where = rng.choice([None, *rng.sample(hexes, 4)])
        kind = rng.choice(foes)
        put_down(state, name, kind, where, rng.choice(ailments(kind)) if where else "", gear=gear)
    state.derive()
    before, count = everything(state), hardware(state)
    carry_back(state, new_fight(state))
    after = everything(state)
    assert {name for name in before if before[name] != after[name]} <= {"cover"} and hardware(state) == count


# ---------------------------------------------------------------- in the mission


def into_the_fight(seed: str = "3") -> Match:
    """A mission at the first decision of its first fight."""
    match = Match.begin(GAME, seed=seed, options=OPTION)
    state: Any = match.state
    seats = {side: seated("computer:plain", "purple-heart-draw", side, seed) for side in SIDES}
    while not state.inner.stack:
        if state.to_move == CHANCE:
            match.roll()
        else:
            match.do(seats[state.to_move].choose(state))
    return match


def fight_it_out(match: Match, rng: Random) -> int:
    """Play at random, mostly passing, until the fight is over; gives the last turn of it."""
    state: Any = match.state
    turn = 0
    while state.inner.stack:
        turn = state.inner.turn
        if state.to_move == CHANCE:
            match.roll()
        else:
            choices = state.legal_actions()
            match.do(DONE if DONE in choices and rng.random() < 0.6 else choices.sample(rng))
    return turn


@pytest.mark.clause("PHD-TM6.ff")
@pytest.mark.clause("FF-IN")
def test_a_scenario_is_fought_within_the_mission(tmp_path: Any) -> None:
    """One record: it is read back, and undone to its beginning; the fight leaves no fact behind."""
    match = into_the_fight()
    state: Any = match.state
    start, begun = state.digest(), len(state.actions)
    assert state.step.name == "defender's sniper" and isinstance(state.inner, Firefight)
    turn = fight_it_out(match, Random(3))
    assert turn in CIRCLED and state.scenario == 1 and state.turn == 0
    assert all(
        list(field.start) == state.__dict__[name]
        if name in state.columns
        else field.start == state.__dict__[name]
        for name, field in state.within.fields_of(state).items()
    )
    match.save(tmp_path / "mission.grog")
    assert GAME.read(tmp_path / "mission.grog").digest() == state.digest()
    while len(state.actions) > begun:
        state.pop()
    assert state.digest() == start


def test_a_position_in_a_fight_is_saved_and_goes_on() -> None:
    state: Any = into_the_fight().state
    again = type(state).from_plain(json.loads(state.to_json()))
    assert again.digest() == state.digest() and list(again.legal_actions()) == list(state.legal_actions())
    copy = state.copy()
    copy.push(copy.legal_actions()[0])
    assert state.digest() == again.digest() != copy.digest()


@pytest.mark.clause("FF-IN")
def test_each_seat_knows_of_the_fight_what_it_may() -> None:
    """Purchases at the map edge are their owner's secret, as are units under a "?"."""
    state: Any = into_the_fight().state
    us, german, nobody = (state.view(seat)["fight_kind"] for seat in ("us", "german", "spectator"))
    assert {name[0] for name in us} == {"u"} and {name[0] for name in german} == {"g"} and not nobody
    assert state.known_to("us").inner.viewer == "us"


def test_a_refusal_of_the_fight_cites_its_clause() -> None:
    state: Any = into_the_fight().state
    assert state.why_not(GAME.parse("done")) and "PHD-C5.37" not in str(state.why_not(GAME.parse("done")))
    with pytest.raises(IllegalAction):
        state.push(GAME.parse("move u01 A1"))


def test_a_verb_of_both_games_is_told_apart() -> None:
    """By the number of its words, or by the hex it names."""
    assert GAME.parse("throw 2").dice == 2 and GAME.parse("throw umg1 K5").hex == "K5"
    assert GAME.parse("aim K5").hex == "K5" and GAME.parse("aim m1.2").unit == "m1.2"
    with pytest.raises(GrognardError):
        GAME.parse("throw u01 K5 7")


@pytest.mark.clause("PHD-C5.3.ff")
def test_close_combat_is_fought_out_after_the_last_turn() -> None:
    """No Location with both sides is left, and the prisoners count double."""
    state = scene()
    found = new_fight(state)
    own = found.__dict__
    own["at"][UNIT["g02"]] = own["at"][UNIT["u01"]]
    own["flags"][UNIT["g02"]] &= ~FIGHT_BROKEN
    own["turn"], own["phase"], own["stack"] = 10, "Close Combat Phase", (Ending(die=6),)
    found.derive()
    found.run()
    rng, rounds = Random(1), 0
    while found.stack and rounds < 400:
        found.push(found.legal_actions().sample(rng))
        rounds += 1
    assert not found.stack
    assert not {found.at[u] for u in found.mustered["us"]} & {
        found.at[u] for u in found.mustered["german"]
    } - {-1}


@pytest.mark.clause("PHD-TM8.ff")
def test_a_unit_that_left_comes_back_where_it_left() -> None:
    state = scene()
    state.__dict__["exit"][NUMBER_OF["u003"]] = GRID.number["C1"]
    found = new_fight(state)
    assert GRID.names(found.doors[place_of(NUMBER_OF["u003"])]) == ["C1"]
    assert not found.doors[UNIT["u01"]] and flags("broken") == FLAG["broken"]


@pytest.mark.clause("PHD-TM8.ff", "ASL-A2.6")
def test_a_unit_that_leaves_by_its_own_edge_is_kept_and_another_is_lost() -> None:
    """u001 leaves by the northern edge, with its machine gun; g003 leaves there as well, and is eliminated."""
    state = scene()
    found = new_fight(state)
    own, edge = found.__dict__, GRID.number["C1"]
    for name in ("u01", "u02", "g03"):
        own["at"][UNIT[name]] = edge
    own["captives"][UNIT["u02"]] = "5-4-8"
    found.derive()
    leave(found, [UNIT["u01"], UNIT["u02"], UNIT["g03"]])
    assert found.kind[UNIT["u01"]] and not found.kind[UNIT["g03"]] and found.points[0] > 0
    carry_back(state, found)
    kept = NUMBER_OF["u001"]
    assert state.at[kept] < 0 and state.exit[kept] == edge and state.status[kept] & FLAG["exited"]
    assert "MMG" in state.gear[kept]
    prisoner = NUMBER_OF["g003"]  # the 5-4-8 that u002 guards takes the free place
    assert state.status[prisoner] & PRISONER and state.at[prisoner] == edge


def test_a_weapon_that_fires_keeps_its_place_in_an_old_record() -> None:
    """Rules 0.2 had 44 places for units; the numbers of weapons came after them."""
    old = {"frame": "attack", "firers": [3, 45], "shots": [[46, 1]], "firer": 44, "snapped": [2]}
    now = carry({"stack": [old]}, "0.2")["stack"][0]
    gun = FIRST_GUN
    assert now == {**old, "firers": [3, gun + 1], "shots": [[gun + 2, 1]], "firer": gun}
    assert carry({"stack": [old]}, "0.3")["stack"] == [old]
