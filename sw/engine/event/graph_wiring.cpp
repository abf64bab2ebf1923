// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/event/graph_wiring.hpp"

#include <fmt/format.h>

#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

constexpr int kQueues = 24;  // as many digits of at least 2 as the ranks of a collective can have

}  // namespace

GraphWiring::GraphWiring(const topology::UserGraph& graph) : graph_(graph) {
  npus_ = graph.npus();
  links_ = graph.links();
  queues_ = kQueues;
  using Equal = topology::UserGraph::EqualRoutes;
  adaptive_ = graph.equal_routes() == Equal::adaptive;
  varied_ = adaptive_ || graph.equal_routes() == Equal::spray;
  std::map<double, int> known;
  for (topology::LinkNumber number = 0; number < links_; ++number) {
    const topology::Link link = graph.link(number);
    const auto [at, is_new] =
        known.try_emplace(link.bandwidth.count(), static_cast<int>(classes_.size()));
    if (is_new) classes_.push_back({link.bandwidth, link.latency, 0});
    base::Picoseconds& latency = base::at(classes_, at->second).latency;
    alike_ = alike_ && latency == link.latency;
    if (latency < link.latency) latency = link.latency;
    ends_.push_back({link.to, at->second});
  }
  if (classes_.empty()) classes_.push_back({base::BytesPerSecond{1e12}, {}, 0});  // of one NPU
  for (int node = 0; node < graph.nodes(); ++node) {
    stores_.push_back(graph.kind(node) != topology::NodeKind::circuit_switch);
  }
}

Wiring::Hop GraphWiring::over(const Hop& last, int target,
                              const topology::UserGraph::Loads* loads) const {
  topology::UserGraph::Walk walk = last.walk;
  const topology::LinkNumber link = graph_.next(last.to, target, walk, loads);
  const End& end = base::at(ends_, link);
  return {link, end.link_class, end.to, end.to >= npus_, base::at(stores_, end.to) != 0, walk};
}

Wiring::Hop GraphWiring::next(const Hop& last, int target, rounds::Channel) const {
  return over(last, target, nullptr);
}

Wiring::Hop GraphWiring::next_by_load(const Hop& last, int target, rounds::Channel,
                                      const topology::UserGraph::Loads& loads) const {
  return over(last, target, &loads);
}

std::vector<std::int64_t> GraphWiring::own_latencies() const {
  std::vector<std::int64_t> all;
  for (topology::LinkNumber number = 0; number < links_; ++number) {
    all.push_back(graph_.link(number).latency.count());
  }
  return all;
}

std::int64_t GraphWiring::disturbed_link(const Disturbance& disturbance, std::size_t index) const {
  const Disturbance::Link& link = disturbance.links[index];
  const auto fail = [&](const std::string& expected, const std::string& found) {
    throw base::ConfigError(
        {disturbance.source, fmt::format("/links/{}", index), expected, found, ""});
  };
  for (const Disturbance::End& end : {link.from, link.to}) {
    const std::string nodes =
        fmt::format("nodes in 0..{}, as the graph numbers them", graph_.nodes() - 1);
    if (end.npu == Disturbance::kNone) fail(nodes, fmt::format("\"switch {}\"", end.switch_of));
    if (end.npu >= graph_.nodes()) fail(nodes, std::to_string(end.npu));
  }
  const auto number = graph_.find(link.from.npu, link.to.npu);
  if (!number) {
    fail("two nodes that a link joins", fmt::format("{} and {}", link.from.npu, link.to.npu));
  }
  return *number;
}

}  // namespace jacquard::engine
