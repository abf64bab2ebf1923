// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/rounds/shape.hpp"

namespace jacquard::engine {

// NPUs that do the same at the same time, so that one NPU stands for all of its class. Without
// lists all NPUs are one class. symmetry.hpp says when that is exact.
struct Classes {
  static constexpr int kMessage = -1;

  std::vector<int> of;        // the class of each NPU
  std::vector<int> first{0};  // of each class the NPU that stands for it, and ...
  rounds::Shape shape;        // ... whose place on each digit of the collectives' shape is 0, ...
  std::vector<int> apart;     // ... but on those, which tell classes apart
  // Of each collective of the graph, whose shape has all NPUs, the class that takes part; kMessage:
  // it is a message, which lists the NPUs that stand for the sender and the receiver.
  std::vector<int> taking_part;

  int size() const { return static_cast<int>(first.size()); }
  int of_npu(int npu) const { return of.empty() ? 0 : base::at(of, npu); }
  int of_collective(int c) const { return taking_part.empty() ? 0 : base::at(taking_part, c); }
  bool is_message(int c) const { return of_collective(c) == kMessage; }
  // A link that is numbered NPU x ports + port, by the class of its NPU instead.
  std::int64_t link(std::int64_t number, int ports) const {
    return of.empty()
               ? number % ports
               : std::int64_t{of_npu(static_cast<int>(number / ports))} * ports + number % ports;
  }
};

}  // namespace jacquard::engine
