#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One SVG of a page that `jacquard schedule --out DIR` wrote.

    tools/picture.py DIR/schedule.html SCHEDULER >FILE.svg

It shows the demand, the circuits of one scheduler over time, and when each scheduler is done.
"""

import re
import sys

WIDTH = 1060
# Some viewers know no variables of style sheets.
TONES = {"--bar": "#0072b2", "--loss": "#e69f00", "--mark": "#c14500"}
LEFT, RIGHT = 10, 430  # where the two columns begin
TIME = {"x": 430, "y": 40, "width": 610, "height": 176}


def found(pattern, text, what):
    match = re.search(pattern, text, re.S)
    if not match:
        sys.exit(f"{sys.argv[1]}: no {what}")
    return match


def drawing(page, label):
    """(contents, height) of the drawing whose label begins so."""
    match = found(rf'<svg class="chart" viewBox="0 0 480 (\d+)"[^>]*'
                  rf'aria-label="{label}[^>]*>(.*?)</svg>', page, label)
    body = re.sub(r"var\((--\w+)\)", lambda tone: TONES[tone[1]], match[2])
    return body, int(match[1])


def timeline(page, scheduler):
    """The picture of a scheduler's whole schedule, its ports and its times."""
    name = re.escape(scheduler)
    match = found(rf'<div class="time"><div class="ports">((?:<span[^>]*>\d+</span>)*)</div>\s*<img '
                  rf'[^>]*alt="{name}: the whole schedule" src="([^"]*)">\s*'
                  r'<div class="ticks">(.*?)</div>', page, f"timeline of {scheduler}")
    ports, source, ticks = match.groups()
    x, y, width, height = TIME.values()
    out = [f'<image x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="none" '
           f'style="image-rendering:pixelated" href="{source}"/>']
    for top, port in re.findall(r'top:([\d.]+)%">(\d+)', ports):
        out.append(f'<text class="soft" x="{x - 6}" y="{y + float(top) / 100 * height + 4:.1f}" '
                   f'text-anchor="end">{port}</text>')
    for side, share, words in re.findall(r'(left|right):([\d.]+)%">([^<]*)', ticks):
        place = float(share) / 100 if side == "left" else 1 - float(share) / 100
        anchor = "middle" if side == "left" else "end"
        out.append(f'<text class="soft" x="{x + place * width:.1f}" y="{y + height + 18}" '
                   f'text-anchor="{anchor}">{words}</text>')
    return "\n".join(out)


def legend(page):
    """Boxes of the destinations, and of the guard."""
    found(r'<div class="legend">\s*<span>to port</span>', page, "legend of destinations")
    part = page.split("<span>to port</span>", 1)[1].split("</div>", 1)[0]
    x, y = TIME["x"], TIME["y"] + TIME["height"] + 30
    out = [f'<text class="soft" x="{x}" y="{y + 11}">to port</text>']
    x += 52
    boxes = re.findall(r"rgba\((\d+,\d+,\d+),1\.00\)\"></i>([^<:]*)", part)
    for colour, name in boxes:
        out.append(f'<rect x="{x}" y="{y}" width="14" height="12" fill="rgb({colour})"/>'
                   f'<text class="soft" x="{x + 17}" y="{y + 11}">{name}</text>')
        x += 21 + 8 * len(name)
    return "\n".join(out)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    demand, demand_height = drawing(page, "Heat map")
    spans, spans_height = drawing(page, "Makespan")
    dark = found(r"@media \(prefers-color-scheme: dark\) \{\n.*?\n\}\n", page, "style")[0]
    below = TIME["y"] + TIME["height"] + 84
    height = max(below + 10 + 1.05 * spans_height, 40 + 0.83 * demand_height) + 10
    print(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" \
width="{WIDTH}" height="{height:.0f}" font-family="system-ui, Arial, sans-serif" font-size="13" \
fill="#1b1f24">
<style>.soft {{ fill: #59636e }} .grid {{ stroke: #767d85; stroke-opacity: .4; fill: none }}
.heading {{ font-size: 15px; font-weight: 600 }}
@media (prefers-color-scheme: dark) {{ svg {{ fill: #e6edf3 }} .soft {{ fill: #9198a1 }} }}
{dark}</style>
<rect width="100%" height="100%" fill="#ffffff"/>
<text class="heading" x="{LEFT}" y="22">Demand: bytes by source and destination</text>
<g transform="translate(0 40) scale(.83)">{demand}</g>
<text class="heading" x="{RIGHT}" y="22">{sys.argv[2]}: the destination of each source over time\
</text>
{timeline(page, sys.argv[2])}
{legend(page)}
<text class="heading" x="{RIGHT}" y="{below}">When each scheduler is done: circuits held (blue), \
changing (orange)</text>
<g transform="translate({RIGHT - 4} {below + 10}) scale(1.05)">{spans}</g>
</svg>""")


if __name__ == "__main__":
    main()
