// SPDX-License-Identifier: Apache-2.0
// Requests of people who go on talking: sessions of several turns with time to think between them.
// The prompt of a turn holds all prompts and answers before it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/serve/arrivals.hpp"
#include "jacquard/serve/request.hpp"

namespace jacquard::serve {

struct Turns {
  double mean = 1;
  bool geometric = false;  // else each session has exactly so many
};
// "5" or "geometric:5". Throws ConfigError at --turns.
Turns parse_turns(const std::string& text);

// From the last token of an answer to the next prompt.
struct Thinking {
  double mean_s = 0;
  double variation = 1;  // 0: constant, 1: exponential, else gamma
};
// "30 s", "constant:30 s" or "gamma:2:30 s". Throws ConfigError at --think.
Thinking parse_thinking(const std::string& text);

struct Sessions {
  Turns turns;
  Thinking thinking;
  int shared = 0;  // tokens that all sessions begin with: a system's prompt
};

struct Lengths {
  int input = 1;      // longest new tokens of a turn
  int output = 1;     // longest answer
  double spread = 1;  // as drawn_requests() has it
};

struct DrawnSessions {
  std::vector<Request> requests;  // the first turn of each that is sent, in the order of arrivals
  std::vector<LaterTurn> later;
  int prefix_block = 0;  // tokens of an id of Request::prefix
};

// `count` turns, of which `arrivals.per_second` come a second where answers take no time: sessions
// begin at that rate over the mean turns. Sessions that began before the run are there, so that it
// has its rate from the start: a turn is the first one that is sent with the chance that the one
// before it came before the run. A session ends when its next turn would exceed `most_tokens`;
// throws ConfigError at --turns where the number of turns says that all would.
DrawnSessions drawn_sessions(const Sessions& sessions, const Arrivals& arrivals, std::int64_t count,
                             const Lengths& lengths, std::int64_t most_tokens, std::uint64_t seed);

// The same of so many clients, who begin with thinking and have one session after another.
DrawnSessions client_sessions(const Sessions& sessions, int clients, std::int64_t count,
                              const Lengths& lengths, std::int64_t most_tokens, std::uint64_t seed);

}  // namespace jacquard::serve
