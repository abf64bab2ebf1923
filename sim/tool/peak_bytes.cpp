// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/peak_bytes.hpp"

#include <sys/resource.h>

namespace jacquard::tool {

std::int64_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace jacquard::tool
