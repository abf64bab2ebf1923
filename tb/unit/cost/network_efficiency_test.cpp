// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/network_efficiency.hpp"

#include <catch2/catch.hpp>

namespace jacquard::cost {

constexpr base::BytesPerSecond kNic{50e9};

TEST_CASE("large messages reach the share of line rate that operators of clusters report") {
  const base::Bytes large{std::int64_t{1} << 34};
  CHECK(network_efficiency(kNic, large, 2) * 50 == Approx(47).epsilon(0.03));
  CHECK(network_efficiency(kNic, large, 32) * 400 == Approx(340).epsilon(0.03));
  CHECK(network_efficiency(kNic, large, 248) * 400 == Approx(350).epsilon(0.03));
}

// All-reduce of 2 H100 on 2 nodes with one 400 Gb/s NIC (NVIDIA/nccl-tests 232): two steps of half
// of the bytes, after a launch. Large messages fit, small ones there have a tree's latency.
TEST_CASE("an all-reduce across two nodes takes about as long as its two steps") {
  const double measured_us = 812.3;
  const base::Bytes half{1 << 24};
  const double step =
      static_cast<double>(half.count()) / (50e3 * network_efficiency(kNic, half, 2));
  CHECK(2 * step == Approx(measured_us).epsilon(0.12));
}

TEST_CASE("efficiency grows with messages, shrinks with nodes, and is a share") {
  for (int nodes = 1; nodes <= 4096; nodes *= 2) {
    CHECK(network_efficiency(2 * nodes) <= network_efficiency(nodes));
    double before = 0;
    for (std::int64_t bytes = 1; bytes < std::int64_t{1} << 40; bytes *= 2) {
      const double now = network_efficiency(kNic, base::Bytes{bytes}, nodes);
      CHECK(now > before);
      CHECK(now < network_efficiency(nodes));
      before = now;
    }
    CHECK(network_efficiency(nodes) < 1);
  }
  CHECK(network_efficiency(kNic, base::Bytes{0}, 2) == 0);
}

}  // namespace jacquard::cost
