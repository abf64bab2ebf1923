// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/embedding.hpp"

#include <catch2/catch.hpp>

namespace jacquard::serve::celestisim {

TEST_CASE("one fitted step of a ring gives both means that the paper prints") {
  SpreadRows nvlink;
  SpreadRows pcie;
  pcie.link = base::BytesPerSecond{32e9};
  CHECK(mean_speedup(nvlink, {}) == Approx(22.8).epsilon(0.02));
  CHECK(mean_speedup(pcie, {}) == Approx(28.3).epsilon(0.02));
}

TEST_CASE("latency makes the speed-up: without steps of a ring 128 GPUs are not slower") {
  SpreadRows none;
  none.step = base::Seconds{0};
  CHECK(mean_speedup(none, {}) < 2);
}

TEST_CASE("the described appliance gains less, as DDR serves most of 10 TB") {
  CHECK(mean_speedup({}, described_rows()) < mean_speedup({}, {}));
  CHECK(described_rows().misses == Approx(1 - 1.2369e12 / 10e12).epsilon(1e-3));
}

TEST_CASE("times follow from bytes") {
  const Pooling one{64, 4096, 64};
  CHECK(one.looked_up() == 64.0 * 4096 * 64 * 128);
  // 6.3 us, then 2.147 GB at 26.8 TB/s.
  CHECK(pooling_time(SharedRows{}, one).count() == Approx(6.3e-6 + 2147483648.0 / 26.8e12));
}

}  // namespace jacquard::serve::celestisim
