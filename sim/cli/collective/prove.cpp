// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/collective/prove.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/collective/prove/cases.hpp"
#include "jacquard/interop/msccl/msccl.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "jacquard/tool/interrupt.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "sim/cli/collective/port_list.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/tool/progress.hpp"

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

using report::Columns;
using report::Metric;
using report::MetricTable;
using report::Unit;

// A case, or a user's file.
struct ProofRow {
  std::string kind;  // of row: flat, mixed or file
  std::string algorithm, collective, shape, spread, file;
  std::size_t collectives = 0;
  int ports = 0;
  std::string status;
  std::int64_t messages = 0;
  std::string reason;
};

template <class Member>
auto not_empty(Member ProofRow::*member) {
  return [member](const ProofRow& r) {
    return r.*member == Member() ? std::nullopt : std::optional(r.*member);
  };
}

const MetricTable<ProofRow>& proof_metrics() {
  using R = ProofRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "", "collective prove: what numbers came out of an algorithm's rounds.",
      {
          M("row_kind", Unit::text, &R::kind,
            "flat: one ring of NPUs; mixed: several dimensions; file: a user's rounds."),
          M("file", Unit::text, not_empty(&R::file), "Of the user's rounds."),
          M("algorithm", Unit::text, &R::algorithm, "Which algorithm; of a file all of them."),
          M("kind", Unit::text, &R::collective, "Which collective; of a file all of them."),
          M("collectives", Unit::count, not_empty(&R::collectives), "Of a file."),
          M("ports", Unit::count, &R::ports, "NPUs of the group."),
          M("shape", Unit::text, not_empty(&R::shape), "Sizes of the dimensions, of mixed."),
          M("spread", Unit::text, not_empty(&R::spread),
            "How dimensions share the work, of mixed."),
          M("status", Unit::text, &R::status,
            "proved, failed, or unsupported: the algorithm does not do that."),
          M("messages", Unit::count, &R::messages, "Messages moved."),
          M("reason", Unit::text, &R::reason, "Why not proved; empty if it is."),
      },
      Columns::all);
  return table;
}

// What tables have: how many cases of each are proved, and each sentence once.
struct ProofSum {
  std::string kind;  // of rows; "mixed, all" sums up what is not told one by one
  std::string algorithm, collective;
  std::map<std::string, int> count;  // by status
  std::string why;
};

const MetricTable<ProofSum>& sum_metrics() {
  using R = ProofSum;
  using M = Metric<R>;
  const auto count = [](const char* status) {
    return [status](const R& r) {
      const auto found = r.count.find(status);
      return found == r.count.end() ? 0 : found->second;
    };
  };
  const auto unless_all = [](auto member) {
    return [member](const R& r) {
      return r.algorithm.empty() ? std::nullopt : std::optional(r.*member);
    };
  };
  const auto all = [](const R& r) {
    return r.algorithm.empty() ? std::optional<std::string>("all") : std::nullopt;
  };
  static const MetricTable<R> table(
      "", "Sums, in tables.",
      {
          M("row_kind", Unit::text, &R::kind, "Kind of the rows.", "row_kind"),
          M("mixed_shapes", Unit::text, all, "All.", "mixed_shapes"),
          M("algorithm", Unit::text, unless_all(&R::algorithm), "Which algorithm.", "algorithm"),
          M("kind", Unit::text, unless_all(&R::collective), "Which collective.", "kind"),
          M("proved", Unit::count, count("proved"), "Cases proved.", "proved"),
          M("unsupported", Unit::count, count("unsupported"), "Cases not done.", "unsupported"),
          M("failed", Unit::count, count("failed"), "Cases failed.", "failed"),
          M("why", Unit::text, unless_all(&R::why), "The first reason.", "why"),
      });
  return table;
}

ProofRow row_of(const ProofCase& proof, const collective::Execution& execution) {
  const collective::CollectiveRequest& r = proof.request;
  ProofRow row;
  row.kind = "flat";
  row.algorithm = proof.algorithm;
  row.collective = rounds::name_of(r.kind);
  row.ports = r.shape.size();
  if (r.shape.digits() > 1) {
    row.kind = "mixed";
    row.shape = fmt::format("{}", fmt::join(r.shape.radices(), "x"));
    row.spread = r.kind != rounds::CollectiveKind::all_reduce ? "per-dimension"
                 : r.spread == collective::Spread::baseline   ? "baseline"
                                                              : "blueconnect";
  }
  row.status = !proof.unsupported.empty() ? "unsupported"
               : execution.fault.empty()  ? "proved"
                                          : "failed";
  row.messages = execution.messages;
  row.reason = proof.unsupported.empty() ? execution.fault : proof.unsupported;
  return row;
}

