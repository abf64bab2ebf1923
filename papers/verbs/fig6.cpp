// SPDX-License-Identifier: Apache-2.0
// jacquard study fig6: Chronos Fig. 6, in full or in small.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

#include "jacquard/base/file.hpp"
#include "papers/fig6/figure.hpp"
#include "papers/fig6/rows.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/require_range.hpp"

namespace jacquard::cli {
namespace {

namespace fig6 = studies::fig6;

void check_options(const fig6::Options& o) {
  require_range("--matrices", o.matrices, 1, 100'000);
  require_range("--evaluations", o.evaluations, 1, 100'000);
  require_range("--training", o.training, 1, 1'000);
  require_range("--training-part", o.training_part, 1, 1'000);
  require_range("--finalists", o.finalists, 1, 100'000);
  require_range("--sample", o.sample, 1, 100'000);
  require_range("--part", o.part, 1, 10'000);
}

int run_study(fig6::Options o, const Common& common) {
  o.seed = common.seed;
  check_options(o);
  o.finalists = std::min(o.finalists, o.evaluations);
  o.sample = std::min(o.sample, o.matrices);
  const std::string folder = common.out.empty() ? fig6::default_folder(o) : common.out;
  spdlog::info("fig6: what is finished is kept in {}", folder);
  const fig6::Results results = fig6::run(o, folder, common.threads);
  nlohmann::json identity = json_of(o);
  identity["study"] = "fig6";
  report::Result result("study", common.seed, identity);
  const std::vector<fig6::FabricTimes> times = fabric_times(results);
  for (report::Printed& row : rows_of(results, times)) result.add(std::move(row));
  if (!common.out.empty()) {
    write_result(result, common, "fig6");
    base::write_file(common.out + "/fig6.svg", report::svg(figure(times)));
    base::write_file(common.out + "/fig6.html", page(times, command_line(common.words, {"--out"})));
    spdlog::info("fig6: wrote {}/fig6.html", common.out);
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<fig6::Options>();
  const auto number = [&](const char* name, int& value, const char* meaning) {
    app.add_option(name, value, meaning).capture_default_str();
  };
  number("--matrices", o->matrices, "Matrices through the circuits and through tuned DCQCN");
  number("--evaluations", o->evaluations, "Settings of DCQCN that the tuner tries");
  number("--training", o->training, "Other matrices, on which it tries them");
  number("--training-part", o->training_part, "Tried on a demand of one byte in so many");
  number("--finalists", o->finalists, "Of the settings tried, so many (or all) again on all bytes");
  number("--sample", o->sample,
         "Of the matrices, so many (or all) through every other packet switch");
  number("--part", o->part, "Of all bytes, keep one in so many: quick, but not Fig. 6");
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command fig6_study() {
  return {"fig6",
          "Chronos Fig. 6: a circuit switch against DCQCN, tuned and not, and what it omits",
          "  jacquard study fig6\n"
          "  jacquard study fig6 --matrices 50 --evaluations 20 --finalists 3 --sample 10\n"
          "  jacquard study fig6 --out fig6/ --threads 2\n",
          setup,
          false,
          true,
          fig6::row_kinds,
          {{"fabric", "completion_mean_ms", "mean completion time", {"fabric"}}}};
}

}  // namespace jacquard::cli
