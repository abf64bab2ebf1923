// SPDX-License-Identifier: Apache-2.0
// 3. When is it worth it to reconfigure a scale-up domain?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

constexpr double kLatency = 250'000;  // ps, of a link
constexpr double kRate = 0.05;        // bytes/ps of a port: 400 Gb/s
constexpr const char* kShort = "1us";
constexpr const char* kLong = "10us";
constexpr double kShortGuard = 1e6, kLongGuard = 1e7;

struct Size {
  const char* name;
  double bytes;   // of an NPU
  int divide_by;  // of the shipped demand
};
const Size kSizes[] = {{"64KiB", 65536, 256},
                       {"256KiB", 262144, 64},
                       {"1MiB", 1048576, 16},
                       {"4MiB", 4194304, 4},
                       {"16MiB", 16777216, 1}};
constexpr int kKeySize = 2;

bool is_quick(const Size& size) { return size.divide_by == 16 || size.divide_by == 1; }

constexpr const char* kPort = "--bandwidth-per npu --bandwidth 50GB/s --latency 250ns --bytes";

std::string name_of(const char* what, const Size& size, const char* guard = "") {
  return fmt::format("{} {} {}", what, size.name, guard);
}

void add_circuits(std::vector<Run>& all, const Size& size, const char* guard) {
  all.push_back({name_of("circuits", size, guard),
                 fmt::format("collective all-to-all --algorithm direct --topology Crossbar(16) "
                             "--engine cycle --guard {} {} {}",
                             guard, kPort, size.name)});
  all.push_back({name_of("halving", size, guard),
                 fmt::format("collective all-reduce --algorithm halving-doubling --topology "
                             "Crossbar(16) --engine cycle --guard {} {} {}",
                             guard, kPort, size.name)});
  for (const char* kind : {"software", "rtl"}) {
    all.push_back(
        {name_of(kind, size, guard),
         fmt::format("simulate moe_alltoall --fabrics circuit --set "
                     "traffic.demands=configs/traces/all_to_all_16.csv --set traffic.count=1 --set "
                     "traffic.divide_by={} --set fabric.rate=400Gb/s --set fabric.link_delay=250ns "
                     "--set scheduler.kind={} --set scheduler.name=few --set circuit.guard={}",
                     size.divide_by, kind, guard)});
  }
}

std::vector<Run> runs(bool quick) {
  std::vector<Run> all;
  for (const Size& size : kSizes) {
    if (quick && !is_quick(size)) continue;
    for (const char* kind : {"all-to-all", "all-reduce"}) {
      all.push_back({name_of(kind, size),
                     fmt::format("collective {} --algorithm all --topology Ring(16) {} {}", kind,
                                 kPort, size.name)});
    }
    for (const char* guard : {kShort, kLong}) add_circuits(all, size, guard);
  }
  return all;
}

// The guard at which circuits take as long as the ring: their time is straight in the guard.
double crossing(const Answers& answers, const char* what, const Size& size, const char* key,
                double ring) {
  return straight_crossing({kShortGuard, answers.number(name_of(what, size, kShort), key)},
                           {kLongGuard, answers.number(name_of(what, size, kLong), key)}, ring);
}

std::string in_us(double ps) { return ps <= 0 ? "never" : fmt::format("{:.2f} us", ps * 1e-6); }

Answer answer(const Answers& answers) {
  Answer a;
  a.chart = {"All-to-all of 16 NPUs: until which guard circuits beat a ring",
             "bytes of an NPU",
             "guard (us)",
             true,
             {},
             true};
  a.chart.lines = {{"law of the paper", {}},
                   {"events, SystemC rounds", {}},
                   {"SystemC circuits", {}},
                   {"decided by Verilog", {}}};
  Table table{"Guard until which an all-to-all is worth reconfiguring for", {"bytes"}, {}};
  for (const auto& line : a.chart.lines) table.columns.push_back(line.name);
  table.columns.emplace_back("all-reduce, events and SystemC rounds");
  double largest_spread = 0;
  for (const Size& size : kSizes) {
    if (!answers.has(name_of("all-to-all", size))) continue;
    const double ring = answers.number(name_of("all-to-all", size), "time_ps");
    const double law = law_crossing(16, size.bytes / 16, kRate, kLatency);
    const std::vector<double> found = {law, crossing(answers, "circuits", size, "time_ps", ring),
                                       crossing(answers, "software", size, "completion_ps", ring),
                                       crossing(answers, "rtl", size, "completion_ps", ring)};
    const double reduce = crossing(answers, "halving", size, "time_ps",
                                   answers.number(name_of("all-reduce", size), "time_ps"));
    std::vector<std::string> cells = {size.name};
    for (std::size_t k = 0; k < found.size(); ++k) {
      a.chart.lines[k].points.emplace_back(size.bytes, found[k] * 1e-6);
      cells.push_back(in_us(found[k]));
      largest_spread = std::max(largest_spread, std::abs(found[k] / law - 1));
    }
    cells.push_back(in_us(reduce));
    table.rows.push_back(std::move(cells));
    if (&size == kSizes + kKeySize) {
      a.at_a = law * 1e-6;
      a.at_b = found.back() * 1e-6;
    }
  }
  a.tables.push_back(std::move(table));
  constexpr double near = 0.25;
  a.verdict = largest_spread < near ? Verdict::holds : Verdict::depends;
  a.words = fmt::format(
      "An all-to-all of 1 MiB an NPU is worth it up to a guard of {:.1f} us by the law, and {:.1f} "
      "us where Verilog decides and SystemC carries. The guard grows with the bytes. The four "
      "fidelities differ from the law by {:.0f} % at most. An all-reduce is another matter: a ring "
      "that never changes carries it at the full rate, so next to no guard is short enough.",
      a.at_a, a.at_b, 100 * largest_spread);
  return a;
}

}  // namespace

double straight_crossing(std::pair<double, double> first, std::pair<double, double> second,
                         double height) {
  const double slope = (second.second - first.second) / (second.first - first.first);
  return first.first + (height - first.second) / slope;
}

double law_crossing(int ports, double message, double rate, double latency) {
  // Shifts by d and by -d go the two ways round at once, each link with d messages of half a
  // port's rate; the farthest shift goes half each way.
  double ring = 0;
  for (int d = 1; d < ports / 2; ++d) ring += d * (latency + message / (rate / 2));
  ring += ports / 2.0 * (latency + message / rate);
  const double direct = 2 * latency + message / rate;  // through the switch
  return ring / (ports - 1) - direct;
}

Finding reconfiguration() {
  return {
      3,
      "When reconfiguring a scale-up domain is worth it",
      "Until which reconfiguration delay does a photonic scale-up domain gain from following a "
      "collective?",
      "Addanki, When Light Bends to the Collective Will, arXiv 2510.08072, 2025",
      "A law of latency, congestion and reconfiguration delay says for each step of a collective "
      "when to change the topology.",
      "Its abstract, and a summary that has its law.",
      "Guard in us up to which an all-to-all of 1 MiB on 16 ports beats a ring",
      std::nullopt,
      "the paper's law, one setting for each shift",
      "SystemC circuits that Verilog decides on, against the event engine's ring",
      "More ports: the ring's links carry a quarter as many messages as there are ports, so the "
      "guard grows with them. A richer topology than a ring would have less to gain.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
