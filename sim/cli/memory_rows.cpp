// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/memory_rows.hpp"

#include "jacquard/memory/closed_forms.hpp"

namespace jacquard::cli {
namespace {

using memory::MemoryConfig;

const report::MetricTable<MemoryConfig>& bounds() {
  using M = report::Metric<MemoryConfig>;
  using report::Unit;
  static const report::MetricTable<MemoryConfig> table(
      "memory_bounds", "What a memory can reach at most, in closed form.",
      {
          M(
              "peak_bytes_per_s", Unit::bytes_per_s,
              [](const MemoryConfig& m) { return m.organisation.peak(); }, "Of all data buses.",
              "peak"),
          M(
              "streaming_bound_bytes_per_s", Unit::bytes_per_s,
              [](const MemoryConfig& m) { return memory::streaming_bound(m); },
              "The peak, less what all-bank refresh takes.", "streaming"),
          M(
              "random_bound_bytes_per_s", Unit::bytes_per_s,
              [](const MemoryConfig& m) { return memory::random_bound(m); },
              "Of random single bursts: activations, banks or the peak, less refresh.", "random"),
          M(
              "capacity_bytes", Unit::bytes,
              [](const MemoryConfig& m) {
                return m.organisation.capacity * m.organisation.channels;
              },
              "Of all channels.", "capacity"),
          M(
              "burst_bytes", Unit::bytes,
              [](const MemoryConfig& m) { return m.organisation.burst(); },
              "What one read or write command moves.", "burst"),
      });
  return table;
}

}  // namespace

std::vector<report::Printed> memory_rows(const MemoryConfig& config, const config::Place& place) {
  require_consistent(config, place);
  return {bounds()(config)};
}

report::RowKind memory_row_kind() { return bounds().kind(); }

}  // namespace jacquard::cli
