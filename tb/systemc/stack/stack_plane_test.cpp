// SPDX-License-Identifier: Apache-2.0
// Expected times are closed forms: a message takes its bytes at 1 GB/s, the way to the switch and
// from it, and a guard where its ports change their partner.
#include "systemc/stack/stack_plane.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;

namespace {

constexpr std::int64_t kGuard = 50'000;
constexpr std::int64_t kMessage = 1'000'000;  // ps of 1,000 B
constexpr std::int64_t kWay = 20'000;

class NothingLost final : public systemc::LossSink {
 public:
  void lost(const systemc::Transfer&, systemc::ByteRange, systemc::Why) override { FAIL("lost"); }
};

// Message k is of round k, ready at 0, and takes the passing of that round.
std::vector<std::int64_t> delivered(const std::vector<stack::Passing>& passings,
                                    systemc::CircuitsMade& made) {
  stack::Stack stack;
  stack.fabric.tiers = 1;
  stack.fabric.guard = Picoseconds{kGuard};
  stack.sizes.ports = stack.sizes.leaf_ports = 4;
  const auto order =
      std::make_shared<const stack::PreparedOrder>(stack::PreparedOrder{passings, {}});
  systemc::Simulation simulation;
  const systemc::Simulation::Scope scope(simulation);
  NothingLost losses;
  systemc::Shuffle shuffle(0);
  systemc::Agenda agenda("agenda");
  std::vector<std::int64_t> times(passings.size(), -1);
  systemc::PlaneShape shape;
  shape.ports = 4;
  shape.framing.rate = base::BitsPerSecond{8'000'000'000};
  shape.up = shape.down = Picoseconds{kWay / 2};
  systemc::StackPlane plane("plane", stack, "stack", order,
                            {shape, losses, shuffle, agenda,
                             [&](std::int64_t id) {
                               CHECK(times.at(static_cast<std::size_t>(id)) == -1);
                               times.at(static_cast<std::size_t>(id)) = systemc::now().count();
                             },
                             [](std::int64_t id) { return static_cast<int>(id); }});
  agenda.after(Picoseconds{0}, [&] {
    for (std::size_t k = 0; k < passings.size(); ++k) {
      for (const stack::Passing& p : passings) {
        if (p.round == static_cast<int>(k)) {
          plane.request(p.from, p.to, Bytes{1000}, static_cast<std::int64_t>(k));
        }
      }
    }
  });
  sc_core::sc_start();
  CHECK(plane.waits_for().empty());
  made = plane.made();
  return times;
}

stack::Passing passing(int round, int from, int to) {
  stack::Passing one;
  one.round = round;
  one.from = from;
  one.to = to;
  one.bytes = Bytes{1000};
  return one;
}

}  // namespace

TEST_CASE("A circuit held through rounds pays no guard, and each change of partner pays one") {
  systemc::CircuitsMade made;
  const auto held = delivered({passing(0, 0, 1), passing(1, 0, 1), passing(2, 0, 1)}, made);
  CHECK(held ==
        std::vector<std::int64_t>{kMessage + kWay, 2 * kMessage + kWay, 3 * kMessage + kWay});
  CHECK(made.circuits == 1);
  CHECK(made.guard == Picoseconds{0});
  const auto changed = delivered({passing(0, 0, 1), passing(1, 0, 2), passing(2, 0, 1)}, made);
  CHECK(changed == std::vector<std::int64_t>{kMessage + kWay, 2 * kMessage + kGuard + kWay,
                                             3 * kMessage + 2 * kGuard + kWay});
  CHECK(made.circuits == 3);
  CHECK(made.guard == Picoseconds{2 * kGuard});
}

TEST_CASE("Messages go in the stack's order, whatever order they are ready in") {
  systemc::CircuitsMade made;
  const auto times = delivered({passing(1, 0, 2), passing(0, 0, 1)}, made);
  CHECK(times[1] == kMessage + kWay);
  CHECK(times[0] == 2 * kMessage + kGuard + kWay);
}
