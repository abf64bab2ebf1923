// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/schedule_row.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;

TEST_CASE("Eta is told of slots that a switch could have, not of single bytes") {
  report::ScheduleRow row;
  row.figures.eta = 0.8;
  row.figures.quantum = base::Bytes{1'000};
  CHECK(report::schedule_metrics().json(row).at("eta") == 0.8);
  row.figures.quantum = base::Bytes{1};
  CHECK_FALSE(report::schedule_metrics().json(row).contains("eta"));
}
