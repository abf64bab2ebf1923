// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/precedence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::stack {
namespace {

using base::index;

std::string described(const Plan& plan, std::uint32_t call) {
  const Call& c = plan.calls[call];
  std::string actors;
  for (const Side& side : plan.sides_of(c)) {
    actors += (actors.empty() ? "" : ", ") + base::at(plan.actors, side.actor).name;
    if (actors.size() > 30) {
      actors += ", ...";
      break;
    }
  }
  return fmt::format("call {} ({}) of {}", call, base::at(plan.labels, plan.template_of(c).label),
                     actors);
}

}  // namespace

Precedence::Precedence(const Plan& plan) : plan_(&plan) {
  number_nodes();
  number_turns();
  order_calls();
  order_all();
}

void Precedence::number_nodes() {
  first_node_.assign(1, 0);
  for (const Actor& actor : plan_->actors) {
    first_node_.push_back(first_node_.back() + static_cast<std::uint32_t>(actor.nodes.size()));
  }
  actor_of_.reserve(nodes());
  for (std::size_t a = 0; a < plan_->actors.size(); ++a) {
    actor_of_.insert(actor_of_.end(), plan_->actors[a].nodes.size(), static_cast<std::int32_t>(a));
  }
  dependents_ = Lists(nodes(), [&](auto add) {
    for (std::size_t a = 0; a < plan_->actors.size(); ++a) {
      const Actor& actor = plan_->actors[a];
      for (std::size_t n = 0; n < actor.nodes.size(); ++n) {
        for (const std::uint32_t before : actor.waits_for(actor.nodes[n])) {
          add(first_node_[a] + before, first_node_[a] + static_cast<std::uint32_t>(n));
        }
      }
    }
  });
}

void Precedence::number_turns() {
  first_turn_.assign(1, 0);
  first_turn_.reserve(plan_->calls.size() + 1);
  for (const Call& call : plan_->calls) {
    const auto rounds = static_cast<std::uint32_t>(plan_->template_of(call).rounds);
    call_of_turn_.insert(call_of_turn_.end(), rounds,
                         static_cast<std::uint32_t>(first_turn_.size() - 1));
    first_turn_.push_back(first_turn_.back() + rounds);
  }
  const auto& rounds = plan_->rounds.rounds;
  later_rounds_ = Lists(rounds.size(), [&](auto add) {
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      for (const int before : rounds[r].after) add(index(before), static_cast<std::uint32_t>(r));
    }
  });
}

// Calls of one communicator at one actor in the order of their nodes.
void Precedence::order_calls() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> successive;
  std::vector<std::pair<int, std::uint32_t>> last;  // by communicator, at one actor
  for (const Actor& actor : plan_->actors) {
    last.clear();
    for (const Node& node : actor.nodes) {
      if (node.call == Node::kNone) continue;
      const auto call = static_cast<std::uint32_t>(node.call);
      const int communicator = plan_->template_of(plan_->calls[call]).communicator;
      if (communicator < 0) continue;
      auto known = std::find_if(last.begin(), last.end(),
                                [&](const auto& l) { return l.first == communicator; });
      if (known == last.end()) {
        last.emplace_back(communicator, call);
        continue;
      }
      if (known->second != call) successive.emplace_back(known->second, call);
      known->second = call;
    }
  }
  std::sort(successive.begin(), successive.end());
  successive.erase(std::unique(successive.begin(), successive.end()), successive.end());
  next_calls_ = Lists(plan_->calls.size(), [&](auto add) {
    for (const auto& [before, after] : successive) add(before, after);
  });
  call_waits_.resize(plan_->calls.size());
  for (std::size_t c = 0; c < plan_->calls.size(); ++c) {
    call_waits_[c] = static_cast<std::int32_t>(plan_->calls[c].sides);
  }
  for (const auto& [before, after] : successive) ++call_waits_[after];
}

std::uint32_t Precedence::item_of(std::uint32_t node) const {
  const std::int32_t call = node_of(node).call;
  return call == Node::kNone ? node : nodes() + static_cast<std::uint32_t>(call);
}

void Precedence::order_all() {
  const std::size_t items = nodes() + plan_->calls.size();
  std::vector<std::uint32_t> waits(items, 0);
  std::size_t sides = 0;
  for (std::uint32_t n = 0; n < nodes(); ++n) {
    const Node& node = node_of(n);
    waits[item_of(n)] += node.after;
    sides += node.call == Node::kNone ? 0 : 1;
  }
  for (std::size_t c = 0; c < plan_->calls.size(); ++c) {
    waits[nodes() + c] += static_cast<std::uint32_t>(call_waits_[c]) - plan_->calls[c].sides;
  }
  order_.reserve(items - sides);
  for (std::uint32_t item = 0; item < items; ++item) {
    const bool is_side = item < nodes() && node_of(item).call != Node::kNone;
    if (waits[item] == 0 && !is_side) order_.push_back(item);
  }
  const auto done = [&](std::uint32_t item) {
    if (--waits[item] == 0) order_.push_back(item);
  };
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const std::uint32_t item = order_[k];
    if (item < nodes()) {
      for (const std::uint32_t next : dependents_[item]) done(item_of(next));
      continue;
    }
    const std::uint32_t call = item - nodes();
    for (const Side& side : plan_->sides_of(plan_->calls[call])) {
      for (const std::uint32_t next : dependents_[node(side.actor, side.node)]) done(item_of(next));
    }
    for (const std::uint32_t next : next_calls_[call]) done(nodes() + next);
  }
  if (order_.size() == items - sides) return;
  std::uint32_t call = 0;
  while (waits[nodes() + call] == 0) ++call;
  throw base::ConfigError({plan_->source, "", "calls in an order that can run to its end",
                           "some that wait for each other, as " + described(*plan_, call), ""});
}

}  // namespace jacquard::stack
