// SPDX-License-Identifier: Apache-2.0
// Moves real numbers through the rounds, in an order as bad as the rules of a Round allow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/rounds/round_graph.hpp"

namespace jacquard::collective {

// Every endpoint sends as early as it may. Which message comes next is the adversary's choice:
enum class Order {
  oldest_first,
  newest_first,
  earliest_round_first,
  latest_round_first,  // what a round forgot to wait for comes last
  starved_npu,         // one NPU gets nothing while anything else can happen
  starved_round,       // one round's messages come when nothing else can happen
  random
};

struct Execution {
  std::int64_t messages = 0;
  std::string fault;  // in a sentence: what went wrong, or who waits for whom; "" if all is right
};

// Throws ConfigError, under the name of `source`, for a graph whose numbers do not fit in a
// gigabyte or so.
void require_executable(const rounds::RoundGraph& graph, const std::string& source);

// Runs every collective of the graph and checks what each should have brought about. The graph may
// have rounds that wait for later ones or themselves (that is how a deadlock is explained), but no
// other of rounds::faults().
// `starved` is the NPU or the round that is.
Execution execute(const rounds::RoundGraph& graph, Order order, std::uint64_t seed,
                  int starved = 0);

// How many orders of each kind to try.
struct Effort {
  std::size_t plain_orders = 4;  // latest round, newest, earliest round, oldest first
  int random_orders = 3;
  int starved_npus = 2;
  int starved_rounds = 1 << 20;  // each, if there are not more
};

// The same in every order; the first fault, naming the order.
Execution prove(const rounds::RoundGraph& graph, std::uint64_t seed, const Effort& effort = {});

}  // namespace jacquard::collective