std::vector<ProofSum> sums_of(const std::vector<ProofRow>& rows) {
  std::vector<ProofSum> sums;
  ProofSum mixed{"mixed, all", "", "", {}, ""};
  for (const ProofRow& row : rows) {
    if (row.kind == "mixed") ++mixed.count[row.status];
    if (row.kind == "mixed" && row.status != "failed") continue;
    auto sum = std::find_if(sums.begin(), sums.end(), [&](const ProofSum& s) {
      return s.kind == row.kind && s.algorithm == row.algorithm && s.collective == row.collective;
    });
    if (sum == sums.end()) {
      sum = sums.insert(sums.end(), {row.kind, row.algorithm, row.collective, {}, ""});
    }
    ++sum->count[row.status];
    if (row.status != "proved" && sum->why.empty()) sum->why = row.reason;
  }
  sums.push_back(std::move(mixed));
  return sums;
}

// A user's own rounds, one row for the graph.
ProofRow row_of_rounds(const std::string& path, std::uint64_t seed) {
  const rounds::RoundGraph graph = rounds::read_rounds(path);
  collective::require_executable(graph, path);
  const collective::Execution execution = collective::prove(graph, seed);
  ProofRow row;
  const auto add_once = [](std::string& list, const std::string& name) {
    if (list.find(name) == std::string::npos) list += (list.empty() ? "" : ", ") + name;
  };
  for (const rounds::Collective& c : graph.collectives) {
    add_once(row.collective, rounds::name_of(c.kind));
    add_once(row.algorithm, c.algorithm.empty() ? "own" : c.algorithm);
  }
  row.collectives = graph.collectives.size();
  row.ports = rounds::npus(graph);
  row.messages = execution.messages;
  row.reason = execution.fault;
  return row;
}

// An algorithm of MSCCL, followed chunk by chunk.
ProofRow row_of_msccl(const std::string& path) {
  const interop::MscclAlgorithm algorithm = interop::parse_msccl(base::read_file(path), path);
  ProofRow row;
  row.algorithm = algorithm.name;
  row.collective = rounds::name_of(algorithm.kind);
  row.collectives = 1;
  row.ports = algorithm.ranks();
  row.reason = interop::fault_of(algorithm);
  if (!row.reason.empty()) return row;
  const auto graph = interop::rounds_of(algorithm, base::Bytes{algorithm.input});
  row.messages = static_cast<std::int64_t>(graph.rounds.size());
  return row;
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
  std::vector<ProofRow> rows(cases.size());
  std::atomic<std::size_t> done{0};
  const tool::LastWords words(
      [&] { return fmt::format("{} of {} cases were done", done.load(), cases.size()); });
  const auto count = static_cast<std::int64_t>(cases.size());
  tool::Progress progress("collective prove", "cases");
  tool::run_in_threads(count, common.threads, [&](std::int64_t index) {
    const auto k = static_cast<std::size_t>(index);
    collective::Execution execution;
    if (cases[k].unsupported.empty()) execution = collective::prove(cases[k], common.seed);
    rows[k] = row_of(cases[k], execution);
    progress.at(static_cast<double>(++done), static_cast<double>(count));
  });
  report::Result result("collective", common.seed,
                        {{"prove", o.algorithm}, {"kind", o.kind}, {"ports", o.ports}});
  const bool all_hold = std::none_of(rows.begin(), rows.end(),
                                     [](const ProofRow& row) { return row.status == "failed"; });
  for (const ProofRow& row : rows) result.add(report::Printed(proof_metrics().json(row), {}));
  for (const ProofSum& sum : sums_of(rows)) {
    result.add(report::Printed({}, sum_metrics().cells(sum)));
  }
  print(result, common);
  write_result(result, common, "prove");
  return all_hold ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--algorithm", o->algorithm, "One algorithm, or all");
  app.add_option("--kind,KIND", o->kind, "One kind of collective, or all");
  app.add_option("--ports", o->ports, "NPUs in the group: 8, 1..64, or 2,4,8");
  add_file_option(app, "--rounds,--plan", o->rounds,
                  "Prove this file instead: of rounds, MSCCL or MSCCL++");
  return [o, &common] { return run_prove(*o, common); };
}

}  // namespace

int prove_file(const std::string& path, const Common& common) {
  ProofRow row = interop::is_msccl(path) ? row_of_msccl(path) : row_of_rounds(path, common.seed);
  const bool proved = row.reason.empty();
  row.kind = "file";
  row.file = path;
  row.status = proved ? "proved" : "failed";
  report::Result result("collective", common.seed, {{"prove", base::read_file(path)}});
  result.add(proof_metrics()(row));
  print(result, common);
  write_result(result, common, "prove");
  return proved ? 0 : kCheckDidNotHold;
}

Command prove_command() {
  return {"prove",
          "Move numbers through the rounds of each algorithm and check what comes out",
          "  jacquard collective prove\n"
          "  jacquard collective prove all-reduce --ports 2..16\n"
          "  jacquard collective prove --algorithm all --ports 1..64 --json\n"
          "  jacquard collective prove --algorithm direct:4 --kind all-reduce --ports 2,3,100\n"
          "  jacquard collective prove --rounds mine.json",
          setup,
          false,
          true,
          [] {
            return std::vector{report::named("flat", proof_metrics().kind()),
                               report::named("mixed", proof_metrics().kind()),
                               report::named("file", proof_metrics().kind())};
          }};
}

}  // namespace jacquard::cli
