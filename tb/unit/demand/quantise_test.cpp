// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/quantise.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard::demand;
using jacquard::base::BitsPerSecond;
using jacquard::base::Bytes;
using jacquard::base::Picoseconds;

TEST_CASE("without bits or slot a quantum is one byte and nothing is rounded") {
  const DemandMatrix demand(2, {0, 1, 999'999'999'999, 7});
  const QuantaMatrix quanta = quantise(demand, {});
  CHECK(quanta.clock().quantum == Bytes{1});
  CHECK(quanta.at(1, 0) == 999'999'999'999);
}

TEST_CASE("with bits the quantum is the smallest that makes every count fit") {
  jacquard::base::Rng rng(3, "quantise test");
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> bytes(16);
    for (auto& b : bytes) b = static_cast<std::int64_t>(rng.below(1'000'000));
    const DemandMatrix demand(4, bytes);
    Quantisation how;
    how.bits = 1 + static_cast<int>(rng.below(16));
    const QuantaMatrix quanta = quantise(demand, how);
    const std::int64_t q = quanta.clock().quantum.count();
    const std::int64_t most = (std::int64_t{1} << *how.bits) - 1;
    CHECK(quanta.largest_entry() <= most);
    if (q > 1) CHECK(demand.largest_entry().count() > (q - 1) * most);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        CHECK(quanta.at(i, j) * q >= demand.at(i, j).count());
        CHECK((quanta.at(i, j) - 1) * q < demand.at(i, j).count());
      }
    }
  }
}

TEST_CASE("with a slot the quantum is what the link carries in it") {
  Quantisation how;
  how.rate = BitsPerSecond{800'000'000'000};
  how.slot = Picoseconds{1'000'000};
  how.bits = 4;
  how.guard = Picoseconds{10'000};
  const QuantaMatrix quanta = quantise(DemandMatrix(2, {0, 100'000, 100'001, 1'500'000}), how);
  CHECK(quanta.clock().quantum == Bytes{100'000});
  CHECK(quanta.at(0, 1) == 1);
  CHECK(quanta.at(1, 0) == 2);
  CHECK(quanta.at(1, 1) == 15);
  CHECK(quanta.clock().makespan(17, 3) == Picoseconds{17'000'000 + 30'000});
}

TEST_CASE("a count that the bits cannot hold is an error that names the bits needed") {
  Quantisation how;
  how.slot = Picoseconds{1'000'000};
  how.bits = 4;
  CHECK_THROWS_WITH(quantise(DemandMatrix(1, {1'500'001}), how),
                    "bits: expected at least 5 bits, as the largest entry is 16 quanta of 100 kB "
                    "(a slot of 1 us at 800 Gb/s), found 4");
  how.slot = Picoseconds{1};
  how.rate = BitsPerSecond{1000};
  CHECK_THROWS_WITH(quantise(DemandMatrix(1, {1}), how), Catch::Contains("at least a byte"));
}

TEST_CASE("an all-zero demand has a quantum of one byte and no counts") {
  Quantisation how;
  how.bits = 8;
  const QuantaMatrix quanta = quantise(DemandMatrix(3), how);
  CHECK(quanta.clock().quantum == Bytes{1});
  CHECK(quanta.total() == 0);
}
