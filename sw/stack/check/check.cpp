// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/stack/check/circuits.hpp"
#include "jacquard/stack/check/job_calls.hpp"
#include "jacquard/stack/check/port_use.hpp"
#include "jacquard/stack/check/replay.hpp"
#include "jacquard/stack/check/sound.hpp"
#include "jacquard/stack/check/words.hpp"

namespace jacquard::stack::check {
namespace {

using base::index;

bool takes_part(const Plan& plan, const Call& call, std::optional<int> actor) {
  if (!actor) return true;
  for (const Side& side : plan.sides_of(call)) {
    if (side.actor == *actor) return true;
  }
  return false;
}

Goals goals_of(const Stack& stack, const Options& options, const Marks& marks, Verdict& verdict) {
  const Plan& plan = stack.plan;
  const std::vector<std::vector<int>> ranks_of = ranks_by_actor(plan);
  std::vector<bool> reserved(plan.calls.size());
  for (const Reserved& r : stack.timeline.reserved) reserved[index(r.call)] = true;
  Goals goals;
  goals.parties.resize(plan.templates.size());
  goals.goals.resize(plan.templates.size());
  for (std::size_t c = 0; c < plan.calls.size(); ++c) {
    const Call& call = plan.calls[c];
    if (call.kind == Call::Kind::barrier || reserved[c]) continue;
    if (!takes_part(plan, call, options.actor)) continue;
    ++verdict.calls;
    auto& party = base::at(goals.parties, call.of);
    if (party != nullptr) continue;
    party = std::make_unique<Party>(plan, call.of, plan.sides_of(call), ranks_of);
    if (party->fault().empty()) {
      if (!options.slots) base::at(goals.goals, call.of) = std::make_unique<Goal>(*party, marks);
      continue;
    }
    verdict.faults.add(FaultKind::claim, [&] {
      return fmt::format("{}: {}", call_in_words(plan, static_cast<std::int32_t>(c)),
                         party->fault());
    });
    party.reset();
  }
  return goals;
}

// Different ones, ascending; nothing: all.
std::optional<std::vector<std::int64_t>> drawn_slots(const Stack& stack, const Options& options) {
  if (!options.slots) return std::nullopt;
  base::Rng rng(options.seed, "stack check slots");
  std::vector<std::int64_t> slots;
  const std::int64_t all = std::max<std::int64_t>(1, stack.timeline.slots);
  for (std::int64_t s = 0; s < *options.slots; ++s) {
    slots.push_back(static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(all))));
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

}  // namespace

Verdict check(Stack stack, const Options& options) {
  if (options.actor && index(*options.actor) >= stack.plan.actors.size()) {
    throw base::ConfigError({"--actor", "",
                             fmt::format("an actor of 0 to {}", stack.plan.actors.size() - 1),
                             std::to_string(*options.actor), ""});
  }
  constexpr std::int64_t kMostSlots = 1'000'000;
  if (options.slots && (*options.slots < 1 || *options.slots > kMostSlots)) {
    throw base::ConfigError(
        {"--slots", "", fmt::format("1 to {}", kMostSlots), std::to_string(*options.slots), ""});
  }
  Verdict verdict;
  verdict.faults = faults_of_seats(stack);
  if (!verdict.holds()) return verdict;
  const Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating, {"STACK", ""});
  verdict.faults.take(make_sound(stack, routes));
  if (options.job != nullptr) verdict.faults.take(compare_calls(stack, *options.job));
  const Marks marks(stack.plan.ranks, options.seed);
  const Goals goals = goals_of(stack, options, marks, verdict);

  const auto follow_circuits = [&] {
    Traced traced = Circuits(stack, routes, goals).run(drawn_slots(stack, options));
    traced.faults.take(PortUse(stack, &routes, goals).run());
    return traced;
  };
  const auto launch = options.threads > 1 ? std::launch::async : std::launch::deferred;
  std::future<Traced> circuits = std::async(launch, follow_circuits);
  Ledger ledger = Replay(stack, &routes, goals, marks).run();
  verdict.bytes_expected = ledger.bytes_expected;
  verdict.bytes_delivered = ledger.bytes_delivered;
  verdict.duplicates = ledger.duplicates;
  verdict.messages = ledger.messages;
  verdict.faults.take(std::move(ledger.faults));
  Traced traced = circuits.get();
  verdict.circuits = traced.circuits;
  verdict.slots = traced.slots;
  verdict.faults.take(std::move(traced.faults));
  verdict.conflicts = verdict.faults.of(FaultKind::port);
  return verdict;
}

}  // namespace jacquard::stack::check
