"""TLD-B.12: the clock of three Reset Phases, who is spared, and the moment of judgement."""

from __future__ import annotations

import pytest

from grognard.games.longest_day.pieces import UNIT
from grognard.games.longest_day.supply import fate, liable, surrendering

from .build import at, do, legal, position

FED = {"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "50:2-Devons": "1113", "50:1-Dorsets": "1116"}


def german(where: str, more: dict[str, str] | None = None, clock: int = 3, **rest: object):  # type: ignore[no-untyped-def]
    return position(
        "4 July", "allied orders", units=FED | {"LEHR:I/901": f"{where} unfed={clock}"} | (more or {}), **rest
    )


@pytest.mark.clause("TLD-B.12")
def test_three_resets_without_supply_and_a_supplied_enemy_beside_it() -> None:
    lehr = UNIT["LEHR:I/901"]
    assert fate(german("1114"), lehr).surrenders
    assert not fate(german("1114", clock=2), lehr).surrenders
    assert not fate(german("1119"), lehr).surrenders  # nobody beside it
    assert not fate(german("1114", {"SU-A01": "1605"}), lehr).surrenders  # an unsupplied enemy does not count


@pytest.mark.clause("TLD-B.12")
def test_it_is_removed_for_good_at_the_start_of_the_enemy_combat_phase() -> None:
    state = german("1114")
    while state.step.name not in ("allied combat", "allied mechanized movement"):
        do(state, "done")
    assert at(state, "LEHR:I/901") == "" and state.surrendered >> UNIT["LEHR:I/901"] & 1


@pytest.mark.clause("TLD-B.12", "TLD-S.13")
def test_the_clock_runs_in_the_own_reset_phase() -> None:
    state = position("12 June", "german late orders", units=FED | {"LEHR:I/901": "1119 unfed=1"})
    assert state.unfed[UNIT["LEHR:I/901"]] == 1
    running = position("12 June", "german mechanized movement", units=FED | {"LEHR:I/6": "1119 unfed=1"})
    do(running, "done")
    assert running.unfed[UNIT["LEHR:I/6"]] == 2
    fed = position(
        "12 June",
        "german mechanized movement",
        units=FED | {"LEHR:I/6": "1119 unfed=2", "LEHR:HQ": "1121", "SU-G01": "1121"},
    )
    do(fed, "done")
    assert fed.unfed[UNIT["LEHR:I/6"]] == 0
    first = position("6 June", "german mechanized movement", units={"LEHR:I/6": "1119"})
    while first.day == 0 and "mechanized" in first.step.name:
        do(first, "done")
    assert first.unfed[UNIT["LEHR:I/6"]] == 0


@pytest.mark.clause("TLD-B.12.a.1")
def test_a_city_spares_and_so_does_a_friend_in_one() -> None:
    lehr = UNIT["LEHR:I/901"]
    bayeux = german("0708", {"50:2-Devons": "0709"})
    assert fate(bayeux, lehr).clause == "TLD-B.12.a.1"
    near = german("0710", {"50:2-Devons": "0711", "LEHR:II/901": "0708"})
    assert fate(near, lehr).clause == "TLD-B.12.a.1"
    town = german("1015", {"50:2-Devons": "1014"})
    assert fate(town, lehr).surrenders


@pytest.mark.clause("TLD-B.12.a.2", "TLD-G.5")
def test_a_field_fort_spares_nobody() -> None:
    state = position("12 June", units=FED | {"716:I/726": "1005 unfed=3 strong", "50:2-Devons": "1105"})
    assert fate(state, UNIT["716:I/726"]).surrenders  # the kernel's strongpoints are field forts


@pytest.mark.clause("TLD-B.12.a.3")
def test_company_that_is_not_liable_spares() -> None:
    lehr = UNIT["LEHR:I/901"]
    assert fate(german("1114", {"LEHR:II/901": "1114"}), lehr).clause == "TLD-B.12.a.3"
    assert fate(german("1114", {"SU-G01": "1114"}), lehr).clause == "TLD-B.12.a.3"  # of any kind (TLD-J.15)


@pytest.mark.clause("TLD-J.15")
def test_two_liable_units_do_not_shield_each_other_and_supply_now_saves() -> None:
    state = german("1114", {"LEHR:II/901": "1114 unfed=4"})
    assert len(surrendering(state, "german")) == 2
    back = german("1114", {"LEHR:HQ": "1117", "SU-G01": "1117"})
    assert not liable(back, UNIT["LEHR:I/901"])
    strict = german(
        "1114", {"LEHR:HQ": "1117", "SU-G01": "1117"}, options={"surrender_requires_unsupplied_now": False}
    )
    assert liable(strict, UNIT["LEHR:I/901"])


def test_hqs_that_surrender_come_back() -> None:
    state = position("4 July", "allied orders", units=FED | {"LEHR:HQ": "1114 unfed=3"})
    while state.step.name not in ("allied combat", "allied mechanized movement"):
        do(state, "done")
    assert not state.surrendered and state.returns == ((UNIT["LEHR:HQ"], 31),) and legal(state)
