// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/hybrid.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/bound.hpp"
#include "systemc/fabric/parts.hpp"
#include "systemc/fabric/records.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using C = HybridConfig;

constexpr std::size_t kMostSizes = 64;
constexpr Bytes kAll{std::numeric_limits<std::int64_t>::max()};

struct Divided {
  DemandMatrix packets, circuits;
};

Divided divided(const DemandMatrix& demand, Bytes below) {
  Divided parts{DemandMatrix(demand.ports()), DemandMatrix(demand.ports())};
  for (int i = 0; i < demand.ports(); ++i) {
    for (int j = 0; j < demand.ports(); ++j) {
      const Bytes size = demand.at(i, j);
      (size < below ? parts.packets : parts.circuits).set(i, j, size);
    }
  }
  return parts;
}

// Sizes of entries, ascending, thinned out evenly.
std::vector<Bytes> some_sizes(const DemandMatrix& demand) {
  std::vector<Bytes> sizes;
  for (const std::int64_t size : demand.row_major()) {
    if (size > 0) sizes.emplace_back(size);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  if (sizes.size() <= kMostSizes) return sizes;
  std::vector<Bytes> some;
  for (std::size_t k = 0; k < kMostSizes; ++k) {
    some.push_back(sizes[k * (sizes.size() - 1) / (kMostSizes - 1)]);
  }
  return some;
}

void require_single_flows(const Offer& offer) {
  std::size_t pairs = 0;
  for (const std::int64_t size : offer.demand.row_major()) pairs += size > 0;
  if (offer.flows.size() == pairs) return;
  throw base::ConfigError(
      {"traffic", "/file", "one flow of each pair, for a hybrid",
       std::to_string(offer.flows.size()) + " flows of " + std::to_string(pairs) + " pairs", ""});
}

}  // namespace

const config::FieldTable<C>& hybrid_fields() {
  using config::field;
  static const config::FieldTable<C> table(
      "hybrid", "How a packet switch and circuits share the links of a hybrid.",
      {
          field<C>(
              "packet_share", [](auto& c) -> auto& { return c.packet_share; },
              config::real_number(0, 1),
              "Of each link's rate, what the packets have; the rest is the circuits'."),
          field<C>(
              "below", [](auto& c) -> auto& { return c.below; },
              config::optional(config::quantity<Bytes>()),
              "Entries of fewer bytes go by packets. None: the size for which the bounds of both "
              "are as equal as can be."),
      });
  return table;
}

Bytes best_threshold(const DemandMatrix& demand, base::BitsPerSecond packets,
                     const demand::Quantisation& circuits) {
  Bytes best{0};
  const auto bound_of = [&](Bytes below) {
    const Divided parts = divided(demand, below);
    return std::max(base::transfer_time(parts.packets.largest_line_sum(), packets),
                    schedule::lower_bound(quantise(parts.circuits, circuits), 1));
  };
  Picoseconds least = bound_of(best);
  std::vector<Bytes> sizes = some_sizes(demand);
  if (!sizes.empty()) sizes.push_back(sizes.back() + Bytes{1});
  for (const Bytes size : sizes) {
    const Picoseconds bound = bound_of(size);
    if (bound >= least) continue;
    least = bound;
    best = size;
  }
  return best;
}

Bytes Hybrid::threshold(const DemandMatrix& demand) const {
  if (packets_.fabric == nullptr) return Bytes{0};
  if (circuits_.fabric == nullptr) return kAll;
  return below_ ? *below_ : best_threshold(demand, packets_.rate, counting_);
}

RunFigures Hybrid::run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) {
  require_single_flows(offer);
  if (offer.foresight != nullptr || offer.before != nullptr) {
    throw base::ConfigError({"fabrics", "/kind",
                             "circuit where exchanges are decided before they are known", "hybrid",
                             ""});
  }
  RunFigures all = figures_of(offer, packets_.rate + circuits_.rate);
  all.flow_times.assign(offer.flows.size(), Picoseconds{0});
  HybridFigures own;
  const Divided parts = divided(offer.demand, threshold(offer.demand));
  own.by_packets = parts.packets.total();
  const auto run_part = [&](const Side& side, const DemandMatrix& demand, const char* name) {
    if (demand.total() == Bytes{0}) return RunFigures{};
    const PartOfFlows flows = part_of(offer.flows, demand);
    report::FabricRun records;
    const Offer part{
        demand, {flows.flows.data(), flows.flows.size()}, offer.all_start_at_once, offer.index};
    RunFigures figures = side.fabric->run(part, seed, trace == nullptr ? nullptr : &records);
    add_part(figures, flows, all);
    if (trace != nullptr) add_records(std::move(records), name, *trace);
    return figures;
  };
  const RunFigures circuits = run_part(circuits_, parts.circuits, "circuits");
  static_cast<CircuitFigures&>(own) = own_figures<CircuitFigures>(circuits);
  own.circuits = circuits.completion;
  own.packets = run_part(packets_, parts.packets, "packets").completion;
  all.own = own;
  if (trace != nullptr) {
    trace->completion = all.completion;
    record_flows(offer, all.flow_times, *trace);
  }
  return all;
}

}  // namespace jacquard::systemc
