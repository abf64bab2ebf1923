// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/astra/program.hpp"

namespace jacquard::astra {

// One message on its way. Ranks are NPUs of the cluster, also where one stands for many.
struct Message {
  enum class Kind : std::uint8_t {
    phase,        // of a collective
    point,        // of a send node
    phase_grant,  // rendezvous: the receiver is ready, the sender may send
    point_grant,
  };
  Kind kind = Kind::phase;
  std::uint8_t phase = 0;  // of its chunk
  int from = 0;
  int to = 0;
  std::int64_t stream = 0;  // number of the chunk, the same on all NPUs; of `point`: the tag
  std::int64_t slot =
      0;  // which of the receiver's receives; of `point`: which with this tag and size
  std::int64_t bytes = 0;
  std::int64_t granted_bytes = 0;  // of a `point_grant`: what may be sent now
  const Program* program = nullptr;
  // Congestion-aware only.
  int at = 0;              // the NPU it is at, or was before the switch it is at
  int in_switch = -1;      // dimension of that switch, or -1
  std::uint32_t next = 0;  // behind it in a link's queue
};

// Messages in flight, by number; numbers are used again.
class Messages {
 public:
  std::uint32_t add(const Message& message) {
    if (unused_.empty()) {
      all_.push_back(message);
      return static_cast<std::uint32_t>(all_.size() - 1);
    }
    const std::uint32_t number = unused_.back();
    unused_.pop_back();
    all_[number] = message;
    return number;
  }
  Message& operator[](std::uint32_t number) { return all_[number]; }
  Message take(std::uint32_t number) {
    unused_.push_back(number);
    return all_[number];
  }

 private:
  std::vector<Message> all_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace jacquard::astra
