"""Board files made as VASL makes them, for tests: every name, attribute and line is in the form its own
boards have.
"""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

METADATA = """<?xml version="1.0"?>
<!--
    This file contains metadata of a board. hexHeight - the height of a hex; A1CenterX - where A1 lies
-->
<boardMetadata
	name="{name}"
	version="6.2"
	versionDate="Apr 2022"
	author="somebody"
	boardImageFileName="{picture}"
	hasHills="TRUE"
	width="{width}"
	height="{height}"
	{more}
	>
	<buildingTypes>
		<buildingType hexName="I9" buildingTypeName="Stone Building, 1 Level" />
	</buildingTypes>
	<overlaySSRules>
		<overlaySSRule name="Snow" image="{name}_Snow.gif" x="0" y="0" />
	</overlaySSRules>
	<colors></colors>
	<colorSSRules></colorSSRules>
</boardMetadata>
"""
DATA = "version 1.0\nJan 2008 TR\n\n{more}\nexpanded edges by 20 pixels to allow edge buffer"


def gif_head(width: int, height: int) -> bytes:
    """The first bytes of a GIF, all that tells its size."""
    return b"GIF89a" + struct.pack("<HH", width, height) + bytes(16)


def archive(folder: Path, title: str, files: dict[str, str | bytes]) -> Path:
    """A zip without extension, the pictures of its rules before its own, as the alphabet has them."""
    path = folder / title
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return path


def modern(
    folder: Path,
    picture: bytes,
    more: str = "",
    width: int = 33,
    height: int = 35,
    name: str = "PHD",
    art: str = "",
) -> Path:
    """A board of VASL 6: LOS data, metadata, the picture it names, pictures of its special rules, and a
    `data` file.
    """
    art = art or f"bd{name}.gif"
    text = METADATA.format(name=name, picture=art, width=width, height=height, more=more)
    return archive(
        folder,
        f"bd{name}",
        {
            "01_Snow.gif": gif_head(10, 10),
            "LOSData": b"\x1f\x8b",
            "BoardMetadata.xml": text,
            "data": "version 6.2\n",
            art: picture,
        },
    )


def legacy(
    folder: Path, picture: bytes, more: str = "", title: str = "bdPHD", art: str = "bdPHD.gif"
) -> Path:
    """A board of VASL 5: picture and `data`."""
    return archive(
        folder, title, {"colors": "", art: picture, "data": DATA.format(more=more), "overlaySSR": ""}
    )
