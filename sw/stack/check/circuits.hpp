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
// (ascending). A setting must connect each output to one input at most. A circuit must end at the
// receiver's port and keep clear of what has failed.
class Circuits {
 public:
  Circuits(const Stack& stack, const Routes& routes, const Goals& goals);
  Traced run(const std::optional<std::vector<std::int64_t>>& slots);

 private:
  // A switch of a channel, whose controller is first asked when something goes through it.
  struct Switch {
    std::optional<Configuration> controller;
    std::int64_t slot = -1;  // of its outputs
    std::vector<int> outputs;
    std::vector<int> before;
  };
  // What each rank that sends in a round is told: its port, and that of the receiver.
  struct Pair {
    std::int32_t from = 0;
    std::int32_t to = 0;
  };

  const std::vector<int>& outputs(int channel, int number, std::int64_t slot);
  void require_matching(const Switch& at, int channel, int number);
  void follow(const Placed& placed, std::int64_t slot);
  bool has_failed(int port, int uplink) const;

  const Stack& stack_;
  const Routes& routes_;
  const Goals& goals_;
  Wiring wiring_;
  Settings settings_;
  std::vector<Switch> switches_;                       // by channel, then number
  std::vector<std::vector<std::vector<Pair>>> pairs_;  // by round, then part
  std::vector<bool> seen_;
  Traced out_;
};

}  // namespace jacquard::stack::check
