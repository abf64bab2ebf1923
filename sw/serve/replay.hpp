// SPDX-License-Identifier: Apache-2.0
// A recorded run of an engine again, with a measured profile in place of the GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/serve/replay_settings.hpp"
#include "jacquard/serve/server.hpp"

namespace jacquard::serve {

// One of the 15: mean, median, P90, P95 and P99 of TTFT, TPOT and Latency, in milliseconds.
struct ReplayFigure {
  std::string name;  // "TTFT P90"
  double simulated_ms = 0;
  std::optional<double> measured_ms;  // as the settings file has it

  // (simulated - measured) / measured.
  std::optional<double> error() const;
};

struct ReplayAnswer {
  ReplaySettings settings;
  ServerRun run;
  std::vector<ReplayFigure> figures;
};

// `profile`: a folder as of profile_clock(). `settings`: a file as of read_replay_settings().
// `requests`: a file as of read_requests(). Throws ConfigError for what they have wrong.
ReplayAnswer replay(const std::string& profile, const std::string& settings,
                    const std::string& requests, StepWatcher* watcher = nullptr);

// The figures of a run, percentiles interpolated linearly. `measured`: ms by name, may be empty.
std::vector<ReplayFigure> replay_figures(const std::vector<RequestRecord>& records,
                                         const std::map<std::string, double>& measured);

}  // namespace jacquard::serve
