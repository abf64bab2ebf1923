// SPDX-License-Identifier: Apache-2.0
// The links of one dimension and direction, which carry messages of rounds one by one; and who has
// their ports to itself for a while.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/units.hpp"
#include "systemc/circuit/circuit_switch.hpp"
#include "systemc/circuit/framing.hpp"

namespace jacquard::systemc {

struct PlaneShape {
  int ports = 0;
  Framing framing;
  base::Picoseconds up{0};    // NPU to switch
  base::Picoseconds down{0};  // switch to NPU
  base::Picoseconds guard{0};
  bool switched = true;  // whether messages share a link on the way down
};

// Circuits that messages of rounds have got.
struct CircuitsMade {
  std::int64_t circuits = 0;    // made; a message that finds its circuit made is none
  base::Picoseconds guard{0};   // of all
  base::Picoseconds waited{0};  // by messages that were ready, for ports and guards; a sum
};

// A cast's way through the switch: a part of each sender comes up to it, and the sum goes to all of
// these ports, where it is a message each.
struct SumOfParts {
  std::int64_t number = 0;  // of the sum
  int parts = 1;
  struct Copy {
    int to = 0;
    std::int64_t id = 0;
  };
  std::vector<Copy> copies;
};

class MessagePlane {
 public:
  // `delivered`: the last bit of the message `id` is in.
  using Delivered = std::function<void(std::int64_t id)>;

  virtual ~MessagePlane() = default;
  // Message `id` (any number from 0) is ready now.
  virtual void request(int from, int to, base::Bytes bytes, std::int64_t id) = 0;
  // Whether its switch adds and copies. Then a part of a sum is ready at `from` now; says when its
  // last bit leaves that port. No two senders of a sum name it differently.
  virtual bool adds_and_copies() const { return false; }
  virtual base::Picoseconds request_part(int from, base::Bytes bytes, const SumOfParts& sum);
  // Calls `granted` when all that came before at these ports has been carried. Messages that come
  // later wait for release(). Never calls from within.
  virtual void hold(std::vector<int> ports, std::function<void()> granted) = 0;
  virtual void release(const std::vector<int>& ports) = 0;
  // Of each port's link to its NPU.
  virtual const std::vector<PortUse>& outputs() const = 0;
  // The same of each port's link from its NPU, where the plane counts it; else none.
  virtual std::vector<PortUse> inputs() const { return {}; }
  virtual CircuitsMade made() const { return {}; }
  // After the run: who still waits for what; empty: nobody.
  virtual std::string waits_for() const { return ""; }
  // Why it cannot go on: it has paused the kernel then.
  virtual std::exception_ptr failure() const { return nullptr; }
};

// Who asked for ports, and what waits behind them. All goes by the order of asking: a message waits
// for who asked for one of its ports before it, and who asks waits for messages that came before.
class PortHolds {
 public:
  explicit PortHolds(int ports) : of_port_(static_cast<std::size_t>(ports), 0) {}

  struct Message {
    int from;
    int to;
    base::Bytes bytes;
    std::int64_t id;
    base::Picoseconds ready{0};
  };

  void ask(std::vector<int> ports, std::function<void()> granted);
  bool blocks(int port) const;
  void put_behind(const Message& message) { behind_.push_back({next_++, message}); }
  // Of who has exactly these ports. The messages that nobody blocks any more, in the order they
  // came.
  std::vector<Message> release(const std::vector<int>& ports);
  // Those whose turn it is and whose ports are all idle; one port has one at a time.
  std::vector<std::function<void()>> grant(const std::function<bool(int port)>& idle);
  bool asked() const;  // by somebody who waits

 private:
  struct Hold {
    std::int64_t number;
    std::vector<int> ports;
    std::function<void()> granted;  // none: has them
  };
  struct Behind {
    std::int64_t number;
    Message message;
  };

  bool is_blocked(const Behind& one) const;

  std::vector<int> of_port_;  // that have it or ask for it
  std::deque<Hold> holds_;
  std::deque<Behind> behind_;
  std::int64_t next_ = 0;
};

}  // namespace jacquard::systemc
