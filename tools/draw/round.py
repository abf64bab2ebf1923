# SPDX-License-Identifier: Apache-2.0
"""The reducing round of a ring of four: which piece passes between neighbours in each repetition."""

from kit import PANEL, PART, Picture

RANKS = 4


def picture():
    drawn = Picture(206, "A round of a ring of four, repeated three times",
                    "In repetition k rank s sends piece s - 1 - k to rank s + 1, which adds it to "
                    "its own. After three, each rank has one whole piece.")
    for k in range(RANKS - 1):
        y = 14 + 46 * k
        drawn.words(8, y + 20, f"k = {k}")
        for s in range(RANKS):
            drawn.box(62 + 104 * s, y, 54, 30, f"rank {s}", PANEL)
            if s + 1 < RANKS:
                drawn.arrow((116 + 104 * s, y + 15), (166 + 104 * s, y + 15), colour=PART[0])
                drawn.words(139 + 104 * s, y + 9, f"p{(s - 1 - k) % RANKS}", "middle")
        drawn.words(434, y + 36, f"p{(RANKS - 2 - k) % RANKS}")
        last = 62 + 104 * (RANKS - 1)
        drawn.arrow((last + 27, y + 30), (last + 27, y + 38), (89, y + 38), (89, y + 30),
                    colour=PART[0])
    drawn.words(8, 174, "p: the piece sent to the next rank; rank 3 sends to rank 0.")
    drawn.words(8, 196, "Afterwards rank r holds the whole sum of piece r.")
    return drawn
