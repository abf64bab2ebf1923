// SPDX-License-Identifier: Apache-2.0
// One distributed GeMM on one engine.
#pragma once

#include <vector>

#include "jacquard/engine/interval.hpp"
#include "jacquard/gemm/cost/gemm_cost.hpp"
#include "jacquard/gemm/mesh_network.hpp"
#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

// What a user says of a run, whatever the engine.
struct RunConfig {
  Request request;
  Chip chip;
  Mode mode = Mode::paper;  // of the analytic engine
  MeshNetwork network;
};

struct Answer {
  base::Picoseconds time{0};
  base::Picoseconds compute{0};  // of the chip that computes longest
  base::Picoseconds exposed{0};  // time - compute
  double utilisation = 0;        // of Chip::peak
  base::Bytes row{0};            // sent by a chip along its row
  base::Bytes column{0};
  base::Bytes buffers{0};
  // When each operation of the program began and ended at chip 0; empty for closed forms.
  std::vector<engine::Interval> intervals;
};

// Throw ConfigError as gemm::check() does, and for what the engine does not run.
Answer run_analytic(const RunConfig& config);
Answer run_event(const RunConfig& config);
Answer run_cycle(const RunConfig& config);

}  // namespace jacquard::gemm
