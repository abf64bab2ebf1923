// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/completion.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::schedule {
namespace {

using base::Picoseconds;

Picoseconds on_grid(Picoseconds time, Picoseconds grid) {
  if (grid.count() == 0) return time;
  const std::int64_t over = time.count() % grid.count();
  return over == 0 ? time : base::plus(time, grid - Picoseconds{over});
}

}  // namespace

Completion completion(base::Span<const Picoseconds> holds, base::Span<const Picoseconds> ready,
                      const CompletionRule& rule) {
  JQ_CHECK(ready.size() == holds.size(), "every setting has a time it is ready");
  Completion result;
  if (holds.size() == 0) return result;
  result.starts.reserve(holds.size());
  result.ends.reserve(holds.size());
  result.switches.reserve(holds.size());
  const Picoseconds from =
      rule.overlap ? Picoseconds{0} : *std::max_element(ready.begin(), ready.end());
  std::vector<Picoseconds> ends(base::index(rule.switches), from);
  for (std::size_t k = 0; k < holds.size(); ++k) {
    const auto end = std::min_element(ends.begin(), ends.end());
    const Picoseconds free = base::plus(*end, rule.guard);
    const Picoseconds start = on_grid(std::max(free, ready[k]), rule.grid);
    *end = base::plus(start, holds[k]);
    result.starts.push_back(start);
    result.ends.push_back(*end);
    result.switches.push_back(static_cast<int>(end - ends.begin()));
  }
  result.time = base::plus(*std::max_element(ends.begin(), ends.end()), rule.propagation);
  return result;
}

}  // namespace jacquard::schedule
