// SPDX-License-Identifier: Apache-2.0
// jacquard gemm prove: the functional executor over algorithms, dataflows, meshes and slices.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/gemm/proof_rows.hpp"
#include "sim/cli/gemm/request_options.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

constexpr int kCheckDidNotHold = 1;
constexpr int kLargestSide = 16;
constexpr double kBudget = 2e7;  // of one case alone: seconds

struct Options {
  std::shared_ptr<RequestWords> request;
  bool all = false;
  std::string max = "8x8";
  Option max_given;
  std::string collective = "ring";
};

gemm::Mesh largest_mesh(const std::string& text) {
  const gemm::Mesh mesh = gemm::parse_mesh(text, "--max");
  if (mesh.rows <= kLargestSide && mesh.columns <= kLargestSide && mesh.layers == 1) return mesh;
  throw base::ConfigError(
      {"--max", "", fmt::format("ROWSxCOLUMNS, each at most {}", kLargestSide), text, ""});
}

std::vector<gemm::ProofCase> all_cases(const Options& o) {
  for (const Option& option : o.request->but_algorithm) {
    option.only_if(false, "--all takes every one");
  }
  const gemm::Mesh largest = largest_mesh(o.max);
  std::vector<gemm::ProofCase> cases;
  for (const std::string& name : gemm::algorithm_names()) {
    if (!o.request->algorithm.empty() && name != o.request->algorithm) continue;
    const auto algorithm = gemm::algorithm_named(name, "--algorithm");
    for (gemm::ProofCase& proof : gemm::cases_of(algorithm, largest)) {
      cases.push_back(std::move(proof));
    }
  }
  return cases;
}

std::vector<gemm::ProofCase> one_case(const Options& o) {
  o.max_given.only_if(false, "it is of --all");
  RequestWords words = *o.request;
  const bool any_shape = words.shape.empty();
  if (any_shape) words.shape = "1x1x1";
  gemm::Request request = request_of(words);
  if (any_shape) request.shape = gemm::telling_shape(request);
  check(request);
  return {{std::move(request), ""}};
}

std::vector<ProofRow> prove(const std::vector<gemm::ProofCase>& cases,
                            const collective::Algorithm& algorithm, const Common& common) {
  std::vector<ProofRow> rows(cases.size());
  std::size_t done = 0;
  std::mutex mutex;
  tool::Progress progress("gemm prove", "cases");
  const auto one = [&](std::int64_t index) {
    const gemm::ProofCase& proof = base::at(cases, index);
    ProofRow& row = base::at(rows, index);
    row.request = proof.request;
    row.refused = proof.refused;
    if (proof.refused.empty()) {
      gemm::Effort effort;
      effort.budget = kBudget;
      if (cases.size() > 1) effort = gemm::effort_of(proof);
      effort.algorithm = algorithm;
      row.proof = gemm::prove(proof.request, common.seed, effort);
    }
    const std::lock_guard<std::mutex> lock(mutex);
    progress.at(static_cast<double>(++done), static_cast<double>(cases.size()));
  };
  tool::run_in_threads(static_cast<std::int64_t>(cases.size()), common.threads, one);
  return rows;
}

// "2 of 3 products are proved, 1 fails."
std::string words_of(const std::vector<ProofRow>& rows) {
  const auto count = [&](const char* status) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const ProofRow& row) { return row.status() == status; });
  };
  const auto proved = count("proved"), failed = count("failed");
  std::string text = fmt::format("{} of {} product{} proved", proved, rows.size(),
                                 rows.size() == 1 ? " is" : "s are");
  if (failed > 0) text += fmt::format(", {} fail{}", failed, failed == 1 ? "s" : "");
  const auto refused = static_cast<std::int64_t>(rows.size()) - proved - failed;
  return text + (refused > 0 ? fmt::format(", {} cannot be done.", refused) : ".");
}

int run_prove(const Options& o, const Common& common) {
  if (!o.request->algorithm.empty()) gemm::algorithm_named(o.request->algorithm, "--algorithm");
  const auto algorithm = collective::algorithm_named(o.collective, "--collective");
  const auto rows = prove(o.all ? all_cases(o) : one_case(o), algorithm, common);
  report::Result result("gemm", common.seed, {{"prove", o.all ? o.max : "one"}});
  add_proofs(result, rows);
  say_answer(words_of(rows), common);
  print(result, common);
  write_result(result, common, "prove");
  const bool all_hold = std::none_of(rows.begin(), rows.end(),
                                     [](const ProofRow& row) { return row.status() == "failed"; });
  return all_hold ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  o->request = add_request_options(app);
  app.add_flag("--all", o->all,
               "Every algorithm (or that of --algorithm), dataflow, mesh and slice count");
  o->max_given = app.add_option("--max", o->max, "--all: the largest mesh, ROWSxCOLUMNS")
                     .capture_default_str();
  app.add_option("--collective", o->collective,
                 "Algorithm of gathers, sums and broadcasts where it can do them, else the ring")
      .capture_default_str();
  return [o, &common] { return run_prove(*o, common); };
}

}  // namespace

Command gemm_prove_command() {
  return {"prove",
          "Move real matrices through a program's rounds and compare with the product",
          "  jacquard gemm prove --all --max 8x8\n"
          "  jacquard gemm prove --algorithm meshslice --dataflow ls --mesh 4x2 --slices 3 \\\n"
          "    --shape 16x48x12 --block 4\n"
          "  jacquard gemm prove --algorithm cannon --dataflow os --mesh 3x3",
          setup,
          false,
          true,
          [] { return std::vector{gemm_proof_metrics().kind()}; },
          {{"proof", "messages", "number of messages", {"algorithm", "dataflow", "mesh"}}}};
}

}  // namespace jacquard::cli
