# SPDX-License-Identifier: Apache-2.0
"""Each drawing, and the pages that show it."""

PAGES = {
    "decomposition": ["bvn.md"],
    "guards": ["guard-time.md"],
    "pipeline": ["workloads.md"],
    "two_tier": ["simulate.md", "topology.md"],
    "wavefront": ["cores.md", "arbiters.md"],
}
