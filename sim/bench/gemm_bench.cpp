// SPDX-License-Identifier: Apache-2.0
#include "sim/bench/gemm_bench.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "jacquard/gemm/tune/authors.hpp"
#include "jacquard/tool/stopwatch.hpp"

namespace jacquard::bench {
namespace {

using gemm::Algorithm;
using gemm::Mode;

struct GemmBenchRow {
  std::string name;
  gemm::Certificate certificate;
  double ms = 0;

  double per_s() const { return static_cast<double>(certificate.evaluated) / ms * 1e3; }
};

const report::MetricTable<GemmBenchRow>& metrics() {
  using R = GemmBenchRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "", "bench gemm: tunes of a block's products on meshes.",
      {
          M("case", Unit::text, &R::name, "Mode, algorithms, model and chips."),
          M(
              "combinations", Unit::count, [](const R& r) { return r.certificate.combinations; },
              "Settings of a whole block among which a tune decides."),
          M(
              "points", Unit::count, [](const R& r) { return r.certificate.points; },
              "Passes on meshes with their choices and slice counts."),
          M(
              "evaluated", Unit::count, [](const R& r) { return r.certificate.evaluated; },
              "Of these, those whose closed form is taken."),
          M("wall_ms", Unit::ms, &R::ms, "Fastest tune."),
          M("evaluated_per_wall_s", Unit::per_s, &R::per_s, "Closed forms, of one core."),
      },
      report::Columns::all);
  return table;
}

gemm::Question question(int chips, const char* chip, Mode mode,
                        const std::vector<Algorithm>& algorithms) {
  constexpr std::int64_t kHidden = 12'288;  // GPT-3 175B
  constexpr std::int64_t kSequence = 2'048;
  gemm::Question q;
  q.layers = gemm::paper_layers(kHidden, chips / 2 * kSequence);
  q.chips = chips;
  q.chip = gemm::chip_of(chip, {chip, ""});
  q.mode = mode;
  q.algorithms = algorithms;
  return q;
}

void add_case(const std::string& name, const gemm::Question& q, const BenchOptions& options,
              const TakeRow& take) {
  GemmBenchRow row;
  row.name = fmt::format("{}, GPT-3 on {} chips", name, q.chips);
  spdlog::info("bench gemm: {}", row.name);
  row.ms = tool::best_ms(options.repeat, [&] {
    row.certificate = q.mode == Mode::authors
                          ? gemm::tune_as_authors(q, gemm::Calibration::simulator).certificate
                          : gemm::tune(q).certificate;
  });
  take(metrics()(row));
}

}  // namespace

void bench_gemm(const BenchOptions& options, const TakeRow& take) {
  const std::vector<Algorithm> meshslice = {Algorithm::meshslice};
  std::vector<Algorithm> all;
  for (const std::string& name : gemm::algorithm_names()) {
    all.push_back(gemm::algorithm_named(name, ""));
  }
  for (const int chips : {256, 1'024}) {
    add_case("authors, meshslice", question(chips, "tpu-v4-authors", Mode::authors, meshslice),
             options, take);
    add_case("paper, meshslice", question(chips, "tpu-v4-sim", Mode::paper, meshslice), options,
             take);
    add_case("physical, meshslice", question(chips, "tpu-v4", Mode::physical, meshslice), options,
             take);
    add_case("physical, all", question(chips, "tpu-v4", Mode::physical, all), options, take);
  }
}

std::vector<report::RowKind> gemm_bench_rows() { return {metrics().kind()}; }

}  // namespace jacquard::bench
