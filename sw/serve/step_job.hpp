// SPDX-License-Identifier: Apache-2.0
// One step of a replica as a job: an OpGraph for each group of attention and each stage.
#pragma once

#include "jacquard/base/span.hpp"
#include "jacquard/serve/deployment.hpp"
#include "jacquard/serve/step.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::serve {

// NPUs are numbered by place in tp, then group, then stage. Operations of an NPU follow one
// another. Computations take the times of our laws; collectives have bytes and a group, for an
// engine to time, and with `timed` the times of our laws too. The host's time is left out. Requires
// one load for each group; throws ConfigError as cost_clock().
workload::Job step_job(const Deployment& deployment, base::Span<const StepLoad> groups,
                       bool timed = false);

}  // namespace jacquard::serve
