#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One SVG that moves: a schedule's settings carry a demand away.

    tools/motion.py DIR SCHEDULER >FILE.svg

DIR is what `jacquard schedule --out DIR` wrote. On the left the demand, whose cells fade as their bytes
are carried; in the middle the circuits of the setting; below, the ports over time with a cursor. Time is
that of the schedule, slowed down. Programs that draw no motion show the beginning.
"""

import json
import pathlib
import sys

SECONDS = 14
CELL, TOP, LEFT = 17, 46, 40
TONES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#555555")
STYLE = ("text{font:13.5px system-ui,'Segoe UI',Arial,sans-serif;fill:#1b1f24}.soft{fill:#59636e}"
         "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.soft{fill:#9198a1}.back{fill:#0d1117}}")


def settings_of(schedule):
    """[(from, hold, columns)], from and hold in slots."""
    columns, begin, found = [-1] * schedule["ports"], 0, []
    for entry in schedule["entries"]:
        for row, column in entry["changes"]:
            columns[row] = column
        found.append((begin, entry["hold"], list(columns)))
        begin += entry["hold"]
    return found


def quanta_of(folder, quantum):
    rows = (folder / "demand.csv").read_text().splitlines()
    return [[-(-int(value) // quantum) for value in row.split(",")] for row in rows]


def share(slot, slots):
    return f"{min(max(slot / slots, 0), 1):.4f}".rstrip("0").rstrip(".")


def steps(attribute, points):
    """An animation that jumps to each (share of the time, value); the first is at 0."""
    times, values = zip(*points)
    return (f'<animate attributeName="{attribute}" dur="{SECONDS}s" repeatCount="indefinite" calcMode="discrete" '
            f'keyTimes="{";".join(times)}" values="{";".join(values)}"/>')


def fading(points):
    times, values = zip(*points)
    return (f'<animate attributeName="fill-opacity" dur="{SECONDS}s" repeatCount="indefinite" '
            f'keyTimes="{";".join(times)}" values="{";".join(values)}"/>')


def cells(quanta, settings, slots):
    most = max(map(max, quanta))
    for i, row in enumerate(quanta):
        for j, owed in enumerate(row):
            if owed == 0:
                continue
            full = 0.12 + 0.88 * owed / most
            left, points = owed, [("0", f"{full:.2f}")]
            for begin, hold, columns in settings:
                if columns[i] != j or left == 0:
                    continue
                carried = min(hold, left)
                points += [(share(begin, slots), f"{full * left / owed:.2f}"),
                           (share(begin + carried, slots), f"{full * (left - carried) / owed:.2f}")]
                left -= carried
            points.append(("1", points[-1][1]))
            yield (f'<rect x="{LEFT + j * CELL}" y="{TOP + i * CELL}" width="{CELL - 1}" height="{CELL - 1}" fill="#0072b2" '
                   f'fill-opacity="{full:.2f}">{fading(points)}</rect>')


def circuits(settings, slots, ports, left, width):
    y = lambda port: TOP + port * CELL + CELL / 2  # noqa: E731
    for k, (begin, hold, columns) in enumerate(settings):
        points = [("0", "visible" if begin == 0 else "hidden")]
        if begin > 0:
            points.append((share(begin, slots), "visible"))
        if begin + hold < slots:
            points.append((share(begin + hold, slots), "hidden"))
        lines = "".join(f'<path d="M{left} {y(i):g}C{left + width / 2:g} {y(i):g} {left + width / 2:g} {y(j):g} {left + width} {y(j):g}" '
                        f'stroke="{TONES[j % 7]}"/>' for i, j in enumerate(columns) if j >= 0)
        yield (f'<g fill="none" stroke-width="2" visibility="{"visible" if k == 0 else "hidden"}">'
               f'{steps("visibility", points)}{lines}</g>')
    for port in range(ports):
        for x in (left, left + width):
            yield f'<circle cx="{x}" cy="{y(port):g}" r="3" fill="#59636e"/>'


def over_time(settings, slots, ports, left, width):
    scale, row = width / slots, CELL
    for begin, hold, columns in settings:
        for i, j in enumerate(columns):
            if j >= 0:
                yield (f'<rect x="{left + begin * scale:.1f}" y="{TOP + i * row}" width="{max(hold * scale - 0.5, 0.5):.1f}" '
                       f'height="{row - 1}" fill="{TONES[j % 7]}"/>')
    yield (f'<rect x="{left}" y="{TOP - 4}" width="2" height="{ports * row + 8}" fill="#c14500"><animate attributeName="x" '
           f'dur="{SECONDS}s" repeatCount="indefinite" from="{left}" to="{left + width}"/></rect>')


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
    schedule = json.loads((folder / f"{name}.schedule.json").read_text())
    settings, ports = settings_of(schedule), schedule["ports"]
    slots = sum(hold for _, hold, _ in settings)
    quanta = quanta_of(folder, schedule["quantum_bytes"])
    side = ports * CELL
    middle, right = LEFT + side + 60, LEFT + side + 60 + 230
    width, height = right + 50 + 420 + 10, TOP + side + 34
    words = [(LEFT, 30, "", "still to be carried"), (middle, 30, "", "circuits of this setting"),
             (right + 50, 30, "", "each sender over time"), (LEFT, TOP + side + 22, "soft", "to port 0 to " + str(ports - 1)),
             (middle, TOP + side + 22, "soft", "senders"), (middle + 150, TOP + side + 22, "soft", "receivers"),
             (right + 50, TOP + side + 22, "soft", f"{len(settings)} settings by {name}; colour: receiver")]
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
          f'<title>A schedule of {len(settings)} settings carries a demand of {ports} ports</title><style>{STYLE}</style>'
          f'<rect class="back" width="{width}" height="{height}" fill="#ffffff"/>')
    for x, y, kind, text in words:
        print(f'<text x="{x}" y="{y}" class="{kind}">{text}</text>')
    for part in (cells(quanta, settings, slots), circuits(settings, slots, ports, middle, 200),
                 over_time(settings, slots, ports, right + 50, 420)):
        print("\n".join(part))
    print("</svg>")
    return 0


sys.exit(main())
