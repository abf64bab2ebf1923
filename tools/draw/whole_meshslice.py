# SPDX-License-Identifier: Apache-2.0
"""MeshSlice by its number of slices, in closed form and with shared memory."""

from bars import bars


def picture():
    return bars("Two slices are best at every fidelity",
                "Times of a product on 4 x 4 chips by slices: closed form, SystemC with an ideal "
                "memory, SystemC with an HBM that NICs and cores share.",
                ["closed form", "SystemC", "SystemC, shared HBM"],
                [("1 slice", (684.7, 696.5, 697.0)), ("2 slices", (647.7, 660.1, 660.5)),
                 ("4 slices", (783.9, 797.5, 800.4)), ("8 slices", (1161.7, 1181.0, 1181.9)),
                 ("16 slices", (1969.8, 1990.2, 1994.4))], "us")
