"""Blunders that Marshal was seen to make, each as a position in which it must do better. No clock: it does its
fixed amount of work.
"""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.hexes import Hex
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import ALLIED, ATTACK, GERMAN, NAMES, UNIT
from grognard.games.sword_beach.tables import AIR
from grognard.games.sword_beach.verbs import place
from grognard.players import sit, view_for
from grognard.players.sword_beach import deliberation, fusilier, fusilier_fights, tempers
from grognard.players.sword_beach.conduct import conduct
from grognard.players.sword_beach.craft import CAEN_NORTH
from grognard.players.sword_beach.ground import RING, Ground
from grognard.players.sword_beach.judgement import Judge
from grognard.players.sword_beach.lookahead import answer_of_chance
from grognard.players.sword_beach.plans import Planner
from grognard.players.sword_beach.rear import Roamers, exposed
from tests.players.games import seats
from tests.sword_beach.build import position

GAME = grognard.load("sword-beach")
B = ("1640", "1740")


def weighed(state, side, stance=None, **weight):
    """Marshal's temper in a position; with changes, the temper of a player that would blunder there."""
    temper = tempers.temper_of(state, side, conduct("marshal"))
    return temper._replace(ground=temper.ground._replace(**weight), **(stance or {}))


def planned(state, side, temper):
    """Where the plan of a movement phase puts each unit."""
    planner = Planner(view_for(state, side).position, side, temper, Random(1), lambda: True)
    goals = planner.search(*deliberation.UNTIMED, round(temper.tries))[0].goals
    return {NAMES[unit]: hex_ for unit, hex_ in goals.items() if hex_ >= 0}


def beside(hex_, units):
    """The attack strength of these units next to a hex."""
    near = GRID.near(1 << hex_)
    return sum(ATTACK[UNIT[name]][2] for name, at in units.items() if near >> at & 1)


def cut_off(state, posts):
    """How many Allied hexes German mobile units could cut off from the beaches, with the units at these."""
    after = state.copy()
    for name, hex_ in posts.items():
        place(after, UNIT[name], Hex(hex_), "")
    return exposed(after, Roamers(after)).cut.bit_count()


def hexes(units):
    return {name: GRID.number[at.split()[0]] for name, at in units.items()}


def first(state, side):
    return str(sit("marshal", "sword-beach", side, seed=1).choose(state))


def air_left(seed):
    """Aircraft in the cup when the first German turn begins."""
    state, players = GAME.new(seed=seed), seats("marshal", "marshal", seed=seed)
    while not (state.turn == 1 and state.step.name == "german movement"):
        state.roll() if state.to_move == CHANCE else state.push(players[state.to_move].choose(state))
    return sum(state.cups[AIR])


def test_aircraft_are_left_for_the_first_german_turn(monkeypatch):
    """All air markers had been spent before the first German turn, so landed stacks were defended by guns."""
    assert all(air_left(seed) >= 4 for seed in range(3))  # two German attacks are answered with two each
    monkeypatch.setattr(
        fusilier_fights, "LANDING_THRIFT", 0.0
    )  # a player that does not save them for the landing
    monkeypatch.setitem(fusilier_fights.PRICE[ALLIED, ALLIED], "naval", 9.0)
    assert any(air_left(seed) < 4 for seed in range(3))


SEAL = {"22/21": "1540", "125/21": "1639", "192/21": "1641"}


def test_brigades_beside_a_seal_attack_it():
    """Three full brigades had stood idle beside a seal of the landing."""
    army = {"8/3": "1640 landed", "9/3": "1740 landed", "185/3": "1640 landed", "27-Armd": "1740 landed"}
    state = position("allied combat", 3, {**army, **SEAL}, B)
    judge = Judge(state, ALLIED, weighed(state, ALLIED))
    assert len(judge.best_offensive(judge.at_hand())[0].force) > 1
    players, done = seats("marshal", "marshal", seed=1), []
    while state.step.name != "german movement":
        random = state.to_move == CHANCE
        state.push(
            answer_of_chance(state, Random(len(done))) if random else players[state.to_move].choose(state)
        )
        done.append(str(state.actions[-1]))
    assert any(one.startswith("attack") for one in done)
    state = position("allied combat", 3, {**army, **SEAL}, B)
    timid = Judge(state, ALLIED, weighed(state, ALLIED, nerve=2.0, enough=3.0))
    assert not timid.best_offensive(timid.at_hand())


