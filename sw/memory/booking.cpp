// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/booking.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"

namespace jacquard::memory {
namespace {

double clocks_per_ps(const Organisation& organisation) {
  return static_cast<double>(organisation.pin_rate.count()) /
         (static_cast<double>(organisation.bits_per_clock) *
          static_cast<double>(base::kPicosecondsPerSecond));
}

}  // namespace

Booking::Booking(const MemoryConfig& config)
    : config_(config),
      map_(config.organisation, config.controller.mapping, {}),
      lanes_(base::index(config.organisation.channels), Lane(config)),
      clocks_per_ps_(clocks_per_ps(config.organisation)),
      ps_per_clock_(1 / clocks_per_ps_),
      burst_(config.organisation.burst().count()) {}

base::Picoseconds Booking::book(const Access& access, base::Picoseconds at) {
  const auto begin = static_cast<std::int64_t>(access.address);
  const auto now = static_cast<Clock>(std::ceil(static_cast<double>(at.count()) * clocks_per_ps_));
  Clock end = 0;
  for (std::int64_t byte = begin - begin % burst_; byte < begin + access.bytes.count();
       byte += burst_) {
    const BurstAddress where = map_(static_cast<std::uint64_t>(byte));
    end = std::max(end, base::at(lanes_, where.channel).book(where, access.direction, now));
  }
  (access.direction == Direction::read ? read_ : written_) += access.bytes;
  return base::Picoseconds{std::llround(static_cast<double>(end) * ps_per_clock_)};
}

Figures Booking::figures(base::Picoseconds now) const {
  const Clock clock = clock_at(now, config_.organisation);
  Figures all;
  for (Lane lane : lanes_) {
    lane.flush();
    all = together(all, lane.figures(clock));
  }
  all.read = read_;
  all.written = written_;
  return all;
}

}  // namespace jacquard::memory
