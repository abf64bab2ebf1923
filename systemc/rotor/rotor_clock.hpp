// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/schedule/schedule.hpp"
#include "systemc/rotor/rotor_config.hpp"

namespace jacquard::systemc {

// Which circuits stand when, and how short messages go over them. Times are those of the senders.
class RotorClock {
 public:
  // Requires a slot longer than the guard. Of short ways: throws ConfigError if circuits of a
  // moment leave a port that another cannot reach.
  RotorClock(const RotorConfig& config, base::Picoseconds guard,
             std::vector<std::vector<schedule::Matching>> cycles);

  int ports() const { return ports_; }
  int switches() const { return switches_; }
  // Between two changes of any switch.
  std::int64_t slice_at(base::Picoseconds now) const { return now.count() / slice_.count(); }
  base::Picoseconds start_of(std::int64_t slice) const { return slice_ * slice; }
  // Those that have a new matching from a slice on.
  bool changes(int which, std::int64_t slice) const;
  const schedule::Matching& matching(int which, std::int64_t slice) const;
  // Until when circuits of this slice stand: the guard comes after.
  base::Picoseconds closes(int which, std::int64_t slice) const;

  // Links over which a message for `to` comes nearer to it, as bits; the switch that is about to
  // change is left out.
  std::uint64_t ways(int from, int to, std::int64_t slice) const;
  int hops(int from, int to, std::int64_t slice) const;
  struct Paths {
    double mean = 0;
    int longest = 0;
  };
  Paths paths() const;  // over all slices and pairs

 private:
  std::int64_t slot_of(int which, std::int64_t slice) const;
  bool stands_by(int which, std::int64_t slice) const;
  void measure();

  int ports_;
  int switches_;
  bool staggered_;
  bool keeps_ways_;
  base::Picoseconds slice_, guard_;
  std::vector<std::vector<schedule::Matching>> cycles_;
  std::int64_t slices_;             // of a cycle
  std::vector<std::uint8_t> hops_;  // by slice, source and destination
};

}  // namespace jacquard::systemc
