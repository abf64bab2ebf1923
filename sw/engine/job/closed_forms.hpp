// SPDX-License-Identifier: Apache-2.0
// A job's communications by closed forms, in the place of the event loop.
#pragma once

#include <vector>

#include "jacquard/engine/event/driver.hpp"
#include "jacquard/engine/job/job_rounds.hpp"
#include "jacquard/engine/result.hpp"
#include "jacquard/engine/scenario.hpp"

namespace jacquard::engine::job {

// Runs the driver. A collective begins when all its ranks have issued it and each has its
// dimensions to itself, of those that wait the first by the scenario's order; it ends everywhere at
// once. Messages wait for nothing. Times are those of step::CollectiveTimes, by the mode of the
// scenario. Result has the time, the collectives and what each rank sends.
// Throws ConfigError where something waits for ever, and beyond 46 days.
Result run_by_closed_forms(const Scenario& scenario, const JobRounds& rounds, Driver& driver);

}  // namespace jacquard::engine::job
