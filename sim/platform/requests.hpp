// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/memory/access.hpp"

namespace jacquard::platform {

inline constexpr int kMostRequests = 1 << 24;

// A trace of requests: "hex_address bytes R|W ps" in each line, parted by blanks; times do not go
// back. Empty lines and lines that begin with '#' are skipped; gzip is unpacked. Throws ConfigError
// with the file and line for anything else, and for a request beyond the memory's `capacity`.
std::vector<memory::TimedAccess> read_requests(const std::string& path, base::Bytes capacity);

}  // namespace jacquard::platform
