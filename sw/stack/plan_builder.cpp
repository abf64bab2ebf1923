// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/plan_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>

#include "jacquard/base/digest.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/engine/job/durations.hpp"

namespace jacquard::stack {

using base::index;

std::vector<int> in_order(const workload::OpGraph& graph) {
  std::vector<int> waits = graph.dependency_counts();
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;
  for (int n = 0; n < graph.size(); ++n) {
    if (waits[index(n)] == 0) ready.push(n);
  }
  std::vector<int> order;
  order.reserve(index(graph.size()));
  while (!ready.empty()) {
    const int n = ready.top();
    ready.pop();
    order.push_back(n);
    for (const int next : graph.dependents(n)) {
      if (--waits[index(next)] == 0) ready.push(next);
    }
  }
  return order;
}

namespace {

using workload::OpKind;

base::Picoseconds duration_of(const workload::OpGraph& graph, const workload::OpNode& node,
                              const engine::job::JobWork& work) {
  switch (node.kind) {
    case OpKind::compute:
      return engine::job::computation(graph, node, work);
    case OpKind::load:
    case OpKind::store:
      return engine::job::remote_access(graph, node, work.memory);
    case OpKind::collective:
      return node.timed ? node.duration : base::Picoseconds{0};
    default:
      return base::Picoseconds{0};
  }
}

std::size_t hash_of(const Pattern& p) {
  base::Digest digest;
  digest.add_signed(static_cast<std::int64_t>(p.kind));
  for (const int radix : p.shape.radices()) digest.add_signed(radix);
  digest.add_signed(static_cast<std::int64_t>(p.permutation.rule()));
  digest.add_signed(p.permutation.digit());
  digest.add_signed(p.permutation.amount());
  for (const int to : p.permutation.table()) digest.add_signed(to);
  digest.add_signed(p.offset);
  for (const auto& [from, to] : p.pairs) {
    digest.add_signed(from);
    digest.add_signed(to);
  }
  for (const int actor : p.senders) digest.add_signed(actor);
  for (const int actor : p.receivers) digest.add_signed(actor);
  return digest.value().first;
}

}  // namespace

PlanBuilder::PlanBuilder(const engine::job::JobWork& work, const PlanOptions& options)
    : work_(work), options_(options) {
  plan_.ranks = work.job.npus();
}

void PlanBuilder::add_actor(std::string name, const workload::OpGraph& graph) {
  Actor actor;
  actor.name = std::move(name);
  ActorGraph known;
  known.graph = &graph;
  known.node_of.resize(index(graph.size()));
  for (const int n : in_order(graph)) {
    known.node_of[index(n)] = static_cast<int>(actor.nodes.size());
    Node node;
    node.duration = duration_of(graph, graph.node(n), work_);
    node.computes =
        graph.node(n).kind == OpKind::compute && graph.node(n).stream == workload::Stream::compute;
    node.first_after = static_cast<std::uint32_t>(actor.after.size());
    for (const int before : graph.dependencies(n)) {
      actor.after.push_back(static_cast<std::uint32_t>(known.node_of[index(before)]));
    }
    node.after = static_cast<std::uint32_t>(actor.after.size()) - node.first_after;
    actor.nodes.push_back(node);
  }
  plan_.actors.push_back(std::move(actor));
  graphs_.push_back(std::move(known));
}

void PlanBuilder::append(const rounds::RoundGraph& rounds) {
  if (rounds::first_cast(rounds) >= 0) {
    throw base::ConfigError({"--algorithm", "", "messages from one to one, as circuits carry them",
                             rounds.collectives.front().algorithm + ", which switches add and copy",
                             "ring, direct or halving-doubling"});
  }
  const int first = static_cast<int>(plan_.rounds.rounds.size());
  const int collective = static_cast<int>(plan_.rounds.collectives.size());
  plan_.rounds.collectives.push_back(rounds.collectives.front());
  if (plan_.rounds.channels.empty()) plan_.rounds.channels.push_back({});
  for (rounds::Round round : rounds.rounds) {
    round.collective = collective;
    round.channel = 0;  // the composition chooses one
    round.after = round.after.moved(first);
    plan_.rounds.rounds.push_back(std::move(round));
  }
}

int PlanBuilder::intern(Pattern pattern) {
  const std::size_t hash = hash_of(pattern);
  const auto [from, to] = pattern_by_hash_.equal_range(hash);
  for (auto it = from; it != to; ++it) {
    if (base::at(plan_.patterns, it->second) == pattern) return it->second;
  }
  const int number = static_cast<int>(plan_.patterns.size());
  pattern_by_hash_.emplace(hash, number);
  plan_.patterns.push_back(std::move(pattern));
  return number;
}

void PlanBuilder::add_call(int of, const std::vector<Side>& sides, bool unpredictable) {
  Call call;
  call.of = of;
  if (base::at(plan_.templates, of).rounds == 0) {
    call.kind = Call::Kind::barrier;
    ++plan_.barriers;
  } else if (unpredictable) {
    call.kind = Call::Kind::placeholder;
  } else if (is_control(base::at(plan_.rounds.collectives, of).bytes)) {
    call.kind = Call::Kind::control;
  }
  const Side& first = sides.front();
  const workload::OpNode& node = graph(first.actor).node(first.node);
  call.micro_batch = node.micro_batch;
  call.layer = node.layer;
  call.first_side = static_cast<std::uint32_t>(plan_.sides.size());
  call.sides = static_cast<std::uint32_t>(sides.size());
  for (const Side& side : sides) {
    const int node_number = base::at(base::at(graphs_, side.actor).node_of, side.node);
    plan_.sides.push_back({side.actor, node_number});
    base::at(base::at(plan_.actors, side.actor).nodes, node_number).call =
        static_cast<std::int32_t>(plan_.calls.size());
  }
  plan_.calls.push_back(call);
}

int PlanBuilder::label(const std::string& name) {
  const auto at = std::find(plan_.labels.begin(), plan_.labels.end(), name);
  if (at != plan_.labels.end()) return static_cast<int>(at - plan_.labels.begin());
  plan_.labels.push_back(name);
  return static_cast<int>(plan_.labels.size()) - 1;
}

std::string label_of(const workload::Job& job, int group) {
  const auto named = job.group_names.find(group);
  if (named != job.group_names.end()) return named->second;
  return group == 0 ? "all" : fmt::format("group {}", group);
}

Plan plan_of(const engine::job::JobWork& work, const PlanOptions& options) {
  JQ_CHECK(!work.replay, "a job that is replayed communicates nothing");
  PlanBuilder by_classes(work, options);
  if (add_by_classes(by_classes)) return std::move(by_classes.plan());
  PlanBuilder by_ranks(work, options);
  add_by_ranks(by_ranks);
  return std::move(by_ranks.plan());
}

}  // namespace jacquard::stack
