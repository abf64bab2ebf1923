# SPDX-License-Identifier: Apache-2.0
"""Each drawing, and the pages that show it."""

PAGES = {
    "bank_times": ["memory.md"],
    "chunk_order": ["engines.md"],
    "control_loop": ["packet.md"],
    "data_path": ["architecture.md"],
    "decomposition": ["bvn.md"],
    "gemm_moves": ["gemm.md"],
    "guards": ["guard-time.md"],
    "hbm_cache": ["photonic.md"],
    "machine": ["machine.md"],
    "paged_cache": ["serve.md"],
    "pipeline": ["workloads.md"],
    "ring_halving": ["collectives.md"],
    "round": ["collectives.md"],
    "search_loop": ["search.md"],
    "slots": ["genstack.md"],
    "systolic": ["npu.md"],
    "whole_cosmic": ["cosmic.md"],
    "whole_cosmic_experts": ["cosmic.md"],
    "whole_madmax": ["plan_madmax.md"],
    "whole_meshslice": ["meshslice.md"],
    "whole_meshslice_guards": ["meshslice.md"],
    "two_streams": ["plan_madmax.md"],
    "two_tier": ["simulate.md", "topology.md"],
    "wavefront": ["cores.md", "schedulers.md"],
}
