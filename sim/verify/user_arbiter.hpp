// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/rtl/arbiter_device.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {

using rtl::ArbiterDevice;
using rtl::ArbiterRequest;

struct ArbiterRules {
  int latency = 0;          // clocks from a request to its answer
  bool maximal = true;      // an answer that could be added to is wrong
  bool wwfa = false;        // answers must be those of the wrapped wave front arbiter, bit for bit
  bool priorities = false;  // the device heeds the priority
  bool valids = false;      // it heeds valid_i, so that not every clock has a request
  std::int64_t max_wait = 0;  // a held request is granted in so many answers; 0: it may starve
  double min_efficiency = 0;  // least efficiency_saturated
  // Where pair i*N + j is on req_i and gnt_o, for messages; empty: at i*N + j.
  std::vector<int> request_at{}, grant_at{};
};

// The longest wait that an arbiter of no declared rule may cause, in clocks. N where a priority can
// rotate: each wrapped diagonal is first once in N clocks. N^2 where the arbiter has state (iSLIP's
// bound, McKeown 1999 s3). No bound where the grants are a function of the requests.
std::int64_t default_max_wait(int ports, bool priorities, bool clocked);

// A request in every clock, with gaps and resets in between: directed, exhaustive where N*N <= 16,
// and cases.count random ones. Each answer, `latency` clocks later, must hold to the rules. Then
// requests that are held until they are granted (held_requests.hpp), and requests of saturated
// queues, for the efficiency. A device that throws rtl::ModelStopped ends the run; the report says
// why.
Report verify_user_arbiter(ArbiterDevice& device, int ports, const ArbiterRules& rules,
                           const Cases& cases, const Progress& progress, const Replay& replay = {});

// The cases of that run, however many clocks each takes.
std::int64_t user_arbiter_cases(int ports, bool priorities, const Cases& cases);

}  // namespace jacquard::verify
