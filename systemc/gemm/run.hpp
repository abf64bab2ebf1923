// SPDX-License-Identifier: Apache-2.0
// One distributed GeMM on one engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/engine/disturbance.hpp"
#include "jacquard/engine/interval.hpp"
#include "jacquard/gemm/cost/gemm_cost.hpp"
#include "jacquard/gemm/mesh_network.hpp"
#include "jacquard/gemm/program.hpp"
#include "jacquard/memory/memory_config.hpp"

namespace jacquard::gemm {

// Of the cycle engine.
struct CycleOptions {
  std::optional<std::int64_t> tile;  // side of square tiles; nothing: about 1,024, in even parts
  memory::Fidelity fidelity = memory::Fidelity::lt;
  bool each = false;              // simulates every NPU, where one could stand for all
  base::Picoseconds interval{0};  // of the traffic of NPU 0's memory; 0: not kept
};

// What a user says of a run, whatever the engine.
struct RunConfig {
  Request request;
  Chip chip;
  Mode mode = Mode::paper;  // of the analytic engine
  MeshNetwork network;
  engine::Disturbance disturbance;  // links that are slow or gone; of the event engine
  CycleOptions cycle;
};

struct Answer {
  base::Picoseconds time{0};
  base::Picoseconds compute{0};  // of the chip that computes longest
  base::Picoseconds exposed{0};  // time - compute
  double utilisation = 0;        // of Chip::peak
  base::Bytes row{0};            // sent by a chip along its row
  base::Bytes column{0};
  base::Bytes buffers{0};
  // Of closed forms: communication time, hidden or not, of both directions summed.
  struct Communication {
    base::Picoseconds launch{0};
    base::Picoseconds sync{0};
    base::Picoseconds transfer{0};
  };
  std::optional<Communication> communication;
  // When each operation of the program began and ended at chip 0; empty for closed forms.
  std::vector<engine::Interval> intervals;
};

// The one door. Throws ConfigError as gemm::check() does, for an engine that is none, for matrices
// and buffers beyond the chip's memory (with the least legal slices that fit), and as engines do.
Answer run(const RunConfig& config, const std::string& engine);

// Throw ConfigError as gemm::check() does, and for what the engine does not run.
Answer run_analytic(const RunConfig& config);
Answer run_messages(const RunConfig& config, const std::string& engine = "event");
Answer run_cycle(const RunConfig& config, const std::string& engine = "cycle");

}  // namespace jacquard::gemm
