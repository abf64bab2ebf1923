// SPDX-License-Identifier: Apache-2.0
// Follows what NPUs send through what the switches are set to, by the bytes that their controllers
// hold.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/stack/check/replay.hpp"
#include "jacquard/stack/check/wiring.hpp"
#include "jacquard/stack/configuration/configuration.hpp"

namespace jacquard::stack::check {

struct Traced {
  std::int64_t slots = 0;
  std::int64_t circuits = 0;
  Faults faults;
};

// The messages of the calls that `goals` follow: in each of their slots, or in `slots` alone
// (ascending). A setting must connect each output to one input at most, a circuit must end at the
// receiver's port and keep clear of what has failed.
class Circuits {
 public:
  Circuits(const Stack& stack, const Routes& routes, const Goals& goals);
  Traced run(const std::optional<std::vector<std::int64_t>>& slots);

 private:
  // The controllers of a channel's switches, and what they have set.
  struct Channel {
    std::vector<Configuration> controllers;
    Wiring::Outputs outputs;
    Wiring::Outputs before;
  };
  // What each rank that sends in a round is told: its port, and that of the receiver.
  struct Pair {
    std::int32_t from = 0;
    std::int32_t to = 0;
  };

  void set(std::int64_t slot);
  void require_matching(int channel, int number, std::int64_t slot);
  void follow(const Placed& placed, std::int64_t slot);
  bool has_failed(int port, int uplink) const;

  const Stack& stack_;
  const Routes& routes_;
  const Goals& goals_;
  Wiring wiring_;
  std::vector<Channel> channels_;
  std::vector<std::vector<std::vector<Pair>>> pairs_;  // by round, then part
  std::vector<bool> seen_;
  Traced out_;
};

}  // namespace jacquard::stack::check
