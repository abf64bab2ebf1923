// SPDX-License-Identifier: Apache-2.0
// A strategy's step as a job of OpGraphs, for any engine: what the list schedule answers in
// microseconds, seen message by message.
#pragma once

#include "jacquard/engine/job/work.hpp"
#include "jacquard/plan/physical/program.hpp"

namespace jacquard::plan::physical {

// To be run on the fabric and by the rules of machine.comms.machine(). Of a request with
// Departure::volumes, latencies and order: other programs are the paper's, which have no messages.
engine::job::JobWork job_of(const PricedSystem& machine, const Timed& timed);

}  // namespace jacquard::plan::physical
