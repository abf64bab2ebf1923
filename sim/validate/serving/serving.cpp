// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/serving.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/serve/measured_errors.hpp"
#include "sim/validate/serving/serving_answer.hpp"
#include "sim/validate/serving/serving_rows.hpp"

namespace jacquard::validate {
namespace {

constexpr const char* kShipped = "configs/measured/serving.csv";

ServingRow row_of(const MeasuredServing& m) {
  ServingRow row;
  row.measured = &m;
  row.reason = m.unanswered;
  if (!row.reason.empty()) return row;
  try {
    row.ours = answer_of(m);
  } catch (const base::ConfigError& error) {
    row.reason = error.what();
  }
  return row;
}

using SummaryKey = std::tuple<std::string, std::string, std::string, std::string, std::string>;

void run(const Options& options, const TakeRow& take) {
  const std::string path = options.data.empty() ? base::data_path(kShipped) : options.data;
  const std::vector<MeasuredServing> measured = read_measured_serving(path);
  std::vector<ServingRow> rows(measured.size());
  tbb::parallel_for(std::size_t{0}, measured.size(),
                    [&](std::size_t i) { rows[i] = row_of(measured[i]); });
  struct Errors {
    std::vector<double> list;
    int most_npus = 0;
  };
  std::map<SummaryKey, Errors> errors;
  for (const ServingRow& row : rows) {
    take(serving_metrics()(row));
    const MeasuredServing& m = *row.measured;
    const auto note = [&](const char* quantity, std::optional<double> error) {
      const char* mode = m.disaggregated ? "disagg" : "agg";
      if (!error) return;
      Errors& of = errors[{m.system, mode, type_of(m.side.deployment), m.backend, quantity}];
      of.list.push_back(*error);
      of.most_npus = std::max(of.most_npus, m.side.deployment.npus());
    };
    note("ttft", row.ttft_error());
    note("tpot", row.tpot_error());
    note("throughput", row.throughput_error());
  }
  for (const auto& [key, of] : errors) {
    const auto& [system, mode, type, backend, quantity] = key;
    take(serving_summary_metrics()(
        summary_of({system, mode, type, backend, quantity}, of.list, of.most_npus)));
  }
}

}  // namespace

Validation serving_validation() {
  return {"serving", "measured closed loops and throughputs of serving engines", run, [] {
            return std::vector{serving_metrics().kind(), serving_summary_metrics().kind()};
          }};
}

}  // namespace jacquard::validate
