// SPDX-License-Identifier: Apache-2.0
// How late a decision may come, and how long a guard may last, until packets carry experts' tokens
// as well as circuits: for a step of training, and for the slowest requests of a server.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/line_chart.hpp"
#include "jacquard/report/metric_table.hpp"
#include "systemc/serve/serve_config.hpp"
#include "systemc/train/train_config.hpp"

namespace jacquard::studies {

struct LatencyOptions {
  train::TrainConfig job;
  train::JobPlaces places;
  std::string job_name;
  serve::ServeConfig serving;                // its model and system; no model: no server is run
  std::int64_t requests = 128;               // of the server, ...
  double per_second = 400;                   // ... which come so often
  std::vector<base::Picoseconds> latencies;  // ascending
  std::vector<base::Picoseconds> guards;     // ascending
  std::vector<std::string> schedulers;       // the best of them counts, at each point
  std::uint64_t seed = 1;
  int threads = 0;
};

// What is measured.
enum class Measure { step, tpot_p99 };

struct LatencyPoint {
  std::string measure;
  std::string fabric;
  std::string scheduler;                     // the best; "" of packets
  std::optional<base::Picoseconds> latency;  // of a decision; nothing of packets
  std::optional<base::Picoseconds> guard;
  base::Picoseconds time{0};
};

// Where circuits and packets take equally long, between two latencies of the sweep.
struct LatencyCrossing {
  std::string measure;
  base::Picoseconds guard{0};
  // Straight between the two points beside it; nothing: circuits win, or lose, at all latencies.
  std::optional<base::Picoseconds> latency;
  std::string winner;  // where there is none
};

struct LatencyAnswer {
  std::vector<LatencyPoint> points;
  std::vector<LatencyCrossing> crossings;
};

// `progress` hears of each run. Decisions are whole schedules that are there after the latency, so
// no transfer begins before (scheduler.timing=fixed, of demands in exact bytes as the job has
// them).
LatencyAnswer decision_latency(const LatencyOptions& options,
                               const std::function<void(const std::string&)>& progress);

const report::MetricTable<LatencyPoint>& latency_point_metrics();
const report::MetricTable<LatencyCrossing>& latency_crossing_metrics();

// A line for each guard, and one for packets, over the decision's latency.
report::LineChart latency_chart(const LatencyAnswer& answer, const std::string& measure);

}  // namespace jacquard::studies
