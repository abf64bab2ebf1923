// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/fabric.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/error.hpp"

using namespace jacquard::topology;
using jacquard::base::BytesPerSecond;
using jacquard::base::ConfigError;
using jacquard::base::Picoseconds;

namespace {

Dimension of(Block block, int size) { return {block, size, BytesPerSecond{1e9}, Picoseconds{500}}; }

}  // namespace

TEST_CASE("An NPU's number has dimension 0 as its fastest digit") {
  const Fabric fabric({of(Block::ring, 4), of(Block::fully_connected, 3), of(Block::switched, 2)});
  CHECK(fabric.npus() == 24);
  CHECK(fabric.stride(0) == 1);
  CHECK(fabric.stride(1) == 4);
  CHECK(fabric.stride(2) == 12);
  int npu = 0;
  for (int c = 0; c < 2; ++c) {
    for (int b = 0; b < 3; ++b) {
      for (int a = 0; a < 4; ++a, ++npu) {
        CHECK(fabric.digit(npu, 0) == a);
        CHECK(fabric.digit(npu, 1) == b);
        CHECK(fabric.digit(npu, 2) == c);
        CHECK(fabric.with_digit(0, 0, a) == a);
        CHECK(fabric.with_digit(npu, 1, 0) == npu - 4 * b);
        CHECK(fabric.instance(npu, 0) == b + 3 * c);
        CHECK(fabric.instance(npu, 1) == a + 4 * c);
        CHECK(fabric.instance(npu, 2) == a + 4 * b);
      }
    }
  }
  CHECK(fabric.first_difference(0, 3) == 0);
  CHECK(fabric.first_difference(0, 8) == 1);
  CHECK(fabric.first_difference(3, 15) == 2);
  CHECK(fabric.first_difference(7, 7) == 3);
}

TEST_CASE("An NPU has as many ports in a dimension as links that leave it") {
  CHECK(ports_of(Block::ring, 2) == 1);
  CHECK(ports_of(Block::ring, 3) == 2);
  CHECK(ports_of(Block::fully_connected, 8) == 7);
  CHECK(ports_of(Block::switched, 8) == 1);
  CHECK(ports_of(Block::crossbar, 64) == 1);
  CHECK(ports_of(Block::ring, 1) == 0);
  CHECK(ports_of(Block::switched, 1) == 0);
}

TEST_CASE("A fabric that cannot be is refused at the dimension that is wrong") {
  using Dimensions = std::vector<Dimension>;
  const auto fault = [](const Dimensions& dimensions) -> std::string {
    try {
      Fabric fabric(dimensions);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(fault({of(Block::ring, 1)}).empty());
  CHECK(fault({of(Block::ring, 1 << 12), of(Block::switched, 1 << 12)}).empty());
  CHECK(fault({}) == "topology: expected at least one dimension, found none");
  CHECK(fault({of(Block::ring, 0)}) == "topology, dimension 0: expected at least 1 NPUs, found 0");
  CHECK(fault({of(Block::ring, 4), of(Block::ring, 1)}) ==
        "topology, dimension 1: expected at least 2 NPUs, found 1 (leave out a dimension of one)");
  CHECK(fault({of(Block::ring, 1 << 12), of(Block::ring, (1 << 12) + 1)}) ==
        "topology, dimension 1: expected at most 16777216 NPUs in all, found 4096 x 4097");
  Dimension dead = of(Block::ring, 4);
  dead.bandwidth = BytesPerSecond{0};
  CHECK_THAT(fault({dead}), Catch::Contains("topology, dimension 0: expected a bandwidth above 0"));
  dead.bandwidth = BytesPerSecond{std::numeric_limits<double>::quiet_NaN()};
  CHECK_THAT(fault({dead}), Catch::Contains("expected a bandwidth above 0"));
  Dimension early = of(Block::ring, 4);
  early.latency = Picoseconds{-1};
  CHECK_THAT(fault({early}),
             Catch::Contains("topology, dimension 0: expected a latency of at least 0"));
}
