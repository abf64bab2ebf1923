// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/flow_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "systemc/circuit/framing.hpp"
#include "systemc/experiment/experiment.hpp"

namespace jacquard::experiment {
namespace {

using base::Bytes;
using base::Picoseconds;
using report::Unit;

constexpr Bytes kSmall{100'000}, kLarge{10'000'000};

struct Measured {
  const demand::Flow* flow;
  Picoseconds time;
};

bool arrives(const CaseRuns& r) { return !r.items.empty() && !r.items.front()->all_start_at_once; }

template <class Take>
void for_each_measured(const CaseRuns& r, Take take) {
  for (std::size_t k = 0; k < r.runs.size(); ++k) {
    const RunFigures& run = r.runs[k];
    for (std::size_t f = 0; f < run.flow_times.size(); ++f) {
      const demand::Flow* flow = r.items.empty() ? nullptr : &r.items[k]->flows[f];
      if (flow != nullptr && flow->start < r.items[k]->measured_from) continue;
      take(Measured{flow, run.flow_times[f]});
    }
  }
}

// A flow's time on a link of its own: its packets, and the way there.
Picoseconds alone(const demand::Flow& flow, const systemc::LinkConfig& links) {
  const systemc::Framing framing{links.rate, links.mtu, links.header, Bytes{0}};
  return framing.time(flow.size.count()) + links.link_delay * 2;
}

enum class Class { all, small, large };

bool is_of(Class which, Bytes size) {
  return which == Class::all || (which == Class::small ? size < kSmall : size > kLarge);
}

std::vector<Picoseconds> times_of(const CaseRuns& r, Class which) {
  std::vector<Picoseconds> times;
  for_each_measured(r, [&](const Measured& m) {
    if (is_of(which, m.flow->size)) times.push_back(m.time);
  });
  std::sort(times.begin(), times.end());
  return times;
}

std::vector<double> slowdowns_of(const CaseRuns& r, Class which) {
  std::vector<double> all;
  for_each_measured(r, [&](const Measured& m) {
    if (!is_of(which, m.flow->size)) return;
    const Picoseconds least = alone(*m.flow, r.of->config.fabric);
    all.push_back(least.count() == 0 ? 1.0 : m.time / least);
  });
  std::sort(all.begin(), all.end());
  return all;
}

// Jain's index of throughputs, each the bytes of a key's flows over the sum of their times.
template <class Key>
std::optional<double> jain(const CaseRuns& r, Key key) {
  std::map<std::int64_t, std::pair<double, double>> of;
  for_each_measured(r, [&](const Measured& m) {
    auto& [bytes, time] = of[key(*m.flow)];
    bytes += static_cast<double>(m.flow->size.count());
    time += static_cast<double>(m.time.count());
  });
  double sum = 0, squares = 0;
  for (const auto& one : of) {
    const double rate = one.second.second > 0 ? one.second.first / one.second.second : 0;
    sum += rate;
    squares += rate * rate;
  }
  if (squares == 0) return std::nullopt;
  return sum * sum / (static_cast<double>(of.size()) * squares);
}

// Payload over what all links could carry until each run's `end`.
template <class End>
double load(const CaseRuns& r, End end) {
  double bits = 0, room = 0;
  const systemc::LinkConfig& links = r.of->config.fabric;
  const double each = static_cast<double>(links.ports) * static_cast<double>(links.rate.count()) /
                      static_cast<double>(base::kPicosecondsPerSecond);
  for (std::size_t k = 0; k < r.runs.size(); ++k) {
    bits += 8 * static_cast<double>(r.runs[k].bytes_delivered.count());
    room += each * static_cast<double>(end(k).count());
  }
  return room > 0 ? bits / room : 0;
}

Picoseconds last_start(const std::vector<demand::Flow>& flows) {
  Picoseconds last{0};
  for (const demand::Flow& flow : flows) last = std::max(last, flow.start);
  return last;
}

report::Row in_three_figures(const report::Row& value) {
  const double number = value.get<double>();
  return report::Row(number < 100 ? fmt::format("{:.3g}", number) : fmt::format("{:.0f}", number));
}

// Absent where all flows start at once, and where `get` gives none.
template <class Get>
RowMetric of_arrivals(const char* key, Unit unit, Get get, const char* doc,
                      const char* heading = "") {
  using Value = decltype(get(std::declval<const CaseRuns&>()));
  if constexpr (report::IsOptional<Value>::value) {
    return RowMetric(
        key, unit, [get](const CaseRuns& r) { return arrives(r) ? get(r) : Value{}; }, doc,
        heading);
  } else {
    return RowMetric(
        key, unit,
        [get](const CaseRuns& r) { return arrives(r) ? std::optional(get(r)) : std::nullopt; }, doc,
        heading);
  }
}

auto mean_time(Class which) {
  return [which](const CaseRuns& r) -> std::optional<Picoseconds> {
    const auto times = times_of(r, which);
    return times.empty() ? std::nullopt : std::optional(base::mean(times));
  };
}

auto late_time(Class which) {
  return [which](const CaseRuns& r) -> std::optional<Picoseconds> {
    const auto times = times_of(r, which);
    return times.empty() ? std::nullopt : std::optional(base::percentile(times, 0.99));
  };
}

auto mean_slowdown(Class which) {
  return [which](const CaseRuns& r) -> std::optional<double> {
    const auto all = slowdowns_of(r, which);
    if (all.empty()) return std::nullopt;
    return base::mean(all, [](double s) { return s; });
  };
}

auto slowdown_at(Class which, double share) {
  return [which, share](const CaseRuns& r) -> std::optional<double> {
    const auto all = slowdowns_of(r, which);
    return all.empty() ? std::nullopt : std::optional(base::percentile(all, share));
  };
}

}  // namespace

std::vector<Picoseconds> flow_times(const CaseRuns& r) {
  std::vector<Picoseconds> times;
  for_each_measured(r, [&](const Measured& m) { times.push_back(m.time); });
  std::sort(times.begin(), times.end());
  return times;
}

std::vector<RowMetric> flow_metrics() {
  return {
      of_arrivals(
          "flows", Unit::count,
          [](const CaseRuns& r) {
            std::int64_t count = 0;
            for_each_measured(r, [&](const Measured&) { ++count; });
            return count;
          },
          "Flows measured, of all runs, where flows arrive."),
      of_arrivals("fct_mean_ps", Unit::ps, mean_time(Class::all),
                  "Completion of a flow from its start, mean."),
      of_arrivals("slowdown_mean", Unit::ratio, mean_slowdown(Class::all),
                  "A flow's time over that on an idle link of its own, mean.", "slowdown")
          .as(in_three_figures),
      of_arrivals("slowdown_p50", Unit::ratio, slowdown_at(Class::all, 0.5), "Median."),
      of_arrivals("slowdown_p99", Unit::ratio, slowdown_at(Class::all, 0.99), "99th percentile.",
                  "slowdown_p99")
          .as(in_three_figures),
      of_arrivals("fct_small_mean_ps", Unit::ps, mean_time(Class::small),
                  "Flows below 100 kB: mean.", "small"),
      of_arrivals("fct_small_p99_ps", Unit::ps, late_time(Class::small), "99th percentile.",
                  "small_p99"),
      of_arrivals("slowdown_small_p99", Unit::ratio, slowdown_at(Class::small, 0.99),
                  "99th percentile of slowdowns."),
      of_arrivals("fct_large_mean_ps", Unit::ps, mean_time(Class::large),
                  "Flows above 10 MB: mean.", "large"),
      of_arrivals("slowdown_large_mean", Unit::ratio, mean_slowdown(Class::large),
                  "Mean of slowdowns."),
      of_arrivals("slowdown_large_p99", Unit::ratio, slowdown_at(Class::large, 0.99),
                  "99th percentile of slowdowns."),
      of_arrivals(
          "jain_ports", Unit::ratio,
          [](const CaseRuns& r) {
            return jain(r, [](const demand::Flow& f) { return std::int64_t{f.source}; });
          },
          "Jain's index of source ports' throughputs: bytes of flows over the sum of their times."),
      of_arrivals(
          "jain_pairs", Unit::ratio,
          [](const CaseRuns& r) {
            return jain(r, [](const demand::Flow& f) {
              return std::int64_t{f.source} * demand::kMaxPorts + f.destination;
            });
          },
          "The same of pairs."),
      of_arrivals(
          "load_offered", Unit::ratio,
          [](const CaseRuns& r) {
            return load(r, [&](std::size_t k) { return last_start(r.items[k]->flows); });
          },
          "Payload over what all links carry until the last flow starts."),
      of_arrivals(
          "load_carried", Unit::ratio,
          [](const CaseRuns& r) {
            return load(r, [&](std::size_t k) { return r.runs[k].completion; });
          },
          "Payload over what all links carry until the last byte has come.", "load")
          .as(in_three_figures),
  };
}

}  // namespace jacquard::experiment
