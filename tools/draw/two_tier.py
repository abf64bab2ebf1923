# SPDX-License-Identifier: Apache-2.0
"""A fabric of two tiers: leaves with half their ports down, half up, one to each spine."""

from kit import LINE, PART, Picture

RADIX = 4
LEAVES, SPINES = RADIX, RADIX // 2


def picture():
    drawn = Picture(226, "A fabric of two tiers",
                    "Four leaves of radix four, two spines, eight NPUs. A path between leaves "
                    "passes three switches; NPU 1 sends to NPU 6 through spine 1.")
    leaf = [60 + 120 * k for k in range(LEAVES)]
    spine = [160 + 160 * k for k in range(SPINES)]
    for a in leaf:
        for b in spine:
            drawn.line([(a, 112), (b, 46)], LINE)
    npu = [leaf[n // 2] + (-27 if n % 2 == 0 else 27) for n in range(2 * LEAVES)]
    for n, x in enumerate(npu):
        drawn.line([(leaf[n // 2], 140), (x, 170)], LINE)
    drawn.arrow((npu[1], 170), (leaf[0], 126), (spine[1], 32), (leaf[3], 126), (npu[6], 170),
                colour=PART[1])
    for k, x in enumerate(spine):
        drawn.box(x - 40, 16, 80, 30, f"spine {k}")
    for k, x in enumerate(leaf):
        drawn.box(x - 40, 112, 80, 28, f"leaf {k}")
    for n, x in enumerate(npu):
        drawn.box(x - 23, 170, 46, 26, f"NPU {n}")
    drawn.words(240, 216, "NPU 1 to NPU 6: leaf 0, spine 1, leaf 3", "middle")
    return drawn
