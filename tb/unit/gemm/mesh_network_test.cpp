// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/mesh_network.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard;
using namespace jacquard::gemm;

TEST_CASE("what is said of a mesh's links is checked", "[gemm]") {
  using Catch::Contains;
  MeshNetwork network;
  CHECK_THROWS_WITH(rings_named("two-ways", "--rings"), Contains("--rings") && Contains("two-way"));
  CHECK_THROWS_WITH(open_named(network, "rows", "--open"), Contains("--open") && Contains("row"));
  for (const char* text : {"row", "row=", "row=4", "row=4x1", "row=4xa", "row=4x-2", "up=2x2"}) {
    CHECK_THROWS_WITH(fold_named(network, text, "--fold"), Contains("--fold"));
  }
  fold_named(network, "row=4x8", "--fold");
  CHECK_THROWS_WITH(fold_named(network, "row=2x2", "--fold"), Contains("once"));
  CHECK_NOTHROW(check(network, {2, 32, 1}));
  CHECK_THROWS_WITH(check(network, {32, 2, 1}), Contains("2 chips of a row"));
  open_named(network, "row,column", "--open");
  CHECK_THROWS_WITH(check(network, {2, 32, 1}), Contains("--open"));
}

TEST_CASE("two ways halve the bytes, and the shorter way the hops too", "[gemm]") {
  const Mesh mesh{1, 9, 1};
  MeshNetwork network;
  CHECK(passage_of(network, mesh, Direction::row).syncs == 8);
  network.rings = Rings::shorter_way;
  CHECK(passage_of(network, mesh, Direction::row).syncs == 4);
  CHECK(passage_of(network, mesh, Direction::row).shards == 4);
  CHECK(passage_of(network, mesh, Direction::column).syncs == 0);
}
