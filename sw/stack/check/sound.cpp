// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/sound.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jacquard::stack::check {

using base::index;

namespace {

// What is wrong with an entry, or "".
std::string fault_of(const Stack& stack, const Routes& routes, const Placed& p) {
  const Plan& plan = stack.plan;
  if (p.call < 0 || index(p.call) >= plan.calls.size()) return fmt::format("call {}", p.call);
  const Call& call = base::at(plan.calls, p.call);
  const Template& of = plan.template_of(call);
  if (p.round < of.first_round || p.round >= of.first_round + of.rounds) {
    return fmt::format("round {} of call {}", p.round, p.call);
  }
  const rounds::Round& round = base::at(plan.rounds.rounds, p.round);
  if (p.first_repetition < 0 || p.repetitions < 1 ||
      p.repetitions > round.repeat - p.first_repetition) {
    return fmt::format("repetitions {} to {} of {}", p.first_repetition,
                       std::int64_t{p.first_repetition} + p.repetitions - 1, round.repeat);
  }
  if (p.start < 0 || p.slots < 1) return fmt::format("{} slots from {}", p.slots, p.start);
  if (p.channel < 0 || p.channel >= stack.fabric.channels) {
    return fmt::format("channel {} of {}", p.channel, stack.fabric.channels);
  }
  const int parts = routes.parts(base::at(plan.pattern_of_round, p.round));
  if (p.part < 0 || p.part >= parts) return fmt::format("part {} of {}", p.part, parts);
  if (p.from.count() < 0 || p.bytes.count() < 0 || p.lead.count() < 0) return "bytes below 0";
  return "";
}

std::string fault_of(const Stack& stack, const Reserved& r, const std::vector<bool>& is_placed) {
  const Plan& plan = stack.plan;
  if (r.call < 0 || index(r.call) >= plan.calls.size()) {
    return fmt::format("there is no call {}", r.call);
  }
  if (base::at(plan.calls, r.call).kind != Call::Kind::placeholder) {
    return fmt::format("call {}, whose messages are known", r.call);
  }
  if (base::at(is_placed, r.call)) return fmt::format("call {}, which is placed too", r.call);
  if (r.start < 0 || r.slots < 1) return fmt::format("{} slots from {}", r.slots, r.start);
  if (r.channel < 0 || r.channel >= stack.fabric.channels) {
    return fmt::format("there is no channel {} of {}", r.channel, stack.fabric.channels);
  }
  return "";
}

}  // namespace

Faults faults_of_seats(const Stack& stack) {
  Faults faults;
  std::vector<int> rank_at(index(stack.sizes.ports), -1);
  const auto& failed = stack.seating.failed_ports;
  for (int rank = 0; rank < stack.plan.ranks; ++rank) {
    const int port = stack.port(rank);
    const auto fault = [&](const std::string& words) {
      faults.add(FaultKind::placement,
                 [&] { return fmt::format("rank {} is at port {}, {}", rank, port, words); });
    };
    if (port < 0 || port >= stack.sizes.ports) {
      fault(fmt::format("of {}", stack.sizes.ports));
      continue;
    }
    if (std::binary_search(failed.begin(), failed.end(), port)) fault("which has failed");
    int& there = base::at(rank_at, port);
    if (there >= 0) fault(fmt::format("where rank {} is", there));
    there = rank;
  }
  return faults;
}

Faults make_sound(Stack& stack, const Routes& routes) {
  Faults faults;
  auto& placed = stack.timeline.placed;
  const auto unsound = [&](const Placed& p) {
    const std::string words = fault_of(stack, routes, p);
    if (words.empty()) return false;
    faults.add(FaultKind::claim,
               [&] { return fmt::format("slot {}: there is no {}", p.start, words); });
    return true;
  };
  placed.erase(std::remove_if(placed.begin(), placed.end(), unsound), placed.end());
  std::stable_sort(placed.begin(), placed.end(),
                   [](const Placed& a, const Placed& b) { return a.start < b.start; });
  auto& reserved = stack.timeline.reserved;
  std::vector<bool> is_placed(stack.plan.calls.size());
  for (const Placed& p : placed) is_placed[index(p.call)] = true;
  const auto wrong = [&](const Reserved& r) {
    const std::string words = fault_of(stack, r, is_placed);
    if (words.empty()) return false;
    faults.add(FaultKind::claim,
               [&] { return fmt::format("slot {}: reserved: {}", r.start, words); });
    return true;
  };
  reserved.erase(std::remove_if(reserved.begin(), reserved.end(), wrong), reserved.end());
  std::stable_sort(reserved.begin(), reserved.end(),
                   [](const Reserved& a, const Reserved& b) { return a.start < b.start; });
  return faults;
}

}  // namespace jacquard::stack::check
