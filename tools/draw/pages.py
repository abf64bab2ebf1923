# SPDX-License-Identifier: Apache-2.0
"""Each drawing, and the pages that show it."""

PAGES = {
    "bank_times": ["memory_controller.md"],
    "chunk_order": ["engines.md"],
    "control_loop": ["packet.md"],
    "data_path": ["architecture.md"],
    "decomposition": ["bvn.md"],
    "gemm_moves": ["gemm_programs.md"],
    "guards": ["guard-time.md"],
    "hbm_cache": ["photonic.md"],
    "machine": ["machine.md"],
    "paged_cache": ["serve_engine.md"],
    "pipeline": ["workloads.md"],
    "ring_halving": ["collectives.md"],
    "round": ["rounds.md"],
    "search_loop": ["search.md"],
    "slots": ["genstack.md"],
    "systolic": ["npu.md"],
    "whole_cosmic": ["whole_cosmic.md"],
    "whole_cosmic_experts": ["whole_cosmic.md"],
    "whole_madmax": ["whole_madmax.md"],
    "whole_meshslice": ["whole_meshslice.md"],
    "whole_meshslice_guards": ["whole_meshslice.md"],
    "two_streams": ["plan_paper.md"],
    "two_tier": ["simulate.md", "topology.md"],
    "wavefront": ["cores.md", "arbiters.md"],
}
