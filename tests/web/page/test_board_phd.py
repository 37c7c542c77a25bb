"""A player's own VASL board in the browser: laid by its own grid data, refused in one line, sent nowhere."""

from __future__ import annotations

import io
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.purple_heart_draw.boards import archive, legacy, modern

from .live import serving
from .screen import PATIENCE, still, witness, witnessed

pytestmark = [
    pytest.mark.browser,
    pytest.mark.complaints("willReadFrequently"),
]  # the test reads the picture, not the page
RED = (
    "() => { const c = document.querySelector('.phd-ground'), d = c.getContext('2d').getImageData(0, 0,"
    " c.width, c.height).data; let n = 0, x = 0, y = 0; for (let i = 0; i < d.length; i += 4) if (d[i] > 200"
    " && d[i + 1] < 60 && d[i + 2] < 60) { n++; x += (i / 4) % c.width; y += Math.floor(i / 4 / c.width); }"
    " const b = c.getBoundingClientRect(); return n ? [b.left + (x / n) * b.width / c.width, b.top + (y / n)"
    " * b.height / c.height] : null; }"
)


def picture(width: int, height: int, red: tuple[float, float], kind: str = "GIF") -> bytes:
    """Grey ground with one red spot."""
    from PIL import Image, ImageDraw

    image, out = Image.new("RGB", (width, height), (150, 150, 150)), io.BytesIO()
    ImageDraw.Draw(image).ellipse([red[0] - 24, red[1] - 24, red[0] + 24, red[1] + 24], fill=(255, 0, 0))
    image.save(out, kind)
    return out.getvalue()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("boards")) as url:
        yield url


@pytest.fixture
def desk(chromium: Any, address: str) -> Iterator[Any]:
    body = json.dumps({"game": "purple-heart-draw", "seats": {"us": "link", "german": "link"}}).encode()
    with urllib.request.urlopen(
        urllib.request.Request(f"{address}api/tables", body, {"Content-Type": "application/json"}),
        timeout=PATIENCE / 1000,
    ) as answer:
        made = json.load(answer)
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#t={made['table']}&k={made['seats']['us']}")
    page.locator('[data-key="tab-map"]').click()
    page.wait_for_selector(".phd-map canvas")
    still(page)
    yield page
    context.close()


def lay(page: Any, path: Path) -> str:
    """Gives the page a file and waits for what it says of it."""
    page.evaluate("() => { window.witnessed = {}; document.querySelector('.toast')?.remove(); }")
    witness(page, ".toast")
    page.locator('[data-key="board-file"]').set_input_files(path)
    witnessed(page, ".toast")
    return str(page.evaluate("() => window.witnessed['.toast'][0]"))


def spot_is_in(page: Any, hex_: str) -> None:
    """Clicks the red spot; the page must say that this of our hexes is there."""
    page.get_by_role("button", name="Whole map").click()
    still(page)
    page.wait_for_function(f"() => ({RED})() !== null")
    page.mouse.click(*page.evaluate(RED))
    page.wait_for_selector(".phd-why")
    page.get_by_role("heading", name=hex_, exact=True).wait_for()


def test_a_board_lies_where_its_own_data_says(tmp_path: Path, desk: Any) -> None:
    sent: list[str] = []
    desk.on("request", lambda asked: sent.append(asked.url) if asked.method != "GET" else None)
    # Q (the seventeenth column) 18, of a board with margins and its own hexes
    x, y = 40 + 16 * 50.0, 70 + 17 * 57.5
    path = modern(
        tmp_path,
        picture(1680, 2060, (x, y)),
        'hexHeight = "57.5"\n\thexWidth = "50"\n\tA1CenterX = "40"\n\tA1CenterY = "70"\n\taltHexGrain ='
        ' "TRUE"',
    )
    assert "is under the grid." in lay(desk, path)
    spot_is_in(desk, "Q18")
    assert not sent, "nothing of it leaves the browser"
    assert not desk.evaluate(
        "() => Object.values(localStorage).concat(Object.values(sessionStorage)).some((text) =>"
        " text.includes('bdPHD'))"
    )
    desk.get_by_role("button", name="Lay your own board file").click()
    desk.wait_for_function(f"() => ({RED})() === null")


def test_a_board_of_vasl_5_and_a_picture_alone(tmp_path: Path, desk: Any) -> None:
    said = lay(
        desk, legacy(tmp_path, picture(1840, 2266, (20 + 16 * 56.25, 52.25 + 17 * 64.5)), "x0 20\ny0 52.25")
    )
    assert "its B0 is B1 here" in said
    spot_is_in(desk, "Q18")
    (tmp_path / "scan.png").write_bytes(picture(1600, 1725, (16 * 50.0, 25 + 20 * 50.0), "PNG"))
    assert "is under the grid" in lay(desk, tmp_path / "scan.png")
    spot_is_in(desk, "Q21")


def test_anything_else_is_refused_in_one_line(tmp_path: Path, desk: Any) -> None:
    small = picture(1800, 645, (50, 50))
    (tmp_path / "text").write_bytes(b"nothing of a board" * 9)
    refused = [
        (tmp_path / "text", "neither a picture nor a board file"),
        (modern(tmp_path, small, height=10, name="01"), "a board of 33 x 10 hexes; this map has 33 x 35"),
        (legacy(tmp_path, small, title="bdX", art="bdX.gif"), "room for about 33 x 10 hexes"),
        (modern(tmp_path, small, 'hexWidth = "wide"', name="W"), "hexWidth is a number, not wide"),
        (archive(tmp_path, "bdN", {"bdN.gif": small}), "no grid data"),
        (
            archive(tmp_path, "bdA", {"data": "x0 1", "bdB.gif": small, "bdC.gif": small}),
            "does not hold its picture bdA.gif",
        ),
        (
            archive(tmp_path, "bdBomb", {"data": b" " * 30_000_000, "bdBomb.gif": small}),
            "data is larger than a board has",
        ),
        (
            archive(
                tmp_path, "bdHuge", {"data": "x0 0", "bdHuge.gif": b"GIF89a\xff\xff\xff\xff" + bytes(40)}
            ),
            "larger than any board",
        ),
        (archive(tmp_path, "bdNot", {"data": "x0 0", "bdNot.gif": b"<svg/>" * 9}), "no GIF, PNG or JPEG"),
    ]
    for path, words in refused:
        said = lay(desk, path)
        assert words in said and said.startswith(path.name) and "\n" not in said, said
