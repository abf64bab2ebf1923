// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/bandwidth.hpp"

#include <catch2/catch.hpp>
#include <cstdint>

using namespace jacquard::base;

TEST_CASE("A byte has eight bits, to the nearest bit per second and at most the largest") {
  CHECK(in_bytes(BitsPerSecond{400'000'000'000}) == BytesPerSecond{50e9});
  CHECK(in_bits(BytesPerSecond{50e9}) == BitsPerSecond{400'000'000'000});
  CHECK(in_bits(BytesPerSecond{0}) == BitsPerSecond{0});
  CHECK(in_bits(BytesPerSecond{0.06}) == BitsPerSecond{0});  // 0.48 bits
  CHECK(in_bits(BytesPerSecond{0.07}) == BitsPerSecond{1});  // 0.56 bits
  CHECK(in_bits(BytesPerSecond{1.15e18}) == BitsPerSecond{9'200'000'000'000'000'000});
  CHECK(in_bits(BytesPerSecond{1.153e18}) == BitsPerSecond{INT64_MAX});  // 2^63 is 1.1529e18 bytes
  CHECK(in_bits(BytesPerSecond{1e300}) == BitsPerSecond{INT64_MAX});
  for (const std::int64_t rate : {1LL, 7LL, 800'000'000'001LL, (1LL << 53) - 1}) {
    CHECK(in_bits(in_bytes(BitsPerSecond{rate})) == BitsPerSecond{rate});
  }
}

TEST_CASE("A transfer's real time is not rounded") {
  CHECK(real_transfer_ps(Bytes{1}, BitsPerSecond{3'000'000'000'000}) == 8.0 / 3);
  CHECK(real_transfer_ps(Bytes{1000}, BitsPerSecond{800'000'000'000}) == 10'000);
}

TEST_CASE("A mean rate is bytes over seconds, and nothing of no time") {
  CHECK(mean_rate(Bytes{250}, Picoseconds{1'000'000}).count() == Approx(250e6));
  CHECK(mean_rate(Bytes{250}, Picoseconds{0}).count() == 0);
}
