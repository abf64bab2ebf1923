# SPDX-License-Identifier: Apache-2.0
"""LIFO against FIFO: two all-gathers of two chunks each, one chunk at a time (docs/engines.md)."""

from kit import PART, Picture

ENDPOINT, LATENCY, RATE = 10, 500, 50  # ns, ns, bytes/ns
BYTES = (50_000, 5_000)  # of a chunk of collective 0 and 1


def runs(order):
    """[(collective, from, to)] of four chunks, in ns."""
    now, done = 0, []
    for collective in sorted((0, 0, 1, 1), reverse=order == "LIFO"):
        begin = now
        now += 2 * ENDPOINT + LATENCY + BYTES[collective] // RATE
        done.append((collective, begin, now))
    return done


def picture():
    drawn = Picture(182, "LIFO against FIFO",
                    "Two all-gathers wait for the same link. FIFO takes the first issued first; "
                    "LIFO takes the last, so the short one does not wait.")
    unit = 400 / 4280
    for row, order in enumerate(("FIFO", "LIFO")):
        y, done = 8 + 58 * row, runs(order)
        drawn.words(8, y + 21, order, bold=True)
        for collective, begin, end in done:
            drawn.rect(64 + begin * unit, y, (end - begin) * unit - 1.5, 32,
                       PART[1 if collective else 0], PART[1 if collective else 0])
        for collective in (0, 1):
            end = max(to for c, _, to in done if c == collective)
            drawn.words(64 + end * unit, y + 47, f"{end} ns", "end")
    drawn.key(64, 142, [(PART[0], "collective 0"), (PART[1], "collective 1")])
    drawn.words(64, 170, "Times are when a collective's second chunk ended.")
    return drawn
