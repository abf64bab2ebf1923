// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/completion.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

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
  JQ_CHECK(rule.switches >= 1, "a fabric has a switch");
  Completion result;
  if (holds.size() == 0) return result;
  result.starts.resize(holds.size());
  result.ends.resize(holds.size());
  result.switches.resize(holds.size());
  const Picoseconds from =
      rule.overlap ? Picoseconds{0} : *std::max_element(ready.begin(), ready.end());
  std::vector<Picoseconds> ends(base::index(rule.switches), from);
  const auto known = [&](std::size_t k) { return rule.overlap ? ready[k] : from; };
  std::deque<std::size_t> waiting(holds.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  while (!waiting.empty()) {
    const auto end = std::min_element(ends.begin(), ends.end());
    const Picoseconds free = base::plus(*end, rule.guard);
    const Picoseconds start = on_grid(std::max(free, known(waiting.front())), rule.grid);
    auto next = waiting.begin();
    for (auto it = next; rule.switches > 1 && it != waiting.end() && known(*it) < start; ++it) {
      if (holds[*it] > holds[*next]) next = it;
    }
    *end = base::plus(start, holds[*next]);
    result.starts[*next] = start;
    result.ends[*next] = *end;
    result.switches[*next] = static_cast<int>(end - ends.begin());
    waiting.erase(next);
  }
  result.time = base::plus(*std::max_element(ends.begin(), ends.end()), rule.propagation);
  return result;
}

}  // namespace jacquard::schedule
