// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "support/demand_shapes.hpp"
#include "support/least_makespans.hpp"

using namespace jacquard;
using namespace jacquard::support;

TEST_CASE("at three ports no scheduler beats the exhaustive optimum, nor that the lower bound") {
  for (const int delta : {0, 1, 6}) {
    const std::vector<int> least = least_makespans(delta);
    const auto clock = support::clock_with_guard(delta);
    for (std::size_t code = 0; code < kDemands; code += 31) {
      const Cells cells = decode(code);
      const demand::QuantaMatrix demand(3, {cells.begin(), cells.end()}, clock);
      INFO("demand " << code << ", delta " << delta);
      // Without a guard the bound is reached (Birkhoff); with one it may not be.
      if (delta == 0) CHECK(least[code] == demand.largest_line_sum());
      CHECK(base::Picoseconds{least[code] * 10'000} >=
            schedule::tightest_bound(demand, 1).makespan);
      for (const schedule::Scheduler& scheduler : schedule::schedulers()) {
        if (scheduler.hops > 1) continue;
        INFO(scheduler.name);
        const schedule::Schedule found = scheduler.run(demand, {});
        const auto makespan =
            found.slots() + delta * static_cast<std::int64_t>(found.permutations());
        CHECK(makespan >= least[code]);
      }
    }
  }
}
