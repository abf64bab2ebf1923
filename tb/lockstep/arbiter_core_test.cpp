// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/rtl/rtl_arbiter.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using schedule::ArbiterShape;

TEST_CASE("the wave front arbiter equals its golden model at every size, rotating and fixed") {
  for (const int ports : {1, 2, 4, 5, 8, 16, 32, 64}) {
    for (const bool rotate : {true, false}) {
      if (ports > 8 && !rotate) continue;
      const ArbiterShape shape{ports, rotate};
      const auto golden = schedule::make_golden_wwfa(shape);
      const auto device = rtl::make_rtl_wwfa(shape, 3);
      const auto report = verify::verify_arbiter(*golden, *device, ports, {200, 3}, {});
      INFO(report.first_mismatch);
      CHECK(report.mismatches == 0);
      CHECK(report.efficiency_mean > 0.5);  // maximal is at least half of maximum
    }
  }
}

TEST_CASE("every request of four ports is answered as by the golden model, at every priority") {
  const ArbiterShape shape{4, true};
  const auto golden = schedule::make_golden_wwfa(shape);
  const auto device = rtl::make_rtl_wwfa(shape, 3);
  std::int64_t differences = 0;
  for (int priority = 0; priority < 4; ++priority) {
    // Each answer moves the priority on by one: 65,536 requests in a row meet it at one remainder.
    for (unsigned request = 0; request < 65536; ++request) {
      schedule::ArbiterInputs in{
          true, {request & 15, (request >> 4) & 15, (request >> 8) & 15, request >> 12}};
      differences += golden->step(in) != device->step(in);
    }
    schedule::ArbiterInputs one_more{true, {0, 0, 0, 0}};
    differences += golden->step(one_more) != device->step(one_more);
  }
  CHECK(differences == 0);
}
