// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/collective/prove.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/collective/prove/cases.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "sim/cli/collective/port_list.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/worker_threads.hpp"
#include "sim/tool/interrupt.hpp"

namespace jacquard::cli {
namespace {

using collective::ProofCase;

constexpr int kCheckDidNotHold = 1;

struct Options {
  std::string algorithm = "all";
  std::string kind = "all";
  std::string ports = "1..64";
  std::string rounds;
};

std::vector<collective::Algorithm> algorithms_of(const std::string& word) {
  if (word != "all") return {collective::algorithm_named(word, "--algorithm")};
  std::vector<collective::Algorithm> all;
  for (const std::string& name : collective::method_names()) {
    all.push_back(collective::algorithm_named(name, "--algorithm"));
    if (all.back().method == collective::Method::direct) {
      all.push_back({collective::Method::direct, 2});
    }
  }
  return all;
}

std::vector<rounds::CollectiveKind> kinds_of(const std::string& word) {
  if (word != "all") return {rounds::kind_named(word, "--kind")};
  std::vector<rounds::CollectiveKind> all;
  for (const std::string& name : rounds::kind_names()) {
    all.push_back(rounds::kind_named(name, "--kind"));
  }
  return all;
}

report::Row row_of(const ProofCase& proof, const collective::Execution& execution) {
  const collective::CollectiveRequest& r = proof.request;
  const bool mixed = r.shape.digits() > 1;
  report::Row row;
  row["row_kind"] = mixed ? "mixed" : "flat";
  row["algorithm"] = proof.algorithm;
  row["kind"] = rounds::name_of(r.kind);
  row["ports"] = r.shape.size();
  if (mixed) {
    row["shape"] = fmt::format("{}", fmt::join(r.shape.radices(), "x"));
    row["spread"] = r.kind != rounds::CollectiveKind::all_reduce ? "per-dimension"
                    : r.spread == collective::Spread::baseline   ? "baseline"
                                                                 : "blueconnect";
  }
  row["status"] = !proof.unsupported.empty() ? "unsupported"
                  : execution.fault.empty()  ? "proved"
                                             : "failed";
  row["messages"] = execution.messages;
  row["reason"] = proof.unsupported.empty() ? execution.fault : proof.unsupported;
  return row;
}

// For people: how many of each are proved, and each sentence once.
report::Result summary(const std::vector<report::Row>& rows, const report::Result& empty) {
  report::Result result = empty;
  std::vector<report::Row> lines;
  for (const report::Row& row : rows) {
    const auto same = [&](const report::Row& line) {
      return line["row_kind"] == row["row_kind"] && line["algorithm"] == row["algorithm"] &&
             line["kind"] == row["kind"];
    };
    if (row["row_kind"] == "mixed" && row["status"] != "failed") continue;
    auto line = std::find_if(lines.begin(), lines.end(), same);
    if (line == lines.end()) {
      lines.push_back({{"row_kind", row["row_kind"]},
                       {"algorithm", row["algorithm"]},
                       {"kind", row["kind"]},
                       {"proved", 0},
                       {"unsupported", 0},
                       {"failed", 0},
                       {"why", ""}});
      line = lines.end() - 1;
    }
    const std::string status = row["status"];
    (*line)[status] = (*line)[status].get<int>() + 1;
    if (status != "proved" && (*line)["why"] == "") (*line)["why"] = row["reason"];
  }
  for (report::Row& line : lines) result.add(std::move(line));
  report::Row mixed = {{"row_kind", "mixed, all"},
                       {"mixed_shapes", "all"},
                       {"proved", 0},
                       {"unsupported", 0},
                       {"failed", 0}};
  for (const report::Row& row : rows) {
    if (row["row_kind"] != "mixed") continue;
    const std::string status = row["status"];
    mixed[status] = mixed[status].get<int>() + 1;
  }
  result.add(std::move(mixed));
  return result;
}

// A user's own rounds, one row for the graph.
int prove_file(const std::string& path, const Common& common) {
  const rounds::RoundGraph graph = rounds::read_rounds(path);
  collective::require_executable(graph, path);
  const collective::Execution execution = collective::prove(graph, common.seed);
  report::Result result("collective", common.seed, {{"prove", rounds::rounds_text(graph)}});
  const bool proved = execution.fault.empty();
  std::string kinds;
  std::string algorithms;
  const auto add_once = [](std::string& list, const std::string& name) {
    if (list.find(name) == std::string::npos) list += (list.empty() ? "" : ", ") + name;
  };
  for (const rounds::Collective& c : graph.collectives) {
    add_once(kinds, rounds::name_of(c.kind));
    add_once(algorithms, c.algorithm.empty() ? "own" : c.algorithm);
  }
  result.add({{"row_kind", "file"},
              {"file", path},
              {"algorithm", algorithms},
              {"kind", kinds},
              {"collectives", graph.collectives.size()},
              {"ports", rounds::npus(graph)},
              {"status", proved ? "proved" : "failed"},
              {"messages", execution.messages},
              {"reason", execution.fault}});
  print(result, common);
  write_result(result, common, "prove");
  return proved ? 0 : kCheckDidNotHold;
}

int run_prove(const Options& o, const Common& common) {
  if (!o.rounds.empty()) return prove_file(o.rounds, common);
  const auto algorithms = algorithms_of(o.algorithm);
  const auto kinds = kinds_of(o.kind);
  const std::vector<int> ports = port_list(o.ports, "--ports");
  std::vector<ProofCase> cases = collective::flat_cases(algorithms, kinds, ports);
  for (ProofCase& mixed :
       collective::mixed_cases(algorithms, kinds, *std::max_element(ports.begin(), ports.end()))) {
    cases.push_back(std::move(mixed));
  }
  std::vector<report::Row> rows(cases.size());
  std::atomic<std::size_t> done{0};
  const tool::LastWords words(
      [&] { return fmt::format("{} of {} cases were done", done.load(), cases.size()); });
  const WorkerThreads threads(common.threads);
  tbb::parallel_for(std::size_t{0}, cases.size(), [&](std::size_t k) {
    collective::Execution execution;
    if (cases[k].unsupported.empty()) execution = collective::prove(cases[k], common.seed);
    rows[k] = row_of(cases[k], execution);
    ++done;
  });
  report::Result result("collective", common.seed,
                        {{"prove", o.algorithm}, {"kind", o.kind}, {"ports", o.ports}});
  const bool all_hold = std::none_of(
      rows.begin(), rows.end(), [](const report::Row& row) { return row["status"] == "failed"; });
  report::Result brief = summary(rows, result);
  for (report::Row& row : rows) result.add(std::move(row));
  print(common.json ? result : brief, common);
  write_result(result, common, "prove");
  return all_hold ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--algorithm", o->algorithm, "One algorithm, or all");
  app.add_option("--kind", o->kind, "One kind of collective, or all");
  app.add_option("--ports", o->ports, "NPUs in the group: 8, 1..64, or 2,4,8");
  add_file_option(app, "--rounds", o->rounds, "Prove this rounds file instead");
  return [o, &common] { return run_prove(*o, common); };
}

}  // namespace

Command prove_command() {
  return {"prove",
          "Move numbers through the rounds of each algorithm and check what comes out",
          "  jacquard collective prove\n"
          "  jacquard collective prove --algorithm all --ports 1..64 --json\n"
          "  jacquard collective prove --algorithm direct:4 --kind all-reduce --ports 2,3,100\n"
          "  jacquard collective prove --rounds mine.json",
          setup,
          false,
          true};
}

}  // namespace jacquard::cli
