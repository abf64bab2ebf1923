// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/peak_bytes.hpp"

#ifdef __linux__
#include <fstream>
#include <string>
#else
#include <sys/resource.h>
#endif

namespace jacquard::tool {

#ifdef __linux__

// What getrusage() says may be of the program that started this one.
std::int64_t peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  return 0;
}

#else

std::int64_t peak_bytes() {
#ifdef __APPLE__
  constexpr std::int64_t kUnit = 1;
#else
  constexpr std::int64_t kUnit = 1024;
#endif
  rusage usage{};
  return ::getrusage(RUSAGE_SELF, &usage) == 0 ? std::int64_t{usage.ru_maxrss} * kUnit : 0;
}

#endif

}  // namespace jacquard::tool
