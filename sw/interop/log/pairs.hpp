// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/interop/log/families.hpp"
#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

// An all-reduce of two ranks is a message each way of all its bytes: what each of them sends is the
// same. So groups of two that are no whole partition, as Megatron-LM's first and last stage that
// share an embedding, keep the job regular. Families that call anything else stay as they are.
// Returns how many calls of classes were replaced. Requires check_log().
std::int64_t pairs_as_messages(Log& log, const Families& families);

}  // namespace jacquard::interop
