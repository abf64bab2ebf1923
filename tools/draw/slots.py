# SPDX-License-Identifier: Apache-2.0
"""Slots of a stack with sync per slot: change t_x, data, then t_max until the last bits are in."""

from kit import GUARD, PART, REST, Picture

SLOT, CHANGE, FLIGHT = 150, 26, 22


def picture():
    drawn = Picture(196, "Slots of a stack",
                    "Three slots of length T. Each has t_x for the change of setting, data, and "
                    "t_max until the last bit has arrived.")
    for k in range(3):
        x = 14 + SLOT * k
        drawn.words(x + SLOT / 2, 22, f"slot {k}: T", "middle")
        drawn.line([(x, 30), (x, 78)])
        drawn.rect(x, 34, CHANGE, 40, GUARD, GUARD)
        drawn.box(x + CHANGE, 34, SLOT - CHANGE - FLIGHT, 40, "data", PART[0])
        drawn.rect(x + SLOT - FLIGHT, 34, FLIGHT, 40, REST, REST)
    drawn.key(14, 104, [(GUARD, "t_x: the setting changes")])
    drawn.key(14, 126, [(PART[0], "data: (T - t_max - t_x) c bytes")])
    drawn.key(14, 148, [(REST, "t_max: the last bit is on its way")])
    drawn.words(14, 180, "Chronos (s6): T >= b / c + t_max + t_x carries b bytes.")
    return drawn
