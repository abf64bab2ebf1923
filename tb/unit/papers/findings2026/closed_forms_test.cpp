// SPDX-License-Identifier: Apache-2.0
// What the findings' answers rest on, against values worked out by hand.
#include <catch2/catch.hpp>
#include <cmath>

#include "papers/findings2026/all.hpp"
#include "papers/findings2026/goodput.hpp"

using namespace jacquard::studies::findings2026;

TEST_CASE("a wait of three quarters of the time is idle three quarters of it") {
  CHECK(idle_share(40, 10) == Approx(0.75));
  // 30 of 40 at a rate of 50; to be 10 of 20 it must be a third, at three times the rate.
  CHECK(rate_for_share(0.5, 50, 40, 10) == Approx(150));
}

TEST_CASE("a straight line is followed beyond its points") {
  CHECK(straight_crossing({1, 20}, {10, 110}, 60) == Approx(5));
  CHECK(straight_crossing({1, 20}, {10, 110}, 0) == Approx(-1));
}

TEST_CASE("four ports on a ring gain nothing from circuits but the way") {
  // Shifts of one take a link and twice the message's time at the port's rate; the shift of two
  // goes half each way, over two links. Circuits: three messages over two links each.
  const double message = 1000, rate = 1, latency = 10;
  const double ring = (10 + 2000) + 2 * (10 + 1000);
  CHECK(law_crossing(4, message, rate, latency) == Approx(ring / 3 - (20 + 1000)));
}

TEST_CASE("for long messages the guard of the law is a quarter of the ports, less one, messages") {
  // N^2 / 4 messages at the port's rate over N - 1 settings.
  const double message = 1e9;
  const int ports = 64;
  const double law = law_crossing(ports, message, 1, 0);
  CHECK(law == Approx(message * (ports * ports / 4.0 / (ports - 1) - 1)));
}

TEST_CASE("a third of a step that is halved saves a sixth") {
  CHECK(saved_of_step(1 / 3., 5, 10) == Approx(1 / 6.));
}

TEST_CASE("heights between points are straight, before them in proportion") {
  const std::vector<std::pair<double, double>> points = {{10, 100}, {20, 300}};
  CHECK(height_at(points, 15) == Approx(200));
  CHECK(height_at(points, 5) == Approx(50));
  CHECK(height_at(points, 99) == Approx(300));
}

TEST_CASE("Gini's index is 0 of equal counts and 1 - 1/n where one has all") {
  CHECK(gini({3, 3, 3, 3}) == Approx(0).margin(1e-12));
  CHECK(gini({0, 0, 8, 0}) == Approx(0.75));
  CHECK(gini({1, 3}) == Approx(0.25));
}

TEST_CASE("the busiest of two NPUs has its half of the experts") {
  CHECK(busiest_over_mean({1, 1, 5, 1}, 2) == Approx(1.5));
  CHECK(busiest_over_mean({1, 1, 5, 1}, 4) == Approx(2.5));
}

TEST_CASE("without failures only checkpoints are lost") {
  Failing f;
  f.between = 1e12;
  f.write = 30;
  f.interval = 970;
  f.restart = 600;
  CHECK(daly_goodput(f) == Approx(0.97).epsilon(1e-6));
}

TEST_CASE("Young's interval is nearly the best by Daly's model") {
  Failing f;
  f.between = 11'000;
  f.write = 30;
  f.restart = 60;
  f.interval = best_interval(f.between, f.write);
  CHECK(f.interval == Approx(std::sqrt(660'000)));
  const double best = daly_goodput(f);
  for (const double other : {0.5, 2.0}) {
    Failing g = f;
    g.interval *= other;
    CHECK(daly_goodput(g) < best);
  }
}

TEST_CASE("a walk from failure to failure meets Daly's model") {
  Failing f;
  f.between = 10'000;
  f.write = 60;
  f.interval = 1'200;
  f.restart = 900;
  CHECK(walked_goodput(f, 1e9, 1) == Approx(daly_goodput(f)).epsilon(0.005));
  f.swap = 1;
  f.swapped = 0.6;
  CHECK(walked_goodput(f, 1e9, 1) == Approx(daly_goodput(f)).epsilon(0.005));
}

TEST_CASE("the restart that gives a goodput gives it") {
  Failing f;
  f.between = 11'000;
  f.write = 30;
  f.interval = 800;
  f.restart = restart_for(0.9, f);
  CHECK(daly_goodput(f) == Approx(0.9));
}

TEST_CASE("findings are numbered from 1 on") {
  REQUIRE(findings().size() == 10);
  for (std::size_t k = 0; k < findings().size(); ++k) {
    CHECK(findings()[k].number == static_cast<int>(k) + 1);
    CHECK(!findings()[k].runs(true).empty());
    CHECK(findings()[k].runs(false).size() >= findings()[k].runs(true).size());
  }
}
