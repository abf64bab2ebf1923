# SPDX-License-Identifier: Apache-2.0
"""Draws a figure for a paper from the CSV beside this file.

    python3 FILE.py            draws it as FORMAT says
    python3 FILE.py svg        as pdf, svg or png

It needs matplotlib (Debian: python3-matplotlib) and nothing of jacquard, which wrote it and does not
read it again. Change what you like. The CSV has a line a point: series, x, y; its head has the units.
"""
import csv
import os
import pathlib
import sys

os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # the same figure has the same bytes

import matplotlib

matplotlib.use("Agg")  # draws into files, without a display
import matplotlib.pyplot as plt

# settings
FORMAT = "pdf"
WIDTH_MM = 85  # of a column; a page of two columns has 178
HEIGHT_MM = 60
LOG_X = False
LOG_Y = False
FIXED = {}  # colours that have a meaning, by series
# end of settings

MM = 1 / 25.4  # in inches
# The colours of Okabe and Ito, without orange: that is a guard, and nothing else. Hatches, markers
# and dashes tell series apart where there is no colour.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#555555"]
HATCHES = ["", "////", "\\\\\\\\", "..", "xxx", "---", "+++", "oo"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "*"]
DASHES = ["-", "--", "-.", ":"]

matplotlib.rcParams.update(
    {
        "font.family": "DejaVu Sans",  # comes with matplotlib, so that it is the same everywhere
        "font.size": 7,
        "axes.labelsize": 8,
        "axes.linewidth": 0.6,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "grid.linewidth": 0.4,
        "grid.color": "#d1d9e0",
        "hatch.linewidth": 0.5,
        "legend.fontsize": 7,
        "legend.frameon": False,
        "lines.linewidth": 1.2,
        "lines.markersize": 4,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "pdf.fonttype": 42,  # whole fonts, as publishers ask for
        "svg.fonttype": "path",
        "svg.hashsalt": "jacquard",
    }
)


def read(path):
    """The heads of the columns, and for each series its points, all in the order of the file."""
    with open(path, newline="", encoding="utf-8") as file:
        head, *lines = csv.reader(file)
    series = {}
    for name, x, y in lines:
        series.setdefault(name, []).append((x, float(y)))
    return head, series


def colour(name, k):
    return FIXED.get(name, COLOURS[k % len(COLOURS)])


def hatch(k):
    return HATCHES[k % len(HATCHES)]


def short(text, most=int(WIDTH_MM * 0.36)):
    """Long names keep their ends, and leave room for the chart."""
    return text if len(text) <= most else text[: most // 2 - 1] + "\u2026" + text[-most // 2 :]


def number(value):
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def legend(figure, axes):
    """On top, in as many columns as the width holds; the chart takes what is left of the height."""
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) < 2:
        return
    for columns in range(len(labels), 0, -1):
        box = figure.legend(handles, labels, loc="upper left", ncol=columns, borderaxespad=0.2,
                            handlelength=2.2, columnspacing=1.2)
        extent = box.get_window_extent(figure.canvas.get_renderer())
        if extent.width <= figure.bbox.width or columns == 1:
            break
        box.remove()
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - extent.height / figure.bbox.height))


