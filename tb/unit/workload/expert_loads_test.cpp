// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/expert_loads.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using namespace jacquard::workload;

namespace {

ExpertWork experts(double tokens, int count, int top_k, int devices, double skew) {
  ExpertWork work;
  work.tokens = tokens;
  work.experts = count;
  work.top_k = top_k;
  work.expert_parallel = devices;
  work.skew = skew;
  return work;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("each token is at top_k experts\\, and at none of them twice") {
  for (const double skew : {0.0, 0.3, 1.0, 1.2, 3.0}) {
    for (const double tokens : {1.0, 2.0, 7.0, 300.0, 16384.0}) {
      for (const int count : {1, 2, 8, 60, 256}) {
        for (const int top_k : {1, std::min(6, count), count}) {
          const auto loads = expert_loads(experts(tokens, count, top_k, 1, skew));
          CAPTURE(skew, tokens, count, top_k);
          REQUIRE(loads.size() == static_cast<std::size_t>(count));
          CHECK(sum(loads) == tokens * top_k);
          CHECK(*std::max_element(loads.begin(), loads.end()) <= tokens);
          CHECK(*std::min_element(loads.begin(), loads.end()) >= 0);
          CHECK(std::is_sorted(loads.rbegin(), loads.rend()));
        }
      }
    }
  }
}

TEST_CASE("a power law of exponent 1 is shared out by hand") {
  // 10 tokens, 1 of 2 experts: spread 8, weights 8^(3/4) = 4.757 and 8^(1/4) = 1.682.
  const auto loads = expert_loads(experts(10, 2, 1, 1, 1));
  CHECK(loads[0] == 7);
  CHECK(loads[1] == 3);
}

TEST_CASE("the busiest device of a balanced routing has the share of its experts") {
  const auto even = busiest_device(experts(64, 16, 4, 4, 0));
  REQUIRE(even.size() == 1);
  CHECK(even[0].tokens == std::vector<double>{16, 16, 16, 16});
  const auto few = busiest_device(experts(1, 256, 8, 2, 0));  // 8 choices on 2 devices
  CHECK(sum(few[0].tokens) == 4);
  CHECK(few[0].tokens.front() == 1);
  const auto one = busiest_device(experts(2, 160, 8, 32, 0));  // half a choice a device
  CHECK(sum(one[0].tokens) == 1);
}

TEST_CASE("the busiest device of a skewed routing has at least the mean") {
  for (const int devices : {2, 4, 8, 32}) {
    const ExpertWork work = experts(4096, 64, 6, devices, 1.2);
    const double mean = 4096.0 * 6 / devices;
    for (const DeviceLoad& load : busiest_device(work)) {
      CHECK(load.tokens.size() == static_cast<std::size_t>(64 / devices));
      CHECK(sum(load.tokens) >= mean);
    }
  }
  // One expert a device: the busiest device has the most popular expert.
  const ExpertWork alone = experts(4096, 64, 6, 64, 1.2);
  for (const DeviceLoad& load : busiest_device(alone)) {
    CHECK(load.tokens == std::vector<double>{expert_loads(alone).front()});
  }
  // All experts on one device: nothing to deal.
  const ExpertWork together = experts(4096, 64, 6, 1, 1.2);
  REQUIRE(busiest_device(together).size() == 1);
  CHECK(busiest_device(together)[0].tokens == expert_loads(together));
}

TEST_CASE("numbers of tokens beyond all reason end") {
  for (const double tokens : {1e15, 9007199254740993.0, 1e30, 1e300}) {
    for (const double skew : {0.0, 1.0, 1.2}) {
      const ExpertWork work = experts(tokens, 256, 8, 8, skew);
      CHECK(sum(expert_loads(work)) == Approx(tokens * 8));
      for (const DeviceLoad& load : busiest_device(work)) {
        CHECK(sum(load.tokens) >= Approx(tokens));
      }
    }
  }
}

TEST_CASE("the busiest device over a mean one is 1 without skew and grows with it") {
  CHECK(busiest_over_mean(experts(4096, 64, 6, 8, 0)) == 1);
  CHECK(busiest_over_mean(experts(0, 64, 6, 8, 1)) == 1);
  CHECK(busiest_over_mean(experts(4096, 64, 6, 1, 1.2)) == Approx(1));
  // One of two experts each: 7 of 10 tokens at the busiest, by hand as above.
  CHECK(busiest_over_mean(experts(10, 2, 1, 2, 1)) == Approx(1.4));
  double before = 1;
  for (const double skew : {0.001, 0.01, 0.1, 0.2, 0.5, 1.0}) {
    const double now = busiest_over_mean(experts(65536, 64, 6, 8, skew));
    CHECK(now > before);
    CHECK(now <= 8);
    before = now;
  }
  CHECK(busiest_over_mean(experts(65536, 64, 6, 8, 0.001)) < 1.01);
}
