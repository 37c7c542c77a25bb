"""Smaller copies of the screenshots that "How to play in ten minutes" shows: `python -m
tests.web.page.small`.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

import grognard

ROOT = Path(__file__).parents[3]
SCREENS, SHIPPED = ROOT / "docs" / "screens", ROOT / "src" / "grognard" / "web" / "static" / "howto"
SIZE, QUALITY = (960, 600), 68


def wanted() -> set[str]:
    """The pictures that the guides name."""
    return {
        part.picture for name in grognard.GAMES for part in grognard.load(name).guide.section if part.picture
    }


def main() -> None:
    SHIPPED.mkdir(exist_ok=True)
    for old in SHIPPED.glob("*.jpg"):
        old.unlink()
    for name in sorted(wanted()):
        picture = Image.open(SCREENS / f"{name}.jpg")
        picture.thumbnail(SIZE)
        picture.save(SHIPPED / f"{name}.jpg", quality=QUALITY, optimize=True, progressive=True)


if __name__ == "__main__":
    main()
