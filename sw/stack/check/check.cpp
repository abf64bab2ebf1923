// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "jacquard/base/error.hpp"
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
  Goals goals;
  goals.parties.resize(plan.templates.size());
  goals.goals.resize(plan.templates.size());
  for (std::size_t c = 0; c < plan.calls.size(); ++c) {
    const Call& call = plan.calls[c];
    if (call.kind == Call::Kind::placeholder || call.kind == Call::Kind::barrier) continue;
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

}  // namespace

Verdict check(Stack stack, const Options& options) {
  if (options.actor && index(*options.actor) >= stack.plan.actors.size()) {
    throw base::ConfigError({"--actor", "",
                             fmt::format("an actor of 0 to {}", stack.plan.actors.size() - 1),
                             std::to_string(*options.actor), ""});
  }
  Verdict verdict;
  verdict.faults = faults_of_seats(stack);
  if (!verdict.holds()) return verdict;
  const Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating, {"STACK", ""});
  verdict.faults.take(make_sound(stack, routes));
  const Marks marks(stack.plan.ranks, options.seed);
  const Goals goals = goals_of(stack, options, marks, verdict);

  const auto use_ports = [&] { return PortUse(stack, &routes, goals).run(); };
  const auto launch = options.threads > 1 ? std::launch::async : std::launch::deferred;
  std::future<Faults> ports = std::async(launch, use_ports);
  Ledger ledger = Replay(stack, &routes, goals, marks).run();
  verdict.bytes_expected = ledger.bytes_expected;
  verdict.bytes_delivered = ledger.bytes_delivered;
  verdict.duplicates = ledger.duplicates;
  verdict.messages = ledger.messages;
  verdict.faults.take(std::move(ledger.faults));
  verdict.faults.take(ports.get());
  verdict.conflicts = verdict.faults.of(FaultKind::port);
  return verdict;
}

}  // namespace jacquard::stack::check
