// SPDX-License-Identifier: Apache-2.0
// The switch of an appliance against what is known of slotted switches.
#include "systemc/photonic/digital_switch.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/switch_run.hpp"

namespace jacquard::systemc {
namespace {

constexpr base::BitsPerSecond kRate{7'200'000'000'000};
constexpr int kPorts = 16;

std::unique_ptr<schedule::Arbiter> arbiter(const char* name = "wwfa") {
  return make_arbiter(schedule::find_arbiter(name), kPorts, {});
}

SwitchFigures run(SwitchPattern pattern, double load, const char* name = "wwfa") {
  SwitchTraffic traffic;
  traffic.pattern = pattern;
  traffic.load = load;
  return run_switch(SwitchConfig{}, kPorts, kRate, traffic, 1, arbiter(name));
}

}  // namespace

TEST_CASE("A permutation fills every slot of a switch, which is 115.2 Tb/s of 16 ports") {
  const SwitchFigures figures = run(SwitchPattern::permutation, 1);
  CHECK(figures.throughput == 1);
  CHECK(figures.mean_wait_slots == Approx(0).margin(0.01));
  const double wire = static_cast<double>(figures.cells) * 260 * 8;
  CHECK(wire / base::to_seconds(figures.measured).count() == Approx(115.2e12).epsilon(1e-6));
  CHECK(payload_peak(SwitchConfig{}, kRate).count() == Approx(900e9 * 256 / 260));
}

TEST_CASE("Cells to one output share its port, whoever sends them") {
  const SwitchFigures figures = run(SwitchPattern::hot_spot, 1);
  CHECK(figures.throughput == Approx(1.0 / kPorts));
}

// A switch with queues at its outputs is the best there is: a cell waits (N - 1) / N * load / (2 *
// (1 - load)) slots in it (Karol, Hluchyj and Morgan, IEEE Trans. Comm. 35(12), 1987, eq. 4).
TEST_CASE("Uniform traffic is carried at its load, with waits not below those of output queues") {
  for (const double load : {0.3, 0.6, 0.9}) {
    const SwitchFigures figures = run(SwitchPattern::uniform, load);
    const double best = (kPorts - 1.0) / kPorts * load / (2 * (1 - load));
    CHECK(figures.throughput == Approx(load).epsilon(0.01));
    CHECK(figures.mean_wait_slots > 0.95 * best);
    CHECK(figures.mean_wait_slots < 4 * best + 0.5);
  }
}

// Without virtual output queues it would be 0.6 of 16 ports (the same paper, table I).
TEST_CASE("Uniform traffic at full load leaves a wrapped wave-front arbiter few empty slots") {
  CHECK(run(SwitchPattern::uniform, 1).throughput > 0.97);
  CHECK(run(SwitchPattern::uniform, 1, "islip").throughput > 0.95);
}

TEST_CASE("A message is at its output when its last cell's slot and the latency are over") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  SwitchConfig config;
  config.cell = base::Bytes{896};  // with 4 B of header, and 900 GB/s, a slot of 1 ns
  DigitalSwitch fabric("switch", kPorts, kRate, config, arbiter());
  std::vector<std::int64_t> times(4, 0);
  fabric.send(0, 1, base::Bytes{2000}, [&] { times[0] = now().count(); });  // 3 cells
  fabric.send(0, 2, base::Bytes{0}, [&] { times[1] = now().count(); });     // 1 cell, same input
  fabric.send(3, 4, base::Bytes{896}, [&] { times[2] = now().count(); });   // 1 cell
  fabric.send(5, 5, base::Bytes{897}, [&] { times[3] = now().count(); });   // 2 cells
  sc_core::sc_start();
  CHECK(std::max(times[0], times[1]) == 54'000);
  CHECK(times[2] == 51'000);
  CHECK(times[3] == 52'000);
  CHECK(fabric.cells() == 7);
  CHECK(fabric.payload() == base::Bytes{2000 + 896 + 897});
  CHECK(fabric.energy().count() == Approx(7 * 900 * 8 * 25e-12));
}

TEST_CASE(
    "Slots go on from time 0 whatever waits, so a cell that comes within one takes the next") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  SwitchConfig config;
  config.cell = base::Bytes{896};
  DigitalSwitch fabric("switch", kPorts, kRate, config, arbiter());
  sc_core::sc_start(kernel_time(base::Picoseconds{10'300}));
  std::int64_t end = 0;
  fabric.send(0, 1, base::Bytes{1}, [&] { end = now().count(); });
  sc_core::sc_start();
  CHECK(end == 11'000 + 1'000 + 50'000);
}

}  // namespace jacquard::systemc
