// SPDX-License-Identifier: Apache-2.0
// A batch of equal requests in closed form: prompts are prefilled, then all decode to their ends.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

struct BatchShape {
  std::int64_t batch = 1;  // requests of a replica, all groups of attention together
  int input = 1;           // tokens of each prompt
  int output = 1;          // tokens of each answer, the first one from its prompt's step
  int groups = 1;          // Deployment::attention_dp
  int stages = 1;          // Deployment::pp: so many steps of different requests are in flight
  int max_batched_tokens = 8192;  // of a group's step; prompts beyond it are cut into chunks
  double made_by_a_step = 1;      // tokens of each request, drafts that were right included
};

struct BatchTimes {
  base::Picoseconds prefill{0};     // until every request has its first token
  base::Picoseconds decode{0};      // from there to the last token
  base::Picoseconds first_step{0};  // a decode step right after the prompts
  base::Picoseconds last_step{0};   // the last decode step
  std::int64_t prefill_steps = 0;
  std::int64_t decode_steps = 0;

  base::Picoseconds time() const { return prefill + decode; }
};

// Follows the server's policy static_batch (prompts in order, each step filled to its budget), but
// asks the clock only at some steps: at all prefill steps up to 16 and at one in each of 16 equal
// parts beyond; at all decode steps up to 6, else at the points of Gauss's rule of that order,
// which is exact for times that are polynomials of the cache's length up to degree 11.
BatchTimes static_batch(const BatchShape& shape, StepClock& clock);

}  // namespace jacquard::serve
