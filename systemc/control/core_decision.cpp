// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/core_decision.hpp"

#include <utility>

#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

// The module owns its core; this one belongs to somebody else.
class Borrowed final : public schedule::Core {
 public:
  explicit Borrowed(schedule::Core& core) : core_(core) { core_.reset(); }
  const schedule::CoreShape& shape() const override { return core_.shape(); }
  void reset() override { core_.reset(); }
  const schedule::CoreOutputs& outputs() override { return core_.outputs(); }
  const schedule::CoreOutputs& step(const schedule::CoreInputs& in) override {
    return core_.step(in);
  }

 private:
  schedule::Core& core_;
};

}  // namespace

CoreDecision::CoreDecision(const sc_core::sc_module_name& name, schedule::Core& core,
                           base::Picoseconds period, const schedule::CoreInputs& options)
    : sc_core::sc_module(name),
      shape_(core.shape()),
      period_(period),
      board_(std::make_unique<Borrowed>(core), clk_),
      in_(options) {
  JQ_CHECK(period_.count() >= 2 && period_.count() % 2 == 0,
           "a clock period is an even number of ps");
  in_.ready = true;
  board_.rst_n.write(true);
  SC_HAS_PROCESS(CoreDecision);
  SC_METHOD(half_period);
  sensitive << tick_;
  dont_initialize();
}

// Signals are driven by one process only, so the first clock is begun there.
void CoreDecision::begin(const demand::QuantaMatrix& demand, DecisionSink sink) {
  JQ_CHECK(!demand_, "one decision at a time");
  JQ_CHECK(demand.ports() == shape_.ports, "a demand has as many ports as the core");
  demand_ = demand;
  in_.guard = schedule::guard_quanta(demand.clock());
  sink_ = std::move(sink);
  row_ = 0;
  started_ = false;
  begins_ = true;
  tick_.cancel();
  tick_.notify(sc_core::SC_ZERO_TIME);
}

// The inputs of the first clock are put on at once, and its edge comes a period later. A rising
// edge at the end of a clock; in the middle of the next the clock falls, and its inputs are put on.
// After the edge at which the core is done, the clock falls and stays low.
void CoreDecision::half_period() {
  const sc_core::sc_time half = kernel_time(base::Picoseconds{period_.count() / 2});
  if (begins_) {
    begins_ = false;
    clk_.write(false);
    put_inputs();
    tick_.notify(half + half);
    return;
  }
  if (clk_.read()) {
    clk_.write(false);
    if (!demand_) return;
    put_inputs();
    tick_.notify(half);
    return;
  }
  ++clocks_;
  const bool over = take_outputs();
  clk_.write(true);
  tick_.notify(half);
  if (!over) return;
  demand_.reset();
  sink_.done();
}

void CoreDecision::put_inputs() {
  in_.load = row_ < shape_.ports;
  in_.start = !in_.load && !started_;
  if (in_.load) put_rows(shape_, *demand_, row_, in_);
  board_.put(in_);
}

// What the pins showed during the clock that ends now. True if the decision is complete.
bool CoreDecision::take_outputs() {
  board_.get(out_);
  if (row_ < shape_.ports) {
    row_ += out_.load_ready ? shape_.rows_per_clock : 0;
    return false;
  }
  if (!started_) {
    started_ = true;
    return false;
  }
  if (out_.done) return true;
  if (out_.valid) sink_.permutation({out_.columns, out_.hold, {}, schedule::kNothing, out_.shifts});
  return false;
}

}  // namespace jacquard::systemc
