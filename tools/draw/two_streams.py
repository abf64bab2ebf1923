# SPDX-License-Identifier: Apache-2.0
"""MAD-Max's two streams: gathers run ahead, and computation waits only for what is exposed."""

from kit import PART, REST, Picture

GATHER, COMPUTE, LAYERS = 3, 2, 4


def times():
    """[(gather from, to, compute from, to)]: an operation waits for its stream and its input."""
    sent = worked = 0
    rows = []
    for layer in range(LAYERS):
        released = rows[layer - 2][3] if layer >= 2 else 0  # by the layer two before
        begin = max(sent, released)
        sent = begin + GATHER
        start = max(sent, worked)
        worked = start + COMPUTE
        rows.append((begin, sent, start, worked))
    return rows


def picture():
    rows = times()
    end, unit = rows[-1][3], 370 / rows[-1][3]
    exposed = end - LAYERS * COMPUTE
    drawn = Picture(170, "Two streams of a device",
                    "Communication gathers the weights of layers 0 to 3 one after the other. "
                    "Computation of a layer waits for its gather; the wait is exposed.")
    drawn.words(8, 30, "gathers")
    drawn.words(8, 72, "compute")
    drawn.rect(84, 52, end * unit, 30, REST, REST)
    for k, (begin, sent, start, worked) in enumerate(rows):
        drawn.box(84 + begin * unit, 10, (sent - begin) * unit - 1.5, 30, str(k), PART[2])
        drawn.box(84 + start * unit, 52, (worked - start) * unit - 1.5, 30, str(k), PART[0])
    drawn.key(84, 108, [(REST, "exposed: computation waits")])
    drawn.words(84, 134, f"Gathers of {GATHER}, layers of {COMPUTE}: {end} in all,")
    drawn.words(84, 154, f"of which {exposed} exposed. Overlap hides {LAYERS * GATHER - exposed}.")
    return drawn
