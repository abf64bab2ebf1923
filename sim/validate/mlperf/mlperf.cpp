// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/mlperf/mlperf.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "sim/validate/csv.hpp"
#include "sim/validate/mlperf/mlperf_rows.hpp"

namespace jacquard::validate {
namespace {

constexpr const char* kShipped = "configs/measured/mlperf_deepseek_r1.csv";
// Rubin's data sheet with Blackwell's kernels: none of Rubin's own was measured.
constexpr const char* kUnmeasured = "72xrubin_blackwell_kernels";
constexpr int kRack = 72;

bool is_scenario(const std::string& name) {
  const auto& all = mlperf_scenarios();
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
}

std::vector<MlperfRow> published(const std::string& path) {
  std::vector<MlperfRow> rows;
  read_csv(path, {"round", "id", "submitter", "system", "npus", "scenario", "tokens_per_s"},
           [&](const CsvRow& row) {
             MlperfRow r;
             r.round = row.text("round");
             r.id = row.text("id");
             r.submitter = row.text("submitter");
             r.system = row.text("system");
             r.npus = row.count("npus");
             r.scenario = row.text("scenario");
             if (!is_scenario(r.scenario)) row.fail("scenario", "offline, server or interactive");
             r.tokens_per_s = row.positive("tokens_per_s");
             rows.push_back(std::move(r));
           });
  return rows;
}

struct Case {
  std::string system;
  int npus = 0;
  std::string scenario;

  bool operator<(const Case& other) const {
    return std::tie(system, npus, scenario) < std::tie(other.system, other.npus, other.scenario);
  }
};

// Each system and scenario once, side by side.
std::map<Case, std::optional<MlperfAnswer>> answers_of(const std::vector<MlperfRow>& rows) {
  std::map<Case, std::optional<MlperfAnswer>> answers;
  for (const MlperfRow& row : rows) answers[{row.system, row.npus, row.scenario}];
  for (const MlperfScenario& scenario : mlperf_scenarios()) {
    answers[{kUnmeasured, kRack, scenario.name}];
  }
  std::vector<std::pair<const Case, std::optional<MlperfAnswer>>*> all;
  for (auto& one : answers) all.push_back(&one);
  tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
    const Case& of = all[i]->first;
    all[i]->second = mlperf_answer(of.system, of.npus, mlperf_scenario(of.scenario));
  });
  return answers;
}

// A system that is none, or has fewer NPUs, is the table's mistake.
std::map<Case, std::optional<MlperfAnswer>> answers_for(const std::vector<MlperfRow>& rows,
                                                        const std::string& path) {
  try {
    return answers_of(rows);
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    fault.where = fault.source.empty() ? fault.where : fault.source;
    fault.source = path;
    throw base::ConfigError(std::move(fault));
  }
}

void run(const Options& options, const TakeRow& take) {
  const std::string path = options.data.empty() ? base::data_path(kShipped) : options.data;
  std::vector<MlperfRow> rows = published(path);
  const auto answers = answers_for(rows, path);
  for (MlperfRow& row : rows) {
    row.ours = answers.at({row.system, row.npus, row.scenario});
    take(mlperf_metrics()(row));
  }
  for (const MlperfScenario& scenario : mlperf_scenarios()) {
    const auto& ours = answers.at({kUnmeasured, kRack, scenario.name});
    if (!ours) continue;
    std::vector<double> shares;  // of published over ours
    for (const MlperfRow& row : rows) {
      if (row.scenario != scenario.name || !row.ours) continue;
      shares.push_back(row.measured() / row.ours->tokens_per_s_per_npu);
    }
    if (shares.empty()) continue;
    std::sort(shares.begin(), shares.end());
    const std::size_t half = shares.size() / 2;
    const double median =
        shares.size() % 2 == 1 ? shares[half] : (shares[half - 1] + shares[half]) / 2;
    take(mlperf_prediction_metrics()({kUnmeasured, kRack, scenario.name, *ours, shares.front(),
                                      median, shares.back(), static_cast<int>(shares.size())}));
  }
}

}  // namespace

Validation mlperf_validation() {
  return {"mlperf", "MLPerf Inference's DeepSeek-R1, and Vera Rubin NVL72 predicted", run, [] {
            return std::vector{mlperf_metrics().kind(), mlperf_prediction_metrics().kind()};
          }};
}

}  // namespace jacquard::validate
