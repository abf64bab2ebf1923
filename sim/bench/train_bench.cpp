// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/train_bench.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/tool/isolated.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "sim/tool/peak_bytes.hpp"
#include "systemc/train/run_step.hpp"
#include "systemc/train/table4.hpp"

namespace jacquard::bench {
namespace {

using train::TrainConfig;

constexpr int kPoints = 10'000;
constexpr std::chrono::seconds kPatience{600};

struct Measured {
  double ms = 0;
  std::int64_t evaluations = 1;
  std::int64_t refused = 0;  // for their memory
  std::int64_t peak_bytes = 0;
};

struct TrainBenchRow {
  std::string name;
  Measured measured;
};

const report::MetricTable<TrainBenchRow>& metrics() {
  using R = TrainBenchRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench train: steps from their knobs to their time.",
      {
          M("case", Unit::text, &R::name, "What is run."),
          M(
              "wall_ms", Unit::ms, [](const R& r) { return r.measured.ms; },
              "Fastest run, generation included."),
          M(
              "evaluations", Unit::count, [](const R& r) { return r.measured.evaluations; },
              "Steps of a run that were answered."),
          M(
              "refused", Unit::count, [](const R& r) { return r.measured.refused; },
              "Steps of a run that do not fit into memory."),
          M(
              "evaluations_per_wall_s", Unit::per_s,
              [](const R& r) {
                return static_cast<double>(r.measured.evaluations) / r.measured.ms * 1e3;
              },
              "Of one core."),
          M(
              "peak_bytes", Unit::bytes, [](const R& r) { return r.measured.peak_bytes; },
              "Most memory of the process that ran the case."),
      },
      report::Columns::all);
  return table;
}

// In a process of its own, so that the peak is this case's.
template <class Run>
void add_case(const std::string& name, const TakeRow& take, Run&& run) {
  spdlog::info("bench train: {}", name);
  const std::string text = tool::run_isolated(name, kPatience, [&](const tool::Pulse&) {
    const Measured m = run();
    return nlohmann::json{m.ms, m.evaluations, m.refused, tool::peak_bytes()}.dump();
  });
  const auto found = nlohmann::json::parse(text);
  take(metrics()({name, {found[0], found[1], found[2], found[3]}}));
}

TrainConfig shipped_job(const std::string& name) {
  const std::string file = base::data_path("configs/jobs/" + name + ".json");
  return config::read_config(train::train_fields(), file);
}

void bench_job(const std::string& name, const TrainConfig& job, const BenchOptions& options,
               const TakeRow& take) {
  add_case(name, take, [&] {
    Measured measured;
    measured.ms = tool::best_ms(options.repeat, [&] {
      JQ_CHECK(train::run_step(train::prepare(job, {name, ""})).time.count() > 0, "a step of time");
    });
    return measured;
  });
}

void bench_closed_form(const TrainConfig& job, const BenchOptions& options, const TakeRow& take) {
  const std::string name = "gpt3-175b 4 layers closed form";
  add_case(name, take, [&] {
    constexpr int kAtOnce = 100;
    engine::step::ListSchedule schedule;
    Measured measured;
    measured.ms = tool::best_ms(options.repeat,
                                [&] {
                                  for (int i = 0; i < kAtOnce; ++i) {
                                    train::analytic_time(train::prepare(job, {name, ""}), schedule);
                                  }
                                }) /
                  kAtOnce;
    return measured;
  });
}

void bench_table4(const TrainConfig& job, const BenchOptions& options, const TakeRow& take) {
  add_case("10,000 points of COSMIC Table 4", take, [&] {
    engine::step::ListSchedule schedule;
    Measured measured;
    measured.ms = tool::best_ms(std::max(options.repeat, 1), [&] {
      measured.evaluations = measured.refused = 0;
      for (std::uint64_t i = 0; measured.evaluations < kPoints; ++i) {
        const auto time =
            train::time_if_it_fits(train::table4_point(job, options.seed, i), schedule);
        ++(time ? measured.evaluations : measured.refused);
      }
    });
    return measured;
  });
}

}  // namespace

void bench_train(const BenchOptions& options, const TakeRow& take) {
  TrainConfig gpt3 = shipped_job("gpt3_175b_4_layers");
  bench_closed_form(gpt3, options, take);
  for (const auto mode :
       {engine::Mode::faithful, engine::Mode::astra_unaware, engine::Mode::astra_aware}) {
    gpt3.mode = mode;
    bench_job(std::string("gpt3-175b 4 layers event ") + engine::name_of(mode), gpt3, options,
              take);
  }
  gpt3.mode = engine::Mode::faithful;
  bench_table4(gpt3, options, take);
  bench_job("gpt3-175b 96 layers in 8 stages event", shipped_job("gpt3_175b_pipeline"), options,
            take);
  TrainConfig llama = shipped_job("llama3_405b_16384");
  bench_job("llama3-405b on 16,384 event", llama, options, take);
  llama.engine = "analytic";
  bench_job("llama3-405b on 16,384 analytic", llama, options, take);
}

std::vector<report::RowKind> train_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
