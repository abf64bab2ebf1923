// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/replay_checker.hpp"
#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using demand::DemandMatrix;
using test::golden;
using test::replay;
using test::scenario;
using test::small_moe;

constexpr Picoseconds kUs{1'000'000};

DemandMatrix carried(const CircuitScenario& s, const DemandMatrix& data) {
  return with_acknowledgements(data, s.parameters.framing);
}

TEST_CASE("A replay of the transfers finds every byte once on circuits that were set",
          "[circuit]") {
  for (const int ports : {4, 16, 64}) {
    const CircuitScenario s = scenario(ports);
    for (std::uint64_t index = 0; index < (ports == 64 ? 2 : 20); ++index) {
      const DemandMatrix data = small_moe(ports, index);
      CHECK(replay(simulate_circuit(s, data, golden(ports, Picoseconds{1'000})),
                   carried(s, data)) == "");
    }
  }
}

TEST_CASE("A replay finds every byte once where links flap, whatever is cut and sent again",
          "[circuit]") {
  for (const Policy policy : {Policy::delay, Policy::skip, Policy::spare}) {
    base::Bytes lost{0};
    for (std::uint64_t index = 0; index < 20; ++index) {
      CircuitScenario s = scenario(8);
      s.index = index;
      s.faults.policy = policy;
      s.faults.flapping_links = 3;
      s.faults.up_for = kUs * 20;
      s.faults.down_for = kUs * 2;
      s.faults.stragglers = 2;
      s.faults.late_by = kUs * 100;
      const DemandMatrix data = small_moe(8, index);
      const CircuitOutcome out = simulate_circuit(s, data, golden(8, Picoseconds{1'000}));
      CAPTURE(static_cast<int>(policy), index);
      CHECK(replay(out, carried(s, data)) == "");
      lost += out.bytes_lost;
    }
    CHECK(lost > base::Bytes{0});
  }
}

TEST_CASE("A replay sees a byte too few, one too many, and a circuit that was not set",
          "[circuit]") {
  const CircuitScenario s = scenario(8);
  const DemandMatrix data = small_moe(8, 0), all = carried(s, data);
  const CircuitOutcome good = simulate_circuit(s, data, golden(8, Picoseconds{1'000}));
  REQUIRE(replay(good, all) == "");
  const auto after = [&](auto&& change) {
    CircuitOutcome out = good;
    change(out);
    return replay(out, all);
  };
  const auto ends_with = [](const char* end) { return Catch::Matchers::EndsWith(end); };
  CHECK_THAT(after([](auto& out) { out.transfers.pop_back(); }), ends_with("not each byte once"));
  CHECK_THAT(after([](auto& out) { out.transfers.push_back(out.transfers[0]); }),
             ends_with("not each byte once"));
  CHECK_THAT(after([](auto& out) { --out.transfers[0].bytes.count; }),
             ends_with("not each byte once"));
  CHECK_THAT(after([](auto& out) { out.transfers[0].path[2].tail += kUs * 1'000'000; }),
             ends_with("no setting connects it in time"));
  CHECK_THAT(after([](auto& out) {
               out.transfers[0].path[1].head = Picoseconds{0},
               out.transfers.back().path[1].head = Picoseconds{0};
               for (auto& t : out.transfers) t.path[1].place = 0;
             }),
             ends_with("two transfers at one time"));
}

}  // namespace
}  // namespace jacquard::systemc
