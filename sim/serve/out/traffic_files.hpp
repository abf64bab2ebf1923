// SPDX-License-Identifier: Apache-2.0
// The folder of a run under traffic: every request, a timeline, a page.
#pragma once

#include <string>
#include <vector>

#include "jacquard/serve/slo.hpp"
#include "sim/serve/out/seen_steps.hpp"
#include "systemc/serve/traffic_run.hpp"

namespace jacquard::serve {

// Watchers of all instances of a run, in its order: those of prefill first.
class SeenInstances {
 public:
  explicit SeenInstances(int instances) : instances_(static_cast<std::size_t>(instances)) {}
  std::vector<StepWatcher*> watchers();
  const std::vector<SeenSteps>& all() const { return instances_; }

 private:
  std::vector<SeenSteps> instances_;
};

// A line for each request in the order of arrivals, which `--requests` reads again: id,
// input_tokens, output_tokens, arrival_s (exact), then queued_s, what it waited for its first step,
// its latencies in ps, and 1 where it keeps the SLO.
std::string requests_csv(const std::vector<RequestRecord>& records, const Slo& slo);

// DIR/requests.csv, DIR/timeline.json (https://ui.perfetto.dev opens it), and with `page`
// DIR/serve.html.
// `command`: what was typed. Throws ConfigError where a file cannot be written.
void write_traffic(const TrafficRun& run, const SeenInstances& seen, const Slo& slo,
                   const std::string& command, const std::string& folder, bool page);

}  // namespace jacquard::serve
