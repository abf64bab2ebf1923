// SPDX-License-Identifier: Apache-2.0
// 72 ports, as a rack of GPUs has them: no power of two, and no multiple of a machine word.
#include <catch2/catch.hpp>

#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using test::golden;
using test::scenario;
using test::small_moe;

constexpr int kGpus = 72;
constexpr Picoseconds kUs{1'000'000};

}  // namespace

TEST_CASE("Around 72 ports every byte comes once, whatever fails", "[faults]") {
  const auto demand = small_moe(kGpus, 1);
  std::vector<std::pair<const char*, FaultConfig>> kinds(6);
  kinds[0].first = "stragglers";
  kinds[0].second.stragglers = 5;
  kinds[0].second.late_by = kUs * 300;
  kinds[1].first = "links that flap";
  kinds[1].second.flapping_links = 7;
  kinds[1].second.up_for = kUs * 40;
  kinds[1].second.down_for = kUs * 3;
  kinds[2].first = "a dead link";
  kinds[2].second.dead_links = 1;
  kinds[2].second.dies_within = kUs * 50;
  kinds[3].first = "a dead port";
  kinds[3].second.dead_ports = 1;
  kinds[3].second.dies_within = kUs * 50;
  kinds[4].first = "lost messages";
  kinds[4].second.lost_messages = 0.02;
  kinds[5].first = "a stuck arbiter";
  kinds[5].second.stuck_after = 9;
  for (auto& [name, faults] : kinds) {
    CAPTURE(name);
    CircuitScenario s = scenario(kGpus);
    s.keep = false;
    s.faults = faults;
    s.faults.policy = Policy::spare;
    const CircuitOutcome out = simulate_circuit(s, demand, golden(kGpus, Picoseconds{1'000}));
    CHECK(out.bytes_delivered == demand.total());
    CHECK(out.controller.decisions + out.controller.messages_lost + out.bytes_lost.count() > 1);
  }
}

}  // namespace jacquard::systemc
