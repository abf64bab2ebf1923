// SPDX-License-Identifier: Apache-2.0
// How a DRAM channel is built: one HBM pseudo-channel, or one DDR5 sub-channel.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::memory {

// Which commands share a bus and how banks refresh: HBM issues a row and a column command in one
// clock, DDR5 one command in all.
enum class Standard { hbm, ddr5 };

struct Organisation {
  Standard standard = Standard::hbm;
  base::BitsPerSecond pin_rate{9'200'000'000};
  int bits_per_clock = 4;  // of a pin, in one command clock: 4 for HBM3, 2 for DDR5
  int width = 32;          // data pins of a channel
  int burst_length = 8;    // bits of a pin in one burst
  int bank_groups = 4;
  int banks_per_group = 4;
  int stack_ids = 1;                    // HBM: ranks of dies within a stack
  base::Bytes page{1024};               // of a bank, in a channel
  base::Bytes capacity{1'207'959'552};  // of a channel: 36 GiB / 32
  int channels = 1;                     // that addresses are spread over, each with a
                                        // controller of its own

  base::Bytes burst() const { return base::Bytes{width * burst_length / 8}; }
  int banks() const { return stack_ids * bank_groups * banks_per_group; }
  std::int64_t columns() const { return page.count() / burst().count(); }  // bursts of a page
  std::int64_t rows() const { return capacity.count() / page.count() / banks(); }
  // Command clocks that a burst keeps the data bus.
  int burst_clocks() const { return burst_length / bits_per_clock; }
  base::BytesPerSecond channel_peak() const {
    return base::BytesPerSecond{static_cast<double>(pin_rate.count()) * width / 8};
  }
  base::BytesPerSecond peak() const { return channel_peak() * static_cast<double>(channels); }
};

const config::FieldTable<Organisation>& organisation_fields();

// A controller keeps track of at most so many banks of a channel.
inline constexpr int kMostBanks = 64;

// Throws ConfigError below `place` where sizes are no whole number of pages, bursts, rows, or
// clocks, or a channel has more than kMostBanks.
void require_consistent(const Organisation& organisation, const config::Place& place);

}  // namespace jacquard::memory
