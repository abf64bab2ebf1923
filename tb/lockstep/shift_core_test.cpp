// SPDX-License-Identifier: Apache-2.0
// The Verilated shift core against its golden model, and both against a byte that walks to its port
// digit by digit.
#include <catch2/catch.hpp>
#include <map>
#include <utility>

#include "jacquard/base/bitset.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/core/check_core.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using demand::QuantaMatrix;
using schedule::CoreKind;
using schedule::CoreShape;
using schedule::PortShape;

namespace {

CoreShape core(const PortShape& digits, int bits) {
  return with_digits({CoreKind::shift, digits.ports(), bits, 1}, digits);
}

// Holds by digit and shift: each pair's quanta walk alone, and what leaves a port is added up.
std::vector<std::int64_t> walked_holds(const QuantaMatrix& demand, const std::vector<int>& sizes) {
  std::map<std::pair<int, int>, std::map<int, std::int64_t>> sent;
  for (int source = 0; source < demand.ports(); ++source) {
    for (int to = 0; to < demand.ports(); ++to) {
      int at = source, stride = 1;
      for (int k = 0; k < static_cast<int>(sizes.size()); ++k) {
        const int size = sizes[static_cast<std::size_t>(k)];
        const int from = at / stride % size, wanted = to / stride % size;
        if (from != wanted) sent[{k, (wanted - from + size) % size}][at] += demand.at(source, to);
        at += (wanted - from) * stride;
        stride *= size;
      }
      REQUIRE(at == to);
    }
  }
  std::vector<std::int64_t> holds;
  for (const auto& [shift, by_port] : sent) {
    std::int64_t most = 0;
    for (const auto& [port, quanta] : by_port) most = std::max(most, quanta);
    if (most > 0) holds.push_back(most);
  }
  return holds;
}

std::vector<std::int64_t> holds_of(const schedule::Schedule& schedule) {
  std::vector<std::int64_t> holds;
  for (std::size_t e = 0; e < schedule.permutations(); ++e) holds.push_back(schedule.hold(e));
  return holds;
}

void check_lockstep(const CoreShape& shape, std::int64_t count,
                    demand::DemandClass demand_class = demand::DemandClass::mixed) {
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 5);
  const verify::Report report =
      verify::verify_core(*golden, *device, {}, {count, 5, demand_class}, {});
  INFO(text_of(digits_of(shape)) << ": " << report.first_mismatch);
  CHECK(report.cases == count);
  CHECK(report.mismatches == 0);
  CHECK(report.load_cycles == shape.ports);
}

}  // namespace

TEST_CASE("the shift core equals its golden model at every shape, also of odd digits") {
  for (const PortShape& digits :
       {PortShape({}), PortShape({2}), PortShape({5}), PortShape({2, 2}), PortShape({3, 4}),
        PortShape({2, 3, 5}), PortShape({2, 2, 2, 2})}) {
    check_lockstep(core(digits, digits.ports() == 16 ? 16 : 4), 60);
  }
}

TEST_CASE("the 64-port shift core equals its golden model") {
  check_lockstep(core(PortShape({8, 8}), 8), 40, demand::DemandClass::moe);
}

TEST_CASE("larger shift cores equal their golden models", "[full]") {
  check_lockstep(core(PortShape({4, 4, 4}), 8), 40);
  check_lockstep(core(PortShape({8, 16}), 8), 30);
  check_lockstep(core(PortShape({16, 16}), 8), 20);
  check_lockstep(core(PortShape({4, 4, 4, 4}), 16), 20);
}

TEST_CASE("every 0/1 demand of four ports as 2 x 2 is held as its bytes walk") {
  const CoreShape shape = core(PortShape({2, 2}), 1);
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 11);
  int wrong = 0, invalid = 0, apart = 0, clocks = 0;
  for (unsigned n = 0; n < 1u << 16; ++n) {
    std::vector<std::int64_t> counts;
    for (int bit = 0; bit < 16; ++bit) counts.push_back((n >> bit) & 1);
    const QuantaMatrix demand(4, counts);
    schedule::Lockstep both(*golden, *device);
    const schedule::CoreRun run = run_core(both, demand, {});
    apart += both.difference().has_value();
    invalid += !check_core(shape, demand, run).valid;
    clocks += run.cycles != 7;  // 1 for the other digit, 1, 2 shifts, 3
    if (n % 7 == 0) wrong += holds_of(run.schedule) != walked_holds(demand, {2, 2});
  }
  CHECK(wrong == 0);
  CHECK(invalid == 0);
  CHECK(apart == 0);
  CHECK(clocks == 0);
}

TEST_CASE("every 2-bit demand of two ports is held for the larger of its two entries") {
  const CoreShape shape = core(PortShape({2}), 2);
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 11);
  for (int n = 0; n < 256; ++n) {
    const QuantaMatrix demand(2, {n & 3, (n >> 2) & 3, (n >> 4) & 3, (n >> 6) & 3});
    schedule::Lockstep both(*golden, *device);
    const schedule::CoreRun run = run_core(both, demand, {});
    CHECK(!both.difference());
    const std::int64_t larger = std::max(demand.at(0, 1), demand.at(1, 0));
    const std::vector<std::int64_t> expected(larger > 0 ? 1 : 0, larger);
    CHECK(holds_of(run.schedule) == expected);
  }
}

// Counters at their largest everywhere: a hold is N / size times 2^B - 1 and must not wrap.
TEST_CASE("the widest holds there are come whole out of the shift core") {
  for (const std::vector<int>& sizes :
       {std::vector<int>{4}, {2, 4}, {3, 5}, {2, 2, 2, 2}, {5, 5, 3}}) {
    const PortShape digits(sizes);
    const CoreShape shape = core(digits, 16);
    const int n = shape.ports;
    const std::int64_t most = 0xffff;
    const QuantaMatrix demand(
        n,
        std::vector<std::int64_t>(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), most));
    std::vector<std::int64_t> expected;
    for (const int size : sizes) {
      for (int by = 1; by < size; ++by) expected.push_back(n / size * most);
    }
    const auto device = rtl::make_rtl_core(shape, 3);
    CHECK(holds_of(run_core(*device, demand, {}).schedule) == expected);
  }
}
