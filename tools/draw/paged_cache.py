# SPDX-License-Identifier: Apache-2.0
"""A paged cache of eight blocks: three sequences grow until the last admitted one gives way."""

from kit import PANEL, PART, Picture

BLOCKS = 8
SEQUENCES = {"A": PART[5], "B": PART[2], "C": PART[3]}
GROWS = ("A", "B", "A", "C", "B", "C", "A", "B", "A", "B")  # who needs a block next


def states():
    """[(blocks, what happened)]: the last admitted gives way where no block is free."""
    blocks, admitted, shown = [None] * BLOCKS, [], []
    for who in GROWS:
        said = f"{who} takes a block"
        if None not in blocks:
            last = admitted.pop()
            blocks = [None if b == last else b for b in blocks]
            said = f"{last} is pre-empted for {who}"
        if who not in admitted:
            admitted.append(who)
        blocks[blocks.index(None)] = who
        shown.append((list(blocks), said))
    return shown


def picture():
    shown = states()[-4:]
    drawn = Picture(186, "A paged cache in which a sequence is pre-empted",
                    "Eight blocks of 16 tokens. When none is free, the last admitted sequence "
                    "loses its blocks and computes them again later.")
    for row, (blocks, said) in enumerate(shown):
        y = 10 + 34 * row
        for k, who in enumerate(blocks):
            drawn.box(10 + 34 * k, y, 30, 26, who or "", SEQUENCES.get(who, PANEL))
        drawn.words(294, y + 18, said)
    drawn.words(10, 170, "A block holds 16 tokens. C waits at the head of the queue.")
    return drawn
