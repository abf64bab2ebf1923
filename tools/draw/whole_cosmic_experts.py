# SPDX-License-Identifier: Apache-2.0
"""Ten settings of a step with experts, by closed forms and on the machine."""

from bars import bars


def picture():
    return bars("With experts the order changes",
                "Step times of ten settings of Mixtral 8x7B, by closed forms and on SystemC NPUs "
                "with circuits and shared memory. The best by closed forms is third, and a setting "
                "with experts and stages falls from sixth to ninth.",
                ["closed forms", "the machine"],
                [("ep4 tp2 z1 mb2", (288.7, 312.5)), ("tp2 pp4 z1 mb1", (291.0, 297.8)),
                 ("ep4 tp2 z3 mb2", (294.9, 308.4)), ("ep4 tp2 z1 mb1", (303.2, 323.9)),
                 ("ep2 tp2 z1 mb2", (312.4, 324.3)), ("ep2 tp2 pp4 z1 mb1", (312.5, 335.0)),
                 ("tp4 pp4 z1 mb1", (316.7, 329.8)), ("ep2 tp4 z1 mb4", (318.5, 337.6)),
                 ("ep4 z1 mb1", (318.7, 332.4)), ("tp2 pp4 z1 mb2", (324.6, 332.5))], "ms")
