# SPDX-License-Identifier: Apache-2.0
"""A reduce-scatter of eight NPUs by a ring and by halving: steps, offsets and bytes."""

from kit import PART, Picture

NPUS = 8


def steps():
    """{algorithm: [(offset, share of D that an NPU sends)]}"""
    halving, offset = [], 1
    while offset < NPUS:
        halving.append((offset, 1 / (2 * offset)))
        offset *= 2
    return {"ring": [(1, 1 / NPUS)] * (NPUS - 1), "halving": halving}


def picture():
    drawn = Picture(196, "A reduce-scatter by a ring and by halving",
                    "Eight NPUs with D bytes each. The ring takes seven steps of D/8, halving "
                    "three steps of D/2, D/4 and D/8: the same bytes, fewer latencies.")
    unit, latency = 384, 8
    for row, (name, parts) in enumerate(steps().items()):
        y, x = 30 + 64 * row, 8
        drawn.words(8, y - 8, f"{name}: {len(parts)} steps, "
                    f"{round(NPUS * sum(share for _, share in parts))}/{NPUS} D", bold=True)
        for offset, share in parts:
            drawn.rect(x, y, latency, 30, PART[5], PART[5])
            drawn.box(x + latency, y, share * unit, 30, str(offset), PART[0])
            x += latency + share * unit + 2
    drawn.key(8, 152, [(PART[0], "bytes to the NPU at this offset"), (PART[5], "latency of a step")])
    drawn.words(8, 182, "Both send the same bytes. Halving pays fewer latencies.")
    return drawn
