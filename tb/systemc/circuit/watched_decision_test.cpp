// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "systemc/circuit/support.hpp"

using namespace jacquard;
using namespace jacquard::systemc;
using namespace jacquard::systemc::test;
using base::Picoseconds;

namespace {

constexpr int kPorts = 8;
constexpr std::int64_t kMicrosecond = 1'000'000;

CircuitOutcome run(std::optional<int> stuck_after, Picoseconds watchdog) {
  CircuitScenario s = scenario(kPorts);
  s.faults.stuck_after = stuck_after;
  s.faults.watchdog = watchdog;
  return simulate_circuit(s, small_moe(kPorts, 1), golden(kPorts, Picoseconds{1000}));
}

}  // namespace

TEST_CASE("A scheduler that is stuck at once is noticed by its watchdog, and all is delivered") {
  const CircuitOutcome sound = run({}, Picoseconds{kMicrosecond});
  for (const std::int64_t us : {100, 300}) {
    const CircuitOutcome stuck = run(0, Picoseconds{us * kMicrosecond});
    CHECK(stuck.bytes_delivered == sound.bytes_delivered);
    CHECK(stuck.controller.decisions == 2);
    // The whole of the watchdog's time passes before anything is sent.
    CHECK(stuck.controller.detected >= Picoseconds{us * kMicrosecond});
    CHECK(stuck.completion > sound.completion + Picoseconds{us * kMicrosecond});
    CHECK(stuck.completion < sound.completion + Picoseconds{(us + 10) * kMicrosecond});
  }
}

TEST_CASE("A scheduler that is stuck later has its first permutations carried") {
  const CircuitOutcome sound = run({}, Picoseconds{kMicrosecond});
  const CircuitOutcome stuck = run(2, Picoseconds{100 * kMicrosecond});
  CHECK(stuck.bytes_delivered == sound.bytes_delivered);
  REQUIRE(stuck.controller.columns.size() > 2);
  CHECK(stuck.controller.columns[0] == sound.controller.columns[0]);
  CHECK(stuck.controller.columns[1] == sound.controller.columns[1]);
  CHECK(stuck.controller.replanned > stuck.controller.detected);
}

TEST_CASE("A scheduler that would be stuck after its last permutation is never stuck") {
  const CircuitOutcome sound = run({}, Picoseconds{kMicrosecond});
  const auto all = static_cast<int>(sound.controller.permutations);
  const CircuitOutcome late = run(all, Picoseconds{100 * kMicrosecond});
  CHECK(late.completion == sound.completion);
  CHECK(late.controller.decisions == 1);
}
