// SPDX-License-Identifier: Apache-2.0
// An appliance of ideal memories, by hand.
#include "systemc/photonic/appliance.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/support.hpp"

namespace jacquard::systemc {
using memory::Direction;

// As of a module alone: 12 B there in 13 ps, tags in 5 ns, HBM in 31.9 ns and 64 B of its bus in
// 27 ps, 68 B back in 76 ps, and twice the latency of the fibre.
TEST_CASE("What is in an XPU's own module does not pass the switch") {
  const auto time = latency_of(3, {3 * 4096, base::Bytes{64}, Direction::read});
  CHECK(time.count() == Approx(200'000 + 13 + 5'000 + 31'900 + 27 + 76).margin(2));
}

TEST_CASE("What is in another module passes the switch twice, a slot and its latency each time") {
  const auto own = latency_of(3, {3 * 4096, base::Bytes{64}, Direction::read});
  const auto other = latency_of(3, {4 * 4096, base::Bytes{64}, Direction::read});
  constexpr double slot = 260 * 8 / 7.2;  // in ps; up to one more until a slot begins
  const auto more = static_cast<double>((other - own).count());
  CHECK(more >= 2 * (50'000 + slot) - 2);
  CHECK(more <= 2 * (50'000 + 2 * slot) + 2);
}

TEST_CASE("An access over several blocks is done when the last of them is") {
  const auto one = latency_of(0, {4096, base::Bytes{4096}, Direction::read});
  const auto three = latency_of(0, {4096, base::Bytes{3 * 4096}, Direction::read});
  const double lanes = 4096.0 / 256 * 260 / 0.9;  // in ps, of one block
  CHECK((three - one).count() == Approx(2 * lanes).margin(1500));
}

TEST_CASE("Every access of every XPU ends, wherever it is") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Appliance appliance("appliance", ideal_appliance(), 1);
  int done = 0;
  base::Rng random(3, "accesses");
  constexpr int accesses = 500;
  for (int i = 0; i < accesses; ++i) {
    const auto bytes = random.between(1, 20'000);
    appliance.ask(static_cast<int>(random.below(16)),
                  {random.below(std::uint64_t{1} << 40), base::Bytes{bytes},
                   random.chance(0.5) ? Direction::read : Direction::write},
                  [&done] { ++done; });
  }
  sc_core::sc_start();
  CHECK(done == accesses);
}

TEST_CASE("From XPU to XPU is over both ports and the switch, past the memories") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Appliance appliance("appliance", ideal_appliance(), 1);
  base::Picoseconds end{0};
  appliance.send(2, 9, base::Bytes{256}, [&end] { end = now(); });
  sc_core::sc_start();
  const double there = 268 / 0.9, slot = 260 / 0.9, back = 260 / 0.9;
  const auto time = static_cast<double>(end.count());
  CHECK(time >= 250'000 + there + slot + back - 2);
  CHECK(time <= 250'000 + there + 2 * slot + back + 2);
  CHECK(appliance.module(9).memory().counts().reads == 0);
  CHECK(appliance.module(9).memory().counts().writes == 0);
}

}  // namespace jacquard::systemc
