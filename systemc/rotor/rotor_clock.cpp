// SPDX-License-Identifier: Apache-2.0
#include "systemc/rotor/rotor_clock.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

constexpr std::uint8_t kFar = 255;

}  // namespace

RotorClock::RotorClock(const RotorConfig& config, base::Picoseconds guard,
                       std::vector<std::vector<schedule::Matching>> cycles)
    : ports_(static_cast<int>(cycles.front().front().size())),
      switches_(config.switches),
      staggered_(config.staggered),
      keeps_ways_(config.short_below.has_value()),
      slice_(config.staggered ? base::Picoseconds{config.slot.count() / config.switches}
                              : config.slot),
      guard_(guard),
      cycles_(std::move(cycles)),
      slices_(static_cast<std::int64_t>(cycles_.front().size()) * (staggered_ ? switches_ : 1)) {
  if (keeps_ways_) measure();
}

// Switch s has its k-th matching from slice k u + s on, if they are staggered.
std::int64_t RotorClock::slot_of(int which, std::int64_t slice) const {
  if (!staggered_) return slice;
  return slice < which ? -1 : (slice - which) / switches_;
}

bool RotorClock::changes(int which, std::int64_t slice) const {
  return !staggered_ || slice == 0 || slice % switches_ == which;
}

const schedule::Matching& RotorClock::matching(int which, std::int64_t slice) const {
  const auto& cycle = base::at(cycles_, which);
  const auto length = static_cast<std::int64_t>(cycle.size());
  return cycle[static_cast<std::size_t>((slot_of(which, slice) + length) % length)];
}

base::Picoseconds RotorClock::closes(int which, std::int64_t slice) const {
  std::int64_t next = slice + 1;
  if (staggered_) next = slice - (slice - which + switches_) % switches_ + switches_;
  return start_of(next) - guard_;
}

bool RotorClock::stands_by(int which, std::int64_t slice) const {
  return staggered_ && switches_ > 1 && (slice + 1) % switches_ == which;
}

std::uint64_t RotorClock::ways(int from, int to, std::int64_t slice) const {
  std::uint64_t ways = 0;
  const int far = hops(from, to, slice);
  for (int s = 0; s < switches_; ++s) {
    const int peer = base::at(matching(s, slice), from);
    if (stands_by(s, slice) || peer == schedule::kUnmatched || peer == from) continue;
    if (hops(peer, to, slice) < far) ways |= std::uint64_t{1} << s;
  }
  return ways;
}

int RotorClock::hops(int from, int to, std::int64_t slice) const {
  const auto n = static_cast<std::size_t>(ports_);
  const auto at =
      (static_cast<std::size_t>(slice % slices_) * n + static_cast<std::size_t>(from)) * n +
      static_cast<std::size_t>(to);
  return hops_[at];
}

void RotorClock::measure() {
  const auto n = static_cast<std::size_t>(ports_);
  hops_.assign(static_cast<std::size_t>(slices_) * n * n, kFar);
  std::vector<int> queue;
  for (std::int64_t slice = 0; slice < slices_; ++slice) {
    // As in later cycles, when every switch has changed.
    const std::int64_t later = slice + slices_;
    for (int from = 0; from < ports_; ++from) {
      std::uint8_t* row =
          &hops_[(static_cast<std::size_t>(slice) * n + static_cast<std::size_t>(from)) * n];
      row[from] = 0;
      queue.assign(1, from);
      for (std::size_t k = 0; k < queue.size(); ++k) {
        for (int s = 0; s < switches_; ++s) {
          if (stands_by(s, later)) continue;
          const int peer = base::at(matching(s, later), queue[k]);
          if (peer == schedule::kUnmatched || row[peer] != kFar) continue;
          row[peer] = static_cast<std::uint8_t>(row[queue[k]] + 1);
          queue.push_back(peer);
        }
      }
      if (queue.size() == n) continue;
      throw base::ConfigError(
          {"rotor", "/short_below",
           "none, or circuits of each moment over which all ports reach all",
           std::to_string(n - queue.size()) + " ports out of reach of port " + std::to_string(from),
           "more switches, or rotor.matchings=random"});
    }
  }
}

RotorClock::Paths RotorClock::paths() const {
  Paths paths;
  for (const std::uint8_t hops : hops_) {
    paths.mean += hops;
    paths.longest = std::max(paths.longest, static_cast<int>(hops));
  }
  const double pairs = static_cast<double>(slices_) * ports_ * (ports_ - 1);
  if (pairs > 0) paths.mean /= pairs;
  return paths;
}

}  // namespace jacquard::systemc
