// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/uneven.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/interop/log/meeting_classes.hpp"

namespace jacquard::interop {

std::int64_t even_out(Log& log, const Families& families) {
  const MeetingClasses meeting(log, families);
  std::map<std::tuple<int, int, std::int64_t>, base::Bytes> most;
  const auto each = [&](auto&& take) {
    for (std::size_t c = 0; c < log.classes.size(); ++c) {
      std::map<int, std::int64_t> issued;
      for (LogCall& call : log.classes[c].calls) {
        if (!is_collective(call.op)) continue;
        const std::int64_t k = issued[call.group]++;
        if (call.op != LogOp::all_to_all) continue;
        const int family = call.group == 0 ? -1 : families.family_of(call.group);
        take(call, most[{family, meeting.together(family, static_cast<int>(c)), k}]);
      }
    }
  };
  each([](const LogCall& call, base::Bytes& bytes) { bytes = std::max(bytes, call.bytes); });
  std::int64_t raised = 0;
  each([&](LogCall& call, base::Bytes bytes) {
    if (call.bytes == bytes) return;
    call.bytes = bytes;
    ++raised;
  });
  return raised;
}

}  // namespace jacquard::interop
