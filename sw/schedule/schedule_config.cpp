// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule_config.hpp"

#include <cstdint>
#include <iterator>

#include "jacquard/demand/reading_fields.hpp"
#include "jacquard/schedule/option_fields.hpp"
#include "jacquard/schedule/parallel/share.hpp"

namespace jacquard::schedule {
namespace {

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

std::vector<config::Field<C>> slot_fields() {
  return {
      field<C>(
          "rate", [](auto& c) -> auto& { return c.quantisation.rate; },
          quantity(kSlowestLink, kFastestLink), "Rate of one port's link."),
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
          "forward", [](auto& c) -> auto& { return c.quantisation.forward; },
          quantity(base::Picoseconds{0}, kLongest),
          "What a port needs to send on what it has received, of schedules over several hops: a "
          "NIC's write to memory and its read (PCIe: Neugebauer et al., SIGCOMM 2018)."),
      field<C>(
          "switches", [](auto& c) -> auto& { return c.switches; }, whole_number(1, kMostSwitches),
          "Parallel crossbars between the same ports, each with a link of `rate` to every port. A "
          "schedule's settings are dealt out to them."),
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
    auto fields = slot_fields();
    auto reading = config::flattened<C>(&C::reading, demand::reading_fields());
    fields.insert(fields.begin() + 1, std::move(reading.front()));
    std::move(reading.begin() + 1, reading.end(), std::back_inserter(fields));
    for (auto& f : config::flattened<C>(&C::options, option_fields())) {
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
