// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/flow.hpp"
#include "systemc/experiment/arriving.hpp"
#include "systemc/fabric/link_config.hpp"

namespace jacquard::experiment {

enum class TrafficKind { demand, incast, permutation, flows, arrivals };

struct TrafficConfig {
  TrafficKind kind = TrafficKind::demand;
  std::vector<std::string> demands{"moe:16"};
  int first = 0;
  int count = 0;  // 0: every one of a file, kGeneratedByDefault of a generator
  base::Bytes bytes_per_token{1};
  std::optional<base::Bytes> demand_unit = {};
  bool drop_diagonal = false;
  std::int64_t divide_by = 1;
  base::Bytes bytes{16'000'000};
  int fan_in = 2;
  int shift = 5;
  std::string file;
  ArrivingConfig arrivals;
};

inline constexpr int kGeneratedByDefault = 4;

// The noun `traffic` of an experiment.
const config::FieldTable<TrafficConfig>& traffic_fields();

// One all-to-all, or one set of flows.
struct TrafficItem {
  std::string source;  // of which it is one: rows are made per source
  std::string name;    // "moe:16[3], seed 1"
  std::uint64_t index = 0;
  demand::DemandMatrix demand;
  std::vector<demand::Flow> flows;
  bool all_start_at_once = true;
  base::Picoseconds measured_from{0};  // figures of flows are of those that start then or later
};

// Everything the configuration names, in its order. `links`: of the fabric, for traffic that has no
// size of its own. Throws ConfigError as the readers do, and for demands of several sizes.
std::vector<TrafficItem> load_traffic(const TrafficConfig& config, const systemc::LinkConfig& links,
                                      std::uint64_t seed);

}  // namespace jacquard::experiment
