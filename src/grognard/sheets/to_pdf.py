"""A document as PDF, set by typst."""

from __future__ import annotations

from collections.abc import Iterable

from .paper import Block, Boxes, Cell, Columns, Document, Heading, Page, Picture, Row, Table, Text, as_cell

ALIGN = {"l": "left", "c": "center", "r": "right"}
FILLS = {"grey": "luma(232)", "dark": "luma(60)", "hatch": "hatch", "": "none"}
PREAMBLE = """
#let hatch = tiling(
  size: (4pt, 4pt)
)[#place(line(start: (0%, 100%), end: (100%, 0%), stroke: 0.35pt + luma(120)))]
#let sans = ("Inter", "Noto Sans", "Liberation Sans", "DejaVu Sans", "Libertinus Serif")
#let serif = ("Source Serif 4", "Libertinus Serif")
#let mono = ("DejaVu Sans Mono",)
#let hand(body) = text(font: serif, style: "italic", weight: "semibold", size: 1.06em, body)
#let tick(start, end) = place(line(start: start, end: end, stroke: 1.1pt))
#let ballot(on) = box(baseline: 15%, width: 8pt, height: 8pt, stroke: 0.8pt, inset: 0pt, if on {
  tick((15%, 55%), (42%, 85%)); tick((42%, 85%), (90%, 12%))
})
#set text(font: sans, size: 9pt, fallback: true)
#set par(leading: 0.5em)
#set table(stroke: none, inset: (x: 3pt, y: 2.4pt))
"""


def pdf(document: Document) -> bytes:
    """The finished file."""
    import typst  # only here: it takes a while

    made = typst.compile(source(document).encode())
    return bytes(made)


def source(document: Document) -> str:
    """The document in typst's language."""
    head = f"#set document(title: {_text(document.title)})\n#set text(lang: {_text(document.language)})\n"
    return head + PREAMBLE + "\n".join(_page(page) for page in document.pages)


def _text(words: object) -> str:
    return '"' + str(words).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _page(page: Page) -> str:
    fields = "".join(
        f"#h(9pt)#text(size: 8.5pt)[#{_text(name)} #box(stroke: (bottom: 0.6pt), inset: (x: 3pt, bottom:"
        f" 1.5pt))[#box(width: auto)[{_hand(entry)}]]]"
        for name, entry in page.fields
    )
    head = (
        "#grid(columns: (auto, 1fr), align: (left + bottom, right + bottom), [#text(font: serif, size: 17pt,"
        f" weight: 700, {_text(page.title)}) #h(6pt) #text(size: 9pt, fill: luma(80),"
        f" {_text(page.subtitle)})], [{fields}])#v(-5pt)#line(length: 100%, stroke: 1.6pt)#v(2pt)"
    )
    foot = (
        f"#line(length: 100%, stroke: 0.6pt)#v(-7pt)#text(size: 7.5pt, fill: luma(70))[#{_text(page.foot)}"
        " #h(1fr) #context counter(page).display() / #context counter(page).final().first()]"
    )
    size = (
        f'paper: "a4", flipped: {"true" if page.wide else "false"}, margin: (x: 11mm, top: 11mm, bottom:'
        " 13mm)"
    )
    return f"#page({size}, footer: [{foot}])[\n{head}\n{_blocks(page.blocks)}\n]"


def _hand(entry: str) -> str:
    return f"#hand({_text(entry)})" if entry else "#h(22mm)"


def _blocks(blocks: Iterable[Block]) -> str:
    return "\n".join(_block(block) for block in blocks)


def _block(block: Block) -> str:
    match block:
        case Heading():
            note = (
                f" #h(5pt) #text(size: 8pt, weight: 400, fill: luma(80), font: sans, {_text(block.note)})"
                if block.note
                else ""
            )
            return (
                "#block(above: 9pt, below: 4pt, sticky: true)[#text(font: serif, size: 11.5pt, weight: 700,"
                f" {_text(block.text)}){note}]"
            )
        case Text():
            words = (
                f"#text(size: {block.size}pt, fill: {'luma(90)' if block.muted else 'black'},"
                f" {_text(block.text)})"
            )
            return f"#block(above: 5pt, below: 5pt)[{'#hand[' + words + ']' if block.hand else words}]"
        case Picture():
            return (
                f'#block(above: 4pt, below: 4pt)[#image(bytes({_text(block.svg)}), format: "svg", width:'
                f" {block.width})]"
            )
        case Boxes():
            ticks = " ".join(
                f"#ballot({'true' if k < block.ticked else 'false'})" for k in range(block.count)
            )
            return f"#block(above: 3pt, below: 3pt)[#text(size: 8.5pt, {_text(block.label)}) #h(4pt) {ticks}]"
        case Columns():
            shares = ", ".join(f"{share}fr" for share in block.shares or [1] * len(block.parts))
            parts = ", ".join(f"[{_blocks(part)}]" for part in block.parts)
            return f"#grid(columns: ({shares},), gutter: 12pt, {parts})"
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    widths = ", ".join(f"{w}fr" if isinstance(w, (int, float)) else w for w in table.columns)
    align = ", ".join(f"{ALIGN[a]} + horizon" for a in table.align or "l" * len(table.columns))
    height = f", rows: ({'auto, ' * len(table.head)}{table.height}mm,)" if table.height else ""
    inner = "x: if table_rules { 0.4pt + luma(150) } else { none }".replace(
        "table_rules", "true" if table.rules else "false"
    )
    stripes = "fill: (_, y) => if calc.even(y) { luma(245) } else { none }, " if table.stripes else ""
    head = "".join(f"{_row(row, head=True)}" for row in table.head)
    header = f"table.header({head} table.hline(stroke: 1.1pt)), " if head else ""
    body = "".join(_row(row) for row in table.rows)
    return (
        f"#block(above: 4pt, below: 6pt)[#set text(size: {table.size}pt)\n#table(columns: ({widths},), align:"
        f" ({align},){height}, {stripes}stroke: (x, y) => ({inner}, y: 0.4pt + luma(150)), {header}{body})]"
    )


def _row(row: Row, head: bool = False) -> str:
    return "".join(f"{_cell(cell, head)}, " for cell in map(as_cell, row))


def _cell(made: Cell, head: bool) -> str:
    inside = _inside(made, head)
    if made.across == made.down == 1 and not made.fill and not made.align and not made.edge:
        return f"[{inside}]"
    more = [f"colspan: {made.across}", f"rowspan: {made.down}"]
    more += [f"fill: {FILLS[made.fill]}"] if made.fill else []
    more += [f"align: {made.align} + horizon"] if made.align else []
    more += ["stroke: (left: 1.6pt)"] if made.edge else []
    return f"table.cell({', '.join(more)})[{inside}]"


def _inside(made: Cell, head: bool) -> str:
    """The words and the picture of a cell."""
    how = [f"weight: {'700' if made.bold or head else '400'}"]
    if made.fill == "dark":
        how.append("fill: white")
    elif made.muted:
        how.append("fill: luma(120)")
    if made.mono:
        how.append("font: mono")
    words = f"#text({', '.join(how)}, {_text(made.text)})" if made.text else ""
    inside = f"#hand[{words}]" if made.hand and words else words
    if made.picture:
        inside = (
            f'#box(baseline: 15%, image(bytes({_text(made.picture)}), format: "svg", height: 1.15em))'
            f" {inside}"
        )
    return f"#rotate(-90deg, reflow: true)[{inside}]" if made.upright and inside else inside
