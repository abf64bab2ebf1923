// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/bound.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using rounds::CollectiveKind;
using run::lower_bound;
using topology::Block;
using topology::Dimension;
using topology::Fabric;

namespace {

constexpr base::Bytes kGigabyte{1'000'000'000};
constexpr base::BytesPerSecond kFast{450e9}, kSlow{50e9};
constexpr base::Picoseconds kMicrosecond{1'000'000};

Fabric nodes() {  // 8 nodes of 8
  return Fabric({{Block::switched, 8, kFast, {}}, {Block::switched, 8, kSlow, {}}});
}

double ms(CollectiveKind kind, const Fabric& fabric) {
  return static_cast<double>(lower_bound(kind, kGigabyte, fabric).count()) / 1e9;
}

}  // namespace

TEST_CASE("A large collective of nodes is bound by the links between them, by hand") {
  // Of 8 nodes: 2 x 7 GB over 64 links of 50 GB/s; half of it to scatter; 64 x 7 GB to gather.
  CHECK(ms(CollectiveKind::all_reduce, nodes()) == Approx(4.375));
  CHECK(ms(CollectiveKind::reduce_scatter, nodes()) == Approx(2.1875));
  CHECK(ms(CollectiveKind::all_gather, nodes()) == Approx(140));
  CHECK(ms(CollectiveKind::all_to_all, nodes()) == Approx(17.5));  // 7/8 GB at 50 GB/s
}

TEST_CASE("An all-reduce in one dimension is bound as Patarasuk and Yuan have it") {
  const Fabric ring({{Block::ring, 8, kSlow, {}}});  // two links of an NPU
  CHECK(ms(CollectiveKind::all_reduce, ring) == Approx(2 * 7 / 8.0 * 1e3 / 100));
  const Fabric all_to_all({{Block::fully_connected, 5, kSlow, {}}});  // four
  CHECK(ms(CollectiveKind::all_reduce, all_to_all) == Approx(2 * 4 / 5.0 * 1e3 / 200));
}

TEST_CASE("Of a broadcast the root's links are the bound") {
  CHECK(ms(CollectiveKind::broadcast, nodes()) == Approx(2.1875));  // between nodes, as to scatter
  const Fabric one({{Block::switched, 8, kSlow, {}}});
  CHECK(ms(CollectiveKind::broadcast, one) == Approx(20));
  CHECK(ms(CollectiveKind::reduce, one) == Approx(20));
}

TEST_CASE("A small collective is bound by the way to the farthest NPU") {
  const auto way = [](Block block, int size) {
    const Fabric fabric({{block, size, kFast, kMicrosecond}});
    return lower_bound(CollectiveKind::all_reduce, base::Bytes{1}, fabric).count() / 1'000'000;
  };
  CHECK(way(Block::ring, 8) == 4);
  CHECK(way(Block::ring, 5) == 2);
  CHECK(way(Block::fully_connected, 8) == 1);
  CHECK(way(Block::switched, 8) == 2);
  const Fabric torus(
      {{Block::ring, 4, kFast, kMicrosecond}, {Block::ring, 4, kFast, kMicrosecond}});
  CHECK(lower_bound(CollectiveKind::all_gather, base::Bytes{1}, torus) ==
        base::Picoseconds{4'000'000});
}

TEST_CASE("A send has no bound here") {
  CHECK(lower_bound(CollectiveKind::send, kGigabyte, nodes()) == base::Picoseconds{0});
}
