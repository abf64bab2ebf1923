// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/booking_rules.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::memory {

BookedChannel::BookedChannel(int groups)
    : bus(kGroups + groups), activations(1), rest(base::index(groups)) {}

BookingRules::BookingRules(const MemoryConfig& config)
    : t(clocks_of(config.timing, config.organisation)),
      burst(config.organisation.burst_clocks()),
      groups(config.organisation.stack_ids * config.organisation.bank_groups),
      latency_{{t.tCL, t.tCWL}},
      opening_{{t.tRCDRD, t.tRCDWR}},
      group_slots_{{t.tCCD_L / burst, t.tCCD_L_WR / burst}},
      group_rest_{{t.tCCD_L % burst, t.tCCD_L_WR % burst}} {
  while ((burst >> burst_bits_) > 1) ++burst_bits_;
  const bool window = t.tFAW > 4 * t.tRRD_S;
  bin_clocks_ = window ? t.tFAW : std::max(t.tRRD_S, Clock{1});
  bins_ = window ? 4 : 1;
  bins_per_clock_ = static_cast<double>(bins_) / static_cast<double>(bin_clocks_);
}

}  // namespace jacquard::memory
