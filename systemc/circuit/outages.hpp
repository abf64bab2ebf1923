// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

struct Interval {
  base::Picoseconds from{0};
  base::Picoseconds to{0};
};

inline constexpr base::Picoseconds kForever{INT64_MAX};

// When each NPU's link, or its port of the switch, carries nothing: disjoint intervals, ascending.
using Outages = std::vector<std::vector<Interval>>;

// The parts of [from, to) that lie in none of `outages`, ascending.
std::vector<Interval> without(Interval span, const std::vector<Interval>& outages);

// The end of the outage `time` lies in; `time` itself if in none.
base::Picoseconds up_again(base::Picoseconds time, const std::vector<Interval>& outages);

}  // namespace jacquard::systemc
