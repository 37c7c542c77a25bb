"""A document as a page of its own, with a print style sheet. Needs nothing that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import resources

from grognard.core import html_page

from .paper import Block, Boxes, Cell, Columns, Document, Heading, Page, Picture, Row, Table, Text, as_cell

ALIGN = {"l": "left", "c": "center", "r": "right"}


def style() -> str:
    """The print style sheet."""
    return resources.files(__package__).joinpath("sheet.css").read_text("utf-8")


def html(document: Document, sheet: str = "") -> str:
    """The page; its style is at the address `sheet`, or written into it."""
    look = f'<link rel="stylesheet" href="{escape(sheet)}">' if sheet else f"<style>{style()}</style>"
    look = f'<meta name="viewport" content="width=device-width">{look}'
    return html_page.page(document.title, look, map(_page, document.pages), document.language)


def _page(page: Page) -> str:
    fields = "".join(
        f'<span class="f">{escape(name)} <b class="hand">{escape(entry) or "&nbsp;"}</b></span>'
        for name, entry in page.fields
    )
    head = (
        f'<header><h1>{escape(page.title)}</h1><span class="sub">{escape(page.subtitle)}</span><div'
        f' class="r">{fields}</div></header>'
    )
    foot = f"<footer><span>{escape(page.foot)}</span></footer>"
    return (
        f'<section class="page{" wide" if page.wide else ""}">{head}<div'
        f' class="body">{_blocks(page.blocks)}</div>{foot}</section>'
    )


def _blocks(blocks: Iterable[Block]) -> str:
    return "\n".join(_block(block) for block in blocks)


def _block(block: Block) -> str:
    match block:
        case Heading():
            note = f" <small>{escape(block.note)}</small>" if block.note else ""
            return f"<h2>{escape(block.text)}{note}</h2>"
        case Text():
            marks = " ".join(name for name, on in (("muted", block.muted), ("hand", block.hand)) if on)
            return f'<p class="{marks}">{escape(block.text)}</p>'
        case Picture():
            return f'<div class="picture">{block.svg}</div>'
        case Boxes():
            ticks = "".join(
                f'<i class="ballot{" on" if k < block.ticked else ""}"></i>' for k in range(block.count)
            )
            return f'<p class="ballots">{escape(block.label)} {ticks}</p>'
        case Columns():
            parts = "".join(f"<div>{_blocks(part)}</div>" for part in block.parts)
            return f'<div class="cols of{len(block.parts)}">{parts}</div>'
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    total = sum(w for w in table.columns if isinstance(w, (int, float))) or 1
    widths = "".join(
        f'<col width="{w / total:.1%}">' if isinstance(w, (int, float)) else f'<col width="{_pixels(w)}">'
        for w in table.columns
    )
    align = table.align or "l" * len(table.columns)
    head = "".join(f"<tr>{_row(row, align, 'th')}</tr>" for row in table.head)
    body = "".join(f"<tr>{_row(row, align, 'td')}</tr>" for row in table.rows)
    marks = " ".join(
        [
            f"s{round(table.size * 2)}",
            *(
                name
                for name, on in (
                    (f"h{int(table.height)}", table.height > 0),
                    ("plain", not table.rules),
                    ("stripes", table.stripes),
                )
                if on
            ),
        ]
    )
    return (
        f'<table class="{marks}"><colgroup>{widths}</colgroup>'
        f"{f'<thead>{head}</thead>' if head else ''}<tbody>{body}</tbody></table>"
    )


def _pixels(length: str) -> int:
    """A length in millimetres as browsers count."""
    return round(float(length.removesuffix("mm")) * 96 / 25.4)


def _row(row: Row, align: str, tag: str) -> str:
    result, at = "", 0
    for made in map(as_cell, row):
        result += _cell(made, align[at] if at < len(align) else "l", tag)
        at += made.across
    return result


def _cell(cell: Cell, align: str, tag: str) -> str:
    names = [
        cell.align or ALIGN[align],
        cell.fill,
        *(name for name in ("bold", "hand", "muted", "upright", "edge", "mono") if getattr(cell, name)),
    ]
    spans = (f' colspan="{cell.across}"' if cell.across > 1 else "") + (
        f' rowspan="{cell.down}"' if cell.down > 1 else ""
    )
    return (
        f"<{tag}{spans}"
        f' class="{" ".join(filter(None, names))}">{cell.picture}<span>{escape(cell.text)}</span></{tag}>'
    )
