// SPDX-License-Identifier: Apache-2.0
#include "support/fabric_report.hpp"

#include <algorithm>

#include "jacquard/base/rng.hpp"

namespace jacquard::tb {
namespace {

using base::Bytes;
using base::Picoseconds;
using report::FabricRun;

constexpr std::int64_t kPsPerByte = 10;  // 800 Gb/s
constexpr std::int64_t kGuardPs = 2'000'000;
constexpr std::int64_t kDecisionPs = 40'000'000;
constexpr const char* kTraffic = "moe:16[3], seed 1";

demand::DemandMatrix skewed_demand(int ports) {
  base::Rng rng(1, "tb fabric report", static_cast<std::uint64_t>(ports));
  demand::DemandMatrix demand(ports);
  for (int row = 0; row < ports; ++row) {
    for (int column = 0; column < ports; ++column) {
      const std::int64_t popular = column % 4 == 1 ? 8 : 1;
      demand.set(row, column, Bytes{popular * rng.between(1'000'000, 3'000'000)});
    }
  }
  return demand;
}

// Shift k of the ring for as long as its largest entry needs.
FabricRun rotor_run(const demand::DemandMatrix& demand, const std::string& fabric,
                    std::int64_t guard_ps) {
  const int n = demand.ports();
  FabricRun run;
  run.fabric = fabric;
  run.traffic = kTraffic;
  run.links.resize(static_cast<std::size_t>(n));
  std::int64_t at = kDecisionPs;
  run.activities.push_back({"scheduler", "decides", Picoseconds{0}, Picoseconds{at}});
  for (int shift = 0; shift < n; ++shift) {
    schedule::Matching columns;
    std::int64_t hold = 0;
    for (int row = 0; row < n; ++row) {
      columns.push_back((row + shift) % n);
      hold = std::max(hold, demand.at(row, columns.back()).count() * kPsPerByte);
    }
    const std::int64_t from = at + guard_ps;
    for (int row = 0; row < n; ++row) {
      const auto r = static_cast<std::size_t>(row);
      const Bytes size = demand.at(row, columns[r]);
      const std::int64_t sent = size.count() * kPsPerByte;
      run.flows.push_back({row, columns[r], size, Picoseconds{0}, Picoseconds{from + sent}});
      run.activities.push_back({"npu " + std::to_string(row),
                                "sends to " + std::to_string(columns[r]), Picoseconds{from},
                                Picoseconds{from + sent}});
      run.links[r].bytes += size;
      run.links[r].carried += Picoseconds{sent};
      run.links[r].guard += Picoseconds{guard_ps};
    }
    run.settings.push_back(
        {"", Picoseconds{at}, Picoseconds{from}, Picoseconds{from + hold}, std::move(columns)});
    at = from + hold;
  }
  run.completion = Picoseconds{at};
  for (int row = 0; row < n; ++row) {
    report::LinkRecord& link = run.links[static_cast<std::size_t>(row)];
    link.name = "npu " + std::to_string(row) + " up";
    link.idle = run.completion - link.carried - link.guard;
  }
  return run;
}

// Every source shares its port among its flows, and is paused for a tenth of the time.
FabricRun packet_run(const demand::DemandMatrix& demand) {
  const int n = demand.ports();
  FabricRun run;
  run.fabric = "dcqcn-hpcc";
  run.traffic = kTraffic;
  run.completion = Picoseconds{demand.largest_line_sum().count() * kPsPerByte * 5 / 4};
  for (int row = 0; row < n; ++row) {
    report::LinkRecord link;
    link.name = "npu " + std::to_string(row) + " up";
    for (int column = 0; column < n; ++column) {
      const Bytes size = demand.at(row, column);
      link.bytes += size;
      const std::int64_t share = 1'000 - 10 * column - row;
      run.flows.push_back(
          {row, column, size, Picoseconds{0}, Picoseconds{run.completion.count() / 1'000 * share}});
    }
    link.carried = Picoseconds{link.bytes.count() * kPsPerByte};
    link.paused = Picoseconds{run.completion.count() / 10};
    link.idle = run.completion - link.carried - link.paused;
    run.links.push_back(link);
    run.activities.push_back({"npu " + std::to_string(row), "paused", Picoseconds{1'000},
                              Picoseconds{1'000} + link.paused});
  }
  return run;
}

}  // namespace

report::FabricReport hand_made_report(int ports, const std::string& swept) {
  report::FabricReport report;
  report.title = "Circuits and packets";
  report.command = "jacquard simulate configs/experiments/moe_alltoall.json --out out";
  report.demand = skewed_demand(ports);
  report.demand_name = kTraffic;
  report.swept = swept;
  report.runs = {rotor_run(*report.demand, "circuit rotor", kGuardPs),
                 rotor_run(*report.demand, "circuit rotor, slow", 20 * kGuardPs),
                 packet_run(*report.demand)};
  base::Rng rng(1, "tb fabric series", 0);
  const std::vector<std::string> points =
      swept.empty() ? std::vector<std::string>{""}
                    : std::vector<std::string>{"10 ns", "100 ns", "1 us", "10 us"};
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (const FabricRun& run : report.runs) {
      report::FabricSeries series{run.fabric, kTraffic, points[p], {}};
      for (int k = 0; k < 40; ++k) {
        series.completions.push_back(
            Picoseconds{run.completion.count() / 1'000 *
                        (900 + rng.between(0, 200) + static_cast<std::int64_t>(p) * 20)});
      }
      report.table.push_back(
          {{"fabric", run.fabric},
           {swept.empty() ? "traffic" : swept, swept.empty() ? kTraffic : points[p]},
           {"matrices", "40"},
           {"lost bytes", "0"}});
      report.series.push_back(std::move(series));
    }
  }
  report.notes = {"Packets and circuits are charged 48 bytes of header in 1,048.",
                  "The decision takes 40 us, all before the first setting."};
  report.files = {{"flows.csv", "when each flow began and ended"},
                  {"timeline.json", "the runs over time; ui.perfetto.dev opens it"}};
  return report;
}

}  // namespace jacquard::tb
