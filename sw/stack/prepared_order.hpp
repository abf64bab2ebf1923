// SPDX-License-Identifier: Apache-2.0
// The order in which a stack's circuits follow each other, in the words of a job that runs on it.
#pragma once

#include <string>
#include <vector>

#include "jacquard/engine/job/job_rounds.hpp"
#include "jacquard/engine/job/work.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack {

// A circuit, and what it is for: a message or a piece of one. Or an exchange, which only the run
// knows: it has the ports of its members.
struct Passing {
  static constexpr int kExchange = -1;
  int round = kExchange;  // of the job's rounds
  int from = 0;           // ranks
  int to = 0;
  int repetition = 0;
  base::Bytes first{0};  // of the message's bytes
  base::Bytes bytes{0};
  int channel = 0;
  int link = Routes::kLocal;
  int exchange = 0;  // of PreparedOrder::members
};

struct PreparedOrder {
  std::vector<Passing> passings;          // by slot; those that share a port come one by one
  std::vector<std::vector<int>> members;  // of each exchange: ranks, ascending
};

// `rounds` are those of `work` on one crossbar, from which exchanges may be left out. Throws
// ConfigError naming both sides where a round of a call is not as the job has it, and for more than
// 20 million circuits.
PreparedOrder prepared_order(const Stack& stack, const std::string& stack_name,
                             const engine::job::JobWork& work,
                             const engine::job::JobRounds& rounds);

}  // namespace jacquard::stack
