// SPDX-License-Identifier: Apache-2.0
// Jobs without regular groups: each rank is an actor, and each collective has its list of ranks.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "jacquard/engine/job/job_rounds.hpp"
#include "jacquard/stack/crossbar_of.hpp"
#include "jacquard/stack/plan_builder.hpp"

namespace jacquard::stack {
namespace {

using base::index;

// A round among listed ranks. Pairs that send to themselves do not exist.
Pattern listed(const rounds::Collective& collective, const rounds::Round& round) {
  Pattern pattern;
  pattern.kind = Pattern::Kind::listed;
  for (int rank = 0; rank < collective.shape.size(); ++rank) {
    const int to = round.permutation.receiver(collective.shape, rank);
    if (to == rounds::kNobody) continue;
    pattern.pairs.emplace_back(collective.npu(rank), collective.npu(to));
  }
  std::sort(pattern.pairs.begin(), pattern.pairs.end());
  for (const auto& [from, to] : pattern.pairs) {
    pattern.senders.push_back(from);
    pattern.receivers.push_back(to);
  }
  std::sort(pattern.receivers.begin(), pattern.receivers.end());
  return pattern;
}

using Key =
    std::tuple<int, std::vector<int>, std::vector<int>, std::vector<int>, std::int64_t, int, int>;

Key key_of(const rounds::Collective& c) {
  return {static_cast<int>(c.kind),
          c.shape.radices(),
          c.involved,
          c.npus,
          c.bytes.count(),
          c.root,
          c.peer};
}

// Ranges of a graph's rounds by collective.
std::vector<std::pair<int, int>> ranges_of(const rounds::RoundGraph& graph) {
  std::vector<std::pair<int, int>> ranges(graph.collectives.size(), {0, 0});
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    auto& range = base::at(ranges, graph.rounds[r].collective);
    if (range.second == 0) range.first = static_cast<int>(r);
    range.second = static_cast<int>(r) + 1;
  }
  return ranges;
}

rounds::RoundGraph one_of(const rounds::RoundGraph& graph, int collective,
                          std::pair<int, int> range) {
  rounds::RoundGraph one;
  one.channels = graph.channels;
  one.collectives.push_back(base::at(graph.collectives, collective));
  for (int r = range.first; r < range.second; ++r) {
    rounds::Round round = base::at(graph.rounds, r);
    round.collective = 0;
    round.after = round.after.moved(-range.first);
    one.rounds.push_back(std::move(round));
  }
  return one;
}

// The k-th barrier of a group at each of its members is one.
void add_barriers(PlanBuilder& builder) {
  const workload::Job& job = builder.work().job;
  std::map<std::tuple<int, int, std::size_t>, std::vector<Side>> barriers;
  for (int npu = 0; npu < job.npus(); ++npu) {
    const workload::OpGraph& graph = job.graph(npu);
    std::map<int, std::size_t> passed;
    for (int n = 0; n < graph.size(); ++n) {
      if (!graph.node(n).barrier) continue;
      const int group = graph.group(n);
      barriers[{group, job.first_member(group, npu), passed[group]++}].push_back({npu, n});
    }
  }
  for (const auto& [which, sides] : barriers) {
    const workload::OpGraph& graph = builder.graph(sides.front().actor);
    const auto members = index(job.size_of(std::get<0>(which)));
    if (sides.size() != members) {
      graph.fail(graph.node(sides.front().node), "the same barrier at every member of its group",
                 fmt::format("{} of {} members", sides.size(), members));
    }
    rounds::RoundGraph none;
    none.collectives.emplace_back();
    const int number =
        builder.add_template(std::move(none), builder.label(label_of(job, std::get<0>(which))),
                             std::get<0>(which), [](const rounds::Round&) { return Pattern{}; });
    builder.add_call(number, sides, false);
  }
}

}  // namespace

void add_by_ranks(PlanBuilder& builder) {
  const engine::job::JobWork& work = builder.work();
  const workload::Job& job = work.job;
  Plan& plan = builder.plan();
  const engine::job::JobRounds made = rounds_of_all(work, crossbar_of(job.npus()));
  for (int npu = 0; npu < job.npus(); ++npu) {
    builder.add_actor(fmt::format("rank {}", npu), job.graph(npu));
    plan.actor_of.push_back(npu);
  }
  const std::vector<std::pair<int, int>> ranges = ranges_of(made.graph);
  std::map<Key, int> templates;
  std::map<std::vector<int>, int> communicators;
  for (int c = 0; c < static_cast<int>(made.graph.collectives.size()); ++c) {
    const rounds::Collective& collective = base::at(made.graph.collectives, c);
    std::vector<Side> sides;
    for (int rank = 0; rank < collective.shape.size(); ++rank) {
      sides.push_back({collective.npu(rank), base::at(base::at(made.nodes, c), rank)});
    }
    const workload::OpGraph& graph = builder.graph(sides.front().actor);
    const workload::OpNode& node = graph.node(sides.front().node);
    const auto [at, is_new] = templates.try_emplace(key_of(collective), 0);
    if (is_new) {
      const bool message = made.is_message(c);
      const int known = static_cast<int>(communicators.size()) + 1;
      const int communicator =
          message ? kMessages : communicators.try_emplace(collective.npus, known).first->second;
      const std::string name = message ? "pp" : label_of(job, graph.group(sides.front().node));
      at->second = builder.add_template(
          one_of(made.graph, c, base::at(ranges, c)), builder.label(name), communicator,
          [&](const rounds::Round& round) { return listed(collective, round); });
    }
    builder.add_call(at->second, sides, node.unpredictable);
  }
  add_barriers(builder);
}

}  // namespace jacquard::stack
