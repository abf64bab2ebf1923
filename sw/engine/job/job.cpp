// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/job.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::engine::job {

topology::Fabric fabric_of(const astra::Input& input) {
  constexpr double kGigabyte = 1 << 30;
  constexpr double kLongestNs = 100.0 * 86'400 * 1e9;
  std::vector<topology::Dimension> dimensions;
  for (const astra::Dimension& d : input.network) {
    if (!(d.latency >= 0 && d.latency <= kLongestNs)) {
      throw base::ConfigError({"network configuration", "/latency", "0 to 100 days, in ns",
                               fmt::format("{:.4g}", d.latency), ""});
    }
    topology::Dimension& dimension = dimensions.emplace_back();
    dimension.block = d.block;
    dimension.size = d.npus;
    dimension.bandwidth = base::BytesPerSecond{d.bandwidth * kGigabyte};
    dimension.latency =
        base::Picoseconds{static_cast<std::int64_t>(std::llround(d.latency * 1000))};
  }
  return topology::Fabric(std::move(dimensions), {"network configuration", ""});
}

}  // namespace jacquard::engine::job
