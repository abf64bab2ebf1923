// SPDX-License-Identifier: Apache-2.0
// What a step takes on circuits that were set ahead of time, and on packets (docs/genstack.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/stack/port_time.hpp"
#include "papers/stack/packets.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::studies {

// A switch that a stack is for.
struct CircuitSwitch {
  std::string technology;
  base::Picoseconds guard{0};
  stack::Sync sync = stack::Sync::per_slot;
};

// `electronic` with 10 ns (Chronos s6), or an optical switch of configs/optical_switches, its
// fastest and its slowest where they differ by more than a factor of two; each under both rules of
// `sync`. Throws ConfigError for unknown names.
std::vector<CircuitSwitch> circuit_switches(const std::vector<std::string>& technologies);

struct StackStudyRow {
  std::string job;
  std::string fabric;      // packets or circuits
  std::string technology;  // of circuits; how packets were tuned
  std::optional<CircuitSwitch> circuits;
  base::Picoseconds slot{0};
  base::Picoseconds step{0};
  base::Picoseconds bound{0};
  base::Picoseconds packets{0};  // the shortest step on packets
};
const report::MetricTable<StackStudyRow>& stack_study_metrics();

// What is lost, by the paper's formula and by all pieces of the stack.
struct LossRow {
  std::string job;
  std::string technology;
  // 4 p_l / (TP x DP), p_l = 2.8e9; of Llama 3 405B alone.
  std::optional<base::Bytes> formula_piece;
  std::optional<double> formula;
  base::Bytes smallest{0};  // message of the stack's data calls
  base::Picoseconds slot{0};
  report::PortTimes times;
  double step = 0;  // 1 - bound / step
};
const report::MetricTable<LossRow>& loss_metrics();

// Chronos s6: 1 - b/c / (b/c + t_max + t_x) of b = 4 p_l / (TP x DP).
double formula_loss(base::Bytes piece, const stack::Fabric& fabric);

LossRow losses_of(const std::string& job, const genstack::GenstackConfig& config,
                  const stack::Stack& stack);

}  // namespace jacquard::studies
