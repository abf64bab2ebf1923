// SPDX-License-Identifier: Apache-2.0
// A matrix product on an NPU: what an experiment of kind "npu" says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/platform/experiment.hpp"
#include "systemc/npu/gemm_program.hpp"
#include "systemc/npu/npu_config.hpp"
#include "systemc/npu/sides_text.hpp"

namespace jacquard::platform {

struct NpuExperiment : Experiment {
  std::string preset;      // the NPU that the keys below change; "" for none
  systemc::NpuConfig npu;  // its keys are the experiment's own
  std::vector<systemc::Side> gemm{{256, false}, {256, false}, {256, false}};  // m, n, k
  std::optional<std::int64_t> tile;
  bool overlap = true;
  systemc::Layout layout = systemc::Layout::rows;
  int links_sending = 0;
};

const config::FieldTable<NpuExperiment>& npu_experiment_fields();

// What is to be simulated. Throws ConfigError at or below `place` for keys that do not fit each
// other, and for a product that would take more than minutes.
systemc::GemmWork work_of(const NpuExperiment& config, const config::Place& place);

// The bytes per second that pairs of square tiles need while all arrays work: 2 F / T in bf16.
base::BytesPerSecond need_of(base::FlopsPerSecond peak, std::int64_t tile);

// The side of tiles below which need and links are more than the memory's peak:
// 2 F / (peak - links); nothing where the links alone are.
std::optional<double> bound_tile(base::FlopsPerSecond peak, base::BytesPerSecond memory,
                                 base::BytesPerSecond links);

// How much longer a loop takes with links than without, by these rates alone.
std::optional<double> bound_slow_down(base::BytesPerSecond need, base::BytesPerSecond memory,
                                      base::BytesPerSecond links);

}  // namespace jacquard::platform
