// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/waiting_order.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/cycle.hpp"

namespace jacquard::rounds {
namespace {

constexpr std::size_t kMostShown = 12;

}  // namespace

WaitingFault waiting_fault(const RoundGraph& graph) {
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const RoundSet& after = graph.rounds[r].after;
    const int round = static_cast<int>(r);
    if (after.empty() || after.largest() < round) continue;
    std::vector<int> cycle = base::find_cycle(
        static_cast<int>(graph.rounds.size()),
        [&graph](int i) -> const RoundSet& { return base::at(graph.rounds, i).after; });
    if (cycle.empty()) {
      return {round, fmt::format("rounds before {}", round), std::to_string(after.largest()),
              "list each round after those it waits for"};
    }
    const int first = cycle.front();
    const bool cut = cycle.size() > kMostShown;
    if (cut) cycle.resize(kMostShown);
    return {first, "rounds that do not wait for each other",
            fmt::format(
                "{} wait for each other in a cycle",
                fmt::format("{}{} -> {}", fmt::join(cycle, " -> "), cut ? " -> ..." : "", first)),
            ""};
  }
  return {};
}

}  // namespace jacquard::rounds
