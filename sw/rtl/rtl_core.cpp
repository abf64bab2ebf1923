// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/rtl_core.hpp"

#include "jacquard/rtl/loaded_model.hpp"
#include "jacquard/rtl/model_cache.hpp"
#include "jacquard/rtl/rtl_sources.hpp"
#include "jacquard/rtl/scheduler_parameters.hpp"
#include "jacquard/rtl/scheduler_pins.hpp"
#include "jacquard/schedule/core/core_names.hpp"

namespace jacquard::rtl {
namespace {

using schedule::CoreInputs;
using schedule::CoreOutputs;
using schedule::CoreShape;
using schedule::kUnmatched;

// Above 64 ports a diagonal is more than a machine word. As Verilator would have it, each is then
// written out word by word, other than its neighbours: 2 GB of memory at 128 ports, 8 GB at 256.
// With their ports kept apart (-fno-gate) all diagonals share one function, and what is wider than
// a diagonal's 256 bits is copied by calls. A clock then takes three times as long, so up to 96
// ports all is written out: at 72 ports the compiler takes half a minute of CPU.
const std::vector<std::string> kSharedDiagonals = {"-fno-gate", "--expand-limit", "8"};

bool shares_diagonals(const CoreShape& shape) {
  constexpr int most_written_out = 96;
  return schedule::has_levels(shape.kind) && shape.ports > most_written_out;
}

// Few and choose look at rows in loops, and skip those that have nothing to do. Verilator would write
// loops of up to 64 rounds out; of 17 and more it keeps. What it says of all cells at once is then
// for the compiler to vectorise. Of few ports nearly all are kept: then the compiler's time counts.
const std::vector<std::string> kKeptLoops = {"--unroll-count", "17"};
const std::vector<std::string> kLoopsOfFewPorts = {"--unroll-count", "3"};
constexpr int kFewPorts = 16;

bool has_few(const CoreShape& shape) {
  return shape.kind == schedule::CoreKind::few || shape.kind == schedule::CoreKind::choose;
}

ModelSpec spec_of(const CoreShape& shape, const std::string& trace) {
  ModelSpec spec{"jq_scheduler", rtl_sources("jq_scheduler"), scheduler_parameters(shape),
                 "scheduler", waves_of(trace)};
  if (shares_diagonals(shape)) spec.words = kSharedDiagonals;
  if (has_few(shape)) {
    spec.vectors = shape.ports > kFewPorts;
    const auto& loops = spec.vectors ? kKeptLoops : kLoopsOfFewPorts;
    spec.words.insert(spec.words.end(), loops.begin(), loops.end());
  }
  return spec;
}

class RtlCore final : public CoreModel {
 public:
  RtlCore(const CoreShape& shape, std::uint32_t seed, const std::string& trace)
      : shape_(shape), pins_(shape), model_(build_model(spec_of(shape, trace)), seed, trace) {
    out_.columns.assign(static_cast<std::size_t>(shape.ports), kUnmatched);
    reset();
  }

  const CoreShape& shape() const override { return shape_; }

  void dump(bool on) override { model_.dump(on); }

  void reset() override {
    abi::SchedulerIn in{};
    for (int i = 0; i < 2; ++i) model_.clock(in);
  }

  const CoreOutputs& outputs() override {
    show();
    return out_;
  }

  const CoreOutputs& step(const CoreInputs& in) override {
    show();
    model_.clock(pins_.drive(in));
    return out_;
  }

 private:
  void show() {
    abi::SchedulerOut pins;
    model_.show(pins);
    pins_.show(pins, out_);
  }

  CoreShape shape_;
  SchedulerPins pins_;
  LoadedModel<abi::SchedulerIn, abi::SchedulerOut> model_;
  CoreOutputs out_;
};

}  // namespace

std::unique_ptr<CoreModel> make_rtl_core(const CoreShape& shape, std::uint32_t seed,
                                         const std::string& trace) {
  return std::make_unique<RtlCore>(shape, seed, trace);
}

}  // namespace jacquard::rtl
