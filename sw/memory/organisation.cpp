// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/organisation.hpp"

#include <string>

namespace jacquard::memory {
namespace {

using config::field;
using config::quantity;
using config::show_quantity;
using config::whole_number;

constexpr base::BitsPerSecond kSlowest{1'000'000};
constexpr base::BitsPerSecond kFastest{1'000'000'000'000};
constexpr base::Bytes kLargestPage{std::int64_t{1} << 20};
constexpr base::Bytes kLargestChannel{std::int64_t{1} << 44};
constexpr int kMostChannels = 1 << 16;  // times the largest channel: below 2^63 bytes

}  // namespace

const config::FieldTable<Organisation>& organisation_fields() {
  using O = Organisation;
  static const config::FieldTable<O> table(
      "organisation", "How a channel is built: an HBM pseudo-channel or a DDR5 sub-channel.",
      {field<O>(
           "standard", [](auto& o) -> auto& { return o.standard; },
           config::choice(
               config::Words<Standard>{{"hbm", Standard::hbm}, {"ddr5", Standard::ddr5}}),
           "Buses of commands and kind of refresh: hbm has a row and a column bus, ddr5 one bus."),
       field<O>(
           "pin_rate", [](auto& o) -> auto& { return o.pin_rate; }, quantity(kSlowest, kFastest),
           "Of a data pin."),
       field<O>(
           "bits_per_clock", [](auto& o) -> auto& { return o.bits_per_clock; }, whole_number(1, 64),
           "Of a pin, in one command clock: 2 for HBM2 and DDR5, 4 for HBM3."),
       field<O>(
           "width", [](auto& o) -> auto& { return o.width; }, whole_number(1, 4096),
           "Data pins of a channel."),
       field<O>(
           "burst_length", [](auto& o) -> auto& { return o.burst_length; }, whole_number(1, 256),
           "Bits of a pin in one burst."),
       field<O>(
           "bank_groups", [](auto& o) -> auto& { return o.bank_groups; },
           whole_number(1, kMostBanks), "Of one stack ID."),
       field<O>(
           "banks_per_group", [](auto& o) -> auto& { return o.banks_per_group; },
           whole_number(1, kMostBanks), "Banks of a group."),
       field<O>(
           "stack_ids", [](auto& o) -> auto& { return o.stack_ids; }, whole_number(1, kMostBanks),
           "Ranks of dies within an HBM stack, each with its banks."),
       field<O>(
           "page", [](auto& o) -> auto& { return o.page; }, quantity(base::Bytes{1}, kLargestPage),
           "A row of a bank, in a channel."),
       field<O>(
           "capacity", [](auto& o) -> auto& { return o.capacity; },
           quantity(base::Bytes{1}, kLargestChannel), "Of a channel."),
       field<O>(
           "channels", [](auto& o) -> auto& { return o.channels; }, whole_number(1, kMostChannels),
           "That addresses are spread over, each with a controller of its own.")});
  return table;
}

void require_consistent(const Organisation& o, const config::Place& place) {
  if (o.width * o.burst_length % 8 != 0) {
    (place / "burst_length")
        .fail("a burst of whole bytes", std::to_string(o.width * o.burst_length) + " bits",
              "width times burst_length");
  }
  if (o.burst_length % o.bits_per_clock != 0) {
    (place / "burst_length")
        .fail("whole clocks of " + std::to_string(o.bits_per_clock) + " bits",
              std::to_string(o.burst_length), "bits_per_clock");
  }
  const std::int64_t banks =
      std::int64_t{o.stack_ids} * o.bank_groups * std::int64_t{o.banks_per_group};
  if (banks > kMostBanks) {
    (place / "banks_per_group")
        .fail("at most " + std::to_string(kMostBanks) + " banks in a channel",
              std::to_string(banks), "stack_ids times bank_groups times banks_per_group");
  }
  if (o.page.count() % o.burst().count() != 0) {
    (place / "page").fail("whole bursts of " + show_quantity(o.burst()), show_quantity(o.page));
  }
  const base::Bytes rows_of_all = o.page * banks;
  if (o.capacity.count() % rows_of_all.count() != 0) {
    (place / "capacity")
        .fail("whole rows of " + std::to_string(banks) + " banks, " + show_quantity(rows_of_all),
              show_quantity(o.capacity));
  }
}

}  // namespace jacquard::memory
