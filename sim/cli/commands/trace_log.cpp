// SPDX-License-Identifier: Apache-2.0
// jacquard trace LOGDIR: what a training log holds.
#include "sim/cli/commands/trace_log.hpp"

#include <spdlog/spdlog.h>

#include <map>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/log/job_from.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {
namespace {

using report::Metric;
using report::MetricTable;
using report::Unit;
using workload::OpKind;

struct LogRow {
  std::string input;
  const workload::Job& job;
  std::int64_t nodes = 0;
  double flops = 0;
};

const MetricTable<LogRow>& log_metrics() {
  using R = LogRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "log", "A folder of training logs, sound and agreed on by all its ranks.",
      {
          M("input", Unit::text, &R::input, "The folder."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.job.npus(); }, "Ranks."),
          M(
              "classes", Unit::count, [](const R& r) { return r.job.graphs.size(); },
              "Classes of ranks that do the same, at the same places among their peers."),
          M("nodes", Unit::count, &R::nodes,
            "Computations, calls and barriers of all ranks together."),
          M("flops", Unit::count, &R::flops, "Floating point operations of all ranks."),
      },
      report::Columns::all);
  return table;
}

struct CallRow {
  std::string op;
  std::string group;
  std::int64_t calls = 0;
  double bytes = 0;
  std::int64_t unpredictable = 0;
};

const MetricTable<CallRow>& call_metrics() {
  using R = CallRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "call", "Calls of a kind in groups of one family, over all ranks.",
      {
          M("op", Unit::text, &R::op, "The kind, as it is run."),
          M("group", Unit::text, &R::group, "The family of the group; - of messages."),
          M("calls", Unit::count, &R::calls, "How many, one for each rank that takes part."),
          M("total_bytes", Unit::bytes, &R::bytes, "What all of them put in, or send."),
          M("unpredictable", Unit::count, &R::unpredictable,
            "Those of which only the run knows who sends how much."),
      },
      report::Columns::all);
  return table;
}

std::string word_of(const workload::OpNode& node) {
  static const char* const kinds[] = {"all_reduce", "reduce_scatter", "all_gather",
                                      "all_to_all", "broadcast",      "send"};
  if (node.barrier) return "barrier";
  if (node.kind == OpKind::send) return "send";
  if (node.kind == OpKind::receive) return "recv";
  return node.kind == OpKind::collective ? base::at(kinds, node.collective) : "";
}

}  // namespace

int show_log(const std::string& folder, const Common& common) {
  const interop::LogJob log = interop::job_from(folder);
  for (const std::string& note : log.notes) spdlog::warn("{}: {}", folder, note);
  const workload::Job& job = log.job;
  std::vector<std::int64_t> ranks(job.graphs.size());
  for (const int own : job.class_of) ++base::at(ranks, own);
  LogRow row{folder, job};
  std::map<std::pair<std::string, std::string>, CallRow> calls;
  for (std::size_t c = 0; c < ranks.size(); ++c) {
    const workload::OpGraph& graph = job.graphs[c];
    row.nodes += ranks[c] * graph.size();
    for (int n = 0; n < graph.size(); ++n) {
      const workload::OpNode& node = graph.node(n);
      const auto count = static_cast<double>(ranks[c]);
      row.flops += count * node.flops.value_or(base::Flops{0}).count();
      const std::string word = word_of(node);
      if (word.empty()) continue;
      const bool in_group = node.kind == OpKind::collective || node.barrier;
      const int number = graph.group(n);
      const std::string group = !in_group ? "-" : number == 0 ? "all" : job.group_name(number);
      CallRow& own = calls[{word, group}];
      own.op = word;
      own.group = group;
      own.calls += ranks[c];
      own.bytes += count * static_cast<double>(node.bytes.value_or(base::Bytes{0}).count());
      own.unpredictable += node.unpredictable ? ranks[c] : 0;
    }
  }
  report::Result result("trace", common.seed, {{"input", folder}});
  result.add(log_metrics()(row));
  for (const auto& [key, own] : calls) result.add(call_metrics()(own));
  print(result, common);
  return 0;
}

std::vector<report::RowKind> trace_log_rows() {
  return {log_metrics().kind(), call_metrics().kind()};
}

}  // namespace jacquard::cli