CORPS = {"8/3": "1238", "9/3": "1239", "185/3": "1339", "27-Armd": "1338", "152/51": "1240"}
RASH = {"hit": 3.0, "fear": 0.0, "nerve": 0.2, "enough": 0.0, "post": 0.0, "ring": 0.0, "near": 0.0}


def test_22_21_does_not_sally_out_alone():
    """The panzer regiment had left Caen to stand beside a whole corps. With others beside it, it may."""
    garrison = {"22/21": "0937", "736/716": "0938", "716/716": "0939", "125/21": "0837"}
    state = position("german movement", 5, {**CORPS, **garrison}, B)
    goals = planned(state, GERMAN, weighed(state, GERMAN))
    assert not beside(goals["22/21"], hexes(CORPS)) or beside(goals["22/21"], goals) >= 6
    rash = weighed(state, GERMAN, {"fear": 0.0, "blows": 4.0, "hole": 0.0}, **RASH)
    assert beside(planned(state, GERMAN, rash)["22/21"], hexes(CORPS)) >= 6


def test_no_attack_at_equal_strength_for_open_ground():
    """27 Armd (8) against 125/21 (8) in the open, far from Caen: its own step is likelier to be lost."""
    units = {"27-Armd": "1238", "125/21": "1138", "1/1SS": "0837", "2/1SS": "0937"}
    state = position("allied combat", 8, units, B)
    assert first(state, ALLIED) == "done"
    weight = weighed(state, ALLIED, nerve=0.1, enough=0.0).ground  # own losses count next to nothing
    assert str(fusilier.pick(state, state.legal_actions(), ALLIED, weight)) == "attack 27-Armd 1138"


KILLERS = {"22/21": "1138", "125/21": "1139", "192/21": "1140", "200/21": "1039"}


@pytest.mark.parametrize("at", ["1440", "1540"])
def test_a_lone_brigade_does_not_step_into_a_killing_ground(at):
    """One of three brigades had gone forward by itself to where four German regiments could attack it, while
    the others held the beaches. A search that looks at no hex towards home does that still.
    """
    state = position("allied movement", 3, {"8/3": at, "9/3": "1640", "185/3": "1740", **KILLERS}, B)
    close = GRID.within(state.beachheads, 1)
    assert all(close >> hex_ & 1 for hex_ in planned(state, ALLIED, weighed(state, ALLIED)).values())
    shallow = planned(state, ALLIED, weighed(state, ALLIED, {"refuges": 0.0}))
    assert any(beside(hex_, hexes(KILLERS)) >= 12 for hex_ in shallow.values())


LINE = {"8/3": "0939", "153/51": "0936", "4-Armd": "0938", "5G/GA": "0937", "27-Armd": "1036", "9/3": "1037"}
INSIDE = {"305/21": "0836", "125/21": "0837 reduced", "4-AA": "0838", "200/21": "0839", "1/1SS": "0737"}


def test_the_last_hex_of_caen_is_entered_when_its_defender_falls():
    """On turn 16 the defender of the last hex had fallen, and no unit advanced: each stood in another hex of
    Caen, and that was counted as given up. The next German walked in.
    """
    state = position("allied combat", 16, {**LINE, **INSIDE}, B)
    players = seats("marshal", "marshal", seed=1)
    while state.step.name != "advance":
        luck = list(state.legal_actions())[-1]  # the highest marker, a 6
        state.push(luck if state.to_move == CHANCE else players[state.to_move].choose(state))
    assert state.turn == 16 and GRID.number["0837"] == state.stack[-1].hex
    assert first(state, ALLIED).startswith("advance")
    assert str(sit("marshal-3", "sword-beach", ALLIED, seed=1).choose(state)) == "done"


HELD = {
    "152/51": "0938", "8/3": "0937", "185/3": "0837", "9/3": "0939 reduced", "153/51": "1139 reduced",
    "154/51": "1540", "32G/GA": "1341", "227/15": "1640", "44/15": "1640", "46/15": "1640",
}  # fmt: skip
LAST_GERMANS = {
    "1/1SS-Pz": "0839 reduced", "2/1SS": "0838", "281/116": "1039 reduced", "288/116": "0940", "156/116": "0737",
    "16/116": "1140", "60/116": "1138", "1051/84": "0944", "1052/84": "0945", "184/84": "1040 reduced",
    "631/711": "0739", "644/711": "0738", "763/711": "0840",
}  # fmt: skip


