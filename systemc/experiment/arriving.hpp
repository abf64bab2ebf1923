// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/flow.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "systemc/fabric/link_config.hpp"

namespace jacquard::experiment {

// What a user says of flows that arrive.
struct ArrivingConfig {
  double load = 0.5;
  base::Picoseconds time{1'000'000'000};
  base::Picoseconds warm_up{0};
  std::string sizes = "web_search";
  base::Bytes size{100'000};
  std::string pairs = "uniform";
  double skew = 1;
  double burst = 1;
};

// The key `traffic.arrivals` of an experiment.
const config::FieldTable<ArrivingConfig>& arriving_fields();

// The `index`-th set of flows between these links' ports. Throws ConfigError for files that cannot
// be read, pairs of another number of ports, and settings of which no flow comes.
std::vector<demand::Flow> draw_flows(const ArrivingConfig& config, const systemc::LinkConfig& links,
                                     const demand::ReadOptions& reading, std::uint64_t seed,
                                     std::uint64_t index);

}  // namespace jacquard::experiment
