// SPDX-License-Identifier: Apache-2.0
// jq_slot_arbiter in the place of the arbiter in C++.
#include "jacquard/rtl/slot_arbiter.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/config/find_config.hpp"
#include "systemc/photonic/appliance_run.hpp"

using namespace jacquard;

TEST_CASE("the wave front arbiter in RTL matches as the one in C++ does, slot by slot") {
  for (const int ports : {4, 16}) {
    const auto ours = make_arbiter(schedule::find_arbiter("wwfa"), ports, {});
    const auto device = rtl::make_rtl_slot_arbiter(ports);
    schedule::Requests requests(ports);
    base::Rng random(5, "cells");
    for (int slot = 0; slot < 2000; ++slot) {
      for (int i = 0; i < ports; ++i) {
        if (!random.chance(0.9)) continue;
        const auto n = static_cast<std::uint64_t>(ports);
        requests.add(static_cast<int>(random.below(n)), static_cast<int>(random.below(n)));
      }
      const schedule::Matching expected = ours->arbitrate(requests);
      REQUIRE(device->arbitrate(requests) == expected);
      for (int i = 0; i < ports; ++i) {
        const int output = base::at(expected, i);
        if (output != schedule::kUnmatched) requests.remove_one(i, output);
      }
    }
  }
}

TEST_CASE("an appliance with the wave front arbiter in RTL has the same times to the picosecond") {
  const config::Place place{"test", ""};
  auto appliance = config::read_config(systemc::appliance_fields(),
                                       config::find_config(systemc::kAppliances, "pfa", place));
  appliance.module.hbm.fidelity = appliance.module.ddr.fidelity = memory::Fidelity::ideal;
  systemc::ApplianceCollective collective;
  collective.bytes = base::Bytes{1 << 16};
  const auto ours = systemc::run_collective(appliance, collective, 1);
  appliance.fabric.arbiter = systemc::kRtlArbiter;
  const auto device = systemc::run_collective(appliance, collective, 1,
                                              rtl::make_rtl_slot_arbiter(appliance.modules));
  CHECK(device.time == ours.time);
  CHECK(device.latencies == ours.latencies);
  CHECK(device.cells == ours.cells);
}

TEST_CASE("a slot arbiter in RTL has at most 64 ports") {
  CHECK_THROWS_AS(rtl::make_rtl_slot_arbiter(65), base::ConfigError);
  CHECK_THROWS_AS(rtl::make_rtl_slot_arbiter(0), base::ConfigError);
}