def test_a_hex_of_caen_is_not_left_open_in_the_last_turn():
    """With all four hexes held on turn 17 the weakest brigade had left Caen, because a hex that is held can be
    lost in a fight, and a German walked in. `marshal-4` does that still.
    """
    state = position("allied movement", 17, {**HELD, **LAST_GERMANS}, B)
    left = {GRID.number[one] for one in ("0837", "0937", "0938", "0939")}
    assert left <= set(planned(state, ALLIED, weighed(state, ALLIED)).values())
    careless = weighed(state, ALLIED, {"keep": 0.0, "hole": 0.8})
    assert not left <= set(planned(state, ALLIED, careless).values())


def test_in_the_last_turns_what_is_held_comes_before_attacks():
    """With all four hexes held on turn 17 brigades had gone hunting far from Caen: the stance of the whole game
    hid that the position calls for caution.
    """
    state = position("allied movement", 17, {**HELD, **LAST_GERMANS}, B)
    late = weighed(state, ALLIED)
    assert late.blows < 1 < late.fear and late.ground.aim == "city"
    state = position("allied movement", 12, {**HELD, **LAST_GERMANS}, B)
    assert weighed(state, ALLIED).blows > 1


TAKEN = {
    "5G/GA": "0837", "32G/GA": "0938", "153/51": "0939", "8/3": "0937", "227/15": "1541", "44/15": "1640 landed",
    "152/51": "1640 landed", "185/3": "1739",
}  # fmt: skip
RAIDERS = {"1/1SS-Pz": "1542", "2/1SS": "1543", "1/1SS-AT": "1643", "631/711": "1242"}


def test_a_brigade_comes_back_to_caen_when_all_of_it_is_taken():
    """From turn 11 on the Allies had held all four hexes with twice the German strength, chased the last raiders
    at the beaches with every brigade, and lost a hex of Caen on turn 17 to fresh Germans.
    """
    state = position("allied movement", 14, {**TAKEN, **RAIDERS}, B)
    close = GRID.within(CAEN_NORTH, 3)

    def coming(player):
        goals = planned(state, ALLIED, tempers.temper_of(state, ALLIED, conduct(player)))
        return [name for name, hex_ in goals.items() if close >> hex_ & 1]

    assert {"5G/GA", "32G/GA", "153/51", "8/3"} < set(coming("marshal"))
    assert len(coming("marshal")) > len(coming("marshal-5"))


WAITING = {
    "153/51": "1640 landed", "154/51": "1640 landed", "9/3": "1739",
    "27-Armd": "1039", "32G/GA": "1438", "5G/GA": "1439",
}  # fmt: skip
BESET = {"125/21": "0937", "3-AA": "0939", "4-AA": "0938"}


def test_an_army_that_holds_caen_keeps_its_way_to_the_beaches():
    """On turn 15 ten brigades had stood in Caen and none between it and the beaches: the panzer division that
    came that turn cut all of them off, and two turns out of supply cost twenty steps and the city. A search
    that makes only its first draft better, the line as it stands, leaves them there.
    """
    units = {
        "32G/GA": "0837", "6AL/6": "0937", "3/6-Para": "0938", "154/51": "0939", "4-Armd": "0940",
        "153/51": "0738", "5G/GA": "0739", "8/3": "0838", "185/3": "0839", "9/3": "1141",
        "44/15": "1439", "227/15": "1739", "152/51": "1740",
    }  # fmt: skip
    germans = {"1/1SS-AA": "1138 reduced", "631/711": "1345", "644/711": "1346", "763/711": "1347"}
    germans |= dict.fromkeys(("16/116", "60/116", "156/116", "281/116", "288/116"), "waiting")
    state = position("allied movement", 15, units | germans, ("1739", "1740"))
    temper = weighed(state, "allied")
    cut = {tries: cut_off(state, planned(state, "allied", temper._replace(tries=tries))) for tries in (1, 2)}
    assert cut[1] > 5 and cut[2] <= 2


