// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/closed_forms.hpp"

#include <algorithm>

namespace jacquard::memory {

double share_outside_refresh(const MemoryConfig& config) {
  if (config.controller.refresh != Refresh::all_bank) return 1;
  return 1 - config.timing.tRFC / config.timing.tREFI;
}

base::BytesPerSecond streaming_bound(const MemoryConfig& config) {
  return config.organisation.peak() * share_outside_refresh(config);
}

base::BytesPerSecond random_bound(const MemoryConfig& config) {
  const Organisation& o = config.organisation;
  const Timing& t = config.timing;
  const auto rate_of = [&o](int bursts, base::Picoseconds in) {
    return static_cast<double>(o.burst().count()) * bursts / base::to_seconds(in).count();
  };
  const double channel = std::min({rate_of(4, t.tFAW), rate_of(1, t.tRRD_S),
                                   rate_of(o.banks(), t.tRC), o.channel_peak().count()});
  return base::BytesPerSecond{channel * o.channels * share_outside_refresh(config)};
}

}  // namespace jacquard::memory
