// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/fabric.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard;
using Catch::Contains;
using stack::Fabric;
using stack::Sizes;

namespace {

const config::Place kHere{"fabric.json", ""};

}  // namespace

TEST_CASE("two tiers of radix 512 reach 131,072 NPUs and no more") {
  const Fabric fabric;
  const Sizes most = sizes_of(fabric, 131'072, kHere);
  CHECK(most.leaves == 512);
  CHECK(most.spines == 256);
  CHECK(most.links == 1);
  CHECK_THROWS_WITH(sizes_of(fabric, 131'073, kHere),
                    Contains("fabric.json#/radix") && Contains("131072 NPUs"));
}

TEST_CASE("few leaves have several links to each spine") {
  const Sizes sizes = stack::sizes_of({}, 16'384, kHere);
  CHECK(sizes.leaves == 64);
  CHECK(sizes.uplinks == 256);
  CHECK(sizes.links == 8);
  CHECK(sizes.spines == 32);  // 64 leaves x 8 links are a radix of 512
  CHECK(sizes.switches() == 96);
}

TEST_CASE("one crossbar has a port for each NPU and spare") {
  Fabric fabric;
  fabric.tiers = 1;
  fabric.radix = 64;
  CHECK(sizes_of(fabric, 64, kHere).switches() == 1);
  fabric.spares = 1;
  CHECK_THROWS_WITH(sizes_of(fabric, 64, kHere), Contains("65 NPUs and spares"));
}

TEST_CASE("leaves without ports for uplinks are refused") {
  Fabric fabric;
  fabric.radix = 16;
  fabric.leaf_ports = 16;
  CHECK_THROWS_WITH(sizes_of(fabric, 16, kHere), Contains("/leaf_ports"));
  fabric.leaf_ports = 12;
  fabric.uplinks = 5;
  CHECK_THROWS_WITH(sizes_of(fabric, 16, kHere), Contains("/uplinks") && Contains("at most 4"));
}
