// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/program.hpp"

#include <algorithm>
#include <unordered_map>

namespace jacquard::stack::check {

using base::index;

Program::Program(const Plan& plan)
    : plan_(plan),
      runs_(plan.actors.size()),
      previous_(plan.sides.size(), -1),
      begun_(plan.calls.size()) {
  for (const Call& call : plan.calls) lacking_.push_back(static_cast<std::int32_t>(call.sides));
  for (std::size_t a = 0; a < plan.actors.size(); ++a) {
    link(static_cast<std::int32_t>(a));
    order_calls(static_cast<std::int32_t>(a));
  }
  settle(0);
}

void Program::link(std::int32_t a) {
  const Actor& actor = base::at(plan_.actors, a);
  Run& run = base::at(runs_, a);
  run.waits.resize(actor.nodes.size());
  run.ended.resize(actor.nodes.size());
  run.first.assign(actor.nodes.size() + 1, 0);
  for (const std::uint32_t before : actor.after) ++run.first[before + 1];
  for (std::size_t n = 0; n < actor.nodes.size(); ++n) run.first[n + 1] += run.first[n];
  run.next.resize(actor.after.size());
  std::vector<std::uint32_t> at = run.first;
  for (std::size_t n = 0; n < actor.nodes.size(); ++n) {
    const Node& node = actor.nodes[n];
    run.waits[n] = static_cast<std::int32_t>(node.after);
    if (node.after == 0) reached_.emplace_back(a, static_cast<std::int32_t>(n));
    for (const std::uint32_t before : actor.waits_for(node)) {
      run.next[at[before]++] = static_cast<std::int32_t>(n);
    }
  }
}

void Program::order_calls(std::int32_t a) {
  std::unordered_map<int, std::int32_t> last;  // of a communicator
  const Actor& actor = base::at(plan_.actors, a);
  for (std::size_t n = 0; n < actor.nodes.size(); ++n) {
    const std::int32_t number = actor.nodes[n].call;
    if (number == Node::kNone) continue;
    const Call& call = base::at(plan_.calls, number);
    const int communicator = plan_.template_of(call).communicator;
    if (communicator < 0) continue;
    const auto [before, is_first] = last.try_emplace(communicator, number);
    if (is_first) continue;
    const base::Span<const Side> sides = plan_.sides_of(call);
    for (std::size_t s = 0; s < sides.size(); ++s) {
      if (sides[s].actor == a) previous_[call.first_side + s] = before->second;
    }
    before->second = number;
  }
}

void Program::end_until(std::int64_t time) {
  while (!running_.empty() && running_.top().time <= time) {
    const End next = running_.top();
    running_.pop();
    if (base::at(base::at(plan_.actors, next.actor).nodes, next.node).computes) {
      base::at(runs_, next.actor).busy = false;
      restless_.push_back(next.actor);
    }
    end(next.actor, next.node, next.time);
  }
}

void Program::end_call(std::int32_t call, std::int64_t time) {
  for (const Side& side : plan_.sides_of(base::at(plan_.calls, call))) {
    end(side.actor, side.node, time);
  }
}

void Program::settle(std::int64_t time) {
  while (!reached_.empty()) {
    const auto [actor, node] = reached_.back();
    reached_.pop_back();
    reach(actor, node, time);
  }
  for (const std::int32_t actor : restless_) {
    Run& run = base::at(runs_, actor);
    if (run.busy || run.ready.empty()) continue;
    const std::int32_t n = run.ready.top();
    run.ready.pop();
    run.busy = true;
    running_.push(
        {time + base::at(base::at(plan_.actors, actor).nodes, n).duration.count(), actor, n});
  }
  restless_.clear();
}

Side Program::awaited(std::int32_t call) const {
  for (const Side& side : plan_.sides_of(base::at(plan_.calls, call))) {
    const Actor& actor = base::at(plan_.actors, side.actor);
    for (const std::uint32_t before : actor.waits_for(base::at(actor.nodes, side.node))) {
      if (!base::at(base::at(runs_, side.actor).ended, before)) {
        return {side.actor, static_cast<std::int32_t>(before)};
      }
    }
  }
  return {};
}

std::int32_t Program::begin_call(std::int32_t call) {
  begun_[index(call)] = true;
  const Call& c = base::at(plan_.calls, call);
  for (std::uint32_t side = c.first_side; side < c.first_side + c.sides; ++side) {
    const std::int32_t before = previous_[side];
    if (before >= 0 && !base::at(begun_, before)) return before;
  }
  return -1;
}

void Program::reach(std::int32_t actor, std::int32_t n, std::int64_t time) {
  const Node& node = base::at(base::at(plan_.actors, actor).nodes, n);
  if (node.call != Node::kNone) {
    const Call& call = base::at(plan_.calls, node.call);
    if (--base::at(lacking_, node.call) > 0 || call.kind != Call::Kind::barrier) return;
    begun_[index(node.call)] = true;
    end_call(node.call, time);
  } else if (node.computes) {
    base::at(runs_, actor).ready.push(n);
    restless_.push_back(actor);
  } else if (node.duration.count() > 0) {
    running_.push({time + node.duration.count(), actor, n});
  } else {
    end(actor, n, time);
  }
}

void Program::end(std::int32_t actor, std::int32_t n, std::int64_t time) {
  Run& run = base::at(runs_, actor);
  if (base::at(run.ended, n)) return;
  run.ended[index(n)] = true;
  step_ = std::max(step_, time);
  for (std::uint32_t i = run.first[index(n)]; i < run.first[index(n) + 1]; ++i) {
    const std::int32_t next = run.next[i];
    if (--base::at(run.waits, next) == 0) reached_.emplace_back(actor, next);
  }
}

}  // namespace jacquard::stack::check
