// SPDX-License-Identifier: Apache-2.0
// How many bytes hold all settings of a switch: ours, and what others would take.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/stack/settings/settings.hpp"

namespace jacquard::genstack {

// Of all switches of all channels, compressed (encode_configuration).
struct ConfigurationBytes {
  double mean = 0;
  std::int64_t largest = 0;
};
ConfigurationBytes configuration_bytes(const stack::Settings& settings);

// One way to write the settings of switches of one kind.
struct ConfigurationRow {
  std::string method;    // grammar (ours), explicit, dictionary, zstd
  std::string switches;  // crossbar, leaf, spine
  std::int64_t measured = 0;
  double mean = 0;
  double largest = 0;
  bool random_access = false;
  double over_dictionary = 0;
};

// Each method on `most` switches of each kind, spread evenly, of channel 0.
//   explicit    each slot: the output of each port in ceil(log2(ports + 1)) bits
//   dictionary  each different setting so, once; then runs: its number and length as varints
//   zstd        of each change: slots since the last, and (input, output) of each new circuit as
//               varints; all that by zstd at level 19
std::vector<ConfigurationRow> configuration_rows(const stack::Settings& settings, int most);

const report::MetricTable<ConfigurationRow>& configuration_metrics();

}  // namespace jacquard::genstack
