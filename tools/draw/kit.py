# SPDX-License-Identifier: Apache-2.0
"""A picture 480 wide: boxes, words, arrows, in the palette of all pages, dark where readers ask."""

import pathlib
import re
from xml.sax.saxutils import escape

TREE = pathlib.Path(__file__).resolve().parents[2]
PALETTE = TREE / "sw/report/html/palette.hpp"
TONE = {name: (light, dark) for name, light, dark in re.findall(
    r'\{"(\w+)", "(#\w+)", "(#\w+)"\}', PALETTE.read_text(encoding="utf-8"))}
INK, SOFT, LINE, BACK, PANEL = (TONE[name][0] for name in ("ink", "soft", "line", "back", "panel"))
GUARD, REST = TONE["loss"][0], TONE["rest"][0]
PART = [TONE[f"c{k}"][0] for k in range(7)]
ON_PART = "#0a0a0a"  # letters on a coloured box, in both modes
WIDTH, LETTER = 480, 13  # 13 of 480 is 10.8 pixels at a width of 400


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def width_of(words, size=LETTER):
    """A cautious width of letters without a font at hand."""
    return len(words) * size * 0.56


class Picture:
    def __init__(self, height, title, description):
        self.height, self.title, self.description, self.parts = height, title, description, []

    def rect(self, x, y, w, h, fill=PANEL, stroke=LINE):
        self.parts.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" '
                          f'height="{number(h)}" fill="{fill}" stroke="{stroke}"/>')

    def words(self, x, y, said, anchor="start", colour=INK, size=LETTER, bold=False):
        """A line whose base is y; an error where it would leave the picture."""
        wide = width_of(said, size)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        if left < 0 or left + wide > WIDTH or not size <= y <= self.height:
            raise ValueError(f"{self.title}: '{said}' leaves the picture")
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" '
                          f'font-size="{size}"{weight} fill="{colour}">{escape(said)}</text>')

    def box(self, x, y, w, h, said, fill=PANEL):
        """A box with lines of words in its middle; an error where they do not fit."""
        self.rect(x, y, w, h, fill, LINE if fill == PANEL else fill)
        lines = said.split("\n") if said else []
        for k, line in enumerate(lines):
            if width_of(line) > w or len(lines) * 16 > h + 2:
                raise ValueError(f"{self.title}: '{line}' leaves its box")
            base = y + h / 2 + 4.5 + 16 * (k - (len(lines) - 1) / 2)
            colour = INK if fill in (PANEL, BACK, REST) else BACK if fill == PART[0] else ON_PART
            self.words(x + w / 2, base, line, "middle", colour)

    def line(self, points, colour=SOFT, arrow=False, dashed=False, width=1.5):
        path = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)
        extra = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(f'<path d="{path}" fill="none" stroke="{colour}" '
                          f'stroke-width="{number(width)}"{extra}/>')
        if arrow:
            self._head(points[-2], points[-1], colour)

    def _head(self, start, end, colour):
        (a, b), (x, y) = start, end
        size = ((x - a) ** 2 + (y - b) ** 2) ** 0.5
        u, v = (x - a) / size, (y - b) / size
        corners = [(x, y), (x - 8 * u - 4 * v, y - 8 * v + 4 * u),
                   (x - 8 * u + 4 * v, y - 8 * v - 4 * u)]
        self.parts.append('<path d="M' + " L".join(f"{number(p)} {number(q)}" for p, q in corners)
                          + f' Z" fill="{colour}"/>')

    def arrow(self, *points, colour=SOFT, dashed=False):
        self.line(points, colour, True, dashed)

    def key(self, x, y, entries):
        """Coloured squares with words, in a line."""
        for colour, said in entries:
            self.rect(x, y - 10, 12, 12, colour, colour)
            self.words(x + 17, y, said)
            x += 32 + width_of(said)

    def svg(self):
        dark = "".join(f'[fill="{light}"]{{fill:{night}}}[stroke="{light}"]{{stroke:{night}}}'
                       for light, night in sorted({v for v in TONE.values()}))
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" '
            f'width="{WIDTH}" height="{self.height}" role="img" '
            'font-family="system-ui, sans-serif">',
            f"<title>{escape(self.title)}</title>", f"<desc>{escape(self.description)}</desc>",
            f"<style>@media(prefers-color-scheme:dark){{{dark}}}</style>",
            f'<rect width="{WIDTH}" height="{self.height}" fill="{BACK}"/>',
            *self.parts, "</svg>", ""])
