// SPDX-License-Identifier: Apache-2.0
// A stack's switches for a job that runs as fast as it can: circuits come in the order of the
// stack, and slots play no part.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "jacquard/stack/prepared_order.hpp"
#include "systemc/rounds/plane_network.hpp"
#include "systemc/stack/stack_switches.hpp"

namespace jacquard::systemc {

// Each port, and each link between switches, goes through its circuits in the stack's order. A
// circuit is made as soon as it is the next of all that it takes, after a guard where one of them
// has had another; it waits there for its message. One that is made already is held. An exchange
// has its turn like a circuit, at the ports of its members.
class StackPlane final : public sc_core::sc_module, public TransferSink, public MessagePlane {
 public:
  // The stack outlives it.
  StackPlane(const sc_core::sc_module_name& name, const stack::Stack& stack, std::string stack_name,
             std::shared_ptr<const stack::PreparedOrder> order, PlaneParts parts);

  // A message or an exchange that the stack does not have is a failure(), which names both sides.
  void request(int from, int to, base::Bytes bytes, std::int64_t id) override;
  void hold(std::vector<int> members, std::function<void()> granted) override;
  void release(const std::vector<int>& members) override;

  void arrive(int port, const Transfer& transfer) override;

  const std::vector<PortUse>& outputs() const override { return use_; }
  CircuitsMade made() const override { return made_; }
  std::string waits_for() const override;
  std::exception_ptr failure() const override { return failure_; }

 private:
  static constexpr int kNone = -1;

  void fail(const std::string& expected, const std::string& found);
  struct Way {                        // a port or a link between switches
    std::vector<std::int32_t> turns;  // passings, ascending
    std::size_t next = 0;
    int connected = kNone;  // the passing whose circuit it is part of
    bool used = false;
  };
  struct State {
    int ways = 0;   // that it takes, ...
    int ready = 0;  // ... and of these, whose next it is
    bool made = false;
    bool over = false;
    base::Picoseconds up{0};       // when its circuit is there
    base::Picoseconds asked{0};    // when its message was ready
    std::int64_t message = kNone;  // none is ready
  };
  struct Messages {                    // of a round from one rank
    std::vector<std::int32_t> pieces;  // passings, by repetition and first byte
    std::size_t next = 0;
  };

  enum class Kind { from, to, up, down };  // a port of an NPU or a link, in one direction
  int way(int channel, Kind kind, int number) const;
  template <class Take>
  void each_way(const stack::Passing& passing, const Take& take) const;
  PortCircuit circuit_of(const stack::Passing& passing) const;
  void come_next(int way);
  void make(int passing);
  bool is_connected(int passing) const;
  void disconnect(int passing);
  void send(int passing);
  void grant(int passing);
  void end(int passing);

  const stack::Stack& stack_;
  std::shared_ptr<const stack::PreparedOrder> order_;
  PlaneParts parts_;
  std::vector<std::unique_ptr<StackSwitches>> channels_;
  std::vector<Way> ways_;
  std::vector<State> states_;                              // of passings
  std::map<std::pair<int, int>, Messages> messages_;       // by round and sender
  std::map<std::vector<int>, std::deque<int>> exchanges_;  // passings, by members
  std::map<int, std::function<void()>> coming_;            // exchanges that all have come to
  std::map<std::vector<int>, int> has_ports_;              // passings of exchanges, by members
  std::map<std::int64_t, int> flying_;  // pieces of a message that have not arrived
  std::vector<PortUse> use_;
  CircuitsMade made_;
  std::int64_t passed_ = 0;
  std::string stack_name_;
  std::exception_ptr failure_;
};

// What makes the plane of a job's one dimension. Throws ConfigError for a stack that SystemC cannot
// run (three tiers, more than kMostReplayPorts ports), and as stack::prepared_order() does.
MakePlane plane_of_stack(const stack::Stack& stack, const std::string& stack_name,
                         const engine::job::JobWork& work, const engine::job::JobRounds& rounds);

}  // namespace jacquard::systemc
