// SPDX-License-Identifier: Apache-2.0
// Messages without events of their own: everything comes when events would bring it.
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "systemc/circuit/support.hpp"
#include "systemc/control/ahead_decision.hpp"
#include "systemc/control/core_decision.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using test::by_shape;
using test::golden;
using test::ladder_options;
using test::ladder_shape;
using test::scenario;
using test::small_moe;
using test::software;

demand::DemandMatrix random_demand(int ports, std::uint64_t seed) {
  base::Rng rng(seed, "demand");
  demand::DemandMatrix demand(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      if (rng.chance(0.6)) demand.set(i, j, Bytes{rng.between(1, 60'000)});
    }
  }
  return demand;
}

void require_same(const CircuitOutcome& a, const CircuitOutcome& b) {
  CHECK(a.completion == b.completion);
  CHECK(a.flow_finish == b.flow_finish);
  CHECK(a.bytes_delivered == b.bytes_delivered);
  CHECK(a.bytes_lost == b.bytes_lost);
  CHECK(a.events == b.events);
  CHECK(a.scheduler_events == b.scheduler_events);
  CHECK(a.controller.columns == b.controller.columns);
  CHECK(a.controller.holds == b.controller.holds);
  CHECK(a.controller.starts == b.controller.starts);
  CHECK(a.controller.guard == b.controller.guard);
  for (std::size_t i = 0; i < a.npus.size(); ++i) CHECK(a.npus[i].sending == b.npus[i].sending);
}

CircuitOutcome carried(CircuitScenario s, bool in_bulk, const demand::DemandMatrix& demand,
                       const MakeDecision& decide) {
  s.in_bulk = in_bulk;
  s.keep = false;
  s.keep_schedule = true;
  const CircuitOutcome out = simulate_circuit(s, demand, decide);
  CHECK(out.in_bulk == in_bulk);
  return out;
}

// Settings made by hand, told at once.
class ByHand final : public Decision {
 public:
  explicit ByHand(std::vector<Permutation> settings) : settings_(std::move(settings)) {}
  void begin(const demand::QuantaMatrix&, DecisionSink sink) override {
    for (const Permutation& setting : settings_) sink.permutation(setting);
    sink.done();
  }
  std::int64_t activations() const override { return 0; }

 private:
  std::vector<Permutation> settings_;
};

}  // namespace

TEST_CASE("In bulk every byte comes when events bring it, to the picosecond", "[circuit]") {
  for (const int ports : {1, 2, 7, 16}) {
    for (const Picoseconds guard : {Picoseconds{0}, Picoseconds{10'000}, Picoseconds{3'000'000}}) {
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        CAPTURE(ports, guard.count(), seed);
        CircuitConfig config;
        config.guard = guard;
        config.distance_spread = Picoseconds{seed % 2 == 0 ? 0 : 70'000};
        const CircuitScenario s = scenario(ports, config);
        const auto demand = random_demand(ports, seed);
        for (const MakeDecision& decide :
             {golden(ports, Picoseconds{1'000}), software("holds-first", Picoseconds{500'000})}) {
          require_same(carried(s, true, demand, decide), carried(s, false, demand, decide));
        }
      }
    }
  }
}

TEST_CASE("Over several hops too, to the picosecond", "[circuit]") {
  using Way = std::pair<std::string, std::string>;
  for (const auto& [name, shape] :
       {Way{"shifts", "12"}, Way{"shifts", "3x4"}, Way{"shifts", "2x2x3"}, Way{"spread", "auto"}}) {
    // A guard of two links' flights: what comes with a setting comes as the next one begins.
    for (const Picoseconds guard :
         {Picoseconds{0}, Picoseconds{10'000}, Picoseconds{500'000}, Picoseconds{3'000'000}}) {
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        CAPTURE(name, shape, guard.count(), seed);
        CircuitConfig config;
        config.guard = guard;
        config.forward = Picoseconds{seed % 4 < 2 ? 0 : 400'000};
        config.distance_spread = Picoseconds{seed % 2 == 0 ? 0 : 70'000};
        CircuitScenario s = scenario(12, config);
        // Of large quanta a portion has room for what was not meant by it.
        if (seed >= 4) s.counting.bits = 2;
        const auto demand = random_demand(12, seed);
        const MakeDecision decide = by_shape(shape, name);
        require_same(carried(s, true, demand, decide), carried(s, false, demand, decide));
      }
    }
  }
}

TEST_CASE("What has not come yet is not sent on in bulk, though there is room for it", "[circuit]") {
  constexpr int none = schedule::kUnmatched, nothing = schedule::kNothing;
  demand::DemandMatrix demand(3);
  demand.set(0, 2, Bytes{10'000});
  demand.set(1, 2, Bytes{10'000});
  CircuitConfig config;
  config.guard = Picoseconds{0};
  const MakeDecision decide = [&] {
    return std::make_unique<ByHand>(std::vector<Permutation>{
        {{1, none, none}, 300, {{0, 1, 2, 300}}, nothing},
        {{none, 2, none}, 600, {{1, 2, 2, 600}}, nothing},  // begins while that is on its way
        {{none, 2, none}, 300, {{1, 2, 2, 300}}, 0},
        {{none, none, 0}, 300, {{2, 0, 0, 300}}, nothing},
        {{none, none, 1}, 300, {{2, 1, 1, 300}}, nothing}});
  };
  const CircuitScenario s = scenario(3, config);
  const CircuitOutcome out = carried(s, true, demand, decide);
  require_same(out, carried(s, false, demand, decide));
  CHECK(out.flow_finish[base::cell(1, 2, 3)] < out.controller.starts.at(2));
  CHECK(out.flow_finish[base::cell(0, 2, 3)] > out.controller.starts.at(2));
}

TEST_CASE("What is lost or kept goes by events, as it would have gone", "[circuit]") {
  const auto demand = small_moe(8, 3);
  CircuitScenario s = scenario(8);
  s.keep = false;
  s.faults.stragglers = 1;
  CHECK(!simulate_circuit(s, demand, golden(8, Picoseconds{1'000})).in_bulk);
  s.faults = {};
  s.keep = true;
  CHECK(!simulate_circuit(s, demand, golden(8, Picoseconds{1'000})).in_bulk);
}

TEST_CASE("A core ahead of the kernel is as late as one behind its pins", "[circuit]") {
  for (const schedule::CoreKind kind :
       {schedule::CoreKind::ladder, schedule::CoreKind::unit, schedule::CoreKind::minhold}) {
    for (const int ports : {2, 5, 9}) {
      schedule::CoreShape shape = ladder_shape(ports);
      shape.kind = kind;
      const auto core = schedule::make_golden_core(shape);
      const auto pins = [&] {
        return std::make_unique<CoreDecision>("core", *core, Picoseconds{1'000}, ladder_options());
      };
      const auto ahead = [&] {
        return std::make_unique<AheadDecision>("core", *core, Picoseconds{1'000}, ladder_options());
      };
      const CircuitScenario s = scenario(ports);
      const auto demand = random_demand(ports, 5);
      require_same(carried(s, true, demand, ahead), carried(s, false, demand, pins));
    }
  }
}

}  // namespace jacquard::systemc
