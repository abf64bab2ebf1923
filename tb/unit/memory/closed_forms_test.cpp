// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/closed_forms.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"

using namespace jacquard;
using namespace jacquard::memory;

namespace {

MemoryConfig shipped(const std::string& name) {
  MemoryConfig config = config::read_config(
      memory_fields(), config::find_config(kMemories, name, config::Place{"memory", ""}));
  config.organisation.channels = 1;
  return config;
}

}  // namespace

// The figures of the field's notes: what cycle simulations of these timings come up to.
TEST_CASE("streams and random bursts of one HBM3E pseudo-channel") {
  const MemoryConfig hbm;
  CHECK(share_outside_refresh(hbm) == Approx(0.910).margin(0.0005));
  CHECK(streaming_bound(hbm).count() == Approx(0.910 * 36.8e9).epsilon(0.001));
  CHECK(random_bound(hbm).count() == Approx(7.77e9).epsilon(0.001));
}

TEST_CASE("streams and random bursts of one DDR5-5600 sub-channel") {
  const MemoryConfig ddr5 = shipped("ddr5_5600");
  CHECK(share_outside_refresh(ddr5) == Approx(0.924).margin(0.0005));
  CHECK(streaming_bound(ddr5).count() == Approx(0.924 * 22.4e9).epsilon(0.001));
  CHECK(random_bound(ddr5).count() == Approx(11.83e9).epsilon(0.001));
}

TEST_CASE("32 Gb dies refresh for 410 ns: a stream reaches 0.895 at most") {
  MemoryConfig ddr5 = shipped("ddr5_5600");
  memory_fields().set(ddr5, "timing.tRFC=410 ns");
  CHECK(share_outside_refresh(ddr5) == Approx(0.895).margin(0.0005));
}

TEST_CASE("each of the four limits of random bursts in turn") {
  MemoryConfig c;
  c.controller.refresh = Refresh::none;
  CHECK(random_bound(c).count() == Approx(4 * 32 / 15e-9));
  memory_fields().set(c, "timing.tFAW=1 ns");
  CHECK(random_bound(c).count() == Approx(16 * 32 / 45e-9));
  memory_fields().set(c, "timing.tRC=1 ns");
  CHECK(random_bound(c).count() == Approx(32 / 2.5e-9));
  memory_fields().set(c, "timing.tRRD_S=0.1 ns");
  CHECK(random_bound(c).count() == Approx(36.8e9));
}

TEST_CASE("bounds add up over channels, and refresh of single banks costs a stream nothing") {
  MemoryConfig c;
  c.organisation.channels = 32;
  CHECK(streaming_bound(c).count() == Approx(32 * 0.910256 * 36.8e9).epsilon(1e-6));
  CHECK(random_bound(c).count() == Approx(32 * 7.7675e9).epsilon(1e-4));
  c.controller.refresh = Refresh::per_bank;
  CHECK(streaming_bound(c).count() == Approx(1177.6e9));
}
