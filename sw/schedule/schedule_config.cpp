// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule_config.hpp"

#include <cstdint>

#include "jacquard/schedule/option_fields.hpp"

namespace jacquard::schedule {
namespace {

using config::boolean;
using config::choice;
using config::field;
using config::optional;
using config::quantity;
using config::whole_number;
using demand::GuardPer;
using C = ScheduleConfig;

constexpr base::BitsPerSecond kSlowestLink{1};
constexpr base::BitsPerSecond kFastestLink{1'000'000'000'000'000};
constexpr base::Picoseconds kLongest{1'000 * base::kPicosecondsPerSecond};
constexpr base::Bytes kLargestToken{std::int64_t{1} << 40};

std::vector<config::Field<C>> demand_fields() {
  return {
      field<C>(
          "rate", [](auto& c) -> auto& { return c.quantisation.rate; },
          quantity(kSlowestLink, kFastestLink), "Rate of one port's link."),
      field<C>(
          "bytes_per_token", [](auto& c) -> auto& { return c.reading.bytes_per_token; },
          quantity(base::Bytes{1}, kLargestToken),
          "What one token weighs; multiplies a demand that is counted in tokens."),
      field<C>(
          "bits", [](auto& c) -> auto& { return c.quantisation.bits; },
          optional(whole_number(1, 32)),
          "Width B of a demand counter, so that no pair owes more than 2^B - 1 quanta. The "
          "cores in RTL take 1..16. None: exact bytes."),
      field<C>(
          "slot", [](auto& c) -> auto& { return c.quantisation.slot; },
          optional(quantity(base::Picoseconds{1}, kLongest)),
          "Length of a slot; a quantum is rate x slot. None: the quantum follows from the "
          "largest entry and `bits`."),
      field<C>(
          "guard", [](auto& c) -> auto& { return c.quantisation.guard; },
          quantity(base::Picoseconds{0}, kLongest),
          "Dead time while the crossbar changes its setting."),
      field<C>(
          "guard_per", [](auto& c) -> auto& { return c.quantisation.guard_per; },
          choice<GuardPer>({{"permutation", GuardPer::permutation}, {"slot", GuardPer::slot}}),
          "Pay the guard before each permutation, or in every slot (Chronos's T)."),
      field<C>(
          "drop_diagonal", [](auto& c) -> auto& { return c.reading.drop_diagonal; }, boolean(),
          "Leave out what a port sends to itself."),
      field<C>(
          "ports", [](auto& c) -> auto& { return c.reading.ports; },
          whole_number(1, demand::kMaxPorts),
          "Ports over which routing counts and raw routing logs are spread; other demands "
          "bring their own."),
      field<C>(
          "experts", [](auto& c) -> auto& { return c.reading.experts; },
          whole_number(1, demand::kMaxExperts), "Experts a raw routing log may name."),
      field<C>(
          "top_k", [](auto& c) -> auto& { return c.reading.top_k; },
          whole_number(1, demand::kMaxTopK), "Experts per token in a raw routing log."),
  };
}

// Keys of an experiment's scheduler, which is otherwise the same noun.
std::vector<config::Field<C>> fields_of_experiments() {
  std::vector<config::Field<C>> fields = {config::refused<C>("name", "--scheduler says which")};
  for (const char* key : {"kind", "timing", "latency", "clock", "overlap", "file"}) {
    fields.push_back(config::refused<C>(key, "only experiments have it, jacquard simulate"));
  }
  return fields;
}

}  // namespace

const config::FieldTable<ScheduleConfig>& schedule_fields() {
  static const config::FieldTable<ScheduleConfig> table = [] {
    auto fields = demand_fields();
    for (auto& f : option_fields<C>([](auto& c) -> auto& { return c.options; })) {
      fields.push_back(std::move(f));
    }
    return config::FieldTable<ScheduleConfig>(
        "schedule",
        "A scheduling job: how a demand is read, what a slot is, and the schedulers' knobs.",
        std::move(fields), fields_of_experiments());
  }();
  return table;
}

}  // namespace jacquard::schedule
