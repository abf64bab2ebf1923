# SPDX-License-Identifier: Apache-2.0
"""A read of a closed row, a hit, and a conflict in one bank of configs/memories/hbm3e_9200.json."""

import json

from kit import PART, TREE, Picture, number

FILE = TREE / "configs/memories/hbm3e_9200.json"
TIME = {key: float(value.split()[0]) for key, value in
        json.loads(FILE.read_text(encoding="utf-8"))["timing"].items()}
BURST = TIME["tCCD_S"]


def commands():
    """[(command, ns)]: the rows x, x, y are read; a command comes as soon as timings allow."""
    act = 0.0
    first = act + TIME["tRCDRD"]
    hit = first + TIME["tCCD_L"]
    pre = max(act + TIME["tRAS"], hit + TIME["tRTP"])
    again = max(pre + TIME["tRP"], act + TIME["tRC"])
    return [("ACT", act), ("RD", first), ("RD", hit), ("PRE", pre), ("ACT", again),
            ("RD", again + TIME["tRCDRD"])]


def picture():
    listed = commands()
    reads = [at for name, at in listed if name == "RD"]
    ends = [at + TIME["tCL"] + BURST for at in reads]
    unit, left = 396 / ends[-1], 64
    drawn = Picture(176, "Three reads in a bank of HBM3E",
                    "A row is opened, read twice, closed, and another row is opened and read. "
                    "Times are the shortest that the preset allows.")
    drawn.words(8, 48, "bank")
    drawn.words(8, 84, "data")
    drawn.line([(left, 56), (left + 396, 56)])
    for k, (name, at) in enumerate(listed):
        x = left + at * unit
        tone = {"ACT": PART[0], "RD": PART[2], "PRE": PART[1]}[name]
        drawn.rect(x, 32, 4, 24, tone, tone)
        if k != 2:
            drawn.words(x + 2, 24, name if k != 1 else "RD RD", "middle" if k else "start")
    for at in reads:
        drawn.rect(left + (at + TIME["tCL"]) * unit, 70, BURST * unit, 20, PART[2], PART[2])
    said = (f"row closed: {number(ends[0])} ns to the end of its data",
            f"hit: {number(TIME['tCCD_L'])} ns after the read before",
            f"conflict: {number(ends[2])} ns, after tRC, tRCDRD and tCL")
    for k, line in enumerate(said):
        drawn.words(left, 116 + 22 * k, line)
    return drawn
