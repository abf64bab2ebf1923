// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/interop/chakra/summary.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/trace/input.hpp"

namespace jacquard::cli {

struct TraceRow {
  const std::string& input;
  const interop::RankTraces& traces;
  const interop::TraceSummary& summary;
};

struct TraceTypeRow {
  int type;
  const interop::NodeTotals& totals;
};

struct TraceCheckRow {
  const std::string& input;
  const TraceInput& traces;
  std::int64_t nodes;
};

struct TraceWrittenRow {
  const std::string& form;
  std::string path;
  int files;
};

const report::MetricTable<TraceRow>& trace_metrics();
const report::MetricTable<TraceTypeRow>& trace_type_metrics();
const report::MetricTable<interop::CollectiveTotals>& trace_collective_metrics();
const report::MetricTable<TraceCheckRow>& trace_check_metrics();
const report::MetricTable<TraceWrittenRow>& trace_written_metrics();

}  // namespace jacquard::cli
