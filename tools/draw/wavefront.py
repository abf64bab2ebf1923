# SPDX-License-Identifier: Apache-2.0
"""A wave over the wrapped diagonals of a 4 x 4 arbiter (Tamir & Chi 1993)."""

from kit import BACK, PANEL, PART, REST, Picture

REQUESTS = ("1101", "1010", "0101", "1001")


def grants():
    """{(i, j): diagonal} where the token of row i and of column j were both still free."""
    rows, columns, given = set(range(4)), set(range(4)), {}
    for d in range(4):
        for i in range(4):
            j = (i + d) % 4
            if REQUESTS[i][j] == "1" and i in rows and j in columns:
                rows.remove(i)
                columns.remove(j)
                given[i, j] = d
    return given


def picture():
    given = grants()
    drawn = Picture(262, "A wave crosses the array of the wave front arbiter",
                    "Cells of a 4 by 4 array by wrapped diagonal. The cells of a diagonal share no "
                    "row and no column, so they decide at once.")
    for j in range(4):
        drawn.words(100 + 52 * j, 20, f"out {j}", "middle")
    for i in range(4):
        drawn.words(12, 54 + 52 * i, f"in {i}")
        for j in range(4):
            asked = REQUESTS[i][j] == "1"
            fill = PART[0] if (i, j) in given else REST if asked else PANEL
            drawn.box(76 + 52 * j, 28 + 52 * i, 48, 48, f"d{(j - i) % 4}", fill)
    drawn.key(300, 50, [(PART[0], "granted")])
    drawn.key(300, 74, [(REST, "asked, refused")])
    drawn.key(300, 98, [(PANEL, "not asked")])
    for k, line in enumerate(("d0 decides first,", "then d1, d2, d3. A grant", "takes the tokens of",
                              "its row and column.",
                              f"{len(given)} of 4 rows match.")):
        drawn.words(300, 134 + 20 * k, line)
    return drawn
