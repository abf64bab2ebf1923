// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/network_efficiency.hpp"

#include <catch2/catch.hpp>

namespace jacquard::cost {

TEST_CASE("large messages reach the share of line rate that operators of clusters report") {
  CHECK(network_efficiency(2) * 50 == Approx(47).epsilon(0.03));
  CHECK(network_efficiency(32) * 400 == Approx(340).epsilon(0.03));
  CHECK(network_efficiency(248) * 400 == Approx(350).epsilon(0.03));
}

// All-reduce of 32 MiB on 2 H100 of 2 nodes with one 400 Gb/s NIC (NVIDIA/nccl-tests 232): two
// steps of half of the bytes. What large messages reach bounds such a one from below.
TEST_CASE("the share of large messages bounds a shorter all-reduce across two nodes from below") {
  const double measured_us = 812.3;
  const double bytes = 2 * (1 << 24);
  CHECK(bytes / (50e3 * network_efficiency(2)) < measured_us);
}

TEST_CASE("efficiency shrinks with nodes, and is a share") {
  for (int nodes = 1; nodes <= 4096; nodes *= 2) {
    CHECK(network_efficiency(2 * nodes) <= network_efficiency(nodes));
    CHECK(network_efficiency(nodes) < 1);
    CHECK(network_efficiency(nodes) > 0);
  }
}

}  // namespace jacquard::cost
