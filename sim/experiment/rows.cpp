// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/hash.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::experiment {
namespace {

using base::Picoseconds;
using systemc::CircuitFigures;
using systemc::PacketFigures;

// A figure that only one kind of fabric has: 0 of the others.
template <class Own, class Get>
auto own(Get get) {
  return [get](const RunFigures& f) { return get(systemc::own_figures<Own>(f)); };
}

template <class Get>
double mean(const std::vector<RunFigures>& runs, Get get) {
  double sum = 0;
  for (const RunFigures& f : runs) sum += static_cast<double>(get(f));
  return runs.empty() ? 0 : sum / static_cast<double>(runs.size());
}

template <class Get>
std::int64_t mean_whole(const std::vector<RunFigures>& runs, Get get) {
  return std::llround(mean(runs, get));
}

template <class Get>
std::int64_t total(const std::vector<RunFigures>& runs, Get get) {
  std::int64_t sum = 0;
  for (const RunFigures& f : runs) sum += get(f);
  return sum;
}

// Over all matrices, for a seed; a mean over seeds, so a whole number unless they differ.
template <class Get>
report::Row per_seed(const CaseRuns& r, Get get) {
  const std::int64_t sum = total(r.runs, get);
  if (sum % r.seeds == 0) return sum / r.seeds;
  return static_cast<double>(sum) / r.seeds;
}

// The 5th and 95th percentile over runs, as "<key>_p5<unit>" and "<key>_p95<unit>".
void add_band(report::Row& row, const std::string& key, const std::string& unit,
              std::vector<Picoseconds> values) {
  std::sort(values.begin(), values.end());
  row[key + "_p5" + unit] = percentile(values, 0.05).count();
  row[key + "_p95" + unit] = percentile(values, 0.95).count();
}

std::vector<Picoseconds> sorted_completions(const CaseRuns& r) {
  std::vector<Picoseconds> all;
  for (const RunFigures& f : r.runs) all.push_back(f.completion);
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<Picoseconds> sorted_flow_times(const CaseRuns& r) {
  std::vector<Picoseconds> all;
  for (const RunFigures& f : r.runs) {
    all.insert(all.end(), f.flow_times.begin(), f.flow_times.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

double share(Picoseconds bound, Picoseconds completion) {
  return completion.count() == 0 ? 1.0 : bound / completion;
}

double efficiency(const CaseRuns& r) {
  return mean(r.runs, [](const RunFigures& f) { return share(f.bound, f.completion); });
}

void add_name(const CaseRuns& r, const std::string& swept, report::Row& row) {
  row["fabric"] = r.of->fabric;
  row["traffic"] = r.source;
  if (!swept.empty()) {
    row["swept"] = swept;
    row["point"] = r.of->point;
  }
}

void add_packet_figures(const CaseRuns& r, report::Row& row) {
  row["data_packets"] = per_seed(r, own<PacketFigures>([](const auto& f) { return f.data_packets; }));
  row["marked"] = per_seed(r, own<PacketFigures>([](const auto& f) { return f.marked; }));
  row["rate_cuts"] = per_seed(r, own<PacketFigures>([](const auto& f) { return f.rate_cuts; }));
  row["pauses"] = per_seed(r, own<PacketFigures>([](const auto& f) { return f.pauses; }));
  row["drops"] = per_seed(r, own<PacketFigures>([](const auto& f) { return f.drops; }));
  std::int64_t queue = 0;
  for (const RunFigures& f : r.runs) {
    queue = std::max(queue, systemc::own_figures<PacketFigures>(f).largest_queue.count());
  }
  row["largest_queue_bytes"] = queue;
  std::vector<Picoseconds> first_cuts, cuts;
  for (const RunFigures& run : r.runs) {
    const auto f = systemc::own_figures<PacketFigures>(run);
    if (f.first_cut) first_cuts.push_back(*f.first_cut);
    cuts.emplace_back(f.rate_cuts);
  }
  std::sort(first_cuts.begin(), first_cuts.end());
  row["first_cut_ps"] =
      first_cuts.empty() ? report::Row(nullptr) : report::Row(percentile(first_cuts, 0.5).count());
  if (r.seeds > 1) {
    add_band(row, "first_cut", "_ps", first_cuts);
    add_band(row, "rate_cuts", "", cuts);
  }
}

void add_circuit_figures(const CaseRuns& r, report::Row& row) {
  row["decision_ps"] = mean_whole(r.runs, own<CircuitFigures>([](const auto& f) { return f.decision.count(); }));
  row["guard_ps"] = mean_whole(r.runs, own<CircuitFigures>([](const auto& f) { return f.guard.count(); }));
  row["hold_ps"] = mean_whole(r.runs, own<CircuitFigures>([](const auto& f) { return f.hold.count(); }));
  row["permutations"] = mean(r.runs, own<CircuitFigures>([](const auto& f) { return f.permutations; }));
  row["decisions"] = mean(r.runs, own<CircuitFigures>([](const auto& f) { return f.decisions; }));
  row["efficiency_lost"] = mean(r.runs, [](const RunFigures& f) {
    const auto without = systemc::own_figures<CircuitFigures>(f).without_faults;
    return without.count() == 0 ? 0.0 : share(f.bound, without) - share(f.bound, f.completion);
  });
  row["messages_lost"] = total(r.runs, own<CircuitFigures>([](const auto& f) { return f.messages_lost; }));
  std::string hashes;
  for (const RunFigures& f : r.runs) {
    const auto* circuit = std::any_cast<CircuitFigures>(&f.own);
    if (circuit != nullptr) hashes += std::to_string(circuit->schedule_hash) + ",";
  }
  row["schedule_hash"] =
      hashes.empty() ? report::Row(nullptr) : report::Row(base::fnv1a_hex(hashes));
}

}  // namespace

Picoseconds percentile(const std::vector<Picoseconds>& sorted, double share) {
  if (sorted.empty()) return Picoseconds{0};
  const auto rank = static_cast<std::size_t>(
      std::max(1.0, std::ceil(share * static_cast<double>(sorted.size()))));
  return sorted[std::min(rank, sorted.size()) - 1];
}

report::Row row_of(const CaseRuns& r, const std::string& swept) {
  const std::vector<Picoseconds> completions = sorted_completions(r);
  const std::vector<Picoseconds> flows = sorted_flow_times(r);
  report::Row row;
  add_name(r, swept, row);
  row["matrix_count"] = r.runs.size() / static_cast<std::size_t>(r.seeds);
  row["seeds"] = r.seeds;
  row["completion_ps"] = percentile(completions, 0.5).count();
  row["completion_mean_ps"] =
      mean_whole(r.runs, [](const auto& f) { return f.completion.count(); });
  row["completion_min_ps"] = completions.front().count();
  row["completion_max_ps"] = completions.back().count();
  row["completion_p99_ps"] = percentile(completions, 0.99).count();
  row["completion_median_ps"] = percentile(completions, 0.5).count();
  row["completion_p5_ps"] = percentile(completions, 0.05).count();
  row["completion_p95_ps"] = percentile(completions, 0.95).count();
  row["fct_p50_ps"] = percentile(flows, 0.5).count();
  row["fct_p99_ps"] = percentile(flows, 0.99).count();
  row["efficiency"] = efficiency(r);
  row["bytes_delivered"] = per_seed(r, [](const auto& f) { return f.bytes_delivered.count(); });
  row["bytes_lost"] =
      total(r.runs, [](const auto& f) { return (f.bytes_asked - f.bytes_delivered).count(); });
  row["bytes_resent"] = per_seed(r, [](const auto& f) { return f.bytes_resent.count(); });
  add_circuit_figures(r, row);
  add_packet_figures(r, row);
  const std::int64_t events = total(r.runs, [](const auto& f) { return f.events; });
  row["events"] = events;
  const double wall =
      mean(r.runs, [](const auto& f) { return f.wall_s; }) * static_cast<double>(r.runs.size());
  const auto per_second = [wall](std::int64_t count) {
    return wall > 0 ? static_cast<double>(count) / wall : 0.0;
  };
  row["wall_s"] = wall;
  row["events_per_wall_s"] = per_second(events);
  row["packets_per_wall_s"] =
      per_second(total(r.runs, own<PacketFigures>([](const auto& f) { return f.data_packets; })));
  return row;
}

report::Row brief_row_of(const CaseRuns& r, const std::string& swept) {
  const report::Row full = row_of(r, swept);
  const auto time = [&](const char* key) {
    return report::time_text(Picoseconds{full.at(key).get<std::int64_t>()});
  };
  report::Row row;
  add_name(r, swept, row);
  row.erase("swept");
  row["matrices"] = full.at("matrix_count");
  row["mean"] = time("completion_mean_ps");
  row["min"] = time("completion_min_ps");
  row["max"] = time("completion_max_ps");
  row["p99"] = time("completion_p99_ps");
  row["efficiency"] = fmt::format("{:.4f}", full.at("efficiency").get<double>());
  row["decision"] = time("decision_ps");
  row["guard"] = time("guard_ps");
  row["lost"] = full.at("bytes_lost");
  row["resent"] = full.at("bytes_resent");
  row["wall"] = fmt::format("{:.2f} s", full.at("wall_s").get<double>());
  row["events_per_wall_s"] =
      fmt::format("{:.2f} M/s", full.at("events_per_wall_s").get<double>() * 1e-6);
  return row;
}

}  // namespace jacquard::experiment
