// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/traffic.hpp"

#include <cmath>

#include "jacquard/base/rng.hpp"

namespace jacquard::systemc {
namespace {

using memory::Access;
using memory::Direction;
using memory::TimedAccess;

std::uint64_t unsigned_of(base::Bytes bytes) { return static_cast<std::uint64_t>(bytes.count()); }

// A part of the working set, and the walk through it.
class Walk {
 public:
  Walk(const MemoryTraffic& traffic, base::Bytes capacity, int index, std::uint64_t seed)
      : traffic_(traffic),
        addresses_(seed, "memory addresses", static_cast<std::uint64_t>(index)),
        directions_(seed, "memory directions", static_cast<std::uint64_t>(index)) {
    const base::Bytes whole = traffic.working_set.count() > 0 ? traffic.working_set : capacity;
    size_ = unsigned_of(whole) / static_cast<std::uint64_t>(traffic.initiators);
    // Each part begins at a whole access, and the last one still ends within the working set.
    const std::uint64_t access = unsigned_of(traffic.access);
    size_ -= size_ % access;
    begin_ = size_ * static_cast<std::uint64_t>(index);
    const bool strides = traffic.pattern == Pattern::strided;
    step_ = unsigned_of(strides ? traffic.stride : traffic.access);
    if (traffic.rate.count() > 0) {
      gap_ps_ = static_cast<double>(base::kPicosecondsPerSecond) *
                (static_cast<double>(traffic.access.count()) / traffic.rate.count());
    }
  }

  std::optional<TimedAccess> operator()() {
    const double at_ps = gap_ps_ * static_cast<double>(done_);  // may be beyond any Picoseconds
    const auto duration_ps = static_cast<double>(traffic_.duration.count());
    if (traffic_.accesses > 0 && done_ == traffic_.accesses) return std::nullopt;
    if (traffic_.duration.count() > 0 && at_ps >= duration_ps) return std::nullopt;
    const base::Picoseconds at{std::llround(at_ps)};
    ++done_;
    const bool reads = traffic_.read_share >= 1 || directions_.chance(traffic_.read_share);
    return TimedAccess{
        {begin_ + offset(), traffic_.access, reads ? Direction::read : Direction::write}, at};
  }

 private:
  std::uint64_t offset() {
    const std::uint64_t access = unsigned_of(traffic_.access);
    if (traffic_.pattern == Pattern::random) return access * addresses_.below(size_ / access);
    const std::uint64_t here = at_;
    at_ += step_;
    if (at_ > size_ - access) at_ = 0;
    return here;
  }

  MemoryTraffic traffic_;
  base::Rng addresses_;
  base::Rng directions_;
  std::uint64_t begin_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t at_ = 0;
  double gap_ps_ = 0;
  std::int64_t done_ = 0;
};

}  // namespace

Accesses accesses_of(const MemoryTraffic& traffic, base::Bytes capacity, int index,
                     std::uint64_t seed) {
  return Walk(traffic, capacity, index, seed);
}

}  // namespace jacquard::systemc
