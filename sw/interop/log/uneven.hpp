// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/interop/log/families.hpp"
#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

// All members of an all-to-all put in as much as the one that puts in most. That one is sought in
// all groups of the family in which the same classes meet. Returns how many calls of classes put in
// less before.
std::int64_t even_out(Log& log, const Families& families);

}  // namespace jacquard::interop
