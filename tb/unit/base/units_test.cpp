// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/units.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace jacquard::base;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kGiga = 1'000'000'000;

}  // namespace

TEST_CASE("A transfer takes its bits over the rate, to the nearest picosecond") {
  CHECK(transfer_time(Bytes{1}, BitsPerSecond{8}) == Picoseconds{kPicosecondsPerSecond});
  CHECK(transfer_time(Bytes{1250}, BitsPerSecond{100 * kGiga}) == Picoseconds{100'000});
  CHECK(transfer_time(Bytes{0}, BitsPerSecond{1}) == Picoseconds{0});
  // 8 bits at 3 Tbit/s are 2.67 ps, at 6 Tbit/s 1.33 ps; 8 at 16 Tbit/s are 0.5 ps, rounded up.
  CHECK(transfer_time(Bytes{1}, BitsPerSecond{3000 * kGiga}) == Picoseconds{3});
  CHECK(transfer_time(Bytes{1}, BitsPerSecond{6000 * kGiga}) == Picoseconds{1});
  CHECK(transfer_time(Bytes{1}, BitsPerSecond{16000 * kGiga}) == Picoseconds{1});
}

TEST_CASE("A transfer longer than 63 bits of picoseconds takes the longest time there is") {
  // At 8 bit/s a byte takes 10^12 ps, so 9,223,372 bytes fit in 2^63 ps and one more does not.
  CHECK(transfer_time(Bytes{9'223'372}, BitsPerSecond{8}) ==
        Picoseconds{9'223'372 * kPicosecondsPerSecond});
  CHECK(transfer_time(Bytes{9'223'373}, BitsPerSecond{8}) == Picoseconds{kMost});
  CHECK(transfer_time(Bytes{kMost}, BitsPerSecond{1}) == Picoseconds{kMost});
  // As many bytes as there are, at as many bits: eight seconds.
  CHECK(transfer_time(Bytes{kMost}, BitsPerSecond{kMost}) ==
        Picoseconds{8 * kPicosecondsPerSecond});
}

TEST_CASE("A link carries whole bytes, rounded down") {
  CHECK(bytes_carried(Picoseconds{kPicosecondsPerSecond}, BitsPerSecond{8}) == Bytes{1});
  CHECK(bytes_carried(Picoseconds{kPicosecondsPerSecond - 1}, BitsPerSecond{8}) == Bytes{0});
  CHECK(bytes_carried(Picoseconds{100'000}, BitsPerSecond{100 * kGiga}) == Bytes{1250});
  CHECK(bytes_carried(Picoseconds{kMost}, BitsPerSecond{kMost}) == Bytes{kMost});
}

TEST_CASE("What a link carries in the time of a transfer is what was transferred") {
  for (const std::int64_t rate : {7 * kGiga, 100 * kGiga, 1600 * kGiga}) {
    for (const std::int64_t bytes : {1LL, 999LL, 1'000'003LL, 5'000'000'000LL}) {
      const Picoseconds time = transfer_time(Bytes{bytes}, BitsPerSecond{rate});
      const std::int64_t carried = bytes_carried(time, BitsPerSecond{rate}).count();
      INFO(bytes << " bytes at " << rate << " bit/s");
      CHECK((carried == bytes || carried == bytes - 1));  // the picosecond is rounded
    }
  }
}

TEST_CASE("Products and sums of durations end at the longest time there is") {
  CHECK(times(Picoseconds{3}, 5) == Picoseconds{15});
  CHECK(times(Picoseconds{kMost}, 1) == Picoseconds{kMost});
  CHECK(times(Picoseconds{kMost / 2 + 1}, 2) == Picoseconds{kMost});
  CHECK(times(Picoseconds{kMost}, kMost) == Picoseconds{kMost});
  CHECK(times(Picoseconds{kMost}, 0) == Picoseconds{0});
  CHECK(plus(Picoseconds{1}, Picoseconds{2}) == Picoseconds{3});
  CHECK(plus(Picoseconds{kMost - 1}, Picoseconds{1}) == Picoseconds{kMost});
  CHECK(plus(Picoseconds{kMost}, Picoseconds{1}) == Picoseconds{kMost});
  CHECK(plus(Picoseconds{kMost}, Picoseconds{kMost}) == Picoseconds{kMost});
}

TEST_CASE("A million picoseconds are a microsecond") {
  CHECK(to_seconds(Picoseconds{1'000'000}).count() == Approx(1e-6).epsilon(1e-15));
}
