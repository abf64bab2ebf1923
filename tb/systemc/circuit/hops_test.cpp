// SPDX-License-Identifier: Apache-2.0
// Schedules over several hops on circuits: NPUs store what is for others and send it on.
#include <catch2/catch.hpp>

#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/hops/shifts.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;
using test::by_shape;
using test::scenario;
using test::small_moe;
using test::software;

constexpr Picoseconds kLink{250'000};

CircuitScenario with(Picoseconds guard, Picoseconds forward) {
  CircuitConfig config;
  config.guard = guard;
  config.forward = forward;
  return scenario(16, config);
}

}  // namespace

TEST_CASE("every byte comes once, to its last NPU, over hops of every shape", "[circuit]") {
  const DemandMatrix demand = small_moe(16, 3);
  using Way = std::pair<std::string, std::string>;
  for (const auto& [name, shape] :
       {Way{"shifts", "16"}, Way{"shifts", "4x4"}, Way{"shifts", "2x8"}, Way{"shifts", "8x2"},
        Way{"shifts", "2x2x4"}, Way{"shifts", "2x2x2x2"}, Way{"spread", "16"}, Way{"spread", "4x4"},
        Way{"spread", "8x2"}, Way{"spread", "auto"}}) {
    for (const Picoseconds guard : {Picoseconds{10'000}, Picoseconds{5'000'000}}) {
      INFO(name << " " << shape);
      const CircuitScenario s = with(guard, Picoseconds{1'000'000});
      const CircuitOutcome out = simulate_circuit(s, demand, by_shape(shape, name));
      CHECK(out.bytes_delivered == demand.total());
      CHECK(out.bytes_lost == Bytes{0});
      for (int i = 0; i < 16; ++i) {
        for (int j = 0; j < 16; ++j) {
          if (demand.at(i, j).count() == 0) continue;
          const Picoseconds done = out.flow_finish[base::cell(i, j, 16)];
          CHECK(done > Picoseconds{0});
          CHECK(done <= out.completion);
        }
      }
    }
  }
}

// Two NPUs are two hops apart: 0 sends to 1, which sends on to 3. The first setting starts when the
// demand is known and the guard has passed, the second when all has come over two links and lies in
// memory, or when its guard has passed.
TEST_CASE("a byte over two hops takes what its links, guards and memory take", "[circuit]") {
  DemandMatrix demand(16);
  demand.set(0, 3, Bytes{4'000});
  for (const Picoseconds guard : {Picoseconds{10'000}, Picoseconds{5'000'000}}) {
    for (const Picoseconds forward :
         {Picoseconds{0}, Picoseconds{300'000}, Picoseconds{2'000'000}}) {
      CircuitScenario s = with(guard, forward);
      s.parameters.framing.ack = Bytes{0};
      s.counting.bits.reset();
      const CircuitOutcome out = simulate_circuit(s, demand, by_shape("2x8"));
      const Picoseconds sent = s.parameters.framing.time(4'000);
      const Picoseconds known = s.parameters.report_latency + s.parameters.grant_latency;
      const Picoseconds first = std::max(known, guard);
      const Picoseconds end = first + sent + s.parameters.slack;
      const Picoseconds second = std::max(end + guard, end + 2 * kLink + forward + Picoseconds{1});
      CHECK(out.completion.count() == (second + sent + 2 * kLink).count());
    }
  }
}

TEST_CASE("the time on circuits is the schedule's, and what its messages need beside it",
          "[circuit]") {
  const DemandMatrix demand = small_moe(16, 5);
  for (const char* shape : {"4x4", "2x2x2x2"}) {
    const CircuitScenario s = with(Picoseconds{1'000'000}, Picoseconds{1'000'000});
    demand::Quantisation counting = s.counting;
    counting.rate = s.parameters.framing.rate;
    counting.guard = s.parameters.crossbars.guard;
    counting.forward = 2 * kLink + s.parameters.forward;
    const auto quanta = quantise(with_acknowledgements(demand, s.parameters.framing), counting);
    schedule::SchedulerOptions options;
    options.shape = shape;
    const Picoseconds planned = schedule::makespan(quanta, schedule::shifts(quanta, options));
    const CircuitOutcome out = simulate_circuit(s, demand, by_shape(shape));
    const double header = 1.1;  // at most a tenth of a frame
    CHECK(out.completion >= planned);
    CHECK(static_cast<double>(out.completion.count()) <=
          static_cast<double>(planned.count()) * header + 6 * 250'000);
  }
}

TEST_CASE("hops beside faults, counted losses or slots are refused", "[circuit]") {
  CircuitConfig config;
  config.loss_is_error = false;
  CHECK_THROWS_WITH(simulate_circuit(scenario(16, config), small_moe(16, 3), by_shape("4x4")),
                    Catch::Contains("one hop"));
  config = {};
  config.slotted = true;
  config.slot_bytes = Bytes{4'096};
  CHECK_THROWS_WITH(simulate_circuit(scenario(16, config), small_moe(16, 3), by_shape("4x4")),
                    Catch::Contains("circuit.slotted"));
}

}  // namespace jacquard::systemc
