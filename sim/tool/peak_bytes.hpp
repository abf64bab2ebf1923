// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace jacquard::tool {

// Most memory that this process has held so far, in bytes; 0 where the system does not say.
std::int64_t peak_bytes();

}  // namespace jacquard::tool
