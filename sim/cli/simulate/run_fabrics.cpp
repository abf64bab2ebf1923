// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/simulate/run_fabrics.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/tool/file_lock.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/simulate/leave_nothing.hpp"
#include "sim/cli/simulate/resolve.hpp"
#include "sim/experiment/rows.hpp"
#include "sim/experiment/write_report.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/experiment/run_experiment.hpp"

namespace jacquard::cli {
namespace {

using experiment::ExperimentAnswer;
using experiment::ExperimentConfig;

constexpr const char* kJournal = "/journal";

// "moe_alltoall" of "configs/experiments/moe_alltoall.json".
std::string name_of(const std::string& experiment) {
  return std::filesystem::path(experiment).stem().string();
}

int run_and_tell(const SimulateOptions& o, const Common& common, const ExperimentConfig& config,
                 const std::string& folder, bool& finished_any) {
  const bool writes = !folder.empty();
  experiment::ExperimentOptions options;
  options.seed = common.seed;
  options.seeds = o.seeds;
  options.threads = common.threads;
  options.details = writes;
  options.wall_clock = !common.no_timing;
  if (writes) {
    options.journal = folder + kJournal;
    options.waveform = folder + "/scheduler.fst";
  }
  tool::Progress progress("simulate", "runs");
  base::Seconds simulated{0};
  double megaevents = 0, wall_s = 0;
  options.progress = [&](std::int64_t done, std::int64_t of, const experiment::RunFigures& last) {
    finished_any = true;
    simulated += base::to_seconds(last.completion);
    megaevents += static_cast<double>(last.events) * 1e-6;
    wall_s += last.wall_s;
    progress.at(static_cast<double>(done), static_cast<double>(of),
                fmt::format("{:.3g} ms simulated, {:.2f} M events/s", simulated.count() * 1e3,
                            wall_s > 0 ? megaevents / wall_s : 0));
  };
  ExperimentAnswer answer;
  or_name_origin(o, common, [&] { answer = run_experiment(config, options); });
  for (const std::string& fabric : answer.left_out) {
    spdlog::warn(
        "'{}' is left out: its decisions are measured on this machine, which --no-timing "
        "excludes",
        fabric);
  }

  nlohmann::json identity;
  identity["experiment"] = experiment::experiment_fields().show(answer.effective);
  identity["seeds"] = o.seeds;
  report::Result result("simulate", common.seed, identity);
  for (const experiment::CaseRuns& runs : answer.runs) {
    result.add(experiment::case_metrics()(runs));
  }
  if (writes) {
    if (common.no_timing) result.drop_timing();
    write_report(answer, result, result.cells(), command_line(common.words, {"--out"}), folder,
                 options.waveform);
    std::filesystem::remove(options.journal);
    spdlog::info("report: {}/report.html", folder);
  }
  print(result, common);
  return 0;
}

}  // namespace

int run_fabrics(const SimulateOptions& o, const Common& common) {
  const ExperimentConfig config = resolve_experiment(o, common);
  if (o.seeds > 1 && config.traffic.kind == experiment::TrafficKind::arrivals) {
    throw base::ConfigError({"--seeds", "", "1 where flows are drawn", std::to_string(o.seeds),
                             "traffic.count draws more sets of flows"});
  }
  if (common.no_report) {
    bool ignored = false;
    return run_and_tell(o, common, config, "", ignored);
  }
  const std::string folder =
      common.out.empty() ? "out/simulate/" + name_of(o.experiment) : common.out;
  return or_leave_nothing(folder + kJournal, [&](bool& finished_any) {
    // Until the report is written: who waits for it begins anew, with a journal of its own.
    const tool::FileLock one_at_a_time(folder + kJournal + ".lock");
    return run_and_tell(o, common, config, folder, finished_any);
  });
}

}  // namespace jacquard::cli
