// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/dram_energy.hpp"

#include <catch2/catch.hpp>

namespace jacquard::serve::energy {

// docs/memory.md, "Energy of memories": 3.47 pJ/bit of a stream at the rate that refreshes leave.
TEST_CASE("A stream of HBM3E costs what its events add up to") {
  const memory::MemoryConfig hbm3e;  // one pseudo-channel of hbm3e_9200
  const base::BytesPerSecond peak = hbm3e.organisation.channel_peak();
  const double bytes = peak.count();
  const double joules = stream_energy(hbm3e, peak, base::Seconds{1}, bytes).count();
  CHECK(joules / (8 * bytes) == Approx(3.47e-12).epsilon(0.03));
  // By hand: 764 pJ for 8,192 bits, 576.5 for 256, 0.672 a bit, 36 nJ every 3.9 us, 112.2 mW.
  const double bit = 764e-12 / 8192 + 576.5e-12 / 256 + 0.672e-12;
  CHECK(joules == Approx(8 * bytes * bit + 36e-9 / 3.9e-6 + 0.1122));
}

TEST_CASE("Idle memories are refreshed and wait, as many channels as carry the bandwidth") {
  const memory::MemoryConfig hbm3e;
  const base::BytesPerSecond peak = hbm3e.organisation.channel_peak();
  CHECK(stream_energy(hbm3e, peak * 10.0, base::Seconds{2}, 0).count() ==
        Approx(20 * (36e-9 / 3.9e-6 + 0.1122)));
}

TEST_CASE("Memories of an unknown kind take nothing that we know") {
  cost::Device gb200 = cost::device_of("gb200", {"device", ""});
  CHECK(dram_energy(gb200, 72, base::Seconds{1}, 1e15));
  gb200.dram.clear();
  CHECK(!dram_energy(gb200, 72, base::Seconds{1}, 1e15));
}

}  // namespace jacquard::serve::energy
