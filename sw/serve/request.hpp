// SPDX-License-Identifier: Apache-2.0
// A request to a server, and what became of it.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::serve {

struct Request {
  std::int64_t id = 0;
  base::Picoseconds arrival{0};
  int input = 0;   // tokens, at least 1
  int output = 0;  // tokens, at least 1
  // Ids of the prompt's blocks of `Traffic::prefix_block` tokens: equal ids, equal tokens and equal
  // tokens before them. Empty: nothing is shared.
  std::vector<std::uint64_t> prefix;
  int named = 0;  // tokens that the ids say, where they say the answer too; else 0
  // Prompt tokens whose keys and values come with the request, as from a server that prefilled.
  // Less than `input`; they take blocks, but no computing.
  int present = 0;
};

// A turn of a session: it arrives `delay` after the last token of the turn before, and not before
// its own arrival.
struct LaterTurn {
  std::int64_t before = 0;  // id of the turn before
  base::Picoseconds delay{0};
  Request request;
};

// Times from the start of the run. A request's tokens leave the server at the end of their step.
struct RequestRecord {
  std::int64_t id = 0;
  int input = 0;
  int output = 0;
  base::Picoseconds arrival{0};
  base::Picoseconds queued{0};     // the scheduler knows of it
  base::Picoseconds scheduled{0};  // the first step with it is planned
  base::Picoseconds first_token{0};
  base::Picoseconds last_token{0};
  int preemptions = 0;
  std::int64_t reused = 0;  // prompt tokens that the cache had at first admission

  // From `queued`, as engines' own records count.
  base::Picoseconds ttft() const { return first_token - queued; }
  base::Picoseconds e2e() const { return last_token - queued; }
  // (last - first) / (output - 1); 0 of a single token.
  base::Picoseconds tpot() const {
    if (output <= 1) return base::Picoseconds{0};
    return base::Picoseconds{(last_token - first_token).count() / (output - 1)};
  }
};

}  // namespace jacquard::serve