def test_one_weak_intruder_does_not_hold_an_army():
    """On turn 8 six full brigades had stood about one reduced flak regiment near the beaches, while four
    battalions of foot held Caen alone.
    """
    units = {
        "4-Armd": "0940", "152/51": "1639", "153/51": "1640", "8/3": "1640", "9/3": "1737", "185/3": "1738",
        "154/51": "1739", "32G/GA": "1739", "5G/GA": "1739", "3/6-Para": "1740", "1-Cdo": "1837",
    }  # fmt: skip
    germans = {"857/346": "0837", "858/346": "0937", "736/716": "0938", "346/346": "0939"}
    state = position("allied movement", 8, units | germans | {"200/21": "1838 reduced"}, ("1640", "1739"))
    gone = {}
    for hunt in (0.0, weighed(state, "allied").ground.hunt):
        posts = planned(state, "allied", weighed(state, "allied", hunt=hunt))
        gone[hunt] = sum(GRID.within(CAEN_NORTH, 4) >> hex_ & 1 for hex_ in posts.values())
    assert gone[0.0] <= 4 and max(gone.values()) >= gone[0.0] + 3


def test_one_of_a_stack_guards_the_beaches_and_the_other_marches():
    """With three Germans left, all of them in Caen, two brigades had stood on one beach for six turns: each was
    taken for its only guard.
    """
    state = position("allied movement", 7, {**WAITING, **BESET}, B)
    goals = planned(state, ALLIED, weighed(state, ALLIED))
    shore = GRID.within(state.beachheads, 1)
    stayed = [name for name in ("153/51", "154/51", "9/3") if shore >> goals[name] & 1]
    assert 1 <= len(stayed) < 3
    assert max(beside(GRID.number[BESET[name]], goals) for name in BESET) >= 20


def test_a_guard_of_the_beaches_counts_once():
    """Two brigades on a beach are worth one guard, whichever of them stays."""
    state = position("allied movement", 7, {**WAITING, **BESET}, B)
    weight = weighed(state, ALLIED).ground
    first_, second = (UNIT[name] for name in ("153/51", "154/51"))
    ground, plain = Ground(state, ALLIED, weight), Ground(state, ALLIED, weight._replace(guard=0.0))
    extra = [ground.place(u, state.at[u]) - plain.place(u, state.at[u]) for u in (first_, second)]
    assert sorted(extra) == [0.0, weight.guard]


def test_a_unit_that_holds_caen_does_not_take_the_loss_for_one_outside():
    """On turn 17, with all four hexes held, the brigade in 0837 took the loss of an attack made together with
    one outside, and 0837 fell to the next German attack.
    """
    units = {**HELD, "9/3": "0836", "288/116": "0737 reduced", "156/116": "0738", "60/116": "0839"}
    state = position("allied combat", 17, {**units, "8/3": "0937", "185/3": "0837", "227/15": "0939"}, B)
    attack = ("attack 185/3 0737", "join 9/3")
    losing = [one for seed in range(12) if (one := loser("marshal", state, attack, seed))]
    assert losing and set(losing) == {"lose 9/3"}
    assert "lose 185/3" in [loser("marshal-5", state, attack, seed) for seed in range(12)]


def loser(player, state, attack, seed):
    """Which step a player loses in an attack, if these dice leave it the choice."""
    game = state.copy()
    for text in attack:
        game.push(GAME.parse(text))
    players, rng = seats(player, player, seed=seed), Random(seed)
    while game.step.name not in ("loss", "allied combat"):
        random = game.to_move == CHANCE
        game.push(answer_of_chance(game, rng) if random else players[game.to_move].choose(game))
    return str(players[ALLIED].choose(game)) if game.step.name == "loss" else ""


def as_before(state, side):
    """The temper of Marshal before the blunders of the German side were corrected."""
    return tempers.temper_of(state, side, conduct("marshal-8"))


BESIEGERS = {
    "152/51": "1239", "153/51": "0940", "154/51": "1039", "185/3": "1541", "27-Armd": "1641", "3/6-Para": "1038 reduced",
    "32G/GA": "0836", "4-Armd": "0637", "5G/GA": "0937", "6AL/6": "1140", "8/3": "1037", "9/3": "1138",
}  # fmt: skip
WORN = {
    "3-AA": "0938 reduced", "125/21": "0837", "200/21": "0838", "346/346": "0739", "4-AA": "0939", "736/716": "0738",
    "857/346": "0839",
}  # fmt: skip


def threats(state, temper):
    """The hexes that the German fears for."""
    judge = Judge(state, GERMAN, temper)
    return {GRID.name[one.hex] for one in judge.offensive(ALLIED, judge.coming()[0], False)}


