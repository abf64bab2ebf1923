// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/memory_files.hpp"

#include <fmt/format.h>

namespace jacquard::platform {

std::string latencies_csv(const std::vector<systemc::Played>& played) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "index,address,bytes,direction,at_ps,done_ps,latency_ps\n");
  std::size_t index = 0;
  for (const systemc::Played& p : played) {
    const char direction = p.access.direction == memory::Direction::read ? 'R' : 'W';
    fmt::format_to(out, "{},0x{:x},{},{},{},{},{}\n", index++, p.access.address,
                   p.access.bytes.count(), direction, p.at.count(), p.done.count(),
                   (p.done - p.at).count());
  }
  return fmt::to_string(text);
}

}  // namespace jacquard::platform
