# SPDX-License-Identifier: Apache-2.0
"""From demands, jobs and systems through the waist to rows."""

from kit import PART, Picture


def picture():
    drawn = Picture(336, "The path of data through jacquard",
                    "A demand becomes a schedule and runs on a fabric. A model becomes a job and "
                    "rounds, which four engines run. Both end in the same rows.")
    left = (("matrix, class\nof traffic", 14), ("DemandMatrix", 76), ("QuantaMatrix", 138),
            ("Schedule", 200), ("Fabric\n(SystemC)", 248))
    for said, y in left:
        drawn.box(10, y, 130, 38, said)
    for (_, a), (_, b) in zip(left, left[1:]):
        drawn.arrow((75, a + 38), (75, b))
    drawn.box(180, 14, 146, 38, "model, trace,\nparallelism")
    drawn.box(346, 14, 124, 38, "system")
    drawn.box(180, 76, 146, 38, "OpGraph, Job")
    drawn.box(346, 76, 124, 38, "Network")
    drawn.box(180, 138, 146, 38, "RoundGraph\n(the waist)", PART[0])
    drawn.box(180, 200, 290, 38, "Scenario, refused or run")
    drawn.box(180, 248, 290, 38, "engine: analytic, event,\ncycle, astra")
    drawn.box(10, 298, 460, 30, "rows: table, JSON, CSV, page")
    for x, a, b in ((253, 52, 76), (253, 114, 138), (253, 176, 200), (408, 52, 76),
                    (408, 114, 200), (325, 238, 248), (75, 286, 298), (325, 286, 298)):
        drawn.arrow((x, a), (x, b))
    return drawn
