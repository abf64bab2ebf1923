# SPDX-License-Identifier: Apache-2.0
"""A product by its number of slices, where rows and columns share a circuit switch."""

import math

from kit import INK, LINE, PART, SOFT, Picture

SLICES = (1, 2, 4, 8, 16)
TIMES = [("100 us", (1389.3, 1855.3, 2997.3, 5386.3, 10217.3)),
         ("10 us", (849.3, 775.3, 837.3, 1066.3, 1577.3)),
         ("1 us", (795.3, 667.3, 621.3, 634.3, 713.3)),
         ("10 ns", (789.4, 655.4, 597.6, 586.8, 618.3))]
LEFT, RIGHT, TOP, BOTTOM = 76, 404, 34, 290


def place(k, time):
    high = math.log(time / 500) / math.log(12000 / 500)
    return LEFT + 12 + k * (RIGHT - LEFT - 24) / (len(SLICES) - 1), BOTTOM - high * (BOTTOM - TOP)


def picture():
    drawn = Picture(334, "The longer the guard, the fewer slices",
                    "Times of a product on 4 x 4 chips around one circuit switch by slices, a line "
                    "for each guard. Eight slices are best at 10 ns, four at 1 us, two at 10 us, "
                    "one at 100 us.")
    drawn.words(8, 18, "us, logarithmic; a square marks the best count")
    for tick in (500, 1000, 2000, 5000, 10000):
        y = place(0, tick)[1]
        drawn.line([(LEFT, y), (RIGHT, y)], LINE, width=1)
        drawn.words(LEFT - 6, y + 4.5, f"{tick:,}", "end", SOFT)
    for k, count in enumerate(SLICES):
        drawn.words(place(k, 500)[0], BOTTOM + 18, str(count), "middle", SOFT)
    drawn.words((LEFT + RIGHT) / 2, BOTTOM + 36, "slices", "middle")
    for colour, (guard, times) in zip(PART, TIMES):
        points = [place(k, time) for k, time in enumerate(times)]
        drawn.line(points, colour, width=2)
        x, y = min(points, key=lambda point: -point[1])
        drawn.rect(x - 5, y - 5, 10, 10, colour, colour)
        drawn.words(RIGHT + 2, points[-1][1] + (10 if guard == "10 ns" else 2), guard, colour=INK)
    return drawn
