// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/switch_run.hpp"

#include <utility>

#include "jacquard/base/rng.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"
#include "systemc/photonic/digital_switch.hpp"

namespace jacquard::systemc {
namespace {

// Has cells come to a switch in the middle of slots.
class Arrivals {
 public:
  Arrivals(DigitalSwitch& fabric, int ports, base::Bytes cell, base::Picoseconds latency,
           const SwitchTraffic& traffic, std::uint64_t seed)
      : fabric_(fabric),
        ports_(ports),
        cell_(cell),
        latency_(latency),
        traffic_(traffic),
        random_(seed, "switch traffic") {}

  void count_from(base::Picoseconds begin) { begin_ = begin; }
  void slot() {
    for (int input = 0; input < ports_; ++input) {
      if (random_.uniform() >= traffic_.load) continue;
      fabric_.send(input, output_of(input), cell_, [this, came = now()] {
        if (came < begin_) return;
        waited_ += now() - latency_ - came;
        ++ended_;
      });
    }
  }

  // A cell that comes in the middle of a slot and moves in the next one has waited 0 slots.
  double mean_wait(base::Picoseconds slot) const {
    if (ended_ == 0) return 0;
    return waited_ / slot / static_cast<double>(ended_) - 1.5;
  }

 private:
  int output_of(int input) {
    switch (traffic_.pattern) {
      case SwitchPattern::permutation:
        return (input + 1) % ports_;
      case SwitchPattern::uniform:
        return static_cast<int>(random_.below(static_cast<std::uint64_t>(ports_)));
      default:
        return 0;
    }
  }

  DigitalSwitch& fabric_;
  int ports_;
  base::Bytes cell_;
  base::Picoseconds latency_;
  SwitchTraffic traffic_;
  base::Rng random_;
  base::Picoseconds begin_{0};
  base::Picoseconds waited_{0};
  std::int64_t ended_ = 0;
};

}  // namespace

SwitchFigures run_switch(const SwitchConfig& config, int ports, base::BitsPerSecond rate,
                         const SwitchTraffic& traffic, std::uint64_t seed,
                         std::unique_ptr<schedule::Arbiter> arbiter) {
  require_consistent(config, config::Place{"switch", ""});
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  DigitalSwitch fabric("switch", ports, rate, config, std::move(arbiter));
  Arrivals arrivals(fabric, ports, config.cell, config.latency, traffic, seed);
  const auto slot = [&](std::int64_t number) {
    return base::transfer_time(config.on_wire() * number, rate);
  };
  const auto middle = [&](std::int64_t number) {
    return base::Picoseconds{(slot(number) + slot(number + 1)).count() / 2};
  };
  SwitchFigures figures;
  std::int64_t before = 0;
  const std::int64_t end = traffic.warm_up + traffic.slots;
  for (std::int64_t i = 0; i < end; ++i) {
    sc_core::sc_start(until(middle(i)));
    if (i == traffic.warm_up) {
      before = fabric.cells();
      arrivals.count_from(now());
    }
    arrivals.slot();
  }
  sc_core::sc_start(until(middle(end)));
  figures.measured = slot(end) - slot(traffic.warm_up);
  figures.cells = fabric.cells() - before;
  figures.throughput =
      static_cast<double>(figures.cells) / static_cast<double>(traffic.slots * ports);
  figures.mean_wait_slots = arrivals.mean_wait(slot(1));
  return figures;
}

}  // namespace jacquard::systemc
