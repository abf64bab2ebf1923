// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/decision_latency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/config/quantity_text.hpp"
#include "jacquard/serve/arrivals.hpp"
#include "papers/circuits/circuit_runs.hpp"
#include "sim/serve/traffic_row.hpp"

namespace jacquard::studies {
namespace {

using base::Picoseconds;
using config::show_quantity;

constexpr const char* kStep = "step";
constexpr const char* kTail = "tpot_p99";

Picoseconds step_of(const LatencyOptions& o, const Circuits* circuits) {
  return step_time(o.job, o.places, circuits == nullptr ? "packet" : "circuit",
                   circuits == nullptr ? Circuits{} : *circuits);
}

Picoseconds tail_time(const LatencyOptions& o, const Circuits* circuits) {
  serve::ServeConfig config = o.serving;
  config.policy = serve::Policy::continuous;
  config.fabric = circuits == nullptr ? "packet" : "circuit";
  if (circuits != nullptr) set(*circuits, config.exchange);
  const serve::Setup setup = serve::setup_of(config);
  serve::FabricExchanges::Options options;
  options.seed = o.seed;
  options.workers = o.threads;
  serve::FabricExchanges fabric(setup, options);
  serve::TrafficSpec traffic;
  traffic.requests =
      serve::drawn_requests({o.per_second, 1}, o.requests, config.input, config.output, 1, o.seed);
  const serve::TrafficRun run = serve::run_traffic(setup, setup.replicas, traffic, {}, &fabric);
  return Picoseconds{std::llround(serve::traffic_row(run, {}).tpot.p99)};
}

using Run = Picoseconds (*)(const LatencyOptions&, const Circuits*);

LatencyPoint best_of(const LatencyOptions& o, const std::string& measure, Run run,
                     Picoseconds latency, Picoseconds guard) {
  LatencyPoint best{measure, "circuit", "", latency, guard, {}};
  for (const std::string& scheduler : o.schedulers) {
    const Circuits circuits{scheduler, latency, guard};
    const Picoseconds time = run(o, &circuits);
    if (!best.scheduler.empty() && best.time <= time) continue;
    best.time = time;
    best.scheduler = scheduler;
  }
  return best;
}

// Of the points of one guard, by ascending latency.
LatencyCrossing crossing_of(const std::string& measure, Picoseconds guard,
                            const std::vector<LatencyPoint>& line, Picoseconds packets) {
  LatencyCrossing crossing{measure, guard, {}, ""};
  if (line.front().time >= packets) {
    crossing.winner = "packet";
    return crossing;
  }
  for (std::size_t k = 1; k < line.size(); ++k) {
    if (line[k].time < packets) continue;
    const double share = (packets - line[k - 1].time) / (line[k].time - line[k - 1].time);
    const auto gap = static_cast<double>((*line[k].latency - *line[k - 1].latency).count());
    crossing.latency = *line[k - 1].latency + Picoseconds{std::llround(share * gap)};
    return crossing;
  }
  crossing.winner = "circuit";
  return crossing;
}

void sweep(const LatencyOptions& o, const std::string& measure, Run run, LatencyAnswer& answer,
           const std::function<void(const std::string&)>& progress) {
  progress(measure + ", packets");
  const Picoseconds packets = run(o, nullptr);
  answer.points.push_back({measure, "packet", "", {}, {}, packets});
  for (const Picoseconds guard : o.guards) {
    std::vector<LatencyPoint> line;
    for (const Picoseconds latency : o.latencies) {
      progress(fmt::format("{}, guard {}, decision {}", measure, show_quantity(guard),
                           show_quantity(latency)));
      line.push_back(best_of(o, measure, run, latency, guard));
    }
    answer.crossings.push_back(crossing_of(measure, guard, line, packets));
    answer.points.insert(answer.points.end(), line.begin(), line.end());
  }
}

}  // namespace

LatencyAnswer decision_latency(const LatencyOptions& o,
                               const std::function<void(const std::string&)>& progress) {
  LatencyAnswer answer;
  sweep(o, kStep, step_of, answer, progress);
  if (!o.serving.model.empty()) sweep(o, kTail, tail_time, answer, progress);
  return answer;
}

const report::MetricTable<LatencyPoint>& latency_point_metrics() {
  using M = report::Metric<LatencyPoint>;
  using report::Unit;
  static const report::MetricTable<LatencyPoint> table(
      "latency_point", "A step, or a server's slowest requests, at one setting of the fabric.",
      {
          M("measure", Unit::text, &LatencyPoint::measure,
            "step: its time; tpot_p99: the 99th percentile of the time per output token.",
            "measure"),
          M("fabric", Unit::text, &LatencyPoint::fabric, "Between the NPUs.", "fabric"),
          M("scheduler", Unit::text, &LatencyPoint::scheduler,
            "The best of --schedulers here; empty of packets.", "scheduler"),
          M("guard_ps", Unit::ps, &LatencyPoint::guard, "t_x; null of packets.", "guard").or_null(),
          M("decision_ps", Unit::ps, &LatencyPoint::latency,
            "From the demand to its whole schedule; null of packets.", "decision")
              .or_null(),
          M("time_ps", Unit::ps, &LatencyPoint::time, "Of the measure.", "time"),
      });
  return table;
}

const report::MetricTable<LatencyCrossing>& latency_crossing_metrics() {
  using M = report::Metric<LatencyCrossing>;
  using report::Unit;
  static const report::MetricTable<LatencyCrossing> table(
      "latency_crossing", "The decision's latency at which packets catch up with circuits.",
      {
          M("measure", Unit::text, &LatencyCrossing::measure, "As of latency_point.", "measure"),
          M("guard_ps", Unit::ps, &LatencyCrossing::guard, "t_x.", "guard"),
          M("crossing_ps", Unit::ps, &LatencyCrossing::latency,
            "Straight between the two points beside it; null where one fabric wins throughout.",
            "crossing")
              .or_null(),
          M("winner", Unit::text, &LatencyCrossing::winner,
            "Of all latencies, where there is no crossing.", "winner"),
      });
  return table;
}

report::LineChart latency_chart(const LatencyAnswer& answer, const std::string& measure) {
  constexpr double kMicro = 1e6, kMilli = 1e9;
  report::LineChart chart;
  const bool step = measure == kStep;
  chart.title = step ? "A step" : "99th percentile of the time per output token";
  chart.x_label = "decision latency, us";
  chart.y_label = "ms";
  chart.y_from_zero = false;
  double last = 0;
  for (const LatencyPoint& p : answer.points) {
    if (p.latency) last = std::max(last, static_cast<double>(p.latency->count()) / kMicro);
  }
  for (const LatencyPoint& p : answer.points) {
    if (p.measure != measure) continue;
    const double time = static_cast<double>(p.time.count()) / kMilli;
    if (!p.latency) {
      chart.lines.push_back({"packets", {{0, time}, {last, time}}, false, true});
      continue;
    }
    const std::string name = "guard " + show_quantity(*p.guard);
    if (chart.lines.back().name != name) chart.lines.push_back({name, {}});
    chart.lines.back().points.emplace_back(static_cast<double>(p.latency->count()) / kMicro, time);
  }
  return chart;
}

}  // namespace jacquard::studies
