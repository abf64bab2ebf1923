// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/verify/arbiter_device.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {

struct ArbiterRules {
  int latency = 0;          // clocks from a request to its answer
  bool maximal = true;      // an answer that could be added to is wrong
  bool wwfa = false;        // answers must be those of the wrapped wave front arbiter, bit for bit
  bool priorities = false;  // the device heeds the priority
};

// A request in every clock, with gaps and resets in between: directed, exhaustive where N*N <= 16,
// and cases.count random ones. Each answer, `latency` clocks later, must hold to the rules. A
// device that throws rtl::ModelStopped ends the run; the report says why.
Report verify_own_arbiter(ArbiterDevice& device, int ports, const ArbiterRules& rules,
                          const Cases& cases, const Progress& progress, const Replay& replay = {});

}  // namespace jacquard::verify
