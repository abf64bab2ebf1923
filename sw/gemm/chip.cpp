// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/chip.hpp"

#include <fmt/format.h>

#include "jacquard/config/find_config.hpp"

namespace jacquard::gemm {
namespace {

using base::BytesPerSecond;
using base::FlopsPerSecond;
using config::field;
using config::quantity;
using Fields = std::vector<config::Field<Chip>>;

constexpr std::array<const char*, kTransfers> kKeys = {"all_gather", "reduce_scatter",
                                                       "send_receive"};

const config::FieldTable<TransferCost>& transfer_fields() {
  using T = TransferCost;
  static const config::FieldTable<T> table(
      "transfer", "An operation on a ring: launch + hops x (sync + bytes / bandwidth).",
      {field<T>(
           "launch", [](auto& t) -> auto& { return t.launch; }, quantity<base::Picoseconds>(),
           "Once for each operation."),
       field<T>(
           "sync", [](auto& t) -> auto& { return t.sync; }, quantity<base::Picoseconds>(),
           "Of each hop."),
       field<T>(
           "row", [](auto& t) -> auto& { return std::get<0>(t.bandwidth); },
           quantity<BytesPerSecond>(), "Between the chips of a row."),
       field<T>(
           "column", [](auto& t) -> auto& { return std::get<1>(t.bandwidth); },
           quantity<BytesPerSecond>(), "Between the chips of a column.")});
  return table;
}

Fields rates() {
  return {
      field<Chip>(
          "peak", [](auto& c) -> auto& { return c.peak; }, quantity<FlopsPerSecond>(),
          "What utilisation is of."),
      field<Chip>(
          "effective", [](auto& c) -> auto& { return c.effective; }, quantity<FlopsPerSecond>(),
          "What a product reaches."),
      field<Chip>(
          "memory", [](auto& c) -> auto& { return c.memory; }, quantity<base::Bytes>(), "Of it."),
      field<Chip>(
          "memory_bandwidth", [](auto& c) -> auto& { return c.memory_bandwidth; },
          quantity<BytesPerSecond>(), "Of it; the physical mode's bound."),
      field<Chip>(
          "link", [](auto& c) -> auto& { return c.link; }, quantity<BytesPerSecond>(),
          "Of a link, one way."),
  };
}

Fields fields() {
  Fields all = {
      field<Chip>(
          "name", [](auto& c) -> auto& { return c.name; }, config::text("text"),
          "What people call it."),
      field<Chip>(
          "source", [](auto& c) -> auto& { return c.source; }, config::text("text"),
          "Where its figures come from."),
      field<Chip>(
          "calibrated", [](auto& c) -> auto& { return c.calibrated; }, config::boolean(),
          "Whether its figures were fitted to results that are then compared with."),
      field<Chip>(
          "npu", [](auto& c) -> auto& { return c.npu; }, config::text("text"),
          "A name of configs/npus: what the cycle engine runs."),
      field<Chip>(
          "authors_rule", [](auto& c) -> auto& { return c.authors_rule; },
          config::choice<AuthorsRule>({{"max", AuthorsRule::max}, {"mean", AuthorsRule::mean}}),
          "Two communications at once in mode authors: the longer one, or half the sum."),
  };
  for (config::Field<Chip>& f : rates()) all.push_back(std::move(f));
  all.push_back(config::nested<Chip>(
      kKeys[0], [](auto& c) -> auto& { return std::get<0>(c.transfers); }, transfer_fields()));
  all.push_back(config::nested<Chip>(
      kKeys[1], [](auto& c) -> auto& { return std::get<1>(c.transfers); }, transfer_fields()));
  all.push_back(config::nested<Chip>(
      kKeys[2], [](auto& c) -> auto& { return std::get<2>(c.transfers); }, transfer_fields()));
  return all;
}

template <class Number>
void require(Number value, const config::Place& place) {
  if (!(value > Number{0})) place.fail("a quantity above 0", "none", "");
}

}  // namespace

const config::FieldTable<Chip>& chip_fields() {
  static const config::FieldTable<Chip> table(
      "chip", "A chip of a mesh that computes products together with others.", fields());
  return table;
}

void require_complete(const Chip& chip, const config::Place& place) {
  require(chip.peak, place / "peak");
  require(chip.effective, place / "effective");
  if (chip.effective > chip.peak) {
    (place / "effective")
        .fail(fmt::format("at most the peak, {:.6g} TFLOP/s", chip.peak.count() / 1e12),
              fmt::format("{:.6g} TFLOP/s", chip.effective.count() / 1e12), "");
  }
  require(chip.memory, place / "memory");
  require(chip.memory_bandwidth, place / "memory_bandwidth");
  require(chip.link, place / "link");
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    const config::Place at = place / kKeys[i];
    require(chip.transfers[i].bandwidth[0], at / "row");
    require(chip.transfers[i].bandwidth[1], at / "column");
  }
}

Chip chip_of(const std::string& name_or_path, const config::Place& place) {
  const std::string path = config::find_config(kChips, name_or_path, place);
  Chip chip = config::read_config(chip_fields(), path);
  require_complete(chip, config::Place{path, ""});
  return chip;
}

}  // namespace jacquard::gemm
