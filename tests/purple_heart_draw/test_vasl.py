"""A player's own board file: both forms VASL has, what they leave out, and everything that is refused in one
line.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grognard.core.ask import ask
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw.ask import TOPICS
from grognard.games.purple_heart_draw.vasl import LARGEST, read_board

from .boards import METADATA, archive, gif_head, legacy, modern

MAP = gif_head(1800, 2226)  # 32 steps of 56.25, 34.5 of 64.5


def test_a_board_of_vasl_6_names_its_picture_and_its_grid(tmp_path: Path) -> None:
    found = read_board(
        modern(
            tmp_path,
            gif_head(1836, 2291),
            'hexHeight = "64.47"\n\thexWidth = "56.25"\n\tA1CenterX = "18"\n\tA1CenterY = "65"\n\taltHexGrain'
            ' = "TRUE"',
        )
    )
    assert (found.name, found.version, found.picture, found.columns, found.rows) == (
        "PHD",
        "6.2",
        "bdPHD.gif",
        33,
        35,
    )
    assert (found.hex_width, found.hex_height, found.x, found.y, found.b1_higher) == (
        56.25,
        64.47,
        18.0,
        65.0,
        True,
    )


def test_what_a_board_leaves_out_is_that_of_a_standard_board(tmp_path: Path) -> None:
    for found in (
        read_board(modern(tmp_path, MAP)),
        read_board(modern(tmp_path, MAP, 'A1CenterX="-999" hexWidth="-999"')),
        read_board(legacy(tmp_path, MAP)),
    ):
        assert (found.hex_width, found.hex_height, found.x, found.y, found.b1_higher) == (
            56.25,
            64.5,
            0.0,
            32.25,
            False,
        )


def test_a_board_of_vasl_5_has_words_and_values(tmp_path: Path) -> None:
    found = read_board(
        legacy(
            tmp_path, gif_head(1900, 2300), "x0 20\nY0 52\nDX 56.24\ndy 64.51\nalternate true\nsnapscale 2"
        )
    )
    assert (found.name, found.version, found.picture, found.columns) == ("PHD", "1.0", "bdPHD.gif", 0)
    assert (found.x, found.y, found.hex_width, found.hex_height, found.b1_higher) == (
        20.0,
        52.0,
        56.24,
        64.51,
        True,
    )
    assert read_board(legacy(tmp_path, MAP, title="bdPHD (1)")).picture == "bdPHD.gif", (
        "a copy by another name has one such picture"
    )


def test_unreadable_metadata_makes_it_a_board_of_vasl_5(tmp_path: Path) -> None:
    assert (
        read_board(
            archive(tmp_path, "bdPHD", {"BoardMetadata.xml": "<board", "data": "x0 5\n", "bdPHD.gif": MAP})
        ).x
        == 5.0
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('hexHeight="tall"', "hexHeight is a number, not 'tall'"),
        ('hexHeight="0"', "a hex has a size"),
        ('hexWidth="nan"', "number of pixels"),
        ('A1CenterX="1e9"', "number of pixels"),
    ],
)
def test_bad_grid_data_is_refused(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(GrognardError, match=said) as caught:
        read_board(modern(tmp_path, MAP, more))
    assert "\n" not in str(caught.value)


def test_a_board_of_another_map_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="a board of 33 x 10 hexes; this map has 33 x 35"):
        read_board(modern(tmp_path, gif_head(1800, 645), height=10, name="01"))
    with pytest.raises(GrognardError, match="room for about 33 x 10 hexes"):
        read_board(legacy(tmp_path, gif_head(1800, 645)))
    with pytest.raises(GrognardError, match="room for about 60 x"):
        read_board(legacy(tmp_path, gif_head(3320, 2226)))


def test_the_named_picture_must_be_there(tmp_path: Path) -> None:
    text = METADATA.format(name="PHD", picture="bdOther.gif", width=33, height=35, more="")
    with pytest.raises(GrognardError, match=r"does not hold its picture bdOther\.gif"):
        read_board(archive(tmp_path, "bdPHD", {"BoardMetadata.xml": text, "bdPHD.gif": MAP}))
    with pytest.raises(GrognardError, match=r"does not hold its picture bdPHD\.gif"):
        read_board(archive(tmp_path, "bdPHD", {"data": "", "bdA.gif": MAP, "bdB.gif": MAP}))
    with pytest.raises(GrognardError, match="is not a picture we can show"):
        read_board(modern(tmp_path, MAP, art="bdPHD.bmp"))
    with pytest.raises(GrognardError, match="no GIF, PNG or JPEG"):
        read_board(modern(tmp_path, b"BM what is this?"))


def test_what_is_no_board_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no").write_bytes(b"nothing")
    with pytest.raises(GrognardError, match="not a board file"):
        read_board(tmp_path / "no")
    with pytest.raises(GrognardError, match="not a board file"):
        read_board(tmp_path / "missing")
    with pytest.raises(GrognardError, match="no grid data"):
        read_board(archive(tmp_path, "bdPHD", {"bdPHD.gif": MAP}))
    with pytest.raises(GrognardError, match="may not declare entities"):
        read_board(
            archive(
                tmp_path, "bdPHD", {"BoardMetadata.xml": "<!DOCTYPE a><boardMetadata/>", "bdPHD.gif": MAP}
            )
        )


def test_a_bomb_is_read_no_further_than_a_board_needs(tmp_path: Path) -> None:
    path = archive(tmp_path, "bdPHD", {"BoardMetadata.xml": b" " * (LARGEST * 50), "bdPHD.gif": MAP})
    assert path.stat().st_size < LARGEST
    with pytest.raises(GrognardError, match="more grid data than a board has"):
        read_board(path)
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as file:
        packed = file.getinfo("BoardMetadata.xml").compress_size
    data[60 : 60 + packed // 2] = bytes(packed // 2)
    path.write_bytes(data)
    with pytest.raises(GrognardError):
        read_board(path)


def test_it_can_be_asked(tmp_path: Path) -> None:
    answer = ask(TOPICS, "board", {"file": str(legacy(tmp_path, MAP))})
    assert (
        answer.value["A1"] == [0.0, 32.25]
        and answer.value["step"] == [56.25, 64.5]
        and answer.value["even_columns"] == "half a hex lower, numbered from 0: its B0 is B1 here"
    )
