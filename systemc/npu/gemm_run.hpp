// SPDX-License-Identifier: Apache-2.0
// A matrix product on an NPU, simulated, while some of its links send.
#pragma once

#include "jacquard/memory/figures.hpp"
#include "systemc/npu/gemm_program.hpp"
#include "systemc/npu/npu_config.hpp"

namespace jacquard::systemc {

struct GemmRun {
  base::Picoseconds time{0};   // until the last core has stored its last tile
  std::int64_t clocks = 0;     // of that core's arrays, in which they worked
  base::Picoseconds stall{0};  // the rest of `time`: that core's arrays waited for the memory
  base::Picoseconds loop{0};   // that core's arrays, from their first clock to their last
  base::Bytes linked{0};       // read by links
  memory::Figures memory;
};

// Throws ConfigError below `place` for a memory that is too small or faulty, and for a run of more
// than a day. Requires links_sending <= nic.links.
GemmRun run_gemm(const NpuConfig& npu, const GemmWork& work, int links_sending,
                 const config::Place& place);

}  // namespace jacquard::systemc
