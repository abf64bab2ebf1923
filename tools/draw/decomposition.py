# SPDX-License-Identifier: Apache-2.0
"""A matrix of equal lines as a sum of permutations, each held for its smallest entry (Birkhoff)."""

from itertools import permutations

from kit import PANEL, PART, Picture

MATRIX = ((3, 1, 2), (2, 3, 1), (1, 2, 3))


def terms():
    """[(hold, columns by row)]: always the matching with the largest smallest entry."""
    left, found = [list(row) for row in MATRIX], []
    while any(map(any, left)):
        hold, match = max((min(left[i][p[i]] for i in range(3)), p)
                          for p in permutations(range(3)))
        found.append((hold, match))
        for i in range(3):
            left[i][match[i]] -= hold
    return found


def grid(drawn, x, y, cells):
    for i in range(3):
        for j in range(3):
            value = cells[i][j]
            drawn.box(x + 26 * j, y + 26 * i, 26, 26, str(value) if value else "",
                      PART[0] if value else PANEL)


def picture():
    parts = terms()
    total = sum(hold for hold, _ in parts)
    drawn = Picture(152, "A demand as a sum of permutations",
                    "Every row and column of the matrix sums to six quanta. Three permutations, "
                    "each held for its smallest entry, serve it in six slots.")
    grid(drawn, 12, 32, MATRIX)
    drawn.words(51, 20, "demand", "middle")
    for k, (hold, match) in enumerate(parts):
        x = 140 + 116 * k
        drawn.words(x - 25, 76, "=" if k == 0 else "+", "middle")
        grid(drawn, x, 32, [[hold if match[i] == j else 0 for j in range(3)] for i in range(3)])
        drawn.words(x + 39, 20, f"{hold} slots" if hold > 1 else "1 slot", "middle")
    drawn.words(12, 138, f"Lines sum to {total}: no schedule of single hops takes fewer slots.")
    return drawn
