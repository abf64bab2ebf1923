// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_schedulers.hpp"

#include <chrono>

#include "jacquard/base/comma_list.hpp"

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
                                   const schedule::SchedulerOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  schedule::Schedule schedule = scheduler.run(quanta, options);
  const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - began;
  const schedule::Summary figures = summarise(bytes, quanta, schedule, scheduler.hops);
  return {scheduler.name, scheduler.summary,   scheduler.source,
          figures,        std::move(schedule), took.count()};
}

}  // namespace jacquard::cli
