// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/optical.hpp"

#include <catch2/catch.hpp>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/hops/makespan.hpp"

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;
using studies::OpticalPoint;

namespace {

schedule::Suite small_suite() {
  schedule::Suite suite;
  suite.rate = base::BitsPerSecond{8'000'000'000};  // a kB in a microsecond
  suite.guards = {Picoseconds{2'000'000}};
  return suite;
}

// Port 0 has 3 kB for port 1 and 1 kB for itself; port 1 has 2 kB for port 0.
schedule::SuiteDemand small_demand() {
  demand::DemandMatrix matrix(2);
  matrix.set(0, 1, Bytes{3'000});
  matrix.set(1, 0, Bytes{2'000});
  matrix.set(0, 0, Bytes{1'000});
  return {"small", 0, matrix};
}

OpticalPoint point(const char* method, std::int64_t makespan, std::int64_t guard) {
  OpticalPoint p;
  p.method = method;
  p.of_case = "a";
  p.guard = Picoseconds{guard};
  p.makespan = p.layer.whole = p.layer.as_they_come = Picoseconds{makespan};
  return p;
}

}  // namespace

TEST_CASE("a schedule of others takes its slots and guards, in its own quantum") {
  const schedule::Suite suite = small_suite();
  schedule::Schedule theirs(2);
  theirs.append({1, 0}, 6);
  theirs.append({0, schedule::kUnmatched}, 2);
  const OpticalPoint p = studies::optical_entry({&suite}, small_demand(), suite.guards[0], "theirs",
                                                theirs, Bytes{500});
  CHECK(p.fault.empty());
  CHECK(p.permutations == 2);
  CHECK(p.makespan == Picoseconds{(3 + 1 + 2 * 2) * 1'000'000});
  CHECK(p.bound <= p.makespan);
}

TEST_CASE("a schedule of others that leaves bytes behind has a fault and counts for nobody") {
  const schedule::Suite suite = small_suite();
  schedule::Schedule theirs(2);
  theirs.append({1, 0}, 6);
  std::vector<OpticalPoint> points = {studies::optical_entry(
      {&suite}, small_demand(), suite.guards[0], "theirs", theirs, Bytes{500})};
  CHECK_FALSE(points[0].fault.empty());
  compare_points(points);
  CHECK(optical_scores(points).empty());
}

TEST_CASE("scores are geometric means over the least at each point") {
  std::vector<OpticalPoint> points = {point("a", 100, 1), point("b", 400, 1), point("a", 300, 2),
                                      point("b", 300, 2)};
  compare_points(points);
  const auto scores = optical_scores(points);
  REQUIRE(scores.size() == 2);
  CHECK(scores[0].method == "a");
  CHECK(scores[0].over_best == Approx(1));
  CHECK(scores[0].share_best == 1);
  CHECK(scores[1].over_best == Approx(2));  // of 4 and 1
  CHECK(scores[1].worst == Approx(4));
  CHECK(scores[1].share_best == 0.5);
}

TEST_CASE("a scheduler at its best is no longer than as it ships") {
  schedule::Suite suite;
  const schedule::SuiteDemand demand{"moe", 0,
                                     demand::generate(demand::DemandClass::moe, 16, 1, 0)};
  const Picoseconds guard{100'000'000};
  for (const char* name : {"ladder", "tms", "round-robin"}) {
    const auto& scheduler = schedule::find_scheduler(name);
    const auto quanta = quantise(demand.matrix, quantisation_of(suite, guard, 1));
    const auto best = studies::optical_point({&suite, false}, demand, guard, 1, scheduler);
    CHECK(best.fault.empty());
    CHECK(best.makespan <= makespan(quanta, scheduler.run(quanta, {})));
  }
}
