// SPDX-License-Identifier: Apache-2.0
// The benchmark of optical scheduling: every method on every demand of a suite, at every guard
// (docs/optical_benchmark.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "jacquard/schedule/suite/suite.hpp"

namespace jacquard::studies {

// A method on one demand at one guard.
struct OpticalPoint {
  std::string method;
  std::string of_case;
  int index = 0;
  base::Picoseconds guard{0};
  int switches = 1;
  std::string options;  // that were the best of those tried; "" where it has none
  std::int64_t permutations = 0;
  base::Picoseconds makespan{0};
  base::Picoseconds bound{0};                // no schedule of any hops takes less
  schedule::LayerTime layer;                 // of experts
  std::optional<double> decision_wall_ns;    // none: not measured
  std::optional<double> completion_wall_ps;  // decision, slots and guards
  double over_best = 1;                      // makespan over the least of all methods here
  double layer_over_best = 1;                // the better start's, likewise
  std::string fault;                         // "" where the checker finds none
  base::Picoseconds layer_time() const { return std::min(layer.whole, layer.as_they_come); }
};

// A method over a suite: geometric means, so that no case and no guard outweighs others.
struct OpticalScore {
  std::string method;
  int switches = 1;
  std::int64_t points = 0;
  double over_best = 1;
  double worst = 1;
  double layer_over_best = 1;
  double share_best = 0;                   // of points where nothing is shorter
  std::optional<double> decision_wall_ns;  // mean
};

struct OpticalSetting {
  const schedule::Suite* suite;
  bool timed = true;        // decisions of software take what they take on this machine
  double clock_ps = 1'000;  // of cores
};

// A scheduler at its best: each of its options that bear on a guard is tried, the shortest counts.
OpticalPoint optical_point(const OpticalSetting& setting, const schedule::SuiteDemand& demand,
                           base::Picoseconds guard, int switches,
                           const schedule::Scheduler& scheduler);

// A schedule of others for one switch, judged as any other. Its quantum is its own.
OpticalPoint optical_entry(const OpticalSetting& setting, const schedule::SuiteDemand& demand,
                           base::Picoseconds guard, const std::string& method,
                           const schedule::Schedule& schedule, base::Bytes quantum);

// Sets over_best of all, against the least of their point.
void compare_points(std::vector<OpticalPoint>& points);

// Best first, by numbers of switches. Points with a fault count for nobody.
std::vector<OpticalScore> optical_scores(const std::vector<OpticalPoint>& points);

const report::MetricTable<OpticalPoint>& optical_point_metrics();
const report::MetricTable<OpticalScore>& optical_score_metrics();

}  // namespace jacquard::studies
