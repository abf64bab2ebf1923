// SPDX-License-Identifier: Apache-2.0
// Instances that come and go, against Little's law and times that a reader follows by hand.
#include "jacquard/serve/cluster/autoscaled.hpp"

#include <catch2/catch.hpp>

#include "jacquard/serve/arrivals.hpp"
#include "support/fault_of.hpp"
#include "unit/serve/toy_server.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using Catch::Contains;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000'000;

// Steps of 0.1 s, whatever is in them.
AutoscaledRun served(const char* scale, std::vector<Request> requests) {
  const Autoscale read = parse_autoscale(scale);
  ToyClock clock(Picoseconds{kSecond / 10});
  ListTraffic traffic(std::move(requests));
  const std::vector<StepClock*> clocks(static_cast<std::size_t>(read.most), &clock);
  return serve_autoscaled(read, {}, 1, clocks, traffic);
}

double seconds(Picoseconds time) { return base::to_seconds(time).count(); }

}  // namespace

TEST_CASE("a steady load has as many instances as Little's law says") {
  // 20 requests a second stay 20 steps and half a step's wait: 41 are there. 41 / 10: five.
  const auto requests = drawn_requests({20, 0}, 20'000, 10, 20, 1, 1);
  const AutoscaledRun run = served("1..16,load=10,start=5 s,idle=30 s,every=1 s", requests);
  REQUIRE(run.run.records.size() == 20'000);
  CHECK(run.most == 5);
  CHECK(seconds(run.instance_time) / seconds(run.run.end) == Approx(5).epsilon(0.02));
  for (const RequestRecord& record : run.run.records) {
    CHECK(seconds(record.e2e()) == Approx(2.05).margin(0.0501));
  }
}

TEST_CASE("an instance serves only after it has started") {
  // One request a step holds an instance for 100 s; the second one comes at 10 s, is seen at 12 s,
  // and what was started then serves from 42 s on.
  EngineSettings one;
  one.max_sequences = 1;
  std::vector<Request> requests = {request(0, 0, 1, 1000), request(1, 10 * kSecond, 1, 1000),
                                   request(2, 50 * kSecond, 1, 10)};
  const Autoscale scale = parse_autoscale("1..2,load=1,start=30 s,idle=5 s,every=4 s");
  ToyClock clock(Picoseconds{kSecond / 10});
  ListTraffic traffic(std::move(requests));
  const AutoscaledRun run = serve_autoscaled(scale, one, 1, {&clock, &clock}, traffic);
  const auto of = by_id(run.run);
  CHECK(seconds(of.at(1).scheduled) == Approx(100));  // it was sent to the first
  CHECK(seconds(of.at(2).scheduled) == Approx(50));   // the second is there
  CHECK(run.starts == 1);
  CHECK(run.most == 2);
}

TEST_CASE("what is not needed any more ends its requests and stops") {
  // A burst of 40, then one request every 10 s.
  std::vector<Request> requests;
  for (int i = 0; i < 40; ++i) requests.push_back(request(i, 0, 1, 50));
  for (int i = 0; i < 30; ++i) requests.push_back(request(40 + i, (i + 1) * 10 * kSecond, 1, 5));
  const AutoscaledRun run = served("1..4,load=10,start=0 s,idle=20 s,every=1 s", requests);
  REQUIRE(run.run.records.size() == 70);
  CHECK(run.most == 4);
  // The burst ends at 5 s; more than one instance is wanted at 5 s for the last time, so three
  // leave at 26 s. What was started came at 1 s.
  CHECK(seconds(run.instance_time) == Approx(seconds(run.run.end) + 3 * 25).margin(4));
}

TEST_CASE("a scale that says something else is refused at --autoscale") {
  for (const char* text :
       {"", "1..8", "8..1,load=4,every=1 s", "1..8,load=0,every=1 s", "1..8,load=4",
        "1..8,load=4,every=1 s,soon=3 s", "1-8,load=4,every=1 s", "1..8,load=4,every=0 s",
        "1..8,load=4,load=8,every=1 s", "1..8,load=4,every=1 s,start=3 days"}) {
    INFO(text);
    CHECK_THAT(fault_of([&] { parse_autoscale(text); }), Contains("--autoscale"));
  }
}
