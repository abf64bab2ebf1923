// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/scaling.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::synth;

TEST_CASE("16 nm figures follow Stillmaker and Baas with the guard bands of the docs") {
  // 99 mm2 shrink to 1 mm2 of cells, on 80 to 50 % of the area.
  CHECK(area_16nm_mm2(99e6).low == Approx(1.25));
  CHECK(area_16nm_mm2(99e6).high == Approx(2));
  // The fast process with few wires, the slow one with many.
  CHECK(clock_16nm_ns(11.75).low == Approx(1.5));
  CHECK(clock_16nm_ns(6.8).high == Approx(2));
}
