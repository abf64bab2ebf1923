// SPDX-License-Identifier: Apache-2.0
// jacquard study meshslice.
#include <algorithm>
#include <atomic>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/timeline/svg.hpp"
#include "jacquard/tool/run_cases.hpp"
#include "papers/meshslice/estimates.hpp"
#include "papers/meshslice/pictures.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/rows.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

namespace meshslice = studies::meshslice;

struct Options {
  int most = 4096;
  std::string chip = meshslice::kFit;
  std::string mode = "paper";
};

void write_pictures(const std::vector<meshslice::FigureRow>& rows,
                    const std::vector<meshslice::EstimateRow>& estimates, const gemm::Chip& chip,
                    const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& svg) {
    base::write_file(folder + "/meshslice_" + name + ".svg", svg);
  };
  write("slices", meshslice::example_slices());
  write("lost_time", report::svg(meshslice::lost_time(rows)));
  write("timelines", report::svg(meshslice::timelines(chip)));
  write("slice_counts", report::svg(meshslice::slices_chart(estimates)));
  const std::pair<const char*, const char*> names[] = {{"GPT-3", "gpt3"},
                                                       {"Megatron-NLG", "megatron"}};
  for (const auto& [model, name] : names) {
    write(std::string("weak_") + name,
          report::svg(meshslice::scaling_chart(rows, "weak-scaling", model)));
    write(std::string("strong_") + name,
          report::svg(meshslice::scaling_chart(rows, "strong-scaling", model)));
  }
}

int run_study(const Options& o, const Common& common) {
  const gemm::Chip chip = meshslice::shipped_chip(o.chip);
  const gemm::Mode mode = gemm::mode_named(o.mode, "--mode");
  if (mode == gemm::Mode::authors) {
    throw base::ConfigError(
        {"--mode", "", "paper or physical", o.mode, "theirs has one algorithm"});
  }
  const std::vector<meshslice::FigureCase> cases = meshslice::figure_cases(o.most);
  std::vector<std::optional<meshslice::FigureRow>> found(cases.size());
  std::atomic<std::size_t> done{0};
  tool::Progress progress("meshslice", "rows");
  tool::run_in_threads(static_cast<std::int64_t>(cases.size()), common.threads,
                       [&](std::int64_t index) {
                         const auto i = static_cast<std::size_t>(index);
                         found[i] = meshslice::figure_row(cases[i], chip, mode);
                         progress.at(static_cast<double>(++done), static_cast<double>(cases.size()),
                                     cases[i].figure);
                       });
  report::Result result(
      "study", common.seed,
      {{"study", "meshslice"}, {"chip", o.chip}, {"mode", o.mode}, {"chips", o.most}});
  std::vector<meshslice::FigureRow> rows;
  for (std::optional<meshslice::FigureRow>& row : found) {
    if (!row) continue;
    result.add(meshslice::figure_metrics()(*row));
    rows.push_back(*std::move(row));
  }
  const std::vector<meshslice::EstimateRow> estimates = meshslice::estimates(chip);
  for (const meshslice::EstimateRow& row : estimates) {
    result.add(meshslice::estimate_metrics()(row));
  }
  if (!common.out.empty()) {
    write_result(result, common, "meshslice");
    write_pictures(rows, estimates, chip, common.out);
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  constexpr int kMost = 16'384;
  auto o = std::make_shared<Options>();
  app.add_option("--chips", o->most, "Weak scaling from 16 chips to so many, by doubling")
      .within(meshslice::kPaperChips, kMost)
      .capture_default_str();
  app.add_option("--chip", o->chip, "A file, or a name of configs/chips").capture_default_str();
  app.add_option("--mode", o->mode, "Closed forms: paper or physical").capture_default_str();
  return [o, &common] { return run_study(*o, common); };
}

}  // namespace

Command meshslice_study() {
  return {
      "meshslice",
      "Seven distributed GeMM algorithms, each at its best, as meshes grow",
      "  jacquard study meshslice --out study/\n"
      "  jacquard study meshslice --chips 256 --chip tpu-v4 --json\n",
      setup,
      false,
      true,
      [] {
        return std::vector{meshslice::figure_metrics().kind(),
                           meshslice::estimate_metrics().kind()};
      },
      {{"meshslice", "time_ps", "time of the block", {"figure", "model", "algorithm", "chips"}}}};
}

}  // namespace jacquard::cli
