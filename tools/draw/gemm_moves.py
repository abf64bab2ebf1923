# SPDX-License-Identifier: Apache-2.0
"""What each of eight algorithms does along the rows and the columns of a mesh, dataflow os."""

from kit import PANEL, PART, Picture

MOVES = (  # algorithm, along rows (A), along columns (B)
    ("meshslice", "gather, sliced", "gather, sliced"),
    ("collective", "gather, whole", "gather, whole"),
    ("wang", "sends, a ring", "gather, whole"),
    ("1d-tp", "sends, a ring", "one chip"),
    ("fsdp", "one chip", "sends, a ring"),
    ("summa", "broadcast, panels", "broadcast, panels"),
    ("cannon", "skew, shifts", "skew, shifts"),
    ("2.5d", "shifts, in layers", "shifts, in layers"),
)
TONE = {"gather": PART[5], "sends,": PART[2], "broadcast,": PART[3]}


def picture():
    drawn = Picture(262, "What eight algorithms move over a mesh",
                    "With dataflow os C stays. A moves along rows of chips, B along columns: "
                    "gathered, sent round a ring, broadcast by panels, or shifted.")
    drawn.words(190, 20, "A, along rows", "middle", bold=True)
    drawn.words(380, 20, "B, along columns", "middle", bold=True)
    for k, (name, rows, columns) in enumerate(MOVES):
        y = 30 + 28 * k
        drawn.words(8, y + 17, name)
        for x, said in ((100, rows), (290, columns)):
            kind = "gather" if said.startswith("gather") else said.split(" ")[0]
            drawn.box(x, y, 180, 24, said, TONE.get(kind, PART[1] if "shifts" in said else PANEL))
    return drawn
