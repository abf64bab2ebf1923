# SPDX-License-Identifier: Apache-2.0
"""A search: the agent proposes, constraints hold, a verb evaluates, the store keeps."""

from kit import PART, Picture


def picture():
    drawn = Picture(206, "The loop of a search",
                    "The agent proposes points of the space. A verb of jacquard evaluates each. "
                    "The store keeps every result, and the reward goes back to the agent.")
    drawn.box(10, 56, 116, 44, "space:\nknobs, rules")
    drawn.box(176, 56, 116, 44, "agent")
    drawn.box(352, 56, 118, 44, "evaluation\nby a verb")
    drawn.box(352, 150, 118, 44, "store\n(SQLite)")
    drawn.box(176, 150, 116, 44, "best, front,\ncertificate")
    drawn.arrow((126, 78), (176, 78))
    drawn.arrow((292, 78), (352, 78), colour=PART[0])
    drawn.words(322, 70, "points", "middle")
    drawn.arrow((411, 56), (411, 26), (234, 26), (234, 56), colour=PART[0])
    drawn.words(322, 18, "reward", "middle")
    drawn.arrow((411, 100), (411, 150))
    drawn.words(403, 130, "metrics", "end")
    drawn.arrow((352, 172), (292, 172))
    return drawn
