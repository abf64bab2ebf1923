// SPDX-License-Identifier: Apache-2.0
// Where the time of a step on the machine goes, when no two NPUs need be alike.
#pragma once

#include "systemc/train/on_machine.hpp"

namespace jacquard::train {

// The account of a class is the mean of its NPUs'; the critical path is of the first NPUs.
void account_by_npus(const Step& step, const OnMachine& on, StepAnswer& answer);

// What NPUs waited for at exchanges: OnMachine::imbalance and contention.
void add_waits(const StepMeetings& meetings, const systemc::JobMachineOutcome& outcome,
               OnMachine& on);

}  // namespace jacquard::train
