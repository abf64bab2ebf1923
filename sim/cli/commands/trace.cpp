// SPDX-License-Identifier: Apache-2.0
// jacquard trace: what Chakra execution traces and training logs hold, whether they are sound, and
// other forms of traces.
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>

#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/chakra/summary.hpp"
#include "jacquard/report/job/chakra_timeline.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/commands/trace_log.hpp"

namespace jacquard::cli {
namespace {

using interop::RankTraces;

struct Options {
  std::string input;
  int ranks = 0;  // 0: as many files as there are
  bool check = false;
  std::string convert;
  std::function<int()> run;  // of a command that follows
};

struct Input {
  RankTraces traces;
  bool is_file = false;  // one trace, rather than a PREFIX
};

Input read_input(const Options& o) {
  if (o.input.empty()) {
    throw base::ConfigError(
        {"INPUT", "", "a trace, or the PREFIX of PREFIX.0.et, PREFIX.1.et, ...", "", ""});
  }
  std::error_code ignored;
  if (std::filesystem::is_regular_file(base::as_given_or_shipped(o.input), ignored)) {
    if (o.ranks != 0) {
      throw base::ConfigError({"--ranks", "", "a PREFIX as the input, not one file", o.input, ""});
    }
    if (interop::is_goal_file(o.input)) {
      Input goal{interop::read_rank_traces(o.input, 0), false};
      for (const std::string& note : goal.traces.notes) complain("jacquard: " + note);
      return goal;
    }
    Input input;
    input.traces.distinct.push_back(interop::read_chakra(o.input));
    input.traces.of_rank = {0};
    input.is_file = true;
    return input;
  }
  const int there = interop::count_rank_files(o.input);
  if (there == 0 && o.ranks == 0) {
    throw base::ConfigError({o.input, "", "a trace, or the PREFIX of PREFIX.0.et, PREFIX.1.et, ...",
                             "neither that file nor " + interop::rank_file(o.input, 0), ""});
  }
  return {interop::read_rank_traces(o.input, o.ranks == 0 ? there : o.ranks), false};
}

using report::Columns;
using report::Metric;
using report::MetricTable;
using report::Unit;

struct TraceRow {
  const Options& options;
  const RankTraces& traces;
  const interop::TraceSummary& summary;
};

const MetricTable<TraceRow>& trace_metrics() {
  using R = TraceRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "trace", "All traces of the input.",
      {
          M(
              "input", Unit::text, [](const R& r) { return r.options.input; }, "File or PREFIX."),
          M(
              "schema", Unit::text,
              [](const R& r) { return r.traces.distinct.front().metadata.version; },
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

struct TypeRow {
  int type;
  const interop::NodeTotals& totals;
};

const MetricTable<TypeRow>& type_metrics() {
  using R = TypeRow;
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

const MetricTable<interop::CollectiveTotals>& collective_metrics() {
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

struct CheckRow {
  const Options& options;
  const Input& input;
  std::int64_t nodes;
};

const MetricTable<CheckRow>& check_metrics() {
  using R = CheckRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "check", "Traces that are sound (--check).",
      {
          M(
              "input", Unit::text, [](const R& r) { return r.options.input; }, "File or PREFIX."),
          M(
              "ranks", Unit::count, [](const R& r) { return r.input.traces.ranks(); }, "Ranks."),
          M("nodes", Unit::count, &R::nodes, "Nodes of all ranks."),
          M(
              "checked_between_ranks", Unit::flag, [](const R& r) { return !r.input.is_file; },
              "Messages and collectives have their other ends; false of a single file."),
          M(
              "valid", Unit::flag, [](const R&) { return true; },
              "True: what is not sound is an error."),
      },
      Columns::all);
  return table;
}

struct WrittenRow {
  const Options& options;
  std::string path;
  int files;
};

const MetricTable<WrittenRow>& written_metrics() {
  using R = WrittenRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "written", "What --convert wrote.",
      {
          M(
              "form", Unit::text, [](const R& r) { return r.options.convert; },
              "json, chakra or perfetto."),
          M("out", Unit::text, &R::path, "File, or PREFIX of files."),
          M("files", Unit::count, &R::files, "How many."),
      },
      Columns::all);
  return table;
}

int show(const Input& input, const Options& o, const Common& common) {
  const RankTraces& traces = input.traces;
  const interop::TraceSummary summary = interop::summarize(traces);
  report::Result result("trace", common.seed, {{"input", o.input}, {"ranks", traces.ranks()}});
  result.add(trace_metrics()({o, traces, summary}));
  for (int type = 0; type < interop::kChakraNodeTypes; ++type) {
    const interop::NodeTotals& totals = base::at(summary.by_type, type);
    if (totals.nodes != 0) result.add(type_metrics()({type, totals}));
  }
  for (const auto& totals : summary.collectives) result.add(collective_metrics()(totals));
  print(result, common);
  return 0;
}

// By the rules of jacquard astra. Of a single file, the other ends of its messages are not there,
// nor is it known how many ranks there are.
int check(const Input& input, const Options& o, const Common& common) {
  interop::require_runnable(input.traces, input.is_file ? 0 : input.traces.ranks());
  if (!input.is_file) interop::check_ranks(input.traces);
  report::Result result("trace", common.seed, {{"input", o.input}, {"check", true}});
  result.add(check_metrics()({o, input, interop::summarize(input.traces).nodes}));
  print(result, common);
  return 0;
}

void write(const std::string& path, const std::string& contents) {
  base::write_file(path, contents);
  spdlog::info("wrote {}", path);
}

// For --json: a row that says what was written.
void print_written(const Options& o, const Common& common, const std::string& path, int files) {
  if (common.for_people()) return;
  report::Result result("trace", common.seed, {{"input", o.input}, {"convert", o.convert}});
  result.add(written_metrics()({o, path, files}));
  print(result, common);
}

int convert(const Input& input, const Options& o, const Common& common) {
  const std::vector<std::string> forms = {"json", "chakra", "perfetto"};
  if (std::find(forms.begin(), forms.end(), o.convert) == forms.end()) {
    base::throw_unknown_name("--convert", "a form", o.convert, forms);
  }
  if (common.out.empty()) {
    throw base::ConfigError(
        {"--out", "", "the file to write, or its PREFIX for many ranks", "", ""});
  }
  const RankTraces& traces = input.traces;
  if (o.convert == "perfetto") {
    write(common.out, report::trace_events(report::chakra_timeline(traces)));
    print_written(o, common, common.out, 1);
    return 0;
  }
  const bool json = o.convert == "json";
  const auto contents = [&](int rank) {
    const interop::ChakraTrace trace = traces.whole(rank);
    return json ? interop::write_chakra_json(trace) : interop::write_chakra(trace);
  };
  if (input.is_file) {
    write(common.out, contents(0));
    print_written(o, common, common.out, 1);
    return 0;
  }
  for (int rank = 0; rank < traces.ranks(); ++rank) {
    const std::string path = json ? common.out + "." + std::to_string(rank) + ".json"
                                  : interop::rank_file(common.out, rank);
    base::write_file(path, contents(rank));
  }
  spdlog::info("wrote {} traces as {}", traces.ranks(), common.out);
  print_written(o, common, common.out, traces.ranks());
  return 0;
}

// What export has no use for is trace's own.
void refuse_beside_export(const Options& o) {
  const std::string word = !o.input.empty()     ? o.input
                           : o.ranks != 0       ? "--ranks"
                           : o.check            ? "--check"
                           : !o.convert.empty() ? "--convert"
                                                : "";
  if (word.empty()) return;
  throw base::ConfigError({"trace export", "", "one job or model, and options of train",
                           "also '" + word + "'", "see jacquard trace export --help"});
}

bool is_log(const std::string& input) {
  std::error_code ignored;
  return std::filesystem::is_directory(base::as_given_or_shipped(input), ignored);
}

int run_log(const Options& o, const Common& common) {
  const std::string word = o.ranks != 0         ? "--ranks"
                           : o.check            ? "--check"
                           : !o.convert.empty() ? "--convert"
                                                : "";
  if (word.empty()) return show_log(o.input, common);
  throw base::ConfigError({word, "", "traces with it", "the folder of a log",
                           o.check ? "a log is checked whenever it is read" : ""});
}

int run(const Options& o, const Common& common) {
  if (o.run) {
    refuse_beside_export(o);
    return o.run();
  }
  if (!common.set.empty()) {
    throw base::ConfigError(
        {"--set", "", "nothing, as trace has no keys", "'" + common.set.front() + "'", ""});
  }
  if (o.check && !o.convert.empty()) {
    throw base::ConfigError({"--check", "", "either --check or --convert", "both", ""});
  }
  if (o.convert.empty() && !common.out.empty()) {
    throw base::ConfigError({"--out", "", "--convert with it", "'" + common.out + "'", ""});
  }
  if (is_log(o.input)) return run_log(o, common);
  const Input input = read_input(o);
  if (o.check) return check(input, o, common);
  if (!o.convert.empty()) return convert(input, o, common);
  return show(input, o, common);
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option(
      "input", o->input,
      "A trace (.et or JSON), the PREFIX of PREFIX.<rank>.et, a GOAL schedule, or the folder "
      "of a log");
  app.add_option("--ranks", o->ranks, "Ranks to read of a PREFIX [as many files as there are]")
      .within(1, 1 << 24);
  app.add_flag(
      "--check", o->check,
      "Judge the traces: dependencies, cycles, and between ranks messages and collectives");
  app.add_option("--convert", o->convert, "Write another form to --out: json, chakra or perfetto");
  app.allow_one_subcommand();
  app.add_subcommand(trace_export_command(), common, [o](const auto& run) { o->run = run; });
  return [o, &common] { return run(*o, common); };
}

}  // namespace

Command trace_command() {
  return {
      "trace",
      "Show, check and convert Chakra traces and training logs; write a training step's (export)",
      "  jacquard trace run/llama\n"
      "  jacquard trace log\n"
      "  jacquard trace run/llama --check\n"
      "  jacquard trace run/llama.0.et --convert json --out llama.0.json\n"
      "  jacquard trace run/llama --convert perfetto --out llama.perfetto.json\n"
      "  jacquard trace export configs/jobs/llama3_405b_16384.json --per-class --out llama\n",
      setup,
      true,
      true,
      [] {
        std::vector kinds{trace_metrics().kind(), type_metrics().kind(),
                          collective_metrics().kind(), check_metrics().kind(),
                          written_metrics().kind()};
        for (const auto& more : {trace_log_rows(), trace_export_command().rows()}) {
          kinds.insert(kinds.end(), more.begin(), more.end());
        }
        return kinds;
      },
      {{"trace", "nodes", "number of nodes of the trace"},
       {"log", "nodes", "number of nodes of the log"}}};
}

}  // namespace jacquard::cli
