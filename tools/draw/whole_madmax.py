# SPDX-License-Identifier: Apache-2.0
"""Strategies of DLRM-A, by the planner and on the machine."""

from bars import bars


def picture():
    return bars("The best strategy changes on the machine",
                "Times of DLRM-A's five best strategies, by the planner, and on SystemC links and "
                "circuits. Tensor parallelism in the node is ahead there.",
                ["planner", "links, HBM", "circuits"],
                [("fsdp:8, ddp:16", (64.0, 64.4, 66.5)), ("tp:8, ddp:16", (64.0, 59.6, 61.9)),
                 ("fsdp:128", (68.5, 69.3, 71.8)), ("tp:8, fsdp:16", (68.6, 67.1, 75.3)),
                 ("ddp:128", (73.6, 73.6, 76.2))], "ms")
