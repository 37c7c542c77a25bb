"""The arrival chart of 1944, date by date, as printed: kind, campaigns (f full, n north, s south), places,
counters.
"""

from __future__ import annotations

import pytest

from .chart_lines import check


@pytest.mark.clause(
    "BTR-date.1944-09-05.cw.1",
    "BTR-date.1944-09-05.us.1",
    "BTR-date.1944-09-05.us.2",
)
def test_5_september() -> None:
    check(
        "1944-09-05",
        """
cw.1 arrive fn | Map A west edge south of 25.xx | 30 Corps HQ; 3-4-8 Mech Rec Bn (11 HC); 22-4-3 Inf Div (15); 52.AL Div (157 Mot Bde)
us.1 arrive fn | Map A west edge south of 22.xx | 2-2-3 Inf Bn (Norway)
us.2 arrive fs | Map C west edge north of 22.xx | 12 Corps HQ; 36-2-3 Arty Grp (112); 3-2-8 TD Bn (602); 6-3-6 Tk Bn (774)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-09-08.note.1",
    "BTR-date.1944-09-08.cw.1",
    "BTR-date.1944-09-08.cw.2",
    "BTR-date.1944-09-08.us.1",
    "BTR-date.1944-09-08.fr.1",
)
def test_8_september() -> None:
    check(
        "1944-09-08",
        """
note.1 note fns |  |
cw.1 arrive fn | Map A west edge north of 25.xx | 4.Can Arm Div (all 4 units); 1.Pol Arm Div (all 4 units); 3-4-7 Can Rec Bn (18); 1x 5-4-3 Can Brkdwn Rgt
cw.2 arrive fn | Map A west edge south of 25.xx | 12 Corps HQ; 3-4-8 Mech Rec Bn (1 RD); 1x (1)-0-0 Pontoon Bde
us.1 arrive fs | Map C west edge | 5-3-7 TD Bn (773)
fr.1 arrive fs | Map C west edge north of 49.xx | 2.Fr.Arm Div (all 5 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-09-12.note.1",
    "BTR-date.1944-09-12.us.1",
    "BTR-date.1944-09-12.us.2",
    "BTR-date.1944-09-12.us.3",
    "BTR-date.1944-09-12.fr.1",
    "BTR-date.1944-09-12.fr.2",
    "BTR-date.1944-09-12.note.2",
    "BTR-date.1944-09-12.fr.3",
    "BTR-date.1944-09-12.us.4",
)
def test_12_september() -> None:
    check(
        "1944-09-12",
        """
note.1 note fns |  |
us.1 arrive fs | Map C west edge south of 28.xx | 15 Corps HQ; 36-2-3 Arty Grp (115, 215); 1x Truck Point (loaded)
us.2 arrive fs | Map C south edge from 1.11 to 1.18 | 6 Corps HQ; 24-4-3 Inf Div (3, 36, 45); 108-2-3 Arty Div (7); 36-2-3 Arty Grp (106, 206); 1x (1)-0-0 Pontoon Bde; 2-4-7 Mech Cav Bn (117); 5-3-7 TD Bn (601, 645); 4-3-6 TD Bn (636); 6-3-6 Tk Bn (101, 191, 753); 1x Truck point (loaded); 1x Mule point (loaded); 2 SP
us.3 add_to_airfields fs | Southern France | 1x P-47; 1x B-26
fr.1 arrive fs | Map C south edge from 1.07 to 1.10 | 1 Corps HQ; 16-3-3 Inf Div (3 Alg); 12-4-3 Inf Div (9.Col); 36-2-3 Arty Grp (1)
fr.2 arrive fs | Map C south edge west of 1.25 | 2 Corps HQ; 1.Arm Div (all 5 units); 36-2-3 Arty Grp (2)
note.2 note fns |  |
fr.3 add_to_airfields fs | Southern France | 4x P-47; 2x B-26
us.4 transfer ns |  | 24-4-3 Inf Div (79)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-09-15.cw.1",
    "BTR-date.1944-09-15.us.1",
    "BTR-date.1944-09-15.us.2",
    "BTR-date.1944-09-15.us.3",
    "BTR-date.1944-09-15.fr.1",
)
def test_15_september() -> None:
    check(
        "1944-09-15",
        """
cw.1 arrive fn | Map A west edge | 22-4-3 Can Inf Div (2, less 2 steps); 1x Truck Point (loaded); 1x Reserve Marker
us.1 arrive fn | Map A west edge south of 21.xx | 3-2-8 TD Bn (638)
us.2 transfer ns |  | 5 Corps HQ; 4-4-7 Mech Cav Grp (102); 36-2-3 Arty Grp (105, 205)
us.3 arrive fs | Map C west edge | 6.Arm Div (CCB); 1x Reserve marker
fr.1 arrive fs | Map C south edge west of 1.20 | 12-3-3 Inf Div (1.FF)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-09-19.cw.1",
    "BTR-date.1944-09-19.al.1",
    "BTR-date.1944-09-19.fr.1",
)
def test_19_september() -> None:
    check(
        "1944-09-19",
        """
cw.1 arrive fn | Map A west edge south of 25.xx | 8 Corps HQ; 22-4-3 Inf Div (3, 43); 3-4-8 Rec Bn (2 HC); 2x Reserve Markers
al.1 reserve_marker fs | Map C | 2x Reserve Markers
fr.1 arrive fs | with a FR HQ | 3-2-3 Inf Bde (AL-LO)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-09-22.al.1",
    "BTR-date.1944-09-22.us.1",
    "BTR-date.1944-09-22.us.2",
    "BTR-date.1944-09-22.us.3",
)
def test_22_september() -> None:
    check(
        "1944-09-22",
        """
al.1 reserve_marker fn | Map A | 1x Reserve Marker
us.1 arrive fn | any Map A air base or Normandy | 1x A-20; 1x B-26; 4x P-47
us.2 arrive fs | Map C west edge | 1x Reserve Marker; 6.Arm Div (CCA, CCR, Arty); 5-3-7 TD Bn (808); (3)-2-3 TD Bn (691)
us.3 arrive fs | any Map C air base or Normandy | 3x P-47
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-09-26.cw.1",
    "BTR-date.1944-09-26.us.1",
    "BTR-date.1944-09-26.us.2",
    "BTR-date.1944-09-26.us.3",
    "BTR-date.1944-09-26.fr.1",
    "BTR-date.1944-09-26.us.4",
)
def test_26_september() -> None:
    check(
        "1944-09-26",
        """
cw.1 arrive fn | Map A west edge | 6.Gd.Tk Bde (all 3 units); 1x Reserve Marker
us.1 arrive fn | Map A west edge south of 22.xx | 24-4-3 Inf Div (29); 2-5-3 Rngr Bn (2, 5); 6-3-6 Tk Bn (741, 747); 4-4-7 Mech Cav Grp (15); (3)-2-3 TD Bn (802); 18-3-3 Rocket Bn (18)
us.2 arrive fs | Map C west edge | (3)-2-3 TD Bn (807); 3-2-8 TD Bn (603); 1x Reserve Marker
us.3 arrive fs | Map C south edge west of 1.06 | 6-3-6 Tk Bn (756)
fr.1 arrive fs | Map C south edge west of 1.06 | 16-3-3 Fr Inf Div (2.Mor)
us.4 transfer ns |  | 7.Arm Div (all 4 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-09-29.cw.1",
    "BTR-date.1944-09-29.us.1",
    "BTR-date.1944-09-29.us.2",
    "BTR-date.1944-09-29.fr.1",
)
def test_29_september() -> None:
    check(
        "1944-09-29",
        """
cw.1 arrive fn | Map A west edge | 1 Corps HQ; 22-4-3 Brit Inf Div (49); 5-4-3 Commando Bde (4); 3-4-8 Rec Bn (RAC); 2-4-2 Flm Tk Bn (141); 72-2-3 Brit Arty Div (4)
us.1 arrive fn | Map A west edge south of 22.xx | 24-4-3 Inf Div (2); 3-2-8 TD Bn (609); 4-3-6 TD Bn (644); 4-4-7 Mech Cav Grp (14); 1x Reserve Marker
us.2 transfer ns |  | 5-3-7 TD Bn (814)
fr.1 arrive fs | Map C south edge west of 1.06 | 5.Fr.Arm Div (all 4 units); 1x Reserve marker
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-01.cw.1",
    "BTR-date.1944-10-01.cw.2",
    "BTR-date.1944-10-01.cw.3",
    "BTR-date.1944-10-01.cw.4",
    "BTR-date.1944-10-01.us.1",
    "BTR-date.1944-10-01.us.2",
    "BTR-date.1944-10-01.us.3",
    "BTR-date.1944-10-01.us.4",
    "BTR-date.1944-10-01.us.5",
    "BTR-date.1944-10-01.us.6",
    "BTR-date.1944-10-01.fr.1",
)
def test_1_october() -> None:
    check(
        "1944-10-01",
        """
cw.1 arrive fn | Map A west edge | 22-4-3 Can Inf Div (3, less 1 step); 36-2-3 Arty Bde (59); 1x Truck Point (loaded); 1x Reserve Marker
cw.2 arrive fn | Map A west edge or Brussels | 2-3-3 Bel Inf Bn (5)
cw.3 arrive fn | any Map A air base or England | 2x Typhoon
cw.4 arrive fn | England | 2x B-25
us.1 arrive fn | Map A west edge | 6-3-6 Tk Bn (707); 108-2-3 Arty Div (1, 9)
us.2 remove fn |  | 1x P-47
us.3 transfer ns |  | 5.Arm Div (all 4 units); 5-3-7 TD Bn (628); 4-3-6 TD Bn (629)
us.4 arrive fs | Map C west edge | 24-4-3 Inf Div (26); 108-2-3 Arty Div (3); 1x Reserve Marker
us.5 arrive fs | Map C south edge west of 1.06 | 6-4-3 Inf Rgt (442)
us.6 transfer ns |  | 5-3-7 TD Bn (813)
fr.1 arrive fs | Map C south edge west of 1.06 | 3-4-3 Brkdwn Rgt
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-05.cw.1",
    "BTR-date.1944-10-05.us.1",
)
def test_5_october() -> None:
    check(
        "1944-10-05",
        """
cw.1 arrive fn | Map A west edge | 2 Canadian Corps HQ; 2.Can.Tk Bde (all 3 units); 12-2-5 Can SP Arty Rgt (19); 72-2-3 Can Arty Div (2); 22-4-3 Inf Div (51, less 1 step); 72-2-3 Arty Div (3, 8, 9)
us.1 arrive fn | Map A west edge | 8 Corps HQ; 36-2-3 Arty Grp (108, 208)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-08.cw.1",
    "BTR-date.1944-10-08.us.1",
)
def test_8_october() -> None:
    check(
        "1944-10-08",
        """
cw.1 arrive fn | Map A west edge | 1x 5-4-3 Brkdwn Rgt
us.1 arrive fn | Map A west edge | 5-3-7 TD Bn (776); 6-3-6 Tk Bn (750)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-12.cw.1",
)
def test_12_october() -> None:
    check(
        "1944-10-12",
        """
cw.1 arrive fn | Map A west edge | 33.Tk Bde (all 3 units)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-15.cw.1",
    "BTR-date.1944-10-15.us.1",
)
def test_15_october() -> None:
    check(
        "1944-10-15",
        """
cw.1 arrive fn | Map A west edge | 52.AL Div (155, 156 Inf Bde); 34.Tk Bde (all 3 units)
us.1 arrive fs | Map C west edge | 24-4-3 Inf Div (95)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-19.cw.1",
    "BTR-date.1944-10-19.us.1",
    "BTR-date.1944-10-19.us.2",
)
def test_19_october() -> None:
    check(
        "1944-10-19",
        """
cw.1 arrive fn | Map A west edge | 2-4-2 Flm Tk Bn (1)
us.1 arrive fn | Map A west edge | 6-3-6 Tk Bn (771)
us.2 arrive fs | Map C west edge | 24-4-3 Inf Div (44); 3-2-8 TD Bn (705)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-22.us.1",
)
def test_22_october() -> None:
    check(
        "1944-10-22",
        """
us.1 arrive fn | Map A west edge | 22-4-3 Inf Div (102, 104); 5-3-7 TD Bn (771)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-26.us.1",
)
def test_26_october() -> None:
    check(
        "1944-10-26",
        """
us.1 arrive fn | Map A west edge | (3)-2-3 TD Bn (692)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-10-29.us.1",
    "BTR-date.1944-10-29.us.2",
    "BTR-date.1944-10-29.us.3",
)
def test_29_october() -> None:
    check(
        "1944-10-29",
        """
us.1 arrive fn | Map A west edge | 24-4-3 Inf Div (83); 10.Arm Div (all 4 units); 1x Truck Point (loaded)
us.2 arrive fs | Map C west edge | 3-4-6 Mech Bn (526)
us.3 arrive fs | Map C south edge west of 1.06 | 24-3-3 Inf Div (100)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-01.note.1",
    "BTR-date.1944-11-01.cw.1",
    "BTR-date.1944-11-01.us.1",
    "BTR-date.1944-11-01.us.2",
    "BTR-date.1944-11-01.us.3",
    "BTR-date.1944-11-01.us.4",
    "BTR-date.1944-11-01.us.5",
    "BTR-date.1944-11-01.us.6",
    "BTR-date.1944-11-01.us.7",
    "BTR-date.1944-11-01.fr.1",
)
def test_1_november() -> None:
    check(
        "1944-11-01",
        """
note.1 note fns |  |
cw.1 exchange fn |  | 1x Spitfire IX -> 1x Spitfire XIV
us.1 arrive fn | Map A west edge | 13 Corps HQ; 3-2-8 TD Bn (811); 2-4-2 Flm Tk Bn (747); 2-4-3 Gld Bn (550); 36-2-3 Arty Grp (113, 213)
us.2 add_to_dead_pile fn |  | 6-3-6 Tk Bn (701, 736, 740)
us.3 remove fn |  | 6-3-6 Tk Bn (747)
us.4 exchange fn |  | 1x P-51 -> 1x P-47
us.5 arrive fs | Map C west edge | 6-3-6 Tk Bn (761, 778, 781); 2x Truck point (loaded)
us.6 arrive fs | any Map C air base or Normandy | 1x A-20
us.7 add_to_dead_pile fs |  | 6-3-6 Tk Bn (748)
fr.1 exchange fs |  | 12-4-3 Inf Div (9.Col) -> 12-2-3 (9 Col)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-05.us.1",
    "BTR-date.1944-11-05.us.2",
    "BTR-date.1944-11-05.us.3",
)
def test_5_november() -> None:
    check(
        "1944-11-05",
        """
us.1 arrive fn | Map A west edge | 24-3-3 Inf Div (99)
us.2 arrive fs | Map C west edge | (3)-2-3 TD Bn (614)
us.3 arrive fs | Map C south edge west of 1.06 | 24-3-3 Inf Div (103)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-08.us.1",
    "BTR-date.1944-11-08.us.2",
)
def test_8_november() -> None:
    check(
        "1944-11-08",
        """
us.1 arrive fn | Map A west edge | 24-4-3 Inf Div (84); 9.Arm Div (all 4 units)
us.2 arrive fs | any Map C air base or Normandy | 1x B-26
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-12.none.1",
)
def test_12_november() -> None:
    check(
        "1944-11-12",
        """
none.1 none fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-15.cw.1",
    "BTR-date.1944-11-15.us.1",
    "BTR-date.1944-11-15.us.2",
    "BTR-date.1944-11-15.us.3",
)
def test_15_november() -> None:
    check(
        "1944-11-15",
        """
cw.1 remove fn |  | 5-3-3 Bel Inf Bde (1)
us.1 arrive fn | Map A west edge | 6-3-6 Tk Bn (709); 24-4-3 Inf Div (8)
us.2 arrive fs | Map C south edge west of 1.06 | 14.Arm Div (all 4 units, each CC -1 step); (3)-2-3 TD Bn (824)
us.3 remove fs |  | 6-4-3 Inf Rgt (442)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-19.cw.1",
    "BTR-date.1944-11-19.us.1",
)
def test_19_november() -> None:
    check(
        "1944-11-19",
        """
cw.1 arrive fn | Map A west edge | 1x Truck Point (loaded)
us.1 arrive fn | any Map A air base or Normandy | 1x B-26
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-22.fr.1",
)
def test_22_november() -> None:
    check(
        "1944-11-22",
        """
fr.1 arrive fs | Map C south edge west of 1.06 | 3-3-3 Brkdwn Rgt
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-26.fr.1",
)
def test_26_november() -> None:
    check(
        "1944-11-26",
        """
fr.1 arrive fs | Map C south edge west of 1.06 | 2x 3-4-3 Mtn Brkdwn Rgt
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-11-29.none.1",
    "BTR-date.1944-11-29.note.1",
)
def test_29_november() -> None:
    check(
        "1944-11-29",
        """
none.1 none fns |  |
note.1 note fns |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-01.cw.1",
    "BTR-date.1944-12-01.cw.2",
    "BTR-date.1944-12-01.us.1",
    "BTR-date.1944-12-01.us.2",
    "BTR-date.1944-12-01.us.3",
    "BTR-date.1944-12-01.us.4",
    "BTR-date.1944-12-01.fr.1",
)
def test_1_december() -> None:
    check(
        "1944-12-01",
        """
cw.1 arrive f | Map A west edge or Brussels | 1 Abn Corps HQ
cw.2 exchange f |  | 1x Spitfire IX -> 1x Spitfire XIV
us.1 arrive f | Map A west edge | 18 Abn Corps HQ; 3-2-8 TD Bn (820)
us.2 arrive f | England | 17.Para Div (all 3 units)
us.3 arrive f | Map C west edge | 12.Arm Div (all 4 units)
us.4 exchange f |  | 1x A-20 -> 1x A-26
fr.1 arrive f | Map C south edge west of 1.06 | 16-4-3 Mtn Div (4.Mor, less 3 steps)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-05.us.1",
)
def test_5_december() -> None:
    check(
        "1944-12-05",
        """
us.1 arrive f | Map A west edge | 3-2-8 TD Bn (817)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-08.us.1",
    "BTR-date.1944-12-08.us.2",
    "BTR-date.1944-12-08.fr.1",
)
def test_8_december() -> None:
    check(
        "1944-12-08",
        """
us.1 arrive f | Map A west edge | 24-3-3 Inf Div (78, 106); 4-4-7 Cav Grp (11); 3-2-8 TD Bn (643)
us.2 arrive f | Map C west edge | 3 Corps HQ; 36-2-3 Arty Grp (103, 203); 24-3-3 Inf Div (87)
fr.1 remove f |  | 12-3-3 Inf Div (1.FF)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-12.us.1",
    "BTR-date.1944-12-12.us.2",
)
def test_12_december() -> None:
    check(
        "1944-12-12",
        """
us.1 arrive f | Map A west edge | 16 Corps HQ (16); 36-2-3 Arty Grp (116, 216)
us.2 arrive f | Map C south edge west of 1.06 | 5-3-3 Brkdwn Rgt
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-15.none.1",
)
def test_15_december() -> None:
    check(
        "1944-12-15",
        """
none.1 none f |  |
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-19.cw.1",
    "BTR-date.1944-12-19.us.1",
    "BTR-date.1944-12-19.us.2",
)
def test_19_december() -> None:
    check(
        "1944-12-19",
        """
cw.1 arrive f | England or Map A west edge | 6.Abn Div (all 4 units)
us.1 arrive f | Map A west edge | 24-3-3 Inf Div (75); 11.Arm Div (all 4 units); 4-3-6 TD Bn (821)
us.2 arrive f | Map C south edge west of 1.06 | 3x 5-3-3 Brkdwn Rgt
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-22.us.1",
)
def test_22_december() -> None:
    check(
        "1944-12-22",
        """
us.1 arrive f | Map C west edge | 21 Corps HQ; 36-2-3 Arty Grp (121, 221); (3)-2-3 TD Bn (772)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-26.us.1",
    "BTR-date.1944-12-26.fr.1",
)
def test_26_december() -> None:
    check(
        "1944-12-26",
        """
us.1 arrive f | Map A west edge | 3-2-8 TD Bn (612); 6-3-6 Tk Bn (784)
fr.1 arrive f | Map C west edge | 12-3-3 Inf Div (1.FF)
""",
    )


@pytest.mark.clause(
    "BTR-date.1944-12-29.none.1",
)
def test_29_december() -> None:
    check(
        "1944-12-29",
        """
none.1 none f |  |
""",
    )
