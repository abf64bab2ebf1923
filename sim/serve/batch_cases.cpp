// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/batch_cases.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "jacquard/search/front.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "systemc/serve/run_batch.hpp"

namespace jacquard::serve {
namespace {

// Cases of a worker in one go: neighbours share what their clock remembers.
constexpr std::size_t kTogether = 64;

BatchAnswer answer_of(const ServeConfig& config, BatchRunner& runner) {
  BatchAnswer answer{config, {}, {}};
  try {
    answer.row = runner.run(config);
  } catch (const base::ConfigError& refused) {
    answer.refused = refused;
  }
  return answer;
}

}  // namespace

std::vector<BatchAnswer> run_batches(const std::vector<ServeConfig>& cases, const BatchRun& run) {
  std::vector<BatchAnswer> answers(cases.size());
  std::atomic<std::int64_t> done{0};
  const auto all = static_cast<std::int64_t>(cases.size());
  const std::size_t parts = (cases.size() + kTogether - 1) / kTogether;
  tool::run_in_threads(static_cast<std::int64_t>(parts), run.threads, [&](std::int64_t part) {
    BatchRunner runner;
    const std::size_t from = static_cast<std::size_t>(part) * kTogether;
    for (std::size_t i = from; i < std::min(from + kTogether, cases.size()); ++i) {
      answers[i] = answer_of(cases[i], runner);
      const std::int64_t so_many = ++done;
      if (run.progress) run.progress(so_many, all);
    }
  });
  return answers;
}

std::string front_of(const BatchRow& row) {
  return row.model + " " + row.system + " " + row.precision + ", KV " + row.kv_precision;
}

void mark_front(std::vector<BatchAnswer>& answers) {
  std::map<std::string, std::vector<BatchRow*>> fronts;
  for (BatchAnswer& answer : answers) {
    if (!answer.row) continue;
    answer.row->pareto = false;
    fronts[front_of(*answer.row)].push_back(&*answer.row);
  }
  for (const auto& [name, rows] : fronts) {
    std::vector<search::RewardsOf> points;
    for (const BatchRow* row : rows) {
      points.push_back({row->tokens_per_s_per_user(), row->tokens_per_s_per_npu()});
    }
    for (const std::size_t i : search::front_of(points, search::Equals::all)) {
      rows[i]->pareto = true;
    }
  }
}

std::vector<RatioRow> ratios(const std::vector<BatchAnswer>& answers) {
  std::vector<RatioRow> all;
  const std::size_t half = answers.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    const BatchAnswer& first = answers[i];
    const BatchAnswer& second = answers[half + i];
    if (!first.row || !second.row) continue;
    all.push_back(
        {first.row->model, first.row->system, second.row->system, *first.row, *second.row});
  }
  return all;
}

RefusedCase refused_case(const BatchAnswer& answer) {
  const ServeConfig& c = answer.config;
  return {c.model, c.system, c.input, c.output, c.batch, answer.refused->what()};
}

}  // namespace jacquard::serve