# part: stacked
def draw(axes, head, series):
    """A bar for each x; its parts, which are the series, one after another."""
    names = list(dict.fromkeys(x for points in series.values() for x, _ in points))
    left = dict.fromkeys(names, 0.0)
    for k, (part, points) in enumerate(series.items()):
        for x, y in points:
            axes.barh(names.index(x), y, left=left[x], height=0.7, color=colour(part, k),
                      hatch=hatch(k), edgecolor="white", linewidth=0,
                      label=part if x == points[0][0] else None)
            left[x] += y
    for x, end in left.items():
        axes.annotate(number(end), (end, names.index(x)), (2, 0), textcoords="offset points",
                      va="center")
    axes.set_yticks(range(len(names)), [short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)  # the first on top
    axes.set_xlim(0, max(left.values()) * 1.12 or 1)
    axes.set_xlabel(head[2])
    axes.grid(axis="x")


# part: bars
def draw(axes, head, series):
    """Bars from 0, those of one x beside each other."""
    names = list(dict.fromkeys(x for points in series.values() for x, _ in points))
    height = 0.8 / len(series)
    for k, (name, points) in enumerate(series.items()):
        at = [names.index(x) + (k - (len(series) - 1) / 2) * height for x, _ in points]
        values = [y for _, y in points]
        axes.barh(at, values, height=height * 0.9, color=colour(name, k), hatch=hatch(k),
                  edgecolor="white", linewidth=0, label=name)
        for place, value in zip(at, values):
            axes.annotate(number(value), (value, place), (2, 0), textcoords="offset points",
                          va="center")
    axes.set_yticks(range(len(names)), [short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)  # the first on top
    most = max(y for points in series.values() for _, y in points)
    if LOG_X:
        axes.set_xscale("log")
    else:
        axes.set_xlim(0, most * 1.12 or 1)
    axes.set_ylabel(head[1])
    axes.set_xlabel(head[2])
    axes.grid(axis="x")


# part: lines
def draw(axes, head, series):
    """A line for each series; limits are dashed and without markers."""
    for k, (name, points) in enumerate(series.items()):
        limit = name.endswith("limit")
        axes.plot([float(x) for x, _ in points], [y for _, y in points], label=name,
                  color=colour(name, k % max(1, sum(not n.endswith("limit") for n in series))),
                  linestyle=":" if limit else DASHES[k % len(DASHES)],
                  marker=None if limit else MARKERS[k % len(MARKERS)])
    across = {float(x) for points in series.values() for x, _ in points}
    if LOG_X and min(across) <= 0:  # a logarithm that has room for 0
        least = min(x for x in across if x > 0)
        axes.set_xscale("symlog", linthresh=least)
        axes.set_xticks([x for x in axes.get_xticks() if x == 0 or x > 0.9 * least])
    else:
        axes.set_xscale("log" if LOG_X else "linear")
    axes.set_yscale("log" if LOG_Y else "linear")
    if not LOG_Y:
        axes.set_ylim(bottom=0)
    axes.set_xlabel(head[1])
    axes.set_ylabel(head[2])
    axes.grid()


# part: scatter
def draw(axes, head, series):
    """A mark for each point; those of the front, which no other point beats, are joined."""
    for k, (name, points) in enumerate(series.items()):
        front = name == "front"
        points = sorted((float(x), y) for x, y in points)
        axes.plot([x for x, _ in points], [y for _, y in points], label=name,
                  color=colour(name, k), marker=MARKERS[k % len(MARKERS)],
                  linestyle="-" if front else "", linewidth=0.8, zorder=3 if front else 2,
                  markerfacecolor=None if front else "none", markeredgewidth=0.8)
    axes.set_xscale("log" if LOG_X else "linear")
    axes.set_yscale("log" if LOG_Y else "linear")
    axes.set_xlabel(head[1])
    axes.set_ylabel(head[2])
    axes.grid()


# part: waterfall
def draw(axes, head, series):
    """From the first total to the second; each change begins where the one before it ends."""
    points = [(name, x, y) for name, all_of in series.items() for x, y in all_of]
    names = [x for _, x, _ in points]
    styles = {"total": (COLOURS[6], ""), "more": (COLOURS[1], "////"), "less": (COLOURS[2], "\\\\\\\\")}
    level, shown, reach = 0.0, set(), []
    for k, (name, x, y) in enumerate(points):
        total = name.startswith("total")
        kind = "total" if total else "more" if y >= 0 else "less"
        start = 0.0 if total else level
        axes.barh(k, y, left=start, height=0.7, color=styles[kind][0], hatch=styles[kind][1],
                  edgecolor="white", linewidth=0, label=None if kind in shown else kind)
        shown.add(kind)
        level = start + y
        reach += [start, level]
        axes.annotate(number(y) if total else f"{'+' if y >= 0 else ''}{number(y)}",
                      (max(start, level), k), (2, 0), textcoords="offset points", va="center")
        if k + 1 < len(points):
            axes.plot([level, level], [k - 0.35, k + 1.35], color="#59636e", linewidth=0.5)
    axes.set_yticks(range(len(names)), [short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)  # the first on top
    axes.set_xlim(min(0, min(reach)), max(reach) * 1.15 or 1)
    axes.set_xlabel(head[2])
    axes.grid(axis="x")


# end of parts
def main():
    here = pathlib.Path(__file__).resolve()
    form = sys.argv[1] if len(sys.argv) > 1 else FORMAT
    head, series = read(here.with_suffix(".csv"))
    figure = plt.figure(figsize=(WIDTH_MM * MM, HEIGHT_MM * MM), layout="constrained")
    axes = figure.add_subplot()
    draw(axes, head, series)
    legend(figure, axes)
    dated = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}  # no date in the file
    figure.savefig(here.with_suffix("." + form), dpi=600, metadata=dated.get(form))


if __name__ == "__main__":
    main()
