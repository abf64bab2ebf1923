// SPDX-License-Identifier: Apache-2.0
// Delay and throughput of slot arbiters against load (docs/schedulers.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/result.hpp"

namespace jacquard::studies {

inline constexpr const char* kOutputQueued = "output-queued";  // the reference, not an arbiter

struct ArbiterLoadOptions {
  std::string arbiter = "all";
  std::string traffic = "uniform";
  int ports = 16;
  std::vector<double> loads = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
  std::int64_t slots = 100'000;
  int iterations = 0;
  double burst = 16;
  double hot_share = 0.1;
};

// One point of the sweep: which switch, at which load; no load means saturated.
struct ArbiterLoadPoint {
  std::string arbiter;
  std::optional<std::size_t> load_index;
};

// Every load of every switch, then each saturated. Throws ConfigError for an arbiter that is none.
std::vector<ArbiterLoadPoint> arbiter_load_points(const ArbiterLoadOptions& options);

report::Printed arbiter_load_row(const ArbiterLoadOptions& options, const ArbiterLoadPoint& point,
                                 std::uint64_t seed);
std::vector<report::RowKind> arbiter_load_rows();

// Mean delay against load, of a result's rows, as SVG.
std::string arbiter_load_picture(const ArbiterLoadOptions& options, const report::Result& result);

}  // namespace jacquard::studies
