// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/trace/rows.hpp"

namespace jacquard::cli {

using report::Columns;
using report::Metric;
using report::MetricTable;
using report::Unit;

const MetricTable<TraceRow>& trace_metrics() {
  using R = TraceRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "trace", "All traces of the input.",
      {
          M(
              "input", Unit::text, [](const R& r) { return r.input; }, "File or PREFIX."),
          M(
              "schema", Unit::text,
              [](const R& r) { return interop::schema_of(r.traces.distinct.front()); },
              "Version that the trace declares."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.traces.ranks(); }, "Ranks."),
          M(
              "distinct_traces", Unit::count, [](const R& r) { return r.traces.distinct.size(); },
              "Traces that differ; ranks share the others."),
          M(
              "nodes", Unit::count, [](const R& r) { return r.summary.nodes; },
              "Nodes of all ranks."),
          M(
              "dependencies", Unit::count, [](const R& r) { return r.summary.dependencies; },
              "Dependencies of all ranks."),
          M(
              "longest_chain_nodes", Unit::count,
              [](const R& r) { return r.summary.longest_chain_nodes; },
              "Nodes of the longest chain of dependencies."),
          M(
              "longest_chain_recorded_us", Unit::us,
              [](const R& r) { return r.summary.longest_chain_micros; },
              "Largest sum of recorded durations along a chain."),
      },
      Columns::all);
  return table;
}

const MetricTable<TraceTypeRow>& trace_type_metrics() {
  using R = TraceTypeRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "node_type", "Nodes of a type, over all ranks.",
      {
          M(
              "type", Unit::text,
              [](const R& r) {
                return interop::name_of(static_cast<interop::ChakraNodeType>(r.type));
              },
              "As Chakra calls it."),
          M(
              "nodes", Unit::count, [](const R& r) { return r.totals.nodes; }, "How many."),
          M(
              "operations", Unit::count, [](const R& r) { return r.totals.operations; },
              "Operations (num_ops)."),
          M(
              "total_bytes", Unit::bytes, [](const R& r) { return r.totals.bytes; },
              "Of messages, or else of tensors."),
          M(
              "recorded_us", Unit::us, [](const R& r) { return r.totals.recorded_micros; },
              "Sum of recorded durations."),
      },
      Columns::all);
  return table;
}

const MetricTable<interop::CollectiveTotals>& trace_collective_metrics() {
  using R = interop::CollectiveTotals;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "collective", "Collectives of a kind in a group, over all ranks.",
      {
          M(
              "collective", Unit::text, [](const R& r) { return interop::name_of(r.kind); },
              "Its kind."),
          M(
              "group", Unit::text, [](const R& r) { return r.group.empty() ? "all" : r.group; },
              "Process group."),
          M("nodes", Unit::count, &R::nodes, "How many."),
          M("total_bytes", Unit::bytes, &R::bytes, "Of their messages."),
      },
      Columns::all);
  return table;
}

const MetricTable<TraceCheckRow>& trace_check_metrics() {
  using R = TraceCheckRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "check", "Traces that are sound (--check).",
      {
          M(
              "input", Unit::text, [](const R& r) { return r.input; }, "File or PREFIX."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.traces.traces.ranks(); }, "Ranks."),
          M("nodes", Unit::count, &R::nodes, "Nodes of all ranks."),
          M(
              "checked_between_ranks", Unit::flag, [](const R& r) { return !r.traces.is_file; },
              "Messages and collectives have their other ends; false of a single file."),
          M(
              "valid", Unit::flag, [](const R&) { return true; },
              "True: what is not sound is an error."),
      },
      Columns::all);
  return table;
}

const MetricTable<TraceWrittenRow>& trace_written_metrics() {
  using R = TraceWrittenRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "written", "What --convert wrote.",
      {
          M(
              "form", Unit::text, [](const R& r) { return r.form; }, "json, chakra or perfetto."),
          M("out", Unit::text, &R::path, "File, or PREFIX of files."),
          M("files", Unit::count, &R::files, "How many."),
      },
      Columns::all);
  return table;
}

}  // namespace jacquard::cli
