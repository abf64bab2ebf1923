// SPDX-License-Identifier: Apache-2.0
// Rows of a plan by knobs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "systemc/plan/knobs/search.hpp"

namespace jacquard::knobs {

struct KnobsRow {
  std::optional<int> rank;  // 1: the fastest that fits; of settings that were timed
  workload::Parallelism parallel;
  int npus = 0;
  std::optional<int> micro_batches;
  std::optional<base::Picoseconds> time;
  std::optional<base::Picoseconds> bound;
  std::optional<double> tokens_per_s;
  std::optional<double> mfu;
  std::optional<double> compute;  // shares of the time; of the first ranks
  std::optional<double> exposed;
  std::optional<double> bubble;
  std::optional<workload::Memory> memory;
  std::optional<bool> fits;
  std::string refused;
  Money money;
  double tokens = 0;  // of a step

  std::optional<double> days() const;
  std::optional<double> gpu_hours() const;
  std::optional<double> dollars() const;  // of the training
  std::optional<double> dollars_of_step() const;
};

struct SpaceRow {
  std::string model;
  int npus = 0;
  int batch = 0;
  int sequence = 0;
  std::int64_t degrees = 0;
  std::int64_t counted = 0;  // by the product formula
  std::int64_t settings = 0;
  std::int64_t listed = 0;  // with a row of their own
  std::int64_t refused = 0;
  std::int64_t too_big = 0;
  std::int64_t bounded = 0;
  std::int64_t timed = 0;
  int exact = 0;
  std::optional<base::Bytes> limit;
  double margin = 0;
  std::string knobs;  // their values
  // Of --strategy: at least and at most so many settings that fit are as fast or faster.
  std::optional<std::int64_t> rank_at_least;
  std::optional<std::int64_t> rank_at_most;

  std::int64_t fitting() const { return bounded + timed; }
  std::optional<double> best_share() const;  // rank_at_most of those that fit
};

// The best of so many devices.
struct DevicesRow {
  int npus = 0;
  std::optional<workload::Parallelism> parallel;
  std::optional<base::Picoseconds> time;
  std::optional<double> days;
  std::optional<double> gpu_hours;
  std::optional<base::Bytes> memory;
  bool meets = false;
  std::string why_not;
};

struct TurnRow {
  std::string turn;  // what differs from the plan's setting
  std::optional<base::Picoseconds> time;
  std::optional<double> gain;  // share of the step's time that it saves
  std::optional<base::Bytes> memory;
  std::string refused;
};

struct ResourceRow {
  std::string resource;
  double elasticity = 0;  // d ln throughput / d ln resource
  double gain = 0;        // share of the time that twice the resource saves
  base::Picoseconds time{0};
};

struct AdviceRow {
  std::string about;  // "limit", "turn", "buy", "memory"
  std::string finding;
};

struct LaunchRow {
  std::string framework;
  std::string line;
  std::string notes;  // what has no option
  std::string file;   // the same as people keep it, and the name for it
  std::string file_name;
};

const report::MetricTable<KnobsRow>& knobs_metrics();
const report::MetricTable<KnobsRow>& front_metrics();
const report::MetricTable<SpaceRow>& space_metrics();
const report::MetricTable<DevicesRow>& devices_metrics();
const report::MetricTable<TurnRow>& turn_metrics();
const report::MetricTable<ResourceRow>& resource_metrics();
const report::MetricTable<AdviceRow>& advice_metrics();
const report::MetricTable<LaunchRow>& launch_metrics();

std::vector<report::RowKind> row_kinds();

}  // namespace jacquard::knobs
