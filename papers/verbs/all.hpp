// SPDX-License-Identifier: Apache-2.0
// Every study: a sweep with a question. A row has a verb's form, its options come after its name.
#pragma once

#include "sim/cli/command.hpp"

namespace jacquard::cli {

Command appliance_study();
Command arbiter_load_study();
Command decision_latency_study();
Command fig6_study();
Command findings_2026_study();
Command findings_study();
Command guard_time_study();
Command meshslice_study();
Command optical_study();
Command policies_study();
Command regimes_study();
Command stack_study();

base::Span<const Command> studies();

}  // namespace jacquard::cli
