// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/core_power.hpp"

#include <catch2/catch.hpp>

namespace jacquard::serve::energy {
namespace {

MeasuredCore core(int ports, double clock, double decision) {
  return {"ladder", ports, "moe", base::Joules{clock}, base::Joules{decision}};
}

}  // namespace

TEST_CASE("A measured core takes what was measured, and others lie on a power of the ports") {
  // A clock as the square of the ports, a decision as the cube.
  const std::vector<MeasuredCore> cores = {core(8, 64, 512), core(16, 256, 4096)};
  const auto same = core_power("ladder", 16, cores);
  REQUIRE(same);
  CHECK(same->clock.count() == 256);
  CHECK(!same->extrapolated);
  const auto more = core_power("ladder", 72, cores);
  REQUIRE(more);
  CHECK(more->extrapolated);
  CHECK(more->clock.count() == Approx(72 * 72));
  CHECK(more->decision.count() == Approx(72 * 72 * 72));
  CHECK(more->at(base::Picoseconds{1'000}).count() == Approx(72 * 72 * 1e9));
}

TEST_CASE("A third size changes what lies beyond it") {
  const std::vector<MeasuredCore> cores = {core(32, 32, 1), core(8, 64, 512), core(16, 256, 4096)};
  const auto more = core_power("ladder", 64, cores);
  REQUIRE(more);
  CHECK(more->clock.count() == Approx(4));  // an eighth for twice the ports
  CHECK(core_power("ladder", 12, cores)->clock.count() == Approx(144));
}

TEST_CASE("Of a core that nobody measured nothing is known") {
  CHECK(!core_power("few", 16, shipped_cores()));
  CHECK(!core_power("ladder", 12, {core(8, 64, 512)}));
}

// docs/cores.md: 360.6 mW at 2.43 ns and 113.4 nJ a decision of 129.3 clocks.
TEST_CASE("The shipped ladder of 16 ports is that of docs/cores.md") {
  const auto ladder = core_power("ladder", 16, shipped_cores());
  REQUIRE(ladder);
  CHECK(ladder->clock.count() == Approx(360.6e-3 * 2.43e-9));
  CHECK(ladder->decision.count() == Approx(ladder->clock.count() * 129.3).epsilon(0.001));
}

}  // namespace jacquard::serve::energy
