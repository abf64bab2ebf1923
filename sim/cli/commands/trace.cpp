// SPDX-License-Identifier: Apache-2.0
// jacquard trace: what Chakra execution traces hold, whether they are sound, and other forms of
// them.
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>

#include "jacquard/astra/files/engine_trace.hpp"
#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/chakra/summary.hpp"
#include "jacquard/interop/chakra/timeline.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

using interop::RankTraces;

struct Options {
  std::string input;
  int ranks = 0;  // 0: as many files as there are
  bool check = false;
  std::string convert;
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

void add_totals(report::Row& row, const interop::NodeTotals& totals) {
  row["nodes"] = totals.nodes;
  row["operations"] = totals.operations;
  row["total_bytes"] = totals.bytes;
  row["recorded_us"] = totals.recorded_micros;
}

int show(const Input& input, const Options& o, const Common& common) {
  const RankTraces& traces = input.traces;
  const interop::TraceSummary summary = interop::summarize(traces);
  report::Result result("trace", common.seed, {{"input", o.input}, {"ranks", traces.ranks()}});
  result.add({{"row_kind", "trace"},
              {"input", o.input},
              {"schema", traces.distinct.front().metadata.version},
              {"ranks", traces.ranks()},
              {"distinct_traces", traces.distinct.size()},
              {"nodes", summary.nodes},
              {"dependencies", summary.dependencies},
              {"longest_chain_nodes", summary.longest_chain_nodes},
              {"longest_chain_recorded_us", summary.longest_chain_micros}});
  for (int type = 0; type < interop::kChakraNodeTypes; ++type) {
    const interop::NodeTotals& totals = base::at(summary.by_type, type);
    if (totals.nodes == 0) continue;
    report::Row row = {{"row_kind", "node_type"},
                       {"type", interop::name_of(static_cast<interop::ChakraNodeType>(type))}};
    add_totals(row, totals);
    result.add(std::move(row));
  }
  for (const interop::CollectiveTotals& c : summary.collectives) {
    result.add({{"row_kind", "collective"},
                {"collective", interop::name_of(c.kind)},
                {"group", c.group.empty() ? "all" : c.group},
                {"nodes", c.nodes},
                {"total_bytes", c.bytes}});
  }
  print(result, common);
  return 0;
}

// By the rules of jacquard astra. Of a single file, the other ends of its messages are not there,
// nor is it known how many ranks there are.
int check(const Input& input, const Options& o, const Common& common) {
  astra::require_runnable(input.traces, input.is_file ? 0 : input.traces.ranks());
  if (!input.is_file) interop::check_ranks(input.traces);
  report::Result result("trace", common.seed, {{"input", o.input}, {"check", true}});
  result.add({{"row_kind", "check"},
              {"input", o.input},
              {"ranks", input.traces.ranks()},
              {"nodes", interop::summarize(input.traces).nodes},
              {"checked_between_ranks", !input.is_file},
              {"valid", true}});
  print(result, common);
  return 0;
}

void write(const std::string& path, const std::string& contents) {
  base::write_file(path, contents);
  spdlog::info("wrote {}", path);
}

// For --json: a row that says what was written.
void print_written(const Options& o, const Common& common, const std::string& path, int files) {
  if (!common.json) return;
  report::Result result("trace", common.seed, {{"input", o.input}, {"convert", o.convert}});
  result.add({{"row_kind", "written"}, {"form", o.convert}, {"out", path}, {"files", files}});
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
    write(common.out, interop::chakra_timeline(traces));
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

int run(const Options& o, const Common& common) {
  if (o.check && !o.convert.empty()) {
    throw base::ConfigError({"--check", "", "either --check or --convert", "both", ""});
  }
  if (o.convert.empty() && !common.out.empty()) {
    throw base::ConfigError({"--out", "", "--convert with it", "'" + common.out + "'", ""});
  }
  const Input input = read_input(o);
  if (o.check) return check(input, o, common);
  if (!o.convert.empty()) return convert(input, o, common);
  return show(input, o, common);
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("input", o->input, "A trace (.et or JSON), or the PREFIX of PREFIX.<rank>.et");
  app.add_option("--ranks", o->ranks, "Ranks to read of a PREFIX [as many files as there are]")
      .within(1, 1 << 24);
  app.add_flag(
      "--check", o->check,
      "Judge the traces: dependencies, cycles, and between ranks messages and collectives");
  app.add_option("--convert", o->convert, "Write another form to --out: json, chakra or perfetto");
  return [o, &common] { return run(*o, common); };
}

}  // namespace

Command trace_command() {
  return {"trace",
          "Show, check and convert Chakra execution traces",
          "  jacquard trace run/llama\n"
          "  jacquard trace run/llama --check\n"
          "  jacquard trace run/llama.0.et --convert json --out llama.0.json\n"
          "  jacquard trace run/llama --convert perfetto --out llama.perfetto.json\n",
          setup,
          false,
          true};
}

}  // namespace jacquard::cli
