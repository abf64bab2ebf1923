// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "jacquard/base/units.hpp"
#include "systemc/circuit/outages.hpp"

namespace jacquard::systemc {

// From `from` until `to` an input of a crossbar is connected to an output.
struct Connection {
  int output = -1;
  base::Picoseconds from{0};
  base::Picoseconds to{0};
};

// What a crossbar will connect, and when. What a transfer may do is looked up by time, never read
// from a state, so that events of the same instant may come in any order.
class Timetable {
 public:
  Timetable(int inputs, int outputs, base::Picoseconds guard);

  // Requires times not before those of earlier connections of the same input and of the same
  // output. Throws ConfigError naming the ports if they overlap, or if less than the guard lies
  // between two different ones.
  void connect(int input, Connection connection);

  // The same while it is not known how long: until disconnect().
  void connect(int input, int output, base::Picoseconds from) {
    connect(input, {output, from, kForever});
  }
  void disconnect(int input, base::Picoseconds at);

  // The connection of `input` at `time`; output -1 if there is none. What ended before `time` is
  // forgotten, so times of one input may only grow.
  Connection at(int input, base::Picoseconds time);

 private:
  struct LastUse {
    int input = -1;
    base::Picoseconds to{0};
  };
  base::Picoseconds guard_;
  std::vector<std::deque<Connection>> inputs_;
  std::vector<Connection> last_of_input_;
  std::vector<LastUse> last_of_output_;
};

}  // namespace jacquard::systemc
