// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/packet_kind.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/experiment/experiment.hpp"
#include "systemc/packet/packet_switched.hpp"

namespace jacquard::experiment {
namespace {

config::Document keys(const ExperimentConfig& config) {
  return systemc::packet_fields().show(config.fabric);
}

std::string inputs(const ExperimentConfig& config, std::uint64_t) {
  const systemc::PacketParameters p = systemc::resolve(config.fabric);
  return fmt::format("{} {};", p.memory.capacity.count(), p.tiers.memory.capacity.count());
}

std::unique_ptr<systemc::Fabric> make(const ExperimentConfig& config, std::uint64_t,
                                      const std::string&) {
  return std::make_unique<systemc::PacketSwitched>(config.fabric);
}

using report::Unit;
using Own = systemc::PacketFigures;
using base::Picoseconds;

// First cut and number of cuts of all runs, sorted; a run of no cut has no first one.
std::vector<Picoseconds> first_cuts(const CaseRuns& r) {
  std::vector<Picoseconds> all;
  for (const RunFigures& f : r.runs) {
    if (const auto cut = systemc::own_figures<Own>(f).first_cut) all.push_back(*cut);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::int64_t> rate_cuts(const CaseRuns& r) {
  std::vector<std::int64_t> all;
  for (const RunFigures& f : r.runs) all.push_back(systemc::own_figures<Own>(f).rate_cuts);
  std::sort(all.begin(), all.end());
  return all;
}

// Of many seeds only.
template <class Sorted>
auto band(Sorted sorted, double share) {
  return [sorted, share](const CaseRuns& r) {
    return r.seeds > 1 ? std::optional(base::percentile(sorted(r), share)) : std::nullopt;
  };
}

std::optional<Picoseconds> median_first_cut(const CaseRuns& r) {
  const std::vector<Picoseconds> all = first_cuts(r);
  return all.empty() ? std::nullopt : std::optional(base::percentile(all, 0.5));
}

const KindFigures& figures() {
  using Row = RowMetric;
  static const KindFigures all = kind_figures<Own>({
      figure("data_packets", Unit::count, &Own::data_packets, per_seed,
             "Data packets, of all matrices; mean over seeds."),
      figure("marked", Unit::count, &Own::marked, per_seed, "Of them marked (ECN)."),
      figure("rate_cuts", Unit::count, &Own::rate_cuts, per_seed, "Cuts of a sender's rate."),
      figure("pauses", Unit::count, &Own::pauses, per_seed, "PFC pauses."),
      figure("drops", Unit::count, &Own::drops, per_seed, "Packets dropped."),
      figure("largest_queue_bytes", Unit::bytes, &Own::largest_queue, largest,
             "Longest queue of any run."),
      figure("early_packets", Unit::count, &Own::early, per_seed,
             "Data packets that overtook one of their flow, where routing lets them."),
      {report::Metric<Own>::kept("first_cut_ps", Unit::ps, &Own::first_cut,
                                 "First cut of a sender's rate."),
       {Row("first_cut_ps", Unit::ps, median_first_cut,
            "First cut of a sender's rate, median; null if none.")
            .or_null(),
        Row("first_cut_p5_ps", Unit::ps, band(first_cuts, 0.05), "5th percentile, of many seeds."),
        Row("first_cut_p95_ps", Unit::ps, band(first_cuts, 0.95), "95th percentile."),
        Row("rate_cuts_p5", Unit::count, band(rate_cuts, 0.05), "5th percentile of a run's cuts."),
        Row("rate_cuts_p95", Unit::count, band(rate_cuts, 0.95), "95th percentile.")}},
  });
  return all;
}

}  // namespace

FabricKind packet_kind() { return {"packet", keys, inputs, make, figures}; }

}  // namespace jacquard::experiment
