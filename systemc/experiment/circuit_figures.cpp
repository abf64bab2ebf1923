// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/hash.hpp"
#include "systemc/experiment/circuit_kind.hpp"
#include "systemc/experiment/figures.hpp"

namespace jacquard::experiment {
namespace {

using report::Unit;
using Own = systemc::CircuitFigures;

double efficiency_lost(const RunFigures& f) {
  const base::Picoseconds without = systemc::own_figures<Own>(f).without_faults;
  return without.count() == 0 ? 0.0
                              : efficiency(f.bound, without) - efficiency(f.bound, f.completion);
}

std::optional<std::string> hash_of_all(const CaseRuns& r) {
  std::string hashes;
  for (const RunFigures& f : r.runs) {
    const auto* own = std::any_cast<Own>(&f.own);
    if (own != nullptr) hashes += std::to_string(own->schedule_hash) + ",";
  }
  return hashes.empty() ? std::nullopt : std::optional(base::fnv1a_hex(hashes));
}

}  // namespace

const KindFigures& circuit_figures() {
  using Row = RowMetric;
  using Kept = report::Metric<Own>;
  static const KindFigures figures = kind_figures<Own>({
      figure("decision_ps", Unit::ps, &Own::decision, whole_mean,
             "Until the first decision is known, mean.", "decision"),
      figure("guard_ps", Unit::ps, &Own::guard, whole_mean, "All guards, mean.", "guard"),
      figure("hold_ps", Unit::ps, &Own::hold, whole_mean, "All settings held, mean."),
      figure("permutations", Unit::count, &Own::permutations, mean, "Settings, mean."),
      figure("decisions", Unit::count, &Own::decisions, mean, "Decisions, mean."),
      {Kept::kept("without_faults_ps", Unit::ps, &Own::without_faults,
                  "Completion if nothing fails."),
       {}},
      {std::nullopt,
       {Row(
           "efficiency_lost", Unit::ratio,
           [](const CaseRuns& r) { return mean(r, efficiency_lost); }, "By faults, mean.")}},
      {std::nullopt,
       {Row(
           "duty_cycle", Unit::ratio,
           [](const CaseRuns& r) {
             return mean(r, [](const RunFigures& f) {
               return efficiency(systemc::own_figures<Own>(f).hold, f.completion);
             });
           },
           "Of the time to the last byte, that settings are held, mean.")}},
      figure("largest_voq_bytes", Unit::bytes, &Own::largest_voq, largest,
             "Most that waited for one destination in any run, where flows arrive."),
      figure("largest_port_bytes", Unit::bytes, &Own::largest_port, largest,
             "Most that waited at one port when it reported."),
      figure("messages_lost", Unit::count, &Own::messages_lost, total,
             "Control messages lost, of all runs."),
      {Kept::kept("schedule_hash", Unit::count, &Own::schedule_hash,
                  "Of the settings, their holds and starts."),
       {Row("schedule_hash", Unit::text, hash_of_all,
            "Of all settings, their holds and starts; null without circuits.")
            .or_null()}},
  });
  return figures;
}

}  // namespace jacquard::experiment
