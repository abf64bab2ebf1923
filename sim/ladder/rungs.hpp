// SPDX-License-Identifier: Apache-2.0
// One job at every fidelity, from closed forms to circuits that Verilog decides.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::ladder {

// What a job is run as: on each engine of the table. With clocks they are those of `train`
// (docs/machine.md).
struct Rung {
  const char* engine;
  // Of dimensions across nodes: links, circuit, packet; stack: circuits in the order of a stack
  // made for the job; "": none is simulated.
  const char* detail;
  const char* hbm;        // "" or "peak"
  const char* scheduler;  // software, rtl, or "" where nothing is decided
};

// In the order of fidelity.
std::vector<Rung> rungs();

struct RungRow {
  std::string job;
  std::string engine;
  std::string detail;
  std::string hbm;
  std::string scheduler;
  std::optional<base::Picoseconds> time;  // nothing where the rung is refused
  std::optional<double> difference;       // time over that of the first engine of messages, less 1
  std::optional<base::Picoseconds> compute, exposed, bubble;  // means over NPUs; of steps alone
  std::string schedule_hash;
  std::string refused;  // why
  double wall_s = 0;
};

const report::MetricTable<RungRow>& rung_metrics();

// A job's answer on a rung.
struct Answer {
  base::Picoseconds time{0};
  std::string schedule_hash;
  std::optional<base::Picoseconds> compute, exposed, bubble;
};
using Run = std::function<Answer(const Rung&)>;

// A row for each rung. What a run throws as a ConfigError is the row's `refused`. `progress` hears
// of each rung before it runs, `finished` of each row once its difference is known.
std::vector<RungRow> climb(const std::string& job, const Run& run,
                           const std::function<void(const std::string&)>& progress,
                           const std::function<void(const RungRow&)>& finished = {});

}  // namespace jacquard::ladder
