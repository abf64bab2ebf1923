// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/suite/experts.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <map>

#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/scheduler.hpp"

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;
using schedule::Arrival;

namespace {

constexpr Picoseconds us(std::int64_t count) { return Picoseconds{count * 1'000'000}; }

// A quantum of 1,000 bytes is computed in 1 us.
schedule::ExpertCompute compute(Picoseconds start) {
  return {base::BitsPerSecond{8'000'000'000}, start};
}

}  // namespace

TEST_CASE("an expert that waits for all of its tokens starts once") {
  // All are there at 20 us; a start of 5, 8 quanta, and 30 back.
  const auto layer = schedule::expert_layer({{us(10), 0, 3}, {us(20), 0, 5}}, Bytes{1'000}, us(30),
                                            compute(us(5)));
  CHECK(layer.whole == us(20 + 5 + 8 + 30));
}

TEST_CASE("an expert that takes what has come pays a start for each time") {
  // 10: 5 + 3 to 18. What comes at 12 and 14 waits and goes together: 18 + 5 + 6 = 29.
  const auto layer = schedule::expert_layer({{us(14), 0, 4}, {us(10), 0, 3}, {us(12), 0, 2}},
                                            Bytes{1'000}, us(0), compute(us(5)));
  CHECK(layer.as_they_come == us(29));
}

TEST_CASE("a layer lasts until the last port is done") {
  const auto layer = schedule::expert_layer({{us(1), 0, 1}, {us(2), 1, 40}, {us(30), 2, 1}},
                                            Bytes{1'000}, us(0), compute(us(0)));
  CHECK(layer.whole == us(42));
  CHECK(layer.as_they_come == us(42));
}

TEST_CASE("without a start experts lose nothing by taking tokens as they come") {
  for (const char* name : {"holds-first", "ladder", "shifts"}) {
    const auto bytes = demand::generate(demand::DemandClass::moe, 8, 1, 0);
    demand::Quantisation how;
    how.bits = 6;
    how.guard = us(10);
    const auto quanta = quantise(bytes, how);
    const auto schedule = schedule::find_scheduler(name).run(quanta, {});
    const auto layer = schedule::expert_layer(arrivals_of(quanta, schedule), quanta.clock().quantum,
                                              us(0), compute(us(0)));
    CHECK(layer.as_they_come <= layer.whole);
  }
}

TEST_CASE("every quantum arrives once, at its port, and the last one when the schedule ends") {
  for (const char* name : {"exact", "ladder", "shifts", "round-robin-vlb"}) {
    CAPTURE(name);
    const auto bytes = demand::generate(demand::DemandClass::uniform, 8, 1, 0);
    demand::Quantisation how;
    how.bits = 4;
    how.guard = us(1);
    const auto quanta = quantise(bytes, how);
    const auto schedule = schedule::find_scheduler(name).run(quanta, {});
    std::map<int, std::int64_t> of_port;
    Picoseconds last{0};
    for (const Arrival& a : arrivals_of(quanta, schedule)) {
      of_port[a.port] += a.quanta;
      last = std::max(last, a.time);
    }
    for (int column = 0; column < 8; ++column) {
      std::int64_t sum = 0;
      for (int row = 0; row < 8; ++row) sum += quanta.at(row, column);
      CHECK(of_port[column] == sum);
    }
    CHECK(last <= makespan(quanta, schedule));
    if (schedule.hops() == 1 && std::string(name) != "round-robin") {
      CHECK(makespan(quanta, schedule) - last < us(1));
    }
  }
}

TEST_CASE("A layer beyond all times is the longest time, and never wraps") {
  const Picoseconds longest{std::numeric_limits<std::int64_t>::max()};
  const auto layer =
      schedule::expert_layer({{longest, 0, 3}}, Bytes{1'000}, longest, compute(us(5)));
  CHECK(layer.whole == longest);
  CHECK(layer.as_they_come == longest);
}
