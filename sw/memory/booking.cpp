// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/booking.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"

namespace jacquard::memory {
namespace {

constexpr std::size_t kMostPlaces = 1 << 16;

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
      bank_groups_(config.organisation.bank_groups),
      burst_(config.organisation.burst().count()) {
  const std::int64_t bursts = capacity().count() / burst_;
  for (std::int64_t i = 0; i < bursts; ++i) {
    const BurstAddress where = map_(static_cast<std::uint64_t>(i * burst_));
    if (where.row != 0 || where.bank != 0 || where.group >= bank_groups_) break;
    if (places_.size() == kMostPlaces) {
      places_.resize(1);
      break;
    }
    places_.push_back({where.channel, where.group});
  }
}

base::Picoseconds Booking::time_at(Clock clock) const {
  return base::Picoseconds{std::llround(static_cast<double>(clock) * ps_per_clock_)};
}

base::Picoseconds Booking::book(const Access& access, base::Picoseconds at) {
  const auto begin = static_cast<std::int64_t>(access.address);
  const auto now = static_cast<Clock>(std::ceil(static_cast<double>(at.count()) * clocks_per_ps_));
  const auto places = static_cast<std::int64_t>(places_.size());
  std::int64_t burst = begin / burst_;
  const std::int64_t last = (begin + access.bytes.count() - 1) / burst_;
  Clock end = 0;
  Clock entered = 0;
  while (burst <= last) {
    const std::int64_t first_place = burst % places;
    BurstAddress where = map_(static_cast<std::uint64_t>((burst - first_place) * burst_));
    // What is hashed with the row differs by the same bits at every place.
    const int channel = where.channel;
    const int group = where.group % bank_groups_;
    const int stack = where.group - group;
    const std::int64_t places_left = std::min(places - first_place, last - burst + 1);
    for (std::int64_t i = first_place; i < first_place + places_left; ++i) {
      const Place& place = base::at(places_, i);
      where.channel = place.channel ^ channel;
      where.group = stack + (place.group ^ group);
      Lane& lane = base::at(lanes_, where.channel);
      end = std::max(end, lane.book(where, access.direction, now));
      entered = std::max(entered, lane.entered());
    }
    burst += places_left;
  }
  (access.direction == Direction::read ? read_ : written_) += access.bytes;
  entered_ = time_at(entered);
  return time_at(end);
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
