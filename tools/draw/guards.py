# SPDX-License-Identifier: Apache-2.0
"""The same two settings where every port stops for a change, and where only changed ports do."""

from kit import GUARD, PART, Picture

SETTINGS = ((1, 0, 3, 2), (1, 3, 0, 2))  # destinations of ports 0 to 3
HOLD, WAIT, UNIT = 4, 1, 36


def picture():
    drawn = Picture(282, "All-stop against a guard for each port",
                    "Four ports change from one setting to the next. All-stop: every port pays the "
                    "guard. Per port: ports 0 and 3 keep their circuit and go on sending.")
    for k, (name, all_stop) in enumerate((("all-stop: every port waits", True),
                                          ("per port: who keeps a circuit goes on", False))):
        top = 8 + 122 * k
        drawn.words(12, top + 12, name, bold=True)
        for port in range(4):
            y, x = top + 20 + 24 * port, 76.0
            drawn.words(12, y + 15, f"port {port}")
            before = None
            for columns in SETTINGS:
                keeps = before == columns[port] and not all_stop
                drawn.box(x, y, WAIT * UNIT, 20, "", PART[0] if keeps else GUARD)
                drawn.box(x + WAIT * UNIT, y, HOLD * UNIT, 20, f"to {columns[port]}", PART[0])
                x += (WAIT + HOLD) * UNIT
                before = columns[port]
    drawn.key(76, 270, [(GUARD, "guard"), (PART[0], "circuit carries data")])
    return drawn
