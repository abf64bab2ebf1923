// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/outages.hpp"

#include <algorithm>

namespace jacquard::systemc {

std::vector<Interval> without(Interval span, const std::vector<Interval>& outages) {
  std::vector<Interval> parts;
  for (const Interval& outage : outages) {
    if (outage.to <= span.from) continue;
    if (outage.from >= span.to) break;
    if (outage.from > span.from) parts.push_back({span.from, outage.from});
    span.from = std::max(span.from, outage.to);
  }
  if (span.from < span.to) parts.push_back(span);
  return parts;
}

base::Picoseconds up_again(base::Picoseconds time, const std::vector<Interval>& outages) {
  for (const Interval& outage : outages) {
    if (outage.from <= time && time < outage.to) return outage.to;
  }
  return time;
}

}  // namespace jacquard::systemc
