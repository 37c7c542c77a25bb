"""Attacks, overruns, barrages, retreats and what follows them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.beyond_the_rhine.campaign import barrage, strength
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.odds import forecast, worth
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Barrage, Battle, Campaign
from grognard.games.beyond_the_rhine.campaign.verbs import stores

from .build import GAME, allowed, bits, do, fight, marked, reach_of, scene, setup, through, under_way, where

TURNS = under_way("allied", "combat", 2)


def battle(**fields: object) -> list[dict[str, object]]:
    return [*TURNS, {"frame": "battle", "side": "allied", "hex": "14.09", **fields}]


def first_choices(state: Campaign, *prefer: str) -> Campaign:
    """Lets both sides answer until the Combat Segment goes on: what is preferred, else the first choice."""
    while (
        state.stack
        and state.step.name not in ("allied combat", "german combat", "allied movement")
        and state.to_move != "chance"
    ):
        texts = [str(action) for action in state.legal_actions()]
        do(state, next((text for text in prefer if text in texts), texts[0]))
    return state


# ---------------------------------------------------------------- the sum


@pytest.mark.clause(
    "BTR-ocs.combat.best", "BTR-ocs.combat.line", "BTR-ocs.hog.effects", "BTR-ocs.combat.ar-pick"
)
def test_the_sum_of_the_first_attack_on_the_ring() -> None:
    """1st Division against 14.09: 24 to 2, Close, hedgehog 1, AR 4 against 2: column 11."""
    state = setup("allied combat")
    there = (UNIT["DE-FestMG-7"],)
    frame = Battle(side=ALLIED, hex=GRID.hex("14.09"), attackers=(UNIT["US-1-InfDiv"],), backed=there)
    found = forecast(state, frame)
    assert (found.attack, found.defence, found.line) == (24, 2, "close")
    assert (found.fight.column, found.fight.drm, found.fight.hedgehog) == (11, 2, 1)
    assert sum(found.results.values()) == 1 and worth(found.results).defender > 1
    assert strength.best(state, [UNIT["US-743-TkBn"], UNIT["US-30-InfDiv"]]) == UNIT["US-30-InfDiv"]
    resting = setup("allied combat", reserve=["DE-FestMG-7"])
    assert forecast(resting, frame).fight.hedgehog == 0  # not for a reserve


@pytest.mark.clause("BTR-ocs.combat.roll-order", "BTR-ocs.combat.attacker-first", "BTR-ocs.combat.declare")
def test_an_attack_from_declaration_to_result() -> None:
    state = setup("allied combat")
    do(state, "attack US-1-InfDiv 14.09")
    while state.to_move != "chance":
        texts = [str(action) for action in state.legal_actions()]
        do(
            state,
            (
                "done"
                if "done" in texts
                else "draw 12.08"
                if "draw 12.08" in texts
                else "pay yes"
                if "pay yes" in texts
                else texts[0]
            ),
        )
    assert stores(state, ALLIED)[GRID.hex("12.08")] == 16 and state.step.name == "surprise"  # 4 steps, 4T
    do(state, "roll 9")  # 9 + 2 - 1: the attacker surprises
    assert state.step.name == "shift"
    through(state, 2, 7)  # column 13, roll 7 + 2 - 1
    assert where(state, "DE-FestMG-7") == "dead"  # Ae3 DL2o2DG
    assert marked(state, "exploit") == {"US-1-InfDiv"} and state.step.name == "advance"
    do(state, "advance US-1-InfDiv")
    assert where(state, "US-1-InfDiv") == "14.09" and state.allied_held >> GRID.hex("14.09") & 1
    assert not allowed(state, "attack US-1-InfDiv 14.10")


@pytest.mark.clause("BTR-ocs.combat.pay-mixed", "BTR-ocs.stock.use")
def test_a_unit_without_supply_lives_on_its_stocks() -> None:
    state = setup("allied combat", allied_dumps={})
    fight(state, "attack US-1-InfDiv 14.09")
    assert state.stock[UNIT["US-1-InfDiv"]] == 1
    few = setup("allied combat", allied_dumps={"12.08": 2})
    fight(few, "attack US-1-InfDiv 14.09")
    assert few.stock[UNIT["US-1-InfDiv"]] == 1 and not stores(
        few, ALLIED
    )  # two of four tokens are spent and lost


@pytest.mark.clause("BTR-ocs.combat.pay-defender")
def test_a_defender_who_does_not_pay_fights_at_half() -> None:
    paid, unpaid = (setup("allied combat") for _ in range(2))
    for state, answer in ((paid, "pay yes"), (unpaid, "pay no")):
        do(state, "attack US-30-InfDiv 15.09")
        while state.step.name != "defence supply":
            texts = [str(action) for action in state.legal_actions()]
            do(state, "done" if "done" in texts else texts[0])
        do(state, answer)
        while state.to_move != "chance":
            do(state, str(state.legal_actions()[0]))
    whole, half = (strength.own_line(s, s.stack[-1]).total for s in (paid, unpaid))
    assert (
        half == whole / 2 and sum(stores(paid, GERMAN).values()) == sum(stores(unpaid, GERMAN).values()) - 2
    )


@pytest.mark.clause("BTR-ocs.combat.could-enter")
def test_what_can_be_entered_can_be_attacked_whatever_it_costs() -> None:
    """Infantry over the Wurm in mud: it could not pay the step, and attacks."""
    state = scene(
        "allied combat",
        units={"US-1-InfDiv": "15.08", "DE-FestMG-3": "15.09", "US-7-Corps": "14.06"},
        ground="mud",
        allied_dumps={"14.06": 8},
    )
    assert allowed(state, "attack US-1-InfDiv 15.09")
    moving = scene(
        units={"US-1-InfDiv": "15.08", "DE-FestMG-4": "14.08", "DE-FestMG-8": "16.08"}, ground="mud"
    )
    assert "15.09" not in reach_of(moving, "US-1-InfDiv")


# ---------------------------------------------------------------- results


@pytest.mark.clause("BTR-ocs.combat.option-mix", "BTR-ocs.combat.loss-spread", "BTR-ocs.combat.defender-free")
def test_options_are_filled_by_steps_and_hexes() -> None:
    rows = battle(
        attackers=["US-1-InfDiv"],
        defenders=["DE-12-VGDiv", "DE-FestMG-7"],
        backed=[],
        rater="US-1-InfDiv",
        opposing="DE-12-VGDiv",
        line="open",
        terrain=[["13.09", "open"]],
        surprise="none",
        result="Ao1 DL1o2",
        step=11,
    )
    units = {"US-1-InfDiv": "13.09", "DE-12-VGDiv": "14.09", "DE-FestMG-7": "14.09"}
    state = scene("allied combat", units=units, pending=rows)
    state.run()
    assert [str(a) for a in state.legal_actions()] == ["retreat 0", "retreat 1"]
    kept = state.copy()
    do(state, "retreat 0")  # a step of the first: his only unit
    assert (
        state.lost[UNIT["US-1-InfDiv"]] == 1 and state.lost[UNIT["DE-12-VGDiv"]] == 1
    )  # its AR unit lost the first step
    assert [str(a) for a in state.legal_actions()] == ["retreat 0", "retreat 1", "retreat 2"]
    do(state, "retreat 0")
    first_choices(state)
    assert state.lost[UNIT["DE-12-VGDiv"]] + state.lost[UNIT["DE-FestMG-7"]] >= 3
    do(kept, "retreat 1")
    while kept.step.name == "retreat":
        do(kept, str(kept.legal_actions()[0]))
    assert kept.step.name == "defender's option" and allowed(kept, "ignore")  # the attacker retreated


@pytest.mark.clause("BTR-ocs.retreat.second", "BTR-ocs.retreat.far")
def test_the_second_hex_of_a_retreat_makes_dg() -> None:
    rows = [
        *TURNS,
        {
            "frame": "retreat",
            "step": 1,
            "side": "german",
            "units": ["DE-12-VGDiv"],
            "origin": "14.10",
            "length": 2,
            "enemies": [],
        },
    ]
    state = scene("allied combat", units={"DE-12-VGDiv": "14.10"}, pending=rows)
    do(state, "withdraw 14.11")
    assert not state.dg
    do(state, "withdraw 14.12")
    assert marked(state, "dg") == {"DE-12-VGDiv"} and state.step.name != "retreat"


@pytest.mark.clause("BTR-ocs.retreat.zoc", "BTR-ocs.retreat.dg-result")
def test_a_dg_unit_that_retreats_into_a_zone_loses_a_step() -> None:
    rows = [
        *TURNS,
        {
            "frame": "retreat",
            "step": 1,
            "side": "german",
            "units": ["DE-12-VGDiv"],
            "origin": "14.10",
            "length": 1,
            "enemies": ["13.10"],
        },
    ]
    units = {"DE-12-VGDiv": "14.10", "US-9-InfDiv": "13.10", "DE-519-PJBn": "14.09"}
    state = scene("allied combat", units=units, pending=rows, dg=["DE-12-VGDiv"])
    do(state, "withdraw 14.09")
    assert state.lost[UNIT["DE-12-VGDiv"]] == 1 and "DE-519-PJBn" in marked(state, "dg")
    fresh = scene("allied combat", units=units, pending=rows)
    do(fresh, "withdraw 14.09")
    assert fresh.lost[UNIT["DE-12-VGDiv"]] == 0 and "DE-12-VGDiv" in marked(fresh, "dg")


@pytest.mark.clause("BTR-ocs.retreat.lost", "BTR-ocs.retreat.split")
def test_what_cannot_retreat_is_lost() -> None:
    ring = dict(
        zip(
            ["US-1-InfDiv", "US-9-InfDiv", "US-29-InfDiv", "US-30-InfDiv", "US-743-TkBn", "US-745-TkBn"],
            GRID.names(GRID.near_to[GRID.hex("14.08")]),
            strict=True,
        )
    )
    rows = [
        *TURNS,
        {
            "frame": "retreat",
            "side": "german",
            "units": ["DE-246-VGDiv", "DE-FestMG-4"],
            "origin": "14.08",
            "length": 1,
            "enemies": list(ring.values()),
        },
    ]
    state = scene(
        "allied combat", units=ring | {"DE-246-VGDiv": "14.08", "DE-FestMG-4": "14.08"}, pending=rows
    )
    state.run()
    assert where(state, "DE-246-VGDiv") == where(state, "DE-FestMG-4") == "dead"
    free = scene(
        "allied combat",
        units={"DE-246-VGDiv": "14.08", "DE-FestMG-4": "14.08"},
        pending=[
            *TURNS,
            {
                "frame": "retreat",
                "step": 1,
                "side": "german",
                "units": ["DE-246-VGDiv", "DE-FestMG-4"],
                "origin": "14.08",
                "length": 1,
                "enemies": [],
            },
        ],
    )
    do(free, "part DE-FestMG-4", "withdraw 14.09", "withdraw 15.09")
    assert where(free, "DE-246-VGDiv") == "14.09" and where(free, "DE-FestMG-4") == "15.09"


@pytest.mark.clause("BTR-ocs.mode.reserve-hit")
def test_a_reserve_that_is_hit_loses_its_marker() -> None:
    rows = battle(
        attackers=["US-1-InfDiv"],
        defenders=["DE-12-VGDiv"],
        rater="US-1-InfDiv",
        opposing="DE-12-VGDiv",
        line="open",
        terrain=[["13.09", "open"]],
        surprise="none",
        result="Ae4 DL1o2",
        step=11,
    )
    state = scene(
        "allied combat",
        units={"US-1-InfDiv": "13.09", "DE-12-VGDiv": "14.09"},
        pending=rows,
        reserve=["DE-12-VGDiv"],
    )
    state.run()
    assert not state.reserve


@pytest.mark.clause(
    "BTR-ocs.exploit.earn",
    "BTR-ocs.exploit.ar",
    "BTR-ocs.exploit.no-more",
    "BTR-ocs.overrun.no-exploit",
    "BTR-ocs.exploit.who",
)
@pytest.mark.parametrize(
    ("extra", "earned"),
    [({}, True), ({"overrun": True}, False), ({"exploiting": True}, False), ({"fell_back": True}, False)],
)
def test_who_earns_an_exploit_marker(extra: dict[str, bool], earned: bool) -> None:
    rows = battle(
        attackers=["US-1-InfDiv", "US-743-TkBn"],
        defenders=["DE-FestMG-7"],
        rater="US-1-InfDiv",
        opposing="DE-FestMG-7",
        line="open",
        surprise="none",
        result="Ae4 DL1o2",
        step=13,
        **extra,
    )
    units = {"US-1-InfDiv": "13.09", "US-743-TkBn": "13.09", "DE-FestMG-7": "14.09"}
    state = scene("allied combat", units=units, pending=rows)
    state.run()
    assert marked(state, "exploit") == (
        {"US-1-InfDiv"} if earned else set()
    )  # AR 4 and more; the tanks have 3
    if earned:
        later = scene("allied exploitation movement", units=units, exploit=["US-1-InfDiv"])
        assert reach_of(later, "US-1-InfDiv") and not reach_of(later, "US-743-TkBn")


# ---------------------------------------------------------------- overruns


@pytest.mark.clause(
    "BTR-ocs.overrun.price",
    "BTR-ocs.overrun.surprise",
    "BTR-ocs.overrun.won",
    "BTR-ocs.overrun.failed",
    "BTR-ocs.overrun.supply",
)
def test_an_overrun() -> None:
    start = setup(
        units={"DE-902-StuGBn": "dead"}, lost={"DE-902-StuGBn": 1, "US-2Arm-CCB": 0}, topped=["US-2Arm-CCB"]
    )
    do(start, "move US-2Arm-CCB 16.09")
    assert allowed(start, "overrun US-2Arm-CCB 15.10")
    do(start, "overrun US-2Arm-CCB 15.10")
    while start.to_move != "chance":
        texts = [str(action) for action in start.legal_actions()]
        do(start, "pay yes" if "pay yes" in texts else texts[0])
    assert start.spent[UNIT["US-2Arm-CCB"]] == 6 * (1 + 1 + 3)  # a hex, and the overrun: hex and 3 MP
    fight_ = strength.sum_of(start, start.stack[-1])
    assert fight_.overrun and fight_.drm == 2
    won = start.copy()
    do(won, "roll 7")  # 7 + 2 is 9: surprise in an overrun, none in an attack
    assert won.step.name == "shift"
    through(won, 6, 12)
    first_choices(won)
    assert where(won, "US-2Arm-CCB") == "15.10" and won.step.name == "allied movement"
    do(start, "roll 2")
    through(start, 6, 2)  # the defender surprises: the attacker loses
    first_choices(start, "retreat 1")
    assert where(start, "US-2Arm-CCB") != "15.10"


# ---------------------------------------------------------------- barrages


@pytest.mark.clause(
    "BTR-ocs.barrage.shift", "BTR-ocs.barrage.observer", "BTR-ocs.barrage.half", "BTR-ocs.barrage.own"
)
def test_the_sum_of_a_barrage() -> None:
    state = setup("allied barrage")
    guns = [UNIT["US-107-ArtyGrp"], UNIT["US-207-ArtyGrp"]]
    found = barrage.sum_of(state, ALLIED, guns, GRID.hex("14.08"))
    assert (found.strength, found.tokens, found.observed) == (72, 8, True)
    assert found.column == 9 and [m.amount for m in found.shifts] == [-1, 1, -1]  # very close, 4 RE, hedgehog
    dg = setup("allied barrage", dg=["US-2Arm-Arty"])
    assert barrage.strength(dg, [UNIT["US-2Arm-Arty"]]) == Fraction(9)
    unseen = scene("allied barrage", units={"US-107-ArtyGrp": "12.08", "DE-12-VGDiv": "14.08"})
    assert barrage.NO_OBSERVER in [
        m.amount for m in barrage.sum_of(unseen, ALLIED, guns[:1], GRID.hex("14.08")).shifts
    ]


@pytest.mark.clause(
    "BTR-ocs.barrage.results", "BTR-ocs.barrage.losses", "BTR-ocs.barrage.bracket", "BTR-ocs.barrage.own"
)
def test_a_barrage_hurts_combat_units_alone() -> None:
    state = setup("allied barrage")
    do(state, "barrage US-207-ArtyGrp 14.08", "join US-107-ArtyGrp")
    while state.to_move != "chance":
        texts = [str(action) for action in state.legal_actions()]
        do(state, "done" if "done" in texts else texts[0])
    stock = stores(state, GERMAN)
    do(state, "roll 12")
    assert {a.unit for a in state.legal_actions()} == {"DE-246-VGDiv", "DE-FestMG-4", "DE-FestMG-8"}
    do(state, "lose DE-FestMG-4")
    assert (
        {"DE-246-VGDiv"} <= marked(state, "dg")
        and stores(state, GERMAN) == stock
        and dict(state.hedgehogs)[GRID.hex("14.08")] == 2
    )
    here = Barrage(side=ALLIED, hex=GRID.hex("14.08"), guns=())
    assert barrage.read_result(state, here, "[1/2]") == "1/2"
    strong = setup("allied barrage", hedgehogs={"14.08": 3})
    assert barrage.read_result(strong, here, "[1/2]") == "DG"


def test_bits_of_the_builder() -> None:
    assert bits("US-1-InfDiv") == 1 << UNIT["US-1-InfDiv"] and GAME.name == "beyond-the-rhine-map"
