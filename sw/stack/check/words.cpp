// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/check/words.hpp"

#include <fmt/format.h>

#include "jacquard/rounds/names.hpp"

namespace jacquard::stack::check {

std::string call_in_words(const Plan& plan, std::int32_t call) {
  const Call& c = base::at(plan.calls, call);
  const rounds::Collective& collective = base::at(plan.rounds.collectives, c.of);
  std::string of;
  for (const Side& side : plan.sides_of(c)) {
    if (of.size() > 40) {
      of += " and others";
      break;
    }
    of += (of.empty() ? "" : " and ") + base::at(plan.actors, side.actor).name;
  }
  std::string words =
      fmt::format("call {} ({} {} of {}", call, base::at(plan.labels, plan.template_of(c).label),
                  rounds::name_of(collective.kind), of);
  if (c.micro_batch >= 0) words += fmt::format(", micro-batch {}", c.micro_batch);
  if (c.layer >= 0) words += fmt::format(", layer {}", c.layer);
  return words + ")";
}

std::string round_in_words(const Plan& plan, std::int32_t call, std::int32_t round,
                           std::int32_t repetition) {
  return fmt::format("{}, round {}, repetition {}", call_in_words(plan, call),
                     round - plan.template_of(base::at(plan.calls, call)).first_round, repetition);
}

}  // namespace jacquard::stack::check
