// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// How far each NPU is from the crossbar where its circuits meet, and how well it knows the time.
struct Distances {
  std::vector<base::Picoseconds> delay;  // one way, per NPU
  base::Picoseconds skew{0};             // an NPU's clock is off by up to this, always the same
  base::Picoseconds jitter{0};           // and by up to this more, anew for each announcement
  // NPUs know their distance and send so that data pass the crossbar in step; else each sends when
  // it hears the announcement.
  bool compensated = true;

  base::Picoseconds nearest() const;
  base::Picoseconds farthest() const;
};

// The announcement of slots (Chronos s6): what a start of the fabric means at each place. Times are
// those of the announcing switch.
class AnnouncedSlots {
 public:
  AnnouncedSlots(Distances distances, std::uint64_t seed);

  const Distances& distances() const { return distances_; }

  // When NPU `npu` sends its first bit of what starts at `start`, the `announcement`-th.
  base::Picoseconds sends_at(int npu, base::Picoseconds start, std::uint64_t announcement) const;
  // When the crossbar connects what starts at `start`: when the earliest bit may come.
  base::Picoseconds connects_at(base::Picoseconds start) const;
  // How much longer than the data a setting must last, so that whoever sends late still meets it:
  // t_max, the longest way between two NPUs, if they do not know their distance; with
  // compensation, only what the clocks may be off.
  base::Picoseconds slack() const;

 private:
  base::Picoseconds error(int npu, std::uint64_t announcement) const;
  base::Picoseconds largest_error() const { return distances_.skew + distances_.jitter; }

  Distances distances_;
  base::Picoseconds farthest_;  // asked for by every start of every NPU
  std::uint64_t seed_;
  std::vector<base::Picoseconds> skew_;
};

}  // namespace jacquard::systemc
