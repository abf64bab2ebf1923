// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/traffic.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using memory::TimedAccess;

constexpr Bytes kCapacity{1 << 20};

MemoryTraffic traffic_of(Pattern pattern, std::int64_t accesses) {
  MemoryTraffic traffic;
  traffic.pattern = pattern;
  traffic.accesses = accesses;
  return traffic;
}

std::vector<TimedAccess> all(const MemoryTraffic& traffic, int index = 0, std::uint64_t seed = 1) {
  require_fits(traffic, kCapacity, {});
  const Accesses next = accesses_of(traffic, kCapacity, index, seed);
  std::vector<TimedAccess> accesses;
  while (const auto access = next()) accesses.push_back(*access);
  return accesses;
}

}  // namespace

TEST_CASE("A stream walks through its working set and begins again") {
  MemoryTraffic traffic = traffic_of(Pattern::stream, 10);
  traffic.working_set = Bytes{1000};  // three whole accesses of 256
  const auto accesses = all(traffic);
  REQUIRE(accesses.size() == 10);
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(accesses[i].access.address == 256 * (i % 3));
    CHECK(accesses[i].access.bytes == Bytes{256});
    CHECK(accesses[i].access.direction == memory::Direction::read);
    CHECK(accesses[i].at == Picoseconds{0});
  }
}

TEST_CASE("Strides step over addresses, within the working set") {
  MemoryTraffic traffic = traffic_of(Pattern::strided, 5);
  traffic.working_set = Bytes{4096};
  traffic.stride = Bytes{1500};
  std::vector<std::uint64_t> addresses;
  for (const TimedAccess& a : all(traffic)) addresses.push_back(a.access.address);
  CHECK(addresses == std::vector<std::uint64_t>{0, 1500, 3000, 0, 1500});
}

TEST_CASE("Random accesses are multiples of their size, and every one is met") {
  MemoryTraffic traffic = traffic_of(Pattern::random, 10'000);
  traffic.access = Bytes{100};
  traffic.working_set = Bytes{10'050};
  std::set<std::uint64_t> met;
  for (const TimedAccess& a : all(traffic)) {
    CHECK(a.access.address % 100 == 0);
    met.insert(a.access.address);
  }
  CHECK(met.size() == 100);
  CHECK(*met.rbegin() == 9'900);
}

TEST_CASE("Initiators have parts of their own, and seeds streams of their own") {
  MemoryTraffic traffic = traffic_of(Pattern::random, 1000);
  traffic.initiators = 3;
  const std::uint64_t part = (1U << 20U) / 3 / 256 * 256;
  for (int i = 0; i < 3; ++i) {
    for (const TimedAccess& a : all(traffic, i)) {
      CHECK(a.access.address / part == static_cast<std::uint64_t>(i));
    }
  }
  const auto first = all(traffic, 0, 1).back().access.address;
  CHECK(first == all(traffic, 0, 1).back().access.address);
  CHECK(first != all(traffic, 0, 2).back().access.address);
}

TEST_CASE("Reads have their share, and a rate spaces accesses evenly") {
  MemoryTraffic traffic = traffic_of(Pattern::stream, 10'000);
  traffic.read_share = 0.25;
  traffic.rate = base::BytesPerSecond{3e9};
  const auto accesses = all(traffic);
  int reads = 0;
  for (const TimedAccess& a : accesses) reads += a.access.direction == memory::Direction::read;
  CHECK(reads == Approx(2500).margin(4 * 43));  // four standard deviations
  // 256 bytes at 3 GB/s: 85,333.3 ps, and the rounding does not add up.
  CHECK(accesses[1].at == Picoseconds{85'333});
  CHECK(accesses[9'999].at == Picoseconds{853'248'000});
}

TEST_CASE("Traffic ends by its duration, however slow it is") {
  MemoryTraffic traffic = traffic_of(Pattern::stream, 0);
  traffic.duration = Picoseconds{1'000'000};
  traffic.rate = base::BytesPerSecond{2.56e9};  // an access each 100 ns
  CHECK(all(traffic).size() == 10);
  traffic.access = Bytes{1'000'000};
  traffic.rate = base::BytesPerSecond{1};  // the second one in 10^18 ps
  CHECK(all(traffic).size() == 1);
}

TEST_CASE("Traffic that never ends or does not fit is refused") {
  const auto refused = [](MemoryTraffic traffic) {
    CHECK_THROWS_AS(require_fits(traffic, kCapacity, {}), base::ConfigError);
  };
  refused(traffic_of(Pattern::stream, 0));
  MemoryTraffic slow = traffic_of(Pattern::stream, 100'000'000);
  slow.rate = base::BytesPerSecond{1};
  refused(slow);
  MemoryTraffic large = traffic_of(Pattern::stream, 1);
  large.access = Bytes{(1 << 20) + 1};
  refused(large);
  MemoryTraffic many = traffic_of(Pattern::stream, 1);
  many.initiators = 1024;
  many.access = Bytes{1025};
  refused(many);
}

}  // namespace jacquard::systemc
