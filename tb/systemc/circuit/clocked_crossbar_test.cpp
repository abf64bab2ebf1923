// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/clocked_crossbar.hpp"

#include <catch2/catch.hpp>

#include "systemc/circuit/support.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;
using test::scenario;
using test::small_moe;
using test::software;

demand::DemandMatrix tiny_moe(int ports) {
  const demand::DemandMatrix whole = small_moe(ports, 1);
  demand::DemandMatrix tiny(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) tiny.set(i, j, base::Bytes{whole.at(i, j).count() / 256 + 1});
  }
  return tiny;
}

CircuitConfig in_hardware(Picoseconds guard) {
  CircuitConfig config;
  config.crossbar = CrossbarKind::rtl;
  config.guard = guard;
  return config;
}

schedule::CrossbarShape shape_of(int ports) { return {ports, 8, 8, kCrossbarGuardBits}; }

TEST_CASE("a crossbar in hardware carries the demand as the model does, to whole clocks",
          "[crossbar]") {
  for (const int ports : {1, 2, 5, 16}) {
    for (const Picoseconds guard : {Picoseconds{1'000}, Picoseconds{10'000}, Picoseconds{90'000}}) {
      for (const Picoseconds decision : {Picoseconds{0}, Picoseconds{123'457}}) {
        const auto core = schedule::make_golden_crossbar(shape_of(ports));
        CircuitConfig config = in_hardware(guard);
        CircuitScenario hardware = scenario(ports, config);
        hardware.crossbar = core.get();
        config.crossbar = CrossbarKind::model;
        const auto decide = software("ladder", decision);
        const CircuitOutcome model =
            simulate_circuit(scenario(ports, config), tiny_moe(ports), decide);
        const CircuitOutcome out = simulate_circuit(hardware, tiny_moe(ports), decide);
        CHECK(out.bytes_delivered == tiny_moe(ports).total());
        CHECK(out.bytes_lost == base::Bytes{0});
        CHECK(out.controller.columns == model.controller.columns);
        CHECK(out.completion >= model.completion);
        // Each slot is rounded up to a clock, and so is the first start.
        std::int64_t slots = 1;
        for (const std::int64_t hold : model.controller.holds) slots += hold;
        CHECK(out.completion <= model.completion + Picoseconds{1'000} * slots);
      }
    }
  }
}

// Hardware with a fault: from some clock on it does something else.
class Faulty final : public schedule::CrossbarCore {
 public:
  enum class Fault { late, deaf_input, wrong_output, never_ready };
  Faulty(int ports, Fault fault)
      : core_(schedule::make_golden_crossbar(shape_of(ports))), fault_(fault) {}
  const schedule::CrossbarShape& shape() const override { return core_->shape(); }
  void reset() override { core_->reset(); }
  const schedule::CrossbarOutputs& outputs() override { return spoil(core_->outputs()); }
  const schedule::CrossbarOutputs& step(const schedule::CrossbarInputs& in) override {
    schedule::CrossbarInputs other = in;
    if (fault_ == Fault::late && in.offer) other.configuration.guard_clocks += 1;
    if (fault_ == Fault::wrong_output && in.offer) {
      std::swap(other.configuration.columns[0], other.configuration.columns[1]);
    }
    return spoil(core_->step(other));
  }

 private:
  const schedule::CrossbarOutputs& spoil(const schedule::CrossbarOutputs& out) {
    shown_ = out;
    if (fault_ == Fault::deaf_input) shown_.connected &= ~base::Word{1};
    if (fault_ == Fault::never_ready) shown_.ready = false;
    return shown_;
  }
  std::unique_ptr<schedule::CrossbarCore> core_;
  Fault fault_;
  schedule::CrossbarOutputs shown_;
};

TEST_CASE("hardware that does something else ends the run", "[crossbar]") {
  for (const auto fault : {Faulty::Fault::late, Faulty::Fault::deaf_input,
                           Faulty::Fault::wrong_output, Faulty::Fault::never_ready}) {
    Faulty core(4, fault);
    CircuitScenario s = scenario(4, in_hardware(Picoseconds{10'000}));
    s.crossbar = &core;
    CHECK_THROWS_AS(simulate_circuit(s, tiny_moe(4), software("ladder", Picoseconds{0})),
                    base::ConfigError);
  }
}

TEST_CASE("what jq_crossbar cannot do is refused", "[crossbar]") {
  const auto refused = [](CircuitConfig config, const char* key) {
    CHECK_THROWS_WITH(scenario(4, config), Catch::Contains(key));
  };
  CircuitConfig config = in_hardware(Picoseconds{10'500});
  refused(config, "circuit/guard");
  config.guard = Picoseconds{0};
  refused(config, "circuit/guard");
  config.guard = Picoseconds{1'000'000};  // longer than a grant is under way
  refused(config, "circuit/grant_latency");
  config = in_hardware(Picoseconds{10'000});
  config.leaves = 2;
  refused(config, "circuit/leaves");
  config.leaves = 0;
  config.jitter = Picoseconds{1};
  refused(config, "circuit/t_max");
}

}  // namespace
}  // namespace jacquard::systemc
