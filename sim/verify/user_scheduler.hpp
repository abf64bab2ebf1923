// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/verify/verify.hpp"

namespace jacquard::verify {

struct SchedulerRules {
  std::int64_t cycle_limit = 0;  // 0: default_cycle_limit()
  bool useless_pairs = false;    // a pair may be set with nothing left to send
  bool history = false;          // each of some demands must run after others as after a reset
};

// Clocks within which a scheduler must be done with a demand: generous to one that searches, and to
// one that serves a quantum at a time.
std::int64_t default_cycle_limit(int ports, int bits);

// Each case a demand: directed ones, then cases.count random ones; each runs plain, then
// stressed, as in verify_core(). Judged is what every scheduler must do (watched_core.hpp, and the
// independent checker): back-pressure may change the schedule but not its validity. With a `golden`
// core, every output in every clock instead. With `history`, pairs of demands follow, the first
// run to its end, then aborted. A device that throws rtl::ModelStopped, or never
// answers, ends the run.
Report verify_user_scheduler(schedule::Core* golden, schedule::Core& device,
                             const schedule::CoreInputs& options, const SchedulerRules& rules,
                             const Cases& cases, const Progress& progress,
                             const Replay& replay = {});

}  // namespace jacquard::verify
