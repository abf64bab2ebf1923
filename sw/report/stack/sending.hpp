// SPDX-License-Identifier: Apache-2.0
// What the ports of each actor send in which slots: the threads that pictures of a stack show.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

struct Sent {
  std::int64_t begin = 0;  // slot
  std::int64_t end = 0;
  int label = 0;            // of Plan::labels
  int micro_batch = -1;     // none
  std::int32_t placed = 0;  // in Timeline::placed, or of the placeholder in Timeline::reserved
  bool changes = false;     // the ports had another setting before
  bool reserved = false;    // kept for what only the run knows
};

// All ports of one actor on one channel.
struct SendingRow {
  int actor = 0;
  int channel = 0;
  std::string name;
  std::vector<Sent> sent;  // by begin, none overlapping another
};

// By actor, then by channel. Where two calls share a slot it is the earlier one's.
std::vector<SendingRow> sending_rows(const stack::Stack& stack);

}  // namespace jacquard::report
