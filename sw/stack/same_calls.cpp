// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/same_calls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/rounds/names.hpp"

namespace jacquard::stack {
namespace {

using base::at;

std::string called(const Plan& plan, int number) {
  const Call& call = at(plan.calls, number);
  const Template& form = plan.template_of(call);
  const rounds::Collective& c = at(plan.rounds.collectives, call.of);
  return fmt::format("call {}: {} {} of {} B in {} rounds, micro-batch {}, layer {}", number,
                     at(plan.labels, form.label), rounds::name_of(c.kind), c.bytes.count(),
                     form.rounds, call.micro_batch, call.layer);
}

bool same_round(const Plan& here, int a, const Plan& there, int b) {
  const rounds::Round& one = at(here.rounds.rounds, a);
  const rounds::Round& other = at(there.rounds.rounds, b);
  return one.bytes == other.bytes && one.uneven == other.uneven && one.repeat == other.repeat &&
         at(here.patterns, at(here.pattern_of_round, a)) ==
             at(there.patterns, at(there.pattern_of_round, b));
}

bool same_call(const Plan& here, const Plan& there, int number) {
  const Call& a = at(here.calls, number);
  const Call& b = at(there.calls, number);
  if (a.kind != b.kind || a.sides != b.sides) return false;
  for (std::uint32_t s = 0; s < a.sides; ++s) {
    const Side& one = here.sides_of(a)[s];
    const Side& other = there.sides_of(b)[s];
    if (one.actor != other.actor || one.node != other.node) return false;
  }
  const Template& form = here.template_of(a);
  const Template& other = there.template_of(b);
  if (form.rounds != other.rounds) return false;
  for (int r = 0; r < form.rounds; ++r) {
    if (!same_round(here, form.first_round + r, there, other.first_round + r)) return false;
  }
  return true;
}

std::string round_of(const Plan& plan, int number, int round) {
  const rounds::Round& one =
      at(plan.rounds.rounds, plan.template_of(at(plan.calls, number)).first_round + round);
  return fmt::format("call {}, round {}: {} times {} B", number, round, one.repeat,
                     one.bytes.count());
}

// Of two calls that are not the same. Where words for them are, their first round that differs.
Difference of_calls(const Plan& here, const Plan& there, int number) {
  const Difference calls{called(here, number), called(there, number)};
  if (calls.here != calls.there) return calls;
  const Template& form = here.template_of(at(here.calls, number));
  const Template& other = there.template_of(at(there.calls, number));
  for (int r = 0; r < form.rounds; ++r) {
    if (same_round(here, form.first_round + r, there, other.first_round + r)) continue;
    const std::string one = round_of(here, number, r);
    const std::string two = round_of(there, number, r);
    return {one, one == two ? two + " to others" : two};
  }
  return {calls.here, "the same of other NPUs"};
}

}  // namespace

std::optional<Difference> difference(const Plan& here, const Plan& there) {
  const auto unlike = [](std::size_t a, std::size_t b, const char* what) {
    return Difference{fmt::format("{} {}", a, what), fmt::format("{} {}", b, what)};
  };
  if (here.ranks != there.ranks) {
    return unlike(static_cast<std::size_t>(here.ranks), static_cast<std::size_t>(there.ranks),
                  "NPUs");
  }
  if (here.actors.size() != there.actors.size()) {
    return unlike(here.actors.size(), there.actors.size(), "stages");
  }
  if (here.actor_of != there.actor_of) return Difference{"its stages", "other NPUs in them"};
  const std::size_t both = std::min(here.calls.size(), there.calls.size());
  for (std::size_t c = 0; c < both; ++c) {
    const auto number = static_cast<int>(c);
    if (!same_call(here, there, number)) {
      return of_calls(here, there, number);
    }
  }
  if (here.calls.size() != there.calls.size()) {
    return unlike(here.calls.size(), there.calls.size(), "calls");
  }
  for (std::size_t a = 0; a < here.actors.size(); ++a) {
    if (here.actors[a].nodes.size() != there.actors[a].nodes.size()) {
      return unlike(here.actors[a].nodes.size(), there.actors[a].nodes.size(), "operations");
    }
  }
  return std::nullopt;
}

}  // namespace jacquard::stack
