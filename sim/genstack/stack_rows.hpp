// SPDX-License-Identifier: Apache-2.0
// The rows of `jacquard genstack`.
#pragma once

#include "jacquard/report/metric_table.hpp"
#include "jacquard/stack/stack.hpp"
#include "sim/genstack/configuration_sizes.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::genstack {

struct StackRow {
  Figures figures;
  const stack::Stack* stack = nullptr;
  ConfigurationBytes configuration;
  double wall_s = 0;
  std::int64_t peak_bytes = 0;
};

struct AccountingRow {
  const stack::Stack* stack = nullptr;
};

const report::MetricTable<AccountingRow>& accounting_metrics();
const report::MetricTable<StackRow>& stack_metrics();
const report::MetricTable<LabelFigures>& label_metrics();
const report::MetricTable<stack::SlotPoint>& slot_metrics();

// A row for each slot length that was tried. Tables show the best, and about one per octave from an
// eighth to eight times as long.
std::vector<report::Printed> slot_rows(const std::vector<stack::SlotPoint>& tried,
                                       base::Picoseconds chosen);

}  // namespace jacquard::genstack
