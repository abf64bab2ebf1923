// SPDX-License-Identifier: Apache-2.0
// Which slots of a stack are worth a closer look.
#pragma once

#include <optional>

#include "jacquard/report/stack/loom.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

SlotWindow whole_step(const stack::Stack& stack);

// `slots` successive ones in which transfers of the most labels begin, and among those of the most
// patterns; of equal ones the first. All there are, where there are fewer.
SlotWindow richest(const stack::Stack& stack, std::int64_t slots);

// The micro-batch in the middle, and the slots from its first to its last byte; nothing where calls
// have no micro-batch.
struct OneMicroBatch {
  int number = 0;
  SlotWindow window;
};
std::optional<OneMicroBatch> middle_micro_batch(const stack::Stack& stack);

}  // namespace jacquard::report
