# SPDX-License-Identifier: Apache-2.0
"""An exchange of experts in a step: NPUs route, wait, are decided on, and exchange."""

from kit import GUARD, PART, REST, Picture

BAR, STEP = 26, 34


def picture():
    drawn = Picture(250, "An exchange of experts, decided while a step waits",
                    "Three NPUs route at different times. When the last one has, the scheduler "
                    "decides, and settings with guards carry the tokens. Then experts compute.")
    for k, (end, back) in enumerate([(96, 330), (140, 354), (118, 342)]):
        y = 22 + STEP * k
        drawn.words(8, y + 17, f"NPU {k}")
        drawn.box(52, y, end - 52, BAR, "route", PART[0])
        drawn.rect(end, y, 140 - end, BAR, REST, REST)
        drawn.rect(140, y, 60, BAR, REST, REST)
        x = 200
        for width in (52, 40, 30):
            if x + width > back:
                break
            drawn.rect(x, y, 5, BAR, GUARD, GUARD)
            drawn.rect(x + 5, y, width - 5, BAR, PART[1], PART[1])
            x += width
        drawn.box(back, y, 472 - back, BAR, "experts", PART[0])
    y = 22 + STEP * 3
    drawn.words(8, y + 17, "core")
    drawn.box(140, y, 84, BAR, "decides", PART[3])
    drawn.line([(140, 10), (140, y + BAR + 6)], dashed=True)
    drawn.words(140, 172, "the demand is known: the last NPU has routed", "start")
    drawn.key(8, 200, [(REST, "waits: imbalance, then the decision")])
    drawn.key(8, 222, [(GUARD, "guard")])
    drawn.key(90, 222, [(PART[1], "a setting carries tokens")])
    return drawn
