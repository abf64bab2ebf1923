// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/report/html/page.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::cli {

// The rows of the table that `names`, given to `option`, asks for: "all" but the
// reference, or names separated by commas.
std::vector<const schedule::Scheduler*> chosen_schedulers(
    const std::string& names, const std::string& option = "--scheduler");

// All names, separated by commas: for --help.
std::string scheduler_names();

// Decides, times and judges. Over parallel switches its settings are dealt out to them, which is
// timed too. Throws ConfigError if the scheduler cannot do this demand, or so many switches.
report::SchedulerRun run_scheduler(const schedule::Scheduler& scheduler,
                                   const demand::DemandMatrix& bytes,
                                   const demand::QuantaMatrix& quanta,
                                   const schedule::SchedulerOptions& options, int switches = 1);

// The run of each parallel switch by itself, or the run where there is one.
std::vector<report::SchedulerRun> runs_of_switches(const report::SchedulerRun& run,
                                                   const demand::DemandMatrix& bytes);

}  // namespace jacquard::cli
