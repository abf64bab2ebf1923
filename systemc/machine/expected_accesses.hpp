// SPDX-License-Identifier: Apache-2.0
// How much work a job is for a machine's memories, before it runs.
#pragma once

#include "jacquard/engine/job/job_rounds.hpp"
#include "jacquard/engine/scenario.hpp"
#include "systemc/machine/job_machine.hpp"

namespace jacquard::systemc {

// Of the memories of all NPUs that are simulated: what computations read, and what each message
// reads, writes and, where it is summed, reads and writes again. Products on cores are left out.
double expected_accesses(const engine::Scenario& scenario, const JobMachine& machine,
                         const engine::job::JobRounds& rounds);

// Throws ConfigError naming `source` for more than machine.most_accesses, unless that is 0.
void require_few_accesses(const engine::Scenario& scenario, const JobMachine& machine,
                          const engine::job::JobRounds& rounds, const char* source);

}  // namespace jacquard::systemc
