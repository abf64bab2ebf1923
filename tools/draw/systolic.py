# SPDX-License-Identifier: Apache-2.0
"""A fold on a 4 x 4 array whose sums stay (os): the clocks in which each element works."""

from kit import PART, Picture

ROWS = COLUMNS = STREAM = 4


def picture():
    drawn = Picture(256, "A fold on a systolic array of 4 x 4",
                    "Values of A come from the left and of B from above, each row and column one "
                    "clock later. Each element multiplies for four clocks; the fold takes ten.")
    for r in range(ROWS):
        drawn.arrow((38, 62 + 48 * r), (60, 62 + 48 * r), colour=PART[1])
        drawn.words(8, 66 + 48 * r, f"A {r}")
        for c in range(COLUMNS):
            if r == 0:
                drawn.words(91 + 66 * c, 16, f"B {c}", "middle")
                drawn.arrow((91 + 66 * c, 20), (91 + 66 * c, 40), colour=PART[1])
            drawn.box(62 + 66 * c, 42 + 48 * r, 58, 40, f"{r + c}-{r + c + STREAM - 1}", PART[0])
    last = ROWS - 1 + COLUMNS - 1 + STREAM
    for k, said in enumerate(("Each element:", "its first and", "last clock.", "",
                              f"T = {STREAM}: {last} clocks", "= T + R + C - 2")):
        drawn.words(332, 66 + 22 * k, said)
    return drawn
