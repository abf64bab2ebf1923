// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/port_time.hpp"

#include <catch2/catch.hpp>

#include "unit/report/stack/two_stages.hpp"

using namespace jacquard;

namespace {

auto picoseconds(double value) { return Approx(value * 1e-12); }

}  // namespace

TEST_CASE("The time of ports is data, guards, ways, unfilled ends and idleness") {
  const stack::Stack made = tb::two_stages();
  const report::PortTimes times = report::port_times(made, tb::routes_of(made));
  REQUIRE(times.labels.size() == 2);
  // Two NPUs send 140 bytes at a byte a picosecond in two slots each, then 35 in one.
  const report::PortTime& tp = times.labels[0];
  CHECK(tp.slots.count() == picoseconds(400));
  CHECK(tp.data.count() == picoseconds(280));
  CHECK(tp.guard.count() == picoseconds(40));
  CHECK(tp.flight.count() == picoseconds(80));
  CHECK(tp.unfilled.count() * 1e12 == Approx(0).margin(1e-9));
  const report::PortTime& pp = times.labels[1];
  CHECK(pp.slots.count() == picoseconds(200));
  CHECK(pp.unfilled.count() == picoseconds(70));
  // Four ports for 400 ps, of which 600 are slots.
  CHECK(times.all.count() == picoseconds(1600));
  CHECK(times.idle.count() == picoseconds(1000));
  CHECK(times.slot_efficiency() == Approx(350.0 / 600));
}

TEST_CASE("On dependency a guard is paid where a setting changes, and no way in a slot") {
  stack::Stack made = tb::two_stages();
  made.clock.sync = stack::Sync::on_dependency;
  made.timeline.placed[1].held = true;
  const report::PortTimes times = report::port_times(made, tb::routes_of(made));
  CHECK(times.labels[0].guard.count() == picoseconds(20));
  CHECK(times.labels[0].unfilled.count() == picoseconds(100));
  CHECK(times.labels[1].guard.count() == 0);
  CHECK(times.sum().flight.count() == 0);
}

TEST_CASE("A slot that two calls share counts once") {
  stack::Stack made = tb::two_stages();
  stack::Placed joins = made.timeline.placed[1];
  joins.lead = base::Bytes{35};
  made.timeline.placed.push_back(joins);
  const report::PortTimes times = report::port_times(made, tb::routes_of(made));
  CHECK(times.labels[1].slots.count() == picoseconds(200));
  CHECK(times.labels[1].data.count() == picoseconds(140));
  CHECK(times.labels[1].unfilled.count() * 1e12 == Approx(0).margin(1e-9));
}
