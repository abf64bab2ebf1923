// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/announced_slots.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::systemc {

using base::Picoseconds;

Picoseconds Distances::nearest() const { return *std::min_element(delay.begin(), delay.end()); }

Picoseconds Distances::farthest() const { return *std::max_element(delay.begin(), delay.end()); }

AnnouncedSlots::AnnouncedSlots(Distances distances, std::uint64_t seed)
    : distances_(std::move(distances)), farthest_(distances_.farthest()), seed_(seed) {
  for (std::size_t npu = 0; npu < distances_.delay.size(); ++npu) {
    base::Rng rng(seed, "clock skew", npu);
    const std::int64_t most = distances_.skew.count();
    skew_.emplace_back(most == 0 ? 0 : rng.between(-most, most));
  }
}

Picoseconds AnnouncedSlots::error(int npu, std::uint64_t announcement) const {
  Picoseconds error = base::at(skew_, npu);
  const std::int64_t most = distances_.jitter.count();
  if (most > 0) {
    const auto npus = static_cast<std::uint64_t>(distances_.delay.size());
    base::Rng rng(seed_, "announcement jitter",
                  announcement * npus + static_cast<std::uint64_t>(npu));
    error += Picoseconds{rng.between(-most, most)};
  }
  return error;
}

// Everyone sends later by the largest error there can be, so that no one is too early.
Picoseconds AnnouncedSlots::sends_at(int npu, Picoseconds start, std::uint64_t announcement) const {
  const Picoseconds delay = base::at(distances_.delay, npu);
  const Picoseconds late = largest_error() + error(npu, announcement);
  return start + late + (distances_.compensated ? farthest_ - delay : delay);
}

Picoseconds AnnouncedSlots::connects_at(Picoseconds start) const {
  return start + (distances_.compensated ? farthest_ : Picoseconds{0});
}

Picoseconds AnnouncedSlots::slack() const {
  const Picoseconds errors = largest_error() * 2;
  return distances_.compensated ? errors : farthest_ * 2 + errors;
}

}  // namespace jacquard::systemc
