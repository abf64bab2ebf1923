// SPDX-License-Identifier: Apache-2.0
#include "jacquard/advise/advise_config.hpp"

#include <cstdint>
#include <iterator>

#include "jacquard/demand/reading_fields.hpp"
#include "jacquard/schedule/parallel/share.hpp"

namespace jacquard::advise {
namespace {

using config::field;
using config::quantity;
using C = AdviseConfig;

constexpr base::BitsPerSecond kSlowestLink{1'000'000};
constexpr base::BitsPerSecond kFastestLink{1'000'000'000'000'000};
constexpr base::Picoseconds kSlowestClock{1'000'000};
constexpr base::Picoseconds kLongest{1'000 * base::kPicosecondsPerSecond};
constexpr int kMostBits = 24;

}  // namespace

const config::FieldTable<AdviseConfig>& advise_fields() {
  static const config::FieldTable<AdviseConfig> table = [] {
    std::vector<config::Field<C>> fields = {
        field<C>(
            "rate", [](auto& c) -> auto& { return c.rate; }, quantity(kSlowestLink, kFastestLink),
            "Rate of one port's link."),
        field<C>(
            "switches", [](auto& c) -> auto& { return c.switches; },
            config::whole_number(1, schedule::kMostSwitches),
            "Parallel crossbars between the same ports, each with a link of `rate` to every port: "
            "settings of software over one hop are dealt out to them."),
        field<C>(
            "bits", [](auto& c) -> auto& { return c.bits; },
            config::list(config::whole_number(1, kMostBits)),
            "Widths of a demand counter to try: few bits round up, many need more settings."),
        field<C>(
            "clock", [](auto& c) -> auto& { return c.clock; },
            quantity(base::Picoseconds{1}, kSlowestClock),
            "Clock of the cores in RTL (docs/cores.md: the slow 16 nm end)."),
        field<C>(
            "longest", [](auto& c) -> auto& { return c.longest; },
            config::optional(quantity(base::Picoseconds{1}, kLongest)),
            "The longest guard time of interest. None: as long as the bound itself."),
    };
    auto reading = config::flattened<C>(&C::reading, demand::reading_fields());
    std::move(reading.begin(), reading.end(), std::back_inserter(fields));
    return config::FieldTable<C>("advise", "A question about a traffic's scheduler and guard time.",
                                 std::move(fields));
  }();
  return table;
}

}  // namespace jacquard::advise
