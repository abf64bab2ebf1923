// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

double real(base::Picoseconds time) { return static_cast<double>(time.count()); }

[[noreturn]] void fail(const char* expected, const std::string& found, const char* hint) {
  throw base::ConfigError({"rounds", "", expected, found, hint});
}

}  // namespace

void require_within_limits(const Scenario& scenario, const Wiring& wiring, const Plan& plan) {
  double slowest = 1;
  double longest_link = 0;
  for (const Disturbance::Npu& npu : scenario.disturbance.npus) {
    slowest = std::max(slowest, npu.slowdown);
    if (real(npu.start_delay) > kLongestRun) {
      fail("NPUs that start within 46 days", fmt::format("{:.3g} s", real(npu.start_delay) * 1e-12),
           "a smaller start_delay");
    }
  }
  for (const Disturbance::Link& link : scenario.disturbance.links) {
    longest_link = std::max(longest_link, real(link.latency));
  }
  for (const Wiring::LinkClass& c : wiring.classes()) {
    longest_link = std::max(longest_link, real(c.latency));
  }
  double carried = 0;
  for (std::size_t r = 0; r < plan.graph.rounds.size(); ++r) {
    const demand::Round& round = plan.graph.rounds[r];
    base::Bytes most = round.bytes;
    for (const base::Bytes bytes : round.uneven) most = std::max(most, bytes, std::less<>());
    double step =
        (2 * real(scenario.rules.endpoint_delay) + real(reduction(most, scenario.rules))) * slowest;
    for (std::size_t c = 0; c < wiring.classes().size(); ++c) {
      // Of all messages of the round, which is more than of any one of them.
      const auto hops = static_cast<double>(plan.sendings[r].lane->hops()[c]);
      const base::Picoseconds stay = serialisation(most, wiring.classes()[c].bandwidth);
      carried += hops * round.repeat * static_cast<double>(most.count());
      step += hops * (longest_link + real(stay));
    }
    if (step > kLongestStep) {
      fail("rounds whose messages, one after the other, take less than 23 days",
           fmt::format("{:.3g} s", step * 1e-12), "fewer bytes or NPUs, or a higher bandwidth");
    }
  }
  if (carried > kMostCarried) {
    fail("links that carry less than 8e18 bytes in all", fmt::format("{:.3g}", carried),
         "fewer bytes or NPUs");
  }
}

void throw_late() {
  fail("a run that ends within 46 days", "messages that still wait then",
       "fewer bytes or NPUs, or a higher bandwidth");
}

}  // namespace jacquard::engine
