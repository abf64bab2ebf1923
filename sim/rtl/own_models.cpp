// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/own_models.hpp"

#include "sim/rtl/loaded_model.hpp"
#include "sim/rtl/scheduler_pins.hpp"

namespace jacquard::rtl {
namespace {

class OwnArbiter final : public verify::ArbiterDevice {
 public:
  OwnArbiter(const std::string& model, int ports, std::uint32_t seed, const std::string& trace,
             Beat beat)
      : n_(ports),
        model_(model, seed, trace),
        beat_(std::move(beat)),
        grants_(static_cast<std::size_t>(ports)) {}

  const std::vector<base::Word>& step(const verify::ArbiterRequest& request, bool reset) override {
    abi::OwnArbiterIn in{};
    in.rst_n = !reset;
    in.priority = static_cast<std::uint8_t>(request.priority);
    for (int i = 0; i < n_; ++i) {
      base::for_each_bit(request.rows[static_cast<std::size_t>(i)], i * n_,
                         [&](int bit) { in.request[bit / 32] |= 1u << (bit % 32); });
    }
    abi::OwnArbiterOut out{};
    model_.cycle(in, out);
    beat_();
    for (int i = 0; i < n_; ++i) {
      base::Word& row = grants_[static_cast<std::size_t>(i)];
      row = 0;
      for (int bit = i * n_, j = 0; j < n_; ++bit, ++j) {
        row |= base::Word{(out.grant[bit / 32] >> (bit % 32)) & 1} << j;
      }
    }
    return grants_;
  }

  void dump(bool on) override { model_.dump(on); }

 private:
  int n_;
  LoadedOwnModel<abi::OwnArbiterIn, abi::OwnArbiterOut> model_;
  Beat beat_;
  std::vector<base::Word> grants_;
};

class OwnScheduler final : public CoreModel {
 public:
  OwnScheduler(const std::string& model, const schedule::CoreShape& shape, std::uint32_t seed,
               const std::string& trace, Beat beat)
      : shape_(shape), pins_(shape), model_(model, seed, trace), beat_(std::move(beat)) {
    out_.columns.assign(static_cast<std::size_t>(shape.ports), schedule::kUnmatched);
  }

  const schedule::CoreShape& shape() const override { return shape_; }
  void dump(bool on) override { model_.dump(on); }
  const schedule::CoreOutputs& outputs() override { return out_; }

  void reset() override {
    for (int i = 0; i < 2; ++i) cycle({});
  }

  const schedule::CoreOutputs& step(const schedule::CoreInputs& in) override {
    cycle(pins_.drive(in));
    return out_;
  }

 private:
  void cycle(const abi::SchedulerIn& in) {
    abi::SchedulerOut out{};
    model_.cycle(in, out);
    beat_();
    pins_.show(out, out_);
  }

  schedule::CoreShape shape_;
  SchedulerPins pins_;
  LoadedOwnModel<abi::SchedulerIn, abi::SchedulerOut> model_;
  Beat beat_;
  schedule::CoreOutputs out_;
};

}  // namespace

std::unique_ptr<verify::ArbiterDevice> make_own_arbiter(const std::string& model, int ports,
                                                        std::uint32_t seed,
                                                        const std::string& trace, Beat beat) {
  return std::make_unique<OwnArbiter>(model, ports, seed, trace, std::move(beat));
}

std::unique_ptr<CoreModel> make_own_scheduler(const std::string& model,
                                              const schedule::CoreShape& shape, std::uint32_t seed,
                                              const std::string& trace, Beat beat) {
  return std::make_unique<OwnScheduler>(model, shape, seed, trace, std::move(beat));
}

}  // namespace jacquard::rtl
