// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/limits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

double real(base::Picoseconds time) { return static_cast<double>(time.count()); }

// Links that no way is longer than.
double longest_way(const topology::NetworkView& network) {
  if (network.graph() != nullptr) {
    const topology::UserGraph& graph = *network.graph();
    return static_cast<double>(graph.nodes()) * (graph.has_proxies() ? 2 : 1);
  }
  double links = 0;
  for (const topology::Dimension& d : network.fabric()->all()) {
    links += d.block == topology::Block::ring ? d.size : 2;
  }
  return links;
}

[[noreturn]] void fail(const Origin& origin, const char* expected, const std::string& found,
                       const char* hint) {
  throw base::ConfigError({origin.source, "", expected, found, hint});
}

}  // namespace

void require_within_limits(const Scenario& scenario, const Wiring& wiring, const Plan& plan) {
  double slowest = 1;
  double longest_link = 0;
  double slowest_link = 1;
  for (const Disturbance::Npu& npu : scenario.disturbance.npus) {
    slowest = std::max(slowest, npu.slowdown);
    if (real(npu.start_delay) > kLongestRun) {
      fail(plan.origin, "NPUs that start within 46 days",
           fmt::format("{:.3g} s", real(npu.start_delay) * 1e-12), "a smaller start_delay");
    }
  }
  for (const Disturbance::Link& link : scenario.disturbance.links) {
    longest_link = std::max(longest_link, real(link.latency.value_or(base::Picoseconds{0})));
    slowest_link = std::max(slowest_link, link.slowdown);
  }
  for (const Wiring::LinkClass& c : wiring.classes()) {
    longest_link = std::max(longest_link, real(c.latency));
  }
  const double way = longest_way(scenario.network);
  const bool stores = scenario.rules.forwarding == Forwarding::store_and_forward;
  double carried = 0;
  for (std::size_t r = 0; r < plan.graph.rounds.size(); ++r) {
    const rounds::Round& round = plan.graph.rounds[r];
    base::Bytes most = round.bytes;
    for (const base::Bytes bytes : round.uneven) most = std::max(most, bytes, std::less<>());
    const rounds::Protocol& protocol = plan.graph.collective_of(round).protocol;
    double longest_stay = 0;
    for (std::size_t c = 0; c < wiring.classes().size(); ++c) {
      const base::BytesPerSecond reached{wiring.classes()[c].bandwidth.count() * protocol.share};
      const double stay = real(serialisation(most, reached, plan.origin)) + real(protocol.sync);
      longest_stay = std::max(longest_stay, stay * slowest_link);
      carried += static_cast<double>(plan.sendings[r].lane->hops()[c]) * round.repeat *
                 std::max(1.0, static_cast<double>(most.count()));
    }
    const double step = (2 * real(scenario.rules.endpoint_delay) +
                         real(reduction(most, scenario.rules, plan.origin))) *
                            slowest +
                        way * longest_link + (stores ? way : 1) * longest_stay;
    if (step > kLongestStep) {
      fail(plan.origin, "messages of less than 23 days, all links of the longest way included",
           fmt::format("{:.3g} s", step * 1e-12), "fewer bytes or NPUs, or a higher bandwidth");
    }
  }
  if (carried > kMostCarried) {
    fail(plan.origin, "links that carry less than 8e18 bytes in all",
         fmt::format("{:.3g}", carried), "fewer bytes or NPUs");
  }
}

void throw_late(const Origin& origin) {
  fail(origin, "a run that ends within 46 days", "messages or operations that go on then",
       "fewer bytes, shorter operations or a higher bandwidth");
}

}  // namespace jacquard::engine