def test_the_german_sees_the_attack_on_a_worn_defender_of_caen():
    """The German took the Allies for as careful as itself, whose losses count three times, and saw no threat in
    an attack by three brigades on a regiment with one step left.
    """
    state = position("german movement", 8, {**BESIEGERS, **WORN}, B)
    assert "0938" in threats(state, weighed(state, GERMAN))
    assert not threats(state, as_before(state, GERMAN))


def test_a_worn_defender_of_caen_is_relieved():
    """The same regiment stayed in its hex of Caen for four turns, with fresh units behind it, until it fell."""
    state = position("german movement", 9, {**BESIEGERS, **WORN}, B)
    hex_ = GRID.number["0938"]

    def holder(temper):
        return [name for name, at in planned(state, GERMAN, temper).items() if at == hex_]

    assert holder(as_before(state, GERMAN)) == ["3-AA"]
    (fresh,) = holder(weighed(state, GERMAN))
    assert "reduced" not in WORN[fresh]
    assert holder(weighed(state, GERMAN, {"rests": 0.0})) == ["3-AA"]


AT_THE_GATES = {
    "152/51": "1139", "153/51": "0840", "154/51": "1037", "185/3": "0936 reduced", "27-Armd": "1036 reduced",
    "3/6-Para": "1239", "4-Armd": "0638", "6AL/6": "0940 reduced", "8/3": "1640", "9/3": "1038",
}  # fmt: skip
IN_CAEN = {
    "2-AA": "0837", "200/21": "0739", "22/21": "0937", "3-AA": "0939", "346/346": "0944", "4-AA": "0738 reduced",
    "716/716": "0839", "857/346": "0938", "858/346": "0945",
}  # fmt: skip


def test_no_unit_leaves_caen_to_stand_before_it_in_the_open():
    """200/21 had gone from southern Caen to the open hex 0836 beside two brigades, as a post before Caen, and
    was destroyed there. With such posts it does so still.
    """
    state = position("german movement", 4, {**AT_THE_GATES, **IN_CAEN}, B)

    def outside(temper):
        return [name for name, hex_ in planned(state, GERMAN, temper).items() if RING >> hex_ & 1]

    assert not outside(weighed(state, GERMAN))
    assert outside(weighed(state, GERMAN, ring=1.0)) == outside(as_before(state, GERMAN)) == ["200/21"]


STORMED = {"44/15": "0837 reduced", "27-Armd": "0939", "4-Armd": "0938", "5G/GA": "0937", "8/3": "0941"}
AROUND = {"1/1SS": "0738", "2/1SS": "0737", "16/116": "0836", "60/116": "0838", "736/716": "0839"}


def test_in_the_last_german_turn_everything_is_risked_for_a_hex_of_caen():
    """With all four hexes lost the German ended the game with a dozen units around Caen and one bombardment: its
    losses still counted three times, and it still feared for them.
    """
    state = position("german combat", 17, {**STORMED, **AROUND}, B)
    assert first(state, GERMAN) == "attack 1/1SS 0837"
    weak = position("german combat", 17, {**STORMED, "1/1SS": "0738", "736/716": "0836"}, B)
    assert first(weak, GERMAN).startswith("attack")
    assert not str(sit("marshal-8", "sword-beach", GERMAN, seed=1).choose(weak)).startswith("attack")
    late = weighed(position("german movement", 17, {**STORMED, **AROUND}, B), GERMAN)
    assert late.fear == late.hole == 0 and late.blows > 1 > late.ground.nerve


def test_a_plan_has_no_ring_of_units_that_take_each_others_places():
    """A relief was found and then lost: the relieved unit went to the hex that its relief had left, neither
    could go first, and both stayed.
    """
    state = position("german movement", 9, {**BESIEGERS, **WORN}, B)
    planner = Planner(state, GERMAN, weighed(state, GERMAN), Random(1), lambda: True)
    worn, fresh = UNIT["3-AA"], UNIT["346/346"]
    hex_, other = state.at[worn], state.at[fresh]
    assert not planner.ties(worn, other)
    planner.put(worn, GRID.number["0740"])
    planner.put(fresh, hex_)
    assert planner.ties(worn, other) and not planner.ties(worn, GRID.number["0741"])
    assert not planner.ties(UNIT["736/716"], other)
