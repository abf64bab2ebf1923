// SPDX-License-Identifier: Apache-2.0
// What it gains to decide before experts' demands are known: for a step, and for a server.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "systemc/serve/serve_config.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::studies {

struct PolicyOptions {
  train::TrainConfig job;
  train::JobPlaces places;
  serve::ServeConfig serving;  // its model and system; no model: no server is run
  std::int64_t requests = 512;
  // Of a decision on a whole schedule; nothing: the scheduler's own clocks, as the job has it.
  std::vector<std::optional<base::Picoseconds>> latencies;
  std::uint64_t seed = 1;
  int threads = 0;
};

struct PolicyPoint {
  std::string measure;  // step, or exchanges of a server
  std::string decide;
  std::optional<base::Picoseconds> latency;
  base::Picoseconds time{0};
  double difference = 0;          // to on_demand at this latency
  base::Picoseconds decision{0};  // sum over exchanges, after they began
  base::Picoseconds guard{0};     // likewise
  std::int64_t exchanges = 0;
  base::Bytes bytes_lost{0};
};

// All policies at each latency. A drifting routing has drifted for machine::kRemembered steps.
// Requests come all at once, so that each policy has the same steps.
std::vector<PolicyPoint> policies(const PolicyOptions& options,
                                  const std::function<void(const std::string&)>& progress);

const report::MetricTable<PolicyPoint>& policy_metrics();

}  // namespace jacquard::studies
