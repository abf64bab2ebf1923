// SPDX-License-Identifier: Apache-2.0
// In a replay, the RTL decides on a demand what its golden model does, at the same clocks.
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "systemc/train/genstack/on_demand.hpp"

using jacquard::base::Picoseconds;
using jacquard::base::Rng;
using jacquard::genstack::decide_by;
using jacquard::genstack::OnDemandScheduler;
using jacquard::genstack::ReplayConfig;
using jacquard::schedule::CoreKind;

namespace demand = jacquard::demand;

TEST_CASE("a replay's exchanges are decided by RTL as by its golden model") {
  constexpr int kPorts = 4;
  for (const CoreKind core : {CoreKind::ladder, CoreKind::unit, CoreKind::minhold}) {
    ReplayConfig config;
    config.core = core;
    config.clock = Picoseconds{2'000};
    const auto golden = decide_by(config);
    config.scheduler = OnDemandScheduler::rtl;
    const auto rtl = decide_by(config);
    for (std::uint64_t k = 0; k < 20; ++k) {
      Rng rng(1, "exchanges", k);
      std::vector<std::int64_t> counts;
      for (int i = 0; i < kPorts * kPorts; ++i) counts.push_back(rng.between(0, 40));
      const demand::QuantaMatrix matrix(kPorts, counts);
      const auto a = golden(matrix), b = rtl(matrix);
      CHECK(equal(a.schedule, b.schedule));
      CHECK(a.ready == b.ready);
      CHECK(a.done == b.done);
    }
  }
}
