// SPDX-License-Identifier: Apache-2.0
// The search on a server whose answers are known: one request at a time, each for equally long.
#include "systemc/serve/find_rate.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "sim/serve/load_row.hpp"

using namespace jacquard;
using namespace jacquard::serve;

namespace {

constexpr int kRequests = 1000;
constexpr double kServed = 4;  // a second

base::Picoseconds picoseconds(double seconds) {
  return base::Picoseconds{std::llround(seconds * 1e12)};
}

// Requests that come at equal distances, or each when the one before has ended.
TrafficRun run_at(double rate, bool alone = false) {
  TrafficRun run;
  double free = 0;
  for (int i = 0; i < kRequests; ++i) {
    const double arrival = alone ? free : i / rate;
    free = std::max(free, arrival) + 1 / kServed;
    RequestRecord record;
    record.output = 1;
    record.arrival = record.queued = picoseconds(arrival);
    record.first_token = record.last_token = picoseconds(free);
    run.run.records.push_back(record);
  }
  run.run.end = picoseconds(free);
  return run;
}

RateRuns server() {
  return {[](double rate) { return run_at(rate); }, [] { return run_at(1e9); },
          [] { return run_at(1, true); }};
}

Slo within(double ttft_seconds, double share) {
  Slo slo;
  slo.ttft = picoseconds(ttft_seconds);
  slo.share = share;
  return slo;
}

}  // namespace

TEST_CASE("The queue grows beyond the rate at which the server serves") {
  CHECK(knee_of(server()) == Approx(kServed).epsilon(1e-6));
}

// Of M/M/1: a request stays 1 / (served - rate), so a limit L is kept up to served - 1 / L.
TEST_CASE("The largest rate is that at which requests still keep the limit") {
  const RateRuns queue{[](double rate) {
                         TrafficRun run = run_at(rate);
                         for (RequestRecord& record : run.run.records) {
                           const double stays = 1 / std::max(kServed - rate, 1e-3);
                           record.first_token = record.arrival + picoseconds(stays);
                         }
                         return run;
                       },
                       [] { return run_at(1e9); }, [] { return run_at(1, true); }};
  for (const double limit : {0.3, 1.0, 20.0}) {
    const double expected = kServed - 1 / limit;
    const auto found = find_rate(within(limit, 0.9), queue, knee_of(queue));
    REQUIRE(found);
    CHECK(*found <= expected * 1.000001);
    CHECK(*found >= expected / 1.011);
  }
}

TEST_CASE("No rate beyond the knee is found, however long the limit") {
  CHECK(find_rate(within(10, 0.9), server(), kServed) == kServed);
}

TEST_CASE("A limit below what a request takes alone is kept at no rate") {
  CHECK(!find_rate(within(0.9 / kServed, 0.9), server(), 4));
  CHECK(find_rate(within(1.1 / kServed, 0.9), server(), 4));
}

TEST_CASE("Rates of the rows go up, with the found one and beyond the knee") {
  for (const double knee : {10.0, 10.2, 11.7, 30.0}) {
    const std::vector<LoadRow> rows = load_points(10.0, knee);
    CAPTURE(knee);
    CHECK(std::is_sorted(rows.begin(), rows.end(),
                         [](const LoadRow& a, const LoadRow& b) { return a.rate < b.rate; }));
    const auto count = [&](bool LoadRow::*flag) {
      return std::count_if(rows.begin(), rows.end(), [&](const LoadRow& r) { return r.*flag; });
    };
    CHECK(count(&LoadRow::largest) == 1);
    CHECK(count(&LoadRow::knee) == 1);
    CHECK(count(&LoadRow::grows) >= 1);
    for (const LoadRow& row : rows) {
      CHECK(row.grows == (row.rate > knee));
      if (row.knee) CHECK(row.rate == Approx(knee).epsilon(0.03));
      if (row.largest) CHECK(row.share == 1);
    }
  }
  for (const LoadRow& row : load_points(std::nullopt, 10)) CHECK(!row.largest);
}
