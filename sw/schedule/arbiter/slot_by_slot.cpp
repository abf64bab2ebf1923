// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/slot_by_slot.hpp"

#include <algorithm>
#include <string>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/schedule/arbiter/arbiter.hpp"

namespace jacquard::schedule {
namespace {

constexpr std::int64_t kMostSlots = std::int64_t{1} << 24;
// Slots x ports: as nearly every pair changes every slot, this bounds the memory.
constexpr std::int64_t kMostPairs = std::int64_t{1} << 28;

void check_size(const demand::QuantaMatrix& demand, const char* name) {
  const std::int64_t slots = demand.largest_line_sum();
  const std::int64_t most = std::min(kMostSlots, kMostPairs / demand.ports());
  if (slots <= most) return;
  throw base::ConfigError({"--scheduler", "",
                           "at most " + std::to_string(most) + " slots for '" + name + "' at " +
                               std::to_string(demand.ports()) +
                               " ports, which decides slot by slot",
                           std::to_string(slots) + " or more",
                           "make the slot longer with --slot, or fewer with --bits"});
}

Schedule drain(const demand::QuantaMatrix& demand, const char* name,
               const SchedulerOptions& options) {
  check_size(demand, name);
  ArbiterOptions how;
  how.iterations = options.iterations;
  how.seed = options.seed;
  const auto arbiter = make_arbiter(find_arbiter(name), demand.ports(), how);
  Requests requests(demand);
  Schedule schedule(demand.ports());
  Matching held(static_cast<std::size_t>(demand.ports()), kUnmatched);
  std::int64_t hold = 0;
  for (std::int64_t left = demand.total(); left > 0;) {
    const Matching& matching = arbiter->arbitrate(requests);
    if (hold > 0 && matching != held) {
      schedule.append(held, hold);
      hold = 0;
    }
    if (hold++ == 0) held = matching;
    const std::int64_t before = left;
    for (int input = 0; input < demand.ports(); ++input) {
      const int output = base::at(matching, input);
      if (output == kUnmatched) continue;
      requests.remove_one(input, output);
      --left;
    }
    JQ_CHECK(left < before, "an arbiter matches at least one pair while a cell waits");
  }
  if (hold > 0) schedule.append(held, hold);
  return schedule;
}

}  // namespace

Schedule wwfa(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return drain(demand, "wwfa", options);
}

Schedule islip(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return drain(demand, "islip", options);
}

Schedule qps(const demand::QuantaMatrix& demand, const SchedulerOptions& options) {
  return drain(demand, "qps", options);
}

}  // namespace jacquard::schedule
