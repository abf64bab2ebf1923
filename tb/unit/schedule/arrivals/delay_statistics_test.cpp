// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arrivals/delay_statistics.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/arrivals/cell_queues.hpp"

using namespace jacquard::schedule;
using jacquard::base::Rng;

TEST_CASE("percentiles are those of the sorted delays, exact when small and to 0.1 % when large") {
  Rng rng(12, "delays");
  for (const double largest : {100.0, 2047.0, 4e9}) {
    DelayHistogram histogram;
    std::vector<std::uint32_t> all;
    for (int k = 0; k < 5'000; ++k) {
      all.push_back(static_cast<std::uint32_t>(std::pow(largest, rng.uniform())));
      histogram.add(all.back());
    }
    std::sort(all.begin(), all.end());
    for (const double share : {0.01, 0.5, 0.9, 0.99, 1.0}) {
      const double sorted = all[static_cast<std::size_t>(share * 5'000) - 1];
      INFO("up to " << largest << ", share " << share);
      CHECK(histogram.percentile(share) >= sorted);
      CHECK(histogram.percentile(share) <= (sorted < 2048 ? sorted : sorted * 1.001));
    }
  }
  CHECK(DelayHistogram().percentile(0.99) == 0);
}

TEST_CASE("the confidence interval covers the mean about 95 times in 100") {
  int covered = 0;
  for (std::uint64_t trial = 0; trial < 2'000; ++trial) {
    Rng rng(13, "interval", trial);
    std::vector<double> batches(kBatches);
    for (double& b : batches) b = 7 + 3 * rng.normal();
    const Estimate e = estimate(batches);
    covered += std::abs(e.mean - 7) <= e.half_width;
  }
  CHECK(std::abs(covered - 1'900) < 4 * 9.75);  // binomial standard deviation
}

TEST_CASE("cell queues are first in, first out, and reuse places") {
  CellQueues queues(3);
  for (std::uint32_t round = 0; round < 5; ++round) {
    queues.push(0, round);
    queues.push(2, 100 + round);
    queues.push(0, 50 + round);
    CHECK(queues.pop(2) == 100 + round);
    CHECK(queues.pop(0) == round);
    CHECK(queues.pop(0) == 50 + round);
    CHECK(queues.empty(0));
    CHECK(queues.empty(1));
    CHECK(queues.empty(2));
  }
}
