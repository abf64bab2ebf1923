// SPDX-License-Identifier: Apache-2.0
#include "papers/photonic/appliance_study.hpp"

#include <catch2/catch.hpp>

#include "papers/photonic/appliance_pictures.hpp"

namespace jacquard::studies {

TEST_CASE("the decision has the paper's gains by its table, and a loss of latency as described") {
  const std::vector<FrontRow> front = front_rows();
  int seen = 0;
  for (const DecisionRow& row : decision_rows(front)) {
    INFO(row.load << ", " << row.system);
    ++seen;
    if (row.system == "pfa-described") {
      CHECK(row.latency < 0.5);
      REQUIRE(row.throughput_at_reading);
      CHECK(*row.throughput_at_reading < 1.05);  // users who read wait for its ports
    } else {
      CHECK(row.latency > 1.3);
      CHECK(row.throughput > 1.8);
    }
    CHECK(row.energy_2025 < row.energy);
    if (row.load != "long answers") continue;
    if (row.system == "pfa-paper") CHECK(row.throughput == Approx(3.66).epsilon(0.02));
    if (row.system == "pfa-described") CHECK(row.throughput == Approx(1.63).epsilon(0.02));
  }
  CHECK(seen == 9);
}

TEST_CASE("gains grow with bandwidth and with hits, and end where ports do") {
  double before = 0;
  for (const BandwidthRow& row : bandwidth_rows()) {
    if (row.load != "chat") break;
    CHECK(row.gains.throughput >= before);
    before = row.gains.throughput;
  }
  for (const HitRow& row : hit_rows()) {
    // 16 modules fetch 5.25 TB/s from DDR; 8 ports carry 7.09 TB/s.
    if (row.system == "pfa-described" && row.hit_rate > 0.27) {
      CHECK(row.bandwidth.count() == Approx(7.089e12).epsilon(1e-3));
    }
  }
}

TEST_CASE("the pictures of the decision are SVG and repeat") {
  const auto front = front_rows();
  const auto one = appliance_pictures(front, bandwidth_rows(), hit_rows());
  CHECK(one.size() == 6);
  CHECK(one == appliance_pictures(front, bandwidth_rows(), hit_rows()));
  for (const auto& [name, svg] : one) CHECK(svg.rfind("<svg", 0) == 0);
}

}  // namespace jacquard::studies
