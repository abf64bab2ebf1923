# SPDX-License-Identifier: Apache-2.0
"""Each drawing, and the pages that show it."""

PAGES = {
    "chunk_order": ["engines.md"],
    "control_loop": ["packet.md"],
    "decomposition": ["bvn.md"],
    "guards": ["guard-time.md"],
    "hbm_cache": ["photonic.md"],
    "paged_cache": ["serve_engine.md"],
    "pipeline": ["workloads.md"],
    "ring_halving": ["collectives.md"],
    "round": ["rounds.md"],
    "slots": ["genstack.md"],
    "two_tier": ["simulate.md", "topology.md"],
    "wavefront": ["cores.md", "arbiters.md"],
}
