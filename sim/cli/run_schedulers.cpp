// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_schedulers.hpp"

#include <fmt/format.h>

#include <chrono>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/parallel/summary.hpp"

namespace jacquard::cli {

std::vector<const schedule::Scheduler*> chosen_schedulers(const std::string& names,
                                                          const std::string& option) {
  std::vector<const schedule::Scheduler*> chosen;
  if (names == "all") {
    for (const schedule::Scheduler& s : schedule::schedulers()) {
      if (!s.reference) chosen.push_back(&s);
    }
    return chosen;
  }
  for (const std::string& name : base::comma_list(names)) {
    chosen.push_back(&schedule::find_scheduler(name, option));
  }
  return chosen;
}

std::string scheduler_names() {
  std::string names;
  for (const schedule::Scheduler& s : schedule::schedulers()) {
    names += (names.empty() ? "" : ", ") + std::string(s.name);
  }
  return names;
}

report::SchedulerRun run_scheduler(const schedule::Scheduler& scheduler,
                                   const demand::DemandMatrix& bytes,
                                   const demand::QuantaMatrix& quanta,
                                   const schedule::SchedulerOptions& options, int switches) {
  if (switches > 1 && scheduler.hops > 1) {
    throw base::ConfigError({"--switches", "", "1 with a scheduler of several hops",
                             std::to_string(switches), std::string("not ") + scheduler.name});
  }
  const auto began = std::chrono::steady_clock::now();
  schedule::Schedule schedule = scheduler.run(quanta, options);
  std::vector<schedule::SwitchShare> shares;
  if (switches > 1) shares = schedule::over_switches(quanta, schedule, switches);
  const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - began;
  const schedule::Summary figures = shares.empty()
                                        ? summarise(bytes, quanta, schedule, scheduler.hops)
                                        : summarise(bytes, quanta, shares);
  return {scheduler.name,      scheduler.summary, scheduler.source, figures,
          std::move(schedule), took.count(),      std::move(shares)};
}

std::vector<report::SchedulerRun> runs_of_switches(const report::SchedulerRun& run,
                                                   const demand::DemandMatrix& bytes) {
  if (run.shares.empty()) return {run};
  const std::vector<demand::DemandMatrix> parts = bytes_of(run.shares, bytes);
  std::vector<report::SchedulerRun> runs;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const schedule::SwitchShare& share = run.shares[k];
    runs.push_back(run);
    runs.back().name += fmt::format(", switch {}", k);
    runs.back().figures = summarise(parts[k], share.demand, share.schedule, 1);
    runs.back().schedule = share.schedule;
    runs.back().shares.clear();
  }
  return runs;
}

}  // namespace jacquard::cli
