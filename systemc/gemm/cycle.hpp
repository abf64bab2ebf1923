// SPDX-License-Identifier: Apache-2.0
// A program on SystemC NPUs: slice products tile by tile on the cores, communications through the
// NIC, and one memory that both use.
#pragma once

#include "jacquard/gemm/program.hpp"
#include "systemc/gemm/run.hpp"
#include "systemc/npu/npu_config.hpp"
#include "systemc/npu/npu_job.hpp"

namespace jacquard::gemm {

// The NPU that a chip names, with the clock at which its arrays reach Chip::effective (MeshSlice
// s4.1 calibrates its simulator's frequency so). Accesses are of 32 KiB, so that a run takes
// seconds, and lie so in memory that streams use open rows. Throws ConfigError for a chip without
// one.
systemc::NpuConfig npu_of(const Chip& chip);

// What a program asks of an NPU's memory while everything runs at its peak, by closed form.
struct MemoryNeeds {
  base::BytesPerSecond cores{0};  // of tiles, over the products' flops at `effective`
  // Of links: a gather reads what it sends and writes what it receives; a sum in passing reads what
  // it adds to as well.
  base::BytesPerSecond links{0};
};
MemoryNeeds needs_of(const Program& program, const Chip& chip, const systemc::NpuConfig& npu,
                     const CycleOptions& options);

struct CycleAnswer {
  Answer answer;
  Program program;
  systemc::NpuJobOutcome outcome;
  base::Seconds wall{0};
  double accesses = 0;  // of memories that were simulated
};

// Gathers and scatters go both ways round a ring, half of each piece each way at half of the chip's
// figure, so that all four links of an NPU are used and each hop takes what the figure says: what
// MeshNetwork::rings says is left to other engines. Others go one way, and a permute to a neighbour
// only: Cannon's skew and 2.5d are refused beyond 3 x 3.
// Where all NPUs do the same, one stands for all, so that the size of the mesh costs nothing; else
// at most 64.
// Throws ConfigError as run_messages(), the engine and its machine do.
CycleAnswer cycle_of(const RunConfig& config, const systemc::NpuConfig& npu,
                     const CycleOptions& options, const std::string& engine = "cycle");

}  // namespace jacquard::gemm
