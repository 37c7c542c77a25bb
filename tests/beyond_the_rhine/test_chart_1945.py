"""The arrival chart of 1945, date by date, as printed: kind, campaigns (f full, n north, s south), places,
counters.
"""

from __future__ import annotations

import pytest

from .chart_lines import check


@pytest.mark.clause(
    "BTR-date.1945-01-01.cw.1",
    "BTR-date.1945-01-01.cw.2",
    "BTR-date.1945-01-01.us.1",
)
def test_1_january() -> None:
    check(
        "1945-01-01",
        """
cw.1 arrive f | Map A west edge | 5-4-3 Cdo Bde (1)
cw.2 exchange f |  | 1x Spitfire IX -> 1x P-51
us.1 arrive f | Map A west edge | 22 Corps HQ; 36-2-3 Arty Grp (122, 222); 4-4-3 Para Rgt (517); 3-2-8 TD Bn (827); 2x Truck point (loaded)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-05.us.1",
    "BTR-date.1945-01-05.us.2",
    "BTR-date.1945-01-05.fr.1",
)
def test_5_january() -> None:
    check(
        "1945-01-05",
        """
us.1 arrive f | Map C west edge | 24-3-3 Inf Div (94)
us.2 remove f |  | 2-2-3 Inf Bn (Norway)
fr.1 arrive f | Map C west edge | 12-2-3 Inf Div (10)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-08.us.1",
)
def test_8_january() -> None:
    check(
        "1945-01-08",
        """
us.1 arrive f | Map C west edge | 8.Arm Div (all 4 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-12.us.1",
)
def test_12_january() -> None:
    check(
        "1945-01-12",
        """
us.1 arrive f | Map C south edge west of 1.06 | 24-3-3 Inf Div (70, less 3 steps)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-15.cw.1",
)
def test_15_january() -> None:
    check(
        "1945-01-15",
        """
cw.1 remove f |  | 33.Tk Bde (all 3 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-19.us.1",
)
def test_19_january() -> None:
    check(
        "1945-01-19",
        """
us.1 arrive f | Map A west edge | 4-3-6 TD Bn (825)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-22.cw.1",
    "BTR-date.1945-01-22.us.1",
)
def test_22_january() -> None:
    check(
        "1945-01-22",
        """
cw.1 arrive f | with a CW HQ | 3-2-3 Inf Bde (305, 306, 307, 308)
us.1 arrive f | Map A west edge | 24-3-3 Inf Div (76)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-26.us.1",
)
def test_26_january() -> None:
    check(
        "1945-01-26",
        """
us.1 arrive f | Map C west edge | 3-2-8 TD Bn (822); (3)-2-3 TD Bn (679)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-01-29.none.1",
)
def test_29_january() -> None:
    check(
        "1945-01-29",
        """
none.1 none f |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-01.al.1",
    "BTR-date.1945-02-01.cw.1",
    "BTR-date.1945-02-01.cw.2",
    "BTR-date.1945-02-01.cw.3",
    "BTR-date.1945-02-01.us.1",
    "BTR-date.1945-02-01.us.2",
    "BTR-date.1945-02-01.us.3",
)
def test_1_february() -> None:
    check(
        "1945-02-01",
        """
al.1 reserve_marker f |  | 6x Reserve Markers
cw.1 arrive f | with a CW HQ | 3-2-3 Inf Bde (301); 1x (1)-0-0 Pontoon Bde
cw.2 exchange f |  | 36-2-3 Arty Bde (59) -> 5-4-3 Brkdwn Bde
cw.3 remove f |  | 11.Arm Div (29 Mech Bde)
us.1 arrive f | Map A west edge | 6-3-6 Tk Bn (786); 1x (1)-0-0 Pontoon Bde
us.2 add_to_airfields f | England | 2x C-47 (no glider)
us.3 arrive f | Map C south edge west of 1.06 | 24-3-3 Inf Div (63, less 1 step); (3)-2-3 TD Bn (648); 1x (1)-0-0 Pontoon Bde
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-05.cw.1",
    "BTR-date.1945-02-05.us.1",
    "BTR-date.1945-02-05.us.2",
    "BTR-date.1945-02-05.us.3",
)
def test_5_february() -> None:
    check(
        "1945-02-05",
        """
cw.1 arrive f | Map A west edge | 2-4-2 Flm Tk Bn (7)
us.1 arrive f | Map C west edge | 24-3-3 Inf Div (69)
us.2 arrive f | Map C south edge west of 1.06 | 24-3-3 Inf Div (42, less 1 step)
us.3 exchange f |  | 1x B-26 -> 1x A-20; 1x P-38 -> 1x P-47; 1x P-38 -> 1x P-51
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-08.note.1",
    "BTR-date.1945-02-08.fr.1",
)
def test_8_february() -> None:
    check(
        "1945-02-08",
        """
note.1 note fns |  |
fr.1 remove fs |  | 12-2-3 Inf Div (10); 2.Fr.Arm Div (all 5 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-12.us.1",
    "BTR-date.1945-02-12.us.2",
    "BTR-date.1945-02-12.us.3",
)
def test_12_february() -> None:
    check(
        "1945-02-12",
        """
us.1 arrive fn | England or Map A west edge | 13.Abn Div (326 Gld Rgt)
us.2 transfer ns |  | 17.Abn Div (193, 194 Gld Rgt)
us.3 arrive fs | Map C west edge | 4-4-7 Cav Grp (115); 3-2-8 TD Bn (605, 661)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-15.cw.1",
)
def test_15_february() -> None:
    check(
        "1945-02-15",
        """
cw.1 arrive fn | Map A west edge | 4-3-3 Marine Bde (116)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-19.cw.1",
    "BTR-date.1945-02-19.us.1",
)
def test_19_february() -> None:
    check(
        "1945-02-19",
        """
cw.1 arrive fn | Map A west edge | 4-3-3 Inf Bde (115)
us.1 arrive fn | Map A west edge | 4-3-8 TD Bn (809)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-22.us.1",
    "BTR-date.1945-02-22.us.2",
    "BTR-date.1945-02-22.us.3",
    "BTR-date.1945-02-22.fr.1",
)
def test_22_february() -> None:
    check(
        "1945-02-22",
        """
us.1 transfer ns |  | 9.Arm Div (all 4 units)
us.2 arrive fs | Map C west edge | 4-3-8 TD Bn (656); 6-3-6 Tk Bn (777)
us.3 arrive fs | any Map C air base or Normandy | 1x P-47
fr.1 arrive fs | Map C south edge west of 1.06 | 1x 3-4-3 Brkdwn Rgt
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-02-26.cw.1",
    "BTR-date.1945-02-26.us.1",
    "BTR-date.1945-02-26.us.2",
    "BTR-date.1945-02-26.note.1",
)
def test_26_february() -> None:
    check(
        "1945-02-26",
        """
cw.1 arrive fn | Map A west edge | 5.Can.Arm Div (all 4 units)
us.1 arrive fn | England or Map A west edge | 13.Abn Div (515 Para Rgt)
us.2 arrive fs | Map C west edge | 4-4-7 Mech Cav Grp (101); 6-3-6 Tk Bn (717)
note.1 note fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-01.cw.1",
    "BTR-date.1945-03-01.us.1",
    "BTR-date.1945-03-01.us.2",
    "BTR-date.1945-03-01.us.3",
    "BTR-date.1945-03-01.us.4",
    "BTR-date.1945-03-01.us.5",
    "BTR-date.1945-03-01.fr.1",
    "BTR-date.1945-03-01.fr.2",
)
def test_1_march() -> None:
    check(
        "1945-03-01",
        """
cw.1 arrive fn | Map A west edge | 1 Canadian Corps HQ; 2x Truck point (loaded)
us.1 exchange fn |  | 1x P-47 -> 1x P-51
us.2 remove fn |  | 4-4-3 Para Rgt (517)
us.3 remove fs |  | 101 Abn Div (401 Gld Rgt); (3)-2-3 TD Bn (679)
us.4 arrive fn | England or Map A west edge | 13.Abn Div (517 Gld Rgt)
us.5 arrive fs | Map C west edge | 4-4-7 Mech Cav Grp (16)
fr.1 arrive fs | with a FR HQ | 12-2-3 Fr Inf Div (14); 2-3-3 Mtn Inf Bn (20)
fr.2 remove fs |  | 12-3-3 Inf Div (1.FF)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-05.us.1",
)
def test_5_march() -> None:
    check(
        "1945-03-05",
        """
us.1 arrive fs | Map C west edge | 24-3-3 Inf Div (65, 71)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-08.us.1",
)
def test_8_march() -> None:
    check(
        "1945-03-08",
        """
us.1 arrive fs | Map C west edge | 24-3-3 Inf Div (89)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-12.none.1",
)
def test_12_march() -> None:
    check(
        "1945-03-12",
        """
none.1 none fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-15.cw.1",
    "BTR-date.1945-03-15.us.1",
)
def test_15_march() -> None:
    check(
        "1945-03-15",
        """
cw.1 arrive fn | Map A west edge | 3-4-7 Can Rec Bn (1); 1 Can Tk Bde (all 3 units)
us.1 add_to_dead_pile fs |  | 6-3-6 Tk Bn (787)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-19.us.1",
)
def test_19_march() -> None:
    check(
        "1945-03-19",
        """
us.1 arrive fs | Map C west edge | 4-3-3 Inf Rgt (159); 6-3-6 Tk Bn (772)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-22.cw.1",
)
def test_22_march() -> None:
    check(
        "1945-03-22",
        """
cw.1 arrive fn | Map A west edge | 22-4-3 Inf Div (5)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-26.cw.1",
    "BTR-date.1945-03-26.us.1",
)
def test_26_march() -> None:
    check(
        "1945-03-26",
        """
cw.1 arrive fn | Map A west edge | 22-4-3 Can Inf Div (1); 72-2-3 Can Arty Div (1)
us.1 arrive fn | Map A west edge | 24-3-3 Inf Div (86, 97)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-03-29.none.1",
)
def test_29_march() -> None:
    check(
        "1945-03-29",
        """
none.1 none fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-01.cw.1",
    "BTR-date.1945-04-01.us.1",
    "BTR-date.1945-04-01.us.2",
)
def test_1_april() -> None:
    check(
        "1945-04-01",
        """
cw.1 arrive fn | with a CW HQ | 11.Arm Div (29 Mech Bde); 5-3-3 Bel Inf Bde (1)
us.1 arrive fn | Map A west edge | 13.Arm Div (all 4 units); 16.Arm Div (all 4 units); 4-4-3 Inf Rgt (474)
us.2 transfer ns |  | 4-3-6 TD Bn (634)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-05.us.1",
)
def test_5_april() -> None:
    check(
        "1945-04-05",
        """
us.1 arrive fn | Map A west edge | 20.Arm Div (all 4 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-08.us.1",
)
def test_8_april() -> None:
    check(
        "1945-04-08",
        """
us.1 arrive fn | Map A west edge | 6-3-6 Tk Bn (782)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-12.none.1",
)
def test_12_april() -> None:
    check(
        "1945-04-12",
        """
none.1 none fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-15.us.1",
)
def test_15_april() -> None:
    check(
        "1945-04-15",
        """
us.1 arrive fs | Map C west edge | 3-2-8 TD Bn (633)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-19.fr.1",
)
def test_19_april() -> None:
    check(
        "1945-04-19",
        """
fr.1 arrive fs | Map C west edge | 2.Fr.Arm Div (all 5 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-22.none.1",
)
def test_22_april() -> None:
    check(
        "1945-04-22",
        """
none.1 none fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-26.none.1",
)
def test_26_april() -> None:
    check(
        "1945-04-26",
        """
none.1 none fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1945-04-29.cw.1",
)
def test_29_april() -> None:
    check(
        "1945-04-29",
        """
cw.1 arrive fn | England | 4-3-3 Marine Bde (117)
""",
    )
