// SPDX-License-Identifier: Apache-2.0
// The rows of `jacquard train`, which `jacquard explain` reads again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/workload/packing.hpp"
#include "jacquard/workload/step_memory.hpp"
#include "systemc/train/changes.hpp"

namespace jacquard::train {

// Of the time of a step, what its NPUs did. The three add up to the time.
struct Shares {
  base::Picoseconds compute{0};
  base::Picoseconds exposed{0};  // communication that nothing hid
  base::Picoseconds bubble{0};   // waiting for other stages
};

// Of a step on the machine (--engine cycle). Sums over exchanges, each with its switch.
struct MachineFigures {
  std::string collectives;    // rounds or stack
  std::int64_t circuits = 0;  // of collectives; guards of all, and what messages waited
  base::Picoseconds circuit_guard{0};
  base::Picoseconds circuit_wait{0};
  std::int64_t exchanges = 0;
  std::int64_t decisions = 0;
  base::Picoseconds decision{0};  // until the last permutation of each first decision
  base::Picoseconds guard{0};
  base::Picoseconds hold{0};
  // Means over NPUs.
  base::Picoseconds wait{0};              // at exchanges, before they begin: the two below
  base::Picoseconds imbalance{0};         // for the last NPU to route
  base::Picoseconds contention{0};        // for the switch
  base::Picoseconds memory_wait{0};       // of computations, for the memory that the NIC uses too
  std::optional<double> cache_hit_ratio;  // of photonic modules, where they are the memories
  base::Bytes bytes{0};                   // delivered by exchanges
  base::Bytes bytes_lost{0};
  std::string schedule_hash;
};

// Exchanges of one direction and phase.
struct ExchangeRow {
  std::string operation;
  std::string phase;
  std::int64_t count = 0;
  std::int64_t decisions = 0;
  std::int64_t permutations = 0;
  base::Bytes bytes{0};
  // Means.
  base::Picoseconds time{0};      // from the beginning to the last byte
  base::Picoseconds longest{0};   // of any of them
  base::Picoseconds bound{0};     // the largest line sum at the rate of a link
  base::Picoseconds decision{0};  // until the last permutation is there
  base::Picoseconds guard{0};
  base::Picoseconds waited{0};  // by the switch, from the demand to the beginning
};

struct StepRow {
  std::string model;
  std::string engine;
  std::string law;
  std::string mode;
  int npus = 0;
  std::int64_t batch = 0;
  std::int64_t sequence = 0;
  int micro_batches = 0;
  base::Picoseconds time{0};
  Shares shares;  // means over NPUs
  double mfu = 0;
  double hfu = 0;
  double model_flops_per_s = 0;  // of an NPU
  double tokens_per_s = 0;
  workload::Memory memory;  // means over NPUs
  base::Bytes largest_memory{0};
  std::optional<base::Bytes> memory_limit;
  std::int64_t operations = 0;
  std::int64_t events = 0;
  int simulated_npus = 0;
  std::string parallel;
  std::optional<MachineFigures> machine;
};

struct ClassRow {
  int stage = 0;
  int npus = 0;
  int layers = 0;
  Shares shares;
  workload::Memory memory;
};

struct DimensionRow {
  int dimension = 0;
  std::string block;
  int size = 0;
  base::BytesPerSecond bandwidth{0};  // of a link
  base::Bytes bytes{0};               // over all links
  double utilisation = 0;
};

struct CollectiveRow {
  std::string axes;       // "tp", "dp+cp"
  std::string operation;  // "gradient_reduce"
  std::string kind;
  std::string way;       // "halving-doubling, blueconnect, 8 chunks", "nccl-nvls"
  base::Bytes bytes{0};  // what each member puts in
  int members = 0;
  double count = 0;            // of a class, mean
  base::Picoseconds each{0};   // mean
  base::Picoseconds total{0};  // of a class, mean
  base::Picoseconds exposed{0};
};

struct OperationRow {
  std::string operation;
  std::string phase;
  double count = 0;                   // of a class, mean
  base::Picoseconds time{0};          // of a class, mean
  base::Picoseconds critical{0};      // on the critical path
  std::optional<double> flops_per_s;  // achieved
  std::optional<double> share_of_peak;
};

const report::MetricTable<StepRow>& step_metrics();
const report::MetricTable<ClassRow>& class_metrics();
const report::MetricTable<DimensionRow>& dimension_metrics();
const report::MetricTable<CollectiveRow>& collective_metrics();
const report::MetricTable<OperationRow>& operation_metrics();
const report::MetricTable<ChangeRow>& change_metrics();
const report::MetricTable<ExchangeRow>& exchange_metrics();
const report::MetricTable<workload::PackedStep>& document_metrics();

std::vector<report::RowKind> train_row_kinds();

}  // namespace jacquard::train
