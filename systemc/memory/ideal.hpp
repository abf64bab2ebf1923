// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/memory/booked.hpp"

namespace jacquard::systemc {

// A server that serves one access after the other at the peak bandwidth of all channels. Its answer
// takes tRCDRD + tCL (tRCDWR + tCWL) longer. It activates nothing and never refreshes.
class Ideal final : public Booked {
 public:
  explicit Ideal(const memory::MemoryConfig& config);

  base::Picoseconds book(const memory::Access& access, base::Picoseconds at) override;
  base::Picoseconds entered() const override { return base::Picoseconds{0}; }
  memory::Figures figures(base::Picoseconds now) const override;

 private:
  memory::MemoryConfig config_;
  base::BitsPerSecond rate_;
  // The server is busy from busy_from_ on with busy_bytes_, so that rounding does not add up.
  base::Picoseconds busy_from_{0};
  base::Bytes busy_bytes_{0};
  base::Picoseconds free_{0};
  base::Bytes read_{0}, written_{0};
  memory::CommandCounts commands_;
};

}  // namespace jacquard::systemc
