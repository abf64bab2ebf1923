# SPDX-License-Identifier: Apache-2.0
"""Ten settings of a step, by closed forms and on the machine."""

from bars import bars


def picture():
    return bars("Ten best settings keep their rank",
                "Step times of ten settings of Llama 3 8B, by closed forms and on SystemC NPUs "
                "with circuits and shared memory. The order is the same.",
                ["closed forms", "the machine"],
                [("dp64 z3 mb2", (814.2, 815.7)), ("dp32 tp2 z3 mb4", (846.7, 847.7)),
                 ("dp64 z3 mb1", (853.2, 854.1)), ("dp32 tp2 z3 mb2", (870.9, 871.5)),
                 ("dp32 tp2 z1 mb4", (895.3, 898.5)), ("dp64 z1 mb1", (903.2, 908.1)),
                 ("dp32 tp2 z1 mb2", (910.8, 914.0)), ("dp16 tp4 z3 mb4", (931.9, 933.3)),
                 ("dp32 tp2 z3 mb1", (933.8, 944.1)), ("dp32 tp2 z1 mb1", (942.5, 945.8))], "ms")
