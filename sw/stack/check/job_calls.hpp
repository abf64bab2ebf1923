// SPDX-License-Identifier: Apache-2.0
// Whether a stack has the collectives and messages of a job: those, and no others.
#pragma once

#include "jacquard/stack/check/fault.hpp"
#include "jacquard/stack/stack.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::stack::check {

// Each rank takes part in the same collectives, by kind, bytes and members: those of one group in
// the same order as its graph has them, by their first slots. It sends and receives the same
// messages, by peer and bytes. Barriers carry nothing and are not looked for. Ranks of one actor
// and one class of the job differ in their groups and peers alone.
Faults compare_calls(const Stack& stack, const workload::Job& job);

}  // namespace jacquard::stack::check
