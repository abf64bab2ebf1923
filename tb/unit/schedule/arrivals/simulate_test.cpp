// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arrivals/simulate.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/schedule/arrivals/published.hpp"

using namespace jacquard::schedule;
using jacquard::base::Rng;

namespace {

SwitchRun run_of(int ports, Pattern pattern, double load, std::int64_t slots) {
  SwitchRun run;
  run.ports = ports;
  run.traffic.pattern = pattern;
  run.traffic.load = load;
  run.slots = slots;
  run.warm_up = slots / 4;
  return run;
}

std::unique_ptr<Arbiter> arbiter_of(const char* name, int ports, int iterations = 0) {
  ArbiterOptions options;
  options.iterations = iterations;
  return make_arbiter(find_arbiter(name), ports, options);
}

// Saturated inputs with one FIFO each: only the head-of-line cell asks.
double fifo_saturation(int ports, int slots) {
  Rng rng(6, "head-of-line");
  const auto draw = [&] { return static_cast<int>(rng.below(static_cast<std::uint64_t>(ports))); };
  Requests heads(ports);
  for (int i = 0; i < ports; ++i) heads.add(i, draw());
  const auto arbiter = arbiter_of("wwfa", ports);
  double departed = 0;
  for (int slot = 0; slot < slots; ++slot) {
    const Matching& matching = arbiter->arbitrate(heads);
    for (int i = 0; i < ports; ++i) {
      const int j = matching[static_cast<std::size_t>(i)];
      if (j == kUnmatched) continue;
      heads.remove_one(i, j);
      heads.add(i, draw());
      ++departed;
    }
  }
  return departed / (static_cast<double>(slots) * ports);
}

}  // namespace

TEST_CASE("an output-queued switch waits as Karol, Hluchyj and Morgan derived") {
  for (const int ports : {2, 4, 16}) {
    for (const double load : {0.2, 0.5, 0.8}) {
      const SwitchMeasures m =
          simulate_output_queued(run_of(ports, Pattern::uniform, load, 200'000));
      const double exact = output_queued_delay(ports, load);
      INFO(ports << " ports at " << load);
      // Three half widths: about six standard errors.
      CHECK(std::abs(m.delay.mean - exact) < 3 * m.delay.half_width);
      CHECK(m.delay.half_width < 0.1 * exact);
      CHECK(m.throughput == Approx(load).epsilon(0.02));
    }
  }
}

TEST_CASE("no arbiter waits less than the output-queued switch, and all carry a light load") {
  for (const ArbiterKind& kind : arbiters()) {
    for (const PatternName& pattern : patterns()) {
      const SwitchRun run = run_of(8, pattern.pattern, 0.45, 20'000);
      const auto arbiter = make_arbiter(kind, 8, {});
      const SwitchMeasures m = simulate(run, *arbiter);
      const SwitchMeasures ideal = simulate_output_queued(run);
      INFO(kind.name << " under " << pattern.name);
      CHECK(m.offered == ideal.offered);  // the very same arrivals
      // The same cells leave, none of them in total earlier; 0.02 slots for what the window cuts
      // off.
      CHECK(m.delay.mean >= ideal.delay.mean - 0.02);
      // Below one half, every maximal matching and QPS-r are stable (Gong et al. 2020).
      CHECK(m.throughput == Approx(m.offered).epsilon(0.02));
    }
  }
}

TEST_CASE("the mean queue is throughput times mean delay, as Little's law says") {
  for (const ArbiterKind& kind : arbiters()) {
    const auto arbiter = make_arbiter(kind, 8, {});
    const SwitchMeasures m = simulate(run_of(8, Pattern::uniform, 0.6, 50'000), *arbiter);
    INFO(kind.name);
    CHECK(m.mean_queue == Approx(m.throughput * m.delay.mean).epsilon(0.01));
  }
}

TEST_CASE("iSLIP with one iteration and the wave front carry all uniform traffic") {
  // McKeown 1999: 100 % for uniform i.i.d. Bernoulli arrivals.
  for (const int ports : {2, 8, 16}) {
    for (const double load : {0.5, 0.9, 0.98}) {
      const SwitchRun run = run_of(ports, Pattern::uniform, load, 40'000);
      const SwitchMeasures islip = simulate(run, *arbiter_of("islip", ports, 1));
      const SwitchMeasures wave = simulate(run, *arbiter_of("wwfa", ports));
      INFO(ports << " ports at " << load);
      CHECK(islip.throughput == Approx(islip.offered).epsilon(0.01));
      CHECK(wave.throughput == Approx(wave.offered).epsilon(0.01));
    }
  }
}

TEST_CASE("backlogged, iSLIP's pointers drift apart into time division, and a wave front is full") {
  for (const int ports : {1, 2, 16, 64, 65}) {
    CHECK(saturation_throughput(*arbiter_of("wwfa", ports), ports, 0, 100) == 1);
    // McKeown 1999: after at most about N slots of adaptation, every port is matched in every slot.
    CHECK(saturation_throughput(*arbiter_of("islip", ports, 1), ports, 2 * ports, 100) == 1);
  }
}

TEST_CASE("backlogged evenly, QPS matches what balls into bins give") {
  CHECK(qps_saturation_throughput(1, 1) == Approx(1));
  CHECK(qps_saturation_throughput(2, 1) == Approx(0.75));
  // Two ports, two rounds: with 1/2 one pair is left, and its input hits its output with 1/2.
  CHECK(qps_saturation_throughput(2, 2) == Approx(0.5 + 0.5 * (0.5 * 1 + 0.5 * 0.5)));
  CHECK(qps_saturation_throughput(16, 1) == Approx(1 - std::pow(15.0 / 16, 16)));
  CHECK(qps_saturation_throughput(1024, 1) == Approx(1 - std::exp(-1)).epsilon(1e-3));
  for (const int ports : {2, 3, 16, 64}) {
    for (const int iterations : {1, 2, 3}) {
      const double measured =
          saturation_throughput(*arbiter_of("qps", ports, iterations), ports, 0, 20'000);
      INFO(ports << " ports, " << iterations << " iterations");
      CHECK(measured == Approx(qps_saturation_throughput(ports, iterations)).margin(0.01));
    }
  }
}

TEST_CASE("head-of-line blocking costs what Karol, Hluchyj and Morgan found") {
  // Their table of saturated input FIFOs: N = 2, 3, 4, 8; the limit is 2 - sqrt 2.
  CHECK(fifo_saturation(2, 40'000) == Approx(0.75).margin(0.005));
  CHECK(fifo_saturation(3, 40'000) == Approx(0.6825).margin(0.005));
  CHECK(fifo_saturation(4, 40'000) == Approx(0.6553).margin(0.005));
  CHECK(fifo_saturation(128, 4'000) == Approx(2 - std::sqrt(2)).margin(0.005));
}

TEST_CASE("one port never waits") {
  for (const ArbiterKind& kind : arbiters()) {
    const auto arbiter = make_arbiter(kind, 1, {});
    const SwitchMeasures m = simulate(run_of(1, Pattern::uniform, 1, 1'000), *arbiter);
    CHECK(m.throughput == 1);
    CHECK(m.delay.mean == 0);
    CHECK(m.p99_delay == 0);
    CHECK(m.mean_queue == 0);
  }
}
