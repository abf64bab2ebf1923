// SPDX-License-Identifier: Apache-2.0
// jacquard trace: what Chakra execution traces and training logs hold, whether they are sound, and
// other forms of traces.
#include <filesystem>
#include <memory>

#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/op_graph.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/commands/trace_log.hpp"
#include "sim/cli/trace/convert.hpp"
#include "sim/cli/trace/rows.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string input;
  int ranks = 0;  // 0: as many files as there are
  bool check = false;
  std::string convert;
  std::function<int()> run;  // of a command that follows
};

int show(const TraceInput& input, const Options& o, const Common& common) {
  const interop::RankTraces& traces = input.traces;
  const interop::TraceSummary summary = interop::summarize(traces);
  report::Result result("trace", common.seed, {{"input", o.input}, {"ranks", traces.ranks()}});
  result.add(trace_metrics()({o.input, traces, summary}));
  for (int type = 0; type < interop::kChakraNodeTypes; ++type) {
    const interop::NodeTotals& totals = base::at(summary.by_type, type);
    if (totals.nodes != 0) result.add(trace_type_metrics()({type, totals}));
  }
  for (const auto& totals : summary.collectives) result.add(trace_collective_metrics()(totals));
  print(result, common);
  return 0;
}

// By the rules of jacquard astra. Of a single file, the other ends of its messages are not there,
// nor is it known how many ranks there are.
int check(const TraceInput& input, const Options& o, const Common& common) {
  interop::require_runnable(input.traces, input.is_file ? 0 : input.traces.ranks());
  if (!input.is_file) interop::check_ranks(input.traces);
  report::Result result("trace", common.seed, {{"input", o.input}, {"check", true}});
  result.add(trace_check_metrics()({o.input, input, interop::summarize(input.traces).nodes}));
  print(result, common);
  return 0;
}

// What a command that follows has no use for is trace's own.
void refuse_beside_command(const Options& o) {
  const std::string word = !o.input.empty()     ? o.input
                           : o.ranks != 0       ? "--ranks"
                           : o.check            ? "--check"
                           : !o.convert.empty() ? "--convert"
                                                : "";
  if (word.empty()) return;
  throw base::ConfigError({"trace", "", "export of one job or model, or import of files, alone",
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
    refuse_beside_command(o);
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
  const TraceInput input = read_trace_input(o.input, o.ranks);
  if (o.check) return check(input, o, common);
  if (!o.convert.empty()) return convert_traces(input, o.input, o.convert, common);
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
  for (const Command& command : {trace_export_command(), trace_import_command()}) {
    app.add_subcommand(command, common, [o](const auto& run) { o->run = run; });
  }
  return [o, &common] { return run(*o, common); };
}

}  // namespace

Command trace_command() {
  return {
      "trace",
      "Show, check and convert Chakra traces and training logs; write a step's (export); import "
      "PyTorch's profiles",
      "  jacquard trace run/llama\n"
      "  jacquard trace log\n"
      "  jacquard trace run/llama --check\n"
      "  jacquard trace run/llama.0.et --convert json --out llama.0.json\n"
      "  jacquard trace run/llama --convert perfetto --out llama.perfetto.json\n"
      "  jacquard trace import kineto_rank0.json kineto_rank1.json --out job\n"
      "  jacquard trace export configs/jobs/llama3_405b_16384.json --per-class --out llama\n",
      setup,
      true,
      true,
      [] {
        std::vector kinds{trace_metrics().kind(), trace_type_metrics().kind(),
                          trace_collective_metrics().kind(), trace_check_metrics().kind(),
                          trace_written_metrics().kind()};
        for (const auto& more :
             {trace_log_rows(), trace_export_command().rows(), trace_import_command().rows()}) {
          kinds.insert(kinds.end(), more.begin(), more.end());
        }
        return kinds;
      },
      {{"trace", "nodes", "number of nodes of the trace"},
       {"log", "nodes", "number of nodes of the log"}}};
}

}  // namespace jacquard::cli
