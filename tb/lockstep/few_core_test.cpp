// SPDX-License-Identifier: Apache-2.0
// The Verilated few core against its golden model, clock by clock.
#include <catch2/catch.hpp>

#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/verify/verify.hpp"

using namespace jacquard;
using demand::DemandClass;
using demand::QuantaMatrix;
using schedule::CoreKind;
using schedule::CoreShape;

namespace {

// Each case plain and stressed: gaps, aborts, resets, back-pressure, stray inputs.
void check_lockstep(const CoreShape& shape, std::int64_t count, DemandClass demand_class) {
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 5);
  const verify::Report report =
      verify::verify_core(*golden, *device, {}, {count, 5, demand_class}, {});
  INFO(shape.ports << " ports, " << shape.bits << " bits: " << report.first_mismatch);
  CHECK(report.cases == count);
  CHECK(report.mismatches == 0);
  CHECK(report.load_cycles == shape.ports);
}

CoreShape few(int ports, int bits) { return {CoreKind::few, ports, bits, 1}; }

}  // namespace

TEST_CASE("the few core equals its golden model at every size, also of odd ports") {
  const std::pair<int, int> sizes[] = {{1, 1}, {1, 8}, {2, 3}, {3, 16}, {4, 4}, {7, 5}, {16, 8}};
  for (const auto& [ports, bits] : sizes) {
    check_lockstep(few(ports, bits), 60, DemandClass::mixed);
  }
}

TEST_CASE("the few core equals its golden model on dense and on sparse demands") {
  for (const DemandClass demand_class :
       {DemandClass::moe, DemandClass::sparse, DemandClass::unbalanced}) {
    check_lockstep(few(16, 8), 30, demand_class);
  }
}

TEST_CASE("the 64-port few core equals its golden model", "[full]") {
  for (const DemandClass demand_class :
       {DemandClass::moe, DemandClass::uniform, DemandClass::sparse, DemandClass::unbalanced}) {
    check_lockstep(few(64, 8), 10, demand_class);
  }
}

TEST_CASE("the few core of a rack equals its golden model", "[full]") {
  for (const DemandClass demand_class : {DemandClass::moe, DemandClass::sparse}) {
    check_lockstep(few(72, 8), 5, demand_class);
  }
  check_lockstep(few(96, 8), 2, DemandClass::mixed);
  check_lockstep(few(128, 8), 2, DemandClass::mixed);
}

TEST_CASE("every 2-bit demand of two ports is served by the few core") {
  const CoreShape shape = few(2, 2);
  const auto golden = schedule::make_golden_core(shape);
  const auto device = rtl::make_rtl_core(shape, 11);
  int apart = 0, invalid = 0, useless = 0;
  for (int n = 0; n < 256; ++n) {
    const QuantaMatrix demand(2, {n & 3, (n >> 2) & 3, (n >> 4) & 3, (n >> 6) & 3});
    schedule::Lockstep both(*golden, *device);
    const schedule::Verdict verdict = check(demand, run_core(both, demand, {}).schedule);
    apart += both.difference().has_value();
    invalid += !verdict.valid;
    useless += verdict.useless_pairs > 0;
  }
  CHECK(apart == 0);
  CHECK(invalid == 0);
  CHECK(useless == 0);
}
