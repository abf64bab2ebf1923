// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.hpp"

#include <spdlog/spdlog.h>

namespace jacquard::cli {

void Progress::operator()(std::int64_t done, std::int64_t of) {
  constexpr std::chrono::seconds between_lines{2};
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < between_lines) return;
  last_ = now;
  spdlog::info("{}: {} of {}", what_, done, of);
}

}  // namespace jacquard::cli
