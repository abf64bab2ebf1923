// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/cost.hpp"

#include <catch2/catch.hpp>

#include "jacquard/topology/network.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::topology;
using Catch::Contains;

namespace {

constexpr double kGiB = 1 << 30;

Dimension of(Block block, int size, double gib_per_s) {
  return {block, size, base::BytesPerSecond{gib_per_s * kGiB}, base::Picoseconds{0}};
}

std::vector<std::int64_t> dollars_of(const std::vector<Dimension>& dimensions) {
  std::vector<std::int64_t> all;
  for (const DimensionCost& d : network_cost(Fabric(dimensions))) all.push_back(dollars(d.cost));
  return all;
}

using Dollars = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("A block costs its links, switch ports and NICs, by hand") {
  // Package: link 4, port 13. 8 NPUs, 10 GB/s.
  CHECK(dollars_of({of(Block::ring, 8, 10)}) == Dollars{2 * 8 * 10 * 4});
  CHECK(dollars_of({of(Block::ring, 2, 10)}) == Dollars{2 * 10 * 4});  // one link each way
  CHECK(dollars_of({of(Block::fully_connected, 8, 10)}) == Dollars{8 * 7 * 10 * 4});
  CHECK(dollars_of({of(Block::switched, 8, 10)}) == Dollars{8 * 10 * (2 * 4 + 13)});
  // Pod: link 7.80, port 18, NIC 31.60; two blocks of 4 in it.
  CHECK(dollars_of({of(Block::ring, 2, 10), of(Block::switched, 4, 5)}) ==
        Dollars{4 * 2 * 10 * 4, 8 * 5 * (2 * 78 + 180 + 316) / 10});
  const auto four = network_cost(Fabric({of(Block::ring, 4, 1), of(Block::ring, 4, 1),
                                         of(Block::ring, 4, 1), of(Block::ring, 4, 1)}));
  REQUIRE(four.size() == 4);
  CHECK(four[0].place == "chiplet");
  CHECK(four[1].place == "package");
  CHECK(four[2].place == "node");
  CHECK(four[3].place == "pod");
  CHECK(four[0].cost == Cents{512 * 200});
  CHECK(four[2].cost == Cents{512 * 400});
  CHECK(four[3].cost == Cents{512 * 780});
  CHECK(four[3].links == 512);
  CHECK(total(four) == Cents{512 * (200 + 400 + 400 + 780)});
}

TEST_CASE("Dollars are rounded down, and a link's bandwidth to whole bytes per second") {
  // 3 links of a third of 7 GB/s would be $28 exactly; a link of floor(7/3 GiB/s) is short of it.
  CHECK(dollars_of({of(Block::ring, 1, 1)}) == Dollars{0});
  const Fabric thirds({of(Block::fully_connected, 3, 7.0 / 3)});
  CHECK(total(network_cost(thirds)) == Cents{6 * 7 * 400 / 3 - 1});
  CHECK(dollars(Cents{199}) == 1);
}

TEST_CASE("What has no price is refused") {
  const auto fault = [](const std::vector<Dimension>& dimensions) {
    return tb::fault_of([&] { network_cost(Fabric(dimensions)); });
  };
  const Dimension ring = of(Block::ring, 2, 1), star = of(Block::switched, 2, 1);
  CHECK_THAT(fault({ring, ring, ring, ring, ring}), Contains("at most 4 dimensions"));
  CHECK_THAT(fault({star, ring, ring, ring}),
             Contains("dimension 0: expected a block with a price, found Switch in the class "
                      "chiplet"));
  CHECK_THAT(fault({ring, of(Block::crossbar, 2, 1)}),
             Contains("dimension 1: expected a block with a price, found Crossbar"));
  CHECK(fault({ring, star, star, star}).empty());
  CHECK_THAT(fault({of(Block::fully_connected, 1 << 20, 1e9)}), Contains("2^63 cents"));
}
